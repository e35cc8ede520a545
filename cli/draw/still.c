/* Drawing the triangles of a figure, as the eye and as the light sees them. */
#include "draw/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHADE = 1400 }; /* samples of the light, each way */

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

/* False when memory runs out. */
static bool draw_all(still *s, const camera *c, raster *r, still_pass pass)
{
    still_order order;
    uint32_t triangle;
    r->work = 0;
    bool good = still_order_make(s, c, r, pass, &order);
    if (good && pass == STILL_VEILS && order.count) {
        r->veil = calloc((size_t)r->width * r->height + 1, sizeof *r->veil);
        good = r->veil;
    }
    while (good && still_order_next(&order, r, &triangle))
        draw_one(s, c, r, &s->figure->triangles[triangle], pass == STILL_VEILS);
    for (uint32_t i = 0; good && pass != STILL_SHADE && i < order.count; i++)
        if (i < order.skipped || i >= order.next)
            s->skipped[order.list[i].index] = true;
    free(order.list);
    return good;
}

/* The sides of all triangles, where they are not hidden. */
static void draw_wires(const still *s, raster *r)
{
    const figure *f = s->figure;
    const camera *c = &s->samples;
    for (uint32_t i = 0; i < f->triangle_count; i++) {
        const figure_triangle *t = &f->triangles[i];
        raster_vertex v[3];
        if (f->parts[t->part].opaque == 0 || !still_project(c, f, t->vertex[0], &v[0]) ||
            !still_project(c, f, t->vertex[1], &v[1]) || !still_project(c, f, t->vertex[2], &v[2]))
            continue;
        for (int k = 0; k < 3; k++) {
            float slack = c->perspective ? 0.004f * v[k].depth * (float)(s->radius / c->distance)
                                         : 0.004f * (float)s->radius;
            raster_line(r, &v[k], &v[(k + 1) % 3], slack, 0x3a4150);
        }
    }
}

/* Is a good part of what is seen the backs of faces? Then it is a room seen from outside. */
static bool shows_backs(const raster *r)
{
    size_t seen = 0, backs = 0, n = (size_t)r->width * r->height;
    for (size_t i = 0; i < n; i++) {
        seen += r->part[i] != 0;
        backs += (r->part[i] & RASTER_BACK) != 0;
    }
    return backs * 4 > seen;
}

static void clear(raster *r)
{
    size_t n = (size_t)r->width * r->height;
    for (size_t i = 0; i < n; i++)
        r->depth[i] = RASTER_FAR;
    memset(r->part, 0, n * sizeof *r->part);
}

/* The light comes from behind the left shoulder of the viewer. */
static void aim_sun(still *s)
{
    const camera *c = &s->camera;
    double level[3] = {c->back[0], c->back[1], 0};
    if (fabs(level[0]) + fabs(level[1]) < 1e-6)
        level[0] = -c->up[0], level[1] = -c->up[1];
    camera_unit(level);
    camera sun = {.perspective = false};
    for (int k = 0; k < 3; k++)
        sun.back[k] = -0.55 * c->right[k] + 0.5 * level[k] + (k == 2 ? 1.05 : 0);
    camera_unit(sun.back);
    sun.right[0] = -sun.back[1];
    sun.right[1] = sun.back[0];
    camera_unit(sun.right);
    sun.up[0] = sun.back[1] * sun.right[2] - sun.back[2] * sun.right[1];
    sun.up[1] = sun.back[2] * sun.right[0] - sun.back[0] * sun.right[2];
    sun.up[2] = sun.back[0] * sun.right[1] - sun.back[1] * sun.right[0];
    const float(*points)[3] = (const float(*)[3])s->figure->points;
    camera_fit(&sun, points, s->figure->shown_vertices, (camera_frame){4, 4, SHADE - 8, SHADE - 8});
    s->sun = sun;
}

/* What the surfaces must know of the viewer and the light. */
static void aim_surfaces(still *s)
{
    s->front.perspective = s->samples.perspective;
    for (int k = 0; k < 3; k++) {
        s->front.eye[k] = (float)s->camera.back[k];
        s->front.key[k] = (float)s->sun.back[k];
    }
}

static void measure(still *s)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double d = (double)s->figure->max[k] - (double)s->figure->min[k];
        sum += d * d;
    }
    s->radius = sum > 0 && isfinite(sum) ? sqrt(sum) / 2 : 1;
}

static void count_left_out(still *s)
{
    for (uint32_t i = 0; i < s->figure->triangle_count; i++)
        s->left_out += s->skipped[i];
}

static void take_samples(still *s, uint32_t fine)
{
    s->fine = fine;
    s->samples = s->camera;
    s->samples.zoom *= fine;
    s->samples.cx *= fine;
    s->samples.cy *= fine;
}

/* Smooth edges are for pictures of which everything is seen, and soon. A vector picture has four
 * times the pixels, and with smooth edges sixteen times the samples. */
static bool is_dear(const still *s)
{
    enum { SAMPLES = 80000000, SAMPLES_EACH = 1000 };
    raster r = {.width = s->width * s->fine, .height = s->height * s->fine};
    still_order order;
    bool good = still_order_make(s, &s->samples, &r, STILL_FRONT, &order);
    free(order.list);
    double most = SAMPLES + (double)SAMPLES_EACH * order.count;
    return good && (order.limit != UINT64_MAX || order.cost > most);
}

uint32_t *still_draw(still *s)
{
    size_t pixels = (size_t)s->width * s->height;
    uint32_t *picture = malloc((pixels + 1) * sizeof *picture);
    s->skipped = calloc((size_t)s->figure->triangle_count + 1, sizeof *s->skipped);
    take_samples(s, pixels <= 700000 ? 3 : pixels <= 4500000 ? 2 : 1);
    measure(s);
    if (s->fine > 1 && is_dear(s))
        take_samples(s, 1);
    aim_sun(s);
    bool good = raster_new(&s->front, s->width * s->fine, s->height * s->fine, s->fine, false) &&
                picture && s->skipped;
    if (good) {
        aim_surfaces(s);
        good = draw_all(s, &s->samples, &s->front, STILL_FRONT);
        s->room = shows_backs(&s->front);
        if (s->room) {
            clear(&s->front);
            memset(s->skipped, 0, s->figure->triangle_count * sizeof *s->skipped);
            good = draw_all(s, &s->samples, &s->front, STILL_FRONT) && good;
        }
        good = draw_all(s, &s->samples, &s->front, STILL_VEILS) && good;
        if (s->layers & DRAW_WIREFRAME)
            draw_wires(s, &s->front);
        good = raster_new(&s->shade, SHADE, SHADE, 2, true) && good;
    }
    good = good && draw_all(s, &s->sun, &s->shade, STILL_SHADE);
    if (good) {
        count_left_out(s);
        still_light(s, picture);
    }
    free(s->skipped);
    raster_free(&s->front);
    raster_free(&s->shade);
    if (good)
        return picture;
    free(picture);
    return NULL;
}
