/* Formatted text that is the same everywhere. snprintf of the C library depends on the locale
 * (decimal comma), and prints the sign of what is not a number, which depends on the
 * processor. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/internal.h"

/* Where the text goes. `length` counts what does not fit, too. */
typedef struct sink {
    char *text;
    size_t size, length;
} sink;

/* One conversion: %[flags][width][.precision][size]letter. */
typedef struct directive {
    char flags[6]; /* of "-+ #0" */
    int width;     /* 0: none */
    int precision; /* below 0: none */
    char size[3];  /* "", "l", "ll" or "z" */
    char letter;   /* c d e f g s u x or % */
} directive;

static void put(sink *s, const char *text, size_t size)
{
    if (s->length < s->size)
        memcpy(s->text + s->length, text, size < s->size - s->length ? size : s->size - s->length);
    s->length += size;
}

static void put_padded(sink *s, const directive *d, const char *text, size_t size)
{
    size_t width = (size_t)(d->width > 0 ? d->width : 0), fill = width > size ? width - size : 0;
    bool left = strchr(d->flags, '-') != NULL;
    if (left)
        put(s, text, size);
    for (; fill > 0; fill--)
        put(s, " ", 1);
    if (!left)
        put(s, text, size);
}

/* ---- floating point ---- */

/* A decimal point, and at least two digits of exponent but no more than needed. */
static size_t tidy(char *text)
{
    char *e = strchr(text, 'e'), *comma = strchr(text, ',');
    if (comma)
        *comma = '.';
    while (e && e[1] && e[2] == '0' && strlen(e) > 4)
        memmove(e + 2, e + 3, strlen(e + 3) + 1);
    return strlen(text);
}

static void put_double(sink *s, const directive *d, double value)
{
    char spec[16], text[400]; /* %f of the largest double has 309 digits */
    int precision = d->precision < 0 ? 6 : d->precision > 40 ? 40 : d->precision;
    if (value != value) {
        put_padded(s, d, "nan", 3);
        return;
    }
    if (value - value != 0) {
        put_padded(s, d, value < 0 ? "-inf" : "inf", value < 0 ? 4 : 3);
        return;
    }
    snprintf(spec, sizeof spec, "%%%.*s.*%c", (int)strspn(d->flags, "+ #"), d->flags, d->letter);
    snprintf(text, sizeof text, spec, precision, value);
    put_padded(s, d, text, tidy(text));
}

/* ---- integers and text ---- */

static void put_integer(sink *s, const directive *d, uintmax_t value, bool negative)
{
    unsigned base = d->letter == 'x' ? 16 : 10;
    char text[80], *end = text + sizeof text, *p = end;
    do {
        *--p = "0123456789abcdef"[value % base];
    } while (value /= base);
    int least = d->precision;
    if (least < 0 && strchr(d->flags, '0') && !strchr(d->flags, '-'))
        least = d->width - negative;
    while (end - p < least && p > text + 1)
        *--p = '0';
    if (negative)
        *--p = '-';
    put_padded(s, d, p, (size_t)(end - p));
}

static void put_text(sink *s, const directive *d, const char *text)
{
    size_t size = 0;
    while ((d->precision < 0 || size < (size_t)d->precision) && text[size])
        size++;
    put_padded(s, d, text, size);
}

/* ---- directives ---- */

static const char *scan_number(const char *p, int *value)
{
    for (*value = 0; *p >= '0' && *p <= '9'; p++)
        *value = *value < 1000 ? *value * 10 + (*p - '0') : *value;
    return p;
}

/* So that functions can take the next argument. */
typedef struct arguments {
    va_list list;
} arguments;

static intmax_t next_signed(const directive *d, arguments *a)
{
    if (strcmp(d->size, "ll") == 0)
        return va_arg(a->list, long long);
    if (d->size[0] == 'l')
        return va_arg(a->list, long);
    return va_arg(a->list, int);
}

static uintmax_t next_unsigned(const directive *d, arguments *a)
{
    if (strcmp(d->size, "ll") == 0)
        return va_arg(a->list, unsigned long long);
    if (d->size[0] == 'l')
        return va_arg(a->list, unsigned long);
    if (d->size[0] == 'z')
        return va_arg(a->list, size_t);
    return va_arg(a->list, unsigned);
}

/* Reads a directive after its %; a star takes an argument. */
static const char *scan(const char *p, directive *d, arguments *a)
{
    *d = (directive){.precision = -1};
    size_t n = strspn(p, "-+ #0");
    memcpy(d->flags, p, n < 5 ? n : 5);
    p = scan_number(p + n, &d->width);
    if (*p == '.' && p[1] == '*') {
        d->precision = va_arg(a->list, int);
        p += 2;
    } else if (*p == '.') {
        p = scan_number(p + 1, &d->precision);
    }
    n = strspn(p, "lz");
    memcpy(d->size, p, n < 2 ? n : 2);
    d->letter = p[n];
    return p + n + (p[n] != '\0');
}

static void put_next(sink *s, const directive *d, arguments *a)
{
    switch (d->letter) {
    case '%': put(s, "%", 1); break;
    case 'c': put_padded(s, d, &(char){(char)va_arg(a->list, int)}, 1); break;
    case 's': put_text(s, d, va_arg(a->list, const char *)); break;
    case 'd': {
        intmax_t v = next_signed(d, a);
        put_integer(s, d, v < 0 ? 0 - (uintmax_t)v : (uintmax_t)v, v < 0);
        break;
    }
    case 'u':
    case 'x': put_integer(s, d, next_unsigned(d, a), false); break;
    case 'e':
    case 'f':
    case 'g': put_double(s, d, va_arg(a->list, double)); break;
    default: abort(); /* a conversion that this library does not use */
    }
}

int wmi_vformat(char *text, size_t size, const char *fmt, va_list args)
{
    sink s = {text, size ? size - 1 : 0, 0};
    arguments a;
    va_copy(a.list, args);
    for (const char *p = fmt; *p;) {
        directive d;
        size_t plain = strcspn(p, "%");
        put(&s, p, plain);
        p += plain;
        if (*p) {
            p = scan(p + 1, &d, &a);
            put_next(&s, &d, &a);
        }
    }
    va_end(a.list);
    if (size)
        text[s.length < size - 1 ? s.length : size - 1] = '\0';
    return (int)s.length;
}

int wmi_format(char *text, size_t size, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int length = wmi_vformat(text, size, fmt, args);
    va_end(args);
    return length;
}
