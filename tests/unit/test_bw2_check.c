/* Findings in Black & White 2 models: none in valid samples and game files, and in damaged
 * ones the finding that is listed for each fault. */
#include "base/internal.h"
#include "bw2_models.h"
#include "fixtures.h"
#include "support.h"

static void valid_samples_have_no_findings(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 12; i++) {
        const test_bw2_kind kind = {5 + i % 2, i / 2 % 2, 1 + i / 4, false};
        wm_report report;
        wm_report_init(&report, NULL);
        test_check_bw2(test_bw2_make(kind, NULL), &report);
        if (report.count)
            fail_msg("sample %u: %s: %s", (unsigned)i, report.issues[0].path,
                     report.issues[0].message);
        wm_report_free(&report);
    }
}

/* What the format allows but no game file has is an info, not an error. */
static void odd_samples_get_infos(void **state)
{
    static const wm_issue_code codes[] = {WM_BW2_SIZE, WM_BW2_TRAILING, WM_BW2_NAME_FULL,
                                          WM_BW2_ELEMENT_UNKNOWN};
    (void)state;
    for (int skin = 0; skin < 2; skin++) {
        wm_report report;
        wm_report_init(&report, NULL);
        test_check_bw2(test_bw2_make((test_bw2_kind){6, skin, 2, true}, NULL), &report);
        for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
            test_expect_issue(&report, codes[i]);
        assert_int_equal(report.errors, 0);
        assert_int_equal(report.warnings, 2);
        wm_report_free(&report);
    }
}

/* Offsets of the tables of the static sample. */
enum {
    MATERIAL = 0xB8,
    MESH = MATERIAL + 2 * 0x1C0,
    REFERENCE = MESH + 2 * 0xDC,
    ENTITY = REFERENCE + 3 * 0x20,
    CIRCLE = ENTITY + 2 * 0x130,
    FOOTPRINT = CIRCLE + 2 * 12,
    STREAM = FOOTPRINT + 4 * 12,
    DATA = STREAM + 0x88,
    INDICES = DATA + 12 * 32,
    CLEAVES = INDICES + 2 * 18,
    END = CLEAVES + 4 + 12 * 12
};

typedef struct damage {
    size_t at;
    uint32_t value;
    wm_status status; /* of the reader; WM_OK: check finds it */
    wm_issue_code code;
    const char *path;
} damage;

static const damage damages[] = {
    {0x00, 0x12345678, WM_BAD_MAGIC, WM_BW2_SIGNATURE, "signature"},
    {0x0D, 1, WM_OK, WM_BW2_SIGNATURE_REST, "signature"},
    {0x28, 0, WM_OK, WM_BW2_SIZE, "size"},
    {0x2C, 1, WM_BAD_MAGIC, WM_BW2_MAGIC, "magic"},
    {0x30, 7, WM_UNSUPPORTED, WM_BW2_VERSION, "version"},
    {0x30, 5, WM_OK, WM_BW2_TRAILING, "extra"},
    {0x34, 0, WM_OK, WM_BW2_METADATA_SIZE, "metadata_size"},
    {0x44, 0, WM_OK, WM_BW2_SPHERE_WRONG, "bounds.centre"},
    {0x48, 0x40400000, WM_OK, WM_BW2_BOX_SWAPPED, "bounds.min"},
    {0x74, 0x3F800000, WM_OK, WM_BW2_TIGHTEST, "bounds.tightest"},
    {0x78, 0x7FC00000, WM_OK, WM_BW2_NOT_FINITE, "bounds"},
    {0x7C, 0xFFFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "materials"},
    {0x80, 0x7FFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "meshes"},
    {0x84, 0x7FFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "bones"},
    {0x88, 0x7FFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "entities"},
    {0x8C, 0x7FFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "circles"},
    {0x90, 0x7FFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "footprint"},
    {0x94, 0, WM_OK, WM_BW2_FOOTPRINT_CENTRE, "footprint_centre"},
    {0xA8, 0xFFFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "streams.data"},
    {0xAC, 0xFFFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "streams"},
    {0xAC, 0, WM_BAD_VALUE, WM_BW2_NO_POSITION, "streams"},
    {0xB0, 4, WM_BAD_VALUE, WM_BW2_TOPOLOGY, "topology"},
    {0xB0, 3, WM_OK, WM_BW2_JOIN, "indices[6]"},
    {0xB4, 0xFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "indices"},
    {MESH, 9, WM_OK, WM_BW2_FACE_COUNT, "meshes[0].face_count"},
    {MESH + 4, 19, WM_OK, WM_BW2_MESH_OUTSIDE, "meshes[0].first_index"},
    {MESH + 0x10, 13, WM_OK, WM_BW2_MESH_OUTSIDE, "meshes[0].first_vertex"},
    {MESH + 0x88, 0xFFFFFFFF, WM_TRUNCATED, WM_BW2_TABLE_OUTSIDE, "meshes.reference_count"},
    {MESH + 0x90, 0, WM_OK, WM_BW2_LOD_RANGE, "meshes[0].lod"},
    {REFERENCE + 0x20, 2, WM_OK, WM_BW2_REFERENCE_MATERIAL, "references[1].material"},
    {REFERENCE + 4, 0xFFFFFFFF, WM_OK, WM_BW2_REFERENCE_OUTSIDE, "references[0].first_index"},
    {REFERENCE + 0x10, 13, WM_OK, WM_BW2_REFERENCE_OUTSIDE, "references[0].first_vertex"},
    {REFERENCE + 0x1C, 0x3F800000, WM_OK, WM_BW2_ADDRESSING, "references[0].addressing"},
    {CIRCLE + 8, 0xBF800000, WM_OK, WM_BW2_CIRCLE_RADIUS, "circles[0]"},
    {STREAM, 17, WM_BAD_VALUE, WM_BW2_STREAM_ELEMENTS, "streams[0].element_count"},
    {STREAM + 4, 3, WM_BAD_VALUE, WM_BW2_NO_POSITION, "streams"},
    {STREAM + 8, 0, WM_BAD_VALUE, WM_BW2_NO_POSITION, "streams"},
    {STREAM + 16, 5, WM_UNSUPPORTED, WM_BW2_STREAM_FORMAT, "streams[0].elements[1].format"},
    {DATA + 4, 0x7F800000, WM_OK, WM_BW2_NOT_FINITE, "vertices[0].position"},
    {INDICES + 2, 0xFFFF, WM_OK, WM_BW2_INDEX_RANGE, "indices[1]"},
    {CLEAVES, 11, WM_OK, WM_BW2_CLEAVE_COUNT, "cleave_count"},
    {CLEAVES, 13, WM_OK, WM_BW2_TABLE_OUTSIDE, "cleaves"},
};

static bool has(const wm_report *report, wm_issue_code code, const char *path)
{
    for (uint32_t i = 0; i < report->count; i++)
        if (report->issues[i].code == code && strcmp(report->issues[i].path, path) == 0)
            return report->issues[i].offset < END;
    return false;
}

/* What the reader replaces comes back when the model, or a copy of it, is written. */
static void written_back(wm_bw2_model *m, const uint8_t *bytes, size_t size)
{
    wm_buffer out;
    wm_bw2_model *copy = wm_bw2_model_copy(m, NULL, NULL);
    assert_non_null(copy);
    assert_int_equal(wm_bw2_model_write(copy, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    wm_buffer_free(&out);
    wm_bw2_model_free(copy);
}

static void damages_get_their_verdict(void **state)
{
    size_t size;
    uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, false, 1, false}, &size);
    (void)state;
    assert_non_null(bytes);
    assert_int_equal(size, END);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const damage *d = &damages[i];
        uint32_t old = wmi_le32(bytes + d->at);
        wm_error error = {0};
        wm_report report;
        wm_report_init(&report, NULL);
        wmi_put32(bytes + d->at, d->value);
        wm_bw2_model *m =
            wm_bw2_model_read(bytes, size, &(wm_read_opts){.report = &report}, &error);
        assert_true(m || error.code != WM_OK);
        if (error.code != d->status)
            fail_msg("damage %zu: %s: %s", i, error.path, error.message);
        if (!m && strcmp(error.path, d->path) != 0)
            fail_msg("damage %zu: the error is at %s, not %s", i, error.path, d->path);
        if (m) {
            written_back(m, bytes, size);
            test_check_bw2(m, &report);
        }
        if (!has(&report, d->code, d->path))
            fail_msg("damage %zu: no %s at %s", i, wm_issue_describe(d->code)->name, d->path);
        wmi_put32(bytes + d->at, old);
        wm_report_free(&report);
    }
    free(bytes);
}

/* Edits move the document into new memory now and then; what the reader replaced moves along. */
static void damage_survives_edits(void **state)
{
    size_t size;
    uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, false, 1, false}, &size);
    const wm_bw2_frame frame = {.position = {1, 2, 3}};
    (void)state;
    assert_non_null(bytes);
    wmi_put32(bytes + INDICES + 2, 0xFFFF);
    wm_bw2_model *m = wm_bw2_model_read(bytes, size, NULL, NULL);
    assert_non_null(m);
    for (int i = 0; i < 500; i++) {
        assert_int_equal(wm_bw2_model_add_entity(m, "x", &frame, NULL), WM_OK);
        assert_int_equal(wm_bw2_model_remove_entity(m, m->entity_count - 1, NULL), WM_OK);
    }
    written_back(m, bytes, size);
    wm_bw2_model_free(m);
    free(bytes);
}

/* Every file that is cut before its last table is refused, with the table that is cut. */
static void cut_files_name_their_table(void **state)
{
    size_t size;
    uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, true, 3, false}, &size);
    (void)state;
    assert_non_null(bytes);
    wm_bw2_model *whole = wm_bw2_model_read(bytes, size, NULL, NULL);
    assert_non_null(whole);
    const size_t cleaves = size - 4 - 12 * (size_t)whole->cleave_count;
    wm_bw2_model_free(whole);
    for (size_t n = 0; n < size; n++) {
        wm_report report;
        wm_error error = {0};
        wm_report_init(&report, NULL);
        wm_bw2_model *m = wm_bw2_model_read(bytes, n, &(wm_read_opts){.report = &report}, &error);
        if (n >= cleaves) {
            assert_non_null(m);
            assert_int_equal(m->fault_count, 1);
            assert_int_equal(m->cleave_count, n < cleaves + 4 ? 0 : (n - cleaves - 4) / 12);
            written_back(m, bytes, n);
            test_expect_issue(&report, WM_BW2_TABLE_OUTSIDE);
            wm_bw2_model_free(m);
            wm_report_free(&report);
            continue;
        }
        assert_null(m);
        assert_int_equal(error.code, WM_TRUNCATED);
        assert_true(error.path[0] && error.offset <= n);
        test_expect_issue(&report, n < 13 ? WM_BW2_SIGNATURE : WM_BW2_TABLE_OUTSIDE);
        assert_int_equal(report.count, 1);
        wm_report_free(&report);
    }
    free(bytes);
}

/* Game files have no errors and no warnings. A community tool wrote a model of version 5 with
 * the corners of its box swapped and a kind as a float: it is warned of, and read. */
static void real_models_pass(void **state)
{
    uint32_t count = 0, warned = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_report report;
        wm_report_init(&report, NULL);
        wm_bw2_model *m =
            wm_bw2_model_read(bytes.data, bytes.size, &(wm_read_opts){.report = &report}, NULL);
        assert_non_null(m);
        bool game = m->version == 6;
        test_check_bw2(m, &report);
        if (game && report.errors + report.warnings)
            fail_msg("%s: %s: %s", l.name, report.issues[0].path, report.issues[0].message);
        warned += test_count_issues(&report, WM_BW2_BOX_SWAPPED) &&
                  test_count_issues(&report, WM_BW2_TIGHTEST);
        assert_int_equal(report.errors, 0);
        wm_report_free(&report);
        wm_buffer_free(&bytes);
        count++;
    }
    print_message("%u models, %u warned of\n", (unsigned)count, (unsigned)warned);
    assert_true(count > 0 && warned > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_samples_have_no_findings),
        cmocka_unit_test(odd_samples_get_infos),
        cmocka_unit_test(damages_get_their_verdict),
        cmocka_unit_test(cut_files_name_their_table),
        cmocka_unit_test(damage_survives_edits),
        cmocka_unit_test(real_models_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
