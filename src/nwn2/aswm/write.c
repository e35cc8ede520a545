/* Writes the walkmesh as uncompressed bytes, always in the newest version.
 * docs/formats/nwn2.md, "ASWM". */
#include "nwn2/internal.h"

enum { HEADER = 53, GRID = 16, TILE = 57 + 13 + 4, ISLAND = 24 + 3 * 4 };

static size_t tile_count(const wm_nwn2_aswm *a)
{
    return (size_t)a->grid_height * a->grid_width;
}

size_t wmi_aswm_size(const wm_nwn2_aswm *a)
{
    uint64_t size = HEADER + GRID + 4 + 4 + a->extra.size;
    uint64_t tiles = (uint64_t)a->grid_height * a->grid_width;
    size += 12 * (uint64_t)a->vertex_count + 16 * (uint64_t)a->edge_count +
            64 * (uint64_t)a->triangle_count;
    if (tiles > UINT32_MAX || a->island_count > 1u << 16) /* no file could hold more */
        return 0;
    for (size_t i = 0; i < tiles; i++) {
        uint64_t n = a->tiles[i].node_count;
        size += TILE + a->tiles[i].local_count + 4 * n + n * n;
    }
    for (uint32_t i = 0; i < a->island_count; i++)
        size += ISLAND + 12 * (uint64_t)a->islands[i].link_count;
    size += 8 * (uint64_t)a->island_count * a->island_count;
    return size > UINT32_MAX ? 0 : (size_t)size;
}

static uint8_t *put_u32(uint8_t *to, uint32_t value)
{
    wmi_put32(to, value);
    return to + 4;
}

static uint8_t *put_words(uint8_t *to, const void *words, size_t count)
{
    wmi_store32(to, words, count);
    return to + 4 * count;
}

static uint8_t *put_bytes(uint8_t *to, const void *bytes, size_t count)
{
    if (count)
        memcpy(to, bytes, count);
    return to + count;
}

static uint8_t *put_tile(uint8_t *to, const wm_nwn2_tile *t)
{
    uint32_t n = t->node_count;
    to = put_bytes(to, t->name, sizeof t->name);
    *to++ = t->owns_data;
    to = put_u32(to, t->vertices_count);
    to = put_u32(to, t->edges_count);
    to = put_u32(to, t->triangles_count);
    to = put_words(to, &t->size_x, 1);
    to = put_words(to, &t->size_y, 1);
    to = put_u32(to, t->triangles_offset);
    to = put_u32(to, t->compression_flags);
    to = put_u32(to, t->local_count);
    *to++ = t->node_count;
    to = put_u32(to, t->rle_table_size);
    to = put_bytes(to, t->local_to_node, t->local_count);
    to = put_words(to, t->node_to_local, n);
    to = put_bytes(to, t->table, (size_t)n * n);
    return put_u32(to, t->flags);
}

static uint8_t *put_island(uint8_t *to, const wm_nwn2_island *island)
{
    uint32_t n = island->link_count;
    to = put_u32(to, island->index);
    to = put_u32(to, island->tile);
    to = put_words(to, &island->centre, 3);
    to = put_u32(to, island->triangles_count);
    to = put_u32(to, n);
    for (uint32_t i = 0; i < n; i++)
        to = put_u32(to, island->links[i].island);
    to = put_u32(to, n);
    for (uint32_t i = 0; i < n; i++)
        to = put_words(to, &island->links[i].distance, 1);
    to = put_u32(to, n);
    for (uint32_t i = 0; i < n; i++)
        to = put_u32(to, island->links[i].exit);
    return to;
}

/* Restores the triangles that the reader made points, unless they have been edited. */
static void put_bad(uint8_t *triangles, const wm_nwn2_aswm *a)
{
    for (uint32_t i = 0; i < a->bad_count; i++) {
        const wm_nwn2_bad_triangle *bad = &a->bad[i];
        if (bad->triangle >= a->triangle_count)
            continue;
        const uint32_t *v = a->triangles[bad->triangle].vertex;
        if ((v[0] | v[1] | v[2]) == 0)
            wmi_store32(triangles + 64 * (size_t)bad->triangle, bad->vertex, 3);
    }
}

void wmi_aswm_put(const wm_nwn2_aswm *a, uint8_t *to)
{
    to = put_u32(to, WM_NWN2_ASWM_VERSION);
    to = put_bytes(to, a->name, sizeof a->name);
    *to++ = a->owns_data;
    to = put_u32(to, a->vertex_count);
    to = put_u32(to, a->edge_count);
    to = put_u32(to, a->triangle_count);
    to = put_u32(to, a->triangles_offset);
    to = put_words(to, a->vertices, 3 * (size_t)a->vertex_count);
    to = put_words(to, a->edges, 4 * (size_t)a->edge_count);
    wmi_store32(to, a->triangles, 16 * (size_t)a->triangle_count);
    wmi_halves(to + 60, a->triangle_count, 64);
    put_bad(to, a);
    to += 64 * (size_t)a->triangle_count;
    to = put_u32(to, a->tiles_flags);
    to = put_words(to, &a->tile_width, 1);
    to = put_u32(to, a->grid_height);
    to = put_u32(to, a->grid_width);
    for (size_t i = 0; i < tile_count(a); i++)
        to = put_tile(to, &a->tiles[i]);
    to = put_u32(to, a->border);
    to = put_u32(to, a->island_count);
    for (uint32_t i = 0; i < a->island_count; i++)
        to = put_island(to, &a->islands[i]);
    size_t cells = (size_t)a->island_count * a->island_count;
    wmi_store32(to, a->island_table, 2 * cells);
    wmi_halves(to, cells, 8);
    put_bytes(to + 8 * cells, a->extra.data, a->extra.size);
}

wm_status wm_nwn2_aswm_write(const wm_nwn2_aswm *aswm, const wm_write_opts *opts, wm_buffer *out,
                             wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wmi_writer w;
    size_t size = wmi_aswm_size(aswm);
    if (size == 0)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "ASWM",
                        "the walkmesh would be larger than 4 GiB");
    wmi_writer_init(&w, wmi_write_allocator(opts));
    uint8_t *to = wmi_writer_space(&w, size);
    if (to)
        wmi_aswm_put(aswm, to);
    return wmi_writer_finish(&w, out, error);
}
