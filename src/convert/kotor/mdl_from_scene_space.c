/* Places the nodes of another program's scene in a KotOR model: z up and without scales,
 * which are applied to the vertices and to the positions below. docs/gltf.md, "KotOR models". */
#include "convert/kotor/mdl_from_scene.h"

static const wmi_linear unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* ---- z up -------------------------------------------------------------- */

bool wmi_to_mdl_mirrors(const wmi_to_mdl *t)
{
    return t->scene->left_handed && !t->own;
}

wm_vec3 wmi_to_mdl_vector(const wmi_to_mdl *t, wm_vec3 v)
{
    bool left = wmi_to_mdl_mirrors(t);
    if (t->upright)
        return left ? (wm_vec3){v.x, 0 - v.y, v.z} : v;
    return (wm_vec3){v.x, left ? v.z : 0 - v.z, v.y};
}

wmi_vec wmi_to_mdl_point(const wmi_to_mdl *t, wmi_vec v)
{
    bool left = wmi_to_mdl_mirrors(t);
    if (t->upright)
        return left ? (wmi_vec){v.x, -v.y, v.z} : v;
    return (wmi_vec){v.x, left ? v.z : -v.z, v.y};
}

/* The axis is converted with the space; in a mirror it rotates the other way. */
wm_quat wmi_to_mdl_quat(const wmi_to_mdl *t, wm_quat q)
{
    wm_vec3 axis = wmi_to_mdl_vector(t, (wm_vec3){q.x, q.y, q.z});
    if (wmi_to_mdl_mirrors(t))
        return (wm_quat){0 - axis.x, 0 - axis.y, 0 - axis.z, q.w};
    return (wm_quat){axis.x, axis.y, axis.z, q.w};
}

/* ---- placement --------------------------------------------------------- */

static bool finite_rest(const wm_transform *r)
{
    return wmi_finite(r->translation) && wmi_finite(r->scale) && isfinite(r->rotation.x) &&
           isfinite(r->rotation.y) && isfinite(r->rotation.z) && isfinite(r->rotation.w);
}

static void find_place(const wmi_place *above, const wm_transform *rest, wmi_place *p)
{
    wmi_quat quat = wmi_quat_unit(wmi_quat_of(rest->rotation));
    double x = (double)rest->scale.x, y = (double)rest->scale.y, z = (double)rest->scale.z;
    p->vanished = x == 0 && y == 0 && z == 0; /* blades that are switched off */
    if (p->vanished)
        x = y = z = 1;
    const wmi_linear size = {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
    wmi_linear rotation = wmi_linear_of_quat(quat);
    wmi_linear local = wmi_linear_multiply(&rotation, &size);
    wmi_vec move = wmi_vec_of(rest->translation);
    p->world = above ? wmi_linear_multiply(&above->world, &local) : local;
    p->move = above ? wmi_add(above->move, wmi_linear_apply(&above->world, move)) : move;
    p->quat = above ? wmi_quat_multiply(above->quat, quat) : quat;
    wmi_linear whole = wmi_linear_of_quat(p->quat), back = wmi_linear_transpose(&whole);
    p->excess = wmi_linear_multiply(&back, &p->world);
    p->plain = wmi_linear_is_unit(&p->excess);
    if (p->plain)
        p->excess = unit;
}

bool wmi_to_mdl_places(wmi_to_mdl *t)
{
    const wm_scene *s = t->scene;
    if (t->own)
        return true;
    t->places = wmi_arena_raw(&t->scratch, s->node_count, sizeof *t->places);
    if (!t->places)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        bool root = n->parent == WM_NO_INDEX || n->parent == t->skipped;
        char path[WMI_PATH];
        if (!finite_rest(&n->rest))
            return wmi_fail(t->error, WM_BAD_VALUE, wmi_to_mdl_path(t, i, path),
                            "the position, rotation or scale is not finite") == WM_OK;
        find_place(root ? NULL : &t->places[n->parent], &n->rest, &t->places[i]);
        wm_vec3 k = n->rest.scale;
        if (!(k.x != 0 && k.y != 0 && k.z != 0) && !t->places[i].vanished)
            return wmi_fail(t->error, WM_NOT_REPRESENTABLE, wmi_to_mdl_path(t, i, path),
                            "the scale is 0 along an axis") == WM_OK;
        t->result->scaled +=
            i != t->skipped && !t->places[i].vanished &&
            !(fabsf(k.x - 1) < 1e-6f && fabsf(k.y - 1) < 1e-6f && fabsf(k.z - 1) < 1e-6f);
    }
    return true;
}

wm_vec3 wmi_to_mdl_moved(const wmi_to_mdl *t, uint32_t node, wm_vec3 v)
{
    uint32_t parent = t->scene->nodes[node].parent;
    if (t->own || parent == WM_NO_INDEX || parent == t->skipped || t->places[parent].plain)
        return wmi_to_mdl_vector(t, v);
    wmi_vec moved = wmi_linear_apply(&t->places[parent].excess, wmi_vec_of(v));
    return wmi_to_mdl_vector(t, wmi_vec_float(moved));
}

wm_transform wmi_to_mdl_rest(const wmi_to_mdl *t, uint32_t node)
{
    wm_transform rest = t->scene->nodes[node].rest;
    if (t->own)
        return rest;
    wm_quat q = wmi_quat_narrow(wmi_quat_unit(wmi_quat_of(rest.rotation)));
    if (fabsf(q.x - rest.rotation.x) < 1e-5f && fabsf(q.y - rest.rotation.y) < 1e-5f &&
        fabsf(q.z - rest.rotation.z) < 1e-5f && fabsf(q.w - rest.rotation.w) < 1e-5f)
        q = rest.rotation; /* only rounding: keep its bits */
    return (wm_transform){
        wmi_to_mdl_moved(t, node, rest.translation), wmi_to_mdl_quat(t, q), {1, 1, 1}};
}
