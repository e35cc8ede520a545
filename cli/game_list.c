/* waymark ls of an installed game: every copy of a resource, and which one the game uses. */
#include "game_list.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "archive.h"

/* A copy of a resource. The texts belong to the game, or to `texts` of the list. */
typedef struct copy {
    const char *name, *type;
    const char *inside; /* of a KEY: the BIF; of a folder: NULL */
    uint32_t source;    /* index in the game: the lowest is used */
    uint32_t entry;     /* index in its archive; to keep the order */
    bool located;
    uint64_t size, offset;
} copy;

typedef struct copies {
    const cli *c;
    const wm_game *game;
    const char *pattern;
    copy *items;
    size_t count, capacity;
    char **texts; /* names of files in folders */
    size_t text_count, text_capacity;
    uint32_t source;
    size_t unlocated;
    wm_error first; /* why one has no place */
    bool out_of_memory;
} copies;

static bool matches(const copies *l, const char *name, const char *type)
{
    char whole[300];
    snprintf(whole, sizeof whole, "%s%s%s", name, *type ? "." : "", type);
    return !l->pattern || cli_matches(l->pattern, whole) || cli_matches(l->pattern, name);
}

static bool grow(void **list, size_t *capacity, size_t count, size_t element)
{
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 256;
    void *grown = realloc(*list, more * element);
    if (!grown)
        return false;
    *list = grown;
    *capacity = more;
    return true;
}

static copy *add(copies *l, const char *name, const char *type)
{
    l->out_of_memory =
        l->out_of_memory || !grow((void **)&l->items, &l->capacity, l->count, sizeof *l->items);
    if (l->out_of_memory)
        return NULL;
    copy *to = &l->items[l->count++];
    *to = (copy){.name = name, .type = type, .source = l->source};
    return to;
}

static void add_archive(copies *l, wm_archive *a)
{
    for (uint32_t i = 0; i < a->entry_count; i++) {
        const wm_archive_entry *e = &a->entries[i];
        wm_archive_place place;
        wm_error error;
        copy *to = matches(l, e->name, e->type) ? add(l, e->name, e->type) : NULL;
        if (!to)
            continue;
        to->entry = i;
        to->located = wm_archive_locate(a, i, &place, &error) == WM_OK;
        if (to->located) {
            to->size = place.size;
            to->offset = place.offset;
            to->inside = place.bif;
        } else if (l->unlocated++ == 0) {
            l->first = error;
        }
    }
}

static char *keep(copies *l, const char *text)
{
    char *copied = cli_copy_text(text, strlen(text));
    l->out_of_memory =
        !copied || !grow((void **)&l->texts, &l->text_capacity, l->text_count, sizeof *l->texts);
    if (l->out_of_memory) {
        free(copied);
        return NULL;
    }
    return l->texts[l->text_count++] = copied;
}

static bool add_file(void *user, const char *name, const char *type, const char *where)
{
    copies *l = user;
    wm_source file;
    if (!matches(l, name, type) || wm_file_source(where, cli_allocator(), &file, NULL) != WM_OK)
        return true; /* a folder cannot be opened */
    uint64_t size = file.size;
    file.close(file.user);
    const char *kept = keep(l, name), *kind = kept ? keep(l, type) : NULL;
    copy *to = kind ? add(l, kept, kind) : NULL;
    if (to) {
        to->located = true;
        to->size = size;
    }
    return !l->out_of_memory;
}

static bool add_folder(copies *l, const char *path)
{
    wm_error error = {0};
    wm_folder *folder = wm_folder_new(path, cli_allocator(), &error);
    if (!folder)
        return false;
    wm_finder f = wm_folder_finder(folder);
    wm_status status = f.list(f.user, NULL, NULL, add_file, l, &error);
    wm_folder_free(folder);
    return status == WM_OK && !l->out_of_memory;
}

static int by_name(const void *a, const void *b)
{
    const copy *x = a, *y = b;
    int order = strcasecmp(x->name, y->name);
    if (!order)
        order = strcasecmp(x->type, y->type);
    if (!order)
        order = (x->source > y->source) - (x->source < y->source);
    return order ? order : (x->entry > y->entry) - (x->entry < y->entry);
}

/* Whether the copy is the first of its name, which the game uses. */
static bool is_used(const copies *l, size_t i)
{
    return i == 0 || strcasecmp(l->items[i].name, l->items[i - 1].name) != 0 ||
           strcasecmp(l->items[i].type, l->items[i - 1].type) != 0;
}

static void print_json(const copies *l, bool all)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", l->game->path);
    wm_json_add_text(&j, "format", wm_game_kind_name(l->game->kind));
    wm_json_begin_array(&j, "entries");
    for (size_t i = 0; i < l->count; i++) {
        const copy *from = &l->items[i];
        bool used = is_used(l, i);
        if (!used && !all)
            continue;
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "name", from->name);
        wm_json_add_text(&j, "type", from->type);
        if (from->located)
            wm_json_add_uint(&j, "size", from->size);
        else
            wm_json_add_null(&j, "size");
        if (from->located && l->game->sources[from->source].archive)
            wm_json_add_uint(&j, "offset", from->offset);
        else
            wm_json_add_null(&j, "offset");
        if (from->inside)
            wm_json_add_text(&j, "bif", from->inside);
        wm_json_add_text(&j, "source", l->game->sources[from->source].path);
        wm_json_add_text(&j, "role", l->game->sources[from->source].role);
        wm_json_add_bool(&j, "used", used);
        wm_json_end(&j);
    }
    wm_json_end(&j);
    json_finish(&j);
}

static void print_words(const copies *l, bool all)
{
    for (size_t i = 0; i < l->count; i++) {
        const copy *from = &l->items[i];
        bool used = is_used(l, i);
        char size[CLI_COUNT_TEXT];
        if (!used && !all)
            continue;
        cli_print(stdout, "%13s  %s%s%s%s  %s%s%s\n",
                  from->located ? cli_count_text(from->size, size) : "?",
                  all ? used ? "used    " : "hidden  " : "", from->name, *from->type ? "." : "",
                  from->type, l->game->sources[from->source].path, from->inside ? ": " : "",
                  from->inside ? from->inside : "");
    }
}

static void print_notes(const copies *l)
{
    size_t used = 0;
    char text[512];
    for (size_t i = 0; i < l->count; i++)
        used += is_used(l, i);
    if (l->unlocated) {
        cli_print(stderr, "waymark: warning: ");
        cli_put_count(stderr, l->unlocated, "entry cannot be read; the reason is",
                      "entries cannot be read; the first reason is");
        cli_print(stderr, ": %s\n", cli_error_text(&l->first, NULL, text, sizeof text));
    }
    if (l->c->json)
        return;
    fputs("waymark: ", stderr);
    cli_put_count(stderr, used, "name", "names");
    fputs(", ", stderr);
    cli_put_count(stderr, l->count, "copy", "copies");
    fputc('\n', stderr);
}

int cli_game_list(const cli *c, const wm_game *game, const char *pattern)
{
    copies l = {.c = c, .game = game, .pattern = pattern};
    bool all = cli_has(c, "explain"), good = true;
    for (l.source = 0; good && l.source < game->source_count; l.source++) {
        const wm_game_source *s = &game->sources[l.source];
        if (s->archive)
            add_archive(&l, s->archive);
        else if (!s->error)
            good = add_folder(&l, s->path);
        good = good && !l.out_of_memory;
    }
    if (good && l.count)
        qsort(l.items, l.count, sizeof *l.items, by_name);
    if (good && c->json)
        print_json(&l, all);
    else if (good)
        print_words(&l, all);
    if (good && !c->quiet)
        print_notes(&l);
    for (size_t i = 0; i < l.text_count; i++)
        free(l.texts[i]);
    free(l.texts);
    free(l.items);
    return good ? EXIT_FINE : cli_no_memory(CLI_READING);
}
