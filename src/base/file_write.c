/* Writing whole files. A write never leaves a partial file, and files that belong together are all
 * new or all old (journal.h). */
#include <stdio.h>
#include <stdlib.h>

#include "base/journal.h"
#include "base/text.h"
#include "waymark/file.h"

/* Files on their way. */
typedef struct group {
    wmi_journal journal;
    int temporary[WMI_JOURNAL_MOST]; /* files that this process holds; -1: none */
    int copy[WMI_JOURNAL_MOST];      /* of the journal */
    size_t input[WMI_JOURNAL_MOST];  /* the place of a member among the caller's files */
    size_t staged;                   /* members with a temporary file */
    size_t failed;                   /* the member at fault */
    bool decided;                    /* from here on members can be taken back */
    bool many;                       /* one of many groups, which are flushed together */
    const char *like;                /* where new files have their permissions from, or NULL */
} group;

static wm_status io_error(wm_error *error, const char *what)
{
    char text[WMI_OS_ERROR_TEXT];
    return wmi_fail(error, WM_IO, "", "cannot %s: %s", what, wmi_os_error(text));
}

/* ---- targets ------------------------------------------------------------ */

/* The path, or what it leads to if it is a symbolic link. NULL if there is no memory. */
static char *find_target(wmi_arena *arena, const char *path)
{
    char *real = wmi_os_is_link(path) ? wmi_os_resolve(path) : NULL;
    const char *from = real ? real : path;
    char *target = wmi_arena_text(arena, from, strlen(from));
    free(real);
    return target;
}

static wm_status check_target(const char *target, bool replace, bool *exists, wm_error *error)
{
    wmi_os_info info;
    *exists = wmi_os_info_of(target, &info) == WMI_OS_OK;
    if (!*exists && wmi_os_is_link(target))
        return wmi_fail(error, WM_IO, "",
                        "cannot be replaced: it is a symbolic link that leads nowhere");
    if (*exists && info.kind != WMI_OS_FILE)
        return wmi_fail(error, WM_IO, "", "cannot be replaced: it is %s",
                        info.kind == WMI_OS_DIRECTORY ? "a folder" : "not a regular file");
    if (*exists && !replace)
        return wmi_fail(error, WM_IO, "", "already exists");
    return *exists && !wmi_os_writable(target) ? io_error(error, "replace") : WM_OK;
}

/* ---- temporary files ---------------------------------------------------- */

/* A temporary file that nobody holds was left by a process that is gone: part of a write that must
 * be settled, or waste. */
static bool clear_leftover(const wmi_member *m)
{
    int file;
    wmi_os result = wmi_os_hold(m->temporary, 0, &file);
    wmi_os_info info;
    if (result != WMI_OS_OK)
        return result == WMI_OS_ABSENT;
    bool good = wmi_os_info_of(m->journal, &info) == WMI_OS_OK
                    ? wmi_journal_settle(m->target, NULL, NULL) == WM_OK
                    : wmi_os_remove(m->temporary) == WMI_OS_OK;
    (void)wmi_os_close(file);
    return good;
}

enum { ATTEMPTS = 32 }; /* so many processes can write one file at the same time */

/* Removes what other processes left while several wrote the same file. Those that live hold theirs;
 * while there is a journal, it decides. */
static void clear_others(const wmi_member *own)
{
    wmi_arena arena;
    wmi_os_info info;
    wmi_member m;
    wmi_arena_init(&arena, NULL, 0);
    bool waste = wmi_os_info_of(own->journal, &info) == WMI_OS_ABSENT;
    for (unsigned i = 0; i < ATTEMPTS && waste; i++)
        if (i != own->attempt && wmi_member_names(&arena, own->target, i, &m) &&
            wmi_os_info_of(m.temporary, &info) != WMI_OS_ABSENT)
            (void)wmi_remove_unheld(m.temporary);
    wmi_arena_free(&arena);
}

static wm_status create_temporary(group *g, wmi_member *m, int *file, wm_error *error)
{
    enum { TRIES = 3 };
    wmi_os result = WMI_OS_EXISTS;
    for (unsigned i = 0; i < ATTEMPTS && result == WMI_OS_EXISTS; i++) {
        if (!wmi_member_names(&g->journal.arena, m->target, i, m))
            return wmi_no_memory(error);
        for (int k = 0; k < TRIES && result == WMI_OS_EXISTS; k++) {
            result = wmi_os_create(m->temporary, g->like, file);
            if (result == WMI_OS_EXISTS && !clear_leftover(m))
                break;
        }
    }
    return result == WMI_OS_OK ? WM_OK : io_error(error, "create a file here");
}

static wm_status stage(group *g, const wm_file_output *output, bool replace, wm_error *error)
{
    size_t at = g->staged;
    wmi_member *m = &g->journal.members[at];
    bool exists;
    g->failed = at;
    m->target = find_target(&g->journal.arena, output->path);
    if (!m->target)
        return wmi_no_memory(error);
    for (size_t i = 0; i < at; i++)
        if (strcmp(g->journal.members[i].target, m->target) == 0)
            return wmi_fail(error, WM_IO, "", "is named twice among files to write");
    wm_status status = wmi_journal_settle(m->target, NULL, error);
    if (status == WM_OK)
        status = check_target(m->target, replace, &exists, error);
    if (status == WM_OK)
        status = create_temporary(g, m, &g->temporary[at], error);
    if (status != WM_OK)
        return status;
    g->staged++;
    clear_others(m);
    if (exists)
        wmi_os_copy_owner(m->target, g->temporary[at]);
    if (!wmi_os_write(g->temporary[at], output->data, output->size) ||
        (!g->many && !wmi_os_flush(g->temporary[at])))
        return io_error(error, "write");
    m->before.exists = exists;
    m->after = wmi_content_of_bytes(output->data, output->size);
    return WM_OK;
}

/* ---- the journal -------------------------------------------------------- */

/* All writers take the copies of the journal in the same order, so that no two wait for each
 * other. */
static void sort_members(group *g)
{
    wmi_member *m = g->journal.members;
    for (size_t i = 1; i < g->journal.count; i++)
        for (size_t k = i; k > 0 && strcmp(m[k].target, m[k - 1].target) < 0; k--) {
            wmi_member member = m[k];
            int file = g->temporary[k];
            size_t input = g->input[k];
            m[k] = m[k - 1];
            g->temporary[k] = g->temporary[k - 1];
            g->input[k] = g->input[k - 1];
            m[k - 1] = member;
            g->temporary[k - 1] = file;
            g->input[k - 1] = input;
        }
}

/* Files in several folders get absolute paths: the journal names them so, and all writers sort them
 * in the same way. */
static wm_status name_folders(group *g, wm_error *error)
{
    wmi_arena *arena = &g->journal.arena;
    bool one = true;
    for (size_t i = 1; i < g->journal.count; i++)
        one = one && wmi_same_folder(g->journal.members[0].target, g->journal.members[i].target);
    for (size_t i = 0; i < g->journal.count && !one; i++) {
        wmi_member *m = &g->journal.members[i];
        const char *folder = wmi_journal_folder(arena, m->target);
        const char *name = m->target + wmi_os_directory(m->target);
        size_t head = folder ? strlen(folder) : 0, tail = strlen(name) + 1;
        char *target = folder ? wmi_arena_raw(arena, head + tail, 1) : NULL;
        g->failed = i;
        if (!folder)
            return io_error(error, "find the folder");
        if (!target)
            return wmi_no_memory(error);
        memcpy(target, folder, head);
        memcpy(target + head, name, tail);
        wmi_member named = *m; /* the old names stay if there is no memory */
        if (!wmi_member_names(arena, target, m->attempt, &named))
            return wmi_no_memory(error);
        *m = named;
        for (size_t k = 0; k < i; k++)
            if (strcmp(g->journal.members[k].target, target) == 0)
                return wmi_fail(error, WM_IO, "", "is named twice among files to write");
    }
    return WM_OK;
}

/* Creates the copies, which also keeps other writers of these files away. The one that counts
 * comes last. */
static wm_status take_journals(group *g, wm_error *error)
{
    enum { TRIES = 8 };
    for (size_t i = g->journal.count; i-- > 0;) {
        const wmi_member *m = &g->journal.members[i];
        wmi_os result = WMI_OS_EXISTS;
        g->failed = i;
        for (int k = 0; k < TRIES && result == WMI_OS_EXISTS; k++) {
            result = wmi_os_create(m->journal, NULL, &g->copy[i]);
            wm_status status = WM_OK;
            if (result == WMI_OS_EXISTS)
                status = wmi_journal_settle(m->target, NULL, error);
            if (status != WM_OK)
                return status;
        }
        if (result != WMI_OS_OK)
            return io_error(error, "create a file here");
    }
    return WM_OK;
}

static wm_status write_journals(group *g, wm_error *error)
{
    wm_buffer text;
    wm_status status = wmi_journal_write(&g->journal, &text, error);
    if (status != WM_OK)
        return status;
    for (size_t i = g->journal.count; i-- > 0 && status == WM_OK;)
        if (!wmi_os_write(g->copy[i], text.data, text.size) || !wmi_os_flush(g->copy[i]))
            status = io_error(error, "write");
    wm_buffer_free(&text);
    wmi_journal_flush_folders(&g->journal);
    return status;
}

/* Prepares both ways, forward and back. */
static wm_status decide(group *g, wm_error *error)
{
    wm_status status = name_folders(g, error);
    if (status != WM_OK)
        return status;
    sort_members(g);
    status = take_journals(g, error);
    for (size_t i = 0; i < g->journal.count && status == WM_OK; i++) {
        wmi_member *m = &g->journal.members[i];
        m->before = wmi_content_of_file(m->target, NULL);
        (void)wmi_os_remove(m->kept);
        if (m->before.exists)
            (void)wmi_os_link(m->target, m->kept); /* if it fails, there is only the way forward */
    }
    if (status == WM_OK)
        status = write_journals(g, error);
    g->decided = status == WM_OK;
    return status;
}

/* ---- renaming ----------------------------------------------------------- */

static wm_status rename_all(group *g, bool replace, wm_error *error)
{
    for (size_t i = 0; i < g->journal.count; i++) {
        const wmi_member *m = &g->journal.members[i];
        wmi_os result = wmi_os_rename(m->temporary, m->target, replace);
        g->failed = i;
        if (result == WMI_OS_EXISTS)
            return wmi_fail(error, WM_IO, "", "already exists");
        if (result != WMI_OS_OK)
            return io_error(error, "rename");
        (void)wmi_os_close(g->temporary[i]);
        g->temporary[i] = -1;
    }
    if (!g->many)
        wmi_journal_flush_folders(&g->journal);
    return WM_OK;
}

/* After a rename was refused. Without a way back the journal stays: whoever reads the files reads
 * the new ones, and the next write finishes this one. */
static bool go_back(group *g)
{
    return !g->decided || (wmi_journal_judge(&g->journal, WMI_UNDO) == WMI_UNDO &&
                           wmi_journal_apply(&g->journal, WMI_UNDO));
}

static void end_group(group *g, bool good)
{
    bool settled = good || go_back(g);
    for (size_t i = 0; i < g->staged; i++) {
        if (g->temporary[i] < 0)
            continue;
        if (settled)
            (void)wmi_os_remove(g->journal.members[i].temporary);
        (void)wmi_os_close(g->temporary[i]);
    }
    for (size_t i = 0; i < g->journal.count; i++)
        if (settled && (g->decided || g->copy[i] >= 0))
            (void)wmi_os_remove(g->journal.members[i].kept);
    for (size_t i = g->journal.count; i-- > 0;) {
        if (g->copy[i] < 0)
            continue;
        if (settled)
            (void)wmi_os_remove(g->journal.members[i].journal);
        (void)wmi_os_close(g->copy[i]);
    }
    wmi_journal_free(&g->journal);
}

/* ---- the public functions ----------------------------------------------- */

static wm_status open_group(group *g, size_t count, wm_error *error)
{
    *g = (group){.staged = 0};
    for (size_t i = 0; i < WMI_JOURNAL_MOST; i++) {
        g->temporary[i] = g->copy[i] = -1;
        g->input[i] = i;
    }
    wmi_arena_init(&g->journal.arena, NULL, 0);
    g->journal.members =
        wmi_arena_new(&g->journal.arena, WMI_JOURNAL_MOST, sizeof *g->journal.members);
    if (!g->journal.members)
        return wmi_no_memory(error);
    g->journal.count = count;
    return WM_OK;
}

wm_status wm_file_write_like(const wm_file_output *files, size_t count, bool replace,
                             const char *like, size_t *at, wm_error *error)
{
    group g;
    if (at)
        *at = 0;
    if (count == 0)
        return WM_OK;
    if (count > WMI_JOURNAL_MOST)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "%zu files at once, at most %d are allowed",
                        count, WMI_JOURNAL_MOST);
    wm_status status = open_group(&g, count, error);
    g.like = like;
    for (size_t i = 0; i < count && status == WM_OK; i++)
        status = stage(&g, &files[i], replace, error);
    if (status == WM_OK && count > 1)
        status = decide(&g, error);
    if (status == WM_OK)
        status = rename_all(&g, replace, error);
    if (at && status != WM_OK)
        *at = g.input[g.failed];
    end_group(&g, status == WM_OK);
    return status;
}

wm_status wm_file_write_all(const wm_file_output *files, size_t count, bool replace, size_t *at,
                            wm_error *error)
{
    return wm_file_write_like(files, count, replace, NULL, at, error);
}

wm_status wm_file_write(const char *path, const void *data, size_t size, bool replace,
                        wm_error *error)
{
    return wm_file_write_all(&(wm_file_output){path, data, size}, 1, replace, NULL, error);
}

/* ---- many files ---------------------------------------------------------- */

/* The rest is what wm_file_write does, step by step for all files. Once all are written, the first
 * flush takes as long as for one file alone, and brings the others to the disk with it. */
enum { AT_ONCE = 64 };

typedef struct single {
    group g;
    wm_status status;
    wm_error error;
} single;

static void stage_single(single *s, const wm_file_output *output, bool replace)
{
    s->error = (wm_error){.code = WM_OK};
    s->status = open_group(&s->g, 1, &s->error);
    s->g.many = true;
    if (s->status == WM_OK)
        s->status = stage(&s->g, output, replace, &s->error);
}

static void flush_single(single *s)
{
    if (s->status == WM_OK && !wmi_os_flush(s->g.temporary[0]))
        s->status = io_error(&s->error, "write");
}

static void write_some(single *list, const wm_file_output *files, size_t count, bool replace)
{
    const char *last = NULL;
    for (size_t i = 0; i < count; i++)
        stage_single(&list[i], &files[i], replace);
    for (size_t i = 0; i < count; i++)
        flush_single(&list[i]);
    for (size_t i = 0; i < count; i++)
        if (list[i].status == WM_OK)
            list[i].status = rename_all(&list[i].g, replace, &list[i].error);
    for (size_t i = 0; i < count; i++) {
        const char *target = list[i].g.journal.members ? list[i].g.journal.members[0].target : NULL;
        if (list[i].status != WM_OK || (last && wmi_same_folder(last, target)))
            continue;
        wmi_os_flush_directory(target);
        last = target;
    }
    for (size_t i = 0; i < count; i++)
        end_group(&list[i].g, list[i].status == WM_OK);
}

wm_status wm_file_write_each(const wm_file_output *files, size_t count, bool replace,
                             wm_status *results, wm_error *errors)
{
    wm_status first = WM_OK;
    single *list = malloc(AT_ONCE * sizeof *list);
    for (size_t done = 0; done < count;) {
        size_t n = count - done < AT_ONCE ? count - done : AT_ONCE;
        if (list)
            write_some(list, files + done, n, replace);
        for (size_t i = 0; i < n; i++, done++) {
            wm_error error = {.code = WM_OK};
            results[done] = list ? list[i].status : wmi_no_memory(&error);
            if (errors)
                errors[done] = list ? list[i].error : error;
            first = first == WM_OK ? results[done] : first;
        }
    }
    free(list);
    return first;
}

wm_status wm_file_recover(const char *path, bool *recovered, wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, NULL, 0);
    char *target = find_target(&arena, path);
    if (recovered)
        *recovered = false;
    wm_status status = target ? wmi_journal_settle(target, recovered, error) : wmi_no_memory(error);
    wmi_arena_free(&arena);
    return status;
}
