/* What is in an area: its rooms, seams, and which of them hang together. */
#include "waymark/info.h"
#include "base/json.h"

static void put_placed(wmi_json *j, const char *name, const wm_kotor_placed *list, uint32_t count)
{
    wmi_json_begin(j, name, '[');
    for (uint32_t i = 0; i < count; i++) {
        wmi_json_begin(j, NULL, '{');
        wmi_json_add_text(j, "name", list[i].name);
        wmi_json_add_vec3(j, "position", list[i].position);
        wmi_json_end(j, '}');
    }
    wmi_json_end(j, ']');
}

static void put_doorhooks(wmi_json *j, const wm_kotor_lyt *lyt)
{
    wmi_json_begin(j, "doorhooks", '[');
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *hook = &lyt->doorhooks[i];
        wmi_json_begin(j, NULL, '{');
        wmi_json_add_text(j, "room", hook->room);
        wmi_json_add_text(j, "door", hook->door);
        wmi_json_add_vec3(j, "position", hook->position);
        wmi_json_begin(j, "rotation", '[');
        for (int k = 0; k < 4; k++)
            wmi_json_add_float(j, NULL, hook->rotation[k]);
        wmi_json_end(j, ']');
        wmi_json_end(j, '}');
    }
    wmi_json_end(j, ']');
}

static void put_rooms(wmi_json *j, const wm_kotor_area *area)
{
    wmi_json_begin(j, "rooms", '[');
    for (uint32_t i = 0; i < area->room_count; i++) {
        const wm_kotor_area_room *room = &area->rooms[i];
        wmi_json_begin(j, NULL, '{');
        wmi_json_add_uint(j, "index", i);
        wmi_json_add_text(j, "name", room->name);
        wmi_json_add_vec3(j, "position", room->position);
        wmi_json_add_bool(j, "walkmesh", room->walkmesh != NULL);
        wmi_json_add_uint(j, "faces", room->faces);
        wmi_json_add_uint(j, "walkable", room->walkable);
        wmi_json_add_uint(j, "edges", room->edges);
        wmi_json_add_uint(j, "transitions", room->transitions);
        wmi_json_add_uint(j, "regions", room->regions);
        wmi_json_add_double(j, "walkable_area", room->walkable_area);
        wmi_json_add_index(j, "component", room->component);
        wmi_json_end(j, '}');
    }
    wmi_json_end(j, ']');
}

static void put_components(wmi_json *j, const wm_kotor_area *area)
{
    wmi_json_begin(j, "components", '[');
    for (uint32_t k = 0; k < area->component_count; k++) {
        wmi_json_begin(j, NULL, '{');
        wmi_json_begin(j, "rooms", '[');
        for (uint32_t i = 0; i < area->room_count; i++)
            if (area->rooms[i].component == k)
                wmi_json_add_uint(j, NULL, i);
        wmi_json_end(j, ']');
        wmi_json_add_double(j, "walkable_area", area->components[k].walkable_area);
        wmi_json_end(j, '}');
    }
    wmi_json_end(j, ']');
}

static void put_counts(wmi_json *j, const wm_kotor_area *area)
{
    uint32_t walkmeshes = 0, exact = 0, crossable = 0;
    for (uint32_t i = 0; i < area->room_count; i++)
        walkmeshes += area->rooms[i].walkmesh != NULL;
    for (uint32_t i = 0; i < area->seam_count; i++) {
        exact += area->seams[i].exact;
        crossable += area->seams[i].crossable;
    }
    wmi_json_add_uint(j, "walkmeshes", walkmeshes);
    wmi_json_add_uint(j, "transitions", area->transitions);
    wmi_json_add_uint(j, "matched", area->matched);
    wmi_json_add_uint(j, "seams", area->seam_count);
    wmi_json_add_uint(j, "exact_seams", exact);
    wmi_json_add_uint(j, "crossable_seams", crossable);
}

wm_status wm_kotor_area_info(const char *file, size_t bytes, const wm_kotor_lyt *lyt,
                             const wm_kotor_area *area, const char *vis, wm_buffer *json,
                             wm_error *error)
{
    wmi_json j;
    wmi_json_init(&j, NULL);
    wmi_json_begin(&j, NULL, '{');
    wmi_json_add_text(&j, "file", file);
    wmi_json_add_text(&j, "format", "kotor-lyt");
    wmi_json_add_uint(&j, "bytes", bytes);
    wmi_json_add_text(&j, "dependency", lyt->dependency);
    put_rooms(&j, area);
    put_placed(&j, "tracks", lyt->tracks, lyt->track_count);
    put_placed(&j, "obstacles", lyt->obstacles, lyt->obstacle_count);
    put_doorhooks(&j, lyt);
    wmi_json_add_text(&j, "vis", vis);
    put_counts(&j, area);
    put_components(&j, area);
    wmi_json_end(&j, '}');
    return wmi_json_finish(&j, json, error);
}
