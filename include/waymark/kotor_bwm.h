/* KotOR walkmeshes (WOK, PWK, DWK) and the small files beside them.
 *
 * A document mirrors its file: change its fields and write it. Field names are
 * those of docs/formats/kotor-bwm.md. Distances are metres, z is up.
 */
#ifndef WAYMARK_KOTOR_BWM_H
#define WAYMARK_KOTOR_BWM_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- surface materials ------------------------------------------------- */

/* Material numbers are bit positions in the engine, so 32 and above cannot work. */
enum { WM_KOTOR_SURFACES = 32 };

typedef struct wm_kotor_surface {
    char name[24]; /* "Metal", or "" where the table has no row */
    bool known;    /* the table has a row for it */
    bool walk;     /* characters can stand on it */
    bool walk_check;
    bool line_of_sight; /* it blocks sight */
} wm_kotor_surface;

/* What surfacemat.2da says of each material. */
typedef struct wm_kotor_surfaces {
    wm_kotor_surface row[WM_KOTOR_SURFACES];
} wm_kotor_surfaces;

/* The built-in table. Lives for ever. */
WM_API const wm_kotor_surfaces *wm_kotor_surfaces_default(void);
/* False for materials outside of the table. `surfaces` may be NULL: built-in. */
WM_API bool wm_kotor_walkable(const wm_kotor_surfaces *surfaces, uint32_t material);
/* "Metal", or "material 41" written into text. Returns text or a constant. */
WM_API const char *wm_kotor_surface_name(const wm_kotor_surfaces *surfaces, uint32_t material,
                                         char text[24]);

/* ---- walkmesh ---------------------------------------------------------- */

/* Counter-clockwise seen from the front. Edge k runs from vertex[k] to
 * vertex[(k + 1) % 3]; "edge number" everywhere means 3 * face + k. */
typedef struct wm_kotor_face {
    uint32_t vertex[3];
} wm_kotor_face;

/* A node of the AABB tree. */
typedef struct wm_kotor_aabb {
    wm_vec3 min, max;
    uint32_t face;        /* leaf: face number; inner node: WM_NO_INDEX */
    uint32_t unknown;     /* always 4 */
    uint32_t plane;       /* leaf 0; inner 1, 2, 4 (+x, +y, +z) or 8, 16, 32 (-x, -y, -z) */
    uint32_t left, right; /* 0-based node numbers, WM_NO_INDEX in a leaf */
} wm_kotor_aabb;

/* For each edge of a walkable face the edge number on its other side. */
typedef struct wm_kotor_adjacency {
    uint32_t edge[3]; /* WM_NO_INDEX: none */
} wm_kotor_adjacency;

/* An edge of a walkable face with nothing walkable behind it. */
typedef struct wm_kotor_edge {
    uint32_t edge;       /* 3 * face + k */
    uint32_t transition; /* 0-based room of the LYT it leads to, or WM_NO_INDEX */
} wm_kotor_edge;

/* Bytes of the file that no table claims, kept so that nothing is lost. */
typedef struct wm_kotor_gap {
    uint32_t offset, size;
    const uint8_t *data;
} wm_kotor_gap;

/* Where each table stands in the file. */
typedef struct wm_kotor_bwm_layout {
    uint32_t vertices, faces, materials, normals, distances, aabbs, adjacency, edges, perimeters;
} wm_kotor_bwm_layout;

enum {
    WM_KOTOR_OBJECT = 0, /* PWK, DWK: vertices relative to the object */
    WM_KOTOR_AREA = 1    /* WOK: vertices in the world */
};

/* Counts and arrays belong together: array is valid for [0, count).
 * After a read, faces[].vertex[] are below vertex_count, so geometry is safe to
 * walk. The derived tables (aabbs, adjacency, edges, perimeters) are claims of the
 * file: any number may stand there, and wm_kotor_bwm_check says which are wrong. */
typedef struct wm_kotor_bwm {
    uint32_t type; /* WM_KOTOR_AREA or WM_KOTOR_OBJECT ("world_coords") */
    wm_vec3 relative_hook[2];
    wm_vec3 absolute_hook[2];
    wm_vec3 position;   /* of the node in the model; never added to the vertices again */
    uint32_t aabb_root; /* number of the root node, 0 in all known files */

    uint32_t vertex_count;
    wm_vec3 *vertices;
    uint32_t face_count; /* of the four arrays that follow */
    wm_kotor_face *faces;
    uint32_t *materials;
    wm_vec3 *normals;
    float *distances; /* d of the plane n.p + d = 0 */
    uint32_t aabb_count;
    wm_kotor_aabb *aabbs;
    uint32_t adjacency_count; /* = number of walkable faces, which come first */
    wm_kotor_adjacency *adjacency;
    uint32_t edge_count;
    wm_kotor_edge *edges;
    uint32_t perimeter_count;
    uint32_t *perimeters; /* 1-based end of each loop in edges */

    wm_kotor_bwm_layout layout; /* see wm_kotor_bwm_pack */
    uint32_t gap_count;
    wm_kotor_gap *gaps;

    void *memory; /* the library's */
} wm_kotor_bwm;

/* True if the bytes begin as a binary walkmesh does ("BWM V1.0"). */
WM_API bool wm_kotor_bwm_detect(const void *data, size_t size);

/* Reads a binary walkmesh. With opts->report, faults that leave the rest
 * readable are collected there (bad vertex numbers become 0) and a document is
 * still returned. NULL and *error otherwise. Free with wm_kotor_bwm_free. */
WM_API wm_kotor_bwm *wm_kotor_bwm_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);

/* An empty document to fill: wm_kotor_bwm_reserve its tables, set its fields. */
WM_API wm_kotor_bwm *wm_kotor_bwm_new(uint32_t type, const wm_allocator *allocator,
                                      wm_error *error);

/* Gives the document fresh zeroed vertex and face tables of these sizes and
 * drops every derived table. */
WM_API wm_status wm_kotor_bwm_reserve(wm_kotor_bwm *bwm, uint32_t vertices, uint32_t faces,
                                      wm_error *error);

/* count * size zeroed bytes that live as long as the document. NULL and *error when memory
 * is refused. */
WM_API void *wm_kotor_bwm_alloc(wm_kotor_bwm *bwm, size_t count, size_t size, wm_error *error);

/* Lays the tables out one after the other as the games' files have them and
 * drops the gaps. Needed after a count changed; the functions of this header that
 * change counts do it themselves. */
WM_API void wm_kotor_bwm_pack(wm_kotor_bwm *bwm);

/* The file as bytes: write(read(x)) == x. Free with wm_buffer_free. */
WM_API wm_status wm_kotor_bwm_write(const wm_kotor_bwm *bwm, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

/* A deep copy with an arena of its own. */
WM_API wm_kotor_bwm *wm_kotor_bwm_copy(const wm_kotor_bwm *bwm, const wm_allocator *allocator,
                                       wm_error *error);

WM_API void wm_kotor_bwm_free(wm_kotor_bwm *bwm);

/* ---- what a walkmesh says of itself ------------------------------------ */

/* Who made the file, told from its AABB table (docs/formats/kotor-bwm.md). */
typedef enum wm_kotor_maker {
    WM_KOTOR_MAKER_UNKNOWN,
    WM_KOTOR_MAKER_VANILLA, /* BioWare, Obsidian */
    WM_KOTOR_MAKER_MDLEDIT,
    WM_KOTOR_MAKER_KAURORA,
    WM_KOTOR_MAKER_KOTORBLENDER,
    WM_KOTOR_MAKER_PYKOTOR,
    WM_KOTOR_MAKER_WAYMARK
} wm_kotor_maker;

WM_API wm_kotor_maker wm_kotor_bwm_maker(const wm_kotor_bwm *bwm);
/* "vanilla", "MDLedit" ..., "unknown". */
WM_API const char *wm_kotor_maker_name(wm_kotor_maker maker);

typedef struct wm_kotor_bwm_stats {
    wm_vec3 min, max;     /* of the vertices that faces use; zero without faces */
    uint32_t walkable;    /* faces with a walkable material */
    uint32_t transitions; /* edges with a room */
    uint32_t regions;     /* connected sets of walkable faces, by stored adjacency */
    double walkable_area; /* square metres, in space */
    uint32_t tree_depth;  /* levels of the AABB tree below its root; 0 without a sound tree */
} wm_kotor_bwm_stats;

WM_API wm_status wm_kotor_bwm_measure(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                                      wm_kotor_bwm_stats *stats, wm_error *error);

/* Numbers the connected sets of faces [0, adjacency_count) by the stored
 * adjacency: region[face], counted from 0 in the order of their lowest face.
 * `region` has adjacency_count elements. */
WM_API wm_status wm_kotor_bwm_regions(const wm_kotor_bwm *bwm, uint32_t *region, uint32_t *count,
                                      wm_error *error);

/* ---- check ------------------------------------------------------------- */

typedef struct wm_kotor_bwm_check_opts {
    wm_check_opts base;
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    uint32_t end_zero;
} wm_kotor_bwm_check_opts;

/* Appends what is wrong with the document to the report. */
WM_API wm_status wm_kotor_bwm_check(const wm_kotor_bwm *bwm, const wm_kotor_bwm_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* ---- rebuild ----------------------------------------------------------- */

/* How the products of the cross product are rounded; real files show two ways. */
typedef enum wm_kotor_rounding {
    WM_KOTOR_ROUNDING_AUTO = 0, /* the one that fits the stored normals better; else K1 */
    WM_KOTOR_ROUNDING_K1 = 1,
    WM_KOTOR_ROUNDING_K2 = 2
} wm_kotor_rounding;

typedef struct wm_kotor_bwm_rebuild_opts {
    uint32_t begin_zero;
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    wm_kotor_rounding rounding;
    bool keep_tree; /* leave the AABB tree alone if it is sound and faces kept their order */
    uint32_t end_zero;
} wm_kotor_bwm_rebuild_opts;

/* Computes everything that follows from vertices, faces, materials and the
 * transitions of the edges: normals and distances, and for an area walkable faces
 * first, the AABB tree, adjacency, edges and perimeters. Transitions stay on their
 * edges. The layout is packed. */
WM_API wm_status wm_kotor_bwm_rebuild(wm_kotor_bwm *bwm, const wm_kotor_bwm_rebuild_opts *opts,
                                      wm_error *error);

/* ---- edit -------------------------------------------------------------- */

/* p' = rotate(scale * flip(p), degrees about z) + move. */
typedef struct wm_kotor_transform {
    wm_vec3 move;
    double degrees;      /* counter-clockwise; multiples of 90 are exact */
    wm_vec3 scale;       /* each > 0; all zero means 1 */
    bool flip_x, flip_y; /* mirror that axis */
} wm_kotor_transform;

/* Moves vertices and hooks that are set (not zero). The position of an object
 * follows; that of an area belongs to its model, so it turns but does not move.
 * Winding is kept right, materials and transitions stay with their faces and
 * edges, and derived data is rebuilt. */
WM_API wm_status wm_kotor_bwm_transform(wm_kotor_bwm *bwm, const wm_kotor_transform *transform,
                                        const wm_kotor_bwm_rebuild_opts *opts, wm_error *error);

/* Gives one perimeter edge (an edge number that stands in the edge table) a room,
 * or WM_NO_INDEX to take it away. */
WM_API wm_status wm_kotor_bwm_set_transition(wm_kotor_bwm *bwm, uint32_t edge, uint32_t room,
                                             wm_error *error);

typedef struct wm_kotor_remap {
    uint32_t from, to; /* rooms; `to` may be WM_NO_INDEX */
} wm_kotor_remap;

/* Renumbers the rooms of all transitions at once, so that 3 to 5 and 5 to 3 swap.
 * Returns how many edges changed. */
WM_API uint32_t wm_kotor_bwm_remap_rooms(wm_kotor_bwm *bwm, const wm_kotor_remap *map,
                                         size_t count);

/* ---- compare ----------------------------------------------------------- */

/* Appends how b differs from a in meaning: faces are matched by where they are, so
 * another order of vertices or faces is one remark and not a thousand. Nothing is
 * appended for equal documents. */
WM_API wm_status wm_kotor_bwm_diff(const wm_kotor_bwm *a, const wm_kotor_bwm *b, wm_diff *diff,
                                   wm_error *error);

/* ==== text ==== */

/* KotOR walkmeshes as text: WOK, PWK and DWK in the spellings of the engine, NWmax,
 * KOTORmax, mdlops and MDLedit. docs/formats/kotor-ascii-walkmesh.md.
 *
 * One text can hold several meshes: a door has one for each of its states, and
 * each of them is a binary file of its own. */

/* States of a door, the digits at the end of its files' names. */
enum {
    WM_KOTOR_DOOR_CLOSED = 0,
    WM_KOTOR_DOOR_OPEN1 = 1,
    WM_KOTOR_DOOR_OPEN2 = 2,
    WM_KOTOR_DOOR_STATES = 3 /* WM_NO_INDEX: not a door */
};

/* "closed", "open1", "open2", or "" for anything else. */
WM_API const char *wm_kotor_door_state_name(uint32_t state);

/* ---- reading ----------------------------------------------------------- */

typedef enum wm_kotor_kind {
    WM_KOTOR_KIND_AUTO = 0, /* told by the text, see docs/formats/kotor-ascii-walkmesh.md */
    WM_KOTOR_KIND_AREA = 1,
    WM_KOTOR_KIND_OBJECT = 2
} wm_kotor_kind;

typedef struct wm_kotor_bwm_text_read_opts {
    wm_read_opts base; /* base.report collects findings; faults too unless `strict` */
    bool strict;       /* the first fault fails the read even when there is a report */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    wm_kotor_kind kind;
    wm_kotor_rounding rounding; /* of normals; AUTO: what the text says, else K1 */
    bool apply_orientation;     /* turn the vertices by the node's orientation */
    uint32_t end_zero;
} wm_kotor_bwm_text_read_opts;

typedef struct wm_kotor_bwm_text_mesh {
    const char *name;     /* of the node, or "" */
    uint32_t line;        /* where the node starts */
    uint32_t state;       /* a door's state, told by the name, or WM_NO_INDEX */
    bool has_tree;        /* the text had aabb rows and they were kept */
    bool rotated;         /* orientation is not the identity */
    float orientation[4]; /* axis x, y, z and angle in radians; no binary holds it */
    wm_kotor_bwm *bwm;    /* complete: derived tables are built. The caller may take it
                             out of the text by setting this to NULL */
} wm_kotor_bwm_text_mesh;

typedef struct wm_kotor_bwm_text {
    uint32_t mesh_count; /* at least 1 */
    wm_kotor_bwm_text_mesh *meshes;
    bool faulty;  /* the read passed over errors and reported them */
    void *memory; /* the library's; NULL in a text that the caller filled */
} wm_kotor_bwm_text;

/* True if the first keyword is one that starts a walkmesh text (`node`). */
WM_API bool wm_kotor_bwm_text_detect(const void *data, size_t size);

/* Reads a text. Faces of an area are put walkable first as the engine does, and
 * aabb rows and room links follow them. NULL and *error with line and column when
 * it fails. Free with wm_kotor_bwm_text_free. */
WM_API wm_kotor_bwm_text *wm_kotor_bwm_text_read(const void *data, size_t size,
                                                 const wm_kotor_bwm_text_read_opts *opts,
                                                 wm_error *error);
WM_API void wm_kotor_bwm_text_free(wm_kotor_bwm_text *text);

/* Checks each mesh as wm_kotor_bwm_check does; the lines of findings are those of the
 * nodes. Adds nothing for a text that is `faulty`: rules on meshes that were patched in
 * reading would only add noise. opts may be NULL; findings never have offsets. */
WM_API wm_status wm_kotor_bwm_text_check(const wm_kotor_bwm_text *text,
                                         const wm_kotor_bwm_check_opts *opts, wm_report *report,
                                         wm_error *error);

/* ---- writing ----------------------------------------------------------- */

typedef enum wm_kotor_dialect {
    WM_KOTOR_DIALECT_ENGINE = 0, /* areas as `node aabb` with their tree: what the engine loads */
    WM_KOTOR_DIALECT_MDLOPS = 1  /* areas as `node trimesh`: what mdlops, MDLedit, KOTORmax read */
} wm_kotor_dialect;

typedef struct wm_kotor_bwm_text_write_opts {
    wm_write_opts base;
    wm_kotor_dialect dialect;
    const char *model;                 /* the nodes are named after it; NULL: "walkmesh" */
    const wm_kotor_surfaces *surfaces; /* those that will read it; NULL: built-in */
    uint32_t end_zero;
} wm_kotor_bwm_text_write_opts;

/* Writes one area, one object, or the states of one door. The caller may fill `text`
 * itself: only mesh_count and bwm and state of each mesh are used, and the nodes are named
 * after opts->model. The same documents give the same bytes, lines stay below 255 bytes,
 * and floats read back to the same bits.
 *
 * losses: may be NULL. Filled with exactly what differs when wm_kotor_bwm_text_read reads
 * the text; of several meshes, the fields of all of them.
 * out: free with wm_buffer_free. */
WM_API wm_status wm_kotor_bwm_text_write(const wm_kotor_bwm_text *text,
                                         const wm_kotor_bwm_text_write_opts *opts, wm_buffer *out,
                                         wm_losses *losses, wm_error *error);

/* Adds the fields in which `now` differs from `was`, bit for bit. */
WM_API wm_status wm_kotor_bwm_losses(const wm_kotor_bwm *was, const wm_kotor_bwm *now,
                                     wm_losses *losses, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
