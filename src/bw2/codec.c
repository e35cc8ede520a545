/* Reads and writes the records of a model, field by field. docs/formats/bw2-model.md, "Layout". */
#include "bw2/internal.h"

_Static_assert(sizeof(wm_bw2_frame) == 4 * 12, "words() takes it at once");
_Static_assert(sizeof(wm_bw2_element) == 4 * 2, "words() takes an array of it");

static void words(wmi_bw2_codec *c, void *v, size_t count)
{
    if (c->put)
        wmi_store32(c->p, v, count);
    else
        wmi_load32(v, c->p, count);
    c->p += 4 * count;
}

static void bytes(wmi_bw2_codec *c, void *v, size_t count)
{
    if (c->put)
        memcpy(c->p, v, count);
    else
        memcpy(v, c->p, count);
    c->p += count;
}

static void bounds(wmi_bw2_codec *c, wm_bw2_bounds *b)
{
    words(c, &b->centre, 3);
    words(c, &b->radius, 1);
    words(c, &b->min, 3);
    words(c, &b->max, 3);
    words(c, &b->base, 3);
    words(c, &b->height, 1);
    words(c, &b->cylinder_radius, 1);
    words(c, &b->tightest, 1);
    words(c, &b->volume, 1);
}

void wmi_bw2_code_header(wmi_bw2_codec *c, wm_bw2_model *m)
{
    bytes(c, m->signature, sizeof m->signature);
    words(c, &m->size, 1);
    words(c, &m->magic, 1);
    words(c, &m->version, 1);
    words(c, &m->metadata_size, 1);
    bounds(c, &m->bounds);
    words(c, &m->material_count, 1);
    words(c, &m->mesh_count, 1);
    words(c, &m->bone_count, 1);
    words(c, &m->entity_count, 1);
    words(c, &m->circle_count, 1);
    words(c, &m->footprint_count, 1);
    words(c, &m->footprint_centre, 3);
    words(c, &m->footprint_radius, 1);
    words(c, &m->unknown_a4, 1);
    words(c, &m->vertex_count, 1);
    words(c, &m->stream_count, 1);
    words(c, &m->topology, 1);
    words(c, &m->index_count, 1);
}

void wmi_bw2_code_mesh(wmi_bw2_codec *c, wm_bw2_mesh *m)
{
    words(c, &m->face_count, 1);
    words(c, &m->first_index, 1);
    words(c, &m->index_count, 1);
    words(c, &m->first_vertex, 1);
    words(c, &m->vertex_count, 1);
    words(c, &m->pivot, 12);
    bounds(c, &m->bounds);
    words(c, &m->reference_count, 1);
    words(c, &m->unknown_8c, 1);
    words(c, &m->lod, 1);
    bytes(c, m->name, sizeof m->name);
    words(c, &m->first_bone, 1);
    words(c, &m->bone_count, 1);
}

void wmi_bw2_code_entity(wmi_bw2_codec *c, wm_bw2_entity *e)
{
    words(c, &e->frame, 12);
    bytes(c, e->name, sizeof e->name);
}

void wmi_bw2_code_stream(wmi_bw2_codec *c, wm_bw2_stream *s)
{
    words(c, &s->element_count, 1);
    words(c, s->elements, 2 * WM_BW2_ELEMENTS);
    words(c, &s->unknown_84, 1);
}
