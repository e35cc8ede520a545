/* Placeables whose models are missing: what an earlier bake knows about them, and --missing. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "nwn2/edit.h"
#include "nwn2/placeables.h"

enum { MISSING_HOLE = 2, MISSING_FAIL = 3 }; /* --missing ignore|hole|fail */

/* The side of the square that --missing hole cuts out, in metres: the best of the sides from 0.4 to
 * 1 m in real areas. */
static const float guess = 0.5f;

/* ---- an earlier bake ---- */

/* The TRX that --keep-from names, or that of the area in the folder that it names. */
static int find_old(const cli *c, const cli_area *area, char to[CLI_AREA_PATH])
{
    const char *from = cli_get(c, "keep-from");
    wm_error error;
    wm_found found = {0};
    if (!cli_is_directory(from)) {
        snprintf(to, CLI_AREA_PATH, "%s", from);
        return EXIT_FINE;
    }
    wm_folder *folder = wm_folder_new(from, cli_allocator(), &error);
    if (!folder)
        return cli_fail_on(CLI_READING, from, &error);
    wm_finder finder = wm_folder_finder(folder);
    wm_status status = finder.find(finder.user, area->name, "trx", &found, &error);
    if (found.where)
        snprintf(to, CLI_AREA_PATH, "%s", found.where);
    cli_found_free(&found);
    wm_folder_free(folder);
    if (status != WM_OK)
        return cli_fail_on(CLI_READING, from, &error);
    return *to ? EXIT_FINE : cli_fail(EXIT_INPUT, "%s: there is no %s.trx", from, area->name);
}

static wm_nwn2_trn *load_old(const cli *c, const char *file, wm_error *error)
{
    wm_buffer bytes;
    if (cli_read_file(file, &bytes, error) != WM_OK)
        return NULL;
    wm_nwn2_trn *old = cli_read_trn_mesh(c, file, &bytes, error);
    wm_buffer_free(&bytes);
    return old;
}

int cli_placeables_keep(const cli *c, const cli_area *area, const wm_nwn2_trn *laid,
                        cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    wm_error error;
    int code = find_old(c, area, list->old);
    if (code != EXIT_FINE)
        return code;
    wm_nwn2_trn *old = load_old(c, list->old, &error);
    wm_vec3 *places = malloc(((size_t)o->missing_count + 1) * sizeof *places);
    for (uint32_t i = 0; places && i < o->missing_count; i++)
        places[i] = o->missing[i].placeable.position;
    if (!places)
        wm_error_set(&error, WM_NO_MEMORY, "", "out of memory");
    else if (old)
        list->kept = wm_nwn2_kept_new(laid, old, places, o->missing_count, cli_allocator(), &error);
    for (uint32_t i = 0; list->kept && i < o->missing_count; i++)
        list->kept_count += list->kept->found[i];
    free(places);
    wm_nwn2_trn_free(old);
    return list->kept ? EXIT_FINE : cli_fail_on(CLI_READING, list->old, &error);
}

/* ---- what is still missing ---- */

static bool is_kept(const cli_placeables *list, uint32_t i)
{
    return list->kept && list->kept->found[i];
}

/* A missing model in the list that is printed. */
typedef struct entry {
    const wm_nwn2_missing *missing;
    uint32_t index, first; /* its own, and that of the first one with the same model */
} entry;

static int compare_models(const entry *a, const entry *b)
{
    const wm_nwn2_missing *x = a->missing, *y = b->missing;
    if (x->model && y->model)
        return strcmp(x->model, y->model);
    if (x->model || y->model)
        return x->model ? -1 : 1;
    return x->placeable.appearance < y->placeable.appearance
               ? -1
               : x->placeable.appearance > y->placeable.appearance;
}

static int by_model(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = compare_models(x, y);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

static int by_first(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void say_model(const wm_nwn2_missing *m)
{
    if (m->model)
        cli_print(cli_messages(), "  %s.mdb %s:", m->model,
                  m->unreadable ? "cannot be read" : "is missing");
    else
        cli_print(cli_messages(),
                  "  appearance %u has no model:", (unsigned)m->placeable.appearance);
}

/* Each model or appearance with all its placeables, in the order of the GIT. */
static void say_entries(const entry *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const wm_nwn2_placeable *p = &list[i].missing->placeable;
        bool begins = list[i].index == list[i].first;
        if (begins)
            say_model(list[i].missing);
        cli_print(cli_messages(), "%splaceable %u at %.2f %.2f", begins ? " " : ", ",
                  (unsigned)p->index, (double)p->position.x, (double)p->position.y);
        if (i + 1 == count || list[i + 1].first != list[i].first)
            fputc('\n', cli_messages());
    }
}

static int say_models(const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    entry *all = calloc((size_t)o->missing_count + 1, sizeof *all);
    uint32_t count = 0;
    if (!all)
        return cli_no_memory(CLI_READING);
    for (uint32_t i = 0; i < o->missing_count; i++)
        if (!is_kept(list, i))
            all[count++] = (entry){&o->missing[i], i, i};
    qsort(all, count, sizeof *all, by_model);
    for (uint32_t i = 1; i < count; i++)
        if (compare_models(&all[i - 1], &all[i]) == 0)
            all[i].first = all[i - 1].first;
    qsort(all, count, sizeof *all, by_first);
    say_entries(all, count);
    free(all);
    return EXIT_FINE;
}

static int say_missing(const cli_placeables *list, bool holes)
{
    uint32_t left = list->obstacles->missing_count - list->kept_count;
    cli_print(cli_messages(), "waymark: warning: %s: %u of %u static ", list->git, (unsigned)left,
              (unsigned)list->count);
    if (holes)
        cli_print(cli_messages(), "%s holes of %g x %g m before scaling, which is a guess: ",
                  cli_word(list->count, "placeable leaves", "placeables leave"), (double)guess,
                  (double)guess);
    else
        cli_print(cli_messages(),
                  "%s not baked: ", cli_word(list->count, "placeable is", "placeables are"));
    if (!list->obstacles->table) {
        cli_print(cli_messages(),
                  "there is no placeables.2da beside the area or in --models, so %s not known\n",
                  cli_word(left, "its model is", "their models are"));
        return EXIT_FINE;
    }
    cli_print(cli_messages(), "%s not beside the area or in --models\n",
              cli_word(left, "its model is", "their models are"));
    return say_models(list);
}

static int make_squares(cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    list->squares = calloc((size_t)o->missing_count + 1, sizeof *list->squares);
    if (!list->squares)
        return cli_no_memory(CLI_READING);
    for (uint32_t i = 0; i < o->missing_count; i++)
        if (!is_kept(list, i))
            wm_nwn2_placeable_square(&o->missing[i].placeable, guess,
                                     list->squares[list->square_count++]);
    return EXIT_FINE;
}

int cli_placeables_settle(const cli *c, cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    int what = cli_choice(c, "missing");
    if (!o || o->missing_count == list->kept_count)
        return EXIT_FINE;
    int code = c->quiet ? EXIT_FINE : say_missing(list, what == MISSING_HOLE);
    if (code != EXIT_FINE)
        return code;
    if (what == MISSING_FAIL)
        return cli_fail(EXIT_INPUT, "%s: models of placeables are missing, and --missing is fail",
                        list->git);
    return what == MISSING_HOLE ? make_squares(list) : EXIT_FINE;
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
    wm_json_add_uint(j, "kept", list->kept_count);
    wm_json_add_uint(j, "guessed", list->square_count);
    wm_json_add_uint(j, "onto_floors", list->onto_floors);
    wm_json_add_uint(j, "over_floors", list->over_floors);
    wm_json_end(j);
    if (list->kept) {
        wm_json_begin_object(j, "keep_from");
        wm_json_add_text(j, "file", list->old);
        wm_json_add_double(j, "holes_m2", list->kept->holes_m2);
        wm_json_add_uint(j, "floor_triangles",
                         list->kept->floor_count ? list->kept->floors->triangle_count : 0);
        wm_json_add_uint(j, "other_holes", list->kept->others);
        wm_json_add_uint(j, "lost_tiles", list->kept->lost_tiles);
        wm_json_end(j);
    }
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
        wm_json_add_text(j, "instead",
                         is_kept(list, i)     ? "kept"
                         : list->square_count ? "hole"
                                              : "ground");
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void say_kept(const cli_placeables *list)
{
    const wm_nwn2_kept *k = list->kept;
    uint32_t floor = k->floor_count ? k->floors->triangle_count : 0;
    cli_print(cli_messages(),
              "  %u of %u placeables without a model are as in %s: %.2f m2 of holes, %u %s of "
              "floors\n",
              (unsigned)list->kept_count, (unsigned)list->obstacles->missing_count, list->old,
              k->holes_m2, (unsigned)floor, cli_word(floor, "triangle", "triangles"));
    if (k->others)
        cli_print(cli_messages(), "  %u other %s of %s %s at none of them, and %s not kept\n",
                  (unsigned)k->others, cli_word(k->others, "hole", "holes"), list->old,
                  cli_word(k->others, "is", "are"), cli_word(k->others, "is", "are"));
    if (k->lost_tiles)
        cli_print(cli_messages(),
                  "  %u %s empty in %s, though the TRN has ground there: %s not kept\n",
                  (unsigned)k->lost_tiles, cli_word(k->lost_tiles, "tile is", "tiles are"),
                  list->old, cli_word(k->lost_tiles, "this hole is", "these holes are"));
}

/* One part of the list of baked placeables, if it has any. */
static void say_part(uint32_t count, const char *one, const char *many, const char **before)
{
    if (!count)
        return;
    cli_print(cli_messages(), "%s%u %s", *before, (unsigned)count, cli_word(count, one, many));
    *before = ", ";
}

static void say_baked(const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    const char *before = " ";
    cli_print(cli_messages(),
              "  %u of %u static %s baked:", (unsigned)(o->walks + o->hulls + o->boxes),
              (unsigned)list->count, cli_word(list->count, "placeable is", "placeables are"));
    say_part(o->walks, "with its own floor", "with floors of their own", &before);
    say_part(o->hulls, "with the hole of its collision hull (likely as in the game)",
             "with the holes of their collision hulls (likely as in the game)", &before);
    say_part(o->boxes, "with the hole of its bounds", "with the holes of their bounds", &before);
    fputc('\n', cli_messages());
}

/* Placeables whose models were read, and leave the ground as it is. */
static void say_empty(const cli_placeables *list)
{
    uint32_t empty = list->obstacles->empty;
    cli_print(cli_messages(), "  %u of %u static %s: %s nothing to bake\n", (unsigned)empty,
              (unsigned)list->count,
              cli_word(list->count, "placeable changes nothing", "placeables change nothing"),
              cli_word(empty, "its model has", "their models have"));
}

/* What is likely about floors. */
static void say_floors(const cli_placeables *list)
{
    if (list->onto_floors)
        cli_print(
            cli_messages(), "  %u %s to another floor, not to the ground (likely as in the game)\n",
            (unsigned)list->onto_floors,
            cli_word(list->onto_floors, "vertex of a floor drops", "vertices of floors drop"));
    if (list->over_floors)
        cli_print(cli_messages(), "  %u %s parts of lower floors (likely as in the game)\n",
                  (unsigned)list->over_floors,
                  cli_word(list->over_floors, "triangle of a floor replaces",
                           "triangles of floors replace"));
}

void cli_placeables_say(const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    if (o && o->walks + o->hulls + o->boxes)
        say_baked(list);
    if (o && o->empty)
        say_empty(list);
    say_floors(list);
    if (list->kept)
        say_kept(list);
}
