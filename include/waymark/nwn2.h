/* Neverwinter Nights 2 terrain (TRN and TRX files): read, write, bake, check and compare.
 * nwn2_document.h has the structs.
 *
 * The toolset edits a TRN; the game plays on a TRX, whose walkmesh is baked: wm_nwn2_trn_rebuild
 * computes all data that follows from its triangles.
 */
#ifndef WAYMARK_NWN2_H
#define WAYMARK_NWN2_H

#include "waymark/base.h"
#include "waymark/nwn2_document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- read, write ------------------------------------------------------- */

/* Whether the bytes start like a TRN or TRX: "NWN2", and not a model. */
WM_API bool wm_nwn2_trn_detect(const void *data, size_t size);

typedef struct wm_nwn2_trn_read_opts {
    wm_read_opts base;
    bool raw; /* parse no packet */
    uint32_t end_zero;
} wm_nwn2_trn_read_opts;

/* Reads a file and parses its packets. Free with wm_nwn2_trn_free.
 *
 * A damaged file is read as far as possible. A packet that cannot be parsed, or that the end of the
 * file cuts off, stays raw; one that starts after the end of the file is empty. So a damaged
 * walkmesh leaves trn->aswm NULL. A triangle of a walkmesh with a vertex that does not exist gets
 * vertex 0 at all three corners. In all these cases fault_count is not 0, and the bytes are written
 * back (docs/formats/nwn2.md, "Faults and what happens").
 *
 * opts: a report receives each fault as a finding. The default of memory_limit is
 *   16 MiB + 1032 * input size, but at most 48 MiB + 48 * input size.
 *
 * The uncompressed size that a packet states is not trusted: it is accepted only up to the memory
 * limit, and up to 1032 times the compressed size, which is the most that deflate can reach.
 * Decompression takes about 12 KB from malloc, even if there is an allocator. If the path of an
 * error starts with "ASWM.", its offset is an offset in the uncompressed packet. */
WM_API wm_nwn2_trn *wm_nwn2_trn_read(const void *data, size_t size,
                                     const wm_nwn2_trn_read_opts *opts, wm_error *error);

typedef struct wm_nwn2_trn_write_opts {
    wm_write_opts base;
    bool fast;  /* compress with libdeflate: faster, but not the same bytes as the game's tools */
    bool small; /* compress as well as libdeflate can: slower, and not the same bytes either. It
                   wins over `fast` */
    uint32_t *dropped; /* receives how many bytes of trn->unclaimed were not written; NULL: not
                          wanted */
    uint32_t end_zero;
} wm_nwn2_trn_write_opts;

/* Writes the file. A document that was read and not changed gives the same bytes, for every file
 * that can be read.
 *
 * The packets stay in their places, with the bytes between them, as long as their number and their
 * sizes are those of the file. Otherwise they are written one after the other in the order of
 * `packets`, and the bytes that belong to none are dropped.
 *
 * A walkmesh that says the same as the packet it was read from is written as that packet, unless
 * `fast` or `small` is set. Any other is written in version WM_NWN2_ASWM_VERSION, and if
 * its `compressed` is set, compressed: by libdeflate with `fast` or `small`, otherwise as by the
 * game's tools (zlib, level 6). To write an
 * unchanged walkmesh of an old version in the newest, set aswm->version. */
WM_API wm_status wm_nwn2_trn_write(const wm_nwn2_trn *trn, const wm_nwn2_trn_write_opts *opts,
                                   wm_buffer *out, wm_error *error);

/* Makes an empty document of version 2.3. Free with wm_nwn2_trn_free. */
WM_API wm_nwn2_trn *wm_nwn2_trn_new(const wm_allocator *allocator, wm_error *error);
/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_nwn2_trn *wm_nwn2_trn_copy(const wm_nwn2_trn *trn, const wm_allocator *allocator,
                                     wm_error *error);
/* Frees the document and all its packets. NULL is allowed. */
WM_API void wm_nwn2_trn_free(wm_nwn2_trn *trn);

/* Allocates count * size zeroed bytes that belong to the document. Returns NULL and sets
 * *error if there is no memory (WM_NO_MEMORY) or the document reaches its memory limit (WM_LIMIT).
 * A request for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_nwn2_trn_alloc(wm_nwn2_trn *trn, size_t count, size_t size, wm_error *error);
/* Adds an empty raw packet at the end. Existing pointers to elements of trn->packets become
 * invalid. To fill it, set one of its pointers, or raw, to memory from wm_nwn2_trn_alloc; if it is
 * the first TRWH or ASWM, also set trn->trwh or trn->aswm.
 *
 * type: copied; only the first four characters are used.
 *
 * Returns the packet, which belongs to the document, or NULL with WM_NO_MEMORY or WM_LIMIT, as
 * wm_nwn2_trn_alloc does. */
WM_API wm_nwn2_packet *wm_nwn2_trn_add_packet(wm_nwn2_trn *trn, const char *type, wm_error *error);

/* Writes the content of one packet, without its header of 8 bytes, compressed as in a file. */
WM_API wm_status wm_nwn2_packet_write(const wm_nwn2_packet *packet,
                                      const wm_nwn2_trn_write_opts *opts, wm_buffer *out,
                                      wm_error *error);
/* Writes a walkmesh, not compressed. */
WM_API wm_status wm_nwn2_aswm_write(const wm_nwn2_aswm *aswm, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

/* ---- properties -------------------------------------------------------- */

typedef struct wm_nwn2_aswm_stats {
    wm_vec3 min, max; /* of the vertices that triangles use; zero without triangles */
    uint32_t walkable;
    uint32_t boundary_edges;    /* edges with one triangle */
    uint32_t links;             /* links of all islands */
    uint32_t tiles_used;        /* tiles with triangles */
    uint32_t max_tile_nodes;    /* of the path tables; 0 in a TRN, which has none */
    uint32_t max_tile_walkable; /* walkable triangles in the fullest tile, also of a TRN */
    uint32_t max_tile_triangles;
    uint64_t sight_cells;   /* cells of all path tables with WM_NWN2_SIGHT, except 255 */
    double walkable_m2;     /* square metres, measured on the slope */
    uint32_t materials[11]; /* walkable triangles by material: [0] dirt, [1] grass and so on, so
                               [m - 1] is that of m from wm_nwn2_material */
} wm_nwn2_aswm_stats;

/* Measures a walkmesh. Never fails. */
WM_API wm_status wm_nwn2_aswm_measure(const wm_nwn2_aswm *aswm, wm_nwn2_aswm_stats *stats,
                                      wm_error *error);

/* "trx", "trn", or "packets" for a file without a walkmesh. A static string. */
WM_API const char *wm_nwn2_trn_variant(const wm_nwn2_trn *trn);

/* The material in a triangle's flags: 1 dirt, 2 grass and so on, up to 11 puddles; 0: none. If
 * several bits are set, the lowest counts. */
WM_API uint32_t wm_nwn2_material(uint16_t flags);
enum { WM_NWN2_MATERIAL_COUNT = 12 };
/* "dirt" and so on; "none" for 0; NULL from WM_NWN2_MATERIAL_COUNT on. A static string. */
WM_API const char *wm_nwn2_material_name(uint32_t material);

/* ---- bake -------------------------------------------------------------- */

typedef struct wm_nwn2_trn_rebuild_opts {
    uint32_t begin_zero;
    bool assign_tiles; /* assign triangles to tiles by their centres, even if the tiles already
                          have triangles */
    bool keep_border;  /* do not remove the triangles in the border of an exterior */
    uint32_t end_zero;
} wm_nwn2_trn_rebuild_opts;

typedef struct wm_nwn2_trn_rebuild_result {
    uint32_t flipped;    /* triangles flipped because they were counter-clockwise, as in a TRN */
    uint32_t outside;    /* triangles removed because their centre lies in the border */
    uint32_t degenerate; /* triangles removed because they use a vertex twice */
    uint32_t sight_kept; /* tiles that did not change and kept their sight bits */
    bool assigned;       /* triangles were assigned to tiles by their centres */
} wm_nwn2_trn_rebuild_result;

/* Bakes the walkmesh: computes all derived data from vertices, triangles (vertex and flags) and
 * the ranges of triangles of the tiles, as the game does. The document becomes a TRX.
 *
 * The result is the same as the game's, bit for bit, except for sight bits, garbage fields, the
 * vertex and edge counts of tiles, and the order of the two triangles of an edge. For tiles and
 * edges that did not change, sight bits, counts and order are kept. Names are kept too, and so is
 * garbage in steps of the island table that did not change.
 *
 * result: may be NULL.
 *
 * Fails with WM_BAD_ARGUMENT if there is no walkmesh (trn->aswm is NULL); so do the functions below
 * that change it. Fails with WM_LIMIT if a tile has more than WM_NWN2_TILE_NODES walkable
 * triangles: the path of the error is "ASWM.tiles[N]", and its message names the tile and its
 * smallest walkable triangles. On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_rebuild(wm_nwn2_trn *trn, const wm_nwn2_trn_rebuild_opts *opts,
                                     wm_nwn2_trn_rebuild_result *result, wm_error *error);

/* ---- cut --------------------------------------------------------------- */

/* A closed outline in plan view; z is ignored. It may run in either direction and may be concave.
 * If it crosses itself, everything that it encloses counts as inside. */
typedef struct wm_nwn2_polygon {
    const wm_vec3 *points;
    uint32_t count;
} wm_nwn2_polygon;

typedef struct wm_nwn2_trn_cut_result {
    uint32_t polygons; /* polygons that cut something */
    uint32_t skipped;  /* polygons with fewer than three different points */
    uint32_t added;    /* triangles added by splitting others */
    uint32_t closed;   /* parts of walkable triangles that were removed */
} wm_nwn2_trn_cut_result;

/* Prepares the ground for a bake, as the game does: removes everything inside the polygons, at
 * every height. Bake afterwards.
 *
 * In a TRN, triangles are also clipped to their tiles, vertices closer than 0.1 m on all three axes
 * become one (the first keeps its place), and triangles without area in plan view are dropped. This
 * joins floors that meet at the border of a tile, so call it even without polygons. In a TRX, only
 * triangles that a polygon touches change; vertices of the cut join those within 0.1 m. Pieces stay
 * on the surface. Vertices that no triangle uses are dropped.
 *
 * polygons: an array of `count` polygons; not needed afterwards. May be NULL if count is 0. A point
 *   that is not finite fails with WM_BAD_ARGUMENT.
 * result: may be NULL.
 *
 * Fails with WM_LIMIT if there are so many polygons, and they overlap so much, that the cut would
 * take seconds, or if triangles reach over too many tiles. On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_cut(wm_nwn2_trn *trn, const wm_nwn2_polygon *polygons, uint32_t count,
                                 wm_nwn2_trn_cut_result *result, wm_error *error);

/* The height of a floor's vertex that drops to what is under it. */
#define WM_NWN2_FLOOR_DROPPED (-1000000.0f)

typedef struct wm_nwn2_floor_triangle {
    uint32_t vertex[3];
    uint16_t flags; /* WM_NWN2_WALKABLE and materials; other bits are ignored */
} wm_nwn2_floor_triangle;

/* A floor that replaces the ground, such as the walkmesh of a placeable, in area coordinates. */
typedef struct wm_nwn2_floor {
    const wm_vec3 *vertices;
    uint32_t vertex_count;
    uint32_t triangle_count;
    const wm_nwn2_floor_triangle *triangles;
} wm_nwn2_floor;

typedef struct wm_nwn2_trn_lay_result {
    wm_nwn2_trn_cut_result cut;
    uint32_t dropped;  /* vertices that got the height of what is under them */
    uint32_t hovering; /* those with nothing under them: their height is 0 */
    /* Probably as in the game, but not proven: */
    uint32_t onto_floors; /* of the dropped vertices, those that got the height of another floor */
    uint32_t over_floors; /* triangles of floors that replace parts of lower floors */
} wm_nwn2_trn_lay_result;

/* Lays floors over the ground of a TRN, then cuts the polygons out of ground and floors, as
 * wm_nwn2_trn_cut does. Bake afterwards.
 *
 * A floor replaces the ground in its plan view, whatever its height, and is also added where
 * there is no ground. Where two floors overlap, the higher one stays; that is likely what the game
 * does. A vertex with the height WM_NWN2_FLOOR_DROPPED takes that of the highest earlier floor
 * there, or else of the highest ground. Where the edge of a floor lies on the ground, both are
 * joined.
 *
 * floors, polygons: not needed afterwards. Each may be NULL if its count is 0.
 * result: may be NULL.
 *
 * Fails with WM_BAD_ARGUMENT if there are floors and the walkmesh is not that of a TRN, or if a
 * floor has a vertex that is not finite or does not exist; with WM_LIMIT as wm_nwn2_trn_cut does.
 * On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_lay(wm_nwn2_trn *trn, const wm_nwn2_floor *floors,
                                 uint32_t floor_count, const wm_nwn2_polygon *polygons,
                                 uint32_t count, wm_nwn2_trn_lay_result *result, wm_error *error);

/* What an earlier bake of an area did to its ground: for wm_nwn2_trn_lay. */
typedef struct wm_nwn2_kept {
    uint32_t floor_count;
    wm_nwn2_floor *floors; /* triangles that are not part of the ground */
    uint32_t polygon_count;
    wm_nwn2_polygon *polygons; /* triangles that together are the holes */
    double holes_m2;           /* area of the holes in plan view */
    bool *found;               /* for each of `places`: it has a hole or a floor */
    uint32_t others;           /* holes of at least 0.05 m2 that are at none of the places */
    uint32_t lost_tiles; /* tiles that have ground but no triangles in the earlier bake, because the
                            game's bake fails in some tiles; they do not count as holes */
    void *memory;        /* private */
} wm_nwn2_kept;

/* Compares a ground with an earlier bake of it, and finds the holes and floors of placeables whose
 * models are missing. What is within two metres of a place in plan view is taken to belong to it,
 * with everything that is connected to it. Free with wm_nwn2_kept_free.
 *
 * trn: a copy of the TRN on which wm_nwn2_trn_lay has laid everything else: cutters, and the
 *   placeables whose models are there. This copy is only for comparing. To bake, call
 *   wm_nwn2_trn_lay once on the TRN itself: with one array of floors (first those of the result,
 *   then those that were laid on the copy) and with the polygons of both.
 * old: the earlier bake, a TRX.
 * places: where the placeables without a model are; an array of `count` points. May be NULL if
 *   count is 0.
 *
 * None of the arguments is needed afterwards. Fails with WM_BAD_ARGUMENT if one of the two has no
 * walkmesh, if `trn` is a TRX or `old` is not, if their grids of tiles differ, or if a place is not
 * finite; or with WM_LIMIT if the two differ so much that comparing would take seconds. */
WM_API wm_nwn2_kept *wm_nwn2_kept_new(const wm_nwn2_trn *trn, const wm_nwn2_trn *old,
                                      const wm_vec3 *places, uint32_t count,
                                      const wm_allocator *allocator, wm_error *error);
/* Frees it. NULL is allowed. */
WM_API void wm_nwn2_kept_free(wm_nwn2_kept *kept);

enum { WM_NWN2_SPLIT_BASE = 16384, WM_NWN2_SPLIT_FACTOR = 16 };

/* Splits triangles along the borders of tiles. A mesh from another program needs this before its
 * triangles are assigned to tiles.
 *
 * added: may be NULL. Receives the number of triangles added.
 *
 * Fails with WM_LIMIT if more than WM_NWN2_SPLIT_BASE + WM_NWN2_SPLIT_FACTOR * triangle_count
 * triangles would result. On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_split_tiles(wm_nwn2_trn *trn, uint32_t *added, wm_error *error);

/* ---- routes ------------------------------------------------------------ */

typedef enum wm_nwn2_route_end {
    WM_NWN2_ROUTE_END_ARRIVES = 0,
    WM_NWN2_ROUTE_END_NO_WAY = 1,       /* the island table has no path */
    WM_NWN2_ROUTE_END_NOT_WALKABLE = 2, /* `from` or `to` is not in an island */
    WM_NWN2_ROUTE_END_BROKEN = 3        /* a table leads nowhere, or in a circle */
} wm_nwn2_route_end;

typedef struct wm_nwn2_route {
    wm_nwn2_route_end end;
    uint32_t count;   /* triangles including both ends; may be more than the capacity */
    uint32_t islands; /* how many times it goes from one island to another */
    uint32_t last;    /* the last triangle reached */
} wm_nwn2_route;

/* Follows the tables as the game does. The island table gives the next island, and the path table
 * of the tile leads to the exit towards it; this repeats until the last island. Wrong tables are
 * safe.
 *
 * from, to: triangle indices; one that does not exist counts as not walkable.
 * triangles: receives the first `capacity` of the triangles passed; may be NULL if capacity is
 *   0. */
WM_API void wm_nwn2_aswm_route(const wm_nwn2_aswm *aswm, uint32_t from, uint32_t to,
                               uint32_t *triangles, uint32_t capacity, wm_nwn2_route *route);

/* ---- simplify ---------------------------------------------------------- */

typedef struct wm_nwn2_trn_simplify_opts {
    uint32_t begin_zero;
    uint32_t above;    /* only in tiles with more walkable triangles than this; 0: in all tiles */
    bool assign_tiles; /* as wm_nwn2_trn_rebuild_opts.assign_tiles does */
    uint32_t end_zero;
} wm_nwn2_trn_simplify_opts;

typedef struct wm_nwn2_trn_simplify_result {
    uint32_t vertices;  /* vertices that triangles no longer use */
    uint32_t triangles; /* triangles removed */
    uint32_t walkable;  /* walkable triangles removed */
} wm_nwn2_trn_simplify_result;

/* Merges walkable triangles that lie in one plane (within a millimetre) and in one tile, and have
 * the same flags. Vertices inside the merged polygon, or on a straight side of it (within 0.1 mm),
 * are removed, and the polygon is filled again with fewer triangles. The outline of the walkable
 * floor stays the same, and no vertex moves. Bake afterwards. A vertex stays if one of its
 * triangles belongs to a tile that opts->above leaves out.
 *
 * result: may be NULL.
 *
 * On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_simplify(wm_nwn2_trn *trn, const wm_nwn2_trn_simplify_opts *opts,
                                      wm_nwn2_trn_simplify_result *result, wm_error *error);

/* ---- strip ------------------------------------------------------------- */

typedef struct wm_nwn2_trn_strip_opts {
    uint32_t begin_zero;
    bool packets; /* also remove TRRN and WATR packets: a server needs neither ground nor water */
    bool keep_water; /* do not reduce water to rectangles; without effect if `packets` is set */
    uint32_t end_zero;
} wm_nwn2_trn_strip_opts;

typedef struct wm_nwn2_trn_strip_result {
    uint32_t triangles, vertices, packets; /* how many were removed */
    uint32_t garbage;                      /* garbage bytes that became 0 */
    uint32_t water;                        /* tiles whose water became one rectangle */
} wm_nwn2_trn_strip_result;

/* Removes unused vertices and all triangles that are not walkable, clears garbage fields, and bakes
 * the rest. Sight bits are computed again. Flat water becomes one rectangle for each tile, and its
 * mask loses the pixels under triangles without water, so that it looks the same; water without any
 * wet triangle is removed. On failure nothing has changed. */
WM_API wm_status wm_nwn2_trn_strip(wm_nwn2_trn *trn, const wm_nwn2_trn_strip_opts *opts,
                                   wm_nwn2_trn_strip_result *result, wm_error *error);

/* ---- check ------------------------------------------------------------- */

/* Reports what is wrong with the document. Pass the same report to wm_nwn2_trn_read first: it adds
 * the faults that it finds. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_nwn2_trn_check(const wm_nwn2_trn *trn, const wm_check_opts *opts,
                                   wm_report *report, wm_error *error);

/* ---- compare ----------------------------------------------------------- */

/* Lists how b differs from a, table by table. Garbage fields are ignored. Adds nothing for equal
 * documents.
 *
 * diff: initialised. */
WM_API wm_status wm_nwn2_trn_diff(const wm_nwn2_trn *a, const wm_nwn2_trn *b, wm_diff *diff,
                                  wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
