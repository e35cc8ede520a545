/* How two layouts differ: rooms, tracks, obstacles and door hooks are matched by name, equal names
 * in their order. Comments, counts in headers and the order of all but the rooms mean nothing. */
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "kotor/area/layout_text.h"

/* An entry of any list. */
typedef struct entry {
    const char *name, *door; /* of a door hook the room and the door, else door is "" */
    wm_vec3 position;
    const wm_kotor_doorhook *hook; /* NULL: it is none */
} entry;

/* A list of one of the layouts, sorted by name. */
typedef struct sorted {
    entry *entries;
    uint32_t count, *order;
} sorted;

typedef enum change { GONE, NEW, MOVED, OTHER, REORDERED, CHANGES } change;

enum { LISTED = 50 }; /* entries of one change that are listed one by one */

static const struct {
    const char *one, *many;
    wm_diff_side side;
} words[CHANGES] = {
    [GONE] = {"is gone", "are gone", WM_DIFF_SIDE_FIRST},
    [NEW] = {"is new", "are new", WM_DIFF_SIDE_SECOND},
    [MOVED] = {"moved", "moved", WM_DIFF_SIDE_BOTH},
    [OTHER] = {"has another rotation or unknown number", "have other rotations or unknown numbers",
               WM_DIFF_SIDE_BOTH},
    [REORDERED] = {"has another index, which transitions use",
                   "have other indices, which transitions use", WM_DIFF_SIDE_BOTH},
};

/* One of the lists. */
typedef struct kind {
    const char *field, *one, *many;
    bool ordered; /* the order matters: transitions are indices of rooms */
} kind;

/* What is compared now, and how many of its entries differ. */
typedef struct tally {
    wm_diff *diff;
    const kind *kind;
    uint32_t count[CHANGES];
} tally;

static int compare_entries(const entry *a, const entry *b)
{
    int order = wmi_compare_names(a->name, b->name);
    return order ? order : wmi_compare_names(a->door, b->door);
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
    const entry *entries = context;
    int order = compare_entries(&entries[a], &entries[b]);
    return order ? order : a < b ? -1 : a > b;
}

/* placed: NULL: hooks. */
static bool sort(sorted *s, const wm_kotor_placed *placed, const wm_kotor_doorhook *hooks,
                 uint32_t count, wmi_arena *scratch)
{
    s->count = count;
    s->entries = wmi_arena_raw(scratch, count, sizeof *s->entries);
    s->order = wmi_arena_raw(scratch, count, sizeof *s->order);
    if (!s->entries || !s->order)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        s->order[i] = i;
        s->entries[i] = hooks ? (entry){hooks[i].room, hooks[i].door, hooks[i].position, &hooks[i]}
                              : (entry){placed[i].name, "", placed[i].position, NULL};
    }
    wmi_sort_by(s->order, count, compare, s->entries);
    return true;
}

/* detail: what follows the words. */
static void add(tally *t, change what, const entry *e, const char *detail)
{
    if (t->count[what]++ >= LISTED)
        return;
    wmi_diff_add(t->diff, t->kind->field, 1, "%s '%.40s%s%.40s' %s%s", t->kind->one, e->name,
                 *e->door ? " " : "", e->door, words[what].one, detail);
    wmi_diff_about(t->diff, 1, words[what].side, e->name, strlen(e->name));
}

static void add_moved(tally *t, const entry *a, const entry *b)
{
    char text[200];
    wmi_format(text, sizeof text, ": now at %s; was at %s", wmi_coordinates(b->position).text,
               wmi_coordinates(a->position).text);
    add(t, MOVED, a, text);
}

/* What was not listed one by one. */
static void add_rest(const tally *t)
{
    for (int what = 0; what < CHANGES; what++) {
        uint32_t rest = t->count[what] > LISTED ? t->count[what] - LISTED : 0;
        wmi_diff_add(t->diff, t->kind->field, rest, "%s more %s %s", wmi_number(rest).text,
                     rest == 1 ? t->kind->one : t->kind->many,
                     rest == 1 ? words[what].one : words[what].many);
    }
}

/* 0 and -0 are the same place. */
static bool is_apart(double tolerance, float a, float b)
{
    return a != b && wmi_floats_apart(tolerance, &a, &b, 1);
}

static bool has_moved(double tolerance, wm_vec3 a, wm_vec3 b)
{
    return is_apart(tolerance, a.x, b.x) || is_apart(tolerance, a.y, b.y) ||
           is_apart(tolerance, a.z, b.z);
}

/* A quaternion and its negative are the same rotation, but not the same numbers. */
static bool hooks_differ(double tolerance, const wm_kotor_doorhook *a, const wm_kotor_doorhook *b)
{
    bool same = true, negative = tolerance > 0;
    for (int i = 0; i < 4; i++) {
        same = same && !is_apart(tolerance, a->rotation[i], b->rotation[i]);
        negative = negative && !is_apart(tolerance, a->rotation[i], -b->rotation[i]);
    }
    return a->unknown != b->unknown || (!same && !negative);
}

static void compare_pair(tally *t, const sorted s[2], uint32_t i, uint32_t k)
{
    const entry *a = &s[0].entries[i], *b = &s[1].entries[k];
    bool placeholder = !a->hook && wm_kotor_lyt_placeholder(a->name);
    if (!placeholder && has_moved(t->diff->tolerance, a->position, b->position))
        add_moved(t, a, b);
    if (a->hook && hooks_differ(t->diff->tolerance, a->hook, b->hook))
        add(t, OTHER, a, "");
    if (t->kind->ordered && i != k)
        add(t, REORDERED, a, "");
}

static void compare_lists(tally *t, const sorted s[2])
{
    uint32_t i = 0, k = 0;
    while (i < s[0].count || k < s[1].count) {
        const entry *a = i < s[0].count ? &s[0].entries[s[0].order[i]] : NULL;
        const entry *b = k < s[1].count ? &s[1].entries[s[1].order[k]] : NULL;
        int order = !a ? 1 : !b ? -1 : compare_entries(a, b);
        if (order < 0)
            add(t, GONE, a, "");
        else if (order > 0)
            add(t, NEW, b, "");
        else
            compare_pair(t, s, s[0].order[i], s[1].order[k]);
        i += order <= 0;
        k += order >= 0;
    }
}

wm_status wm_kotor_lyt_diff(const wm_kotor_lyt *a, const wm_kotor_lyt *b, wm_diff *diff,
                            wm_error *error)
{
    const struct {
        kind kind;
        const wm_kotor_placed *placed[2];
        uint32_t count[2];
        const wm_kotor_doorhook *hooks[2];
    } lists[] = {
        {{"rooms", "room", "rooms", true},
         {a->rooms, b->rooms},
         {a->room_count, b->room_count},
         {NULL, NULL}},
        {{"tracks", "track", "tracks", false},
         {a->tracks, b->tracks},
         {a->track_count, b->track_count},
         {NULL, NULL}},
        {{"obstacles", "obstacle", "obstacles", false},
         {a->obstacles, b->obstacles},
         {a->obstacle_count, b->obstacle_count},
         {NULL, NULL}},
        {{"doorhooks", "door hook", "door hooks", false},
         {NULL, NULL},
         {a->doorhook_count, b->doorhook_count},
         {a->doorhooks, b->doorhooks}},
    };
    wmi_arena scratch;
    bool good = true;
    wmi_arena_init(&scratch, wmi_lyt_allocator(a), 0);
    for (size_t i = 0; good && i < sizeof lists / sizeof *lists; i++) {
        sorted s[2];
        tally t = {.diff = diff, .kind = &lists[i].kind};
        good = sort(&s[0], lists[i].placed[0], lists[i].hooks[0], lists[i].count[0], &scratch) &&
               sort(&s[1], lists[i].placed[1], lists[i].hooks[1], lists[i].count[1], &scratch);
        if (good) {
            compare_lists(&t, s);
            add_rest(&t);
        }
    }
    if (wmi_compare_names(a->dependency, b->dependency) != 0)
        wmi_diff_add(diff, "dependency", 1, "'%.60s' instead of '%.60s'", b->dependency,
                     a->dependency);
    wmi_arena_free(&scratch);
    return good && !diff->out_of_memory ? WM_OK : wmi_no_memory(error);
}
