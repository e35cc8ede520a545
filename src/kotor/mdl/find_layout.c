/* Finds the layout of a file, and what neither layout nor document explains: bytes
 * between blocks, and words that differ. Keeping these lets a write reproduce the file
 * exactly. docs/formats/kotor-mdl.md, "Layout". */
#include "kotor/mdl/walk.h"

typedef struct probe {
    const wm_kotor_mdl *mdl;
    const uint8_t *data;
    size_t size;
    wm_kotor_mdl_order order;
    const wm_allocator *allocator;
    uint64_t at; /* end of the last block */
    uint64_t name_table, light_table, index_offsets;
    uint32_t blocks; /* blocks seen so far */
    wm_kotor_slack *slack;
    size_t slack_count, slack_capacity;
    wm_kotor_odd_word *odd;
    size_t odd_count, odd_capacity;
    const uint8_t *made; /* what a write would give, to compare with the file */
    uint32_t next_slack; /* the first that was not yet passed */
    uint32_t *offsets;   /* one per block */
    size_t offset_capacity;
    bool out_of_memory;
} probe;

static void note_slack(probe *p, uint32_t block, uint64_t from, uint64_t to)
{
    void *list = p->slack;
    if (!wmi_grow(p->allocator, &list, &p->slack_capacity, p->slack_count + 1, sizeof *p->slack)) {
        p->out_of_memory = true;
        return;
    }
    p->slack = list;
    p->slack[p->slack_count++] = (wm_kotor_slack){block, (uint32_t)(to - from), p->data + from};
}

static void note_odd(probe *p, uint64_t at)
{
    void *list = p->odd;
    if (!wmi_grow(p->allocator, &list, &p->odd_capacity, p->odd_count + 1, sizeof *p->odd)) {
        p->out_of_memory = true;
        return;
    }
    p->odd = list;
    p->odd[p->odd_count++] = (wm_kotor_odd_word){(uint32_t)at, wmi_le32(p->data + at)};
}

/* The word at a file offset; 0 if out of range. */
static uint32_t word(const probe *p, uint64_t at)
{
    return at + 4 <= p->size ? wmi_le32(p->data + at) : 0;
}

static void expect(probe *p, uint64_t at, uint32_t value)
{
    if (at + 4 <= p->size && wmi_le32(p->data + at) != value)
        note_odd(p, at);
}

/* ---- headers that must match the document ------------------------------ */

/* They are written over a copy of the file's bytes. Pointers to blocks are kept there, because
 * they are compared with each block. The reader has checked that all headers lie in the file. */

/* Compares a record, as the writer would write it, with the file. */
static void compare(probe *p, const uint8_t *made, uint64_t at, uint32_t size)
{
    if (at + size > p->size || memcmp(made, p->data + at, size) == 0)
        return;
    for (uint32_t i = 0; i < size; i++) {
        if (made[i] == p->data[at + i])
            continue;
        /* Whole words: an edit of the next field must not be undone. */
        uint64_t start = (i & ~3u) + 4 <= size ? at + (i & ~3u) : at + size - 4;
        note_odd(p, start);
        i |= 3;
    }
}

/* Most nodes are those of animations: they have no parts, and the reader copied all of their
 * fields but these. */
WMI_INLINE bool plain_node_fits(const uint8_t *r, const wm_kotor_mdl_node *n, uint32_t owner,
                                uint32_t parent)
{
    return n->flags == WM_KOTOR_NODE_HEADER && wmi_le16(r) == n->flags &&
           wmi_le16(r + 4) == n->name && wmi_le32(r + 8) == owner && wmi_le32(r + 12) == parent &&
           wmi_le32(r + 48) == n->child_count && wmi_le32(r + 52) == n->child_count &&
           wmi_le32(r + 60) == n->controller_count && wmi_le32(r + 64) == n->controller_count &&
           wmi_le32(r + 72) == n->data_count && wmi_le32(r + 76) == n->data_count;
}

/* Pointers of a node to its animation and to its parent. */
WMI_INLINE uint32_t owner_of(const probe *p, uint32_t animation)
{
    return animation == WM_NO_INDEX ? 0 : p->mdl->animations[animation].offset - WMI_MDL_BASE;
}

WMI_INLINE uint32_t parent_of(const wm_kotor_tree *tree, const wm_kotor_mdl_node *n)
{
    return n->parent == WM_NO_INDEX ? 0 : tree->nodes[n->parent].offset - WMI_MDL_BASE;
}

WMI_APART void compare_node_with_parts(probe *p, wm_kotor_mdl_node *n, uint32_t owner,
                                       uint32_t parent)
{
    uint8_t made[WMI_MDL_NODE_MOST];
    uint32_t size = wmi_mdl_node_size(p->mdl, n->flags);
    memcpy(made, p->data + n->offset, size);
    wmi_mdl_codec c = {.p = made, .put = true, .keep = true};
    wmi_mdl_code_node(&c, p->mdl, n);
    wmi_put32(made + 8, owner);
    wmi_put32(made + 12, parent);
    compare(p, made, n->offset, size);
}

WMI_INLINE void compare_node(probe *p, const wmi_mdl_block *b)
{
    wm_kotor_mdl_node *n = &b->tree->nodes[b->node];
    uint32_t owner = owner_of(p, b->animation), parent = parent_of(b->tree, n);
    if (!plain_node_fits(p->data + n->offset, n, owner, parent))
        compare_node_with_parts(p, n, owner, parent);
}

static void compare_header(probe *p)
{
    wm_kotor_mdl *m = (wm_kotor_mdl *)(uintptr_t)p->mdl; /* writing does not change it */
    uint8_t made[WMI_MDL_HEADER];
    memcpy(made, p->data, sizeof made);
    wmi_mdl_codec c = {.p = made, .put = true, .keep = true};
    wmi_mdl_code_header(&c, m);
    uint32_t root = m->tree.count ? m->tree.nodes[0].offset - WMI_MDL_BASE : 0;
    uint32_t head = m->tree.count ? m->tree.nodes[m->head_link].offset - WMI_MDL_BASE : 0;
    wmi_put32(made + 4, (uint32_t)(p->size - WMI_MDL_BASE));
    wmi_put32(made + WMI_MDL_BASE + 40, root);
    wmi_put32(made + WMI_MDL_HEADER - 28, head);
    if (m->mdx_state == WM_KOTOR_MDX_STATE_FINE) /* the writer stores it twice */
        wmi_put32(made + WMI_MDL_HEADER - 20, m->mdx_size);
    compare(p, made, 0, WMI_MDL_HEADER);
}

static void compare_animation(probe *p, uint32_t i)
{
    wm_kotor_animation *a = &p->mdl->animations[i];
    uint8_t made[WMI_MDL_ANIMATION];
    memcpy(made, p->data + a->offset, sizeof made);
    wmi_mdl_codec c = {.p = made, .put = true, .keep = true};
    wmi_mdl_code_animation(&c, a);
    wmi_put32(made + 40, a->tree.count ? a->tree.nodes[0].offset - WMI_MDL_BASE : 0);
    compare(p, made, a->offset, WMI_MDL_ANIMATION);
}

static void compare_boxes(probe *p, const wm_kotor_mesh *m, uint64_t at)
{
    for (uint32_t i = 0; i < m->aabb_count; i++, at += WMI_MDL_AABB_NODE) {
        uint32_t base = (uint32_t)(at - WMI_MDL_BASE) - i * WMI_MDL_AABB_NODE;
        uint32_t child[2] = {m->aabbs[i].left, m->aabbs[i].right};
        for (uint32_t k = 0; k < 2; k++)
            expect(p, at + 24 + 4 * k,
                   child[k] == WM_NO_INDEX ? 0 : base + child[k] * WMI_MDL_AABB_NODE);
    }
}

static void compare_block(probe *p, const wmi_mdl_block *b, uint64_t at)
{
    switch (b->kind) {
    case WMI_BLOCK_HEADER: compare_header(p); break;
    case WMI_BLOCK_ANIMATION: compare_animation(p, b->animation); break;
    case WMI_BLOCK_AABBS: compare_boxes(p, b->tree->nodes[b->node].mesh, at); break;
    case WMI_BLOCK_INDEX_OFFSETS:
        for (uint64_t i = 4; i < b->size; i += 4) /* only the first is used */
            expect(p, at + i, 0);
        break;
    default: break;
    }
}

/* ---- blocks ------------------------------------------------------------ */

/* File offset of the pointer to a block; 0 if there is none. */
static uint64_t pointer_place(const probe *p, const wmi_mdl_block *b)
{
    switch (b->kind) {
    case WMI_BLOCK_NAME_TABLE: return WMI_MDL_HEADER - 12;
    case WMI_BLOCK_NAME: return p->name_table + 4ull * b->index;
    case WMI_BLOCK_ANIMATION_TABLE: return WMI_MDL_BASE + WMI_MDL_GEOMETRY + 8;
    case WMI_BLOCK_EVENTS: return p->mdl->animations[b->animation].offset + 120ull;
    case WMI_BLOCK_LIGHT_TEXTURE: return p->light_table + 4ull * b->index;
    case WMI_BLOCK_INDICES:
        return b->tree->nodes[b->node].mesh->index_offset_count ? p->index_offsets : 0;
    default: break;
    }
    if (b->node == WM_NO_INDEX)
        return 0;
    const wm_kotor_mdl_node *n = &b->tree->nodes[b->node];
    uint32_t field = wmi_mdl_pointer_field(p->mdl, n, b->kind);
    return field == WM_NO_INDEX ? 0 : n->offset + (uint64_t)field;
}

static uint64_t block_offset(const probe *p, const wmi_mdl_block *b)
{
    switch (b->kind) {
    case WMI_BLOCK_HEADER: return 0;
    case WMI_BLOCK_ANIMATION: return p->mdl->animations[b->animation].offset;
    case WMI_BLOCK_NODE: return b->tree->nodes[b->node].offset;
    default: return (uint64_t)word(p, pointer_place(p, b)) + WMI_MDL_BASE;
    }
}

/* The block is at `at`. Returns false if it cannot be. */
WMI_INLINE bool take_block(probe *p, const wmi_mdl_block *b, uint64_t at)
{
    if (at < p->at || at + b->size > p->size)
        return false;
    if (at > p->at)
        note_slack(p, b->ordinal, p->at, at);
    p->at = at + b->size;
    return true;
}

/* There are no bytes of the block; its pointer, at `field`, has a value all the same. */
WMI_INLINE void take_empty(probe *p, const wmi_mdl_block *b, uint64_t field)
{
    if (field)
        expect(p, field, wmi_mdl_empty_points(p->order, b) ? (uint32_t)(p->at - WMI_MDL_BASE) : 0);
}

WMI_APART bool probe_other(probe *p, const wmi_mdl_block *b)
{
    if (b->size == 0) {
        take_empty(p, b, pointer_place(p, b));
        return !p->out_of_memory;
    }
    uint64_t at = block_offset(p, b);
    if (!take_block(p, b, at))
        return false;
    switch (b->kind) {
    case WMI_BLOCK_NAME_TABLE: p->name_table = at; break;
    case WMI_BLOCK_LIGHT_TABLE: p->light_table = at; break;
    case WMI_BLOCK_INDEX_OFFSETS: p->index_offsets = at; break;
    default: break;
    }
    compare_block(p, b, at);
    return !p->out_of_memory;
}

/* Most blocks are nodes without parts, and the children, controllers and data of nodes. The reader
 * has checked that the nodes lie in the file. */
WMI_INLINE bool probe_block(void *user, const wmi_mdl_block *b)
{
    probe *p = user;
    p->blocks = b->ordinal + 1;
    if (b->kind == WMI_BLOCK_NODE) {
        if (!take_block(p, b, b->tree->nodes[b->node].offset))
            return false;
        compare_node(p, b);
        return !p->out_of_memory;
    }
    if (b->kind < WMI_BLOCK_CHILDREN)
        return probe_other(p, b);
    const wm_kotor_mdl_node *n = &b->tree->nodes[b->node];
    uint64_t field = n->offset + (uint64_t)wmi_mdl_pointer_field(p->mdl, n, b->kind);
    if (b->size && !take_block(p, b, (uint64_t)wmi_le32(p->data + field) + WMI_MDL_BASE))
        return false;
    if (b->size == 0)
        take_empty(p, b, field);
    return !p->out_of_memory;
}

/* Is a list of a node at *at, the end of what comes before it? Moves *at to its end. */
WMI_INLINE bool list_follows(const probe *p, const uint8_t *pointer, uint64_t size,
                             bool empty_points, uint64_t *at)
{
    uint32_t expected = size || empty_points ? (uint32_t)(*at - WMI_MDL_BASE) : 0;
    *at += size;
    return wmi_le32(pointer) == expected && *at <= p->size;
}

/* The usual case, in which there is nothing to note: as probe_block for two blocks. */
WMI_INLINE bool probe_pair(void *user, const wmi_mdl_walker *w, uint32_t i, bool controllers)
{
    probe *p = user;
    const wm_kotor_tree *tree = w->block.tree;
    const wm_kotor_mdl_node *n = &tree->nodes[i];
    const uint8_t *r = p->data + n->offset;
    uint64_t at = p->at;
    bool b = w->order == WM_KOTOR_MDL_ORDER_B, fits;
    if (controllers) {
        fits = list_follows(p, r + 56, 16ull * n->controller_count, b, &at) &&
               list_follows(p, r + 68, 4ull * n->data_count, b, &at);
    } else {
        uint32_t owner = owner_of(p, w->block.animation), parent = parent_of(tree, n);
        at += WMI_MDL_NODE;
        fits = n->offset == p->at && plain_node_fits(r, n, owner, parent) &&
               list_follows(p, r + 44, 4ull * n->child_count, true, &at);
    }
    if (fits) {
        p->at = at;
        p->blocks = w->block.ordinal + 2;
    }
    return fits;
}

/* A block that starts too early is a sign of the other layout. So are many gaps, so the
 * layout with the fewest slack bytes is chosen. */
static bool try_layout(probe *p, wm_kotor_mdl_order order, uint64_t *slack)
{
    p->order = order;
    p->at = 0;
    p->slack_count = p->odd_count = 0;
    if (!wmi_mdl_walk_inline(p->mdl, order, probe_block, probe_pair, p))
        return false;
    if (p->at < p->size)
        note_slack(p, p->blocks, p->at, p->size);
    *slack = 0;
    for (size_t i = 0; i < p->slack_count; i++)
        *slack += p->slack[i].size;
    return !p->out_of_memory;
}

/* ---- neither layout ---------------------------------------------------- */

static bool store_block(void *user, const wmi_mdl_block *b)
{
    probe *p = user;
    void *list = p->offsets;
    if (!wmi_grow(p->allocator, &list, &p->offset_capacity, b->ordinal + 1, sizeof *p->offsets)) {
        p->out_of_memory = true;
        return false;
    }
    p->offsets = list;
    uint64_t at = b->size ? block_offset(p, b) : 0;
    p->offsets[b->ordinal] = at + b->size <= p->size ? (uint32_t)at : 0;
    p->blocks = b->ordinal + 1;
    switch (b->kind) {
    case WMI_BLOCK_NAME_TABLE: p->name_table = at; break;
    case WMI_BLOCK_LIGHT_TABLE: p->light_table = at; break;
    case WMI_BLOCK_INDEX_OFFSETS: p->index_offsets = at; break;
    default: break;
    }
    return true;
}

/* Copies the slack and odd words into the document's arena. */
static bool keep(wm_kotor_mdl *mdl, probe *p)
{
    wmi_arena *arena = wmi_mdl_arena(mdl);
    mdl->slack_count = mdl->odd_count = 0;
    mdl->slack = wmi_arena_raw(arena, p->slack_count, sizeof *mdl->slack);
    mdl->odd = wmi_arena_raw(arena, p->odd_count, sizeof *mdl->odd);
    if (!mdl->slack || !mdl->odd)
        return false;
    for (size_t i = 0; i < p->slack_count; i++) {
        mdl->slack[i] = p->slack[i];
        mdl->slack[i].data =
            (uint8_t *)wmi_arena_text(arena, (const char *)p->slack[i].data, p->slack[i].size);
        if (!mdl->slack[i].data)
            return false;
        mdl->slack_count++;
    }
    if (p->odd_count)
        memcpy(mdl->odd, p->odd, p->odd_count * sizeof *mdl->odd);
    mdl->odd_count = (uint32_t)p->odd_count;
    return true;
}

/* Writes the document, to compare it with the file. */
static wm_status write_again(const wm_kotor_mdl *mdl, const probe *p, wm_buffer *again,
                             wm_error *error)
{
    wm_buffer rows;
    const wm_write_opts opts = {.allocator = p->allocator};
    wm_status status = wm_kotor_mdl_write(mdl, &opts, again, &rows, error);
    if (!status)
        wm_buffer_free(&rows);
    return status;
}

/* Writes the document with every block at its old offset. Keeps what differs from the
 * file as slack: runs of bytes with their offsets. */
static wm_status store_layout(wm_kotor_mdl *mdl, probe *p, wm_error *error)
{
    wmi_arena *arena = wmi_mdl_arena(mdl);
    p->slack_count = p->odd_count = mdl->slack_count = mdl->odd_count = 0;
    if (!wmi_mdl_walk(mdl, WM_KOTOR_MDL_ORDER_STORED, store_block, p))
        return wmi_no_memory(error);
    mdl->order = WM_KOTOR_MDL_ORDER_STORED;
    mdl->block_offsets = wmi_arena_raw(arena, p->blocks, sizeof *mdl->block_offsets);
    if (!mdl->block_offsets)
        return wmi_arena_fail(arena, error, "");
    memcpy(mdl->block_offsets, p->offsets, p->blocks * sizeof *mdl->block_offsets);
    mdl->block_count = p->blocks;
    wm_buffer again;
    wm_status status = write_again(mdl, p, &again, error);
    if (status)
        return status;
    /* With the slack it has the length of the file, which the header states. */
    wmi_put32(again.data + 4, (uint32_t)(p->size - WMI_MDL_BASE));
    for (size_t i = 0; i < p->size && !p->out_of_memory; i++) {
        size_t from = i;
        while (i < p->size && (i >= again.size || again.data[i] != p->data[i]))
            i++;
        if (i > from)
            note_slack(p, (uint32_t)from, from, i);
    }
    wm_buffer_free(&again);
    return p->out_of_memory || keep(mdl, p) ? WM_OK : wmi_arena_fail(arena, error, "");
}

/* Words are those of the block: fields of a record start at multiples of 4 in it. */
static bool compare_made(void *user, const wmi_mdl_block *b)
{
    probe *p = user;
    for (; p->next_slack < p->slack_count && p->slack[p->next_slack].block == b->ordinal;
         p->next_slack++)
        p->at += p->slack[p->next_slack].size;
    if (b->size)
        compare(p, p->made + p->at, p->at, (uint32_t)b->size);
    p->at += b->size;
    return !p->out_of_memory;
}

/* After a fault, the document lacks parts of the file, or has other values. What a write
 * with the layout found would change is kept as odd words. */
static wm_status keep_faults(wm_kotor_mdl *mdl, probe *p, wm_error *error)
{
    wm_buffer again;
    wm_status status = write_again(mdl, p, &again, error);
    if (status)
        return status;
    bool fits = again.size == p->size;
    p->made = again.data;
    p->next_slack = 0;
    p->at = 0;
    if (fits)
        wmi_mdl_walk(mdl, mdl->order, compare_made, p);
    wm_buffer_free(&again);
    if (!fits)
        return store_layout(mdl, p, error);
    return p->out_of_memory || keep(mdl, p) ? WM_OK : wmi_arena_fail(wmi_mdl_arena(mdl), error, "");
}

wm_status wmi_mdl_find_layout(wm_kotor_mdl *mdl, const uint8_t *data, size_t size, bool scattered,
                              wm_error *error)
{
    wmi_arena *arena = wmi_mdl_arena(mdl);
    probe p = {.mdl = mdl, .data = data, .size = size, .allocator = &arena->allocator};
    uint64_t slack[2] = {UINT64_MAX, UINT64_MAX};
    wm_status status = WM_OK;
    bool a = try_layout(&p, WM_KOTOR_MDL_ORDER_A, &slack[0]), fits = a;
    mdl->order = WM_KOTOR_MDL_ORDER_A;
    if (!p.out_of_memory && slack[0] > 0 && try_layout(&p, WM_KOTOR_MDL_ORDER_B, &slack[1])) {
        fits = true;
        mdl->order = WM_KOTOR_MDL_ORDER_B;
        if (slack[1] >= slack[0]) {
            try_layout(&p, WM_KOTOR_MDL_ORDER_A, &slack[0]);
            mdl->order = WM_KOTOR_MDL_ORDER_A;
        }
    } else if (a && slack[0] > 0) {
        try_layout(&p, WM_KOTOR_MDL_ORDER_A, &slack[0]);
    }
    if ((!fits || scattered) && !p.out_of_memory)
        status = store_layout(mdl, &p, error);
    else if (!p.out_of_memory && !keep(mdl, &p))
        status = wmi_arena_fail(arena, error, "");
    else if (!p.out_of_memory && mdl->fault_count)
        status = keep_faults(mdl, &p, error);
    if (!status && p.out_of_memory)
        status = wmi_no_memory(error);
    wmi_release(p.allocator, p.slack, p.slack_capacity, sizeof *p.slack);
    wmi_release(p.allocator, p.odd, p.odd_capacity, sizeof *p.odd);
    wmi_release(p.allocator, p.offsets, p.offset_capacity, sizeof *p.offsets);
    return status;
}
