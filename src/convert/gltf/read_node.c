/* Reads nodes and lights from glTF, and levels of detail by node name. */
#include <math.h>

#include "convert/gltf/read.h"
#include "convert/internal.h"

/* ---- lights ---- */

/* Files of ours keep the game's numbers next to those of glTF. */
static bool read_light(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_light *l)
{
    const wm_json_value *extras = wm_json_find(from, "extras");
    const char *type = wmi_gltf_get_text(from, "type");
    float colour[3] = {1, 1, 1};
    bool found;
    if (type && strcmp(type, "point") != 0)
        g->notes |= WMI_GLTF_NOTE_LIGHTS;
    if (!wmi_gltf_get_numbers(from, "color", colour, 3, &found))
        return wmi_gltf_fail(g, WM_BAD_VALUE, wm_json_find(from, "color"),
                             "expected 3 finite numbers");
    l->radius = wmi_gltf_get_number(from, "range", 0);
    l->multiplier = wmi_gltf_get_number(from, "intensity", 1);
    l->ambient_only = wmi_gltf_is_true(wm_json_find(extras, "ambient_only"));
    l->shadow = wmi_gltf_is_true(wm_json_find(extras, "shadow"));
    if (g->own) {
        if (!wmi_gltf_get_numbers(extras, "colour", colour, 3, &found))
            return wmi_gltf_fail(g, WM_BAD_VALUE, wm_json_find(extras, "colour"),
                                 "expected 3 finite numbers");
        l->radius = wmi_gltf_get_number(extras, "radius", l->radius);
        l->multiplier = wmi_gltf_get_number(extras, "multiplier", l->multiplier);
    }
    l->colour = (wm_vec3){colour[0], colour[1], colour[2]};
    return true;
}

bool wmi_gltf_read_lights(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    s->lights = wm_scene_alloc(s, g->lights.count, sizeof *s->lights, NULL);
    if (!s->lights)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < g->lights.count; i++)
        if (!read_light(g, wm_json_item(g->lights.list, i), &s->lights[i]))
            return false;
    s->light_count = g->lights.count;
    return true;
}

/* ---- nodes ---- */

static const char *const kinds[] = {"empty",   "bone",      "mesh",  "light",
                                    "emitter", "reference", "camera"};
static const char *const roles[] = {"shown", "hidden", "collision", "outline"};

/* The kind of node, from what is attached to it; the extras of an empty node may say more. */
static wm_node_kind kind_of(const wmi_gltf_reader *g, const wm_json_value *from,
                            const wm_scene_node *n)
{
    const char *text = wmi_gltf_get_text(wm_json_find(from, "extras"), "kind");
    wm_node_kind plain = n->mesh != WM_NO_INDEX         ? WM_NODE_KIND_MESH
                         : n->light != WM_NO_INDEX      ? WM_NODE_KIND_LIGHT
                         : wm_json_find(from, "camera") ? WM_NODE_KIND_CAMERA
                                                        : WM_NODE_KIND_EMPTY;
    if (!g->own && (plain == WM_NODE_KIND_MESH || plain == WM_NODE_KIND_LIGHT))
        return plain;
    return (wm_node_kind)wmi_gltf_word(text, kinds, sizeof kinds / sizeof *kinds, (uint32_t)plain);
}

static bool read_number(wmi_gltf_reader *g, const wm_json_value *object, const char *name,
                        uint32_t count, uint32_t *value)
{
    if (!wmi_gltf_get_u32(g, object, name, WM_NO_INDEX, value))
        return false;
    if (*value != WM_NO_INDEX && *value >= count)
        return wmi_gltf_fail(g, WM_BAD_OFFSET, wm_json_find(object, name),
                             "there is no %s %lu; there are %lu", name, (ul)*value, (ul)count);
    return true;
}

/* Mesh, skin and light. Meshes of hidden nodes are only named in the extras. */
static bool read_hung(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_node *n)
{
    const wm_json_value *extras = wm_json_find(from, "extras");
    const wm_json_value *light =
        wm_json_find(wm_json_find(from, "extensions"), "KHR_lights_punctual");
    uint32_t mesh = WM_NO_INDEX, skin = WM_NO_INDEX;
    if (!read_number(g, from, "mesh", g->meshes.count, &n->mesh) ||
        !read_number(g, from, "skin", g->skins.count, &n->skin) ||
        !read_number(g, light, "light", g->lights.count, &n->light))
        return false;
    if (g->own && (!read_number(g, extras, "hidden_mesh", g->meshes.count, &mesh) ||
                   !read_number(g, extras, "hidden_skin", g->skins.count, &skin)))
        return false;
    n->mesh = mesh != WM_NO_INDEX ? mesh : n->mesh;
    n->skin = skin != WM_NO_INDEX ? skin : n->skin;
    if (n->mesh == WM_NO_INDEX || !g->scene->meshes[n->mesh].joints)
        n->skin = WM_NO_INDEX;
    return true;
}

static bool read_node(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_node *n)
{
    static const char *const known[] = {"kind",         "role",   "lod",         "lod_group",
                                        "source",       "parent", "hidden_mesh", "hidden_skin",
                                        "rotation_raw", "rest",   NULL};
    const wm_json_value *extras = wm_json_find(from, "extras");
    *n = (wm_scene_node){.parent = WM_NO_INDEX, .source = WM_NO_INDEX};
    n->role = (wm_node_role)wmi_gltf_word(wmi_gltf_get_text(extras, "role"), roles,
                                          sizeof roles / sizeof *roles, WM_NODE_ROLE_SHOWN);
    if (!read_hung(g, from, n))
        return false;
    n->kind = kind_of(g, from, n);
    if (g->own && !wmi_gltf_get_u32(g, extras, "source", WM_NO_INDEX, &n->source))
        return false;
    return wmi_gltf_get_u32(g, extras, "lod", 0, &n->lod) &&
           wmi_gltf_get_u32(g, extras, "lod_group", 0, &n->lod_group) &&
           wmi_gltf_get_name(g, from, &n->name) &&
           wmi_gltf_read_extras(g, from, known, &n->extras) &&
           wmi_gltf_read_transform(g, from, &n->rest);
}

/* A coarser level that a program found outside the tree: by its extras or, for NWN2, by its name
 * ("door_L01"). */
static bool is_level(const wmi_gltf_reader *g, const wm_scene_node *n)
{
    size_t length = wmi_stem_length(n->name, 3);
    const char *end = n->name + length;
    bool named = length > 4 && end[-4] == '_' && (end[-3] | 32) == 'l' && end[-2] >= '0' &&
                 end[-2] <= '9' && end[-1] >= '0' && end[-1] <= '9';
    return n->lod > 1 || (named && wmi_gltf_came_from(g, "nwn2-mdb"));
}

/* Coarser levels have no parent in the file, so programs show them lying on their side. One that
 * nobody rotated is in the space of the frame. */
static bool lies(const wmi_gltf_reader *g, const wm_scene_node *n)
{
    const float most = 1e-3f;
    wm_quat q = n->rest.rotation;
    return is_level(g, n) && fabsf(q.x) < most && fabsf(q.y) < most && fabsf(q.z) < most;
}

/* The parent in the scene. A coarse level in a file of ours has no parent in the file. */
static bool read_parent(wmi_gltf_reader *g, uint32_t from, wm_scene_node *n)
{
    const wm_json_value *extras = wm_json_find(wm_json_item(g->nodes.list, from), "extras");
    uint32_t up = g->parent[from];
    n->parent =
        up == WM_NO_INDEX || up == g->frame || up == g->armature ? WM_NO_INDEX : g->node_of[up];
    if (g->own && up == WM_NO_INDEX)
        return read_number(g, extras, "parent", g->frame, &n->parent);
    if (g->frame != WM_NO_INDEX && (up == WM_NO_INDEX || up == g->armature) && !lies(g, n)) {
        g->beside[g->node_of[from]] = true;
        if (g->scene->up == WM_UP_Z)
            wmi_gltf_make_upright(&n->rest.translation, &n->rest.rotation);
    }
    return true;
}

/* The rest pose that the writer repeated, in the space of the scene. */
static void read_own_rest(wmi_gltf_reader *g, const wm_json_value *from, uint32_t node)
{
    float v[10];
    bool found = false;
    if (g->own || g->frame == WM_NO_INDEX ||
        !wmi_gltf_get_numbers(wm_json_find(from, "extras"), "rest", v, 10, &found) || !found)
        return;
    bool mirror = wmi_gltf_is_true(wmi_gltf_extra(wmi_gltf_shown_scene(g), "left_handed"));
    g->rest[node] =
        (wm_transform){{v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}, {v[7], v[8], v[9]}};
    if (mirror) { /* the scene that is read is not */
        g->rest[node].translation.z = -v[2];
        g->rest[node].rotation.x = -v[3];
        g->rest[node].rotation.y = -v[4];
    }
    g->known[node] = true;
}

static bool make_nodes(wmi_gltf_reader *g, const uint32_t *order, uint32_t count)
{
    wm_scene *s = g->scene;
    s->nodes = wm_scene_alloc(s, count, sizeof *s->nodes, NULL);
    g->beside = wmi_gltf_scratch_of(g, count, sizeof *g->beside);
    g->rest = wmi_gltf_scratch_of(g, count, sizeof *g->rest);
    g->known = wmi_gltf_scratch_of(g, count, sizeof *g->known);
    g->was_bone = wmi_gltf_scratch_of(g, count, sizeof *g->was_bone);
    if (!s->nodes || !g->beside || !g->rest || !g->known || !g->was_bone)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i <= g->nodes.count; i++)
        g->node_of[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < count; i++) {
        g->node_of[order[i]] = i;
        if (!read_node(g, wm_json_item(g->nodes.list, order[i]), &s->nodes[i]) ||
            !read_parent(g, order[i], &s->nodes[i]))
            return false;
        read_own_rest(g, wm_json_item(g->nodes.list, order[i]), i);
        g->was_bone[i] = s->nodes[i].kind == WM_NODE_KIND_BONE;
        s->node_count = i + 1;
    }
    /* A joint that a skin names twice is a stand-in for its node. */
    for (uint32_t i = g->own ? g->frame + 1 : g->nodes.count; i < g->nodes.count; i++) {
        const wm_json_value *extras = wm_json_find(wm_json_item(g->nodes.list, i), "extras");
        if (!read_number(g, extras, "node", count, &g->node_of[i]))
            return false;
    }
    return true;
}

bool wmi_gltf_read_nodes(wmi_gltf_reader *g)
{
    static const char *const known[] = {"up",     "left_handed", "v_down",
                                        "latin1", "animations",  NULL},
                             *const known_own[] = {"source", "up",         "left_handed", "v_down",
                                                   "latin1", "animations", NULL};
    uint32_t *order = wmi_gltf_scratch_of(g, (size_t)g->nodes.count + 1, sizeof *order), count;
    if (!order)
        return wmi_gltf_no_memory(g);
    return wmi_gltf_order_nodes(g, order, &count) && make_nodes(g, order, count) &&
           wmi_gltf_get_name(g, wmi_gltf_shown_scene(g), &g->scene->name) &&
           wmi_gltf_read_extras(g, wmi_gltf_shown_scene(g), g->own ? known_own : known,
                                &g->scene->extras);
}

/* ---- levels of detail ---- */

/* "house_lod2", "House_LOD2.001" */
static bool level_of(const char *name, uint32_t *level)
{
    size_t n = strlen(name), digits = 0;
    if (n > 4 && name[n - 4] == '.') { /* the number that Blender appends to a name */
        size_t k = 1;
        while (k < 4 && name[n - k] >= '0' && name[n - k] <= '9')
            k++;
        n -= k == 4 ? 4 : 0;
    }
    while (digits < 2 && digits < n && name[n - digits - 1] >= '0' && name[n - digits - 1] <= '9')
        digits++;
    const char *p = name + n - digits;
    if (digits == 0 || n < digits + 4 || (p[-1] | 32) != 'd' || (p[-2] | 32) != 'o' ||
        (p[-3] | 32) != 'l' || (p[-4] != '_' && p[-4] != '.' && p[-4] != '-' && p[-4] != ' '))
        return false;
    *level = (uint32_t)(p[0] - '0');
    if (digits == 2)
        *level = 10 * *level + (uint32_t)(p[1] - '0');
    return true;
}

static void name_levels(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    uint32_t level, lowest = WM_NO_INDEX;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (!s->nodes[i].lod && level_of(s->nodes[i].name, &level))
            lowest = level < lowest ? level : lowest;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (!s->nodes[i].lod && level_of(s->nodes[i].name, &level)) {
            s->nodes[i].lod = level + (lowest == 0); /* some programs begin with 0 */
            s->nodes[i].lod_group = 1;
        }
}

void wmi_gltf_read_levels(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    uint32_t group = 1;
    if (g->own)
        return;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        const wm_json_value *list = wmi_gltf_levels(wm_json_item(g->nodes.list, i));
        uint32_t level = 1;
        if (!list || g->node_of[i] == WM_NO_INDEX || s->nodes[g->node_of[i]].lod)
            continue;
        s->nodes[g->node_of[i]].lod = level++;
        s->nodes[g->node_of[i]].lod_group = ++group;
        for (uint32_t k = 0; k < wm_json_count(list); k++) {
            uint32_t n = WM_NO_INDEX;
            wmi_gltf_get_index(wm_json_item(list, k), g->nodes.count,
                               &n); /* checked with the tree */
            n = n == WM_NO_INDEX ? n : g->node_of[n];
            if (n == WM_NO_INDEX || s->nodes[n].lod)
                continue;
            s->nodes[n].lod = level++;
            s->nodes[n].lod_group = group;
        }
    }
    name_levels(g);
}
