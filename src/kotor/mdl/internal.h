/* Shared by the KotOR model files: document and arena, file records, and layout blocks.
 * docs/formats/kotor-mdl.md, "Layout". */
#ifndef WAYMARK_KOTOR_MDL_INTERNAL_H
#define WAYMARK_KOTOR_MDL_INTERNAL_H

#include "base/internal.h"
#include "waymark/kotor_mdl.h"

/* The document and its arena share one block. */
typedef struct wmi_mdl {
    wm_kotor_mdl pub;
    wmi_arena arena;
} wmi_mdl;

static inline wmi_arena *wmi_mdl_arena(const wm_kotor_mdl *mdl)
{
    return mdl->memory;
}

/* Creates an empty document in an arena with a memory limit; mdl->memory is the arena. */
wm_kotor_mdl *wmi_mdl_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error);
/* For the end of public functions that replace arrays: moves everything into new memory if much of
 * the old is not needed any more. Pointers into the model become invalid. */
void wmi_mdl_tidy(wm_kotor_mdl *mdl);
/* wm_kotor_mdl_set_variant without moving the model. */
wm_status wmi_mdl_set_variant(wm_kotor_mdl *mdl, wm_kotor_game game, wm_kotor_platform platform,
                              wm_error *error);

/* Fills the header of a new model with BioWare's values. */
void wmi_mdl_defaults(wm_kotor_mdl *mdl, wm_kotor_game game, wm_kotor_platform platform);

/* ---- records ----------------------------------------------------------- */

/* Pointers in an MDL are relative to the end of its file header. */
enum {
    WMI_MDL_BASE = 12,
    WMI_MDL_GEOMETRY = 80,
    WMI_MDL_MODEL = 88,
    WMI_MDL_HEADER = WMI_MDL_BASE + WMI_MDL_GEOMETRY + WMI_MDL_MODEL + 28,
    WMI_MDL_ANIMATION = WMI_MDL_GEOMETRY + 56,
    WMI_MDL_EVENT = 36,
    WMI_MDL_NODE = 80,
    WMI_MDL_LIGHT = 92,
    WMI_MDL_EMITTER = 224,
    WMI_MDL_REFERENCE = 36,
    WMI_MDL_SKIN = 100,
    WMI_MDL_DANGLY = 28,
    WMI_MDL_AABB = 4,
    WMI_MDL_SABER = 20,
    WMI_MDL_AABB_NODE = 40,
    WMI_MDL_FACE = 32,
    WMI_MDL_NODE_MOST = WMI_MDL_NODE + WMI_MDL_LIGHT + WMI_MDL_EMITTER + WMI_MDL_REFERENCE + 340 +
                        WMI_MDL_SKIN + WM_KOTOR_ANIM_SIZE + WMI_MDL_DANGLY + WMI_MDL_AABB +
                        WMI_MDL_SABER
};

static inline uint32_t wmi_mdl_mesh_size(const wm_kotor_mdl *mdl)
{
    return (mdl->game == WM_KOTOR_GAME_2 ? 340u : 332u) -
           (mdl->platform == WM_KOTOR_PLATFORM_XBOX ? 4u : 0u);
}

/* The flags whose parts a node can have: those of a mesh need a mesh. */
static inline uint32_t wmi_mdl_known_flags(uint32_t flags)
{
    const uint32_t of_mesh = WM_KOTOR_NODE_SKIN | WM_KOTOR_NODE_ANIM | WM_KOTOR_NODE_DANGLY |
                             WM_KOTOR_NODE_AABB | WM_KOTOR_NODE_SABER;
    return flags & (flags & WM_KOTOR_NODE_MESH ? 0x3F | of_mesh : 0x3F);
}

/* The headers of all parts that the flags name. */
uint32_t wmi_mdl_part_sizes(const wm_kotor_mdl *mdl, uint32_t flags);

/* Size of a node's headers. To get the offset of one part, pass only the flags of the
 * parts before it. */
static inline uint32_t wmi_mdl_node_size(const wm_kotor_mdl *mdl, uint32_t flags)
{
    return WMI_MDL_NODE +
           (flags & ~(uint32_t)WM_KOTOR_NODE_HEADER ? wmi_mdl_part_sizes(mdl, flags) : 0);
}

/* After faces were loaded or stored as 32-bit words: the last three words of each are pairs of
 * 16-bit values. */
static inline void wmi_mdl_swap_halves(void *faces, uint32_t count)
{
    for (size_t k = 20; k < WMI_MDL_FACE; k += 4)
        wmi_halves((uint8_t *)faces + k, count, WMI_MDL_FACE);
}

/* ---- blocks ------------------------------------------------------------ */

/* Contiguous pieces of the file. The blocks of a node come after WMI_BLOCK_NODE. */
typedef enum wmi_mdl_kind {
    WMI_BLOCK_HEADER,
    WMI_BLOCK_NAME_TABLE,
    WMI_BLOCK_NAME, /* `index` says which */
    WMI_BLOCK_ANIMATION_TABLE,
    WMI_BLOCK_ANIMATION,
    WMI_BLOCK_EVENTS,
    WMI_BLOCK_NODE,
    WMI_BLOCK_LIGHT_TABLE,
    WMI_BLOCK_LIGHT_TEXTURE, /* `index` says which */
    WMI_BLOCK_LIGHT_SIZES,
    WMI_BLOCK_LIGHT_POSITIONS,
    WMI_BLOCK_LIGHT_COLOURS,
    WMI_BLOCK_BONE_MAP,
    WMI_BLOCK_BONE_Q,
    WMI_BLOCK_BONE_T,
    WMI_BLOCK_BONE_UNKNOWN,
    WMI_BLOCK_CONSTRAINTS,
    WMI_BLOCK_DANGLY_VERTICES,
    WMI_BLOCK_AABBS,
    WMI_BLOCK_SABER_POSITIONS,
    WMI_BLOCK_SABER_NORMALS,
    WMI_BLOCK_SABER_UVS,
    WMI_BLOCK_FACES,
    WMI_BLOCK_INDEX_COUNTS,
    WMI_BLOCK_VERTICES,
    WMI_BLOCK_INDEX_OFFSETS,
    WMI_BLOCK_INVERTED,
    WMI_BLOCK_INDICES,
    WMI_BLOCK_CHILDREN,
    WMI_BLOCK_CONTROLLERS,
    WMI_BLOCK_DATA,
    WMI_BLOCK_KINDS
} wmi_mdl_kind;

/* The block's field name in the document: "faces", "controllers" ... */
const char *wmi_mdl_kind_name(wmi_mdl_kind kind);

typedef struct wmi_mdl_block {
    wmi_mdl_kind kind;
    uint32_t animation; /* WM_NO_INDEX: the model itself */
    uint32_t node;      /* in that tree; WM_NO_INDEX: none */
    uint32_t index;     /* which name or texture */
    uint32_t ordinal;   /* index of the block in the walk */
    uint64_t size;
    const wm_kotor_tree *tree;
} wmi_mdl_block;

/* Return false to stop the walk. */
typedef bool (*wmi_mdl_visit)(void *user, const wmi_mdl_block *block);

/* Calls visit for each block, including empty ones, in the order of a layout (stored:
 * that of A). Returns false when stopped, or when a tree is not in depth-first order. */
bool wmi_mdl_walk(const wm_kotor_mdl *mdl, wm_kotor_mdl_order order, wmi_mdl_visit visit,
                  void *user);

/* Offset, in the node's headers, of the pointer to a block of one of its parts, or
 * WM_NO_INDEX if they have none. */
uint32_t wmi_mdl_part_pointer(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                              wmi_mdl_kind kind);

/* The same for all blocks of a node. Each has its children, controllers and data: three array
 * headers of 12 bytes, one after the other. */
static inline uint32_t wmi_mdl_pointer_field(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                                             wmi_mdl_kind kind)
{
    return kind >= WMI_BLOCK_CHILDREN ? 44 + 12 * (uint32_t)(kind - WMI_BLOCK_CHILDREN)
                                      : wmi_mdl_part_pointer(mdl, node, kind);
}

/* Does the pointer to an empty block hold the block's position? Otherwise it is 0. */
bool wmi_mdl_empty_points(wm_kotor_mdl_order order, const wmi_mdl_block *block);

/* ---- headers as bytes -------------------------------------------------- */

/* One description of each record serves reading and writing. With `put`, fields of the
 * document are written to p, otherwise they are read from it. Pointers are stored in
 * pointer[kind] when read. They are written as 0, or left as they are with `keep`. */
typedef struct wmi_mdl_codec {
    uint8_t *p;
    bool put, keep;
    uint32_t pointer[WMI_BLOCK_KINDS];
    uint32_t size;       /* of the MDL, without the file header */
    uint32_t parent;     /* pointer to the parent node */
    uint32_t owner;      /* pointer to the animation header */
    uint32_t root, head; /* pointers of the geometry header and the names header */
} wmi_mdl_codec;

void wmi_mdl_code_header(wmi_mdl_codec *c, wm_kotor_mdl *mdl);
void wmi_mdl_code_animation(wmi_mdl_codec *c, wm_kotor_animation *animation);
/* Codes the node and all its parts, which must exist. */
void wmi_mdl_code_node(wmi_mdl_codec *c, const wm_kotor_mdl *mdl, wm_kotor_mdl_node *node);

typedef enum wmi_mdl_function {
    WMI_FUNCTION_MODEL,
    WMI_FUNCTION_ANIMATION,
    WMI_FUNCTION_MESH, /* also for aabb meshes and sabers */
    WMI_FUNCTION_SKIN,
    WMI_FUNCTION_DANGLY
} wmi_mdl_function;

/* Sets the engine addresses for the model's game and platform. */
void wmi_mdl_functions(const wm_kotor_mdl *mdl, wmi_mdl_function which, uint32_t function[2]);

/* This compiler's mark: the three bytes after the type of a model made here. BioWare has
 * garbage there. */
static const uint8_t wmi_mdl_mark[3] = {'W', 'M', 'K'};

/* Detects game and platform from the engine addresses in the header. Returns false if
 * unknown; K1 on PC is then assumed. */
bool wmi_mdl_find_variant(wm_kotor_mdl *mdl);
/* Takes the game from the first engine address of a mesh in the file, if there is one. */
void wmi_mdl_guess_game(wm_kotor_mdl *mdl, const uint8_t *data, size_t size);

/* A face that the reader made a point, because it uses a vertex that does not exist. */
static inline bool wmi_mdl_dropped(const wm_kotor_mdl *mdl, const wm_kotor_mdl_face *face)
{
    return mdl->fault_count && face->vertex[0] == face->vertex[1] &&
           face->vertex[1] == face->vertex[2];
}

/* ---- layout of a file that was read ------------------------------------ */

/* Finds the layout of a file just read into mdl, and keeps what the layout does not
 * explain: slack and odd words.
 *
 * scattered: a block lies in pieces, so neither layout fits. */
wm_status wmi_mdl_find_layout(wm_kotor_mdl *mdl, const uint8_t *data, size_t size, bool scattered,
                              wm_error *error);

/* ---- rows -------------------------------------------------------------- */

/* A mesh with rows. These are listed in MDX order. */
typedef struct wmi_mdl_place {
    uint32_t key;    /* the order; equal ones stay in the order of their nodes */
    uint32_t node;   /* in the model's tree */
    uint32_t offset; /* of its rows in the written MDX */
} wmi_mdl_place;

/* Fails if controllers that share data have more times and values, each counted as often as it is
 * used, than a file of this size may have: everything made from a model lists them.
 *
 * most: if there cannot be more than this many, and they are allowed, they are not counted. */
wm_status wmi_mdl_limit_controllers(const wm_kotor_mdl *mdl, uint64_t most, size_t size,
                                    wm_error *error);
/* Finds the rows of every mesh in the MDX, which may be NULL. */
wm_status wmi_mdl_read_rows(wm_kotor_mdl *mdl, const uint8_t *mdx, size_t size, wm_report *report,
                            wm_error *error);

typedef struct wmi_mdl_places {
    wmi_mdl_place *items;
    size_t count, capacity;
} wmi_mdl_places;

/* Computes the order of the meshes, the offsets of their rows, and the MDX size. */
wm_status wmi_mdl_place_rows(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                             wmi_mdl_places *places, uint64_t *size, wm_error *error);
/* Fills an MDX of that size. */
void wmi_mdl_write_rows(const wm_kotor_mdl *mdl, const wmi_mdl_places *places, uint8_t *mdx,
                        uint64_t size);

#endif
