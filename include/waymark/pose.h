/* Poses: where the nodes and vertices of a scene are at a given time of an animation.
 *
 * A wm_pose holds the state of one model. One thread at a time may use it. Only wm_pose_new
 * allocates memory. For each frame:
 *
 *     wm_pose_sample(pose, walk, time, WM_PLAY_LOOP);
 *     wm_pose_update(pose);
 *     wm_pose_mesh(pose, node, positions, normals);      (for each node with a mesh)
 *
 * Numbers that are not finite are allowed everywhere. A time that is NaN counts as 0, except in
 * wm_animation_events, which then finds nothing, and as `since` in wm_pose_transition, which then
 * gives the old pose.
 */
#ifndef WAYMARK_POSE_H
#define WAYMARK_POSE_H

#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- poses ------------------------------------------------------------- */

typedef struct wm_pose {
    const wm_scene *scene;
    /* Arrays of node_count elements. The caller may change all but `world` before it calls
     * wm_pose_update. */
    wm_transform *local;        /* relative to the parent */
    float *alpha;               /* of meshes; 1 elsewhere */
    wm_vec3 *self_illumination; /* of meshes; 0 elsewhere */
    wm_matrix *world;           /* to model space; computed by wm_pose_update */
    void *memory;               /* private */
} wm_pose;

typedef enum wm_play {
    WM_PLAY_ONCE, /* a time before the start counts as the start, one after the end as the end */
    WM_PLAY_LOOP  /* times wrap around */
} wm_play;

/* Makes a pose at rest, already updated. Free with wm_pose_free.
 *
 * scene: finished, else it fails with WM_BAD_ARGUMENT; must outlive the pose. */
WM_API wm_pose *wm_pose_new(const wm_scene *scene, const wm_allocator *allocator, wm_error *error);
/* Frees the pose. NULL is allowed. */
WM_API void wm_pose_free(wm_pose *pose);

/* Sets the rest pose. */
WM_API void wm_pose_rest(wm_pose *pose);

/* Sets the pose that an animation has at a given time. Properties without a channel are at rest.
 *
 * animation: an index; WM_NO_INDEX, or any index that does not exist: the rest pose.
 * time: seconds. */
WM_API void wm_pose_sample(wm_pose *pose, uint32_t animation, float time, wm_play play);

/* Blends another pose into this one. Rotations take the shorter way.
 *
 * from: a pose of the same scene.
 * share: of this pose. 1 keeps it, 0 replaces it by the other; values outside that range count as
 *   its ends. */
WM_API void wm_pose_mix(wm_pose *pose, const wm_pose *from, float share);

/* Sets the pose during the transition from one animation to another. The old animation stays at
 * from_time. The new one has played for `since` seconds, and its share grows linearly from 0 to 1
 * during the wm_scene_animation.transition of the new animation.
 *
 * from, to: indices of animations; WM_NO_INDEX: the rest pose. A transition to the rest pose takes
 *   no time.
 * from_time, since: seconds.
 * play: for both animations. */
WM_API void wm_pose_transition(wm_pose *pose, uint32_t from, float from_time, uint32_t to,
                               float since, wm_play play);

/* Computes `world` from `local`. */
WM_API void wm_pose_update(wm_pose *pose);

/* Computes the vertices of a node's mesh in model space, skinned if the node has a skin. Does
 * nothing for a node without a mesh. Call wm_pose_update first.
 *
 * positions, normals: room for vertex_count elements each; either may be NULL. Normals have length
 *   1; for a mesh without normals they are 0. */
WM_API void wm_pose_mesh(wm_pose *pose, uint32_t node, wm_vec3 *positions, wm_vec3 *normals);

/* ---- single channels, times and events --------------------------------- */

/* The time within an animation of this length, from 0 to length, for any time. */
WM_API float wm_play_time(float time, float length, wm_play play);

/* Computes the value of a channel.
 *
 * time: seconds within the animation.
 * hint: may be NULL. Set *hint to 0 before the first call; it speeds up the next call if its time
 *   is near.
 * value: receives channel->width floats. */
WM_API void wm_channel_sample(const wm_channel *channel, float time, uint32_t *hint, float *value);

/* Interpolates between two rotations the shorter way. The result has the same bits on every
 * platform.
 *
 * share: 0 gives a, 1 gives b. */
WM_API wm_quat wm_quat_slerp(wm_quat a, wm_quat b, float share);

/* Lists the events between two times, in order. With WM_PLAY_LOOP, times continue past the end,
 * and every round has its events again. An event after the end of the animation counts as at the
 * end.
 *
 * from, to: seconds; from is included, to is excluded.
 * events: receives the indices of the first `capacity` of them; may be NULL if capacity is 0.
 * count: receives how many there are, at most UINT32_MAX. */
WM_API void wm_animation_events(const wm_scene_animation *animation, float from, float to,
                                wm_play play, uint32_t *events, uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
