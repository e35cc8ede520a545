/* Binary model reader: texts, and nodes whose name does not exist.
 * docs/formats/kotor-mdl.md, "Faults and what happens". */
#include "base/words.h"
#include "kotor/mdl/read.h"

/* The text at a pointer, or NULL if it does not end in the file. */
static char *read_text(wmi_mdl_reading *g, uint32_t pointer, uint32_t i, const char *field)
{
    uint64_t at = (uint64_t)pointer + WMI_MDL_BASE;
    const uint8_t *from = at < g->text_end ? g->r.base + at : NULL;
    const uint8_t *end = from ? memchr(from, 0, g->text_end - (size_t)at) : NULL;
    if (!end) {
        wmi_mdl_fault(g, WM_TRUNCATED, WM_KOTOR_MDL_POINTER, at, field,
                      "the file is cut off: text %lu, which starts at byte %s, does not end", (ul)i,
                      wmi_number(at).text);
        return NULL;
    }
    char *copy = wmi_arena_text(g->arena, (const char *)from, (size_t)(end - from));
    if (!copy)
        g->r.failed = wmi_arena_fail(g->arena, g->r.error, field);
    return copy;
}

const char **wmi_mdl_texts(wmi_mdl_reading *g, uint32_t table, uint32_t *count, const char *field)
{
    const uint8_t *from = wmi_mdl_take(g, table, *count, 4, field);
    const char **texts = from ? wmi_mdl_room(g, *count, sizeof *texts) : NULL;
    if (!texts) {
        *count = 0;
        return NULL;
    }
    for (uint32_t i = 0; i < *count; i++, from += 4) {
        const char *text = g->r.failed ? NULL : read_text(g, wmi_le32(from), i, field);
        texts[i] = text ? text : "";
    }
    return texts;
}

/* ---- names that do not exist ------------------------------------------- */

enum { NUMBERS = 65536 };

/* In a model, such a node gets the first name that no node has: usually its own. */
static void name_model(wm_kotor_mdl *m, uint8_t *used)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < m->tree.count; i++)
        used[m->tree.nodes[i].name] = 1;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        wm_kotor_mdl_node *n = &m->tree.nodes[i];
        if (n->name < m->name_count)
            continue;
        while (next < NUMBERS && next < m->name_count && used[next])
            next++;
        n->name = next < NUMBERS && next < m->name_count ? (uint16_t)next++ : 0;
    }
}

/* In an animation, it gets the name of the model's node that has the same number. */
static void name_animation(const wm_kotor_mdl *m, wm_kotor_tree *tree, const uint16_t *by_number)
{
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->nodes[i].name >= m->name_count)
            tree->nodes[i].name = by_number[tree->nodes[i].super_node];
}

void wmi_mdl_name_nodes(wmi_mdl_reading *g)
{
    wm_kotor_mdl *m = g->mdl;
    const wm_allocator *a = &g->arena->allocator;
    const size_t room = NUMBERS * sizeof(uint16_t);
    uint16_t *by_number = a->resize(a->user, NULL, 0, room);
    if (!by_number) {
        g->r.failed = wmi_fail(g->r.error, WM_NO_MEMORY, "names", "out of memory");
        return;
    }
    memset(by_number, 0, room);
    name_model(m, (uint8_t *)by_number);
    memset(by_number, 0, room);
    for (uint32_t i = m->tree.count; i-- > 0;)
        by_number[m->tree.nodes[i].super_node] = m->tree.nodes[i].name;
    for (uint32_t i = 0; i < m->animation_count; i++)
        name_animation(m, &m->animations[i].tree, by_number);
    wmi_release(a, by_number, room, 1);
}
