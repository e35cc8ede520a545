/* Helpers for the JSON of a glTF: members, words, names, and extras as scene extras. */
#include <math.h>
#include <string.h>

#include "convert/gltf/read.h"

bool wmi_gltf_is_true(const wm_json_value *value)
{
    bool truth;
    double number; /* programs without truth values write 1 */
    return wm_json_as_bool(value, &truth) ? truth
                                          : wm_json_as_double(value, &number) && number != 0;
}

bool wmi_gltf_get_index(const wm_json_value *value, uint32_t count, uint32_t *index)
{
    uint64_t whole;
    if (!wm_json_as_uint(value, &whole) || whole >= count)
        return false;
    *index = (uint32_t)whole;
    return true;
}

const wm_json_value *wmi_gltf_extra(const wm_json_value *object, const char *name)
{
    return wm_json_find(wm_json_find(object, "extras"), name);
}

const char *wmi_gltf_get_text(const wm_json_value *object, const char *name)
{
    return wm_json_as_text(wm_json_find(object, name), NULL);
}

float wmi_gltf_get_number(const wm_json_value *object, const char *name, float missing)
{
    float value;
    return wm_json_as_float(wm_json_find(object, name), &value) && isfinite(value) ? value
                                                                                   : missing;
}

bool wmi_gltf_get_numbers(const wm_json_value *object, const char *name, float *to, uint32_t count,
                          bool *found)
{
    const wm_json_value *list = wm_json_find(object, name);
    *found = list != NULL;
    if (!list)
        return true;
    if (wm_json_count(list) != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!wm_json_as_float(wm_json_item(list, i), &to[i]) || !isfinite(to[i]))
            return false;
    return true;
}

uint32_t wmi_gltf_word(const char *text, const char *const *words, uint32_t count, uint32_t missing)
{
    for (uint32_t i = 0; text && i < count; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return missing;
}

/* Converts characters up to U+00FF, which take two bytes in UTF-8, to one byte each. Returns
 * false if there are others: then the text was UTF-8 in the first place. */
static bool narrow(char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    for (; *p; p++)
        if (*p >= 0x80 && (*p++ > 0xC3 || (*p & 0xC0) != 0x80))
            return false;
    for (p = (const unsigned char *)text; *p; p++) {
        bool wide = *p >= 0x80;
        *text++ = (char)(wide ? (unsigned)(p[0] << 6 & 0xC0) | (p[1] & 0x3Fu) : *p);
        p += wide;
    }
    *text = '\0';
    return true;
}

bool wmi_gltf_copy(wmi_gltf_reader *g, const char *text, const char **copy)
{
    char *own = wm_scene_text(g->scene, text, strlen(text), NULL);
    if (own && g->latin1)
        narrow(own);
    *copy = own;
    return own || wmi_gltf_no_memory(g);
}

bool wmi_gltf_get_name(wmi_gltf_reader *g, const wm_json_value *object, const char **name)
{
    const char *text = wmi_gltf_get_text(object, "name");
    return wmi_gltf_copy(g, text ? text : "", name);
}

/* ---- extras ---- */

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static bool is_text(const wm_json_value *value)
{
    return wm_json_kind_of(value) == WM_JSON_KIND_TEXT;
}

static bool is_value(const wm_json_value *value)
{
    return wmi_gltf_is_number(value) || wm_json_kind_of(value) == WM_JSON_KIND_BOOL ||
           is_text(value);
}

/* Numbers, strings, and lists of either. Anything else is left out. */
static bool is_extra(const wm_json_value *value)
{
    if (!wmi_gltf_is_array(value))
        return is_value(value);
    for (uint32_t i = 0; i < wm_json_count(value); i++) {
        const wm_json_value *e = wm_json_item(value, i);
        if (!is_value(e) || is_text(e) != is_text(wm_json_item(value, 0)))
            return false;
    }
    return true;
}

/* Extras hold 32-bit integers and floats: 0.6 becomes the nearest float. */
static double number_of(const wm_json_value *value)
{
    double wide = wmi_gltf_is_true(value);
    float narrow;
    if (!wm_json_as_double(value, &wide) || !wm_json_as_float(value, &narrow))
        return wide;
    bool whole = wide == floor(wide) && fabs(wide) <= 4294967295.0;
    return whole || !isfinite(narrow) ? wide : (double)narrow;
}

static bool read_extra(wmi_gltf_reader *g, const wm_json_value *value, wm_extra *to)
{
    wm_scene *s = g->scene;
    bool list = wmi_gltf_is_array(value), texts = is_text(list ? wm_json_item(value, 0) : value);
    uint32_t count = list ? wm_json_count(value) : 1;
    double *numbers = texts ? NULL : wm_scene_alloc(s, count, sizeof *numbers, NULL);
    const char **strings = texts ? wm_scene_alloc(s, count, sizeof *strings, NULL) : NULL;
    *to = (wm_extra){NULL, list, count, numbers, strings};
    bool good = wmi_gltf_copy(g, wm_json_name(value), &to->name) && (numbers || strings);
    for (uint32_t i = 0; good && i < count; i++) {
        const wm_json_value *e = list ? wm_json_item(value, i) : value;
        if (texts)
            good = wmi_gltf_copy(g, wm_json_as_text(e, NULL), &strings[i]);
        else
            numbers[i] = number_of(e);
    }
    return good || wmi_gltf_no_memory(g);
}

bool wmi_gltf_read_members(wmi_gltf_reader *g, const wm_json_value *members, const char *const *but,
                           wm_extras *extras)
{
    *extras = (wm_extras){0, NULL};
    if (wm_json_kind_of(members) != WM_JSON_KIND_OBJECT)
        return true;
    extras->items = wm_scene_alloc(g->scene, wm_json_count(members), sizeof *extras->items, NULL);
    if (!extras->items)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < wm_json_count(members); i++) {
        const wm_json_value *item = wm_json_item(members, i);
        if (one_of(wm_json_name(item), but) || !is_extra(item))
            continue;
        if (!read_extra(g, item, &extras->items[extras->count]))
            return false;
        extras->count++;
    }
    return true;
}

bool wmi_gltf_read_extras(wmi_gltf_reader *g, const wm_json_value *object, const char *const *but,
                          wm_extras *extras)
{
    return wmi_gltf_read_members(g, wm_json_find(object, "extras"), but, extras);
}
