/* Semantic differences between two meshes. */
#include "base/text.h"
#include "kotor/mdl/compile/compile.h"
#include "kotor/mdl/diff.h"

/* Texture names ignore case; "NULL" means none. */
static bool same_texture(const char *a, const char *b)
{
    char text[2][WM_KOTOR_NAME_SIZE + 1] = {"", ""};
    memcpy(text[0], a, WM_KOTOR_NAME_SIZE);
    memcpy(text[1], b, WM_KOTOR_NAME_SIZE);
    for (int i = 0; i < 2; i++)
        if (wmi_compare_names(text[i], "null") == 0)
            text[i][0] = '\0';
    return wmi_compare_names(text[0], text[1]) == 0;
}

static bool same_in_second_game(const wm_kotor_mesh *a, const wm_kotor_mesh *b)
{
    return a->dirt_enabled == b->dirt_enabled && a->dirt_texture == b->dirt_texture &&
           a->dirt_space == b->dirt_space && a->hide_in_holograms == b->hide_in_holograms;
}

static bool same_rendering(const wm_kotor_mesh *a, const wm_kotor_mesh *b, double t)
{
    return wmi_same_floats(t, &a->diffuse, &b->diffuse, 3) &&
           wmi_same_floats(t, &a->ambient, &b->ambient, 3) &&
           a->transparency_hint == b->transparency_hint && a->animate_uv == b->animate_uv &&
           (!a->animate_uv || wmi_same_floats(t, a->uv_direction, b->uv_direction, 4)) &&
           a->lightmapped == b->lightmapped && a->rotate_texture == b->rotate_texture &&
           a->background == b->background && a->shadow == b->shadow && a->beaming == b->beaming &&
           a->render == b->render;
}

/* Without an MDX a mesh has only a number of vertices, and nothing to compare. */
static bool no_rows(const wm_kotor_mesh *a, const wm_kotor_mesh *b)
{
    return !a->rows && !b->rows;
}

static bool same_positions(const wm_kotor_mesh *a, const wm_kotor_mesh *b, double t)
{
    if (a->vertex_count != b->vertex_count)
        return false;
    if (no_rows(a, b) && !a->vertices && !b->vertices)
        return true;
    for (uint32_t v = 0; v < a->vertex_count; v++) {
        wm_vec3 p = {0}, q = {0};
        if (wm_kotor_mesh_position(a, v, &p) != wm_kotor_mesh_position(b, v, &q) ||
            !wmi_same_floats(t, &p, &q, 3))
            return false;
    }
    return true;
}

static bool same_faces(const wm_kotor_mesh *a, const wm_kotor_mesh *b)
{
    if (a->face_count != b->face_count)
        return false;
    for (uint32_t i = 0; i < a->face_count; i++)
        if (!wmi_same_bytes(a->faces[i].vertex, b->faces[i].vertex, 6) ||
            a->faces[i].material != b->faces[i].material)
            return false;
    return true;
}

static bool same_uvs(const wm_kotor_mesh *a, const wm_kotor_mesh *b, double t)
{
    for (uint32_t v = 0; v < a->vertex_count; v++)
        for (unsigned set = 0; set < 4; set++) {
            float uv[2] = {0}, other[2] = {0};
            if (wm_kotor_mesh_uv(a, v, set, uv) != wm_kotor_mesh_uv(b, v, set, other) ||
                !wmi_same_floats(t, uv, other, 2))
                return false;
        }
    return true;
}

static bool near(wm_vec3 a, wm_vec3 b, double t)
{
    return memcmp(&a, &b, sizeof a) == 0 ||
           wmi_length(wmi_sub(wmi_vec_of(a), wmi_vec_of(b))) <= (t > 1e-3 ? t : 1e-3);
}

/* Allows a tolerance: normals are computed, and compilers round differently. */
static bool same_normals(const wm_kotor_mdl *was, const wm_kotor_mesh *a, const wm_kotor_mdl *is,
                         const wm_kotor_mesh *b, double t)
{
    for (uint32_t v = 0; v < a->vertex_count; v++) {
        wm_vec3 p[3] = {{0}}, q[3] = {{0}};
        if (wm_kotor_mesh_normal(was, a, v, p) != wm_kotor_mesh_normal(is, b, v, q) ||
            !near(p[0], q[0], t) ||
            wm_kotor_mesh_tangents(was, a, v, p) != wm_kotor_mesh_tangents(is, b, v, q))
            return false;
        for (int k = 0; k < 3; k++)
            if (!near(p[k], q[k], t))
                return false;
    }
    return true;
}

/* The bone name of a slot. */
static const char *bone_of(const wm_kotor_mdl *mdl, const wm_kotor_skin *s, int slot)
{
    return slot >= 0 && s->slots[slot] < mdl->name_count ? mdl->names[s->slots[slot]] : "";
}

static bool same_skin(const wm_kotor_mdl *was, const wm_kotor_mesh *a, const wm_kotor_mdl *is,
                      const wm_kotor_mesh *b, double t)
{
    for (uint32_t v = 0; v < a->vertex_count && v < b->vertex_count; v++) {
        int p[4], q[4];
        float w[4], x[4];
        bool has = wm_kotor_mesh_weights(was, a, v, p, w);
        if (has != wm_kotor_mesh_weights(is, b, v, q, x))
            return false;
        for (int k = 0; has && k < 4; k++)
            if (!wmi_same_floats(t, &w[k], &x[k], 1) ||
                (w[k] != 0 && x[k] != 0 &&
                 wmi_compare_names(bone_of(was, a->skin, p[k]), bone_of(is, b->skin, q[k])) != 0))
                return false;
    }
    return true;
}

static bool same_cloth(const wm_kotor_dangly *a, const wm_kotor_dangly *b, double t)
{
    return wmi_same_floats(t, &a->displacement, &b->displacement, 1) &&
           wmi_same_floats(t, &a->tightness, &b->tightness, 1) &&
           wmi_same_floats(t, &a->period, &b->period, 1) &&
           a->constraint_count == b->constraint_count &&
           wmi_same_floats(t, a->constraints, b->constraints, a->constraint_count);
}

static bool same_table(const void *a, const void *b, size_t row, double t)
{
    return a && b ? wmi_same_floats(t, a, b, WM_KOTOR_SABER_VERTICES * row / sizeof(float))
                  : a == b;
}

/* Normals of blades are computed, and the game does not light blades. */
static bool same_blades(const wm_kotor_saber *a, const wm_kotor_saber *b, double t)
{
    return same_table(a->positions, b->positions, sizeof *a->positions, t) &&
           same_table(a->uvs, b->uvs, sizeof *a->uvs, t);
}

static bool same_tree(const wm_kotor_mesh *a, const wm_kotor_mesh *b, double t)
{
    if (a->aabb_count != b->aabb_count)
        return false;
    for (uint32_t i = 0; i < a->aabb_count; i++) {
        const wm_kotor_mdl_aabb *p = &a->aabbs[i], *q = &b->aabbs[i];
        if (!wmi_same_floats(t, &p->min, &q->min, 6) || p->left != q->left ||
            p->right != q->right || p->face != q->face || p->plane != q->plane)
            return false;
    }
    return true;
}

unsigned wmi_mdl_compare_meshes(const wm_kotor_mdl *was, const wm_kotor_mesh *a,
                                const wm_kotor_mdl *is, const wm_kotor_mesh *b, double t)
{
    if (!a || !b)
        return 0;
    bool vertices = same_positions(a, b, t), rows = vertices && !no_rows(a, b);
    bool second = was->game == WM_KOTOR_GAME_2 && is->game == WM_KOTOR_GAME_2;
    const bool same[WMI_MESH_FIELDS] = {
        [WMI_MESH_TEXTURES] = same_texture(a->texture[0], b->texture[0]) &&
                              same_texture(a->texture[1], b->texture[1]),
        [WMI_MESH_RENDERING] = same_rendering(a, b, t) && (!second || same_in_second_game(a, b)),
        [WMI_MESH_VERTICES] = vertices,
        [WMI_MESH_FACES] = same_faces(a, b),
        [WMI_MESH_UVS] = !rows || same_uvs(a, b, t),
        [WMI_MESH_NORMALS] = !rows || same_normals(was, a, is, b, t),
        [WMI_MESH_SKIN] = !rows || !a->skin || !b->skin || same_skin(was, a, is, b, t),
        [WMI_MESH_CLOTH] = !a->dangly || !b->dangly || same_cloth(a->dangly, b->dangly, t),
        [WMI_MESH_BLADES] = !a->saber || !b->saber || same_blades(a->saber, b->saber, t),
        [WMI_MESH_TREE] = same_tree(a, b, t),
    };
    unsigned differ = 0;
    for (unsigned f = 0; f < WMI_MESH_FIELDS; f++)
        differ |= (unsigned)!same[f] << f;
    return differ;
}
