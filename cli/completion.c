/* Completions for bash, zsh and fish, written from the tables of verbs and options.
 *
 * Values are completed where the names are known: the choices of an option ("k1|k2"), and
 * names such as those of layers and materials. Other values are completed as file names. */
#include <string.h>
#include <strings.h>

#include "draw/draw.h"
#include "manual.h"

/* ---- names that values may have ---------------------------------------- */

typedef const char *(*names)(size_t i); /* the i-th name; NULL after the last */

static bool kotor_has(const char *material)
{
    const wm_kotor_surfaces *s = wm_kotor_surfaces_default();
    for (size_t k = 0; k < WM_KOTOR_SURFACES; k++)
        if (s->row[k].known && strcasecmp(s->row[k].name, material) == 0)
            return true;
    return false;
}

/* KotOR's materials, then those that only NWN2 has. Their case does not matter. */
static const char *material_name(size_t i)
{
    const wm_kotor_surfaces *s = wm_kotor_surfaces_default();
    for (size_t k = 0; k < WM_KOTOR_SURFACES; k++)
        if (s->row[k].known && i-- == 0)
            return s->row[k].name;
    for (uint32_t k = 0; k < WM_NWN2_MATERIAL_COUNT; k++)
        if (!kotor_has(wm_nwn2_material_name(k)) && i-- == 0)
            return wm_nwn2_material_name(k);
    return NULL;
}

/* Options whose value is one of these names, or several separated by commas. */
static const struct {
    const char *option, *value;
    names names;
} named[] = {
    {"layer", "LIST", draw_layer_name},
    {"material", "LIST", material_name},
    {"material", "NAME", material_name},
};

static names names_of(const cli_option *o)
{
    for (size_t i = 0; o->value && i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].option, o->name) == 0 && strcmp(named[i].value, o->value) == 0)
            return named[i].names;
    return NULL;
}

static bool has_words(const cli_option *o)
{
    return o->value && !cli_is_optional(o) && (strchr(o->value, '|') || names_of(o));
}

/* The values of an option, with a blank before each. */
static void put_words(FILE *to, const cli_option *o)
{
    names name = names_of(o);
    for (size_t i = 0; name && name(i); i++)
        fprintf(to, " %s", name(i));
    for (const char *p = o->value; !name && *p;) {
        size_t n = strcspn(p, "|");
        fprintf(to, " %.*s", (int)n, p);
        p += n + (p[n] == '|');
    }
}

static void option_words(FILE *to, const cli_verb *verb)
{
    const cli_option *all[CLI_OPTIONS_MAX];
    size_t n = cli_all_options(verb, all);
    for (size_t i = 0; i < n; i++) {
        fprintf(to, " --%s", all[i]->name);
        if (cli_letter(all[i]))
            fprintf(to, " -%c", cli_letter(all[i]));
    }
}

/* For bash and zsh: "VERB:--OPTION|VERB:-O) LEFT words RIGHT ;;" of each option with words. */
static void value_cases(FILE *to, const char *left, const char *right)
{
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        for (const cli_option *o = (*v)->options; o && o->name; o++) {
            if (!has_words(o))
                continue;
            fprintf(to, "    %s:--%s", (*v)->name, o->name);
            if (cli_letter(o))
                fprintf(to, "|%s:-%c", (*v)->name, cli_letter(o));
            fprintf(to, ") %s", left);
            put_words(to, o);
            fprintf(to, "%s ;;\n", right);
        }
}

static void verb_names(FILE *to)
{
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        fprintf(to, " %s", (*v)->name);
}

/* ---- shells ------------------------------------------------------------ */

static void bash(FILE *to)
{
    fputs("# bash completion for waymark, made by: waymark --completion bash\n"
          "_waymark() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local verb=${COMP_WORDS[1]} words= list= sign=\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        words='--help --version --man --completion",
          to);
    verb_names(to);
    fputs("'\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\") $(compgen -f -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    # --to=ascii is three words to bash\n"
          "    if [ \"$word\" = = ]; then\n"
          "        word=\n"
          "    elif [ \"$before\" = = ]; then\n"
          "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    case $verb:$before in\n"
          "    --completion:*) words='bash zsh fish' ;;\n",
          to);
    value_cases(to, "words='", "'");
    fputs("    esac\n"
          "    if [ -n \"$words\" ]; then\n"
          "        # a list: complete what follows the last comma, and the sign of a layer\n"
          "        case $word in *,*) list=${word%,*}, word=${word##*,} ;; esac\n"
          "        case $word in [+-]*) sign=${word:0:1} word=${word:1} ;; esac\n"
          "        COMPREPLY=($(compgen -P \"$list$sign\" -W \"$words\" -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    if [ \"${word#-}\" = \"$word\" ]; then\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
          "        return\n"
          "    fi\n"
          "    case $verb in\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, "    %s) words='", (*v)->name);
        option_words(to, *v);
        fputs("' ;;\n", to);
    }
    fputs("    esac\n"
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
    fputs("    )\n    _describe verb choices\n    _files\n    return\nfi\n"
          "case $words[2]:$words[CURRENT-1] in\n"
          "    --completion:*) choices=( bash zsh fish ) ;;\n",
          to);
    value_cases(to, "choices=(", " )");
    fputs("esac\n"
          "if (( $#choices )); then\n"
          "    compset -P '*,'\n"
          "    compset -P '[+-]'\n"
          "    compadd -a choices\n"
          "elif [[ $words[CURRENT] == -* ]]; then\n    case $words[2] in\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, "    %s) choices=(", (*v)->name);
        option_words(to, *v);
        fputs(" ) ;;\n", to);
    }
    fputs("    esac\n    compadd -a choices\nelse\n    _files\nfi\n", to);
}

static void fish_options(FILE *to, const char *verb, const cli_option *o)
{
    for (; o && o->name; o++) {
        fputs("complete -c waymark", to);
        if (verb)
            fprintf(to, " -n '__fish_seen_subcommand_from %s'", verb);
        fprintf(to, " -l %s", o->name);
        if (cli_letter(o))
            fprintf(to, " -s %c", cli_letter(o));
        if (has_words(o)) {
            fputs(" -x -a '", to);
            put_words(to, o);
            fputs("'", to);
        } else if (o->value && !cli_is_optional(o)) {
            fputs(" -r", to);
        }
        fputs(" -d ", to);
        quoted(to, o->help);
        fputc('\n', to);
    }
}

static void fish(FILE *to)
{
    fputs("# fish completion for waymark, made by: waymark --completion fish\n"
          "complete -c waymark -n __fish_use_subcommand -l completion -x -a 'bash zsh fish'\n",
          to);
    for (const cli_verb *const *v = cli_verbs; *v; v++) {
        fprintf(to, "complete -c waymark -n __fish_use_subcommand -a %s -d ", (*v)->name);
        quoted(to, (*v)->summary);
        fputc('\n', to);
    }
    for (const cli_verb *const *v = cli_verbs; *v; v++)
        fish_options(to, (*v)->name, (*v)->options);
    fish_options(to, NULL, cli_common_options);
}

int cli_completion(FILE *to, const char *shell)
{
    if (!shell)
        return cli_fail(EXIT_USAGE, "--completion needs the name of a shell: bash, zsh or fish");
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
