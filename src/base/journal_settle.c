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

static bool load(const char *path, wm_buffer *text)
{
    int file;
    *text = (wm_buffer){0};
    if (!is_there(path) || wmi_os_open(path, &file) != WMI_OS_OK)
        return false;
    const wm_file_read_opts opts = {.limit = TEXT_MOST};
    wm_status status = wm_file_read_open(file, &opts, text, NULL);
    (void)wmi_os_close(file);
    return status == WM_OK;
}

static bool is_copy(const char *path, const wm_buffer *text)
{
    wm_buffer other;
    bool same = load(path, &other) && other.size == text->size &&
                memcmp(other.data, text->data, text->size) == 0;
    wm_buffer_free(&other);
    return same;
}

/* The copy of the first member decides. Those in other folders prove that whoever wrote this text
 * could write there. They are written before that of the first member, and removed when everything
 * else is done: where one is missing, there is nothing left to do. */
static bool has_copies(const char *path, const wmi_journal *journal, const wm_buffer *text)
{
    bool own = false, good = true;
    for (size_t i = 0; i < journal->count && good; i++) {
        const char *copy = journal->members[i].journal;
        bool here = strcmp(copy, path) == 0;
        own = own || here;
        if (!here && (i == 0 || !wmi_same_folder(copy, path)))
            good = is_copy(copy, text);
    }
    return own && good;
}

/* Reads the journal of a target. False if there is none that is decided. `first`, if not NULL,
 * receives the path of the first member's copy. */
static bool load_decided(const char *path, wmi_journal *out, char **first)
{
    wm_buffer text;
    wmi_arena arena;
    *out = (wmi_journal){.count = 0};
    wmi_arena_init(&arena, NULL, 0);
    bool good = load(path, &text) && wmi_journal_parse(path, wmi_journal_folder(&arena, path),
                                                       text.data, text.size, out);
    if (good && first)
        *first = wmi_journal_path(&out->arena, out->members[0].target);
    good = good && has_copies(path, out, &text);
    wm_buffer_free(&text);
    wmi_arena_free(&arena);
    return good;
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
    bool decided = result == WMI_OS_OK && load_decided(path, &journal, NULL);
    wm_status status = decided ? settle_decided(&journal, done, error) : WM_OK;
    if (result == WMI_OS_OK)
        wmi_journal_free(&journal);
    if (!decided)
        (void)wmi_os_remove(own->kept); /* of a write that was killed before it was decided */
    if (status == WM_OK && !decided && strcmp(path, first) != 0)
        (void)wmi_remove_unheld(path); /* a copy that a killed process left */
    if (result == WMI_OS_OK) {
        if (status == WM_OK && (decided || strcmp(path, first) == 0))
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
    wm_status status = named ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
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
        bool decided = load_decided(journal_path, &journal, NULL);
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
