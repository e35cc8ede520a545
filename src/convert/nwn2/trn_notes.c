/* Keeps what a bake would recompute when an NWN2 walkmesh is exported to glTF and imported
 * unchanged: lines of sight, and the tiles' informative counts. They are stored in the extras
 * of the mesh with a checksum of the triangles, and used only if that still matches.
 * docs/gltf.md, "Walkmeshes". */
#include "convert/nwn2/trn_notes.h"

/* Numbers in extras reliably keep 24 bits. */
enum { WORD = 24 };

static uint32_t add_bytes(uint32_t sum, const void *data, size_t size)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ p[i]) * 16777619u; /* FNV-1a */
    return sum;
}

static uint32_t sum_of(const wm_nwn2_aswm *a)
{
    uint32_t sum = add_bytes(2166136261u, a->vertices, a->vertex_count * sizeof *a->vertices);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        sum = add_bytes(sum, a->triangles[i].vertex, sizeof a->triangles[i].vertex);
        sum = add_bytes(sum, &a->triangles[i].flags, sizeof a->triangles[i].flags);
    }
    return (sum ^ sum >> WORD) & 0xFFFFFF;
}

static size_t tile_count(const wm_nwn2_aswm *a)
{
    return (size_t)a->grid_width * a->grid_height;
}

static size_t cells_of(const wm_nwn2_tile *t)
{
    return (size_t)t->node_count * t->node_count;
}

/* All tables, one after the other. */
static size_t all_cells(const wm_nwn2_aswm *a)
{
    size_t cells = 0;
    for (size_t i = 0; i < tile_count(a); i++)
        cells += cells_of(&a->tiles[i]);
    return cells;
}

void wmi_trn_note(wmi_bag *bag, const wm_nwn2_aswm *a, wmi_arena *scratch)
{
    size_t tiles = tile_count(a), words = (all_cells(a) + WORD - 1) / WORD, at = 0;
    if (a->tiles_flags != WM_NWN2_TRX_TILES || words > UINT32_MAX || tiles > UINT32_MAX / 2)
        return;
    uint32_t *sight = wmi_arena_new(scratch, words, sizeof *sight);
    uint32_t *counts = wmi_arena_raw(scratch, 2 * tiles, sizeof *counts);
    bag->failed = bag->failed || !sight || !counts;
    if (bag->failed)
        return;
    for (size_t i = 0; i < tiles; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        counts[2 * i] = t->vertices_count;
        counts[2 * i + 1] = t->edges_count;
        for (size_t k = 0; k < cells_of(t); k++, at++)
            if (t->table[k] != WM_NWN2_NO_NODE && t->table[k] & WM_NWN2_SIGHT)
                sight[at / WORD] |= (uint32_t)1 << at % WORD;
    }
    wmi_bag_number(bag, "sum", sum_of(a));
    wmi_bag_uints(bag, "sight", sight, (uint32_t)words);
    wmi_bag_uints(bag, "tile_counts", counts, (uint32_t)(2 * tiles));
}

/* ---- import ------------------------------------------------------------ */

static void take_sight(wm_nwn2_aswm *a, const wm_extra *e)
{
    size_t at = 0;
    for (size_t i = 0; i < tile_count(a); i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        for (size_t k = 0; k < cells_of(t); k++, at++) {
            uint32_t word;
            if (t->table[k] == WM_NWN2_NO_NODE || !wmi_extra_u32(e->numbers[at / WORD], &word))
                continue;
            bool clear = word >> at % WORD & 1;
            t->table[k] = (uint8_t)((t->table[k] & WM_NWN2_TILE_NODES) |
                                    (clear ? (unsigned)WM_NWN2_SIGHT : 0));
        }
    }
}

void wmi_trn_take(wm_nwn2_aswm *a, const wm_extras *extras)
{
    size_t words = (all_cells(a) + WORD - 1) / WORD, tiles = tile_count(a);
    const wm_extra *sight = wmi_extra_list(extras, "sight", 0);
    const wm_extra *counts = wmi_extra_list(extras, "tile_counts", 0);
    uint32_t sum;
    if (!wmi_extra_u32(wmi_extra_number(extras, "sum", -1), &sum) || sum != sum_of(a))
        return;
    if (sight && sight->count == words)
        take_sight(a, sight);
    for (size_t i = 0; counts && counts->count == 2 * tiles && i < tiles; i++) {
        wmi_extra_u32(counts->numbers[2 * i], &a->tiles[i].vertices_count);
        wmi_extra_u32(counts->numbers[2 * i + 1], &a->tiles[i].edges_count);
    }
}
