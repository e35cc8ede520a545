/* make_models DIR: writes the sample model in its variants (sample.mdl with sample.mdx,
 * sample-k2 ...), and child.mdl, whose supermodel it is, into DIR. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "models.h"
#include "waymark/file.h"

static int save(wm_kotor_mdl *m, const char *directory, const char *name)
{
    char path[4096];
    wm_error error = {.message = "out of memory"};
    wm_buffer mdl = {0}, mdx = {0};
    int bad = !m || wm_kotor_mdl_write(m, NULL, &mdl, &mdx, &error) != WM_OK;
    if (!bad) {
        snprintf(path, sizeof path, "%s/%s.mdl", directory, name);
        bad = wm_file_write(path, mdl.data, mdl.size, true, &error) != WM_OK;
        snprintf(path, sizeof path, "%s/%s.mdx", directory, name);
        bad |= wm_file_write(path, mdx.data, mdx.size, true, &error) != WM_OK;
    }
    if (bad)
        fprintf(stderr, "make_models: %s: %s\n", name, error.message);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(m);
    return bad;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_models DIR\n", stderr);
        return 2;
    }
    mkdir(argv[1], 0777);
    int bad = save(test_model_make(WM_KOTOR_1, WM_KOTOR_PC, NULL), argv[1], "sample");
    bad |= save(test_model_make(WM_KOTOR_2, WM_KOTOR_PC, NULL), argv[1], "sample-k2");
    bad |= save(test_model_make(WM_KOTOR_1, WM_KOTOR_XBOX, NULL), argv[1], "sample-xbox");
    bad |= save(test_model_make(WM_KOTOR_2, WM_KOTOR_XBOX, NULL), argv[1], "sample-k2-xbox");
    bad |= save(test_model_child(NULL), argv[1], "child");
    return bad;
}
