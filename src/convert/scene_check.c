/* What keeps a scene of another program from being imported. */
#include <math.h>

#include "base/internal.h"
#include "waymark/convert.h"

static bool has_triangles(const wm_scene_mesh *m)
{
    return m->primitive == WM_PRIMITIVE_TRIANGLES && m->index_count > 0;
}

/* The first of them is enough: there may be thousands. */
static void check_positions(const wm_scene *s, uint32_t mesh, wm_report *report)
{
    const wm_scene_mesh *m = &s->meshes[mesh];
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        const wm_vec3 *p = &m->positions[i];
        if (isfinite(p->x) && isfinite(p->y) && isfinite(p->z))
            continue;
        wmi_report(report, WM_SCENE_NOT_FINITE,
                   wmi_at(WM_NO_OFFSET, "meshes[%lu].positions[%lu]", (unsigned long)mesh,
                          (unsigned long)i),
                   "vertex %lu of mesh '%s' is not finite", (unsigned long)i, m->name);
        return;
    }
}

static void check_uvs(const wm_scene *s, uint32_t mesh, wm_report *report)
{
    const wm_scene_mesh *m = &s->meshes[mesh];
    for (uint32_t i = 0; i < m->part_count && !m->uvs[0]; i++) {
        uint32_t material = m->parts[i].material;
        const wm_scene_texture *t = material < s->material_count
                                        ? &s->materials[material].textures[WM_TEXTURE_SLOT_COLOUR]
                                        : NULL;
        if (!t || !t->name || !*t->name || m->uvs[t->uv_set])
            continue;
        wmi_report(report, WM_SCENE_NO_UVS,
                   wmi_at(WM_NO_OFFSET, "meshes[%lu]", (unsigned long)mesh),
                   "mesh '%s' has the texture '%s' and no texture coordinates", m->name, t->name);
        return;
    }
}

wm_status wm_scene_check(const wm_scene *scene, const wm_check_opts *opts, wm_report *report,
                         wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    bool any = false;
    uint32_t first = report->count;
    if (!scene->finished)
        return wmi_fail(error, WM_BAD_ARGUMENT, "", "the scene is not finished");
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        any = any || has_triangles(&scene->meshes[i]);
        check_positions(scene, i, report);
        if (has_triangles(&scene->meshes[i]))
            check_uvs(scene, i, report);
    }
    if (!any)
        wmi_report(report, WM_SCENE_NO_TRIANGLES, wmi_nowhere(), "%s",
                   scene->mesh_count ? "no mesh has triangles" : "there is no mesh");
    return wmi_check_end(opts, report, first, false, error);
}
