/* The list of differences between two documents. */
#include <stdio.h>

#include "base/internal.h"

typedef struct memory {
    wmi_arena arena;
    size_t capacity;
} memory;

void wm_diff_init(wm_diff *diff, const wm_allocator *allocator)
{
    wmi_arena arena;
    *diff = (wm_diff){0};
    wmi_arena_init(&arena, allocator, 0);
    memory *m = wmi_arena_new(&arena, 1, sizeof *m);
    diff->out_of_memory = !m;
    if (m) {
        m->arena = arena;
        diff->memory = m;
    }
}

void wm_diff_free(wm_diff *diff)
{
    if (!diff || !diff->memory)
        return;
    memory *m = diff->memory;
    wmi_arena arena = m->arena;
    wmi_release(&arena.allocator, diff->items, m->capacity, sizeof *diff->items);
    wmi_arena_free(&arena);
    *diff = (wm_diff){0};
}

void wmi_diff_add(wm_diff *diff, const char *field, uint32_t count, const char *fmt, ...)
{
    memory *m = diff->memory;
    char text[400];
    va_list args;
    if (!m || count == 0)
        return;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    void *items = diff->items;
    const char *message = wmi_arena_text(&m->arena, text, strlen(text));
    if (!message || !wmi_grow(&m->arena.allocator, &items, &m->capacity, (size_t)diff->count + 1,
                              sizeof *diff->items)) {
        diff->out_of_memory = true;
        return;
    }
    diff->items = items;
    diff->items[diff->count++] = (wm_difference){field, count, message};
}
