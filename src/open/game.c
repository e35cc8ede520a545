/* Installed games: which one it is, and its folders and archives as one finder. */
#include "open/game.h"

#include "base/platform.h"
#include "base/sort.h"
#include "base/text.h"

const char *wm_game_kind_name(wm_game_kind kind)
{
    switch (kind) {
    case WM_GAME_KIND_UNKNOWN: break;
    case WM_GAME_KIND_KOTOR1: return "kotor1";
    case WM_GAME_KIND_KOTOR2: return "kotor2";
    case WM_GAME_KIND_NWN2: return "nwn2";
    case WM_GAME_KIND_BW2: return "bw2";
    }
    return "unknown";
}

/* ---- names in directories ------------------------------------------------ */

bool wmi_is_directory(const char *path)
{
    wmi_os_info info;
    return wmi_os_info_of(path, &info) == WMI_OS_OK && info.kind == WMI_OS_DIRECTORY;
}

char *wmi_game_join(wmi_game *g, const char *directory, const char *name, const char *ending,
                    wm_error *error)
{
    size_t size = strlen(directory) + strlen(name) + strlen(ending) + 2;
    bool closed = !*directory || wmi_os_directory(directory) == strlen(directory);
    char *path = wmi_arena_raw(&g->arena, size, 1);
    if (path)
        wmi_format(path, size, "%s%s%s%s", directory, closed ? "" : "/", name, ending);
    else
        wmi_arena_fail(&g->arena, error, "");
    return path;
}

typedef struct listing {
    wmi_game *game;
    const char *ending;
    wmi_game_list *names;
} listing;

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), e = strlen(ending);
    return n >= e && wmi_compare_names(name + n - e, ending) == 0;
}

static bool add_name(void *user, const char *text)
{
    listing *l = user;
    wmi_game_list *n = l->names;
    void *list = n->list;
    if (!ends_in(text, l->ending) || strcmp(text, ".") == 0 || strcmp(text, "..") == 0)
        return true;
    const char *name = wmi_arena_text(&l->game->arena, text, strlen(text));
    n->out_of_memory = !name || !wmi_grow(&l->game->arena.allocator, &list, &n->capacity,
                                          n->count + 1, sizeof *n->list);
    if (n->out_of_memory)
        return false;
    n->list = list;
    n->list[n->count++] = name;
    return true;
}

static int by_name(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    int order = wmi_compare_names(x, y);
    return order ? order : strcmp(x, y);
}

wm_status wmi_game_names(wmi_game *g, const char *directory, const char *ending, wmi_game_list *out,
                         wm_error *error)
{
    listing l = {g, ending, out};
    *out = (wmi_game_list){0};
    (void)wmi_os_list(directory, add_name, &l); /* what cannot be listed is empty */
    if (out->out_of_memory) {
        wmi_game_names_free(g, out);
        return wmi_no_memory(error);
    }
    if (out->count)
        wmi_sort(out->list, out->count, sizeof *out->list, by_name);
    return WM_OK;
}

void wmi_game_names_free(const wmi_game *g, wmi_game_list *names)
{
    wmi_release(&g->arena.allocator, names->list, names->capacity, sizeof *names->list);
    *names = (wmi_game_list){0};
}

wm_status wmi_game_find(wmi_game *g, const char *directory, const char *name, const char **out,
                        wm_error *error)
{
    wmi_game_list names;
    *out = NULL;
    if (!directory)
        return WM_OK;
    wm_status status = wmi_game_names(g, directory, name, &names, error);
    for (size_t i = 0; status == WM_OK && i < names.count && !*out; i++)
        if (wmi_compare_names(names.list[i], name) == 0) {
            *out = wmi_game_join(g, directory, names.list[i], "", error);
            status = *out ? WM_OK : WM_NO_MEMORY;
        }
    wmi_game_names_free(g, &names);
    return status;
}

/* ---- sources -------------------------------------------------------------- */

static wmi_mount *add_mount(wmi_game *g, const char *path, const char *role, wm_error *error)
{
    void *mounts = g->mounts;
    if (!wmi_grow(&g->arena.allocator, &mounts, &g->capacity, g->count + 1, sizeof *g->mounts)) {
        wmi_no_memory(error);
        return NULL;
    }
    g->mounts = mounts;
    wmi_mount *m = &g->mounts[g->count++];
    *m = (wmi_mount){.pub = {.path = path, .role = role}};
    return m;
}

wm_status wmi_game_add_folder(wmi_game *g, const char *path, const char *role, wm_error *error)
{
    if (!path || !wmi_is_directory(path))
        return WM_OK;
    wmi_mount *m = add_mount(g, path, role, error);
    if (m)
        m->folder = wm_folder_new(path, &g->arena.allocator, error);
    return m && m->folder ? WM_OK : WM_NO_MEMORY;
}

wm_status wmi_game_add_folders(wmi_game *g, const char *path, const char *role, wm_error *error)
{
    size_t first = g->count;
    wm_status status = wmi_game_add_folder(g, path, role, error);
    for (size_t i = first; status == WM_OK && i < g->count; i++) {
        wmi_game_list names;
        const char *directory = g->mounts[i].pub.path;
        if (g->count - first > WMI_GAME_FOLDERS)
            return wmi_fail(error, WM_LIMIT, "", "%s has more than %d folders", path,
                            WMI_GAME_FOLDERS);
        status = wmi_game_names(g, directory, "", &names, error);
        for (size_t k = 0; status == WM_OK && k < names.count; k++) {
            const char *below = wmi_game_join(g, directory, names.list[k], "", error);
            if (!below)
                status = WM_NO_MEMORY;
            else if (!wmi_os_is_link(below)) /* a link may lead back */
                status = wmi_game_add_folder(g, below, role, error);
        }
        wmi_game_names_free(g, &names);
    }
    return status;
}

wm_status wmi_game_add_archive(wmi_game *g, const char *path, const char *role, wm_error *error)
{
    wm_error why = {0};
    if (!path || wmi_is_directory(path))
        return WM_OK;
    wmi_mount *m = add_mount(g, path, role, error);
    if (!m)
        return WM_NO_MEMORY;
    const wm_archive_opts opts = {.base = {.allocator = &g->arena.allocator}};
    m->pub.archive = wm_archive_open_file(path, &opts, &why);
    if (m->pub.archive)
        return WM_OK;
    wm_error *kept = wmi_arena_new(&g->arena, 1, sizeof *kept);
    if (!kept || why.code == WM_NO_MEMORY)
        return wmi_no_memory(error);
    *kept = why;
    m->pub.error = kept;
    return WM_OK;
}

wm_status wmi_game_add(wmi_game *g, const char *directory, const char *name, const char *role,
                       wm_error *error)
{
    const char *path;
    wm_status status = wmi_game_find(g, directory, name, &path, error);
    return status ? status : wmi_game_add_archive(g, path, role, error);
}

void wmi_game_first_to_end(wmi_game *g)
{
    wmi_mount first = g->mounts[0];
    memmove(g->mounts, g->mounts + 1, (g->count - 1) * sizeof *g->mounts);
    g->mounts[g->count - 1] = first;
}

/* ---- the game -------------------------------------------------------------- */

static wm_status mount(wmi_game *g, const wm_game_opts *opts, wm_error *error)
{
    const char *path = g->pub.path, *key, *data;
    wm_status status = wmi_game_find(g, path, "chitin.key", &key, error);
    if (status == WM_OK && key)
        return wmi_game_kotor(g, key, opts->module, error);
    if (status == WM_OK)
        status = wmi_game_find(g, path, "data", &data, error);
    if (status == WM_OK)
        status = wmi_game_nwn2(g, data, opts, error);
    if (status == WM_OK && g->pub.kind == WM_GAME_KIND_UNKNOWN)
        status = wmi_game_bw2(g, data, error);
    if (status == WM_OK && g->pub.kind == WM_GAME_KIND_UNKNOWN)
        status = wmi_fail(error, WM_BAD_MAGIC, "",
                          "not the folder of a game: it has no chitin.key (KotOR), no data/*.zip "
                          "(NWN2) and no *.stuff (Black & White 2)");
    return status;
}

/* Fills the public list, and chains the finders. */
static wm_status finish(wmi_game *g, wm_error *error)
{
    const wm_allocator *a = &g->arena.allocator;
    wm_game_source *sources = wmi_arena_new(&g->arena, g->count, sizeof *sources);
    wm_finder *finders = wmi_arena_new(&g->arena, g->count, sizeof *finders);
    size_t count = 0;
    if (!sources || !finders)
        return wmi_arena_fail(&g->arena, error, "");
    for (size_t i = 0; i < g->count; i++) {
        const wmi_mount *m = &g->mounts[i];
        sources[i] = m->pub;
        if (m->folder)
            finders[count++] = wm_folder_finder(m->folder);
        else if (m->pub.archive)
            finders[count++] = wm_archive_finder(m->pub.archive);
    }
    g->pub.sources = sources;
    g->pub.source_count = (uint32_t)g->count;
    g->chain = wm_chain_new(finders, count, a, error);
    return g->chain ? WM_OK : WM_NO_MEMORY;
}

wm_game *wm_game_new(const char *path, const wm_game_opts *opts, wm_error *error)
{
    static const wm_game_opts none;
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    if (!opts)
        opts = &none;
    wmi_arena arena;
    wmi_arena_init(&arena, opts->allocator, 0);
    wmi_game *g = wmi_arena_new(&arena, 1, sizeof *g);
    if (!g) {
        wmi_arena_fail(&arena, error, "");
        wmi_arena_free(&arena);
        return NULL;
    }
    g->arena = arena;
    g->pub.memory = g;
    g->pub.path = wmi_arena_text(&g->arena, path, strlen(path));
    wm_status status = g->pub.path ? WM_OK : wmi_arena_fail(&g->arena, error, "");
    if (status == WM_OK && !wmi_is_directory(path))
        status = wmi_fail(error, WM_IO, "", "there is no such folder");
    if (status == WM_OK)
        status = mount(g, opts, error);
    if (status == WM_OK)
        status = finish(g, error);
    if (status == WM_OK)
        return &g->pub;
    wm_game_free(&g->pub);
    return NULL;
}

wm_finder wm_game_finder(wm_game *game)
{
    const wmi_game *g = game->memory;
    return wm_chain_finder(g->chain);
}

void wm_game_free(wm_game *game)
{
    if (!game)
        return;
    wmi_game *g = game->memory;
    wm_chain_free(g->chain);
    for (size_t i = 0; i < g->count; i++) {
        wm_archive_free(g->mounts[i].pub.archive);
        wm_folder_free(g->mounts[i].folder);
    }
    wmi_release(&g->arena.allocator, g->mounts, g->capacity, sizeof *g->mounts);
    wmi_arena arena = g->arena; /* the game is in it */
    wmi_arena_free(&arena);
}
