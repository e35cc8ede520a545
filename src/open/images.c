/* The images of a scene: which textures are looked for, each once. open/image.c loads one. */
#include "open/images.h"
#include "base/search.h"

#include "base/sort.h"
#include "base/text.h"

enum { DEFAULT_LIMIT = 1 << 30 };

/* A texture of a material, or one that a TXI names. */
typedef struct use {
    const char *name; /* without its ending */
    uint32_t material;
    wm_texture_slot slot;
    uint32_t image; /* that names it, for those of a TXI */
} use;

/* A name that was looked for. */
typedef struct result {
    const char *name;
    uint32_t image; /* from 1; 0: none */
} result;

static wm_status no_memory(const wmi_arena *arena, wm_error *error)
{
    return wmi_arena_fail(arena, error, "");
}

/* ---- uses ----------------------------------------------------------------- */

/* Black & White 2 and OBJ name files: "t_wall.dds". */
static const char *stem_of(wmi_images *w, const char *name)
{
    static const char *const endings[] = {".dds", ".tga", ".tpc"};
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (n > 4 && wmi_compare_names(name + n - 4, endings[i]) == 0)
            return wmi_arena_text(&w->scratch, name, n - 4);
    return name;
}

static bool add_use(wmi_images *w, const char *name, use from, use *to)
{
    *to = from;
    to->name = stem_of(w, name);
    return to->name != NULL;
}

static bool is_wanted(const wmi_images *w, const wm_scene_texture *t, uint32_t slot)
{
    const uint32_t usual = 1u << WM_TEXTURE_SLOT_COLOUR | 1u << WM_TEXTURE_SLOT_LIGHTMAP |
                           1u << WM_TEXTURE_SLOT_NORMAL;
    uint32_t slots = w->opts->slots ? w->opts->slots : usual;
    return t->name && *t->name && !t->image && slots >> slot & 1 &&
           wmi_compare_names(t->name, "null") != 0;
}

static int by_name(const void *a, const void *b)
{
    const use *x = a, *y = b;
    int order = wmi_compare_names(x->name, y->name);
    if (!order)
        order = (x->material > y->material) - (x->material < y->material);
    if (!order)
        order = (int)x->slot - (int)y->slot;
    return order ? order : (x->image > y->image) - (x->image < y->image);
}

static use *list_textures(wmi_images *w, uint32_t *count)
{
    const wm_scene *s = w->scene;
    use *uses =
        wmi_arena_raw(&w->scratch, (size_t)s->material_count * WM_TEXTURE_SLOT_COUNT, sizeof *uses);
    uint32_t n = 0;
    for (uint32_t i = 0; uses && i < s->material_count; i++)
        for (uint32_t k = 0; k < WM_TEXTURE_SLOT_COUNT; k++) {
            const wm_scene_texture *t = &s->materials[i].textures[k];
            if (is_wanted(w, t, k) &&
                !add_use(w, t->name, (use){.material = i, .slot = (wm_texture_slot)k}, &uses[n++]))
                return NULL;
        }
    *count = n;
    if (uses)
        wmi_sort(uses, n, sizeof *uses, by_name);
    return uses;
}

/* What the TXIs of the new images name. */
static use *list_named(wmi_images *w, const use *of, uint32_t *count)
{
    uint32_t first = w->scene->image_count, n = 0;
    use *uses = wmi_arena_raw(&w->scratch, 2 * (size_t)(w->image_count - first), sizeof *uses);
    for (uint32_t i = first; uses && i < w->image_count; i++) {
        const wm_scene_image *image = &w->images[i];
        use u = {.material = of[i - first].material, .image = i};
        u.slot = WM_TEXTURE_SLOT_COUNT;
        if (image->environment_name && !add_use(w, image->environment_name, u, &uses[n++]))
            return NULL;
        u.slot = WM_TEXTURE_SLOT_NORMAL;
        if (image->bump_name && !add_use(w, image->bump_name, u, &uses[n++]))
            return NULL;
    }
    *count = n;
    if (uses)
        wmi_sort(uses, n, sizeof *uses, by_name);
    return uses;
}

/* ---- loading -------------------------------------------------------------- */

static uint32_t count_names(const use *uses, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += i == 0 || wmi_compare_names(uses[i].name, uses[i - 1].name) != 0;
    return n;
}

/* Grows an array of the scene; the old one stays as it was. */
static void *grown(wmi_images *w, const void *old, uint32_t count, uint32_t more, size_t size)
{
    if (more > UINT32_MAX - 1 - count)
        return NULL;
    uint8_t *list = wmi_arena_new(w->arena, (size_t)count + more, size);
    if (list && count)
        memcpy(list, old, count * size);
    return list;
}

static bool make_room(wmi_images *w, uint32_t more)
{
    w->images = grown(w, w->images, w->image_count, more, sizeof *w->images);
    w->missing = grown(w, w->missing, w->missing_count, more, sizeof *w->missing);
    return w->images && w->missing;
}

/* Loads each name of the list. results: one for each name; owners: the first use of each new
 * image. */
static wm_status load(wmi_images *w, const use *uses, uint32_t count, result *results, use *owners)
{
    uint32_t n = 0, owned = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i && wmi_compare_names(uses[i].name, uses[i - 1].name) == 0)
            continue;
        wm_scene_missing *lost = &w->missing[w->missing_count];
        wm_scene_image *image = &w->images[w->image_count];
        wm_status status = wmi_load_image(w, uses[i].name, image, lost);
        if (status != WM_OK)
            return status;
        lost->material = uses[i].material;
        lost->slot = uses[i].slot;
        bool found = image->rgba != NULL;
        w->missing_count += lost->name != NULL;
        results[n++] = (result){uses[i].name, found ? ++w->image_count : 0};
        if (found && owners)
            owners[owned++] = uses[i];
    }
    return WM_OK;
}

/* Binary search; WM_NO_INDEX: the name is not in the list. */
static uint32_t find_result(const result *list, uint32_t count, const char *name)
{
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, wmi_compare_names(list[search.at].name, name) < 0);
    return search.low < count && wmi_compare_names(list[search.low].name, name) == 0 ? search.low
                                                                                     : WM_NO_INDEX;
}

/* The maps that TXIs name: those that are loaded already, and others. */
static wm_status load_named(wmi_images *w, const use *owners, const result *known, uint32_t count)
{
    uint32_t all, others = 0, names;
    use *uses = list_named(w, owners, &all);
    use *rest = uses ? wmi_arena_raw(&w->scratch, all, sizeof *rest) : NULL;
    if (!rest)
        return no_memory(&w->scratch, w->error);
    for (uint32_t i = 0; i < all; i++)
        if (find_result(known, count, uses[i].name) == WM_NO_INDEX)
            rest[others++] = uses[i];
    names = count_names(rest, others);
    result *results = wmi_arena_raw(&w->scratch, names, sizeof *results);
    if (!results)
        return no_memory(&w->scratch, w->error);
    if (!make_room(w, names))
        return no_memory(w->arena, w->error);
    wm_status status = load(w, rest, others, results, NULL);
    for (uint32_t i = 0; status == WM_OK && i < all; i++) {
        uint32_t at = find_result(known, count, uses[i].name);
        uint32_t image = at != WM_NO_INDEX
                             ? known[at].image
                             : results[find_result(results, names, uses[i].name)].image;
        wm_scene_image *of = &w->images[uses[i].image];
        *(uses[i].slot == WM_TEXTURE_SLOT_NORMAL ? &of->bump : &of->environment) = image;
    }
    return status;
}

static void assign(wmi_images *w, const use *uses, uint32_t count, const result *results,
                   uint32_t names)
{
    wm_scene *s = w->scene;
    for (uint32_t i = 0; i < count; i++)
        s->materials[uses[i].material].textures[uses[i].slot].image =
            results[find_result(results, names, uses[i].name)].image;
    s->images = w->images;
    s->image_count = w->image_count;
}

static wm_status load_all(wmi_images *w)
{
    uint32_t count, names;
    use *uses = list_textures(w, &count);
    if (!uses)
        return no_memory(&w->scratch, w->error);
    names = count_names(uses, count);
    result *results = wmi_arena_raw(&w->scratch, names, sizeof *results);
    use *owners = wmi_arena_raw(&w->scratch, names, sizeof *owners);
    if (!results || !owners)
        return no_memory(&w->scratch, w->error);
    if (!make_room(w, names))
        return no_memory(w->arena, w->error);
    wm_status status = load(w, uses, count, results, owners);
    if (status == WM_OK)
        status = load_named(w, owners, results, names);
    if (status == WM_OK)
        assign(w, uses, count, results, names);
    if (status == WM_OK) {
        w->scene->missing = w->missing;
        w->scene->missing_count = w->missing_count;
    }
    return status;
}

wm_status wm_scene_load_images(wm_scene *scene, const wm_scene_images_opts *opts, wm_error *error)
{
    static const wm_scene_images_opts defaults;
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    if (!scene->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "scene",
                        "the scene is not finished (wm_scene_finish)");
    wmi_images w = {.scene = scene,
                    .opts = opts ? opts : &defaults,
                    .arena = wmi_scene_arena(scene),
                    .bw2 = strncmp(scene->source, "bw2", 3) == 0,
                    .kotor = strncmp(scene->source, "bw2", 3) != 0 &&
                             strncmp(scene->source, "nwn2", 4) != 0,
                    .images = scene->images,
                    .image_count = scene->image_count,
                    .error = error};
    w.limit = w.left = w.opts->memory_limit ? w.opts->memory_limit : DEFAULT_LIMIT;
    uint64_t limit = w.arena->limit, before = w.arena->used;
    wmi_arena_init(&w.scratch, &w.arena->allocator, 0);
    w.arena->limit = 0;
    wm_status status = load_all(&w);
    w.arena->limit = limit ? limit + (w.arena->used - before) : 0;
    wmi_arena_free(&w.scratch);
    return status;
}
