/* Follows the game's own tables: through the tile to the exit of the island, across it, and
 * so on to the last island and the goal. docs/formats/nwn2.md, "Path tables". The tables are
 * not trusted: the file may be damaged. */
#include "nwn2/bake/bake.h"

typedef struct walker {
    const wm_nwn2_aswm *a;
    uint32_t *out;
    uint32_t capacity;
    wm_nwn2_route *route;
} walker;

static void step(walker *w, uint32_t triangle)
{
    if (w->route->count < w->capacity)
        w->out[w->route->count] = triangle;
    w->route->count++;
    w->route->last = triangle;
}

static bool stop(walker *w, wm_nwn2_route_end end)
{
    w->route->end = end;
    return false;
}

static uint32_t find_tile(const wm_nwn2_aswm *a, uint32_t triangle)
{
    for (size_t i = 0; i < (size_t)a->grid_height * a->grid_width; i++)
        if (triangle - a->tiles[i].triangles_offset < a->tiles[i].triangles_count)
            return (uint32_t)i;
    return WM_NO_INDEX;
}

static uint32_t node_of(const wm_nwn2_tile *t, uint32_t triangle)
{
    uint32_t local = triangle - t->triangles_offset;
    return local < t->local_count ? t->local_to_node[local] : WM_NWN2_NO_NODE;
}

/* Walks from the last triangle to another triangle of the same tile. */
static bool walk_tile(walker *w, uint32_t goal)
{
    uint32_t tile = find_tile(w->a, w->route->last);
    if (w->route->last == goal)
        return true;
    if (tile == WM_NO_INDEX || tile != find_tile(w->a, goal))
        return stop(w, WM_NWN2_ROUTE_END_BROKEN);
    const wm_nwn2_tile *t = &w->a->tiles[tile];
    uint32_t n = t->node_count, to = node_of(t, goal);
    for (uint32_t steps = 0; w->route->last != goal; steps++) {
        uint32_t from = node_of(t, w->route->last);
        if (from >= n || to >= n || steps >= n)
            return stop(w, WM_NWN2_ROUTE_END_BROKEN);
        uint32_t next = t->table[from * n + to];
        if (next == WM_NWN2_NO_NODE)
            return stop(w, WM_NWN2_ROUTE_END_BROKEN);
        next &= WM_NWN2_TILE_NODES; /* without the sight bit */
        if (next >= n || t->node_to_local[next] >= t->triangles_count)
            return stop(w, WM_NWN2_ROUTE_END_BROKEN);
        step(w, t->triangles_offset + t->node_to_local[next]);
    }
    return true;
}

/* Walks to the exit and across it. */
static bool leave_island(walker *w, uint32_t island, uint32_t next)
{
    const wm_nwn2_aswm *a = w->a;
    const wm_nwn2_island *from = &a->islands[island];
    uint32_t k = 0;
    while (k < from->link_count && from->links[k].island != next)
        k++;
    if (k == from->link_count || from->links[k].exit >= a->triangle_count)
        return stop(w, WM_NWN2_ROUTE_END_BROKEN);
    if (!walk_tile(w, from->links[k].exit))
        return false;
    const uint32_t *to = a->triangles[from->links[k].exit].linked_triangles;
    for (k = 0; k < 3; k++)
        if (to[k] < a->triangle_count && a->triangles[to[k]].island == next) {
            step(w, to[k]);
            return true;
        }
    return stop(w, WM_NWN2_ROUTE_END_BROKEN);
}

static bool walk(walker *w, uint32_t to)
{
    const wm_nwn2_aswm *a = w->a;
    uint32_t goal = a->triangles[to].island;
    for (uint32_t islands = 0;; islands++) {
        uint32_t island = a->triangles[w->route->last].island;
        if (island == goal)
            return walk_tile(w, to);
        if (islands > a->island_count)
            return stop(w, WM_NWN2_ROUTE_END_BROKEN);
        uint32_t next = a->island_table[(size_t)island * a->island_count + goal].next;
        if (next == WM_NWN2_NO_ISLAND)
            return stop(w, WM_NWN2_ROUTE_END_NO_WAY);
        if (next >= a->island_count)
            return stop(w, WM_NWN2_ROUTE_END_BROKEN);
        w->route->islands++;
        if (!leave_island(w, island, next))
            return false;
    }
}

void wm_nwn2_aswm_route(const wm_nwn2_aswm *a, uint32_t from, uint32_t to, uint32_t *triangles,
                        uint32_t capacity, wm_nwn2_route *route)
{
    walker w = {.a = a, .out = triangles, .capacity = capacity, .route = route};
    *route = (wm_nwn2_route){.end = WM_NWN2_ROUTE_END_NOT_WALKABLE, .last = WM_NO_INDEX};
    if (from >= a->triangle_count || to >= a->triangle_count ||
        a->triangles[from].island >= a->island_count || a->triangles[to].island >= a->island_count)
        return;
    step(&w, from);
    if (walk(&w, to))
        route->end = WM_NWN2_ROUTE_END_ARRIVES;
}
