/* The heat map of tiles: how many of the 127 each one uses, and what is worth merging. */
#include <math.h>

#include "draw/draw.h"
#include "nwn2/budget.h"

enum { MARGIN = 28, TITLE = 56, LEGEND = 74, MAP = 900, NAMED = 60 };

typedef struct heat_map {
    const budget *b;
    const char *title;
    double width, height, scale; /* pixels, and pixels per metre */
} heat_map;

draw_colour draw_heat(uint32_t nodes)
{
    wm_vec3 c = wm_nwn2_tile_colour(nodes);
    return (draw_colour){(double)c.x, (double)c.y, (double)c.z};
}

void draw_tile_name(const budget *b, uint32_t index, char text[32])
{
    snprintf(text, 32, "tile %u,%u", (unsigned)(index % b->a->grid_width),
             (unsigned)(index / b->a->grid_width));
}

static draw_colour kind_colour(uint8_t kind)
{
    return kind == BUDGET_SLIVER ? DRAW_RGB(0xb01060)
           : kind == BUDGET_NOOK ? DRAW_RGB(0x2456b8)
                                 : DRAW_RGB(0x0a7d5a);
}

static void tile_box(const heat_map *m, uint32_t index, draw_box *box)
{
    const wm_nwn2_aswm *a = m->b->a;
    double w = (double)a->tile_width * m->scale;
    uint32_t row = index / a->grid_width;
    *box = (draw_box){MARGIN + index % a->grid_width * w, TITLE + (a->grid_height - 1 - row) * w, w,
                      w};
}

/* Triangles below this many layers of others are left out. */
static void draw_triangles(cairo_t *cr, const heat_map *m)
{
    enum { LAYERS = 100 };
    const wm_nwn2_aswm *a = m->b->a;
    draw_box frame = {0, 0, m->width, m->height};
    double bottom = TITLE + a->grid_height * (double)a->tile_width * m->scale;
    double left = LAYERS * m->width * m->height;
    for (uint32_t i = 0; i < a->triangle_count && left > 0; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        double x[3], y[3];
        int good = 0;
        if (!(t->flags & WM_NWN2_WALKABLE))
            continue;
        for (; good < 3; good++) {
            wm_vec3 v = a->vertices[t->vertex[good]];
            if (!isfinite(v.x) || !isfinite(v.y))
                break;
            x[good] = MARGIN + (double)v.x * m->scale;
            y[good] = bottom - (double)v.y * m->scale;
            (good ? cairo_line_to : cairo_move_to)(cr, x[good], y[good]);
        }
        if (good == 3)
            left -= draw_cost(&frame, x, y, DRAW_FILLED);
        cairo_close_path(cr);
        bool plain = m->b->kind[i] == BUDGET_PLAIN;
        draw_set(cr, plain ? DRAW_SOFT : kind_colour(m->b->kind[i]), plain ? 0.35 : 0.9);
        cairo_set_line_width(cr, plain ? 0.4 : 1.2);
        if (!plain)
            cairo_fill_preserve(cr);
        cairo_stroke(cr);
    }
}

static void heat_legend(cairo_t *cr, const heat_map *m)
{
    double x = MARGIN, y = m->height - LEGEND + 30;
    char text[96];
    static const uint32_t steps[] = {0, 32, 64, 96, 127, 128};
    draw_font(cr, 13, false);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        draw_set(cr, draw_heat(steps[i]), 1);
        cairo_rectangle(cr, x, y - 12, 16, 16);
        cairo_fill_preserve(cr);
        draw_set(cr, DRAW_SOFT, 1);
        cairo_set_line_width(cr, 0.6);
        cairo_stroke(cr);
        snprintf(text, sizeof text, i + 1 == sizeof steps / sizeof *steps ? "above 127" : "%u",
                 (unsigned)steps[i]);
        draw_set(cr, DRAW_INK, 1);
        draw_text(cr, x + 21, y + 1, DRAW_LEFT, 0, text);
        x += 34 + draw_text_width(cr, text);
    }
    x = MARGIN;
    for (unsigned k = BUDGET_SLIVER; k < BUDGET_KINDS; k++) {
        snprintf(text, sizeof text, "%s: %u", budget_kind_name((uint8_t)k),
                 (unsigned)m->b->kinds[k]);
        draw_set(cr, kind_colour((uint8_t)k), 1);
        cairo_rectangle(cr, x, y + 14, 16, 16);
        cairo_fill(cr);
        draw_set(cr, DRAW_INK, 1);
        draw_text(cr, x + 21, y + 27, DRAW_LEFT, 0, text);
        x += 44 + draw_text_width(cr, text);
    }
}

static void paint(cairo_t *cr, void *what)
{
    const heat_map *m = what;
    draw_box box;
    char text[32];
    draw_set(cr, DRAW_PAPER, 1);
    cairo_paint(cr);
    draw_set(cr, DRAW_INK, 1);
    draw_font(cr, 16, true);
    draw_text(cr, MARGIN, 36, DRAW_LEFT, m->width - 2 * MARGIN, m->title);
    for (size_t i = 0; i < m->b->tile_count; i++) {
        tile_box(m, m->b->tiles[i].index, &box);
        cairo_rectangle(cr, box.x, box.y, box.w, box.h);
        draw_set(cr, m->b->tiles[i].triangles ? draw_heat(m->b->tiles[i].walkable) : DRAW_FLOOR, 1);
        cairo_fill(cr);
    }
    draw_triangles(cr, m);
    for (size_t i = 0; i < m->b->tile_count; i++) {
        tile_box(m, m->b->tiles[i].index, &box);
        cairo_rectangle(cr, box.x, box.y, box.w, box.h);
        draw_set(cr, DRAW_SOFT, 0.6);
        cairo_set_line_width(cr, 0.6);
        cairo_stroke(cr);
        if (!m->b->tiles[i].walkable || box.w < 26)
            continue;
        snprintf(text, sizeof text, "%u", (unsigned)m->b->tiles[i].walkable);
        draw_set(cr, DRAW_INK, 1);
        draw_font(cr, box.w < 50 ? 12 : 16, true);
        draw_text_rimmed(cr, box.x + box.w / 2, box.y + box.h / 2 + 5, DRAW_CENTRE, text);
        if (box.w < NAMED)
            continue;
        draw_tile_name(m->b, m->b->tiles[i].index, text);
        draw_font(cr, 12, false);
        draw_text_rimmed(cr, box.x + box.w / 2, box.y + box.h / 2 + 22, DRAW_CENTRE, text);
    }
    heat_legend(cr, m);
}

int budget_draw(const budget *b, const char *title, const char *name, char **bytes, size_t *size)
{
    heat_map m = {.b = b, .title = title};
    double w = b->a->grid_width * (double)b->a->tile_width;
    double h = b->a->grid_height * (double)b->a->tile_width;
    if (!(w > 0) || !(h > 0) || !isfinite(w + h))
        return cli_fail(EXIT_INPUT, "cannot draw a grid of %u x %u tiles of %g m",
                        (unsigned)b->a->grid_width, (unsigned)b->a->grid_height,
                        (double)b->a->tile_width);
    m.scale = MAP / (w > h ? w : h);
    m.width = ceil(2 * MARGIN + (w * m.scale > 480 ? w * m.scale : 480));
    m.height = ceil(TITLE + h * m.scale + LEGEND);
    return draw_paint(name, m.width, m.height, paint, &m, bytes, size);
}
