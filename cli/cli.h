/* The frame of the command: verbs, options, files, output. Each verb has a file in cli/verbs;
 * the table of verbs is in main.c. Help, man page and completions are printed from the tables.
 *
 * Results go to stdout, messages to stderr. Many files are worked on in threads, each with its
 * own cli_out. Outputs are printed in the order of the files, so they do not depend on -j. */
#ifndef WAYMARK_CLI_H
#define WAYMARK_CLI_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "memory.h"
#include "platform.h"
#include "waymark/file.h"
#include "waymark/waymark.h"

enum {
    EXIT_FINE = 0,
    EXIT_FINDINGS = 1, /* findings, or a difference */
    EXIT_USAGE = 2,
    EXIT_INPUT = 3, /* an input cannot be opened or parsed */
    EXIT_OUTPUT = 4 /* an output cannot be written */
};

/* ---- options ----------------------------------------------------------- */

/* No letter here: a letter is short for the same option in every verb, so there is one
 * table of them, in options.c. */
typedef struct cli_option {
    const char *name;  /* "json"; used as --json */
    const char *value; /* "N" if it takes a value, otherwise NULL; "k1|k2" allows only these.
                          "[k1|k2]": it may be left out, and means k1 then */
    const char *help;
} cli_option;

typedef struct cli cli;
typedef struct cli_batch cli_batch; /* batch.c */
typedef struct cli_sarif cli_sarif; /* sarif.c */

typedef struct cli_verb {
    const char *name;
    const char *synopsis;      /* "[options] IN OUT" */
    const char *summary;       /* one line */
    const char *details;       /* paragraphs, with examples */
    const cli_option *options; /* ended by a row without a name; common ones are added */
    int min_files, max_files;  /* max 0: no limit */
    int first_file;            /* index of the first argument that is a file */
    int (*run)(cli *c);
    bool output_last; /* the last argument is the output; -o may give it instead */
    bool like_input;  /* a new output gets the permissions of the input, if there is only one */
    bool numbers;     /* arguments such as -1,2 are points, not options */
    bool entries;     /* arguments after the first are patterns for entries, not files */
    bool area;        /* FILE may be a module: it stands for the layout of its area */
} cli_verb;

/* For the options of verbs with output_last. */
#define CLI_OUTPUT_OPTION                                                                          \
    {                                                                                              \
        "output", "OUT", "write to OUT, which is then not among the arguments"                     \
    }

extern const cli_verb *const cli_verbs[]; /* ended by NULL */
extern const cli_option cli_common_options[];

typedef struct cli_value {
    const cli_option *option;
    const char *text; /* NULL for options without a value */
    bool tracked;     /* to be reported if no file uses it */
    atomic_bool used; /* by a file, if it is tracked */
} cli_value;

/* Counts over all files of cli_each_file. */
typedef struct cli_totals {
    size_t files;    /* not counting skipped ones */
    size_t unopened; /* cannot be opened */
    size_t errors;   /* have errors */
    size_t warnings; /* have warnings, no errors */
    uint64_t infos;  /* findings, not files */
} cli_totals;

struct cli {
    const cli_verb *verb;
    cli_value *values; /* in the order given */
    size_t value_count, value_room;
    const char **files;
    size_t file_count;
    platform_listing expanded; /* what patterns among the files stand for */
    char *module_layout;       /* the first file, if a module stands for it */
    bool json, force, quiet;
    bool colour; /* in what goes to stdout */
    unsigned jobs;
    wm_kotor_surfaces surfaces; /* KotOR's, built-in or of --surfacemat */
    wm_kotor_surfaces nwn2_surfaces;
    bool nwn1; /* --game nwn1: walkmesh texts are those of Neverwinter Nights 1 */
    cli_totals totals;
    cli_batch *batch; /* many files are written into a folder; else NULL */
    cli_sarif *sarif; /* check --sarif keeps the reports here; else NULL */
};

/* 'j' for --jobs; 0 if the option has no letter. */
char cli_letter(const cli_option *o);
enum { CLI_OPTIONS_MAX = 48 };
/* The verb's options, then the common ones. Returns their number. */
size_t cli_all_options(const cli_verb *verb, const cli_option *all[CLI_OPTIONS_MAX]);
/* May the value be left out? */
bool cli_is_optional(const cli_option *o);
/* The place of `text` in "a|b|c", from 1; 0 if it is not there. */
int cli_find_choice(const char *choices, const char *text);
/* "a, b or c" of "a|b|c". Returns text. */
const char *cli_list_choices(const char *choices, char *text, size_t size);

/* Fills c from the arguments after the verb. EXIT_FINE, or another exit code with a message on
 * stderr. Sets *done if --help was given. */
int cli_parse(cli *c, const cli_verb *verb, int argc, char **argv, bool *done);
void cli_release(cli *c);
/* Parses the arguments after argv[0] and runs the verb. Its exit code. */
int cli_run(const cli_verb *verb, int argc, char **argv);
/* The materials of the game that a format belongs to. */
const wm_kotor_surfaces *cli_surfaces(const cli *c, wm_format format);
/* Obeys --game kotor|nwn1: also chooses the materials, unless --surfacemat is given. */
void cli_choose_game(cli *c);
/* Refuses options that would have no effect, so that nobody thinks they had one: all that were
 * given but are not among `options` ("a|b"), except those that all verbs have, --output and --to.
 * EXIT_FINE, or EXIT_USAGE, reported.
 *
 * what: a thing that takes these options, for the message: "on a KotOR walkmesh". */
int cli_allow_options(const cli *c, const char *options, const char *what);
/* The same for what has no effect when `option` is given: all but that one and `others`. */
int cli_allow_with(const cli *c, const char *option, const char *others);
/* Options whose use depends on the files, which may be many: cli_track begins to watch one,
 * cli_kotor_surfaces marks those about walkmeshes as used, and cli_report_unused prints a warning
 * about each that no file used. */
void cli_track(const cli *c, const char *option);
void cli_report_unused(const cli *c);
/* The materials of KotOR's walkmeshes, for one that was read. */
const wm_kotor_surfaces *cli_kotor_surfaces(const cli *c);
bool cli_has(const cli *c, const char *option);
/* The last value given, or NULL. */
const char *cli_get(const cli *c, const char *option);
/* The place of the last value among the option's choices, from 1; 0 if it is not given. */
int cli_choice(const cli *c, const char *option);
/* Numbers in option values. False, with a message on stderr, if `text` is not such a number. */
bool cli_number(const char *option, const char *text, float *value);
bool cli_vec3(const char *option, const char *text, wm_vec3 *value); /* "1,2,3" */
bool cli_uint(const char *option, const char *text, uint32_t *value);
bool cli_size(const char *option, const char *text, uint64_t *bytes); /* "500K", "64M", "2G" */

/* ---- messages ---------------------------------------------------------- */

/* Where this thread prints its data and its messages: standard output and standard error,
 * unless cli_set_streams chose others. NULL restores them. */
FILE *cli_data(void);
FILE *cli_messages(void);
void cli_set_streams(FILE *data, FILE *messages);
/* The first error that this thread has reported since it got its streams. */
const wm_error *cli_first_error(void);
const char *cli_first_error_file(void); /* the input that it was about; "": unknown */
/* Counts a finding that was printed as an error, and that ends the work on the file, as such. */
void cli_keep_issue(const char *file, const wm_issue *issue);
/* Has it printed a JSON object since? json_begin and json_print_error call the setter. */
bool cli_object_printed(void);
void cli_set_object_printed(void);

/* Prints for people, as fprintf does. Names of files, and names in files, may contain control
 * characters, which would change the terminal: they become '?'. Only a new line at the end of fmt
 * is printed as one. All words go through this function, and nothing else in the command calls
 * fprintf; tests/consumer/test_printing.sh checks it. */
void cli_print(FILE *to, const char *fmt, ...) WM_PRINTF(2, 3);
/* The same for a text alone. */
void cli_put_name(FILE *to, const char *name);

/* "waymark: error: ..." among the messages. */
int cli_fail(int exit_code, const char *fmt, ...) WM_PRINTF(2, 3);
/* What was being done with the file that failed. */
typedef enum cli_stage { CLI_READING, CLI_WRITING } cli_stage;
/* Replaces "out of memory" by a message with the limit, if the user has set one. */
void cli_explain_memory(wm_error *error);
/* The text of an error, with that message. Returns text. */
const char *cli_error_text(const wm_error *error, const char *file, char *text, size_t size);
/* "waymark: error: FILE: @0x1a4 path: message [code]" among the messages. Returns its exit code. */
int cli_fail_on(cli_stage stage, const char *file, const wm_error *error);
/* The same for an input; with --json it also prints an object. */
int cli_unreadable(const cli *c, const char *file, const wm_error *error);
/* The same for an input of a format that the verb does not take.
 *
 * expected: what it takes, such as "a walkmesh or a model". */
int cli_wrong_format(const cli *c, const char *file, const wm_buffer *bytes, const char *expected);
/* "waymark: error: out of memory". Returns its exit code. */
int cli_no_memory(cli_stage stage);
/* Is it a terminal, and is NO_COLOR not set? */
bool cli_wants_colour(FILE *to);

enum { CLI_COUNT_TEXT = 32 };
/* "1,040". Returns text. */
const char *cli_count_text(uint64_t count, char text[CLI_COUNT_TEXT]);
/* one or many. */
const char *cli_word(uint64_t count, const char *one, const char *many);
/* "FILE already exists; use --force to replace it" on stderr. EXIT_OUTPUT. */
int cli_exists(const char *file);
/* A copy of the first `size` bytes; the caller frees it. NULL when out of memory. */
char *cli_copy_text(const char *text, size_t size);
/* Copies the text from begin to end into `to`. False if it is empty or does not fit, or if end is
 * NULL, as of a character that strchr did not find. */
bool cli_cut(const char *begin, const char *end, char *to, size_t room);
/* Reports an edit of `set` that failed. True if it did not.
 *
 * option, text: what asked for it. */
bool cli_edited(const char *option, const char *text, wm_status status, const wm_error *error);
/* "1 file", "1,040 files". */
void cli_put_count(FILE *to, uint64_t count, const char *one, const char *many);
/* The same in a list of counts, "1040 files" after ", ". */
void cli_put_item(FILE *to, const char *before, uint64_t count, const char *one, const char *many);

/* ---- files ------------------------------------------------------------- */

/* What check found in a file. */
typedef struct cli_verdict {
    bool unopened, errors, warnings;
    uint32_t infos;
} cli_verdict;

typedef struct cli_out {
    FILE *data;       /* goes to stdout */
    FILE *messages;   /* goes to stderr */
    const char *file; /* the file that is worked on */
    size_t index;     /* of the file among all */
    bool walked;      /* it was found in a folder, not named by the user */
    bool skipped;     /* set by the worker: not a file for this verb, do not count it */
    bool companion;   /* set with skipped: it is read together with another file */
    bool other;       /* set with skipped: its ending promises a format, but it is another file */
    cli_verdict verdict;
} cli_out;

typedef int (*cli_worker)(cli *c, cli_out *out);

/* Runs worker on every file, with c->jobs threads and a progress bar on a terminal. Folders are
 * searched in sorted order. Fills c->totals. Returns the worst exit code. */
int cli_each_file(cli *c, cli_worker worker);

/* A file's bytes ("-": stdin). */
wm_status cli_read_file(const char *file, wm_buffer *out, wm_error *error);
/* The same. False and reported if they cannot be read: EXIT_INPUT. */
bool cli_load(const char *file, wm_buffer *out);
/* The bytes of out->file. False if they cannot be read, with a message and, with --json, an object.
 */
bool cli_load_for(const cli *c, cli_out *out, wm_buffer *bytes);
/* Writes bytes to a file ("-": stdout). EXIT_FINE, EXIT_OUTPUT, or EXIT_USAGE if the ending of the
 * name is that of another format; reported. */
int cli_save(const cli *c, const char *file, const void *data, size_t size);
/* Writes files that belong together: all or none. EXIT_FINE, or EXIT_OUTPUT, reported. */
int cli_save_all(const cli *c, const wm_file_output *files, size_t count);
/* Files that do not belong together, faster than one by one. codes, errors: one for each, reported.
 */
void cli_save_each(const cli *c, const wm_file_output *files, size_t count, int *codes,
                   wm_error *errors);
/* Its two halves: writing, where *at is the file that cannot be written, and the message. */
wm_status cli_try_save(const cli *c, const wm_file_output *files, size_t count, size_t *at,
                       wm_error *error);
int cli_fail_save(const cli *c, const char *file, const wm_error *error);
/* Creates the folders above a file. Failures show when the file is written. */
void cli_make_parents(const char *file);
/* Does the path end so? Case is ignored. */
bool cli_ends(const char *path, const char *ending);
/* The last part of a path. */
const char *cli_basename(const char *path);

/* ---- walkmeshes -------------------------------------------------------- */

/* Reads a walkmesh, binary or text. NULL and *error if it cannot be read or is something else; it
 * is reported if error is NULL. */
wm_kotor_bwm *cli_read_walkmesh(const cli *c, const wm_buffer *bytes, const char *file,
                                wm_error *error);

/* Was this file found in a folder, and can this version not read it? */
bool cli_skip(const cli *c, cli_out *out, size_t size, wm_format format);

/* ---- JSON -------------------------------------------------------------- */

/* Begins an object on `to`. What is added is printed at once. */
void json_begin(wm_json_writer *json, FILE *to);
/* The same, with a line for each member if `lines` is set. */
void json_begin_lines(wm_json_writer *json, FILE *to, bool lines);
/* Ends that object and its line. */
void json_finish(wm_json_writer *json);

/* Prints one line that the library made and frees it, or prints the error if status is not WM_OK.
 * EXIT_FINE or EXIT_INPUT. */
int json_print_made(wm_status status, wm_buffer *json, const wm_error *error, FILE *to);

/* An array of vectors; empty if values is NULL. */
void json_vectors(wm_json_writer *json, const char *name, const wm_vec3 *values, uint32_t count);
/* An array of {field, count, message}. */
void json_diff(wm_json_writer *json, const char *name, const wm_diff *diff);

/* The object of an unreadable file: {file, error: {...}}. */
void json_print_error(FILE *to, const char *file, const wm_error *error);

#endif
