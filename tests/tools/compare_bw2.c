/* compare_bw2 BEFORE AFTER: says what of a Black & White 2 model a way through a scene has
 * lost; exit code 0 if nothing that it should keep. */
#include <stdio.h>

#include "bw2_compare.h"
#include "waymark/file.h"

static wm_bw2_model *load(const char *file)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_file_read(file, NULL, &bytes, &error) != WM_OK) {
        fprintf(stderr, "compare_bw2: %s: %s\n", file, error.message);
        return NULL;
    }
    wm_bw2_model *m = wm_bw2_model_read(bytes.data, bytes.size, NULL, &error);
    wm_buffer_free(&bytes);
    if (!m)
        fprintf(stderr, "compare_bw2: %s: %s: %s\n", file, error.path, error.message);
    return m;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: compare_bw2 BEFORE AFTER\n", stderr);
        return 2;
    }
    wm_bw2_model *before = load(argv[1]), *after = load(argv[2]);
    const char *lost = before && after ? test_bw2_lost(before, after) : "all";
    if (lost)
        printf("%s: %s\n", argv[2], lost);
    wm_bw2_model_free(before);
    wm_bw2_model_free(after);
    return lost != NULL;
}
