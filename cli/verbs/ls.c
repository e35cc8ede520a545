/* waymark ls: the entries of an archive. */
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "game.h"
#include "game_list.h"

/* Where each entry is. Those in a BIF that cannot be opened have no place. */
typedef struct row {
    uint32_t index;
    bool located;
    wm_archive_place place;
} row;

typedef struct rows {
    row *items;
    size_t count, unlocated;
    wm_error first; /* why one has no place */
} rows;

static bool collect(const cli *c, wm_archive *a, rows *r)
{
    *r = (rows){.items = calloc((size_t)a->entry_count + 1, sizeof(row))};
    for (uint32_t i = 0; r->items && i < a->entry_count; i++) {
        wm_error error;
        row *to = &r->items[r->count];
        if (c->file_count > 1 && !cli_entry_matches(&a->entries[i], c->files[1]))
            continue;
        *to = (row){.index = i};
        to->located = wm_archive_locate(a, i, &to->place, &error) == WM_OK;
        if (!to->located && r->unlocated++ == 0)
            r->first = error;
        r->count++;
    }
    return r->items;
}

static void print_json(const cli *c, const wm_archive *a, const rows *r)
{
    wm_json_writer j;
    json_begin(&j, stdout);
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "format", wm_archive_kind_name(a->kind));
    wm_json_begin_array(&j, "entries");
    for (size_t i = 0; i < r->count; i++) {
        const row *from = &r->items[i];
        const wm_archive_entry *e = &a->entries[from->index];
        wm_json_begin_object(&j, NULL);
        wm_json_add_text(&j, "name", e->name);
        wm_json_add_text(&j, "type", e->type);
        if (e->path)
            wm_json_add_text(&j, "path", e->path);
        if (from->located) {
            wm_json_add_uint(&j, "size", from->place.size);
            wm_json_add_uint(&j, "offset", from->place.offset);
            if (from->place.bif)
                wm_json_add_text(&j, "bif", from->place.bif);
        } else {
            wm_json_add_null(&j, "size");
            wm_json_add_null(&j, "offset");
        }
        wm_json_end(&j);
    }
    wm_json_end(&j);
    json_finish(&j);
}

static void print_words(const wm_archive *a, const rows *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const row *from = &r->items[i];
        const wm_archive_entry *e = &a->entries[from->index];
        char size[CLI_COUNT_TEXT], name[CLI_ENTRY_TEXT];
        cli_print(stdout, "%13s  %s%s%s\n",
                  from->located ? cli_count_text(from->place.size, size) : "?",
                  cli_entry_name(e, name), from->place.bif ? "  " : "",
                  from->place.bif ? from->place.bif : "");
    }
}

/* ls GAMEDIR [PATTERN] */
static int list_folder(const cli *c, const char *path, const char *pattern)
{
    wm_error error = {0};
    const wm_game_opts opts = {.allocator = cli_allocator(),
                               .module = cli_get(c, "module"),
                               .user_folder = cli_get(c, "user-dir")};
    wm_game *game = wm_game_new(path, &opts, &error);
    if (!game)
        return cli_unreadable(c, path, &error);
    if (!c->quiet)
        cli_game_warn(game);
    int code = cli_game_list(c, game, pattern);
    wm_game_free(game);
    return code;
}

static int list_archive(cli *c)
{
    cli_archive a;
    rows r;
    wm_error error = {0};
    if (!cli_archive_open(&a, c->files[0], strlen(c->files[0]), &error))
        return cli_unreadable(c, c->files[0], &error);
    int code = EXIT_FINE;
    if (!collect(c, a.archive, &r)) {
        code = cli_no_memory(CLI_READING);
    } else {
        if (c->json)
            print_json(c, a.archive, &r);
        else
            print_words(a.archive, &r);
        if (r.unlocated && !c->quiet) {
            char text[512];
            cli_print(stderr, "waymark: warning: ");
            cli_put_count(stderr, r.unlocated, "entry cannot be read; the reason is",
                          "entries cannot be read; the first reason is");
            cli_print(stderr, ": %s\n", cli_error_text(&r.first, NULL, text, sizeof text));
        }
        if (!c->json && !c->quiet) {
            fputs("waymark: ", stderr);
            cli_put_count(stderr, r.count, "entry", "entries");
            fputc('\n', stderr);
        }
    }
    free(r.items);
    cli_archive_close(&a);
    return code;
}

static int run(cli *c)
{
    const char *first = c->file_count ? c->files[0] : NULL;
    const char *pattern = c->file_count > 1 ? c->files[1] : NULL;
    if (first && platform_find(first) == PLATFORM_DIRECTORY)
        return list_folder(c, first, pattern);
    if (cli_get(c, "game-dir") && !pattern && !(first && platform_exists(first)))
        return list_folder(c, cli_get(c, "game-dir"), first);
    if (!first)
        return cli_fail(EXIT_USAGE, "no archive and no game given; usage: waymark ls %s",
                        c->verb->synopsis);
    if (cli_has(c, "explain"))
        return cli_fail(EXIT_USAGE, "--explain is for games: name the folder of one");
    return list_archive(c);
}

static const cli_option options[] = {
    {"explain", NULL, "list every copy of a resource in a game, and which one the game uses"},
    {0},
};

const cli_verb cmd_ls = {
    .name = "ls",
    .synopsis = "[options] ARCHIVE|GAMEDIR [PATTERN]",
    .summary = "list the entries of an archive, or the resources of a game",
    .details =
        "Reads KEY with its BIFs, BIF, ERF (MOD, HAK, SAV), RIM, ZIP and the STUFF of\n"
        "Black & White 2. PATTERN may contain * and ?; case is ignored. An archive in an\n"
        "archive is OUTER:inner.ext.\n\n"
        "GAMEDIR is the folder of an installed game: KotOR, KotOR 2, Neverwinter Nights 2 or\n"
        "Black & White 2. Each resource is listed once, with the place where the game finds\n"
        "it; with --explain, all copies are listed. --module adds the files of a module.\n\n"
        "  waymark ls chitin.key '*.wok'\n"
        "  waymark ls danm13.mod\n"
        "  waymark ls SAVEGAME.sav:101per.sav\n"
        "  waymark ls ~/kotor 'c_bantha.*' --explain",
    .options = options,
    .min_files = 0,
    .max_files = 2,
    .entries = true,
    .run = run,
};
