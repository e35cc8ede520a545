/* Writes nodes, skins and lights to glTF. Node i of the scene is node i of the file. After
 * them comes the frame node that makes the scene upright, then the stand-ins for joints that
 * a skin names twice, then the node that records the times of animations. docs/gltf.md. */
#include <math.h>

#include "base/sort.h"
#include "convert/gltf/write.h"

/* The links between nodes. All arrays except the levels cover all nodes of the file. */
typedef struct tree {
    uint32_t count;                     /* nodes of the scene; also the index of the frame */
    uint32_t *first, *next;             /* children of each node */
    uint32_t *level_first, *level_next; /* coarser levels of the finest */
    bool *coarse;                       /* attached to the finest level, not in the tree */
    uint32_t *twins, twin_count;        /* nodes that have stand-ins */
} tree;

/* ---- levels of detail -------------------------------------------------- */

/* One group of nodes, of which one may be the finest. keys: their indices, ascending. */
static void link_group(const wm_scene *s, tree *t, const uint64_t *keys, uint32_t count)
{
    uint32_t finest = WM_NO_INDEX;
    for (uint32_t i = 0; i < count && finest == WM_NO_INDEX; i++)
        if (s->nodes[(uint32_t)keys[i]].lod == 1)
            finest = (uint32_t)keys[i];
    for (uint32_t i = count; finest != WM_NO_INDEX && i-- > 0;) {
        uint32_t node = (uint32_t)keys[i];
        if (s->nodes[node].lod < 2)
            continue;
        t->coarse[node] = true;
        t->level_next[node] = t->level_first[finest];
        t->level_first[finest] = node;
    }
}

/* Coarser levels of detail are attached to the first of the finest, not to the tree, so that
 * viewers show only one level. */
static void link_levels(wmi_gltf *g, tree *t)
{
    const wm_scene *s = g->scene;
    uint32_t n = 0;
    if (g->opts && g->opts->all_lods)
        return;
    uint64_t *keys = (uint64_t *)(void *)wmi_gltf_scratch(g, 4 * (size_t)t->count);
    if (!keys)
        return;
    for (uint32_t i = 0; i < t->count; i++)
        if (s->nodes[i].lod)
            keys[n++] = (uint64_t)s->nodes[i].lod_group << 32 | i;
    wmi_sort_high(keys, keys + t->count, n);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && keys[end] >> 32 == keys[i] >> 32; end++) {
        }
        link_group(s, t, keys + i, end - i);
    }
    for (uint32_t i = 0; i < t->count; i++)
        g->levels = g->levels || t->coarse[i];
    wmi_gltf_unscratch(g, (float *)(void *)keys, 4 * (size_t)t->count);
}

/* ---- skins ------------------------------------------------------------- */

/* A node may appear only once among the joints of a glTF skin. The second time a child stands
 * in for it. */
static void put_joints(wmi_gltf *g, tree *t, uint32_t skin, uint32_t *seen)
{
    const wm_scene_skin *s = &g->scene->skins[skin];
    wmi_writer *w = &g->skins.text;
    for (uint32_t k = 0; k < s->joint_count; k++) {
        uint32_t node = s->joints[k];
        if (seen[node] == skin + 1) {
            t->twins[t->twin_count++] = node;
            node = t->count + t->twin_count;
        } else {
            seen[node] = skin + 1;
        }
        wmi_writer_printf(w, "%s%lu", k ? "," : "", (ul)node);
    }
}

static void put_skins(wmi_gltf *g, tree *t, uint32_t *seen)
{
    wmi_writer *w = &g->skins.text;
    for (uint32_t i = 0; i < g->scene->skin_count; i++) {
        const wm_scene_skin *s = &g->scene->skins[i];
        wmi_gltf_item(&g->skins);
        wmi_writer_text(w, "{\"name\":");
        wmi_gltf_text(w, s->name);
        if (s->joint_count)
            wmi_writer_printf(w, ",\"inverseBindMatrices\":%lu",
                              (ul)wmi_gltf_matrices(g, s->inverse_bind, s->joint_count));
        wmi_writer_text(w, ",\"joints\":[");
        put_joints(g, t, i, seen);
        /* glTF has no skin without joints */
        wmi_writer_text(w, s->joint_count ? "]}" : "0],\"extras\":{\"empty\":true}}");
    }
}

/* ---- nodes ------------------------------------------------------------- */

/* Everything that differs from the default, compared bit for bit. */
static void put_rest(wmi_gltf *g, wmi_writer *w, const wm_transform *rest)
{
    static const wm_transform none = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    wm_vec3 t = wmi_gltf_vec3(g, rest->translation);
    wm_quat q = wmi_gltf_unit(wmi_gltf_quat(g, rest->rotation));
    const float move[3] = {t.x, t.y, t.z}, rotation[4] = {q.x, q.y, q.z, q.w};
    const float size[3] = {rest->scale.x, rest->scale.y, rest->scale.z};
    if (memcmp(&rest->translation, &none.translation, sizeof none.translation) != 0) {
        wmi_writer_text(w, ",\"translation\":");
        wmi_gltf_numbers(w, move, 3);
    }
    if (memcmp(&rest->rotation, &none.rotation, sizeof none.rotation) != 0) {
        wmi_writer_text(w, ",\"rotation\":");
        wmi_gltf_numbers(w, rotation, 4);
    }
    if (memcmp(&rest->scale, &none.scale, sizeof none.scale) != 0) {
        wmi_writer_text(w, ",\"scale\":");
        wmi_gltf_numbers(w, size, 3);
    }
}

/* The children of a node: `next[i]` is the sibling after i. */
static void put_children(wmi_writer *w, const uint32_t *first, const uint32_t *next, uint32_t node)
{
    uint32_t child = first[node];
    if (child == WM_NO_INDEX)
        return;
    wmi_writer_text(w, ",\"children\":[");
    for (bool comma = false; child != WM_NO_INDEX; child = next[child], comma = true)
        wmi_writer_printf(w, "%s%lu", comma ? "," : "", (ul)child);
    wmi_writer_text(w, "]");
}

static void put_extensions(const wmi_gltf *g, wmi_writer *w, const tree *t, uint32_t node)
{
    uint32_t light = g->scene->nodes[node].light, level = t->level_first[node];
    if (light == WM_NO_INDEX && level == WM_NO_INDEX)
        return;
    wmi_writer_text(w, ",\"extensions\":{");
    if (light != WM_NO_INDEX)
        wmi_writer_printf(w, "\"KHR_lights_punctual\":{\"light\":%lu}", (ul)light);
    if (level != WM_NO_INDEX) {
        wmi_writer_printf(w, "%s\"MSFT_lod\":{\"ids\":[", light != WM_NO_INDEX ? "," : "");
        for (bool comma = false; level != WM_NO_INDEX; level = t->level_next[level], comma = true)
            wmi_writer_printf(w, "%s%lu", comma ? "," : "", (ul)level);
        wmi_writer_text(w, "]}");
    }
    wmi_writer_text(w, "}");
}

static void put_number(wmi_writer *w, const char *name, uint32_t value)
{
    wmi_writer_printf(w, ",\"%s\":%lu", name, (ul)value);
}

/* The rest pose once more, for nodes that other programs turn into bones with axes of their own. */
static void put_own_rest(wmi_writer *w, const wm_transform *rest)
{
    float numbers[10];
    memcpy(numbers, &rest->translation, 3 * sizeof *numbers);
    memcpy(numbers + 3, &rest->rotation, 4 * sizeof *numbers);
    memcpy(numbers + 7, &rest->scale, 3 * sizeof *numbers);
    wmi_writer_text(w, ",\"rest\":");
    wmi_gltf_numbers(w, numbers, 10);
}

static void put_node_extras(const wmi_gltf *g, wmi_writer *w, const tree *t, uint32_t i, bool shown)
{
    static const char *const kinds[] = {"empty",   "bone",      "mesh",  "light",
                                        "emitter", "reference", "camera"};
    static const char *const roles[] = {"shown", "hidden", "collision", "outline"};
    const wm_scene_node *n = &g->scene->nodes[i];
    wm_quat unit = wmi_gltf_unit(n->rest.rotation);
    bool first = false;
    wmi_writer_printf(w, ",\"extras\":{\"kind\":\"%s\"", kinds[n->kind]);
    if (n->role != WM_NODE_ROLE_SHOWN)
        wmi_writer_printf(w, ",\"role\":\"%s\"", roles[n->role]);
    if (n->lod)
        put_number(w, "lod", n->lod);
    if (n->lod_group)
        put_number(w, "lod_group", n->lod_group);
    if (n->source != WM_NO_INDEX)
        put_number(w, "source", n->source);
    if (t->coarse[i] && n->parent != WM_NO_INDEX)
        put_number(w, "parent", n->parent);
    if (!shown && n->mesh != WM_NO_INDEX && g->mesh_of[n->mesh] != WM_NO_INDEX) {
        put_number(w, "hidden_mesh", g->mesh_of[n->mesh]);
        if (n->skin != WM_NO_INDEX)
            put_number(w, "hidden_skin", n->skin);
    }
    if (memcmp(&unit, &n->rest.rotation, sizeof unit) != 0) {
        const float rotation[4] = {n->rest.rotation.x, n->rest.rotation.y, n->rest.rotation.z,
                                   n->rest.rotation.w};
        wmi_writer_text(w, ",\"rotation_raw\":");
        wmi_gltf_numbers(w, rotation, 4);
    }
    if (g->carried)
        put_own_rest(w, &n->rest);
    wmi_gltf_members(w, &n->extras, &first);
    wmi_writer_text(w, "}");
}

/* Hidden meshes, and those without faces, are only named in the extras. */
static bool is_shown(const wmi_gltf *g, const wm_scene_node *n)
{
    return n->mesh != WM_NO_INDEX && g->mesh_of[n->mesh] != WM_NO_INDEX &&
           g->scene->meshes[n->mesh].index_count > 0 &&
           (n->role != WM_NODE_ROLE_HIDDEN || (g->opts && g->opts->all));
}

static void put_node(wmi_gltf *g, const tree *t, uint32_t i)
{
    const wm_scene_node *n = &g->scene->nodes[i];
    wmi_writer *w = &g->nodes.text;
    bool shown = is_shown(g, n);
    wmi_gltf_item(&g->nodes);
    wmi_writer_text(w, "{\"name\":");
    wmi_gltf_text(w, n->name);
    put_rest(g, w, &n->rest);
    put_children(w, t->first, t->next, i);
    if (shown)
        put_number(w, "mesh", g->mesh_of[n->mesh]);
    if (shown && n->skin != WM_NO_INDEX)
        put_number(w, "skin", n->skin);
    put_extensions(g, w, t, i);
    put_node_extras(g, w, t, i, shown);
    wmi_writer_text(w, "}");
}

static void add_child(tree *t, uint32_t parent, uint32_t child)
{
    t->next[child] = t->first[parent];
    t->first[parent] = child;
}

/* The frame, and after it the stand-ins and the node that records times. */
static void put_frame(wmi_gltf *g, const tree *t)
{
    const wm_scene *s = g->scene;
    wmi_writer *w = &g->nodes.text;
    wmi_gltf_item(&g->nodes);
    /* The name says what the scene is even if a program drops the extras. No node has it. */
    wmi_writer_text(w, "{\"name\":\"" WMI_GLTF_FRAME);
    wmi_writer_text(w, s->source && *s->source ? s->source : "scene");
    wmi_writer_text(w, s->up == WM_UP_Z ? "\"" : WMI_GLTF_FRAME_Y "\"");
    if (s->up == WM_UP_Z)
        wmi_writer_text(w, ",\"rotation\":[-0.70710677,0,0,0.70710677]");
    put_children(w, t->first, t->next, t->count);
    wmi_writer_text(w, ",\"extras\":{\"kind\":\"frame\"}}");
    for (uint32_t i = 0; i < t->twin_count; i++) {
        wmi_gltf_item(&g->nodes);
        wmi_writer_printf(w, "{\"name\":\"joint\",\"extras\":{\"kind\":\"joint\",\"node\":%lu}}",
                          (ul)t->twins[i]);
    }
    if (g->times != WM_NO_INDEX)
        wmi_gltf_times_node(g);
}

static void put_tree(wmi_gltf *g, tree *t)
{
    const wm_scene *s = g->scene;
    for (uint32_t i = t->twin_count; i-- > 0;)
        add_child(t, t->twins[i], t->count + 1 + i);
    if (g->times != WM_NO_INDEX)
        add_child(t, t->count, g->times);
    for (uint32_t i = t->count; i-- > 0;) /* backwards, so that the lists run forwards */
        if (!t->coarse[i])
            add_child(t, s->nodes[i].parent == WM_NO_INDEX ? t->count : s->nodes[i].parent, i);
    for (uint32_t i = 0; i < t->count; i++)
        put_node(g, t, i);
    put_frame(g, t);
}

void wmi_gltf_nodes(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    size_t joints = 0, nodes = (size_t)s->node_count + 1;
    for (uint32_t i = 0; i < s->skin_count; i++)
        joints += s->skins[i].joint_count;
    size_t links = nodes + joints + 1; /* of the frame, stand-ins and the node of times too */
    size_t room = 2 * links + 3 * nodes + joints;
    uint32_t *block = (uint32_t *)(void *)wmi_gltf_scratch(g, room);
    bool *coarse = (bool *)(void *)wmi_gltf_scratch(g, nodes);
    if (block && coarse) {
        tree t = {.count = s->node_count, .coarse = coarse};
        t.first = block;
        t.next = t.first + links;
        t.twins = t.next + links;
        t.level_first = t.twins + joints;
        t.level_next = t.level_first + nodes;
        uint32_t *seen = t.level_next + nodes;
        memset(block, 0xFF, room * sizeof *block); /* WM_NO_INDEX */
        memset(coarse, 0, nodes * sizeof(float));
        link_levels(g, &t);
        put_skins(g, &t, seen);
        if (g->carried && s->animation_count)
            g->times = t.count + 1 + t.twin_count;
        if (g->carried)
            wmi_gltf_carrier(g, coarse);
        put_tree(g, &t);
    }
    wmi_gltf_unscratch(g, (float *)(void *)block, room);
    wmi_gltf_unscratch(g, (float *)(void *)coarse, nodes);
}

/* ---- lights ------------------------------------------------------------ */

/* The first node of each light: programs that make an object of a light use the light's name. */
static const uint32_t *nodes_of_lights(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    uint32_t *of = wmi_arena_raw(&g->scratch, s->light_count, sizeof *of);
    g->failed = g->failed || !of;
    for (uint32_t i = 0; of && i < s->light_count; i++)
        of[i] = WM_NO_INDEX;
    for (uint32_t i = s->node_count; of && i-- > 0;)
        if (s->nodes[i].light != WM_NO_INDEX)
            of[s->nodes[i].light] = i;
    return of;
}

/* Colours in the games may exceed 1: then the light's intensity is raised instead. */
void wmi_gltf_lights(wmi_gltf *g)
{
    wmi_writer *w = &g->lights.text;
    const uint32_t *node = nodes_of_lights(g);
    for (uint32_t i = 0; node && i < g->scene->light_count; i++) {
        const wm_scene_light *l = &g->scene->lights[i];
        float colour[3] = {l->colour.x, l->colour.y, l->colour.z}, most = 1;
        for (int k = 0; k < 3; k++) {
            colour[k] = colour[k] > 0 && isfinite(colour[k]) ? colour[k] : 0;
            most = colour[k] > most ? colour[k] : most;
        }
        for (int k = 0; k < 3; k++)
            colour[k] /= most;
        float intensity = l->multiplier * most;
        wmi_gltf_item(&g->lights);
        wmi_writer_text(w, "{\"name\":");
        wmi_gltf_text(w, node[i] == WM_NO_INDEX ? "light" : g->scene->nodes[node[i]].name);
        wmi_writer_text(w, ",\"type\":\"point\",\"color\":");
        wmi_gltf_numbers(w, colour, 3);
        wmi_writer_text(w, ",\"intensity\":");
        wmi_gltf_number(w, intensity > 0 ? intensity : 0);
        if (l->radius > 0 && isfinite(l->radius)) {
            wmi_writer_text(w, ",\"range\":");
            wmi_gltf_number(w, l->radius);
        }
        wmi_writer_printf(w, ",\"extras\":{\"ambient_only\":%s,\"shadow\":%s,\"multiplier\":",
                          l->ambient_only ? "true" : "false", l->shadow ? "true" : "false");
        wmi_gltf_number(w, l->multiplier);
        const float raw[3] = {l->colour.x, l->colour.y, l->colour.z};
        wmi_writer_text(w, ",\"colour\":");
        wmi_gltf_numbers(w, raw, 3);
        if (!(l->radius > 0 && isfinite(l->radius))) {
            wmi_writer_text(w, ",\"radius\":");
            wmi_gltf_number(w, l->radius);
        }
        wmi_writer_text(w, "}}");
    }
}
