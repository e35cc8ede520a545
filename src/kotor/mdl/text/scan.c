/* Scans lines, words and numbers of a model text, and reports faults in them.
 * docs/formats/kotor-mdl-ascii.md, "Lines". */
#include <stdio.h>

#include "kotor/mdl/text/read.h"

/* ---- memory ------------------------------------------------------------ */

void wmi_mdlr_no_memory(wmi_mdl_parser *p)
{
    if (!p->failed)
        p->failed = wmi_arena_fail(p->arena, p->error, "");
}

void *wmi_mdlr_add(wmi_mdl_parser *p, wmi_list *list, uint32_t more, size_t element)
{
    void *data = list->data;
    bool fine = list->count <= UINT32_MAX - more &&
                wmi_grow(p->allocator, &data, &list->room, (size_t)list->count + more, element);
    list->data = data;
    if (!fine) {
        wmi_mdlr_no_memory(p);
        return NULL;
    }
    void *start = (uint8_t *)list->data + (size_t)list->count * element;
    list->count += more;
    return start;
}

void *wmi_mdlr_new(wmi_mdl_parser *p, size_t count, size_t size)
{
    void *made = wmi_arena_new(p->arena, count, size);
    if (!made)
        wmi_mdlr_no_memory(p);
    return made;
}

void *wmi_mdlr_copy(wmi_mdl_parser *p, const void *from, size_t count, size_t size)
{
    void *made = wmi_arena_raw(p->arena, count, size);
    if (!made)
        wmi_mdlr_no_memory(p);
    else if (count)
        memcpy(made, from, count * size);
    return made;
}

/* ---- findings ---------------------------------------------------------- */

const char *wmi_mdlr_show(wmi_word word, char text[WMI_SHOWN])
{
    wmi_word_copy(word, text, WMI_SHOWN);
    wmi_plain(text);
    return text;
}

static void say(wmi_mdl_parser *p, wm_issue_code code, uint32_t line, uint32_t column,
                const char *fmt, va_list args)
{
    char message[200];
    wmi_vformat(message, sizeof message, fmt, args);
    const wm_issue_info *info = wm_issue_describe(code);
    bool grave = info->severity == WM_SEVERITY_ERROR;
    if (p->report) {
        p->faults += grave;
        if (column)
            wmi_report(p->report, code, wmi_at_line(line, "%s", ""), "column %lu: %s", (ul)column,
                       message);
        else
            wmi_report(p->report, code, wmi_at_line(line, "%s", ""), "%s", message);
    } else if (grave && !p->failed) {
        p->failed = wmi_fail_line(p->error, WM_BAD_TEXT, line, column, "", "%s", message);
    }
}

void wmi_mdlr_fault(wmi_mdl_parser *p, wm_issue_code code, const char *at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(p, code, p->line, (uint32_t)(at - p->line_start) + 1, fmt, args);
    va_end(args);
}

void wmi_mdlr_fault_line(wmi_mdl_parser *p, wm_issue_code code, uint32_t line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(p, code, line, 1, fmt, args);
    va_end(args);
}

void wmi_mdlr_report(wmi_mdl_parser *p, wm_issue_code code, uint32_t line, const char *fmt, ...)
{
    va_list args;
    if (!p->report)
        return;
    va_start(args, fmt);
    say(p, code, line, 0, fmt, args);
    va_end(args);
}

/* ---- lines ------------------------------------------------------------- */

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/* Every character up to the space that does not end a line is a blank, including zero
 * bytes. Words contain none. */
static bool blank(char c)
{
    return (unsigned char)c <= ' ' && !ends_line(c);
}

void wmi_mdlr_skip(wmi_mdl_parser *p)
{
    const char *at = p->at;
    while (at < p->end && !ends_line(*at))
        at++;
    p->at = at;
}

bool wmi_mdlr_at_end(wmi_mdl_parser *p)
{
    const char *at = p->at;
    while (at < p->end && blank(*at))
        at++;
    p->at = at;
    return at == p->end || ends_line(*at) || *at == '#';
}

bool wmi_mdlr_line(wmi_mdl_parser *p)
{
    if (p->held && !p->failed) {
        p->held = false;
        p->at = p->line_start;
        return !wmi_mdlr_at_end(p);
    }
    for (;;) {
        if (p->line) { /* the first line starts at the start of the text */
            wmi_mdlr_skip(p);
            if (p->failed || p->at == p->end)
                return false;
            p->at += *p->at == '\r' && p->end - p->at > 1 && p->at[1] == '\n' ? 2 : 1;
        }
        p->line++;
        p->line_start = p->at;
        if (!wmi_mdlr_at_end(p))
            return true;
        if (p->end - p->at > 4 && memcmp(p->at, "#wm ", 4) == 0 && !p->opts->plain) {
            p->at += 4;
            wmi_mdlr_note(p);
        }
    }
}

wmi_word wmi_mdlr_word(wmi_mdl_parser *p)
{
    if (wmi_mdlr_at_end(p))
        return (wmi_word){p->at, 0, (uint32_t)(p->at - p->line_start) + 1};
    const char *start = p->at, *at = start;
    while (at < p->end && (unsigned char)*at > ' ')
        at++;
    p->at = at;
    return (wmi_word){start, (size_t)(at - start), (uint32_t)(start - p->line_start) + 1};
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes \x22 and the like; anything else is unchanged. */
static wmi_word unescape(wmi_mdl_parser *p, wmi_word word)
{
    char *to = wmi_arena_text(p->arena, word.text, word.size);
    size_t n = 0;
    if (!to) {
        wmi_mdlr_no_memory(p);
        return word;
    }
    for (size_t i = 0; i < word.size; i++) {
        int high =
            i + 3 < word.size && to[i] == '\\' && to[i + 1] == 'x' ? hex_digit(to[i + 2]) : -1;
        int low = high >= 0 ? hex_digit(to[i + 3]) : -1;
        if (low >= 0 && high + low > 0) {
            to[n++] = (char)(high << 4 | low);
            i += 3;
        } else {
            to[n++] = to[i];
        }
    }
    word.text = to;
    word.size = n;
    return word;
}

wmi_word wmi_mdlr_name(wmi_mdl_parser *p, bool *quoted)
{
    *quoted = false;
    if (wmi_mdlr_at_end(p) || *p->at != '"')
        return wmi_mdlr_word(p);
    const char *start = p->at + 1, *at = start;
    bool escapes = false, zeros = false;
    for (; at < p->end && !ends_line(*at) && *at != '"'; at++) {
        escapes = escapes || *at == '\\';
        zeros = zeros || !*at;
    }
    if (at == p->end || *at != '"' || zeros) {
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, p->at, "the closing quote is missing");
        return wmi_mdlr_word(p);
    }
    *quoted = true;
    p->at = at + 1;
    wmi_word word = {start, (size_t)(at - start), (uint32_t)(start - p->line_start)};
    return escapes ? unescape(p, word) : word;
}

/* ---- numbers ----------------------------------------------------------- */

static bool closes(const wmi_mdl_parser *p, const char *at)
{
    return at == p->end || (unsigned char)*at <= ' ';
}

bool wmi_mdlr_numeric(wmi_mdl_parser *p)
{
    float value;
    if (wmi_mdlr_at_end(p))
        return false;
    char c = *p->at;
    if (c >= '0' && c <= '9')
        return true;
    const char *after = wmi_mdl_scan_float(p->at, p->end, &value);
    return after && closes(p, after);
}

static bool no_number(wmi_mdl_parser *p)
{
    char shown[WMI_SHOWN];
    const char *at = p->at;
    wmi_word word = wmi_mdlr_word(p);
    if (word.size)
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, at, "expected a number, found '%s'",
                       wmi_mdlr_show(word, shown));
    else
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_SYNTAX, at, "expected a number");
    return false;
}

bool wmi_mdlr_floats(wmi_mdl_parser *p, float *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (wmi_mdlr_at_end(p))
            return no_number(p);
        const char *after = wmi_mdl_scan_float(p->at, p->end, &values[i]);
        if (!after || !closes(p, after))
            return no_number(p);
        p->at = after;
    }
    return true;
}

bool wmi_mdlr_double(wmi_mdl_parser *p, double *value, bool absolute)
{
    if (wmi_mdlr_at_end(p))
        return no_number(p);
    const char *after = absolute ? wmi_mdl_scan_absolute(p->at, p->end, value)
                                 : wmi_mdl_scan_double(p->at, p->end, value);
    if (!after || !closes(p, after))
        return no_number(p);
    p->at = after;
    return true;
}

/* Reads integers. Some tools write 1.0, and -1 means all bits set. */
bool wmi_mdlr_u32(wmi_mdl_parser *p, uint32_t *value, uint32_t most)
{
    double v;
    if (!wmi_mdlr_at_end(p)) {
        uint32_t quick = 0;
        const char *at = p->at;
        for (; at < p->end && *at >= '0' && *at <= '9' && at - p->at < 9; at++)
            quick = quick * 10 + (uint32_t)(*at - '0');
        if (at > p->at && closes(p, at) && quick <= most) {
            p->at = at;
            *value = quick;
            return true;
        }
    }
    const char *start = p->at;
    if (!wmi_mdlr_double(p, &v, false))
        return false;
    if (v < 0 && v >= -2147483648.0 && most == UINT32_MAX && v == (double)(int64_t)v) {
        *value = (uint32_t)(int32_t)v;
        return true;
    }
    if (!(v >= 0 && v <= (double)most)) {
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_RANGE, start, "expected a number from 0 to %lu",
                       (ul)most);
        return false;
    }
    *value = (uint32_t)v;
    if ((double)*value != v)
        wmi_mdlr_fault(p, WM_KOTOR_MDL_TEXT_RANGE, start, "expected a whole number");
    return (double)*value == v;
}

void wmi_mdlr_field(wmi_mdl_parser *p, wmi_word word, char *field, size_t size)
{
    size_t n = 0;
    char shown[WMI_SHOWN];
    if (word.size > size) {
        wmi_mdlr_report(p, WM_KOTOR_MDL_TEXT_NAME, p->line,
                        "'%s' has %zu characters, only the first %zu are kept",
                        wmi_mdlr_show(word, shown), word.size, size);
        word.size = size;
    }
    while (n < size && field[n])
        n++;
    if (n == word.size && memcmp(field, word.text, n) == 0)
        return; /* keep the bytes after the terminator */
    memset(field, 0, size);
    memcpy(field, word.text, word.size);
}
