/* Compares two walkmeshes with a tolerance. Triangles are matched by position; whatever refers to a
 * triangle or island is compared with what the partner refers to. */
#include <math.h>

#include "base/match.h"
#include "base/vec.h"
#include "base/words.h"
#include "nwn2/internal.h"

typedef struct near {
    wm_diff *d;
    double tolerance;
    const wm_nwn2_aswm *a, *b;
    wmi_match_side side[2];
    uint32_t *tile[2]; /* by triangle: its tile, or WM_NO_INDEX */
    uint32_t *island;  /* by island of a: that of b, or WM_NO_INDEX */
} near;

/* ---- matching ---- */

static uint32_t *tiles_of(const wm_nwn2_aswm *a, wmi_arena *scratch)
{
    uint32_t *tile = wmi_arena_raw(scratch, a->triangle_count, sizeof *tile);
    for (uint32_t i = 0; tile && i < a->triangle_count; i++)
        tile[i] = WM_NO_INDEX;
    size_t left = a->triangle_count; /* tiles of a damaged file may overlap */
    for (size_t t = 0; tile && t < (size_t)a->grid_width * a->grid_height; t++) {
        const wm_nwn2_tile *x = &a->tiles[t];
        for (uint32_t i = 0; left && i < x->triangles_count; i++, left--)
            if (x->triangles_offset + (uint64_t)i < a->triangle_count)
                tile[x->triangles_offset + i] = (uint32_t)t;
    }
    return tile;
}

static bool open_side(near *n, int which, const wm_nwn2_aswm *a, wmi_arena *scratch)
{
    uint32_t *kind = wmi_arena_raw(scratch, a->triangle_count, sizeof *kind);
    n->tile[which] = tiles_of(a, scratch);
    if (!kind || !n->tile[which] ||
        !wmi_match_open(&n->side[which], a->triangle_count, a->vertices, kind, scratch))
        return false;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        kind[i] = a->triangles[i].flags;
        memcpy(n->side[which].corner[i], a->triangles[i].vertex, sizeof *n->side[which].corner);
    }
    return true;
}

/* Islands belong together if a triangle of one is the partner of a triangle of the other. */
static bool match_islands(near *n, wmi_arena *scratch)
{
    n->island = wmi_arena_raw(scratch, n->a->island_count, sizeof *n->island);
    for (uint32_t i = 0; n->island && i < n->a->island_count; i++)
        n->island[i] = WM_NO_INDEX;
    for (uint32_t i = 0; n->island && i < n->a->triangle_count; i++) {
        uint32_t k = n->side[0].partner[i], x = n->a->triangles[i].island;
        if (k != WM_NO_INDEX && x < n->a->island_count && n->island[x] == WM_NO_INDEX &&
            n->b->triangles[k].island < n->b->island_count)
            n->island[x] = n->b->triangles[k].island;
    }
    return n->island != NULL;
}

static bool same_triangle(const near *n, uint32_t x, uint32_t y)
{
    if (x >= n->a->triangle_count)
        return y >= n->b->triangle_count;
    return n->side[0].partner[x] == y && y != WM_NO_INDEX;
}

static bool same_island(const near *n, uint32_t x, uint32_t y)
{
    if (x >= n->a->island_count)
        return y >= n->b->island_count;
    return n->island[x] == y && y != WM_NO_INDEX;
}

/* ---- triangles ---- */

static bool same_numbers(const near *n, const wm_nwn2_triangle *x, const wm_nwn2_triangle *y)
{
    const wm_vec3 *v = n->a->vertices;
    wmi_vec p = wmi_vec_of(v[x->vertex[0]]), q = wmi_vec_of(v[x->vertex[1]]),
            r = wmi_vec_of(v[x->vertex[2]]);
    const wmi_vec sides[3] = {wmi_sub(q, p), wmi_sub(r, q), wmi_sub(p, r)};
    double longest = 0, area = wmi_length(wmi_cross(sides[0], sides[1])), t = n->tolerance;
    for (int k = 0; k < 3; k++)
        longest = wmi_length(sides[k]) > longest ? wmi_length(sides[k]) : longest;
    /* Moving the corners of a thin triangle a little rotates it a lot. */
    double slack = area > 0 ? t + 4 * t * longest / area : INFINITY;
    return !wmi_floats_apart(t, x->centre, y->centre, 2) &&
           !wmi_floats_apart(slack, &x->normal, &y->normal, 3) &&
           !wmi_floats_apart(t + slack * (wmi_length(p) + 1), &x->dot, &y->dot, 1);
}

/* In any order: files do not list neighbours in the order of corners. */
static bool same_links(const near *n, uint32_t i, uint32_t k)
{
    const uint32_t *x = n->a->triangles[i].linked_triangles,
                   *y = n->b->triangles[k].linked_triangles;
    unsigned taken = 0;
    for (int e = 0; e < 3; e++) {
        int f = 0;
        while (f < 3 && (taken >> f & 1 || !same_triangle(n, x[e], y[f])))
            f++;
        if (f == 3)
            return false;
        taken |= 1u << f;
    }
    return true;
}

static void diff_triangles(const near *n)
{
    uint32_t gone = 0, links = 0, numbers = 0, islands = 0, flags = 0, tiles = 0;
    wm_diff *d = n->d;
    for (uint32_t i = 0; i < n->a->triangle_count; i++) {
        uint32_t k = n->side[0].partner[i];
        gone += k == WM_NO_INDEX;
        if (k == WM_NO_INDEX)
            continue;
        const wm_nwn2_triangle *x = &n->a->triangles[i], *y = &n->b->triangles[k];
        links += !same_links(n, i, k);
        numbers += !same_numbers(n, x, y);
        islands += !same_island(n, x->island, y->island);
        flags += x->flags != y->flags;
        tiles += n->tile[0][i] != n->tile[1][k];
    }
    uint32_t matched = n->a->triangle_count - gone, added = n->b->triangle_count - matched;
    wmi_diff_add(d, "triangles", gone, "%s",
                 wmi_count(gone, "triangle is gone", "triangles are gone").text);
    wmi_diff_about(d, gone, WM_DIFF_SIDE_FIRST, NULL, 0);
    wmi_diff_add(d, "triangles", added, "%s",
                 wmi_count(added, "triangle is new", "triangles are new").text);
    wmi_diff_about(d, added, WM_DIFF_SIDE_SECOND, NULL, 0);
    wmi_diff_add(d, "triangles.links", links, "%s %s other neighbours",
                 wmi_part(links, matched, "triangle", "triangles").text,
                 wmi_plural(links, "has", "have"));
    wmi_diff_add(d, "triangles.numbers", numbers, "the centre, normal or plane of %s differs",
                 wmi_part(numbers, matched, "triangle", "triangles").text);
    wmi_diff_add(d, "triangles.island", islands, "%s of %s %s", wmi_number(islands).text,
                 wmi_number(matched).text, wmi_plural(islands, "differs", "differ"));
    wmi_diff_add(d, "triangles.flags", flags, "%s of %s %s", wmi_number(flags).text,
                 wmi_number(matched).text, wmi_plural(flags, "differs", "differ"));
    wmi_diff_add(d, "tiles.triangles", tiles, "%s in another tile",
                 wmi_count(tiles, "triangle is", "triangles are").text);
}

/* ---- tiles ---- */

enum { NODES = 256 };

/* For each node of a tile of a, that of the partner; false if the nodes do not correspond. */
static bool match_nodes(const near *n, const wm_nwn2_tile *x, const wm_nwn2_tile *y,
                        uint8_t node[NODES])
{
    if (x->node_count != y->node_count)
        return false;
    for (uint32_t i = 0; i < x->node_count; i++) {
        uint64_t at = (uint64_t)x->triangles_offset + x->node_to_local[i];
        uint32_t k = at < n->a->triangle_count ? n->side[0].partner[at] : WM_NO_INDEX;
        if (k == WM_NO_INDEX || k < y->triangles_offset ||
            k - y->triangles_offset >= y->local_count)
            return false;
        node[i] = y->local_to_node[k - y->triangles_offset];
        if (node[i] >= y->node_count)
            return false;
    }
    return true;
}

/* The length of the way that a table describes, from centre to centre; INFINITY if it leads
 * nowhere. */
static double route(const wm_nwn2_aswm *a, const wm_nwn2_tile *x, uint32_t from, uint32_t to)
{
    double length = 0;
    for (uint32_t steps = 0; from != to && steps <= x->node_count; steps++) {
        uint8_t v = x->table[from * x->node_count + to];
        uint32_t next = v & (WM_NWN2_SIGHT - 1);
        if (v == WM_NWN2_NO_NODE || next >= x->node_count)
            return INFINITY;
        uint64_t i = (uint64_t)x->triangles_offset + x->node_to_local[from];
        uint64_t k = (uint64_t)x->triangles_offset + x->node_to_local[next];
        if (i >= a->triangle_count || k >= a->triangle_count)
            return INFINITY;
        const float *p = a->triangles[i].centre, *q = a->triangles[k].centre;
        double dx = (double)p[0] - (double)q[0], dy = (double)p[1] - (double)q[1];
        length += sqrt(dx * dx + dy * dy);
        from = next;
    }
    return from == to ? length : INFINITY;
}

/* Of several ways of the same length, the order of triangles decides which a table has. */
static bool same_route(const near *n, const wm_nwn2_tile *x, const wm_nwn2_tile *y, uint32_t i,
                       uint32_t k, const uint8_t node[NODES])
{
    double was = route(n->a, x, i, k), is = route(n->b, y, node[i], node[k]);
    return fabs(was - is) <= 1e-4 + 4 * n->tolerance * x->node_count;
}

static void diff_tables(const near *n, const wm_nwn2_tile *x, const wm_nwn2_tile *y,
                        const uint8_t node[NODES], uint32_t *cells, uint32_t *sights)
{
    uint32_t count = x->node_count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            uint8_t v = x->table[i * count + k], w = y->table[(size_t)node[i] * count + node[k]];
            uint32_t next = v & (WM_NWN2_SIGHT - 1);
            bool none = v == WM_NWN2_NO_NODE || w == WM_NWN2_NO_NODE;
            bool other = none ? v != w : next >= count || node[next] != (w & (WM_NWN2_SIGHT - 1));
            *cells += other && (none || !same_route(n, x, y, i, k, node));
            *sights += !none && ((v ^ w) & WM_NWN2_SIGHT) != 0;
        }
}

static void diff_tiles(const near *n)
{
    const wm_nwn2_aswm *a = n->a, *b = n->b;
    uint32_t counts = 0, lists = 0, cells = 0, sights = 0;
    uint8_t node[NODES];
    if (a->grid_width != b->grid_width || a->grid_height != b->grid_height) {
        wmi_diff_add(n->d, "tiles", 1, "%lu x %lu instead of %lu x %lu", (ul)b->grid_width,
                     (ul)b->grid_height, (ul)a->grid_width, (ul)a->grid_height);
        return;
    }
    for (size_t i = 0; i < (size_t)a->grid_width * a->grid_height; i++) {
        const wm_nwn2_tile *x = &a->tiles[i], *y = &b->tiles[i];
        counts += x->vertices_count != y->vertices_count || x->edges_count != y->edges_count;
        if (match_nodes(n, x, y, node))
            diff_tables(n, x, y, node, &cells, &sights);
        else
            lists++;
    }
    wmi_diff_add(n->d, "tiles.counts", counts, "%s another vertex or edge count",
                 wmi_count(counts, "tile has", "tiles have").text);
    wmi_diff_add(n->d, "tiles.nodes", lists, "%s other nodes",
                 wmi_count(lists, "tile has", "tiles have").text);
    wmi_diff_add(n->d, "tiles.table", cells, "%s elsewhere",
                 wmi_count(cells, "cell leads", "cells lead").text);
    wmi_diff_add(n->d, "tiles.sight", sights, "%s",
                 wmi_count(sights, "line of sight differs", "lines of sight differ").text);
}

/* ---- islands ---- */

typedef struct island_counts {
    uint32_t headers, links, distances, exits, steps;
} island_counts;

/* Does a triangle of b touch the island, too? Of several exits, the order of triangles decides
 * which one a file has. */
static bool is_exit(const near *n, uint32_t triangle, uint32_t from, uint32_t to)
{
    if (triangle >= n->b->triangle_count || n->b->triangles[triangle].island != from)
        return false;
    for (int e = 0; e < 3; e++) {
        uint32_t next = n->b->triangles[triangle].linked_triangles[e];
        if (next < n->b->triangle_count && n->b->triangles[next].island == to)
            return true;
    }
    return false;
}

/* Of an exit of a, the triangle of b. */
static uint32_t exit_of(const near *n, uint32_t triangle)
{
    return triangle < n->a->triangle_count ? n->side[0].partner[triangle] : WM_NO_INDEX;
}

/* `seen`: by island of b, 1 + the index of its link from y, while it is compared. */
static void diff_links(const near *n, uint32_t i, uint32_t own, uint32_t *seen, island_counts *c)
{
    const wm_nwn2_island *x = &n->a->islands[i], *y = &n->b->islands[own];
    bool same = x->link_count == y->link_count;
    double far = 4 * n->tolerance; /* both centres may have moved */
    for (uint32_t k = 0; k < y->link_count; k++)
        if (y->links[k].island < n->b->island_count)
            seen[y->links[k].island] = k + 1;
    for (uint32_t k = 0; same && k < x->link_count; k++) {
        uint32_t to = x->links[k].island;
        uint32_t other = to < n->a->island_count ? n->island[to] : WM_NO_INDEX;
        same = other != WM_NO_INDEX && seen[other];
        if (!same)
            break;
        const wm_nwn2_island_link *l = &y->links[seen[other] - 1];
        c->distances += wmi_floats_apart(far, &x->links[k].distance, &l->distance, 1);
        c->exits += !same_triangle(n, x->links[k].exit, l->exit) &&
                    !(is_exit(n, exit_of(n, x->links[k].exit), own, other) &&
                      is_exit(n, l->exit, own, other));
    }
    for (uint32_t k = 0; k < y->link_count; k++)
        if (y->links[k].island < n->b->island_count)
            seen[y->links[k].island] = 0;
    c->links += !same;
}

static void diff_steps(const near *n, uint32_t i, uint32_t k, island_counts *c)
{
    uint32_t count = n->a->island_count;
    for (uint32_t to = 0; to < count; to++) {
        if (n->island[to] == WM_NO_INDEX)
            continue;
        const wm_nwn2_island_step *x = &n->a->island_table[(size_t)i * count + to];
        const wm_nwn2_island_step *y = &n->b->island_table[(size_t)k * count + n->island[to]];
        c->steps += !same_island(n, x->next, y->next) ||
                    (x->next != WM_NWN2_NO_ISLAND &&
                     wmi_floats_apart(4 * n->tolerance, &x->weight, &y->weight, 1));
    }
}

static bool diff_islands(const near *n, wmi_arena *scratch)
{
    island_counts c = {0};
    uint32_t count = n->a->island_count;
    uint32_t *seen = wmi_arena_new(scratch, n->b->island_count, sizeof *seen);
    if (!seen)
        return false;
    if (count != n->b->island_count) {
        wmi_diff_add(n->d, "islands", 1, "%s instead of %s", wmi_number(n->b->island_count).text,
                     wmi_number(count).text);
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = n->island[i];
        const wm_nwn2_island *x = &n->a->islands[i], *y = k < count ? &n->b->islands[k] : NULL;
        c.headers += !y || x->triangles_count != y->triangles_count ||
                     wmi_floats_apart(n->tolerance, &x->centre, &y->centre, 3);
        if (!y)
            continue;
        diff_links(n, i, k, seen, &c);
        diff_steps(n, i, k, &c);
    }
    wmi_diff_add(n->d, "islands", c.headers, "%s of %s %s", wmi_number(c.headers).text,
                 wmi_number(count).text, wmi_plural(c.headers, "differs", "differ"));
    wmi_diff_add(n->d, "islands.links", c.links, "%s %s other neighbours",
                 wmi_part(c.links, count, "island", "islands").text,
                 wmi_plural(c.links, "has", "have"));
    wmi_diff_add(n->d, "islands.distances", c.distances, "%s",
                 wmi_count(c.distances, "differs", "differ").text);
    wmi_diff_add(n->d, "islands.exits", c.exits, "%s",
                 wmi_count(c.exits, "differs", "differ").text);
    wmi_diff_add(n->d, "islands.steps", c.steps, "%s of %s %s", wmi_number(c.steps).text,
                 wmi_number((uint64_t)count * count).text,
                 wmi_plural(c.steps, "differs", "differ"));
    return true;
}

bool wmi_aswm_diff_near(wm_diff *diff, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b,
                        wmi_arena *scratch)
{
    near n = {.d = diff, .tolerance = diff->tolerance, .a = a, .b = b};
    if (!open_side(&n, 0, a, scratch) || !open_side(&n, 1, b, scratch) ||
        !wmi_match_triangles(n.side, n.tolerance, scratch) || !match_islands(&n, scratch))
        return false;
    if (a->vertex_count != b->vertex_count)
        wmi_diff_add(diff, "vertices", 1, "%s instead of %s", wmi_number(b->vertex_count).text,
                     wmi_number(a->vertex_count).text);
    if (a->edge_count != b->edge_count)
        wmi_diff_add(diff, "edges", 1, "%s instead of %s", wmi_number(b->edge_count).text,
                     wmi_number(a->edge_count).text);
    diff_triangles(&n);
    diff_tiles(&n);
    return diff_islands(&n, scratch);
}

/* ---- ground and water ---- */

static bool same_bytes(wm_nwn2_bytes a, wm_nwn2_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_corners(const wm_nwn2_short_triangle *a, uint32_t n,
                         const wm_nwn2_short_triangle *b, uint32_t m)
{
    return n == m && (n == 0 || memcmp(a, b, n * sizeof *a) == 0);
}

static bool same_grass(double t, const wm_nwn2_grass *a, const wm_nwn2_grass *b)
{
    return memcmp(a->name, b->name, sizeof a->name) == 0 &&
           memcmp(a->texture, b->texture, sizeof a->texture) == 0 &&
           !wmi_float_rows_apart(t, a->blades, a->blade_count, b->blades, b->blade_count, 9);
}

static bool same_ground(double t, const wm_nwn2_trrn *a, const wm_nwn2_trrn *b)
{
    bool same = memcmp(a->name, b->name, sizeof a->name) == 0 &&
                memcmp(a->textures, b->textures, sizeof a->textures) == 0 &&
                !wmi_floats_apart(t, a->colours, b->colours, 18) &&
                a->vertex_count == b->vertex_count && a->grass_count == b->grass_count &&
                same_corners(a->triangles, a->triangle_count, b->triangles, b->triangle_count) &&
                same_bytes(a->dds[0], b->dds[0]) && same_bytes(a->dds[1], b->dds[1]) &&
                same_bytes(a->extra, b->extra);
    for (uint32_t i = 0; same && i < a->vertex_count; i++) {
        const wm_nwn2_terrain_vertex *x = &a->vertices[i], *y = &b->vertices[i];
        same = !wmi_floats_apart(t, &x->position, &y->position, 6) &&
               memcmp(x->tint, y->tint, sizeof x->tint) == 0 &&
               !wmi_floats_apart(t, x->uv, y->uv, 4);
    }
    for (uint32_t i = 0; same && i < a->grass_count; i++)
        same = same_grass(t, &a->grass[i], &b->grass[i]);
    return same;
}

static bool same_water(double t, const wm_nwn2_watr *a, const wm_nwn2_watr *b)
{
    bool same =
        memcmp(a->name, b->name, sizeof a->name) == 0 &&
        memcmp(a->unknown, b->unknown, sizeof a->unknown) == 0 &&
        !wmi_floats_apart(t, &a->colour, &b->colour, 10) &&
        !wmi_floats_apart(t, a->uv_offset, b->uv_offset, 2) &&
        !wmi_float_rows_apart(t, a->vertices, a->vertex_count, b->vertices, b->vertex_count, 7) &&
        same_corners(a->triangles, a->triangle_count, b->triangles, b->triangle_count) &&
        !wmi_rows_apart(a->triangle_flags, a->triangle_count, b->triangle_flags, b->triangle_count,
                        4) &&
        same_bytes(a->dds, b->dds) && same_bytes(a->extra, b->extra) && a->x == b->x &&
        a->y == b->y;
    for (int i = 0; same && i < 3; i++)
        same = memcmp(a->textures[i].name, b->textures[i].name, sizeof a->textures[i].name) == 0 &&
               !wmi_floats_apart(t, a->textures[i].direction, b->textures[i].direction, 4);
    return same;
}

bool wmi_packets_near(double tolerance, const wm_nwn2_packet *a, const wm_nwn2_packet *b)
{
    return a->trrn && b->trrn   ? same_ground(tolerance, a->trrn, b->trrn)
           : a->watr && b->watr ? same_water(tolerance, a->watr, b->watr)
                                : false;
}
