/* A picture of a small model needs little memory, whatever its format: what is drawn is kept for
 * some rows at a time. The promise is 64 MB and 64 times the input (SECURITY.md). */
#include <sys/resource.h>

#include "support.h"
#include "system.h"

#define COMMAND WM_BINARY_DIR "/waymark"
#define SAMPLES WM_BINARY_DIR "/samples/"

/* The most memory that any process had which this one waited for, in MiB. */
static long most_memory(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_maxrss / 1024;
}

static void draw(const char *folder, const char *model, const char *kind)
{
    char out[TEST_FOLDER + 32];
    snprintf(out, sizeof out, "%s/picture.%s", folder, kind);
    const char *const arguments[] = {COMMAND, "render", "--quiet", "--force", model, out, NULL};
    assert_int_equal(test_wait(test_start(arguments)), 0);
}

static void small_models_need_little(void **state)
{
    static const char *const models[] = {SAMPLES "models/sample.mdl", SAMPLES "bw2/m_square.bwm"};
    static const char *const kinds[] = {"png", "svg", "pdf"};
    char folder[TEST_FOLDER];
    (void)state;
    assert_true(test_new_folder(folder));
    for (int m = 0; m < 2; m++)
        for (int k = 0; k < 3; k++) {
            draw(folder, models[m], kinds[k]);
            assert_in_range(most_memory(), 1, 63);
        }
    assert_true(test_remove_directory(folder));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_models_need_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
