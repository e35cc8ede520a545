/* Tangent frames of a KotOR model from a scene. A scene that came from a model has them as a whole:
 * tangents, and the attributes `bitangent` and `frame_normal`. Tangents of other scenes, which
 * programs compute in many ways, only say that the mesh has frames: they are computed from the uvs
 * as the game's tools do, smooth where the normals are. Without uvs that is not possible, so then
 * the tangents are used. */
#include "convert/kotor/mdl_from_scene.h"
#include "kotor/mdl/compile/compile.h"

static wm_vec3 at_length_1(wmi_vec v)
{
    double length = wmi_length(v);
    return wmi_vec_float(length > 1e-30 ? wmi_scale(v, 1 / length) : v);
}

static wm_vec3 moved(const wmi_to_mdl *t, const wmi_made *made, wmi_vec v)
{
    if (t->own)
        return wmi_vec_float(v);
    if (!made->plain)
        v = wmi_linear_apply(&made->stretch, v);
    return wmi_to_mdl_vector(t, at_length_1(v));
}

static wmi_vec attribute_at(const wm_scene_attribute *a, uint32_t v)
{
    const float *at = a->values + 3 * (size_t)v;
    return (wmi_vec){(double)at[0], (double)at[1], (double)at[2]};
}

static bool has_frames(const wm_kotor_mesh *mesh, const wmi_source_mesh *s)
{
    return mesh->row_offset[WM_KOTOR_ROW_TANGENT0] >= 0 && mesh->vertex_count == s->vertex_count;
}

static void put_frame(wm_kotor_mesh *mesh, uint32_t vertex, const wm_vec3 frame[3])
{
    uint32_t offset = (uint32_t)mesh->row_offset[WM_KOTOR_ROW_TANGENT0];
    wmi_store32(mesh->rows + (size_t)vertex * mesh->row_size + offset, frame, 9);
}

/* The file's tangent runs against u. Its bitangent is along cross(normal, -tangent), also on a
 * mirrored texture, where it runs against v: so the sign of a tangent (w), which says whether the
 * texture is mirrored, is not needed. The product is taken in the space of the model, because
 * mirroring reverses it. Returns false if the frames have to be computed. */
static bool take_frames(const wmi_to_mdl *t, uint32_t number)
{
    const wm_scene_mesh *m = wmi_to_mdl_mesh(t, &t->items[number]);
    wm_kotor_mesh *mesh = t->mdl->tree.nodes[number].mesh;
    const wmi_source_mesh *s = t->sources[number];
    const wmi_made *made = &t->made[number];
    const wm_scene_attribute *sides = wmi_to_mdl_attribute(m, "bitangent", 3);
    const wm_scene_attribute *fronts = wmi_to_mdl_attribute(m, "frame_normal", 3);
    bool whole = m->tangents && sides && fronts;
    if (!m->tangents || !m->normals || (!t->own && !whole && s->uv_count[0]))
        return false;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        uint32_t v = made->vertex[i];
        const float *along = m->tangents[v];
        wmi_vec tangent = {(double)along[0], (double)along[1], (double)along[2]};
        wm_vec3 frame[3];
        frame[1] = moved(t, made, wmi_scale(tangent, -1));
        wmi_vec side = wmi_cross(wmi_vec_of(frame[1]), wmi_vec_of(s->normals[i]));
        frame[0] = whole ? moved(t, made, attribute_at(sides, v)) : at_length_1(side);
        frame[2] = whole ? moved(t, made, attribute_at(fronts, v)) : s->normals[i];
        put_frame(mesh, i, frame);
    }
    return true;
}

/* The compiler takes all faces as smooth; the normals say where they are. Directions without
 * texture area stay. */
static void compute_frames(const wmi_to_mdl *t, const wmi_recomputed *r)
{
    wm_kotor_mesh *mesh = t->mdl->tree.nodes[r->node].mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        bool any = true;
        for (int i = 0; i < 3; i++)
            any = any && wmi_length(wmi_vec_of(r->frames[v][i])) > 0.5;
        if (any)
            put_frame(mesh, v, r->frames[v]);
    }
}

bool wmi_to_mdl_tangents(wmi_to_mdl *t)
{
    wmi_recomputed *meshes;
    uint32_t count;
    bool *computed = wmi_arena_new(&t->scratch, t->item_count, sizeof *computed), any = false;
    if (!computed)
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < t->item_count; i++) {
        const wmi_source_mesh *s = t->sources[i];
        if (!s || !wmi_to_mdl_mesh(t, &t->items[i]) || !has_frames(t->mdl->tree.nodes[i].mesh, s) ||
            take_frames(t, i))
            continue;
        computed[i] = !t->own;
        any = any || !t->own;
        t->result->tangents += !t->own;
    }
    if (!any)
        return true;
    if (!wmi_mdl_recompute(t->mdl, &meshes, &count, &t->scratch))
        return wmi_to_mdl_no_memory(t);
    for (uint32_t i = 0; i < count; i++)
        if (computed[meshes[i].node])
            compute_frames(t, &meshes[i]);
    return true;
}
