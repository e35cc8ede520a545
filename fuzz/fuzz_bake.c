/* The bake of an NWN2 area, end to end. The input is several files separated by a line "next":
 * the terrain (a TRN, or its uncompressed walkmesh alone), its GIT, placeables.2da and models. The
 * last may be an earlier bake instead (the same as the terrain).
 * Placeables are laid on the ground, cutters cut it, and the result is baked, written and read.
 * Then the ground as it was takes over what the earlier bake has, or this one. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "pieces.h"
#include "walk.h"

enum { TERRAIN, GIT, TABLE, MODELS, TRIANGLES_MOST = 2000, PLACES = 3 };

/* A model is one of the pieces, chosen by the first letter of its name. */
static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    fuzz_shelf *s = user;
    size_t models = s->pieces.count > MODELS ? s->pieces.count - MODELS : 0, at = TABLE;
    (void)error;
    s->asked++;
    FUZZ_CHECK(*name);
    if (strcmp(type, "2da") != 0) {
        if (!models)
            return WM_OK;
        at = MODELS + (unsigned char)*name % models;
    }
    if (at >= s->pieces.count)
        return WM_OK;
    fuzz_shelf_give(s, at, out);
    return WM_OK;
}

/* ---- terrain ----------------------------------------------------------- */

/* The bytes of a walkmesh in a file of their own, so that they need no checksum. */
static wm_nwn2_trn *wrap(const uint8_t *data, size_t size)
{
    wm_buffer file;
    wm_nwn2_trn *made = wm_nwn2_trn_new(NULL, NULL), *trn = NULL;
    wm_nwn2_packet *p = made ? wm_nwn2_trn_add_packet(made, "ASWM", NULL) : NULL;
    if (p) {
        p->raw = (wm_nwn2_bytes){(uint32_t)size, data};
        if (wm_nwn2_trn_write(made, NULL, &file, NULL) == WM_OK) {
            trn = wm_nwn2_trn_read(file.data, file.size, NULL, NULL);
            wm_buffer_free(&file);
        }
    }
    wm_nwn2_trn_free(made);
    return trn;
}

static wm_nwn2_trn *read_terrain(const fuzz_shelf *s, size_t piece)
{
    const uint8_t *data = s->pieces.data[piece];
    size_t size = s->pieces.size[piece];
    wm_nwn2_trn *trn = wm_nwn2_trn_detect(data, size) ? wm_nwn2_trn_read(data, size, NULL, NULL)
                                                      : wrap(data, size);
    if (trn && trn->aswm && trn->aswm->triangle_count <= TRIANGLES_MOST)
        return trn;
    wm_nwn2_trn_free(trn);
    return NULL;
}

static wm_buffer bytes_of(const wm_nwn2_trn *trn)
{
    const wm_nwn2_trn_write_opts fast = {.fast = true};
    wm_buffer out;
    FUZZ_CHECK(wm_nwn2_trn_write(trn, &fast, &out, NULL) == WM_OK);
    return out;
}

static void same(const wm_nwn2_trn *trn, const wm_buffer *before)
{
    wm_buffer after = bytes_of(trn);
    FUZZ_CHECK(after.size == before->size && memcmp(after.data, before->data, after.size) == 0);
    wm_buffer_free(&after);
}

/* ---- bake -------------------------------------------------------------- */

/* Cutters, then the holes of placeables. */
static wm_nwn2_polygon *all_polygons(const wm_nwn2_cutters *c, const wm_nwn2_obstacles *o,
                                     uint32_t *count)
{
    uint32_t cutters = c ? c->count : 0, holes = o ? o->polygon_count : 0;
    wm_nwn2_polygon *all = malloc(((size_t)cutters + holes + 1) * sizeof *all);
    FUZZ_CHECK(all);
    if (cutters)
        memcpy(all, c->polygons, cutters * sizeof *all);
    if (holes)
        memcpy(all + cutters, o->polygons, holes * sizeof *all);
    *count = cutters + holes;
    return all;
}

/* A bake that fails changes nothing; one that succeeds gives a file that reads back. */
static void bake(wm_nwn2_trn *trn, bool assign)
{
    const wm_nwn2_trn_simplify_opts simplify = {.assign_tiles = assign};
    const wm_nwn2_trn_rebuild_opts opts = {.assign_tiles = assign};
    wm_diff diff;
    if ((!assign || wm_nwn2_trn_split_tiles(trn, NULL, NULL) == WM_OK) &&
        wm_nwn2_trn_simplify(trn, &simplify, NULL, NULL) == WM_OK)
        test_walk_trn(trn);
    wm_buffer before = bytes_of(trn);
    if (wm_nwn2_trn_rebuild(trn, &opts, NULL, NULL) != WM_OK)
        same(trn, &before);
    wm_buffer_free(&before);
    test_walk_trn(trn);
    wm_buffer out = bytes_of(trn);
    wm_nwn2_trn *again = wm_nwn2_trn_read(out.data, out.size, NULL, NULL);
    FUZZ_CHECK(again);
    wm_diff_init(&diff, NULL);
    if (wm_nwn2_trn_diff(trn, again, &diff, NULL) == WM_OK)
        FUZZ_CHECK(diff.count == 0);
    wm_diff_free(&diff);
    wm_nwn2_trn_free(again);
    wm_buffer_free(&out);
}

static void lay(wm_nwn2_trn *trn, const wm_nwn2_cutters *c, const wm_nwn2_obstacles *o)
{
    uint32_t count;
    wm_nwn2_polygon *all = all_polygons(c, o, &count);
    wm_nwn2_trn *other = wm_nwn2_trn_copy(trn, NULL, NULL);
    FUZZ_CHECK(other);
    wm_buffer before = bytes_of(trn);
    if (wm_nwn2_trn_lay(trn, o ? o->floors : NULL, o ? o->floor_count : 0, all, count, NULL,
                        NULL) != WM_OK)
        same(trn, &before);
    test_walk_trn(trn);
    bake(trn, false);
    if (wm_nwn2_trn_cut(other, all, count, NULL, NULL) != WM_OK)
        same(other, &before);
    test_walk_trn(other);
    bake(other, true);
    wm_nwn2_trn_free(other);
    wm_buffer_free(&before);
    free(all);
}

/* ---- an earlier bake --------------------------------------------------- */

static void check_floors(const wm_nwn2_floor *floors, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < floors[i].triangle_count; k++)
            for (int v = 0; v < 3; v++)
                FUZZ_CHECK(floors[i].triangles[k].vertex[v] < floors[i].vertex_count);
}

/* What `old` has at some of its vertices is laid on the ground. */
static void keep(wm_nwn2_trn *ground, const wm_nwn2_trn *old)
{
    wm_vec3 places[PLACES];
    uint32_t count = old->aswm->vertex_count ? PLACES : 0;
    for (uint32_t i = 0; i < count; i++)
        places[i] = old->aswm->vertices[i * 7 % old->aswm->vertex_count];
    wm_buffer before = bytes_of(ground);
    wm_nwn2_kept *kept = wm_nwn2_kept_new(ground, old, places, count, NULL, NULL);
    same(ground, &before);
    if (kept) {
        check_floors(kept->floors, kept->floor_count);
        if (wm_nwn2_trn_lay(ground, kept->floors, kept->floor_count, kept->polygons,
                            kept->polygon_count, NULL, NULL) != WM_OK)
            same(ground, &before);
        test_walk_trn(ground);
    }
    wm_nwn2_kept_free(kept);
    wm_buffer_free(&before);
}

static void take_over(const fuzz_shelf *s, const wm_nwn2_trn *baked)
{
    wm_nwn2_trn *old = s->pieces.count > MODELS ? read_terrain(s, s->pieces.count - 1) : NULL;
    wm_nwn2_trn *ground = read_terrain(s, TERRAIN);
    if (ground)
        keep(ground, old ? old : baked);
    wm_nwn2_trn_free(ground);
    wm_nwn2_trn_free(old);
}

/* ---- all of it --------------------------------------------------------- */

static void check_obstacles(const wm_nwn2_obstacles *o, const wm_nwn2_placeables *p)
{
    FUZZ_CHECK(o->walks + o->hulls + o->boxes + o->empty + o->missing_count == p->count);
    check_floors(o->floors, o->floor_count);
    for (uint32_t i = 0; i < o->polygon_count; i++)
        FUZZ_CHECK(o->polygons[i].count >= 3);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    fuzz_shelf s = {.pieces = fuzz_cut(data, size)};
    const wm_finder finder = {.find = find, .user = &s};
    wm_nwn2_trn *trn = read_terrain(&s, TERRAIN);
    wm_nwn2_cutters *c = NULL;
    wm_nwn2_placeables *p = NULL;
    wm_nwn2_obstacles *o = NULL;
    if (s.pieces.count > GIT) {
        c = wm_nwn2_cutters_read(s.pieces.data[GIT], s.pieces.size[GIT], NULL, NULL);
        p = wm_nwn2_placeables_read(s.pieces.data[GIT], s.pieces.size[GIT], NULL, NULL);
    }
    if (p)
        o = wm_nwn2_obstacles_new(p, &finder, NULL, NULL);
    if (o)
        check_obstacles(o, p);
    FUZZ_CHECK(s.found == s.released);
    if (trn) {
        lay(trn, c, o);
        take_over(&s, trn);
    }
    wm_nwn2_obstacles_free(o);
    wm_nwn2_placeables_free(p);
    wm_nwn2_cutters_free(c);
    wm_nwn2_trn_free(trn);
}
