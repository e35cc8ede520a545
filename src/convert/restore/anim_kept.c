/* Animations that nobody edited. Their extras say which form their keys had in the file: which
 * nodes the animation has, which rotations are not packed, and offsets that rounding hides. So they
 * are marked, and these extras follow the nodes. docs/gltf.md lists them. */
#include "convert/internal.h"
#include "convert/restore/restore.h"

bool wmi_shares_keys(const wm_scene_animation *a, const wm_scene_animation *b)
{
    if (a->channel_count != b->channel_count)
        return false;
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (a->channels[i].values != b->channels[i].values)
            return false;
    return true;
}

/* From one index of a node to the next; 0: the extra has none. */
static uint32_t step_of(const wm_extra *e)
{
    if (!e->numbers)
        return 0;
    if (strcmp(e->name, "nodes") == 0 || strcmp(e->name, "unpacked") == 0)
        return 1;
    return strcmp(e->name, "offsets") == 0 ? 3 : 0;
}

bool wmi_names_nodes(const wm_extra *extra)
{
    return step_of(extra) != 0;
}

/* Without the nodes that somebody deleted. */
static bool renumber(wmi_restore *r, wm_extra *e, uint32_t step, const uint32_t *of_old,
                     uint32_t nodes)
{
    double *list = wm_scene_alloc(r->old, e->count, sizeof *list, NULL);
    uint32_t count = 0;
    if (!list)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; i + step <= e->count; i += step) {
        double old = e->numbers[i];
        uint32_t now = old >= 0 && old < nodes ? of_old[(uint32_t)old] : WM_NO_INDEX;
        if (now == WM_NO_INDEX)
            continue;
        memcpy(list + count, e->numbers + i, step * sizeof *list);
        list[count] = now;
        count += step;
    }
    e->numbers = list;
    e->count = count;
    return true;
}

bool wmi_renumber_extras(wmi_restore *r, const uint32_t *of_old)
{
    for (uint32_t i = 0; i < r->old->animation_count; i++) {
        wm_extras *e = &r->old->animations[i].extras;
        for (uint32_t k = 0; k < e->count; k++) {
            uint32_t step = step_of(&e->items[k]);
            if (step && !renumber(r, &e->items[k], step, of_old, r->old->node_count))
                return false;
        }
    }
    return true;
}

bool wmi_mark_kept(wmi_restore *r)
{
    for (uint32_t i = 0; i < r->old->animation_count; i++)
        if (r->kept[i] && !wmi_mark(r, &r->old->animations[i].extras, WMI_KEPT))
            return false;
    return true;
}
