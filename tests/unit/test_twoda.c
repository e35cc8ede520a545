/* 2DA tables of both kinds, and the materials of a surfacemat. */
#include "support.h"
#include "texts.h"

static wm_2da *read_sample(const char *name)
{
    const test_text *t = test_text_find(test_tables, name);
    wm_error error;
    wm_2da *table = wm_2da_read(t->text, test_text_size(t), NULL, &error);
    if (!table)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    return table;
}

static void text_table(void **state)
{
    (void)state;
    wm_2da *t = read_sample("surfacemat.2da");
    int32_t value;
    assert_false(t->binary);
    assert_int_equal(t->column_count, 4);
    assert_int_equal(t->row_count, 4);
    assert_int_equal(wm_2da_column(t, "walkCHECK"), 2);
    assert_int_equal(wm_2da_column(t, "Walks"), WM_NO_INDEX);
    assert_string_equal(wm_2da_cell(t, 3, 0), "Tall grass");
    assert_null(wm_2da_cell(t, 3, 3));
    assert_null(wm_2da_cell(t, 4, 0));
    assert_null(wm_2da_cell(t, 0, WM_NO_INDEX));
    assert_true(wm_2da_int(t, 1, 1, &value) && value == 1);
    assert_false(wm_2da_int(t, 1, 0, &value));
    assert_false(wm_2da_int(t, 3, 3, &value));
    wm_2da_free(t);
}

static void odd_text_table(void **state)
{
    (void)state;
    wm_2da *t = read_sample("odd.2da");
    assert_string_equal(t->fallback, "7");
    assert_int_equal(t->column_count, 2);
    assert_int_equal(t->row_count, 3);
    assert_string_equal(wm_2da_cell(t, 0, 1), "1");
    assert_int_equal(t->rows[0].cell_count, 2); /* the third is dropped */
    assert_string_equal(t->rows[1].label, "5"); /* known by its position all the same */
    assert_string_equal(wm_2da_cell(t, 1, 0), "b c");
    assert_null(wm_2da_cell(t, 1, 1));
    assert_null(wm_2da_cell(t, 2, 0));
    assert_null(wm_2da_cell(t, 2, 1));
    wm_2da_free(t);
}

/* The table with one cell changed; it must read. */
static wm_buffer with_cell(const void *data, size_t size, uint32_t row, uint32_t column,
                           const char *text)
{
    wm_buffer out;
    wm_error error;
    if (wm_2da_set_cell(data, size, row, column, text, NULL, &out, &error) != WM_OK)
        fail_msg("%s: %s", error.path, error.message);
    wm_2da *t = wm_2da_read(out.data, out.size, NULL, &error);
    assert_non_null(t);
    const char *cell = wm_2da_cell(t, row, column);
    assert_string_equal(cell ? cell : "", text && strcmp(text, "****") != 0 ? text : "");
    wm_2da_free(t);
    return out;
}

/* All cells of two tables are the same, except one. */
static void only_differs(const void *a, size_t a_size, const wm_buffer *b, uint32_t row,
                         uint32_t column)
{
    wm_2da *first = wm_2da_read(a, a_size, NULL, NULL);
    wm_2da *second = wm_2da_read(b->data, b->size, NULL, NULL);
    assert_int_equal(first->row_count, second->row_count);
    assert_int_equal(first->column_count, second->column_count);
    for (uint32_t i = 0; i < first->row_count; i++)
        for (uint32_t k = 0; k < first->column_count; k++) {
            const char *x = wm_2da_cell(first, i, k), *y = wm_2da_cell(second, i, k);
            if (i != row || k != column)
                assert_string_equal(x ? x : "", y ? y : "");
        }
    wm_2da_free(first);
    wm_2da_free(second);
}

static void cells_change(void **state)
{
    (void)state;
    static const char *const names[] = {"surfacemat.2da", "odd.2da", "binary.2da"};
    static const char *const texts[] = {"x",    "two words", "",
                                        "****", "Dirt",      "a longer text than any"};
    for (size_t n = 0; n < 3; n++) {
        const test_text *s = test_text_find(test_tables, names[n]);
        wm_2da *t = read_sample(names[n]);
        for (uint32_t i = 0; i < t->row_count; i++)
            for (uint32_t k = 0; k < t->column_count; k++)
                for (size_t x = 0; x < sizeof texts / sizeof *texts; x++) {
                    wm_buffer made = with_cell(s->text, test_text_size(s), i, k, texts[x]);
                    only_differs(s->text, test_text_size(s), &made, i, k);
                    wm_buffer_free(&made);
                }
        wm_2da_free(t);
    }
}

/* Quotes that do not end, and cells without a space between them. */
static void odd_cells_change(void **state)
{
    (void)state;
    static const struct {
        const char *before;
        uint32_t column;
        const char *text, *after;
    } rows[] = {{"0 \"a\"b c", 0, "x", "0 x b c"},    {"0 \"a\"b c", 1, "x", "0 \"a\"x c"},
                {"\"0", 0, "x", "\"0\" x"},           {"0 a \"b", 2, "x", "0 a \"b\" x"},
                {"0 a \"b", 1, "x y", "0 a \"x y\""}, {"0\ta\tb  ", 2, "x", "0\ta\tb x  "}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char before[80], after[80];
        snprintf(before, sizeof before, "2DA V2.0\n\n A B C\n%s\n1 q r s\n", rows[i].before);
        snprintf(after, sizeof after, "2DA V2.0\n\n A B C\n%s\n1 q r s\n", rows[i].after);
        wm_buffer made = with_cell(before, strlen(before), 0, rows[i].column, rows[i].text);
        assert_int_equal(made.size, strlen(after));
        assert_memory_equal(made.data, after, made.size);
        wm_buffer_free(&made);
    }
}

static void cells_that_cannot_change(void **state)
{
    (void)state;
    const test_text *s = test_text_find(test_tables, "surfacemat.2da");
    static const struct {
        uint32_t row, column;
        const char *text;
    } bad[] = {{4, 0, "x"}, {0, 4, "x"}, {0, 0, "a\"b"}, {0, 0, "a\nb"}, {0, 0, "\xe9"}};
    wm_buffer out;
    wm_error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(wm_2da_set_cell(s->text, test_text_size(s), bad[i].row, bad[i].column,
                                         bad[i].text, NULL, &out, &error),
                         WM_BAD_ARGUMENT);
    assert_int_equal(wm_2da_set_cell("2DA", 3, 0, 0, "x", NULL, &out, NULL), WM_TRUNCATED);
    assert_null(out.data);
}

/* Offsets of cells have 16 bits. */
static void strings_of_a_binary_end(void **state)
{
    (void)state;
    const test_text *s = test_text_find(test_tables, "binary.2da");
    static char text[40000];
    wm_buffer one = {0}, two;
    wm_error error;
    memset(text, 'x', sizeof text - 1);
    one = with_cell(s->text, test_text_size(s), 0, 0, text);
    wm_buffer same = with_cell(one.data, one.size, 1, 0, text);
    assert_int_equal(same.size, one.size); /* both cells use it */
    text[0] = 'y';
    assert_int_equal(wm_2da_set_cell(one.data, one.size, 1, 0, text, NULL, &two, &error), WM_LIMIT);
    wm_buffer_free(&one);
    wm_buffer_free(&same);
}

static void binary_table(void **state)
{
    (void)state;
    wm_2da *t = read_sample("binary.2da");
    int32_t value = 9;
    assert_true(t->binary);
    assert_string_equal(wm_2da_cell(t, 0, 0), "NoDirt");
    assert_string_equal(wm_2da_cell(t, 1, 0), "Dirt"); /* inside the other */
    assert_null(wm_2da_cell(t, 2, 0));
    assert_string_equal(t->rows[2].label, "7");
    assert_true(wm_2da_int(t, 1, wm_2da_column(t, "Walk"), &value) && value == 1);
    wm_2da_free(t);
    t = read_sample("empty.2da");
    assert_int_equal(t->column_count, 2);
    assert_int_equal(t->row_count, 0);
    wm_2da_free(t);
}

static void numbers(void **state)
{
    static const struct {
        const char *text;
        bool good;
        int32_t value;
    } cases[] = {{"0", true, 0},           {"-5", true, -5},
                 {"0x1F", true, 31},       {"0xffffffff", true, -1},
                 {"4x", false, 0},         {"0x", false, 0},
                 {"-", false, 0},          {"2147483647", true, INT32_MAX},
                 {"2147483648", false, 0}, {"99999999999999", false, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[96];
        int32_t value = 0;
        int n = snprintf(text, sizeof text, "2DA V2.0\n\na\n0 %s\n", cases[i].text);
        wm_2da *t = wm_2da_read(text, (size_t)n, NULL, NULL);
        assert_non_null(t);
        assert_int_equal(wm_2da_int(t, 0, 0, &value), cases[i].good);
        if (cases[i].good)
            assert_int_equal(value, cases[i].value);
        wm_2da_free(t);
    }
}

static void materials(void **state)
{
    wm_kotor_surfaces s;
    wm_error error;
    (void)state;
    wm_2da *t = read_sample("surfacemat.2da");
    assert_int_equal(wm_kotor_surfaces_from_2da(t, &s, &error), WM_OK);
    assert_false(wm_kotor_walkable(&s, 0));
    assert_true(wm_kotor_walkable(&s, 1));
    assert_true(wm_kotor_walkable(&s, 3));
    assert_false(wm_kotor_walkable(&s, 4)); /* not in this table */
    assert_true(s.row[3].known && !s.row[4].known);
    assert_true(s.row[2].line_of_sight && !s.row[3].line_of_sight);
    assert_string_equal(s.row[3].name, "Tall grass");
    wm_2da_free(t);
}

static void not_materials(void **state)
{
    static const struct {
        const char *text, *path, *part;
    } cases[] = {
        {"2DA V2.0\n\nLabel Run\n0 x 1\n", "columns", "no column 'Walk'"},
        {"2DA V2.0\n\nLabel Walk\n", "rows", "no rows"},
        {"2DA V2.0\n\nLabel Walk\n0 x 1\n1 Tall grass 1\n", "rows[1].Walk", "found 'grass'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_error error;
        wm_kotor_surfaces s = *wm_kotor_surfaces_default();
        wm_2da *t = wm_2da_read(cases[i].text, strlen(cases[i].text), NULL, &error);
        assert_non_null(t);
        assert_int_equal(wm_kotor_surfaces_from_2da(t, &s, &error), WM_BAD_VALUE);
        assert_string_equal(error.path, cases[i].path);
        assert_non_null(strstr(error.message, cases[i].part));
        assert_true(wm_kotor_walkable(&s, 4)); /* untouched */
        wm_2da_free(t);
    }
}

static void faults(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        wm_status code;
        uint64_t offset;
        const char *path;
    } cases[] = {
        {"2DA", 3, WM_TRUNCATED, 0, "signature"},
        {"2DA V1.0\n", 9, WM_BAD_MAGIC, 0, "signature"},
        {"2DA V2.b", 8, WM_TRUNCATED, 8, "signature"},
        {"2DA V2.bx", 9, WM_BAD_VALUE, 8, "signature"},
        {"2DA V2.b\na\tb\t", 13, WM_TRUNCATED, 9, "columns"},
        {"2DA V2.b\na\tb\0\0\0\0\0", 17, WM_BAD_VALUE, 11, "columns"},
        {"2DA V2.b\na\t\0\1\0", 14, WM_TRUNCATED, 12, "row_count"},
        {"2DA V2.b\na\t\0\2\0\0\0"
         "0\t",
         18, WM_TRUNCATED, 12, "row_count"},
        {"2DA V2.b\na\t\0\377\377\377\377"
         "0\t",
         18, WM_TRUNCATED, 12, "row_count"},
        {"2DA V2.b\na\t\0\1\0\0\0"
         "0\t\0",
         19, WM_TRUNCATED, 18, "cells"},
        {"2DA V2.b\na\t\0\1\0\0\0"
         "0\t\0\0\0",
         21, WM_TRUNCATED, 20, "string_size"},
        {"2DA V2.b\na\t\0\1\0\0\0"
         "0\t\1\0\0\0x",
         23, WM_BAD_OFFSET, 18, "rows[0].a"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_error e;
        assert_null(wm_2da_read(cases[i].text, cases[i].size, NULL, &e));
        if (e.code != cases[i].code || e.offset != cases[i].offset ||
            strcmp(e.path, cases[i].path) != 0)
            fail_msg("case %zu: %s @%llu %s: %s", i, wm_status_name(e.code),
                     (unsigned long long)e.offset, e.path, e.message);
    }
    wm_error e;
    assert_null(wm_2da_read("2DA V2.0\n\n", 10, NULL, &e));
    assert_int_equal(e.code, WM_TRUNCATED);
    assert_int_equal(e.line, 2);
}

/* 200 rows of one cell each that is the same text of `length` bytes. */
static wm_status read_shared(size_t length, wm_error *error)
{
    enum { ROWS = 200 };
    char *file = malloc(64 + ROWS * 6 + length);
    size_t at = 16;
    assert_non_null(file);
    memcpy(file, "2DA V2.b\na\t\0\310\0\0\0", at);
    for (int i = 0; i < ROWS; i++)
        at += (size_t)sprintf(file + at, "%d\t", i);
    memset(file + at, 0, ROWS * 2 + 2);
    at += ROWS * 2 + 2;
    memset(file + at, 'x', length);
    file[at + length] = '\0';
    wm_2da *t = wm_2da_read(file, at + length + 1, NULL, error);
    wm_status status = t ? WM_OK : error->code;
    wm_2da_free(t);
    free(file);
    return status;
}

static void shared_texts_have_a_limit(void **state)
{
    (void)state;
    wm_error error;
    assert_int_equal(read_shared(300, &error), WM_OK); /* 60,000 bytes of text */
    assert_int_equal(read_shared(3000, &error), WM_LIMIT);
    assert_string_equal(error.path, "cells");
    assert_non_null(strstr(error.message, "cells share texts"));
}

static void real_tables(void **state)
{
    (void)state;
    NEED_CORPUS();
    wm_error error;
    wm_buffer bytes = test_corpus_file("kotor/2da/appearance.2da");
    wm_2da *t = wm_2da_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(t);
    assert_true(t->row_count > 400 && t->column_count > 50);
    assert_int_equal(wm_2da_column(t, "MODELTYPE"), 9);
    wm_2da_free(t);
    wm_buffer_free(&bytes);

    bytes = test_corpus_file("kotor/2da/test.2da");
    t = wm_2da_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(t);
    assert_string_equal(wm_2da_cell(t, 0, wm_2da_column(t, "col3")), "ghi");
    assert_string_equal(wm_2da_cell(t, 1, wm_2da_column(t, "col1")), "def");
    assert_string_equal(t->rows[0].label, "10");
    wm_2da_free(t);
    wm_buffer_free(&bytes);

    wm_kotor_surfaces s;
    bytes = test_corpus_file("kotor/2da/surfacemat-nwn1.2da");
    t = wm_2da_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(t);
    assert_int_equal(wm_kotor_surfaces_from_2da(t, &s, &error), WM_OK);
    assert_true(wm_kotor_walkable(&s, 19)); /* as the facts say of the sister game */
    assert_false(wm_kotor_walkable(&s, 16));
    assert_true(wm_kotor_walkable(&s, 20) && wm_kotor_walkable(&s, 30));
    assert_string_equal(s.row[1].name, "Dirt");
    wm_2da_free(t);
    wm_buffer_free(&bytes);

    bytes = test_corpus_file("broken/2da/test_corrupted.2da");
    assert_null(wm_2da_read(bytes.data, bytes.size, NULL, &error));
    assert_int_equal(error.offset, 8);
    wm_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_table),
        cmocka_unit_test(cells_change),
        cmocka_unit_test(cells_that_cannot_change),
        cmocka_unit_test(odd_cells_change),
        cmocka_unit_test(strings_of_a_binary_end),
        cmocka_unit_test(odd_text_table),
        cmocka_unit_test(binary_table),
        cmocka_unit_test(numbers),
        cmocka_unit_test(materials),
        cmocka_unit_test(not_materials),
        cmocka_unit_test(faults),
        cmocka_unit_test(shared_texts_have_a_limit),
        cmocka_unit_test(real_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
