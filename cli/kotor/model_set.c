/* waymark set for KotOR models: fields of the model and its nodes, names, textures and meshes. */
#include "kotor/model_set.h"

#include <string.h>

/* ---- fields -------------------------------------------------------------- */

/* Sets a field of all nodes that match and have it. `render` and `shadow` mean something else in
 * emitters and lights, so these change only if no mesh has the field. */
static bool set_many(wm_kotor_mdl *m, const char *text, const model_address *a)
{
    wm_error error;
    model_list l = model_nodes(m);
    uint32_t found = 0;
    for (int meshes = 1; meshes >= 0 && !found; meshes--)
        for (uint32_t i = 0; i < m->tree.count; i++) {
            if (!model_fits(&l, a->item, i) || !wm_kotor_mdl_has_field(m, i, a->key) ||
                (m->tree.nodes[i].mesh != NULL) != meshes)
                continue;
            found++;
            if (!cli_edited("field", text, wm_kotor_mdl_set_field(m, i, a->key, a->value, &error),
                            &error))
                return false;
        }
    if (!found)
        cli_fail(EXIT_USAGE, "--field %s: no node matches and has this field", text);
    return found > 0;
}

/* "torso.bitmap=foo", "*.shadow=0", "supermodel=S_Female02". */
static bool set_field(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    model_address a;
    wm_error error;
    uint32_t index;
    model_list l = model_nodes(m);
    if (!model_split("field", "[NODE.]KEYWORD=VALUE", text, true, &a))
        return false;
    if (!a.item[0])
        return cli_edited("field", text,
                          wm_kotor_mdl_set_field(m, WM_NO_INDEX, a.key, a.value, &error), &error);
    if (!strchr(a.item, '*'))
        return model_find(&l, "field", a.item, &index) &&
               cli_edited("field", text, wm_kotor_mdl_set_field(m, index, a.key, a.value, &error),
                          &error);
    return set_many(m, text, &a);
}

static bool rename_node(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    const char *equals = strrchr(text, '=');
    char node[MODEL_PART];
    uint32_t index;
    wm_error error;
    model_list l = model_nodes(m);
    if (!cli_cut(text, equals, node, sizeof node)) {
        cli_fail(EXIT_USAGE, "--rename-node takes NODE=NAME, not '%s'", text);
        return false;
    }
    return model_find(&l, "rename-node", node, &index) &&
           cli_edited("rename-node", text, wm_kotor_mdl_rename_node(m, index, equals + 1, &error),
                      &error);
}

static bool replace_texture(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    (void)s;
    const char *equals = strchr(text, '=');
    char from[MODEL_PART];
    uint32_t count;
    wm_error error;
    if (!cli_cut(text, equals, from, sizeof from)) {
        cli_fail(EXIT_USAGE, "--replace-texture takes OLD=NEW, not '%s'", text);
        return false;
    }
    if (!cli_edited("replace-texture", text,
                    wm_kotor_mdl_replace_texture(m, from, equals + 1, &count, &error), &error))
        return false;
    if (!count)
        cli_fail(EXIT_USAGE, "--replace-texture: no node uses '%s'", from);
    return count > 0;
}

/* The node of a source: the one that is named, else the one with the name of the node that it
 * replaces, else the only mesh. */
static bool find_source(const wm_kotor_mdl *from, const char *name, const char *target,
                        uint32_t *index)
{
    model_list l = model_nodes(from);
    uint32_t meshes = 0, only = 0;
    if (name)
        return model_find(&l, "replace-mesh", name, index);
    *index = wm_kotor_mdl_find_node(from, target);
    for (uint32_t i = 0; i < from->tree.count; i++)
        if (from->tree.nodes[i].mesh && meshes++ == 0)
            only = i;
    if ((*index == WM_NO_INDEX || !from->tree.nodes[*index].mesh) && meshes == 1)
        *index = only;
    if (*index != WM_NO_INDEX)
        return true;
    cli_fail(EXIT_USAGE, "--replace-mesh: the file has no node '%s'; use NODE=FILE:NODE", target);
    return false;
}

/* Parts of "NODE=FILE" and "NODE=FILE:SOURCE". A colon before a slash belongs to the path. */
static bool split_mesh(const char *text, char node[MODEL_PART], char file[MODEL_PATH],
                       const char **source)
{
    const char *equals = strchr(text, '='), *colon = equals ? strrchr(equals, ':') : NULL;
    if (colon && (strchr(colon, '/') || strchr(colon, '\\')))
        colon = NULL;
    if (!cli_cut(text, equals, node, MODEL_PART) ||
        !cli_cut(equals + 1, colon ? colon : text + strlen(text), file, MODEL_PATH) ||
        (colon && !colon[1])) {
        cli_fail(EXIT_USAGE, "--replace-mesh takes NODE=FILE or NODE=FILE:NODE, not '%s'", text);
        return false;
    }
    *source = colon ? colon + 1 : NULL;
    return true;
}

static bool replace_mesh(model_setting *s, wm_kotor_mdl *m, const char *text)
{
    char node[MODEL_PART], file[MODEL_PATH], target[MODEL_PART];
    const char *source;
    uint32_t index, other;
    wm_error error;
    wm_losses losses = {0};
    model_list l = model_nodes(m);
    if (!split_mesh(text, node, file, &source) || !model_find(&l, "replace-mesh", node, &index))
        return false;
    l.name(&l, index, target);
    wm_kotor_mdl *from = cli_read_source(s->c, file, m);
    s->code = from ? EXIT_USAGE : EXIT_INPUT;
    bool good =
        from && find_source(from, source, target, &other) &&
        cli_edited("replace-mesh", text,
                   wm_kotor_mdl_replace_mesh(m, index, from, other, &losses, &error), &error);
    char where[MODEL_PART + 4];
    snprintf(where, sizeof where, "'%s'", target);
    if (good)
        cli_add_lost(s->lost, s->c, where, &losses);
    wm_kotor_mdl_free(from);
    return good;
}

/* ---- all ----------------------------------------------------------------- */

static const struct {
    const char *option;
    bool (*edit)(model_setting *s, wm_kotor_mdl *m, const char *text);
} editors[] = {
    {"field", set_field},
    {"replace-texture", replace_texture},
    {"rename-node", rename_node},
    {"replace-mesh", replace_mesh},
    {"anim", model_set_animation},
    {"remove-anim", model_remove_animation},
    {"copy-anim", model_copy_animation},
    {"add-event", model_add_event},
    {"remove-event", model_remove_event},
    {"rename-event", model_rename_event},
    {"move-event", model_move_event},
};
enum { EDITORS = sizeof editors / sizeof *editors };

bool cli_is_model_option(const char *name)
{
    for (size_t i = 0; i < EDITORS; i++)
        if (strcmp(editors[i].option, name) == 0)
            return true;
    return false;
}

static int edit(cli *c, wm_kotor_mdl *m, cli_lost *lost)
{
    model_setting s = {c, EXIT_USAGE, lost};
    for (size_t i = 0; i < c->value_count; i++)
        for (size_t k = 0; k < EDITORS; k++)
            if (strcmp(editors[k].option, c->values[i].option->name) == 0 &&
                !editors[k].edit(&s, m, c->values[i].text))
                return s.code;
    return EXIT_FINE;
}

int cli_model_set(cli *c, const wm_buffer *bytes)
{
    return cli_edit_model(c, bytes, edit);
}
