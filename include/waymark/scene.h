/* The neutral scene: nodes, meshes, materials, skins, lights and animations, from any format.
 * docs/scene.md explains the conventions.
 *
 * A scene is made in three steps. Call wm_scene_new; fill the plain struct with arrays from
 * wm_scene_alloc; call wm_scene_finish, which checks that every index in it is valid. After that
 * you must not change it, and threads may share it. Poses (waymark/pose.h) need a finished scene. A
 * few functions change a finished scene, and then no other thread may use it: wm_scene_load_images
 * (waymark/open.h), wm_scene_restore and wm_scene_reduce_keys (waymark/import.h).
 *
 * The space is that of the source: `up` and `left_handed` describe it, and nothing is converted.
 * Distances are metres. For a triangle a, b, c, the vector cross(b - a, c - a), computed from the
 * stored coordinates, points to the front; this holds for left-handed scenes too.
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

/* Three rows of four: a point p becomes m * (p.x, p.y, p.z, 1). */
typedef struct wm_matrix {
    float m[3][4];
} wm_matrix;

/* Scale, then rotate, then translate. */
typedef struct wm_transform {
    wm_vec3 translation;
    wm_quat rotation;
    wm_vec3 scale;
} wm_transform;

/* A value that the scene has no field for, named as in the source's text format. It holds numbers
 * (any float or 32-bit integer exactly) or texts. */
typedef struct wm_extra {
    const char *name;
    bool list; /* it is a list, even if count is 1. If false, count is 1 */
    uint32_t count;
    const double *numbers;    /* NULL: it has texts */
    const char *const *texts; /* NULL: it has numbers */
} wm_extra;

typedef struct wm_extras {
    uint32_t count;
    wm_extra *items;
} wm_extras;

/* ---- nodes ------------------------------------------------------------- */

typedef enum wm_node_kind {
    WM_NODE_KIND_EMPTY, /* also an entity or a hook: its name says which */
    WM_NODE_KIND_BONE,  /* known to be a bone; other nodes can be joints of a skin too */
    WM_NODE_KIND_MESH,
    WM_NODE_KIND_LIGHT,
    WM_NODE_KIND_EMITTER,   /* particle emitter, described by extras */
    WM_NODE_KIND_REFERENCE, /* place where another model is attached, described by extras */
    WM_NODE_KIND_CAMERA
} wm_node_kind;

typedef enum wm_node_role {
    WM_NODE_ROLE_SHOWN,
    WM_NODE_ROLE_HIDDEN,    /* never drawn, such as the shadow boxes on bones */
    WM_NODE_ROLE_COLLISION, /* walkmesh or hull */
    WM_NODE_ROLE_OUTLINE    /* footprint or circles: drawn on request */
} wm_node_role;

/* Zeroes are not defaults here: set parent, mesh, skin, light and source to WM_NO_INDEX where there
 * is none, rest.rotation.w to 1 and rest.scale to 1. */
typedef struct wm_scene_node {
    const char *name;
    uint32_t parent; /* a lower index, or WM_NO_INDEX */
    wm_node_kind kind;
    wm_node_role role;
    wm_transform rest;          /* relative to the parent */
    uint32_t mesh, skin, light; /* indices, or WM_NO_INDEX. A skin needs a mesh */
    uint32_t lod;               /* level of detail, 1 is the finest; 0: in all levels */
    uint32_t lod_group;         /* nodes of a group: only one level is shown at a time; 0: none */
    uint32_t source;            /* its index in the file, or WM_NO_INDEX */
    wm_extras extras;
} wm_scene_node;

/* ---- meshes ------------------------------------------------------------ */

typedef enum wm_primitive { WM_PRIMITIVE_TRIANGLES, WM_PRIMITIVE_LINES } wm_primitive;

/* A run of indices with one material. */
typedef struct wm_scene_part {
    uint32_t first, count; /* in `indices`; whole triangles or lines */
    uint32_t material;     /* WM_NO_INDEX, not 0: none */
} wm_scene_part;

/* An additional attribute: `width` floats for each vertex. */
typedef struct wm_scene_attribute {
    const char *name;
    uint32_t width; /* 1 to 4 */
    float *values;
} wm_scene_attribute;

enum { WM_SCENE_UV_SETS = 4 };

/* The vertex arrays have vertex_count elements; all but positions may be NULL. */
typedef struct wm_scene_mesh {
    const char *name;
    wm_primitive primitive;
    uint32_t vertex_count;
    wm_vec3 *positions;
    wm_vec3 *normals;
    float (*tangents)[4]; /* x, y, z along increasing u; w is 1 or -1: w * cross(normal, tangent)
                             points to the top of the image */
    float (*colours)[4];  /* red, green, blue, alpha; 0 to 1 */
    float (*uvs[WM_SCENE_UV_SETS])[2]; /* v: see wm_scene.v_down */
    uint16_t (*joints)[4]; /* indices into the skin's joints; NULL if, and only if, weights is */
    float (*weights)[4];   /* 0: the joint is not used */
    uint32_t index_count;  /* 3 for each triangle, 2 for each line */
    uint32_t *indices;
    uint32_t part_count; /* in the order of `first`; parts do not overlap */
    wm_scene_part *parts;
    uint32_t *face_numbers; /* for each triangle: the source's surface or material; may be NULL */
    uint32_t attribute_count;
    wm_scene_attribute *attributes;
    wm_extras extras;
} wm_scene_mesh;

/* ---- materials, skins, lights ------------------------------------------ */

typedef enum wm_texture_slot {
    WM_TEXTURE_SLOT_COLOUR,
    WM_TEXTURE_SLOT_LIGHTMAP,
    WM_TEXTURE_SLOT_NORMAL,
    WM_TEXTURE_SLOT_SPECULAR,
    WM_TEXTURE_SLOT_GROWTH,     /* Black & White 2 */
    WM_TEXTURE_SLOT_ADDITIONAL, /* Black & White 2: fire, blossom, cube maps */
    WM_TEXTURE_SLOT_COUNT
} wm_texture_slot;

typedef struct wm_scene_texture {
    const char *name;      /* as in the source; NULL: no such texture */
    uint8_t uv_set;        /* 0 to 3 */
    bool clamp_u, clamp_v; /* otherwise it repeats */
    uint32_t image;        /* 1 more than its index in wm_scene.images; 0: none */
} wm_scene_texture;

/* What the alpha of pixels does. */
typedef enum wm_scene_alpha {
    WM_SCENE_ALPHA_UNKNOWN, /* of an image: its material decides; of a material: the image of its
                               colour decides */
    WM_SCENE_ALPHA_OPAQUE,  /* nothing */
    WM_SCENE_ALPHA_TEST,    /* pixels below the cutoff are not drawn, others are opaque */
    WM_SCENE_ALPHA_BLEND,   /* pixels are mixed with what is behind them */
    WM_SCENE_ALPHA_ADDITIVE /* pixels are added to what is behind them */
} wm_scene_alpha;

/* The picture of a texture: its top level; the first frame of a flip book, the first slice of a
 * volume. It has pixels, or the bytes of a picture in a glTF, or both. Zeroes are not defaults
 * here: set opacity to 1. */
typedef struct wm_scene_image {
    const char *name;  /* of the texture, without an extension */
    const char *where; /* where its file is, for messages; NULL: it came with the scene */
    const char *hides; /* where another texture of this name is, which is not used; NULL: none */
    uint32_t width, height; /* 0 if there are no pixels */
    const uint8_t *rgba;    /* 4 * width * height bytes: red, green, blue, alpha; the top row first.
                               NULL: no pixels */
    const char *mime;       /* of data: "image/png", "image/jpeg". NULL: no data */
    const uint8_t *data;
    size_t size;
    bool cube;             /* six squares from top to bottom: +X -X +Y -Y +Z -Z */
    bool clamp_u, clamp_v; /* in addition to those of the material */
    bool nearest;          /* pixels are not smoothed */
    bool decal;            /* drawn over other surfaces */
    wm_scene_alpha alpha;
    float cutoff;                 /* of WM_SCENE_ALPHA_TEST, 0 to 1 */
    float opacity;                /* of the whole surface: 0 (invisible) to 1 (opaque) */
    const char *environment_name; /* of an environment map: the surface reflects it where alpha is
                                     low. NULL: none */
    const char *bump_name;        /* of a normal map. NULL: none */
    uint32_t environment, bump;   /* 1 more than their indices in wm_scene.images; 0: none */
} wm_scene_image;

/* A texture without an image. */
typedef struct wm_scene_missing {
    const char *name;     /* without an extension */
    wm_texture_slot slot; /* WM_TEXTURE_SLOT_COUNT: an environment map */
    uint32_t material;    /* the first that uses it */
    const char *where;    /* of the file that cannot be read; NULL: there is none */
    const char *reason;   /* why it cannot be found or read; NULL: it does not exist */
} wm_scene_missing;

/* Zeroes are not defaults here: set diffuse to white and alpha to 1 for a plain opaque material. */
typedef struct wm_scene_material {
    const char *name;
    wm_vec3 diffuse, ambient, self_illumination; /* red, green, blue; 0 to 1 */
    float alpha;  /* of the whole surface: 0 (invisible) to 1 (opaque) */
    bool blended; /* parts of it may be transparent */
    bool two_sided;
    wm_scene_alpha alpha_mode; /* wm_scene_material_alpha says what applies */
    float cutoff;              /* of WM_SCENE_ALPHA_TEST, 0 to 1 */
    wm_scene_texture textures[WM_TEXTURE_SLOT_COUNT];
    wm_extras extras;
} wm_scene_material;

/* A skinned vertex is the sum over its four influences of
 * weight * world(joint) * inverse_bind(joint) * position. The transform of the node that has the
 * skin is not used. */
typedef struct wm_scene_skin {
    const char *name;
    uint32_t joint_count;
    uint32_t *joints;        /* node indices */
    wm_matrix *inverse_bind; /* from the space of the mesh to that of the joint; for each joint */
} wm_scene_skin;

typedef struct wm_scene_light {
    wm_vec3 colour;
    float radius, multiplier; /* metres; factor of the colour */
    bool ambient_only;
    bool shadow;
} wm_scene_light;

/* ---- animations -------------------------------------------------------- */

typedef enum wm_property {
    WM_PROPERTY_TRANSLATION,       /* 3 floats, relative to the parent (not to the rest pose) */
    WM_PROPERTY_ROTATION,          /* 4: x, y, z, w */
    WM_PROPERTY_SCALE,             /* 3 */
    WM_PROPERTY_ALPHA,             /* 1 */
    WM_PROPERTY_SELF_ILLUMINATION, /* 3 */
    WM_PROPERTY_LIGHT_COLOUR,      /* 3 */
    WM_PROPERTY_LIGHT_RADIUS,      /* 1 */
    WM_PROPERTY_LIGHT_MULTIPLIER,  /* 1 */
    WM_PROPERTY_OTHER              /* any other; wm_channel.name says which */
} wm_property;

/* Interpolation between two keys. A bezier key has 3 * width floats: the value, and the offsets
 * from it to the control points before and after it. Control points are spaced evenly in time, so
 * the curve is a cubic function of time. */
typedef enum wm_interpolation {
    WM_INTERPOLATION_LINEAR,
    WM_INTERPOLATION_STEP,
    WM_INTERPOLATION_BEZIER
} wm_interpolation;

typedef struct wm_channel {
    uint32_t node;
    wm_property property;
    const char *name; /* of the property in the source: "position", "birthrate" */
    wm_interpolation interpolation;
    uint32_t width; /* floats in a value, 1 to 16 */
    uint32_t count; /* number of keys, at least 1 */
    float *times;   /* seconds, finite, never decreasing */
    float *values;  /* count * width floats; bezier: count * 3 * width */
    bool exact;     /* these are the original keys, which were restored after another program had
                       sampled them: wm_scene_reduce_keys drops none */
} wm_channel;

typedef struct wm_scene_event {
    float time; /* seconds */
    const char *name;
} wm_scene_event;

typedef struct wm_scene_animation {
    const char *name;
    float length;     /* seconds, finite, not negative */
    float transition; /* seconds to blend it in; finite, not negative */
    uint32_t root;    /* its root node. WM_NO_INDEX, not 0: none */
    uint32_t event_count;
    wm_scene_event *events; /* sorted by time */
    uint32_t channel_count;
    wm_channel *channels;  /* at most one for each property of each node */
    const char *inherited; /* name of the supermodel it comes from; NULL: the model itself */
    wm_extras extras;
} wm_scene_animation;

/* ---- the scene --------------------------------------------------------- */

typedef enum wm_up { WM_UP_Y, WM_UP_Z } wm_up;

typedef struct wm_scene {
    const char *name;
    const char *source;    /* its format: "kotor-mdl", "bw2-model" and so on, as in `info --json`.
                              NULL: none, if you made the scene yourself */
    const char *generator; /* program that wrote the glTF it was read from; NULL: unknown */
    wm_up up;
    bool left_handed;
    bool v_down; /* v = 0 is the top row of an image (Direct3D, glTF), not the bottom */
    uint32_t node_count;
    wm_scene_node *nodes; /* parents come before their children */
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
    uint32_t image_count;
    wm_scene_image *images;
    uint32_t missing_count;
    wm_scene_missing *missing; /* what wm_scene_load_images did not find or could not read */
    wm_extras extras;
    bool
        returned; /* this library exported it, and another program saved it; use wm_scene_restore */
    /* How that program moved, rotated and scaled all of it. Its roots are where that put them, and
     * wm_scene_restore needs it to know the nodes again. All 0: not at all. */
    wm_transform move;
    bool finished; /* set by wm_scene_finish */
    void *memory;  /* private */
} wm_scene;

/* Makes an empty scene. Free with wm_scene_free.
 *
 * memory_limit: bytes that it may take; 0: no limit. */
WM_API wm_scene *wm_scene_new(uint64_t memory_limit, const wm_allocator *allocator,
                              wm_error *error);
/* Allocates count * size zeroed bytes that live as long as the scene. Returns NULL and sets *error
 * if there is no memory (WM_NO_MEMORY) or more than memory_limit is needed (WM_LIMIT). A request
 * for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_scene_alloc(wm_scene *scene, size_t count, size_t size, wm_error *error);
/* Copies a text into the scene and terminates it. Returns NULL and sets *error as
 * wm_scene_alloc does.
 *
 * text: size bytes; need not be terminated. */
WM_API char *wm_scene_text(wm_scene *scene, const char *text, size_t size, wm_error *error);
/* Fills *error with the reason for the last failed allocation, for code that allocates several
 * times and tests the results together. Returns WM_NO_MEMORY or WM_LIMIT. */
WM_API wm_status wm_scene_no_memory(const wm_scene *scene, wm_error *error);

/* Checks indices, counts and times against the rules above and sets `finished`. It does not check
 * that a property of a node has only one channel. Names that are NULL become "", except those of
 * textures, where NULL means none; extras and attributes must have one. On failure the path of the
 * error names the field, such as "nodes[3].parent"; repair it and call again. */
WM_API wm_status wm_scene_finish(wm_scene *scene, wm_error *error);
/* Frees the scene and all its arrays. NULL is allowed. */
WM_API void wm_scene_free(wm_scene *scene);

/* The index of the first node, or animation, of this name, ignoring case (ASCII only), or
 * WM_NO_INDEX.
 *
 * scene: finished, or at least without names that are NULL. */
WM_API uint32_t wm_scene_find_node(const wm_scene *scene, const char *name);
WM_API uint32_t wm_scene_find_animation(const wm_scene *scene, const char *name);
/* What the alpha of a material does, after looking at its alpha, alpha_mode, blended and the image
 * of its colour. Never WM_SCENE_ALPHA_UNKNOWN.
 *
 * scene: finished.
 * material: below material_count; not WM_NO_INDEX, which a part may have.
 * cutoff: receives that of WM_SCENE_ALPHA_TEST, 0 otherwise; may be NULL. */
WM_API wm_scene_alpha wm_scene_material_alpha(const wm_scene *scene, uint32_t material,
                                              float *cutoff);
/* The image of a texture; NULL if it has none.
 *
 * scene: finished.
 * material: below material_count; not WM_NO_INDEX, which a part may have.
 * slot: below WM_TEXTURE_SLOT_COUNT. */
WM_API const wm_scene_image *wm_scene_texture_image(const wm_scene *scene, uint32_t material,
                                                    wm_texture_slot slot);
/* The first extra of this name, ignoring case (ASCII only), or NULL. */
WM_API const wm_extra *wm_extras_find(const wm_extras *extras, const char *name);

/* The number of floats in a value of this property; 0: any number (WM_PROPERTY_OTHER). */
WM_API uint32_t wm_property_width(wm_property property);

#ifdef __cplusplus
}
#endif
#endif
