/* NWN2 models: samples and real files, read and written again; what they hold. */
#include "fixtures.h"
#include "mdb_models.h"
#include "memory.h"
#include "support.h"
#include "walk.h"

static wm_nwn2_mdb *round_trip(const char *what, const void *data, size_t size)
{
    wm_error error;
    wm_buffer out;
    wm_nwn2_mdb *m = wm_nwn2_mdb_read(data, size, NULL, &error);
    if (!m)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    test_walk_mdb(m);
    assert_int_equal(wm_nwn2_mdb_write(m, NULL, &out, &error), WM_OK);
    if (out.size != size || memcmp(out.data, data, size) != 0)
        fail_msg("%s does not come back", what);
    wm_buffer_free(&out);
    return m;
}

static void samples_come_back(void **state)
{
    int count = 0;
    (void)state;
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++, count++) {
        size_t size;
        uint8_t *bytes = test_mdb_bytes(s->name, &size);
        assert_int_equal(wm_detect(bytes, size), WM_FORMAT_NWN2_MDB);
        wm_nwn2_mdb *m = round_trip(s->name, bytes, size);
        assert_int_equal(m->fault_count, 0);
        assert_int_equal(m->unclaimed, 0);
        wm_nwn2_mdb_free(m);
        free(bytes);
    }
    assert_true(count >= 3);
}

static void fields_have_their_values(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_mdb_bytes("c_toy.mdb", &size);
    wm_nwn2_mdb *m = wm_nwn2_mdb_read(bytes, size, NULL, NULL);
    const wm_nwn2_mdb_packet *skin = &m->packets[1],
                             *hair = wm_nwn2_mdb_find(m, WM_NWN2_MDB_KIND_HAIR);
    assert_int_equal(m->packet_count, 8);
    assert_int_equal(skin->kind, WM_NWN2_MDB_KIND_SKIN);
    assert_string_equal(wm_nwn2_mdb_packet_name(skin), "c_toy_body01_L01");
    assert_string_equal(skin->mesh->skeleton, "c_toy_skel");
    assert_int_equal(wm_nwn2_mdb_lod(skin), 1);
    assert_int_equal(wm_nwn2_mdb_lod(hair), 0);
    assert_int_equal(skin->mesh->skin_vertices[6].bone[0], 6);
    assert_int_equal(skin->mesh->skin_vertices[6].bone[2], 53);
    assert_true(skin->mesh->material.specular_power == 10);
    assert_int_equal(hair->point->value, WM_NWN2_MDB_HAIR_PONYTAIL);
    const wm_nwn2_mdb_packet *cols = wm_nwn2_mdb_find(m, WM_NWN2_MDB_KIND_COLS);
    assert_null(wm_nwn2_mdb_packet_name(cols));
    assert_int_equal(cols->spheres->count, 3);
    assert_int_equal(cols->spheres->spheres[2].bone, 6);
    assert_null(wm_nwn2_mdb_find(m, WM_NWN2_MDB_KIND_WALK));
    wm_nwn2_mdb_free(m);
    free(bytes);
}

static void names_must_fit(void **state)
{
    (void)state;
    wm_error error;
    wm_nwn2_mdb *m = wm_nwn2_mdb_new(NULL, NULL);
    assert_null(wm_nwn2_mdb_add_packet(m, WM_NWN2_MDB_KIND_HOOK,
                                       "a_name_of_more_than_thirty-one_bytes", 0, 0, &error));
    assert_int_equal(error.code, WM_NOT_REPRESENTABLE);
    assert_int_equal(m->packet_count, 0);
    assert_non_null(wm_nwn2_mdb_add_packet(m, WM_NWN2_MDB_KIND_HOOK,
                                           "a_name_of_just_thirty-one_bytes", 0, 0, &error));
    wm_nwn2_mdb_free(m);
}

/* A packet that cannot be parsed is kept, and the others are read. */
static void a_damaged_packet_is_kept(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_mdb_bytes("plc_stage.mdb", &size);
    bytes[12 + 6 * 8 + 8 + 196]++; /* the vertex count of the first packet */
    wm_nwn2_mdb *m = round_trip("damaged", bytes, size);
    assert_int_equal(m->fault_count, 1);
    assert_int_equal(m->packets[0].kind, WM_NWN2_MDB_KIND_RAW);
    assert_null(m->packets[0].mesh);
    assert_string_equal(m->packets[0].type, "RIGD");
    assert_non_null(m->packets[1].mesh);
    wm_nwn2_mdb_free(m);
    free(bytes);
}

/* The packets tell models from terrain, even where the version is wrong. */
static void models_are_not_terrain(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_mdb_bytes("plc_stage.mdb", &size);
    assert_false(wm_nwn2_trn_detect(bytes, size));
    bytes[4] = 2;
    bytes[6] = 3;
    assert_true(wm_nwn2_mdb_detect(bytes, size));
    memcpy(bytes + 12, "TRWH", 4);
    assert_false(wm_nwn2_mdb_detect(bytes, size));
    assert_true(wm_nwn2_trn_detect(bytes, size));
    assert_false(wm_nwn2_mdb_detect(bytes, 7));
    assert_false(wm_nwn2_mdb_detect("NWN2\2\0\3\0\0\0\0\0", 12));
    assert_true(wm_nwn2_mdb_detect("NWN2\1\0\14\0\0\0\0\0", 12));
    free(bytes);
}

static void differences_are_listed(void **state)
{
    (void)state;
    wm_diff diff;
    wm_nwn2_mdb *a = test_mdb_make("plc_stage.mdb"), *b = wm_nwn2_mdb_copy(a, NULL, NULL);
    strcpy(b->packets[0].mesh->material.texture[0], "other");
    b->packets[1].mesh->vertices[2].uvw.x = 7;
    b->packets[2].point->value = 1;
    b->packets[3].mesh->triangle_flags[0] = 0;
    strcpy(b->packets[4].mesh->name, "renamed");
    b->packets[5].mesh->hull_vertices[0].position.x = 7;
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_nwn2_mdb_diff(a, b, &diff, NULL), WM_OK);
    static const char *const fields[] = {"packets.name", "textures",       "vertices.position",
                                         "vertices",     "triangle_flags", "points"};
    assert_int_equal(diff.count, sizeof fields / sizeof *fields);
    for (uint32_t i = 0; i < diff.count; i++)
        assert_string_equal(diff.items[i].field, fields[i]);
    wm_diff_free(&diff);
    wm_nwn2_mdb_free(a);
    wm_nwn2_mdb_free(b);
}

static void names_and_textures_are_set(void **state)
{
    (void)state;
    wm_error error;
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb"), *was = wm_nwn2_mdb_copy(m, NULL, NULL);
    assert_int_equal(wm_nwn2_mdb_rename(m, "plc_deck", &error), WM_OK);
    assert_string_equal(m->packets[0].mesh->name, "plc_deck");
    assert_string_equal(m->packets[1].mesh->name, "plc_deck_L01");
    assert_string_equal(m->packets[3].mesh->name, "plc_deck_W");
    assert_string_equal(m->packets[2].point->name, "hp_1");
    /* too long for one of them: none changes */
    assert_int_equal(wm_nwn2_mdb_rename(m, "plc_deck_of_a_very_large_ship", &error),
                     WM_NOT_REPRESENTABLE);
    assert_string_equal(m->packets[0].mesh->name, "plc_deck");
    assert_int_equal(wm_nwn2_mdb_set_texture(m, 0, WM_NWN2_MDB_TEXTURE_GLOW, "g", &error), WM_OK);
    assert_string_equal(m->packets[0].mesh->material.texture[WM_NWN2_MDB_TEXTURE_GLOW], "g");
    assert_int_equal(wm_nwn2_mdb_set_texture(m, 3, 0, "g", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_nwn2_mdb_set_texture(m, 0, 4, "g", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_nwn2_mdb_set_texture(m, 9, 0, "g", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_nwn2_mdb_set_name(m, 9, "g", &error), WM_BAD_ARGUMENT);
    assert_int_equal(wm_nwn2_mdb_set_skeleton(m, 0, "g", &error), WM_BAD_ARGUMENT);
    wm_nwn2_mdb_free(m);
    wm_nwn2_mdb_free(was);
}

/* The sample's own tangents follow the rule; a name that is set again keeps its garbage. */
static void a_rebuild_computes_what_is_asked(void **state)
{
    (void)state;
    wm_nwn2_mdb_rebuild_opts all = {.normals = false, .tangents = true};
    wm_nwn2_mdb_rebuild_result r;
    wm_buffer a, b;
    wm_nwn2_mdb *m = test_mdb_make("plc_stage.mdb");
    assert_int_equal(wm_nwn2_mdb_write(m, NULL, &a, NULL), WM_OK);
    assert_int_equal(wm_nwn2_mdb_rebuild(m, NULL, &r, NULL), WM_OK);
    assert_int_equal(r.normals + r.tangents, 0);
    assert_int_equal(wm_nwn2_mdb_write(m, NULL, &b, NULL), WM_OK);
    assert_memory_equal(a.data, b.data, a.size);
    wm_buffer_free(&a);
    wm_buffer_free(&b);
    m->packets[1].mesh->vertices[3].normal = (wm_vec3){0, 0, 0};
    wm_vec3 tangent = m->packets[0].mesh->vertices[7].tangent;
    m->packets[0].mesh->vertices[7].tangent = (wm_vec3){0, 0, 0};
    assert_int_equal(wm_nwn2_mdb_rebuild(m, &all, &r, NULL), WM_OK);
    assert_int_equal(r.normals, 1);
    assert_int_equal(r.tangents, 48);
    wm_vec3 again = m->packets[0].mesh->vertices[7].tangent;
    assert_true(again.x == tangent.x && again.y == tangent.y && again.z == tangent.z);
    wm_vec3 near = m->packets[1].mesh->vertices[2].normal,
            computed = m->packets[1].mesh->vertices[3].normal;
    assert_true(near.x * computed.x + near.y * computed.y + near.z * computed.z > 0.999f);
    wm_nwn2_mdb_free(m);
    m = test_mdb_make("odd.mdb");
    assert_int_equal(wm_nwn2_mdb_set_name(m, 0, "odd", NULL), WM_OK);
    assert_int_equal(m->packets[0].mesh->name[5], 'C');
    assert_int_equal(wm_nwn2_mdb_set_name(m, 0, "even", NULL), WM_OK);
    assert_int_equal(m->packets[0].mesh->name[6], 0);
    wm_nwn2_mdb_free(m);
}

/* Each allocation of a rebuild refused in turn: the model stays as it was. */
static void a_failed_rebuild_changes_nothing(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_mdb_bytes("c_toy.mdb", &size);
    const wm_nwn2_mdb_rebuild_opts all = {.normals = true, .tangents = true};
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        test_memory memory;
        wm_buffer out;
        wm_nwn2_mdb_rebuild_result r = {.normals = 77};
        test_memory_init(&memory);
        wm_read_opts opts = {.allocator = &memory.allocator};
        wm_nwn2_mdb *m = wm_nwn2_mdb_read(bytes, size, &opts, NULL);
        memory.fail_at = memory.calls + n;
        done = wm_nwn2_mdb_rebuild(m, &all, &r, NULL) == WM_OK;
        memory.fail_at = 0;
        assert_int_equal(wm_nwn2_mdb_write(m, NULL, &out, NULL), WM_OK);
        assert_int_equal(memcmp(out.data, bytes, size) == 0, !done);
        assert_int_equal(r.normals == 77, !done);
        wm_buffer_free(&out);
        wm_nwn2_mdb_free(m);
        test_memory_done(&memory, "rebuild");
    }
    free(bytes);
}

static void every_real_model_comes_back(void **state)
{
    uint32_t count = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "nwn2-mdb", ".mdb");) {
        wm_buffer bytes = test_corpus_file(l.path);
        assert_int_equal(wm_detect(bytes.data, bytes.size), WM_FORMAT_NWN2_MDB);
        wm_nwn2_mdb *m = round_trip(l.name, bytes.data, bytes.size);
        if (m->fault_count || m->unclaimed)
            fail_msg("%s: %s", l.name, m->first_fault.message);
        wm_nwn2_mdb_free(m);
        wm_buffer_free(&bytes);
        count++;
    }
    print_message("%u models\n", (unsigned)count);
    assert_true(count > 0);
}

/* Errors are what no real file has. */
static void real_models_have_no_errors(void **state)
{
    uint32_t count = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "nwn2-mdb", ".mdb"); count++) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_report report;
        wm_report_init(&report, NULL);
        assert_int_equal(wm_check(bytes.data, bytes.size, NULL, &report, NULL), WM_OK);
        for (uint32_t i = 0; i < report.count; i++)
            if (wm_issue_describe(report.issues[i].code)->severity == WM_SEVERITY_ERROR)
                fail_msg("%s: %s", l.name, report.issues[i].message);
        wm_report_free(&report);
        wm_buffer_free(&bytes);
    }
    assert_true(count > 0);
}

static void samples_have_no_findings(void **state)
{
    (void)state;
    for (const test_mdb_sample *s = test_mdb_samples; s->name; s++) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_check_mdb(s->make(NULL), &report);
        if ((report.count > 0) != (strcmp(s->name, "odd.mdb") == 0))
            fail_msg("%s: %u findings", s->name, (unsigned)report.count);
        wm_report_free(&report);
    }
}

/* ---- figures that another program found ---- */

enum { UNKNOWN = 99 }; /* not measured */

typedef struct expected {
    const char *name;
    uint32_t packets, vertices, triangles;
    double min[3], max[3];           /* to a millimetre */
    uint32_t walk[3];                /* vertices, triangles, walkable */
    uint32_t col2[2], col3[2], cols; /* vertices and triangles; spheres */
} expected;

static const expected figures[] = {
    {"plc_mc_balcony3",
     4,
     1783,
     847,
     {-2.289, -3.031, 0},
     {2.289, 3.031, 1.769},
     {33, 50, 22},
     {120, 60},
     {61, 49},
     0},
    {"tl_es_ddxw_01",
     6,
     2209,
     1030,
     {-4.5, -4.5, 0},
     {4.505, 4.505, 4.2},
     {77, 69, 46},
     {0, 0},
     {68, 38},
     0},
    {"plc_mc_ruins04",
     3,
     540,
     338,
     {-9.023, -4.596, 0.002},
     {8.988, 4.619, 21.358},
     {26, 22, 0},
     {58, 28},
     {0, 0},
     0},
    {"plc_cus_cliffcv_01",
     3,
     220,
     356,
     {-29.957, -13.016, -0.519},
     {30.041, 20.445, 38.589},
     {0, 0, 0},
     {24, 12},
     {0, 0},
     0},
    {"c_worm_cl_body01",
     8,
     1430,
     1986,
     {-2.252, -1.521, 0},
     {2.389, 3.314, 31.992},
     {0, 0, 0},
     {3162, 5760},
     {0, 0},
     6},
    {"c_reedriderm_cl_boots01",
     21,
     2559,
     3740,
     {-1.469, -2.202, -0.015},
     {1.469, 2.154, 1.224},
     {0, 0, 0},
     {17 * 527, 17 * 960},
     {0, 0},
     22},
    {"c_troll_cl_body01",
     9,
     8289,
     12006,
     {-1.171, -0.668, 0.009},
     {1.171, 0.643, 2.946},
     {0, 0, 0},
     {0, 0},
     {0, 0},
     10},
    {"p_ggf_dmcb_helm05",
     3,
     115,
     156,
     {-0.137, -0.372, 1.841},
     {0.131, 0.201, 2.033},
     {0, 0, 0},
     {0, 0},
     {0, 0},
     UNKNOWN},
    {"w_rapr220_a",
     3,
     30,
     38,
     {-0.006, -0.017, 0.086},
     {0.006, 0.02, 1.044},
     {0, 0, 0},
     {0, 0},
     {0, 0},
     0},
    {"p_hhf_hair17",
     4,
     4971,
     8329,
     {-0.112, -0.255, 1.616},
     {0.112, 0.053, 2.008},
     {0, 0, 0},
     {0, 0},
     {0, 0},
     UNKNOWN},
    {"p_eem_cl_boots50",
     2,
     3,
     1,
     {-0.162, 0.491, 0.483},
     {-0.108, 0.551, 0.493},
     {0, 0, 0},
     {0, 0},
     {0, 0},
     11},
};

static void near(const char *name, const float *found, const double *wanted)
{
    for (int k = 0; k < 3; k++) {
        double apart = (double)found[k] - wanted[k];
        if (!(apart <= 0.00051 && apart >= -0.00051))
            fail_msg("%s: bound %g instead of %g", name, (double)found[k], wanted[k]);
    }
}

/* Sums over the packets of one kind. */
static void sums(const wm_nwn2_mdb *m, wm_nwn2_mdb_kind kind, uint32_t found[3])
{
    found[0] = found[1] = found[2] = 0;
    for (uint32_t i = 0; i < m->packet_count; i++) {
        const wm_nwn2_mdb_mesh *mesh = m->packets[i].mesh;
        if (m->packets[i].kind != kind)
            continue;
        found[0] += mesh ? mesh->vertex_count : m->packets[i].spheres->count;
        found[1] += mesh ? mesh->triangle_count : 0;
        for (uint32_t t = 0; mesh && mesh->triangle_flags && t < mesh->triangle_count; t++)
            found[2] += mesh->triangle_flags[t] & WM_NWN2_WALKABLE;
    }
}

static void known_figures_come_out(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const expected *e = &figures[i];
        char path[128];
        wm_nwn2_mdb_stats s;
        uint32_t found[3];
        snprintf(path, sizeof path, "nwn2-mdb/%s.mdb", e->name);
        wm_buffer bytes = test_corpus_file(path);
        wm_nwn2_mdb *m = wm_nwn2_mdb_read(bytes.data, bytes.size, NULL, NULL);
        wm_nwn2_mdb_measure(m, &s, NULL);
        print_message("%s\n", e->name);
        assert_int_equal(m->packet_count, e->packets);
        assert_int_equal(s.vertices, e->vertices);
        assert_int_equal(s.triangles, e->triangles);
        near(e->name, &s.min.x, e->min);
        near(e->name, &s.max.x, e->max);
        sums(m, WM_NWN2_MDB_KIND_WALK, found);
        assert_memory_equal(found, e->walk, sizeof e->walk);
        sums(m, WM_NWN2_MDB_KIND_COL2, found);
        assert_memory_equal(found, e->col2, sizeof e->col2);
        sums(m, WM_NWN2_MDB_KIND_COL3, found);
        assert_memory_equal(found, e->col3, sizeof e->col3);
        sums(m, WM_NWN2_MDB_KIND_COLS, found);
        assert_true(e->cols == UNKNOWN || found[0] == e->cols);
        wm_nwn2_mdb_free(m);
        wm_buffer_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(fields_have_their_values),
        cmocka_unit_test(names_must_fit),
        cmocka_unit_test(a_damaged_packet_is_kept),
        cmocka_unit_test(models_are_not_terrain),
        cmocka_unit_test(differences_are_listed),
        cmocka_unit_test(names_and_textures_are_set),
        cmocka_unit_test(a_rebuild_computes_what_is_asked),
        cmocka_unit_test(a_failed_rebuild_changes_nothing),
        cmocka_unit_test(samples_have_no_findings),
        cmocka_unit_test(real_models_have_no_errors),
        cmocka_unit_test(every_real_model_comes_back),
        cmocka_unit_test(known_figures_come_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
