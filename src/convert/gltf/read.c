/* glTF 2.0 as a scene: .glb and .gltf, with data URIs or files beside it. What this library
 * wrote becomes the scene that it was made of; of other programs all is taken that a scene
 * can hold. docs/gltf.md, "Coming back". */
#include "convert/gltf/read.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool gltf_fail(gltf *g, wm_status code, const char *path, const char *fmt, ...)
{
    va_list args;
    *g->error = (wm_error){.code = code, .offset = WM_NO_OFFSET};
    snprintf(g->error->path, sizeof g->error->path, "%s", path);
    va_start(args, fmt);
    vsnprintf(g->error->message, sizeof g->error->message, fmt, args);
    va_end(args);
    return false;
}

bool gltf_no_memory(gltf *g)
{
    if (g->scene && wm_scene_no_memory(g->scene, g->error) == WM_LIMIT)
        return false;
    return gltf_fail(g, WM_NO_MEMORY, "", "out of memory");
}

/* ---- the frame ---- */

static uint32_t word(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool open_glb(gltf *g, const wm_buffer *bytes, const char **json, size_t *size)
{
    const uint8_t *p = bytes->data;
    if (bytes->size < 20)
        return gltf_fail(g, WM_TRUNCATED, "header", "%zu bytes are too few", bytes->size);
    if (word(p + 4) != 2)
        return gltf_fail(g, WM_UNSUPPORTED, "header.version", "is %u, not 2", word(p + 4));
    size_t total = word(p + 8), chunk = word(p + 12);
    if (total > bytes->size)
        return gltf_fail(g, WM_TRUNCATED, "header.length", "says %zu bytes, there are %zu", total,
                         bytes->size);
    if (total < 20 || chunk > total - 20 || memcmp(p + 16, "JSON", 4) != 0)
        return gltf_fail(g, WM_TRUNCATED, "chunks[0]",
                         "must be JSON within the file, but says %zu bytes", chunk);
    *json = (const char *)p + 20;
    while (chunk > 0 && p[20 + chunk - 1] == '\0')
        chunk--; /* some programs fill up with zeros instead of spaces */
    *size = chunk;
    chunk = word(p + 12);
    size_t at = 20 + chunk;
    if (total - at < 8 || memcmp(p + at + 4, "BIN", 4) != 0)
        return true;
    g->bin_size = word(p + at);
    g->bin = p + at + 8;
    if (g->bin_size > total - at - 8)
        return gltf_fail(g, WM_TRUNCATED, "chunks[1]", "says %zu bytes, there are %zu", g->bin_size,
                         total - at - 8);
    return true;
}

static bool open_json(gltf *g, const char *json, size_t size)
{
    g->json = wm_json_read(json, size, NULL, g->error);
    if (!g->json)
        return false;
    g->root = wm_json_root(g->json);
    const char *version = gltf_text(wm_json_find(g->root, "asset"), "version");
    if (!version || strncmp(version, "2.", 2) != 0)
        return gltf_fail(g, WM_UNSUPPORTED, "asset.version", "is not 2.0");
    return true;
}

enum { LISTS = 12 };

static gltf_list *list_of(gltf *g, int i)
{
    gltf_list *lists[LISTS] = {&g->accessors, &g->views,     &g->buffers,  &g->nodes,
                               &g->meshes,    &g->materials, &g->skins,    &g->animations,
                               &g->textures,  &g->images,    &g->samplers, &g->lights};
    return lists[i];
}

static void open_lists(gltf *g)
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
        gltf_list *list = list_of(g, i);
        list->list = gltf_is_array(array) ? array : NULL;
        list->count = wm_json_count(list->list);
    }
}

/* What a reader must know to make sense of the file. */
static bool prove_extensions(gltf *g)
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
            return gltf_fail(g, WM_UNSUPPORTED, "extensionsRequired",
                             "'%.60s' is needed, which cannot be read: export without it",
                             name ? name : "");
    }
    return true;
}

static bool read_all(gltf *g, const wm_buffer *bytes)
{
    const char *json = (const char *)bytes->data;
    size_t size = bytes->size;
    if (size >= 4 && memcmp(json, "glTF", 4) == 0 && !open_glb(g, bytes, &json, &size))
        return false;
    if (!open_json(g, json, size) || !prove_extensions(g))
        return false;
    open_lists(g);
    g->bytes = calloc((size_t)g->buffers.count + 1, sizeof *g->bytes);
    g->dense = calloc((size_t)g->accessors.count + 1, sizeof *g->dense);
    if (!g->bytes || !g->dense)
        return gltf_no_memory(g);
    if (!gltf_read_tree(g) || !gltf_read_materials(g) || !gltf_read_meshes(g) ||
        !gltf_read_lights(g) || !gltf_read_nodes(g) || !gltf_read_skins(g))
        return false;
    gltf_read_levels(g);
    return gltf_read_animations(g);
}

static void say_notes(const gltf *g, FILE *to)
{
    static const struct {
        unsigned bit;
        const char *text;
    } notes[] = {
        {GLTF_NOTE_MORPH, "shape keys (morph targets) are passed over"},
        {GLTF_NOTE_UV_TRANSFORM,
         "moved or scaled uvs (KHR_texture_transform) are taken as they are"},
        {GLTF_NOTE_POINTS, "points are passed over"},
        {GLTF_NOTE_LINES, "lines of meshes that have triangles are passed over"},
        {GLTF_NOTE_INFLUENCES, "of more than four joints a vertex the strongest four are taken"},
        {GLTF_NOTE_LIGHTS, "spot and sun lights become lights that shine to all sides"},
        {GLTF_NOTE_CHANNELS, "some channels of animations lead nowhere and are passed over"},
    };
    for (size_t i = 0; to && i < sizeof notes / sizeof *notes; i++)
        if (g->notes & notes[i].bit)
            fprintf(to, "waymark: %s: %s\n", g->file, notes[i].text);
}

wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, FILE *notes, wm_error *error)
{
    gltf g = {.file = file, .error = error};
    wm_error unused;
    if (!error)
        g.error = &unused;
    /* One accessor may be named by any number of meshes: the limit is on what comes out. */
    g.limit = ((uint64_t)64 << 20) + 64 * (uint64_t)bytes->size;
    g.scene = wm_scene_new(g.limit, NULL, g.error);
    bool good = g.scene && read_all(&g, bytes) && wm_scene_finish(g.scene, g.error) == WM_OK;
    gltf_free_bytes(&g);
    free(g.parent);
    free(g.node_of);
    wm_json_free(g.json);
    if (good) {
        say_notes(&g, notes);
        return g.scene;
    }
    wm_scene_free(g.scene);
    return NULL;
}
