/* JSON strings: RFC 8259, section 7. */
#include "base/json_read.h"
#include "base/json_text.h"

/* True if one of 8 bytes ends a run of plain characters: '"', '\', below 0x20, or 0x80 and
 * above. Each term sets the top bit of such bytes, and possibly of bytes after one. */
static bool any_special(const char *p)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = 0x80 * ones;
    uint64_t x;
    memcpy(&x, p, sizeof x);
    uint64_t quote = x ^ (ones * '"'), slash = x ^ (ones * '\\');
    return ((x | (x - 0x20 * ones) | (quote - ones) | (slash - ones)) & tops) != 0;
}

static const char *skip_plain(const char *p, const char *end)
{
    while (end - p >= 8 && !any_special(p))
        p += 8;
    while (p < end && (unsigned char)*p >= 0x20 && (unsigned char)*p < 0x80 && *p != '"' &&
           *p != '\\')
        p++;
    return p;
}

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* The four hex digits after "\u" at `at`. */
static bool read_unit(wmi_json_parser *p, const char *at, uint32_t *unit)
{
    *unit = 0;
    for (const char *d = at + 2; d < at + 6; d++) {
        if (d >= p->end)
            return wmi_json_expected(p, p->end, "four hexadecimal digits after \\u");
        char c = *d, low = (char)(c | 0x20);
        if (c >= '0' && c <= '9')
            *unit = *unit << 4 | (uint32_t)(c - '0');
        else if (low >= 'a' && low <= 'f')
            *unit = *unit << 4 | (uint32_t)(low - 'a' + 10);
        else
            return wmi_json_expected(p, d, "four hexadecimal digits after \\u");
    }
    return true;
}

/* "\uD83D\uDE00" is one character; half of such a pair is invalid. */
static bool read_unicode(wmi_json_parser *p, char **to)
{
    uint32_t c, low;
    const char *at = p->at;
    if (!read_unit(p, at, &c))
        return false;
    p->at += 6;
    if (c >= 0xDC00 && c < 0xE000)
        return wmi_json_fail(p, WM_BAD_TEXT, at, "\\u%04x is the second half of a surrogate pair",
                             (unsigned)c);
    if (c >= 0xD800 && c < 0xDC00) {
        if (p->end - p->at < 2 || p->at[0] != '\\' || p->at[1] != 'u')
            return wmi_json_fail(p, WM_BAD_TEXT, at,
                                 "\\u%04x is the first half of a surrogate pair, and no second "
                                 "half follows",
                                 (unsigned)c);
        if (!read_unit(p, p->at, &low))
            return false;
        if (low < 0xDC00 || low >= 0xE000)
            return wmi_json_fail(p, WM_BAD_TEXT, p->at,
                                 "expected the second half of a surrogate pair (\\udc00 to "
                                 "\\udfff), found \\u%04x",
                                 (unsigned)low);
        p->at += 6;
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    *to = put_utf8(*to, c);
    return true;
}

static bool read_escape(wmi_json_parser *p, char **to)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (p->end - p->at < 2)
        return wmi_json_expected(p, p->end, "a character after the backslash");
    char c = p->at[1];
    if (c == 'u')
        return read_unicode(p, to);
    const char *found = c ? strchr(letters, c) : NULL;
    if (!found)
        return wmi_json_expected(p, p->at + 1, "one of \" \\ / b f n r t u after the backslash");
    *(*to)++ = values[found - letters];
    p->at += 2;
    return true;
}

bool wmi_json_read_text(wmi_json_parser *p, const char **text, uint32_t *size)
{
    char *to = p->pool;
    const char *open = p->at++;
    for (;;) {
        const char *run = p->at;
        p->at = skip_plain(run, p->end);
        size_t n = (size_t)(p->at - run);
        memcpy(to, run, n);
        to += n;
        if (p->at == p->end)
            return wmi_json_fail(p, WM_TRUNCATED, open, "this text has no closing '\"'");
        unsigned char c = (unsigned char)*p->at;
        if (c == '"')
            break;
        if (c == '\\') {
            if (!read_escape(p, &to))
                return false;
        } else if (c < 0x20) {
            return wmi_json_fail(p, WM_BAD_TEXT, p->at,
                                 "a control character in a text must be written as \\u%04x", c);
        } else {
            n = wmi_utf8_length(p->at, (size_t)(p->end - p->at));
            if (n == 0)
                return wmi_json_fail(p, WM_BAD_TEXT, p->at, "byte 0x%02x is not valid UTF-8", c);
            memcpy(to, p->at, n);
            to += n;
            p->at += n;
        }
    }
    p->at++;
    *text = p->pool;
    *size = (uint32_t)(to - p->pool);
    *to++ = '\0';
    p->pool = to;
    return true;
}
