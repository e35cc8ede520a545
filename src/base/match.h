/* Which triangles of two meshes are the same, whatever their order. */
#ifndef WAYMARK_BASE_MATCH_H
#define WAYMARK_BASE_MATCH_H

#include "base/internal.h"

typedef struct wmi_match_side {
    uint32_t count;
    const wm_vec3 *vertices;
    uint32_t (*corner)[3];
    const uint32_t
        *kind;         /* of each triangle: where several are near, one of the same kind is taken */
    uint32_t *partner; /* receives the triangle of the other side, or WM_NO_INDEX */
    uint8_t *shift;    /* receives s: corner k is corner (k + s) % 3 of the partner */
} wmi_match_side;

/* Reserves the four arrays. Returns false if out of memory. */
bool wmi_match_open(wmi_match_side *side, uint32_t count, const wm_vec3 *vertices,
                    const uint32_t *kind, wmi_arena *arena);

/* Matches triangles, each with one at most, whose corners differ by at most `tolerance` in each
 * coordinate and run in the same direction. Nearer ones come first. In places where more than 64
 * triangles are within the tolerance, a match may be missed, but never a wrong one made. Takes
 * n log n time. Returns false if out of memory. */
bool wmi_match_triangles(wmi_match_side side[2], double tolerance, wmi_arena *scratch);

#endif
