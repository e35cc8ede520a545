/* What stands on the plan: transitions, hooks, points, findings, scale and north. */
#include <math.h>

#include "draw.h"

void draw_arrow(cairo_t *cr, double x, double y, double dx, double dy, double length)
{
    double hx = x + dx * length, hy = y + dy * length;
    double head = 0.42 * length;
    cairo_set_line_width(cr, 3.2);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, hx - dx * head * 0.8, hy - dy * head * 0.8);
    cairo_stroke(cr);
    cairo_move_to(cr, hx, hy);
    cairo_line_to(cr, hx - dx * head - dy * head * 0.7, hy - dy * head + dx * head * 0.7);
    cairo_line_to(cr, hx - dx * head + dy * head * 0.7, hy - dy * head - dx * head * 0.7);
    cairo_close_path(cr);
    cairo_fill(cr);
}

/* The edge itself, an arrow out of it, and where it leads. */
static void draw_transition(const draw_page *p, wm_vec3 a, wm_vec3 b, wm_vec3 c, uint32_t room)
{
    cairo_t *cr = p->cr;
    double ax = draw_x(p, (double)a.x), ay = draw_y(p, (double)a.y);
    double bx = draw_x(p, (double)b.x), by = draw_y(p, (double)b.y);
    double mx = (ax + bx) / 2, my = (ay + by) / 2;
    double dx = by - ay, dy = ax - bx, length = hypot(dx, dy);
    char text[32];
    draw_set(cr, DRAW_DOOR, 1);
    cairo_set_line_width(cr, 5);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cr, ax, ay);
    cairo_line_to(cr, bx, by);
    cairo_stroke(cr);
    if (!(length > 0))
        return;
    dx /= length;
    dy /= length;
    /* Away from the third corner of the face. */
    if (dx * (draw_x(p, (double)c.x) - mx) + dy * (draw_y(p, (double)c.y) - my) > 0) {
        dx = -dx;
        dy = -dy;
    }
    draw_arrow(cr, mx + dx * 3, my + dy * 3, dx, dy, 24);
    snprintf(text, sizeof text, "to room %u", (unsigned)room);
    draw_font(cr, 13, true);
    double half = draw_text_width(cr, text) / 2;
    double x = mx + dx * (34 + half * fabs(dx)), y = my + dy * 38;
    /* Keep the words inside of the frame. */
    x = fmin(fmax(x, p->map.x + half + 6), p->map.x + p->map.w - half - 6);
    y = fmin(fmax(y, p->map.y + 14), p->map.y + p->map.h - 14);
    draw_set(cr, DRAW_DOOR, 1);
    draw_text_rimmed(cr, x, y + 4.5, DRAW_CENTRE, text);
}

static void draw_transitions(const draw_page *p)
{
    const wm_walkmesh *m = p->job->mesh;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            wm_vec3 v[3];
            bool finite = true;
            if (m->transitions[f].edge[k] == WM_NO_INDEX)
                continue;
            for (int i = 0; i < 3; i++) {
                v[i] = m->vertices[m->faces[f].vertex[(k + i) % 3]];
                finite = finite && isfinite(v[i].x) && isfinite(v[i].y);
            }
            if (finite)
                draw_transition(p, v[0], v[1], v[2], m->transitions[f].edge[k]);
        }
}

void draw_hook(cairo_t *cr, double x, double y)
{
    cairo_move_to(cr, x, y - 8);
    cairo_line_to(cr, x + 8, y);
    cairo_line_to(cr, x, y + 8);
    cairo_line_to(cr, x - 8, y);
    cairo_close_path(cr);
    draw_set(cr, DRAW_HOOK, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_PAPER, 1);
    cairo_set_line_width(cr, 1.5);
    cairo_stroke(cr);
}

static void draw_hooks(const draw_page *p)
{
    const wm_kotor_bwm *b = p->job->bwm;
    /* An object's vertices are relative to it, and so are these hooks. */
    const wm_vec3 *hook = b->type == WM_KOTOR_OBJECT ? b->relative_hook : b->absolute_hook;
    for (int i = 0; i < 2; i++) {
        char text[16];
        bool set = hook[i].x != 0 || hook[i].y != 0 || hook[i].z != 0;
        if (!set || !isfinite(hook[i].x) || !isfinite(hook[i].y))
            continue;
        double x = draw_x(p, (double)hook[i].x), y = draw_y(p, (double)hook[i].y);
        draw_hook(p->cr, x, y);
        snprintf(text, sizeof text, "hook %d", i + 1);
        draw_font(p->cr, 12, true);
        draw_set(p->cr, DRAW_HOOK, 1);
        draw_text_rimmed(p->cr, x, y - 13, DRAW_CENTRE, text);
    }
}

static void draw_path(const draw_page *p)
{
    cairo_t *cr = p->cr;
    if (p->job->path_count < 2)
        return;
    cairo_new_path(cr); /* text before it left a point behind */
    for (size_t i = 0; i < p->job->path_count; i++) {
        wm_vec3 at = p->job->path[i];
        cairo_line_to(cr, draw_x(p, (double)at.x), draw_y(p, (double)at.y));
    }
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    draw_set(cr, DRAW_PAPER, 0.9); /* a rim, to be seen on any ground */
    cairo_set_line_width(cr, 5);
    cairo_stroke_preserve(cr);
    draw_set(cr, DRAW_PATH, 1);
    cairo_set_line_width(cr, 2.5);
    cairo_stroke(cr);
}

static void draw_points(const draw_page *p)
{
    cairo_t *cr = p->cr;
    for (size_t i = 0; i < p->job->point_count; i++) {
        wm_vec3 at = p->job->points[i];
        double x = draw_x(p, (double)at.x), y = draw_y(p, (double)at.y);
        char text[2 * WM_FLOAT_TEXT + 4], a[WM_FLOAT_TEXT], b[WM_FLOAT_TEXT];
        wm_float_format(at.x, a);
        wm_float_format(at.y, b);
        snprintf(text, sizeof text, "%s, %s", a, b);
        draw_set(cr, DRAW_PAPER, 0.9);
        cairo_arc(cr, x, y, 7, 0, 2 * 3.14159265358979);
        cairo_fill(cr);
        draw_set(cr, DRAW_POINT, 1);
        cairo_arc(cr, x, y, 4.5, 0, 2 * 3.14159265358979);
        cairo_fill(cr);
        draw_font(cr, 12, true);
        draw_text_rimmed(cr, x + 11, y + 4, DRAW_LEFT, text);
    }
}

void draw_badge(cairo_t *cr, double x, double y, uint32_t number, wm_severity severity)
{
    char text[12] = "!";
    draw_colour c = severity == WM_ERROR     ? DRAW_RGB(0xd02f3c)
                    : severity == WM_WARNING ? DRAW_RGB(0xe08a00)
                                             : DRAW_RGB(0x5b6b86);
    double radius = number > 9 ? 10.5 : 9.5;
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, y, radius, 0, 2 * 3.14159265358979);
    draw_set(cr, c, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_PAPER, 1);
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
    if (number)
        snprintf(text, sizeof text, "%u", (unsigned)number);
    draw_font(cr, 11.5, true);
    draw_text(cr, x, y + 4.2, DRAW_CENTRE, 0, text);
}

enum { SPOTS = 512, NEAR = 20 };

typedef struct spot {
    double x, y;   /* of the badge */
    double px, py; /* of the place it stands for */
    uint32_t number;
    wm_severity severity;
} spot;

/* Index of a badge closer than NEAR to (x, y), or n. */
static uint32_t taken(const spot *list, uint32_t n, double x, double y)
{
    for (uint32_t i = 0; i < n; i++)
        if (hypot(list[i].x - x, list[i].y - y) < NEAR)
            return i;
    return n;
}

/* Badges of one number in one spot are one; others step aside and keep a line to
 * their place. */
static void place_badge(const draw_page *p, spot *list, uint32_t *n, double x, double y,
                        uint32_t number, wm_severity severity)
{
    double bx = x, by = y;
    uint32_t hit = taken(list, *n, x, y);
    for (uint32_t i = 0; i < *n; i++)
        if (list[i].number == number && hypot(list[i].px - x, list[i].py - y) < NEAR)
            return;
    for (int i = 0; hit < *n && i < 24; i++) {
        double angle = 3.14159265358979 / 4 * ((i + 2) % 8), far = (NEAR + 1) * (1 + i / 8);
        bx = x + far * cos(angle);
        by = y - far * sin(angle);
        hit = taken(list, *n, bx, by);
    }
    bx = fmin(fmax(bx, p->map.x + 12), p->map.x + p->map.w - 12);
    by = fmin(fmax(by, p->map.y + 12), p->map.y + p->map.h - 12);
    if (*n < SPOTS)
        list[(*n)++] = (spot){bx, by, x, y, number, severity};
}

static void draw_spots(const draw_page *p, const spot *list, uint32_t n)
{
    draw_set(p->cr, DRAW_INK, 0.8);
    cairo_set_line_width(p->cr, 1.2);
    for (uint32_t i = 0; i < n; i++) {
        cairo_move_to(p->cr, list[i].px, list[i].py);
        cairo_line_to(p->cr, list[i].x, list[i].y);
    }
    cairo_stroke(p->cr);
    for (uint32_t i = 0; i < n; i++)
        draw_badge(p->cr, list[i].x, list[i].y, list[i].number, list[i].severity);
}

static void draw_findings(const draw_page *p)
{
    const wm_report *r = p->job->report;
    spot list[SPOTS];
    uint32_t n = 0;
    for (uint32_t row = 0; row < p->finding_count; row++)
        for (uint32_t i = 0; i < r->count; i++) {
            const wm_issue *issue = &r->issues[i];
            if (issue->code != p->findings[row].first->code || !issue->has_place ||
                !isfinite(issue->place.x) || !isfinite(issue->place.y))
                continue;
            place_badge(p, list, &n, draw_x(p, (double)issue->place.x),
                        draw_y(p, (double)issue->place.y), row + 1, issue->severity);
        }
    draw_spots(p, list, n);
}

void draw_marks(draw_page *p)
{
    draw_transitions(p);
    draw_hooks(p);
    if (p->job->report)
        draw_findings(p);
    draw_path(p);
    draw_points(p);
}

void draw_scale_bar(draw_page *p)
{
    cairo_t *cr = p->cr;
    double metres = draw_round_length(p->map.w * 0.22 / p->scale);
    double w = metres * p->scale, x = p->map.x + 18, y = p->map.y + p->map.h - 22;
    char text[32];
    draw_set(cr, DRAW_PAPER, 0.85);
    cairo_rectangle(cr, x - 10, y - 20, w + 20, 34);
    cairo_fill(cr);
    for (int i = 0; i < 4; i++) {
        cairo_rectangle(cr, x + w * i / 4, y, w / 4, 5);
        draw_set(cr, i % 2 ? DRAW_PAPER : DRAW_INK, 1);
        cairo_fill(cr);
    }
    cairo_rectangle(cr, x, y, w, 5);
    draw_set(cr, DRAW_INK, 1);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
    snprintf(text, sizeof text,
             metres < 1      ? "%g cm"
             : metres < 1000 ? "%g m"
                             : "%g km",
             metres < 1      ? metres * 100
             : metres < 1000 ? metres
                             : metres / 1000);
    draw_font(cr, 12, true);
    draw_text(cr, x + w / 2, y - 6, DRAW_CENTRE, 0, text);
}

void draw_north(draw_page *p)
{
    cairo_t *cr = p->cr;
    double x = p->map.x + p->map.w - 24, y = p->map.y + 40;
    draw_set(cr, DRAW_PAPER, 0.85);
    cairo_arc(cr, x, y - 8, 21, 0, 2 * 3.14159265358979);
    cairo_fill(cr);
    draw_set(cr, DRAW_INK, 1);
    cairo_move_to(cr, x, y - 13);
    cairo_line_to(cr, x + 6, y + 8);
    cairo_line_to(cr, x, y + 4);
    cairo_line_to(cr, x - 6, y + 8);
    cairo_close_path(cr);
    cairo_fill(cr);
    draw_font(cr, 11, true);
    draw_text(cr, x, y - 16, DRAW_CENTRE, 0, "N");
}
