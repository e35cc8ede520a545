/* The waymark command: finds the verb, runs it, reports failing output. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "manual.h"

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

/* In the order of the help. */
/* clang-format off: one a line */
const cli_verb *const cli_verbs[] = {
    &cmd_info,   &cmd_check, &cmd_fix,    &cmd_convert, &cmd_rebuild, &cmd_set,   &cmd_transform,
    &cmd_diff,   &cmd_dump,  &cmd_locate, &cmd_height,  &cmd_raycast, &cmd_sight, &cmd_nearest,
    &cmd_region, &cmd_reach, &cmd_path,   &cmd_slide,   &cmd_render,  &cmd_view,  &cmd_pose,
    &cmd_packet, &cmd_bake,  &cmd_budget, &cmd_strip,   NULL,
};
/* clang-format on */

static void general_help(FILE *to)
{
    fputs("waymark reads, checks, explains, queries, converts and rebuilds the walkmeshes\n"
          "and models of classic role-playing games.\n\n"
          "usage: waymark VERB [options] FILE...\n\nverbs:\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        fprintf(to, "  %-10s %s\n", (*v)->name, (*v)->summary);
    fputs("\noptions of every verb:\n", to);
    for (const cli_option *o = cli_common_options; o->name; o++) {
        char name[48];
        snprintf(name, sizeof name, "%s--%s%s%s",
                 o->letter ? (char[]){'-', o->letter, ',', ' ', 0} : "    ", o->name,
                 o->value ? " " : "", o->value ? o->value : "");
        fprintf(to, "  %-26s %s\n", name, o->help);
    }
    fputs("\nexit: 0 fine, 1 findings or difference, 2 usage, 3 input unreadable, 4 output failed\n"
          "'waymark VERB --help' tells more; 'waymark --version' prints the version.\n",
          to);
}

static const cli_verb *find_verb(const char *name)
{
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        if (strcmp((*v)->name, name) == 0)
            return *v;
    return NULL;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        general_help(stderr);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
        (strcmp(word, "help") == 0 && argc == 2)) {
        general_help(stdout);
        return EXIT_FINE;
    }
    if (strcmp(word, "--version") == 0) {
        printf("waymark %s\n", wm_version());
        return EXIT_FINE;
    }
    if (strcmp(word, "--man") == 0) {
        cli_man_page(stdout);
        return EXIT_FINE;
    }
    if (strcmp(word, "--completion") == 0)
        return cli_completion(stdout, argc > 2 ? argv[2] : "");
    bool help = strcmp(word, "help") == 0;
    const cli_verb *verb = find_verb(help ? argv[2] : word);
    if (!verb)
        return cli_fail(EXIT_USAGE, "there is no verb '%s'; try 'waymark --help'",
                        help ? argv[2] : word);
    if (help) {
        cli_help(stdout, verb);
        return EXIT_FINE;
    }
    cli c;
    bool done = false;
    int code = cli_parse(&c, verb, argc - 1, argv + 1, &done);
    if (code == EXIT_FINE && !done)
        code = verb->run(&c);
    cli_release(&c);
    return code;
}

int main(int argc, char **argv)
{
    int code = run(argc, argv);
    /* A full disk shows itself at the last write. */
    if (ferror(stdout) | fclose(stdout)) {
        fputs("waymark: error: cannot write to standard output\n", stderr);
        return EXIT_OUTPUT;
    }
    return code;
}
