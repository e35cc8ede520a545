/* The list of differences between two documents. */
#include <math.h>
#include <stdio.h>

#include "base/words.h"

typedef struct memory {
    wmi_arena arena;
    size_t capacity;
} memory;

/* The memory of a list, NULL if there is none. A zeroed list gets it here. */
static memory *memory_of(wm_diff *diff, const wm_allocator *allocator)
{
    if (diff->memory || diff->out_of_memory)
        return diff->memory;
    wmi_arena arena;
    wmi_arena_init(&arena, allocator, 0);
    memory *m = wmi_arena_new(&arena, 1, sizeof *m);
    if (m)
        m->arena = arena;
    diff->out_of_memory = !m;
    diff->memory = m;
    return m;
}

void wm_diff_init(wm_diff *diff, const wm_allocator *allocator)
{
    *diff = (wm_diff){0};
    (void)memory_of(diff, allocator);
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
    char text[400];
    va_list args;
    memory *m = count ? memory_of(diff, NULL) : NULL;
    if (!m)
        return;
    va_start(args, fmt);
    wmi_vformat(text, sizeof text, fmt, args);
    va_end(args);
    wmi_plain(text);
    void *items = diff->items;
    const char *message = wmi_arena_text(&m->arena, text, strlen(text));
    if (!message || !wmi_grow(&m->arena.allocator, &items, &m->capacity, (size_t)diff->count + 1,
                              sizeof *diff->items)) {
        diff->out_of_memory = true;
        return;
    }
    diff->items = items;
    diff->items[diff->count++] =
        (wm_difference){.field = field, .count = count, .message = message};
}

void wmi_diff_about(wm_diff *diff, uint32_t count, wm_diff_side side, const char *name, size_t size)
{
    memory *m = diff->memory;
    if (!count || !m || diff->out_of_memory) /* nothing was added */
        return;
    wm_difference *d = &diff->items[diff->count - 1];
    const char *end = name ? memchr(name, 0, size) : NULL;
    d->side = side;
    d->name = name ? wmi_arena_text(&m->arena, name, end ? (size_t)(end - name) : size) : NULL;
    diff->out_of_memory = name && !d->name;
}

bool wmi_floats_apart(double tolerance, const void *a, const void *b, size_t count)
{
    if (count == 0 || memcmp(a, b, count * sizeof(float)) == 0)
        return false;
    for (size_t i = 0; tolerance > 0 && i < count; i++) {
        float x, y;
        memcpy(&x, (const char *)a + i * sizeof x, sizeof x);
        memcpy(&y, (const char *)b + i * sizeof y, sizeof y);
        if (memcmp(&x, &y, sizeof x) != 0 && !(fabs((double)x - (double)y) <= tolerance))
            return true;
    }
    return !(tolerance > 0);
}

uint32_t wmi_rows_apart(const void *a, uint32_t n, const void *b, uint32_t m, size_t size)
{
    uint32_t both = n < m ? n : m, count = n + m - 2 * both;
    for (uint32_t i = 0; i < both; i++)
        count += memcmp((const char *)a + i * size, (const char *)b + i * size, size) != 0;
    return count;
}

uint32_t wmi_float_rows_apart(double tolerance, const void *a, uint32_t n, const void *b,
                              uint32_t m, size_t width)
{
    uint32_t both = n < m ? n : m, count = n + m - 2 * both;
    for (uint32_t i = 0; i < both; i++) {
        size_t at = i * width * sizeof(float);
        count += wmi_floats_apart(tolerance, (const char *)a + at, (const char *)b + at, width);
    }
    return count;
}

static void add_rows(wm_diff *diff, const char *field, uint32_t n, uint32_t m, uint32_t count)
{
    uint32_t both = n < m ? n : m;
    uint32_t apart = count - (n + m - 2 * both);
    if (n != m && apart == 0)
        wmi_diff_add(diff, field, count, "%s instead of %s; the others are equal",
                     wmi_number(m).text, wmi_number(n).text);
    else if (n != m)
        wmi_diff_add(diff, field, count, "%s instead of %s; %s of the first %s %s",
                     wmi_number(m).text, wmi_number(n).text, wmi_number(apart).text,
                     wmi_number(both).text, wmi_plural(apart, "differs", "differ"));
    else
        wmi_diff_add(diff, field, count, "%s of %s %s", wmi_number(count).text, wmi_number(n).text,
                     wmi_plural(count, "differs", "differ"));
}

void wmi_diff_rows(wm_diff *diff, const char *field, const void *a, uint32_t n, const void *b,
                   uint32_t m, size_t size)
{
    add_rows(diff, field, n, m, wmi_rows_apart(a, n, b, m, size));
}

void wmi_diff_float_rows(wm_diff *diff, const char *field, const void *a, uint32_t n, const void *b,
                         uint32_t m, size_t width)
{
    add_rows(diff, field, n, m, wmi_float_rows_apart(diff->tolerance, a, n, b, m, width));
}
