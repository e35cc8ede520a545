/* Neverwinter Nights 2 models (MDB).
 *
 * A document mirrors its file: to edit a file, change the fields and write it. Fields have the
 * names of docs/formats/nwn2-mdb.md. Distances are metres, z is up, and the space is right-handed.
 * Nothing has a transform: all positions are in the space of the model.
 */
#ifndef WAYMARK_NWN2_MDB_H
#define WAYMARK_NWN2_MDB_H

#include "waymark/base.h"
#include "waymark/nwn2.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parts ------------------------------------------------------------- */

enum {
    WM_NWN2_MDB_MAJOR = 1, /* the version of all known files */
    WM_NWN2_MDB_MINOR = 12,
    WM_NWN2_MDB_NAME = 32,  /* bytes of a name: it ends at the first NUL; the bytes after it are
                               garbage and are kept */
    WM_NWN2_MDB_BONES = 54, /* bones that a skin can use */
    WM_NWN2_MDB_VERTICES = 65536 /* the most vertices of a packet: indices have 16 bits */
};

/* The height of a WALK vertex that drops to the ground when the area is baked. */
#define WM_NWN2_MDB_DROPPED (-1000000.0f)

/* Kinds of packets. */
typedef enum wm_nwn2_mdb_kind {
    WM_NWN2_MDB_KIND_RAW = 0,  /* an unknown or damaged packet, kept as bytes */
    WM_NWN2_MDB_KIND_RIGD = 1, /* a visible mesh */
    WM_NWN2_MDB_KIND_SKIN = 2, /* a visible mesh that bones move */
    WM_NWN2_MDB_KIND_COL2 = 3, /* coarse collision */
    WM_NWN2_MDB_KIND_COL3 = 4, /* fine collision */
    WM_NWN2_MDB_KIND_WALK = 5, /* walkmesh */
    WM_NWN2_MDB_KIND_HOOK = 6, /* a place for an effect or a door */
    WM_NWN2_MDB_KIND_HAIR = 7, /* where hair goes, and what kind it is */
    WM_NWN2_MDB_KIND_HELM = 8, /* where a helmet goes, and what it hides */
    WM_NWN2_MDB_KIND_COLS = 9  /* spheres at bones */
} wm_nwn2_mdb_kind;

/* Textures of a material: names without an extension. */
enum {
    WM_NWN2_MDB_TEXTURE_DIFFUSE = 0,
    WM_NWN2_MDB_TEXTURE_NORMAL = 1,
    WM_NWN2_MDB_TEXTURE_TINT = 2,
    WM_NWN2_MDB_TEXTURE_GLOW = 3,
    WM_NWN2_MDB_TEXTURES = 4
};

/* Bits of wm_nwn2_mdb_material.flags. */
enum {
    WM_NWN2_MDB_ALPHA_TEST = 0x1,
    WM_NWN2_MDB_ALPHA_BLEND = 0x2,
    WM_NWN2_MDB_ADDITIVE = 0x4,
    WM_NWN2_MDB_ENVIRONMENT = 0x8,
    WM_NWN2_MDB_HEAD = 0x10, /* bones are those of the face */
    WM_NWN2_MDB_GLOWING = 0x20,
    WM_NWN2_MDB_NO_SHADOW = 0x40,
    WM_NWN2_MDB_PROJECTED = 0x80
};

typedef struct wm_nwn2_mdb_material {
    char texture[WM_NWN2_MDB_TEXTURES][WM_NWN2_MDB_NAME];
    wm_vec3 diffuse, specular; /* colours, 0 to 1 */
    float specular_level;
    float specular_power;
    uint32_t flags;
} wm_nwn2_mdb_material;

/* A vertex of a RIGD packet. v of uvw runs downwards; w has no known use. */
typedef struct wm_nwn2_mdb_vertex {
    wm_vec3 position, normal, tangent, binormal, uvw;
} wm_nwn2_mdb_vertex;

/* A vertex of a SKIN packet. */
typedef struct wm_nwn2_mdb_skin_vertex {
    wm_vec3 position, normal;
    float weight[4]; /* their sum is 1 */
    uint8_t bone[4]; /* in the order of the skeleton, without attachment points and face bones */
    wm_vec3 tangent, binormal, uvw;
    float bone_count; /* a whole number, at least the number of weights that are not 0 */
} wm_nwn2_mdb_skin_vertex;

/* A vertex of a COL2 or COL3 packet. */
typedef struct wm_nwn2_mdb_hull_vertex {
    wm_vec3 position, normal, uvw;
} wm_nwn2_mdb_hull_vertex;

/* The mesh of a RIGD, SKIN, COL2, COL3 or WALK packet. Of the four vertex arrays, the one that
 * belongs to the kind of packet is set.
 *
 * After a read, triangles[].vertex[] are below vertex_count. To change the length of an array,
 * allocate a new one with wm_nwn2_mdb_alloc and set its count. */
typedef struct wm_nwn2_mdb_mesh {
    char name[WM_NWN2_MDB_NAME];
    char skeleton[WM_NWN2_MDB_NAME]; /* SKIN: name of a GR2 file, without its extension */
    wm_nwn2_mdb_material material;   /* all but WALK */
    uint32_t flags;                  /* WALK: 0 */
    uint32_t vertex_count;
    wm_nwn2_mdb_vertex *vertices;           /* RIGD */
    wm_nwn2_mdb_skin_vertex *skin_vertices; /* SKIN */
    wm_nwn2_mdb_hull_vertex *hull_vertices; /* COL2, COL3 */
    wm_vec3 *walk_vertices;                 /* WALK; z may be WM_NWN2_MDB_DROPPED */
    uint32_t triangle_count;
    wm_nwn2_short_triangle *triangles; /* counter-clockwise, seen from outside */
    uint32_t *triangle_flags;          /* WALK: WM_NWN2_WALKABLE and one material, as in a TRN */
} wm_nwn2_mdb_mesh;

/* The values of wm_nwn2_mdb_point.value. */
enum {
    WM_NWN2_MDB_HAIR_LOW = 0,
    WM_NWN2_MDB_HAIR_SHORT = 1,
    WM_NWN2_MDB_HAIR_PONYTAIL = 2,
    WM_NWN2_MDB_HELM_NONE_HIDDEN = 0,
    WM_NWN2_MDB_HELM_HAIR_HIDDEN = 1,
    WM_NWN2_MDB_HELM_PARTLY_HIDDEN = 2,
    WM_NWN2_MDB_HELM_HEAD_HIDDEN = 3
};

/* A HOOK, HAIR or HELM packet. */
typedef struct wm_nwn2_mdb_point {
    char name[WM_NWN2_MDB_NAME]; /* "hp_1" and so on */
    uint32_t value;              /* HOOK: 0; HAIR and HELM: see above */
    wm_vec3 position;
    wm_vec3 axis[3]; /* rows of a matrix. In most hooks they are the axes y, x and z, so the matrix
                        mirrors; many are scaled */
} wm_nwn2_mdb_point;

typedef struct wm_nwn2_mdb_sphere {
    uint32_t bone; /* index among all bones of the skeleton */
    float radius;
} wm_nwn2_mdb_sphere;

/* A COLS packet. */
typedef struct wm_nwn2_mdb_spheres {
    uint32_t count;
    wm_nwn2_mdb_sphere *spheres;
} wm_nwn2_mdb_spheres;

/* A packet. According to its kind, one of the three pointers is set, or raw holds its bytes. */
typedef struct wm_nwn2_mdb_packet {
    char type[5];        /* "RIGD" and so on, from the table at the start of the file */
    char stored_type[5]; /* the same, from the packet itself */
    wm_nwn2_mdb_kind kind;
    wm_nwn2_mdb_mesh *mesh;       /* RIGD, SKIN, COL2, COL3, WALK */
    wm_nwn2_mdb_point *point;     /* HOOK, HAIR, HELM */
    wm_nwn2_mdb_spheres *spheres; /* COLS */
    wm_nwn2_bytes raw;            /* without the packet's own header of 8 bytes */
    uint32_t offset;              /* file offset of the packet; 0: it was not read from a file */
} wm_nwn2_mdb_packet;

/* ---- the model --------------------------------------------------------- */

typedef struct wm_nwn2_mdb {
    uint16_t major, minor; /* 1, 12 */
    uint32_t packet_count;
    wm_nwn2_mdb_packet *packets; /* in the order of the file. To remove one, move those after it
                                    down and lower packet_count; do not replace the array */
    uint32_t unclaimed;          /* bytes of the file that belong to no packet */
    uint32_t fault_count;        /* packets that could not be parsed and are kept as bytes */
    wm_error first_fault;        /* the first of these faults, if there are any */
    void *memory;                /* private */
} wm_nwn2_mdb;

/* Whether the bytes start like a model: "NWN2", and a version or packets that only models have. */
WM_API bool wm_nwn2_mdb_detect(const void *data, size_t size);

/* Reads a model. Free with wm_nwn2_mdb_free.
 *
 * A damaged file is read as far as possible. A packet whose size does not match its counts, or
 * whose triangles use a vertex that does not exist, is kept as bytes, and fault_count is not 0. The
 * read fails if a packet lies outside the file.
 *
 * opts: a report receives each fault as a finding. */
WM_API wm_nwn2_mdb *wm_nwn2_mdb_read(const void *data, size_t size, const wm_read_opts *opts,
                                     wm_error *error);

/* Writes the file. A document that was read and not changed gives the same bytes, for every file
 * that can be read. The packets stay in their places, with the bytes between them, as long as their
 * number and their sizes are those of the file. Otherwise they are written one after the other in
 * the order of `packets`, and the bytes that belong to none are dropped. */
WM_API wm_status wm_nwn2_mdb_write(const wm_nwn2_mdb *mdb, const wm_write_opts *opts,
                                   wm_buffer *out, wm_error *error);

/* Makes an empty model of version 1.12. Free with wm_nwn2_mdb_free. */
WM_API wm_nwn2_mdb *wm_nwn2_mdb_new(const wm_allocator *allocator, wm_error *error);
/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_nwn2_mdb *wm_nwn2_mdb_copy(const wm_nwn2_mdb *mdb, const wm_allocator *allocator,
                                     wm_error *error);
/* Frees the model and all its packets. NULL is allowed. */
WM_API void wm_nwn2_mdb_free(wm_nwn2_mdb *mdb);

/* Allocates count * size zeroed bytes that belong to the document. Returns NULL and sets *error
 * if there is no memory (WM_NO_MEMORY) or the document reaches its memory limit (WM_LIMIT). A
 * request for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_nwn2_mdb_alloc(wm_nwn2_mdb *mdb, size_t count, size_t size, wm_error *error);

/* Adds a packet at the end. Existing pointers to elements of mdb->packets become invalid.
 *
 * kind: of a mesh: `mesh` is set, with a white material, and with zeroed arrays of the given
 *   lengths. Of a point: `point` is set. WM_NWN2_MDB_KIND_COLS: `spheres` is set, with vertex_count
 *   spheres. WM_NWN2_MDB_KIND_RAW: nothing is set; fill in type, stored_type and raw.
 * name: copied. It must be shorter than WM_NWN2_MDB_NAME, else it fails with WM_NOT_REPRESENTABLE.
 *   NULL: "". COLS and raw packets have none: there only its length is checked.
 *
 * Returns the packet, which belongs to the model, or NULL. */
WM_API wm_nwn2_mdb_packet *wm_nwn2_mdb_add_packet(wm_nwn2_mdb *mdb, wm_nwn2_mdb_kind kind,
                                                  const char *name, uint32_t vertex_count,
                                                  uint32_t triangle_count, wm_error *error);

/* Reports what is wrong with the model. Pass the same report to wm_nwn2_mdb_read first: it adds the
 * faults that it finds. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_nwn2_mdb_check(const wm_nwn2_mdb *mdb, const wm_check_opts *opts,
                                   wm_report *report, wm_error *error);

/* Lists how b differs from a, packet by packet. Packets are matched in their order if both models
 * have the same types of packets, else by type and name. Garbage after names is ignored. Adds
 * nothing for equal models.
 *
 * diff: initialised. */
WM_API wm_status wm_nwn2_mdb_diff(const wm_nwn2_mdb *a, const wm_nwn2_mdb *b, wm_diff *diff,
                                  wm_error *error);

/* ---- rebuild ----------------------------------------------------------- */

typedef struct wm_nwn2_mdb_rebuild_opts {
    uint32_t begin_zero;
    bool normals;  /* compute all normals, smooth across shared vertices */
    bool tangents; /* compute all tangents and binormals */
    uint32_t end_zero;
} wm_nwn2_mdb_rebuild_opts;

typedef struct wm_nwn2_mdb_rebuild_result {
    uint32_t normals;  /* vertices whose normals were computed */
    uint32_t tangents; /* vertices whose tangents and binormals were computed */
} wm_nwn2_mdb_rebuild_result;

/* Computes normals that are zero or not numbers, and what the options name. A model stores no
 * bounds, so nothing else can be derived; everything else stays the same, byte for byte. As in most
 * models of the game, binormals point along v, and tangents are the cross product of normal and
 * binormal.
 *
 * result: may be NULL.
 *
 * Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_nwn2_mdb_rebuild(wm_nwn2_mdb *mdb, const wm_nwn2_mdb_rebuild_opts *opts,
                                     wm_nwn2_mdb_rebuild_result *result, wm_error *error);

/* ---- edit -------------------------------------------------------------- */

/* Set a name and zero the rest of its field; if it already has this name, no byte changes. Fail if
 * there is no such packet or field, or if the name and its NUL do not fit; then nothing has
 * changed. Other fields can be changed in the document directly.
 *
 * name: copied.
 * slot: WM_NWN2_MDB_TEXTURE_DIFFUSE and so on. */
WM_API wm_status wm_nwn2_mdb_set_name(wm_nwn2_mdb *mdb, uint32_t packet, const char *name,
                                      wm_error *error);
WM_API wm_status wm_nwn2_mdb_set_skeleton(wm_nwn2_mdb *mdb, uint32_t packet, const char *name,
                                          wm_error *error);
WM_API wm_status wm_nwn2_mdb_set_texture(wm_nwn2_mdb *mdb, uint32_t packet, uint32_t slot,
                                         const char *name, wm_error *error);
/* Renames the model: replaces the name of the first visible mesh (without a level such as _L01) in
 * all names that are equal to it, or start with it and "_"; case is ignored. Fails with
 * WM_BAD_VALUE if there is no visible mesh or the first one has no name, or with
 * WM_NOT_REPRESENTABLE if a name would be too long; then nothing has changed.
 *
 * name: copied. */
WM_API wm_status wm_nwn2_mdb_rename(wm_nwn2_mdb *mdb, const char *name, wm_error *error);

/* p' = rotate(scale * flip(p), degrees about z) + move. */
typedef struct wm_nwn2_transform {
    wm_vec3 move;        /* metres */
    double degrees;      /* counter-clockwise; multiples of 90 are exact */
    wm_vec3 scale;       /* each from 0.0001 to 10000; all zero means 1 */
    bool flip_x, flip_y; /* mirror this axis */
} wm_nwn2_transform;

/* Transforms all packets: positions, normals, tangents, hooks and other points. Triangles keep
 * their front, and walkmesh vertices that drop to the ground still do. Radii of spheres follow the
 * largest scale. Points keep the lengths of their axes. Packets kept as bytes stay as they are, and
 * so does the skeleton of a skin, which is another file: bones rotate about their old places.
 *
 * Fails with WM_BAD_ARGUMENT if a number is not allowed, or with WM_NOT_REPRESENTABLE if a position
 * would not be finite. On failure nothing has changed. */
WM_API wm_status wm_nwn2_mdb_transform(wm_nwn2_mdb *mdb, const wm_nwn2_transform *transform,
                                       wm_error *error);

/* ---- properties -------------------------------------------------------- */

/* "RIGD" and so on; "" for WM_NWN2_MDB_KIND_RAW. A static string. */
WM_API const char *wm_nwn2_mdb_kind_name(wm_nwn2_mdb_kind kind);
/* The name of a packet, WM_NWN2_MDB_NAME bytes in the packet itself, or NULL if it has none. The
 * name need not end with a NUL. */
WM_API const char *wm_nwn2_mdb_packet_name(const wm_nwn2_mdb_packet *packet);
/* The position of a vertex of a mesh.
 *
 * vertex: below mesh->vertex_count. */
WM_API wm_vec3 wm_nwn2_mdb_position(const wm_nwn2_mdb_mesh *mesh, uint32_t vertex);
/* The first packet of a kind, or NULL. */
WM_API const wm_nwn2_mdb_packet *wm_nwn2_mdb_find(const wm_nwn2_mdb *mdb, wm_nwn2_mdb_kind kind);
/* The level of detail in the name of a packet: 2 for "x_L02"; 0 without one. */
WM_API uint32_t wm_nwn2_mdb_lod(const wm_nwn2_mdb_packet *packet);

typedef struct wm_nwn2_mdb_stats {
    uint32_t vertices, triangles; /* of RIGD and SKIN packets, all levels of detail */
    wm_vec3 min, max;             /* of their vertices; zero without any */
    uint32_t highest_lod;         /* 0: there is only one level of detail */
} wm_nwn2_mdb_stats;

/* Measures the visible meshes. Never fails. */
WM_API wm_status wm_nwn2_mdb_measure(const wm_nwn2_mdb *mdb, wm_nwn2_mdb_stats *stats,
                                     wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
