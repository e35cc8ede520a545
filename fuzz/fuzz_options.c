/* The arguments of the command, one per line: each verb parses them, and numbers and points
 * in their values are read. No verb runs. */
#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "fuzz.h"
#include "query/spatial.h"

enum { ARGUMENTS = 32 };

/* Messages and help go nowhere; files cannot be reached. */
static void silence(void)
{
    static FILE *nowhere;
    if (nowhere)
        return;
    nowhere = fopen("/dev/null", "r+");
    FUZZ_CHECK(nowhere && freopen("/dev/null", "w", stdout) && freopen("/dev/null", "r", stdin));
    cli_set_streams(nowhere, nowhere);
}

/* Splits a text at its line ends. Returns the number of arguments. */
static int split(char *text, char *argv[ARGUMENTS + 1])
{
    int count = 0;
    for (char *at = text; at && count < ARGUMENTS;) {
        char *end = strchr(at, '\n');
        argv[count++] = at;
        if (end)
            *end++ = '\0';
        at = end;
    }
    argv[count] = NULL;
    return count;
}

static void use(const cli *c)
{
    wm_vec3 v;
    float number;
    uint32_t n;
    for (size_t i = 0; i < c->value_count; i++) {
        const char *text = c->values[i].text;
        FUZZ_CHECK(cli_has(c, c->values[i].option->name));
        if (!text)
            continue;
        (void)cli_number("x", text, &number);
        (void)cli_vec3("x", text, &v);
        (void)cli_uint("x", text, &n);
        (void)cli_choice(c, c->values[i].option->name);
    }
    for (size_t i = 0; i < c->file_count; i++)
        FUZZ_CHECK(c->files[i]);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    spatial_point point;
    silence();
    (void)spatial_parse((const char *)data, size, &point);
    for (const cli_verb *const *verb = cli_verbs; *verb; verb++) {
        char *argv[ARGUMENTS + 1], *text = malloc(size + 1);
        bool done = false;
        cli c;
        FUZZ_CHECK(text);
        if (size)
            memcpy(text, data, size);
        text[size] = '\0';
        for (char *p = text; *p; p++)
            *p = *p == '/' ? '_' : *p; /* --surfacemat /dev/zero */
        int argc = split(text, argv);
        optind = 0; /* start again */
        int code = cli_parse(&c, *verb, argc, argv, &done);
        FUZZ_CHECK(code >= EXIT_FINE && code <= EXIT_OUTPUT);
        use(&c);
        cli_release(&c);
        free(text);
    }
}
