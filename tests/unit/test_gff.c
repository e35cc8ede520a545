/* GFF, and the cutters and placeables of a GIT: by name, in any order, and safe for any bytes. */
#include <math.h>

#include "gits.h"
#include "memory.h"
#include "support.h"

static void cutters_are_found(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_git_hall(&size);
    wm_nwn2_cutters *c = wm_nwn2_cutters_read(bytes, size, NULL, NULL);
    assert_non_null(c);
    assert_int_equal(c->triggers, 4);
    assert_int_equal(c->count, 2);
    assert_int_equal(c->skipped, 1);
    assert_int_equal(c->missing, 0);
    assert_int_equal(c->polygons[0].count, 4);
    assert_true(c->polygons[0].points[2].x == 3.5f && c->polygons[0].points[2].y == 3.5f);
    assert_true(c->polygons[1].points[1].x == 11 && c->polygons[1].points[1].y == 13);
    wm_nwn2_cutters_free(c);
    free(bytes);
}

static void values_have_their_types(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_git_hall(&size);
    wm_gff *g = wm_gff_read(bytes, size, NULL, NULL);
    wm_gff_value v;
    assert_non_null(g);
    assert_string_equal(wm_gff_type(g), "GIT ");
    assert_int_equal(wm_gff_struct_id(g, 0), UINT32_MAX);
    assert_int_equal(wm_gff_struct_id(g, 1), 1);
    assert_int_equal(wm_gff_struct_id(g, 5), 3);
    assert_int_equal(wm_gff_struct_id(g, wm_gff_struct_count(g)), 0);
    assert_true(wm_gff_find(g, 0, "TriggerList", &v));
    assert_int_equal(v.kind, WM_GFF_KIND_LIST);
    assert_int_equal(v.count, 4);
    assert_int_equal(wm_gff_list_item(g, &v, 3), 4);
    assert_int_equal(wm_gff_list_item(g, &v, 4), WM_NO_INDEX);
    assert_false(wm_gff_find(g, 0, "Trigger", &v));
    assert_false(wm_gff_find(g, 0, "TriggerLists", &v));
    assert_false(wm_gff_find(g, 99, "Type", &v));
    assert_true(wm_gff_number(g, 1, "Type", 0) == 3);
    assert_true(wm_gff_number(g, 1, "XPosition", 0) == 1.5);
    assert_true(wm_gff_number(g, 1, "Geometry", 7) == 7);
    assert_true(wm_gff_number(g, 1, "Nothing", 7) == 7);
    wm_gff_free(g);
    free(bytes);
}

/* A GFF with one struct of two texts, "town" as a string and as a resref. */
static const uint8_t texts[] = "IFO V3.2"
                               "\x38\0\0\0\1\0\0\0\x44\0\0\0\2\0\0\0\x5c\0\0\0\2\0\0\0"
                               "\x7c\0\0\0\x0d\0\0\0\x89\0\0\0\x08\0\0\0\x91\0\0\0\0\0\0\0"
                               "\xff\xff\xff\xff\0\0\0\0\2\0\0\0"
                               "\x0a\0\0\0\0\0\0\0\0\0\0\0"
                               "\x0b\0\0\0\1\0\0\0\x08\0\0\0"
                               "Name\0\0\0\0\0\0\0\0\0\0\0\0Area\0\0\0\0\0\0\0\0\0\0\0\0"
                               "\4\0\0\0town\4town"
                               "\0\0\0\0\1\0\0";

static void texts_are_copied(void **state)
{
    uint8_t bytes[sizeof texts];
    char text[8];
    wm_gff_value v;
    (void)state;
    memcpy(bytes, texts, sizeof texts);
    wm_gff *g = wm_gff_read(bytes, sizeof texts, NULL, NULL);
    assert_non_null(g);
    assert_true(wm_gff_find(g, 0, "Name", &v));
    assert_int_equal(v.kind, WM_GFF_KIND_STRING);
    assert_int_equal(v.count, 4);
    assert_true(wm_gff_text(g, 0, "Name", text, sizeof text));
    assert_string_equal(text, "town");
    assert_true(wm_gff_text(g, 0, "Area", text, 5));
    assert_string_equal(text, "town");
    assert_false(wm_gff_text(g, 0, "Area", text, 4));
    assert_string_equal(text, "");
    assert_false(wm_gff_text(g, 0, "Nothing", text, sizeof text));
    wm_gff_free(g);
    bytes[0x7c] = 10; /* past the end of the texts */
    g = wm_gff_read(bytes, sizeof texts, NULL, NULL);
    assert_false(wm_gff_find(g, 0, "Name", &v));
    assert_true(wm_gff_find(g, 0, "Area", &v));
    wm_gff_free(g);
    bytes[0x7c] = 4;
    bytes[0x81] = 0; /* a NUL in the string */
    g = wm_gff_read(bytes, sizeof texts, NULL, NULL);
    assert_false(wm_gff_text(g, 0, "Name", text, sizeof text));
    wm_gff_free(g);
}

/* A point without PointX, as in a real file, counts as 0 and is reported. */
static void misspelt_labels_are_told(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_git_hall(&size);
    for (size_t i = 0; i + 6 < size; i++)
        if (memcmp(bytes + i, "PointX", 6) == 0)
            bytes[i + 3] = 'r';
    wm_nwn2_cutters *c = wm_nwn2_cutters_read(bytes, size, NULL, NULL);
    assert_non_null(c);
    assert_int_equal(c->count, 2);
    assert_int_equal(c->missing, 8);
    assert_true(c->polygons[0].points[1].x == 1.5f);
    wm_nwn2_cutters_free(c);
    free(bytes);
}

static void errors_are_named(void **state)
{
    (void)state;
    size_t size;
    wm_error error;
    uint8_t *bytes = test_git_hall(&size);
    assert_null(wm_gff_read(bytes, 40, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
    bytes[7] = '1';
    assert_null(wm_gff_read(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
    bytes[7] = '2';
    bytes[23] = 0x7F; /* the count of fields */
    assert_null(wm_gff_read(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
    assert_string_equal(error.path, "fields");
    free(bytes);
}

/* ---- any bytes, refused memory ---- */

/* Reads, checks what was read, and frees it. Returns whether it could be read. */
typedef bool (*reader)(const void *data, size_t size, const wm_read_opts *opts, wm_error *error);

/* Lists that name each other, all structs the same one, cut files, changed bytes. */
static void any_bytes_are_safe(reader read, const uint8_t *bytes, size_t size, uint32_t seed)
{
    uint32_t good = 0;
    test_guard guard;
    test_guard_init(&guard, size);
    for (size_t n = 0; n < size; n++)
        read(test_guard_put(&guard, bytes, n), n, NULL, NULL);
    for (int n = 0; size && n < 20000; n++) {
        uint8_t *p = test_guard_put(&guard, bytes, size);
        for (int k = 0; k < 1 + n % 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            p[(seed >> 8) % size] = (uint8_t)(n % 3 ? seed >> 24 : (seed >> 24) % 12);
        }
        good += read(p, size, NULL, NULL);
    }
    assert_true(good > 1000);
    test_guard_free(&guard);
}

static void every_allocation_may_fail(reader read, const uint8_t *bytes, size_t size)
{
    uint64_t n = 1;
    for (bool done = false; !done; n++) {
        test_memory memory;
        wm_error error;
        test_memory_init(&memory);
        memory.fail_at = n;
        wm_read_opts opts = {.allocator = &memory.allocator};
        if (!read(bytes, size, &opts, &error))
            assert_int_equal(error.code, WM_NO_MEMORY);
        done = memory.refused == 0;
        test_memory_done(&memory, "GIT");
    }
    assert_true(n > 2);
}

static bool read_cutters(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    wm_nwn2_cutters *c = wm_nwn2_cutters_read(data, size, opts, error);
    for (uint32_t i = 0; c && i < c->count; i++)
        assert_true(c->polygons[i].count >= 3);
    bool good = c != NULL;
    wm_nwn2_cutters_free(c);
    return good;
}

static void cutters_are_safe(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = test_git_hall(&size);
    any_bytes_are_safe(read_cutters, bytes, size, 3);
    every_allocation_may_fail(read_cutters, bytes, size);
    free(bytes);
}

/* ---- placeables ---- */

static uint8_t *room(size_t *size)
{
    static const test_placeable all[] = {
        {7, 1, {1, 2, 3}, 0.5f, {1, 2, 4}},
        {8, 0, {0, 0, 0}, 0, {1, 1, 1}},
        {9, 3, {0, 0, 0}, 0, {1, 1, 1}},
        {10, 1, {NAN, 0, 0}, 0, {1, 1, 1}},
        {4000000000u, 1, {5, 6, 7}, -3, {1, 1, 1}},
    };
    return test_git_placeables(all, 5, size);
}

static void placeables_are_found(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = room(&size);
    wm_nwn2_placeables *p = wm_nwn2_placeables_read(bytes, size, NULL, NULL);
    assert_non_null(p);
    assert_int_equal(p->total, 5);
    assert_int_equal(p->left_out, 2);
    assert_int_equal(p->skipped, 1);
    assert_int_equal(p->count, 2);
    assert_int_equal(p->items[0].appearance, 7);
    assert_true(p->items[0].position.y == 2 && p->items[0].bearing == 0.5f);
    assert_true(p->items[0].scale.z == 4);
    assert_int_equal(p->items[1].index, 4);
    assert_true(p->items[1].appearance == 4000000000u);
    wm_nwn2_placeables_free(p);
    free(bytes);
    bytes = test_git_hall(&size);
    p = wm_nwn2_placeables_read(bytes, size, NULL, NULL);
    assert_non_null(p);
    assert_int_equal(p->total, 0);
    wm_nwn2_placeables_free(p);
    free(bytes);
}

static bool read_placeables(const void *data, size_t size, const wm_read_opts *opts,
                            wm_error *error)
{
    wm_nwn2_placeables *p = wm_nwn2_placeables_read(data, size, opts, error);
    if (p)
        assert_int_equal(p->count + p->left_out + p->skipped, p->total);
    bool good = p != NULL;
    wm_nwn2_placeables_free(p);
    return good;
}

static void placeables_are_safe(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = room(&size);
    any_bytes_are_safe(read_placeables, bytes, size, 5);
    every_allocation_may_fail(read_placeables, bytes, size);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cutters_are_found),    cmocka_unit_test(values_have_their_types),
        cmocka_unit_test(texts_are_copied),     cmocka_unit_test(misspelt_labels_are_told),
        cmocka_unit_test(errors_are_named),     cmocka_unit_test(cutters_are_safe),
        cmocka_unit_test(placeables_are_found), cmocka_unit_test(placeables_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
