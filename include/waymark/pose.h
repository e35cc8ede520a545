/* Poses of a scene: where nodes and vertices are at some time of an animation.
 *
 * A wm_pose holds what one thread needs for one model; making it is the only step that
 * takes memory. Each frame:
 *
 *     wm_pose_sample(pose, walk, time, WM_PLAY_LOOP);
 *     wm_pose_update(pose);
 *     wm_pose_mesh(pose, node, positions, normals);      (for each node with a mesh)
 *
 * Numbers that are not finite are allowed everywhere: a time that is not a number
 * counts as 0.
 */
#ifndef WAYMARK_POSE_H
#define WAYMARK_POSE_H

#include "waymark/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wm_pose {
    const wm_scene *scene;
    /* Arrays of node_count elements. All but `world` may be changed between a sample
     * and wm_pose_update. */
    wm_transform *local;        /* within the parent */
    float *alpha;               /* of meshes; 1 elsewhere */
    wm_vec3 *self_illumination; /* of meshes; 0 elsewhere */
    wm_matrix *world;           /* to the space of the model, by wm_pose_update */
    void *memory;               /* the library's */
} wm_pose;

typedef enum wm_play {
    WM_PLAY_ONCE, /* times behind the end are the end, before the start the start */
    WM_PLAY_LOOP  /* times wrap round the length */
} wm_play;

/* In the rest pose, updated. allocator may be NULL (malloc); it and the scene, which
 * must be finished, must outlive the pose. */
WM_API wm_pose *wm_pose_new(const wm_scene *scene, const wm_allocator *allocator, wm_error *error);
WM_API void wm_pose_free(wm_pose *pose);

/* As the model was built. */
WM_API void wm_pose_rest(wm_pose *pose);

/* An animation (WM_NO_INDEX: none, the rest pose) at a time. What it has no channel for
 * is at rest. */
WM_API void wm_pose_sample(wm_pose *pose, uint32_t animation, float time, wm_play play);

/* Goes from another pose of the same scene to this one: share 0 is the other, 1 this.
 * Rotations go the short way. */
WM_API void wm_pose_mix(wm_pose *pose, const wm_pose *from, float share);

/* The change from one animation to another: `since` seconds after the change the old
 * one stands still where it was (from_time) and the new one has played for `since`
 * seconds. The share of the new one rises evenly over its `transition`. */
WM_API void wm_pose_transition(wm_pose *pose, uint32_t from, float from_time, uint32_t to,
                               float since, wm_play play);

/* Computes `world` from `local`. */
WM_API void wm_pose_update(wm_pose *pose);

/* The vertices of the mesh of a node in the space of the model, skinned if it has a
 * skin. positions and normals have room for the mesh's vertex_count and may be NULL;
 * normals get length 1, and without normals in the mesh they are set to 0. Does
 * nothing for a node without a mesh. */
WM_API void wm_pose_mesh(wm_pose *pose, uint32_t node, wm_vec3 *positions, wm_vec3 *normals);

/* ---- single channels, times and events --------------------------------- */

/* Where `time` is in an animation of this length: 0 to length. */
WM_API float wm_play_time(float time, float length, wm_play play);

/* The value of a channel at a time within the animation: channel->width floats.
 * *hint (may be NULL) speeds up the next call for a time nearby; start with 0. */
WM_API void wm_channel_sample(const wm_channel *channel, float time, uint32_t *hint, float *value);

/* Between two rotations the short way; share 0 is a, 1 is b. The same bits on every
 * platform. */
WM_API wm_quat wm_quat_slerp(wm_quat a, wm_quat b, float share);

/* The events of a span of time, from included, to excluded, in their order: events[]
 * gets their numbers, up to capacity, and *count how many there are (at the most
 * UINT32_MAX). With WM_PLAY_LOOP times run on from 0 for ever and each round has its
 * events again. An event that is behind the end counts as at the end. */
WM_API void wm_animation_events(const wm_scene_animation *animation, float from, float to,
                                wm_play play, uint32_t *events, uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
