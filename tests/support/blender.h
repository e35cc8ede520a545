/* GLB files as Blender writes them: y up, numbered names, an armature, several primitives to
 * a mesh, scales, actions with a few channels. Made here, no file of another program. */
#ifndef WAYMARK_TEST_BLENDER_H
#define WAYMARK_TEST_BLENDER_H

#include "waymark/waymark.h"

enum { BLENDER_BONES = 20 };

typedef enum blender_fault {
    BLENDER_FINE,
    BLENDER_NO_UV,      /* a textured mesh without TEXCOORD_0 */
    BLENDER_NOT_FINITE, /* a position that is infinite */
    BLENDER_NO_SURFACE, /* a walkmesh with a material that is no surface */
    BLENDER_EMPTY,      /* nodes without meshes, lights and actions */
    BLENDER_FLAT        /* a node of scale 0 */
} blender_fault;

/* Nodes: "Armature" (scale 0.5) with a chain "bone.000" ... and the skin "Body" of two
 * materials; "Pivot" (turned, scale 1, 2, 1) with the box "Lid" below it, turned again; "Lid.001"
 * the same box mirrored; "room_walkmesh"; the empty "hook point"; the light "Lamp". Actions
 * "walk" (bones) and "wave" (Lid.001 by a curve, Pivot in steps). From malloc. */
wm_buffer test_blender_file(blender_fault fault);

#endif
