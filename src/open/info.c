/* A document in figures, and as a neutral walkmesh. */
#include "waymark/info.h"
#include "open/internal.h"

static wm_status walkmesh_info(const wm_document *d, const wm_info_opts *base, wm_buffer *json,
                               wm_error *error)
{
    const wm_kotor_bwm_info_opts opts = {.base = *base, .surfaces = &d->surfaces, .nwn1 = d->nwn1};
    return d->text ? wm_kotor_bwm_text_info(d->text, &opts, json, error)
                   : wm_kotor_bwm_info(d->bwm, &opts, json, error);
}

static wm_status area_info(const wm_document *d, const wm_info_opts *base, wm_buffer *json,
                           wm_error *error)
{
    const wm_kotor_area_info_opts opts = {.base = *base,
                                          .vis = d->vis ? d->vis_file->found.where : NULL,
                                          .pth = d->pth,
                                          .git = d->git};
    if (d->area)
        return wm_kotor_area_info(d->area, &opts, json, error);
    return wmi_fail(error, WM_BAD_ARGUMENT, "", "the rooms of the layout were not read");
}

static wm_status model_info(const wm_document *d, const wm_info_opts *base, wm_buffer *json,
                            wm_error *error)
{
    bool has_mdx = d->mdx && d->mdx->found.where;
    const wm_kotor_mdl_info_opts opts = {.base = *base,
                                         .text = d->format == WM_FORMAT_KOTOR_MDL_TEXT,
                                         .has_mdx = has_mdx,
                                         .mdx_bytes = has_mdx ? d->mdx->found.size : 0};
    return wm_kotor_mdl_info(d->mdl, &opts, json, error);
}

static wm_status scene_info(const wm_document *d, const wm_info_opts *base, wm_buffer *json,
                            wm_error *error)
{
    bool gltf = d->format == WM_FORMAT_GLTF;
    const wm_scene_info_opts opts = {.base = *base,
                                     .format = wm_format_name(d->format),
                                     .variant = !gltf       ? NULL
                                                : d->binary ? "glb"
                                                            : "gltf"};
    return wm_scene_info(d->scene, &opts, json, error);
}

wm_status wm_document_info(const wm_document *d, const wm_info_opts *opts, wm_buffer *json,
                           wm_error *error)
{
    *json = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_info_opts base = opts ? *opts : (wm_info_opts){0};
    base.file = base.file ? base.file : d->name;
    base.bytes = base.bytes ? base.bytes : d->size;
    switch (d->format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT: return walkmesh_info(d, &base, json, error);
    case WM_FORMAT_KOTOR_LYT: return area_info(d, &base, json, error);
    case WM_FORMAT_KOTOR_VIS: return wm_kotor_vis_info(d->vis, &base, json, error);
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return model_info(d, &base, json, error);
    case WM_FORMAT_NWN2_TRN: return wm_nwn2_trn_info(d->trn, &base, json, error);
    case WM_FORMAT_NWN2_MDB: return wm_nwn2_mdb_info(d->mdb, &base, json, error);
    case WM_FORMAT_BW2_MODEL: return wm_bw2_model_info(d->bw2, &base, json, error);
    case WM_FORMAT_GLTF:
    case WM_FORMAT_OBJ: return scene_info(d, &base, json, error);
    case WM_FORMAT_TEXTURE: return wm_texture_info(d->texture, &base, json, error);
    case WM_FORMAT_KOTOR_PTH: return wm_kotor_pth_info(d->pth, &base, json, error);
    case WM_FORMAT_TXI: return wm_txi_info(d->txi, &base, json, error);
    case WM_FORMAT_2DA: return wm_2da_info(d->table, &base, json, error);
    case WM_FORMAT_GFF: return wm_gff_info(d->gff, &base, json, error);
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    wm_format_error(d->format, d->size, "", error);
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
        wmi_fail(error, WM_BAD_VALUE, "packets", "the file has no walkmesh (ASWM packet)");
    else
        wm_format_error(d->format, d->size, "a walkmesh", error);
    return NULL;
}
