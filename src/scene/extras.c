/* Collects the extras of an object while it is converted. */
#include "scene/extras.h"

void wmi_bag_open(wmi_bag *bag, wm_scene *scene)
{
    bag->scene = scene;
    bag->failed = false;
    bag->count = 0;
}

static void add(wmi_bag *bag, const char *name, bool list, uint32_t count, const double *numbers,
                const char *const *texts)
{
    if (!numbers && !texts)
        bag->failed = true;
    else if (bag->count < WMI_EXTRAS_MAX)
        bag->items[bag->count++] = (wm_extra){name, list, count, numbers, texts};
}

void wmi_bag_number(wmi_bag *bag, const char *name, double value)
{
    double *copy = wm_scene_alloc(bag->scene, 1, sizeof *copy, NULL);
    if (copy)
        *copy = value;
    add(bag, name, false, 1, copy, NULL);
}

void wmi_bag_floats(wmi_bag *bag, const char *name, const float *values, uint32_t count)
{
    double *copy = wm_scene_alloc(bag->scene, count, sizeof *copy, NULL);
    for (uint32_t i = 0; copy && i < count; i++)
        copy[i] = (double)values[i];
    add(bag, name, true, count, copy, NULL);
}

void wmi_bag_numbers(wmi_bag *bag, const char *name, const double *values, uint32_t count)
{
    double *copy = wm_scene_alloc(bag->scene, count, sizeof *copy, NULL);
    if (copy && count)
        memcpy(copy, values, count * sizeof *copy);
    add(bag, name, true, count, copy, NULL);
}

void wmi_bag_vec3(wmi_bag *bag, const char *name, wm_vec3 value)
{
    float values[3] = {value.x, value.y, value.z};
    wmi_bag_floats(bag, name, values, 3);
}

void wmi_bag_uints(wmi_bag *bag, const char *name, const uint32_t *values, uint32_t count)
{
    double *copy = wm_scene_alloc(bag->scene, count, sizeof *copy, NULL);
    for (uint32_t i = 0; copy && i < count; i++)
        copy[i] = (double)values[i];
    add(bag, name, true, count, copy, NULL);
}

void wmi_bag_text(wmi_bag *bag, const char *name, const char *text, size_t size)
{
    const char *end = memchr(text, 0, size);
    const char **copy = wm_scene_alloc(bag->scene, 1, sizeof *copy, NULL);
    char *own = wm_scene_text(bag->scene, text, end ? (size_t)(end - text) : size, NULL);
    if (copy)
        copy[0] = own;
    add(bag, name, false, 1, NULL, own ? copy : NULL);
}

void wmi_bag_texts(wmi_bag *bag, const char *name, const char *const *texts, uint32_t count)
{
    const char **copy = wm_scene_alloc(bag->scene, count, sizeof *copy, NULL);
    bool good = copy != NULL;
    for (uint32_t i = 0; good && i < count; i++) {
        copy[i] = wm_scene_text(bag->scene, texts[i], strlen(texts[i]), NULL);
        good = copy[i] != NULL;
    }
    add(bag, name, true, count, NULL, good ? copy : NULL);
}

void wmi_bag_close(wmi_bag *bag, wm_extras *to)
{
    wm_extra *items = wm_scene_alloc(bag->scene, bag->count, sizeof *items, NULL);
    *to = (wm_extras){0, NULL};
    if (!items) {
        bag->failed = true;
        return;
    }
    if (bag->count)
        memcpy(items, bag->items, bag->count * sizeof *items);
    *to = (wm_extras){bag->count, items};
    bag->count = 0;
}
