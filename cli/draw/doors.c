/* Transitions: the edge, the room it leads to, and whether it can be crossed. */
#include <string.h>

#include "draw/draw.h"
#include "real.h"

typedef struct door {
    double ax, ay, bx, by, mx, my;
    double dx, dy; /* out of the face, length 1; 0 for an edge without length */
    uint32_t from, to;
    bool joined;
} door;

uint32_t draw_count_doors(const draw_job *job)
{
    const wm_walkmesh *m = job->mesh;
    uint32_t doors = 0;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++)
            doors += m->transitions[f].edge[k] != WM_NO_INDEX;
    return doors;
}

/* Most rooms of an area have the same prefix. Returns how many letters need not be repeated: up to
 * the last underscore, or without one the longest prefix that leaves something of each name. */
static size_t common_start(const draw_job *job)
{
    size_t n = 0;
    for (uint32_t i = 0; i < job->room_name_count; i++) {
        size_t same = 0;
        while (i && job->room_names[0][same] &&
               job->room_names[i][same] == job->room_names[0][same])
            same++;
        n = i == 0 ? strlen(job->room_names[0]) : same < n ? same : n;
    }
    size_t cut = n;
    while (cut > 0 && job->room_names[0][cut - 1] != '_')
        cut--;
    for (uint32_t i = 0; i < job->room_name_count && cut == 0; i++)
        if (!job->room_names[i][n])
            n = 0;
    return cut ? cut : n >= 4 && job->room_name_count > 1 ? n : 0;
}

static void room_text(const draw_job *job, uint32_t room, bool brief, char *text, size_t size)
{
    size_t cut = brief ? common_start(job) : 0;
    if (room < job->room_name_count)
        snprintf(text, size, "%s%.40s", cut ? ".." : "", job->room_names[room] + cut);
    else
        snprintf(text, size, "room %u", (unsigned)room);
}

static bool door_of(const draw_page *p, uint32_t face, int k, door *d)
{
    const wm_walkmesh *m = p->job->mesh;
    double x[3], y[3];
    uint32_t over = m->neighbours[face].edge[k];
    for (int i = 0; i < 3; i++) {
        wm_vec3 v = m->vertices[m->faces[face].vertex[(k + i) % 3]];
        if (!isfinite(v.x) || !isfinite(v.y))
            return false;
        x[i] = draw_x(p, (double)v.x);
        y[i] = draw_y(p, (double)v.y);
    }
    *d = (door){.ax = x[0], .ay = y[0], .bx = x[1], .by = y[1]};
    d->mx = (x[0] + x[1]) / 2;
    d->my = (y[0] + y[1]) / 2;
    d->from = m->rooms[face];
    d->to = m->transitions[face].edge[k];
    d->joined = over != WM_NO_INDEX && m->rooms[over / 3] != d->from;
    double dx = y[1] - y[0], dy = x[0] - x[1], length = cli_hypot(dx, dy);
    if (!(length > 0))
        return true;
    /* Away from the third corner of the face. */
    double sign = dx * (x[2] - d->mx) + dy * (y[2] - d->my) > 0 ? -1 : 1;
    d->dx = sign * dx / length;
    d->dy = sign * dy / length;
    return true;
}

static draw_colour door_colour(const draw_page *p, const door *d)
{
    return p->job->area && !d->joined ? DRAW_DEAD : DRAW_DOOR;
}

static void draw_door(const draw_page *p, const door *d)
{
    cairo_t *cr = p->cr;
    draw_set(cr, door_colour(p, d), 1);
    cairo_set_line_width(cr, cli_min(5, 1.2 + 1.6 * p->wall));
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cr, d->ax, d->ay);
    cairo_line_to(cr, d->bx, d->by);
    cairo_stroke(cr);
    if (!d->joined && (d->dx != 0 || d->dy != 0))
        draw_arrow(cr, d->mx + d->dx * 3, d->my + d->dy * 3, d->dx, d->dy, p->job->area ? 15 : 24);
}

enum { LABELS = 256 };

/* Neighbouring edges between the same two rooms are one opening, which gets one label. */
typedef struct labelled {
    double x, y;
    uint32_t from, to;
} labelled;

static bool is_labelled(labelled *list, uint32_t *n, const door *d)
{
    for (uint32_t i = 0; i < *n; i++)
        if (((list[i].from == d->from && list[i].to == d->to) ||
             (d->joined && list[i].from == d->to && list[i].to == d->from)) &&
            cli_hypot(list[i].x - d->mx, list[i].y - d->my) < 90)
            return true;
    if (*n == LABELS)
        return true; /* nobody would read more */
    list[(*n)++] = (labelled){d->mx, d->my, d->from, d->to};
    return false;
}

static void label_door(draw_page *p, const door *d)
{
    char to[48], from[48], text[112];
    bool area = p->job->area;
    room_text(p->job, d->to, area && d->joined, to, sizeof to);
    room_text(p->job, d->from, area, from, sizeof from);
    if (area && d->joined)
        snprintf(text, sizeof text, "%s - %s", from, to);
    else
        snprintf(text, sizeof text, "to %s", to);
    double size = area ? 10 : 13, far = d->joined ? 9 : area ? 24 : 36;
    draw_font(p->cr, size, true);
    double half = draw_text_width(p->cr, text) / 2;
    draw_label l = {.x = d->mx + d->dx * (far + half * fabs(d->dx)),
                    .y = d->my + d->dy * far,
                    .dx = d->joined ? 0 : d->dx,
                    .dy = d->joined ? 0 : d->dy,
                    .size = size,
                    .bold = true,
                    .must = !area,
                    .colour = door_colour(p, d)};
    draw_label_text(p, &l, text);
}

void draw_transitions(draw_page *p)
{
    const wm_walkmesh *m = p->job->mesh;
    labelled list[LABELS];
    uint32_t n = 0;
    door d;
    cairo_new_path(p->cr);
    /* Lines first, so that labels are on top of them. */
    for (int words = 0; words < (draw_on(p, DRAW_NAMES) ? 2 : 1); words++)
        for (uint32_t f = 0; f < m->face_count; f++)
            for (int k = 0; k < 3; k++) {
                if (m->transitions[f].edge[k] == WM_NO_INDEX || !door_of(p, f, k, &d))
                    continue;
                if (!words)
                    draw_door(p, &d);
                else if (!is_labelled(list, &n, &d))
                    label_door(p, &d);
            }
}
