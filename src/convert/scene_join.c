/* Joins several scenes into one, such as the rooms of a layout. */
#include "base/distinct.h"
#include "base/internal.h"
#include "scene/internal.h"
#include "waymark/convert.h"

typedef struct joiner {
    wm_scene *to;
    wm_error *error;
    uint32_t *material; /* by material of the piece: material of the whole */
    uint32_t lod_groups;
    uint32_t images; /* of the pieces before this one */
    wmi_arena scratch;
    wmi_distinct known; /* the materials of the whole */
    wmi_writer key;     /* of the current material */
} joiner;

static bool no_memory(joiner *j)
{
    wm_scene_no_memory(j->to, j->error);
    return false;
}

/* ---- materials --------------------------------------------------------- */

static void put_text(wmi_writer *w, const char *text)
{
    size_t n = text ? strlen(text) : 0;
    wmi_writer_u32(w, text ? (uint32_t)n : WM_NO_INDEX);
    wmi_writer_bytes(w, text, n);
}

static void put_floats(wmi_writer *w, const float *values, size_t count)
{
    wmi_writer_bytes(w, values, count * sizeof *values);
}

static void put_extras(wmi_writer *w, const wm_extras *extras)
{
    wmi_writer_u32(w, extras->count);
    for (uint32_t i = 0; i < extras->count; i++) {
        const wm_extra *e = &extras->items[i];
        put_text(w, e->name);
        wmi_writer_u32(w, (uint32_t)e->list | (e->numbers ? 2u : 0));
        wmi_writer_u32(w, e->count);
        if (e->numbers)
            wmi_writer_bytes(w, e->numbers, e->count * sizeof *e->numbers);
        for (uint32_t k = 0; !e->numbers && k < e->count; k++)
            put_text(w, e->texts[k]);
    }
}

/* All that a material says, as bytes: equal materials have equal ones. */
static void put_material(wmi_writer *w, const wm_scene_material *m)
{
    put_text(w, m->name);
    put_floats(w, &m->diffuse.x, 3);
    put_floats(w, &m->ambient.x, 3);
    put_floats(w, &m->self_illumination.x, 3);
    put_floats(w, &m->alpha, 1);
    put_floats(w, &m->cutoff, 1);
    wmi_writer_u32(w, (uint32_t)m->alpha_mode << 2 | (uint32_t)m->blended << 1 | m->two_sided);
    for (int i = 0; i < WM_TEXTURE_SLOT_COUNT; i++) {
        const wm_scene_texture *t = &m->textures[i];
        put_text(w, t->name);
        wmi_writer_u32(w, t->image);
        wmi_writer_u32(w, (uint32_t)t->uv_set << 2 | (uint32_t)t->clamp_u << 1 | t->clamp_v);
    }
    put_extras(w, &m->extras);
}

/* Which material of the whole it is; a new one gets the next index. WM_NO_INDEX: out of memory. */
static uint32_t number_of(joiner *j, const wm_scene_material *m)
{
    j->key.size = 0;
    put_material(&j->key, m);
    if (j->key.failed)
        return WM_NO_INDEX;
    uint32_t found = wmi_distinct_find(&j->known, j->key.data, j->key.size);
    if (found != WM_NO_INDEX)
        return found;
    uint8_t *copy = wmi_arena_raw(&j->scratch, j->key.size, 1);
    if (!copy)
        return WM_NO_INDEX;
    memcpy(copy, j->key.data, j->key.size);
    return wmi_distinct_add(&j->known, copy, j->key.size);
}

static void add_images(joiner *j, const wm_scene *from)
{
    wm_scene *to = j->to;
    j->images = to->image_count;
    for (uint32_t i = 0; i < from->image_count; i++) {
        wm_scene_image *image = &to->images[to->image_count++];
        *image = from->images[i];
        image->environment += image->environment ? j->images : 0;
        image->bump += image->bump ? j->images : 0;
    }
}

static wm_scene_material moved(const joiner *j, const wm_scene_material *material)
{
    wm_scene_material m = *material;
    for (int i = 0; i < WM_TEXTURE_SLOT_COUNT; i++)
        m.textures[i].image += m.textures[i].image ? j->images : 0;
    return m;
}

/* Merges equal materials. Many rooms share a few materials. */
static bool add_materials(joiner *j, const wm_scene *from)
{
    wm_scene *to = j->to;
    for (uint32_t i = 0; i < from->material_count; i++) {
        const wm_scene_material m = moved(j, &from->materials[i]);
        uint32_t k = number_of(j, &m);
        if (k == WM_NO_INDEX)
            return no_memory(j);
        if (k == to->material_count)
            to->materials[to->material_count++] = m;
        j->material[i] = k;
    }
    for (uint32_t i = 0; i < from->missing_count; i++) {
        wm_scene_missing *missing = &to->missing[to->missing_count++];
        *missing = from->missing[i];
        missing->material = j->material[missing->material];
    }
    return true;
}

/* ---- parts of a piece -------------------------------------------------- */

static bool add_meshes(joiner *j, const wm_scene *from)
{
    wm_scene *to = j->to;
    for (uint32_t i = 0; i < from->mesh_count; i++) {
        wm_scene_mesh *m = &to->meshes[to->mesh_count];
        *m = from->meshes[i];
        m->parts = wm_scene_alloc(to, m->part_count, sizeof *m->parts, NULL);
        if (!m->parts)
            return no_memory(j);
        for (uint32_t k = 0; k < m->part_count; k++) {
            m->parts[k] = from->meshes[i].parts[k];
            if (m->parts[k].material != WM_NO_INDEX)
                m->parts[k].material = j->material[m->parts[k].material];
        }
        to->mesh_count++;
    }
    return true;
}

static bool add_skins(joiner *j, const wm_scene *from, uint32_t base)
{
    wm_scene *to = j->to;
    for (uint32_t i = 0; i < from->skin_count; i++) {
        wm_scene_skin *s = &to->skins[to->skin_count];
        *s = from->skins[i];
        s->joints = wm_scene_alloc(to, s->joint_count, sizeof *s->joints, NULL);
        if (!s->joints)
            return no_memory(j);
        for (uint32_t k = 0; k < s->joint_count; k++)
            s->joints[k] = base + from->skins[i].joints[k];
        to->skin_count++;
    }
    return true;
}

static bool add_animations(joiner *j, const wm_scene *from, uint32_t base)
{
    wm_scene *to = j->to;
    for (uint32_t i = 0; i < from->animation_count; i++) {
        wm_scene_animation *a = &to->animations[to->animation_count];
        *a = from->animations[i];
        a->root = a->root == WM_NO_INDEX ? a->root : base + a->root;
        a->channels = wm_scene_alloc(to, a->channel_count, sizeof *a->channels, NULL);
        if (!a->channels)
            return no_memory(j);
        for (uint32_t k = 0; k < a->channel_count; k++) {
            a->channels[k] = from->animations[i].channels[k];
            a->channels[k].node += base;
        }
        to->animation_count++;
    }
    return true;
}

static uint32_t shift(uint32_t number, uint32_t by)
{
    return number == WM_NO_INDEX ? number : number + by;
}

/* `base` is the index of the piece's first node; the node of the piece itself comes just
 * before it. */
static void add_nodes(joiner *j, const wm_scene_piece *piece, uint32_t meshes, uint32_t skins,
                      uint32_t lights)
{
    wm_scene *to = j->to;
    uint32_t top = to->node_count, highest = 0;
    to->nodes[to->node_count++] = wmi_scene_node(piece->name);
    to->nodes[top].rest = piece->place;
    if (!piece->scene)
        return;
    to->nodes[top].extras = piece->scene->extras;
    for (uint32_t i = 0; i < piece->scene->node_count; i++) {
        wm_scene_node *n = &to->nodes[to->node_count++];
        *n = piece->scene->nodes[i];
        n->parent = n->parent == WM_NO_INDEX ? top : top + 1 + n->parent;
        n->mesh = shift(n->mesh, meshes);
        n->skin = shift(n->skin, skins);
        n->light = shift(n->light, lights);
        highest = n->lod_group > highest ? n->lod_group : highest;
        n->lod_group += n->lod ? j->lod_groups : 0;
    }
    j->lod_groups += highest + 1;
}

static bool add_piece(joiner *j, const wm_scene_piece *piece)
{
    wm_scene *to = j->to;
    const wm_scene *from = piece->scene;
    uint32_t base = to->node_count + 1, meshes = to->mesh_count, skins = to->skin_count;
    add_nodes(j, piece, meshes, skins, to->light_count);
    if (!from)
        return true;
    if (from->light_count)
        memcpy(to->lights + to->light_count, from->lights, from->light_count * sizeof *to->lights);
    to->light_count += from->light_count;
    add_images(j, from);
    return add_materials(j, from) && add_meshes(j, from) && add_skins(j, from, base) &&
           add_animations(j, from, base);
}

/* ---- the whole scene --------------------------------------------------- */

static bool make_room(joiner *j, const wm_scene_piece *pieces, uint32_t count)
{
    wm_scene *to = j->to;
    uint64_t nodes = count, meshes = 0, materials = 0, skins = 0, lights = 0, animations = 0;
    uint64_t images = 0, missing = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wm_scene *s = pieces[i].scene;
        if (!s)
            continue;
        nodes += s->node_count;
        meshes += s->mesh_count;
        materials += s->material_count;
        skins += s->skin_count;
        lights += s->light_count;
        animations += s->animation_count;
        images += s->image_count;
        missing += s->missing_count;
    }
    if (nodes >= UINT32_MAX || meshes >= UINT32_MAX || materials >= UINT32_MAX ||
        skins >= UINT32_MAX || lights >= UINT32_MAX || animations >= UINT32_MAX ||
        images >= UINT32_MAX || missing >= UINT32_MAX) {
        wmi_fail(j->error, WM_LIMIT, "", "too many scenes");
        return false;
    }
    to->nodes = wm_scene_alloc(to, (size_t)nodes, sizeof *to->nodes, NULL);
    to->meshes = wm_scene_alloc(to, (size_t)meshes, sizeof *to->meshes, NULL);
    to->materials = wm_scene_alloc(to, (size_t)materials, sizeof *to->materials, NULL);
    to->skins = wm_scene_alloc(to, (size_t)skins, sizeof *to->skins, NULL);
    to->lights = wm_scene_alloc(to, (size_t)lights, sizeof *to->lights, NULL);
    to->animations = wm_scene_alloc(to, (size_t)animations, sizeof *to->animations, NULL);
    to->images = wm_scene_alloc(to, (size_t)images, sizeof *to->images, NULL);
    to->missing = wm_scene_alloc(to, (size_t)missing, sizeof *to->missing, NULL);
    j->material = wm_scene_alloc(to, (size_t)materials, sizeof *j->material, NULL);
    return (to->nodes && to->meshes && to->materials && to->skins && to->lights && to->animations &&
            to->images && to->missing && j->material &&
            wmi_distinct_init(&j->known, &j->scratch, (size_t)materials)) ||
           no_memory(j);
}

/* Uses the space of the first scene; the others must have the same. */
static bool take_space(joiner *j, const wm_scene_piece *pieces, uint32_t count)
{
    const wm_scene *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const wm_scene *s = pieces[i].scene;
        if (s && !first)
            first = s;
        if (s && (!s->finished || s->up != first->up || s->left_handed != first->left_handed ||
                  s->v_down != first->v_down)) {
            wmi_fail(j->error, WM_BAD_ARGUMENT, "",
                     "the scenes do not share one coordinate system");
            return false;
        }
    }
    j->to->up = first ? first->up : WM_UP_Z;
    j->to->left_handed = first && first->left_handed;
    j->to->v_down = first && first->v_down;
    return true;
}

wm_scene *wm_scene_join(const char *name, const wm_scene_piece *pieces, uint32_t count,
                        const wm_scene_opts *opts, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    joiner j = {.error = error};
    wmi_arena_init(&j.scratch, opts ? opts->allocator : NULL, 0);
    wmi_writer_init(&j.key, opts ? opts->allocator : NULL);
    j.to = wm_scene_new(opts ? opts->memory_limit : 0, opts ? opts->allocator : NULL, error);
    if (!j.to)
        return NULL;
    j.to->name = name;
    j.to->source = "joined";
    bool good = take_space(&j, pieces, count) && make_room(&j, pieces, count);
    for (uint32_t i = 0; good && i < count; i++)
        good = add_piece(&j, &pieces[i]);
    wmi_release(&j.key.allocator, j.key.data, j.key.capacity, 1);
    wmi_arena_free(&j.scratch);
    if (good && wm_scene_finish(j.to, error) == WM_OK)
        return j.to;
    wm_scene_free(j.to);
    return NULL;
}
