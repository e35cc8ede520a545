/* Binary walkmeshes against independently measured figures of real files. */
#include <dirent.h>
#include <math.h>

#include "support.h"

static wm_kotor_bwm *open_walkmesh(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "kotor/walkmeshes/%s", name);
    wm_buffer bytes = test_corpus_file(path);
    wm_error error;
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    if (!b)
        fail_msg("%s: %s", name, error.message);
    wm_buffer_free(&bytes);
    return b;
}

typedef struct link {
    uint32_t edge, room;
} link;

typedef struct figures {
    const char *file;
    size_t bytes;
    uint32_t vertices, faces, walkable, aabbs, edges;
    uint32_t perimeters[8]; /* ended by 0 */
    link transitions[8];    /* ended by room 0 of edge 0 */
    uint32_t transition_count, regions;
    double area;
    uint32_t depth;
    wm_kotor_maker maker;
} figures;

static const figures known[] = {
    {"test.wok",
     26404,
     114,
     195,
     79,
     389,
     73,
     {59, 66, 73},
     {{39, 7}},
     1,
     1,
     121.3268,
     9,
     WM_KOTOR_MAKER_VANILLA},
    {"zio006j.wok",
     37564,
     190,
     276,
     116,
     551,
     84,
     {64, 84},
     {{276, 7}, {330, 18}, {270, 13}},
     3,
     1,
     641.3832,
     10,
     WM_KOTOR_MAKER_VANILLA},
    {"203tell.wok",
     157528,
     677,
     1209,
     211,
     2417,
     209,
     {81, 109, 137, 165, 193, 201, 209},
     {{213, 2}, {45, 0}, {57, 13}, {51, 1}},
     4,
     3,
     1676.7800,
     12,
     WM_KOTOR_MAKER_VANILLA},
    {"203tell_rebuilt.wok",
     157468,
     677,
     1209,
     211,
     2417,
     205,
     {0},
     {{213, 2}, {45, 0}, {57, 13}, {51, 1}},
     4,
     1,
     1676.7800,
     14,
     WM_KOTOR_MAKER_PYKOTOR},
    {"m10aa_01c.wok",
     9376,
     52,
     68,
     24,
     135,
     26,
     {26},
     {{1, 10}, {51, 3}, {33, 7}, {42, 9}},
     4,
     1,
     395.3507,
     8,
     WM_KOTOR_MAKER_VANILLA},
    {"m10aa_03a.wok",
     16680,
     80,
     123,
     43,
     245,
     43,
     {39, 43},
     {{87, 6}, {75, 3}, {81, 9}},
     3,
     2,
     225.5461,
     8,
     WM_KOTOR_MAKER_VANILLA},
    {"m10aa_05a.wok",
     17544,
     96,
     128,
     46,
     255,
     48,
     {48},
     {{87, 0}, {115, 4}, {109, 8}, {103, 7}, {121, 6}, {100, 1}, {93, 16}},
     7,
     1,
     472.9231,
     8,
     WM_KOTOR_MAKER_VANILLA},
    {"m10aa_08a.wok",
     21744,
     108,
     160,
     60,
     319,
     54,
     {54},
     {{168, 3}, {174, 2}},
     2,
     1,
     107.0059,
     9,
     WM_KOTOR_MAKER_VANILLA},
    {"m13aa_04a.wok",
     75724,
     289,
     570,
     257,
     1139,
     83,
     {49, 61, 71, 83},
     {{0, 3}, {6, 14}},
     2,
     1,
     794.8866,
     11,
     WM_KOTOR_MAKER_MDLEDIT},
    {"m26ae_01e.wok",
     52324,
     282,
     396,
     66,
     791,
     66,
     {8, 66},
     {{196, 19}, {185, 19}, {180, 19}, {190, 21}},
     4,
     1,
     501.2368,
     10,
     WM_KOTOR_MAKER_MDLEDIT},
    {"plc_fccage2.pwk", 864, 18, 16, 0, 0, 0, {0}, {{0, 0}}, 0, 0, 0, 0, WM_KOTOR_MAKER_UNKNOWN},
};

static void named_files_have_their_figures(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const figures *f = &known[i];
        wm_kotor_bwm *b = open_walkmesh(f->file);
        wm_kotor_bwm_stats s;
        wm_buffer out;
        uint32_t perimeters = 0, found = 0;
        assert_int_equal(wm_kotor_bwm_measure(b, NULL, &s, NULL), WM_OK);
        assert_int_equal(b->vertex_count, f->vertices);
        assert_int_equal(b->face_count, f->faces);
        assert_int_equal(s.walkable, f->walkable);
        assert_int_equal(b->adjacency_count, f->walkable);
        assert_int_equal(b->aabb_count, f->aabbs);
        assert_int_equal(b->edge_count, f->edges);
        while (perimeters < 8 && f->perimeters[perimeters])
            perimeters++;
        assert_int_equal(b->perimeter_count, perimeters);
        for (uint32_t k = 0; k < perimeters; k++)
            assert_int_equal(b->perimeters[k], f->perimeters[k]);
        assert_int_equal(s.transitions, f->transition_count);
        for (uint32_t e = 0; e < b->edge_count; e++)
            for (uint32_t k = 0; k < f->transition_count; k++)
                found += b->edges[e].edge == f->transitions[k].edge &&
                         b->edges[e].transition == f->transitions[k].room;
        assert_int_equal(found, f->transition_count);
        assert_int_equal(s.regions, f->regions);
        assert_true(fabs(s.walkable_m2 - f->area) < 0.00006);
        assert_int_equal(s.tree_depth, f->depth);
        assert_int_equal(wm_kotor_bwm_maker(b), f->maker);
        assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, NULL), WM_OK);
        assert_int_equal(out.size, f->bytes);
        wm_buffer_free(&out);
        wm_kotor_bwm_free(b);
    }
}

static uint32_t bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static void details_of_test_wok(void **state)
{
    static const uint32_t rows[5][3] = {{48, WM_NO_INDEX, 94},
                                        {8, 74, 42},
                                        {WM_NO_INDEX, 89, 3},
                                        {64, 156, WM_NO_INDEX},
                                        {92, 107, 76}};
    static const uint32_t first[6] = {1, 95, 63, 98, 96, 100}, loops[3] = {1, 6, 75};
    uint32_t planes[33] = {0}, materials[32] = {0};
    (void)state;
    NEED_CORPUS();
    wm_kotor_bwm *b = open_walkmesh("test.wok");
    for (int i = 0; i < 5; i++)
        assert_memory_equal(b->adjacency[i].edge, rows[i], sizeof rows[i]);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(b->edges[i].edge, first[i]);
        assert_int_equal(b->edges[i].transition, WM_NO_INDEX);
    }
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(b->edges[i ? b->perimeters[i - 1] : 0].edge, loops[i]);
    assert_int_equal(bits(b->normals[0].x), 0x80000000u); /* minus zero */
    assert_int_equal(bits(b->normals[0].y), 0);
    assert_true(b->normals[0].z == 1 && b->distances[0] == 1.275f);
    assert_int_equal(b->aabbs[0].plane, 2);
    assert_int_equal(b->aabbs[0].left, 1);
    assert_int_equal(b->aabbs[0].right, 194);
    assert_true(fabsf(b->aabbs[0].min.z + 1.285f) < 1e-5f);
    assert_true(fabsf(b->aabbs[0].max.z - 1.7128f) < 1e-4f);
    for (uint32_t i = 0; i < b->aabb_count; i++)
        planes[b->aabbs[i].plane]++;
    assert_true(planes[2] == 37 && planes[1] == 78 && planes[4] == 34 && planes[8] == 19 &&
                planes[32] == 12 && planes[16] == 14 && planes[0] == 195);
    for (uint32_t i = 0; i < b->face_count; i++)
        materials[b->materials[i]]++;
    assert_true(materials[7] == 116 && materials[10] == 79);
    assert_true(b->position.x == -0.285795f && b->position.y == 0.605535f &&
                b->position.z == 0.21f);
    wm_kotor_bwm_free(b);
}

/* Calls `each` on every binary walkmesh of the corpus. */
static void for_each(void (*each)(const char *name, const wm_buffer *bytes))
{
    static const char *const folders[] = {"kotor/walkmeshes", "kotor/walkmeshes/k2"};
    uint32_t seen = 0;
    for (int i = 0; i < 2; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", test_corpus(), folders[i]);
        DIR *folder = opendir(path);
        assert_non_null(folder);
        for (struct dirent *d; (d = readdir(folder));) {
            size_t n = strlen(d->d_name);
            if (n < 4 || d->d_name[n - 1] != 'k')
                continue;
            snprintf(path, sizeof path, "%s/%s", folders[i], d->d_name);
            wm_buffer bytes = test_corpus_file(path);
            if (wm_detect(bytes.data, bytes.size) == WM_FORMAT_KOTOR_BWM) {
                each(path, &bytes);
                seen++;
            }
            wm_buffer_free(&bytes);
        }
        closedir(folder);
    }
    print_message("%u walkmeshes\n", (unsigned)seen);
    assert_true(seen >= 42);
}

static void round_trip(const char *name, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer out, again;
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, &error);
    if (!b)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &out, &error), WM_OK);
    assert_int_equal(out.size, bytes->size);
    assert_memory_equal(out.data, bytes->data, out.size);
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(b, NULL, &error);
    assert_int_equal(wm_kotor_bwm_write(copy, NULL, &again, &error), WM_OK);
    assert_memory_equal(again.data, bytes->data, out.size);
    wm_kotor_bwm_free(b);
    wm_kotor_bwm_free(copy);
    wm_buffer_free(&out);
    wm_buffer_free(&again);
}

static void every_file_round_trips(void **state)
{
    (void)state;
    NEED_CORPUS();
    for_each(round_trip);
}

#define SAME(table, count)                                                                         \
    do {                                                                                           \
        assert_int_equal(b->count, old->count);                                                    \
        if (b->count)                                                                              \
            assert_memory_equal(b->table, old->table, b->count * sizeof *b->table);                \
    } while (0)

/* Everything but the boxes and ties of the tree comes back bit for bit. */
static void rebuild_vanilla(const char *name, const wm_buffer *bytes)
{
    wm_error error;
    wm_kotor_bwm *old = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, &error);
    if (wm_kotor_bwm_maker(old) != WM_KOTOR_MAKER_VANILLA) {
        wm_kotor_bwm_free(old);
        return;
    }
    wm_kotor_bwm *b = wm_kotor_bwm_copy(old, NULL, &error);
    if (wm_kotor_bwm_rebuild(b, NULL, NULL, &error) != WM_OK)
        fail_msg("%s: %s", name, error.message);
    SAME(faces, face_count);
    SAME(materials, face_count);
    SAME(normals, face_count);
    SAME(distances, face_count);
    SAME(adjacency, adjacency_count);
    SAME(edges, edge_count);
    SAME(perimeters, perimeter_count);
    assert_memory_equal(&b->offsets, &old->offsets, sizeof b->offsets);
    assert_int_equal(b->aabb_count, old->aabb_count);
    for (uint32_t i = 0; i < b->aabb_count; i++) {
        const wm_kotor_aabb *x = &b->aabbs[i], *y = &old->aabbs[i];
        uint32_t p = x->plane;
        assert_int_equal(x->left, y->left);
        assert_int_equal(x->right, y->right);
        assert_int_equal(x->face == WM_NO_INDEX, y->face == WM_NO_INDEX);
        assert_true(p <= 32 && (p & (p - 1)) == 0);
    }
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_bwm_check(b, NULL, &report, &error), WM_OK);
    assert_int_equal(report.errors, 0);
    wm_report_free(&report);
    wm_kotor_bwm_free(b);
    wm_kotor_bwm_free(old);
}

static void vanilla_files_rebuild(void **state)
{
    (void)state;
    NEED_CORPUS();
    for_each(rebuild_vanilla);
}

static void check_file(const char *name, const wm_buffer *bytes)
{
    wm_error error;
    wm_report report;
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, &error);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_bwm_check(b, NULL, &report, &error), WM_OK);
    bool bad = strstr(name, "_rebuilt") != NULL;
    if ((report.errors > 0) != bad)
        fail_msg("%s: %u errors", name, (unsigned)report.errors);
    wm_report_free(&report);
    wm_kotor_bwm_free(b);
}

static void only_the_bad_file_has_errors(void **state)
{
    (void)state;
    NEED_CORPUS();
    for_each(check_file);
}

static uint32_t count(const wm_report *r, wm_issue_code code)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->count; i++)
        n += r->issues[i].code == code;
    return n;
}

static void findings_of_named_files(void **state)
{
    static const struct {
        const char *file;
        wm_issue_code code;
        uint32_t times;
    } expected[] = {{"203tell.wok", WM_KOTOR_VERTEX_DOUBLED, 8},
                    {"203tell.wok", WM_KOTOR_REGION_CUT_OFF, 2},
                    {"m10aa_03a.wok", WM_KOTOR_VERTEX_DOUBLED, 1},
                    {"m10aa_03a.wok", WM_KOTOR_FACE_DEGENERATE, 1},
                    {"203tell_rebuilt.wok", WM_KOTOR_PERIMETER_MISSING, 1},
                    {"203tell_rebuilt.wok", WM_KOTOR_AABB_PLANE, 1},
                    {"203tell_rebuilt.wok", WM_KOTOR_ADJACENCY_BY_POSITION, 2},
                    {"k2/plc_valstat01.pwk", WM_KOTOR_NORMAL_ZERO, 1},
                    {"k2/plc_valstat01.pwk", WM_KOTOR_OBJECT_POSITION, 1},
                    {"plc_fccage2.pwk", WM_KOTOR_OBJECT_POSITION, 0}};
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        wm_report report;
        wm_kotor_bwm *b = open_walkmesh(expected[i].file);
        wm_report_init(&report, NULL);
        assert_int_equal(wm_kotor_bwm_check(b, NULL, &report, NULL), WM_OK);
        assert_int_equal(count(&report, expected[i].code), expected[i].times);
        wm_report_free(&report);
        wm_kotor_bwm_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_files_have_their_figures), cmocka_unit_test(details_of_test_wok),
        cmocka_unit_test(every_file_round_trips),         cmocka_unit_test(vanilla_files_rebuild),
        cmocka_unit_test(only_the_bad_file_has_errors),   cmocka_unit_test(findings_of_named_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
