/* Shared by the files that compare models. */
#ifndef WAYMARK_KOTOR_MDL_DIFF_H
#define WAYMARK_KOTOR_MDL_DIFF_H

#include "kotor/mdl/internal.h"

/* The ways in which two meshes can differ. */
enum {
    WMI_MESH_TEXTURES,
    WMI_MESH_RENDERING,
    WMI_MESH_VERTICES,
    WMI_MESH_FACES,
    WMI_MESH_UVS,
    WMI_MESH_NORMALS,
    WMI_MESH_SKIN,
    WMI_MESH_CLOTH,
    WMI_MESH_BLADES,
    WMI_MESH_TREE,
    WMI_MESH_FIELDS
};

static inline bool wmi_same_bytes(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

static inline bool wmi_same_floats(double tolerance, const void *a, const void *b, size_t count)
{
    return !wmi_floats_apart(tolerance, a, b, count);
}

/* Sets one bit for each of the above that differs; 0 if either side has no mesh. */
unsigned wmi_mdl_compare_meshes(const wm_kotor_mdl *was, const wm_kotor_mesh *a,
                                const wm_kotor_mdl *is, const wm_kotor_mesh *b, double tolerance);

#endif
