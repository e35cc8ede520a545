/* A small model with a record in every table, and a large one with only a grid. */
#include "bw2_models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"

enum { VERTICES = TEST_BW2_VERTICES, BONES = TEST_BW2_BONES };

const test_bw2_sample test_bw2_samples[] = {
    {"m_square.bwm", {6, false, 1, false}},
    {"m_square_2uv.bwm", {6, false, 2, false}},
    {"m_square_3uv_v5.bwm", {5, false, 3, false}},
    {"m_odd.bwm", {6, false, 1, true}},
    {"s_square.bwm", {6, true, 1, false}},
    {"s_square_v5.bwm", {5, true, 2, false}},
    {"s_odd.bwm", {6, true, 3, true}},
    {0},
};

typedef struct maker {
    wm_bw2_model *m;
    test_bw2_kind kind;
    bool failed;
} maker;

static void *room(maker *k, size_t count, size_t size)
{
    void *p = k->failed ? NULL : wm_bw2_model_alloc(k->m, count, size, NULL);
    k->failed = k->failed || !p;
    return p;
}

static void set_floats(uint8_t *p, const float *values, size_t count)
{
    wmi_store32(p, values, count);
}

static void add_element(wm_bw2_stream *s, uint32_t id, uint32_t format)
{
    s->elements[s->element_count++] = (wm_bw2_element){id, format};
    s->stride += wm_bw2_format_size(format);
}

/* Two squares, one above the other, and a slope across both. */
static const float places[VERTICES][3] = {
    {0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {0, 2, 0}, {1, 2, 0},
    {1, 2, 1}, {0, 2, 1}, {0, 0, 0}, {1, 0, 0}, {1, 2, 1}, {0, 2, 1},
};

static void fill_first_stream(maker *k, wm_bw2_stream *s)
{
    static const float up[3] = {0, 1, 0}, slope[3] = {0, 0.4472136f, -0.8944272f};
    add_element(s, WM_BW2_ELEMENT_POSITION, WM_BW2_FORMAT_FLOAT3);
    add_element(s, WM_BW2_ELEMENT_NORMAL, WM_BW2_FORMAT_FLOAT3);
    for (uint32_t i = 0; i < k->kind.uv_sets; i++)
        add_element(s, WM_BW2_ELEMENT_UV, WM_BW2_FORMAT_FLOAT2);
    if (k->kind.odd)
        add_element(s, 9, WM_BW2_FORMAT_INT);
    memset(s->elements + s->element_count, 0xCD,
           (WM_BW2_ELEMENTS - s->element_count) * sizeof *s->elements);
    s->data = room(k, VERTICES, s->stride);
    for (uint32_t v = 0; s->data && v < VERTICES; v++) {
        uint8_t *p = s->data + v * s->stride;
        set_floats(p, places[v], 3);
        set_floats(p + 12, v < 8 ? up : slope, 3);
        for (uint32_t i = 0; i < k->kind.uv_sets; i++)
            set_floats(p + 24 + 8 * i, (const float[]){(float)v / 8, (float)i - 1}, 2);
    }
}

/* Every vertex follows two bones; there are four slots. */
static void fill_slot(wm_bw2_stream *s, uint32_t i)
{
    bool index = i < 5;
    const float weight = i == 5 ? 0.75f : i == 6 ? 0.25f : 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (index)
            s->data[v] = (uint8_t)(i == 2 ? BONES - 1 : 4);
        else
            set_floats(s->data + 4 * v, &weight, 1);
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
        add_element(s, i < 5 ? WM_BW2_ELEMENT_BONE_INDEX : WM_BW2_ELEMENT_BONE_WEIGHT,
                    i < 5 ? WM_BW2_FORMAT_BYTE : WM_BW2_FORMAT_FLOAT);
        s->data = room(k, VERTICES, s->stride);
        if (s->data)
            fill_slot(s, i);
    }
}

/* Lists with two triangles per reference, or strips of four corners with joining pairs between. */
static void add_indices(maker *k)
{
    static const uint16_t list[18] = {0, 2, 1, 0, 3, 2, 4, 6, 5, 4, 7, 6, 8, 10, 9, 8, 11, 10};
    static const uint16_t strip[16] = {0, 3, 1, 2, 2, 4, 4, 7, 5, 6, 6, 8, 8, 11, 9, 10};
    wm_bw2_model *m = k->m;
    m->index_count = k->kind.skin ? 16 : 18;
    m->indices = room(k, m->index_count, 2);
    if (m->indices)
        memcpy(m->indices, k->kind.skin ? strip : list, 2 * m->index_count);
}

static void set_bounds(wm_bw2_bounds *b)
{
    b->min = (wm_vec3){0, 0, 0};
    b->max = (wm_vec3){1, 2, 1};
    b->centre = (wm_vec3){0.5f, 1, 0.5f};
    b->radius = 1.2247449f;
    b->base = (wm_vec3){0.5f, 0, 0.5f};
    b->height = 2;
    b->cylinder_radius = 0.70710678f;
    b->tightest = WM_BW2_SHAPE_BOX;
    b->volume = 2;
}

static void set_frame(wm_bw2_frame *f)
{
    f->axis[0].x = f->axis[1].z = f->axis[2].y = 1;
}

static void add_meshes(maker *k)
{
    wm_bw2_model *m = k->m;
    m->meshes = room(k, 2, sizeof *m->meshes);
    m->references = room(k, 3, sizeof *m->references);
    if (k->failed)
        return;
    m->mesh_count = 2;
    m->reference_count = 3;
    set_bounds(&m->bounds);
    for (uint32_t i = 0; i < 2; i++) {
        wm_bw2_mesh *mesh = &m->meshes[i];
        mesh->reference_count = 2 - i;
        mesh->reference = 2 * i;
        mesh->first_index = k->kind.skin ? 10 * i : 12 * i;
        mesh->index_count = (k->kind.skin ? 4 : 6) * mesh->reference_count;
        mesh->face_count = k->kind.skin ? mesh->index_count - 2 : mesh->index_count / 3;
        mesh->first_vertex = 8 * i;
        mesh->vertex_count = 8 - 4 * i;
        set_frame(&mesh->pivot);
        set_bounds(&mesh->bounds);
        mesh->lod = i + 1;
        mesh->unknown_8c = 0xCDCDCDCD;
        memcpy(mesh->name, i ? "square_lod2" : "square_lod1", 12);
        if (k->kind.skin) {
            mesh->first_bone = 4;
            mesh->bone_count = BONES - 4;
        }
    }
    for (uint32_t i = 0; i < 3; i++)
        m->references[i] = (wm_bw2_reference){.material = i == 2,
                                              .first_index = 6 * i,
                                              .index_count = k->kind.skin ? 4 : 6,
                                              .first_vertex = 4 * i,
                                              .vertex_count = 4,
                                              .first_face = i == 1 ? 2 : 0,
                                              .face_count = 2,
                                              .addressing = 5};
}

static void add_tables(maker *k)
{
    wm_bw2_model *m = k->m;
    m->materials = room(k, 2, sizeof *m->materials);
    m->entities = room(k, 2, sizeof *m->entities);
    m->circles = room(k, 2, sizeof *m->circles);
    m->footprint = room(k, 4, sizeof *m->footprint);
    m->cleaves = room(k, VERTICES, sizeof *m->cleaves);
    m->bones = room(k, BONES, sizeof *m->bones);
    if (k->failed)
        return;
    m->material_count = m->entity_count = m->circle_count = 2;
    memcpy(m->materials[0].texture[0], "m_square.dds", 13);
    memcpy(m->materials[0].name, "1 - default", 12);
    memcpy(m->materials[1].name, "lh_phys", 8);
    memcpy(m->entities[0].name, "bws_ep_door", 12);
    memcpy(m->entities[1].name, "bws_ep_windowlight01", 21);
    set_frame(&m->entities[0].frame);
    set_frame(&m->entities[1].frame);
    m->entities[1].frame.position.y = 1.5f;
    m->circles[0] = (wm_bw2_circle){0.5f, 0.5f, 1.7677669f};
    m->circles[1] = (wm_bw2_circle){0.5f, 0.25f, 0.5f};
    m->footprint_count = 4;
    for (uint32_t i = 0; i < 4; i++)
        m->footprint[i] = (wm_vec3){places[i][0], places[i][1], places[i][2]};
    m->footprint_centre = (wm_vec3){0.5f, 0, 0.5f};
    m->footprint_radius = 0.70710678f;
    m->cleave_count = k->kind.version >= 6 ? VERTICES : 0;
    for (uint32_t v = 0; v < m->cleave_count; v++)
        m->cleaves[v].y = -0.125f;
    m->bone_count = k->kind.skin ? BONES : 0;
    for (uint32_t i = 0; i < m->bone_count; i++) {
        set_frame(&m->bones[i]);
        m->bones[i].position.y = (float)i / 8;
    }
}

/* Allowed by the format, but not found in any real file. */
static void make_odd(maker *k)
{
    wm_bw2_model *m = k->m;
    m->extra = room(k, 3, 1);
    if (k->failed)
        return;
    m->extra_size = 3;
    memset(m->materials[1].texture[5], 'x', WM_BW2_NAME);
    memset(m->materials[1].name, 'y', WM_BW2_NAME);
    memset(m->meshes[0].name, 'z', WM_BW2_NAME);
    memset(m->entities[0].name, 'w', WM_BW2_ENTITY_NAME);
}

static wm_bw2_model *finish(maker *k)
{
    if (!k->failed) {
        wm_bw2_model_set_sizes(k->m);
        k->m->size -= k->m->extra_size; /* these are not counted */
        return k->m;
    }
    wm_bw2_model_free(k->m);
    return NULL;
}

wm_bw2_model *test_bw2_make(test_bw2_kind kind, const wm_allocator *allocator)
{
    maker k = {.m = wm_bw2_model_new(allocator, NULL), .kind = kind};
    if (!k.m)
        return NULL;
    k.m->version = kind.version;
    k.m->topology = kind.skin ? WM_BW2_TOPOLOGY_STRIP : WM_BW2_TOPOLOGY_LIST;
    add_streams(&k);
    add_indices(&k);
    add_meshes(&k);
    add_tables(&k);
    if (kind.odd)
        make_odd(&k);
    return finish(&k);
}

uint8_t *test_bw2_bytes(test_bw2_kind kind, size_t *size)
{
    wm_buffer bytes;
    uint8_t *block = NULL;
    wm_bw2_model *m = test_bw2_make(kind, NULL);
    if (m && wm_bw2_model_write(m, NULL, &bytes, NULL) == WM_OK) {
        block = malloc(bytes.size);
        if (block)
            memcpy(block, bytes.data, *size = bytes.size);
        wm_buffer_free(&bytes);
    }
    wm_bw2_model_free(m);
    return block;
}

/* ---- the grid ---- */

static void fill_grid(wm_bw2_model *m, uint32_t side)
{
    uint32_t half = side * side, stride = m->streams[0].stride, at = 0;
    for (uint32_t v = 0; v < 2 * half; v++) {
        uint32_t x = v % half % side, z = v % half / side;
        float place[8] = {(float)x, (float)wmi_sin(x + z), (float)z, 0, 1, 0};
        place[6] = (float)x / (float)side;
        place[7] = (float)z / (float)side;
        set_floats(m->streams[0].data + (size_t)v * stride, place, 8);
    }
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t z = 0; z + 1 < side; z++)
            for (uint32_t x = 0; x + 1 < side; x++) {
                uint32_t a = i * half + z * side + x;
                const uint32_t corner[6] = {a, a + side, a + 1, a + 1, a + side, a + side + 1};
                for (int k = 0; k < 6; k++)
                    m->indices[at++] = (uint16_t)corner[k];
            }
}

wm_bw2_model *test_bw2_grid(uint32_t side, const wm_allocator *allocator)
{
    maker k = {.m = wm_bw2_model_new(allocator, NULL)};
    wm_bw2_model *m = k.m;
    uint32_t half = side * side, indices = 6 * (side - 1) * (side - 1);
    if (!m)
        return NULL;
    m->streams = room(&k, 1, sizeof *m->streams);
    m->materials = room(&k, 1, sizeof *m->materials);
    m->meshes = room(&k, 2, sizeof *m->meshes);
    m->references = room(&k, 2, sizeof *m->references);
    m->indices = room(&k, 2 * (size_t)indices, 2);
    m->cleaves = room(&k, 2 * (size_t)half, sizeof *m->cleaves);
    if (k.failed)
        return finish(&k);
    add_element(m->streams, WM_BW2_ELEMENT_POSITION, WM_BW2_FORMAT_FLOAT3);
    add_element(m->streams, WM_BW2_ELEMENT_NORMAL, WM_BW2_FORMAT_FLOAT3);
    add_element(m->streams, WM_BW2_ELEMENT_UV, WM_BW2_FORMAT_FLOAT2);
    m->streams[0].data = room(&k, 2 * (size_t)half, m->streams[0].stride);
    if (k.failed)
        return finish(&k);
    m->stream_count = m->material_count = 1;
    m->mesh_count = m->reference_count = 2;
    m->vertex_count = m->cleave_count = 2 * half;
    m->index_count = 2 * indices;
    for (uint32_t i = 0; i < 2; i++) {
        m->meshes[i] = (wm_bw2_mesh){.face_count = indices / 3,
                                     .first_index = i * indices,
                                     .index_count = indices,
                                     .first_vertex = i * half,
                                     .vertex_count = half,
                                     .reference_count = 1,
                                     .lod = i + 1,
                                     .reference = i};
        m->references[i] = (wm_bw2_reference){.first_index = i * indices,
                                              .index_count = indices,
                                              .first_vertex = i * half,
                                              .vertex_count = half,
                                              .face_count = indices / 3,
                                              .addressing = 15};
    }
    fill_grid(m, side);
    return finish(&k);
}
