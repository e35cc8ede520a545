/* A small model with a record in every table. */
#include "bw2_models.h"

#include <string.h>

#include "base/internal.h"
#include "bw2/internal.h"

enum { VERTICES = 8, BONES = 50 };

typedef struct maker {
    wm_bw2_model *m;
    test_bw2_kind kind;
    bool failed;
} maker;

static void *room(maker *k, size_t count, size_t size)
{
    void *p = k->failed ? NULL : wm_bw2_model_alloc(k->m, count, size);
    k->failed = k->failed || !p;
    return p;
}

static void set_float(uint8_t *p, float value)
{
    wmi_store32(p, &value, 1);
}

static void add_element(wm_bw2_stream *s, uint32_t id, uint32_t format)
{
    s->elements[s->element_count++] = (wm_bw2_element){id, format};
    s->stride += wm_bw2_format_size(format);
}

/* Two squares of four vertices, the second one above the first. */
static void fill_first_stream(maker *k, wm_bw2_stream *s)
{
    add_element(s, WM_BW2_POSITION, WM_BW2_FLOAT3);
    add_element(s, WM_BW2_NORMAL, WM_BW2_FLOAT3);
    for (uint32_t i = 0; i < k->kind.uv_sets; i++)
        add_element(s, WM_BW2_UV, WM_BW2_FLOAT2);
    if (k->kind.odd)
        add_element(s, 9, WM_BW2_INT);
    memset(s->elements + s->element_count, 0xCD,
           (WM_BW2_ELEMENTS - s->element_count) * sizeof *s->elements);
    s->data = room(k, VERTICES, s->stride);
    for (uint32_t v = 0; s->data && v < VERTICES; v++) {
        uint8_t *p = s->data + v * s->stride;
        set_float(p, v % 4 == 1 || v % 4 == 2 ? 1.0f : 0.0f);
        set_float(p + 4, v < 4 ? 0.0f : 2.0f);
        set_float(p + 8, v % 4 < 2 ? 0.0f : 1.0f);
        set_float(p + 16, 1);
        for (uint32_t i = 0; i < k->kind.uv_sets; i++)
            set_float(p + 24 + 8 * i, (float)v / 8);
    }
}

static void add_streams(maker *k)
{
    wm_bw2_model *m = k->m;
    m->vertex_count = VERTICES;
    m->stream_count = k->kind.skin ? 9 : 1;
    m->streams = room(k, m->stream_count, sizeof *m->streams);
    if (k->failed)
        return;
    fill_first_stream(k, &m->streams[0]);
    for (uint32_t i = 1; i < m->stream_count; i++) {
        wm_bw2_stream *s = &m->streams[i];
        bool index = i < 5;
        add_element(s, index ? WM_BW2_BONE_INDEX : WM_BW2_BONE_WEIGHT,
                    index ? WM_BW2_BYTE : WM_BW2_FLOAT);
        s->data = room(k, VERTICES, s->stride);
        for (uint32_t v = 0; s->data && v < VERTICES; v++) {
            if (index)
                s->data[v] = (uint8_t)(i == 2 ? BONES - 1 : 4);
            else
                set_float(s->data + 4 * v, i == 5 ? 0.75f : i == 6 ? 0.25f : 0);
        }
    }
}

/* Lists of two triangles a mesh; or strips of four corners with joining pairs between. */
static void add_indices(maker *k)
{
    static const uint16_t list[12] = {0, 2, 1, 0, 3, 2, 4, 6, 5, 4, 7, 6};
    static const uint16_t strip[10] = {0, 3, 1, 2, 2, 4, 4, 7, 5, 6};
    wm_bw2_model *m = k->m;
    m->index_count = k->kind.skin ? 10 : 12;
    m->indices = room(k, m->index_count, 2);
    if (m->indices)
        memcpy(m->indices, k->kind.skin ? strip : list, 2 * m->index_count);
}

static void add_meshes(maker *k)
{
    wm_bw2_model *m = k->m;
    m->mesh_count = m->reference_count = 2;
    m->meshes = room(k, 2, sizeof *m->meshes);
    m->references = room(k, 2, sizeof *m->references);
    for (uint32_t i = 0; !k->failed && i < 2; i++) {
        wm_bw2_mesh *mesh = &m->meshes[i];
        wm_bw2_reference *r = &m->references[i];
        uint32_t count = k->kind.skin ? 4 : 6;
        mesh->index_count = r->index_count = count;
        r->first_index = k->kind.skin ? 6 * i : 6 * i;
        mesh->first_index = k->kind.skin && i ? r->first_index - 2 : r->first_index;
        mesh->face_count = r->face_count = 2;
        mesh->first_vertex = r->first_vertex = 4 * i;
        mesh->vertex_count = r->vertex_count = 4;
        mesh->pivot.axis[0].x = mesh->pivot.axis[1].z = mesh->pivot.axis[2].y = 1;
        mesh->reference_count = 1;
        mesh->reference = i;
        mesh->lod = i + 1;
        mesh->unknown_8c = 0xCDCDCDCD;
        memcpy(mesh->name, i ? "square_lod2" : "square_lod1", 12);
        if (k->kind.skin) {
            mesh->first_bone = 4;
            mesh->bone_count = BONES - 4;
        }
        r->material = i;
        r->addressing = 5;
    }
}

static void add_tables(maker *k)
{
    wm_bw2_model *m = k->m;
    m->materials = room(k, 2, sizeof *m->materials);
    m->entities = room(k, 1, sizeof *m->entities);
    m->circles = room(k, 1, sizeof *m->circles);
    m->footprint = room(k, 3, sizeof *m->footprint);
    m->cleaves = room(k, VERTICES, sizeof *m->cleaves);
    m->bones = room(k, BONES, sizeof *m->bones);
    if (k->failed)
        return;
    m->material_count = 2;
    memcpy(m->materials[0].texture[0], "m_square.dds", 13);
    memcpy(m->materials[0].name, "1 - default", 12);
    memcpy(m->materials[1].name, "lh_phys", 8);
    if (k->kind.odd)
        memset(m->materials[1].texture[5], 'x', WM_BW2_NAME);
    m->entity_count = m->circle_count = 1;
    memcpy(m->entities[0].name, "bws_ep_door", 12);
    m->entities[0].frame.axis[0].x = m->entities[0].frame.axis[1].z =
        m->entities[0].frame.axis[2].y = 1;
    m->circles[0] = (wm_bw2_circle){0.5f, 0.5f, 1.7677669f};
    m->footprint_count = 3;
    m->footprint[1].x = m->footprint[2].x = m->footprint[2].z = 1;
    m->cleave_count = k->kind.version >= 6 ? VERTICES : 0;
    for (uint32_t v = 0; v < m->cleave_count; v++)
        m->cleaves[v].y = -0.125f;
    m->bone_count = k->kind.skin ? BONES : 0;
    for (uint32_t i = 0; i < m->bone_count; i++) {
        m->bones[i].axis[0].x = m->bones[i].axis[1].z = m->bones[i].axis[2].y = 1;
        m->bones[i].position.y = (float)i / 8;
    }
}

/* The sizes that the header tells. */
static void set_sizes(wm_bw2_model *m)
{
    uint32_t end = WMI_BW2_HEADER + m->material_count * WMI_BW2_MATERIAL +
                   m->mesh_count * WMI_BW2_MESH + m->reference_count * WMI_BW2_REFERENCE +
                   m->bone_count * WMI_BW2_BONE + m->entity_count * WMI_BW2_ENTITY +
                   (m->circle_count + m->footprint_count) * 12 + m->stream_count * WMI_BW2_STREAM;
    m->metadata_size = end - 0x38;
    for (uint32_t i = 0; i < m->stream_count; i++)
        end += m->vertex_count * m->streams[i].stride;
    end += 2 * m->index_count + (m->version >= 6 ? 4 + 12 * m->cleave_count : 0);
    m->size = end - 44;
}

wm_bw2_model *test_bw2_make(test_bw2_kind kind, const wm_allocator *allocator)
{
    maker k = {.m = wm_bw2_model_new(allocator, NULL), .kind = kind};
    if (!k.m)
        return NULL;
    k.m->version = kind.version;
    k.m->topology = kind.skin ? WM_BW2_STRIP : WM_BW2_LIST;
    add_streams(&k);
    add_indices(&k);
    add_meshes(&k);
    add_tables(&k);
    if (kind.odd) {
        k.m->extra = room(&k, 3, 1);
        k.m->extra_size = k.failed ? 0 : 3;
    }
    if (k.failed) {
        wm_bw2_model_free(k.m);
        return NULL;
    }
    set_sizes(k.m);
    return k.m;
}
