/* Rules for the walkmesh in a model: its tree, and the WOK next to the model.
 * docs/formats/kotor-mdl.md, "Meshes". */
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

void wmi_mdl_check_tree(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "aabbs");
    uint8_t *seen = wmi_mdl_check_new(c, m->face_count, 1);
    uint32_t missing = 0, small = 0, first = 0;
    if (!seen)
        return;
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
        wmi_report(c->report, WM_KOTOR_MDL_AABB_BOX, where, "%s of '%s' %s not enclose its face",
                   wmi_count(small, "AABB leaf", "AABB leaves").text, name,
                   wmi_plural(small, "does", "do"));
}

/* ---- the WOK ----------------------------------------------------------- */

/* Measurements of a walkmesh that do not change when it is moved. */
typedef struct figures {
    uint64_t faces, material[64];
    double area, size[3];
} figures;

static void grow(wm_vec3 p, double low[3], double high[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double x = (double)wmi_axis(p, axis);
        low[axis] = x < low[axis] ? x : low[axis];
        high[axis] = x > high[axis] ? x : high[axis];
    }
}

static void add_face(figures *f, const wm_vec3 corner[3], uint32_t material, double low[3],
                     double high[3])
{
    wmi_vec p = wmi_vec_of(corner[0]);
    f->faces++;
    f->material[material < 63 ? material : 63]++;
    f->area += wmi_length(wmi_cross(wmi_sub(wmi_vec_of(corner[1]), p),
                                    wmi_sub(wmi_vec_of(corner[2]), p))) /
               2;
    for (int k = 0; k < 3; k++)
        grow(corner[k], low, high);
}

static void finish(figures *f, const double low[3], const double high[3])
{
    for (int axis = 0; axis < 3; axis++)
        f->size[axis] = f->faces ? high[axis] - low[axis] : 0;
}

/* Rotated nodes rotate the mesh, so positions are converted to model space. */
static void measure_mesh(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions, figures *f)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    const wmi_mdl_pose *poses = wmi_mdl_check_poses(c);
    *f = (figures){0};
    if (!poses)
        return;
    for (uint32_t i = 0; i < m->face_count; i++) {
        wm_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = wmi_vec_float(
                wmi_mdl_turn(&poses[node], wmi_vec_of(positions[m->faces[i].vertex[k]])));
        add_face(f, corner, m->faces[i].material, low, high);
    }
    finish(f, low, high);
}

static void measure_wok(const wm_kotor_bwm *b, figures *f)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    *f = (figures){0};
    for (uint32_t i = 0; i < b->face_count; i++) {
        const uint32_t *v = b->faces[i].vertex;
        const wm_vec3 corner[3] = {b->vertices[v[0]], b->vertices[v[1]], b->vertices[v[2]]};
        add_face(f, corner, b->materials[i], low, high);
    }
    finish(f, low, high);
}

void wmi_mdl_check_walkmesh(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions)
{
    const wm_kotor_bwm *b = c->opts->walkmesh;
    figures model, wok;
    if (!b || !positions)
        return;
    measure_mesh(c, node, positions, &model);
    measure_wok(b, &wok);
    const char *name = wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]);
    wmi_where where = wmi_mdl_where(c, WM_NO_INDEX, node, "faces");
    uint64_t materials = 0;
    for (int i = 0; i < 64; i++)
        materials += model.material[i] > wok.material[i] ? model.material[i] - wok.material[i] : 0;
    double most = 0;
    for (int axis = 0; axis < 3; axis++)
        most = fmax(most, fabs(model.size[axis] - wok.size[axis]));
    if (model.faces != wok.faces)
        wmi_report(c->report, WM_KOTOR_MDL_WALKMESH_DIFFERS, where, "'%s' has %s, the WOK has %s",
                   name, wmi_count(model.faces, "face", "faces").text, wmi_number(wok.faces).text);
    else if (materials)
        wmi_report(c->report, WM_KOTOR_MDL_WALKMESH_DIFFERS, where,
                   "%s of '%s' %s another material in the WOK",
                   wmi_count(materials, "face", "faces").text, name,
                   wmi_plural(materials, "has", "have"));
    else if (!(most <= 0.01) || !(fabs(model.area - wok.area) <= 1e-3 * (1 + wok.area)))
        wmi_report(c->report, WM_KOTOR_MDL_WALKMESH_DIFFERS, where,
                   "'%s' has another shape: its area is %g m2, that of the WOK %g m2, and their "
                   "extents differ by %g m",
                   name, model.area, wok.area, most);
}
