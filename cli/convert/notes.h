/* What a verb wrote, and what it changed or computed on the way, in words or JSON. */
#ifndef WAYMARK_CLI_CONVERT_NOTES_H
#define WAYMARK_CLI_CONVERT_NOTES_H

#include "cli.h"

typedef struct cli_note {
    uint64_t count;
    const char *name;       /* of the JSON member; NULL: not in JSON */
    const char *one, *many; /* NULL: only in JSON */
} cli_note;

/* "waymark: wrote OUT: 3 meshes, 1 vertex" */
void cli_say_wrote(const char *out, const cli_note *counts, size_t count);
/* "waymark: OUT: 2 meshes without normals: computed", a line for each note that counts anything. */
void cli_say_notes(const char *out, const cli_note *notes, size_t count);
/* All of them as members of the object. */
void cli_add_notes(wm_json_writer *j, const cli_note *notes, size_t count);

#endif
