/* Writes the packet file. docs/formats/nwn2.md, "Container". */
#include "nwn2/container.h"
#include "nwn2/internal.h"

static wmi_effort effort_of(const wm_nwn2_trn_write_opts *opts)
{
    if (opts && opts->small)
        return WMI_EFFORT_SMALL;
    return opts && opts->fast ? WMI_EFFORT_FAST : WMI_EFFORT_ZLIB;
}

/* *unclaimed: bytes after a compressed walkmesh that were written. */
static wm_status put_payload(wmi_writer *w, const wm_nwn2_packet *p, wmi_effort effort,
                             uint32_t *unclaimed, wm_error *error)
{
    if (p->aswm && effort == WMI_EFFORT_ZLIB &&
        wmi_aswm_is_stored(p->aswm, &w->allocator, unclaimed)) {
        wmi_writer_bytes(w, p->aswm->stored.data, p->aswm->stored.size);
        return WM_OK;
    }
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
    uint32_t unclaimed = 0;
    wm_status status = put_payload(&w, packet, effort_of(opts), &unclaimed, error);
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
    uint32_t count = trn->packet_count, unclaimed = 0;
    const wmi_container_layout *layout = wmi_trn_of(trn)->layout;
    wmi_writer_init(&w, opts ? opts->base.allocator : NULL);
    wmi_container_begin(&w, trn->major, trn->minor, count);
    for (uint32_t i = 0; i < count && status == WM_OK && !w.failed; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        size_t start = wmi_container_add(&w, i, p->type, p->stored_type);
        status = put_payload(&w, p, effort_of(opts), &unclaimed, error);
        if (status == WM_OK)
            status = wmi_container_end(&w, start, error);
    }
    if (status == WM_OK && wmi_container_restore(&w, layout))
        unclaimed += layout->unclaimed;
    if (opts && opts->dropped)
        *opts->dropped = trn->unclaimed > unclaimed ? trn->unclaimed - unclaimed : 0;
    return finish(&w, status, out, error);
}
