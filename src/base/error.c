/* Filling, naming and printing errors. */
#include <stdio.h>

#include "base/internal.h"

const char *wm_version(void)
{
    return WM_VERSION_STRING;
}

const char *wm_status_name(wm_status status)
{
    switch (status) {
    case WM_OK: return "ok";
    case WM_NO_MEMORY: return "no_memory";
    case WM_LIMIT: return "limit";
    case WM_IO: return "io";
    case WM_TRUNCATED: return "truncated";
    case WM_BAD_MAGIC: return "bad_magic";
    case WM_UNSUPPORTED: return "unsupported";
    case WM_BAD_OFFSET: return "bad_offset";
    case WM_BAD_VALUE: return "bad_value";
    case WM_BAD_TEXT: return "bad_text";
    case WM_BAD_ARGUMENT: return "bad_argument";
    case WM_NOT_REPRESENTABLE: return "not_representable";
    }
    return "unknown";
}

void wmi_plain(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            *text = '?';
}

static wm_status fill(wm_error *error, wm_status code, const char *path, const char *fmt,
                      va_list args)
{
    wm_error made = {.code = code, .offset = WM_NO_OFFSET};
    if (!error)
        return code;
    wmi_format(made.path, sizeof made.path, "%s", path ? path : "");
    wmi_vformat(made.message, sizeof made.message, fmt, args);
    wmi_plain(made.path);
    wmi_plain(made.message);
    *error = made; /* now: the arguments may be parts of it */
    return code;
}

wm_status wm_error_set(wm_error *error, wm_status code, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fill(error, code, path, format, args);
    va_end(args);
    return code;
}

wm_status wmi_fail(wm_error *error, wm_status code, const char *path, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fill(error, code, path, fmt, args);
    va_end(args);
    return code;
}

wm_status wmi_fail_at(wm_error *error, wm_status code, uint64_t offset, const char *path,
                      const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fill(error, code, path, fmt, args);
    va_end(args);
    if (error)
        error->offset = offset;
    return code;
}

wm_status wmi_no_memory(wm_error *error)
{
    return wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
}

wm_status wmi_fail_line(wm_error *error, wm_status code, uint32_t line, uint32_t column,
                        const char *path, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fill(error, code, path, fmt, args);
    va_end(args);
    if (error) {
        error->line = line;
        error->column = column;
    }
    return code;
}

bool wmi_opts_bad(const void *opts, uint32_t end_zero, wm_error *error)
{
    uint32_t begin_zero = 0; /* the first member, or the first member of `base` */
    if (opts)
        memcpy(&begin_zero, opts, sizeof begin_zero);
    if (begin_zero == 0 && end_zero == 0)
        return false;
    wmi_fail(error, WM_BAD_ARGUMENT, "opts", "the options were not zero-initialised");
    return true;
}

char *wm_error_format(const wm_error *error, const char *file, char *text, size_t size)
{
    char where[48] = "";
    if (size == 0)
        return text;
    if (error->line && error->column)
        wmi_format(where, sizeof where, "line %lu, column %lu ", (ul)error->line,
                   (ul)error->column);
    else if (error->line)
        wmi_format(where, sizeof where, "line %lu ", (ul)error->line);
    else if (error->offset != WM_NO_OFFSET)
        wmi_format(where, sizeof where, "@0x%llx ", (unsigned long long)error->offset);
    size_t end = strlen(where);
    if (!error->path[0] && end)
        where[end - 1] = '\0'; /* the colon follows directly */
    bool placed = where[0] || error->path[0];
    wmi_format(text, size, "%s%s%s%s%s%s [%s]", file ? file : "", file ? ": " : "", where,
               error->path, placed ? ": " : "", error->message, wm_status_name(error->code));
    return text;
}
