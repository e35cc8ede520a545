/* The prepared path index: the corners that each face may see, and a table or hub labels
 * that give the distance between any two corners. */
#ifndef WAYMARK_NAV_INDEX_H
#define WAYMARK_NAV_INDEX_H

#include "nav/internal.h"
#include "nav/path_view.h"

/* A point where paths bend: one fan of faces at a vertex. A path that bends here touches
 * the obstacle. Its incoming direction, continued past the corner, does not enter the gap
 * in the floor, so it stays between the two borders `first` and `last`. */
typedef struct wmi_index_corner {
    wmi_point at;
    wmi_point first, last; /* directions of the two borders; zero: any direction is allowed */
    uint32_t vertex;
    uint32_t face; /* a walk face of the fan */
} wmi_index_corner;

/* A corner that a face sees within a cone. Exactly the points of the face between the rims
 * see the corner this way, and a path through it may bend there. Points are numbered: first
 * the vertices of the mesh, then the points created for the index. */
typedef struct wmi_index_entry {
    uint32_t corner;
    uint32_t place;       /* its position in the frame of the face; folds mirror it */
    uint32_t left, right; /* points on the rims, or WM_NO_INDEX: the whole face sees it */
} wmi_index_entry;

/* Two corners that see each other across folds. Seen from `from`, a corner of `face`, the
 * other one appears at the point `place`. Sorted by from and to. */
typedef struct wmi_index_hinge {
    uint32_t from, to;
    uint32_t face; /* walk index */
    uint32_t place;
} wmi_index_hinge;

/* A way from a corner to a hub, through `next`. */
typedef struct wmi_index_label {
    double distance;
    uint32_t hub;
    uint32_t next; /* the next corner on the way, or WM_NO_INDEX for the hub itself */
} wmi_index_label;

struct wm_path_index {
    const wm_walkmesh *mesh;
    uint64_t fingerprint; /* of the mesh that it was built for */
    uint32_t corner_count;
    wmi_index_corner *corners;
    uint32_t *corner_of; /* indexed by 3 * walk face + k; may be WM_NO_INDEX */
    uint32_t fold_count;
    uint32_t *folds; /* walk edges at which the floor is folded, in both directions */
    uint8_t *served; /* per region: the index covers its paths */
    uint32_t extra_count;
    wmi_point *points;     /* vertices of the mesh, then the extra ones */
    uint32_t *entry_first; /* per walk face, and one more */
    wmi_index_entry *entries;
    uint32_t hinge_count;
    wmi_index_hinge *hinges;
    /* Few corners: the distance between any two, and the next corner on the way from the
     * first to the second, indexed by from * corner_count + to. */
    double *table;
    uint16_t *table_next;
    /* Many corners: the labels of each corner, by ascending hub. */
    uint32_t *label_first; /* per corner, and one more */
    wmi_index_label *labels;
    wmi_arena arena;
};

/* Can a path that comes from or goes to p bend at this corner? Not if going straight on
 * past the corner would enter the gap in the floor. The gap lies between `last` and
 * `first`, counter-clockwise, and is less than half a turn wide. */
static inline bool wmi_index_touches(const wmi_index_corner *c, wmi_point p)
{
    double dx = p.x - c->at.x, dy = p.y - c->at.y;
    return !(c->last.x * dy - c->last.y * dx < 0 && c->first.x * dy - c->first.y * dx > 0);
}

/* Is p between the rims of a cone? Adjacent cones share a rim and miss no point. */
static inline bool wmi_index_in_cone(wmi_point root, wmi_point left, wmi_point right, wmi_point p)
{
    return wmi_turn(root, left, p) <= 0 && wmi_turn(root, right, p) >= 0;
}

/* Regions with more folds than this are left to the search. */
enum { WMI_INDEX_FOLDS = 512 };

/* Combs, chains and halls of columns would take the square or the cube of their size. Building
 * takes at most so many steps; regions that are not finished by then are left to the search. The
 * meshes of the corpus take at most 65 % of the first and 9 % of the second limit. */
static inline uint64_t wmi_index_most_looks(uint32_t faces)
{
    return 1500000 + 300 * (uint64_t)faces;
}

static inline uint64_t wmi_index_most_tries(uint32_t corners)
{
    return 100000000 + 10000 * (uint64_t)corners;
}

static inline bool wmi_index_serves(const wm_path_index *index, const wmi_walk *walk,
                                    uint32_t corner)
{
    return index->served[walk->region[index->corners[corner].face]];
}

/* Finds and numbers the corners, and finds the folds. */
bool wmi_index_find_corners(wm_path_index *index, const wmi_walk *walk);
/* Allocates the points and fills in the vertices. */
bool wmi_index_make_points(wm_path_index *index, uint32_t extra_count);
/* Moves to one rim of the fan and reverses, so that steps lead through the whole fan.
 * Returns false if the fan is closed. */
bool wmi_index_to_rim(const wmi_walk *walk, wmi_walk_turn *turn);

/* Looks around from every corner. Creates the entries, points and links between corners. */
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
/* How the first corner sees the second across folds, or NULL. */
wmi_index_hinge *wmi_index_find_hinge(const wm_path_index *index, uint32_t from, uint32_t to);
/* Up to this many corners, the table of all distances is small (2.5 MiB) and faster. */
enum { WMI_INDEX_TABLE = 512 };

/* Computes the distances between corners, as a table or as hub labels. */
wm_status wmi_index_measure_corners(wm_path_index *index, const wmi_walk *walk,
                                    const wmi_index_links *links, uint64_t limit, wm_error *error);

/* A corner that the start or the goal sees. */
typedef struct wmi_index_candidate {
    double distance; /* from the start or goal to the corner */
    double bound;    /* the same, plus the straight distance to the other end */
    uint32_t entry, corner;
} wmi_index_candidate;

/* A look across folds, searching for the goal. */
typedef struct wmi_index_glance {
    wmi_view view;
    uint32_t edge;
    bool folded; /* it has crossed a fold */
} wmi_index_glance;

/* Scratch memory of queries with an index. */
typedef struct wmi_index_scratch {
    wmi_index_candidate *near[2]; /* of the start and the goal */
    size_t near_capacity[2];
    uint32_t near_count[2];
    double *sum;         /* labels: shortest distance from the start to each hub */
    uint32_t *candidate; /* labels: the candidate of the start that it goes through */
    uint32_t *stamp;
    size_t capacity;
    uint32_t now;
    wmi_index_glance *glances;
    size_t glance_capacity;
    /* The result: its corners in order, and how the start and goal see the first and
     * last. */
    uint32_t *way;
    size_t way_capacity;
    uint32_t way_count;
    uint32_t first_entry, last_entry;
    bool through;    /* the path is straight from start to goal across folds; */
    wmi_point image; /* then: the start as seen from the goal's face */
    bool unsure;     /* too many folds to look across: use the search */
} wmi_index_scratch;

void wmi_index_scratch_release(wmi_index_scratch *s, const wm_allocator *allocator);

/* A point strictly inside a face. */
typedef struct wmi_index_end {
    uint32_t face; /* walk index */
    wmi_point at;
} wmi_index_end;

/* Finds the shortest path between two different faces of one region that the index covers.
 * On WM_OK, `s` holds the result; *length is negative if there is no path. */
wm_status wmi_index_find(const wm_path_index *index, const wmi_walk *walk, wmi_index_scratch *s,
                         const wm_allocator *allocator, wmi_index_end start, wmi_index_end goal,
                         double *length, wm_error *error);
/* Finds the straight way across folds, if it is shorter than *length. Returns false when
 * out of memory. */
bool wmi_index_look_through(const wm_path_index *index, const wmi_walk *walk, wmi_index_scratch *s,
                            const wm_allocator *allocator, wmi_index_end start, wmi_index_end goal,
                            double *length);
/* Writes the points of the result for the caller, including those where it crosses folds.
 * Returns false if rounding prevented it from following a leg. */
bool wmi_index_lay_out(const wm_path_index *index, const wmi_walk *walk, const wmi_index_scratch *s,
                       const wm_path_point ends[2], wmi_index_end start, wmi_index_end goal,
                       wm_path *path);

/* Creates an index that has only its corners. */
wm_path_index *wmi_index_new(const wm_walkmesh *mesh, const wm_allocator *allocator, uint64_t limit,
                             wm_error *error);

#endif
