/* make_models DIR: writes the sample model of every variant into DIR, MDL and MDX. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "models.h"
#include "waymark/file.h"

static int save(const char *directory, const char *name, const char *ending, const wm_buffer *bytes)
{
    char path[4096];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s%s", directory, name, ending);
    if (wm_file_write(path, bytes->data, bytes->size, true, &error) == WM_OK)
        return 0;
    fprintf(stderr, "make_models: %s: %s\n", path, error.message);
    return 1;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        wm_kotor_game game;
        wm_kotor_platform platform;
    } sample[] = {{"sample", WM_KOTOR_1, WM_KOTOR_PC},
                  {"sample-k2", WM_KOTOR_2, WM_KOTOR_PC},
                  {"sample-xbox", WM_KOTOR_1, WM_KOTOR_XBOX},
                  {"sample-k2-xbox", WM_KOTOR_2, WM_KOTOR_XBOX}};
    int bad = 0;
    if (argc < 2) {
        fputs("usage: make_models DIR\n", stderr);
        return 2;
    }
    mkdir(argv[1], 0777);
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        wm_buffer mdl, mdx;
        test_model_files(sample[i].game, sample[i].platform, &mdl, &mdx);
        bad |= save(argv[1], sample[i].name, ".mdl", &mdl);
        bad |= save(argv[1], sample[i].name, ".mdx", &mdx);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
    return bad;
}
