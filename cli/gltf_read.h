/* What the files of the glTF reader share. */
#ifndef WAYMARK_CLI_GLTF_READ_H
#define WAYMARK_CLI_GLTF_READ_H

#include "cli.h"

/* An array of the JSON by number; cJSON itself has lists. */
typedef struct gltf_list {
    cJSON **item;
    uint32_t count;
} gltf_list;

/* Bytes of a buffer: of the file, of a data URI or of a file beside it. */
typedef struct gltf_bytes {
    const uint8_t *data;
    size_t size;
    void *owned; /* of malloc, or NULL */
    bool loaded;
} gltf_bytes;

typedef struct gltf {
    const char *file;
    wm_error *error;
    cJSON *root;
    const uint8_t *bin; /* of a .glb */
    size_t bin_size;
    gltf_list accessors, views, buffers, nodes, meshes, materials;
    gltf_bytes *bytes; /* of each buffer */
    bool own;          /* this library wrote it */
    bool mirrored;     /* and negated z */
    wm_scene *scene;
    uint64_t read; /* elements decoded so far: one accessor may be used many times */
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

/* False, so that makers can end with it. */
bool gltf_fail(gltf *g, wm_status code, const char *path, const char *fmt, ...) WM_PRINTF(4, 5);
bool gltf_no_memory(gltf *g);

/* ---- gltf_read_data.c ---- */

/* A whole number of 0 or more; `missing` where there is none, false where it is wrong. */
bool gltf_u32(gltf *g, const cJSON *object, const char *name, uint32_t missing, uint32_t *value);
bool gltf_span_of(gltf *g, uint32_t accessor, gltf_span *span);
float gltf_float(const gltf_span *span, uint32_t element, uint32_t k);
uint32_t gltf_uint(const gltf_span *span, uint32_t element);
void gltf_free_bytes(gltf *g);

/* ---- gltf_read_mesh.c ---- */

bool gltf_read_materials(gltf *g);
bool gltf_read_meshes(gltf *g);

/* ---- gltf_read_node.c ---- */

bool gltf_read_extras(gltf *g, const cJSON *object, const char *const *but, wm_extras *extras);
bool gltf_read_nodes(gltf *g);
/* A copy of a string member that lives as long as the scene; "" without one. */
bool gltf_name(gltf *g, const cJSON *object, const char **name);

#endif
