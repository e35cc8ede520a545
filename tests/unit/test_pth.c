/* KotOR path points: read, written, checked and measured. */
#include "memory.h"
#include "modules.h"
#include "support.h"

static bool same(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void new_documents_are_written(void **state)
{
    (void)state;
    wm_kotor_pth *pth = test_pth_square();
    wm_kotor_pth_stats s;
    wm_report report;
    size_t size;
    uint8_t *bytes = test_pth_bytes(pth, &size);
    wm_kotor_pth *again = wm_kotor_pth_read(bytes, size, NULL, NULL);
    assert_non_null(again);
    assert_int_equal(again->missing, 0);
    assert_int_equal(again->point_count, 5);
    assert_int_equal(again->link_count, 12);
    assert_memory_equal(again->points, pth->points, 5 * sizeof *pth->points);
    assert_memory_equal(again->links, pth->links, 12 * sizeof *pth->links);
    assert_int_equal(wm_kotor_pth_measure(again, &s, NULL), WM_OK);
    assert_int_equal(s.parts, 1);
    assert_int_equal(s.isolated, 0);
    assert_true(s.min[0] == 0 && s.max[1] == 4);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_pth_check(again, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.count, 0);
    wm_report_free(&report);
    wm_kotor_pth_free(again);
    wm_kotor_pth_free(pth);
    free(bytes);
}

/* The value of a label that no reader uses. */
static const char other[] = "Unknown";

/* A file with the Y of a point under another label: it is 0, and can only become another number in
 * a new layout. */
static void other_bytes_are_kept(void **state)
{
    (void)state;
    wm_kotor_pth *square = test_pth_square();
    size_t size;
    uint8_t *bytes = test_pth_bytes(square, &size);
    uint32_t labels = (uint32_t)bytes[24] | (uint32_t)bytes[25] << 8;
    for (uint32_t at = labels; at + 16 <= size; at += 16)
        if (strcmp((char *)bytes + at, "Y") == 0) {
            memcpy(bytes + at, other, sizeof other);
            break;
        }
    wm_kotor_pth *pth = wm_kotor_pth_read(bytes, size, NULL, NULL);
    wm_buffer was = {.data = bytes, .size = size}, out;
    assert_non_null(pth);
    assert_int_equal(pth->missing, 5);
    assert_true(pth->points[2].y == 0);
    assert_int_equal(wm_kotor_pth_write(pth, NULL, &out, NULL), WM_OK);
    assert_true(same(&was, &out));
    wm_buffer_free(&out);
    pth->points[2].x = 9;
    assert_int_equal(wm_kotor_pth_write(pth, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, size);
    wm_buffer_free(&out);
    pth->points[2].y = 7;
    assert_int_equal(wm_kotor_pth_write(pth, NULL, &out, NULL), WM_OK);
    wm_kotor_pth *changed = wm_kotor_pth_read(out.data, out.size, NULL, NULL);
    assert_int_equal(changed->missing, 0);
    assert_true(changed->points[2].x == 9 && changed->points[2].y == 7);
    wm_kotor_pth_free(changed);
    wm_buffer_free(&out);
    wm_kotor_pth_free(pth);
    wm_kotor_pth_free(square);
    free(bytes);
}

static void ranges_are_clipped(void **state)
{
    (void)state;
    wm_kotor_pth *pth = test_pth_square();
    uint32_t count;
    pth->points[0].first = 11;
    pth->points[0].count = UINT32_MAX;
    assert_ptr_equal(wm_kotor_pth_links(pth, 0, &count), pth->links + 11);
    assert_int_equal(count, 1);
    pth->points[0].first = UINT32_MAX;
    assert_ptr_equal(wm_kotor_pth_links(pth, 0, &count), pth->links + 12);
    assert_int_equal(count, 0);
    wm_kotor_pth_free(pth);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    wm_error error;
    uint8_t bytes[80] = "GIT V3.2";
    bytes[12] = 1;
    bytes[8] = 56;
    assert_null(wm_kotor_pth_read(bytes, sizeof bytes, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
    assert_string_equal(error.message, "expected \"PTH \", found \"GIT \"");
    assert_null(wm_kotor_pth_read("PTH V3.2", 8, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
}

/* ---- real files ---- */

static const struct {
    const char *file, *entry;
    uint32_t points, links, parts;
} real[] = {{"archives/mod/701KOR.mod", "701kor", 216, 472, 2},
            {"archives/mod/k1r_paztourney.mod", "k1r_pazak", 83, 174, 1},
            {"archives/mod/manm26ae_dup.mod", "m26ae", 116, 242, 1},
            {"archives/mod/manm26ae_dup.mod", "m26gen", 0, 0, 0},
            {"archives/mod/ebo_m40aa.mod", "m12ac", 0, 0, 0},
            {"archives/mod/STUNT_50a.mod", "stunt_endbridge", 0, 0, 0}};

/* As in the file, and also when the layout is made again. */
static void check_real(const wm_buffer *bytes, uint32_t points, uint32_t links, uint32_t parts)
{
    wm_kotor_pth_stats s;
    wm_buffer out;
    wm_kotor_pth *pth = wm_kotor_pth_read(bytes->data, bytes->size, NULL, NULL);
    wm_kotor_pth *fresh = wm_kotor_pth_new(NULL, NULL);
    assert_non_null(pth);
    assert_int_equal(wm_kotor_pth_measure(pth, &s, NULL), WM_OK);
    assert_int_equal(s.points, points);
    assert_int_equal(s.links, links);
    assert_int_equal(s.parts, parts);
    assert_int_equal(wm_kotor_pth_write(pth, NULL, &out, NULL), WM_OK);
    assert_true(same(bytes, &out));
    wm_buffer_free(&out);
    fresh->point_count = pth->point_count;
    fresh->points = pth->points;
    fresh->link_count = pth->link_count;
    fresh->links = pth->links;
    assert_int_equal(wm_kotor_pth_write(fresh, NULL, &out, NULL), WM_OK);
    assert_true(same(bytes, &out));
    wm_buffer_free(&out);
    wm_kotor_pth_free(fresh);
    wm_kotor_pth_free(pth);
}

static void real_files_are_written_exactly(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        wm_buffer file = test_corpus_file(real[i].file), bytes;
        wm_source source = {.size = file.size, .data = file.data};
        wm_archive *a = wm_archive_new(&source, NULL, NULL);
        assert_non_null(a);
        uint32_t entry = wm_archive_find(a, real[i].entry, "pth");
        assert_int_not_equal(entry, WM_NO_INDEX);
        assert_int_equal(wm_archive_extract(a, entry, NULL, &bytes, NULL), WM_OK);
        check_real(&bytes, real[i].points, real[i].links, real[i].parts);
        wm_buffer_free(&bytes);
        wm_archive_free(a);
        wm_buffer_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_documents_are_written),
        cmocka_unit_test(other_bytes_are_kept),
        cmocka_unit_test(ranges_are_clipped),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(real_files_are_written_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
