/* Large files, which stay with the page: it reads the ranges that the core asks for, feeds them,
 * and repeats the call that failed without them. */
#include <stdlib.h>

#include "core.h"

typedef struct range {
    uint64_t offset;
    uint8_t *data;
    size_t size;
} range;

struct core_remote {
    core *c;
    uint32_t file; /* index in core.files */
    uint64_t size;
    range *ranges;
    size_t count, capacity;
};

core_remote *core_remote_new(core *c, uint64_t size)
{
    core_remote *r = calloc(1, sizeof *r);
    if (r)
        *r = (core_remote){.c = c, .size = size};
    return r;
}

static void forget_ranges(core_remote *r)
{
    for (size_t i = 0; i < r->count; i++)
        free(r->ranges[i].data);
    r->count = 0;
}

void core_remote_free(core_remote *r)
{
    if (!r)
        return;
    forget_ranges(r);
    free(r->ranges);
    free(r);
}

static wm_status ask(core *c, core_need need, wm_error *error)
{
    if (!core_grow((void **)&c->needs, &c->need_capacity, c->need_count + 1, sizeof *c->needs))
        return wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
    c->needs[c->need_count++] = need;
    return wm_error_set(error, WM_IO, "", "the bytes are not loaded yet");
}

static wm_status read_range(void *user, uint64_t offset, void *out, size_t size, wm_error *error)
{
    core_remote *r = user;
    for (size_t i = r->count; i-- > 0;) {
        const range *have = &r->ranges[i];
        if (offset < have->offset || offset - have->offset > have->size ||
            size > have->size - (offset - have->offset))
            continue;
        memcpy(out, have->data + (offset - have->offset), size);
        return WM_OK;
    }
    return ask(r->c, (core_need){r->file, offset, size}, error);
}

wm_source core_remote_source(core_remote *r, uint32_t file)
{
    r->file = file;
    return (wm_source){.size = r->size, .read = read_range, .user = r};
}

bool core_feed(core *c, uint32_t file, uint64_t offset, uint8_t *data, size_t size)
{
    core_remote *r = file < c->file_count && c->files[file] ? c->files[file]->remote : NULL;
    if (!r || !core_grow((void **)&r->ranges, &r->capacity, r->count + 1, sizeof *r->ranges)) {
        free(data);
        return false;
    }
    r->ranges[r->count++] = (range){offset, data, size};
    return true;
}

void core_settle(core *c)
{
    c->need_count = 0;
    for (size_t i = 0; i < c->file_count; i++)
        if (c->files[i] && c->files[i]->remote)
            forget_ranges(c->files[i]->remote);
}
