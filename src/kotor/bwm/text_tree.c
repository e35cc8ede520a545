/* Converts the AABB tree of a walkmesh text as the engine does, and back.
 * docs/formats/kotor-ascii-walkmesh.md, "Blocks". */
#include <math.h>

#include "kotor/bwm/rebuild.h"
#include "kotor/bwm/text.h"

/* 0x3C23D70A in the engine: boxes grow by this on every side, in float arithmetic. */
static const float margin = 0.01f;

void wmi_text_grow(const float value[6], wm_kotor_aabb *to)
{
    float low[3], high[3];
    for (int k = 0; k < 3; k++) {
        bool swapped = value[k + 3] < value[k];
        low[k] = (swapped ? value[k + 3] : value[k]) - margin;
        high[k] = (swapped ? value[k] : value[k + 3]) + margin;
    }
    to->min = (wm_vec3){low[0], low[1], low[2]};
    to->max = (wm_vec3){high[0], high[1], high[2]};
}

/* The rows are one tree in pre-order (the parser has checked the count). The left child
 * of a node is the next row. When a subtree is complete, the next row is the right child
 * of the nearest ancestor that lacks one. */
void wmi_text_tree(wm_kotor_aabb *to, const wmi_text_box *from, uint32_t count,
                   const uint32_t *face_at, uint32_t *stack)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool inner = from[i].face == WM_NO_INDEX;
        wmi_text_grow(from[i].value, &to[i]);
        to[i].face = inner ? WM_NO_INDEX : face_at[from[i].face];
        to[i].unknown = 4;
        to[i].plane = 0;
        to[i].left = to[i].right = WM_NO_INDEX;
        if (inner) {
            to[i].left = i + 1;
            stack[depth++] = i;
        } else if (depth) {
            to[stack[--depth]].right = i + 1;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (from[i].has_plane)
            to[i].plane = from[i].plane;
        else if (to[i].face == WM_NO_INDEX)
            to[i].plane = wmi_bwm_plane(&to[to[i].left], &to[to[i].right]);
    }
}

static float grown(float x, bool upper)
{
    return upper ? x + margin : x - margin;
}

/* Steps through neighbouring floats from the obvious candidate. Growing is monotone, so
 * if the value can be reached at all, it is within a few steps. It cannot be reached
 * where the floats near x are further apart than those near the grown value. */
static float shrink(float wanted, bool upper)
{
    float best = upper ? wanted - margin : wanted + margin, x = best;
    for (int step = 0; step < 8 && isfinite(x) && grown(x, upper) != wanted; step++) {
        x = nextafterf(x, grown(x, upper) < wanted ? INFINITY : -INFINITY);
        if (fabs((double)grown(x, upper) - (double)wanted) <
            fabs((double)grown(best, upper) - (double)wanted))
            best = x;
    }
    return grown(x, upper) == wanted ? x : best;
}

void wmi_text_shrink(const wm_kotor_aabb *node, float value[6])
{
    const float low[3] = {node->min.x, node->min.y, node->min.z};
    const float high[3] = {node->max.x, node->max.y, node->max.z};
    for (int k = 0; k < 3; k++) {
        value[k] = shrink(low[k], false);
        value[k + 3] = shrink(high[k], true);
        /* Thinner than the growth: use the smallest box that contains it. */
        if (low[k] <= high[k] && value[k] > value[k + 3])
            value[k] = value[k + 3] = low[k] / 2 + high[k] / 2;
    }
}
