/* The prepared path index: which corners each face may see, and a table or hub labels
 * that give the distance between any two corners. */
#ifndef WAYMARK_NAV_INDEX_H
#define WAYMARK_NAV_INDEX_H

#include "nav/internal.h"
#include "nav/path_view.h"

/* A place where paths bend: one fan of faces at a vertex. A path that bends here
 * touches the obstacle, so it arrives from a direction whose continuation does not run
 * into the floor's missing part: between the two borders `first` and `last`. */
typedef struct wmi_index_corner {
    wmi_point at;
    wmi_point first, last; /* directions of the two borders; zero: any direction will do */
    uint32_t vertex;
    uint32_t face; /* a walk face of the fan */
} wmi_index_corner;

/* A corner that a face sees within a cone. The points of the face between the rims, and
 * no others, see the corner in this way, and a path over it may bend there. Points are
 * numbered: vertices of the mesh first, then what was made for the index. */
typedef struct wmi_index_entry {
    uint32_t corner;
    uint32_t place;       /* where it appears in the face's frame; folds mirror it */
    uint32_t left, right; /* points on the rims, or WM_NO_INDEX: all of the face sees it */
} wmi_index_entry;

/* Two corners that see each other over folds: from `from`, a corner of `face`, the other
 * one appears at the point `place`. Sorted by from and to. */
typedef struct wmi_index_hinge {
    uint32_t from, to;
    uint32_t face; /* walk number */
    uint32_t place;
} wmi_index_hinge;

/* From a corner over `next` to a hub. */
typedef struct wmi_index_label {
    double distance;
    uint32_t hub;
    uint32_t next; /* the next corner on the way, or WM_NO_INDEX in the hub itself */
} wmi_index_label;

struct wm_path_index {
    const wm_walkmesh *mesh;
    uint64_t fingerprint; /* of the mesh it was made for */
    uint32_t corner_count;
    wmi_index_corner *corners;
    uint32_t *corner_of; /* by 3 * walk face + k, or WM_NO_INDEX */
    uint32_t fold_count;
    uint32_t *folds; /* walk edges at which floor is folded, both ways */
    uint8_t *served; /* of each region: the index knows its paths */
    uint32_t extra_count;
    wmi_point *points;     /* vertices of the mesh, then the extra ones */
    uint32_t *entry_first; /* of each walk face, and one more */
    wmi_index_entry *entries;
    uint32_t hinge_count;
    wmi_index_hinge *hinges;
    /* Few corners: the distance between any two, and the next corner on the way from the
     * first to the second, by from * corner_count + to. */
    double *table;
    uint16_t *table_next;
    /* Many: labels of each corner, by rising hub. */
    uint32_t *label_first; /* of each corner, and one more */
    wmi_index_label *labels;
    wmi_arena arena;
};

/* Can a path that comes from or goes to p bend at this corner? Not if going on straight
 * behind the corner would run into the missing part of the floor, which lies between
 * `last` and `first`, counter-clockwise, and is less than half a turn wide. */
static inline bool wmi_index_touches(const wmi_index_corner *c, wmi_point p)
{
    double dx = p.x - c->at.x, dy = p.y - c->at.y;
    return !(c->last.x * dy - c->last.y * dx < 0 && c->first.x * dy - c->first.y * dx > 0);
}

/* Is p between the rims of a cone? Cones side by side share a rim and miss no point. */
static inline bool wmi_index_in_cone(wmi_point root, wmi_point left, wmi_point right, wmi_point p)
{
    return wmi_turn(root, left, p) <= 0 && wmi_turn(root, right, p) >= 0;
}

/* Regions with more folds than this are left to the search. */
enum { WMI_INDEX_FOLDS = 512 };

/* Finds the corners and numbers them, and the folds. */
bool wmi_index_find_corners(wm_path_index *index, const wmi_walk *walk);
/* Makes room for the points, with the vertices filled in. */
bool wmi_index_make_points(wm_path_index *index, uint32_t extra_count);
/* Goes to one rim of the fan and turns round, so that steps lead through all of it. False
 * if the fan closes. */
bool wmi_index_to_rim(const wmi_walk *walk, wmi_walk_turn *turn);

/* Looks around from every corner: entries, points and the links between corners. */
typedef struct wmi_index_link {
    uint32_t from, to;
    double length;
} wmi_index_link;

typedef struct wmi_index_links {
    wmi_index_link *list;
    size_t count, capacity;
} wmi_index_links;

wm_status wmi_index_look_around(wm_path_index *index, const wmi_walk *walk, wmi_index_links *links,
                                uint64_t limit, wm_error *error);
/* How the first corner sees the second over folds, or NULL. */
wmi_index_hinge *wmi_index_find_hinge(const wm_path_index *index, uint32_t from, uint32_t to);
/* Up to this many corners the table of all distances is small (2.5 MiB) and faster. */
enum { WMI_INDEX_TABLE = 512 };

/* The distances between corners, as a table or as hub labels. */
wm_status wmi_index_measure_corners(wm_path_index *index, const wmi_index_links *links,
                                    uint64_t limit, wm_error *error);

/* A corner that the start or the goal sees. */
typedef struct wmi_index_candidate {
    double distance; /* from the start or goal to the corner */
    double bound;    /* the same, and straight on to the other end */
    uint32_t entry, corner;
} wmi_index_candidate;

/* A look over folds, in search of the goal. */
typedef struct wmi_index_glance {
    wmi_view view;
    uint32_t edge;
    bool folded; /* a fold lies behind */
} wmi_index_glance;

/* Scratch of queries with an index. */
typedef struct wmi_index_scratch {
    wmi_index_candidate *near[2]; /* of start and goal */
    size_t near_capacity[2];
    uint32_t near_count[2];
    double *sum;         /* labels: shortest way from the start to each hub */
    uint32_t *candidate; /* labels: over which candidate of the start */
    uint32_t *stamp;
    size_t capacity;
    uint32_t now;
    wmi_index_glance *glances;
    size_t glance_capacity;
    /* The result: its corners in order, and how the ends see the first and the last. */
    uint32_t *way;
    size_t way_capacity;
    uint32_t way_count;
    uint32_t first_entry, last_entry;
    bool through;    /* straight from start to goal over folds; */
    wmi_point image; /* then: where the start appears from the goal's face */
    bool unsure;     /* too many folds to look over: ask the search */
} wmi_index_scratch;

void wmi_index_scratch_release(wmi_index_scratch *s, const wm_allocator *allocator);

/* A point strictly inside of a face. */
typedef struct wmi_index_end {
    uint32_t face; /* walk number */
    wmi_point at;
} wmi_index_end;

/* The shortest path between two different faces of one region that the index serves.
 * WM_OK, and `s` holds the result; *length is negative if there is none. */
wm_status wmi_index_find(const wm_path_index *index, const wmi_walk *walk, wmi_index_scratch *s,
                         const wm_allocator *allocator, wmi_index_end start, wmi_index_end goal,
                         double *length, wm_error *error);
/* The straight way over folds, if it is shorter than *length. False when memory is
 * refused. */
bool wmi_index_look_through(const wm_path_index *index, const wmi_walk *walk, wmi_index_scratch *s,
                            const wm_allocator *allocator, wmi_index_end start, wmi_index_end goal,
                            double *length);
/* Gives the points of the result to the caller, with those where it crosses folds. False
 * if rounding kept it from following a leg. */
bool wmi_index_lay_out(const wm_path_index *index, const wmi_walk *walk, const wmi_index_scratch *s,
                       const wm_path_point ends[2], wmi_index_end start, wmi_index_end goal,
                       wm_path *path);

/* An index with its corners only. */
wm_path_index *wmi_index_new(const wm_walkmesh *mesh, const wm_allocator *allocator, uint64_t limit,
                             wm_error *error);
uint64_t wmi_index_fingerprint(const wm_walkmesh *mesh);

#endif
