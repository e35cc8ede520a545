/* What a TRN or TRX of Neverwinter Nights 2 consists of: the structs of the document wm_nwn2_trn,
 * its packets, and the walkmesh in them (ASWM). nwn2.h has the functions, and includes this header.
 *
 * A document mirrors its file: to edit a file, change the fields and write it. Fields have the
 * names of docs/formats/nwn2.md. Distances are metres, z is up.
 */
#ifndef WAYMARK_NWN2_DOCUMENT_H
#define WAYMARK_NWN2_DOCUMENT_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are kept as they were read. */
typedef struct wm_nwn2_bytes {
    uint32_t size;
    const uint8_t *data;
} wm_nwn2_bytes;

/* ---- walkmesh (ASWM) --------------------------------------------------- */

enum {
    WM_NWN2_ASWM_OLDEST = 0x69,  /* the oldest version that can be read */
    WM_NWN2_ASWM_VERSION = 0x6c, /* the newest: of changed and new walkmeshes */
    WM_NWN2_TILE_NODES = 127,    /* the most walkable triangles that a tile can have */
    WM_NWN2_ISLANDS = 65534,     /* the most islands that a bake makes: indices have 16 bits */
    WM_NWN2_NO_ISLAND = 0xFFFF,
    WM_NWN2_NO_NODE = 0xFF,
    WM_NWN2_SIGHT = 0x80,   /* bit in the path table of a tile: a clear line of sight */
    WM_NWN2_TRX_TILES = 31, /* tiles_flags of a TRX (baked) */
    WM_NWN2_TRN_TILES = 15  /* tiles_flags of a TRN (as the toolset edits it) */
};

/* Bits of wm_nwn2_triangle.flags. */
enum {
    WM_NWN2_WALKABLE = 0x1,
    WM_NWN2_CLOCKWISE =
        0x4,            /* seen from above: set in a TRX (with a few exceptions), not in a TRN */
    WM_NWN2_DIRT = 0x8, /* this and the next bits are materials: the sound of footsteps */
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
    WM_NWN2_MATERIALS = 0x3FF8 /* all material bits */
};

typedef struct wm_nwn2_edge {
    uint32_t vertex[2];   /* ascending */
    uint32_t triangle[2]; /* the second is WM_NO_INDEX at the border of the mesh */
} wm_nwn2_edge;

/* linked_edges is sorted, so entry i need not belong to side i of the triangle.
 * linked_triangles[i] lies on the other side of linked_edges[i]. */
typedef struct wm_nwn2_triangle {
    uint32_t vertex[3];
    uint32_t linked_edges[3];
    uint32_t linked_triangles[3]; /* or WM_NO_INDEX */
    float centre[2];
    wm_vec3 normal;
    float dot;       /* minus the dot product of the normal and vertex 0 */
    uint16_t island; /* WM_NWN2_NO_ISLAND if, and only if, it is not walkable */
    uint16_t flags;
} wm_nwn2_triangle;

/* A square of the grid. Its triangles are
 * [triangles_offset, triangles_offset + triangles_count). Local indices count from
 * triangles_offset. Nodes are the walkable triangles, in ascending order. */
typedef struct wm_nwn2_tile {
    uint8_t name[32]; /* garbage */
    uint8_t owns_data;
    uint8_t node_count; /* length of node_to_local; the table has node_count * node_count cells */
    uint32_t vertices_count, edges_count; /* informative: sometimes larger than a recount */
    uint32_t triangles_count;
    float size_x, size_y;
    uint32_t triangles_offset;
    uint32_t compression_flags, rle_table_size; /* 0; other values are not supported */
    uint32_t local_count;   /* length of local_to_node: triangles_count in a TRX, 0 in a TRN */
    uint8_t *local_to_node; /* WM_NWN2_NO_NODE: not walkable */
    uint32_t *node_to_local;
    uint8_t *table; /* [from * node_count + to]: the next node, perhaps with WM_NWN2_SIGHT;
                       255 from a node to itself and where there is no path */
    uint32_t flags; /* the same as wm_nwn2_aswm.tiles_flags */
} wm_nwn2_tile;

typedef struct wm_nwn2_island_link {
    uint32_t island;
    float distance; /* between the two centres in plan view, metres */
    uint32_t exit;  /* a triangle of this island that touches the other */
} wm_nwn2_island_link;

/* Walkable triangles of a tile that are connected inside it. */
typedef struct wm_nwn2_island {
    uint32_t index;
    uint32_t tile;  /* garbage, not a tile index */
    wm_vec3 centre; /* z is 0 */
    uint32_t triangles_count;
    uint32_t link_count;
    wm_nwn2_island_link *links;
} wm_nwn2_island;

typedef struct wm_nwn2_island_step {
    uint16_t next;    /* WM_NWN2_NO_ISLAND from an island to itself and where there is no path */
    uint16_t padding; /* garbage */
    float weight;     /* distance to the next island; garbage where there is none */
} wm_nwn2_island_step;

/* A triangle with a vertex that does not exist. In `triangles` all three of its corners are vertex
 * 0; it is written as it was, unless it has been edited. */
typedef struct wm_nwn2_bad_triangle {
    uint32_t triangle;
    uint32_t vertex[3]; /* as stored in the file */
} wm_nwn2_bad_triangle;

/* A walkmesh. Each array has as many elements as its count says.
 *
 * After a read, triangles[].vertex[] are below vertex_count. All other indices are not checked;
 * wm_nwn2_trn_check reports those that are wrong. To change the length of an array, allocate a new
 * one with wm_nwn2_trn_alloc and set its count. */
typedef struct wm_nwn2_aswm {
    bool compressed;  /* the packet is compressed, in the file read and in the one written */
    uint32_t version; /* as it was read. A walkmesh that has changed is written in
                         WM_NWN2_ASWM_VERSION; see wm_nwn2_trn_write */
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
    uint32_t border;     /* number of tiles on each side that are outside the playable area */

    uint32_t island_count;
    wm_nwn2_island *islands;
    wm_nwn2_island_step *island_table; /* [from * island_count + to] */

    wm_nwn2_bytes extra; /* bytes after the island table; none in known files */

    uint32_t bad_count; /* 0 in valid files */
    wm_nwn2_bad_triangle *bad;

    wm_nwn2_bytes stored; /* the content of the packet that was read. It is written again as long as
                             the other fields say the same */
} wm_nwn2_aswm;

/* ---- the other packets ------------------------------------------------- */

/* The size of the area. */
typedef struct wm_nwn2_trwh {
    uint32_t width, height; /* interiors: in tiles; exteriors: in megatiles of 40 m */
    uint32_t id;
} wm_nwn2_trwh;

typedef struct wm_nwn2_short_triangle {
    uint16_t vertex[3];
} wm_nwn2_short_triangle;

typedef struct wm_nwn2_terrain_vertex {
    wm_vec3 position, normal;
    uint8_t tint[4]; /* blue, green, red, alpha */
    float uv[2];
    float mask_uv[2]; /* coordinates in the two weight textures, 0 to 1 */
} wm_nwn2_terrain_vertex;

typedef struct wm_nwn2_blade {
    wm_vec3 position, direction, dimension;
} wm_nwn2_blade;

typedef struct wm_nwn2_grass {
    uint8_t name[32], texture[32];
    uint32_t blade_count;
    wm_nwn2_blade *blades;
} wm_nwn2_grass;

/* A megatile of ground: a square of 40 m. After a read, triangles[].vertex[] are below
 * vertex_count. */
typedef struct wm_nwn2_trrn {
    uint8_t name[128];
    uint8_t textures[6][32];
    wm_vec3 colours[6]; /* red, green, blue of each texture */
    uint32_t vertex_count;
    wm_nwn2_terrain_vertex *vertices;
    uint32_t triangle_count;
    wm_nwn2_short_triangle *triangles;
    wm_nwn2_bytes dds[2]; /* weight textures: rgba for textures 0 to 3, rg for 4 and 5 */
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

/* The water of a tile; in exteriors reportedly of a megatile. After a read, triangles[].vertex[]
 * are below vertex_count. */
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
    uint32_t *triangle_flags; /* 0: water, 1: no water */
    wm_nwn2_bytes dds;
    uint32_t x, y; /* of the tile, in the unit of wm_nwn2_trwh.width */
    wm_nwn2_bytes extra;
} wm_nwn2_watr;

/* ---- the file ---------------------------------------------------------- */

/* A packet. If it was parsed, one of the pointers is set; otherwise raw holds its bytes. */
typedef struct wm_nwn2_packet {
    char type[5];        /* "ASWM" and so on, from the table at the start of the file */
    char stored_type[5]; /* the same, from the packet itself */
    wm_nwn2_trwh *trwh;
    wm_nwn2_trrn *trrn;
    wm_nwn2_watr *watr;
    wm_nwn2_aswm *aswm;
    wm_nwn2_bytes raw; /* without the packet's own header of 8 bytes */
    uint32_t offset;   /* file offset of the packet; 0: it was added, or its offset is damaged */
} wm_nwn2_packet;

/* A file of packets: a TRN or TRX. The packets of a model (MDB) stay raw: see nwn2_mdb.h. */
typedef struct wm_nwn2_trn {
    uint16_t major, minor; /* 2, 3 */
    uint32_t packet_count;
    /* In the order of the file. To remove one, move those after it down and lower packet_count; do
     * not replace the array. If trwh or aswm is the content of that packet, set it to the content
     * of the next packet of the same type, or to NULL. */
    wm_nwn2_packet *packets;
    wm_nwn2_trwh *trwh;   /* of the first TRWH packet that was parsed, or NULL */
    wm_nwn2_aswm *aswm;   /* of the first ASWM packet that was parsed, or NULL */
    uint32_t unclaimed;   /* bytes of the file that belong to no packet; see wm_nwn2_trn_write */
    uint32_t fault_count; /* faults after which the reader went on; 0 in valid files */
    wm_error first_fault; /* the first of them, if there are any */
    void *memory;         /* private */
} wm_nwn2_trn;

#ifdef __cplusplus
}
#endif
#endif
