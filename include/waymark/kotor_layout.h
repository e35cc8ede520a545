/* KotOR area layouts (LYT) and visibility lists (VIS).
 *
 * A LYT says which rooms make up an area and in which order; the order matters,
 * because the transitions of walkmeshes are positions in it. Both files are text
 * and are kept exactly as they were: the arrays are a view of the text, and
 * write(read(x)) == x for any bytes. docs/formats/kotor-lyt-vis.md
 */
#ifndef WAYMARK_KOTOR_LAYOUT_H
#define WAYMARK_KOTOR_LAYOUT_H

#include "waymark/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- LYT --------------------------------------------------------------- */

/* A room, track or obstacle. */
typedef struct wm_kotor_placed {
    const char *name; /* as written; capitals mean nothing */
    wm_vec3 position;
    uint32_t line; /* 1-based */
} wm_kotor_placed;

typedef struct wm_kotor_doorhook {
    const char *room; /* often one that the layout does not list */
    const char *door;
    int32_t unknown; /* 0 in all known files */
    wm_vec3 position;
    float rotation[4]; /* quaternion, w x y z */
    uint32_t line;
} wm_kotor_doorhook;

/* How many entries a list has and how many its head announces. */
typedef struct wm_kotor_stated {
    uint32_t count; /* WM_NO_INDEX: the list has no head, or one without a number */
    uint32_t line;  /* of the head, 0 without one */
} wm_kotor_stated;

typedef struct wm_kotor_lyt {
    const char *dependency; /* of the filedependancy line, or "" */
    uint32_t room_count;
    const wm_kotor_placed *rooms;
    uint32_t track_count;
    const wm_kotor_placed *tracks;
    uint32_t obstacle_count;
    const wm_kotor_placed *obstacles;
    uint32_t doorhook_count;
    const wm_kotor_doorhook *doorhooks;
    wm_kotor_stated stated_rooms, stated_tracks, stated_obstacles, stated_doorhooks;
    bool ended; /* there is a donelayout line */

    const char *text; /* the file, exactly */
    size_t size;
    void *memory; /* the library's */
} wm_kotor_lyt;

/* True if the text begins as a layout does: a comment #MAXLAYOUT, or `beginlayout`. */
WM_API bool wm_kotor_lyt_detect(const void *data, size_t size);

/* Reads a layout. An entry that cannot be understood fails the read; with
 * opts->report it becomes a finding, and a room among them keeps its place in
 * the order, at 0 0 0. Counts that are wrong never fail. */
WM_API wm_kotor_lyt *wm_kotor_lyt_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);
WM_API wm_status wm_kotor_lyt_write(const wm_kotor_lyt *lyt, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);
/* A deep copy. Its allocator may be NULL (malloc) and must outlive the copy. */
WM_API wm_kotor_lyt *wm_kotor_lyt_copy(const wm_kotor_lyt *lyt, const wm_allocator *allocator,
                                       wm_error *error);
WM_API void wm_kotor_lyt_free(wm_kotor_lyt *lyt);
/* Appends what is odd about the layout itself. */
WM_API wm_status wm_kotor_lyt_check(const wm_kotor_lyt *lyt, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error);
/* The first room of this name, in any case, or WM_NO_INDEX. */
WM_API uint32_t wm_kotor_lyt_find(const wm_kotor_lyt *lyt, const char *room);
/* A room name that stands for "nothing here": only dots and asterisks, as
 * "****" of the cut-scene areas. It keeps the numbers of the others. */
WM_API bool wm_kotor_lyt_placeholder(const char *room);

/* ---- VIS --------------------------------------------------------------- */

typedef struct wm_kotor_vis_name {
    const char *name;
    uint32_t line;
} wm_kotor_vis_name;

/* From this room the rooms names[first .. first + count) are seen. */
typedef struct wm_kotor_vis_room {
    const char *name;
    uint32_t stated; /* the count its line announces; WM_NO_INDEX: none */
    uint32_t first, count;
    uint32_t line;
} wm_kotor_vis_room;

typedef struct wm_kotor_vis {
    uint32_t room_count;
    const wm_kotor_vis_room *rooms;
    uint32_t name_count;
    const wm_kotor_vis_name *names;

    const char *text; /* the file, exactly */
    size_t size;
    void *memory; /* the library's */
} wm_kotor_vis;

/* Reads a visibility list: a line that starts at the margin names a room, the
 * indented ones below it what is seen from there. An indented line before any
 * room fails the read, or becomes a finding with opts->report. */
WM_API wm_kotor_vis *wm_kotor_vis_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);
WM_API wm_status wm_kotor_vis_write(const wm_kotor_vis *vis, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);
/* A deep copy. Its allocator may be NULL (malloc) and must outlive the copy. */
WM_API wm_kotor_vis *wm_kotor_vis_copy(const wm_kotor_vis *vis, const wm_allocator *allocator,
                                       wm_error *error);
WM_API void wm_kotor_vis_free(wm_kotor_vis *vis);

typedef struct wm_kotor_vis_check_opts {
    wm_check_opts base;
    const wm_kotor_lyt
        *lyt; /* the layout whose rooms the list names; NULL: names are not checked */
    uint32_t end_zero;
} wm_kotor_vis_check_opts;

/* Appends what is odd about the list. opts may be NULL. */
WM_API wm_status wm_kotor_vis_check(const wm_kotor_vis *vis, const wm_kotor_vis_check_opts *opts,
                                    wm_report *report, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
