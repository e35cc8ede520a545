/* Rules for skins: weights, bones, bind pose. docs/formats/kotor-mdl.md, "Meshes". */
#include <math.h>

#include "base/words.h"
#include "kotor/mdl/check.h"

enum { SLOTS = 18 };

/* Finds the bone of each slot; returns the number of bones whose slot is out of range. */
static uint32_t fill_slots(const wm_kotor_skin *s, uint32_t bone[SLOTS])
{
    uint32_t without = 0;
    for (int i = 0; i < SLOTS; i++)
        bone[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < s->bone_count; i++) {
        float slot = s->bone_map[i];
        if (slot >= 0 && slot < SLOTS)
            bone[(int)slot] = i;
        else if (slot >= SLOTS)
            without++;
    }
    return without;
}

/* The slot as stored in the row; -1 for none. */
static double slot_at(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m, uint32_t v, int i)
{
    bool narrow = mdl->platform == WM_KOTOR_PLATFORM_XBOX;
    const uint8_t *p = m->rows + (size_t)v * m->row_size + m->skin->index_offset;
    return narrow ? (double)(int16_t)wmi_le16(p + 2 * i) : (double)wmi_lef32(p + 4 * i);
}

static void check_weights(wmi_mdl_checker *c, uint32_t node, const uint32_t bone[SLOTS])
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    uint32_t bad = 0, first = 0, lost = 0, beyond = 0;
    double worst = 0;
    for (uint32_t v = m->vertex_count; v-- > 0;) {
        int slot[4];
        float weight[4];
        double sum = 0;
        if (!wm_kotor_mesh_weights(c->mdl, m, v, slot, weight))
            return;
        bool strays = false, outside = false;
        for (int i = 0; i < 4; i++) {
            sum += (double)weight[i];
            if (!(weight[i] > 0))
                continue;
            double stored = slot_at(c->mdl, m, v, i);
            outside = outside || stored >= SLOTS;
            strays = strays || slot[i] < 0 || bone[slot[i]] == WM_NO_INDEX;
        }
        beyond += outside;
        lost += strays && !outside;
        if (!(fabs(sum - 1) <= 1e-3)) {
            bad++;
            first = v;
            worst = fabs(sum - 1) > worst ? fabs(sum - 1) : worst;
        }
    }
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "skin");
    if (bad)
        wmi_report(c->report, WM_KOTOR_MDL_WEIGHTS, where,
                   "the weights of %s of '%s' do not add up to 1 but are up to %g off%s vertex %lu",
                   wmi_part(bad, m->vertex_count, "vertex", "vertices").text, name, worst,
                   wmi_first(bad), (ul)first);
    if (beyond)
        wmi_report(c->report, WM_KOTOR_MDL_BONE_SLOTS, where,
                   "%s of '%s' %s a slot that does not exist: there are only %d slots",
                   wmi_count(beyond, "vertex", "vertices").text, name,
                   wmi_plural(beyond, "uses", "use"), SLOTS);
    if (lost)
        wmi_report(c->report, WM_KOTOR_MDL_BONE_USED, where, "%s of '%s' %s a slot without a bone",
                   wmi_count(lost, "vertex", "vertices").text, name,
                   wmi_plural(lost, "follows", "follow"));
}

void wmi_mdl_check_skin(wmi_mdl_checker *c, uint32_t node)
{
    const wm_kotor_skin *s = c->mdl->tree.nodes[node].mesh->skin;
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    uint32_t bone[SLOTS], without = fill_slots(s, bone), differ = 0;
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "skin");
    if (s->bone_count != c->mdl->name_count || s->q_count != s->bone_count ||
        s->t_count != s->bone_count)
        wmi_report(c->report, WM_KOTOR_MDL_BONE_COUNT, where, "'%s' has %s, %s and %s for %s", name,
                   wmi_count(s->bone_count, "bone map entry", "bone map entries").text,
                   wmi_count(s->q_count, "rotation", "rotations").text,
                   wmi_count(s->t_count, "offset", "offsets").text,
                   wmi_count(c->mdl->name_count, "name", "names").text);
    if (without)
        wmi_report(c->report, WM_KOTOR_MDL_BONE_SLOTS, where,
                   "'%s' has %s without a slot: there are only %d slots", name,
                   wmi_count(without, "bone", "bones").text, SLOTS);
    for (int i = 0; i < SLOTS; i++)
        differ += bone[i] != WM_NO_INDEX && s->slots[i] != bone[i];
    if (differ)
        wmi_report(c->report, WM_KOTOR_MDL_BONE_MAP, where,
                   "%s of '%s' %s a bone that the bone map does not give",
                   wmi_count(differ, "slot", "slots").text, name,
                   wmi_plural(differ, "has", "have"));
    if (c->rows)
        check_weights(c, node, bone);
}

/* ---- bind pose --------------------------------------------------------- */

/* Transform from skin space to bone space: the inverse of the bone's pose. */
bool wmi_mdl_bound_as(const wmi_mdl_pose *skin, const wmi_mdl_pose *bone, wm_kotor_quat q,
                      wm_vec3 t)
{
    const wmi_mdl_pose *b = bone, *s = skin;
    double w = b->w * s->w + b->x * s->x + b->y * s->y + b->z * s->z;
    double x = b->w * s->x - b->x * s->w - b->y * s->z + b->z * s->y;
    double y = b->w * s->y + b->x * s->z - b->y * s->w - b->z * s->x;
    double z = b->w * s->z - b->x * s->y + b->y * s->x - b->z * s->w;
    double same = fabs(w * (double)q.w + x * (double)q.x + y * (double)q.y + z * (double)q.z);
    wmi_vec move = wmi_mdl_rotate_back(bone, wmi_sub(skin->move, bone->move));
    return same >= 1 - 1e-3 && wmi_length(wmi_sub(wmi_vec_of(t), move)) <= 1e-2;
}

void wmi_mdl_nodes_by_name(const wm_kotor_mdl *mdl, uint32_t *node_of)
{
    for (uint32_t i = 0; i < mdl->name_count; i++)
        node_of[i] = WM_NO_INDEX;
    for (uint32_t i = mdl->tree.count; i-- > 0;)
        if (mdl->tree.nodes[i].name < mdl->name_count)
            node_of[mdl->tree.nodes[i].name] = i;
}

/* Checks only bones that the skin uses. The others do not matter, and there may be many. */
static void judge_bind(wmi_mdl_checker *c, uint32_t node, const wmi_mdl_pose *poses,
                       const uint32_t *node_of)
{
    const wm_kotor_skin *s = c->mdl->tree.nodes[node].mesh->skin;
    uint32_t bone[SLOTS], off = 0, first = 0, used = 0;
    fill_slots(s, bone);
    for (int i = SLOTS; i-- > 0;) {
        uint32_t k = bone[i];
        if (k == WM_NO_INDEX || k >= s->q_count || k >= s->t_count || k >= c->mdl->name_count ||
            node_of[k] == WM_NO_INDEX)
            continue;
        used++;
        if (!wmi_mdl_bound_as(&poses[node], &poses[node_of[k]], s->q[k], s->t[k])) {
            off++;
            first = k;
        }
    }
    if (off)
        wmi_report(c->report, WM_KOTOR_MDL_BIND, wmi_mdl_where(c, WM_NO_INDEX, node, "skin"),
                   "the bind pose of %s of '%s' differs from the node%s '%s'",
                   wmi_part(off, used, "bone", "bones").text,
                   wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]), wmi_first(off),
                   c->mdl->names[first]);
}

void wmi_mdl_check_bind(wmi_mdl_checker *c)
{
    const wm_kotor_mdl *m = c->mdl;
    const wmi_mdl_pose *poses = wmi_mdl_check_poses(c);
    uint32_t *node_of = wmi_mdl_check_new(c, m->name_count, sizeof *node_of);
    if (c->out_of_memory)
        return;
    wmi_mdl_nodes_by_name(m, node_of);
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh && m->tree.nodes[i].mesh->skin)
            judge_bind(c, i, poses, node_of);
}
