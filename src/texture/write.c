/* Writing a texture: its header, its pixels and what follows. */
#include "texture/internal.h"

static void put_float(uint8_t *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    wmi_put32(p, bits);
}

static void put_tpc(wmi_writer *w, const wm_texture_tpc *h)
{
    uint8_t *p = wmi_writer_room(w, WMI_TPC_HEADER);
    if (!p)
        return;
    wmi_put32(p, h->size);
    put_float(p + 4, h->alpha_mean);
    wmi_put16(p + 8, h->width);
    wmi_put16(p + 10, h->height);
    p[12] = h->encoding;
    p[13] = h->levels;
    memcpy(p + 14, h->reserved, sizeof h->reserved);
}

static void put_tga(wmi_writer *w, const wm_texture_tga *h)
{
    uint8_t *p = wmi_writer_room(w, WMI_TGA_HEADER);
    if (!p)
        return;
    p[0] = h->id_size;
    p[1] = h->map_type;
    p[2] = h->type;
    wmi_put16(p + 3, h->map_first);
    wmi_put16(p + 5, h->map_length);
    p[7] = h->map_bits;
    wmi_put16(p + 8, h->x);
    wmi_put16(p + 10, h->y);
    wmi_put16(p + 12, h->width);
    wmi_put16(p + 14, h->height);
    p[16] = h->bits;
    p[17] = h->descriptor;
    if (h->id_size)
        wmi_writer_bytes(w, h->id, h->id_size);
    if (h->map_size)
        wmi_writer_bytes(w, h->map, h->map_size);
}

static void put_dds(wmi_writer *w, const wm_texture_dds *h)
{
    uint8_t *p = wmi_writer_room(w, WMI_DDS_HEADER);
    if (!p)
        return;
    memcpy(p, "DDS ", 4);
    wmi_store32(p + 4, h, 31);
}

static void put_kotor_dds(wmi_writer *w, const wm_texture_kotor_dds *h)
{
    uint8_t *p = wmi_writer_room(w, WMI_KOTOR_DDS_HEADER);
    if (!p)
        return;
    wmi_put32(p, h->width);
    wmi_put32(p + 4, h->height);
    wmi_put32(p + 8, h->channels);
    wmi_put32(p + 12, h->size);
    put_float(p + 16, h->alpha_mean);
}

wm_status wm_texture_write(const wm_texture *t, const wm_write_opts *opts, wm_buffer *out,
                           wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    wmi_writer_init(&w, wmi_write_allocator(opts));
    wmi_writer_reserve(&w, 512 + t->tga.map_size + t->data_size + t->txi_size + t->extra_size);
    switch (t->kind) {
    case WM_TEXTURE_KIND_TPC: put_tpc(&w, &t->tpc); break;
    case WM_TEXTURE_KIND_TGA: put_tga(&w, &t->tga); break;
    case WM_TEXTURE_KIND_DDS: put_dds(&w, &t->dds); break;
    case WM_TEXTURE_KIND_KOTOR_DDS: put_kotor_dds(&w, &t->kotor_dds); break;
    }
    if (t->data_size)
        wmi_writer_bytes(&w, t->data, t->data_size);
    if (t->txi_size)
        wmi_writer_bytes(&w, t->txi, t->txi_size);
    if (t->extra_size)
        wmi_writer_bytes(&w, t->extra, t->extra_size);
    return wmi_writer_finish(&w, out, error);
}
