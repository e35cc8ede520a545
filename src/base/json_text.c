/* JSON strings and numbers. */
#include "base/json_text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/decimal.h"

/* ---- strings ----------------------------------------------------------- */

size_t wmi_utf8_length(const char *text, size_t size)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)text;
    if (*p < 0x80)
        return 1;
    size_t n = (*p & 0xE0) == 0xC0 ? 2 : (*p & 0xF0) == 0xE0 ? 3 : (*p & 0xF8) == 0xF0 ? 4 : 0;
    if (n == 0 || n > size)
        return 0;
    uint32_t c = *p & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (p[i] & 0x3Fu);
    }
    return c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000) ? 0 : n;
}

bool wmi_is_utf8(const char *text)
{
    for (size_t left = strlen(text), n; left; text += n, left -= n) {
        n = wmi_utf8_length(text, left);
        if (n == 0)
            return false;
    }
    return true;
}

size_t wmi_json_plain(const char *text, size_t size)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t n = 0;
    while (n < size && p[n] >= 0x20 && p[n] < 0x7F && p[n] != '"' && p[n] != '\\' && p[n] != '<')
        n++;
    return n;
}

/* The letter of a short escape, or 0 if there is none. */
static char short_escape(unsigned char c)
{
    switch (c) {
    case '"':
    case '\\': return (char)c;
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

size_t wmi_json_escape(const char *text, size_t size, int flags, char to[WMI_JSON_ESCAPE],
                       size_t *made)
{
    static const char hex[] = "0123456789abcdef";
    unsigned char c = (unsigned char)*text;
    char letter = short_escape(c);
    if (letter) {
        to[0] = '\\';
        to[1] = letter;
        *made = 2;
        return 1;
    }
    if (c < 0x20 || c == 0x7F || (c == '<' && (flags & WMI_JSON_SCRIPT))) {
        memcpy(to, "\\u00", 4);
        to[4] = hex[c >> 4];
        to[5] = hex[c & 15];
        *made = 6;
        return 1;
    }
    if (c >= 0x80 && (flags & WMI_JSON_LATIN1)) {
        to[0] = (char)(0xC0 | c >> 6);
        to[1] = (char)(0x80 | (c & 0x3F));
        *made = 2;
        return 1;
    }
    *made = wmi_utf8_length(text, size);
    if (*made == 0) {
        memcpy(to, "\xEF\xBF\xBD", *made = 3);
        return 1;
    }
    memcpy(to, text, *made);
    return *made;
}

/* ---- numbers ----------------------------------------------------------- */

size_t wmi_json_digits(double value, char text[32])
{
    return (size_t)wmi_format(text, 32, "%.17g", value);
}

size_t wmi_json_double(double value, char text[32])
{
    value += 0.0; /* never -0 */
    size_t size = (size_t)wmi_format(text, 32, "%.15g", value);
    double back;
    bool near =
        wmi_double_parse(text, size, &back) && fabs(back - value) <= fabs(value) * DBL_EPSILON;
    return near ? size : wmi_json_digits(value, text);
}

/* ---- bytes ------------------------------------------------------------- */

void wmi_base64(const uint8_t *bytes, size_t size, uint8_t *to)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3, to += 4) {
        size_t left = size - i;
        uint32_t v = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                     (left > 2 ? bytes[i + 2] : 0u);
        to[0] = (uint8_t)digits[v >> 18];
        to[1] = (uint8_t)digits[v >> 12 & 63];
        to[2] = left > 1 ? (uint8_t)digits[v >> 6 & 63] : '=';
        to[3] = left > 2 ? (uint8_t)digits[v & 63] : '=';
    }
}
