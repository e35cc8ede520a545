/* The walk of a ray through the tree, compiled for the width that simd8.h provides. Each
 * including file defines WMI_RAY_NEAREST and WMI_RAY_ANY as the names of the functions.
 *
 * A mispredicted branch costs about as much as a node, and the path of a ray is
 * unpredictable. So the top of the tree is tested as a whole, children are chosen without a
 * branch, and the computations that a branch depends on are kept short: times are compared
 * as integers. */
#include "nav/ray_leaf.h"
#include "nav/ray_start.h"

/* A node with children still to be visited. Each child has a key that gives where the ray
 * enters it. */
typedef struct opened {
    _Alignas(32) uint32_t keys[8];
    const uint32_t *child;
    unsigned left; /* children still to be visited, as bits */
} opened;

/* The highest key of anything within a limit, which is at least 0; never WMI_NO_KEY. */
WMI_WIDE_INLINE uint32_t last_key(float limit)
{
    uint32_t bits;
    memcpy(&bits, &limit, sizeof bits);
    bits |= 63;
    return bits < WMI_NO_KEY ? bits : WMI_NO_KEY - 1;
}

/* Takes the nearest child, the one that `key` belongs to, from the children of a node. If
 * others are left, pushes them on the stack at `depth`; otherwise pushes nothing. Which of
 * the two happens is hard to predict, so there is no branch for it. */
WMI_WIDE_INLINE uint32_t take_child(opened *stack, unsigned *depth, wmi_k8 keys, uint32_t key,
                                    unsigned left, const uint32_t *child)
{
    opened *to = &stack[*depth];
    left &= ~(1u << (key & 7));
    k8_store(to->keys, keys);
    to->keys[key & 7] = WMI_NO_KEY;
    to->child = child;
    to->left = left;
    *depth += left != 0;
    return child[key & 7];
}

/* Keys of the children at the top. */
typedef struct tops {
    _Alignas(32) uint32_t keys[WMI_BVH_TOPS][8];
} tops;

/* The next one after `key`. Those before it have been visited; nothing is written to note
 * that, because reading it back at once would be slow. */
WMI_WIDE_INLINE uint32_t next_top(const tops *t, uint32_t key)
{
    wmi_k8 keys = k8_from(k8_load(t->keys[0]), key + 1);
    for (int i = 1; i < WMI_BVH_TOPS; i++)
        keys = k8_min(keys, k8_from(k8_load(t->keys[i]), key + 1));
    return k8_least(keys);
}

/* Tests all at once, because which of them a ray enters is hard to predict. */
WMI_WIDE_INLINE uint32_t enter_top(const wmi_ray *ray, const wmi_bvh_top *root, tops *t)
{
    lanes l = spread(ray);
    wmi_f8 reach = f8_all(ray->reach);
    stretch in = within_boxes(ray, &l, root->box[0], reach);
    wmi_k8 least = k8_of_not_after(in.enter, in.leave), keys;
    k8_store(t->keys[0], least);
    if (root->small)
        for (int i = 1; i < WMI_BVH_TOPS; i++)
            k8_store(t->keys[i], k8_none());
    else
        for (uint32_t i = 1; i < WMI_BVH_TOPS; i++) {
            in = within_boxes(ray, &l, root->box[i], reach);
            keys = k8_with(k8_of_not_after(in.enter, in.leave), 8 * i);
            least = k8_min(least, keys);
            k8_store(t->keys[i], keys);
        }
    return k8_least(least);
}

WMI_WIDE_INLINE void find_nearest(wmi_ray *ray, wm_ray_hit *hit)
{
    const wmi_bvh_top *root = ray->mesh->bvh.top;
    const wmi_bvh_node *nodes = ray->mesh->bvh.nodes;
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    opened stack[WMI_BVH_DEPTH + 1];
    tops t;
    unsigned depth = 0;
    wmi_ray_best best = {WM_NO_INDEX, 0, 0, {0, 0, 0}};
    search s = {&best, NULL, 0, 0, ray->reach};
    uint32_t last = last_key(s.limit), first = enter_top(ray, root, &t);
    if (first > last)
        return;
    prepare_for_faces(ray);
    for (; first <= last; first = next_top(&t, first)) {
        wmi_k8 keys;
        uint32_t key, at = root->child[first & 63];
        for (;;) {
            lanes l = spread(ray);
            wmi_f8 reach = f8_all(s.limit);
            while (!(at & WMI_BVH_LEAF)) {
                const wmi_bvh_node *node = &nodes[at];
                stretch in = within_boxes(ray, &l, node->box, reach);
                unsigned missed = f8_after(in.enter, in.leave);
                if (missed == 0xFF)
                    goto next;
                keys = k8_of_not_after(in.enter, in.leave);
                key = k8_least(keys);
                at = take_child(stack, &depth, keys, key, ~missed & 0xFF, node->child);
            }
            nearest_of_leaf(&s, ray, &leaves[at & ~WMI_BVH_LEAF]);
            last = last_key(s.limit);
        next:
            do {
                if (depth == 0)
                    goto top;
                keys = k8_load(stack[--depth].keys);
                key = k8_least(keys);
            } while (key > last);
            at = take_child(stack, &depth, keys, key, stack[depth].left, stack[depth].child);
        }
    top:;
    }
    if (s.leaf)
        answer_sure(ray, s.leaf, s.lane, hit);
    else if (best.face != WM_NO_INDEX)
        answer(ray, best.face, best.t, d3_load(best.normal), hit);
}

/* Wild rays go to the baseline kernel, where no ray is wild: the recursion is one call deep.
 * NOLINTNEXTLINE(misc-no-recursion) */
WMI_WIDE bool WMI_RAY_NEAREST(const wmi_walkmesh *mesh, wm_vec3 origin, wm_vec3 direction,
                              float max_length, const wm_query_filter *filter, wm_ray_hit *hit)
{
    wmi_ray ray;
    ray.mesh = mesh;
    ray.filter = filter;
    ray.segment = false;
    ray.from = origin;
    ray.to = direction;
    hit->face = WM_NO_INDEX;
    if (!(max_length >= 0))
        return false;
    kind is = prepare(&ray, origin, direction.x, direction.y, direction.z);
    if (is != TAME)
        return is == WILD && wmi_ray_nearest(mesh, origin, direction, max_length, filter, hit);
    ray.limit = (double)max_length;
    ray.reach = INFINITY;
    if (max_length < INFINITY) /* otherwise the walk need not wait for the length */
        ray.reach = (float)(fabs(ray.limit) / wmi_ray_length(&ray) * ray.unit * 1.000001);
    if (!(ray.reach >= 0)) /* 0 / 0 */
        ray.reach = INFINITY;
    find_nearest(&ray, hit);
    if (hit->face == WM_NO_INDEX)
        return false;
    hit->material = mesh->pub.materials[hit->face];
    return true;
}

/* A node with children still to be visited, as bits. */
typedef struct later {
    const wmi_bvh_node *node;
    unsigned mask;
} later;

/* Tests the leaves of a node before its other children, and pushes those as one entry with
 * a mask, however many there are: branches that depend on the scene are expensive. The
 * order does not depend on the ray, so the answer is always the same. */
WMI_WIDE_INLINE bool any_of_node(const wmi_ray *ray, const wmi_bvh_node *node, later *stack,
                                 unsigned *depth, uint32_t *face)
{
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    lanes l = spread(ray);
    stretch in = within_boxes(ray, &l, node->box, f8_all(ray->reach));
    unsigned mask = ~f8_after(in.enter, in.leave) & node->valid;
    for (unsigned list = mask & node->leaves; list; list &= list - 1) {
        uint32_t leaf = node->child[wmi_lowest(list)] & ~WMI_BVH_LEAF;
        if (any_of_leaf(ray, &leaves[leaf], face))
            return true;
    }
    mask &= ~node->leaves;
    stack[*depth].node = node;
    stack[*depth].mask = mask;
    *depth += mask != 0;
    return false;
}

/* The children at the top that the ray enters, as bits. */
WMI_WIDE_INLINE uint64_t entered_tops(const wmi_ray *ray, const wmi_bvh_top *root)
{
    lanes l = spread(ray);
    wmi_f8 reach = f8_all(ray->reach);
    stretch in = within_boxes(ray, &l, root->box[0], reach);
    uint64_t top = ~f8_after(in.enter, in.leave) & 0xFFu;
    for (uint32_t i = 1; !root->small && i < WMI_BVH_TOPS; i++) {
        in = within_boxes(ray, &l, root->box[i], reach);
        top |= (uint64_t)(~f8_after(in.enter, in.leave) & 0xFFu) << 8 * i;
    }
    return top & root->valid;
}

WMI_WIDE_INLINE uint32_t find_any(wmi_ray *ray)
{
    const wmi_bvh_top *root = ray->mesh->bvh.top;
    const wmi_bvh_node *nodes = ray->mesh->bvh.nodes;
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    later stack[WMI_BVH_DEPTH];
    unsigned depth = 0;
    uint32_t face;
    uint64_t top = entered_tops(ray, root);
    if (!top)
        return WM_NO_INDEX;
    prepare_for_faces(ray);
    for (uint64_t list = top & root->leaves; list; list &= list - 1) {
        uint32_t leaf = root->child[wmi_lowest64(list)] & ~WMI_BVH_LEAF;
        if (any_of_leaf(ray, &leaves[leaf], &face))
            return face;
    }
    for (top &= ~root->leaves; top; top &= top - 1) {
        uint32_t at = root->child[wmi_lowest64(top)];
        for (;;) {
            if (any_of_node(ray, &nodes[at], stack, &depth, &face))
                return face;
            if (depth == 0)
                break;
            unsigned mask = stack[depth - 1].mask;
            at = stack[depth - 1].node->child[wmi_lowest(mask)];
            mask &= mask - 1;
            stack[depth - 1].mask = mask;
            depth -= mask == 0;
        }
    }
    return WM_NO_INDEX;
}

/* Whether both ends lie beyond the same side of the mesh, so that nothing is between them. This
 * is exact. Eyes above a flat floor are the common case. */
WMI_WIDE_INLINE bool passes_by(const wmi_bvh *bvh, wm_vec3 from, wm_vec3 to)
{
    wmi_f4 a = f4_of(from.x, from.y, from.z), b = f4_of(to.x, to.y, to.z);
    return (f4_above(f4_min(a, b), f4_load(bvh->high)) |
            f4_above(f4_load(bvh->low), f4_max(a, b))) != 0;
}

/* NOLINTNEXTLINE(misc-no-recursion): as above */
WMI_WIDE uint32_t WMI_RAY_ANY(const wmi_walkmesh *mesh, wm_vec3 from, wm_vec3 to,
                              const wm_query_filter *filter)
{
    if (passes_by(&mesh->bvh, from, to))
        return WM_NO_INDEX;
    wmi_ray ray;
    ray.mesh = mesh;
    ray.filter = filter;
    ray.segment = true;
    ray.from = from;
    ray.to = to;
    ray.limit = 2;
    kind is = prepare(&ray, from, to.x - from.x, to.y - from.y, to.z - from.z);
    if (is != TAME)
        return is == WILD ? wmi_ray_any(mesh, from, to, filter) : WM_NO_INDEX;
    ray.reach = (float)(ray.unit * 1.000001);
    return find_any(&ray);
}
