/* Collects the controllers of a node. Times and values follow each other in its data. */
#ifndef WAYMARK_CONVERT_KOTOR_MDL_FROM_SCENE_KEYS_H
#define WAYMARK_CONVERT_KOTOR_MDL_FROM_SCENE_KEYS_H

#include "convert/kotor/mdl_from_scene.h"

typedef struct wmi_keys {
    wm_kotor_controller *controllers;
    float *data;
    uint32_t count, used;
} wmi_keys;

/* Returns false if out of memory. */
bool wmi_keys_room(wmi_keys *keys, wm_kotor_mdl *mdl, uint32_t controllers, size_t floats);
/* Adds a controller. The caller fills in `rows` times, then `rows` values of `width` floats.
 * Returns NULL if the file's 16-bit numbers cannot reach them. */
float *wmi_keys_add(wmi_keys *keys, uint32_t type, uint32_t columns, uint32_t rows, uint32_t width);
void wmi_keys_give(const wmi_keys *keys, wm_kotor_mdl_node *node);

#endif
