/* Shared by the rules for models. */
#ifndef WAYMARK_BW2_CHECK_H
#define WAYMARK_BW2_CHECK_H

#include "base/vec.h"
#include "bw2/internal.h"

typedef struct wmi_bw2_checker {
    const wm_bw2_model *m;
    wm_report *report;
    wmi_bw2_layout at;
    wmi_arena *scratch;
    bool out_of_memory;
    /* True if the ranges of all meshes, or of all references, are not much longer in total
     * than their table. Only then is each range walked; otherwise a hostile file could take
     * forever. */
    bool walk_meshes, walk_references;
    const uint8_t *positions; /* position of vertex 0; the others follow at `stride` bytes */
    uint32_t stride;
} wmi_bw2_checker;

/* Zeroed scratch memory. If allocation fails, returns NULL and sets out_of_memory. */
void *wmi_bw2_check_new(wmi_bw2_checker *c, size_t count, size_t size);
/* The position of a vertex. */
wm_vec3 wmi_bw2_position(const wmi_bw2_checker *c, uint32_t vertex);
/* File offsets of a mesh and a reference. */
uint64_t wmi_bw2_mesh_at(const wmi_bw2_checker *c, uint32_t mesh);
uint64_t wmi_bw2_reference_at(const wmi_bw2_checker *c, uint32_t reference);

/* check_names.c: names and materials. */
void wmi_bw2_check_names(wmi_bw2_checker *c);
/* check_meshes.c: counts and ranges of meshes, references and indices. */
void wmi_bw2_check_meshes(wmi_bw2_checker *c);
/* check_bounds.c: the bounds blocks. */
void wmi_bw2_check_bounds(wmi_bw2_checker *c);
/* check_vertices.c: stream records and vertex values. */
void wmi_bw2_check_vertices(wmi_bw2_checker *c);
/* check_skin.c: bones and weights. */
void wmi_bw2_check_skin(wmi_bw2_checker *c);
/* check_places.c: frames, circles and footprint. */
void wmi_bw2_check_places(wmi_bw2_checker *c);

#endif
