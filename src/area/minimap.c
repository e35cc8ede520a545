/* The map of an area: where a place of the world is on the picture. docs/areas.md, "Minimap" */
#include "area/internal.h"

enum { HEIGHT = 256, K1_WIDTH = 440, K2_WIDTH = 512, MARGIN = 8 };

/* Which axis of the world the map's x and y follow, and in which direction: by NorthAxis. The y of
 * a map points down. */
static const struct {
    int axis[2];
    int sign[2];
} axes[4] = {
    {{0, 1}, {1, -1}},  /* 0: up is +y */
    {{0, 1}, {-1, 1}},  /* 1: up is -y */
    {{1, 0}, {-1, -1}}, /* 2: up is +x */
    {{1, 0}, {1, 1}},   /* 3: up is -x */
};

void wm_kotor_minimap_place(const wm_kotor_minimap *map, const double world[2], double place[2])
{
    const int *axis = axes[map->north_axis & 3].axis;
    for (int k = 0; k < 2; k++) {
        double a = (double)map->world[0][axis[k]], b = (double)map->world[1][axis[k]];
        double from = (double)map->map[0][k], to = (double)map->map[1][k];
        place[k] = a == b ? from : from + (world[axis[k]] - a) * (to - from) / (b - a);
    }
}

/* Pixels per metre, if the map has this direction. */
static double scale_of(const double size[2], uint32_t north, double width)
{
    double x = size[axes[north].axis[0]], y = size[axes[north].axis[1]];
    double across = x > 0 ? (width - 2 * MARGIN) / x : INFINITY;
    double down = y > 0 ? (HEIGHT - 2 * MARGIN) / y : INFINITY;
    double scale = across < down ? across : down;
    return isfinite(scale) ? scale : 1;
}

static bool measure(const wm_walkmesh *mesh, double low[2], double high[2])
{
    bool any = false;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; mesh->walkable[f] && k < 3; k++) {
            wm_vec3 v = mesh->vertices[mesh->faces[f].vertex[k]];
            const double at[2] = {(double)v.x, (double)v.y};
            if (!isfinite(v.x) || !isfinite(v.y))
                continue;
            for (int i = 0; i < 2; i++) {
                low[i] = !any || at[i] < low[i] ? at[i] : low[i];
                high[i] = !any || at[i] > high[i] ? at[i] : high[i];
            }
            any = true;
        }
    return any;
}

wm_kotor_minimap wm_kotor_minimap_fit(const wm_walkmesh *mesh, bool k2)
{
    wm_kotor_minimap map = {.width = k2 ? K2_WIDTH : K1_WIDTH, .height = HEIGHT};
    double low[2] = {0, 0}, high[2] = {0, 0};
    if (!measure(mesh, low, high))
        return map;
    const double size[2] = {high[0] - low[0], high[1] - low[1]};
    /* Up is north unless the other way makes the map a quarter larger. */
    if (scale_of(size, 3, map.width) > 1.25 * scale_of(size, 0, map.width))
        map.north_axis = 3;
    double scale = scale_of(size, map.north_axis, map.width);
    const double page[2] = {(double)map.width, (double)map.height};
    for (int k = 0; k < 2; k++) {
        int axis = axes[map.north_axis].axis[k], sign = axes[map.north_axis].sign[k];
        double half = scale * size[axis] / 2;
        map.world[0][axis] = (float)low[axis];
        map.world[1][axis] = (float)high[axis];
        map.map[0][k] = (float)((page[k] / 2 - sign * half) / page[k]);
        map.map[1][k] = (float)((page[k] / 2 + sign * half) / page[k]);
    }
    return map;
}
