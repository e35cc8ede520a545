/* Sorting, with the same result on every platform. The order of equal items that qsort leaves,
 * and its cost, depend on the C library; nothing in the library uses it. */
#ifndef WAYMARK_BASE_SORT_H
#define WAYMARK_BASE_SORT_H

#include "base/internal.h"

/* Sorts by the high 32 bits; elements with equal high bits keep their order. `scratch` must
 * hold n elements. */
void wmi_sort_high(uint64_t *a, uint64_t *scratch, size_t n);

/* Sorts indices by the items they refer to, in O(n log n) time for any input. compare works
 * as for qsort and must not return 0 for two different items. */
void wmi_sort_by(uint32_t *a, size_t n, int (*compare)(const void *context, uint32_t a, uint32_t b),
                 const void *context);

/* As qsort, but in O(n log n) time for any input, without allocating, and with the same result
 * on every platform. Items that compare equal must be the same in all bytes, or their order
 * must not matter. */
void wmi_sort(void *items, size_t n, size_t size, int (*compare)(const void *a, const void *b));

/* Maps floats to unsigned numbers in the same order (-0 below +0, NaNs at the ends). */
static inline uint32_t wmi_float_key(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

#endif
