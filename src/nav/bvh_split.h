/* Helpers for building the tree of bvh.h: splitting the faces of a node among its
 * children. */
#ifndef WAYMARK_NAV_BVH_SPLIT_H
#define WAYMARK_NAV_BVH_SPLIT_H

#include "nav/bvh.h"
#include "nav/simd.h"

enum { WMI_BVH_LEAF_FACES = 8 };

typedef struct wmi_box {
    wmi_f4 low, high;
} wmi_box;

/* A face. Its box is loaded four floats at a time, so its index is a float, too: with this bit
 * changed, because small numbers would be subnormal floats, which many processors multiply
 * slowly. */
#define WMI_BVH_FACE_BIT 0x40000000u
typedef struct wmi_bvh_item {
    float low[4]; /* x, y, z, 0 */
    float high[3];
    uint32_t face; /* ^ WMI_BVH_FACE_BIT */
} wmi_bvh_item;

typedef struct wmi_bvh_range {
    uint32_t begin, end;
    wmi_box bounds;
    float area; /* half the surface area of its box */
} wmi_bvh_range;

typedef struct wmi_bvh_bin {
    wmi_box bounds;
    uint32_t count;
} wmi_bvh_bin;

/* The faces in tree order, and scratch memory. */
typedef struct wmi_bvh_items {
    wmi_bvh_item *item, *aside; /* aside: buffer for items being moved */
    uint8_t *tile_of;           /* the tile of each item */
    wmi_bvh_bin *tiles;
} wmi_bvh_items;

/* Allocates room for `count` items. Returns false when out of memory. */
bool wmi_bvh_items_init(wmi_bvh_items *items, uint32_t count, wmi_arena *scratch);
/* Returns the items from begin to end as one range. */
wmi_bvh_range wmi_bvh_measure(const wmi_bvh_items *items, uint32_t begin, uint32_t end);
/* Splits `all` into up to `most` ranges. Unless `fair`, ranges are split in the middle, so
 * that the depth of the tree stays bounded. */
uint32_t wmi_bvh_take_apart(wmi_bvh_items *items, const wmi_bvh_range *all, bool fair,
                            wmi_bvh_range *list, uint32_t most);

#endif
