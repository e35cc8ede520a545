/* The JSON writer: passes text on as it is written. */
#include "waymark/json.h"

#include <math.h>
#include <stdio.h>

#include "base/json_text.h"

/* ---- output ------------------------------------------------------------ */

void wm_json_writer_fail(wm_json_writer *w, wm_status status)
{
    if (w->status == WM_OK)
        w->status = status;
}

static void misuse(wm_json_writer *w, const char *what)
{
    if (w->status == WM_OK)
        w->misuse = what;
    wm_json_writer_fail(w, WM_BAD_ARGUMENT);
}

static void flush(wm_json_writer *w)
{
    if (w->status == WM_OK && w->size)
        w->status = w->opts.write(w->opts.user, w->piece, w->size);
    w->size = 0;
}

static void put_long(wm_json_writer *w, const void *data, size_t size)
{
    if (w->opts.write) {
        flush(w);
        if (w->status == WM_OK)
            w->status = w->opts.write(w->opts.user, data, size);
        return;
    }
    void *grown = w->data;
    if (size > SIZE_MAX - w->size ||
        !wmi_grow(&w->allocator, &grown, &w->capacity, w->size + size, 1)) {
        wm_json_writer_fail(w, WM_NO_MEMORY);
        return;
    }
    w->data = grown;
    memcpy(w->data + w->size, data, size);
    w->size += size;
}

static void put(wm_json_writer *w, const void *data, size_t size)
{
    if (w->status != WM_OK || size == 0)
        return;
    if (w->opts.write && size > sizeof w->piece - w->size)
        flush(w);
    uint8_t *to = w->opts.write ? w->piece : w->data;
    if (size > (w->opts.write ? sizeof w->piece : w->capacity) - w->size) {
        put_long(w, data, size);
        return;
    }
    memcpy(to + w->size, data, size);
    w->size += size;
}

static void put_text(wm_json_writer *w, const char *text, size_t size)
{
    int flags = w->opts.script ? WMI_JSON_SCRIPT : 0;
    if (w->opts.latin1)
        for (size_t at = 0, n; at < size; at += n) {
            n = wmi_utf8_length(text + at, size - at);
            if (n == 0) {
                flags |= WMI_JSON_LATIN1;
                break;
            }
        }
    put(w, "\"", 1);
    for (size_t at = 0; at < size;) {
        char to[WMI_JSON_ESCAPE];
        size_t made, plain = wmi_json_plain(text + at, size - at);
        put(w, text + at, plain);
        at += plain;
        if (at == size)
            break;
        at += wmi_json_escape(text + at, size - at, flags, to, &made);
        put(w, to, made);
    }
    put(w, "\"", 1);
}

/* ---- arrays and objects ------------------------------------------------ */

static bool has(uint64_t levels, uint32_t depth)
{
    return depth && levels >> (depth - 1) & 1;
}

static void new_line(wm_json_writer *w)
{
    put(w, "\n", 1);
    for (uint32_t d = 1; d <= w->depth; d++)
        if (has(w->spread, d))
            put(w, "  ", 2);
}

/* Writes whatever must come before a value. */
static void lead(wm_json_writer *w, const char *name)
{
    bool object = has(w->objects, w->depth), spread = has(w->spread, w->depth);
    if (object != (name != NULL))
        misuse(w, object ? "a member of an object has no name"
                         : "a value outside an object has a name");
    else if (w->ended)
        misuse(w, "there is a second outermost value");
    if (w->comma)
        put(w, ",", 1);
    if (spread)
        new_line(w);
    if (name) {
        put_text(w, name, strlen(name));
        put(w, ": ", spread ? 2 : 1);
    }
    w->comma = true;
    w->ended = w->depth == 0;
}

static void begin(wm_json_writer *w, const char *name, bool object)
{
    lead(w, name);
    if (w->depth == WM_JSON_DEPTH_MAX) {
        wm_json_writer_fail(w, WM_LIMIT);
        return;
    }
    put(w, object ? "{" : "[", 1);
    uint64_t bit = (uint64_t)1 << w->depth++;
    w->objects = object ? w->objects | bit : w->objects & ~bit;
    w->spread &= ~bit;
    w->comma = false;
    w->ended = false;
}

void wm_json_begin_object(wm_json_writer *w, const char *name)
{
    begin(w, name, true);
}

void wm_json_begin_array(wm_json_writer *w, const char *name)
{
    begin(w, name, false);
}

void wm_json_spread(wm_json_writer *w)
{
    if (w->depth == 0 || w->comma)
        misuse(w, "only an array or object that was just begun can be spread");
    else if (w->opts.indent)
        w->spread |= (uint64_t)1 << (w->depth - 1);
}

void wm_json_end(wm_json_writer *w)
{
    if (w->status != WM_OK) /* its depth may be wrong */
        return;
    if (w->depth == 0) {
        misuse(w, "there is no array or object to end");
        return;
    }
    bool object = has(w->objects, w->depth), spread = has(w->spread, w->depth);
    w->depth--;
    if (spread && w->comma)
        new_line(w);
    put(w, object ? "}" : "]", 1);
    w->comma = true;
    w->ended = w->depth == 0;
}

/* ---- values ------------------------------------------------------------ */

void wm_json_add_raw(wm_json_writer *w, const char *name, const char *json, size_t size)
{
    lead(w, name);
    put(w, json, size);
}

void wm_json_add_null(wm_json_writer *w, const char *name)
{
    wm_json_add_raw(w, name, "null", 4);
}

void wm_json_add_bool(wm_json_writer *w, const char *name, bool value)
{
    wm_json_add_raw(w, name, value ? "true" : "false", value ? 4 : 5);
}

void wm_json_add_text(wm_json_writer *w, const char *name, const char *text)
{
    if (!text) {
        wm_json_add_null(w, name);
        return;
    }
    lead(w, name);
    put_text(w, text, strlen(text));
}

void wm_json_add_field(wm_json_writer *w, const char *name, const char *text, size_t size)
{
    const char *end = size ? memchr(text, '\0', size) : NULL;
    lead(w, name);
    put_text(w, text, end ? (size_t)(end - text) : size);
}

static void add_digits(wm_json_writer *w, const char *name, uint64_t value, bool minus)
{
    char text[24], *start = text + sizeof text;
    do {
        *--start = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    if (minus)
        *--start = '-';
    wm_json_add_raw(w, name, start, (size_t)(text + sizeof text - start));
}

void wm_json_add_uint(wm_json_writer *w, const char *name, uint64_t value)
{
    add_digits(w, name, value, false);
}

void wm_json_add_int(wm_json_writer *w, const char *name, int64_t value)
{
    add_digits(w, name, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void wm_json_add_index(wm_json_writer *w, const char *name, uint32_t value)
{
    if (value == WM_NO_INDEX)
        wm_json_add_null(w, name);
    else
        wm_json_add_uint(w, name, value);
}

void wm_json_add_float(wm_json_writer *w, const char *name, float value)
{
    char text[WM_FLOAT_TEXT];
    if (isfinite(value))
        wm_json_add_raw(w, name, text, wm_float_format(value, text));
    else
        wm_json_add_null(w, name);
}

void wm_json_add_double(wm_json_writer *w, const char *name, double value)
{
    char text[32];
    if (isfinite(value))
        wm_json_add_raw(w, name, text, wmi_json_double(value, text));
    else
        wm_json_add_null(w, name);
}

void wm_json_add_vec3(wm_json_writer *w, const char *name, wm_vec3 value)
{
    const float v[3] = {value.x, value.y, value.z};
    wm_json_add_floats(w, name, v, 3);
}

void wm_json_add_floats(wm_json_writer *w, const char *name, const float *values, uint32_t count)
{
    wm_json_begin_array(w, name);
    for (uint32_t i = 0; i < count; i++)
        wm_json_add_float(w, NULL, values[i]);
    wm_json_end(w);
}

void wm_json_add_indices(wm_json_writer *w, const char *name, const uint32_t *values,
                         uint32_t count)
{
    wm_json_begin_array(w, name);
    for (uint32_t i = 0; i < count; i++)
        wm_json_add_index(w, NULL, values[i]);
    wm_json_end(w);
}

void wm_json_add_base64(wm_json_writer *w, const char *name, const void *bytes, size_t size)
{
    enum { STEP = 3 * 1024 };
    const uint8_t *from = bytes;
    uint8_t text[STEP / 3 * 4];
    lead(w, name);
    put(w, "\"", 1);
    for (size_t at = 0; at < size && w->status == WM_OK; at += STEP) {
        size_t n = size - at < STEP ? size - at : STEP;
        wmi_base64(from + at, n, text);
        put(w, text, (n + 2) / 3 * 4);
    }
    put(w, "\"", 1);
}

/* ---- start and end ----------------------------------------------------- */

void wm_json_writer_init(wm_json_writer *w, const wm_json_write_opts *opts)
{
    *w = (wm_json_writer){.status = WM_OK};
    if (WMI_BAD_OPTS(opts, NULL))
        misuse(w, "the options were not zero-initialised");
    else if (opts)
        w->opts = *opts;
    const wm_allocator *allocator = w->opts.base.allocator;
    w->allocator = allocator ? *allocator : *wmi_default_allocator();
}

static wm_status fail(const wm_json_writer *w, wm_error *error)
{
    const char *why = w->misuse                   ? w->misuse
                      : w->status == WM_NO_MEMORY ? "out of memory"
                      : w->status == WM_LIMIT     ? "arrays and objects are nested too deep"
                                                  : "the JSON cannot be written";
    return wmi_fail(error, w->status, "", "%s", why);
}

wm_status wm_json_writer_finish(wm_json_writer *w, wm_buffer *out, wm_error *error)
{
    if (!w->ended)
        misuse(w, w->depth ? "an array or object has no end" : "there is no value");
    wmi_writer text = {w->allocator, w->data, w->opts.write ? 0 : w->size, w->capacity, false};
    if (w->opts.write)
        flush(w);
    w->data = NULL;
    if (w->status != WM_OK || w->opts.write || !out) {
        wmi_release(&text.allocator, text.data, text.capacity, 1);
        if (out)
            *out = (wm_buffer){0};
        return w->status == WM_OK ? WM_OK : fail(w, error);
    }
    w->status = wmi_writer_finish(&text, out, error);
    return w->status;
}

void wmi_info_begin(wm_json_writer *w, const wm_info_opts *opts, const char *format)
{
    const wm_json_write_opts latin1 = {.base = {.allocator = opts ? opts->allocator : NULL},
                                       .latin1 = true};
    wm_json_writer_init(w, &latin1);
    wm_json_begin_object(w, NULL);
    wm_json_add_text(w, "file", opts ? opts->file : NULL);
    wm_json_add_text(w, "format", format);
}

void wmi_info_faults(wm_json_writer *writer, uint32_t count, const wm_error *first)
{
    if (count == 0)
        return;
    wm_json_add_uint(writer, "faults", count);
    wm_json_begin_object(writer, "first_fault");
    wm_json_add_text(writer, "code", wm_status_name(first->code));
    if (first->offset != WM_NO_OFFSET)
        wm_json_add_uint(writer, "offset", first->offset);
    else
        wm_json_add_null(writer, "offset");
    wm_json_add_text(writer, "path", first->path);
    wm_json_add_text(writer, "message", first->message);
    wm_json_end(writer);
}
