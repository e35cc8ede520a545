/* Limits how often the nodes of a scene may show the same meshes. A scene holds a mesh once, but a
 * walkmesh or a model holds it once for each node, so that a small file would become one of any
 * size. */
#include "base/words.h"
#include "convert/internal.h"

static uint64_t size_of(const wm_scene_mesh *m)
{
    return (uint64_t)m->vertex_count + m->index_count / 3;
}

wm_status wmi_scene_refuse_copies(const wm_scene *scene, wm_error *error)
{
    uint64_t stored = 0, shown = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        stored += size_of(&scene->meshes[i]);
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (scene->nodes[i].mesh != WM_NO_INDEX)
            shown += size_of(&scene->meshes[scene->nodes[i].mesh]);
    uint64_t most = 300000 + 4 * stored;
    if (shown <= most)
        return WM_OK;
    return wmi_fail(error, WM_LIMIT, "nodes",
                    "many nodes show the same meshes, which would become %s vertices and "
                    "triangles; at most %s are allowed for meshes of %s",
                    wmi_number(shown).text, wmi_number(most).text, wmi_number(stored).text);
}
