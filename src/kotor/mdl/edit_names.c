/* Edits of names and textures. A node and the nodes of animations share an entry of the
 * name table, so renaming it renames all of them. */
#include "base/text.h"
#include "base/text_field.h"
#include "kotor/mdl/edit.h"

static const char *name_of(const wm_kotor_mdl *m, const wm_kotor_mdl_node *n)
{
    return n->name < m->name_count ? m->names[n->name] : "";
}

uint32_t wm_kotor_mdl_find_node(const wm_kotor_mdl *m, const char *name)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (wmi_compare_names(name_of(m, &m->tree.nodes[i]), name) == 0)
            return i;
    return WM_NO_INDEX;
}

uint32_t wm_kotor_mdl_find_animation(const wm_kotor_mdl *m, const char *name)
{
    for (uint32_t i = 0; i < m->animation_count; i++)
        if (wmi_edit_is(m->animations[i].geometry.name, WM_KOTOR_NAME_SIZE, name))
            return i;
    return WM_NO_INDEX;
}

wm_status wmi_edit_rename_node(wm_kotor_mdl *m, uint32_t node, const char *name, wm_error *error)
{
    size_t size = strlen(name);
    wmi_edit edit;
    if (node >= m->tree.count || m->tree.nodes[node].name >= m->name_count)
        return wmi_edit_missing(error, "nodes", node, m->tree.count, "node", "nodes");
    if (!size)
        return wmi_fail(error, WM_BAD_ARGUMENT, "name", "a node needs a name");
    if (size >= WM_KOTOR_NAME_SIZE)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "name",
                        "\"%.40s%s\" has %zu bytes; a node name has at most %d", name,
                        size > 40 ? "..." : "", size, WM_KOTOR_NAME_SIZE - 1);
    uint32_t entry = m->tree.nodes[node].name, other = wm_kotor_mdl_find_node(m, name);
    if (other != WM_NO_INDEX && m->tree.nodes[other].name != entry)
        return wmi_fail(error, WM_BAD_ARGUMENT, "name", "node %lu has the name '%s' already",
                        (ul)other, name);
    char *text = wmi_arena_text(wmi_mdl_arena(m), name, size);
    if (!text)
        return wmi_arena_fail(wmi_mdl_arena(m), error, "name");
    wm_status status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    const char *old = m->names[entry];
    for (uint32_t i = 0; i < m->animation_count; i++)
        if (wmi_edit_is(m->animations[i].root, WM_KOTOR_NAME_SIZE, old))
            wmi_edit_text(m->animations[i].root, WM_KOTOR_NAME_SIZE, name, "", NULL);
    m->names[entry] = text;
    wmi_edit_end(&edit);
    return WM_OK;
}

wm_status wm_kotor_mdl_rename_node(wm_kotor_mdl *m, uint32_t node, const char *name,
                                   wm_error *error)
{
    wm_status status = wmi_edit_rename_node(m, node, name, error);
    if (status == WM_OK)
        wmi_mdl_tidy(m);
    return status;
}

/* ---- textures ----------------------------------------------------------- */

static uint32_t replace_field(char *field, const char *from, const char *to)
{
    if (!wmi_edit_is(field, 32, from))
        return 0;
    wmi_edit_text(field, 32, to, "", NULL); /* it fits: the caller has checked */
    return 1;
}

/* Flare textures are not in fields of fixed size. */
static uint32_t replace_flares(wm_kotor_light *l, const char *from, const char *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->texture_count; i++)
        if (wmi_compare_names(l->textures[i], from) == 0) {
            l->textures[i] = to;
            count++;
        }
    return count;
}

static uint32_t replace_in(const wm_kotor_mdl_node *n, const char *from, const char *to)
{
    uint32_t count = 0;
    if (n->mesh)
        count += replace_field(n->mesh->texture[0], from, to) +
                 replace_field(n->mesh->texture[1], from, to);
    if (n->emitter)
        count += replace_field(n->emitter->texture, from, to) +
                 replace_field(n->emitter->depth_texture, from, to);
    if (n->light)
        count += replace_flares(n->light, from, to);
    return count;
}

wm_status wm_kotor_mdl_replace_texture(wm_kotor_mdl *m, const char *from, const char *to,
                                       uint32_t *count, wm_error *error)
{
    wmi_edit edit;
    size_t size = strlen(to);
    uint32_t changed = 0;
    if (!*from)
        return wmi_fail(error, WM_BAD_ARGUMENT, "texture", "expected the name of a texture");
    wm_status status = wmi_text_field_fits(to, WM_KOTOR_NAME_SIZE, "texture", error);
    if (status != WM_OK)
        return status;
    char *text = wmi_arena_text(wmi_mdl_arena(m), to, size);
    if (!text)
        return wmi_arena_fail(wmi_mdl_arena(m), error, "texture");
    status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; i < m->tree.count; i++)
        changed += replace_in(&m->tree.nodes[i], from, text);
    wmi_edit_end(&edit);
    wmi_mdl_tidy(m);
    if (count)
        *count = changed;
    return WM_OK;
}
