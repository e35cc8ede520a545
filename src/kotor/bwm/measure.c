/* Measures a walkmesh: bounds, regions, areas, tree depth. */
#include "base/vec.h"
#include "kotor/bwm/internal.h"

wm_status wm_kotor_bwm_regions(const wm_kotor_bwm *bwm, uint32_t *region, uint32_t *count,
                               wm_error *error)
{
    wmi_arena scratch;
    uint32_t n = bwm->adjacency_count;
    wmi_arena_init(&scratch, &wmi_bwm_arena(bwm)->allocator, 0);
    uint32_t *stack = wmi_arena_raw(&scratch, n, sizeof *stack);
    if (!stack) {
        wm_status status = wmi_arena_fail(&scratch, error, "regions");
        wmi_arena_free(&scratch);
        return status;
    }
    for (uint32_t i = 0; i < n; i++)
        region[i] = WM_NO_INDEX;
    *count = 0;
    for (uint32_t first = 0; first < n; first++) {
        uint32_t depth = 0;
        if (region[first] != WM_NO_INDEX)
            continue;
        region[first] = *count;
        stack[depth++] = first;
        while (depth) { /* each face is pushed once, so the stack cannot overflow */
            const wm_kotor_adjacency *a = &bwm->adjacency[stack[--depth]];
            for (int k = 0; k < 3; k++) {
                uint32_t next = a->edge[k] / 3;
                if (a->edge[k] == WM_NO_INDEX || next >= n || region[next] != WM_NO_INDEX)
                    continue;
                region[next] = *count;
                stack[depth++] = next;
            }
        }
        ++*count;
    }
    wmi_arena_free(&scratch);
    return WM_OK;
}

const char *wm_kotor_bwm_variant(const wm_kotor_bwm *bwm)
{
    return bwm->type == WM_KOTOR_BWM_TYPE_OBJECT ? "object" : "area";
}

/* Number of tree levels, including the root; 0 if the nodes do not form a tree. */
static uint32_t tree_depth(const wm_kotor_bwm *bwm, uint32_t *stack, uint32_t *level)
{
    uint32_t n = bwm->aabb_count, used = 0, deepest = 0, visited = 0;
    if (bwm->aabb_root >= n)
        return 0;
    stack[used] = bwm->aabb_root;
    level[used++] = 1;
    while (used) {
        uint32_t at = stack[--used], depth = level[used];
        const wm_kotor_aabb *node = &bwm->aabbs[at];
        if (++visited > n)
            return 0; /* cycle */
        if (depth > deepest)
            deepest = depth;
        if (node->face != WM_NO_INDEX)
            continue;
        if (node->left >= n || node->right >= n || used + 2 > n)
            return 0;
        stack[used] = node->right;
        level[used++] = depth + 1;
        stack[used] = node->left;
        level[used++] = depth + 1;
    }
    return deepest;
}

static void grow_bounds(wm_kotor_bwm_stats *s, wm_vec3 v, bool first)
{
    if (first)
        s->min = s->max = v;
    s->min.x = v.x < s->min.x ? v.x : s->min.x;
    s->min.y = v.y < s->min.y ? v.y : s->min.y;
    s->min.z = v.z < s->min.z ? v.z : s->min.z;
    s->max.x = v.x > s->max.x ? v.x : s->max.x;
    s->max.y = v.y > s->max.y ? v.y : s->max.y;
    s->max.z = v.z > s->max.z ? v.z : s->max.z;
}

wm_status wm_kotor_bwm_measure(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                               wm_kotor_bwm_stats *stats, wm_error *error)
{
    *stats = (wm_kotor_bwm_stats){.vertices = bwm->vertex_count,
                                  .faces = bwm->face_count,
                                  .edges = bwm->edge_count,
                                  .perimeters = bwm->perimeter_count,
                                  .aabbs = bwm->aabb_count};
    for (uint32_t i = 0; i < bwm->face_count; i++) {
        wm_vec3 v[3];
        uint32_t material = bwm->materials[i];
        *(material < WM_KOTOR_SURFACES ? &stats->material[material] : &stats->other) += 1;
        for (int k = 0; k < 3; k++) {
            v[k] = bwm->vertices[bwm->faces[i].vertex[k]];
            grow_bounds(stats, v[k], i == 0 && k == 0);
        }
        if (!wm_kotor_walkable(surfaces, material))
            continue;
        wmi_vec a = wmi_vec_of(v[0]);
        stats->walkable++;
        stats->walkable_m2 +=
            wmi_length(wmi_cross(wmi_sub(wmi_vec_of(v[1]), a), wmi_sub(wmi_vec_of(v[2]), a))) / 2;
    }
    for (uint32_t i = 0; i < bwm->edge_count; i++)
        stats->transitions += bwm->edges[i].transition != WM_NO_INDEX;

    wmi_arena scratch;
    wmi_arena_init(&scratch, &wmi_bwm_arena(bwm)->allocator, 0);
    uint32_t *region = wmi_arena_raw(&scratch, bwm->adjacency_count, sizeof *region);
    uint32_t *stack = wmi_arena_raw(&scratch, bwm->aabb_count, sizeof *stack);
    uint32_t *level = wmi_arena_raw(&scratch, bwm->aabb_count, sizeof *level);
    wm_status status = WM_OK;
    if (!region || !stack || !level) {
        status = wmi_arena_fail(&scratch, error, "");
    } else {
        stats->tree_depth = tree_depth(bwm, stack, level);
        status = wm_kotor_bwm_regions(bwm, region, &stats->regions, error);
    }
    wmi_arena_free(&scratch);
    return status;
}

/* ---- texts ------------------------------------------------------------- */

static void add_mesh(wm_kotor_bwm_stats *to, const wm_kotor_bwm_stats *s)
{
    to->vertices += s->vertices;
    to->faces += s->faces;
    to->edges += s->edges;
    to->perimeters += s->perimeters;
    to->aabbs += s->aabbs;
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        to->material[i] += s->material[i];
    to->other += s->other;
    grow_bounds(to, s->min, false);
    grow_bounds(to, s->max, false);
    to->walkable += s->walkable;
    to->transitions += s->transitions;
    to->regions += s->regions;
    to->walkable_m2 += s->walkable_m2;
    to->tree_depth = s->tree_depth > to->tree_depth ? s->tree_depth : to->tree_depth;
}

wm_status wm_kotor_bwm_text_measure(const wm_kotor_bwm_text *text,
                                    const wm_kotor_surfaces *surfaces, wm_kotor_bwm_stats *stats,
                                    wm_error *error)
{
    *stats = (wm_kotor_bwm_stats){0};
    for (uint32_t i = 0; i < text->mesh_count; i++) {
        wm_kotor_bwm_stats mesh;
        wm_status status = wm_kotor_bwm_measure(text->meshes[i].bwm, surfaces, &mesh, error);
        if (status != WM_OK)
            return status;
        if (!text->meshes[i].has_tree)
            mesh.aabbs = mesh.tree_depth = 0; /* built by this library: not in the text */
        if (i == 0)
            *stats = mesh;
        else
            add_mesh(stats, &mesh);
    }
    return WM_OK;
}
