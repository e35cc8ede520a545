/* Messages, and the streams that a thread prints to. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "memory.h"
#include "platform.h"

/* Worker threads print into memory, so that the output is in the order of the files. */
static _Thread_local struct {
    FILE *data, *messages;
    wm_error error;  /* the first */
    char file[4096]; /* the input that it was about; "": unknown */
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
    streams.file[0] = '\0';
    streams.object = false;
}

const wm_error *cli_first_error(void)
{
    return &streams.error;
}

const char *cli_first_error_file(void)
{
    return streams.file;
}

static void keep_error(const char *file, const wm_error *error)
{
    if (streams.error.code != WM_OK)
        return;
    streams.error = *error;
    snprintf(streams.file, sizeof streams.file, "%s", file ? file : "");
}

void cli_keep_issue(const char *file, const wm_issue *issue)
{
    wm_error error = {.code = WM_BAD_TEXT, .offset = issue->offset, .line = issue->line};
    snprintf(error.path, sizeof error.path, "%s", issue->path);
    snprintf(error.message, sizeof error.message, "%s", issue->message);
    keep_error(file, &error);
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

void cli_put_name(FILE *to, const char *name)
{
    for (const unsigned char *p = (const unsigned char *)name; *p; p++) {
        if (p[0] == 0xC2 && p[1] >= 0x80 && p[1] <= 0x9F) { /* the same as UTF-8 */
            fputc('?', to);
            p++;
        } else {
            fputc(*p < 0x20 || *p == 0x7F ? '?' : *p, to);
        }
    }
}

/* A new line at the end of fmt is printed as it is. */
static void put(FILE *to, const char *fmt, va_list args)
{
    char shorter[1024], *text = shorter;
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(shorter, sizeof shorter, fmt, args);
    if (n >= (int)sizeof shorter) {
        char *longer = malloc((size_t)n + 1);
        if (longer) {
            vsnprintf(longer, (size_t)n + 1, fmt, again);
            text = longer;
        } else {
            n = (int)sizeof shorter - 1;
        }
    }
    va_end(again);
    size_t last = strlen(fmt);
    bool line = n > 0 && last && fmt[last - 1] == '\n';
    if (line)
        text[n - 1] = '\0';
    cli_put_name(to, text);
    if (line)
        fputc('\n', to);
    if (text != shorter)
        free(text);
}

void cli_print(FILE *to, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put(to, fmt, args);
    va_end(args);
}

static void say_error(const char *fmt, ...) WM_PRINTF(1, 2);

static void put_error(const char *fmt, va_list args)
{
    fputs("waymark: error: ", cli_messages());
    put(cli_messages(), fmt, args);
    fputc('\n', cli_messages());
}

static void say_error(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_error(fmt, args);
    va_end(args);
}

int cli_fail(int exit_code, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_error(fmt, args);
    va_end(args);
    va_start(args, fmt);
    keep_failure(exit_code, fmt, args);
    va_end(args);
    return exit_code;
}

/* "cannot open: No such file" becomes "cannot open FILE: No such file". */
static bool say_io_error(const char *file, const wm_error *error)
{
    const char *m = error->message, *colon = strchr(m, ':');
    if (error->code == WM_IO && file && !error->path[0] && strcmp(m, "is a folder") == 0) {
        say_error("cannot open %s: it is a folder", file);
        return true;
    }
    if (error->code != WM_IO || !file || error->path[0] || strncmp(m, "cannot ", 7) != 0 || !colon)
        return false;
    say_error("%.*s %s%s", (int)(colon - m), m, file, colon);
    return true;
}

/* "cannot be replaced: it is a folder" becomes "cannot write FILE: it is a folder". */
static void say_unwritten(const char *file, const wm_error *error)
{
    wm_error named = *error;
    const char *m = error->message, *colon = strstr(m, ": ");
    snprintf(named.message, sizeof named.message, "%.110s: %.110s", file, m);
    keep_error(NULL, &named);
    if (strncmp(m, "cannot ", 7) == 0 && colon)
        m = colon + 2;
    say_error("cannot write %s: %s", file, m);
}

/* The exit code of a library error. Nothing else in the command maps one to the other:
 * EXIT_USAGE for WM_BAD_ARGUMENT, otherwise EXIT_INPUT while reading and EXIT_OUTPUT while
 * writing, also if memory runs out. */
static int exit_code_of(cli_stage stage, wm_status status)
{
    if (status == WM_BAD_ARGUMENT)
        return EXIT_USAGE;
    return stage == CLI_READING ? EXIT_INPUT : EXIT_OUTPUT;
}

void cli_explain_memory(wm_error *error)
{
    uint64_t limit = cli_memory_limit();
    if (error->code == WM_NO_MEMORY && limit)
        snprintf(error->message, sizeof error->message,
                 "more memory is needed than the %llu bytes of --max-memory",
                 (unsigned long long)limit);
}

const char *cli_error_text(const wm_error *error, const char *file, char *text, size_t size)
{
    wm_error explained = *error;
    cli_explain_memory(&explained);
    return wm_error_format(&explained, file, text, size);
}

int cli_fail_on(cli_stage stage, const char *file, const wm_error *given)
{
    char text[4096 + 512];
    wm_error explained = *given, *error = &explained;
    cli_explain_memory(error);
    if (stage == CLI_WRITING && error->code == WM_IO)
        say_unwritten(file, error);
    else if (!say_io_error(file, error))
        say_error("%s", wm_error_format(error, file, text, sizeof text));
    keep_error(stage == CLI_READING ? file : NULL, error);
    return exit_code_of(stage, error->code);
}

int cli_unreadable(const cli *c, const char *file, const wm_error *given)
{
    wm_error explained = *given, *error = &explained;
    cli_explain_memory(error);
    int code = cli_fail_on(CLI_READING, file, error);
    if (c->json)
        json_print_error(cli_data(), file, error);
    return code;
}

int cli_wrong_format(const cli *c, const char *file, const wm_buffer *bytes, const char *expected)
{
    wm_error error;
    wm_format format = wm_detect(bytes->data, bytes->size);
    wm_format_error(format, bytes->size, expected, &error);
    wm_format_hint_mdx(file, format, &error);
    return cli_unreadable(c, file, &error);
}

int cli_no_memory(cli_stage stage)
{
    wm_error error = {.code = WM_NO_MEMORY, .message = "out of memory"};
    cli_explain_memory(&error);
    return cli_fail(exit_code_of(stage, WM_NO_MEMORY), "%s", error.message);
}

bool cli_wants_colour(FILE *to)
{
    const char *no = getenv("NO_COLOR");
    return platform_is_terminal(to) && !(no && *no);
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

char *cli_copy_text(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

bool cli_cut(const char *begin, const char *end, char *to, size_t room)
{
    if (!end || end <= begin || (size_t)(end - begin) >= room)
        return false;
    memcpy(to, begin, (size_t)(end - begin));
    to[end - begin] = '\0';
    return true;
}

bool cli_edited(const char *option, const char *text, wm_status status, const wm_error *error)
{
    if (status != WM_OK)
        cli_fail(EXIT_USAGE, "--%s %s: %s", option, text, error->message);
    return status == WM_OK;
}

const char *cli_word(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

int cli_exists(const char *file)
{
    return cli_fail(EXIT_OUTPUT, "%s already exists; use --force to replace it", file);
}

void cli_put_count(FILE *to, uint64_t count, const char *one, const char *many)
{
    char text[CLI_COUNT_TEXT];
    cli_print(to, "%s %s", cli_count_text(count, text), cli_word(count, one, many));
}

void cli_put_item(FILE *to, const char *before, uint64_t count, const char *one, const char *many)
{
    fputs(before, to);
    cli_print(to, "%llu %s", (unsigned long long)count, cli_word(count, one, many));
}
