/* Shared by the files of the area fixer. */
#ifndef WAYMARK_AREA_FIX_H
#define WAYMARK_AREA_FIX_H

#include "area/internal.h"

typedef struct wmi_fixes {
    wm_kotor_area_fixes pub;
    wmi_arena arena;
} wmi_fixes;

typedef struct wmi_fixer {
    wmi_area *area; /* as it was before */
    wm_kotor_bwm *const *walkmeshes;
    wmi_fixes *out;
    wmi_arena scratch;
    bool *sure; /* by edge: it certainly meets its partner and now leads to it */
} wmi_fixer;

/* Appends a change of this edge. There is room for two per edge. */
wm_kotor_area_change *wmi_fix_add(wmi_fixer *fixer, wm_kotor_area_change_kind kind,
                                  const wmi_area_edge *edge);

/* Moves vertices so that certain seams match bit for bit, and rebuilds those rooms. */
wm_status wmi_fix_weld(wmi_fixer *fixer, wm_error *error);

#endif
