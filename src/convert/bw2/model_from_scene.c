/* Converts a scene to a Black & White 2 model. docs/gltf.md, "Black & White 2". */
#include "convert/bw2/model_from_scene.h"

#include <math.h>

#include "base/text.h"
#include "convert/internal.h"

void *wmi_to_bw2_alloc(wmi_to_bw2 *t, size_t count, size_t size)
{
    return wm_bw2_model_alloc(t->model, count, size, NULL);
}

void *wmi_to_bw2_scratch(wmi_to_bw2 *t, size_t count, size_t size)
{
    return wmi_arena_new(&t->arena, count, size);
}

wm_status wmi_to_bw2_no_memory(wmi_to_bw2 *t)
{
    return wmi_arena_fail(&t->arena, t->error, "");
}

enum { NUMBER_DIGITS = 3 }; /* Blender's ".001" */

bool wmi_to_bw2_called(const char *name, const char *word)
{
    size_t n = wmi_stem_length(name, NUMBER_DIGITS);
    char stem[16] = {0};
    if (n >= sizeof stem)
        return false;
    memcpy(stem, name, n);
    return wmi_compare_names(stem, word) == 0;
}

/* A full field has no NUL. Readers cope, but only a name that filled its field before may do so. */
wm_status wmi_to_bw2_name(wmi_to_bw2 *t, const char *name, char *field, size_t size,
                          const char *what)
{
    size_t n = t->own ? strlen(name) : wmi_stem_length(name, NUMBER_DIGITS);
    size_t most = t->own ? size : size - 1;
    if (n > most)
        return wmi_fail(t->error, WM_NOT_REPRESENTABLE, what,
                        "the name '%.40s...' has %lu characters, at most %lu are allowed", name,
                        (ul)n, (ul)most);
    memcpy(field, name, n);
    return WM_OK;
}

/* ---- materials --------------------------------------------------------- */

static const wm_texture_slot slots[WM_BW2_TEXTURES] = {
    WM_TEXTURE_SLOT_COLOUR,   WM_TEXTURE_SLOT_LIGHTMAP,   WM_TEXTURE_SLOT_GROWTH,
    WM_TEXTURE_SLOT_SPECULAR, WM_TEXTURE_SLOT_ADDITIONAL, WM_TEXTURE_SLOT_NORMAL};

static bool ends(const char *name, size_t size, const char *ending)
{
    size_t n = strlen(ending);
    if (size < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (wmi_lower(name[size - n + i]) != ending[i])
            return false;
    return true;
}

static bool is_picture(const char *name)
{
    static const char *const endings[] = {".dds", ".png", ".jpg", ".jpeg", ".tga", ".bmp", ".tif"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends(name, strlen(name), endings[i]))
            return true;
    return false;
}

/* The game names a .dds without its folder. */
static wm_status set_texture(wmi_to_bw2 *t, const char *name, char field[WM_BW2_NAME])
{
    char text[WM_BW2_NAME * 4];
    const char *base = name, *dot;
    for (const char *p = name; *p; p++)
        if (*p == '/' || *p == '\\')
            base = p + 1;
    if (t->own || (base == name && ends(name, strlen(name), ".dds")))
        return wmi_to_bw2_name(t, name, field, WM_BW2_NAME, "texture");
    size_t n = strlen(base);
    dot = is_picture(base) ? strrchr(base, '.') : NULL;
    if (dot)
        n = (size_t)(dot - base);
    if (n > sizeof text - 5)
        return wmi_to_bw2_name(t, base, field, WM_BW2_NAME, "texture");
    memcpy(text, base, n);
    memcpy(text + n, n ? ".dds" : "", n ? 5 : 1);
    t->result->textures++;
    return wmi_to_bw2_name(t, text, field, WM_BW2_NAME, "texture");
}

static wm_status fill_material(wmi_to_bw2 *t, const wm_scene_material *from, wm_bw2_material *to)
{
    wm_status status = wmi_to_bw2_name(t, from->name, to->name, sizeof to->name, "material");
    for (int i = 0; status == WM_OK && i < WM_BW2_TEXTURES; i++) {
        const char *name = from->textures[slots[i]].name;
        if (!name && i == 0 && !t->own && is_picture(to->name))
            name = to->name; /* as in OBJ */
        if (name)
            status = set_texture(t, name, to->texture[i]);
    }
    return status;
}

static bool *used_materials(wmi_to_bw2 *t)
{
    uint32_t count = t->scene->material_count;
    bool *used = wmi_to_bw2_scratch(t, (size_t)count + 1, sizeof *used);
    for (uint32_t i = 0; used && i < t->mesh_count; i++)
        for (uint32_t k = 0; k < t->meshes[i].part_count; k++) {
            uint32_t material = t->meshes[i].parts[k].material;
            used[material == WM_NO_INDEX ? count : material] = true;
        }
    for (uint32_t i = 0; used && t->own && i < count; i++)
        used[i] = true;
    return used;
}

static wm_status fill_materials(wmi_to_bw2 *t)
{
    static const wm_scene_material none = {.name = "1 - default"};
    wm_bw2_model *m = t->model;
    uint32_t count = t->scene->material_count;
    bool *used = used_materials(t);
    t->material = wmi_to_bw2_scratch(t, (size_t)count + 1, sizeof *t->material);
    m->materials = wmi_to_bw2_alloc(t, (size_t)count + 1, sizeof *m->materials);
    if (!used || !t->material || !m->materials)
        return wmi_to_bw2_no_memory(t);
    for (uint32_t i = 0; i <= count; i++) {
        if (!used[i])
            continue;
        t->material[i] = m->material_count;
        wm_status status = fill_material(t, i < count ? &t->scene->materials[i] : &none,
                                         &m->materials[m->material_count++]);
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

/* ---- the whole model --------------------------------------------------- */

static wm_status decide(wmi_to_bw2 *t)
{
    const wm_scene *s = t->scene;
    const wm_extra *variant = wm_extras_find(&s->extras, "variant");
    double version = wmi_extra_number(&s->extras, "version", 6);
    t->own = s->source && strcmp(s->source, "bw2-model") == 0;
    t->result->straight = t->own;
    for (uint32_t i = 0; i < s->node_count; i++)
        t->skin =
            t->skin || (s->nodes[i].skin != WM_NO_INDEX && s->meshes[s->nodes[i].mesh].joints);
    if (t->own && variant && variant->texts)
        t->skin = strcmp(variant->texts[0], "skin") == 0;
    if (t->opts->variant != WM_BW2_VARIANT_AUTO)
        t->skin = t->opts->variant == WM_BW2_VARIANT_SKIN;
    uint32_t wanted = t->opts->version                          ? t->opts->version
                      : (t->own || s->returned) && version == 5 ? 5
                                                                : 6;
    if (wanted != 5 && wanted != 6)
        return wmi_fail(t->error, WM_BAD_ARGUMENT, "version",
                        "%lu is not supported, expected 5 or 6", (ul)wanted);
    t->model->version = wanted;
    t->model->topology = t->skin ? WM_BW2_TOPOLOGY_STRIP : WM_BW2_TOPOLOGY_LIST;
    if (t->own)
        t->model->unknown_a4 = (float)wmi_extra_number(&s->extras, "unknown_a4", 0);
    return WM_OK;
}

static wm_status make(wmi_to_bw2 *t)
{
    wm_status (*const steps[])(wmi_to_bw2 *) = {
        decide,
        wmi_to_bw2_collect,
        fill_materials,
        wmi_to_bw2_fill_bones,
        wmi_to_bw2_fill_streams,
        wmi_to_bw2_fill_meshes,
        wmi_to_bw2_fill_entities,
    };
    const wm_bw2_model_rebuild_opts tight = {.tight = true};
    wm_status status = WM_OK;
    for (size_t i = 0; status == WM_OK && i < sizeof steps / sizeof *steps; i++)
        status = steps[i](t);
    if (status == WM_OK && t->model->version >= 6)
        status = wmi_to_bw2_fill_cleaves(t);
    if (status == WM_OK)
        status = wm_bw2_model_rebuild(t->model, &tight, NULL, t->error);
    if (status == WM_OK) /* circles need the box, sizes need the circles */
        status = wmi_to_bw2_fill_outlines(t);
    return status == WM_OK ? wm_bw2_model_rebuild(t->model, NULL, NULL, t->error) : status;
}

wm_bw2_model *wm_bw2_model_from_scene(const wm_scene *scene, const wm_bw2_model_import_opts *opts,
                                      wm_bw2_model_import_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_bw2_model_import_opts defaults;
    wm_bw2_model_import_result made = {0};
    wmi_to_bw2 t = {
        .scene = scene, .opts = opts ? opts : &defaults, .result = &made, .error = error};
    if (!scene->finished) {
        wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
        return NULL;
    }
    wmi_arena_init(&t.arena, t.opts->allocator, 0);
    t.model = wm_bw2_model_new(t.opts->allocator, error);
    t.pose = t.model ? wm_pose_new(scene, t.opts->allocator, error) : NULL;
    wm_status status = t.pose ? make(&t) : WM_NO_MEMORY;
    wm_pose_free(t.pose);
    wmi_arena_free(&t.arena);
    if (status == WM_OK && result)
        *result = made;
    if (status == WM_OK)
        return t.model;
    wm_bw2_model_free(t.model);
    return NULL;
}
