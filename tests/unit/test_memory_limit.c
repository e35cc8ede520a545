/* The limit on the memory of the library: what it refuses, and that everything taken is given back.
 */
#include <pthread.h>

#include "support.h"
#include "waymark/folder.h"

#define SAMPLES WM_BINARY_DIR "/samples/"

/* Opens a file, checks it and makes a scene of it. */
static wm_status work(const char *path)
{
    wm_error error = {0};
    wm_report report;
    wm_document *document = wm_open_file(path, NULL, &error);
    if (!document)
        return error.code;
    wm_report_init(&report, NULL);
    wm_status status = wm_document_check(document, NULL, &report, &error);
    wm_scene *scene = status == WM_OK ? wm_document_scene(document, NULL, &error) : NULL;
    if (status == WM_OK && !scene)
        status = error.code;
    wm_scene_free(scene);
    wm_report_free(&report);
    wm_document_free(document);
    return status;
}

static const char *const files[] = {SAMPLES "hills.wok", SAMPLES "models/sample.mdl",
                                    SAMPLES "terrain/hall.trx", SAMPLES "bw2/m_square.bwm"};

static void the_limit_is_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint64_t peak = 0, refused = 0;
        wm_memory_limit_set(UINT64_C(1) << 40);
        assert_int_equal(work(files[i]), WM_OK);
        assert_int_equal(wm_memory_used(&peak), 0); /* all given back */
        assert_true(peak > 1000);
        for (uint64_t limit = 100; limit < peak; limit += limit / 8) {
            wm_memory_limit_set(limit);
            wm_status status = work(files[i]);
            assert_true(status == WM_NO_MEMORY || status == WM_OK);
            refused += status == WM_NO_MEMORY;
            assert_int_equal(wm_memory_used(NULL), 0);
        }
        assert_true(refused > 10);
        wm_memory_limit_set(peak);
        assert_int_equal(wm_memory_limit(), peak);
        assert_int_equal(work(files[0]), WM_OK);
        wm_memory_limit_set(0);
    }
}

static void *work_often(void *result)
{
    for (int i = 0; i < 20; i++) {
        wm_status status = work(files[i % 4]);
        if (status != WM_OK && status != WM_NO_MEMORY)
            *(wm_status *)result = status;
    }
    return NULL;
}

static void threads_share_it(void **state)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    wm_status results[THREADS] = {WM_OK};
    uint64_t peak = 0;
    const uint64_t limit = 300000;
    (void)state;
    wm_memory_limit_set(limit);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work_often, &results[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(results[i], WM_OK);
    }
    assert_int_equal(wm_memory_used(&peak), 0);
    wm_memory_limit_set(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_is_kept),
        cmocka_unit_test(threads_share_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
