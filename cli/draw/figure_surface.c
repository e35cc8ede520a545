/* The surfaces of a figure: what the images of its scene look like on it. */
#include <stdlib.h>
#include <string.h>

#include "draw/figure.h"

static const texel_map *map_of(const figure *f, uint32_t image)
{
    return image && f->maps[image - 1].level_count ? &f->maps[image - 1] : NULL;
}

static bool is_made_by(const wm_scene *s, const char *family)
{
    return strncmp(s->source, family, strlen(family)) == 0;
}

static void set_clamps(raster_surface *to, int set, const wm_scene_texture *t)
{
    to->clamp[set][0] = t->clamp_u;
    to->clamp[set][1] = t->clamp_v;
}

static void make_surface(const figure *f, uint32_t material, const draw_layers *layers,
                         raster_surface *to)
{
    const wm_scene *s = f->scene;
    const wm_scene_material *m = &s->materials[material];
    const wm_scene_texture *t = m->textures, *light = &t[WM_TEXTURE_SLOT_LIGHTMAP];
    const wm_scene_image *image = wm_scene_texture_image(s, material, WM_TEXTURE_SLOT_COLOUR);
    *to = (raster_surface){.colour = map_of(f, t[WM_TEXTURE_SLOT_COLOUR].image)};
    if (!to->colour)
        return;
    to->alpha = wm_scene_material_alpha(s, material, &to->cutoff);
    to->opacity = m->alpha * image->opacity;
    to->lightmap = layers->no_lightmaps ? NULL : map_of(f, light->image);
    to->lit = !is_made_by(s, "bw2"); /* its light maps hold shadows only */
    to->environment = map_of(f, image->environment);
    uint32_t normal = t[WM_TEXTURE_SLOT_NORMAL].image;
    to->normal = map_of(f, normal ? normal : image->bump);
    wm_vec3 glow = m->self_illumination;
    to->glows = glow.x + glow.y + glow.z > 1.5f;
    /* The games do not colour their images: most NWN2 materials keep the grey of 3ds Max. */
    bool plain = !is_made_by(s, "gltf") && !is_made_by(s, "obj");
    const float tint[3] = {m->diffuse.x, m->diffuse.y, m->diffuse.z};
    for (int k = 0; k < 3; k++)
        to->tint[k] = plain ? 1 : tint[k];
    set_clamps(to, 0, &t[WM_TEXTURE_SLOT_COLOUR]);
    set_clamps(to, 1, light);
}

bool figure_surfaces(figure *f, const draw_layers *layers)
{
    const wm_scene *s = f->scene;
    if (!s->image_count || layers->plain_colours)
        return true;
    f->maps = calloc(s->image_count, sizeof *f->maps);
    f->surfaces = calloc((size_t)s->material_count + 1, sizeof *f->surfaces);
    if (!f->maps || !f->surfaces)
        return false;
    for (uint32_t i = 0; i < s->image_count; i++)
        if (s->images[i].rgba && !texel_map_make(&s->images[i], &f->maps[i]))
            return false;
    for (uint32_t i = 0; i < s->material_count; i++)
        make_surface(f, i, layers, &f->surfaces[i]);
    return true;
}

void figure_surfaces_free(figure *f)
{
    for (uint32_t i = 0; f->maps && i < f->scene->image_count; i++)
        texel_map_free(&f->maps[i]);
    free(f->maps);
    free(f->surfaces);
}
