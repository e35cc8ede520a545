/* Converts meshes, materials and skins of a KotOR model to those of a scene. docs/scene.md,
 * "KotOR". */
#include <stdio.h>

#include "convert/kotor/scene_from_mdl.h"
#include "kotor/mdl/internal.h"

/* ---- materials ---- */

/* Everything that makes two meshes look alike. No padding, so that bytes can be compared. */
typedef struct look {
    char texture[32], lightmap[32];
    float alpha;
    uint32_t transparency;
    wm_vec3 diffuse, ambient, self_illumination;
    uint32_t two_sided;
} look;

typedef struct looks {
    const look *list;      /* one per mesh */
    const uint32_t *first; /* by material: the mesh it comes from; for naming */
} looks;

static void copy_name(char to[32], const char from[32])
{
    size_t n = 0;
    memset(to, 0, 32);
    if (wmi_from_kotor_nothing(from, 32))
        return;
    for (; n < 32 && from[n]; n++)
        to[n] = from[n];
}

static look look_of(const wm_kotor_mdl_node *n)
{
    const wm_kotor_mesh *m = n->mesh;
    float alpha = 1, glow[3] = {0, 0, 0};
    look l;
    memset(&l, 0, sizeof l);
    copy_name(l.texture, m->texture[0]);
    copy_name(l.lightmap, m->texture[1]);
    wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_ALPHA, 1, &alpha);
    wmi_from_kotor_constant(n, WM_KOTOR_CONTROLLER_SELFILLUM, 3, glow);
    l.alpha = alpha;
    l.transparency = m->transparency_hint;
    l.diffuse = m->diffuse;
    l.ambient = m->ambient;
    l.self_illumination = (wm_vec3){glow[0], glow[1], glow[2]};
    l.two_sided = m->saber != NULL;
    return l;
}

static int by_look(const void *context, uint32_t a, uint32_t b)
{
    const looks *l = context;
    int order = memcmp(&l->list[a], &l->list[b], sizeof *l->list);
    return order ? order : a < b ? -1 : 1;
}

/* Materials by texture, then by index. */
static int by_texture(const void *context, uint32_t a, uint32_t b)
{
    const looks *l = context;
    int order = memcmp(l->list[l->first[a]].texture, l->list[l->first[b]].texture, 32);
    return order ? order : a < b ? -1 : 1;
}

static bool fill_material(wmi_from_kotor *f, const look *l, wm_scene_material *m)
{
    *m = (wm_scene_material){.diffuse = l->diffuse,
                             .ambient = l->ambient,
                             .self_illumination = l->self_illumination,
                             .alpha = l->alpha,
                             .blended = l->transparency != 0 || !(l->alpha >= 1),
                             .two_sided = l->two_sided != 0};
    m->textures[WM_TEXTURE_SLOT_LIGHTMAP].uv_set = 1;
    if (*l->texture) {
        m->textures[WM_TEXTURE_SLOT_COLOUR].name = wmi_from_kotor_text(f, l->texture, 32);
        if (!m->textures[WM_TEXTURE_SLOT_COLOUR].name)
            return wmi_from_kotor_no_memory(f);
    }
    if (*l->lightmap) {
        m->textures[WM_TEXTURE_SLOT_LIGHTMAP].name = wmi_from_kotor_text(f, l->lightmap, 32);
        if (!m->textures[WM_TEXTURE_SLOT_LIGHTMAP].name)
            return wmi_from_kotor_no_memory(f);
    }
    wmi_bag_open(&f->bag, f->scene);
    wmi_bag_number(&f->bag, "transparencyhint", (double)l->transparency);
    wmi_bag_close(&f->bag, &m->extras);
    return f->bag.failed ? wmi_from_kotor_no_memory(f) : true;
}

/* The texture's name. The second and later materials with it get a number. */
static bool name_materials(wmi_from_kotor *f, const looks *l)
{
    uint32_t count = f->scene->material_count, run = 0;
    uint32_t *order = wmi_arena_raw(&f->scratch, count, sizeof *order);
    if (!order)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    wmi_sort_by(order, count, by_texture, l);
    for (uint32_t i = 0; i < count; i++) {
        const char *texture = l->list[l->first[order[i]]].texture;
        char name[48];
        bool same = i > 0 && memcmp(texture, l->list[l->first[order[i - 1]]].texture, 32) == 0;
        run = same ? run + 1 : 1;
        int n = wmi_format(name, sizeof name, run > 1 ? "%.32s.%u" : "%.32s",
                           *texture ? texture : "untextured", (unsigned)run);
        char *copy = wm_scene_text(f->scene, name, (size_t)n, NULL);
        if (!copy)
            return wmi_from_kotor_no_memory(f);
        f->scene->materials[order[i]].name = copy;
    }
    return true;
}

/* Gives each mesh its material, numbered in the order of the meshes. */
static bool make_materials(wmi_from_kotor *f, const uint32_t *mesh_nodes, uint32_t count,
                           uint32_t *material)
{
    look *list = wmi_arena_raw(&f->scratch, count, sizeof *list);
    uint32_t *order = wmi_arena_raw(&f->scratch, count, sizeof *order);
    uint32_t *first = wmi_arena_raw(&f->scratch, count, sizeof *first);
    uint32_t used = 0, leader = 0;
    if (!list || !order || !first)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < count; i++) {
        list[i] = look_of(&f->mdl->tree.nodes[mesh_nodes[i]]);
        order[i] = i;
    }
    looks l = {list, first};
    wmi_sort_by(order, count, by_look, &l);
    for (uint32_t i = 0; i < count; i++) { /* for now: the first mesh that looks the same */
        if (i == 0 || memcmp(&list[order[i]], &list[leader], sizeof *list) != 0)
            leader = order[i];
        material[order[i]] = leader;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (material[i] == i) {
            first[used] = i;
            material[i] = used++;
        } else {
            material[i] = material[material[i]]; /* a lower mesh, already numbered */
        }
    }
    f->scene->materials = wm_scene_alloc(f->scene, (size_t)used + f->surface_count,
                                         sizeof *f->scene->materials, NULL);
    if (!f->scene->materials)
        return wmi_from_kotor_no_memory(f);
    f->scene->material_count = used;
    for (uint32_t i = 0; i < used; i++)
        if (!fill_material(f, &list[first[i]], &f->scene->materials[i]))
            return false;
    return name_materials(f, &l);
}

/* ---- vertices ---- */

static bool fill_uvs(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m)
{
    float uv[2];
    for (unsigned set = 0; set < WM_SCENE_UV_SETS; set++) {
        if (m->vertex_count == 0 || !wm_kotor_mesh_uv(from, 0, set, uv))
            continue;
        m->uvs[set] = wm_scene_alloc(f->scene, m->vertex_count, sizeof *m->uvs[set], NULL);
        if (!m->uvs[set])
            return wmi_from_kotor_no_memory(f);
        for (uint32_t v = 0; v < m->vertex_count; v++)
            wm_kotor_mesh_uv(from, v, set, m->uvs[set][v]);
    }
    return true;
}

static wm_vec3 cross(wm_vec3 a, wm_vec3 b)
{
    return (wm_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Allocates more vertex data for the caller to fill in; NULL if out of memory. */
static wm_scene_attribute *add_attribute(wmi_from_kotor *f, wm_scene_mesh *m, const char *name,
                                         uint32_t width)
{
    enum { ROOM = 3 };
    if (!m->attributes)
        m->attributes = wm_scene_alloc(f->scene, ROOM, sizeof *m->attributes, NULL);
    float *values = wm_scene_alloc(f->scene, (size_t)width * m->vertex_count, sizeof *values, NULL);
    if (!m->attributes || !values)
        return NULL;
    m->attributes[m->attribute_count] = (wm_scene_attribute){name, width, values};
    return &m->attributes[m->attribute_count++];
}

/* The file's tangent runs against u. */
static bool fill_tangents(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m)
{
    wm_vec3 frame[3];
    wm_scene_attribute *more = NULL;
    if (m->vertex_count == 0 || !m->normals || !wm_kotor_mesh_tangents(f->mdl, from, 0, frame))
        return true;
    m->tangents = wm_scene_alloc(f->scene, m->vertex_count, sizeof *m->tangents, NULL);
    if (!m->tangents || !(more = add_attribute(f, m, "bitangent", 3)) ||
        !add_attribute(f, m, "frame_normal", 3))
        return wmi_from_kotor_no_memory(f);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        float *t = m->tangents[v];
        wm_kotor_mesh_tangents(f->mdl, from, v, frame);
        wm_vec3 tangent = {-frame[1].x, -frame[1].y, -frame[1].z};
        wm_vec3 side = cross(m->normals[v], tangent);
        float along = side.x * frame[0].x + side.y * frame[0].y + side.z * frame[0].z;
        t[0] = tangent.x;
        t[1] = tangent.y;
        t[2] = tangent.z;
        t[3] = along < 0 ? -1.0f : 1.0f;
        memcpy(more[0].values + 3 * (size_t)v, &frame[0], sizeof frame[0]);
        memcpy(more[1].values + 3 * (size_t)v, &frame[2], sizeof frame[2]);
    }
    return true;
}

static bool fill_vertices(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m)
{
    wm_vec3 normal;
    m->vertex_count = from->vertex_count;
    m->positions = wm_scene_alloc(f->scene, m->vertex_count, sizeof *m->positions, NULL);
    if (!m->positions)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t v = 0; v < m->vertex_count; v++)
        wm_kotor_mesh_position(from, v, &m->positions[v]);
    if (m->vertex_count && wm_kotor_mesh_normal(f->mdl, from, 0, &normal)) {
        m->normals = wm_scene_alloc(f->scene, m->vertex_count, sizeof *m->normals, NULL);
        if (!m->normals)
            return wmi_from_kotor_no_memory(f);
        for (uint32_t v = 0; v < m->vertex_count; v++)
            wm_kotor_mesh_normal(f->mdl, from, v, &m->normals[v]);
    }
    return fill_uvs(f, from, m) && fill_tangents(f, from, m);
}

/* all: keep the faces that the reader dropped. Walkmeshes need them, because AABB leaves
 * are found by face index. */
static bool fill_faces(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m, bool all)
{
    m->index_count = 3 * from->face_count;
    m->indices = wm_scene_alloc(f->scene, m->index_count, sizeof *m->indices, NULL);
    m->face_numbers = wm_scene_alloc(f->scene, from->face_count, sizeof *m->face_numbers, NULL);
    if (!m->indices || !m->face_numbers)
        return wmi_from_kotor_no_memory(f);
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->face_count; i++) {
        if (!all && wmi_mdl_dropped(f->mdl, &from->faces[i]))
            continue;
        for (uint32_t k = 0; k < 3; k++)
            m->indices[3 * count + k] = from->faces[i].vertex[k];
        m->face_numbers[count++] = from->faces[i].material;
    }
    m->index_count = 3 * count;
    return true;
}

/* Two blades. In each, the centre line (vertices 0 to 3) and the edge (4 to 7) span three
 * quads. The other vertices repeat the centre line. */
static bool fill_saber(wmi_from_kotor *f, const wm_kotor_saber *from, wm_scene_mesh *m)
{
    enum { BLADE = WM_KOTOR_SABER_VERTICES / 2, QUADS = 6 };
    uint32_t n = m->vertex_count = WM_KOTOR_SABER_VERTICES, at = 0;
    m->index_count = QUADS * 6;
    m->positions = wm_scene_alloc(f->scene, n, sizeof *m->positions, NULL);
    m->indices = wm_scene_alloc(f->scene, m->index_count, sizeof *m->indices, NULL);
    m->normals = from->normals ? wm_scene_alloc(f->scene, n, sizeof *m->normals, NULL) : NULL;
    m->uvs[0] = from->uvs ? wm_scene_alloc(f->scene, n, sizeof *m->uvs[0], NULL) : NULL;
    if (!m->positions || !m->indices || (from->normals && !m->normals) || (from->uvs && !m->uvs[0]))
        return wmi_from_kotor_no_memory(f);
    memcpy(m->positions, from->positions, n * sizeof *m->positions);
    if (m->normals)
        memcpy(m->normals, from->normals, n * sizeof *m->normals);
    if (m->uvs[0])
        memcpy(m->uvs[0], from->uvs, n * sizeof *m->uvs[0]);
    for (uint32_t q = 0; q < QUADS; q++) {
        uint32_t middle = q / 3 * BLADE + q % 3, edge = middle + 4;
        uint32_t corners[6] = {edge, middle, middle + 1, middle + 1, edge + 1, edge};
        for (int k = 0; k < 6; k++)
            m->indices[at++] = corners[k];
    }
    return true;
}

/* ---- skins ---- */

static const wm_matrix unmoved = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

/* Joint s is the node whose name has slot s. Slots that lead nowhere use the mesh's own node,
 * as does the last joint, which is for vertices without a bone. */
static bool fill_skin(wmi_from_kotor *f, const wm_kotor_skin *from, uint32_t node,
                      wm_scene_skin *skin)
{
    const uint32_t most = 65535;
    uint32_t names = from->bone_count < f->mdl->name_count ? from->bone_count : f->mdl->name_count;
    uint32_t slots = 0;
    for (uint32_t i = 0; i < names; i++) {
        float slot = from->bone_map[i];
        if (slot >= 0 && slot < (float)names && slot < (float)most && (uint32_t)slot >= slots)
            slots = (uint32_t)slot + 1;
    }
    skin->joint_count = slots + 1;
    skin->joints = wm_scene_alloc(f->scene, slots + 1, sizeof *skin->joints, NULL);
    skin->inverse_bind = wm_scene_alloc(f->scene, slots + 1, sizeof *skin->inverse_bind, NULL);
    if (!skin->joints || !skin->inverse_bind)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t s = 0; s <= slots; s++) {
        skin->joints[s] = node;
        skin->inverse_bind[s] = unmoved;
    }
    for (uint32_t i = names; i-- > 0;) { /* if two names have the same slot, the first counts */
        float slot = from->bone_map[i];
        if (!(slot >= 0 && slot < (float)slots) || f->node_of_name[i] == WM_NO_INDEX ||
            i >= from->q_count || i >= from->t_count)
            continue;
        wm_transform bind = wmi_from_kotor_pose(from->q[i], from->t[i]);
        skin->joints[(uint32_t)slot] = f->node_of_name[i];
        skin->inverse_bind[(uint32_t)slot] = wmi_matrix_of(&bind);
    }
    return true;
}

static bool fill_weights(wmi_from_kotor *f, const wm_kotor_mesh *from, wm_scene_mesh *m,
                         uint32_t joints)
{
    m->joints = wm_scene_alloc(f->scene, m->vertex_count, sizeof *m->joints, NULL);
    m->weights = wm_scene_alloc(f->scene, m->vertex_count, sizeof *m->weights, NULL);
    if (!m->joints || !m->weights)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        int slot[4] = {-1, -1, -1, -1};
        float weight[4] = {0, 0, 0, 0};
        bool any = false;
        wm_kotor_mesh_weights(f->mdl, from, v, slot, weight);
        for (int k = 0; k < 4; k++) {
            bool used = slot[k] >= 0 && weight[k] != 0;
            bool known = used && (uint32_t)slot[k] < joints - 1;
            m->joints[v][k] = (uint16_t)(known ? (uint32_t)slot[k] : used ? joints - 1 : 0);
            m->weights[v][k] = used ? weight[k] : 0;
            any = any || used;
        }
        if (!any) {
            m->joints[v][0] = (uint16_t)(joints - 1);
            m->weights[v][0] = 1;
        }
    }
    return true;
}

static bool add_skin(wmi_from_kotor *f, const wm_kotor_mesh *from, uint32_t node, wm_scene_mesh *m)
{
    wm_scene_node *n = &f->scene->nodes[node];
    wm_scene_skin *skin = &f->scene->skins[f->scene->skin_count];
    if (!fill_skin(f, from->skin, node, skin) || !fill_weights(f, from, m, skin->joint_count))
        return false;
    skin->name = n->name;
    n->skin = f->scene->skin_count++;
    /* Most skins have no vertex that uses the last joint. */
    uint32_t last = skin->joint_count - 1;
    bool used = last == 0;
    for (uint32_t v = 0; v < m->vertex_count && !used; v++)
        for (int k = 0; k < 4; k++)
            used = used || m->joints[v][k] == last;
    skin->joint_count -= !used;
    return true;
}

/* ---- meshes ---- */

static bool add_constraints(wmi_from_kotor *f, const wm_kotor_dangly *d, wm_scene_mesh *m)
{
    if (d->constraint_count < m->vertex_count || m->vertex_count == 0 || !d->constraints)
        return true;
    wm_scene_attribute *a = add_attribute(f, m, "constraint", 1);
    if (!a)
        return wmi_from_kotor_no_memory(f);
    memcpy(a->values, d->constraints, m->vertex_count * sizeof *a->values);
    return true;
}

static bool has_geometry(const wm_kotor_mesh *mesh)
{
    wm_vec3 p;
    if (mesh->saber)
        return mesh->saber->positions != NULL;
    return mesh->vertex_count > 0 && wm_kotor_mesh_position(mesh, 0, &p);
}

static bool is_walkmesh(const wm_kotor_mdl_node *n)
{
    return n->flags & WM_KOTOR_NODE_AABB && !n->mesh->saber;
}

static bool add_part(wmi_from_kotor *f, wm_scene_mesh *m, uint32_t material)
{
    m->parts = wm_scene_alloc(f->scene, 1, sizeof *m->parts, NULL);
    if (!m->parts)
        return wmi_from_kotor_no_memory(f);
    m->part_count = 1;
    m->parts[0] = (wm_scene_part){0, m->index_count, material};
    return true;
}

static bool fill_mesh(wmi_from_kotor *f, uint32_t node, uint32_t material, wm_scene_mesh *m)
{
    const wm_kotor_mdl_node *n = &f->mdl->tree.nodes[node];
    const wm_kotor_mesh *from = n->mesh;
    m->name = f->scene->nodes[node].name;
    if (from->saber ? !fill_saber(f, from->saber, m)
                    : !fill_vertices(f, from, m) || !fill_faces(f, from, m, is_walkmesh(n)))
        return false;
    f->order = NULL;
    if (is_walkmesh(n) ? !wmi_from_kotor_group_faces(f, from, m) : !add_part(f, m, material))
        return false;
    if (from->dangly && !add_constraints(f, from->dangly, m))
        return false;
    if (from->skin && !from->saber && !add_skin(f, from, node, m))
        return false;
    return wmi_from_kotor_mesh_extras(f, n, &m->extras);
}

/* Materials of all meshes except walkmeshes, which have surfaces. */
static bool choose_materials(wmi_from_kotor *f, const uint32_t *nodes, uint32_t count,
                             uint32_t *material)
{
    uint32_t *drawn = wmi_arena_raw(&f->scratch, count, sizeof *drawn), drawn_count = 0, at = 0;
    uint32_t *made = wmi_arena_raw(&f->scratch, count, sizeof *made);
    if (!drawn || !made)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < count; i++)
        if (!is_walkmesh(&f->mdl->tree.nodes[nodes[i]]))
            drawn[drawn_count++] = nodes[i];
    if (!wmi_from_kotor_list_surfaces(f) || !make_materials(f, drawn, drawn_count, made) ||
        !wmi_from_kotor_surface_materials(f, f->scene->material_count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        material[i] = is_walkmesh(&f->mdl->tree.nodes[nodes[i]]) ? WM_NO_INDEX : made[at++];
    return true;
}

bool wmi_from_kotor_meshes(wmi_from_kotor *f)
{
    const wm_kotor_tree *tree = &f->mdl->tree;
    uint32_t count = 0, skins = 0;
    uint32_t *nodes = wmi_arena_raw(&f->scratch, tree->count, sizeof *nodes);
    uint32_t *material = wmi_arena_raw(&f->scratch, tree->count, sizeof *material);
    if (!nodes || !material)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < tree->count; i++) {
        const wm_kotor_mesh *mesh = tree->nodes[i].mesh;
        if (!mesh || !has_geometry(mesh))
            continue;
        nodes[count++] = i;
        skins += mesh->skin && !mesh->saber;
    }
    if (!choose_materials(f, nodes, count, material))
        return false;
    f->scene->meshes = wm_scene_alloc(f->scene, count, sizeof *f->scene->meshes, NULL);
    f->scene->skins = wm_scene_alloc(f->scene, skins, sizeof *f->scene->skins, NULL);
    if (!f->scene->meshes || !f->scene->skins)
        return wmi_from_kotor_no_memory(f);
    for (uint32_t i = 0; i < count; i++) {
        if (!fill_mesh(f, nodes[i], material[i], &f->scene->meshes[i]))
            return false;
        f->scene->nodes[nodes[i]].mesh = i;
    }
    f->scene->mesh_count = count;
    return true;
}
