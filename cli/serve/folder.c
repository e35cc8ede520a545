/* The list of files of `view --serve`. Each look at the folders gives a sorted list of what is
 * there, which is merged with the sorted list of what was there before. */
#include "serve/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "serve/walk.h"

/* Seconds between two looks. A file is listed when it did not change for so long. */
static const double PAUSE = 0.4;

/* ---- what is served ---- */

/* Companions that their bytes do not identify. */
static bool is_companion(const char *path)
{
    static const char *const endings[] = {".mdx", ".vis", ".bin", ".mtl", ".txi", ".git",
                                          ".utd", ".utp", ".png", ".jpg", ".jpeg"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (cli_ends(path, endings[i]))
            return true;
    return false;
}

/* A file that cannot be read is reported: its user waits for it in the page. */
static bool is_known(const char *path, uint64_t size)
{
    wm_buffer bytes;
    wm_error error;
    if (is_companion(path) || cli_is_archive(path))
        return true;
    if (size > SERVE_FILE_MAX)
        return false;
    if (wm_file_read(path, CLI_FILE_OPTS, &bytes, &error) != WM_OK) {
        cli_print(stderr, "waymark: warning: %s is not served: %s\n", path, error.message);
        fflush(stderr);
        return false;
    }
    wm_format format = wm_detect(bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    return format != WM_FORMAT_UNKNOWN && format != WM_FORMAT_ALL_ZERO;
}

static bool same_state(const platform_state *a, const platform_state *b)
{
    return a->size == b->size && a->time == b->time && a->node == b->node;
}

/* A file that was listed stays listed, whatever is in it now: the page shows what is wrong. */
static void settle(serve_list *list, serve_file *f)
{
    f->listed = f->latest;
    f->settled = true;
    if (!f->version && !is_known(f->path, f->latest.size))
        return;
    list->listed += f->version == 0;
    f->version = ++list->version;
}

/* ---- files come and go ---- */

static void free_file(serve_file *f)
{
    if (f) {
        free(f->path);
        free(f->name);
        free(f);
    }
}

static bool take_slot(serve_list *list, serve_file *f)
{
    size_t at = list->free_slot;
    while (at < list->slot_count && list->slots[at])
        at++;
    if (at == list->slot_count) {
        size_t count = list->slot_count ? 2 * list->slot_count : 64;
        serve_file **grown = realloc(list->slots, count * sizeof *grown);
        if (!grown)
            return false;
        for (size_t i = list->slot_count; i < count; i++)
            grown[i] = NULL;
        list->slots = grown;
        list->slot_count = count;
    }
    list->slots[at] = f;
    list->free_slot = at + 1;
    f->id = (uint32_t)at;
    return true;
}

static char *name_in_page(const serve_root *root, const char *path)
{
    const char *below = path + strlen(root->path);
    while (platform_is_separator(*below))
        below++;
    size_t size = strlen(root->name) + strlen(below) + 2;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s%s", root->name, *root->name ? "/" : "", below);
    return name;
}

/* Takes the path of a find. NULL when out of memory. */
static serve_file *new_file(serve_list *list, serve_found *found)
{
    serve_file *f = calloc(1, sizeof *f);
    if (f)
        *f = (serve_file){.name = name_in_page(&list->roots[found->root], found->path),
                          .latest = found->state};
    if (!f || !f->name || !take_slot(list, f)) {
        free_file(f);
        return NULL;
    }
    f->path = found->path;
    found->path = NULL;
    return f;
}

static void remove_file(serve_list *list, serve_file *f)
{
    if (f->version) {
        list->version++;
        list->listed--;
    }
    list->slots[f->id] = NULL;
    if (f->id < list->free_slot)
        list->free_slot = f->id;
    free_file(f);
}

/* A file that was there before and is not now. Programs that save a file may remove it first, so
 * it goes only if it is missed twice. Returns it if it stays. */
static serve_file *miss(serve_list *list, serve_file *f)
{
    if (f->gone) {
        remove_file(list, f);
        return NULL;
    }
    f->gone = list->settling = true;
    return f;
}

static serve_file *meet(serve_list *list, serve_file *f, const serve_found *found)
{
    f->gone = false;
    if (!same_state(&f->latest, &found->state)) {
        f->latest = found->state;
        list->settling = true;
    } else if (!f->settled || !same_state(&f->listed, &f->latest)) {
        settle(list, f);
    }
    return f;
}

/* first: the list is empty so far, and nobody waits for files to settle. */
static serve_file *greet(serve_list *list, serve_found *found, bool first)
{
    serve_file *f = new_file(list, found);
    if (f && first)
        settle(list, f);
    else
        list->settling = true;
    return f;
}

/* Puts what is there now in the place of what was there. */
static void merge(serve_list *list, serve_finds *finds, serve_file **merged, bool first)
{
    size_t n = 0;
    for (size_t i = 0, k = 0; i < list->count || k < finds->count;) {
        serve_file *old = i < list->count ? list->files[i] : NULL, *f = NULL;
        serve_found *found = k < finds->count ? &finds->items[k] : NULL;
        int order = old && found ? strcmp(old->path, found->path) : 0;
        if (old && (!found || order < 0)) {
            f = miss(list, old);
            i++;
        } else if (found && (!old || order > 0)) {
            f = greet(list, found, first);
            k++;
        } else if (old && found) {
            f = meet(list, old, found);
            i++;
            k++;
        }
        if (f)
            merged[n++] = f;
    }
    free(list->files);
    list->files = merged;
    list->count = n;
}

bool serve_list_look(serve_list *list)
{
    bool first = list->version == 0;
    double now = platform_now();
    if (!first && now - list->looked < PAUSE)
        return true;
    serve_finds finds;
    bool good = serve_walk(list->roots, list->root_count, &finds);
    serve_file **merged = good ? calloc(list->count + finds.count + 1, sizeof *merged) : NULL;
    if (merged) {
        list->version += first; /* also that of an empty list is not 0 */
        list->settling = false;
        list->links = finds.links;
        list->full = finds.full;
        merge(list, &finds, merged, first);
    }
    list->looked = platform_now();
    serve_finds_free(&finds);
    return merged;
}

const serve_file *serve_list_find(const serve_list *list, uint64_t id, uint64_t version)
{
    const serve_file *f = id < list->slot_count ? list->slots[id] : NULL;
    return f && f->version == version && version ? f : NULL;
}

/* ---- the folders ---- */

static char *folder_of(const char *file)
{
    size_t n = (size_t)(cli_basename(file) - file);
    return n ? cli_copy_text(file, n) : strdup(".");
}

/* The root of a folder, or root_count. Files of one folder have the same path to it. */
static size_t find_root(const serve_list *list, const char *path)
{
    for (size_t i = 0; i < list->root_count; i++)
        if (strcmp(list->roots[i].path, path) == 0)
            return i;
    for (size_t i = 0; i < list->root_count; i++)
        if (platform_same_file(list->roots[i].path, path))
            return i;
    return list->root_count;
}

/* Takes the path. A file stands for the folder that it is in, without those below. */
static int add_root(serve_list *list, char *path, bool deep, size_t *index)
{
    if (!path)
        return cli_no_memory(CLI_READING);
    *index = find_root(list, path);
    if (*index < list->root_count) {
        list->roots[*index].deep |= deep;
        free(path);
        return EXIT_FINE;
    }
    if (*index == SERVE_ROOTS_MAX) {
        free(path);
        return cli_fail(EXIT_USAGE,
                        "--serve takes at most %d folders; name the folder that they are in",
                        SERVE_ROOTS_MAX);
    }
    list->roots[list->root_count++] = (serve_root){.path = path, .deep = deep};
    return EXIT_FINE;
}

static bool name_taken(const serve_list *list, size_t before, const char *name)
{
    for (size_t i = 0; i < before; i++)
        if (strcmp(list->roots[i].name, name) == 0)
            return true;
    return false;
}

/* "module", or "module-2" if there is another one. */
static char *name_root(const serve_list *list, size_t index)
{
    const char *path = list->roots[index].path;
    size_t end = strlen(path);
    if (list->root_count == 1)
        return strdup("");
    while (end > 1 && platform_is_separator(path[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && !platform_is_separator(path[begin - 1]))
        begin--;
    size_t size = end - begin + 16;
    char *name = malloc(size);
    for (unsigned n = 1; name; n++) {
        snprintf(name, size, n > 1 ? "%.*s-%u" : "%.*s", (int)(end - begin), path + begin, n);
        if (!name_taken(list, index, name))
            break;
    }
    return name;
}

static int add_named(serve_list *list, const char *path, size_t *root, bool *file)
{
    platform_kind kind = platform_find(path);
    if (strcmp(path, "-") == 0)
        return cli_fail(EXIT_USAGE, "--serve takes folders and files, not standard input");
    if (kind == PLATFORM_NOTHING)
        return cli_fail(EXIT_INPUT, "cannot open %s: %s", path, strerror(ENOENT));
    if (kind == PLATFORM_OTHER)
        return cli_fail(EXIT_INPUT, "%s is neither a folder nor a file", path);
    *file = kind == PLATFORM_FILE;
    char *folder = *file ? folder_of(path) : strdup(path);
    return add_root(list, folder, !*file, root);
}

int serve_list_start(const cli *c, serve_list *list, char **open)
{
    size_t root = 0, open_root = 0;
    const char *named = NULL;
    int code = EXIT_FINE;
    *list = (serve_list){.roots = calloc(c->file_count, sizeof *list->roots)};
    *open = NULL;
    if (!list->roots)
        return cli_no_memory(CLI_READING);
    for (size_t i = 0; i < c->file_count && code == EXIT_FINE; i++) {
        bool file = false;
        code = add_named(list, c->files[i], &root, &file);
        if (code == EXIT_FINE && file && !named) {
            named = c->files[i];
            open_root = root;
        }
    }
    for (size_t i = 0; i < list->root_count && code == EXIT_FINE; i++)
        if (!(list->roots[i].name = name_root(list, i)))
            code = cli_no_memory(CLI_READING);
    if (code == EXIT_FINE && named) {
        const serve_root *of = &list->roots[open_root];
        size_t size = strlen(of->name) + strlen(cli_basename(named)) + 2;
        *open = malloc(size);
        if (*open)
            snprintf(*open, size, "%s%s%s", of->name, *of->name ? "/" : "", cli_basename(named));
        else
            code = cli_no_memory(CLI_READING);
    }
    if (code == EXIT_FINE && !serve_list_look(list))
        code = cli_no_memory(CLI_READING);
    return code;
}

void serve_list_free(serve_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_file(list->files[i]);
    for (size_t i = 0; i < list->root_count; i++) {
        free(list->roots[i].path);
        free(list->roots[i].name);
    }
    free(list->files);
    free(list->slots);
    free(list->roots);
}
