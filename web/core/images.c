/* The pictures of a model's textures, and pictures that are files of their own. */
#include <stdlib.h>

#include "core.h"

static const char *alpha_name(wm_scene_alpha alpha)
{
    switch (alpha) {
    case WM_SCENE_ALPHA_TEST: return "test";
    case WM_SCENE_ALPHA_BLEND: return "blend";
    case WM_SCENE_ALPHA_ADDITIVE: return "additive";
    case WM_SCENE_ALPHA_OPAQUE:
    case WM_SCENE_ALPHA_UNKNOWN: break;
    }
    return "opaque";
}

static void put_image(core *c, wm_json_writer *j, const wm_scene_image *image)
{
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", image->name);
    wm_json_add_text(j, "where", image->where);
    wm_json_add_uint(j, "width", image->width);
    wm_json_add_uint(j, "height", image->height);
    core_add_array(c, j, "rgba", "u8", image->rgba ? image->rgba : (const uint8_t *)"",
                   image->rgba ? (size_t)4 * image->width * image->height : 0);
    wm_json_add_bool(j, "cube", image->cube);
    wm_json_add_bool(j, "clampU", image->clamp_u);
    wm_json_add_bool(j, "clampV", image->clamp_v);
    wm_json_add_bool(j, "nearest", image->nearest);
    wm_json_add_bool(j, "decal", image->decal);
    wm_json_add_float(j, "opacity", image->opacity);
    wm_json_end(j);
}

/* Images are counted from 1 in the scene; JavaScript gets null for none. */
static void put_use(wm_json_writer *j, const char *name, const wm_scene_texture *t)
{
    if (!t->image)
        return;
    wm_json_begin_object(j, name);
    wm_json_add_uint(j, "image", t->image - 1);
    wm_json_add_uint(j, "uv", t->uv_set);
    wm_json_add_bool(j, "clampU", t->clamp_u);
    wm_json_add_bool(j, "clampV", t->clamp_v);
    wm_json_end(j);
}

static void put_material(wm_json_writer *j, const wm_scene *scene, uint32_t i)
{
    const wm_scene_material *m = &scene->materials[i];
    const wm_scene_image *colour = wm_scene_texture_image(scene, i, WM_TEXTURE_SLOT_COLOUR);
    float cutoff;
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "alpha", alpha_name(wm_scene_material_alpha(scene, i, &cutoff)));
    wm_json_add_float(j, "cutoff", cutoff);
    put_use(j, "colour", &m->textures[WM_TEXTURE_SLOT_COLOUR]);
    put_use(j, "lightmap", &m->textures[WM_TEXTURE_SLOT_LIGHTMAP]);
    if (colour && colour->environment)
        wm_json_add_uint(j, "environment", colour->environment - 1);
    wm_json_end(j);
}

static void put_missing(wm_json_writer *j, const wm_scene *scene)
{
    wm_json_begin_array(j, "missing");
    for (uint32_t i = 0; i < scene->missing_count; i++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "name", scene->missing[i].name);
        wm_json_add_text(j, "where", scene->missing[i].where);
        wm_json_add_text(j, "reason", scene->missing[i].reason);
        wm_json_end(j);
    }
    wm_json_end(j);
}

wm_status core_images(core *c, core_document *d, wm_json_writer *j, wm_error *error)
{
    core_shelf shelf = {c, d->file};
    const wm_scene_images_opts opts = {.finder = core_finder(&shelf)};
    wm_scene *scene = core_scene(d, true, error);
    if (!scene || wm_scene_load_images(scene, &opts, error) != WM_OK) {
        wm_scene_free(scene);
        return error->code;
    }
    wm_json_begin_object(j, NULL);
    wm_json_begin_array(j, "images");
    for (uint32_t i = 0; i < scene->image_count; i++)
        put_image(c, j, &scene->images[i]);
    wm_json_end(j);
    wm_json_begin_array(j, "materials");
    for (uint32_t i = 0; i < scene->material_count; i++)
        put_material(j, scene, i);
    wm_json_end(j);
    put_missing(j, scene);
    wm_json_end(j);
    core_keep_scene(c, scene);
    return WM_OK;
}

wm_status core_picture(core *c, core_document *d, wm_json_writer *j, wm_error *error)
{
    wm_image *image =
        d->doc->texture ? wm_texture_decode_sheet(d->doc->texture, NULL, error) : NULL;
    if (!d->doc->texture)
        return wm_error_set(error, WM_BAD_ARGUMENT, "", "it is not a texture");
    if (!image)
        return error->code;
    wm_buffer pixels = core_buffer((size_t)image->width * image->height, 4);
    if (!pixels.data) {
        wm_image_free(image);
        return wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    }
    memcpy(pixels.data, image->rgba, pixels.size);
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "width", image->width);
    wm_json_add_uint(j, "height", image->height);
    core_add_owned(c, j, "rgba", "u8", &pixels);
    wm_json_end(j);
    wm_image_free(image);
    return WM_OK;
}
