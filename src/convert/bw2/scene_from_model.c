/* Converts a Black & White 2 model to a neutral scene: materials, bones, meshes, entities,
 * and the outlines on the ground. docs/gltf.md, "Black & White 2". */
#include "convert/bw2/scene_from_model.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "convert/frame.h"
#include "scene/internal.h"

bool wmi_from_bw2_no_memory(wmi_from_bw2 *f)
{
    wm_scene_no_memory(f->scene, f->error);
    return false;
}

static const char *text_of(wmi_from_bw2 *f, const char *field, size_t size)
{
    const char *nul = memchr(field, 0, size);
    return wm_scene_text(f->scene, field, nul ? (size_t)(nul - field) : size, NULL);
}

/* ---- materials --------------------------------------------------------- */

/* The texture slot of each name in the file, and the uv set it uses if there are that many. */
static const struct {
    wm_texture_slot slot;
    uint8_t uv_set;
} slots[WM_BW2_TEXTURES] = {{WM_TEXTURE_SLOT_COLOUR, 0},     {WM_TEXTURE_SLOT_LIGHTMAP, 1},
                            {WM_TEXTURE_SLOT_GROWTH, 2},     {WM_TEXTURE_SLOT_SPECULAR, 0},
                            {WM_TEXTURE_SLOT_ADDITIONAL, 2}, {WM_TEXTURE_SLOT_NORMAL, 0}};

static bool is_blended(const char *name)
{
    static const char *const words[] = {"_plants_", "_vines_", "_yard_"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

static bool fill_material(wmi_from_bw2 *f, const wm_bw2_material *from, uint32_t addressing,
                          wm_scene_material *to)
{
    uint32_t sets = wm_bw2_model_uv_sets(f->model);
    *to = (wm_scene_material){.diffuse = {1, 1, 1}, .ambient = {1, 1, 1}, .alpha = 1};
    to->name = text_of(f, from->name, sizeof from->name);
    if (!to->name)
        return wmi_from_bw2_no_memory(f);
    to->blended = is_blended(to->name);
    for (int i = 0; i < WM_BW2_TEXTURES; i++) {
        wm_scene_texture *t = &to->textures[slots[i].slot];
        if (from->texture[i][0] == '\0')
            continue;
        t->name = text_of(f, from->texture[i], sizeof from->texture[i]);
        if (!t->name)
            return wmi_from_bw2_no_memory(f);
        t->uv_set = slots[i].uv_set < sets ? slots[i].uv_set : 0;
        uint32_t mode = addressing >> 8 * t->uv_set;
        t->clamp_u = (mode & 3) == 3;
        t->clamp_v = (mode >> 2 & 3) == 3;
    }
    return true;
}

/* References hold the addressing mode; the first one that uses a material sets it. */
static bool fill_materials(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    wm_scene *s = f->scene;
    uint32_t *addressing = wm_scene_alloc(s, m->material_count, sizeof *addressing, NULL);
    s->materials = wm_scene_alloc(s, m->material_count, sizeof *s->materials, NULL);
    if (!s->materials || !addressing)
        return wmi_from_bw2_no_memory(f);
    for (uint32_t i = m->reference_count; i-- > 0;)
        addressing[m->references[i].material] = m->references[i].addressing;
    for (uint32_t i = 0; i < m->material_count; i++, s->material_count++)
        if (!fill_material(f, &m->materials[i], addressing[i], &s->materials[i]))
            return false;
    return true;
}

/* ---- nodes ------------------------------------------------------------- */

static wm_scene_node *add_node(wmi_from_bw2 *f, const char *name, wm_node_kind kind)
{
    wm_scene_node *n = &f->scene->nodes[f->scene->node_count++];
    *n = wmi_scene_node(name);
    n->kind = kind;
    return n;
}

/* Adds a node for a frame. Its extras hold the exact numbers. */
static bool add_frame(wmi_from_bw2 *f, const char *name, wm_node_kind kind, uint32_t number,
                      const wm_bw2_frame *frame)
{
    if (!name)
        return wmi_from_bw2_no_memory(f);
    wm_scene_node *n = add_node(f, name, kind);
    n->rest = wmi_frame_transform(frame);
    n->source = number;
    wmi_bag_floats(&f->bag, "frame", &frame->axis[0].x, 12);
    wmi_bag_close(&f->bag, &n->extras);
    return true;
}

/* Bones have no names in the file. */
static bool add_bones(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    for (uint32_t i = 0; i < m->bone_count; i++) {
        char name[24];
        int size = wmi_format(name, sizeof name, "bone_%02lu", (ul)i);
        if (!add_frame(f, wm_scene_text(f->scene, name, (size_t)size, NULL), WM_NODE_KIND_BONE, i,
                       &m->bones[i]))
            return false;
    }
    return true;
}

static bool is_hull(const wmi_from_bw2 *f, uint32_t number)
{
    static const char hull[] = "lh_phys";
    const wm_bw2_mesh *mesh = &f->model->meshes[number];
    uint32_t of_it = 0;
    for (uint32_t k = 0; k < mesh->reference_count; k++) {
        const wm_bw2_reference *r = &f->model->references[mesh->reference + k];
        of_it += wmi_compare_names(f->scene->materials[r->material].name, hull) == 0;
    }
    return (of_it > 0 && of_it == mesh->reference_count) ||
           wmi_compare_names(f->scene->meshes[number].name, hull) == 0;
}

/* tower becomes tower_lod2, unless it already has that name. */
static const char *level_name(wmi_from_bw2 *f, const char *name, uint32_t level)
{
    char ending[24], text[WM_BW2_NAME + 24];
    size_t size = strlen(name);
    size_t more = (size_t)wmi_format(ending, sizeof ending, "_lod%lu", (ul)level);
    if (size >= more && wmi_compare_names(name + size - more, ending) == 0)
        return name;
    more = (size_t)wmi_format(text, sizeof text, "%s%s", name, ending);
    return wm_scene_text(f->scene, text, more, NULL);
}

/* Meshes of one level replace those of another in order: the first replaces the first. */
static bool add_meshes(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    uint32_t finest = 0, before = 0;
    while (finest < m->mesh_count && m->meshes[finest].lod == 1)
        finest++;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        uint32_t level = m->meshes[i].lod;
        const char *name = level_name(f, f->scene->meshes[i].name, level);
        if (!name)
            return wmi_from_bw2_no_memory(f);
        wm_scene_node *n = add_node(f, name, WM_NODE_KIND_MESH);
        n->mesh = n->source = i;
        n->role = is_hull(f, i) ? WM_NODE_ROLE_COLLISION : WM_NODE_ROLE_SHOWN;
        n->skin = f->scene->meshes[i].joints ? 0 : WM_NO_INDEX;
        before = i && m->meshes[i - 1].lod == level ? before + 1 : 0;
        n->lod = level;
        n->lod_group = 1 + (finest && before >= finest ? finest - 1 : before);
    }
    return true;
}

static bool add_entities(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    for (uint32_t i = 0; i < m->entity_count; i++) {
        const wm_bw2_entity *e = &m->entities[i];
        if (!add_frame(f, text_of(f, e->name, sizeof e->name), WM_NODE_KIND_EMPTY, i, &e->frame))
            return false;
    }
    return true;
}

/* ---- outlines ---------------------------------------------------------- */

/* Adds a mesh of lines and its node. Returns NULL if out of memory. */
static wm_scene_mesh *add_lines(wmi_from_bw2 *f, const char *name, uint32_t vertices,
                                uint32_t lines)
{
    wm_scene *s = f->scene;
    wm_scene_mesh *mesh = &s->meshes[s->mesh_count];
    wm_vec3 *positions = wm_scene_alloc(s, vertices, sizeof *positions, NULL);
    uint32_t *indices = wm_scene_alloc(s, 2 * (size_t)lines, sizeof *indices, NULL);
    wm_scene_part *part = wm_scene_alloc(s, 1, sizeof *part, NULL);
    if (!positions || !indices || !part) {
        wmi_from_bw2_no_memory(f);
        return NULL;
    }
    *part = (wm_scene_part){0, 2 * lines, WM_NO_INDEX};
    *mesh = (wm_scene_mesh){.name = name,
                            .primitive = WM_PRIMITIVE_LINES,
                            .vertex_count = vertices,
                            .positions = positions,
                            .index_count = 2 * lines,
                            .indices = indices,
                            .part_count = 1,
                            .parts = part};
    wm_scene_node *n = add_node(f, name, WM_NODE_KIND_MESH);
    n->role = WM_NODE_ROLE_OUTLINE;
    n->mesh = s->mesh_count++;
    return mesh;
}

static void close_ring(uint32_t *indices, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        indices[2 * (size_t)i] = first + i;
        indices[2 * (size_t)i + 1] = first + (i + 1 < count ? i + 1 : 0);
    }
}

static bool add_footprint(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    if (m->footprint_count == 0)
        return true;
    wm_scene_mesh *mesh = add_lines(f, "footprint", m->footprint_count, m->footprint_count);
    if (!mesh)
        return false;
    memcpy(mesh->positions, m->footprint, m->footprint_count * sizeof *m->footprint);
    close_ring(mesh->indices, 0, m->footprint_count);
    return true;
}

enum { RING = 32, RINGS_MAX = 4096 };

/* Circles lie flat at the bottom of the model. */
static bool add_circles(wmi_from_bw2 *f)
{
    static const double pi = 3.14159265358979323846;
    const wm_bw2_model *m = f->model;
    uint32_t rings = m->circle_count < RINGS_MAX ? m->circle_count : RINGS_MAX;
    if (rings == 0)
        return true;
    wm_scene_mesh *mesh = add_lines(f, "circles", rings * RING, rings * RING);
    if (!mesh)
        return false;
    for (uint32_t i = 0; i < rings; i++) {
        const wm_bw2_circle *c = &m->circles[i];
        for (uint32_t k = 0; k < RING; k++) {
            double direction = 2 * pi * k / RING;
            mesh->positions[i * RING + k] =
                (wm_vec3){c->x + c->radius * (float)wmi_cos(direction), m->bounds.min.y,
                          c->z + c->radius * (float)wmi_sin(direction)};
        }
        close_ring(mesh->indices + 2 * (size_t)i * RING, i * RING, RING);
    }
    wmi_bag_floats(&f->bag, "circles", &m->circles[0].x, 3 * m->circle_count);
    wmi_bag_close(&f->bag, &mesh->extras);
    return true;
}

/* ---- the scene --------------------------------------------------------- */

/* The inverse of a bone's rest transform. Bones have no parent. */
static wm_matrix inverse_of(const wm_transform *t)
{
    wm_transform unrotate = {
        {0, 0, 0}, {-t->rotation.x, -t->rotation.y, -t->rotation.z, t->rotation.w}, {1, 1, 1}};
    wm_matrix m = wmi_matrix_of(&unrotate);
    const float scale[3] = {t->scale.x, t->scale.y, t->scale.z};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            m.m[r][c] /= scale[r] != 0 ? scale[r] : 1;
        m.m[r][3] = -(m.m[r][0] * t->translation.x + m.m[r][1] * t->translation.y +
                      m.m[r][2] * t->translation.z);
    }
    return m;
}

static bool add_skin(wmi_from_bw2 *f)
{
    wm_scene *s = f->scene;
    uint32_t count = f->model->bone_count;
    if (count == 0)
        return true;
    wm_scene_skin *skin = s->skins = wm_scene_alloc(s, 1, sizeof *skin, NULL);
    if (!skin)
        return wmi_from_bw2_no_memory(f);
    *skin = (wm_scene_skin){"skin", count, wm_scene_alloc(s, count, sizeof *skin->joints, NULL),
                            wm_scene_alloc(s, count, sizeof *skin->inverse_bind, NULL)};
    if (!skin->joints || !skin->inverse_bind)
        return wmi_from_bw2_no_memory(f);
    s->skin_count = 1;
    for (uint32_t i = 0; i < count; i++) {
        skin->joints[i] = i; /* bones are the first nodes */
        skin->inverse_bind[i] = inverse_of(&s->nodes[i].rest);
    }
    return true;
}

static bool fill(wmi_from_bw2 *f)
{
    const wm_bw2_model *m = f->model;
    wm_scene *s = f->scene;
    const char *variant = wm_bw2_model_is_skin(m) ? "skin" : "static";
    s->source = "bw2-model";
    s->name = "model";
    s->up = WM_UP_Y;
    s->left_handed = s->v_down = true;
    wmi_bag_open(&f->bag, s);
    wmi_bag_number(&f->bag, "version", m->version);
    wmi_bag_text(&f->bag, "variant", variant, strlen(variant));
    wmi_bag_number(&f->bag, "unknown_a4", (double)m->unknown_a4);
    if (f->no_outlines) /* so that import computes them */
        wmi_bag_number(&f->bag, "no_outlines", 1);
    wmi_bag_close(&f->bag, &s->extras);
    size_t nodes = (size_t)m->bone_count + m->mesh_count + m->entity_count + 2;
    s->nodes = wm_scene_alloc(s, nodes, sizeof *s->nodes, NULL);
    if (!s->nodes)
        return wmi_from_bw2_no_memory(f);
    if (!fill_materials(f) || !wmi_from_bw2_meshes(f) || !add_bones(f) || !add_skin(f) ||
        !add_meshes(f) || !add_entities(f))
        return false;
    if (!f->no_outlines && (!add_footprint(f) || !add_circles(f)))
        return false;
    return f->bag.failed ? wmi_from_bw2_no_memory(f) : wm_scene_finish(s, f->error) == WM_OK;
}

wm_scene *wm_scene_from_bw2_model(const wm_bw2_model *model, const wm_scene_opts *opts,
                                  wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return NULL;
    wmi_from_bw2 f = {.model = model, .error = error, .no_outlines = opts && opts->no_outlines};
    f.scene = wm_scene_new(opts ? opts->memory_limit : 0, opts ? opts->allocator : NULL, error);
    if (f.scene && !fill(&f)) {
        wm_scene_free(f.scene);
        f.scene = NULL;
    }
    return f.scene;
}
