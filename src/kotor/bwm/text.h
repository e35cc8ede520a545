/* Walkmesh texts. The parser turns lines into nodes (bwm/text_parse.c, bwm/text_rows.c);
 * the builder turns nodes into documents (bwm/text_read.c, bwm/text_tree.c).
 * docs/formats/kotor-ascii-walkmesh.md. */
#ifndef WAYMARK_KOTOR_BWM_TEXT_H
#define WAYMARK_KOTOR_BWM_TEXT_H

#include "base/text.h"
#include "base/words.h"
#include "kotor/bwm/internal.h"
#include "waymark/kotor_bwm.h"

/* Size of the engine's line buffer, including the terminator. */
enum { WMI_TEXT_LINE = 256 };

/* A growing array of records; `count` are in use. */
typedef struct wmi_rows {
    void *data;
    size_t capacity;
    uint32_t count;
} wmi_rows;

typedef struct wmi_text_face {
    uint32_t vertex[3];
    uint32_t material;
    uint32_t line, column; /* of the first vertex index */
} wmi_text_face;

typedef struct wmi_text_link {
    uint32_t edge, room; /* edge index in the order of the text */
    uint32_t line, column;
} wmi_text_link;

/* A tree row as written: min and max not swapped, box not grown. */
typedef struct wmi_text_box {
    float value[6];
    uint32_t face; /* WM_NO_INDEX for an inner node */
    uint32_t plane;
    bool has_plane;        /* the eighth number */
    uint32_t line, column; /* of the face index */
} wmi_text_box;

typedef enum wmi_text_type {
    WMI_NODE_OTHER,
    WMI_NODE_DUMMY,
    WMI_NODE_MESH,
    WMI_NODE_AABB
} wmi_text_type;

typedef struct wmi_text_node {
    wmi_text_type type;
    const char *name;
    uint32_t line;
    wm_vec3 position;
    float orientation[4];
    bool has_verts, has_faces, has_links, has_boxes;
    bool bad_tree;     /* rows were present but unusable */
    wmi_rows vertices; /* wm_vec3 */
    wmi_rows faces;    /* wmi_text_face */
    wmi_rows links;    /* wmi_text_link */
    wmi_rows boxes;    /* wmi_text_box */
    char ignored[160]; /* keywords that mean nothing in a walkmesh */
} wmi_text_node;

/* "node floor_wok", or "a node without a name". */
wmi_phrase wmi_text_called(const char *name);

typedef struct wmi_text_parser {
    const wm_allocator *allocator;
    wmi_text text;
    wmi_line line;
    bool held; /* `line` was read but belongs to the next block */
    wm_error *error;
    wm_report *report; /* for findings; may be NULL */
    bool strict;       /* faults are errors */
    wm_status failed;
    char path[96];              /* field the next fault refers to */
    char outside[160];          /* ignored keywords outside nodes */
    wm_kotor_rounding rounding; /* from a comment of our own writer, or AUTO */
    wmi_arena *names;
    uint64_t budget; /* bytes still available for rows and documents */
    wmi_rows nodes;  /* wmi_text_node */
} wmi_text_parser;

/* Parses all lines. p->failed holds the result. The nodes must be released in any case. */
void wmi_text_parse(wmi_text_parser *p, const void *data, size_t size);
void wmi_text_release(wmi_text_parser *p);

/* The next line that is neither blank nor a comment; a held line comes first. */
bool wmi_text_line(wmi_text_parser *p);
/* A word for display: truncated, with unprintable bytes replaced. */
enum { WMI_TEXT_SHOWN = 32 };
void wmi_text_show(wmi_word word, char text[WMI_TEXT_SHOWN]);
/* Does the word start like a number? */
bool wmi_text_numeric(wmi_word word);
/* Sets the field for the next fault. */
void wmi_text_at(wmi_text_parser *p, const char *fmt, ...) WM_PRINTF(2, 3);
/* Reports a fault at a word of the current line, or at a line. True: it was reported and
 * parsing continues. False: the parse has failed. */
bool wmi_text_fault(wmi_text_parser *p, uint32_t column, const char *fmt, ...) WM_PRINTF(3, 4);
bool wmi_text_fault_at(wmi_text_parser *p, wm_issue_code code, wm_status status, uint32_t line,
                       uint32_t column, const char *fmt, ...) WM_PRINTF(6, 7);
/* Adds one zeroed record. Out of memory: sets p->failed and returns NULL. */
void *wmi_rows_add(wmi_text_parser *p, wmi_rows *rows, size_t element);

/* Parse the blocks of a node. Each starts after its keyword, on the current line. */
void wmi_text_verts(wmi_text_parser *p, wmi_text_node *node);
void wmi_text_faces(wmi_text_parser *p, wmi_text_node *node);
void wmi_text_links(wmi_text_parser *p, wmi_text_node *node);
void wmi_text_boxes(wmi_text_parser *p, wmi_text_node *node);
/* Reads `count` floats from the current line into value. Returns false after a fault. */
bool wmi_text_floats(wmi_text_parser *p, float *value, int count);

/* Builds the document of a node. Returns false when p has failed; mesh must be freed in
 * any case. */
bool wmi_text_build(wmi_text_parser *p, const wmi_text_node *n,
                    const wm_kotor_bwm_text_read_opts *opts, wm_kotor_bwm_text_mesh *mesh);

/* Compares node names, ignoring case. */
bool wmi_text_contains(const char *text, const char *part);
bool wmi_text_ends(const char *text, const char *end);
/* The door state whose name follows `prefix` anywhere in `name`, or WM_NO_INDEX. */
uint32_t wmi_text_state(const char *name, const char *prefix);

/* Builds the tree from the boxes of the text as the engine does. face_at gives the new
 * index of each face. bwm->aabbs must have room for all boxes. */
void wmi_text_tree(wm_kotor_aabb *to, const wmi_text_box *from, uint32_t count,
                   const uint32_t *face_at, uint32_t *stack);
/* Converts the six numbers of a row to a box: swaps min and max where needed, then grows
 * it by 0.01. */
void wmi_text_grow(const float value[6], wm_kotor_aabb *to);
/* The six numbers that grow to the node's box, or come closest to it. */
void wmi_text_shrink(const wm_kotor_aabb *node, float value[6]);

#endif
