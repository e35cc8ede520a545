/* Reader: tables follow one another, each as long as its count says.
 * docs/formats/bw2-model.md, "Layout". */
#include <stdio.h>

#include "bw2/internal.h"

typedef struct reading {
    wmi_reader r;
    wm_bw2_model *m;
    wmi_arena *arena;
    uint64_t at; /* behind what was read */
} reading;

/* The next count records, or NULL: none, or they do not fit. */
static const uint8_t *take(reading *g, uint32_t count, uint32_t stride, const char *field)
{
    wmi_span s = wmi_reader_span(&g->r, g->at, count, stride, field);
    if (s.count == 0)
        return NULL;
    g->at += (uint64_t)count * stride;
    return s.data;
}

static void *room(reading *g, size_t count, size_t size, const char *field)
{
    void *p = g->r.failed ? NULL : wmi_arena_raw(g->arena, count, size);
    if (!p && !g->r.failed)
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, field);
    return p;
}

/* A table of records that are 32-bit values or bytes as they are. */
static void *take_words(reading *g, uint32_t count, uint32_t stride, const char *field)
{
    const uint8_t *from = take(g, count, stride, field);
    void *to = from ? room(g, count, stride, field) : NULL;
    if (to)
        wmi_load32(to, from, (size_t)count * (stride / 4));
    return to;
}

static void read_header(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, 1, WMI_BW2_HEADER, "header");
    if (!p)
        return;
    wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
    wmi_bw2_code_header(&c, m);
    if (m->magic != 0x2B00B1E5)
        wmi_reader_fail(&g->r, WM_BAD_MAGIC, 0x2C, "magic", "is 0x%08lx instead of 0x2B00B1E5",
                        (unsigned long)m->magic);
    if (m->version != 5 && m->version != 6)
        wmi_reader_fail(&g->r, WM_UNSUPPORTED, 0x30, "version", "is %lu; 5 and 6 are known",
                        (unsigned long)m->version);
    if (m->topology != WM_BW2_LIST && m->topology != WM_BW2_STRIP)
        wmi_reader_fail(&g->r, WM_BAD_VALUE, 0xB0, "topology",
                        "is %lu; 2 (lists) and 3 (strips) are known", (unsigned long)m->topology);
}

static void read_materials(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->material_count, WMI_BW2_MATERIAL, "materials");
    m->materials = p ? room(g, m->material_count, sizeof *m->materials, "materials") : NULL;
    if (m->materials) /* nothing but characters */
        memcpy(m->materials, p, (size_t)m->material_count * WMI_BW2_MATERIAL);
}

static void read_meshes(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->mesh_count, WMI_BW2_MESH, "meshes");
    m->meshes = p ? room(g, m->mesh_count, sizeof *m->meshes, "meshes") : NULL;
    if (!m->meshes)
        return;
    uint64_t total = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++, p += WMI_BW2_MESH) {
        wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
        wmi_bw2_code_mesh(&c, &m->meshes[i]);
        m->meshes[i].reference = (uint32_t)total;
        total += m->meshes[i].reference_count;
        if (total > UINT32_MAX) {
            wmi_reader_fail(&g->r, WM_TRUNCATED, (uint64_t)(p - g->r.base) + 0x88,
                            "meshes.reference_count", "more references than the file can hold");
            return;
        }
    }
    m->reference_count = (uint32_t)total;
}

static void read_entities(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->entity_count, WMI_BW2_ENTITY, "entities");
    m->entities = p ? room(g, m->entity_count, sizeof *m->entities, "entities") : NULL;
    for (uint32_t i = 0; m->entities && i < m->entity_count; i++, p += WMI_BW2_ENTITY) {
        wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
        wmi_bw2_code_entity(&c, &m->entities[i]);
    }
}

static void measure_stream(reading *g, wm_bw2_stream *s, uint64_t at)
{
    if (s->element_count > WM_BW2_ELEMENTS) {
        wmi_reader_fail(&g->r, WM_BAD_VALUE, at, "streams.element_count",
                        "is %lu, but there is room for %d", (unsigned long)s->element_count,
                        WM_BW2_ELEMENTS);
        return;
    }
    for (uint32_t e = 0; e < s->element_count; e++) {
        uint32_t size = wm_bw2_format_size(s->elements[e].format);
        if (size == 0) {
            wmi_reader_fail(&g->r, WM_UNSUPPORTED, at + 8 + 8ull * e, "streams.elements.format",
                            "is %lu; 0 to 4 are known", (unsigned long)s->elements[e].format);
            return;
        }
        s->stride += size;
    }
}

static void read_streams(reading *g)
{
    wm_bw2_model *m = g->m;
    const uint8_t *p = take(g, m->stream_count, WMI_BW2_STREAM, "streams");
    m->streams = p ? room(g, m->stream_count, sizeof *m->streams, "streams") : NULL;
    if (!m->streams)
        return;
    for (uint32_t i = 0; i < m->stream_count; i++, p += WMI_BW2_STREAM) {
        wmi_bw2_codec c = {.p = (uint8_t *)(uintptr_t)p};
        m->streams[i] = (wm_bw2_stream){0};
        wmi_bw2_code_stream(&c, &m->streams[i]);
        measure_stream(g, &m->streams[i], (uint64_t)(p - g->r.base));
    }
    for (uint32_t i = 0; i < m->stream_count && !g->r.failed; i++) {
        wm_bw2_stream *s = &m->streams[i];
        const uint8_t *data =
            s->stride ? take(g, m->vertex_count, s->stride, "streams.data") : NULL;
        s->data = data ? room(g, m->vertex_count, s->stride, "streams.data") : NULL;
        if (s->data)
            memcpy(s->data, data, (size_t)m->vertex_count * s->stride);
    }
    if (!g->r.failed && m->vertex_count && !wm_bw2_vertex(m, 0, WM_BW2_POSITION, 0, NULL))
        wmi_reader_fail(&g->r, WM_BAD_VALUE, 0xAC, "streams", "no stream holds positions");
}

static void read_indices(reading *g)
{
    wm_bw2_model *m = g->m;
    uint64_t start = g->at;
    const uint8_t *p = take(g, m->index_count, 2, "indices");
    m->indices = p ? room(g, m->index_count, 2, "indices") : NULL;
    for (uint32_t i = 0; m->indices && i < m->index_count; i++) {
        m->indices[i] = wmi_le16(p + 2 * (size_t)i);
        if (m->indices[i] >= m->vertex_count) {
            char path[48];
            snprintf(path, sizeof path, "indices[%lu]", (unsigned long)i);
            wmi_reader_fail(&g->r, WM_BAD_VALUE, start + 2ull * i, path,
                            "is %u, but there are %lu vertices", m->indices[i],
                            (unsigned long)m->vertex_count);
            return;
        }
    }
}

static void read_rest(reading *g)
{
    wm_bw2_model *m = g->m;
    if (m->version >= 6 && !g->r.failed) {
        m->cleave_count = wmi_reader_u32(&g->r, g->at, "cleave_count");
        g->at += 4;
        m->cleaves = take_words(g, m->cleave_count, 12, "cleaves");
    }
    if (g->r.failed || g->at >= g->r.size)
        return;
    m->extra_size = (uint32_t)(g->r.size - g->at);
    m->extra = room(g, m->extra_size, 1, "extra");
    if (m->extra)
        memcpy(m->extra, g->r.base + g->at, m->extra_size);
}

/* A range of a table of `all` records. */
static void check_range(reading *g, const char *what, uint32_t number, uint32_t first,
                        uint32_t count, uint32_t all)
{
    char path[64];
    if ((uint64_t)first + count <= all || g->r.failed)
        return;
    snprintf(path, sizeof path, what, (unsigned long)number);
    wmi_reader_fail(&g->r, WM_BAD_VALUE, WM_NO_OFFSET, path, "%lu from %lu on, but there are %lu",
                    (unsigned long)count, (unsigned long)first, (unsigned long)all);
}

static void check_ranges(reading *g)
{
    wm_bw2_model *m = g->m;
    for (uint32_t i = 0; i < m->mesh_count && !g->r.failed; i++) {
        const wm_bw2_mesh *mesh = &m->meshes[i];
        check_range(g, "meshes[%lu].vertices", i, mesh->first_vertex, mesh->vertex_count,
                    m->vertex_count);
        check_range(g, "meshes[%lu].indices", i, mesh->first_index, mesh->index_count,
                    m->index_count);
    }
    for (uint32_t i = 0; i < m->reference_count && !g->r.failed; i++) {
        const wm_bw2_reference *r = &m->references[i];
        check_range(g, "references[%lu].material", i, r->material, 1, m->material_count);
        check_range(g, "references[%lu].vertices", i, r->first_vertex, r->vertex_count,
                    m->vertex_count);
        check_range(g, "references[%lu].indices", i, r->first_index, r->index_count,
                    m->index_count);
    }
}

wm_bw2_model *wm_bw2_model_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    if (!wm_bw2_model_detect(data, size)) {
        wmi_fail_at(error, size < 13 ? WM_TRUNCATED : WM_BAD_MAGIC, 0, "signature",
                    "a model starts with \"LiOnHeAdMODEL\"");
        return NULL;
    }
    if (size > UINT32_MAX) {
        wmi_fail(error, WM_UNSUPPORTED, "", "a model cannot be larger than 4 GiB");
        return NULL;
    }
    wm_bw2_model *m = wmi_bw2_create(opts ? opts->allocator : NULL, wmi_memory_limit(opts, size),
                                     size + 1024, error);
    if (!m)
        return NULL;
    reading g = {.m = m, .arena = wmi_bw2_arena(m)};
    wmi_reader_init(&g.r, data, size, error);
    read_header(&g);
    read_materials(&g);
    read_meshes(&g);
    m->references = take_words(&g, m->reference_count, WMI_BW2_REFERENCE, "references");
    m->bones = take_words(&g, m->bone_count, WMI_BW2_BONE, "bones");
    read_entities(&g);
    m->circles = take_words(&g, m->circle_count, 12, "circles");
    m->footprint = take_words(&g, m->footprint_count, 12, "footprint");
    read_streams(&g);
    read_indices(&g);
    read_rest(&g);
    if (!g.r.failed)
        check_ranges(&g);
    if (g.r.failed) {
        wm_bw2_model_free(m);
        return NULL;
    }
    return m;
}
