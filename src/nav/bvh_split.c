/* Splits faces by the surface area heuristic. Usually this bins their centres along each
 * axis and makes one cut after another. Large sets use tiles over the two widest axes
 * instead and make all cuts at once. */
#include <math.h>

#include "nav/bvh_split.h"

enum {
    LEAF = WMI_BVH_LEAF_FACES,
    BINS = 8,
    TILES = 16,  /* along each of the two axes */
    TILED = 256, /* fewest faces for which tiles pay off */
    NARROW = 4,  /* tiles: anything narrower is not cut further */
    MANY = 2048  /* faces; each is then small compared with the whole */
};

typedef wmi_box box;
typedef wmi_bvh_item item;
typedef wmi_bvh_range range;
typedef wmi_bvh_bin bin;

static inline box no_box(void)
{
    return (box){f4_all(INFINITY), f4_all(-INFINITY)};
}

static inline box both(box a, box b)
{
    return (box){f4_min(a.low, b.low), f4_max(a.high, b.high)};
}

/* Half the surface area. Overflow gives infinity, or NaN for an empty box; neither is
 * chosen. */
static inline float area(box b)
{
    float l[4], h[4];
    f4_store(l, b.low);
    f4_store(h, b.high);
    float x = h[0] - l[0], y = h[1] - l[1], z = h[2] - l[2];
    return x * y + y * z + z * x;
}

/* The same for four boxes at once. */
static inline wmi_f4 areas(const box *b)
{
    wmi_f4 x = f4_sub(b[0].high, b[0].low), y = f4_sub(b[1].high, b[1].low);
    wmi_f4 z = f4_sub(b[2].high, b[2].low), w = f4_sub(b[3].high, b[3].low);
    f4_transpose(&x, &y, &z, &w);
    return f4_add(f4_add(f4_mul(x, y), f4_mul(y, z)), f4_mul(z, x));
}

static inline box box_of(const item *i)
{
    return (box){f4_load(i->low), f4_load(i->high)};
}

static inline wmi_f4 centre_of(const item *i)
{
    return f4_add(f4_load(i->low), f4_load(i->high));
}

wmi_bvh_range wmi_bvh_measure(const wmi_bvh_items *w, uint32_t begin, uint32_t end)
{
    range r = {begin, end, no_box(), 0};
    for (uint32_t i = begin; i < end; i++)
        r.bounds = both(r.bounds, box_of(&w->item[i]));
    r.area = area(r.bounds);
    return r;
}

/* Bounds of low + high, which is twice the centre. */
static box measure_centres(const item *items, const range *r)
{
    box even = no_box(), odd = no_box(); /* two, so that neither waits for the other */
    uint32_t i = r->begin;
    for (; i + 1 < r->end; i += 2) {
        wmi_f4 c = centre_of(&items[i]), d = centre_of(&items[i + 1]);
        even = both(even, (box){c, c});
        odd = both(odd, (box){d, d});
    }
    if (i < r->end) {
        wmi_f4 c = centre_of(&items[i]);
        even = both(even, (box){c, c});
    }
    return both(even, odd);
}

/* Bounds of the centres of a range. The centres of many faces nearly fill the box of the
 * range. */
static box spread_of(const item *items, const range *r)
{
    if (r->end - r->begin < MANY)
        return measure_centres(items, r);
    return (box){f4_add(r->bounds.low, r->bounds.low), f4_add(r->bounds.high, r->bounds.high)};
}

/* How bins are cut: bin = (centre - low) * per along axis. */
typedef struct cut {
    int axis;
    float low, per, cost;
    uint32_t first_right; /* this bin and those after it go right */
    box left, right;
} cut;

static inline uint32_t bin_of(const item *i, const cut *c)
{
    float at = (i->low[c->axis] + i->high[c->axis] - c->low) * c->per;
    uint32_t k = (uint32_t)(int32_t)at; /* at is at least 0 and barely above bins */
    return k < BINS ? k : BINS - 1;
}

/* Sets up bins along each axis and returns the number of axes used. An axis is skipped if
 * the centres cannot be distinguished along it, or if they spread much wider along another
 * axis. */
static int set_bins(box centres, cut c[3])
{
    int n = 0;
    float l[4], h[4];
    f4_store(l, centres.low);
    f4_store(h, centres.high);
    float x = h[0] - l[0], y = h[1] - l[1], z = h[2] - l[2];
    float widest = x > y ? x : y;
    widest = z > widest ? z : widest;
    for (int axis = 0; axis < 3; axis++) {
        float wide = h[axis] - l[axis], per = BINS / wide;
        c[n].axis = axis;
        c[n].low = l[axis];
        c[n].per = per;
        /* Tiny and huge meshes exceed the range of float here. Tiles are finer than
         * bins. */
        n += wide > 0 && wide >= widest * 0.2f && per > 0 && isfinite(per * (TILES / BINS)) &&
             isfinite(wide);
    }
    return n;
}

static inline void add_to_bin(bin *to, box b)
{
    to->bounds = both(to->bounds, b);
    to->count++;
}

/* Along one axis, or along two at once, which takes barely longer. */
static void fill_bins(const item *items, const range *r, const cut *c, int axes, bin b[2][BINS])
{
    for (uint32_t k = 0; k < BINS; k++)
        b[0][k] = b[1][k] = (bin){no_box(), 0};
    const cut first = c[0], second = c[axes - 1];
    if (axes == 1) {
        for (uint32_t i = r->begin; i < r->end; i++)
            add_to_bin(&b[0][bin_of(&items[i], &first)], box_of(&items[i]));
        return;
    }
    float low[4] = {0, 0, 0, 0}, per[4] = {0, 0, 0, 0};
    low[first.axis] = first.low, per[first.axis] = first.per;
    low[second.axis] = second.low, per[second.axis] = second.per;
    const wmi_f4 from = f4_load(low), by = f4_load(per);
    for (uint32_t i = r->begin; i < r->end; i++) {
        box bounds = box_of(&items[i]);
        uint32_t k[4];
        f4_whole(k, f4_mul(f4_sub(f4_add(bounds.low, bounds.high), from), by), BINS - 1);
        add_to_bin(&b[0][k[first.axis]], bounds);
        add_to_bin(&b[1][k[second.axis]], bounds);
    }
}

/* The cost of a side with n faces, in units of testing half a leaf. */
static inline float tests(uint32_t n)
{
    return (float)((n + 3) / 4);
}

/* Finds the cheapest cut between bins of `count` items that leaves items on both sides, and
 * stores it if it beats the best so far. */
static inline void choose_cut(const bin *b, uint32_t bins, uint32_t count, const cut *c, cut *best)
{
    box left[TILES], right[TILES]; /* of the bins before k, and of bin k and those after it */
    float below[TILES], cost[TILES], beyond[TILES];
    uint32_t n = 0;
    left[0] = no_box();
    for (uint32_t k = 1; k < bins; k++)
        left[k] = both(left[k - 1], b[k - 1].bounds);
    right[bins - 1] = b[bins - 1].bounds;
    for (uint32_t k = bins - 1; k-- > 0;)
        right[k] = both(right[k + 1], b[k].bounds);
    for (uint32_t k = 0; k < bins; k++) {
        below[k] = tests(n);
        beyond[k] = n > 0 && n < count ? tests(count - n) : INFINITY;
        n += b[k].count;
    }
    for (uint32_t k = 0; k < bins; k += 4)
        f4_store(cost + k, f4_add(f4_mul(areas(left + k), f4_load(below + k)),
                                  f4_mul(areas(right + k), f4_load(beyond + k))));
    uint32_t at = 0;
    for (uint32_t k = 1; k < bins; k++)
        if (cost[k] < best->cost) {
            best->cost = cost[k];
            at = k;
        }
    if (at > 0)
        *best = (cut){c->axis, c->low, c->per, best->cost, at, left[at], right[at]};
}

/* Sorts the items of a range by side of the cut. The sort is stable and has no branch to
 * mispredict: each item is written to both sides, and only the side that it belongs to
 * advances. */
static void part(wmi_bvh_items *w, const range *r, const cut *c, range *left, range *right)
{
    item *items = w->item, *aside = w->aside;
    uint32_t kept = r->begin, moved = 0;
    const cut by = *c;
    for (uint32_t i = r->begin; i < r->end; i++) {
        bool goes = bin_of(&items[i], &by) >= by.first_right;
        box it = box_of(&items[i]); /* the face is stored in the last element of high */
        f4_store(items[kept].low, it.low);
        f4_store(items[kept].high, it.high);
        f4_store(aside[moved].low, it.low);
        f4_store(aside[moved].high, it.high);
        kept += !goes;
        moved += goes;
    }
    memcpy(items + kept, aside, moved * sizeof *items);
    *left = (range){r->begin, kept, c->left, area(c->left)};
    *right = (range){kept, r->end, c->right, area(c->right)};
}

static void split(wmi_bvh_items *w, const range *r, bool fair, range *left, range *right)
{
    cut best = {.cost = INFINITY}, c[3];
    bin b[2][BINS];
    int axes = fair ? set_bins(spread_of(w->item, r), c) : 0;
    for (int i = 0; i < axes; i += 2) {
        int now = axes - i < 2 ? 1 : 2;
        fill_bins(w->item, r, &c[i], now, b);
        for (int k = 0; k < now; k++)
            choose_cut(b[k], BINS, r->end - r->begin, &c[i + k], &best);
    }
    if (best.cost < INFINITY) {
        part(w, r, &best, left, right);
        return;
    }
    uint32_t middle = r->begin + (r->end - r->begin) / 2;
    *left = wmi_bvh_measure(w, r->begin, middle);
    *right = wmi_bvh_measure(w, middle, r->end);
}

/* ---- many faces: tiles ---- */

/* A rectangle of tiles, before the items are reordered. */
typedef struct region {
    uint32_t first[2], end[2]; /* along each axis */
    uint32_t count;
    box bounds;
    float area;
} region;

static void fill_tiles(wmi_bvh_items *w, const range *r, const cut c[2])
{
    float low[4] = {0, 0, 0, 0}, per[4] = {0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
        low[c[k].axis] = c[k].low;
        per[c[k].axis] = c[k].per * (TILES / BINS);
    }
    for (int k = 0; k < TILES * TILES; k++)
        w->tiles[k] = (bin){no_box(), 0};
    const wmi_f4 from = f4_load(low), by = f4_load(per);
    const int x = c[0].axis, y = c[1].axis;
    for (uint32_t i = r->begin; i < r->end; i++) {
        box bounds = box_of(&w->item[i]);
        uint32_t k[4];
        f4_whole(k, f4_mul(f4_sub(f4_add(bounds.low, bounds.high), from), by), TILES - 1);
        uint32_t tile = k[y] * TILES + k[x];
        w->tile_of[i] = (uint8_t)tile;
        add_to_bin(&w->tiles[tile], bounds);
    }
}

/* Cuts a region in two. Returns false if there is no good cut. */
static bool cut_region(const wmi_bvh_items *w, region *r, region *right)
{
    bin b[2][TILES];
    cut best = {.cost = INFINITY};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < TILES; i++)
            b[k][i] = (bin){no_box(), 0};
    for (uint32_t y = r->first[1]; y < r->end[1]; y++)
        for (uint32_t x = r->first[0]; x < r->end[0]; x++) {
            const bin *t = &w->tiles[y * TILES + x];
            bin *across = &b[0][x - r->first[0]], *up = &b[1][y - r->first[1]];
            across->bounds = both(across->bounds, t->bounds);
            across->count += t->count;
            up->bounds = both(up->bounds, t->bounds);
            up->count += t->count;
        }
    for (int k = 0; k < 2; k++)
        if (r->end[k] - r->first[k] >= NARROW)
            choose_cut(b[k], TILES, r->count, &(cut){.axis = k}, &best);
    if (!(best.cost < INFINITY))
        return false;
    *right = *r;
    right->first[best.axis] = r->end[best.axis] = r->first[best.axis] + best.first_right;
    right->count = 0;
    for (uint32_t k = best.first_right; k < TILES; k++)
        right->count += b[best.axis][k].count;
    r->count -= right->count;
    r->bounds = best.left;
    r->area = area(best.left);
    right->bounds = best.right;
    right->area = area(best.right);
    return true;
}

/* Reorders the items of a range by the region that contains them. */
static void put_in_order(wmi_bvh_items *w, const range *r, const region *regions, uint32_t n,
                         range *list)
{
    uint8_t region_of[TILES * TILES] = {0};
    uint32_t at[8 * WMI_BVH_TOPS], next = r->begin;
    for (uint32_t k = 0; k < n; k++) {
        const region *g = &regions[k];
        for (uint32_t y = g->first[1]; y < g->end[1]; y++)
            for (uint32_t x = g->first[0]; x < g->end[0]; x++)
                region_of[y * TILES + x] = (uint8_t)k;
        at[k] = next;
        list[k] = (range){next, next + g->count, g->bounds, g->area};
        next += g->count;
    }
    for (uint32_t i = r->begin; i < r->end; i++) {
        item *to = &w->aside[at[region_of[w->tile_of[i]]]++];
        box it = box_of(&w->item[i]); /* the face is stored in the last element of high */
        f4_store(to->low, it.low);
        f4_store(to->high, it.high);
    }
    memcpy(w->item + r->begin, w->aside + r->begin, (r->end - r->begin) * sizeof *w->item);
}

/* Splits a range by tiles, all at once, as far as the tiles are fine enough. */
static uint32_t take_apart_by_tiles(wmi_bvh_items *w, const range *all, range *list, uint32_t most)
{
    cut c[3];
    region regions[8 * WMI_BVH_TOPS];
    uint32_t n = 1;
    list[0] = *all;
    if (set_bins(spread_of(w->item, all), c) != 2)
        return 1;
    fill_tiles(w, all, c);
    regions[0] = (region){{0, 0}, {TILES, TILES}, all->end - all->begin, all->bounds, all->area};
    while (n < most) {
        uint32_t largest = most;
        for (uint32_t i = 0; i < n; i++)
            if (regions[i].count > LEAF &&
                (largest == most || regions[i].area > regions[largest].area))
                largest = i;
        if (largest == most || !cut_region(w, &regions[largest], &regions[n]))
            break;
        n++;
    }
    put_in_order(w, all, regions, n, list);
    return n;
}

/* ---- nodes ---- */

/* Splits `all` into up to eight ranges. Of the ranges too large for a leaf, the largest is
 * split first. */
uint32_t wmi_bvh_take_apart(wmi_bvh_items *w, const range *all, bool fair, range *list,
                            uint32_t most)
{
    uint32_t n = 1;
    list[0] = *all;
    if (fair && all->end - all->begin >= TILED)
        n = take_apart_by_tiles(w, all, list, most);
    while (n < most) {
        uint32_t largest = most;
        for (uint32_t i = 0; i < n; i++)
            if (list[i].end - list[i].begin > LEAF &&
                (largest == most || list[i].area > list[largest].area))
                largest = i;
        if (largest == most)
            break;
        range r = list[largest];
        split(w, &r, fair, &list[largest], &list[n]);
        n++;
    }
    return n;
}

bool wmi_bvh_items_init(wmi_bvh_items *w, uint32_t count, wmi_arena *scratch)
{
    w->item = wmi_arena_raw(scratch, count, sizeof *w->item);
    w->aside = wmi_arena_raw(scratch, count, sizeof *w->aside);
    w->tile_of = wmi_arena_raw(scratch, count, 1);
    w->tiles = wmi_arena_lines(scratch, TILES * TILES, sizeof *w->tiles);
    return w->item && w->aside && w->tile_of && w->tiles;
}
