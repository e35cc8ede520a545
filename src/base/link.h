/* Finds the triangles that share an edge. */
#ifndef WAYMARK_BASE_LINK_H
#define WAYMARK_BASE_LINK_H

#include "base/internal.h"

/* Links faces that share an edge (the same two vertex indices, in opposite directions):
 * links[f][k] becomes 3 * face + edge of the other side, or WM_NO_INDEX. Where more than two
 * faces meet, pairs are formed in order of edge index. A face is never linked to itself. Only
 * faces with use[f] set count (NULL: all). `crowded` (3 * count bytes, may be NULL) is set
 * for edges shared by three or more faces. Takes O(n log n) time for any input. Returns false
 * if out of memory. */
bool wmi_link_faces(const uint32_t (*faces)[3], const bool *use, uint32_t count,
                    uint32_t vertex_count, uint32_t (*links)[3], uint8_t *crowded,
                    wmi_arena *scratch);

#endif
