/* Rebuilding Black & White 2 models: scrambled fields of samples come back, real files stay
 * as they are, bounds are the smallest there are. */
#include <math.h>

#include "bw2/build.h"
#include "bw2_models.h"
#include "memory.h"
#include "support.h"

static wm_buffer bytes_of(const wm_bw2_model *m)
{
    wm_buffer out;
    assert_int_equal(wm_bw2_model_write(m, NULL, &out, NULL), WM_OK);
    return out;
}

static void scramble(wm_bw2_model *m)
{
    const wm_bw2_bounds wrong = {{9, 9, 9}, 1, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}, 7, 7, 9, NAN};
    m->size = m->metadata_size = 1;
    m->bounds = wrong;
    if (!wm_bw2_model_is_skin(m)) {
        m->footprint_centre = (wm_vec3){1, 2, 3};
        m->footprint_radius = -1;
    }
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        m->meshes[i].bounds = wrong;
        m->meshes[i].face_count = 77;
        m->meshes[i].index_count = 1;
        m->meshes[i].first_index = 0;
        m->meshes[i].first_vertex = 1;
        m->meshes[i].vertex_count = 0;
        m->meshes[i].first_bone = m->meshes[i].bone_count = 3;
    }
    for (uint32_t i = 0; i < m->reference_count; i++) {
        m->references[i].first_vertex = m->references[i].vertex_count = 1;
        m->references[i].first_face = m->references[i].face_count = 5;
    }
}

static void scrambled_samples_come_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        const test_bw2_kind kind = {5 + i % 2, i / 2 % 2, 1 + i / 4 % 3, false};
        wm_bw2_model_rebuild_result r;
        wm_bw2_model *m = test_bw2_make(kind, NULL);
        wm_buffer before = bytes_of(m);
        scramble(m);
        assert_int_equal(wm_bw2_model_rebuild(m, NULL, &r, NULL), WM_OK);
        assert_int_equal(r.meshes, m->mesh_count);
        assert_int_equal(r.references, m->reference_count);
        assert_true(r.bounds && r.size && r.bones && r.footprint == !kind.skin);
        wm_buffer after = bytes_of(m);
        assert_int_equal(after.size, before.size);
        for (size_t k = 0; k < after.size; k++)
            if (before.data[k] != after.data[k]) /* float rounding of a radius */
                assert_true(abs((int)before.data[k] - (int)after.data[k]) <= 1);
        assert_int_equal(wm_bw2_model_rebuild(m, NULL, &r, NULL), WM_OK);
        assert_true(!r.bounds && !r.meshes && !r.references && !r.bones && !r.size &&
                    !r.metadata_size && !r.footprint);
        wm_buffer_free(&after);
        wm_buffer_free(&before);
        wm_bw2_model_free(m);
    }
}

/* ---- real files ---- */

static bool close_to(float a, float b, float size)
{
    return fabsf(a - b) <= 1e-4f * size;
}

static bool near_vec(wm_vec3 a, wm_vec3 b, float size)
{
    return close_to(a.x, b.x, size) && close_to(a.y, b.y, size) && close_to(a.z, b.z, size);
}

typedef struct tally {
    uint32_t files, same, blocks, near, sphere, cylinder, box, tightest;
} tally;

static float size_of(const wm_bw2_bounds *b)
{
    float x = b->max.x - b->min.x, y = b->max.y - b->min.y, z = b->max.z - b->min.z;
    float size = sqrtf(x * x + y * y + z * z);
    return size > 1e-3f ? size : 1;
}

static void compare(const wm_bw2_bounds *stored, const wm_bw2_bounds *again,
                    const wm_bw2_bounds *tight, tally *t)
{
    float size = size_of(tight);
    t->blocks++;
    t->near += near_vec(stored->centre, again->centre, size) &&
               close_to(stored->radius, again->radius, size) &&
               near_vec(stored->min, again->min, size) && near_vec(stored->max, again->max, size) &&
               near_vec(stored->base, again->base, size) &&
               close_to(stored->height, again->height, size) &&
               close_to(stored->cylinder_radius, again->cylinder_radius, size) &&
               stored->tightest == again->tightest &&
               close_to(stored->volume, again->volume, fabsf(stored->volume));
    t->sphere += near_vec(stored->centre, tight->centre, size) &&
                 close_to(stored->radius, tight->radius, tight->radius);
    t->cylinder +=
        near_vec(stored->base, tight->base, size) &&
        close_to(stored->cylinder_radius, tight->cylinder_radius, tight->cylinder_radius);
    t->box += near_vec(stored->min, tight->min, size) && near_vec(stored->max, tight->max, size);
    t->tightest += stored->tightest == tight->tightest;
}

/* Two that other people's tools have written: their headers are rounded or wrong. */
static bool is_game_file(const wm_bw2_model *m)
{
    return m->version == 6 && strncmp(m->meshes[0].name, "m_norse_chieftain", 17) != 0;
}

static void real_models_stay(void **state)
{
    tally t = {0}, game = {0};
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_bw2_model *model[3];
        for (int i = 0; i < 3; i++) {
            model[i] = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
            const wm_bw2_model_rebuild_opts opts = {.tight = i == 2};
            if (i)
                assert_int_equal(wm_bw2_model_rebuild(model[i], &opts, NULL, NULL), WM_OK);
        }
        tally *to = is_game_file(model[0]) ? &game : &t;
        compare(&model[0]->bounds, &model[1]->bounds, &model[2]->bounds, to);
        for (uint32_t i = 0; i < model[0]->mesh_count; i++)
            compare(&model[0]->meshes[i].bounds, &model[1]->meshes[i].bounds,
                    &model[2]->meshes[i].bounds, to);
        wm_buffer after = bytes_of(model[1]);
        bool same = after.size == bytes.size && memcmp(after.data, bytes.data, bytes.size) == 0;
        if (!same && to == &game)
            fail_msg("%s: rebuilding changes it", l.name);
        to->files++;
        to->same += same;
        wm_buffer_free(&after);
        for (int i = 0; i < 3; i++)
            wm_bw2_model_free(model[i]);
        wm_buffer_free(&bytes);
    }
    print_message("%u game files stay as they are, %u of others; of %u bounds blocks %u are within "
                  "1e-4, of %u others %u\n",
                  (unsigned)game.same, (unsigned)t.files, (unsigned)game.blocks,
                  (unsigned)game.near, (unsigned)t.blocks, (unsigned)t.near);
    print_message("the smallest ones agree within 1e-4: %u boxes, %u spheres, %u cylinders, %u "
                  "tightest of %u\n",
                  (unsigned)game.box, (unsigned)game.sphere, (unsigned)game.cylinder,
                  (unsigned)game.tightest, (unsigned)game.blocks);
    assert_true(game.files > 0 && game.near == game.blocks && game.box == game.blocks);
}

/* The finding that shows why bounds cannot be computed as stored: the same vertices have
 * three different spheres and cylinders. */
static void same_vertices_have_other_bounds(void **state)
{
    static const char *const names[] = {"bw2/s_ghostwarriora.bwm", "bw2/s_greekboy.bwm",
                                        "bw2/s_greekfemaleb.bwm"};
    wm_bw2_model *m[3];
    (void)state;
    NEED_CORPUS();
    for (int i = 0; i < 3; i++) {
        wm_buffer bytes = test_corpus_file(names[i]);
        m[i] = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(m[i]);
        wm_buffer_free(&bytes);
    }
    for (int i = 0; i < 3; i++) {
        const wm_bw2_mesh *a = &m[i]->meshes[m[i]->mesh_count - 1],
                          *b = &m[(i + 1) % 3]->meshes[m[(i + 1) % 3]->mesh_count - 1];
        assert_int_equal(a->vertex_count, b->vertex_count);
        for (uint32_t v = 0; v < a->vertex_count; v++)
            assert_memory_equal(
                wm_bw2_model_vertex(m[i], a->first_vertex + v, WM_BW2_ELEMENT_POSITION, 0, NULL),
                wm_bw2_model_vertex(m[(i + 1) % 3], b->first_vertex + v, WM_BW2_ELEMENT_POSITION, 0,
                                    NULL),
                12);
        assert_true(fabsf(a->bounds.radius - b->bounds.radius) > 1e-3f * a->bounds.radius);
    }
    for (int i = 0; i < 3; i++)
        wm_bw2_model_free(m[i]);
}

/* ---- the smallest ---- */

static float dice(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / (float)(1 << 23) - 1;
}

/* Nothing sticks out, and no nudge of the centre makes the sphere smaller. */
static void balls_are_smallest(void **state)
{
    uint32_t seed = 7;
    (void)state;
    for (uint32_t round = 0; round < 400; round++) {
        uint32_t count = 1 + round % 40;
        uint8_t data[40 * 12];
        wm_vec3 p[40];
        for (uint32_t i = 0; i < count; i++) {
            p[i] = (wm_vec3){dice(&seed), dice(&seed), round % 3 ? dice(&seed) : 0.5f};
            if (round % 5 == 0) /* many on a line, on a grid, at one place */
                p[i] = (wm_vec3){floorf(p[i].x * 2), 0, round % 2 ? p[i].z : 0};
        }
        wmi_store32(data, p, 3 * count);
        const wmi_bw2_column column = {data, 12, WM_BW2_FORMAT_FLOAT3};
        wm_bw2_bounds b;
        wmi_bw2_bounds(&column, 0, count, &b);
        for (int nudge = -1; nudge < 6; nudge++) {
            wm_vec3 c = b.centre;
            float step = (nudge & 1 ? 1e-3f : -1e-3f) * (nudge < 0 ? 0 : 1);
            c.x += nudge < 2 ? step : 0;
            c.y += nudge >= 2 && nudge < 4 ? step : 0;
            c.z += nudge >= 4 ? step : 0;
            float most = 0, wide = 0;
            for (uint32_t i = 0; i < count; i++) {
                float x = p[i].x - c.x, y = p[i].y - c.y, z = p[i].z - c.z;
                most = fmaxf(most, sqrtf(x * x + y * y + z * z));
                x = p[i].x - b.base.x, z = p[i].z - b.base.z;
                wide = fmaxf(wide, sqrtf(x * x + z * z));
            }
            assert_true(wide <= b.cylinder_radius + 1e-5f && wide >= b.cylinder_radius - 1e-5f);
            assert_true(nudge < 0 ? fabsf(most - b.radius) < 1e-5f : most > b.radius - 1e-6f);
        }
    }
}

/* ---- faults ---- */

static void faults(void **state)
{
    wm_error error = {0};
    (void)state;
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
    uint8_t *position = m->streams[0].data + 5 * m->streams[0].stride;
    const float bad = NAN, good = 1;
    wmi_store32(position, &bad, 1);
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, &error), WM_BAD_VALUE);
    wmi_store32(position, &good, 1);
    m->streams[0].elements[0].format = WM_BW2_FORMAT_FLOAT;
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, &error), WM_UNSUPPORTED);
    m->streams[0].elements[0].format = WM_BW2_FORMAT_FLOAT3;
    wm_bw2_reference old = m->references[1]; /* both references of a mesh use all indices */
    m->references[0].index_count = m->references[1].index_count = m->index_count;
    m->references[1].first_index = 0;
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, &error), WM_NOT_REPRESENTABLE);
    m->references[0].index_count = 6;
    m->references[1] = old;
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, &error), WM_OK);
    wm_bw2_mesh *meshes = wm_bw2_model_alloc(m, 64, sizeof *meshes, NULL);
    for (uint32_t i = 0; i < 64; i++)
        meshes[i] = m->meshes[0];
    m->meshes = meshes;
    m->mesh_count = 64;
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, &error), WM_LIMIT);
    assert_int_equal(m->meshes[1].face_count, 4); /* as before */
    m->mesh_count = m->reference_count = m->vertex_count = 0;
    assert_int_equal(wm_bw2_model_rebuild(m, NULL, NULL, &error), WM_OK);
    assert_true(m->bounds.radius == 0);
    wm_bw2_model_free(m);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    for (uint64_t at = 1, refused = 1; refused; at++) {
        test_memory memory;
        test_memory_init(&memory);
        wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, true, 1, false}, &memory.allocator);
        memory.calls = 0;
        memory.fail_at = at;
        wm_status status = wm_bw2_model_rebuild(m, NULL, NULL, NULL);
        refused = memory.refused;
        assert_true(status == WM_OK || (refused && status == WM_NO_MEMORY));
        wm_bw2_model_free(m);
        test_memory_done(&memory, "rebuild");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scrambled_samples_come_back),
        cmocka_unit_test(real_models_stay),
        cmocka_unit_test(same_vertices_have_other_bounds),
        cmocka_unit_test(balls_are_smallest),
        cmocka_unit_test(faults),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
