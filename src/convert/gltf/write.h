/* Shared by the files of the glTF writer. A glTF is a JSON text of flat arrays that refer to
 * each other by index. Each array is written to its own buffer; they are joined at the end. */
#ifndef WAYMARK_CONVERT_GLTF_WRITE_H
#define WAYMARK_CONVERT_GLTF_WRITE_H

#include "base/json_text.h"
#include "convert/internal.h"
#include "waymark/convert.h"

/* One of the arrays: its item count and its text. */
typedef struct wmi_gltf_list {
    wmi_writer text;
    uint32_t count;
} wmi_gltf_list;

/* What a material shows: its textures, and the environment map of its colour. */
enum { WMI_GLTF_ENVIRONMENT = WM_TEXTURE_SLOT_COUNT, WMI_GLTF_SLOTS = WM_TEXTURE_SLOT_COUNT + 1 };

typedef struct wmi_gltf {
    const wm_scene *scene;
    const wm_gltf_write_opts *opts;
    wm_allocator allocator;
    bool mirror; /* negate z: the scene is left-handed */
    wmi_writer bin;
    wmi_gltf_list views, accessors, nodes, meshes, materials, skins, lights, animations;
    wmi_gltf_list images, textures, samplers;
    uint32_t *shown; /* of each material and slot: a texture, from 1; 0: none. NULL: no images */
    const uint8_t *image; /* the bytes of the last image in the buffer, at its end; or NULL */
    wmi_arena scratch;
    wm_error *error;
    wmi_writer leftover; /* animations without a glTF channel */
    uint32_t leftover_count;
    uint32_t *mesh_of;              /* scene mesh -> glTF mesh, WM_NO_INDEX: not written */
    bool levels;                    /* MSFT_lod is used */
    bool carried;                   /* there is a carrier */
    uint32_t *scaled, scaled_count; /* nodes with a scale at rest */
    uint32_t *keyed;                /* by node: the last animation that scales it, from 1 */
    uint32_t times; /* the node that records the times of animations, or WM_NO_INDEX */
    bool failed;    /* out of scratch memory */
} wmi_gltf;

/* ---- JSON -------------------------------------------------------------- */

/* A string; if it is not UTF-8, its bytes are taken as Latin-1. */
void wmi_gltf_text(wmi_writer *w, const char *text);
/* Values that are not finite become 0. */
void wmi_gltf_number(wmi_writer *w, float value);
void wmi_gltf_numbers(wmi_writer *w, const float *values, uint32_t count);
/* All digits, for numbers that readers compare with the float in the data. */
void wmi_gltf_digits(wmi_writer *w, double value);
/* Writes a comma unless this is the first item, and counts the item. */
void wmi_gltf_item(wmi_gltf_list *list);
/* Writes only the members. *first is true while none has been written. */
void wmi_gltf_members(wmi_writer *w, const wm_extras *extras, bool *first);

/* ---- data -------------------------------------------------------------- */

enum { WMI_GLTF_VERTICES = 34962, WMI_GLTF_INDICES = 34963, WMI_GLTF_OTHER = 0 };

/* Adds count elements of width floats, with their minimum and maximum if `bounds` is set.
 * Returns the accessor index. */
uint32_t wmi_gltf_floats(wmi_gltf *g, const float *values, uint32_t count, uint32_t width,
                         int target, bool bounds);
/* A 4x4 matrix each, column-major. */
uint32_t wmi_gltf_matrices(wmi_gltf *g, const wm_matrix *values, uint32_t count);
/* Indices as 16 bits if they fit, else 32. */
uint32_t wmi_gltf_indices(wmi_gltf *g, const uint32_t *values, uint32_t count, uint32_t most);
uint32_t wmi_gltf_u32(wmi_gltf *g, const uint32_t *values, uint32_t count);
uint32_t wmi_gltf_joints(wmi_gltf *g, const uint16_t (*values)[4], uint32_t count);

/* A view of bytes. */
void wmi_gltf_bytes(wmi_gltf *g, const uint8_t *bytes, size_t size);

/* Scratch floats; on failure returns NULL and sets g->failed. */
float *wmi_gltf_scratch(wmi_gltf *g, size_t count);
void wmi_gltf_unscratch(wmi_gltf *g, float *values, size_t count);

/* Are all strings of the scene UTF-8? */
bool wmi_scene_is_utf8(const wm_scene *scene);

/* ---- parts ------------------------------------------------------------- */

/* Images; before the materials. */
void wmi_gltf_images(wmi_gltf *g);
/* The texture, from 1; 0: there is none. */
uint32_t wmi_gltf_shown_at(const wmi_gltf *g, uint32_t material, uint32_t slot);
void wmi_gltf_materials(wmi_gltf *g);
void wmi_gltf_meshes(wmi_gltf *g);
/* gltf/write_doubles.c: a mesh in which no two triangles have the same vertices. Returns false and
 * sets g->failed without memory. */
typedef struct wmi_gltf_parted {
    wm_scene_mesh mesh;        /* shares arrays with the one of the scene, or has longer ones */
    const uint32_t *originals; /* of the copies, which are its last vertices */
    uint32_t copies;
    bool hidden; /* its node has the scale 0 at rest */
} wmi_gltf_parted;
bool wmi_gltf_part_doubles(wmi_gltf *g, const wm_scene_mesh *m, wmi_gltf_parted *p);
/* gltf/write_vertex.c: all attributes of a mesh, which its primitives share, as text. */
typedef struct wmi_gltf_attributes {
    wmi_writer text;
    bool any;
} wmi_gltf_attributes;
void wmi_gltf_put_attributes(wmi_gltf *g, wmi_gltf_attributes *a, const wmi_gltf_parted *p);
/* The name of a custom attribute begins with an underscore. */
void wmi_gltf_attribute_name(const wm_scene_attribute *from, char name[64]);
/* gltf/write_carried.c: how many uv sets repeat what programs drop, the number of the first of
 * these sets, and what each has. */
unsigned wmi_gltf_carried_sets(const wmi_gltf_parted *p, unsigned *first,
                               unsigned kinds[WMI_GLTF_CARRIED]);
/* The uvs of such a set, one for each vertex. */
void wmi_gltf_carry(const wmi_gltf_parted *p, unsigned kind, float (*uvs)[2]);
void wmi_gltf_lights(wmi_gltf *g);
/* Skins and nodes. */
void wmi_gltf_nodes(wmi_gltf *g);
/* gltf/write_carrier.c: does the scene need a carrier? Writes it after all other skins. coarse: by
 * node, true if it is not in the tree of the file. */
bool wmi_gltf_carries(const wm_scene *s);
void wmi_gltf_carrier(wmi_gltf *g, const bool *coarse);
void wmi_gltf_animations(wmi_gltf *g);
typedef enum wmi_gltf_repeat {
    WMI_GLTF_REPEAT_LATE,    /* those that begin after 0, to which a key is added */
    WMI_GLTF_REPEAT_INEXACT, /* those that glTF cannot hold exactly */
    WMI_GLTF_REPEAT_ALL
} wmi_gltf_repeat;

/* The extras of an animation, as an object.
 *
 * at: index among all animations; WM_NO_INDEX if the order gives it.
 * repeat: which of the channels that glTF has are there too. */
void wmi_gltf_put_animation_extras(const wmi_gltf *g, wmi_writer *w, const wm_scene_animation *a,
                                   uint32_t at, wmi_gltf_repeat repeat);
/* gltf/write_rest.c: lists nodes with a scale at rest. False without memory. */
bool wmi_gltf_list_scaled(wmi_gltf *g);
/* Marks those that an animation scales. */
void wmi_gltf_mark_scaled(wmi_gltf *g, const wm_scene_animation *a, uint32_t animation);
/* A channel with the scale at rest. */
void wmi_gltf_rest_sampler(wmi_gltf *g, wmi_writer *w, uint32_t node);
/* Does glTF have such a channel, and was a key added to it? */
bool wmi_gltf_is_late(const wm_channel *c);
/* gltf/write_times.c: the node, and the channel that an animation has for it. */
void wmi_gltf_times_node(wmi_gltf *g);
void wmi_gltf_times_sampler(wmi_gltf *g, wmi_writer *w, const wm_scene_animation *a);
/* How many of its channels got a key at 0. If there are such, one more channel, a scale, has that
 * number. */
uint32_t wmi_gltf_count_late(const wm_scene_animation *a);
void wmi_gltf_late_sampler(wmi_gltf *g, wmi_writer *w, const wm_scene_animation *a);

static inline wm_vec3 wmi_gltf_vec3(const wmi_gltf *g, wm_vec3 v)
{
    return g->mirror ? (wm_vec3){v.x, v.y, -v.z} : v;
}

/* A rotation mirrored by negating z. */
static inline wm_quat wmi_gltf_quat(const wmi_gltf *g, wm_quat q)
{
    return g->mirror ? (wm_quat){-q.x, -q.y, q.z, q.w} : q;
}

/* Normalised; the identity if the length is zero. */
wm_quat wmi_gltf_unit(wm_quat q);

#endif
