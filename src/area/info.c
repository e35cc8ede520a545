/* Describes an area: its rooms, its seams, and which rooms are connected. */
#include "waymark/info.h"
#include "base/json_text.h"
#include "waymark/json.h"

static void put_placed(wm_json_writer *j, const char *name, const wm_kotor_placed *list,
                       uint32_t count)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++) {
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "name", list[i].name);
        wm_json_add_vec3(j, "position", list[i].position);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void put_doorhooks(wm_json_writer *j, const wm_kotor_lyt *lyt)
{
    wm_json_begin_array(j, "doorhooks");
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *hook = &lyt->doorhooks[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "room", hook->room);
        wm_json_add_text(j, "door", hook->door);
        wm_json_add_vec3(j, "position", hook->position);
        wm_json_begin_array(j, "rotation");
        for (int k = 0; k < 4; k++)
            wm_json_add_float(j, NULL, hook->rotation[k]);
        wm_json_end(j);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void put_rooms(wm_json_writer *j, const wm_kotor_area *area)
{
    wm_json_begin_array(j, "rooms");
    for (uint32_t i = 0; i < area->room_count; i++) {
        const wm_kotor_area_room *room = &area->rooms[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "index", i);
        wm_json_add_text(j, "name", room->name);
        wm_json_add_vec3(j, "position", room->position);
        wm_json_add_bool(j, "walkmesh", room->walkmesh != NULL);
        wm_json_add_uint(j, "faces", room->faces);
        wm_json_add_uint(j, "walkable", room->walkable);
        wm_json_add_uint(j, "edges", room->edges);
        wm_json_add_uint(j, "transitions", room->transitions);
        wm_json_add_uint(j, "regions", room->regions);
        wm_json_add_double(j, "walkable_area", room->walkable_m2);
        wm_json_add_index(j, "component", room->component);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void put_components(wm_json_writer *j, const wm_kotor_area *area)
{
    wm_json_begin_array(j, "components");
    for (uint32_t k = 0; k < area->component_count; k++) {
        wm_json_begin_object(j, NULL);
        wm_json_begin_array(j, "rooms");
        for (uint32_t i = 0; i < area->room_count; i++)
            if (area->rooms[i].component == k)
                wm_json_add_uint(j, NULL, i);
        wm_json_end(j);
        wm_json_add_double(j, "walkable_area", area->components[k].walkable_m2);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void put_counts(wm_json_writer *j, const wm_kotor_area *area)
{
    uint32_t walkmeshes = 0, exact = 0, crossable = 0;
    for (uint32_t i = 0; i < area->room_count; i++)
        walkmeshes += area->rooms[i].walkmesh != NULL;
    for (uint32_t i = 0; i < area->seam_count; i++) {
        exact += area->seams[i].exact;
        crossable += area->seams[i].crossable;
    }
    wm_json_add_uint(j, "walkmeshes", walkmeshes);
    wm_json_add_uint(j, "transitions", area->transitions);
    wm_json_add_uint(j, "matched", area->matched);
    wm_json_add_uint(j, "seams", area->seam_count);
    wm_json_add_uint(j, "exact_seams", exact);
    wm_json_add_uint(j, "crossable_seams", crossable);
}

/* Only what there is: many areas have neither. */
static void put_content(wm_json_writer *j, const wm_kotor_pth *pth, const wm_kotor_git *git)
{
    if (pth) {
        wm_json_begin_object(j, "paths");
        wm_json_add_uint(j, "points", pth->point_count);
        wm_json_add_uint(j, "links", pth->link_count);
        wm_json_end(j);
    }
    if (git) {
        wm_json_begin_object(j, "objects");
        for (int k = 0; k < WM_KOTOR_OBJECT_KINDS; k++)
            wm_json_add_uint(j, wm_kotor_object_kind_name((wm_kotor_object_kind)k), git->count[k]);
        wm_json_end(j);
    }
}

wm_status wm_kotor_area_info(const wm_kotor_area *area, const wm_kotor_area_info_opts *opts,
                             wm_buffer *json, wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_kotor_lyt *lyt = area->lyt;
    const wm_info_opts *base = opts ? &opts->base : NULL;
    wm_json_writer j;
    wmi_info_begin(&j, base, "kotor-lyt");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(base));
    wm_json_add_text(&j, "dependency", lyt->dependency);
    put_rooms(&j, area);
    put_placed(&j, "tracks", lyt->tracks, lyt->track_count);
    put_placed(&j, "obstacles", lyt->obstacles, lyt->obstacle_count);
    put_doorhooks(&j, lyt);
    wm_json_add_text(&j, "vis", opts ? opts->vis : NULL);
    put_counts(&j, area);
    put_components(&j, area);
    if (opts)
        put_content(&j, opts->pth, opts->git);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
