/* Document arenas and growing scratch arrays. */

#include "base/words.h"

/* With AddressSanitizer every edit moves the document, so that whoever keeps a pointer into it over
 * an edit is caught at once, and not only when the arena has grown. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define WMI_MOVE_ALWAYS 1 /* clang */
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define WMI_MOVE_ALWAYS 1 /* gcc */
#endif
#ifdef WMI_MOVE_ALWAYS
#include <sanitizer/asan_interface.h>
#else
#define WMI_MOVE_ALWAYS 0
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

enum { BLOCK_MIN = 4096, ALIGN = 16 };

struct wmi_block {
    wmi_block *older;
    size_t bytes; /* of the whole block, including this header */
};

/* Block payloads start aligned. */
enum { HEADER = (sizeof(wmi_block) + ALIGN - 1) / ALIGN * ALIGN };

void wmi_arena_init(wmi_arena *arena, const wm_allocator *allocator, uint64_t limit)
{
    *arena =
        (wmi_arena){.allocator = allocator ? *allocator : *wmi_default_allocator(), .limit = limit};
}

void wmi_arena_free(wmi_arena *arena)
{
    wmi_block *block = arena->blocks;
    wm_allocator allocator = arena->allocator; /* the arena itself may live in one of its blocks */
    while (block) {
        wmi_block *older = block->older;
        ASAN_UNPOISON_MEMORY_REGION(block, block->bytes);
        allocator.resize(allocator.user, block, block->bytes, 0);
        block = older;
    }
}

bool wmi_arena_reserve(wmi_arena *arena, size_t bytes)
{
    if (bytes <= arena->left)
        return true;
    if (bytes > SIZE_MAX - HEADER - BLOCK_MIN)
        return false;
    size_t total = bytes + HEADER;
    if (total < BLOCK_MIN)
        total = BLOCK_MIN;
    arena->limit_hit = arena->limit && total > arena->limit - arena->used;
    if (arena->limit_hit)
        return false;
    wmi_block *block = arena->allocator.resize(arena->allocator.user, NULL, 0, total);
    if (!block)
        return false;
    block->older = arena->blocks;
    block->bytes = total;
    arena->blocks = block;
    arena->next = (uint8_t *)block + HEADER;
    arena->left = total - HEADER;
    arena->used += total;
    return true;
}

void *wmi_arena_raw(wmi_arena *arena, size_t count, size_t size)
{
    /* Small factors need no division to show that their product fits. */
    const size_t half = (size_t)1 << (sizeof(size_t) * 4 - 1);
    if ((count | size) >= half && size && count > (SIZE_MAX - ALIGN) / size)
        return NULL;
    size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (bytes == 0)
        bytes = ALIGN;
    if (bytes > arena->left) {
        /* Small allocations share blocks, which grow with the arena. */
        size_t want = bytes;
        if (want < arena->used / 2 && arena->used / 2 < (1u << 20))
            want = (size_t)(arena->used / 2);
        if (!wmi_arena_reserve(arena, want) && (want == bytes || !wmi_arena_reserve(arena, bytes)))
            return NULL;
    }
    void *result = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return result;
}

void *wmi_arena_new(wmi_arena *arena, size_t count, size_t size)
{
    void *result = wmi_arena_raw(arena, count, size);
    if (result)
        memset(result, 0, count * size);
    return result;
}

char *wmi_arena_text(wmi_arena *arena, const char *text, size_t size)
{
    char *copy = wmi_arena_raw(arena, size + 1, 1);
    if (copy) {
        if (size)
            memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

/* ---- arenas of documents that are edited ---- */

/* Copying takes time that grows with the document, so an arena may double first. It may not come
 * near its limit. */
bool wmi_arena_crowded(wmi_arena *arena)
{
    if (WMI_MOVE_ALWAYS)
        return true;
    const uint64_t little = 1 << 16;
    if (!arena->settled)
        arena->settled = arena->used;
    uint64_t more = arena->used - arena->settled;
    return more > arena->settled + little ||
           (arena->limit && more > (arena->limit - arena->settled) / 2);
}

/* The oldest block stays for the document alone: what else was in it is out of bounds. */
static void close_oldest(wmi_block *block, size_t document)
{
    size_t kept = HEADER + (document + ALIGN - 1) / ALIGN * ALIGN;
    ASAN_POISON_MEMORY_REGION((uint8_t *)block + kept, block->bytes - kept);
}

bool wmi_arena_move(wmi_arena *arena, const wmi_arena *from, size_t size)
{
    wmi_block *document = arena->blocks, *last = from->blocks;
    while (document->older)
        document = document->older;
    uint64_t used = document->bytes + from->used;
    bool fits = WMI_MOVE_ALWAYS && (!arena->limit || used <= arena->limit);
    if (used >= arena->used && !fits) {
        arena->settled = arena->used; /* ask again when there is more */
        return false;
    }
    while (last->older)
        last = last->older;
    for (wmi_block *block = arena->blocks, *older; block != document; block = older) {
        older = block->older;
        arena->allocator.resize(arena->allocator.user, block, block->bytes, 0);
    }
    close_oldest(document, size);
    last->older = document;
    arena->blocks = from->blocks;
    arena->next = from->next;
    arena->left = from->left;
    arena->used = arena->settled = used;
    return true;
}

wm_status wmi_arena_fail(const wmi_arena *arena, wm_error *error, const char *path)
{
    if (arena->limit_hit)
        return wmi_fail(error, WM_LIMIT, path,
                        "the file needs more memory than the limit of %s bytes",
                        wmi_number(arena->limit).text);
    return wmi_fail(error, WM_NO_MEMORY, path, "out of memory");
}

void *wmi_arena_begin(wmi_arena *arena, const wm_allocator *allocator, uint64_t limit, size_t size,
                      wm_error *error)
{
    wmi_arena_init(arena, allocator, limit);
    void *document = wmi_arena_give(arena, 1, size, error);
    if (!document)
        wmi_arena_free(arena);
    return document;
}

void *wmi_arena_give(wmi_arena *arena, size_t count, size_t size, wm_error *error)
{
    void *data = wmi_arena_new(arena, count, size);
    if (!data)
        wmi_arena_fail(arena, error, "");
    return data;
}

void *wmi_copy(wmi_copier *copier, const void *data, size_t count, size_t size)
{
    if (!data)
        return NULL;
    void *copy = wmi_arena_raw(copier->arena, count, size);
    if (copy && count)
        memcpy(copy, data, count * size);
    copier->failed |= !copy;
    return copy;
}

static char *copy_text(wmi_copier *copier, const char *text)
{
    return text ? wmi_copy(copier, text, strlen(text) + 1, 1) : NULL;
}

const char **wmi_copy_texts(wmi_copier *copier, const char *const *texts, size_t count)
{
    const char **copy = wmi_copy(copier, texts, count, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        copy[i] = copy_text(copier, copy[i]);
    return copy;
}

uint64_t wmi_memory_limit(const wm_read_opts *opts, size_t size)
{
    if (opts && opts->memory_limit)
        return opts->memory_limit;
    return (UINT64_C(16) << 20) + (uint64_t)size * 32;
}

bool wmi_grow(const wm_allocator *allocator, void **array, size_t *capacity, size_t need,
              size_t element)
{
    const wm_allocator *a = allocator ? allocator : wmi_default_allocator();
    if (need <= *capacity)
        return true;
    size_t next = *capacity < 8 ? 8 : *capacity;
    while (next < need)
        next = next > SIZE_MAX / 2 ? need : next * 2;
    if (next > SIZE_MAX / element)
        return false;
    void *grown = a->resize(a->user, *array, *capacity * element, next * element);
    if (!grown)
        return false;
    *array = grown;
    *capacity = next;
    return true;
}

void wmi_release(const wm_allocator *allocator, void *array, size_t capacity, size_t element)
{
    const wm_allocator *a = allocator ? allocator : wmi_default_allocator();
    if (array)
        a->resize(a->user, array, capacity * element, 0);
}

void wm_buffer_free(wm_buffer *buffer)
{
    if (!buffer || !buffer->data)
        return;
    buffer->allocator.resize(buffer->allocator.user, buffer->data, buffer->size, 0);
    buffer->data = NULL;
    buffer->size = 0;
}
