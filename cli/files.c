/* Files in and out: loading, saving, walking folders. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "archive.h"
#include "cli.h"
#include "files.h"
#include "formats.h"
#include "game.h"
#include "kept.h"
#include "module.h"
#include "platform.h"
#include "process.h"

const char *cli_basename(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (platform_is_separator(*path))
            base = path + 1;
    return base;
}

bool cli_ends(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcasecmp(path + n - m, ending) == 0;
}

/* Is it an archive? *kind says of which kind. */
static bool find_kind(const char *file, wm_archive_kind *kind)
{
    wm_source source;
    if (platform_find(file) != PLATFORM_FILE ||
        wm_file_source(file, cli_allocator(), &source, NULL) != WM_OK)
        return false;
    bool is = wm_archive_detect(&source, kind);
    source.close(source.user);
    return is;
}

/* A KEY is that of a whole game, and a BIF has no names: neither is walked like a folder. */
static bool is_index(wm_archive_kind kind)
{
    return kind == WM_ARCHIVE_KIND_KEY || kind == WM_ARCHIVE_KIND_BIF;
}

static wm_status try_archive(const char *file, wm_error *error)
{
    const wm_archive_opts opts = {.base = {.allocator = cli_allocator()}};
    wm_error why = {.code = WM_OK};
    wm_archive *archive = wm_archive_open_file(file, &opts, &why);
    if (!archive && error)
        *error = why;
    wm_archive_free(archive);
    return archive ? WM_OK : why.code;
}

wm_status cli_read_file(const char *file, wm_buffer *out, wm_error *error)
{
    /* Not through /dev/stdin: it cannot be opened if it is a socket. */
    if (strcmp(file, "-") == 0)
        return wm_file_read_open(fileno(stdin), CLI_FILE_OPTS, out, error);
    if (cli_archive_prefix(file)) {
        wm_status status = cli_archive_read(file, out, error);
        bool layout = status == WM_IO && cli_ends(file, ".lyt");
        return layout ? cli_module_read_layout(file, out, error) : status;
    }
    if (cli_game_has(file))
        return cli_game_read(file, out, error);
    /* Writes that were interrupted are finished now, for the programs that read the files without
     * the library. Where this is not possible, reading does without. */
    bool recovered = false;
    cli_writing_begins();
    (void)wm_file_recover(file, &recovered, NULL);
    cli_writing_ends();
    if (recovered)
        cli_print(cli_messages(), "waymark: finished an interrupted write of %s\n", file);
    wm_archive_kind kind;
    if (find_kind(file, &kind)) {
        /* A KEY or BIF may be gigabytes: not read. Of others, why they cannot be opened. */
        wm_status status = is_index(kind) ? WM_OK : try_archive(file, error);
        if (status != WM_OK)
            return status;
        static const char *const names[] = {"ERF", "RIM", "KEY", "BIF", "ZIP", "STUFF"};
        return wm_error_set(error, WM_BAD_MAGIC, "",
                            "this is an archive (%s): 'waymark ls' lists its files; name one of "
                            "them as %s:NAME",
                            names[kind], cli_basename(file));
    }
    return wm_file_read(file, CLI_FILE_OPTS, out, error);
}

bool cli_load(const char *file, wm_buffer *out)
{
    wm_error error;
    if (cli_read_file(file, out, &error) == WM_OK)
        return true;
    cli_fail_on(CLI_READING, file, &error);
    return false;
}

bool cli_load_for(const cli *c, cli_out *out, wm_buffer *bytes)
{
    wm_error error;
    if (cli_read_file(out->file, bytes, &error) == WM_OK)
        return true;
    cli_unreadable(c, out->file, &error);
    return false;
}

void cli_make_parents(const char *file)
{
    char *path = strdup(file);
    for (char *p = path && *path ? path + 1 : NULL; p && *p; p++) {
        char separator = *p;
        if (!platform_is_separator(separator))
            continue;
        *p = '\0';
        platform_make_directory(path);
        *p = separator;
    }
    free(path);
}

/* Archives are only read. An output must not replace one, unless it is one itself. Nor may it have
 * the name of an entry, ARCHIVE:name: as a file, it would hide the entry. */
static bool spares_archives(const cli *c, const wm_file_output *file, wm_error *error)
{
    size_t prefix = cli_archive_prefix(file->path);
    if (prefix) {
        wm_error_set(error, WM_IO, "",
                     "archives are only read, and this names an entry of %.*s; name a file instead",
                     (int)prefix, file->path);
        return false;
    }
    wm_source source = {.size = file->size, .data = file->data};
    if (c->force && cli_is_archive(file->path) && !wm_archive_detect(&source, NULL)) {
        wm_error_set(error, WM_IO, "",
                     "it is an archive, and one file would replace all of it; remove it first");
        return false;
    }
    return true;
}

/* Where the last separator of path[0..size) is; 0: there is none, or only the first byte is one. */
static size_t folder_of(const char *path, size_t size)
{
    while (size > 0 && !platform_is_separator(path[--size])) {
    }
    return size;
}

/* A file cannot be written if its folder is missing; the error of the system names neither. If it
 * should have been `made`, says why it was not. */
static void explain_folder(const char *file, bool made, wm_error *error)
{
    char *folder = strdup(file);
    size_t missing = 0, size = folder ? strlen(folder) : 0;
    while ((size = folder_of(folder, size)) > 0) {
        folder[size] = '\0';
        if (platform_find(folder) == PLATFORM_DIRECTORY)
            break;
        missing = size;
    }
    if (missing && error->code == WM_IO) {
        snprintf(folder, missing + 1, "%s", file);
        if (platform_find(folder) != PLATFORM_NOTHING)
            wm_error_set(error, WM_IO, "", "%.180s is not a folder", folder);
        else if (!made)
            wm_error_set(error, WM_IO, "", "there is no folder %.180s", folder);
        else if (!platform_make_directory(folder))
            wm_error_set(error, WM_IO, "", "the folder %.120s cannot be created: %s", folder,
                         strerror(errno));
    }
    free(folder);
}

/* The only input of a verb whose outputs take its place; NULL: there is none. */
static const char *only_input(const cli *c)
{
    size_t first = (size_t)c->verb->first_file, outputs = c->verb->output_last;
    bool one = c->verb->like_input && c->file_count == first + 1 + outputs;
    return one ? c->files[first] : NULL;
}

wm_status cli_try_save(const cli *c, const wm_file_output *files, size_t count, size_t *at,
                       wm_error *error)
{
    for (*at = 0; *at < count; ++*at) {
        const wm_file_output *file = &files[*at];
        if (!spares_archives(c, file, error) ||
            !cli_ending_fits(file->path, file->data, file->size, error))
            return error->code;
        cli_kept_drop(CLI_KEPT_ARCHIVE, files[*at].path);
    }
    *at = 0;
    if (c->batch)
        cli_make_parents(files[0].path);
    cli_writing_begins();
    wm_status status = wm_file_write_like(files, count, c->force, only_input(c), at, error);
    cli_writing_ends();
    if (status != WM_OK)
        explain_folder(files[*at].path, c->batch, error);
    return status;
}

int cli_fail_save(const cli *c, const char *file, const wm_error *error)
{
    bool exists = !c->force && platform_find(file) == PLATFORM_FILE;
    return exists ? cli_exists(file) : cli_fail_on(CLI_WRITING, file, error);
}

int cli_save_all(const cli *c, const wm_file_output *files, size_t count)
{
    wm_error error;
    size_t at;
    if (cli_try_save(c, files, count, &at, &error) == WM_OK)
        return EXIT_FINE;
    return cli_fail_save(c, files[at].path, &error);
}

void cli_save_each(const cli *c, const wm_file_output *files, size_t count, int *codes,
                   wm_error *errors)
{
    wm_status *results = calloc(count + 1, sizeof *results);
    for (size_t i = 0; i < count; i++)
        cli_kept_drop(CLI_KEPT_ARCHIVE, files[i].path);
    cli_writing_begins();
    if (results)
        (void)wm_file_write_each(files, count, c->force, results, errors);
    cli_writing_ends();
    for (size_t i = 0; i < count; i++) {
        if (!results)
            wm_error_set(&errors[i], WM_NO_MEMORY, "", "out of memory");
        else if (results[i] != WM_OK)
            explain_folder(files[i].path, true, &errors[i]);
        codes[i] = !results              ? cli_no_memory(CLI_WRITING)
                   : results[i] == WM_OK ? EXIT_FINE
                                         : cli_fail_save(c, files[i].path, &errors[i]);
    }
    free(results);
}

int cli_save(const cli *c, const char *file, const void *data, size_t size)
{
    if (strcmp(file, "-") == 0)
        return fwrite(data, 1, size, cli_data()) == size ? EXIT_FINE : EXIT_OUTPUT;
    return cli_save_all(c, &(wm_file_output){file, data, size}, 1);
}

bool cli_list_push(cli_list *list, char *path, bool walked)
{
    if (!path)
        return false;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        cli_entry *grown = realloc(list->entries, capacity * sizeof *grown);
        if (!grown) {
            free(path);
            return false;
        }
        list->entries = grown;
        list->capacity = capacity;
    }
    size_t relative = walked ? list->root : (size_t)(cli_basename(path) - path);
    while (walked && platform_is_separator(path[relative]))
        relative++;
    list->entries[list->count++] = (cli_entry){path, relative, walked};
    return true;
}

static char *join(const char *directory, const char *name)
{
    size_t n = strlen(directory), size = n + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", directory,
                 n && platform_is_separator(directory[n - 1]) ? "" : "/", name);
    return path;
}

static void cannot_list(const cli *c, const char *directory, const char *why)
{
    wm_error error;
    wm_error_set(&error, WM_IO, "", "cannot list: %s", why);
    cli_unreadable(c, directory, &error);
}

/* Symbolic links to folders below the named one are not followed, so that loops of links
 * do no harm, and at most 64 levels are searched.
 * NOLINTNEXTLINE(misc-no-recursion) */
static bool walk(const cli *c, cli_list *list, const char *directory, int depth)
{
    platform_listing names = {0};
    enum { DEEPEST = 64 };
    if (depth >= DEEPEST || !platform_list(directory, &names)) {
        cannot_list(c, directory,
                    depth < DEEPEST ? strerror(errno) : "more than 64 nested folders");
        list->unreadable = true;
        platform_listing_free(&names);
        return true;
    }
    bool good = true;
    for (size_t i = 0; i < names.count && good; i++) {
        platform_kind kind = names.entries[i].kind;
        char *path = join(directory, names.entries[i].name);
        good = path;
        if (path && kind == PLATFORM_FILE) {
            good = cli_list_push(list, path, true);
            continue;
        }
        if (path && kind == PLATFORM_DIRECTORY)
            good = walk(c, list, path, depth + 1);
        free(path);
    }
    platform_listing_free(&names);
    return good;
}

bool cli_is_walked_archive(const char *file)
{
    wm_archive_kind kind;
    return find_kind(file, &kind) && !is_index(kind);
}

bool cli_is_archive(const char *file)
{
    wm_archive_kind kind;
    return find_kind(file, &kind);
}

/* The entries of an archive, as "module.mod:room.wok". One that cannot be opened is left to the
 * verb, which reports it. */
static bool walk_archive(const cli *c, cli_list *list, const char *file)
{
    cli_archive a;
    wm_error error;
    bool good = true;
    if (!cli_archive_open(&a, file, strlen(file), &error))
        return cli_list_push(list, strdup(file), false);
    list->root = strlen(file) + 1;
    good = list->only_found || cli_list_module_layout(c, list, file);
    for (uint32_t i = 0; i < a.archive->entry_count && good; i++) {
        char text[CLI_ENTRY_TEXT];
        const char *name = cli_entry_name(&a.archive->entries[i], text);
        if (!cli_entry_is_plain(name)) { /* outputs get this name, too */
            cli_print(stderr, "waymark: warning: %s: skipped '%s', which cannot be a file name\n",
                      file, name);
            continue;
        }
        size_t size = list->root + strlen(name) + 1;
        char *path = malloc(size);
        if (path)
            snprintf(path, size, "%s:%s", file, name);
        good = cli_list_push(list, path, true);
    }
    cli_archive_close(&a);
    return good;
}

static bool list_one(const cli *c, cli_list *list, const char *file)
{
    if (platform_find(file) == PLATFORM_DIRECTORY) {
        list->root = strlen(file);
        return walk(c, list, file, 0);
    }
    return cli_is_walked_archive(file) ? walk_archive(c, list, file)
                                       : cli_list_push(list, strdup(file), false);
}

bool cli_list_tree(const cli *c, const char *file, cli_list *list)
{
    *list = (cli_list){.only_found = true};
    return list_one(c, list, file);
}

bool cli_list_files(const cli *c, cli_list *list)
{
    bool good = true;
    *list = (cli_list){0};
    if (c->file_count == 0)
        return cli_game_list_module(list);
    for (size_t i = 0; i < c->file_count && good; i++)
        good = list_one(c, list, c->files[i]);
    return good;
}

void cli_list_free(cli_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->entries[i].path);
    free(list->entries);
}
