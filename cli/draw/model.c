/* The page of a model: how big everything is, and the order in which it is drawn. */
#include "draw/model.h"

#include <stdlib.h>

#include "real.h"

enum { MARGIN = 24, TITLE = 84, LEGEND = 212, BELOW = 52, PAGE_WIDTH = 1120, PAGE_HEIGHT = 840 };

static bool on(const draw_model_page *m, draw_layer layer)
{
    return m->job->layers.on & (uint32_t)layer;
}

/* Where the model goes, in units. */
static camera_frame model_frame(const draw_model_page *m)
{
    const draw_page *p = &m->page;
    double top = MARGIN + (on(m, DRAW_TITLE) ? TITLE - MARGIN : 0);
    double right = MARGIN + (on(m, DRAW_LEGEND) ? LEGEND : 0);
    double below = MARGIN + (on(m, DRAW_SCALE) ? BELOW - MARGIN : 0);
    return (camera_frame){MARGIN, top, p->width - MARGIN - right, p->height - top - below};
}

/* Flat models are seen from higher up, long ones more from the side. */
static camera_angle angle_for(const figure *f)
{
    float w = f->max[0] - f->min[0], d = f->max[1] - f->min[1], h = f->max[2] - f->min[2];
    return (camera_angle){d > 1.7f * w && d > h ? 54 : 34, h < 0.34f * cli_maxf(w, d) ? 40 : 20};
}

/* The direction that models face in the files of their game, in the space of pictures. */
static void front_of(const wm_scene *s, double front[2])
{
    front[0] = 0;
    front[1] = s->up == WM_UP_Y ? -1 : 1;
}

/* A camera in other units: `times` as many of them. */
static camera scaled(camera c, double times)
{
    c.zoom *= times;
    c.cx *= times;
    c.cy *= times;
    return c;
}

static void measure(draw_model_page *m)
{
    const draw_model_job *job = m->job;
    const figure *f = job->figure;
    draw_page *p = &m->page;
    double w = job->width > 0 ? job->width : PAGE_WIDTH, front[2];
    double h = job->height > 0 ? job->height : PAGE_HEIGHT;
    p->width = cli_max(PAGE_WIDTH, PAGE_HEIGHT * w / h * 0.75);
    p->unit = w / p->width;
    p->height = h / p->unit;
    p->map = (draw_box){0, 0, p->width, p->height};
    front_of(f->scene, front);
    camera_aim(&m->camera, job->view, front[0], front[1], angle_for(f));
    camera_fit(&m->camera, (const float(*)[3])f->points, f->shown_vertices, model_frame(m));
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = cli_max(size, (double)f->max[k] - (double)f->min[k]);
    if (!(size > 0) || !isfinite(size))
        size = 1;
    p->grid = draw_round_length(size / 4);
    p->scale = m->camera.perspective ? 0 : m->camera.zoom;
}

/* The lit picture as a surface, `fine` pixels for each of the page. */
static cairo_surface_t *light(draw_model_page *m, double width, double height, double fine)
{
    still *s = &m->still;
    *s = (still){.figure = m->job->figure,
                 .layers = m->job->layers.on,
                 .width = (uint32_t)(width * fine),
                 .height = (uint32_t)(height * fine),
                 .grid = m->page.grid,
                 .jobs = m->job->jobs,
                 .ground = (double)m->job->figure->min[2],
                 .camera = scaled(m->camera, m->page.unit * fine)};
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)s->width, (int)s->height);
    s->pixels = (uint32_t *)(void *)cairo_image_surface_get_data(image);
    s->stride = (size_t)cairo_image_surface_get_stride(image) / sizeof *s->pixels;
    cairo_surface_flush(image);
    if (!s->pixels || !still_draw(s)) {
        cairo_surface_destroy(image);
        return NULL;
    }
    cairo_surface_mark_dirty(image);
    return image;
}

static void draw_title(const draw_model_page *m)
{
    cairo_t *cr = m->page.cr;
    double limit = m->page.width - 2 * MARGIN;
    draw_font(cr, 24, true);
    draw_set(cr, DRAW_INK, 1);
    draw_text(cr, MARGIN, MARGIN + 22, DRAW_LEFT, limit, m->job->title);
    draw_font(cr, 13, false);
    draw_set(cr, DRAW_SOFT, 1);
    for (int i = 0; i < 2; i++)
        draw_text(cr, MARGIN, MARGIN + 44 + 18 * i, DRAW_LEFT, limit, m->job->subtitle[i]);
}

/* A scale bar if the whole picture has one scale, otherwise the size of the grid. */
static void draw_scale(draw_model_page *m)
{
    draw_page *p = &m->page;
    char text[64], length[32];
    draw_font(p->cr, 10, false);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, p->width - MARGIN, p->height - 14, DRAW_RIGHT, 0, "drawn by waymark");
    draw_model_axes(m);
    if (!m->camera.perspective) {
        p->map = (draw_box){74, 0, p->width - 74, p->height};
        draw_scale_bar(p);
        return;
    }
    if (!(m->job->layers.on & DRAW_GRID))
        return;
    snprintf(text, sizeof text, "grid of %s", draw_length_text(p->grid, length));
    draw_font(p->cr, 12, true);
    draw_set(p->cr, DRAW_SOFT, 1);
    draw_text(p->cr, 92, p->height - 20, DRAW_LEFT, 0, text);
}

typedef struct painting {
    draw_model_page page;
    cairo_surface_t *image;
    double fine;
} painting;

static void paint(cairo_t *cr, void *what)
{
    painting *w = what;
    draw_model_page *m = &w->page;
    cairo_save(cr);
    cairo_scale(cr, 1 / w->fine, 1 / w->fine);
    cairo_set_source_surface(cr, w->image, 0, 0);
    cairo_paint(cr);
    cairo_restore(cr);
    m->page.cr = cr;
    cairo_scale(cr, m->page.unit, m->page.unit);
    draw_model_marks(m);
    if (on(m, DRAW_TITLE))
        draw_title(m);
    if (on(m, DRAW_LEGEND))
        draw_model_legend(m);
    if (on(m, DRAW_SCALE))
        draw_scale(m);
}

int draw_model_to_bytes(const draw_model_job *job, const char *name, draw_model_picture *out)
{
    const draw_job words = {.layers = job->layers.on};
    painting w = {.page = {.job = job, .page = {.job = &words}}, .fine = 1};
    double width = job->width > 0 ? job->width : PAGE_WIDTH;
    double height = job->height > 0 ? job->height : PAGE_HEIGHT;
    /* A drawing may be printed or looked at closely. */
    if (!draw_is_png(name) && width * height <= 4e6)
        w.fine = 2;
    measure(&w.page);
    w.image = light(&w.page, width, height, w.fine);
    if (!w.image)
        return cli_no_memory(CLI_WRITING);
    int code = draw_paint(name, width, height, paint, &w, &out->bytes, &out->size);
    out->left_out = w.page.still.left_out;
    cairo_surface_destroy(w.image);
    return code;
}
