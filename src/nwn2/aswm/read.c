/* Reads the walkmesh of a TRN or TRX from its uncompressed bytes. docs/formats/nwn2.md,
 * "ASWM" and "Older versions". */
#include <stdio.h>

#include "base/words.h"
#include "nwn2/internal.h"

_Static_assert(sizeof(wm_nwn2_edge) == 16, "as in the file");
_Static_assert(sizeof(wm_nwn2_triangle) == 64, "as in the file");
_Static_assert(offsetof(wm_nwn2_triangle, centre) == 36, "nine words come before it");
_Static_assert(offsetof(wm_nwn2_triangle, normal) == 44, "as in the file");
_Static_assert(offsetof(wm_nwn2_triangle, island) == 60, "both halves of the last word");
_Static_assert(sizeof(wm_vec3) == 12, "as in the file");
_Static_assert(sizeof(wm_nwn2_island_step) == 8, "as in the file");

enum { TILE_HEADER = 57, ISLAND_MIN = 36 };

/* The differences between versions. */
typedef struct version_layout {
    uint32_t edge, triangle; /* bytes per record */
    uint32_t path_header;
    uint32_t node; /* bytes per element of node_to_local; 0 if there is none */
} version_layout;

static const version_layout layouts[] = {
    {52, 88, 10, 0}, /* 0x69 */
    {16, 68, 10, 0}, /* 0x6a */
    {16, 64, 10, 1}, /* 0x6b */
    {16, 64, 13, 4}, /* 0x6c */
};

static void read_header(wmi_cursor *c, wm_nwn2_aswm *a)
{
    a->version = wmi_take_u32(c, "ASWM.version");
    if (!c->r.failed && (a->version < WM_NWN2_ASWM_OLDEST || a->version > WM_NWN2_ASWM_VERSION))
        wmi_reader_fail(&c->r, WM_UNSUPPORTED, 0, "ASWM.version",
                        "0x%lx is not supported, expected 0x69 to 0x6c", (ul)a->version);
    wmi_take_fixed(c, a->name, sizeof a->name, "ASWM.name");
    wmi_take_fixed(c, &a->owns_data, 1, "ASWM.owns_data");
    a->vertex_count = wmi_take_u32(c, "ASWM.vertices_count");
    a->edge_count = wmi_take_u32(c, "ASWM.edges_count");
    a->triangle_count = wmi_take_u32(c, "ASWM.triangles_count");
    a->triangles_offset = wmi_take_u32(c, "ASWM.triangles_offset");
}

static void read_edges(wmi_cursor *c, wm_nwn2_aswm *a, uint32_t stride)
{
    if (stride == sizeof *a->edges) {
        a->edges = wmi_take_words(c, a->edge_count, stride, "ASWM.edges");
        return;
    }
    wmi_span s = wmi_take(c, a->edge_count, stride, "ASWM.edges");
    a->edges = wmi_take_room(c, s.count, sizeof *a->edges, "ASWM.edges");
    for (uint32_t i = 0; a->edges && i < s.count; i++)
        wmi_load32(&a->edges[i], s.data + (size_t)i * stride, 4);
}

/* 0x69 stores its fields in another order, with unknown fields in between. */
static void oldest_triangle(wm_nwn2_triangle *t, const uint8_t *p)
{
    wmi_load32(t, p + 8, 9); /* vertices and both kinds of links */
    wmi_load32(t->centre, p + 56, 2);
    wmi_load32(&t->normal, p + 68, 3);
    wmi_load32(&t->dot, p + 80, 1);
    t->flags = wmi_le16(p + 4);
    t->island = wmi_le16(p + 86);
}

static void read_triangles(wmi_cursor *c, wm_nwn2_aswm *a, uint32_t stride)
{
    if (stride == sizeof *a->triangles) {
        a->triangles = wmi_take_words(c, a->triangle_count, stride, "ASWM.triangles");
    } else {
        wmi_span s = wmi_take(c, a->triangle_count, stride, "ASWM.triangles");
        wm_nwn2_triangle *t = wmi_take_room(c, s.count, sizeof *t, "ASWM.triangles");
        for (uint32_t i = 0; t && i < s.count; i++) {
            const uint8_t *p = s.data + (size_t)i * stride;
            if (stride == 68)
                wmi_load32(&t[i], p + 4, 16);
            else
                oldest_triangle(&t[i], p);
        }
        a->triangles = t;
    }
    if (a->triangles && stride != 88 && a->triangle_count)
        wmi_halves(&a->triangles->island, a->triangle_count, sizeof *a->triangles);
}

static bool bad_triangle(const wm_nwn2_aswm *a, uint32_t i)
{
    const uint32_t *v = a->triangles[i].vertex;
    uint32_t most = v[0] > v[1] ? v[0] : v[1];
    return (most > v[2] ? most : v[2]) >= a->vertex_count;
}

/* Keeps a triangle with a vertex that does not exist, and makes it a point. */
static void keep_bad(wmi_cursor *c, wm_nwn2_aswm *a, uint32_t i, uint64_t at)
{
    uint32_t *v = a->triangles[i].vertex;
    wm_nwn2_bad_triangle *bad = &a->bad[a->bad_count++];
    *bad = (wm_nwn2_bad_triangle){i, {v[0], v[1], v[2]}};
    for (uint32_t k = 0; k < 3; k++) {
        wm_error fault = {.code = WM_OK};
        char path[64];
        if (v[k] < a->vertex_count)
            continue;
        wmi_format(path, sizeof path, "ASWM.triangles[%lu].vertex[%lu]", (ul)i, (ul)k);
        wmi_fail_at(&fault, WM_BAD_VALUE, at + 4 * k, path, "triangle %lu uses vertex %lu, but %s",
                    (ul)i, (ul)v[k], wmi_only(a->vertex_count, "vertex", "vertices").text);
        wmi_trn_fault(c, WM_NWN2_VERTEX_INDEX, &fault);
    }
    v[0] = v[1] = v[2] = 0;
}

/* The only indices that must be valid: all users of a document rely on them. */
static void prove_vertices(wmi_cursor *c, wm_nwn2_aswm *a, uint64_t at, uint32_t stride)
{
    uint32_t first = stride == 88 ? 8 : stride == 68 ? 4 : 0;
    size_t count = 0;
    if (a->triangle_count && a->vertex_count == 0) { /* no valid index exists */
        wmi_reader_fail(&c->r, WM_BAD_VALUE, at, "ASWM.triangles", "%s but no vertices",
                        wmi_count(a->triangle_count, "triangle", "triangles").text);
        c->bad_index = true;
        return;
    }
    for (uint32_t i = 0; i < a->triangle_count; i++)
        count += bad_triangle(a, i);
    if (count == 0)
        return;
    a->bad = wmi_take_room(c, count, sizeof *a->bad, "ASWM.triangles");
    for (uint32_t i = 0; a->bad && i < a->triangle_count; i++)
        if (bad_triangle(a, i))
            keep_bad(c, a, i, at + (uint64_t)i * stride + first);
}

/* ---- tiles ---- */

/* Reads one tile up to its arrays, whose sizes it stores. */
static void tile_header(wmi_cursor *c, wm_nwn2_tile *t, uint32_t path_header)
{
    wmi_span s = wmi_take(c, 1, TILE_HEADER, "header");
    if (!s.count)
        return;
    memcpy(t->name, s.data, sizeof t->name);
    t->owns_data = s.data[32];
    t->vertices_count = wmi_le32(s.data + 33);
    t->edges_count = wmi_le32(s.data + 37);
    t->triangles_count = wmi_le32(s.data + 41);
    t->size_x = wmi_lef32(s.data + 45);
    t->size_y = wmi_lef32(s.data + 49);
    t->triangles_offset = wmi_le32(s.data + 53);
    char path[48];
    if (t->owns_data && (t->vertices_count || t->edges_count)) {
        wmi_format(path, sizeof path, "ASWM.tiles[%lu].owns_data", (ul)c->index);
        wmi_reader_fail(&c->r, WM_UNSUPPORTED, s.offset + 32, path,
                        "%u is not supported: no known tile has a mesh of its own",
                        (unsigned)t->owns_data);
    }
    s = wmi_take(c, 1, path_header, "path_table_header");
    if (!s.count)
        return;
    const uint8_t *p = s.data + path_header - 5;
    t->compression_flags = wmi_le32(s.data);
    t->local_count = path_header == 13 ? wmi_le32(s.data + 4) : s.data[4];
    t->node_count = p[0];
    t->rle_table_size = wmi_le32(p + 1);
    if (t->compression_flags || t->rle_table_size) {
        wmi_format(path, sizeof path, "ASWM.tiles[%lu].compression_flags", (ul)c->index);
        wmi_reader_fail(
            &c->r, WM_UNSUPPORTED, s.offset, path,
            "%lu with a table of %lu bytes is not supported: no known table is compressed",
            (ul)t->compression_flags, (ul)t->rle_table_size);
    }
}

/* First pass: proves that all tiles are present and counts their nodes. */
static size_t count_nodes(wmi_cursor *c, uint32_t count, const version_layout *l)
{
    size_t total = 0;
    for (uint32_t i = 0; i < count && !c->r.failed; i++) {
        wm_nwn2_tile t = {0};
        c->index = i;
        tile_header(c, &t, l->path_header);
        uint32_t n = t.node_count;
        wmi_take(c, t.local_count, 1, "local_to_node");
        wmi_take(c, l->node ? n : 0, l->node, "node_to_local");
        wmi_take(c, n, n, "nodes");
        wmi_take(c, 1, 4, "flags");
        total += n;
    }
    return total;
}

/* For versions without node_to_local: inverts local_to_node. */
static void invert(wm_nwn2_tile *t)
{
    for (uint32_t i = 0; i < t->node_count; i++)
        t->node_to_local[i] = WM_NO_INDEX;
    for (uint32_t i = t->local_count; i-- > 0;)
        if (t->local_to_node[i] < t->node_count)
            t->node_to_local[t->local_to_node[i]] = i;
}

/* Second pass: fills the tiles, which the first pass proved to be present. Byte lists and
 * byte tables stay in place. */
static void fill_tiles(wmi_cursor *c, wm_nwn2_aswm *a, uint32_t count, const version_layout *l,
                       uint32_t *nodes)
{
    for (uint32_t i = 0; i < count; i++) {
        wm_nwn2_tile *t = &a->tiles[i];
        tile_header(c, t, l->path_header);
        uint32_t n = t->node_count;
        wmi_span locals = wmi_take(c, t->local_count, 1, "local_to_node");
        wmi_span local_of = wmi_take(c, l->node ? n : 0, l->node, "node_to_local");
        wmi_span table = wmi_take(c, n, n, "nodes");
        t->local_to_node = c->own + locals.offset;
        t->node_to_local = nodes;
        t->table = c->own + table.offset;
        if (l->node == 4)
            wmi_load32(nodes, local_of.data, n);
        else if (l->node == 0)
            invert(t);
        for (uint32_t k = 0; l->node == 1 && k < n; k++)
            nodes[k] = local_of.data[k];
        nodes += n;
        t->flags = wmi_take_u32(c, "flags");
    }
}

static void read_tiles(wmi_cursor *c, wm_nwn2_aswm *a, const version_layout *l)
{
    a->tiles_flags = wmi_take_u32(c, "ASWM.tiles_flags");
    wmi_take_floats(c, &a->tile_width, 1, "ASWM.tile_width");
    a->grid_height = wmi_take_u32(c, "ASWM.grid_height");
    a->grid_width = wmi_take_u32(c, "ASWM.grid_width");
    uint64_t count = (uint64_t)a->grid_height * a->grid_width, start = c->at;
    uint32_t least = TILE_HEADER + l->path_header + 4;
    bool fits = count <= UINT32_MAX && wmi_fits(c->r.size, c->at, (uint32_t)count, least);
    if (!c->r.failed && !fits)
        wmi_reader_fail(
            &c->r, WM_TRUNCATED, start - 8, "ASWM.tiles",
            "the file is cut off: %lu x %lu tiles need at least %lu bytes each, %s remain",
            (ul)a->grid_height, (ul)a->grid_width, (ul)least, wmi_number(c->r.size - c->at).text);
    if (c->r.failed)
        return;
    c->group = "ASWM.tiles";
    size_t total = count_nodes(c, (uint32_t)count, l);
    c->group = NULL;
    a->tiles = wmi_take_room(c, (size_t)count, sizeof *a->tiles, "ASWM.tiles");
    uint32_t *nodes = wmi_take_room(c, total, sizeof *nodes, "ASWM.tiles");
    if (c->r.failed)
        return;
    c->at = start;
    fill_tiles(c, a, (uint32_t)count, l, nodes);
}

/* ---- islands ---- */

/* Reads the header and the three lists; only counts them when links is NULL. */
static void read_island(wmi_cursor *c, wm_nwn2_island *island, wm_nwn2_island_link *links)
{
    wmi_span s = wmi_take(c, 1, 24, "header");
    wmi_span list[3];
    if (s.count) {
        island->index = wmi_le32(s.data);
        island->tile = wmi_le32(s.data + 4);
        wmi_load32(&island->centre, s.data + 8, 3);
        island->triangles_count = wmi_le32(s.data + 20);
    }
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"linked_islands", "linked_islands_dist",
                                            "linked_islands_exit"};
        uint64_t at = c->at;
        uint32_t count = wmi_take_u32(c, names[i]);
        if (i == 0)
            island->link_count = count;
        if (!c->r.failed && count != island->link_count) {
            char path[64];
            wmi_format(path, sizeof path, "ASWM.islands[%lu].%s", (ul)c->index, names[i]);
            wmi_reader_fail(&c->r, WM_BAD_VALUE, at, path, "%s, but linked_islands has %lu",
                            wmi_count(count, "element", "elements").text, (ul)island->link_count);
        }
        list[i] = wmi_take(c, count, 4, names[i]);
    }
    for (uint32_t k = 0; links && k < island->link_count; k++)
        links[k] = (wm_nwn2_island_link){wmi_le32(list[0].data + 4 * (size_t)k),
                                         wmi_lef32(list[1].data + 4 * (size_t)k),
                                         wmi_le32(list[2].data + 4 * (size_t)k)};
    island->links = links;
}

static void read_islands(wmi_cursor *c, wm_nwn2_aswm *a)
{
    uint32_t count = wmi_take_u32(c, "ASWM.islands_length");
    uint64_t start = c->at;
    size_t links = 0;
    count = wmi_take(c, count, ISLAND_MIN, "ASWM.islands").count;
    c->at = start;
    c->group = "ASWM.islands";
    for (uint32_t i = 0; i < count && !c->r.failed; i++) {
        wm_nwn2_island island = {0};
        c->index = i;
        read_island(c, &island, NULL);
        links += island.link_count;
    }
    c->group = NULL;
    a->islands = wmi_take_room(c, count, sizeof *a->islands, "ASWM.islands");
    wm_nwn2_island_link *link = wmi_take_room(c, links, sizeof *link, "ASWM.islands");
    if (c->r.failed)
        return;
    c->at = start;
    a->island_count = count;
    for (uint32_t i = 0; i < count; i++) {
        read_island(c, &a->islands[i], link);
        link += a->islands[i].link_count;
    }
    /* Each island took 36 bytes of a file of at most 4 GiB, so 8 * count cannot overflow. */
    a->island_table = wmi_take_words(c, count, 8 * count, "ASWM.islands_path_nodes");
    if (a->island_table && count)
        wmi_halves(a->island_table, (size_t)count * count, sizeof *a->island_table);
}

void wmi_aswm_read(wmi_cursor *c, wm_nwn2_aswm *a)
{
    read_header(c, a);
    if (c->r.failed)
        return;
    const version_layout *l = &layouts[a->version - WM_NWN2_ASWM_OLDEST];
    a->vertices = wmi_take_words(c, a->vertex_count, 12, "ASWM.vertices");
    read_edges(c, a, l->edge);
    uint64_t at = c->at;
    read_triangles(c, a, l->triangle);
    if (!c->r.failed)
        prove_vertices(c, a, at, l->triangle);
    read_tiles(c, a, l);
    a->border = wmi_take_u32(c, "ASWM.tiles_border_size");
    read_islands(c, a);
    a->extra = wmi_take_rest(c, "ASWM.extra");
}
