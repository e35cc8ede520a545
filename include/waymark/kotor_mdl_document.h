/* What a KotOR model consists of: the structs of the document wm_kotor_mdl. kotor_mdl.h has the
 * functions, and includes this header.
 *
 * A document mirrors its file: it has every field of docs/formats/kotor-mdl.md under the same
 * name, including unknown ones, so that reading and writing gives the same bytes. File pointers are
 * not stored: the writer computes them. Floats may have any bits, including NaN.
 */
#ifndef WAYMARK_KOTOR_MDL_DOCUMENT_H
#define WAYMARK_KOTOR_MDL_DOCUMENT_H

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

#ifdef __cplusplus
}
#endif
#endif
