/* Faces that lie on each other: each is near all others, so that rules which compare what is near
 * would grow with the square. They look at a limited number of boxes and report it. */
#include "fixtures.h"
#include "support.h"

static void put(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

/* A fan of faces around one vertex: beside each other, or slivers that lie on each other. */
static uint8_t *fan(uint32_t count, bool dense, size_t *size)
{
    const uint32_t vertices = count + 2, start = 136;
    *size = start + 12u * vertices + 32u * count;
    uint8_t *out = calloc(1, *size);
    assert_non_null(out);
    const uint32_t faces = start + 12u * vertices, materials = faces + 12u * count;
    const uint32_t normals = materials + 4u * count, distances = normals + 12u * count;
    const uint32_t end = distances + 4u * count;
    const uint32_t fields[] = {vertices, start, count, faces, materials, normals, distances, 0,
                               end,      0,     0,     end,   0,         end,     0,         end};
    memcpy(out, "BWM V1.0", 8);
    put(out + 8, 1);
    for (uint32_t i = 0; i < 16; i++)
        put(out + 72 + 4 * i, fields[i]);
    for (uint32_t i = 1; i < vertices; i++) {
        float place[2] = {10, dense ? (float)(i % 2) * 0.2f + (float)i * 1e-6f : (float)i};
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t bits;
            memcpy(&bits, &place[k], sizeof bits);
            put(out + start + 12 * i + 4 * k, bits);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        put(out + faces + 12 * i + 4, i + 1);
        put(out + faces + 12 * i + 8, i + 2);
        put(out + materials + 4 * i, 4);
        put(out + normals + 12 * i + 8, 0x3F800000);
    }
    return out;
}

static uint32_t cut_short(uint32_t count, bool dense)
{
    wm_report report;
    wm_error error;
    size_t size;
    uint8_t *bytes = fan(count, dense, &size);
    wm_report_init(&report, NULL);
    if (wm_check(bytes, size, NULL, &report, &error) != WM_OK)
        fail_msg("%s: %s", error.path, error.message);
    uint32_t found = test_count_issues(&report, WM_AREA_CHECK_CUT_SHORT);
    if (dense)
        assert_true(test_count_issues(&report, WM_KOTOR_FLOOR_UNJOINED) > 0);
    wm_report_free(&report);
    free(bytes);
    return found;
}

static void slivers_on_each_other_are_cut_short(void **state)
{
    (void)state;
    assert_int_equal(cut_short(1500, true), 1);
    assert_int_equal(cut_short(3000, true), 1);
}

static void few_of_them_are_all_compared(void **state)
{
    (void)state;
    assert_int_equal(cut_short(20, true), 0);
}

static void faces_beside_each_other_are_all_compared(void **state)
{
    (void)state;
    assert_int_equal(cut_short(3000, false), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slivers_on_each_other_are_cut_short),
        cmocka_unit_test(few_of_them_are_all_compared),
        cmocka_unit_test(faces_beside_each_other_are_all_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
