/* The steps of a rebuild, one file each. */
#ifndef WAYMARK_KOTOR_BWM_REBUILD_H
#define WAYMARK_KOTOR_BWM_REBUILD_H

#include "kotor/bwm/internal.h"

/* Links those of the faces [0, count) that share an edge, by vertex index, in opposite
 * directions. `crowded` (3 * count elements, may be NULL) is set for edges shared by
 * three or more faces. Returns false when out of memory. */
bool wmi_bwm_link(const wm_kotor_face *faces, uint32_t count, uint32_t vertex_count,
                  wm_kotor_adjacency *adjacency, uint8_t *crowded, wmi_arena *scratch);

/* Lists the border edges, one loop after another. `adjacency` must be mutual, as from
 * wmi_bwm_link. `seen` and `transition` have 3 * count elements. `edges` and
 * `perimeters` must have room for all border edges. */
void wmi_bwm_borders(const wm_kotor_adjacency *adjacency, uint32_t count,
                     const uint32_t *transition, uint8_t *seen, wm_kotor_edge *edges,
                     uint32_t *perimeters, uint32_t *perimeter_count);

/* The unit normal of a triangle, computed as the games do, and its plane distance. */
wm_vec3 wmi_bwm_normal(const wm_vec3 v[3], wm_kotor_rounding rounding);
float wmi_bwm_distance(wm_vec3 normal, wm_vec3 v);
/* Number of stored normals that the second game's rounding reproduces bit for bit, minus
 * the same number for the first game's. */
int64_t wmi_bwm_rounding(const wm_kotor_bwm *bwm);

/* Fills 2 * face_count - 1 nodes, depth first. Returns false when out of memory. */
bool wmi_bwm_tree(const wm_kotor_bwm *bwm, wm_kotor_aabb *nodes, wmi_arena *scratch);

/* The split plane between two boxes, computed as the engine does. */
uint32_t wmi_bwm_plane(const wm_kotor_aabb *left, const wm_kotor_aabb *right);

#endif
