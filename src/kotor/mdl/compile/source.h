/* A mesh as given by a text, before it is compiled: positions, texture vertices, and
 * faces that index each separately. The text reader fills these in; the compiler
 * converts them to vertices, rows and derived data of a document
 * (docs/formats/kotor-mdl-ascii.md, "Compiling"). */
#ifndef WAYMARK_KOTOR_MDL_COMPILE_SOURCE_H
#define WAYMARK_KOTOR_MDL_COMPILE_SOURCE_H

#include "kotor/bwm/internal.h"
#include "waymark/kotor_mdl.h"

typedef struct wmi_source_face {
    uint32_t vertex[3];
    uint32_t smoothing; /* group bits; 0 for flat */
    uint32_t uv[4][3];  /* index into uvs[set]; WM_NO_INDEX if there is no such set */
    uint32_t colour[3]; /* index into colours; WM_NO_INDEX if there are none */
    uint32_t material;
} wmi_source_face;

/* Weights of one position, strongest first once the reader has sorted them. */
typedef struct wmi_source_weights {
    uint32_t count;   /* 0 to 4 */
    uint16_t name[4]; /* indices into the document's names */
    float weight[4];
} wmi_source_weights;

typedef struct wmi_source_mesh {
    uint32_t vertex_count;
    wm_vec3 *vertices;
    wm_vec3 *normals;         /* one per vertex, from notes or importers; NULL: computed */
    const float (*frames)[9]; /* likewise: bitangent, tangent and normal; NULL: computed */
    uint32_t uv_count[4];
    float (*uvs[4])[2];
    uint32_t colour_count;
    wm_vec3 *colours;
    uint32_t face_count;
    wmi_source_face *faces;
    wmi_source_weights *weights; /* vertex_count for a skin, else NULL */
    uint32_t slot_count;         /* skin slots already known to importers; 0: assigned by use */
    const uint16_t *slots;       /* name index of each; 0xFFFF: none */
    float *constraints;          /* vertex_count for a danglymesh, else NULL */
    uint32_t aabb_count;         /* as listed by the text; 0: built */
    wm_kotor_mdl_aabb *aabbs;
    bool bare_boxes;  /* aabbs has no boxes yet */
    bool tangents;    /* needs a tangent frame */
    bool has_average; /* the text gives min, max, radius, average of the mesh */
    bool has_inverted;
} wmi_source_mesh;

typedef struct wmi_compile_opts {
    const wm_kotor_mdl *supermodel; /* source of node numbers; may be NULL */
    const wm_kotor_mdl *previous;   /* an older binary of the model, likewise */
    bool stock;                     /* use the table of stock supermodels */
    bool numbered;     /* nodes have their number plus 1 in `offset`; 0: they have none */
    wm_report *report; /* may be NULL */
    wm_kotor_smoothing smoothing; /* AUTO is GROUPS. ANGLES, for smoothing groups that are
                                     meaningless: if all meshes list compiled vertices, smoothing is
                                     guessed from them, and no vertex is split */
} wmi_compile_opts;

/* Do faces use the same indices for vertices and texture vertices? If so, the text lists
 * the vertices of a compiled mesh, and none of them are welded. */
bool wmi_source_listed(const wmi_source_mesh *source);

/* Completes a document so that it can be written. Its nodes, names, controllers and
 * header fields must be filled in; sources[node] gives the geometry of its meshes (NULL:
 * leave the node unchanged). sources has mdl->tree.count elements. Memory comes from the
 * document's arena. */
wm_status wmi_mdl_compile(wm_kotor_mdl *mdl, wmi_source_mesh *const *sources,
                          const wmi_compile_opts *opts, wm_error *error);

/* Links the nodes of a tree, in pre-order, of which only the faces are known (-1: inner
 * node). Returns false if they do not form a tree. `stack` has room for `count`
 * (mdl/tree.c). */
bool wmi_mdl_tree_links(wm_kotor_mdl_aabb *nodes, uint32_t count, uint32_t *stack);

/* Computes the boxes of a tree whose links and faces are set and in range. */
void wmi_mdl_tree_boxes(const wm_kotor_mdl_face *faces, const wm_vec3 *positions,
                        wm_kotor_mdl_aabb *nodes, uint32_t count);
/* Computes the planes of a tree that has boxes and links: for each inner node, from its
 * children. */
void wmi_mdl_tree_planes(wm_kotor_mdl_aabb *nodes, uint32_t count);

/* Does the first line of the text say that mdlops decompiled it? */
bool wmi_mdl_text_decompiled(const void *data, size_t size);

/* Does a box contain a point, allowing for rounding in texts (mdl/check_tree.c)? */
bool wmi_mdl_box_holds(const wm_kotor_mdl_aabb *box, wm_vec3 p);

#endif
