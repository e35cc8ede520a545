/* The floor of a plan: faces in the colours of their materials, shaded by slope, lower ones
 * first; the grid and the frame with its coordinates. */
#include <stdlib.h>

#include "draw/draw.h"
#include "real.h"

double draw_x(const draw_page *p, double x)
{
    return p->map.x + p->map.w / 2 + (x - p->cx) * p->scale;
}

double draw_y(const draw_page *p, double y)
{
    return p->map.y + p->map.h / 2 - (y - p->cy) * p->scale;
}

double draw_round_length(double value)
{
    double unit = 1;
    for (int i = 0; i < 300 && unit * 10 <= value; i++)
        unit *= 10;
    for (int i = 0; i < 300 && unit > value; i++)
        unit /= 10;
    double times = value / unit;
    return unit * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

typedef struct drawn {
    uint32_t face;
    float top;
    bool walkable;
} drawn;

/* Floors over everything else, higher ones over lower ones. */
static int by_layer(const void *left, const void *right)
{
    const drawn *a = left, *b = right;
    if (a->walkable != b->walkable)
        return a->walkable ? 1 : -1;
    if (a->top != b->top)
        return a->top < b->top ? -1 : 1;
    return a->face < b->face ? -1 : 1;
}

static bool corners(const wm_walkmesh *m, uint32_t face, wm_vec3 v[3])
{
    for (int k = 0; k < 3; k++) {
        v[k] = m->vertices[m->faces[face].vertex[k]];
        if (!isfinite(v[k].x) || !isfinite(v[k].y) || !isfinite(v[k].z))
            return false;
    }
    return true;
}

/* Light from the north-west; level ground keeps its colour. */
static double shade(const wm_vec3 v[3])
{
    double ux = (double)v[1].x - (double)v[0].x, uy = (double)v[1].y - (double)v[0].y;
    double uz = (double)v[1].z - (double)v[0].z;
    double wx = (double)v[2].x - (double)v[0].x, wy = (double)v[2].y - (double)v[0].y;
    double wz = (double)v[2].z - (double)v[0].z;
    double nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
    double length = sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0))
        return 1;
    if (nz < 0)
        nx = -nx, ny = -ny;
    return 1 + 0.22 * (-nx + ny) / length - 0.05 * (1 - fabs(nz) / length);
}

static void trace(const draw_page *p, const wm_vec3 v[3])
{
    for (int k = 0; k < 3; k++)
        cairo_line_to(p->cr, draw_x(p, (double)v[k].x), draw_y(p, (double)v[k].y));
    cairo_close_path(p->cr);
}

static double at_most_one(double v)
{
    return v > 1 ? 1 : v;
}

/* How dark the lines between faces are: dark ones would hide small faces. */
static double outline_share(const draw_page *p)
{
    const wm_walkmesh *m = p->job->mesh;
    double w = ((double)m->max.x - (double)m->min.x) * p->scale;
    double h = ((double)m->max.y - (double)m->min.y) * p->scale;
    double side = sqrt(cli_min(w * h, p->map.w * p->map.h) / (m->face_count + 1.0));
    return side > 14 ? 1 : side < 4 ? 0.15 : 0.15 + 0.85 * (side - 4) / 10;
}

static void draw_face(const draw_page *p, const wm_vec3 v[3], uint32_t face, double dark)
{
    bool walkable = p->job->mesh->walkable[face];
    uint32_t material = p->job->mesh->materials[face];
    /* Where there is no floor at all, as in objects, the rest is what matters. */
    bool muted = !walkable && p->job->mesh->walkable_count > 0;
    draw_colour c = draw_material_colour(p->job, material, !muted);
    double s = muted ? 0.55 + 0.45 * shade(v) : shade(v);
    c = (draw_colour){at_most_one(c.r * s), at_most_one(c.g * s), at_most_one(c.b * s)};
    trace(p, v);
    draw_set(p->cr, c, 1);
    cairo_fill_preserve(p->cr);
    /* The outline also closes the hairline gap between neighbouring faces. */
    draw_set(p->cr, draw_mix(c, (draw_colour){c.r * 0.86, c.g * 0.86, c.b * 0.88}, dark), 1);
    cairo_set_line_width(p->cr, muted ? 0.6 : 0.8);
    cairo_stroke(p->cr);
}

static double cost(const draw_page *p, const wm_vec3 v[3])
{
    double x[3], y[3];
    for (int k = 0; k < 3; k++) {
        x[k] = draw_x(p, (double)v[k].x);
        y[k] = draw_y(p, (double)v[k].y);
    }
    return draw_cost(&p->map, x, y, DRAW_FILLED);
}

/* The first face to draw. Thousands of faces on one spot would take hours, and only
 * the uppermost can be seen: what lies below this many layers is left out. */
static size_t lowest_seen(const draw_page *p, const drawn *order, size_t n)
{
    enum { LAYERS = 300 };
    double left = LAYERS * p->map.w * p->map.h;
    for (size_t i = n; i-- > 0;) {
        wm_vec3 v[3];
        corners(p->job->mesh, order[i].face, v);
        left -= cost(p, v);
        if (left < 0)
            return i;
    }
    return 0;
}

static void draw_faces(const draw_page *p)
{
    const wm_walkmesh *m = p->job->mesh;
    size_t n = 0;
    wm_vec3 v[3];
    double dark = outline_share(p);
    drawn *order = malloc(((size_t)m->face_count + 1) * sizeof *order);
    if (!order)
        return;
    for (uint32_t f = 0; f < m->face_count; f++)
        if (corners(m, f, v))
            order[n++] = (drawn){f, cli_maxf(v[0].z, cli_maxf(v[1].z, v[2].z)), m->walkable[f]};
    qsort(order, n, sizeof *order, by_layer);
    for (size_t i = lowest_seen(p, order, n); i < n; i++) {
        corners(m, order[i].face, v);
        draw_face(p, v, order[i].face, dark);
    }
    free(order);
}

enum { LINES_MAX = 200 };

/* Grid lines below the faces and their coordinates along the frame. */
static void draw_grid(const draw_page *p)
{
    cairo_t *cr = p->cr;
    double first_x = ceil((p->cx - p->map.w / 2 / p->scale) / p->grid);
    double first_y = ceil((p->cy - p->map.h / 2 / p->scale) / p->grid);
    char text[32];
    draw_font(cr, 10, false);
    cairo_set_line_width(cr, 1);
    /* The count ends the loop if a step is too small to change a large coordinate. */
    for (int i = 0; i < LINES_MAX; i++) {
        double at = (first_x + i) * p->grid, x = floor(draw_x(p, at)) + 0.5;
        if (!(x < p->map.x + p->map.w))
            break;
        cairo_move_to(cr, x, p->map.y);
        cairo_line_to(cr, x, p->map.y + p->map.h);
        draw_set(cr, DRAW_INK, 0.07);
        cairo_stroke(cr);
        draw_set(cr, DRAW_SOFT, 1);
        snprintf(text, sizeof text, "%g", at + 0.0);
        if (x > p->map.x + 12 && x < p->map.x + p->map.w - 12)
            draw_text(cr, x, p->map.y + p->map.h + 14, DRAW_CENTRE, 0, text);
    }
    for (int i = 0; i < LINES_MAX; i++) {
        double at = (first_y + i) * p->grid, y = floor(draw_y(p, at)) + 0.5;
        if (!(y > p->map.y))
            break;
        cairo_move_to(cr, p->map.x, y);
        cairo_line_to(cr, p->map.x + p->map.w, y);
        draw_set(cr, DRAW_INK, 0.07);
        cairo_stroke(cr);
        draw_set(cr, DRAW_SOFT, 1);
        snprintf(text, sizeof text, "%g", at + 0.0);
        if (y > p->map.y + 8 && y < p->map.y + p->map.h - 4)
            draw_text(cr, p->map.x - 6, y + 3.5, DRAW_RIGHT, 0, text);
    }
}

static void frame_path(const draw_page *p)
{
    cairo_rectangle(p->cr, floor(p->map.x) + 0.5, floor(p->map.y) + 0.5, floor(p->map.w),
                    floor(p->map.h));
}

static void clip_to_frame(const draw_page *p)
{
    cairo_save(p->cr);
    frame_path(p);
    cairo_clip(p->cr);
}

static void draw_ground(draw_page *p)
{
    cairo_t *cr = p->cr;
    if (draw_on(p, DRAW_GRID))
        draw_grid(p);
    clip_to_frame(p);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    if (draw_on(p, DRAW_FACES))
        draw_faces(p);
    if (draw_on(p, DRAW_WATER))
        draw_water(p);
    if (draw_on(p, DRAW_ISLANDS))
        draw_islands(p);
    if (draw_on(p, DRAW_WALLS))
        draw_walls(p);
    if (draw_on(p, DRAW_TILES))
        draw_tiles(p);
    cairo_restore(cr);
    clip_to_frame(p);
    if (draw_on(p, DRAW_SCALE)) {
        draw_scale_bar(p);
        draw_north(p);
    }
    draw_marks(p);
    cairo_restore(cr);
}

void draw_map(draw_page *p)
{
    cairo_t *cr = p->cr;
    frame_path(p);
    draw_set(cr, DRAW_FLOOR, 1);
    cairo_fill(cr);
    if (p->scale > 0) {
        draw_ground(p);
    } else {
        draw_font(cr, 18, false);
        draw_set(cr, DRAW_SOFT, 1);
        draw_text(cr, p->map.x + p->map.w / 2, p->map.y + p->map.h / 2 + 6, DRAW_CENTRE, p->map.w,
                  "nothing to draw: the walkmesh has no faces");
    }
    frame_path(p);
    draw_set(cr, DRAW_INK, 0.35);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
}
