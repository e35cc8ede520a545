/* Builds the tree of bvh.h: faces are split by the surface area heuristic over bins
 * of their centres along each axis, and each node takes the largest of its parts
 * apart until it has eight. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh.h"
#include "nav/simd.h"

enum {
    LEAF = 8, /* faces */
    BINS = 8,
    MANY = 2048,    /* faces, of which each is small beside all */
    FAIR_DEPTH = 20 /* levels that may split by area; below, ranges are halved */
};

typedef struct box {
    wmi_f4 low, high;
} box;

static inline box no_box(void)
{
    return (box){f4_all(INFINITY), f4_all(-INFINITY)};
}

static inline box both(box a, box b)
{
    return (box){f4_min(a.low, b.low), f4_max(a.high, b.high)};
}

/* Half the surface. Overflow gives infinity or, of no box, a NaN: neither wins. */
static inline float area(box b)
{
    float l[4], h[4];
    f4_store(l, b.low);
    f4_store(h, b.high);
    float x = h[0] - l[0], y = h[1] - l[1], z = h[2] - l[2];
    return x * y + y * z + z * x;
}

/* Of four boxes at once. */
static inline wmi_f4 areas(const box *b)
{
    wmi_f4 x = f4_sub(b[0].high, b[0].low), y = f4_sub(b[1].high, b[1].low);
    wmi_f4 z = f4_sub(b[2].high, b[2].low), w = f4_sub(b[3].high, b[3].low);
    f4_turn(&x, &y, &z, &w);
    return f4_add(f4_add(f4_mul(x, y), f4_mul(y, z)), f4_mul(z, x));
}

/* ---- faces and ranges of them ---- */

typedef struct item {
    float low[4]; /* x, y, z, 0 */
    float high[3];
    uint32_t face;
} item;

typedef struct range {
    uint32_t begin, end;
    box bounds;
    float area;
} range;

typedef struct leaf_range {
    uint32_t begin, end;
} leaf_range;

typedef struct builder {
    const wm_allocator *allocator;
    item *items, *aside; /* aside: room for those that go right */
    wmi_bvh_node *nodes; /* growing */
    size_t node_count, node_capacity;
    leaf_range *leaf; /* growing */
    size_t leaf_count, leaf_capacity;
} builder;

static inline box box_of(const item *i)
{
    return (box){f4_load(i->low), f4_load(i->high)};
}

static inline wmi_f4 centre_of(const item *i)
{
    return f4_add(f4_load(i->low), f4_load(i->high));
}

static range measure(const item *items, uint32_t begin, uint32_t end)
{
    range r = {begin, end, no_box(), 0};
    for (uint32_t i = begin; i < end; i++)
        r.bounds = both(r.bounds, box_of(&items[i]));
    r.area = area(r.bounds);
    return r;
}

/* Of low + high, which is twice the centre. */
static box measure_centres(const item *items, const range *r)
{
    box even = no_box(), odd = no_box(); /* two, for they need not wait for each other */
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

/* Where the centres of a range may lie. Many faces nearly fill their box with them. */
static box spread_of(const item *items, const range *r)
{
    if (r->end - r->begin < MANY)
        return measure_centres(items, r);
    return (box){f4_add(r->bounds.low, r->bounds.low), f4_add(r->bounds.high, r->bounds.high)};
}

typedef struct bin {
    box bounds;
    uint32_t count;
} bin;

/* Where bins are cut: bin = (centre - low) * per along axis. */
typedef struct cut {
    int axis;
    float low, per, cost;
    uint32_t first_right; /* bins from this one on go right */
    box left, right;
} cut;

static inline uint32_t bin_of(const item *i, const cut *c)
{
    float at = (i->low[c->axis] + i->high[c->axis] - c->low) * c->per;
    uint32_t k = (uint32_t)(int32_t)at; /* at is 0 or more, and hardly above bins */
    return k < BINS ? k : BINS - 1;
}

/* Sets up bins along each axis, and tells along how many: not where the centres cannot
 * be told apart, or lie much wider apart along another axis. */
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
        /* Tiny and huge meshes leave the range of float here. */
        n += wide > 0 && wide >= widest * 0.2f && per > 0 && isfinite(per) && isfinite(wide);
    }
    return n;
}

static inline void add_to_bin(bin *to, box b)
{
    to->bounds = both(to->bounds, b);
    to->count++;
}

/* Along one axis, or along two at once, which takes hardly longer. */
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

/* What a side of n faces costs, in tests of half a leaf. */
static inline float tests(uint32_t n)
{
    return (float)((n + 3) / 4);
}

/* The cheapest cut between the bins of `count` items, if it beats the best so far: one
 * that leaves something on both sides. */
static void choose_cut(const bin *b, uint32_t count, const cut *c, cut *best)
{
    box left[BINS], right[BINS]; /* of the bins before k, and of those from k on */
    float below[BINS], cost[BINS], beyond[BINS];
    uint32_t n = 0;
    left[0] = no_box();
    for (uint32_t k = 1; k < BINS; k++)
        left[k] = both(left[k - 1], b[k - 1].bounds);
    right[BINS - 1] = b[BINS - 1].bounds;
    for (uint32_t k = BINS - 1; k-- > 0;)
        right[k] = both(right[k + 1], b[k].bounds);
    for (uint32_t k = 0; k < BINS; k++) {
        below[k] = tests(n);
        beyond[k] = n > 0 && n < count ? tests(count - n) : INFINITY;
        n += b[k].count;
    }
    for (uint32_t k = 0; k < BINS; k += 4)
        f4_store(cost + k, f4_add(f4_mul(areas(left + k), f4_load(below + k)),
                                  f4_mul(areas(right + k), f4_load(beyond + k))));
    uint32_t at = 0;
    for (uint32_t k = 1; k < BINS; k++)
        if (cost[k] < best->cost) {
            best->cost = cost[k];
            at = k;
        }
    if (at > 0)
        *best = (cut){c->axis, c->low, c->per, best->cost, at, left[at], right[at]};
}

/* Sorts the items of a range by the side of the cut, in order and without a branch
 * that could be guessed wrong: each item is written to both sides, and only the side
 * that it belongs to moves on. */
static void part(builder *w, const range *r, const cut *c, range *left, range *right)
{
    item *items = w->items, *aside = w->aside;
    uint32_t kept = r->begin, moved = 0;
    const cut by = *c;
    for (uint32_t i = r->begin; i < r->end; i++) {
        bool goes = bin_of(&items[i], &by) >= by.first_right;
        box it = box_of(&items[i]); /* the face is in the last place of high */
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

static void split(builder *w, const range *r, bool fair, range *left, range *right)
{
    cut best = {.cost = INFINITY}, c[3];
    bin b[2][BINS];
    int axes = fair ? set_bins(spread_of(w->items, r), c) : 0;
    for (int i = 0; i < axes; i += 2) {
        int now = axes - i < 2 ? 1 : 2;
        fill_bins(w->items, r, &c[i], now, b);
        for (int k = 0; k < now; k++)
            choose_cut(b[k], r->end - r->begin, &c[i + k], &best);
    }
    if (best.cost < INFINITY) {
        part(w, r, &best, left, right);
        return;
    }
    uint32_t middle = r->begin + (r->end - r->begin) / 2;
    *left = measure(w->items, r->begin, middle);
    *right = measure(w->items, middle, r->end);
}

/* Takes `all` apart into up to eight ranges: the largest first, of those that are too
 * many for a leaf. */
static uint32_t take_apart(builder *w, const range *all, bool fair, range list[8])
{
    uint32_t n = 1;
    list[0] = *all;
    while (n < 8) {
        uint32_t largest = 8;
        for (uint32_t i = 0; i < n; i++)
            if (list[i].end - list[i].begin > LEAF &&
                (largest == 8 || list[i].area > list[largest].area))
                largest = i;
        if (largest == 8)
            break;
        range r = list[largest];
        split(w, &r, fair, &list[largest], &list[n]);
        n++;
    }
    return n;
}

/* Small ones first: where any hit will do, they tell sooner. */
static void sort_by_area(range *list, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        range r = list[i];
        uint32_t k = i;
        for (; k > 0 && list[k - 1].area > r.area; k--)
            list[k] = list[k - 1];
        list[k] = r;
    }
}

static bool make_room(builder *w)
{
    void *nodes = w->nodes, *leaves = w->leaf;
    bool good =
        wmi_grow(w->allocator, &nodes, &w->node_capacity, w->node_count + 1, sizeof *w->nodes) &&
        wmi_grow(w->allocator, &leaves, &w->leaf_capacity, w->leaf_count + 8, sizeof *w->leaf);
    w->nodes = nodes;
    w->leaf = leaves;
    return good;
}

/* The number of a new node for a range, or WM_NO_INDEX when memory is refused. The
 * depth is bounded: see FAIR_DEPTH. */
static uint32_t build_node(builder *w, const range *all, unsigned depth)
{
    range list[8];
    if (!make_room(w))
        return WM_NO_INDEX;
    uint32_t number = (uint32_t)w->node_count++;
    uint32_t n = take_apart(w, all, depth < FAIR_DEPTH, list);
    sort_by_area(list, n);
    wmi_bvh_node node = {.valid = 0xFFu >> (8 - n)};
    for (uint32_t i = 0; i < n; i++) {
        float l[4], h[4];
        f4_store(l, list[i].bounds.low);
        f4_store(h, list[i].bounds.high);
        for (int k = 0; k < 3; k++) {
            node.box[16 * k + (int)i] = l[k];
            node.box[16 * k + 8 + (int)i] = h[k];
        }
        if (list[i].end - list[i].begin <= LEAF) {
            node.leaves |= 1u << i;
            node.child[i] = WMI_BVH_LEAF | (uint32_t)w->leaf_count;
            w->leaf[w->leaf_count++] = (leaf_range){list[i].begin, list[i].end};
        }
    }
    for (uint32_t i = n; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            node.box[16 * k + (int)i] = INFINITY;
            node.box[16 * k + 8 + (int)i] = -INFINITY;
        }
    for (uint32_t i = 0; i < n; i++)
        if (list[i].end - list[i].begin > LEAF) {
            uint32_t child = build_node(w, &list[i], depth + 1);
            if (child == WM_NO_INDEX)
                return WM_NO_INDEX;
            node.child[i] = child;
        }
    for (uint32_t i = n; i < 8; i++)
        node.child[i] = node.child[0];
    w->nodes[number] = node;
    return number;
}

/* ---- the mesh ---- */

static uint32_t collect(const wmi_walkmesh *mesh, item *items)
{
    const wm_walkmesh *m = &mesh->pub;
    uint32_t n = 0;
    for (uint32_t f = 0; f < m->face_count; f++) {
        wm_vec3 a = m->vertices[m->faces[f].vertex[0]], b = m->vertices[m->faces[f].vertex[1]];
        wm_vec3 c = m->vertices[m->faces[f].vertex[2]];
        wmi_f4 p = f4_of(a.x, a.y, a.z), q = f4_of(b.x, b.y, b.z), r = f4_of(c.x, c.y, c.z);
        item it;
        f4_store(it.low, f4_min(p, f4_min(q, r)));
        float high[4];
        f4_store(high, f4_max(p, f4_max(q, r)));
        memcpy(it.high, high, sizeof it.high);
        it.face = f;
        items[n] = it;
        /* 0 unless a coordinate is not finite */
        float sum = (a.x - a.x) + (a.y - a.y) + (a.z - a.z) + (b.x - b.x) + (b.y - b.y) +
                    (b.z - b.z) + (c.x - c.x) + (c.y - c.y) + (c.z - c.z);
        n += sum == 0;
    }
    return n;
}

static void fill_leaf(const wm_walkmesh *m, const item *items, leaf_range r, wmi_bvh_leaf *leaf)
{
    for (uint32_t lane = 0; lane < 8; lane++) {
        bool used = lane < r.end - r.begin;
        uint32_t face = items[used ? r.begin + lane : r.begin].face;
        leaf->face[lane] = used ? face : WM_NO_INDEX;
        for (int k = 0; k < 3; k++) {
            wm_vec3 v = m->vertices[m->faces[face].vertex[k]];
            leaf->corner[k][lane] = v.x;
            leaf->corner[k][8 + lane] = v.y;
            leaf->corner[k][16 + lane] = v.z;
        }
    }
}

static bool finish(wmi_walkmesh *mesh, const builder *w)
{
    wmi_bvh *bvh = &mesh->bvh;
    bvh->nodes = wmi_arena_lines(&mesh->arena, w->node_count, sizeof *bvh->nodes);
    bvh->leaves = wmi_arena_lines(&mesh->arena, w->leaf_count, sizeof *bvh->leaves);
    if (!bvh->nodes || !bvh->leaves)
        return false;
    memcpy(bvh->nodes, w->nodes, w->node_count * sizeof *w->nodes);
    for (size_t i = 0; i < w->leaf_count; i++)
        fill_leaf(&mesh->pub, w->items, w->leaf[i], &bvh->leaves[i]);
    wm_vec3 a = mesh->pub.min, b = mesh->pub.max;
    bvh->size = fmaxf(fmaxf(fmaxf(fabsf(a.x), fabsf(b.x)), fmaxf(fabsf(a.y), fabsf(b.y))),
                      fmaxf(fmaxf(fabsf(a.z), fabsf(b.z)), 1e-9f));
    bvh->node_count = (uint32_t)w->node_count;
    bvh->leaf_count = (uint32_t)w->leaf_count;
    return true;
}

bool wmi_bvh_build(wmi_walkmesh *mesh)
{
    wmi_arena scratch;
    uint32_t n = mesh->pub.face_count;
    wmi_arena_init(&scratch, &mesh->arena.allocator, 0);
    builder w = {.allocator = &mesh->arena.allocator,
                 .items = wmi_arena_raw(&scratch, n, sizeof *w.items),
                 .aside = wmi_arena_raw(&scratch, n, sizeof *w.items)};
    bool good = w.items && w.aside;
    n = good ? collect(mesh, w.items) : 0;
    if (n > 0) {
        range all = measure(w.items, 0, n);
        good = build_node(&w, &all, 0) != WM_NO_INDEX && finish(mesh, &w);
    }
    wmi_release(w.allocator, w.nodes, w.node_capacity, sizeof *w.nodes);
    wmi_release(w.allocator, w.leaf, w.leaf_capacity, sizeof *w.leaf);
    wmi_arena_free(&scratch);
    return good;
}
