/* Describes textures and TXI texts. */
#include "base/json_text.h"
#include "waymark/info.h"
#include "waymark/json.h"

static void put_lines(wm_json_writer *j, const wm_txi *txi)
{
    wm_json_begin_array(j, "txi");
    for (uint32_t i = 0; i < txi->line_count; i++) {
        const wm_txi_line *line = &txi->lines[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_field(j, "key", line->key, strlen(line->key));
        wm_json_add_field(j, "value", line->value, strlen(line->value));
        wm_json_add_bool(j, "known", line->known);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void put_masks(wm_json_writer *j, const wm_texture *t)
{
    static const char *const names[4] = {"red", "green", "blue", "alpha"};
    wm_json_begin_object(j, "masks");
    for (int i = 0; i < 4; i++)
        wm_json_add_uint(j, names[i], t->masks[i]);
    wm_json_end(j);
}

/* The lowest and highest alpha, of all layers. Nothing if they cannot be decoded. */
static void put_alpha(wm_json_writer *j, const wm_texture *t, const wm_allocator *allocator)
{
    uint8_t lowest = 255, highest = 255;
    wm_image *image = t->alpha ? wm_texture_decode_sheet(t, allocator, NULL) : NULL;
    if (t->alpha && !image)
        return;
    if (image)
        wm_image_alpha(image, &lowest, &highest);
    wm_image_free(image);
    wm_json_begin_array(j, "alpha_range");
    wm_json_add_uint(j, NULL, lowest);
    wm_json_add_uint(j, NULL, highest);
    wm_json_end(j);
}

wm_status wm_texture_info(const wm_texture *t, const wm_info_opts *opts, wm_buffer *json,
                          wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_read_opts read = {.allocator = opts ? opts->allocator : NULL};
    wm_txi *txi = wm_txi_read(t->txi ? t->txi : "", t->txi_size, &read, error);
    if (!txi)
        return WM_NO_MEMORY;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "texture");
    wm_json_add_text(&j, "variant", wm_texture_kind_name(t->kind));
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_text(&j, "form", wm_texture_form_name(t->form));
    wm_json_add_text(&j, "pixels", wm_texture_pixels_name(t->pixels));
    wm_json_add_uint(&j, "bits", t->bits);
    if (t->pixels == WM_TEXTURE_PIXELS_MASKS)
        put_masks(&j, t);
    wm_json_add_uint(&j, "width", t->width);
    wm_json_add_uint(&j, "height", t->height);
    wm_json_add_uint(&j, "layers", t->layer_count);
    wm_json_add_uint(&j, "levels", t->level_count);
    wm_json_add_bool(&j, "alpha", t->alpha);
    put_alpha(&j, t, read.allocator);
    wm_json_add_bool(&j, "bottom_up", t->bottom_up);
    wm_json_add_bool(&j, "rle", t->rle);
    wm_json_add_uint(&j, "extra_bytes", t->extra_size);
    put_lines(&j, txi);
    wm_json_end(&j);
    wm_txi_free(txi);
    return wm_json_writer_finish(&j, json, error);
}

wm_status wm_txi_info(const wm_txi *txi, const wm_info_opts *opts, wm_buffer *json, wm_error *error)
{
    static const char *const blendings[] = {"default", "additive", "punchthrough"};
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "txi");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_text(&j, "environment", txi->environment);
    wm_json_add_text(&j, "bump", txi->bump);
    wm_json_add_text(&j, "procedure", txi->procedure);
    wm_json_add_text(&j, "blending", blendings[txi->blending]);
    wm_json_add_uint(&j, "columns", txi->columns);
    wm_json_add_uint(&j, "rows", txi->rows);
    wm_json_add_float(&j, "fps", txi->fps);
    wm_json_add_uint(&j, "clamp", txi->clamp);
    wm_json_add_bool(&j, "cube", txi->cube);
    wm_json_add_bool(&j, "decal", txi->decal);
    wm_json_add_bool(&j, "mipmaps", !txi->no_mipmaps);
    put_lines(&j, txi);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
