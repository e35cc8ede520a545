/* Removes what the game does not need from a TRX. docs/formats/nwn2.md, "Baking". */
#include "nwn2/bake/bake.h"

/* Zeroes fields that have no meaning; returns the number of bytes that were not 0. */
static uint32_t wipe(uint8_t *bytes, size_t count)
{
    uint32_t garbage = 0;
    for (size_t i = 0; i < count; i++)
        garbage += bytes[i] != 0;
    memset(bytes, 0, count);
    return garbage;
}

static void wipe_garbage(wm_nwn2_aswm *a, wm_nwn2_trn_strip_result *r)
{
    size_t steps = (size_t)a->island_count * a->island_count;
    r->garbage += wipe(a->name, sizeof a->name);
    for (size_t i = 0; i < (size_t)a->grid_height * a->grid_width; i++)
        r->garbage += wipe(a->tiles[i].name, sizeof a->tiles[i].name);
    for (uint32_t i = 0; i < a->island_count; i++)
        r->garbage += wipe((uint8_t *)&a->islands[i].tile, sizeof a->islands[i].tile);
    for (size_t i = 0; i < steps; i++) {
        wm_nwn2_island_step *s = &a->island_table[i];
        r->garbage += wipe((uint8_t *)&s->padding, sizeof s->padding);
        if (s->next == WM_NWN2_NO_ISLAND)
            r->garbage += wipe((uint8_t *)&s->weight, sizeof s->weight);
    }
}

/* Keeps only the walkable triangles and their vertices. */
static wm_status drop(wm_nwn2_trn *trn, wmi_arena *scratch, wm_nwn2_trn_strip_result *r,
                      wm_error *error)
{
    wm_nwn2_aswm a = *trn->aswm;
    size_t tiles = (size_t)a.grid_height * a.grid_width;
    uint32_t before = a.triangle_count, vertices = 0;
    uint32_t *owner = wmi_arena_new(scratch, before, sizeof *owner);
    uint32_t *vertex = wmi_arena_new(scratch, a.vertex_count, sizeof *vertex);
    if (!owner || !vertex)
        return wmi_arena_fail(scratch, error, "");
    wm_nwn2_triangle *kept = wm_nwn2_trn_alloc(trn, before, sizeof *kept, error);
    wm_vec3 *points = wm_nwn2_trn_alloc(trn, a.vertex_count, sizeof *points, error);
    wm_nwn2_tile *grid = wm_nwn2_trn_alloc(trn, tiles, sizeof *grid, error);
    if (!kept || !points || !grid)
        return WM_NO_MEMORY;
    if (tiles)
        memcpy(grid, a.tiles, tiles * sizeof *grid);
    for (size_t i = 0; i < tiles; i++) {
        grid[i].vertices_count = grid[i].edges_count = 0; /* to be counted again */
        for (uint32_t k = 0; k < grid[i].triangles_count; k++)
            owner[grid[i].triangles_offset + k] = (uint32_t)i;
    }
    for (uint32_t i = 0; i < before; i++)
        if (!(a.triangles[i].flags & WM_NWN2_WALKABLE))
            owner[i] = WM_NO_INDEX;
    a.tiles = grid;
    wm_status status = wmi_aswm_regroup(&a, kept, owner, NULL, scratch, error);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; i < 3 * a.triangle_count; i++)
        vertex[kept[i / 3].vertex[i % 3]] = 1;
    for (uint32_t i = 0; i < a.vertex_count; i++)
        if (vertex[i]) {
            vertex[i] = vertices;
            points[vertices++] = a.vertices[i];
        }
    for (uint32_t i = 0; i < 3 * a.triangle_count; i++)
        kept[i / 3].vertex[i % 3] = vertex[kept[i / 3].vertex[i % 3]];
    r->triangles = before - a.triangle_count;
    r->vertices = a.vertex_count - vertices;
    a.vertices = points;
    a.vertex_count = vertices;
    a.edge_count = 0; /* all indices have changed */
    *trn->aswm = a;
    return WM_OK;
}

static void drop_packets(wm_nwn2_trn *trn, wm_nwn2_trn_strip_result *r)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const char *type = trn->packets[i].type;
        if (strcmp(type, "TRRN") == 0 || strcmp(type, "WATR") == 0)
            r->packets++;
        else
            trn->packets[kept++] = trn->packets[i];
    }
    trn->packet_count = kept;
}

/* New water for each packet, or NULL where there is none or it is dry. */
static wm_status make_water(wm_nwn2_trn *trn, wm_nwn2_watr **water, wm_nwn2_trn_strip_result *r,
                            wm_error *error)
{
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_watr *old = trn->packets[i].watr;
        bool done = false;
        if (!old || wmi_watr_is_dry(old))
            continue;
        water[i] = wm_nwn2_trn_alloc(trn, 1, sizeof *water[i], error);
        if (!water[i])
            return WM_NO_MEMORY;
        *water[i] = *old;
        wm_status status = wmi_watr_flatten(trn, water[i], &done, error);
        if (status != WM_OK)
            return status;
        r->water += done;
        r->garbage += wipe(water[i]->name, sizeof water[i]->name);
        r->garbage += wipe(water[i]->unknown, sizeof water[i]->unknown);
    }
    return WM_OK;
}

/* Water that nobody sees goes. */
static void take_water(wm_nwn2_trn *trn, wm_nwn2_watr *const *water, wm_nwn2_trn_strip_result *r)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        wm_nwn2_packet p = trn->packets[i];
        if (p.watr && !water[i]) {
            r->packets++;
            continue;
        }
        p.watr = water[i];
        trn->packets[kept++] = p;
    }
    trn->packet_count = kept;
}

wm_status wm_nwn2_trn_strip(wm_nwn2_trn *trn, const wm_nwn2_trn_strip_opts *opts,
                            wm_nwn2_trn_strip_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_nwn2_trn_strip_result made = {0};
    wmi_arena scratch;
    /* The steps replace arrays and change none in place, so this is enough to undo them. */
    wm_nwn2_aswm was = trn->aswm ? *trn->aswm : (wm_nwn2_aswm){0};
    /* Checks the vertex indices and the tiles, and turns a TRN into a TRX. */
    wm_status status = wmi_trn_rebuild(trn, NULL, NULL, error);
    if (status != WM_OK)
        return status;
    bool reduce = !opts || (!opts->packets && !opts->keep_water);
    wmi_arena_init(&scratch, &wmi_trn_of(trn)->arena.allocator, 0);
    wm_nwn2_watr **water = wmi_arena_new(&scratch, trn->packet_count, sizeof *water);
    status = water ? drop(trn, &scratch, &made, error) : wmi_arena_fail(&scratch, error, "");
    if (status == WM_OK)
        status = wmi_trn_rebuild(trn, NULL, NULL, error);
    if (status == WM_OK && reduce)
        status = make_water(trn, water, &made, error);
    if (status == WM_OK && reduce)
        take_water(trn, water, &made);
    wmi_arena_free(&scratch);
    if (status != WM_OK) {
        *trn->aswm = was;
        return status;
    }
    wipe_garbage(trn->aswm, &made);
    if (opts && opts->packets)
        drop_packets(trn, &made);
    if (result)
        *result = made;
    wmi_trn_tidy(trn);
    return WM_OK;
}
