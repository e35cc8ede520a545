/* What the rules on models share. */
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
    /* The ranges of meshes, and those of references, are together not much longer than their
     * table: only then are they walked one by one, or hostile files would take for ever. */
    bool walk_meshes, walk_references;
    const uint8_t *positions; /* of the first vertex, `stride` bytes apart */
    uint32_t stride;
} wmi_bw2_checker;

/* Zeroed scratch memory; NULL and out_of_memory when refused. */
void *wmi_bw2_check_new(wmi_bw2_checker *c, size_t count, size_t size);
/* The position of a vertex. */
wm_vec3 wmi_bw2_position(const wmi_bw2_checker *c, uint32_t vertex);
/* Offsets of a mesh and a reference. */
uint64_t wmi_bw2_mesh_at(const wmi_bw2_checker *c, uint32_t mesh);
uint64_t wmi_bw2_reference_at(const wmi_bw2_checker *c, uint32_t reference);

/* check_names.c: names and materials. */
void wmi_bw2_check_names(wmi_bw2_checker *c);
/* check_meshes.c: counts and ranges of meshes, references and indices. */
void wmi_bw2_check_meshes(wmi_bw2_checker *c);
/* check_bounds.c: the bounds blocks. */
void wmi_bw2_check_bounds(wmi_bw2_checker *c);
/* check_vertices.c: stream records and the numbers of vertices. */
void wmi_bw2_check_vertices(wmi_bw2_checker *c);
/* check_skin.c: bones and weights. */
void wmi_bw2_check_skin(wmi_bw2_checker *c);
/* check_places.c: frames, circles and footprint. */
void wmi_bw2_check_places(wmi_bw2_checker *c);

#endif
