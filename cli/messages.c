/* Messages, and the streams that a thread prints to. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Worker threads print into memory, so that the output is in the order of the files. */
static _Thread_local struct {
    FILE *data, *messages;
    wm_error error; /* the first */
    bool object;
} streams;

FILE *cli_data(void)
{
    return streams.data ? streams.data : stdout;
}

FILE *cli_messages(void)
{
    return streams.messages ? streams.messages : stderr;
}

void cli_set_streams(FILE *data, FILE *messages)
{
    streams.data = data;
    streams.messages = messages;
    streams.error = (wm_error){.code = WM_OK};
    streams.object = false;
}

const wm_error *cli_first_error(void)
{
    return &streams.error;
}

void cli_keep_error(const char *output, const wm_error *error)
{
    wm_error *e = &streams.error;
    if (e->code != WM_OK)
        return;
    *e = *error;
    if (output)
        snprintf(e->message, sizeof e->message, "%.110s: %.110s", output, error->message);
}

bool cli_object_printed(void)
{
    return streams.object;
}

void cli_set_object_printed(void)
{
    streams.object = true;
}

/* A failure that is no error of the library, as one. */
static void keep_failure(int exit_code, const char *fmt, va_list args)
{
    wm_error *e = &streams.error;
    if (e->code != WM_OK)
        return;
    *e = (wm_error){.offset = WM_NO_OFFSET};
    e->code = exit_code == EXIT_OUTPUT  ? WM_IO
              : exit_code == EXIT_INPUT ? WM_BAD_VALUE
                                        : WM_BAD_ARGUMENT;
    vsnprintf(e->message, sizeof e->message, fmt, args);
}

int cli_fail(int exit_code, const char *fmt, ...)
{
    va_list args;
    FILE *to = cli_messages();
    fputs("waymark: error: ", to);
    va_start(args, fmt);
    vfprintf(to, fmt, args);
    va_end(args);
    fputc('\n', to);
    va_start(args, fmt);
    keep_failure(exit_code, fmt, args);
    va_end(args);
    return exit_code;
}

/* "cannot open: No such file" becomes "cannot open FILE: No such file". */
static bool say_io_error(FILE *to, const char *file, const wm_error *error)
{
    const char *m = error->message, *colon = strchr(m, ':');
    if (error->code == WM_IO && file && !error->path[0] && strcmp(m, "is a directory") == 0) {
        fprintf(to, "waymark: error: cannot open %s: it is a directory\n", file);
        return true;
    }
    if (error->code != WM_IO || !file || error->path[0] || strncmp(m, "cannot ", 7) != 0 || !colon)
        return false;
    fprintf(to, "waymark: error: %.*s %s%s\n", (int)(colon - m), m, file, colon);
    return true;
}

void cli_say_error(FILE *to, const char *file, const wm_error *error)
{
    char text[1024];
    cli_keep_error(NULL, error);
    if (say_io_error(to, file, error))
        return;
    fprintf(to, "waymark: error: %s\n", wm_error_format(error, file, text, sizeof text));
}

bool cli_wants_colour(FILE *to)
{
    const char *no = getenv("NO_COLOR");
    return isatty(fileno(to)) && !(no && *no);
}

const char *cli_count_text(uint64_t count, char text[CLI_COUNT_TEXT])
{
    char digits[CLI_COUNT_TEXT], *to = text;
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

const char *cli_word(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

int cli_say_unwritten(FILE *to, const char *file, const wm_error *error)
{
    const char *m = error->message, *colon = strstr(m, ": ");
    if (strncmp(m, "cannot ", 7) == 0 && colon) /* "cannot be replaced: it is a directory" */
        m = colon + 2;
    fprintf(to, "waymark: error: cannot write %s: %s\n", file, m);
    return EXIT_OUTPUT;
}

int cli_exists(const char *file)
{
    return cli_fail(EXIT_OUTPUT, "%s already exists; use --force to replace it", file);
}

void cli_put_count(FILE *to, uint64_t count, const char *one, const char *many)
{
    char text[CLI_COUNT_TEXT];
    fprintf(to, "%s %s", cli_count_text(count, text), cli_word(count, one, many));
}
