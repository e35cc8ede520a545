/* Models that no modeller makes: tables of hundreds of thousands of records that all claim
 * the same vertices and indices, or the same name. Time and memory stay in proportion to
 * the file. */
#include "base/internal.h"
#include "bw2_models.h"
#include "memory.h"
#include "support.h"
#include "walk.h"

/* Everything that can be done to a model, to this one, in time. */
static void use(const char *what, wm_bw2_model *made)
{
    wm_buffer bytes;
    test_memory memory;
    wm_report report;
    wm_diff diff;
    wm_error error;
    double start = test_cpu_seconds();
    wm_bw2_model_set_sizes(made);
    assert_int_equal(wm_bw2_model_write(made, NULL, &bytes, &error), WM_OK);
    wm_bw2_model_free(made);
    test_memory_init(&memory);
    wm_report_init(&report, NULL);
    wm_diff_init(&diff, NULL);
    wm_read_opts opts = {.allocator = &memory.allocator, .report = &report};
    wm_bw2_model *m = wm_bw2_model_read(bytes.data, bytes.size, &opts, &error);
    if (!m)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    test_walk_bw2(m);
    assert_true(memory.peak < 8192 + 2 * (uint64_t)bytes.size);
    assert_int_equal(wm_bw2_model_check(m, NULL, &report, &error), WM_OK);
    assert_int_equal(wm_bw2_model_diff(m, m, &diff, &error), WM_OK);
    assert_int_equal(diff.count, 0);
    assert_true(memory.peak < 8192 + 8 * (uint64_t)bytes.size);
    /* Either may refuse, for meshes that overlap. */
    wm_scene *scene = wm_scene_from_bw2_model(m, NULL, &error);
    assert_true(scene || error.code == WM_LIMIT);
    wm_scene_free(scene);
    wm_status rebuilt = wm_bw2_model_rebuild(m, NULL, NULL, &error);
    assert_true(rebuilt == WM_OK || rebuilt == WM_LIMIT || rebuilt == WM_NOT_REPRESENTABLE);
    wm_bw2_model_free(m);
    test_memory_done(&memory, what);
    print_message("%s: %zu KB in %.2f s\n", what, bytes.size / 1024, test_cpu_seconds() - start);
    assert_true(test_cpu_seconds() - start < 10);
    wm_diff_free(&diff);
    wm_report_free(&report);
    wm_buffer_free(&bytes);
}

static void *filled(wm_bw2_model *m, uint32_t count, const void *record, size_t size)
{
    uint8_t *all = wm_bw2_model_alloc(m, count, size, NULL);
    assert_non_null(all);
    for (uint32_t i = 0; i < count; i++)
        memcpy(all + i * size, record, size);
    return all;
}

static wm_bw2_model *grid(void)
{
    wm_bw2_model *m = test_bw2_grid(100, NULL);
    assert_non_null(m);
    return m;
}

static void meshes_of_all_vertices(void **state)
{
    enum { COUNT = 20000 };
    wm_bw2_model *m = grid();
    (void)state;
    wm_bw2_mesh mesh = {.vertex_count = m->vertex_count, .index_count = m->index_count};
    m->meshes = filled(m, COUNT, &mesh, sizeof mesh);
    m->mesh_count = COUNT;
    m->reference_count = 0;
    use("meshes of all vertices", m);
}

static void references_of_all_indices(void **state)
{
    enum { COUNT = 100000 };
    wm_bw2_model *m = grid();
    (void)state;
    wm_bw2_reference r = {.vertex_count = m->vertex_count, .index_count = m->index_count};
    m->references = filled(m, COUNT, &r, sizeof r);
    m->reference_count = COUNT;
    m->mesh_count = 1;
    m->meshes[0].reference_count = COUNT;
    use("references of all indices", m);
}

/* Each mesh looks for its elements in every stream: that there are so many is refused. */
static void streams_by_the_thousand(void **state)
{
    enum { COUNT = 15000 };
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, true, 1, false}, NULL);
    const wm_bw2_stream empty = {0};
    wm_buffer bytes;
    wm_error error;
    (void)state;
    assert_non_null(m);
    wm_bw2_stream *all = filled(m, COUNT, &empty, sizeof empty);
    memcpy(all, m->streams, m->stream_count * sizeof *all);
    m->streams = all;
    for (m->stream_count = 63; m->stream_count <= 65; m->stream_count++) {
        assert_int_equal(wm_bw2_model_write(m, NULL, &bytes, NULL), WM_OK);
        wm_bw2_model *read = wm_bw2_model_read(bytes.data, bytes.size, NULL, &error);
        assert_int_equal(read != NULL, m->stream_count <= WM_BW2_STREAMS);
        wm_bw2_model_free(read);
        wm_buffer_free(&bytes);
    }
    assert_int_equal(error.code, WM_LIMIT);
    m->stream_count = COUNT;
    assert_int_equal(wm_bw2_model_write(m, NULL, &bytes, NULL), WM_OK);
    assert_null(wm_bw2_model_read(bytes.data, bytes.size, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_buffer_free(&bytes);
    wm_bw2_model_free(m);
}

/* As many meshes as a large file holds, and as many streams as are read. */
static void meshes_and_streams(void **state)
{
    enum { MESHES = 20000 };
    wm_bw2_model *m = test_bw2_make((test_bw2_kind){6, true, 1, false}, NULL);
    const wm_bw2_mesh none = {.lod = 1};
    const wm_bw2_stream empty = {0};
    (void)state;
    assert_non_null(m);
    wm_bw2_stream *all = filled(m, WM_BW2_STREAMS, &empty, sizeof empty);
    memcpy(all + WM_BW2_STREAMS - 9, m->streams,
           9 * sizeof *all); /* the ones looked for come last */
    m->streams = all;
    m->stream_count = WM_BW2_STREAMS;
    m->meshes = filled(m, MESHES, &none, sizeof none);
    m->mesh_count = MESHES;
    m->reference_count = 0;
    use("meshes and streams", m);
}

static void entities_of_one_name(void **state)
{
    enum { COUNT = 50000 };
    wm_bw2_model *m = grid();
    (void)state;
    wm_bw2_entity e = {.frame = {.position = {1, 2, 3}}};
    memset(e.name, 'x', sizeof e.name);
    m->entities = filled(m, COUNT, &e, sizeof e);
    m->entity_count = COUNT;
    use("entities of one name", m);
}

/* All vertices at one place, and a footprint of as many points a little beside it. */
static void points_of_one_place(void **state)
{
    enum { COUNT = 500000 };
    const wm_vec3 near = {0, 0, 1e-30f};
    wm_bw2_model *m = grid();
    (void)state;
    memset(m->streams[0].data, 0, (size_t)m->vertex_count * m->streams[0].stride);
    m->footprint = filled(m, COUNT, &near, sizeof near);
    m->footprint_count = COUNT;
    m->circles = filled(m, COUNT, &near, sizeof near);
    m->circle_count = COUNT;
    use("points of one place", m);
}

/* Every index is bad: all of them are counted and replaced, fifty are told. */
static void indices_of_nothing(void **state)
{
    wm_bw2_model *m = grid();
    wm_buffer bytes;
    wm_report report;
    (void)state;
    for (uint32_t i = 0; i < m->index_count; i++)
        m->indices[i] = 0xFFFF;
    assert_int_equal(wm_bw2_model_write(m, NULL, &bytes, NULL), WM_OK);
    wm_report_init(&report, NULL);
    wm_bw2_model *read =
        wm_bw2_model_read(bytes.data, bytes.size, &(wm_read_opts){.report = &report}, NULL);
    assert_non_null(read);
    assert_int_equal(read->fault_count, read->index_count);
    wm_bw2_model_free(read);
    assert_int_equal(report.count, 50);
    wm_report_finish(&report);
    assert_int_equal(report.count, 51);
    wm_report_free(&report);
    wm_buffer_free(&bytes);
    wm_bw2_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_of_all_vertices),  cmocka_unit_test(references_of_all_indices),
        cmocka_unit_test(streams_by_the_thousand), cmocka_unit_test(meshes_and_streams),
        cmocka_unit_test(entities_of_one_name),    cmocka_unit_test(points_of_one_place),
        cmocka_unit_test(indices_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
