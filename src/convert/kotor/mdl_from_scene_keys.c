/* Controllers of the nodes of a model built from a scene: the single values of the geometry.
 * docs/formats/kotor-mdl.md, "Controllers". */
#include <stdio.h>

#include "convert/kotor/mdl_from_scene_keys.h"
#include "convert/kotor/scene_from_mdl.h"
#include "kotor/mdl/controllers.h"

enum { COLOUR = 76, RADIUS = 88, MULTIPLIER = 140, MOST = 128, COLUMNS = 16 };

uint32_t wmi_kotor_usual(uint32_t flags, bool root, bool scaled, uint32_t types[WMI_USUAL])
{
    static const uint32_t mesh[] = {WM_KOTOR_CONTROLLER_ALPHA, WM_KOTOR_CONTROLLER_SCALE,
                                    WM_KOTOR_CONTROLLER_SELFILLUM};
    static const uint32_t light[] = {RADIUS, MULTIPLIER, COLOUR};
    const uint32_t *more = flags & WM_KOTOR_NODE_MESH    ? mesh
                           : flags & WM_KOTOR_NODE_LIGHT ? light
                                                         : NULL;
    uint32_t count = 0;
    if (!root) {
        types[count++] = WM_KOTOR_CONTROLLER_POSITION;
        types[count++] = WM_KOTOR_CONTROLLER_ORIENTATION;
    }
    for (int i = 0; more && i < 3; i++)
        types[count++] = more[i];
    if (more != mesh && scaled)
        types[count++] = WM_KOTOR_CONTROLLER_SCALE;
    return count;
}

/* ---- memory ------------------------------------------------------------ */

bool wmi_keys_room(wmi_keys *k, wm_kotor_mdl *mdl, uint32_t controllers, size_t floats)
{
    *k = (wmi_keys){.controllers =
                        wm_kotor_mdl_alloc(mdl, controllers, sizeof *k->controllers, NULL),
                    .data = wm_kotor_mdl_alloc(mdl, floats, sizeof *k->data, NULL)};
    return k->controllers && k->data;
}

float *wmi_keys_add(wmi_keys *k, uint32_t type, uint32_t columns, uint32_t rows, uint32_t width)
{
    if (rows > 65535 || k->used + rows > 65535 || columns > 255)
        return NULL;
    float *data = k->data + k->used;
    k->controllers[k->count++] = (wm_kotor_controller){.type = type,
                                                       .unknown = 0xFFFF,
                                                       .rows = (uint16_t)rows,
                                                       .time_index = (uint16_t)k->used,
                                                       .data_index = (uint16_t)(k->used + rows),
                                                       .columns = (uint8_t)columns};
    k->used += rows * (1 + width);
    return data;
}

void wmi_keys_give(const wmi_keys *k, wm_kotor_mdl_node *node)
{
    node->controllers = k->controllers;
    node->controller_count = k->count;
    node->data = k->data;
    node->data_count = k->used;
}

/* ---- values ------------------------------------------------------------ */

static uint32_t from_extra(const wm_extra *e, float *values, uint32_t missing)
{
    uint32_t n = e && e->numbers ? e->count : 0;
    if (n == 0 || n > COLUMNS - 1)
        return missing; /* zeros */
    for (uint32_t i = 0; i < n; i++)
        values[i] = (float)e->numbers[i];
    return n;
}

/* The controller's own rotation, if the header's has not changed since. */
static void orientation(const wmi_to_mdl *t, uint32_t item, float *v)
{
    const wm_kotor_quat q = t->mdl->tree.nodes[item].orientation;
    const float header[4] = {q.x, q.y, q.z, q.w};
    uint32_t node = t->items[item].node;
    const wm_extra *e = t->own && node != WM_NO_INDEX
                            ? wm_extras_find(&t->scene->nodes[node].extras, "orientation")
                            : NULL;
    float stored[COLUMNS] = {0};
    memcpy(v, header, sizeof header);
    if (!e || from_extra(e, stored, 0) != 8)
        return;
    for (int i = 0; i < 4; i++)
        if (!(fabsf(stored[4 + i] - header[i]) <= 1e-5f))
            return;
    memcpy(v, stored, sizeof header);
}

static uint32_t vector(wm_vec3 from, float *v)
{
    v[0] = from.x;
    v[1] = from.y;
    v[2] = from.z;
    return 3;
}

static uint32_t light_value(const wmi_to_mdl *t, uint32_t node, wm_property property, float *v)
{
    const wm_scene_light *l = &t->scene->lights[t->scene->nodes[node].light];
    /* a light of a model that another program saved has its other fields in the extras */
    bool own = t->own || wmi_to_mdl_extra(t, node, "lightpriority");
    if (property == WM_PROPERTY_LIGHT_COLOUR)
        return vector(l->colour, v);
    *v = property == WM_PROPERTY_LIGHT_RADIUS ? l->radius : l->multiplier;
    if (!t->own && property == WM_PROPERTY_LIGHT_RADIUS && !(*v > 0))
        *v = 10; /* lights of other programs have unlimited range */
    if (!own && property == WM_PROPERTY_LIGHT_MULTIPLIER && !(*v > 0 && *v <= 4))
        *v = 1; /* and intensities in candela */
    return 1;
}

static uint32_t material_value(const wmi_to_mdl *t, const wmi_item *item, wm_property property,
                               bool walkmesh, float *v)
{
    const wm_scene_material *m =
        item->material == WM_NO_INDEX ? NULL : &t->scene->materials[item->material];
    bool alpha = property == WM_PROPERTY_ALPHA;
    const wm_extra *raw = wmi_to_mdl_extra(t, item->node, alpha ? "alpha" : "selfillumcolor");
    uint32_t columns = alpha ? 1 : 3;
    if ((!t->own || walkmesh) && raw && from_extra(raw, v, 0) == columns)
        return columns;
    if (walkmesh)
        m = NULL; /* surface materials have no alpha or glow */
    if (alpha) {
        *v = m ? m->alpha : 1;
        return 1;
    }
    return vector(m ? m->self_illumination : (wm_vec3){0, 0, 0}, v);
}

static float rest_scale(const wmi_to_mdl *t, uint32_t node)
{
    if (node == WM_NO_INDEX)
        return 1;
    if (!t->own)
        return t->places[node].vanished ? 0.0f : 1.0f;
    return t->scene->nodes[node].rest.scale.x;
}

/* The values of a geometry controller. Returns their number. */
static uint32_t values_of(const wmi_to_mdl *t, uint32_t number, uint32_t type, float v[COLUMNS])
{
    const wm_kotor_mdl_node *n = &t->mdl->tree.nodes[number];
    const wmi_item *item = &t->items[number];
    wm_property property;
    const char *name = wmi_from_kotor_property(type, n->flags, &property);
    const wmi_mdl_controller_info *info = wmi_mdl_controller(type, n->flags);
    memset(v, 0, COLUMNS * sizeof *v);
    switch (property) {
    case WM_PROPERTY_TRANSLATION: return vector(n->position, v);
    case WM_PROPERTY_ROTATION: orientation(t, number, v); return 4;
    case WM_PROPERTY_SCALE: *v = rest_scale(t, item->node); return 1;
    case WM_PROPERTY_ALPHA:
    case WM_PROPERTY_SELF_ILLUMINATION:
        return material_value(t, item, property, n->flags & WM_KOTOR_NODE_AABB, v);
    case WM_PROPERTY_LIGHT_COLOUR:
    case WM_PROPERTY_LIGHT_RADIUS:
    case WM_PROPERTY_LIGHT_MULTIPLIER: return light_value(t, item->node, property, v);
    default: break;
    }
    char text[24];
    wmi_format(text, sizeof text, "controller%lu", (ul)type);
    return from_extra(wmi_to_mdl_extra(t, item->node, name ? name : text), v,
                      info ? info->columns : 1);
}

/* ---- selection --------------------------------------------------------- */

static bool listed(const uint32_t *types, uint32_t count, uint32_t type)
{
    for (uint32_t i = 0; i < count; i++)
        if (types[i] == type)
            return true;
    return false;
}

static bool is_still(const wm_kotor_mdl_node *n)
{
    static const wm_kotor_quat unit = {1, 0, 0, 0};
    return n->position.x == 0 && n->position.y == 0 && n->position.z == 0 &&
           memcmp(&n->orientation, &unit, sizeof unit) == 0;
}

/* Does the controller belong to a mesh, light or emitter that the node no longer has? */
static bool is_left_over(const wmi_to_mdl *t, const wm_kotor_mdl_node *n, uint32_t type)
{
    static const uint32_t parts[] = {WM_KOTOR_NODE_MESH, WM_KOTOR_NODE_LIGHT,
                                     WM_KOTOR_NODE_EMITTER};
    bool other = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        other = other || wmi_mdl_controller(type, (uint16_t)parts[i]);
    return !t->own && other && !wmi_mdl_controller(type, n->flags);
}

/* Somebody may have moved or rotated a node that had no controller for that. */
static uint32_t add_moved(const wmi_to_mdl *t, const wm_kotor_mdl_node *n, uint32_t types[MOST],
                          uint32_t count)
{
    static const wm_kotor_quat unit = {1, 0, 0, 0};
    bool placed = n->position.x != 0 || n->position.y != 0 || n->position.z != 0;
    bool rotated = memcmp(&n->orientation, &unit, sizeof unit) != 0;
    if (!t->own && placed && count < MOST && !listed(types, count, WM_KOTOR_CONTROLLER_POSITION))
        types[count++] = WM_KOTOR_CONTROLLER_POSITION;
    if (!t->own && rotated && count < MOST &&
        !listed(types, count, WM_KOTOR_CONTROLLER_ORIENTATION))
        types[count++] = WM_KOTOR_CONTROLLER_ORIENTATION;
    return count;
}

/* The extras of a node with an empty list. */
static bool has_none(const wmi_to_mdl *t, uint32_t node)
{
    const wm_extra *e =
        node == WM_NO_INDEX ? NULL : wm_extras_find(&t->scene->nodes[node].extras, "controllers");
    return e && e->count == 0;
}

/* BioWare's usual controllers and those the extras add; or exactly those the extras list. */
static uint32_t choose(const wmi_to_mdl *t, uint32_t number, uint32_t types[MOST])
{
    const wm_kotor_mdl_node *n = &t->mdl->tree.nodes[number];
    uint32_t node = t->items[number].node, count = 0;
    const wm_extra *e = node == WM_NO_INDEX ? NULL : wmi_to_mdl_extra(t, node, "controllers");
    if (e && e->numbers && e->count <= MOST) {
        for (uint32_t i = 0; i < e->count; i++) {
            types[count] = wmi_to_mdl_u32(e->numbers[i]);
            count += !is_left_over(t, n, types[count]);
        }
        return add_moved(t, n, types, count);
    }
    if (has_none(t, node))
        return add_moved(t, n, types, 0);
    bool scaled = rest_scale(t, node) != 1;
    count = wmi_kotor_usual(n->flags, number == 0 && is_still(n), scaled, types);
    if (node == WM_NO_INDEX)
        return count;
    for (const wmi_mdl_controller_info *c = wmi_mdl_controllers(); c->name && count < MOST; c++) {
        const wm_extra *value = wmi_to_mdl_extra(t, node, c->name);
        wm_property property;
        wmi_from_kotor_property(c->type, n->flags, &property);
        if (property == WM_PROPERTY_OTHER && wmi_mdl_controller(c->type, n->flags) == c && value &&
            value->numbers && !listed(types, count, c->type))
            types[count++] = c->type;
    }
    return count;
}

bool wmi_to_mdl_controllers(wmi_to_mdl *t)
{
    for (uint32_t i = 0; i < t->item_count; i++) {
        uint32_t types[MOST], count = choose(t, i, types);
        wmi_keys keys;
        if (!wmi_keys_room(&keys, t->mdl, count, (size_t)count * (1 + COLUMNS)))
            return wmi_to_mdl_no_memory(t);
        for (uint32_t k = 0; k < count; k++) {
            float values[COLUMNS];
            uint32_t width = values_of(t, i, types[k], values);
            float *to = wmi_keys_add(&keys, types[k], width, 1, width); /* few: they fit */
            *to = 0;
            memcpy(to + 1, values, width * sizeof *values);
        }
        wmi_keys_give(&keys, &t->mdl->tree.nodes[i]);
    }
    return true;
}
