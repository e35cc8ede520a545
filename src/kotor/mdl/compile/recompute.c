/* Computes normals and tangent frames of a model that is compiled already, for rebuild, imports and
 * tests. docs/formats/kotor-mdl.md, "Derived data". */
#include "kotor/mdl/compile/compile.h"

static wm_vec3 in_node(const wmi_mdl_pose *pose, wmi_vec v)
{
    return wmi_unit(wmi_mdl_rotate_back(pose, v), (wm_vec3){0, 0, 0});
}

bool wmi_mdl_recompute(const wm_kotor_mdl *mdl, wmi_recomputed **meshes, uint32_t *count,
                       wmi_arena *scratch)
{
    wmi_shapes shapes;
    wmi_kinds kinds;
    wmi_sets sets;
    if (!wmi_shapes_of_mdl(mdl, &shapes, scratch) ||
        !wmi_kinds_of_mdl(mdl, &shapes, &kinds, scratch) ||
        !wmi_sets_of_kinds(&shapes, &kinds, &sets, scratch))
        return false;
    *count = shapes.count;
    *meshes = wmi_arena_new(scratch, shapes.count, sizeof **meshes);
    if (!*meshes)
        return false;
    for (uint32_t m = 0; m < shapes.count; m++) {
        const wmi_shape *shape = &shapes.list[m];
        const wmi_mdl_pose *pose = &shapes.poses[shape->node];
        wmi_recomputed *r = &(*meshes)[m];
        r->node = shape->node;
        r->normals = wmi_arena_new(scratch, shape->vertex_count, sizeof *r->normals);
        r->frames = wmi_arena_new(scratch, shape->vertex_count, sizeof *r->frames);
        if (!r->normals || !r->frames)
            return false;
        for (uint32_t v = 0; v < shape->vertex_count; v++) {
            uint32_t kind = kinds.of_vertex[shape->first_vertex + v];
            if (kind == WM_NO_INDEX)
                continue;
            r->normals[v] = in_node(pose, sets.frames[kind].cross);
            r->frames[v][0] = in_node(pose, sets.frames[kind].bitangent);
            r->frames[v][1] = in_node(pose, sets.frames[kind].tangent);
            r->frames[v][2] = in_node(pose, sets.frames[kind].flat);
        }
    }
    return true;
}
