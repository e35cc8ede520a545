/* Islands: the connected parts of tiles, where they touch, and the table of steps between
 * them. docs/formats/nwn2.md, "Islands". */
#include "base/words.h"
#include "nwn2/bake/bake.h"
#include "nwn2/numbers.h"

/* Numbers the connected parts of all tiles by their first triangles. */
static wm_status number_islands(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    uint32_t *stack = wmi_bake_new(b, a->triangle_count, sizeof *stack), count = 0;
    if (!stack)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < a->triangle_count; i++)
        a->triangles[i].island = WM_NWN2_NO_ISLAND;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        uint32_t depth = 0;
        const wm_nwn2_tile *t = &a->tiles[b->tile[i]];
        if (!(a->triangles[i].flags & WM_NWN2_WALKABLE) ||
            a->triangles[i].island != WM_NWN2_NO_ISLAND)
            continue;
        if (count == WM_NWN2_ISLANDS)
            return wmi_fail(
                b->error, WM_LIMIT, "ASWM.islands",
                "more than %d islands: triangle %lu in tile %lu,%lu would start another",
                WM_NWN2_ISLANDS, (ul)i, (ul)(b->tile[i] % a->grid_width),
                (ul)(b->tile[i] / a->grid_width));
        a->triangles[i].island = (uint16_t)count;
        stack[depth++] = i;
        while (depth) {
            const wm_nwn2_triangle *x = &a->triangles[stack[--depth]];
            for (int k = 0; k < 3; k++) {
                uint32_t to = wmi_bake_near(a, t, x, k);
                if (to != WM_NO_INDEX && a->triangles[to].island == WM_NWN2_NO_ISLAND) {
                    a->triangles[to].island = (uint16_t)count;
                    stack[depth++] = to;
                }
            }
        }
        count++;
    }
    a->island_count = count;
    return WM_OK;
}

static void make_centres(wm_nwn2_aswm *a, uint32_t stray)
{
    for (uint32_t i = 0; i < a->island_count; i++)
        a->islands[i] = (wm_nwn2_island){.index = i, .tile = stray};
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        if (t->island == WM_NWN2_NO_ISLAND)
            continue;
        wm_nwn2_island *island = &a->islands[t->island];
        island->centre.x += t->centre[0];
        island->centre.y += t->centre[1];
        island->triangles_count++;
    }
    for (uint32_t i = 0; i < a->island_count; i++) {
        float scale = 1.0f / (float)a->islands[i].triangles_count;
        a->islands[i].centre.x *= scale;
        a->islands[i].centre.y *= scale;
    }
}

/* ---- links ---- */

/* The other island that slot k of a triangle leads to, or WM_NWN2_NO_ISLAND. */
static uint16_t island_across(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t, int k)
{
    uint32_t to = t->linked_triangles[k];
    uint16_t island = to == WM_NO_INDEX ? WM_NWN2_NO_ISLAND : a->triangles[to].island;
    return island == t->island ? WM_NWN2_NO_ISLAND : island;
}

/* Every slot where islands touch, by island: those of island i are [start[i], start[i + 1]). */
static wm_status find_touches(wmi_baker *b, uint32_t *start, wm_nwn2_island_link **touches)
{
    const wm_nwn2_aswm *a = &b->a;
    for (int round = 0; round < 2; round++) { /* count, then fill */
        for (uint32_t i = 0; i < a->triangle_count; i++) {
            const wm_nwn2_triangle *t = &a->triangles[i];
            for (int k = 0; t->island != WM_NWN2_NO_ISLAND && k < 3; k++) {
                uint16_t to = island_across(a, t, k);
                if (to == WM_NWN2_NO_ISLAND)
                    continue;
                if (round)
                    (*touches)[start[t->island]] = (wm_nwn2_island_link){to, 0, i};
                start[t->island + (round ? 0 : 1)]++;
            }
        }
        if (round)
            break;
        for (uint32_t i = 0; i < a->island_count; i++)
            start[i + 1] += start[i];
        *touches = wmi_bake_keep(b, start[a->island_count], sizeof **touches);
        if (!*touches)
            return WM_NO_MEMORY;
    }
    for (uint32_t i = a->island_count; i > 0; i--) /* filling advanced each start by one entry */
        start[i] = start[i - 1];
    start[0] = 0;
    return WM_OK;
}

/* The first touch of each neighbour becomes the link, so its triangle is the lowest. */
static wm_status make_links(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    wm_nwn2_island_link *touches = NULL;
    uint32_t *start = wmi_bake_new(b, (size_t)a->island_count + 1, sizeof *start);
    uint32_t *seen = wmi_bake_new(b, a->island_count, sizeof *seen);
    if (!start || !seen)
        return WM_NO_MEMORY;
    wm_status status = find_touches(b, start, &touches);
    for (uint32_t i = 0; status == WM_OK && i < a->island_count; i++) {
        wm_nwn2_island *island = &a->islands[i];
        island->links = touches + start[i];
        for (uint32_t k = start[i]; k < start[i + 1]; k++) {
            wm_nwn2_island_link link = touches[k];
            if (seen[link.island] == i + 1)
                continue;
            seen[link.island] = i + 1;
            link.distance = wmi_aswm_distance(island->centre, a->islands[link.island].centre);
            island->links[island->link_count++] = link;
        }
    }
    return status;
}

/* ---- the table ---- */

/* Open islands, as a min-heap: the bits of the label above the island index. */
typedef struct heap {
    uint64_t *key;
    size_t count;
} heap;

static void push(heap *h, uint64_t key)
{
    size_t at = h->count++;
    for (size_t up; at > 0 && h->key[up = (at - 1) / 2] > key; at = up)
        h->key[at] = h->key[up];
    h->key[at] = key;
}

static uint64_t pop(heap *h)
{
    uint64_t top = h->key[0], last = h->key[--h->count];
    size_t at = 0, child;
    while ((child = 2 * at + 1) < h->count) {
        if (child + 1 < h->count && h->key[child + 1] < h->key[child])
            child++;
        if (h->key[child] >= last)
            break;
        h->key[at] = h->key[child];
        at = child;
    }
    h->key[at] = last;
    return top;
}

static uint32_t bits_of(float label)
{
    uint32_t bits;
    memcpy(&bits, &label, sizeof bits);
    return bits;
}

/* Like the search in a tile: picks the smallest label, and the lowest index among equal
 * labels. Outdated labels stay in the heap and are skipped. */
static void search(const wm_nwn2_aswm *a, uint32_t from, float *label, heap *h)
{
    wm_nwn2_island_step *row = a->island_table + (size_t)from * a->island_count;
    for (uint32_t i = 0; i < a->island_count; i++) {
        label[i] = INFINITY;
        row[i] = (wm_nwn2_island_step){WM_NWN2_NO_ISLAND, 0, 0};
    }
    label[from] = 0;
    h->count = 0;
    push(h, from);
    while (h->count) {
        uint64_t key = pop(h);
        uint32_t i = (uint32_t)key;
        if (bits_of(label[i]) != key >> 32)
            continue;
        for (uint32_t k = 0; k < a->islands[i].link_count; k++) {
            const wm_nwn2_island_link *link = &a->islands[i].links[k];
            float length = label[i] + link->distance;
            if (!(length < label[link->island]))
                continue;
            label[link->island] = length;
            push(h, (uint64_t)bits_of(length) << 32 | link->island);
            row[link->island] =
                i == from ? (wm_nwn2_island_step){(uint16_t)link->island, 0, link->distance}
                          : row[i];
        }
    }
}

/* The table grows with the square of the islands, so that a small mesh of loose triangles would
 * become a file that is too large to be read again. This admits 2,000 islands of one triangle
 * each, and 9,000 islands of 50; the games' areas have about 50 triangles for each island. */
static uint64_t largest_table(const wm_nwn2_aswm *a)
{
    uint64_t bytes = (UINT64_C(32) << 20) + 16 * 88 * (uint64_t)a->triangle_count;
    return bytes < UINT32_MAX ? bytes : UINT32_MAX;
}

static wm_status make_table(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    uint64_t n = a->island_count, bytes = n * n * sizeof *a->island_table;
    size_t links = 1;
    if (bytes > largest_table(a))
        return wmi_fail(b->error, WM_LIMIT, "ASWM.islands",
                        "the table of %s would need %s bytes, at most %s are allowed for %s: "
                        "join triangles at their edges",
                        wmi_count(n, "island", "islands").text, wmi_number(bytes).text,
                        wmi_number(largest_table(a)).text,
                        wmi_count(a->triangle_count, "triangle", "triangles").text);
    for (uint32_t i = 0; i < n; i++)
        links += a->islands[i].link_count;
    a->island_table = wmi_bake_keep(b, (size_t)(n * n), sizeof *a->island_table);
    float *label = wmi_bake_new(b, a->island_count, sizeof *label);
    heap h = {.key = wmi_bake_new(b, links, sizeof *h.key)};
    if (!a->island_table || !label || !h.key)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        search(a, i, label, &h);
    return WM_OK;
}

/* Bytes that mean nothing stay as they were in steps that did not change. */
static void keep_garbage(wmi_baker *b)
{
    const wm_nwn2_aswm *old = b->old;
    size_t count = (size_t)b->a.island_count * b->a.island_count;
    if (old->island_count != b->a.island_count || !old->island_table)
        return;
    for (size_t i = 0; i < count; i++) {
        wm_nwn2_island_step *step = &b->a.island_table[i];
        const wm_nwn2_island_step *was = &old->island_table[i];
        if (step->next != was->next)
            continue;
        step->padding = was->padding;
        if (step->next == WM_NWN2_NO_ISLAND)
            memcpy(&step->weight, &was->weight, sizeof step->weight);
    }
}

wm_status wmi_bake_islands(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    uint32_t stray = b->old->island_count ? b->old->islands[0].tile : 0;
    wm_status status = number_islands(b);
    if (status != WM_OK)
        return status;
    a->islands = wmi_bake_keep(b, a->island_count, sizeof *a->islands);
    if (!a->islands)
        return WM_NO_MEMORY;
    make_centres(a, stray);
    status = make_links(b);
    if (status == WM_OK)
        status = make_table(b);
    if (status == WM_OK)
        keep_garbage(b);
    return status;
}
