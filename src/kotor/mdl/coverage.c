/* Accounts for every byte of a model's files. docs/formats/kotor-mdl.md, "Layout". */
#include "base/sort.h"
#include "kotor/mdl/internal.h"
#include "waymark/kotor_mdl.h"

typedef struct cover {
    const wm_kotor_mdl *mdl;
    const wm_allocator *allocator;
    wm_kotor_range *list;
    size_t count, capacity;
    uint64_t at;    /* end of the last block */
    uint32_t slack; /* next entry of mdl->slack */
    bool out_of_memory;
} cover;

static void add(cover *c, wm_kotor_range range)
{
    void *list = c->list;
    if (!wmi_grow(c->allocator, &list, &c->capacity, c->count + 1, sizeof *c->list)) {
        c->out_of_memory = true;
        return;
    }
    c->list = list;
    c->list[c->count++] = range;
}

/* ---- MDL --------------------------------------------------------------- */

static bool place_block(void *user, const wmi_mdl_block *b)
{
    cover *c = user;
    const wm_kotor_mdl *m = c->mdl;
    if (b->size == 0)
        return true;
    if (m->order == WM_KOTOR_MDL_ORDER_STORED)
        c->at = b->ordinal < m->block_count ? m->block_offsets[b->ordinal] : c->at;
    else
        for (; c->slack < m->slack_count && m->slack[c->slack].block <= b->ordinal; c->slack++)
            c->at += m->slack[c->slack].size;
    add(c, (wm_kotor_range){.offset = (uint32_t)c->at,
                            .size = (uint32_t)b->size,
                            .kind = wmi_mdl_kind_name(b->kind),
                            .animation = b->animation,
                            .node = b->node,
                            .index = b->index});
    c->at += b->size;
    return !c->out_of_memory;
}

static uint64_t list_mdl(cover *c)
{
    const wm_kotor_mdl *m = c->mdl;
    uint64_t most = 0;
    wmi_mdl_walk(m, m->order, place_block, c);
    for (size_t i = 0; i < c->count; i++) {
        uint64_t end = (uint64_t)c->list[i].offset + c->list[i].size;
        most = end > most ? end : most;
    }
    for (uint32_t i = 0; i < m->slack_count; i++) {
        uint64_t end = (uint64_t)m->slack[i].block + m->slack[i].size;
        if (m->order != WM_KOTOR_MDL_ORDER_STORED)
            most += i >= c->slack ? m->slack[i].size : 0;
        else
            most = end > most ? end : most;
    }
    return most;
}

/* ---- MDX --------------------------------------------------------------- */

static void add_rows(cover *c, const wmi_mdl_place *p, uint64_t end)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[p->node].mesh;
    wm_kotor_range r = {.animation = WM_NO_INDEX, .node = p->node};
    uint64_t rows = (uint64_t)m->vertex_count * m->row_size;
    r.kind = "rows";
    r.offset = p->offset;
    r.size = (uint32_t)rows;
    add(c, r);
    uint64_t at = p->offset + rows;
    if (at + m->row_size > end) /* no room for a terminator: leave a gap */
        return;
    r.kind = "terminator";
    r.offset = (uint32_t)at;
    r.size = m->row_size;
    add(c, r);
    at += m->row_size;
    r.kind = "padding";
    r.offset = (uint32_t)at;
    r.size = (uint32_t)(end - at);
    if (at < end && end - at < 16) /* more than that is not padding */
        add(c, r);
}

static wm_status list_mdx(cover *c, uint64_t *size, wm_error *error)
{
    wmi_mdl_places places;
    wm_status status = wmi_mdl_place_rows(c->mdl, c->allocator, &places, size, error);
    if (status)
        return status;
    for (size_t i = 0; i < places.count && *size; i++)
        add_rows(c, &places.items[i], i + 1 < places.count ? places.items[i + 1].offset : *size);
    wmi_release(c->allocator, places.items, places.capacity, sizeof *places.items);
    return WM_OK;
}

/* ---- gaps -------------------------------------------------------------- */

/* Sorts the ranges, starting at `first`, and labels the gaps between them. */
static void fill(cover *c, size_t first, uint64_t size, uint64_t *gap, uint32_t *overlaps)
{
    size_t n = c->count - first;
    wmi_arena scratch;
    wmi_arena_init(&scratch, c->allocator, 0);
    uint64_t *order = wmi_arena_raw(&scratch, n, sizeof *order);
    uint64_t *spare = wmi_arena_raw(&scratch, n, sizeof *spare);
    wm_kotor_range *sorted = wmi_arena_raw(&scratch, n, sizeof *sorted);
    if (!order || !spare || !sorted) {
        c->out_of_memory = true;
        wmi_arena_free(&scratch);
        return;
    }
    for (size_t i = 0; i < n; i++)
        order[i] = (uint64_t)c->list[first + i].offset << 32 | i;
    wmi_sort_high(order, spare, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = c->list[first + (uint32_t)order[i]];
    c->count = first;
    uint64_t at = 0;
    for (size_t i = 0; i <= n && !c->out_of_memory; i++) {
        uint64_t next = i < n ? sorted[i].offset : size;
        if (next > at) {
            *gap += next - at;
            add(c, (wm_kotor_range){.offset = (uint32_t)at,
                                    .size = (uint32_t)(next - at),
                                    .kind = "gap",
                                    .animation = WM_NO_INDEX,
                                    .node = WM_NO_INDEX});
        }
        if (i == n)
            break;
        sorted[i].overlaps = next < at;
        *overlaps += sorted[i].overlaps;
        add(c, sorted[i]);
        uint64_t end = next + sorted[i].size;
        at = end > at ? end : at;
    }
    wmi_arena_free(&scratch);
}

typedef struct coverage {
    wm_kotor_coverage pub;
    size_t capacity; /* of the list that both files share */
    wm_allocator allocator;
} coverage;

static wm_status list_all(cover *c, wm_kotor_coverage *out, wm_error *error)
{
    uint64_t size = list_mdl(c), mdx_size = 0;
    wm_status status = WM_OK;
    if (!c->out_of_memory)
        fill(c, 0, size, &out->mdl_gap, &out->overlaps);
    out->mdl_count = (uint32_t)c->count;
    if (!c->out_of_memory)
        status = list_mdx(c, &mdx_size, error);
    if (!status && !c->out_of_memory)
        fill(c, out->mdl_count, mdx_size, &out->mdx_gap, &out->overlaps);
    if (!status && c->out_of_memory)
        status = wmi_no_memory(error);
    out->mdx_count = (uint32_t)c->count - out->mdl_count;
    return status;
}

wm_kotor_coverage *wm_kotor_mdl_cover(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                      wm_error *error)
{
    wm_allocator a = allocator ? *allocator : *wmi_default_allocator();
    cover c = {.mdl = mdl, .allocator = &a};
    coverage *v = a.resize(a.user, NULL, 0, sizeof *v);
    if (!v) {
        wmi_no_memory(error);
        return NULL;
    }
    *v = (coverage){.pub = {.memory = v}, .allocator = a};
    wm_status status = list_all(&c, &v->pub, error);
    v->capacity = c.capacity;
    v->pub.mdl = c.list;
    v->pub.mdx = c.list ? c.list + v->pub.mdl_count : NULL;
    if (status == WM_OK)
        return &v->pub;
    wm_kotor_coverage_free(&v->pub);
    return NULL;
}

void wm_kotor_coverage_free(wm_kotor_coverage *given)
{
    if (!given)
        return;
    coverage *v = given->memory;
    wm_allocator a = v->allocator;
    if (v->pub.mdl)
        wmi_release(&a, v->pub.mdl, v->capacity, sizeof *v->pub.mdl);
    a.resize(a.user, v, sizeof *v, 0);
}
