/* The queue of a path search: nodes in buckets of nearly equal f. */
#include "nav/path.h"

void wmi_path_queue_begin(wmi_path_queue *q, double least)
{
    /* The buckets cover lengths up to three times the straight distance. */
    double width = least * (2.0 / WMI_PATH_BUCKETS);
    q->base = least;
    q->per_width = width > 1e-9 ? 1 / width : 1e9;
    q->at = q->used = 0;
    q->beyond = WM_NO_INDEX;
}

/* Buckets are cleared when first used. */
static void reach(wmi_path_queue *q, uint32_t bucket)
{
    while (q->used <= bucket)
        q->head[q->used++] = WM_NO_INDEX;
}

/* Two heaps become one: the root that comes later becomes a child of the other. */
static uint32_t meld(wmi_path_node *nodes, uint32_t a, uint32_t b)
{
    if (a == WM_NO_INDEX || b == WM_NO_INDEX)
        return a == WM_NO_INDEX ? b : a;
    uint32_t first = nodes[a].f < nodes[b].f ? a : b, later = first == a ? b : a;
    nodes[later].next = nodes[first].child;
    nodes[first].child = later;
    return first;
}

/* The heap without its root: its children are melded in pairs, then the pairs. */
static uint32_t without_root(wmi_path_node *nodes, uint32_t root)
{
    uint32_t list = nodes[root].child, pairs = WM_NO_INDEX, heap = WM_NO_INDEX;
    while (list != WM_NO_INDEX) {
        uint32_t a = list, b = nodes[a].next;
        list = b == WM_NO_INDEX ? b : nodes[b].next;
        uint32_t pair = meld(nodes, a, b);
        nodes[pair].next = pairs;
        pairs = pair;
    }
    while (pairs != WM_NO_INDEX) {
        uint32_t next = nodes[pairs].next;
        heap = meld(nodes, heap, pairs);
        pairs = next;
    }
    return heap;
}

void wmi_path_queue_push(wmi_path_queue *q, wmi_path_node *nodes, uint32_t i)
{
    double place = (nodes[i].f - q->base) * q->per_width;
    if (place >= WMI_PATH_BUCKETS) {
        nodes[i].next = q->beyond;
        q->beyond = i;
        return;
    }
    uint32_t bucket = place > (double)q->at ? (uint32_t)place : q->at;
    reach(q, bucket);
    nodes[i].child = WM_NO_INDEX;
    q->head[bucket] = meld(nodes, i, q->head[bucket]);
}

/* All buckets are empty: sets them up again, twice as wide, for the nodes beyond. */
static void refill(wmi_path_queue *q, wmi_path_node *nodes)
{
    uint32_t list = q->beyond;
    double least = INFINITY;
    for (uint32_t i = list; i != WM_NO_INDEX; i = nodes[i].next)
        least = nodes[i].f < least ? nodes[i].f : least;
    q->base = least;
    q->per_width /= 2;
    q->at = q->used = 0;
    q->beyond = WM_NO_INDEX;
    while (list != WM_NO_INDEX) {
        uint32_t next = nodes[list].next;
        wmi_path_queue_push(q, nodes, list);
        list = next;
    }
}

uint32_t wmi_path_queue_pop(wmi_path_queue *q, wmi_path_node *nodes, double limit)
{
    for (;;) {
        for (; q->at < q->used; q->at++) {
            uint32_t i = q->head[q->at];
            if (i == WM_NO_INDEX)
                continue;
            q->head[q->at] = without_root(nodes, i);
            if (nodes[i].f < limit)
                return i;
            q->at--; /* look at this bucket again: another of its nodes may be better */
        }
        if (q->beyond == WM_NO_INDEX)
            return WM_NO_INDEX;
        refill(q, nodes);
        if (q->base >= limit)
            return WM_NO_INDEX;
    }
}
