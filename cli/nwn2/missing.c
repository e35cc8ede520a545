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

/* The TRX that --keep-from names, or that of the area in the directory that it names. */
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

static bool same_model(const wm_nwn2_missing *a, const wm_nwn2_missing *b)
{
    if (a->model && b->model)
        return strcmp(a->model, b->model) == 0;
    return !a->model && !b->model && a->placeable.appearance == b->placeable.appearance;
}

/* One model or appearance, with all its placeables; missing[first] is the first of them. */
static void say_model(const cli_placeables *list, uint32_t first)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    const wm_nwn2_missing *m = &o->missing[first];
    const char *before = " ";
    if (m->model)
        cli_print(cli_messages(), "  %s.mdb %s:", m->model,
                  m->unreadable ? "cannot be read" : "is missing");
    else
        cli_print(cli_messages(),
                  "  appearance %u has no model:", (unsigned)m->placeable.appearance);
    for (uint32_t i = first; i < o->missing_count; i++)
        if (same_model(m, &o->missing[i]) && !is_kept(list, i)) {
            const wm_nwn2_placeable *p = &o->missing[i].placeable;
            cli_print(cli_messages(), "%splaceable %u at %.2f %.2f", before, (unsigned)p->index,
                      (double)p->position.x, (double)p->position.y);
            before = ", ";
        }
    fputc('\n', cli_messages());
}

static void say_models(const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    for (uint32_t i = 0; i < o->missing_count; i++) {
        uint32_t k = 0;
        while (is_kept(list, k) || !same_model(&o->missing[k], &o->missing[i]))
            if (++k > i)
                break;
        if (k == i)
            say_model(list, i);
    }
}

static void say_missing(const cli_placeables *list, bool holes)
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
        return;
    }
    cli_print(cli_messages(), "%s not beside the area or in --models\n",
              cli_word(left, "its model is", "their models are"));
    say_models(list);
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
    if (!c->quiet)
        say_missing(list, what == MISSING_HOLE);
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

void cli_placeables_say(const cli_placeables *list)
{
    const wm_nwn2_obstacles *o = list->obstacles;
    if (o && o->walks + o->hulls + o->boxes)
        cli_print(cli_messages(),
                  "  %u of %u static %s baked: %u with a floor of their own, %u with the hole of "
                  "their collision hull (likely as in the game), %u with that of their bounds\n",
                  (unsigned)(o->walks + o->hulls + o->boxes), (unsigned)list->count,
                  cli_word(list->count, "placeable is", "placeables are"), (unsigned)o->walks,
                  (unsigned)o->hulls, (unsigned)o->boxes);
    if (list->kept)
        say_kept(list);
}
