/* Shortest paths through the index. The lists of the two faces hold every corner that
 * some point of them sees, so the best pair by labels is a lower bound; when both of its
 * ends are seen, it is the answer, and when not, that entry is struck out and the next
 * best taken. */
#include "nav/index.h"
#include "nav/straight.h"

static bool prepare(wmi_index_scratch *s, const wm_allocator *allocator, uint32_t corners,
                    size_t entries)
{
    void *sum = s->sum, *entry = s->entry, *stamp = s->stamp, *blocked = s->blocked;
    if (corners < entries)
        corners = (uint32_t)entries; /* a table is asked entry by entry */
    size_t a = s->capacity, b = s->capacity, c = s->capacity, had = s->capacity;
    bool good = wmi_grow(allocator, &sum, &a, corners, sizeof *s->sum);
    s->sum = sum;
    good = good && wmi_grow(allocator, &entry, &b, corners, sizeof *s->entry);
    s->entry = entry;
    good = good && wmi_grow(allocator, &stamp, &c, corners, sizeof *s->stamp);
    s->stamp = stamp;
    if (!good) {
        /* Keep one capacity for all three: give back what grew alone. */
        wmi_release(allocator, s->sum, a, sizeof *s->sum);
        wmi_release(allocator, s->entry, b, sizeof *s->entry);
        wmi_release(allocator, s->stamp, c, sizeof *s->stamp);
        s->sum = NULL;
        s->entry = s->stamp = NULL;
        s->capacity = 0;
        return false;
    }
    if (c > had)
        memset(s->stamp + had, 0, (c - had) * sizeof *s->stamp);
    s->capacity = c;
    good = wmi_grow(allocator, &blocked, &s->blocked_capacity, entries, 1);
    s->blocked = blocked;
    if (good && entries)
        memset(s->blocked, 0, entries);
    return good;
}

static wmi_point place_of(const wm_path_index *x, const wmi_index_entry *e)
{
    return e->image == WM_NO_INDEX ? x->corners[e->corner].at : x->images[e->image];
}

/* Mirror images turn left and right round: no verdict on them. */
static bool may_bend(const wm_path_index *x, const wmi_index_entry *e, wmi_point p)
{
    return e->image != WM_NO_INDEX || wmi_index_touches(&x->corners[e->corner], p);
}

typedef struct pair {
    double length;
    uint32_t from, to; /* entries */
    uint32_t hub;
} pair;

/* ---- with labels ------------------------------------------------------- */

/* Ways from the start to all hubs. */
static void spread(const wm_path_index *x, wmi_index_scratch *s, uint32_t face, wmi_point p)
{
    uint32_t first = x->entry_first[face], end = x->entry_first[face + 1];
    if (++s->now == 0) {
        memset(s->stamp, 0, s->capacity * sizeof *s->stamp);
        s->now = 1;
    }
    for (uint32_t i = first; i < end; i++) {
        const wmi_index_entry *e = &x->entries[i];
        if (s->blocked[i - first] || !may_bend(x, e, p))
            continue;
        double d = wmi_distance(p, place_of(x, e));
        for (uint32_t l = x->label_first[e->corner]; l < x->label_first[e->corner + 1]; l++) {
            uint32_t hub = x->labels[l].hub;
            double sum = d + x->labels[l].distance;
            if (s->stamp[hub] == s->now && s->sum[hub] <= sum)
                continue;
            s->stamp[hub] = s->now;
            s->sum[hub] = sum;
            s->entry[hub] = i;
        }
    }
}

static pair meet(const wm_path_index *x, const wmi_index_scratch *s, uint32_t face, wmi_point p,
                 const uint8_t *blocked)
{
    pair best = {INFINITY, 0, 0, 0};
    uint32_t first = x->entry_first[face], end = x->entry_first[face + 1];
    for (uint32_t i = first; i < end; i++) {
        const wmi_index_entry *e = &x->entries[i];
        if (blocked[i - first] || !may_bend(x, e, p))
            continue;
        double d = wmi_distance(p, place_of(x, e));
        if (d >= best.length)
            continue;
        for (uint32_t l = x->label_first[e->corner]; l < x->label_first[e->corner + 1]; l++) {
            uint32_t hub = x->labels[l].hub;
            if (s->stamp[hub] != s->now)
                continue;
            double sum = d + x->labels[l].distance + s->sum[hub];
            if (sum < best.length)
                best = (pair){sum, s->entry[hub], i, hub};
        }
    }
    return best;
}

/* ---- with a table ------------------------------------------------------ */

/* The entries of the start that count, with their distances. Returns how many. */
static uint32_t gather(const wm_path_index *x, wmi_index_scratch *s, uint32_t face, wmi_point p)
{
    uint32_t first = x->entry_first[face], end = x->entry_first[face + 1], n = 0;
    for (uint32_t i = first; i < end; i++) {
        const wmi_index_entry *e = &x->entries[i];
        if (s->blocked[i - first] || !may_bend(x, e, p))
            continue;
        s->entry[n] = i;
        s->sum[n++] = wmi_distance(p, place_of(x, e));
    }
    return n;
}

static pair meet_table(const wm_path_index *x, const wmi_index_scratch *s, uint32_t count,
                       uint32_t face, wmi_point p, const uint8_t *blocked)
{
    pair best = {INFINITY, 0, 0, 0};
    uint32_t first = x->entry_first[face], end = x->entry_first[face + 1];
    for (uint32_t i = first; i < end; i++) {
        const wmi_index_entry *e = &x->entries[i];
        if (blocked[i - first] || !may_bend(x, e, p))
            continue;
        double d = wmi_distance(p, place_of(x, e));
        const double *row = x->table + (size_t)e->corner * x->corner_count;
        for (uint32_t k = 0; k < count; k++) {
            double sum = d + s->sum[k] + row[x->entries[s->entry[k]].corner];
            if (sum < best.length)
                best = (pair){sum, s->entry[k], i, 0};
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

static wm_status trace_table(const wm_path_index *x, wmi_index_scratch *s,
                             const wm_allocator *allocator, const pair *best, wm_error *error)
{
    uint32_t c = x->entries[best->from].corner, end = x->entries[best->to].corner;
    for (uint32_t steps = 0; steps <= x->corner_count; steps++) {
        if (!put(s, allocator, c))
            return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
        if (c == end)
            break;
        c = x->table_next[(size_t)c * x->corner_count + end];
    }
    return WM_OK;
}

/* From both ends to the hub, the second half turned round. */
static wm_status trace(const wm_path_index *x, wmi_index_scratch *s, const wm_allocator *allocator,
                       const pair *best, wm_error *error)
{
    uint32_t ends[2] = {x->entries[best->from].corner, x->entries[best->to].corner}, half = 0;
    s->way_count = 0;
    if (x->table)
        return trace_table(x, s, allocator, best, error);
    for (int side = 0; side < 2; side++) {
        uint32_t c = ends[side];
        for (uint32_t steps = 0; c != WM_NO_INDEX && steps <= x->corner_count; steps++) {
            const wmi_index_label *l = find_label(x, c, best->hub);
            if (!l || (side == 1 && l->next == WM_NO_INDEX))
                break; /* the hub itself stands at the end of the first half */
            if (!put(s, allocator, c))
                return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
            c = l->next;
        }
        half = side == 0 ? s->way_count : half;
    }
    for (uint32_t i = half, k = s->way_count; i + 1 < k; i++) {
        uint32_t swap = s->way[i];
        s->way[i] = s->way[--k];
        s->way[k] = swap;
    }
    return WM_OK;
}

wm_status wmi_index_find(const wm_path_index *x, const wmi_walk *walk, wmi_index_scratch *s,
                         const wm_allocator *allocator, uint32_t start_face, wmi_point start,
                         uint32_t goal_face, wmi_point goal, double *length, wm_error *error)
{
    uint32_t from_first = x->entry_first[start_face], to_first = x->entry_first[goal_face];
    uint32_t from_count = x->entry_first[start_face + 1] - from_first;
    uint32_t to_count = x->entry_first[goal_face + 1] - to_first;
    s->way_count = 0;
    if (wmi_walk_straight(walk, start_face, start, goal, goal_face, NULL, 0)) {
        *length = wmi_distance(start, goal);
        return WM_OK;
    }
    if (!prepare(s, allocator, x->corner_count, (size_t)from_count + to_count))
        return wmi_fail(error, WM_NO_MEMORY, "path", "out of memory");
    bool again = true;
    uint32_t count = 0;
    for (;;) {
        if (again && x->table)
            count = gather(x, s, start_face, start);
        else if (again)
            spread(x, s, start_face, start);
        const uint8_t *blocked = s->blocked + from_count;
        pair best = x->table ? meet_table(x, s, count, goal_face, goal, blocked)
                             : meet(x, s, goal_face, goal, blocked);
        *length = best.length < INFINITY ? best.length : -1;
        if (!(best.length < INFINITY))
            return WM_OK;
        const wmi_index_entry *a = &x->entries[best.from], *b = &x->entries[best.to];
        again = !wmi_walk_straight(walk, start_face, start, place_of(x, a), WM_NO_INDEX, x->corner_of,
                                   a->corner);
        bool seen = wmi_walk_straight(walk, goal_face, goal, place_of(x, b), WM_NO_INDEX, x->corner_of,
                                      b->corner);
        if (!again && seen)
            return trace(x, s, allocator, &best, error);
        if (again)
            s->blocked[best.from - from_first] = 1;
        if (!seen)
            s->blocked[from_count + best.to - to_first] = 1;
    }
}
