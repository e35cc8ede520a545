/* Rules for frames, circles and the footprint. docs/formats/bw2-model.md, "What check finds". */
#include "base/search.h"
#include "base/sort.h"
#include "base/words.h"
#include "bw2/check.h"

/* ---- frames ---- */

/* Returns true if the axes have length 1 and are perpendicular. */
static bool is_orthonormal(const wm_bw2_frame *f, double most)
{
    for (int i = 0; i < 3; i++)
        for (int k = i; k < 3; k++)
            if (!(fabs(wmi_dot(wmi_vec_of(f->axis[i]), wmi_vec_of(f->axis[k])) - (i == k)) <= most))
                return false;
    return true;
}

static bool is_finite(const wm_bw2_frame *f)
{
    return wmi_finite(f->axis[0]) && wmi_finite(f->axis[1]) && wmi_finite(f->axis[2]) &&
           wmi_finite(f->position);
}

static double determinant(const wm_bw2_frame *f)
{
    return wmi_dot(wmi_cross(wmi_vec_of(f->axis[0]), wmi_vec_of(f->axis[1])),
                   wmi_vec_of(f->axis[2]));
}

static void check_frame(wmi_bw2_checker *c, const wm_bw2_frame *f, wmi_where at, bool bone)
{
    if (!is_finite(f)) {
        wmi_report(c->report, WM_BW2_NOT_FINITE, at, "a number is NaN or infinite");
        return;
    }
    at = wmi_placed(at, f->position);
    if (!is_orthonormal(f, 1e-2))
        wmi_report(c->report, bone ? WM_BW2_BONE_FRAME : WM_BW2_FRAME, at,
                   "the axes are not unit axes at right angles");
    else if (bone && determinant(f) > 0)
        wmi_report(c->report, WM_BW2_BONE_FRAME, at,
                   "the axes are right-handed, expected left-handed");
}

static void check_frames(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->mesh_count; i++)
        check_frame(c, &m->meshes[i].pivot,
                    wmi_at(wmi_bw2_mesh_at(c, i) + 0x14, "meshes[%lu].pivot", (ul)i), false);
    for (uint32_t i = 0; i < m->bone_count; i++)
        check_frame(c, &m->bones[i],
                    wmi_at(c->at.bones + (uint64_t)i * WMI_BW2_BONE, "bones[%lu]", (ul)i), true);
    for (uint32_t i = 0; i < m->entity_count; i++)
        check_frame(
            c, &m->entities[i].frame,
            wmi_at(c->at.entities + (uint64_t)i * WMI_BW2_ENTITY, "entities[%lu].frame", (ul)i),
            false);
}

/* ---- circles ---- */

static void check_circles(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    for (uint32_t i = 0; i < m->circle_count; i++) {
        const wm_bw2_circle *o = &m->circles[i];
        wmi_where at = wmi_at(c->at.circles + 12ull * i, "circles[%lu]", (ul)i);
        if (!isfinite(o->x) || !isfinite(o->z) || !isfinite(o->radius)) {
            wmi_report(c->report, WM_BW2_NOT_FINITE, at, "a number is NaN or infinite");
            continue;
        }
        if (o->radius <= 0)
            wmi_report(c->report, WM_BW2_CIRCLE_RADIUS, at, "the radius is %g", (double)o->radius);
        if (i && o->radius > m->circles[i - 1].radius)
            wmi_report(c->report, WM_BW2_CIRCLE_ORDER, at,
                       "the radius is %g, larger than %g before it", (double)o->radius,
                       (double)m->circles[i - 1].radius);
    }
}

/* ---- footprint ---- */

static void check_centre(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    wmi_vec mean = {0, 0, 0};
    double radius = 0, size = 0;
    for (uint32_t i = 0; i < m->footprint_count; i++)
        mean = wmi_add(mean, wmi_vec_of(m->footprint[i]));
    mean = wmi_scale(mean, 1.0 / m->footprint_count);
    for (uint32_t i = 0; i < m->footprint_count; i++) {
        wmi_vec p = wmi_vec_of(m->footprint[i]);
        radius = wmi_max(radius, wmi_length(wmi_sub(p, mean)));
        size = wmi_max(size, wmi_length(p));
    }
    double most = 1e-3 * radius + 1e-5 * size;
    if (!(wmi_length(wmi_sub(wmi_vec_of(m->footprint_centre), mean)) <= most) ||
        !(fabs((double)m->footprint_radius - radius) <= most))
        wmi_report(c->report, WM_BW2_FOOTPRINT_CENTRE, wmi_at(0x94, "footprint_centre"),
                   "the stored centre is (%g, %g, %g) and the radius %g, but the points give (%g, "
                   "%g, %g) and %g",
                   (double)m->footprint_centre.x, (double)m->footprint_centre.y,
                   (double)m->footprint_centre.z, (double)m->footprint_radius, mean.x, mean.y,
                   mean.z, radius);
}

/* Twice the area in (x, z); positive when counter-clockwise. */
static double area_of(const wm_vec3 *p, uint32_t count)
{
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wm_vec3 *a = &p[i], *b = &p[i + 1 < count ? i + 1 : 0];
        area += ((double)a->x - (double)p->x) * ((double)b->z - (double)p->z) -
                ((double)b->x - (double)p->x) * ((double)a->z - (double)p->z);
    }
    return area;
}

static int compare_points(wm_vec3 a, wm_vec3 b)
{
    const float x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; i++) {
        /* -0 and +0 are the same position */
        uint32_t p = wmi_float_key(x[i] + 0.0f), q = wmi_float_key(y[i] + 0.0f);
        if (p != q)
            return p < q ? -1 : 1;
    }
    return 0;
}

static int by_place(const void *context, uint32_t a, uint32_t b)
{
    const wm_vec3 *points = context;
    int order = compare_points(points[a], points[b]);
    return order ? order : a < b ? -1 : a > b;
}

/* The first of the sorted points that is not below p. */
static uint32_t lower_bound(const wm_vec3 *points, const uint32_t *sorted, uint32_t count,
                            wm_vec3 p)
{
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, compare_points(points[sorted[search.at]], p) < 0);
    return search.low;
}

/* Points are few and vertices many, so each vertex searches for its point. */
static void check_corners(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    uint32_t n = m->footprint_count, count = 0, first = n;
    uint32_t *sorted = wmi_bw2_check_new(c, n, sizeof *sorted);
    bool *met = wmi_bw2_check_new(c, n, sizeof *met);
    if (!sorted || !met)
        return;
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = i;
    wmi_sort_by(sorted, n, by_place, m->footprint);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        wm_vec3 p = wmi_bw2_position(c, v);
        uint32_t at = lower_bound(m->footprint, sorted, n, p);
        if (at < n && compare_points(m->footprint[sorted[at]], p) == 0)
            met[at] = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        /* Only the first of several points at the same position was met. */
        met[i] =
            met[i] || (i && met[i - 1] &&
                       compare_points(m->footprint[sorted[i - 1]], m->footprint[sorted[i]]) == 0);
        if (!met[i] && ++count && sorted[i] < first)
            first = sorted[i];
    }
    if (count)
        wmi_report(c->report, WM_BW2_FOOTPRINT_VERTEX,
                   wmi_placed(wmi_at(c->at.footprint + 12ull * first, "footprint[%lu]", (ul)first),
                              m->footprint[first]),
                   "%s %s not a vertex of the model%s %s",
                   wmi_part(count, n, "point", "points").text, wmi_plural(count, "is", "are"),
                   wmi_first(count), wmi_coordinates(m->footprint[first]).text);
}

static void check_footprint(wmi_bw2_checker *c)
{
    const wm_bw2_model *m = c->m;
    if (m->footprint_count == 0)
        return;
    for (uint32_t i = 0; i < m->footprint_count; i++)
        if (!wmi_finite(m->footprint[i])) {
            wmi_report(c->report, WM_BW2_NOT_FINITE,
                       wmi_at(c->at.footprint + 12ull * i, "footprint[%lu]", (ul)i),
                       "a number is NaN or infinite");
            return;
        }
    if (m->footprint_count < 3)
        wmi_report(c->report, WM_BW2_FOOTPRINT_SHORT, wmi_at(0x90, "footprint_count"),
                   "%s, expected at least 3",
                   wmi_count(m->footprint_count, "point", "points").text);
    else if (area_of(m->footprint, m->footprint_count) < 0)
        wmi_report(c->report, WM_BW2_FOOTPRINT_TURN, wmi_at(c->at.footprint, "footprint"),
                   "the %lu points are clockwise in (x, z)", (ul)m->footprint_count);
    if (!wm_bw2_model_is_skin(m))
        check_centre(c);
    check_corners(c);
}

void wmi_bw2_check_places(wmi_bw2_checker *c)
{
    check_frames(c);
    check_circles(c);
    check_footprint(c);
    if (!wm_bw2_model_is_skin(c->m) && c->m->unknown_a4 != 0)
        wmi_report(c->report, WM_BW2_SPARE, wmi_at(0xA4, "unknown_a4"),
                   "%g, expected 0 as in all static models of the game", (double)c->m->unknown_a4);
}
