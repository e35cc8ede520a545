/* The path tables of tiles: the first step from every walkable triangle to every other one,
 * using the distances between centres. docs/formats/nwn2.md, "Path tables".
 *
 * The game searches from each triangle. It picks the open triangle with the smallest label,
 * and the lowest number among equal labels. Labels are float sums in the order of the path.
 * Here the open triangles are kept in a short list of 64-bit keys, with the bits of the
 * label above the number, so the smallest key is the game's choice. */
#include <math.h>
#include <stdio.h>

#include "nwn2/bake/bake.h"

enum { MOST = WM_NWN2_TILE_NODES };

/* The walkable triangles of a tile and their neighbours in slot order. */
typedef struct tile_graph {
    uint32_t count;
    uint8_t degree[MOST];
    uint8_t near[MOST][3];
    float far[MOST][3];
} tile_graph;

typedef struct open_list {
    uint32_t count;
    uint64_t key[MOST];  /* bits of the label, then the node */
    uint8_t place[MOST]; /* index of each open node in key[] */
} open_list;

static uint64_t key_of(float label, uint32_t node)
{
    uint32_t bits;
    memcpy(&bits, &label, sizeof bits);
    return (uint64_t)bits << 32 | node;
}

static uint64_t take_least(open_list *o)
{
    uint32_t at = 0;
    uint64_t least = o->key[0];
    for (uint32_t i = 1; i < o->count; i++)
        if (o->key[i] < least) {
            least = o->key[i];
            at = i;
        }
    uint64_t last = o->key[--o->count];
    o->key[at] = last;
    o->place[(uint8_t)last] = (uint8_t)at;
    return least;
}

/* Fills row[to] with the first node on the path; it stays 255 if there is none. Closed nodes
 * need no mark: labels never decrease along a path, so no smaller one is found. */
static void search(const tile_graph *g, uint32_t from, uint8_t *row)
{
    open_list o;
    float label[MOST];
    for (uint32_t i = 0; i < g->count; i++)
        label[i] = INFINITY;
    label[from] = 0;
    o.count = 0;
    for (uint32_t node = from;;) {
        for (uint32_t k = 0; k < g->degree[node]; k++) {
            uint32_t to = g->near[node][k];
            float length = label[node] + g->far[node][k];
            if (!(length < label[to]))
                continue;
            if (label[to] == INFINITY) {
                o.place[to] = (uint8_t)o.count;
                o.count++;
            }
            label[to] = length;
            o.key[o.place[to]] = key_of(length, to);
            row[to] = node == from ? (uint8_t)to : row[node];
        }
        if (o.count == 0)
            return;
        node = (uint8_t)take_least(&o);
    }
}

static void make_graph(const wm_nwn2_aswm *a, const wm_nwn2_tile *t, tile_graph *g)
{
    g->count = t->node_count;
    for (uint32_t i = 0; i < g->count; i++) {
        const wm_nwn2_triangle *x = &a->triangles[t->triangles_offset + t->node_to_local[i]];
        uint32_t degree = 0;
        for (int k = 0; k < 3; k++) {
            uint32_t to = wmi_bake_near(a, t, x, k);
            if (to == WM_NO_INDEX)
                continue;
            const wm_nwn2_triangle *y = &a->triangles[to];
            float dx = x->centre[0] - y->centre[0], dy = x->centre[1] - y->centre[1];
            g->near[i][degree] = t->local_to_node[to - t->triangles_offset];
            g->far[i][degree++] = sqrtf(dx * dx + dy * dy);
        }
        g->degree[i] = (uint8_t)degree;
    }
}

/* ---- limits ---- */

static double plan_area(const wm_nwn2_aswm *a, uint32_t triangle)
{
    const uint32_t *v = a->triangles[triangle].vertex;
    wm_vec3 p = a->vertices[v[0]], q = a->vertices[v[1]], r = a->vertices[v[2]];
    double x = (double)q.x - (double)p.x, y = (double)q.y - (double)p.y;
    return fabs(x * ((double)r.y - (double)p.y) - y * ((double)r.x - (double)p.x)) / 2;
}

/* The `count` smallest walkable triangles of a tile. */
static uint32_t smallest(const wm_nwn2_aswm *a, const wm_nwn2_tile *t, uint32_t *list,
                         uint32_t count)
{
    double area[8];
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->triangles_count; i++) {
        uint32_t triangle = t->triangles_offset + i, k;
        if (!(a->triangles[triangle].flags & WM_NWN2_WALKABLE))
            continue;
        double own = plan_area(a, triangle);
        if (n == count && !(own < area[n - 1]))
            continue;
        for (k = n < count ? n : n - 1; k > 0 && own < area[k - 1]; k--) {
            area[k] = area[k - 1];
            list[k] = list[k - 1];
        }
        area[k] = own;
        list[k] = triangle;
        n += n < count;
    }
    return n;
}

static wm_status too_many(const wmi_baker *b, size_t tile, uint32_t count)
{
    const wm_nwn2_aswm *a = &b->a;
    char path[48], names[80] = "";
    uint32_t list[5], n = smallest(a, &a->tiles[tile], list, 5);
    double width = (double)a->tile_width;
    size_t x = tile % a->grid_width, y = tile / a->grid_width;
    wmi_format(path, sizeof path, "ASWM.tiles[%zu]", tile);
    for (uint32_t i = 0; i < n; i++) {
        size_t used = strlen(names);
        wmi_format(names + used, sizeof names - used, "%s%lu", i ? ", " : "", (ul)list[i]);
    }
    return wmi_fail(
        b->error, WM_LIMIT, path,
        "tile %zu,%zu (x %g to %g, y %g to %g) has %lu walkable triangles, at most %d are allowed; "
        "the smallest are %s; see 'waymark budget', and --simplify of 'waymark bake' and 'waymark "
        "convert'",
        x, y, (double)x * width, (double)(x + 1) * width, (double)y * width,
        (double)(y + 1) * width, (ul)count, WM_NWN2_TILE_NODES, names);
}

/* ---- tiles ---- */

static uint32_t count_walkable(const wm_nwn2_aswm *a, const wm_nwn2_tile *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->triangles_count; i++)
        n += a->triangles[t->triangles_offset + i].flags & WM_NWN2_WALKABLE;
    return n;
}

/* The arrays of all tiles are in two blocks, as after a read. */
static wm_status make_room(wmi_baker *b, uint8_t **bytes, uint32_t **nodes)
{
    const wm_nwn2_aswm *a = &b->a;
    size_t byte_count = 0, node_count = 0;
    for (size_t i = 0; i < b->tile_count; i++) {
        uint32_t n = count_walkable(a, &a->tiles[i]);
        if (n > WM_NWN2_TILE_NODES)
            return too_many(b, i, n);
        byte_count += a->tiles[i].triangles_count + (size_t)n * n;
        node_count += n;
    }
    *bytes = wmi_bake_keep(b, byte_count, 1);
    *nodes = wmi_bake_keep(b, node_count, sizeof **nodes);
    return *bytes && *nodes ? WM_OK : WM_NO_MEMORY;
}

static void number_nodes(const wm_nwn2_aswm *a, wm_nwn2_tile *t)
{
    uint32_t n = 0;
    t->local_count = t->triangles_count;
    for (uint32_t i = 0; i < t->triangles_count; i++) {
        bool walkable = a->triangles[t->triangles_offset + i].flags & WM_NWN2_WALKABLE;
        t->local_to_node[i] = walkable ? (uint8_t)n : WM_NWN2_NO_NODE;
        if (walkable)
            t->node_to_local[n++] = i;
    }
    t->node_count = (uint8_t)n;
}

/* Returns true if a tile has not changed since its sight bits were set. */
static bool unchanged(const wmi_baker *b, size_t tile)
{
    const wm_nwn2_tile *t = &b->a.tiles[tile], *old = &b->old->tiles[tile];
    if (t->node_count != old->node_count || old->local_count != t->local_count || !t->node_count ||
        memcmp(t->local_to_node, old->local_to_node, t->local_count) != 0)
        return false;
    for (uint32_t i = 0; i < t->triangles_count; i++)
        if (!b->same[t->triangles_offset + i])
            return false;
    return true;
}

static void keep_sight(const wm_nwn2_tile *old, wm_nwn2_tile *t)
{
    size_t cells = (size_t)t->node_count * t->node_count;
    for (size_t i = 0; i < cells; i++)
        if (t->table[i] != WM_NWN2_NO_NODE && old->table[i] != WM_NWN2_NO_NODE)
            t->table[i] |= old->table[i] & WM_NWN2_SIGHT;
}

/* Counts the distinct vertices and edges of the triangles. The game's own counts sometimes
 * differ; they are kept if the tile did not change. */
static void count_parts(const wmi_baker *b, size_t tile, uint32_t *vertex, uint32_t *edge)
{
    const wm_nwn2_aswm *a = &b->a;
    wm_nwn2_tile *t = &a->tiles[tile];
    uint32_t vertices = 0, edges = 0, stamp = (uint32_t)tile + 1;
    bool same = true;
    for (uint32_t i = t->triangles_offset; i < t->triangles_offset + t->triangles_count; i++) {
        same = same && b->same[i];
        for (int k = 0; k < 3; k++) {
            uint32_t v = a->triangles[i].vertex[k], e = a->triangles[i].linked_edges[k];
            vertices += vertex[v] != stamp;
            vertex[v] = stamp;
            edges += edge[e] != stamp;
            edge[e] = stamp;
        }
    }
    same = same && b->old->tiles[tile].triangles_count == t->triangles_count;
    if (!same || t->vertices_count == 0)
        t->vertices_count = vertices;
    if (!same || t->edges_count == 0)
        t->edges_count = edges;
}

static wm_status make_table(wmi_baker *b, size_t tile)
{
    tile_graph g;
    wm_nwn2_tile *t = &b->a.tiles[tile];
    make_graph(&b->a, t, &g);
    memset(t->table, WM_NWN2_NO_NODE, (size_t)g.count * g.count);
    for (uint32_t i = 0; i < g.count; i++) {
        search(&g, i, t->table + i * g.count);
        t->table[i * g.count + i] = WM_NWN2_NO_NODE;
    }
    if (!unchanged(b, tile))
        return wmi_bake_sight(b, t);
    keep_sight(&b->old->tiles[tile], t);
    b->result.sight_kept++;
    return WM_OK;
}

wm_status wmi_bake_tables(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    uint8_t *bytes = NULL;
    uint32_t *nodes = NULL, *vertex = wmi_bake_new(b, a->vertex_count, sizeof *vertex);
    uint32_t *edge = wmi_bake_new(b, a->edge_count, sizeof *edge);
    if (!vertex || !edge)
        return WM_NO_MEMORY;
    wm_status status = make_room(b, &bytes, &nodes);
    for (size_t i = 0; status == WM_OK && i < b->tile_count; i++) {
        wm_nwn2_tile *t = &a->tiles[i];
        t->owns_data = 0;
        t->size_x = t->size_y = 0;
        t->compression_flags = t->rle_table_size = 0;
        t->flags = a->tiles_flags;
        t->local_to_node = bytes;
        t->node_to_local = nodes;
        number_nodes(a, t);
        t->table = bytes + t->local_count;
        bytes = t->table + (size_t)t->node_count * t->node_count;
        nodes += t->node_count;
        count_parts(b, i, vertex, edge);
        status = make_table(b, i);
    }
    return status;
}
