/* Marks on the plan: rooms, hooks, paths, points, scale and north. */

#include "draw/draw.h"
#include "real.h"

void draw_arrow(cairo_t *cr, double x, double y, double dx, double dy, double length)
{
    double hx = x + dx * length, hy = y + dy * length;
    double head = 0.42 * length;
    cairo_set_line_width(cr, length < 20 ? 2.2 : 3.2);
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

void draw_hook_sign(cairo_t *cr, double x, double y, double size)
{
    cairo_new_path(cr);
    cairo_move_to(cr, x, y - size);
    cairo_line_to(cr, x + size, y);
    cairo_line_to(cr, x, y + size);
    cairo_line_to(cr, x - size, y);
    cairo_close_path(cr);
    draw_set(cr, DRAW_HOOK, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_PAPER, 1);
    cairo_set_line_width(cr, 1.5);
    cairo_stroke(cr);
}

/* A room without a walkmesh: an empty square where the layout puts it. */
static void draw_empty_room(cairo_t *cr, double x, double y)
{
    cairo_rectangle(cr, x - 5, y - 5, 10, 10);
    draw_set(cr, DRAW_PAPER, 0.8);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_SOFT, 1);
    cairo_set_line_width(cr, 1.4);
    cairo_stroke(cr);
}

static void draw_hooks(draw_page *p)
{
    const draw_job *job = p->job;
    double size = job->area ? 5.5 : 8;
    cairo_new_path(p->cr);
    for (size_t i = 0; i < job->hook_count; i++) {
        double x = draw_x(p, (double)job->hooks[i].at.x), y = draw_y(p, (double)job->hooks[i].at.y);
        if (job->hooks[i].room)
            draw_empty_room(p->cr, x, y);
        else
            draw_hook_sign(p->cr, x, y, size);
        draw_keep_off(p, (draw_box){x - size, y - size, 2 * size, 2 * size});
    }
    for (size_t i = 0; i < job->hook_count && draw_on(p, DRAW_NAMES); i++) {
        const draw_hook *h = &job->hooks[i];
        draw_label l = {.x = draw_x(p, (double)h->at.x),
                        .y = draw_y(p, (double)h->at.y) - size - 9,
                        .size = job->area ? 10 : 12,
                        .bold = !h->room,
                        .must = job->hook_count <= 2,
                        .colour = h->room ? DRAW_SOFT : DRAW_HOOK};
        draw_label_text(p, &l, h->label);
    }
}

static void draw_rooms(draw_page *p)
{
    for (size_t i = 0; i < p->job->room_count; i++) {
        const draw_room *r = &p->job->rooms[i];
        draw_label l = {.x = draw_x(p, (double)r->at.x),
                        .y = draw_y(p, (double)r->at.y),
                        .size = p->job->room_count > 40 ? 10.5 : 12,
                        .bold = true,
                        .must = true,
                        .colour = DRAW_INK};
        draw_label_text(p, &l, r->name);
    }
}

/* ---- ways ---- */

void draw_way_line(cairo_t *cr, bool game)
{
    static const double dashes[] = {7, 5};
    cairo_save(cr);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    draw_set(cr, DRAW_PAPER, 0.9); /* an outline, visible on any background */
    cairo_set_line_width(cr, 5);
    cairo_stroke_preserve(cr);
    if (game)
        cairo_set_dash(cr, dashes, 2, 0);
    draw_set(cr, game ? DRAW_GAME : DRAW_PATH, 1);
    cairo_set_line_width(cr, 2.5);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void way_end(draw_page *p, wm_vec3 at, const char *letter)
{
    double x = draw_x(p, (double)at.x), y = draw_y(p, (double)at.y);
    cairo_new_sub_path(p->cr);
    cairo_arc(p->cr, x, y, 8, 0, 2 * DRAW_PI);
    draw_set(p->cr, DRAW_PATH, 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, DRAW_PAPER, 1);
    cairo_set_line_width(p->cr, 1.5);
    cairo_stroke(p->cr);
    draw_font(p->cr, 10.5, true);
    draw_text(p->cr, x, y + 3.8, DRAW_CENTRE, 0, letter);
    draw_keep_off(p, (draw_box){x - 9, y - 9, 18, 18});
}

/* The length is written halfway along the path, for the game's path at a third, as the two are
 * often close. */
static void label_way(draw_page *p, const draw_way *w)
{
    double left = 0, x = 0, y = 0;
    char text[64];
    for (size_t i = 0; i + 1 < w->count; i++)
        left += cli_hypot((double)w->points[i + 1].x - (double)w->points[i].x,
                          (double)w->points[i + 1].y - (double)w->points[i].y) /
                (w->game ? 3 : 2);
    for (size_t i = 0; i + 1 < w->count; i++) {
        double ax = (double)w->points[i].x, ay = (double)w->points[i].y;
        double bx = (double)w->points[i + 1].x, by = (double)w->points[i + 1].y;
        double length = cli_hypot(bx - ax, by - ay), t = length > 0 ? left / length : 0;
        if (left <= length || i + 2 == w->count) {
            x = ax + (bx - ax) * cli_min(t, 1);
            y = ay + (by - ay) * cli_min(t, 1);
            break;
        }
        left -= length;
    }
    snprintf(text, sizeof text, w->game ? "game %.1f m" : "%.2f m", w->length);
    draw_label l = {.x = draw_x(p, x),
                    .y = draw_y(p, y) - 13,
                    .size = 12,
                    .bold = true,
                    .must = true,
                    .colour = w->game ? DRAW_GAME : DRAW_PATH};
    draw_label_text(p, &l, text);
}

static void draw_ways(const draw_page *p)
{
    for (int game = 1; game >= 0; game--) /* the shortest one on top */
        for (size_t i = 0; i < p->job->way_count; i++) {
            const draw_way *w = &p->job->ways[i];
            if (w->count < 2 || w->game != (game == 1))
                continue;
            cairo_new_path(p->cr); /* the text before it set a current point */
            for (size_t k = 0; k < w->count; k++)
                cairo_line_to(p->cr, draw_x(p, (double)w->points[k].x),
                              draw_y(p, (double)w->points[k].y));
            draw_way_line(p->cr, w->game);
        }
}

static void label_ways(draw_page *p)
{
    for (size_t i = 0; i < p->job->way_count; i++) {
        const draw_way *w = &p->job->ways[i];
        if (w->count < 2)
            continue;
        if (!w->game) {
            way_end(p, w->points[0], "A");
            way_end(p, w->points[w->count - 1], "B");
        }
        if (draw_on(p, DRAW_NAMES))
            label_way(p, w);
    }
}

static void draw_points(draw_page *p)
{
    cairo_t *cr = p->cr;
    cairo_new_path(cr);
    for (size_t i = 0; i < p->job->point_count; i++) {
        wm_vec3 at = p->job->points[i];
        double x = draw_x(p, (double)at.x), y = draw_y(p, (double)at.y);
        char text[2 * WM_FLOAT_TEXT + 4], a[WM_FLOAT_TEXT], b[WM_FLOAT_TEXT];
        wm_float_format(at.x, a);
        wm_float_format(at.y, b);
        snprintf(text, sizeof text, "%s, %s", a, b);
        draw_set(cr, DRAW_PAPER, 0.9);
        cairo_arc(cr, x, y, 7, 0, 2 * DRAW_PI);
        cairo_fill(cr);
        draw_set(cr, DRAW_POINT, 1);
        cairo_arc(cr, x, y, 4.5, 0, 2 * DRAW_PI);
        cairo_fill(cr);
        draw_font(cr, 12, true);
        draw_text_rimmed(cr, x + 11, y + 4, DRAW_LEFT, text);
        cairo_new_path(cr);
    }
}

void draw_marks(draw_page *p)
{
    bool findings = draw_on(p, DRAW_FINDINGS) && p->job->report;
    if (findings)
        draw_findings(p, false);
    if (draw_on(p, DRAW_PERIMETERS))
        draw_perimeters(p);
    if (draw_on(p, DRAW_PATHS))
        draw_path_points(p);
    if (draw_on(p, DRAW_OBJECTS))
        draw_objects(p);
    draw_ways(p); /* below all labels */
    if (draw_on(p, DRAW_NAMES))
        draw_rooms(p);
    if (draw_on(p, DRAW_TRANSITIONS))
        draw_transitions(p);
    if (draw_on(p, DRAW_HOOKS))
        draw_hooks(p);
    label_ways(p);
    if (findings)
        draw_findings(p, true);
    draw_points(p);
}

/* ---- scale and north ---- */

char *draw_length_text(double metres, char text[32])
{
    snprintf(text, 32,
             metres < 1      ? "%g cm"
             : metres < 1000 ? "%g m"
                             : "%g km",
             metres < 1      ? metres * 100
             : metres < 1000 ? metres
                             : metres / 1000);
    return text;
}

void draw_scale_bar(draw_page *p)
{
    cairo_t *cr = p->cr;
    double metres = draw_round_length(p->map.w * 0.22 / p->scale);
    double w = metres * p->scale, x = p->map.x + 18, y = p->map.y + p->map.h - 22;
    char text[32];
    draw_keep_off(p, (draw_box){x - 10, y - 20, w + 20, 34});
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
    draw_font(cr, 12, true);
    draw_text(cr, x + w / 2, y - 6, DRAW_CENTRE, 0, draw_length_text(metres, text));
}

void draw_north(draw_page *p)
{
    cairo_t *cr = p->cr;
    double x = p->map.x + p->map.w - 24, y = p->map.y + 40;
    draw_keep_off(p, (draw_box){x - 21, y - 29, 42, 42});
    draw_set(cr, DRAW_PAPER, 0.85);
    cairo_new_path(cr);
    cairo_arc(cr, x, y - 8, 21, 0, 2 * DRAW_PI);
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
