/* Collects the files of a page: those that are named, and their companions. */
#include "view_files.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "memory.h"
#include "open.h"
#include "platform.h"

static int no_memory(void)
{
    return cli_no_memory(CLI_READING);
}

static size_t slot_of(const cli_view_list *list, const char *path)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *at = path; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    size_t i = hash & (list->slot_count - 1);
    while (list->slots[i] && strcmp(list->files[list->slots[i] - 1].path, path) != 0)
        i = (i + 1) & (list->slot_count - 1);
    return i;
}

static bool has(const cli_view_list *list, const char *path)
{
    return list->slot_count && list->slots[slot_of(list, path)];
}

/* Room for twice as many files, and four slots for each. */
static bool grow(cli_view_list *list)
{
    size_t capacity = list->capacity ? 2 * list->capacity : 64, slots = 4 * capacity;
    size_t *table = capacity <= UINT32_MAX ? calloc(slots, sizeof *table) : NULL;
    cli_view_file *files = table ? realloc(list->files, capacity * sizeof *files) : NULL;
    if (!files) {
        free(table);
        return false;
    }
    free(list->slots);
    list->files = files;
    list->capacity = capacity;
    list->slots = table;
    list->slot_count = slots;
    for (size_t i = 0; i < list->count; i++)
        table[slot_of(list, files[i].path)] = i + 1;
    return true;
}

static void free_file(cli_view_file *file)
{
    free(file->path);
    wm_buffer_free(&file->bytes);
}

/* Takes ownership of the content. */
static int push(cli_view_list *list, cli_view_file file)
{
    if (list->count == list->capacity && !grow(list)) {
        free_file(&file);
        return no_memory();
    }
    size_t slot = slot_of(list, file.path);
    list->files[list->count++] = file;
    list->slots[slot] = list->count;
    return EXIT_FINE;
}

/* ---- companions ---- */

/* A finder that puts all that is found into the list. */
typedef struct recorder {
    cli_view_list *list;
    wm_finder inner;
    int code;
} recorder;

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size)
        return realloc(old, new_size);
    free(old);
    return NULL;
}

/* Copies bytes, which count as those of the command do. data is NULL if there are none, or no
 * memory. */
static wm_buffer copy_bytes(const void *data, size_t size)
{
    wm_buffer copy = {.allocator =
                          cli_allocator() ? *cli_allocator() : (wm_allocator){resize, NULL}};
    if (size)
        copy.data = copy.allocator.resize(copy.allocator.user, NULL, 0, size);
    if (copy.data) {
        memcpy(copy.data, data, size);
        copy.size = size;
    }
    return copy;
}

static int add_found(cli_view_list *list, wm_found *f)
{
    if (has(list, f->where) || (!f->data && f->load && f->load(f, NULL) != WM_OK))
        return EXIT_FINE; /* the viewer shows why it cannot be loaded */
    cli_view_file file = {.path = strdup(f->where), .bytes = copy_bytes(f->data, f->size)};
    file.data = file.bytes.data ? (const void *)file.bytes.data : "";
    file.size = file.bytes.size;
    if (file.path && file.size == f->size)
        return push(list, file);
    free_file(&file);
    return no_memory();
}

static wm_status record(void *user, const char *name, const char *type, wm_found *out,
                        wm_error *error)
{
    recorder *r = user;
    wm_status status = r->inner.find ? r->inner.find(r->inner.user, name, type, out, error) : WM_OK;
    if (status == WM_OK && out->where && r->code == EXIT_FINE)
        r->code = add_found(r->list, out);
    return status;
}

/* Asks for the textures of a model. They are read only if one of them is new, to find the maps that
 * their TXIs name. */
static void want_textures(wm_document *d, const wm_finder *finder, const cli_view_list *list)
{
    const wm_scene_opts whole = {.allocator = cli_allocator()};
    wm_scene_images_opts opts = {.finder = *finder, .find_only = true};
    wm_scene *scene = d->lyt ? NULL : wm_document_scene(d, &whole, NULL);
    size_t before = list->count;
    if (scene)
        (void)wm_scene_load_images(scene, &opts, NULL);
    opts.find_only = false;
    if (scene && list->count > before)
        (void)wm_scene_load_images(scene, &opts, NULL);
    wm_scene_free(scene);
}

static bool has_companions(wm_format format)
{
    switch (format) {
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT:
    case WM_FORMAT_KOTOR_LYT:
    case WM_FORMAT_NWN2_MDB:
    case WM_FORMAT_BW2_MODEL:
    case WM_FORMAT_GLTF:
    case WM_FORMAT_OBJ: return true;
    default: return false;
    }
}

static int add_companions_of(const cli *c, cli_view_list *list, size_t i)
{
    const wm_open_opts opts = {.room_models = WM_LOAD_FIND};
    const char *path = list->files[i].path; /* stays where it is when the list grows */
    const void *data = list->files[i].data;
    size_t size = list->files[i].size;
    wm_format format = wm_detect(data, size);
    recorder r = {.list = list};
    wm_error error;
    cli_place place;
    if (strcmp(path, "-") == 0 || !has_companions(format))
        return EXIT_FINE;
    if (!cli_place_open(c, path, format, &opts, &place, &error))
        return cli_fail_on(CLI_READING, path, &error);
    r.inner = place.opts.finder;
    place.opts.finder = (wm_finder){.find = record, .user = &r};
    wm_document *d = wm_open(data, size, &place.opts, NULL);
    if (d) {
        cli_say_document_faults(c, path, d);
        want_textures(d, &place.opts.finder, list);
    }
    wm_document_free(d); /* the viewer shows why a file cannot be opened */
    cli_place_close(&place);
    return r.code;
}

/* A file that is added may have companions too, so the list grows in the loop. */
static int add_companions(const cli *c, cli_view_list *list)
{
    int code = EXIT_FINE;
    for (size_t i = 0; i < list->count && code == EXIT_FINE; i++)
        code = add_companions_of(c, list, i);
    return code;
}

/* ---- named files ---- */

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
        cli_view_file file = {strdup(entry->path), bytes.data, bytes.size, bytes};
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

/* In the page an archive is a folder. */
static void make_folders(cli_view_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (char *at = list->files[i].path + list->prefix; *at; at++)
            if (*at == ':')
                *at = '/';
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
    if (code == EXIT_FINE) {
        find_prefix(list);
        make_folders(list);
    }
    return code;
}

void cli_view_free(cli_view_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_file(&list->files[i]);
    free(list->files);
    free(list->slots);
}
