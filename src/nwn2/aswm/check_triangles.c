/* Checks vertices, flags, winding and the numbers derived from the vertices.
 * docs/formats/nwn2.md, "Triangles" and "Derived numbers". */
#include "base/sort.h"
#include "base/words.h"
#include "nwn2/aswm/check.h"

enum { KNOWN_FLAGS = WM_NWN2_WALKABLE | WM_NWN2_CLOCKWISE | WM_NWN2_MATERIALS };

static void check_vertices(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    bool *used = wmi_aswm_check_new(c, a->vertex_count, sizeof *used);
    uint32_t unused = 0, first = 0;
    if (!used)
        return;
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            used[a->triangles[i].vertex[k]] = true;
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        if (!wmi_finite(a->vertices[i]))
            wmi_report(c->report, WM_NWN2_NOT_FINITE,
                       wmi_at(WM_NO_OFFSET, "ASWM.vertices[%lu]", (ul)i),
                       "vertex %lu is not finite", (ul)i);
        if (!used[i] && unused++ == 0)
            first = i;
    }
    if (unused)
        wmi_report(c->report, WM_NWN2_VERTEX_UNUSED,
                   wmi_at(WM_NO_OFFSET, "ASWM.vertices[%lu]", (ul)first),
                   "no triangle uses %s%s vertex %lu", wmi_count(unused, "vertex", "vertices").text,
                   wmi_first(unused), (ul)first);
}

static void check_flags(wmi_aswm_checker *c, uint32_t i)
{
    const wm_nwn2_triangle *t = &c->a->triangles[i];
    uint32_t material = t->flags & WM_NWN2_MATERIALS;
    bool walkable = t->flags & WM_NWN2_WALKABLE;
    if (t->flags & ~KNOWN_FLAGS)
        wmi_report(c->report, WM_NWN2_FLAG_UNKNOWN, wmi_aswm_at(c->a, i, "flags"),
                   "triangle %lu has flags 0x%x, of which 0x%x are unknown", (ul)i,
                   (unsigned)t->flags, (unsigned)(t->flags & ~KNOWN_FLAGS));
    if (material & (material - 1))
        wmi_report(c->report, WM_NWN2_FLAG_MATERIALS, wmi_aswm_at(c->a, i, "flags"),
                   "triangle %lu has more than one material: flags 0x%x", (ul)i,
                   (unsigned)t->flags);
    if (walkable && !material)
        wmi_report(c->report, WM_NWN2_FLAG_SILENT, wmi_aswm_at(c->a, i, "flags"),
                   "triangle %lu is walkable but has no material", (ul)i);
    if (((t->flags & WM_NWN2_CLOCKWISE) != 0) != c->trx)
        wmi_report(c->report, WM_NWN2_FLAG_CLOCKWISE, wmi_aswm_at(c->a, i, "flags"),
                   "triangle %lu of a %s is %sflagged as clockwise", (ul)i, c->trx ? "TRX" : "TRN",
                   c->trx ? "not " : "");
    /* In the TRN of an exterior, unbaked triangles have an island number whether walkable or
     * not. */
    if (c->trx && walkable != (t->island != WM_NWN2_NO_ISLAND))
        wmi_report(c->report, WM_NWN2_ISLAND_WALKABLE, wmi_aswm_at(c->a, i, "island"),
                   walkable ? "triangle %lu is walkable but belongs to no island"
                            : "triangle %lu belongs to an island but is not walkable",
                   (ul)i);
}

/* Twice the area in plan view; positive if counter-clockwise. */
static double turn(const wm_vec3 p[3])
{
    return ((double)p[1].x - (double)p[0].x) * ((double)p[2].y - (double)p[0].y) -
           ((double)p[1].y - (double)p[0].y) * ((double)p[2].x - (double)p[0].x);
}

static void check_shape(wmi_aswm_checker *c, uint32_t i, const wm_vec3 p[3])
{
    double twice = turn(p);
    bool flagged = c->a->triangles[i].flags & WM_NWN2_CLOCKWISE;
    if (fabs(twice) < 2e-6)
        wmi_report(c->report, WM_NWN2_SLIVER, wmi_aswm_at(c->a, i, "vertex"),
                   "triangle %lu has %.2g m2 in plan view", (ul)i, fabs(twice) / 2);
    if (twice != 0 && (twice < 0) != flagged)
        wmi_report(c->report, WM_NWN2_WINDING, wmi_aswm_at(c->a, i, "flags"),
                   "triangle %lu (%.2g m2) is %s, but its flag says otherwise", (ul)i,
                   fabs(twice) / 2, twice < 0 ? "clockwise" : "counter-clockwise");
}

static void check_numbers(wmi_aswm_checker *c, uint32_t i, const wm_vec3 p[3])
{
    const wm_nwn2_triangle *t = &c->a->triangles[i];
    wmi_centre centre = wmi_aswm_centre(p[0], p[1], p[2]);
    wm_vec3 normal = wmi_aswm_normal(p[0], p[1], p[2], t->flags & WM_NWN2_CLOCKWISE);
    float dot = wmi_aswm_dot(t->normal, p[0]);
    double size = 1 + fabs((double)p[0].x) + fabs((double)p[0].y) + fabs((double)p[0].z);
    if (wmi_aswm_differs(c, t->centre, &centre.x, 2, 1e-4 * size))
        wmi_report(c->report, WM_NWN2_CENTRE_WRONG, wmi_aswm_at(c->a, i, "centre"),
                   "the centre of triangle %lu is (%g, %g), expected (%g, %g)", (ul)i,
                   (double)t->centre[0], (double)t->centre[1], (double)centre.x, (double)centre.y);
    /* The winding of a sliver depends on rounding. */
    bool slim = fabs(turn(p)) < 1e-4;
    /* The toolset stores upright triangles as if they were flat. */
    bool upright = fabs((double)normal.z) < 0.1 && t->normal.x == 0 && t->normal.y == 0 &&
                   t->normal.z == 1 && !c->trx;
    if (!upright && wmi_aswm_differs(c, &t->normal.x, &normal.x, 3, slim ? 3 : 1e-3))
        wmi_report(c->report, WM_NWN2_NORMAL_WRONG, wmi_aswm_at(c->a, i, "normal"),
                   "the normal of triangle %lu is (%g, %g, %g), expected (%g, %g, %g)", (ul)i,
                   (double)t->normal.x, (double)t->normal.y, (double)t->normal.z, (double)normal.x,
                   (double)normal.y, (double)normal.z);
    if (wmi_aswm_differs(c, &t->dot, &dot, 1, 1e-4 * size))
        wmi_report(c->report, WM_NWN2_DOT_WRONG, wmi_aswm_at(c->a, i, "dot"),
                   "the plane of triangle %lu has distance %g, expected %g", (ul)i, (double)t->dot,
                   (double)dot);
}

/* Sorts the triangles by their vertices, lowest first, so that equal ones are adjacent. */
static void check_doubled(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    size_t n = a->triangle_count;
    uint32_t(*key)[3] = wmi_aswm_check_new(c, n, sizeof *key);
    uint64_t *order = wmi_aswm_check_new(c, n, sizeof *order);
    uint64_t *spare = wmi_aswm_check_new(c, n, sizeof *spare);
    if (c->out_of_memory)
        return;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        uint32_t low = v[0] < v[1] ? v[0] : v[1], high = v[0] < v[1] ? v[1] : v[0];
        key[i][0] = v[2] < low ? v[2] : low;
        key[i][1] = v[2] < low ? low : v[2] > high ? high : v[2];
        key[i][2] = v[2] > high ? v[2] : high;
        order[i] = i;
    }
    for (int k = 2; k >= 0; k--) {
        for (size_t i = 0; i < n; i++)
            order[i] = (uint64_t)key[(uint32_t)order[i]][k] << 32 | (uint32_t)order[i];
        wmi_sort_high(order, spare, n);
    }
    for (size_t i = 1; i < n; i++) {
        uint32_t x = (uint32_t)order[i - 1], y = (uint32_t)order[i];
        if (memcmp(key[x], key[y], sizeof *key) == 0)
            wmi_report(c->report, WM_NWN2_TRIANGLE_DOUBLED, wmi_aswm_at(a, y, "vertex"),
                       "triangles %lu and %lu have the same vertices", (ul)x, (ul)y);
    }
}

void wmi_aswm_check_triangles(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    check_vertices(c);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        wm_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = a->vertices[a->triangles[i].vertex[k]];
        check_flags(c, i);
        if (!wmi_finite(p[0]) || !wmi_finite(p[1]) || !wmi_finite(p[2]))
            continue;
        check_shape(c, i, p);
        check_numbers(c, i, p);
    }
    check_doubled(c);
}
