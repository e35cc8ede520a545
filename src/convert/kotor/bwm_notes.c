/* Keeps what a rebuild would recompute when a KotOR walkmesh is exported to glTF and imported
 * unchanged: its tree of boxes, and normals that differ from the games' arithmetic. They are
 * stored in the extras of the mesh and used only while they still match. docs/gltf.md,
 * "Walkmeshes". */
#include <math.h>

#include "base/vec.h"
#include "convert/kotor/bwm_notes.h"
#include "kotor/bwm/rebuild.h"

/* The games' boxes are 0.01 wider than their contents. */
static const float slack = 0.02f;

enum { BOX = 6, PLANE = 5 };

/* ---- export ------------------------------------------------------------ */

/* Is the tree in depth-first order, as in all games and tools? Then the faces describe it fully. */
static bool is_preorder(const wm_kotor_bwm *b)
{
    if (b->aabb_root != 0 || b->aabb_count == 0 || b->aabb_count > UINT32_MAX / BOX)
        return false;
    for (uint32_t i = 0; i < b->aabb_count; i++) {
        const wm_kotor_aabb *n = &b->aabbs[i];
        if (n->unknown != 4 || (n->face == WM_NO_INDEX && n->left != i + 1))
            return false;
    }
    return true;
}

static void note_tree(wmi_bag *bag, const wm_kotor_bwm *b, wmi_arena *scratch)
{
    uint32_t n = b->aabb_count;
    if (!is_preorder(b))
        return;
    double *faces = wmi_arena_raw(scratch, n, sizeof *faces);
    float *boxes = wmi_arena_raw(scratch, BOX * (size_t)n, sizeof *boxes);
    uint32_t *planes = wmi_arena_raw(scratch, n, sizeof *planes);
    bag->failed = bag->failed || !faces || !boxes || !planes;
    for (uint32_t i = 0; !bag->failed && i < n; i++) {
        const wm_kotor_aabb *a = &b->aabbs[i];
        faces[i] = a->face == WM_NO_INDEX ? -1.0 : (double)a->face;
        planes[i] = a->plane;
        memcpy(boxes + BOX * (size_t)i, &a->min, sizeof a->min);
        memcpy(boxes + BOX * (size_t)i + 3, &a->max, sizeof a->max);
    }
    if (bag->failed)
        return;
    wmi_bag_numbers(bag, "aabb", faces, n);
    wmi_bag_floats(bag, "aabb_boxes", boxes, BOX * n);
    wmi_bag_uints(bag, "aabb_planes", planes, n);
}

static wm_vec3 computed(const wm_kotor_bwm *b, uint32_t face, wm_kotor_rounding rounding,
                        float *distance)
{
    const uint32_t *v = b->faces[face].vertex;
    const wm_vec3 corners[3] = {b->vertices[v[0]], b->vertices[v[1]], b->vertices[v[2]]};
    wm_vec3 normal = wmi_bwm_normal(corners, rounding);
    *distance = wmi_bwm_distance(normal, corners[0]);
    return normal;
}

static void note_normals(wmi_bag *bag, const wm_kotor_bwm *b, wmi_arena *scratch)
{
    wm_kotor_rounding rounding =
        wmi_bwm_rounding(b) > 0 ? WM_KOTOR_ROUNDING_K2 : WM_KOTOR_ROUNDING_K1;
    double *list = wmi_arena_raw(scratch, PLANE * (size_t)b->face_count, sizeof *list);
    uint32_t n = 0;
    bag->failed = bag->failed || !list;
    for (uint32_t i = 0; !bag->failed && i < b->face_count; i++) {
        float distance;
        wm_vec3 normal = computed(b, i, rounding, &distance);
        if (memcmp(&normal, &b->normals[i], sizeof normal) == 0 &&
            memcmp(&distance, &b->distances[i], sizeof distance) == 0)
            continue;
        const double row[PLANE] = {i, (double)b->normals[i].x, (double)b->normals[i].y,
                                   (double)b->normals[i].z, (double)b->distances[i]};
        memcpy(list + PLANE * (size_t)n++, row, sizeof row);
    }
    if (!bag->failed && n && n <= UINT32_MAX / PLANE)
        wmi_bag_numbers(bag, "normals", list, PLANE * n);
}

void wmi_bwm_note(wmi_bag *bag, const wm_kotor_bwm *b, wmi_arena *scratch)
{
    note_tree(bag, b, scratch);
    note_normals(bag, b, scratch);
}

/* ---- import: the tree -------------------------------------------------- */

/* Finds right children from the order of the nodes. Returns false if they do not form a tree. */
static bool link_tree(wm_kotor_aabb *nodes, uint32_t n, uint32_t *end)
{
    for (uint32_t i = n; i-- > 0;) {
        wm_kotor_aabb *a = &nodes[i];
        end[i] = i + 1;
        if (a->face != WM_NO_INDEX)
            continue;
        if (i + 1 >= n || end[i + 1] >= n)
            return false;
        a->left = i + 1;
        a->right = end[i + 1];
        end[i] = end[a->right];
    }
    return n > 0 && end[0] == n;
}

static bool tight(const wm_kotor_aabb *a, wm_vec3 min, wm_vec3 max)
{
    for (int k = 0; k < 3; k++) {
        float below = wmi_axis(min, k) - wmi_axis(a->min, k);
        float above = wmi_axis(a->max, k) - wmi_axis(max, k);
        if (!(below >= 0 && below <= slack && above >= 0 && above <= slack))
            return false;
    }
    return true;
}

static wm_vec3 each(wm_vec3 a, wm_vec3 b, float (*pick)(float, float))
{
    return (wm_vec3){pick(a.x, b.x), pick(a.y, b.y), pick(a.z, b.z)};
}

/* Does every box contain its contents with hardly any margin? Not if vertices were moved. */
static bool boxes_fit(const wm_kotor_bwm *b, const wm_kotor_aabb *nodes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const wm_kotor_aabb *a = &nodes[i];
        wm_vec3 min, max;
        if (a->face != WM_NO_INDEX) {
            const uint32_t *v = b->faces[a->face].vertex;
            wm_vec3 p = b->vertices[v[0]], q = b->vertices[v[1]], r = b->vertices[v[2]];
            min = each(each(p, q, wmi_minf), r, wmi_minf);
            max = each(each(p, q, wmi_maxf), r, wmi_maxf);
        } else {
            min = each(nodes[a->left].min, nodes[a->right].min, wmi_minf);
            max = each(nodes[a->left].max, nodes[a->right].max, wmi_maxf);
        }
        if (!tight(a, min, max))
            return false;
    }
    return true;
}

static wm_vec3 vec_of(const double v[3])
{
    return (wm_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

bool wmi_bwm_take_tree(wm_kotor_bwm *b, const wm_extras *extras, wmi_arena *scratch)
{
    if (b->face_count == 0 || b->face_count > UINT32_MAX / (2 * BOX))
        return true;
    uint32_t n = 2 * b->face_count - 1;
    const wm_extra *faces = wmi_extra_list(extras, "aabb", n);
    const wm_extra *boxes = wmi_extra_list(extras, "aabb_boxes", BOX * n);
    const wm_extra *planes = wmi_extra_list(extras, "aabb_planes", n);
    if (!faces || !boxes || !planes)
        return true;
    wm_kotor_aabb *nodes = wmi_arena_raw(wmi_bwm_arena(b), n, sizeof *nodes);
    uint32_t *end = wmi_arena_raw(scratch, n, sizeof *end);
    if (!nodes || !end)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const double *box = boxes->numbers + BOX * (size_t)i;
        wm_kotor_aabb *a = &nodes[i];
        *a = (wm_kotor_aabb){vec_of(box), vec_of(box + 3), WM_NO_INDEX, 4,
                             0,           WM_NO_INDEX,     WM_NO_INDEX};
        if (!wmi_extra_u32(planes->numbers[i], &a->plane))
            return true;
        if (faces->numbers[i] < 0)
            continue;
        if (!wmi_extra_u32(faces->numbers[i], &a->face) || a->face >= b->face_count)
            return true;
    }
    if (!link_tree(nodes, n, end) || !boxes_fit(b, nodes, n))
        return true;
    b->aabbs = nodes;
    b->aabb_count = n;
    return true;
}

/* ---- import: normals --------------------------------------------------- */

/* True if only rounded differently, or if the face has no normal. */
static bool may_be(const wm_kotor_bwm *b, uint32_t face, wm_vec3 normal, float distance)
{
    wm_vec3 made = b->normals[face];
    const uint32_t *v = b->faces[face].vertex;
    wmi_vec p = wmi_vec_of(b->vertices[v[0]]);
    wmi_vec side = wmi_cross(wmi_sub(wmi_vec_of(b->vertices[v[1]]), p),
                             wmi_sub(wmi_vec_of(b->vertices[v[2]]), p));
    if (wmi_dot(side, side) < 1e-8)
        return true;
    return fabsf(made.x - normal.x) < 1e-3f && fabsf(made.y - normal.y) < 1e-3f &&
           fabsf(made.z - normal.z) < 1e-3f &&
           fabsf(b->distances[face] - distance) < 1e-3f * (1 + fabsf(distance));
}

void wmi_bwm_take_normals(wm_kotor_bwm *b, const wm_extras *extras, const wmi_soup *soup)
{
    const wm_extra *e = wmi_extra_list(extras, "normals", 0);
    for (uint32_t i = 0; e && i + PLANE <= e->count; i += PLANE) {
        const double *row = e->numbers + i;
        uint32_t face;
        if (!wmi_extra_u32(row[0], &face) || face >= b->face_count)
            continue;
        wm_vec3 normal = vec_of(row + 1);
        bool same = memcmp(b->faces[face].vertex, soup->triangles[face].vertex,
                           sizeof b->faces[face].vertex) == 0;
        if (same && may_be(b, face, normal, (float)row[4])) {
            b->normals[face] = normal;
            b->distances[face] = (float)row[4];
        }
    }
}
