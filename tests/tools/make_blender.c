/* make_blender DIR: writes snake.glb into DIR, a scene as Blender writes it, and files of it that
 * cannot become models. */
#include <stdio.h>
#include <stdlib.h>

#include "blender.h"
#include "system.h"
#include "waymark/file.h"

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        blender_fault fault;
    } files[] = {{"snake.glb", BLENDER_FINE},
                 {"no-uv.glb", BLENDER_NO_UV},
                 {"not-finite.glb", BLENDER_NOT_FINITE},
                 {"no-surface.glb", BLENDER_NO_SURFACE},
                 {"empty.glb", BLENDER_EMPTY},
                 {"flat.glb", BLENDER_FLAT}};
    int bad = 0;
    if (argc != 2) {
        fputs("usage: make_blender DIR\n", stderr);
        return 2;
    }
    test_make_directory(argv[1]);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[4096];
        wm_error error;
        wm_buffer bytes = test_blender_file(files[i].fault);
        snprintf(path, sizeof path, "%s/%s", argv[1], files[i].name);
        if (wm_file_write(path, bytes.data, bytes.size, true, &error) != WM_OK) {
            fprintf(stderr, "make_blender: %s: %s\n", path, error.message);
            bad = 1;
        }
        wm_buffer_free(&bytes);
    }
    return bad;
}
