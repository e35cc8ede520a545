/* Resolves parents by name into trees in depth-first order, and maps names of a text to
 * names of a model. docs/formats/kotor-mdl-ascii.md, "Parents and names". */
#include "kotor/mdl/text/read.h"

typedef struct linking {
    wmi_mdl_parser *p;
    wmi_mdl_item *items;
    uint32_t count;
    uint32_t root;
    uint32_t *first, *next; /* children of an item, in text order */
    uint32_t *place;        /* index of an item in the tree; WM_NO_INDEX: not yet known */
    uint32_t *order;        /* items by tree index */
    uint32_t done;
} linking;

/* ---- parents ----------------------------------------------------------- */

/* last[name] is the latest item with that name, valid if stamp[name] is this tree. */
static uint32_t find_parent(linking *l, uint32_t i, const uint32_t *last, const uint32_t *stamp,
                            uint32_t tree)
{
    wmi_mdl_item *item = &l->items[i];
    wmi_mdl_parser *p = l->p;
    wmi_word name = item->parent;
    char shown[WMI_SHOWN];
    if (item->below != WM_NO_INDEX && item->below < l->count && item->below != i)
        return item->below;
    if (!name.size && !item->quoted_parent)
        return WM_NO_INDEX;
    static const char prefix[] = WMI_SABER_PREFIX;
    size_t n = sizeof prefix - 1;
    if (!item->quoted_parent && name.size > n && memcmp(name.text, prefix, n) == 0) {
        name.text += n;
        name.size -= n;
    }
    uint32_t number = wmi_names_find(&p->names, name.text, (uint32_t)name.size);
    if (number == WM_NO_INDEX)
        number = wmi_names_find_like(&p->names, name.text, (uint32_t)name.size);
    if (number != WM_NO_INDEX && stamp[number] == tree && last[number] != i)
        return last[number];
    if (number != WM_NO_INDEX && tree == 1 && number < p->first_entry.count) {
        /* The parent may come later in the text. */
        uint32_t entry = ((uint32_t *)p->first_entry.data)[number];
        uint32_t at = entry == WM_NO_INDEX ? entry : ((wmi_mdl_entry *)p->entries.data)[entry].item;
        if (at != WM_NO_INDEX && at != i)
            return at;
    }
    wmi_mdlr_fault_line(p, WM_KOTOR_MDL_TEXT_PARENT, item->parent_line,
                        "the parent '%s' does not exist", wmi_mdlr_show(name, shown));
    return WM_NO_INDEX;
}

static void find_parents(linking *l, uint32_t *last, uint32_t *stamp, uint32_t tree)
{
    l->root = WM_NO_INDEX;
    if (tree != 1) /* in an animation, order does not matter either */
        for (uint32_t i = l->count; i-- > 0;) {
            last[l->items[i].name] = i;
            stamp[l->items[i].name] = tree;
        }
    for (uint32_t i = 0; i < l->count; i++) {
        wmi_mdl_item *item = &l->items[i];
        item->parent_item = find_parent(l, i, last, stamp, tree);
        if (item->parent_item == WM_NO_INDEX && l->root == WM_NO_INDEX)
            l->root = i;
        last[item->name] = i;
        stamp[item->name] = tree;
    }
    if (l->root == WM_NO_INDEX)
        l->root = 0;
    l->items[l->root].parent_item = WM_NO_INDEX;
    for (uint32_t i = 0; i < l->count; i++) {
        wmi_mdl_item *item = &l->items[i];
        if (i == l->root || item->parent_item != WM_NO_INDEX)
            continue;
        if (!item->parent.size && !item->quoted_parent)
            wmi_mdlr_report(l->p, WM_KOTOR_MDL_TEXT_ROOT, item->line,
                            "a second node without a parent: the first one becomes its parent");
        item->parent_item = l->root;
    }
}

/* ---- order ------------------------------------------------------------- */

static void visit(linking *l, uint32_t start)
{
    uint32_t at = start;
    for (;;) {
        l->place[at] = l->done;
        l->order[l->done++] = at;
        uint32_t next = l->first[at];
        while (next == WM_NO_INDEX && at != start) {
            next = l->next[at];
            at = l->items[at].parent_item;
        }
        if (next == WM_NO_INDEX)
            return;
        at = next;
    }
}

/* Parents that form a cycle: cut it and attach it to the root. */
static void cut_circle(linking *l, uint32_t i, uint32_t *seen)
{
    uint32_t at = i;
    while (seen[at] != i + 1) {
        seen[at] = i + 1;
        at = l->items[at].parent_item;
    }
    wmi_mdlr_fault_line(l->p, WM_KOTOR_MDL_TEXT_PARENT, l->items[at].parent_line,
                        "the node is its own ancestor");
    uint32_t *ref = &l->first[l->items[at].parent_item];
    while (*ref != at)
        ref = &l->next[*ref];
    *ref = l->next[at];
    l->next[at] = WM_NO_INDEX;
    l->items[at].parent_item = l->root;
    visit(l, at);
}

/* Fills tree; scratch arrays come from the given arena. */
static bool link_tree(linking *l, wm_kotor_tree *tree, wmi_arena *scratch)
{
    wmi_mdl_parser *p = l->p;
    uint32_t *seen = wmi_arena_new(scratch, l->count, sizeof *seen);
    l->first = wmi_arena_raw(scratch, l->count, sizeof *l->first);
    l->next = wmi_arena_raw(scratch, l->count, sizeof *l->next);
    l->place = wmi_arena_raw(scratch, l->count, sizeof *l->place);
    l->order = wmi_arena_raw(scratch, l->count, sizeof *l->order);
    tree->nodes = wmi_mdlr_new(p, l->count, sizeof *tree->nodes);
    if (!seen || !l->first || !l->next || !l->place || !l->order || !tree->nodes) {
        wmi_mdlr_no_memory(p);
        return false;
    }
    for (uint32_t i = 0; i < l->count; i++)
        l->first[i] = l->next[i] = l->place[i] = WM_NO_INDEX;
    for (uint32_t i = l->count; i-- > 0;) {
        uint32_t parent = l->items[i].parent_item;
        if (parent == WM_NO_INDEX)
            continue;
        l->next[i] = l->first[parent];
        l->first[parent] = i;
    }
    if (l->count)
        visit(l, l->root);
    for (uint32_t i = 0; i < l->count && !p->failed; i++)
        if (l->place[i] == WM_NO_INDEX)
            cut_circle(l, i, seen);
    if (p->failed)
        return false;
    tree->count = l->count;
    for (uint32_t k = 0; k < l->count; k++) {
        const wmi_mdl_item *item = &l->items[l->order[k]];
        tree->nodes[k] = item->node;
        /* Holds the record's super-node number until the numbers are assigned. */
        tree->nodes[k].offset = item->recorded ? 1u + item->node.super_node : 0;
        tree->nodes[k].parent =
            item->parent_item == WM_NO_INDEX ? WM_NO_INDEX : l->place[item->parent_item];
        if (item->parent_item != WM_NO_INDEX)
            tree->nodes[tree->nodes[k].parent].child_count++;
    }
    return true;
}

/* ---- names ------------------------------------------------------------- */

/* The order of the names, from a note: two bytes per entry. */
static bool ordered(wmi_mdl_parser *p, const wmi_mdl_note *note)
{
    const wmi_mdl_entry *entries = p->entries.data;
    uint32_t n = p->entries.count, most = 0;
    size_t size;
    uint8_t *bytes = wmi_mdlr_bytes(p, note, &size);
    if (!bytes || size != 2 * (size_t)n)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = wmi_le16(bytes + 2 * (size_t)i);
        most = at > most ? at : most;
    }
    if (most >= n)
        return false;
    const char **names = wmi_mdlr_new(p, (size_t)most + 1, sizeof *names);
    if (!names)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = wmi_le16(bytes + 2 * (size_t)i);
        const char *text = p->names.exact.text[entries[i].name];
        if (names[at] && names[at] != text)
            return false;
        names[at] = text;
    }
    for (uint32_t i = 0; i <= most; i++)
        if (!names[i])
            return false;
    for (uint32_t i = 0; i < n; i++)
        p->entry_name[i] = wmi_le16(bytes + 2 * (size_t)i);
    p->mdl->names = names;
    p->mdl->name_count = most + 1;
    return true;
}

static void make_names(wmi_mdl_parser *p)
{
    const wmi_mdl_entry *entries = p->entries.data;
    uint32_t n = p->entries.count;
    p->entry_name = wmi_mdlr_new(p, n, sizeof *p->entry_name);
    if (!p->entry_name)
        return;
    for (const wmi_mdl_note *note = p->notes; note; note = note->next)
        if (note->kind == WMI_NOTE_ORDER) {
            if (ordered(p, note) || p->failed)
                return;
            wmi_mdlr_stale(p, note, "the nodes were changed");
        }
    p->mdl->names = wmi_mdlr_new(p, n, sizeof *p->mdl->names);
    if (!p->mdl->names)
        return;
    p->mdl->name_count = n;
    for (uint32_t i = 0; i < n; i++) {
        p->mdl->names[i] = p->names.exact.text[entries[i].name];
        p->entry_name[i] = i;
    }
}

/* Names the nodes of the geometry by the entries that they created. */
static void name_geometry(wmi_mdl_parser *p)
{
    const wmi_mdl_entry *entries = p->entries.data;
    wmi_mdl_item *items = p->items.data;
    for (uint32_t i = 0; i < p->entries.count; i++)
        if (entries[i].item != WM_NO_INDEX)
            items[entries[i].item].node.name = (uint16_t)p->entry_name[i];
}

/* A record may select one of several nodes with the same name. */
static void name_moving(wmi_mdl_parser *p)
{
    wmi_mdl_item *items = p->moving.data;
    const uint32_t *first = p->first_entry.data;
    for (uint32_t i = 0; i < p->moving.count; i++) {
        wmi_mdl_item *item = &items[i];
        const char *text = p->names.exact.text[item->name];
        bool recorded = item->recorded && item->node.name < p->mdl->name_count &&
                        strcmp(p->mdl->names[item->node.name], text) == 0;
        if (!recorded)
            item->node.name = (uint16_t)p->entry_name[first[item->name]];
    }
}

void wmi_mdlr_link(wmi_mdl_parser *p)
{
    uint32_t names = p->names.exact.count;
    wmi_arena scratch;
    make_names(p);
    if (p->failed)
        return;
    name_geometry(p);
    name_moving(p);
    wmi_arena_init(&scratch, p->allocator, 0);
    uint32_t *last = wmi_arena_new(&scratch, names, sizeof *last);
    uint32_t *stamp = wmi_arena_new(&scratch, names, sizeof *stamp);
    p->mdl->animations = wmi_mdlr_new(p, p->moves.count, sizeof *p->mdl->animations);
    if (!last || !stamp)
        wmi_mdlr_no_memory(p);
    if (!p->failed) {
        linking l = {.p = p, .items = p->items.data, .count = p->items.count};
        if (l.count)
            find_parents(&l, last, stamp, 1);
        if (link_tree(&l, &p->mdl->tree, &scratch))
            p->order = wmi_mdlr_copy(p, l.order, l.count, sizeof *l.order);
    }
    for (uint32_t i = 0; i < p->moves.count && !p->failed; i++) {
        wmi_mdl_move *move = (wmi_mdl_move *)p->moves.data + i;
        linking l = {.p = p, .count = move->count};
        if (l.count) {
            l.items = (wmi_mdl_item *)p->moving.data + move->first;
            find_parents(&l, last, stamp, i + 2);
        }
        if (link_tree(&l, &move->animation.tree, &scratch))
            p->mdl->animations[p->mdl->animation_count++] = move->animation;
    }
    wmi_arena_free(&scratch);
}
