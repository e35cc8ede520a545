/* wm_query_nearest: searches rings of grid cells around the point until everything left is
 * farther away than the best found. docs/queries.md, "nearest". */
#include "nav/place.h"
#include "nav/query.h"

typedef struct search {
    const wmi_walkmesh *mesh;
    const wm_query_filter *filter;
    wmi_vec p;
    bool plan;
    double reach; /* squared distance within which a point may still be accepted */
    double off;   /* in plan mode: squared height difference of the best */
    uint32_t face;
    wmi_vec at;
} search;

static wmi_vec nearest_of_edge(wmi_vec a, wmi_vec b, wmi_vec p, bool plan)
{
    wmi_vec u = wmi_sub(b, a), w = wmi_sub(p, a);
    double d = u.x * u.x + u.y * u.y + (plan ? 0 : u.z * u.z);
    double t = u.x * w.x + u.y * w.y + (plan ? 0 : u.z * w.z);
    if (!(d > 0) || !(t > 0))
        return a;
    return t >= d ? b : wmi_add(a, wmi_scale(u, t / d));
}

static double squared(wmi_vec a, wmi_vec b, bool plan)
{
    wmi_vec d = wmi_sub(a, b);
    return d.x * d.x + d.y * d.y + (plan ? 0 : d.z * d.z);
}

/* The foot of the perpendicular from p, if it lies inside the triangle. */
static bool foot(const wmi_vec v[3], wmi_vec p, wmi_vec *at)
{
    wmi_vec n = wmi_cross(wmi_sub(v[1], v[0]), wmi_sub(v[2], v[0]));
    double size = wmi_dot(n, n);
    if (!(size > 0))
        return false;
    for (int k = 0; k < 3; k++)
        if (wmi_dot(wmi_cross(wmi_sub(v[(k + 1) % 3], v[k]), wmi_sub(p, v[k])), n) < 0)
            return false;
    *at = wmi_sub(p, wmi_scale(n, wmi_dot(n, wmi_sub(p, v[0])) / size));
    return true;
}

static wmi_vec nearest_of_face(const search *s, uint32_t face)
{
    const wm_walkmesh *m = &s->mesh->pub;
    wmi_vec v[3], at, best = {0, 0, 0};
    double least = INFINITY;
    for (int k = 0; k < 3; k++)
        v[k] = wmi_vec_of(m->vertices[m->faces[face].vertex[k]]);
    if (s->plan) {
        wm_vec3 p = wmi_vec_float(s->p);
        if (wmi_face_holds(s->mesh, face, p))
            return (wmi_vec){s->p.x, s->p.y, wmi_face_height(s->mesh, face, s->p.x, s->p.y)};
    } else if (foot(v, s->p, &at)) {
        return at;
    }
    for (int k = 0; k < 3; k++) {
        at = nearest_of_edge(v[k], v[(k + 1) % 3], s->p, s->plan);
        double d = squared(at, s->p, s->plan);
        if (d < least) {
            least = d;
            best = at;
        }
    }
    return best;
}

static void look_at(search *s, uint32_t face)
{
    if (face == s->face || !wmi_face_passes(s->mesh, face, s->filter))
        return;
    wmi_vec at = nearest_of_face(s, face);
    double d = squared(at, s->p, s->plan), off = 0;
    if (!(d <= s->reach))
        return;
    if (s->plan)
        off = (at.z - s->p.z) * (at.z - s->p.z);
    bool first = s->face == WM_NO_INDEX;
    if (first || d < s->reach || off < s->off || (off == s->off && face < s->face)) {
        s->reach = d;
        s->off = off;
        s->face = face;
        s->at = at;
    }
}

static void look_at_cell(search *s, int64_t i, int64_t j)
{
    const wmi_grid *g = &s->mesh->grid;
    uint32_t cell = g->cells[(size_t)j * g->stride + (size_t)i], own[4], count;
    const uint32_t *list = wmi_grid_faces(g, cell, own, &count);
    for (uint32_t k = 0; k < count; k++)
        if (list[k] < s->mesh->pub.face_count)
            look_at(s, list[k]);
}

/* Searches the cells of ring k around (i, j) that lie in the grid. */
static void look_at_ring(search *s, int64_t i, int64_t j, int64_t k)
{
    const wmi_grid *g = &s->mesh->grid;
    int64_t i0 = i - k < 0 ? 0 : i - k, i1 = i + k < g->columns ? i + k : (int64_t)g->columns - 1;
    int64_t j0 = j - k < 0 ? 0 : j - k, j1 = j + k < g->rows ? j + k : (int64_t)g->rows - 1;
    for (int64_t y = j0; y <= j1; y++) {
        bool whole = y == j - k || y == j + k;
        for (int64_t x = i0; whole && x <= i1; x++)
            look_at_cell(s, x, y);
        if (!whole && i - k >= 0)
            look_at_cell(s, i - k, y);
        if (!whole && k && i + k < g->columns)
            look_at_cell(s, i + k, y);
    }
}

/* For a point to the side of the grid, even the nearest cells are at least this far
 * away. */
static double beyond(double value, double min, double size)
{
    return value < min ? min - value : value > min + size ? value - min - size : 0;
}

/* Lower bound of the distance to the cells of ring k and beyond; INFINITY if there are
 * none. */
static double ring_distance(const search *s, int64_t i, int64_t j, int64_t k)
{
    const wmi_grid *g = &s->mesh->grid;
    double w = g->per_x > 0 ? 1 / (double)g->per_x : 0, h = g->per_y > 0 ? 1 / (double)g->per_y : 0;
    double x = s->p.x - (double)g->min_x, y = s->p.y - (double)g->min_y, least = INFINITY;
    /* Cells are computed in float: their borders are off by a fraction of a cell. */
    double off = (w + h) * (1e-3 + 0x1p-20 * (double)(g->columns + g->rows));
    double out_x = wmi_max(beyond(x, 0, (double)g->columns * w) - off, 0);
    double out_y = wmi_max(beyond(y, 0, (double)g->rows * h) - off, 0);
    if (i - k >= 0)
        least = wmi_min(least, wmi_hypot(wmi_max(x - (double)(i - k + 1) * w - off, 0), out_y));
    if (i + k < g->columns)
        least = wmi_min(least, wmi_hypot(wmi_max((double)(i + k) * w - x - off, 0), out_y));
    if (j - k >= 0)
        least = wmi_min(least, wmi_hypot(wmi_max(y - (double)(j - k + 1) * h - off, 0), out_x));
    if (j + k < g->rows)
        least = wmi_min(least, wmi_hypot(wmi_max((double)(j + k) * h - y - off, 0), out_x));
    return least;
}

static int64_t slot_of(double value, float min, float per_metre, uint32_t count)
{
    double at = (value - (double)min) * (double)per_metre;
    if (!(at > 0))
        return 0;
    return at >= (double)count ? (int64_t)count - 1 : (int64_t)at;
}

double wmi_nearest_in_region(const wmi_walkmesh *mesh, const wmi_walk *walk, uint32_t region,
                             wm_vec3 point, wm_place *place)
{
    search s = {.mesh = mesh, .p = wmi_vec_of(point), .reach = INFINITY, .face = WM_NO_INDEX};
    for (uint32_t i = 0; i < walk->count; i++)
        if (walk->region[i] == region && !(walk->faces[i].flags & WMI_WALK_BROKEN))
            look_at(&s, walk->faces[i].face);
    if (s.face == WM_NO_INDEX)
        return -1;
    *place = (wm_place){s.face, wmi_face_settle(mesh, s.face, s.at.x, s.at.y)};
    place->position.z = (float)s.at.z;
    return sqrt(squared(s.at, s.p, false));
}

bool wm_query_nearest(wm_query *query, wm_vec3 point, float radius, const wm_nearest_opts *opts,
                      wm_nearest *out)
{
    const wmi_walkmesh *mesh = query->mesh;
    const wmi_grid *g = &mesh->grid;
    *out = (wm_nearest){.place = {.face = WM_NO_INDEX}};
    if (WMI_BAD_OPTS(opts, NULL))
        return false;
    if (!wmi_finite(point) || !(radius >= 0) || g->columns == 0)
        return false;
    search s = {.mesh = mesh,
                .filter = opts ? opts->filter : NULL,
                .plan = opts && opts->plan,
                .p = wmi_vec_of(point),
                .reach = (double)radius * (double)radius,
                .face = WM_NO_INDEX};
    int64_t i = slot_of(s.p.x, g->min_x, g->per_x, g->columns);
    int64_t j = slot_of(s.p.y, g->min_y, g->per_y, g->rows);
    for (int64_t k = 0; k <= g->columns || k <= g->rows; k++) {
        double away = k ? ring_distance(&s, i, j, k) : 0;
        if (away > 0 && away * away > s.reach)
            break;
        look_at_ring(&s, i, j, k);
    }
    if (s.face == WM_NO_INDEX)
        return false;
    out->place = (wm_place){s.face, wmi_face_settle(mesh, s.face, s.at.x, s.at.y)};
    out->place.position.z = (float)s.at.z;
    out->distance = sqrt(squared(s.at, s.p, s.plan));
    return true;
}
