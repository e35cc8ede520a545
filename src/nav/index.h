/* The prepared path index: which corners each face may see, and hub labels that give
 * the distance between any two corners. */
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

/* A corner that some point of a face may see. */
typedef struct wmi_index_entry {
    uint32_t corner;
    uint32_t image; /* where it appears in the face's frame if folds lie between, or one of
                       those below: where it is */
} wmi_index_entry;

#define WMI_INDEX_MAYBE 0xFFFFFFFFu  /* some points of the face see it, others may not */
#define WMI_INDEX_SURELY 0xFFFFFFFEu /* every point of the face sees it */

static inline bool wmi_index_is_image(uint32_t image)
{
    return image < WMI_INDEX_SURELY;
}

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
    uint32_t *corner_of;    /* by 3 * walk face + k, or WM_NO_INDEX */
    uint32_t *entry_first;  /* of each walk face, and one more */
    wmi_index_entry *entries;
    uint32_t image_count;
    wmi_point *images;
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

/* Finds the corners and numbers them: corners, corner_of. */
bool wmi_index_find_corners(wm_path_index *index, const wmi_walk *walk);
/* Looks around from every corner: entries, images and the links between corners. */
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
/* Up to this many corners the table of all distances is small (2.5 MiB) and faster. */
enum { WMI_INDEX_TABLE = 512 };

/* The distances between corners, as a table or as hub labels. */
wm_status wmi_index_measure_corners(wm_path_index *index, const wmi_index_links *links,
                                  uint64_t limit, wm_error *error);

/* A corner that the start or the goal may see. */
typedef struct wmi_index_candidate {
    double distance; /* from the start or goal to the corner */
    double bound;    /* the same, and straight on to the other end */
    double reach;    /* goal, table: of the shortest way from the start, or negative */
    uint32_t entry, corner;
    bool struck; /* it turned out not to be seen */
} wmi_index_candidate;

/* Scratch of queries with an index. */
typedef struct wmi_index_scratch {
    wmi_index_candidate *near[2]; /* of start and goal */
    size_t near_capacity[2];
    uint32_t near_count[2];
    double *sum;         /* labels: shortest way from the start to each hub */
    uint32_t *candidate; /* labels: over which candidate of the start */
    uint32_t *stamp;
    size_t capacity;
    uint32_t *way; /* corners of the result, in order */
    size_t way_capacity;
    uint32_t way_count;
    uint32_t now;
} wmi_index_scratch;

void wmi_index_scratch_release(wmi_index_scratch *s, const wm_allocator *allocator);

/* The shortest path between points strictly inside two different faces of one region.
 * WM_OK, and s->way holds the corners; *length is negative if there is none. */
wm_status wmi_index_find(const wm_path_index *index, const wmi_walk *walk, wmi_index_scratch *s,
                         const wm_allocator *allocator, uint32_t start_face, wmi_point start,
                         uint32_t goal_face, wmi_point goal, double *length, wm_error *error);

/* An index with its corners only. */
wm_path_index *wmi_index_new(const wm_walkmesh *mesh, const wm_allocator *allocator, uint64_t limit,
                             wm_error *error);
uint64_t wmi_index_fingerprint(const wm_walkmesh *mesh);

#endif
