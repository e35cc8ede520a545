/* KotOR models (MDL with its MDX), both games, PC and Xbox, binary and text.
 *
 * A document mirrors its file: it has every field of docs/formats/kotor-mdl.md under the same
 * name, including unknown ones, so that reading and writing gives the same bytes. File pointers are
 * not stored: the writer computes them. Floats may have any bits, including NaN.
 *
 * A supermodel is another model whose animations a model inherits; it can have a supermodel itself.
 */
#ifndef WAYMARK_KOTOR_MDL_H
#define WAYMARK_KOTOR_MDL_H

#include "waymark/base.h"
#include "waymark/kotor_bwm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- small parts ------------------------------------------------------- */

typedef enum wm_kotor_game { WM_KOTOR_GAME_1 = 1, WM_KOTOR_GAME_2 = 2 } wm_kotor_game;
typedef enum wm_kotor_platform {
    WM_KOTOR_PLATFORM_PC = 0,
    WM_KOTOR_PLATFORM_XBOX = 1
} wm_kotor_platform;

/* Text fields of fixed size end at the first NUL, or at the end of the field if there is none. The
 * bytes after the NUL, garbage from the compiler's memory, are kept. */
enum { WM_KOTOR_NAME_SIZE = 32 };

/* In the order of node headers and bones. Controllers store x, y, z, w. */
typedef struct wm_kotor_quat {
    float w, x, y, z;
} wm_kotor_quat;

/* The parts of a node, as flags. */
enum {
    WM_KOTOR_NODE_HEADER = 0x001,
    WM_KOTOR_NODE_LIGHT = 0x002,
    WM_KOTOR_NODE_EMITTER = 0x004,
    WM_KOTOR_NODE_CAMERA = 0x008, /* has no data */
    WM_KOTOR_NODE_REFERENCE = 0x010,
    WM_KOTOR_NODE_MESH = 0x020,
    WM_KOTOR_NODE_SKIN = 0x040,
    WM_KOTOR_NODE_ANIM = 0x080,
    WM_KOTOR_NODE_DANGLY = 0x100,
    WM_KOTOR_NODE_AABB = 0x200, /* the mesh is the walkmesh of the model, with an AABB tree */
    WM_KOTOR_NODE_SABER = 0x800
};

/* The values of one property of a node, such as its position; 16 bytes, as in the file. Each row is
 * a key: the time of row r is data[time_index + r], its values start at data[data_index + r *
 * width]. The width is columns & 15, times 3 with WM_KOTOR_CONTROLLER_BEZIER. An orientation with 2
 * columns has a width of 1: one packed word in each row. wm_kotor_controller_width computes the
 * width. */
typedef struct wm_kotor_controller {
    uint32_t type;
    uint16_t unknown; /* animated position: 16; animated orientation: 28; else 0xFFFF */
    uint16_t rows;
    uint16_t time_index, data_index; /* indices into the data of the node */
    uint8_t columns;
    uint8_t pad[3]; /* garbage */
} wm_kotor_controller;

enum {
    WM_KOTOR_CONTROLLER_BEZIER = 0x10
}; /* flag in columns: each row has a value and two tangents */

/* Controller types: those of all nodes, and two of meshes. docs/formats/kotor-mdl.md lists the
 * others. */
enum {
    WM_KOTOR_CONTROLLER_POSITION = 8,
    WM_KOTOR_CONTROLLER_ORIENTATION = 20,
    WM_KOTOR_CONTROLLER_SCALE = 36,
    WM_KOTOR_CONTROLLER_SELFILLUM = 100, /* of a mesh */
    WM_KOTOR_CONTROLLER_ALPHA = 132      /* of a mesh */
};

/* ---- parts of nodes ---------------------------------------------------- */

typedef struct wm_kotor_light {
    float flare_radius;
    uint32_t unknown[3]; /* an array that is always empty */
    uint32_t size_count;
    float *sizes;
    uint32_t position_count;
    float *positions;
    uint32_t colour_count;
    wm_vec3 *colours; /* colour shifts of the flares */
    uint32_t texture_count;
    const char **textures;
    uint32_t priority, ambient_only, dynamic_type, affect_dynamic, shadow, flare, fading;
} wm_kotor_light;

typedef struct wm_kotor_emitter {
    float dead_space, blast_radius, blast_length;
    uint32_t branches;
    float control_point_smoothing;
    uint32_t x_grid, y_grid, spawn_type;
    char update[32], render[32], blend[32], texture[32], chunk[16];
    uint32_t two_sided, loop;
    uint16_t render_order;
    uint8_t frame_blending;
    char depth_texture[32];
    uint8_t pad;
    uint32_t flags; /* bit names: docs/formats/kotor-mdl.md */
} wm_kotor_emitter;

typedef struct wm_kotor_reference {
    char model[32];
    uint32_t reattachable;
} wm_kotor_reference;

/* 32 bytes, as in the file. Edge k runs from vertex[k] to vertex[(k + 1) % 3]. */
typedef struct wm_kotor_mdl_face {
    wm_vec3 normal;
    float distance;       /* d of the plane n.p + d = 0 */
    uint32_t material;    /* surface material in an aabb mesh; elsewhere any number from the
                             modelling program */
    uint16_t adjacent[3]; /* the face on the other side of each edge; 0xFFFF: none */
    uint16_t vertex[3];
} wm_kotor_mdl_face;

/* 40 bytes in the file. Children are indices into the same array. */
typedef struct wm_kotor_mdl_aabb {
    wm_vec3 min, max;
    uint32_t left, right; /* WM_NO_INDEX: none */
    int32_t face;         /* -1 in an inner node */
    uint32_t plane;
} wm_kotor_mdl_aabb;

/* A skin. Any node can be a bone, so bone_map, q and t have an element for each of the model's
 * names. q and t are the inverse bind pose: they lead from the space of the skin's node to that of
 * the bone. The vertices name bones by slots. */
typedef struct wm_kotor_skin {
    uint32_t unknown[3];
    int32_t weight_offset, index_offset; /* offsets in an MDX row; -1: none */
    uint32_t bone_count;                 /* in valid files, the number of names */
    float *bone_map; /* the slot of each name, -1: none (16 bits on Xbox, converted here) */
    uint32_t q_count, t_count, unknown_count;
    wm_kotor_quat *q;
    wm_vec3 *t;
    uint32_t *unknown_array; /* garbage, one for each bone */
    uint16_t slots[18];      /* the name index of each slot; the game's skins use at most 17 */
} wm_kotor_skin;

typedef struct wm_kotor_dangly {
    uint32_t constraint_count;
    float *constraints; /* one for each vertex, 0 to 255 */
    float displacement, tightness, period;
    wm_vec3 *vertices; /* a second copy of the mesh's vertices; NULL: none in the file */
} wm_kotor_dangly;

/* Two blades of 22 groups of four vertices. */
enum { WM_KOTOR_SABER_VERTICES = 176 };

typedef struct wm_kotor_saber {
    wm_vec3 *positions; /* each NULL or WM_KOTOR_SABER_VERTICES elements */
    float (*uvs)[2];
    wm_vec3 *normals;
    uint32_t inverted[2];
} wm_kotor_saber;

/* The fields of an MDX row, in the order of the eleven offsets in the file. */
enum {
    WM_KOTOR_ROW_POSITION,
    WM_KOTOR_ROW_NORMAL,
    WM_KOTOR_ROW_COLOUR,
    WM_KOTOR_ROW_UV0,
    WM_KOTOR_ROW_UV1,
    WM_KOTOR_ROW_UV2,
    WM_KOTOR_ROW_UV3,
    WM_KOTOR_ROW_TANGENT0, /* bitangent, tangent, normal */
    WM_KOTOR_ROW_TANGENT1,
    WM_KOTOR_ROW_TANGENT2,
    WM_KOTOR_ROW_TANGENT3,
    WM_KOTOR_ROW_FIELDS
};

/* Which fields an MDX row has, as flags. */
enum {
    WM_KOTOR_MDX_POSITION = 0x01,
    WM_KOTOR_MDX_UV0 = 0x02, /* 0x04, 0x08, 0x10: uv 1 to 3 */
    WM_KOTOR_MDX_UV1 = 0x04,
    WM_KOTOR_MDX_NORMAL = 0x20,
    WM_KOTOR_MDX_COLOUR = 0x40,
    WM_KOTOR_MDX_TANGENT = 0x80
};

typedef struct wm_kotor_mesh {
    uint32_t function[2]; /* engine addresses, which identify game, platform and kind of mesh */
    wm_vec3 min, max;     /* of the vertices and the origin */
    float radius;         /* of a sphere around `average` */
    wm_vec3 average;
    wm_vec3 diffuse, ambient;
    uint32_t transparency_hint;
    char texture[2][32];    /* colour, light map */
    char texture2[2][12];   /* unused */
    int32_t unknown_212[3]; /* -1, -1, 0 */
    uint8_t unknown_224[8]; /* 3, then zeros; garbage in a saber */
    uint32_t animate_uv;
    float uv_direction[2], uv_jitter, uv_jitter_speed; /* garbage if animate_uv is 0 */
    uint32_t row_size;                                 /* bytes of an MDX row; 0: no rows */
    uint32_t row_flags;                                /* WM_KOTOR_MDX_... */
    int32_t row_offset[WM_KOTOR_ROW_FIELDS];           /* -1: absent */
    uint16_t vertex_count, texture_count;
    uint8_t lightmapped, rotate_texture, background, shadow, beaming, render;
    uint8_t dirt_enabled; /* K2; in K1 the first of two pad bytes */
    uint8_t pad_315;
    uint16_t dirt_texture, dirt_space; /* K2 */
    uint8_t hide_in_holograms;         /* K2 */
    uint8_t pad_321[3];                /* K2 */
    float area;
    uint32_t unknown_area; /* the word after area: 0 */

    uint32_t face_count;
    wm_kotor_mdl_face *faces;
    wm_vec3 *vertices; /* vertex_count elements; NULL in a saber and on Xbox */
    /* Lengths of three arrays of the file. In known files each has one element. The second one,
     * of file offsets, is not stored here: the writer computes it. */
    uint32_t index_count_count, index_offset_count, inverted_count;
    uint32_t *index_counts; /* the value of the element: 3 * face_count */
    uint32_t *inverted;     /* "inverted counter" */
    uint32_t index_count;   /* length of `indices`: index_counts[0], or 0 if there is none */
    uint16_t *indices;      /* the vertices of the faces again */

    uint32_t mdx_offset; /* offset of its rows in the MDX; the writer computes it again */
    uint8_t *rows;       /* vertex_count * row_size bytes; NULL if the MDX does not have them */
    uint32_t tail_size;  /* size of the terminator row and padding after the rows */
    uint8_t *tail;       /* these bytes; NULL: the writer makes them */

    wm_kotor_skin *skin; /* this and the next pointers are NULL unless the node has the flag */
    wm_kotor_dangly *dangly;
    uint8_t *anim; /* 56 bytes of an animmesh; no known file has one */
    uint32_t aabb_count;
    wm_kotor_mdl_aabb *aabbs; /* in the order of the file, root first */
    wm_kotor_saber *saber;
} wm_kotor_mesh;

enum { WM_KOTOR_ANIM_SIZE = 56 };

/* ---- nodes, animations, model ------------------------------------------ */

typedef struct wm_kotor_mdl_node {
    uint16_t flags;
    uint16_t super_node; /* the node's number: that of the supermodel's node with the same name. The
                            game plays inherited animations by these numbers
                            (docs/formats/kotor-mdl.md, "Node numbers") */
    uint16_t name;       /* index into names; below name_count after a read */
    uint16_t pad_6;
    uint32_t parent;      /* index into the same tree; WM_NO_INDEX: the root */
    uint32_t child_count; /* number of children; wm_kotor_mdl_pack counts them */
    wm_vec3 position;
    wm_kotor_quat orientation;
    uint32_t controller_count;
    wm_kotor_controller *controllers; /* a type may repeat */
    uint32_t data_count;
    float *data;           /* times and values; may exist without controllers (leftovers) */
    wm_kotor_light *light; /* this and the next pointers are NULL unless the node has the flag */
    wm_kotor_emitter *emitter;
    wm_kotor_reference *reference;
    wm_kotor_mesh *mesh;
    uint32_t offset; /* file offset; 0: the node is new */
} wm_kotor_mdl_node;

/* Depth first: a parent comes before its children, and all descendants of a node come before its
 * next sibling. Node 0 is the root. */
typedef struct wm_kotor_tree {
    uint32_t count;
    wm_kotor_mdl_node *nodes;
} wm_kotor_tree;

typedef struct wm_kotor_event {
    float time;
    char name[32];
} wm_kotor_event;

/* The first 80 bytes of a model and of each animation, without pointers. */
typedef struct wm_kotor_geometry {
    uint32_t function[2];
    char name[32];
    uint32_t node_count; /* as stored: more than the model's own nodes if it has a supermodel */
    uint32_t unknown_48[3], unknown_60[3]; /* 0: arrays used by the running game */
    uint32_t references;                   /* 0 */
    uint8_t type;                          /* 2 model, 5 animation */
    uint8_t pad[3];                        /* garbage */
} wm_kotor_geometry;

typedef struct wm_kotor_animation {
    wm_kotor_geometry geometry;
    float length, transition;
    char root[32];
    uint32_t unknown; /* the word after the events: 0 */
    uint32_t event_count;
    wm_kotor_event *events;
    wm_kotor_tree tree; /* only headers and controllers */
    uint32_t offset;    /* file offset; 0: the animation is new */
} wm_kotor_animation;

/* The order of the blocks of a file. */
typedef enum wm_kotor_mdl_order {
    WM_KOTOR_MDL_ORDER_A,     /* BioWare, MDLedit, mdlops: controllers after the children */
    WM_KOTOR_MDL_ORDER_B,     /* kotorblender: controllers before the children */
    WM_KOTOR_MDL_ORDER_STORED /* neither of them: every block stays at its offset */
} wm_kotor_mdl_order;

/* Bytes that nothing points to, stored before block number `block` in that order. With
 * WM_KOTOR_MDL_ORDER_STORED: bytes that do not follow from the document; `block` is their file
 * offset. */
typedef struct wm_kotor_slack {
    uint32_t block, size;
    const uint8_t *data;
} wm_kotor_slack;

typedef enum wm_kotor_mdx_state {
    WM_KOTOR_MDX_STATE_FINE,
    WM_KOTOR_MDX_STATE_MISSING,  /* none was given, but the model needs one */
    WM_KOTOR_MDX_STATE_SHORT,    /* it ends before the rows of some meshes */
    WM_KOTOR_MDX_STATE_NEWLINES, /* a transfer in text mode changed its line ends */
    WM_KOTOR_MDX_STATE_SIZE      /* its size differs from that in the model, but all rows exist */
} wm_kotor_mdx_state;

/* Where the super-node numbers of a compiled model come from. */
typedef enum wm_kotor_number_source {
    WM_KOTOR_NUMBER_SOURCE_OWN,        /* the model has no supermodel */
    WM_KOTOR_NUMBER_SOURCE_TEXT,       /* the `#wm` lines of the text */
    WM_KOTOR_NUMBER_SOURCE_SUPERMODEL, /* the supermodel */
    WM_KOTOR_NUMBER_SOURCE_PREVIOUS,   /* an older binary of the model */
    WM_KOTOR_NUMBER_SOURCE_STOCK,      /* the table of the games' own supermodels */
    WM_KOTOR_NUMBER_SOURCE_UNKNOWN     /* none of these: a node's number is the index of its name */
} wm_kotor_number_source;

typedef struct wm_kotor_mdl_numbers {
    wm_kotor_number_source source;
    uint32_t unknown_count; /* nodes that the source does not have, although the supermodel
                               may have them */
    uint32_t *unknown;      /* their node indices */
} wm_kotor_mdl_numbers;

/* A model. After a read, these indices are in range, in damaged files too: vertices of faces,
 * names, parents, children of AABB nodes. To change the length of an array, allocate a new one with
 * wm_kotor_mdl_alloc, set its count and call wm_kotor_mdl_pack. */
typedef struct wm_kotor_mdl {
    wm_kotor_game game;
    wm_kotor_platform platform;
    uint32_t zero;     /* the first word of the file: 0 */
    uint32_t mdx_size; /* as stored in the file header */
    wm_kotor_geometry geometry;
    uint8_t classification, subclassification, unknown_2, fog;
    uint32_t child_models;  /* 0 */
    uint32_t super_pointer; /* garbage; 0 except in vanilla files with a supermodel */
    wm_vec3 min, max;
    float radius, scale; /* scale: applied to positions in animations of the supermodel */
    char supermodel[32]; /* "NULL" if none */
    uint32_t head_link; /* node index: what the names header points to; the root (0), or `neck_g` in
                           heads */
    uint32_t unknown_172;    /* 0 */
    uint32_t names_mdx_size; /* mdx_size again */
    uint32_t mdx_start;      /* 0 */
    uint32_t name_count;
    const char **names;
    uint32_t animation_count;
    wm_kotor_animation *animations;
    wm_kotor_tree tree;

    wm_kotor_mdl_order order;
    uint32_t slack_count;
    wm_kotor_slack *slack;
    uint32_t odd_count;
    wm_kotor_odd_word *odd;
    uint32_t block_count; /* of block_offsets, with WM_KOTOR_MDL_ORDER_STORED */
    uint32_t *block_offsets;

    wm_kotor_mdx_state mdx_state;
    uint32_t mdx_lead_size; /* number of bytes before the first rows: 0 in known files */
    uint8_t *mdx_lead;
    bool mdx_stored; /* the rows are not in the usual order, so each mesh keeps its mdx_offset */

    uint32_t fault_count; /* faults in the MDL after which the reader went on; 0 in valid files */
    wm_error first_fault; /* the first of them, if there are any */
    wm_kotor_mdl_numbers numbers; /* of a model that was compiled, from text or from a scene: as the
                                     compiler set them. Otherwise zeroed */

    void *memory; /* private */
} wm_kotor_mdl;

/* ---- read, write ------------------------------------------------------- */

enum {
    WM_KOTOR_MDL_SHARE_BASE = 65536,
    WM_KOTOR_MDL_SHARE_FACTOR = 16,
    WM_KOTOR_MDL_TABLE_FACTOR = 4
};

/* Whether the bytes start like a binary model. */
WM_API bool wm_kotor_mdl_detect(const void *data, size_t size);

/* Reads a model. Free with wm_kotor_mdl_free.
 *
 * A damaged model is read as far as possible: what cannot be read is left out, an index that is out
 * of range is replaced, and fault_count is not 0. Writing it unchanged still gives the same bytes.
 * The read fails if the header or the root node cannot be read, or with WM_LIMIT if controllers
 * that share data have more than WM_KOTOR_MDL_SHARE_BASE + WM_KOTOR_MDL_SHARE_FACTOR * mdl_size
 * bytes together, or all tables (faces, vertices, rows, events ...), each counted as often as it is
 * used, more than WM_KOTOR_MDL_SHARE_BASE + WM_KOTOR_MDL_TABLE_FACTOR * (mdl_size + mdx_size).
 * docs/formats/kotor-mdl.md, "Faults and what happens", has the list. If the MDX is
 * missing or damaged, mdx_state says what is wrong, and the rows of some meshes may be NULL.
 *
 * mdl: the bytes of the MDL.
 * mdx: the bytes of the MDX; NULL: there is none.
 * opts: a report receives each fault as a finding. */
WM_API wm_kotor_mdl *wm_kotor_mdl_read(const void *mdl, size_t mdl_size, const void *mdx,
                                       size_t mdx_size, const wm_read_opts *opts, wm_error *error);

/* Makes a model without nodes, with header fields as in BioWare's files. Fill it with arrays from
 * wm_kotor_mdl_alloc and call wm_kotor_mdl_pack. Free with wm_kotor_mdl_free. */
WM_API wm_kotor_mdl *wm_kotor_mdl_new(wm_kotor_game game, wm_kotor_platform platform,
                                      const wm_allocator *allocator, wm_error *error);

/* Allocates count * size zeroed bytes that belong to the document. Returns NULL and sets *error
 * if there is no memory (WM_NO_MEMORY) or the document reaches its memory limit (WM_LIMIT). A
 * request for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_kotor_mdl_alloc(wm_kotor_mdl *mdl, size_t count, size_t size, wm_error *error);

/* Writes both files: write(read(x)) == x. If the MDX was missing, mdx_out is empty.
 *
 * mdl_out, mdx_out: free both with wm_buffer_free. */
WM_API wm_status wm_kotor_mdl_write(const wm_kotor_mdl *mdl, const wm_write_opts *opts,
                                    wm_buffer *mdl_out, wm_buffer *mdx_out, wm_error *error);

/* Drops slack, odd words, stored offsets, tails, padding and the faults of a damaged file, so that
 * the next write computes all offsets again. Call it after you change a count. mdx_state becomes
 * WM_KOTOR_MDX_STATE_FINE, unless the rows of a mesh are still missing.
 *
 * order: WM_KOTOR_MDL_ORDER_A (as in BioWare's files) or WM_KOTOR_MDL_ORDER_B. */
WM_API void wm_kotor_mdl_pack(wm_kotor_mdl *mdl, wm_kotor_mdl_order order);

/* Converts the model to another game or platform. Engine addresses change; fields that only KotOR 2
 * has are set as BioWare sets them; for Xbox, rows are packed, which makes normals less precise,
 * and vertex tables are removed. The stored order is dropped. If the model already has this game
 * and platform, only unknown engine addresses change. On failure nothing has changed. Xbox was not
 * tested with real files. */
WM_API wm_status wm_kotor_mdl_set_variant(wm_kotor_mdl *mdl, wm_kotor_game game,
                                          wm_kotor_platform platform, wm_error *error);

/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_kotor_mdl *wm_kotor_mdl_copy(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                       wm_error *error);

/* Frees the model and all its arrays. NULL is allowed. */
WM_API void wm_kotor_mdl_free(wm_kotor_mdl *mdl);

/* ---- edit -------------------------------------------------------------- */

/* These functions change what they name and keep every other byte of the file: slack, odd words
 * and the order of blocks stay. Blocks move only if a block before them changes its size. A file
 * with WM_KOTOR_MDL_ORDER_STORED is laid out again as WM_KOTOR_MDL_ORDER_A. On failure nothing has
 * changed. Case is ignored when names are compared. Memory of replaced arrays is freed by a
 * later edit, or with the model; pointers into the model are invalid after each call. */

/* The first node or animation with this name; WM_NO_INDEX if there is none. */
WM_API uint32_t wm_kotor_mdl_find_node(const wm_kotor_mdl *mdl, const char *name);
WM_API uint32_t wm_kotor_mdl_find_animation(const wm_kotor_mdl *mdl, const char *name);

/* Whether a node has a field or a controller with this keyword, as in wm_kotor_mdl_set_field.
 * Bounds of meshes do not count: they follow from the vertices. False for a node that does not
 * exist, and for WM_NO_INDEX. */
WM_API bool wm_kotor_mdl_has_field(const wm_kotor_mdl *mdl, uint32_t node, const char *keyword);
/* Sets a field of a node or of the model, by its keyword in model text.
 *
 * node: WM_NO_INDEX for the fields of the model: name, supermodel, classification,
 *   subclassification, fog, ignorefog, animationscale, bmin, bmax and radius. With
 *   a new name, the root node and the roots of animations that had the old one get it too.
 * keyword: of a node: name, a field such as bitmap, bitmap2 (or lightmap), render, shadow or
 *   update, or a controller such as position, radius, color or alpha. A controller that the node
 *   does not have is added. One with more than one key cannot be set: WM_NOT_REPRESENTABLE.
 * value: a name, or numbers separated by commas or spaces. An orientation is an axis and an angle
 *   in radians, as in text. A text that is too long for its field fails with
 *   WM_NOT_REPRESENTABLE. */
WM_API wm_status wm_kotor_mdl_set_field(wm_kotor_mdl *mdl, uint32_t node, const char *keyword,
                                        const char *value, wm_error *error);
/* The same for an animation: name, animroot, length, transtime. */
WM_API wm_status wm_kotor_mdl_set_animation_field(wm_kotor_mdl *mdl, uint32_t animation,
                                                  const char *keyword, const char *value,
                                                  wm_error *error);

/* Renames a node of the model, and the nodes and roots of animations that have its name. The new
 * name must not be that of another node. The number of the node in the supermodel (super_node)
 * stays. */
WM_API wm_status wm_kotor_mdl_rename_node(wm_kotor_mdl *mdl, uint32_t node, const char *name,
                                          wm_error *error);

/* Replaces a texture wherever it is used: textures and light maps of meshes, textures of emitters,
 * lens flares of lights.
 *
 * count: may be NULL. Receives the number of fields that changed; 0 is not a failure. */
WM_API wm_status wm_kotor_mdl_replace_texture(wm_kotor_mdl *mdl, const char *from, const char *to,
                                              uint32_t *count, wm_error *error);

/* Adds an event to an animation, after all events that are not later.
 *
 * time: seconds, 0 or more.
 * name: copied. */
WM_API wm_status wm_kotor_mdl_add_event(wm_kotor_mdl *mdl, uint32_t animation, float time,
                                        const char *name, wm_error *error);
/* Sets the time and, unless it is NULL, the name of an event. The order of events stays. */
WM_API wm_status wm_kotor_mdl_set_event(wm_kotor_mdl *mdl, uint32_t animation, uint32_t event,
                                        float time, const char *name, wm_error *error);
WM_API wm_status wm_kotor_mdl_remove_event(wm_kotor_mdl *mdl, uint32_t animation, uint32_t event,
                                           wm_error *error);

/* Removes an animation. Indices of the animations after it become lower by 1. */
WM_API wm_status wm_kotor_mdl_remove_animation(wm_kotor_mdl *mdl, uint32_t animation,
                                               wm_error *error);

/* Adds a copy of an animation of another model, as the last one. Nodes are matched by name, and the
 * root of one model with that of the other. Nodes without a counterpart are left out; their
 * children go to the next node above. Keys stay as they are: positions are relative to the rest
 * pose of each node.
 *
 * from: may be a model of the other game or platform, or the same model.
 * name: of the copy; NULL: as in `from`. The model must not have an animation with this name.
 * losses: may be NULL. Receives nodes without a counterpart, and controllers that their node
 *   cannot have because it is of another kind here. */
WM_API wm_status wm_kotor_mdl_copy_animation(wm_kotor_mdl *mdl, const wm_kotor_mdl *from,
                                             uint32_t animation, const char *name,
                                             wm_losses *losses, wm_error *error);

/* Replaces the geometry of a mesh by that of a mesh of another model: vertices, rows, faces,
 * bounds, weights, constraints, AABB tree. The node keeps its pose, controllers, textures and
 * flags. Vertices are relative to their nodes and are not transformed.
 *
 * A skin can replace, and be replaced by, only a skin; its bones must exist here, by name, and the
 * bind poses of this model stay. A danglymesh can be replaced only by a danglymesh, but can replace
 * an ordinary mesh. Ordinary meshes and walkmeshes can replace each other. All other pairs fail
 * with WM_NOT_REPRESENTABLE, and so do sabers, animmeshes
 * and models whose MDX is missing or damaged. A node that does not exist or has no mesh fails with
 * WM_BAD_ARGUMENT. A walkmesh gets a new tree if the other mesh has none.
 *
 * from: may be of the other game or platform.
 * losses: may be NULL. Receives a light map that had to be turned off. */
WM_API wm_status wm_kotor_mdl_replace_mesh(wm_kotor_mdl *mdl, uint32_t node,
                                           const wm_kotor_mdl *from, uint32_t from_node,
                                           wm_losses *losses, wm_error *error);

/* Moves, rotates, mirrors and scales a model: nodes, vertices, normals, tangents, faces, bounds,
 * bones, danglymeshes, blades, AABB trees, keys of animations, radii of lights, sizes and speeds of
 * emitters. Every vertex is afterwards where the transform takes it, at rest and in each animation
 * of the model. Faces keep their front.
 *
 * The rotation and the move are applied to the root node and to its keys. Animations of a
 * supermodel are not in this file: those with keys for the root override this rotation and move.
 * Their positions follow the scale, because the animation scale is multiplied by it.
 *
 * transform: the scale must be the same for all axes, else it fails with WM_NOT_REPRESENTABLE, and
 *   from 0.0001 to 10000, else it fails with WM_BAD_ARGUMENT.
 *
 * Mirroring and scaling need the MDX, else they fail with WM_NOT_REPRESENTABLE. On failure nothing
 * has changed. */
WM_API wm_status wm_kotor_mdl_transform(wm_kotor_mdl *mdl, const wm_kotor_transform *transform,
                                        wm_error *error);

/* ---- rebuild ----------------------------------------------------------- */

/* What to compute. If all are false: planes, adjacency, bounds and tree. */
typedef struct wm_kotor_mdl_rebuild_opts {
    uint32_t begin_zero;
    bool planes;    /* normals and distances of faces */
    bool adjacency; /* neighbours of faces */
    bool bounds;    /* box, average, radius and area of meshes */
    bool tree;      /* AABB trees of walkmeshes */
    bool normals;   /* of vertices; which faces are smooth follows from the stored normals */
    bool tangents;  /* tangent frames of meshes that have them */
    uint32_t end_zero;
} wm_kotor_mdl_rebuild_opts;

/* How many of each changed. */
typedef struct wm_kotor_mdl_rebuild_result {
    uint32_t planes, adjacency; /* faces */
    uint32_t bounds, trees;     /* meshes */
    uint32_t normals, tangents; /* vertices */
} wm_kotor_mdl_rebuild_result;

/* Computes derived data of all meshes except sabers again, as the compiler does
 * (docs/formats/kotor-mdl.md, "Derived data"). Everything else stays the same, byte for byte.
 * Meshes whose vertices are in a missing MDX stay as they are. Fails with WM_NO_MEMORY or WM_LIMIT
 * only. */
WM_API wm_status wm_kotor_mdl_rebuild(wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *opts,
                                      wm_kotor_mdl_rebuild_result *result, wm_error *error);

/* How many of each were repaired. */
typedef struct wm_kotor_mdl_fix_result {
    uint32_t planes, adjacency;      /* faces */
    uint32_t trees, indices, sabers; /* meshes whose AABB tree, triangles to draw, or (sabers)
                                        vertex table was repaired */
    uint32_t
        tables;     /* other meshes whose vertex table, or its copy in a danglymesh, was repaired */
    uint32_t skins; /* skins whose bind poses or number of bone entries changed */
    uint32_t nodes; /* nodes whose orientation or order of keys changed */
    bool words;     /* counts, sizes or pointers of the file */
} wm_kotor_mdl_fix_result;

/* Repairs the findings of wm_kotor_mdl_read and wm_kotor_mdl_check that have one right answer:
 * planes and neighbours of faces, AABB trees, triangles to draw that do not match the faces,
 * lengths of orientations, keys out of order, bind poses and bone entries of skins, missing vertex
 * tables, empty slots in lists of children, and counts, sizes and pointers of the file that
 * contradict its contents. docs/formats/kotor-mdl.md, "What fix repairs", has the list. Leaves
 * everything else as it is, and changes nothing in a model without such findings. If other parts
 * could not be read, their bytes are kept, and only repairs that move no byte are made. Fails with
 * WM_NO_MEMORY or WM_LIMIT only. */
WM_API wm_status wm_kotor_mdl_fix(wm_kotor_mdl *mdl, wm_kotor_mdl_fix_result *result,
                                  wm_error *error);

/* ---- properties -------------------------------------------------------- */

/* "k1-pc", "k2-pc", "k1-xbox" or "k2-xbox". A static string. */
WM_API const char *wm_kotor_mdl_variant(const wm_kotor_mdl *mdl);
/* Whether the engine address in the header is that of the model's game and platform. If it is
 * unknown, the reader takes the game from the meshes, or KotOR 1 on PC if there are none. */
WM_API bool wm_kotor_mdl_has_address(const wm_kotor_mdl *mdl);
/* "character", "door" and so on; NULL for unknown values. A static string. */
WM_API const char *wm_kotor_classification_name(uint8_t classification);

/* "fine", "missing" and so on. A static string. */
WM_API const char *wm_kotor_mdx_state_name(wm_kotor_mdx_state state);

/* A model in numbers. */
typedef struct wm_kotor_mdl_stats {
    uint32_t meshes, skins;
    uint64_t vertices, faces; /* of all meshes */
} wm_kotor_mdl_stats;

/* Measures a model. Never fails. */
WM_API wm_status wm_kotor_mdl_measure(const wm_kotor_mdl *mdl, wm_kotor_mdl_stats *stats,
                                      wm_error *error);

/* The textures of a model. */
typedef struct wm_kotor_textures {
    uint32_t count;
    const char **names; /* each once, ignoring case; sorted */
    void *memory;       /* private */
} wm_kotor_textures;

/* Lists what wm_kotor_mdl_replace_texture can replace: the textures and light maps of meshes, the
 * textures of emitters and the lens flares of lights. Free with wm_kotor_textures_free.
 *
 * mdl: not needed afterwards. */
WM_API wm_kotor_textures *wm_kotor_mdl_textures(const wm_kotor_mdl *mdl,
                                                const wm_allocator *allocator, wm_error *error);
/* Frees the list. NULL is allowed. */
WM_API void wm_kotor_textures_free(wm_kotor_textures *textures);

/* The number of floats in a row of a controller; 1 for a packed orientation. */
WM_API uint32_t wm_kotor_controller_width(const wm_kotor_controller *controller);
/* Whether the data of the controller lies inside the data of the node. */
WM_API bool wm_kotor_controller_fits(const wm_kotor_controller *controller,
                                     const wm_kotor_mdl_node *node);
/* Unpack an orientation to x, y, z, w, or pack it, rounded as BioWare does. */
WM_API void wm_kotor_quat_unpack(uint32_t packed, float xyzw[4]);
WM_API uint32_t wm_kotor_quat_pack(const float xyzw[4]);

/* The bytes of a field in the row of a vertex; NULL if the mesh has no such field or no rows.
 *
 * vertex: below vertex_count.
 * field: WM_KOTOR_ROW_POSITION and so on. For weights and slots of a skin, use
 *   wm_kotor_mesh_weights. */
WM_API const uint8_t *wm_kotor_mesh_row(const wm_kotor_mesh *mesh, uint32_t vertex, int field);
/* Gets the position of a vertex from the rows, or else from the vertex table. Returns false if it
 * is in neither. */
WM_API bool wm_kotor_mesh_position(const wm_kotor_mesh *mesh, uint32_t vertex, wm_vec3 *position);
/* Gets the normal of a vertex; the packed normals of Xbox are unpacked. Returns false if there is
 * none. */
WM_API bool wm_kotor_mesh_normal(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh,
                                 uint32_t vertex, wm_vec3 *normal);
/* Gets the texture coordinates of a vertex in set 0 to 3. Returns false if there are none. */
WM_API bool wm_kotor_mesh_uv(const wm_kotor_mesh *mesh, uint32_t vertex, unsigned set, float uv[2]);
/* Gets the tangent frame of a vertex: bitangent, tangent, normal. False if there is none. */
WM_API bool wm_kotor_mesh_tangents(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh,
                                   uint32_t vertex, wm_vec3 frame[3]);
/* Gets the four slots (indices into wm_kotor_skin.slots) and weights of a vertex; an unused slot is
 * -1. Returns false if there are none. */
WM_API bool wm_kotor_mesh_weights(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh,
                                  uint32_t vertex, int slot[4], float weight[4]);

/* The tool that compiled a model. */
typedef enum wm_kotor_compiler {
    WM_KOTOR_COMPILER_UNKNOWN,
    WM_KOTOR_COMPILER_BIOWARE,
    WM_KOTOR_COMPILER_MDLEDIT,
    WM_KOTOR_COMPILER_KOTORBLENDER,
    WM_KOTOR_COMPILER_WAYMARK,
    WM_KOTOR_COMPILER_MDLOPS
} wm_kotor_compiler;

/* Guesses the tool that compiled a model by what it leaves in bytes that the game does not read. */
WM_API wm_kotor_compiler wm_kotor_mdl_compiler(const wm_kotor_mdl *mdl);
/* "BioWare", "mdledit" and so on, or "unknown", as `info` prints it. A static string. */
WM_API const char *wm_kotor_compiler_name(wm_kotor_compiler compiler);

/* ---- coverage ---------------------------------------------------------- */

/* A run of bytes with one meaning. */
typedef struct wm_kotor_range {
    uint32_t offset, size;
    const char *kind;   /* "node", "faces", "rows" and so on; "gap": nothing points to it */
    uint32_t animation; /* the animation it belongs to; WM_NO_INDEX: the model itself */
    uint32_t node;      /* in the tree of the model or animation; WM_NO_INDEX: none */
    uint32_t index;     /* index of the name or texture */
    bool overlaps;      /* it starts before the previous range ends */
} wm_kotor_range;

typedef struct wm_kotor_coverage {
    uint32_t mdl_count, mdx_count;
    wm_kotor_range *mdl, *mdx; /* sorted by offset; together they cover the whole file, each byte
                                  once unless ranges overlap */
    uint64_t mdl_gap, mdx_gap; /* bytes in gaps */
    uint32_t overlaps;         /* ranges that overlap the one before */
    void *memory;              /* private */
} wm_kotor_coverage;

/* Describes every byte of the files that wm_kotor_mdl_write would write. For a model that was read
 * and not changed, these are the files it was read from. Free with wm_kotor_coverage_free. */
WM_API wm_kotor_coverage *wm_kotor_mdl_cover(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                             wm_error *error);
/* Frees the ranges. NULL is allowed. */
WM_API void wm_kotor_coverage_free(wm_kotor_coverage *coverage);

/* ---- check ------------------------------------------------------------- */

typedef struct wm_kotor_mdl_check_opts {
    wm_check_opts base;
    const wm_kotor_bwm *walkmesh;   /* the WOK of the same room, to compare with; may be NULL */
    const wm_kotor_mdl *supermodel; /* to compare node numbers with; may be NULL */
    bool supermodel_missing;        /* the supermodel was searched for and not found */
    uint32_t end_zero;
} wm_kotor_mdl_check_opts;

/* Reports what is wrong with the model. Pass the same report to wm_kotor_mdl_read first: it adds
 * the faults that it finds. Takes O(n log n) time. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_mdl_check(const wm_kotor_mdl *mdl, const wm_kotor_mdl_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* ---- difference -------------------------------------------------------- */

/* Lists how b differs from a in meaning. Nodes and animations are matched by name. What the game
 * does not read (garbage, the order of blocks) is ignored. Adds nothing for equal models.
 *
 * diff: initialised. */
WM_API wm_status wm_kotor_mdl_diff(const wm_kotor_mdl *a, const wm_kotor_mdl *b, wm_diff *diff,
                                   wm_error *error);

/* ---- text -------------------------------------------------------------- */

/* Models as text, in the dialect of mdlops and MDLedit. See docs/formats/kotor-mdl-ascii.md.
 *
 * What the dialect cannot hold is written as comment lines (`#wm ...`), which other tools ignore,
 * so that a binary comes back the same, byte for byte. If a part of the text is edited, the comment
 * lines that belong to it are ignored, and the values are compiled from the visible text. */

typedef struct wm_kotor_mdl_text_write_opts {
    wm_write_opts base;
    bool plain; /* write no `#wm` lines */
    uint32_t end_zero;
} wm_kotor_mdl_text_write_opts;

/* Writes a model as text. The same document gives the same bytes, and floats read back to the same
 * bits. */
WM_API wm_status wm_kotor_mdl_text_write(const wm_kotor_mdl *mdl,
                                         const wm_kotor_mdl_text_write_opts *opts, wm_buffer *out,
                                         wm_error *error);

/* How normals are smoothed when a text is compiled. */
typedef enum wm_kotor_smoothing {
    WM_KOTOR_SMOOTHING_AUTO,   /* as GROUPS, but as ANGLES if mdlops wrote the text: its groups mean
                                  nothing */
    WM_KOTOR_SMOOTHING_GROUPS, /* by the smoothing groups of the faces */
    WM_KOTOR_SMOOTHING_ANGLES, /* by shared vertices and angles. For texts whose vertices are those
                                  of the compiled meshes, one for one, as mdlops writes them;
                                  others are smoothed by groups */
    WM_KOTOR_SMOOTHING_ALL     /* everything: all faces of a mesh that meet at a position */
} wm_kotor_smoothing;

typedef struct wm_kotor_mdl_text_read_opts {
    wm_read_opts base;              /* with base.report, faults become findings */
    wm_kotor_game game;             /* 0: that of the text if it says, else KotOR 1 */
    wm_kotor_platform platform;     /* used if `game` is set */
    const wm_kotor_mdl *supermodel; /* node numbers come from it; may be NULL */
    const wm_kotor_mdl *previous;   /* an older binary of the model, which has node numbers; ignored
                                       if its game or supermodel is another, or if it contradicts
                                       the supermodel; may be NULL */
    wm_kotor_smoothing smoothing;
    bool plain; /* ignore `#wm` lines: compile everything */
    uint32_t end_zero;
} wm_kotor_mdl_text_read_opts;

/* Whether the first keyword is one that can start a model text, such as `newmodel`. */
WM_API bool wm_kotor_mdl_text_detect(const void *data, size_t size);

/* Reads a text and compiles it to a model that can be written as binary. Errors have line and
 * column. Free with wm_kotor_mdl_free.
 *
 * opts: with a report, the read continues after a fault, and fails only if no node is left. */
WM_API wm_kotor_mdl *wm_kotor_mdl_text_read(const void *data, size_t size,
                                            const wm_kotor_mdl_text_read_opts *opts,
                                            wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
