/* Small edits of the user, as a JSON object: {"faces": [1, 2], "material": 4} paints faces,
 * {"edges": [39], "room": 2} sets where border edges lead (null: nowhere), {"hook": 0, "at": [x, y,
 * z]} moves a hook (0 and 1 are relative, 2 and 3 absolute; of an MDB the index of its packet, of a
 * BWM that of an entity), {"texture": "old", "name": "new"} renames a texture of a model, {"row":
 * 3, "column": 1, "text": "x"} sets a cell of a table. `waymark set` does the same. */
#include "change.h"

static wm_status bad(wm_error *error, const char *what)
{
    return wm_error_set(error, WM_BAD_ARGUMENT, "", "%s", what);
}

/* The item of a list as an index below `count`. */
static bool index_at(const wm_json_value *list, uint32_t i, uint32_t count, uint32_t *to)
{
    uint64_t n;
    if (!wm_json_as_uint(wm_json_item(list, i), &n) || n >= count)
        return false;
    *to = (uint32_t)n;
    return true;
}

static wm_status paint(const core *c, wm_kotor_bwm *b, const wm_json_value *ask, wm_error *error)
{
    const wm_json_value *faces = wm_json_find(ask, "faces");
    const wm_kotor_bwm_rebuild_opts opts = {.surfaces = &c->surfaces};
    uint64_t material;
    bool floor_changed = false;
    if (!wm_json_as_uint(wm_json_find(ask, "material"), &material) || material >= WM_KOTOR_SURFACES)
        return bad(error, "there is no such material");
    for (uint32_t i = 0; i < wm_json_count(faces); i++) {
        uint32_t f;
        if (!index_at(faces, i, b->face_count, &f))
            return bad(error, "there is no such face");
        floor_changed |= wm_kotor_walkable(&c->surfaces, b->materials[f]) !=
                         wm_kotor_walkable(&c->surfaces, (uint32_t)material);
        b->materials[f] = (uint32_t)material;
    }
    return floor_changed ? wm_kotor_bwm_rebuild(b, &opts, NULL, error) : WM_OK;
}

static wm_status link_edges(wm_kotor_bwm *b, const wm_json_value *ask, wm_error *error)
{
    const wm_json_value *edges = wm_json_find(ask, "edges"), *room = wm_json_find(ask, "room");
    uint64_t to = WM_NO_INDEX;
    if (wm_json_kind_of(room) != WM_JSON_KIND_NULL &&
        (!wm_json_as_uint(room, &to) || to >= WM_NO_INDEX))
        return bad(error, "there is no such room");
    for (uint32_t i = 0; i < wm_json_count(edges); i++) {
        uint64_t edge;
        if (!wm_json_as_uint(wm_json_item(edges, i), &edge) || edge >= WM_NO_INDEX)
            return bad(error, "there is no such edge");
        wm_status status = wm_kotor_bwm_set_transition(b, (uint32_t)edge, (uint32_t)to, error);
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

static wm_status move_hook(wm_kotor_bwm *b, const wm_json_value *ask, wm_error *error)
{
    wm_vec3 *const hooks[] = {&b->relative_hook[0], &b->relative_hook[1], &b->absolute_hook[0],
                              &b->absolute_hook[1]};
    const wm_json_value *at = wm_json_find(ask, "at");
    uint64_t hook;
    wm_vec3 to;
    if (!wm_json_as_uint(wm_json_find(ask, "hook"), &hook) || hook > 3)
        return bad(error, "there is no such hook");
    if (!wm_json_as_float(wm_json_item(at, 0), &to.x) ||
        !wm_json_as_float(wm_json_item(at, 1), &to.y) ||
        !wm_json_as_float(wm_json_item(at, 2), &to.z))
        return bad(error, "a hook needs three numbers");
    *hooks[hook] = to;
    return WM_OK;
}

static wm_status edit_walkmesh(core_change *ch, core_document *d, const wm_json_value *ask,
                               wm_error *error)
{
    wm_kotor_bwm *b = wm_kotor_bwm_copy(d->doc->bwm, NULL, error);
    wm_status status = b ? WM_OK : error->code;
    if (status == WM_OK && wm_json_find(ask, "faces"))
        status = paint(ch->c, b, ask, error);
    else if (status == WM_OK && wm_json_find(ask, "edges"))
        status = link_edges(b, ask, error);
    else if (status == WM_OK && wm_json_find(ask, "hook"))
        status = move_hook(b, ask, error);
    else if (status == WM_OK)
        status = bad(error, "there is no such edit of a walkmesh");
    if (status == WM_OK)
        status = core_change_walkmesh(ch, d->file->name, d->doc->bwm, b, error);
    wm_kotor_bwm_free(b);
    return status;
}

static wm_status edit_model(core_change *ch, core_document *d, const wm_json_value *ask,
                            wm_error *error)
{
    const char *from = wm_json_as_text(wm_json_find(ask, "texture"), NULL);
    const char *to = wm_json_as_text(wm_json_find(ask, "name"), NULL);
    uint32_t count = 0;
    if (!from || !to)
        return bad(error, "a texture needs its old name and its new name");
    wm_kotor_mdl *m = wm_kotor_mdl_copy(d->doc->mdl, NULL, error);
    wm_status status = m ? wm_kotor_mdl_replace_texture(m, from, to, &count, error) : error->code;
    if (status == WM_OK && !count)
        status = bad(error, "no node uses this texture");
    if (status == WM_OK)
        status = core_change_model(ch, d, m, error);
    wm_kotor_mdl_free(m);
    return status;
}

wm_status core_edit(core *c, core_document *d, const char *text, wm_json_writer *j, wm_error *error)
{
    core_change ch;
    wm_json *json = wm_json_read(text, strlen(text), NULL, error);
    wm_status status = json ? WM_OK : error->code;
    const wm_json_value *ask = json ? wm_json_root(json) : NULL;
    core_change_begin(&ch, c, j);
    if (status == WM_OK && d->doc->format == WM_FORMAT_KOTOR_BWM)
        status = edit_walkmesh(&ch, d, ask, error);
    else if (status == WM_OK && d->doc->format == WM_FORMAT_KOTOR_MDL)
        status = edit_model(&ch, d, ask, error);
    else if (status == WM_OK && d->doc->format == WM_FORMAT_KOTOR_MDL_TEXT)
        status = core_edit_text(&ch, d, ask, error);
    else if (status == WM_OK && d->doc->mdb)
        status = core_edit_mdb(&ch, d, ask, error);
    else if (status == WM_OK && d->doc->bw2)
        status = core_edit_bw2(&ch, d, ask, error);
    else if (status == WM_OK && d->doc->table)
        status = core_edit_table(&ch, d, ask, error);
    else if (status == WM_OK)
        status = bad(error, "files of this format cannot be edited here");
    core_change_end(&ch);
    wm_json_free(json);
    return status;
}
