/* Planted faults in KotOR walkmeshes: the file as a whole, vertices, faces, planes and
 * regions. Faults in links and the tree are in fixtures_kotor_links.c. */
#include <math.h>

#include "fixtures.h"
#include "samples.h"
#include "support.h"

void test_check_bwm(wm_kotor_bwm *b, wm_report *report)
{
    wm_error error;
    if (wm_kotor_bwm_check(b, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_kotor_bwm_free(b);
}

/* Writes the walkmesh, appends `more` zero bytes, changes one 32-bit value unless `at` is 0,
 * and reads leniently. */
static wm_kotor_bwm *patched(wm_kotor_bwm *b, size_t more, uint32_t at, uint32_t value,
                             wm_report *report)
{
    wm_read_opts opts = {.report = report};
    wm_error error;
    wm_buffer bytes;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &bytes, &error), WM_OK);
    wm_kotor_bwm_free(b);
    uint8_t *file = calloc(bytes.size + more, 1);
    assert_non_null(file);
    memcpy(file, bytes.data, bytes.size);
    for (uint32_t i = 0; at && i < 4; i++)
        file[at + i] = (uint8_t)(value >> 8 * i);
    wm_kotor_bwm *read = wm_kotor_bwm_read(file, bytes.size + more, &opts, &error);
    if (!read)
        fail_msg("read: %s", error.message);
    free(file);
    wm_buffer_free(&bytes);
    return read;
}

static void rebuilt(wm_kotor_bwm *b, wm_report *report)
{
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    test_check_bwm(b, report);
}

static void vertex_index(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    uint32_t at = b->offsets.faces + 12 * 5 + 4, count = b->vertex_count;
    wm_kotor_bwm_free(patched(b, 0, at, count, report));
}

static void table_outside(wm_report *report)
{
    wm_kotor_bwm_free(patched(test_sample_make("room.wok"), 0, 0x84, 0xFFFFFF, report));
}

static void type_unknown(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->type = 7;
    test_check_bwm(b, report);
}

static void layout_gap(wm_report *report)
{
    test_check_bwm(patched(test_sample_make("room.wok"), 16, 0, 0, report), report);
}

static void layout_overlap(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    uint32_t normals = b->offsets.normals;
    test_check_bwm(patched(b, 0, 0x60, normals, report), report); /* distances start there */
}

static void no_faces(wm_report *report)
{
    test_check_bwm(test_sample_make("no-faces.wok"), report);
}

static void nothing_walkable(wm_report *report)
{
    test_check_bwm(test_sample_make("scenery.wok"), report);
}

static void not_finite(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->vertices[3].y = NAN;
    test_check_bwm(b, report);
}

static void vertex_unused(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("one-face.wok");
    wm_kotor_bwm *more = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_int_equal(wm_kotor_bwm_reserve(more, 4, 1, NULL), WM_OK);
    memcpy(more->vertices, b->vertices, 3 * sizeof *b->vertices);
    more->vertices[3] = (wm_vec3){5, 5, 5};
    more->faces[0] = b->faces[0];
    more->materials[0] = b->materials[0];
    wm_kotor_bwm_free(b);
    rebuilt(more, report);
}

static void degenerate(wm_report *report)
{
    test_check_bwm(test_sample_make("degenerate.wok"), report);
}

static void face_down(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("one-face.wok");
    uint32_t swap = b->faces[0].vertex[1];
    b->faces[0].vertex[1] = b->faces[0].vertex[2];
    b->faces[0].vertex[2] = swap;
    rebuilt(b, report);
}

static void material_range(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->materials[b->face_count - 1] = 32;
    test_check_bwm(b, report);
}

static void material_unknown(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->materials[b->face_count - 1] = 29; /* the table has no such row */
    test_check_bwm(b, report);
}

static void face_order(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->materials[0] = SAMPLE_NONWALK;
    test_check_bwm(b, report);
}

static void object_position(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("crate.pwk");
    for (uint32_t i = 0; i < b->vertex_count; i++)
        b->vertices[i].z -= 0.55f;
    b->position = (wm_vec3){20, 30, 0};
    rebuilt(b, report);
}

static void object_tables(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->type = WM_KOTOR_BWM_TYPE_OBJECT;
    test_check_bwm(b, report);
}

static void normal_zero(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->normals[4] = (wm_vec3){0, 0, 0};
    test_check_bwm(b, report);
}

static void normal_not_unit(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->normals[4].z *= 1.5f;
    test_check_bwm(b, report);
}

static void normal_wrong(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->normals[4] = (wm_vec3){1, 0, 0};
    test_check_bwm(b, report);
}

static void distance_wrong(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->distances[4] += 0.5f;
    test_check_bwm(b, report);
}

static void region_tiny(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("one-face.wok");
    for (uint32_t i = 0; i < 3; i++)
        b->vertices[i].x *= 0.25f;
    rebuilt(b, report);
}

static void region_cut_off(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("islands.wok");
    for (uint32_t i = 0; i < b->edge_count; i++)
        b->edges[i].transition = WM_NO_INDEX;
    test_check_bwm(b, report);
}

const test_fixture fixtures_kotor_bwm[] = {
    {WM_KOTOR_VERTEX_INDEX, "a vertex number equal to the count", vertex_index},
    {WM_KOTOR_TABLE_OUTSIDE, "perimeters at byte 16,777,215", table_outside},
    {WM_KOTOR_TYPE_UNKNOWN, "type 7", type_unknown},
    {WM_KOTOR_LAYOUT_GAP, "16 bytes after the last table", layout_gap},
    {WM_KOTOR_LAYOUT_OVERLAP, "distances that start with the normals", layout_overlap},
    {WM_KOTOR_NO_FACES, "nothing at all", no_faces},
    {WM_KOTOR_NOTHING_WALKABLE, "a room of walls", nothing_walkable},
    {WM_KOTOR_NOT_FINITE, "a coordinate that is no number", not_finite},
    {WM_KOTOR_VERTEX_UNUSED, "a fourth vertex beside one face", vertex_unused},
    {WM_KOTOR_VERTEX_DOUBLED, "a second vertex at the first one's place", degenerate},
    {WM_KOTOR_FACE_DEGENERATE, "three vertices on a line", degenerate},
    {WM_KOTOR_FACE_DUPLICATE, "the first face given twice", degenerate},
    {WM_KOTOR_FACE_DOWN, "a floor seen from below", face_down},
    {WM_KOTOR_MATERIAL_RANGE, "material 32", material_range},
    {WM_KOTOR_MATERIAL_UNKNOWN, "material 29", material_unknown},
    {WM_KOTOR_FACE_ORDER, "the first face made a wall", face_order},
    {WM_KOTOR_OBJECT_POSITION, "a crate round the origin whose node is elsewhere", object_position},
    {WM_KOTOR_OBJECT_TABLES, "an area called an object", object_tables},
    {WM_KOTOR_NORMAL_ZERO, "a normal of zeros", normal_zero},
    {WM_KOTOR_NORMAL_NOT_UNIT, "a normal one and a half long", normal_not_unit},
    {WM_KOTOR_NORMAL_WRONG, "a floor whose normal points east", normal_wrong},
    {WM_KOTOR_DISTANCE_WRONG, "a plane half a metre off", distance_wrong},
    {WM_KOTOR_REGION_TINY, "an eighth of a square metre", region_tiny},
    {WM_KOTOR_REGION_CUT_OFF, "two floors without a door", region_cut_off},
    {0},
};
