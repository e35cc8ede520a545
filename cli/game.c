/* The installed game of --game-dir or WAYMARK_GAME. */
#include "game.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "memory.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    const char *path; /* NULL: there is no game */
    bool required;    /* it was named on the command line */
    const char *module, *user_folder;
    bool tried;
    int code; /* the exit code if a game that is required cannot be opened */
    wm_game *game;
} chosen;

/* waymark ls GAMEDIR names its game among the files. */
static bool names_a_folder(const cli *c)
{
    for (size_t i = 0; i < c->file_count; i++)
        if (platform_find(c->files[i]) == PLATFORM_DIRECTORY)
            return true;
    return false;
}

void cli_game_warn(const wm_game *game)
{
    char text[512];
    for (uint32_t i = 0; i < game->source_count; i++) {
        const wm_game_source *s = &game->sources[i];
        if (s->error)
            cli_print(cli_messages(), "waymark: warning: %s; the rest of the game is used\n",
                      cli_error_text(s->error, s->path, text, sizeof text));
    }
}

/* A folder that is no game, or a module that the game does not have, is wrong usage. That of
 * WAYMARK_GAME may be for other commands. */
static void report_no_game(const wm_error *error)
{
    char text[512];
    if (!chosen.required)
        cli_print(cli_messages(), "waymark: warning: WAYMARK_GAME is not used: %s\n",
                  cli_error_text(error, chosen.path, text, sizeof text));
    else if (error->code == WM_BAD_MAGIC || error->code == WM_BAD_ARGUMENT)
        chosen.code = cli_fail(EXIT_USAGE, "%s: %s", chosen.path, error->message);
    else
        chosen.code = cli_fail_on(CLI_READING, chosen.path, error);
}

/* Call it with the lock, unless there is only one thread yet. */
static wm_game *open_game(void)
{
    wm_error error = {0};
    if (chosen.tried || !chosen.path)
        return chosen.game;
    chosen.tried = true;
    const wm_game_opts opts = {
        .allocator = cli_allocator(), .module = chosen.module, .user_folder = chosen.user_folder};
    chosen.game = wm_game_new(chosen.path, &opts, &error);
    if (chosen.game)
        cli_game_warn(chosen.game);
    else
        report_no_game(&error);
    return chosen.game;
}

int cli_game_choose(const cli *c)
{
    const char *path = cli_get(c, "game-dir"), *said = getenv("WAYMARK_GAME");
    chosen.path = path ? path : said && *said ? said : NULL;
    chosen.module = cli_get(c, "module");
    chosen.user_folder = cli_get(c, "user-dir");
    chosen.required = path || (chosen.module && !names_a_folder(c));
    if (chosen.module && !chosen.path && !names_a_folder(c))
        return cli_fail(EXIT_USAGE, "--module needs --game-dir, or WAYMARK_GAME");
    if (path && platform_find(path) != PLATFORM_DIRECTORY)
        return cli_fail(EXIT_USAGE, "--game-dir takes a folder, and '%s' is none", path);
    if (chosen.required && !open_game())
        return chosen.code;
    return EXIT_FINE;
}

void cli_game_close(void)
{
    wm_game_free(chosen.game);
    memset(&chosen, 0, sizeof chosen);
}

/* The bytes are loaded here, under the lock: archives are read by one thread at a time. */
static wm_status find(void *user, const char *name, const char *type, wm_found *out,
                      wm_error *error)
{
    (void)user;
    wm_status status = WM_OK;
    pthread_mutex_lock(&lock);
    wm_game *game = open_game();
    if (game) {
        wm_finder f = wm_game_finder(game);
        status = f.find(f.user, name, type, out, error);
        if (status == WM_OK && out->where && !out->data && out->load)
            status = out->load(out, error);
        out->load = NULL;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

static wm_status list(void *user, const char *name, const char *type, wm_list_visitor visit,
                      void *visit_user, wm_error *error)
{
    (void)user;
    wm_status status = WM_OK;
    pthread_mutex_lock(&lock);
    wm_game *game = open_game();
    if (game) {
        wm_finder f = wm_game_finder(game);
        status = f.list(f.user, name, type, visit, visit_user, error);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

bool cli_game_is_of(wm_format format)
{
    bool kotor = format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_KOTOR_MDL_TEXT;
    pthread_mutex_lock(&lock);
    const wm_game *game = open_game();
    wm_game_kind kind = game ? game->kind : WM_GAME_KIND_UNKNOWN;
    pthread_mutex_unlock(&lock);
    return (kotor && (kind == WM_GAME_KIND_KOTOR1 || kind == WM_GAME_KIND_KOTOR2)) ||
           (format == WM_FORMAT_NWN2_MDB && kind == WM_GAME_KIND_NWN2) ||
           (format == WM_FORMAT_BW2_MODEL && kind == WM_GAME_KIND_BW2);
}

wm_finder cli_game_finder(void)
{
    return chosen.path ? (wm_finder){.find = find, .list = list} : (wm_finder){0};
}

/* Looks for "name.ext". */
static wm_status find_file(const char *file, wm_found *out, wm_error *error)
{
    const char *dot = strrchr(file, '.');
    char *name = dot && dot != file ? cli_copy_text(file, (size_t)(dot - file)) : NULL;
    char type[16] = "";
    *out = (wm_found){0};
    if (!name || strlen(dot + 1) >= sizeof type) {
        free(name);
        return WM_OK;
    }
    for (size_t i = 0; dot[i + 1]; i++)
        type[i] = (char)(dot[i + 1] >= 'A' && dot[i + 1] <= 'Z' ? dot[i + 1] + 32 : dot[i + 1]);
    wm_status status = find(NULL, name, type, out, error);
    free(name);
    return status;
}

bool cli_game_has(const char *file)
{
    wm_found found;
    if (!chosen.path || strcmp(file, "-") == 0 || *cli_basename(file) == '\0' ||
        cli_basename(file) != file || platform_exists(file))
        return false;
    bool has = find_file(file, &found, NULL) != WM_OK || found.where;
    if (found.release)
        found.release(&found);
    return has;
}

wm_status cli_game_read(const char *file, wm_buffer *out, wm_error *error)
{
    wm_found found;
    *out = (wm_buffer){0};
    wm_status status = find_file(file, &found, error);
    if (status == WM_OK && found.where)
        return wm_found_take(&found, CLI_WRITE_OPTS, out, error);
    if (found.release)
        found.release(&found);
    return status;
}

/* ---- a module ------------------------------------------------------------ */

static char *join(const char *a, const char *between, const char *b, const char *type)
{
    size_t size = strlen(a) + strlen(between) + strlen(b) + strlen(type) + 2;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s%s%s%s", a, between, b, *type ? "." : "", type);
    return text;
}

/* The entries of an archive of the module, without the layout of the area, which is listed
 * already. */
static bool push_module(cli_list *list, const wm_game_source *s, const char *area)
{
    bool good = true;
    if (strcmp(s->role, "module") != 0 || !s->archive)
        return true;
    list->root = strlen(s->path) + 1;
    for (uint32_t i = 0; i < s->archive->entry_count && good; i++) {
        const wm_archive_entry *e = &s->archive->entries[i];
        if (strcasecmp(e->name, area) != 0 || strcmp(e->type, "lyt") != 0)
            good = cli_list_push(list, join(s->path, ":", e->name, e->type), true);
    }
    return good;
}

static bool has_entry(const wm_game *game, const char *name, const char *type)
{
    for (uint32_t i = 0; i < game->source_count; i++) {
        const wm_game_source *s = &game->sources[i];
        if (strcmp(s->role, "module") == 0 && s->archive &&
            wm_archive_find(s->archive, name, type) != WM_NO_INDEX)
            return true;
    }
    return false;
}

/* The models of the rooms, which the game has outside the module: each is compared with its
 * walkmesh. */
static bool push_models(cli_list *list, const wm_game *game, const char *layout)
{
    wm_buffer bytes = {0};
    bool good = true;
    wm_report report;
    wm_report_init(&report, cli_allocator());
    wm_kotor_lyt *lyt = NULL;
    if (cli_game_read(layout, &bytes, NULL) == WM_OK)
        lyt = wm_kotor_lyt_read(bytes.data, bytes.size,
                                &(wm_read_opts){.allocator = cli_allocator(), .report = &report},
                                NULL);
    for (uint32_t i = 0; lyt && i < lyt->room_count && good; i++) {
        const char *room = lyt->rooms[i].name;
        char *model = join(room, "", "", "mdl");
        good = model;
        if (good && wm_kotor_lyt_find(lyt, room) == i && !has_entry(game, room, "mdl") &&
            cli_game_has(model))
            good = cli_list_push(list, model, false);
        else
            free(model);
    }
    wm_kotor_lyt_free(lyt);
    wm_report_free(&report);
    wm_buffer_free(&bytes);
    return good;
}

bool cli_game_list_module(cli_list *list)
{
    char area[33];
    wm_finder finder = cli_game_finder();
    pthread_mutex_lock(&lock);
    const wm_game *game = chosen.module ? open_game() : NULL;
    pthread_mutex_unlock(&lock);
    list->unreadable = chosen.module && !game; /* open_game has said why */
    if (!game)
        return true;
    (void)wm_module_area(&finder, cli_allocator(), area, NULL); /* empty if it cannot be read */
    char *layout = join(area, "", "", "lyt");
    bool good = layout;
    if (good && *area && cli_game_has(layout))
        good = cli_list_push(list, layout, false) && push_models(list, game, layout);
    else
        free(layout);
    for (uint32_t i = 0; i < game->source_count && good; i++)
        good = push_module(list, &game->sources[i], area);
    return good;
}
