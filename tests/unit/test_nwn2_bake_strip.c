/* Stripping: fewer bytes, the same floor and the same ways. */
#include <math.h>

#include "memory.h"
#include "support.h"
#include "terrain.h"

static void judge(const char *name, wm_nwn2_trn *trn)
{
    wm_nwn2_trn_strip_result r;
    wm_error error;
    wm_nwn2_aswm_stats before, after;
    wm_buffer was, is;
    wm_report report;
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &was, NULL), WM_OK);
    assert_int_equal(wm_nwn2_trn_rebuild(trn, NULL, NULL, NULL), WM_OK);
    assert_int_equal(wm_nwn2_aswm_measure(trn->aswm, &before, NULL), WM_OK);
    uint32_t islands = trn->aswm->island_count, triangles = trn->aswm->triangle_count;
    if (wm_nwn2_trn_strip(trn, NULL, &r, &error) != WM_OK)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(wm_nwn2_aswm_measure(trn->aswm, &after, NULL), WM_OK);
    assert_int_equal(after.walkable, before.walkable);
    assert_int_equal(trn->aswm->triangle_count, before.walkable);
    assert_int_equal(r.triangles, triangles - before.walkable);
    assert_int_equal(after.max_tile_nodes, before.max_tile_nodes);
    /* Two floors whose common edge had a third triangle between them may be joined now. */
    assert_true(trn->aswm->island_count <= islands && trn->aswm->island_count + 2 > islands);
    assert_true(after.walkable_m2 == before.walkable_m2);
    assert_int_equal(wm_nwn2_trn_write(trn, NULL, &is, NULL), WM_OK);
    assert_true(is.size <= was.size);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(trn, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.errors, 0);
    wm_report_free(&report);
    wm_buffer_free(&was);
    wm_buffer_free(&is);
}

static void halls_are_stripped(void **state)
{
    (void)state;
    const test_plan plan = {.width = 2,
                            .height = 1,
                            .squares = 3,
                            .tile_width = 9,
                            .map = "..w..."
                                   "..w.w."
                                   "www..."};
    wm_nwn2_trn *trn = test_terrain_plan(&plan, true);
    judge("plan", trn);
    wm_nwn2_trn_free(trn);
    trn = test_terrain_make("hall.trx");
    judge("hall.trx", trn);
    wm_nwn2_trn_strip_opts opts = {.packets = true};
    wm_nwn2_trn_strip_result r;
    assert_int_equal(wm_nwn2_trn_strip(trn, &opts, &r, NULL), WM_OK);
    assert_true(r.packets > 0);
    for (uint32_t i = 0; i < trn->packet_count; i++)
        assert_true(strcmp(trn->packets[i].type, "WATR") != 0);
    wm_nwn2_trn_free(trn);
}

static void real_files_are_stripped(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const char *const files[] = {"dm001_cargohold.trx", "enter_world.trx",
                                        "cslmordmansion.trx", "midwood_caverns_level_2.trx"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "nwn2/%s", files[i]);
        wm_buffer bytes = test_corpus_file(path);
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(trn);
        judge(files[i], trn);
        wm_nwn2_trn_free(trn);
        wm_buffer_free(&bytes);
    }
}

enum { SIDE = 8, CELLS = 4 };

static wm_nwn2_packet *find_water(wm_nwn2_trn *trn)
{
    for (uint32_t i = 0; i < trn->packet_count; i++)
        if (trn->packets[i].watr)
            return &trn->packets[i];
    return NULL;
}

/* Replaces the water by a grid as in real files: wet in the lower right, an L without its corner.
 */
static wm_nwn2_watr *make_pool(wm_nwn2_trn *trn)
{
    wm_nwn2_watr *w = find_water(trn)->watr;
    uint32_t n = CELLS + 1, t = 0;
    w->vertex_count = n * n;
    w->vertices = wm_nwn2_trn_alloc(trn, w->vertex_count, sizeof *w->vertices, NULL);
    w->triangle_count = 2 * CELLS * CELLS;
    w->triangles = wm_nwn2_trn_alloc(trn, w->triangle_count, sizeof *w->triangles, NULL);
    w->triangle_flags = wm_nwn2_trn_alloc(trn, w->triangle_count, sizeof *w->triangle_flags, NULL);
    uint8_t *dds = wm_nwn2_trn_alloc(trn, 128 + SIDE * SIDE, 1, NULL);
    assert_true(w->vertices && w->triangles && w->triangle_flags && dds);
    for (uint32_t i = 0; i < n * n; i++) {
        float u = (float)(i % n) / CELLS, v = (float)(i / n) / CELLS;
        w->vertices[i] = (wm_nwn2_water_vertex){{9 + 9 * u, 9 * v, -0.5f}, {5 * u, 5 * v}, {u, v}};
    }
    for (uint32_t i = 0; i < CELLS * CELLS; i++) {
        uint32_t a = i % CELLS + i / CELLS * n;
        bool wet = i % CELLS >= 1 && i / CELLS < 3 && !(i % CELLS == 1 && i / CELLS == 2);
        w->triangle_flags[t] = w->triangle_flags[t + 1] = !wet;
        w->triangles[t++] =
            (wm_nwn2_short_triangle){{(uint16_t)a, (uint16_t)(a + n + 1), (uint16_t)(a + n)}};
        w->triangles[t++] =
            (wm_nwn2_short_triangle){{(uint16_t)a, (uint16_t)(a + 1), (uint16_t)(a + n + 1)}};
    }
    memcpy(dds, "DDS ", 4);
    dds[12] = dds[16] = SIDE;
    dds[80] = 2;
    dds[88] = 8;
    memset(dds + 128, 255, SIDE * SIDE);
    w->dds = (wm_nwn2_bytes){128 + SIDE * SIDE, dds};
    memset(w->unknown, 7, sizeof w->unknown);
    return w;
}

static wm_nwn2_trn *strip_pool(void (*spoil)(wm_nwn2_watr *w), wm_nwn2_trn_strip_result *r)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_watr *w = make_pool(trn);
    if (spoil)
        spoil(w);
    assert_int_equal(wm_nwn2_trn_strip(trn, NULL, r, NULL), WM_OK);
    return trn;
}

/* Seen from above, the same pixels show water. */
static void flat_water_becomes_a_rectangle(void **state)
{
    (void)state;
    wm_nwn2_trn_strip_result r;
    wm_nwn2_trn *trn = strip_pool(NULL, &r);
    const wm_nwn2_watr *w = find_water(trn)->watr;
    assert_int_equal(r.water, 1);
    assert_true(r.garbage >= 96);
    assert_int_equal(w->vertex_count, 4);
    assert_int_equal(w->triangle_count, 2);
    assert_true(w->vertices[0].position.x == 9 + 9 * 0.25f && w->vertices[0].position.y == 0);
    assert_true(w->vertices[2].position.x == 18 && w->vertices[2].position.y == 6.75f);
    assert_true(w->vertices[2].uv[1] == 0.75f && w->vertices[2].uv5[0] == 5);
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            bool wet = x >= 2 && y < 6 && !(x < 4 && y >= 4);
            assert_int_equal(w->dds.data[128 + y * SIDE + x], wet ? 255 : 0);
        }
    wm_nwn2_trn_free(trn);
}

static void raise(wm_nwn2_watr *w)
{
    w->vertices[7].position.z += 0.1f;
}

static void stretch(wm_nwn2_watr *w)
{
    w->vertices[7].uv[0] += 0.1f;
}

static void pack(wm_nwn2_watr *w)
{
    ((uint8_t *)(uintptr_t)w->dds.data)[80] = 4; /* the mask is compressed */
}

static void shorten(wm_nwn2_watr *w)
{
    w->dds.size--;
}

static void lose(wm_nwn2_watr *w)
{
    w->vertices[13].position.x = NAN;
}

static void other_water_stays(void **state)
{
    (void)state;
    void (*const spoils[])(wm_nwn2_watr *) = {raise, stretch, pack, shorten, lose};
    for (size_t i = 0; i < sizeof spoils / sizeof *spoils; i++) {
        wm_nwn2_trn_strip_result r;
        wm_nwn2_trn *trn = strip_pool(spoils[i], &r);
        assert_int_equal(r.water, 0);
        assert_int_equal(find_water(trn)->watr->triangle_count, 2 * CELLS * CELLS);
        wm_nwn2_trn_free(trn);
    }
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_nwn2_trn_strip_opts opts = {.keep_water = true};
    wm_nwn2_trn_strip_result r;
    make_pool(trn);
    assert_int_equal(wm_nwn2_trn_strip(trn, &opts, &r, NULL), WM_OK);
    assert_int_equal(find_water(trn)->watr->vertex_count, (CELLS + 1) * (CELLS + 1));
    assert_int_equal(find_water(trn)->watr->unknown[5], 7);
    wm_nwn2_trn_free(trn);
}

static void dry(wm_nwn2_watr *w)
{
    for (uint32_t i = 0; i < w->triangle_count; i++)
        w->triangle_flags[i] = 1;
}

static void dry_water_goes(void **state)
{
    (void)state;
    wm_nwn2_trn_strip_result r;
    wm_nwn2_trn *trn = strip_pool(dry, &r);
    assert_int_equal(r.packets, 1);
    assert_null(find_water(trn));
    assert_non_null(trn->aswm);
    wm_nwn2_trn_free(trn);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    wm_buffer bytes;
    wm_nwn2_trn *pool = test_terrain_make("hall.trx");
    make_pool(pool);
    assert_int_equal(wm_nwn2_trn_write(pool, NULL, &bytes, NULL), WM_OK);
    wm_nwn2_trn_free(pool);
    uint64_t n = 1;
    for (bool done = false; !done; n++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        wm_nwn2_trn_read_opts opts = {.base.allocator = &memory.allocator};
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, &opts, NULL);
        memory.fail_at = memory.calls + n;
        wm_status status = wm_nwn2_trn_strip(trn, NULL, NULL, &error);
        done = memory.refused == 0;
        memory.fail_at = 0;
        if (status != WM_OK) { /* nothing has changed */
            wm_buffer again;
            assert_int_equal(error.code, WM_NO_MEMORY);
            assert_int_equal(wm_nwn2_trn_write(trn, NULL, &again, NULL), WM_OK);
            assert_int_equal(again.size, bytes.size);
            assert_memory_equal(again.data, bytes.data, bytes.size);
            wm_buffer_free(&again);
        }
        wm_nwn2_trn_free(trn);
        test_memory_done(&memory, "strip");
    }
    assert_true(n > 2);
    wm_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halls_are_stripped),      cmocka_unit_test(flat_water_becomes_a_rectangle),
        cmocka_unit_test(other_water_stays),       cmocka_unit_test(dry_water_goes),
        cmocka_unit_test(real_files_are_stripped), cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
