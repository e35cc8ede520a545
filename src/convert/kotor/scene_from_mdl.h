/* Shared by the files that convert a KotOR model to a scene. */
#ifndef WAYMARK_CONVERT_KOTOR_SCENE_FROM_MDL_H
#define WAYMARK_CONVERT_KOTOR_SCENE_FROM_MDL_H

#include "base/sort.h"
#include "base/text.h"
#include "scene/extras.h"
#include "waymark/convert.h"

typedef struct wmi_from_kotor {
    const wm_kotor_mdl *mdl;
    const wm_kotor_mdl *const *supers;
    uint32_t super_count;
    wm_scene *scene;
    wmi_arena scratch;
    wm_error *error;
    uint32_t *node_of_name; /* first node by name of mdl, or WM_NO_INDEX */
    uint32_t *sorted_names; /* names of mdl in the order of wmi_compare_names */
    uint32_t surface_count; /* over all walkmesh nodes */
    uint32_t *surfaces;     /* ascending; each has a material, starting at: */
    uint32_t surface_material;
    const uint32_t *order; /* face order of the walkmesh being filled, or NULL */
    bool packs;            /* rotations of its animations are packed */
    wmi_bag bag;
} wmi_from_kotor;

/* Each returns false with *f->error set if out of memory. */
bool wmi_from_kotor_meshes(wmi_from_kotor *f);
bool wmi_from_kotor_animations(wmi_from_kotor *f);
bool wmi_from_kotor_node_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n, wm_extras *to);
bool wmi_from_kotor_mesh_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n, wm_extras *to);
bool wmi_from_kotor_model_extras(wmi_from_kotor *f);

/* Walkmesh nodes have a part and a material for each surface (kotor/scene_from_mdl_walk.c).
 * These list the surfaces, create their materials after `count` others, and group the faces
 * of a mesh. */
bool wmi_from_kotor_list_surfaces(wmi_from_kotor *f);
bool wmi_from_kotor_surface_materials(wmi_from_kotor *f, uint32_t count);
bool wmi_from_kotor_group_faces(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m);
/* Adds the appearance of the mesh itself to the open bag. */
void wmi_from_kotor_walk_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n);

/* Adds what only the conversion back needs to the open bag (kotor/scene_from_mdl_back.c). */
bool wmi_from_kotor_node_back(wmi_from_kotor *f, const wm_kotor_mdl_node *n);
bool wmi_from_kotor_mesh_back(wmi_from_kotor *f, const wm_kotor_mdl_node *n);
bool wmi_from_kotor_animation_back(wmi_from_kotor *f, const wm_kotor_animation *from,
                                   const wm_scene_animation *to);
/* Does an animation hold rotations of one word each? */
bool wmi_from_kotor_packs(const wm_kotor_mdl *mdl);

/* Finds a node by name, as the game does; WM_NO_INDEX if there is none. */
uint32_t wmi_from_kotor_find(const wmi_from_kotor *f, const char *name);
/* Copies a text field into the scene; NULL if out of memory. */
char *wmi_from_kotor_text(wmi_from_kotor *f, const char *field, size_t size);
/* True if a field names nothing: empty or "NULL". */
bool wmi_from_kotor_nothing(const char *field, size_t size);
/* Reports that the scene or the scratch arena ran out of memory. Returns false. */
bool wmi_from_kotor_no_memory(wmi_from_kotor *f);

/* The values in the first row of a controller of a geometry node. Returns false if there is
 * no such controller of that width. */
bool wmi_from_kotor_constant(const wm_kotor_mdl_node *n, uint32_t type, uint32_t width,
                             float *values);

/* The scene property of a node's controller; NULL if it is unknown. */
const char *wmi_from_kotor_property(uint32_t type, uint16_t flags, wm_property *property);

static inline wm_transform wmi_from_kotor_pose(wm_kotor_quat q, wm_vec3 t)
{
    return (wm_transform){t, {q.x, q.y, q.z, q.w}, {1, 1, 1}};
}

#endif
