/* Rules for the connected regions of the walkable floor. */
#include "base/words.h"
#include "kotor/bwm/check.h"

typedef struct region {
    double area;
    uint32_t faces, first, transitions;
} region;

static double face_area(const wm_kotor_bwm *b, uint32_t face)
{
    return wmi_length(wmi_bwm_cross(b, face)) / 2;
}

static wmi_where at_region(const wmi_bwm_checker *c, const region *r)
{
    return wmi_placed(
        wmi_at(wmi_bwm_offset(c, c->b->offsets.faces, r->first, 12, 0), "faces[%lu]", (ul)r->first),
        wmi_bwm_centre(c->b, r->first));
}

static void judge(wmi_bwm_checker *c, const region *r, uint32_t count)
{
    const double tiny = 0.25; /* square metres; about a character's footprint */
    uint32_t main = 0;
    for (uint32_t i = 1; i < count; i++)
        if (r[i].area > r[main].area)
            main = i;
    for (uint32_t i = 0; i < count; i++) {
        if (r[i].area < tiny)
            wmi_report(c->report, WM_KOTOR_REGION_TINY, at_region(c, &r[i]),
                       "a region of only %s and %.4f m2 at face %lu",
                       wmi_count(r[i].faces, "face", "faces").text, r[i].area, (ul)r[i].first);
        else if (i != main && r[i].transitions == 0)
            wmi_report(c->report, WM_KOTOR_REGION_CUT_OFF, at_region(c, &r[i]),
                       "a region of %s and %.2f m2 at face %lu is not connected to the rest of the "
                       "floor and has no transition",
                       wmi_count(r[i].faces, "face", "faces").text, r[i].area, (ul)r[i].first);
    }
}

void wmi_bwm_check_regions(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t rows = b->adjacency_count, count = 0;
    uint32_t *number = wmi_bwm_check_new(c, rows, sizeof *number);
    if (!number || rows == 0 || rows > b->face_count)
        return;
    if (wm_kotor_bwm_regions(b, number, &count, NULL) != WM_OK) {
        c->out_of_memory = true;
        return;
    }
    region *r = wmi_bwm_check_new(c, count, sizeof *r);
    if (!r)
        return;
    for (uint32_t f = rows; f-- > 0;) {
        region *of = &r[number[f]];
        of->area += face_area(b, f);
        of->faces++;
        of->first = f;
    }
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX && b->edges[i].edge / 3 < rows)
            r[number[b->edges[i].edge / 3]].transitions++;
    judge(c, r, count);
}
