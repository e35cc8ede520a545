/* Reads, writes and checks area layouts. docs/formats/kotor-lyt-vis.md, "LYT". */
#include "base/search.h"
#include "base/sort.h"
#include "base/words.h"
#include "kotor/area/layout_text.h"

enum { ROOMS, TRACKS, OBSTACLES, DOORHOOKS, LISTS, NO_LIST = -1 };

static const struct {
    const char *head, *entry;
} list_words[LISTS] = {
    {"roomcount", "room"},
    {"trackcount", "track"},
    {"obstaclecount", "obstacle"},
    {"doorhookcount", "door hook"},
};

/* Sorted names, for wm_kotor_lyt_find. */
typedef struct named {
    const char *name;
    uint32_t room;
} named;

typedef struct lyt_doc {
    wm_kotor_lyt pub;
    wmi_arena arena;
    named *sorted;
} lyt_doc;

/* The lists while they grow. */
typedef struct parser {
    wmi_layout_text t;
    wm_kotor_lyt *doc;
    wm_kotor_placed *placed[DOORHOOKS];
    wm_kotor_doorhook *doorhooks;
    uint32_t count[LISTS], capacity[LISTS];
    wm_kotor_stated stated[LISTS];
    int list;
} parser;

static int by_name(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = wmi_compare_names(x->name, y->name);
    return order ? order : x->room < y->room ? -1 : x->room > y->room;
}

/* Reads the numbers that follow on the line; the message names the first invalid one. */
static bool take_floats(parser *p, wmi_line *line, float *to, int count)
{
    for (int i = 0; i < count; i++) {
        wmi_word word = wmi_next_word(line);
        char shown[32];
        if (wmi_word_float(word, &to[i]))
            continue;
        wmi_word_copy(word, shown, sizeof shown);
        wmi_layout_fault(&p->t, WM_KOTOR_LYT_LINE, line->number, word.column,
                         "expected %d numbers for the %s, number %d is %s%s%s", count,
                         list_words[p->list].entry, i + 1, *shown ? "'" : "missing", shown,
                         *shown ? "'" : "");
        return false;
    }
    return true;
}

static void read_placed(parser *p, wmi_word name, wmi_line *line)
{
    int list = p->list;
    float v[3] = {0, 0, 0};
    bool good = take_floats(p, line, v, 3);
    /* An unreadable room still counts, so that the others keep their indices. */
    if (p->t.failed || (!good && list != ROOMS))
        return;
    if (!good)
        v[0] = v[1] = v[2] = 0;
    wm_kotor_placed *grown =
        wmi_layout_push(&p->t, p->placed[list], &p->count[list], &p->capacity[list], sizeof *grown);
    if (!grown)
        return;
    p->placed[list] = grown;
    grown[p->count[list] - 1] =
        (wm_kotor_placed){wmi_layout_keep(&p->t, name), {v[0], v[1], v[2]}, line->number};
}

static void read_doorhook(parser *p, wmi_word room, wmi_line *line)
{
    wmi_word door = wmi_next_word(line), flag = wmi_next_word(line);
    int64_t unknown = 0;
    float v[7];
    if (!wmi_word_int(flag, &unknown) || unknown < INT32_MIN || unknown > INT32_MAX) {
        wmi_layout_fault(&p->t, WM_KOTOR_LYT_LINE, line->number, flag.column,
                         "expected ten words for a door hook: room, door, 0, x y z and a rotation");
        return;
    }
    if (!take_floats(p, line, v, 7))
        return;
    wm_kotor_doorhook *grown = wmi_layout_push(&p->t, p->doorhooks, &p->count[DOORHOOKS],
                                               &p->capacity[DOORHOOKS], sizeof *grown);
    if (!grown)
        return;
    p->doorhooks = grown;
    grown[p->count[DOORHOOKS] - 1] = (wm_kotor_doorhook){
        .room = wmi_layout_keep(&p->t, room),
        .door = wmi_layout_keep(&p->t, door),
        .unknown = (int32_t)unknown,
        .position = {v[0], v[1], v[2]},
        .rotation = {v[3], v[4], v[5], v[6]},
        .line = line->number,
    };
}

static bool read_head(parser *p, wmi_word word, wmi_line *line)
{
    for (int i = 0; i < LISTS; i++) {
        int64_t n;
        if (!wmi_word_is(word, list_words[i].head))
            continue;
        p->list = i;
        p->stated[i].line = line->number;
        if (wmi_word_int(wmi_next_word(line), &n) && n >= 0 && n < WM_NO_INDEX)
            p->stated[i].count = (uint32_t)n;
        return true;
    }
    return false;
}

static void read_line(parser *p, wmi_line *line)
{
    wmi_word word = wmi_next_word(line);
    if (word.size == 0 || word.text[0] == '#' || wmi_word_is(word, "beginlayout") ||
        read_head(p, word, line))
        return;
    if (wmi_word_is(word, "donelayout")) {
        p->doc->ended = true;
    } else if (wmi_word_is(word, "filedependancy") || wmi_word_is(word, "filedependency")) {
        p->doc->dependency = wmi_layout_keep(&p->t, wmi_next_word(line));
    } else if (p->list == DOORHOOKS) {
        read_doorhook(p, word, line);
    } else if (p->list != NO_LIST) {
        read_placed(p, word, line);
    } else if (p->t.report) {
        char shown[32];
        wmi_word_copy(word, shown, sizeof shown);
        wmi_report(p->t.report, WM_KOTOR_LYT_STRAY_LINE, wmi_at_line(line->number, "%s", ""),
                   "'%s' comes before the first list", shown);
    }
}

static void finish(parser *p)
{
    wm_kotor_lyt *d = p->doc;
    d->text = p->t.text;
    d->size = p->t.size;
    d->room_count = p->count[ROOMS];
    d->rooms = p->placed[ROOMS];
    d->track_count = p->count[TRACKS];
    d->tracks = p->placed[TRACKS];
    d->obstacle_count = p->count[OBSTACLES];
    d->obstacles = p->placed[OBSTACLES];
    d->doorhook_count = p->count[DOORHOOKS];
    d->doorhooks = p->doorhooks;
    d->stated_rooms = p->stated[ROOMS];
    d->stated_tracks = p->stated[TRACKS];
    d->stated_obstacles = p->stated[OBSTACLES];
    d->stated_doorhooks = p->stated[DOORHOOKS];
}

static bool sort_names(lyt_doc *doc)
{
    doc->sorted = wmi_arena_raw(&doc->arena, doc->pub.room_count, sizeof *doc->sorted);
    if (!doc->sorted)
        return false;
    for (uint32_t i = 0; i < doc->pub.room_count; i++)
        doc->sorted[i] = (named){doc->pub.rooms[i].name, i};
    if (doc->pub.room_count)
        wmi_sort(doc->sorted, doc->pub.room_count, sizeof *doc->sorted, by_name);
    return true;
}

wm_kotor_lyt *wm_kotor_lyt_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_arena arena;
    parser p = {.list = NO_LIST};
    wmi_line line;
    lyt_doc *doc = wmi_arena_begin(&arena, opts ? opts->allocator : NULL,
                                   wmi_memory_limit(opts, size), sizeof *doc, error);
    if (!doc)
        return NULL;
    doc->arena = arena;
    doc->pub.memory = doc;
    doc->pub.dependency = "";
    p.doc = &doc->pub;
    for (int i = 0; i < LISTS; i++)
        p.stated[i].count = WM_NO_INDEX;
    if (wmi_layout_open(&p.t, &doc->arena, data, size, opts, error)) {
        wmi_text text = wmi_text_open(p.t.text, size);
        while (p.t.failed == WM_OK && !doc->pub.ended && wmi_next_line(&text, &line))
            read_line(&p, &line);
    }
    finish(&p);
    if (p.t.failed == WM_OK && !sort_names(doc))
        p.t.failed = wmi_arena_fail(&doc->arena, error, "rooms");
    if (p.t.failed == WM_OK)
        return &doc->pub;
    wm_kotor_lyt_free(&doc->pub);
    return NULL;
}

bool wm_kotor_lyt_detect(const void *data, size_t size)
{
    /* The game's own files begin with a comment that no other format has. */
    static const char comment[] = "#MAXLAYOUT";
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    while (wmi_next_line(&text, &line)) {
        wmi_word word = wmi_next_word(&line);
        if (word.size && *word.text != '#')
            break;
        if (word.size == sizeof comment - 1 && memcmp(word.text, comment, word.size) == 0)
            return true;
    }
    return wmi_word_is(wmi_first_keyword(data, size), "beginlayout");
}

wm_status wm_kotor_lyt_write(const wm_kotor_lyt *lyt, const wm_write_opts *opts, wm_buffer *out,
                             wm_error *error)
{
    return wmi_layout_write(lyt->text, lyt->size, opts, out, error);
}

wm_kotor_lyt *wm_kotor_lyt_copy(const wm_kotor_lyt *lyt, const wm_allocator *allocator,
                                wm_error *error)
{
    wm_report ignored;
    const wm_read_opts opts = wmi_layout_copy_opts(allocator, &ignored);
    return wm_kotor_lyt_read(lyt->text, lyt->size, &opts, error);
}

void wm_kotor_lyt_free(wm_kotor_lyt *lyt)
{
    if (lyt)
        wmi_arena_free(&((lyt_doc *)lyt->memory)->arena);
}

const wm_allocator *wmi_lyt_allocator(const wm_kotor_lyt *lyt)
{
    return &((const lyt_doc *)lyt->memory)->arena.allocator;
}

uint32_t wm_kotor_lyt_find(const wm_kotor_lyt *lyt, const char *room)
{
    const named *sorted = ((const lyt_doc *)lyt->memory)->sorted;
    wmi_search search = {.high = lyt->room_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, wmi_compare_names(sorted[search.at].name, room) < 0);
    uint32_t low = search.low;
    bool found = low < lyt->room_count && wmi_compare_names(sorted[low].name, room) == 0;
    return found ? sorted[low].room : WM_NO_INDEX;
}

bool wm_kotor_lyt_placeholder(const char *room)
{
    while (*room == '*' || *room == '.')
        room++;
    return *room == '\0';
}

static void check_count(int list, wm_kotor_stated stated, uint32_t count, wm_report *report)
{
    const char *entry = list_words[list].entry;
    if (stated.count == count || (stated.line == 0 && count == 0))
        return;
    wmi_where where = wmi_at_line(stated.line, "%s", list_words[list].head);
    if (stated.count == WM_NO_INDEX)
        wmi_report(report, WM_KOTOR_LYT_COUNT, where, "expected a count, %lu %s %s", (ul)count,
                   entry, wmi_plural(count, "line follows", "lines follow"));
    else
        wmi_report(report, WM_KOTOR_LYT_COUNT, where, "%lu declared, but %lu %s %s",
                   (ul)stated.count, (ul)count, entry,
                   wmi_plural(count, "line follows", "lines follow"));
}

wm_status wm_kotor_lyt_check(const wm_kotor_lyt *lyt, const wm_check_opts *opts, wm_report *report,
                             wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first_finding = report->count;
    check_count(ROOMS, lyt->stated_rooms, lyt->room_count, report);
    check_count(TRACKS, lyt->stated_tracks, lyt->track_count, report);
    check_count(OBSTACLES, lyt->stated_obstacles, lyt->obstacle_count, report);
    check_count(DOORHOOKS, lyt->stated_doorhooks, lyt->doorhook_count, report);
    if (lyt->room_count == 0)
        wmi_report(report, WM_KOTOR_LYT_NO_ROOMS, wmi_nowhere(), "the layout lists no rooms");
    if (!lyt->ended)
        wmi_report(report, WM_KOTOR_LYT_UNFINISHED, wmi_nowhere(),
                   "the file ends without a donelayout line");
    for (uint32_t i = 0; i < lyt->room_count; i++) {
        const wm_kotor_placed *room = &lyt->rooms[i];
        uint32_t first = wm_kotor_lyt_find(lyt, room->name);
        if (first != i && first != WM_NO_INDEX && !wm_kotor_lyt_placeholder(room->name))
            wmi_report(report, WM_KOTOR_LYT_ROOM_DOUBLED,
                       wmi_at_line(room->line, "rooms[%lu]", (ul)i), "%.40s is already room %lu",
                       room->name, (ul)first);
    }
    for (uint32_t i = 0; i < lyt->doorhook_count; i++) {
        const wm_kotor_doorhook *hook = &lyt->doorhooks[i];
        if (wm_kotor_lyt_find(lyt, hook->room) == WM_NO_INDEX)
            wmi_report(report, WM_KOTOR_LYT_HOOK_ROOM,
                       wmi_at_line(hook->line, "doorhooks[%lu]", (ul)i),
                       "%.40s belongs to %.40s, which is not a room of the layout", hook->door,
                       hook->room);
    }
    return wmi_check_end(opts, report, first_finding, false, error);
}
