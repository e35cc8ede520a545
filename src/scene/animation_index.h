/* Animations by name, for callers that look for many of them. */
#ifndef WAYMARK_SCENE_ANIMATION_INDEX_H
#define WAYMARK_SCENE_ANIMATION_INDEX_H

#include "base/internal.h"
#include "waymark/scene.h"

/* The animations of a scene in the order of their names. wm_scene_find_animation looks at all of
 * them. */
typedef struct wmi_animation_index {
    const wm_scene *scene;
    uint32_t *order;
} wmi_animation_index;

bool wmi_animation_index_init(wmi_animation_index *index, const wm_scene *scene, wmi_arena *arena);
/* The first animation of that name, or WM_NO_INDEX. */
uint32_t wmi_animation_index_find(const wmi_animation_index *index, const char *name);
/* The first place in the order whose name is not below this one: those of the same name are there
 * and after it. */
uint32_t wmi_animation_index_place(const wmi_animation_index *index, const char *name);
/* The animation at a place, or WM_NO_INDEX if it has another name. */
uint32_t wmi_animation_index_at(const wmi_animation_index *index, uint32_t place, const char *name);

#endif
