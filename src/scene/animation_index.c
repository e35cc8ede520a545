/* Animations by name: sorted once, found by halving. */
#include "scene/animation_index.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_scene *s = context;
    int order = wmi_compare_names(s->animations[a].name, s->animations[b].name);
    return order ? order : a < b ? -1 : a > b;
}

bool wmi_animation_index_init(wmi_animation_index *index, const wm_scene *scene, wmi_arena *arena)
{
    uint32_t count = scene->animation_count;
    *index = (wmi_animation_index){scene, wmi_arena_raw(arena, count, sizeof *index->order)};
    for (uint32_t i = 0; index->order && i < count; i++)
        index->order[i] = i;
    if (index->order)
        wmi_sort_by(index->order, count, by_name, scene);
    return index->order != NULL;
}

uint32_t wmi_animation_index_place(const wmi_animation_index *index, const char *name)
{
    wmi_search search = {.high = index->scene->animation_count};
    while (wmi_search_next(&search)) {
        const wm_scene_animation *a = &index->scene->animations[index->order[search.at]];
        wmi_search_narrow(&search, wmi_compare_names(a->name, name) < 0);
    }
    return search.low;
}

uint32_t wmi_animation_index_at(const wmi_animation_index *index, uint32_t place, const char *name)
{
    if (place >= index->scene->animation_count)
        return WM_NO_INDEX;
    uint32_t at = index->order[place];
    return wmi_compare_names(index->scene->animations[at].name, name) == 0 ? at : WM_NO_INDEX;
}

uint32_t wmi_animation_index_find(const wmi_animation_index *index, const char *name)
{
    return wmi_animation_index_at(index, wmi_animation_index_place(index, name), name);
}
