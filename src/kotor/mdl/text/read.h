/* The reader of model texts: lines and words (text/scan.c), keywords (text/words.c),
 * lists of meshes (text/lists.c), controllers (text/keys.c), nodes and model
 * (text/parse.c), trees (text/link.c), notes (text/apply.c, text/apply_mesh.c), and the
 * whole text (text/read.c). */
#ifndef WAYMARK_KOTOR_MDL_TEXT_READ_H
#define WAYMARK_KOTOR_MDL_TEXT_READ_H

#include "base/text.h"
#include "kotor/mdl/controllers.h"
#include "kotor/mdl/text/internal.h"
#include "kotor/mdl/text/number.h"

/* ---- parsed text ------------------------------------------------------- */

typedef enum wmi_note_kind {
    WMI_NOTE_NONE,
    WMI_NOTE_TEXT,
    WMI_NOTE_RECORD,
    WMI_NOTE_ORDER,
    WMI_NOTE_REST,
    WMI_NOTE_BELOW,
    WMI_NOTE_PADS,
    WMI_NOTE_CTRL,
    WMI_NOTE_DATA,
    WMI_NOTE_POSE,
    WMI_NOTE_NORMALS,
    WMI_NOTE_ROWS,
    WMI_NOTE_TAIL,
    WMI_NOTE_PLANES,
    WMI_NOTE_CORNERS,
    WMI_NOTE_TABLE,
    WMI_NOTE_BONES,
    WMI_NOTE_HOLD,
    WMI_NOTE_COPY,
    WMI_NOTE_SPLIT,
    WMI_NOTE_BOXES,
    WMI_NOTE_BLADES,
    WMI_NOTE_SIZES,
    WMI_NOTE_HILT,
    WMI_NOTE_LAYOUT,
    WMI_NOTE_MDX,
    WMI_NOTE_LEAD,
    WMI_NOTE_SLACK,
    WMI_NOTE_ODD,
    WMI_NOTE_BLOCKS,
    WMI_NOTES
} wmi_note_kind;

typedef struct wmi_mdl_note {
    wmi_note_kind kind;
    uint32_t line;
    uint32_t sum;     /* first word after the kind, as a hexadecimal number */
    wmi_word word[4]; /* first words after the kind */
    bool has_data;
    wmi_note_data data;
    struct wmi_mdl_note *next;
} wmi_mdl_note;

/* Weights of a vertex before bone names are resolved. */
typedef struct wmi_mdl_weights {
    uint32_t count;
    uint32_t bone[4]; /* index into refs */
    float weight[4];
} wmi_mdl_weights;

enum { WMI_COLOUR_INDICES = 3, WMI_NORMAL_INDICES, WMI_INDEX_LISTS, WMI_SKIN_SLOTS = 18 };

/* A list that only MDLedit writes, and the line of its keyword. */
typedef struct wmi_mdl_extra {
    float *rows;
    uint32_t count, line;
} wmi_mdl_extra;

/* A node of the text. */
typedef struct wmi_mdl_item {
    wm_kotor_mdl_node node;
    uint32_t name;        /* index into names */
    wmi_word parent;      /* size 0 for none */
    uint32_t parent_item; /* WM_NO_INDEX for none */
    uint32_t below;       /* parent from a note, or WM_NO_INDEX */
    uint32_t line, parent_line;
    uint32_t face_line; /* of the first face */
    bool faces_dense;   /* faces are on consecutive lines */
    bool has_parent_line, quoted_parent;
    bool recorded; /* a record supplied the fields that no line shows */
    bool has_bitmap2;
    bool placed, rotated; /* `shown` has a position / an orientation */
    float shown[7];
    wmi_source_mesh *source;
    uint32_t index_count[WMI_INDEX_LISTS]; /* texindices1 to 3, colorindices, normalindices */
    uint32_t (*indices[WMI_INDEX_LISTS])[3];
    bool lightmap_indices; /* faces have eleven numbers */
    uint32_t weight_count;
    wmi_mdl_weights *weights;
    uint32_t constraint_count;
    wm_vec3 *saber_normals;
    uint32_t saber_normal_count;
    uint32_t saber_count; /* number of rows in saber_verts */
    wm_vec3 *saber_vertices;
    uint32_t inverted[2], inverted_count;
    wmi_mdl_extra normals, frames, planes;        /* of MDLedit: 3, 9 and 7 columns */
    wmi_mdl_extra saber_data;                     /* 8 columns */
    uint32_t slots[WMI_SKIN_SLOTS], slot_count;   /* index into refs, or WM_NO_INDEX */
    uint32_t raw_count, raw_data_count, raw_line; /* controllerraw, controllerdataraw */
    wm_kotor_controller *raw;
    float *raw_data;
    unsigned bounds; /* which of bmin, bmax, radius, average are present */
    wmi_mdl_note *notes, *last_note;
} wmi_mdl_item;

typedef struct wmi_mdl_move {
    wm_kotor_animation animation;
    uint32_t first, count; /* range in p->moving */
} wmi_mdl_move;

/* An index into the names of the document: a node, or a `name` line. */
typedef struct wmi_mdl_entry {
    uint32_t name; /* index into names */
    uint32_t item; /* WM_NO_INDEX: not a node */
} wmi_mdl_entry;

/* Position of an animation that is read later. */
typedef struct wmi_mdl_spot {
    const char *at, *line_start;
    uint32_t line;
} wmi_mdl_spot;

/* A growing array. */
typedef struct wmi_list {
    void *data;
    size_t room;
    uint32_t count;
} wmi_list;

/* A controller that was read; its values are in `values` of the parser. */
typedef struct wmi_mdl_key {
    wm_kotor_controller c;
    uint32_t first; /* times, then values */
    uint32_t size;
    uint32_t rank; /* position in BioWare's order */
} wmi_mdl_key;

typedef struct wmi_mdl_parser {
    const char *at, *end, *line_start;
    size_t size; /* of the text */
    uint32_t line;
    bool held; /* the current line was read ahead and is still to be parsed */
    wm_error *error;
    wm_report *report;
    wm_status failed;
    uint32_t faults; /* number of reported errors */
    const wm_kotor_mdl_text_read_opts *opts;
    const wm_allocator *allocator;
    wm_kotor_mdl *mdl;
    wmi_arena *arena;
    bool annotated;               /* `#wm text` was found */
    wm_kotor_smoothing smoothing; /* as chosen, or what AUTO means for this text */
    bool packed;                  /* compress_quaternions */
    bool second_game;             /* a K2 keyword has a non-zero value */
    bool game_given;              /* the keyword `game` */
    uint32_t total_nodes;         /* the keyword `totalnodes`, or 0 */
    uint32_t dropped;             /* words of words.c that were reported once */
    bool head_link;
    bool has_geometry, geometry_done, in_geometry, model_done;
    bool header_recorded;
    wmi_names names;      /* of nodes */
    wmi_names refs;       /* of bones */
    wmi_names bumpmapped; /* textures */
    wmi_list items, moving, moves, entries;
    wmi_list first_entry; /* by name number: entry, or WM_NO_INDEX */
    wmi_list deferred;    /* animations before the geometry */
    wmi_mdl_item *item;   /* the open node */
    bool item_moves;      /* the open node belongs to the open animation */
    wmi_mdl_move *move;   /* the open animation */
    wmi_list events;
    wmi_list keys;                     /* wmi_mdl_key of the open node */
    wmi_list values;                   /* their floats */
    wmi_list rows;                     /* bytes of the list being read */
    float base[3];                     /* base of the positions of the animation's open node */
    uint32_t item_flags;               /* of the geometry node: which controllers are allowed */
    uint32_t noted_nodes, noted_names; /* the counts when the notes were written */
    wmi_mdl_note *notes, *last_note;   /* of the model */
    uint32_t *order;                   /* items of the geometry, depth first */
    uint32_t *entry_name;              /* by entry: index into the document's names */
    uint8_t header[WMI_MDL_HEADER];    /* record of the header */
} wmi_mdl_parser;

/* ---- lines and words --------------------------------------------------- */

/* Appends `more` elements to the list. On failure, sets p->failed and returns NULL. */
void *wmi_mdlr_add(wmi_mdl_parser *p, wmi_list *list, uint32_t more, size_t element);
void *wmi_mdlr_new(wmi_mdl_parser *p, size_t count, size_t size);
void *wmi_mdlr_copy(wmi_mdl_parser *p, const void *from, size_t count, size_t size);

/* Moves to the first word of the next non-blank line. Skips comments and collects notes.
 * Returns false at the end. */
bool wmi_mdlr_line(wmi_mdl_parser *p);
/* Moves to the end of the line. */
void wmi_mdlr_skip(wmi_mdl_parser *p);
/* Skips blanks. At the end of the line, or at a comment? */
bool wmi_mdlr_at_end(wmi_mdl_parser *p);
/* The next word of the line; size 0 if there is none. */
wmi_word wmi_mdlr_word(wmi_mdl_parser *p);
/* A name without its quotes; sets *quoted. The text lives as long as the document or the
 * input. */
wmi_word wmi_mdlr_name(wmi_mdl_parser *p, bool *quoted);
/* Is the next word of the line a number? */
bool wmi_mdlr_numeric(wmi_mdl_parser *p);
/* Reads numbers of the line. Returns false after a fault. */
bool wmi_mdlr_floats(wmi_mdl_parser *p, float *values, int count);
bool wmi_mdlr_double(wmi_mdl_parser *p, double *value, bool absolute);
bool wmi_mdlr_u32(wmi_mdl_parser *p, uint32_t *value, uint32_t most);
/* Copies into a fixed-size field, unless it already holds that text. */
void wmi_mdlr_field(wmi_mdl_parser *p, wmi_word word, char *field, size_t size);
/* A word truncated for a message. */
enum { WMI_SHOWN = 40 };
const char *wmi_mdlr_show(wmi_word word, char text[WMI_SHOWN]);

/* An error at a position of the current line: fails, or is reported. */
void wmi_mdlr_fault(wmi_mdl_parser *p, wm_issue_code code, const char *at, const char *fmt, ...)
    WM_PRINTF(4, 5);
/* The same at an earlier line. */
void wmi_mdlr_fault_line(wmi_mdl_parser *p, wm_issue_code code, uint32_t line, const char *fmt, ...)
    WM_PRINTF(4, 5);
/* Reports a finding that is not an error; never fails. */
void wmi_mdlr_report(wmi_mdl_parser *p, wm_issue_code code, uint32_t line, const char *fmt, ...)
    WM_PRINTF(4, 5);
void wmi_mdlr_no_memory(wmi_mdl_parser *p);

/* ---- nodes ------------------------------------------------------------- */

void wmi_mdlr_parse(wmi_mdl_parser *p);
/* text/parse_node.c: a `node` line of the geometry or of the open animation; the end of the open
 * node. */
void wmi_mdlr_open_node(wmi_mdl_parser *p);
void wmi_mdlr_close_node(wmi_mdl_parser *p);
/* text/parse_header.c: a keyword of the model. Returns false if it is none. */
bool wmi_mdlr_header(wmi_mdl_parser *p, wmi_word word);
/* Copies a name of the line into a field of the file. */
void wmi_mdlr_name_field(wmi_mdl_parser *p, char *to);
/* Gives a node the parts that its flags name, and no others. Returns false when out of memory. */
bool wmi_mdlr_parts(wmi_mdl_parser *p, wm_kotor_mdl_node *node, uint32_t flags);
/* A line that is not a list, or not a mesh list. */
void wmi_mdlr_keyword(wmi_mdl_parser *p, wmi_word word);
/* Parses a list. Returns false if the keyword is not one. */
bool wmi_mdlr_list(wmi_mdl_parser *p, wmi_word word);
/* Reads the rows of a list that has its count on the current line: floats, of which
 * `columns` are kept. Returns NULL after a failure. */
float *wmi_mdlr_rows(wmi_mdl_parser *p, uint32_t *got, int columns, const char *what);
/* Keywords that only MDLedit writes (text/mdledit.c): of a node, of the model or an
 * animation. Each returns false if the keyword is another. */
bool wmi_mdlr_mdledit(wmi_mdl_parser *p, wmi_word word);
bool wmi_mdlr_mdledit_header(wmi_mdl_parser *p, wmi_word word);
/* Takes the blades from `saberdata`, which has rows. */
void wmi_mdlr_mdledit_saber(wmi_mdl_parser *p, wmi_mdl_item *item);
/* Uses the lists of MDLedit that match the mesh; the others are reported. */
void wmi_mdlr_mdledit_mesh(wmi_mdl_parser *p, wmi_mdl_item *item);
/* Uses the stored controllers if they have the values of the visible ones. */
void wmi_mdlr_mdledit_keys(wmi_mdl_parser *p, wmi_mdl_item *item);
/* Uses the stored neighbours of faces, once the mesh is compiled. */
void wmi_mdlr_mdledit_faces(wmi_mdl_parser *p, const wmi_mdl_item *item, wm_kotor_mesh *mesh);
/* Combines the lists of the open mesh. */
void wmi_mdlr_finish_mesh(wmi_mdl_parser *p, wmi_mdl_item *item);
/* Parses a controller of the open node. Returns false if the keyword is not one. */
bool wmi_mdlr_controller(wmi_mdl_parser *p, wmi_word word);
void wmi_mdlr_finish_keys(wmi_mdl_parser *p, wmi_mdl_item *item);
/* The entry of a name, or WM_NO_INDEX. */
uint32_t wmi_mdlr_find(const wmi_mdl_parser *p, wmi_word name);
/* Its number in p->names, added if it is new. */
uint32_t wmi_mdlr_add_name(wmi_mdl_parser *p, wmi_word word);
/* A name refers to its first node, or until there is one, to its entry without a node. */
uint32_t wmi_mdlr_add_entry(wmi_mdl_parser *p, uint32_t name, uint32_t item);

/* ---- the document ------------------------------------------------------ */

/* Parses a `#wm` line; p->at is after the `#wm `. */
void wmi_mdlr_note(wmi_mdl_parser *p);
void wmi_mdlr_stale(wmi_mdl_parser *p, const wmi_mdl_note *note, const char *why);
/* Builds the controllers of a node from the keys that were read. */
void wmi_mdlr_apply_keys(wmi_mdl_parser *p, wmi_mdl_item *item);
/* Builds trees and names. p->order[i] becomes the item of node i of the geometry. */
void wmi_mdlr_link(wmi_mdl_parser *p);
/* Fills the mesh of an item from its notes. Returns true if nothing is left to compile. */
bool wmi_mdlr_apply_mesh(wmi_mdl_parser *p, wmi_mdl_item *item, uint32_t pose_sum);
/* The same for a saber. One with a vertex count other than 16 or 176 becomes a trimesh. */
enum { WMI_SABER_FACES_MOST = 1000 };
bool wmi_mdlr_saber(wmi_mdl_parser *p, wmi_mdl_item *item);
void wmi_mdlr_apply_layout(wmi_mdl_parser *p);
wmi_mdl_note *wmi_mdlr_find_note(const wmi_mdl_item *item, wmi_note_kind kind);
/* The 32-bit values of a note. If `count` is not 0, there must be exactly that many, or
 * the result is NULL. */
uint32_t *wmi_mdlr_words(wmi_mdl_parser *p, const wmi_mdl_note *note, size_t count, size_t *got);
uint8_t *wmi_mdlr_bytes(wmi_mdl_parser *p, const wmi_mdl_note *note, size_t *got);

#endif
