/* The search for shortest paths, and what it leaves behind. */
#ifndef WAYMARK_NAV_PATH_H
#define WAYMARK_NAV_PATH_H

#include "nav/path_view.h"

/* All shortest ways that bend last at the view's root and reach the face behind
 * `edge` through the part of it that the root sees. */
typedef struct wmi_path_node {
    wmi_view view;
    double g;        /* length up to the root */
    double f;        /* of the shortest way to the goal through here; set when queued. Negative
                        when worked on, INFINITY when another node has taken it in */
    uint32_t parent; /* node, or WM_NO_INDEX */
    uint32_t edge;   /* walk edge of the face to be entered */
    uint32_t bend;   /* corner of the root, 3 * walk face + k, or WM_NO_INDEX for the start */
    uint32_t pivot;  /* face in which it bent at the root: going round a vertex ends there */
    uint32_t next;   /* in the queue */
    uint32_t parts;  /* nodes that it has taken in, or WM_NO_INDEX, */
    uint32_t beside; /* and the next of them */
    uint32_t gate;   /* gates behind it */
    uint32_t depth;  /* faces behind it; WMI_PATH_LINE: the root lies on the line of a face
                        without area, and may see edges end on */
} wmi_path_node;

#define WMI_PATH_LINE 0x80000000u

/* Nodes in the order of f, up to the width of a bucket. f never falls below that of
 * the bucket being worked on, so a row of lists does what a heap would. */
enum { WMI_PATH_BUCKETS = 1024 };

typedef struct wmi_path_queue {
    double base, per_width; /* f of the first bucket, buckets per metre */
    uint32_t at;            /* the bucket being worked on */
    uint32_t used;          /* buckets from here on are empty */
    uint32_t head[WMI_PATH_BUCKETS];
    uint32_t beyond; /* nodes behind the last bucket */
} wmi_path_queue;

typedef struct wmi_path_best {
    double g;
    uint32_t stamp;
    uint32_t root; /* the bend from which it was seen */
} wmi_path_best;

/* The newest node over an edge. */
typedef struct wmi_path_newest {
    uint32_t stamp, node;
} wmi_path_newest;

/* An edge that every path crosses. */
typedef struct wmi_path_gate {
    wmi_point a, b; /* its ends */
    wmi_point at;   /* where a way that knows only gates crosses it, */
    wmi_point on;   /* in which direction it goes on, */
    double rest;    /* and a bound of its length: from p to the goal, at least rest - on (p - at) */
} wmi_path_gate;

enum { WMI_PATH_GATES = 32 };

typedef struct wmi_path_gates {
    uint32_t count;
    uint32_t stride; /* only every stride-th gate is kept */
    wmi_path_gate list[WMI_PATH_GATES];
} wmi_path_gates;

/* Scratch of a query; grows and is kept. */
typedef struct wmi_path_search {
    const wm_walkmesh *mesh;
    const wmi_walk *walk;  /* searched: `whole`, or `part` */
    const wmi_walk *whole; /* every walkable face */
    wmi_walk part;         /* those that pass the last filter, in `arena` */
    bool has_part;
    wm_query_filter filter;
    wmi_arena arena;
    const wm_allocator *allocator;
    wmi_path_node *nodes;
    size_t node_count, node_capacity;
    size_t first_node; /* of the next search; those before it are kept */
    wmi_path_queue queue;
    wmi_path_gates gates; /* between start and goal */
    wmi_path_best *best;  /* shortest way to each fan of faces round a vertex */
    size_t best_capacity;
    wmi_path_best *bent; /* bends made in faces without area, by corner and side */
    size_t bent_capacity;
    wmi_path_newest *newest; /* by walk edge */
    size_t newest_capacity;
    uint32_t stamp;
    wmi_point start, goal;
    uint32_t start_face, goal_face; /* walk numbers */
    const float *costs;             /* per metre of each material, 64 of them, or NULL */
    bool out_of_memory;
} wmi_path_search;

void wmi_path_init(wmi_path_search *s, const wm_walkmesh *mesh, const wmi_walk *walk,
                   const wm_allocator *allocator);
void wmi_path_release(wmi_path_search *s);

/* Empties the queue for a search whose shortest possible way is `least` long. */
void wmi_path_queue_begin(wmi_path_queue *q, double least);
/* Queues node `i`, whose f is set. */
void wmi_path_queue_push(wmi_path_queue *q, wmi_path_node *nodes, uint32_t i);
/* A node of the lowest bucket, or WM_NO_INDEX when there is none with f below `limit`. */
uint32_t wmi_path_queue_pop(wmi_path_queue *q, wmi_path_node *nodes, double limit);
/* Would f come at once? Then there is no need to queue. */
static inline bool wmi_path_queue_is_next(const wmi_path_queue *q, double f)
{
    return (f - q->base) * q->per_width < (double)q->at + 1;
}

/* Finds the gates between start and goal. */
void wmi_path_find_gates(wmi_path_search *s);

/* Finds the shortest way from start to goal. The node through which it enters the
 * goal's face, or WM_NO_INDEX when there is none (also when both are in one face).
 * *length is filled when it returns a node. */
uint32_t wmi_path_run(wmi_path_search *s, double *length);

/* Which part of node `i`, or itself, sees `at`, a place on its edge? That one's parent is
 * on the way there. */
uint32_t wmi_path_part(const wmi_path_search *s, uint32_t i, wmi_point at);

/* After a search: nodes that have taken others in get the parent that is on the way. With
 * `place`, view.root becomes the place where the path crosses each node's edge. */
void wmi_path_settle(wmi_path_search *s, uint32_t node, bool place);

/* Forgets the last search. False when memory is refused. */
bool wmi_path_begin(wmi_path_search *s);

/* The same for a cheap way by s->costs; nodes hold their crossings in view.root. */
uint32_t wmi_path_run_costs(wmi_path_search *s, double *length, double *cost);
/* Gives its points and faces to the caller. */
void wmi_path_lay_out_costs(const wmi_path_search *s, uint32_t last, wm_path_point from,
                            wm_path_point to, wm_path *path);

/* Sets the walk to be searched. False when memory is refused. */
bool wmi_path_choose(wmi_path_search *s, const wm_query_filter *filter);

#endif
