/* The map of a transform, for nodes (transform.c) and meshes (transform_mesh.c). */
#ifndef WAYMARK_KOTOR_MDL_TRANSFORM_H
#define WAYMARK_KOTOR_MDL_TRANSFORM_H

#include <math.h>

#include "base/vec.h"
#include "kotor/mdl/internal.h"

typedef struct wmi_mdl_map {
    bool flip_x, flip_y;
    bool rotates;          /* there is a rotation */
    bool packed_rows;      /* directions of rows are packed, as on Xbox */
    double scale;          /* above 0 */
    double cosine, sine;   /* of the rotation about z */
    double quat_w, quat_z; /* the same as a quaternion */
    wm_vec3 move;
} wmi_mdl_map;

/* Does the map change more than the root node? */
static inline bool wmi_map_changes_meshes(const wmi_mdl_map *map)
{
    return map->flip_x || map->flip_y || map->scale != 1;
}

/* Mirror and scale, without rotation and move. */
wm_vec3 wmi_map_point(const wmi_mdl_map *map, wm_vec3 v);
wm_vec3 wmi_map_direction(const wmi_mdl_map *map, wm_vec3 v); /* keeps its length */
wm_kotor_quat wmi_map_quat(const wmi_mdl_map *map, wm_kotor_quat q);
void wmi_map_box(const wmi_mdl_map *map, wm_vec3 *min, wm_vec3 *max);
void wmi_map_mesh(const wmi_mdl_map *map, wm_kotor_mesh *mesh);

#endif
