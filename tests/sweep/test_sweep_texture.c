/* The sweeps over textures. */
#include "support.h"
#include "sweep.h"
#include "textures.h"
#include "walk.h"

static void *read_texture(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    return wm_texture_read(data, size, opts, error);
}

static uint64_t walk(const void *document)
{
    return test_walk_texture(document);
}

static wm_status write_texture(const void *document, const wm_allocator *allocator, wm_buffer *out,
                               wm_error *error)
{
    return wm_texture_write(document, &(wm_write_opts){.allocator = allocator}, out, error);
}

static void free_texture(void *document)
{
    wm_texture_free(document);
}

static wm_status check(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_report report;
    wm_report_init(&report, allocator);
    wm_status status = wm_texture_check(document, NULL, &report, error);
    wm_report_finish(&report);
    wm_report_free(&report);
    return status;
}

static wm_status info(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_buffer json;
    wm_status status =
        wm_texture_info(document, &(wm_info_opts){.allocator = allocator}, &json, error);
    wm_buffer_free(&json);
    return status;
}

/* To a picture, and back to a texture. Large ones are only decoded, to save time. */
static wm_status cycle(void *document, const wm_allocator *allocator, wm_error *error)
{
    wm_image *sheet = wm_texture_decode_sheet(document, allocator, error);
    wm_buffer out = {0};
    wm_status status = sheet ? WM_OK : error->code;
    if (!sheet || (uint64_t)sheet->width * sheet->height > 2048) {
        wm_image_free(sheet);
        return status;
    }
    status = wm_png_write(sheet, &(wm_write_opts){.allocator = allocator}, &out, error);
    wm_buffer_free(&out);
    const wm_texture_from_image_opts opts = {.allocator = allocator,
                                             .pixels = WM_TEXTURE_PIXELS_DXT5,
                                             .txi =
                                                 "cube 1\nproceduretype cycle\nnumx 2\nnumy 1\n"};
    wm_texture *made = status == WM_OK ? wm_texture_from_image(sheet, &opts, error) : NULL;
    if (status == WM_OK && !made)
        status = error->code;
    wm_texture_free(made);
    wm_image_free(sheet);
    return status;
}

static const sweep_operation operations[] = {
    {"check", check},
    {"info", info},
    {"cycle", cycle},
    {0},
};

static uint8_t *sample(size_t i, size_t *size)
{
    for (const test_texture *t = test_textures; t->name; t++)
        if (i-- == 0)
            return test_texture_bytes(t->name, size);
    return NULL;
}

int main(void)
{
    static const char *const endings[] = {".tpc", ".tga", ".dds", NULL};
    static const sweep_format format = {
        .name = "texture",
        .read = read_texture,
        .walk = walk,
        .write = write_texture,
        .free = free_texture,
        .operations = operations,
        .sample = sample,
        .endings = endings,
        .header = 128,
        .exact = true,
    };
    return sweep_main(&format);
}
