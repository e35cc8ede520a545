/* Reads skins from glTF. */
#include "convert/gltf/read.h"

static const wm_matrix unmoved = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

/* Column-major in the file. In mirrored files of ours z is negated on both sides. */
static void read_matrix(const wmi_gltf_reader *g, const wmi_gltf_span *s, uint32_t i, wm_matrix *m)
{
    for (uint32_t row = 0; row < 3; row++)
        for (uint32_t column = 0; column < 4; column++) {
            float v = wmi_gltf_float_at(s, i, 4 * column + row);
            m->m[row][column] = g->mirrored && (row == 2) != (column == 2) ? -v : v;
        }
}

static bool read_binds(wmi_gltf_reader *g, const wm_json_value *from, wm_scene_skin *skin)
{
    uint32_t accessor;
    wmi_gltf_span s;
    for (uint32_t i = 0; i < skin->joint_count; i++)
        skin->inverse_bind[i] = unmoved;
    if (!wmi_gltf_get_u32(g, from, "inverseBindMatrices", WM_NO_INDEX, &accessor))
        return false;
    if (accessor == WM_NO_INDEX)
        return true;
    if (!wmi_gltf_span_of(g, accessor, &s))
        return false;
    if (s.width != 16 || s.type != 5126 || s.count < skin->joint_count)
        return wmi_gltf_fail(g, WM_BAD_VALUE, wmi_gltf_accessor(g, accessor),
                             "expected a matrix for each of %lu joints", (ul)skin->joint_count);
    for (uint32_t i = 0; i < skin->joint_count; i++)
        read_matrix(g, &s, i, &skin->inverse_bind[i]);
    return true;
}

/* The frame and the armature of a scene that another program saved are no nodes of the scene. */
static bool is_left_out(const wmi_gltf_reader *g, const wm_json_value *joint)
{
    uint32_t node;
    return !g->own && wmi_gltf_get_index(joint, g->nodes.count, &node) &&
           (node == g->frame || node == g->armature);
}

static bool read_joints(wmi_gltf_reader *g, const wm_json_value *joints, bool used,
                        wm_scene_skin *skin)
{
    for (uint32_t i = 0; i < wm_json_count(joints); i++) {
        uint32_t node = WM_NO_INDEX;
        if (wmi_gltf_get_index(wm_json_item(joints, i), g->nodes.count, &node))
            node = g->node_of[node];
        if (node == WM_NO_INDEX && g->scene->node_count &&
            is_left_out(g, wm_json_item(joints, i))) {
            skin->joints[skin->joint_count++] = WM_NO_INDEX; /* keeps its place */
            continue;
        }
        if (node == WM_NO_INDEX && !used) {
            skin->joint_count = 0; /* belongs to another scene of the file */
            return true;
        }
        if (node == WM_NO_INDEX)
            return wmi_gltf_fail(g, WM_BAD_OFFSET, wm_json_item(joints, i),
                                 "the joint is not a node of the scene");
        skin->joints[skin->joint_count++] = node;
        wm_scene_node *n = &g->scene->nodes[node];
        if (!g->own && n->kind == WM_NODE_KIND_EMPTY)
            n->kind = WM_NODE_KIND_BONE;
    }
    return true;
}

/* A place that was kept gets another joint of the skin: no vertex needs it. */
static void fill_places(wm_scene_skin *skin)
{
    uint32_t other = 0;
    for (uint32_t i = skin->joint_count; i-- > 0;)
        other = skin->joints[i] == WM_NO_INDEX ? other : skin->joints[i];
    for (uint32_t i = 0; i < skin->joint_count; i++)
        skin->joints[i] = skin->joints[i] == WM_NO_INDEX ? other : skin->joints[i];
}

static bool read_skin(wmi_gltf_reader *g, const wm_json_value *from, bool used, wm_scene_skin *skin)
{
    const wm_json_value *joints = wm_json_find(from, "joints");
    size_t count = wmi_gltf_is_array(joints) ? wm_json_count(joints) : 0;
    if (g->own && wmi_gltf_is_true(wmi_gltf_extra(from, "empty")))
        count = 0; /* glTF has no skin without joints */
    skin->joints = wm_scene_alloc(g->scene, count, sizeof *skin->joints, NULL);
    skin->inverse_bind = wm_scene_alloc(g->scene, count, sizeof *skin->inverse_bind, NULL);
    if (!skin->joints || !skin->inverse_bind)
        return wmi_gltf_no_memory(g);
    if (!wmi_gltf_get_name(g, from, &skin->name) || (count && !read_joints(g, joints, used, skin)))
        return false;
    fill_places(skin);
    return read_binds(g, from, skin);
}

/* The carrier that the writer added is not part of the scene. It is the last skin. */
static void drop_carrier(wmi_gltf_reader *g, const bool *used)
{
    uint32_t last = g->skins.count - 1;
    if (g->skins.count && !used[last] &&
        wmi_gltf_is_true(wmi_gltf_extra(wm_json_item(g->skins.list, last), "carrier")))
        g->skins.count--;
}

bool wmi_gltf_read_skins(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    bool *used = wmi_gltf_scratch_of(g, (size_t)g->skins.count + 1, sizeof *used), good = true;
    s->skins = wm_scene_alloc(s, g->skins.count, sizeof *s->skins, NULL);
    if (!used || !s->skins)
        return wmi_gltf_no_memory(g);
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].skin != WM_NO_INDEX)
            used[s->nodes[i].skin] = true;
    drop_carrier(g, used);
    for (uint32_t i = 0; good && i < g->skins.count; i++) {
        good = read_skin(g, wm_json_item(g->skins.list, i), used[i], &s->skins[i]);
        s->skin_count = i + 1;
    }
    return good;
}
