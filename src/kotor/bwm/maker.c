/* Identifies the tool that made a walkmesh: each one leaves a fingerprint in the AABB
 * table. docs/formats/kotor-bwm.md, "Makers". */
#include "base/vec.h"
#include "kotor/bwm/internal.h"

/* How far leaf boxes extend beyond their faces, below and above: mean and extremes over
 * all leaves and axes. */
typedef struct slack {
    double below, above; /* sums, until `average` divides them */
    double least, most;
    uint32_t leaves;
} slack;

static void measure_leaf(const wm_kotor_bwm *b, const wm_kotor_aabb *node, slack *s)
{
    const uint32_t *v = b->faces[node->face].vertex;
    for (int axis = 0; axis < 3; axis++) {
        double low = (double)wmi_axis(b->vertices[v[0]], axis), high = low;
        for (int k = 1; k < 3; k++) {
            double x = (double)wmi_axis(b->vertices[v[k]], axis);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        double under = low - (double)wmi_axis(node->min, axis);
        double over = (double)wmi_axis(node->max, axis) - high;
        double less = under < over ? under : over, more = under < over ? over : under;
        bool first = s->leaves == 0 && axis == 0;
        s->least = first || less < s->least ? less : s->least;
        s->most = first || more > s->most ? more : s->most;
        s->below += under;
        s->above += over;
    }
    s->leaves++;
}

/* Do all boxes have this margin, within float precision? */
static bool margin_is(const slack *s, double margin)
{
    return fabs(s->below - margin) < 3e-5 && fabs(s->above - margin) < 3e-5 &&
           s->least > margin - 2e-4 && s->most < margin + 2e-4;
}

/* How far inner boxes extend above the union of their children. */
typedef struct excess {
    double least, most;
} excess;

static excess measure_inner(const wm_kotor_bwm *b)
{
    excess e = {0, 0};
    for (uint32_t i = 0; i < b->aabb_count; i++) {
        const wm_kotor_aabb *n = &b->aabbs[i];
        if (n->face != WM_NO_INDEX || n->left >= b->aabb_count || n->right >= b->aabb_count)
            continue;
        for (int axis = 0; axis < 3; axis++) {
            double l = (double)wmi_axis(b->aabbs[n->left].max, axis);
            double r = (double)wmi_axis(b->aabbs[n->right].max, axis);
            double more = (double)wmi_axis(n->max, axis) - (l > r ? l : r);
            e.least = more < e.least ? more : e.least;
            e.most = more > e.most ? more : e.most;
        }
    }
    return e;
}

wm_kotor_maker wm_kotor_bwm_maker(const wm_kotor_bwm *b)
{
    uint32_t seen = 0; /* bit i: an inner node has plane value i; bit 31: any other value */
    uint32_t inner = 0;
    slack s = {0};
    for (uint32_t i = 0; i < b->aabb_count; i++) {
        const wm_kotor_aabb *n = &b->aabbs[i];
        if (n->face == WM_NO_INDEX) {
            inner++;
            seen |= 1u << (n->plane <= 4    ? n->plane
                           : n->plane == 8  ? 8
                           : n->plane == 16 ? 16
                           : n->plane == 32 ? 24
                                            : 31);
        } else if (n->face < b->face_count) {
            measure_leaf(b, n, &s);
        } else {
            return WM_KOTOR_MAKER_UNKNOWN;
        }
    }
    if (inner == 0 || s.leaves == 0 || seen >> 31)
        return WM_KOTOR_MAKER_UNKNOWN;
    s.below /= 3.0 * s.leaves;
    s.above /= 3.0 * s.leaves;
    if (seen & 1u << 3)
        return WM_KOTOR_MAKER_PYKOTOR;
    if (seen == 1)
        return margin_is(&s, 0.01) ? WM_KOTOR_MAKER_KAURORA : WM_KOTOR_MAKER_UNKNOWN;
    if (margin_is(&s, 0.0))
        return WM_KOTOR_MAKER_KOTORBLENDER;
    excess e = measure_inner(b);
    bool unions = e.least > -3e-5 && e.most < 3e-5;
    bool negative = (seen & (1u << 8 | 1u << 16 | 1u << 24)) != 0;
    if (margin_is(&s, 0.01)) {
        bool reaches = e.least > -6e-5 && e.most > 5e-5 && e.most < 2e-4;
        return unions                 ? WM_KOTOR_MAKER_WAYMARK
               : reaches && !negative ? WM_KOTOR_MAKER_MDLEDIT
                                      : WM_KOTOR_MAKER_UNKNOWN;
    }
    /* BioWare's boxes passed through text with four decimals, so the margin varies. */
    bool varies = s.least > 0 && s.most < 0.02 && s.below < 0.012 && s.above < 0.012;
    return varies && unions ? WM_KOTOR_MAKER_VANILLA : WM_KOTOR_MAKER_UNKNOWN;
}

wm_kotor_maker wm_kotor_bwm_text_maker(const wm_kotor_bwm_text *text)
{
    for (uint32_t i = 0; i < text->mesh_count; i++)
        if (!text->meshes[i].has_tree)
            return WM_KOTOR_MAKER_UNKNOWN;
    return text->mesh_count ? wm_kotor_bwm_maker(text->meshes[0].bwm) : WM_KOTOR_MAKER_UNKNOWN;
}

const char *wm_kotor_maker_name(wm_kotor_maker maker)
{
    switch (maker) {
    case WM_KOTOR_MAKER_VANILLA: return "vanilla";
    case WM_KOTOR_MAKER_MDLEDIT: return "MDLedit";
    case WM_KOTOR_MAKER_KAURORA: return "KAurora";
    case WM_KOTOR_MAKER_KOTORBLENDER: return "kotorblender";
    case WM_KOTOR_MAKER_PYKOTOR: return "PyKotor";
    case WM_KOTOR_MAKER_WAYMARK: return "waymark";
    case WM_KOTOR_MAKER_UNKNOWN: break;
    }
    return "unknown";
}
