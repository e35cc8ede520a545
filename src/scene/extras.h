/* Collects the extras of an object while it is converted. */
#ifndef WAYMARK_SCENE_EXTRAS_H
#define WAYMARK_SCENE_EXTRAS_H

#include "scene/internal.h"

enum { WMI_EXTRAS_MAX = 160 }; /* any more are left out */

typedef struct wmi_bag {
    wm_scene *scene; /* provides the memory */
    bool failed;     /* out of memory */
    uint32_t count;
    wm_extra items[WMI_EXTRAS_MAX];
} wmi_bag;

void wmi_bag_open(wmi_bag *bag, wm_scene *scene);
/* Names are not copied; they must live as long as the scene. */
void wmi_bag_number(wmi_bag *bag, const char *name, double value);
void wmi_bag_floats(wmi_bag *bag, const char *name, const float *values, uint32_t count);
void wmi_bag_numbers(wmi_bag *bag, const char *name, const double *values, uint32_t count);
void wmi_bag_vec3(wmi_bag *bag, const char *name, wm_vec3 value);
void wmi_bag_uints(wmi_bag *bag, const char *name, const uint32_t *values, uint32_t count);
/* A text that ends at its NUL or at the end of its field. */
void wmi_bag_text(wmi_bag *bag, const char *name, const char *text, size_t size);
void wmi_bag_texts(wmi_bag *bag, const char *name, const char *const *texts, uint32_t count);
/* Moves the collected extras into `to` and leaves the bag empty. */
void wmi_bag_close(wmi_bag *bag, wm_extras *to);

#endif
