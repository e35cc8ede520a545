/* Pictures of walkmeshes, through cairo. draw_page.c lays the page out, draw_map.c
 * draws the plan, draw_marks.c what stands on it, draw_output.c makes the bytes. */
#ifndef WAYMARK_CLI_DRAW_H
#define WAYMARK_CLI_DRAW_H

#include <cairo.h>

#include "cli.h"

typedef struct draw_colour {
    double r, g, b;
} draw_colour;

#define DRAW_RGB(hex)                                                                              \
    ((draw_colour){((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex)&255) / 255.0})

typedef struct draw_box {
    double x, y, w, h;
} draw_box;

/* What to draw. Nothing is owned. */
typedef struct draw_job {
    const wm_kotor_bwm *bwm;
    const wm_walkmesh *mesh;
    const wm_kotor_surfaces *surfaces;
    const wm_report *report; /* NULL: no findings are shown */
    const char *title;
    const wm_vec3 *points; /* further marks, z ignored */
    size_t point_count;
    const wm_vec3 *path; /* a way to be drawn, z ignored */
    size_t path_count;
    double width, height; /* of the page in pixels or points; 0: as it suits */
} draw_job;

/* One line of the list of findings: all findings of one code. */
typedef struct draw_finding {
    const wm_issue *first;
    uint32_t count;
    bool placed; /* at least one of them has a place */
} draw_finding;

typedef struct draw_page {
    const draw_job *job;
    cairo_t *cr;
    double width, height; /* in units */
    double unit;          /* pixels of a unit; all that follows is in units */
    draw_box map;         /* frame of the plan */
    draw_box legend;
    draw_box list; /* of findings */
    double scale;  /* units per metre, 0: there is nothing to place */
    double cx, cy; /* world coordinates at the middle of the map */
    double grid;   /* metres between grid lines */
    draw_finding findings[WM_ISSUE_CODE_COUNT];
    uint32_t finding_count;
} draw_page;

/* draw_output.c: format from the ending of `name` (png, svg, pdf). EXIT_FINE and
 * bytes to free, or an exit code after saying why on stderr. */
typedef void (*draw_painter)(cairo_t *cr, void *what);
int draw_paint(const char *name, double width, double height, draw_painter paint, void *what,
               char **bytes, size_t *size);
int draw_to_bytes(const draw_job *job, const char *name, char **bytes, size_t *size);

/* draw_page.c */
void draw_measure(draw_page *page);
void draw_whole(draw_page *page);

/* draw_map.c */
void draw_map(draw_page *page);
double draw_x(const draw_page *page, double x);
double draw_y(const draw_page *page, double y);
/* A length of 1, 2 or 5 times a power of ten that is at most `value`. */
double draw_round_length(double value);

/* draw_marks.c */
void draw_marks(draw_page *page);
void draw_scale_bar(draw_page *page);
void draw_north(draw_page *page);
void draw_badge(cairo_t *cr, double x, double y, uint32_t number, wm_severity severity);
void draw_hook(cairo_t *cr, double x, double y);
void draw_arrow(cairo_t *cr, double x, double y, double dx, double dy, double length);

/* draw_text.c */
draw_colour draw_material_colour(uint32_t material, bool walkable);
void draw_set(cairo_t *cr, draw_colour colour, double alpha);
typedef enum draw_align { DRAW_LEFT, DRAW_CENTRE, DRAW_RIGHT } draw_align;
void draw_font(cairo_t *cr, double size, bool bold);
double draw_text_width(cairo_t *cr, const char *text);
/* Writes on the base line y; text wider than `limit` (0: none) is cut with an ellipsis. */
void draw_text(cairo_t *cr, double x, double y, draw_align align, double limit, const char *text);
/* The same with a pale rim, to be read on any ground. */
void draw_text_rimmed(cairo_t *cr, double x, double y, draw_align align, const char *text);

#define DRAW_INK DRAW_RGB(0x2b2d33)
#define DRAW_SOFT DRAW_RGB(0x6c7079)
#define DRAW_PAPER DRAW_RGB(0xffffff)
#define DRAW_FLOOR DRAW_RGB(0xf6f5f1)
#define DRAW_WALL DRAW_RGB(0x30343c)
#define DRAW_DOOR DRAW_RGB(0x0b6bd3)
#define DRAW_HOOK DRAW_RGB(0x8e3fc0)
#define DRAW_POINT DRAW_RGB(0x0a7d5a)
#define DRAW_PATH DRAW_RGB(0xc2185b)

#endif
