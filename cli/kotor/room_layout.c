/* Which layout lists a room. The layouts of a folder or archive are read once for all its rooms:
 * reading them for each of n rooms would take n * n. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kept.h"
#include "kotor/area.h"
#include "open.h"

typedef struct room_row {
    char *room;
    uint32_t layout; /* the first one that lists the room has the lowest number */
} room_row;

/* What the layouts of a place list. */
typedef struct room_table {
    size_t room_count, room_room, layout_count, layout_room;
    room_row *rooms; /* sorted by name and layout */
    char **layouts;  /* their names */
    bool failed;     /* out of memory */
} room_table;

static int by_room(const void *x, const void *y)
{
    const room_row *a = x, *b = y;
    int order = strcasecmp(a->room, b->room);
    return order ? order : (a->layout > b->layout) - (a->layout < b->layout);
}

static void free_table(void *thing)
{
    room_table *t = thing;
    for (size_t i = 0; i < t->room_count; i++)
        free(t->rooms[i].room);
    for (size_t i = 0; i < t->layout_count; i++)
        free(t->layouts[i]);
    free(t->rooms);
    free(t->layouts);
    free(t);
}

/* Room for one more item of a list. */
static bool grow(void **list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 64;
    void *grown = more < SIZE_MAX / size ? realloc(*list, more * size) : NULL;
    if (grown) {
        *list = grown;
        *room = more;
    }
    return grown;
}

static bool add_room(room_table *t, const char *room)
{
    void *rooms = t->rooms;
    bool good = grow(&rooms, t->room_count, &t->room_room, sizeof *t->rooms);
    t->rooms = rooms;
    char *copy = good ? cli_copy_text(room, strlen(room)) : NULL;
    if (copy)
        t->rooms[t->room_count++] = (room_row){copy, (uint32_t)t->layout_count};
    return copy;
}

static bool add_layout(room_table *t, const char *name)
{
    void *layouts = t->layouts;
    bool good = grow(&layouts, t->layout_count, &t->layout_room, sizeof *t->layouts);
    t->layouts = layouts;
    char *copy = good ? cli_copy_text(name, strlen(name)) : NULL;
    if (copy)
        t->layouts[t->layout_count++] = copy;
    return copy;
}

static wm_kotor_lyt *read_layout(const cli_place *place, const char *name)
{
    wm_found found;
    wm_kotor_lyt *lyt = NULL;
    if (cli_find(place, name, "lyt", &found, NULL) == WM_OK && found.where &&
        wm_detect(found.data, found.size) == WM_FORMAT_KOTOR_LYT)
        lyt = wm_kotor_lyt_read(found.data, found.size, CLI_READ_OPTS, NULL);
    cli_found_free(&found);
    return lyt;
}

typedef struct listing {
    const cli_place *place;
    room_table *table;
} listing;

static bool visit_layout(void *user, const char *name, const char *type, const char *where)
{
    const listing *l = user;
    room_table *t = l->table;
    wm_kotor_lyt *lyt = read_layout(l->place, name);
    (void)type;
    (void)where;
    for (uint32_t i = 0; lyt && i < lyt->room_count && !t->failed; i++)
        t->failed = !add_room(t, lyt->rooms[i].name);
    if (lyt && !t->failed)
        t->failed = !add_layout(t, name);
    wm_kotor_lyt_free(lyt);
    return !t->failed;
}

static room_table *make_table(const cli_place *place)
{
    room_table *t = calloc(1, sizeof *t);
    listing l = {place, t};
    const wm_finder *f = &place->opts.finder;
    if (!t)
        return NULL;
    if (f->list(f->user, NULL, "lyt", visit_layout, &l, NULL) == WM_NO_MEMORY || t->failed) {
        free_table(t);
        return NULL;
    }
    if (t->room_count)
        qsort(t->rooms, t->room_count, sizeof *t->rooms, by_room);
    return t;
}

/* The name of the layout, or NULL. */
static const char *find_room(const room_table *t, const char *room)
{
    size_t low = 0, high = t->room_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcasecmp(t->rooms[middle].room, room) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < t->room_count && strcasecmp(t->rooms[low].room, room) == 0;
    return found ? t->layouts[t->rooms[low].layout] : NULL;
}

wm_kotor_lyt *cli_room_layout(const cli *c, const char *file)
{
    cli_place place;
    wm_kotor_lyt *lyt = NULL;
    if (cli_place_open(c, file, WM_FORMAT_KOTOR_BWM, NULL, &place, NULL) &&
        place.opts.finder.list) {
        const char *base = cli_basename(place.opts.name), *dot = strrchr(base, '.');
        size_t key = (size_t)(base - file); /* the name is the end of the file's */
        char *room = cli_copy_text(base, dot ? (size_t)(dot - base) : strlen(base));
        room_table *t = cli_kept_take(CLI_KEPT_ROOMS, file, key);
        if (!t)
            t = make_table(&place);
        const char *layout = t && room ? find_room(t, room) : NULL;
        if (layout)
            lyt = read_layout(&place, layout);
        if (t)
            cli_kept_give(CLI_KEPT_ROOMS, file, key, t, free_table);
        free(room);
    }
    cli_place_close(&place);
    return lyt;
}
