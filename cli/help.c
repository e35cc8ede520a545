/* Help of the command and of its verbs, printed from their tables. */
#include "help.h"

#include <ctype.h>
#include <string.h>

enum {
    COLUMN = 28, /* where the text of an option begins */
    WIDTH = 92
};

/* Words of `text` from the present column on, wrapped, continued at COLUMN. */
static void put_wrapped(FILE *to, const char *text)
{
    size_t column = COLUMN;
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, " ");
        if (column > COLUMN && column + 1 + n > WIDTH) {
            fprintf(to, "\n%*s", COLUMN, "");
            column = COLUMN;
        }
        column += n + (size_t)fprintf(to, "%s", column > COLUMN ? " " : "");
        fprintf(to, "%.*s", (int)n, at);
        at += n + strspn(at + n, " ");
    }
    fputc('\n', to);
}

static void put_option(FILE *to, const cli_option *o)
{
    char name[128], letter = cli_letter(o);
    int n =
        snprintf(name, sizeof name, "  %c%c%s--%s%s%s", letter ? '-' : ' ', letter ? letter : ' ',
                 letter ? ", " : "  ", o->name, o->value ? " " : "", o->value ? o->value : "");
    fprintf(to, "%-*s", COLUMN, name);
    if (n >= COLUMN)
        fprintf(to, "\n%*s", COLUMN, "");
    put_wrapped(to, o->help);
}

void cli_help(FILE *to, const cli_verb *verb)
{
    const cli_option *all[CLI_OPTIONS_MAX];
    size_t n = cli_all_options(verb, all);
    fprintf(to, "usage: waymark %s %s\n\n%c%s.\n\n%s\n\noptions:\n", verb->name, verb->synopsis,
            toupper((unsigned char)verb->summary[0]), verb->summary + 1, verb->details);
    for (size_t i = 0; i < n; i++)
        put_option(to, all[i]);
}

void cli_general_help(FILE *to)
{
    fputs("Waymark reads, checks, repairs, queries, converts and draws the walkmeshes and models\n"
          "of Knights of the Old Republic 1 and 2, Neverwinter Nights 2 and Black & White 2.\n\n"
          "usage: waymark VERB [options] FILE...\n"
          "       waymark FILE                 the same as 'waymark info FILE'\n"
          "       waymark --drop FILE...       what dropping files on waymark.exe does: models\n"
          "                                    become GLB, walkmeshes open in the "
          "browser\n\nverbs:\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        fprintf(to, "  %-10s %s\n", (*v)->name, (*v)->summary);
    fputs("\noptions of every verb:\n", to);
    for (const cli_option *o = cli_common_options; o->name; o++)
        put_option(to, o);
    fputs("\nexit codes:\n"
          "  0  success\n"
          "  1  check found errors, diff found a difference, budget found a tile over its limit,\n"
          "     or sight found that the view is blocked\n"
          "  2  wrong usage\n"
          "  3  an input cannot be opened or parsed, or no entry matches (extract)\n"
          "  4  an output cannot be written\n\n"
          "'waymark VERB --help' describes a verb. 'waymark --version' prints the version,\n"
          "'waymark --man' the man page, 'waymark --completion bash|zsh|fish' completions.\n",
          to);
}

void cli_short_help(FILE *to)
{
    fputs("usage: waymark VERB [options] FILE...\n\n"
          "  waymark info room.wok              what is in this file?\n"
          "  waymark check module/              what is wrong with these files?\n"
          "  waymark fix room.wok -o fixed.wok  repair it\n"
          "  waymark render room.wok room.png   draw it\n"
          "  waymark convert room.wok room.glb  open it in Blender\n"
          "  waymark view room.wok              look at it in a browser\n\n"
          "'waymark --help' lists all verbs, 'waymark VERB --help' describes one.\n",
          to);
}
