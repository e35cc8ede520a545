/* The journal of a write of several files. docs/design.md ("Files that belong together") explains
 * the protocol.
 *
 * For each of the files there is a copy of the same text next to it, so that whoever wants one file
 * looks for one name. The copy of the first file counts: the write is decided once that copy is
 * complete. A journal may name files in other folders, by absolute paths; it is believed only as
 * long as its copies are there, so that one that somebody made up leads to no other folder. */
#ifndef WAYMARK_BASE_JOURNAL_H
#define WAYMARK_BASE_JOURNAL_H

#include "base/internal.h"
#include "base/platform.h"

/* All names that a write makes start with this. They are no files of the user. */
#define WMI_JOURNAL_PREFIX ".waymark-"

/* What a file holds. */
typedef struct wmi_content {
    bool exists;
    uint64_t size, hash;
} wmi_content;

typedef struct wmi_member {
    const char *target;
    const char *temporary; /* holds the new bytes until it is renamed to the target */
    const char *kept;      /* a second name of the old file while the write lasts */
    const char *journal;   /* this member's copy of the text */
    unsigned attempt;      /* distinguishes temporary files of one target */
    wmi_content before, after;
} wmi_member;

typedef struct wmi_journal {
    wmi_arena arena;
    wmi_member *members;
    size_t count;
} wmi_journal;

enum { WMI_JOURNAL_MOST = 4 }; /* members */

wmi_content wmi_content_of_bytes(const void *data, size_t size);
/* `expected`: a file of another size is not read; its hash is 0. NULL: always read. */
wmi_content wmi_content_of_file(const char *path, const wmi_content *expected);
bool wmi_content_equal(const wmi_content *a, const wmi_content *b);

/* Fills temporary, kept and journal for a target. False if memory runs out. */
bool wmi_member_names(wmi_arena *arena, const char *target, unsigned attempt, wmi_member *out);
/* The path of the journal of a target; NULL if memory runs out. */
char *wmi_journal_path(wmi_arena *arena, const char *target);

/* The folder of a path, absolute, links resolved, with a separator at its end. NULL if there is no
 * such folder or no memory. */
char *wmi_journal_folder(wmi_arena *arena, const char *path);
/* Are two files in one folder, as far as their paths show? */
bool wmi_same_folder(const char *a, const char *b);
/* Makes renames in the folders of all members permanent. */
void wmi_journal_flush_folders(const wmi_journal *journal);

/* The text of a journal. If the members are in several folders, their paths are those of
 * wmi_journal_folder. */
wm_status wmi_journal_write(const wmi_journal *journal, wm_buffer *text, wm_error *error);
/* Reads the text of a journal at `path`. False if it is incomplete, no journal, or memory runs
 * out. Free the journal in any case.
 *
 * folder: wmi_journal_folder of the path. Members in it get paths that begin as `path` does. NULL:
 *   members of other folders are refused. */
bool wmi_journal_parse(const char *path, const char *folder, const void *text, size_t size,
                       wmi_journal *out);
void wmi_journal_free(wmi_journal *journal);

/* What can be done about a write that did not end. */
typedef enum wmi_outcome {
    WMI_FINISH, /* all new bytes are there */
    WMI_UNDO,   /* all old bytes are there */
    WMI_LEAVE   /* somebody else changed the files since */
} wmi_outcome;
/* `preferred` if it is possible, otherwise the other one or WMI_LEAVE. */
wmi_outcome wmi_journal_judge(const wmi_journal *journal, wmi_outcome preferred);
/* Renames what is missing for that outcome. False if the system refuses. */
bool wmi_journal_apply(const wmi_journal *journal, wmi_outcome outcome);

/* Removes a file unless somebody holds it. */
bool wmi_remove_unheld(const char *path);

/* If a write of several files that include `target` was interrupted, finishes or undoes it; waits
 * while it is under way. *done, if not NULL, becomes whether files changed. */
wm_status wmi_journal_settle(const char *target, bool *done, wm_error *error);
/* The path from which to read `path` while a write of several files has not ended: that of a
 * temporary or a kept file, or `path` itself. "": the file does not exist. NULL: no memory. Changes
 * nothing. */
const char *wmi_journal_source(wmi_arena *arena, const char *path);

#endif
