/* make_bw2 DIR: writes the sample models of Black & White 2 into DIR, and zeros.bwm. */
#include <stdio.h>
#include <stdlib.h>

#include "bw2_models.h"
#include "system.h"
#include "waymark/file.h"

static int save(const char *folder, const char *name, const uint8_t *bytes, size_t size)
{
    char path[4096];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (wm_file_write(path, bytes, size, true, &error) == WM_OK)
        return 0;
    fprintf(stderr, "make_bw2: %s: %s\n", path, error.message);
    return 1;
}

int main(int argc, char **argv)
{
    static const uint8_t zeros[300];
    if (argc != 2) {
        fputs("usage: make_bw2 DIR\n", stderr);
        return 2;
    }
    test_make_directory(argv[1]);
    int bad = save(argv[1], "zeros.bwm", zeros, sizeof zeros);
    for (const test_bw2_sample *s = test_bw2_samples; s->name; s++) {
        size_t size = 0;
        uint8_t *bytes = test_bw2_bytes(s->kind, &size);
        bad |= !bytes || save(argv[1], s->name, bytes, size);
        free(bytes);
    }
    return bad;
}
