/* Allocators that refuse, count and find mistakes. */
#ifndef WAYMARK_TEST_MEMORY_H
#define WAYMARK_TEST_MEMORY_H

#include "waymark/base.h"

/* Pass &memory.allocator. Every growth moves the block, so that a pointer kept
 * across it is caught by the sanitizers. */
typedef struct test_memory {
    wm_allocator allocator;
    uint64_t calls;   /* allocations and growths asked for */
    uint64_t fail_at; /* refuse the call of this number, counted from 1; 0: none */
    uint64_t refused; /* calls that were refused */
    uint64_t limit;   /* refuse what would take `live` above it; 0: none */
    uint64_t live, peak;
    uint64_t mistakes; /* wrong old size, block that is not ours, block freed twice */
} test_memory;

void test_memory_init(test_memory *memory);
/* Fails the running test when bytes are live or mistakes were made. */
void test_memory_done(const test_memory *memory, const char *what);

/* A page that must not be touched behind the last byte: reading past the end of
 * an input is a crash even without a sanitizer. */
typedef struct test_guard {
    uint8_t *base;
    size_t room; /* bytes in front of the guard page */
} test_guard;

void test_guard_init(test_guard *guard, size_t room);
void test_guard_free(test_guard *guard);
/* Copies size bytes so that they end at the guard page. */
uint8_t *test_guard_put(const test_guard *guard, const void *data, size_t size);

#endif
