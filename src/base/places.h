/* Points at the same place. */
#ifndef WAYMARK_BASE_PLACES_H
#define WAYMARK_BASE_PLACES_H

#include "base/internal.h"

/* Groups equal positions of one mesh: ids[v] is the lowest vertex at the position of v.
 * Positions must match bit for bit, except for the sign of zero. */
bool wmi_same_positions(const wm_vec3 *positions, uint32_t count, uint32_t *ids,
                        wmi_arena *scratch);

#endif
