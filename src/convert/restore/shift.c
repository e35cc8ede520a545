/* Moves a node because somebody moved the object that holds its mesh or light, but not the bone. A
 * node whose transform is L becomes L * T, and a child's transform C becomes T^-1 * C, at rest and
 * in each key. That is possible for nodes that no animation rotates or scales, because only then
 * keys of L * T follow from those of L. The vertices of other nodes are moved instead. */
#include <math.h>

#include "convert/restore/restore.h"
#include "scene/internal.h"

/* What Blender rounds when it converts the place of an object to that relative to its bone. */
static const double near_place = 1e-4, near_angle = 1e-4, near_factor = 1e-3;

wm_transform wmi_no_shift(void)
{
    return (wm_transform){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
}

static wmi_quat rotation_of(const wm_transform *t)
{
    return wmi_quat_unit(wmi_quat_of(t->rotation));
}

wm_transform wmi_shift_of(const wm_transform *rest, bool light)
{
    wm_transform t = wmi_no_shift();
    if (wmi_vec3_distance(rest->translation, t.translation) > near_place)
        t.translation = rest->translation;
    if (!light && wmi_quat_distance(rotation_of(rest), rotation_of(&t)) > near_angle)
        t.rotation = wmi_quat_narrow(rotation_of(rest));
    if (!light && wmi_vec3_distance(rest->scale, t.scale) > near_factor)
        t.scale = rest->scale;
    return t;
}

bool wmi_is_rotated(const wm_transform *t)
{
    return t->rotation.x != 0 || t->rotation.y != 0 || t->rotation.z != 0;
}

bool wmi_is_scaled(const wm_transform *t)
{
    return t->scale.x != 1 || t->scale.y != 1 || t->scale.z != 1;
}

bool wmi_is_shift(const wm_transform *t)
{
    return t->translation.x != 0 || t->translation.y != 0 || t->translation.z != 0 ||
           wmi_is_rotated(t) || wmi_is_scaled(t);
}

/* ---- which nodes rotate ------------------------------------------------ */

static bool stays(const wm_channel *c, const wm_transform *rest)
{
    double most = c->property == WM_PROPERTY_ROTATION ? 1e-3 : near_factor;
    for (uint32_t i = 0; i < c->count; i++)
        if (wmi_key_distance(c, c->values + (size_t)i * wmi_key_stride(c),
                             wmi_rest_value(rest, c->property)) > most)
            return false;
    return true;
}

void wmi_find_rotating(const wm_scene *s, bool *rotates)
{
    for (uint32_t a = 0; a < s->animation_count; a++)
        for (uint32_t k = 0; k < s->animations[a].channel_count; k++) {
            const wm_channel *c = &s->animations[a].channels[k];
            if ((c->property == WM_PROPERTY_ROTATION || c->property == WM_PROPERTY_SCALE) &&
                !stays(c, &s->nodes[c->node].rest))
                rotates[c->node] = true;
        }
}

/* ---- moving a node ----------------------------------------------------- */

static wm_vec3 sum(wm_vec3 a, wm_vec3 b, float sign)
{
    return (wm_vec3){a.x + sign * b.x, a.y + sign * b.y, a.z + sign * b.z};
}

/* What the shift of a node adds to its place. A scale of 0, which hides a mesh, was none in the
 * program. */
static wm_vec3 step_of(const wm_transform *rest, const wm_transform *own)
{
    wm_vec3 s = rest->scale, v = own->translation;
    if (s.x != 0 || s.y != 0 || s.z != 0)
        v = (wm_vec3){v.x * s.x, v.y * s.y, v.z * s.z};
    return wmi_is_shift(own) ? wmi_quat_rotate(rotation_of(rest), v) : (wm_vec3){0, 0, 0};
}

static wm_vec3 shift_place(wm_vec3 p, wm_vec3 step, const wm_transform *up)
{
    p = sum(sum(p, step, 1), up->translation, -1);
    return wmi_is_rotated(up) ? wmi_quat_rotate(wmi_quat_back(rotation_of(up)), p) : p;
}

static wm_quat shift_rotation(wm_quat q, const wm_transform *own, const wm_transform *up)
{
    if (!wmi_is_rotated(own) && !wmi_is_rotated(up))
        return q;
    return wmi_quat_narrow(wmi_quat_multiply(
        wmi_quat_multiply(wmi_quat_back(rotation_of(up)), wmi_quat_of(q)), rotation_of(own)));
}

static void shift_channel(const wm_channel *c, wm_vec3 step, const wm_transform *own,
                          const wm_transform *up)
{
    static const wm_vec3 zero = {0, 0, 0};
    wm_transform turn = *up; /* control points of curves are offsets */
    turn.translation = zero;
    for (size_t i = 0; i < wmi_channel_values(c); i++) {
        float *v = c->values + i * c->width;
        bool offset = wmi_is_offset(c, i);
        if (c->property == WM_PROPERTY_TRANSLATION) {
            wm_vec3 p =
                shift_place((wm_vec3){v[0], v[1], v[2]}, offset ? zero : step, offset ? &turn : up);
            v[0] = p.x;
            v[1] = p.y;
            v[2] = p.z;
        } else if (c->property == WM_PROPERTY_ROTATION) {
            wm_quat q = shift_rotation((wm_quat){v[0], v[1], v[2], v[3]}, own, up);
            memcpy(v, &q, sizeof q);
        }
    }
}

static void shift_bind(wm_matrix *m, const wm_transform *own)
{
    wmi_quat back = wmi_quat_back(rotation_of(own));
    for (int c = 0; c < 4; c++) {
        wm_vec3 v = {m->m[0][c], m->m[1][c], m->m[2][c]};
        v = wmi_quat_rotate(back, c == 3 ? sum(v, own->translation, -1) : v);
        m->m[0][c] = v.x;
        m->m[1][c] = v.y;
        m->m[2][c] = v.z;
    }
}

void wmi_restore_shift(wm_scene *s, const wm_transform *shift)
{
    const wm_transform none = wmi_no_shift();
    for (uint32_t a = 0; a < s->animation_count; a++)
        for (uint32_t k = 0; k < s->animations[a].channel_count; k++) {
            const wm_channel *c = &s->animations[a].channels[k];
            const wm_scene_node *n = &s->nodes[c->node];
            const wm_transform *own = &shift[c->node];
            const wm_transform *up = n->parent == WM_NO_INDEX ? &none : &shift[n->parent];
            if (c->property <= WM_PROPERTY_SCALE && (wmi_is_shift(own) || wmi_is_shift(up)))
                shift_channel(c, step_of(&n->rest, own), own, up);
        }
    for (uint32_t i = 0; i < s->node_count; i++) {
        wm_transform *rest = &s->nodes[i].rest;
        const wm_transform *own = &shift[i];
        const wm_transform *up =
            s->nodes[i].parent == WM_NO_INDEX ? &none : &shift[s->nodes[i].parent];
        if (!wmi_is_shift(own) && !wmi_is_shift(up))
            continue;
        rest->translation = shift_place(rest->translation, step_of(rest, own), up);
        rest->rotation = shift_rotation(rest->rotation, own, up);
    }
    for (uint32_t k = 0; k < s->skin_count; k++)
        for (uint32_t j = 0; j < s->skins[k].joint_count; j++)
            if (wmi_is_shift(&shift[s->skins[k].joints[j]]))
                shift_bind(&s->skins[k].inverse_bind[j], &shift[s->skins[k].joints[j]]);
}

/* ---- moving vertices --------------------------------------------------- */

static wm_vec3 scaled(wm_vec3 v, wm_vec3 by)
{
    return (wm_vec3){v.x * by.x, v.y * by.y, v.z * by.z};
}

static wm_vec3 direction(wmi_quat q, wm_vec3 v)
{
    v = wmi_quat_rotate(q, v);
    double n = wmi_vec3_distance(v, (wm_vec3){0, 0, 0});
    return n > 0 ? (wm_vec3){(float)((double)v.x / n), (float)((double)v.y / n),
                             (float)((double)v.z / n)}
                 : v;
}

/* A mirrored triangle faces the other way. */
static bool flip(wm_scene *s, wm_scene_mesh *m)
{
    uint32_t *indices = wm_scene_alloc(s, m->index_count, sizeof *indices, NULL);
    if (!indices)
        return false;
    for (uint32_t i = 0; i < m->index_count; i++)
        indices[i] = m->indices[i];
    for (uint32_t i = 0; i + 2 < m->index_count; i += 3) {
        indices[i + 1] = m->indices[i + 2];
        indices[i + 2] = m->indices[i + 1];
    }
    m->indices = indices;
    return true;
}

bool wmi_bake(wm_scene *s, wm_scene_mesh *m, const wm_transform *by)
{
    wm_vec3 *positions = wm_scene_alloc(s, m->vertex_count, sizeof *positions, NULL);
    wm_vec3 *normals = wm_scene_alloc(s, m->vertex_count, sizeof *normals, NULL);
    const wmi_quat q = rotation_of(by);
    const wm_vec3 k = by->scale;
    const wm_vec3 inverse = {k.x != 0 ? 1 / k.x : 0, k.y != 0 ? 1 / k.y : 0,
                             k.z != 0 ? 1 / k.z : 0};
    if (!positions || !normals)
        return false;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        positions[i] = sum(wmi_quat_rotate(q, scaled(m->positions[i], k)), by->translation, 1);
        if (m->normals)
            normals[i] = direction(q, scaled(m->normals[i], inverse));
    }
    m->positions = positions;
    m->normals = m->normals ? normals : NULL;
    if (wmi_is_rotated(by) || wmi_is_scaled(by))
        m->tangents = NULL; /* computed again */
    return m->primitive != WM_PRIMITIVE_TRIANGLES || !(k.x * k.y * k.z < 0) || flip(s, m);
}
