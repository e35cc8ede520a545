/* Vertices in model space: transformed by their node, or by the joints of a skin with the
 * stored inverse bind pose. docs/scene.md, "Skins". */
#include "scene/internal.h"

/* The matrix that transforms normals when `a` transforms points: its cofactors. They are
 * correct for non-uniform scales and mirrors too; normals are normalised afterwards. */
static wm_matrix cofactors(const wm_matrix *a)
{
    wm_matrix to = {{{0}}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            to.m[r][c] = a->m[r1][c1] * a->m[r2][c2] - a->m[r1][c2] * a->m[r2][c1];
        }
    return to;
}

static void move(const wm_scene_mesh *m, const wm_matrix *world, wm_vec3 *positions,
                 wm_vec3 *normals)
{
    wm_matrix normal_map = cofactors(world);
    for (uint32_t v = 0; positions && v < m->vertex_count; v++)
        positions[v] = wmi_matrix_point(world, m->positions[v]);
    for (uint32_t v = 0; normals && v < m->vertex_count; v++)
        normals[v] = wmi_unit(wmi_matrix_direction(&normal_map, m->normals[v]));
}

static inline void add_weighted(wm_matrix *sum, const wm_matrix *joint, float weight)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            sum->m[r][c] += weight * joint->m[r][c];
}

/* A joint without weight costs only the test. */
static inline wm_matrix blend(const wm_matrix *joints, const uint16_t joint[4],
                              const float weight[4])
{
    wm_matrix to = {{{0}}};
    add_weighted(&to, &joints[joint[0]], weight[0]);
    for (int k = 1; k < 4; k++)
        if (weight[k] != 0)
            add_weighted(&to, &joints[joint[k]], weight[k]);
    return to;
}

static void skin(const wm_pose *pose, wm_matrix *joints, const wm_scene_mesh *m,
                 const wm_scene_skin *s, wm_vec3 *positions, wm_vec3 *normals)
{
    for (uint32_t k = 0; k < s->joint_count; k++)
        wmi_matrix_multiply(&joints[k], &pose->world[s->joints[k]], &s->inverse_bind[k]);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        wm_matrix to = blend(joints, m->joints[v], m->weights[v]);
        if (positions)
            positions[v] = wmi_matrix_point(&to, m->positions[v]);
        if (normals)
            normals[v] = wmi_unit(wmi_matrix_direction(&to, m->normals[v]));
    }
}

void wm_pose_mesh(wm_pose *pose, uint32_t node, wm_vec3 *positions, wm_vec3 *normals)
{
    const wm_scene *scene = pose->scene;
    if (node >= scene->node_count || scene->nodes[node].mesh == WM_NO_INDEX)
        return;
    const wm_scene_node *n = &scene->nodes[node];
    const wm_scene_mesh *m = &scene->meshes[n->mesh];
    if (normals && !m->normals) {
        for (uint32_t v = 0; v < m->vertex_count; v++)
            normals[v] = (wm_vec3){0, 0, 0};
        normals = NULL;
    }
    if (n->skin == WM_NO_INDEX)
        move(m, &pose->world[node], positions, normals);
    else
        skin(pose, ((wmi_pose *)pose)->joints, m, &scene->skins[n->skin], positions, normals);
}
