/* Planted faults in Black & White 2 models: bounds, vertices, skins and positions. The
 * others are in fixtures_bw2.c. */
#include <math.h>

#include "base/internal.h"
#include "bw2_models.h"
#include "fixtures.h"
#include "support.h"

static wm_bw2_model *sample(bool skin)
{
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, skin, 1, false}, NULL);
    assert_non_null(m);
    return m;
}

static void put_float(uint8_t *to, float value)
{
    wmi_store32(to, &value, 1);
}

static void box_swapped(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    wm_vec3 low = m->bounds.min;
    m->bounds.min = m->bounds.max;
    m->bounds.max = low;
    test_check_bw2(m, report);
}

static void box_wrong(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[1].bounds.max.y = 3;
    test_check_bw2(m, report);
}

static void sphere_wrong(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->bounds.radius /= 3;
    test_check_bw2(m, report);
}

static void cylinder_wrong(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->bounds.base.y = 1;
    test_check_bw2(m, report);
}

static void cylinder_wrong_2(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->bounds.cylinder_radius = 9;
    test_check_bw2(m, report);
}

static void tightest(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->bounds.tightest = 0x40000000;
    test_check_bw2(m, report);
}

static void tightest_2(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->bounds.tightest = WM_BW2_SHAPE_SPHERE;
    test_check_bw2(m, report);
}

static void volume(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->meshes[0].bounds.volume = 100;
    test_check_bw2(m, report);
}

static void stream_count(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    static wm_bw2_stream two[2];
    two[0] = m->streams[0];
    m->streams = two;
    m->stream_count = 2;
    test_check_bw2(m, report);
}

static void elements_unusual(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->streams[0].elements[2] = (wm_bw2_element){WM_BW2_ELEMENT_NORMAL, WM_BW2_FORMAT_FLOAT2};
    test_check_bw2(m, report);
}

static void element_unknown(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->streams[0].elements[2].id = 5;
    test_check_bw2(m, report);
}

static void element_format(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->streams[0].elements[2].id = WM_BW2_ELEMENT_NORMAL;
    test_check_bw2(m, report);
}

static void not_finite(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    put_float(m->streams[0].data + 4, NAN);
    test_check_bw2(m, report);
}

static void not_finite_2(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->bounds.centre.x = NAN;
    test_check_bw2(m, report);
}

static void not_finite_3(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->circles[1].radius = INFINITY;
    test_check_bw2(m, report);
}

static void not_finite_4(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->footprint[2].z = NAN;
    test_check_bw2(m, report);
}

static void not_finite_5(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->entities[0].frame.position.y = NAN;
    test_check_bw2(m, report);
}

static void not_finite_6(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->cleaves[3].x = NAN;
    test_check_bw2(m, report);
}

static void normal_length(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    put_float(m->streams[0].data + 16, 2);
    test_check_bw2(m, report);
}

static void addressing(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->references[0].addressing = 0x3F800000;
    test_check_bw2(m, report);
}

static void weights_missing(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->stream_count = 1;
    test_check_bw2(m, report);
}

static void weight_sum(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    put_float(m->streams[6].data, 0.5f);
    test_check_bw2(m, report);
}

static void weight_range(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    put_float(m->streams[5].data, 1.25f);
    put_float(m->streams[6].data, -0.25f);
    test_check_bw2(m, report);
}

static void bone_outside(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->streams[2].data[3] = 50;
    test_check_bw2(m, report);
}

static void bone_root(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->streams[2].data[3] = 0;
    test_check_bw2(m, report);
}

static void weight_free(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->streams[4].data[3] = 9;
    test_check_bw2(m, report);
}

static void bone_range(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->meshes[0].first_bone = 0;
    test_check_bw2(m, report);
}

static void bone_frame(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->bones[7].axis[0].x = -1;
    test_check_bw2(m, report);
}

static void bone_frame_2(wm_report *report)
{
    wm_bw2_model *m = sample(true);
    m->bones[7].axis[0].x = 2;
    test_check_bw2(m, report);
}

static void frame(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->entities[0].frame.axis[0].y = 1;
    test_check_bw2(m, report);
}

static void circle_radius(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->circles[1].radius = 0;
    test_check_bw2(m, report);
}

static void circle_order(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->circles[1].radius = 3;
    test_check_bw2(m, report);
}

static void footprint_short(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->footprint_count = 2;
    test_check_bw2(m, report);
}

static void footprint_turn(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    wm_vec3 swap = m->footprint[1];
    m->footprint[1] = m->footprint[3];
    m->footprint[3] = swap;
    test_check_bw2(m, report);
}

static void footprint_centre(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->footprint_centre.x += 1;
    test_check_bw2(m, report);
}

static void footprint_vertex(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->footprint[1].x = 0.75f;
    test_check_bw2(m, report);
}

static void spare(wm_report *report)
{
    wm_bw2_model *m = sample(false);
    m->unknown_a4 = 1;
    test_check_bw2(m, report);
}

const test_fixture fixtures_bw2_numbers[] = {
    {WM_BW2_BOX_SWAPPED, "corners swapped", box_swapped},
    {WM_BW2_BOX_WRONG, "a box a metre too high", box_wrong},
    {WM_BW2_SPHERE_WRONG, "a sphere of a third of its size", sphere_wrong},
    {WM_BW2_CYLINDER_WRONG, "a cylinder that floats", cylinder_wrong},
    {WM_BW2_CYLINDER_WRONG, "a cylinder of 9 metres across", cylinder_wrong_2},
    {WM_BW2_TIGHTEST, "a kind written as a float", tightest},
    {WM_BW2_TIGHTEST, "the largest named as the smallest", tightest_2},
    {WM_BW2_VOLUME, "a volume of 100", volume},
    {WM_BW2_STREAM_COUNT, "a static model with an empty second stream", stream_count},
    {WM_BW2_ELEMENTS_UNUSUAL, "two normals and no uv", elements_unusual},
    {WM_BW2_ELEMENT_UNKNOWN, "an element of id 5", element_unknown},
    {WM_BW2_ELEMENT_FORMAT, "a uv set of id 1", element_format},
    {WM_BW2_NOT_FINITE, "a vertex at no place", not_finite},
    {WM_BW2_NOT_FINITE, "bounds without a centre", not_finite_2},
    {WM_BW2_NOT_FINITE, "an endless circle", not_finite_3},
    {WM_BW2_NOT_FINITE, "a footprint point at no place", not_finite_4},
    {WM_BW2_NOT_FINITE, "an entity at no place", not_finite_5},
    {WM_BW2_NOT_FINITE, "a cleave vector of no length", not_finite_6},
    {WM_BW2_NORMAL_LENGTH, "a normal of length 2", normal_length},
    {WM_BW2_ADDRESSING, "an addressing of 0x3F800000, a float", addressing},
    {WM_BW2_WEIGHTS_MISSING, "a skin with one stream", weights_missing},
    {WM_BW2_WEIGHT_SUM, "weights that make 1.25", weight_sum},
    {WM_BW2_WEIGHT_RANGE, "weights of 1.25 and -0.25", weight_range},
    {WM_BW2_BONE_OUTSIDE, "bone 50 of 50", bone_outside},
    {WM_BW2_BONE_ROOT, "a weight for bone 0", bone_root},
    {WM_BW2_WEIGHT_FREE, "a free slot with another bone", weight_free},
    {WM_BW2_BONE_RANGE, "a mesh that starts at bone 0", bone_range},
    {WM_BW2_BONE_FRAME, "a right-handed bone", bone_frame},
    {WM_BW2_BONE_FRAME, "a bone stretched twice", bone_frame_2},
    {WM_BW2_FRAME, "a bent entity", frame},
    {WM_BW2_CIRCLE_RADIUS, "a circle of no size", circle_radius},
    {WM_BW2_CIRCLE_ORDER, "a second circle that is larger", circle_order},
    {WM_BW2_FOOTPRINT_SHORT, "a footprint of two points", footprint_short},
    {WM_BW2_FOOTPRINT_TURN, "a footprint that goes clockwise", footprint_turn},
    {WM_BW2_FOOTPRINT_CENTRE, "a centre a metre off", footprint_centre},
    {WM_BW2_FOOTPRINT_VERTEX, "a point between vertices", footprint_vertex},
    {WM_BW2_SPARE, "a spare number of 1", spare},
    {0},
};
