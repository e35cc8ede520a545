/* Model checks: code shared by the rules, and their order. */
#include "kotor/mdl/check.h"

#include <stdio.h>

void *wmi_mdl_check_new(wmi_mdl_checker *c, size_t count, size_t size)
{
    void *room = wmi_arena_new(c->scratch, count, size);
    c->out_of_memory = c->out_of_memory || !room;
    return room;
}

const wmi_mdl_pose *wmi_mdl_check_poses(wmi_mdl_checker *c)
{
    if (!c->poses) {
        c->poses = wmi_mdl_check_new(c, c->mdl->tree.count, sizeof *c->poses);
        if (c->poses)
            wmi_mdl_poses(c->mdl, c->poses);
    }
    return c->poses;
}

const char *wmi_mdl_node_name(const wm_kotor_mdl *mdl, const wm_kotor_mdl_node *node)
{
    return node->name < mdl->name_count ? mdl->names[node->name] : "";
}

wmi_where wmi_mdl_where(const wmi_mdl_checker *c, uint32_t animation, uint32_t node,
                        const char *field)
{
    char before[32] = "";
    const wm_kotor_tree *tree = &c->mdl->tree;
    if (animation != WM_NO_INDEX) {
        tree = &c->mdl->animations[animation].tree;
        wmi_format(before, sizeof before, "animations[%lu].", (ul)animation);
    }
    uint32_t offset = tree->nodes[node].offset;
    return wmi_at(offset ? offset : WM_NO_OFFSET, "%snodes[%lu]%s%s", before, (ul)node,
                  *field ? "." : "", field);
}

/* Positions of all vertices of a mesh, from the vertex table or, failing that, from the
 * rows. */
static const wm_vec3 *positions_of(wmi_mdl_checker *c, const wm_kotor_mesh *m)
{
    wm_vec3 first;
    if (m->saber)
        return NULL;
    if (m->vertices || m->vertex_count == 0)
        return m->vertices;
    if (!c->rows || !wm_kotor_mesh_position(m, 0, &first))
        return NULL;
    wm_vec3 *positions = wmi_mdl_check_new(c, m->vertex_count, sizeof *positions);
    for (uint32_t v = 0; positions && v < m->vertex_count; v++)
        wm_kotor_mesh_position(m, v, &positions[v]);
    return positions;
}

static void check_meshes(wmi_mdl_checker *c)
{
    const wm_kotor_tree *tree = &c->mdl->tree;
    const wm_vec3 **positions = wmi_mdl_check_new(c, tree->count, sizeof *positions);
    for (uint32_t i = 0; positions && i < tree->count && !c->out_of_memory; i++) {
        const wm_kotor_mesh *m = tree->nodes[i].mesh;
        if (!m)
            continue;
        positions[i] = positions_of(c, m);
        wmi_mdl_check_mesh(c, i, positions[i]);
        if (m->skin)
            wmi_mdl_check_skin(c, i);
        if (tree->nodes[i].flags & WM_KOTOR_NODE_AABB) {
            wmi_mdl_check_tree(c, i, positions[i]);
            wmi_mdl_check_walkmesh(c, i, positions[i]);
        }
    }
    if (!c->out_of_memory)
        wmi_mdl_check_adjacency(c, positions);
}

wm_status wm_kotor_mdl_check(const wm_kotor_mdl *mdl, const wm_kotor_mdl_check_opts *opts,
                             wm_report *report, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    static const wm_kotor_mdl_check_opts none = {0};
    uint32_t first = report->count;
    wmi_arena scratch;
    wmi_mdl_checker c = {.mdl = mdl, .opts = opts ? opts : &none, .report = report};
    wmi_arena_init(&scratch, &wmi_mdl_arena(mdl)->allocator, 0);
    c.scratch = &scratch;
    c.rows = mdl->mdx_state != WM_KOTOR_MDX_STATE_NEWLINES &&
             mdl->mdx_state != WM_KOTOR_MDX_STATE_MISSING;
    c.from_file = mdl->tree.count && mdl->tree.nodes[0].offset;
    wmi_mdl_check_file(&c);
    wmi_mdl_check_names(&c);
    wmi_mdl_check_controllers(&c);
    wmi_mdl_check_animations(&c);
    check_meshes(&c);
    wmi_mdl_check_bind(&c);
    wmi_mdl_check_normals(&c);
    wmi_arena_free(&scratch);
    return wmi_check_end(&c.opts->base, report, first, c.out_of_memory, error);
}
