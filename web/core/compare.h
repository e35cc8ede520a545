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

/* compare_faces.c */
wm_status core_mark_faces(const core_document *const d[2], core_marks *marks, wm_error *error);
/* compare_nodes.c. by_index: nodes without a partner of their name belong together if they have the
 * same index. */
wm_status core_mark_nodes(const wm_scene *const s[2], bool by_index, core_marks *marks,
                          wm_error *error);

#endif
