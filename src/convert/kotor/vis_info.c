/* Describes a KotOR visibility list. */
#include "base/json_text.h"
#include "waymark/info.h"

wm_status wm_kotor_vis_info(const wm_kotor_vis *vis, const wm_info_opts *opts, wm_buffer *json,
                            wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "kotor-vis");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_uint(&j, "names", vis->name_count);
    wm_json_begin_array(&j, "rooms");
    for (uint32_t i = 0; i < vis->room_count; i++) {
        const wm_kotor_vis_room *room = &vis->rooms[i];
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "name", room->name);
        wm_json_add_index(&j, "stated", room->stated);
        wm_json_begin_array(&j, "visible");
        for (uint32_t k = 0; k < room->count; k++)
            wm_json_add_text(&j, NULL, vis->names[room->first + k].name);
        wm_json_end(&j);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
