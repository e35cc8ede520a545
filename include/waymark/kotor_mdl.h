/* KotOR models (MDL with its MDX), both games, PC and Xbox, binary and text: read, write, edit,
 * rebuild, check and compare. kotor_mdl_document.h has the structs.
 *
 * A supermodel is another model whose animations a model inherits; it can have a supermodel itself.
 */
#ifndef WAYMARK_KOTOR_MDL_H
#define WAYMARK_KOTOR_MDL_H

#include "waymark/base.h"
#include "waymark/kotor_bwm.h"
#include "waymark/kotor_mdl_document.h"

#ifdef __cplusplus
extern "C" {
#endif

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
