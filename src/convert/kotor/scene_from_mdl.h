/* What the files that turn a KotOR model into a scene share. */
#ifndef WAYMARK_CONVERT_SCENE_FROM_KOTOR_H
#define WAYMARK_CONVERT_SCENE_FROM_KOTOR_H

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
    uint32_t *node_of_name; /* first node of each name of mdl, WM_NO_INDEX none */
    uint32_t *sorted_names; /* names of mdl in the order of wmi_compare_names */
    uint32_t surface_count; /* of all walkmesh nodes together */
    uint32_t *surfaces;     /* rising; each has a material, the first of them: */
    uint32_t surface_material;
    const uint32_t *order; /* of the faces of the walkmesh that is being filled, or NULL */
    bool packs;            /* turns of its animations are packed */
    wmi_bag bag;
} wmi_from_kotor;

/* Each false with *f->error set when memory is refused. */
bool wmi_from_kotor_meshes(wmi_from_kotor *f);
bool wmi_from_kotor_animations(wmi_from_kotor *f);
bool wmi_from_kotor_node_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n, wm_extras *to);
bool wmi_from_kotor_mesh_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n, wm_extras *to);
bool wmi_from_kotor_model_extras(wmi_from_kotor *f);

/* Walkmesh nodes have a part and a material for each surface (kotor/scene_from_mdl_walk.c): lists
 * those there are, makes their materials behind `count` others, groups the faces of a mesh. */
bool wmi_from_kotor_list_surfaces(wmi_from_kotor *f);
bool wmi_from_kotor_surface_materials(wmi_from_kotor *f, uint32_t count);
bool wmi_from_kotor_group_faces(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m);
/* How the mesh itself looks, into the open bag. */
void wmi_from_kotor_walk_extras(wmi_from_kotor *f, const wm_kotor_mdl_node *n);

/* What only the way back needs, into the open bag (kotor/scene_from_mdl_back.c). */
bool wmi_from_kotor_node_back(wmi_from_kotor *f, const wm_kotor_mdl_node *n);
bool wmi_from_kotor_mesh_back(wmi_from_kotor *f, const wm_kotor_mdl_node *n);
bool wmi_from_kotor_animation_back(wmi_from_kotor *f, const wm_kotor_animation *from,
                                   const wm_scene_animation *to);
/* Does an animation hold turns of one word each? */
bool wmi_from_kotor_packs(const wm_kotor_mdl *mdl);

/* A node by name, as the game looks for it; WM_NO_INDEX if there is none. */
uint32_t wmi_from_kotor_find(const wmi_from_kotor *f, const char *name);
/* A copy of a text field in the scene; NULL when refused. */
char *wmi_from_kotor_text(wmi_from_kotor *f, const char *field, size_t size);
/* True if a field names nothing: empty or "NULL". */
bool wmi_from_kotor_nothing(const char *field, size_t size);
/* Refused memory, of the scene or of the scratch arena. Returns false. */
bool wmi_from_kotor_refused(wmi_from_kotor *f);

/* The values in the first row of a controller of a geometry node; false if it has no
 * such controller of that width. */
bool wmi_from_kotor_constant(const wm_kotor_mdl_node *n, uint32_t type, uint32_t width,
                             float *values);

/* What a controller of a node means to the scene; NULL for one that is unknown. */
const char *wmi_from_kotor_property(uint32_t type, uint16_t flags, wm_property *property);

static inline wm_transform wmi_from_kotor_pose(wm_kotor_quat q, wm_vec3 t)
{
    return (wm_transform){t, {q.x, q.y, q.z, q.w}, {1, 1, 1}};
}

#endif
