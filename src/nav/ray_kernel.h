/* The walk of a ray through the tree, spelled for the width that simd.h gives. Each
 * including file defines WMI_RAY_NEAREST and WMI_RAY_ANY, the names to define. */
#include "nav/bvh.h"
#include "nav/simd.h"

typedef struct lanes {
    wmi_f8 per[3], near[3], far[3];
} lanes;

typedef struct waiting {
    uint32_t node;
    float near;
} waiting;

/* The children that the ray may touch before `reach`, and where it enters them. A
 * child is left out only when it is surely missed: a NaN is a visit. */
WMI_WIDE_INLINE unsigned touched(const wmi_ray *ray, const lanes *l, const wmi_bvh_node *node,
                                 wmi_f8 reach, wmi_f8 *enter)
{
    wmi_f8 x0 = f8_sub(f8_mul(f8_load(node->box[ray->side[0]]), l->per[0]), l->near[0]);
    wmi_f8 y0 = f8_sub(f8_mul(f8_load(node->box[ray->side[1]]), l->per[1]), l->near[1]);
    wmi_f8 z0 = f8_sub(f8_mul(f8_load(node->box[ray->side[2]]), l->per[2]), l->near[2]);
    wmi_f8 x1 = f8_sub(f8_mul(f8_load(node->box[ray->side[0] ^ 1]), l->per[0]), l->far[0]);
    wmi_f8 y1 = f8_sub(f8_mul(f8_load(node->box[ray->side[1] ^ 1]), l->per[1]), l->far[1]);
    wmi_f8 z1 = f8_sub(f8_mul(f8_load(node->box[ray->side[2] ^ 1]), l->per[2]), l->far[2]);
    *enter = f8_max(f8_max(x0, y0), f8_max(z0, f8_all(0)));
    wmi_f8 leave = f8_min(f8_min(x1, y1), f8_min(z1, reach));
    return ~f8_above(*enter, leave) & (0xFFu >> (8 - node->count));
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
    wmi_f8 ox = f8_all(ray->origin[ray->kx]), oy = f8_all(ray->origin[ray->ky]);
    wmi_f8 oz = f8_all(ray->origin[ray->kz]), sx = f8_all(ray->sx), sy = f8_all(ray->sy);
    wmi_f8 x[3], y[3], z[3], doubt = f8_all(ray->doubt), sum = doubt;
    for (int k = 0; k < 3; k++) {
        z[k] = f8_sub(f8_load(leaf->corner[k][ray->kz]), oz);
        x[k] = f8_sub(f8_sub(f8_load(leaf->corner[k][ray->kx]), ox), f8_mul(sx, z[k]));
        y[k] = f8_sub(f8_sub(f8_load(leaf->corner[k][ray->ky]), oy), f8_mul(sy, z[k]));
        sum = f8_add(sum, f8_add(f8_abs(x[k]), f8_abs(y[k])));
    }
    wmi_f8 u = f8_sub(f8_mul(x[1], y[2]), f8_mul(y[1], x[2]));
    wmi_f8 v = f8_sub(f8_mul(x[2], y[0]), f8_mul(y[2], x[0]));
    wmi_f8 w = f8_sub(f8_mul(x[0], y[1]), f8_mul(y[0], x[1]));
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
    wmi_f8 at = f8_add(f8_add(f8_mul(u, z[0]), f8_mul(v, z[1])), f8_mul(w, z[2]));
    wmi_f8 deep = f8_sub(f8_max(f8_max(z[0], z[1]), z[2]), f8_min(f8_min(z[0], z[1]), z[2]));
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

/* Pushes the touched children but the nearest, which is returned. */
WMI_WIDE_INLINE uint32_t nearest_child(const wmi_bvh_node *node, unsigned mask, wmi_f8 enter,
                                       waiting *stack, unsigned *depth)
{
    unsigned lane = wmi_lowest(mask);
    mask &= mask - 1;
    if (!mask)
        return node->child[lane];
    float near[8];
    f8_store(near, enter);
    waiting first = {node->child[lane], near[lane]};
    do {
        lane = wmi_lowest(mask);
        mask &= mask - 1;
        waiting next = {node->child[lane], near[lane]};
        bool nearer = next.near < first.near;
        stack[(*depth)++] = nearer ? first : next;
        first = nearer ? next : first;
    } while (mask);
    return first.node;
}

WMI_WIDE_INLINE void walk(const wmi_ray *ray, bool any, wmi_ray_best *best)
{
    const wmi_bvh *bvh = &ray->mesh->bvh;
    waiting stack[WMI_BVH_STACK];
    unsigned depth = 0;
    float limit = ray->reach;
    lanes l;
    for (int i = 0; i < 3; i++) {
        l.per[i] = f8_all(ray->per[i]);
        l.near[i] = f8_all(ray->near[i]);
        l.far[i] = f8_all(ray->far[i]);
    }
    wmi_f8 reach = f8_all(limit);
    for (uint32_t at = 0;;) {
        while (!(at & WMI_BVH_LEAF)) {
            const wmi_bvh_node *node = &bvh->nodes[at];
            wmi_f8 enter;
            unsigned mask = touched(ray, &l, node, reach, &enter);
            if (!mask)
                goto next;
            if (any) {
                at = node->child[wmi_lowest(mask)];
                while (mask &= mask - 1)
                    stack[depth++].node = node->child[wmi_lowest(mask)];
            } else {
                at = nearest_child(node, mask, enter, stack, &depth);
            }
        }
        uint32_t before = best->face;
        if (visit_leaf(ray, &bvh->leaves[at & ~WMI_BVH_LEAF], limit, any, best))
            return;
        if (!any && best->face != before) {
            /* Farther than this even the float of the distance is farther. */
            float near = (float)(best->t * ray->unit) * 1.000001f;
            limit = near < limit ? near : limit;
            reach = f8_all(limit);
        }
    next:
        do {
            if (depth == 0)
                return;
            at = stack[--depth].node;
        } while (!any && stack[depth].near > limit);
    }
}

WMI_WIDE void WMI_RAY_NEAREST(const wmi_ray *ray, wmi_ray_best *best)
{
    walk(ray, false, best);
}

WMI_WIDE void WMI_RAY_ANY(const wmi_ray *ray, wmi_ray_best *best)
{
    walk(ray, true, best);
}
