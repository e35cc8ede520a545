/* The links between path points. docs/areas.md, "Path points" */
#include "area/pth_make.h"
#include "base/sort.h"
#include "base/union_find.h"

/* Of two floors above each other, which one a straight way ended on. */
static const float same_floor = 0.5f;

bool wmi_pth_connects(wmi_pth_maker *m, const wmi_spot *a, const wmi_spot *b, float radius)
{
    const wm_slide_opts opts = {.radius = radius, .stop = true};
    wm_slide out;
    if (m->status != WM_OK || a->region != b->region)
        return false;
    m->status = wm_query_slide(m->query, a->face, a->at, b->at, &opts, &out, m->error);
    wmi_pth_count(m, 0);
    return m->status == WM_OK && out.arrived && fabsf(out.place.position.z - b->at.z) < same_floor;
}

void wmi_pth_add_link(wmi_pth_maker *m, uint32_t a, uint32_t b)
{
    void *grown = m->links;
    if (m->status != WM_OK)
        return;
    if (!wmi_grow(m->allocator, &grown, &m->link_room, m->link_count + 1, sizeof *m->links)) {
        m->status = wmi_no_memory(m->error);
        return;
    }
    m->links = grown;
    m->links[m->link_count++] =
        (wmi_link){a < b ? a : b, a < b ? b : a, wmi_spot_distance(&m->points[a], &m->points[b])};
}

/* ---- connecting parts ---- */

/* Links all pairs that are near enough and have room between them. */
static void link_near(wmi_pth_maker *m)
{
    for (uint32_t a = 0; a < m->point_count && m->status == WM_OK; a++) {
        wmi_pth_count(m, (m->point_count - a) / 8);
        for (uint32_t b = a + 1; b < m->point_count; b++) {
            const wmi_spot *p = &m->points[a], *q = &m->points[b];
            if (wmi_spot_distance(p, q) > 2 * (double)m->spacing || p->clear < m->clearance ||
                q->clear < m->clearance)
                continue;
            if (wmi_pth_connects(m, p, q, m->clearance))
                wmi_pth_add_link(m, a, b);
        }
    }
}

static int by_length(const void *a, const void *b)
{
    const wmi_link *p = a, *q = b;
    if (p->length != q->length)
        return p->length < q->length ? -1 : 1;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

/* The pairs of a region that are in different parts, the nearest first. */
static wmi_link *pairs_apart(wmi_pth_maker *m, uint32_t *part, size_t *count, size_t *room)
{
    void *list = NULL;
    *count = *room = 0;
    for (uint32_t a = 0; a < m->point_count && m->status == WM_OK; a++)
        for (uint32_t b = a + 1; b < m->point_count && m->status == WM_OK; b++) {
            const wmi_spot *p = &m->points[a], *q = &m->points[b];
            if (p->region != q->region || wmi_union_root(part, a) == wmi_union_root(part, b))
                continue;
            if (!wmi_grow(m->allocator, &list, room, *count + 1, sizeof(wmi_link)))
                m->status = wmi_no_memory(m->error);
            else
                ((wmi_link *)list)[(*count)++] = (wmi_link){a, b, wmi_spot_distance(p, q)};
        }
    if (m->status == WM_OK && *count)
        wmi_sort(list, *count, sizeof(wmi_link), by_length);
    return list;
}

/* A corner that a way bends round, moved away from the wall by so many metres; the corner itself if
 * there is no floor. */
static wmi_spot away_from_corner(wmi_pth_maker *m, const wm_path_point bends[3], uint32_t region,
                                 double metres)
{
    static const wm_query_filter walkable = {.walkable_only = true};
    wm_vec3 a = bends[0].position, b = bends[1].position, c = bends[2].position;
    wmi_spot spot = {.at = b, .face = bends[1].face, .region = region};
    double in[2] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y};
    double out[2] = {(double)c.x - (double)b.x, (double)c.y - (double)b.y};
    double n = sqrt(in[0] * in[0] + in[1] * in[1]), k = sqrt(out[0] * out[0] + out[1] * out[1]);
    double d[2] = {in[0] / n - out[0] / k, in[1] / n - out[1] / k};
    double size = sqrt(d[0] * d[0] + d[1] * d[1]);
    wm_vec3 moved = {(float)((double)b.x + metres * d[0] / size),
                     (float)((double)b.y + metres * d[1] / size), b.z};
    wm_hit hit;
    if (!(n > 0 && k > 0 && size > 0 && metres > 0) ||
        !wm_query_height(m->query, moved, WM_LOCATE_NEAREST, &walkable, &hit) ||
        fabsf(hit.z - b.z) > same_floor || wm_walkmesh_region(m->mesh, hit.face) != region)
        return spot;
    moved.z = hit.z;
    return (wmi_spot){.at = moved, .face = hit.face, .region = region};
}

/* The points of a way, its bends moved away from the walls as far as it stays on the floor. */
static void clear_bends(wmi_pth_maker *m, const wm_path_point *bends, uint32_t count,
                        uint32_t region, wmi_spot *spots)
{
    double metres = (double)m->clearance;
    for (int half = 0; half <= 4 && m->status == WM_OK; half++, metres /= 2) {
        bool clear = true;
        for (uint32_t i = 1; i + 1 < count; i++)
            spots[i] = away_from_corner(m, bends + i - 1, region, half == 4 ? 0 : metres);
        for (uint32_t i = 0; i + 1 < count && clear; i++)
            clear = wmi_pth_connects(m, &spots[i], &spots[i + 1], 0);
        if (clear)
            return;
    }
}

/* Puts points at the bends of the shortest path between two points, and links them. */
static void link_by_path(wmi_pth_maker *m, uint32_t a, uint32_t b)
{
    enum { BENDS = 256 };
    wm_path_point bends[BENDS];
    wmi_spot spots[BENDS];
    wm_path path = {.points = bends, .point_capacity = BENDS};
    wmi_spot from = m->points[a], to = m->points[b];
    if (m->status == WM_OK)
        m->status = wm_query_path_between_faces(m->query, from.face, from.at, to.face, to.at, NULL,
                                                &path, m->error);
    if (m->status != WM_OK || !path.found || path.point_count < 2 || path.point_count > BENDS)
        return; /* no real floor has such a path */
    spots[0] = from;
    spots[path.point_count - 1] = to;
    clear_bends(m, bends, path.point_count, from.region, spots);
    uint32_t last = a;
    for (uint32_t i = 1; i + 1 < path.point_count && m->status == WM_OK; i++) {
        wmi_pth_add_point(m, &spots[i]);
        if (m->status == WM_OK)
            wmi_pth_add_link(m, last, (uint32_t)m->point_count - 1);
        last = (uint32_t)m->point_count - 1;
    }
    wmi_pth_add_link(m, last, b);
}

/* Joins the parts of each region: first where there is less room, then round corners. */
static void join_parts(wmi_pth_maker *m)
{
    size_t points = m->point_count, count, room;
    uint32_t *part = NULL;
    void *memory = NULL;
    size_t part_room = 0;
    if (m->status != WM_OK || !points)
        return;
    if (!wmi_grow(m->allocator, &memory, &part_room, points, sizeof *part)) {
        m->status = wmi_no_memory(m->error);
        return;
    }
    part = memory;
    wmi_union_init(part, (uint32_t)points);
    for (size_t i = 0; i < m->link_count; i++)
        wmi_union_join(part, m->links[i].a, m->links[i].b);
    wmi_link *pairs = pairs_apart(m, part, &count, &room);
    const float radii[] = {m->clearance, m->clearance / 2, 0};
    for (int pass = 0; pass < 4; pass++)
        for (size_t i = 0; i < count && m->status == WM_OK; i++) {
            uint32_t a = pairs[i].a, b = pairs[i].b;
            if (wmi_union_root(part, a) == wmi_union_root(part, b))
                continue;
            if (pass == 3)
                link_by_path(m, a, b);
            else if (wmi_pth_connects(m, &m->points[a], &m->points[b], radii[pass]))
                wmi_pth_add_link(m, a, b);
            else
                continue;
            wmi_union_join(part, a, b);
        }
    wmi_release(m->allocator, pairs, room, sizeof *pairs);
    wmi_release(m->allocator, part, part_room, sizeof *part);
}

/* ---- links that others replace ---- */

/* By point: its links, as indices. */
typedef struct neighbours {
    uint32_t *first, *list;
    bool *gone; /* by link */
} neighbours;

static bool has_link(const wmi_pth_maker *m, const neighbours *n, uint32_t a, uint32_t b,
                     double below)
{
    for (uint32_t i = n->first[a]; i < n->first[a + 1]; i++) {
        const wmi_link *l = &m->links[n->list[i]];
        if (!n->gone[n->list[i]] && (l->a == b || l->b == b) && l->length < below)
            return true;
    }
    return false;
}

/* Is there a point from which both ends are nearer than they are to each other? */
static bool is_replaced(const wmi_pth_maker *m, const neighbours *n, const wmi_link *l)
{
    for (uint32_t i = n->first[l->a]; i < n->first[l->a + 1]; i++) {
        const wmi_link *k = &m->links[n->list[i]];
        uint32_t other = k->a == l->a ? k->b : k->a;
        if (!n->gone[n->list[i]] && k->length < l->length && other != l->b &&
            has_link(m, n, l->b, other, l->length))
            return true;
    }
    return false;
}

/* The longest first: what replaces a link is shorter, and a part stays connected. */
static void remove_replaced(wmi_pth_maker *m)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, m->allocator, 0);
    neighbours n = {.first = wmi_arena_new(&scratch, m->point_count + 2, sizeof *n.first),
                    .list = wmi_arena_new(&scratch, 2 * m->link_count, sizeof *n.list),
                    .gone = wmi_arena_new(&scratch, m->link_count, sizeof *n.gone)};
    if (!n.first || !n.list || !n.gone) {
        m->status = wmi_arena_fail(&scratch, m->error, "");
        wmi_arena_free(&scratch);
        return;
    }
    wmi_sort(m->links, m->link_count, sizeof *m->links, by_length);
    for (size_t i = 0; i < m->link_count; i++) {
        n.first[m->links[i].a + 2]++;
        n.first[m->links[i].b + 2]++;
    }
    for (size_t i = 2; i < m->point_count + 2; i++)
        n.first[i] += n.first[i - 1];
    for (size_t i = 0; i < m->link_count; i++) {
        n.list[n.first[m->links[i].a + 1]++] = (uint32_t)i;
        n.list[n.first[m->links[i].b + 1]++] = (uint32_t)i;
    }
    for (size_t i = m->link_count; i-- > 0;)
        n.gone[i] = is_replaced(m, &n, &m->links[i]);
    size_t kept = 0;
    for (size_t i = 0; i < m->link_count; i++)
        if (!n.gone[i])
            m->links[kept++] = m->links[i];
    m->link_count = kept;
    wmi_arena_free(&scratch);
}

void wmi_pth_link_points(wmi_pth_maker *m)
{
    link_near(m);
    join_parts(m);
    if (m->status == WM_OK && m->link_count)
        remove_replaced(m);
}
