/* Neverwinter Nights 2 and Black & White 2: the order of the search. docs/games.md. */
#include "base/text.h"
#include "open/game.h"

/* ---- Neverwinter Nights 2 -------------------------------------------------- */

/* The folders of the installation, and those of the user; NULL: there is none. */
typedef struct folders {
    const char *override, *hak, *modules;
} folders;

static wm_status find_folders(wmi_game *g, const char *path, folders *f, wm_error *error)
{
    wm_status status = wmi_game_find(g, path, "override", &f->override, error);
    if (!status)
        status = wmi_game_find(g, path, "hak", &f->hak, error);
    if (!status)
        status = wmi_game_find(g, path, "modules", &f->modules, error);
    return status;
}

/* A module is a folder of files or a MOD. That of the user comes before that of the game. */
static wm_status find_module(wmi_game *g, const folders f[2], const char *name, const char **path,
                             wm_error *error)
{
    const char *file = wmi_game_join(g, "", name, ".mod", error);
    wm_status status = file ? WM_OK : WM_NO_MEMORY;
    *path = NULL;
    for (int i = 0; i < 2 && !status && !*path; i++) {
        status = wmi_game_find(g, f[i].modules, name, path, error);
        if (*path && !wmi_is_directory(*path))
            *path = NULL;
        if (!status && !*path)
            status = wmi_game_find(g, f[i].modules, file, path, error);
    }
    if (!status && !*path)
        status = wmi_fail(error, WM_BAD_ARGUMENT, "",
                          "there is no module '%s': neither a folder modules/%s nor modules/%s.mod",
                          name, name, name);
    return status;
}

static wm_status add_hak(wmi_game *g, const folders f[2], const char *name, wm_error *error)
{
    const char *file = wmi_game_join(g, "", name, ".hak", error), *path = NULL;
    wm_status status = file ? WM_OK : WM_NO_MEMORY;
    for (int i = 0; i < 2 && !status && !path; i++)
        status = wmi_game_find(g, f[i].hak, file, &path, error);
    if (!status && !path)
        path = wmi_game_join(g, g->pub.path, file, "", error);
    if (!status && !path)
        status = WM_NO_MEMORY;
    return status ? status : wmi_game_add_archive(g, path, "hak", error);
}

/* The haks that module.ifo lists: the first wins. One that is missing becomes a source with an
 * error, because it cannot be opened. */
static wm_status add_haks(wmi_game *g, const folders f[2], const wm_gff *ifo, wm_error *error)
{
    enum { MOST = 512 };
    wm_gff_value list;
    wm_status status = WM_OK;
    if (!wm_gff_find(ifo, 0, "Mod_HakList", &list) || list.kind != WM_GFF_KIND_LIST)
        return WM_OK;
    for (uint32_t i = 0; i < list.count && i < MOST && !status; i++) {
        char name[64];
        if (wm_gff_text(ifo, wm_gff_list_item(ifo, &list, i), "Mod_Hak", name, sizeof name) &&
            *name && !strpbrk(name, "/\\"))
            status = add_hak(g, f, name, error);
    }
    return status;
}

/* Reads module.ifo from the module, which was mounted last; *ifo is NULL if there is none that can
 * be read. */
static wm_status read_ifo(const wmi_game *g, wm_gff **ifo, wm_error *error)
{
    const wmi_mount *m = &g->mounts[g->count - 1];
    const wm_read_opts opts = {.allocator = &g->arena.allocator};
    wm_error why = {0};
    wm_found found = {0};
    *ifo = NULL;
    if (!m->folder && !m->pub.archive)
        return WM_OK;
    wm_finder finder = m->folder ? wm_folder_finder(m->folder) : wm_archive_finder(m->pub.archive);
    wm_status status = finder.find(finder.user, "module", "ifo", &found, &why);
    if (!status && found.where && !found.data && found.load)
        status = found.load(&found, &why);
    if (!status && found.data)
        *ifo = wm_gff_read(found.data, found.size, &opts, &why);
    if (found.release)
        found.release(&found);
    if (why.code == WM_NO_MEMORY)
        return wmi_no_memory(error);
    return WM_OK;
}

/* Haks first, then the overrides, then the module. It is mounted first, because it lists its
 * haks. */
static wm_status add_module(wmi_game *g, const folders f[2], const char *name, wm_error *error)
{
    const char *path = NULL;
    wm_gff *ifo = NULL;
    wm_status status = WM_OK;
    if (name)
        status = find_module(g, f, name, &path, error);
    if (!status && path)
        status = wmi_is_directory(path) ? wmi_game_add_folder(g, path, "module", error)
                                        : wmi_game_add_archive(g, path, "module", error);
    if (!status && path)
        status = read_ifo(g, &ifo, error);
    if (!status && ifo)
        status = add_haks(g, f, ifo, error);
    wm_gff_free(ifo);
    for (int i = 0; i < 2 && !status; i++)
        status = wmi_game_add_folders(g, f[i].override, "override", error);
    if (!status && path)
        wmi_game_first_to_end(g);
    return status;
}

/* The ZIPs of "data": patches are named so that the last name wins, whatever the case. */
static wm_status add_zips(wmi_game *g, const char *data, wm_error *error)
{
    wmi_game_list names;
    wm_status status = wmi_game_names(g, data, ".zip", &names, error);
    for (size_t i = names.count; i > 0 && !status; i--) {
        const char *path = wmi_game_join(g, data, names.list[i - 1], "", error);
        status = path ? wmi_game_add_archive(g, path, "data", error) : WM_NO_MEMORY;
    }
    wmi_game_names_free(g, &names);
    return status;
}

wm_status wmi_game_nwn2(wmi_game *g, const char *data, const wm_game_opts *opts, wm_error *error)
{
    folders f[2] = {{0}, {0}}; /* of the user, of the game */
    wmi_game_list names = {0};
    wm_status status = data ? wmi_game_names(g, data, ".zip", &names, error) : WM_OK;
    bool found = names.count > 0;
    wmi_game_names_free(g, &names);
    if (status || !found)
        return status;
    g->pub.kind = WM_GAME_KIND_NWN2;
    if (opts->user_folder)
        status = find_folders(g, opts->user_folder, &f[0], error);
    if (!status)
        status = find_folders(g, g->pub.path, &f[1], error);
    if (!status && opts->module) {
        g->pub.module = wmi_arena_text(&g->arena, opts->module, strlen(opts->module));
        if (!g->pub.module)
            status = wmi_arena_fail(&g->arena, error, "");
    }
    if (!status)
        status = add_module(g, f, opts->module, error);
    return status ? status : add_zips(g, data, error);
}

/* ---- Black & White 2 -------------------------------------------------------- */

/* What wins is not documented: files next to the archives are taken first. */
wm_status wmi_game_bw2(wmi_game *g, const char *data, wm_error *error)
{
    const char *const directories[2] = {data, g->pub.path};
    wm_status status = WM_OK;
    for (int i = 0; i < 2 && !status; i++) {
        wmi_game_list names = {0};
        if (directories[i])
            status = wmi_game_names(g, directories[i], ".stuff", &names, error);
        if (names.count && !status) {
            g->pub.kind = WM_GAME_KIND_BW2;
            status = wmi_game_add_folders(g, directories[i], "files", error);
        }
        for (size_t k = 0; k < names.count && !status; k++) {
            const char *path = wmi_game_join(g, directories[i], names.list[k], "", error);
            status = path ? wmi_game_add_archive(g, path, "data", error) : WM_NO_MEMORY;
        }
        wmi_game_names_free(g, &names);
    }
    return status;
}
