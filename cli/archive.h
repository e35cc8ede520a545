/* Archives for the command: ARCHIVE:name.ext wherever a file is read. */
#ifndef WAYMARK_CLI_ARCHIVE_H
#define WAYMARK_CLI_ARCHIVE_H

#include "cli.h"
#include "waymark/folder.h"

/* An open archive, with those that it was found in. */
typedef struct cli_archive {
    wm_archive *archive; /* the innermost; NULL if none is open */
    wm_archive *outer[4];
    size_t depth; /* how many of `outer` are in use */
} cli_archive;

/* Splits "module.mod:room.mdl": the size of the part before the last colon that names a file or an
 * archive in it. 0 if this is an ordinary path. */
size_t cli_archive_prefix(const char *file);
/* Opens an archive: a file, or "outer.sav:inner.sav". False and *error if it cannot be opened. It
 * is not read again if another file of the run has closed it (kept.h). */
bool cli_archive_open(cli_archive *a, const char *path, size_t size, wm_error *error);
void cli_archive_close(cli_archive *a);
/* The bytes of "module.mod:room.mdl". */
wm_status cli_archive_read(const char *file, wm_buffer *out, wm_error *error);

enum { CLI_ENTRY_TEXT = 320 };
/* What an entry is called: its path if it has one, otherwise "name.ext", which is written to
 * `text`. */
const char *cli_entry_name(const wm_archive_entry *e, char text[CLI_ENTRY_TEXT]);
/* Does this name of a file or folder mean something else: a device on Windows (NUL, com1.txt), or a
 * file of an interrupted write (.waymark-*), on which the next run would act? */
bool cli_name_is_reserved(const char *name, size_t size);
/* Can this path of an entry be used as a path of files on every system, below any folder? */
bool cli_entry_is_plain(const char *path);
/* Does the name match a pattern with * and ?, ignoring case? */
bool cli_matches(const char *pattern, const char *name);
/* Does "name.ext" or the path of an entry match? */
bool cli_entry_matches(const wm_archive_entry *e, const char *pattern);

#endif
