/* Extras of an NWN2 walkmesh's mesh that keep what a bake would make anew. */
#ifndef WAYMARK_CONVERT_TRN_NOTES_H
#define WAYMARK_CONVERT_TRN_NOTES_H

#include "convert/internal.h"
#include "scene/extras.h"

/* Sight bits and the tiles' own counts of a baked walkmesh; bag->failed when memory ran out. */
void wmi_trn_note(wmi_bag *bag, const wm_nwn2_aswm *a, wmi_arena *scratch);
/* After the bake: takes them back if vertices and triangles are what they were. */
void wmi_trn_take(wm_nwn2_aswm *a, const wm_extras *extras);

#endif
