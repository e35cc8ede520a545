/* Keys of a channel as those of a controller. */
#ifndef WAYMARK_CONVERT_MDL_FROM_SCENE_CURVE_H
#define WAYMARK_CONVERT_MDL_FROM_SCENE_CURVE_H

#include "convert/kotor/mdl_from_scene_keys.h"

/* A scene whose animations are taken over: the scene itself, or the older state. */
typedef struct wmi_motion {
    wmi_to_mdl *t;
    const wm_scene *scene;
    bool own;                /* made by wm_scene_from_kotor_mdl */
    const uint32_t *item_of; /* item of each of its nodes, or WM_NO_INDEX */
    wmi_arena *scratch;      /* of the current animation */
    uint32_t *channel_of;    /* channel of the current animation that moves each node */
    float **offsets;         /* by channel: its values as offsets from the rest; own only */
    bool *unpacked;          /* by node: its turns are not packed; own only */
} wmi_motion;

typedef struct wmi_curve {
    uint32_t columns; /* as the file has them */
    uint32_t rows, width;
    bool packed;    /* orientations of one word each */
    bool uneven;    /* turns below an uneven scale */
    bool resampled; /* keys are others than the source's */
} wmi_curve;

/* Prepares an animation: places become offsets. False when memory is refused. */
bool wmi_motion_offsets(wmi_motion *m, const wm_scene_animation *a);
/* How many keys the channel needs; false if it says nothing. */
bool wmi_curve_plan(const wmi_motion *m, const wm_channel *c, wmi_curve *curve);
void wmi_curve_fill(const wmi_motion *m, const wm_scene_animation *a, const wm_channel *c,
                    const wmi_curve *curve, float *times, float *values);

#endif
