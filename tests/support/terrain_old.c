/* Walkmeshes of versions 0x69 to 0x6b, which the library reads but never writes.
 * docs/formats/nwn2.md, "Older versions". */
#include <stdlib.h>
#include <string.h>

#include "terrain.h"

typedef struct bytes {
    uint8_t *data;
    size_t size, capacity;
} bytes;

static void put(bytes *b, const void *data, size_t size)
{
    if (b->size + size > b->capacity) {
        b->capacity = 2 * (b->size + size);
        b->data = realloc(b->data, b->capacity);
        if (!b->data)
            abort();
    }
    if (size)
        memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_int(bytes *b, uint32_t value, int size)
{
    for (int i = 0; i < size; i++)
        put(b, &(uint8_t){(uint8_t)(value >> 8 * i)}, 1);
}

static void put_float(bytes *b, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    put_int(b, bits, 4);
}

static void fill(bytes *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        put_int(b, 0xA5, 1);
}

static void put_three(bytes *b, const uint32_t *v)
{
    for (int k = 0; k < 3; k++)
        put_int(b, v[k], 4);
}

static void put_triangle(bytes *b, const wm_nwn2_triangle *t, uint32_t version)
{
    if (version <= 0x6a)
        fill(b, 4);
    if (version == 0x69)
        put_int(b, t->flags, 4);
    put_three(b, t->vertex);
    put_three(b, t->linked_edges);
    put_three(b, t->linked_triangles);
    if (version == 0x69)
        fill(b, 12);
    put_float(b, t->centre[0]);
    put_float(b, t->centre[1]);
    if (version == 0x69)
        fill(b, 4);
    put_float(b, t->normal.x);
    put_float(b, t->normal.y);
    put_float(b, t->normal.z);
    put_float(b, t->dot);
    if (version == 0x69)
        fill(b, 2);
    put_int(b, t->island, 2);
    if (version != 0x69)
        put_int(b, t->flags, 2);
}

static void put_tile(bytes *b, const wm_nwn2_tile *t, uint32_t version)
{
    put(b, t->name, 32);
    put_int(b, t->owns_data, 1);
    put_int(b, t->vertices_count, 4);
    put_int(b, t->edges_count, 4);
    put_int(b, t->triangles_count, 4);
    put_float(b, t->size_x);
    put_float(b, t->size_y);
    put_int(b, t->triangles_offset, 4);
    put_int(b, 0, 4);
    put_int(b, t->local_count, 1);
    put_int(b, t->node_count, 1);
    put_int(b, 0, 4);
    put(b, t->local_to_node, t->local_count);
    for (uint32_t i = 0; version == 0x6b && i < t->node_count; i++)
        put_int(b, t->node_to_local[i], 1);
    put(b, t->table, (size_t)t->node_count * t->node_count);
    put_int(b, t->flags, 4);
}

static void put_island(bytes *b, const wm_nwn2_island *island)
{
    put_int(b, island->index, 4);
    put_int(b, island->tile, 4);
    put_float(b, island->centre.x);
    put_float(b, island->centre.y);
    put_float(b, island->centre.z);
    put_int(b, island->triangles_count, 4);
    for (int list = 0; list < 3; list++) {
        put_int(b, island->link_count, 4);
        for (uint32_t i = 0; i < island->link_count; i++) {
            const wm_nwn2_island_link *link = &island->links[i];
            if (list == 1)
                put_float(b, link->distance);
            else
                put_int(b, list ? link->exit : link->island, 4);
        }
    }
}

uint8_t *test_terrain_old(const wm_nwn2_aswm *a, uint32_t version, size_t *size)
{
    bytes b = {0};
    put_int(&b, version, 4);
    put(&b, a->name, 32);
    put_int(&b, a->owns_data, 1);
    put_int(&b, a->vertex_count, 4);
    put_int(&b, a->edge_count, 4);
    put_int(&b, a->triangle_count, 4);
    put_int(&b, a->triangles_offset, 4);
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        put_float(&b, a->vertices[i].x);
        put_float(&b, a->vertices[i].y);
        put_float(&b, a->vertices[i].z);
    }
    for (uint32_t i = 0; i < a->edge_count; i++) {
        put_int(&b, a->edges[i].vertex[0], 4);
        put_int(&b, a->edges[i].vertex[1], 4);
        put_int(&b, a->edges[i].triangle[0], 4);
        put_int(&b, a->edges[i].triangle[1], 4);
        if (version == 0x69)
            fill(&b, 36);
    }
    for (uint32_t i = 0; i < a->triangle_count; i++)
        put_triangle(&b, &a->triangles[i], version);
    put_int(&b, a->tiles_flags, 4);
    put_float(&b, a->tile_width);
    put_int(&b, a->grid_height, 4);
    put_int(&b, a->grid_width, 4);
    for (uint32_t i = 0; i < a->grid_height * a->grid_width; i++)
        put_tile(&b, &a->tiles[i], version);
    put_int(&b, a->border, 4);
    put_int(&b, a->island_count, 4);
    for (uint32_t i = 0; i < a->island_count; i++)
        put_island(&b, &a->islands[i]);
    for (uint32_t i = 0; i < a->island_count * a->island_count; i++) {
        put_int(&b, a->island_table[i].next, 2);
        put_int(&b, a->island_table[i].padding, 2);
        put_float(&b, a->island_table[i].weight);
    }
    *size = b.size;
    return b.data;
}
