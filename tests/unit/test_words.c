/* Phrases of messages: singular and plural, grouped digits, truncated files. */
#include "base/words.h"
#include "support.h"

static void counts(void **state)
{
    (void)state;
    assert_string_equal(wmi_number(0).text, "0");
    assert_string_equal(wmi_number(999).text, "999");
    assert_string_equal(wmi_number(1000).text, "1,000");
    assert_string_equal(wmi_number(UINT64_MAX).text, "18,446,744,073,709,551,615");
    assert_string_equal(wmi_count(0, "face", "faces").text, "0 faces");
    assert_string_equal(wmi_count(1, "face", "faces").text, "1 face");
    assert_string_equal(wmi_count(5940, "face", "faces").text, "5,940 faces");
    assert_string_equal(wmi_part(1, 48, "edge", "edges").text, "1 of 48 edges");
    assert_string_equal(wmi_part(1, 1, "edge", "edges").text, "1 of 1 edge");
    assert_string_equal(wmi_only(0, "vertex", "vertices").text, "there are no vertices");
    assert_string_equal(wmi_only(1, "vertex", "vertices").text, "there is only 1 vertex");
    assert_string_equal(wmi_only(82, "vertex", "vertices").text, "there are only 82 vertices");
}

static void floats(void **state)
{
    (void)state;
    assert_string_equal(wmi_shortest(0.1f).text, "0.1");
    assert_string_equal(wmi_coordinates((wm_vec3){1, 2.5f, -3}).text, "(1, 2.5, -3)");
}

static void truncation(void **state)
{
    static const struct {
        const char *field;
        uint64_t offset, need, size;
        const char *text;
    } cases[] = {
        {"aabbs", 0, 5940, 2064,
         "the file is cut off: the AABB table needs 5,940 bytes, 2,064 remain"},
        {"ASWM.vertices", 8, 12, 9,
         "the file is cut off: the vertex table needs 12 bytes, 1 remains"},
        {"field_indices", 8, 1, 8,
         "the file is cut off: the field index table needs 1 byte, 0 remain"},
        {"entities", 0, 2, 1, "the file is cut off: the entity table needs 2 bytes, 1 remains"},
        {"meshes", 0, 2, 0, "the file is cut off: the mesh table needs 2 bytes, 0 remain"},
        {"TRRN.grass", 0, 2, 0, "the file is cut off: the grass table needs 2 bytes, 0 remain"},
        {"header", 0, 136, 20, "the file is cut off: the header needs 136 bytes, 20 remain"},
        {"edge_count", 120, 4, 122,
         "the file is cut off: the field 'edge_count' needs 4 bytes, 2 remain"},
        {"faces", 2000, 4, 1999,
         "the face table starts at byte 2,000, but the file has only 1,999 bytes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(
            wmi_cut_off(cases[i].field, cases[i].offset, cases[i].need, cases[i].size).text,
            cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(floats),
        cmocka_unit_test(truncation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
