/* Pictures as bytes: PNG, SVG or PDF, the same bytes for the same job. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "draw/draw.h"

typedef struct sink {
    char *data;
    size_t size, capacity;
} sink;

static cairo_status_t take(void *closure, const unsigned char *data, unsigned int length)
{
    sink *s = closure;
    if (length > s->capacity - s->size) {
        size_t capacity = 2 * (s->size + length) + 4096;
        char *grown = realloc(s->data, capacity);
        if (!grown)
            return CAIRO_STATUS_NO_MEMORY;
        s->data = grown;
        s->capacity = capacity;
    }
    memcpy(s->data + s->size, data, length);
    s->size += length;
    return CAIRO_STATUS_SUCCESS;
}

typedef enum kind { PNG, SVG, PDF, OTHER } kind;

static kind kind_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (strcmp(name, "-") == 0 || (dot && strcasecmp(dot, ".png") == 0))
        return PNG;
    if (dot && strcasecmp(dot, ".svg") == 0)
        return SVG;
    return dot && strcasecmp(dot, ".pdf") == 0 ? PDF : OTHER;
}

bool draw_is_png(const char *name)
{
    return kind_of(name) == PNG;
}

bool draw_is_picture(const char *name)
{
    if (kind_of(name) != OTHER)
        return true;
    cli_fail(EXIT_USAGE, "the name of a picture must end in .png, .svg or .pdf, not '%s'", name);
    return false;
}

static cairo_surface_t *open_surface(kind what, double width, double height, sink *s)
{
    if (what == PNG)
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    if (what == SVG) {
        cairo_surface_t *svg = cairo_svg_surface_create_for_stream(take, s, width, height);
        cairo_svg_surface_set_document_unit(svg, CAIRO_SVG_UNIT_PX); /* as --size says */
        return svg;
    }
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(take, s, width, height);
    /* Same input, same bytes: no time in the file. */
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    return pdf;
}

/* Text the same on every screen: no subpixels, no hinting. */
static void plain_text(cairo_t *cr)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
}

static void release_faces_later(void)
{
    atexit(draw_release_faces);
}

int draw_paint(const char *name, double width, double height, draw_painter paint, void *what,
               char **bytes, size_t *size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    kind format = kind_of(name);
    sink s = {0};
    pthread_once(&once, release_faces_later); /* other threads may draw until the end */
    if (!draw_is_picture(name))
        return EXIT_USAGE;
    cairo_surface_t *surface = open_surface(format, width, height, &s);
    cairo_t *cr = cairo_create(surface);
    plain_text(cr);
    paint(cr, what);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (status == CAIRO_STATUS_SUCCESS && format == PNG)
        status = cairo_surface_write_to_png_stream(surface, take, &s);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS) {
        free(s.data);
        return cli_fail(EXIT_OUTPUT, "cannot draw %s: %s", name, cairo_status_to_string(status));
    }
    *bytes = s.data;
    *size = s.size;
    return EXIT_FINE;
}

static void paint_page(cairo_t *cr, void *what)
{
    draw_page *page = what;
    page->cr = cr;
    draw_whole(page);
}

int draw_to_bytes(const draw_job *job, const char *name, char **bytes, size_t *size)
{
    draw_page page = {.job = job};
    draw_measure(&page);
    double width = job->width > 0 ? job->width : ceil(page.width * page.unit);
    double height = job->height > 0 ? job->height : ceil(page.height * page.unit);
    return draw_paint(name, width, height, paint_page, &page, bytes, size);
}
