/* The search for shortest paths, and its results. */
#ifndef WAYMARK_NAV_PATH_H
#define WAYMARK_NAV_PATH_H

#include "nav/path_view.h"

/* All shortest ways that bend last at the view's root and reach the face beyond `edge`
 * through the part of it that the root sees. */
typedef struct wmi_path_node {
    wmi_view view;
    double g;        /* length up to the root */
    double f;        /* length of the shortest way to the goal through here; set when queued.
                      * Negative once expanded, INFINITY once merged into another node */
    uint32_t parent; /* node, or WM_NO_INDEX */
    uint32_t edge;   /* walk edge of the face to enter */
    uint32_t bend;   /* corner of the root, 3 * walk face + k, or WM_NO_INDEX for the start */
    uint32_t pivot;  /* face in which it bent at the root: going around a vertex ends there */
    uint32_t next;   /* in the queue: a list of the children of one node, or of nodes beyond, */
    uint32_t child;  /* and the first node that this one came before */
    uint32_t parts;  /* nodes merged into this one, or WM_NO_INDEX, */
    uint32_t beside; /* and the next such node */
    uint32_t gate;   /* gates crossed so far */
    uint32_t depth;  /* faces crossed so far; WMI_PATH_LINE: the root lies on the line of a face
                      * without area, and may see edges end on */
} wmi_path_node;

#define WMI_PATH_LINE 0x80000000u

/* The most nodes of a search on a floor of so many faces. Around a smooth curve, each of n corners
 * sees n faces. Searches in real files need at most 111,221 nodes, and 16 a face. */
#define WMI_PATH_NODES(faces) ((size_t)200000 + 32 * (size_t)(faces))

/* Nodes ordered by f. f never falls below that of the current bucket, so an array of buckets
 * replaces a heap. Each is a pairing heap: most have a few nodes, but if all that is small lies
 * near the start and the goal is far away, one bucket may get all of them. */
enum { WMI_PATH_BUCKETS = 1024 };

typedef struct wmi_path_queue {
    double base, per_width; /* f of the first bucket, buckets per metre */
    uint32_t at;            /* the current bucket */
    uint32_t used;          /* buckets from this one on are empty */
    uint32_t head[WMI_PATH_BUCKETS];
    uint32_t beyond; /* nodes beyond the last bucket */
} wmi_path_queue;

typedef struct wmi_path_best {
    double g;
    uint32_t stamp;
    uint32_t root; /* the bend that sees it */
} wmi_path_best;

/* The newest node at an edge. */
typedef struct wmi_path_newest {
    uint32_t stamp, node;
} wmi_path_newest;

/* An edge that every path crosses. */
typedef struct wmi_path_gate {
    wmi_point a, b; /* its ends */
    wmi_point at;   /* where a path that knows only gates crosses it, */
    wmi_point on;   /* the direction in which it continues, */
    double rest;    /* and a lower bound: from p to the goal, at least rest - on (p - at) */
} wmi_path_gate;

enum { WMI_PATH_GATES = 32 };

typedef struct wmi_path_gates {
    uint32_t count;
    uint32_t stride; /* only every stride-th gate is kept */
    wmi_path_gate list[WMI_PATH_GATES];
} wmi_path_gates;

/* Scratch memory of a query; it grows and is kept. */
typedef struct wmi_path_search {
    const wm_walkmesh *mesh;
    const wmi_walk *walk;  /* the one being searched: `whole` or `part` */
    const wmi_walk *whole; /* every walkable face */
    wmi_walk part;         /* those that pass the last filter, stored in `arena` */
    bool has_part;
    wm_query_filter filter;
    wmi_arena arena;
    const wm_allocator *allocator;
    wmi_path_node *nodes;
    size_t node_count, node_capacity;
    size_t first_node; /* of the next search; earlier nodes are kept */
    wmi_path_queue queue;
    wmi_path_gates gates; /* between start and goal */
    wmi_path_best *best;  /* shortest way to each fan of faces around a vertex */
    size_t best_capacity;
    wmi_path_best *turned; /* bends around each fan, to the right and to the left */
    size_t turned_capacity;
    wmi_path_best *bent; /* bends made in faces without area, by corner and side */
    size_t bent_capacity;
    wmi_path_newest *newest; /* by walk edge */
    size_t newest_capacity;
    uint32_t stamp;
    wmi_point start, goal;
    uint32_t start_face, goal_face; /* walk indices */
    const float *costs;             /* per metre for each of 64 materials, or NULL */
    double longest;                 /* longer paths are not looked for; else INFINITY */
    bool out_of_memory;
    bool too_much; /* the search would need more nodes than WMI_PATH_NODES allows */
} wmi_path_search;

void wmi_path_init(wmi_path_search *s, const wm_walkmesh *mesh, const wmi_walk *walk,
                   const wm_allocator *allocator);
void wmi_path_release(wmi_path_search *s);

/* Clears the queue for a search whose shortest possible path is `least` long. */
void wmi_path_queue_begin(wmi_path_queue *q, double least);
/* Queues node `i`, whose f must be set. */
void wmi_path_queue_push(wmi_path_queue *q, wmi_path_node *nodes, uint32_t i);
/* Returns a node of the lowest bucket, or WM_NO_INDEX if no node has f below `limit`. */
uint32_t wmi_path_queue_pop(wmi_path_queue *q, wmi_path_node *nodes, double limit);
/* Would f be popped next? Then it need not be queued. */
static inline bool wmi_path_queue_is_next(const wmi_path_queue *q, const wmi_path_node *nodes,
                                          double f)
{
    if ((f - q->base) * q->per_width >= (double)q->at + 1)
        return false;
    return q->at >= q->used || q->head[q->at] == WM_NO_INDEX || f <= nodes[q->head[q->at]].f;
}

/* Finds the gates between start and goal. */
void wmi_path_find_gates(wmi_path_search *s);

/* Finds the shortest path from start to goal. Returns the node through which it enters the
 * goal's face, or WM_NO_INDEX if there is none (also if both are in one face, or if out_of_memory
 * or too_much is set). *length is set only if a node is returned. */
uint32_t wmi_path_run(wmi_path_search *s, double *length);

/* Which part of node `i`, or the node itself, sees `at`, a point on its edge? The parent of
 * that node is on the way there. */
uint32_t wmi_path_part(const wmi_path_search *s, uint32_t i, wmi_point at);

/* After a search: gives each node that has merged others the parent that is on the path.
 * With `place`, view.root becomes the point where the path crosses each node's edge. */
void wmi_path_settle(wmi_path_search *s, uint32_t node, bool place);

/* Resets the last search. Returns false when out of memory. */
bool wmi_path_begin(wmi_path_search *s);

/* Does the region of the start have links between edges in different places? */
static inline bool wmi_path_is_torn(const wmi_path_search *s)
{
    return s->walk->region_torn[s->walk->region[s->start_face]];
}

/* The same for a cheap path by s->costs; nodes hold their crossings in view.root. */
uint32_t wmi_path_run_costs(wmi_path_search *s, double *length, double *cost);
/* The same for the shortest path through one corridor of faces. It needs only links, so it
 * fails only when out of memory. */
uint32_t wmi_path_run_corridor(wmi_path_search *s, double *length);
/* Writes the points and faces of such a path for the caller. */
void wmi_path_lay_out_costs(const wmi_path_search *s, uint32_t last, wm_path_point from,
                            wm_path_point to, wm_path *path);

/* Selects the walk to search. Returns false when out of memory. */
bool wmi_path_choose(wmi_path_search *s, const wm_query_filter *filter);

#endif
