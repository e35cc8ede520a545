/* Opens and closes the nodes of a model text, and knows their names. */
#include "kotor/mdl/text/read.h"

/* ---- names ------------------------------------------------------------- */

uint32_t wmi_mdlr_find(const wmi_mdl_parser *p, wmi_word name)
{
    const uint32_t *first = p->first_entry.data;
    uint32_t number = wmi_names_find(&p->names, name.text, (uint32_t)name.size);
    if (number == WM_NO_INDEX)
        number = wmi_names_find_like(&p->names, name.text, (uint32_t)name.size);
    return number < p->first_entry.count ? first[number] : WM_NO_INDEX;
}

uint32_t wmi_mdlr_add_entry(wmi_mdl_parser *p, uint32_t name, uint32_t item)
{
    wmi_mdl_entry *entry = wmi_mdlr_add(p, &p->entries, 1, sizeof *entry);
    if (!entry)
        return WM_NO_INDEX;
    *entry = (wmi_mdl_entry){name, item};
    while (p->first_entry.count <= name) {
        uint32_t *none = wmi_mdlr_add(p, &p->first_entry, 1, sizeof *none);
        if (!none)
            return WM_NO_INDEX;
        *none = WM_NO_INDEX;
    }
    uint32_t *first = (uint32_t *)p->first_entry.data + name;
    if (*first == WM_NO_INDEX ||
        (item != WM_NO_INDEX && ((wmi_mdl_entry *)p->entries.data)[*first].item == WM_NO_INDEX))
        *first = p->entries.count - 1;
    return p->entries.count - 1;
}

uint32_t wmi_mdlr_add_name(wmi_mdl_parser *p, wmi_word word)
{
    const char *text = wmi_arena_text(p->arena, word.text, word.size);
    uint32_t number = text ? wmi_names_add(&p->names, text, (uint32_t)word.size) : WM_NO_INDEX;
    if (number == WM_NO_INDEX)
        wmi_mdlr_no_memory(p);
    return number;
}

/* Removes the prefix of a saber's name. */
static bool unmark(wmi_word *name)
{
    static const char prefix[] = WMI_SABER_PREFIX;
    size_t n = sizeof prefix - 1;
    if (name->size <= n || memcmp(name->text, prefix, n) != 0)
        return false;
    name->text += n;
    name->size -= n;
    return true;
}

/* ---- nodes ------------------------------------------------------------- */

/* The part of a node: the one that it has, a new one, or none if the flags do not name it. The
 * size of a node follows from its flags, so parts and flags must always agree. */
static void *part(wmi_mdl_parser *p, void *has, bool wanted, size_t size)
{
    return !wanted ? NULL : has ? has : wmi_mdlr_new(p, 1, size);
}

bool wmi_mdlr_parts(wmi_mdl_parser *p, wm_kotor_mdl_node *n, uint32_t flags)
{
    n->flags = (uint16_t)flags;
    n->light = part(p, n->light, flags & WM_KOTOR_NODE_LIGHT, sizeof *n->light);
    n->emitter = part(p, n->emitter, flags & WM_KOTOR_NODE_EMITTER, sizeof *n->emitter);
    n->reference = part(p, n->reference, flags & WM_KOTOR_NODE_REFERENCE, sizeof *n->reference);
    n->mesh = part(p, n->mesh, flags & WM_KOTOR_NODE_MESH, sizeof *n->mesh);
    wm_kotor_mesh *m = n->mesh;
    if (!m)
        return !p->failed;
    m->skin = part(p, m->skin, flags & WM_KOTOR_NODE_SKIN, sizeof *m->skin);
    m->dangly = part(p, m->dangly, flags & WM_KOTOR_NODE_DANGLY, sizeof *m->dangly);
    m->anim = part(p, m->anim, flags & WM_KOTOR_NODE_ANIM, WM_KOTOR_ANIM_SIZE);
    m->saber = part(p, m->saber, flags & WM_KOTOR_NODE_SABER, sizeof *m->saber);
    return !p->failed;
}

/* Default values of a node. */
static void defaults(const wmi_mdl_parser *p, wm_kotor_mdl_node *n)
{
    wm_kotor_mesh *m = n->mesh;
    if (n->emitter)
        memcpy(n->emitter->depth_texture, "NULL", 5);
    if (n->light)
        n->light->dynamic_type = 1;
    if (!m)
        return;
    wmi_mdl_functions(p->mdl,
                      m->skin     ? WMI_FUNCTION_SKIN
                      : m->dangly ? WMI_FUNCTION_DANGLY
                                  : WMI_FUNCTION_MESH,
                      m->function);
    m->diffuse = (wm_vec3){0.8f, 0.8f, 0.8f};
    m->ambient = (wm_vec3){0.2f, 0.2f, 0.2f};
    memcpy(m->texture[0], "NULL", 5); /* the second is empty in the games' files */
    m->unknown_212[0] = m->unknown_212[1] = -1;
    m->unknown_224[0] = 3;
    m->render = 1;
    m->dirt_texture = m->dirt_space = p->mdl->game == WM_KOTOR_GAME_2;
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++)
        m->row_offset[i] = -1;
}

static void open_item(wmi_mdl_parser *p, wmi_list *list, uint32_t name, uint32_t flags)
{
    wmi_mdl_item *item = wmi_mdlr_add(p, list, 1, sizeof *item);
    if (!item)
        return;
    *item = (wmi_mdl_item){
        .line = p->line, .parent_line = p->line, .parent_item = WM_NO_INDEX, .below = WM_NO_INDEX};
    item->shown[3] = 1;
    p->item = item;
    p->item_moves = list == &p->moving;
    p->item_flags = flags;
    p->keys.count = p->values.count = 0;
    memset(p->base, 0, sizeof p->base);
    item->name = name;
    wm_kotor_mdl_node *n = &item->node;
    n->orientation.w = 1;
    if (!wmi_mdlr_parts(p, n, p->item_moves ? WM_KOTOR_NODE_HEADER : flags))
        return;
    defaults(p, n);
    if (n->mesh)
        item->source = wmi_mdlr_new(p, 1, sizeof *item->source);
}

static wm_status too_many(wmi_mdl_parser *p)
{
    return wmi_fail_line(p->error, WM_LIMIT, p->line, 1, "",
                         "a model can have at most 65,536 names");
}

static void open_geometry_node(wmi_mdl_parser *p, wmi_word type, wmi_word name, bool quoted)
{
    uint32_t flags = wmi_mdl_type_flags(type.text, type.size);
    char shown[WMI_SHOWN];
    bool saber = !quoted && unmark(&name);
    if (!flags) {
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, type.text, "'%s' is not a node type",
                       wmi_mdlr_show(type, shown));
        flags = WM_KOTOR_NODE_HEADER;
    }
    if (saber && flags & WM_KOTOR_NODE_MESH)
        flags = WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | WM_KOTOR_NODE_SABER;
    if (p->entries.count > UINT16_MAX) {
        p->failed = too_many(p);
        return;
    }
    uint32_t before = p->names.exact.count, number = wmi_mdlr_add_name(p, name);
    if (p->failed)
        return;
    open_item(p, &p->items, number, flags);
    if (p->failed)
        return;
    if (number < before)
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_NAME, p->line, "a second node is named '%s'",
                        wmi_mdlr_show(name, shown));
    wmi_mdlr_add_entry(p, p->item->name, p->items.count - 1);
}

static void open_moving_node(wmi_mdl_parser *p, wmi_word name, bool quoted)
{
    char shown[WMI_SHOWN];
    if (!quoted)
        unmark(&name);
    uint32_t entry = wmi_mdlr_find(p, name);
    if (entry == WM_NO_INDEX) {
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_ANIMATION, p->line,
                        "'%s' is not a node of the geometry", wmi_mdlr_show(name, shown));
        uint32_t number = wmi_mdlr_add_name(p, name);
        if (p->entries.count > UINT16_MAX)
            p->failed = too_many(p);
        if (!p->failed)
            entry = wmi_mdlr_add_entry(p, number, WM_NO_INDEX);
    }
    if (p->failed)
        return;
    const wmi_mdl_entry *found = (const wmi_mdl_entry *)p->entries.data + entry;
    const wmi_mdl_item *geometry =
        found->item == WM_NO_INDEX ? NULL : (const wmi_mdl_item *)p->items.data + found->item;
    open_item(p, &p->moving, found->name,
              geometry ? wmi_mdl_type_flags_of(geometry->node.flags) : WM_KOTOR_NODE_HEADER);
    if (p->failed)
        return;
    p->move->count++;
    if (geometry)
        memcpy(p->base, geometry->shown, sizeof p->base);
}

void wmi_mdlr_open_node(wmi_mdl_parser *p)
{
    bool quoted;
    wmi_word type = wmi_mdlr_word(p), name = wmi_mdlr_name(p, &quoted);
    if (!type.size || (!name.size && !quoted)) {
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, p->at,
                       "expected the type and the name of the node");
        return;
    }
    if (p->move)
        open_moving_node(p, name, quoted);
    else
        open_geometry_node(p, type, name, quoted);
}

void wmi_mdlr_close_node(wmi_mdl_parser *p)
{
    wmi_mdl_item *item = p->item;
    wmi_mdlr_finish_keys(p, item);
    if (!p->failed && item->raw)
        wmi_mdlr_mdledit_keys(p, item);
    if (!p->item_moves) {
        item->node.position = (wm_vec3){item->shown[0], item->shown[1], item->shown[2]};
        item->node.orientation =
            (wm_kotor_quat){item->shown[3], item->shown[4], item->shown[5], item->shown[6]};
    }
    if (!p->failed)
        wmi_mdlr_apply_keys(p, item);
    if (item->source && !p->failed)
        wmi_mdlr_finish_mesh(p, item);
    /* A record keeps what no line shows, but a second texture is always shown: without a
     * line there is none. */
    if (item->recorded && item->node.mesh && !item->has_bitmap2 && item->node.mesh->texture[1][0] &&
        memcmp(item->node.mesh->texture[1], "NULL", 5) != 0)
        memset(item->node.mesh->texture[1], 0, sizeof item->node.mesh->texture[1]);
    p->item = NULL;
}
