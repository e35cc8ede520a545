/* How two documents differ, whatever they are. */
#include "open/internal.h"

/* A visibility list has a layout too: that of its area. */
static const wm_kotor_lyt *layout(const wm_document *d)
{
    return d->format == WM_FORMAT_KOTOR_LYT ? d->lyt : NULL;
}

/* What the second document has to be, in words. NULL if both can be compared. */
static const char *expected(const wm_document *a, const wm_document *b)
{
    if (a->bwm)
        return b->bwm ? NULL : "a KotOR walkmesh";
    if (a->mdl)
        return b->mdl ? NULL : "a KotOR model";
    if (a->trn)
        return b->trn ? NULL : "a TRN or TRX";
    if (a->mdb)
        return b->mdb ? NULL : "an NWN2 model";
    if (layout(a))
        return layout(b) ? NULL : "a layout";
    return b->bw2 ? NULL : "a Black & White 2 model";
}

wm_status wm_document_diff(const wm_document *a, const wm_document *b, wm_diff *diff,
                           wm_error *error)
{
    if (!a->bwm && !a->mdl && !a->trn && !a->mdb && !a->bw2 && !layout(a))
        return wm_format_error(a->format, a->size, "a walkmesh, a model or a layout", error);
    const char *other = expected(a, b);
    if (other)
        return wm_format_error(b->format, b->size, other, error);
    if (a->bwm)
        return wm_kotor_bwm_diff(a->bwm, b->bwm, diff, error);
    if (a->mdl)
        return wm_kotor_mdl_diff(a->mdl, b->mdl, diff, error);
    if (a->trn)
        return wm_nwn2_trn_diff(a->trn, b->trn, diff, error);
    if (a->mdb)
        return wm_nwn2_mdb_diff(a->mdb, b->mdb, diff, error);
    if (layout(a))
        return wm_kotor_lyt_diff(a->lyt, b->lyt, diff, error);
    return wm_bw2_model_diff(a->bw2, b->bw2, diff, error);
}
