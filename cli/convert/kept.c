/* waymark convert to a TRN keeps the walkmesh of the template: only 'bake' and the toolset make one
 * that follows from the ground. Says so, if somebody edited the walkmesh of the scene. */
#include <string.h>

#include "convert/import.h"

static const char *material_of(const wm_scene *s, const wm_scene_part *part)
{
    return part->material == WM_NO_INDEX ? "" : s->materials[part->material].name;
}

static bool same_parts(const wm_scene *a, const wm_scene_mesh *m, const wm_scene *b,
                       const wm_scene_mesh *n)
{
    if (m->part_count != n->part_count)
        return false;
    for (uint32_t i = 0; i < m->part_count; i++)
        if (m->parts[i].first != n->parts[i].first || m->parts[i].count != n->parts[i].count ||
            strcmp(material_of(a, &m->parts[i]), material_of(b, &n->parts[i])) != 0)
            return false;
    return true;
}

/* The walkmesh, its copies, and what was cut off it: "walkmesh.001". */
static uint32_t count_walkmeshes(const wm_scene *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        count += s->nodes[i].mesh != WM_NO_INDEX && strncmp(s->nodes[i].name, "walkmesh", 8) == 0;
    return count;
}

/* Has the scene the walkmesh of the template, where it was? */
static bool has_walkmesh(const wm_scene *now, const wm_scene *old)
{
    uint32_t i = wm_scene_find_node(old, "walkmesh"), k = wm_scene_find_node(now, "walkmesh");
    if (i == WM_NO_INDEX || old->nodes[i].mesh == WM_NO_INDEX)
        return true;
    if (count_walkmeshes(old) != count_walkmeshes(now))
        return false;
    if (k == WM_NO_INDEX || now->nodes[k].mesh == WM_NO_INDEX)
        return false;
    const wm_scene_mesh *m = &old->meshes[old->nodes[i].mesh],
                        *n = &now->meshes[now->nodes[k].mesh];
    return m->vertex_count == n->vertex_count && m->index_count == n->index_count &&
           memcmp(m->positions, n->positions, m->vertex_count * sizeof *m->positions) == 0 &&
           memcmp(m->indices, n->indices, m->index_count * sizeof *m->indices) == 0 &&
           memcmp(&old->nodes[i].rest, &now->nodes[k].rest, sizeof now->nodes[k].rest) == 0 &&
           same_parts(old, m, now, n);
}

void cli_say_kept(const cli *c, const char *out, const wm_nwn2_trn *template, const wm_scene *scene)
{
    const wm_scene_opts opts = {.allocator = cli_allocator()};
    wm_scene *old = c->quiet ? NULL : wm_scene_from_nwn2_trn(template, &opts, NULL);
    if (old && !has_walkmesh(scene, old))
        cli_print(cli_messages(),
                  "waymark: warning: %s: the edited walkmesh is left out: a TRN keeps that of the "
                  "template; "
                  "convert to a .trx for it\n",
                  out);
    wm_scene_free(old);
}
