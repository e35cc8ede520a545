/* Option tables: parsing, help, and numbers in option values. */
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

const cli_option cli_common_options[] = {
    {"json", 0, NULL, "print one JSON object per file, one per line"},
    {"jobs", 'j', "N", "work on N files at a time (default: the machine's cores)"},
    {"surfacemat", 0, "FILE.2da", "take walkable materials from this table"},
    {"force", 'f', NULL, "replace existing output files"},
    {"quiet", 'q', NULL, "no progress bar and no remarks on stderr"},
    {"help", 'h', NULL, "show this help"},
    {0},
};

enum { OPTIONS_MAX = 48 };

/* The verb's options, then the common ones it does not define itself. */
static size_t all_options(const cli_verb *verb, const cli_option *all[OPTIONS_MAX])
{
    size_t n = 0;
    for (const cli_option *o = verb->options; o && o->name; o++)
        all[n++] = o;
    for (const cli_option *o = cli_common_options; o->name; o++)
        all[n++] = o;
    return n;
}

int cli_fail(int exit_code, const char *fmt, ...)
{
    va_list args;
    fputs("waymark: error: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
    return exit_code;
}

void cli_help(FILE *to, const cli_verb *verb)
{
    const cli_option *all[OPTIONS_MAX];
    size_t n = all_options(verb, all);
    fprintf(to, "usage: waymark %s %s\n\n%s\n\noptions:\n", verb->name, verb->synopsis,
            verb->details);
    for (size_t i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "%c%c%s--%s%s%s", all[i]->letter ? '-' : ' ',
                 all[i]->letter ? all[i]->letter : ' ', all[i]->letter ? ", " : "  ", all[i]->name,
                 all[i]->value ? " " : "", all[i]->value ? all[i]->value : "");
        fprintf(to, "  %-30s %s\n", name, all[i]->help);
    }
}

static int check_files(const cli *c)
{
    const cli_verb *v = c->verb;
    if (c->file_count < (size_t)v->min_files)
        return cli_fail(EXIT_USAGE, "usage: waymark %s %s", v->name, v->synopsis);
    if (v->max_files && c->file_count > (size_t)v->max_files)
        return cli_fail(EXIT_USAGE, "too many files ('%s'); usage: waymark %s %s",
                        c->files[v->max_files], v->name, v->synopsis);
    return EXIT_FINE;
}

/* The materials of --surfacemat, if it is given. */
static int load_surfaces(cli *c, const char *file)
{
    wm_buffer bytes;
    wm_error error;
    if (!file)
        return EXIT_FINE;
    if (!cli_load(file, stderr, &bytes))
        return EXIT_INPUT;
    wm_2da *table = wm_2da_read(bytes.data, bytes.size, NULL, &error);
    bool good = table && wm_kotor_surfaces_from_2da(table, &c->surfaces, &error) == WM_OK;
    if (!good)
        cli_say_error(stderr, file, &error);
    wm_2da_free(table);
    wm_buffer_free(&bytes);
    return good ? EXIT_FINE : EXIT_INPUT;
}

static int apply_common(cli *c)
{
    c->json = cli_has(c, "json");
    c->force = cli_has(c, "force");
    c->quiet = cli_has(c, "quiet");
    const char *jobs = cli_get(c, "jobs");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    c->jobs = cores > 0 && cores < 256 ? (unsigned)cores : 1;
    if (jobs) {
        uint32_t n;
        if (!cli_uint("jobs", jobs, &n))
            return EXIT_USAGE;
        if (n < 1 || n > 256)
            return cli_fail(EXIT_USAGE, "--jobs takes 1 to 256, not '%s'", jobs);
        c->jobs = n;
    }
    c->surfaces = *wm_kotor_surfaces_default();
    int code = check_files(c);
    return code == EXIT_FINE ? load_surfaces(c, cli_get(c, "surfacemat")) : code;
}

int cli_parse(cli *c, const cli_verb *verb, int argc, char **argv, bool *done)
{
    const cli_option *all[OPTIONS_MAX];
    struct option longs[OPTIONS_MAX + 1] = {{0}};
    /* '-': arguments come in their order, as option 1; "0::": -0.5,2 is told apart. */
    char shorts[2 * OPTIONS_MAX + 40] = "-:";
    size_t n = all_options(verb, all), at = 2;
    for (const char *p = ".0123456789"; verb->numbers && *p; p++) {
        shorts[at++] = *p;
        shorts[at++] = ':';
        shorts[at++] = ':';
    }
    for (size_t i = 0; i < n; i++) {
        longs[i].name = all[i]->name;
        longs[i].has_arg = all[i]->value ? required_argument : no_argument;
        longs[i].val = 256 + (int)i;
        if (all[i]->letter) {
            shorts[at++] = all[i]->letter;
            if (all[i]->value)
                shorts[at++] = ':';
        }
    }
    *c = (cli){.verb = verb};
    c->values = calloc((size_t)argc + 1, sizeof *c->values);
    c->files = calloc((size_t)argc + 1, sizeof *c->files);
    if (!c->values || !c->files)
        return cli_fail(EXIT_INPUT, "out of memory");
    opterr = 0;
    for (int got; (got = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        size_t i = 0;
        if (got == ':')
            return cli_fail(EXIT_USAGE, "option '%s' needs a value", argv[optind - 1]);
        if (got == '?')
            return cli_fail(EXIT_USAGE, "'waymark %s' has no option '%s'; try --help", verb->name,
                            argv[optind - 1]);
        if (got == 1 || got == '.' || (got >= '0' && got <= '9')) {
            c->files[c->file_count++] = argv[optind - 1];
            continue;
        }
        if (got >= 256)
            i = (size_t)(got - 256);
        else
            while (all[i]->letter != got)
                i++;
        if (strcmp(all[i]->name, "help") == 0) {
            cli_help(stdout, verb);
            *done = true;
            return EXIT_FINE;
        }
        c->values[c->value_count++] = (cli_value){all[i], optarg};
    }
    for (int i = optind; i < argc; i++)
        c->files[c->file_count++] = argv[i];
    if (verb->output_last && cli_has(c, "output"))
        c->files[c->file_count++] = cli_get(c, "output");
    return apply_common(c);
}

void cli_release(cli *c)
{
    free(c->values);
    free(c->files);
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

bool cli_number(const char *option, const char *text, float *value)
{
    size_t n = strlen(text);
    if (n && wm_float_parse(text, n, value) == n && *value - *value == 0)
        return true;
    cli_fail(EXIT_USAGE, "--%s takes a number, not '%s'", option, text);
    return false;
}

bool cli_vec3(const char *option, const char *text, wm_vec3 *value)
{
    float v[3];
    const char *p = text, *end = text + strlen(text);
    for (int i = 0; i < 3; i++) {
        size_t used = wm_float_parse(p, (size_t)(end - p), &v[i]);
        bool ended = i == 2 ? p + used == end : p[used] == ',';
        if (!used || !ended || v[i] - v[i] != 0) {
            cli_fail(EXIT_USAGE, "--%s takes three numbers X,Y,Z, not '%s'", option, text);
            return false;
        }
        p += used + 1;
    }
    *value = (wm_vec3){v[0], v[1], v[2]};
    return true;
}

bool cli_uint(const char *option, const char *text, uint32_t *value)
{
    uint64_t v = 0;
    const char *p = text;
    while (*p >= '0' && *p <= '9' && v < UINT32_MAX)
        v = v * 10 + (uint64_t)(*p++ - '0');
    if (p == text || *p || v >= UINT32_MAX) {
        cli_fail(EXIT_USAGE, "--%s takes a whole number, not '%s'", option, text);
        return false;
    }
    *value = (uint32_t)v;
    return true;
}

void cli_say_error(FILE *to, const char *file, const wm_error *error)
{
    char text[1024];
    fprintf(to, "waymark: error: %s\n", wm_error_format(error, file, text, sizeof text));
}

bool cli_colour(FILE *to)
{
    const char *no = getenv("NO_COLOR");
    return isatty(fileno(to)) && !(no && *no);
}
