/* What the files of the KotOR model share: document and arena, the records of the
 * file, and the blocks of a layout. docs/formats/kotor-mdl.md, "Layout". */
#ifndef WAYMARK_KOTOR_MDL_INTERNAL_H
#define WAYMARK_KOTOR_MDL_INTERNAL_H

#include "base/internal.h"
#include "waymark/kotor_mdl.h"

/* The document and its arena live in one block. */
typedef struct wmi_mdl {
    wm_kotor_mdl pub;
    wmi_arena arena;
} wmi_mdl;

static inline wmi_arena *wmi_mdl_arena(const wm_kotor_mdl *mdl)
{
    return mdl->memory;
}

/* A new empty document in an arena with a limit; mdl->memory is the arena. */
wm_kotor_mdl *wmi_mdl_create(const wm_allocator *allocator, uint64_t limit, size_t room,
                             wm_error *error);

/* The header of a new model, as BioWare has it. */
void wmi_mdl_defaults(wm_kotor_mdl *mdl, wm_kotor_game game, wm_kotor_platform platform);

/* ---- records ----------------------------------------------------------- */

/* Pointers of an MDL count from the end of its file header. */
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
    WMI_MDL_NODE_MOST = WMI_MDL_NODE + WMI_MDL_LIGHT + WMI_MDL_EMITTER + WMI_MDL_REFERENCE + 340 +
                        WMI_MDL_SKIN + WM_KOTOR_ANIM_SIZE + WMI_MDL_DANGLY + WMI_MDL_AABB +
                        WMI_MDL_SABER
};

static inline uint32_t wmi_mdl_mesh_size(const wm_kotor_mdl *mdl)
{
    return (mdl->game == WM_KOTOR_2 ? 340u : 332u) - (mdl->platform == WM_KOTOR_XBOX ? 4u : 0u);
}

/* Bytes of a node's headers, and where one of its parts starts: pass only the
 * flags in front of it. */
uint32_t wmi_mdl_node_size(const wm_kotor_mdl *mdl, uint32_t flags);

/* ---- blocks ------------------------------------------------------------ */

/* Everything that lies in one piece. Those of a node after WMI_BLOCK_NODE. */
typedef enum wmi_mdl_kind {
    WMI_BLOCK_HEADER,
    WMI_BLOCK_NAME_TABLE,
    WMI_BLOCK_NAME, /* index: which */
    WMI_BLOCK_ANIMATION_TABLE,
    WMI_BLOCK_ANIMATION,
    WMI_BLOCK_EVENTS,
    WMI_BLOCK_NODE,
    WMI_BLOCK_LIGHT_TABLE,
    WMI_BLOCK_LIGHT_TEXTURE, /* index: which */
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

/* "faces", "controllers" ...: field names of the document. */
const char *wmi_mdl_kind_name(wmi_mdl_kind kind);

typedef struct wmi_mdl_block {
    wmi_mdl_kind kind;
    uint32_t animation; /* WM_NO_INDEX: of the model itself */
    uint32_t node;      /* of that tree; WM_NO_INDEX: of none */
    uint32_t index;     /* which name or texture */
    uint32_t ordinal;   /* the how manieth block of the walk */
    uint64_t size;
    const wm_kotor_tree *tree;
} wmi_mdl_block;

/* False stops the walk. */
typedef bool (*wmi_mdl_visit)(void *user, const wmi_mdl_block *block);

/* Calls visit for each block in the order of a layout (stored: that of A), empty ones
 * included. False when stopped, or when a tree is not in depth-first order. */
bool wmi_mdl_walk(const wm_kotor_mdl *mdl, wm_kotor_layout_kind layout, wmi_mdl_visit visit,
                  void *user);

/* Where the pointer to a block of a node stands within the node's headers, or
 * WM_NO_INDEX if it has none there. */
uint32_t wmi_mdl_pointer_field(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node,
                               wmi_mdl_kind kind);

/* Does the pointer of an empty block say where it would stand, or 0? */
bool wmi_mdl_empty_points(wm_kotor_layout_kind layout, const wmi_mdl_block *block);

/* ---- headers as bytes -------------------------------------------------- */

/* One description of each record serves reading and writing: with `put` the
 * fields of the document go to p, else they come from it. Pointers are captured in
 * pointer[kind] or written as 0. */
typedef struct wmi_mdl_codec {
    uint8_t *p;
    bool put;
    uint32_t pointer[WMI_BLOCK_KINDS];
    uint32_t count[WMI_BLOCK_KINDS]; /* of arrays whose counts are in no field */
    uint32_t parent;                 /* pointer to the parent node */
    uint32_t owner;                  /* pointer to the header of the animation */
    uint32_t root, head;             /* pointers of geometry and names header */
} wmi_mdl_codec;

void wmi_mdl_code_header(wmi_mdl_codec *c, wm_kotor_mdl *mdl);
void wmi_mdl_code_animation(wmi_mdl_codec *c, wm_kotor_animation *animation);
/* The node and all its parts, which must exist. */
void wmi_mdl_code_node(wmi_mdl_codec *c, const wm_kotor_mdl *mdl, wm_kotor_mdl_node *node);

typedef enum wmi_mdl_function {
    WMI_FUNCTION_MODEL,
    WMI_FUNCTION_ANIMATION,
    WMI_FUNCTION_MESH, /* also of aabb meshes and sabers */
    WMI_FUNCTION_SKIN,
    WMI_FUNCTION_DANGLY
} wmi_mdl_function;

/* The engine addresses that a model of this game and platform holds. */
void wmi_mdl_functions(const wm_kotor_mdl *mdl, wmi_mdl_function which, uint32_t function[2]);

/* What a model made here has in the three bytes behind its type, where BioWare has
 * garbage: the mark of this compiler. */
static const uint8_t wmi_mdl_mark[3] = {'W', 'M', 'K'};

/* Game and platform by the engine addresses of the header; false if unknown (then K1
 * on PC is assumed). */
bool wmi_mdl_find_variant(wm_kotor_mdl *mdl);

/* ---- layout of a file that was read ------------------------------------ */

/* Finds the layout of a file that has just been read into mdl, and keeps what the
 * layout does not give: slack and odd words. */
wm_status wmi_mdl_find_layout(wm_kotor_mdl *mdl, const uint8_t *data, size_t size, wm_error *error);

/* ---- rows -------------------------------------------------------------- */

/* A mesh that has rows, in the order in which the MDX holds them. */
typedef struct wmi_mdl_place {
    uint64_t key;
    uint32_t node;   /* of the model's tree */
    uint32_t offset; /* where its rows stand in the MDX that is written */
} wmi_mdl_place;

/* Finds the rows of every mesh in the MDX, which may be NULL. */
wm_status wmi_mdl_read_rows(wm_kotor_mdl *mdl, const uint8_t *mdx, size_t size, wm_report *report,
                            wm_error *error);

typedef struct wmi_mdl_places {
    wmi_mdl_place *items;
    size_t count, capacity;
} wmi_mdl_places;

/* The order of the meshes and where their rows will stand; the size of the MDX. */
wm_status wmi_mdl_place_rows(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                             wmi_mdl_places *places, uint64_t *size, wm_error *error);
/* Fills an MDX of that size. */
void wmi_mdl_write_rows(const wm_kotor_mdl *mdl, const wmi_mdl_places *places, uint8_t *mdx,
                        uint64_t size);

#endif
