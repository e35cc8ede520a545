/* Shared by the files of the scene: its arena, and the arithmetic of transforms. Only
 * operations with a single correct IEEE 754 rounding are used, so that poses are bitwise
 * identical everywhere. */
#ifndef WAYMARK_SCENE_INTERNAL_H
#define WAYMARK_SCENE_INTERNAL_H

#include <math.h>

#include "base/internal.h"
#include "waymark/pose.h"

/* The scene and its arena share one block. */
typedef struct wmi_scene {
    wm_scene pub;
    wmi_arena arena;
} wmi_scene;

/* The pose and the data that it keeps between calls. */
typedef struct wmi_pose {
    wm_pose pub;
    wmi_arena arena;
    wm_transform *rest; /* rest values of all nodes, ready to be copied */
    float *rest_alpha;
    wm_vec3 *rest_illumination;
    wm_pose from;       /* the other pose of a transition */
    uint32_t *hints[2]; /* for the channels of the animation sampled last */
    wm_matrix *joints;  /* room for the largest skin */
} wmi_pose;

/* The rotation may have any length except 0; only its direction matters. */
static inline wm_matrix wmi_matrix_of(const wm_transform *t)
{
    wm_quat q = t->rotation;
    float n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    float s = n > 0 ? 2 / n : 0;
    float xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    float xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    float wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    wm_vec3 k = t->scale, p = t->translation;
    return (wm_matrix){{{(1 - yy - zz) * k.x, (xy - wz) * k.y, (xz + wy) * k.z, p.x},
                        {(xy + wz) * k.x, (1 - xx - zz) * k.y, (yz - wx) * k.z, p.y},
                        {(xz - wy) * k.x, (yz + wx) * k.y, (1 - xx - yy) * k.z, p.z}}};
}

/* Applies b first, then a. */
static inline void wmi_matrix_multiply(wm_matrix *to, const wm_matrix *a, const wm_matrix *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            to->m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] +
                          a->m[r][2] * b->m[2][c] + (c == 3 ? a->m[r][3] : 0);
}

/* Where it takes the origin. */
static inline wm_vec3 wmi_matrix_place(const wm_matrix *a)
{
    return (wm_vec3){a->m[0][3], a->m[1][3], a->m[2][3]};
}

static inline wm_vec3 wmi_matrix_point(const wm_matrix *a, wm_vec3 p)
{
    return (wm_vec3){a->m[0][0] * p.x + a->m[0][1] * p.y + a->m[0][2] * p.z + a->m[0][3],
                     a->m[1][0] * p.x + a->m[1][1] * p.y + a->m[1][2] * p.z + a->m[1][3],
                     a->m[2][0] * p.x + a->m[2][1] * p.y + a->m[2][2] * p.z + a->m[2][3]};
}

static inline wm_vec3 wmi_matrix_direction(const wm_matrix *a, wm_vec3 p)
{
    return (wm_vec3){a->m[0][0] * p.x + a->m[0][1] * p.y + a->m[0][2] * p.z,
                     a->m[1][0] * p.x + a->m[1][1] * p.y + a->m[1][2] * p.z,
                     a->m[2][0] * p.x + a->m[2][1] * p.y + a->m[2][2] * p.z};
}

/* 0 stays 0. */
static inline wm_vec3 wmi_unit(wm_vec3 v)
{
    float n = v.x * v.x + v.y * v.y + v.z * v.z;
    float s = n > 0 ? 1 / sqrtf(n) : 0;
    return (wm_vec3){v.x * s, v.y * s, v.z * s};
}

static inline wm_vec3 wmi_lerp(wm_vec3 a, wm_vec3 b, float u)
{
    return (wm_vec3){a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u, a.z + (b.z - a.z) * u};
}

/* A node that stands for itself: without parent, mesh, skin and light, at the origin. */
static inline wm_scene_node wmi_scene_node(const char *name)
{
    return (wm_scene_node){.name = name,
                           .parent = WM_NO_INDEX,
                           .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                           .mesh = WM_NO_INDEX,
                           .skin = WM_NO_INDEX,
                           .light = WM_NO_INDEX,
                           .source = WM_NO_INDEX};
}

/* The arena of a scene, for code that adds to one that is finished. */
static inline wmi_arena *wmi_scene_arena(const wm_scene *scene)
{
    return scene->memory;
}

/* Validates a filled scene; wm_scene_finish does the rest. */
wm_status wmi_scene_prove(const wm_scene *scene, wm_error *error);

#endif
