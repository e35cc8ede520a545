/* The rows of a lit picture, one band after the other. */
#include "draw/still.h"

#include <math.h>
#include <stdlib.h>

enum {
    SHADE = 1400, /* samples of the light, each way */
    ROWS = 256    /* of samples that are kept: a band with what is above and below it */
};

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
    s->front = (raster){.width = s->width * s->fine, .height = s->height * s->fine};
    s->front.fine = s->fine;
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
    aim_surfaces(s);
}

/* Smooth edges are for pictures of which everything is seen, and soon. A vector picture has four
 * times the pixels, and with smooth edges sixteen times the samples. */
static bool is_dear(const still_order *o)
{
    enum { SAMPLES = 80000000, SAMPLES_EACH = 1000 };
    return o->limit != UINT64_MAX || o->cost > SAMPLES + (double)SAMPLES_EACH * o->count;
}

static bool choose_samples(still *s)
{
    size_t pixels = (size_t)s->width * s->height;
    for (uint32_t fine = pixels <= 700000 ? 3 : pixels <= 4500000 ? 2 : 1;; fine = 1) {
        take_samples(s, fine);
        free(s->surfaces.list);
        if (!still_order_make(s, &s->samples, &s->front, STILL_FRONT, &s->surfaces))
            return false;
        if (fine == 1 || !is_dear(&s->surfaces))
            return true;
    }
}

/* Is a good part of what is seen the backs of faces? Then it is a room seen from outside. */
static bool find_backs(still *s)
{
    raster *r = &s->front;
    size_t seen = 0, backs = 0;
    bool good = raster_new_rows(r, ROWS, RASTER_PARTS);
    for (uint32_t y = 0; good && y < r->height; y += ROWS) {
        raster_begin(r, y, r->height - y < ROWS ? r->height : y + ROWS);
        still_draw_rows(s, &s->samples, r, STILL_FRONT, &s->surfaces);
        for (size_t i = 0, n = (size_t)r->width * (r->end - y); i < n; i++) {
            seen += r->part[i] != 0;
            backs += (r->part[i] & RASTER_BACK) != 0;
        }
    }
    raster_free(r);
    s->room = backs * 4 > seen;
    return good;
}

static bool find_shade(still *s)
{
    still_order order = {.list = NULL};
    bool good = raster_new(&s->shade, SHADE, SHADE, 2, RASTER_DEPTHS) &&
                still_order_make(s, &s->sun, &s->shade, STILL_SHADE, &order);
    if (good)
        still_draw_rows(s, &s->sun, &s->shade, STILL_SHADE, &order);
    free(order.list);
    return good;
}

static void draw_pass(still *s, still_pass pass, const still_order *o)
{
    raster *r = &s->front;
    uint32_t reached = still_draw_rows(s, &s->samples, r, pass, o);
    for (uint32_t i = 0; i < o->count; i++)
        if (i < o->skipped || (i >= reached && still_in_rows(&o->list[i], r)))
            s->skipped[o->list[i].index] = true;
}

static bool draw_bands(still *s)
{
    const uint32_t band = (ROWS - 2 * STILL_REACH) / s->fine * s->fine;
    raster *r = &s->front;
    if (!raster_new_rows(r, ROWS, RASTER_COLOURS) ||
        !still_order_make(s, &s->samples, r, STILL_VEILS, &s->veils) ||
        (s->veils.count && !raster_add_veil(r)))
        return false;
    for (uint32_t first = 0, drawn = 0; first < r->height; first += band) {
        uint32_t end = r->height - first < band ? r->height : first + band;
        raster_begin(r, drawn, r->height - end < STILL_REACH ? r->height : end + STILL_REACH);
        drawn = r->end;
        draw_pass(s, STILL_FRONT, &s->surfaces);
        draw_pass(s, STILL_VEILS, &s->veils);
        if (s->layers & DRAW_WIREFRAME)
            still_draw_wires(s, r);
        still_light(s, first, end);
    }
    return true;
}

bool still_draw(still *s)
{
    s->skipped = calloc((size_t)s->figure->triangle_count + 1, sizeof *s->skipped);
    measure(s);
    aim_sun(s);
    bool good = s->skipped && choose_samples(s) && find_backs(s) && find_shade(s) && draw_bands(s);
    if (good)
        count_left_out(s);
    free(s->skipped);
    free(s->surfaces.list);
    free(s->veils.list);
    raster_free(&s->front);
    raster_free(&s->shade);
    return good;
}
