/* wm_query_slide: straight legs towards the target, from wall to wall. At each stop, the
 * walls that are touched allow a range of directions; the one closest to the target's
 * direction is used. Every leg gets closer to the target and the number of legs is bounded,
 * so a move always ends. docs/queries.md, "slide". */
#include "nav/query.h"
#include "nav/walls.h"

enum {
    LEGS = 1024,
    EXTRAS = 16,   /* walls found only by running into them, such as folds */
    WORK = 1 << 22 /* faces that may always be visited */
};

typedef struct mover {
    wmi_floor floor;
    wmi_slide_scratch *s;
    const wm_allocator *allocator;
    uint32_t face; /* walk index */
    wmi_point at, to;
    double radius; /* as requested */
    double skin;   /* a few float roundings; kept free so that rounding does no harm */
    double keep;   /* radius + skin */
    double near;   /* largest clearance so far, at most `keep`; an eighth of the skin may be lost to
                    * rounding */
    double left;   /* remaining length of the way, in metres */
    uint32_t touched;
    uint64_t work;
    wmi_wall extra[EXTRAS];
    uint32_t extras;
    bool out_of_memory;
} mover;

void wmi_slide_release(wmi_slide_scratch *s, const wm_allocator *allocator)
{
    wmi_release(allocator, s->marks, s->mark_capacity, sizeof *s->marks);
    wmi_release(allocator, s->stack, s->stack_capacity, sizeof *s->stack);
    wmi_release(allocator, s->walls, s->wall_capacity, sizeof *s->walls);
}

static double dot(wmi_point a, wmi_point b)
{
    return a.x * b.x + a.y * b.y;
}

/* The distance to the nearest wall, at most `keep`. */
static double clearance(const mover *m, wmi_point p)
{
    double least = m->keep;
    for (size_t i = 0; i < m->s->wall_count; i++)
        least = wmi_min(least, wmi_wall_distance(&m->s->walls[i], p, NULL));
    return least;
}

/* Finds the walls near the leg from here to q, and how close the move may come to them.
 * Returns false if the move must end. */
static bool find_walls(mover *m, wmi_point q, double reach)
{
    if (!wmi_walls_find(m->s, m->allocator, &m->floor, m->face, m->at, q, reach, &m->work)) {
        m->out_of_memory = true;
        return false;
    }
    void *walls = m->s->walls;
    if (!wmi_grow(m->allocator, &walls, &m->s->wall_capacity, m->s->wall_count + EXTRAS,
                  sizeof *m->s->walls)) {
        m->out_of_memory = true;
        return false;
    }
    m->s->walls = walls;
    for (uint32_t i = 0; i < m->extras; i++)
        m->s->walls[m->s->wall_count++] = m->extra[i];
    m->near = wmi_max(m->near, clearance(m, m->at));
    return m->work > 0;
}

/* The unit direction away from the wall. On the wall itself, it points into the floor. */
static wmi_point away(const mover *m, const wmi_wall *wall, wmi_point p)
{
    wmi_point n;
    double d = wmi_wall_distance(wall, p, &n);
    if (!(d > m->skin * 1e-3))
        return wall->in;
    return (wmi_point){(p.x - n.x) / d, (p.y - n.y) / d};
}

/* Rounding to float puts a point that touches a wall slightly closer to it. Without this
 * step, moves would creep into walls, and the side of a wall could not be determined. */
static bool step_back(mover *m)
{
    if (!find_walls(m, m->at, m->keep + 8 * m->skin))
        return false;
    for (int round = 0; round < 4; round++) {
        bool moved = false;
        for (size_t i = 0; i < m->s->wall_count; i++) {
            const wmi_wall *wall = &m->s->walls[i];
            double d = wmi_wall_distance(wall, m->at, NULL);
            double want = d >= m->radius - m->skin / 4 ? m->keep : m->skin;
            if (d >= want - m->skin * 1e-3)
                continue;
            wmi_point n = away(m, wall, m->at), p = m->at;
            wmi_point q = {p.x + n.x * (want - d), p.y + n.y * (want - d)};
            uint32_t face = m->face;
            if (clearance(m, q) < clearance(m, p) ||
                wmi_line_walk(&m->floor, &face, &p, q) != WM_NO_INDEX)
                continue;
            m->face = face;
            m->at = p;
            moved = true;
        }
        if (!moved)
            break;
    }
    return true;
}

/* Would a leg from here by (dx, dy) come too close to the wall? A move may leave a wall
 * that it touches, or follow it past the joint to the next one. */
static bool too_near(const mover *m, const wmi_wall *wall, double dx, double dy)
{
    wmi_point q = {m->at.x + dx, m->at.y + dy};
    return wmi_leg_distance(m->at, q, wall->a, wall->b) < m->near - m->skin / 8;
}

static bool touches(const mover *m, const wmi_wall *wall)
{
    return wmi_wall_distance(wall, m->at, NULL) <= m->near + m->skin / 16;
}

/* Can a leg start in this direction? */
static bool is_free(const mover *m, wmi_point t)
{
    for (size_t i = 0; i < m->s->wall_count; i++)
        if (touches(m, &m->s->walls[i]) && too_near(m, &m->s->walls[i], t.x, t.y))
            return false;
    return true;
}

/* How far to follow a wall in direction d before checking again: to its end, or around
 * corners in short tangents. */
static double stretch(const mover *m, const wmi_wall *wall, wmi_point d)
{
    wmi_point u = {wall->b.x - wall->a.x, wall->b.y - wall->a.y};
    double along = dot(d, u), size = sqrt(dot(u, u));
    wmi_point end = along > 0 ? wall->b : wall->a;
    double left = (end.x - m->at.x) * d.x + (end.y - m->at.y) * d.y;
    bool corner = !(fabs(along) > (1 - 1e-9) * size) || left <= 0;
    return wmi_max(corner ? m->keep / 4 : left, 4 * m->skin);
}

/* The direction and length that the touched walls allow towards the target. Returns false
 * if they allow nothing. *blocked is set to a wall that is in the way. */
static bool choose(mover *m, wmi_point *d, double *length, uint32_t *blocked)
{
    const wmi_wall *walls = m->s->walls;
    wmi_point g = {m->to.x - m->at.x, m->to.y - m->at.y};
    double far = sqrt(dot(g, g)), best = 0;
    *blocked = WM_NO_INDEX;
    *d = (wmi_point){g.x / far, g.y / far};
    *length = far;
    for (size_t i = 0; i < m->s->wall_count; i++) {
        if (!touches(m, &walls[i]) || !too_near(m, &walls[i], g.x, g.y))
            continue;
        *blocked = walls[i].edge;
        wmi_point n = away(m, &walls[i], m->at);
        double in = dot(g, n);
        wmi_point t = {g.x - in * n.x, g.y - in * n.y};
        double size = sqrt(dot(t, t));
        if (!(size > 1e-9 * far) || !(size > best) || !is_free(m, t))
            continue;
        best = size;
        *d = (wmi_point){t.x / size, t.y / size};
        *length = wmi_min(size, stretch(m, &walls[i], *d));
    }
    return *blocked == WM_NO_INDEX || best > 0;
}

/* Moves one straight leg. Returns false if the move ends with it. */
static bool go(mover *m, wmi_point d, double length)
{
    bool whole = true;
    wmi_point q = {m->at.x + d.x * length, m->at.y + d.y * length}, from = m->at;
    if (!find_walls(m, q, m->keep + m->skin))
        return false;
    for (size_t i = 0; i < m->s->wall_count; i++) {
        const wmi_wall *wall = &m->s->walls[i];
        if (!too_near(m, wall, d.x * length, d.y * length))
            continue;
        double hit = wmi_wall_hit(wall, m->near, from, d);
        if (hit < length) {
            length = hit;
            m->touched = wall->edge;
            whole = false;
        }
    }
    if (whole && wmi_distance(q, m->to) <= 1e-12 * (fabs(q.x) + fabs(q.y)))
        q = m->to;
    else
        q = (wmi_point){from.x + d.x * length, from.y + d.y * length};
    wmi_point p = from;
    uint32_t face = m->face, wall = wmi_line_walk(&m->floor, &face, &p, q);
    if (wall != WM_NO_INDEX) { /* unexpected: stop a little short and check again */
        double gone = wmi_min(wmi_max(wmi_distance(from, p) - m->skin, 0), length);
        q = (wmi_point){from.x + d.x * gone, from.y + d.y * gone};
        m->touched = wmi_wall_of(&m->floor, wall).edge;
        face = m->face;
        p = from;
        if (m->extras == EXTRAS || wmi_line_walk(&m->floor, &face, &p, q) != WM_NO_INDEX)
            return false;
        m->extra[m->extras++] = wmi_wall_of(&m->floor, wall);
    }
    m->face = face;
    m->at = p;
    m->left -= wmi_distance(from, p);
    return true;
}

static void move(mover *m, bool stop)
{
    if (!step_back(m))
        return;
    m->left = wmi_distance(m->at, m->to);
    for (int leg = 0; leg < LEGS; leg++) {
        wmi_point d = {0, 0};
        double length = 0;
        uint32_t blocked;
        double far = wmi_distance(m->at, m->to);
        if (far <= 0 || m->left <= m->skin * 1e-3)
            return;
        if (!find_walls(m, m->at, m->keep + m->skin))
            return;
        bool leads_on = choose(m, &d, &length, &blocked);
        if (blocked != WM_NO_INDEX)
            m->touched = blocked;
        if (!leads_on || (stop && m->touched != WM_NO_INDEX))
            return;
        if (!go(m, d, wmi_min(length, m->left)))
            return;
    }
}

/* The point of the face nearest to p, in plan view. */
static wmi_point into_face(const wmi_walk_face *f, wmi_point p)
{
    wmi_point best = p;
    double least = INFINITY;
    bool inside = true;
    for (uint32_t k = 0; k < 3; k++) {
        wmi_point l = wmi_corner(f, wmi_walk_left(f, k)), r = wmi_corner(f, wmi_walk_right(f, k));
        wmi_point n = wmi_between(l, r, wmi_nearest_share(l, r, p));
        inside = inside && wmi_turn(r, l, p) >= 0;
        if (wmi_distance(n, p) < least) {
            least = wmi_distance(n, p);
            best = n;
        }
    }
    return inside ? p : best;
}

static void finish(const mover *m, double asked, wm_vec3 to, wm_slide *out)
{
    const wmi_walkmesh *mesh = m->floor.mesh;
    uint32_t face = m->floor.mesh->walk.faces[m->face].face;
    wm_vec3 p = wmi_face_settle(mesh, face, m->at.x, m->at.y);
    out->arrived = m->at.x == m->to.x && m->at.y == m->to.y;
    if (out->arrived && wmi_face_holds(mesh, face, to))
        p = to;
    p.z = (float)wmi_face_height(mesh, face, (double)p.x, (double)p.y);
    out->place = (wm_place){face, p};
    out->length = wmi_max(wmi_min(asked - m->left, asked), 0);
    out->touched = m->touched;
}

wm_status wm_query_slide(wm_query *query, uint32_t from_face, wm_vec3 from, wm_vec3 to,
                         const wm_slide_opts *opts, wm_slide *out, wm_error *error)
{
    *out = (wm_slide){.place = {.face = WM_NO_INDEX}, .touched = WM_NO_INDEX};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wmi_walkmesh *mesh = query->mesh;
    const wm_walkmesh *pub = &mesh->pub;
    float radius = opts ? opts->radius : 0;
    if (from_face >= pub->face_count || !pub->walkable[from_face] || !mesh->facing[from_face] ||
        !isfinite(from.x) || !isfinite(from.y) || !isfinite(to.x) || !isfinite(to.y) ||
        !isfinite(radius) || radius < 0)
        return WM_OK;
    mover m = {.floor = {mesh, opts ? opts->filter : NULL},
               .s = &query->slide,
               .allocator = &query->allocator,
               .face = mesh->walk.number[from_face],
               .to = wmi_plan_of(to),
               .radius = (double)radius,
               .touched = WM_NO_INDEX,
               .work = WORK + 4 * (uint64_t)mesh->walk.count};
    uint64_t work = m.work;
    if (m.floor.filter && !wmi_face_passes(mesh, from_face, m.floor.filter))
        return WM_OK;
    float scale = wmi_maxf(wmi_maxf(fabsf(pub->min.x), fabsf(pub->max.x)),
                           wmi_maxf(fabsf(pub->min.y), fabsf(pub->max.y)));
    m.skin = 0x1p-21 * (double)scale;
    m.keep = m.radius + m.skin;
    m.at = into_face(&mesh->walk.faces[m.face], wmi_plan_of(from));
    double asked = wmi_distance(m.at, m.to);
    m.left = asked;
    move(&m, opts && opts->stop);
    query->visited += work - m.work + 1;
    if (m.out_of_memory)
        return wmi_fail(error, WM_NO_MEMORY, "slide", "out of memory");
    finish(&m, asked, to, out);
    return WM_OK;
}

uint64_t wmi_query_visited(const wm_query *query)
{
    return query->visited;
}
