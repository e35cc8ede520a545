/* JSON reader: RFC 8259, one pass over the text, no recursion. */
#include "base/json_read.h"

#include <stdio.h>

#include "base/sort.h"

/* ---- errors ------------------------------------------------------------ */

/* Parser position: the open arrays and objects, and what is being read in the innermost one. */
static void put_path(const wmi_json_parser *p, char *path, size_t size)
{
    size_t n = 0;
    path[0] = '\0';
    for (uint32_t i = 1; i <= p->depth && n < size - 1; i++) {
        const wmi_json_frame *around = &p->frames[i - 1];
        bool last = i == p->depth, member = around->self.kind == WM_JSON_KIND_OBJECT;
        const char *name = last ? p->name : p->frames[i].self.name;
        uint32_t index = last ? (uint32_t)(around->above - p->back) : p->frames[i].index;
        int used = 0;
        if (!member)
            used = wmi_format(path + n, size - n, "[%lu]", (ul)index);
        else if (name)
            used = wmi_format(path + n, size - n, "%s%.60s", n ? "." : "", name);
        n += used > 0 ? (size_t)used : 0;
    }
}

bool wmi_json_fail(wmi_json_parser *p, wm_status code, const char *at, const char *fmt, ...)
{
    char path[sizeof p->error->path], message[sizeof p->error->message];
    uint32_t line = 1;
    const char *start = p->start;
    va_list args;
    if (!p->error)
        return false;
    va_start(args, fmt);
    wmi_vformat(message, sizeof message, fmt, args);
    va_end(args);
    put_path(p, path, sizeof path);
    for (const char *c = p->start; c < at; c++)
        if (*c == '\n' || (*c == '\r' && !(c + 1 < p->end && c[1] == '\n'))) {
            line++;
            start = c + 1;
        }
    wmi_fail_at(p->error, code, (uint64_t)(at - p->start), path, "%s", message);
    p->error->line = line;
    p->error->column = (uint32_t)(at - start) + 1;
    return false;
}

bool wmi_json_expected(wmi_json_parser *p, const char *at, const char *expected)
{
    if (at >= p->end)
        return wmi_json_fail(p, WM_TRUNCATED, p->end, "expected %s, found the end of the input",
                             expected);
    unsigned char c = (unsigned char)*at;
    if (c > 0x20 && c < 0x7F)
        return wmi_json_fail(p, WM_BAD_TEXT, at, "expected %s, found '%c'", expected, c);
    return wmi_json_fail(p, WM_BAD_TEXT, at, "expected %s, found byte 0x%02x", expected, c);
}

/* ---- members by name --------------------------------------------------- */

static int compare_members(const void *context, uint32_t a, uint32_t b)
{
    const wm_json_value *x = (const wm_json_value *)context + a;
    const wm_json_value *y = (const wm_json_value *)context + b;
    int order = x->name_size != y->name_size ? (x->name_size < y->name_size ? -1 : 1)
                                             : memcmp(x->name, y->name, x->name_size);
    return order ? order : (a < b ? -1 : 1);
}

/* Objects with many members use a sorted list for lookup. */
static bool sort_members(wmi_json_parser *p, wm_json_value *object)
{
    wmi_arena *arena = &p->json->arena;
    uint32_t count = object->also.count;
    if (count <= WMI_JSON_LINEAR)
        return true;
    wmi_json_members *m = wmi_arena_new(arena, 1, sizeof *m);
    uint32_t *sorted = m ? wmi_arena_raw(arena, count, sizeof *sorted) : NULL;
    if (!sorted) {
        wmi_arena_fail(arena, p->error, "");
        return false;
    }
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = i;
    wmi_sort_by(sorted, count, compare_members, object->as.items);
    *m = (wmi_json_members){object->as.items, sorted};
    object->as.members = m;
    return true;
}

/* ---- values ------------------------------------------------------------ */

static void skip_space(wmi_json_parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t'))
        p->at++;
}

static bool at_byte(const wmi_json_parser *p, char c)
{
    return p->at < p->end && *p->at == c;
}

/* Adds a value to the open array or object. */
static void push(wmi_json_parser *p, const wm_json_value *value)
{
    *--p->back = *value;
    p->name = NULL;
}

static bool open_container(wmi_json_parser *p, const wm_json_value *self)
{
    if (p->depth == WM_JSON_DEPTH_MAX) {
        p->depth = 0; /* such a path is not helpful */
        return wmi_json_fail(p, WM_LIMIT, p->at, "more than %d nested arrays and objects",
                             WM_JSON_DEPTH_MAX);
    }
    wmi_json_frame *f = &p->frames[p->depth];
    f->index = p->depth ? (uint32_t)(f[-1].above - p->back) : 0;
    f->above = p->back;
    f->self = *self;
    p->depth++;
    p->name = NULL;
    p->at++;
    return true;
}

/* Moves the values of the innermost container to the finished values. They are pending in
 * reverse order, so this also reverses them. */
static void settle(wmi_json_parser *p, uint32_t count)
{
    wm_json_value *to = p->front, *from = p->back;
    p->front += count;
    if (p->front <= from) {
        for (uint32_t i = 0; i < count; i++)
            to[i] = from[count - 1 - i];
        return;
    }
    memmove(to, from, count * sizeof *to);
    for (uint32_t i = 0, k = count; i + 1 < k; i++) {
        wm_json_value swap = to[i];
        to[i] = to[--k];
        to[k] = swap;
    }
}

static bool close_container(wmi_json_parser *p)
{
    wmi_json_frame *f = &p->frames[p->depth - 1];
    wm_json_value self = f->self;
    self.also.count = (uint32_t)(f->above - p->back);
    self.as.items = p->front;
    settle(p, self.also.count);
    p->back = f->above;
    p->depth--;
    p->at++;
    if (self.kind == WM_JSON_KIND_OBJECT && !sort_members(p, &self))
        return false;
    push(p, &self);
    return true;
}

static bool read_word(wmi_json_parser *p, const char *word, wm_json_kind kind, wm_json_value *v)
{
    for (const char *c = word; *c; c++, p->at++)
        if (!at_byte(p, *c)) {
            char expected[16];
            wmi_format(expected, sizeof expected, "'%s'", word);
            return wmi_json_expected(p, p->at, expected);
        }
    v->kind = (uint8_t)kind;
    v->as.truth = *word == 't';
    return true;
}

/* Reads a value, or the opening bracket of one. */
static bool read_value(wmi_json_parser *p, bool *opened)
{
    wm_json_value v = {.name = p->name, .name_size = p->name_size};
    bool good;
    skip_space(p);
    v.offset = (uint32_t)(p->at - p->start);
    char c = p->at < p->end ? *p->at : '\0';
    *opened = c == '{' || c == '[';
    if (*opened) {
        v.kind = c == '{' ? WM_JSON_KIND_OBJECT : WM_JSON_KIND_ARRAY;
        return open_container(p, &v);
    }
    if (c == '"') {
        v.kind = WM_JSON_KIND_TEXT;
        good = wmi_json_read_text(p, &v.as.text, &v.also.count);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        good = wmi_json_read_number(p, &v);
    } else if (c == 't' || c == 'f') {
        good = read_word(p, c == 't' ? "true" : "false", WM_JSON_KIND_BOOL, &v);
    } else if (c == 'n') {
        good = read_word(p, "null", WM_JSON_KIND_NULL, &v);
    } else {
        return wmi_json_expected(p, p->at, "a value");
    }
    if (good)
        push(p, &v);
    return good;
}

static bool read_name(wmi_json_parser *p, const char *expected)
{
    skip_space(p);
    if (!at_byte(p, '"'))
        return wmi_json_expected(p, p->at, expected);
    if (!wmi_json_read_text(p, &p->name, &p->name_size))
        return false;
    skip_space(p);
    if (!at_byte(p, ':'))
        return wmi_json_expected(p, p->at, "':' after the name of a member");
    p->at++;
    return true;
}

/* Reads what follows a value or an opening bracket: closing brackets, then a comma. */
static bool read_between(wmi_json_parser *p, bool opened)
{
    while (p->depth) {
        bool object = p->frames[p->depth - 1].self.kind == WM_JSON_KIND_OBJECT;
        skip_space(p);
        if (at_byte(p, object ? '}' : ']')) {
            if (!close_container(p))
                return false;
            opened = false;
            continue;
        }
        if (!opened && !at_byte(p, ','))
            return wmi_json_expected(
                p, p->at, object ? "',' or '}' after a member" : "',' or ']' after an item");
        p->at += !opened;
        return !object || read_name(p, opened ? "a name in quotes, or '}'" : "a name in quotes");
    }
    return true;
}

static bool parse(wmi_json_parser *p)
{
    bool opened;
    do {
        if (!read_value(p, &opened) || !read_between(p, opened))
            return false;
    } while (p->depth);
    skip_space(p);
    return p->at == p->end || wmi_json_expected(p, p->at, "the end of the input");
}

/* ---- documents --------------------------------------------------------- */

/* Upper bound on the number of values: each value but the first follows a comma or an opening
 * bracket and takes at least one more byte. */
static size_t most_values(const char *data, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++)
        count += (data[i] == ',') | (data[i] == '[') | (data[i] == '{');
    return count < size / 2 + 1 ? count : size / 2 + 1;
}

static wm_json *new_document(size_t values, size_t text, const wm_read_opts *opts, size_t size,
                             wm_error *error)
{
    wmi_arena arena;
    wmi_arena_init(&arena, opts ? opts->allocator : NULL, wmi_memory_limit(opts, size));
    if (wmi_arena_reserve(&arena, values * sizeof(wm_json_value) + text + sizeof(wm_json) + 64)) {
        wm_json *json = wmi_arena_new(&arena, 1, sizeof *json);
        json->arena = arena;
        return json;
    }
    wmi_arena_fail(&arena, error, "");
    return NULL;
}

wm_json *wm_json_read(const void *data, size_t size, const wm_read_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const char empty[] = "";
    wmi_json_parser p = {.start = size ? data : empty, .error = error};
    if (size > UINT32_MAX || size > SIZE_MAX / sizeof(wm_json_value)) {
        wmi_fail(error, WM_LIMIT, "", "JSON cannot be larger than 4 GiB");
        return NULL;
    }
    p.at = p.start;
    p.end = p.start + size;
    if (size >= 3 && memcmp(p.at, "\xEF\xBB\xBF", 3) == 0)
        p.at += 3;
    size_t values = most_values(p.start, size);
    p.json = new_document(values, size, opts, size, error);
    if (!p.json)
        return NULL;
    p.front = wmi_arena_raw(&p.json->arena, values, sizeof *p.front);
    p.back = p.front + values;
    p.pool = wmi_arena_raw(&p.json->arena, size, 1);
    if (!parse(&p)) {
        wm_json_free(p.json);
        return NULL;
    }
    p.json->root = p.back;
    return p.json;
}

void wm_json_free(wm_json *json)
{
    if (json)
        wmi_arena_free(&json->arena);
}
