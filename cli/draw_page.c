/* The page: title, plan, legend, list of findings, and how big each is. */
#include <math.h>
#include <string.h>

#include "draw.h"

enum {
    MARGIN = 24,
    TITLE = 62,
    LEGEND = 214,
    GAP = 20,
    AXIS = 34,
    AXIS_BELOW = 24,
    ROW = 22,
    FINDING = 38,
    DOOR_LABEL = 124,
    PAGE_WIDTH = 1120,
    PAGE_MIN_HEIGHT = 760
};

/* ---- findings by code ---- */

static void gather_findings(draw_page *p)
{
    const wm_report *r = p->job->report;
    for (int s = WM_ERROR; r && s >= WM_INFO; s--)
        for (uint32_t i = 0; i < r->count; i++) {
            const wm_issue *issue = &r->issues[i];
            uint32_t row = 0;
            if (issue->severity != (wm_severity)s)
                continue;
            while (row < p->finding_count && p->findings[row].first->code != issue->code)
                row++;
            if (row == p->finding_count)
                p->findings[p->finding_count++] = (draw_finding){.first = issue};
            p->findings[row].count++;
            p->findings[row].placed |= issue->has_place;
        }
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
    e->x0 = fmin(e->x0, x);
    e->x1 = fmax(e->x1, x);
    e->y0 = fmin(e->y0, y);
    e->y1 = fmax(e->y1, y);
}

static extent find_extent(const draw_job *job)
{
    const wm_walkmesh *m = job->mesh;
    const wm_vec3 *hook =
        job->bwm->type == WM_KOTOR_OBJECT ? job->bwm->relative_hook : job->bwm->absolute_hook;
    extent e = {0};
    if (m->face_count) {
        include(&e, m->min);
        include(&e, m->max);
    }
    for (int i = 0; i < 2; i++)
        if (hook[i].x != 0 || hook[i].y != 0 || hook[i].z != 0)
            include(&e, hook[i]);
    for (size_t i = 0; i < job->point_count; i++)
        include(&e, job->points[i]);
    return e;
}

static uint32_t legend_rows(const draw_job *job)
{
    uint32_t seen = 0, rows = 0;
    bool other = false;
    for (uint32_t f = 0; f < job->mesh->face_count; f++) {
        uint32_t material = job->mesh->materials[f];
        if (material < 32)
            seen |= UINT32_C(1) << material;
        else
            other = true;
    }
    for (; seen; seen &= seen - 1)
        rows++;
    return rows + other;
}

static uint32_t count_doors(const draw_job *job)
{
    uint32_t doors = 0;
    for (uint32_t i = 0; i < job->bwm->edge_count; i++)
        doors += job->bwm->edges[i].transition != WM_NO_INDEX;
    return doors;
}

/* Sets scale and middle so that the mesh fits the map with room for labels. */
static void fit_map(draw_page *p, const extent *e)
{
    double w = e->x1 - e->x0, h = e->y1 - e->y0;
    double rim = count_doors(p->job) ? 2 * DOOR_LABEL : 120;
    double room_x = fmax(p->map.w - rim, p->map.w / 2), room_y = fmax(p->map.h - 120, p->map.h / 2);
    p->cx = (e->x0 + e->x1) / 2;
    p->cy = (e->y0 + e->y1) / 2;
    if (!e->any)
        return;
    if (w <= 0 && h <= 0)
        w = h = 1;
    p->scale = fmin(w > 0 ? room_x / w : INFINITY, h > 0 ? room_y / h : INFINITY);
    p->grid = draw_round_length(90 / p->scale);
}

/* The page in units of its own: one is a pixel unless a size was asked for. */
static void choose_width(draw_page *p)
{
    double w = p->job->width, h = p->job->height;
    p->width = PAGE_WIDTH;
    p->unit = 1;
    if (w > 0 && h > 0) { /* a flat picture needs a wide page to hold the legend */
        p->width = fmax(PAGE_WIDTH, PAGE_MIN_HEIGHT * w / h);
        p->unit = w / p->width;
    }
}

void draw_measure(draw_page *p)
{
    const draw_job *job = p->job;
    extent e = find_extent(job);
    gather_findings(p);
    choose_width(p);
    double map_w = p->width - 2 * MARGIN - AXIS - GAP - LEGEND;
    double list_h = p->finding_count ? 30.0 + FINDING * p->finding_count : 0;
    double aspect = e.any && e.x1 > e.x0 ? (e.y1 - e.y0) / (e.x1 - e.x0) : 0.6;
    double rim = count_doors(job) ? 2 * DOOR_LABEL : 120;
    double map_h = fmin(fmax((map_w - rim) * aspect + 120, 0.5 * map_w), 1.15 * map_w);
    double legend_h = 180.0 + ROW * legend_rows(job);
    map_h = fmax(map_h, legend_h);
    if (job->height > 0) { /* the list gives way first */
        double left = job->height / p->unit - 2 * MARGIN - TITLE - AXIS_BELOW;
        list_h = fmin(list_h, left - fmin(left, fmax(legend_h, left / 2)));
        map_h = left - list_h;
    }
    p->height = 2 * MARGIN + TITLE + map_h + AXIS_BELOW + list_h;
    p->map = (draw_box){MARGIN + AXIS, MARGIN + TITLE, map_w, map_h};
    p->legend = (draw_box){p->map.x + map_w + GAP, p->map.y, LEGEND, map_h};
    p->list = (draw_box){MARGIN, p->map.y + map_h + AXIS_BELOW, p->width - 2 * MARGIN, list_h};
    fit_map(p, &e);
}

/* ---- parts ---- */

static void draw_title(const draw_page *p)
{
    const wm_walkmesh *m = p->job->mesh;
    const wm_kotor_bwm *b = p->job->bwm;
    char text[256];
    uint32_t doors = count_doors(p->job);
    draw_font(p->cr, 24, true);
    draw_set(p->cr, DRAW_INK, 1);
    draw_text(p->cr, MARGIN, MARGIN + 22, DRAW_LEFT, p->width - 2 * MARGIN, p->job->title);
    snprintf(text, sizeof text,
             "KotOR walkmesh, %s: %u vertices, %u faces, %u walkable, "
             "%u transition%s, %.3g x %.3g x %.3g m",
             b->type == WM_KOTOR_AREA ? "area" : "object", (unsigned)m->vertex_count,
             (unsigned)m->face_count, (unsigned)m->walkable_count, (unsigned)doors,
             doors == 1 ? "" : "s", (double)m->max.x - (double)m->min.x,
             (double)m->max.y - (double)m->min.y, (double)m->max.z - (double)m->min.z);
    draw_font(p->cr, 13, false);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, MARGIN, MARGIN + 44, DRAW_LEFT, p->width - 2 * MARGIN, text);
}

static double legend_head(const draw_page *p, double y, const char *text)
{
    draw_font(p->cr, 12, true);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->legend.x, y + 10, DRAW_LEFT, LEGEND, text);
    return y + ROW;
}

static double legend_material(const draw_page *p, double y, uint32_t material, uint32_t count)
{
    char name[24], number[16];
    bool walkable = wm_kotor_walkable(p->job->surfaces, material);
    draw_colour c = draw_material_colour(material, walkable || p->job->mesh->walkable_count == 0);
    cairo_rectangle(p->cr, p->legend.x + 0.5, y + 0.5, 26, 14);
    draw_set(p->cr, c, 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, (draw_colour){c.r * 0.75, c.g * 0.75, c.b * 0.75}, 1);
    cairo_set_line_width(p->cr, 1);
    cairo_stroke(p->cr);
    draw_font(p->cr, 13, walkable);
    draw_set(p->cr, walkable ? DRAW_INK : DRAW_SOFT, 1);
    draw_text(p->cr, p->legend.x + 36, y + 12.5, DRAW_LEFT, LEGEND - 90,
              material == WM_NO_INDEX ? "unknown"
                                      : wm_kotor_surface_name(p->job->surfaces, material, name));
    snprintf(number, sizeof number, "%u", (unsigned)count);
    draw_font(p->cr, 13, false);
    draw_text(p->cr, p->legend.x + LEGEND, y + 12.5, DRAW_RIGHT, 0, number);
    return y + ROW;
}

static double legend_materials(const draw_page *p, double y)
{
    uint32_t count[WM_KOTOR_SURFACES] = {0}, other = 0;
    for (uint32_t f = 0; f < p->job->mesh->face_count; f++) {
        uint32_t material = p->job->mesh->materials[f];
        *(material < WM_KOTOR_SURFACES ? &count[material] : &other) += 1;
    }
    if (p->job->mesh->face_count)
        y = legend_head(p, y, "surfaces, faces");
    for (int walkable = 1; walkable >= 0; walkable--)
        for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
            if (count[i] && wm_kotor_walkable(p->job->surfaces, i) == (walkable == 1))
                y = legend_material(p, y, i, count[i]);
    if (other)
        y = legend_material(p, y, WM_NO_INDEX, other);
    return y;
}

static double legend_label(const draw_page *p, double y, const char *text)
{
    draw_font(p->cr, 13, false);
    draw_set(p->cr, DRAW_INK, 1);
    draw_text(p->cr, p->legend.x + 36, y + 12.5, DRAW_LEFT, LEGEND - 36, text);
    return y + ROW;
}

static void draw_legend(const draw_page *p)
{
    cairo_t *cr = p->cr;
    const wm_kotor_bwm *b = p->job->bwm;
    const wm_vec3 *hook = b->type == WM_KOTOR_OBJECT ? b->relative_hook : b->absolute_hook;
    double x = p->legend.x, y = legend_materials(p, p->legend.y + 4);
    bool hooks = hook[0].x != 0 || hook[0].y != 0 || hook[0].z != 0 || hook[1].x != 0 ||
                 hook[1].y != 0 || hook[1].z != 0;
    if (p->job->mesh->walkable_count || hooks || p->finding_count)
        y = legend_head(p, y + 12, "marks");
    if (p->job->mesh->walkable_count) {
        draw_set(cr, DRAW_WALL, 1);
        cairo_set_line_width(cr, 2.4);
        cairo_move_to(cr, x, y + 7.5);
        cairo_line_to(cr, x + 26, y + 7.5);
        cairo_stroke(cr);
        y = legend_label(p, y, "edge of the floor");
    }
    if (count_doors(p->job)) {
        draw_set(cr, DRAW_DOOR, 1);
        draw_arrow(cr, x + 2, y + 7.5, 1, 0, 24);
        y = legend_label(p, y, "transition to a room");
    }
    if (hooks) {
        draw_hook(cr, x + 13, y + 7.5);
        y = legend_label(p, y, "hook");
    }
    if (p->finding_count) {
        draw_badge(cr, x + 13, y + 8, 1, p->findings[0].first->severity);
        legend_label(p, y, "finding, see the list");
    }
    draw_font(cr, 10, false);
    draw_set(cr, DRAW_SOFT, 1);
    draw_text(cr, x + LEGEND, p->legend.y + p->legend.h + 14, DRAW_RIGHT, 0,
              "metres; drawn by waymark");
}

static void finding_row(const draw_page *p, double y, uint32_t row)
{
    const draw_finding *f = &p->findings[row];
    const wm_issue_info *info = wm_issue_describe(f->first->code);
    char text[512], times[40] = "";
    double x = p->list.x + 32, limit = p->list.w - 32;
    draw_badge(p->cr, p->list.x + 12, y + 10, row + 1, f->first->severity);
    if (f->count > 1)
        snprintf(times, sizeof times, " %u times, first", (unsigned)f->count);
    snprintf(text, sizeof text, "%s%s: %s%s%s", wm_severity_name(f->first->severity), times,
             f->first->path, f->first->path[0] ? ": " : "", f->first->message);
    draw_font(p->cr, 13, true);
    draw_set(p->cr, DRAW_INK, 1);
    draw_text(p->cr, x, y + 9, DRAW_LEFT, limit, text);
    snprintf(text, sizeof text, "%s %s", info->notice, info->remedy);
    draw_font(p->cr, 12, false);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, x, y + 25, DRAW_LEFT, limit, text);
}

static void draw_list(const draw_page *p)
{
    double y = p->list.y + 30;
    uint32_t row = 0;
    char text[64];
    if (!p->finding_count)
        return;
    draw_font(p->cr, 12, true);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->list.x, p->list.y + 16, DRAW_LEFT, 0, "findings");
    for (; row < p->finding_count && y + FINDING <= p->list.y + p->list.h + 1; row++, y += FINDING)
        finding_row(p, y, row);
    if (row == p->finding_count)
        return;
    snprintf(text, sizeof text, "findings (%u more kinds do not fit here)",
             (unsigned)(p->finding_count - row));
    draw_set(p->cr, DRAW_PAPER, 1);
    cairo_rectangle(p->cr, p->list.x, p->list.y + 2, p->list.w, 20);
    cairo_fill(p->cr);
    draw_font(p->cr, 12, true);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->list.x, p->list.y + 16, DRAW_LEFT, 0, text);
}

void draw_whole(draw_page *p)
{
    draw_set(p->cr, DRAW_PAPER, 1);
    cairo_paint(p->cr);
    cairo_scale(p->cr, p->unit, p->unit);
    draw_title(p);
    draw_map(p);
    draw_legend(p);
    draw_list(p);
}
