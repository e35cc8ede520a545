/* Path points and objects of a KotOR area on its plan. */
#include <math.h>

#include "draw/draw.h"
#include "real.h"

static bool is_placed(wm_vec3 at)
{
    return isfinite(at.x) && isfinite(at.y);
}

/* ---- path points ---- */

void draw_path_dot(cairo_t *cr, double x, double y)
{
    cairo_new_path(cr);
    cairo_arc(cr, x, y, 2.6, 0, 2 * DRAW_PI);
    draw_set(cr, DRAW_WAYS, 1);
    cairo_fill(cr);
}

void draw_path_points(const draw_page *p)
{
    const wm_kotor_pth *pth = p->job->pth;
    cairo_t *cr = p->cr;
    uint64_t left = pth ? pth->link_count : 0; /* in a damaged file all points may share them */
    cairo_new_path(cr);
    for (uint32_t i = 0; pth && i < pth->point_count; i++) {
        uint32_t count;
        const uint32_t *links = wm_kotor_pth_links(pth, i, &count);
        for (uint32_t k = 0; k < count && left > 0; k++, left--) {
            if (links[k] <= i || links[k] >= pth->point_count) /* each link is stored twice */
                continue;
            const wm_kotor_pth_point *a = &pth->points[i], *b = &pth->points[links[k]];
            if (!isfinite(a->x + a->y + b->x + b->y))
                continue;
            cairo_move_to(cr, draw_x(p, (double)a->x), draw_y(p, (double)a->y));
            cairo_line_to(cr, draw_x(p, (double)b->x), draw_y(p, (double)b->y));
        }
    }
    draw_set(cr, DRAW_WAYS, 0.75);
    cairo_set_line_width(cr, 1.1);
    cairo_stroke(cr);
    for (uint32_t i = 0; pth && i < pth->point_count; i++)
        if (isfinite(pth->points[i].x + pth->points[i].y))
            draw_path_dot(cr, draw_x(p, (double)pth->points[i].x),
                          draw_y(p, (double)pth->points[i].y));
}

/* ---- objects ---- */

draw_colour draw_object_colour(wm_kotor_object_kind kind)
{
    switch (kind) {
    case WM_KOTOR_OBJECT_KIND_DOOR: return DRAW_RGB(0x8a4b08);
    case WM_KOTOR_OBJECT_KIND_PLACEABLE: return DRAW_RGB(0x6b5bd2);
    case WM_KOTOR_OBJECT_KIND_TRIGGER:
    case WM_KOTOR_OBJECT_KIND_ENCOUNTER: return DRAW_RGB(0xc98a00);
    case WM_KOTOR_OBJECT_KIND_CREATURE: return DRAW_RGB(0xc7402d);
    case WM_KOTOR_OBJECT_KIND_WAYPOINT:
    case WM_KOTOR_OBJECT_KIND_CAMERA: break;
    }
    return DRAW_RGB(0x5d6470);
}

/* A door lies across its way, a placeable is a square; both point where they face. */
void draw_object_sign(cairo_t *cr, wm_kotor_object_kind kind, double x, double y, double bearing)
{
    cairo_save(cr);
    cairo_new_path(cr);
    cairo_translate(cr, x, y);
    cairo_rotate(cr, -bearing); /* y points down on a page */
    switch (kind) {
    case WM_KOTOR_OBJECT_KIND_DOOR: cairo_rectangle(cr, -6, -1.8, 12, 3.6); break;
    case WM_KOTOR_OBJECT_KIND_PLACEABLE: cairo_rectangle(cr, -3, -3, 6, 6); break;
    case WM_KOTOR_OBJECT_KIND_CREATURE: cairo_arc(cr, 0, 0, 3, 0, 2 * DRAW_PI); break;
    case WM_KOTOR_OBJECT_KIND_TRIGGER:
    case WM_KOTOR_OBJECT_KIND_ENCOUNTER: cairo_rectangle(cr, -5, -4, 10, 8); break;
    case WM_KOTOR_OBJECT_KIND_WAYPOINT:
    case WM_KOTOR_OBJECT_KIND_CAMERA:
        cairo_move_to(cr, 4, 0);
        cairo_line_to(cr, -3, -2.6);
        cairo_line_to(cr, -3, 2.6);
        cairo_close_path(cr);
        break;
    }
    bool outline = kind == WM_KOTOR_OBJECT_KIND_TRIGGER || kind == WM_KOTOR_OBJECT_KIND_ENCOUNTER;
    draw_set(cr, draw_object_colour(kind), outline ? 0.18 : 1);
    cairo_fill_preserve(cr);
    draw_set(cr, outline ? draw_object_colour(kind) : DRAW_PAPER, 1);
    cairo_set_line_width(cr, 0.9);
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void draw_outline(const draw_page *p, const wm_kotor_object *o)
{
    cairo_t *cr = p->cr;
    cairo_new_path(cr);
    for (uint32_t i = 0; i < o->point_count; i++)
        if (is_placed(o->points[i]))
            cairo_line_to(cr, draw_x(p, (double)o->points[i].x), draw_y(p, (double)o->points[i].y));
    cairo_close_path(cr);
    draw_set(cr, draw_object_colour(o->kind), 0.18);
    cairo_fill_preserve(cr);
    draw_set(cr, draw_object_colour(o->kind), 1);
    cairo_set_line_width(cr, 1.2);
    cairo_stroke(cr);
}

/* The outline of a walkmesh where it is: what walks round it. */
static void draw_obstacle(const draw_page *p, const wm_kotor_obstacle *o)
{
    cairo_t *cr = p->cr;
    double c, s;
    cli_sin_cos((double)o->degrees * DRAW_PI / 180, &s, &c);
    cairo_new_path(cr);
    for (uint32_t f = 0; f < o->mesh->face_count; f++) {
        for (int k = 0; k < 3; k++) {
            wm_vec3 v = o->mesh->vertices[o->mesh->faces[f].vertex[k]];
            double x = (double)o->position.x + c * (double)v.x - s * (double)v.y;
            double y = (double)o->position.y + s * (double)v.x + c * (double)v.y;
            if (isfinite(x) && isfinite(y))
                cairo_line_to(cr, draw_x(p, x), draw_y(p, y));
        }
        cairo_close_path(cr);
    }
    draw_set(cr, DRAW_SOFT, 0.45);
    cairo_fill(cr);
}

uint32_t draw_obstacles_left_out(const wm_kotor_objects *objects)
{
    enum { FACES = 60000 };
    uint64_t faces = 0;
    uint32_t i = 0;
    while (i < objects->obstacle_count &&
           (faces += objects->obstacles[i].mesh->face_count) <= FACES)
        i++;
    return objects->obstacle_count - i;
}

void draw_objects(draw_page *p)
{
    const wm_kotor_git *git = p->job->git;
    const wm_kotor_objects *objects = p->job->objects;
    for (uint32_t i = 0; git && i < git->object_count; i++)
        if (git->objects[i].point_count > 2)
            draw_outline(p, &git->objects[i]);
    uint32_t shown = objects ? objects->obstacle_count - draw_obstacles_left_out(objects) : 0;
    for (uint32_t i = 0; i < shown; i++)
        draw_obstacle(p, &objects->obstacles[i]);
    /* Doors come first in the list and are drawn last, on top. */
    for (uint32_t i = git ? git->object_count : 0; i-- > 0;) {
        const wm_kotor_object *o = &git->objects[i];
        if (!is_placed(o->position) || o->point_count > 2)
            continue;
        draw_object_sign(p->cr, o->kind, draw_x(p, (double)o->position.x),
                         draw_y(p, (double)o->position.y),
                         isfinite(o->bearing) ? (double)o->bearing : 0);
    }
    cairo_new_path(p->cr);
}
