/* Findings: one number for each code, on the plan and in the list below it. */
#include <string.h>

#include "draw/draw.h"
#include "real.h"

/* ---- by code ---- */

void draw_gather_findings(draw_page *p)
{
    const wm_report *r = p->job->report;
    for (int s = WM_SEVERITY_ERROR; r && s >= WM_SEVERITY_INFO; s--)
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

/* ---- on the plan ---- */

void draw_badge(cairo_t *cr, double x, double y, uint32_t number, wm_severity severity)
{
    char text[12] = "!";
    draw_colour c = severity == WM_SEVERITY_ERROR     ? DRAW_RGB(0xd02f3c)
                    : severity == WM_SEVERITY_WARNING ? DRAW_RGB(0xe08a00)
                                                      : DRAW_RGB(0x5b6b86);
    /* Findings that need no fix come last. */
    double small = severity == WM_SEVERITY_INFO ? 0.8 : 1,
           radius = (number > 9 ? 10.5 : 9.5) * small;
    cairo_new_sub_path(cr);
    cairo_arc(cr, x, y, radius, 0, 2 * DRAW_PI);
    draw_set(cr, c, 1);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_PAPER, 1);
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
    if (number)
        snprintf(text, sizeof text, "%u", (unsigned)number);
    draw_font(cr, 11.5 * small, true);
    draw_text(cr, x, y + 4.2 * small, DRAW_CENTRE, 0, text);
}

enum { SPOTS = 512, NEAR = 20 };

typedef struct spot {
    double x, y;   /* of the badge */
    double px, py; /* of the place it marks */
    uint32_t number;
    wm_severity severity;
} spot;

/* Index of a badge closer than NEAR to (x, y), or n. */
static uint32_t taken(const spot *list, uint32_t n, double x, double y)
{
    for (uint32_t i = 0; i < n; i++)
        if (cli_hypot(list[i].x - x, list[i].y - y) < NEAR)
            return i;
    return n;
}

/* Badges with the same number at one place become one; others move aside and get a line to their
 * place. */
static void place_badge(const draw_page *p, spot *list, uint32_t *n, double x, double y,
                        uint32_t number, wm_severity severity)
{
    double bx = x, by = y;
    uint32_t hit = taken(list, *n, x, y);
    for (uint32_t i = 0; i < *n; i++)
        if (list[i].number == number && cli_hypot(list[i].px - x, list[i].py - y) < NEAR)
            return;
    for (int i = 0; hit < *n && i < 24; i++) {
        double angle = DRAW_PI / 4 * ((i + 2) % 8), far = (NEAR + 1) * (1 + i / 8);
        double s, c;
        cli_sin_cos(angle, &s, &c);
        bx = x + far * c;
        by = y - far * s;
        hit = taken(list, *n, bx, by);
    }
    bx = cli_min(cli_max(bx, p->map.x + 12), p->map.x + p->map.w - 12);
    by = cli_min(cli_max(by, p->map.y + 12), p->map.y + p->map.h - 12);
    if (*n < SPOTS)
        list[(*n)++] = (spot){bx, by, x, y, number, severity};
}

static void draw_spots(const draw_page *p, const spot *list, uint32_t n)
{
    cairo_new_path(p->cr);
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

void draw_findings(draw_page *p, bool paint)
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
    if (paint)
        draw_spots(p, list, n);
    for (uint32_t i = 0; !paint && i < n; i++)
        draw_keep_off(p, (draw_box){list[i].x - 10, list[i].y - 10, 20, 20});
}

/* ---- the list ---- */

/* Text in at most `most` lines; the last one is cut if needed. Returns where the next line goes. */
static double lines(const draw_page *p, double y, double step, int most, const char *text)
{
    double limit = p->list.w - 32;
    for (int i = 0; *text && i < most; i++, y += step) {
        char line[512];
        size_t n = i + 1 == most ? strlen(text) : draw_wrap(p->cr, text, limit);
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        draw_text(p->cr, p->list.x + 32, y, DRAW_LEFT, limit, line);
        text += n;
        text += strspn(text, " ");
    }
    return y;
}

/* Returns its height. */
static double finding_row(const draw_page *p, double y, uint32_t row)
{
    const draw_finding *f = &p->findings[row];
    const wm_issue_info *info = wm_issue_describe(f->first->code);
    char text[512], times[40] = "";
    draw_badge(p->cr, p->list.x + 12, y + 10, row + 1, f->first->severity);
    if (f->count > 1)
        snprintf(times, sizeof times, " %u times, first", (unsigned)f->count);
    snprintf(text, sizeof text, "%s%s: %s%s%s", wm_severity_name(f->first->severity), times,
             f->first->path, f->first->path[0] ? ": " : "", f->first->message);
    draw_font(p->cr, 13, true);
    draw_set(p->cr, DRAW_INK, 1);
    double next = lines(p, y + 9, 16, 3, text);
    snprintf(text, sizeof text, "%s %s", info->notice, info->remedy);
    draw_font(p->cr, 12, false);
    draw_set(p->cr, DRAW_SOFT, 1);
    return lines(p, next, 15, 2, text) - y - 2;
}

/* Drawn without output, to measure their heights. `heights` has room for all. */
static double measure_rows(const draw_page *p, double *heights)
{
    cairo_surface_t *nothing = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    draw_page copy = *p;
    double sum = 0;
    copy.cr = cairo_create(nothing);
    for (uint32_t i = 0; i < p->finding_count; i++) {
        heights[i] = finding_row(&copy, 0, i);
        sum += heights[i];
    }
    cairo_destroy(copy.cr);
    cairo_surface_destroy(nothing);
    return sum;
}

double draw_finding_list_height(const draw_page *p)
{
    double heights[WM_ISSUE_CODE_COUNT];
    return p->finding_count ? 30 + measure_rows(p, heights) : 0;
}

void draw_finding_list(const draw_page *p)
{
    double y = p->list.y + 30, heights[WM_ISSUE_CODE_COUNT];
    uint32_t row = 0;
    char text[64] = "findings";
    if (!p->finding_count)
        return;
    measure_rows(p, heights);
    for (; row < p->finding_count && y + heights[row] <= p->list.y + p->list.h + 4; row++)
        y += finding_row(p, y, row);
    if (row < p->finding_count)
        snprintf(text, sizeof text, "findings (%u more kinds do not fit)",
                 (unsigned)(p->finding_count - row));
    draw_font(p->cr, 12, true);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->list.x, p->list.y + 16, DRAW_LEFT, 0, text);
}
