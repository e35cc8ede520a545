/* Compares two terrain files, table by table. Bytes that the game leaves undefined are
 * ignored: names, the island's tile, padding, weights of steps that lead nowhere. */
#include "base/words.h"
#include "nwn2/internal.h"

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool same_bytes(wm_nwn2_bytes a, wm_nwn2_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* ---- triangles ---- */

static void diff_triangles(wm_diff *d, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    uint32_t n = smaller(a->triangle_count, b->triangle_count);
    uint32_t vertices = 0, links = 0, numbers = 0, islands = 0, flags = 0;
    for (uint32_t i = 0; i < n; i++) {
        const wm_nwn2_triangle *x = &a->triangles[i], *y = &b->triangles[i];
        vertices += memcmp(x->vertex, y->vertex, sizeof x->vertex) != 0;
        links += memcmp(x->linked_edges, y->linked_edges, sizeof x->linked_edges) != 0 ||
                 memcmp(x->linked_triangles, y->linked_triangles, sizeof x->linked_triangles) != 0;
        numbers += memcmp(x->centre, y->centre, sizeof x->centre) != 0 ||
                   memcmp(&x->normal, &y->normal, sizeof x->normal) != 0 ||
                   memcmp(&x->dot, &y->dot, sizeof x->dot) != 0;
        islands += x->island != y->island;
        flags += x->flags != y->flags;
    }
    if (a->triangle_count != b->triangle_count)
        wmi_diff_add(d, "triangles", a->triangle_count + b->triangle_count - 2 * n,
                     "%s instead of %s", wmi_number(b->triangle_count).text,
                     wmi_number(a->triangle_count).text);
    wmi_diff_add(d, "triangles.vertex", vertices, "%s of %s %s", wmi_number(vertices).text,
                 wmi_number(n).text, wmi_plural(vertices, "differs", "differ"));
    wmi_diff_add(d, "triangles.links", links, "%s of %s %s", wmi_number(links).text,
                 wmi_number(n).text, wmi_plural(links, "differs", "differ"));
    wmi_diff_add(d, "triangles.numbers", numbers, "the centre, normal or plane of %s differs",
                 wmi_part(numbers, n, "triangle", "triangles").text);
    wmi_diff_add(d, "triangles.island", islands, "%s of %s %s", wmi_number(islands).text,
                 wmi_number(n).text, wmi_plural(islands, "differs", "differ"));
    wmi_diff_add(d, "triangles.flags", flags, "%s of %s %s", wmi_number(flags).text,
                 wmi_number(n).text, wmi_plural(flags, "differs", "differ"));
}

/* ---- tiles ---- */

static void diff_tiles(wm_diff *d, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    uint32_t ranges = 0, counts = 0, lists = 0, cells = 0, sights = 0;
    if (a->grid_width != b->grid_width || a->grid_height != b->grid_height) {
        wmi_diff_add(d, "tiles", 1, "%lu x %lu instead of %lu x %lu", (ul)b->grid_width,
                     (ul)b->grid_height, (ul)a->grid_width, (ul)a->grid_height);
        return;
    }
    for (size_t i = 0; i < (size_t)a->grid_width * a->grid_height; i++) {
        const wm_nwn2_tile *x = &a->tiles[i], *y = &b->tiles[i];
        ranges +=
            x->triangles_offset != y->triangles_offset || x->triangles_count != y->triangles_count;
        counts += x->vertices_count != y->vertices_count || x->edges_count != y->edges_count;
        uint32_t list =
            wmi_rows_apart(x->local_to_node, x->local_count, y->local_to_node, y->local_count, 1) +
            wmi_rows_apart(x->node_to_local, x->node_count, y->node_to_local, y->node_count, 4);
        lists += list > 0;
        for (uint32_t k = 0; !list && k < (uint32_t)x->node_count * x->node_count; k++) {
            cells += (x->table[k] ^ y->table[k]) & 0x7F ? 1 : 0;
            sights += (x->table[k] ^ y->table[k]) & WM_NWN2_SIGHT ? 1 : 0;
        }
    }
    wmi_diff_add(d, "tiles.triangles", ranges, "%s other triangles",
                 wmi_count(ranges, "tile has", "tiles have").text);
    wmi_diff_add(d, "tiles.counts", counts, "%s another vertex or edge count",
                 wmi_count(counts, "tile has", "tiles have").text);
    wmi_diff_add(d, "tiles.nodes", lists, "%s other nodes",
                 wmi_count(lists, "tile has", "tiles have").text);
    wmi_diff_add(d, "tiles.table", cells, "%s elsewhere",
                 wmi_count(cells, "cell leads", "cells lead").text);
    wmi_diff_add(d, "tiles.sight", sights, "%s",
                 wmi_count(sights, "line of sight differs", "lines of sight differ").text);
}

/* ---- islands ---- */

static void diff_islands(wm_diff *d, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    uint32_t headers = 0, links = 0, distances = 0, exits = 0, steps = 0, n = a->island_count;
    if (n != b->island_count) {
        wmi_diff_add(d, "islands", 1, "%s instead of %s", wmi_number(b->island_count).text,
                     wmi_number(n).text);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        const wm_nwn2_island *x = &a->islands[i], *y = &b->islands[i];
        headers += x->index != y->index || x->triangles_count != y->triangles_count ||
                   memcmp(&x->centre, &y->centre, sizeof x->centre) != 0;
        bool same = x->link_count == y->link_count;
        for (uint32_t k = 0; same && k < x->link_count; k++)
            same = x->links[k].island == y->links[k].island;
        links += !same;
        for (uint32_t k = 0; same && k < x->link_count; k++) {
            distances += memcmp(&x->links[k].distance, &y->links[k].distance, 4) != 0;
            exits += x->links[k].exit != y->links[k].exit;
        }
    }
    for (size_t k = 0; k < (size_t)n * n; k++) {
        const wm_nwn2_island_step *x = &a->island_table[k], *y = &b->island_table[k];
        steps += x->next != y->next ||
                 (x->next != WM_NWN2_NO_ISLAND && memcmp(&x->weight, &y->weight, 4) != 0);
    }
    wmi_diff_add(d, "islands", headers, "%s of %s %s", wmi_number(headers).text, wmi_number(n).text,
                 wmi_plural(headers, "differs", "differ"));
    wmi_diff_add(d, "islands.links", links, "%s %s other neighbours",
                 wmi_part(links, n, "island", "islands").text, wmi_plural(links, "has", "have"));
    wmi_diff_add(d, "islands.distances", distances, "%s",
                 wmi_count(distances, "differs", "differ").text);
    wmi_diff_add(d, "islands.exits", exits, "%s", wmi_count(exits, "differs", "differ").text);
    wmi_diff_add(d, "islands.steps", steps, "%s of %s %s", wmi_number(steps).text,
                 wmi_number((uint64_t)n * n).text, wmi_plural(steps, "differs", "differ"));
}

/* Counts the edges that differ. Edges with their two triangles swapped are equal. */
static uint32_t edges_apart(const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < smaller(a->edge_count, b->edge_count); i++) {
        const wm_nwn2_edge *x = &a->edges[i], *y = &b->edges[i];
        bool straight = x->triangle[0] == y->triangle[0] && x->triangle[1] == y->triangle[1];
        bool crossed = x->triangle[0] == y->triangle[1] && x->triangle[1] == y->triangle[0];
        count += memcmp(x->vertex, y->vertex, sizeof x->vertex) != 0 || !(straight || crossed);
    }
    return count;
}

static void diff_header(wm_diff *d, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    if (a->tiles_flags != b->tiles_flags)
        wmi_diff_add(d, "variant", 1, "tiles_flags %lu instead of %lu", (ul)b->tiles_flags,
                     (ul)a->tiles_flags);
    if (wmi_floats_apart(d->tolerance, &a->tile_width, &b->tile_width, 1) || a->border != b->border)
        wmi_diff_add(d, "grid", 1, "tiles of %s m and a border of %lu instead of %s m and %lu",
                     wmi_shortest(b->tile_width).text, (ul)b->border,
                     wmi_shortest(a->tile_width).text, (ul)a->border);
}

static void diff_aswm(wm_diff *d, const wm_nwn2_aswm *a, const wm_nwn2_aswm *b)
{
    uint32_t edges = edges_apart(a, b);
    wmi_diff_rows(d, "vertices", a->vertices, a->vertex_count, b->vertices, b->vertex_count,
                  sizeof *a->vertices);
    if (a->edge_count != b->edge_count)
        wmi_diff_add(d, "edges", 1, "%s instead of %s", wmi_number(b->edge_count).text,
                     wmi_number(a->edge_count).text);
    else
        wmi_diff_add(d, "edges", edges, "%s of %s %s", wmi_number(edges).text,
                     wmi_number(a->edge_count).text, wmi_plural(edges, "differs", "differ"));
    diff_triangles(d, a, b);
    diff_tiles(d, a, b);
    diff_islands(d, a, b);
}

static bool diff_walkmeshes(wm_diff *d, const wm_nwn2_trn *a, const wm_nwn2_trn *b)
{
    wmi_arena scratch;
    bool good = true;
    diff_header(d, a->aswm, b->aswm);
    wmi_arena_init(&scratch, &wmi_trn_of(a)->arena.allocator, 0);
    if (d->tolerance > 0)
        good = wmi_aswm_diff_near(d, a->aswm, b->aswm, &scratch);
    else
        diff_aswm(d, a->aswm, b->aswm);
    wmi_arena_free(&scratch);
    if (!same_bytes(a->aswm->extra, b->aswm->extra))
        wmi_diff_add(d, "extra", 1, "the bytes after the walkmesh differ");
    return good;
}

/* ---- packets ---- */

/* Compares any other packet by its bytes. */
static wm_status diff_packet(wm_diff *d, uint32_t i, const wm_nwn2_packet *a,
                             const wm_nwn2_packet *b, wm_error *error)
{
    wm_buffer x, y;
    if (d->tolerance > 0 && wmi_packets_near(d->tolerance, a, b))
        return WM_OK;
    wm_status status = wm_nwn2_packet_write(a, NULL, &x, error);
    if (status != WM_OK)
        return status;
    status = wm_nwn2_packet_write(b, NULL, &y, error);
    if (status == WM_OK && (x.size != y.size || (x.size && memcmp(x.data, y.data, x.size) != 0)))
        wmi_diff_add(d, "packets", 1,
                     x.size == y.size ? "packet %lu (%s) has other content, in as many bytes (%s)"
                                      : "packet %lu (%s) differs: %s bytes instead of %s",
                     (ul)i, a->type, wmi_number(y.size).text, wmi_number(x.size).text);
    wm_buffer_free(&x);
    if (status == WM_OK)
        wm_buffer_free(&y);
    return status;
}

wm_status wm_nwn2_trn_diff(const wm_nwn2_trn *a, const wm_nwn2_trn *b, wm_diff *diff,
                           wm_error *error)
{
    wm_status status = WM_OK;
    if (a->major != b->major || a->minor != b->minor)
        wmi_diff_add(diff, "version", 1, "%u.%u instead of %u.%u", (unsigned)b->major,
                     (unsigned)b->minor, (unsigned)a->major, (unsigned)a->minor);
    if (a->packet_count != b->packet_count)
        wmi_diff_add(diff, "packets", 1, "%s instead of %s", wmi_number(b->packet_count).text,
                     wmi_number(a->packet_count).text);
    for (uint32_t i = 0; i < smaller(a->packet_count, b->packet_count) && status == WM_OK; i++) {
        const wm_nwn2_packet *x = &a->packets[i], *y = &b->packets[i];
        if (memcmp(x->type, y->type, 4) != 0)
            wmi_diff_add(diff, "packets", 1, "packet %lu is %s instead of %s", (ul)i, y->type,
                         x->type);
        else if (!x->aswm || !y->aswm)
            status = diff_packet(diff, i, x, y, error);
    }
    bool good = !a->aswm || !b->aswm || diff_walkmeshes(diff, a, b);
    if (status == WM_OK && (!good || diff->out_of_memory))
        status = wmi_no_memory(error);
    return status;
}
