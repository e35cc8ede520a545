/* Images on surfaces: mipmaps, and the colour at a place of an image. */
#include "draw/texel.h"

#include <math.h>
#include <string.h>

/* ---- mipmaps ---- */

static wm_image whole(const wm_scene_image *image)
{
    return (wm_image){
        .width = image->width, .height = image->height, .rgba = (uint8_t *)image->rgba};
}

/* Transparent pixels have no colour to add. */
static void measure(texel_map *map)
{
    const wm_scene_image *image = map->image;
    size_t n = (size_t)image->width * image->height;
    double sum[3] = {0, 0, 0}, weight = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *p = image->rgba + 4 * i;
        weight += p[3];
        for (int k = 0; k < 3; k++)
            sum[k] += (double)p[k] * p[3];
    }
    for (int k = 0; k < 3; k++)
        map->mean[k] = weight > 0 ? (float)(sum[k] / weight / 255) : 0.5f;
    map->mean[3] = (float)(weight / 255 / (double)n);
}

bool texel_map_make(const wm_scene_image *image, texel_map *map)
{
    wm_image level = whole(image);
    *map = (texel_map){.image = image, .level_count = 1};
    measure(map);
    while (!image->cube && !image->nearest && map->level_count < TEXEL_LEVELS &&
           (level.width > 1 || level.height > 1)) {
        wm_image *half = wm_image_halve(&level, cli_allocator(), NULL);
        if (!half)
            return false;
        map->levels[map->level_count++] = half;
        level = *half;
    }
    return true;
}

void texel_map_free(texel_map *map)
{
    for (uint32_t i = 1; i < map->level_count; i++)
        wm_image_free(map->levels[i]);
}

/* ---- looking ---- */

static float limit(float v, float low, float high)
{
    return v < low ? low : v > high ? high : v;
}

/* A pixel that is at or beyond the side of the image. */
static uint32_t wrap(int64_t at, uint32_t size, bool clamp)
{
    if (clamp)
        return at < 0 ? 0 : at >= size ? size - 1 : (uint32_t)at;
    int64_t rest = at % (int64_t)size;
    return (uint32_t)(rest < 0 ? rest + size : rest);
}

static void pixel(const wm_image *level, const texel_place *p, int64_t x, int64_t y, float share,
                  float rgba[4])
{
    uint32_t column = wrap(x, level->width, p->clamp_u), row = wrap(y, level->height, p->clamp_v);
    const uint8_t *from = level->rgba + 4 * ((size_t)row * level->width + column);
    for (int k = 0; k < 4; k++)
        rgba[k] += share * (float)from[k] * (1.0f / 255);
}

/* Within this many repetitions; damaged models have uvs without end. */
static float usable(float v)
{
    return v > -1e4f && v < 1e4f ? v : 0;
}

static void smooth(const wm_image *level, const texel_place *p, float rgba[4])
{
    float x = usable(p->u) * (float)level->width - 0.5f;
    float y = usable(p->v) * (float)level->height - 0.5f;
    float left = floorf(x), top = floorf(y), fx = x - left, fy = y - top;
    int64_t column = (int64_t)left, row = (int64_t)top;
    memset(rgba, 0, 4 * sizeof *rgba);
    pixel(level, p, column, row, (1 - fx) * (1 - fy), rgba);
    pixel(level, p, column + 1, row, fx * (1 - fy), rgba);
    pixel(level, p, column, row + 1, (1 - fx) * fy, rgba);
    pixel(level, p, column + 1, row + 1, fx * fy, rgba);
}

void texel_at(const texel_map *map, const texel_place *place, float rgba[4])
{
    const wm_image first = whole(map->image);
    if (map->image->nearest) {
        memset(rgba, 0, 4 * sizeof *rgba);
        pixel(&first, place, (int64_t)floorf(usable(place->u) * (float)first.width),
              (int64_t)floorf(usable(place->v) * (float)first.height), 1, rgba);
        return;
    }
    int level = 0;
    if (place->size > 1 && place->size < 1e9f)
        (void)frexpf(place->size * 0.7071f, &level); /* the nearest power of two */
    else if (place->size >= 1e9f)
        level = TEXEL_LEVELS;
    if (level < 0)
        level = 0;
    if ((uint32_t)level >= map->level_count)
        level = (int)map->level_count - 1;
    smooth(level ? map->levels[level] : &first, place, rgba);
}

/* ---- around ---- */

/* Faces as OpenGL has them, with rows from top to bottom; the last one is stored upside down. */
static void look_at_cube(const texel_map *map, const float d[3], float rgba[4])
{
    float a[3] = {fabsf(d[0]), fabsf(d[1]), fabsf(d[2])}, u, v, m;
    uint32_t face;
    if (a[0] >= a[1] && a[0] >= a[2]) {
        face = d[0] > 0 ? 0 : 1;
        m = a[0];
        u = d[0] > 0 ? -d[2] : d[2];
        v = -d[1];
    } else if (a[1] >= a[2]) {
        face = d[1] > 0 ? 2 : 3;
        m = a[1];
        u = d[0];
        v = d[1] > 0 ? d[2] : -d[2];
    } else {
        face = d[2] > 0 ? 4 : 5;
        m = a[2];
        u = d[2] > 0 ? d[0] : -d[0];
        v = -d[1];
    }
    uint32_t side = map->image->width;
    const wm_image square = {.width = side,
                             .height = side,
                             .rgba = (uint8_t *)map->image->rgba + 4 * (size_t)face * side * side};
    bool flip = face == 5;
    float t = m > 0 ? (v / m + 1) / 2 : 0.5f;
    const texel_place place = {.u = m > 0 ? (u / m + 1) / 2 : 0.5f,
                               .v = flip ? t : 1 - t,
                               .clamp_u = true,
                               .clamp_v = true};
    smooth(&square, &place, rgba);
}

void texel_around(const texel_map *map, const float d[3], const float eye[3], float rgba[4])
{
    if (map->image->cube) {
        look_at_cube(map, d, rgba);
        return;
    }
    /* Half way between the eye and the direction is where a ball mirrors it. */
    float h[3], length = 0;
    for (int k = 0; k < 3; k++) {
        h[k] = d[k] + eye[k];
        length += h[k] * h[k];
    }
    length = length > 0 ? sqrtf(length) : 1;
    float across = (h[0] * eye[1] - h[1] * eye[0]) / length;
    const texel_place place = {.u = limit(0.5f - across / 2, 0, 1),
                               .v = limit(0.5f - h[2] / length / 2, 0, 1),
                               .size = 1,
                               .clamp_u = true,
                               .clamp_v = true};
    texel_at(map, &place, rgba);
}
