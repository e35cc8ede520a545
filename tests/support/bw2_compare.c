/* Compares a Black & White 2 model with its copy converted to a scene and back. */
#include "bw2_compare.h"

#include <stdlib.h>
#include <string.h>

static bool same(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

/* ---- vertices ---- */

static bool same_vertices(const wm_bw2_model *a, const wm_bw2_model *b, uint32_t id)
{
    for (uint32_t nth = 0; nth < 4; nth++)
        for (uint32_t v = 0; v < a->vertex_count; v++) {
            uint32_t f = 0, g = 0;
            const uint8_t *p = wm_bw2_model_vertex(a, v, id, nth, &f);
            const uint8_t *q = wm_bw2_model_vertex(b, v, id, nth, &g);
            if (!p != !q || f != g || (p && !same(p, q, wm_bw2_format_size(f))))
                return false;
        }
    return true;
}

/* ---- triangles ---- */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Lowest corner first, so that winding matters but the starting corner does not. */
static uint64_t name_of(uint32_t a, uint32_t b, uint32_t c)
{
    while (a > b || a > c) {
        uint32_t first = a;
        a = b;
        b = c;
        c = first;
    }
    return (uint64_t)a << 32 | b << 16 | c;
}

static uint32_t list(const wm_bw2_model *m, const wm_bw2_reference *r, uint64_t *to)
{
    const uint16_t *v = m->indices + r->first_index;
    uint32_t n = 0, step = wm_bw2_model_is_skin(m) ? 1 : 3;
    for (uint32_t i = 0; i + 2 < r->index_count; i += step) {
        uint32_t odd = step == 1 ? i & 1 : 0, a = v[i], b = v[i + 1 + odd], c = v[i + 2 - odd];
        if (step == 3 || (a != b && b != c && c != a))
            to[n++] = name_of(a, b, c);
    }
    if (step == 1)
        qsort(to, n, sizeof *to, compare);
    return n;
}

static bool same_triangles(const wm_bw2_model *a, const wm_bw2_model *b)
{
    bool good = true;
    for (uint32_t i = 0; good && i < a->reference_count; i++) {
        size_t n = a->references[i].index_count, k = b->references[i].index_count;
        uint64_t *x = calloc(n + 1, sizeof *x), *y = calloc(k + 1, sizeof *y);
        uint32_t count = x ? list(a, &a->references[i], x) : 0;
        good = x && y && list(b, &b->references[i], y) == count && same(x, y, count * sizeof *x);
        free(x);
        free(y);
    }
    return good;
}

/* ---- meshes ---- */

static bool same_meshes(const wm_bw2_model *a, const wm_bw2_model *b)
{
    for (uint32_t i = 0; i < a->mesh_count; i++) {
        const wm_bw2_mesh *p = &a->meshes[i], *q = &b->meshes[i];
        if (p->lod != q->lod || p->first_vertex != q->first_vertex ||
            p->vertex_count != q->vertex_count || p->reference_count != q->reference_count ||
            p->first_bone != q->first_bone || p->bone_count != q->bone_count ||
            !same(&p->pivot, &q->pivot, sizeof p->pivot) || !same(p->name, q->name, sizeof p->name))
            return false;
    }
    for (uint32_t i = 0; i < a->reference_count; i++)
        if (a->references[i].material != b->references[i].material ||
            a->references[i].addressing != b->references[i].addressing)
            return false;
    return true;
}

const char *test_bw2_lost(const wm_bw2_model *a, const wm_bw2_model *b)
{
    if (a->version != b->version || a->topology != b->topology)
        return "version or variant";
    if (a->vertex_count != b->vertex_count || a->mesh_count != b->mesh_count ||
        a->reference_count != b->reference_count)
        return "counts";
    if (a->material_count != b->material_count ||
        !same(a->materials, b->materials, a->material_count * sizeof *a->materials))
        return "materials";
    if (!same_vertices(a, b, WM_BW2_ELEMENT_POSITION))
        return "positions";
    if (!same_vertices(a, b, WM_BW2_ELEMENT_NORMAL))
        return "normals";
    if (!same_vertices(a, b, WM_BW2_ELEMENT_UV))
        return "uvs";
    if (!same_vertices(a, b, WM_BW2_ELEMENT_BONE_INDEX) ||
        !same_vertices(a, b, WM_BW2_ELEMENT_BONE_WEIGHT))
        return "weights";
    if (!same_triangles(a, b))
        return "triangles";
    if (!same_meshes(a, b))
        return "meshes or references";
    if (a->bone_count != b->bone_count ||
        !same(a->bones, b->bones, a->bone_count * sizeof *a->bones))
        return "bones";
    if (a->entity_count != b->entity_count ||
        !same(a->entities, b->entities, a->entity_count * sizeof *a->entities))
        return "entities";
    if (a->footprint_count != b->footprint_count ||
        !same(a->footprint, b->footprint, a->footprint_count * sizeof *a->footprint))
        return "footprint";
    if (a->circle_count != b->circle_count ||
        !same(a->circles, b->circles, a->circle_count * sizeof *a->circles))
        return "circles";
    if (a->cleave_count != b->cleave_count ||
        !same(a->cleaves, b->cleaves, a->cleave_count * sizeof *a->cleaves))
        return "cleaves";
    return NULL;
}

/* ---- what is not kept ---- */

/* For the box, only the signs of zeros. */
static void forget_bounds(wm_bw2_bounds *to, const wm_bw2_bounds *from)
{
    wm_bw2_bounds own = *to;
    *to = *from;
    if (own.min.x != from->min.x || own.min.y != from->min.y || own.min.z != from->min.z)
        to->min = own.min;
    if (own.max.x != from->max.x || own.max.y != from->max.y || own.max.z != from->max.z)
        to->max = own.max;
}

void test_bw2_forget(wm_bw2_model *to, const wm_bw2_model *from)
{
    forget_bounds(&to->bounds, &from->bounds);
    to->footprint_centre = from->footprint_centre;
    to->footprint_radius = from->footprint_radius;
    to->unknown_a4 = from->unknown_a4;
    for (uint32_t i = 0; i < to->mesh_count; i++) {
        forget_bounds(&to->meshes[i].bounds, &from->meshes[i].bounds);
        to->meshes[i].unknown_8c = from->meshes[i].unknown_8c;
    }
    for (uint32_t i = 0; i < to->stream_count; i++) {
        to->streams[i].unknown_84 = from->streams[i].unknown_84;
        memcpy(to->streams[i].elements, from->streams[i].elements, sizeof to->streams[i].elements);
    }
}
