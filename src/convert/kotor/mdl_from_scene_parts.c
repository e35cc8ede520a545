/* Reads parts of nodes from the extras of a scene: lights, emitters, references, and mesh
 * settings. kotor/scene_from_mdl_extras.c writes them under the same names. */
#include "base/text.h"
#include "convert/internal.h"
#include "convert/kotor/mdl_from_scene.h"
#include "convert/kotor/scene_from_mdl.h"
#include "kotor/mdl/fields.h"

/* Reads the fields of a part from the extras of a node. Fields without an extra keep their
 * value. */
static void take_fields(const wmi_to_mdl *t, uint32_t node, wmi_field_part part, void *target)
{
    size_t count;
    const wmi_field *f = wmi_mdl_fields(part, &count);
    for (size_t i = 0; i < count; i++) {
        if (!(f[i].rules & WMI_FIELD_EXTRA) || !wmi_field_in(&f[i], t->mdl->game))
            continue;
        if (f[i].type == WMI_FIELD_TEXT) {
            const char *value = wmi_to_mdl_text(t, node, f[i].keyword);
            if (value)
                wmi_to_mdl_field((char *)target + f[i].offset, f[i].size, value);
        } else {
            double value = wmi_field_number(&f[i], target);
            wmi_field_set(&f[i], target, wmi_to_mdl_number(t, node, f[i].keyword, value));
        }
    }
}

/* ---- lights ------------------------------------------------------------ */

/* A list of floats. *count is their number divided by width. */
static bool floats(wmi_to_mdl *t, uint32_t node, const char *name, uint32_t width, float **to,
                   uint32_t *count)
{
    const wm_extra *e = wmi_to_mdl_extra(t, node, name);
    if (!e || !e->numbers)
        return true;
    uint32_t n = e->count / width * width;
    *to = wm_kotor_mdl_alloc(t->mdl, n, sizeof **to, NULL);
    if (!*to)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < n; i++)
        (*to)[i] = (float)e->numbers[i];
    *count = n / width;
    return true;
}

static bool flare_textures(wmi_to_mdl *t, uint32_t node, wm_kotor_light *l)
{
    const wm_extra *e = wmi_to_mdl_extra(t, node, "texturenames");
    if (!e || !e->texts)
        return true;
    l->textures = wm_kotor_mdl_alloc(t->mdl, e->count, sizeof *l->textures, NULL);
    for (uint32_t i = 0; l->textures && i < e->count; i++) {
        size_t n = strlen(e->texts[i]) + 1;
        char *copy = wm_kotor_mdl_alloc(t->mdl, n, 1, NULL);
        if (!copy)
            return wmi_to_mdl_no_memory(t);
        memcpy(copy, e->texts[i], n);
        l->textures[i] = copy;
    }
    l->texture_count = e->count;
    return l->textures || wmi_to_mdl_no_memory(t);
}

static bool add_light(wmi_to_mdl *t, uint32_t node, wm_kotor_mdl_node *n)
{
    const wm_scene_light *from = &t->scene->lights[t->scene->nodes[node].light];
    wm_kotor_light *l = n->light = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *l, NULL);
    float *shifts = NULL;
    if (!l)
        return wmi_to_mdl_no_memory(t);
    wmi_mdl_fields_reset(WMI_PART_LIGHT, l, t->mdl->game);
    l->ambient_only = from->ambient_only;
    l->shadow = from->shadow;
    take_fields(t, node, WMI_PART_LIGHT, l);
    bool good = flare_textures(t, node, l) &&
                floats(t, node, "flarepositions", 1, &l->positions, &l->position_count) &&
                floats(t, node, "flaresizes", 1, &l->sizes, &l->size_count) &&
                floats(t, node, "flarecolorshifts", 3, &shifts, &l->colour_count);
    l->colours = (wm_vec3 *)(void *)shifts;
    return good;
}

/* ---- emitters, references ---------------------------------------------- */

static bool add_emitter(wmi_to_mdl *t, uint32_t node, wm_kotor_mdl_node *n)
{
    wm_kotor_emitter *e = n->emitter = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *e, NULL);
    if (!e)
        return wmi_to_mdl_no_memory(t);
    wmi_mdl_fields_reset(WMI_PART_EMITTER, e, t->mdl->game);
    e->flags = wmi_to_mdl_u32(wmi_to_mdl_number(t, node, "emitterflags", 0));
    take_fields(t, node, WMI_PART_EMITTER, e);
    return true;
}

static bool add_reference(wmi_to_mdl *t, uint32_t node, wm_kotor_mdl_node *n)
{
    wm_kotor_reference *r = n->reference = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *r, NULL);
    if (!r)
        return wmi_to_mdl_no_memory(t);
    wmi_mdl_fields_reset(WMI_PART_REFERENCE, r, t->mdl->game);
    take_fields(t, node, WMI_PART_REFERENCE, r);
    return true;
}

/* ---- meshes ------------------------------------------------------------ */

/* Material names that do not name a texture. */
static bool names_nothing(const char *name)
{
    static const char *const none[] = {"",         "untextured", "null",           "none",
                                       "material", "default",    "defaultmaterial"};
    char plain[24];
    size_t n = 0;
    for (; name[n] && name[n] != '.' && n + 1 < sizeof plain; n++)
        plain[n] = wmi_lower(name[n]);
    plain[n] = '\0';
    if (name[n] && name[n] != '.')
        return false;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strcmp(plain, none[i]) == 0)
            return true;
    return false;
}

/* In other programs, "textures/Wall01.png" and "Wall01.001" both mean wall01. */
static void texture_field(const char *name, char to[32])
{
    const char *slash = strrchr(name, '/'), *back = strrchr(name, '\\');
    const char *start = slash > back ? slash + 1 : back ? back + 1 : name;
    const char *dot = strrchr(start, '.');
    size_t n = dot && dot > start && strlen(dot) <= 5 ? (size_t)(dot - start) : strlen(start);
    memset(to, 0, 32);
    memcpy(to, start, n < 31 ? n : 31);
}

static void set_textures(wmi_to_mdl *t, const wmi_item *item, wm_kotor_mesh *m)
{
    const wm_scene_material *look =
        item->material == WM_NO_INDEX ? NULL : &t->scene->materials[item->material];
    const char *colour = look ? look->textures[WM_TEXTURE_SLOT_COLOUR].name : NULL;
    const char *light = look ? look->textures[WM_TEXTURE_SLOT_LIGHTMAP].name : NULL;
    const char *none = wmi_to_mdl_text(t, item->node, "bitmap");
    const char *none_light = wmi_to_mdl_text(t, item->node, "bitmap2");
    if (t->own) { /* exactly as in the file */
        wmi_to_mdl_field(m->texture[0], 32, colour ? colour : none ? none : "NULL");
        wmi_to_mdl_field(m->texture[1], 32, light ? light : none_light ? none_light : "");
        return;
    }
    if (!colour && none)
        colour = none;
    if (!colour && look && !names_nothing(look->name) && !item->walkmesh)
        colour = look->name;
    wmi_to_mdl_field(m->texture[0], 32, "NULL");
    if (colour && *colour && !wmi_from_kotor_nothing(colour, strlen(colour) + 1))
        texture_field(colour, m->texture[0]);
    if (!light)
        light = none_light;
    if (light && !wmi_from_kotor_nothing(light, strlen(light) + 1))
        texture_field(light, m->texture[1]);
    for (int i = 0; i < 2; i++) {
        char name[33] = {0};
        memcpy(name, m->texture[i], 32);
        t->result->long_textures += strlen(name) > 16;
    }
}

static wm_vec3 raw_colour(const wmi_to_mdl *t, uint32_t node, const char *name, wm_vec3 shown)
{
    const wm_extra *e = wmi_to_mdl_extra(t, node, name);
    if (!e || !e->numbers || e->count != 3)
        return shown;
    return (wm_vec3){(float)e->numbers[0], (float)e->numbers[1], (float)e->numbers[2]};
}

static void set_material(wmi_to_mdl *t, const wmi_item *item, wm_kotor_mesh *m, uint32_t part)
{
    const wm_vec3 white = {1, 1, 1};
    m->diffuse = m->ambient = white;
    if (item->material != WM_NO_INDEX) {
        const wm_scene_material *look = &t->scene->materials[item->material];
        m->diffuse = look->diffuse;
        m->ambient = look->ambient;
    }
    if (!t->own || part & WM_KOTOR_NODE_AABB) {
        m->diffuse = raw_colour(t, item->node, "diffuse", m->diffuse);
        m->ambient = raw_colour(t, item->node, "ambient", m->ambient);
    }
    bool blended = !t->own && item->material != WM_NO_INDEX && !(part & WM_KOTOR_NODE_AABB) &&
                   t->scene->materials[item->material].blended;
    m->transparency_hint =
        wmi_to_mdl_u32(wmi_to_mdl_number(t, item->node, "transparencyhint", blended));
    set_textures(t, item, m);
}

static void set_flags(wmi_to_mdl *t, const wmi_item *item, wm_kotor_mesh *m, uint32_t flags)
{
    bool hidden = t->scene->nodes[item->node].role == WM_NODE_ROLE_HIDDEN;
    m->render = !hidden && !(flags & WM_KOTOR_NODE_AABB);
    m->shadow = (flags & WM_KOTOR_NODE_SKIN) != 0;
    m->lightmapped = m->texture[1][0] != 0;
    take_fields(t, item->node, WMI_PART_MESH, m);
}

static bool add_dangly(wmi_to_mdl *t, uint32_t node, wm_kotor_mesh *m)
{
    wm_kotor_dangly *d = m->dangly = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *d, NULL);
    if (!d)
        return wmi_to_mdl_no_memory(t);
    wmi_mdl_fields_reset(WMI_PART_DANGLY, d, t->mdl->game);
    take_fields(t, node, WMI_PART_DANGLY, d);
    return true;
}

/* Counters of the compiler; only while the nodes are the original ones. */
static bool add_counters(wmi_to_mdl *t, uint32_t item, wm_kotor_mesh *m, bool saber)
{
    const wm_extra *e = t->own ? wmi_to_mdl_extra(t, t->items[item].node, "inv_count") : NULL;
    if (saber) {
        m->saber = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *m->saber, NULL);
        if (!m->saber)
            return wmi_to_mdl_no_memory(t);
    }
    if (!e || !e->numbers || e->count != (saber ? 2u : 1u))
        return true;
    uint32_t *to = saber ? m->saber->inverted : wm_kotor_mdl_alloc(t->mdl, 1, sizeof *to, NULL);
    if (!to)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < e->count; i++)
        to[i] = wmi_to_mdl_u32(e->numbers[i]);
    if (!saber) {
        m->inverted = to;
        m->inverted_count = 1;
    }
    if (t->sources[item])
        t->sources[item]->has_inverted = true;
    return true;
}

/* The original bounds, which do not always follow from the vertices. */
static void set_bounds(wmi_to_mdl *t, uint32_t item, wm_kotor_mesh *m)
{
    static const char *const names[] = {"bmin", "bmax", "average"};
    wm_vec3 *to[] = {&m->min, &m->max, &m->average};
    const wm_extra *found[3], *radius;
    uint32_t node = t->items[item].node;
    radius = t->own ? wmi_to_mdl_extra(t, node, "radius") : NULL;
    if (!radius || !radius->numbers)
        return;
    for (int i = 0; i < 3; i++) {
        found[i] = wmi_to_mdl_extra(t, node, names[i]);
        if (!found[i] || !found[i]->numbers || found[i]->count != 3)
            return;
    }
    for (int i = 0; i < 3; i++)
        *to[i] = (wm_vec3){(float)found[i]->numbers[0], (float)found[i]->numbers[1],
                           (float)found[i]->numbers[2]};
    m->radius = (float)radius->numbers[0];
    t->sources[item]->has_average = true;
}

static uint32_t mesh_flags(const wmi_to_mdl *t, const wmi_item *item)
{
    const wm_scene_node *n = &t->scene->nodes[item->node];
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, item);
    const char *type = wmi_to_mdl_text(t, item->node, "type");
    bool skinned = m && n->skin != WM_NO_INDEX && m->joints;
    if (item->walkmesh || (type && strcmp(type, "aabb") == 0))
        return WM_KOTOR_NODE_AABB;
    if (type && strcmp(type, "lightsaber") == 0)
        return WM_KOTOR_NODE_SABER;
    if (skinned || (t->own && type && strcmp(type, "skin") == 0))
        return WM_KOTOR_NODE_SKIN;
    if ((type && strcmp(type, "danglymesh") == 0) ||
        (!type && m && wmi_to_mdl_attribute(m, "constraint", 1)))
        return WM_KOTOR_NODE_DANGLY;
    return 0;
}

static bool add_mesh(wmi_to_mdl *t, uint32_t number, wm_kotor_mdl_node *n)
{
    const wmi_item *item = &t->items[number];
    wm_kotor_mesh *m = n->mesh = wm_kotor_mdl_alloc(t->mdl, 1, sizeof *m, NULL);
    if (!m)
        return wmi_to_mdl_no_memory(t);
    uint32_t part = mesh_flags(t, item);
    n->flags = (uint16_t)(n->flags | WM_KOTOR_NODE_MESH | part);
    wmi_mdl_fields_reset(WMI_PART_MESH, m, t->mdl->game);
    for (int i = 0; i < WM_KOTOR_ROW_FIELDS; i++)
        m->row_offset[i] = -1;
    set_material(t, item, m, part);
    set_flags(t, item, m, part);
    if (part == WM_KOTOR_NODE_DANGLY && !add_dangly(t, item->node, m))
        return false;
    t->sources[number] = wmi_arena_new(&t->scratch, 1, sizeof **t->sources);
    if (!t->sources[number])
        return wmi_to_mdl_no_memory(t);
    set_bounds(t, number, m);
    return add_counters(t, number, m, part == WM_KOTOR_NODE_SABER);
}

/* ---- nodes ------------------------------------------------------------- */

static wm_node_kind kind_of(const wmi_to_mdl *t, uint32_t node)
{
    const wm_scene_node *n = &t->scene->nodes[node];
    const char *kind = wmi_to_mdl_text(t, node, "kind");
    bool plain = !t->own && (n->kind == WM_NODE_KIND_EMPTY || n->kind == WM_NODE_KIND_BONE);
    if (plain && ((kind && strcmp(kind, "emitter") == 0) || wmi_to_mdl_text(t, node, "update")))
        return WM_NODE_KIND_EMITTER;
    if (plain && wmi_to_mdl_text(t, node, "refModel"))
        return WM_NODE_KIND_REFERENCE;
    return n->kind;
}

static bool fill_node(wmi_to_mdl *t, uint32_t number)
{
    const wmi_item *item = &t->items[number];
    wm_kotor_mdl_node *n = &t->mdl->tree.nodes[number];
    *n = (wm_kotor_mdl_node){.flags = WM_KOTOR_NODE_HEADER,
                             .name = (uint16_t)item->name_index,
                             .parent = item->parent,
                             .orientation = {1, 0, 0, 0}};
    if (item->node == WM_NO_INDEX)
        return true;
    const wm_scene_node *from = &t->scene->nodes[item->node];
    if (!item->part) {
        wm_transform rest = wmi_to_mdl_rest(t, item->node);
        n->position = rest.translation;
        n->orientation =
            (wm_kotor_quat){rest.rotation.w, rest.rotation.x, rest.rotation.y, rest.rotation.z};
    }
    const wm_scene_mesh *mesh = wmi_to_mdl_mesh(t, item);
    bool drawn = mesh && mesh->primitive == WM_PRIMITIVE_TRIANGLES && (t->own || mesh->index_count);
    wm_node_kind kind = kind_of(t, item->node);
    if (drawn || (t->own && from->kind == WM_NODE_KIND_MESH))
        return add_mesh(t, number, n);
    if (from->light != WM_NO_INDEX) {
        n->flags |= WM_KOTOR_NODE_LIGHT;
        return add_light(t, item->node, n);
    }
    if (kind == WM_NODE_KIND_EMITTER) {
        n->flags |= WM_KOTOR_NODE_EMITTER;
        return add_emitter(t, item->node, n);
    }
    if (kind == WM_NODE_KIND_REFERENCE) {
        n->flags |= WM_KOTOR_NODE_REFERENCE;
        return add_reference(t, item->node, n);
    }
    if (t->own && kind == WM_NODE_KIND_CAMERA)
        n->flags |= WM_KOTOR_NODE_CAMERA;
    return true;
}

bool wmi_to_mdl_parts(wmi_to_mdl *t)
{
    wm_kotor_tree *tree = &t->mdl->tree;
    tree->nodes = wm_kotor_mdl_alloc(t->mdl, t->item_count, sizeof *tree->nodes, NULL);
    t->sources = wmi_arena_new(&t->scratch, t->item_count, sizeof *t->sources);
    if (!tree->nodes || !t->sources)
        return wmi_to_mdl_no_memory(t);
    tree->count = t->item_count;
    for (uint32_t i = 0; i < t->item_count; i++)
        if (!fill_node(t, i))
            return false;
    return true;
}
