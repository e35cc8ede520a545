/* waymark dump of Black & White 2 models: every field under its name in bw2.h. */
#include <string.h>

#include "bw2/bw2.h"
#include "dump.h"
#include "formats.h"

static void frame(wm_json_writer *j, const char *name, const wm_bw2_frame *f)
{
    wm_json_begin_object(j, name);
    json_vectors(j, "axis", f->axis, 3);
    wm_json_add_vec3(j, "position", f->position);
    wm_json_end(j);
}

static void bounds(wm_json_writer *j, const char *name, const wm_bw2_bounds *b)
{
    wm_json_begin_object(j, name);
    wm_json_add_vec3(j, "centre", b->centre);
    wm_json_add_float(j, "radius", b->radius);
    wm_json_add_vec3(j, "min", b->min);
    wm_json_add_vec3(j, "max", b->max);
    wm_json_add_vec3(j, "base", b->base);
    wm_json_add_float(j, "height", b->height);
    wm_json_add_float(j, "cylinder_radius", b->cylinder_radius);
    wm_json_add_uint(j, "tightest", b->tightest);
    wm_json_add_float(j, "volume", b->volume);
    wm_json_end(j);
}

static void material_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_bw2_material *m = &((const wm_bw2_model *)document)->materials[i];
    wm_json_begin_object(j, NULL);
    for (uint32_t t = 0; t < WM_BW2_TEXTURES; t++)
        wm_json_add_field(j, cli_bw2_slots[t], m->texture[t], WM_BW2_NAME);
    wm_json_add_field(j, "name", m->name, WM_BW2_NAME);
    wm_json_end(j);
}

static void mesh_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_bw2_mesh *m = &((const wm_bw2_model *)document)->meshes[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_field(j, "name", m->name, WM_BW2_NAME);
    wm_json_add_uint(j, "lod", m->lod);
    wm_json_add_uint(j, "face_count", m->face_count);
    wm_json_add_uint(j, "first_index", m->first_index);
    wm_json_add_uint(j, "index_count", m->index_count);
    wm_json_add_uint(j, "first_vertex", m->first_vertex);
    wm_json_add_uint(j, "vertex_count", m->vertex_count);
    frame(j, "pivot", &m->pivot);
    bounds(j, "bounds", &m->bounds);
    wm_json_add_uint(j, "reference_count", m->reference_count);
    wm_json_add_uint(j, "unknown_8c", m->unknown_8c);
    wm_json_add_uint(j, "first_bone", m->first_bone);
    wm_json_add_uint(j, "bone_count", m->bone_count);
    wm_json_end(j);
}

static void reference_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_bw2_reference *r = &((const wm_bw2_model *)document)->references[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "material", r->material);
    wm_json_add_uint(j, "first_index", r->first_index);
    wm_json_add_uint(j, "index_count", r->index_count);
    wm_json_add_uint(j, "first_vertex", r->first_vertex);
    wm_json_add_uint(j, "vertex_count", r->vertex_count);
    wm_json_add_uint(j, "first_face", r->first_face);
    wm_json_add_uint(j, "face_count", r->face_count);
    wm_json_add_uint(j, "addressing", r->addressing);
    wm_json_end(j);
}

static void bone_row(wm_json_writer *j, const void *document, uint32_t i)
{
    frame(j, NULL, &((const wm_bw2_model *)document)->bones[i]);
}

static void entity_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_bw2_entity *e = &((const wm_bw2_model *)document)->entities[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_field(j, "name", e->name, WM_BW2_ENTITY_NAME);
    frame(j, "frame", &e->frame);
    wm_json_end(j);
}

static void circle_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_bw2_circle *c = &((const wm_bw2_model *)document)->circles[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_float(j, "x", c->x);
    wm_json_add_float(j, "z", c->z);
    wm_json_add_float(j, "radius", c->radius);
    wm_json_end(j);
}

static void footprint_row(wm_json_writer *j, const void *document, uint32_t i)
{
    wm_json_add_vec3(j, NULL, ((const wm_bw2_model *)document)->footprint[i]);
}

static void element_row(wm_json_writer *j, const void *stream, uint32_t i)
{
    const wm_bw2_element *e = &((const wm_bw2_stream *)stream)->elements[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "id", e->id);
    wm_json_add_uint(j, "format", e->format);
    wm_json_end(j);
}

static void stream_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_bw2_stream *s = &((const wm_bw2_model *)document)->streams[i];
    wm_json_begin_object(j, NULL);
    dump_list(j, "elements", s->element_count, element_row, s);
    wm_json_add_uint(j, "stride", s->stride);
    wm_json_end(j);
}

/* Little-endian numbers of an element, as the format has them. */
static uint32_t word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void value(wm_json_writer *j, const char *name, const uint8_t *p, uint32_t format)
{
    float f[3];
    if (format == WM_BW2_FORMAT_BYTE || format == WM_BW2_FORMAT_INT) {
        wm_json_add_uint(j, name, format == WM_BW2_FORMAT_BYTE ? p[0] : word(p));
        return;
    }
    for (uint32_t i = 0; i <= format; i++) {
        uint32_t bits = word(p + 4 * i);
        memcpy(&f[i], &bits, 4);
    }
    if (format == WM_BW2_FORMAT_FLOAT)
        wm_json_add_float(j, name, f[0]);
    else
        wm_json_add_floats(j, name, f, format + 1);
}

/* Elements that may repeat are lists. */
enum { UVS, BONES, WEIGHTS, UNKNOWN, LISTS };
static const char *const list_names[LISTS] = {"uv", "bone", "weight", "unknown"};

static int list_of(uint32_t id)
{
    return id == WM_BW2_ELEMENT_UV            ? UVS
           : id == WM_BW2_ELEMENT_BONE_INDEX  ? BONES
           : id == WM_BW2_ELEMENT_BONE_WEIGHT ? WEIGHTS
                                              : UNKNOWN;
}

static bool is_single(uint32_t id)
{
    return id == WM_BW2_ELEMENT_POSITION || id == WM_BW2_ELEMENT_NORMAL;
}

/* The elements of vertex v in list `which`. */
static void list_row(wm_json_writer *j, const wm_bw2_model *m, uint32_t v, int which)
{
    wm_json_begin_array(j, list_names[which]);
    for (uint32_t s = 0; s < m->stream_count; s++) {
        const wm_bw2_stream *from = &m->streams[s];
        const uint8_t *p = from->data ? from->data + (size_t)v * from->stride : NULL;
        for (uint32_t e = 0; e < from->element_count; e++) {
            if (!is_single(from->elements[e].id) && list_of(from->elements[e].id) == which)
                value(j, NULL, p, from->elements[e].format);
            p += wm_bw2_format_size(from->elements[e].format);
        }
    }
    wm_json_end(j);
}

/* Each list is where its first element is. */
static void vertex_row(wm_json_writer *j, const void *document, uint32_t v)
{
    const wm_bw2_model *m = document;
    bool done[LISTS] = {false};
    wm_json_begin_object(j, NULL);
    for (uint32_t s = 0; s < m->stream_count; s++) {
        const wm_bw2_stream *from = &m->streams[s];
        const uint8_t *p = from->data ? from->data + (size_t)v * from->stride : NULL;
        for (uint32_t e = 0; e < from->element_count; e++) {
            uint32_t id = from->elements[e].id, format = from->elements[e].format;
            if (is_single(id)) {
                value(j, id == WM_BW2_ELEMENT_POSITION ? "position" : "normal", p, format);
            } else if (!done[list_of(id)]) {
                done[list_of(id)] = true;
                list_row(j, m, v, list_of(id));
            }
            p += wm_bw2_format_size(format);
        }
    }
    wm_json_end(j);
}

static void index_row(wm_json_writer *j, const void *document, uint32_t i)
{
    wm_json_add_uint(j, NULL, ((const wm_bw2_model *)document)->indices[i]);
}

static void cleave_row(wm_json_writer *j, const void *document, uint32_t i)
{
    wm_json_add_vec3(j, NULL, ((const wm_bw2_model *)document)->cleaves[i]);
}

static void dump_model(wm_json_writer *j, const wm_bw2_model *m)
{
    wm_json_add_uint(j, "version", m->version);
    wm_json_add_text(j, "variant", wm_bw2_model_is_skin(m) ? "skin" : "static");
    wm_json_add_uint(j, "size", m->size);
    wm_json_add_uint(j, "metadata_size", m->metadata_size);
    bounds(j, "bounds", &m->bounds);
    wm_json_add_vec3(j, "footprint_centre", m->footprint_centre);
    wm_json_add_float(j, "footprint_radius", m->footprint_radius);
    wm_json_add_float(j, "unknown_a4", m->unknown_a4);
    wm_json_add_uint(j, "topology", m->topology);
    dump_rows(j, "materials", m->material_count, material_row, m);
    dump_rows(j, "meshes", m->mesh_count, mesh_row, m);
    dump_rows(j, "references", m->reference_count, reference_row, m);
    dump_rows(j, "bones", m->bone_count, bone_row, m);
    dump_rows(j, "entities", m->entity_count, entity_row, m);
    dump_rows(j, "circles", m->circle_count, circle_row, m);
    dump_rows(j, "footprint", m->footprint_count, footprint_row, m);
    dump_rows(j, "streams", m->stream_count, stream_row, m);
    dump_rows(j, "vertices", m->vertex_count, vertex_row, m);
    dump_rows(j, "indices", m->index_count, index_row, m);
    dump_rows(j, "cleaves", m->cleave_count, cleave_row, m);
    wm_json_add_uint(j, "extra", m->extra_size);
}

int cli_bw2_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_bw2_model *m = cli_read_bw2(c, out->file, bytes, &error);
    wm_json_writer j;
    if (!m)
        return cli_unreadable(c, out->file, &error);
    dump_begin(&j, c, out, "bw2-model");
    dump_model(&j, m);
    json_finish(&j);
    wm_bw2_model_free(m);
    return EXIT_FINE;
}
