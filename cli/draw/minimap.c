/* waymark render --minimap: the picture of an area that the games show as its map, and the numbers
 * for its ARE. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/plan.h"
#include "draw/render.h"

enum { WIDTH = 512, HEIGHT = 256 }; /* of the picture; the map uses a part of it */

typedef struct sheet {
    const wm_walkmesh *mesh;
    wm_kotor_minimap map;
} sheet;

static void place(const sheet *s, wm_vec3 v, double at[2])
{
    const double world[2] = {(double)v.x, (double)v.y};
    wm_kotor_minimap_place(&s->map, world, at);
    at[0] *= s->map.width;
    at[1] *= s->map.height;
}

static void fill_floor(cairo_t *cr, const sheet *s)
{
    const wm_walkmesh *m = s->mesh;
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE); /* no seams between faces */
    draw_set(cr, DRAW_RGB(0x9aa7b4), 1);
    for (uint32_t f = 0; f < m->face_count; f++) {
        double at[2];
        for (int k = 0; m->walkable[f] && k < 3; k++) {
            place(s, m->vertices[m->faces[f].vertex[k]], at);
            if (isfinite(at[0]) && isfinite(at[1]))
                cairo_line_to(cr, at[0], at[1]);
        }
        cairo_close_path(cr);
        cairo_fill(cr);
    }
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

static void draw_borders(cairo_t *cr, const sheet *s)
{
    const wm_walkmesh *m = s->mesh;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; m->walkable[f] && k < 3; k++) {
            double a[2], b[2];
            if (m->neighbours[f].edge[k] != WM_NO_INDEX)
                continue;
            place(s, m->vertices[m->faces[f].vertex[k]], a);
            place(s, m->vertices[m->faces[f].vertex[(k + 1) % 3]], b);
            if (!isfinite(a[0] + a[1] + b[0] + b[1]))
                continue;
            cairo_move_to(cr, a[0], a[1]);
            cairo_line_to(cr, b[0], b[1]);
        }
    draw_set(cr, DRAW_RGB(0xe6edf3), 1);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
}

static void paint(cairo_t *cr, void *what)
{
    const sheet *s = what;
    draw_set(cr, DRAW_RGB(0x0b1620), 1);
    cairo_paint(cr);
    fill_floor(cr, s);
    draw_borders(cr, s);
}

static void print_numbers(const cli *c, const cli_ground *g, const wm_kotor_minimap *m,
                          size_t bytes)
{
    static const char *const names[2][4] = {{"WorldPt1X", "WorldPt1Y", "WorldPt2X", "WorldPt2Y"},
                                            {"MapPt1X", "MapPt1Y", "MapPt2X", "MapPt2Y"}};
    wm_json_writer j;
    if (c->json) {
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", c->files[1]);
        wm_json_add_uint(&j, "bytes", bytes);
        wm_json_add_text(&j, "kind", "minimap");
        json_missing(&j, g->area, g->objects);
        wm_json_begin_object(&j, "Map");
        wm_json_add_uint(&j, "NorthAxis", m->north_axis);
    } else {
        fputs("Map of the ARE:\n", cli_data());
        cli_print(cli_data(), "  NorthAxis %u\n", (unsigned)m->north_axis);
    }
    for (int i = 0; i < 8; i++) {
        float value = i < 4 ? m->world[i / 2][i % 2] : m->map[(i - 4) / 2][i % 2];
        char text[WM_FLOAT_TEXT];
        wm_float_format(value, text);
        if (c->json)
            wm_json_add_float(&j, names[i / 4][i % 4], value);
        else
            cli_print(cli_data(), "  %s %s\n", names[i / 4][i % 4], text);
    }
    if (c->json) {
        wm_json_end(&j);
        json_finish(&j);
    } else if (!c->quiet) {
        cli_print(cli_messages(), "waymark: wrote %s\n", c->files[1]);
    }
}

int render_minimap(cli *c, const wm_buffer *bytes, wm_format format)
{
    plan p;
    char *image = NULL;
    size_t size = 0;
    if (format != WM_FORMAT_KOTOR_LYT && format != WM_FORMAT_KOTOR_BWM &&
        format != WM_FORMAT_KOTOR_BWM_TEXT)
        return cli_wrong_format(c, c->files[0], bytes, "a KotOR layout or walkmesh");
    if (!c->json && strcmp(c->files[1], "-") == 0)
        return cli_fail(EXIT_USAGE, "--minimap prints numbers: OUT cannot be '-'");
    int code = cli_allow_with(c, "minimap", "");
    if (code != EXIT_FINE)
        return code;
    code = plan_open(c, bytes, format, false, false, &p);
    if (code == EXIT_FINE) {
        sheet s = {.mesh = p.ground.mesh};
        s.map = wm_kotor_minimap_fit(s.mesh, cli_choice(c, "minimap") == 2);
        code = draw_paint(c->files[1], WIDTH, HEIGHT, paint, &s, &image, &size);
        if (code == EXIT_FINE)
            code = cli_save(c, c->files[1], image, size);
        if (code == EXIT_FINE)
            print_numbers(c, &p.ground, &s.map, size);
    }
    free(image);
    plan_close(&p);
    return code;
}
