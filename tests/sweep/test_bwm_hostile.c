/* Hostile walkmeshes, one named fault each: the reader refuses them with the right
 * error or the checker and the rebuild survive them. */
#include <math.h>

#include "memory.h"
#include "samples.h"
#include "support.h"
#include "walk.h"

static wm_buffer bytes_of(const wm_kotor_bwm *b)
{
    wm_buffer bytes;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &bytes, NULL), WM_OK);
    return bytes;
}

static void put32(wm_buffer *bytes, size_t at, uint32_t value)
{
    assert_true(at + 4 <= bytes->size);
    for (int i = 0; i < 4; i++)
        bytes->data[at + (size_t)i] = (uint8_t)(value >> 8 * i);
}

/* Reads with a small purse; the document or NULL. */
static wm_kotor_bwm *read_poor(const wm_buffer *bytes, test_memory *m, wm_error *error)
{
    test_memory_init(m);
    wm_read_opts opts = {.allocator = &m->allocator};
    *error = (wm_error){0};
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, &opts, error);
    assert_true(m->peak <= (64u << 10) + 40 * bytes->size);
    if (b)
        test_walk_bwm(b);
    return b;
}

/* Whatever it says, everything that can be done with it must end well. */
static void survives(wm_kotor_bwm *b)
{
    wm_report report;
    wm_error error;
    wm_kotor_bwm_stats stats;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_bwm_measure(b, NULL, &stats, &error), WM_OK);
    assert_int_equal(wm_kotor_bwm_check(b, NULL, &report, &error), WM_OK);
    wm_kotor_bwm_maker(b);
    wm_report_free(&report);
    wm_kotor_bwm_rebuild(b, NULL, NULL, &error);
    test_walk_bwm(b);
}

static void refused(const wm_buffer *bytes, wm_status code, const char *path)
{
    test_memory m;
    wm_error error;
    wm_kotor_bwm *b = read_poor(bytes, &m, &error);
    assert_null(b);
    assert_int_equal(error.code, code);
    assert_string_equal(error.path, path);
    test_memory_done(&m, path);
}

/* Read as far as possible, with this fault first, and written back byte for byte. */
static void kept(const wm_buffer *bytes, wm_status code, const char *path)
{
    test_memory m;
    wm_error error;
    wm_kotor_bwm *b = read_poor(bytes, &m, &error);
    assert_non_null(b);
    assert_int_equal(b->first_fault.code, code);
    assert_string_equal(b->first_fault.path, path);
    wm_buffer again = bytes_of(b);
    assert_int_equal(again.size, bytes->size);
    assert_memory_equal(again.data, bytes->data, bytes->size);
    wm_buffer_free(&again);
    survives(b);
    wm_kotor_bwm_free(b);
    test_memory_done(&m, path);
}

/* Without the first two tables there is no geometry. */
static void refused_or_kept(const wm_buffer *bytes, wm_status code, const char *path)
{
    if (strcmp(path, "vertices") == 0 || strcmp(path, "faces") == 0)
        refused(bytes, code, path);
    else
        kept(bytes, code, path);
}

static const char *const tables[] = {"vertices", "faces",     "materials", "normals",   "distances",
                                     "aabbs",    "adjacency", "edges",     "perimeters"};

static void truncated_at_each_table(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    const wm_kotor_bwm_offsets *l = &b->offsets;
    const uint32_t ends[] = {l->faces,     l->materials,  l->normals,
                             l->distances, l->aabbs,      l->adjacency,
                             l->edges,     l->perimeters, l->perimeters + 4 * b->perimeter_count};
    wm_buffer bytes = bytes_of(b);
    for (int i = 0; i < 9; i++) {
        wm_buffer cut = bytes;
        cut.size = ends[i] - 1;
        refused_or_kept(&cut, WM_TRUNCATED, tables[i]);
    }
    bytes.size = 0x87;
    wm_error error;
    assert_null(wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
    assert_string_equal(error.path, "perimeter_offset");
    assert_int_equal(error.offset, 0x84);
    bytes.size = ends[8];
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(b);
}

static void counts_near_two_to_the_32(void **state)
{
    static const struct {
        uint32_t at;
        const char *path;
    } counts[] = {{0x48, "vertices"},  {0x50, "faces"}, {0x64, "aabbs"},
                  {0x70, "adjacency"}, {0x78, "edges"}, {0x80, "perimeters"}};
    /* The last few wrap to a small size when 32 bits multiply. */
    static const uint32_t values[] = {0xFFFFFFFF, 0xFFFFFFFE, 0x80000000, 0x7FFFFFFF,
                                      0x15555556, 0x40000001, 0x20000001, 0x05D1745E};
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            wm_buffer bytes = bytes_of(b);
            put32(&bytes, counts[i].at, values[k]);
            refused_or_kept(&bytes, WM_TRUNCATED, counts[i].path);
            wm_buffer_free(&bytes);
        }
    wm_kotor_bwm_free(b);
}

static void offsets_outside_of_the_file(void **state)
{
    static const uint32_t fields[] = {0x4C, 0x54, 0x58, 0x5C, 0x60, 0x68, 0x74, 0x7C, 0x84};
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        wm_buffer bytes = bytes_of(b);
        put32(&bytes, fields[i], 0xFFFFFFFF);
        refused_or_kept(&bytes, WM_TRUNCATED, tables[i]);
        put32(&bytes, fields[i], (uint32_t)bytes.size - 3);
        refused_or_kept(&bytes, WM_TRUNCATED, tables[i]);
        put32(&bytes, fields[i], 0x10);
        refused_or_kept(&bytes, WM_BAD_OFFSET, tables[i]);
        wm_buffer_free(&bytes);
    }
    wm_kotor_bwm_free(b);
}

static void vertex_number_equal_to_the_count(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->faces[7].vertex[2] = b->vertex_count;
    wm_buffer bytes = bytes_of(b);
    test_memory m;
    wm_error error;
    kept(&bytes, WM_BAD_VALUE, "faces[7].vertex[2]");
    wm_kotor_bwm *read = read_poor(&bytes, &m, &error);
    assert_non_null(read);
    assert_int_equal(read->first_fault.offset, b->offsets.faces + 7 * 12 + 8);
    wm_kotor_bwm_free(read);
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(b);
}

static void children_that_form_a_cycle(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    for (uint32_t i = 0; i < b->aabb_count; i++)
        if (b->aabbs[i].face == WM_NO_INDEX)
            b->aabbs[i].left = b->aabbs[i].right = b->aabb_root;
    survives(b);
    wm_kotor_bwm_free(b);
}

static void links_out_of_range(void **state)
{
    static const uint32_t values[] = {WM_NO_INDEX, WM_NO_INDEX - 1, 0x80000000, 1000000};
    (void)state;
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        wm_kotor_bwm *b = test_sample_make("courtyard.wok");
        b->aabb_root = v & 1 ? values[v] : 0;
        for (uint32_t i = 0; i < b->aabb_count; i++) {
            b->aabbs[i].face = i % 3 ? values[v] : b->face_count;
            b->aabbs[i].left = values[v];
            b->aabbs[i].right = b->aabb_count;
        }
        for (uint32_t i = 0; i < b->adjacency_count; i++)
            b->adjacency[i].edge[i % 3] = i & 1 ? values[v] : 3 * b->face_count;
        for (uint32_t i = 0; i < b->edge_count; i++)
            b->edges[i].edge = i & 1 ? values[v] : 3 * b->face_count;
        for (uint32_t i = 0; i < b->perimeter_count; i++)
            b->perimeters[i] = values[v] - i;
        survives(b);
        wm_kotor_bwm_free(b);
    }
}

/* A tree that is a list: recursion would need 100,000 frames. */
static void a_tree_as_deep_as_it_is_long(void **state)
{
    enum { NODES = 100001 };
    (void)state;
    wm_kotor_bwm *b = test_sample_make("one-face.wok");
    wm_kotor_aabb *own = b->aabbs;
    wm_kotor_aabb *chain = calloc(NODES, sizeof *chain);
    assert_non_null(chain);
    for (uint32_t i = 0; i < NODES; i++) {
        bool leaf = i % 2 == 1 || i == NODES - 1;
        chain[i] = own[0];
        chain[i].face = leaf ? 0 : WM_NO_INDEX;
        chain[i].left = leaf ? WM_NO_INDEX : i + 1;
        chain[i].right = leaf ? WM_NO_INDEX : i + 2;
        chain[i].plane = leaf ? 0 : 1;
    }
    b->aabbs = chain;
    b->aabb_count = NODES;
    wm_kotor_bwm_pack(b);
    wm_buffer bytes = bytes_of(b);
    wm_kotor_bwm_free(b);
    free(chain);
    wm_error error;
    wm_kotor_bwm_stats stats;
    wm_kotor_bwm *read = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(read);
    assert_int_equal(wm_kotor_bwm_measure(read, NULL, &stats, &error), WM_OK);
    survives(read);
    wm_kotor_bwm_free(read);
    wm_buffer_free(&bytes);
}

static void coordinates_that_are_no_numbers(void **state)
{
    const float odd[] = {NAN, -NAN, INFINITY, -INFINITY, 3.4e38f, -3.4e38f, 1e-45f, -0.0f};
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        wm_kotor_bwm *b = test_sample_make("room.wok");
        for (uint32_t v = 0; v < b->vertex_count; v += 3)
            b->vertices[v].x = b->vertices[v].z = odd[i];
        for (uint32_t n = 0; n < b->face_count; n += 2)
            b->normals[n].y = b->distances[n] = odd[i];
        wm_buffer bytes = bytes_of(b);
        wm_kotor_bwm_free(b);
        wm_kotor_bwm *read = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(read);
        wm_buffer again = bytes_of(read); /* floats move as bits: payloads survive */
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.data, bytes.data, bytes.size);
        survives(read);
        wm_kotor_bwm_free(read);
        wm_buffer_free(&bytes);
        wm_buffer_free(&again);
    }
}

static void no_faces_and_no_walkable_faces(void **state)
{
    static const char *const names[] = {"no-faces.wok", "scenery.wok", "one-face.wok"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        wm_kotor_bwm *b = test_sample_make(names[i]);
        wm_buffer bytes = bytes_of(b);
        survives(b);
        wm_kotor_bwm_free(b);
        b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(b);
        survives(b);
        wm_kotor_bwm_free(b);
        wm_buffer_free(&bytes);
    }
}

static void faces_without_vertices(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_buffer bytes = bytes_of(b);
    wm_kotor_bwm_free(b);
    put32(&bytes, 0x48, 0);
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    assert_null(wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL));
    assert_null(wm_kotor_bwm_read(bytes.data, bytes.size, &opts, NULL));
    wm_report_free(&report);
    wm_buffer_free(&bytes);
}

/* All tables on the same bytes: small file, much memory claimed. */
static void tables_that_share_all_their_bytes(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("hills.wok");
    wm_buffer bytes = bytes_of(b);
    uint32_t room = (uint32_t)bytes.size - 0x88;
    wm_kotor_bwm_free(b);
    memset(bytes.data + 0x88, 0, room);
    const uint32_t offsets[] = {0x4C, 0x54, 0x58, 0x5C, 0x60, 0x68, 0x74, 0x7C, 0x84};
    for (size_t i = 0; i < 9; i++)
        put32(&bytes, offsets[i], 0x88);
    put32(&bytes, 0x48, room / 12);
    put32(&bytes, 0x50, room / 12);
    put32(&bytes, 0x64, room / 44);
    put32(&bytes, 0x70, room / 12);
    put32(&bytes, 0x78, room / 8);
    put32(&bytes, 0x80, room / 4);
    test_memory m;
    wm_error error;
    b = read_poor(&bytes, &m, &error);
    assert_non_null(b);
    survives(b);
    wm_kotor_bwm_free(b);
    test_memory_done(&m, "shared tables");
    wm_buffer_free(&bytes);
}

static void a_memory_limit_is_kept(void **state)
{
    (void)state;
    wm_kotor_bwm *b = test_sample_make("hills.wok");
    wm_buffer bytes = bytes_of(b);
    wm_kotor_bwm_free(b);
    wm_error error;
    wm_read_opts opts = {.memory_limit = bytes.size / 2};
    assert_null(wm_kotor_bwm_read(bytes.data, bytes.size, &opts, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated_at_each_table),
        cmocka_unit_test(counts_near_two_to_the_32),
        cmocka_unit_test(offsets_outside_of_the_file),
        cmocka_unit_test(vertex_number_equal_to_the_count),
        cmocka_unit_test(children_that_form_a_cycle),
        cmocka_unit_test(links_out_of_range),
        cmocka_unit_test(a_tree_as_deep_as_it_is_long),
        cmocka_unit_test(coordinates_that_are_no_numbers),
        cmocka_unit_test(no_faces_and_no_walkable_faces),
        cmocka_unit_test(faces_without_vertices),
        cmocka_unit_test(tables_that_share_all_their_bytes),
        cmocka_unit_test(a_memory_limit_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
