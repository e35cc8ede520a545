/* Black & White 2 models (.bwm, "LiOnHeAdMODEL"), versions 5 and 6.
 *
 * A document mirrors its file, and its fields have the names of docs/formats/bw2-model.md.
 * Fields that the game left uninitialised ("garbage") are kept. A model is either static or a skin,
 * which bones move. Y is up, and the space is left-handed.
 */
#ifndef WAYMARK_BW2_H
#define WAYMARK_BW2_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parts ------------------------------------------------------------- */

/* Text fields end at the first NUL or at the end of the field. */
enum { WM_BW2_NAME = 64, WM_BW2_ENTITY_NAME = 256, WM_BW2_TEXTURES = 6 };

typedef enum wm_bw2_shape {
    WM_BW2_SHAPE_SPHERE = 0,
    WM_BW2_SHAPE_BOX = 1,
    WM_BW2_SHAPE_CYLINDER = 2
} wm_bw2_shape;

/* Three shapes around the same points, and which of them is the smallest. */
typedef struct wm_bw2_bounds {
    wm_vec3 centre; /* of the sphere */
    float radius;
    wm_vec3 min, max;
    wm_vec3 base; /* of the upright cylinder: the centre of its bottom */
    float height, cylinder_radius;
    uint32_t tightest; /* wm_bw2_shape */
    float volume;      /* of that shape */
} wm_bw2_bounds;

/* Texture file names by use: diffuse, light, growth, specular, additional, normal. */
typedef struct wm_bw2_material {
    char texture[WM_BW2_TEXTURES][WM_BW2_NAME];
    char name[WM_BW2_NAME]; /* "lh_phys": the collision hull */
} wm_bw2_material;

/* Axes and position in model space. */
typedef struct wm_bw2_frame {
    wm_vec3 axis[3];
    wm_vec3 position;
} wm_bw2_frame;

typedef struct wm_bw2_mesh {
    uint32_t face_count;  /* skins: index_count - 2, including triangles without area */
    uint32_t first_index; /* skins, from the second mesh on: 2 less than the start of the strip */
    uint32_t index_count;
    uint32_t first_vertex, vertex_count;
    wm_bw2_frame pivot; /* not applied to the vertices */
    wm_bw2_bounds bounds;
    uint32_t reference_count;
    uint32_t unknown_8c; /* garbage */
    uint32_t lod;        /* level of detail, 1 is the finest */
    char name[WM_BW2_NAME];
    uint32_t first_bone, bone_count; /* skins: the lowest bone used, and the number of bones from
                                        there to the highest one used */
    uint32_t reference; /* index of its first reference in the document. Not in the file: set it
                           if you add or remove references */
} wm_bw2_mesh;

/* A run of indices of a mesh with one material. */
typedef struct wm_bw2_reference {
    uint32_t material;
    uint32_t first_index, index_count;   /* in the file's index table */
    uint32_t first_vertex, vertex_count; /* in the file's vertex table */
    uint32_t first_face, face_count;     /* in the mesh */
    uint32_t addressing; /* a byte for each uv set: bits 0-1 u, 2-3 v; 1 wrap, 3 clamp */
} wm_bw2_reference;

/* An entity: a named place in the model, such as a door or the origin of an effect. */
typedef struct wm_bw2_entity {
    wm_bw2_frame frame;
    char name[WM_BW2_ENTITY_NAME]; /* "bws_ep_door" and so on */
} wm_bw2_entity;

/* A circle on the ground (x, z). What the game uses circles for is not known. */
typedef struct wm_bw2_circle {
    float x, z, radius;
} wm_bw2_circle;

/* Ids and formats of vertex elements. */
enum {
    WM_BW2_ELEMENT_POSITION = 0,
    WM_BW2_ELEMENT_NORMAL = 1,
    WM_BW2_ELEMENT_UV = 2, /* may repeat */
    WM_BW2_ELEMENT_BONE_INDEX = 6,
    WM_BW2_ELEMENT_BONE_WEIGHT = 7
};
enum {
    WM_BW2_FORMAT_FLOAT = 0,
    WM_BW2_FORMAT_FLOAT2 = 1,
    WM_BW2_FORMAT_FLOAT3 = 2,
    WM_BW2_FORMAT_INT = 3,
    WM_BW2_FORMAT_BYTE = 4
};
enum { WM_BW2_ELEMENTS = 16, WM_BW2_STREAMS = 64 }; /* limits of the reader */

typedef struct wm_bw2_element {
    uint32_t id, format;
} wm_bw2_element;

/* A stream holds the same elements for every vertex. */
typedef struct wm_bw2_stream {
    uint32_t element_count;
    wm_bw2_element elements[WM_BW2_ELEMENTS]; /* from element_count on: garbage */
    uint32_t unknown_84;                      /* garbage */
    uint32_t stride; /* bytes of a vertex: the sum of wm_bw2_format_size of its elements. Not in the
                        file: set it if you make or change a stream */
    uint8_t *data;   /* vertex_count * stride bytes */
} wm_bw2_stream;

/* How indices form triangles. */
enum {
    WM_BW2_TOPOLOGY_LIST = 2, /* of static models */
    WM_BW2_TOPOLOGY_STRIP = 3 /* of skins */
};

/* ---- the model --------------------------------------------------------- */

/* A model file. To change the length of an array, allocate a new one with wm_bw2_model_alloc, set
 * its count and call wm_bw2_model_set_sizes. */
typedef struct wm_bw2_model {
    char signature[40];
    uint32_t size;          /* as stored: file size - 44 */
    uint32_t magic;         /* 0x2B00B1E5 */
    uint32_t version;       /* 5 or 6 */
    uint32_t metadata_size; /* as stored: start of the first stream - 0x38 */
    wm_bw2_bounds bounds;
    wm_vec3 footprint_centre; /* mean of the footprint; garbage in skins */
    float footprint_radius;
    float unknown_a4;
    uint32_t topology; /* WM_BW2_TOPOLOGY_LIST or WM_BW2_TOPOLOGY_STRIP */

    uint32_t material_count;
    wm_bw2_material *materials;
    uint32_t mesh_count;
    wm_bw2_mesh *meshes;
    uint32_t reference_count; /* of all meshes */
    wm_bw2_reference *references;
    uint32_t bone_count;
    wm_bw2_frame *bones;
    uint32_t entity_count;
    wm_bw2_entity *entities;
    uint32_t circle_count;
    wm_bw2_circle *circles;
    uint32_t footprint_count;
    wm_vec3 *footprint; /* outline seen from above */
    uint32_t vertex_count;
    uint32_t stream_count;
    wm_bw2_stream *streams;
    uint32_t index_count;
    uint16_t *indices;
    uint32_t cleave_count; /* version 6 */
    wm_vec3 *cleaves;      /* for each vertex: how it moves inwards when the model breaks
                              (inferred) */
    uint32_t extra_size;   /* bytes after the last table: none in known files */
    uint8_t *extra;
    uint32_t fault_count; /* faults after which the reader went on; 0 in valid files */
    wm_error first_fault; /* the first of them, if there are any */

    void *memory; /* private */
} wm_bw2_model;

/* Whether the bytes start like a model ("LiOnHeAdMODEL"). */
WM_API bool wm_bw2_model_detect(const void *data, size_t size);

/* Reads a model. A damaged file is read as far as possible, and fault_count is not 0: an index of a
 * vertex that does not exist is replaced so that its triangles have no area, a range of a mesh or
 * reference that leaves its table is empty, and a material that does not exist is the first one (if
 * the model has no materials, the read fails).
 * Writing such a model unchanged still gives the same bytes. Tables that lie outside the file fail
 * the read, except cleaves (docs/formats/bw2-model.md, "What the reader refuses, and why").
 * Afterwards, indices are below vertex_count, references[].material is below material_count, the
 * ranges of meshes and references lie inside their tables, and positions are three floats. Free
 * with wm_bw2_model_free.
 *
 * opts: a report receives each fault as a finding with its own code. */
WM_API wm_bw2_model *wm_bw2_model_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);

/* Writes the file: write(read(x)) == x. */
WM_API wm_status wm_bw2_model_write(const wm_bw2_model *model, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

/* Reports what is wrong with the model. Pass the same report to wm_bw2_model_read first: it adds
 * the faults that it finds. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_bw2_model_check(const wm_bw2_model *model, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* Lists how b differs from a, table by table. Entities are matched by name. Adds nothing for equal
 * models.
 *
 * diff: initialised. */
WM_API wm_status wm_bw2_model_diff(const wm_bw2_model *a, const wm_bw2_model *b, wm_diff *diff,
                                   wm_error *error);

/* Makes an empty model of version 6. Fill it with arrays from wm_bw2_model_alloc. Free with
 * wm_bw2_model_free. */
WM_API wm_bw2_model *wm_bw2_model_new(const wm_allocator *allocator, wm_error *error);
/* Allocates count * size zeroed bytes that belong to the document. Returns NULL and sets *error
 * if there is no memory (WM_NO_MEMORY) or the document reaches its memory limit (WM_LIMIT). A
 * request for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_bw2_model_alloc(wm_bw2_model *model, size_t count, size_t size, wm_error *error);
/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_bw2_model *wm_bw2_model_copy(const wm_bw2_model *model, const wm_allocator *allocator,
                                       wm_error *error);
/* Frees the model and all its arrays. NULL is allowed. */
WM_API void wm_bw2_model_free(wm_bw2_model *model);

/* ---- rebuild ----------------------------------------------------------- */

typedef struct wm_bw2_model_rebuild_opts {
    uint32_t begin_zero;
    bool tight; /* compute the smallest spheres and cylinders even where the stored ones fit */
    uint32_t end_zero;
} wm_bw2_model_rebuild_opts;

/* What changed. */
typedef struct wm_bw2_model_rebuild_result {
    uint32_t bounds;     /* how many bounds, of the model and of its meshes */
    uint32_t meshes;     /* meshes with other counts or ranges */
    uint32_t references; /* references with other counts or ranges */
    uint32_t bones;      /* meshes with another bone range */
    bool size;           /* the size of the file in the header */
    bool metadata_size;  /* the size of the tables in the header */
    bool footprint;      /* its centre or radius */
} wm_bw2_model_rebuild_result;

/* Computes all derived data: bounds, face counts, index counts and vertex ranges of meshes and
 * references, bone ranges of skins, centre and radius of the footprint, and the sizes in the
 * header. Everything else stays the same, byte for byte. A stored sphere or cylinder is kept if the
 * game's tools could have computed it: their result is partly random (docs/formats/bw2-model.md,
 * "Bounds"). */
WM_API wm_status wm_bw2_model_rebuild(wm_bw2_model *model, const wm_bw2_model_rebuild_opts *opts,
                                      wm_bw2_model_rebuild_result *result, wm_error *error);

/* ---- edit -------------------------------------------------------------- */

/* No rebuild is needed after these functions. Frames, circles and other fields can be changed in
 * the document directly. */

/* Set a name and zero the rest of its field; if it already has this name, no byte changes. Fail if
 * the index is out of range, or if the name and its NUL do not fit into the field; then nothing has
 * changed.
 *
 * name: copied.
 * slot: 0 to 5: diffuse, light, growth, specular, additional, normal. */
WM_API wm_status wm_bw2_model_set_texture(wm_bw2_model *model, uint32_t material, uint32_t slot,
                                          const char *name, wm_error *error);
WM_API wm_status wm_bw2_model_set_material_name(wm_bw2_model *model, uint32_t material,
                                                const char *name, wm_error *error);
WM_API wm_status wm_bw2_model_set_mesh_name(wm_bw2_model *model, uint32_t mesh, const char *name,
                                            wm_error *error);
WM_API wm_status wm_bw2_model_set_entity_name(wm_bw2_model *model, uint32_t entity,
                                              const char *name, wm_error *error);
/* Change the entities or the footprint, and update the sizes in the header and the footprint's
 * centre and radius. They fail if there is no such entity, if the name does not fit its field, if a
 * point is not finite, or if the file would be larger than 4 GiB. On failure nothing has changed.
 *
 * points: `count` points; copied. May be NULL if count is 0. */
WM_API wm_status wm_bw2_model_add_entity(wm_bw2_model *model, const char *name,
                                         const wm_bw2_frame *frame, wm_error *error);
WM_API wm_status wm_bw2_model_remove_entity(wm_bw2_model *model, uint32_t entity, wm_error *error);
WM_API wm_status wm_bw2_model_set_footprint(wm_bw2_model *model, const wm_vec3 *points,
                                            uint32_t count, wm_error *error);
/* Computes size and metadata_size. Call it after you change a count directly. */
WM_API void wm_bw2_model_set_sizes(wm_bw2_model *model);

/* ---- properties -------------------------------------------------------- */

/* The size in bytes of a vertex element of this format; 0 if there is no such format. */
WM_API uint32_t wm_bw2_format_size(uint32_t format);
/* Finds an element of a vertex.
 *
 * vertex: below vertex_count.
 * id: WM_BW2_ELEMENT_POSITION and so on.
 * nth: which of the elements with this id; the first is 0.
 * format: may be NULL. Receives the format of the element.
 *
 * Returns the bytes of the element, or NULL if there is no such element. */
WM_API const uint8_t *wm_bw2_model_vertex(const wm_bw2_model *model, uint32_t vertex, uint32_t id,
                                          uint32_t nth, uint32_t *format);
/* The highest level of detail of any mesh: the number of levels, unless one is missing. */
WM_API uint32_t wm_bw2_model_lod_count(const wm_bw2_model *model);
/* The number of uv sets. */
WM_API uint32_t wm_bw2_model_uv_sets(const wm_bw2_model *model);
/* Whether the model is a skin rather than a static model. */
WM_API bool wm_bw2_model_is_skin(const wm_bw2_model *model);

#ifdef __cplusplus
}
#endif
#endif
