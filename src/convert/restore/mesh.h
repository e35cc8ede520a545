/* Shared by the files that compare and replace the mesh of a node: mesh_same.c and mesh.c. */
#ifndef WAYMARK_CONVERT_RESTORE_MESH_H
#define WAYMARK_CONVERT_RESTORE_MESH_H

#include "convert/restore/restore.h"

/* One of the two meshes. */
typedef struct wmi_side {
    const wm_scene *scene;
    const wm_scene_mesh *mesh;
    const wm_scene_skin *skin; /* or NULL */
    wm_vec3 *places;           /* vertices in the mesh, or in the world at rest if it has a skin */
    const wm_vec3 *normals;    /* the same for normals, or NULL */
    uint32_t uvs[WM_SCENE_UV_SETS], uv_count; /* its sets */
    uint32_t groups;                          /* materials, in the order of their first use */
    uint32_t *material;                       /* by group */
    uint32_t *first;                          /* by group: in `faces`; one more than groups */
    uint32_t *faces;                          /* triangles or lines by group */
    const bool *unkept;    /* of the original, by vertex: programs cannot keep its normal */
    bool shape_only;       /* set by wmi_same_shape */
    const bool *droppable; /* of the original, by triangle; NULL: none is missing */
    bool ordered;          /* of the edited mesh, set by wmi_restore_find_order */
} wmi_side;

/* Corners whose normals differ and that a program might have kept. */
typedef struct wmi_side_normals {
    uint32_t edited;
    uint32_t lost; /* a program lost them: it says so, or it cannot keep them */
} wmi_side_normals;

static inline uint32_t wmi_corners(const wm_scene_mesh *m)
{
    return m->primitive == WM_PRIMITIVE_LINES ? 2 : 3;
}

/* Returns false without memory.
 *
 * original: also sets `unkept`. */
bool wmi_side_open(wmi_restore *r, wmi_side *s, const wm_scene *scene, wm_pose *pose, uint32_t node,
                   bool original);
/* Is a triangle or line of the original one of the edited mesh? It may begin with another corner.
 *
 * found: counts its normals. turned: the corner of the edited one that is the first. */
bool wmi_same_face(const wmi_restore *r, const wmi_side *a, uint32_t face, const wmi_side *b,
                   uint32_t other, wmi_side_normals *found, uint32_t *turned);
/* Did a program at most store the mesh in another way? */
bool wmi_same_geometry(const wmi_restore *r, const wmi_side *a, const wmi_side *b);
/* The same, but only places count: not uvs, normals, colours, weights or materials.
 *
 * a: with droppable. */
bool wmi_same_shape(const wmi_restore *r, const wmi_side *a, const wmi_side *b);
/* Of the edited mesh: what was what of the original, where a whole triangle is where it was. */
typedef struct wmi_found {
    uint32_t *vertex;   /* by vertex; or NULL */
    uint32_t *triangle; /* by triangle; or NULL */
} wmi_found;

/* restore/sheets.c: sets what was found; the rest keeps its value. Returns false without memory. */
bool wmi_restore_find_triangles(wmi_restore *r, const wmi_side *a, const wmi_side *b,
                                wmi_found *found);
/* restore/order.c: is the i-th triangle of each material of b the i-th of a, where it was or moved?
 * Sets b->ordered. Returns false without memory. */
bool wmi_restore_find_order(wmi_restore *r, const wmi_side *a, wmi_side *b);
/* restore/skin_space.c: gives the vertices of a new skinned mesh the space that they had, if that
 * is known. Returns false without memory.
 *
 * skin: set to a skin of its own then. */
bool wmi_restore_skin_space(wmi_restore *r, const wmi_side *a, const wmi_side *b,
                            wm_scene_mesh *mesh, uint32_t *skin);
/* restore/bare.c: gives a mesh of the edited scene that has no material those of the original.
 *
 * changed: set to whether it did: then open b again. */
bool wmi_restore_bare(wmi_restore *r, const wmi_side *a, const wmi_side *b, wm_scene_mesh *mesh,
                      bool *changed);

#endif
