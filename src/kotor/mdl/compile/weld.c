/* Builds vertices from corners: a vertex of a compiled mesh is a position with one
 * normal, one texture vertex per set and one set of weights.
 * docs/formats/kotor-mdl-ascii.md, "Compiling". */
#include "base/sort.h"
#include "kotor/mdl/compile/compile.h"

enum { UV_SETS = 4 };

bool wmi_source_listed(const wmi_source_mesh *source)
{
    for (uint32_t f = 0; f < source->face_count; f++) {
        const wmi_source_face *face = &source->faces[f];
        for (int k = 0; k < 3; k++) {
            for (int set = 0; set < UV_SETS; set++)
                if (face->uv[set][k] != WM_NO_INDEX && face->uv[set][k] != face->vertex[k])
                    return false;
            if (face->colour[k] != WM_NO_INDEX && face->colour[k] != face->vertex[k])
                return false;
        }
    }
    return true;
}

/* Sort buffers for all corners, and the class of each corner: the lowest corner in it. */
typedef struct classes {
    uint32_t count; /* number of corners */
    uint32_t *of_corner;
    uint64_t *order, *spare;
} classes;

/* Splits the classes by another number of each corner. */
static void refine(classes *c, const uint32_t *number)
{
    for (uint32_t i = 0; i < c->count; i++)
        c->order[i] = (uint64_t)number[i] << 32 | i;
    wmi_sort_high(c->order, c->spare, c->count);
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t corner = (uint32_t)c->order[i];
        c->order[i] = (uint64_t)c->of_corner[corner] << 32 | corner;
    }
    wmi_sort_high(c->order, c->spare, c->count);
    uint32_t lowest = 0, class = 0, last = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t corner = (uint32_t)c->order[i];
        if (i == 0 || c->of_corner[corner] != class || number[corner] != last) {
            lowest = corner;
            class = c->of_corner[corner];
            last = number[corner];
        }
        c->of_corner[corner] = lowest;
    }
}

/* ---- equal data in the source ------------------------------------------ */

static bool same_weights(const wmi_source_mesh *s, uint32_t a, uint32_t b)
{
    if (s->weights) {
        const wmi_source_weights *x = &s->weights[a], *y = &s->weights[b];
        if (x->count != y->count)
            return false;
        for (uint32_t i = 0; i < x->count; i++)
            if (x->name[i] != y->name[i] || x->weight[i] != y->weight[i])
                return false;
    }
    if (s->normals && memcmp(&s->normals[a], &s->normals[b], sizeof *s->normals) != 0)
        return false;
    return !s->constraints || s->constraints[a] == s->constraints[b];
}

static bool same_vertices(const wmi_source_mesh *s, uint32_t *ids, wmi_arena *scratch)
{
    if (!wmi_same_positions(s->vertices, s->vertex_count, ids, scratch))
        return false;
    for (uint32_t v = 0; v < s->vertex_count; v++)
        if (!same_weights(s, v, ids[v]))
            ids[v] = v;
    return true;
}

static bool refine_by_vectors(classes *c, const wm_vec3 *vectors, uint32_t count, uint32_t *number,
                              wmi_arena *scratch)
{
    uint32_t *ids = wmi_arena_raw(scratch, count, sizeof *ids);
    if (!ids || !wmi_same_positions(vectors, count, ids, scratch))
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        number[i] = number[i] < count ? ids[number[i]] : WM_NO_INDEX;
    refine(c, number);
    return true;
}

/* Compares texture vertices and colours by value, not by index. */
static bool refine_by_maps(classes *c, const wmi_source_mesh *s, wmi_arena *scratch)
{
    uint32_t *number = wmi_arena_raw(scratch, c->count, sizeof *number);
    if (!number)
        return false;
    for (int set = 0; set < UV_SETS; set++) {
        if (!s->uv_count[set])
            continue;
        wm_vec3 *flat = wmi_arena_new(scratch, s->uv_count[set], sizeof *flat);
        if (!flat)
            return false;
        for (uint32_t t = 0; t < s->uv_count[set]; t++)
            flat[t] = (wm_vec3){s->uvs[set][t][0], s->uvs[set][t][1], 0};
        for (uint32_t i = 0; i < c->count; i++)
            number[i] = s->faces[i / 3].uv[set][i % 3];
        if (!refine_by_vectors(c, flat, s->uv_count[set], number, scratch))
            return false;
    }
    if (!s->colour_count)
        return true;
    for (uint32_t i = 0; i < c->count; i++)
        number[i] = s->faces[i / 3].colour[i % 3];
    return refine_by_vectors(c, s->colours, s->colour_count, number, scratch);
}

/* ---- vertices ------------------------------------------------------------ */

/* Numbers vertices in source order: by `place` of each corner, then by lowest corner.
 * Listed vertices that no face uses are kept. */
static bool number_vertices(const classes *c, const uint32_t *place, bool listed,
                            uint32_t vertex_count, wmi_weld *weld, wmi_arena *scratch)
{
    size_t most = (size_t)c->count + vertex_count;
    uint64_t *order = wmi_arena_raw(scratch, most, sizeof *order);
    uint64_t *spare = wmi_arena_raw(scratch, most, sizeof *spare);
    bool *used = wmi_arena_new(scratch, vertex_count, sizeof *used);
    weld->vertex = wmi_arena_raw(scratch, most, sizeof *weld->vertex);
    weld->corner = wmi_arena_raw(scratch, most, sizeof *weld->corner);
    weld->of_corner = wmi_arena_raw(scratch, c->count, sizeof *weld->of_corner);
    if (!order || !spare || !used || !weld->vertex || !weld->corner || !weld->of_corner)
        return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        used[place[i]] = true;
        if (c->of_corner[i] == i)
            order[count++] = (uint64_t)place[i] << 32 | i;
    }
    for (uint32_t v = 0; listed && v < vertex_count; v++)
        if (!used[v])
            order[count++] = (uint64_t)v << 32 | WM_NO_INDEX;
    wmi_sort_high(order, spare, count);
    weld->count = count;
    for (uint32_t n = 0; n < count; n++) {
        weld->vertex[n] = (uint32_t)(order[n] >> 32);
        weld->corner[n] = (uint32_t)order[n];
        if (weld->corner[n] != WM_NO_INDEX)
            weld->of_corner[weld->corner[n]] = n;
    }
    for (uint32_t i = 0; i < c->count; i++)
        weld->of_corner[i] = weld->of_corner[c->of_corner[i]];
    return true;
}

/* Is each vertex in only one set? If so, vertices are already classes and only need
 * their lowest corners. */
static bool one_set_each(classes *c, const uint32_t *place, const uint32_t *sets,
                         uint32_t *first_corner, uint32_t vertex_count)
{
    memset(first_corner, 0xFF, vertex_count * sizeof *first_corner);
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t *first = &first_corner[place[i]];
        if (*first == WM_NO_INDEX)
            *first = i;
        else if (sets && sets[i] != sets[*first])
            return false;
    }
    for (uint32_t i = 0; i < c->count; i++)
        c->of_corner[i] = first_corner[place[i]];
    return true;
}

bool wmi_weld_mesh(const wmi_source_mesh *s, const uint32_t *sets, wmi_weld *weld,
                   wmi_arena *scratch)
{
    bool listed = wmi_source_listed(s);
    classes c = {.count = 3 * s->face_count};
    uint32_t *place = wmi_arena_raw(scratch, c.count, sizeof *place);
    uint32_t *ids = wmi_arena_raw(scratch, s->vertex_count, sizeof *ids);
    uint32_t *first = wmi_arena_raw(scratch, s->vertex_count, sizeof *first);
    c.of_corner = wmi_arena_raw(scratch, c.count, sizeof *c.of_corner);
    c.order = wmi_arena_raw(scratch, c.count, sizeof *c.order);
    c.spare = wmi_arena_raw(scratch, c.count, sizeof *c.spare);
    if (!place || !ids || !first || !c.of_corner || !c.order || !c.spare)
        return false;
    if (!listed && !same_vertices(s, ids, scratch))
        return false;
    for (uint32_t i = 0; i < c.count; i++) {
        uint32_t v = s->faces[i / 3].vertex[i % 3];
        c.of_corner[i] = place[i] = listed ? v : ids[v];
    }
    /* Given normals split nothing. */
    if (!one_set_each(&c, place, s->normals ? NULL : sets, first, s->vertex_count))
        refine(&c, sets);
    if (!listed && !refine_by_maps(&c, s, scratch))
        return false;
    return number_vertices(&c, place, listed, s->vertex_count, weld, scratch);
}
