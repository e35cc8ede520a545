/* The journal of a write of several files: its text, and what the files say about it. */
#include "base/journal.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

#define HEAD "waymark journal 1\n"

/* ---- content ------------------------------------------------------------ */

/* FNV-1a. It tells files apart; nobody's safety depends on it. */
static uint64_t hash_more(uint64_t hash, const void *data, size_t size)
{
    for (const uint8_t *p = data, *end = p + size; p < end; p++)
        hash = (hash ^ *p) * 0x100000001b3;
    return hash;
}

static const uint64_t hash_start = 0xcbf29ce484222325;

wmi_content wmi_content_of_bytes(const void *data, size_t size)
{
    return (wmi_content){true, size, hash_more(hash_start, data, size)};
}

wmi_content wmi_content_of_file(const char *path, const wmi_content *expected)
{
    uint8_t part[16384];
    wmi_content c = {.exists = true};
    wmi_os_info info;
    int file;
    wmi_os result = wmi_os_info_of(path, &info);
    if (result == WMI_OS_ABSENT)
        return (wmi_content){0};
    c.size = result == WMI_OS_OK ? info.size : UINT64_MAX;
    if (result != WMI_OS_OK || info.kind != WMI_OS_FILE || (expected && expected->size != c.size) ||
        wmi_os_open(path, &file) != WMI_OS_OK)
        return c;
    ptrdiff_t got;
    c.hash = hash_start;
    while ((got = wmi_os_read(file, part, sizeof part)) > 0)
        c.hash = hash_more(c.hash, part, (size_t)got);
    (void)wmi_os_close(file);
    return c;
}

bool wmi_content_equal(const wmi_content *a, const wmi_content *b)
{
    return a->exists == b->exists && a->size == b->size && a->hash == b->hash;
}

/* ---- names -------------------------------------------------------------- */

/* A path in the folder of the target. The name depends on that of the target alone and has the
 * same length for all, so that it is never too long. */
static char *sibling(wmi_arena *arena, const char *target, const char *ending)
{
    size_t head = wmi_os_directory(target), size = head + 64;
    uint64_t key = hash_more(hash_start, target + head, strlen(target + head));
    char *path = wmi_arena_raw(arena, size, 1);
    if (path) {
        memcpy(path, target, head);
        wmi_format(path + head, size - head, WMI_JOURNAL_PREFIX "%016llx%s",
                   (unsigned long long)key, ending);
    }
    return path;
}

char *wmi_journal_path(wmi_arena *arena, const char *target)
{
    return sibling(arena, target, ".journal");
}

bool wmi_member_names(wmi_arena *arena, const char *target, unsigned attempt, wmi_member *out)
{
    char ending[24];
    wmi_format(ending, sizeof ending, "-%u.tmp", attempt);
    out->target = target;
    out->attempt = attempt;
    out->temporary = sibling(arena, target, ending);
    out->kept = sibling(arena, target, ".old");
    out->journal = wmi_journal_path(arena, target);
    return out->temporary && out->kept && out->journal;
}

/* ---- folders ------------------------------------------------------------ */

char *wmi_journal_folder(wmi_arena *arena, const char *path)
{
    size_t head = wmi_os_directory(path);
    char *given = wmi_arena_text(arena, head ? path : ".", head ? head : 1);
    char *real = given ? wmi_os_resolve(given) : NULL;
    size_t size = real ? strlen(real) : 0;
    char *folder = real ? wmi_arena_raw(arena, size + 2, 1) : NULL;
    if (folder) {
        memcpy(folder, real, size + 1);
        if (wmi_os_directory(folder) != size)
            memcpy(folder + size, "/", 2);
    }
    free(real);
    return folder;
}

bool wmi_same_folder(const char *a, const char *b)
{
    size_t size = wmi_os_directory(a);
    return size == wmi_os_directory(b) && memcmp(a, b, size) == 0;
}

static bool in_one_folder(const wmi_journal *journal)
{
    for (size_t i = 1; i < journal->count; i++)
        if (!wmi_same_folder(journal->members[0].target, journal->members[i].target))
            return false;
    return true;
}

void wmi_journal_flush_folders(const wmi_journal *journal)
{
    for (size_t i = 0; i < journal->count; i++)
        if (i == 0 || !wmi_same_folder(journal->members[i - 1].target, journal->members[i].target))
            wmi_os_flush_directory(journal->members[i].target);
}

/* ---- the text ----------------------------------------------------------- */

static void put_content(wmi_writer *w, const wmi_content *c)
{
    if (c->exists)
        wmi_writer_printf(w, " %016llx%016llx", (unsigned long long)c->size,
                          (unsigned long long)c->hash);
    else
        wmi_writer_text(w, " -");
}

/* Names may hold any byte: each is two digits. */
static void put_name(wmi_writer *w, const char *name)
{
    for (; *name; name++)
        wmi_writer_printf(w, "%02x", (unsigned)(uint8_t)*name);
}

wm_status wmi_journal_write(const wmi_journal *journal, wm_buffer *text, wm_error *error)
{
    wmi_writer w;
    wmi_writer_init(&w, NULL);
    wmi_writer_text(&w, HEAD);
    bool one = in_one_folder(journal);
    for (size_t i = 0; i < journal->count; i++) {
        const wmi_member *m = &journal->members[i];
        wmi_writer_text(&w, "file ");
        put_name(&w, m->target + (one ? wmi_os_directory(m->target) : 0));
        wmi_writer_printf(&w, " %u", m->attempt);
        put_content(&w, &m->before);
        put_content(&w, &m->after);
        wmi_writer_text(&w, "\n");
    }
    uint64_t hash = w.data ? hash_more(hash_start, w.data, w.size) : 0;
    wmi_writer_printf(&w, "end %016llx\n", (unsigned long long)hash);
    return wmi_writer_finish(&w, text, error);
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The number of `size` hexadecimal digits. */
static bool parse_hex(const char *text, size_t size, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < size; i++) {
        int d = digit(text[i]);
        if (d < 0)
            return false;
        *value = *value << 4 | (uint64_t)d;
    }
    return true;
}

static bool parse_content(wmi_word word, wmi_content *out)
{
    *out = (wmi_content){0};
    if (word.size == 1 && word.text[0] == '-')
        return true;
    out->exists = true;
    return word.size == 32 && parse_hex(word.text, 16, &out->size) &&
           parse_hex(word.text + 16, 16, &out->hash);
}

static char *parse_name(wmi_arena *arena, wmi_word word)
{
    size_t size = word.size / 2;
    char *name = word.size && word.size % 2 == 0 ? wmi_arena_raw(arena, size + 1, 1) : NULL;
    if (!name)
        return NULL;
    for (size_t i = 0; i < size; i++) {
        uint64_t byte;
        if (!parse_hex(word.text + 2 * i, 2, &byte) || byte == 0)
            return NULL;
        name[i] = (char)(uint8_t)byte;
    }
    name[size] = '\0';
    return name;
}

/* A name alone, or with the folder of the journal, is a file in that folder. */
static const char *parse_target(wmi_arena *arena, const char *path, const char *folder,
                                wmi_word word)
{
    const char *name = parse_name(arena, word);
    size_t head = wmi_os_directory(path), own = name ? wmi_os_directory(name) : 0;
    if (!name || !name[own] || (own && !folder))
        return NULL;
    if (own && (own != strlen(folder) || memcmp(name, folder, own) != 0))
        return name;
    size_t tail = strlen(name + own) + 1;
    char *target = wmi_arena_raw(arena, head + tail, 1);
    if (!target)
        return NULL;
    memcpy(target, path, head);
    memcpy(target + head, name + own, tail);
    return wmi_os_directory(target) == head ? target : NULL;
}

static bool parse_member(wmi_line *line, const char *path, const char *folder, wmi_arena *arena,
                         wmi_member *out)
{
    int64_t attempt;
    const char *target = parse_target(arena, path, folder, wmi_next_word(line));
    return target && wmi_word_int(wmi_next_word(line), &attempt) && attempt >= 0 &&
           attempt < 1000 && parse_content(wmi_next_word(line), &out->before) &&
           parse_content(wmi_next_word(line), &out->after) && out->after.exists &&
           wmi_member_names(arena, target, (unsigned)attempt, out);
}

/* Does the text end with the hash of what is before it? Then `size` loses that line. */
static bool is_complete(const char *text, size_t *size)
{
    enum { END = 4 + 16 + 1 };
    uint64_t hash;
    size_t head = sizeof HEAD - 1;
    if (*size < head + END || memcmp(text, HEAD, head) != 0)
        return false;
    const char *end = text + *size - END;
    *size -= END;
    return memcmp(end, "end ", 4) == 0 && parse_hex(end + 4, 16, &hash) &&
           hash == hash_more(hash_start, text, *size);
}

bool wmi_journal_parse(const char *path, const char *folder, const void *text, size_t size,
                       wmi_journal *out)
{
    wmi_line line;
    *out = (wmi_journal){.count = 0};
    wmi_arena_init(&out->arena, NULL, 0);
    if (!is_complete(text, &size))
        return false;
    wmi_text lines = wmi_text_open((const char *)text + sizeof HEAD - 1, size - (sizeof HEAD - 1));
    out->members = wmi_arena_new(&out->arena, WMI_JOURNAL_MOST, sizeof *out->members);
    while (out->members && wmi_next_line(&lines, &line)) {
        if (out->count == WMI_JOURNAL_MOST || !wmi_word_is(wmi_next_word(&line), "file") ||
            !parse_member(&line, path, folder, &out->arena, &out->members[out->count]))
            return false;
        out->count++;
    }
    return out->count > 0;
}

void wmi_journal_free(wmi_journal *journal)
{
    wmi_arena_free(&journal->arena);
    *journal = (wmi_journal){.count = 0};
}

/* ---- what the files say ------------------------------------------------- */

typedef enum place {
    DONE,    /* the target is new */
    PENDING, /* the target is old, the temporary file is new */
    OLD,     /* the target is old, there is no new file */
    FOREIGN  /* neither */
} place;

static place place_of(const wmi_member *m)
{
    wmi_content target = wmi_content_of_file(m->target, NULL);
    if (wmi_content_equal(&target, &m->after))
        return DONE;
    if (!wmi_content_equal(&target, &m->before))
        return FOREIGN;
    wmi_content temporary = wmi_content_of_file(m->temporary, &m->after);
    return wmi_content_equal(&temporary, &m->after) ? PENDING : OLD;
}

/* Can a member that is done become what it was? */
static bool can_go_back(const wmi_member *m)
{
    if (!m->before.exists || wmi_content_equal(&m->before, &m->after))
        return true;
    wmi_content kept = wmi_content_of_file(m->kept, &m->before);
    return wmi_content_equal(&kept, &m->before);
}

wmi_outcome wmi_journal_judge(const wmi_journal *journal, wmi_outcome preferred)
{
    bool finish = true, undo = true;
    for (size_t i = 0; i < journal->count; i++) {
        place p = place_of(&journal->members[i]);
        finish = finish && (p == DONE || p == PENDING);
        undo =
            undo && (p == PENDING || p == OLD || (p == DONE && can_go_back(&journal->members[i])));
    }
    if (undo && (preferred == WMI_UNDO || !finish))
        return WMI_UNDO;
    return finish ? WMI_FINISH : WMI_LEAVE;
}

static wmi_os take_back(const wmi_member *m)
{
    if (!m->before.exists)
        return wmi_os_remove(m->target);
    return wmi_content_equal(&m->before, &m->after) ? WMI_OS_OK
                                                    : wmi_os_rename(m->kept, m->target, true);
}

bool wmi_journal_apply(const wmi_journal *journal, wmi_outcome outcome)
{
    bool good = true;
    for (size_t i = 0; i < journal->count && outcome != WMI_LEAVE; i++) {
        const wmi_member *m = &journal->members[i];
        place p = place_of(m);
        if (outcome == WMI_FINISH && p == PENDING)
            good = wmi_os_rename(m->temporary, m->target, m->before.exists) == WMI_OS_OK && good;
        else if (outcome == WMI_UNDO && p == DONE)
            good = take_back(m) == WMI_OS_OK && good;
    }
    if (outcome != WMI_LEAVE)
        wmi_journal_flush_folders(journal);
    return good;
}
