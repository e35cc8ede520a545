/* make_terrain DIR [seeds]: writes the sample TRN and TRX files into DIR, with GITs and an ARE, and
 * with `seeds` the uncompressed bytes of their walkmeshes, for the fuzzer. */
#include <stdio.h>
#include <stdlib.h>

#include "gits.h"
#include "system.h"
#include "terrain.h"
#include "waymark/file.h"

static int save_walkmesh(const char *path, const uint8_t *bytes, size_t size)
{
    char name[4200];
    wm_buffer plain;
    wm_error error;
    int bad = 0;
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, NULL, &error);
    snprintf(name, sizeof name, "%s.aswm", path);
    if (trn && trn->aswm) {
        bad = wm_nwn2_aswm_write(trn->aswm, NULL, &plain, &error) != WM_OK ||
              wm_file_write(name, plain.data, plain.size, true, &error) != WM_OK;
        if (!bad)
            wm_buffer_free(&plain);
    }
    wm_nwn2_trn_free(trn);
    return bad;
}

static int save(const char *folder, const char *name, uint8_t *bytes, size_t size)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int bad = wm_file_write(path, bytes, size, true, NULL) != WM_OK;
    free(bytes);
    return bad;
}

static int save_companions(const char *folder)
{
    size_t size;
    uint8_t *bytes = test_git_hall(&size);
    int bad = save(folder, "hall.git", bytes, size);
    static const test_placeable placeables[] = {{1, 1, {3, 6, 0}, 0, {1, 1, 1}},
                                                {2, 1, {15, 3, 0}, 0.5f, {1, 1, 1}},
                                                {3, 1, {4, 15, 0}, 0, {1, 1, 1}},
                                                {1, 3, {14, 15, 0}, 0, {1, 1, 1}},
                                                {2, 1, {14, 16, 0}, 0, {1, 1, 1}}};
    bytes = test_git_placeables(placeables, 5, &size);
    bad |= save(folder, "stage.git", bytes, size);
    bytes = test_are(2, 2, true, &size);
    return bad | save(folder, "hall.are", bytes, size);
}

int main(int argc, char **argv)
{
    int bad = 0;
    if (argc < 2) {
        fputs("usage: make_terrain DIR [seeds]\n", stderr);
        return 2;
    }
    test_make_directory(argv[1]);
    for (const test_terrain *t = test_terrains; t->name; t++) {
        char path[4096];
        size_t size;
        wm_error error;
        uint8_t *bytes = t->make(&size);
        snprintf(path, sizeof path, "%s/%s", argv[1], t->name);
        if (wm_file_write(path, bytes, size, true, &error) != WM_OK) {
            fprintf(stderr, "make_terrain: %s: %s\n", path, error.message);
            bad = 1;
        }
        bad |= argc > 2 && save_walkmesh(path, bytes, size);
        free(bytes);
    }
    return bad | save_companions(argv[1]);
}
