/* What the files of the glTF reader share. They need the library only, so that the tests
 * and the fuzzer can be linked with them. */
#ifndef WAYMARK_CONVERT_GLTF_READ_H
#define WAYMARK_CONVERT_GLTF_READ_H

#include <stdbool.h>
#include <stdio.h>

#include "waymark/file.h"
#include "waymark/waymark.h"

/* An array of the JSON. */
typedef struct gltf_list {
    const wm_json_value *list;
    uint32_t count;
} gltf_list;

/* Bytes of a buffer: of the file, of a data URI or of a file beside it. */
typedef struct gltf_bytes {
    const uint8_t *data;
    size_t size;
    void *owned; /* of malloc, or NULL */
    bool loaded;
} gltf_bytes;

/* What was passed over, said once each. */
enum {
    GLTF_NOTE_MORPH = 1 << 0,
    GLTF_NOTE_UV_TRANSFORM = 1 << 1,
    GLTF_NOTE_POINTS = 1 << 2,
    GLTF_NOTE_LINES = 1 << 3,
    GLTF_NOTE_INFLUENCES = 1 << 4,
    GLTF_NOTE_LIGHTS = 1 << 5,
    GLTF_NOTE_CHANNELS = 1 << 6
};

enum { GLTF_ATTRIBUTES_MAX = 64 }; /* of a mesh, with other names than glTF's own */

typedef struct gltf {
    const char *file;
    wm_error *error;
    wm_json *json;
    const wm_json_value *root;
    const uint8_t *bin; /* of a .glb */
    size_t bin_size;
    gltf_list accessors, views, buffers, nodes, meshes, materials, skins, animations, textures,
        images, samplers, lights;
    gltf_bytes *bytes; /* of each buffer */
    uint8_t **dense;   /* of each accessor that had to be put together */
    uint64_t dense_size, limit;
    uint64_t read; /* elements decoded so far: one accessor may be used many times */
    /* The tree */
    uint32_t *parent;  /* of each node of the file */
    uint32_t *node_of; /* of each node of the file: that of the scene, or WM_NO_INDEX */
    uint32_t frame;    /* the node that only makes the scene stand upright, or WM_NO_INDEX */
    bool own;          /* this library wrote it, and nobody changed the tree */
    bool mirrored;     /* and negated z */
    bool flip_v;       /* and turned v to run down */
    bool latin1;       /* and took texts for Latin-1 that were not UTF-8 */
    const char *custom[GLTF_ATTRIBUTES_MAX]; /* names of the mesh's attributes in the file */
    unsigned notes;
    wm_scene *scene;
} gltf;

enum { GLTF_ELEMENTS_MAX = 1 << 26 };

/* Elements of an accessor, proven to lie in their buffer. */
typedef struct gltf_span {
    const uint8_t *data;
    size_t stride;
    uint32_t count, width; /* width: numbers of an element */
    uint32_t type;         /* glTF's componentType */
    bool normalized;
} gltf_span;

/* cli/convert/gltf_scene.h */
wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, FILE *notes, wm_error *error);

/* False, so that makers can end with it. */
bool gltf_fail(gltf *g, wm_status code, const char *path, const char *fmt, ...) WM_PRINTF(4, 5);
bool gltf_no_memory(gltf *g);

/* ---- gltf/read_data.c ---- */

/* A whole number of 0 or more; `missing` where there is none, false where it is wrong. */
bool gltf_u32(gltf *g, const wm_json_value *object, const char *name, uint32_t missing,
              uint32_t *value);
bool gltf_span_of(gltf *g, uint32_t accessor, gltf_span *span);
float gltf_float(const gltf_span *span, uint32_t element, uint32_t k);
uint32_t gltf_uint(const gltf_span *span, uint32_t element);
/* All of an accessor that must have `count` elements of `width` numbers. */
bool gltf_floats_of(gltf *g, uint32_t accessor, uint32_t count, uint32_t width, float *to);
void gltf_free_bytes(gltf *g);

/* ---- gltf/read_extras.c ---- */

static inline bool gltf_is_number(const wm_json_value *value)
{
    return wm_json_kind_of(value) == WM_JSON_NUMBER;
}

static inline bool gltf_is_array(const wm_json_value *value)
{
    return wm_json_kind_of(value) == WM_JSON_ARRAY;
}

bool gltf_is_true(const wm_json_value *value);
/* A whole number below `count`. */
bool gltf_index(const wm_json_value *value, uint32_t count, uint32_t *index);
/* A member of the object's extras. */
const wm_json_value *gltf_extra(const wm_json_value *object, const char *name);
/* The text of a member, NULL if it is none. */
const char *gltf_text(const wm_json_value *object, const char *name);
float gltf_number(const wm_json_value *object, const char *name, float missing);
/* False where the member is there but is not `count` finite numbers. */
bool gltf_numbers(const wm_json_value *object, const char *name, float *to, uint32_t count,
                  bool *found);
/* Which of the words a text is; `missing` for none of them. */
uint32_t gltf_word(const char *text, const char *const *words, uint32_t count, uint32_t missing);
/* A copy that lives as long as the scene. */
bool gltf_copy(gltf *g, const char *text, const char **copy);
/* The same of the member "name"; "" without one. */
bool gltf_name(gltf *g, const wm_json_value *object, const char **name);
/* The extras of an object but those of the list. */
bool gltf_read_extras(gltf *g, const wm_json_value *object, const char *const *but,
                      wm_extras *extras);
/* The members themselves. */
bool gltf_read_members(gltf *g, const wm_json_value *members, const char *const *but,
                       wm_extras *extras);

/* ---- the parts ---- */

bool gltf_read_tree(gltf *g); /* gltf/read_tree.c: first of all */
bool gltf_read_materials(gltf *g);
bool gltf_read_meshes(gltf *g);
bool gltf_read_lights(gltf *g);
bool gltf_read_nodes(gltf *g);
bool gltf_read_skins(gltf *g);
void gltf_read_levels(gltf *g); /* of other programs: by the names of nodes */
bool gltf_read_animations(gltf *g);

/* The nodes of the file that belong to the scene, parents first. order has room for all
 * nodes. */
bool gltf_order_nodes(gltf *g, uint32_t *order, uint32_t *count);
const wm_json_value *gltf_shown_scene(const gltf *g);
/* The k-th coarser level of a node, WM_NO_INDEX behind the last. */
const wm_json_value *gltf_levels(const wm_json_value *node);
bool gltf_read_transform(gltf *g, const wm_json_value *node, wm_transform *t);

/* ---- gltf/read_vertex.c ---- */

/* A set of vertices, which primitives may share. */
typedef struct gltf_vertices {
    const wm_json_value *attributes;
    uint32_t positions, normals, tangents, colours, uvs[WM_UV_SETS], joints[2], weights[2];
    uint32_t sets[WM_UV_SETS];  /* which set of the scene each is */
    uint32_t raw_v[WM_UV_SETS]; /* v as the source has it */
    uint32_t base, count;       /* in the mesh */
} gltf_vertices;

bool gltf_find_vertices(gltf *g, const wm_json_value *mesh, const wm_json_value *attributes,
                        gltf_vertices *v);
/* Room for what all of the sets have. */
bool gltf_open_vertices(gltf *g, const wm_json_value *mesh, wm_scene_mesh *m,
                        const gltf_vertices *const *v, uint32_t count);
bool gltf_read_vertices(gltf *g, wm_scene_mesh *m, const gltf_vertices *v);

#endif
