/* What an exported walkmesh shows besides its triangles: outlines, regions, tiles, islands,
 * ground and water. Only ground and water are read back. docs/gltf.md, "Walkmeshes". */
#ifndef WAYMARK_CONVERT_SCENE_DETAILS_H
#define WAYMARK_CONVERT_SCENE_DETAILS_H

#include "convert/internal.h"
#include "scene/extras.h"
#include "waymark/convert.h"

typedef struct wmi_details {
    wm_scene *scene;
    wmi_arena scratch;
    wmi_bag bag;    /* extras of the next node or mesh */
    bool failed;    /* out of memory */
    uint32_t group; /* parent of the next nodes */
    uint32_t node_room, mesh_room, material_room;
} wmi_details;

void wmi_details_open(wmi_details *d, wm_scene *scene, const wm_allocator *allocator);
/* Returns false if out of memory. */
bool wmi_details_close(wmi_details *d);
/* Reserves space for this many more. */
bool wmi_details_room(wmi_details *d, size_t nodes, size_t meshes, size_t materials);
/* Adds a node without a mesh, which becomes the parent of the next ones. */
void wmi_details_group(wmi_details *d, const char *name);
/* Adds a node with the extras of the bag, named PREFIX_A or PREFIX_A_B. b may be WM_NO_INDEX.
 * Returns NULL if out of memory. */
wm_scene_node *wmi_details_node(wmi_details *d, const char *prefix, uint32_t a, uint32_t b,
                                wm_vec3 place);
/* Adds a mesh for it. Returns NULL if out of memory. */
wm_scene_mesh *wmi_details_mesh(wmi_details *d, wm_scene_node *node, wm_primitive primitive,
                                uint32_t vertices, uint32_t indices);

/* Perimeters and regions. Returns false if out of memory. */
bool wmi_kotor_details(wm_scene *scene, const wm_kotor_bwm *bwm, const wm_kotor_surfaces *surfaces,
                       const wm_allocator *allocator);
/* Walls, regions, tiles, islands, ground and water. */
bool wmi_nwn2_details(wm_scene *scene, const wm_nwn2_trn *trn, const wm_allocator *allocator);

/* Regions of a neutral mesh: one node each, at the centre, with its triangles. With walls,
 * also one node of lines each. Only the first 4,096 regions are shown: a region takes kilobytes of
 * a glTF, and a file can have one for each of its triangles. */
enum { WMI_DETAILS_REGIONS = 4096 };
void wmi_details_regions(wmi_details *d, const wm_walkmesh *mesh, bool walls);

/* Is the node for display only, so that no walkmesh is built from it? */
bool wmi_is_detail(const wm_scene_node *node);

#endif
