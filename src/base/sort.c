/* A stable radix sort by a range of bits, and heapsorts for everything else. */
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

static void swap(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t part[64];
    for (size_t n; size; size -= n, a += n, b += n) {
        n = size < sizeof part ? size : sizeof part;
        memcpy(part, a, n);
        memcpy(a, b, n);
        memcpy(b, part, n);
    }
}

void wmi_sort(void *items, size_t n, size_t size, int (*compare)(const void *a, const void *b))
{
    uint8_t *a = items;
    size_t start = n / 2, end = n;
    while (end > 1) {
        if (start > 0)
            start--;
        else
            swap(a, a + --end * size, size);
        size_t at = start, child;
        while ((child = 2 * at + 1) < end) {
            if (child + 1 < end && compare(a + child * size, a + (child + 1) * size) < 0)
                child++;
            if (compare(a + at * size, a + child * size) >= 0)
                break;
            swap(a + at * size, a + child * size, size);
            at = child;
        }
    }
}
