/* Writes a scene as glTF 2.0: joins all parts into one file. docs/gltf.md. */
#include "convert/gltf/write.h"

/* ---- the file ---------------------------------------------------------- */

static void put_list(wmi_writer *w, const char *name, const wmi_gltf_list *list)
{
    if (list->count == 0)
        return;
    wmi_writer_printf(w, ",\n\"%s\":[", name);
    wmi_writer_bytes(w, list->text.data, list->text.size);
    wmi_writer_text(w, "]");
}

static void put_extensions(wmi_gltf *g, wmi_writer *w)
{
    bool lights = g->lights.count > 0, levels = g->levels;
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
    wmi_gltf_text(w, s->name);
    wmi_writer_printf(w, ",\"nodes\":[%lu],\"extras\":{\"source\":", (ul)s->node_count);
    wmi_gltf_text(w, s->source ? s->source : "");
    wmi_writer_printf(w, ",\"up\":\"%s\",\"left_handed\":%s,\"v_down\":%s",
                      s->up == WM_UP_Z ? "z" : "y", s->left_handed ? "true" : "false",
                      s->v_down ? "true" : "false");
    if (!wmi_scene_is_utf8(s))
        wmi_writer_text(w, ",\"latin1\":true");
    wmi_gltf_members(w, &s->extras, &first);
    if (g->leftover_count) {
        wmi_writer_text(w, ",\"animations\":[");
        wmi_writer_bytes(w, g->leftover.data, g->leftover.size);
        wmi_writer_text(w, "]");
    }
    wmi_writer_text(w, "}}]");
    put_list(w, "nodes", &g->nodes);
    put_list(w, "meshes", &g->meshes);
    put_list(w, "materials", &g->materials);
    put_list(w, "textures", &g->textures);
    put_list(w, "images", &g->images);
    put_list(w, "samplers", &g->samplers);
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

/* Header, then a text chunk padded with spaces and a data chunk padded with zeros. */
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
    uint8_t *to = wmi_writer_room(&uri, (g->bin.size + 2) / 3 * 4);
    if (to)
        wmi_base64(g->bin.data, g->bin.size, to);
    out->failed = out->failed || uri.failed || g->bin.failed;
    if (!out->failed)
        put_json(g, out, (const char *)uri.data, uri.size);
    wmi_release(&g->allocator, uri.data, uri.capacity, 1);
}

static void put_parts(wmi_gltf *g)
{
    wmi_gltf_images(g);
    wmi_gltf_materials(g);
    wmi_gltf_meshes(g);
    wmi_gltf_lights(g);
    wmi_gltf_nodes(g);
    wmi_gltf_animations(g);
}

wm_status wm_gltf_write(const wm_scene *scene, const wm_gltf_write_opts *opts, wm_buffer *out,
                        wm_error *error)
{
    *out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    wm_error local;
    wmi_gltf g = {.scene = scene,
                  .opts = opts,
                  .mirror = scene->left_handed,
                  .times = WM_NO_INDEX,
                  .error = error ? error : &local};
    g.allocator = opts && opts->base.allocator ? *opts->base.allocator : *wmi_default_allocator();
    wmi_gltf_list *lists[] = {&g.views,     &g.accessors, &g.nodes,   &g.meshes,
                              &g.materials, &g.skins,     &g.lights,  &g.animations,
                              &g.images,    &g.textures,  &g.samplers};
    enum { LISTS = sizeof lists / sizeof *lists };
    wmi_writer file;
    if (!scene->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    wmi_arena_init(&g.scratch, &g.allocator, 0);
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
    wmi_arena_free(&g.scratch);
    return wmi_writer_finish(&file, out, error);
}
