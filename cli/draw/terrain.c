/* What only the terrain of NWN2 has: water, tiles with their budget, islands of the tables, and
 * the border around the playable area. */
#include <stdlib.h>

#include "draw/draw.h"
#include "real.h"

static bool water_corners(const draw_page *p, const wm_nwn2_watr *w, uint32_t triangle,
                          double xy[3][2])
{
    for (int k = 0; k < 3; k++) {
        wm_vec3 v = w->vertices[w->triangles[triangle].vertex[k]].position;
        if (!isfinite(v.x) || !isfinite(v.y))
            return false;
        xy[k][0] = draw_x(p, (double)v.x);
        xy[k][1] = draw_y(p, (double)v.y);
    }
    return true;
}

/* Fills as one shape, some triangles at a time: see-through pieces must not overlap. */
static void fill_water(const draw_page *p, const wm_nwn2_watr *w)
{
    enum { AT_ONCE = 64 };
    cairo_t *cr = p->cr;
    uint32_t n = 0;
    double xy[3][2];
    for (uint32_t i = 0; i < w->triangle_count; i++) {
        if (w->triangle_flags[i] != 0 || !water_corners(p, w, i, xy))
            continue;
        for (int k = 0; k < 3; k++)
            (k ? cairo_line_to : cairo_move_to)(cr, xy[k][0], xy[k][1]);
        cairo_close_path(cr);
        if (++n % AT_ONCE == 0)
            cairo_fill(cr);
    }
    cairo_fill(cr);
}

void draw_water(const draw_page *p)
{
    const wm_nwn2_trn *t = p->job->trn;
    if (!t)
        return;
    cairo_save(p->cr);
    cairo_new_path(p->cr);
    cairo_push_group(p->cr); /* opaque inside, see-through as a whole */
    draw_set(p->cr, DRAW_SEA, 1);
    cairo_set_antialias(p->cr, CAIRO_ANTIALIAS_NONE);
    for (uint32_t i = 0; i < t->packet_count; i++)
        if (t->packets[i].watr)
            fill_water(p, t->packets[i].watr);
    cairo_pop_group_to_source(p->cr);
    cairo_paint_with_alpha(p->cr, 0.42);
    cairo_restore(p->cr);
}

/* Lines between neighbouring faces of different islands. */
void draw_islands(const draw_page *p)
{
    enum { AT_ONCE = 256 };
    const wm_walkmesh *m = p->job->mesh;
    const wm_nwn2_aswm *a = p->job->trn ? p->job->trn->aswm : NULL;
    uint32_t lines = 0;
    if (!a || a->island_count == 0 || m->face_count > a->triangle_count)
        return;
    cairo_new_path(p->cr);
    draw_set(p->cr, DRAW_ISLAND, 0.75);
    cairo_set_line_width(p->cr, 1);
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f].edge[k];
            if (to == WM_NO_INDEX || to / 3 < f ||
                a->triangles[f].island == a->triangles[to / 3].island)
                continue;
            for (int i = 0; i < 2; i++) {
                wm_vec3 v = m->vertices[m->faces[f].vertex[(k + i) % 3]];
                (i ? cairo_line_to : cairo_move_to)(p->cr, draw_x(p, (double)v.x),
                                                    draw_y(p, (double)v.y));
            }
            if (++lines % AT_ONCE == 0)
                cairo_stroke(p->cr);
        }
    cairo_stroke(p->cr);
}

/* ---- tiles ---- */

static draw_box tile_box(const draw_page *p, const wm_nwn2_aswm *a, uint32_t index)
{
    double w = (double)a->tile_width, x = index % a->grid_width * w, y = index / a->grid_width * w;
    return (draw_box){draw_x(p, x), draw_y(p, y + w), w * p->scale, w * p->scale};
}

enum { NAMED = 120 }; /* pixels of a tile that has room for its name */

/* A chip with name and count, or only its colour where there is no room for numbers. */
static void draw_chip(const draw_page *p, const draw_box *box, uint32_t index, uint32_t walkable)
{
    cairo_t *cr = p->cr;
    double size = box->w < 30 ? 8 : box->w < 52 ? 9.5 : 11;
    bool words = box->w >= 24 && draw_on(p, DRAW_NAMES);
    char text[56];
    if (box->w < NAMED) {
        snprintf(text, sizeof text, "%u", (unsigned)walkable);
    } else {
        char name[32];
        draw_tile_name(p->job->budget, index, name);
        snprintf(text, sizeof text, "%s: %u", name, (unsigned)walkable);
    }
    draw_font(cr, size, true);
    double w = words ? draw_text_width(cr, text) + 5 : cli_min(6, box->w * 0.4);
    double h = words ? size + 2 : cli_min(6, box->h * 0.4);
    cairo_rectangle(cr, box->x + 1.5, box->y + 1.5, w, h);
    draw_set(cr, draw_heat(walkable), 0.95);
    cairo_fill_preserve(cr);
    draw_set(cr, DRAW_INK, 0.45);
    cairo_set_line_width(cr, 0.5);
    cairo_stroke(cr);
    if (!words)
        return;
    draw_set(cr, walkable > WM_NWN2_TILE_NODES ? DRAW_PAPER : DRAW_INK, 1);
    draw_text(cr, box->x + 1.5 + w / 2, box->y + 1.5 + size * 0.94, DRAW_CENTRE, 0, text);
}

/* Full tiles have a frame in their colour, those above the limit a red veil as well. */
static void draw_tile(const draw_page *p, const budget_tile *t)
{
    cairo_t *cr = p->cr;
    draw_box box = tile_box(p, p->job->budget->a, t->index);
    bool over = t->walkable > WM_NWN2_TILE_NODES;
    if (box.x > p->map.x + p->map.w || box.y > p->map.y + p->map.h || box.x + box.w < p->map.x ||
        box.y + box.h < p->map.y || !t->triangles)
        return;
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
    if (over) {
        draw_set(cr, draw_heat(t->walkable), 0.3);
        cairo_fill_preserve(cr);
    }
    draw_set(cr, DRAW_INK, 0.22);
    cairo_set_line_width(cr, 0.7);
    cairo_stroke(cr);
    if (!t->walkable)
        return;
    if (t->walkable * 2 > WM_NWN2_TILE_NODES) {
        double in = over ? 1.5 : 1, width = 2 * in;
        cairo_rectangle(cr, box.x + in, box.y + in, box.w - 2 * in, box.h - 2 * in);
        draw_set(cr, draw_heat(t->walkable), 0.9);
        cairo_set_line_width(cr, width);
        cairo_stroke(cr);
    }
    draw_chip(p, &box, t->index, t->walkable);
}

/* Nobody can leave it. */
static void draw_playable(const draw_page *p, const wm_nwn2_aswm *a)
{
    static const double dashes[] = {8, 5};
    double w = (double)a->tile_width, b = a->border;
    if (a->border == 0 || 2 * b >= a->grid_width || 2 * b >= a->grid_height)
        return;
    cairo_save(p->cr);
    cairo_rectangle(p->cr, draw_x(p, b * w), draw_y(p, (a->grid_height - b) * w),
                    (a->grid_width - 2 * b) * w * p->scale,
                    (a->grid_height - 2 * b) * w * p->scale);
    draw_set(p->cr, DRAW_SOFT, 0.9);
    cairo_set_line_width(p->cr, 1.2);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
    cairo_set_dash(p->cr, dashes, 2, 0);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

/* The squares of ground from which the walkmesh was built. */
static void draw_megatile(const draw_page *p, const wm_nwn2_trrn *t)
{
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (uint32_t i = 0; i < t->vertex_count; i++) {
        wm_vec3 v = t->vertices[i].position;
        if (!isfinite(v.x) || !isfinite(v.y))
            continue;
        x0 = cli_min(x0, (double)v.x);
        y0 = cli_min(y0, (double)v.y);
        x1 = cli_max(x1, (double)v.x);
        y1 = cli_max(y1, (double)v.y);
    }
    if (!(x1 > x0) || !(y1 > y0))
        return;
    cairo_rectangle(p->cr, draw_x(p, x0), draw_y(p, y1), (x1 - x0) * p->scale,
                    (y1 - y0) * p->scale);
    draw_set(p->cr, DRAW_RGB(0x7d6a4a), 0.5);
    cairo_set_line_width(p->cr, 1.2);
    cairo_stroke(p->cr);
}

void draw_tiles(const draw_page *p)
{
    const budget *b = p->job->budget;
    if (!b || !isfinite(b->a->tile_width) || !(b->a->tile_width > 0))
        return;
    cairo_new_path(p->cr);
    for (size_t i = 0; i < b->tile_count; i++)
        draw_tile(p, &b->tiles[i]);
    for (uint32_t i = 0; i < p->job->trn->packet_count; i++)
        if (p->job->trn->packets[i].trrn)
            draw_megatile(p, p->job->trn->packets[i].trrn);
    draw_playable(p, b->a);
}
