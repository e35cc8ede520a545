/* The textures of the temple, painted. */
#include <stdlib.h>
#include <string.h>

#include "temple.h"

/* A number that looks random but is always the same, 0 to 15. */
static int speck(int x, int y)
{
    uint32_t n = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u;
    return (int)((n ^ n >> 13) * 1274126177u >> 28);
}

/* Soft spots of a size, 0 to 15, which repeat with the picture. */
static int cloud(int x, int y, int size)
{
    int side = TEMPLE_SIDE / size, fx = x % size, fy = y % size, cx = x / size, cy = y / size;
    int a = speck(cx, cy) * (size - fx) + speck((cx + 1) % side, cy) * fx;
    int b = speck(cx, (cy + 1) % side) * (size - fx) + speck((cx + 1) % side, (cy + 1) % side) * fx;
    return (a * (size - fy) + b * fy) / (size * size);
}

typedef struct colour {
    int red, green, blue;
} colour;

static colour shade(colour c, int by)
{
    return (colour){c.red + by, c.green + by, c.blue + by};
}

static colour slab(int x, int y)
{
    int px = x % 64, py = y % 64, stone = speck(x / 64 + 3, y / 64 + 5);
    if (px < 2 || py < 2)
        return (colour){112, 104, 92};
    return shade((colour){186 + stone, 174 + stone, 150 + stone / 2},
                 cloud(x, y, 16) + speck(x, y) / 6 - 8);
}

static colour brick(int x, int y)
{
    int row = y / 16, px = (x + (row & 1) * 16) % 32, py = y % 16;
    int stone = speck((x + (row & 1) * 16) / 32 % 4, row);
    if (px < 2 || py < 2)
        return (colour){160, 146, 126};
    return shade((colour){196 + stone, 172 + stone, 142 + stone},
                 cloud(x, y, 16) - speck(x, y) / 6 - 8);
}

static colour planks(int x, int y)
{
    int board = y / 16, grain = cloud(x / 4 % TEMPLE_SIDE, y * 3 % TEMPLE_SIDE, 4),
        tone = speck(board, 9);
    if (y % 16 < 1 || (x + board * 40) % TEMPLE_SIDE < 2)
        return (colour){112, 84, 58};
    return shade((colour){184 + tone, 144 + tone, 100 + tone}, grain - 10);
}

static colour grass(int x, int y)
{
    int spot = cloud(x, y, 16), blade = speck(x, y / 4);
    return shade((colour){122 + 2 * spot, 152 + spot, 92}, blade / 2 - 8);
}

static colour carpet(int x, int y)
{
    int px = abs(x - TEMPLE_SIDE / 2), py = abs(y - TEMPLE_SIDE / 2),
        knot = speck(x / 2, y / 2) / 2;
    bool rim = px > 58 || py > 58, line = (px > 50 && px < 55) || (py > 50 && py < 55);
    if (line || (px + py) % 32 == 0)
        return shade((colour){216, 180, 108}, -knot);
    return shade(rim ? (colour){112, 52, 56} : (colour){172, 78, 74}, -knot);
}

static colour trim(int x, int y)
{
    return shade((colour){206, 198, 180}, cloud(x, y, 32) + speck(x, y) / 6 - 8);
}

static colour crate(int x, int y)
{
    int px = x % 64, py = y % 64;
    bool frame = px < 7 || px > 56 || py < 7 || py > 56 || abs(px - py) < 5;
    colour c = frame ? (colour){150, 106, 62} : (colour){182, 138, 88};
    return shade(c, (frame ? 0 : py % 12 < 1 ? -50 : 0) + cloud(x, y, 16) - 8);
}

const char *const temple_textures[TEMPLE_TEXTURES] = {
    "tmp_slab", "tmp_brick", "tmp_planks", "tmp_grass", "tmp_carpet", "tmp_trim", "tmp_crate"};

static int limit(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

void temple_paint(int texture, wm_image *image)
{
    static colour (*const painters[TEMPLE_TEXTURES])(int x, int y) = {slab,   brick, planks, grass,
                                                                      carpet, trim,  crate};
    for (int i = 0; i < TEMPLE_SIDE * TEMPLE_SIDE; i++) {
        colour c = painters[texture](i % TEMPLE_SIDE, i / TEMPLE_SIDE);
        const uint8_t rgba[4] = {(uint8_t)limit(c.red), (uint8_t)limit(c.green),
                                 (uint8_t)limit(c.blue), 255};
        memcpy(&image->rgba[4 * (size_t)i], rgba, 4);
    }
}
