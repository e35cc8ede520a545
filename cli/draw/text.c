/* Colours and text of the pictures. */
#include <string.h>

#include "draw/draw.h"

/* Colours that are easy to distinguish, the same for both games. */
static const uint32_t kotor_colours[WM_KOTOR_SURFACES] = {
    [0] = 0xb9b3a7,  [1] = 0xc29a6b,  [2] = 0xa9a3b5,  [3] = 0x8cc271,  [4] = 0xb4b8a8,
    [5] = 0xcf9a58,  [6] = 0x6cb8e0,  [7] = 0xc4bfb6,  [8] = 0xb7d3d6,  [9] = 0xd98a94,
    [10] = 0x9ab4d4, [11] = 0x7fc4c4, [12] = 0x9aa860, [13] = 0xa07a5c, [14] = 0xbcc04f,
    [15] = 0xe8804a, [16] = 0x7a7690, [17] = 0x4f86c0, [18] = 0xe8bb52, [19] = 0xa9c494,
    [20] = 0xe8d494, [21] = 0xd9d0b8, [22] = 0xc0a89a, [30] = 0xc9a0e4};
/* None, dirt, grass, stone, wood, carpet, metal, swamp, mud, leaves, water, puddles. */
static const uint32_t nwn2_colours[WM_NWN2_MATERIAL_COUNT] = {
    0xcfcabd, 0xc9a77c, 0x93c178, 0xb7b8b0, 0xcf9a58, 0xd98a94,
    0x9ab4d4, 0x9aa860, 0xa07a5c, 0xbcc04f, 0x6cb8e0, 0x7fc4c4};

draw_colour draw_mix(draw_colour a, draw_colour b, double share)
{
    return (draw_colour){a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share,
                         a.b + (b.b - a.b) * share};
}

/* Not walkable faces are pale. */
draw_colour draw_material_colour(const draw_job *job, uint32_t material, bool walkable)
{
    const uint32_t *list = job->trn ? nwn2_colours : kotor_colours;
    uint32_t count = job->trn ? WM_NWN2_MATERIAL_COUNT : WM_KOTOR_SURFACES;
    draw_colour c = DRAW_RGB(0xd0a8c0u);
    if (material < count && list[material])
        c = DRAW_RGB(list[material]);
    if (walkable)
        return c;
    /* Lighter, so that the floor is prominent. */
    return (draw_colour){0.87 + (c.r - 0.8) * 0.28, 0.865 + (c.g - 0.8) * 0.28,
                         0.855 + (c.b - 0.8) * 0.28};
}

void draw_set(cairo_t *cr, draw_colour c, double alpha)
{
    cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha);
}

void draw_font(cairo_t *cr, double size, bool bold)
{
    draw_choose_face(cr, bold);
    cairo_set_font_size(cr, size);
}

/* cairo refuses text that is not UTF-8: bytes outside ASCII that do not form a sequence become '?'.
 */
static void clean(const char *text, char *out, size_t size)
{
    size_t n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p && n + 5 < size;) {
        size_t len = *p < 0x80 ? 1 : *p >= 0xC2 && *p < 0xE0 ? 2 : (*p & 0xF0) == 0xE0 ? 3 : 0;
        for (size_t i = 1; i < len; i++)
            if ((p[i] & 0xC0) != 0x80)
                len = 0;
        if (len == 3 && ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)))
            len = 0;
        if (len == 0 || *p < 0x20) {
            out[n++] = '?';
            p++;
            continue;
        }
        memcpy(out + n, p, len);
        n += len;
        p += len;
    }
    out[n] = '\0';
}

static double clean_width(cairo_t *cr, const char *text)
{
    cairo_text_extents_t e;
    cairo_text_extents(cr, text, &e);
    return e.x_advance;
}

double draw_text_width(cairo_t *cr, const char *text)
{
    char out[512];
    clean(text, out, sizeof out);
    return clean_width(cr, out);
}

/* Cuts text to the limit, with an ellipsis. */
static void fit(cairo_t *cr, char *text, double limit)
{
    size_t n = strlen(text);
    if (limit <= 0 || clean_width(cr, text) <= limit)
        return;
    while (n > 0) {
        do
            n--;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80);
        while (n > 0 && text[n - 1] == ' ')
            n--;
        memcpy(text + n, "...", 4);
        if (clean_width(cr, text) <= limit)
            return;
    }
}

static void place(cairo_t *cr, double x, double y, draw_align align, double limit, const char *text,
                  char *out, size_t size)
{
    clean(text, out, size);
    fit(cr, out, limit);
    if (align != DRAW_LEFT)
        x -= clean_width(cr, out) * (align == DRAW_CENTRE ? 0.5 : 1);
    cairo_move_to(cr, x, y);
}

void draw_text(cairo_t *cr, double x, double y, draw_align align, double limit, const char *text)
{
    char out[512];
    place(cr, x, y, align, limit, text, out, sizeof out);
    cairo_show_text(cr, out);
}

void draw_text_rimmed(cairo_t *cr, double x, double y, draw_align align, const char *text)
{
    char out[512];
    place(cr, x, y, align, 0, text, out, sizeof out);
    cairo_save(cr);
    cairo_text_path(cr, out);
    draw_set(cr, DRAW_PAPER, 0.9);
    cairo_set_line_width(cr, 4);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cr);
    cairo_restore(cr);
    place(cr, x, y, align, 0, text, out, sizeof out);
    cairo_show_text(cr, out);
}

size_t draw_wrap(cairo_t *cr, const char *text, double limit)
{
    size_t n = strlen(text), cut = 0;
    char line[512];
    if (n >= sizeof line || draw_text_width(cr, text) <= limit)
        return n;
    for (size_t i = 1; i < n; i++) {
        if (text[i] != ' ')
            continue;
        memcpy(line, text, i);
        line[i] = '\0';
        if (draw_text_width(cr, line) > limit)
            break;
        cut = i;
    }
    return cut ? cut : n;
}
