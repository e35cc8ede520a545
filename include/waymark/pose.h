/* Poses: where the nodes and vertices of a scene are at some time of an animation.
 *
 * A wm_pose holds the state of one model for one thread. Only wm_pose_new takes memory. For
 * each frame:
 *
 *     wm_pose_sample(pose, walk, time, WM_PLAY_LOOP);
 *     wm_pose_update(pose);
 *     wm_pose_mesh(pose, node, positions, normals);      (for each node with a mesh)
 *
 * Numbers that are not finite are allowed everywhere. A time that is NaN counts as 0.
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
    /* Arrays of node_count elements. All but `world` may be changed between a sample and
     * wm_pose_update. */
    wm_transform *local;        /* relative to the parent */
    float *alpha;               /* of meshes; 1 elsewhere */
    wm_vec3 *self_illumination; /* of meshes; 0 elsewhere */
    wm_matrix *world;           /* to model space; computed by wm_pose_update */
    void *memory;               /* private */
} wm_pose;

typedef enum wm_play {
    WM_PLAY_ONCE, /* times before the start are the start, times after the end are the end */
    WM_PLAY_LOOP  /* times wrap around */
} wm_play;

/* Makes a pose at rest, already updated. Free with wm_pose_free.
 *
 * scene: finished; must outlive the pose. */
WM_API wm_pose *wm_pose_new(const wm_scene *scene, const wm_allocator *allocator, wm_error *error);
/* Frees the pose. NULL is allowed. */
WM_API void wm_pose_free(wm_pose *pose);

/* Sets the rest pose. */
WM_API void wm_pose_rest(wm_pose *pose);

/* Sets the pose of an animation at a time. Properties without a channel are at rest.
 *
 * animation: WM_NO_INDEX: the rest pose.
 * time: seconds. */
WM_API void wm_pose_sample(wm_pose *pose, uint32_t animation, float time, wm_play play);

/* Blends another pose into this one. Rotations take the short way.
 *
 * from: a pose of the same scene.
 * share: 0: the other pose, 1: this one. */
WM_API void wm_pose_mix(wm_pose *pose, const wm_pose *from, float share);

/* Sets the pose during the change from one animation to another. The old animation stands still
 * at from_time; the new one has played for `since` seconds, and its share grows evenly over its
 * `transition`. */
WM_API void wm_pose_transition(wm_pose *pose, uint32_t from, float from_time, uint32_t to,
                               float since, wm_play play);

/* Computes `world` from `local`. */
WM_API void wm_pose_update(wm_pose *pose);

/* Computes the vertices of a node's mesh in model space, skinned if the node has a skin. Does
 * nothing for a node without a mesh.
 *
 * positions, normals: room for the mesh's vertex_count; either may be NULL. Normals have length
 *   1; for a mesh without normals they are 0. */
WM_API void wm_pose_mesh(wm_pose *pose, uint32_t node, wm_vec3 *positions, wm_vec3 *normals);

/* ---- single channels, times and events --------------------------------- */

/* The time within an animation of this length: 0 to length. */
WM_API float wm_play_time(float time, float length, wm_play play);

/* Computes the value of a channel.
 *
 * time: seconds within the animation.
 * hint: may be NULL. Start with 0; it speeds up the next call for a time nearby.
 * value: receives channel->width floats. */
WM_API void wm_channel_sample(const wm_channel *channel, float time, uint32_t *hint, float *value);

/* Interpolates between two rotations the short way. share 0 is a, 1 is b. The same bits on every
 * platform. */
WM_API wm_quat wm_quat_slerp(wm_quat a, wm_quat b, float share);

/* Lists the events of a span of time, in their order. With WM_PLAY_LOOP, times run on from 0 and
 * each round has its events again. An event after the end of the animation counts as at the
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
