/* Shortest paths through the index. The lists of the two faces hold the corners that their
 * points see, and the cone of each. So the answer is the best pair of corners, one seen
 * from each end, unless the ends see each other. */
#include "base/search.h"
#include "nav/index.h"
#include "nav/straight.h"

void wmi_index_scratch_release(wmi_index_scratch *s, const wm_allocator *allocator)
{
    for (int side = 0; side < 2; side++)
        wmi_release(allocator, s->near[side], s->near_capacity[side], sizeof *s->near[side]);
    wmi_release(allocator, s->sum, s->capacity, sizeof *s->sum);
    wmi_release(allocator, s->candidate, s->capacity, sizeof *s->candidate);
    wmi_release(allocator, s->stamp, s->capacity, sizeof *s->stamp);
    wmi_release(allocator, s->glances, s->glance_capacity, sizeof *s->glances);
    wmi_release(allocator, s->way, s->way_capacity, sizeof *s->way);
}

typedef struct pair {
    double length;
    uint32_t from, to; /* candidates */
    uint32_t hub;
} pair;

/* Collects the corners that one end sees. Those of the goal get bounds, and the most
 * promising one comes first, so that most others are ruled out by their bounds. */
static bool gather(const wm_path_index *x, wmi_index_scratch *s, const wm_allocator *allocator,
                   int side, wmi_index_end here, wmi_point there)
{
    uint32_t first = x->entry_first[here.face], last = x->entry_first[here.face + 1], n = 0,
             best = 0;
    void *list = s->near[side];
    const wmi_point *points = x->points;
    if (!wmi_grow(allocator, &list, &s->near_capacity[side], last - first, sizeof *s->near[side]))
        return false;
    wmi_index_candidate *near = s->near[side] = list;
    for (uint32_t i = first; i < last; i++) {
        const wmi_index_entry *e = &x->entries[i];
        wmi_point place = points[e->place];
        if (e->left != WM_NO_INDEX &&
            !wmi_index_in_cone(place, points[e->left], points[e->right], here.at))
            continue;
        double d = wmi_distance(here.at, place);
        near[n] = (wmi_index_candidate){d, d, i, e->corner};
        if (side == 1) {
            near[n].bound += wmi_distance(x->corners[e->corner].at, there);
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

/* The shortest distance from the start to a corner through any of the start's
 * candidates. */
static double reach(const wm_path_index *x, const wmi_index_scratch *s, uint32_t corner)
{
    const double *row = x->table + (size_t)corner * x->corner_count;
    const wmi_index_candidate *from = s->near[0];
    uint32_t n = s->near_count[0], k = 0;
    double best[2] = {INFINITY, INFINITY}; /* two independent chains of comparisons */
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

static pair best_by_table(const wm_path_index *x, const wmi_index_scratch *s)
{
    pair best = {INFINITY, 0, 0, 0};
    double reached = INFINITY;
    for (uint32_t i = 0; i < s->near_count[1]; i++) {
        const wmi_index_candidate *to = &s->near[1][i];
        if (to->bound >= best.length)
            continue;
        double way = reach(x, s, to->corner);
        if (to->distance + way < best.length) {
            best = (pair){to->distance + way, 0, i, 0};
            reached = way;
        }
    }
    if (!(best.length < INFINITY))
        return best;
    const double *row = x->table + (size_t)s->near[1][best.to].corner * x->corner_count;
    while (s->near[0][best.from].distance + row[s->near[0][best.from].corner] != reached)
        best.from++; /* finds the sum that gave the minimum, bit for bit */
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

/* Distances from the start to all hubs. */
static void spread(const wm_path_index *x, wmi_index_scratch *s)
{
    if (++s->now == 0) {
        memset(s->stamp, 0, s->capacity * sizeof *s->stamp);
        s->now = 1;
    }
    for (uint32_t i = 0; i < s->near_count[0]; i++) {
        const wmi_index_candidate *from = &s->near[0][i];
        uint32_t last = x->label_first[from->corner + 1];
        for (uint32_t l = x->label_first[from->corner]; l < last; l++) {
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
        if (to->bound >= best.length)
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
    wmi_search search = {.low = x->label_first[corner], .high = x->label_first[corner + 1]};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, x->labels[search.at].hub < hub);
    uint32_t low = search.low;
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

static bool trace_table(const wm_path_index *x, wmi_index_scratch *s, const wm_allocator *allocator,
                        uint32_t from, uint32_t to)
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

/* From both ends to the hub; the second half is reversed. */
static bool trace_labels(const wm_path_index *x, wmi_index_scratch *s,
                         const wm_allocator *allocator, uint32_t from, uint32_t to, uint32_t hub)
{
    uint32_t ends[2] = {from, to}, half = 0;
    for (int side = 0; side < 2; side++) {
        uint32_t c = ends[side];
        for (uint32_t steps = 0; c != WM_NO_INDEX && steps <= x->corner_count; steps++) {
            const wmi_index_label *l = find_label(x, c, hub);
            if (!l || (side == 1 && l->next == WM_NO_INDEX))
                break; /* the hub itself is at the end of the first half */
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

static wm_status no_memory(wm_error *error)
{
    return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
}

wm_status wmi_index_find(const wm_path_index *x, const wmi_walk *walk, wmi_index_scratch *s,
                         const wm_allocator *allocator, wmi_index_end start, wmi_index_end goal,
                         double *length, wm_error *error)
{
    s->way_count = 0;
    s->through = s->unsure = false;
    *length = wmi_distance(start.at, goal.at);
    if (wmi_walk_straight(walk, start.face, start.at, goal.at, goal.face))
        return WM_OK;
    if (!gather(x, s, allocator, 0, start, goal.at) ||
        !gather(x, s, allocator, 1, goal, start.at) ||
        (!x->table && !prepare(s, allocator, x->corner_count)))
        return no_memory(error);
    if (!x->table)
        spread(x, s);
    pair best = x->table ? best_by_table(x, s) : best_by_labels(x, s);
    *length = best.length;
    if (walk->region_odd[walk->region[start.face]] &&
        !wmi_index_look_through(x, walk, s, allocator, start, goal, length))
        return no_memory(error);
    if (s->through)
        return WM_OK;
    if (!(best.length < INFINITY)) {
        *length = -1;
        return WM_OK;
    }
    const wmi_index_candidate *a = &s->near[0][best.from], *b = &s->near[1][best.to];
    s->first_entry = a->entry;
    s->last_entry = b->entry;
    bool good = x->table ? trace_table(x, s, allocator, a->corner, b->corner)
                         : trace_labels(x, s, allocator, a->corner, b->corner, best.hub);
    return good ? WM_OK : no_memory(error);
}
