/* Writer: the tables in file order. docs/formats/bw2-model.md, "Layout". */
#include "bw2/internal.h"

static void put_words(wmi_writer *w, const void *from, uint32_t count, uint32_t stride)
{
    uint8_t *to = wmi_writer_room(w, (size_t)count * stride);
    if (to && count)
        wmi_store32(to, from, (size_t)count * (stride / 4));
}

/* The codec takes non-const pointers, but does not change the data when it writes. */
static void put_header(wmi_writer *w, const wm_bw2_model *m)
{
    wmi_bw2_codec c = {.p = wmi_writer_room(w, WMI_BW2_HEADER), .put = true};
    if (c.p)
        wmi_bw2_code_header(&c, (wm_bw2_model *)(uintptr_t)m);
}

static void put_meshes(wmi_writer *w, const wm_bw2_model *m)
{
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        wmi_bw2_codec c = {.p = wmi_writer_room(w, WMI_BW2_MESH), .put = true};
        if (c.p)
            wmi_bw2_code_mesh(&c, &m->meshes[i]);
    }
}

static void put_entities(wmi_writer *w, const wm_bw2_model *m)
{
    for (uint32_t i = 0; i < m->entity_count; i++) {
        wmi_bw2_codec c = {.p = wmi_writer_room(w, WMI_BW2_ENTITY), .put = true};
        if (c.p)
            wmi_bw2_code_entity(&c, &m->entities[i]);
    }
}

static void put_streams(wmi_writer *w, const wm_bw2_model *m)
{
    for (uint32_t i = 0; i < m->stream_count; i++) {
        wmi_bw2_codec c = {.p = wmi_writer_room(w, WMI_BW2_STREAM), .put = true};
        if (c.p)
            wmi_bw2_code_stream(&c, &m->streams[i]);
    }
    for (uint32_t i = 0; i < m->stream_count; i++)
        if (m->streams[i].data)
            wmi_writer_bytes(w, m->streams[i].data, (size_t)m->vertex_count * m->streams[i].stride);
}

/* Puts back the numbers that the reader replaced, if nobody has changed them since. */
static void restore_odd(wmi_writer *w, const wmi_bw2 *doc)
{
    for (uint32_t i = 0; i < doc->odd_count && !w->failed && w->size == doc->file_size; i++) {
        const wmi_bw2_odd *odd = &doc->odd[i];
        uint8_t *at = w->data + odd->offset;
        if (odd->size == 4 && wmi_le32(at) == odd->used)
            wmi_put32(at, odd->stored);
        else if (odd->size == 2 && wmi_le16(at) == odd->used)
            wmi_put16(at, (uint16_t)odd->stored);
    }
}

/* A stride of 0, which is easily forgotten, would leave out the vertices. */
static wm_status check_strides(const wm_bw2_model *m, wm_error *error)
{
    for (uint32_t i = 0; i < m->stream_count; i++) {
        const wm_bw2_stream *s = &m->streams[i];
        uint32_t size = 0;
        for (uint32_t e = 0; e < s->element_count && e < WM_BW2_ELEMENTS; e++)
            size += wm_bw2_format_size(s->elements[e].format);
        if (s->data && size != s->stride)
            return wm_error_set(error, WM_BAD_ARGUMENT, "streams.stride",
                                "%lu bytes, but the elements take %lu", (unsigned long)s->stride,
                                (unsigned long)size);
    }
    return WM_OK;
}

wm_status wm_bw2_model_write(const wm_bw2_model *m, const wm_write_opts *opts, wm_buffer *out,
                             wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (check_strides(m, error) != WM_OK)
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    wmi_writer_init(&w, wmi_write_allocator(opts));
    wmi_writer_reserve(&w, (size_t)wmi_bw2_layout_of(m).end);
    put_header(&w, m);
    if (m->material_count)
        wmi_writer_bytes(&w, m->materials, (size_t)m->material_count * WMI_BW2_MATERIAL);
    put_meshes(&w, m);
    put_words(&w, m->references, m->reference_count, WMI_BW2_REFERENCE);
    put_words(&w, m->bones, m->bone_count, WMI_BW2_BONE);
    put_entities(&w, m);
    put_words(&w, m->circles, m->circle_count, 12);
    put_words(&w, m->footprint, m->footprint_count, 12);
    put_streams(&w, m);
    uint8_t *to = wmi_writer_room(&w, 2 * (size_t)m->index_count);
    if (to)
        wmi_store16(to, m->indices, m->index_count);
    if (wmi_bw2_has_cleaves(m)) {
        wmi_writer_u32(&w, m->cleave_count);
        put_words(&w, m->cleaves, m->cleave_count, 12);
    }
    if (m->extra_size)
        wmi_writer_bytes(&w, m->extra, m->extra_size);
    restore_odd(&w, wmi_bw2_of(m));
    return wmi_writer_finish(&w, out, error);
}
