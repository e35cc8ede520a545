/* Converts the keys of a channel to those of a controller. */
#ifndef WAYMARK_CONVERT_KOTOR_MDL_FROM_SCENE_CURVE_H
#define WAYMARK_CONVERT_KOTOR_MDL_FROM_SCENE_CURVE_H

#include "convert/kotor/mdl_from_scene_keys.h"

/* A scene whose animations are converted: the scene itself, or the template. */
typedef struct wmi_motion {
    wmi_to_mdl *t;
    const wm_scene *scene;
    bool own;                /* created by wm_scene_from_kotor_mdl */
    const uint32_t *item_of; /* item by node of this scene, or WM_NO_INDEX */
    wmi_arena *scratch;      /* of the current animation */
    uint32_t *channel_of;    /* by node: the channel of the current animation that moves it */
    float **offsets;         /* by channel: its values as offsets from the rest pose; own only */
    bool *unpacked;          /* by node: its rotations are not packed; own only */
} wmi_motion;

typedef struct wmi_curve {
    uint32_t columns; /* as in the file */
    uint32_t rows, width;
    bool packed;    /* orientations of one word each */
    bool uneven;    /* rotations below a non-uniform scale */
    bool resampled; /* keys differ from the source's */
} wmi_curve;

/* Prepares an animation: positions become offsets. Returns false if out of memory. */
bool wmi_motion_offsets(wmi_motion *m, const wm_scene_animation *a);
/* Computes how many keys the channel needs. Returns false if it has no effect. */
bool wmi_curve_plan(const wmi_motion *m, const wm_channel *c, wmi_curve *curve);
void wmi_curve_fill(const wmi_motion *m, const wm_scene_animation *a, const wm_channel *c,
                    const wmi_curve *curve, float *times, float *values);

#endif
