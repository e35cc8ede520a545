/* The options that all verbs share, the letters of options, and the parser. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "game.h"
#include "help.h"
#include "kept.h"
#include "memory.h"
#include "module.h"
#include "nwn2/nwn2.h"
#include "platform.h"

const cli_option cli_common_options[] = {
    {"json", NULL, "print one JSON object per file, one per line"},
    {"jobs", "N", "work on N files at a time (default: one per core)"},
    {"max-memory", "SIZE", "take at most SIZE bytes for files and results: 500K, 64M, 2G"},
    {"game-dir", "DIR", "look for files in this installed game, too (default: $WAYMARK_GAME)"},
    {"module", "NAME", "with --game-dir: use the files of this module of the game"},
    {"user-dir", "DIR", "with --game-dir: your own NWN2 folder, with override, hak and modules"},
    {"surfacemat", "FILE.2da", "take the walkable materials from this table"},
    {"force", NULL, "replace existing output files"},
    {"quiet", NULL, "print no notes, no progress bar and fewer warnings; errors are still printed"},
    {"help", NULL, "show this help"},
    {0},
};

/* All short options. A letter means one long option, in every verb. */
static const struct {
    char letter;
    const char *name;
} letters[] = {
    {'a', "all"},    {'b', "below"},   {'c', "cost"},      {'f', "force"},    {'h', "help"},
    {'i', "index"},  {'j', "jobs"},    {'l', "layer"},     {'m', "material"}, {'n', "dry-run"},
    {'o', "output"}, {'p', "points"},  {'q', "quiet"},     {'r', "radius"},   {'s', "size"},
    {'t', "time"},   {'v', "verbose"}, {'x', "crossings"},
};

char cli_letter(const cli_option *o)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strcmp(letters[i].name, o->name) == 0)
            return letters[i].letter;
    return '\0';
}

size_t cli_all_options(const cli_verb *verb, const cli_option *all[CLI_OPTIONS_MAX])
{
    size_t n = 0;
    for (const cli_option *o = verb->options; o && o->name; o++)
        all[n++] = o;
    for (const cli_option *o = cli_common_options; o->name; o++)
        all[n++] = o;
    return n;
}

static int check_files(const cli *c)
{
    const cli_verb *v = c->verb;
    bool module = (v->area || (v->max_files == 0 && !v->output_last)) && cli_get(c, "module");
    size_t needed = (size_t)v->min_files - (module && v->min_files > 0);
    if (c->file_count < needed)
        return cli_fail(EXIT_USAGE, "%s; usage: waymark %s %s",
                        c->file_count ? "an argument is missing" : "no file given", v->name,
                        v->synopsis);
    if (v->max_files && c->file_count > (size_t)v->max_files)
        return cli_fail(EXIT_USAGE, "'%s' is one argument too many; usage: waymark %s %s",
                        c->files[v->max_files], v->name, v->synopsis);
    return EXIT_FINE;
}

/* The materials of --surfacemat, if it is given. */
const wm_kotor_surfaces *cli_surfaces(const cli *c, wm_format format)
{
    return format == WM_FORMAT_NWN2_TRN ? &c->nwn2_surfaces : cli_kotor_surfaces(c);
}

void cli_choose_game(cli *c)
{
    cli_track(c, "game");
    c->nwn1 = cli_choice(c, "game") == 2;
    if (c->nwn1 && !cli_get(c, "surfacemat"))
        c->surfaces = *wm_kotor_surfaces_nwn1();
}

static int load_surfaces(cli *c, const char *file)
{
    wm_buffer bytes;
    wm_error error;
    if (!file)
        return EXIT_FINE;
    cli_track(c, "surfacemat");
    if (!cli_load(file, &bytes))
        return EXIT_INPUT;
    wm_2da *table = wm_2da_read(bytes.data, bytes.size, CLI_READ_OPTS, &error);
    bool good = table && wm_kotor_surfaces_from_2da(table, &c->surfaces, &error) == WM_OK;
    wm_2da_free(table);
    wm_buffer_free(&bytes);
    return good ? EXIT_FINE : cli_fail_on(CLI_READING, file, &error);
}

static int apply_common(cli *c)
{
    c->json = cli_has(c, "json");
    c->force = cli_has(c, "force");
    c->quiet = cli_has(c, "quiet");
    const char *jobs = cli_get(c, "jobs");
    c->jobs = platform_cores();
    if (jobs) {
        uint32_t n;
        if (!cli_uint("jobs", jobs, &n))
            return EXIT_USAGE;
        if (n < 1 || n > 256)
            return cli_fail(EXIT_USAGE, "--jobs takes 1 to 256, not '%s'", jobs);
        c->jobs = n;
    }
    uint64_t memory = 0;
    const char *most = cli_get(c, "max-memory");
    if (most && !cli_size("max-memory", most, &memory))
        return EXIT_USAGE;
    if (memory && !cli_limit_memory(memory))
        return cli_no_memory(CLI_READING);
    c->surfaces = *wm_kotor_surfaces_default();
    cli_nwn2_surfaces(&c->nwn2_surfaces);
    int code = check_files(c);
    if (code == EXIT_FINE)
        code = cli_game_choose(c);
    if (code == EXIT_FINE)
        code = cli_use_module(c);
    return code == EXIT_FINE ? load_surfaces(c, cli_get(c, "surfacemat")) : code;
}

/* What getopt_long needs: the long names, and the letters as "ab:c". */
typedef struct tables {
    const cli_option *all[CLI_OPTIONS_MAX];
    struct option longs[CLI_OPTIONS_MAX + 1];
    char shorts[2 * CLI_OPTIONS_MAX + 40];
    size_t count;
} tables;

enum { LONG = 256 }; /* an option's value for getopt: LONG + its index */

static void fill_tables(const cli_verb *verb, tables *t)
{
    *t = (tables){0};
    t->count = cli_all_options(verb, t->all);
    /* '-': getopt returns arguments in order, as option 1. */
    char *at = t->shorts;
    *at++ = '-';
    *at++ = ':';
    for (const char *p = ".0123456789"; verb->numbers && *p; p++) { /* -0.5,2 is an argument */
        *at++ = *p;
        *at++ = ':';
        *at++ = ':';
    }
    for (size_t i = 0; i < t->count; i++) {
        const cli_option *o = t->all[i];
        t->longs[i].name = o->name;
        t->longs[i].has_arg = cli_is_optional(o) ? optional_argument
                              : o->value         ? required_argument
                                                 : no_argument;
        t->longs[i].val = LONG + (int)i;
        if (cli_letter(o)) {
            *at++ = cli_letter(o);
            if (o->value)
                *at++ = ':';
        }
    }
}

static const cli_option *option_of(const tables *t, int got)
{
    size_t i = 0;
    if (got >= LONG)
        return t->all[got - LONG];
    while (cli_letter(t->all[i]) != got)
        i++;
    return t->all[i];
}

static int add_value(cli *c, const cli_option *o, const char *text)
{
    char list[256];
    if (text && strchr(o->value, '|') && !cli_find_choice(o->value, text))
        return cli_fail(EXIT_USAGE, "--%s takes %s, not '%s'", o->name,
                        cli_list_choices(o->value, list, sizeof list), text);
    /* One argument can hold many letters, so their number does not follow from argc. */
    if (c->value_count == c->value_room) {
        size_t room = 2 * c->value_room + 8;
        cli_value *grown = realloc(c->values, room * sizeof *grown);
        if (!grown)
            return cli_no_memory(CLI_READING);
        c->values = grown;
        c->value_room = room;
    }
    c->values[c->value_count++] = (cli_value){.option = o, .text = text};
    return EXIT_FINE;
}

/* Makes room for `count` files in place of files[at]; for none it stays as it is. */
static bool make_room(cli *c, size_t at, size_t count)
{
    if (count < 2)
        return true;
    /* one more for --output, which comes last */
    const char **grown = realloc(c->files, (c->file_count + count + 1) * sizeof *grown);
    if (!grown)
        return false;
    memmove(grown + at + count, grown + at + 1, (c->file_count - at - 1) * sizeof *grown);
    c->files = grown;
    c->file_count += count - 1;
    return true;
}

/* Replaces each pattern by the files that it stands for, where shells leave that to programs. */
static bool expand_patterns(cli *c)
{
    for (size_t i = 0; i < c->file_count && !(c->verb->entries && i > 0);) {
        platform_listing found;
        bool good = platform_expand(c->files[i], &found) && make_room(c, i, found.count);
        for (size_t k = 0; good && k < found.count; k++) {
            good = platform_listing_add(&c->expanded, found.entries[k].name, PLATFORM_FILE);
            if (good)
                c->files[i + k] = c->expanded.entries[c->expanded.count - 1].name;
        }
        i += found.count ? found.count : 1;
        platform_listing_free(&found);
        if (!good)
            return false;
    }
    return true;
}

int cli_parse(cli *c, const cli_verb *verb, int argc, char **argv, bool *done)
{
    tables t;
    fill_tables(verb, &t);
    *c = (cli){.verb = verb};
    c->files = calloc((size_t)argc + 2, sizeof *c->files);
    if (!c->files)
        return cli_no_memory(CLI_READING);
    opterr = 0;
    optind = 0; /* from the beginning; also if arguments were parsed before */
    for (int got; (got = getopt_long(argc, argv, t.shorts, t.longs, NULL)) != -1;) {
        /* C libraries differ in what they return for --json=yes. */
        if ((got == '?' || got == ':') && optopt >= LONG && !t.all[optopt - LONG]->value)
            return cli_fail(EXIT_USAGE, "option '--%s' takes no value", t.all[optopt - LONG]->name);
        if (got == ':')
            return cli_fail(EXIT_USAGE, "option '%s' needs a value", argv[optind - 1]);
        if (got == '?')
            return cli_unknown_option(verb, argv[optind - 1], (char)optopt);
        if (got == 1 || got == '.' || (got >= '0' && got <= '9')) {
            c->files[c->file_count++] = argv[optind - 1];
            continue;
        }
        const cli_option *o = option_of(&t, got);
        if (strcmp(o->name, "help") == 0) {
            cli_help(stdout, verb);
            *done = true;
            return EXIT_FINE;
        }
        /* --simplify all: getopt takes only --simplify=all. */
        bool apart = cli_is_optional(o) && !optarg && optind < argc &&
                     cli_find_choice(o->value, argv[optind]);
        int code = add_value(c, o, apart ? argv[optind++] : optarg);
        if (code != EXIT_FINE)
            return code;
    }
    for (int i = optind; i < argc; i++)
        c->files[c->file_count++] = argv[i];
    if (!expand_patterns(c))
        return cli_no_memory(CLI_READING);
    if (verb->output_last && cli_has(c, "output"))
        c->files[c->file_count++] = cli_get(c, "output");
    return apply_common(c);
}

void cli_release(cli *c)
{
    free(c->values);
    free(c->files);
    free(c->module_layout);
    platform_listing_free(&c->expanded);
    cli_game_close();
    cli_kept_clear();
}

bool cli_has(const cli *c, const char *option)
{
    for (size_t i = 0; i < c->value_count; i++)
        if (strcmp(c->values[i].option->name, option) == 0)
            return true;
    return false;
}

const char *cli_get(const cli *c, const char *option)
{
    const char *text = NULL;
    for (size_t i = 0; i < c->value_count; i++)
        if (strcmp(c->values[i].option->name, option) == 0)
            text = c->values[i].text;
    return text;
}
