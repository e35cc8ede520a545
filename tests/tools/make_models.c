/* make_models DIR [seeds]: writes the sample model in its variants (sample.mdl with sample.mdx,
 * sample-k2 ...), and child.mdl, whose supermodel it is, into DIR. With
 * `seeds` each is also written as one file, the MDX after the MDL (NAME.both), for the
 * fuzzer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models.h"
#include "system.h"
#include "waymark/file.h"

static int save_both(const wm_buffer *mdl, const wm_buffer *mdx, const char *path, wm_error *error)
{
    uint8_t *both = malloc(mdl->size + mdx->size + 1);
    if (!both)
        return 1;
    memcpy(both, mdl->data, mdl->size);
    if (mdx->size)
        memcpy(both + mdl->size, mdx->data, mdx->size);
    int bad = wm_file_write(path, both, mdl->size + mdx->size, true, error) != WM_OK;
    free(both);
    return bad;
}

static int save(wm_kotor_mdl *m, const char *directory, const char *name, bool seeds)
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
        snprintf(path, sizeof path, "%s/%s.both", directory, name);
        bad |= seeds && save_both(&mdl, &mdx, path, &error);
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
    bool seeds = argc > 2;
    if (argc < 2) {
        fputs("usage: make_models DIR [seeds]\n", stderr);
        return 2;
    }
    test_make_directory(argv[1]);
    int bad = save(test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL), argv[1], "sample",
                   seeds);
    bad |= save(test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL), argv[1], "sample-k2",
                seeds);
    bad |= save(test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_XBOX, NULL), argv[1],
                "sample-xbox", seeds);
    bad |= save(test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_XBOX, NULL), argv[1],
                "sample-k2-xbox", seeds);
    bad |= save(test_model_child(NULL), argv[1], "child", seeds);
    return bad;
}
