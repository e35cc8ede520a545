/* KotOR walkmeshes as text: WOK, PWK and DWK in the spellings of the engine, NWmax,
 * KOTORmax, mdlops and MDLedit. docs/formats/kotor-ascii-walkmesh.md.
 *
 * One text can hold several meshes: a door has one for each of its states, and
 * each of them is a binary file of its own. */
#ifndef WAYMARK_KOTOR_TEXT_H
#define WAYMARK_KOTOR_TEXT_H

#include "waymark/kotor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* States of a door, the digits at the end of its files' names. */
enum {
    WM_DOOR_CLOSED = 0,
    WM_DOOR_OPEN1 = 1,
    WM_DOOR_OPEN2 = 2,
    WM_DOOR_STATES = 3 /* WM_NO_INDEX: not a door */
};

/* "closed", "open1", "open2", or "" for anything else. */
WM_API const char *wm_door_state_name(uint32_t state);

/* ---- reading ----------------------------------------------------------- */

typedef enum wm_kotor_kind {
    WM_KIND_AUTO = 0, /* told by the text, see docs/formats/kotor-ascii-walkmesh.md */
    WM_KIND_AREA = 1,
    WM_KIND_OBJECT = 2
} wm_kotor_kind;

typedef struct wm_kotor_text_opts {
    wm_read_opts read; /* read.report collects findings; faults too unless `strict` */
    bool strict;       /* the first fault fails the read even when there is a report */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    wm_kotor_kind kind;
    wm_kotor_rounding rounding; /* of normals; AUTO: what the text says, else K1 */
    bool apply_orientation;     /* turn the vertices by the node's orientation */
} wm_kotor_text_opts;

typedef struct wm_kotor_text_mesh {
    const char *name;     /* of the node, or "" */
    uint32_t line;        /* where the node starts */
    uint32_t state;       /* a door's state, told by the name, or WM_NO_INDEX */
    bool has_tree;        /* the text had aabb rows and they were kept */
    bool rotated;         /* orientation is not the identity */
    float orientation[4]; /* axis x, y, z and angle in radians; no binary holds it */
    wm_kotor_bwm *bwm;    /* complete: derived tables are built. The caller may take it
                             out of the text by setting this to NULL */
} wm_kotor_text_mesh;

typedef struct wm_kotor_text {
    uint32_t mesh_count; /* at least 1 */
    wm_kotor_text_mesh *meshes;
    void *memory; /* the library's */
} wm_kotor_text;

/* Reads a text. Faces of an area are put walkable first as the engine does, and
 * aabb rows and room links follow them. NULL and *error with line and column when
 * it fails. Free with wm_kotor_text_free. */
WM_API wm_kotor_text *wm_kotor_text_read(const void *data, size_t size,
                                         const wm_kotor_text_opts *opts, wm_error *error);
WM_API void wm_kotor_text_free(wm_kotor_text *text);

/* Reads a text as far as it can be read and checks each mesh, appending to the
 * report. opts may be NULL; its own report and strict are not used. */
WM_API wm_status wm_kotor_text_check(const void *data, size_t size, const wm_kotor_text_opts *opts,
                                     wm_report *report, wm_error *error);

/* ---- writing ----------------------------------------------------------- */

typedef enum wm_kotor_dialect {
    WM_DIALECT_ENGINE = 0, /* areas as `node aabb` with their tree: what the engine loads */
    WM_DIALECT_MDLOPS = 1  /* areas as `node trimesh`: what mdlops, MDLedit, KOTORmax read */
} wm_kotor_dialect;

/* A field that the text cannot hold as it is in the document. */
typedef struct wm_loss {
    char field[24];    /* "normals", "aabbs.plane" ... */
    uint32_t count;    /* how many values differ after reading the text */
    char message[168]; /* what becomes of them */
} wm_loss;

enum { WM_LOSSES = 24 };

typedef struct wm_losses {
    uint32_t count;
    wm_loss item[WM_LOSSES];
} wm_losses;

/* One mesh to write, and what to call it. */
typedef struct wm_kotor_text_part {
    const wm_kotor_bwm *bwm;
    uint32_t state; /* of a door, or WM_NO_INDEX */
} wm_kotor_text_part;

typedef struct wm_kotor_text_write_opts {
    const wm_allocator *allocator;
    wm_kotor_dialect dialect;
    const char *model;                 /* the nodes are named after it; NULL: "walkmesh" */
    const wm_kotor_surfaces *surfaces; /* those that will read it; NULL: built-in */
} wm_kotor_text_write_opts;

/* Writes meshes into one text: one area, one object, or the states of one door.
 * The same documents give the same bytes, lines stay below 255 bytes, floats read
 * back to the same bits. losses, if not NULL, is filled with exactly what differs
 * when wm_kotor_text_read reads the text; for several parts the fields are those of
 * all. Free with wm_buffer_free. */
WM_API wm_status wm_kotor_text_write(const wm_kotor_text_part *parts, uint32_t count,
                                     const wm_kotor_text_write_opts *opts, wm_buffer *out,
                                     wm_losses *losses, wm_error *error);

/* Adds the fields in which `now` differs from `was`, bit for bit. */
WM_API wm_status wm_kotor_bwm_losses(const wm_kotor_bwm *was, const wm_kotor_bwm *now,
                                     wm_losses *losses, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
