/* How two documents differ, for the split view (compare.c). What differs at a face or a node is a
 * set of these bits. */
#ifndef WAYMARK_WEB_COMPARE_H
#define WAYMARK_WEB_COMPARE_H

#include "core.h"

enum {
    CORE_ONLY = 1,     /* only in this document */
    CORE_MOVED = 2,    /* elsewhere in the other one */
    CORE_MATERIAL = 4, /* another surface, material or texture */
    CORE_LINKS = 8,    /* of a face: another neighbour, transition or island */
    CORE_SHAPE = 16,   /* of a node: other vertices or triangles */
    CORE_DATA = 32,    /* of a node: another name, other normals, texture coordinates or weights */
};

/* One byte for each face (or node) of each document; the caller frees both. */
typedef struct core_marks {
    uint8_t *bits[2];
    uint32_t count[2];
} core_marks;

/* A room of two areas: its name, and its index in each. */
typedef struct core_room_pair {
    const char *name;
    uint32_t index[2];
} core_room_pair;

/* compare.c: adds the items of a diff to an array. room: they are about its walkmesh; may be NULL.
 */
void core_put_differences(const wm_diff *diff, const core_document *second, bool model,
                          const core_room_pair *room, wm_json_writer *j);
/* compare_areas.c: adds the member "differences". found: how many. */
wm_status core_compare_areas(core *c, core_document *const d[2], wm_json_writer *j, uint32_t *found,
                             wm_error *error);
/* Whether the layouts and the walkmeshes of all rooms have the same bytes. */
bool core_areas_identical(const core_document *const d[2]);
/* compare_faces.c */
wm_status core_mark_faces(const core_document *const d[2], core_marks *marks, wm_error *error);
/* compare_nodes.c. by_index: nodes without a partner of their name belong together if they have the
 * same index. */
wm_status core_mark_nodes(const wm_scene *const s[2], bool by_index, core_marks *marks,
                          wm_error *error);

#endif
