/* The slow baker: follows docs/formats/nwn2.md literally, one loop per sentence. */
#include "terrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *room(wm_nwn2_trn *trn, size_t count, size_t size)
{
    void *data = wm_nwn2_trn_alloc(trn, count, size, NULL);
    if (!data)
        abort();
    return data;
}

/* ---- edges and links ---- */

typedef struct side {
    uint32_t low, high, triangle;
} side;

static int by_vertices(const void *x, const void *y)
{
    const side *a = x, *b = y;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static void link(wm_nwn2_triangle *t, uint32_t edge, uint32_t to)
{
    int k = 0;
    while (t->linked_edges[k] != WM_NO_INDEX)
        k++;
    t->linked_edges[k] = edge;
    t->linked_triangles[k] = to;
}

static void make_edges(wm_nwn2_trn *trn)
{
    wm_nwn2_aswm *a = trn->aswm;
    uint32_t count = 3 * a->triangle_count;
    side *sides = room(trn, count, sizeof *sides);
    a->edges = room(trn, count, sizeof *a->edges);
    a->edge_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = a->triangles[i / 3].vertex[i % 3], w = a->triangles[i / 3].vertex[(i + 1) % 3];
        sides[i] = (side){v < w ? v : w, v < w ? w : v, i / 3};
        a->triangles[i / 3].linked_edges[i % 3] = WM_NO_INDEX;
        a->triangles[i / 3].linked_triangles[i % 3] = WM_NO_INDEX;
    }
    qsort(sides, count, sizeof *sides, by_vertices);
    for (uint32_t i = 0; i < count;) {
        bool pair =
            i + 1 < count && sides[i].low == sides[i + 1].low && sides[i].high == sides[i + 1].high;
        uint32_t t = sides[i].triangle, u = pair ? sides[i + 1].triangle : WM_NO_INDEX;
        link(&a->triangles[t], a->edge_count, u);
        if (pair)
            link(&a->triangles[u], a->edge_count, t);
        a->edges[a->edge_count++] = (wm_nwn2_edge){{sides[i].low, sides[i].high}, {t, u}};
        i += pair ? 2 : 1;
    }
}

/* ---- numbers ---- */

static void make_numbers(wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        wm_nwn2_triangle *t = &a->triangles[i];
        const wm_vec3 v = a->vertices[t->vertex[0]], w = a->vertices[t->vertex[1]],
                      u = a->vertices[t->vertex[2]];
        float s = t->flags & WM_NWN2_CLOCKWISE ? -1.0f : 1.0f;
        float px = w.x - v.x, py = w.y - v.y, pz = w.z - v.z;
        float qx = u.x - w.x, qy = u.y - w.y, qz = u.z - w.z;
        float nx = s > 0 ? py * qz - pz * qy : qy * pz - qz * py;
        float ny = s > 0 ? pz * qx - px * qz : qz * px - qx * pz;
        float nz = s > 0 ? px * qy - py * qx : qx * py - qy * px;
        float length = sqrtf(nx * nx + ny * ny + nz * nz), scale = 1.0f / length;
        t->normal =
            length > 1.1e-7f ? (wm_vec3){nx * scale, ny * scale, nz * scale} : (wm_vec3){1, 0, 0};
        t->dot = -((t->normal.z * v.z + t->normal.y * v.y) + t->normal.x * v.x);
        t->centre[0] = ((v.x + w.x) + u.x) * (1.0f / 3.0f);
        t->centre[1] = ((v.y + w.y) + u.y) * (1.0f / 3.0f);
    }
}

/* ---- the search, for tiles and islands ---- */

typedef struct graph {
    uint32_t count;
    const uint32_t *degree;
    const uint32_t *near; /* [node * most + k] */
    const float *far;
    uint32_t most;
} graph;

/* first[to]: the first node on the path from `from`, or WM_NO_INDEX. */
static void search(const graph *g, uint32_t from, uint32_t *first)
{
    float *label = malloc((g->count + 1) * sizeof *label);
    bool *done = calloc(g->count + 1, 1);
    if (!label || !done)
        abort();
    for (uint32_t i = 0; i < g->count; i++) {
        label[i] = INFINITY;
        first[i] = WM_NO_INDEX;
    }
    label[from] = 0;
    for (;;) {
        uint32_t best = WM_NO_INDEX;
        for (uint32_t i = 0; i < g->count; i++)
            if (!done[i] && label[i] < INFINITY && (best == WM_NO_INDEX || label[i] < label[best]))
                best = i;
        if (best == WM_NO_INDEX)
            break;
        done[best] = true;
        for (uint32_t k = 0; k < g->degree[best]; k++) {
            uint32_t to = g->near[best * g->most + k];
            float length = label[best] + g->far[best * g->most + k];
            if (length < label[to]) {
                label[to] = length;
                first[to] = best == from ? to : first[best];
            }
        }
    }
    first[from] = WM_NO_INDEX;
    free(label);
    free(done);
}

/* ---- tiles ---- */

static void make_tile(wm_nwn2_trn *trn, wm_nwn2_tile *t)
{
    const wm_nwn2_aswm *a = trn->aswm;
    const wm_nwn2_triangle *own = a->triangles + t->triangles_offset;
    uint32_t n = 0;
    t->local_count = t->triangles_count;
    t->local_to_node = room(trn, t->local_count, 1);
    t->node_to_local = room(trn, t->local_count, sizeof *t->node_to_local);
    for (uint32_t i = 0; i < t->triangles_count; i++) {
        t->local_to_node[i] = own[i].flags & WM_NWN2_WALKABLE ? (uint8_t)n : WM_NWN2_NO_NODE;
        if (own[i].flags & WM_NWN2_WALKABLE)
            t->node_to_local[n++] = i;
    }
    if (n > WM_NWN2_TILE_NODES)
        abort();
    t->node_count = (uint8_t)n;
    t->table = room(trn, (size_t)n * n, 1);
    uint32_t *degree = room(trn, n, sizeof *degree), *near = room(trn, 3 * (size_t)n, 4);
    uint32_t *first = room(trn, n, sizeof *first);
    float *far = room(trn, 3 * (size_t)n, sizeof *far);
    for (uint32_t i = 0; i < n; i++) {
        const wm_nwn2_triangle *x = &own[t->node_to_local[i]];
        for (int k = 0; k < 3; k++) {
            uint32_t to = x->linked_triangles[k];
            if (to == WM_NO_INDEX || to < t->triangles_offset ||
                to >= t->triangles_offset + t->triangles_count ||
                !(a->triangles[to].flags & WM_NWN2_WALKABLE))
                continue;
            const wm_nwn2_triangle *y = &a->triangles[to];
            float dx = x->centre[0] - y->centre[0], dy = x->centre[1] - y->centre[1];
            near[3 * i + degree[i]] = t->local_to_node[to - t->triangles_offset];
            far[3 * i + degree[i]++] = sqrtf(dx * dx + dy * dy);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        search(&(graph){n, degree, near, far, 3}, i, first);
        for (uint32_t k = 0; k < n; k++)
            t->table[i * n + k] = (uint8_t)first[k]; /* WM_NO_INDEX becomes 255 */
    }
}

static void count_tile(const wm_nwn2_aswm *a, wm_nwn2_tile *t)
{
    uint8_t *vertex = calloc(a->vertex_count + 1, 1), *edge = calloc(a->edge_count + 1, 1);
    if (!vertex || !edge)
        abort();
    t->vertices_count = t->edges_count = 0;
    for (uint32_t i = 0; i < 3 * t->triangles_count; i++) {
        const wm_nwn2_triangle *x = &a->triangles[t->triangles_offset + i / 3];
        t->vertices_count += !vertex[x->vertex[i % 3]]++;
        t->edges_count += !edge[x->linked_edges[i % 3]]++;
    }
    free(vertex);
    free(edge);
}

/* ---- islands ---- */

static uint32_t walkable_neighbour(const wm_nwn2_aswm *a, uint32_t i, int k)
{
    uint32_t to = a->triangles[i].linked_triangles[k];
    return to != WM_NO_INDEX && a->triangles[to].flags & WM_NWN2_WALKABLE ? to : WM_NO_INDEX;
}

/* Numbers the islands of a tile, starting at *next. */
static void number_islands(const wm_nwn2_aswm *a, const wm_nwn2_tile *t, uint32_t *next)
{
    uint32_t start = t->triangles_offset, end = start + t->triangles_count;
    for (uint32_t i = start; i < end; i++)
        a->triangles[i].island = WM_NWN2_NO_ISLAND;
    for (uint32_t i = start; i < end; i++) {
        bool grown = true;
        if (!(a->triangles[i].flags & WM_NWN2_WALKABLE) ||
            a->triangles[i].island != WM_NWN2_NO_ISLAND)
            continue;
        a->triangles[i].island = (uint16_t)*next;
        while (grown) {
            grown = false;
            for (uint32_t j = start; j < end; j++)
                for (int k = 0; a->triangles[j].island == *next && k < 3; k++) {
                    uint32_t to = walkable_neighbour(a, j, k);
                    if (to >= start && to < end && a->triangles[to].island == WM_NWN2_NO_ISLAND) {
                        a->triangles[to].island = (uint16_t)*next;
                        grown = true;
                    }
                }
        }
        ++*next;
    }
}

static void make_links(wm_nwn2_aswm *a, wm_nwn2_island *island)
{
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; a->triangles[i].island == island->index && k < 3; k++) {
            uint32_t to = walkable_neighbour(a, i, k), n = 0;
            if (to == WM_NO_INDEX || a->triangles[to].island == island->index)
                continue;
            while (n < island->link_count && island->links[n].island != a->triangles[to].island)
                n++;
            if (n == island->link_count)
                island->links[island->link_count++] =
                    (wm_nwn2_island_link){a->triangles[to].island, 0, i};
        }
    for (uint32_t n = 0; n < island->link_count; n++) {
        wm_vec3 p = island->centre, q = a->islands[island->links[n].island].centre;
        float x = p.x - q.x, y = p.y - q.y;
        island->links[n].distance = sqrtf(x * x + y * y);
    }
}

static void make_islands(wm_nwn2_trn *trn, uint32_t count)
{
    wm_nwn2_aswm *a = trn->aswm;
    uint32_t *degree = room(trn, count, sizeof *degree), *first = room(trn, count, sizeof *first);
    uint32_t *near = room(trn, (size_t)count * count, sizeof *near);
    float *far = room(trn, (size_t)count * count, sizeof *far);
    a->island_count = count;
    a->islands = room(trn, count, sizeof *a->islands);
    a->island_table = room(trn, (size_t)count * count, sizeof *a->island_table);
    for (uint32_t i = 0; i < count; i++) {
        wm_nwn2_island *island = &a->islands[i];
        float x = 0, y = 0;
        for (uint32_t k = 0; k < a->triangle_count; k++)
            if (a->triangles[k].island == i) {
                x += a->triangles[k].centre[0];
                y += a->triangles[k].centre[1];
                island->triangles_count++;
            }
        float scale = 1.0f / (float)island->triangles_count;
        island->index = i;
        island->tile = 0x0012488e; /* a stray pointer, as in the game's own files */
        island->centre = (wm_vec3){x * scale, y * scale, 0};
        island->links = room(trn, count, sizeof *island->links);
    }
    for (uint32_t i = 0; i < count; i++) {
        make_links(a, &a->islands[i]);
        degree[i] = a->islands[i].link_count;
        for (uint32_t k = 0; k < degree[i]; k++) {
            near[i * count + k] = a->islands[i].links[k].island;
            far[i * count + k] = a->islands[i].links[k].distance;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        search(&(graph){count, degree, near, far, count}, i, first);
        for (uint32_t to = 0; to < count; to++) {
            wm_nwn2_island_step *step = &a->island_table[i * count + to];
            step->next = (uint16_t)first[to]; /* WM_NO_INDEX becomes 0xFFFF */
            for (uint32_t k = 0; k < degree[i]; k++)
                if (near[i * count + k] == first[to])
                    step->weight = far[i * count + k];
        }
    }
}

void test_terrain_bake(wm_nwn2_trn *trn, bool baked)
{
    wm_nwn2_aswm *a = trn->aswm;
    uint32_t islands = 0;
    make_edges(trn);
    make_numbers(a);
    a->tiles_flags = baked ? WM_NWN2_TRX_TILES : WM_NWN2_TRN_TILES;
    for (uint32_t i = 0; i < a->grid_width * a->grid_height; i++) {
        wm_nwn2_tile *t = &a->tiles[i];
        t->flags = a->tiles_flags;
        count_tile(a, t);
        number_islands(a, t, &islands);
        if (baked)
            make_tile(trn, t);
        else
            t->size_x = t->size_y = t->triangles_count ? a->tile_width : 0;
    }
    if (baked)
        make_islands(trn, islands);
}
