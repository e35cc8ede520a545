/* Allocators that fail on request, count calls and detect mistakes. */
#ifndef WAYMARK_TEST_MEMORY_H
#define WAYMARK_TEST_MEMORY_H

#include "waymark/base.h"

/* Pass &memory.allocator. Growing always moves the block, so that the sanitizers catch stale
 * pointers. */
typedef struct test_memory {
    wm_allocator allocator;
    uint64_t calls;   /* number of allocations and growths requested */
    uint64_t fail_at; /* fail the call with this number, counted from 1; 0: none */
    uint64_t refused; /* number of failed calls */
    uint64_t limit;   /* fail calls that would raise `live` above this; 0: no limit */
    uint64_t live, peak;
    uint64_t mistakes; /* wrong old size, foreign block, block freed twice */
} test_memory;

void test_memory_init(test_memory *memory);
/* Fails the running test if bytes are still live or mistakes were made. */
void test_memory_done(const test_memory *memory, const char *what);

/* Pages before the first and after the last byte that must not be touched: a read outside an input
 * crashes even without a sanitizer. */
typedef struct test_guard {
    uint8_t *base;
    size_t room; /* bytes between the guard pages */
} test_guard;

void test_guard_init(test_guard *guard, size_t room);
void test_guard_free(test_guard *guard);
/* Copies size bytes so that they end at the second guard page. */
uint8_t *test_guard_put(const test_guard *guard, const void *data, size_t size);
/* Copies size bytes so that they begin after the first one. */
uint8_t *test_guard_put_front(const test_guard *guard, const void *data, size_t size);

#endif
