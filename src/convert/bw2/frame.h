/* Frames of Black & White 2 (three axes and a position) as transforms and back. Those of
 * the game are mirrored: the third axis looks the other way. docs/gltf.md. */
#ifndef WAYMARK_CONVERT_BW2_FRAME_H
#define WAYMARK_CONVERT_BW2_FRAME_H

#include "waymark/bw2.h"
#include "waymark/scene.h"

/* Without a mirror: that is left out. Axes that are not at right angles, or of no length,
 * give the nearest that can be had. */
wm_transform wmi_bw2_transform(const wm_bw2_frame *frame);
/* Is the frame mirrored, as those of the game are? */
bool wmi_bw2_mirrored(const wm_bw2_frame *frame);
/* The other way, mirrored or not. */
wm_bw2_frame wmi_bw2_frame_of(const wm_transform *transform, bool mirrored);
/* Are they the same but for rounding? */
bool wmi_bw2_same_place(const wm_transform *a, const wm_transform *b);

#endif
