/* Border edges, and the perimeters of the file. */

#include <stdlib.h>

#include "draw/draw.h"
#include "draw/raster.h"
#include "real.h"

/* Lines may be this many times as long as the sides of the map. */
enum { LINES = 400 };

/* A floor that is this much higher hides what lies below it, metres. */
static const float floor_height = 1.2f;

/* Height of the highest floor on a raster over the map: the cost of an edge does not depend on the
 * number of floors. */
typedef struct heights {
    const draw_page *p;
    raster map;
    double step; /* units of the page for each of its cells */
} heights;

static void add_floor(heights *h, uint32_t face)
{
    const wm_walkmesh *m = h->p->job->mesh;
    const raster_paint paint = {.opaque = 16};
    raster_vertex v[3];
    for (int k = 0; k < 3; k++) {
        wm_vec3 at = m->vertices[m->faces[face].vertex[k]];
        if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.z))
            return;
        v[k] = (raster_vertex){.x = (draw_x(h->p, (double)at.x) - h->p->map.x) / h->step,
                               .y = (draw_y(h->p, (double)at.y) - h->p->map.y) / h->step,
                               .depth = at.z};
    }
    raster_triangle(&h->map, v, &paint);
}

static bool corner(const wm_walkmesh *m, uint32_t face, int k, wm_vec3 *v)
{
    *v = m->vertices[m->faces[face].vertex[k % 3]];
    return isfinite(v->x) && isfinite(v->y) && isfinite(v->z);
}

/* The lowest walkable faces are left out where thousands lie on one spot: of the floors below this
 * many layers nothing is seen, and this much ink is black. Real walkmeshes need a hundredth. */
static bool *leave_out(const draw_page *p, draw_cost_kind kind)
{
    enum { LAYERS = 100 };
    const wm_walkmesh *m = p->job->mesh;
    size_t n = 0;
    bool *left_out = calloc((size_t)m->face_count + 1, sizeof *left_out);
    draw_choice *list = malloc(((size_t)m->walkable_count + 1) * sizeof *list);
    for (uint32_t f = 0; list && left_out && f < m->face_count; f++) {
        double x[3], y[3];
        float top = -INFINITY;
        bool good = m->walkable[f] && n < m->walkable_count;
        for (int k = 0; k < 3; k++) {
            wm_vec3 v;
            good = corner(m, f, k, &v) && good;
            x[k] = draw_x(p, (double)v.x);
            y[k] = draw_y(p, (double)v.y);
            top = cli_maxf(top, v.z);
        }
        if (good)
            list[n++] = (draw_choice){f, top, draw_cost(&p->map, x, y, kind)};
    }
    if (list && left_out)
        draw_choose(list, n,
                    kind == DRAW_FILLED ? LAYERS * p->map.w * p->map.h
                                        : LINES * (p->map.w + p->map.h),
                    left_out);
    free(list);
    return left_out;
}

static bool make_heights(const draw_page *p, heights *h)
{
    const wm_walkmesh *m = p->job->mesh;
    double cells = m->walkable_count > 4000 ? 256 : 512;
    *h = (heights){.p = p, .step = cli_max(p->map.w, p->map.h) / cells};
    if (!raster_new(&h->map, (uint32_t)(p->map.w / h->step) + 1, (uint32_t)(p->map.h / h->step) + 1,
                    1, RASTER_DEPTHS))
        return false;
    bool *left_out = leave_out(p, DRAW_FILLED);
    for (uint32_t f = 0; left_out && f < m->face_count; f++)
        if (m->walkable[f] && !left_out[f])
            add_floor(h, f);
    free(left_out);
    return true;
}

static bool covered(const heights *h, double x, double y, double z)
{
    double cx = (draw_x(h->p, x) - h->p->map.x) / h->step;
    double cy = (draw_y(h->p, y) - h->p->map.y) / h->step;
    if (!(cx >= 0) || !(cy >= 0) || cx >= h->map.width || cy >= h->map.height)
        return false;
    return h->map.depth[(size_t)cy * h->map.width + (size_t)cx] > (float)z + floor_height;
}

/* The pieces of an edge that are covered, or those that are not. */
static void trace_edge(const heights *h, wm_vec3 a, wm_vec3 b, bool hidden)
{
    const draw_page *p = h->p;
    double ax = (double)a.x, ay = (double)a.y, az = (double)a.z;
    double dx = (double)b.x - ax, dy = (double)b.y - ay, dz = (double)b.z - az;
    double length = cli_hypot(dx, dy);
    int pieces = length < 2 ? 1 : length > 32 ? 16 : (int)(length / 2);
    bool open = false;
    for (int i = 0; i < pieces; i++) {
        double m = (i + 0.5) / pieces, from = (double)i / pieces, to = (i + 1.0) / pieces;
        if (covered(h, ax + dx * m, ay + dy * m, az + dz * m) != hidden) {
            open = false;
            continue;
        }
        if (!open)
            cairo_move_to(p->cr, draw_x(p, ax + dx * from), draw_y(p, ay + dy * from));
        cairo_line_to(p->cr, draw_x(p, ax + dx * to), draw_y(p, ay + dy * to));
        open = true;
    }
}

/* Edges of walkable faces without a neighbour and without a transition. They are drawn in small
 * groups, as cairo compares all lines of a path with each other. */
static void draw_edges(const heights *h, const bool *left_out, bool hidden)
{
    const draw_page *p = h->p;
    enum { AT_ONCE = 256 };
    const wm_walkmesh *m = p->job->mesh;
    uint32_t lines = 0;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; m->walkable[f] && !left_out[f] && k < 3; k++) {
            wm_vec3 a, b;
            if (m->neighbours[f].edge[k] != WM_NO_INDEX ||
                (m->transitions[f].edge[k] != WM_NO_INDEX && draw_on(p, DRAW_TRANSITIONS)) ||
                !corner(m, f, k, &a) || !corner(m, f, k + 1, &b))
                continue;
            trace_edge(h, a, b, hidden);
            if (++lines % AT_ONCE == 0)
                cairo_stroke(p->cr);
        }
    cairo_stroke(p->cr);
}

void draw_walls(const draw_page *p)
{
    heights h;
    bool *left_out = leave_out(p, DRAW_AS_LINES);
    if (make_heights(p, &h) && left_out) {
        cairo_new_path(p->cr);
        cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_width(p->cr, 0.7 * p->wall);
        draw_set(p->cr, DRAW_WALL, 0.22);
        draw_edges(&h, left_out, true);
        cairo_set_line_width(p->cr, p->wall);
        draw_set(p->cr, DRAW_WALL, 1);
        draw_edges(&h, left_out, false);
    }
    free(left_out);
    raster_free(&h.map);
}

/* Next to the edge, on the side of the floor. Returns how long it is. */
static double draw_border_line(const draw_page *p, const draw_border *b)
{
    double off = 1.2 + p->wall, ax = draw_x(p, (double)b->a.x), ay = draw_y(p, (double)b->a.y);
    double bx = draw_x(p, (double)b->b.x), by = draw_y(p, (double)b->b.y);
    double nx = by - ay, ny = ax - bx, length = cli_hypot(nx, ny);
    if (!(length > 0.5))
        return 0;
    nx *= off / length;
    ny *= off / length;
    if (nx * (draw_x(p, (double)b->inside.x) - ax) + ny * (draw_y(p, (double)b->inside.y) - ay) < 0)
        nx = -nx, ny = -ny;
    cairo_move_to(p->cr, ax + nx, ay + ny);
    cairo_line_to(p->cr, bx + nx, by + ny);
    draw_set(p->cr, b->hole ? DRAW_HOLE : DRAW_LOOP, 1);
    cairo_stroke(p->cr);
    return cli_min(length, p->map.w + p->map.h);
}

void draw_perimeters(draw_page *p)
{
    const draw_job *job = p->job;
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(p->cr, 1.4);
    double left = LINES * (p->map.w + p->map.h);
    for (size_t i = 0; i < job->border_count && left > 0; i++)
        left -= draw_border_line(p, &job->borders[i]);
    for (size_t i = 0; i < job->border_count; i++) {
        const draw_border *b = &job->borders[i];
        char text[16];
        if (!b->first || !draw_on(p, DRAW_NAMES) || job->area)
            continue;
        snprintf(text, sizeof text, "P%u", (unsigned)b->loop + 1);
        double x = draw_x(p, ((double)b->a.x + (double)b->b.x) / 2);
        double y = draw_y(p, ((double)b->a.y + (double)b->b.y) / 2);
        double dx = draw_x(p, (double)b->inside.x) - x, dy = draw_y(p, (double)b->inside.y) - y;
        double far = cli_hypot(dx, dy);
        if (!(far > 0))
            continue;
        draw_label l = {.x = x + 14 * dx / far,
                        .y = y + 14 * dy / far,
                        .dx = dx / far,
                        .dy = dy / far,
                        .size = 10,
                        .bold = true,
                        .colour = b->hole ? DRAW_HOLE : DRAW_LOOP};
        draw_label_text(p, &l, text);
    }
}
