/* What the files share that make a KotOR model of a scene. The order of work: nodes are
 * listed (items), get their poses and names, then their parts from the extras, controllers
 * and geometry; the compiler of model texts does the rest. */
#ifndef WAYMARK_CONVERT_MDL_FROM_SCENE_H
#define WAYMARK_CONVERT_MDL_FROM_SCENE_H

#include "base/vec.h"
#include "kotor/mdl/compile/source.h"
#include "waymark/convert.h"

/* A linear map. */
typedef struct wmi_linear {
    double m[3][3];
} wmi_linear;

/* How a node of the scene stands, with what its rest has of scale taken out. */
typedef struct wmi_place {
    wmi_linear world;  /* linear part in the space of the scene */
    wmi_vec move;      /* where it stands in the space of the scene */
    double turn[4];    /* x, y, z, w: product of the rotations alone */
    wmi_linear excess; /* turn undone behind world: what goes into vertices; unit without scales */
    bool plain;        /* excess is unit */
    bool vanished;     /* its scale is 0 on all axes: kept as a controller, not taken out */
} wmi_place;

/* A node of the model. */
typedef struct wmi_item {
    uint32_t node;     /* of the scene; WM_NO_INDEX: a root that the scene does not have */
    uint32_t parent;   /* item */
    uint32_t part;     /* 0 the node itself, else the how manieth further mesh of it */
    uint32_t material; /* of the scene, or WM_NO_INDEX */
    bool whole;        /* all triangles of the mesh, else: */
    const uint32_t *faces;
    uint32_t face_count;
    bool walkmesh;  /* other programs' */
    bool has_below; /* nodes of the scene hang on it */
    const char *name;
    uint32_t name_index;
} wmi_item;

/* What was taken of a mesh of the scene. */
typedef struct wmi_made {
    uint32_t *vertex;   /* of the scene's mesh, by vertex of the source */
    wmi_linear stretch; /* applied to its vertices, in the space of the scene */
    bool plain;         /* that is unit */
} wmi_made;

typedef struct wmi_to_mdl {
    const wm_scene *scene;
    const wm_kotor_mdl_import_opts *opts;
    wm_kotor_mdl_import_result *result;
    wm_error *error;
    bool own;          /* the scene came from a KotOR model */
    bool upright;      /* z is up already */
    uint32_t skipped;  /* a root that only turned the scene upright, or WM_NO_INDEX */
    wm_scene *base;    /* opts->base as a scene; may be NULL */
    uint32_t *base_of; /* node of base for each scene node, WM_NO_INDEX without */
    wmi_arena scratch;
    wm_kotor_mdl *mdl;
    wmi_place *places; /* by scene node; NULL for own scenes */
    uint32_t item_count;
    wmi_item *items;           /* depth first, as the nodes of mdl */
    uint32_t *item_of;         /* first item of each scene node, WM_NO_INDEX without */
    wmi_source_mesh **sources; /* by item; NULL without a mesh */
    wmi_made *made;            /* by item */
} wmi_to_mdl;

/* Each false with *t->error set. */
bool wmi_to_mdl_items(wmi_to_mdl *t);       /* kotor/mdl_from_scene_nodes.c */
bool wmi_to_mdl_places(wmi_to_mdl *t);      /* kotor/mdl_from_scene_space.c */
bool wmi_to_mdl_names(wmi_to_mdl *t);       /* kotor/mdl_from_scene_names.c */
bool wmi_to_mdl_parts(wmi_to_mdl *t);       /* kotor/mdl_from_scene_parts.c */
bool wmi_to_mdl_hidden(wmi_to_mdl *t);      /* kotor/mdl_from_scene_base.c */
bool wmi_to_mdl_controllers(wmi_to_mdl *t); /* kotor/mdl_from_scene_keys.c */
bool wmi_to_mdl_animations(wmi_to_mdl *t);  /* kotor/mdl_from_scene_anim.c */
bool wmi_to_mdl_meshes(wmi_to_mdl *t);      /* kotor/mdl_from_scene_mesh.c */
/* kotor/mdl_from_scene_skin.c: how a skin's mesh is stretched, its weights, where it stands. */
bool wmi_to_mdl_stretch(const wmi_to_mdl *t, uint32_t node, wmi_made *made);
bool wmi_to_mdl_weights(wmi_to_mdl *t, uint32_t item);
void wmi_to_mdl_place_skin(wmi_to_mdl *t, uint32_t item);
void wmi_to_mdl_binds(const wmi_to_mdl *t, uint32_t item);
bool wmi_to_mdl_rows(wmi_to_mdl *t); /* behind the compiler: kotor/mdl_from_scene_rows.c */

bool wmi_to_mdl_refused(wmi_to_mdl *t);
/* "root/body/head" of a scene node, the end of it if it is long. */
enum { WMI_PATH = 96 };
const char *wmi_to_mdl_path(const wmi_to_mdl *t, uint32_t node, char path[WMI_PATH]);

/* ---- space ---- */

/* From the space of the scene to z up. */
wm_vec3 wmi_to_mdl_vector(const wmi_to_mdl *t, wm_vec3 v);
wm_quat wmi_to_mdl_turn(const wmi_to_mdl *t, wm_quat q);
/* Does that mirror? Then triangles turn round. */
bool wmi_to_mdl_mirrors(const wmi_to_mdl *t);
wmi_vec wmi_to_mdl_point(const wmi_to_mdl *t, wmi_vec v);
wmi_vec wmi_linear_apply(const wmi_linear *a, wmi_vec v);
wmi_linear wmi_linear_multiply(const wmi_linear *a, const wmi_linear *b);
wmi_linear wmi_linear_transpose(const wmi_linear *a);
double wmi_linear_determinant(const wmi_linear *a);
/* False if it flattens. */
bool wmi_linear_inverse(const wmi_linear *a, wmi_linear *to);
/* The greatest difference of two elements. */
double wmi_linear_distance(const wmi_linear *a, const wmi_linear *b);
/* a = turn * stretch, turn without a mirror. False if it flattens. */
bool wmi_linear_polar(const wmi_linear *a, wmi_linear *turn, wmi_linear *stretch);
/* Quaternions x, y, z, w. */
wmi_linear wmi_linear_of_turn(const double q[4]);
void wmi_linear_to_turn(const wmi_linear *a, double q[4]);
/* The place of a node within its parent, without scale. */
wm_transform wmi_to_mdl_rest(const wmi_to_mdl *t, uint32_t node);
/* A translation of the node in an animation, the same. */
wm_vec3 wmi_to_mdl_moved(const wmi_to_mdl *t, uint32_t node, wm_vec3 v);

/* ---- extras ---- */

/* Of the node, its mesh or its material, or else of the node of `base`; the scene's own with
 * WM_NO_INDEX. */
const wm_extra *wmi_to_mdl_extra(const wmi_to_mdl *t, uint32_t node, const char *name);
double wmi_to_mdl_number(const wmi_to_mdl *t, uint32_t node, const char *name, double missing);
/* A text, or NULL. */
const char *wmi_to_mdl_text(const wmi_to_mdl *t, uint32_t node, const char *name);
/* A whole number of a list or single, cut to what fits. */
uint32_t wmi_to_mdl_u32(double value);
/* Copies a text into a field of the file, cutting what does not fit behind its last byte. */
void wmi_to_mdl_field(char *to, size_t size, const char *text);
/* Compares a name without case, a leading underscore aside. */
const wm_scene_attribute *wmi_to_mdl_attribute(const wm_scene_mesh *mesh, const char *name,
                                               uint32_t width);

static inline const wm_scene_mesh *wmi_to_mdl_mesh(const wmi_to_mdl *t, const wmi_item *item)
{
    uint32_t mesh = item->node == WM_NO_INDEX ? WM_NO_INDEX : t->scene->nodes[item->node].mesh;
    return mesh == WM_NO_INDEX ? NULL : &t->scene->meshes[mesh];
}

/* Controllers of a node of the geometry: types in the order in which BioWare has them for
 * such a node. `scaled`: its rest has a scale. At most WMI_USUAL of them; the number. Those of
 * an emitter but position and orientation are up to the caller. */
enum { WMI_USUAL = 8 };
uint32_t wmi_kotor_usual(uint32_t flags, bool root, bool scaled, uint32_t types[WMI_USUAL]);

#endif
