/* Texts made to be slow or to take more memory than their size explains. */
#include <stdlib.h>

#include "memory.h"
#include "support.h"
#include "waymark/waymark.h"

static const char triangle[] = "verts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 4\nendnode\n";

/* `line` over and over. */
static char *repeated(const char *line, size_t times, size_t *size)
{
    size_t n = strlen(line);
    char *text = malloc(n * times);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * n, line, n);
    *size = n * times;
    return text;
}

/* Looking for a word in a name took time by the square of its length. */
static void a_name_of_two_megabytes(void **state)
{
    enum { NAME = 2000000 };
    static const char head[] = "node trimesh ";
    (void)state;
    size_t size = sizeof head - 1 + NAME + 1 + sizeof triangle - 1;
    char *text = malloc(size);
    assert_non_null(text);
    memcpy(text, head, sizeof head - 1);
    memset(text + sizeof head - 1, 'a', NAME);
    text[sizeof head - 1 + NAME] = '\n';
    memcpy(text + size - (sizeof triangle - 1), triangle, sizeof triangle - 1);
    wm_kotor_bwm_text *doc = wm_kotor_bwm_text_read(text, size, NULL, NULL);
    assert_non_null(doc);
    assert_int_equal(doc->mesh_count, 1);
    wm_kotor_bwm_text_free(doc);
    free(text);
}

/* All meshes of a text share one limit: they took 4 KiB each, whatever they held. */
static void nodes_without_end(void **state)
{
    static const char *const lines[] = {"node\n", "node trimesh a\nverts\nendnode\n",
                                        "node dummy use01\nendnode\n", "node aabb a\nfaces\n"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t size;
        char *text = repeated(lines[i], 200000, &size);
        test_memory memory;
        wm_report report;
        wm_error error = {0};
        test_memory_init(&memory);
        wm_report_init(&report, NULL);
        wm_kotor_bwm_text_read_opts opts = {
            .base = {.allocator = &memory.allocator, .report = &report}};
        wm_kotor_bwm_text *doc = wm_kotor_bwm_text_read(text, size, &opts, &error);
        if (doc)
            (void)wm_kotor_bwm_text_check(doc, NULL, &report, &error);
        wm_kotor_bwm_text_free(doc);
        /* The default limit, and as much again while an array grows. */
        assert_true(memory.peak <= 2 * ((16u << 20) + 32 * (uint64_t)size));
        test_memory_done(&memory, lines[i]);
        wm_report_free(&report);
        free(text);
    }
}

static void a_limit_is_kept_by_all_meshes_together(void **state)
{
    (void)state;
    size_t size;
    char line[160];
    snprintf(line, sizeof line, "node trimesh a\n%s", triangle);
    char *text = repeated(line, 1000, &size);
    wm_error error = {0};
    wm_kotor_bwm_text_read_opts opts = {.base = {.memory_limit = 1 << 20}};
    assert_null(wm_kotor_bwm_text_read(text, size, &opts, &error));
    assert_int_equal(error.code, WM_LIMIT);
    opts.base.memory_limit = 16 << 20;
    wm_kotor_bwm_text *doc = wm_kotor_bwm_text_read(text, size, &opts, &error);
    assert_non_null(doc);
    assert_int_equal(doc->mesh_count, 1000);
    wm_kotor_bwm_text_free(doc);
    free(text);
}

/* A name can hold what a terminal takes for commands. */
static void control_characters_stay_out_of_messages(void **state)
{
    static const char text[] = "node trimesh \033[31mred\007\nverts 1\n0 0 \033[2J\nendnode\n";
    (void)state;
    wm_report report;
    wm_error error = {0};
    wm_report_init(&report, NULL);
    wm_kotor_bwm_text_read_opts opts = {.base = {.report = &report}};
    wm_kotor_bwm_text_free(wm_kotor_bwm_text_read(text, sizeof text - 1, &opts, &error));
    assert_true(report.count > 0);
    for (uint32_t i = 0; i < report.count; i++)
        for (const char *p = report.issues[i].message; *p; p++)
            assert_true((unsigned char)*p >= 0x20 && *p != 0x7F);
    wm_report_free(&report);
}

/* An empty file is a NULL and a 0: the readers must not do sums with it. */
static void nothing_at_all(void **state)
{
    (void)state;
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(NULL, 0, NULL, NULL);
    wm_kotor_vis *vis = wm_kotor_vis_read(NULL, 0, NULL, NULL);
    assert_null(wm_kotor_bwm_text_read(NULL, 0, NULL, NULL));
    assert_null(wm_kotor_bwm_read(NULL, 0, NULL, NULL));
    assert_null(wm_2da_read(NULL, 0, NULL, NULL));
    assert_int_equal(wm_detect(NULL, 0), WM_FORMAT_UNKNOWN);
    wm_kotor_lyt_free(lyt);
    wm_kotor_vis_free(vis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_of_two_megabytes),
        cmocka_unit_test(nodes_without_end),
        cmocka_unit_test(a_limit_is_kept_by_all_meshes_together),
        cmocka_unit_test(control_characters_stay_out_of_messages),
        cmocka_unit_test(nothing_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
