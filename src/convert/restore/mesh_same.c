/* Decides whether somebody changed a mesh, or a program only stored it in another way: it splits
 * and reorders vertices, rounds normals, and drops triangles that are there twice. Triangles stay
 * in their order within a material. */
#include "convert/restore/mesh.h"

#include <math.h>

#include "base/vec.h"

/* ---- the two sides ----------------------------------------------------- */

static void add_group(wmi_side *s, uint32_t material)
{
    for (uint32_t i = 0; i < s->groups; i++)
        if (s->material[i] == material)
            return;
    s->material[s->groups++] = material;
}

static bool list_groups(wmi_restore *r, wmi_side *s)
{
    enum { PARTS = 4096 }; /* more are compared as a change: a mesh has a few */
    const wm_scene_mesh *m = s->mesh;
    uint32_t faces = m->index_count / wmi_corners(m), count = 0;
    size_t parts = m->part_count && m->part_count < PARTS ? m->part_count : 1;
    s->material = wmi_arena_raw(&r->scratch, parts, sizeof *s->material);
    s->first = wmi_arena_raw(&r->scratch, parts + 1, sizeof *s->first);
    s->faces = wmi_arena_raw(&r->scratch, faces, sizeof *s->faces);
    if (!s->material || !s->first || !s->faces)
        return wmi_restore_no_memory(r);
    if (m->part_count == 0 || m->part_count >= PARTS)
        add_group(s, WM_NO_INDEX);
    for (uint32_t p = 0; m->part_count < PARTS && p < m->part_count; p++)
        if (m->parts[p].count)
            add_group(s, m->parts[p].material);
    for (uint32_t g = 0; g < s->groups; g++) {
        s->first[g] = count;
        for (uint32_t p = 0; p < m->part_count; p++)
            for (uint32_t i = 0; m->parts[p].material == s->material[g] &&
                                 i < m->parts[p].count / wmi_corners(m) && count < faces;
                 i++)
                s->faces[count++] = m->parts[p].first / wmi_corners(m) + i;
        for (uint32_t i = 0; m->part_count == 0 && i < faces; i++)
            s->faces[count++] = i;
    }
    s->first[s->groups] = count;
    return true;
}

/* ---- one corner -------------------------------------------------------- */

static bool same_place(const wmi_side *a, uint32_t i, const wmi_side *b, uint32_t k)
{
    wm_vec3 p = a->places[i], q = b->places[k];
    double size = fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z);
    return wmi_vec3_distance(p, q) <= (a->skin ? 1e-4 : 1e-5) + 2e-6 * size;
}

static bool same_uvs(const wmi_side *a, uint32_t i, const wmi_side *b, uint32_t k)
{
    for (uint32_t set = 0; set < a->uv_count && set < b->uv_count; set++) {
        const float *p = a->mesh->uvs[a->uvs[set]][i], *q = b->mesh->uvs[b->uvs[set]][k];
        for (int c = 0; c < 2; c++)
            if (!(fabsf(p[c] - q[c]) <= 1e-4f + 1e-5f * fabsf(p[c])) && isfinite(p[c]))
                return false;
    }
    return true;
}

/* A mesh without colours has white ones. */
static bool same_colours(const wmi_side *a, uint32_t i, const wmi_side *b, uint32_t k)
{
    for (int c = 0; a->mesh->colours && b->mesh->colours && c < 3; c++)
        if (!(fabsf(a->mesh->colours[i][c] - b->mesh->colours[k][c]) < 0.02f))
            return false;
    return true;
}

/* The weight of a vertex on a node. */
static float weight_on(const wmi_side *s, uint32_t vertex, uint32_t node)
{
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        uint32_t joint = s->mesh->joints[vertex][k];
        if (joint < s->skin->joint_count && s->skin->joints[joint] == node)
            sum += s->mesh->weights[vertex][k];
    }
    return sum;
}

static bool same_weights(const wmi_restore *r, const wmi_side *a, uint32_t i, const wmi_side *b,
                         uint32_t k)
{
    float total = 0;
    if (!a->skin || !b->skin || !a->mesh->joints || !b->mesh->joints)
        return true;
    for (int c = 0; c < 4; c++)
        total += a->mesh->weights[i][c];
    for (int c = 0; c < 4; c++) {
        uint32_t joint = a->mesh->joints[i][c];
        uint32_t node = joint < a->skin->joint_count ? a->skin->joints[joint] : WM_NO_INDEX;
        if (!(a->mesh->weights[i][c] > 0) || node == WM_NO_INDEX || !(total > 0))
            continue;
        uint32_t now = r->now_of[node];
        float other = now == WM_NO_INDEX ? 0 : weight_on(b, k, now);
        if (!(fabsf(weight_on(a, i, node) / total - other) < 0.02f))
            return false;
    }
    return true;
}

/* Blender writes (0, 1, 0) for a normal that it does not have, and drops the parts of others that
 * it cannot compute. */
static bool is_lost(wm_vec3 n)
{
    double length = wmi_vec3_distance(n, (wm_vec3){0, 0, 0});
    return !(fabs(length - 1) < 0.01) || (n.x == 0 && n.z == 0 && n.y == 1);
}

/* Does the normal point the way of a triangle, and has that an area? */
static bool is_along(const wmi_side *s, const uint32_t *v, wm_vec3 normal)
{
    wmi_vec p = wmi_vec_of(s->places[v[0]]), q = wmi_sub(wmi_vec_of(s->places[v[1]]), p),
            r = wmi_sub(wmi_vec_of(s->places[v[2]]), p), cross = wmi_cross(q, r);
    double longest = wmi_dot(q, q) + wmi_dot(r, r), area = wmi_dot(cross, cross);
    return area > 1e-8 * longest * longest && wmi_dot(cross, wmi_vec_of(normal)) > 0.1 * sqrt(area);
}

/* By vertex: can a program not keep its normal? Blender stores how far it is from the normal that
 * the triangles around the vertex have: not if it points against one of them, and a triangle
 * without an area has none. */
static bool find_unkept(wmi_restore *r, wmi_side *s)
{
    const wm_scene_mesh *m = s->mesh;
    bool *unkept = wmi_arena_new(&r->scratch, (size_t)m->vertex_count + 1, sizeof *unkept);
    if (!unkept)
        return wmi_restore_no_memory(r);
    for (uint32_t i = 0; s->normals && i < m->index_count; i++) {
        uint32_t v = m->indices[i];
        if (m->primitive != WM_PRIMITIVE_TRIANGLES ||
            !is_along(s, m->indices + i - i % 3, s->normals[v]))
            unkept[v] = true;
    }
    s->unkept = unkept;
    return true;
}

/* Programs store directions: some files have normals of another length. */
static wm_vec3 direction(wm_vec3 n)
{
    wmi_vec v = wmi_vec_of(n);
    double length = sqrt(wmi_dot(v, v));
    if (!(length > 1e-3) || !isfinite(length))
        return n;
    return (wm_vec3){(float)(v.x / length), (float)(v.y / length), (float)(v.z / length)};
}

/* Blender takes a normal for the one that it computes itself if their dot product is at least
 * 0.9999, which is a difference of 0.01414, and rounds others to 1/32767 of an angle. In 247 real
 * models the greatest difference was 0.0135. */
static const double near_normal = 0.016;

/* A corner whose triangle has no area, or whose normal points against it, as on one side of each
 * pair of triangles with the same vertices, says nothing.
 *
 * face: the triangle of the original. */
static void compare_normals(const wmi_side *a, uint32_t face, uint32_t i, const wmi_side *b,
                            uint32_t k, wmi_side_normals *to)
{
    if (!a->normals || !b->normals ||
        wmi_vec3_distance(direction(a->normals[i]), direction(b->normals[k])) < near_normal ||
        a->mesh->primitive != WM_PRIMITIVE_TRIANGLES ||
        !is_along(a, a->mesh->indices + 3 * (size_t)face, a->normals[i]))
        return;
    bool lost = is_lost(b->mesh->normals[k]) || is_lost(a->mesh->normals[i]) || a->unkept[i];
    *(lost ? &to->lost : &to->edited) += 1;
}

bool wmi_side_open(wmi_restore *r, wmi_side *s, const wm_scene *scene, wm_pose *pose, uint32_t node,
                   bool original)
{
    const wm_scene_node *n = &scene->nodes[node];
    *s = (wmi_side){.scene = scene, .mesh = &scene->meshes[n->mesh]};
    s->skin = n->skin == WM_NO_INDEX ? NULL : &scene->skins[n->skin];
    s->places = wmi_arena_raw(&r->scratch, s->mesh->vertex_count, sizeof *s->places);
    if (!s->places)
        return wmi_restore_no_memory(r);
    s->normals = s->mesh->normals;
    if (s->skin && s->mesh->normals) {
        wm_vec3 *normals = wmi_arena_raw(&r->scratch, s->mesh->vertex_count, sizeof *normals);
        if (!normals)
            return wmi_restore_no_memory(r);
        wm_pose_mesh(pose, node, s->places, normals);
        s->normals = normals;
    } else if (s->skin)
        wm_pose_mesh(pose, node, s->places, NULL);
    else if (s->mesh->vertex_count)
        memcpy(s->places, s->mesh->positions, s->mesh->vertex_count * sizeof *s->places);
    for (uint32_t k = 0; k < WM_SCENE_UV_SETS; k++)
        if (s->mesh->uvs[k])
            s->uvs[s->uv_count++] = k;
    return list_groups(r, s) && (!original || find_unkept(r, s));
}

/* ---- triangles --------------------------------------------------------- */

bool wmi_same_face(const wmi_restore *r, const wmi_side *a, uint32_t face, const wmi_side *b,
                   uint32_t other, wmi_side_normals *found, uint32_t *turned)
{
    uint32_t n = wmi_corners(a->mesh);
    for (uint32_t turn = 0; turn < n; turn++) {
        wmi_side_normals bad = {0, 0};
        uint32_t c = 0;
        for (; c < n; c++) {
            uint32_t i = a->mesh->indices[n * face + c];
            uint32_t k = b->mesh->indices[n * other + (c + turn) % n];
            if (!same_place(a, i, b, k))
                break;
            if (a->shape_only)
                continue;
            if (!same_uvs(a, i, b, k) || !same_colours(a, i, b, k) || !same_weights(r, a, i, b, k))
                break;
            compare_normals(a, face, i, b, k, &bad);
        }
        if (c < n)
            continue;
        found->edited += bad.edited;
        found->lost += bad.lost;
        *turned = turn;
        return true;
    }
    return false;
}

/* Triangles that a program dropped are skipped. */
static bool same_group(const wmi_restore *r, const wmi_side *a, const wmi_side *b, uint32_t group,
                       wmi_side_normals *found)
{
    uint32_t i = a->first[group], end = a->first[group + 1];
    uint32_t k = b->first[group], stop = b->first[group + 1];
    if (stop - k > end - i)
        return false;
    uint32_t skips = (end - i) - (stop - k), turn;
    while (i < end) {
        if (k < stop && wmi_same_face(r, a, a->faces[i], b, b->faces[k], found, &turn)) {
            k++;
        } else if (skips == 0 || !a->droppable || !a->droppable[a->faces[i]]) {
            return false;
        } else {
            skips--;
        }
        i++;
    }
    return k == stop;
}

bool wmi_same_geometry(const wmi_restore *r, const wmi_side *a, const wmi_side *b)
{
    wmi_side_normals found = {0, 0};
    if (a->groups != b->groups || !a->skin != !b->skin ||
        a->mesh->primitive != b->mesh->primitive || a->uv_count < b->uv_count)
        return false;
    for (uint32_t g = 0; g < a->groups; g++)
        if (!same_group(r, a, b, g, &found))
            return false;
    return found.edited == 0 && found.lost <= a->mesh->index_count / 4;
}

bool wmi_same_shape(const wmi_restore *r, const wmi_side *a, const wmi_side *b)
{
    wmi_side shape = *a;
    wmi_side_normals unused = {0, 0};
    shape.shape_only = true;
    if (a->groups != b->groups || !a->skin != !b->skin || a->mesh->primitive != b->mesh->primitive)
        return false;
    for (uint32_t g = 0; g < a->groups; g++)
        if (!same_group(r, &shape, b, g, &unused))
            return false;
    return true;
}
