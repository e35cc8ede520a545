/* Converts a KotOR model to a neutral scene: nodes, lights, names. Meshes, extras and
 * animations have their own files. docs/scene.md, "KotOR". */
#include "convert/kotor/scene_from_mdl.h"
#include "base/search.h"
#include "kotor/mdl/controllers.h"

bool wmi_from_kotor_no_memory(wmi_from_kotor *f)
{
    /* Only the scene has a memory limit; the scratch arena has none. */
    wm_scene_no_memory(f->scene, f->error);
    return false;
}

bool wmi_from_kotor_nothing(const char *field, size_t size)
{
    static const char null[] = "null";
    size_t n = 0;
    while (n < size && n < 4 && field[n] && (field[n] | 32) == null[n])
        n++;
    return n == size || (field[n] == '\0' && (n == 0 || n == 4));
}

char *wmi_from_kotor_text(wmi_from_kotor *f, const char *field, size_t size)
{
    const char *end = memchr(field, 0, size);
    return wm_scene_text(f->scene, field, end ? (size_t)(end - field) : size, NULL);
}

bool wmi_from_kotor_constant(const wm_kotor_mdl_node *n, uint32_t type, uint32_t width,
                             float *values)
{
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *c = &n->controllers[i];
        if (c->type != type || c->rows == 0 || (c->columns & 15u) != width ||
            !wm_kotor_controller_fits(c, n))
            continue;
        memcpy(values, n->data + c->data_index, width * sizeof *values);
        return true;
    }
    return false;
}

enum { COLOUR = 76, RADIUS = 88, MULTIPLIER = 140 };

const char *wmi_from_kotor_property(uint32_t type, uint16_t flags, wm_property *property)
{
    static const struct {
        uint16_t type, part;
        wm_property property;
    } known[] = {{WM_KOTOR_CONTROLLER_POSITION, 0, WM_PROPERTY_TRANSLATION},
                 {WM_KOTOR_CONTROLLER_ORIENTATION, 0, WM_PROPERTY_ROTATION},
                 {WM_KOTOR_CONTROLLER_SCALE, 0, WM_PROPERTY_SCALE},
                 {WM_KOTOR_CONTROLLER_SELFILLUM, WM_KOTOR_NODE_MESH, WM_PROPERTY_SELF_ILLUMINATION},
                 {WM_KOTOR_CONTROLLER_ALPHA, WM_KOTOR_NODE_MESH, WM_PROPERTY_ALPHA},
                 {COLOUR, WM_KOTOR_NODE_LIGHT, WM_PROPERTY_LIGHT_COLOUR},
                 {RADIUS, WM_KOTOR_NODE_LIGHT, WM_PROPERTY_LIGHT_RADIUS},
                 {MULTIPLIER, WM_KOTOR_NODE_LIGHT, WM_PROPERTY_LIGHT_MULTIPLIER}};
    const wmi_mdl_controller_info *info = wmi_mdl_controller(type, flags);
    *property = WM_PROPERTY_OTHER;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].type == type && (known[i].part & flags) == known[i].part)
            *property = known[i].property;
    return info ? info->name : NULL;
}

/* ---- names ---- */

static int by_name(const void *context, uint32_t a, uint32_t b)
{
    const wm_kotor_mdl *mdl = context;
    int order = wmi_compare_names(mdl->names[a], mdl->names[b]);
    return order ? order : a < b ? -1 : 1;
}

static bool sort_names(wmi_from_kotor *f)
{
    const wm_kotor_mdl *mdl = f->mdl;
    f->node_of_name = wmi_arena_raw(&f->scratch, mdl->name_count, sizeof *f->node_of_name);
    f->sorted_names = wmi_arena_raw(&f->scratch, mdl->name_count, sizeof *f->sorted_names);
    if (!f->node_of_name || !f->sorted_names)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < mdl->name_count; i++) {
        f->node_of_name[i] = WM_NO_INDEX;
        f->sorted_names[i] = i;
    }
    for (uint32_t i = mdl->tree.count; i-- > 0;) /* a model may have no names at all */
        if (mdl->tree.nodes[i].name < mdl->name_count)
            f->node_of_name[mdl->tree.nodes[i].name] = i;
    wmi_sort_by(f->sorted_names, mdl->name_count, by_name, mdl);
    return true;
}

uint32_t wmi_from_kotor_find(const wmi_from_kotor *f, const char *name)
{
    wmi_search search = {.high = f->mdl->name_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search,
                          wmi_compare_names(f->mdl->names[f->sorted_names[search.at]], name) < 0);
    uint32_t low = search.low;
    /* If several names differ only in case, uses the first one with a node. */
    for (; low < f->mdl->name_count; low++) {
        uint32_t i = f->sorted_names[low];
        if (wmi_compare_names(f->mdl->names[i], name) != 0)
            break;
        if (f->node_of_name[i] != WM_NO_INDEX)
            return f->node_of_name[i];
    }
    return WM_NO_INDEX;
}

/* ---- nodes ---- */

static wm_node_kind kind_of(const wm_kotor_mdl_node *n)
{
    if (n->mesh)
        return WM_NODE_KIND_MESH;
    if (n->light)
        return WM_NODE_KIND_LIGHT;
    if (n->emitter)
        return WM_NODE_KIND_EMITTER;
    if (n->reference)
        return WM_NODE_KIND_REFERENCE;
    return n->flags & WM_KOTOR_NODE_CAMERA ? WM_NODE_KIND_CAMERA : WM_NODE_KIND_EMPTY;
}

static void fill_light(const wm_kotor_mdl_node *n, wm_scene_light *light)
{
    float colour[3] = {1, 1, 1};
    light->multiplier = 1;
    wmi_from_kotor_constant(n, COLOUR, 3, colour);
    wmi_from_kotor_constant(n, RADIUS, 1, &light->radius);
    wmi_from_kotor_constant(n, MULTIPLIER, 1, &light->multiplier);
    light->colour = (wm_vec3){colour[0], colour[1], colour[2]};
    light->ambient_only = n->light->ambient_only != 0;
    light->shadow = n->light->shadow != 0;
}

static bool fill_node(wmi_from_kotor *f, uint32_t i, uint32_t *light)
{
    const wm_kotor_mdl_node *n = &f->mdl->tree.nodes[i];
    wm_scene_node *to = &f->scene->nodes[i];
    const char *name = n->name < f->mdl->name_count ? f->mdl->names[n->name] : "";
    float scale = 1;
    *to = (wm_scene_node){.parent = n->parent,
                          .kind = kind_of(n),
                          .rest = wmi_from_kotor_pose(n->orientation, n->position),
                          .mesh = WM_NO_INDEX,
                          .skin = WM_NO_INDEX,
                          .light = WM_NO_INDEX,
                          .source = n->name};
    to->name = wm_scene_text(f->scene, name, strlen(name), NULL);
    if (!to->name)
        return wmi_from_kotor_no_memory(f);
    wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_SCALE, 1, &scale);
    to->rest.scale = (wm_vec3){scale, scale, scale};
    if (n->flags & WM_KOTOR_NODE_AABB)
        to->role = WM_NODE_ROLE_COLLISION;
    else if (n->mesh && !n->mesh->render)
        to->role = WM_NODE_ROLE_HIDDEN;
    if (n->light) {
        to->light = *light;
        fill_light(n, &f->scene->lights[(*light)++]);
    }
    return wmi_from_kotor_node_extras(f, n, &to->extras);
}

static bool fill_nodes(wmi_from_kotor *f)
{
    const wm_kotor_tree *tree = &f->mdl->tree;
    uint32_t lights = 0, light = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        lights += tree->nodes[i].light != NULL;
    f->scene->nodes = wm_scene_alloc(f->scene, tree->count, sizeof *f->scene->nodes, NULL);
    f->scene->lights = wm_scene_alloc(f->scene, lights, sizeof *f->scene->lights, NULL);
    if (!f->scene->nodes || !f->scene->lights)
        return wmi_from_kotor_no_memory(f);
    f->scene->node_count = tree->count;
    f->scene->light_count = lights;
    for (uint32_t i = 0; i < tree->count; i++)
        if (!fill_node(f, i, &light))
            return false;
    return true;
}

static bool fill(wmi_from_kotor *f, const wm_scene_opts *opts)
{
    wm_scene *s = f->scene;
    s->source = "kotor-mdl";
    s->up = WM_UP_Z;
    s->name = wmi_from_kotor_text(f, f->mdl->geometry.name, sizeof f->mdl->geometry.name);
    if (!s->name)
        return wmi_from_kotor_no_memory(f);
    return sort_names(f) && fill_nodes(f) && wmi_from_kotor_meshes(f) &&
           wmi_from_kotor_model_extras(f) &&
           ((opts && opts->no_animations) || wmi_from_kotor_animations(f)) &&
           wm_scene_finish(s, f->error) == WM_OK;
}

wm_scene *wm_scene_from_kotor_mdl(const wm_kotor_mdl *mdl, const wm_kotor_mdl *const *supers,
                                  uint32_t super_count, const wm_scene_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    const wm_allocator *allocator = opts ? opts->allocator : NULL;
    wmi_from_kotor f = {.mdl = mdl, .supers = supers, .super_count = super_count, .error = error};
    f.scene = wm_scene_new(opts ? opts->memory_limit : 0, allocator, error);
    if (!f.scene)
        return NULL;
    wmi_arena_init(&f.scratch, allocator, 0);
    if (!fill(&f, opts)) {
        wm_scene_free(f.scene);
        f.scene = NULL;
    }
    wmi_arena_free(&f.scratch);
    return f.scene;
}
