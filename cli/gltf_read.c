/* glTF 2.0 as a scene: .glb and .gltf, with data URIs or files beside it. Meshes, nodes,
 * names, materials' colours and extras; skins, animations, lights and pictures are not
 * read. docs/gltf.md, "Coming back".
 *
 * It stands in the command because the library has no JSON reader. */
#include "gltf_read.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"

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
    *size = chunk;
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
    const char *end = NULL;
    g->root = cJSON_ParseWithLengthOpts(json, size, &end, false);
    if (!cJSON_IsObject(g->root))
        return gltf_fail(g, WM_BAD_TEXT, "", "the JSON is damaged near its byte %zu",
                         end ? (size_t)(end - json) : 0);
    const cJSON *asset = cJSON_GetObjectItemCaseSensitive(g->root, "asset");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(asset, "version");
    if (!cJSON_IsString(version) || strncmp(version->valuestring, "2.", 2) != 0)
        return gltf_fail(g, WM_UNSUPPORTED, "asset.version", "is not 2.0");
    return true;
}

static bool open_list(gltf *g, const char *name, gltf_list *list)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(g->root, name);
    cJSON *item;
    int n = cJSON_IsArray(array) ? cJSON_GetArraySize(array) : 0;
    list->item = malloc(((size_t)n + 1) * sizeof *list->item);
    if (!list->item)
        return gltf_no_memory(g);
    cJSON_ArrayForEach(item, array) list->item[list->count++] = item;
    return true;
}

/* What a reader must know to make sense of the file. */
static bool prove_extensions(gltf *g)
{
    static const char *const known[] = {"KHR_lights_punctual", "KHR_mesh_quantization",
                                        "KHR_texture_transform", NULL};
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(g->root, "extensionsRequired"), *item;
    cJSON_ArrayForEach(item, list)
    {
        bool fine = false;
        for (int i = 0; cJSON_IsString(item) && known[i]; i++)
            fine = fine || strcmp(item->valuestring, known[i]) == 0;
        if (cJSON_IsString(item) && strncmp(item->valuestring, "KHR_materials_", 14) == 0)
            fine = true;
        if (!fine)
            return gltf_fail(g, WM_UNSUPPORTED, "extensionsRequired",
                             "'%.60s' is needed, which cannot be read: export without it",
                             cJSON_IsString(item) ? item->valuestring : "");
    }
    return true;
}

/* ---- whose it is ---- */

static const cJSON *scene_extras(gltf *g)
{
    const cJSON *scenes = cJSON_GetObjectItemCaseSensitive(g->root, "scenes");
    const cJSON *first = cJSON_IsArray(scenes) ? scenes->child : NULL;
    return cJSON_GetObjectItemCaseSensitive(first, "extras");
}

/* A file of this library says in which space its numbers are. */
static bool know_own(gltf *g)
{
    const cJSON *asset = cJSON_GetObjectItemCaseSensitive(g->root, "asset");
    const cJSON *maker = cJSON_GetObjectItemCaseSensitive(asset, "generator");
    const cJSON *extras = scene_extras(g);
    const cJSON *up = cJSON_GetObjectItemCaseSensitive(extras, "up");
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(extras, "source");
    g->scene->source = "gltf";
    g->scene->v_down = true;
    if (!cJSON_IsString(maker) || strncmp(maker->valuestring, "waymark ", 8) != 0 ||
        !cJSON_IsString(up) || !cJSON_IsString(source))
        return true;
    g->own = true;
    g->scene->up = strcmp(up->valuestring, "z") == 0 ? WM_UP_Z : WM_UP_Y;
    g->mirrored = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(extras, "left_handed"));
    g->scene->left_handed = g->mirrored;
    g->scene->source = wm_scene_text(g->scene, source->valuestring, strlen(source->valuestring));
    return g->scene->source || gltf_no_memory(g);
}

static bool read_all(gltf *g, const wm_buffer *bytes)
{
    const char *json = (const char *)bytes->data;
    size_t size = bytes->size;
    if (size >= 4 && memcmp(json, "glTF", 4) == 0 && !open_glb(g, bytes, &json, &size))
        return false;
    if (!open_json(g, json, size) || !prove_extensions(g) ||
        !open_list(g, "accessors", &g->accessors) || !open_list(g, "bufferViews", &g->views) ||
        !open_list(g, "buffers", &g->buffers) || !open_list(g, "nodes", &g->nodes) ||
        !open_list(g, "meshes", &g->meshes) || !open_list(g, "materials", &g->materials))
        return false;
    g->bytes = calloc((size_t)g->buffers.count + 1, sizeof *g->bytes);
    if (!g->bytes)
        return gltf_no_memory(g);
    return know_own(g) && gltf_read_materials(g) && gltf_read_meshes(g) && gltf_read_nodes(g);
}

wm_scene *cli_read_gltf(const wm_buffer *bytes, const char *file, wm_error *error)
{
    gltf g = {.file = file, .error = error};
    /* One accessor may be named by any number of meshes: the limit is on what comes out. */
    uint64_t limit = ((uint64_t)64 << 20) + 64 * (uint64_t)bytes->size;
    g.scene = wm_scene_new(NULL, limit, error);
    bool good = g.scene && read_all(&g, bytes);
    gltf_list *lists[] = {&g.accessors, &g.views, &g.buffers, &g.nodes, &g.meshes, &g.materials};
    gltf_free_bytes(&g);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free(lists[i]->item);
    cJSON_Delete(g.root);
    if (good && wm_scene_finish(g.scene, error) == WM_OK)
        return g.scene;
    wm_scene_free(g.scene);
    return NULL;
}
