/* A scene of this library that another program saved: bones get their axes back, a bone and the
 * object of its mesh become one node. docs/blender.md. */
#include "convert/gltf/read.h"
#include "convert/internal.h"
#include "convert/restore/restore.h"

/* Which nodes are bones now. */
static void find_joints(const wm_scene *s, bool *joint)
{
    for (uint32_t k = 0; k < s->skin_count; k++)
        for (uint32_t j = 0; j < s->skins[k].joint_count; j++)
            joint[s->skins[k].joints[j]] = true;
}

/* Blender adds a bone for vertices without weights. They have none again, and it is removed.
 * skin_of: by mesh: its skin, from 1. */
static void drop_neutral(wm_scene *s, const bool *joint, const uint32_t *skin_of, uint32_t *into)
{
    uint32_t bone = 1;
    while (bone < s->node_count &&
           !(joint[bone] && strcmp(s->nodes[bone].name, "neutral_bone") == 0))
        bone++;
    if (bone >= s->node_count)
        return;
    for (uint32_t i = 0; i < s->mesh_count; i++) {
        const wm_scene_mesh *m = &s->meshes[i];
        const wm_scene_skin *k = skin_of[i] ? &s->skins[skin_of[i] - 1] : NULL;
        for (uint32_t v = 0; k && v < m->vertex_count; v++)
            for (int c = 0; c < 4; c++)
                if (m->joints[v][c] < k->joint_count && k->joints[m->joints[v][c]] == bone)
                    m->weights[v][c] = 0;
    }
    into[bone] = 0; /* any other: nothing refers to it any more */
}

/* Marks the joints of a skin that some vertex needs. */
static void mark_needed(const wm_scene *s, const uint32_t *skin_of, uint32_t skin, bool *needed)
{
    for (uint32_t i = 0; i < s->mesh_count; i++) {
        const wm_scene_mesh *m = &s->meshes[i];
        for (uint32_t v = 0; skin_of[i] == skin + 1 && v < m->vertex_count; v++)
            for (int k = 0; k < 4; k++)
                if (m->weights[v][k] > 0 && m->joints[v][k] < s->skins[skin].joint_count)
                    needed[m->joints[v][k]] = true;
    }
}

/* By mesh: its skin, from 1. False if a mesh has several. */
static bool find_skins(const wm_scene *s, uint32_t *skin_of)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        if (n->mesh == WM_NO_INDEX || n->skin == WM_NO_INDEX)
            continue;
        if (skin_of[n->mesh] && skin_of[n->mesh] != n->skin + 1)
            return false;
        skin_of[n->mesh] = n->skin + 1;
    }
    return true;
}

/* The joints of a mesh by their new places. */
static void renumber(wm_scene_mesh *m, const uint32_t *place, uint32_t count)
{
    for (uint32_t v = 0; v < m->vertex_count; v++)
        for (int k = 0; k < 4; k++)
            m->joints[v][k] = m->joints[v][k] < count && m->weights[v][k] > 0
                                  ? (uint16_t)place[m->joints[v][k]]
                                  : 0;
}

/* Programs make all bones of an armature joints of each skin. Those that move nothing and were no
 * bones before are left out, and so are those that are there twice. */
static bool prune_skins(wmi_gltf_reader *g, const uint32_t *skin_of, const bool *bone)
{
    enum { MOST = 64 }; /* skins: each looks at all nodes; a program makes one for an armature */
    wm_scene *s = g->scene;
    if (s->skin_count > MOST)
        return true;
    for (uint32_t i = 0; i < s->skin_count; i++) {
        wm_scene_skin *k = &s->skins[i];
        uint32_t count = k->joint_count;
        bool *needed = wmi_gltf_scratch_of(g, (size_t)count + 1, sizeof *needed);
        bool *seen = wmi_gltf_scratch_of(g, (size_t)s->node_count + 1, sizeof *seen);
        uint32_t *place = wmi_gltf_scratch_of(g, (size_t)count + 1, sizeof *place);
        if (!needed || !seen || !place)
            return wmi_gltf_no_memory(g);
        mark_needed(s, skin_of, i, needed);
        for (uint32_t j = 0; j < count; j++)
            seen[k->joints[j]] = seen[k->joints[j]] || needed[j];
        k->joint_count = 0;
        for (uint32_t j = 0; j < count; j++) {
            if (!needed[j] && (!bone[k->joints[j]] || seen[k->joints[j]]))
                continue;
            seen[k->joints[j]] = true;
            place[j] = k->joint_count++;
            k->joints[place[j]] = k->joints[j];
            k->inverse_bind[place[j]] = k->inverse_bind[j];
        }
        for (uint32_t m = 0; m < s->mesh_count; m++)
            if (skin_of[m] == i + 1)
                renumber(&s->meshes[m], place, count);
    }
    return true;
}

/* A node that is known to have been no bone, and moves no vertex, is none again. */
static void restore_kinds(const wmi_gltf_reader *g, bool *joint)
{
    wm_scene *s = g->scene;
    memset(joint, 0, s->node_count * sizeof *joint);
    find_joints(s, joint);
    for (uint32_t i = 0; i < s->node_count; i++) {
        wm_scene_node *n = &s->nodes[i];
        if (n->kind == WM_NODE_KIND_BONE && g->known[i] && !g->was_bone[i])
            n->kind = n->mesh != WM_NO_INDEX    ? WM_NODE_KIND_MESH
                      : n->light != WM_NO_INDEX ? WM_NODE_KIND_LIGHT
                      : joint[i]                ? WM_NODE_KIND_BONE
                                                : WM_NODE_KIND_EMPTY;
    }
}

static void report_axes(const wmi_gltf_reader *g, const wmi_axes *axes, uint32_t unknown)
{
    wm_report *report = g->opts->base.report;
    if (axes->restored)
        wmi_report(report, WM_GLTF_AXES, wmi_nowhere(), "%lu %s other axes than before: restored",
                   (ul)axes->restored, axes->restored == 1 ? "bone had" : "bones had");
    if (axes->other + unknown)
        wmi_report(report, WM_GLTF_AXES_UNKNOWN, wmi_nowhere(),
                   "%lu %s have other axes than before: --template restores them if they are "
                   "where they were",
                   (ul)axes->other + unknown,
                   axes->other + unknown == 1 ? "bone may" : "bones may");
}

bool wmi_gltf_came_from(const wmi_gltf_reader *g, const char *format)
{
    const char *name = wmi_gltf_get_text(wm_json_item(g->nodes.list, g->frame), "name");
    size_t skip = sizeof WMI_GLTF_FRAME - 1, n = strlen(format);
    return name && strncmp(name, WMI_GLTF_FRAME, skip) == 0 &&
           strncmp(name + skip, format, n) == 0 && wmi_stem_length(name, 3) == skip + n;
}

/* The bone that only records lengths of animations. */
static bool is_times(const wmi_gltf_reader *g, uint32_t node)
{
    return g->times != WM_NO_INDEX && g->node_of[g->times] == node;
}

/* The root of a KotOR model is at the origin and not rotated, so its axes are known. */
static void hint_root(const wmi_gltf_reader *g, const bool *joint, wmi_quat top, wmi_quat *hint)
{
    const wm_scene *s = g->scene;
    uint32_t root = WM_NO_INDEX, count = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].parent == WM_NO_INDEX && !g->beside[i] && !is_times(g, i)) {
            root = i;
            count++;
        }
    if (count != 1 || !joint[root] || g->known[root] || wmi_is_hint(hint[root]) ||
        !wmi_gltf_came_from(g, "kotor-mdl"))
        return;
    wmi_quat q = wmi_quat_multiply(top, wmi_quat_unit(wmi_quat_of(s->nodes[root].rest.rotation)));
    wmi_quat near = q;
    if (wmi_quat_snap(&near) &&
        wmi_vec3_distance(s->nodes[root].rest.translation, (wm_vec3){0, 0, 0}) < 1e-4)
        hint[root] = q;
}

/* Joints whose axes before are not known. */
static uint32_t count_unknown(const wmi_gltf_reader *g, const bool *joint, const wmi_quat *hint)
{
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < g->scene->node_count; i++)
        unknown += joint[i] && !g->known[i] && !wmi_is_hint(hint[i]) && !is_times(g, i) &&
                   strcmp(g->scene->nodes[i].name, "neutral_bone") != 0;
    return unknown;
}

/* The joints that skins had. Where meshes share several skins, all joints stay. */
static bool restore_skins(wmi_gltf_reader *g, const bool *joint, uint32_t *into)
{
    wm_scene *s = g->scene;
    uint32_t *skin_of = wmi_gltf_scratch_of(g, (size_t)s->mesh_count + 1, sizeof *skin_of);
    if (!skin_of)
        return wmi_gltf_no_memory(g);
    if (!find_skins(s, skin_of))
        return true;
    drop_neutral(s, joint, skin_of, into);
    return prune_skins(g, skin_of, g->was_bone);
}

/* The frame was moved: then all of the scene is. */
static void move_scene(const wmi_gltf_reader *g)
{
    if (g->move.scale.x == 0)
        return;
    if (g->times != WM_NO_INDEX)
        g->beside[g->node_of[g->times]] = true;
    wmi_whole_move(g->scene, &g->move, g->beside);
    g->scene->move = g->move;
}

bool wmi_gltf_return(wmi_gltf_reader *g)
{
    wm_scene *s = g->scene;
    size_t room = (size_t)s->node_count + 1;
    if (g->own || g->frame == WM_NO_INDEX)
        return true;
    bool *joint = wmi_gltf_scratch_of(g, room, sizeof *joint);
    uint32_t *into = wmi_gltf_scratch_of(g, room, sizeof *into);
    bool *sure = wmi_gltf_scratch_of(g, room, sizeof *sure);
    uint32_t *place = wmi_gltf_scratch_of(g, room, sizeof *place);
    wmi_quat *hint = wmi_gltf_scratch_of(g, room, sizeof *hint);
    if (!joint || !into || !sure || !place || !hint)
        return wmi_gltf_no_memory(g);
    wmi_axes axes = {
        .top = {g->axes[0], g->axes[1], g->axes[2], g->axes[3]}, .beside = g->beside, .hint = hint};
    wmi_pairs pairs = {.into = into, .sure = sure};
    find_joints(s, joint);
    wmi_restore_hints(s, joint, hint);
    hint_root(g, joint, axes.top, hint);
    uint32_t unknown = count_unknown(g, joint, hint);
    for (uint32_t i = 0; i < s->node_count; i++)
        sure[i] = g->known[i] || wmi_is_hint(hint[i]);
    if (!wmi_restore_axes(s, joint, g->rest, g->known, &g->scratch, &axes) ||
        !wmi_restore_pairs(s, joint, &pairs, &g->scratch))
        return wmi_gltf_no_memory(g);
    wmi_gltf_hide(g, joint, into);
    if (!wmi_gltf_restore_originals(g, into) || !wmi_gltf_restore_times(g, into))
        return false;
    wmi_restore_shift(s, pairs.shift);
    if (!restore_skins(g, joint, into))
        return false;
    restore_kinds(g, joint);
    wmi_gltf_report_lost(g);
    move_scene(g);
    wmi_restore_remove(s, into, place);
    s->returned = true;
    report_axes(g, &axes, unknown);
    wmi_gltf_report_far(g);
    return true;
}
