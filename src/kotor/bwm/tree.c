/* Builds the AABB tree as the games do: median split on the longest axis, signed planes,
 * a margin of 0.01. docs/formats/kotor-bwm.md, "AABB tree". */
#include "base/sort.h"
#include "base/vec.h"
#include "kotor/bwm/rebuild.h"

static const float margin = 0.01f;

typedef struct box {
    float min[3], max[3];
} box;

static box face_box(const wm_kotor_bwm *bwm, uint32_t face)
{
    const uint32_t *v = bwm->faces[face].vertex;
    box b;
    for (int axis = 0; axis < 3; axis++) {
        float p = wmi_axis(bwm->vertices[v[0]], axis);
        b.min[axis] = b.max[axis] = p;
        for (int k = 1; k < 3; k++) {
            p = wmi_axis(bwm->vertices[v[k]], axis);
            b.min[axis] = p < b.min[axis] ? p : b.min[axis];
            b.max[axis] = p > b.max[axis] ? p : b.max[axis];
        }
    }
    return b;
}

static int longest_axis(const box *boxes, const uint64_t *set, uint32_t count)
{
    box b = boxes[(uint32_t)set[0]];
    for (uint32_t i = 1; i < count; i++) {
        const box *f = &boxes[(uint32_t)set[i]];
        for (int axis = 0; axis < 3; axis++) {
            b.min[axis] = f->min[axis] < b.min[axis] ? f->min[axis] : b.min[axis];
            b.max[axis] = f->max[axis] > b.max[axis] ? f->max[axis] : b.max[axis];
        }
    }
    float x = b.max[0] - b.min[0], y = b.max[1] - b.min[1], z = b.max[2] - b.min[2];
    if (x >= y && x >= z)
        return 0;
    return y >= z ? 1 : 2;
}

static void sort_by_centre(const float (*centres)[3], int axis, uint64_t *set, uint64_t *scratch,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t face = (uint32_t)set[i];
        set[i] = (uint64_t)wmi_float_key(centres[face][axis]) << 32 | face;
    }
    wmi_sort_high(set, scratch, count); /* stable: ties keep the parent's order */
}

uint32_t wmi_bwm_plane(const wm_kotor_aabb *left, const wm_kotor_aabb *right)
{
    double d[3];
    for (int axis = 0; axis < 3; axis++)
        d[axis] = ((double)wmi_axis(right->min, axis) + (double)wmi_axis(right->max, axis)) -
                  ((double)wmi_axis(left->min, axis) + (double)wmi_axis(left->max, axis));
    if (fabs(d[0]) > fabs(d[1]) && fabs(d[0]) > fabs(d[2]))
        return d[0] > 0 ? 1 : 8;
    if (fabs(d[1]) > fabs(d[2]))
        return d[1] > 0 ? 2 : 16;
    return d[2] > 0 ? 4 : 32;
}

static wm_kotor_aabb leaf_node(const box *b, uint32_t face)
{
    return (wm_kotor_aabb){
        .min = {b->min[0] - margin, b->min[1] - margin, b->min[2] - margin},
        .max = {b->max[0] + margin, b->max[1] + margin, b->max[2] + margin},
        .face = face,
        .unknown = 4,
        .left = WM_NO_INDEX,
        .right = WM_NO_INDEX,
    };
}

/* Children come after their parent, so a backward pass visits them first. */
static void close_inner(wm_kotor_aabb *nodes, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        wm_kotor_aabb *n = &nodes[i];
        if (n->face != WM_NO_INDEX)
            continue;
        const wm_kotor_aabb *l = &nodes[n->left], *r = &nodes[n->right];
        n->min = wmi_vec3_min(r->min, l->min);
        n->max = wmi_vec3_max(r->max, l->max);
        n->plane = wmi_bwm_plane(l, r);
    }
}

typedef struct task {
    uint32_t node, first, count;
} task;

bool wmi_bwm_tree(const wm_kotor_bwm *bwm, wm_kotor_aabb *nodes, wmi_arena *scratch)
{
    uint32_t faces = bwm->face_count;
    box *boxes = wmi_arena_raw(scratch, faces, sizeof *boxes);
    float(*centres)[3] = wmi_arena_raw(scratch, faces, sizeof *centres);
    uint64_t *set = wmi_arena_raw(scratch, faces, sizeof *set);
    uint64_t *spare = wmi_arena_raw(scratch, faces, sizeof *spare);
    task stack[40]; /* each split halves: one pending task per level, at most 32 levels */
    uint32_t depth = 0;
    if (!boxes || !centres || !set || !spare)
        return false;
    for (uint32_t i = 0; i < faces; i++) {
        const uint32_t *v = bwm->faces[i].vertex;
        boxes[i] = face_box(bwm, i);
        set[i] = i;
        for (int axis = 0; axis < 3; axis++)
            centres[i][axis] = (float)(((double)wmi_axis(bwm->vertices[v[0]], axis) +
                                        (double)wmi_axis(bwm->vertices[v[1]], axis) +
                                        (double)wmi_axis(bwm->vertices[v[2]], axis)) /
                                       3);
    }
    if (faces)
        stack[depth++] = (task){0, 0, faces};
    while (depth) {
        task t = stack[--depth];
        if (t.count == 1) {
            uint32_t face = (uint32_t)set[t.first];
            nodes[t.node] = leaf_node(&boxes[face], face);
            continue;
        }
        uint64_t *part = set + t.first;
        sort_by_centre((const float(*)[3])centres, longest_axis(boxes, part, t.count), part, spare,
                       t.count);
        uint32_t left = t.count / 2; /* a subtree of n leaves has 2n - 1 nodes */
        nodes[t.node] = (wm_kotor_aabb){
            .face = WM_NO_INDEX, .unknown = 4, .left = t.node + 1, .right = t.node + 2 * left};
        stack[depth++] = (task){t.node + 2 * left, t.first + left, t.count - left};
        stack[depth++] = (task){t.node + 1, t.first, left};
    }
    close_inner(nodes, faces ? 2 * faces - 1 : 0);
    return true;
}
