/* What an edit keeps of the layout of the file that was read. Slack is numbered by block
 * and odd words have file offsets, so both must follow their blocks when sizes change.
 * docs/formats/kotor-mdl.md, "Layout". */
#include "base/search.h"
#include "base/sort.h"
#include "kotor/mdl/edit.h"

/* ---- order of blocks by what they hold ---------------------------------- */

static int compare_keys(const wmi_edit_block *a, const wmi_edit_block *b)
{
    if (a->animation != b->animation)
        return a->animation < b->animation ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static int compare_blocks(const void *context, uint32_t a, uint32_t b)
{
    const wmi_edit_block *blocks = context;
    int order = compare_keys(&blocks[a], &blocks[b]);
    return order ? order : a < b ? -1 : a > b;
}

/* The number of the old block with this content; WM_NO_INDEX if it is new. */
static uint32_t find_block(const wmi_edit *e, const wmi_edit_block *key)
{
    wmi_search search = {.high = e->count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, compare_keys(&e->blocks[e->order[search.at]], key) < 0);
    return search.low < e->count && compare_keys(&e->blocks[e->order[search.low]], key) == 0
               ? e->order[search.low]
               : WM_NO_INDEX;
}

/* ---- before ------------------------------------------------------------- */

static bool count_block(void *user, const wmi_mdl_block *b)
{
    wmi_edit *e = user;
    (void)b;
    e->count++;
    return true;
}

/* The offset is that of the writer: after the slack before this block. */
static bool record_block(void *user, const wmi_mdl_block *b)
{
    wmi_edit *e = user;
    const wm_kotor_mdl *m = e->mdl;
    for (; e->slack < m->slack_count && m->slack[e->slack].block == b->ordinal; e->slack++)
        e->end += m->slack[e->slack].size;
    e->blocks[b->ordinal] = (wmi_edit_block){.kind = b->kind,
                                             .animation = b->animation,
                                             .node = b->node,
                                             .index = b->index,
                                             .offset = e->end,
                                             .size = b->size,
                                             .moved = UINT64_MAX};
    e->order[b->ordinal] = b->ordinal;
    e->end += b->size;
    return true;
}

wm_status wmi_edit_begin(wmi_edit *e, wm_kotor_mdl *m, wm_error *error)
{
    *e = (wmi_edit){.mdl = m, .removed = WM_NO_INDEX};
    wmi_arena_init(&e->scratch, &wmi_mdl_arena(m)->allocator, 0);
    if (m->order == WM_KOTOR_MDL_ORDER_STORED || m->fault_count ||
        (!m->slack_count && !m->odd_count))
        return WM_OK;
    if (!wmi_mdl_walk(m, m->order, count_block, e))
        return wmi_fail(error, WM_BAD_ARGUMENT, "nodes", "the nodes are not in depth-first order");
    e->order = wmi_arena_raw(&e->scratch, e->count, sizeof *e->order);
    e->blocks = e->order ? wmi_arena_raw(&e->scratch, e->count, sizeof *e->blocks) : NULL;
    if (!e->blocks) {
        wm_status status = wmi_arena_fail(&e->scratch, error, "");
        wmi_arena_free(&e->scratch);
        return status;
    }
    wmi_mdl_walk(m, m->order, record_block, e);
    wmi_sort_by(e->order, e->count, compare_blocks, e->blocks);
    e->slack = 0;
    e->end = 0;
    return WM_OK;
}

/* ---- after -------------------------------------------------------------- */

/* Keeps the slack before an old block, as slack before a new one. */
static void keep_slack(wmi_edit *e, uint32_t old, uint32_t now)
{
    wm_kotor_mdl *m = e->mdl;
    while (e->slack < m->slack_count && m->slack[e->slack].block < old)
        e->slack++; /* its block is gone */
    for (; e->slack < m->slack_count && m->slack[e->slack].block == old; e->slack++) {
        wm_kotor_slack slack = m->slack[e->slack];
        slack.block = now;
        e->end += slack.size;
        m->slack[e->kept++] = slack;
    }
}

static bool move_block(void *user, const wmi_mdl_block *b)
{
    wmi_edit *e = user;
    uint32_t animation = b->animation;
    if (animation != WM_NO_INDEX && e->removed != WM_NO_INDEX && animation >= e->removed)
        animation++;
    uint32_t index = b->index;
    if (b->kind == WMI_BLOCK_ANIMATION || b->kind == WMI_BLOCK_EVENTS)
        index = animation;
    const wmi_edit_block key = {
        .kind = b->kind, .animation = animation, .node = b->node, .index = index};
    uint32_t old = find_block(e, &key);
    e->at = b->ordinal + 1;
    if (old != WM_NO_INDEX && b->size) {
        keep_slack(e, old, b->ordinal);
        e->blocks[old].moved = e->end;
        if (b->size < e->blocks[old].size)
            e->blocks[old].size = b->size;
    }
    e->end += b->size;
    return true;
}

/* The last old block that starts at or before an offset. */
static const wmi_edit_block *block_at(const wmi_edit *e, uint64_t offset)
{
    wmi_search after = {.high = e->count};
    while (wmi_search_next(&after))
        wmi_search_narrow(&after, e->blocks[after.at].offset <= offset);
    return &e->blocks[after.low ? after.low - 1 : 0];
}

static void move_odd_words(wmi_edit *e)
{
    wm_kotor_mdl *m = e->mdl;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->odd_count; i++) {
        const wmi_edit_block *b = block_at(e, m->odd[i].offset);
        uint64_t inside = m->odd[i].offset - b->offset;
        if (b->moved == UINT64_MAX || inside + 4 > b->size)
            continue;
        m->odd[kept].offset = (uint32_t)(b->moved + inside);
        m->odd[kept++].value = m->odd[i].value;
    }
    m->odd_count = kept;
}

/* Drops what only the old layout explains. With faults that includes pointers, which do not
 * follow their blocks. */
static void lay_out(wm_kotor_mdl *m)
{
    if (m->order == WM_KOTOR_MDL_ORDER_STORED)
        m->order = WM_KOTOR_MDL_ORDER_A;
    m->slack_count = m->odd_count = m->block_count = m->fault_count = 0;
}

void wmi_edit_end(wmi_edit *e)
{
    wm_kotor_mdl *m = e->mdl;
    if (m->order == WM_KOTOR_MDL_ORDER_STORED || m->fault_count)
        lay_out(m);
    if (e->blocks) {
        wmi_mdl_walk(m, m->order, move_block, e);
        keep_slack(e, e->count, e->at); /* after the last block */
        m->slack_count = e->kept;
        move_odd_words(e);
    }
    wmi_arena_free(&e->scratch);
}

void wmi_edit_touch(wm_kotor_mdl *m)
{
    if (m->order == WM_KOTOR_MDL_ORDER_STORED)
        lay_out(m);
}
