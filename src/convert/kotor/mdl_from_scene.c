/* Converts a scene to a KotOR model: the header, the extras, and the order of the steps.
 * docs/gltf.md, "KotOR models". */
#include <stdio.h>

#include "base/search.h"
#include "base/sort.h"
#include "base/text.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene.h"
#include "kotor/mdl/internal.h"

bool wmi_to_mdl_no_memory(wmi_to_mdl *t)
{
    wmi_no_memory(t->error);
    return false;
}

const char *wmi_to_mdl_path(const wmi_to_mdl *t, uint32_t node, char path[WMI_PATH])
{
    size_t at = WMI_PATH - 1;
    path[at] = '\0';
    for (; node != WM_NO_INDEX && at > 0; node = t->scene->nodes[node].parent) {
        const char *name = t->scene->nodes[node].name;
        size_t n = strlen(name);
        if (n + 1 > at)
            break;
        if (path[at])
            path[--at] = '/';
        at -= n;
        memcpy(path + at, name, n);
    }
    return path + at;
}

/* ---- extras ------------------------------------------------------------ */

static const wm_extra *in_node(const wm_scene *s, uint32_t node, const char *name)
{
    const wm_scene_node *n = &s->nodes[node];
    const wm_extra *e = wm_extras_find(&n->extras, name);
    if (e || n->mesh == WM_NO_INDEX)
        return e;
    const wm_scene_mesh *m = &s->meshes[n->mesh];
    e = wm_extras_find(&m->extras, name);
    if (e || m->part_count == 0 || m->parts[0].material == WM_NO_INDEX)
        return e;
    return wm_extras_find(&s->materials[m->parts[0].material].extras, name);
}

const wm_extra *wmi_to_mdl_extra(const wmi_to_mdl *t, uint32_t node, const char *name)
{
    const wm_extra *e = node == WM_NO_INDEX ? wm_extras_find(&t->scene->extras, name)
                                            : in_node(t->scene, node, name);
    if (e || !t->template_scene)
        return e && e->count ? e : NULL;
    if (node == WM_NO_INDEX)
        return wm_extras_find(&t->template_scene->extras, name);
    return t->template_of[node] == WM_NO_INDEX
               ? NULL
               : in_node(t->template_scene, t->template_of[node], name);
}

double wmi_to_mdl_number(const wmi_to_mdl *t, uint32_t node, const char *name, double missing)
{
    const wm_extra *e = wmi_to_mdl_extra(t, node, name);
    return e && e->numbers ? e->numbers[0] : missing;
}

const char *wmi_to_mdl_text(const wmi_to_mdl *t, uint32_t node, const char *name)
{
    const wm_extra *e = wmi_to_mdl_extra(t, node, name);
    return e && e->texts ? e->texts[0] : NULL;
}

uint32_t wmi_to_mdl_u32(double value)
{
    return !(value > 0) ? 0 : value < 4294967295.0 ? (uint32_t)value : UINT32_MAX;
}

void wmi_to_mdl_field(char *to, size_t size, const char *text)
{
    size_t n = strlen(text);
    memset(to, 0, size);
    memcpy(to, text, n < size ? n : size); /* a full field has no NUL */
}

const wm_scene_attribute *wmi_to_mdl_attribute(const wm_scene_mesh *mesh, const char *name,
                                               uint32_t width)
{
    for (uint32_t i = 0; i < mesh->attribute_count; i++) {
        const wm_scene_attribute *a = &mesh->attributes[i];
        const char *own = a->name + (*a->name == '_');
        if (a->width == width && wmi_compare_names(own, name) == 0)
            return a;
    }
    return NULL;
}

/* ---- header ------------------------------------------------------------ */

static uint8_t classification(const wmi_to_mdl *t)
{
    const wm_extra *e = wmi_to_mdl_extra(t, WM_NO_INDEX, "classification");
    if (e && e->numbers)
        return (uint8_t)wmi_to_mdl_u32(e->numbers[0]);
    for (unsigned i = 0; e && i < 256; i++) {
        const char *name = wm_kotor_classification_name((uint8_t)i);
        if (name && wmi_compare_names(name, e->texts[0]) == 0)
            return (uint8_t)i;
    }
    for (uint32_t i = 0; i < t->scene->node_count; i++)
        if (t->scene->nodes[i].skin != WM_NO_INDEX)
            return 4; /* character */
    return 0;
}

static wm_vec3 corner(const wmi_to_mdl *t, const char *name, wm_vec3 usual)
{
    const wm_extra *e = wmi_to_mdl_extra(t, WM_NO_INDEX, name);
    if (!e || !e->numbers || e->count != 3)
        return usual;
    return (wm_vec3){(float)e->numbers[0], (float)e->numbers[1], (float)e->numbers[2]};
}

static void fill_header(wmi_to_mdl *t)
{
    wm_kotor_mdl *m = t->mdl;
    const char *super = wmi_to_mdl_text(t, WM_NO_INDEX, "supermodel");
    m->classification = classification(t);
    m->subclassification =
        (uint8_t)wmi_to_mdl_u32(wmi_to_mdl_number(t, WM_NO_INDEX, "classification_unk1", 0));
    m->fog = wmi_to_mdl_number(t, WM_NO_INDEX, "ignorefog", 0) == 0;
    m->scale = (float)wmi_to_mdl_number(t, WM_NO_INDEX, "animationscale", 1);
    m->min = corner(t, "bmin", m->min);
    m->max = corner(t, "bmax", m->max);
    m->radius = (float)wmi_to_mdl_number(t, WM_NO_INDEX, "radius", (double)m->radius);
    if (super && *super)
        wmi_to_mdl_field(m->supermodel, sizeof m->supermodel, super);
}

static void link_head(wmi_to_mdl *t)
{
    wm_kotor_mdl *m = t->mdl;
    if (wmi_to_mdl_number(t, WM_NO_INDEX, "headlink", 0) == 0)
        return;
    for (uint32_t i = 0; i < m->tree.count && !m->head_link; i++)
        if (wmi_compare_names(m->names[m->tree.nodes[i].name], "neck_g") == 0)
            m->head_link = i;
}

/* The variant named by the scene or the template. */
static void find_variant(const wmi_to_mdl *t, wm_kotor_game *game, wm_kotor_platform *platform)
{
    const char *variant = wmi_to_mdl_text(t, WM_NO_INDEX, "variant");
    *game = t->opts->game;
    *platform = t->opts->platform;
    if (*game)
        return;
    *game = variant && strncmp(variant, "k2", 2) == 0 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1;
    *platform = variant && strstr(variant, "xbox") ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC;
}

/* ---- template -------------------------------------------------------- */

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_scene *s = context;
    int order = wmi_compare_names(s->nodes[a].name, s->nodes[b].name);
    return order ? order : a < b ? -1 : a > b;
}

/* The first node with that name. */
static uint32_t find_sorted(const wm_scene *s, const uint32_t *order, const char *name)
{
    wmi_search search = {.high = s->node_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, wmi_compare_names(s->nodes[order[search.at]].name, name) < 0);
    uint32_t low = search.low;
    return low < s->node_count && wmi_compare_names(s->nodes[order[low]].name, name) == 0
               ? order[low]
               : WM_NO_INDEX;
}

static bool open_template(wmi_to_mdl *t)
{
    const wm_scene *s = t->scene;
    const wm_scene_opts opts = {.allocator = t->opts->allocator};
    if (!t->opts->template_mdl)
        return true;
    t->template_scene = wm_scene_from_kotor_mdl(t->opts->template_mdl, NULL, 0, &opts, t->error);
    if (!t->template_scene)
        return false;
    uint32_t *order = wmi_arena_raw(&t->scratch, t->template_scene->node_count, sizeof *order);
    t->template_of = wmi_arena_raw(&t->scratch, s->node_count, sizeof *t->template_of);
    if (!order || !t->template_of)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->template_scene->node_count; i++)
        order[i] = i;
    wmi_sort_by(order, t->template_scene->node_count, by_name, t->template_scene);
    for (uint32_t i = 0; i < s->node_count; i++)
        t->template_of[i] = *s->nodes[i].name
                                ? find_sorted(t->template_scene, order, s->nodes[i].name)
                                : WM_NO_INDEX;
    return true;
}

/* ---- the whole model --------------------------------------------------- */

static bool compile(wmi_to_mdl *t, wm_kotor_platform platform)
{
    const wmi_compile_opts opts = {.supermodel = t->opts->supermodel};
    if (wmi_mdl_compile(t->mdl, t->sources, &opts, t->error) != WM_OK || !wmi_to_mdl_rows(t))
        return false;
    link_head(t);
    return wmi_mdl_set_variant(t->mdl, t->mdl->game, platform, t->error) == WM_OK;
}

static bool make(wmi_to_mdl *t)
{
    wm_kotor_game game;
    wm_kotor_platform platform;
    if (!open_template(t))
        return false;
    find_variant(t, &game, &platform);
    /* Rows are built for PC and packed at the end. */
    t->mdl = wm_kotor_mdl_new(game, WM_KOTOR_PLATFORM_PC, t->opts->allocator, t->error);
    if (!t->mdl)
        return false;
    fill_header(t);
    return wmi_to_mdl_items(t) && wmi_to_mdl_places(t) && wmi_to_mdl_names(t) &&
           wmi_to_mdl_parts(t) && wmi_to_mdl_hidden(t) && wmi_to_mdl_meshes(t) &&
           wmi_to_mdl_controllers(t) && wmi_to_mdl_animations(t) && compile(t, platform);
}

wm_kotor_mdl *wm_kotor_mdl_from_scene(const wm_scene *scene, const wm_kotor_mdl_import_opts *opts,
                                      wm_kotor_mdl_import_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    static const wm_kotor_mdl_import_opts defaults;
    wm_kotor_mdl_import_result made = {0};
    wmi_to_mdl t = {.scene = scene,
                    .opts = opts ? opts : &defaults,
                    .result = &made,
                    .error = error,
                    .skipped = WM_NO_INDEX};
    if (!scene->finished) {
        wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
        return NULL;
    }
    if (wmi_scene_refuse_copies(scene, error) != WM_OK)
        return NULL;
    t.own = scene->source && strcmp(scene->source, "kotor-mdl") == 0;
    t.upright = scene->up == WM_UP_Z;
    wmi_arena_init(&t.scratch, t.opts->allocator, 0);
    bool good = make(&t);
    wmi_arena_free(&t.scratch);
    wm_scene_free(t.template_scene);
    t.result->straight = good && t.own;
    if (good && result)
        *result = made;
    if (good)
        return t.mdl;
    wm_kotor_mdl_free(t.mdl);
    return NULL;
}
