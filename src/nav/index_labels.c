/* Distances between corners. Few corners get a table of all distances. Many get hub labels:
 * for each corner the distances to a few others, chosen so that any two corners share one
 * that lies on a shortest path between them (pruned landmark labelling: Akiba, Iwata,
 * Yoshida, 2013). */
#include "base/sort.h"
#include "base/words.h"
#include "nav/index.h"

typedef struct edge {
    uint32_t to;
    double length;
} edge;

typedef struct open {
    double distance;
    uint32_t corner;
} open;

/* A label while the lists are growing. The lists are linked backwards. */
typedef struct growing {
    wmi_index_label label;
    uint32_t before; /* older label of the same corner, or WM_NO_INDEX */
} growing;

typedef struct labeller {
    wm_path_index *index;
    const wmi_walk *walk;
    const wm_allocator *allocator;
    uint32_t *first; /* links of each corner */
    edge *edges;
    open *heap;
    size_t heap_count, heap_capacity;
    growing *labels;
    size_t label_count, label_capacity;
    uint32_t *newest; /* label of each corner */
    double *distance; /* from the current hub */
    uint32_t *parent;
    uint8_t *done;
    uint32_t *touched; /* corners to clean up */
    uint32_t touched_count;
    double *hub_distance; /* from the current hub to each earlier hub */
    bool out_of_memory, too_much;
    uint64_t limit;
    uint64_t steps; /* labels and links tried */
} labeller;

/* Is there time for another row or hub? If not, its region is left to the search. */
static bool goes_on(labeller *l, uint32_t corner)
{
    wm_path_index *x = l->index;
    if (l->steps > wmi_index_most_tries(x->corner_count))
        x->served[l->walk->region[x->corners[corner].face]] = 0;
    return wmi_index_serves(x, l->walk, corner);
}

static void heap_push(labeller *l, double d, uint32_t c)
{
    void *heap = l->heap;
    if (!wmi_grow(l->allocator, &heap, &l->heap_capacity, l->heap_count + 1, sizeof *l->heap)) {
        l->out_of_memory = true;
        return;
    }
    l->heap = heap;
    size_t at = l->heap_count++;
    for (; at && l->heap[(at - 1) / 2].distance > d; at = (at - 1) / 2)
        l->heap[at] = l->heap[(at - 1) / 2];
    l->heap[at] = (open){d, c};
}

static open heap_pop(labeller *l)
{
    open top = l->heap[0], last = l->heap[--l->heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= l->heap_count)
            break;
        if (child + 1 < l->heap_count && l->heap[child + 1].distance < l->heap[child].distance)
            child++;
        if (l->heap[child].distance >= last.distance)
            break;
        l->heap[at] = l->heap[child];
        at = child;
    }
    l->heap[at] = last;
    return top;
}

/* Do the labels so far already give a path from the current hub that is as short? */
static bool covered(labeller *l, uint32_t corner, double d)
{
    for (uint32_t i = l->newest[corner]; i != WM_NO_INDEX; i = l->labels[i].before, l->steps++)
        if (l->hub_distance[l->labels[i].label.hub] + l->labels[i].label.distance <=
            d * (1 + 1e-13))
            return true;
    return false;
}

static void add_label(labeller *l, uint32_t corner, uint32_t hub, double d, uint32_t next)
{
    void *labels = l->labels;
    l->too_much |= (l->label_count + 1) * sizeof *l->labels > l->limit;
    if (l->too_much || l->label_count >= WM_NO_INDEX - 1 ||
        !wmi_grow(l->allocator, &labels, &l->label_capacity, l->label_count + 1,
                  sizeof *l->labels)) {
        l->out_of_memory = true;
        return;
    }
    l->labels = labels;
    l->labels[l->label_count] = (growing){{d, hub, next}, l->newest[corner]};
    l->newest[corner] = (uint32_t)l->label_count++;
}

static void reach(labeller *l, uint32_t corner, double d, uint32_t parent)
{
    if (d >= l->distance[corner])
        return;
    if (l->distance[corner] == INFINITY)
        l->touched[l->touched_count++] = corner;
    l->distance[corner] = d;
    l->parent[corner] = parent;
    heap_push(l, d, corner);
}

static void clean_up(labeller *l)
{
    for (uint32_t i = 0; i < l->touched_count; i++) {
        l->distance[l->touched[i]] = INFINITY;
        l->done[l->touched[i]] = 0;
    }
}

/* Computes one row of the table. */
static void measure_from(labeller *l, uint32_t start)
{
    wm_path_index *x = l->index;
    size_t n = x->corner_count;
    l->heap_count = l->touched_count = 0;
    reach(l, start, 0, WM_NO_INDEX);
    while (l->heap_count && !l->out_of_memory) {
        open o = heap_pop(l);
        uint32_t c = o.corner;
        if (l->done[c])
            continue;
        l->done[c] = 1;
        x->table[start * n + c] = o.distance;
        x->table_next[c * n + start] = c == start ? 0 : (uint16_t)l->parent[c];
        l->steps += l->first[c + 1] - l->first[c] + 1;
        for (uint32_t e = l->first[c]; e < l->first[c + 1]; e++)
            reach(l, l->edges[e].to, o.distance + l->edges[e].length, c);
    }
    clean_up(l);
}

static bool make_table(labeller *l)
{
    wm_path_index *x = l->index;
    size_t n = x->corner_count;
    x->table = wmi_arena_raw(&x->arena, n * n, sizeof *x->table);
    x->table_next = wmi_arena_new(&x->arena, n * n, sizeof *x->table_next);
    if (!x->table || !x->table_next)
        return false;
    for (size_t i = 0; i < n * n; i++)
        x->table[i] = INFINITY;
    for (uint32_t c = 0; c < n; c++)
        l->distance[c] = INFINITY;
    for (uint32_t c = 0; c < n && !l->out_of_memory; c++)
        if (goes_on(l, c))
            measure_from(l, c);
    return !l->out_of_memory;
}

static void grow_from(labeller *l, uint32_t start, uint32_t hub)
{
    for (uint32_t i = l->newest[start]; i != WM_NO_INDEX; i = l->labels[i].before)
        l->hub_distance[l->labels[i].label.hub] = l->labels[i].label.distance;
    l->heap_count = l->touched_count = 0;
    reach(l, start, 0, WM_NO_INDEX);
    while (l->heap_count && !l->out_of_memory) {
        open o = heap_pop(l);
        uint32_t c = o.corner;
        if (l->done[c])
            continue;
        l->done[c] = 1;
        if (covered(l, c, o.distance))
            continue;
        add_label(l, c, hub, o.distance, l->parent[c]);
        l->steps += l->first[c + 1] - l->first[c] + 1;
        for (uint32_t e = l->first[c]; e < l->first[c + 1]; e++)
            reach(l, l->edges[e].to, o.distance + l->edges[e].length, c);
    }
    clean_up(l);
    for (uint32_t i = l->newest[start]; i != WM_NO_INDEX; i = l->labels[i].before)
        l->hub_distance[l->labels[i].label.hub] = INFINITY;
}

/* Links in both directions, by corner. */
static bool sort_links(labeller *l, const wmi_index_links *links, wmi_arena *scratch)
{
    uint32_t n = l->index->corner_count;
    l->first = wmi_arena_new(scratch, (size_t)n + 2, sizeof *l->first);
    l->edges = wmi_arena_raw(scratch, links->count * 2, sizeof *l->edges);
    if (!l->first || !l->edges)
        return false;
    uint32_t *end = l->first + 1; /* counts, then running ends, one element ahead */
    for (size_t i = 0; i < links->count; i++) {
        end[links->list[i].from + 1]++;
        end[links->list[i].to + 1]++;
    }
    for (uint32_t c = 0; c < n; c++)
        end[c + 1] += end[c];
    for (size_t i = 0; i < links->count; i++) {
        const wmi_index_link *k = &links->list[i];
        l->edges[end[k->from]++] = (edge){k->to, k->length};
        l->edges[end[k->to]++] = (edge){k->from, k->length};
    }
    return true;
}

static bool store(labeller *l)
{
    wm_path_index *x = l->index;
    uint32_t n = x->corner_count;
    x->label_first = wmi_arena_new(&x->arena, (size_t)n + 1, sizeof *x->label_first);
    x->labels = wmi_arena_raw(&x->arena, l->label_count, sizeof *x->labels);
    if (!x->label_first || !x->labels)
        return false;
    uint32_t at = 0;
    for (uint32_t c = 0; c < n; c++) {
        uint32_t count = 0;
        if (!wmi_index_serves(x, l->walk, c))
            l->newest[c] = WM_NO_INDEX;
        for (uint32_t i = l->newest[c]; i != WM_NO_INDEX; i = l->labels[i].before)
            count++;
        x->label_first[c] = at;
        at += count;
        /* Hubs were added in ascending order, so the newest is the highest. */
        for (uint32_t i = l->newest[c], k = at; i != WM_NO_INDEX; i = l->labels[i].before)
            x->labels[--k] = l->labels[i].label;
    }
    x->label_first[n] = at;
    return true;
}

static void run(labeller *l, uint64_t *order)
{
    uint32_t n = l->index->corner_count;
    for (uint32_t c = 0; c < n; c++) {
        l->newest[c] = WM_NO_INDEX;
        l->distance[c] = l->hub_distance[c] = INFINITY;
        order[c] = (uint64_t)(UINT32_MAX - (l->first[c + 1] - l->first[c])) << 32 | c;
    }
    wmi_sort_high(order, order + n, n); /* corners that see the most come first */
    for (uint32_t hub = 0; hub < n && !l->out_of_memory; hub++)
        if (goes_on(l, (uint32_t)order[hub]))
            grow_from(l, (uint32_t)order[hub], hub);
}

wm_status wmi_index_measure_corners(wm_path_index *index, const wmi_walk *walk,
                                    const wmi_index_links *links, uint64_t limit, wm_error *error)
{
    wmi_arena scratch;
    size_t n = index->corner_count;
    labeller l = {
        .index = index, .walk = walk, .allocator = &index->arena.allocator, .limit = limit};
    wmi_arena_init(&scratch, l.allocator, 0);
    uint64_t *order = wmi_arena_raw(&scratch, 2 * n, sizeof *order);
    l.newest = wmi_arena_raw(&scratch, n, sizeof *l.newest);
    l.distance = wmi_arena_raw(&scratch, n, sizeof *l.distance);
    l.hub_distance = wmi_arena_raw(&scratch, n, sizeof *l.hub_distance);
    l.parent = wmi_arena_raw(&scratch, n, sizeof *l.parent);
    l.touched = wmi_arena_raw(&scratch, n, sizeof *l.touched);
    l.done = wmi_arena_new(&scratch, n, 1);
    bool good = order && l.newest && l.distance && l.hub_distance && l.parent && l.touched &&
                l.done && sort_links(&l, links, &scratch);
    if (good && n <= WMI_INDEX_TABLE) {
        good = make_table(&l);
    } else if (good) {
        run(&l, order);
        good = !l.out_of_memory && store(&l);
    }
    wmi_release(l.allocator, l.heap, l.heap_capacity, sizeof *l.heap);
    wmi_release(l.allocator, l.labels, l.label_capacity, sizeof *l.labels);
    wmi_arena_free(&scratch);
    if (l.too_much)
        return wmi_fail(error, WM_LIMIT, "index",
                        "the index needs more memory than the limit of %s bytes",
                        wmi_number(limit).text);
    return good ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "index", "out of memory");
}
