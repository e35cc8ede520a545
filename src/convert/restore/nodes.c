/* The nodes that the original and the edited scene both have: what somebody did to their rest
 * poses, meshes, lights and extras. */
#include <math.h>

#include "convert/restore/restore.h"

/* ---- meshes ------------------------------------------------------------ */

bool wmi_restore_add_mesh(wmi_restore *r, wm_scene_node *to, const wm_scene_node *from)
{
    wm_scene_mesh made = r->now->meshes[from->mesh];
    wm_scene_part *parts = wm_scene_alloc(r->old, made.part_count, sizeof *parts, NULL);
    if (!parts)
        return wmi_restore_no_memory(r);
    for (uint32_t p = 0; p < made.part_count; p++) {
        parts[p] = made.parts[p];
        parts[p].material = wmi_restore_material(r, parts[p].material, WM_NO_INDEX);
    }
    made.parts = parts;
    to->mesh = r->old->mesh_count;
    to->skin = from->skin == WM_NO_INDEX ? WM_NO_INDEX : r->skin_of[from->skin];
    r->old->meshes[r->old->mesh_count++] = made;
    r->changed = true;
    return true;
}

/* Programs drop meshes that are never drawn and, if not asked to keep them, lines. */
static bool is_dropped(const wm_scene *s, const wm_scene_node *n)
{
    const wm_scene_mesh *m = &s->meshes[n->mesh];
    return n->role == WM_NODE_ROLE_HIDDEN || m->primitive == WM_PRIMITIVE_LINES ||
           m->index_count == 0 || m->vertex_count == 0;
}

static bool restore_node_mesh(wmi_restore *r, uint32_t old, uint32_t now)
{
    wm_scene_node *to = &r->old->nodes[old];
    const wm_scene_node *from = &r->now->nodes[now];
    if (to->mesh == WM_NO_INDEX && from->mesh != WM_NO_INDEX) {
        to->kind = to->kind == WM_NODE_KIND_EMPTY ? WM_NODE_KIND_MESH : to->kind;
        r->result->meshes++;
        return wmi_restore_add_mesh(r, to, from);
    }
    if (to->mesh == WM_NO_INDEX)
        return true;
    if (from->mesh != WM_NO_INDEX)
        return wmi_restore_mesh(r, old, now);
    if (is_dropped(r->old, to)) {
        r->result->hidden++;
        return true;
    }
    to->mesh = to->skin = WM_NO_INDEX; /* somebody deleted it */
    wmi_report(r->report, WM_SCENE_MESH_MISSING, wmi_nowhere(),
               "the template has a mesh on the node '%.64s' that the scene does not have",
               to->name);
    /* models of KotOR have nodes without anything; elsewhere an empty is an entity or a hook */
    if (to->kind == WM_NODE_KIND_MESH && strcmp(r->old->source, "kotor-mdl") == 0)
        to->kind = WM_NODE_KIND_EMPTY;
    r->result->meshes++;
    r->changed = true;
    return true;
}

/* ---- nodes ------------------------------------------------------------- */

static bool same_rest(const wm_transform *a, const wm_transform *b)
{
    double size = wmi_vec3_distance(a->translation, (wm_vec3){0, 0, 0});
    return wmi_vec3_distance(a->translation, b->translation) <= 1e-4 + 1e-5 * size &&
           wmi_quat_distance(wmi_quat_unit(wmi_quat_of(a->rotation)),
                             wmi_quat_unit(wmi_quat_of(b->rotation))) < 1e-4 &&
           wmi_vec3_distance(a->scale, b->scale) < 1e-4;
}

/* The new rest pose, but numbers that a program only rounded stay. */
static void move_rest(wm_transform *to, const wm_transform *from)
{
    float *old[3] = {&to->translation.x, &to->translation.y, &to->translation.z};
    const float now[3] = {from->translation.x, from->translation.y, from->translation.z};
    for (int k = 0; k < 3; k++)
        if (!(fabsf(*old[k] - now[k]) <= 1e-6f + 1e-6f * fabsf(*old[k])))
            *old[k] = now[k];
    if (wmi_quat_distance(wmi_quat_unit(wmi_quat_of(to->rotation)),
                          wmi_quat_unit(wmi_quat_of(from->rotation))) >= 1e-4)
        to->rotation = from->rotation;
    if (wmi_vec3_distance(to->scale, from->scale) >= 1e-4)
        to->scale = from->scale;
}

/* The object of a bone that rotates was moved: then its vertices move. */
static bool restore_bake(wmi_restore *r, wm_scene_node *to, const wm_transform *by)
{
    if (!wmi_is_shift(by) || to->mesh == WM_NO_INDEX)
        return true;
    r->result->moved++;
    r->changed = true;
    return wmi_restore_baked(r, to, by);
}

static bool restore_node(wmi_restore *r, uint32_t old, double light_factor)
{
    uint32_t now = r->now_of[old];
    wm_scene_node *to = &r->old->nodes[old], *from = &r->now->nodes[now];
    /* the transform of a skin's mesh means nothing; programs drop it */
    bool placed = from->skin == WM_NO_INDEX || from->kind == WM_NODE_KIND_BONE;
    if (to->light != WM_NO_INDEX) /* programs rotate lights, which shine in all directions here */
        from->rest.rotation = to->rest.rotation;
    if (!same_rest(&to->rest, &from->rest) && placed) {
        move_rest(&to->rest, &from->rest);
        r->result->moved++;
        r->changed = true;
    }
    r->result->nodes++;
    wmi_restore_light(r, to, from, light_factor);
    return restore_node_mesh(r, old, now) && restore_bake(r, to, &r->bake[now]) &&
           wmi_restore_extras(r, &to->extras, &from->extras);
}

/* A program that exports no light at all was not asked to. Outlines are only for viewing. */
bool wmi_restore_is_left_out(const wmi_restore *r, uint32_t old)
{
    const wm_scene_node *n = &r->old->nodes[old];
    return r->now_of[old] == WM_NO_INDEX &&
           (n->role == WM_NODE_ROLE_OUTLINE ||
            (n->light != WM_NO_INDEX && n->mesh == WM_NO_INDEX && r->now->light_count == 0));
}

static void report_missing(wmi_restore *r)
{
    for (uint32_t i = 0; i < r->old->node_count; i++) {
        if (wmi_restore_is_left_out(r, i)) {
            r->result->hidden++;
            continue;
        }
        if (r->now_of[i] != WM_NO_INDEX)
            continue;
        r->result->missing++;
        r->changed = true;
        wmi_report(r->report, WM_SCENE_NODE_MISSING, wmi_nowhere(),
                   "the template has a node '%.64s' that the scene does not have",
                   r->old->nodes[i].name);
    }
}

bool wmi_restore_nodes(wmi_restore *r)
{
    double light_factor = wmi_restore_light_factor(r);
    for (uint32_t i = 0; i < r->old->node_count; i++)
        if (r->now_of[i] != WM_NO_INDEX && !restore_node(r, i, light_factor))
            return false;
    if (r->result->nodes == 0 && r->old->node_count)
        return wmi_fail(r->error, WM_BAD_ARGUMENT, "",
                        "no node of the scene has the name of a node of the original") == WM_OK;
    wmi_restore_follow(r);
    report_missing(r);
    return true;
}
