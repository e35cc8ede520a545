/* Names of the nodes of a model built from a scene. Names from a KotOR model are kept; others
 * are made plain, short and unique. */
#include <stdio.h>

#include "base/sort.h"
#include "base/text.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene.h"

enum { LONGEST = 31 };

/* ---- plain names ------------------------------------------------------- */

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

static char *make_plain(wmi_to_mdl *t, const char *name, size_t size)
{
    char text[LONGEST + 1];
    size_t n = 0;
    for (size_t i = 0; i < size && n < LONGEST; i++)
        text[n++] = is_plain(name[i]) ? name[i] : '_';
    if (n == 0)
        n = (size_t)wmi_format(text, sizeof text, "node");
    return wmi_arena_text(&t->scratch, text, n);
}

static const char *model_name(const wmi_to_mdl *t)
{
    const wm_scene *s = t->scene;
    if (t->own)
        return s->name;
    if (t->opts->name && *t->opts->name)
        return t->opts->name;
    if (t->skipped != WM_NO_INDEX && *s->nodes[t->skipped].name)
        return s->nodes[t->skipped].name;
    return *s->name ? s->name : "model";
}

static bool plain_names(wmi_to_mdl *t, const char *model)
{
    for (uint32_t i = 0; i < t->item_count; i++) {
        wmi_item *item = &t->items[i];
        const char *name = i == 0 && !t->own           ? model
                           : item->node == WM_NO_INDEX ? "model"
                                                       : t->scene->nodes[item->node].name;
        char text[WMI_PATH + 16];
        if (item->part) {
            wmi_format(text, sizeof text, "%.*s_%lu", LONGEST - 7, name, (ul)item->part + 1);
            name = text;
        }
        item->name = t->own ? wmi_arena_text(&t->scratch, name, strlen(name))
                            : make_plain(t, name, strlen(name));
        if (!item->name)
            return wmi_to_mdl_no_memory(t);
    }
    return true;
}

/* ---- unique names ------------------------------------------------------ */

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wmi_item *items = context;
    int order = wmi_compare_names(items[a].name, items[b].name);
    return order ? order : a < b ? -1 : a > b;
}

/* Appends a number to every name but the first of a run, and counts the duplicates. */
static bool number_doubles(wmi_to_mdl *t, uint32_t *order, uint32_t pass, uint32_t *doubles)
{
    uint32_t run = 1;
    const char *first = NULL;
    *doubles = 0;
    for (uint32_t i = 0; i < t->item_count; i++)
        order[i] = i;
    wmi_sort_by(order, t->item_count, by_name, t->items);
    for (uint32_t i = 0; i < t->item_count; i++) {
        wmi_item *item = &t->items[order[i]];
        char text[2 * LONGEST];
        if (!first || wmi_compare_names(first, item->name) != 0) {
            first = item->name;
            run = 1;
            continue;
        }
        uint32_t number = pass ? 100000 * pass + order[i] : ++run;
        wmi_format(text, sizeof text, "%.*s_%lu", LONGEST - 9, item->name, (ul)number);
        item->name = wmi_arena_text(&t->scratch, text, strlen(text));
        if (!item->name)
            return wmi_to_mdl_no_memory(t);
        ++*doubles;
    }
    return true;
}

static bool different_names(wmi_to_mdl *t)
{
    uint32_t *order = wmi_arena_raw(&t->scratch, t->item_count, sizeof *order), doubles = 1;
    if (!order)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t pass = 0; pass < 4 && doubles; pass++)
        if (!number_doubles(t, order, pass, &doubles))
            return false;
    for (uint32_t i = 1; i < t->item_count; i++) {
        const wmi_item *item = &t->items[i];
        t->result->renamed += item->node != WM_NO_INDEX && !item->part &&
                              strcmp(item->name, t->scene->nodes[item->node].name) != 0;
    }
    if (!doubles)
        return true;
    return wmi_fail(t->error, WM_NOT_REPRESENTABLE, "nodes",
                    "the nodes cannot be given unique names") == WM_OK;
}

/* ---- name table -------------------------------------------------------- */

static uint32_t wanted_index(const wmi_to_mdl *t, uint32_t item)
{
    uint32_t node = t->items[item].node;
    if (!t->own || node == WM_NO_INDEX)
        return item;
    return wmi_to_mdl_u32(wmi_to_mdl_number(t, node, "name_index", (double)node));
}

/* Puts names of nodes at their preferred index. Other names, and names without nodes, fill
 * the gaps. */
static bool fill_table(wmi_to_mdl *t)
{
    const wm_extra *spare = wmi_to_mdl_extra(t, WM_NO_INDEX, "names");
    uint32_t spares = spare && spare->texts ? spare->count : 0, at = 0;
    if (spares > 65535 - t->item_count)
        spares = 65535 - t->item_count;
    wm_kotor_mdl *mdl = t->mdl;
    mdl->name_count = t->item_count + spares;
    mdl->names = wm_kotor_mdl_alloc(mdl, mdl->name_count, sizeof *mdl->names, NULL);
    if (!mdl->names)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->item_count; i++) {
        uint32_t index = wanted_index(t, i);
        t->items[i].name_index = WM_NO_INDEX;
        if (index >= mdl->name_count || mdl->names[index])
            continue;
        t->items[i].name_index = index;
        mdl->names[index] = t->items[i].name;
    }
    for (uint32_t i = 0; i < t->item_count + spares; i++) {
        bool node = i < t->item_count;
        if (node && t->items[i].name_index != WM_NO_INDEX)
            continue;
        while (at < mdl->name_count && mdl->names[at])
            at++;
        if (node)
            t->items[i].name_index = at;
        mdl->names[at] = node ? t->items[i].name : spare->texts[i - t->item_count];
    }
    for (uint32_t i = 0; i < mdl->name_count; i++) { /* borrowed until now */
        size_t n = strlen(mdl->names[i]) + 1;
        char *copy = wm_kotor_mdl_alloc(mdl, n, 1, NULL);
        if (!copy)
            return wmi_to_mdl_no_memory(t);
        memcpy(copy, mdl->names[i], n);
        mdl->names[i] = copy;
    }
    return true;
}

bool wmi_to_mdl_names(wmi_to_mdl *t)
{
    const char *name = model_name(t);
    size_t n = strlen(name);
    if (!t->own) { /* drop the suffix that a program appended */
        name = make_plain(t, name, t->opts->name == name ? n : wmi_stem_length(name, 1));
        if (!name)
            return wmi_to_mdl_no_memory(t);
    }
    wmi_to_mdl_field(t->mdl->geometry.name, sizeof t->mdl->geometry.name, name);
    return plain_names(t, name) && (t->own || different_names(t)) && fill_table(t);
}
