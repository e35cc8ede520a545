/* Walks a returned path face by face. Does not use cmocka: benchmarks use it too. */
#include "path_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "waymark/base.h"

void test_trip_free(test_trip *t)
{
    free(t->points);
    free(t->faces);
    *t = (test_trip){0};
}

static bool wrong(test_trip *t, const char *fmt, ...) WM_PRINTF(2, 3);

static bool wrong(test_trip *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(t->why, sizeof t->why, fmt, args);
    va_end(args);
    return false;
}

static bool query_path(test_trip *t, wm_query *query, test_end a, test_end b,
                       const wm_path_opts *opts)
{
    wm_error error;
    t->path = (wm_path){.points = t->points,
                        .point_capacity = t->point_room,
                        .faces = t->faces,
                        .face_capacity = t->face_room};
    if (wm_query_path_between_faces(query, a.face, a.at, b.face, b.at, opts, &t->path, &error) !=
        WM_OK)
        return wrong(t, "%s: %s", error.path, error.message);
    if (t->path.point_count <= t->point_room && t->path.face_count <= t->face_room)
        return true;
    t->point_room = 2 * t->path.point_count;
    t->face_room = 2 * t->path.face_count;
    free(t->points);
    free(t->faces);
    t->points = malloc(t->point_room * sizeof *t->points);
    t->faces = malloc(t->face_room * sizeof *t->faces);
    if (!t->points || !t->faces)
        abort();
    return query_path(t, query, a, b, opts);
}

/* ---- distances --------------------------------------------------------- */

typedef struct solid {
    double x, y, z;
} solid;

static solid solid_of(wm_vec3 v)
{
    return (solid){(double)v.x, (double)v.y, (double)v.z};
}

/* The distance in space from p to the segment a - b. */
static double off_segment(solid a, solid b, solid p)
{
    double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, n = dx * dx + dy * dy + dz * dz;
    double t = n > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy + (p.z - a.z) * dz) / n : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double x = a.x + t * dx - p.x, y = a.y + t * dy - p.y, z = a.z + t * dz - p.z;
    return sqrt(x * x + y * y + z * z);
}

static void corners(const wm_walkmesh *m, uint32_t face, solid v[3])
{
    for (int k = 0; k < 3; k++)
        v[k] = solid_of(m->vertices[m->faces[face].vertex[k]]);
}

static solid cross(solid a, solid b, solid c)
{
    double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    double wx = c.x - a.x, wy = c.y - a.y, wz = c.z - a.z;
    return (solid){uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx};
}

static double dot(solid a, solid b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The distance in space from p to a face: to its plane if p projects into it, otherwise to
 * its outline. Vertical faces are not special here. */
static double off_face(const wm_walkmesh *m, uint32_t face, wm_vec3 point)
{
    solid v[3], p = solid_of(point);
    double best = INFINITY;
    bool over = true;
    corners(m, face, v);
    solid normal = cross(v[0], v[1], v[2]);
    double size = sqrt(dot(normal, normal));
    for (int k = 0; k < 3; k++) {
        best = fmin(best, off_segment(v[k], v[(k + 1) % 3], p));
        over = over && dot(cross(v[k], v[(k + 1) % 3], p), normal) >= 0;
    }
    if (over && size > 0)
        best = fmin(best, fabs(normal.x * (p.x - v[0].x) + normal.y * (p.y - v[0].y) +
                               normal.z * (p.z - v[0].z)) /
                              size);
    return best;
}

static double off_edge(const wm_walkmesh *m, uint32_t edge, wm_vec3 point)
{
    solid v[3];
    corners(m, edge / 3, v);
    return off_segment(v[edge % 3], v[(edge % 3 + 1) % 3], solid_of(point));
}

/* ---- the walk ---------------------------------------------------------- */

/* The spacing of floats of this size, with room for a few roundings. */
static double tolerance(const wm_walkmesh *m)
{
    double size = 1;
    size = fmax(size, fmax(fabs((double)m->min.x), fabs((double)m->max.x)));
    size = fmax(size, fmax(fabs((double)m->min.y), fabs((double)m->max.y)));
    size = fmax(size, fmax(fabs((double)m->min.z), fabs((double)m->max.z)));
    return 1e-6 * size;
}

/* `at` marks the points where the walk may be in one face. Also marks those that it can
 * reach in that face by moving on from point to point. */
static bool go_on(test_trip *t, const wm_walkmesh *m, uint32_t face, bool *at, double slack)
{
    bool any = false;
    for (uint32_t j = 0; j < t->path.point_count; j++) {
        if (!at[j] && j && at[j - 1])
            at[j] = off_face(m, face, t->path.points[j].position) <= slack;
        any = any || at[j];
    }
    return any;
}

/* Keeps in `at` only the points on an edge that the two faces share. */
static void cross_over(test_trip *t, const wm_walkmesh *m, uint32_t face, uint32_t next, bool *at,
                       double slack)
{
    for (uint32_t j = 0; j < t->path.point_count; j++) {
        bool shared = false;
        for (uint32_t k = 0; at[j] && k < 3; k++) {
            uint32_t to = m->neighbours[face].edge[k];
            if (to != WM_NO_INDEX && to / 3 == next)
                shared = shared || off_edge(m, 3 * face + k, t->path.points[j].position) <= slack;
        }
        at[j] = shared;
    }
}

/* Returns true if all points and all faces can be walked in order: from point to point
 * within a face, which is convex, and from face to face at a point on their common edge. A
 * path through a corner may change faces there several times. */
static bool walk(test_trip *t, const wm_walkmesh *m, double slack)
{
    const wm_path *p = &t->path;
    bool *at = calloc(p->point_count, sizeof *at);
    if (!at)
        abort();
    at[0] = true;
    for (uint32_t i = 0; i < p->face_count; i++) {
        if (!go_on(t, m, p->faces[i], at, slack)) {
            free(at);
            return wrong(t, "no crossing from face %u to %u, the %uth of the corridor",
                         p->faces[i - 1], p->faces[i], i);
        }
        if (i + 1 < p->face_count)
            cross_over(t, m, p->faces[i], p->faces[i + 1], at, slack);
    }
    bool good = at[p->point_count - 1];
    free(at);
    return good || wrong(t, "the points do not follow the corridor to its end");
}

static bool check(test_trip *t, const wm_walkmesh *m, test_end a, test_end b,
                  const wm_query_filter *filter)
{
    const wm_path *p = &t->path;
    double sum = 0, slack = tolerance(m);
    if (p->point_count < 2 || p->face_count < 1)
        return wrong(t, "%u points and %u faces", p->point_count, p->face_count);
    wm_vec3 first = p->points[0].position, last = p->points[p->point_count - 1].position;
    if (first.x != a.at.x || first.y != a.at.y || last.x != b.at.x || last.y != b.at.y)
        return wrong(t, "the path does not start and end where it should");
    if (p->faces[0] != a.face || p->faces[p->face_count - 1] != b.face ||
        p->points[0].face != a.face || p->points[p->point_count - 1].face != b.face)
        return wrong(t, "the path does not start and end in the faces given");
    for (uint32_t i = 0; i < p->face_count; i++)
        if (p->faces[i] >= m->face_count || !m->walkable[p->faces[i]] ||
            (filter && filter->materials && !(filter->materials >> m->materials[p->faces[i]] & 1)))
            return wrong(t, "face %u is not allowed", p->faces[i]);
    for (uint32_t i = 0; i < p->point_count; i++)
        if (p->points[i].face >= m->face_count ||
            off_face(m, p->points[i].face, p->points[i].position) > slack)
            return wrong(t, "point %u is not in its face %u", i, p->points[i].face);
    for (uint32_t i = 1; i < p->point_count; i++)
        sum += hypot((double)p->points[i].position.x - (double)p->points[i - 1].position.x,
                     (double)p->points[i].position.y - (double)p->points[i - 1].position.y);
    if (!(fabs(sum - p->length) <= 1e-6 * sum + slack))
        return wrong(t, "the points are %.9g long, the path %.9g", sum, p->length);
    return walk(t, m, slack);
}

bool test_trip_ask(test_trip *t, wm_query *query, const wm_walkmesh *m, test_end a, test_end b,
                   const wm_query_filter *filter)
{
    const wm_path_opts opts = {.filter = filter, .crossings = true}, plain = {.filter = filter};
    t->why[0] = '\0';
    if (!query_path(t, query, a, b, &opts))
        return false;
    if (t->path.found && !check(t, m, a, b, filter))
        return false;
    wm_path brief = {.found = true};
    if (wm_query_path_between_faces(query, a.face, a.at, b.face, b.at, &plain, &brief, NULL) !=
            WM_OK ||
        brief.found != t->path.found || brief.length != t->path.length ||
        brief.face_count != t->path.face_count || brief.point_count > t->path.point_count)
        return wrong(t, "without crossings it is another path");
    return true;
}

/* ---- points of faces --------------------------------------------------- */

/* The inputs are floats, so these products are exact in long double. */
static long double side(wm_vec3 a, wm_vec3 b, wm_vec3 p)
{
    return ((long double)b.x - (long double)a.x) * ((long double)p.y - (long double)a.y) -
           ((long double)b.y - (long double)a.y) * ((long double)p.x - (long double)a.x);
}

test_end test_end_in(const wm_walkmesh *m, uint32_t face, const double random[4])
{
    wm_vec3 v[3];
    double u = random[0], w = random[1];
    for (int k = 0; k < 3; k++)
        v[k] = m->vertices[m->faces[face].vertex[k]];
    if (u + w > 1) {
        u = 1 - u;
        w = 1 - w;
    }
    if (random[2] < 0.1) /* on an edge, as far as floats allow */
        w = 0;
    wm_vec3 p = {(float)((1 - u - w) * (double)v[0].x + u * (double)v[1].x + w * (double)v[2].x),
                 (float)((1 - u - w) * (double)v[0].y + u * (double)v[1].y + w * (double)v[2].y),
                 0};
    long double a = side(v[0], v[1], p), b = side(v[1], v[2], p), c = side(v[2], v[0], p);
    bool holds = (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
    if (side(v[0], v[1], v[2]) == 0 || !holds || random[2] > 0.9)
        p = v[(int)(random[3] * 3) % 3];
    return (test_end){face, p};
}
