/* JSON: texts, numbers, objects and arrays. */
#include "base/json.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How many bytes a character of UTF-8 at p has, 0 if it is none. */
static size_t utf8_length(const unsigned char *p)
{
    size_t n = *p < 0x80 ? 1 : (*p & 0xE0) == 0xC0 ? 2 : (*p & 0xF0) == 0xE0 ? 3 : 4;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (*p >= 0x80 && (*p & 0xC0) == 0x80)
        return 0;
    if (*p >= 0xF8)
        return 0;
    uint32_t c = n == 1 ? *p : *p & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (p[i] & 0x3Fu);
    }
    return c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000) ? 0 : n;
}

bool wmi_is_utf8(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        size_t n = utf8_length(p);
        if (n == 0)
            return false;
        p += n;
    }
    return true;
}

void wmi_json_text(wmi_writer *w, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    bool utf8 = wmi_is_utf8(text);
    wmi_writer_text(w, "\"");
    for (; *p; p++) {
        if (*p == '"' || *p == '\\')
            wmi_writer_printf(w, "\\%c", *p);
        else if (*p < 0x20 || *p == 0x7F)
            wmi_writer_printf(w, "\\u%04x", *p);
        else if (*p >= 0x80 && !utf8)
            wmi_writer_printf(w, "%c%c", 0xC0 | *p >> 6, 0x80 | (*p & 0x3F));
        else
            wmi_writer_bytes(w, p, 1);
    }
    wmi_writer_text(w, "\"");
}

void wmi_json_float(wmi_writer *w, float value)
{
    wmi_writer_float(w, isfinite(value) ? value : 0);
}

static void put_number(wmi_writer *w, char *text)
{
    for (char *p = text; *p; p++)
        if (*p == ',') /* some locales have that for the point */
            *p = '.';
    wmi_writer_text(w, text);
}

void wmi_json_double(wmi_writer *w, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", isfinite(value) ? value : 0.0);
    put_number(w, text);
}

void wmi_json_u32(wmi_writer *w, uint32_t value)
{
    wmi_writer_printf(w, "%lu", (unsigned long)value);
}

void wmi_json_floats(wmi_writer *w, const float *values, uint32_t count)
{
    wmi_writer_text(w, "[");
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            wmi_writer_text(w, ",");
        wmi_json_float(w, values[i]);
    }
    wmi_writer_text(w, "]");
}

void wmi_json_base64(wmi_writer *w, const void *bytes, size_t size)
{
    const uint8_t *data = bytes;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *to = wmi_writer_space(w, (size + 2) / 3 * 4);
    for (size_t i = 0; to && i < size; i += 3, to += 4) {
        size_t left = size - i;
        uint32_t v = (uint32_t)data[i] << 16 | (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                     (left > 2 ? data[i + 2] : 0u);
        to[0] = (uint8_t)digits[v >> 18];
        to[1] = (uint8_t)digits[v >> 12 & 63];
        to[2] = left > 1 ? (uint8_t)digits[v >> 6 & 63] : '=';
        to[3] = left > 2 ? (uint8_t)digits[v & 63] : '=';
    }
}

/* ---- objects and arrays ---- */

void wmi_json_init(wmi_json *json, const wm_allocator *allocator)
{
    wmi_writer_init(&json->text, allocator);
    json->comma = false;
}

/* What stands in front of a value. */
static wmi_writer *lead(wmi_json *json, const char *name)
{
    if (json->comma)
        wmi_writer_text(&json->text, ",");
    json->comma = true;
    if (name) {
        wmi_json_text(&json->text, name);
        wmi_writer_text(&json->text, ":");
    }
    return &json->text;
}

void wmi_json_begin(wmi_json *json, const char *name, char bracket)
{
    wmi_writer_bytes(lead(json, name), &bracket, 1);
    json->comma = false;
}

void wmi_json_end(wmi_json *json, char bracket)
{
    wmi_writer_bytes(&json->text, &bracket, 1);
    json->comma = true;
}

void wmi_json_add_null(wmi_json *json, const char *name)
{
    wmi_writer_text(lead(json, name), "null");
}

void wmi_json_add_text(wmi_json *json, const char *name, const char *text)
{
    if (text)
        wmi_json_text(lead(json, name), text);
    else
        wmi_json_add_null(json, name);
}

void wmi_json_add_uint(wmi_json *json, const char *name, uint64_t value)
{
    wmi_writer_printf(lead(json, name), "%llu", (unsigned long long)value);
}

void wmi_json_add_index(wmi_json *json, const char *name, uint32_t value)
{
    if (value == WM_NO_INDEX)
        wmi_json_add_null(json, name);
    else
        wmi_json_add_uint(json, name, value);
}

void wmi_json_add_base64(wmi_json *json, const char *name, const void *bytes, size_t size)
{
    wmi_writer *w = lead(json, name);
    wmi_writer_text(w, "\"");
    wmi_json_base64(w, bytes, size);
    wmi_writer_text(w, "\"");
}

void wmi_json_add_bool(wmi_json *json, const char *name, bool value)
{
    wmi_writer_text(lead(json, name), value ? "true" : "false");
}

void wmi_json_add_float(wmi_json *json, const char *name, float value)
{
    if (isfinite(value))
        wmi_writer_float(lead(json, name), value);
    else
        wmi_json_add_null(json, name);
}

/* 15 digits where they do, else 17. */
void wmi_json_add_double(wmi_json *json, const char *name, double value)
{
    char text[32];
    if (!isfinite(value)) {
        wmi_json_add_null(json, name);
        return;
    }
    value += 0.0; /* no -0 */
    snprintf(text, sizeof text, "%.15g", value);
    if (fabs(strtod(text, NULL) - value) > fabs(value) * DBL_EPSILON)
        snprintf(text, sizeof text, "%.17g", value);
    put_number(lead(json, name), text);
}

void wmi_json_add_vec3(wmi_json *json, const char *name, wm_vec3 value)
{
    wmi_json_begin(json, name, '[');
    wmi_json_add_float(json, NULL, value.x);
    wmi_json_add_float(json, NULL, value.y);
    wmi_json_add_float(json, NULL, value.z);
    wmi_json_end(json, ']');
}

wm_status wmi_json_finish(wmi_json *json, wm_buffer *out, wm_error *error)
{
    return wmi_writer_finish(&json->text, out, error);
}
