/* The colours of walkmesh surfaces. Exports use them, and on import they identify materials
 * whose names are unknown. */
#include <math.h>

#include "convert/internal.h"

/* Indexed by wm_nwn2_material and by KotOR surface. */
static const uint32_t nwn2_colours[WM_NWN2_MATERIAL_COUNT] = {
    0xc4bfb6, 0xc29a6b, 0x8cc271, 0xb4b8a8, 0xcf9a58, 0xd98a94,
    0x9ab4d4, 0x9aa860, 0xa07a5c, 0xbcc04f, 0x6cb8e0, 0x7fc4c4};
static const uint32_t kotor_colours[WM_KOTOR_SURFACES] = {
    [0] = 0xb9b3a7,  [1] = 0xc29a6b,  [2] = 0xa9a3b5,  [3] = 0x8cc271,  [4] = 0xb4b8a8,
    [5] = 0xcf9a58,  [6] = 0x6cb8e0,  [7] = 0xc4bfb6,  [8] = 0xb7d3d6,  [9] = 0xd98a94,
    [10] = 0x9ab4d4, [11] = 0x7fc4c4, [12] = 0x9aa860, [13] = 0xa07a5c, [14] = 0xbcc04f,
    [15] = 0xe8804a, [16] = 0x7a7690, [17] = 0x4f86c0, [18] = 0xe8bb52, [19] = 0xa9c494,
    [20] = 0xe8d494, [21] = 0xd9d0b8, [22] = 0xc0a89a, [30] = 0xc9a0e4};

static wm_vec3 colour_of(uint32_t rgb, bool walkable)
{
    float dim = walkable ? 1.0f : 0.45f;
    return (wm_vec3){(float)(rgb >> 16 & 255) / 255 * dim, (float)(rgb >> 8 & 255) / 255 * dim,
                     (float)(rgb & 255) / 255 * dim};
}

wm_vec3 wm_kotor_surface_colour(const wm_kotor_surfaces *surfaces, uint32_t material)
{
    uint32_t rgb = material < WM_KOTOR_SURFACES ? kotor_colours[material] : 0;
    return colour_of(rgb ? rgb : 0xd0a8c0, wm_kotor_walkable(surfaces, material));
}

wm_vec3 wm_nwn2_material_colour(uint32_t material, bool walkable)
{
    return colour_of(nwn2_colours[material < WM_NWN2_MATERIAL_COUNT ? material : 0], walkable);
}

wm_vec3 wm_nwn2_tile_colour(uint32_t walkable)
{
    static const uint32_t empty = 0xfdfbef, most = 0xfbd24e, full = 0xee6a2c, over = 0xb3121d;
    const float bend = 0.6f; /* the share at which the colour is that of `most` */
    float t = (float)walkable / WM_NWN2_TILE_NODES;
    if (walkable > WM_NWN2_TILE_NODES)
        return colour_of(over, true);
    wm_vec3 low = colour_of(t < bend ? empty : most, true);
    wm_vec3 high = colour_of(t < bend ? most : full, true);
    float s = t < bend ? t / bend : (t - bend) / (1 - bend);
    return (wm_vec3){low.x + (high.x - low.x) * s, low.y + (high.y - low.y) * s,
                     low.z + (high.z - low.z) * s};
}

/* ---- colour to surface ------------------------------------------------- */

static bool is_near(wm_vec3 a, wm_vec3 b)
{
    return fabsf(a.x - b.x) < 0.01f && fabsf(a.y - b.y) < 0.01f && fabsf(a.z - b.z) < 0.01f;
}

bool wmi_kotor_surface_of_colour(const wm_kotor_surfaces *surfaces, wm_vec3 colour,
                                 uint32_t *material)
{
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (kotor_colours[i] && is_near(colour, wm_kotor_surface_colour(surfaces, i))) {
            *material = i;
            return true;
        }
    return false;
}

bool wmi_nwn2_flags_of_colour(wm_vec3 colour, uint16_t *flags)
{
    for (uint32_t i = 0; i < 2 * WM_NWN2_MATERIAL_COUNT; i++) {
        uint32_t material = i / 2;
        if (!is_near(colour, wm_nwn2_material_colour(material, i % 2 == 0)))
            continue;
        *flags = (uint16_t)((material ? WM_NWN2_DIRT << (material - 1) : 0) |
                            (i % 2 == 0 ? WM_NWN2_WALKABLE : 0));
        return true;
    }
    return false;
}
