/* Converts an edited scene, which is right-handed and has v down, to the space of the scene that it
 * came from. */
#include "convert/restore/restore.h"

static void mirror_transform(wm_transform *t)
{
    t->translation.z = -t->translation.z;
    t->rotation.x = -t->rotation.x;
    t->rotation.y = -t->rotation.y;
}

static void mirror_mesh(wm_scene_mesh *m)
{
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        m->positions[i].z = -m->positions[i].z;
        if (m->normals)
            m->normals[i].z = -m->normals[i].z;
        if (m->tangents) {
            m->tangents[i][2] = -m->tangents[i][2];
            m->tangents[i][3] = -m->tangents[i][3];
        }
    }
    for (uint32_t i = 0; m->primitive == WM_PRIMITIVE_TRIANGLES && i + 2 < m->index_count; i += 3) {
        uint32_t swap = m->indices[i + 1];
        m->indices[i + 1] = m->indices[i + 2];
        m->indices[i + 2] = swap;
    }
}

static void mirror_animation(const wm_scene_animation *a)
{
    for (uint32_t k = 0; k < a->channel_count; k++) {
        const wm_channel *c = &a->channels[k];
        for (size_t i = 0; i < wmi_channel_values(c); i++) {
            float *v = c->values + i * c->width;
            if (c->property == WM_PROPERTY_TRANSLATION)
                v[2] = -v[2];
            if (c->property == WM_PROPERTY_ROTATION) {
                v[0] = -v[0];
                v[1] = -v[1];
            }
        }
    }
}

static void mirror_scene(wm_scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        mirror_transform(&s->nodes[i].rest);
    for (uint32_t i = 0; i < s->mesh_count; i++)
        mirror_mesh(&s->meshes[i]);
    for (uint32_t i = 0; i < s->animation_count; i++)
        mirror_animation(&s->animations[i]);
    for (uint32_t i = 0; i < s->skin_count; i++)
        for (uint32_t k = 0; k < s->skins[i].joint_count; k++)
            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 4; column++)
                    if ((row == 2) != (column == 2))
                        s->skins[i].inverse_bind[k].m[row][column] *= -1;
    s->left_handed = !s->left_handed;
}

static void flip_v(wm_scene *s)
{
    for (uint32_t i = 0; i < s->mesh_count; i++)
        for (int set = 0; set < WM_SCENE_UV_SETS; set++)
            for (uint32_t v = 0; s->meshes[i].uvs[set] && v < s->meshes[i].vertex_count; v++)
                s->meshes[i].uvs[set][v][1] = 1 - s->meshes[i].uvs[set][v][1];
    s->v_down = !s->v_down;
}

void wmi_restore_space(wmi_restore *r)
{
    if (r->now->left_handed != r->old->left_handed)
        mirror_scene(r->now);
    if (r->now->v_down != r->old->v_down)
        flip_v(r->now);
}
