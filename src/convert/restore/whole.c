/* Moves or turns all of a scene. */
#include "convert/restore/restore.h"

static const wmi_quat none = {0, 0, 0, 1};

/* The place that a node has in what `by` moves. */
static wm_transform moved(const wm_transform *by, const wm_transform *t)
{
    float s = by->scale.x;
    wm_vec3 at = {t->translation.x * s, t->translation.y * s, t->translation.z * s};
    at = wmi_quat_rotate(wmi_quat_of(by->rotation), at);
    wmi_quat q = wmi_quat_multiply(wmi_quat_of(by->rotation), wmi_quat_of(t->rotation));
    if (wmi_quat_distance(q, none) < 1e-6) /* rotated and back */
        q = none;
    return (wm_transform){
        {by->translation.x + at.x, by->translation.y + at.y, by->translation.z + at.z},
        wmi_quat_narrow(q),
        {t->scale.x * s, t->scale.y * s, t->scale.z * s}};
}

wm_transform wmi_transform_back(const wm_transform *t)
{
    float s = 1 / t->scale.x;
    wmi_quat q = wmi_quat_back(wmi_quat_unit(wmi_quat_of(t->rotation)));
    wm_vec3 at = wmi_quat_rotate(
        q, (wm_vec3){0 - t->translation.x * s, 0 - t->translation.y * s, 0 - t->translation.z * s});
    return (wm_transform){at, wmi_quat_narrow(q), {s, s, s}};
}

/* Offsets of control points do not move. */
static void move_channel(const wm_channel *c, const wm_transform *by)
{
    wm_transform turn = *by;
    turn.translation = (wm_vec3){0, 0, 0};
    for (size_t i = 0; i < wmi_channel_values(c); i++) {
        float *v = c->values + i * c->width;
        wm_transform t = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        if (c->property == WM_PROPERTY_TRANSLATION)
            t.translation = (wm_vec3){v[0], v[1], v[2]};
        if (c->property == WM_PROPERTY_ROTATION)
            t.rotation = (wm_quat){v[0], v[1], v[2], v[3]};
        if (c->property == WM_PROPERTY_SCALE)
            t.scale = (wm_vec3){v[0], v[1], v[2]};
        t = moved(wmi_is_offset(c, i) ? &turn : by, &t);
        if (c->property == WM_PROPERTY_TRANSLATION)
            memcpy(v, &t.translation, sizeof t.translation);
        if (c->property == WM_PROPERTY_ROTATION)
            memcpy(v, &t.rotation, sizeof t.rotation);
        if (c->property == WM_PROPERTY_SCALE)
            memcpy(v, &t.scale, sizeof t.scale);
    }
}

void wmi_whole_move(wm_scene *s, const wm_transform *by, const bool *except)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].parent == WM_NO_INDEX && !(except && except[i]))
            s->nodes[i].rest = moved(by, &s->nodes[i].rest);
    for (uint32_t a = 0; a < s->animation_count; a++)
        for (uint32_t k = 0; k < s->animations[a].channel_count; k++) {
            const wm_channel *c = &s->animations[a].channels[k];
            if (s->nodes[c->node].parent == WM_NO_INDEX && !(except && except[c->node]))
                move_channel(c, by);
        }
}

void wmi_whole_move_below(wm_scene *s, uint32_t *below)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (below[i] == WM_NO_INDEX)
            continue;
        const wm_transform *by = &s->nodes[below[i]].rest, shift = wmi_shift_of(by, false);
        if (wmi_is_shift(&shift))
            s->nodes[i].rest = moved(by, &s->nodes[i].rest);
        else
            below[i] = WM_NO_INDEX;
    }
    for (uint32_t a = 0; a < s->animation_count; a++)
        for (uint32_t k = 0; k < s->animations[a].channel_count; k++) {
            const wm_channel *c = &s->animations[a].channels[k];
            if (below[c->node] != WM_NO_INDEX)
                move_channel(c, &s->nodes[below[c->node]].rest);
        }
}

/* ---- turning ----------------------------------------------------------- */

static void turn(float *v, bool back)
{
    float y = v[1], z = v[2];
    v[1] = back ? z : 0 - z;
    v[2] = back ? 0 - y : y;
}

static void turn_vec3(wm_vec3 *v, bool back)
{
    float f[3] = {v->x, v->y, v->z};
    turn(f, back);
    *v = (wm_vec3){f[0], f[1], f[2]};
}

static void turn_scale(wm_vec3 *v)
{
    *v = (wm_vec3){v->x, v->z, v->y};
}

static void turn_channel(const wm_channel *c, bool back)
{
    for (size_t i = 0; i < wmi_channel_values(c); i++) {
        float *v = c->values + i * c->width;
        if (c->property == WM_PROPERTY_TRANSLATION || c->property == WM_PROPERTY_ROTATION)
            turn(v, back); /* the axis of a rotation turns as places do */
        if (c->property == WM_PROPERTY_SCALE) {
            float y = v[1];
            v[1] = v[2];
            v[2] = y;
        }
    }
}

static void turn_mesh(wm_scene_mesh *m, bool back)
{
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        turn_vec3(&m->positions[i], back);
        if (m->normals)
            turn_vec3(&m->normals[i], back);
        if (m->tangents)
            turn(m->tangents[i], back);
    }
}

/* A bind pose between two spaces that both turn. */
static void turn_matrix(wm_matrix *m, bool back)
{
    for (int c = 0; c < 4; c++) {
        float v[3] = {m->m[0][c], m->m[1][c], m->m[2][c]};
        turn(v, back);
        for (int r = 0; r < 3; r++)
            m->m[r][c] = v[r];
    }
    for (int r = 0; r < 3; r++)
        turn(m->m[r], back);
}

void wmi_whole_turn(wm_scene *s, bool back)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        wm_transform *t = &s->nodes[i].rest;
        float q[3] = {t->rotation.x, t->rotation.y, t->rotation.z};
        turn(q, back);
        t->rotation = (wm_quat){q[0], q[1], q[2], t->rotation.w};
        turn_vec3(&t->translation, back);
        turn_scale(&t->scale);
    }
    for (uint32_t i = 0; i < s->mesh_count; i++)
        turn_mesh(&s->meshes[i], back);
    for (uint32_t i = 0; i < s->animation_count; i++)
        for (uint32_t k = 0; k < s->animations[i].channel_count; k++)
            turn_channel(&s->animations[i].channels[k], back);
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++)
            turn_matrix(&s->skins[i].inverse_bind[k], back);
    s->up = back ? WM_UP_Y : WM_UP_Z;
}
