/* Rebuilding and repairing models: what follows from vertices and faces is computed as the
 * compiler does. */
#include "fixtures.h"
#include "memory.h"
#include "models.h"
#include "support.h"

static void same_files(const wm_kotor_mdl *a, const wm_kotor_mdl *b)
{
    wm_buffer x[2], y[2];
    assert_int_equal(wm_kotor_mdl_write(a, NULL, &x[0], &x[1], NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_write(b, NULL, &y[0], &y[1], NULL), WM_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(x[i].size, y[i].size);
        assert_memory_equal(x[i].data, y[i].data, x[i].size);
        wm_buffer_free(&x[i]);
        wm_buffer_free(&y[i]);
    }
}

/* The sample, compiled from its text, so that everything derived is the compiler's. */
static wm_kotor_mdl *compiled(wm_kotor_game game, const wm_allocator *allocator)
{
    wm_buffer text;
    wm_kotor_mdl *made = test_model_make(game, WM_KOTOR_PLATFORM_PC, NULL);
    const wm_kotor_mdl_text_write_opts plain = {.plain = true};
    assert_int_equal(wm_kotor_mdl_text_write(made, &plain, &text, NULL), WM_OK);
    const wm_kotor_mdl_text_read_opts opts = {.base = {.allocator = allocator}, .game = game};
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(text.data, text.size, &opts, NULL);
    assert_non_null(m);
    /* Texts keep the bounds of meshes and the tree; start from computed ones. */
    const wm_kotor_mdl_rebuild_opts bounds = {.bounds = true, .tree = true};
    assert_int_equal(wm_kotor_mdl_rebuild(m, &bounds, NULL, NULL), WM_OK);
    wm_buffer_free(&text);
    wm_kotor_mdl_free(made);
    return m;
}

static void spoil(wm_kotor_mdl *m, bool normals)
{
    for (uint32_t i = 0; i < m->tree.count; i++) {
        wm_kotor_mesh *mesh = m->tree.nodes[i].mesh;
        if (!mesh || mesh->saber)
            continue;
        mesh->min.x = mesh->radius = mesh->average.z = mesh->area = 99;
        for (uint32_t f = 0; f < mesh->face_count; f++) {
            mesh->faces[f].normal.x = 7;
            mesh->faces[f].distance = 7;
            mesh->faces[f].adjacent[f % 3] = 0;
        }
        mesh->aabb_count = 0;
        for (uint32_t v = 0; normals && v < mesh->vertex_count; v++) {
            int32_t at = mesh->row_offset[WM_KOTOR_ROW_NORMAL];
            uint8_t *p = mesh->rows + v * mesh->row_size + at;
            if (at >= 0)
                p[2] ^= 8; /* a little off */
        }
    }
}

/* Exchanges the first two keys of a controller, and doubles an orientation. */
static void spoil_nodes(wm_kotor_mdl *m)
{
    for (uint32_t a = 0; a < m->animation_count; a++)
        for (uint32_t i = 0; i < m->animations[a].tree.count; i++) {
            wm_kotor_mdl_node *n = &m->animations[a].tree.nodes[i];
            for (uint32_t c = 0; c < n->controller_count; c++) {
                const wm_kotor_controller *k = &n->controllers[c];
                uint32_t width = wm_kotor_controller_width(k);
                float *time = n->data + k->time_index, *value = n->data + k->data_index;
                for (uint32_t x = 0; k->rows > 1 && x <= width; x++) {
                    float *one = x < width ? &value[x] : &time[0];
                    float *other = x < width ? &value[x + width] : &time[1];
                    float old = *one;
                    *one = *other;
                    *other = old;
                }
            }
        }
    m->tree.nodes[MODEL_ROOT].orientation.w = 2;
    m->geometry.node_count = 1;
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh && m->tree.nodes[i].mesh->saber)
            m->tree.nodes[i].mesh->vertices = NULL;
}

static void spoiled_models_come_back(void **state)
{
    (void)state;
    const wm_kotor_mdl_rebuild_opts faces = {.planes = true, .adjacency = true};
    for (int game = WM_KOTOR_GAME_1; game <= WM_KOTOR_GAME_2; game++) {
        wm_kotor_mdl *good = compiled((wm_kotor_game)game, NULL);
        wm_kotor_mdl *m = compiled((wm_kotor_game)game, NULL);
        assert_int_equal(wm_kotor_mdl_rebuild(m, NULL, NULL, NULL), WM_OK);
        same_files(m, good);
        spoil(m, false);
        assert_int_equal(wm_kotor_mdl_rebuild(m, &faces, NULL, NULL), WM_OK);
        assert_int_equal(m->tree.nodes[MODEL_FLOOR].mesh->aabb_count, 0);
        assert_true(m->tree.nodes[MODEL_BOX].mesh->radius == 99);
        assert_memory_equal(
            m->tree.nodes[MODEL_BOX].mesh->faces, good->tree.nodes[MODEL_BOX].mesh->faces,
            good->tree.nodes[MODEL_BOX].mesh->face_count * sizeof(wm_kotor_mdl_face));
        assert_int_equal(wm_kotor_mdl_rebuild(m, NULL, NULL, NULL), WM_OK);
        same_files(m, good);
        wm_kotor_mdl_free(m);
        wm_kotor_mdl_free(good);
    }
}

/* Normals and tangents are found again from slightly wrong ones. */
static void normals_come_back(void **state)
{
    (void)state;
    const wm_kotor_mdl_rebuild_opts rows = {.normals = true, .tangents = true};
    wm_kotor_mdl *good = compiled(WM_KOTOR_GAME_1, NULL), *m = compiled(WM_KOTOR_GAME_1, NULL);
    assert_int_equal(wm_kotor_mdl_rebuild(good, &rows, NULL, NULL), WM_OK);
    spoil(m, true);
    assert_int_equal(wm_kotor_mdl_rebuild(m, &rows, NULL, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_rebuild(m, NULL, NULL, NULL), WM_OK);
    same_files(m, good);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(good);
}

static void no_memory(bool fix)
{
    const wm_kotor_mdl_rebuild_opts all = {.planes = true,
                                           .adjacency = true,
                                           .bounds = true,
                                           .tree = true,
                                           .normals = true,
                                           .tangents = true};
    uint32_t failed = 0;
    for (uint64_t n = 1;; n++) {
        test_memory memory;
        wm_buffer mdl, mdx;
        test_memory_init(&memory);
        wm_kotor_mdl *m = compiled(WM_KOTOR_GAME_1, &memory.allocator);
        spoil(m, false);
        if (fix)
            spoil_nodes(m);
        wm_buffer mdl_before, mdx_before;
        assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl_before, &mdx_before, NULL), WM_OK);
        memory.fail_at = memory.calls + n;
        wm_status status =
            fix ? wm_kotor_mdl_fix(m, NULL, NULL) : wm_kotor_mdl_rebuild(m, &all, NULL, NULL);
        bool refused = memory.refused > 0;
        memory.fail_at = 0;
        /* An arena that gets no larger block tries a smaller one. */
        assert_true(status == WM_OK || (refused && status == WM_NO_MEMORY));
        failed += status != WM_OK;
        assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
        bool same = mdl.size == mdl_before.size && mdx.size == mdx_before.size &&
                    memcmp(mdl.data, mdl_before.data, mdl.size) == 0 &&
                    memcmp(mdx.data, mdx_before.data, mdx.size) == 0;
        assert_true(same == (status != WM_OK)); /* all or nothing */
        wm_buffer_free(&mdl_before);
        wm_buffer_free(&mdx_before);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        wm_kotor_mdl_free(m);
        test_memory_done(&memory, "rebuild");
        if (!refused) {
            assert_true(failed > 3);
            return;
        }
    }
}

static void failed_allocations_are_reported(void **state)
{
    (void)state;
    no_memory(false);
    no_memory(true);
}

/* ---- fix ------------------------------------------------------------------- */

static uint32_t findings(const wm_kotor_mdl *m)
{
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    uint32_t count = report.errors + report.warnings;
    wm_report_free(&report);
    return count;
}

/* Planes, neighbours, trees, triangles to draw and links of a file are repaired. */
static void faults_are_repaired(void **state)
{
    (void)state;
    wm_buffer mdl, mdx;
    wm_report report;
    wm_kotor_mdl *good = compiled(WM_KOTOR_GAME_2, NULL), *m = compiled(WM_KOTOR_GAME_2, NULL);
    assert_int_equal(findings(m), 0);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    same_files(m, good);
    spoil(m, false);
    m->tree.nodes[MODEL_BOX].mesh->indices[1] = 0;
    m->tree.nodes[MODEL_CLOTH].mesh->index_count = 3;
    assert_true(findings(m) > 0);
    wm_kotor_mdl_fix_result fixed;
    assert_int_equal(wm_kotor_mdl_fix(m, &fixed, NULL), WM_OK);
    assert_int_equal(findings(m), 0);
    assert_true(fixed.planes && fixed.adjacency && fixed.trees && fixed.indices == 2);
    assert_true(!fixed.sabers && !fixed.nodes && !fixed.words);
    const wm_kotor_mdl_rebuild_opts bounds = {.bounds = true}; /* no finding */
    wm_kotor_mdl_rebuild_result rebuilt;
    assert_int_equal(wm_kotor_mdl_rebuild(m, &bounds, &rebuilt, NULL), WM_OK);
    assert_true(rebuilt.bounds && !rebuilt.planes && !rebuilt.adjacency && !rebuilt.trees);
    same_files(m, good);
    assert_int_equal(wm_kotor_mdl_rebuild(m, NULL, &rebuilt, NULL), WM_OK);
    assert_true(!rebuilt.bounds && !rebuilt.planes && !rebuilt.adjacency && !rebuilt.trees);
    m->tree.nodes[MODEL_FLOOR].mesh->aabbs[0].max.x -= 1; /* only an inner box is wrong */
    assert_true(findings(m) > 0);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    same_files(m, good);
    assert_int_equal(wm_kotor_mdl_write(good, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl *stored = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(stored);
    memset(mdl.data + stored->tree.nodes[MODEL_TIP].offset + 12, 0, 4); /* its parent */
    wm_report_init(&report, NULL);
    const wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *odd = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, NULL);
    assert_non_null(odd);
    assert_int_equal(odd->odd_count, 1);
    assert_int_equal(wm_kotor_mdl_fix(odd, &fixed, NULL), WM_OK);
    assert_true(fixed.words && !fixed.planes && !fixed.trees);
    same_files(odd, good);
    wm_report_free(&report);
    wm_kotor_mdl_free(odd);
    wm_kotor_mdl_free(stored);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(good);
}

/* Only what the check complains about changes: a plane within the tolerance keeps its bits, in the
 * mesh of a wrong one too. */
static void what_fits_stays(void **state)
{
    (void)state;
    wm_kotor_mdl *m = compiled(WM_KOTOR_GAME_1, NULL), *good = compiled(WM_KOTOR_GAME_1, NULL);
    wm_kotor_mdl_face *faces = m->tree.nodes[MODEL_BOX].mesh->faces;
    float near = faces[0].distance + 1e-5f;
    assert_true(near != faces[0].distance);
    faces[0].distance = near;
    faces[1].normal = (wm_vec3){0, 0, -1};
    assert_true(findings(m) > 0);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    assert_int_equal(findings(m), 0);
    faces = m->tree.nodes[MODEL_BOX].mesh->faces; /* the model may have moved */
    assert_true(faces[0].distance == near);
    memcpy(&faces[0].distance, &good->tree.nodes[MODEL_BOX].mesh->faces[0].distance, 4);
    same_files(m, good);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(good);
}

/* Keys, orientations, tables of sabers, inner boxes of trees and the number of nodes. */
static void nodes_are_repaired(void **state)
{
    (void)state;
    wm_kotor_mdl *good = compiled(WM_KOTOR_GAME_1, NULL), *m = compiled(WM_KOTOR_GAME_1, NULL);
    assert_true(good->tree.nodes[MODEL_ROOT].orientation.w == 1);
    spoil_nodes(m);
    wm_kotor_mesh *ground = m->tree.nodes[MODEL_FLOOR].mesh;
    assert_true(ground->aabb_count > 1);
    ground->aabbs[0].max.x -= 0.5f;
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    test_expect_issue(&report, WM_KOTOR_MDL_KEY_ORDER);
    test_expect_issue(&report, WM_KOTOR_MDL_QUATERNION);
    test_expect_issue(&report, WM_KOTOR_MDL_NODE_COUNT);
    test_expect_issue(&report, WM_KOTOR_MDL_SABER_TABLE);
    test_expect_issue(&report, WM_KOTOR_MDL_AABB_INNER);
    wm_report_free(&report);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    assert_int_equal(findings(m), 0);
    same_files(m, good);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(good);
}

/* Odd words that nothing complains about stay. */
static void other_words_stay(void **state)
{
    (void)state;
    wm_buffer mdl, mdx, out, rows;
    wm_kotor_mdl *good = compiled(WM_KOTOR_GAME_2, NULL);
    assert_int_equal(wm_kotor_mdl_write(good, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl *stored = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(stored);
    size_t parent = stored->tree.nodes[MODEL_TIP].offset + 12;
    assert_int_equal(stored->tree.nodes[MODEL_BOX].child_count, 0);
    size_t empty = stored->tree.nodes[MODEL_BOX].offset + 44; /* the pointer to no children */
    mdl.data[empty] ^= 4;
    uint8_t link = mdl.data[parent];
    mdl.data[parent] ^= 4;
    wm_kotor_mdl *odd = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(odd);
    assert_int_equal(odd->odd_count, 2);
    assert_int_equal(wm_kotor_mdl_fix(odd, NULL, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_write(odd, NULL, &out, &rows, NULL), WM_OK);
    mdl.data[parent] = link;
    assert_int_equal(out.size, mdl.size);
    assert_memory_equal(out.data, mdl.data, mdl.size);
    wm_buffer_free(&out);
    wm_buffer_free(&rows);
    wm_kotor_mdl_free(odd);
    wm_kotor_mdl_free(stored);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(good);
}

/* Models of the games get no new findings, and a second rebuild changes nothing. */
static void real_models_stay_good(void **state)
{
    (void)state;
    uint32_t count = 0;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "kotor/models/vanilla", ".mdl");) {
        char path[1024];
        wm_report report[2];
        wm_buffer mdl = test_corpus_file(l.path);
        snprintf(path, sizeof path, "%s", l.path);
        path[strlen(path) - 1] = 'x';
        wm_buffer mdx = test_corpus_file(path);
        wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
        assert_non_null(m);
        wm_report_init(&report[0], NULL);
        wm_report_init(&report[1], NULL);
        assert_int_equal(wm_kotor_mdl_check(m, NULL, &report[0], NULL), WM_OK);
        wm_kotor_mdl *fixed = wm_kotor_mdl_copy(m, NULL, NULL);
        assert_int_equal(wm_kotor_mdl_fix(fixed, NULL, NULL), WM_OK);
        assert_true(findings(fixed) <= report[0].errors + report[0].warnings);
        wm_kotor_mdl_free(fixed);
        assert_int_equal(wm_kotor_mdl_rebuild(m, NULL, NULL, NULL), WM_OK);
        assert_int_equal(wm_kotor_mdl_check(m, NULL, &report[1], NULL), WM_OK);
        assert_true(report[1].errors <= report[0].errors);
        assert_true(report[1].warnings <= report[0].warnings);
        wm_kotor_mdl *again = wm_kotor_mdl_copy(m, NULL, NULL);
        assert_int_equal(wm_kotor_mdl_rebuild(again, NULL, NULL, NULL), WM_OK);
        same_files(again, m);
        wm_report_free(&report[0]);
        wm_report_free(&report[1]);
        wm_kotor_mdl_free(again);
        wm_kotor_mdl_free(m);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        count++;
    }
    assert_true(count >= 5);
}

/* A damaged file may place the parts of a row anywhere, and is written again all the same. */
static void far_offsets_are_written(void **state)
{
    (void)state;
    wm_kotor_mdl *m = compiled(WM_KOTOR_GAME_1, NULL);
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh)
            m->tree.nodes[i].mesh->row_offset[WM_KOTOR_ROW_POSITION] = INT32_MAX;
    same_files(m, m);
    wm_kotor_mdl_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spoiled_models_come_back),
        cmocka_unit_test(normals_come_back),
        cmocka_unit_test(failed_allocations_are_reported),
        cmocka_unit_test(faults_are_repaired),
        cmocka_unit_test(what_fits_stays),
        cmocka_unit_test(nodes_are_repaired),
        cmocka_unit_test(other_words_stay),
        cmocka_unit_test(far_offsets_are_written),
        cmocka_unit_test(real_models_stay_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
