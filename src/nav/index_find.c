/* Shortest paths through the index. The lists of the two faces hold every corner that
 * some point of them sees, so the best pair of corners is a lower bound; when both are
 * seen, it is the answer, and when not, that corner is struck out and the next best pair
 * taken. */
#include "nav/index.h"
#include "nav/straight.h"

void wmi_index_scratch_release(wmi_index_scratch *s, const wm_allocator *allocator)
{
    for (int side = 0; side < 2; side++)
        wmi_release(allocator, s->near[side], s->near_capacity[side], sizeof *s->near[side]);
    wmi_release(allocator, s->sum, s->capacity, sizeof *s->sum);
    wmi_release(allocator, s->candidate, s->capacity, sizeof *s->candidate);
    wmi_release(allocator, s->stamp, s->capacity, sizeof *s->stamp);
    wmi_release(allocator, s->way, s->way_capacity, sizeof *s->way);
}

/* One end of the path. */
typedef struct end {
    uint32_t face;
    wmi_point at;
} end;

typedef struct pair {
    double length;
    uint32_t from, to; /* candidates */
    uint32_t hub;
} pair;

static wmi_point place_of(const wm_path_index *x, const wmi_index_entry *e)
{
    return wmi_index_is_image(e->image) ? x->images[e->image] : x->corners[e->corner].at;
}

/* Mirror images turn left and right round: no verdict on them. */
static bool may_bend(const wm_path_index *x, const wmi_index_entry *e, wmi_point p)
{
    return wmi_index_is_image(e->image) || wmi_index_touches(&x->corners[e->corner], p);
}

/* The corners that one end may see. Those of the goal get bounds, and the one with the
 * best prospects comes first: it lets the bounds of most others rule them out. */
static bool gather(const wm_path_index *x, wmi_index_scratch *s, const wm_allocator *allocator,
                   int side, const end *here, const end *there)
{
    uint32_t first = x->entry_first[here->face], last = x->entry_first[here->face + 1], n = 0, best = 0;
    void *list = s->near[side];
    if (!wmi_grow(allocator, &list, &s->near_capacity[side], last - first, sizeof *s->near[side]))
        return false;
    wmi_index_candidate *near = s->near[side] = list;
    for (uint32_t i = first; i < last; i++) {
        const wmi_index_entry *e = &x->entries[i];
        if (!may_bend(x, e, here->at))
            continue;
        double d = wmi_distance(here->at, place_of(x, e));
        near[n] = (wmi_index_candidate){d, d, -1, i, e->corner, false};
        if (side == 1) {
            near[n].bound += wmi_distance(x->corners[e->corner].at, there->at);
            best = near[n].bound < near[best].bound ? n : best;
        }
        n++;
    }
    if (best) {
        wmi_index_candidate swap = near[0];
        near[0] = near[best];
        near[best] = swap;
    }
    s->near_count[side] = n;
    return true;
}

/* ---- with a table ------------------------------------------------------ */

/* The shortest way from the start over any of its candidates to a corner. */
static double reach(const wm_path_index *x, const wmi_index_scratch *s, uint32_t corner)
{
    const double *row = x->table + (size_t)corner * x->corner_count;
    const wmi_index_candidate *from = s->near[0];
    uint32_t n = s->near_count[0], k = 0;
    double best[2] = {INFINITY, INFINITY}; /* two chains of comparisons run side by side */
    for (; k + 1 < n; k += 2) {
        double one = from[k].distance + row[from[k].corner];
        double two = from[k + 1].distance + row[from[k + 1].corner];
        best[0] = one < best[0] ? one : best[0];
        best[1] = two < best[1] ? two : best[1];
    }
    if (k < n && from[k].distance + row[from[k].corner] < best[0])
        best[0] = from[k].distance + row[from[k].corner];
    return best[0] < best[1] ? best[0] : best[1];
}

/* Struck candidates of the start are infinitely far. `fresh` says that one was struck, so
 * that what was known of the goal's candidates is so no longer. */
static pair best_by_table(const wm_path_index *x, wmi_index_scratch *s, bool fresh)
{
    pair best = {INFINITY, 0, 0, 0};
    for (uint32_t i = 0; i < s->near_count[1]; i++) {
        wmi_index_candidate *to = &s->near[1][i];
        if (to->struck || to->bound >= best.length)
            continue;
        if (fresh || to->reach < 0)
            to->reach = reach(x, s, to->corner);
        if (to->distance + to->reach < best.length)
            best = (pair){to->distance + to->reach, 0, i, 0};
    }
    if (!(best.length < INFINITY))
        return best;
    const wmi_index_candidate *to = &s->near[1][best.to];
    const double *row = x->table + (size_t)to->corner * x->corner_count;
    while (s->near[0][best.from].distance + row[s->near[0][best.from].corner] != to->reach)
        best.from++; /* the sum that gave the minimum, to the bit */
    return best;
}

/* ---- with labels ------------------------------------------------------- */

static bool prepare(wmi_index_scratch *s, const wm_allocator *allocator, uint32_t corners)
{
    if (corners <= s->capacity)
        return true;
    double *sum = allocator->resize(allocator->user, NULL, 0, corners * sizeof *sum);
    uint32_t *candidate = allocator->resize(allocator->user, NULL, 0, corners * sizeof *candidate);
    uint32_t *stamp = allocator->resize(allocator->user, NULL, 0, corners * sizeof *stamp);
    if (!sum || !candidate || !stamp) {
        wmi_release(allocator, sum, corners, sizeof *sum);
        wmi_release(allocator, candidate, corners, sizeof *candidate);
        wmi_release(allocator, stamp, corners, sizeof *stamp);
        return false;
    }
    wmi_release(allocator, s->sum, s->capacity, sizeof *s->sum);
    wmi_release(allocator, s->candidate, s->capacity, sizeof *s->candidate);
    wmi_release(allocator, s->stamp, s->capacity, sizeof *s->stamp);
    memset(stamp, 0, corners * sizeof *stamp);
    s->sum = sum;
    s->candidate = candidate;
    s->stamp = stamp;
    s->capacity = corners;
    s->now = 0;
    return true;
}

/* Ways from the start to all hubs. */
static void spread(const wm_path_index *x, wmi_index_scratch *s)
{
    if (++s->now == 0) {
        memset(s->stamp, 0, s->capacity * sizeof *s->stamp);
        s->now = 1;
    }
    for (uint32_t i = 0; i < s->near_count[0]; i++) {
        const wmi_index_candidate *from = &s->near[0][i];
        uint32_t last = x->label_first[from->corner + 1];
        for (uint32_t l = from->struck ? last : x->label_first[from->corner]; l < last; l++) {
            uint32_t hub = x->labels[l].hub;
            double sum = from->distance + x->labels[l].distance;
            if (s->stamp[hub] == s->now && s->sum[hub] <= sum)
                continue;
            s->stamp[hub] = s->now;
            s->sum[hub] = sum;
            s->candidate[hub] = i;
        }
    }
}

static pair best_by_labels(const wm_path_index *x, const wmi_index_scratch *s)
{
    pair best = {INFINITY, 0, 0, 0};
    for (uint32_t i = 0; i < s->near_count[1]; i++) {
        const wmi_index_candidate *to = &s->near[1][i];
        uint32_t last = x->label_first[to->corner + 1];
        if (to->struck || to->bound >= best.length)
            continue;
        for (uint32_t l = x->label_first[to->corner]; l < last; l++) {
            uint32_t hub = x->labels[l].hub;
            if (s->stamp[hub] != s->now)
                continue;
            double sum = to->distance + x->labels[l].distance + s->sum[hub];
            if (sum < best.length)
                best = (pair){sum, s->candidate[hub], i, hub};
        }
    }
    return best;
}

/* ---- the way itself ---------------------------------------------------- */

static const wmi_index_label *find_label(const wm_path_index *x, uint32_t corner, uint32_t hub)
{
    uint32_t low = x->label_first[corner], high = x->label_first[corner + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (x->labels[middle].hub < hub)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->label_first[corner + 1] && x->labels[low].hub == hub ? &x->labels[low] : NULL;
}

static bool put(wmi_index_scratch *s, const wm_allocator *allocator, uint32_t corner)
{
    void *way = s->way;
    if (!wmi_grow(allocator, &way, &s->way_capacity, (size_t)s->way_count + 1, sizeof *s->way))
        return false;
    s->way = way;
    s->way[s->way_count++] = corner;
    return true;
}

static bool trace_table(const wm_path_index *x, wmi_index_scratch *s,
                        const wm_allocator *allocator, uint32_t from, uint32_t to)
{
    for (uint32_t steps = 0; steps <= x->corner_count; steps++) {
        if (!put(s, allocator, from))
            return false;
        if (from == to)
            break;
        from = x->table_next[(size_t)from * x->corner_count + to];
    }
    return true;
}

/* From both ends to the hub, the second half turned round. */
static bool trace_labels(const wm_path_index *x, wmi_index_scratch *s,
                         const wm_allocator *allocator, uint32_t from, uint32_t to, uint32_t hub)
{
    uint32_t ends[2] = {from, to}, half = 0;
    for (int side = 0; side < 2; side++) {
        uint32_t c = ends[side];
        for (uint32_t steps = 0; c != WM_NO_INDEX && steps <= x->corner_count; steps++) {
            const wmi_index_label *l = find_label(x, c, hub);
            if (!l || (side == 1 && l->next == WM_NO_INDEX))
                break; /* the hub itself stands at the end of the first half */
            if (!put(s, allocator, c))
                return false;
            c = l->next;
        }
        half = side == 0 ? s->way_count : half;
    }
    for (uint32_t i = half, k = s->way_count; i + 1 < k; i++) {
        uint32_t swap = s->way[i];
        s->way[i] = s->way[--k];
        s->way[k] = swap;
    }
    return true;
}

/* ---- all together ------------------------------------------------------ */

static bool sees(const wm_path_index *x, const wmi_walk *walk, const end *from,
                 const wmi_index_candidate *c)
{
    const wmi_index_entry *e = &x->entries[c->entry];
    return e->image == WMI_INDEX_SURELY ||
           wmi_walk_straight(walk, from->face, from->at, place_of(x, e), WM_NO_INDEX, x->corner_of,
                             c->corner);
}

wm_status wmi_index_find(const wm_path_index *x, const wmi_walk *walk, wmi_index_scratch *s,
                         const wm_allocator *allocator, uint32_t start_face, wmi_point start,
                         uint32_t goal_face, wmi_point goal, double *length, wm_error *error)
{
    end from = {start_face, start}, to = {goal_face, goal};
    s->way_count = 0;
    if (wmi_walk_straight(walk, start_face, start, goal, goal_face, NULL, 0)) {
        *length = wmi_distance(start, goal);
        return WM_OK;
    }
    if (!gather(x, s, allocator, 0, &from, &to) || !gather(x, s, allocator, 1, &to, &from) ||
        (!x->table && !prepare(s, allocator, x->corner_count)))
        return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
    bool seen[2] = {false, false};
    for (;;) {
        if (!x->table && !seen[0])
            spread(x, s);
        pair best = x->table ? best_by_table(x, s, !seen[0]) : best_by_labels(x, s);
        *length = best.length < INFINITY ? best.length : -1;
        if (!(best.length < INFINITY))
            return WM_OK;
        wmi_index_candidate *a = &s->near[0][best.from], *b = &s->near[1][best.to];
        seen[0] = sees(x, walk, &from, a);
        seen[1] = sees(x, walk, &to, b);
        if (!seen[0])
            *a = (wmi_index_candidate){INFINITY, INFINITY, -1, a->entry, a->corner, true};
        b->struck = !seen[1];
        if (!seen[0] || !seen[1])
            continue;
        bool good = x->table ? trace_table(x, s, allocator, a->corner, b->corner)
                             : trace_labels(x, s, allocator, a->corner, b->corner, best.hub);
        return good ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
    }
}
