/* Sorting that is stable and deterministic. */
#ifndef WAYMARK_BASE_SORT_H
#define WAYMARK_BASE_SORT_H

#include "base/internal.h"

/* Sorts by the high 32 bits; elements with equal ones keep their order. `scratch`
 * has room for n elements. */
void wmi_sort_high(uint64_t *a, uint64_t *scratch, size_t n);

/* Sorts numbers by what they stand for, in n log n time whatever they are. compare is as
 * for qsort and must not find any two equal. */
void wmi_sort_by(uint32_t *a, size_t n, int (*compare)(const void *context, uint32_t a, uint32_t b),
                 const void *context);

/* Floats as unsigned numbers of the same order (-0 below +0, NaNs at the ends). */
static inline uint32_t wmi_float_key(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

#endif
