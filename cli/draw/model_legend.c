/* Which colour means which texture. */
#include <stdlib.h>
#include <string.h>

#include "draw/model.h"

enum { ROW = 19, ROWS = 20, WIDTH = 206 };

typedef struct entry {
    const char *name;
    uint32_t colour, triangles;
} entry;

static const char *texture_of(const figure *f, uint32_t material)
{
    if (material == WM_NO_INDEX)
        return "no material";
    const wm_scene_material *m = &f->scene->materials[material];
    if (f->bare)
        return m->name;
    const char *name = m->textures[WM_TEXTURE_SLOT_COLOUR].name;
    return name && *name ? name : "no texture";
}

static int by_use(const void *x, const void *y)
{
    const entry *a = x, *b = y;
    if (a->triangles != b->triangles)
        return a->triangles > b->triangles ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int by_name(const void *x, const void *y)
{
    return strcmp(((const entry *)x)->name, ((const entry *)y)->name);
}

/* Parts of one texture are one entry. NULL when memory runs out. */
static entry *gather(const figure *f, size_t *count)
{
    size_t n = 0;
    entry *list = calloc((size_t)f->part_count + 1, sizeof *list);
    *count = 0;
    if (!list)
        return NULL;
    for (uint32_t i = 0; i < f->part_count; i++)
        list[i] = (entry){texture_of(f, f->parts[i].material), f->parts[i].colour, 0};
    for (uint32_t i = 0; i < f->shown_triangles; i++)
        list[f->triangles[i].part].triangles++;
    for (uint32_t i = 0; i < f->part_count; i++)
        if (!f->parts[i].overlay)
            list[n++] = list[i];
    qsort(list, n, sizeof *list, by_name);
    for (size_t i = 0; i < n; i++) {
        if (*count && strcmp(list[*count - 1].name, list[i].name) == 0)
            list[*count - 1].triangles += list[i].triangles;
        else
            list[(*count)++] = list[i];
    }
    qsort(list, *count, sizeof *list, by_use);
    return list;
}

void draw_model_legend(draw_model_page *m)
{
    cairo_t *cr = m->page.cr;
    size_t count, shown;
    double x = m->page.width - 24 - WIDTH, y = 108;
    char text[48];
    entry *list = gather(m->job->figure, &count);
    size_t room = (size_t)((m->page.height - y - 80) / ROW);
    room = room > ROWS ? ROWS : room;
    shown = count > room ? room - 1 : count;
    if (count && list) {
        draw_font(cr, 12, true);
        draw_set(cr, DRAW_SOFT, 1);
        draw_text(cr, x, y - 8, DRAW_LEFT, WIDTH,
                  m->job->figure->bare ? "materials, triangles" : "textures, triangles");
    }
    for (size_t i = 0; list && i < shown; i++, y += ROW) {
        draw_colour c = DRAW_RGB(list[i].colour);
        cairo_rectangle(cr, x + 0.5, y + 1.5, 18, 11);
        draw_set(cr, c, 1);
        cairo_fill_preserve(cr);
        draw_set(cr, (draw_colour){c.r * 0.7, c.g * 0.7, c.b * 0.7}, 1);
        cairo_set_line_width(cr, 0.8);
        cairo_stroke(cr);
        snprintf(text, sizeof text, "%u", (unsigned)list[i].triangles);
        draw_font(cr, 12, false);
        draw_set(cr, DRAW_SOFT, 1);
        draw_text(cr, x + WIDTH, y + 11, DRAW_RIGHT, 0, text);
        double limit = WIDTH - 34 - draw_text_width(cr, text);
        draw_set(cr, DRAW_INK, 1);
        draw_text(cr, x + 26, y + 11, DRAW_LEFT, limit, list[i].name);
    }
    if (list && shown < count) {
        snprintf(text, sizeof text, "and %zu more", count - shown);
        draw_set(cr, DRAW_SOFT, 1);
        draw_text(cr, x + 26, y + 11, DRAW_LEFT, 0, text);
    }
    free(list);
}
