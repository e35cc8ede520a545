/* Binary model reader: headers, names, animations and node trees.
 * docs/formats/kotor-mdl.md, "Headers" and "Nodes". */
#include "kotor/mdl/read.h"
#include "base/words.h"

#include <stdio.h>

void wmi_mdl_fault(wmi_mdl_reading *g, wm_status code, wm_issue_code issue, uint64_t offset,
                   const char *field, const char *fmt, ...)
{
    bool first = g->mdl->fault_count++ == 0;
    if (!first && !g->report) /* only the first one is kept */
        return;
    char message[160], path[96], animation[24] = "", node[24] = "";
    va_list args;
    va_start(args, fmt);
    wmi_vformat(message, sizeof message, fmt, args);
    va_end(args);
    if (g->animation != WM_NO_INDEX)
        wmi_format(animation, sizeof animation, "animations[%lu].", (ul)g->animation);
    if (g->node != WM_NO_INDEX)
        wmi_format(node, sizeof node, "nodes[%lu].", (ul)g->node);
    wmi_format(path, sizeof path, "%s%s%s", animation, node, field);
    if (first)
        wmi_fail_at(&g->mdl->first_fault, code, offset, path, "%s", message);
    wmi_report(g->report, issue, wmi_at(offset, "%s", path), "%s", message);
}

void wmi_mdl_take_fault(wmi_mdl_reading *g, uint64_t at, uint32_t count, uint32_t stride,
                        const char *field)
{
    if (at < WMI_MDL_HEADER)
        wmi_mdl_fault(g, WM_BAD_OFFSET, WM_KOTOR_MDL_POINTER, at, field,
                      "points to byte %s, inside the header", wmi_number(at).text);
    else
        wmi_mdl_fault(g, WM_TRUNCATED, WM_KOTOR_MDL_POINTER, at, field, "%s",
                      wmi_cut_off(field, at, (uint64_t)count * stride, g->r.size).text);
}

void *wmi_mdl_room(wmi_mdl_reading *g, size_t count, size_t size)
{
    if (g->r.failed)
        return NULL;
    void *room = wmi_arena_raw(g->arena, count, size);
    if (!room)
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, "");
    return room;
}

void *wmi_mdl_words(wmi_mdl_reading *g, uint32_t pointer, uint32_t *count, uint32_t stride,
                    const char *field)
{
    const uint8_t *from = wmi_mdl_take(g, pointer, *count, stride, field);
    void *to = from ? wmi_mdl_room(g, *count, stride) : NULL;
    if (!to) {
        *count = 0;
        return NULL;
    }
    wmi_load32(to, from, (size_t)*count * (stride / 4));
    return to;
}

/* ---- trees ------------------------------------------------------------- */

WMI_APART void note_loop(wmi_mdl_reading *g, uint64_t at)
{
    wmi_mdl_fault(g, WM_BAD_OFFSET, WM_KOTOR_MDL_LOOP, at, "children",
                  "the node at byte %s was already reached", wmi_number(at).text);
}

WMI_APART bool grow_list(wmi_mdl_reading *g)
{
    void *list = g->list;
    if (!wmi_grow(&g->arena->allocator, &list, &g->list_capacity, g->list_count + 1,
                  sizeof *g->list)) {
        g->r.failed = wmi_fail(g->r.error, WM_NO_MEMORY, "nodes", "out of memory");
        return false;
    }
    g->list = list;
    return true;
}

/* Adds a node to the list of nodes to read, if it is valid. */
WMI_INLINE void list_node(wmi_mdl_reading *g, uint32_t pointer, uint32_t parent)
{
    uint64_t at = (uint64_t)pointer + WMI_MDL_BASE;
    if (!wmi_mdl_take(g, pointer, 1, WMI_MDL_NODE, parent == WM_NO_INDEX ? "root" : "children"))
        return;
    if (!wmi_mdl_first_visit(g, at)) {
        note_loop(g, at);
        return;
    }
    if (g->list_count == g->list_capacity && !grow_list(g))
        return;
    g->list[g->list_count++] = (wmi_mdl_found){.offset = (uint32_t)at, .parent = parent};
}

/* Adds the next child of an entry of the list. An empty slot is skipped: pointer 0 would
 * lead into the header. */
WMI_INLINE void list_child(wmi_mdl_reading *g, uint32_t parent, uint32_t table)
{
    uint32_t i = g->list[parent].next++;
    uint64_t slot = (uint64_t)table + WMI_MDL_BASE + 4ull * i;
    uint32_t child = wmi_le32(g->r.base + slot);
    if (child)
        list_node(g, child, parent);
    else
        wmi_mdl_fault(g, WM_BAD_OFFSET, WM_KOTOR_MDL_CHILD_EMPTY, slot, "children",
                      "slot %lu of the list is empty", (ul)i);
}

/* Finds the nodes below the root, depth first. Each entry records its next child, so no
 * stack is needed. */
static void list_tree(wmi_mdl_reading *g, uint32_t root)
{
    g->list_count = 0;
    g->node = WM_NO_INDEX;
    list_node(g, root, WM_NO_INDEX);
    for (uint32_t open = 0; g->list_count && open != WM_NO_INDEX && !g->r.failed;) {
        wmi_mdl_found *f = &g->list[open];
        const uint8_t *p = g->r.base + f->offset;
        uint32_t pointer = wmi_le32(p + 44), count = wmi_le32(p + 48);
        g->node = open;
        if (f->next == 0 && count && !wmi_mdl_take(g, pointer, count, 4, "children"))
            f->next = count;
        if (f->next >= count) {
            open = f->parent;
            continue;
        }
        size_t before = g->list_count;
        list_child(g, open, pointer);
        if (g->list_count > before)
            open = (uint32_t)before;
    }
    g->node = WM_NO_INDEX;
}

_Static_assert(sizeof(wm_kotor_controller) == 16, "as in the file");
_Static_assert(offsetof(wm_kotor_controller, rows) == 6, "as in the file");
_Static_assert(offsetof(wm_kotor_controller, data_index) == 10, "as in the file");
_Static_assert(offsetof(wm_kotor_controller, columns) == 12, "as in the file");

/* Both lists of a node in one allocation: models have thousands of nodes in animations. */
static void read_controllers(wmi_mdl_reading *g, wm_kotor_mdl_node *n, const wmi_mdl_codec *c)
{
    const uint8_t *data =
        wmi_mdl_take(g, c->pointer[WMI_BLOCK_DATA], n->data_count, 4, "controller_data");
    const uint8_t *p =
        wmi_mdl_take(g, c->pointer[WMI_BLOCK_CONTROLLERS], n->controller_count, 16, "controllers");
    size_t values = data ? n->data_count : 0, rows = p ? n->controller_count : 0;
    uint8_t *room =
        values + rows ? wmi_mdl_room(g, 4 * values + rows * sizeof *n->controllers, 1) : NULL;
    n->data_count = room ? (uint32_t)values : 0;
    n->controller_count = room ? (uint32_t)rows : 0;
    if (!room)
        return;
    if (g->most_values < UINT64_C(1) << 62)            /* far beyond every limit */
        g->most_values += 2 * (uint64_t)rows * values; /* each row: all values, and their times */
    if (rows)
        n->controllers = (wm_kotor_controller *)(void *)room;
    if (values)
        n->data = (float *)(void *)(room + rows * sizeof *n->controllers);
    if (wmi_little_endian() && rows && data == p + 16 * rows) { /* as in most files */
        memcpy(room, p, 16 * rows + 4 * values);
        return;
    }
    wmi_load32(n->data, data, values);
    for (uint32_t i = 0; i < rows; i++, p += 16) {
        wm_kotor_controller *k = &n->controllers[i];
        *k = (wm_kotor_controller){wmi_le32(p),          wmi_le16(p + 4),  wmi_le16(p + 6),
                                   wmi_le16(p + 8),      wmi_le16(p + 10), p[12],
                                   {p[13], p[14], p[15]}};
    }
}

/* Keeps the flags whose parts can be read: all of them must lie in the file. */
static void take_flags(wmi_mdl_reading *g, wm_kotor_mdl_node *n)
{
    uint32_t stored = n->flags, known = wmi_mdl_known_flags(stored);
    if (stored != known)
        wmi_mdl_fault(g, WM_BAD_VALUE, WM_KOTOR_MDL_FLAGS, n->offset, "flags",
                      "0x%lx is not a node type of the game", (ul)stored);
    n->flags = (uint16_t)known;
    uint32_t size = wmi_mdl_node_size(g->mdl, n->flags);
    if (size > WMI_MDL_NODE && !wmi_mdl_take(g, n->offset - WMI_MDL_BASE, 1, size, "header"))
        n->flags = WM_KOTOR_NODE_HEADER;
}

/* Allocates the parts given by the flags, so that the codec can fill them. */
static bool make_parts(wmi_mdl_reading *g, wm_kotor_mdl_node *n)
{
    if (n->flags == WM_KOTOR_NODE_HEADER)
        return true;
    take_flags(g, n);
    uint32_t flags = n->flags;
    if (flags & WM_KOTOR_NODE_LIGHT)
        n->light = wmi_arena_new(g->arena, 1, sizeof *n->light);
    if (flags & WM_KOTOR_NODE_EMITTER)
        n->emitter = wmi_arena_new(g->arena, 1, sizeof *n->emitter);
    if (flags & WM_KOTOR_NODE_REFERENCE)
        n->reference = wmi_arena_new(g->arena, 1, sizeof *n->reference);
    bool made = (n->light || !(flags & WM_KOTOR_NODE_LIGHT)) &&
                (n->emitter || !(flags & WM_KOTOR_NODE_EMITTER)) &&
                (n->reference || !(flags & WM_KOTOR_NODE_REFERENCE)) && wmi_mdl_make_mesh(g, n);
    if (!made)
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, "nodes");
    return made;
}

static void read_light(wmi_mdl_reading *g, wm_kotor_light *l, const wmi_mdl_codec *c)
{
    l->sizes = wmi_mdl_words(g, c->pointer[WMI_BLOCK_LIGHT_SIZES], &l->size_count, 4, "sizes");
    l->positions =
        wmi_mdl_words(g, c->pointer[WMI_BLOCK_LIGHT_POSITIONS], &l->position_count, 4, "positions");
    l->colours =
        wmi_mdl_words(g, c->pointer[WMI_BLOCK_LIGHT_COLOURS], &l->colour_count, 12, "colours");
    l->textures =
        wmi_mdl_texts(g, c->pointer[WMI_BLOCK_LIGHT_TABLE], &l->texture_count, "textures");
}

/* Such nodes get names when all nodes are known. */
WMI_APART void note_unnamed(wmi_mdl_reading *g, const wm_kotor_mdl_node *n)
{
    wmi_mdl_fault(g, WM_BAD_VALUE, WM_KOTOR_MDL_NAME_INDEX, n->offset + 4u, "name",
                  "the node uses name %u, but %s", n->name,
                  wmi_only(g->mdl->name_count, "name", "names").text);
    g->unnamed = true;
}

static void read_node(wmi_mdl_reading *g, wm_kotor_mdl_node *n)
{
    wmi_mdl_codec c; /* only the pointers of parts that exist are set, and used */
    c.p = (uint8_t *)(uintptr_t)(g->r.base + n->offset);
    c.put = c.keep = false;
    n->flags = wmi_le16(c.p);
    uint32_t parent = n->parent;
    if (!make_parts(g, n))
        return;
    uint16_t flags = n->flags; /* parts that were allocated */
    wmi_mdl_code_node(&c, g->mdl, n);
    n->flags = flags;
    n->parent = parent;
    if (n->name >= g->mdl->name_count && (g->mdl->name_count || !g->unnamed))
        note_unnamed(g, n);
    read_controllers(g, n, &c);
    if (n->light)
        read_light(g, n->light, &c);
    if (n->mesh)
        wmi_mdl_read_mesh(g, n, &c);
}

static void read_tree(wmi_mdl_reading *g, wm_kotor_tree *tree, uint32_t root)
{
    list_tree(g, root);
    if (g->r.failed || g->list_count == 0)
        return;
    tree->nodes = wmi_arena_new(g->arena, g->list_count, sizeof *tree->nodes);
    if (!tree->nodes) {
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, "nodes");
        return;
    }
    tree->count = (uint32_t)g->list_count;
    for (uint32_t i = 0; i < tree->count && !g->r.failed; i++) {
        g->node = i;
        tree->nodes[i].offset = g->list[i].offset;
        tree->nodes[i].parent = g->list[i].parent;
        read_node(g, &tree->nodes[i]);
        tree->nodes[i].child_count = 0;
        if (i > 0)
            tree->nodes[tree->nodes[i].parent].child_count++;
    }
    g->node = WM_NO_INDEX;
}

/* ---- model ------------------------------------------------------------- */

/* False if the animation does not lie in the file. */
static bool read_animation(wmi_mdl_reading *g, wm_kotor_animation *a, uint32_t pointer)
{
    const uint8_t *p = wmi_mdl_take(g, pointer, 1, WMI_MDL_ANIMATION, "header");
    if (!p)
        return false;
    wmi_mdl_codec c = {.p = (uint8_t *)(uintptr_t)p};
    wmi_mdl_code_animation(&c, a);
    a->offset = pointer + WMI_MDL_BASE;
    const uint8_t *e =
        wmi_mdl_take(g, c.pointer[WMI_BLOCK_EVENTS], a->event_count, WMI_MDL_EVENT, "events");
    a->events = e ? wmi_mdl_room(g, a->event_count, sizeof *a->events) : NULL;
    if (!a->events)
        a->event_count = 0;
    for (uint32_t i = 0; i < a->event_count; i++, e += WMI_MDL_EVENT) {
        a->events[i].time = wmi_lef32(e);
        memcpy(a->events[i].name, e + 4, 32);
    }
    read_tree(g, &a->tree, c.root);
    return true;
}

static void read_animations(wmi_mdl_reading *g, uint32_t table)
{
    wm_kotor_mdl *m = g->mdl;
    uint32_t count = m->animation_count;
    const uint8_t *p = wmi_mdl_take(g, table, count, 4, "animations");
    m->animation_count = 0;
    if (!p)
        return;
    m->animations = wmi_arena_new(g->arena, count, sizeof *m->animations);
    if (!m->animations) {
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, "animations");
        return;
    }
    for (; count && !g->r.failed; count--, p += 4) {
        g->animation = m->animation_count;
        m->animation_count += read_animation(g, &m->animations[g->animation], wmi_le32(p));
    }
    g->animation = WM_NO_INDEX;
}

/* Without its root, nothing of a model can be shown or converted. */
static void refuse_root(wmi_mdl_reading *g, uint32_t pointer)
{
    uint64_t at = (uint64_t)pointer + WMI_MDL_BASE;
    if (at + WMI_MDL_NODE > g->r.size)
        wmi_reader_fail(&g->r, WM_TRUNCATED, at, "root",
                        "the root node is at byte %s, but the file has only %s",
                        wmi_number(at).text, wmi_count(g->r.size, "byte", "bytes").text);
    else
        wmi_reader_fail(&g->r, WM_BAD_OFFSET, at, "root", "no root node can be at byte %s",
                        wmi_number(at).text);
}

static void read_model(wmi_mdl_reading *g)
{
    wm_kotor_mdl *m = g->mdl;
    wmi_mdl_codec c = {.p = (uint8_t *)(uintptr_t)g->r.base};
    wmi_mdl_code_header(&c, m);
    if (!wmi_mdl_find_variant(m)) { /* a guess may be good enough */
        wmi_mdl_guess_game(m, g->r.base, g->r.size);
        wmi_mdl_fault(g, WM_UNSUPPORTED, WM_KOTOR_MDL_VARIANT, WMI_MDL_BASE, "geometry.function",
                      "%lu is not an address of a known game; read as %s",
                      (ul)m->geometry.function[0],
                      m->game == WM_KOTOR_GAME_2 ? "KotOR 2" : "KotOR 1");
    }
    m->names = wmi_mdl_texts(g, c.pointer[WMI_BLOCK_NAME_TABLE], &m->name_count, "names");
    read_animations(g, c.pointer[WMI_BLOCK_ANIMATION_TABLE]);
    if (!g->r.failed)
        read_tree(g, &m->tree, c.root);
    if (!g->r.failed && m->tree.count == 0)
        refuse_root(g, c.root);
    if (!g->r.failed && g->unnamed)
        wmi_mdl_name_nodes(g);
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].offset == (uint64_t)c.head + WMI_MDL_BASE)
            m->head_link = i;
}

/* Nothing in a file needs to be stored for two parts of a model. A file in which thousands of
 * meshes use the same faces and rows would become a model of any size, though. A row counts 24
 * bytes at least: vertices take memory in what is made of them, however short their rows. */
static wm_status limit_tables(const wmi_mdl_reading *g, size_t mdx_size, wm_error *error)
{
    const wm_kotor_tree *tree = &g->mdl->tree;
    uint64_t size = g->r.size + mdx_size, bytes = g->taken;
    for (uint32_t i = 0; i < tree->count; i++) {
        const wm_kotor_mesh *m = tree->nodes[i].mesh;
        if (m)
            bytes += (uint64_t)m->vertex_count * (m->rows && m->row_size > 24 ? m->row_size : 24);
    }
    if (bytes <= WM_KOTOR_MDL_SHARE_BASE + WM_KOTOR_MDL_TABLE_FACTOR * size)
        return WM_OK;
    return wmi_fail(error, WM_LIMIT, "nodes",
                    "nodes share tables: together they have %s, but the files have only %s; at "
                    "most %d times as much is allowed",
                    wmi_count(bytes, "byte", "bytes").text, wmi_count(size, "byte", "bytes").text,
                    WM_KOTOR_MDL_TABLE_FACTOR);
}

/* Fails the read unless the file has a header and a plausible size. */
static bool can_be_read(const void *data, size_t size, wm_error *error)
{
    if (size < WMI_MDL_HEADER) {
        wmi_fail_at(error, WM_TRUNCATED, size, "header", "%s",
                    wmi_cut_off("header", 0, WMI_MDL_HEADER, size).text);
        return false;
    }
    if (wmi_le32(data) != 0) {
        wmi_fail_at(error, WM_BAD_MAGIC, 0, "zero", "expected 0 at the start of a model, found %lu",
                    (ul)wmi_le32(data));
        return false;
    }
    if (size > UINT32_MAX) {
        wmi_fail(error, WM_UNSUPPORTED, "", "a model cannot be larger than 4 GiB");
        return false;
    }
    return true;
}

wm_kotor_mdl *wm_kotor_mdl_read(const void *mdl, size_t mdl_size, const void *mdx, size_t mdx_size,
                                const wm_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    if (!can_be_read(mdl, mdl_size, error))
        return NULL;
    wm_kotor_mdl *m =
        wmi_mdl_create(opts ? opts->allocator : NULL, wmi_memory_limit(opts, mdl_size + mdx_size),
                       mdl_size + mdl_size / 2 + mdx_size, error);
    if (!m)
        return NULL;
    wmi_mdl_reading g = {.mdl = m, .arena = wmi_mdl_arena(m)};
    g.report = opts ? opts->report : NULL;
    g.animation = g.node = WM_NO_INDEX;
    wmi_reader_init(&g.r, mdl, mdl_size, error);
    for (g.text_end = mdl_size; g.text_end && g.r.base[g.text_end - 1];)
        g.text_end--;
    const wm_allocator *a = &g.arena->allocator;
    g.seen = a->resize(a->user, NULL, 0, mdl_size / 32 + 1);
    if (!g.seen) {
        g.r.failed = wmi_no_memory(error);
    } else {
        memset(g.seen, 0, mdl_size / 32 + 1);
        read_model(&g);
    }
    if (!g.r.failed)
        g.r.failed = wmi_mdl_limit_controllers(m, g.most_values, mdl_size, error);
    if (!g.r.failed)
        g.r.failed = wmi_mdl_read_rows(m, mdx, mdx_size, g.report, error);
    if (!g.r.failed)
        g.r.failed = limit_tables(&g, mdx_size, error);
    if (!g.r.failed)
        g.r.failed = wmi_mdl_find_layout(m, mdl, mdl_size, g.scattered, error);
    wmi_release(a, g.seen, g.seen ? mdl_size / 32 + 1 : 0, 1);
    wmi_release(a, g.list, g.list_capacity, sizeof *g.list);
    wmi_release(a, g.links, g.link_capacity, sizeof *g.links);
    if (g.r.failed) {
        wm_kotor_mdl_free(m);
        return NULL;
    }
    return m;
}
