/* Shared by the files of the glTF reader. */
#ifndef WAYMARK_CONVERT_GLTF_READ_H
#define WAYMARK_CONVERT_GLTF_READ_H

#include "base/internal.h"
#include "waymark/convert.h"
#include "waymark/json.h"

/* An array of the JSON. */
typedef struct wmi_gltf_array {
    const wm_json_value *list;
    uint32_t count;
} wmi_gltf_array;

/* Bytes of a buffer: from the file, a data URI or another file. */
typedef struct wmi_gltf_bytes {
    const uint8_t *data;
    size_t size;
    bool loaded;
} wmi_gltf_bytes;

/* A file beside the glTF that buffers or images name. */
typedef struct wmi_gltf_file {
    struct wmi_gltf_file *next;
    const char *name; /* decoded */
    const uint8_t *data;
    size_t size;
} wmi_gltf_file;

/* What was left out; each is reported once. */
enum {
    WMI_GLTF_NOTE_MORPH = 1 << 0,
    WMI_GLTF_NOTE_UV_TRANSFORM = 1 << 1,
    WMI_GLTF_NOTE_POINTS = 1 << 2,
    WMI_GLTF_NOTE_LINES = 1 << 3,
    WMI_GLTF_NOTE_INFLUENCES = 1 << 4,
    WMI_GLTF_NOTE_LIGHTS = 1 << 5,
    WMI_GLTF_NOTE_CHANNELS = 1 << 6
};

enum { WMI_GLTF_ATTRIBUTES_MAX = 64 }; /* custom attributes of a mesh */

/* gltf/read_originals.c */
typedef struct wmi_gltf_original wmi_gltf_original;

typedef struct wmi_gltf_reader {
    const wm_gltf_read_opts *opts;
    wm_error *error;
    const char *text; /* the JSON */
    size_t text_at;   /* its offset in the file */
    wm_json *json;
    const wm_json_value *root;
    const uint8_t *bin; /* binary chunk of a .glb */
    size_t bin_size;
    wmi_gltf_array accessors, views, buffers, nodes, meshes, materials, skins, animations, textures,
        images, samplers, lights;
    wmi_gltf_bytes *bytes;   /* by buffer */
    wmi_gltf_file *files;    /* of buffers: each once, however many buffers name it */
    wmi_gltf_file *pictures; /* of images, in the memory of the scene */
    size_t viewed_size;
    const uint8_t *viewed, *kept; /* the last image that was in a buffer: there, in the scene */
    uint8_t **dense;              /* by accessor, for those that had to be assembled */
    uint32_t *image_of;           /* by image: image of the scene, from 1; 0: none yet */
    uint64_t read;                /* elements decoded so far: one accessor may be used many times */
    uint64_t size;                /* bytes of the file and the buffers beside it */
    uint64_t drawn;               /* vertices and triangles of the meshes so far */
    uint64_t keys;                /* of all channels so far */
    /* The node tree */
    uint32_t *parent;  /* by node of the file */
    uint32_t *node_of; /* by node of the file: node of the scene, or WM_NO_INDEX */
    uint32_t frame;    /* the node that only makes the scene upright, or WM_NO_INDEX */
    uint32_t armature; /* the object that a program put above the frame, or WM_NO_INDEX */
    double axes[4];    /* x, y, z, w: the frame's new axes in its old ones, if it is a bone */
    wm_transform move; /* how the frame was moved, in the space of the scene; all 0: not at all */
    bool *beside;      /* by node of the scene: a root beside the frame, converted to its space */
    /* By node of the scene, if another program saved a scene of ours: rest pose before, and whether
     * it is known */
    wm_transform *rest;
    bool *known;
    bool *was_bone;
    bool *hidden;   /* by mesh: its node has the scale 0 at rest, as a uv set records */
    uint32_t times; /* node of the file that records the times of animations, or WM_NO_INDEX */
    float *stated;  /* by animation: the length in its extras; negative: there is none */
    wmi_gltf_original *originals; /* keys as they were before another program sampled them */
    bool own;                     /* written by this library, with the tree unchanged */
    bool mirrored;                /* ... and z negated */
    bool flip_v;                  /* ... and v flipped to run down */
    bool latin1;                  /* ... and non-UTF-8 text taken as Latin-1 */
    const char *custom[WMI_GLTF_ATTRIBUTES_MAX]; /* the mesh's attribute names in the file */
    unsigned notes;
    wmi_arena scratch;
    wm_scene *scene;
} wmi_gltf_reader;

enum { WMI_GLTF_ELEMENTS_MAX = 1 << 26 };

/* Elements of an accessor, checked to lie in their buffer. */
typedef struct wmi_gltf_span {
    const uint8_t *data;
    size_t stride;
    uint32_t count, width; /* width: numbers per element */
    uint32_t type;         /* glTF's componentType */
    bool normalized;
} wmi_gltf_span;

/* Fills the error with the path and position of a JSON value. Returns false, so that
 * functions can end with it. */
bool wmi_gltf_fail(wmi_gltf_reader *g, wm_status code, const wm_json_value *at, const char *fmt,
                   ...) WM_PRINTF(4, 5);
/* The same for a fault with a code of its own, which is reported too. fmt has one %s. */
bool wmi_gltf_refuse(wmi_gltf_reader *g, wm_issue_code issue, wm_status code,
                     const wm_json_value *at, const char *fmt, const char *name);
/* Call after the scene or the scratch memory returned NULL. */
bool wmi_gltf_no_memory(wmi_gltf_reader *g);

/* Decodes "My%20Mesh.bin" to "My Mesh.bin", in the scratch memory. Returns NULL if out of memory.
 */
char *wmi_gltf_decode_uri(wmi_gltf_reader *g, const char *uri);
/* Zeroed memory that is valid until the end of the read; NULL if out of memory. */
void *wmi_gltf_scratch_of(wmi_gltf_reader *g, size_t count, size_t size);

/* ---- gltf/read_data.c ---- */

/* A non-negative integer; `missing` if absent. Returns false if it is invalid. */
bool wmi_gltf_get_u32(wmi_gltf_reader *g, const wm_json_value *object, const char *name,
                      uint32_t missing, uint32_t *value);
/* The accessor's JSON value, for errors; the array of all accessors if there is no such one. */
const wm_json_value *wmi_gltf_accessor(const wmi_gltf_reader *g, uint32_t accessor);
bool wmi_gltf_span_of(wmi_gltf_reader *g, uint32_t accessor, wmi_gltf_span *span);
float wmi_gltf_float_at(const wmi_gltf_span *span, uint32_t element, uint32_t k);
uint32_t wmi_gltf_uint_at(const wmi_gltf_span *span, uint32_t element);
/* Reads all of an accessor, which must have `count` elements of `width` numbers. */
bool wmi_gltf_read_floats(wmi_gltf_reader *g, uint32_t accessor, uint32_t count, uint32_t width,
                          float *to);

/* The bytes of an image, not copied: to->data stays NULL if they are in a file that is not found.
 * Those of a file live until the next is loaded. */
bool wmi_gltf_image_bytes(wmi_gltf_reader *g, uint32_t number, wmi_gltf_bytes *to);

/* ---- gltf/read_image.c ---- */

/* The image of a texture of the file: in the scene, from 1, added when it is first used; 0: its
 * bytes are not known. */
bool wmi_gltf_read_image(wmi_gltf_reader *g, uint32_t number, const char *name, uint32_t *image);

/* ---- gltf/read_extras.c ---- */

static inline bool wmi_gltf_is_number(const wm_json_value *value)
{
    return wm_json_kind_of(value) == WM_JSON_KIND_NUMBER;
}

static inline bool wmi_gltf_is_array(const wm_json_value *value)
{
    return wm_json_kind_of(value) == WM_JSON_KIND_ARRAY;
}

bool wmi_gltf_is_true(const wm_json_value *value);
/* An integer below `count`. */
bool wmi_gltf_get_index(const wm_json_value *value, uint32_t count, uint32_t *index);
/* A member of the object's extras. */
const wm_json_value *wmi_gltf_extra(const wm_json_value *object, const char *name);
/* The text of a member, or NULL if it is not a string. */
const char *wmi_gltf_get_text(const wm_json_value *object, const char *name);
float wmi_gltf_get_number(const wm_json_value *object, const char *name, float missing);
/* Returns false if the member exists but is not `count` finite numbers. */
bool wmi_gltf_get_numbers(const wm_json_value *object, const char *name, float *to, uint32_t count,
                          bool *found);
/* The index of the text in `words`, or `missing` if it is not there. */
uint32_t wmi_gltf_word(const char *text, const char *const *words, uint32_t count,
                       uint32_t missing);
/* A copy that lives as long as the scene. */
bool wmi_gltf_copy(wmi_gltf_reader *g, const char *text, const char **copy);
/* Copies the member "name", or "" if there is none. */
bool wmi_gltf_get_name(wmi_gltf_reader *g, const wm_json_value *object, const char **name);
/* The extras of an object, except those listed in `but`. */
bool wmi_gltf_read_extras(wmi_gltf_reader *g, const wm_json_value *object, const char *const *but,
                          wm_extras *extras);
/* The same for the members themselves. */
bool wmi_gltf_read_members(wmi_gltf_reader *g, const wm_json_value *members, const char *const *but,
                           wm_extras *extras);

/* ---- the parts ---- */

bool wmi_gltf_read_tree(wmi_gltf_reader *g); /* gltf/read_tree.c: call first */
bool wmi_gltf_read_materials(wmi_gltf_reader *g);
bool wmi_gltf_read_meshes(wmi_gltf_reader *g);
bool wmi_gltf_read_lights(wmi_gltf_reader *g);
bool wmi_gltf_read_nodes(wmi_gltf_reader *g);
bool wmi_gltf_read_skins(wmi_gltf_reader *g);
/* gltf/read_return.c: undoes what another program did to a scene of ours. Call it last, with the
 * scene finished; finish the scene again. */
bool wmi_gltf_return(wmi_gltf_reader *g);
/* gltf/read_lost.c */
void wmi_gltf_report_lost(const wmi_gltf_reader *g);
/* Was the scene made from a file of that format? By the name of the frame, which survives. */
bool wmi_gltf_came_from(const wmi_gltf_reader *g, const char *format);
void wmi_gltf_read_levels(wmi_gltf_reader *g); /* files of other programs: by node name */
bool wmi_gltf_read_animations(wmi_gltf_reader *g);
/* gltf/read_times.c: sets g->times. */
void wmi_gltf_find_times(wmi_gltf_reader *g);
/* gltf/read_times.c: takes the name of the armature off that of an action. */
bool wmi_gltf_cut_armature(wmi_gltf_reader *g, const char **name);
/* The extras of an animation, or what the node of times repeats of them. Free *text afterwards. */
bool wmi_gltf_extras_of_animation(wmi_gltf_reader *g, const wm_json_value *animation,
                                  wm_json **text, const wm_json_value **extras);
/* Gives animations the length, and removes the node: into as in wmi_restore_pairs. Call it with
 * the axes of bones restored. */
bool wmi_gltf_restore_times(wmi_gltf_reader *g, uint32_t *into);

/* gltf/read_originals.c: keeps a channel of an animation as it was before. Its values are not
 * copied. */
bool wmi_gltf_add_original(wmi_gltf_reader *g, uint32_t animation, const wm_channel *channel);
/* Gives channels that were not edited these keys. into as in wmi_restore_pairs. Call it with the
 * axes of bones restored. */
bool wmi_gltf_restore_originals(wmi_gltf_reader *g, const uint32_t *into);
/* Reports animations that go far away and have no such keys. */
void wmi_gltf_report_far(const wmi_gltf_reader *g);

/* The nodes of the file that belong to the scene, parents first. order must hold all nodes. */
bool wmi_gltf_order_nodes(wmi_gltf_reader *g, uint32_t *order, uint32_t *count);
const wm_json_value *wmi_gltf_shown_scene(const wmi_gltf_reader *g);
/* The list of coarser levels of a node. */
const wm_json_value *wmi_gltf_levels(const wm_json_value *node);
/* From y up to z up. */
void wmi_gltf_make_upright(wm_vec3 *translation, wm_quat *rotation);
bool wmi_gltf_read_transform(wmi_gltf_reader *g, const wm_json_value *node, wm_transform *t);

/* ---- gltf/read_vertex.c ---- */

/* A set of vertices, which primitives may share. */
typedef struct wmi_gltf_vertices {
    const wm_json_value *attributes;
    uint32_t positions, normals, tangents, colours, uvs[WM_SCENE_UV_SETS], joints[2], weights[2];
    uint32_t sets[WM_SCENE_UV_SETS];  /* set index in the scene */
    uint32_t raw_v[WM_SCENE_UV_SETS]; /* v as in the source */
    uint32_t base, count;             /* in the mesh */
} wmi_gltf_vertices;

bool wmi_gltf_find_vertices(wmi_gltf_reader *g, const wm_json_value *mesh,
                            const wm_json_value *attributes, wmi_gltf_vertices *v);
/* Allocates the arrays that all the sets have. */
bool wmi_gltf_open_vertices(wmi_gltf_reader *g, const wm_json_value *mesh, wm_scene_mesh *m,
                            const wmi_gltf_vertices *const *v, uint32_t count);
bool wmi_gltf_read_vertices(wmi_gltf_reader *g, wm_scene_mesh *m, const wmi_gltf_vertices *v);
/* gltf/read_carried.c: if another program saved a scene of ours: makes an attribute again of the uv
 * set that repeats it. */
bool wmi_gltf_take_carried(wmi_gltf_reader *g, wm_scene_mesh *m);
/* Bones whose meshes have the scale 0 at rest get it back, unless their rest pose is known. into as
 * in wmi_restore_pairs. */
void wmi_gltf_hide(wmi_gltf_reader *g, const bool *joint, const uint32_t *into);

#endif
