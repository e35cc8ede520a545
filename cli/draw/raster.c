/* Filling samples with triangles, nearest first. */
#include "draw/raster.h"

#include <stdlib.h>
#include <string.h>

#include "real.h"

static bool reserve(raster *r, uint32_t rows, raster_kind kind)
{
    size_t n = (size_t)r->width * rows + 1;
    r->depth = malloc(n * sizeof *r->depth);
    if (kind >= RASTER_PARTS)
        r->part = malloc(n * sizeof *r->part);
    if (kind == RASTER_COLOURS) {
        r->normal = malloc(n * sizeof *r->normal);
        r->colour = malloc(n * sizeof *r->colour);
    }
    return r->depth && (r->part || kind < RASTER_PARTS) &&
           ((r->normal && r->colour) || kind != RASTER_COLOURS);
}

bool raster_new(raster *r, uint32_t width, uint32_t height, uint32_t fine, raster_kind kind)
{
    *r = (raster){.width = width, .height = height, .mask = UINT32_MAX, .fine = fine};
    if (!reserve(r, height, kind))
        return false;
    raster_begin(r, 0, height);
    return true;
}

bool raster_new_rows(raster *r, uint32_t rows, raster_kind kind)
{
    r->mask = rows - 1;
    return reserve(r, rows, kind);
}

bool raster_add_veil(raster *r)
{
    r->veil = malloc(((size_t)r->width * ((size_t)r->mask + 1) + 1) * sizeof *r->veil);
    return r->veil;
}

void raster_begin(raster *r, uint32_t first, uint32_t end)
{
    r->first = first;
    r->end = end;
    for (uint32_t y = first; y < end; y++) {
        size_t at = raster_at(r, 0, y);
        for (uint32_t x = 0; x < r->width; x++)
            r->depth[at + x] = RASTER_FAR;
        if (r->part)
            memset(r->part + at, 0, r->width * sizeof *r->part);
        if (r->veil)
            memset(r->veil + at, 0, r->width * sizeof *r->veil);
    }
}

void raster_free(raster *r)
{
    free(r->depth);
    free(r->normal);
    free(r->colour);
    free(r->part);
    free(r->veil);
    r->depth = NULL;
    r->normal = r->colour = r->part = r->veil = NULL;
}

uint32_t raster_pack(const float normal[3])
{
    float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    uint32_t packed = 0;
    for (int k = 0; k < 3; k++) {
        float unit = length > 0 ? normal[k] / length : 0;
        packed = packed << 10 | (uint32_t)((unit + 1) * 511.0f + 0.5f);
    }
    return packed;
}

void raster_unpack(uint32_t packed, float normal[3])
{
    for (int k = 2; k >= 0; k--, packed >>= 10)
        normal[k] = (float)(packed & 1023) / 511.0f - 1;
}

/* Is this sample of a see-through thing drawn? The same share of the samples of every pixel, so
 * that there is no pattern to be seen, but others for other parts, so that things behind each
 * other both show. Pixels of one sample take turns. */
static bool lets_see(const raster *r, const raster_paint *paint, uint32_t x, uint32_t y)
{
    static const uint8_t two[4] = {0, 3, 2, 1}, three[9] = {0, 5, 7, 3, 8, 1, 6, 2, 4};
    static const uint8_t turns[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    uint32_t rank, count = r->fine * r->fine;
    if (paint->opaque >= 16)
        return false;
    if (r->fine == 1)
        return turns[(y & 3) * 4 + (x & 3)] >= paint->opaque;
    rank = (r->fine == 2 ? two : three)[y % r->fine * r->fine + x % r->fine];
    return (rank + paint->part) % count * 16 >= paint->opaque * count;
}

/* A triangle being filled: weights of corners 1 and 2 and how they change with x and y. */
typedef struct filler {
    raster *r;
    const raster_vertex *v;
    const raster_paint *paint;
    double dx[3], dy[3]; /* of the three weights */
    bool back;
    /* How depth, and uvs times depth, change with x and y; depth is 1 without perspective. */
    float depth_dx, depth_dy, uv_dx[2][2], uv_dy[2][2];
} filler;

static float depth_of(const raster *r, const raster_vertex *v)
{
    return r->perspective ? v->depth : 1;
}

static void find_slopes(filler *f)
{
    for (int k = 0; k < 3; k++) {
        const raster_vertex *v = &f->v[k];
        float depth = depth_of(f->r, v), dx = (float)f->dx[k], dy = (float)f->dy[k];
        f->depth_dx += depth * dx;
        f->depth_dy += depth * dy;
        for (int i = 0; i < 4; i++) {
            f->uv_dx[i / 2][i % 2] += v->uv[i / 2][i % 2] * depth * dx;
            f->uv_dy[i / 2][i % 2] += v->uv[i / 2][i % 2] * depth * dy;
        }
    }
}

/* Interpolates with perspective: uvs are linear in space, not on the screen. */
static void find_uvs(const filler *f, const float w[3], raster_fragment *out)
{
    const raster_vertex *v = f->v;
    float d[3] = {depth_of(f->r, &v[0]) * w[0], depth_of(f->r, &v[1]) * w[1],
                  depth_of(f->r, &v[2]) * w[2]};
    float depth = d[0] + d[1] + d[2], scale = depth != 0 ? 1 / depth : 0;
    for (int set = 0; set < 2; set++) {
        float across = 0, down = 0;
        for (int i = 0; i < 2; i++) {
            float uv =
                (v[0].uv[set][i] * d[0] + v[1].uv[set][i] * d[1] + v[2].uv[set][i] * d[2]) * scale;
            float dx = (f->uv_dx[set][i] - uv * f->depth_dx) * scale;
            float dy = (f->uv_dy[set][i] - uv * f->depth_dy) * scale;
            out->uv[set][i] = uv;
            across += dx * dx;
            down += dy * dy;
        }
        out->size[set] = sqrtf(cli_maxf(across, down));
    }
}

static uint32_t byte_of(float v)
{
    return v >= 1 ? 255 : v > 0 ? (uint32_t)(v * 255 + 0.5f) : 0;
}

static uint32_t pack_colour(const float c[3])
{
    return byte_of(c[0]) << 16 | byte_of(c[1]) << 8 | byte_of(c[2]);
}

/* Lays what is seen over what was there. */
static void put_veil(raster *r, size_t at, const raster_paint *paint, const raster_fragment *f)
{
    const float *n = f->normal;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    float along = n[0] * r->key[0] + n[1] * r->key[1] + n[2] * r->key[2];
    float light = f->lit || !(length > 0) ? 1 : sqrtf(0.5f + 0.5f * cli_maxf(0, along / length));
    bool adds = paint->surface->alpha == WM_SCENE_ALPHA_ADDITIVE;
    uint32_t old = r->veil[at], out = 0;
    for (int k = 0; k < 4; k++) { /* blue first */
        float under = (float)(old >> 8 * k & 255) / 255;
        float over = k == 3 ? (adds ? 0 : f->alpha) : f->colour[2 - k] * light * f->alpha;
        out |= byte_of(over + under * (adds ? 1 : 1 - f->alpha)) << 8 * k;
    }
    r->veil[at] = out;
}

static void fill_sample(const filler *f, size_t at, const double w[3])
{
    const raster_vertex *v = f->v;
    float w0 = (float)w[0], w1 = (float)w[1], w2 = (float)w[2];
    float depth = v[0].depth * w0 + v[1].depth * w1 + v[2].depth * w2;
    raster *r = f->r;
    const raster_paint *paint = f->paint;
    raster_fragment seen = {.alpha = 1};
    if (!(depth > r->depth[at]))
        return;
    float sign = f->back ? -1.0f : 1.0f, weights[3] = {w0, w1, w2};
    for (int k = 0; k < 3; k++)
        seen.normal[k] = sign * (v[0].normal[k] * w0 + v[1].normal[k] * w1 + v[2].normal[k] * w2);
    if (paint->surface) {
        r->work += RASTER_TEXTURED - 1;
        find_uvs(f, weights, &seen);
        if (!raster_colour(r, paint, &seen))
            return;
    }
    if (paint->veil) {
        put_veil(r, at, paint, &seen);
        return;
    }
    r->depth[at] = depth;
    if (!r->part)
        return;
    r->part[at] = paint->part | (f->back ? RASTER_BACK : 0) | (seen.lit ? RASTER_LIT : 0);
    if (!r->normal)
        return;
    r->normal[at] = raster_pack(seen.normal);
    r->colour[at] = paint->surface ? pack_colour(seen.colour) : paint->colour;
}

/* The part of a row, in samples, where all three weights are at or above 0. */
static bool row_span(const filler *f, const double w[3], double x0, double *first, double *last)
{
    for (int k = 0; k < 3; k++) {
        if (f->dx[k] == 0) {
            if (w[k] < 0)
                return false;
            continue;
        }
        double cross = x0 - w[k] / f->dx[k];
        if (f->dx[k] > 0)
            *first = cli_max(*first, ceil(cross - 1e-9));
        else
            *last = cli_min(*last, floor(cross + 1e-9));
    }
    return *first <= *last;
}

static void fill_row(const filler *f, uint32_t y, double x_min, double x_max)
{
    const raster_vertex *v = f->v;
    double w[3], first = x_min, last = x_max;
    for (int k = 1; k < 3; k++)
        w[k] = (x_min + 0.5 - v[0].x) * f->dx[k] + (y + 0.5 - v[0].y) * f->dy[k];
    w[0] = 1 - w[1] - w[2];
    if (!row_span(f, w, x_min, &first, &last))
        return;
    for (int k = 0; k < 3; k++)
        w[k] += (first - x_min) * f->dx[k];
    f->r->work += (uint64_t)(last - first) + 1;
    size_t at = raster_at(f->r, 0, y);
    for (uint32_t x = (uint32_t)first; x <= (uint32_t)last; x++) {
        if (!lets_see(f->r, f->paint, x, y))
            fill_sample(f, at + x, w);
        for (int k = 0; k < 3; k++)
            w[k] += f->dx[k];
    }
}

typedef struct bounds {
    double x0, x1, y0, y1; /* the first and last samples that a triangle may touch */
} bounds;

static bounds find_bounds(const raster *r, const raster_vertex v[3])
{
    bounds b = {cli_min(v[0].x, cli_min(v[1].x, v[2].x)), cli_max(v[0].x, cli_max(v[1].x, v[2].x)),
                cli_min(v[0].y, cli_min(v[1].y, v[2].y)), cli_max(v[0].y, cli_max(v[1].y, v[2].y))};
    b.x0 = cli_max(0, ceil(b.x0 - 0.5));
    b.y0 = cli_max(0, ceil(b.y0 - 0.5));
    b.x1 = cli_min(r->width - 1.0, floor(b.x1 - 0.5));
    b.y1 = cli_min(r->height - 1.0, floor(b.y1 - 0.5));
    return b;
}

double raster_cost(const raster *r, const raster_vertex v[3])
{
    bounds b = find_bounds(r, v);
    double area =
        fabs((v[1].x - v[0].x) * (v[2].y - v[0].y) - (v[1].y - v[0].y) * (v[2].x - v[0].x)) / 2;
    if (!isfinite(area) || !(b.x0 <= b.x1) || !(b.y0 <= b.y1))
        return 0;
    return cli_min(area + b.y1 - b.y0 + 1, (b.x1 - b.x0 + 1) * (b.y1 - b.y0 + 1));
}

void raster_rows(const raster *r, const raster_vertex v[3], uint32_t *first, uint32_t *last)
{
    double low = cli_min(v[0].y, cli_min(v[1].y, v[2].y));
    double high = cli_max(v[0].y, cli_max(v[1].y, v[2].y));
    bool seen = !(high < 0) && !(low >= r->height);
    *first = low >= 1 && low < r->height ? (uint32_t)low : 0;
    *last = high < r->height ? (uint32_t)cli_max(high, 0) : r->height - 1;
    if (!seen) {
        *first = 1;
        *last = 0;
    }
}

void raster_triangle(raster *r, const raster_vertex v[3], const raster_paint *paint)
{
    double ux = v[1].x - v[0].x, uy = v[1].y - v[0].y;
    double wx = v[2].x - v[0].x, wy = v[2].y - v[0].y;
    double area = ux * wy - uy * wx;
    filler f = {.r = r, .v = v, .paint = paint, .back = area > 0};
    if (!isfinite(area) || fabs(area) < 1e-12 || (f.back && paint->cull))
        return;
    f.dx[1] = wy / area;
    f.dy[1] = -wx / area;
    f.dx[2] = -uy / area;
    f.dy[2] = ux / area;
    f.dx[0] = -f.dx[1] - f.dx[2];
    f.dy[0] = -f.dy[1] - f.dy[2];
    if (paint->surface)
        find_slopes(&f);
    bounds b = find_bounds(r, v);
    b.y0 = cli_max(b.y0, r->first);
    b.y1 = cli_min(b.y1, r->end - 1.0);
    for (double y = b.y0; y <= b.y1; y++)
        fill_row(&f, (uint32_t)y, b.x0, b.x1);
}

/* The steps of a line that may be in the rows that are drawn now. */
static void steps_in_rows(const raster *r, double y, double dy, int *first, int *last)
{
    int steps = *last;
    if (steps == 0 || dy == 0)
        return;
    double in = (r->first - y) / dy * steps, out = (r->end - y) / dy * steps;
    *first = (int)cli_min(cli_max(floor(cli_min(in, out)) - 1, 0), steps);
    *last = (int)cli_min(cli_max(ceil(cli_max(in, out)) + 1, 0), steps);
}

void raster_line(raster *r, const raster_vertex *a, const raster_vertex *b, float slack,
                 uint32_t colour)
{
    double dx = b->x - a->x, dy = b->y - a->y, far = cli_max(fabs(dx), fabs(dy));
    double w = r->width, h = r->height;
    if (!isfinite(far) || far > 4 * (w + h) || cli_max(a->x, b->x) < 0 || cli_max(a->y, b->y) < 0 ||
        cli_min(a->x, b->x) > w || cli_min(a->y, b->y) > h)
        return;
    int steps = (int)ceil(far), first = 0, last = steps;
    steps_in_rows(r, a->y, dy, &first, &last);
    for (int i = first; i <= last; i++) {
        double t = steps ? (double)i / steps : 0, x = a->x + dx * t, y = a->y + dy * t;
        if (!(x >= 0) || !(y >= r->first) || x >= w || y >= r->end)
            continue;
        size_t at = raster_at(r, (uint32_t)x, (uint32_t)y);
        float depth = a->depth + (b->depth - a->depth) * (float)t;
        if (r->part[at] && depth + slack >= r->depth[at])
            r->colour[at] = colour;
    }
}
