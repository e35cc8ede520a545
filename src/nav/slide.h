/* Scratch memory of wm_query_slide. */
#ifndef WAYMARK_NAV_SLIDE_H
#define WAYMARK_NAV_SLIDE_H

#include "nav/path.h"

/* An edge that blocks a move. */
typedef struct wmi_wall {
    wmi_point a, b;
    wmi_point in;  /* into the floor, length 1 */
    uint32_t edge; /* edge index in the mesh */
} wmi_wall;

typedef struct wmi_slide_scratch {
    uint32_t *marks; /* per walkable face: the flood that visited it last */
    size_t mark_capacity;
    uint32_t mark;
    uint32_t *stack;
    size_t stack_capacity;
    wmi_wall *walls;
    size_t wall_count, wall_capacity;
} wmi_slide_scratch;

void wmi_slide_release(wmi_slide_scratch *s, const wm_allocator *allocator);

#endif
