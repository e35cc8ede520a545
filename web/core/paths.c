/* Paths: the shortest path, and the one from the tables of a TRX. */
#include <math.h>
#include <stdlib.h>

#include "core.h"

/* The walkable floor at a point: the one nearest to its height, or the highest if it has no
 * height. */
static wm_place stand(wm_query *query, wm_vec3 at)
{
    const wm_query_filter walk = {.walkable_only = true};
    wm_hit hit;
    if (!wm_query_height(query, at, isfinite(at.z) ? WM_LOCATE_NEAREST : WM_LOCATE_ALL, &walk,
                         &hit))
        return (wm_place){.face = WM_NO_INDEX};
    return (wm_place){hit.face, {at.x, at.y, hit.z}};
}

static void say_why(const wm_walkmesh *m, const wm_place at[2], wm_json_writer *j)
{
    char text[96];
    for (int i = 0; i < 2; i++)
        if (at[i].face == WM_NO_INDEX) {
            wm_json_add_text(j, "why",
                             i ? "there is no floor at the second point"
                               : "there is no floor at the first point");
            return;
        }
    snprintf(text, sizeof text, "the two points lie in different regions, %u and %u",
             (unsigned)wm_walkmesh_region(m, at[0].face),
             (unsigned)wm_walkmesh_region(m, at[1].face));
    wm_json_add_text(j, "why", text);
}

/* Finds the path, in buffers that are large enough. The caller frees points and faces. */
static wm_status find(wm_query *query, const wm_place at[2], wm_path *p, wm_error *error)
{
    const wm_path_opts opts = {.crossings = true};
    for (;;) {
        wm_status status = wm_query_path_between_faces(query, at[0].face, at[0].position,
                                                       at[1].face, at[1].position, &opts, p, error);
        if (status != WM_OK ||
            (p->point_count <= p->point_capacity && p->face_count <= p->face_capacity))
            return status;
        free(p->points);
        free(p->faces);
        p->point_capacity = p->point_count;
        p->face_capacity = p->face_count;
        p->points = malloc((size_t)p->point_count * sizeof *p->points + 1);
        p->faces = malloc((size_t)p->face_count * sizeof *p->faces + 1);
        if (!p->points || !p->faces)
            return wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    }
}

/* All points follow the floor. Without `crossings`, only the points where the path bends are
 * added. */
static void add_points(core *c, wm_json_writer *j, const char *name, const wm_path *p,
                       bool crossings)
{
    wm_buffer b = core_buffer(p->point_count, sizeof(wm_vec3));
    wm_vec3 *to = (void *)b.data;
    uint32_t n = 0;
    if (!to) {
        wm_json_writer_fail(j, WM_NO_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < p->point_count; i++)
        if (crossings || p->points[i].bend || i == 0 || i + 1 == p->point_count)
            to[n++] = p->points[i].position;
    b.size = n * sizeof *to;
    core_add_owned(c, j, name, "f32", &b);
}

static void add_faces(core *c, wm_json_writer *j, const char *name, const uint32_t *faces,
                      uint32_t count)
{
    wm_buffer b = core_buffer(count, sizeof *faces);
    if (!b.data) {
        wm_json_writer_fail(j, WM_NO_MEMORY);
        return;
    }
    if (count)
        memcpy(b.data, faces, b.size);
    core_add_owned(c, j, name, "u32", &b);
}

/* What keeps the rooms of an area apart. Doors and the radius do not count here. */
static wm_status put_blocked(core_document *d, const core_way *way, wm_json_writer *j,
                             wm_error *error)
{
    wm_query *query = d->doc->area ? core_query(d, error) : NULL;
    if (!query)
        return d->doc->area ? error->code : WM_OK;
    const wm_place at[2] = {stand(query, way->ends[0]), stand(query, way->ends[1])};
    return core_put_blocked(d, at, j, error);
}

wm_status core_walk(wm_query *query, const wm_vec3 ends[2], wm_place at[2], wm_path *p,
                    wm_error *error)
{
    for (int i = 0; i < 2; i++)
        at[i] = stand(query, ends[i]);
    if (at[0].face == WM_NO_INDEX || at[1].face == WM_NO_INDEX)
        return WM_OK;
    return find(query, at, p, error);
}

static wm_status put_path(core *c, core_document *d, wm_query *query, const core_way *way,
                          const wm_walkmesh *m, wm_json_writer *j, wm_error *error)
{
    wm_path p = {0};
    wm_place at[2];
    wm_status status = core_walk(query, way->ends, at, &p, error);
    if (status == WM_OK) {
        wm_json_begin_object(j, NULL);
        wm_json_add_bool(j, "found", p.found);
        if (p.found) {
            wm_json_add_double(j, "length", p.length);
            add_points(c, j, "points", &p, false);
            add_points(c, j, "line", &p, true);
            if (!(way->radius > 0)) /* those of a shrunk floor are not the document's */
                add_faces(c, j, "faces", p.faces, p.face_count);
        } else {
            say_why(m, at, j);
            for (int i = 0; i < 2; i++)
                wm_json_add_bool(j, i ? "secondFloor" : "firstFloor", at[i].face != WM_NO_INDEX);
            status = core_put_obstacles(d, way, j, error);
            if (status == WM_OK)
                status = put_blocked(d, way, j, error);
        }
        wm_json_end(j);
    }
    free(p.points);
    free(p.faces);
    return status;
}

wm_status core_path(core *c, core_document *d, const core_way *way, wm_json_writer *j,
                    wm_error *error)
{
    const wm_walkmesh *m = way->through ? core_mesh(d, error) : core_path_mesh(d, error);
    if (!m)
        return error->code;
    if (!(way->radius > 0)) {
        wm_query *query = way->through ? core_query(d, error) : core_path_query(d, error);
        return query ? put_path(c, d, query, way, m, j, error) : error->code;
    }
    wm_walkmesh *narrow = wm_walkmesh_shrink(m, way->radius, NULL, error);
    wm_query *query = narrow ? wm_query_new(narrow, NULL, error) : NULL;
    wm_status status = query ? put_path(c, d, query, way, narrow, j, error) : error->code;
    wm_query_free(query);
    wm_walkmesh_free(narrow);
    return status;
}

/* ---- the game's own path ---- */

/* From end to end over the centres of the triangles in between, at the height of the floor.
 * The length is horizontal. */
static void put_route(core *c, wm_query *query, const wm_nwn2_aswm *a, const wm_place at[2],
                      const uint32_t *triangles, uint32_t count, wm_json_writer *j)
{
    wm_buffer b = core_buffer((size_t)count + 2, sizeof(wm_vec3));
    wm_vec3 *to = (void *)b.data;
    uint32_t n = 0;
    double length = 0;
    if (!to) {
        wm_json_writer_fail(j, WM_NO_MEMORY);
        return;
    }
    to[n++] = at[0].position;
    for (uint32_t i = 1; i + 1 < count; i++) { /* skip the centres of the end triangles */
        const float *centre = a->triangles[triangles[i]].centre;
        wm_vec3 v = {centre[0], centre[1], to[n - 1].z};
        wm_hit hit;
        if (wm_query_height(query, v, WM_LOCATE_NEAREST, NULL, &hit))
            v.z = hit.z;
        to[n++] = v;
    }
    to[n++] = at[1].position;
    for (uint32_t i = 1; i < n; i++) {
        double x = (double)to[i].x - (double)to[i - 1].x, y = (double)to[i].y - (double)to[i - 1].y;
        length += sqrt(x * x + y * y);
    }
    b.size = n * sizeof *to;
    wm_json_add_double(j, "length", length);
    core_add_owned(c, j, "points", "f32", &b);
}

wm_status core_game_path(core *c, core_document *d, const wm_vec3 ends[2], wm_json_writer *j,
                         wm_error *error)
{
    static const char *const names[] = {"arrives", "no way", "not walkable", "broken table"};
    if (!d->doc->trn || !d->doc->trn->aswm || d->doc->trn->aswm->island_count == 0) {
        wm_json_add_null(j, NULL);
        return WM_OK;
    }
    const wm_nwn2_aswm *a = d->doc->trn->aswm;
    wm_query *query = core_query(d, error);
    if (!query)
        return error->code;
    wm_place at[2] = {stand(query, ends[0]), stand(query, ends[1])};
    bool floor = at[0].face != WM_NO_INDEX && at[1].face != WM_NO_INDEX;
    wm_nwn2_route route = {.count = 0};
    uint32_t *triangles = NULL;
    if (floor) {
        wm_nwn2_aswm_route(a, at[0].face, at[1].face, NULL, 0, &route);
        triangles = malloc(((size_t)route.count + 1) * sizeof *triangles);
        if (!triangles)
            return wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        wm_nwn2_aswm_route(a, at[0].face, at[1].face, triangles, route.count, &route);
    }
    bool arrives = floor && route.end == WM_NWN2_ROUTE_END_ARRIVES;
    wm_json_begin_object(j, NULL);
    wm_json_add_bool(j, "found", arrives);
    wm_json_add_text(j, "end", floor ? names[route.end] : "no floor");
    wm_json_add_uint(j, "islands", route.islands + (route.count ? 1 : 0));
    if (arrives)
        put_route(c, query, a, at, triangles, route.count, j);
    add_faces(c, j, "faces", triangles, route.count);
    wm_json_end(j);
    free(triangles);
    return WM_OK;
}
