/* A fixed set of boxes. Finds those that intersect a query box. */
#include "area/boxes.h"
#include "base/sort.h"

enum { FAN = 4 };

typedef struct keyed {
    uint64_t key;
    uint32_t item;
} keyed;

static int by_key(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

/* Spreads the low 21 bits to every third bit. */
static uint64_t spread(uint64_t v)
{
    v = (v | v << 32) & UINT64_C(0x001F00000000FFFF);
    v = (v | v << 16) & UINT64_C(0x001F0000FF0000FF);
    v = (v | v << 8) & UINT64_C(0x100F00F00F00F00F);
    v = (v | v << 4) & UINT64_C(0x10C30C30C30C30C3);
    v = (v | v << 2) & UINT64_C(0x1249249249249249);
    return v;
}

static uint64_t cell(float low, float high, float min, float max)
{
    double size = (double)max - (double)min;
    double at = ((double)low + (double)high) / 2 - (double)min;
    return size > 0 ? (uint64_t)(at / size * 2097151.0) : 0;
}

static uint64_t key_of(const wmi_box *b, const wmi_box *all)
{
    return spread(cell(b->min.x, b->max.x, all->min.x, all->max.x)) |
           spread(cell(b->min.y, b->max.y, all->min.y, all->max.y)) << 1 |
           spread(cell(b->min.z, b->max.z, all->min.z, all->max.z)) << 2;
}

static size_t lay_out_levels(wmi_boxes *boxes, uint32_t count)
{
    size_t total = 0;
    boxes->levels = 0;
    for (uint32_t n = count; n; n = n == 1 ? 0 : (n + FAN - 1) / FAN) {
        boxes->level[boxes->levels++] = (uint32_t)total;
        total += n;
    }
    boxes->level[boxes->levels] = (uint32_t)total;
    return total;
}

wm_status wmi_boxes_build(wmi_boxes *boxes, const wmi_box *input, uint32_t count, wmi_arena *arena,
                          wm_error *error)
{
    *boxes = (wmi_boxes){.count = count};
    if (count > UINT32_MAX / 2)
        return wmi_fail(error, WM_LIMIT, "", "too many edges or faces in one area");
    size_t total = lay_out_levels(boxes, count);
    keyed *keys = wmi_arena_raw(arena, count, sizeof *keys);
    boxes->item = wmi_arena_raw(arena, count, sizeof *boxes->item);
    boxes->nodes = wmi_arena_raw(arena, total, sizeof *boxes->nodes);
    if (!keys || !boxes->item || !boxes->nodes)
        return wmi_arena_fail(arena, error, "");
    if (count == 0)
        return WM_OK;
    wmi_box all = input[0];
    for (uint32_t i = 1; i < count; i++)
        all = wmi_box_union(all, input[i]);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (keyed){key_of(&input[i], &all), i};
    wmi_sort(keys, count, sizeof *keys, by_key);
    for (uint32_t i = 0; i < count; i++) {
        boxes->item[i] = keys[i].item;
        boxes->nodes[i] = input[keys[i].item];
    }
    for (int level = 1; level < boxes->levels; level++) {
        uint32_t below = boxes->level[level - 1], end = boxes->level[level];
        wmi_box *to = &boxes->nodes[end];
        for (uint32_t first = below; first < end; first += FAN) {
            *to = boxes->nodes[first];
            for (uint32_t i = first + 1; i < end && i < first + FAN; i++)
                *to = wmi_box_union(*to, boxes->nodes[i]);
            to++;
        }
    }
    return WM_OK;
}

void wmi_boxes_start(wmi_boxes_walk *walk, const wmi_boxes *boxes, wmi_box box, uint32_t most)
{
    walk->boxes = boxes;
    walk->box = box;
    walk->left = most;
    walk->seen = 0;
    walk->depth = 0;
    if (boxes->levels == 0)
        return;
    walk->stack[0].node = 0;
    walk->stack[0].level = boxes->levels - 1;
    walk->depth = 1;
}

uint32_t wmi_boxes_next(wmi_boxes_walk *walk)
{
    const wmi_boxes *b = walk->boxes;
    while (walk->depth) {
        uint32_t node = walk->stack[--walk->depth].node;
        int level = walk->stack[walk->depth].level;
        walk->seen++;
        if (!wmi_box_meets(b->nodes[b->level[level] + node], walk->box))
            continue;
        if (level == 0) {
            if (walk->left == 0)
                return WM_NO_INDEX;
            walk->left--;
            return b->item[node];
        }
        uint32_t below = b->level[level] - b->level[level - 1];
        /* Each level leaves at most FAN - 1 entries on the stack, and 17 levels hold 2^32
         * items, so 64 entries are enough. */
        for (uint32_t i = node * FAN; i < below && i < (node + 1) * FAN; i++) {
            walk->stack[walk->depth].node = i;
            walk->stack[walk->depth++].level = level - 1;
        }
    }
    return WM_NO_INDEX;
}
