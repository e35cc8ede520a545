/* Shared by the files that convert a scene to an NWN2 model. */
#ifndef WAYMARK_CONVERT_NWN2_MDB_FROM_SCENE_H
#define WAYMARK_CONVERT_NWN2_MDB_FROM_SCENE_H

#include "convert/internal.h"
#include "convert/nwn2/mdb_scene.h"

typedef struct wmi_to_mdb {
    const wm_scene *scene;
    const wm_nwn2_mdb_import_opts *opts;
    wm_nwn2_mdb_import_result *result;
    wm_error *error;
    wmi_arena arena; /* scratch */
    wm_pose *pose;   /* at rest */
    wm_nwn2_mdb *mdb;
    bool own; /* the scene came from such a model */
} wmi_to_mdb;

wm_status wmi_to_mdb_no_memory(wmi_to_mdb *t);
void *wmi_to_mdb_scratch(wmi_to_mdb *t, size_t count, size_t size);
/* Copies a name into a field. One that is too long is an error. */
wm_status wmi_to_mdb_name(wmi_to_mdb *t, const char *name, char field[WM_NWN2_MDB_NAME],
                          const char *what);
/* A direction of the scene in the game's space. */
wm_vec3 wmi_to_mdb_vector(const wm_scene *scene, wm_vec3 v);

/* mdb_from_scene_mesh.c: adds the mesh of a node as one or several packets of a kind. */
wm_status wmi_to_mdb_mesh(wmi_to_mdb *t, uint32_t node, wm_nwn2_mdb_kind kind);
/* mdb_from_scene_material.c: the material of a packet. */
wm_status wmi_to_mdb_material(wmi_to_mdb *t, const wm_scene_material *from,
                              wm_nwn2_mdb_material *to);
/* Does a material still have the numbers that one of such a model has? */
bool wmi_to_mdb_is_known(const wm_scene_material *m);
/* The flags of walkmesh triangles with a material of the scene, or WM_NO_INDEX. */
wm_status wmi_to_mdb_surface(wmi_to_mdb *t, uint32_t material, uint32_t *flags);

#endif
