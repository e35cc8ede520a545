/* Checks the tiles of a walkmesh: which triangles they own, and their tables.
 * docs/formats/nwn2.md, "Tiles" and "Path tables". */
#include <stdio.h>

#include "base/words.h"
#include "nwn2/aswm/check.h"

/* ---- ownership ---- */

/* Tiles own consecutive ranges of triangles. A tile that does not start where the previous
 * one ended gets no triangles here, so no triangle is counted twice. */
static void assign_tiles(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t next = 0;
    memset(c->tile, 0xFF, a->triangle_count * sizeof *c->tile);
    for (size_t i = 0; i < c->tile_count; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        if (t->triangles_count == 0)
            continue;
        if (t->triangles_offset != next || t->triangles_count > a->triangle_count - next) {
            wmi_report(c->report, WM_NWN2_TILE_RANGE, wmi_aswm_at_tile(c, i, "triangles_offset"),
                       "tile %zu,%zu has %s from %lu on, but the tiles before it end at %lu of %lu",
                       i % a->grid_width, i / a->grid_width,
                       wmi_count(t->triangles_count, "triangle", "triangles").text,
                       (ul)t->triangles_offset, (ul)next, (ul)a->triangle_count);
            continue;
        }
        for (uint32_t k = 0; k < t->triangles_count; k++)
            c->tile[next++] = (uint32_t)i;
    }
    if (next != a->triangle_count)
        wmi_report(c->report, WM_NWN2_TILE_RANGE, wmi_at(WM_NO_OFFSET, "ASWM.tiles"),
                   "the tiles have %s",
                   wmi_part(next, a->triangle_count, "triangle", "triangles").text);
}

/* Finds the connected walkable triangles of each tile, using the stored links. */
static void find_parts(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t *stack = wmi_aswm_check_new(c, a->triangle_count, sizeof *stack);
    if (!stack)
        return;
    memset(c->part, 0xFF, a->triangle_count * sizeof *c->part);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        if (!(a->triangles[i].flags & WM_NWN2_WALKABLE) || c->part[i] != WM_NO_INDEX)
            continue;
        uint32_t depth = 0, part = c->part_count++;
        c->part[i] = part;
        stack[depth++] = i;
        while (depth) {
            uint32_t t = stack[--depth];
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t to = wmi_aswm_neighbour(a, t, k);
                if (to != WM_NO_INDEX && c->part[to] == WM_NO_INDEX && c->tile[to] == c->tile[t]) {
                    c->part[to] = part;
                    stack[depth++] = to;
                }
            }
        }
    }
}

void wmi_aswm_check_ranges(wmi_aswm_checker *c)
{
    c->tile = wmi_aswm_check_new(c, c->a->triangle_count, sizeof *c->tile);
    c->part = wmi_aswm_check_new(c, c->a->triangle_count, sizeof *c->part);
    if (c->out_of_memory || c->a->triangle_count == 0)
        return;
    assign_tiles(c);
    find_parts(c);
}

/* ---- headers ---- */

/* Compares the number of distinct vertices and edges of a tile's triangles with its header. */
static void check_counts(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t *vertex = wmi_aswm_check_new(c, a->vertex_count, sizeof *vertex);
    uint32_t *edge = wmi_aswm_check_new(c, a->edge_count, sizeof *edge);
    uint32_t wrong = 0, at = 0, next = 0;
    size_t first = 0;
    if (c->out_of_memory)
        return;
    for (size_t i = 0; i < c->tile_count; i++) {
        uint32_t vertices = 0, edges = 0, stamp = (uint32_t)i + 1;
        for (; next < a->triangle_count && c->tile[next] == i; next++)
            for (int k = 0; k < 3; k++) {
                uint32_t v = a->triangles[next].vertex[k];
                uint32_t e = a->triangles[next].linked_edges[k];
                vertices += vertex[v] != stamp;
                vertex[v] = stamp;
                if (e < a->edge_count) {
                    edges += edge[e] != stamp;
                    edge[e] = stamp;
                }
            }
        at = a->tiles[i].vertices_count != vertices || a->tiles[i].edges_count != edges;
        if (at && wrong++ == 0)
            first = i;
    }
    if (wrong)
        wmi_report(c->report, WM_NWN2_TILE_COUNTS, wmi_aswm_at_tile(c, first, "vertices_count"),
                   "%s a wrong vertex or edge count%s tile %zu,%zu",
                   wmi_count(wrong, "tile has", "tiles have").text, wmi_first(wrong),
                   first % a->grid_width, first / a->grid_width);
}

/* Reports vertices that lie more than a millimetre outside the tile of their triangle. */
static void check_boxes(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    double width = (double)a->tile_width;
    for (uint32_t i = 0; i < a->triangle_count && width > 0; i++) {
        double most = 0;
        if (c->tile[i] == WM_NO_INDEX)
            continue;
        double x = c->tile[i] % a->grid_width * width, y = c->tile[i] / a->grid_width * width;
        for (int k = 0; k < 3; k++) {
            wm_vec3 p = a->vertices[a->triangles[i].vertex[k]];
            most = wmi_max(most, wmi_max(x - (double)p.x, (double)p.x - x - width));
            most = wmi_max(most, wmi_max(y - (double)p.y, (double)p.y - y - width));
        }
        if (most > 0.001)
            wmi_report(c->report, WM_NWN2_TILE_BOX, wmi_aswm_at(a, i, "vertex"),
                       "triangle %lu extends %.3g m past its tile %lu,%lu", (ul)i, most,
                       (ul)(c->tile[i] % a->grid_width), (ul)(c->tile[i] / a->grid_width));
    }
}

/* ---- tables ---- */

/* Faults in one tile's table: the count of each kind, and the first. */
enum { RANGE, STRANGER, MISSING, NOWHERE, LOOP, DIAGONAL, ONE_WAY, KINDS };

typedef struct table {
    wmi_aswm_checker *c;
    const wm_nwn2_tile *t;
    size_t tile;
    uint32_t n;
    uint8_t near[WM_NWN2_TILE_NODES][WM_NWN2_TILE_NODES]; /* linked nodes */
    uint32_t part[WM_NWN2_TILE_NODES];
    uint32_t count[KINDS], from[KINDS], to[KINDS];
} table;

static void fault(table *s, int kind, uint32_t from, uint32_t to)
{
    if (s->count[kind]++ == 0) {
        s->from[kind] = from;
        s->to[kind] = to;
    }
}

/* Returns true if the cell leads to a neighbour. */
static bool check_cell(table *s, uint32_t from, uint32_t to)
{
    uint8_t cell = s->t->table[from * s->n + to], next = cell & 0x7F;
    bool joined = s->part[from] == s->part[to];
    if (cell == WM_NWN2_NO_NODE) {
        if (joined)
            fault(s, MISSING, from, to);
        return false;
    }
    if (next >= s->n)
        fault(s, RANGE, from, to);
    else if (!joined)
        fault(s, NOWHERE, from, to);
    else if (!s->near[from][next])
        fault(s, STRANGER, from, to);
    else
        return true;
    return false;
}

/* Follows the table to one goal from every node. Visits each node once. */
static void check_goal(table *s, uint32_t goal)
{
    enum { UNKNOWN, OPEN, ARRIVES, STOPS, CIRCLES };
    uint8_t state[WM_NWN2_TILE_NODES] = {UNKNOWN}, trail[WM_NWN2_TILE_NODES];
    state[goal] = ARRIVES;
    for (uint32_t from = 0; from < s->n; from++) {
        uint32_t length = 0, at = from;
        while (state[at] == UNKNOWN) {
            state[at] = OPEN;
            trail[length++] = (uint8_t)at;
            if (!check_cell(s, at, goal)) {
                state[at] = STOPS;
                break;
            }
            at = s->t->table[at * s->n + goal] & 0x7F;
        }
        uint8_t end = state[at] == OPEN ? CIRCLES : state[at];
        for (uint32_t i = 0; i < length; i++) {
            state[trail[i]] = end;
            if (end == CIRCLES)
                fault(s, LOOP, trail[i], goal);
        }
    }
}

static void say_faults(const table *s)
{
    static const struct {
        wm_issue_code code;
        const char *one, *many;
    } kinds[KINDS] = {
        [RANGE] = {WM_NWN2_TABLE_RANGE, "names a node that does not exist",
                   "name a node that does not exist"},
        [STRANGER] = {WM_NWN2_TABLE_STRANGER, "leads to a triangle that is not a neighbour",
                      "lead to a triangle that is not a neighbour"},
        [MISSING] = {WM_NWN2_TABLE_MISSING, "has no path although one exists",
                     "have no path although one exists"},
        [NOWHERE] = {WM_NWN2_TABLE_NOWHERE, "leads on although the tile has no path",
                     "lead on although the tile has no path"},
        [LOOP] = {WM_NWN2_TABLE_LOOP, "leads in a circle", "lead in a circle"},
        [DIAGONAL] = {WM_NWN2_TABLE_DIAGONAL, "leads from a node to itself",
                      "lead from a node to itself"},
        [ONE_WAY] = {WM_NWN2_SIGHT_ONE_WAY, "has a line of sight in one direction only",
                     "have a line of sight in one direction only"},
    };
    for (int k = 0; k < KINDS; k++) {
        const uint32_t *local = s->t->node_to_local;
        uint32_t from = s->from[k], to = s->to[k];
        if (!s->count[k])
            continue;
        wmi_where where = wmi_aswm_at_tile(s->c, s->tile, "table");
        where = wmi_placed(where, wmi_aswm_place(s->c->a, s->t->triangles_offset + local[from]));
        wmi_report(s->c->report, kinds[k].code, where,
                   "%s %s%s from node %lu to %lu, triangles %lu and %lu",
                   wmi_part(s->count[k], (uint64_t)s->n * s->n, "cell", "cells").text,
                   wmi_plural(s->count[k], kinds[k].one, kinds[k].many), wmi_first(s->count[k]),
                   (ul)from, (ul)to, (ul)s->t->triangles_offset + local[from],
                   (ul)s->t->triangles_offset + local[to]);
    }
}

/* Checks the table of a tile whose lists are valid. */
static void check_table(wmi_aswm_checker *c, size_t tile, table *s)
{
    const wm_nwn2_aswm *a = c->a;
    const wm_nwn2_tile *t = &a->tiles[tile];
    uint32_t n = t->node_count, start = t->triangles_offset;
    memset(s, 0, sizeof *s);
    s->c = c;
    s->t = t;
    s->tile = tile;
    s->n = n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = start + t->node_to_local[i];
        s->part[i] = c->part[at];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = wmi_aswm_neighbour(a, at, k);
            if (to != WM_NO_INDEX && c->tile[to] == tile)
                s->near[i][t->local_to_node[to - start]] = 1;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (t->table[i * n + i] != WM_NWN2_NO_NODE)
            fault(s, DIAGONAL, i, i);
        for (uint32_t k = 0; k < i; k++) {
            uint8_t one = t->table[i * n + k], other = t->table[k * n + i];
            if (one != WM_NWN2_NO_NODE && other != WM_NWN2_NO_NODE && (one ^ other) & WM_NWN2_SIGHT)
                fault(s, ONE_WAY, i, k);
        }
        check_goal(s, i);
    }
    say_faults(s);
}

static bool check_budget(wmi_aswm_checker *c, size_t tile)
{
    const wm_nwn2_aswm *a = c->a;
    const wm_nwn2_tile *t = &a->tiles[tile];
    double width = (double)a->tile_width;
    double x = (double)(tile % a->grid_width) * width, y = (double)(tile / a->grid_width) * width;
    uint32_t walkable = 0;
    for (uint32_t i = 0; i < t->triangles_count; i++)
        walkable += a->triangles[t->triangles_offset + i].flags & WM_NWN2_WALKABLE;
    if (walkable <= WM_NWN2_TILE_NODES)
        return true;
    wmi_report(c->report, WM_NWN2_TILE_BUDGET, wmi_aswm_at_tile(c, tile, "triangles_count"),
               "tile %zu,%zu (x %g to %g, y %g to %g) has %lu walkable triangles, at most %d are "
               "allowed",
               tile % a->grid_width, tile / a->grid_width, x, x + width, y, y + width, (ul)walkable,
               WM_NWN2_TILE_NODES);
    return false;
}

/* Nodes must be the walkable triangles in order, in both lists. */
static bool check_lists(wmi_aswm_checker *c, size_t tile)
{
    const wm_nwn2_aswm *a = c->a;
    const wm_nwn2_tile *t = &a->tiles[tile];
    uint32_t walkable = 0, start = t->triangles_offset, wrong = 0, first = 0;
    if (t->local_count != t->triangles_count) {
        wmi_report(c->report, WM_NWN2_LOCAL_LIST, wmi_aswm_at_tile(c, tile, "local_to_node"),
                   "%s for %s", wmi_count(t->local_count, "element", "elements").text,
                   wmi_count(t->triangles_count, "triangle", "triangles").text);
        return false;
    }
    for (uint32_t i = 0; i < t->triangles_count; i++) {
        bool walk = a->triangles[start + i].flags & WM_NWN2_WALKABLE;
        uint32_t node = walk ? walkable++ : WM_NWN2_NO_NODE;
        if (walk && node < t->node_count && t->node_to_local[node] != i) {
            wmi_report(c->report, WM_NWN2_NODE_LIST, wmi_aswm_at_tile(c, tile, "node_to_local"),
                       "node %lu is local triangle %lu, but %lu is stored", (ul)node, (ul)i,
                       (ul)t->node_to_local[node]);
            return false;
        }
        if (t->local_to_node[i] != (uint8_t)node && wrong++ == 0)
            first = i;
    }
    if (wrong)
        wmi_report(c->report, WM_NWN2_LOCAL_LIST, wmi_aswm_at_tile(c, tile, "local_to_node"),
                   "%s wrong%s that of local triangle %lu",
                   wmi_count(wrong, "element is", "elements are").text, wmi_first(wrong),
                   (ul)first);
    if (t->node_count != walkable)
        wmi_report(c->report, WM_NWN2_NODE_LIST, wmi_aswm_at_tile(c, tile, "node_to_local"),
                   "%s for %s", wmi_count(t->node_count, "node", "nodes").text,
                   wmi_count(walkable, "walkable triangle", "walkable triangles").text);
    return !wrong && t->node_count == walkable;
}

static bool owns_its_range(const wmi_aswm_checker *c, size_t tile)
{
    const wm_nwn2_tile *t = &c->a->tiles[tile];
    return t->triangles_count && t->triangles_offset < c->a->triangle_count &&
           c->tile[t->triangles_offset] == tile;
}

void wmi_aswm_check_tiles(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    table *scratch = wmi_aswm_check_new(c, 1, sizeof *scratch);
    uint32_t baked = 0;
    if (!scratch)
        return;
    check_counts(c);
    if (c->trx)
        check_boxes(c);
    for (size_t i = 0; i < c->tile_count; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        if (t->flags != a->tiles_flags)
            wmi_report(c->report, WM_NWN2_TILES_FLAGS, wmi_aswm_at_tile(c, i, "flags"),
                       "tile %zu,%zu has flags %lu, the grid %lu", i % a->grid_width,
                       i / a->grid_width, (ul)t->flags, (ul)a->tiles_flags);
        baked += t->local_count || t->node_count;
        if (c->trx && owns_its_range(c, i) && check_budget(c, i) && check_lists(c, i))
            check_table(c, i, scratch);
    }
    if (!c->trx && (baked || a->island_count))
        wmi_report(c->report, WM_NWN2_TRN_BAKED, wmi_at(WM_NO_OFFSET, "ASWM.tiles_flags"),
                   "the TRN has tables in %s and %s", wmi_count(baked, "tile", "tiles").text,
                   wmi_count(a->island_count, "island", "islands").text);
}
