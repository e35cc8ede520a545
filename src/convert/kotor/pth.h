/* What the files about path points share. */
#ifndef WAYMARK_CONVERT_KOTOR_PTH_H
#define WAYMARK_CONVERT_KOTOR_PTH_H

#include "base/internal.h"
#include "waymark/kotor_module.h"

enum { WMI_PTH_FIELDS = 4 }; /* of a point */

/* A document, and the file that it was read from. */
typedef struct wmi_pth {
    wm_kotor_pth pub;
    wmi_arena arena;
    const uint8_t *bytes; /* the file; NULL: there was none */
    size_t size;
    uint32_t kept_points, kept_links;          /* that were read from it */
    uint64_t (*point_offsets)[WMI_PTH_FIELDS]; /* where the file has the numbers; 0: nowhere */
    uint64_t *link_offsets;
} wmi_pth;

static inline const wmi_pth *wmi_pth_of(const wm_kotor_pth *pth)
{
    return pth->memory;
}

#endif
