/* The neutral scene: nodes, meshes, materials, skins, lights and animations, from
 * whatever format. docs/scene.md explains the conventions.
 *
 * A scene is made in three steps: wm_scene_new, then fill the plain struct with
 * arrays from wm_scene_alloc, then wm_scene_finish, which proves that every number in
 * it leads somewhere. From then on nobody changes it: share it between threads.
 * Poses (waymark/pose.h) are asked of finished scenes only.
 *
 * Space is the source's: `up` and `left_handed` say which, nothing is turned. Metres.
 * Of a triangle a, b, c, cross(b - a, c - a) computed with the coordinates as they
 * are looks to the front, in left-handed scenes too.
 */
#ifndef WAYMARK_SCENE_H
#define WAYMARK_SCENE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- small parts ------------------------------------------------------- */

typedef struct wm_quat {
    float x, y, z, w;
} wm_quat;

/* Three rows of four: a point becomes m . (x, y, z, 1). */
typedef struct wm_matrix {
    float m[3][4];
} wm_matrix;

/* Scaled first, then turned, then moved. */
typedef struct wm_transform {
    wm_vec3 translation;
    wm_quat rotation;
    wm_vec3 scale;
} wm_transform;

/* What the scene has no field for, under the name that the source's texts use:
 * numbers (every float and 32-bit number exactly) or texts. */
typedef struct wm_extra {
    const char *name;
    bool list; /* a list, also when count is 1; otherwise count is 1 */
    uint32_t count;
    const double *numbers;    /* NULL: texts */
    const char *const *texts; /* NULL: numbers */
} wm_extra;

typedef struct wm_extras {
    uint32_t count;
    wm_extra *items;
} wm_extras;

/* ---- nodes ------------------------------------------------------------- */

typedef enum wm_node_kind {
    WM_NODE_EMPTY, /* also an entity or a hook: the name says what it is for */
    WM_NODE_BONE,  /* known to be one; any node can be a joint of a skin */
    WM_NODE_MESH,
    WM_NODE_LIGHT,
    WM_NODE_EMITTER,   /* of particles; described by extras */
    WM_NODE_REFERENCE, /* another model hangs here; described by extras */
    WM_NODE_CAMERA
} wm_node_kind;

typedef enum wm_node_role {
    WM_ROLE_SHOWN,
    WM_ROLE_HIDDEN,    /* never drawn, such as the shadow boxes on bones */
    WM_ROLE_COLLISION, /* walkmesh or hull */
    WM_ROLE_OUTLINE    /* footprint, circles: drawn when asked for */
} wm_node_role;

typedef struct wm_scene_node {
    const char *name;
    uint32_t parent; /* a lower number, or WM_NO_INDEX */
    wm_node_kind kind;
    wm_node_role role;
    wm_transform rest;          /* within the parent */
    uint32_t mesh, skin, light; /* each WM_NO_INDEX without one. A skin needs a mesh */
    uint32_t lod;               /* level of detail, 1 the finest; 0: in all of them */
    uint32_t lod_group;         /* nodes of which only one level is shown at a time */
    uint32_t source;            /* its number in the file, WM_NO_INDEX if it has none */
    wm_extras extras;
} wm_scene_node;

/* ---- meshes ------------------------------------------------------------ */

typedef enum wm_primitive { WM_TRIANGLES, WM_LINES } wm_primitive;

/* A run of indices with one material. */
typedef struct wm_scene_part {
    uint32_t first, count; /* whole triangles or lines of `indices` */
    uint32_t material;     /* WM_NO_INDEX: none */
} wm_scene_part;

/* More data of each vertex: `width` floats each. */
typedef struct wm_scene_attribute {
    const char *name;
    uint32_t width; /* 1 to 4 */
    float *values;
} wm_scene_attribute;

enum { WM_UV_SETS = 4 };

/* Arrays of vertex_count elements; all but positions may be NULL. */
typedef struct wm_scene_mesh {
    const char *name;
    wm_primitive primitive;
    uint32_t vertex_count;
    wm_vec3 *positions;
    wm_vec3 *normals;
    float (*tangents)[4];        /* x, y, z along rising u; w = 1 or -1: w * cross(normal, tangent)
                                    looks to the top of the picture */
    float (*colours)[4];         /* red, green, blue, alpha; 0 to 1 */
    float (*uvs[WM_UV_SETS])[2]; /* v: see wm_scene.v_down */
    uint16_t (*joints)[4];       /* of the skin of the node; both or none of these two */
    float (*weights)[4];         /* unused: 0 */
    uint32_t index_count;        /* 3 a triangle, 2 a line */
    uint32_t *indices;
    uint32_t part_count; /* parts do not overlap */
    wm_scene_part *parts;
    uint32_t *face_numbers; /* one for each triangle: surface or material of the source */
    uint32_t attribute_count;
    wm_scene_attribute *attributes;
    wm_extras extras;
} wm_scene_mesh;

/* ---- materials, skins, lights ------------------------------------------ */

typedef enum wm_texture_slot {
    WM_TEXTURE_COLOUR,
    WM_TEXTURE_LIGHTMAP,
    WM_TEXTURE_NORMAL,
    WM_TEXTURE_SPECULAR,
    WM_TEXTURE_GROWTH,     /* Black & White 2 */
    WM_TEXTURE_ADDITIONAL, /* Black & White 2: fire, blossom, cube maps */
    WM_TEXTURE_SLOTS
} wm_texture_slot;

typedef struct wm_scene_texture {
    const char *name;      /* as the source writes it, NULL: no such texture */
    uint8_t uv_set;        /* 0 to 3 */
    bool clamp_u, clamp_v; /* otherwise it repeats */
} wm_scene_texture;

typedef struct wm_scene_material {
    const char *name;
    wm_vec3 diffuse, ambient, self_illumination; /* red, green, blue; 0 to 1 */
    float alpha;
    bool blended; /* what lies behind shows through, or may */
    bool two_sided;
    wm_scene_texture textures[WM_TEXTURE_SLOTS];
    wm_extras extras;
} wm_scene_material;

/* Where vertices of a skinned mesh go: the sum over a vertex's four influences of
 * weight * world(joint) * inverse_bind(joint) * position. The transform of the node
 * that has the skin plays no part. */
typedef struct wm_scene_skin {
    const char *name;
    uint32_t joint_count;
    uint32_t *joints;        /* nodes */
    wm_matrix *inverse_bind; /* from the space of the mesh to that of the joint */
} wm_scene_skin;

typedef struct wm_scene_light {
    wm_vec3 colour;
    float radius, multiplier;
    bool ambient_only;
    bool shadow;
} wm_scene_light;

/* ---- animations -------------------------------------------------------- */

typedef enum wm_property {
    WM_TRANSLATION,       /* 3 floats, within the parent (not an offset from the rest) */
    WM_ROTATION,          /* 4: x, y, z, w */
    WM_SCALE,             /* 3 */
    WM_ALPHA,             /* 1 */
    WM_SELF_ILLUMINATION, /* 3 */
    WM_LIGHT_COLOUR,      /* 3 */
    WM_LIGHT_RADIUS,      /* 1 */
    WM_LIGHT_MULTIPLIER,  /* 1 */
    WM_OTHER_PROPERTY     /* `name` says which */
} wm_property;

/* Between two keys. A bezier key is a value and two offsets from it, of the control
 * point before it and of the one behind it: 3 * width floats. Control points are
 * spread evenly over time, so the curve is a cubic of time. */
typedef enum wm_interpolation { WM_LINEAR, WM_STEP, WM_BEZIER } wm_interpolation;

typedef struct wm_channel {
    uint32_t node;
    wm_property property;
    const char *name; /* of any property: "position", "birthrate" */
    wm_interpolation interpolation;
    uint32_t width; /* floats of a value, 1 to 16 */
    uint32_t count; /* keys, at least 1 */
    float *times;   /* seconds, finite, never falling */
    float *values;  /* count * width, of a bezier count * 3 * width */
} wm_channel;

typedef struct wm_scene_event {
    float time; /* seconds */
    const char *name;
} wm_scene_event;

typedef struct wm_scene_animation {
    const char *name;
    float length;     /* seconds, finite, not negative */
    float transition; /* seconds over which it is blended in; finite, not negative */
    uint32_t root;    /* node that it is said to start from, or WM_NO_INDEX */
    uint32_t event_count;
    wm_scene_event *events; /* in the order of their times */
    uint32_t channel_count;
    wm_channel *channels;  /* no two for the same property of a node */
    const char *inherited; /* name of the supermodel that it comes from; NULL: its own */
    wm_extras extras;
} wm_scene_animation;

/* ---- the scene --------------------------------------------------------- */

typedef enum wm_up { WM_UP_Y, WM_UP_Z } wm_up;

typedef struct wm_scene {
    const char *name;
    const char *source; /* "kotor-mdl", "bw2-model": the names of `info --json` */
    wm_up up;
    bool left_handed;
    bool v_down; /* v = 0 is the top row of a picture (Direct3D, glTF), not the bottom */
    uint32_t node_count;
    wm_scene_node *nodes; /* a parent comes before its children */
    uint32_t mesh_count;
    wm_scene_mesh *meshes;
    uint32_t material_count;
    wm_scene_material *materials;
    uint32_t skin_count;
    wm_scene_skin *skins;
    uint32_t light_count;
    wm_scene_light *lights;
    uint32_t animation_count;
    wm_scene_animation *animations;
    wm_extras extras;
    bool finished; /* set by wm_scene_finish */
    void *memory;  /* the library's */
} wm_scene;

/* An empty scene. allocator may be NULL (malloc) and must outlive the scene;
 * memory_limit: bytes it may take, 0: any number. */
WM_API wm_scene *wm_scene_new(uint64_t memory_limit, const wm_allocator *allocator,
                              wm_error *error);
/* count * size zeroed bytes that live as long as the scene. NULL and *error when memory is
 * refused. */
WM_API void *wm_scene_alloc(wm_scene *scene, size_t count, size_t size, wm_error *error);
/* A terminated copy of text[0..size) that lives as long as the scene. NULL and *error when
 * memory is refused. */
WM_API char *wm_scene_text(wm_scene *scene, const char *text, size_t size, wm_error *error);
/* The error of the last refused allocation, for code that allocates much and tests once. */
WM_API wm_status wm_scene_no_memory(const wm_scene *scene, wm_error *error);

/* Proves what the comments above demand; names that are NULL become "". The error's
 * path says where it is wrong. */
WM_API wm_status wm_scene_finish(wm_scene *scene, wm_error *error);
WM_API void wm_scene_free(wm_scene *scene);

/* By name, whatever the case of its ASCII letters; the first of several. WM_NO_INDEX
 * if there is none. */
WM_API uint32_t wm_scene_find_node(const wm_scene *scene, const char *name);
WM_API uint32_t wm_scene_find_animation(const wm_scene *scene, const char *name);
/* NULL if there is none. */
WM_API const wm_extra *wm_extras_find(const wm_extras *extras, const char *name);

/* Floats of a value of the property; 0: any number (WM_OTHER_PROPERTY). */
WM_API uint32_t wm_property_width(wm_property property);

#ifdef __cplusplus
}
#endif
#endif
