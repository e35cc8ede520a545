/* The waymark command: finds the verb, runs it, reports failing output. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "drop.h"
#include "help.h"
#include "manual.h"
#include "platform.h"
#include "process.h"

extern const cli_verb cmd_check, cmd_convert, cmd_diff, cmd_dump, cmd_info, cmd_rebuild, cmd_set,
    cmd_transform;
extern const cli_verb cmd_locate, cmd_render;
extern const cli_verb cmd_height, cmd_raycast, cmd_sight;
extern const cli_verb cmd_fix;
extern const cli_verb cmd_pose;
extern const cli_verb cmd_nearest, cmd_region, cmd_reach, cmd_slide, cmd_path;
extern const cli_verb cmd_packet;
extern const cli_verb cmd_bake, cmd_budget, cmd_strip;
extern const cli_verb cmd_view;
extern const cli_verb cmd_ls, cmd_extract;
extern const cli_verb cmd_pth;

/* In the order in which help lists them. */
/* clang-format off: one per line */
const cli_verb *const cli_verbs[] = {
    &cmd_info,      &cmd_check,   &cmd_fix,     &cmd_convert, &cmd_rebuild, &cmd_set,
    &cmd_transform, &cmd_diff,    &cmd_dump,    &cmd_locate,  &cmd_height,  &cmd_raycast,
    &cmd_sight,     &cmd_nearest, &cmd_region,  &cmd_reach,   &cmd_path,    &cmd_slide,
    &cmd_render,    &cmd_view,    &cmd_pose,    &cmd_packet,  &cmd_bake,    &cmd_budget,
    &cmd_strip,     &cmd_ls,      &cmd_extract, &cmd_pth,     NULL,
};
/* clang-format on */

static const cli_verb *find_verb(const char *name)
{
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        if (strcmp((*v)->name, name) == 0)
            return *v;
    return NULL;
}

/* --help, --version and the like: true, and *code is the exit code. */
static bool answer(int argc, char **argv, int *code)
{
    const char *word = argv[1];
    *code = EXIT_FINE;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
        (strcmp(word, "help") == 0 && argc == 2))
        cli_general_help(stdout);
    else if (strcmp(word, "--version") == 0)
        cli_print(stdout, "waymark %s\n", wm_version());
    else if (strcmp(word, "--man") == 0)
        cli_man_page(stdout);
    else if (strcmp(word, "--drop") == 0)
        *code = argc > 2 ? cli_drop(argc - 2, argv + 2)
                         : cli_fail(EXIT_USAGE, "no file given; usage: waymark --drop FILE...");
    else if (strcmp(word, "--completion") == 0)
        *code = cli_completion(stdout, argc > 2 ? argv[2] : NULL);
    else
        return false;
    return true;
}

/* Does the first word name a file rather than a verb? A name that does not exist counts too
 * if it looks like one, so that the message is about the file. */
static bool is_file(const char *word)
{
    if (strcmp(word, "-") == 0 || platform_exists(word))
        return true;
    bool named = strchr(word, '.') || cli_basename(word) != word;
    return word[0] != '-' && named && !cli_nearest_verb(word);
}

/* Scripts get an object for a file that failed, too. Verbs that work on many files print their
 * own. */
static void print_failure(const cli *c)
{
    const wm_error *error = cli_first_error();
    const char *file = cli_first_error_file();
    if (!*file && c->file_count > (size_t)c->verb->first_file)
        file = c->files[c->verb->first_file];
    if (error->code != WM_OK && !cli_object_printed())
        json_print_error(stdout, file, error);
}

int cli_run(const cli_verb *verb, int argc, char **argv)
{
    cli c;
    bool done = false;
    int code = cli_parse(&c, verb, argc, argv, &done);
    if (code == EXIT_FINE && !done) {
        code = verb->run(&c);
        if (code <= EXIT_FINDINGS)
            cli_report_unused(&c);
    }
    if (c.json && code >= EXIT_INPUT) /* also of --surfacemat, or a module in place of FILE */
        print_failure(&c);
    cli_release(&c);
    return code;
}

static int run(int argc, char **argv)
{
    int code;
    if (argc < 2) {
        cli_short_help(stderr);
        return EXIT_USAGE;
    }
    if (answer(argc, argv, &code))
        return code;
    bool help = strcmp(argv[1], "help") == 0;
    const char *word = help ? argv[2] : argv[1];
    const cli_verb *verb = find_verb(word);
    if (verb && help) {
        cli_help(stdout, verb);
        return EXIT_FINE;
    }
    if (verb)
        return cli_run(verb, argc - 1, argv + 1);
    if (!help && is_file(word)) /* getopt skips the first word: here the command's own name */
        return cli_run(&cmd_info, argc, argv);
    if (word[0] == '-')
        return cli_fail(EXIT_USAGE, "options come after the verb: waymark VERB %s ...", word);
    return cli_unknown_verb(word);
}

/* Opened in Explorer, or with files dropped on it: the window stays until a key is pressed. */
static int run_in_window(int argc, char **argv)
{
    int code = EXIT_FINE;
    if (argc < 2)
        cli_drop_help();
    else
        code = cli_drop(argc - 1, argv + 1);
    fputs("\nPress any key to close this window.\n", stdout);
    fflush(stdout);
    fflush(stderr);
    platform_wait_for_key();
    return code;
}

int main(int argc, char **argv)
{
    platform_start(&argc, &argv);
    cli_process_start();
    bool window = platform_owns_window() && (argc < 2 || cli_is_drop(argc, argv));
    int code = window ? run_in_window(argc, argv) : run(argc, argv);
    /* A full disk may only show at the last write. */
    if (ferror(stdout) | fclose(stdout)) {
        fputs("waymark: error: cannot write to standard output\n", stderr);
        return EXIT_OUTPUT;
    }
    return code;
}
