/* Black & White 2 models as scenes: every array against the bytes of the file, strips
 * against the stored normals, skins at rest, frames there and back. */
#include <math.h>

#include "base/internal.h"
#include "bw2_models.h"
#include "convert/frame.h"
#include "memory.h"
#include "scene/internal.h"
#include "support.h"

static wm_scene *scene_of(const wm_bw2_model *m, const char *what)
{
    wm_error error;
    wm_scene *s = wm_scene_from_bw2_model(m, NULL, &error);
    if (!s)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_true(s->left_handed && s->v_down && s->up == WM_UP_Y);
    return s;
}

static bool same_floats(const wm_bw2_model *m, uint32_t vertex, uint32_t id, uint32_t nth,
                        const float *values, size_t width)
{
    const uint8_t *p = wm_bw2_model_vertex(m, vertex, id, nth, NULL);
    float stored[4];
    if (p)
        wmi_load32(stored, p, width);
    return p && memcmp(stored, values, width * sizeof *values) == 0;
}

/* Meshes tile the vertices of all known files. */
static void compare_vertices(const wm_bw2_model *m, const wm_scene *s, uint32_t number)
{
    const wm_bw2_mesh *mesh = &m->meshes[number];
    const wm_scene_mesh *to = &s->meshes[number];
    uint32_t sets = wm_bw2_model_uv_sets(m);
    assert_int_equal(to->vertex_count, mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t v = mesh->first_vertex + i;
        assert_true(same_floats(m, v, WM_BW2_ELEMENT_POSITION, 0, &to->positions[i].x, 3));
        assert_true(same_floats(m, v, WM_BW2_ELEMENT_NORMAL, 0, &to->normals[i].x, 3));
        for (uint32_t k = 0; k < sets; k++)
            assert_true(same_floats(m, v, WM_BW2_ELEMENT_UV, k, to->uvs[k][i], 2));
        for (uint32_t k = 0; k < 4 && to->joints; k++) {
            assert_int_equal(to->joints[i][k],
                             *wm_bw2_model_vertex(m, v, WM_BW2_ELEMENT_BONE_INDEX, k, NULL));
            assert_true(same_floats(m, v, WM_BW2_ELEMENT_BONE_WEIGHT, k, &to->weights[i][k], 1));
        }
        if (m->version == 6)
            assert_memory_equal(to->attributes[0].values + 3 * (size_t)i, &m->cleaves[v], 12);
    }
}

static wm_vec3 sub(wm_vec3 a, wm_vec3 b)
{
    return (wm_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Triangles whose front is where their normals are. */
static uint32_t agreeing(const wm_scene_mesh *m)
{
    uint32_t good = 0;
    for (uint32_t i = 0; i + 2 < m->index_count; i += 3) {
        const uint32_t *v = m->indices + i;
        wm_vec3 p = sub(m->positions[v[1]], m->positions[v[0]]);
        wm_vec3 q = sub(m->positions[v[2]], m->positions[v[0]]);
        wm_vec3 c = {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
        float d = 0;
        for (int k = 0; k < 3; k++) {
            wm_vec3 n = m->normals[v[k]];
            d += n.x * c.x + n.y * c.y + n.z * c.z;
        }
        good += d > 0;
    }
    return good;
}

/* At rest every vertex stays where it is. */
static float skinned_error(const wm_scene *s)
{
    float worst = 0;
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    assert_non_null(pose);
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (s->nodes[i].skin == WM_NO_INDEX)
            continue;
        const wm_scene_mesh *m = &s->meshes[s->nodes[i].mesh];
        wm_vec3 *moved = malloc(m->vertex_count * sizeof *moved + 1);
        assert_non_null(moved);
        wm_pose_mesh(pose, i, moved, NULL);
        for (uint32_t k = 0; k < m->vertex_count; k++) {
            wm_vec3 d = sub(moved[k], m->positions[k]);
            worst = fmaxf(worst, fmaxf(fabsf(d.x), fmaxf(fabsf(d.y), fabsf(d.z))));
        }
        free(moved);
    }
    wm_pose_free(pose);
    return worst;
}

/* The reverse of wmi_frame_transform. */
static wm_bw2_frame frame_of(const wm_transform *t, bool mirrored)
{
    wm_matrix m = wmi_matrix_of(t);
    wm_bw2_frame f = {.position = t->translation};
    for (int i = 0; i < 3; i++)
        f.axis[i] = (wm_vec3){m.m[0][i], m.m[1][i], m.m[2][i]};
    if (mirrored)
        f.axis[2] = (wm_vec3){-f.axis[2].x, -f.axis[2].y, -f.axis[2].z};
    return f;
}

static bool same_place(const wm_transform *a, const wm_transform *b)
{
    wm_matrix p = wmi_matrix_of(a), q = wmi_matrix_of(b);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (!(fabsf(p.m[r][c] - q.m[r][c]) <= 1e-5f * fmaxf(fabsf(p.m[r][c]), 1)))
                return memcmp(&p, &q, sizeof p) == 0; /* also if not finite */
    return true;
}

static void compare_frames(const wm_bw2_model *m, const wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        const wm_extra *e = wm_extras_find(&n->extras, "frame");
        if (!e)
            continue;
        const wm_bw2_frame *f =
            n->kind == WM_NODE_KIND_BONE ? &m->bones[n->source] : &m->entities[n->source].frame;
        assert_int_equal(e->count, 12);
        for (int k = 0; k < 12; k++)
            assert_true((float)e->numbers[k] == (&f->axis[0].x)[k]);
        wm_bw2_frame back = frame_of(&n->rest, wmi_frame_is_mirrored(f));
        for (int k = 0; k < 12; k++)
            assert_true(fabsf((&back.axis[0].x)[k] - (&f->axis[0].x)[k]) < 2e-3f);
        wm_transform again = wmi_frame_transform(&back);
        assert_true(same_place(&n->rest, &again));
    }
}

static void real_models(void **state)
{
    uint32_t count = 0, triangles = 0, good = 0, frames = 0;
    float worst = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_bw2_model *m = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
        wm_scene *s = scene_of(m, l.name);
        for (uint32_t i = 0; i < m->mesh_count; i++) {
            compare_vertices(m, s, i);
            good += agreeing(&s->meshes[i]);
            triangles += s->meshes[i].index_count / 3;
        }
        compare_frames(m, s);
        frames += m->bone_count + m->entity_count;
        worst = fmaxf(worst, skinned_error(s));
        wm_scene_free(s);
        wm_bw2_model_free(m);
        wm_buffer_free(&bytes);
        count++;
    }
    print_message("%u models, %u of %u triangles along their normals, %u frames, skins at rest "
                  "within %g\n",
                  (unsigned)count, (unsigned)good, (unsigned)triangles, (unsigned)frames,
                  (double)worst);
    assert_true(count > 0 && good > triangles - triangles / 50 && worst < 1e-4f);
}

static void samples(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        const test_bw2_kind kind = {5 + i % 2, i / 2 % 2, 1 + i / 4 % 3, false};
        wm_bw2_model *m = test_bw2_make(kind, NULL);
        wm_scene *s = scene_of(m, "sample");
        assert_int_equal(s->mesh_count,
                         m->mesh_count + (m->footprint_count > 0) + (m->circle_count > 0));
        for (uint32_t k = 0; k < m->mesh_count; k++)
            compare_vertices(m, s, k);
        uint32_t outline = wm_scene_find_node(s, "footprint");
        assert_true(outline != WM_NO_INDEX && s->nodes[outline].role == WM_NODE_ROLE_OUTLINE);
        assert_memory_equal(s->meshes[s->nodes[outline].mesh].positions, m->footprint,
                            m->footprint_count * sizeof *m->footprint);
        assert_true(wm_scene_find_node(s, "circles") != WM_NO_INDEX);
        wm_scene_free(s);
        wm_bw2_model_free(m);
    }
}

/* Many meshes that all use everything would make a scene out of proportion. */
static void overlapping_meshes_are_refused(void **state)
{
    wm_error error = {0};
    (void)state;
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
    wm_bw2_mesh *meshes = wm_bw2_model_alloc(m, 64, sizeof *meshes, NULL);
    for (uint32_t i = 0; i < 64; i++) {
        meshes[i] = m->meshes[0];
        meshes[i].first_vertex = 0;
        meshes[i].vertex_count = m->vertex_count;
    }
    m->meshes = meshes;
    m->mesh_count = 64;
    assert_null(wm_scene_from_bw2_model(m, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_bw2_model_free(m);
}

/* Lines can be left out. Coming back they are computed. */
static void without_outlines(void **state)
{
    const wm_scene_opts opts = {.no_outlines = true};
    wm_bw2_model_import_result r;
    (void)state;
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, false, 1, false}, NULL);
    wm_scene *s = wm_scene_from_bw2_model(m, &opts, NULL);
    assert_non_null(s);
    assert_int_equal(s->mesh_count, m->mesh_count);
    assert_int_equal(wm_scene_find_node(s, "footprint"), WM_NO_INDEX);
    wm_bw2_model *back = wm_bw2_model_from_scene(s, NULL, &r, NULL);
    assert_non_null(back);
    assert_true(r.straight && r.footprint && r.circles && back->footprint_count >= 3);
    wm_bw2_model_free(back);
    wm_scene_free(s);
    wm_bw2_model_free(m);
}

/* A model may have meshes and no index at all. */
static void without_indices(void **state)
{
    (void)state;
    for (int skin = 0; skin < 2; skin++) {
        wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, skin, 1, false}, NULL);
        m->indices = NULL;
        m->index_count = 0;
        for (uint32_t i = 0; i < m->reference_count; i++)
            m->references[i].first_index = m->references[i].index_count = 0;
        wm_scene *s = scene_of(m, "no indices");
        assert_true(s->mesh_count >= m->mesh_count);
        for (uint32_t i = 0; i < m->mesh_count; i++)
            assert_int_equal(s->meshes[i].index_count, 0);
        wm_scene_free(s);
        wm_bw2_model_free(m);
    }
}

/* A weight for a missing bone is a finding of check; the model can still be shown. */
static void weights_for_no_bone(void **state)
{
    (void)state;
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, true, 1, false}, NULL);
    uint32_t vertex = m->meshes[0].first_vertex;
    uint8_t *bone =
        (uint8_t *)(uintptr_t)wm_bw2_model_vertex(m, vertex, WM_BW2_ELEMENT_BONE_INDEX, 0, NULL);
    *bone = 255;
    assert_true(m->bone_count <= 255);
    wm_scene *s = scene_of(m, "no such bone");
    assert_int_equal(s->meshes[0].joints[0][0], 0);
    assert_true(s->meshes[0].weights[0][0] == 0);
    wm_scene_free(s);
    wm_bw2_model_free(m);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    for (uint64_t at = 1, refused = 1; refused; at++) {
        test_memory memory;
        test_memory_init(&memory);
        memory.fail_at = at;
        wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, true, 3, false}, NULL);
        const wm_scene_opts opts = {.allocator = &memory.allocator};
        wm_error error = {0};
        wm_scene *s = wm_scene_from_bw2_model(m, &opts, &error);
        refused = memory.refused;
        assert_true(s || error.code == WM_NO_MEMORY); /* an arena may ask for less again */
        wm_scene_free(s);
        wm_bw2_model_free(m);
        test_memory_done(&memory, "scene");
    }
}

/* Frames that are no frames still give something finite that comes back. */
static void strange_frames(void **state)
{
    static const wm_bw2_frame frames[] = {
        {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {1, 2, 3}},
        {{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {0, 0, 0}},
        {{{2, 0, 0}, {0, 3, 0}, {0, 0, 4}}, {0, 0, 0}},
        {{{NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}},
        {{{INFINITY, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}},
        {{{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        wm_transform t = wmi_frame_transform(&frames[i]);
        wm_quat q = t.rotation;
        assert_true(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-5f);
        assert_true(isfinite(t.scale.x) && isfinite(t.scale.y) && isfinite(t.scale.z));
    }
    wm_transform big = wmi_frame_transform(&frames[2]);
    assert_true(big.scale.x == 2 && big.scale.y == 3 && big.scale.z == 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples),
        cmocka_unit_test(real_models),
        cmocka_unit_test(overlapping_meshes_are_refused),
        cmocka_unit_test(without_outlines),
        cmocka_unit_test(without_indices),
        cmocka_unit_test(weights_for_no_bone),
        cmocka_unit_test(memory_may_be_refused),
        cmocka_unit_test(strange_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
