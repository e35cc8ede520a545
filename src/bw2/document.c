/* Creates and frees models, and answers simple queries about them. */
#include "bw2/internal.h"

static const char signature[40] = "LiOnHeAdMODEL";

wm_bw2_model *wmi_bw2_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, limit);
    if (!wmi_arena_reserve(&arena, room + sizeof(wmi_bw2) + 64)) {
        wmi_arena_fail(&arena, error, "");
        return NULL;
    }
    wmi_bw2 *doc = wmi_arena_new(&arena, 1, sizeof *doc); /* cannot fail: reserved */
    doc->arena = arena;
    doc->pub.memory = &doc->arena;
    return &doc->pub;
}

wm_bw2_model *wm_bw2_model_new(const wm_allocator *allocator, wm_error *error)
{
    wm_bw2_model *m = wmi_bw2_create(allocator, 0, 0, error);
    if (!m)
        return NULL;
    memcpy(m->signature, signature, sizeof m->signature);
    m->magic = WMI_BW2_MAGIC;
    m->version = 6;
    m->topology = WM_BW2_TOPOLOGY_LIST;
    return m;
}

void *wm_bw2_model_alloc(wm_bw2_model *model, size_t count, size_t size, wm_error *error)
{
    return wmi_arena_give(wmi_bw2_arena(model), count, size, error);
}

void wm_bw2_model_free(wm_bw2_model *model)
{
    if (model)
        wmi_arena_free(model->memory);
}

bool wm_bw2_model_detect(const void *data, size_t size)
{
    return size >= 13 && memcmp(data, signature, 13) == 0;
}

bool wmi_bw2_has_magic(const uint8_t *data, size_t size)
{
    return size >= WMI_BW2_HEADER && wmi_le32(data + 0x2C) == WMI_BW2_MAGIC;
}

uint32_t wm_bw2_format_size(uint32_t format)
{
    static const uint8_t sizes[] = {4, 8, 12, 4, 1};
    return format < sizeof sizes ? sizes[format] : 0;
}

const uint8_t *wm_bw2_model_vertex(const wm_bw2_model *m, uint32_t vertex, uint32_t id,
                                   uint32_t nth, uint32_t *format)
{
    if (vertex >= m->vertex_count)
        return NULL;
    for (uint32_t s = 0; s < m->stream_count; s++) {
        const wm_bw2_stream *stream = &m->streams[s];
        uint32_t offset = 0;
        for (uint32_t e = 0; e < stream->element_count; e++) {
            const wm_bw2_element *element = &stream->elements[e];
            if (element->id == id && nth-- == 0) {
                if (format)
                    *format = element->format;
                return stream->data + (size_t)vertex * stream->stride + offset;
            }
            offset += wm_bw2_format_size(element->format);
        }
    }
    return NULL;
}

uint32_t wm_bw2_model_uv_sets(const wm_bw2_model *m)
{
    uint32_t sets = 0;
    for (uint32_t s = 0; s < m->stream_count; s++)
        for (uint32_t e = 0; e < m->streams[s].element_count; e++)
            sets += m->streams[s].elements[e].id == WM_BW2_ELEMENT_UV;
    return sets;
}

uint32_t wm_bw2_model_lod_count(const wm_bw2_model *m)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++)
        most = m->meshes[i].lod > most ? m->meshes[i].lod : most;
    return most;
}

bool wm_bw2_model_is_skin(const wm_bw2_model *m)
{
    return m->topology == WM_BW2_TOPOLOGY_STRIP;
}

wm_bw2_model *wm_bw2_model_copy(const wm_bw2_model *model, const wm_allocator *allocator,
                                wm_error *error)
{
    wm_bw2_model *m = wmi_bw2_create(allocator, 0, 0, error);
    if (!m)
        return NULL;
    wmi_copier c = {.arena = wmi_bw2_arena(m)};
    *m = *model;
    m->memory = c.arena;
    m->materials = wmi_copy(&c, model->materials, m->material_count, sizeof *m->materials);
    m->meshes = wmi_copy(&c, model->meshes, m->mesh_count, sizeof *m->meshes);
    m->references = wmi_copy(&c, model->references, m->reference_count, sizeof *m->references);
    m->bones = wmi_copy(&c, model->bones, m->bone_count, sizeof *m->bones);
    m->entities = wmi_copy(&c, model->entities, m->entity_count, sizeof *m->entities);
    m->circles = wmi_copy(&c, model->circles, m->circle_count, sizeof *m->circles);
    m->footprint = wmi_copy(&c, model->footprint, m->footprint_count, sizeof *m->footprint);
    m->streams = wmi_copy(&c, model->streams, m->stream_count, sizeof *m->streams);
    for (uint32_t i = 0; m->streams && i < m->stream_count; i++)
        m->streams[i].data =
            wmi_copy(&c, m->streams[i].data, m->vertex_count, m->streams[i].stride);
    m->indices = wmi_copy(&c, model->indices, m->index_count, sizeof *m->indices);
    m->cleaves = wmi_copy(&c, model->cleaves, m->cleave_count, sizeof *m->cleaves);
    m->extra = wmi_copy(&c, model->extra, m->extra_size, 1);
    const wmi_bw2 *from = wmi_bw2_of(model);
    wmi_bw2 *to = wmi_bw2_of(m);
    to->file_size = from->file_size;
    to->odd_count = from->odd_count;
    to->odd = wmi_copy(&c, from->odd, from->odd_count, sizeof *to->odd);
    to->no_cleave_count = from->no_cleave_count;
    if (!c.failed)
        return m;
    wmi_arena_fail(c.arena, error, "");
    wm_bw2_model_free(m);
    return NULL;
}

void wmi_bw2_tidy(wm_bw2_model *model)
{
    wmi_arena *arena = wmi_bw2_arena(model);
    if (!wmi_arena_crowded(arena))
        return;
    wm_bw2_model *copy = wm_bw2_model_copy(model, &arena->allocator, NULL);
    if (!copy)
        return;
    wmi_bw2_odd *odd = wmi_bw2_of(copy)->odd;
    if (wmi_arena_move(arena, wmi_bw2_arena(copy), sizeof(wmi_bw2))) {
        *model = *copy;
        model->memory = arena;
        wmi_bw2_of(model)->odd = odd;
    } else {
        wm_bw2_model_free(copy);
    }
}
