/* Edits of events and of the list of animations. */
#include "base/words.h"
#include "kotor/mdl/edit.h"

static wm_status find(const wm_kotor_mdl *m, uint32_t animation, wm_error *error)
{
    return animation < m->animation_count
               ? WM_OK
               : wmi_edit_missing(error, "animations", animation, m->animation_count, "animation",
                                  "animations");
}

static wm_status find_event(const wm_kotor_mdl *m, uint32_t animation, uint32_t event,
                            wm_error *error)
{
    wm_status status = find(m, animation, error);
    if (status == WM_OK && event >= m->animations[animation].event_count)
        status = wmi_fail(error, WM_BAD_ARGUMENT, "events",
                          "there is no event %lu; the animation has %s", (ul)event,
                          wmi_count(m->animations[animation].event_count, "event", "events").text);
    return status;
}

static wm_status bad_time(float time, wm_error *error)
{
    return time - time == 0 && time >= 0
               ? WM_OK
               : wmi_fail(error, WM_BAD_ARGUMENT, "time", "the time of an event is 0 or more");
}

wm_status wm_kotor_mdl_add_event(wm_kotor_mdl *m, uint32_t animation, float time, const char *name,
                                 wm_error *error)
{
    wmi_edit edit;
    wm_kotor_event fresh = {.time = time};
    wm_status status = find(m, animation, error);
    if (status == WM_OK)
        status = bad_time(time, error);
    if (status == WM_OK)
        status = wmi_edit_text(fresh.name, sizeof fresh.name, name, "events.name", error);
    if (status != WM_OK)
        return status;
    wm_kotor_animation *a = &m->animations[animation];
    wm_kotor_event *all = wmi_arena_raw(wmi_mdl_arena(m), (size_t)a->event_count + 1, sizeof *all);
    if (!all)
        return wmi_arena_fail(wmi_mdl_arena(m), error, "events");
    status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    uint32_t at = a->event_count;
    while (at && a->events[at - 1].time > time)
        at--;
    if (at)
        memcpy(all, a->events, at * sizeof *all);
    if (at < a->event_count)
        memcpy(all + at + 1, a->events + at, (a->event_count - at) * sizeof *all);
    all[at] = fresh;
    a->events = all;
    a->event_count++;
    wmi_edit_end(&edit);
    wmi_mdl_tidy(m);
    return WM_OK;
}

wm_status wm_kotor_mdl_remove_event(wm_kotor_mdl *m, uint32_t animation, uint32_t event,
                                    wm_error *error)
{
    wmi_edit edit;
    wm_status status = find_event(m, animation, event, error);
    if (status == WM_OK)
        status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    wm_kotor_animation *a = &m->animations[animation];
    a->event_count--;
    memmove(a->events + event, a->events + event + 1, (a->event_count - event) * sizeof *a->events);
    wmi_edit_end(&edit);
    return WM_OK;
}

wm_status wm_kotor_mdl_set_event(wm_kotor_mdl *m, uint32_t animation, uint32_t event, float time,
                                 const char *name, wm_error *error)
{
    wm_status status = find_event(m, animation, event, error);
    if (status == WM_OK)
        status = bad_time(time, error);
    if (status != WM_OK)
        return status;
    wm_kotor_event *e = &m->animations[animation].events[event];
    if (name)
        status = wmi_edit_text(e->name, sizeof e->name, name, "events.name", error);
    if (status != WM_OK)
        return status;
    e->time = time;
    wmi_edit_touch(m);
    return WM_OK;
}

wm_status wm_kotor_mdl_remove_animation(wm_kotor_mdl *m, uint32_t animation, wm_error *error)
{
    wmi_edit edit;
    wm_status status = find(m, animation, error);
    if (status == WM_OK)
        status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    edit.removed = animation;
    m->animation_count--;
    memmove(m->animations + animation, m->animations + animation + 1,
            (m->animation_count - animation) * sizeof *m->animations);
    wmi_edit_end(&edit);
    return WM_OK;
}
