/* Footsteps from the textures of the ground, and the other options of a bake of exteriors. */
#include <string.h>

#include "memory.h"
#include "support.h"
#include "terrain.h"

static const char table_text[] = "2DA V2.0\n\n"
                                 "  Terrain R G B Material STR_REF\n"
                                 "0 TT_Dirt 1 1 1 Dirt ****\n"
                                 "1 tt_stone 1 1 1 STONE ****\n"
                                 "2 TT_Odd 1 1 1 Custard ****\n";

enum { SIDE = 4 };

/* One megatile over the plan; the left half has texture 0, the right half texture 1, and the
 * highest row texture 4. */
static wm_nwn2_trrn *add_ground(wm_nwn2_trn *trn)
{
    wm_nwn2_packet *p = wm_nwn2_trn_add_packet(trn, "TRRN", NULL);
    wm_nwn2_trrn *t = wm_nwn2_trn_alloc(trn, 1, sizeof *t, NULL);
    uint8_t *a = wm_nwn2_trn_alloc(trn, 128 + 4 * SIDE * SIDE, 1, NULL);
    uint8_t *b = wm_nwn2_trn_alloc(trn, 128 + 2 * SIDE * SIDE, 1, NULL);
    assert_true(p && t && a && b);
    p->trrn = t;
    strcpy((char *)t->textures[0], "tt_dirt");
    strcpy((char *)t->textures[1], "TT_STONE");
    strcpy((char *)t->textures[4], "TT_Odd");
    t->vertex_count = 4;
    t->vertices = wm_nwn2_trn_alloc(trn, 4, sizeof *t->vertices, NULL);
    t->triangle_count = 2;
    t->triangles = wm_nwn2_trn_alloc(trn, 2, sizeof *t->triangles, NULL);
    for (int i = 0; i < 4; i++) {
        float u = (float)(i & 1), v = (float)(i >> 1);
        t->vertices[i].position = (wm_vec3){18 * u, 9 * v, 3};
        t->vertices[i].mask_uv[0] = u;
        t->vertices[i].mask_uv[1] = v;
    }
    t->triangles[0] = (wm_nwn2_short_triangle){{0, 1, 3}};
    t->triangles[1] = (wm_nwn2_short_triangle){{0, 3, 2}};
    memcpy(a, "DDS ", 4);
    a[12] = a[16] = SIDE;
    a[80] = 0x41; /* red, green, blue and alpha */
    a[88] = 32;
    a[92 + 2] = a[96 + 1] = a[100] = a[104 + 3] = 255; /* stored as blue, green, red, alpha */
    memcpy(b, a, 128);
    b[88] = 16;
    memset(b + 92, 0, 16);
    b[92] = b[96 + 1] = 255;
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[128 + 4 * i + (i % SIDE < SIDE / 2 ? 2 : 1)] = 200;
        b[128 + 2 * i] = i / SIDE == SIDE - 1 ? 255 : 10;
    }
    t->dds[0] = (wm_nwn2_bytes){128 + 4 * SIDE * SIDE, a};
    t->dds[1] = (wm_nwn2_bytes){128 + 2 * SIDE * SIDE, b};
    return t;
}

static wm_nwn2_trn *make_field(void)
{
    const test_plan plan = {.width = 2,
                            .height = 1,
                            .squares = 4,
                            .tile_width = 9,
                            .map = "........"
                                   "..w....."
                                   "........"
                                   ",,,,,,,,"};
    return test_terrain_plan(&plan, false);
}

static wm_2da *make_table(void)
{
    wm_2da *table = wm_2da_read(table_text, strlen(table_text), NULL, NULL);
    assert_non_null(table);
    return table;
}

static void the_largest_weight_decides(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = make_field();
    wm_2da *table = make_table();
    wm_nwn2_trn_footsteps_result r;
    add_ground(trn);
    assert_int_equal(wm_nwn2_trn_footsteps(trn, table, &r, NULL), WM_OK);
    assert_int_equal(r.megatiles, 1);
    assert_int_equal(r.set, 22);     /* dirt */
    assert_int_equal(r.same, 24);    /* stone before and after */
    assert_int_equal(r.unknown, 16); /* a material that does not exist */
    assert_int_equal(r.outside + r.unreadable, 0);
    const wm_nwn2_aswm *a = trn->aswm;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        float x = t->centre[0], y = t->centre[1];
        bool walkable = t->flags & WM_NWN2_WALKABLE;
        assert_int_equal(wm_nwn2_material(t->flags), !walkable ? 0 : y > 6.75f ? 2 : x < 9 ? 1 : 3);
    }
    wm_2da_free(table);
    wm_nwn2_trn_free(trn);
}

static void what_cannot_be_known_stays(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = make_field();
    wm_2da *table = make_table();
    wm_nwn2_trn_footsteps_result r;
    wm_error error;
    assert_int_equal(wm_nwn2_trn_footsteps(trn, table, &r, NULL), WM_OK);
    assert_int_equal(r.megatiles, 0);
    assert_int_equal(r.outside, 62);
    wm_nwn2_trrn *t = add_ground(trn);
    t->dds[0].size = 100;
    assert_int_equal(wm_nwn2_trn_footsteps(trn, table, &r, NULL), WM_OK);
    assert_int_equal(r.unreadable, 62);
    wm_2da_free(table);
    table = wm_2da_read("2DA V2.0\n\nTerrain\n0 x\n", 22, NULL, &error);
    assert_non_null(table);
    assert_int_equal(wm_nwn2_trn_footsteps(trn, table, &r, &error), WM_BAD_VALUE);
    wm_2da_free(table);
    wm_nwn2_trn_free(trn);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    wm_nwn2_trn *field = make_field();
    wm_2da *table = make_table();
    uint64_t n = 1;
    add_ground(field);
    for (bool done = false; !done; n++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        wm_nwn2_trn *trn = wm_nwn2_trn_copy(field, &memory.allocator, NULL);
        assert_non_null(trn);
        memory.fail_at = memory.calls + n;
        if (wm_nwn2_trn_footsteps(trn, table, NULL, &error) != WM_OK)
            assert_int_equal(error.code, WM_NO_MEMORY);
        done = memory.refused == 0;
        wm_nwn2_trn_free(trn);
        test_memory_done(&memory, "footsteps");
    }
    assert_true(n > 3);
    wm_2da_free(table);
    wm_nwn2_trn_free(field);
}

/* The triangles in the border stay, and get tables. */
static void borders_can_be_kept(void **state)
{
    (void)state;
    for (int keep = 0; keep < 2; keep++) {
        wm_nwn2_trn *trn = test_terrain_make("field.trn");
        wm_nwn2_trn_rebuild_opts opts = {.keep_border = keep};
        wm_nwn2_trn_rebuild_result r;
        uint32_t before = trn->aswm->triangle_count;
        assert_true(trn->aswm->border > 0);
        assert_int_equal(wm_nwn2_trn_rebuild(trn, &opts, &r, NULL), WM_OK);
        assert_true(keep ? r.outside == 0 : r.outside > 0);
        assert_int_equal(trn->aswm->triangle_count, before - r.outside);
        wm_nwn2_trn_free(trn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_weight_decides),
        cmocka_unit_test(what_cannot_be_known_stays),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(borders_can_be_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
