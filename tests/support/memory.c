/* Allocators that fail on request, count calls and detect mistakes. */
#include "memory.h"

#include "support.h"

enum { MARK = 0x57A7 };

typedef union block {
    struct {
        size_t size;
        size_t mark;
    } head;
    max_align_t align;
} block;

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    test_memory *m = user;
    block *b = old ? (block *)old - 1 : NULL;
    if (b && (b->head.mark != MARK || b->head.size != old_size)) {
        m->mistakes++;
        return NULL;
    }
    if (new_size == 0) {
        if (b) {
            m->live -= old_size;
            b->head.mark = 0;
            free(b);
        }
        return NULL;
    }
    m->calls++;
    bool over = m->limit && m->live - old_size + new_size > m->limit;
    if (over || m->calls == m->fail_at) {
        m->refused++;
        return NULL;
    }
    block *fresh = malloc(sizeof *fresh + new_size);
    if (!fresh) {
        m->refused++;
        return NULL;
    }
    fresh->head.size = new_size;
    fresh->head.mark = MARK;
    memset(fresh + 1, 0xA5, new_size); /* nothing may rely on zeroed memory */
    if (b) {
        memcpy(fresh + 1, old, old_size < new_size ? old_size : new_size);
        b->head.mark = 0;
        free(b);
    }
    m->live += new_size;
    m->live -= b ? old_size : 0; /* apart: a size_t may have 32 bits */
    if (m->live > m->peak)
        m->peak = m->live;
    return fresh + 1;
}

void test_memory_init(test_memory *memory)
{
    *memory = (test_memory){0};
    memory->allocator = (wm_allocator){resize, memory};
}

void test_memory_done(const test_memory *memory, const char *what)
{
    if (memory->mistakes)
        fail_msg("%s: %llu blocks were given back with a wrong size or twice", what,
                 (unsigned long long)memory->mistakes);
    if (memory->live)
        fail_msg("%s: %llu bytes leaked", what, (unsigned long long)memory->live);
}

uint8_t *test_guard_put_front(const test_guard *guard, const void *data, size_t size)
{
    assert_true(size <= guard->room);
    if (size)
        memmove(guard->base, data, size);
    return guard->base;
}

uint8_t *test_guard_put(const test_guard *guard, const void *data, size_t size)
{
    uint8_t *to = guard->base + guard->room - size;
    assert_true(size <= guard->room);
    if (size)
        memmove(to, data, size);
    return to;
}
