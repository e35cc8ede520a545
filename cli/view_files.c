/* Gathering the files of a page: those named, and those that belong to them. */
#include "view_files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "files.h"
#include "folder.h"

static int no_memory(void)
{
    return cli_fail(EXIT_INPUT, "out of memory");
}

static bool has(const cli_view_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->files[i].path, path) == 0)
            return true;
    return false;
}

/* Takes path and bytes over. */
static int push(cli_view_list *list, char *path, wm_buffer *bytes)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        cli_view_file *grown = realloc(list->files, capacity * sizeof *grown);
        if (!grown) {
            free(path);
            wm_buffer_free(bytes);
            return no_memory();
        }
        list->files = grown;
        list->capacity = capacity;
    }
    list->files[list->count++] = (cli_view_file){path, *bytes};
    return EXIT_FINE;
}

/* Adds a file that may be missing; path is NULL then. Takes it over. */
static int add_beside(cli_view_list *list, char *path)
{
    wm_buffer bytes;
    if (!path || has(list, path) || !cli_load(path, NULL, &bytes)) {
        free(path);
        return EXIT_FINE;
    }
    return push(list, path, &bytes);
}

static int add_model_parts(cli_view_list *list, const char *file, const wm_buffer *bytes)
{
    int code = add_beside(list, cli_beside(file, NULL, ".mdx"));
    wm_kotor_mdl *mdl = wm_kotor_mdl_read(bytes->data, bytes->size, NULL, 0, NULL, NULL);
    char name[WM_KOTOR_NAME_SIZE + 1] = "";
    if (mdl)
        snprintf(name, sizeof name, "%.*s", (int)sizeof mdl->supermodel, mdl->supermodel);
    wm_kotor_mdl_free(mdl);
    if (code == EXIT_FINE && *name && strcasecmp(name, "null") != 0)
        code = add_beside(list, cli_beside(file, name, ".mdl"));
    return code;
}

static int add_rooms(cli_view_list *list, const char *file, const wm_buffer *bytes)
{
    static const char *const endings[] = {".wok", ".mdl"};
    cli_folder f;
    int code = add_beside(list, cli_beside(file, NULL, ".vis"));
    wm_kotor_lyt *lyt = wm_kotor_lyt_read(bytes->data, bytes->size, NULL, NULL);
    if (!lyt)
        return code; /* the viewer will say why */
    if (!cli_folder_open(&f, file)) {
        wm_kotor_lyt_free(lyt);
        return no_memory();
    }
    for (uint32_t i = 0; i < lyt->room_count; i++)
        for (size_t k = 0; k < 2 && code == EXIT_FINE; k++) {
            const char *name = lyt->rooms[i].name;
            if (!wm_kotor_lyt_placeholder(name))
                code = add_beside(list, cli_folder_find(&f, name, strlen(name), endings[k]));
        }
    cli_folder_close(&f);
    wm_kotor_lyt_free(lyt);
    return code;
}

/* What is added here has parts of its own, so the list is gone through as it grows. */
static int add_parts(cli_view_list *list)
{
    int code = EXIT_FINE;
    for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
        const char *path = list->files[i].path; /* stays where it is when the list grows */
        wm_buffer bytes = list->files[i].bytes;
        if (strcmp(path, "-") == 0)
            continue;
        wm_format format = wm_detect(bytes.data, bytes.size);
        if (format == WM_FORMAT_KOTOR_MDL)
            code = add_model_parts(list, path, &bytes);
        else if (format == WM_FORMAT_KOTOR_LYT)
            code = add_rooms(list, path, &bytes);
    }
    return code;
}

static int add_entry(cli_view_list *list, const cli_entry *entry)
{
    wm_buffer bytes;
    wm_error error;
    if (has(list, entry->path))
        return EXIT_FINE;
    if (!cli_load(entry->path, stderr, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool known = format != WM_FORMAT_UNKNOWN && format != WM_FORMAT_ALL_ZERO;
    if (known || (!entry->walked && cli_ends(entry->path, ".mdx"))) {
        char *path = strdup(entry->path);
        if (path)
            return push(list, path, &bytes);
        wm_buffer_free(&bytes);
        return no_memory();
    }
    wm_format_error(&error, "", format, bytes.size);
    wm_buffer_free(&bytes);
    if (entry->walked)
        return EXIT_FINE;
    cli_say_error(stderr, entry->path, &error);
    return EXIT_INPUT;
}

/* A page must not tell where on somebody's disk the files were. */
static void find_prefix(cli_view_list *list)
{
    const char *first = list->files[0].path;
    size_t n = (size_t)(cli_basename(first) - first);
    for (size_t i = 1; i < list->count; i++)
        while (n > 0 && (strncmp(first, list->files[i].path, n) != 0 || first[n - 1] != '/'))
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
        code = add_parts(list);
    if (code == EXIT_FINE && list->count == 0)
        code = cli_fail(EXIT_INPUT, "%s: there is nothing to view", c->files[0]);
    if (code == EXIT_FINE)
        find_prefix(list);
    return code;
}

void cli_view_free(cli_view_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->files[i].path);
        wm_buffer_free(&list->files[i].bytes);
    }
    free(list->files);
}
