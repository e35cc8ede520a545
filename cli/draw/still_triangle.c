/* Drawing the triangles of a figure, as the eye and as the light sees them. */
#include <math.h>
#include <string.h>

#include "draw/still.h"

/* Where u and v grow on a triangle, for normal maps. */
static void find_directions(const figure *f, const figure_triangle *t, raster_paint *paint)
{
    const float *a = f->points[t->vertex[0]], *b = f->points[t->vertex[1]];
    const float *c = f->points[t->vertex[2]];
    const float *ua = f->uvs[t->vertex[0]][0], *ub = f->uvs[t->vertex[1]][0];
    const float *uc = f->uvs[t->vertex[2]][0];
    float u1 = ub[0] - ua[0], v1 = ub[1] - ua[1], u2 = uc[0] - ua[0], v2 = uc[1] - ua[1];
    float area = u1 * v2 - u2 * v1, lengths[2] = {0, 0};
    for (int k = 0; k < 3; k++) {
        float p = b[k] - a[k], q = c[k] - a[k], sign = area < 0 ? -1.0f : 1.0f;
        paint->along_u[k] = sign * (p * v2 - q * v1);
        paint->along_v[k] = sign * (q * u1 - p * u2);
        lengths[0] += paint->along_u[k] * paint->along_u[k];
        lengths[1] += paint->along_v[k] * paint->along_v[k];
    }
    for (int k = 0; k < 3; k++) {
        paint->along_u[k] *= lengths[0] > 0 ? 1 / sqrtf(lengths[0]) : 0;
        paint->along_v[k] *= lengths[1] > 0 ? 1 / sqrtf(lengths[1]) : 0;
    }
}

/* Normals that are missing or look the wrong way by far are taken from the face. */
static void repair_normals(const figure *f, const figure_triangle *t, raster_vertex v[3])
{
    const float *a = f->points[t->vertex[0]], *b = f->points[t->vertex[1]];
    const float *c = f->points[t->vertex[2]];
    float u[3], w[3], n[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        w[k] = c[k] - a[k];
    }
    n[0] = u[1] * w[2] - u[2] * w[1];
    n[1] = u[2] * w[0] - u[0] * w[2];
    n[2] = u[0] * w[1] - u[1] * w[0];
    float limit =
        f->parts[t->part].creased ? 0.7f * sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) : 0;
    for (int k = 0; k < 3; k++) {
        float *m = v[k].normal;
        float length = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
        float along = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
        if (!(length > 1e-30f) || !isfinite(length) || along < limit * sqrtf(length))
            memcpy(m, n, sizeof n);
        else
            for (int j = 0; j < 3; j++)
                m[j] /= sqrtf(length);
    }
}

static void draw_one(const still *s, const camera *c, raster *r, const figure_triangle *t,
                     bool veil)
{
    const figure *f = s->figure;
    const figure_part *part = &f->parts[t->part];
    bool paper = !(s->layers & DRAW_MESH); /* lines alone, but those behind are hidden */
    bool light = !r->part;
    raster_vertex v[3];
    if (!still_project(c, f, t->vertex[0], &v[0]) || !still_project(c, f, t->vertex[1], &v[1]) ||
        !still_project(c, f, t->vertex[2], &v[2]))
        return;
    if (!light)
        repair_normals(f, t, v);
    if (part->overlay) /* a walkmesh lies in the floor that is drawn */
        for (int k = 0; k < 3; k++)
            v[k].depth += fabsf(v[k].depth) * (c->perspective ? 0.002f : 0) +
                          (c->perspective ? 0 : 0.002f * (float)s->radius);
    raster_paint paint = {.colour = paper && !part->overlay ? 0xf1f0ec : part->colour,
                          .part = t->part + 1,
                          .opaque = light ? 16 : part->opaque,
                          .cull = s->room && !part->two_sided,
                          .surface = paper ? NULL : part->surface,
                          .veil = veil};
    if (paint.surface && paint.surface->normal)
        find_directions(f, t, &paint);
    raster_triangle(r, v, &paint);
}

uint32_t still_draw_rows(const still *s, const camera *c, raster *r, still_pass pass,
                         const still_order *o)
{
    uint64_t limit = o->limit;
    uint32_t i = o->skipped;
    if (limit != UINT64_MAX) /* the share of these rows */
        limit = limit / r->height * (r->end - r->first);
    for (r->work = 0; i < o->count && r->work <= limit; i++)
        if (still_in_rows(&o->list[i], r))
            draw_one(s, c, r, &s->figure->triangles[o->list[i].index], pass == STILL_VEILS);
    return i;
}

void still_draw_wires(const still *s, raster *r)
{
    const figure *f = s->figure;
    const camera *c = &s->samples;
    for (uint32_t i = 0; i < s->surfaces.count; i++) {
        const figure_triangle *t = &f->triangles[s->surfaces.list[i].index];
        raster_vertex v[3];
        if (!still_in_rows(&s->surfaces.list[i], r) || !still_project(c, f, t->vertex[0], &v[0]) ||
            !still_project(c, f, t->vertex[1], &v[1]) || !still_project(c, f, t->vertex[2], &v[2]))
            continue;
        for (int k = 0; k < 3; k++) {
            float slack = c->perspective ? 0.004f * v[k].depth * (float)(s->radius / c->distance)
                                         : 0.004f * (float)s->radius;
            raster_line(r, &v[k], &v[(k + 1) % 3], slack, 0x3a4150);
        }
    }
}
