/* Growing memory, and blocks owned by the answers. */
#include <stdlib.h>

#include "core.h"

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

static const wm_allocator memory = {resize, NULL};

bool core_grow(void **array, size_t *capacity, size_t need, size_t element)
{
    if (need <= *capacity)
        return true;
    size_t count = 2 * *capacity > need ? 2 * *capacity : need;
    count = count > 16 ? count : 16;
    void *grown = count <= SIZE_MAX / element ? realloc(*array, count * element) : NULL;
    if (!grown)
        return false;
    *array = grown;
    *capacity = count;
    return true;
}

wm_buffer core_buffer(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size - 1)
        return (wm_buffer){0};
    wm_buffer b = {.size = count * size, .allocator = memory};
    b.data = malloc(b.size + 1);
    if (!b.data)
        b.size = 0;
    return b;
}

void core_put(core_bytes *bytes, const void *data, size_t size)
{
    void *grown = bytes->data;
    if (bytes->failed || !core_grow(&grown, &bytes->capacity, bytes->size + size, 1)) {
        bytes->failed = true;
        return;
    }
    bytes->data = grown;
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void core_add_bytes(core *c, wm_json_writer *j, const char *name, const char *type,
                    core_bytes *bytes)
{
    wm_buffer b = {bytes->data, bytes->size, memory};
    if (bytes->failed) {
        free(bytes->data);
        wm_json_writer_fail(j, WM_NO_MEMORY);
    } else {
        core_add_owned(c, j, name, type, &b);
    }
    *bytes = (core_bytes){0};
}
