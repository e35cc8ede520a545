/* Collects the files of a page: those that are named, and their companions. */
#include "view_files.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "open.h"
#include "platform.h"

static int no_memory(void)
{
    return cli_no_memory(CLI_READING);
}

static bool has(const cli_view_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->files[i].path, path) == 0)
            return true;
    return false;
}

static void free_file(cli_view_file *file)
{
    free(file->path);
    wm_buffer_free(&file->bytes);
    if (file->found.release)
        file->found.release(&file->found);
}

/* Takes ownership of the content. */
static int push(cli_view_list *list, cli_view_file file)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        cli_view_file *grown = realloc(list->files, capacity * sizeof *grown);
        if (!grown) {
            free_file(&file);
            return no_memory();
        }
        list->files = grown;
        list->capacity = capacity;
    }
    list->files[list->count++] = file;
    return EXIT_FINE;
}

/* Adds a companion that was found, unless it is in the list already or cannot be loaded. */
static int add_companion(cli_view_list *list, wm_companion *c)
{
    wm_found *f = &c->found;
    if (!f->where || has(list, f->where) || (!f->data && f->load && f->load(f, NULL) != WM_OK))
        return EXIT_FINE;
    cli_view_file file = {.path = strdup(f->where), .data = f->data, .size = f->size, .found = *f};
    c->found = (wm_found){0}; /* ours now */
    if (file.path)
        return push(list, file);
    free_file(&file);
    return no_memory();
}

/* A file that is added may have companions too, so the list grows in the loop. */
static int add_companions(const cli *c, cli_view_list *list)
{
    const wm_open_opts opts = {.mdx = WM_LOAD_READ, /* its faults are reported */
                               .supermodels = WM_LOAD_FIND,
                               .vis = WM_LOAD_FIND,
                               .room_walkmeshes = WM_LOAD_FIND,
                               .room_models = WM_LOAD_FIND};
    int code = EXIT_FINE;
    for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
        const char *path = list->files[i].path; /* stays where it is when the list grows */
        wm_format format = wm_detect(list->files[i].data, list->files[i].size);
        if (strcmp(path, "-") == 0 ||
            (format != WM_FORMAT_KOTOR_MDL && format != WM_FORMAT_KOTOR_LYT &&
             format != WM_FORMAT_GLTF && format != WM_FORMAT_OBJ))
            continue;
        const wm_buffer bytes = {.data = (uint8_t *)(uintptr_t)list->files[i].data,
                                 .size = list->files[i].size};
        wm_document *d = cli_open(c, &bytes, path, &opts, NULL);
        for (uint32_t k = 0; d && k < d->companion_count && code == EXIT_FINE; k++)
            code = add_companion(list, &d->companions[k]);
        wm_document_free(d); /* the viewer shows why a file cannot be opened */
    }
    return code;
}

static int add_entry(cli_view_list *list, const cli_entry *entry)
{
    wm_buffer bytes;
    wm_error error;
    if (has(list, entry->path))
        return EXIT_FINE;
    if (!cli_load(entry->path, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool known = format != WM_FORMAT_UNKNOWN && format != WM_FORMAT_ALL_ZERO;
    if (known || (!entry->walked && cli_ends(entry->path, ".mdx"))) {
        cli_view_file file = {strdup(entry->path), bytes.data, bytes.size, bytes, {0}};
        if (file.path)
            return push(list, file);
        free_file(&file);
        return no_memory();
    }
    wm_format_error(format, bytes.size, "", &error);
    wm_buffer_free(&bytes);
    if (entry->walked)
        return EXIT_FINE;
    return cli_fail_on(CLI_READING, entry->path, &error);
}

/* A page must not reveal where on somebody's disk the files were. */
static void find_prefix(cli_view_list *list)
{
    const char *first = list->files[0].path;
    size_t n = (size_t)(cli_basename(first) - first);
    for (size_t i = 1; i < list->count; i++)
        while (n > 0 && (strncmp(first, list->files[i].path, n) != 0 ||
                         !platform_is_separator(first[n - 1])))
            n--;
    list->prefix = n;
}

int cli_view_gather(const cli *c, cli_view_list *list)
{
    cli_list named;
    int code = EXIT_FINE;
    *list = (cli_view_list){0};
    if (!cli_list_files(c, &named))
        code = no_memory();
    for (size_t i = 0; i < named.count && code == EXIT_FINE; i++)
        code = add_entry(list, &named.entries[i]);
    if (code == EXIT_FINE && named.unreadable)
        code = EXIT_INPUT;
    cli_list_free(&named);
    if (code == EXIT_FINE)
        code = add_companions(c, list);
    if (code == EXIT_FINE && list->count == 0)
        code = cli_fail(EXIT_INPUT, "%s: nothing to view", c->files[0]);
    if (code == EXIT_FINE)
        find_prefix(list);
    return code;
}

void cli_view_free(cli_view_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_file(&list->files[i]);
    free(list->files);
}
