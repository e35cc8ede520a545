/* Writes the packet file. docs/formats/nwn2.md, "Container". */
#include "nwn2/internal.h"

static wm_status put_payload(wmi_writer *w, const wm_nwn2_packet *p, bool fast, wm_error *error)
{
    if (p->aswm)
        return wmi_aswm_pack(w, p->aswm, fast, error);
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
    wm_status status = put_payload(&w, packet, opts && opts->fast, error);
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
    wmi_writer_text(&w, "NWN2");
    wmi_writer_u32(&w, trn->major | (uint32_t)trn->minor << 16);
    wmi_writer_u32(&w, count);
    wmi_writer_space(&w, 8 * (size_t)count);
    for (uint32_t i = 0; i < count && status == WM_OK && !w.failed; i++) {
        const wm_nwn2_packet *p = &trn->packets[i];
        size_t start = w.size;
        memcpy(w.data + 12 + 8 * (size_t)i, p->type, 4);
        wmi_put32(w.data + 12 + 8 * (size_t)i + 4, (uint32_t)start);
        wmi_writer_bytes(&w, p->stored_type, 4);
        wmi_writer_u32(&w, 0);
        status = put_payload(&w, p, opts && opts->fast, error);
        if (w.size > UINT32_MAX)
            status =
                wmi_fail(error, WM_NOT_REPRESENTABLE, "", "the file would be larger than 4 GiB");
        else if (!w.failed)
            wmi_put32(w.data + start + 4, (uint32_t)(w.size - start - 8));
    }
    return finish(&w, status, out, error);
}
