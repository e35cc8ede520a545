/* Joins vertices that are close. In 9,670 pairs of close vertices of real TRX files, none is
 * closer than a tenth of a metre on all three axes, and the first vertex of those that were
 * joined keeps its place. docs/formats/nwn2.md, "Cutters". */
#include "nwn2/bake/weld.h"

#include "base/real.h"

/* The size of a cell. A box of twice the reach touches 1.5 cells on each axis. */
static const double cell_size = 4 * WMI_WELD_REACH;

/* A cell holds at most 4 x 4 x 4 joined vertices. Vertices that were not joined, such as those
 * of a file from elsewhere, may be closer; then only so many of them are found. */
enum { MOST_IN_CELL = 64 };

static bool make_cells(wmi_weld *w, size_t most)
{
    wmi_arena_init(&w->arena, &w->allocator, 0);
    w->most = (uint32_t)most;
    w->cells = wmi_arena_raw(&w->arena, most, sizeof *w->cells);
    return w->cells && wmi_distinct_init(&w->keys, &w->arena, most);
}

bool wmi_weld_init(wmi_weld *w, const wm_allocator *allocator, size_t expected)
{
    *w = (wmi_weld){.allocator = *allocator};
    return make_cells(w, (expected < UINT32_MAX / 4 ? expected : UINT32_MAX / 4) + 64);
}

void wmi_weld_free(wmi_weld *w)
{
    wmi_release(&w->allocator, w->vertices, w->capacity, sizeof *w->vertices);
    wmi_release(&w->allocator, w->next, w->next_capacity, sizeof *w->next);
    wmi_arena_free(&w->arena);
}

/* Doubles the room for cells. */
static bool more_cells(wmi_weld *w)
{
    wmi_arena old = w->arena;
    const wmi_weld_cell *cells = w->cells;
    uint32_t count = w->keys.count;
    bool good = make_cells(w, 2 * (size_t)w->most);
    for (uint32_t i = 0; good && i < count; i++) {
        w->cells[i] = cells[i];
        wmi_distinct_add(&w->keys, w->cells[i].key, sizeof w->cells[i].key);
    }
    wmi_arena_free(&old);
    return good;
}

/* What is not a number is in the last cell, and close to nothing. */
static int32_t cell_of(double at)
{
    double cell = floor(at / cell_size);
    return !(cell < 1e9) ? 1000000000 : cell < -1e9 ? -1000000000 : (int32_t)cell;
}

static bool near_by(wm_vec3 a, wm_vec3 b)
{
    return fabs((double)a.x - (double)b.x) < WMI_WELD_REACH &&
           fabs((double)a.y - (double)b.y) < WMI_WELD_REACH &&
           fabs((double)a.z - (double)b.z) < WMI_WELD_REACH;
}

static uint32_t nearest_first(wmi_weld *w, const int32_t key[3], wm_vec3 p)
{
    uint32_t cell = wmi_distinct_find(&w->keys, key, 3 * sizeof *key), best = WM_NO_INDEX;
    if (cell == WM_NO_INDEX)
        return WM_NO_INDEX;
    for (uint32_t v = w->cells[cell].first; v != WM_NO_INDEX; v = w->next[v])
        if (v < best && near_by(w->vertices[v], p))
            best = v;
    return best;
}

uint32_t wmi_weld_add(wmi_weld *w, wm_vec3 p)
{
    void *vertices = w->vertices, *next = w->next;
    bool good = w->count < WM_NO_INDEX - 1 &&
                wmi_grow(&w->allocator, &vertices, &w->capacity, w->count + 1, sizeof p);
    good = good && wmi_grow(&w->allocator, &next, &w->next_capacity, w->count + 1, sizeof *w->next);
    w->vertices = vertices;
    w->next = next;
    if (!good || (w->keys.count == w->most && !more_cells(w)))
        return WM_NO_INDEX;
    wmi_weld_cell *cell = &w->cells[w->keys.count]; /* only used if the cell is new */
    cell->key[0] = cell_of((double)p.x);
    cell->key[1] = cell_of((double)p.y);
    cell->key[2] = cell_of((double)p.z);
    cell->first = WM_NO_INDEX;
    cell->count = 0;
    cell = &w->cells[wmi_distinct_add(&w->keys, cell->key, sizeof cell->key)];
    uint32_t v = (uint32_t)w->count++;
    w->vertices[v] = p;
    w->next[v] = WM_NO_INDEX;
    if (cell->count < MOST_IN_CELL) {
        cell->count++;
        w->next[v] = cell->first;
        cell->first = v;
    }
    return v;
}

uint32_t wmi_weld_join(wmi_weld *w, wm_vec3 p)
{
    int32_t low[3], high[3], key[3];
    double at[3] = {(double)p.x, (double)p.y, (double)p.z};
    uint32_t best = WM_NO_INDEX;
    if (w->apart)
        return wmi_weld_add(w, p);
    for (int k = 0; k < 3; k++) {
        low[k] = cell_of(at[k] - WMI_WELD_REACH);
        high[k] = cell_of(at[k] + WMI_WELD_REACH);
    }
    for (key[0] = low[0]; key[0] <= high[0]; key[0]++)
        for (key[1] = low[1]; key[1] <= high[1]; key[1]++)
            for (key[2] = low[2]; key[2] <= high[2]; key[2]++) {
                uint32_t v = nearest_first(w, key, p);
                best = v < best ? v : best;
            }
    return best != WM_NO_INDEX ? best : wmi_weld_add(w, p);
}
