/* Copies and edits of documents of every family but KotOR models (mdl_edit): a copy is written as
 * the same bytes, an edit that fails changes nothing, and what an edit leaves reads back. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "walk.h"

static bool same(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && (!a->size || memcmp(a->data, b->data, a->size) == 0);
}

/* Compares with what was written before, and frees both. */
static void same_bytes(wm_buffer *a, wm_buffer *b)
{
    FUZZ_CHECK(same(a, b));
    wm_buffer_free(a);
    wm_buffer_free(b);
}

/* ---- KotOR walkmeshes -------------------------------------------------- */

static wm_buffer bwm_bytes(const wm_kotor_bwm *b)
{
    wm_buffer out;
    FUZZ_CHECK(wm_kotor_bwm_write(b, NULL, &out, NULL) == WM_OK);
    return out;
}

static void copy_bwm(const wm_kotor_bwm *b)
{
    wm_buffer one = bwm_bytes(b), two, json;
    wm_diff diff;
    wm_losses losses = {.count = 0};
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(b, NULL, NULL);
    FUZZ_CHECK(copy);
    wm_diff_init(&diff, NULL);
    FUZZ_CHECK(wm_kotor_bwm_diff(b, copy, &diff, NULL) == WM_OK && diff.count == 0);
    wm_diff_free(&diff);
    FUZZ_CHECK(wm_kotor_bwm_losses(b, copy, &losses, NULL) == WM_OK && losses.count == 0);
    FUZZ_CHECK(wm_kotor_bwm_info(copy, NULL, &json, NULL) == WM_OK);
    wm_buffer_free(&json);
    two = bwm_bytes(copy);
    wm_kotor_bwm_free(copy);
    same_bytes(&one, &two);
}

static void count_regions(const wm_kotor_bwm *b)
{
    uint32_t count, *region = malloc(((size_t)b->adjacency_count + 1) * sizeof *region);
    FUZZ_CHECK(region && wm_kotor_bwm_regions(b, region, &count, NULL) == WM_OK);
    for (uint32_t i = 0; i < b->adjacency_count; i++)
        FUZZ_CHECK(region[i] < count);
    free(region);
}

static wm_status edit_bwm(wm_kotor_bwm *b, uint32_t pick)
{
    const wm_kotor_transform turn = {.move = {1, 2, 3},
                                     .degrees = pick & 4 ? 90 : 33,
                                     .scale = {2, 1, 1},
                                     .flip_x = pick & 8,
                                     .flip_y = pick & 16};
    const wm_kotor_remap map[] = {{0, 1}, {1, WM_NO_INDEX}};
    switch (pick % 4) {
    case 0:
        return wm_kotor_bwm_set_transition(
            b, b->edge_count ? b->edges[pick % b->edge_count].edge : pick, pick % 7, NULL);
    case 1: return wm_kotor_bwm_transform(b, &turn, NULL, NULL);
    case 2: wm_kotor_bwm_remap_rooms(b, map, 2); return WM_OK;
    default: wm_kotor_bwm_pack(b); return WM_OK;
    }
}

static void walkmesh(wm_kotor_bwm *b, uint32_t pick)
{
    copy_bwm(b);
    count_regions(b);
    for (uint32_t i = 0; i < 3; i++) {
        wm_buffer before = bwm_bytes(b);
        if (edit_bwm(b, pick + 5 * i) != WM_OK) {
            wm_buffer after = bwm_bytes(b);
            same_bytes(&before, &after);
            continue;
        }
        wm_buffer_free(&before);
        test_walk_bwm(b);
        wm_buffer out;
        if (wm_kotor_bwm_write(b, NULL, &out, NULL) != WM_OK) { /* the edit was in two tables */
            wm_kotor_bwm_pack(b);
            out = bwm_bytes(b);
        }
        wm_kotor_bwm *again = wm_kotor_bwm_read(out.data, out.size, NULL, NULL);
        FUZZ_CHECK(again);
        wm_kotor_bwm_free(again);
        wm_buffer_free(&out);
    }
}

/* ---- terrain ----------------------------------------------------------- */

static wm_buffer trn_bytes(const wm_nwn2_trn *t)
{
    const wm_nwn2_trn_write_opts fast = {.fast = true};
    wm_buffer out;
    FUZZ_CHECK(wm_nwn2_trn_write(t, &fast, &out, NULL) == WM_OK);
    return out;
}

static wm_status edit_trn(wm_nwn2_trn *t, uint32_t pick)
{
    static const char table[] = "2DA V2.0\n\n Terrain Material\n0 grass Grass\n1 tt_gr_03 Dirt\n";
    const wm_nwn2_trn_strip_opts strip = {.packets = pick & 4, .keep_water = pick & 8};
    if (pick % 2)
        return wm_nwn2_trn_strip(t, &strip, NULL, NULL);
    wm_2da *steps = wm_2da_read(table, sizeof table - 1, NULL, NULL);
    FUZZ_CHECK(steps);
    wm_status status = wm_nwn2_trn_footsteps(t, steps, NULL, NULL);
    wm_2da_free(steps);
    return status;
}

static void routes(const wm_nwn2_aswm *a, uint32_t pick)
{
    uint32_t passed[16];
    for (uint32_t i = 0; i < 8; i++) {
        wm_nwn2_route route;
        wm_nwn2_aswm_route(a, pick * i, pick / (i + 1), passed, 16, &route);
        for (uint32_t k = 0; k < route.count && k < 16; k++)
            FUZZ_CHECK(passed[k] < a->triangle_count);
    }
}

static void terrain(wm_nwn2_trn *t, uint32_t pick)
{
    wm_buffer one = trn_bytes(t), two;
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(t, NULL, NULL);
    FUZZ_CHECK(copy);
    two = trn_bytes(copy);
    wm_nwn2_trn_free(copy);
    same_bytes(&one, &two);
    for (uint32_t i = 0; i < t->packet_count && i < 4; i++)
        if (wm_nwn2_packet_write(&t->packets[i], NULL, &one, NULL) == WM_OK)
            wm_buffer_free(&one);
    for (uint32_t i = 0; t->aswm && i < 2; i++) {
        routes(t->aswm, pick + i);
        one = trn_bytes(t);
        if (edit_trn(t, pick + i) != WM_OK) {
            two = trn_bytes(t);
            same_bytes(&one, &two);
            continue;
        }
        wm_buffer_free(&one);
        test_walk_trn(t);
        one = trn_bytes(t);
        wm_nwn2_trn *again = wm_nwn2_trn_read(one.data, one.size, NULL, NULL);
        FUZZ_CHECK(again);
        wm_nwn2_trn_free(again);
        wm_buffer_free(&one);
    }
}

/* ---- placeables of NWN2 ------------------------------------------------ */

static wm_buffer mdb_bytes(const wm_nwn2_mdb *m)
{
    wm_buffer out;
    FUZZ_CHECK(wm_nwn2_mdb_write(m, NULL, &out, NULL) == WM_OK);
    return out;
}

static wm_status edit_mdb(wm_nwn2_mdb *m, uint32_t pick, uint32_t packet)
{
    const wm_nwn2_transform odd = {.move = {1, -2, 0.5f}, .degrees = 33, .flip_x = true};
    const wm_nwn2_transform large = {.scale = {10000, 0.0001f, 1}, .degrees = 90};
    switch (pick % 4) {
    case 0: return wm_nwn2_mdb_set_name(m, packet, "fuzz", NULL);
    case 1: return wm_nwn2_mdb_set_skeleton(m, packet, "fuzz", NULL);
    case 2: return wm_nwn2_mdb_transform(m, &odd, NULL);
    default: return wm_nwn2_mdb_transform(m, &large, NULL);
    }
}

static void placeable(wm_nwn2_mdb *m, uint32_t pick)
{
    wm_buffer one = mdb_bytes(m), two;
    wm_nwn2_mdb_stats stats;
    wm_nwn2_mdb *copy = wm_nwn2_mdb_copy(m, NULL, NULL);
    FUZZ_CHECK(copy && wm_nwn2_mdb_measure(m, &stats, NULL) == WM_OK);
    two = mdb_bytes(copy);
    wm_nwn2_mdb_free(copy);
    same_bytes(&one, &two);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t packet = m->packet_count ? (pick + i) % m->packet_count : 0;
        one = mdb_bytes(m);
        wm_status status = edit_mdb(m, pick + i, packet);
        two = mdb_bytes(m);
        if (status != WM_OK) {
            same_bytes(&one, &two);
            continue;
        }
        wm_nwn2_mdb *again = wm_nwn2_mdb_read(two.data, two.size, NULL, NULL);
        FUZZ_CHECK(again);
        test_walk_mdb(again);
        wm_nwn2_mdb_free(again);
        wm_buffer_free(&one);
        wm_buffer_free(&two);
    }
}

/* ---- Black & White 2 --------------------------------------------------- */

static wm_buffer bw2_bytes(const wm_bw2_model *m)
{
    wm_buffer out;
    FUZZ_CHECK(wm_bw2_model_write(m, NULL, &out, NULL) == WM_OK);
    return out;
}

static wm_status edit_bw2(wm_bw2_model *m, uint32_t pick)
{
    switch (pick % 5) {
    case 0: return wm_bw2_model_remove_entity(m, pick % (m->entity_count + 1), NULL);
    case 1: return wm_bw2_model_set_entity_name(m, pick % (m->entity_count + 1), "fuzz", NULL);
    case 2: return wm_bw2_model_set_material_name(m, pick % (m->material_count + 1), "fuzz", NULL);
    case 3: return wm_bw2_model_set_mesh_name(m, pick % (m->mesh_count + 1), "fuzz", NULL);
    default:
        return wm_bw2_model_set_texture(m, pick % (m->material_count + 1), pick % 7, "fuzz", NULL);
    }
}

static void statue(wm_bw2_model *m, uint32_t pick)
{
    wm_buffer one = bw2_bytes(m), two;
    wm_bw2_model *copy = wm_bw2_model_copy(m, NULL, NULL);
    FUZZ_CHECK(copy);
    two = bw2_bytes(copy);
    wm_bw2_model_free(copy);
    same_bytes(&one, &two);
    for (uint32_t i = 0; i < 4; i++) {
        one = bw2_bytes(m);
        wm_status status = edit_bw2(m, pick + 3 * i);
        two = bw2_bytes(m);
        if (status != WM_OK) {
            same_bytes(&one, &two);
            continue;
        }
        wm_bw2_model *again = wm_bw2_model_read(two.data, two.size, NULL, NULL);
        FUZZ_CHECK(again);
        test_walk_bw2(again);
        wm_bw2_model_free(again);
        wm_buffer_free(&one);
        wm_buffer_free(&two);
    }
}

/* ---- texts ------------------------------------------------------------- */

static void layout(const wm_kotor_lyt *lyt)
{
    wm_buffer one, two;
    wm_kotor_lyt *copy = wm_kotor_lyt_copy(lyt, NULL, NULL);
    FUZZ_CHECK(copy && wm_kotor_lyt_write(lyt, NULL, &one, NULL) == WM_OK);
    FUZZ_CHECK(wm_kotor_lyt_write(copy, NULL, &two, NULL) == WM_OK);
    wm_kotor_lyt_free(copy);
    same_bytes(&one, &two);
}

static void visibility(const wm_kotor_vis *vis)
{
    wm_buffer one, two;
    wm_kotor_vis *copy = wm_kotor_vis_copy(vis, NULL, NULL);
    FUZZ_CHECK(copy && wm_kotor_vis_write(vis, NULL, &one, NULL) == WM_OK);
    FUZZ_CHECK(wm_kotor_vis_write(copy, NULL, &two, NULL) == WM_OK);
    wm_kotor_vis_free(copy);
    same_bytes(&one, &two);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    uint32_t pick = size ? data[size - 1] + 256u * data[size / 2] : 0;
    wm_kotor_bwm *b = wm_kotor_bwm_read(data, size, NULL, NULL);
    wm_nwn2_mdb *p =
        wm_nwn2_mdb_detect(data, size) ? wm_nwn2_mdb_read(data, size, NULL, NULL) : NULL;
    wm_nwn2_trn *t =
        wm_nwn2_trn_detect(data, size) ? wm_nwn2_trn_read(data, size, NULL, NULL) : NULL;
    wm_bw2_model *w = wm_bw2_model_read(data, size, NULL, NULL);
    wm_kotor_lyt *lyt =
        wm_kotor_lyt_detect(data, size) ? wm_kotor_lyt_read(data, size, NULL, NULL) : NULL;
    wm_kotor_vis *vis =
        wm_kotor_vis_detect(data, size) ? wm_kotor_vis_read(data, size, NULL, NULL) : NULL;
    if (b)
        walkmesh(b, pick);
    if (p)
        placeable(p, pick);
    if (t)
        terrain(t, pick);
    if (w)
        statue(w, pick);
    if (lyt)
        layout(lyt);
    if (vis)
        visibility(vis);
    wm_kotor_bwm_free(b);
    wm_nwn2_mdb_free(p);
    wm_nwn2_trn_free(t);
    wm_bw2_model_free(w);
    wm_kotor_lyt_free(lyt);
    wm_kotor_vis_free(vis);
}
