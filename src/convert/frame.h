/* Converts frames (three axes and a position), which Black & White 2 and NWN2 use, to transforms.
 * Frames of Black & White 2 are mirrored: the third axis points the other way. docs/gltf.md. */
#ifndef WAYMARK_CONVERT_FRAME_H
#define WAYMARK_CONVERT_FRAME_H

#include "waymark/bw2.h"
#include "waymark/scene.h"

/* Leaves out the mirroring. Axes that are not perpendicular, or have zero length, give the
 * nearest possible transform. */
wm_transform wmi_frame_transform(const wm_bw2_frame *frame);
/* Is the frame mirrored, as those of Black & White 2 are? */
bool wmi_frame_is_mirrored(const wm_bw2_frame *frame);

#endif
