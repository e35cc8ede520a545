/* Pictures, drawn with cairo. A plan is a view from above: draw/page.c lays out the page,
 * draw/map.c draws the floor, draw/terrain.c what only NWN2 has, draw/marks.c the marks on it,
 * draw/findings.c the findings, draw/legend.c the legend. draw/output.c writes the bytes. */
#ifndef WAYMARK_CLI_DRAW_H
#define WAYMARK_CLI_DRAW_H

#include <cairo.h>

#include "cli.h"
#include "nwn2/budget.h"
#include "waymark/open.h"

typedef struct draw_colour {
    double r, g, b;
} draw_colour;

#define DRAW_RGB(hex)                                                                              \
    ((draw_colour){((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex)&255) / 255.0})

typedef struct draw_box {
    double x, y, w, h;
} draw_box;

/* ---- layers ------------------------------------------------------------ */

typedef enum draw_layer {
    DRAW_TITLE = 1 << 0,
    DRAW_LEGEND = 1 << 1,
    DRAW_GRID = 1 << 2,
    DRAW_SCALE = 1 << 3,
    DRAW_NAMES = 1 << 4,
    DRAW_HOOKS = 1 << 5,
    DRAW_FACES = 1 << 6, /* for plans only from here on */
    DRAW_WALLS = 1 << 7,
    DRAW_PERIMETERS = 1 << 8,
    DRAW_TRANSITIONS = 1 << 9,
    DRAW_FINDINGS = 1 << 10,
    DRAW_TILES = 1 << 11,
    DRAW_ISLANDS = 1 << 12,
    DRAW_WATER = 1 << 13,
    DRAW_PATHS = 1 << 28,
    DRAW_OBJECTS = 1 << 29,
    DRAW_MESH = 1 << 14, /* for models only from here on */
    DRAW_WIREFRAME = 1 << 15,
    DRAW_SKELETON = 1 << 16,
    DRAW_WALKMESH = 1 << 17,
    DRAW_OUTLINE = 1 << 18,
    DRAW_HIDDEN = 1 << 19,
    DRAW_SHADOW = 1 << 20
} draw_layer;

enum {
    DRAW_OF_BOTH = DRAW_TITLE | DRAW_LEGEND | DRAW_GRID | DRAW_SCALE | DRAW_NAMES | DRAW_HOOKS,
    DRAW_OF_PLANS = DRAW_OF_BOTH | DRAW_FACES | DRAW_WALLS | DRAW_PERIMETERS | DRAW_TRANSITIONS |
                    DRAW_FINDINGS | DRAW_TILES | DRAW_ISLANDS | DRAW_WATER | DRAW_PATHS |
                    DRAW_OBJECTS,
    DRAW_OF_MODELS = DRAW_OF_BOTH | DRAW_MESH | DRAW_WIREFRAME | DRAW_SKELETON | DRAW_WALKMESH |
                     DRAW_OUTLINE | DRAW_HIDDEN | DRAW_SHADOW
};

typedef struct draw_layers {
    uint32_t on;  /* bits of draw_layer */
    uint32_t lod; /* level of detail, 1 the finest */
    bool plain_colours, no_lightmaps;
} draw_layers;

/* The i-th name of a layer, or NULL after the last. */
const char *draw_layer_name(size_t i);
/* draw/layers.c: applies all --layer options to the defaults. "a,b" draws exactly these, "+a,-b"
 * changes what is drawn. EXIT_FINE, or EXIT_USAGE with a message on stderr. */
int draw_layers_parse(const cli *c, bool model, draw_layers *layers);
/* Is every name in --layer a layer of plans or of models? EXIT_FINE, or EXIT_USAGE, reported. */
int draw_layers_check(const cli *c);

/* ---- plans ------------------------------------------------------------- */

/* A hook, a door, or a room without a walkmesh. */
typedef struct draw_hook {
    wm_vec3 at;
    char label[32];
    bool room; /* a room of which only the position is known */
} draw_hook;

typedef struct draw_room {
    wm_vec3 at; /* inside it */
    const char *name;
} draw_room;

typedef struct draw_way {
    wm_vec3 *points;
    size_t count;
    double length;
    bool game; /* the path of the game's own tables */
} draw_way;

/* A piece of a perimeter. */
typedef struct draw_border {
    wm_vec3 a, b, inside;
    uint32_t loop;
    bool first, hole;
} draw_border;

/* What to draw. Nothing is owned. */
typedef struct draw_job {
    const wm_walkmesh *mesh;
    const wm_kotor_surfaces *surfaces;
    const wm_report *report; /* NULL: no findings are shown */
    const char *title;
    char subtitle[256];
    uint32_t layers;               /* bits of draw_layer */
    bool area;                     /* many rooms */
    const char *const *room_names; /* for transitions; NULL: only numbers are known */
    uint32_t room_name_count;
    const draw_room *rooms;
    size_t room_count;
    const draw_hook *hooks;
    size_t hook_count;
    const draw_border *borders;
    size_t border_count;
    const draw_way *ways;
    size_t way_count;
    const wm_vec3 *points; /* further marks, z ignored */
    size_t point_count;
    const wm_kotor_pth *pth; /* path points; NULL: none */
    const wm_kotor_git *git; /* objects; NULL: none */
    const wm_kotor_objects *objects;
    const wm_nwn2_trn *trn; /* NULL: not NWN2's */
    const budget *budget;   /* of its tiles */
    double width, height;   /* of the page in pixels or points; 0: as it suits */
} draw_job;

/* One line of the list of findings: all findings of one code. */
typedef struct draw_finding {
    const wm_issue *first;
    uint32_t count;
    bool placed; /* at least one of them has a place */
} draw_finding;

enum { DRAW_LABELS = 768 };

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
    double wall;   /* width of walls */
    draw_finding findings[WM_ISSUE_CODE_COUNT];
    uint32_t finding_count;
    draw_box labels[DRAW_LABELS]; /* what is already occupied */
    uint32_t label_count;
} draw_page;

/* draw/output.c: the format is that of the ending of `name` (png, svg, pdf). EXIT_FINE and bytes to
 * free, or an exit code with a message on stderr. */
typedef void (*draw_painter)(cairo_t *cr, void *what);
int draw_paint(const char *name, double width, double height, draw_painter paint, void *what,
               char **bytes, size_t *size);
int draw_to_bytes(const draw_job *job, const char *name, char **bytes, size_t *size);
bool draw_is_picture(const char *name); /* otherwise with a message on stderr */
bool draw_is_png(const char *name);

/* draw/page.c */
void draw_measure(draw_page *page);
void draw_whole(draw_page *page);
bool draw_on(const draw_page *page, draw_layer layer);

/* draw/legend.c */
double draw_legend_height(const draw_page *page);
void draw_legend(draw_page *page);

/* draw/map.c */
void draw_map(draw_page *page);
double draw_x(const draw_page *page, double x);
double draw_y(const draw_page *page, double y);
/* A length of 1, 2 or 5 times a power of ten that is at most `value`. */
double draw_round_length(double value);

/* draw/cost.c: about how many points of the picture a triangle covers inside the frame. */
typedef enum draw_cost_kind { DRAW_AS_LINES, DRAW_FILLED } draw_cost_kind;
double draw_cost(const draw_box *frame, const double x[3], const double y[3], draw_cost_kind kind);
typedef struct draw_choice {
    uint32_t face;
    float top;
    double cost;
} draw_choice;
/* Marks the faces that are too much if all together may cost `most`: the lowest ones. Sorts the
 * list if there are any. */
void draw_choose(draw_choice *list, size_t count, double most, bool *left_out);

/* draw/walls.c: border edges, pale where a higher floor covers them; perimeters. */
void draw_walls(const draw_page *page);
void draw_perimeters(draw_page *page);

/* draw/terrain.c: water, tiles, islands, the border of the playable area. */
void draw_water(const draw_page *page);
void draw_islands(const draw_page *page);
void draw_tiles(const draw_page *page);

/* draw/budget.c: the colour of a tile with this number of walkable triangles. */
draw_colour draw_heat(uint32_t nodes);
/* "tile 3,5": column and row, as in `budget` and `check`. */
void draw_tile_name(const budget *b, uint32_t index, char text[32]);

/* draw/doors.c */
void draw_transitions(draw_page *page);
uint32_t draw_count_doors(const draw_job *job);

/* draw/objects.c */
void draw_path_points(const draw_page *page);
void draw_path_dot(cairo_t *cr, double x, double y);
void draw_objects(draw_page *page);
/* How many walkmeshes of objects are not drawn, because those before them have too many faces. */
uint32_t draw_obstacles_left_out(const wm_kotor_objects *objects);
draw_colour draw_object_colour(wm_kotor_object_kind kind);
void draw_object_sign(cairo_t *cr, wm_kotor_object_kind kind, double x, double y, double bearing);

/* draw/marks.c */
void draw_marks(draw_page *page);
void draw_scale_bar(draw_page *page);
void draw_north(draw_page *page);
void draw_hook_sign(cairo_t *cr, double x, double y, double size);
void draw_arrow(cairo_t *cr, double x, double y, double dx, double dy, double length);
void draw_way_line(cairo_t *cr, bool game);
/* A length as the scale bar writes it: "20 cm", "5 m". Returns text. */
char *draw_length_text(double metres, char text[32]);

/* draw/findings.c */
void draw_gather_findings(draw_page *page);
/* Called first to reserve their places before any label, then to be painted on top. */
void draw_findings(draw_page *page, bool paint);
void draw_finding_list(const draw_page *page);
double draw_finding_list_height(const draw_page *page);
void draw_badge(cairo_t *cr, double x, double y, uint32_t number, wm_severity severity);

/* draw/labels.c: labels on the plan that do not overlap. */
typedef struct draw_label {
    double x, y;   /* the middle of the words */
    double dx, dy; /* direction in which it may move; both 0: any */
    double size;   /* of the letters */
    bool bold;
    bool must; /* written even where there is no room */
    draw_colour colour;
} draw_label;
void draw_keep_off(draw_page *page, draw_box box);
bool draw_label_text(draw_page *page, const draw_label *label, const char *text);

/* draw/text.c */
draw_colour draw_material_colour(const draw_job *job, uint32_t material, bool walkable);
draw_colour draw_mix(draw_colour a, draw_colour b, double share);
void draw_set(cairo_t *cr, draw_colour colour, double alpha);
typedef enum draw_align { DRAW_LEFT, DRAW_CENTRE, DRAW_RIGHT } draw_align;
void draw_font(cairo_t *cr, double size, bool bold);
/* The face of all text; one of face_posix.c and face_windows.c is compiled. */
void draw_choose_face(cairo_t *cr, bool bold);
/* Gives the font caches back, so that leak checkers see leaks only. */
void draw_release_faces(void);
double draw_text_width(cairo_t *cr, const char *text);
/* Writes on the base line y; text wider than `limit` (0: none) is cut with an ellipsis. */
void draw_text(cairo_t *cr, double x, double y, draw_align align, double limit, const char *text);
/* How many bytes of a text fill a line: up to a blank, or all of it. */
size_t draw_wrap(cairo_t *cr, const char *text, double limit);
/* Text with a pale outline, readable on any background. */
void draw_text_rimmed(cairo_t *cr, double x, double y, draw_align align, const char *text);

#define DRAW_PI 3.14159265358979323846
#define DRAW_INK DRAW_RGB(0x2b2d33)
#define DRAW_SOFT DRAW_RGB(0x6c7079)
#define DRAW_PAPER DRAW_RGB(0xffffff)
#define DRAW_FLOOR DRAW_RGB(0xf6f5f1)
#define DRAW_WALL DRAW_RGB(0x30343c)
#define DRAW_DOOR DRAW_RGB(0x0b6bd3)
#define DRAW_DEAD DRAW_RGB(0xc7402d)
#define DRAW_HOOK DRAW_RGB(0x8e3fc0)
#define DRAW_POINT DRAW_RGB(0x0a7d5a)
#define DRAW_PATH DRAW_RGB(0xc2185b)
#define DRAW_GAME DRAW_RGB(0x1f4fa8)
#define DRAW_LOOP DRAW_RGB(0x0e8a8a)
#define DRAW_HOLE DRAW_RGB(0xb0529a)
#define DRAW_ISLAND DRAW_RGB(0x7a4fb5)
#define DRAW_SEA DRAW_RGB(0x5aa9d6)
#define DRAW_WAYS DRAW_RGB(0x2f6f2f)

#endif
