/* Extras of a KotOR walkmesh's mesh that keep what a rebuild would make anew. */
#ifndef WAYMARK_CONVERT_BWM_NOTES_H
#define WAYMARK_CONVERT_BWM_NOTES_H

#include "convert/internal.h"
#include "scene/extras.h"

/* The tree and odd normals; bag->failed when memory ran out. */
void wmi_bwm_note(wmi_bag *bag, const wm_kotor_bwm *b, wmi_arena *scratch);

/* Before the rebuild: the noted tree, if there is one that fits the faces. False when memory ran
 * out. */
bool wmi_bwm_take_tree(wm_kotor_bwm *b, const wm_extras *extras, wmi_arena *scratch);
/* After it: the noted normals of faces that are still where they were. */
void wmi_bwm_take_normals(wm_kotor_bwm *b, const wm_extras *extras, const wmi_soup *soup);

#endif
