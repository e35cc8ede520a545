/* Ground, grass and water of a scene. */
#ifndef WAYMARK_CONVERT_NWN2_TERRAIN_FROM_SCENE_H
#define WAYMARK_CONVERT_NWN2_TERRAIN_FROM_SCENE_H

#include "convert/internal.h"

/* Replaces or adds the TRRN and WATR packets that the scene has nodes for: ground_N is the TRRN of
 * index N, grass_N_K its grass, water_X_Y the WATR of tile X,Y. Other packets stay. Counts what was
 * taken in the result. On failure the document may be half changed. */
wm_status wmi_terrain_from_scene(const wm_scene *scene, wm_nwn2_trn *trn,
                                 const wm_allocator *allocator, wm_walkmesh_import_result *result,
                                 wm_error *error);

#endif
