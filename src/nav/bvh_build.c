/* Builds the tree of bvh.h. Each node repeatedly splits its largest part until it has
 * eight. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh_split.h"

enum { FAIR_DEPTH = 20 }; /* levels that may split by area; deeper ranges are halved */

typedef wmi_bvh_item item;
typedef wmi_bvh_range range;

typedef struct leaf_range {
    uint32_t begin, end;
} leaf_range;

typedef struct builder {
    const wm_allocator *allocator;
    wmi_bvh_items items;
    wmi_bvh_node *nodes; /* growing */
    size_t node_count, node_capacity;
    leaf_range *leaf; /* growing */
    size_t leaf_count, leaf_capacity;
    float slack;
} builder;

/* Smallest first: when any hit will do, small ones give an answer sooner. */
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

/* Makes room for a node and its leaves. */
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

static void put_box(float box[48], uint32_t i, const range *r, float slack)
{
    float l[4], h[4];
    f4_store(l, r->bounds.low);
    f4_store(h, r->bounds.high);
    for (int k = 0; k < 3; k++) {
        box[16 * k + (int)i] = l[k] - slack;
        box[16 * k + 8 + (int)i] = h[k] + slack;
    }
}

static void put_no_box(float box[48], uint32_t i)
{
    for (int k = 0; k < 3; k++) {
        box[16 * k + (int)i] = INFINITY;
        box[16 * k + 8 + (int)i] = -INFINITY;
    }
}

static bool is_leaf(const range *r)
{
    return r->end - r->begin <= WMI_BVH_LEAF_FACES;
}

static uint32_t add_leaf(builder *w, const range *r)
{
    w->leaf[w->leaf_count] = (leaf_range){r->begin, r->end};
    return WMI_BVH_LEAF | (uint32_t)w->leaf_count++;
}

/* Returns the index of a new node for a range, or WM_NO_INDEX when out of memory. The depth
 * is bounded: see FAIR_DEPTH. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static uint32_t build_node(builder *w, const range *all, unsigned depth)
{
    range list[8];
    if (!make_room(w))
        return WM_NO_INDEX;
    uint32_t number = (uint32_t)w->node_count++;
    uint32_t n = wmi_bvh_take_apart(&w->items, all, depth < FAIR_DEPTH, list, 8);
    sort_by_area(list, n);
    wmi_bvh_node node = {.valid = 0xFFu >> (8 - n)};
    for (uint32_t i = 0; i < n; i++) {
        put_box(node.box, i, &list[i], w->slack);
        if (is_leaf(&list[i])) {
            node.leaves |= 1u << i;
            node.child[i] = add_leaf(w, &list[i]);
        }
    }
    for (uint32_t i = n; i < 8; i++)
        put_no_box(node.box, i);
    for (uint32_t i = 0; i < n; i++)
        if (!is_leaf(&list[i])) {
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

/* Returns false when out of memory. */
static bool build_top(builder *w, const range *all, wmi_bvh_top *top)
{
    enum { MOST = 8 * WMI_BVH_TOPS };
    range list[MOST];
    uint32_t n = wmi_bvh_take_apart(&w->items, all, true, list, MOST);
    sort_by_area(list, n);
    *top = (wmi_bvh_top){.valid = UINT64_MAX >> (64 - n), .small = n <= 8};
    for (uint32_t i = 0; i < MOST; i++) {
        if (i >= n) {
            put_no_box(top->box[i / 8], i % 8);
            top->child[i] = top->child[0];
            continue;
        }
        put_box(top->box[i / 8], i % 8, &list[i], w->slack);
        if (!make_room(w))
            return false;
        top->child[i] = is_leaf(&list[i]) ? add_leaf(w, &list[i]) : build_node(w, &list[i], 0);
        if (top->child[i] == WM_NO_INDEX)
            return false;
        top->leaves |= (uint64_t)is_leaf(&list[i]) << i;
    }
    return true;
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
        it.face = f ^ WMI_BVH_FACE_BIT;
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
        uint32_t face = items[used ? r.begin + lane : r.begin].face ^ WMI_BVH_FACE_BIT;
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
        fill_leaf(&mesh->pub, w->items.item, w->leaf[i], &bvh->leaves[i]);
    wm_vec3 a = mesh->pub.min, b = mesh->pub.max;
    f4_store(bvh->low, f4_of(a.x, a.y, a.z));
    f4_store(bvh->high, f4_of(b.x, b.y, b.z));
    bvh->node_count = (uint32_t)w->node_count;
    bvh->leaf_count = (uint32_t)w->leaf_count;
    return true;
}

bool wmi_bvh_build(wmi_walkmesh *mesh)
{
    wmi_arena scratch;
    uint32_t n = mesh->pub.face_count;
    wmi_arena_init(&scratch, &mesh->arena.allocator, 0);
    builder w = {.allocator = &mesh->arena.allocator};
    bool good = wmi_bvh_items_init(&w.items, n, &scratch);
    n = good ? collect(mesh, w.items.item) : 0;
    if (n > 0) {
        wm_vec3 a = mesh->pub.min, b = mesh->pub.max;
        mesh->bvh.size =
            wmi_maxf(wmi_maxf(wmi_maxf(fabsf(a.x), fabsf(b.x)), wmi_maxf(fabsf(a.y), fabsf(b.y))),
                     wmi_maxf(wmi_maxf(fabsf(a.z), fabsf(b.z)), 1e-9f));
        w.slack = 128.0f / 16777216 * mesh->bvh.size;
        range all = wmi_bvh_measure(&w.items, 0, n);
        good = (mesh->bvh.top = wmi_arena_lines(&mesh->arena, 1, sizeof(wmi_bvh_top))) != NULL &&
               build_top(&w, &all, mesh->bvh.top) && finish(mesh, &w);
    }
    wmi_release(w.allocator, w.nodes, w.node_capacity, sizeof *w.nodes);
    wmi_release(w.allocator, w.leaf, w.leaf_capacity, sizeof *w.leaf);
    wmi_arena_free(&scratch);
    return good;
}
