/* Placeables of an area's GIT, for bake. */
#include "nwn2/placeables.h"

#include <stdlib.h>
#include <string.h>

enum { MISSING_FAIL = 2 }; /* --missing ignore|fail */

/* ---- where models are ---- */

typedef struct places {
    wm_folder **folders;
    wm_finder *finders; /* that of the area, then those of the folders */
    size_t count;
    wm_chain *chain;
} places;

static void close_places(places *p)
{
    wm_chain_free(p->chain);
    for (size_t i = 0; p->folders && i < p->count; i++)
        wm_folder_free(p->folders[i]);
    free(p->folders);
    free(p->finders);
}

static bool open_places(const cli *c, const cli_area *area, places *p, wm_error *error)
{
    *p = (places){.folders = calloc(c->value_count + 1, sizeof *p->folders),
                  .finders = calloc(c->value_count + 1, sizeof *p->finders)};
    if (!p->folders || !p->finders) {
        wm_error_set(error, WM_NO_MEMORY, "", "out of memory");
        return false;
    }
    p->finders[p->count++] = area->place.opts.finder;
    for (size_t i = 0; i < c->value_count; i++) {
        if (strcmp(c->values[i].option->name, "models") != 0)
            continue;
        wm_folder *folder = wm_folder_new(c->values[i].text, cli_allocator(), error);
        if (!folder)
            return false;
        p->folders[p->count] = folder;
        p->finders[p->count++] = wm_folder_finder(folder);
    }
    p->chain = wm_chain_new(p->finders, p->count, cli_allocator(), error);
    return p->chain;
}

/* ---- what is missing ---- */

static bool same_model(const wm_nwn2_missing *a, const wm_nwn2_missing *b)
{
    if (a->model && b->model)
        return strcmp(a->model, b->model) == 0;
    return !a->model && !b->model && a->placeable.appearance == b->placeable.appearance;
}

/* One model or appearance, with all its placeables; missing[first] is the first of them. */
static void say_model(const wm_nwn2_obstacles *o, uint32_t first)
{
    const wm_nwn2_missing *m = &o->missing[first];
    const char *before = " ";
    if (m->model)
        cli_print(cli_messages(), "  %s.mdb %s:", m->model,
                  m->unreadable ? "cannot be read" : "is missing");
    else
        cli_print(cli_messages(),
                  "  appearance %u has no model:", (unsigned)m->placeable.appearance);
    for (uint32_t i = first; i < o->missing_count; i++)
        if (same_model(m, &o->missing[i])) {
            const wm_nwn2_placeable *p = &o->missing[i].placeable;
            cli_print(cli_messages(), "%splaceable %u at %.2f %.2f", before, (unsigned)p->index,
                      (double)p->position.x, (double)p->position.y);
            before = ", ";
        }
    fputc('\n', cli_messages());
}

static void say_missing(const cli *c, const char *file, const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    if (o->missing_count == 0 || c->quiet)
        return;
    cli_print(cli_messages(), "waymark: warning: %s: %u of %u static %s not baked: ", file,
              (unsigned)o->missing_count, (unsigned)list->count,
              cli_word(list->count, "placeable is", "placeables are"));
    if (!o->table) {
        fputs("there is no placeables.2da beside the area or in a folder of --models, so their "
              "models are not known\n",
              cli_messages());
        return;
    }
    fputs("their models are not beside the area or in a folder of --models\n", cli_messages());
    for (uint32_t i = 0; i < o->missing_count; i++) {
        uint32_t k = 0;
        while (!same_model(&o->missing[k], &o->missing[i]))
            k++;
        if (k == i)
            say_model(o, i);
    }
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
    if (all->skipped && !c->quiet)
        cli_print(cli_messages(),
                  "waymark: %s: skipped %u %s whose place, bearing or scale is not finite\n", file,
                  (unsigned)all->skipped, cli_word(all->skipped, "placeable", "placeables"));
    if (open_places(c, area, &where, &error)) {
        wm_finder finder = wm_chain_finder(where.chain);
        list->obstacles = wm_nwn2_obstacles_new(all, &finder, cli_allocator(), &error);
    }
    close_places(&where);
    wm_nwn2_placeables_free(all);
    if (!list->obstacles)
        return cli_fail_on(CLI_READING, file, &error);
    say_missing(c, file, list);
    if (list->obstacles->missing_count && cli_choice(c, "missing") == MISSING_FAIL)
        return cli_fail(EXIT_INPUT, "%s: models of placeables are missing, and --missing is fail",
                        file);
    return EXIT_FINE;
}

void cli_placeables_free(cli_placeables *list)
{
    wm_nwn2_obstacles_free(list->obstacles);
    *list = (cli_placeables){0};
}

/* ---- output ---- */

void cli_placeables_json(const cli_placeables *list, wm_json_writer *j)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    wm_json_begin_object(j, "placeables");
    wm_json_add_uint(j, "static", list->count);
    wm_json_add_uint(j, "floors", o ? o->walks : 0);
    wm_json_add_uint(j, "hulls", o ? o->hulls : 0);
    wm_json_add_uint(j, "boxes", o ? o->boxes : 0);
    wm_json_add_uint(j, "empty", o ? o->empty : 0);
    wm_json_end(j);
    wm_json_begin_array(j, "missing");
    for (uint32_t i = 0; o && i < o->missing_count; i++) {
        const wm_nwn2_missing *m = &o->missing[i];
        wm_json_begin_object(j, NULL);
        wm_json_add_uint(j, "placeable", m->placeable.index);
        wm_json_add_uint(j, "appearance", m->placeable.appearance);
        if (m->model)
            wm_json_add_text(j, "model", m->model);
        wm_json_add_bool(j, "unreadable", m->unreadable);
        wm_json_add_vec3(j, "position", m->placeable.position);
        wm_json_end(j);
    }
    wm_json_end(j);
}

void cli_placeables_say(const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    if (!o || o->walks + o->hulls + o->boxes == 0)
        return;
    cli_print(cli_messages(),
              "  %u of %u static %s baked: %u with a floor of their own, %u with the hole of their "
              "collision hull (likely as in the game), %u with that of their bounds\n",
              (unsigned)(o->walks + o->hulls + o->boxes), (unsigned)list->count,
              cli_word(list->count, "placeable is", "placeables are"), (unsigned)o->walks,
              (unsigned)o->hulls, (unsigned)o->boxes);
}
