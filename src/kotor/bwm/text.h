/* Walkmesh texts between their lines and their documents: the parser makes nodes
 * (bwm/text_parse.c, bwm/text_rows.c), the builder makes documents of nodes
 * (bwm/text_read.c, bwm/text_tree.c). docs/formats/kotor-ascii-walkmesh.md. */
#ifndef WAYMARK_KOTOR_BWM_ASCII_H
#define WAYMARK_KOTOR_BWM_ASCII_H

#include "base/text.h"
#include "kotor/bwm/internal.h"
#include "waymark/kotor_bwm.h"

/* The engine's line buffer, terminator included. */
enum { WMI_TEXT_LINE = 256 };

/* A growing array of records; `count` of them are filled. */
typedef struct wmi_rows {
    void *data;
    size_t capacity;
    uint32_t count;
} wmi_rows;

typedef struct wmi_text_face {
    uint32_t vertex[3];
    uint32_t material;
    uint32_t line, column; /* of the first vertex number */
} wmi_text_face;

typedef struct wmi_text_link {
    uint32_t edge, room; /* edge in the order of the text */
    uint32_t line, column;
} wmi_text_link;

/* A row of the tree as it is written: neither swapped nor grown. */
typedef struct wmi_text_box {
    float value[6];
    uint32_t face; /* WM_NO_INDEX: inner node */
    uint32_t plane;
    bool has_plane;        /* the eighth number */
    uint32_t line, column; /* of the face number */
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
    bool bad_tree;     /* rows were there but are of no use */
    wmi_rows vertices; /* wm_vec3 */
    wmi_rows faces;    /* wmi_text_face */
    wmi_rows links;    /* wmi_text_link */
    wmi_rows boxes;    /* wmi_text_box */
    char ignored[160]; /* keywords without a meaning for walkmeshes */
} wmi_text_node;

typedef struct wmi_text_parser {
    const wm_allocator *allocator;
    wmi_text text;
    wmi_line line;
    bool held; /* `line` was read but belongs to what follows */
    wm_error *error;
    wm_report *report; /* for findings; may be NULL */
    bool strict;       /* faults fail */
    wm_status failed;
    char path[96];              /* field that the next fault is about */
    char outside[160];          /* ignored keywords outside of nodes */
    wm_kotor_rounding rounding; /* a remark of our own writer, or AUTO */
    wmi_arena *names;
    uint64_t budget; /* bytes that rows and documents may still take */
    wmi_rows nodes;  /* wmi_text_node */
} wmi_text_parser;

/* Parses all lines. p->failed tells how it went; nodes are to be released in any case. */
void wmi_text_parse(wmi_text_parser *p, const void *data, size_t size);
void wmi_text_release(wmi_text_parser *p);

/* The next line with words on it that is no comment, held back or fresh. */
bool wmi_text_line(wmi_text_parser *p);
/* A word as it may be shown: cut, and without odd bytes. */
enum { WMI_TEXT_SHOWN = 32 };
void wmi_text_show(wmi_word word, char text[WMI_TEXT_SHOWN]);
/* It starts as a number does. */
bool wmi_text_numeric(wmi_word word);
/* Names the field for the next fault. */
void wmi_text_at(wmi_text_parser *p, const char *fmt, ...) WM_PRINTF(2, 3);
/* A fault at a word of the current line, or at a line. True: it was reported and
 * parsing goes on; false: the parse has failed. */
bool wmi_text_fault(wmi_text_parser *p, uint32_t column, const char *fmt, ...) WM_PRINTF(3, 4);
bool wmi_text_fault_at(wmi_text_parser *p, wm_issue_code code, wm_status status, uint32_t line,
                       uint32_t column, const char *fmt, ...) WM_PRINTF(6, 7);
/* Room for one more record, zeroed; NULL and failed without memory. */
void *wmi_rows_add(wmi_text_parser *p, wmi_rows *rows, size_t element);

/* The blocks of a node; each starts behind its keyword, on the current line. */
void wmi_text_verts(wmi_text_parser *p, wmi_text_node *node);
void wmi_text_faces(wmi_text_parser *p, wmi_text_node *node);
void wmi_text_links(wmi_text_parser *p, wmi_text_node *node);
void wmi_text_boxes(wmi_text_parser *p, wmi_text_node *node);
/* `count` floats from the current line into value. False after a fault. */
bool wmi_text_floats(wmi_text_parser *p, float *value, int count);

/* Makes the document of a node. False when p has failed; mesh is to be freed in any case. */
bool wmi_text_build(wmi_text_parser *p, const wmi_text_node *n,
                    const wm_kotor_bwm_text_read_opts *opts, wm_kotor_bwm_text_mesh *mesh);

/* Names of nodes: upper and lower case are the same. */
bool wmi_text_contains(const char *text, const char *part);
bool wmi_text_ends(const char *text, const char *end);
/* The door state whose name follows `prefix` somewhere in `name`, or WM_NO_INDEX. */
uint32_t wmi_text_state(const char *name, const char *prefix);

/* Boxes of the text as the engine makes its tree of them; face_at gives the new
 * number of each face. bwm->aabbs must have room for all. */
void wmi_text_tree(wm_kotor_aabb *to, const wmi_text_box *from, uint32_t count,
                   const uint32_t *face_at, uint32_t *stack);
/* A row's six numbers as a box: min and max swapped where needed, grown by 0.01. */
void wmi_text_grow(const float value[6], wm_kotor_aabb *to);
/* The six numbers that grow to the node's box, or come nearest to it. */
void wmi_text_shrink(const wm_kotor_aabb *node, float value[6]);

#endif
