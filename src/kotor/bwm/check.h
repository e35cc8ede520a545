/* The walkmesh rules of `check`, one file per subject. */
#ifndef WAYMARK_KOTOR_BWM_CHECK_H
#define WAYMARK_KOTOR_BWM_CHECK_H

#include "base/vec.h"
#include "kotor/bwm/internal.h"

typedef struct wmi_bwm_checker {
    const wm_kotor_bwm *b;
    const wm_kotor_surfaces *surfaces;
    wm_report *report;
    wmi_arena *scratch;
    bool offsets; /* findings include file offsets */
    bool out_of_memory;
    uint32_t walkable; /* faces with a walkable material */
    bool ordered;      /* walkable faces come first */
} wmi_bwm_checker;

void wmi_bwm_check_vertices(wmi_bwm_checker *c);
void wmi_bwm_check_faces(wmi_bwm_checker *c);
void wmi_bwm_check_planes(wmi_bwm_checker *c);
void wmi_bwm_check_adjacency(wmi_bwm_checker *c);
void wmi_bwm_check_edges(wmi_bwm_checker *c);
void wmi_bwm_check_tree(wmi_bwm_checker *c);
void wmi_bwm_check_regions(wmi_bwm_checker *c);

/* Allocates scratch memory for a rule. Records a failure, so the rule can simply return. */
void *wmi_bwm_check_new(wmi_bwm_checker *c, size_t count, size_t size);

/* Location of record i of a table, `field` bytes into the record. */
static inline uint64_t wmi_bwm_offset(const wmi_bwm_checker *c, uint32_t table, uint32_t i,
                                      uint32_t stride, uint32_t field)
{
    return c->offsets ? table + (uint64_t)i * stride + field : WM_NO_OFFSET;
}

static inline wm_vec3 wmi_bwm_corner(const wm_kotor_bwm *b, uint32_t face, uint32_t k)
{
    return b->vertices[b->faces[face].vertex[k % 3]];
}

static inline wm_vec3 wmi_bwm_centre(const wm_kotor_bwm *b, uint32_t face)
{
    wm_vec3 p = wmi_bwm_corner(b, face, 0), q = wmi_bwm_corner(b, face, 1),
            r = wmi_bwm_corner(b, face, 2);
    return (wm_vec3){(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3, (p.z + q.z + r.z) / 3};
}

/* Midpoint of an edge, given by its edge index (3 * face + k). */
static inline wm_vec3 wmi_bwm_edge_middle(const wm_kotor_bwm *b, uint32_t edge)
{
    wm_vec3 p = wmi_bwm_corner(b, edge / 3, edge % 3),
            q = wmi_bwm_corner(b, edge / 3, edge % 3 + 1);
    return (wm_vec3){(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
}

/* Twice the area of a face, and its unnormalised normal. */
static inline wmi_vec wmi_bwm_cross(const wm_kotor_bwm *b, uint32_t face)
{
    wmi_vec p = wmi_vec_of(wmi_bwm_corner(b, face, 0));
    return wmi_cross(wmi_sub(wmi_vec_of(wmi_bwm_corner(b, face, 1)), p),
                     wmi_sub(wmi_vec_of(wmi_bwm_corner(b, face, 2)), p));
}

/* Height of the triangle above its longest side; 0 for a degenerate face. */
static inline double wmi_bwm_thickness(const wm_kotor_bwm *b, uint32_t face)
{
    double longest = 0;
    for (uint32_t k = 0; k < 3; k++) {
        double side = wmi_length(wmi_sub(wmi_vec_of(wmi_bwm_corner(b, face, k + 1)),
                                         wmi_vec_of(wmi_bwm_corner(b, face, k))));
        longest = side > longest ? side : longest;
    }
    return longest > 0 ? wmi_length(wmi_bwm_cross(b, face)) / longest : 0;
}

/* A triangle thinner than this counts as degenerate. */
#define WMI_THIN 1e-6

#endif
