/* Path points on a floor. */
#ifndef WAYMARK_AREA_PTH_H
#define WAYMARK_AREA_PTH_H

#include "waymark/area.h"
#include "waymark/move.h"

enum { WMI_LEVELS = 8 }; /* floors above each other that count */

/* The walkable floors at a point in plan view, the highest first. */
wm_status wmi_floors_at(wm_query *query, float x, float y, wm_hit hits[WMI_LEVELS], uint32_t *count,
                        wm_error *error);

/* Reports points that are not on the floor, and links that leave it. */
wm_status wmi_pth_check_floor(const wm_kotor_pth *pth, const wm_walkmesh *mesh,
                              const wm_allocator *allocator, wm_report *report, wm_error *error);

#endif
