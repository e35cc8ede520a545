/* make_area DIR [damaged]: writes an area of 3 by 2 rooms into DIR: grid.lyt, grid.vis
 * and the walkmeshes. Damaged: one door leads back to nobody, one leads to a number
 * that no room has, and one seam misses by 4 mm. */
#include <stdio.h>
#include <string.h>

#include "areas.h"
#include "system.h"
#include "waymark/file.h"

static int put(const char *directory, const char *name, const void *data, size_t size)
{
    char path[4096];
    wm_error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (wm_file_write(path, data, size, true, &error) == WM_OK)
        return 0;
    fprintf(stderr, "make_area: %s: %s\n", path, error.message);
    return 1;
}

static void damage(test_area *a)
{
    test_area_door(a, 1, 2)->transition = WM_NO_INDEX;
    test_area_door(a, 3, 4)->transition = 77;
    test_area_corner(a, 4, test_area_door(a, 4, 1)->edge, 0)->y += 0.004f;
    (void)wm_kotor_bwm_rebuild(a->rooms[4], NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    static const char vis[] = "Grid_00_00 2\n  Grid_01_00\n  Grid_00_01\n";
    if (argc < 2) {
        fputs("usage: make_area DIR [damaged]\n", stderr);
        return 2;
    }
    test_area *a = test_area_make(3, 2, 4, 4);
    if (argc > 2 && strcmp(argv[2], "damaged") == 0)
        damage(a);
    test_make_directory(argv[1]);
    int bad = put(argv[1], "grid.lyt", a->text, strlen(a->text)) +
              put(argv[1], "grid.vis", vis, sizeof vis - 1);
    for (uint32_t i = 0; i < a->count; i++) {
        char name[64];
        wm_buffer bytes;
        snprintf(name, sizeof name, "grid_%02u_%02u.wok", (unsigned)(i % a->columns),
                 (unsigned)(i / a->columns));
        if (wm_kotor_bwm_write(a->rooms[i], NULL, &bytes, NULL) != WM_OK)
            return 1;
        bad += put(argv[1], name, bytes.data, bytes.size);
        wm_buffer_free(&bytes);
    }
    test_area_free(a);
    return bad ? 1 : 0;
}
