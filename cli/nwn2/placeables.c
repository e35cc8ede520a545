/* Placeables of an area's GIT, for bake. */
#include "nwn2/placeables.h"

#include <stdlib.h>
#include <string.h>

/* ---- where models are ---- */

/* A folder or an archive of --models. */
typedef struct models {
    wm_folder *folder;
    cli_archive archive;
} models;

typedef struct places {
    models *models;
    wm_finder *finders; /* that of the area, then those of the models */
    size_t count;       /* finders */
    wm_chain *chain;
} places;

static void close_places(places *p)
{
    wm_chain_free(p->chain);
    for (size_t i = 0; p->models && i < p->count; i++) {
        wm_folder_free(p->models[i].folder);
        cli_archive_close(&p->models[i].archive);
    }
    free(p->models);
    free(p->finders);
}

/* EXIT_FINE, or another code, reported. */
static int open_models(const char *path, models *m, wm_finder *finder)
{
    wm_error error;
    if (platform_find(path) != PLATFORM_FILE && !cli_archive_prefix(path)) {
        m->folder = wm_folder_new(path, cli_allocator(), &error);
        if (!m->folder)
            return cli_fail_on(CLI_READING, path, &error);
        *finder = wm_folder_finder(m->folder);
        return EXIT_FINE;
    }
    if (!cli_archive_open(&m->archive, path, strlen(path), &error))
        return cli_fail_on(CLI_READING, path, &error);
    *finder = wm_archive_finder(m->archive.archive);
    return EXIT_FINE;
}

static int open_places(const cli *c, const cli_area *area, places *p)
{
    wm_error error;
    *p = (places){.models = calloc(c->value_count + 1, sizeof *p->models),
                  .finders = calloc(c->value_count + 1, sizeof *p->finders)};
    if (!p->models || !p->finders)
        return cli_no_memory(CLI_READING);
    p->finders[p->count++] = area->place.opts.finder;
    for (size_t i = 0; i < c->value_count; i++) {
        if (strcmp(c->values[i].option->name, "models") != 0)
            continue;
        size_t at = p->count++;
        int code = open_models(c->values[i].text, &p->models[at], &p->finders[at]);
        if (code != EXIT_FINE)
            return code;
    }
    p->chain = wm_chain_new(p->finders, p->count, cli_allocator(), &error);
    return p->chain ? EXIT_FINE : cli_no_memory(CLI_READING);
}

/* ---- loading ---- */

int cli_placeables_load(const cli *c, const cli_area *area, const char *file, const void *data,
                        size_t size, cli_placeables *list)
{
    wm_error error;
    places where;
    *list = (cli_placeables){0};
    wm_nwn2_placeables *all = wm_nwn2_placeables_read(data, size, CLI_READ_OPTS, &error);
    if (!all)
        return cli_fail_on(CLI_READING, file, &error);
    list->count = all->count;
    snprintf(list->git, sizeof list->git, "%s", file);
    if (all->skipped && !c->quiet)
        cli_print(cli_messages(),
                  "waymark: %s: skipped %u %s whose place, bearing or scale is not finite\n", file,
                  (unsigned)all->skipped, cli_word(all->skipped, "placeable", "placeables"));
    int code = open_places(c, area, &where);
    if (code == EXIT_FINE) {
        wm_finder finder = wm_chain_finder(where.chain);
        list->obstacles = wm_nwn2_obstacles_new(all, &finder, cli_allocator(), &error);
        if (!list->obstacles)
            code = cli_fail_on(CLI_READING, file, &error);
    }
    close_places(&where);
    wm_nwn2_placeables_free(all);
    return code;
}

void cli_placeables_free(cli_placeables *list)
{
    wm_nwn2_obstacles_free(list->obstacles);
    wm_nwn2_kept_free(list->kept);
    free(list->squares);
    *list = (cli_placeables){0};
}
