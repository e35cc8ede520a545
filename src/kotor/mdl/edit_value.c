/* Edits of the fields of nodes, found in the field table (fields.c), and of their
 * controllers. */
#include "kotor/mdl/edit_value.h"

#include "base/text.h"
#include "base/words.h"
#include "kotor/mdl/controllers.h"
#include "kotor/mdl/fields.h"
#include "kotor/mdl/text/number.h"

/* ---- numbers ------------------------------------------------------------ */

wm_status wmi_value_uint(const char *text, const char *keyword, uint32_t most, uint32_t *value,
                         wm_error *error)
{
    uint64_t v = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9' && v <= most; p++)
        v = 10 * v + (uint64_t)(*p - '0');
    if (p == text || *p || v > most)
        return wmi_fail(error, WM_BAD_ARGUMENT, keyword,
                        "expected a whole number from 0 to %s, not '%.40s'", wmi_number(most).text,
                        text);
    *value = (uint32_t)v;
    return WM_OK;
}

wm_status wmi_value_floats(const char *text, const char *keyword, float *values, int count,
                           wm_error *error)
{
    float v[4];
    const char *p = text, *end = text + strlen(text);
    int n = 0;
    while (n < count) {
        p += strspn(p, " ");
        size_t used = wm_float_parse(p, (size_t)(end - p), &v[n]);
        if (!used || v[n] - v[n] != 0)
            break;
        p += used;
        n++;
        p += strspn(p, " ");
        if (*p == ',' && n < count)
            p++;
    }
    if (n < count || *p)
        return wmi_fail(error, WM_BAD_ARGUMENT, keyword, "expected %s, not '%.40s'",
                        wmi_count((uint64_t)count, "number", "numbers").text, text);
    memcpy(values, v, (size_t)count * sizeof *v);
    return WM_OK;
}

/* ---- fields ------------------------------------------------------------- */

static const wmi_field *find_field(const wm_kotor_mdl_node *n, wm_kotor_game game, wmi_word word)
{
    const wmi_field *f = wmi_mdl_field_named(n, word);
    return f && wmi_field_in(f, game) ? f : NULL;
}

static wm_status set_number(const wmi_field *f, void *target, const char *value, wm_error *error)
{
    static const uint32_t most[] = {UINT8_MAX, UINT16_MAX, UINT32_MAX};
    uint32_t number;
    wm_status status = wmi_value_uint(
        value, f->keyword, f->type == WMI_FIELD_FLAG ? 1 : most[f->type], &number, error);
    if (status == WM_OK)
        wmi_field_set(f, target, number);
    return status;
}

static wm_status set_field(const wmi_field *f, void *target, const char *value, wm_error *error)
{
    uint8_t *at = (uint8_t *)target + f->offset;
    float v[3];
    int count = f->type == WMI_FIELD_F3 ? 3 : 1;
    wm_status status;
    switch (f->type) {
    case WMI_FIELD_U8:
    case WMI_FIELD_U16:
    case WMI_FIELD_U32:
    case WMI_FIELD_FLAG: return set_number(f, target, value, error);
    case WMI_FIELD_F1:
    case WMI_FIELD_F3:
        status = wmi_value_floats(value, f->keyword, v, count, error);
        if (status == WM_OK)
            memcpy(at, v, (size_t)count * sizeof *v);
        return status;
    case WMI_FIELD_TEXT: return wmi_edit_text((char *)at, f->size, value, f->keyword, error);
    default: break;
    }
    if (f->size && f->text) /* bitmap2 */
        return wmi_edit_text((char *)at, f->size, value, f->keyword, error);
    return wmi_fail(error, WM_BAD_ARGUMENT, f->keyword, "a binary model does not store this field");
}

/* ---- controllers -------------------------------------------------------- */

/* The values of a controller as stored: an orientation is given as axis and angle. */
static wm_status read_values(const wmi_mdl_controller_info *info, const char *value, float v[4],
                             wm_error *error)
{
    wm_status status = wmi_value_floats(value, info->name, v, info->columns, error);
    if (status == WM_OK && info->type == WM_KOTOR_CONTROLLER_ORIENTATION) {
        const double axis_angle[4] = {(double)v[0], (double)v[1], (double)v[2], (double)v[3]};
        wmi_mdl_quat_of(axis_angle, v);
    }
    return status;
}

static wm_status add_controller(wm_kotor_mdl *m, wm_kotor_mdl_node *n,
                                const wmi_mdl_controller_info *info, const float v[4],
                                wm_error *error)
{
    uint32_t columns = info->columns, at = n->data_count;
    wmi_edit edit;
    if (at + 1 + columns > UINT16_MAX)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, info->name,
                        "the node has no room for another controller");
    wm_kotor_controller *all =
        wmi_arena_raw(wmi_mdl_arena(m), (size_t)n->controller_count + 1, sizeof *all);
    float *data = wmi_arena_raw(wmi_mdl_arena(m), (size_t)at + 1 + columns, sizeof *data);
    if (!all || !data)
        return wmi_arena_fail(wmi_mdl_arena(m), error, info->name);
    wm_status status = wmi_edit_begin(&edit, m, error);
    if (status != WM_OK)
        return status;
    if (n->controller_count)
        memcpy(all, n->controllers, n->controller_count * sizeof *all);
    if (at)
        memcpy(data, n->data, at * sizeof *data);
    data[at] = 0;
    memcpy(data + at + 1, v, columns * sizeof *data);
    all[n->controller_count++] = (wm_kotor_controller){.type = info->type,
                                                       .unknown = 0xFFFF,
                                                       .rows = 1,
                                                       .time_index = (uint16_t)at,
                                                       .data_index = (uint16_t)(at + 1),
                                                       .columns = info->columns};
    n->controllers = all;
    n->data = data;
    n->data_count = at + 1 + columns;
    wmi_edit_end(&edit);
    return WM_OK;
}

static const wm_kotor_controller *find_controller(const wm_kotor_mdl_node *n, uint32_t type)
{
    for (uint32_t i = 0; i < n->controller_count; i++)
        if (n->controllers[i].type == type)
            return &n->controllers[i];
    return NULL;
}

static wm_status set_controller(wm_kotor_mdl *m, wm_kotor_mdl_node *n,
                                const wmi_mdl_controller_info *info, const float v[4],
                                wm_error *error)
{
    const wm_kotor_controller *c = find_controller(n, info->type);
    if (!c)
        return add_controller(m, n, info, v, error);
    bool packed = info->type == WM_KOTOR_CONTROLLER_ORIENTATION && c->columns == 2;
    if (c->rows != 1 || !wm_kotor_controller_fits(c, n) || (!packed && c->columns != info->columns))
        return wmi_fail(error, WM_NOT_REPRESENTABLE, info->name,
                        "the controller has %s of %u columns, not one value",
                        wmi_count(c->rows, "key", "keys").text, (unsigned)c->columns);
    uint32_t word = packed ? wm_kotor_quat_pack(v) : 0;
    memcpy(n->data + c->data_index, packed ? (const void *)&word : v,
           (packed ? 1u : info->columns) * sizeof *v);
    return WM_OK;
}

/* Position and orientation are also in the header of the node. */
static void set_header(wm_kotor_mdl_node *n, uint32_t type, const float v[4])
{
    if (type == WM_KOTOR_CONTROLLER_POSITION)
        n->position = (wm_vec3){v[0], v[1], v[2]};
    else if (type == WM_KOTOR_CONTROLLER_ORIENTATION)
        n->orientation = (wm_kotor_quat){v[3], v[0], v[1], v[2]};
}

/* The word of the field table for a keyword. */
static wmi_word field_word(const char *keyword)
{
    wmi_word word = {keyword, strlen(keyword), 0};
    return wmi_word_is(word, "lightmap") ? (wmi_word){"bitmap2", 7, 0} : word;
}

bool wm_kotor_mdl_has_field(const wm_kotor_mdl *m, uint32_t node, const char *keyword)
{
    if (node >= m->tree.count)
        return false;
    const wm_kotor_mdl_node *n = &m->tree.nodes[node];
    wmi_word word = field_word(keyword);
    const wmi_field *f = find_field(n, m->game, word);
    if (wmi_word_is(word, "name") || (f && !(f->rules & WMI_FIELD_BOUNDS)))
        return true;
    const wmi_mdl_controller_info *info = wmi_mdl_controller_named(word.text, word.size, n->flags);
    return info && find_controller(n, info->type);
}

wm_status wmi_edit_node_field(wm_kotor_mdl *m, uint32_t node, const char *keyword,
                              const char *value, wm_error *error)
{
    wm_kotor_mdl_node *n = &m->tree.nodes[node];
    wmi_word word = field_word(keyword);
    float v[4];
    if (wmi_word_is(word, "name"))
        return wmi_edit_rename_node(m, node, value, error);
    const wmi_field *f = find_field(n, m->game, word);
    if (f)
        return set_field(f, wmi_mdl_part(n, (wmi_field_part)f->part), value, error);
    const wmi_mdl_controller_info *info = wmi_mdl_controller_named(word.text, word.size, n->flags);
    if (!info)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the node has no field '%.40s'", keyword);
    wm_status status = read_values(info, value, v, error);
    if (status == WM_OK)
        status = set_controller(m, n, info, v, error);
    if (status == WM_OK)
        set_header(n, info->type, v);
    return status;
}
