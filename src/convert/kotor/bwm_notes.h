/* Extras of a KotOR walkmesh's mesh that keep what a rebuild would recompute. */
#ifndef WAYMARK_CONVERT_KOTOR_BWM_NOTES_H
#define WAYMARK_CONVERT_KOTOR_BWM_NOTES_H

#include "convert/internal.h"
#include "scene/extras.h"

/* Stores the tree and odd normals. Sets bag->failed if out of memory. */
void wmi_bwm_note(wmi_bag *bag, const wm_kotor_bwm *b, wmi_arena *scratch);

/* Before the rebuild: restores the stored tree if it matches the faces. Returns false if out
 * of memory. */
bool wmi_bwm_take_tree(wm_kotor_bwm *b, const wm_extras *extras, wmi_arena *scratch);
/* After the rebuild: restores the stored normals of faces that have not moved. */
void wmi_bwm_take_normals(wm_kotor_bwm *b, const wm_extras *extras, const wmi_soup *soup);

#endif
