/* Data that a path search keeps for the next one: its arrays, and the part of the mesh that
 * passes a filter. */
#include "nav/path.h"

void wmi_path_init(wmi_path_search *s, const wm_walkmesh *mesh, const wmi_walk *walk,
                   const wm_allocator *allocator)
{
    *s = (wmi_path_search){.mesh = mesh, .walk = walk, .whole = walk, .allocator = allocator};
}

void wmi_path_release(wmi_path_search *s)
{
    if (s->has_part)
        wmi_arena_free(&s->arena);
    wmi_release(s->allocator, s->nodes, s->node_capacity, sizeof *s->nodes);
    wmi_release(s->allocator, s->best, s->best_capacity, sizeof *s->best);
    wmi_release(s->allocator, s->turned, s->turned_capacity, sizeof *s->turned);
    wmi_release(s->allocator, s->bent, s->bent_capacity, sizeof *s->bent);
    wmi_release(s->allocator, s->newest, s->newest_capacity, sizeof *s->newest);
}

static bool same_filter(const wm_query_filter *a, const wm_query_filter *b)
{
    return a->materials == b->materials && a->upward_only == b->upward_only;
}

/* Without some faces, the corners, fans and regions change. So the part that passes is
 * built as a separate walk and kept until another filter is used. */
bool wmi_path_choose(wmi_path_search *s, const wm_query_filter *filter)
{
    s->walk = s->whole;
    if (!filter || (!filter->materials && !filter->upward_only))
        return true;
    if (!s->has_part || !same_filter(&s->filter, filter)) {
        if (s->has_part)
            wmi_arena_free(&s->arena);
        wmi_arena_init(&s->arena, s->allocator, 0);
        s->filter = *filter;
        s->has_part = wmi_walk_build(s->mesh, filter, &s->arena, &s->part);
        if (!s->has_part) {
            wmi_arena_free(&s->arena);
            return false;
        }
    }
    s->walk = &s->part;
    return true;
}

/* Makes room for `count` records and marks new ones as never used. */
static bool make_room(const wmi_path_search *s, wmi_path_best **list, size_t *capacity,
                      size_t count)
{
    void *array = *list;
    size_t had = *capacity;
    if (!wmi_grow(s->allocator, &array, capacity, count, sizeof **list))
        return false;
    *list = array;
    if (*capacity > had)
        memset(*list + had, 0, (*capacity - had) * sizeof **list);
    return true;
}

static bool make_newest(wmi_path_search *s, size_t count)
{
    void *array = s->newest;
    size_t had = s->newest_capacity;
    if (!wmi_grow(s->allocator, &array, &s->newest_capacity, count, sizeof *s->newest))
        return false;
    s->newest = array;
    if (s->newest_capacity > had)
        memset(s->newest + had, 0, (s->newest_capacity - had) * sizeof *s->newest);
    return true;
}

bool wmi_path_begin(wmi_path_search *s)
{
    size_t corners = (size_t)s->walk->count * 3;
    if (!make_room(s, &s->best, &s->best_capacity, corners) || !make_newest(s, corners) ||
        !make_room(s, &s->turned, &s->turned_capacity, 2 * corners) ||
        (s->walk->flat && !make_room(s, &s->bent, &s->bent_capacity, 2 * corners)))
        return false;
    if (++s->stamp == 0) { /* once in four billion searches */
        memset(s->best, 0, s->best_capacity * sizeof *s->best);
        memset(s->newest, 0, s->newest_capacity * sizeof *s->newest);
        memset(s->turned, 0, s->turned_capacity * sizeof *s->turned);
        if (s->bent)
            memset(s->bent, 0, s->bent_capacity * sizeof *s->bent);
        s->stamp = 1;
    }
    s->node_count = s->first_node;
    s->out_of_memory = s->too_much = false;
    wmi_path_queue_begin(&s->queue, wmi_distance(s->start, s->goal));
    return true;
}
