/* The search for shortest paths, and what it leaves behind. */
#ifndef WAYMARK_NAV_PATH_H
#define WAYMARK_NAV_PATH_H

#include <math.h>

#include "nav/walk.h"

typedef struct wmi_point {
    double x, y;
} wmi_point;

/* All shortest ways that bend last at `root` and reach the face behind `edge` through
 * the part of it between `left` and `right`, which `root` sees whole. Coordinates are
 * those of the plan, but `root` is mirrored at the folds it has crossed. */
typedef struct wmi_path_node {
    wmi_point root, left, right;
    double g;        /* length up to the root */
    uint32_t parent; /* node, or WM_NO_INDEX */
    uint32_t edge;   /* walk edge of the face to be entered */
    uint32_t bend;   /* vertex of the root, or WM_NO_INDEX for the start */
    uint32_t pivot;  /* face in which it bent at the root: going round a vertex ends there */
    uint32_t ends;   /* bit 0: left is a corner of the edge, bit 1: right is */
} wmi_path_node;

typedef struct wmi_path_open {
    double f;
    uint32_t node;
} wmi_path_open;

typedef struct wmi_path_best {
    double g;
    uint32_t stamp;
} wmi_path_best;

/* Scratch of a query; grows and is kept. */
typedef struct wmi_path_search {
    const wm_walkmesh *mesh;
    const wmi_walk *walk;
    const wm_allocator *allocator;
    wmi_path_node *nodes;
    size_t node_count, node_capacity;
    wmi_path_open *heap;
    size_t heap_count, heap_capacity;
    wmi_path_best *best; /* shortest way to each vertex as a bend */
    size_t best_capacity;
    uint32_t stamp;
    wmi_point start, goal;
    uint32_t start_face, goal_face; /* walk numbers */
    const wm_query_filter *filter;  /* NULL: every walkable face */
    bool out_of_memory;
} wmi_path_search;

void wmi_path_init(wmi_path_search *s, const wm_walkmesh *mesh, const wmi_walk *walk,
                   const wm_allocator *allocator);
void wmi_path_release(wmi_path_search *s);

/* Finds the shortest way from start to goal. The node through which it enters the
 * goal's face, or WM_NO_INDEX when there is none (also when both are in one face).
 * *length is filled when it returns a node. */
uint32_t wmi_path_run(wmi_path_search *s, double *length);

/* Does the search's filter let a path through this face? */
bool wmi_path_passes(const wmi_path_search *s, const wmi_walk_face *f);

static inline double wmi_distance(wmi_point a, wmi_point b)
{
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

/* Positive if c lies left of the way from a to b. */
static inline double wmi_turn(wmi_point a, wmi_point b, wmi_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

#endif
