/* Rebuilds everything derived from vertices, faces, materials and transitions. */
#include "kotor/bwm/rebuild.h"
#include "base/words.h"

/* The tables of the new document during the rebuild. The old document stays intact until
 * all of them are ready. */
typedef struct draft {
    wm_kotor_bwm next;
    uint32_t walkable;
    uint32_t *order;      /* old index of each new face */
    uint32_t *transition; /* by new edge index */
    bool moved;           /* the face order changed */
} draft;

static bool sort_faces(const wm_kotor_bwm *b, const wm_kotor_surfaces *surfaces, draft *d,
                       wmi_arena *arena, wmi_arena *scratch)
{
    uint32_t n = b->face_count, at = 0;
    uint32_t *number = wmi_arena_raw(scratch, n, sizeof *number); /* new index of each old face */
    d->order = wmi_arena_raw(scratch, n, sizeof *d->order);
    d->transition = wmi_arena_raw(scratch, (size_t)n * 3, sizeof *d->transition);
    d->next.faces = wmi_arena_raw(arena, n, sizeof *d->next.faces);
    d->next.materials = wmi_arena_raw(arena, n, sizeof *d->next.materials);
    if (!number || !d->order || !d->transition || !d->next.faces || !d->next.materials)
        return false;
    /* Objects have no adjacency rows that must match the faces, so their order stays. */
    bool area = b->type != WM_KOTOR_BWM_TYPE_OBJECT;
    for (int walkable = 1; walkable >= 0; walkable--) {
        for (uint32_t i = 0; i < n; i++) {
            bool first = !area || wm_kotor_walkable(surfaces, b->materials[i]);
            if (first != (walkable == 1))
                continue;
            d->moved |= at != i;
            d->order[at] = i;
            number[i] = at;
            d->next.faces[at] = b->faces[i];
            d->next.materials[at] = b->materials[i];
            at++;
        }
        if (walkable)
            d->walkable = at;
    }
    for (size_t e = 0; e < (size_t)n * 3; e++)
        d->transition[e] = WM_NO_INDEX;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        const wm_kotor_edge *e = &b->edges[i];
        if (e->edge / 3 < n && e->transition != WM_NO_INDEX)
            d->transition[number[e->edge / 3] * 3 + e->edge % 3] = e->transition;
    }
    return true;
}

static void face_corners(const wm_kotor_bwm *b, const wm_kotor_face *f, wm_vec3 v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = b->vertices[f->vertex[k]];
}

int64_t wmi_bwm_rounding(const wm_kotor_bwm *b)
{
    int64_t more = 0;
    for (uint32_t i = 0; i < b->face_count; i++) {
        wm_vec3 v[3];
        face_corners(b, &b->faces[i], v);
        wm_vec3 n1 = wmi_bwm_normal(v, WM_KOTOR_ROUNDING_K1),
                n2 = wmi_bwm_normal(v, WM_KOTOR_ROUNDING_K2);
        more += memcmp(&n2, &b->normals[i], sizeof n2) == 0;
        more -= memcmp(&n1, &b->normals[i], sizeof n1) == 0;
    }
    return more;
}

static bool make_planes(const wm_kotor_bwm *b, wm_kotor_rounding rounding, draft *d,
                        wmi_arena *arena)
{
    uint32_t n = b->face_count;
    d->next.normals = wmi_arena_raw(arena, n, sizeof *d->next.normals);
    d->next.distances = wmi_arena_raw(arena, n, sizeof *d->next.distances);
    if (!d->next.normals || !d->next.distances)
        return false;
    if (rounding == WM_KOTOR_ROUNDING_AUTO)
        rounding = wmi_bwm_rounding(b) > 0 ? WM_KOTOR_ROUNDING_K2 : WM_KOTOR_ROUNDING_K1;
    for (uint32_t i = 0; i < n; i++) {
        wm_vec3 v[3];
        face_corners(b, &d->next.faces[i], v);
        d->next.normals[i] = wmi_bwm_normal(v, rounding);
        d->next.distances[i] = wmi_bwm_distance(d->next.normals[i], v[0]);
    }
    return true;
}

static bool make_topology(draft *d, wmi_arena *arena, wmi_arena *scratch)
{
    wm_kotor_bwm *b = &d->next;
    uint32_t borders = 0;
    b->adjacency_count = d->walkable;
    b->adjacency = wmi_arena_raw(arena, d->walkable, sizeof *b->adjacency);
    uint8_t *seen = wmi_arena_raw(scratch, (size_t)d->walkable * 3, 1);
    if (!b->adjacency || !seen ||
        !wmi_bwm_link(b->faces, d->walkable, b->vertex_count, b->adjacency, NULL, scratch))
        return false;
    for (uint32_t e = 0; e < d->walkable * 3; e++)
        borders += b->adjacency[e / 3].edge[e % 3] == WM_NO_INDEX;
    b->edge_count = borders;
    b->edges = wmi_arena_raw(arena, borders, sizeof *b->edges);
    b->perimeters = wmi_arena_raw(arena, borders, sizeof *b->perimeters);
    if (!b->edges || !b->perimeters)
        return false;
    wmi_bwm_borders(b->adjacency, d->walkable, d->transition, seen, b->edges, b->perimeters,
                    &b->perimeter_count);
    return true;
}

/* Can the tree be kept? It must be depth first and complete, with each face in one leaf.
 * Its boxes and planes are not checked but kept as stored. */
static bool tree_is_valid(const wm_kotor_bwm *b, wmi_arena *scratch)
{
    uint32_t n = b->aabb_count;
    if (b->aabb_root != 0 || b->face_count == 0 || n != 2 * (uint64_t)b->face_count - 1)
        return false;
    uint8_t *held = wmi_arena_new(scratch, b->face_count, 1);
    uint32_t *end = wmi_arena_raw(scratch, n, sizeof *end); /* index after each node's subtree */
    if (!held || !end)
        return false;
    for (uint32_t i = n; i-- > 0;) {
        const wm_kotor_aabb *node = &b->aabbs[i];
        if (node->face != WM_NO_INDEX) {
            if (node->face >= b->face_count || held[node->face]++)
                return false;
            end[i] = i + 1;
        } else {
            if (node->left != i + 1 || i + 1 >= n || node->right != end[i + 1] || end[i + 1] >= n)
                return false;
            end[i] = end[node->right];
        }
    }
    return end[0] == n;
}

static bool make_tree(const wm_kotor_bwm *old, bool keep, draft *d, wmi_arena *arena,
                      wmi_arena *scratch)
{
    wm_kotor_bwm *b = &d->next;
    if (keep && !d->moved && tree_is_valid(old, scratch))
        return true;
    b->aabb_root = 0;
    b->aabb_count = b->face_count ? 2 * b->face_count - 1 : 0;
    b->aabbs = wmi_arena_raw(arena, b->aabb_count, sizeof *b->aabbs);
    return b->aabbs && wmi_bwm_tree(b, b->aabbs, scratch);
}

static void drop_area_tables(wm_kotor_bwm *b)
{
    b->aabb_count = b->adjacency_count = b->edge_count = b->perimeter_count = b->aabb_root = 0;
}

static wm_kotor_bwm_rebuild_result compare(const wm_kotor_bwm *old, const draft *d)
{
    const wm_kotor_bwm *now = &d->next;
    wm_kotor_bwm_rebuild_result r = {.reordered = d->moved};
    for (uint32_t i = 0; i < now->face_count; i++) {
        uint32_t was = d->order[i];
        r.normals += memcmp(&old->normals[was], &now->normals[i], sizeof *now->normals) != 0;
        r.distances +=
            memcmp(&old->distances[was], &now->distances[i], sizeof *now->distances) != 0;
    }
    r.aabbs = wmi_rows_apart(old->aabbs, old->aabb_count, now->aabbs, now->aabb_count,
                             sizeof *now->aabbs);
    r.adjacency = wmi_rows_apart(old->adjacency, old->adjacency_count, now->adjacency,
                                 now->adjacency_count, sizeof *now->adjacency);
    r.edges = wmi_rows_apart(old->edges, old->edge_count, now->edges, now->edge_count,
                             sizeof *now->edges);
    r.perimeters = wmi_rows_apart(old->perimeters, old->perimeter_count, now->perimeters,
                                  now->perimeter_count, sizeof *now->perimeters);
    return r;
}

wm_status wmi_bwm_rebuild(wm_kotor_bwm *bwm, const wm_kotor_bwm_rebuild_opts *opts,
                          wm_kotor_bwm_rebuild_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    static const wm_kotor_bwm_rebuild_opts defaults;
    const wm_kotor_bwm_rebuild_opts *o = opts ? opts : &defaults;
    wmi_arena *arena = wmi_bwm_arena(bwm), scratch;
    if (bwm->face_count > UINT32_MAX / 12)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "faces", "%s too many",
                        wmi_count(bwm->face_count, "face is", "faces are").text);
    draft d = {.next = *bwm};
    bool area = bwm->type != WM_KOTOR_BWM_TYPE_OBJECT;
    wmi_arena_init(&scratch, &arena->allocator, 0);
    bool good = sort_faces(bwm, o->surfaces, &d, arena, &scratch) &&
                make_planes(bwm, o->rounding, &d, arena);
    if (good && area)
        good =
            make_topology(&d, arena, &scratch) && make_tree(bwm, o->keep_tree, &d, arena, &scratch);
    if (!area)
        drop_area_tables(&d.next);
    if (good && result)
        *result = compare(bwm, &d);
    wmi_arena_free(&scratch);
    if (!good)
        return wmi_arena_fail(arena, error, "");
    *bwm = d.next;
    wm_kotor_bwm_pack(bwm);
    return WM_OK;
}

wm_status wm_kotor_bwm_rebuild(wm_kotor_bwm *bwm, const wm_kotor_bwm_rebuild_opts *opts,
                               wm_kotor_bwm_rebuild_result *result, wm_error *error)
{
    wm_status status = wmi_bwm_rebuild(bwm, opts, result, error);
    if (status == WM_OK)
        wmi_bwm_tidy(bwm);
    return status;
}
