/* Files of a KotOR module that say what is in its area: path points (PTH), doors, placeables and
 * other objects (GIT).
 *
 * They are GFF trees (waymark/aurora.h). See docs/formats/kotor-pth-git.md.
 */
#ifndef WAYMARK_KOTOR_MODULE_H
#define WAYMARK_KOTOR_MODULE_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- PTH --------------------------------------------------------------- */

/* A place that characters walk to on longer routes. Any number may be wrong in a damaged file: use
 * wm_kotor_pth_links. */
typedef struct wm_kotor_pth_point {
    float x, y;     /* metres, in world space; a path point has no height */
    uint32_t first; /* index of its first link */
    uint32_t count; /* its links are links[first .. first + count) */
} wm_kotor_pth_point;

/* Path points and the links between them. Links go both ways, so each is stored twice: once with
 * each of its points. */
typedef struct wm_kotor_pth {
    uint32_t point_count;
    wm_kotor_pth_point *points;
    uint32_t link_count;
    uint32_t *links;  /* the index of the point that each leads to; may be out of range */
    uint32_t missing; /* fields and lists that are missing, or have another type than in the games
                         (FLOAT, DWORD, List); they are 0 or empty */
    void *memory;     /* private */
} wm_kotor_pth;

/* Makes an empty document. Free with wm_kotor_pth_free. */
WM_API wm_kotor_pth *wm_kotor_pth_new(const wm_allocator *allocator, wm_error *error);
/* Whether the bytes start like a PTH. */
WM_API bool wm_kotor_pth_detect(const void *data, size_t size);
/* Reads a PTH. Any tree of the right type is read: what is missing is 0 or empty. Free with
 * wm_kotor_pth_free.
 *
 * opts: its report is not used. */
WM_API wm_kotor_pth *wm_kotor_pth_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);
/* Writes the points and links. If there are as many of both as in the file that was read, and
 * the file has a place for each changed number, all other bytes of that file are kept, and without
 * changes the result is the file itself. Otherwise the result is laid out as the games do it. */
WM_API wm_status wm_kotor_pth_write(const wm_kotor_pth *pth, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);
/* Reports what is wrong with the points and links themselves. wm_document_check on a layout also
 * compares them with the floor. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_pth_check(const wm_kotor_pth *pth, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error);
/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_kotor_pth *wm_kotor_pth_copy(const wm_kotor_pth *pth, const wm_allocator *allocator,
                                       wm_error *error);
/* Allocates count * size zeroed bytes for new points or links, which belong to the document.
 * Returns NULL and sets *error if there is no memory (WM_NO_MEMORY) or the document reaches its
 * memory limit (WM_LIMIT). A request for 0 bytes succeeds, and the pointer is not NULL. */
WM_API void *wm_kotor_pth_alloc(wm_kotor_pth *pth, size_t count, size_t size, wm_error *error);
/* Frees the document. NULL is allowed. */
WM_API void wm_kotor_pth_free(wm_kotor_pth *pth);

/* The links of a point, as far as they exist: *count of them. Each may still be out of range.
 *
 * point: below point_count. */
WM_API const uint32_t *wm_kotor_pth_links(const wm_kotor_pth *pth, uint32_t point, uint32_t *count);

typedef struct wm_kotor_pth_stats {
    uint32_t points, links;
    uint32_t parts;       /* sets of points that are connected by links */
    uint32_t isolated;    /* points without a link to another point */
    float min[2], max[2]; /* x and y of the finite points; 0 if there are none */
} wm_kotor_pth_stats;

/* Counts what there is. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_pth_measure(const wm_kotor_pth *pth, wm_kotor_pth_stats *stats,
                                      wm_error *error);

/* ---- GIT --------------------------------------------------------------- */

typedef enum wm_kotor_object_kind {
    WM_KOTOR_OBJECT_KIND_DOOR,
    WM_KOTOR_OBJECT_KIND_PLACEABLE,
    WM_KOTOR_OBJECT_KIND_TRIGGER,
    WM_KOTOR_OBJECT_KIND_ENCOUNTER,
    WM_KOTOR_OBJECT_KIND_WAYPOINT,
    WM_KOTOR_OBJECT_KIND_CREATURE,
    WM_KOTOR_OBJECT_KIND_CAMERA
} wm_kotor_object_kind;

enum { WM_KOTOR_OBJECT_KINDS = 7 };

/* "door", "placeable" and so on. A static string. */
WM_API const char *wm_kotor_object_kind_name(wm_kotor_object_kind kind);

/* An object of an area. Numbers may be anything; wm_kotor_git_check reports positions and bearings
 * that are not finite. */
typedef struct wm_kotor_object {
    wm_kotor_object_kind kind;
    uint32_t index;   /* in the list of its kind */
    wm_vec3 position; /* metres, in world space */
    float bearing;    /* radians about z, counter-clockwise seen from above. Doors and placeables:
                         the rotation of the model; waypoints and creatures: of the direction
                         they face, from +x; 0 for triggers, encounters and cameras */
    const char *tag;  /* "" if it has none here; most have theirs in the template */
    const char *resource; /* name of the template (UTD, UTP, UTT, UTE, UTW, UTC), or "" */
    uint32_t appearance;  /* in a saved game: GenericType of a door, Appearance of a placeable;
                             else WM_NO_INDEX: the template has it */
    const char *linked_module, *linked_to; /* where a door or trigger leads, or "" */
    uint32_t point_count;                  /* of a trigger or encounter: corners of its outline */
    const wm_vec3 *points;                 /* in world space */
} wm_kotor_object;

/* The objects of an area. Read-only. */
typedef struct wm_kotor_git {
    uint32_t object_count;
    const wm_kotor_object *objects; /* by kind, each kind in the order of its list */
    uint32_t first[WM_KOTOR_OBJECT_KINDS], count[WM_KOTOR_OBJECT_KINDS]; /* of each kind */
    void *memory;                                                        /* private */
} wm_kotor_git;

/* Whether the bytes start like a GIT. That of NWN2 starts in the same way. */
WM_API bool wm_kotor_git_detect(const void *data, size_t size);
/* Reads a GIT, also that of a saved game. What is missing is 0, empty or WM_NO_INDEX. Free with
 * wm_kotor_git_free.
 *
 * opts: its report is not used. */
WM_API wm_kotor_git *wm_kotor_git_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);
/* Reports what is wrong with the objects themselves. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_git_check(const wm_kotor_git *git, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error);
/* Frees the objects. NULL is allowed. */
WM_API void wm_kotor_git_free(wm_kotor_git *git);

#ifdef __cplusplus
}
#endif
#endif
