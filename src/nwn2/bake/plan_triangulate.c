/* A triangulation in which the lines of a plan are sides: all spots are inserted one by one into
 * a square around the plan, then sides that cross a line are flipped away. No spots are added, so
 * the ground gets as few triangles as its corners allow. */
#include "base/real.h"
#include "nwn2/bake/plan.h"

/* How far the square reaches beyond the spots. */
enum { MARGIN = 1 << 20 };

static uint32_t after(uint32_t k)
{
    return k == 2 ? 0 : k + 1;
}

static uint32_t before(uint32_t k)
{
    return k ? k - 1 : 2;
}

/* Which corner of a triangle a spot is. */
static uint32_t corner_of(const wmi_plan_triangle *t, uint32_t spot)
{
    return t->spot[0] == spot ? 0 : t->spot[1] == spot ? 1 : 2;
}

/* The side of `to` that leads back to `from`. */
static uint32_t back_side(const wmi_plan *p, uint32_t to, uint32_t from)
{
    const uint32_t *next = p->triangles[to].next;
    return next[0] == from ? 0 : next[1] == from ? 1 : 2;
}

static void relink(wmi_plan *p, uint32_t neighbour, uint32_t from, uint32_t to)
{
    if (neighbour != WM_NO_INDEX)
        p->triangles[neighbour].next[back_side(p, neighbour, from)] = to;
}

static void set(wmi_plan *p, uint32_t t, uint32_t a, uint32_t b, uint32_t c, const uint32_t next[3])
{
    p->triangles[t] = (wmi_plan_triangle){.spot = {a, b, c}, .next = {next[0], next[1], next[2]}};
    p->spots[a].triangle = p->spots[b].triangle = p->spots[c].triangle = t;
}

static wm_status room_for(wmi_plan *p, size_t more)
{
    void *triangles = p->triangles;
    bool good = wmi_grow(&p->allocator, &triangles, &p->triangle_capacity, p->triangle_count + more,
                         sizeof *p->triangles);
    p->triangles = triangles;
    return good ? WM_OK : WM_NO_MEMORY;
}

/* ---- inserting ---- */

static wm_status make_square(wmi_plan *p)
{
    static const int32_t low = -MARGIN, high = WMI_PLAN_SIZE + MARGIN;
    const int32_t corner[4][2] = {{low, low}, {high, low}, {high, high}, {low, high}};
    uint32_t v[4];
    p->triangle_count = 0;
    wm_status status = room_for(p, 2);
    for (int i = 0; i < 4 && status == WM_OK; i++) {
        wmi_plan_spot spot = {.x = corner[i][0], .y = corner[i][1], .vertex = WM_NO_INDEX};
        status = wmi_plan_add_spot(p, spot, &v[i]);
    }
    if (status != WM_OK)
        return status;
    p->triangle_count = 2;
    set(p, 0, v[0], v[1], v[2], (uint32_t[]){WM_NO_INDEX, WM_NO_INDEX, 1});
    set(p, 1, v[0], v[2], v[3], (uint32_t[]){0, WM_NO_INDEX, WM_NO_INDEX});
    return WM_OK;
}

static void split_inside(wmi_plan *p, uint32_t t, uint32_t v)
{
    const wmi_plan_triangle o = p->triangles[t];
    uint32_t t1 = (uint32_t)p->triangle_count++, t2 = (uint32_t)p->triangle_count++;
    relink(p, o.next[1], t, t1);
    relink(p, o.next[2], t, t2);
    set(p, t, o.spot[0], o.spot[1], v, (uint32_t[]){o.next[0], t1, t2});
    set(p, t1, o.spot[1], o.spot[2], v, (uint32_t[]){o.next[1], t2, t});
    set(p, t2, o.spot[2], o.spot[0], v, (uint32_t[]){o.next[2], t, t1});
}

static void split_side(wmi_plan *p, uint32_t t, uint32_t k, uint32_t v)
{
    const wmi_plan_triangle o = p->triangles[t];
    uint32_t u = o.next[k], j = back_side(p, u, t);
    const wmi_plan_triangle q = p->triangles[u];
    uint32_t a = o.spot[k], b = o.spot[after(k)], c = o.spot[before(k)], d = q.spot[before(j)];
    uint32_t t1 = (uint32_t)p->triangle_count++, u1 = (uint32_t)p->triangle_count++;
    relink(p, o.next[after(k)], t, t1);
    relink(p, q.next[after(j)], u, u1);
    set(p, t, a, v, c, (uint32_t[]){u1, t1, o.next[before(k)]});
    set(p, t1, v, b, c, (uint32_t[]){u, o.next[after(k)], t});
    set(p, u, b, v, d, (uint32_t[]){t1, u1, q.next[before(j)]});
    set(p, u1, v, a, d, (uint32_t[]){t, q.next[after(j)], u});
}

/* Sets *side to the side that the spot lies on, or 3. Returns false if it lies outside. */
static bool contains(const wmi_plan *p, uint32_t t, uint32_t v, uint32_t *side)
{
    const uint32_t *s = p->triangles[t].spot;
    *side = 3;
    for (uint32_t k = 0; k < 3; k++) {
        int64_t turn = wmi_plan_turn(p, s[k], s[after(k)], v);
        if (turn < 0)
            return false;
        if (turn == 0)
            *side = k;
    }
    return true;
}

/* Walks towards the spot. A walk may go in circles where triangles are thin; then all are
 * tried. */
static wm_status locate(wmi_plan *p, uint32_t v, uint32_t start, uint32_t *found, uint32_t *side)
{
    uint32_t t = start;
    for (size_t steps = 0; steps < p->triangle_count; steps++) {
        const uint32_t *s = p->triangles[t].spot;
        uint32_t to = t;
        for (uint32_t i = 0; i < 3 && to == t; i++) {
            uint32_t k = (uint32_t)((steps + i) % 3);
            if (wmi_plan_turn(p, s[k], s[after(k)], v) < 0)
                to = p->triangles[t].next[k];
        }
        if (p->work++ >= p->limit)
            return WM_LIMIT;
        if (to == WM_NO_INDEX)
            return WM_BAD_VALUE;
        if (to == t && contains(p, t, v, side)) {
            *found = t;
            return WM_OK;
        }
        t = to;
    }
    for (*found = 0; *found < p->triangle_count; (*found)++) {
        if (p->work++ >= p->limit)
            return WM_LIMIT;
        if (contains(p, *found, v, side))
            return WM_OK;
    }
    return WM_BAD_VALUE; /* not reached: all spots are in the square */
}

static wm_status insert(wmi_plan *p, uint32_t v, uint32_t *at)
{
    uint32_t side;
    wm_status status = room_for(p, 2);
    if (status == WM_OK)
        status = locate(p, v, *at, at, &side);
    if (status != WM_OK)
        return status;
    if (side == 3)
        split_inside(p, *at, v);
    else
        split_side(p, *at, side, v);
    return WM_OK;
}

/* ---- flipping ---- */

/* Replaces the side k of t by the other diagonal of the two triangles. */
static void flip(wmi_plan *p, uint32_t t, uint32_t k)
{
    const wmi_plan_triangle o = p->triangles[t];
    uint32_t u = o.next[k], j = back_side(p, u, t);
    const wmi_plan_triangle q = p->triangles[u];
    uint32_t a = o.spot[k], b = o.spot[after(k)], c = o.spot[before(k)], d = q.spot[before(j)];
    relink(p, q.next[after(j)], u, t);
    relink(p, o.next[after(k)], t, u);
    set(p, t, a, d, c, (uint32_t[]){q.next[after(j)], u, o.next[before(k)]});
    set(p, u, d, b, c, (uint32_t[]){q.next[before(j)], o.next[after(k)], t});
    p->triangles[t].side[0] = q.side[after(j)];
    p->triangles[t].side[2] = o.side[before(k)];
    p->triangles[u].side[0] = q.side[before(j)];
    p->triangles[u].side[1] = o.side[after(k)];
}

/* Whether the two triangles at the side form a convex figure. */
static bool can_flip(const wmi_plan *p, uint32_t t, uint32_t k)
{
    const wmi_plan_triangle *o = &p->triangles[t];
    uint32_t u = o->next[k];
    if (u == WM_NO_INDEX || o->side[k])
        return false;
    uint32_t c = o->spot[before(k)], d = p->triangles[u].spot[before(back_side(p, u, t))];
    return wmi_plan_turn(p, c, d, o->spot[k]) < 0 && wmi_plan_turn(p, c, d, o->spot[after(k)]) > 0;
}

/* Finds the side from one spot to another, by going round the first: to the left, and if that
 * ends at the border of the square, to the right. A spot can have thousands of sides, so each
 * is a step of the work. */
static bool find_side(wmi_plan *p, uint32_t a, uint32_t b, uint32_t *triangle, uint32_t *side)
{
    uint32_t start = p->spots[a].triangle, t = start;
    bool left = true;
    do {
        uint32_t k = corner_of(&p->triangles[t], a);
        p->work++;
        if (p->triangles[t].spot[after(k)] == b) {
            *triangle = t;
            *side = k;
            return true;
        }
        t = p->triangles[t].next[left ? before(k) : k];
        if (left && t == WM_NO_INDEX) {
            left = false;
            t = p->triangles[start].next[corner_of(&p->triangles[start], a)];
        }
    } while (t != start && t != WM_NO_INDEX);
    return false;
}

static void fix(wmi_plan *p, uint32_t t, uint32_t k, bool outline)
{
    uint8_t kind = outline ? WMI_PLAN_LINE | WMI_PLAN_OUTLINE : WMI_PLAN_LINE;
    uint32_t u = p->triangles[t].next[k];
    p->triangles[t].side[k] |= kind;
    if (u != WM_NO_INDEX)
        p->triangles[u].side[back_side(p, u, t)] |= kind;
}

static bool crosses(const wmi_plan *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    int64_t u = wmi_plan_turn(p, a, b, c), v = wmi_plan_turn(p, a, b, d);
    return c != a && c != b && d != a && d != b && ((u < 0 && v > 0) || (u > 0 && v < 0));
}

/* Collects the sides that the line crosses, as pairs of spots in splits[]. */
static wm_status find_crossed(wmi_plan *p, uint32_t a, uint32_t b)
{
    uint32_t start = p->spots[a].triangle, t = start, k;
    p->split_count = 0;
    for (;;) { /* the triangle at a that the line leaves through its far side */
        k = corner_of(&p->triangles[t], a);
        uint32_t c = p->triangles[t].spot[after(k)], d = p->triangles[t].spot[before(k)];
        if (wmi_plan_turn(p, a, b, c) < 0 && wmi_plan_turn(p, a, b, d) > 0)
            break;
        t = p->triangles[t].next[before(k)];
        if (t == start || t == WM_NO_INDEX)
            return WM_BAD_VALUE;
    }
    for (k = after(k);;) {
        void *splits = p->splits;
        const wmi_plan_triangle *o = &p->triangles[t];
        bool good = wmi_grow(&p->allocator, &splits, &p->split_capacity, p->split_count + 1,
                             sizeof *p->splits);
        p->splits = splits;
        if (!good)
            return WM_NO_MEMORY;
        if (p->work++ >= p->limit)
            return WM_LIMIT;
        p->splits[p->split_count++] = (wmi_plan_split){o->spot[k], o->spot[after(k)]};
        uint32_t u = o->next[k];
        if (u == WM_NO_INDEX)
            return WM_BAD_VALUE;
        uint32_t j = back_side(p, u, t), far = p->triangles[u].spot[before(j)];
        if (far == b)
            return WM_OK;
        int64_t turn = wmi_plan_turn(p, a, b, far);
        if (turn == 0)
            return WM_BAD_VALUE; /* lines end at the spots they meet */
        t = u;
        k = turn > 0 ? after(j) : before(j);
    }
}

/* Flips the sides that cross the line until none is left. */
static wm_status flip_away(wmi_plan *p, uint32_t a, uint32_t b)
{
    wm_status status = find_crossed(p, a, b);
    size_t left = p->split_count, first = 0, capacity = p->split_count;
    for (size_t idle = 0; status == WM_OK && left && idle <= left;) {
        wmi_plan_split s = p->splits[first];
        uint32_t t, k;
        if (p->work++ >= p->limit)
            return WM_LIMIT;
        if (!find_side(p, s.line, s.spot, &t, &k) || p->triangles[t].side[k])
            return WM_BAD_VALUE;
        first = (first + 1) % capacity;
        size_t end = (first + left - 1) % capacity; /* free for what comes back */
        if (!can_flip(p, t, k)) {
            p->splits[end] = s;
            idle++;
            continue;
        }
        uint32_t u = p->triangles[t].next[k];
        uint32_t c = p->triangles[t].spot[before(k)];
        uint32_t d = p->triangles[u].spot[before(back_side(p, u, t))];
        flip(p, t, k);
        idle = 0;
        if (crosses(p, a, b, c, d))
            p->splits[end] = (wmi_plan_split){d, c};
        else
            left--;
    }
    return status == WM_OK && left ? WM_BAD_VALUE : status;
}

static wm_status fix_line(wmi_plan *p, wmi_plan_line line)
{
    uint32_t t, k;
    if (!find_side(p, line.from, line.to, &t, &k)) {
        wm_status status = flip_away(p, line.from, line.to);
        if (status != WM_OK)
            return status;
        if (!find_side(p, line.from, line.to, &t, &k))
            return WM_BAD_VALUE;
    }
    fix(p, t, k, line.outline);
    return WM_OK;
}

/* ---- shape ---- */

/* Whether d lies well inside the circle through a, b and c. */
static bool in_circle(const wmi_plan *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const wmi_plan_spot *s = p->spots;
    double ax = (double)s[a].x - (double)s[d].x, ay = (double)s[a].y - (double)s[d].y;
    double bx = (double)s[b].x - (double)s[d].x, by = (double)s[b].y - (double)s[d].y;
    double cx = (double)s[c].x - (double)s[d].x, cy = (double)s[c].y - (double)s[d].y;
    double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    double u = a2 * (bx * cy - by * cx), v = b2 * (ax * cy - ay * cx), w = c2 * (ax * by - ay * bx);
    return u - v + w > 1e-9 * (fabs(u) + fabs(v) + fabs(w));
}

/* Flips sides to the better diagonal: triangles become less thin. A few rounds are enough, as
 * nothing depends on the best shape. */
static void improve(wmi_plan *p)
{
    bool again = true;
    for (int round = 0; round < 8 && again; round++) {
        again = false;
        for (uint32_t t = 0; t < p->triangle_count; t++)
            for (uint32_t k = 0; k < 3; k++) {
                const wmi_plan_triangle *o = &p->triangles[t];
                uint32_t u = o->next[k];
                if (u == WM_NO_INDEX || u < t || o->side[k] || !can_flip(p, t, k))
                    continue;
                uint32_t d = p->triangles[u].spot[before(back_side(p, u, t))];
                if (in_circle(p, o->spot[0], o->spot[1], o->spot[2], d)) {
                    flip(p, t, k);
                    again = true;
                }
            }
        p->work += p->triangle_count;
    }
}

wm_status wmi_plan_triangulate(wmi_plan *p)
{
    uint32_t spots = (uint32_t)p->spot_count, at = 0;
    wm_status status = make_square(p);
    for (uint32_t v = 0; v < spots; v++)
        p->spots[v].triangle = WM_NO_INDEX;
    for (size_t i = 0; i < 2 * p->line_count && status == WM_OK; i++) {
        uint32_t v = i % 2 ? p->lines[i / 2].to : p->lines[i / 2].from;
        if (p->spots[v].triangle == WM_NO_INDEX) /* unused and joined ones stay out */
            status = insert(p, v, &at);
    }
    for (size_t i = 0; i < p->line_count && status == WM_OK; i++)
        status = fix_line(p, p->lines[i]);
    if (status == WM_OK)
        improve(p);
    return status;
}

/* ---- regions ---- */

/* Gives all triangles that can be reached from one a region, crossing no side of a kind. */
static wm_status flood(wmi_plan *p, uint32_t start, uint32_t region, uint8_t closed)
{
    void *array = p->order;
    bool good = wmi_grow(&p->allocator, &array, &p->order_capacity, p->triangle_count + 1,
                         sizeof *p->order);
    p->order = array;
    if (!good)
        return WM_NO_MEMORY;
    size_t left = 0;
    p->order[left++] = start;
    p->triangles[start].region = region;
    while (left) {
        const wmi_plan_triangle *t = &p->triangles[p->order[--left]];
        for (int k = 0; k < 3; k++) {
            uint32_t u = t->next[k];
            if (u == WM_NO_INDEX || t->side[k] & closed || p->triangles[u].region != UINT32_MAX - 1)
                continue;
            p->triangles[u].region = region;
            p->order[left++] = u;
        }
    }
    return WM_OK;
}

wm_status wmi_plan_find_regions(wmi_plan *p)
{
    p->region_count = 0;
    for (size_t i = 0; i < p->triangle_count; i++)
        p->triangles[i].region = UINT32_MAX - 1;
    /* The corners of the square are the last four spots, and joined outside the outline. */
    wm_status status =
        flood(p, p->spots[p->spot_count - 1].triangle, WM_NO_INDEX, WMI_PLAN_OUTLINE);
    for (uint32_t i = 0; i < p->triangle_count && status == WM_OK; i++)
        if (p->triangles[i].region == UINT32_MAX - 1)
            status = flood(p, i, p->region_count++, WMI_PLAN_LINE);
    return status;
}
