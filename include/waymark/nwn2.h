/* Neverwinter Nights 2 terrain: TRN and TRX files, their packets, and the walkmesh in
 * them (ASWM).
 *
 * A document mirrors its file: change its fields and write it. Field names are those
 * of docs/formats/nwn2.md. Distances are metres, z is up, indices are from 0.
 */
#ifndef WAYMARK_NWN2_H
#define WAYMARK_NWN2_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are kept as they are. */
typedef struct wm_nwn2_bytes {
    uint32_t size;
    const uint8_t *data;
} wm_nwn2_bytes;

/* ---- walkmesh (ASWM) --------------------------------------------------- */

enum {
    WM_NWN2_ASWM_OLDEST = 0x69,  /* versions that are read; */
    WM_NWN2_ASWM_VERSION = 0x6c, /* this one is written */
    WM_NWN2_TILE_NODES = 127,    /* the most walkable triangles of a tile */
    WM_NWN2_ISLANDS = 65534,     /* the most islands: their numbers are 16 bits, 0xFFFF is none */
    WM_NWN2_NO_ISLAND = 0xFFFF,
    WM_NWN2_NO_NODE = 0xFF,
    WM_NWN2_SIGHT = 0x80,   /* bit of a tile's table: a clear line of sight */
    WM_NWN2_TRX_TILES = 31, /* tiles_flags of a TRX (baked) */
    WM_NWN2_TRN_TILES = 15  /* and of a TRN (as the toolset edits it) */
};

/* Bits of wm_nwn2_triangle.flags. */
enum {
    WM_NWN2_WALKABLE = 0x1,
    WM_NWN2_CLOCKWISE = 0x4, /* seen from above; every triangle of a TRX, none of a TRN */
    WM_NWN2_DIRT = 0x8,      /* from here on: what footsteps sound like */
    WM_NWN2_GRASS = 0x10,
    WM_NWN2_STONE = 0x20,
    WM_NWN2_WOOD = 0x40,
    WM_NWN2_CARPET = 0x80,
    WM_NWN2_METAL = 0x100,
    WM_NWN2_SWAMP = 0x200,
    WM_NWN2_MUD = 0x400,
    WM_NWN2_LEAVES = 0x800,
    WM_NWN2_WATER = 0x1000,
    WM_NWN2_PUDDLES = 0x2000,
    WM_NWN2_MATERIALS = 0x3FF8 /* all of them */
};

typedef struct wm_nwn2_edge {
    uint32_t vertex[2];   /* ascending */
    uint32_t triangle[2]; /* the second is WM_NO_INDEX at the rim of the mesh */
} wm_nwn2_edge;

/* linked_edges are ascending numbers, so slot i has no relation to side i of the
 * triangle; linked_triangles[i] lies behind linked_edges[i]. */
typedef struct wm_nwn2_triangle {
    uint32_t vertex[3];
    uint32_t linked_edges[3];
    uint32_t linked_triangles[3]; /* or WM_NO_INDEX */
    float centre[2];
    wm_vec3 normal;
    float dot;       /* minus the normal times vertex 0 */
    uint16_t island; /* WM_NWN2_NO_ISLAND exactly where it is not walkable */
    uint16_t flags;
} wm_nwn2_triangle;

/* A square of the grid; its triangles are
 * [triangles_offset, triangles_offset + triangles_count). "Local" numbers count from
 * triangles_offset, nodes are the walkable ones in their order. */
typedef struct wm_nwn2_tile {
    uint8_t name[32]; /* garbage */
    uint8_t owns_data;
    uint8_t node_count;                   /* of node_to_local; the table has its square */
    uint32_t vertices_count, edges_count; /* informative: larger than a recount at times */
    uint32_t triangles_count;
    float size_x, size_y;
    uint32_t triangles_offset;
    uint32_t compression_flags, rle_table_size; /* 0: others are not read */
    uint32_t local_count;   /* of local_to_node: triangles_count in a TRX, 0 in a TRN */
    uint8_t *local_to_node; /* WM_NWN2_NO_NODE where it is not walkable */
    uint32_t *node_to_local;
    uint8_t *table; /* [from * node_count + to]: next node, maybe with WM_NWN2_SIGHT;
                       255 from a node to itself and where there is no way */
    uint32_t flags; /* as tiles_flags */
} wm_nwn2_tile;

typedef struct wm_nwn2_island_link {
    uint32_t island;
    float distance; /* of the two centres in the plan */
    uint32_t exit;  /* triangle of the own island that touches the other */
} wm_nwn2_island_link;

/* Walkable triangles of a tile that are connected inside of it. */
typedef struct wm_nwn2_island {
    uint32_t index;
    uint32_t tile;  /* garbage: not a tile's number */
    wm_vec3 centre; /* z is 0 */
    uint32_t triangles_count;
    uint32_t link_count;
    wm_nwn2_island_link *links;
} wm_nwn2_island;

typedef struct wm_nwn2_island_step {
    uint16_t next;    /* WM_NWN2_NO_ISLAND from an island to itself and where there is no way */
    uint16_t padding; /* garbage */
    float weight;     /* distance to the next island; garbage where there is none */
} wm_nwn2_island_step;

/* Counts and arrays belong together. After a read, triangles[].vertex[] are below
 * vertex_count, and every array is as long as its count says; all other numbers are
 * claims of the file that wm_nwn2_trn_check judges. The arrays lie side by side in the
 * document's memory: to change their lengths, point to arrays of wm_nwn2_trn_alloc. */
typedef struct wm_nwn2_aswm {
    bool compressed;  /* the packet was, and will be */
    uint32_t version; /* as it was read: WM_NWN2_ASWM_VERSION is written */
    uint8_t name[32]; /* garbage */
    uint8_t owns_data;
    uint32_t triangles_offset; /* 0 */

    uint32_t vertex_count;
    wm_vec3 *vertices;
    uint32_t edge_count;
    wm_nwn2_edge *edges;
    uint32_t triangle_count;
    wm_nwn2_triangle *triangles;

    uint32_t tiles_flags; /* WM_NWN2_TRX_TILES or WM_NWN2_TRN_TILES */
    float tile_width;     /* 9 in interiors, 10 in exteriors */
    uint32_t grid_height, grid_width;
    wm_nwn2_tile *tiles; /* grid_height * grid_width, row by row from the lowest y */
    uint32_t border;     /* tiles at each side that do not belong to the playable area */

    uint32_t island_count;
    wm_nwn2_island *islands;
    wm_nwn2_island_step *island_table; /* [from * island_count + to] */

    wm_nwn2_bytes extra; /* behind the island table; none in known files */
} wm_nwn2_aswm;

/* ---- the other packets ------------------------------------------------- */

typedef struct wm_nwn2_trwh {
    uint32_t width, height; /* of interiors: of the walkmesh's grid; else in megatiles */
    uint32_t id;
} wm_nwn2_trwh;

typedef struct wm_nwn2_short_triangle {
    uint16_t vertex[3];
} wm_nwn2_short_triangle;

typedef struct wm_nwn2_terrain_vertex {
    wm_vec3 position, normal;
    uint8_t tint[4]; /* blue, green, red, alpha */
    float uv[2];
    float mask_uv[2]; /* 0 to 1, into the two pictures */
} wm_nwn2_terrain_vertex;

typedef struct wm_nwn2_blade {
    wm_vec3 position, direction, dimension;
} wm_nwn2_blade;

typedef struct wm_nwn2_grass {
    uint8_t name[32], texture[32];
    uint32_t blade_count;
    wm_nwn2_blade *blades;
} wm_nwn2_grass;

/* A megatile of ground. After a read, triangles[].vertex[] are below vertex_count. */
typedef struct wm_nwn2_trrn {
    uint8_t name[128];
    uint8_t textures[6][32];
    wm_vec3 colours[6]; /* red, green, blue of each texture */
    uint32_t vertex_count;
    wm_nwn2_terrain_vertex *vertices;
    uint32_t triangle_count;
    wm_nwn2_short_triangle *triangles;
    wm_nwn2_bytes dds[2]; /* weights: rgba of textures 0 to 3; rg of 4 and 5 */
    uint32_t grass_count;
    wm_nwn2_grass *grass;
    wm_nwn2_bytes extra;
} wm_nwn2_trrn;

typedef struct wm_nwn2_water_texture {
    uint8_t name[32];
    float direction[2];
    float rate, angle;
} wm_nwn2_water_texture;

typedef struct wm_nwn2_water_vertex {
    wm_vec3 position;
    float uv5[2]; /* five times uv */
    float uv[2];
} wm_nwn2_water_vertex;

/* The water of a tile. After a read, triangles[].vertex[] are below vertex_count. */
typedef struct wm_nwn2_watr {
    uint8_t name[32];
    uint8_t unknown[96]; /* garbage */
    wm_vec3 colour;
    float ripple[2];
    float smoothness, reflect_bias, reflect_power, specular_power, specular_coefficient;
    wm_nwn2_water_texture textures[3];
    float uv_offset[2];
    uint32_t vertex_count;
    wm_nwn2_water_vertex *vertices;
    uint32_t triangle_count;
    wm_nwn2_short_triangle *triangles;
    uint32_t *triangle_flags; /* 0: water, 1: none */
    wm_nwn2_bytes dds;
    uint32_t x, y; /* of the tile */
    wm_nwn2_bytes extra;
} wm_nwn2_watr;

/* ---- the file ---------------------------------------------------------- */

/* One of the pointers is set where the packet was parsed; else raw holds its bytes. */
typedef struct wm_nwn2_packet {
    char type[5];        /* "ASWM", as the table at the start says, and a NUL */
    char stored_type[5]; /* as the packet itself says */
    wm_nwn2_trwh *trwh;
    wm_nwn2_trrn *trrn;
    wm_nwn2_watr *watr;
    wm_nwn2_aswm *aswm;
    wm_nwn2_bytes raw; /* without the packet's own 8 bytes in front */
    uint32_t offset;   /* where the packet was in the file, 0 if it was in none */
} wm_nwn2_packet;

/* Any file of packets: TRN, TRX, also the models (MDB), whose packets stay raw. */
typedef struct wm_nwn2_trn {
    uint16_t major, minor; /* 2, 3 */
    uint32_t packet_count;
    wm_nwn2_packet *packets; /* in the order of the file */
    wm_nwn2_trwh *trwh;      /* that of the first packet of the kind, or NULL */
    wm_nwn2_aswm *aswm;      /* the same */
    uint32_t unclaimed;      /* bytes of the file that belonged to no packet and are not kept */
    void *memory;            /* the library's */
} wm_nwn2_trn;

/* True if the bytes begin as such a file does ("NWN2"). */
WM_API bool wm_nwn2_trn_detect(const void *data, size_t size);

typedef struct wm_nwn2_trn_read_opts {
    wm_read_opts base;
    bool raw; /* leave every packet as bytes */
    uint32_t end_zero;
} wm_nwn2_trn_read_opts;

/* Reads all packets. With opts->base.report, a TRRN, WATR or TRWH that cannot be parsed
 * stays raw and is reported, and vertex numbers out of range become 0; without it the
 * first fault fails the read. NULL and *error then. Offsets of errors whose path starts
 * with "ASWM." count in the uncompressed packet.
 *
 * What a packet says of its uncompressed size is believed only up to what deflate can
 * make of its bytes (1032 for each) and up to the memory limit (by default 16 MiB + 1032 *
 * input but not above 256 MiB, or 16 MiB + 32 * input where that is more), which holds for the
 * whole document. The inflater itself takes some 12 KB of malloc, whatever the allocator. Free with
 * wm_nwn2_trn_free. */
WM_API wm_nwn2_trn *wm_nwn2_trn_read(const void *data, size_t size,
                                     const wm_nwn2_trn_read_opts *opts, wm_error *error);

typedef struct wm_nwn2_trn_write_opts {
    wm_write_opts base;
    bool fast; /* compress with libdeflate: other bytes than the game's tools make */
    uint32_t end_zero;
} wm_nwn2_trn_write_opts;

/* The file as bytes, every packet serialised and the walkmesh compressed anew as the
 * game's tools do (zlib, level 6), so that write(read(x)) == x for their files. Bytes
 * between the packets are not kept, packets follow each other in the order of the table,
 * and a walkmesh of an old version becomes one of WM_NWN2_ASWM_VERSION.
 * Free with wm_buffer_free. */
WM_API wm_status wm_nwn2_trn_write(const wm_nwn2_trn *trn, const wm_nwn2_trn_write_opts *opts,
                                   wm_buffer *out, wm_error *error);

/* An empty document of version 2.3. */
WM_API wm_nwn2_trn *wm_nwn2_trn_new(const wm_allocator *allocator, wm_error *error);
/* A deep copy with an arena of its own. */
WM_API wm_nwn2_trn *wm_nwn2_trn_copy(const wm_nwn2_trn *trn, const wm_allocator *allocator,
                                     wm_error *error);
WM_API void wm_nwn2_trn_free(wm_nwn2_trn *trn);

/* count * size bytes, zeroed, that live as long as the document. NULL and *error when
 * refused. */
WM_API void *wm_nwn2_trn_alloc(wm_nwn2_trn *trn, size_t count, size_t size, wm_error *error);
/* Room for one more packet at the end, raw and empty; NULL and *error when refused.
 * Pointers to other packets become invalid. */
WM_API wm_nwn2_packet *wm_nwn2_trn_add(wm_nwn2_trn *trn, const char *type, wm_error *error);

/* The bytes of one packet without the 8 in front of it, compressed as in a file. */
WM_API wm_status wm_nwn2_packet_write(const wm_nwn2_packet *packet,
                                      const wm_nwn2_trn_write_opts *opts, wm_buffer *out,
                                      wm_error *error);
/* The walkmesh as bytes, not compressed. */
WM_API wm_status wm_nwn2_aswm_write(const wm_nwn2_aswm *aswm, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

/* ---- what a walkmesh says of itself ------------------------------------ */

typedef struct wm_nwn2_aswm_stats {
    wm_vec3 min, max; /* of the vertices that triangles use; zero without triangles */
    uint32_t walkable;
    uint32_t boundary_edges; /* with one triangle only */
    uint32_t links;          /* of all islands */
    uint32_t tiles_used;     /* with triangles */
    uint32_t max_tile_nodes, max_tile_triangles;
    uint64_t sight_cells;   /* of all tiles' tables, with WM_NWN2_SIGHT and not 255 */
    double walkable_area;   /* square metres, in space */
    uint32_t materials[11]; /* walkable triangles by material, from WM_NWN2_DIRT on */
} wm_nwn2_aswm_stats;

/* Fills *stats. Never fails for a walkmesh that was read. */
WM_API wm_status wm_nwn2_aswm_measure(const wm_nwn2_aswm *aswm, wm_nwn2_aswm_stats *stats,
                                      wm_error *error);

/* Number of the material of a triangle's flags: 1 dirt, 2 grass ... 11 puddles, the lowest
 * if several bits are set; 0 for none. */
WM_API uint32_t wm_nwn2_material(uint16_t flags);
/* "dirt" ..., "none" for 0, NULL from WM_NWN2_MATERIAL_COUNT on. */
enum { WM_NWN2_MATERIAL_COUNT = 12 };
WM_API const char *wm_nwn2_material_name(uint32_t material);

/* ---- bake -------------------------------------------------------------- */

typedef struct wm_nwn2_trn_rebuild_opts {
    uint32_t begin_zero;
    bool assign_tiles; /* give triangles to tiles by their centres, even where the tiles own
                          them already */
    uint32_t end_zero;
} wm_nwn2_trn_rebuild_opts;

typedef struct wm_nwn2_trn_rebuild_result {
    uint32_t turned;     /* triangles that were counter-clockwise, as a TRN has them */
    uint32_t outside;    /* dropped: their centre lies in the border */
    uint32_t degenerate; /* dropped: they name a vertex twice */
    uint32_t sight_kept; /* tiles that did not change and kept their sight bits */
    bool assigned;       /* triangles were given to tiles by their centres */
} wm_nwn2_trn_rebuild_result;

/* Computes everything that follows from vertices, triangles (vertex and flags) and the tiles'
 * ranges of triangles, as the game does: the document becomes that of a TRX. Bit for bit
 * the game's own, but for sight bits, fields that are garbage there, the tiles' counts of
 * vertices and edges, and the order of an edge's two triangles; of these the old ones are
 * kept where a tile or edge did not change, and garbage becomes 0. The error
 * of a tile with more than WM_NWN2_TILE_NODES walkable triangles names it, and triangles
 * that could be merged. After an error the document is unchanged. opts and result may be
 * NULL. */
WM_API wm_status wm_nwn2_trn_rebuild(wm_nwn2_trn *trn, const wm_nwn2_trn_rebuild_opts *opts,
                                     wm_nwn2_trn_rebuild_result *result, wm_error *error);

/* ---- cut --------------------------------------------------------------- */

/* A closed outline in the plan, z unused, run in either direction; it may be concave. Where
 * it crosses itself, everything that it goes round counts as inside. */
typedef struct wm_nwn2_polygon {
    const wm_vec3 *points;
    uint32_t count;
} wm_nwn2_polygon;

typedef struct wm_nwn2_trn_cut_result {
    uint32_t polygons; /* that cut something */
    uint32_t skipped;  /* with fewer than three different points */
    uint32_t added;    /* triangles */
    uint32_t closed;   /* triangles that can no longer be walked on */
} wm_nwn2_trn_cut_result;

/* Makes what lies inside of the polygons, on every floor, not walkable: triangles are split
 * along the outlines, on their surface and in their tile, and neighbours stay neighbours.
 * Corners move by up to a millimetre to a vertex or edge that is so near. Bake afterwards.
 * After an error the document is unchanged. result may be NULL. */
WM_API wm_status wm_nwn2_trn_cut(wm_nwn2_trn *trn, const wm_nwn2_polygon *polygons, uint32_t count,
                                 wm_nwn2_trn_cut_result *result, wm_error *error);

/* Splits triangles along the borders of tiles, as a mesh made elsewhere needs it before its
 * triangles are given to tiles. *added, which may be NULL, tells how many there are more. */
WM_API wm_status wm_nwn2_trn_split_tiles(wm_nwn2_trn *trn, uint32_t *added, wm_error *error);

/* ---- walk the tables --------------------------------------------------- */

typedef enum wm_nwn2_route_end {
    WM_NWN2_ROUTE_ARRIVES = 0,
    WM_NWN2_ROUTE_NO_WAY = 1,       /* the table of islands says that there is none */
    WM_NWN2_ROUTE_NOT_WALKABLE = 2, /* an end belongs to no island */
    WM_NWN2_ROUTE_BROKEN = 3        /* a table leads nowhere, or in circles */
} wm_nwn2_route_end;

typedef struct wm_nwn2_route {
    wm_nwn2_route_end end;
    uint32_t count;   /* of triangles, both ends included; may be above the capacity */
    uint32_t islands; /* that were left */
    uint32_t last;    /* the last triangle that was reached */
} wm_nwn2_route;

/* The triangles that the game passes from one to another: by the tile's table to the exit of
 * the island, across, and so on, as the table of islands says. Writes up to `capacity` of
 * them. Safe for any tables. */
WM_API void wm_nwn2_aswm_route(const wm_nwn2_aswm *aswm, uint32_t from, uint32_t to,
                               uint32_t *triangles, uint32_t capacity, wm_nwn2_route *route);

/* ---- simplify ---------------------------------------------------------- */

typedef struct wm_nwn2_trn_simplify_result {
    uint32_t vertices;  /* that triangles no longer use */
    uint32_t triangles; /* fewer than before */
    uint32_t walkable;  /* of them walkable */
} wm_nwn2_trn_simplify_result;

/* Merges walkable triangles that lie in one plane (within a millimetre), in one tile, and
 * have the same flags: vertices in the middle of such a face, or on a straight side of it (0.1
 * mm), are taken out, and what is left is filled anew. The outline of what can be walked on
 * stays as it is, and no vertex moves. Bake afterwards. After an error the document is
 * unchanged. result may be NULL. */
WM_API wm_status wm_nwn2_trn_simplify(wm_nwn2_trn *trn, wm_nwn2_trn_simplify_result *result,
                                      wm_error *error);

/* ---- strip ------------------------------------------------------------- */

typedef struct wm_nwn2_trn_strip_opts {
    uint32_t begin_zero;
    bool packets; /* drop TRRN and WATR too: a server needs neither ground nor water */
    uint32_t end_zero;
} wm_nwn2_trn_strip_opts;

typedef struct wm_nwn2_trn_strip_result {
    uint32_t triangles, vertices, packets; /* dropped */
    uint32_t garbage;                      /* bytes that meant nothing and are 0 now */
} wm_nwn2_trn_strip_result;

/* Drops triangles that nobody can walk on, vertices that none uses, and what fills unused
 * fields; bakes the rest. Sight bits are made anew. opts and result may be NULL. */
WM_API wm_status wm_nwn2_trn_strip(wm_nwn2_trn *trn, const wm_nwn2_trn_strip_opts *opts,
                                   wm_nwn2_trn_strip_result *result, wm_error *error);

/* ---- check ------------------------------------------------------------- */

/* Appends what is wrong with the document to the report. */
WM_API wm_status wm_nwn2_trn_check(const wm_nwn2_trn *trn, const wm_check_opts *opts,
                                   wm_report *report, wm_error *error);

/* ---- compare ----------------------------------------------------------- */

/* Appends how b differs from a, table by table; garbage fields do not count. Nothing is
 * appended for equal documents. */
WM_API wm_status wm_nwn2_trn_diff(const wm_nwn2_trn *a, const wm_nwn2_trn *b, wm_diff *diff,
                                  wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
