/* KotOR 1 and 2: the order of the search. docs/games.md, "KotOR 1 and 2". */
#include "base/text.h"
#include "open/game.h"

/* The second game has its dialogues in a BIF of their own. */
static bool is_second_game(const wm_archive *key)
{
    for (uint32_t i = 0; i < key->bif_count; i++)
        if (wmi_compare_names(key->bifs[i], "data/dialogs.bif") == 0)
            return true;
    return false;
}

/* The folders of an installation; NULL: there is none. */
typedef struct folders {
    const char *override, *modules, *rims, *lips, *textures;
} folders;

static wm_status find_folders(wmi_game *g, folders *f, wm_error *error)
{
    const struct {
        const char *name;
        const char **path;
    } list[] = {{"override", &f->override},
                {"modules", &f->modules},
                {"rims", &f->rims},
                {"lips", &f->lips},
                {"texturepacks", &f->textures}};
    wm_status status = WM_OK;
    for (size_t i = 0; i < sizeof list / sizeof *list && status == WM_OK; i++)
        status = wmi_game_find(g, g->pub.path, list[i].name, list[i].path, error);
    return status;
}

/* The archives of a module, of which a game mounts one at a time. A MOD is a whole module: next to
 * it, the RIMs are not used. */
typedef struct module {
    const char *mod, *rim, *rest, *dialogs, *lips;
} module;

static wm_status find_module(wmi_game *g, const folders *f, const char *name, module *m,
                             wm_error *error)
{
    const struct {
        const char *directory, *ending;
        const char **path;
    } list[] = {{f->modules, ".mod", &m->mod},
                {f->modules, ".rim", &m->rim},
                {f->modules, "_s.rim", &m->rest},
                {f->modules, "_dlg.erf", &m->dialogs},
                {f->lips, "_loc.mod", &m->lips}};
    wm_status status = WM_OK;
    for (size_t i = 0; i < sizeof list / sizeof *list && status == WM_OK; i++) {
        const char *file = wmi_game_join(g, "", name, list[i].ending, error);
        status =
            file ? wmi_game_find(g, list[i].directory, file, list[i].path, error) : WM_NO_MEMORY;
    }
    if (status == WM_OK && !m->mod && !m->rim)
        status = wmi_fail(error, WM_BAD_ARGUMENT, "",
                          "there is no module '%s': neither modules/%s.mod nor modules/%s.rim",
                          name, name, name);
    if (m->mod)
        m->rim = m->rest = NULL;
    return status;
}

/* Folders come first, then the patch, RIMs, ERFs, and the KEY. */
static wm_status add_sources(wmi_game *g, const folders *f, const module *m, wm_error *error)
{
    bool second = g->pub.kind == WM_GAME_KIND_KOTOR2;
    wm_status status = second ? wmi_game_add_folders(g, f->override, "override", error)
                              : wmi_game_add_folder(g, f->override, "override", error);
    if (!status)
        status = wmi_game_add(g, g->pub.path, "patch.erf", "patch", error);
    if (!status)
        status = wmi_game_add_archive(g, m->rim, "module", error);
    if (!status)
        status = wmi_game_add_archive(g, m->rest, "module", error);
    if (!status)
        status = wmi_game_add(g, f->rims, "global.rim", "shared", error);
    if (!status)
        status = wmi_game_add_archive(g, m->mod, "module", error);
    if (!status)
        status = wmi_game_add_archive(g, m->dialogs, "module", error);
    if (!status)
        status = wmi_game_add_archive(g, m->lips, "lips", error);
    if (!status)
        status = wmi_game_add(g, f->textures, "swpc_tex_gui.erf", "textures", error);
    if (!status)
        status = wmi_game_add(g, f->textures, "swpc_tex_tpa.erf", "textures", error);
    return status;
}

/* The KEY is opened first, because it tells which game this is, but is searched last. */
wm_status wmi_game_kotor(wmi_game *g, const char *key, const char *name, wm_error *error)
{
    folders f = {0};
    module m = {0};
    wm_status status = wmi_game_add_archive(g, key, "key", error);
    if (status)
        return status;
    const wm_game_source *source = &g->mounts[0].pub;
    if (source->error || source->archive->kind != WM_ARCHIVE_KIND_KEY)
        return wmi_fail(error, source->error ? source->error->code : WM_BAD_MAGIC, "",
                        "%s cannot be read: %s", source->path,
                        source->error ? source->error->message : "not a KEY");
    g->pub.kind = is_second_game(source->archive) ? WM_GAME_KIND_KOTOR2 : WM_GAME_KIND_KOTOR1;
    status = find_folders(g, &f, error);
    if (!status && name) {
        status = find_module(g, &f, name, &m, error);
        g->pub.module = wmi_arena_text(&g->arena, name, strlen(name));
        if (!status && !g->pub.module)
            status = wmi_arena_fail(&g->arena, error, "");
    }
    if (!status)
        status = add_sources(g, &f, &m, error);
    if (!status)
        wmi_game_first_to_end(g);
    return status;
}
