/* info and dump of textures and TXI texts. */
#include <string.h>

#include "dump.h"
#include "formats.h"

static const char *title_of(const wm_texture *t)
{
    switch (t->kind) {
    case WM_TEXTURE_KIND_TPC: return "KotOR texture (TPC)";
    case WM_TEXTURE_KIND_TGA: return "TGA texture";
    case WM_TEXTURE_KIND_DDS: return "DDS texture";
    case WM_TEXTURE_KIND_KOTOR_DDS: return "KotOR texture (DDS without a signature)";
    }
    return "texture";
}

/* Masks are for programs; people want to know the channels. */
static const char *pixels_of(const wm_texture *t)
{
    if (t->pixels != WM_TEXTURE_PIXELS_MASKS)
        return wm_texture_pixels_name(t->pixels);
    if (t->grey)
        return t->masks[3] ? "grey with alpha" : "grey";
    return t->masks[3] ? "rgba" : "rgb";
}

static void print_form(FILE *to, const wm_texture *t)
{
    cli_print(to, "  ");
    if (t->form == WM_TEXTURE_FORM_CUBE)
        cli_print(to, "cube map, %u faces of ", (unsigned)t->layer_count);
    else if (t->form == WM_TEXTURE_FORM_FLIP_BOOK)
        cli_print(to, "flip book, %u x %u frames of ", (unsigned)t->columns, (unsigned)t->rows);
    else if (t->form == WM_TEXTURE_FORM_VOLUME)
        cli_print(to, "volume, %u slices of ", (unsigned)t->layer_count);
    cli_print(to, "%u x %u pixels, %s, %u %s%s", (unsigned)t->width, (unsigned)t->height,
              pixels_of(t), (unsigned)t->bits, cli_word(t->bits, "bit", "bits"),
              t->rle ? " in runs" : "");
    cli_put_item(to, ", ", t->level_count, "level", "levels");
}

static void print_lines(FILE *to, const wm_txi *txi)
{
    for (uint32_t i = 0; i < txi->line_count; i++)
        cli_print(to, "  TXI: %s%s%s%s\n", txi->lines[i].key, *txi->lines[i].value ? " " : "",
                  txi->lines[i].value, txi->lines[i].known ? "" : " (unknown)");
}

static int print_words(cli_out *out, const wm_buffer *bytes, const wm_texture *t)
{
    wm_error error;
    uint8_t lowest, highest;
    wm_image *sheet = wm_texture_decode_sheet(t, cli_allocator(), &error);
    wm_txi *txi = wm_txi_read(t->txi ? t->txi : "", t->txi_size, CLI_READ_OPTS, &error);
    if (!sheet || !txi) {
        wm_image_free(sheet);
        wm_txi_free(txi);
        return cli_fail_on(CLI_READING, out->file, &error);
    }
    cli_print(out->data, "%s: %s, %zu bytes\n", out->file, title_of(t), bytes->size);
    print_form(out->data, t);
    wm_image_alpha(sheet, &lowest, &highest);
    if (lowest == 255)
        cli_print(out->data, ", opaque\n");
    else
        cli_print(out->data, ", alpha %u to %u\n", lowest, highest);
    print_lines(out->data, txi);
    wm_txi_free(txi);
    wm_image_free(sheet);
    return EXIT_FINE;
}

int cli_texture_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    const wm_info_opts opts = {
        .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
    wm_texture *t = wm_texture_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    if (!t)
        return cli_unreadable(c, out->file, &error);
    int code = c->json ? json_print_made(wm_texture_info(t, &opts, &json, &error), &json, &error,
                                         out->data)
                       : print_words(out, bytes, t);
    wm_texture_free(t);
    return code;
}

int cli_txi_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    const wm_info_opts opts = {
        .allocator = cli_allocator(), .file = out->file, .bytes = bytes->size};
    wm_txi *txi = wm_txi_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    int code = EXIT_FINE;
    if (!txi)
        return cli_unreadable(c, out->file, &error);
    if (c->json) {
        code = json_print_made(wm_txi_info(txi, &opts, &json, &error), &json, &error, out->data);
    } else {
        cli_print(out->data, "%s: TXI text, %zu bytes\n", out->file, bytes->size);
        print_lines(out->data, txi);
    }
    wm_txi_free(txi);
    return code;
}

/* ---- dump ---------------------------------------------------------------- */

static void image_row(wm_json_writer *j, const void *owner, uint32_t i)
{
    const wm_texture *t = owner;
    const wm_texture_image *image = &t->images[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "layer", image->layer);
    wm_json_add_uint(j, "level", image->level);
    wm_json_add_uint(j, "width", image->width);
    wm_json_add_uint(j, "height", image->height);
    wm_json_add_uint(j, "size", image->size);
    wm_json_end(j);
}

static void tpc_header(wm_json_writer *j, const wm_texture_tpc *h)
{
    wm_json_add_uint(j, "size", h->size);
    wm_json_add_float(j, "alpha_mean", h->alpha_mean);
    wm_json_add_uint(j, "width", h->width);
    wm_json_add_uint(j, "height", h->height);
    wm_json_add_uint(j, "encoding", h->encoding);
    wm_json_add_uint(j, "levels", h->levels);
}

static void tga_header(wm_json_writer *j, const wm_texture_tga *h)
{
    wm_json_add_uint(j, "id_size", h->id_size);
    wm_json_add_uint(j, "map_type", h->map_type);
    wm_json_add_uint(j, "type", h->type);
    wm_json_add_uint(j, "map_first", h->map_first);
    wm_json_add_uint(j, "map_length", h->map_length);
    wm_json_add_uint(j, "map_bits", h->map_bits);
    wm_json_add_uint(j, "x", h->x);
    wm_json_add_uint(j, "y", h->y);
    wm_json_add_uint(j, "width", h->width);
    wm_json_add_uint(j, "height", h->height);
    wm_json_add_uint(j, "bits", h->bits);
    wm_json_add_uint(j, "descriptor", h->descriptor);
}

static void numbers(wm_json_writer *j, const char *name, const uint32_t *values, uint32_t count)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++)
        wm_json_add_uint(j, NULL, values[i]);
    wm_json_end(j);
}

static void dds_header(wm_json_writer *j, const wm_texture_dds *h)
{
    wm_json_add_uint(j, "size", h->size);
    wm_json_add_uint(j, "flags", h->flags);
    wm_json_add_uint(j, "height", h->height);
    wm_json_add_uint(j, "width", h->width);
    wm_json_add_uint(j, "pitch", h->pitch);
    wm_json_add_uint(j, "depth", h->depth);
    wm_json_add_uint(j, "levels", h->levels);
    numbers(j, "reserved", h->reserved, 11);
    wm_json_add_uint(j, "format_size", h->format_size);
    wm_json_add_uint(j, "format_flags", h->format_flags);
    wm_json_add_uint(j, "fourcc", h->fourcc);
    wm_json_add_uint(j, "bits", h->bits);
    numbers(j, "masks", h->masks, 4);
    numbers(j, "caps", h->caps, 4);
    wm_json_add_uint(j, "reserved2", h->reserved2);
}

static void kotor_dds_header(wm_json_writer *j, const wm_texture_kotor_dds *h)
{
    wm_json_add_uint(j, "width", h->width);
    wm_json_add_uint(j, "height", h->height);
    wm_json_add_uint(j, "channels", h->channels);
    wm_json_add_uint(j, "size", h->size);
    wm_json_add_float(j, "alpha_mean", h->alpha_mean);
}

int cli_texture_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_json_writer j;
    wm_texture *t = wm_texture_read(bytes->data, bytes->size, CLI_READ_OPTS, &error);
    if (!t)
        return cli_unreadable(c, out->file, &error);
    dump_begin(&j, c, out, "texture");
    wm_json_add_text(&j, "variant", wm_texture_kind_name(t->kind));
    wm_json_add_text(&j, "form", wm_texture_form_name(t->form));
    wm_json_add_text(&j, "pixels", wm_texture_pixels_name(t->pixels));
    wm_json_begin_object(&j, "header");
    switch (t->kind) {
    case WM_TEXTURE_KIND_TPC: tpc_header(&j, &t->tpc); break;
    case WM_TEXTURE_KIND_TGA: tga_header(&j, &t->tga); break;
    case WM_TEXTURE_KIND_DDS: dds_header(&j, &t->dds); break;
    case WM_TEXTURE_KIND_KOTOR_DDS: kotor_dds_header(&j, &t->kotor_dds); break;
    }
    wm_json_end(&j);
    dump_rows(&j, "images", t->image_count, image_row, t);
    wm_json_add_uint(&j, "data_size", t->data_size);
    wm_json_add_field(&j, "txi", t->txi ? t->txi : "", t->txi_size);
    wm_json_add_uint(&j, "extra_size", t->extra_size);
    json_finish(&j);
    wm_texture_free(t);
    return EXIT_FINE;
}
