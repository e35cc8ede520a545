/* Which triangles of a figure are drawn, and in which order. Each may cover the whole picture, so
 * thousands of large ones would take minutes, although only the nearest can be seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/still.h"

/* So many triangles over each other may cover all of a picture, with as many samples more for each
 * triangle. Of 300 models and areas, none has more than 4. */
enum { LAYERS = 16, SAMPLES_EACH = 1000 };

bool still_project(const camera *c, const figure *f, uint32_t vertex, raster_vertex *out)
{
    const float *v = f->points[vertex];
    double p[3] = {(double)v[0], (double)v[1], (double)v[2]}, xy[2];
    if (!camera_project(c, p, xy, &out->depth))
        return false;
    out->x = xy[0];
    out->y = xy[1];
    memcpy(out->normal, f->normals[vertex], sizeof out->normal);
    if (f->uvs)
        memcpy(out->uv, f->uvs[vertex], sizeof out->uv);
    return true;
}

static bool lets_shine_through(const figure_part *part)
{
    return part->surface && part->opaque &&
           (part->surface->alpha == WM_SCENE_ALPHA_BLEND ||
            part->surface->alpha == WM_SCENE_ALPHA_ADDITIVE);
}

/* Half of a shadow would be a pattern: thin things throw none, others a whole one. */
static bool is_drawn(const still *s, const figure_part *part, still_pass pass)
{
    if (pass == STILL_VEILS)
        return (s->layers & DRAW_MESH) && lets_shine_through(part);
    bool light = pass == STILL_SHADE;
    return !(part->overlay && light) && part->opaque >= (light ? 8 : 1) &&
           (part->overlay || s->layers & (DRAW_MESH | DRAW_WIREFRAME));
}

static int far_first(const void *x, const void *y)
{
    const still_triangle *a = x, *b = y;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static int near_first(const void *x, const void *y)
{
    const still_triangle *a = x, *b = y;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* The depth of a triangle, its rows and about how many samples it tries. False if it is behind the
 * eye. */
static bool measure(const still *s, const camera *c, const raster *r, still_triangle *t,
                    double *samples)
{
    const figure_triangle *corners = &s->figure->triangles[t->index];
    raster_vertex v[3];
    for (int k = 0; k < 3; k++)
        if (!still_project(c, s->figure, corners->vertex[k], &v[k]))
            return false;
    raster_rows(r, v, &t->first, &t->last);
    t->depth = v[0].depth + v[1].depth + v[2].depth;
    *samples = raster_cost(r, v) * (s->figure->parts[corners->part].surface ? RASTER_TEXTURED : 1);
    return true;
}

/* Veils are laid over each other from far to near: the nearest that the limit allows. */
static void keep_nearest(const still *s, const camera *c, const raster *r, still_order *o)
{
    double left = (double)o->limit, samples;
    uint32_t first = o->count;
    while (first && left >= 0) {
        if (measure(s, c, r, &o->list[first - 1], &samples))
            left -= samples;
        first--;
    }
    o->skipped = first;
}

bool still_order_make(const still *s, const camera *c, const raster *r, still_pass pass,
                      still_order *o)
{
    const figure *f = s->figure;
    double all = 0, samples;
    *o = (still_order){.list = malloc(((size_t)f->triangle_count + 1) * sizeof *o->list)};
    if (!o->list)
        return false;
    for (uint32_t i = 0; i < f->triangle_count; i++) {
        still_triangle t = {.index = i};
        if (!is_drawn(s, &f->parts[f->triangles[i].part], pass) || !measure(s, c, r, &t, &samples))
            continue;
        all += samples;
        o->list[o->count++] = t;
    }
    o->limit = (uint64_t)LAYERS * r->width * r->height + (uint64_t)SAMPLES_EACH * o->count;
    bool dear = !(all <= (double)o->limit);
    o->cost = all;
    if (pass == STILL_VEILS) {
        qsort(o->list, o->count, sizeof *o->list, far_first);
        if (dear)
            keep_nearest(s, c, r, o);
        o->limit = UINT64_MAX;
    } else if (dear) {
        qsort(o->list, o->count, sizeof *o->list, near_first);
    } else { /* the order of the file decides which of two triangles in one plane is seen */
        o->limit = UINT64_MAX;
    }
    return true;
}
