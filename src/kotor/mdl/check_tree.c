/* Rules for the tree of the walkmesh in a model. docs/formats/kotor-mdl.md, "Meshes". */
#include <math.h>

#include "base/words.h"
#include "kotor/mdl/check.h"

bool wmi_mdl_box_holds(const wm_kotor_mdl_aabb *box, wm_vec3 p)
{
    const float room = 1e-3f;
    for (int axis = 0; axis < 3; axis++) {
        float x = wmi_axis(p, axis);
        if (!(x >= wmi_axis(box->min, axis) - room && x <= wmi_axis(box->max, axis) + room))
            return false;
    }
    return true;
}

/* Inner nodes whose box does not enclose those of their children. */
static void check_inner(wmi_mdl_checker *c, uint32_t node)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    uint32_t small = 0, first = 0;
    for (uint32_t i = m->aabb_count; i-- > 0;) {
        const wm_kotor_mdl_aabb *box = &m->aabbs[i];
        const uint32_t child[2] = {box->left, box->right};
        bool holds = true;
        for (int k = 0; box->face < 0 && k < 2; k++)
            if (child[k] < m->aabb_count)
                holds = holds && wmi_mdl_box_holds(box, m->aabbs[child[k]].min) &&
                        wmi_mdl_box_holds(box, m->aabbs[child[k]].max);
        if (!holds) {
            small++;
            first = i;
        }
    }
    if (small)
        wmi_report(c->report, WM_KOTOR_MDL_AABB_INNER, wmi_mdl_where(c, WM_NO_INDEX, node, "aabbs"),
                   "%s of '%s' %s not enclose the nodes below%s node %lu",
                   wmi_count(small, "AABB node", "AABB nodes").text,
                   wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]),
                   wmi_plural(small, "does", "do"), wmi_first(small), (ul)first);
}

void wmi_mdl_check_tree(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "aabbs");
    uint8_t *seen = wmi_mdl_check_new(c, m->face_count, 1);
    uint32_t missing = 0, small = 0, first = 0;
    if (!seen)
        return;
    check_inner(c, node);
    for (uint32_t i = 0; i < m->aabb_count; i++) {
        const wm_kotor_mdl_aabb *box = &m->aabbs[i];
        if (box->face < 0)
            continue;
        if ((uint32_t)box->face >= m->face_count) {
            wmi_report(c->report, WM_KOTOR_MDL_AABB_FACE, where,
                       "AABB node %lu of '%s' has face %ld, but %s", (ul)i, name, (long)box->face,
                       wmi_only(m->face_count, "face", "faces").text);
            continue;
        }
        seen[box->face] = 1;
        bool holds = true;
        for (int k = 0; positions && k < 3; k++)
            holds = holds && wmi_mdl_box_holds(box, positions[m->faces[box->face].vertex[k]]);
        small += !holds;
    }
    for (uint32_t i = m->face_count; i-- > 0;)
        if (!seen[i]) {
            missing++;
            first = i;
        }
    if (missing)
        wmi_report(c->report, WM_KOTOR_MDL_AABB_FACE_MISSING, where,
                   "%s of '%s' %s in no leaf of %s%s face %lu",
                   wmi_part(missing, m->face_count, "face", "faces").text, name,
                   wmi_plural(missing, "is", "are"),
                   wmi_count(m->aabb_count, "AABB node", "AABB nodes").text, wmi_first(missing),
                   (ul)first);
    if (small)
        wmi_report(c->report, WM_KOTOR_MDL_AABB_BOX, where, "%s of '%s' %s not enclose %s",
                   wmi_count(small, "AABB leaf", "AABB leaves").text, name,
                   wmi_plural(small, "does", "do"), wmi_plural(small, "its face", "their faces"));
}
