/* The border edges of a KotOR walkmesh that lead to other rooms, as a scene has them: empties named
 * "transition_3", and the vertex colours of kotorblender. docs/gltf.md, "KotOR walkmeshes from any
 * scene". */
#ifndef WAYMARK_CONVERT_KOTOR_BWM_LINKS_H
#define WAYMARK_CONVERT_KOTOR_BWM_LINKS_H

#include "convert/internal.h"

/* 1 + the room that a vertex is painted with, or 0. Room N is pure green, 200 + N of 255. */
uint8_t wmi_painted_room(const float colour[4]);

typedef struct wmi_bwm_links {
    wmi_import *in;
    const wm_pose *pose;
    wm_kotor_bwm *bwm;
    uint32_t painted; /* edges of faces whose corners are painted */
} wmi_bwm_links;

/* Before the rebuild: sets edges that the scene records, and painted ones. The rebuild keeps
 * transitions on their edges. */
wm_status wmi_bwm_note_links(wmi_bwm_links *l);
/* After it: sets the others by position, each with the straight run of border edges that it is
 * on. */
wm_status wmi_bwm_find_links(wmi_bwm_links *l);

/* Where an empty is, z up. */
wm_vec3 wmi_bwm_place(const wmi_import *in, const wm_pose *pose, uint32_t node);
/* Does the node belong to the walkmesh that is made? Not if it is of another state of a door. */
bool wmi_bwm_is_own(const wmi_import *in, uint32_t node);

#endif
