/* Bakes a walkmesh: the order of the steps. docs/formats/nwn2.md, "Baking". */
#include "nwn2/bake/bake.h"

#include "base/vec.h"
#include "base/words.h"

/* Memory limit of a bake in bytes: the island table takes 8 for each pair. */
#define BAKE_LIMIT ((uint64_t)1 << 30)

void *wmi_bake_new(wmi_baker *b, size_t count, size_t size)
{
    void *p = wmi_arena_new(&b->scratch, count, size);
    if (!p)
        wmi_arena_fail(&b->scratch, b->error, "");
    return p;
}

void *wmi_bake_keep(wmi_baker *b, size_t count, size_t size)
{
    wmi_arena *arena = &wmi_trn_of(b->trn)->arena;
    void *p = wmi_arena_raw(arena, count, size);
    if (!p)
        wmi_arena_fail(arena, b->error, "");
    return p;
}

wm_status wmi_aswm_refuse(const wm_nwn2_aswm *a, wm_error *error)
{
    if (!(a->tile_width > 0) || !isfinite(a->tile_width))
        return wmi_fail(error, WM_BAD_VALUE, "ASWM.tile_width", "%g is not a width in metres",
                        (double)a->tile_width);
    if ((size_t)a->grid_height * a->grid_width == 0 && a->triangle_count)
        return wmi_fail(error, WM_BAD_VALUE, "ASWM.tiles", "a grid of %lu x %lu has no tiles",
                        (ul)a->grid_width, (ul)a->grid_height);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = a->triangles[i].vertex[k];
            if (v >= a->vertex_count)
                return wmi_fail(error, WM_BAD_VALUE, "ASWM.triangles",
                                "triangle %lu uses vertex %lu, but %s", (ul)i, (ul)v,
                                wmi_only(a->vertex_count, "vertex", "vertices").text);
            if (!wmi_finite(a->vertices[v]))
                return wmi_fail(error, WM_BAD_VALUE, "ASWM.vertices",
                                "vertex %lu of triangle %lu is not finite", (ul)v, (ul)i);
        }
    return WM_OK;
}

/* The document must not change until the bake is complete, so triangles and tiles are copied. */
static wm_status copy_old(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    wm_nwn2_triangle *triangles = wmi_bake_keep(b, a->triangle_count, sizeof *triangles);
    wm_nwn2_tile *tiles = wmi_bake_keep(b, b->tile_count, sizeof *tiles);
    b->same = wmi_bake_new(b, a->triangle_count, sizeof *b->same);
    b->tile = wmi_bake_new(b, a->triangle_count, sizeof *b->tile);
    if (!triangles || !tiles || !b->same || !b->tile)
        return WM_NO_MEMORY;
    if (a->triangle_count)
        memcpy(triangles, a->triangles, a->triangle_count * sizeof *triangles);
    if (b->tile_count)
        memcpy(tiles, a->tiles, b->tile_count * sizeof *tiles);
    a->triangles = triangles;
    a->tiles = tiles;
    a->tiles_flags = WM_NWN2_TRX_TILES;
    a->version = WM_NWN2_ASWM_VERSION;
    a->owns_data = 1;
    a->triangles_offset = 0;
    return WM_OK;
}

static wm_status bake(wmi_baker *b, bool assign)
{
    wm_status status = wmi_aswm_refuse(&b->a, b->error);
    if (status == WM_OK)
        status = copy_old(b);
    if (status == WM_OK)
        status = wmi_bake_numbers(b);
    if (status == WM_OK)
        status = wmi_bake_owners(b, assign);
    if (status == WM_OK)
        status = wmi_bake_vertices(b);
    if (status == WM_OK)
        status = wmi_bake_links(b);
    if (status == WM_OK)
        status = wmi_bake_tables(b);
    if (status == WM_OK)
        status = wmi_bake_islands(b);
    return status;
}

wm_status wmi_trn_rebuild(wm_nwn2_trn *trn, const wm_nwn2_trn_rebuild_opts *opts,
                          wm_nwn2_trn_rebuild_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (!trn->aswm)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "there is no walkmesh (ASWM) to bake");
    wmi_baker b = {.trn = trn, .a = *trn->aswm, .old = trn->aswm, .error = error};
    b.tile_count = (size_t)b.a.grid_height * b.a.grid_width;
    b.keep_border = opts && opts->keep_border;
    b.old_edges = b.a.edges;
    b.old_edge_count = b.a.edge_count;
    wmi_arena_init(&b.scratch, &wmi_trn_of(trn)->arena.allocator, 0);
    /* The document's limit was set for reading it. Tables grow with the square of the nodes
     * and islands, so a bake needs its own limit. */
    wmi_arena *arena = &wmi_trn_of(trn)->arena;
    uint64_t limit = arena->limit;
    arena->limit = b.scratch.limit = arena->used + BAKE_LIMIT;
    wm_status status = bake(&b, opts && opts->assign_tiles);
    arena->limit = limit && limit < arena->used ? arena->used : limit;
    if (status == WM_OK) {
        *trn->aswm = b.a;
        if (result)
            *result = b.result;
    }
    wmi_arena_free(&b.scratch);
    return status;
}

wm_status wm_nwn2_trn_rebuild(wm_nwn2_trn *trn, const wm_nwn2_trn_rebuild_opts *opts,
                              wm_nwn2_trn_rebuild_result *result, wm_error *error)
{
    wm_status status = wmi_trn_rebuild(trn, opts, result, error);
    if (status == WM_OK)
        wmi_trn_tidy(trn);
    return status;
}
