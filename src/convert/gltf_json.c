/* JSON for the glTF writer: texts, numbers, extras. */
#include <math.h>
#include <stdio.h>

#include "convert/gltf.h"

void wmi_gltf_item(wmi_gltf_list *list)
{
    if (list->count++)
        wmi_writer_text(&list->text, ",\n");
}

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

/* Names of the games are bytes: what is not UTF-8 is taken for Latin-1. */
void wmi_json_text(wmi_writer *w, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    bool utf8 = true;
    for (const unsigned char *q = p; *q && utf8;) {
        size_t n = utf8_length(q);
        utf8 = n != 0;
        q += n;
    }
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

void wmi_json_double(wmi_writer *w, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", isfinite(value) ? value : 0.0);
    for (char *p = text; *p; p++)
        if (*p == ',') /* some locales have that for the point */
            *p = '.';
    wmi_writer_text(w, text);
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

/* Extras hold floats and 32-bit numbers: the shortest text of whichever it is. */
static void extra_number(wmi_writer *w, double value)
{
    float narrow = (float)value;
    if ((double)narrow == value)
        wmi_json_float(w, narrow);
    else
        wmi_json_double(w, value);
}

void wmi_json_members(wmi_writer *w, const wm_extras *extras, bool *first)
{
    for (uint32_t i = 0; i < extras->count; i++) {
        const wm_extra *e = &extras->items[i];
        wmi_writer_text(w, *first ? "" : ",");
        *first = false;
        wmi_json_text(w, e->name);
        wmi_writer_text(w, e->list ? ":[" : ":");
        for (uint32_t k = 0; k < e->count; k++) {
            if (k)
                wmi_writer_text(w, ",");
            if (e->numbers)
                extra_number(w, e->numbers[k]);
            else
                wmi_json_text(w, e->texts[k]);
        }
        if (e->list)
            wmi_writer_text(w, "]");
    }
}

void wmi_json_extras(wmi_writer *w, const wm_extras *extras)
{
    bool first = true;
    if (extras->count == 0)
        return;
    wmi_writer_text(w, ",\"extras\":{");
    wmi_json_members(w, extras, &first);
    wmi_writer_text(w, "}");
}
