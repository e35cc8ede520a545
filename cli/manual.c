/* The man page and the completions of shells, written from the verb and option
 * tables, so that they cannot say anything else than --help. */
#include <string.h>

#include "manual.h"

/* ---- man page ---------------------------------------------------------- */

/* Text as troff takes it literally: no escapes, no requests at line starts. */
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
        if (o->letter)
            fprintf(to, "\\-%c, ", o->letter);
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
          "waymark \\- walkmeshes of classic role-playing games\n"
          ".SH SYNOPSIS\n"
          ".B waymark\n"
          "\\fIVERB\\fR [\\fIoptions\\fR] \\fIFILE\\fR...\n"
          ".SH DESCRIPTION\n"
          "Reads, checks, explains, repairs, queries and draws walkmeshes. Standard output is\n"
          "data, standard error is talk. Formats are told by the bytes of a file, \\- is standard\n"
          "input or output, and \\-\\- ends the options.\n"
          ".SH VERBS\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, ".SS %s ", (*v)->name);
        literal(to, (*v)->synopsis);
        fputc('\n', to);
        paragraphs(to, (*v)->details);
        options(to, (*v)->options);
    }
    fputs(".SH OPTIONS OF EVERY VERB\n", to);
    options(to, cli_common_options);
    fputs(".SH EXIT STATUS\n"
          ".TP\n0\nfine\n"
          ".TP\n1\nfindings, or a difference\n"
          ".TP\n2\nusage\n"
          ".TP\n3\nan input cannot be opened or parsed\n"
          ".TP\n4\nan output cannot be written\n"
          ".SH ENVIRONMENT\n"
          ".TP\n.B NO_COLOR\nIf set and not empty, no colours on a terminal.\n",
          to);
}

/* ---- completions ------------------------------------------------------- */

static void option_words(FILE *to, const cli_option *o)
{
    for (; o && o->name; o++) {
        fprintf(to, " --%s", o->name);
        if (o->letter)
            fprintf(to, " -%c", o->letter);
    }
}

static void bash(FILE *to)
{
    fputs("# bash completion for waymark, made by: waymark --completion bash\n"
          "_waymark() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} words\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        words='--help --version",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        fprintf(to, " %s", (*v)->name);
    fputs("'\n"
          "    elif [ \"${word#-}\" != \"$word\" ]; then\n"
          "        case ${COMP_WORDS[1]} in\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, "        %s) words='", (*v)->name);
        option_words(to, (*v)->options);
        option_words(to, cli_common_options);
        fputs("' ;;\n", to);
    }
    fputs("        esac\n"
          "    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "}\n"
          "complete -o filenames -F _waymark waymark\n",
          to);
}

/* Text in single quotes, for fish and zsh. */
static void quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\"'\"'", to);
        else
            fputc(*text, to);
    }
    fputc('\'', to);
}

static void fish_options(FILE *to, const char *verb, const cli_option *o)
{
    for (; o && o->name; o++) {
        fputs("complete -c waymark", to);
        if (verb)
            fprintf(to, " -n '__fish_seen_subcommand_from %s'", verb);
        fprintf(to, " -l %s", o->name);
        if (o->letter)
            fprintf(to, " -s %c", o->letter);
        fputs(o->value ? " -r -d " : " -d ", to);
        quoted(to, o->help);
        fputc('\n', to);
    }
}

static void fish(FILE *to)
{
    fputs("# fish completion for waymark, made by: waymark --completion fish\n", to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, "complete -c waymark -n __fish_use_subcommand -f -a %s -d ", (*v)->name);
        quoted(to, (*v)->summary);
        fputc('\n', to);
    }
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        fish_options(to, (*v)->name, (*v)->options);
    fish_options(to, NULL, cli_common_options);
}

static void zsh(FILE *to)
{
    fputs("#compdef waymark\n# zsh completion for waymark, made by: waymark --completion zsh\n"
          "local -a choices\n"
          "if (( CURRENT == 2 )); then\n    choices=(\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        char line[160];
        snprintf(line, sizeof line, "%s:%s", (*v)->name, (*v)->summary);
        fputs("        ", to);
        quoted(to, line);
        fputc('\n', to);
    }
    fputs("    )\n    _describe verb choices\n"
          "elif [[ $words[CURRENT] == -* ]]; then\n    case $words[2] in\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, "    %s) choices=(", (*v)->name);
        option_words(to, (*v)->options);
        option_words(to, cli_common_options);
        fputs(" ) ;;\n", to);
    }
    fputs("    esac\n    compadd -a choices\nelse\n    _files\nfi\n", to);
}

int cli_completion(FILE *to, const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        bash(to);
    else if (strcmp(shell, "zsh") == 0)
        zsh(to);
    else if (strcmp(shell, "fish") == 0)
        fish(to);
    else
        return cli_fail(EXIT_USAGE, "--completion takes bash, zsh or fish, not '%s'", shell);
    return EXIT_FINE;
}
