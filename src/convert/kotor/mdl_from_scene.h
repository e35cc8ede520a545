/* Shared by the files that convert a scene to a KotOR model. Order of the steps: nodes are
 * listed (items) and get their poses and names, then their parts from the extras, controllers
 * and geometry. The model text compiler does the rest. */
#ifndef WAYMARK_CONVERT_KOTOR_MDL_FROM_SCENE_H
#define WAYMARK_CONVERT_KOTOR_MDL_FROM_SCENE_H

#include "base/vec.h"
#include "kotor/mdl/compile/source.h"
#include "scene/animation_index.h"
#include "scene/quat.h"
#include "waymark/convert.h"

/* World placement of a scene node, with the scale of its rest pose removed. */
typedef struct wmi_place {
    wmi_linear world;  /* linear part in the space of the scene */
    wmi_vec move;      /* position in the space of the scene */
    wmi_quat quat;     /* product of the rotations alone */
    wmi_linear excess; /* world without the rotation, applied to vertices; identity if unscaled */
    bool plain;        /* excess is the identity */
    bool vanished;     /* its scale is 0 on all axes: kept as a controller, not removed */
} wmi_place;

/* A node of the model. */
typedef struct wmi_item {
    uint32_t node;     /* of the scene; WM_NO_INDEX: a root that the scene lacks */
    uint32_t parent;   /* item index */
    uint32_t part;     /* 0: the node itself; else the index of its extra mesh */
    uint32_t material; /* of the scene, or WM_NO_INDEX */
    bool whole;        /* all triangles of the mesh; otherwise: */
    const uint32_t *faces;
    uint32_t face_count;
    bool walkmesh;  /* from another program */
    bool has_below; /* it has child nodes in the scene */
    const char *name;
    uint32_t name_index;
} wmi_item;

/* How a mesh of the scene was converted. */
typedef struct wmi_made {
    uint32_t *vertex;   /* vertex of the scene's mesh, by vertex of the source mesh */
    wmi_linear stretch; /* applied to its vertices, in the space of the scene */
    bool plain;         /* stretch is the identity */
} wmi_made;

typedef struct wmi_to_mdl {
    const wm_scene *scene;
    const wm_kotor_mdl_import_opts *opts;
    wm_kotor_mdl_import_result *result;
    wm_error *error;
    bool own;                 /* the scene came from a KotOR model */
    bool upright;             /* z is already up */
    uint32_t skipped;         /* a root that only makes the scene upright, or WM_NO_INDEX */
    wm_scene *template_scene; /* opts->template_mdl as a scene; may be NULL */
    uint32_t *template_of;    /* node of the template by scene node, or WM_NO_INDEX */
    wmi_arena scratch;
    wm_kotor_mdl *mdl;
    wmi_place *places; /* by scene node; NULL for own scenes */
    uint32_t item_count;
    wmi_item *items;            /* depth first, like the nodes of mdl */
    uint32_t *item_of;          /* first item by scene node, or WM_NO_INDEX */
    wmi_source_mesh **sources;  /* by item; NULL without a mesh */
    wmi_made *made;             /* by item */
    wmi_animation_index older;  /* of the template */
    uint64_t moved, most_moved; /* nodes of all animations so far, and at most */
    uint64_t bones, most_bones; /* rows in the bone tables of all skins so far, and at most */
} wmi_to_mdl;

/* Each returns false with *t->error set on failure. */
bool wmi_to_mdl_items(wmi_to_mdl *t);       /* kotor/mdl_from_scene_nodes.c */
bool wmi_to_mdl_places(wmi_to_mdl *t);      /* kotor/mdl_from_scene_space.c */
bool wmi_to_mdl_names(wmi_to_mdl *t);       /* kotor/mdl_from_scene_names.c */
bool wmi_to_mdl_parts(wmi_to_mdl *t);       /* kotor/mdl_from_scene_parts.c */
bool wmi_to_mdl_hidden(wmi_to_mdl *t);      /* kotor/mdl_from_scene_template.c */
bool wmi_to_mdl_controllers(wmi_to_mdl *t); /* kotor/mdl_from_scene_keys.c */
bool wmi_to_mdl_animations(wmi_to_mdl *t);  /* kotor/mdl_from_scene_anim.c */
bool wmi_to_mdl_meshes(wmi_to_mdl *t);      /* kotor/mdl_from_scene_mesh.c */
/* kotor/mdl_from_scene_skin.c: how a skin's mesh is stretched, its weights and position. */
bool wmi_to_mdl_stretch(const wmi_to_mdl *t, uint32_t node, wmi_made *made);
bool wmi_to_mdl_weights(wmi_to_mdl *t, uint32_t item);
void wmi_to_mdl_place_skin(wmi_to_mdl *t, uint32_t item);
void wmi_to_mdl_binds(const wmi_to_mdl *t, uint32_t item);
/* kotor/mdl_from_scene_saber.c: restores the order of a saber's vertices. Without two blades, it
 * becomes a plain mesh. */
bool wmi_to_mdl_saber(wmi_to_mdl *t, uint32_t item);
bool wmi_to_mdl_rows(wmi_to_mdl *t);     /* after compiling: kotor/mdl_from_scene_rows.c */
bool wmi_to_mdl_tangents(wmi_to_mdl *t); /* kotor/mdl_from_scene_tangents.c */

bool wmi_to_mdl_no_memory(wmi_to_mdl *t);
/* The path of a scene node, "root/body/head"; only the end if it is long. */
enum { WMI_PATH = 96 };
const char *wmi_to_mdl_path(const wmi_to_mdl *t, uint32_t node, char path[WMI_PATH]);

/* ---- space ---- */

/* From the space of the scene to z up. */
wm_vec3 wmi_to_mdl_vector(const wmi_to_mdl *t, wm_vec3 v);
wm_quat wmi_to_mdl_quat(const wmi_to_mdl *t, wm_quat q);
/* Does that mirror? Then the winding flips. */
bool wmi_to_mdl_mirrors(const wmi_to_mdl *t);
wmi_vec wmi_to_mdl_point(const wmi_to_mdl *t, wmi_vec v);
/* The transform of a node relative to its parent, without scale. */
wm_transform wmi_to_mdl_rest(const wmi_to_mdl *t, uint32_t node);
/* The same for a translation of the node in an animation. */
wm_vec3 wmi_to_mdl_moved(const wmi_to_mdl *t, uint32_t node, wm_vec3 v);

/* ---- extras ---- */

/* An extra of the node, its mesh or its material, else of the node in the template. With
 * WM_NO_INDEX, an extra of the scene. */
const wm_extra *wmi_to_mdl_extra(const wmi_to_mdl *t, uint32_t node, const char *name);
double wmi_to_mdl_number(const wmi_to_mdl *t, uint32_t node, const char *name, double missing);
/* A string, or NULL. */
const char *wmi_to_mdl_text(const wmi_to_mdl *t, uint32_t node, const char *name);
/* Converts a number from the extras to an integer, clamped to the valid range. */
uint32_t wmi_to_mdl_u32(double value);
/* Copies text into a field of the file and truncates what does not fit. */
void wmi_to_mdl_field(char *to, size_t size, const char *text);
/* Compares names ignoring case and a leading underscore. */
const wm_scene_attribute *wmi_to_mdl_attribute(const wm_scene_mesh *mesh, const char *name,
                                               uint32_t width);

static inline const wm_scene_mesh *wmi_to_mdl_mesh(const wmi_to_mdl *t, const wmi_item *item)
{
    uint32_t mesh = item->node == WM_NO_INDEX ? WM_NO_INDEX : t->scene->nodes[item->node].mesh;
    return mesh == WM_NO_INDEX ? NULL : &t->scene->meshes[mesh];
}

/* Controllers of a geometry node: the types, in BioWare's order for such a node. `scaled`:
 * its rest pose has a scale. Returns their number, at most WMI_USUAL. For an emitter, all but
 * position and orientation are up to the caller. */
enum { WMI_USUAL = 8 };
uint32_t wmi_kotor_usual(uint32_t flags, bool root, bool scaled, uint32_t types[WMI_USUAL]);

#endif
