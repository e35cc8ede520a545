/* The model rules of `check`, one file per subject. */
#ifndef WAYMARK_KOTOR_MDL_CHECK_H
#define WAYMARK_KOTOR_MDL_CHECK_H

#include "kotor/mdl/compile/compile.h"
#include "waymark/kotor_mdl.h"

typedef struct wmi_mdl_checker {
    const wm_kotor_mdl *mdl;
    const wm_kotor_mdl_check_opts *opts;
    wm_report *report;
    wmi_arena *scratch;
    bool rows;      /* the MDX fits the model, so rows can be checked */
    bool from_file; /* read from a binary: findings include offsets */
    bool out_of_memory;
    wmi_mdl_pose *poses; /* NULL until wmi_mdl_check_poses */
} wmi_mdl_checker;

void wmi_mdl_check_file(wmi_mdl_checker *c);  /* mdl/check_file.c */
void wmi_mdl_check_names(wmi_mdl_checker *c); /* mdl/check_nodes.c */
void wmi_mdl_check_animations(wmi_mdl_checker *c);
void wmi_mdl_check_controllers(wmi_mdl_checker *c);
/* Rules for one mesh, given its positions (NULL if it has none). */
void wmi_mdl_check_mesh(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions);
void wmi_mdl_check_adjacency(wmi_mdl_checker *c, const wm_vec3 *const *positions);
void wmi_mdl_check_normals(wmi_mdl_checker *c);
void wmi_mdl_check_skin(wmi_mdl_checker *c, uint32_t node);
void wmi_mdl_check_bind(wmi_mdl_checker *c);
void wmi_mdl_check_tree(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions);
void wmi_mdl_check_walkmesh(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions);

typedef enum wmi_plane_state { WMI_PLANE_FITS, WMI_PLANE_WRONG, WMI_PLANE_NONE } wmi_plane_state;
/* Does the stored plane of a face fit its corners? WMI_PLANE_NONE: the face has no area. */
wmi_plane_state wmi_mdl_judge_plane(const wm_kotor_mdl_face *f, const wm_vec3 corner[3]);
/* Do two faces share edge k of the first? Equal places are equal positions. */
bool wmi_mdl_share_edge(const wm_kotor_mesh *m, const uint32_t *place, uint32_t face, uint32_t k,
                        uint32_t other);

/* Is this the bind pose of a bone, within the tolerance, if these are the poses of skin and bone?
 */
bool wmi_mdl_bound_as(const wmi_mdl_pose *skin, const wmi_mdl_pose *bone, wm_kotor_quat q,
                      wm_vec3 t);
/* The first node with each name; WM_NO_INDEX: none. */
void wmi_mdl_nodes_by_name(const wm_kotor_mdl *mdl, uint32_t *node_of);

/* Allocates scratch memory for a rule. Records a failure, so the rule can simply return. */
void *wmi_mdl_check_new(wmi_mdl_checker *c, size_t count, size_t size);

/* Rest poses of all nodes, computed once. NULL when out of memory. */
const wmi_mdl_pose *wmi_mdl_check_poses(wmi_mdl_checker *c);

/* Location of a node of the model or of an animation: "nodes[3].FIELD". */
wmi_where wmi_mdl_where(const wmi_mdl_checker *c, uint32_t animation, uint32_t node,
                        const char *field);
/* An offset in the MDL, if the model was read from one. */
static inline uint64_t wmi_mdl_offset(const wmi_mdl_checker *c, uint64_t offset)
{
    return c->from_file ? offset : WM_NO_OFFSET;
}
/* The name of a node. */
const char *wmi_mdl_node_name(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node);

#endif
