/* Small things of a glTF's JSON: members, words, names, and extras as those of a scene. */
#include <math.h>
#include <string.h>

#include "convert/gltf_read.h"

const cJSON *gltf_get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

const cJSON *gltf_extra(const cJSON *object, const char *name)
{
    return gltf_get(gltf_get(object, "extras"), name);
}

const char *gltf_text(const cJSON *object, const char *name)
{
    const cJSON *item = gltf_get(object, name);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

float gltf_number(const cJSON *object, const char *name, float missing)
{
    const cJSON *item = gltf_get(object, name);
    return cJSON_IsNumber(item) && isfinite((float)item->valuedouble) ? (float)item->valuedouble
                                                                      : missing;
}

bool gltf_numbers(const cJSON *object, const char *name, float *to, int count, bool *found)
{
    const cJSON *list = gltf_get(object, name), *e;
    int i = 0;
    *found = list != NULL;
    if (!list)
        return true;
    cJSON_ArrayForEach(e, list)
    {
        if (i >= count || !cJSON_IsNumber(e) || !isfinite((float)e->valuedouble))
            return false;
        to[i++] = (float)e->valuedouble;
    }
    return i == count;
}

uint32_t gltf_word(const char *text, const char *const *words, uint32_t count, uint32_t missing)
{
    for (uint32_t i = 0; text && i < count; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return missing;
}

/* Characters up to U+00FF, which have two bytes in UTF-8, as one byte each. False where
 * there are others: then the text was UTF-8 before. */
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

bool gltf_copy(gltf *g, const char *text, const char **copy)
{
    char *own = wm_scene_text(g->scene, text, strlen(text), NULL);
    if (own && g->latin1)
        narrow(own);
    *copy = own;
    return own || gltf_no_memory(g);
}

bool gltf_name(gltf *g, const cJSON *object, const char **name)
{
    const char *text = gltf_text(object, "name");
    return gltf_copy(g, text ? text : "", name);
}

/* ---- extras ---- */

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static bool is_value(const cJSON *item)
{
    return cJSON_IsNumber(item) || cJSON_IsBool(item) || cJSON_IsString(item);
}

/* Numbers, texts, and lists of either; anything else is left out. */
static bool is_extra(const cJSON *item)
{
    const cJSON *e;
    if (!cJSON_IsArray(item))
        return is_value(item);
    cJSON_ArrayForEach(e, item)
    {
        if (!is_value(e) || cJSON_IsString(e) != cJSON_IsString(item->child))
            return false;
    }
    return true;
}

/* Extras hold whole numbers of 32 bits and floats: 0.6 is the float nearest to that. */
static double number_of(const cJSON *item)
{
    double v = item->valuedouble;
    if (cJSON_IsBool(item))
        return cJSON_IsTrue(item) ? 1.0 : 0.0;
    bool whole = v == floor(v) && fabs(v) <= 4294967295.0;
    return whole || !isfinite((float)v) ? v : (double)(float)v;
}

static bool read_extra(gltf *g, const cJSON *item, wm_extra *to)
{
    wm_scene *s = g->scene;
    const cJSON *first = cJSON_IsArray(item) ? item->child : item, *e = first;
    int count = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : 1;
    bool texts = cJSON_IsString(first);
    double *numbers = texts ? NULL : wm_scene_alloc(s, (size_t)count, sizeof *numbers, NULL);
    const char **strings = texts ? wm_scene_alloc(s, (size_t)count, sizeof *strings, NULL) : NULL;
    *to = (wm_extra){NULL, cJSON_IsArray(item), (uint32_t)count, numbers, strings};
    bool good = gltf_copy(g, item->string, &to->name) && (numbers || strings);
    for (int i = 0; good && i < count; i++, e = e->next) {
        if (texts)
            good = gltf_copy(g, e->valuestring, &strings[i]);
        else
            numbers[i] = number_of(e);
    }
    return good || gltf_no_memory(g);
}

bool gltf_read_members(gltf *g, const cJSON *members, const char *const *but, wm_extras *extras)
{
    const cJSON *item;
    *extras = (wm_extras){0, NULL};
    if (!cJSON_IsObject(members))
        return true;
    extras->items =
        wm_scene_alloc(g->scene, (size_t)cJSON_GetArraySize(members), sizeof *extras->items, NULL);
    if (!extras->items)
        return gltf_no_memory(g);
    cJSON_ArrayForEach(item, members)
    {
        if (one_of(item->string, but) || !is_extra(item))
            continue;
        if (!read_extra(g, item, &extras->items[extras->count]))
            return false;
        extras->count++;
    }
    return true;
}

bool gltf_read_extras(gltf *g, const cJSON *object, const char *const *but, wm_extras *extras)
{
    return gltf_read_members(g, gltf_get(object, "extras"), but, extras);
}
