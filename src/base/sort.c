/* A stable sort by a range of bits. Gives the same order on every platform (qsort does not). */
#include "base/sort.h"

static void insertion(uint64_t *a, size_t n, int shift)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t x = a[i];
        size_t k = i;
        for (; k > 0 && a[k - 1] >> shift > x >> shift; k--)
            a[k] = a[k - 1];
        a[k] = x;
    }
}

void wmi_sort_high(uint64_t *a, uint64_t *scratch, size_t n)
{
    if (n <= 40) {
        insertion(a, n, 32);
        return;
    }
    /* Least significant byte first. Bytes that all elements share cost nothing. */
    uint64_t differs = 0;
    for (size_t i = 1; i < n; i++)
        differs |= a[i] ^ a[0];
    uint64_t *from = a, *to = scratch;
    for (int shift = 32; shift < 64; shift += 8) {
        if (!(differs >> shift & 0xFF))
            continue;
        size_t start[257] = {0};
        for (size_t i = 0; i < n; i++)
            start[(from[i] >> shift & 0xFF) + 1]++;
        for (int b = 0; b < 256; b++)
            start[b + 1] += start[b];
        for (size_t i = 0; i < n; i++)
            to[start[from[i] >> shift & 0xFF]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != a)
        memcpy(a, from, n * sizeof *a);
}

void wmi_sort_by(uint32_t *a, size_t n, int (*compare)(const void *context, uint32_t a, uint32_t b),
                 const void *context)
{
    /* Heapsort: builds the heap, then removes its top repeatedly. */
    size_t start = n / 2, end = n;
    while (end > 1) {
        if (start > 0) {
            start--;
        } else {
            uint32_t top = a[0];
            end--;
            a[0] = a[end];
            a[end] = top;
        }
        size_t at = start, child;
        uint32_t x = a[at];
        while ((child = 2 * at + 1) < end) {
            if (child + 1 < end && compare(context, a[child], a[child + 1]) < 0)
                child++;
            if (compare(context, x, a[child]) >= 0)
                break;
            a[at] = a[child];
            at = child;
        }
        a[at] = x;
    }
}
