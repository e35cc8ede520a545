/* A document in figures, and as a neutral walkmesh. */
#include "waymark/info.h"
#include "open/internal.h"

static wm_status walkmesh_info(const wm_document *d, wm_buffer *json, wm_error *error)
{
    wm_kotor_bwm_summary s;
    wm_status status =
        wm_kotor_bwm_summarise(d->text ? NULL : d->bwm, d->text, &d->surfaces, &s, error);
    if (status != WM_OK)
        return status;
    return wm_kotor_bwm_info(d->name, d->size, d->text, &s, json, error);
}

static wm_status model_info(const wm_document *d, wm_buffer *json, wm_error *error)
{
    wm_kotor_mdl_summary s;
    wm_status status = wm_kotor_mdl_summarise(d->mdl, &s, error);
    if (status != WM_OK)
        return status;
    bool has_mdx = d->mdx && d->mdx->found.where;
    status = wm_kotor_mdl_info(d->name, d->size, d->mdl, d->format == WM_FORMAT_KOTOR_MDL_TEXT,
                               has_mdx ? d->mdx->found.size : UINT64_MAX, &s, json, error);
    wm_kotor_mdl_summary_free(&s);
    return status;
}

wm_status wm_document_info(const wm_document *d, wm_buffer *json, wm_error *error)
{
    switch (d->format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT: return walkmesh_info(d, json, error);
    case WM_FORMAT_KOTOR_LYT:
        if (d->area)
            return wm_kotor_area_info(d->name, d->size, d->lyt, d->area,
                                      d->vis ? d->vis_file->found.where : NULL, json, error);
        *json = (wm_buffer){0};
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the rooms of the layout were not read");
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return model_info(d, json, error);
    case WM_FORMAT_NWN2_TRN: return wm_nwn2_trn_info(d->name, d->size, d->trn, json, error);
    case WM_FORMAT_BW2_MODEL: return wm_bw2_model_info(d->name, d->size, d->bw2, json, error);
    case WM_FORMAT_2DA:
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    *json = (wm_buffer){0};
    wm_format_error(error, "", d->format, d->size);
    return WM_BAD_MAGIC;
}

wm_walkmesh *wm_document_walkmesh(const wm_document *d, const wm_allocator *allocator,
                                  wm_error *error)
{
    if (d->area)
        return wm_walkmesh_from_kotor_area(d->area, allocator, error);
    if (d->bwm)
        return wm_walkmesh_from_kotor_bwm(d->bwm, &d->surfaces, allocator, error);
    if (d->trn && d->trn->aswm)
        return wm_walkmesh_from_nwn2_aswm(d->trn->aswm, allocator, error);
    if (d->trn)
        wmi_fail(error, WM_BAD_VALUE, "packets", "none of the %u packets is a walkmesh (ASWM)",
                 (unsigned)d->trn->packet_count);
    else
        wm_format_error(error, "a walkmesh", d->format, d->size);
    return NULL;
}
