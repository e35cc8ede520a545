/* Paints the textures of examples/robot.mdl, as TGA files: paint_robot DIRECTORY */
#include <stdio.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

enum { SIDE = 64 };

typedef struct colour {
    int red, green, blue;
} colour;

/* A number that looks random but is always the same, 0 to 15. */
static int speck(int x, int y)
{
    uint32_t n = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u;
    return (int)((n ^ n >> 13) * 1274126177u >> 28);
}

/* Painted plates with seams, rivets and an orange band. */
static colour shell(int x, int y)
{
    int plate = x % 32, row = y % 32, worn = speck(x, y) / 3;
    bool rivet = plate % 26 >= 3 && plate % 26 < 6 && row % 26 >= 3 && row % 26 < 6;
    if (plate == 0 || row == 0)
        return (colour){84, 78, 70};
    if (plate == 1 || row == 1)
        return (colour){244, 238, 222};
    if (y > 34 && y < 46 && !rivet)
        return (colour){214 - 4 * worn, 112 - 2 * worn, 44};
    return rivet ? (colour){150, 142, 128}
                 : (colour){222 - 4 * worn, 212 - 4 * worn, 190 - 4 * worn};
}

/* Dark rubber with ridges. */
static colour joint(int x, int y)
{
    int ridge = y % 8 < 4 ? 26 + 10 * (y % 8) : 66 - 10 * (y % 8 - 4), grain = speck(x, y);
    return (colour){ridge + grain + 18, ridge + grain + 20, ridge + grain + 26};
}

/* Lit glass behind a grid. */
static colour glow(int x, int y)
{
    int bright = x % 16 == 0 || y % 16 == 0 ? 90 : 180 + (x % 16) * (16 - x % 16);
    return (colour){bright / 4, bright - 20, bright < 255 ? bright : 255};
}

static bool paint(const char *directory, const char *name, colour (*at)(int x, int y))
{
    const wm_texture_from_image_opts opts = {.kind = WM_TEXTURE_KIND_TGA,
                                             .pixels = WM_TEXTURE_PIXELS_RGB};
    char path[1024];
    wm_error error = {.code = WM_OK};
    wm_buffer bytes = {0};
    wm_image *image = wm_image_new(SIDE, SIDE, NULL, &error);
    for (int i = 0; image && i < SIDE * SIDE; i++) {
        const colour c = at(i % SIDE, i / SIDE);
        const int rgba[4] = {c.red, c.green, c.blue, 255};
        for (int k = 0; k < 4; k++)
            image->rgba[4 * i + k] = (uint8_t)rgba[k];
    }
    wm_texture *texture = image ? wm_texture_from_image(image, &opts, &error) : NULL;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    bool good = texture && wm_texture_write(texture, NULL, &bytes, &error) == WM_OK &&
                wm_file_write(path, bytes.data, bytes.size, true, &error) == WM_OK;
    if (!good)
        fprintf(stderr, "%s: %s\n", path, error.message);
    wm_buffer_free(&bytes);
    wm_texture_free(texture);
    wm_image_free(image);
    return good;
}

int main(int argc, char **argv)
{
    const char *to = argc > 1 ? argv[1] : ".";
    return !(paint(to, "robot_shell.tga", shell) && paint(to, "robot_joint.tga", joint) &&
             paint(to, "robot_glow.tga", glow));
}
