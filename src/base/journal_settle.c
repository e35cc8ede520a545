/* Writes of several files that did not end: whoever writes one of the files next finishes or undoes
 * them, and whoever reads one in the meantime reads all new bytes or all old bytes. */
#include <stdlib.h>

#include "base/journal.h"
#include "waymark/file.h"

enum { WAIT = 10000, TEXT_MOST = 65536 };

bool wmi_remove_unheld(const char *path)
{
    int file;
    wmi_os result = wmi_os_hold(path, 0, &file);
    if (result == WMI_OS_OK) {
        result = wmi_os_remove(path);
        (void)wmi_os_close(file);
    }
    return result == WMI_OS_OK || result == WMI_OS_ABSENT;
}

/* Is there a regular file? */
static bool is_there(const char *path)
{
    wmi_os_info info;
    return wmi_os_info_of(path, &info) == WMI_OS_OK && info.kind == WMI_OS_FILE;
}

/* What is known of a write: there is none that is decided, there is one, or it cannot be said,
 * because a file that is there cannot be read. */
typedef enum knowledge { UNDECIDED, DECIDED, UNKNOWN } knowledge;

/* DECIDED: the text was read. */
static knowledge load(const char *path, wm_buffer *text)
{
    int file;
    wmi_os_info info;
    *text = (wm_buffer){0};
    wmi_os result = wmi_os_info_of(path, &info);
    if (result == WMI_OS_OK && info.kind != WMI_OS_FILE)
        return UNDECIDED;
    if (result == WMI_OS_OK)
        result = wmi_os_open(path, &file);
    if (result != WMI_OS_OK)
        return result == WMI_OS_ABSENT ? UNDECIDED : UNKNOWN;
    const wm_file_read_opts opts = {.limit = TEXT_MOST};
    wm_status status = wm_file_read_open(file, &opts, text, NULL);
    (void)wmi_os_close(file);
    return status == WM_OK ? DECIDED : status == WM_LIMIT ? UNDECIDED : UNKNOWN;
}

/* DECIDED: the file has this text. */
static knowledge is_copy(const char *path, const wm_buffer *text)
{
    wm_buffer other;
    knowledge known = load(path, &other);
    if (known == DECIDED &&
        (other.size != text->size || memcmp(other.data, text->data, text->size) != 0))
        known = UNDECIDED;
    wm_buffer_free(&other);
    return known;
}

/* The copy of the first member decides. Those in other folders prove that whoever wrote this text
 * could write there. They are written before that of the first member, and removed when everything
 * else is done: where one is missing, there is nothing left to do. */
static knowledge has_copies(const char *path, const wmi_journal *journal, const wm_buffer *text)
{
    bool own = false;
    knowledge known = DECIDED;
    for (size_t i = 0; i < journal->count && known == DECIDED; i++) {
        const char *copy = journal->members[i].journal;
        bool here = strcmp(copy, path) == 0;
        own = own || here;
        if (!here && (i == 0 || !wmi_same_folder(copy, path)))
            known = is_copy(copy, text);
    }
    return known == DECIDED && !own ? UNDECIDED : known;
}

/* Reads the journal of a target. `first`, if not NULL, receives the path of the first member's
 * copy. */
static knowledge load_decided(const char *path, wmi_journal *out, char **first)
{
    wm_buffer text;
    wmi_arena arena;
    *out = (wmi_journal){.count = 0};
    wmi_arena_init(&arena, NULL, 0);
    bool read =
        load(path, &text) == DECIDED &&
        wmi_journal_parse(path, wmi_journal_folder(&arena, path), text.data, text.size, out);
    if (read && first)
        *first = wmi_journal_path(&out->arena, out->members[0].target);
    knowledge known = read ? has_copies(path, out, &text) : UNDECIDED;
    wm_buffer_free(&text);
    wmi_arena_free(&arena);
    return known;
}

/* ---- settling ----------------------------------------------------------- */

static wm_status refuse(wm_error *error, const char *why)
{
    return wmi_fail(error, WM_IO, "", "cannot finish an interrupted write here: %s", why);
}

static wm_status settle_decided(const wmi_journal *journal, bool *done, wm_error *error)
{
    char text[WMI_OS_ERROR_TEXT];
    wmi_outcome outcome = wmi_journal_judge(journal, WMI_FINISH);
    if (!wmi_journal_apply(journal, outcome)) {
        const char *why = wmi_os_error(text);
        outcome = wmi_journal_judge(journal, WMI_UNDO);
        if (outcome != WMI_UNDO || !wmi_journal_apply(journal, outcome))
            return refuse(error, why);
    }
    for (size_t i = 0; i < journal->count; i++) {
        (void)wmi_remove_unheld(journal->members[i].temporary);
        (void)wmi_os_remove(journal->members[i].kept);
    }
    for (size_t i = 1; i < journal->count; i++)
        (void)wmi_remove_unheld(journal->members[i].journal);
    *done = outcome != WMI_LEAVE;
    return WM_OK;
}

/* What a killed process left of a write that was not decided: the copy of the journal, and what it
 * had kept of the target. Only while nobody else holds the copy. */
static void remove_left(const wmi_member *own)
{
    int file;
    if (wmi_os_hold(own->journal, 0, &file) != WMI_OS_OK)
        return;
    (void)wmi_os_remove(own->kept);
    (void)wmi_os_remove(own->journal);
    (void)wmi_os_close(file);
}

/* Waits until nobody holds the copy that counts, then acts on what is there. */
static wm_status settle_once(const wmi_member *own, const char *first, bool *done, wm_error *error)
{
    const char *path = own->journal;
    wmi_journal journal;
    int file;
    wmi_os result = wmi_os_hold(first, WAIT, &file);
    char text[WMI_OS_ERROR_TEXT];
    if (result == WMI_OS_HELD)
        return refuse(error, "another process is writing these files");
    if (result != WMI_OS_OK && result != WMI_OS_ABSENT)
        return refuse(error, wmi_os_error(text));
    bool held = result == WMI_OS_OK, is_first = strcmp(path, first) == 0;
    knowledge known = held ? load_decided(path, &journal, NULL) : UNDECIDED;
    wm_status status = known == DECIDED   ? settle_decided(&journal, done, error)
                       : known == UNKNOWN ? refuse(error, "its journal cannot be read")
                                          : WM_OK;
    if (held)
        wmi_journal_free(&journal);
    if (known == UNDECIDED && held && is_first)
        (void)wmi_os_remove(own->kept); /* of a write that was killed before it was decided */
    if (known == UNDECIDED && !is_first)
        remove_left(own);
    if (held) {
        if (status == WM_OK && (known == DECIDED || is_first))
            (void)wmi_os_remove(first);
        (void)wmi_os_close(file);
    }
    return status;
}

wm_status wmi_journal_settle(const char *target, bool *done, wm_error *error)
{
    enum { ROUNDS = 8 };
    wmi_arena arena;
    bool ignored = false;
    wmi_arena_init(&arena, NULL, 0);
    wmi_member own;
    bool named = wmi_member_names(&arena, target, 0, &own);
    const char *path = own.journal;
    wm_status status = named ? WM_OK : wmi_no_memory(error);
    for (int i = 0; i < ROUNDS && status == WM_OK && is_there(path); i++) {
        wmi_journal journal;
        char *first = NULL;
        /* a copy that cannot be read is its own lock */
        (void)load_decided(path, &journal, &first);
        status = settle_once(&own, first ? first : path, done ? done : &ignored, error);
        wmi_journal_free(&journal);
    }
    if (status == WM_OK && is_there(path))
        status = refuse(error, "another process is writing these files");
    wmi_arena_free(&arena);
    return status;
}

/* ---- reading in the meantime -------------------------------------------- */

static const wmi_member *find_member(const wmi_journal *journal, const char *path)
{
    for (size_t i = 0; i < journal->count; i++)
        if (strcmp(journal->members[i].target, path) == 0)
            return &journal->members[i];
    return NULL;
}

static const char *source_of(const wmi_member *m, wmi_outcome outcome)
{
    wmi_content target = wmi_content_of_file(m->target, &m->after);
    bool is_new = wmi_content_equal(&target, &m->after);
    if (outcome == WMI_FINISH && !is_new && is_there(m->temporary))
        return m->temporary;
    if (outcome == WMI_UNDO && is_new && !wmi_content_equal(&m->before, &m->after))
        return m->before.exists ? m->kept : "";
    return m->target;
}

const char *wmi_journal_source(wmi_arena *arena, const char *path)
{
    enum { ROUNDS = 3 }; /* files that are renamed meanwhile can look foreign */
    char *real = wmi_os_is_link(path) ? wmi_os_resolve(path) : NULL;
    const char *target = real ? real : path, *source = path;
    const char *journal_path = wmi_journal_path(arena, target);
    if (!journal_path)
        source = NULL;
    for (int i = 0; i < ROUNDS && source == path && is_there(journal_path); i++) {
        wmi_journal journal;
        bool decided = load_decided(journal_path, &journal, NULL) == DECIDED;
        const wmi_member *m = decided ? find_member(&journal, target) : NULL;
        wmi_outcome outcome = m ? wmi_journal_judge(&journal, WMI_FINISH) : WMI_LEAVE;
        const char *found = outcome != WMI_LEAVE ? source_of(m, outcome) : target;
        if (strcmp(found, target) != 0)
            source = wmi_arena_text(arena, found, strlen(found));
        wmi_journal_free(&journal);
        if (outcome != WMI_LEAVE)
            break;
    }
    free(real);
    return source;
}
