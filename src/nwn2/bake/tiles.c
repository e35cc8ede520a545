/* Assigns triangles to tiles: tiles keep what they own, new meshes are distributed by the
 * centres of their triangles, and triangles in the border of an exterior are dropped.
 * docs/formats/nwn2.md, "Baking". */
#include "nwn2/bake/bake.h"

bool wmi_aswm_ranges(const wm_nwn2_aswm *a)
{
    uint32_t next = 0;
    for (size_t i = 0; i < (size_t)a->grid_height * a->grid_width; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        if (t->triangles_count == 0)
            continue;
        if (t->triangles_offset != next || t->triangles_count > a->triangle_count - next)
            return false;
        next += t->triangles_count;
    }
    return next == a->triangle_count;
}

wm_status wmi_aswm_regroup(wm_nwn2_aswm *a, wm_nwn2_triangle *sorted, const uint32_t *owner,
                           uint32_t *number, wmi_arena *scratch, wm_error *error)
{
    size_t tiles = (size_t)a->grid_height * a->grid_width;
    uint32_t *next = wmi_arena_new(scratch, tiles + 1, sizeof *next), total = 0;
    if (!next)
        return wmi_arena_fail(scratch, error, "");
    for (uint32_t i = 0; i < a->triangle_count; i++)
        if (owner[i] != WM_NO_INDEX)
            next[owner[i]]++;
    for (size_t i = 0; i < tiles; i++) {
        a->tiles[i].triangles_offset = total;
        a->tiles[i].triangles_count = next[i];
        total += next[i];
        next[i] = a->tiles[i].triangles_offset;
    }
    if (!tiles) { /* nobody owns the triangles, but they stay */
        total = next[0];
        next[0] = 0;
    }
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        uint32_t to = owner[i] == WM_NO_INDEX ? WM_NO_INDEX : next[owner[i]]++;
        if (to != WM_NO_INDEX)
            sorted[to] = a->triangles[i];
        if (number)
            number[i] = to;
    }
    a->triangles = sorted;
    a->triangle_count = total;
    a->bad_count = 0; /* they have other numbers, and are written as the points that they became */
    return WM_OK;
}

uint32_t wmi_aswm_tile_at(const wm_nwn2_aswm *a, const float centre[2])
{
    double x = (double)centre[0] / (double)a->tile_width;
    double y = (double)centre[1] / (double)a->tile_width;
    uint32_t column = x <= 0 ? 0 : x < (double)a->grid_width ? (uint32_t)x : a->grid_width - 1;
    uint32_t row = y <= 0 ? 0 : y < (double)a->grid_height ? (uint32_t)y : a->grid_height - 1;
    return row * a->grid_width + column;
}

static bool in_border(const wm_nwn2_aswm *a, const float centre[2])
{
    double width = (double)a->tile_width, low = a->border * width;
    double right = a->grid_width * width - low, top = a->grid_height * width - low;
    double x = (double)centre[0], y = (double)centre[1];
    return x < low || y < low || x >= right || y >= top;
}

/* Updates the per-triangle marks and the edges after the triangles were renumbered. */
static wm_status follow(wmi_baker *b, const uint32_t *number, uint32_t before)
{
    bool *same = wmi_bake_new(b, b->a.triangle_count, sizeof *same);
    wm_nwn2_edge *edges = wmi_bake_new(b, b->old_edge_count, sizeof *edges);
    if (!same || !edges)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < before; i++)
        if (number[i] != WM_NO_INDEX)
            same[number[i]] = b->same[i];
    for (uint32_t i = 0; i < b->old_edge_count; i++) {
        edges[i] = b->old_edges[i];
        for (int k = 0; k < 2; k++) {
            uint32_t *t = &edges[i].triangle[k];
            *t = *t < before ? number[*t] : WM_NO_INDEX;
        }
    }
    b->same = same;
    b->old_edges = edges;
    return WM_OK;
}

static wm_status regroup(wmi_baker *b, const uint32_t *owner)
{
    uint32_t before = b->a.triangle_count;
    wm_nwn2_triangle *sorted = wmi_bake_keep(b, before, sizeof *sorted);
    uint32_t *number = wmi_bake_new(b, before, sizeof *number);
    if (!sorted || !number)
        return WM_NO_MEMORY;
    wm_status status = wmi_aswm_regroup(&b->a, sorted, owner, number, &b->scratch, b->error);
    return status == WM_OK ? follow(b, number, before) : status;
}

static void fill_tiles(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    uint32_t next = 0;
    for (size_t i = 0; i < b->tile_count; i++) {
        a->tiles[i].triangles_offset = next; /* also for empty tiles */
        for (uint32_t k = 0; k < a->tiles[i].triangles_count; k++)
            b->tile[next++] = (uint32_t)i;
    }
}

wm_status wmi_bake_owners(wmi_baker *b, bool assign)
{
    wm_nwn2_aswm *a = &b->a;
    uint32_t *owner = wmi_bake_new(b, a->triangle_count, sizeof *owner);
    bool drop = false;
    if (!owner)
        return WM_NO_MEMORY;
    b->result.assigned = assign || !wmi_aswm_ranges(a);
    for (size_t i = 0; !b->result.assigned && i < b->tile_count; i++)
        for (uint32_t k = 0; k < a->tiles[i].triangles_count; k++)
            owner[a->tiles[i].triangles_offset + k] = (uint32_t)i;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        const uint32_t *v = t->vertex;
        if (b->result.assigned)
            owner[i] = wmi_aswm_tile_at(a, t->centre);
        bool outside = a->border && !b->keep_border && in_border(a, t->centre);
        bool flat = v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
        b->result.outside += outside;
        b->result.degenerate += flat && !outside;
        if (outside || flat) {
            owner[i] = WM_NO_INDEX;
            drop = true;
        }
    }
    wm_status status = drop || b->result.assigned ? regroup(b, owner) : WM_OK;
    if (status == WM_OK)
        fill_tiles(b);
    return status;
}
