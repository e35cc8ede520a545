/* Rules for the AABB tree. */
#include "base/words.h"
#include "kotor/bwm/check.h"

static wmi_where at_node(const wmi_bwm_checker *c, uint32_t i, uint32_t field, const char *name)
{
    return wmi_at(wmi_bwm_offset(c, c->b->offsets.aabbs, i, 44, field), "aabbs[%lu]%s%s", (ul)i,
                  *name ? "." : "", name);
}

/* Do the children form a tree once `base` is subtracted from each child index? In a
 * tree, every node except the root is the child of exactly one other node. */
static bool is_tree(wmi_bwm_checker *c, uint32_t base)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t n = b->aabb_count, links = 0;
    uint8_t *parents = wmi_bwm_check_new(c, n, 1);
    if (!parents)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const wm_kotor_aabb *node = &b->aabbs[i];
        const uint32_t child[2] = {node->left, node->right};
        for (int k = 0; node->face == WM_NO_INDEX && k < 2; k++) {
            uint32_t at = child[k] - base;
            if (child[k] < base || at >= n || at == b->aabb_root || parents[at]++)
                return false;
            links++;
        }
    }
    return links + 1 == n;
}

static bool holds(const wm_kotor_aabb *outer, wm_vec3 min, wm_vec3 max)
{
    const float slack = 1e-3f;
    return min.x >= outer->min.x - slack && min.y >= outer->min.y - slack &&
           min.z >= outer->min.z - slack && max.x <= outer->max.x + slack &&
           max.y <= outer->max.y + slack && max.z <= outer->max.z + slack;
}

static bool inverted(const wm_kotor_aabb *n)
{
    return n->min.x > n->max.x || n->min.y > n->max.y || n->min.z > n->max.z;
}

static void check_leaf(wmi_bwm_checker *c, uint32_t i, uint8_t *held)
{
    const wm_kotor_bwm *b = c->b;
    const wm_kotor_aabb *node = &b->aabbs[i];
    if (node->left != WM_NO_INDEX || node->right != WM_NO_INDEX)
        wmi_report(c->report, WM_KOTOR_AABB_LEAF, at_node(c, i, 0x24, "left"),
                   "node %lu has face %lu and also children", (ul)i, (ul)node->face);
    if (node->face >= b->face_count) {
        wmi_report(c->report, WM_KOTOR_AABB_FACE, at_node(c, i, 0x18, "face"),
                   "node %lu has face %lu, but %s", (ul)i, (ul)node->face,
                   wmi_only(b->face_count, "face", "faces").text);
        return;
    }
    if (held[node->face])
        wmi_report(c->report, WM_KOTOR_AABB_FACE_TWICE, at_node(c, i, 0x18, "face"),
                   "face %lu is in a second leaf, node %lu", (ul)node->face, (ul)i);
    held[node->face] = 1;
    for (uint32_t k = 0; k < 3 && !inverted(node); k++) {
        wm_vec3 v = wmi_bwm_corner(b, node->face, k);
        if (holds(node, v, v))
            continue;
        wmi_report(c->report, WM_KOTOR_AABB_BOX, wmi_placed(at_node(c, i, 0, "min"), v),
                   "leaf %lu does not enclose vertex %lu of face %lu", (ul)i, (ul)k,
                   (ul)node->face);
        break;
    }
}

static void check_inner(wmi_bwm_checker *c, uint32_t i)
{
    const wm_kotor_bwm *b = c->b;
    const wm_kotor_aabb *node = &b->aabbs[i];
    const uint32_t child[2] = {node->left, node->right};
    for (int k = 0; k < 2; k++) {
        if (child[k] >= b->aabb_count) {
            wmi_where where = at_node(c, i, k ? 0x28 : 0x24, k ? "right" : "left");
            if (child[k] == WM_NO_INDEX)
                wmi_report(c->report, WM_KOTOR_AABB_LEAF, where,
                           "node %lu has no face and lacks a child", (ul)i);
            else
                wmi_report(c->report, WM_KOTOR_AABB_CHILD, where, "node %lu has child %lu, but %s",
                           (ul)i, (ul)child[k], wmi_only(b->aabb_count, "node", "nodes").text);
            continue;
        }
        const wm_kotor_aabb *n = &b->aabbs[child[k]];
        if (!inverted(node) && !inverted(n) && !holds(node, n->min, n->max))
            wmi_report(c->report, WM_KOTOR_AABB_BOX, at_node(c, i, 0, "min"),
                       "node %lu does not enclose its child, node %lu", (ul)i, (ul)child[k]);
    }
}

/* A fault that affects many nodes is reported once, with a count. */
static void check_node_fields(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t bad = 0, bad_first = 0, zero = 0, zero_first = 0, odd = 0, odd_first = 0, inside = 0,
             inside_first = 0;
    for (uint32_t i = b->aabb_count; i-- > 0;) {
        const wm_kotor_aabb *n = &b->aabbs[i];
        uint32_t p = n->plane;
        bool inner = n->face == WM_NO_INDEX;
        if (inner && p == 0) {
            zero++;
            zero_first = i;
        } else if (p > 32 || (p & (p - 1)) != 0) {
            bad++;
            bad_first = i;
        }
        if (n->unknown != 4) {
            odd++;
            odd_first = i;
        }
        if (inverted(n)) {
            inside++;
            inside_first = i;
        }
    }
    if (bad)
        wmi_report(c->report, WM_KOTOR_AABB_PLANE, at_node(c, bad_first, 0x20, "plane"),
                   "%s a split plane other than 0, 1, 2, 4, 8, 16 or 32%s node %lu with %ld",
                   wmi_count(bad, "node has", "nodes have").text, wmi_first(bad), (ul)bad_first,
                   (long)(int32_t)b->aabbs[bad_first].plane);
    if (zero)
        wmi_report(c->report, WM_KOTOR_AABB_PLANE_ZERO, at_node(c, zero_first, 0x20, "plane"),
                   "%s split plane 0%s node %lu",
                   wmi_count(zero, "inner node has", "inner nodes have").text, wmi_first(zero),
                   (ul)zero_first);
    if (odd)
        wmi_report(c->report, WM_KOTOR_AABB_UNKNOWN, at_node(c, odd_first, 0x1C, "unknown"),
                   "%s a value other than 4%s node %lu with %lu",
                   wmi_count(odd, "node has", "nodes have").text, wmi_first(odd), (ul)odd_first,
                   (ul)b->aabbs[odd_first].unknown);
    if (inside)
        wmi_report(c->report, WM_KOTOR_AABB_BOX_INVERTED, at_node(c, inside_first, 0, "min"),
                   "%s a minimum above its maximum%s node %lu",
                   wmi_count(inside, "node has", "nodes have").text, wmi_first(inside),
                   (ul)inside_first);
}

static void walk(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    uint32_t n = b->aabb_count, depth = 0, reached = 0;
    uint8_t *seen = wmi_bwm_check_new(c, n, 1), *held = wmi_bwm_check_new(c, b->face_count, 1);
    uint32_t *stack = wmi_bwm_check_new(c, n, sizeof *stack);
    if (!seen || !held || !stack)
        return;
    seen[b->aabb_root] = 1;
    stack[depth++] = b->aabb_root;
    while (depth) { /* each node is pushed once, so the stack holds at most n */
        uint32_t i = stack[--depth];
        const wm_kotor_aabb *node = &b->aabbs[i];
        reached++;
        if (node->face != WM_NO_INDEX) {
            check_leaf(c, i, held);
            continue;
        }
        check_inner(c, i);
        const uint32_t child[2] = {node->right, node->left};
        for (int k = 0; k < 2; k++) {
            if (child[k] >= n)
                continue;
            if (seen[child[k]]) {
                wmi_report(c->report, WM_KOTOR_AABB_CYCLE,
                           at_node(c, i, k ? 0x24 : 0x28, k ? "left" : "right"),
                           "node %lu leads to node %lu, which was reached before", (ul)i,
                           (ul)child[k]);
                continue;
            }
            seen[child[k]] = 1;
            stack[depth++] = child[k];
        }
    }
    if (reached < n)
        wmi_report(c->report, WM_KOTOR_AABB_UNREACHED, wmi_nowhere(),
                   "%s cannot be reached from the root",
                   wmi_part(n - reached, n, "node", "nodes").text);
    for (uint32_t f = 0; f < b->face_count; f++)
        if (!held[f])
            wmi_report(c->report, WM_KOTOR_AABB_FACE_MISSING,
                       wmi_placed(wmi_at(wmi_bwm_offset(c, b->offsets.faces, f, 12, 0),
                                         "faces[%lu]", (ul)f),
                                  wmi_bwm_centre(b, f)),
                       "face %lu is in no leaf", (ul)f);
}

void wmi_bwm_check_tree(wmi_bwm_checker *c)
{
    const wm_kotor_bwm *b = c->b;
    if (b->face_count == 0)
        return;
    if (b->aabb_count == 0) {
        wmi_report(c->report, WM_KOTOR_AABB_MISSING,
                   wmi_at(c->offsets ? 0x64 : WM_NO_OFFSET, "aabb_count"),
                   "the walkmesh has %s but no AABB nodes",
                   wmi_count(b->face_count, "face", "faces").text);
        return;
    }
    check_node_fields(c);
    if (b->aabb_root >= b->aabb_count) {
        wmi_report(c->report, WM_KOTOR_AABB_ROOT,
                   wmi_at(c->offsets ? 0x6C : WM_NO_OFFSET, "aabb_root"),
                   "the root is node %lu, but %s", (ul)b->aabb_root,
                   wmi_only(b->aabb_count, "node", "nodes").text);
        return;
    }
    if (b->aabb_count > 1 && !is_tree(c, 0) && is_tree(c, 1)) {
        wmi_report(c->report, WM_KOTOR_AABB_ONE_BASED, at_node(c, b->aabb_root, 0x24, "left"),
                   "every child index is one too high");
        return;
    }
    walk(c);
}
