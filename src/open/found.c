/* What a finder has found, as bytes of the caller. */
#include "open/internal.h"

wm_status wm_found_take(wm_found *found, const wm_write_opts *opts, wm_buffer *out, wm_error *error)
{
    wm_status status = WM_OK;
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        status = WM_BAD_ARGUMENT;
    else if (!found->data && found->load)
        status = found->load(found, error);
    if (status == WM_OK) {
        wmi_writer writer;
        wmi_writer_init(&writer, wmi_write_allocator(opts));
        wmi_writer_bytes(&writer, found->data, found->size);
        status = wmi_writer_finish(&writer, out, error);
    }
    if (found->release)
        found->release(found);
    *found = (wm_found){0};
    return status;
}
