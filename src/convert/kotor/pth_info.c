/* Describes KotOR path points. */
#include "base/json_text.h"
#include "waymark/info.h"

wm_status wm_kotor_pth_info(const wm_kotor_pth *pth, const wm_info_opts *opts, wm_buffer *json,
                            wm_error *error)
{
    wm_kotor_pth_stats s;
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_status status = wm_kotor_pth_measure(pth, &s, error);
    if (status != WM_OK)
        return status;
    wm_json_writer j;
    wmi_info_begin(&j, opts, "kotor-pth");
    wm_json_add_uint(&j, "bytes", wmi_info_bytes(opts));
    wm_json_add_uint(&j, "points", s.points);
    wm_json_add_uint(&j, "links", s.links);
    wm_json_add_uint(&j, "parts", s.parts);
    wm_json_add_uint(&j, "isolated", s.isolated);
    wm_json_add_floats(&j, "min", s.min, 2);
    wm_json_add_floats(&j, "max", s.max, 2);
    wm_json_end(&j);
    return wm_json_writer_finish(&j, json, error);
}
