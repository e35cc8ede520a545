/* waymark dump of Black & White 2 models: every field under its name in bw2.h. */
#include <string.h>

#include "bw2/bw2.h"
#include "dump.h"
#include "formats.h"

static cJSON *frame(const wm_bw2_frame *f)
{
    cJSON *o = cJSON_CreateObject(), *axes = cJSON_CreateArray();
    for (int i = 0; i < 3; i++)
        cJSON_AddItemToArray(axes, json_vec3(f->axis[i]));
    json_add(o, "axis", axes);
    json_add(o, "position", json_vec3(f->position));
    return o;
}

static cJSON *bounds(const wm_bw2_bounds *b)
{
    cJSON *o = cJSON_CreateObject();
    json_add(o, "centre", json_vec3(b->centre));
    json_add(o, "radius", json_float(b->radius));
    json_add(o, "min", json_vec3(b->min));
    json_add(o, "max", json_vec3(b->max));
    json_add(o, "base", json_vec3(b->base));
    json_add(o, "height", json_float(b->height));
    json_add(o, "cylinder_radius", json_float(b->cylinder_radius));
    json_add(o, "tightest", json_uint(b->tightest));
    json_add(o, "volume", json_float(b->volume));
    return o;
}

static cJSON *material_row(const void *document, uint32_t i)
{
    const wm_bw2_material *m = &((const wm_bw2_model *)document)->materials[i];
    cJSON *o = cJSON_CreateObject();
    for (uint32_t t = 0; t < WM_BW2_TEXTURES; t++)
        json_add(o, cli_bw2_slots[t], cli_bw2_text(m->texture[t], WM_BW2_NAME));
    json_add(o, "name", cli_bw2_text(m->name, WM_BW2_NAME));
    return o;
}

static cJSON *mesh_row(const void *document, uint32_t i)
{
    const wm_bw2_mesh *m = &((const wm_bw2_model *)document)->meshes[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "name", cli_bw2_text(m->name, WM_BW2_NAME));
    json_add(o, "lod", json_uint(m->lod));
    json_add(o, "face_count", json_uint(m->face_count));
    json_add(o, "first_index", json_uint(m->first_index));
    json_add(o, "index_count", json_uint(m->index_count));
    json_add(o, "first_vertex", json_uint(m->first_vertex));
    json_add(o, "vertex_count", json_uint(m->vertex_count));
    json_add(o, "pivot", frame(&m->pivot));
    json_add(o, "bounds", bounds(&m->bounds));
    json_add(o, "reference_count", json_uint(m->reference_count));
    json_add(o, "unknown_8c", json_uint(m->unknown_8c));
    json_add(o, "first_bone", json_uint(m->first_bone));
    json_add(o, "bone_count", json_uint(m->bone_count));
    return o;
}

static cJSON *reference_row(const void *document, uint32_t i)
{
    const wm_bw2_reference *r = &((const wm_bw2_model *)document)->references[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "material", json_uint(r->material));
    json_add(o, "first_index", json_uint(r->first_index));
    json_add(o, "index_count", json_uint(r->index_count));
    json_add(o, "first_vertex", json_uint(r->first_vertex));
    json_add(o, "vertex_count", json_uint(r->vertex_count));
    json_add(o, "first_face", json_uint(r->first_face));
    json_add(o, "face_count", json_uint(r->face_count));
    json_add(o, "addressing", json_uint(r->addressing));
    return o;
}

static cJSON *bone_row(const void *document, uint32_t i)
{
    return frame(&((const wm_bw2_model *)document)->bones[i]);
}

static cJSON *entity_row(const void *document, uint32_t i)
{
    const wm_bw2_entity *e = &((const wm_bw2_model *)document)->entities[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "name", cli_bw2_text(e->name, WM_BW2_ENTITY_NAME));
    json_add(o, "frame", frame(&e->frame));
    return o;
}

static cJSON *circle_row(const void *document, uint32_t i)
{
    const wm_bw2_circle *c = &((const wm_bw2_model *)document)->circles[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "x", json_float(c->x));
    json_add(o, "z", json_float(c->z));
    json_add(o, "radius", json_float(c->radius));
    return o;
}

static cJSON *footprint_row(const void *document, uint32_t i)
{
    return json_vec3(((const wm_bw2_model *)document)->footprint[i]);
}

static cJSON *stream_row(const void *document, uint32_t i)
{
    const wm_bw2_stream *s = &((const wm_bw2_model *)document)->streams[i];
    cJSON *o = cJSON_CreateObject(), *list = cJSON_CreateArray();
    for (uint32_t e = 0; e < s->element_count; e++) {
        cJSON *element = cJSON_CreateObject();
        json_add(element, "id", json_uint(s->elements[e].id));
        json_add(element, "format", json_uint(s->elements[e].format));
        cJSON_AddItemToArray(list, element);
    }
    json_add(o, "elements", list);
    json_add(o, "stride", json_uint(s->stride));
    return o;
}

/* Little-endian numbers of an element, as the format has them. */
static uint32_t word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static cJSON *value(const uint8_t *p, uint32_t format)
{
    float f[3];
    if (format == WM_BW2_BYTE)
        return json_uint(p[0]);
    if (format == WM_BW2_INT)
        return json_uint(word(p));
    for (uint32_t i = 0; i <= format; i++) {
        uint32_t bits = word(p + 4 * i);
        memcpy(&f[i], &bits, 4);
    }
    return format == WM_BW2_FLOAT ? json_float(f[0]) : json_floats(f, format + 1);
}

/* Elements that may repeat are lists. */
static cJSON *list_of(cJSON *o, const char *name)
{
    cJSON *list = cJSON_GetObjectItem(o, name);
    if (!list)
        cJSON_AddItemToObject(o, name, list = cJSON_CreateArray());
    return list;
}

static cJSON *vertex_row(const void *document, uint32_t v)
{
    const wm_bw2_model *m = document;
    cJSON *o = cJSON_CreateObject();
    for (uint32_t s = 0; s < m->stream_count; s++) {
        const wm_bw2_stream *from = &m->streams[s];
        const uint8_t *p = from->data ? from->data + (size_t)v * from->stride : NULL;
        for (uint32_t e = 0; e < from->element_count; e++) {
            uint32_t format = from->elements[e].format;
            cJSON *item = value(p, format);
            p += wm_bw2_format_size(format);
            switch (from->elements[e].id) {
            case WM_BW2_POSITION: json_add(o, "position", item); break;
            case WM_BW2_NORMAL: json_add(o, "normal", item); break;
            case WM_BW2_UV: cJSON_AddItemToArray(list_of(o, "uv"), item); break;
            case WM_BW2_BONE_INDEX: cJSON_AddItemToArray(list_of(o, "bone"), item); break;
            case WM_BW2_BONE_WEIGHT: cJSON_AddItemToArray(list_of(o, "weight"), item); break;
            default: cJSON_AddItemToArray(list_of(o, "unknown"), item); break;
            }
        }
    }
    return o;
}

static cJSON *index_row(const void *document, uint32_t i)
{
    return json_uint(((const wm_bw2_model *)document)->indices[i]);
}

static cJSON *cleave_row(const void *document, uint32_t i)
{
    return json_vec3(((const wm_bw2_model *)document)->cleaves[i]);
}

static void dump_model(dump *d, const wm_bw2_model *m)
{
    dump_member(d, "version", json_uint(m->version));
    dump_member(d, "variant", json_text(wm_bw2_is_skin(m) ? "skin" : "static"));
    dump_member(d, "size", json_uint(m->size));
    dump_member(d, "metadata_size", json_uint(m->metadata_size));
    dump_member(d, "bounds", bounds(&m->bounds));
    dump_member(d, "footprint_centre", json_vec3(m->footprint_centre));
    dump_member(d, "footprint_radius", json_float(m->footprint_radius));
    dump_member(d, "unknown_a4", json_float(m->unknown_a4));
    dump_member(d, "topology", json_uint(m->topology));
    dump_rows(d, "materials", m->material_count, material_row, m);
    dump_rows(d, "meshes", m->mesh_count, mesh_row, m);
    dump_rows(d, "references", m->reference_count, reference_row, m);
    dump_rows(d, "bones", m->bone_count, bone_row, m);
    dump_rows(d, "entities", m->entity_count, entity_row, m);
    dump_rows(d, "circles", m->circle_count, circle_row, m);
    dump_rows(d, "footprint", m->footprint_count, footprint_row, m);
    dump_rows(d, "streams", m->stream_count, stream_row, m);
    dump_rows(d, "vertices", m->vertex_count, vertex_row, m);
    dump_rows(d, "indices", m->index_count, index_row, m);
    dump_rows(d, "cleaves", m->cleave_count, cleave_row, m);
    dump_member(d, "extra", json_uint(m->extra_size));
}

int cli_bw2_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_bw2_model *m = cli_read_bw2(bytes, &error);
    dump d = {.to = out->data, .lines = !c->json};
    if (!m)
        return cli_unreadable(c, out, &error);
    dump_open_object(&d);
    dump_member(&d, "file", json_text(out->file));
    dump_member(&d, "format", json_text("bw2-model"));
    dump_model(&d, m);
    dump_close_object(&d);
    fputc('\n', d.to);
    wm_bw2_model_free(m);
    return EXIT_FINE;
}
