/* One image of a scene: which file it is, its pixels, and what its TXI says about them. */
#include "base/text.h"
#include "open/images.h"

/* ---- finding -------------------------------------------------------------- */

static void release(wm_found *found)
{
    if (found->release)
        found->release(found);
    *found = (wm_found){0};
}

static const char *keep_text(wmi_images *w, const char *text)
{
    return wmi_arena_text(w->arena, text, strlen(text));
}

/* Notes why a texture has no image. */
static wm_status lose(wmi_images *w, const char *name, const char *where, const char *reason,
                      wm_scene_missing *lost)
{
    *lost = (wm_scene_missing){.name = keep_text(w, name),
                               .where = where ? keep_text(w, where) : NULL,
                               .reason = reason ? keep_text(w, reason) : NULL};
    if (lost->name && !lost->where == !where && !lost->reason == !reason)
        return WM_OK;
    *lost = (wm_scene_missing){0};
    return wmi_arena_fail(w->arena, w->error, "");
}

static wm_status find(const wmi_images *w, const char *name, const char *type, wm_found *found,
                      wm_error *error)
{
    const wm_finder *finder = &w->opts->finder;
    *found = (wm_found){0};
    *error = (wm_error){.code = WM_OK, .offset = WM_NO_OFFSET};
    if (!finder->find)
        return WM_OK;
    wm_status status = finder->find(finder->user, name, type, found, error);
    if (status != WM_OK && error->code == WM_OK)
        wmi_fail(error, status, "", "the search failed: %s", wm_status_name(status));
    return status;
}

/* The copy that wins. *hides receives where another one is. Returns WM_OK also if there is none, or
 * the status of a search that failed. */
static wm_status choose(wmi_images *w, const char *name, wm_found *best, const char **hides,
                        wm_error *error)
{
    static const char *const kotor[] = {"tpc", "tga", "dds", NULL};
    static const char *const others[] = {"dds", "tga", NULL};
    *best = (wm_found){0};
    for (const char *const *type = w->kotor ? kotor : others; *type; type++) {
        wm_found found;
        wm_status status = find(w, name, *type, &found, error);
        bool better = status == WM_OK && found.where && (!best->where || found.rank < best->rank);
        wm_found other = better ? *best : found;
        if (better)
            *best = found;
        if (status == WM_OK && other.where) {
            *hides = keep_text(w, other.where);
            status = *hides ? WM_OK : wmi_arena_fail(w->arena, error, "");
        }
        release(&other);
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

static wm_status load_bytes(wm_found *found, wm_error *error)
{
    if (found->data || !found->load)
        return WM_OK;
    wm_status status = found->load(found, error);
    if (status != WM_OK && error->code == WM_OK)
        wmi_fail(error, status, "", "cannot be loaded: %s", wm_status_name(status));
    return status;
}

/* ---- what a TXI says ------------------------------------------------------- */

/* The text of a TPC, or the one next to the texture. One that cannot be read says nothing. */
static wm_txi *read_text(wmi_images *w, const char *name, const wm_texture *t, wm_error *error)
{
    const wm_read_opts opts = {.allocator = &w->arena->allocator};
    wm_found found = {0};
    const void *text = t->txi;
    size_t size = t->txi_size;
    wm_status status = WM_OK;
    if (w->kotor && !size) {
        status = find(w, name, "txi", &found, error);
        if (status == WM_OK && found.where)
            status = load_bytes(&found, error);
        if (status == WM_OK && found.where) {
            text = found.data;
            size = found.size;
        }
    }
    wm_txi *txi = status == WM_NO_MEMORY ? NULL : wm_txi_read(size ? text : "", size, &opts, error);
    if (!txi && status != WM_NO_MEMORY && error->code != WM_NO_MEMORY)
        txi = wm_txi_read("", 0, &opts, error);
    release(&found);
    return txi;
}

/* With an environment map or a normal map, alpha says where the surface shines. */
static void choose_alpha(const wmi_images *w, const wm_image *pixels, const wm_txi *txi,
                         wm_scene_image *out)
{
    uint8_t lowest, highest;
    wm_image_alpha(pixels, &lowest, &highest);
    out->alpha = WM_SCENE_ALPHA_UNKNOWN;
    if (w->bw2 && lowest < 128) {
        out->alpha = WM_SCENE_ALPHA_TEST;
        out->cutoff = 0.5f;
    }
    if (!w->kotor)
        return;
    if (txi->environment || txi->bump) {
        out->alpha = WM_SCENE_ALPHA_OPAQUE;
    } else if (txi->blending == WM_TXI_BLENDING_ADDITIVE) {
        out->alpha = WM_SCENE_ALPHA_ADDITIVE;
    } else if (txi->blending == WM_TXI_BLENDING_PUNCHTHROUGH) {
        out->alpha = WM_SCENE_ALPHA_TEST;
        out->cutoff = 0.35f;
    } else if (lowest < 255) {
        out->alpha = WM_SCENE_ALPHA_BLEND;
    }
}

static bool describe(wmi_images *w, const wm_image *pixels, const wm_txi *txi, wm_scene_image *out)
{
    choose_alpha(w, pixels, txi, out);
    out->opacity = txi->water_alpha >= 0 && txi->water_alpha < 1 ? txi->water_alpha : 1;
    out->clamp_u = txi->clamp & 1;
    out->clamp_v = txi->clamp & 2;
    out->nearest = txi->nearest;
    out->decal = txi->decal;
    if (txi->environment && *txi->environment)
        out->environment_name = keep_text(w, txi->environment);
    if (txi->bump && *txi->bump)
        out->bump_name = keep_text(w, txi->bump);
    return (!txi->environment || !*txi->environment || out->environment_name) &&
           (!txi->bump || !*txi->bump || out->bump_name);
}

/* ---- pixels ----------------------------------------------------------------- */

/* The first frame of a sheet is the one at the bottom left. */
static void cut_frame(const wm_texture *t, const wm_txi *txi, wm_image *pixels)
{
    bool sheet = t->kind == WM_TEXTURE_KIND_TGA && txi->procedure &&
                 wmi_compare_names(txi->procedure, "cycle") == 0 && txi->columns && txi->rows &&
                 pixels->width % txi->columns == 0 && pixels->height % txi->rows == 0;
    if (!sheet)
        return;
    uint32_t width = pixels->width / txi->columns, height = pixels->height / txi->rows;
    size_t first = (size_t)(pixels->height - height) * pixels->width;
    for (uint32_t y = 0; y < height; y++)
        memmove(pixels->rgba + 4 * (size_t)y * width,
                pixels->rgba + 4 * (first + (size_t)y * pixels->width), 4 * (size_t)width);
    pixels->width = width;
    pixels->height = height;
}

static bool is_grey(const wm_image *pixels)
{
    size_t n = (size_t)pixels->width * pixels->height;
    for (const uint8_t *p = pixels->rgba; n--; p += 4)
        if (p[0] != p[1] || p[1] != p[2])
            return false;
    return true;
}

static uint8_t normal_byte(float v)
{
    return (uint8_t)(v * 127 + 128);
}

/* A grey bump map holds heights; they become normals. */
static bool heights_to_normals(wmi_images *w, const wm_txi *txi, wm_image *pixels)
{
    uint32_t width = pixels->width, height = pixels->height;
    if (!txi->bump_map || !is_grey(pixels))
        return true;
    uint8_t *heights = wmi_arena_raw(&w->scratch, (size_t)width * height, 1);
    if (!heights)
        return false;
    for (size_t i = 0; i < (size_t)width * height; i++)
        heights[i] = pixels->rgba[4 * i];
    float scale = txi->bump_scaling / 64;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *row = heights + (size_t)y * width;
            const uint8_t *above = heights + (size_t)(y ? y - 1 : height - 1) * width;
            const uint8_t *below = heights + (size_t)(y + 1 < height ? y + 1 : 0) * width;
            float dx = (float)(row[x ? x - 1 : width - 1] - row[x + 1 < width ? x + 1 : 0]) * scale;
            float dy = (float)(below[x] - above[x]) * scale;
            float k = 1 / sqrtf(dx * dx + dy * dy + 1);
            uint8_t *to = pixels->rgba + 4 * ((size_t)y * width + x);
            to[0] = normal_byte(isfinite(dx * k) ? dx * k : 0);
            to[1] = normal_byte(isfinite(dy * k) ? dy * k : 0);
            to[2] = normal_byte(isfinite(k) ? k : 1);
        }
    return true;
}

/* Decodes what is shown of the texture. */
static wm_image *decode(wmi_images *w, const wm_texture *t, wm_error *error)
{
    bool cube = t->form == WM_TEXTURE_FORM_CUBE;
    uint64_t size = (uint64_t)t->width * t->height * 4 * (cube ? 6 : 1);
    if (size > w->left) {
        wmi_fail(error, WM_LIMIT, "", "the images of a scene take more than %llu bytes",
                 (unsigned long long)w->limit);
        return NULL;
    }
    w->left -= size;
    return cube ? wm_texture_decode_sheet(t, &w->arena->allocator, error)
                : wm_texture_decode(t, 0, 0, &w->arena->allocator, error);
}

static wm_status take(wmi_images *w, const char *name, const wm_texture *t, wm_scene_image *out,
                      wm_error *error)
{
    wm_txi *txi = read_text(w, name, t, error);
    wm_image *pixels = txi ? decode(w, t, error) : NULL;
    wm_status status = pixels ? WM_OK : txi ? error->code : WM_NO_MEMORY;
    if (status == WM_OK) {
        cut_frame(t, txi, pixels);
        size_t size = 4 * (size_t)pixels->width * pixels->height;
        bool good = heights_to_normals(w, txi, pixels) && describe(w, pixels, txi, out);
        uint8_t *rgba = good ? wmi_arena_raw(w->arena, size, 1) : NULL;
        out->width = pixels->width;
        out->height = pixels->height;
        out->cube = pixels->height == 6 * (uint64_t)pixels->width &&
                    (t->form == WM_TEXTURE_FORM_CUBE || txi->cube);
        out->name = keep_text(w, name);
        if (rgba)
            memcpy(rgba, pixels->rgba, size);
        out->rgba = out->name ? rgba : NULL;
        status = out->rgba ? WM_OK : WM_NO_MEMORY;
    }
    wm_image_free(pixels);
    wm_txi_free(txi);
    return status;
}

/* ---- all of it -------------------------------------------------------------- */

static wm_status read_found(wmi_images *w, const char *name, wm_found *found, wm_scene_image *out,
                            wm_error *error)
{
    const wm_read_opts opts = {.allocator = &w->arena->allocator};
    wm_status status = load_bytes(found, error);
    if (status != WM_OK)
        return status;
    wm_texture *t = wm_texture_read(found->data ? found->data : "", found->size, &opts, error);
    status = t ? take(w, name, t, out, error) : error->code;
    wm_texture_free(t);
    if (status == WM_OK) {
        out->where = keep_text(w, found->where);
        status = out->where ? WM_OK : WM_NO_MEMORY;
    }
    return status;
}

wm_status wmi_load_image(wmi_images *w, const char *name, wm_scene_image *out,
                         wm_scene_missing *lost)
{
    wm_error error = {.code = WM_OK, .offset = WM_NO_OFFSET};
    wm_found found;
    *out = (wm_scene_image){0};
    *lost = (wm_scene_missing){0};
    wm_status status = choose(w, name, &found, &out->hides, &error);
    bool there = found.where != NULL;
    if (status == WM_OK && there && !w->opts->find_only)
        status = read_found(w, name, &found, out, &error);
    if (status == WM_NO_MEMORY) {
        if (w->error)
            wmi_no_memory(w->error);
    } else if (status != WM_OK || !there) {
        *out = (wm_scene_image){0};
        status = lose(w, name, found.where, status != WM_OK ? error.message : NULL, lost);
    }
    release(&found);
    return status;
}
