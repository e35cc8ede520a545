/* A fixed set of boxes. Finds those that intersect a query box. Built once in O(n log n): the
 * boxes are sorted along a space-filling curve and grouped four to a node, level by level. */
#ifndef WAYMARK_AREA_BOXES_H
#define WAYMARK_AREA_BOXES_H

#include "base/internal.h"

typedef struct wmi_box {
    wm_vec3 min, max;
} wmi_box;

typedef struct wmi_boxes {
    uint32_t count;
    uint32_t *item;     /* index in the input of each sorted box */
    wmi_box *nodes;     /* the sorted boxes, then each level up to one root */
    uint32_t level[20]; /* where each level starts in nodes */
    int levels;
} wmi_boxes;

/* All memory comes from the arena. Boxes must be finite. */
wm_status wmi_boxes_build(wmi_boxes *boxes, const wmi_box *input, uint32_t count, wmi_arena *arena,
                          wm_error *error);

/* Iterates over the items that intersect a box. The order is unspecified but deterministic. */
typedef struct wmi_boxes_walk {
    const wmi_boxes *boxes;
    wmi_box box;
    uint32_t left; /* items that may still be returned; limits the work on hostile input */
    uint32_t seen; /* boxes looked at so far */
    int depth;
    struct {
        uint32_t node;
        int level;
    } stack[64];
} wmi_boxes_walk;

void wmi_boxes_start(wmi_boxes_walk *walk, const wmi_boxes *boxes, wmi_box box, uint32_t most);
/* The next item, or WM_NO_INDEX. */
uint32_t wmi_boxes_next(wmi_boxes_walk *walk);

static inline wmi_box wmi_box_of(wm_vec3 a, wm_vec3 b)
{
    return (wmi_box){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z},
                     {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z}};
}

static inline wmi_box wmi_box_union(wmi_box a, wmi_box b)
{
    return (wmi_box){wmi_box_of(a.min, b.min).min, wmi_box_of(a.max, b.max).max};
}

static inline wmi_box wmi_box_grown(wmi_box b, float by)
{
    return (wmi_box){{b.min.x - by, b.min.y - by, b.min.z - by},
                     {b.max.x + by, b.max.y + by, b.max.z + by}};
}

static inline bool wmi_box_meets(wmi_box a, wmi_box b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

#endif
