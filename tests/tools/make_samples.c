/* make_samples DIR [COUNT]: writes the sample walkmeshes into DIR, and COUNT rooms
 * of hills (hills-0000.wok ...) when asked for a crowd. */
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"
#include "system.h"
#include "waymark/file.h"

static int save(wm_kotor_bwm *b, const char *directory, const char *name)
{
    char path[4096];
    wm_error error;
    wm_buffer bytes;
    int bad = !b || wm_kotor_bwm_write(b, NULL, &bytes, &error) != WM_OK;
    if (!bad) {
        snprintf(path, sizeof path, "%s/%s", directory, name);
        bad = wm_file_write(path, bytes.data, bytes.size, true, &error) != WM_OK;
        wm_buffer_free(&bytes);
    }
    if (bad)
        fprintf(stderr, "make_samples: %s: %s\n", name, b ? error.message : "out of memory");
    wm_kotor_bwm_free(b);
    return bad;
}

int main(int argc, char **argv)
{
    int bad = 0;
    if (argc < 2) {
        fputs("usage: make_samples DIR [COUNT]\n", stderr);
        return 2;
    }
    test_make_directory(argv[1]);
    long crowd = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    for (const test_sample *s = test_samples; s->name && !crowd; s++)
        bad |= save(s->make(NULL), argv[1], s->name);
    for (long i = 0; i < crowd; i++) {
        char name[32];
        snprintf(name, sizeof name, "hills-%04ld.wok", i);
        bad |= save(test_sample_hills(60 + (uint32_t)(i * 37 % 400), true, NULL), argv[1], name);
    }
    return bad;
}
