/* Messages on standard error. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

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
