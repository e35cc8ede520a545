/* GLB files as Blender writes them: y up, numbered names, an armature, several primitives
 * per mesh, scales, actions with a few channels. Generated here, not written by another
 * program. */
#ifndef WAYMARK_TEST_BLENDER_H
#define WAYMARK_TEST_BLENDER_H

#include "waymark/waymark.h"

enum { BLENDER_BONES = 20 };

typedef enum blender_fault {
    BLENDER_FINE,
    BLENDER_NO_UV,      /* a textured mesh without TEXCOORD_0 */
    BLENDER_NOT_FINITE, /* an infinite position */
    BLENDER_NO_SURFACE, /* a walkmesh with a material that is not a surface */
    BLENDER_EMPTY,      /* nodes without meshes, lights and actions */
    BLENDER_FLAT        /* a node with scale 0 */
} blender_fault;

/* Nodes: "Armature" (scale 0.5) with a chain "bone.000" ... and the skin "Body" with two
 * materials; "Pivot" (rotated, scale 1, 2, 1) with the child box "Lid", rotated again;
 * "Lid.001", the same box mirrored; "room_walkmesh"; the empty "hook point"; the light
 * "Lamp". Actions: "walk" (bones) and "wave" (Lid.001 along a curve, Pivot in steps).
 * Allocated with malloc. */
wm_buffer test_blender_file(blender_fault fault);

#endif
