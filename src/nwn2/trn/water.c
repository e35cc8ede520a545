/* Reduces the water of a tile to one rectangle. docs/formats/nwn2.md, "WATR".
 *
 * The game draws triangles with flag 0 where the mask has water. A flat rectangle over these
 * triangles shows the same, once the mask has no water under the others. */
#include "base/vec.h"
#include "nwn2/internal.h"

enum {
    DDS_HEADER = 128,
    MASK_SIDE = 256,      /* pixels; real masks have 128 */
    MASK_VISITS = 16,     /* how often a pixel may be looked at, over all triangles */
    FOUR_CHARACTERS = 0x4 /* flag of a pixel format: it is compressed */
};

typedef struct flattener {
    wm_nwn2_trn *trn;
    const wm_nwn2_watr *w;
    uint32_t width, height; /* of the mask */
    uint32_t corner[4];     /* vertices, counter-clockwise from the lowest x and y */
    bool clockwise;
} flattener;

static uint32_t word_at(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* A mask of one byte for each pixel, as all real files have. */
static bool find_mask(flattener *f)
{
    wm_nwn2_bytes d = f->w->dds;
    if (d.size < DDS_HEADER || memcmp(d.data, "DDS ", 4) != 0)
        return false;
    f->height = word_at(d.data + 12);
    f->width = word_at(d.data + 16);
    return f->width && f->height && f->width <= MASK_SIDE && f->height <= MASK_SIDE &&
           !(word_at(d.data + 80) & FOUR_CHARACTERS) && word_at(d.data + 88) == 8 &&
           d.size == DDS_HEADER + (size_t)f->width * f->height;
}

/* ---- the rectangle ---- */

static const wm_nwn2_water_vertex *vertex_of(const flattener *f, uint32_t triangle, int k)
{
    return &f->w->vertices[f->w->triangles[triangle].vertex[k]];
}

/* Finds the vertices at the corners of what is wet. They exist in a grid, even if what is wet is
 * not a rectangle. */
static bool find_corners(flattener *f)
{
    const wm_nwn2_watr *w = f->w;
    float x[2] = {INFINITY, -INFINITY}, y[2] = {INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 3 * w->triangle_count; i++) {
        wm_vec3 p = vertex_of(f, i / 3, (int)(i % 3))->position;
        if (!wmi_finite(p))
            return false;
        if (w->triangle_flags[i / 3])
            continue;
        x[0] = wmi_minf(x[0], p.x);
        x[1] = wmi_maxf(x[1], p.x);
        y[0] = wmi_minf(y[0], p.y);
        y[1] = wmi_maxf(y[1], p.y);
    }
    for (uint32_t c = 0; c < 4; c++) {
        float at_x = x[c == 1 || c == 2], at_y = y[c > 1];
        uint32_t v = 0;
        while (v < w->vertex_count &&
               (w->vertices[v].position.x != at_x || w->vertices[v].position.y != at_y))
            v++;
        if (v == w->vertex_count)
            return false;
        f->corner[c] = v;
    }
    return x[0] < x[1] && y[0] < y[1];
}

static bool near(float a, double b)
{
    return fabs((double)a - b) <= 1e-4;
}

/* Is this vertex in the plane of the rectangle, with the uv that the rectangle has there? */
static bool fits(const flattener *f, const wm_nwn2_water_vertex *v)
{
    const wm_nwn2_water_vertex *all = f->w->vertices;
    const wm_nwn2_water_vertex *a = &all[f->corner[0]], *b = &all[f->corner[1]];
    const wm_nwn2_water_vertex *d = &all[f->corner[3]];
    double s = ((double)v->position.x - (double)a->position.x) /
               ((double)b->position.x - (double)a->position.x);
    double t = ((double)v->position.y - (double)a->position.y) /
               ((double)d->position.y - (double)a->position.y);
    bool good = v->position.z == a->position.z;
    for (int k = 0; k < 2; k++) {
        double u = (double)a->uv[k], u5 = (double)a->uv5[k];
        good = good &&
               near(v->uv[k], u + s * ((double)b->uv[k] - u) + t * ((double)d->uv[k] - u)) &&
               near(v->uv5[k], u5 + s * ((double)b->uv5[k] - u5) + t * ((double)d->uv5[k] - u5));
    }
    return good;
}

static double turn_of(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

static bool is_flat(flattener *f)
{
    bool first = true;
    for (uint32_t i = 0; i < f->w->triangle_count; i++) {
        if (f->w->triangle_flags[i])
            continue;
        const wm_nwn2_water_vertex *v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = vertex_of(f, i, k);
            if (!fits(f, v[k]))
                return false;
        }
        if (first)
            f->clockwise = turn_of(v[0]->position, v[1]->position, v[2]->position) < 0;
        first = false;
    }
    return fits(f, &f->w->vertices[f->corner[2]]);
}

/* ---- the mask ---- */

enum { IN_WET = 1, IN_DRY = 2 };

/* Marks the pixels whose centres lie in a triangle. Returns false after too many. */
static bool mark(const flattener *f, uint32_t triangle, uint8_t *marks, uint32_t *visits)
{
    wm_vec3 p[3], low = {INFINITY, INFINITY, 0}, high = {-INFINITY, -INFINITY, 0};
    for (int k = 0; k < 3; k++) {
        const float *uv = vertex_of(f, triangle, k)->uv;
        p[k] = (wm_vec3){uv[0] * (float)f->width - 0.5f, uv[1] * (float)f->height - 0.5f, 0};
        if (!(fabsf(p[k].x) < 1e6f) || !(fabsf(p[k].y) < 1e6f))
            return false;
        low = (wm_vec3){wmi_minf(low.x, p[k].x), wmi_minf(low.y, p[k].y), 0};
        high = (wm_vec3){wmi_maxf(high.x, p[k].x), wmi_maxf(high.y, p[k].y), 0};
    }
    double turn = turn_of(p[0], p[1], p[2]) < 0 ? -1 : 1;
    uint8_t bit = f->w->triangle_flags[triangle] ? IN_DRY : IN_WET;
    for (int32_t y = low.y > 0 ? (int32_t)low.y : 0; (float)y <= high.y && y < (int32_t)f->height;
         y++)
        for (int32_t x = low.x > 0 ? (int32_t)low.x : 0;
             (float)x <= high.x && x < (int32_t)f->width; x++) {
            wm_vec3 at = {(float)x, (float)y, 0};
            if (++*visits > MASK_VISITS * f->width * f->height)
                return false;
            if (turn * turn_of(p[0], p[1], at) >= 0 && turn * turn_of(p[1], p[2], at) >= 0 &&
                turn * turn_of(p[2], p[0], at) >= 0)
                marks[(uint32_t)y * f->width + (uint32_t)x] |= bit;
        }
    return true;
}

/* The mask without water under dry triangles. *out stays NULL if it need not change. */
static bool clear_mask(const flattener *f, wmi_arena *scratch, uint8_t **out, wm_error *error)
{
    size_t pixels = (size_t)f->width * f->height;
    uint8_t *marks = wmi_arena_new(scratch, pixels, 1);
    const uint8_t *mask = f->w->dds.data + DDS_HEADER;
    uint32_t visits = 0;
    if (!marks) {
        wmi_arena_fail(scratch, error, "");
        return false;
    }
    for (uint32_t i = 0; i < f->w->triangle_count; i++)
        if (!mark(f, i, marks, &visits))
            return false;
    for (size_t i = 0; i < pixels; i++) {
        if (marks[i] != IN_DRY || !mask[i])
            continue;
        if (!*out) {
            *out = wm_nwn2_trn_alloc(f->trn, f->w->dds.size, 1, error);
            if (!*out)
                return false;
            memcpy(*out, f->w->dds.data, f->w->dds.size);
        }
        (*out)[DDS_HEADER + i] = 0;
    }
    return true;
}

/* ---- together ---- */

bool wmi_watr_is_dry(const wm_nwn2_watr *w)
{
    for (uint32_t i = 0; i < w->triangle_count; i++)
        if (w->triangle_flags[i] == 0)
            return false;
    return true;
}

wm_status wmi_watr_flatten(wm_nwn2_trn *trn, wm_nwn2_watr *w, bool *done, wm_error *error)
{
    flattener f = {.trn = trn, .w = w};
    wm_error failed = {.code = WM_OK};
    wmi_arena scratch;
    uint8_t *mask = NULL;
    *done = false;
    if (w->triangle_count <= 2 || !find_mask(&f) || !find_corners(&f) || !is_flat(&f))
        return WM_OK;
    wmi_arena_init(&scratch, &wmi_trn_of(trn)->arena.allocator, 0);
    bool good = clear_mask(&f, &scratch, &mask, &failed);
    wmi_arena_free(&scratch);
    wm_nwn2_water_vertex *vertices = NULL;
    wm_nwn2_short_triangle *triangles = NULL;
    uint32_t *flags = NULL;
    if (good) {
        vertices = wm_nwn2_trn_alloc(trn, 4, sizeof *vertices, &failed);
        triangles = wm_nwn2_trn_alloc(trn, 2, sizeof *triangles, &failed);
        flags = wm_nwn2_trn_alloc(trn, 2, sizeof *flags, &failed);
    }
    if (!vertices || !triangles || !flags) {
        if (failed.code != WM_OK && error)
            *error = failed;
        return failed.code; /* WM_OK: it cannot be reduced */
    }
    for (int c = 0; c < 4; c++)
        vertices[c] = w->vertices[f.corner[c]];
    triangles[0] = (wm_nwn2_short_triangle){{0, f.clockwise ? 3 : 2, f.clockwise ? 2 : 3}};
    triangles[1] = (wm_nwn2_short_triangle){{0, f.clockwise ? 2 : 1, f.clockwise ? 1 : 2}};
    if (mask)
        w->dds.data = mask;
    w->vertices = vertices;
    w->triangles = triangles;
    w->triangle_flags = flags;
    w->vertex_count = 4;
    w->triangle_count = 2;
    *done = true;
    return WM_OK;
}
