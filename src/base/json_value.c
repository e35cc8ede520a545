/* Accessors for JSON documents. */
#include <stdio.h>

#include "base/json_read.h"
#include "base/search.h"

const wm_json_value *wm_json_root(const wm_json *json)
{
    return json->root;
}

wm_json_kind wm_json_kind_of(const wm_json_value *value)
{
    return value ? (wm_json_kind)value->kind : WM_JSON_KIND_MISSING;
}

const char *wm_json_kind_name(wm_json_kind kind)
{
    switch (kind) {
    case WM_JSON_KIND_MISSING: break;
    case WM_JSON_KIND_NULL: return "null";
    case WM_JSON_KIND_BOOL: return "boolean";
    case WM_JSON_KIND_NUMBER: return "number";
    case WM_JSON_KIND_TEXT: return "text";
    case WM_JSON_KIND_ARRAY: return "array";
    case WM_JSON_KIND_OBJECT: return "object";
    }
    return "nothing";
}

/* ---- arrays and objects ------------------------------------------------ */

uint32_t wm_json_count(const wm_json_value *value)
{
    bool holds = value && (value->kind == WM_JSON_KIND_ARRAY || value->kind == WM_JSON_KIND_OBJECT);
    return holds ? value->also.count : 0;
}

/* value must be an array or object. */
static const wm_json_value *items_of(const wm_json_value *value)
{
    bool sorted = value->kind == WM_JSON_KIND_OBJECT && value->also.count > WMI_JSON_LINEAR;
    return sorted ? value->as.members->items : value->as.items;
}

const wm_json_value *wm_json_item(const wm_json_value *value, uint32_t index)
{
    return index < wm_json_count(value) ? items_of(value) + index : NULL;
}

static int compare_name(const wm_json_value *member, const char *name, size_t size)
{
    if (member->name_size != size)
        return member->name_size < size ? -1 : 1;
    return memcmp(member->name, name, size);
}

/* Binary search for the position after the last name that is not greater. */
static const wm_json_value *find_sorted(const wmi_json_members *m, uint32_t count, const char *name,
                                        size_t size)
{
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, compare_name(&m->items[m->sorted[search.at]], name, size) <= 0);
    uint32_t low = search.low;
    const wm_json_value *found = low ? &m->items[m->sorted[low - 1]] : NULL;
    return found && compare_name(found, name, size) == 0 ? found : NULL;
}

const wm_json_value *wm_json_find(const wm_json_value *object, const char *name)
{
    if (wm_json_kind_of(object) != WM_JSON_KIND_OBJECT)
        return NULL;
    size_t size = strlen(name);
    uint32_t count = object->also.count;
    if (count > WMI_JSON_LINEAR)
        return find_sorted(object->as.members, count, name, size);
    for (const wm_json_value *items = object->as.items; count-- > 0;)
        if (compare_name(&items[count], name, size) == 0)
            return &items[count];
    return NULL;
}

const char *wm_json_name(const wm_json_value *value)
{
    return value ? value->name : NULL;
}

/* ---- scalars ----------------------------------------------------------- */

bool wm_json_as_bool(const wm_json_value *value, bool *to)
{
    if (wm_json_kind_of(value) != WM_JSON_KIND_BOOL)
        return false;
    *to = value->as.truth;
    return true;
}

/* An integer, by absolute value. */
static bool is_whole(const wm_json_value *value)
{
    return wm_json_kind_of(value) == WM_JSON_KIND_NUMBER && (value->number & WMI_NUMBER_WHOLE);
}

bool wm_json_as_uint(const wm_json_value *value, uint64_t *to)
{
    if (!is_whole(value) || (value->as.whole && (value->number & WMI_NUMBER_NEGATIVE)))
        return false;
    *to = value->as.whole;
    return true;
}

bool wm_json_as_int(const wm_json_value *value, int64_t *to)
{
    if (!is_whole(value))
        return false;
    uint64_t whole = value->as.whole;
    bool negative = value->number & WMI_NUMBER_NEGATIVE;
    if (whole > (uint64_t)INT64_MAX + negative)
        return false;
    *to = !negative || !whole ? (int64_t)whole : -(int64_t)(whole - 1) - 1;
    return true;
}

bool wm_json_as_double(const wm_json_value *value, double *to)
{
    if (wm_json_kind_of(value) != WM_JSON_KIND_NUMBER)
        return false;
    double v = is_whole(value) ? (double)value->as.whole : value->as.number;
    *to = value->number & WMI_NUMBER_NEGATIVE ? -v : v;
    return true;
}

bool wm_json_as_float(const wm_json_value *value, float *to)
{
    if (wm_json_kind_of(value) != WM_JSON_KIND_NUMBER)
        return false;
    float v = is_whole(value) ? (float)value->as.whole : value->also.number;
    *to = value->number & WMI_NUMBER_NEGATIVE ? -v : v;
    return true;
}

const char *wm_json_as_text(const wm_json_value *value, size_t *size)
{
    if (wm_json_kind_of(value) != WM_JSON_KIND_TEXT)
        return NULL;
    if (size)
        *size = value->also.count;
    return value->as.text;
}

/* ---- for error messages ------------------------------------------------ */

uint64_t wm_json_offset(const wm_json_value *value)
{
    return value ? value->offset : WM_NO_OFFSET;
}

/* The last item that does not start after `offset`; it contains that byte. */
static uint32_t item_at(const wm_json_value *around, uint64_t offset)
{
    const wm_json_value *items = items_of(around);
    wmi_search after = {.high = around->also.count};
    while (wmi_search_next(&after))
        wmi_search_narrow(&after, items[after.at].offset <= offset);
    return after.low ? after.low - 1 : 0;
}

char *wm_json_path(const wm_json *json, const wm_json_value *value, char *text, size_t size)
{
    const wm_json_value *at = json->root;
    size_t n = 0;
    if (size == 0)
        return text;
    text[0] = '\0';
    /* Every value starts at a different byte, so an offset identifies a value. */
    while (value && at != value && wm_json_count(at) && n < size - 1) {
        uint32_t index = item_at(at, value->offset);
        bool member = at->kind == WM_JSON_KIND_OBJECT;
        at = items_of(at) + index;
        int used = member ? wmi_format(text + n, size - n, "%s%s", n ? "." : "", at->name)
                          : wmi_format(text + n, size - n, "[%lu]", (ul)index);
        n += used > 0 ? (size_t)used : 0;
    }
    return text;
}
