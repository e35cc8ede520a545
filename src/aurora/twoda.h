/* Shared by the two readers of 2DA tables. docs/formats/2da.md. */
#ifndef WAYMARK_AURORA_TWODA_H
#define WAYMARK_AURORA_TWODA_H

#include "base/internal.h"
#include "waymark/aurora.h"

/* Both fill a table whose strings are in its arena. */
wm_status wmi_2da_text(wm_2da *table, wmi_arena *arena, const void *data, size_t size,
                       wm_report *report, wm_error *error);
wm_status wmi_2da_binary(wm_2da *table, wmi_arena *arena, const void *data, size_t size,
                         wm_report *report, wm_error *error);

#endif
