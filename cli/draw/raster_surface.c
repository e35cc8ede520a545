/* The colour of a surface at one sample: image, light map, normal map, environment map. Colours are
 * multiplied as the games do it: as they are stored. */
#include <math.h>

#include "draw/raster.h"

static texel_place place_of(const raster_surface *s, const raster_fragment *f, int set,
                            const texel_map *map)
{
    float side =
        (float)(map->image->width > map->image->height ? map->image->width : map->image->height);
    return (texel_place){.u = f->uv[set][0],
                         .v = f->uv[set][1],
                         .size = f->size[set] * side,
                         .clamp_u = s->clamp[set][0] || map->image->clamp_u,
                         .clamp_v = s->clamp[set][1] || map->image->clamp_v};
}

static void unit(float v[3])
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3 && length > 0; k++)
        v[k] /= length;
}

/* Bends the normal. Green points to where v falls, the top of the image. */
static void bend(const raster_surface *s, const raster_paint *paint, raster_fragment *f)
{
    float texel[4], n[3] = {0, 0, 0};
    const texel_place place = place_of(s, f, 0, s->normal);
    texel_at(s->normal, &place, texel);
    unit(f->normal);
    float x = texel[0] * 2 - 1, y = texel[1] * 2 - 1, z = texel[2] * 2 - 1;
    for (int k = 0; k < 3; k++)
        n[k] = paint->along_u[k] * x - paint->along_v[k] * y + f->normal[k] * (z > 0.2f ? z : 0.2f);
    unit(n);
    for (int k = 0; k < 3; k++)
        f->normal[k] = n[k];
}

/* The surface mirrors where the alpha of its colour is low. */
static void reflect(const raster *r, const raster_surface *s, float alpha, raster_fragment *f)
{
    float n[3] = {f->normal[0], f->normal[1], f->normal[2]}, d[3], around[4];
    unit(n);
    float along = n[0] * r->eye[0] + n[1] * r->eye[1] + n[2] * r->eye[2];
    for (int k = 0; k < 3; k++)
        d[k] = 2 * along * n[k] - r->eye[k];
    texel_around(s->environment, d, r->eye, around);
    for (int k = 0; k < 3; k++)
        f->colour[k] = f->lit ? f->colour[k] + around[k] * (1 - alpha)
                              : around[k] + (f->colour[k] - around[k]) * alpha;
}

/* How much of a fragment is drawn: what is nearly opaque hides what is behind it, the rest of a
 * blended surface is a veil. */
static bool take_alpha(const raster *r, const raster_paint *paint, raster_fragment *f)
{
    const float dense = 0.9f;
    const raster_surface *s = paint->surface;
    switch (s->alpha) {
    case WM_SCENE_ALPHA_TEST:
        if (f->alpha < s->cutoff)
            return false;
        f->alpha = 1;
        return !paint->veil;
    case WM_SCENE_ALPHA_BLEND:
        f->alpha *= s->opacity;
        if (!r->part) /* a shadow is whole or none */
            return f->alpha > 0.5f;
        return paint->veil ? f->alpha > 0.004f && f->alpha <= dense : f->alpha > dense;
    case WM_SCENE_ALPHA_ADDITIVE: f->alpha *= s->opacity; return paint->veil;
    case WM_SCENE_ALPHA_OPAQUE:
    case WM_SCENE_ALPHA_UNKNOWN: break;
    }
    f->alpha = 1;
    return !paint->veil;
}

bool raster_colour(const raster *r, const raster_paint *paint, raster_fragment *f)
{
    const raster_surface *s = paint->surface;
    float texel[4], light[4];
    const texel_place place = place_of(s, f, 0, s->colour);
    texel_at(s->colour, &place, texel);
    f->alpha = texel[3];
    if (!take_alpha(r, paint, f))
        return false;
    if (!r->normal)
        return true;
    f->lit = s->glows || (s->lightmap && s->lit) || s->alpha == WM_SCENE_ALPHA_ADDITIVE;
    for (int k = 0; k < 3; k++)
        f->colour[k] = texel[k] * s->tint[k];
    if (s->lightmap) {
        const texel_place at = place_of(s, f, 1, s->lightmap);
        texel_at(s->lightmap, &at, light);
        for (int k = 0; k < 3; k++)
            f->colour[k] *= s->glows ? 1 : light[k];
    }
    if (s->normal)
        bend(s, paint, f);
    if (s->environment)
        reflect(r, s, texel[3], f);
    return true;
}
