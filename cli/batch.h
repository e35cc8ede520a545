/* Verbs that write a file for each input: one input into OUT, or many into a folder. */
#ifndef WAYMARK_CLI_BATCH_H
#define WAYMARK_CLI_BATCH_H

#include "cli.h"

typedef struct cli_writer {
    const char *done;   /* for the summary: "converted" */
    int (*run)(cli *c); /* reads files[0], writes files[1] */
    /* Makes the output's path from the input's; both are relative to their folders. False
     * when it is too long. NULL: they are the same. */
    bool (*rename)(const cli *c, const char *file, char *to, size_t size);
    /* Is this a file for the verb? Asked for those that were found in a folder; others
     * are skipped. */
    bool (*takes)(const cli *c, const char *output, const wm_buffer *bytes);
    /* Checks the values of options, so that a mistake is reported once and not for each file.
     * EXIT_FINE, or EXIT_USAGE, reported. Called before any file is read. NULL: no check. */
    int (*check)(const cli *c);
    /* Is this file, found in a folder, worked on together with another one? NULL: none is. */
    bool (*is_second)(const cli *c, const char *file);
    /* What `rename` puts in place of the endings of inputs, or NULL if it does not. Inputs that
     * would become the same file get it after their own endings. NULL: never. */
    const char *(*ending)(const cli *c);
} cli_writer;

/* Runs the writer: once if there is one input and OUT is no folder; otherwise on each file,
 * into OUT, with c->jobs threads and a summary. Returns the worst exit code. */
int cli_write_each(cli *c, const cli_writer *writer);

bool cli_is_directory(const char *path);
/* "a/room.wok.ascii" and ".glb" become "a/room.glb". False when it is too long. */
bool cli_replace_ending(const char *file, const char *ending, char *to, size_t size);
/* Removes the ending of a text: room.wok.ascii becomes room.wok, x-ascii.mdl x.mdl. */
bool cli_binary_name(const cli *c, const char *file, char *to, size_t size);

/* For the help of such verbs. */
#define CLI_DIRECTORY_HELP                                                                         \
    "With several inputs, or a folder as input or OUT, the files are written into the folder\n"    \
    "OUT. Files from an input folder keep their paths relative to it; those that this verb\n"      \
    "cannot process are skipped. A file that fails does not stop the others; a summary on\n"       \
    "standard error names it.\n\n"

#endif
