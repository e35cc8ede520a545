/* Labels that do not overlap: each takes the first free place near its own. A label without a free
 * place is left out unless it is required. */

#include "draw/draw.h"
#include "real.h"

void draw_keep_off(draw_page *p, draw_box box)
{
    if (p->label_count < DRAW_LABELS)
        p->labels[p->label_count++] = box;
}

static bool overlaps(const draw_box *a, const draw_box *b)
{
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

static bool is_free(const draw_page *p, const draw_box *box)
{
    for (uint32_t i = 0; i < p->label_count; i++)
        if (overlaps(box, &p->labels[i]))
            return false;
    return true;
}

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* The box of words w wide whose middle is at (x, y), moved into the frame. */
static draw_box box_at(const draw_page *p, double x, double y, double w, double h)
{
    x = clamp(x, p->map.x + 4 + w / 2,
              cli_max(p->map.x + p->map.w - 4 - w / 2, p->map.x + 4 + w / 2));
    y = clamp(y, p->map.y + 4 + h / 2, p->map.y + p->map.h - 4 - h / 2);
    return (draw_box){x - w / 2, y - h / 2, w, h};
}

bool draw_label_text(draw_page *p, const draw_label *l, const char *text)
{
    enum { TRIES = 25 };
    cairo_t *cr = p->cr;
    draw_font(cr, l->size, l->bold);
    double w = draw_text_width(cr, text) + 6, h = l->size + 4;
    draw_box first = box_at(p, l->x, l->y, w, h), box = first;
    bool found = is_free(p, &box);
    for (int i = 1; i < (l->must ? TRIES : 2 * TRIES / 3) && !found; i++) {
        double step = h * (1 + (i - 1) / 8 * 0.8), angle = DRAW_PI / 4 * ((i - 1) % 8);
        double s, c;
        cli_sin_cos(angle, &s, &c);
        double x = l->x + (c * (w / 2 + 4) * (1 + (i - 1) / 8 * 0.5));
        double y = l->y - s * step;
        if ((l->dx != 0 || l->dy != 0) && (x - l->x) * l->dx + (y - l->y) * l->dy < -1)
            continue;
        box = box_at(p, x, y, w, h);
        found = is_free(p, &box);
    }
    if (!found && !l->must)
        return false;
    if (!found)
        box = first;
    draw_keep_off(p, box);
    draw_set(cr, l->colour, 1);
    draw_text_rimmed(cr, box.x + box.w / 2, box.y + box.h / 2 + l->size * 0.36, DRAW_CENTRE, text);
    return true;
}
