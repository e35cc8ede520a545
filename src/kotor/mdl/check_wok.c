/* Compares the walkmesh in a model with the WOK next to the model. docs/formats/kotor-mdl.md,
 * "Meshes". */
#include <math.h>

#include "base/search.h"
#include "base/sort.h"
#include "base/words.h"
#include "kotor/mdl/check.h"

/* Measurements of a walkmesh that do not change when it is moved. */
typedef struct figures {
    uint64_t faces, material[64];
    double area, size[3], low[3];
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
    for (int axis = 0; axis < 3; axis++) {
        f->size[axis] = f->faces ? high[axis] - low[axis] : 0;
        f->low[axis] = f->faces ? low[axis] : 0;
    }
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
                wmi_mdl_rotate(&poses[node], wmi_vec_of(positions[m->faces[i].vertex[k]])));
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

/* ---- face by face ------------------------------------------------------- */

#define OFF 0.01 /* metres; the games moved vertices by up to 1.3 mm to close seams */

/* A face relative to the lowest corner of its mesh. */
typedef struct placed {
    wmi_vec corner[3];
    uint32_t material, index;
    double key; /* position along a direction in which few faces coincide */
} placed;

static int by_key(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void place(placed *p, uint32_t index, uint32_t material, const double low[3])
{
    p->index = index;
    p->material = material;
    p->key = 0;
    for (int k = 0; k < 3; k++) {
        p->corner[k] = wmi_sub(p->corner[k], (wmi_vec){low[0], low[1], low[2]});
        p->key += p->corner[k].x * 0.62 + p->corner[k].y * 0.54 + p->corner[k].z * 0.57;
    }
}

static bool same_face(const placed *a, const placed *b)
{
    for (int shift = 0; a->material == b->material && shift < 3; shift++) {
        bool same = true;
        for (int k = 0; k < 3; k++)
            same = same && wmi_length(wmi_sub(a->corner[k], b->corner[(k + shift) % 3])) <= OFF;
        if (same)
            return true;
    }
    return false;
}

/* Is there such a face among the sorted ones? */
static bool has_face(const placed *sorted, uint32_t count, const placed *face)
{
    enum { MOST = 256 }; /* more that coincide cannot be told apart at this cost */
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, sorted[search.at].key < face->key - 3 * OFF);
    uint32_t low = search.low;
    for (uint32_t i = low; i < count && sorted[i].key <= face->key + 3 * OFF; i++)
        if (i - low >= MOST || same_face(&sorted[i], face))
            return true;
    return false;
}

/* Reports the first face of the model that the WOK does not have. */
static void compare_faces(wmi_mdl_checker *c, uint32_t node, const wm_vec3 *positions,
                          const figures *model, const figures *wok)
{
    const wm_kotor_mesh *m = c->mdl->tree.nodes[node].mesh;
    const wm_kotor_bwm *b = c->opts->walkmesh;
    const wmi_mdl_pose *poses = wmi_mdl_check_poses(c);
    placed *sorted = wmi_mdl_check_new(c, b->face_count, sizeof *sorted), face = {0};
    uint32_t missing = 0, first = 0;
    if (!poses || !sorted)
        return;
    for (uint32_t i = 0; i < b->face_count; i++) {
        for (int k = 0; k < 3; k++)
            sorted[i].corner[k] = wmi_vec_of(b->vertices[b->faces[i].vertex[k]]);
        place(&sorted[i], i, b->materials[i], wok->low);
    }
    wmi_sort(sorted, b->face_count, sizeof *sorted, by_key);
    for (uint32_t i = m->face_count; i-- > 0;) {
        for (int k = 0; k < 3; k++)
            face.corner[k] =
                wmi_mdl_rotate(&poses[node], wmi_vec_of(positions[m->faces[i].vertex[k]]));
        place(&face, i, m->faces[i].material, model->low);
        if (!has_face(sorted, b->face_count, &face)) {
            missing++;
            first = i;
        }
    }
    if (missing)
        wmi_report(
            c->report, WM_KOTOR_MDL_WALKMESH_DIFFERS, wmi_mdl_where(c, WM_NO_INDEX, node, "faces"),
            "%s of '%s' %s not in the WOK, or %s elsewhere there%s face %lu",
            wmi_part(missing, m->face_count, "face", "faces").text,
            wmi_mdl_node_name(c->mdl, &c->mdl->tree.nodes[node]), wmi_plural(missing, "is", "are"),
            wmi_plural(missing, "is", "are"), wmi_first(missing), (ul)first);
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
        most = wmi_max(most, fabs(model.size[axis] - wok.size[axis]));
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
    else
        compare_faces(c, node, positions, &model, &wok);
}
