/* Converts frames of Black & White 2 (three axes and a position) to transforms and back. The
 * game's frames are mirrored: the third axis points the other way. docs/gltf.md. */
#ifndef WAYMARK_CONVERT_BW2_FRAME_H
#define WAYMARK_CONVERT_BW2_FRAME_H

#include "waymark/bw2.h"
#include "waymark/scene.h"

/* Leaves out the mirroring. Axes that are not perpendicular, or have zero length, give the
 * nearest possible transform. */
wm_transform wmi_bw2_transform(const wm_bw2_frame *frame);
/* Is the frame mirrored, as those of the game are? */
bool wmi_bw2_mirrored(const wm_bw2_frame *frame);
/* The reverse conversion, mirrored or not. */
wm_bw2_frame wmi_bw2_frame_of(const wm_transform *transform, bool mirrored);
/* Are they equal except for rounding? */
bool wmi_bw2_same_place(const wm_transform *a, const wm_transform *b);

#endif
