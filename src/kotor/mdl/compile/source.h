/* A mesh as text gives it, before it is compiled: positions, texture vertices
 * and faces that index each separately. The ASCII reader fills these, the compiler
 * turns them into vertices, rows and derived data of a document
 * (docs/formats/kotor-mdl-ascii.md, "Compiling"). */
#ifndef WAYMARK_KOTOR_MDL_SOURCE_H
#define WAYMARK_KOTOR_MDL_SOURCE_H

#include "kotor/bwm/internal.h"
#include "waymark/kotor_mdl.h"

typedef struct wmi_source_face {
    uint32_t vertex[3];
    uint32_t smoothing; /* group bits; 0: flat */
    uint32_t uv[4][3];  /* into uvs[set]; WM_NO_INDEX without that set */
    uint32_t colour[3]; /* into colours; WM_NO_INDEX without */
    uint32_t material;
} wmi_source_face;

/* Influences of one position, strongest first after the reader sorted them. */
typedef struct wmi_source_weights {
    uint32_t count;   /* 0 to 4 */
    uint16_t name[4]; /* names of the document */
    float weight[4];
} wmi_source_weights;

typedef struct wmi_source_mesh {
    uint32_t vertex_count;
    wm_vec3 *vertices;
    wm_vec3 *normals; /* of each vertex, given by annotations or importers; NULL: computed */
    uint32_t uv_count[4];
    float (*uvs[4])[2];
    uint32_t colour_count;
    wm_vec3 *colours;
    uint32_t face_count;
    wmi_source_face *faces;
    wmi_source_weights *weights; /* vertex_count of a skin, else NULL */
    uint32_t slot_count;         /* slots of a skin that importers know already; 0: by use */
    const uint16_t *slots;       /* name of each; 0xFFFF: none */
    float *constraints;          /* vertex_count of a danglymesh, else NULL */
    uint32_t aabb_count;         /* as the text lists them; 0: built */
    wm_kotor_mdl_aabb *aabbs;
    bool bare_boxes;  /* aabbs has no boxes yet */
    bool tangents;    /* wants a tangent frame */
    bool has_average; /* min, max, radius, average of the document's mesh stand in the text */
    bool has_inverted;
} wmi_source_mesh;

typedef struct wmi_compile_opts {
    const wm_kotor_mdl *supermodel; /* numbers of nodes are taken from it; may be NULL */
    wm_report *report;              /* may be NULL */
    bool decompiled; /* the text was decompiled by a tool whose smoothing groups say nothing:
                        where all meshes list compiled vertices, smoothing is guessed from
                        them, and none is split */
} wmi_compile_opts;

/* Turns a document whose nodes, names, controllers and header fields are filled,
 * and whose meshes' geometry is given by sources[node] (NULL: leave the node alone),
 * into one that can be written. sources has mdl->tree.count elements. Memory comes
 * from the arena of the document. */
wm_status wmi_mdl_compile(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                          const wmi_compile_opts *opts, wm_error *error);

/* Links of a tree of which only the faces are known (-1: inner nodes), in pre-order. False
 * if that is no tree. `stack` has room for `count` (mdl/tree.c). */
bool wmi_mdl_tree_links(wm_kotor_mdl_aabb *nodes, uint32_t count, uint32_t *stack);

/* Boxes of a tree that has links and faces, all of them in range. */
void wmi_mdl_tree_boxes(const wm_kotor_mdl_face *faces, const wm_vec3 *positions,
                        wm_kotor_mdl_aabb *nodes, uint32_t count);
/* Planes of a tree that has boxes and links: of each inner node by its children. */
void wmi_mdl_tree_planes(wm_kotor_mdl_aabb *nodes, uint32_t count);

/* Does the first line of the text say that mdlops decompiled it? */
bool wmi_mdl_text_decompiled(const void *data, size_t size);

/* Whether a box holds a point, but for rounding in texts (mdl/check_tree.c). */
bool wmi_mdl_box_holds(const wm_kotor_mdl_aabb *box, wm_vec3 p);

#endif
