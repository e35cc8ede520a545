/* What was not found of an area, as a note and in JSON. */
#include "query/missing.h"

#include <stdlib.h>
#include <string.h>

#include "game.h"

/* Rooms, doors or placeables: how many there are, and how many of them lack a file. */
typedef struct group {
    const char *kind;
    uint32_t count, of;
    char **files; /* which lack, each name once, sorted */
    size_t file_count;
} group;

enum { ROOMS, DOORS, PLACEABLES, GIT, GROUPS };

/* The rooms and objects of an area may be many: no message names more than these. */
enum { SHOWN = 3 };

static bool add_file(group *g, const char *name, const char *suffix, const char *type)
{
    char text[96];
    int n = snprintf(text, sizeof text, "%.60s%s.%s", name, suffix, type);
    char *copy = cli_copy_text(text, (size_t)n);
    if (copy)
        g->files[g->file_count++] = copy;
    return copy;
}

/* Tables first: one of them is for all objects. */
static int by_name(const void *a, const void *b)
{
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    int order = cli_ends(y, ".2da") - cli_ends(x, ".2da");
    return order ? order : strcmp(x, y);
}

static void sort_files(group *g)
{
    size_t kept = 0;
    if (g->file_count)
        qsort(g->files, g->file_count, sizeof *g->files, by_name); /* equal names are the same */
    for (size_t i = 0; i < g->file_count; i++)
        if (kept && strcmp(g->files[kept - 1], g->files[i]) == 0)
            free(g->files[i]);
        else
            g->files[kept++] = g->files[i];
    g->file_count = kept;
}

static bool find_rooms(const wm_document *d, group *g)
{
    bool good = true;
    g->of = d->lyt->room_count;
    for (uint32_t i = 0; i < g->of && good; i++) {
        const wm_document_room *room = &d->rooms[i];
        if (!room->walkmesh || room->bwm || room->mdl)
            continue;
        g->count++;
        good = add_file(g, d->lyt->rooms[i].name, "", "wok");
    }
    return good;
}

/* The first file on the way to its walkmesh that was not found or cannot be read. If both tables
 * were read but have no such row, no file is missing. */
static bool add_object(group *g, const wm_kotor_placed_object *p, bool door, bool tables)
{
    g->count++;
    if (p->template_missing)
        return add_file(g, p->object->resource, "", door ? "utd" : "utp");
    if (!p->model && tables)
        return true;
    if (!p->model)
        return add_file(g, door ? "genericdoors" : "placeables", "", "2da");
    if (p->model_missing)
        return add_file(g, p->model, "", "mdl");
    return add_file(g, p->model, door ? "0" : "", door ? "dwk" : "pwk");
}

static bool find_objects(const wm_kotor_objects *objects, cli_objects which, group *groups)
{
    bool good = true;
    for (uint32_t i = 0; i < objects->count && good; i++) {
        const wm_kotor_placed_object *p = &objects->items[i];
        bool door = p->object->kind == WM_KOTOR_OBJECT_KIND_DOOR;
        group *g = &groups[door ? DOORS : PLACEABLES];
        if (door && which == CLI_PLACEABLES)
            continue;
        g->of++;
        if (p->walkmesh_unknown)
            good = add_object(g, p, door, objects->tables);
    }
    return good;
}

static void free_groups(group *groups)
{
    for (int k = 0; k < GROUPS; k++) {
        for (size_t i = 0; i < groups[k].file_count; i++)
            free(groups[k].files[i]);
        free(groups[k].files);
    }
}

/* If memory runs out, the lists of names are shorter; the counts are right as far as they go. */
static void find_groups(const wm_document *d, cli_objects which, group *groups)
{
    static const char *const kinds[GROUPS] = {"room", "door", "placeable", "git"};
    const wm_kotor_objects *objects = which == CLI_NO_OBJECTS ? NULL : d->objects;
    size_t most = (size_t)d->lyt->room_count + (objects ? objects->count : 0) + 1;
    bool good = true;
    for (int k = 0; k < GROUPS; k++) {
        groups[k] = (group){.kind = kinds[k], .files = calloc(most, sizeof(char *))};
        good = good && groups[k].files;
    }
    good = good && find_rooms(d, &groups[ROOMS]);
    good = good && (!objects || find_objects(objects, which, groups));
    const wm_companion *git = d->git_file;
    if (good && git && git->error && which != CLI_NO_OBJECTS) {
        groups[GIT].count = groups[GIT].of = 1;
        add_file(&groups[GIT], git->name, "", git->type);
    }
    for (int k = 0; k < GROUPS && good; k++)
        sort_files(&groups[k]);
}

/* "a.wok, b.wok, c.wok and 7 more" */
static void put_files(FILE *to, const group *a, const group *b)
{
    size_t all = a->file_count + (b ? b->file_count : 0), n = all > SHOWN ? SHOWN : all;
    for (size_t i = 0; i < n; i++) {
        const group *from = b && i >= a->file_count ? b : a;
        const char *name = from->files[from == a ? i : i - a->file_count];
        bool last = i + 1 == n && n == all;
        cli_print(to, "%s%s", i == 0 ? "" : last ? " and " : ", ", name);
    }
    if (all > n)
        cli_print(to, " and %zu more", all - n);
    fputs(all == 1 ? " is" : " are", to);
}

static void note_rooms(const char *file, const group *g)
{
    FILE *to = cli_messages();
    cli_print(to, "waymark: note: %s: %u of %u %s %s no walkmesh here: ", file, (unsigned)g->count,
              (unsigned)g->of, cli_word(g->of, "room", "rooms"), g->count == 1 ? "has" : "have");
    put_files(to, g, NULL);
    fputs(" missing or cannot be read\n", to);
}

static void note_objects(const char *file, const group *doors, const group *placeables, bool drawn)
{
    bool one = doors->count + placeables->count == 1;
    FILE *to = cli_messages();
    cli_print(to, "waymark: note: %s: ", file);
    if (doors->count)
        cli_print(to, "%u of %u %s", (unsigned)doors->count, (unsigned)doors->of,
                  cli_word(doors->of, "door", "doors"));
    if (doors->count && placeables->count)
        fputs(" and ", to);
    if (placeables->count)
        cli_print(to, "%u of %u %s", (unsigned)placeables->count, (unsigned)placeables->of,
                  cli_word(placeables->of, "placeable", "placeables"));
    cli_print(to, " %s no walkmesh here%s: ", one ? "has" : "have",
              drawn ? ""
              : one ? " and is no obstacle"
                    : " and are no obstacles");
    if (doors->file_count + placeables->file_count == 0) {
        cli_print(to, "the tables have no row for %s\n",
                  one ? "its appearance" : "their appearances");
        return;
    }
    put_files(to, doors, placeables);
    cli_print(to, " missing or cannot be read%s\n",
              cli_game_finder().find ? "" : " (--game-dir names the folder of the game)");
}

void cli_note_missing(const cli *c, const char *file, const wm_document *area, cli_objects objects)
{
    group groups[GROUPS];
    if (!area || !area->lyt || !area->rooms || c->quiet)
        return;
    find_groups(area, objects, groups);
    if (groups[ROOMS].count)
        note_rooms(file, &groups[ROOMS]);
    if (groups[DOORS].count || groups[PLACEABLES].count)
        note_objects(file, &groups[DOORS], &groups[PLACEABLES], objects == CLI_DRAWN_OBJECTS);
    if (groups[GIT].count)
        cli_print(cli_messages(),
                  "waymark: note: %s: doors and placeables are not known: %s cannot be read (see "
                  "'waymark check')\n",
                  file, groups[GIT].file_count ? groups[GIT].files[0] : "its GIT");
    free_groups(groups);
}

void json_missing(wm_json_writer *j, const wm_document *area, cli_objects objects)
{
    group groups[GROUPS];
    if (!area || !area->lyt || !area->rooms)
        return;
    find_groups(area, objects, groups);
    wm_json_begin_array(j, "missing");
    for (int k = 0; k < GROUPS; k++) {
        if (!groups[k].count)
            continue;
        wm_json_begin_object(j, NULL);
        wm_json_add_text(j, "kind", groups[k].kind);
        wm_json_add_uint(j, "count", groups[k].count);
        wm_json_add_uint(j, "of", groups[k].of);
        wm_json_begin_array(j, "files");
        for (size_t i = 0; i < groups[k].file_count; i++)
            wm_json_add_text(j, NULL, groups[k].files[i]);
        wm_json_end(j);
        wm_json_end(j);
    }
    wm_json_end(j);
    free_groups(groups);
}
