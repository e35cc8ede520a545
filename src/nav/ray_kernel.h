/* The walk of a ray through the tree, spelled for the width that simd.h gives. Each
 * including file defines WMI_RAY_NEAREST and WMI_RAY_ANY, the names to define. */
#include <math.h>

#include "base/vec.h"
#include "nav/bvh.h"
#include "nav/simd8.h"

/* A ray, eight times. */
typedef struct lanes {
    wmi_f8 per_x, per_y, per_z;
    wmi_f8 near_x, near_y, near_z, far_x, far_y, far_z;
} lanes;

/* A node with children that are still to be visited: each has the key of where the ray
 * enters it. */
typedef struct opened {
    _Alignas(32) uint32_t keys[8];
    const uint32_t *child;
} opened;

WMI_WIDE_INLINE float float_of(uint32_t bits)
{
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

/* The highest key of what is no farther than a limit from 0 up; never WMI_NO_KEY. */
WMI_WIDE_INLINE uint32_t last_key(float limit)
{
    uint32_t bits;
    memcpy(&bits, &limit, sizeof bits);
    bits |= 63;
    return bits < WMI_NO_KEY ? bits : WMI_NO_KEY - 1;
}

/* How far the mesh may be from a point along any axis. */
WMI_WIDE_INLINE float farthest(const wmi_bvh *bvh, wmi_f4 from)
{
    wmi_f4 far =
        f4_max(f4_abs(f4_sub(f4_load(bvh->low), from)), f4_abs(f4_sub(f4_load(bvh->high), from)));
    float way[4];
    far = f4_max(f4_max(far, f4_all(1e-9f)), f4_pick(far, 2, 3, 0, 1));
    f4_store(way, f4_max(far, f4_pick(far, 1, 0, 3, 2)));
    return way[0];
}

/* The longest axis, without a branch, as nobody can guess which it is: by whether x is
 * longer than y, y than z and z than x, as bits, two bits each. */
WMI_WIDE_INLINE uint32_t longest(wmi_f4 size)
{
    return 0x1A10u >> 2 * (f4_above(size, f4_pick(size, 1, 2, 0, 3)) & 7) & 3;
}

/* What a ray is for float. Tame: it starts not too far from the mesh, nothing overflows
 * and no NaN comes out. Wild: all else, but what can hit nothing. */
typedef enum kind { TAME, WILD, VOID } kind;

/* Whether wild rays are left to the spelling in the baseline: here whole numbers stand in
 * for times, and boxes alone have the slack that rounding needs. */
#if defined(WMI_USE_AVX2)
#define ONLY_TAME true
#else
#define ONLY_TAME false
#endif

/* Fills what the quick tests need. With u = 2^-24: a side of a box is off by less than
 * 16 u (|origin| + |mesh|), where a little more keeps the inverse finite.
 *
 * In the sheared frame a corner at X and Z from the origin, which is off by 1 u of each,
 * is at X - s Z. The shear s is off by 5 u of itself, or less, as is the direction of a
 * segment; three more roundings make 2 u |X| + 8 u |Z| at most: 10 u for all that is
 * no farther than 1 along any axis. The two products of a cross product are rounded
 * too, which adds less than 4 u times their factors. 16 u are enough for both, and for
 * the way along kz, which takes eight roundings. */
WMI_WIDE_INLINE kind prepare(wmi_ray *ray, float dx, float dy, float dz)
{
    float d[4] = {dx, dy, dz, 0}, from[4] = {ray->from.x, ray->from.y, ray->from.z, 0};
    float sum = fabsf(dx) + fabsf(dy) + fabsf(dz);
    float size = ray->mesh->bvh.size + fabsf(from[0]) + fabsf(from[1]) + fabsf(from[2]);
    wmi_f4 start = f4_of(from[0], from[1], from[2]);
    ray->unit = 1;
    ray->blur = ray->doubt = 16.0f / 16777216 * farthest(&ray->mesh->bvh, start);
    if (!(sum > 1e-6f && sum < 1e6f && size < 8 * ray->mesh->bvh.size &&
          size < 1e15f)) { /* so with a NaN */
        if (ONLY_TAME)
            return WILD;
        if (!wmi_ray_scale(ray, d))
            return VOID;
        ray->doubt = INFINITY;
    }
    wmi_f4 way = f4_of(d[0], d[1], d[2]), length = f4_abs(way);
    wmi_f4 per = f4_div(f4_all(1), f4_signed(f4_max(length, f4_all(1e-18f)), way));
    f4_store(ray->per, per);
    wmi_f4 at = f4_mul(start, per);
    if (ONLY_TAME) {
        f4_store(ray->near, at);
    } else {
        wmi_f4 slack = f4_mul(f4_all(16 * (size / 16777216)), f4_abs(per));
        f4_store(ray->near, f4_add(at, slack));
        f4_store(ray->far, f4_sub(at, slack));
    }
    unsigned signs = f4_signs(way); /* of -0 too, as the inverse has it */
    ray->enter[0] = 8 * (signs & 1);
    ray->enter[1] = 16 + 4 * (signs & 2);
    ray->enter[2] = 32 + 2 * (signs & 4);
    uint32_t z = longest(length), x = 9u >> 2 * z & 3, y = 18u >> 2 * z & 3;
    ray->kx = 8 * x;
    ray->ky = 8 * y;
    ray->kz = 8 * z;
    ray->ox = from[x];
    ray->oy = from[y];
    ray->oz = from[z];
    ray->sx = d[x] * ray->per[z];
    ray->sy = d[y] * ray->per[z];
    ray->along = d[z];
    return ray->mesh->bvh.leaf_count > 0 ? TAME : VOID;
}

WMI_WIDE_INLINE lanes spread(const wmi_ray *ray)
{
    const float *near = ray->near, *far = ONLY_TAME ? ray->near : ray->far;
    return (lanes){f8_all(ray->per[0]), f8_all(ray->per[1]), f8_all(ray->per[2]),
                   f8_all(near[0]),     f8_all(near[1]),     f8_all(near[2]),
                   f8_all(far[0]),      f8_all(far[1]),      f8_all(far[2])};
}

/* Where a ray enters and leaves the children of a node. */
typedef struct stretch {
    wmi_f8 enter, leave;
} stretch;

/* As far as `reach`. A child is surely missed where it is entered after it is left; as
 * NaNs do not come out, that is so or not. */
WMI_WIDE_INLINE stretch within_boxes(const wmi_ray *ray, const lanes *l, const float box[48],
                                     wmi_f8 reach)
{
    wmi_f8 x0 = f8_mul_sub(f8_load(box + ray->enter[0]), l->per_x, l->near_x);
    wmi_f8 y0 = f8_mul_sub(f8_load(box + ray->enter[1]), l->per_y, l->near_y);
    wmi_f8 z0 = f8_mul_sub(f8_load(box + ray->enter[2]), l->per_z, l->near_z);
    wmi_f8 x1 = f8_mul_sub(f8_load(box + (ray->enter[0] ^ 8)), l->per_x, l->far_x);
    wmi_f8 y1 = f8_mul_sub(f8_load(box + (ray->enter[1] ^ 8)), l->per_y, l->far_y);
    wmi_f8 z1 = f8_mul_sub(f8_load(box + (ray->enter[2] ^ 8)), l->per_z, l->far_z);
    return (stretch){f8_last(x0, y0, z0), f8_first(x1, y1, z1, reach)};
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

/* What a leaf has for a line: the faces that it may hit before `reach` and among them
 * those that it surely does; at / all is how far along kz, give or take error / all. */
typedef struct found {
    unsigned maybe, sure;
    wmi_f8 at, all, error;
} found;

/* Looks through a leaf.
 *
 * In the sheared frame the line is the point (0, 0); the sign of the cross product of
 * two corners says on which side of their edge it lies. Each sheared coordinate is off
 * by at most `doubt`, which bounds the error of the cross products by doubt * (sum of
 * the coordinates + doubt). Where all three have the same sign they are the weights
 * of the corners at the hit; how far it is along kz is off by no more than the errors
 * of the weights times the depth of the face, and `blur` for the coordinates. */
WMI_WIDE_INLINE found through(const wmi_ray *ray, const wmi_bvh_leaf *leaf, float reach)
{
    found f;
    sheared a = shear(ray, leaf->corner[0]), b = shear(ray, leaf->corner[1]);
    sheared c = shear(ray, leaf->corner[2]);
    wmi_f8 u = cross(b, c), v = cross(c, a), w = cross(a, b), doubt = f8_all(ray->doubt);
    wmi_f8 sum = f8_add(f8_add(size_of(a), size_of(b)), f8_add(size_of(c), doubt));
    wmi_f8 bound = f8_mul(doubt, sum), minus = f8_sub(f8_all(0), bound);
    wmi_f8 low = f8_min(f8_min(u, v), w), high = f8_max(f8_max(u, v), w);
    f.maybe = ~(f8_above(minus, low) & f8_above(high, bound)) & ~b8_signs(leaf->face) & 0xFFu;
    f.sure = 0;
    f.at = f.all = f.error = bound;
    if (!f.maybe)
        return f;
    unsigned inside = f8_above(low, bound) | f8_above(minus, high);
    u = f8_abs(u);
    v = f8_abs(v);
    w = f8_abs(w);
    f.all = f8_add(f8_add(u, v), w);
    f.at = f8_add(f8_add(f8_mul(u, a.z), f8_mul(v, b.z)), f8_mul(w, c.z));
    wmi_f8 deep = f8_sub(f8_max(f8_max(a.z, b.z), c.z), f8_min(f8_min(a.z, b.z), c.z));
    f.error = f8_add(f8_mul(f8_mul(bound, f8_all(3)), deep), f8_mul(f.all, f8_all(ray->blur)));
    /* `reach` is a little too far; what is sure lies a little closer. */
    float end = ray->along * reach, low_end = end < 0 ? end : 0, high_end = end < 0 ? 0 : end;
    wmi_f8 from = f8_add(f.at, f.error), to = f8_sub(f.at, f.error);
    unsigned outside = f8_above(f8_mul(f.all, f8_all(low_end)), from) |
                       f8_above(to, f8_mul(f.all, f8_all(high_end)));
    f.sure = inside & f8_above(to, f8_mul(f.all, f8_all(low_end * 0.999998f))) &
             f8_above(f8_mul(f.all, f8_all(high_end * 0.999998f)), from);
    f.maybe &= ~(inside & outside);
    f.sure &= f.maybe;
    return f;
}

/* Whether the line hits a face of a leaf; if so *face is one. */
WMI_WIDE_INLINE bool any_of_leaf(const wmi_ray *ray, const wmi_bvh_leaf *leaf, uint32_t *face)
{
    found f = through(ray, leaf, ray->reach);
    for (unsigned maybe = f.maybe; maybe; maybe &= maybe - 1) {
        unsigned lane = wmi_lowest(maybe);
        wmi_ray_best hit;
        bool sure = f.sure >> lane & 1;
        if ((sure && !ray->filter) || wmi_ray_hits(ray, leaf, lane, sure, &hit)) {
            *face = leaf->face[lane];
            return true;
        }
    }
    return false;
}

/* The search for the nearest hit. What is surely the nearest so far need not be
 * measured until something else comes close to it, or the walk ends. */
typedef struct search {
    wmi_ray_best *best;
    const wmi_bvh_leaf *leaf; /* NULL: *best has been measured */
    unsigned lane;
    float near;  /* what has not been measured is at least so far */
    float limit; /* t of the quick tests; nothing farther is of interest */
} search;

WMI_WIDE_INLINE void take(search *s, const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane,
                          bool sure)
{
    wmi_ray_best hit, *best = s->best;
    if (!wmi_ray_hits(ray, leaf, lane, sure, &hit))
        return;
    if (best->face != WM_NO_INDEX && (hit.distance > best->distance ||
                                      (hit.distance == best->distance && hit.face > best->face)))
        return;
    *best = hit;
    /* Farther than this even the float of the distance is farther. */
    float near = (float)(hit.t * ray->unit) * 1.000001f;
    s->limit = near < s->limit ? near : s->limit;
}

WMI_WIDE_INLINE void measure(search *s, const wmi_ray *ray)
{
    if (!s->leaf)
        return;
    s->best->face = WM_NO_INDEX; /* it was farther */
    take(s, ray, s->leaf, s->lane, true);
    s->leaf = NULL;
}

WMI_WIDE_INLINE void nearest_of_leaf(search *s, const wmi_ray *ray, const wmi_bvh_leaf *leaf)
{
    found f = through(ray, leaf, s->limit);
    if (!f.maybe)
        return;
    if (f.maybe == f.sure && !ray->filter) {
        wmi_f8 size = f8_abs(f.at), unit = f8_mul(f.all, f8_all(fabsf(ray->along)));
        wmi_f8 per = f8_div(f8_all(1), unit);
        wmi_f8 far = f8_mul(f8_mul(f8_add(size, f.error), per), f8_all(1.000001f));
        wmi_f8 near = f8_mul(f8_mul(f8_sub(size, f.error), per), f8_all(0.999999f));
        uint32_t key = k8_least(k8_of_mask(far, f.sure)), lane = key & 7;
        float end = float_of(key | 63), start[8];
        f8_store(start, near);
        /* Unless another of them may be nearer. */
        if ((!s->leaf || end < s->near) &&
            !(f.sure & ~f8_above(near, f8_all(end)) & ~(1u << lane))) {
            s->leaf = leaf;
            s->lane = lane;
            s->near = start[lane];
            s->limit = end;
            return;
        }
    }
    measure(s, ray);
    for (; f.maybe; f.maybe &= f.maybe - 1) {
        unsigned lane = wmi_lowest(f.maybe);
        take(s, ray, leaf, lane, f.sure >> lane & 1);
    }
}

/* Fills the answer but for the material: the face, how far along the direction and its
 * normal, of any length. */
WMI_WIDE_INLINE void answer(const wmi_ray *ray, uint32_t face, double t, wmi_d3 normal,
                            wm_ray_hit *hit)
{
    wmi_d3 from = d3_of(ray->from.x, ray->from.y, ray->from.z);
    wmi_d3 way = d3_of(ray->to.x, ray->to.y, ray->to.z);
    double size = sqrt(d3_dot(normal, normal));
    d3_store(&hit->point, d3_add_scaled(from, way, t));
    d3_store(&hit->normal, size > 0 ? d3_scale(normal, 1 / size) : normal);
    hit->face = face;
    hit->distance = (float)(t * wmi_ray_length(ray));
}

/* The same as wmi_ray_hits for what is surely hit, which nearly all answers are. */
WMI_WIDE_INLINE void answer_sure(const wmi_ray *ray, const wmi_bvh_leaf *leaf, unsigned lane,
                                 wm_ray_hit *hit)
{
    const float *c = leaf->corner[0] + lane, *d = leaf->corner[1] + lane;
    const float *e = leaf->corner[2] + lane;
    wmi_d3 first = d3_of(c[0], c[8], c[16]), from = d3_of(ray->from.x, ray->from.y, ray->from.z);
    wmi_d3 normal =
        d3_cross(d3_sub(d3_of(d[0], d[8], d[16]), first), d3_sub(d3_of(e[0], e[8], e[16]), first));
    double over = d3_dot(normal, d3_sub(first, from));
    double t = over / d3_dot(normal, d3_of(ray->to.x, ray->to.y, ray->to.z));
    if (!(t > 0 && t < INFINITY))
        t = 0;
    if (t * wmi_ray_length(ray) <= ray->limit)
        answer(ray, leaf->face[lane], t, normal, hit);
}

/* Takes the nearest child, which the key is of, from those of a node; if others are
 * left, they are put on the stack at `depth`, else the depth is less by 1. Which of
 * these it is is hard to guess, so there is no branch for it. */
WMI_WIDE_INLINE uint32_t take_child(opened *stack, unsigned *depth, wmi_k8 keys, uint32_t key,
                                    const uint32_t *child)
{
    wmi_k8 rest = k8_without(keys, key & 7);
    k8_store(stack[*depth].keys, rest);
    stack[*depth].child = child;
    *depth += k8_some(rest);
    return child[key & 7];
}

/* Of the children at the top. */
typedef struct tops {
    _Alignas(32) uint32_t keys[WMI_BVH_TOPS][8];
} tops;

WMI_WIDE_INLINE uint32_t nearest_top(const tops *t)
{
    wmi_k8 keys = k8_load(t->keys[0]);
    for (int i = 1; i < WMI_BVH_TOPS; i++)
        keys = k8_min(keys, k8_load(t->keys[i]));
    return k8_least(keys);
}

/* All at once, for which of them a ray enters is hard to guess. */
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

WMI_WIDE_INLINE void find_nearest(const wmi_ray *ray, wm_ray_hit *hit)
{
    const wmi_bvh_top *root = ray->mesh->bvh.top;
    const wmi_bvh_node *nodes = ray->mesh->bvh.nodes;
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    opened stack[WMI_BVH_DEPTH + 1];
    tops t;
    unsigned depth = 0;
    wmi_ray_best best = {WM_NO_INDEX, 0, 0, {0, 0, 0}};
    search s = {&best, NULL, 0, 0, ray->reach};
    uint32_t key = enter_top(ray, root, &t);
    for (uint32_t last = last_key(s.limit); key <= last; key = nearest_top(&t)) {
        wmi_k8 keys;
        uint32_t at = root->child[key & 63];
        t.keys[key >> 3 & 7][key & 7] = WMI_NO_KEY;
        for (;;) {
            lanes l = spread(ray);
            wmi_f8 reach = f8_all(s.limit);
            while (!(at & WMI_BVH_LEAF)) {
                const wmi_bvh_node *node = &nodes[at];
                stretch in = within_boxes(ray, &l, node->box, reach);
                unsigned mask = ~f8_after(in.enter, in.leave) & 0xFF;
                if (!mask)
                    goto next;
                keys = k8_of_not_after(in.enter, in.leave);
                key = k8_least(keys);
                at = take_child(stack, &depth, keys, key, node->child);
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
            at = take_child(stack, &depth, keys, key, stack[depth].child);
        }
    top:;
    }
    if (s.leaf)
        answer_sure(ray, s.leaf, s.lane, hit);
    else if (best.face != WM_NO_INDEX)
        answer(ray, best.face, best.t, d3_load(best.normal), hit);
}

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
    kind is = prepare(&ray, direction.x, direction.y, direction.z);
    if (is != TAME)
        return is == WILD && wmi_ray_nearest(mesh, origin, direction, max_length, filter, hit);
    ray.limit = (double)max_length;
    ray.reach = INFINITY;
    if (max_length < INFINITY) /* the walk need not wait for the length else */
        ray.reach = (float)(fabs(ray.limit) / wmi_ray_length(&ray) * ray.unit * 1.000001);
    if (!(ray.reach >= 0)) /* 0 / 0 */
        ray.reach = INFINITY;
    find_nearest(&ray, hit);
    if (hit->face == WM_NO_INDEX)
        return false;
    hit->material = mesh->pub.materials[hit->face];
    return true;
}

/* Nodes with children that are still to be visited, as bits. */
typedef struct later {
    const wmi_bvh_node *node;
    unsigned mask;
} later;

/* The leaves of a node before its other children, and these as one entry with a mask,
 * however many they are: branches that depend on the scene are dear. The order does
 * not depend on the ray, so the answer is always the same. */
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

/* As bits. */
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

WMI_WIDE_INLINE uint32_t find_any(const wmi_ray *ray)
{
    const wmi_bvh_top *root = ray->mesh->bvh.top;
    const wmi_bvh_node *nodes = ray->mesh->bvh.nodes;
    const wmi_bvh_leaf *leaves = ray->mesh->bvh.leaves;
    later stack[WMI_BVH_DEPTH];
    unsigned depth = 0;
    uint32_t face;
    uint64_t top = entered_tops(ray, root);
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

WMI_WIDE uint32_t WMI_RAY_ANY(const wmi_walkmesh *mesh, wm_vec3 from, wm_vec3 to,
                              const wm_query_filter *filter)
{
    wmi_ray ray;
    ray.mesh = mesh;
    ray.filter = filter;
    ray.segment = true;
    ray.from = from;
    ray.to = to;
    ray.limit = 2;
    kind is = prepare(&ray, to.x - from.x, to.y - from.y, to.z - from.z);
    if (is != TAME)
        return is == WILD ? wmi_ray_any(mesh, from, to, filter) : WM_NO_INDEX;
    ray.reach = (float)(ray.unit * 1.000001);
    return find_any(&ray);
}
