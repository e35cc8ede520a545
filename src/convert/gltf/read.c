/* Reads glTF 2.0 as a scene: .glb and .gltf, with data URIs or separate files. A file written
 * by this library gives back the scene it was written from. From files of other programs,
 * everything that a scene can hold is read. docs/gltf.md, "What is read from a glTF". */
#include "convert/gltf/read.h"

#include <stdio.h>

/* Line and column in a .gltf, which is text. */
static void find_line(const wmi_gltf_reader *g, uint64_t offset)
{
    const char *start = g->text;
    uint32_t line = 1;
    for (const char *p = g->text; p < g->text + offset; p++)
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    g->error->line = line;
    g->error->column = (uint32_t)(g->text + offset - start) + 1;
}

bool wmi_gltf_fail(wmi_gltf_reader *g, wm_status code, const wm_json_value *at, const char *fmt,
                   ...)
{
    char path[sizeof g->error->path], message[sizeof g->error->message];
    va_list args;
    if (!g->error)
        return false;
    va_start(args, fmt);
    wmi_vformat(message, sizeof message, fmt, args);
    va_end(args);
    at = at ? at : g->root;
    wmi_fail_at(g->error, code, wm_json_offset(at) + g->text_at,
                wm_json_path(g->json, at, path, sizeof path), "%s", message);
    if (!g->bin && g->text_at == 0)
        find_line(g, wm_json_offset(at));
    return false;
}

bool wmi_gltf_refuse(wmi_gltf_reader *g, wm_issue_code issue, wm_status code,
                     const wm_json_value *at, const char *fmt, const char *name)
{
    char path[sizeof g->error->path], message[sizeof g->error->message];
    uint64_t offset = wm_json_offset(at) + g->text_at;
    wm_json_path(g->json, at, path, sizeof path);
    wmi_format(message, sizeof message, fmt, name);
    wmi_report(g->opts->base.report, issue, wmi_at(offset, "%s", path), "%s", message);
    return wmi_gltf_fail(g, code, at, "%s", message);
}

bool wmi_gltf_no_memory(wmi_gltf_reader *g)
{
    if (g->scratch.limit_hit)
        wmi_arena_fail(&g->scratch, g->error, "");
    else
        wm_scene_no_memory(g->scene, g->error);
    return false;
}

void *wmi_gltf_scratch_of(wmi_gltf_reader *g, size_t count, size_t size)
{
    return wmi_arena_new(&g->scratch, count, size);
}

/* ---- container ---- */

/* Reports an error in the .glb container. Returns false. */
static bool fail_frame(wmi_gltf_reader *g, wm_status code, uint64_t offset, const char *path,
                       const char *fmt, size_t found, size_t other)
{
    char message[160];
    wmi_format(message, sizeof message, fmt, found, other);
    wmi_fail_at(g->error, code, offset, path, "%s", message);
    return false;
}

static bool open_glb(wmi_gltf_reader *g, const uint8_t *p, size_t size, size_t *json)
{
    if (size < 20)
        return fail_frame(g, WM_TRUNCATED, 0, "header", "%zu bytes are too few, expected %zu", size,
                          20);
    if (wmi_le32(p + 4) != 2)
        return fail_frame(g, WM_UNSUPPORTED, 4, "header.version", "is %zu, expected %zu",
                          wmi_le32(p + 4), 2);
    size_t total = wmi_le32(p + 8), chunk = wmi_le32(p + 12), at = 20 + chunk;
    if (total > size)
        return fail_frame(g, WM_TRUNCATED, 8, "header.length", "is %zu bytes, but the file has %zu",
                          total, size);
    if (!wmi_fits(total, 20, (uint32_t)chunk, 1) || memcmp(p + 16, "JSON", 4) != 0)
        return fail_frame(g, WM_TRUNCATED, 12, "chunks[0]",
                          "expected JSON within the file, found a chunk of %zu bytes of %zu", chunk,
                          size);
    while (chunk > 0 && p[20 + chunk - 1] == '\0')
        chunk--; /* some programs pad with zeros instead of spaces */
    *json = chunk;
    g->text = (const char *)p + 20;
    g->text_at = 20;
    if (!wmi_fits(total, at, 1, 8) || memcmp(p + at + 4, "BIN", 4) != 0)
        return true;
    g->bin_size = wmi_le32(p + at);
    g->bin = p + at + 8;
    if (!wmi_fits(total, at + 8, (uint32_t)g->bin_size, 1))
        return fail_frame(g, WM_TRUNCATED, at, "chunks[1]", "is %zu bytes, but %zu are left",
                          g->bin_size, total - at - 8);
    return true;
}

static bool open_json(wmi_gltf_reader *g, size_t size)
{
    g->json = wm_json_read(g->text, size, &g->opts->base, g->error);
    if (!g->json && g->error && g->text_at) {
        g->error->offset += g->error->offset == WM_NO_OFFSET ? 0 : g->text_at;
        g->error->line = g->error->column = 0; /* a .glb is not text */
    }
    if (!g->json)
        return false;
    g->root = wm_json_root(g->json);
    const wm_json_value *asset = wm_json_find(g->root, "asset");
    const wm_json_value *version = wm_json_find(asset, "version");
    const char *text = wm_json_as_text(version, NULL);
    const char *maker = wmi_gltf_get_text(asset, "generator");
    if (maker && !wmi_gltf_copy(g, maker, &g->scene->generator))
        return false;
    if (!asset)
        return wmi_gltf_fail(g, WM_BAD_MAGIC, g->root,
                             "expected a glTF, found JSON without 'asset'");
    if (!text || strncmp(text, "2.", 2) != 0)
        return wmi_gltf_fail(g, WM_UNSUPPORTED, version ? version : asset,
                             "the version is '%.20s', expected 2.0", text ? text : "");
    return true;
}

enum { LISTS = 12 };

static wmi_gltf_array *list_of(wmi_gltf_reader *g, int i)
{
    wmi_gltf_array *lists[LISTS] = {&g->accessors, &g->views,     &g->buffers,  &g->nodes,
                                    &g->meshes,    &g->materials, &g->skins,    &g->animations,
                                    &g->textures,  &g->images,    &g->samplers, &g->lights};
    return lists[i];
}

static void open_lists(wmi_gltf_reader *g)
{
    static const char *const names[LISTS] = {"accessors", "bufferViews", "buffers", "nodes",
                                             "meshes",    "materials",   "skins",   "animations",
                                             "textures",  "images",      "samplers"};
    for (int i = 0; i < LISTS; i++) {
        const wm_json_value *array =
            names[i] ? wm_json_find(g->root, names[i])
                     : wm_json_find(
                           wm_json_find(wm_json_find(g->root, "extensions"), "KHR_lights_punctual"),
                           "lights");
        wmi_gltf_array *list = list_of(g, i);
        list->list = wmi_gltf_is_array(array) ? array : NULL;
        list->count = wm_json_count(list->list);
    }
}

/* Extensions that a reader must support to make sense of the file. */
static bool prove_extensions(wmi_gltf_reader *g)
{
    static const char *const known[] = {"KHR_lights_punctual",
                                        "KHR_mesh_quantization",
                                        "KHR_texture_transform",
                                        "EXT_texture_webp",
                                        "MSFT_lod",
                                        NULL};
    const wm_json_value *list = wm_json_find(g->root, "extensionsRequired");
    for (uint32_t k = 0; k < wm_json_count(list); k++) {
        const char *name = wm_json_as_text(wm_json_item(list, k), NULL);
        bool fine = name && strncmp(name, "KHR_materials_", 14) == 0;
        for (int i = 0; name && known[i]; i++)
            fine = fine || strcmp(name, known[i]) == 0;
        if (!fine)
            return wmi_gltf_refuse(g, WM_GLTF_EXTENSION, WM_UNSUPPORTED, wm_json_item(list, k),
                                   "the extension '%.60s' is required and is not supported: "
                                   "export without it",
                                   name ? name : "");
    }
    return true;
}

static bool read_all(wmi_gltf_reader *g, const void *data, size_t size)
{
    g->text = data;
    if (size >= 4 && memcmp(data, "glTF", 4) == 0 && !open_glb(g, data, size, &size))
        return false;
    if (!open_json(g, size) || !prove_extensions(g))
        return false;
    open_lists(g);
    g->bytes = wmi_gltf_scratch_of(g, g->buffers.count, sizeof *g->bytes);
    g->dense = wmi_gltf_scratch_of(g, g->accessors.count, sizeof *g->dense);
    g->image_of = wmi_gltf_scratch_of(g, g->images.count, sizeof *g->image_of);
    g->scene->images = wm_scene_alloc(g->scene, g->images.count, sizeof *g->scene->images, NULL);
    if (!g->bytes || !g->dense || !g->image_of || !g->scene->images)
        return wmi_gltf_no_memory(g);
    if (!wmi_gltf_read_tree(g) || !wmi_gltf_read_materials(g) || !wmi_gltf_read_meshes(g) ||
        !wmi_gltf_read_lights(g) || !wmi_gltf_read_nodes(g) || !wmi_gltf_read_skins(g))
        return false;
    wmi_gltf_read_levels(g);
    return wmi_gltf_read_animations(g);
}

static void report_notes(const wmi_gltf_reader *g)
{
    static const struct {
        unsigned bit;
        wm_issue_code code;
        const char *text;
    } notes[] = {
        {WMI_GLTF_NOTE_MORPH, WM_GLTF_MORPH_TARGETS, "shape keys (morph targets) are left out"},
        {WMI_GLTF_NOTE_UV_TRANSFORM, WM_GLTF_UV_TRANSFORM,
         "the transform of uvs (KHR_texture_transform) is not applied"},
        {WMI_GLTF_NOTE_POINTS, WM_GLTF_POINTS, "points are left out"},
        {WMI_GLTF_NOTE_LINES, WM_GLTF_LINES, "lines of meshes that have triangles are left out"},
        {WMI_GLTF_NOTE_INFLUENCES, WM_GLTF_INFLUENCES,
         "vertices with more than four joints keep the strongest four"},
        {WMI_GLTF_NOTE_LIGHTS, WM_GLTF_LIGHTS, "spot and sun lights become point lights"},
        {WMI_GLTF_NOTE_CHANNELS, WM_GLTF_CHANNELS,
         "animation channels without a known target are left out"},
    };
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (g->notes & notes[i].bit)
            wmi_report(g->opts->base.report, notes[i].code, wmi_nowhere(), "%s", notes[i].text);
}

wm_scene *wm_gltf_read(const void *data, size_t size, const wm_gltf_read_opts *opts,
                       wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_gltf_read_opts defaults;
    wmi_gltf_reader g = {.opts = opts ? opts : &defaults, .error = error, .size = size};
    const wm_read_opts *read = &g.opts->base;
    /* Any number of meshes may use the same accessor, so a small file can become a large scene. */
    uint64_t limit =
        read->memory_limit ? read->memory_limit : (UINT64_C(64) << 20) + 64 * (uint64_t)size;
    wmi_arena_init(&g.scratch, read->allocator, limit);
    g.scene = wm_scene_new(limit, read->allocator, error);
    bool good = g.scene && read_all(&g, data, size) && wm_scene_finish(g.scene, error) == WM_OK &&
                wmi_gltf_return(&g) && wm_scene_finish(g.scene, error) == WM_OK;
    if (good)
        report_notes(&g);
    wmi_arena_free(&g.scratch);
    wm_json_free(g.json);
    if (good)
        return g.scene;
    wm_scene_free(g.scene);
    return NULL;
}
