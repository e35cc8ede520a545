/* What walkmeshes show beside their triangles when they are exported: outlines, regions,
 * tiles, islands, ground and water. None of it is read again. docs/gltf.md, "Walkmeshes". */
#ifndef WAYMARK_CONVERT_SCENE_DETAILS_H
#define WAYMARK_CONVERT_SCENE_DETAILS_H

#include "convert/internal.h"
#include "scene/extras.h"
#include "waymark/convert.h"

typedef struct wmi_details {
    wm_scene *scene;
    wmi_arena scratch;
    wmi_bag bag;    /* extras of the next node or mesh */
    bool failed;    /* memory ran out */
    uint32_t group; /* the node that the next ones hang on */
    uint32_t node_room, mesh_room, material_room;
} wmi_details;

void wmi_details_open(wmi_details *d, wm_scene *scene, const wm_allocator *allocator);
/* False when memory ran out. */
bool wmi_details_close(wmi_details *d);
/* Room for so many more. */
bool wmi_details_room(wmi_details *d, size_t nodes, size_t meshes, size_t materials);
/* A node without a mesh, which the next ones hang on. */
void wmi_details_group(wmi_details *d, const char *name);
/* A node with the extras of the bag, named PREFIX_A or PREFIX_A_B; NULL when memory ran
 * out. b may be WM_NO_INDEX. */
wm_scene_node *wmi_details_node(wmi_details *d, const char *prefix, uint32_t a, uint32_t b,
                                wm_vec3 place);
/* A mesh for it; NULL when memory ran out. */
wm_scene_mesh *wmi_details_mesh(wmi_details *d, wm_scene_node *node, wm_primitive primitive,
                                uint32_t vertices, uint32_t indices);

/* Perimeters and regions. False when memory ran out. */
bool wmi_kotor_details(wm_scene *scene, const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                       const wm_allocator *allocator);
/* Walls, regions, tiles, islands, ground and water. */
bool wmi_nwn2_details(wm_scene *scene, const wm_nwn2_trn *trn, const wm_allocator *allocator);

/* Regions of a neutral mesh: a node each, in the middle, with its triangles. With walls, also
 * a node of lines each. */
void wmi_details_regions(wmi_details *d, const wm_walkmesh *mesh, bool walls);

/* Does the node only show something, so that no walkmesh is made of it? */
bool wmi_is_detail(const wm_scene_node *node);

#endif
