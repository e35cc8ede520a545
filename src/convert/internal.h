/* Shared by the files that convert walkmeshes to and from open formats. */
#ifndef WAYMARK_CONVERT_INTERNAL_H
#define WAYMARK_CONVERT_INTERNAL_H

#include "base/internal.h"
#include "base/text.h"
#include "waymark/convert.h"

/* ---- names ------------------------------------------------------------- */

/* Programs append a number to a name that already exists: "stone.001". Returns the length
 * without such a number of at least `digits` digits. */
size_t wmi_stem_length(const char *name, size_t digits);

/* The frame node of a glTF is named after the format of the scene: "waymark_kotor-mdl"; if that is
 * y up, "waymark_bw2-model_y". */
#define WMI_GLTF_FRAME "waymark_"
#define WMI_GLTF_FRAME_Y "_y"
/* The skin whose joints are all nodes of a scene that moves. Blender's armature gets its name. */
#define WMI_GLTF_CARRIER "waymark"
/* The node that records the times of animations, its unit, and the time from the end of an
 * animation to its last key: samples of a program that rounds times down then reach the end. */
#define WMI_GLTF_TIMES "animation_times"
#define WMI_GLTF_TIMES_UNIT 64.0f
#define WMI_GLTF_TIMES_MORE 0.001f
/* Metres from the parent: the keys of an animation that puts a node farther away are repeated for
 * programs that sample them; if they are lost, samples farther away are reported. Samples of
 * Blender miss the curve by about 1e-6 of the distance at the end of a limb. */
#define WMI_GLTF_FAR 32.0f
#define WMI_GLTF_FAR_LOSS 64.0f
/* What uv sets have a second time, and the v of such a set in the file: attributes, and sums of
 * weights. No texture has such a v. */
typedef struct wmi_gltf_carried {
    float v;
    const char *attribute; /* or one of the following */
    bool bare;             /* meshes without uvs have it too */
} wmi_gltf_carried;
enum { WMI_GLTF_CARRIED = 6 };
#define WMI_GLTF_SUMS "(sums)"     /* of weights */
#define WMI_GLTF_HIDDEN "(hidden)" /* the node has the scale 0 at rest */
#define WMI_GLTF_COPIES                                                                            \
    "(copies)" /* index of the vertex, from 1; the copies of one have the same */

static inline wmi_gltf_carried wmi_gltf_carried_kind(unsigned kind)
{
    static const wmi_gltf_carried all[WMI_GLTF_CARRIED] = {
        {1024, "constraint", false}, {2048, WMI_GLTF_SUMS, false},   {4096, "dropped", true},
        {8192, "uv_w", false},       {16384, WMI_GLTF_HIDDEN, true}, {32768, WMI_GLTF_COPIES, true},
    };
    return all[kind];
}

/* Blender drops weights of at most this when it exports. */
#define WMI_GLTF_SMALL_WEIGHT 1e-4f

static inline uint32_t wmi_small_weights(const wm_scene_mesh *m)
{
    uint32_t count = 0;
    for (uint32_t i = 0; m->joints && m->weights && i < m->vertex_count; i++)
        for (int k = 0; k < 4; k++)
            count += m->weights[i][k] > 0 && m->weights[i][k] <= WMI_GLTF_SMALL_WEIGHT;
    return count;
}

/* ---- material names ---------------------------------------------------- */

enum { WMI_SURFACE_TEXT = 128 };

/* The next run of letters and digits before `end`, as in names of nodes and materials. Returns
 * false if there is none. */
bool wmi_name_word(const char **at, const char *end, wmi_word *word);

/* "stone", "stone_not_walkable", "dirt_grass", "none". Never contains spaces, so that OBJ
 * keeps it. */
void wmi_nwn2_surface_name(uint16_t flags, char name[WMI_SURFACE_TEXT]);
/* The flags that a name stands for, without WM_NWN2_CLOCKWISE; false if the name is unknown. */
bool wmi_nwn2_surface_flags(const char *name, uint16_t *flags);
/* "Metal", "material_41". */
void wmi_kotor_surface_word(const wm_kotor_surfaces *surfaces, uint32_t material,
                            char name[WMI_SURFACE_TEXT]);
bool wmi_kotor_surface_number(const wm_kotor_surfaces *surfaces, const char *name,
                              uint32_t *material);

/* ---- material colours -------------------------------------------------- */

/* The surface with this colour, within 1 %, as an artist may have picked it. */
bool wmi_kotor_surface_of_colour(const wm_kotor_surfaces *surfaces, wm_vec3 colour,
                                 uint32_t *material);
bool wmi_nwn2_flags_of_colour(wm_vec3 colour, uint16_t *flags);

/* ---- meshes of a scene ------------------------------------------------- */

/* Returns WM_LIMIT if the nodes show meshes so often that copies of them would be out of proportion
 * to the scene. */
wm_status wmi_scene_refuse_copies(const wm_scene *scene, wm_error *error);

/* An extra of the mesh of a skin: nobody edited it, so that its joints are the slots of a model. */
#define WMI_SLOTS "slots"
/* An extra of an animation: nobody edited it, so that its keys can have the form that they had. */
#define WMI_KEPT "kept"

/* ---- triangles of a scene ---------------------------------------------- */

/* An attribute of a mesh: of the vertices at one place, those with different numbers were never one
 * vertex, so that they are not joined. 0 where it is missing. */
#define WMI_SHEET "sheet"
/* Its values, or NULL. */
const float *wmi_sheets(const wm_scene_mesh *mesh);

typedef struct wmi_soup_triangle {
    uint32_t vertex[3];
    uint32_t material; /* of the scene, or WM_NO_INDEX */
    uint8_t room[3];   /* KotOR: 1 + the room that each corner is painted with; 0: none */
} wmi_soup_triangle;

/* All meshes as one, z up. */
typedef struct wmi_soup {
    wmi_arena arena;
    bool straight;         /* the scene came from `source` and its counts still match */
    bool *wanted;          /* by node: its mesh is part of the walkmesh */
    uint32_t *state;       /* KotOR, by node: state of a door, or WM_NO_INDEX */
    uint32_t left_out;     /* meshes that are not part of it */
    uint32_t mesh_node;    /* the only node that is wanted, or WM_NO_INDEX */
    const wm_extras *home; /* what is known about the walkmesh: extras of the scene, or of the node
                              that holds it in a joined scene */
    uint32_t vertex_count, triangle_count, welded;
    wm_vec3 *vertices;
    uint32_t *sheet; /* by vertex: the bits of WMI_SHEET */
    wmi_soup_triangle *triangles;
} wmi_soup;

/* Finds the meshes with triangles (`wanted`). Frees nothing on success or failure: call
 * wmi_soup_free in any case. */
wm_status wmi_soup_open(wmi_soup *soup, const wm_scene *scene, const wm_allocator *allocator,
                        wm_error *error);
void wmi_soup_free(wmi_soup *soup);

/* A walkmesh that is being built from a scene. */
typedef struct wmi_import {
    const wm_scene *scene;
    const wm_walkmesh_import_opts *opts;
    wm_walkmesh_import_result *result; /* &made; the caller's is written on success only */
    wm_error *error;
    wmi_soup soup;
    wm_walkmesh_import_result made;
} wmi_import;

/* Fills in what the caller passed; opts may be NULL. Returns false if opts are bad. `in` must stay
 * where it is. */
bool wmi_import_open(wmi_import *in, const wm_scene *scene, const wm_walkmesh_import_opts *opts,
                     wm_error *error);
/* Collects the triangles and counts them in the result. Free in->soup in any case. */
wm_status wmi_import_collect(wmi_import *in, const char *source);

/* Looks up the format's surface for a name, or for a colour if name is NULL. Returns false if
 * there is none. */
typedef bool (*wmi_surface_lookup)(const void *context, const char *name, wm_vec3 colour,
                                   uint32_t *surface);

/* The surface of each material of the scene by name or else by colour, followed by the
 * surface for triangles without a material: `other`, or stone if that is NULL. An unknown
 * name is an error if a triangle uses it and `other` is NULL; `allowed` lists the valid
 * names. */
wm_status wmi_soup_surfaces(wmi_soup *soup, const wm_scene *scene, const char *other,
                            wmi_surface_lookup lookup, const void *context, const char *allowed,
                            uint32_t **surfaces, wm_error *error);

/* A point of the scene in z-up space. */
wm_vec3 wmi_soup_upright(const wm_scene *scene, wm_vec3 v);

/* A number from the extras, or `missing`. */
double wmi_extra_number(const wm_extras *extras, const char *name, double missing);
/* A list of exactly `count` numbers (any number if count is 0), or NULL. */
const wm_extra *wmi_extra_list(const wm_extras *extras, const char *name, uint32_t count);
/* Is it an integer from 0 to UINT32_MAX? */
bool wmi_extra_u32(double value, uint32_t *number);

#endif
