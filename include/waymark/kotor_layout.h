/* KotOR area layouts (LYT) and visibility lists (VIS).
 *
 * A layout lists the rooms of an area. Their order matters: the transitions of walkmeshes are
 * indices into the list. Both files are text and are kept exactly: the arrays are a view of the
 * text, and write(read(x)) == x for any bytes. See docs/formats/kotor-lyt-vis.md.
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
    const char *name; /* as written; case is ignored when names are compared */
    wm_vec3 position; /* metres */
    uint32_t line;    /* 1-based */
} wm_kotor_placed;

typedef struct wm_kotor_doorhook {
    const char *room; /* often one that the layout does not list */
    const char *door;
    int32_t unknown; /* 0 in all known files */
    wm_vec3 position;
    float rotation[4]; /* quaternion: w, x, y, z */
    uint32_t line;     /* 1-based */
} wm_kotor_doorhook;

/* The count in the header line of a list, such as "roomcount 2". */
typedef struct wm_kotor_stated {
    uint32_t count; /* WM_NO_INDEX: there is no header, or it has no number */
    uint32_t line;  /* of the header, 1-based; 0: there is none */
} wm_kotor_stated;

/* A layout. Its arrays are read-only: to change it, change the text and read it again. */
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

    const char *text; /* the file, exactly; not terminated */
    size_t size;
    void *memory; /* private */
} wm_kotor_lyt;

/* Whether the text starts like a layout: with a comment #MAXLAYOUT, or with `beginlayout`. */
WM_API bool wm_kotor_lyt_detect(const void *data, size_t size);

/* Reads a layout. Wrong counts never fail the read. Free with wm_kotor_lyt_free.
 *
 * opts: without a report, an entry that cannot be parsed fails the read. With one, it becomes a
 *   finding; if it is a room, it keeps its index and gets the position 0 0 0. */
WM_API wm_kotor_lyt *wm_kotor_lyt_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);
/* Writes the text as it was read. */
WM_API wm_status wm_kotor_lyt_write(const wm_kotor_lyt *lyt, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);
/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_kotor_lyt *wm_kotor_lyt_copy(const wm_kotor_lyt *lyt, const wm_allocator *allocator,
                                       wm_error *error);
/* Frees the layout. NULL is allowed. */
WM_API void wm_kotor_lyt_free(wm_kotor_lyt *lyt);
/* Reports what is wrong with the layout itself. wm_kotor_area_check checks its rooms. Fails with
 * WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_lyt_check(const wm_kotor_lyt *lyt, const wm_check_opts *opts,
                                    wm_report *report, wm_error *error);
/* Lists how b differs from a in meaning. Entries are matched by name, those with equal names in
 * their order. The order of rooms matters, because transitions use it; that of tracks, obstacles
 * and door hooks does not. Adds nothing for equal layouts. The files of the rooms are not compared.
 *
 * diff: initialised. */
WM_API wm_status wm_kotor_lyt_diff(const wm_kotor_lyt *a, const wm_kotor_lyt *b, wm_diff *diff,
                                   wm_error *error);
/* The index of the first room of this name, ignoring case, or WM_NO_INDEX. */
WM_API uint32_t wm_kotor_lyt_find(const wm_kotor_lyt *lyt, const char *room);
/* Whether a room name means "no room here": only dots and asterisks, such as "****" in
 * cut-scene areas. A placeholder takes an index, so that the other rooms keep theirs. */
WM_API bool wm_kotor_lyt_placeholder(const char *room);

/* ---- VIS --------------------------------------------------------------- */

typedef struct wm_kotor_vis_name {
    const char *name;
    uint32_t line; /* 1-based */
} wm_kotor_vis_name;

/* A room, and the rooms that are visible from it: names[first .. first + count). */
typedef struct wm_kotor_vis_room {
    const char *name;
    uint32_t stated; /* the count on its line; WM_NO_INDEX: none */
    uint32_t first, count;
    uint32_t line; /* 1-based */
} wm_kotor_vis_room;

/* A visibility list. Its arrays are read-only, like those of a layout. */
typedef struct wm_kotor_vis {
    uint32_t room_count;
    const wm_kotor_vis_room *rooms;
    uint32_t name_count;
    const wm_kotor_vis_name *names;

    const char *text; /* the file, exactly; not terminated */
    size_t size;
    void *memory; /* private */
} wm_kotor_vis;

/* Whether the text looks like a visibility list. A list has no keyword, so every line must have the
 * right form, and at least one room must have as many names as its line says. A list without any
 * name is not recognised. */
WM_API bool wm_kotor_vis_detect(const void *data, size_t size);

/* Reads a visibility list. A line that is not indented names a room, and the indented lines
 * after it name the rooms that are visible from there. Free with wm_kotor_vis_free.
 *
 * opts: without a report, an indented line before the first room fails the read. With one, it
 *   becomes a finding. */
WM_API wm_kotor_vis *wm_kotor_vis_read(const void *data, size_t size, const wm_read_opts *opts,
                                       wm_error *error);
/* Writes the text as it was read. */
WM_API wm_status wm_kotor_vis_write(const wm_kotor_vis *vis, const wm_write_opts *opts,
                                    wm_buffer *out, wm_error *error);
/* Makes a deep copy, which shares no memory with the original. */
WM_API wm_kotor_vis *wm_kotor_vis_copy(const wm_kotor_vis *vis, const wm_allocator *allocator,
                                       wm_error *error);
/* Frees the list. NULL is allowed. */
WM_API void wm_kotor_vis_free(wm_kotor_vis *vis);

typedef struct wm_kotor_vis_check_opts {
    wm_check_opts base;
    const wm_kotor_lyt *lyt; /* the layout whose rooms it names; NULL: names are not checked */
    uint32_t end_zero;
} wm_kotor_vis_check_opts;

/* Reports what is wrong with the list. Fails with WM_NO_MEMORY only. */
WM_API wm_status wm_kotor_vis_check(const wm_kotor_vis *vis, const wm_kotor_vis_check_opts *opts,
                                    wm_report *report, wm_error *error);

#ifdef __cplusplus
}
#endif
#endif
