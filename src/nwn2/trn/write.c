/* Writes the packet file. docs/formats/nwn2.md, "Container". */
#include "nwn2/container.h"
#include "nwn2/internal.h"

static wmi_effort effort_of(const wm_nwn2_trn_write_opts *opts)
{
    if (opts && opts->small)
        return WMI_EFFORT_SMALL;
    return opts && opts->fast ? WMI_EFFORT_FAST : WMI_EFFORT_ZLIB;
}

static wm_status put_payload(wmi_writer *w, const wm_nwn2_packet *p, wmi_effort effort,
                             wm_error *error)
{
    if (p->aswm)
        return wmi_aswm_pack(w, p->aswm, effort, error);
    if (p->trwh) {
        wmi_writer_u32(w, p->trwh->width);
        wmi_writer_u32(w, p->trwh->height);
        wmi_writer_u32(w, p->trwh->id);
    } else if (p->trrn) {
        wmi_trrn_write(w, p->trrn);
    } else if (p->watr) {
        wmi_watr_write(w, p->watr);
    } else {
        wmi_writer_bytes(w, p->raw.data, p->raw.size);
    }
    return WM_OK;
}

static wm_status finish(wmi_writer *w, wm_status status, wm_buffer *out, wm_error *error)
{
    if (status == WM_OK)
        return wmi_writer_finish(w, out, error);
    wmi_release(&w->allocator, w->data, w->capacity, 1);
    *out = (wm_buffer){0};
    return status;
}

wm_status wm_nwn2_packet_write(const wm_nwn2_packet *packet, const wm_nwn2_trn_write_opts *opts,
                               wm_buffer *out, wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    wmi_writer_init(&w, opts ? opts->base.allocator : NULL);
    wm_status status = put_payload(&w, packet, effort_of(opts), error);
    return finish(&w, status, out, error);
}

wm_status wm_nwn2_trn_write(const wm_nwn2_trn *trn, const wm_nwn2_trn_write_opts *opts,
                            wm_buffer *out, wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    wm_status status = WM_OK;
    uint32_t count = trn->packet_count;
    wmi_writer_init(&w, opts ? opts->base.allocator : NULL);
    wmi_container_begin(&w, trn->major, trn->minor, count);
    for (uint32_t i = 0; i < count && status == WM_OK && !w.failed; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        size_t start = wmi_container_add(&w, i, p->type, p->stored_type);
        status = put_payload(&w, p, effort_of(opts), error);
        if (status == WM_OK)
            status = wmi_container_end(&w, start, error);
    }
    if (status == WM_OK)
        wmi_container_restore(&w, wmi_trn_of(trn)->copy);
    return finish(&w, status, out, error);
}
