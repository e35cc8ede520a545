/* KotOR models (MDL with its MDX), both games, PC and Xbox.
 *
 * The document mirrors the file: every field of docs/formats/kotor-mdl.md stands
 * here under its name, also those that nobody understands, so that reading and
 * writing gives the same bytes. Pointers are not stored: the writer lays the file
 * out again. Floats are bits of the file and may be anything.
 */
#ifndef WAYMARK_KOTOR_MDL_H
#define WAYMARK_KOTOR_MDL_H

#include "waymark/base.h"
#include "waymark/kotor_bwm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- small parts ------------------------------------------------------- */

typedef enum wm_kotor_game { WM_KOTOR_1 = 1, WM_KOTOR_2 = 2 } wm_kotor_game;
typedef enum wm_kotor_platform { WM_KOTOR_PC = 0, WM_KOTOR_XBOX = 1 } wm_kotor_platform;

/* A text field of fixed size: ends at the first NUL or with the field. What
 * stands behind the NUL is kept (garbage of the compiler's memory). */
enum { WM_KOTOR_NAME_SIZE = 32 };

/* w first, as node headers and bones store it. Controllers store x, y, z, w. */
typedef struct wm_kotor_quat {
    float w, x, y, z;
} wm_kotor_quat;

/* Parts that a node has; flags of the file. */
enum {
    WM_KOTOR_NODE_HEADER = 0x001,
    WM_KOTOR_NODE_LIGHT = 0x002,
    WM_KOTOR_NODE_EMITTER = 0x004,
    WM_KOTOR_NODE_CAMERA = 0x008, /* has no bytes of its own */
    WM_KOTOR_NODE_REFERENCE = 0x010,
    WM_KOTOR_NODE_MESH = 0x020,
    WM_KOTOR_NODE_SKIN = 0x040,
    WM_KOTOR_NODE_ANIM = 0x080,
    WM_KOTOR_NODE_DANGLY = 0x100,
    WM_KOTOR_NODE_AABB = 0x200,
    WM_KOTOR_NODE_SABER = 0x800
};

/* 16 bytes, as in the file. Values of row r start at data[data_index + r * width],
 * where width is columns & 15, times 3 with WM_KOTOR_BEZIER; an orientation of 2
 * columns is one packed word a row. wm_kotor_controller_width says it. */
typedef struct wm_kotor_controller {
    uint32_t type;
    uint16_t unknown; /* 16 animated position, 28 animated orientation, else 0xFFFF */
    uint16_t rows;
    uint16_t time_index, data_index; /* into the data of the node */
    uint8_t columns;
    uint8_t pad[3]; /* garbage */
} wm_kotor_controller;

enum { WM_KOTOR_BEZIER = 0x10 }; /* in columns: value, then two tangents */

/* Controllers that every node may have; the rest is in wm_kotor_controller_find. */
enum {
    WM_KOTOR_POSITION = 8,
    WM_KOTOR_ORIENTATION = 20,
    WM_KOTOR_SCALE = 36,
    WM_KOTOR_SELFILLUM = 100, /* of a mesh */
    WM_KOTOR_ALPHA = 132      /* of a mesh */
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
    wm_vec3 *colours; /* colour shifts */
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
    uint32_t material;    /* surface of an aabb mesh; elsewhere the modeller's number */
    uint16_t adjacent[3]; /* face on the other side, 0xFFFF none */
    uint16_t vertex[3];
} wm_kotor_mdl_face;

/* 40 bytes in the file. Children are numbers of the same array. */
typedef struct wm_kotor_mdl_aabb {
    wm_vec3 min, max;
    uint32_t left, right; /* WM_NO_INDEX: none */
    int32_t face;         /* -1 in an inner node */
    uint32_t plane;
} wm_kotor_mdl_aabb;

/* Inverse bind pose of one name: from the space of the skin's node to the bone's. */
typedef struct wm_kotor_skin {
    uint32_t unknown[3];
    int32_t weight_offset, index_offset; /* in an MDX row; -1 none */
    uint32_t bone_count;                 /* = number of names in sound files */
    float *bone_map; /* a slot for each name, -1 none (16-bit on Xbox, widened here) */
    uint32_t q_count, t_count, unknown_count;
    wm_kotor_quat *q;
    wm_vec3 *t;
    uint32_t *unknown_array; /* garbage, as many as bones */
    uint16_t slots[18];      /* name index (file's node number) of each slot */
} wm_kotor_skin;

typedef struct wm_kotor_dangly {
    uint32_t constraint_count;
    float *constraints; /* 0 to 255 for each vertex */
    float displacement, tightness, period;
    wm_vec3 *vertices; /* a second copy; NULL if the file has none */
} wm_kotor_dangly;

/* Two blades of 22 groups of four vertices. */
enum { WM_KOTOR_SABER_VERTICES = 176 };

typedef struct wm_kotor_saber {
    wm_vec3 *positions; /* each NULL, or WM_KOTOR_SABER_VERTICES long */
    float (*uvs)[2];
    wm_vec3 *normals;
    uint32_t inverted[2];
} wm_kotor_saber;

/* What an MDX row can hold, in the order of the file's eleven offsets. */
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

/* Flags of the rows: which of them are present. */
enum {
    WM_KOTOR_MDX_POSITION = 0x01,
    WM_KOTOR_MDX_UV0 = 0x02, /* 0x04, 0x08, 0x10: uv 1 to 3 */
    WM_KOTOR_MDX_UV1 = 0x04,
    WM_KOTOR_MDX_NORMAL = 0x20,
    WM_KOTOR_MDX_COLOUR = 0x40,
    WM_KOTOR_MDX_TANGENT = 0x80
};

typedef struct wm_kotor_mesh {
    uint32_t function[2]; /* engine addresses: they tell game, platform and kind */
    wm_vec3 min, max;     /* of the vertices and the origin */
    float radius;         /* around average */
    wm_vec3 average;
    wm_vec3 diffuse, ambient;
    uint32_t transparency_hint;
    char texture[2][32];    /* colour, light map */
    char texture2[2][12];   /* never used */
    int32_t unknown_212[3]; /* -1, -1, 0 */
    uint8_t unknown_224[8]; /* 3, 0 ...; stale bytes in a saber */
    uint32_t animate_uv;
    float uv_direction[2], uv_jitter, uv_jitter_speed; /* garbage unless animate_uv */
    uint32_t row_size;                                 /* bytes of an MDX row, 0 none */
    uint32_t row_flags;                                /* WM_KOTOR_MDX_... */
    int32_t row_offset[WM_KOTOR_ROW_FIELDS];           /* -1 absent */
    uint16_t vertex_count, texture_count;
    uint8_t lightmapped, rotate_texture, background, shadow, beaming, render;
    uint8_t dirt_enabled; /* K2; in K1 the first of two pad bytes */
    uint8_t pad_315;
    uint16_t dirt_texture, dirt_space; /* K2 */
    uint8_t hide_in_holograms;         /* K2 */
    uint8_t pad_321[3];                /* K2 */
    float area;
    uint32_t unknown_area; /* 0, behind area */

    uint32_t face_count;
    wm_kotor_mdl_face *faces;
    wm_vec3 *vertices; /* vertex_count; NULL in a saber and on Xbox */
    /* The file has arrays of one element each for these. */
    uint32_t index_count_count, index_offset_count, inverted_count;
    uint32_t *index_counts; /* 3 * face_count */
    uint32_t *inverted;     /* "inverted counter" */
    uint32_t index_count;   /* of indices: what index_counts[0] says, 0 without one */
    uint16_t *indices;      /* the corners of the faces again */

    uint32_t mdx_offset; /* where its rows stand; the writer computes it again */
    uint8_t *rows;       /* vertex_count * row_size; NULL without an MDX that has them */
    uint32_t tail_size;  /* terminator row and padding up to the next mesh's rows */
    uint8_t *tail;       /* NULL: the writer makes them */

    wm_kotor_skin *skin; /* each NULL unless the node has the flag */
    wm_kotor_dangly *dangly;
    uint8_t *anim; /* 56 bytes of an animmesh, which no known file has */
    uint32_t aabb_count;
    wm_kotor_mdl_aabb *aabbs; /* in the order of the file, root first */
    wm_kotor_saber *saber;
} wm_kotor_mesh;

enum { WM_KOTOR_ANIM_SIZE = 56 };

/* ---- nodes, animations, model ------------------------------------------ */

typedef struct wm_kotor_mdl_node {
    uint16_t flags;
    uint16_t super_node; /* number of the node of this name in the supermodel chain */
    uint16_t name;       /* index into names; below name_count after a read */
    uint16_t pad_6;
    uint32_t parent;      /* index into the same tree, WM_NO_INDEX in the root */
    uint32_t child_count; /* nodes with this parent; wm_kotor_mdl_pack counts them */
    wm_vec3 position;
    wm_kotor_quat orientation;
    uint32_t controller_count;
    wm_kotor_controller *controllers; /* may repeat a type */
    uint32_t data_count;
    float *data;           /* times and values; also without controllers (leftovers) */
    wm_kotor_light *light; /* each NULL unless flags say so */
    wm_kotor_emitter *emitter;
    wm_kotor_reference *reference;
    wm_kotor_mesh *mesh;
    uint32_t offset; /* where it stood in the file, from the start of the file; 0 if new */
} wm_kotor_mdl_node;

/* Depth first: a parent comes before its children, and everything below a node
 * follows it before its next sibling. Node 0 is the root. */
typedef struct wm_kotor_tree {
    uint32_t count;
    wm_kotor_mdl_node *nodes;
} wm_kotor_tree;

typedef struct wm_kotor_event {
    float time;
    char name[32];
} wm_kotor_event;

/* The 80 bytes that begin a model and each animation, without its pointers. */
typedef struct wm_kotor_geometry {
    uint32_t function[2];
    char name[32];
    uint32_t node_count; /* as stored: with a supermodel more than its own nodes */
    uint32_t unknown_48[3], unknown_60[3]; /* arrays of the running game: 0 */
    uint32_t references;                   /* 0 */
    uint8_t type;                          /* 2 model, 5 animation */
    uint8_t pad[3];                        /* garbage */
} wm_kotor_geometry;

typedef struct wm_kotor_animation {
    wm_kotor_geometry geometry;
    float length, transition;
    char root[32];
    uint32_t unknown; /* behind the events */
    uint32_t event_count;
    wm_kotor_event *events;
    wm_kotor_tree tree; /* no parts but headers and controllers */
    uint32_t offset;    /* where it stood in the file; 0 if new */
} wm_kotor_animation;

/* How the blocks of a file follow each other. */
typedef enum wm_kotor_layout_kind {
    WM_KOTOR_LAYOUT_A,     /* BioWare, MDLedit, mdlops: controllers behind the children */
    WM_KOTOR_LAYOUT_B,     /* kotorblender: controllers before the children */
    WM_KOTOR_LAYOUT_STORED /* neither: every block stays where it was */
} wm_kotor_layout_kind;

/* Bytes that nothing points at, in front of block number `block` of the layout. With
 * WM_KOTOR_LAYOUT_STORED, bytes at file offset `block` that the document does not give. */
typedef struct wm_kotor_slack {
    uint32_t block, size;
    const uint8_t *data;
} wm_kotor_slack;

/* A word that is not what the document and the layout give: pointers of empty
 * arrays, second counts, links that lead nowhere. */
typedef struct wm_kotor_odd_word {
    uint32_t offset, value; /* file offset */
} wm_kotor_odd_word;

typedef enum wm_kotor_mdx_state {
    WM_KOTOR_MDX_STATE_FINE,
    WM_KOTOR_MDX_STATE_MISSING,  /* none was given, though the model wants one */
    WM_KOTOR_MDX_STATE_SHORT,    /* rows of some meshes lie behind its end */
    WM_KOTOR_MDX_STATE_NEWLINES, /* a text-mode transfer changed its line ends */
    WM_KOTOR_MDX_STATE_SIZE      /* its size is not what the model says, but all rows are there */
} wm_kotor_mdx_state;

typedef struct wm_kotor_mdl {
    wm_kotor_game game;
    wm_kotor_platform platform;
    uint32_t zero;     /* the first word of the file: 0 */
    uint32_t mdx_size; /* as stored in the file header */
    wm_kotor_geometry geometry;
    uint8_t classification, subclassification, unknown_2, fog;
    uint32_t child_models;  /* 0 */
    uint32_t super_pointer; /* stale; not 0 iff vanilla with a supermodel */
    wm_vec3 min, max;
    float radius, scale;     /* scale: of the animations of the supermodel */
    char supermodel[32];     /* "NULL" if none */
    uint32_t head_link;      /* node that the names header points at: 0, or `neck_g` */
    uint32_t unknown_172;    /* 0 */
    uint32_t names_mdx_size; /* mdx_size again */
    uint32_t mdx_start;      /* 0 */
    uint32_t name_count;
    const char **names;
    uint32_t animation_count;
    wm_kotor_animation *animations;
    wm_kotor_tree tree;

    wm_kotor_layout_kind layout;
    uint32_t slack_count;
    wm_kotor_slack *slack;
    uint32_t odd_count;
    wm_kotor_odd_word *odd;
    uint32_t block_count; /* WM_KOTOR_LAYOUT_STORED: of block_offsets */
    uint32_t *block_offsets;

    wm_kotor_mdx_state mdx_state;
    uint32_t mdx_lead_size; /* bytes in front of the first rows: none in known files */
    uint8_t *mdx_lead;
    bool mdx_stored; /* rows do not follow each other by rule: they stay at mdx_offset */

    void *memory; /* the library's */
} wm_kotor_mdl;

/* ---- read, write ------------------------------------------------------- */

/* True if the bytes begin as a binary model does. */
WM_API bool wm_kotor_mdl_detect(const void *data, size_t size);

/* Reads a model. mdx may be NULL when there is none; a model whose MDX is missing
 * or damaged is still read (mdx_state says so, rows of meshes may be NULL). With
 * opts->report, faults that leave the rest readable are collected there; without, the
 * first of them fails the read. After a read all numbers that lead from one part to
 * another are in range: face vertices (below vertex_count), names, parents, AABB
 * children. NULL and *error otherwise. Free with wm_kotor_mdl_free. */
WM_API wm_kotor_mdl *wm_kotor_mdl_read(const void *mdl, size_t mdl_size, const void *mdx,
                                       size_t mdx_size, const wm_read_opts *opts, wm_error *error);

/* An empty model to fill, with the header fields as BioWare has them and no nodes.
 * Arrays that go into it come from wm_kotor_mdl_alloc; call wm_kotor_mdl_pack when it is
 * filled. */
WM_API wm_kotor_mdl *wm_kotor_mdl_new(wm_kotor_game game, wm_kotor_platform platform,
                                      const wm_allocator *allocator, wm_error *error);

/* count * size zeroed bytes that live as long as the model. NULL and *error when memory is
 * refused. */
WM_API void *wm_kotor_mdl_alloc(wm_kotor_mdl *mdl, size_t count, size_t size, wm_error *error);

/* The files as bytes: write(read(x)) == x. An MDX that was missing stays empty.
 * Free both with wm_buffer_free. */
WM_API wm_status wm_kotor_mdl_write(const wm_kotor_mdl *mdl, const wm_write_opts *opts,
                                    wm_buffer *mdl_out, wm_buffer *mdx_out, wm_error *error);

/* Forgets slack, odd words, stored offsets, tails and paddings: the next write lays
 * everything out afresh, as BioWare does (or as `layout` says, A or B). Needed
 * after counts changed. */
WM_API void wm_kotor_mdl_pack(wm_kotor_mdl *mdl, wm_kotor_layout_kind layout);

/* Makes it a model of another game or platform: engine addresses, fields that only
 * KotOR 2 has (as BioWare sets them), and for Xbox packed rows and no vertex tables,
 * which costs precision of normals. What the layout kept of the old file is
 * forgotten. On an error the model is unchanged. Xbox is untested on real files. */
WM_API wm_status wm_kotor_mdl_set_variant(wm_kotor_mdl *mdl, wm_kotor_game game,
                                          wm_kotor_platform platform, wm_error *error);

/* A deep copy with an arena of its own. allocator may be NULL (malloc) and must outlive the
 * copy. */
WM_API wm_kotor_mdl *wm_kotor_mdl_copy(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                       wm_error *error);

WM_API void wm_kotor_mdl_free(wm_kotor_mdl *mdl);

/* ---- what a model says of itself --------------------------------------- */

/* "k1-pc", "k2-pc", "k1-xbox", "k2-xbox". */
WM_API const char *wm_kotor_mdl_variant(const wm_kotor_mdl *mdl);
/* "character", "door" ... for the known values; NULL for others. */
WM_API const char *wm_kotor_classification_name(uint8_t classification);

/* Floats between the starts of two rows of a controller (of a packed orientation: 1). */
WM_API uint32_t wm_kotor_controller_width(const wm_kotor_controller *controller);
/* Does all of its data lie within the data of the node? */
WM_API bool wm_kotor_controller_fits(const wm_kotor_controller *controller,
                                     const wm_kotor_mdl_node *node);
/* x, y, z, w of a packed orientation, and back (rounded as BioWare does). */
WM_API void wm_kotor_quat_unpack(uint32_t packed, float xyzw[4]);
WM_API uint32_t wm_kotor_quat_pack(const float xyzw[4]);

/* The bytes of a field of vertex v's row, or NULL if the mesh has no such field
 * or no rows. field is WM_KOTOR_ROW_...; weights and indices of a skin have their
 * own functions. */
WM_API const uint8_t *wm_kotor_mesh_row(const wm_kotor_mesh *mesh, uint32_t vertex, int field);
/* Position of a vertex, from the rows or else from the vertex table; false if in
 * neither. */
WM_API bool wm_kotor_mesh_position(const wm_kotor_mesh *mesh, uint32_t vertex, wm_vec3 *position);
/* Normal of a vertex; unpacks what Xbox stores. */
WM_API bool wm_kotor_mesh_normal(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh,
                                 uint32_t vertex, wm_vec3 *normal);
WM_API bool wm_kotor_mesh_uv(const wm_kotor_mesh *mesh, uint32_t vertex, unsigned set, float uv[2]);
/* Bitangent, tangent and normal of the tangent frame. */
WM_API bool wm_kotor_mesh_tangents(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh,
                                   uint32_t vertex, wm_vec3 frame[3]);
/* Up to four slots (of wm_kotor_skin.slots) and weights of a vertex; slot -1 unused. */
WM_API bool wm_kotor_mesh_weights(const wm_kotor_mdl *mdl, const wm_kotor_mesh *mesh,
                                  uint32_t vertex, int slot[4], float weight[4]);

/* The compiler, by what it leaves in bytes that the game does not read: "BioWare",
 * "mdledit", "mdlops", "kotorblender", "waymark" or "unknown". */
WM_API const char *wm_kotor_mdl_maker(const wm_kotor_mdl *mdl);

/* ---- coverage ---------------------------------------------------------- */

/* A run of bytes that is one thing. */
typedef struct wm_kotor_range {
    uint32_t offset, size;
    const char *kind;   /* "node", "faces", "rows" ...; "gap": nothing points at it */
    uint32_t animation; /* WM_NO_INDEX: of the model itself */
    uint32_t node;      /* of the tree of that; WM_NO_INDEX: of no node */
    uint32_t index;     /* which name or texture */
    bool overlaps;      /* it begins before the range in front of it ends */
} wm_kotor_range;

typedef struct wm_kotor_coverage {
    uint32_t mdl_count, mdx_count;
    wm_kotor_range *mdl, *mdx; /* by offset; without overlaps they cover the whole file */
    uint64_t mdl_gap, mdx_gap; /* bytes in gaps */
    uint32_t overlaps;
    size_t capacity;
    wm_allocator allocator; /* the library's */
} wm_kotor_coverage;

/* Names every byte of the files that wm_kotor_mdl_write gives, which for a model that
 * was read are the files it was read from. Free with wm_kotor_coverage_free. */
WM_API wm_status wm_kotor_mdl_cover(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                    wm_kotor_coverage *out, wm_error *error);
WM_API void wm_kotor_coverage_free(wm_kotor_coverage *coverage);

/* ---- check ------------------------------------------------------------- */

typedef struct wm_kotor_mdl_check_opts {
    wm_check_opts base;
    const wm_kotor_bwm *walkmesh;   /* the WOK of the same room; NULL: not compared */
    const wm_kotor_mdl *supermodel; /* where numbers of nodes come from; may be NULL */
    bool supermodel_missing;        /* it was looked for and not found */
    uint32_t end_zero;
} wm_kotor_mdl_check_opts;

/* Looks for everything that would show in the game and for what a compiler did
 * differently. Takes n log n time. Faults that the reader can pass over are reported by
 * wm_kotor_mdl_read; read with the same report. opts may be NULL. Fails only when memory
 * is refused. */
WM_API wm_status wm_kotor_mdl_check(const wm_kotor_mdl *mdl, const wm_kotor_mdl_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* ---- difference -------------------------------------------------------- */

/* How two models differ in meaning: nodes are matched by name, animations too. What the
 * game does not read (garbage, order of blocks) does not count. */
WM_API wm_status wm_kotor_mdl_diff(const wm_kotor_mdl *a, const wm_kotor_mdl *b, wm_diff *diff,
                                   wm_error *error);

/* ---- text -------------------------------------------------------------- */

/* KotOR models as text, in the dialect of mdlops and MDLedit, which KotOR.js reads
 * too. docs/formats/kotor-mdl-ascii.md.
 *
 * What the dialect cannot carry goes into comment lines (`#wm ...`) that other tools
 * pass over, so that a binary comes back byte for byte. They are of no more use once the
 * part of the text that they belong to was edited: then they are passed over, and the
 * values are compiled from what is visible. */

typedef struct wm_kotor_mdl_text_write_opts {
    wm_write_opts base;
    bool plain; /* nothing but the dialect: no `#wm` lines */
    uint32_t end_zero;
} wm_kotor_mdl_text_write_opts;

/* The model as text: the same document gives the same bytes, floats read back to
 * the same bits. opts may be NULL. Free with wm_buffer_free. */
WM_API wm_status wm_kotor_mdl_text_write(const wm_kotor_mdl *mdl,
                                         const wm_kotor_mdl_text_write_opts *opts, wm_buffer *out,
                                         wm_error *error);

typedef struct wm_kotor_mdl_text_read_opts {
    wm_read_opts base;              /* with base.report, reading goes on after faults */
    wm_kotor_game game;             /* 0: what the text says, else K1 */
    bool xbox;                      /* platform of the result when `game` is given */
    const wm_kotor_mdl *supermodel; /* numbers of nodes are taken from it; may be NULL */
    bool plain;                     /* pass over `#wm` lines: compile everything */
    uint32_t end_zero;
} wm_kotor_mdl_text_read_opts;

/* True if the bytes look like the text of a model: no NUL bytes, and a first line that
 * is a comment or a keyword in front of the geometry. */
WM_API bool wm_kotor_mdl_text_detect(const void *data, size_t size);

/* Reads a text and compiles it to a document that can be written as binary. Errors
 * have line and column; with a report the read goes on behind them and fails only
 * when nothing is left. NULL and *error otherwise. Free with wm_kotor_mdl_free. */
WM_API wm_kotor_mdl *wm_kotor_mdl_text_read(const void *data, size_t size,
                                            const wm_kotor_mdl_text_read_opts *opts,
                                            wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
