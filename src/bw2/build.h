/* Making what follows from a model's geometry: bounds, strips, cleaves, outlines. All of it
 * works on models whose meshes and streams are filled. */
#ifndef WAYMARK_BW2_BUILD_H
#define WAYMARK_BW2_BUILD_H

#include "bw2/internal.h"

/* An element of every vertex. */
typedef struct wmi_bw2_column {
    const uint8_t *data; /* of vertex 0; NULL: there is none */
    uint32_t stride, format;
} wmi_bw2_column;

wmi_bw2_column wmi_bw2_find(const wm_bw2_model *model, uint32_t id, uint32_t nth);

static inline wm_vec3 wmi_bw2_vec3(const wmi_bw2_column *c, uint32_t vertex)
{
    const uint8_t *p = c->data + (size_t)vertex * c->stride;
    return (wm_vec3){wmi_lef32(p), wmi_lef32(p + 4), wmi_lef32(p + 8)};
}

/* The column of positions, proven to be three finite floats each. */
wm_status wmi_bw2_positions(const wm_bw2_model *model, wmi_bw2_column *column, wm_error *error);

/* The exact box and the smallest sphere and upright cylinder around vertices. */
void wmi_bw2_bounds(const wmi_bw2_column *positions, uint32_t first, uint32_t count,
                    wm_bw2_bounds *bounds);
/* The same, but a sphere or cylinder of `bounds` stays if the game's own tools could have
 * made it of these vertices. docs/formats/bw2-model.md, "Bounds". */
void wmi_bw2_bounds_again(const wmi_bw2_column *positions, uint32_t first, uint32_t count,
                          wm_bw2_bounds *bounds);
/* Which of the three is the smallest, and its volume. */
void wmi_bw2_tightest(wm_bw2_bounds *bounds);

/* Triangles as one strip whose winding alternates from its start, triangles that use a vertex
 * twice leading from run to run. Those of the list must not. Both arrays in `arena`. */
wm_status wmi_bw2_strip(const uint16_t *triangles, uint32_t triangle_count, wmi_arena *arena,
                        uint16_t **strip, uint32_t *count, wm_error *error);

/* A vector for each vertex of a model of lists: cleaves and cleave_count. */
wm_status wmi_bw2_make_cleaves(wm_bw2_model *model, wm_error *error);
/* The outline of all vertices seen from above, with its centre and radius. */
wm_status wmi_bw2_make_footprint(wm_bw2_model *model, wm_error *error);
void wmi_bw2_measure_footprint(wm_bw2_model *model);
/* Circles over the squares of a grid that the finest level of detail covers. */
wm_status wmi_bw2_make_circles(wm_bw2_model *model, wm_error *error);

#endif
