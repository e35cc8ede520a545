/* The walk of a ray through the tree, spelled for the width that simd.h gives. Each
 * including file defines WMI_RAY_NEAREST and WMI_RAY_ANY, the names to define. */
#include "nav/bvh.h"
#include "nav/simd.h"

/* A ray, eight times. */
typedef struct lanes {
    wmi_f8 per_x, per_y, per_z;
    wmi_f8 near_x, near_y, near_z, far_x, far_y, far_z;
} lanes;

typedef struct waiting {
    uint32_t child;
    float enter;
} waiting;

WMI_WIDE_INLINE lanes spread(const wmi_ray *ray)
{
    return (lanes){f8_all(ray->per[0]),  f8_all(ray->per[1]),  f8_all(ray->per[2]),
                   f8_all(ray->near[0]), f8_all(ray->near[1]), f8_all(ray->near[2]),
                   f8_all(ray->far[0]),  f8_all(ray->far[1]),  f8_all(ray->far[2])};
}

/* The children that the ray may touch before `reach`, and where it enters them. A
 * child is left out only when it is surely missed: a NaN is a visit. */
WMI_WIDE_INLINE unsigned touched(const wmi_ray *ray, const lanes *l, const wmi_bvh_node *node,
                                 wmi_f8 reach, wmi_f8 *enter)
{
    wmi_f8 x0 = f8_mul_sub(f8_load(node->box + ray->enter[0]), l->per_x, l->near_x);
    wmi_f8 y0 = f8_mul_sub(f8_load(node->box + ray->enter[1]), l->per_y, l->near_y);
    wmi_f8 z0 = f8_mul_sub(f8_load(node->box + ray->enter[2]), l->per_z, l->near_z);
    wmi_f8 x1 = f8_mul_sub(f8_load(node->box + ray->leave[0]), l->per_x, l->far_x);
    wmi_f8 y1 = f8_mul_sub(f8_load(node->box + ray->leave[1]), l->per_y, l->far_y);
    wmi_f8 z1 = f8_mul_sub(f8_load(node->box + ray->leave[2]), l->per_z, l->far_z);
    *enter = f8_max(f8_max(x0, y0), f8_max(z0, f8_all(0)));
    wmi_f8 leave = f8_min(f8_min(x1, y1), f8_min(z1, reach));
    return ~f8_above(*enter, leave) & node->valid;
}

typedef struct sheared {
    wmi_f8 x, y, z;
} sheared;

/* A corner of each face in the frame where the ray starts at 0 and goes along z. */
WMI_WIDE_INLINE sheared shear(const wmi_ray *ray, const float corner[24])
{
    wmi_f8 z = f8_sub(f8_load(corner + ray->kz), f8_all(ray->oz));
    wmi_f8 x = f8_sub(f8_load(corner + ray->kx), f8_all(ray->ox));
    wmi_f8 y = f8_sub(f8_load(corner + ray->ky), f8_all(ray->oy));
    return (sheared){f8_less_mul(x, f8_all(ray->sx), z), f8_less_mul(y, f8_all(ray->sy), z), z};
}

WMI_WIDE_INLINE wmi_f8 size_of(sheared a)
{
    return f8_add(f8_abs(a.x), f8_abs(a.y));
}

WMI_WIDE_INLINE wmi_f8 cross(sheared a, sheared b)
{
    return f8_mul_sub(a.x, b.y, f8_mul(a.y, b.x));
}

/* The faces of a leaf that the line may hit before `reach`, and in *sure those that it
 * surely does.
 *
 * In the sheared frame the line is the point (0, 0); the sign of the cross product of
 * two corners says on which side of their edge it lies. Each sheared coordinate is off
 * by at most `doubt`, which bounds the error of the cross products by doubt * (sum of
 * the coordinates + doubt). Where all three have the same sign they are the weights
 * of the corners at the hit; how far it is along kz is off by no more than the errors
 * of the weights times the depth of the face, and `blur` for the coordinates. */
WMI_WIDE_INLINE unsigned through(const wmi_ray *ray, const wmi_bvh_leaf *leaf, float reach,
                                 unsigned *sure)
{
    sheared a = shear(ray, leaf->corner[0]), b = shear(ray, leaf->corner[1]);
    sheared c = shear(ray, leaf->corner[2]);
    wmi_f8 u = cross(b, c), v = cross(c, a), w = cross(a, b), doubt = f8_all(ray->doubt);
    wmi_f8 sum = f8_add(f8_add(size_of(a), size_of(b)), f8_add(size_of(c), doubt));
    wmi_f8 bound = f8_mul(doubt, sum), minus = f8_sub(f8_all(0), bound);
    wmi_f8 low = f8_min(f8_min(u, v), w), high = f8_max(f8_max(u, v), w);
    unsigned maybe = ~(f8_above(minus, low) & f8_above(high, bound)) & 0xFFu;
    if (!maybe)
        return 0;
    unsigned inside = f8_above(low, bound) | f8_above(minus, high);
    u = f8_abs(u);
    v = f8_abs(v);
    w = f8_abs(w);
    wmi_f8 all = f8_add(f8_add(u, v), w);
    wmi_f8 at = f8_add(f8_add(f8_mul(u, a.z), f8_mul(v, b.z)), f8_mul(w, c.z));
    wmi_f8 deep = f8_sub(f8_max(f8_max(a.z, b.z), c.z), f8_min(f8_min(a.z, b.z), c.z));
    wmi_f8 error = f8_add(f8_mul(f8_mul(bound, f8_all(3)), deep), f8_mul(all, f8_all(ray->blur)));
    float end = ray->along * reach;
    wmi_f8 least = f8_mul(all, f8_all(end < 0 ? end : 0));
    wmi_f8 most = f8_mul(all, f8_all(end < 0 ? 0 : end));
    unsigned outside = f8_above(f8_sub(least, error), at) | f8_above(f8_sub(at, error), most);
    *sure = inside & f8_above(at, f8_add(least, error)) & f8_above(f8_sub(most, error), at);
    return maybe & ~(inside & outside);
}

/* Takes the faces of a leaf into *best. True when any one will do and there is one. */
WMI_WIDE_INLINE bool visit_leaf(const wmi_ray *ray, const wmi_bvh_leaf *leaf, float reach, bool any,
                                wmi_ray_best *best)
{
    unsigned sure, maybe = through(ray, leaf, reach, &sure);
    for (; maybe; maybe &= maybe - 1) {
        unsigned lane = wmi_lowest(maybe);
        double t = 0;
        bool known = sure >> lane & 1;
        if (!(any && known && !ray->filter) && !wmi_ray_hits(ray, leaf, lane, known, &t))
            continue;
        if (any) {
            best->face = leaf->face[lane];
            return true;
        }
        float distance = (float)(t * ray->length);
        if (best->face == WM_NO_INDEX || distance < best->distance ||
            (distance == best->distance && leaf->face[lane] < best->face))
            *best = (wmi_ray_best){leaf->face[lane], distance, t};
    }
    return false;
}

/* Puts the touched children but the nearest onto the stack; returns that one. */
WMI_WIDE_INLINE uint32_t nearest_child(const wmi_bvh_node *node, unsigned mask, wmi_f8 enter,
                                       waiting *stack, unsigned *depth)
{
    unsigned slot = wmi_lowest(mask);
    mask &= mask - 1;
    if (!mask)
        return node->child[slot];
    float at[8];
    f8_store(at, enter);
    waiting first = {node->child[slot], at[slot]};
    do {
        slot = wmi_lowest(mask);
        mask &= mask - 1;
        waiting next = {node->child[slot], at[slot]};
        bool nearer = next.enter < first.enter;
        stack[(*depth)++] = nearer ? first : next;
        first = nearer ? next : first;
    } while (mask);
    return first.child;
}

WMI_WIDE void WMI_RAY_NEAREST(const wmi_ray *ray, wmi_ray_best *best)
{
    const wmi_bvh_node *nodes = ray->mesh->bvh.nodes;
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    waiting stack[WMI_BVH_STACK];
    unsigned depth = 0;
    float limit = ray->reach;
    for (uint32_t at = 0;;) {
        lanes l = spread(ray);
        wmi_f8 reach = f8_all(limit);
        while (!(at & WMI_BVH_LEAF)) {
            wmi_f8 enter;
            unsigned mask = touched(ray, &l, &nodes[at], reach, &enter);
            if (!mask)
                goto next;
            at = nearest_child(&nodes[at], mask, enter, stack, &depth);
        }
        uint32_t before = best->face;
        visit_leaf(ray, &leaves[at & ~WMI_BVH_LEAF], limit, false, best);
        if (best->face != before) {
            /* Farther than this even the float of the distance is farther. */
            float near = (float)(best->t * ray->unit) * 1.000001f;
            limit = near < limit ? near : limit;
        }
    next:
        do {
            if (depth == 0)
                return;
            at = stack[--depth].child;
        } while (stack[depth].enter > limit);
    }
}

/* The leaves of a node before its other children, and these as one entry with a mask,
 * however many they are: branches that depend on the scene are dear. The order does
 * not depend on the ray, so the answer is always the same. */
WMI_WIDE void WMI_RAY_ANY(const wmi_ray *ray, wmi_ray_best *best)
{
    const wmi_bvh_node *nodes = ray->mesh->bvh.nodes;
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    struct {
        const wmi_bvh_node *node;
        unsigned mask;
    } stack[WMI_BVH_DEPTH + 1];
    unsigned depth = 0;
    for (uint32_t at = 0;;) {
        const wmi_bvh_node *node = &nodes[at];
        lanes l = spread(ray);
        wmi_f8 enter;
        unsigned mask = touched(ray, &l, node, f8_all(ray->reach), &enter);
        for (unsigned list = mask & node->leaves; list; list &= list - 1) {
            uint32_t leaf = node->child[wmi_lowest(list)] & ~WMI_BVH_LEAF;
            if (visit_leaf(ray, &leaves[leaf], ray->reach, true, best))
                return;
        }
        mask &= ~node->leaves;
        stack[depth].node = node;
        stack[depth].mask = mask;
        depth += mask != 0;
        if (depth == 0)
            return;
        mask = stack[depth - 1].mask;
        at = stack[depth - 1].node->child[wmi_lowest(mask)];
        mask &= mask - 1;
        stack[depth - 1].mask = mask;
        depth -= mask == 0;
    }
}
