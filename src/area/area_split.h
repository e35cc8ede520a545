/* Seams that two rooms divide differently. */
#ifndef WAYMARK_AREA_AREA_SPLIT_H
#define WAYMARK_AREA_AREA_SPLIT_H

#include "area/internal.h"

/* Is there such a seam that can be crossed? */
bool wmi_area_has_split(const wmi_area *area);

/* Returns a copy of the area's mesh with these seams joined. first_face: first face of each
 * room. */
wm_walkmesh *wmi_area_split(const wmi_area *area, const wm_walkmesh *mesh,
                            const uint32_t *first_face, const wm_allocator *allocator,
                            wm_error *error);

#endif
