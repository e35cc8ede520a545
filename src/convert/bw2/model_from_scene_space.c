/* Converts from the space of a scene to that of Black & White 2: y up, left-handed. If
 * nothing moves, the bits stay the same. docs/gltf.md, "Black & White 2". */
#include <math.h>

#include "base/vec.h"
#include "convert/bw2/model_from_scene.h"
#include "convert/frame.h"
#include "convert/internal.h"

wm_vec3 wmi_to_bw2_vector(const wm_scene *s, wm_vec3 v)
{
    if (s->up == WM_UP_Y)
        return s->left_handed ? v : (wm_vec3){v.x, v.y, -v.z};
    return s->left_handed ? (wm_vec3){v.x, v.z, -v.y} : (wm_vec3){v.x, v.z, v.y};
}

/* The reverse. */
static wm_vec3 from_bw2_vector(const wm_scene *s, wm_vec3 v)
{
    if (s->up == WM_UP_Z && s->left_handed)
        return (wm_vec3){v.x, -v.z, v.y};
    return wmi_to_bw2_vector(s, v); /* the other conversions are their own inverse */
}

bool wmi_to_bw2_unmoved(const wm_matrix *m)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            if (m->m[r][c] != (r == c ? 1.0f : 0.0f))
                return false;
    return true;
}

static wmi_vec column(const wm_matrix *m, int c)
{
    return (wmi_vec){(double)m->m[0][c], (double)m->m[1][c], (double)m->m[2][c]};
}

bool wmi_to_bw2_mirrors(const wm_matrix *m)
{
    return wmi_dot(wmi_cross(column(m, 0), column(m, 1)), column(m, 2)) < 0;
}

/* ---- frames ------------------------------------------------------------ */

/* The node's world matrix in the game's space. */
static wm_matrix place_of(const wmi_to_bw2 *t, uint32_t node)
{
    const wm_matrix *w = &t->pose->world[node];
    wm_matrix m;
    for (int c = 0; c < 4; c++) {
        const wm_vec3 unit = {c == 0, c == 1, c == 2};
        wm_vec3 v =
            c == 3 ? wmi_matrix_place(w) : wmi_matrix_direction(w, from_bw2_vector(t->scene, unit));
        v = wmi_to_bw2_vector(t->scene, v);
        m.m[0][c] = v.x + 0; /* avoid -0 */
        m.m[1][c] = v.y + 0;
        m.m[2][c] = v.z + 0;
    }
    return m;
}

/* Equal within the rounding error of a rotation. */
static bool same_place(const wm_matrix *a, const wm_matrix *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            float size = wmi_maxf(fabsf(a->m[r][c]), 1);
            if (!(fabsf(a->m[r][c] - b->m[r][c]) <= 1e-5f * size))
                return memcmp(a, b, sizeof *a) == 0;
        }
    return true;
}

static wm_vec3 axis_of(const wm_matrix *m, int c)
{
    wmi_vec v = column(m, c);
    double length = wmi_length(v);
    return length > 0 && isfinite(length) ? wmi_vec_float(wmi_scale(v, 1 / length))
                                          : (wm_vec3){c == 0, c == 1, c == 2};
}

/* Frames in the game use the axes of a tool with z up: for a node without rotation they are
 * x, z, y. Nodes that came from a frame keep their own axes. */
wm_bw2_frame wmi_to_bw2_frame(const wmi_to_bw2 *t, uint32_t node, bool *computed)
{
    const wm_extra *e = wmi_extra_list(&t->scene->nodes[node].extras, "frame", 12);
    wm_matrix place = place_of(t, node);
    wm_bw2_frame f = {.position = wmi_matrix_place(&place)};
    *computed = true;
    if (e) {
        wm_bw2_frame old;
        float *to[4] = {&old.axis[0].x, &old.axis[1].x, &old.axis[2].x, &old.position.x};
        for (int i = 0; i < 12; i++)
            to[i / 3][i % 3] = (float)e->numbers[i];
        wm_transform rest = wmi_frame_transform(&old);
        wm_matrix was = wmi_matrix_of(&rest);
        *computed = !same_place(&was, &place);
        if (!*computed)
            return old;
        for (int i = 0; i < 3; i++)
            f.axis[i] = axis_of(&place, i);
        if (wmi_frame_is_mirrored(&old) != wmi_frame_is_mirrored(&f))
            f.axis[2] = (wm_vec3){0 - f.axis[2].x, 0 - f.axis[2].y, 0 - f.axis[2].z};
        return f;
    }
    f.axis[0] = axis_of(&place, 0);
    f.axis[1] = axis_of(&place, 2);
    f.axis[2] = axis_of(&place, 1);
    return f;
}

/* ---- vertices ---------------------------------------------------------- */

/* Are all joints where the skin was bound, so that nothing moves? */
static bool is_bound(const wmi_to_bw2 *t, const wm_scene_skin *skin)
{
    static const wm_matrix unmoved = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    for (uint32_t i = 0; i < skin->joint_count; i++) {
        wm_matrix m;
        wmi_matrix_multiply(&m, &t->pose->world[skin->joints[i]], &skin->inverse_bind[i]);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++)
                if (!(fabsf(m.m[r][c] - unmoved.m[r][c]) < 1e-4f))
                    return false;
    }
    return true;
}

/* Keeps normals perpendicular under any scale, with cross products of the columns and the
 * sign of a mirror. */
static wm_vec3 move_normal(const wm_matrix *m, wm_vec3 n)
{
    wmi_vec x = column(m, 0), y = column(m, 1), z = column(m, 2);
    wmi_vec v = wmi_scale(wmi_cross(y, z), (double)n.x);
    v = wmi_add(v, wmi_scale(wmi_cross(z, x), (double)n.y));
    v = wmi_add(v, wmi_scale(wmi_cross(x, y), (double)n.z));
    double length = wmi_length(v);
    if (!(length > 0))
        return n;
    return wmi_vec_float(wmi_scale(v, (wmi_to_bw2_mirrors(m) ? -1 : 1) / length));
}

static void copy_out(const wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, const wm_vec3 *from,
                     wm_vec3 *to)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        to[i] = wmi_to_bw2_vector(t->scene, from[mesh->vertices ? mesh->vertices[i] : i]);
}

static wm_status place_posed(wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, wm_vec3 *positions,
                             wm_vec3 *normals)
{
    uint32_t n = mesh->from->vertex_count;
    wm_vec3 *p = wmi_to_bw2_scratch(t, n, sizeof *p), *d = wmi_to_bw2_scratch(t, n, sizeof *d);
    if (!p || !d)
        return wmi_to_bw2_no_memory(t);
    t->result->posed++;
    wm_pose_mesh(t->pose, mesh->node, p, d);
    copy_out(t, mesh, p, positions);
    if (normals)
        copy_out(t, mesh, d, normals);
    return WM_OK;
}

wm_status wmi_to_bw2_place(wmi_to_bw2 *t, const wmi_to_bw2_mesh *mesh, wm_vec3 *positions,
                           wm_vec3 *normals)
{
    const wm_scene_node *node = &t->scene->nodes[mesh->node];
    const wm_scene_mesh *from = mesh->from;
    const wm_matrix *world = &t->pose->world[mesh->node];
    bool skinned = node->skin != WM_NO_INDEX;
    if (skinned && !t->own && !is_bound(t, &t->scene->skins[node->skin]))
        return place_posed(t, mesh, positions, normals);
    if (!from->normals)
        normals = NULL;
    if (skinned || wmi_to_bw2_unmoved(world)) {
        copy_out(t, mesh, from->positions, positions);
        if (normals)
            copy_out(t, mesh, from->normals, normals);
        return WM_OK;
    }
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        uint32_t v = mesh->vertices ? mesh->vertices[i] : i;
        positions[i] = wmi_to_bw2_vector(t->scene, wmi_matrix_point(world, from->positions[v]));
        if (normals)
            normals[i] = wmi_to_bw2_vector(t->scene, move_normal(world, from->normals[v]));
    }
    return WM_OK;
}
