/* Black & White 2 models (.bwm, "LiOnHeAdMODEL"), versions 5 and 6.
 *
 * The document mirrors the file: its tables follow one another in this order and their
 * sizes come from counts alone. Field names are those of docs/formats/bw2-model.md. What
 * the game left uninitialised is kept. Y is up, the space is left-handed.
 */
#ifndef WAYMARK_BW2_H
#define WAYMARK_BW2_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Text fields end at a NUL or with the field. */
enum { WM_BW2_NAME = 64, WM_BW2_ENTITY_NAME = 256, WM_BW2_TEXTURES = 6 };

typedef enum wm_bw2_shape { WM_BW2_SPHERE = 0, WM_BW2_BOX = 1, WM_BW2_CYLINDER = 2 } wm_bw2_shape;

/* Three shapes around the same points, and which of them is the smallest. */
typedef struct wm_bw2_bounds {
    wm_vec3 centre; /* of the sphere */
    float radius;
    wm_vec3 min, max;
    wm_vec3 base; /* of the upright cylinder: centre of its bottom */
    float height, cylinder_radius;
    uint32_t tightest; /* wm_bw2_shape */
    float volume;      /* of that one */
} wm_bw2_bounds;

/* Texture file names by use: diffuse, light, growth, specular, additional, normal. */
typedef struct wm_bw2_material {
    char texture[WM_BW2_TEXTURES][WM_BW2_NAME];
    char name[WM_BW2_NAME]; /* "lh_phys": the collision hull */
} wm_bw2_material;

/* Axes and position, in the space of the model. */
typedef struct wm_bw2_frame {
    wm_vec3 axis[3];
    wm_vec3 position;
} wm_bw2_frame;

typedef struct wm_bw2_mesh {
    uint32_t face_count;  /* skins: index_count - 2, those without area counted */
    uint32_t first_index; /* skins, from the second on: 2 before the strip */
    uint32_t index_count;
    uint32_t first_vertex, vertex_count;
    wm_bw2_frame pivot; /* not to be applied to the vertices */
    wm_bw2_bounds bounds;
    uint32_t reference_count;
    uint32_t unknown_8c; /* garbage */
    uint32_t lod;        /* level of detail, 1 the finest */
    char name[WM_BW2_NAME];
    uint32_t first_bone, bone_count; /* skins: lowest bone used, and how many up to the highest */
    uint32_t reference;              /* its first in the document's table; not in the file */
} wm_bw2_mesh;

/* A run of indices of a mesh with one material. */
typedef struct wm_bw2_reference {
    uint32_t material;
    uint32_t first_index, index_count;   /* of the whole file */
    uint32_t first_vertex, vertex_count; /* of the whole file */
    uint32_t first_face, face_count;     /* of the mesh */
    uint32_t addressing; /* a byte for each uv set: bits 0-1 u, 2-3 v; 1 wrap, 3 clamp */
} wm_bw2_reference;

typedef struct wm_bw2_entity {
    wm_bw2_frame frame;
    char name[WM_BW2_ENTITY_NAME]; /* "bws_ep_door" ... */
} wm_bw2_entity;

typedef struct wm_bw2_circle {
    float x, z, radius;
} wm_bw2_circle;

/* What an element of a vertex is, and its format. */
enum {
    WM_BW2_POSITION = 0,
    WM_BW2_NORMAL = 1,
    WM_BW2_UV = 2, /* may repeat */
    WM_BW2_BONE_INDEX = 6,
    WM_BW2_BONE_WEIGHT = 7
};
enum { WM_BW2_FLOAT = 0, WM_BW2_FLOAT2 = 1, WM_BW2_FLOAT3 = 2, WM_BW2_INT = 3, WM_BW2_BYTE = 4 };
enum { WM_BW2_ELEMENTS = 16, WM_BW2_STREAMS = 64 }; /* the most that are read */

typedef struct wm_bw2_element {
    uint32_t id, format;
} wm_bw2_element;

/* A stream: for every vertex its elements one after the other. */
typedef struct wm_bw2_stream {
    uint32_t element_count;
    wm_bw2_element elements[WM_BW2_ELEMENTS]; /* behind element_count: garbage */
    uint32_t unknown_84;                      /* garbage */
    uint32_t stride;                          /* bytes of a vertex; not in the file */
    uint8_t *data;                            /* vertex_count * stride */
} wm_bw2_stream;

enum { WM_BW2_LIST = 2, WM_BW2_STRIP = 3 }; /* topology: static models, skins */

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
    uint32_t topology; /* WM_BW2_LIST or WM_BW2_STRIP */

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
    wm_vec3 *cleaves;      /* one for each vertex: how far it goes inwards when broken (inferred) */
    uint32_t extra_size;   /* bytes behind the last table: none in known files */
    uint8_t *extra;

    void *memory; /* the library's */
} wm_bw2_model;

WM_API bool wm_bw2_model_detect(const void *data, size_t size);

/* Reads a model. What would lead outside of the file or of its tables fails the read:
 * afterwards indices are below vertex_count, and the ranges of meshes and references lie
 * within the tables, and positions are three floats. With opts->report each fault that refuses
 * the file is a finding with a code of its own. Free with wm_bw2_model_free. */
WM_API wm_bw2_model *wm_bw2_model_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);

/* The file as bytes: write(read(x)) == x. Free with wm_buffer_free. */
WM_API wm_status wm_bw2_model_write(const wm_bw2_model *model, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);

/* What is wrong with a model that could be read. Fails only for want of memory. */
WM_API wm_status wm_bw2_model_check(const wm_bw2_model *model, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error);

/* How two models differ, table by table; entities are matched by name. diff is initialised. */
WM_API wm_status wm_bw2_model_diff(const wm_bw2_model *a, const wm_bw2_model *b, wm_diff *diff,
                                   wm_error *error);

/* An empty model of version 6 to fill with arrays of wm_bw2_model_alloc. */
WM_API wm_bw2_model *wm_bw2_model_new(const wm_allocator *allocator, wm_error *error);
/* count * size zeroed bytes that live as long as the model. NULL and *error when memory is
 * refused. */
WM_API void *wm_bw2_model_alloc(wm_bw2_model *model, size_t count, size_t size, wm_error *error);
/* A deep copy with an arena of its own. allocator may be NULL (malloc) and must outlive the
 * copy. */
WM_API wm_bw2_model *wm_bw2_model_copy(const wm_bw2_model *model, const wm_allocator *allocator,
                                       wm_error *error);
WM_API void wm_bw2_model_free(wm_bw2_model *model);

/* ---- rebuilding -------------------------------------------------------- */

typedef struct wm_bw2_model_rebuild_opts {
    uint32_t begin_zero;
    bool tight;       /* the smallest spheres and cylinders, also where the stored ones fit */
    wm_diff *changes; /* gets what changed, an entry for each kind of field; NULL: no interest */
    uint32_t end_zero;
} wm_bw2_model_rebuild_opts;

/* Computes what follows from the rest: bounds blocks, face counts, index counts and vertex
 * ranges of meshes and references, bone ranges of skins, the footprint's centre and radius, and
 * the sizes of the header. Everything else stays, byte for byte. A sphere or cylinder that
 * the game's tools could have made stays too: theirs depend on chance
 * (docs/formats/bw2-model.md, "Bounds"). opts may be NULL. On failure nothing has changed. */
WM_API wm_status wm_bw2_model_rebuild(wm_bw2_model *model, const wm_bw2_model_rebuild_opts *opts,
                                      wm_error *error);

/* ---- editing without a rebuild ---- */

/* Names are refused when they and their NUL do not fit the field; the rest of the field is
 * zeroed. Frames, circles and so on can be changed in the document itself. */
WM_API wm_status wm_bw2_model_set_texture(wm_bw2_model *model, uint32_t material, uint32_t slot,
                                          const char *name, wm_error *error);
WM_API wm_status wm_bw2_model_set_material_name(wm_bw2_model *model, uint32_t material,
                                                const char *name, wm_error *error);
WM_API wm_status wm_bw2_model_set_mesh_name(wm_bw2_model *model, uint32_t mesh, const char *name,
                                            wm_error *error);
WM_API wm_status wm_bw2_model_set_entity_name(wm_bw2_model *model, uint32_t entity,
                                              const char *name, wm_error *error);
/* These three keep the sizes of the header right, and centre and radius of the footprint. A
 * model that was refused memory is as it was. Points are copied. */
WM_API wm_status wm_bw2_model_add_entity(wm_bw2_model *model, const char *name,
                                         const wm_bw2_frame *frame, wm_error *error);
WM_API wm_status wm_bw2_model_remove_entity(wm_bw2_model *model, uint32_t entity, wm_error *error);
WM_API wm_status wm_bw2_model_set_footprint(wm_bw2_model *model, const wm_vec3 *points,
                                            uint32_t count, wm_error *error);
/* Sets size and metadata_size to what the tables make; after changes of counts by hand. */
WM_API void wm_bw2_model_set_sizes(wm_bw2_model *model);

/* Bytes of an element of a format, 0 if there is no such format. */
WM_API uint32_t wm_bw2_format_size(uint32_t format);
/* The nth element of that id of a vertex: where its bytes are; NULL if there is none. */
WM_API const uint8_t *wm_bw2_vertex(const wm_bw2_model *model, uint32_t vertex, uint32_t id,
                                    uint32_t nth, uint32_t *format);
/* Levels of detail that meshes have, and uv sets of the vertices. */
WM_API uint32_t wm_bw2_lod_count(const wm_bw2_model *model);
WM_API uint32_t wm_bw2_uv_sets(const wm_bw2_model *model);
/* A skin, as opposed to a static model. */
WM_API bool wm_bw2_is_skin(const wm_bw2_model *model);

#ifdef __cplusplus
}
#endif
#endif
