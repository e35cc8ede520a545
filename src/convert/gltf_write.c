/* A scene as glTF 2.0: nodes, skins, lights, and all parts joined into one file.
 * Node i of the scene is node i of the file. docs/gltf.md. */
#include <math.h>

#include "convert/gltf.h"

/* ---- nodes ------------------------------------------------------------- */

/* Coarser levels of detail hang on the finest, not in the tree, so that viewers show
 * one level only. */
static bool is_coarse(const wm_scene *s, uint32_t node)
{
    const wm_scene_node *n = &s->nodes[node];
    if (n->lod < 2)
        return false;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (i != node && s->nodes[i].lod_group == n->lod_group && s->nodes[i].lod == 1)
            return true;
    return false;
}

static void put_rest(wmi_gltf *g, wmi_writer *w, const wm_transform *rest)
{
    wm_vec3 t = wmi_gltf_vec3(g, rest->translation);
    wm_quat q = wmi_gltf_unit(wmi_gltf_quat(g, rest->rotation));
    const float move[3] = {t.x, t.y, t.z}, turn[4] = {q.x, q.y, q.z, q.w};
    const float size[3] = {rest->scale.x, rest->scale.y, rest->scale.z};
    if (move[0] != 0 || move[1] != 0 || move[2] != 0) {
        wmi_writer_text(w, ",\"translation\":");
        wmi_json_floats(w, move, 3);
    }
    if (turn[0] != 0 || turn[1] != 0 || turn[2] != 0 || turn[3] != 1) {
        wmi_writer_text(w, ",\"rotation\":");
        wmi_json_floats(w, turn, 4);
    }
    if (size[0] != 1 || size[1] != 1 || size[2] != 1) {
        wmi_writer_text(w, ",\"scale\":");
        wmi_json_floats(w, size, 3);
    }
}

/* The nodes below a parent: `next[i]` is the sibling behind i. */
static void put_children(wmi_writer *w, const uint32_t *first, const uint32_t *next, uint32_t node)
{
    uint32_t child = first[node];
    if (child == WM_NO_INDEX)
        return;
    wmi_writer_text(w, ",\"children\":[");
    for (bool comma = false; child != WM_NO_INDEX; child = next[child], comma = true)
        wmi_writer_printf(w, "%s%lu", comma ? "," : "", (unsigned long)child);
    wmi_writer_text(w, "]");
}

static void put_levels(wmi_gltf *g, wmi_writer *w, uint32_t node)
{
    const wm_scene *s = g->scene;
    const wm_scene_node *n = &s->nodes[node];
    bool any = false;
    if (n->lod != 1)
        return;
    for (uint32_t i = 0; i < node; i++)
        if (s->nodes[i].lod == 1 && s->nodes[i].lod_group == n->lod_group)
            return; /* the first of the finest carries the list */
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].lod > 1 && s->nodes[i].lod_group == n->lod_group) {
            wmi_writer_printf(w, "%s%lu", any ? "," : ",\"extensions\":{\"MSFT_lod\":{\"ids\":[",
                              (unsigned long)i);
            any = true;
        }
    if (any)
        wmi_writer_text(w, "]}}");
}

static void put_node_extras(wmi_writer *w, const wm_scene_node *n)
{
    static const char *const kinds[] = {"empty",   "bone",      "mesh",  "light",
                                        "emitter", "reference", "camera"};
    static const char *const roles[] = {"shown", "hidden", "collision", "outline"};
    bool first = false;
    wmi_writer_printf(w, ",\"extras\":{\"kind\":\"%s\"", kinds[n->kind]);
    if (n->role != WM_ROLE_SHOWN)
        wmi_writer_printf(w, ",\"role\":\"%s\"", roles[n->role]);
    if (n->lod)
        wmi_writer_printf(w, ",\"lod\":%lu,\"lod_group\":%lu", (unsigned long)n->lod,
                          (unsigned long)n->lod_group);
    wmi_json_members(w, &n->extras, &first);
    wmi_writer_text(w, "}");
}

static void put_node(wmi_gltf *g, uint32_t i, const uint32_t *first, const uint32_t *next)
{
    const wm_scene *s = g->scene;
    const wm_scene_node *n = &s->nodes[i];
    wmi_writer *w = &g->nodes.text;
    wmi_gltf_item(&g->nodes);
    wmi_writer_text(w, "{\"name\":");
    wmi_json_text(w, n->name);
    put_rest(g, w, &n->rest);
    put_children(w, first, next, i);
    bool mesh = n->mesh != WM_NO_INDEX && g->mesh_of[n->mesh] != WM_NO_INDEX;
    if (mesh)
        wmi_writer_printf(w, ",\"mesh\":%lu", (unsigned long)g->mesh_of[n->mesh]);
    if (mesh && n->skin != WM_NO_INDEX && s->skins[n->skin].joint_count)
        wmi_writer_printf(w, ",\"skin\":%lu", (unsigned long)n->skin);
    if (n->light != WM_NO_INDEX)
        wmi_writer_printf(w, ",\"extensions\":{\"KHR_lights_punctual\":{\"light\":%lu}}",
                          (unsigned long)n->light);
    else
        put_levels(g, w, i);
    put_node_extras(w, n);
    wmi_writer_text(w, "}");
}

/* All nodes, and behind them the one that makes the scene stand upright. */
static void put_nodes(wmi_gltf *g)
{
    const wm_scene *s = g->scene;
    uint32_t count = s->node_count;
    uint32_t *first = (uint32_t *)(void *)wmi_gltf_scratch(g, 2 * ((size_t)count + 1));
    if (!first)
        return;
    uint32_t *next = first + count + 1;
    for (uint32_t i = 0; i <= count; i++)
        first[i] = next[i] = WM_NO_INDEX;
    for (uint32_t i = count; i-- > 0;) { /* backwards, so that lists run forwards */
        uint32_t parent = s->nodes[i].parent == WM_NO_INDEX ? count : s->nodes[i].parent;
        if (is_coarse(s, i))
            continue;
        next[i] = first[parent];
        first[parent] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        put_node(g, i, first, next);
    wmi_writer *w = &g->nodes.text;
    wmi_gltf_item(&g->nodes);
    wmi_writer_text(w, "{\"name\":");
    wmi_json_text(w, *s->name ? s->name : "scene");
    if (s->up == WM_UP_Z)
        wmi_writer_text(w, ",\"rotation\":[-0.70710677,0,0,0.70710677]");
    put_children(w, first, next, count);
    wmi_writer_text(w, "}");
    wmi_gltf_unscratch(g, (float *)(void *)first, 2 * ((size_t)count + 1));
}

/* ---- skins and lights -------------------------------------------------- */

static void put_skins(wmi_gltf *g)
{
    wmi_writer *w = &g->skins.text;
    for (uint32_t i = 0; i < g->scene->skin_count; i++) {
        const wm_scene_skin *s = &g->scene->skins[i];
        wmi_gltf_item(&g->skins);
        wmi_writer_text(w, "{\"name\":");
        wmi_json_text(w, s->name);
        if (s->joint_count)
            wmi_writer_printf(w, ",\"inverseBindMatrices\":%lu",
                              (unsigned long)wmi_gltf_matrices(g, s->inverse_bind, s->joint_count));
        wmi_writer_text(w, ",\"joints\":[");
        for (uint32_t k = 0; k < s->joint_count; k++)
            wmi_writer_printf(w, "%s%lu", k ? "," : "", (unsigned long)s->joints[k]);
        if (s->joint_count == 0) /* glTF has no skin without joints */
            wmi_writer_text(w, "0");
        wmi_writer_text(w, "]}");
    }
}

/* Colours of the games may be brighter than 1: then the light is, not its colour. */
static void put_lights(wmi_gltf *g)
{
    wmi_writer *w = &g->lights.text;
    for (uint32_t i = 0; i < g->scene->light_count; i++) {
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
        wmi_writer_text(w, "{\"type\":\"point\",\"color\":");
        wmi_json_floats(w, colour, 3);
        wmi_writer_text(w, ",\"intensity\":");
        wmi_json_float(w, intensity > 0 ? intensity : 0);
        if (l->radius > 0 && isfinite(l->radius)) {
            wmi_writer_text(w, ",\"range\":");
            wmi_json_float(w, l->radius);
        }
        wmi_writer_printf(w, ",\"extras\":{\"ambient_only\":%s,\"shadow\":%s,\"multiplier\":",
                          l->ambient_only ? "true" : "false", l->shadow ? "true" : "false");
        wmi_json_float(w, l->multiplier);
        const float raw[3] = {l->colour.x, l->colour.y, l->colour.z};
        wmi_writer_text(w, ",\"colour\":");
        wmi_json_floats(w, raw, 3);
        wmi_writer_text(w, "}}");
    }
}

/* ---- the file ---------------------------------------------------------- */

static void put_list(wmi_writer *w, const char *name, const wmi_gltf_list *list)
{
    if (list->count == 0)
        return;
    wmi_writer_printf(w, ",\n\"%s\":[", name);
    wmi_writer_bytes(w, list->text.data, list->text.size);
    wmi_writer_text(w, "]");
}

static bool has_levels(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (is_coarse(s, i))
            return true;
    return false;
}

static void put_extensions(wmi_gltf *g, wmi_writer *w)
{
    bool lights = g->lights.count > 0, levels = has_levels(g->scene);
    if (!lights && !levels)
        return;
    wmi_writer_printf(w, ",\n\"extensionsUsed\":[%s%s%s]", lights ? "\"KHR_lights_punctual\"" : "",
                      lights && levels ? "," : "", levels ? "\"MSFT_lod\"" : "");
    if (!lights)
        return;
    wmi_writer_text(w, ",\n\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[");
    wmi_writer_bytes(w, g->lights.text.data, g->lights.text.size);
    wmi_writer_text(w, "]}}");
}

static void put_json(wmi_gltf *g, wmi_writer *w, const char *uri, size_t uri_size)
{
    const wm_scene *s = g->scene;
    bool first = false;
    wmi_writer_printf(w,
                      "{\"asset\":{\"version\":\"2.0\",\"generator\":\"waymark %s\"},\n"
                      "\"scene\":0,\n\"scenes\":[{\"name\":",
                      WM_VERSION_STRING);
    wmi_json_text(w, s->name);
    wmi_writer_printf(w, ",\"nodes\":[%lu],\"extras\":{\"source\":", (unsigned long)s->node_count);
    wmi_json_text(w, s->source ? s->source : "");
    wmi_writer_printf(w, ",\"up\":\"%s\",\"left_handed\":%s,\"v_down\":%s",
                      s->up == WM_UP_Z ? "z" : "y", s->left_handed ? "true" : "false",
                      s->v_down ? "true" : "false");
    wmi_json_members(w, &s->extras, &first);
    if (g->leftover_count) {
        wmi_writer_text(w, ",\"animations\":[");
        wmi_writer_bytes(w, g->leftover.data, g->leftover.size);
        wmi_writer_text(w, "]");
    }
    wmi_writer_text(w, "}}]");
    put_list(w, "nodes", &g->nodes);
    put_list(w, "meshes", &g->meshes);
    put_list(w, "materials", &g->materials);
    put_list(w, "skins", &g->skins);
    put_list(w, "animations", &g->animations);
    put_list(w, "accessors", &g->accessors);
    put_list(w, "bufferViews", &g->views);
    if (g->bin.size) {
        wmi_writer_printf(w, ",\n\"buffers\":[{\"byteLength\":%zu", g->bin.size);
        if (uri) {
            wmi_writer_text(w, ",\"uri\":\"data:application/octet-stream;base64,");
            wmi_writer_bytes(w, uri, uri_size);
            wmi_writer_text(w, "\"");
        }
        wmi_writer_text(w, "}]");
    }
    put_extensions(g, w);
    wmi_writer_text(w, "}\n");
}

/* Header, then a chunk of text padded with blanks and one of data padded with zeros. */
static void put_glb(wmi_gltf *g, wmi_writer *out)
{
    wmi_writer json;
    wmi_writer_init(&json, &g->allocator);
    put_json(g, &json, NULL, 0);
    while (json.size % 4 && !json.failed)
        wmi_writer_text(&json, " ");
    wmi_writer_space(&g->bin, (4 - g->bin.size % 4) % 4);
    size_t total = 12 + 8 + json.size + (g->bin.size ? 8 + g->bin.size : 0);
    if (json.failed || g->bin.failed || total > UINT32_MAX)
        out->failed = true;
    wmi_writer_text(out, "glTF");
    wmi_writer_u32(out, 2);
    wmi_writer_u32(out, (uint32_t)total);
    wmi_writer_u32(out, (uint32_t)json.size);
    wmi_writer_text(out, "JSON");
    wmi_writer_bytes(out, json.data, json.size);
    if (g->bin.size) {
        wmi_writer_u32(out, (uint32_t)g->bin.size);
        wmi_writer_bytes(out, "BIN", 4);
        wmi_writer_bytes(out, g->bin.data, g->bin.size);
    }
    wmi_release(&g->allocator, json.data, json.capacity, 1);
}

static void put_text(wmi_gltf *g, wmi_writer *out)
{
    wmi_writer uri;
    wmi_writer_init(&uri, &g->allocator);
    wmi_json_base64(&uri, g->bin.data, g->bin.size);
    out->failed = out->failed || uri.failed || g->bin.failed;
    if (!out->failed)
        put_json(g, out, (const char *)uri.data, uri.size);
    wmi_release(&g->allocator, uri.data, uri.capacity, 1);
}

static void put_parts(wmi_gltf *g)
{
    wmi_gltf_materials(g);
    wmi_gltf_meshes(g);
    put_skins(g);
    put_lights(g);
    put_nodes(g);
    wmi_gltf_animations(g);
}

wm_status wm_scene_write_gltf(const wm_scene *scene, const wm_gltf_opts *opts, wm_buffer *out,
                              wm_error *error)
{
    wmi_gltf g = {.scene = scene, .opts = opts, .mirror = scene->left_handed};
    g.allocator = opts && opts->allocator ? *opts->allocator : *wmi_default_allocator();
    wmi_gltf_list *lists[] = {&g.views,     &g.accessors, &g.nodes,  &g.meshes,
                              &g.materials, &g.skins,     &g.lights, &g.animations};
    enum { LISTS = sizeof lists / sizeof *lists };
    wmi_writer file;
    *out = (wm_buffer){0};
    if (!scene->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    wmi_writer_init(&g.bin, &g.allocator);
    wmi_writer_init(&g.leftover, &g.allocator);
    wmi_writer_init(&file, &g.allocator);
    for (int i = 0; i < LISTS; i++)
        wmi_writer_init(&lists[i]->text, &g.allocator);
    g.mesh_of = (uint32_t *)(void *)wmi_gltf_scratch(&g, scene->mesh_count);
    if (g.mesh_of)
        put_parts(&g);
    file.failed = g.failed || g.leftover.failed;
    for (int i = 0; i < LISTS; i++)
        file.failed = file.failed || lists[i]->text.failed;
    if (!file.failed && opts && opts->text)
        put_text(&g, &file);
    else if (!file.failed)
        put_glb(&g, &file);
    wmi_gltf_unscratch(&g, (float *)(void *)g.mesh_of, scene->mesh_count);
    for (int i = 0; i < LISTS; i++)
        wmi_release(&g.allocator, lists[i]->text.data, lists[i]->text.capacity, 1);
    wmi_release(&g.allocator, g.bin.data, g.bin.capacity, 1);
    wmi_release(&g.allocator, g.leftover.data, g.leftover.capacity, 1);
    return wmi_writer_finish(&file, out, error);
}
