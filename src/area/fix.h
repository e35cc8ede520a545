/* Shared by the files of the area fixer. */
#ifndef WAYMARK_AREA_FIX_H
#define WAYMARK_AREA_FIX_H

#include "area/internal.h"
#include "kotor/bwm/internal.h"

typedef struct wmi_fixes {
    wm_kotor_room_fixes pub;
    wmi_arena arena;
} wmi_fixes;

typedef struct wmi_fixer {
    wmi_area *area;                  /* as it was before */
    wm_kotor_bwm *const *walkmeshes; /* unchanged until all is done */
    wm_kotor_bwm *drafts;            /* of the rooms that are marked in room_changed */
    wmi_fixes *out;
    wmi_arena scratch;
    bool *sure; /* by edge: it certainly meets its partner and now leads to it */
} wmi_fixer;

/* Appends a change of this edge. There is room for two per edge. */
wm_kotor_room_change *wmi_fix_add(wmi_fixer *fixer, wm_kotor_room_change_kind kind,
                                  const wmi_area_edge *edge);

/* The draft of a room, whose vertices and edges may be changed. NULL if there is no memory. */
wm_kotor_bwm *wmi_fix_draft(wmi_fixer *fixer, uint32_t room, wm_error *error);

/* Moves vertices so that certain seams match bit for bit, and rebuilds those rooms. */
wm_status wmi_fix_weld(wmi_fixer *fixer, wm_error *error);

#endif
