/* Planted faults in NWN2 models. */
#include <math.h>

#include "base/internal.h"
#include "fixtures.h"
#include "mdb_models.h"
#include "support.h"

void test_check_mdb(wm_nwn2_mdb *mdb, wm_report *report)
{
    wm_error error;
    if (wm_nwn2_mdb_check(mdb, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_nwn2_mdb_free(mdb);
}

/* Offsets in the first packet of the placeable. */
enum { PACKET = 12 + 6 * 8, CONTENT = PACKET + 8, TRIANGLES = CONTENT + 204 + 24 * 60 };

/* Checks the placeable with one number changed and `more` bytes added. */
static void check_patched(size_t at, uint32_t value, size_t more, wm_report *report)
{
    size_t size;
    uint8_t *sample = test_mdb_bytes("plc_stage.mdb", &size);
    uint8_t *bytes = calloc(size + more, 1);
    const wm_open_opts opts = {.end_zero = 0};
    assert_non_null(bytes);
    memcpy(bytes, sample, size);
    wmi_put32(bytes + at, value);
    assert_int_equal(wm_check(bytes, size + more, &opts, report, NULL), WM_OK);
    free(bytes);
    free(sample);
}

static void packet_size(wm_report *report)
{
    check_patched(CONTENT + 196, 25, 0, report);
}

static void vertex_index(wm_report *report)
{
    check_patched(TRIANGLES, 24, 0, report);
}

static void version(wm_report *report)
{
    check_patched(4, 0x000D0001, 0, report);
}

static void packet_type(wm_report *report)
{
    check_patched(PACKET, 0x324C4F43, 0, report);
}

static void unclaimed(wm_report *report)
{
    check_patched(4, 0x000C0001, 3, report);
}

static void unknown(wm_report *report)
{
    test_check_mdb(test_mdb_make("odd.mdb"), report);
}

static void name_end(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    memset(m->packets[0].mesh->material.texture[1], 'a', WM_NWN2_MDB_NAME);
    test_check_mdb(m, report);
}

static void name_doubled(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    strcpy(m->packets[6].mesh->name, "cols00");
    test_check_mdb(m, report);
}

static void lod_base(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    strcpy(m->packets[1].mesh->name, "other_L01");
    test_check_mdb(m, report);
}

static void texture_blank(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    strcpy(m->packets[0].mesh->material.texture[2], "tint ");
    test_check_mdb(m, report);
}

static void texture_ending(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    strcpy(m->packets[0].mesh->material.texture[0], "wood.DDS");
    test_check_mdb(m, report);
}

static void no_diffuse(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[0].mesh->material.texture[0][0] = '\0';
    test_check_mdb(m, report);
}

static void no_skeleton(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    m->packets[0].mesh->skeleton[0] = '\0';
    test_check_mdb(m, report);
}

static void skeletons(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    strcpy(m->packets[1].mesh->skeleton, "other_skel");
    test_check_mdb(m, report);
}

static void not_finite(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[0].mesh->vertices[5].position.x = INFINITY;
    test_check_mdb(m, report);
}

static void bad_normal(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[0].mesh->vertices[5].normal = (wm_vec3){0, 0, 0};
    test_check_mdb(m, report);
}

static void normal_length(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[4].mesh->hull_vertices[5].normal = (wm_vec3){0, 0, 2};
    test_check_mdb(m, report);
}

static void weights(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    m->packets[0].mesh->skin_vertices[5].weight[0] = 1;
    test_check_mdb(m, report);
}

static void bone(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    m->packets[0].mesh->skin_vertices[5].bone[1] = 54;
    test_check_mdb(m, report);
}

static void degenerate(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[0].mesh->triangles[3].vertex[1] = m->packets[0].mesh->triangles[3].vertex[0];
    test_check_mdb(m, report);
}

static void triangle_doubled(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[0].mesh->triangles[3] = m->packets[0].mesh->triangles[7];
    test_check_mdb(m, report);
}

static void tile_outside(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    strcpy(m->packets[0].mesh->name, "TL_ES_DDXW_01");
    m->packets[0].mesh->vertices[5].position.y = -4.6f;
    test_check_mdb(m, report);
}

static void is_empty(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[0].mesh->triangle_count = 0;
    test_check_mdb(m, report);
}

static void walk_flags(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[3].mesh->triangle_flags[1] |= 4;
    test_check_mdb(m, report);
}

static void walk_winding(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[3].mesh->triangles[1] = (wm_nwn2_short_triangle){{0, 3, 2}};
    test_check_mdb(m, report);
}

static void walk_obstacle(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[3].mesh->triangle_flags[0] = m->packets[3].mesh->triangle_flags[1] = 0;
    test_check_mdb(m, report);
}

static void hook_scaled(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    m->packets[2].point->axis[1].x = 3;
    test_check_mdb(m, report);
}

static void hair_value(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    m->packets[3].point->value = 3;
    test_check_mdb(m, report);
}

static void helm_value(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    m->packets[4].point->value = 4;
    test_check_mdb(m, report);
}

static void sphere(wm_report *report)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb");
    m->packets[7].spheres->spheres[1].radius = 0;
    test_check_mdb(m, report);
}

const test_fixture fixtures_nwn2_mdb[] = {
    {WM_NWN2_MDB_PACKET_SIZE, "one vertex more than the packet holds", packet_size},
    {WM_NWN2_MDB_VERTEX_INDEX, "a triangle with vertex 24 of 24", vertex_index},
    {WM_NWN2_MDB_VERSION, "version 1.13", version},
    {WM_NWN2_MDB_PACKET_TYPE, "a RIGD packet that calls itself COL2", packet_type},
    {WM_NWN2_MDB_UNCLAIMED, "3 bytes after the last packet", unclaimed},
    {WM_NWN2_MDB_UNKNOWN, "a packet TEST", unknown},
    {WM_NWN2_MDB_NAME_END, "a texture of 32 characters", name_end},
    {WM_NWN2_MDB_NAME_DOUBLED, "two COL2 packets of one name", name_doubled},
    {WM_NWN2_MDB_LOD_BASE, "a level of another mesh", lod_base},
    {WM_NWN2_MDB_TEXTURE_BLANK, "a texture that ends with a blank", texture_blank},
    {WM_NWN2_MDB_TEXTURE_ENDING, "wood.DDS", texture_ending},
    {WM_NWN2_MDB_NO_DIFFUSE, "no diffuse map", no_diffuse},
    {WM_NWN2_MDB_NO_SKELETON, "a skin without a skeleton", no_skeleton},
    {WM_NWN2_MDB_SKELETONS, "two skeletons", skeletons},
    {WM_NWN2_MDB_NOT_FINITE, "an infinite position", not_finite},
    {WM_NWN2_MDB_BAD_NORMAL, "a zero normal", bad_normal},
    {WM_NWN2_MDB_NORMAL_LENGTH, "a normal of length 2", normal_length},
    {WM_NWN2_MDB_WEIGHTS, "weights of 1.5 in total", weights},
    {WM_NWN2_MDB_BONE, "bone 54", bone},
    {WM_NWN2_MDB_DEGENERATE, "a triangle with one vertex twice", degenerate},
    {WM_NWN2_MDB_TRIANGLE_DOUBLED, "a triangle twice", triangle_doubled},
    {WM_NWN2_MDB_TILE_OUTSIDE, "a tile that reaches 4.6 m", tile_outside},
    {WM_NWN2_MDB_EMPTY, "a mesh without triangles", is_empty},
    {WM_NWN2_MDB_WALK_FLAGS, "flag 4 of a TRX", walk_flags},
    {WM_NWN2_MDB_WALK_WINDING, "a clockwise triangle", walk_winding},
    {WM_NWN2_MDB_WALK_OBSTACLE, "no walkable triangle", walk_obstacle},
    {WM_NWN2_MDB_HOOK_SCALED, "a hook three times as large", hook_scaled},
    {WM_NWN2_MDB_HAIR_VALUE, "hair 3", hair_value},
    {WM_NWN2_MDB_HELM_VALUE, "helmet 4", helm_value},
    {WM_NWN2_MDB_SPHERE, "a radius of 0", sphere},
    {0},
};
