/* The man page, written from the tables of verbs and options, so that it always agrees with
 * --help. */
#include <ctype.h>
#include <string.h>

#include "manual.h"

/* ---- man page ---------------------------------------------------------- */

/* Text that troff prints literally: no escapes, no requests at line starts. A list of choices may
 * be broken after each. */
static void literal(FILE *to, const char *text)
{
    bool start = true;
    for (const char *p = text; *p; p++) {
        if (start && (*p == '.' || *p == '\''))
            fputs("\\&", to);
        start = *p == '\n';
        if (*p == '\\')
            fputs("\\e", to);
        else if (*p == '-')
            fputs("\\-", to);
        else
            fputc(*p, to);
        if (*p == '|')
            fputs("\\:", to);
    }
}

/* Paragraphs are split at empty lines; indented lines are examples. */
static void paragraphs(FILE *to, const char *text)
{
    bool example = false;
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        char copy[256];
        snprintf(copy, sizeof copy, "%.*s", (int)size, line);
        bool indented = copy[0] == ' ';
        if (indented != example)
            fputs(indented ? ".RS\n.nf\n" : ".fi\n.RE\n", to);
        example = indented;
        if (size == 0) {
            fputs(".PP\n", to);
        } else {
            literal(to, copy + (indented ? strspn(copy, " ") : 0));
            fputc('\n', to);
        }
        line += size + (line[size] == '\n');
    }
    if (example)
        fputs(".fi\n.RE\n", to);
}

static void options(FILE *to, const cli_option *o)
{
    for (; o && o->name; o++) {
        fputs(".TP\n.B ", to);
        if (cli_letter(o))
            fprintf(to, "\\-%c, ", cli_letter(o));
        fputs("\\-\\-", to);
        literal(to, o->name);
        if (o->value) {
            fputs(" \\fI", to);
            literal(to, o->value);
            fputs("\\fR", to);
        }
        fputc('\n', to);
        literal(to, o->help);
        fputc('\n', to);
    }
}

void cli_man_page(FILE *to)
{
    fprintf(to, ".TH WAYMARK 1 \"\" \"waymark %s\" \"User Commands\"\n", wm_version());
    fputs(".SH NAME\n"
          "waymark \\- walkmeshes and models of classic games\n"
          ".SH SYNOPSIS\n"
          ".B waymark\n"
          "\\fIVERB\\fR [\\fIoptions\\fR] \\fIFILE\\fR...\n"
          ".SH DESCRIPTION\n"
          "Reads, checks, repairs, queries, converts and draws walkmeshes and models.\n"
          "Results go to standard output, messages to standard error.\n"
          "Files are identified by content, not by name.\n"
          "\\- is standard input or output, and \\-\\- ends the options.\n"
          ".PP\n"
          "\\fBwaymark\\fR \\fIFILE\\fR is the same as \\fBwaymark info\\fR \\fIFILE\\fR.\n"
          ".PP\n"
          "\\fBwaymark \\-\\-drop\\fR \\fIFILE\\fR... does what dropping files on waymark.exe\n"
          "does: models become GLB files beside them; walkmeshes, layouts and terrains open\n"
          "in the browser; folders are checked; other files are described.\n"
          ".SH VERBS\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, ".SS %s ", (*v)->name);
        literal(to, (*v)->synopsis);
        fprintf(to, "\n%c", toupper((unsigned char)(*v)->summary[0]));
        literal(to, (*v)->summary + 1);
        fputs(".\n.PP\n", to);
        paragraphs(to, (*v)->details);
        options(to, (*v)->options);
    }
    fputs(".SH OPTIONS OF EVERY VERB\n", to);
    options(to, cli_common_options);
    fputs(".SH EXIT STATUS\n"
          ".TP\n0\nsuccess; a query or \"ls\" that finds nothing is success too\n"
          ".TP\n1\ncheck found errors, diff found a difference, budget found a tile over its\n"
          "limit, or sight found that the view is blocked\n"
          ".TP\n2\nwrong usage\n"
          ".TP\n3\nan input cannot be opened or parsed, or no entry matches (extract)\n"
          ".TP\n4\nan output cannot be written\n"
          ".SH ENVIRONMENT\n"
          ".TP\n.B NO_COLOR\nIf set and not empty, output has no colours unless\n"
          ".B \\-\\-color always\nis given.\n"
          ".TP\n.B WAYMARK_GAME\nThe folder of an installed game; the default of\n"
          ".BR \\-\\-game-dir .\n"
          ".TP\n.B WAYMARK_VIEWER\nThe viewer.html that the verb view puts files into.\n",
          to);
}
