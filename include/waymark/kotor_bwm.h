/* KotOR walkmeshes (WOK, PWK, DWK), binary and text, and surface materials.
 *
 * A document mirrors its file: to edit a file, change the fields and write it. Fields have the
 * names of docs/formats/kotor-bwm.md. Distances are metres, z is up. Here an area is a walkmesh of
 * type WM_KOTOR_BWM_TYPE_AREA, the WOK of one room, and an object is a PWK or DWK.
 */
#ifndef WAYMARK_KOTOR_BWM_H
#define WAYMARK_KOTOR_BWM_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- surface materials ------------------------------------------------- */

/* Materials are bit positions in the engine, so 32 and above cannot work. */
enum { WM_KOTOR_SURFACES = 32 };

/* A row of surfacemat.2da. */
typedef struct wm_kotor_surface {
    char name[24];      /* "Metal", or "" where the table has no row */
    bool known;         /* the table has a row for it */
    bool walk;          /* characters can stand on it */
    bool walk_check;    /* column WalkCheck; the library does not use it */
    bool line_of_sight; /* column LineOfSight: it blocks sight; the library does not use it */
} wm_kotor_surface;

/* The surface table, by material. */
typedef struct wm_kotor_surfaces {
    wm_kotor_surface row[WM_KOTOR_SURFACES];
} wm_kotor_surfaces;

/* The built-in table. It is static. */
WM_API const wm_kotor_surfaces *wm_kotor_surfaces_default(void);
/* The table of Neverwinter Nights 1, whose walkmesh texts have the same form. It is static. */
WM_API const wm_kotor_surfaces *wm_kotor_surfaces_nwn1(void);

/* Whether characters can stand on a material.
 *
 * surfaces: NULL: the built-in table.
 * material: any number; false if the table does not have it. */
WM_API bool wm_kotor_walkable(const wm_kotor_surfaces *surfaces, uint32_t material);

/* The name of a material: "Metal", or "material 41" for one without a name.
 *
 * surfaces: NULL: the built-in table.
 * text: a buffer for the second case.
 *
 * Returns text, or the name in the table. */
WM_API const char *wm_kotor_surface_name(const wm_kotor_surfaces *surfaces, uint32_t material,
                                         char text[24]);

/* ---- walkmesh ---------------------------------------------------------- */

/* Vertices run counter-clockwise seen from the front. Edge k runs from vertex[k] to
 * vertex[(k + 1) % 3]. An edge index is 3 * face + k. */
typedef struct wm_kotor_face {
    uint32_t vertex[3];
} wm_kotor_face;

/* A node of the AABB tree. */
typedef struct wm_kotor_aabb {
    wm_vec3 min, max;
    uint32_t face;        /* leaf: face index; inner node: WM_NO_INDEX */
    uint32_t unknown;     /* 4 in all known files */
    uint32_t plane;       /* leaf 0; inner 1, 2, 4 (+x, +y, +z) or 8, 16, 32 (-x, -y, -z) */
    uint32_t left, right; /* node indices, WM_NO_INDEX in a leaf */
} wm_kotor_aabb;

/* The neighbours of a walkable face: for each of its edges, the edge index on the other
 * side. */
typedef struct wm_kotor_adjacency {
    uint32_t edge[3]; /* WM_NO_INDEX: no neighbour */
} wm_kotor_adjacency;

/* A border edge: an edge of a walkable face without a walkable neighbour. */
typedef struct wm_kotor_edge {
    uint32_t edge; /* edge index */
    uint32_t
        transition; /* the room it leads to, an index into the layout's rooms, or WM_NO_INDEX */
} wm_kotor_edge;

/* Bytes that lie outside all tables of the file, kept so that they can be written back. */
typedef struct wm_kotor_gap {
    uint32_t offset, size;
    const uint8_t *data;
} wm_kotor_gap;

/* Four bytes of the file whose value does not follow from the other fields of the document, so that
 * the writer must know it: an unusual pointer of an empty array, a second count that differs, an
 * invalid link or index. */
typedef struct wm_kotor_odd_word {
    uint32_t offset, value; /* file offset */
} wm_kotor_odd_word;

/* The offset of each table in the file. 0: the table is not in the file (see
 * wm_kotor_bwm_read). */
typedef struct wm_kotor_bwm_offsets {
    uint32_t vertices, faces, materials, normals, distances, aabbs, adjacency, edges, perimeters;
} wm_kotor_bwm_offsets;

enum {
    WM_KOTOR_BWM_TYPE_OBJECT = 0, /* PWK, DWK: vertices are relative to the object */
    WM_KOTOR_BWM_TYPE_AREA = 1    /* WOK: vertices are in world space */
};

/* A walkmesh file. Each array has as many elements as the count before it says.
 *
 * After a read, faces[].vertex[] are below vertex_count, in damaged files too. The numbers in the
 * derived tables (aabbs, adjacency, edges, perimeters) are not checked; wm_kotor_bwm_check reports
 * those that are wrong. To change the length of an array, allocate a new one with
 * wm_kotor_bwm_alloc, set its count and call wm_kotor_bwm_pack. */
typedef struct wm_kotor_bwm {
    uint32_t type;            /* WM_KOTOR_BWM_TYPE_AREA or WM_KOTOR_BWM_TYPE_OBJECT */
    wm_vec3 relative_hook[2]; /* where characters stand to use the object, relative to it */
    wm_vec3 absolute_hook[2]; /* the same in world space; zero in known PWKs */
    wm_vec3 position;         /* of the node in the model; already added to the vertices */
    uint32_t aabb_root;       /* index of the root node, 0 in all known files */

    uint32_t vertex_count;
    wm_vec3 *vertices;
    uint32_t face_count; /* of the next four arrays */
    wm_kotor_face *faces;
    uint32_t *materials;
    wm_vec3 *normals;
    float *distances; /* d of the plane n.p + d = 0 */
    uint32_t aabb_count;
    wm_kotor_aabb *aabbs;
    uint32_t adjacency_count; /* areas: the number of walkable faces, which come first */
    wm_kotor_adjacency *adjacency;
    uint32_t edge_count;
    wm_kotor_edge *edges;
    uint32_t perimeter_count;
    uint32_t *perimeters; /* of each loop: the position of its last edge in `edges`, from 1 */

    wm_kotor_bwm_offsets offsets; /* see wm_kotor_bwm_pack */
    uint32_t gap_count;
    wm_kotor_gap *gaps;
    uint32_t odd_count;
    wm_kotor_odd_word *odd; /* by ascending offset */

    uint32_t fault_count; /* faults after which the reader went on; 0 in valid files */
    wm_error first_fault; /* the first of them, if there are any */

    void *memory; /* private */
} wm_kotor_bwm;

/* Whether the bytes start like a binary walkmesh ("BWM V1.0"). */
WM_API bool wm_kotor_bwm_detect(const void *data, size_t size);

/* Reads a binary walkmesh. Free with wm_kotor_bwm_free.
 *
 * A damaged file is read as far as possible, and fault_count is not 0. A face with a vertex that
 * does not exist gets vertex 0 at all three corners. A table that lies outside the file is empty;
 * materials are 0, and normals and distances are computed. Writing the document unchanged still
 * gives the same bytes. The read fails if the header, the vertices or the faces lie outside the
 * file (docs/formats/kotor-bwm.md, "Faults and what happens").
 *
 * opts: a report receives each fault as a finding. */
WM_API wm_kotor_bwm *wm_kotor_bwm_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);

/* Makes an empty document. Allocate its tables with wm_kotor_bwm_reserve, fill them and call
 * wm_kotor_bwm_rebuild. Free with wm_kotor_bwm_free.
 *
 * type: WM_KOTOR_BWM_TYPE_AREA or WM_KOTOR_BWM_TYPE_OBJECT. */
WM_API wm_kotor_bwm *wm_kotor_bwm_new(uint32_t type, const wm_allocator *allocator,
                                      wm_error *error);

/* Replaces the vertices, and the faces with their materials, normals and distances, by zeroed
 * tables of these sizes. All other tables become empty. On failure nothing has changed. */
WM_API wm_status wm_kotor_bwm_reserve(wm_kotor_bwm *bwm, uint32_t vertices, uint32_t faces,
                                      wm_error *error);

/* Allocates count * size zeroed bytes that belong to the document. Returns NULL and sets
 * *error if there is no memory (WM_NO_MEMORY) or the document reaches its memory limit (WM_LIMIT).
 * A request for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_kotor_bwm_alloc(wm_kotor_bwm *bwm, size_t count, size_t size, wm_error *error);

/* Computes `offsets` again: the tables follow each other as in the games' files, and the gaps
 * and the faults of a damaged file are dropped. Call it after you change a count directly; the
 * functions in this header that change counts call it themselves. */
WM_API void wm_kotor_bwm_pack(wm_kotor_bwm *bwm);

/* Writes the file: write(read(x)) == x. Fails with WM_BAD_OFFSET if counts were changed without
 * wm_kotor_bwm_pack. */
WM_API wm_status wm_kotor_bwm_write(const wm_kotor_bwm *bwm, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_kotor_bwm *wm_kotor_bwm_copy(const wm_kotor_bwm *bwm, const wm_allocator *allocator,
                                       wm_error *error);

/* Frees the document and all its arrays. NULL is allowed. */
WM_API void wm_kotor_bwm_free(wm_kotor_bwm *bwm);

/* ---- properties -------------------------------------------------------- */

/* The tool that made a walkmesh. */
typedef enum wm_kotor_maker {
    WM_KOTOR_MAKER_UNKNOWN,
    WM_KOTOR_MAKER_VANILLA, /* BioWare, Obsidian */
    WM_KOTOR_MAKER_MDLEDIT,
    WM_KOTOR_MAKER_KAURORA,
    WM_KOTOR_MAKER_KOTORBLENDER,
    WM_KOTOR_MAKER_PYKOTOR,
    WM_KOTOR_MAKER_WAYMARK
} wm_kotor_maker;

/* Guesses the tool that made a walkmesh from its AABB table (docs/formats/kotor-bwm.md). */
WM_API wm_kotor_maker wm_kotor_bwm_maker(const wm_kotor_bwm *bwm);
/* "vanilla", "MDLedit" and so on, or "unknown", as `info` prints it. A static string. */
WM_API const char *wm_kotor_maker_name(wm_kotor_maker maker);

/* A walkmesh in numbers; of a text, the sums over its meshes. */
typedef struct wm_kotor_bwm_stats {
    uint32_t vertices, faces, edges, perimeters;
    uint32_t aabbs; /* of a text: without the trees that the reader built */
    uint32_t material[WM_KOTOR_SURFACES], other; /* faces by material; other: 32 and above */
    wm_vec3 min, max;     /* of the vertices that faces use; zero without faces */
    uint32_t walkable;    /* faces with a walkable material */
    uint32_t transitions; /* border edges with a transition */
    uint32_t regions;     /* connected sets of walkable faces, according to the adjacency table */
    double walkable_m2;   /* square metres, measured on the slope */
    uint32_t tree_depth;  /* levels of the AABB tree with its root; 0 without a valid tree */
} wm_kotor_bwm_stats;

/* Measures a walkmesh.
 *
 * surfaces: NULL: the built-in table.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_bwm_measure(const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                                      wm_kotor_bwm_stats *stats, wm_error *error);
/* "area" or "object". A static string. */
WM_API const char *wm_kotor_bwm_variant(const wm_kotor_bwm *bwm);

/* Finds the connected sets of walkable faces, according to the adjacency table.
 *
 * region: room for adjacency_count elements; receives the region of each walkable face. Regions are
 *   numbered from 0 in the order of their lowest face.
 * count: receives the number of regions.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_bwm_regions(const wm_kotor_bwm *bwm, uint32_t *region, uint32_t *count,
                                      wm_error *error);

/* ---- check ------------------------------------------------------------- */

typedef struct wm_kotor_bwm_check_opts {
    wm_check_opts base;
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    uint32_t end_zero;
} wm_kotor_bwm_check_opts;

/* Reports what is wrong with the walkmesh. Pass the same report to wm_kotor_bwm_read first: it adds
 * the faults that it finds. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_bwm_check(const wm_kotor_bwm *bwm, const wm_kotor_bwm_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* ---- rebuild ----------------------------------------------------------- */

/* How cross products are rounded. Vanilla files do it in one of two ways. */
typedef enum wm_kotor_rounding {
    WM_KOTOR_ROUNDING_AUTO = 0, /* the one that fits the stored normals better, or K1 */
    WM_KOTOR_ROUNDING_K1 = 1,
    WM_KOTOR_ROUNDING_K2 = 2
} wm_kotor_rounding;

typedef struct wm_kotor_bwm_rebuild_opts {
    uint32_t begin_zero;
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    wm_kotor_rounding rounding;
    bool keep_tree; /* keep the AABB tree if it is valid and the faces keep their order */
    uint32_t end_zero;
} wm_kotor_bwm_rebuild_opts;

/* How many rows of each table changed. Those that belong to a face (normals, distances, adjacency)
 * are compared with the old ones of the same face, so a new order alone does not count. */
typedef struct wm_kotor_bwm_rebuild_result {
    bool reordered; /* the faces have another order */
    uint32_t normals, distances, aabbs, adjacency, edges, perimeters;
} wm_kotor_bwm_rebuild_result;

/* Computes all derived data from vertices, faces, materials and transitions: normals and
 * distances, and for an area also the order of the faces (walkable first), the AABB tree, the
 * adjacency, the border edges and the perimeters. Transitions stay on their edges. The tables
 * are packed. */
WM_API wm_status wm_kotor_bwm_rebuild(wm_kotor_bwm *bwm, const wm_kotor_bwm_rebuild_opts *opts,
                                      wm_kotor_bwm_rebuild_result *result, wm_error *error);

/* ---- edit -------------------------------------------------------------- */

/* p' = rotate(scale * flip(p), degrees about z) + move. */
typedef struct wm_kotor_transform {
    wm_vec3 move;        /* metres */
    double degrees;      /* counter-clockwise; multiples of 90 are exact */
    wm_vec3 scale;       /* each above 0; all zero means 1 */
    bool flip_x, flip_y; /* mirror this axis */
} wm_kotor_transform;

/* Transforms vertices, and hooks that are not zero. The position of an object is transformed
 * too. The position of an area is relative to its model, so it is mirrored, scaled and rotated, but
 * not moved. Faces keep their front, material and transitions. Derived data is rebuilt.
 *
 * opts: for the rebuild.
 *
 * Fails with WM_BAD_ARGUMENT if a number is not allowed. */
WM_API wm_status wm_kotor_bwm_transform(wm_kotor_bwm *bwm, const wm_kotor_transform *transform,
                                        const wm_kotor_bwm_rebuild_opts *opts, wm_error *error);

/* Sets the room that a border edge leads to.
 *
 * edge: an edge index that is in the edge table; others fail with WM_BAD_ARGUMENT.
 * room: WM_NO_INDEX removes the transition. */
WM_API wm_status wm_kotor_bwm_set_transition(wm_kotor_bwm *bwm, uint32_t edge, uint32_t room,
                                             wm_error *error);

typedef struct wm_kotor_remap {
    uint32_t from, to; /* rooms; `to` may be WM_NO_INDEX */
} wm_kotor_remap;

/* Renumbers the rooms of all transitions at once: the map {3, 5}, {5, 3} swaps two rooms.
 *
 * map: `count` entries. Rooms that are not in it keep their numbers. If a room is in it twice,
 *   the first entry counts.
 *
 * Returns how many edges changed. */
WM_API uint32_t wm_kotor_bwm_remap_rooms(wm_kotor_bwm *bwm, const wm_kotor_remap *map,
                                         size_t count);

/* ---- compare ----------------------------------------------------------- */

/* Lists how b differs from a in meaning. Faces are matched by position, so another order of
 * vertices or faces is only one difference. Adds nothing for equal documents.
 *
 * diff: initialised. */
WM_API wm_status wm_kotor_bwm_diff(const wm_kotor_bwm *a, const wm_kotor_bwm *b, wm_diff *diff,
                                   wm_error *error);

/* ---- text -------------------------------------------------------------- */

/* Walkmeshes as text, in the dialects of the engine, NWmax, KOTORmax, mdlops and MDLedit. See
 * docs/formats/kotor-ascii-walkmesh.md.
 *
 * A text can hold several meshes: the text of a door has one for each state of the door, each of
 * which is a separate binary file. */

/* States of a door: the digit at the end of the file names. WM_NO_INDEX: not a door. */
enum {
    WM_KOTOR_DOOR_CLOSED = 0,
    WM_KOTOR_DOOR_OPEN1 = 1,
    WM_KOTOR_DOOR_OPEN2 = 2,
    WM_KOTOR_DOOR_STATES = 3 /* how many there are */
};

/* "closed", "open1", "open2", or "" for anything else. A static string. */
WM_API const char *wm_kotor_door_state_name(uint32_t state);

typedef enum wm_kotor_bwm_kind {
    WM_KOTOR_BWM_KIND_AUTO = 0, /* from the content, see docs/formats/kotor-ascii-walkmesh.md */
    WM_KOTOR_BWM_KIND_AREA = 1,
    WM_KOTOR_BWM_KIND_OBJECT = 2
} wm_kotor_bwm_kind;

typedef struct wm_kotor_bwm_text_read_opts {
    wm_read_opts base; /* base.report receives what is unusual, and unless `strict` is set also
                          the faults, which then do not fail the read */
    bool strict;       /* the first fault fails the read even if there is a report */
    const wm_kotor_surfaces *surfaces; /* NULL: built-in */
    wm_kotor_bwm_kind kind;
    wm_kotor_rounding rounding; /* of normals; AUTO: as a comment in the text says, else K1 */
    bool apply_orientation;     /* rotate the vertices by the node's orientation */
    uint32_t end_zero;
} wm_kotor_bwm_text_read_opts;

typedef struct wm_kotor_bwm_text_mesh {
    const char *name;     /* of the node, or "" */
    uint32_t line;        /* 1-based line where the node starts */
    uint32_t state;       /* of a door, from the name of the node, or WM_NO_INDEX */
    bool has_tree;        /* the text had aabb rows, and they were used */
    bool rotated;         /* orientation is not the identity */
    float orientation[4]; /* axis x, y, z and angle in radians; a binary cannot hold it */
    wm_kotor_bwm *bwm;    /* complete, with derived tables. To take it over, set this to NULL and
                             free it with wm_kotor_bwm_free; then pass the text to nothing but
                             wm_kotor_bwm_text_free */
} wm_kotor_bwm_text_mesh;

typedef struct wm_kotor_bwm_text {
    uint32_t mesh_count; /* at least 1 after a read */
    wm_kotor_bwm_text_mesh *meshes;
    bool faulty;  /* the reader reported errors and left out what they affect */
    void *memory; /* private; NULL in a text that the caller filled */
} wm_kotor_bwm_text;

/* Whether the first keyword is one that can start a walkmesh text (`node`). */
WM_API bool wm_kotor_bwm_text_detect(const void *data, size_t size);

/* Reads a text and builds the derived tables of each mesh. As in the engine, the walkable faces
 * of an area are moved to the front; aabb rows and room links are renumbered to match. Errors
 * have line and column. Free with wm_kotor_bwm_text_free. */
WM_API wm_kotor_bwm_text *wm_kotor_bwm_text_read(const void *data, size_t size,
                                                 const wm_kotor_bwm_text_read_opts *opts,
                                                 wm_error *error);
/* Frees a text from wm_kotor_bwm_text_read and the walkmeshes that are still in it. NULL is
 * allowed, a text that the caller filled is not. */
WM_API void wm_kotor_bwm_text_free(wm_kotor_bwm_text *text);

/* Measures all meshes of a text as wm_kotor_bwm_measure does. */
WM_API wm_status wm_kotor_bwm_text_measure(const wm_kotor_bwm_text *text,
                                           const wm_kotor_surfaces *surfaces,
                                           wm_kotor_bwm_stats *stats, wm_error *error);
/* Guesses the tool that made the text as wm_kotor_bwm_maker does; unknown if a mesh of it has no
 * aabb rows. */
WM_API wm_kotor_maker wm_kotor_bwm_text_maker(const wm_kotor_bwm_text *text);

/* Checks each mesh as wm_kotor_bwm_check does. Findings have the line of the node and no
 * offset. Adds nothing for a `faulty` text: parts of it are missing, so further findings would
 * mislead. */
WM_API wm_status wm_kotor_bwm_text_check(const wm_kotor_bwm_text *text,
                                         const wm_kotor_bwm_check_opts *opts, wm_report *report,
                                         wm_error *error);

typedef enum wm_kotor_dialect {
    WM_KOTOR_DIALECT_ENGINE = 0, /* areas as `node aabb` with a tree, which the engine loads */
    WM_KOTOR_DIALECT_MDLOPS = 1  /* areas as `node trimesh`, for mdlops, MDLedit and KOTORmax */
} wm_kotor_dialect;

typedef struct wm_kotor_bwm_text_write_opts {
    wm_write_opts base;
    wm_kotor_dialect dialect;
    const char *model;                 /* nodes are named after it; NULL: "walkmesh" */
    const wm_kotor_surfaces *surfaces; /* of the game that will read it; NULL: built-in */
    uint32_t end_zero;
} wm_kotor_bwm_text_write_opts;

/* Writes one area, one object, or the states of one door. Anything else, a mesh without a bwm, or
 * two meshes of one state fail with WM_BAD_ARGUMENT. The same documents give the same
 * bytes, lines are shorter than 255 bytes, and floats read back to the same bits.
 *
 * text: only mesh_count, and the bwm and state of each mesh, are used. So the caller may fill
 *   such a struct instead of reading one.
 * losses: may be NULL. Receives exactly the fields that differ, in any mesh, when
 *   wm_kotor_bwm_text_read reads the result. */
WM_API wm_status wm_kotor_bwm_text_write(const wm_kotor_bwm_text *text,
                                         const wm_kotor_bwm_text_write_opts *opts, wm_buffer *out,
                                         wm_losses *losses, wm_error *error);

/* Adds the fields in which two walkmeshes differ, bit for bit, to the losses. */
WM_API wm_status wm_kotor_bwm_losses(const wm_kotor_bwm *was, const wm_kotor_bwm *now,
                                     wm_losses *losses, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
