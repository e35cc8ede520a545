/* Extras of an edited scene and of the scene that it came from. Programs show them as custom
 * properties, which the user may have changed. */
#include <math.h>

#include "convert/internal.h"
#include "convert/restore/restore.h"

/* Programs may store whole numbers in 32 bits with a sign. */
static bool is_number(double a, double b)
{
    return fabs(a - b) <= 1e-6 * fabs(a) || a - b == 4294967296.0;
}

/* Blender makes a text of a list with numbers that it cannot store. */
static bool is_list_as_text(const wm_extra *a, const wm_extra *b)
{
    return a->numbers && a->list && b->texts && b->count == 1 && b->texts[0][0] == '[';
}

static bool is_equal(const wm_extra *a, const wm_extra *b)
{
    if (is_list_as_text(a, b))
        return true;
    if (a->count != b->count || !a->numbers != !b->numbers)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->numbers && !is_number(a->numbers[i], b->numbers[i]))
            return false;
        if (!a->numbers && strcmp(a->texts[i], b->texts[i]) != 0)
            return false;
    }
    return true;
}

/* The format of the scene that was exported, and what the reader of glTF adds to an animation: not
 * extras of that scene. What names nodes follows the nodes, and marks are made here. */
static bool is_source(const wm_extra *e)
{
    return strcmp(e->name, "source") == 0 || strcmp(e->name, "transition") == 0 ||
           strcmp(e->name, WMI_KEPT) == 0 || wmi_names_nodes(e);
}

bool wmi_restore_extras(wmi_restore *r, wm_extras *old, const wm_extras *now)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        if (is_source(&now->items[i]))
            continue;
        const wm_extra *e = wm_extras_find(old, now->items[i].name);
        different += !e || !is_equal(e, &now->items[i]);
    }
    if (different == 0)
        return true;
    r->changed = true;
    wm_extra *items = wm_scene_alloc(r->old, (size_t)old->count + different, sizeof *items, NULL);
    if (!items)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i < old->count; i++) {
        const wm_extra *e = wm_extras_find(now, old->items[i].name);
        items[i] = e && !is_equal(e, &old->items[i]) ? *e : old->items[i];
    }
    uint32_t count = old->count;
    for (uint32_t i = 0; i < now->count; i++)
        if (!is_source(&now->items[i]) && !wm_extras_find(old, now->items[i].name))
            items[count++] = now->items[i];
    *old = (wm_extras){count, items};
    return true;
}

bool wmi_mark(wmi_restore *r, wm_extras *extras, const char *name)
{
    if (wm_extras_find(extras, name))
        return true;
    wm_extra *items = wm_scene_alloc(r->old, (size_t)extras->count + 1, sizeof *items, NULL);
    double *one = wm_scene_alloc(r->old, 1, sizeof *one, NULL);
    if (!items || !one)
        return wmi_restore_no_memory(r);
    if (extras->count)
        memcpy(items, extras->items, extras->count * sizeof *items);
    *one = 1;
    items[extras->count] = (wm_extra){.name = name, .count = 1, .numbers = one};
    *extras = (wm_extras){extras->count + 1, items};
    return true;
}
