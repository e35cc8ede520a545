/* wm_query_path_between_faces: runs the search and writes its result for the caller. */
#include "nav/path.h"

#include "base/words.h"
#include "nav/place.h"
#include "nav/query.h"
#include "nav/straight.h"

/* The search yields points and faces in reverse order; they are counted first. */
typedef struct writer {
    wm_path *path;
    uint32_t points, faces; /* still to be written, from the end */
} writer;

static void put_point(writer *w, wm_path_point p)
{
    w->points--;
    if (w->points < w->path->point_capacity && w->path->points)
        w->path->points[w->points] = p;
}

static void put_face(writer *w, uint32_t face)
{
    w->faces--;
    if (w->faces < w->path->face_capacity && w->path->faces)
        w->path->faces[w->faces] = face;
}

/* An upright face has many heights at one place: returns the one nearest to z. */
static double upright_height(const wm_vec3 v[3], wmi_point p, double z)
{
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < 3; k++) {
        wm_vec3 a = v[k], b = v[(k + 1) % 3];
        double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        double length = dx * dx + dy * dy;
        double t = ((p.x - (double)a.x) * dx + (p.y - (double)a.y) * dy);
        if (length > 0 ? t < 0 || t > length : p.x != (double)a.x || p.y != (double)a.y)
            continue;
        double za = (double)a.z, zb = (double)b.z,
               at = length > 0 ? za + t / length * (zb - za) : zb;
        low = wmi_min(low, wmi_min(at, length > 0 ? at : za));
        high = wmi_max(high, wmi_max(at, length > 0 ? at : za));
    }
    if (!(low <= high))
        return (double)v[0].z;
    return z > high ? high : z >= low ? z : low;
}

/* Height of a face at p; `z` selects one if there are many. Clamped: slivers magnify rounding. */
static float height_of(const wm_walkmesh *m, uint32_t face, wmi_point p, float z)
{
    wm_vec3 v[3];
    wmi_point c[3];
    for (int k = 0; k < 3; k++) {
        v[k] = m->vertices[m->faces[face].vertex[k]];
        c[k] = (wmi_point){(double)v[k].x, (double)v[k].y};
    }
    double area = wmi_turn(c[0], c[1], c[2]);
    if (area == 0)
        return (float)upright_height(v, p, (double)z);
    double a = wmi_turn(c[1], c[2], p) / area, b = wmi_turn(c[2], c[0], p) / area;
    double at = a * (double)v[0].z + b * (double)v[1].z + (1 - a - b) * (double)v[2].z;
    double low = (double)wmi_minf(v[0].z, wmi_minf(v[1].z, v[2].z));
    double high = (double)wmi_maxf(v[0].z, wmi_maxf(v[1].z, v[2].z));
    return (float)(at >= low ? (at <= high ? at : high) : low);
}

/* How far p is along the way from a to b, 0 to 1. */
static double along(wmi_point a, wmi_point b, wmi_point p)
{
    double dx = b.x - a.x, dy = b.y - a.y, d = dx * dx + dy * dy;
    return d > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / d : 0;
}

/* The point where the straight line from the node's root to `to` crosses the node's edge,
 * and the height of the edge there. An upright edge is crossed as close to height z as
 * possible. */
static wm_path_point crossing(const wmi_path_search *s, const wmi_path_node *n, wmi_point to,
                              float z, wmi_point *at)
{
    const wmi_walk_face *f = &s->walk->faces[n->edge / 3];
    uint32_t k = n->edge % 3, l = (k + 1) % 3;
    const wm_vec3 *v = s->mesh->vertices;
    const uint32_t *corner = s->mesh->faces[f->face].vertex;
    const wmi_view *view = &n->view;
    wmi_point a = wmi_corner(f, k), b = wmi_corner(f, l);
    double side_a = wmi_turn(view->root, to, a), side_b = wmi_turn(view->root, to, b), t;
    if (n->depth & WMI_PATH_LINE && wmi_view_on_line(view))
        t = along(a, b, wmi_nearest_on(view->left, view->right, view->root));
    else if (side_a != side_b)
        t = side_a / (side_a - side_b);
    else /* along the edge: as close to the root as possible */
        t = along(a, b, view->root);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    *at = (wmi_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    float za = v[corner[k]].z, zb = v[corner[l]].z;
    float height = (float)((double)za + t * ((double)zb - (double)za));
    if (wmi_same(a, b))
        height = z < wmi_minf(za, zb)   ? wmi_minf(za, zb)
                 : z > wmi_maxf(za, zb) ? wmi_maxf(za, zb)
                                        : z;
    return (wm_path_point){{(float)at->x, (float)at->y, height}, f->face, false};
}

/* The end of the interval around which the last leg bends, if it does. */
static bool last_bend(const wmi_path_search *s, const wmi_path_node *n, wmi_point *at)
{
    if (wmi_view_on_end(&n->view))
        return false;
    if (n->depth & WMI_PATH_LINE && wmi_view_on_line(&n->view)) {
        *at = wmi_nearest_on(n->view.left, n->view.right, n->view.root);
        return !wmi_same(*at, n->view.root);
    }
    if (wmi_turn(n->view.root, n->view.left, s->goal) > 0)
        *at = n->view.left;
    else if (wmi_turn(n->view.root, n->view.right, s->goal) < 0)
        *at = n->view.right;
    else
        return false;
    return true;
}

/* A bend is at a vertex and has its z. */
static wm_path_point bend_point(const wmi_path_search *s, const wmi_path_node *n)
{
    uint32_t face = s->walk->faces[n->bend / 3].face;
    uint32_t vertex = s->mesh->faces[face].vertex[n->bend % 3];
    return (wm_path_point){s->mesh->vertices[vertex], face, true};
}

typedef struct walker {
    wmi_path_search *s;
    writer *w; /* NULL: only count */
    uint32_t points, faces;
    wm_vec3 last; /* last point written */
    bool crossings;
    bool upright; /* the path crosses faces without area */
    bool plain;   /* only bends are requested, and there are no folds on the way */
} walker;

static void emit(walker *k, wm_path_point p)
{
    k->points++;
    k->last = p.position;
    if (k->w)
        put_point(k->w, p);
}

static void enter(walker *k, uint32_t face)
{
    k->faces++;
    if (k->w)
        put_face(k->w, face);
}

/* Is a crossing the same point as the bend before it, or as the point after it? The second
 * test is enough with upright faces, which have many heights at one place. */
static bool is_repeated(const walker *k, const wmi_path_node *n, wm_path_point p, wmi_point at)
{
    if (k->upright)
        return p.position.x == k->last.x && p.position.y == k->last.y && p.position.z == k->last.z;
    return n->bend != WM_NO_INDEX && wmi_same(at, n->view.root);
}

/* If edges have no length, a path of the right length may go in a circle and return to a
 * face. Goes back to the node that first entered the face of node `i`; returns that node,
 * or WM_NO_INDEX if it is the start's face. The length must not change, so a circle that
 * has length is kept. */
static uint32_t cut_circle(walker *k, uint32_t i, wmi_point *target)
{
    const wmi_path_search *s = k->s;
    uint32_t face = s->nodes[i].edge / 3, first = i, next = WM_NO_INDEX, child = i;
    wmi_point here, there;
    for (uint32_t m = s->nodes[i].parent; m != WM_NO_INDEX; child = m, m = s->nodes[m].parent)
        if (s->nodes[m].edge / 3 == face) {
            first = m;
            next = child;
        }
    if (face == s->start_face) {
        first = WM_NO_INDEX;
        next = child;
    }
    if (first == i)
        return i;
    crossing(s, &s->nodes[i], *target, k->last.z, &here);
    wm_path_point p = crossing(s, &s->nodes[next], here, k->last.z, &there);
    if (!wmi_same(here, there))
        return i;
    p.face = s->walk->faces[face].face;
    p.bend = true;
    emit(k, p);
    *target = there;
    return first;
}

/* Traces from the goal back to the start. `node` enters the goal's face. */
static void trace(walker *k, uint32_t node, wm_path_point from, wm_path_point to)
{
    wmi_path_search *s = k->s;
    wmi_point target = s->goal, at;
    emit(k, to);
    if (last_bend(s, &s->nodes[node], &at)) {
        wm_path_point p = crossing(s, &s->nodes[node], at, k->last.z, &at);
        p.bend = true;
        emit(k, p);
        target = at;
    }
    for (uint32_t i = node; i != WM_NO_INDEX; i = s->nodes[i].parent) {
        if (k->upright && (i = cut_circle(k, i, &target)) == WM_NO_INDEX)
            break;
        const wmi_path_node *n = &s->nodes[i];
        const wmi_walk_face *f = &s->walk->faces[n->edge / 3];
        enter(k, f->face);
        if (!k->plain) {
            bool fold = f->flags >> n->edge % 3 & WMI_WALK_FOLD;
            wm_path_point p = crossing(s, n, target, k->last.z, &at);
            if ((k->crossings || fold) && !is_repeated(k, n, p, at)) {
                p.bend = fold;
                emit(k, p);
            }
            target = at;
        }
        const wmi_path_node *parent = n->parent == WM_NO_INDEX ? NULL : &s->nodes[n->parent];
        if (n->bend != WM_NO_INDEX && (!parent || parent->bend != n->bend)) {
            wm_path_point p = bend_point(s, n);
            emit(k, p);
            target = (wmi_point){(double)p.position.x, (double)p.position.y};
        }
    }
    enter(k, from.face);
    emit(k, from);
}

/* Has any node on the path merged others? */
static bool has_parts(const wmi_path_search *s, uint32_t node)
{
    for (uint32_t i = node; i != WM_NO_INDEX; i = s->nodes[i].parent)
        if (s->nodes[i].parts != WM_NO_INDEX)
            return true;
    return false;
}

void wmi_path_settle(wmi_path_search *s, uint32_t node, bool place)
{
    wmi_point target = s->goal, at;
    if (!place && !has_parts(s, node))
        return;
    if (last_bend(s, &s->nodes[node], &at))
        target = at;
    for (uint32_t i = node; i != WM_NO_INDEX; i = s->nodes[i].parent) {
        wmi_path_node *n = &s->nodes[i];
        crossing(s, n, target, 0, &at);
        n->parent = s->nodes[wmi_path_part(s, i, at)].parent;
        target = at;
        if (n->bend != WM_NO_INDEX &&
            (n->parent == WM_NO_INDEX || s->nodes[n->parent].bend != n->bend))
            target = wmi_corner(&s->walk->faces[n->bend / 3], n->bend % 3);
        if (place)
            n->view.root = at;
    }
}

static bool meets_fold(const wmi_path_search *s, uint32_t node)
{
    for (uint32_t i = node; i != WM_NO_INDEX; i = s->nodes[i].parent) {
        uint32_t edge = s->nodes[i].edge;
        if (s->walk->faces[edge / 3].flags >> edge % 3 & WMI_WALK_FOLD)
            return true;
    }
    return false;
}

static bool meets_upright(const wmi_path_search *s, uint32_t node)
{
    bool any = (s->walk->faces[s->start_face].flags & WMI_WALK_FLAT) != 0;
    for (uint32_t i = node; s->walk->flat && !any && i != WM_NO_INDEX; i = s->nodes[i].parent)
        any = (s->walk->faces[s->nodes[i].edge / 3].flags & WMI_WALK_FLAT) != 0;
    return any;
}

static void lay_out(wmi_path_search *s, uint32_t node, wm_path_point from, wm_path_point to,
                    bool crossings, wm_path *path)
{
    wmi_path_settle(s, node, false);
    bool upright = meets_upright(s, node);
    bool odd = s->walk->region_odd[s->walk->region[s->start_face]];
    bool plain = !crossings && !upright && !(odd && meets_fold(s, node));
    walker count = {.s = s, .crossings = crossings, .upright = upright, .plain = plain};
    trace(&count, node, from, to);
    path->point_count = count.points;
    path->face_count = count.faces;
    writer w = {path, count.points, count.faces};
    walker write = count;
    write.points = write.faces = 0;
    write.w = &w;
    trace(&write, node, from, to);
}

static void one_face(const wmi_path_search *s, wm_path_point from, wm_path_point to, wm_path *path)
{
    const wm_path_point ends[2] = {from, to};
    path->length = wmi_distance(s->start, s->goal);
    path->point_count = 2;
    path->face_count = 1;
    for (uint32_t i = 0; i < 2 && i < path->point_capacity && path->points; i++)
        path->points[i] = ends[i];
    if (path->face_capacity && path->faces)
        path->faces[0] = from.face;
}

/* Finds the path with the index. *done is false if the search is still needed. */
static wm_status by_index(wm_query *q, const wm_path_index *index, wm_path_point from,
                          wm_path_point to, wm_path *path, bool *done, wm_error *error)
{
    const wmi_path_search *s = &q->path;
    wmi_index_scratch *scratch = &q->index;
    const wmi_walk *walk = &q->mesh->walk;
    const wm_path_point ends[2] = {from, to};
    wmi_index_end start = {s->start_face, s->start}, goal = {s->goal_face, s->goal};
    wm_status status =
        wmi_index_find(index, walk, scratch, &q->allocator, start, goal, &path->length, error);
    path->found = status == WM_OK && path->length >= 0;
    /* There is a path, or the ends would be in different regions. */
    *done = status != WM_OK || (path->found && !scratch->unsure &&
                                wmi_index_lay_out(index, walk, scratch, ends, start, goal, path));
    if (!path->found || !*done)
        path->length = 0;
    return status;
}

/* The index looks from points inside faces; on an edge it could miss a side. */
static bool index_helps(const wmi_path_search *s, const wm_path_opts *opts, const wm_path *path)
{
    return opts && opts->index && opts->index->mesh == s->mesh && s->walk == s->whole &&
           !opts->crossings && !opts->costs && !path->face_capacity &&
           opts->index->served[s->walk->region[s->start_face]] &&
           wmi_strictly_inside(&s->walk->faces[s->start_face], s->start) &&
           wmi_strictly_inside(&s->walk->faces[s->goal_face], s->goal);
}

static bool walkable(const wm_walkmesh *m, uint32_t face)
{
    return face < m->face_count && m->walkable[face];
}

static wm_status check_costs(const float *costs, wm_error *error)
{
    for (int i = 0; costs && i < 64; i++)
        if (!(costs[i] > 0) || !isfinite(costs[i]))
            return wmi_fail(error, WM_BAD_ARGUMENT, "costs",
                            "the cost of material %d is %g, it must be greater than 0", i,
                            (double)costs[i]);
    return WM_OK;
}

/* Can the goal be reached at all? If not, and a partial path is allowed, the nearest
 * reachable point becomes the goal. */
static bool settle_goal(wmi_path_search *s, const wmi_walkmesh *mesh, const wm_path_opts *opts,
                        wm_place *to, wm_path *path)
{
    const wmi_walk *walk = s->walk;
    bool known = walkable(&mesh->pub, to->face);
    s->goal_face = known ? walk->number[to->face] : WM_NO_INDEX;
    if (s->goal_face != WM_NO_INDEX && !(walk->faces[s->goal_face].flags & WMI_WALK_BROKEN) &&
        walk->region[s->start_face] == walk->region[s->goal_face])
        return true;
    if (!opts || !opts->partial || !isfinite(to->position.z))
        return false;
    double gap = wmi_nearest_in_region(mesh, walk, walk->region[s->start_face], to->position, to);
    if (gap < 0)
        return false;
    path->partial = true;
    path->remaining = gap;
    s->goal_face = walk->number[to->face];
    return true;
}

static wm_status search(wm_query *query, wm_path_point first, wm_path_point last,
                        const wm_path_opts *opts, wm_path *path, wm_error *error)
{
    wmi_path_search *s = &query->path;
    if (first.face == last.face) {
        uint32_t material = s->mesh->materials[first.face];
        path->found = true;
        one_face(s, first, last, path);
        if (s->costs)
            path->cost = path->length * (double)s->costs[material < 64 ? material : 63];
        return WM_OK;
    }
    if (index_helps(s, opts, path)) {
        bool done;
        wm_status status = by_index(query, opts->index, first, last, path, &done, error);
        if (done)
            return status;
    }
    /* Both ends are in one region, so there is a path, and a corridor always finds one. The
     * search may miss it where rounding hides a whole face, and is not asked where links
     * join edges in different places: what it sees across them means nothing. */
    s->too_much = s->out_of_memory = false;
    uint32_t node = s->costs || wmi_path_is_torn(s) ? WM_NO_INDEX : wmi_path_run(s, &path->length);
    bool exact = node != WM_NO_INDEX;
    if (s->too_much)
        return wmi_fail(error, WM_LIMIT, "path",
                        "too many corners see each other: the search for a shortest path takes "
                        "more than %s steps, the limit for %s",
                        wmi_number(WMI_PATH_NODES(s->walk->count)).text,
                        wmi_count(s->walk->count, "face", "faces").text);
    if (!exact && !s->out_of_memory && (s->longest == (double)INFINITY || wmi_path_is_torn(s)))
        node = s->costs ? wmi_path_run_costs(s, &path->length, &path->cost)
                        : wmi_path_run_corridor(s, &path->length);
    if (s->out_of_memory)
        return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
    path->found = node != WM_NO_INDEX;
    if (path->found && exact)
        lay_out(s, node, first, last, opts && opts->crossings, path);
    else if (path->found)
        wmi_path_lay_out_costs(s, node, first, last, path);
    return WM_OK;
}

static void reset(wm_path *path)
{
    path->found = path->partial = false;
    path->length = path->cost = path->remaining = 0;
    path->point_count = path->face_count = 0;
}

static wm_status find_path(wm_query *query, uint32_t from_face, wm_vec3 from, uint32_t to_face,
                           wm_vec3 to, const wm_path_opts *opts, wm_path *path, wm_error *error)
{
    const wm_walkmesh *m = &query->mesh->pub;
    wmi_path_search *s = &query->path;
    wm_place goal = {to_face, to};
    reset(path);
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    s->costs = opts ? opts->costs : NULL;
    if (check_costs(s->costs, error) != WM_OK)
        return WM_BAD_ARGUMENT;
    if (!walkable(m, from_face) || !isfinite(from.x) || !isfinite(from.y) || !isfinite(to.x) ||
        !isfinite(to.y))
        return WM_OK;
    if (!wmi_path_choose(s, opts ? opts->filter : NULL))
        return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
    s->start_face = s->walk->number[from_face];
    if (s->start_face == WM_NO_INDEX || s->walk->faces[s->start_face].flags & WMI_WALK_BROKEN ||
        !settle_goal(s, query->mesh, opts, &goal, path))
        return WM_OK;
    s->start = (wmi_point){(double)from.x, (double)from.y};
    s->goal = (wmi_point){(double)goal.position.x, (double)goal.position.y};
    wm_path_point first = {from, from_face, true}, last = {goal.position, goal.face, true};
    first.position.z = height_of(m, from_face, s->start, from.z);
    last.position.z = height_of(m, goal.face, s->goal, goal.position.z);
    return search(query, first, last, opts, path, error);
}

wm_status wm_query_path_between_faces(wm_query *query, uint32_t from_face, wm_vec3 from,
                                      uint32_t to_face, wm_vec3 to, const wm_path_opts *opts,
                                      wm_path *path, wm_error *error)
{
    query->path.longest = INFINITY;
    return find_path(query, from_face, from, to_face, to, opts, path, error);
}

wm_status wmi_query_path_within(wm_query *query, const wm_place ends[2], double longest,
                                bool *exists, wm_error *error)
{
    wm_path path = {.points = NULL};
    query->path.longest = longest;
    wm_status status = find_path(query, ends[0].face, ends[0].position, ends[1].face,
                                 ends[1].position, NULL, &path, error);
    *exists = status == WM_OK && path.found && path.length <= longest;
    return status;
}

wm_status wm_query_path(wm_query *query, wm_vec3 from, wm_vec3 to, const wm_path_opts *opts,
                        wm_path *path, wm_error *error)
{
    reset(path);
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_query_filter walk = opts && opts->filter ? *opts->filter : (wm_query_filter){0};
    wm_hit start, goal;
    walk.walkable_only = true;
    wm_query_height(query, from, WM_LOCATE_NEAREST, &walk, &start);
    wm_query_height(query, to, WM_LOCATE_NEAREST, &walk, &goal);
    return wm_query_path_between_faces(query, start.face, from, goal.face, to, opts, path, error);
}

uint32_t wm_walkmesh_region(const wm_walkmesh *mesh, uint32_t face)
{
    const wmi_walk *walk = &wmi_walkmesh_of(mesh)->walk;
    return walkable(mesh, face) ? walk->region[walk->number[face]] : WM_NO_INDEX;
}

uint32_t wm_walkmesh_region_count(const wm_walkmesh *mesh)
{
    return wmi_walkmesh_of(mesh)->walk.region_count;
}
