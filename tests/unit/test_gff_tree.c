/* The fields of a GFF one after the other: every kind of value, the description and the check. */
#include "memory.h"
#include "support.h"

enum { FIELDS = 14, DATA = 80, FIELD_AT = 56 + 2 * 12, LABEL_AT = FIELD_AT + 12 * FIELDS };
enum { DATA_AT = LABEL_AT + 16, INDEX_AT = DATA_AT + DATA, LIST_AT = INDEX_AT + 4 * FIELDS };
enum { SIZE = LIST_AT + 8 };

static void put(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* Struct 0 has a field of each kind, all with the label "Value"; struct 1 is empty. */
static void build(uint8_t *b)
{
    static const uint32_t fields[FIELDS][2] = {
        {WM_GFF_KIND_I8, 0xFE},        {WM_GFF_KIND_U16, 7},         {WM_GFF_KIND_I32, 0xFFFFFFFF},
        {WM_GFF_KIND_F32, 0x3F800000}, {WM_GFF_KIND_U64, 0},         {WM_GFF_KIND_I64, 0},
        {WM_GFF_KIND_F64, 8},          {WM_GFF_KIND_STRING, 16},     {WM_GFF_KIND_LOCALISED, 24},
        {WM_GFF_KIND_BINARY, 16},      {WM_GFF_KIND_STRUCT, 1},      {WM_GFF_KIND_LIST, 0},
        {WM_GFF_KIND_VECTOR, 48},      {WM_GFF_KIND_ORIENTATION, 48}};
    static const uint32_t header[12] = {56,      2,    FIELD_AT, FIELDS,     LABEL_AT, 1,
                                        DATA_AT, DATA, INDEX_AT, 4 * FIELDS, LIST_AT,  8};
    memset(b, 0, SIZE);
    memcpy(b, "TST V3.2", 8);
    for (int i = 0; i < 12; i++)
        put(b + 8 + 4 * i, header[i]);
    put(b + 56, 0xFFFFFFFF);
    put(b + 64, FIELDS);
    put(b + 68, 5);
    for (uint32_t i = 0; i < FIELDS; i++) {
        put(b + FIELD_AT + 12 * i, fields[i][0]);
        put(b + FIELD_AT + 12 * i + 8, fields[i][1]);
        put(b + INDEX_AT + 4 * i, i);
    }
    memcpy(b + LABEL_AT, "Value", 5);
    uint8_t *data = b + DATA_AT;
    put(data, 3);
    put(data + 4, 0x80000000);  /* -2^63 + 3 */
    put(data + 12, 0x3FF80000); /* 1.5 */
    memcpy(data + 16, "\2\0\0\0ab", 6);
    put(data + 24, 18);         /* bytes */
    put(data + 28, 0xFFFFFFFF); /* no line */
    put(data + 32, 1);          /* one text */
    memcpy(data + 40, "\2\0\0\0cd", 6);
    put(data + 52, 0x40000000); /* (0, 2, 0) */
    put(b + LIST_AT, 1);
    put(b + LIST_AT + 4, 1);
}

static wm_gff *read(const uint8_t *bytes)
{
    wm_gff *g = wm_gff_read(bytes, SIZE, NULL, NULL);
    assert_non_null(g);
    return g;
}

static void every_kind_is_read(void **state)
{
    uint8_t bytes[SIZE];
    char label[WM_GFF_LABEL_SIZE];
    wm_gff_value v[FIELDS];
    (void)state;
    build(bytes);
    wm_gff *g = read(bytes);
    assert_int_equal(wm_gff_field_count(g, 0), FIELDS);
    assert_int_equal(wm_gff_field_count(g, 1), 0);
    assert_int_equal(wm_gff_field_count(g, 2), 0);
    for (uint32_t i = 0; i < FIELDS; i++) {
        assert_true(wm_gff_field(g, 0, i, label, &v[i]));
        assert_string_equal(label, "Value");
    }
    assert_false(wm_gff_field(g, 0, FIELDS, label, v));
    assert_false(wm_gff_field(g, 2, 0, label, v));
    assert_true(v[0].integer == -2 && v[1].integer == 7 && v[2].integer == -1);
    assert_true(v[3].real == 1 && v[6].real64 == 1.5);
    assert_true(v[4].integer == INT64_MIN + 3 && v[5].integer == INT64_MIN + 3);
    assert_int_equal(v[7].count, 2);
    assert_memory_equal(v[7].text, "ab", 2);
    assert_int_equal(v[8].count, 18);
    assert_int_equal(v[10].structure, 1);
    assert_int_equal(wm_gff_list_item(g, &v[11], 0), 1);
    assert_int_equal(v[12].count, 12);
    assert_int_equal(v[13].count, 16);
    assert_false(wm_gff_text(g, 0, "Value", label, sizeof label)); /* the first is a number */
    assert_string_equal(wm_gff_kind_name(v[12].kind), "vector");
    assert_string_equal(wm_gff_kind_name(18), "unknown");
    wm_gff_free(g);
}

/* Each field whose value is stored elsewhere, made to point past the end of that table. */
static void what_points_outside_is_reported(void **state)
{
    static const uint32_t moved[] = {4, 6, 7, 8, 9, 10, 11, 12, 13};
    uint8_t bytes[SIZE];
    (void)state;
    for (size_t i = 0; i <= sizeof moved / sizeof *moved; i++) {
        wm_report report;
        build(bytes);
        if (i < sizeof moved / sizeof *moved)
            put(bytes + FIELD_AT + 12 * moved[i] + 8, 0x10000);
        wm_gff *g = read(bytes);
        wm_report_init(&report, NULL);
        assert_int_equal(wm_gff_check(g, NULL, &report, NULL), WM_OK);
        assert_int_equal(report.errors, i < sizeof moved / sizeof *moved ? 1 : 0);
        wm_report_free(&report);
        wm_gff_free(g);
    }
}

static void items_and_labels_are_checked(void **state)
{
    uint8_t bytes[SIZE];
    wm_report report;
    (void)state;
    build(bytes);
    put(bytes + LIST_AT + 4, 2);       /* a struct that does not exist */
    put(bytes + FIELD_AT + 4, 1);      /* a label that does not exist */
    put(bytes + INDEX_AT + 4, FIELDS); /* a field that does not exist */
    wm_gff *g = read(bytes);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_gff_check(g, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.errors, 3);
    assert_int_equal(report.issues[0].code, WM_GFF_RANGE);
    assert_string_equal(report.issues[0].path, "structs[0].fields[0]");
    wm_report_free(&report);
    wm_gff_free(g);
}

static void a_document_is_described(void **state)
{
    uint8_t bytes[SIZE];
    wm_buffer json;
    (void)state;
    build(bytes);
    wm_document *d = wm_open(bytes, SIZE, NULL, NULL);
    assert_non_null(d);
    assert_int_equal(d->format, WM_FORMAT_GFF);
    assert_string_equal(wm_format_name(d->format), "gff");
    assert_int_equal(wm_document_info(d, NULL, &json, NULL), WM_OK);
    assert_non_null(strstr((const char *)json.data, "\"type\":\"TST \""));
    assert_non_null(
        strstr((const char *)json.data, "{\"label\":\"Value\",\"kind\":\"list\",\"items\":1}"));
    wm_buffer_free(&json);
    wm_document_free(d);
    static const char table[] = "2DA V2.0\n\n  Name Cost\n0 Sword 5\n";
    d = wm_open(table, sizeof table - 1, NULL, NULL);
    assert_non_null(d);
    assert_int_equal(wm_document_info(d, NULL, &json, NULL), WM_OK);
    assert_non_null(strstr((const char *)json.data, "\"columns\":[\"Name\",\"Cost\"],\"rows\":1"));
    wm_buffer_free(&json);
    wm_document_free(d);
}

static void walk(const uint8_t *data, size_t size)
{
    char label[WM_GFF_LABEL_SIZE];
    wm_gff_value v;
    wm_report report;
    unsigned sum = 0;
    wm_gff *g = wm_gff_read(data, size, NULL, NULL);
    wm_report_init(&report, NULL);
    for (uint32_t i = 0; g && i < wm_gff_field_count(g, 0); i++)
        if (wm_gff_field(g, 0, i, label, &v) && v.text && v.count)
            sum += (uint8_t)v.text[v.count - 1]; /* under the sanitizers: is it in the file? */
    if (g)
        assert_int_equal(wm_gff_check(g, NULL, &report, NULL), WM_OK);
    wm_report_free(&report);
    assert_true(sum < UINT32_MAX);
    wm_gff_free(g);
}

static void any_bytes_may_be_walked(void **state)
{
    uint8_t bytes[SIZE];
    (void)state;
    build(bytes);
    test_guard guard;
    test_guard_init(&guard, SIZE);
    for (size_t size = 0; size < SIZE; size++)
        walk(test_guard_put(&guard, bytes, size), size);
    for (size_t i = 0; i < SIZE; i++)
        for (int k = 0; k < 3; k++) {
            static const uint8_t patches[3] = {0, 0x7F, 0xFF};
            uint8_t *p = test_guard_put(&guard, bytes, SIZE);
            p[i] = patches[k];
            walk(p, SIZE);
        }
    test_guard_free(&guard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(what_points_outside_is_reported),
        cmocka_unit_test(items_and_labels_are_checked),
        cmocka_unit_test(a_document_is_described),
        cmocka_unit_test(any_bytes_may_be_walked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
