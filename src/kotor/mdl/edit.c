/* Edits of single fields, by their keywords in model text: of the model, of a node and of
 * an animation. No other byte of the file changes, except where a name has another
 * length. docs/formats/kotor-mdl-ascii.md lists the keywords. */
#include "kotor/mdl/edit.h"

#include "base/text.h"
#include "base/text_field.h"
#include "base/words.h"
#include "kotor/mdl/edit_value.h"

wm_status wmi_edit_missing(wm_error *error, const char *path, uint32_t index, uint32_t count,
                           const char *one, const char *many)
{
    return wmi_fail(error, WM_BAD_ARGUMENT, path, "there is no %s %lu; the model has %s", one,
                    (ul)index, wmi_count(count, one, many).text);
}

static wmi_word word_of(const char *text)
{
    return (wmi_word){text, strlen(text), 0};
}

bool wmi_edit_is(const char *field, size_t size, const char *text)
{
    const char *end = memchr(field, 0, size);
    wmi_word word = {field, end ? (size_t)(end - field) : size, 0};
    return wmi_word_is(word, text);
}

wm_status wmi_edit_text(char *field, size_t size, const char *text, const char *path,
                        wm_error *error)
{
    const char *end = memchr(field, 0, size);
    size_t was = end ? (size_t)(end - field) : size, n = strlen(text);
    wm_status status = wmi_text_field_fits(text, size, path, error);
    if (status != WM_OK)
        return status;
    if (was == size)
        was = size - 1; /* the field was full and had no terminator */
    memcpy(field, text, n);
    memset(field + n, 0, (was > n ? was : n) - n + 1);
    return WM_OK;
}

/* ---- the model ---------------------------------------------------------- */

/* Renames the model. The root node and the roots of animations follow if they have its
 * name. */
static wm_status rename_model(wm_kotor_mdl *m, const char *name, wm_error *error)
{
    char old[WM_KOTOR_NAME_SIZE + 1] = {0}, now[WM_KOTOR_NAME_SIZE] = {0};
    memcpy(old, m->geometry.name, WM_KOTOR_NAME_SIZE);
    if (!*name)
        return wmi_fail(error, WM_BAD_ARGUMENT, "name", "a model needs a name");
    wm_status status = wmi_edit_text(now, sizeof now, name, "name", error);
    if (status == WM_OK && m->tree.count && m->tree.nodes[0].name < m->name_count &&
        wmi_word_is(word_of(old), m->names[m->tree.nodes[0].name]))
        status = wmi_edit_rename_node(m, 0, name, error);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; i < m->animation_count; i++)
        if (wmi_edit_is(m->animations[i].root, WM_KOTOR_NAME_SIZE, old))
            wmi_edit_text(m->animations[i].root, WM_KOTOR_NAME_SIZE, name, "", NULL);
    return wmi_edit_text(m->geometry.name, WM_KOTOR_NAME_SIZE, name, "name", error);
}

static wm_status set_classification(wm_kotor_mdl *m, const char *value, wm_error *error)
{
    uint32_t number;
    for (unsigned i = 0; i < 256; i = i ? 2 * i : 1) {
        const char *name = wm_kotor_classification_name((uint8_t)i);
        if (name && wmi_word_is(word_of(value), name)) {
            m->classification = (uint8_t)i;
            return WM_OK;
        }
    }
    wm_status status = wmi_value_uint(value, "classification", UINT8_MAX, &number, error);
    if (status == WM_OK)
        m->classification = (uint8_t)number;
    return status;
}

static wm_status set_byte(uint8_t *byte, const char *value, const char *keyword, bool inverted,
                          wm_error *error)
{
    uint32_t number;
    wm_status status = wmi_value_uint(value, keyword, inverted ? 1 : UINT8_MAX, &number, error);
    if (status == WM_OK)
        *byte = inverted ? (uint8_t)!number : (uint8_t)number;
    return status;
}

static wm_status set_of_model(wm_kotor_mdl *m, const char *keyword, const char *value,
                              wm_error *error)
{
    wmi_word k = word_of(keyword);
    if (wmi_word_is(k, "name"))
        return rename_model(m, value, error);
    if (wmi_word_is(k, "supermodel"))
        return wmi_edit_text(m->supermodel, sizeof m->supermodel, *value ? value : "NULL",
                             "supermodel", error);
    if (wmi_word_is(k, "classification"))
        return set_classification(m, value, error);
    if (wmi_word_is(k, "classification_unk1") || wmi_word_is(k, "subclassification"))
        return set_byte(&m->subclassification, value, keyword, false, error);
    if (wmi_word_is(k, "fog"))
        return set_byte(&m->fog, value, keyword, false, error);
    if (wmi_word_is(k, "ignorefog"))
        return set_byte(&m->fog, value, keyword, true, error);
    if (wmi_word_is(k, "setanimationscale") || wmi_word_is(k, "animationscale"))
        return wmi_value_floats(value, keyword, &m->scale, 1, error);
    if (wmi_word_is(k, "bmin"))
        return wmi_value_floats(value, keyword, &m->min.x, 3, error);
    if (wmi_word_is(k, "bmax"))
        return wmi_value_floats(value, keyword, &m->max.x, 3, error);
    if (wmi_word_is(k, "radius"))
        return wmi_value_floats(value, keyword, &m->radius, 1, error);
    return wmi_fail(error, WM_BAD_ARGUMENT, "",
                    "a model has no field '%.40s'; it has name, supermodel, classification, "
                    "subclassification, fog, animationscale, bmin, bmax and radius",
                    keyword);
}

wm_status wm_kotor_mdl_set_field(wm_kotor_mdl *m, uint32_t node, const char *keyword,
                                 const char *value, wm_error *error)
{
    if (node != WM_NO_INDEX && node >= m->tree.count)
        return wmi_edit_missing(error, "nodes", node, m->tree.count, "node", "nodes");
    wm_status status = node == WM_NO_INDEX ? set_of_model(m, keyword, value, error)
                                           : wmi_edit_node_field(m, node, keyword, value, error);
    if (status == WM_OK) {
        wmi_edit_touch(m);
        wmi_mdl_tidy(m);
    }
    return status;
}

/* ---- animations --------------------------------------------------------- */

wm_status wm_kotor_mdl_set_animation_field(wm_kotor_mdl *m, uint32_t animation, const char *keyword,
                                           const char *value, wm_error *error)
{
    if (animation >= m->animation_count)
        return wmi_edit_missing(error, "animations", animation, m->animation_count, "animation",
                                "animations");
    wm_kotor_animation *a = &m->animations[animation];
    wmi_word k = word_of(keyword);
    wm_status status;
    if (wmi_word_is(k, "name") && !*value)
        status = wmi_fail(error, WM_BAD_ARGUMENT, "name", "an animation needs a name");
    else if (wmi_word_is(k, "name"))
        status = wmi_edit_text(a->geometry.name, sizeof a->geometry.name, value, "name", error);
    else if (wmi_word_is(k, "animroot"))
        status = wmi_edit_text(a->root, sizeof a->root, value, "animroot", error);
    else if (wmi_word_is(k, "length"))
        status = wmi_value_floats(value, keyword, &a->length, 1, error);
    else if (wmi_word_is(k, "transtime"))
        status = wmi_value_floats(value, keyword, &a->transition, 1, error);
    else
        return wmi_fail(error, WM_BAD_ARGUMENT, "",
                        "an animation has no field '%.40s'; it has name, animroot, length and "
                        "transtime",
                        keyword);
    if (status == WM_OK)
        wmi_edit_touch(m);
    return status;
}
