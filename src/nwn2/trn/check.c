/* Checks terrain files: the container, and the rules for packets. docs/formats/nwn2.md. */
#include <stdio.h>

#include "base/words.h"
#include "nwn2/aswm/check.h"

void *wmi_aswm_check_new(wmi_aswm_checker *c, size_t count, size_t size)
{
    void *data = wmi_arena_new(c->scratch, count, size);
    c->out_of_memory |= !data;
    return data;
}

uint32_t wmi_aswm_neighbour(const wm_nwn2_aswm *a, uint32_t triangle, uint32_t i)
{
    uint32_t to = a->triangles[triangle].linked_triangles[i];
    if (to >= a->triangle_count || to == triangle)
        return WM_NO_INDEX;
    return a->triangles[triangle].flags & a->triangles[to].flags & WM_NWN2_WALKABLE ? to
                                                                                    : WM_NO_INDEX;
}

wm_vec3 wmi_aswm_place(const wm_nwn2_aswm *a, uint32_t triangle)
{
    wmi_vec sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = wmi_add(sum, wmi_vec_of(a->vertices[a->triangles[triangle].vertex[k]]));
    return wmi_vec_float(wmi_scale(sum, 1.0 / 3));
}

wmi_where wmi_aswm_at(const wm_nwn2_aswm *a, uint32_t triangle, const char *field)
{
    wmi_where where = wmi_at(WM_NO_OFFSET, "ASWM.triangles[%lu].%s", (ul)triangle, field);
    wm_vec3 place = wmi_aswm_place(a, triangle);
    return wmi_finite(place) ? wmi_placed(where, place) : where;
}

wmi_where wmi_aswm_at_tile(const wmi_aswm_checker *c, size_t tile, const char *field)
{
    const wm_nwn2_aswm *a = c->a;
    wmi_where where = wmi_at(WM_NO_OFFSET, "ASWM.tiles[%zu].%s", tile, field);
    double width = (double)a->tile_width;
    if (!(width > 0 && width < 1e6))
        return where;
    return wmi_placed(where, (wm_vec3){(float)(((double)(tile % a->grid_width) + 0.5) * width),
                                       (float)(((double)(tile / a->grid_width) + 0.5) * width), 0});
}

bool wmi_aswm_differs(wmi_aswm_checker *c, const float *found, const float *right, int count,
                      double tolerance)
{
    if (memcmp(found, right, (size_t)count * sizeof *found) == 0)
        return false;
    for (int i = 0; i < count; i++)
        if (!(fabs((double)found[i] - (double)right[i]) <= tolerance))
            return true;
    c->rounded++;
    return false;
}

/* ---- packets ---- */

static void check_container(const wm_nwn2_trn *trn, wm_report *report)
{
    uint32_t last = 0, meshes = 0, sizes = 0;
    bool ordered = true;
    if (trn->major != 2 || trn->minor != 3)
        wmi_report(report, WM_NWN2_FILE_VERSION, wmi_at(4, "version"),
                   "%u.%u is unknown, expected 2.3", (unsigned)trn->major, (unsigned)trn->minor);
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        if (memcmp(p->type, p->stored_type, 4) != 0)
            wmi_report(report, WM_NWN2_PACKET_TYPE, wmi_at(p->offset, "packets[%lu].type", (ul)i),
                       "the type is \"%s\" in the table but \"%s\" in the packet", p->type,
                       p->stored_type);
        ordered &= p->offset == 0 || p->offset > last;
        last = p->offset;
        meshes += memcmp(p->type, "ASWM", 4) == 0;
        sizes += memcmp(p->type, "TRWH", 4) == 0;
    }
    if (!ordered)
        wmi_report(report, WM_NWN2_PACKET_ORDER, wmi_at(12, "packets"),
                   "the packets are not in the order of the table");
    if (trn->unclaimed)
        wmi_report(report, WM_NWN2_UNCLAIMED, wmi_nowhere(), "%s to no packet",
                   wmi_count(trn->unclaimed, "byte belongs", "bytes belong").text);
    if (meshes > 1 || sizes > 1)
        wmi_report(report, WM_NWN2_PACKET_DOUBLED, wmi_at(12, "packets"),
                   "%lu ASWM and %lu TRWH packets; the first of each is used", (ul)meshes,
                   (ul)sizes);
    if (!trn->aswm && (trn->trwh || trn->packet_count == 0))
        wmi_report(report, WM_NWN2_NO_WALKMESH, wmi_at(12, "packets"),
                   "the file has no walkmesh (ASWM packet)");
}

static void check_extra(wm_report *report, uint32_t i, const char *type, wm_nwn2_bytes extra)
{
    if (extra.size)
        wmi_report(report, WM_NWN2_PACKET_EXTRA, wmi_at(WM_NO_OFFSET, "packets[%lu].extra", (ul)i),
                   "%s after the content of the %s packet",
                   wmi_count(extra.size, "byte", "bytes").text, type);
}

static void check_water(const wm_nwn2_trn *trn, uint32_t i, wm_report *report)
{
    const wm_nwn2_watr *w = trn->packets[i].watr;
    uint32_t odd = 0, lost = 0;
    for (uint32_t k = 0; k < w->triangle_count; k++)
        odd += w->triangle_flags[k] > 1;
    for (uint32_t k = 0; k < w->vertex_count; k++)
        lost += !wmi_finite(w->vertices[k].position);
    if (odd)
        wmi_report(report, WM_NWN2_WATER_FLAG,
                   wmi_at(WM_NO_OFFSET, "packets[%lu].triangle_flags", (ul)i),
                   "%s %s neither 0 nor 1", wmi_part(odd, w->triangle_count, "flag", "flags").text,
                   wmi_plural(odd, "is", "are"));
    if (lost)
        wmi_report(report, WM_NWN2_SCENERY_NOT_FINITE,
                   wmi_at(WM_NO_OFFSET, "packets[%lu].vertices", (ul)i), "%s not finite",
                   wmi_count(lost, "water vertex is", "water vertices are").text);
    if (trn->trwh && (w->x >= trn->trwh->width || w->y >= trn->trwh->height))
        wmi_report(report, WM_NWN2_WATER_TILE, wmi_at(WM_NO_OFFSET, "packets[%lu].x", (ul)i),
                   "the water belongs to tile %lu,%lu, but the area has %lu x %lu tiles", (ul)w->x,
                   (ul)w->y, (ul)trn->trwh->width, (ul)trn->trwh->height);
    check_extra(report, i, "WATR", w->extra);
}

static void check_ground(const wm_nwn2_trrn *t, uint32_t i, wm_report *report)
{
    uint32_t lost = 0;
    for (uint32_t k = 0; k < t->vertex_count; k++)
        lost += !wmi_finite(t->vertices[k].position);
    if (lost)
        wmi_report(report, WM_NWN2_SCENERY_NOT_FINITE,
                   wmi_at(WM_NO_OFFSET, "packets[%lu].vertices", (ul)i), "%s not finite",
                   wmi_count(lost, "ground vertex is", "ground vertices are").text);
    check_extra(report, i, "TRRN", t->extra);
}

/* ---- the walkmesh ---- */

static bool zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static void check_header(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    size_t garbage = !zero(a->name, sizeof a->name);
    if (a->version != WM_NWN2_ASWM_VERSION)
        wmi_report(c->report, WM_NWN2_ASWM_VERSION_OLD, wmi_at(WM_NO_OFFSET, "ASWM.version"),
                   "0x%lx becomes 0x6c when the file is written", (ul)a->version);
    if (!a->compressed)
        wmi_report(c->report, WM_NWN2_ASWM_PLAIN, wmi_at(WM_NO_OFFSET, "ASWM"),
                   "the walkmesh is not compressed");
    if (a->owns_data != 1 || a->triangles_offset != 0)
        wmi_report(c->report, WM_NWN2_ASWM_HEADER, wmi_at(WM_NO_OFFSET, "ASWM.owns_data"),
                   "owns_data is %u and triangles_offset %lu, expected 1 and 0",
                   (unsigned)a->owns_data, (ul)a->triangles_offset);
    if (a->tiles_flags != WM_NWN2_TRX_TILES && a->tiles_flags != WM_NWN2_TRN_TILES)
        wmi_report(c->report, WM_NWN2_TILES_FLAGS, wmi_at(WM_NO_OFFSET, "ASWM.tiles_flags"),
                   "%lu is unknown, expected 31 (TRX) or 15 (TRN)", (ul)a->tiles_flags);
    if (!(a->tile_width > 0 && a->tile_width < 1e6f))
        wmi_report(c->report, WM_NWN2_TILE_WIDTH, wmi_at(WM_NO_OFFSET, "ASWM.tile_width"),
                   "%g m is not a valid tile width", (double)a->tile_width);
    for (size_t i = 0; i < c->tile_count; i++)
        garbage += !zero(a->tiles[i].name, sizeof a->tiles[i].name);
    if (garbage)
        wmi_report(c->report, WM_NWN2_GARBAGE_NAME, wmi_at(WM_NO_OFFSET, "ASWM.name"), "%s garbage",
                   wmi_count(garbage, "name holds", "names hold").text);
}

static void check_walkmesh(const wm_nwn2_trn *trn, uint32_t packet, wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    check_header(c);
    check_extra(c->report, packet, "ASWM", a->extra);
    /* Interiors only: exteriors count megatiles, and no files of an exterior were available. */
    if (trn->trwh && a->tile_width == 9 &&
        (trn->trwh->width != a->grid_width || trn->trwh->height != a->grid_height))
        wmi_report(c->report, WM_NWN2_GRID_SIZE, wmi_at(WM_NO_OFFSET, "TRWH.width"),
                   "the area has %lu x %lu tiles, its walkmesh %lu x %lu", (ul)trn->trwh->width,
                   (ul)trn->trwh->height, (ul)a->grid_width, (ul)a->grid_height);
    wmi_aswm_check_edges(c);
    wmi_aswm_check_links(c);
    wmi_aswm_check_triangles(c);
    wmi_aswm_check_ranges(c);
    if (!c->out_of_memory)
        wmi_aswm_check_tiles(c);
    if (c->trx && !c->out_of_memory) {
        wmi_aswm_check_seams(c);
        wmi_aswm_check_islands(c);
        wmi_aswm_check_steps(c);
    }
    if (c->rounded)
        wmi_report(c->report, WM_NWN2_ROUNDED, wmi_at(WM_NO_OFFSET, "ASWM"),
                   "%s not rounded as in the game",
                   wmi_count(c->rounded, "number is", "numbers are").text);
}

wm_status wm_nwn2_trn_check(const wm_nwn2_trn *trn, const wm_check_opts *opts, wm_report *report,
                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    bool out_of_memory = false;
    check_container(trn, report);
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        if (p->watr)
            check_water(trn, i, report);
        else if (p->trrn)
            check_ground(p->trrn, i, report);
        if (!p->aswm)
            continue;
        wmi_arena scratch;
        wmi_arena_init(&scratch, &wmi_trn_of(trn)->arena.allocator, 0);
        wmi_aswm_checker c = {.a = p->aswm,
                              .report = report,
                              .scratch = &scratch,
                              .trx = p->aswm->tiles_flags != WM_NWN2_TRN_TILES,
                              .tile_count = (size_t)p->aswm->grid_height * p->aswm->grid_width};
        check_walkmesh(trn, i, &c);
        wmi_arena_free(&scratch);
        out_of_memory |= c.out_of_memory;
    }
    return wmi_check_end(opts, report, first, out_of_memory, error);
}
