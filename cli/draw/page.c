/* The page of a plan: title, map, legend, list of findings, and how big each is. */
#include <string.h>

#include "draw/draw.h"
#include "real.h"

enum {
    MARGIN = 24,
    TITLE = 62,
    LEGEND = 214,
    GAP = 20,
    AXIS = 34,
    AXIS_BELOW = 24,
    PAGE_WIDTH = 1120,
    PAGE_MIN_HEIGHT = 760
};

bool draw_on(const draw_page *p, draw_layer layer)
{
    return p->job->layers & (uint32_t)layer;
}

/* ---- measures ---- */

typedef struct extent {
    double x0, y0, x1, y1;
    bool any;
} extent;

static void include(extent *e, wm_vec3 v)
{
    double x = (double)v.x, y = (double)v.y;
    if (!isfinite(v.x) || !isfinite(v.y))
        return;
    if (!e->any)
        *e = (extent){x, y, x, y, true};
    e->x0 = cli_min(e->x0, x);
    e->x1 = cli_max(e->x1, x);
    e->y0 = cli_min(e->y0, y);
    e->y1 = cli_max(e->y1, y);
}

/* The floor and a rim around it: walls of the sky are often hundreds of metres away. */
static extent floor_extent(const wm_walkmesh *m)
{
    enum { RIM = 8 }; /* a part of the floor's size */
    extent e = {0};
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; m->walkable[f] && k < 3; k++)
            include(&e, m->vertices[m->faces[f].vertex[k]]);
    if (!e.any && m->face_count) {
        include(&e, m->min);
        include(&e, m->max);
        return e;
    }
    double rim_x = (e.x1 - e.x0) / RIM, rim_y = (e.y1 - e.y0) / RIM;
    e.x0 = cli_max(e.x0 - rim_x, cli_min(e.x0, (double)m->min.x));
    e.y0 = cli_max(e.y0 - rim_y, cli_min(e.y0, (double)m->min.y));
    e.x1 = cli_min(e.x1 + rim_x, cli_max(e.x1, (double)m->max.x));
    e.y1 = cli_min(e.y1 + rim_y, cli_max(e.y1, (double)m->max.y));
    return e;
}

static extent find_extent(const draw_job *job)
{
    extent e = floor_extent(job->mesh);
    for (size_t i = 0; job->layers & DRAW_HOOKS && i < job->hook_count; i++)
        include(&e, job->hooks[i].at);
    for (size_t i = 0; i < job->point_count; i++)
        include(&e, job->points[i]);
    return e;
}

/* Width of "to " and the name of a room, with its arrow. */
static double door_label(const draw_job *job)
{
    size_t most = 7;
    for (uint32_t i = 0; i < job->room_name_count; i++) {
        size_t n = strlen(job->room_names[i]);
        most = n > most ? n : most;
    }
    return cli_min(60 + 9.2 * (double)most, 220);
}

/* Room for labels to the left and right of the floor. */
static double rim(const draw_page *p)
{
    if (!draw_on(p, DRAW_NAMES))
        return 40;
    if (p->job->trn)
        return 50;
    return draw_on(p, DRAW_TRANSITIONS) && draw_count_doors(p->job) && !p->job->area
               ? 2 * door_label(p->job)
               : 120;
}

/* And above and below it, for the scale and north. */
static double rim_high(const draw_page *p)
{
    return draw_on(p, DRAW_SCALE) ? 120 : 40;
}

/* Sets scale and middle so that the mesh fits the map with room for labels. */
static void fit_map(draw_page *p, const extent *e)
{
    double w = e->x1 - e->x0, h = e->y1 - e->y0, high = rim_high(p);
    double room_x = cli_max(p->map.w - rim(p), p->map.w / 2);
    double room_y = cli_max(p->map.h - high, p->map.h / 2);
    p->cx = (e->x0 + e->x1) / 2;
    p->cy = (e->y0 + e->y1) / 2;
    if (!e->any)
        return;
    if (w <= 0 && h <= 0)
        w = h = 1;
    p->scale = cli_min(w > 0 ? room_x / w : INFINITY, h > 0 ? room_y / h : INFINITY);
    p->grid = draw_round_length(90 / p->scale);
    p->wall = cli_min(cli_max(0.12 * p->scale, 1), 2.4);
}

/* The page in its own units: a unit is a pixel unless a size is given. */
static void choose_width(draw_page *p)
{
    double w = p->job->width, h = p->job->height;
    p->width = PAGE_WIDTH;
    p->unit = 1;
    if (w > 0 && h > 0) { /* a flat picture needs a wide page to hold the legend */
        p->width = cli_max(PAGE_WIDTH, PAGE_MIN_HEIGHT * w / h);
        p->unit = w / p->width;
    }
}

void draw_measure(draw_page *p)
{
    const draw_job *job = p->job;
    extent e = find_extent(job);
    draw_gather_findings(p);
    choose_width(p);
    bool words = draw_on(p, DRAW_LEGEND), grid = draw_on(p, DRAW_GRID);
    double top = MARGIN + (draw_on(p, DRAW_TITLE) ? TITLE : 0);
    double left = MARGIN + (grid ? AXIS : 0), below = grid || words ? AXIS_BELOW : 0;
    double map_w = p->width - left - MARGIN - (words ? GAP + LEGEND : 0);
    p->list.w = p->width - 2 * MARGIN;
    double list_h = words && draw_on(p, DRAW_FINDINGS) ? draw_finding_list_height(p) : 0;
    double aspect = e.any && e.x1 > e.x0 ? (e.y1 - e.y0) / (e.x1 - e.x0) : 0.6;
    double high = rim_high(p);
    double map_h = cli_min(cli_max((map_w - rim(p)) * aspect + high, 0.5 * map_w), 1.15 * map_w);
    p->legend = (draw_box){left + map_w + GAP, top, LEGEND, 0};
    double legend_h = words ? draw_legend_height(p) + 12 : 0;
    map_h = cli_max(map_h, legend_h);
    if (job->height > 0) { /* the list shrinks first */
        double rest = job->height / p->unit - top - MARGIN - below;
        list_h = cli_min(list_h, rest - cli_min(rest, cli_max(legend_h, rest / 2)));
        map_h = rest - list_h;
    }
    p->height = top + MARGIN + map_h + below + list_h;
    p->map = (draw_box){left, top, map_w, map_h};
    p->legend.h = map_h;
    p->list = (draw_box){MARGIN, top + map_h + below, p->width - 2 * MARGIN, list_h};
    fit_map(p, &e);
}

/* ---- parts ---- */

static void draw_title(const draw_page *p)
{
    draw_font(p->cr, 24, true);
    draw_set(p->cr, DRAW_INK, 1);
    draw_text(p->cr, MARGIN, MARGIN + 22, DRAW_LEFT, p->width - 2 * MARGIN, p->job->title);
    draw_font(p->cr, 13, false);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, MARGIN, MARGIN + 44, DRAW_LEFT, p->width - 2 * MARGIN, p->job->subtitle);
}

void draw_whole(draw_page *p)
{
    draw_set(p->cr, DRAW_PAPER, 1);
    cairo_paint(p->cr);
    cairo_scale(p->cr, p->unit, p->unit);
    if (draw_on(p, DRAW_TITLE))
        draw_title(p);
    draw_map(p);
    if (draw_on(p, DRAW_LEGEND))
        draw_legend(p);
    if (p->list.h > 0)
        draw_finding_list(p);
}
