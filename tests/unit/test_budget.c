/* The limit on the memory of the library: what it refuses, and that everything taken is given back.
 */
#include <pthread.h>

#include "support.h"
#include "waymark/folder.h"

#define SAMPLES WM_BINARY_DIR "/samples/"

/* Opens a file, checks it, describes it and makes a scene of it. */
static wm_status work(const char *path, const wm_allocator *allocator)
{
    const wm_open_opts opts = {.base = {.allocator = allocator}};
    const wm_scene_opts scene_opts = {.allocator = allocator};
    const wm_info_opts info_opts = {.allocator = allocator};
    wm_error error = {0};
    wm_report report;
    wm_buffer json = {0};
    wm_document *document = wm_open_file(path, &opts, &error);
    if (!document)
        return error.code;
    wm_report_init(&report, allocator);
    wm_status status = wm_document_check(document, NULL, &report, &error);
    if (status == WM_OK)
        status = wm_document_info(document, &info_opts, &json, &error);
    wm_scene *scene = status == WM_OK ? wm_document_scene(document, &scene_opts, &error) : NULL;
    if (status == WM_OK && !scene)
        status = error.code;
    wm_scene_free(scene);
    wm_buffer_free(&json);
    wm_report_free(&report);
    wm_document_free(document);
    return status;
}

static const char *const files[] = {SAMPLES "hills.wok", SAMPLES "models/sample.mdl",
                                    SAMPLES "terrain/hall.trx", SAMPLES "bw2/m_square.bwm"};
enum { FILES = sizeof files / sizeof *files };

static wm_status work_within(const char *path, uint64_t limit, uint64_t *peak)
{
    wm_budget *budget = wm_budget_new(limit, NULL, NULL);
    assert_non_null(budget);
    wm_status status = work(path, wm_budget_allocator(budget));
    assert_int_equal(wm_budget_used(budget, peak), 0); /* all given back */
    wm_budget_free(budget);
    return status;
}

static void the_limit_is_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        uint64_t peak = 0, ignored, refused = 0;
        assert_int_equal(work_within(files[i], 0, &peak), WM_OK);
        assert_true(peak > 1000);
        for (uint64_t limit = 100; limit < peak; limit += limit / 8) {
            uint64_t most = 0;
            wm_status status = work_within(files[i], limit, &most);
            assert_true(status == WM_NO_MEMORY || status == WM_OK);
            assert_true(most <= limit);
            refused += status == WM_NO_MEMORY;
        }
        assert_true(refused > 10);
        assert_int_equal(work_within(files[i], peak, &ignored), WM_OK);
        assert_int_equal(work_within(files[i], peak - 1, &ignored), WM_NO_MEMORY);
    }
}

typedef struct share {
    wm_budget *budget;
    wm_status result;
} share;

static void *work_often(void *user)
{
    share *s = user;
    for (int i = 0; i < 20; i++) {
        wm_status status = work(files[i % FILES], wm_budget_allocator(s->budget));
        if (status != WM_OK && status != WM_NO_MEMORY)
            s->result = status;
    }
    return NULL;
}

static void threads_share_it(void **state)
{
    enum { THREADS = 4, LIMIT = 300000 };
    pthread_t threads[THREADS];
    share shares[THREADS];
    uint64_t peak = 0;
    (void)state;
    wm_budget *budget = wm_budget_new(LIMIT, NULL, NULL);
    assert_non_null(budget);
    for (int i = 0; i < THREADS; i++) {
        shares[i] = (share){budget, WM_OK};
        assert_int_equal(pthread_create(&threads[i], NULL, work_often, &shares[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(shares[i].result, WM_OK);
    }
    assert_int_equal(wm_budget_used(budget, &peak), 0);
    assert_true(peak <= LIMIT);
    wm_budget_free(budget);
}

/* Memory of other libraries. */
static void what_is_taken_counts(void **state)
{
    (void)state;
    uint64_t peak;
    wm_budget *budget = wm_budget_new(1000, NULL, NULL);
    assert_non_null(budget);
    const wm_allocator *a = wm_budget_allocator(budget);
    assert_true(wm_budget_take(budget, 600));
    assert_false(wm_budget_take(budget, 401));
    assert_false(wm_budget_take(budget, UINT64_MAX));
    assert_null(a->resize(a->user, NULL, 0, 401));
    assert_true(wm_budget_take(budget, 400));
    assert_int_equal(wm_budget_used(budget, &peak), 1000);
    wm_budget_give(budget, 400);
    void *block = a->resize(a->user, NULL, 0, 400);
    assert_non_null(block);
    a->resize(a->user, block, 400, 0);
    wm_budget_give(budget, 600);
    assert_int_equal(wm_budget_used(budget, &peak), 0);
    assert_int_equal(peak, 1000);
    wm_budget_free(budget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_is_kept),
        cmocka_unit_test(threads_share_it),
        cmocka_unit_test(what_is_taken_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
