/* A KotOR module in place of a file: the layout of its area. Modules keep only what is in an area;
 * the layout and the rooms are in the archives of the game, unless a mod brings its own. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "memory.h"
#include "open.h"
#include "platform.h"
#include "waymark/folder.h"

enum { AREA = 33 };

static char *join(const char *a, const char *between, const char *b, const char *c)
{
    size_t size = strlen(a) + strlen(between) + strlen(b) + strlen(c) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s%s%s", a, between, b, c);
    return text;
}

static bool has(const wm_finder *finder, const char *name, const char *type)
{
    wm_found found = {0};
    bool is = finder->find && finder->find(finder->user, name, type, &found, NULL) == WM_OK &&
              found.where;
    if (found.release)
        found.release(&found);
    return is;
}

/* Where the layout of an archive's area is. */
typedef enum layout_place { NO_AREA, NO_LAYOUT, IN_ARCHIVE, ELSEWHERE } layout_place;

static layout_place find_layout(const char *file, char area[AREA], wm_error *error)
{
    cli_archive a;
    layout_place place = NO_AREA;
    area[0] = '\0';
    if (!cli_archive_open(&a, file, strlen(file), error))
        return NO_AREA;
    wm_finder inside = wm_archive_finder(a.archive), game = cli_game_finder();
    cli_folder folder;
    if (cli_folder_open(&folder, file, error) &&
        wm_module_area(&inside, cli_allocator(), area, error) == WM_OK && *area) {
        wm_finder beside = wm_folder_finder(folder.folder);
        place = has(&inside, area, "lyt")                              ? IN_ARCHIVE
                : has(&beside, area, "lyt") || has(&game, area, "lyt") ? ELSEWHERE
                                                                       : NO_LAYOUT;
    }
    cli_folder_close(&folder);
    cli_archive_close(&a);
    return place;
}

wm_status cli_module_read_layout(const char *file, wm_buffer *out, wm_error *error)
{
    const char *name = strrchr(file, ':') + 1;
    char *area = cli_copy_text(name, strlen(name) - 4); /* without ".lyt" */
    wm_found found = {0};
    wm_error ignored;
    cli_folder folder;
    bool opened = cli_folder_open(&folder, file, &ignored);
    wm_finder finders[2] = {opened ? wm_folder_finder(folder.folder) : (wm_finder){0},
                            cli_game_finder()};
    wm_status status = WM_OK;
    for (int i = 0; area && i < 2 && !found.where && status == WM_OK; i++)
        if (finders[i].find)
            status = finders[i].find(finders[i].user, area, "lyt", &found, error);
    if (status == WM_OK && found.where)
        status = wm_found_take(&found, CLI_WRITE_OPTS, out, error);
    else if (status == WM_OK)
        status = wm_error_set(error, WM_IO, "", "there is no '%s' in the module", name);
    cli_folder_close(&folder);
    free(area);
    return status;
}

bool cli_list_module_layout(const cli *c, cli_list *list, const char *archive)
{
    char area[AREA];
    layout_place place = find_layout(archive, area, NULL);
    if (place == NO_LAYOUT && !c->quiet)
        cli_print(cli_messages(),
                  "waymark: note: %s: the layout of its area, %s.lyt, is in the archives of the "
                  "game, with the rooms; --game-dir finds them\n",
                  archive, area);
    if (place != ELSEWHERE)
        return true;
    return cli_list_push(list, join(archive, ":", area, ".lyt"), true);
}

/* ---- for verbs that work on one area ---- */

static int use_archive(cli *c)
{
    char area[AREA];
    wm_error error = {.code = WM_OK};
    const char *file = c->files[0];
    switch (find_layout(file, area, &error)) {
    case NO_AREA:
        if (error.code != WM_OK)
            return cli_fail_on(CLI_READING, file, &error);
        return cli_fail(EXIT_INPUT,
                        "%s: an archive without the module.ifo of an area; name one of its files, "
                        "such as %s:NAME.wok ('waymark ls' lists them)",
                        file, file);
    case NO_LAYOUT:
        return cli_fail(EXIT_INPUT,
                        "%s: the layout of its area, %s.lyt, is not in the module: it is in the "
                        "archives of the game, with the rooms; name the game with --game-dir, or "
                        "put the files next to the module",
                        file, area);
    case IN_ARCHIVE:
    case ELSEWHERE: break;
    }
    c->module_layout = join(file, ":", area, ".lyt");
    if (!c->module_layout)
        return cli_no_memory(CLI_READING);
    c->files[0] = c->module_layout;
    return EXIT_FINE;
}

static int use_game(cli *c)
{
    char area[AREA];
    wm_error error = {.code = WM_OK};
    wm_finder game = cli_game_finder();
    const char *module = cli_get(c, "module");
    if (wm_module_area(&game, cli_allocator(), area, &error) != WM_OK)
        return cli_fail_on(CLI_READING, module, &error);
    if (!*area || !has(&game, area, "lyt"))
        return cli_fail(EXIT_INPUT, "%s: the game has no layout of the module's area%s%s", module,
                        *area ? ", " : "", area);
    c->module_layout = join(area, "", ".lyt", "");
    if (!c->module_layout)
        return cli_no_memory(CLI_READING);
    for (size_t i = c->file_count++; i > 0; i--) /* there is room for one more */
        c->files[i] = c->files[i - 1];
    c->files[0] = c->module_layout;
    return EXIT_FINE;
}

/* Such as 1,-2.5: then the file was left out. */
static bool is_point(const char *text)
{
    return strchr(text, ',') && text[strspn(text, "+-.,0123456789eE")] == '\0';
}

int cli_use_module(cli *c)
{
    const cli_verb *v = c->verb;
    if (!v->area)
        return EXIT_FINE;
    bool missing =
        v->numbers ? !c->file_count || is_point(c->files[0]) : c->file_count < (size_t)v->min_files;
    if (cli_get(c, "module") && missing)
        return use_game(c);
    /* Pictures in a folder are those of its files. */
    bool one = !v->output_last || (c->file_count == 2 && strrchr(cli_basename(c->files[1]), '.') &&
                                   platform_find(c->files[1]) != PLATFORM_DIRECTORY);
    if (c->file_count && one && cli_is_walked_archive(c->files[0]))
        return use_archive(c);
    return EXIT_FINE;
}
