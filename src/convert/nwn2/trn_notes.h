/* Extras of an NWN2 walkmesh's mesh that keep what a bake would recompute. */
#ifndef WAYMARK_CONVERT_NWN2_TRN_NOTES_H
#define WAYMARK_CONVERT_NWN2_TRN_NOTES_H

#include "convert/internal.h"
#include "scene/extras.h"

/* Sight bits and the tiles' own counts of a baked walkmesh. Sets bag->failed if out of memory. */
void wmi_trn_note(wmi_bag *bag, const wm_nwn2_aswm *a, wmi_arena *scratch);
/* After the bake: restores them if vertices and triangles are unchanged. */
void wmi_trn_take(wm_nwn2_aswm *a, const wm_extras *extras);

#endif
