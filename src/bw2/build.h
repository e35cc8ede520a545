/* Computes what follows from a model's geometry: bounds, strips, cleaves, outlines. Works on
 * models whose meshes and streams are filled. */
#ifndef WAYMARK_BW2_BUILD_H
#define WAYMARK_BW2_BUILD_H

#include "bw2/internal.h"

/* One element for every vertex. */
typedef struct wmi_bw2_column {
    const uint8_t *data; /* element of vertex 0; NULL if there is none */
    uint32_t stride, format;
} wmi_bw2_column;

wmi_bw2_column wmi_bw2_find(const wm_bw2_model *model, uint32_t id, uint32_t nth);

static inline wm_vec3 wmi_bw2_vec3(const wmi_bw2_column *c, uint32_t vertex)
{
    const uint8_t *p = c->data + (size_t)vertex * c->stride;
    return (wm_vec3){wmi_lef32(p), wmi_lef32(p + 4), wmi_lef32(p + 8)};
}

/* Finds the positions and checks that each is three finite floats. */
wm_status wmi_bw2_positions(const wm_bw2_model *model, wmi_bw2_column *column, wm_error *error);

/* Computes the exact box, smallest sphere and smallest upright cylinder around vertices. */
void wmi_bw2_bounds(const wmi_bw2_column *positions, uint32_t first, uint32_t count,
                    wm_bw2_bounds *bounds);
/* The same, but keeps a sphere or cylinder in `bounds` that the game's own tools could have
 * computed from these vertices. docs/formats/bw2-model.md, "Bounds". */
void wmi_bw2_bounds_again(const wmi_bw2_column *positions, uint32_t first, uint32_t count,
                          wm_bw2_bounds *bounds);

/* Converts triangles to one strip whose winding alternates from its start. Triangles that
 * use a vertex twice join the runs; the input must not contain any. Both arrays are in
 * `arena`. */
wm_status wmi_bw2_strip(const uint16_t *triangles, uint32_t triangle_count, wmi_arena *arena,
                        uint16_t **strip, uint32_t *count, wm_error *error);

/* Sets cleaves and cleave_count: one vector for each vertex of a model with lists. */
wm_status wmi_bw2_make_cleaves(wm_bw2_model *model, wm_error *error);
/* Computes the outline of all vertices in plan view, with its centre and radius. */
wm_status wmi_bw2_make_footprint(wm_bw2_model *model, wm_error *error);
void wmi_bw2_measure_footprint(wm_bw2_model *model);
/* Computes circles over the grid squares that the finest level of detail covers. */
wm_status wmi_bw2_make_circles(wm_bw2_model *model, wm_error *error);

#endif
