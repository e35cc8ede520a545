/* Rules for the file as a whole: sizes, counts, pointers, unreferenced bytes.
 * docs/formats/kotor-mdl.md, "Layout". */
#include <stdio.h>

#include "base/search.h"
#include "base/words.h"
#include "kotor/mdl/check.h"

/* Is this the offset of the second count of an array in the node's headers? */
static bool is_second_count(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *n, uint32_t at,
                            wmi_mdl_kind *kind)
{
    static const wmi_mdl_kind light[] = {WMI_BLOCK_LIGHT_SIZES, WMI_BLOCK_LIGHT_POSITIONS,
                                         WMI_BLOCK_LIGHT_COLOURS, WMI_BLOCK_LIGHT_TABLE};
    static const wmi_mdl_kind mesh[] = {WMI_BLOCK_FACES, WMI_BLOCK_INDEX_COUNTS,
                                        WMI_BLOCK_INDEX_OFFSETS, WMI_BLOCK_INVERTED};
    static const wmi_mdl_kind skin[] = {WMI_BLOCK_BONE_Q, WMI_BLOCK_BONE_T, WMI_BLOCK_BONE_UNKNOWN};
    static const wmi_mdl_kind dangly[] = {WMI_BLOCK_CONSTRAINTS};
    static const wmi_mdl_kind any[] = {WMI_BLOCK_CHILDREN, WMI_BLOCK_CONTROLLERS, WMI_BLOCK_DATA};
    const struct {
        const wmi_mdl_kind *list;
        size_t count;
        bool has;
    } part[] = {{any, 3, true},
                {light, 4, n->light != NULL},
                {mesh, 4, n->mesh != NULL},
                {skin, 3, n->mesh && n->mesh->skin},
                {dangly, 1, n->mesh && n->mesh->dangly}};
    for (size_t p = 0; p < sizeof part / sizeof *part; p++)
        for (size_t k = 0; part[p].has && k < part[p].count; k++)
            if (wmi_mdl_pointer_field(mdl, n, part[p].list[k]) + 8 == at) {
                *kind = part[p].list[k];
                return true;
            }
    return false;
}

static void judge_in_node(wmi_mdl_checker *c, const wm_kotor_range *r, const wm_kotor_odd_word *w)
{
    const wm_kotor_tree *tree =
        r->animation == WM_NO_INDEX ? &c->mdl->tree : &c->mdl->animations[r->animation].tree;
    const wm_kotor_mdl_node *n = &tree->nodes[r->node];
    uint32_t at = w->offset - r->offset;
    wmi_mdl_kind kind;
    wmi_where where = wmi_mdl_where(c, r->animation, r->node, "");
    where.offset = w->offset;
    if (at == 12 || (at == 8 && r->animation != WM_NO_INDEX))
        wmi_report(c->report, WM_KOTOR_MDL_LINK, where, "'%s' points to byte %lu instead of its %s",
                   wmi_mdl_node_name(c->mdl, n), (ul)w->value, at == 12 ? "parent" : "animation");
    else if (is_second_count(c->mdl, n, at, &kind))
        wmi_report(c->report, WM_KOTOR_MDL_COUNT, where,
                   "the second count of %s of '%s' is %lu, which differs from the first",
                   wmi_mdl_kind_name(kind), wmi_mdl_node_name(c->mdl, n), (ul)w->value);
}

/* Was the first count of the array dropped too? Then the reader dropped the whole array,
 * and has reported why. */
static bool with_first_count(const wm_kotor_mdl *m, uint32_t i)
{
    return m->fault_count && i > 0 && m->odd[i - 1].offset + 4 == m->odd[i].offset;
}

/* The range that contains an offset. */
static const wm_kotor_range *range_at(const wm_kotor_coverage *v, uint32_t offset)
{
    wmi_search search = {.high = v->mdl_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, v->mdl[search.at].offset <= offset);
    uint32_t low = search.low;
    return low ? &v->mdl[low - 1] : NULL;
}

static void judge_word(wmi_mdl_checker *c, const wm_kotor_coverage *v, const wm_kotor_odd_word *w)
{
    const wm_kotor_range *r = range_at(v, w->offset);
    const uint32_t table = WMI_MDL_BASE + WMI_MDL_GEOMETRY + 8;
    if (w->offset == 4)
        wmi_report(c->report, WM_KOTOR_MDL_SIZE, wmi_at(4, "size"),
                   "the header says that %s the first 12, but the file has another size",
                   wmi_count(w->value, "byte follows", "bytes follow").text);
    else if (w->offset == table + 8 || w->offset == WMI_MDL_HEADER - 4)
        wmi_report(c->report, WM_KOTOR_MDL_COUNT, wmi_at(w->offset, "header"),
                   "the second count of %s is %lu, which differs from the first",
                   w->offset == table + 8 ? "animations" : "names", (ul)w->value);
    else if (r && strcmp(r->kind, wmi_mdl_kind_name(WMI_BLOCK_NODE)) == 0)
        judge_in_node(c, r, w);
    else if (r && strcmp(r->kind, wmi_mdl_kind_name(WMI_BLOCK_ANIMATION)) == 0 &&
             w->offset - r->offset == 128)
        wmi_report(c->report, WM_KOTOR_MDL_COUNT,
                   wmi_at(w->offset, "animations[%lu].events", (ul)r->animation),
                   "the second count of events is %lu, which differs from the first", (ul)w->value);
}

static void describe(const wm_kotor_mdl *mdl, const wm_kotor_range *r, char text[96])
{
    if (!r)
        wmi_format(text, 96, "at the start");
    else if (r->node == WM_NO_INDEX)
        wmi_format(text, 96, "after %s", r->kind);
    else
        wmi_format(
            text, 96, "after %s of '%.40s'", r->kind,
            wmi_mdl_node_name(mdl, r->animation == WM_NO_INDEX
                                       ? &mdl->tree.nodes[r->node]
                                       : &mdl->animations[r->animation].tree.nodes[r->node]));
}

static void check_ranges(wmi_mdl_checker *c, const wm_kotor_range *list, uint32_t count,
                         const char *file)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[96];
        const wm_kotor_range *before = i ? &list[i - 1] : NULL;
        describe(c->mdl, before, text);
        if (strcmp(list[i].kind, "gap") == 0)
            wmi_report(c->report, WM_KOTOR_MDL_SLACK,
                       wmi_at(wmi_mdl_offset(c, list[i].offset), "%s", file), "%s in the %s %s",
                       wmi_count(list[i].size, "unused byte", "unused bytes").text, file, text);
        else if (list[i].overlaps)
            wmi_report(c->report, WM_KOTOR_MDL_OVERLAP,
                       wmi_at(wmi_mdl_offset(c, list[i].offset), "%s", file), "%s and %s overlap",
                       list[i].kind, before ? text + strlen("after ") : "the start of the file");
    }
}

/* With a supermodel, the count includes its nodes. */
static void check_counts(wmi_mdl_checker *c)
{
    const wm_kotor_mdl *m = c->mdl;
    if (m->geometry.node_count < m->tree.count)
        wmi_report(c->report, WM_KOTOR_MDL_NODE_COUNT,
                   wmi_at(wmi_mdl_offset(c, WMI_MDL_BASE + 44), "node_count"),
                   "the stored count is %lu, but the model has %s", (ul)m->geometry.node_count,
                   wmi_count(m->tree.count, "node", "nodes").text);
    if (m->names_mdx_size != m->mdx_size)
        wmi_report(c->report, WM_KOTOR_MDL_COUNT,
                   wmi_at(wmi_mdl_offset(c, WMI_MDL_HEADER - 20), "names_mdx_size"),
                   "the MDX size is %lu here, but %lu in the file header", (ul)m->names_mdx_size,
                   (ul)m->mdx_size);
}

void wmi_mdl_check_file(wmi_mdl_checker *c)
{
    const wm_kotor_mdl *m = c->mdl;
    check_counts(c);
    wm_kotor_coverage *v = wm_kotor_mdl_cover(m, &c->scratch->allocator, NULL);
    if (!v) {
        c->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < m->odd_count; i++)
        if (!with_first_count(m, i))
            judge_word(c, v, &m->odd[i]);
    if (m->order == WM_KOTOR_MDL_ORDER_STORED)
        wmi_report(c->report, WM_KOTOR_MDL_LAYOUT, wmi_nowhere(),
                   "the order of %s is neither that of BioWare's compiler nor that of kotorblender",
                   wmi_count(m->block_count, "part", "parts").text);
    check_ranges(c, v->mdl, v->mdl_count, "MDL");
    if (m->mdx_state == WM_KOTOR_MDX_STATE_FINE)
        check_ranges(c, v->mdx, v->mdx_count, "MDX");
    wm_kotor_coverage_free(v);
}
