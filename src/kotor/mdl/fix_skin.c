/* Repairs of skins: one bone entry for each name, and bind poses that match the nodes.
 * docs/formats/kotor-mdl.md, "Skin". */
#include "kotor/mdl/check.h"
#include "kotor/mdl/edit.h"

/* What is known about the nodes. */
typedef struct nodes {
    wmi_mdl_pose *poses;
    uint32_t *node_of; /* of each name; WM_NO_INDEX: none */
} nodes;

/* The pose of the node with this name; NULL if there is none. */
static const wmi_mdl_pose *bone_pose(const nodes *n, uint32_t name)
{
    return n->node_of[name] == WM_NO_INDEX ? NULL : &n->poses[n->node_of[name]];
}

/* ---- one entry for each name --------------------------------------------- */

static bool is_complete(const wm_kotor_mdl *mdl, const wm_kotor_skin *s)
{
    return s->bone_count == mdl->name_count && s->q_count == s->bone_count &&
           s->t_count == s->bone_count;
}

/* Entries beyond the names belong to no node. They can go unless they have a slot. Without any
 * entry it is not known which bones the skin has. */
static bool can_complete(const wm_kotor_mdl *mdl, const wm_kotor_skin *s)
{
    for (uint32_t i = mdl->name_count; i < s->bone_count; i++)
        if (s->bone_map[i] >= 0)
            return false;
    return s->bone_count > 0;
}

/* What is there stays. */
static wm_status complete(wm_kotor_mdl *mdl, uint32_t node, const nodes *n, wm_error *error)
{
    wm_kotor_skin *s = mdl->tree.nodes[node].mesh->skin;
    wmi_arena *memory = wmi_mdl_arena(mdl);
    uint32_t count = mdl->name_count;
    float *map = wmi_arena_raw(memory, count, sizeof *map);
    wm_kotor_quat *q = wmi_arena_raw(memory, count, sizeof *q);
    wm_vec3 *t = wmi_arena_raw(memory, count, sizeof *t);
    if (!map || !q || !t)
        return wmi_arena_fail(memory, error, "skin");
    for (uint32_t i = 0; i < count; i++) {
        const wmi_mdl_pose *bone = bone_pose(n, i);
        map[i] = i < s->bone_count ? s->bone_map[i] : -1;
        q[i] = (wm_kotor_quat){1, 0, 0, 0};
        t[i] = (wm_vec3){0, 0, 0};
        if (bone)
            wmi_mdl_bind_bone(&n->poses[node], bone, &q[i], &t[i]);
        if (i < s->q_count)
            q[i] = s->q[i];
        if (i < s->t_count)
            t[i] = s->t[i];
    }
    s->bone_map = map;
    s->q = q;
    s->t = t;
    s->bone_count = s->q_count = s->t_count = count;
    return WM_OK;
}

/* ---- bind poses ---------------------------------------------------------- */

/* Changes the bones that the check complains about. */
static void rebind(const wm_kotor_mdl *mdl, uint32_t node, const nodes *n)
{
    wm_kotor_skin *s = mdl->tree.nodes[node].mesh->skin;
    const wmi_mdl_pose *skin = &n->poses[node];
    for (uint32_t i = 0; i < s->bone_count && i < mdl->name_count; i++) {
        const wmi_mdl_pose *bone = bone_pose(n, i);
        bool used = s->bone_map[i] >= 0 && i < s->q_count && i < s->t_count;
        if (used && bone && !wmi_mdl_bound_as(skin, bone, s->q[i], s->t[i]))
            wmi_mdl_bind_bone(skin, bone, &s->q[i], &s->t[i]);
    }
}

/* ---- the model ----------------------------------------------------------- */

static wm_status fix_skin(wm_kotor_mdl *mdl, uint32_t node, const wmi_skin_repairs *r,
                          const nodes *n, wm_error *error)
{
    const wm_kotor_skin *s = mdl->tree.nodes[node].mesh->skin;
    wm_status status = WM_OK;
    if (r->entries && !is_complete(mdl, s) && can_complete(mdl, s))
        status = complete(mdl, node, n, error);
    if (status == WM_OK && r->bind)
        rebind(mdl, node, n);
    return status;
}

static wm_status fix_all(wm_kotor_mdl *mdl, const wmi_skin_repairs *r, const nodes *n,
                         wm_error *error)
{
    wmi_edit edit;
    wm_status status = r->entries ? wmi_edit_begin(&edit, mdl, error) : WM_OK;
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; status == WM_OK && i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].mesh && mdl->tree.nodes[i].mesh->skin)
            status = fix_skin(mdl, i, r, n, error);
    if (r->entries)
        wmi_edit_end(&edit);
    return status;
}

wm_status wmi_mdl_fix_skins(wm_kotor_mdl *mdl, const wmi_skin_repairs *r, wm_error *error)
{
    wmi_arena scratch;
    wm_status status;
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    const nodes n = {.poses = wmi_arena_raw(&scratch, mdl->tree.count, sizeof *n.poses),
                     .node_of = wmi_arena_raw(&scratch, mdl->name_count, sizeof *n.node_of)};
    if (!n.poses || !n.node_of) {
        status = wmi_arena_fail(&scratch, error, "");
    } else {
        wmi_mdl_poses(mdl, n.poses);
        wmi_mdl_nodes_by_name(mdl, n.node_of);
        status = fix_all(mdl, r, &n, error);
    }
    wmi_arena_free(&scratch);
    return status;
}
