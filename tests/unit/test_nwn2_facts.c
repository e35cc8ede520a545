/* Real NWN2 terrain: figures that independent parsers found, and the identity of what is
 * read and written. */
#include <dirent.h>

#include <zlib.h>

#include "support.h"

typedef struct expected {
    const char *file;
    size_t bytes;
    uint32_t packets, vertices, edges, boundary, triangles, walkable, width, height, used;
    uint32_t nodes, tile_triangles, islands, links;
    uint64_t sight;
    size_t uncompressed;
    uint32_t crc;
} expected;

static const expected figures[] = {
    {"dm001_cargohold.trx", 16385, 2, 219, 562, 98, 342, 172, 4, 3, 4, 60, 102, 4, 6, 1280, 43711,
     0x1862ea33},
    {"enter_world.trn", 30858, 2, 494, 1381, 98, 888, 676, 4, 4, 12, 0, 74, 0, 0, 0, 86117,
     0x050ef73c},
    {"enter_world.trx", 53296, 2, 566, 1530, 183, 959, 730, 4, 4, 12, 74, 87, 14, 36, 22798, 145554,
     0x6fff3bd6},
    {"cslmordmansion.trx", 93163, 2, 1393, 3164, 1024, 1768, 811, 6, 6, 18, 90, 182, 24, 34, 3244,
     239874, 0x5e92fccc},
    {"midwood_caverns_level_2.trx", 247710, 2, 2769, 7303, 1400, 4402, 2046, 10, 12, 40, 127, 217,
     49, 90, 18024, 608479, 0xc3704a03},
    {"castle_krag_temple.trx", 832475, 8, 6537, 17525, 3943, 10369, 5602, 12, 22, 104, 116, 1558,
     115, 246, 50478, 1540438, 0x964692b7},
};

static wm_nwn2_trn *open_trn(const char *name, wm_buffer *bytes)
{
    char path[512];
    wm_error error;
    snprintf(path, sizeof path, "nwn2/%s", name);
    *bytes = test_corpus_file(path);
    wm_nwn2_trn *t = wm_nwn2_trn_read(bytes->data, bytes->size, NULL, &error);
    if (!t)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    return t;
}

static void named_files_have_their_figures(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const expected *e = &figures[i];
        wm_buffer bytes, plain;
        wm_nwn2_aswm_stats s;
        wm_nwn2_trn *t = open_trn(e->file, &bytes);
        const wm_nwn2_aswm *a = t->aswm;
        print_message("%s\n", e->file);
        assert_non_null(a);
        assert_int_equal(wm_nwn2_aswm_measure(a, &s, NULL), WM_OK);
        assert_int_equal(bytes.size, e->bytes);
        assert_int_equal(t->packet_count, e->packets);
        assert_int_equal(a->vertex_count, e->vertices);
        assert_int_equal(a->edge_count, e->edges);
        assert_int_equal(s.boundary_edges, e->boundary);
        assert_int_equal(a->triangle_count, e->triangles);
        assert_int_equal(s.walkable, e->walkable);
        assert_int_equal(a->grid_width, e->width);
        assert_int_equal(a->grid_height, e->height);
        assert_int_equal(s.tiles_used, e->used);
        assert_int_equal(s.max_tile_nodes, e->nodes);
        assert_int_equal(s.max_tile_triangles, e->tile_triangles);
        assert_int_equal(a->island_count, e->islands);
        assert_int_equal(s.links, e->links);
        assert_int_equal(s.sight_cells, e->sight);
        assert_int_equal(wm_nwn2_aswm_write(a, NULL, &plain, NULL), WM_OK);
        assert_int_equal(plain.size, e->uncompressed);
        assert_int_equal(crc32(0, plain.data, (uInt)plain.size), e->crc);
        wm_buffer_free(&plain);
        wm_nwn2_trn_free(t);
        wm_buffer_free(&bytes);
    }
}

/* Calls `each` on every TRN and TRX of the corpus. */
static void for_each(void (*each)(const char *name))
{
    char path[4096];
    uint32_t seen = 0;
    snprintf(path, sizeof path, "%s/nwn2", test_corpus());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *d; (d = readdir(folder));) {
        const char *dot = strrchr(d->d_name, '.');
        if (!dot || (strcmp(dot, ".trx") != 0 && strcmp(dot, ".trn") != 0))
            continue;
        each(d->d_name);
        seen++;
    }
    closedir(folder);
    print_message("%u files\n", (unsigned)seen);
    assert_true(seen >= 50);
}

static void same_bytes(const char *name, const wm_nwn2_trn *t, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer out;
    if (wm_nwn2_trn_write(t, NULL, &out, &error) != WM_OK)
        fail_msg("%s: %s", name, error.message);
    if (out.size != bytes->size || memcmp(out.data, bytes->data, out.size) != 0)
        fail_msg("%s: %zu bytes were read, %zu other bytes written", name, bytes->size, out.size);
    wm_buffer_free(&out);
}

static void round_trip(const char *name)
{
    wm_buffer bytes;
    wm_nwn2_trn_read_opts raw = {.raw = true};
    wm_nwn2_trn *t = open_trn(name, &bytes);
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(t, NULL, NULL);
    wm_nwn2_trn *packets = wm_nwn2_trn_read(bytes.data, bytes.size, &raw, NULL);
    assert_non_null(copy);
    assert_non_null(packets);
    for (uint32_t i = 0; i < t->packet_count; i++) /* not one stays raw */
        assert_true(t->packets[i].trwh || t->packets[i].watr || t->packets[i].aswm);
    assert_int_equal(t->unclaimed, 0);
    wm_nwn2_trn_free(t);
    same_bytes(name, copy, &bytes);
    same_bytes(name, packets, &bytes);
    wm_nwn2_trn_free(copy);
    wm_nwn2_trn_free(packets);
    wm_buffer_free(&bytes);
}

static void every_file_round_trips(void **state)
{
    (void)state;
    NEED_CORPUS();
    for_each(round_trip);
}

static void no_errors(const char *name)
{
    wm_buffer bytes;
    wm_error error;
    wm_report report;
    wm_nwn2_trn *t = open_trn(name, &bytes);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_nwn2_trn_check(t, NULL, &report, &error), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].severity != WM_SEVERITY_INFO)
            fail_msg("%s: %s: %s", name, wm_issue_describe(report.issues[i].code)->name,
                     report.issues[i].message);
    wm_report_free(&report);
    wm_nwn2_trn_free(t);
    wm_buffer_free(&bytes);
}

/* Every rule holds in every real file; the game's own quirks are notes. */
static void no_file_has_errors(void **state)
{
    (void)state;
    NEED_CORPUS();
    for_each(no_errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_files_have_their_figures),
        cmocka_unit_test(every_file_round_trips),
        cmocka_unit_test(no_file_has_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
