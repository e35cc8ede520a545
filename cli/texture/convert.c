/* waymark convert of textures and pictures: TPC, TGA, DDS and PNG to TPC, TGA and PNG. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "convert/losses.h"
#include "convert/table.h"
#include "texture/texture.h"

enum { PATH = 4096 };

typedef struct work {
    cli *c;
    const cli_conversion *v;
    wm_texture *texture; /* NULL: IN is a PNG */
    wm_image *image;
    wm_buffer txi; /* for the TPC */
    wm_losses losses;
} work;

static void lose(work *w, const char *field, uint32_t count, const char *message)
{
    wm_loss *loss = &w->losses.item[w->losses.count++];
    *loss = (wm_loss){.count = count};
    snprintf(loss->field, sizeof loss->field, "%s", field);
    snprintf(loss->message, sizeof loss->message, "%s", message);
}

/* ---- the TXI ------------------------------------------------------------- */

/* IN's own text, or --txi, or the file next to IN. */
static int find_text(work *w)
{
    char beside[PATH];
    wm_error error;
    const char *given = cli_get(w->c, "txi"), *file = w->v->file;
    if (given)
        return cli_load(given, &w->txi) ? EXIT_FINE : EXIT_INPUT;
    if (w->texture && w->texture->txi_size)
        return EXIT_FINE;
    if (strcmp(file, "-") == 0 || !cli_replace_ending(file, ".txi", beside, sizeof beside) ||
        cli_read_file(beside, &w->txi, &error) != WM_OK)
        w->txi = (wm_buffer){0};
    else if (!w->c->quiet)
        cli_print(cli_messages(), "waymark: note: %s: the TXI is %s\n", w->v->out, beside);
    return EXIT_FINE;
}

/* A copy that ends with NUL; the caller frees it with wm_buffer_free. */
static bool end_text(const work *w, wm_buffer *text)
{
    const wm_texture *t = w->texture;
    bool own = !w->txi.data && t && t->txi_size;
    const void *from = own ? (const void *)t->txi : w->txi.data;
    size_t size = own ? t->txi_size : w->txi.size;
    char *copy = cli_copy_text(from ? from : "", size);
    *text = (wm_buffer){.data = (uint8_t *)copy, .size = size};
    return copy != NULL;
}

/* ---- writing ------------------------------------------------------------- */

/* With the text of a TPC next to it, so that it is not lost. */
static int save_picture(work *w, const wm_buffer *bytes)
{
    char beside[PATH];
    const wm_texture *t = w->texture;
    const char *out = w->v->out;
    if (!t || !t->txi_size)
        return cli_save(w->c, out, bytes->data, bytes->size);
    if (strcmp(out, "-") == 0 || !cli_replace_ending(out, ".txi", beside, sizeof beside)) {
        lose(w, "txi", 1, "the text that says how the texture is used");
        return cli_save(w->c, out, bytes->data, bytes->size);
    }
    const wm_file_output files[2] = {{out, bytes->data, bytes->size},
                                     {beside, t->txi, t->txi_size}};
    return cli_save_all(w->c, files, 2);
}

static int write_png(work *w)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_png_write(w->image, CLI_WRITE_OPTS, &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, w->v->out, &error);
    int code = save_picture(w, &bytes);
    wm_buffer_free(&bytes);
    return code;
}

static int write_texture(work *w, const wm_texture *t)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_texture_write(t, CLI_WRITE_OPTS, &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, w->v->out, &error);
    int code = t->kind == WM_TEXTURE_KIND_TGA ? save_picture(w, &bytes)
                                              : cli_save(w->c, w->v->out, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    return code;
}

/* ---- making -------------------------------------------------------------- */

static wm_texture_pixels choose_pixels(const work *w, bool opaque, bool tpc)
{
    static const wm_texture_pixels named[] = {WM_TEXTURE_PIXELS_GREY, WM_TEXTURE_PIXELS_RGB,
                                              WM_TEXTURE_PIXELS_RGBA, WM_TEXTURE_PIXELS_DXT1,
                                              WM_TEXTURE_PIXELS_DXT5};
    int choice = cli_choice(w->c, "pixels");
    if (choice)
        return named[choice - 1];
    if (tpc)
        return opaque ? WM_TEXTURE_PIXELS_DXT1 : WM_TEXTURE_PIXELS_DXT5;
    return opaque ? WM_TEXTURE_PIXELS_RGB : WM_TEXTURE_PIXELS_RGBA;
}

static int make_texture(work *w, wm_texture_kind kind)
{
    bool tpc = kind == WM_TEXTURE_KIND_TPC;
    uint8_t lowest, highest;
    wm_error error;
    wm_buffer text = {0};
    if (tpc && !end_text(w, &text))
        return cli_no_memory(CLI_READING);
    wm_image_alpha(w->image, &lowest, &highest);
    const wm_texture_from_image_opts opts = {.allocator = cli_allocator(),
                                             .kind = kind,
                                             .pixels = choose_pixels(w, lowest == 255, tpc),
                                             .levels = cli_has(w->c, "no-mipmaps") ? 1 : 0,
                                             .txi = (const char *)text.data};
    wm_texture *made = wm_texture_from_image(w->image, &opts, &error);
    int code = EXIT_OUTPUT;
    if (!made) {
        code = cli_fail_on(CLI_WRITING, w->v->out, &error);
    } else {
        if (!made->alpha && lowest < 255)
            lose(w, "alpha", 1, "the pixels have no alpha");
        code = write_texture(w, made);
    }
    wm_texture_free(made);
    free(text.data);
    return code;
}

/* Bytes that can stay as they are: OUT is of IN's kind, and nothing else is asked for. */
static bool is_same(const work *w)
{
    const wm_texture *t = w->texture;
    if (!t || cli_has(w->c, "pixels") || cli_has(w->c, "txi") || cli_has(w->c, "no-mipmaps"))
        return false;
    return w->v->target == TO_BINARY ||
           (w->v->target == TO_TPC && t->kind == WM_TEXTURE_KIND_TPC) ||
           (w->v->target == TO_TGA && t->kind == WM_TEXTURE_KIND_TGA);
}

static bool is_dds(const wm_texture *t)
{
    return t && (t->kind == WM_TEXTURE_KIND_DDS || t->kind == WM_TEXTURE_KIND_KOTOR_DDS);
}

static int convert(work *w)
{
    if (w->v->target == TO_BINARY && is_dds(w->texture))
        return cli_report_no_target(w->v, "a DDS"), EXIT_USAGE;
    if (is_same(w))
        return write_texture(w, w->texture);
    if (w->texture && w->texture->level_count > 1 && w->v->target != TO_TPC)
        lose(w, "levels", w->texture->level_count - 1, "mipmaps; they are made again for a TPC");
    if (w->v->target == TO_PNG)
        return write_png(w);
    int code = w->v->target == TO_TPC ? find_text(w) : EXIT_FINE;
    if (code == EXIT_FINE)
        code = make_texture(w, w->v->target == TO_TPC ? WM_TEXTURE_KIND_TPC : WM_TEXTURE_KIND_TGA);
    wm_buffer_free(&w->txi);
    return code;
}

int cli_convert_texture(cli *c, cli_conversion *v)
{
    wm_error error;
    work w = {.c = c, .v = v};
    if (v->source == FROM_PNG) {
        uint64_t most = cli_pixel_limit(v->bytes.size);
        w.image = cli_read_png(&v->bytes, &most, &error);
    } else {
        w.texture = wm_texture_read(v->bytes.data, v->bytes.size, CLI_READ_OPTS, &error);
        w.image = w.texture ? wm_texture_decode_sheet(w.texture, cli_allocator(), &error) : NULL;
    }
    int code = w.image ? convert(&w) : cli_fail_on(CLI_READING, v->file, &error);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, &w.losses, WM_NO_INDEX);
    wm_image_free(w.image);
    wm_texture_free(w.texture);
    return code;
}
