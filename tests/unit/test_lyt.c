/* Layouts and visibility lists: what is read, and that nothing is lost. */
#include "support.h"

static wm_kotor_lyt *read_lyt(const char *text)
{
    wm_error error = {0};
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(text, strlen(text), NULL, &error);
    if (!lyt)
        fail_msg("%s", error.message);
    return lyt;
}

static void same_bytes(const char *text, size_t size, wm_status status, wm_buffer *out)
{
    assert_int_equal(status, WM_OK);
    assert_int_equal(out->size, size);
    if (size)
        assert_memory_equal(out->data, text, size);
    wm_buffer_free(out);
}

static void a_layout_is_read(void **state)
{
    static const char text[] =
        "#MAXLAYOUT ASCII\r\n"
        "FileDependancy m40ad.max\r\n"
        "beginlayout\r\n"
        "   roomcount 3\r\n"
        "      M40ad_08c 225.0 44.99 0.0\r\n"
        "\t  **** 1 2 3\r\n"
        "\r\n"
        "m40ad_777 0.0 0.0 -3.84015e-007\r\n"
        "   trackcount 1\n"
        "      track_1 1 2 3\n"
        "   OBSTACLECOUNT 1\n"
        "      rock 4 5 6\n"
        "   doorhookcount 1\n"
        "      M40ad_24a door_15 0 151.65 55.0 3.0 -0.707107 0.0 0.0 0.707106\n"
        "donelayout";
    wm_buffer out;
    wm_report report;
    (void)state;
    wm_kotor_lyt *lyt = read_lyt(text);
    assert_string_equal(lyt->dependency, "m40ad.max");
    assert_int_equal(lyt->room_count, 3);
    assert_string_equal(lyt->rooms[0].name, "M40ad_08c");
    assert_true(lyt->rooms[0].position.y == 44.99f);
    assert_int_equal(lyt->rooms[2].line, 8);
    assert_true(lyt->rooms[2].position.z == -3.84015e-7f);
    assert_int_equal(lyt->track_count, 1);
    assert_string_equal(lyt->tracks[0].name, "track_1");
    assert_int_equal(lyt->obstacle_count, 1);
    assert_int_equal(lyt->doorhook_count, 1);
    assert_string_equal(lyt->doorhooks[0].room, "M40ad_24a");
    assert_string_equal(lyt->doorhooks[0].door, "door_15");
    assert_true(lyt->doorhooks[0].position.x == 151.65f);
    assert_true(lyt->doorhooks[0].rotation[0] == -0.707107f); /* w comes first */
    assert_true(lyt->doorhooks[0].rotation[3] == 0.707106f);
    assert_true(lyt->ended);
    assert_int_equal(wm_kotor_lyt_find(lyt, "m40AD_08C"), 0);
    assert_int_equal(wm_kotor_lyt_find(lyt, "M40AD_777"), 2);
    assert_int_equal(wm_kotor_lyt_find(lyt, "nothing"), WM_NO_INDEX);
    assert_true(wm_kotor_lyt_placeholder(lyt->rooms[1].name));
    assert_false(wm_kotor_lyt_placeholder(lyt->rooms[0].name));
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_lyt_check(lyt, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.errors + report.warnings, 0);
    assert_int_equal(report.infos, 1); /* the hook's room is not listed */
    wm_report_free(&report);
    same_bytes(text, sizeof text - 1, wm_kotor_lyt_write(lyt, NULL, &out, NULL), &out);
    wm_kotor_lyt_free(lyt);
}

static void mistakes_have_line_and_column(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } cases[] = {
        {"beginlayout\nroomcount 1\n  a 1 x 3\n", 3, 7},
        {"beginlayout\nroomcount 1\n  a 1\n", 3, 6},
        {"beginlayout\ntrackcount 1\n  a 1 2\n", 3, 8},
        {"doorhookcount 1\n a b c 1 2 3 1 0 0 0\n", 2, 6},
        {"doorhookcount 1\n a b 0 1 2 3 1 0 0\n", 2, 19},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_error error = {0};
        assert_null(wm_kotor_lyt_read(cases[i].text, strlen(cases[i].text), NULL, &error));
        assert_int_equal(error.code, WM_BAD_TEXT);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
    }
}

/* Rooms after an unreadable line must keep their numbers. */
static void a_bad_room_keeps_its_place(void **state)
{
    static const char text[] =
        "beginlayout\nroomcount 3\n a 1 2 3\n b ? 2 3\n c 1 2 3\ndonelayout\n";
    wm_report report;
    (void)state;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(text, sizeof text - 1, &opts, NULL);
    assert_non_null(lyt);
    assert_int_equal(report.errors, 1);
    assert_int_equal(report.issues[0].line, 4);
    assert_int_equal(wm_kotor_lyt_find(lyt, "c"), 2);
    wm_kotor_lyt_free(lyt);
    wm_report_free(&report);
}

static void any_text_is_kept(void **state)
{
    static const char *const texts[] = {"",
                                        "\n",
                                        "\r",
                                        "a\r\n\r\rb",
                                        "  \t",
                                        "roomcount",
                                        "beginlayout\nroomcount 99999999999\ndonelayout\njunk\n"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        wm_buffer out;
        wm_kotor_lyt *lyt = read_lyt(texts[i]);
        same_bytes(texts[i], strlen(texts[i]), wm_kotor_lyt_write(lyt, NULL, &out, NULL), &out);
        wm_kotor_lyt_free(lyt);
    }
}

/* The three oddities of real files: no number, one name too many, a number after a name. */
static void odd_visibility_lists_are_read(void **state)
{
    static const char text[] = "M02ac_01\r\n  m02ac_02\r\n\tm02ac_03\r\n"
                               "m02ac_02 1\n  M02ac_01 3\n  m02ac_03\n"
                               "m02ac_03 0";
    wm_buffer out;
    wm_report report;
    (void)state;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_vis *vis = wm_kotor_vis_read(text, sizeof text - 1, &opts, NULL);
    assert_non_null(vis);
    assert_int_equal(vis->room_count, 3);
    assert_int_equal(vis->rooms[0].stated, WM_NO_INDEX);
    assert_int_equal(vis->rooms[0].count, 2);
    assert_string_equal(vis->names[vis->rooms[0].first + 1].name, "m02ac_03");
    assert_int_equal(vis->rooms[1].stated, 1);
    assert_int_equal(vis->rooms[1].count, 2);
    assert_string_equal(vis->names[vis->rooms[1].first].name, "M02ac_01");
    assert_int_equal(vis->rooms[2].count, 0);
    assert_int_equal(report.infos, 1);
    assert_int_equal(wm_kotor_vis_check(vis, NULL, &report, NULL), WM_OK);
    assert_int_equal(report.errors, 0);
    assert_int_equal(report.warnings, 2);
    same_bytes(text, sizeof text - 1, wm_kotor_vis_write(vis, NULL, &out, NULL), &out);
    wm_kotor_vis_free(vis);
    wm_report_free(&report);
}

static void an_orphan_fails_a_strict_read(void **state)
{
    wm_error error = {0};
    (void)state;
    assert_null(wm_kotor_vis_read("  a\n", 4, NULL, &error));
    assert_int_equal(error.code, WM_BAD_TEXT);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, 3);
}

static void real_files_are_kept_to_the_byte(void **state)
{
    static const struct {
        const char *name;
        uint32_t rooms, hooks;
    } layouts[] = {{"m40ad", 13, 13},
                   {"stunt_endbridge", 16, 16},
                   {"stunt_levbridge", 4, 12},
                   {"stunt_starforge", 7, 4},
                   {"stunt_unkramp", 8, 2}};
    static const char *const lists[] = {
        "m02ac", "m02ae",           "m03ae",           "m10aa",           "m13aa",        "m17aa",
        "m40ad", "stunt_endbridge", "stunt_levbridge", "stunt_starforge", "stunt_unkramp"};
    char path[128];
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        wm_buffer out;
        wm_report report;
        wm_error error = {0};
        snprintf(path, sizeof path, "kotor/layouts/%s.lyt", layouts[i].name);
        wm_buffer bytes = test_corpus_file(path);
        wm_kotor_lyt *lyt = wm_kotor_lyt_read(bytes.data, bytes.size, NULL, &error);
        assert_non_null(lyt);
        assert_int_equal(lyt->room_count, layouts[i].rooms);
        assert_int_equal(lyt->doorhook_count, layouts[i].hooks);
        wm_report_init(&report, NULL);
        assert_int_equal(wm_kotor_lyt_check(lyt, NULL, &report, NULL), WM_OK);
        assert_int_equal(report.errors + report.warnings, 0);
        wm_report_free(&report);
        same_bytes((const char *)bytes.data, bytes.size, wm_kotor_lyt_write(lyt, NULL, &out, NULL),
                   &out);
        wm_kotor_lyt_free(lyt);
        wm_buffer_free(&bytes);
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        wm_buffer out;
        wm_error error = {0};
        snprintf(path, sizeof path, "kotor/layouts/%s.vis", lists[i]);
        wm_buffer bytes = test_corpus_file(path);
        wm_kotor_vis *vis = wm_kotor_vis_read(bytes.data, bytes.size, NULL, &error);
        assert_non_null(vis);
        assert_true(vis->room_count > 0);
        same_bytes((const char *)bytes.data, bytes.size, wm_kotor_vis_write(vis, NULL, &out, NULL),
                   &out);
        wm_kotor_vis_free(vis);
        wm_buffer_free(&bytes);
    }
}

/* ---- differences ---- */

/* Whether the differences are these, each as "field: message". */
static void differ(const char *a, const char *b, double tolerance, const char *const *expected)
{
    wm_kotor_lyt *x = read_lyt(a), *y = read_lyt(b);
    wm_diff diff;
    uint32_t n = 0;
    wm_diff_init(&diff, NULL);
    diff.tolerance = tolerance;
    assert_int_equal(wm_kotor_lyt_diff(x, y, &diff, NULL), WM_OK);
    for (; expected[n] && n < diff.count; n++) {
        char line[300];
        snprintf(line, sizeof line, "%s: %s", diff.items[n].field, diff.items[n].message);
        assert_string_equal(line, expected[n]);
    }
    assert_null(expected[n]);
    assert_int_equal(n, diff.count);
    wm_diff_free(&diff);
    wm_kotor_lyt_free(x);
    wm_kotor_lyt_free(y);
}

#define LAYOUT(rooms, rest) "beginlayout\nroomcount 3\n" rooms rest "donelayout\n"
#define ROOMS "hall 0 0 0\nyard 10 0 0\n**** 1 2 3\n"
#define REST                                                                                       \
    "trackcount 1\nt1 1 2 3\nobstaclecount 1\nrock 4 5 6\n"                                        \
    "doorhookcount 2\nhall door1 0 1 2 3 1 0 0 0\nhall door2 0 4 5 6 1 0 0 0\n"

static void layouts_that_mean_the_same(void **state)
{
    static const char *const none[] = {NULL};
    (void)state;
    differ(LAYOUT(ROOMS, REST), LAYOUT(ROOMS, REST), 0, none);
    /* case, comments, counts, the order of what nothing counts, -0, the place of no room */
    differ(LAYOUT(ROOMS, REST),
           "# another\nbeginlayout\nroomcount 9\nHALL -0 0 0\nyard 10 0 0\n**** 7 7 7\n"
           "doorhookcount 2\nhall door2 0 4 5 6 1 0 0 0\nhall DOOR1 0 1 2 3 1 0 0 -0\n"
           "obstaclecount 1\nrock 4 5 6\ntrackcount 1\nt1 1 2 3\n",
           0, none);
    differ("beginlayout\ndoorhookcount 1\nhall door 0 1 2 3 0.5 0.5 0.5 0.5\n",
           "beginlayout\ndoorhookcount 1\nhall door 0 1 2 3 -0.5 -0.5 -0.5 -0.5\n", 0.001, none);
}

static void layouts_that_differ(void **state)
{
    static const char *const rooms[] = {"rooms: room 'cave' is new",
                                        "rooms: room 'hall' moved: now at (0, 0, 0.0005); "
                                        "was at (0, 0, 0)",
                                        "rooms: room 'hall' has another index, which transitions "
                                        "use",
                                        "rooms: room 'yard' is gone", NULL};
    const char *const near[] = {rooms[0], rooms[2], rooms[3], NULL};
    static const char *const rest[] = {
        "tracks: track 't1' moved: now at (1, 2, 4); was at (1, 2, 3)",
        "obstacles: obstacle 'rock' is gone",
        "obstacles: obstacle 'stone' is new",
        "doorhooks: door hook 'hall door1' has another rotation or unknown number",
        "doorhooks: door hook 'hall door2' is gone",
        "doorhooks: door hook 'yard door2' is new",
        "dependency: 'a.max' instead of ''",
        NULL};
    static const char *const twice[] = {"rooms: room 'hall' moved: now at (5, 0, 0); "
                                        "was at (10, 0, 0)",
                                        NULL};
    static const char other[] = LAYOUT("cave 0 0 0\nhall 0 0 0.0005\n**** 1 2 3\n", REST);
    (void)state;
    differ(LAYOUT(ROOMS, REST), other, 0, rooms);
    differ(LAYOUT(ROOMS, REST), other, 0.001, near);
    differ(LAYOUT(ROOMS, REST),
           "filedependancy a.max\n" LAYOUT(
               ROOMS, "trackcount 1\nt1 1 2 4\nobstaclecount 1\nstone 4 5 6\ndoorhookcount 2\n"
                      "hall door1 0 1 2 3 0 1 0 0\nyard door2 0 4 5 6 1 0 0 0\n"),
           0, rest);
    differ("beginlayout\nroomcount 2\nhall 0 0 0\nhall 10 0 0\n",
           "beginlayout\nroomcount 2\nhall 0 0 0\nhall 5 0 0\n", 0, twice);
}

static void of_many_differences_the_rest_is_counted(void **state)
{
    char a[4096] = "beginlayout\nroomcount 60\n", b[4096] = "beginlayout\nroomcount 0\n";
    wm_diff diff;
    (void)state;
    for (int i = 0; i < 52; i++)
        snprintf(a + strlen(a), sizeof a - strlen(a), "room_%02d 0 0 0\n", i);
    wm_kotor_lyt *x = read_lyt(a), *y = read_lyt(b);
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_kotor_lyt_diff(x, y, &diff, NULL), WM_OK);
    assert_int_equal(diff.count, 51);
    assert_string_equal(diff.items[49].name, "room_49");
    assert_int_equal(diff.items[49].side, WM_DIFF_SIDE_FIRST);
    assert_int_equal(diff.items[50].count, 2);
    assert_string_equal(diff.items[50].message, "2 more rooms are gone");
    wm_diff_free(&diff);
    wm_kotor_lyt_free(x);
    wm_kotor_lyt_free(y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_layout_is_read),
        cmocka_unit_test(mistakes_have_line_and_column),
        cmocka_unit_test(a_bad_room_keeps_its_place),
        cmocka_unit_test(any_text_is_kept),
        cmocka_unit_test(odd_visibility_lists_are_read),
        cmocka_unit_test(an_orphan_fails_a_strict_read),
        cmocka_unit_test(real_files_are_kept_to_the_byte),
        cmocka_unit_test(layouts_that_mean_the_same),
        cmocka_unit_test(layouts_that_differ),
        cmocka_unit_test(of_many_differences_the_rest_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
