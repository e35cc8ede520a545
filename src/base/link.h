/* Which triangles share an edge. */
#ifndef WAYMARK_BASE_LINK_H
#define WAYMARK_BASE_LINK_H

#include "base/internal.h"

/* Links faces that share the two vertex numbers of an edge in opposite directions:
 * links[f][k] becomes 3 * face + edge of the other side, or WM_NO_INDEX. Where more than
 * two faces meet, pairs are made in the order of their edge numbers; a face is never
 * linked with itself. Only faces with use[f] count (NULL: all). `crowded` (3 * count
 * bytes, may be NULL) is set for edges that three or more faces share. Takes n log n
 * time whatever the faces are. False when memory is refused. */
bool wmi_link_faces(const uint32_t (*faces)[3], const bool *use, uint32_t count,
                    uint32_t vertex_count, uint32_t (*links)[3], uint8_t *crowded,
                    wmi_arena *scratch);

#endif
