/* Reads, writes and checks visibility lists. docs/formats/kotor-lyt-vis.md, "VIS". */
#include "base/words.h"
#include "kotor/area/layout_text.h"

typedef struct vis_doc {
    wm_kotor_vis pub;
    wmi_arena arena;
} vis_doc;

typedef struct parser {
    wmi_layout_text t;
    wm_kotor_vis_room *rooms;
    wm_kotor_vis_name *names;
    uint32_t room_count, room_capacity, name_count, name_capacity;
} parser;

/* An extra word after a name, such as the number that real files have by mistake. */
static void note_extra_word(parser *p, wmi_line *line, const char *what)
{
    wmi_word extra = wmi_next_word(line);
    char shown[32];
    if (extra.size == 0 || !p->t.report)
        return;
    wmi_word_copy(extra, shown, sizeof shown);
    wmi_report(p->t.report, WM_KOTOR_VIS_EXTRA_WORD, wmi_at_line(line->number, "%s", ""),
               "'%s' after the %s is not used", shown, what);
}

static void read_room(parser *p, wmi_word name, wmi_line *line)
{
    int64_t stated;
    wmi_word number = wmi_next_word(line);
    wm_kotor_vis_room *grown =
        wmi_layout_push(&p->t, p->rooms, &p->room_count, &p->room_capacity, sizeof *grown);
    if (!grown)
        return;
    p->rooms = grown;
    bool good = wmi_word_int(number, &stated) && stated >= 0 && stated < WM_NO_INDEX;
    grown[p->room_count - 1] = (wm_kotor_vis_room){
        .name = wmi_layout_keep(&p->t, name),
        .stated = good ? (uint32_t)stated : WM_NO_INDEX,
        .first = p->name_count,
        .line = line->number,
    };
    note_extra_word(p, line, "count");
}

static void read_name(parser *p, wmi_word name, wmi_line *line)
{
    if (p->room_count == 0) {
        wmi_layout_fault(&p->t, WM_KOTOR_VIS_NO_OWNER, line->number, name.column,
                         "an indented name before the first room; rooms are not indented");
        return;
    }
    wm_kotor_vis_name *grown =
        wmi_layout_push(&p->t, p->names, &p->name_count, &p->name_capacity, sizeof *grown);
    if (!grown)
        return;
    p->names = grown;
    grown[p->name_count - 1] = (wm_kotor_vis_name){wmi_layout_keep(&p->t, name), line->number};
    p->rooms[p->room_count - 1].count++;
    note_extra_word(p, line, "name");
}

/* ---- detection ---- */

/* A resource name with a letter: anything else is a number or prose. */
static bool is_room_name(wmi_word word)
{
    enum { RESREF = 32 }; /* 16 in the games; some tools allow 32 */
    bool letter = false;
    for (size_t i = 0; i < word.size; i++) {
        char c = word.text[i], low = (char)(c | 0x20);
        bool alpha = low >= 'a' && low <= 'z';
        if (!alpha && !(c >= '0' && c <= '9') && c != '_' && c != '-')
            return false;
        letter |= alpha;
    }
    return letter && word.size <= RESREF;
}

/* A name, and after it nothing or one count. */
static bool is_vis_line(wmi_word name, wmi_line *line, int64_t *count)
{
    wmi_word number = wmi_next_word(line);
    *count = -1;
    if (!is_room_name(name) || wmi_next_word(line).size)
        return false;
    return number.size == 0 || (wmi_word_int(number, count) && *count >= 0);
}

bool wm_kotor_vis_detect(const void *data, size_t size)
{
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    bool proven = false;
    int64_t stated = -1, found = 0, count;
    uint32_t rooms = 0;
    while (wmi_next_line(&text, &line)) {
        wmi_word word = wmi_next_word(&line);
        if (word.size == 0 || word.text[0] == '#')
            continue;
        if (!is_vis_line(word, &line, &count))
            return false;
        if (word.column > 1) {
            found++;
            continue;
        }
        proven |= found > 0 && found == stated;
        stated = count;
        found = 0;
        rooms++;
    }
    return rooms > 0 && (proven || (found > 0 && found == stated));
}

/* ---- reading ---- */

wm_kotor_vis *wm_kotor_vis_read(const void *data, size_t size, const wm_read_opts *opts,
                                wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_arena arena;
    parser p = {0};
    wmi_line line;
    vis_doc *doc = wmi_arena_begin(&arena, opts ? opts->allocator : NULL,
                                   wmi_memory_limit(opts, size), sizeof *doc, error);
    if (!doc)
        return NULL;
    doc->arena = arena;
    doc->pub.memory = doc;
    if (wmi_layout_open(&p.t, &doc->arena, data, size, opts, error)) {
        wmi_text text = wmi_text_open(p.t.text, size);
        while (p.t.failed == WM_OK && wmi_next_line(&text, &line)) {
            wmi_word word = wmi_next_word(&line);
            if (word.size == 0 || word.text[0] == '#')
                continue;
            if (word.column == 1)
                read_room(&p, word, &line);
            else
                read_name(&p, word, &line);
        }
    }
    doc->pub.text = p.t.text;
    doc->pub.size = size;
    doc->pub.rooms = p.rooms;
    doc->pub.room_count = p.room_count;
    doc->pub.names = p.names;
    doc->pub.name_count = p.name_count;
    if (p.t.failed == WM_OK)
        return &doc->pub;
    wm_kotor_vis_free(&doc->pub);
    return NULL;
}

wm_status wm_kotor_vis_write(const wm_kotor_vis *vis, const wm_write_opts *opts, wm_buffer *out,
                             wm_error *error)
{
    return wmi_layout_write(vis->text, vis->size, opts, out, error);
}

wm_kotor_vis *wm_kotor_vis_copy(const wm_kotor_vis *vis, const wm_allocator *allocator,
                                wm_error *error)
{
    wm_report ignored;
    const wm_read_opts opts = wmi_layout_copy_opts(allocator, &ignored);
    return wm_kotor_vis_read(vis->text, vis->size, &opts, error);
}

void wm_kotor_vis_free(wm_kotor_vis *vis)
{
    if (vis)
        wmi_arena_free(&((vis_doc *)vis->memory)->arena);
}

static void check_room(const wm_kotor_vis *vis, uint32_t at, const wm_kotor_lyt *lyt,
                       wm_report *report)
{
    const wm_kotor_vis_room *room = &vis->rooms[at];
    wmi_where where = wmi_at_line(room->line, "vis.rooms[%lu]", (ul)at);
    if (room->stated == WM_NO_INDEX)
        wmi_report(report, WM_KOTOR_VIS_COUNT, where, "expected a count after %.40s, %s",
                   room->name, wmi_count(room->count, "name follows", "names follow").text);
    else if (room->stated != room->count)
        wmi_report(report, WM_KOTOR_VIS_COUNT, where, "%.40s declares %s, but %s", room->name,
                   wmi_count(room->stated, "name", "names").text,
                   wmi_count(room->count, "follows", "follow").text);
    if (lyt && wm_kotor_lyt_find(lyt, room->name) == WM_NO_INDEX)
        wmi_report(report, WM_KOTOR_VIS_ROOM_UNKNOWN, where, "%.40s is not a room of the layout",
                   room->name);
    for (uint32_t i = room->first; i < room->first + room->count; i++) {
        const wm_kotor_vis_name *name = &vis->names[i];
        wmi_where spot = wmi_at_line(name->line, "vis.names[%lu]", (ul)i);
        if (wmi_compare_names(name->name, room->name) == 0)
            wmi_report(report, WM_KOTOR_VIS_SELF, spot, "%.40s lists itself", room->name);
        else if (lyt && wm_kotor_lyt_find(lyt, name->name) == WM_NO_INDEX)
            wmi_report(report, WM_KOTOR_VIS_ROOM_UNKNOWN, spot,
                       "%.40s sees %.40s, which is not a room of the layout", room->name,
                       name->name);
    }
}

wm_status wm_kotor_vis_check(const wm_kotor_vis *vis, const wm_kotor_vis_check_opts *opts,
                             wm_report *report, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    for (uint32_t i = 0; i < vis->room_count; i++)
        check_room(vis, i, opts ? opts->lyt : NULL, report);
    return wmi_check_end(opts ? &opts->base : NULL, report, first, false, error);
}
