/* Reading a texture of any kind: the frame, and what the readers of the four kinds share. */
#include "base/words.h"
#include "texture/internal.h"

/* Before the others, as the only one with a signature; then in the order of how sure the headers
 * are. */
static const struct {
    wm_texture_kind kind;
    bool (*detect)(const uint8_t *data, size_t size);
    wm_status (*read)(wm_texture *texture, wmi_texture_source *source);
} kinds[] = {
    {WM_TEXTURE_KIND_DDS, wmi_dds_detect, wmi_dds_read},
    {WM_TEXTURE_KIND_TPC, wmi_tpc_detect, wmi_tpc_read},
    {WM_TEXTURE_KIND_KOTOR_DDS, wmi_kotor_dds_detect, wmi_kotor_dds_read},
    {WM_TEXTURE_KIND_TGA, wmi_tga_detect, wmi_tga_read},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Returns KINDS if the bytes are something else. */
static size_t kind_of(const uint8_t *data, size_t size)
{
    size_t i = 0;
    while (i < KINDS && !kinds[i].detect(data, size))
        i++;
    return i;
}

bool wm_texture_detect(const void *data, size_t size)
{
    return kind_of(data, size) < KINDS;
}

wm_status wmi_texture_keep(wm_texture *t, const wmi_texture_source *source, uint64_t at,
                           uint64_t size, uint8_t **to)
{
    *to = wmi_arena_raw(wmi_texture_arena(t), (size_t)size, 1);
    if (!*to)
        return wmi_arena_fail(wmi_texture_arena(t), source->error, "data");
    if (size)
        memcpy(*to, source->data + at, (size_t)size);
    return WM_OK;
}

wm_status wmi_texture_short(const wmi_texture_source *source, uint32_t need)
{
    return wmi_fail_at(source->error, WM_TRUNCATED, 0, "header", "%s",
                       wmi_cut_off("header", 0, need, source->size).text);
}

wm_status wmi_texture_sides(const wm_texture *t, const wmi_texture_source *source, uint64_t offset)
{
    if (t->width && t->height && t->width <= WMI_TEXTURE_SIDE && t->height <= WMI_TEXTURE_SIDE)
        return WM_OK;
    return wmi_fail_at(source->error, WM_BAD_VALUE, offset, "width",
                       "%lu x %lu pixels; sides can be from 1 to %d", (ul)t->width, (ul)t->height,
                       WMI_TEXTURE_SIDE);
}

wm_status wmi_texture_take(wm_texture *t, wmi_texture_source *source, uint32_t levels)
{
    uint64_t left = source->size - source->at, need = wmi_texture_bytes(t, 1);
    if (need > left || (t->layer_count > 1 && t->form != WM_TEXTURE_FORM_VOLUME &&
                        wmi_texture_bytes(t, levels) > left))
        return wmi_fail_at(source->error, WM_TRUNCATED, source->at, "pixels", "%s",
                           wmi_cut_off("pixels", source->at,
                                       t->layer_count > 1 ? wmi_texture_bytes(t, levels) : need,
                                       source->size)
                               .text);
    while (wmi_texture_bytes(t, levels) > left)
        levels--;
    t->level_count = levels;
    t->data_size = (size_t)wmi_texture_bytes(t, levels);
    wm_status status = wmi_texture_keep(t, source, source->at, t->data_size, &t->data);
    source->at += t->data_size;
    return status;
}

/* Decoding and converting take up to three times the decoded pixels. Only runs can make more
 * pixels of a file than this. */
static uint64_t most_bytes(const wm_read_opts *opts, size_t size)
{
    return opts && opts->memory_limit ? opts->memory_limit
                                      : (UINT64_C(16) << 20) + 20 * (uint64_t)size;
}

static wm_status check_pixels(const wm_texture *t, const wmi_texture_source *source)
{
    uint64_t bytes = (uint64_t)t->width * t->height * t->layer_count * 4;
    if (bytes <= source->most_bytes)
        return WM_OK;
    return wmi_fail_at(source->error, WM_LIMIT, 0, "header",
                       "%lu x %lu pixels take %s bytes; the limit for this file is %s",
                       (ul)t->width, (ul)t->height, wmi_number(bytes).text,
                       wmi_number(source->most_bytes).text);
}

static wm_status read_all(wm_texture *t, wmi_texture_source *source, size_t kind)
{
    wm_status status = kinds[kind].read(t, source);
    if (status == WM_OK)
        status = check_pixels(t, source);
    if (status == WM_OK)
        status = wmi_texture_list(t, source->error);
    if (status != WM_OK)
        return status;
    t->extra_size = source->size - (size_t)source->at;
    return wmi_texture_keep(t, source, source->at, t->extra_size, &t->extra);
}

wm_texture *wm_texture_read(const void *data, size_t size, const wm_read_opts *opts,
                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    size_t kind = kind_of(data, size);
    if (kind == KINDS) {
        wmi_fail_at(error, size ? WM_BAD_MAGIC : WM_TRUNCATED, 0, "header", "%s",
                    size ? "expected a TPC, DDS or TGA" : "the file is empty");
        return NULL;
    }
    wm_texture *t =
        wmi_texture_create(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size), error);
    wmi_texture_source source = {
        .data = data, .size = size, .most_bytes = most_bytes(opts, size), .error = error};
    if (!t)
        return NULL;
    t->kind = kinds[kind].kind;
    if (read_all(t, &source, kind) == WM_OK)
        return t;
    wm_texture_free(t);
    return NULL;
}
