/* Keeps what a rebuild or a fix may change in a model. See undo.h. */
#include "kotor/mdl/undo.h"

/* ---- nodes of all trees -------------------------------------------------- */

typedef void (*visitor)(wmi_mdl_undo *undo, wm_kotor_mdl_node *node, wmi_mdl_saved *saved,
                        wmi_copier *copier);

static void each_node(wmi_mdl_undo *u, visitor visit, wmi_copier *copier)
{
    wmi_mdl_saved *saved = u->nodes;
    for (uint32_t i = 0; i < u->mdl->tree.count; i++)
        visit(u, &u->mdl->tree.nodes[i], saved++, copier);
    for (uint32_t a = 0; a < u->mdl->animation_count; a++) {
        wm_kotor_tree *tree = &u->mdl->animations[a].tree;
        for (uint32_t i = 0; i < tree->count; i++)
            visit(u, &tree->nodes[i], saved++, copier);
    }
}

static size_t count_nodes(const wm_kotor_mdl *m)
{
    size_t count = m->tree.count;
    for (uint32_t a = 0; a < m->animation_count; a++)
        count += m->animations[a].tree.count;
    return count;
}

static void save(wmi_mdl_undo *u, wm_kotor_mdl_node *n, wmi_mdl_saved *s, wmi_copier *copier)
{
    (void)u;
    *s = (wmi_mdl_saved){.node = *n};
    s->data = wmi_copy(copier, n->data, n->data_count, sizeof *n->data);
    if (!n->mesh)
        return;
    s->mesh = *n->mesh;
    s->faces = wmi_copy(copier, n->mesh->faces, n->mesh->face_count, sizeof *n->mesh->faces);
    s->rows = wmi_copy(copier, n->mesh->rows, n->mesh->vertex_count, n->mesh->row_size);
    if (n->mesh->dangly)
        s->cloth = n->mesh->dangly->vertices;
    if (!n->mesh->skin)
        return;
    s->skin = *n->mesh->skin;
    s->q = wmi_copy(copier, s->skin.q, s->skin.q_count, sizeof *s->q);
    s->t = wmi_copy(copier, s->skin.t, s->skin.t_count, sizeof *s->t);
}

static void put_back(void *to, const void *from, size_t count, size_t size)
{
    if (to && from && count)
        memcpy(to, from, count * size);
}

static void restore(wmi_mdl_undo *u, wm_kotor_mdl_node *n, wmi_mdl_saved *s, wmi_copier *copier)
{
    (void)u;
    (void)copier;
    *n = s->node;
    put_back(n->data, s->data, n->data_count, sizeof *n->data);
    if (!n->mesh)
        return;
    *n->mesh = s->mesh;
    put_back(n->mesh->faces, s->faces, n->mesh->face_count, sizeof *n->mesh->faces);
    put_back(n->mesh->rows, s->rows, n->mesh->vertex_count, n->mesh->row_size);
    if (n->mesh->dangly)
        n->mesh->dangly->vertices = s->cloth;
    if (!n->mesh->skin)
        return;
    *n->mesh->skin = s->skin;
    put_back(s->skin.q, s->q, s->skin.q_count, sizeof *s->q);
    put_back(s->skin.t, s->t, s->skin.t_count, sizeof *s->t);
}

/* ---- begin, end ---------------------------------------------------------- */

wm_status wmi_mdl_undo_begin(wmi_mdl_undo *u, wm_kotor_mdl *mdl, wm_error *error)
{
    *u = (wmi_mdl_undo){.mdl = mdl, .was = *mdl};
    wmi_arena_init(&u->arena, &wmi_mdl_arena(mdl)->allocator, 0);
    wmi_copier copier = {.arena = &u->arena};
    u->nodes = wmi_arena_raw(&u->arena, count_nodes(mdl), sizeof *u->nodes);
    u->slack = wmi_copy(&copier, mdl->slack, mdl->slack_count, sizeof *mdl->slack);
    u->odd = wmi_copy(&copier, mdl->odd, mdl->odd_count, sizeof *mdl->odd);
    if (u->nodes)
        each_node(u, save, &copier);
    if (u->nodes && !copier.failed)
        return WM_OK;
    u->mdl = NULL;
    return wmi_arena_fail(&u->arena, error, "");
}

wm_status wmi_mdl_undo_end(wmi_mdl_undo *u, wm_status status)
{
    if (u->mdl && status != WM_OK) {
        *u->mdl = u->was;
        put_back(u->mdl->slack, u->slack, u->was.slack_count, sizeof *u->slack);
        put_back(u->mdl->odd, u->odd, u->was.odd_count, sizeof *u->odd);
        each_node(u, restore, NULL);
    }
    wmi_arena_free(&u->arena);
    return status;
}

/* ---- what changed -------------------------------------------------------- */

static bool differ(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) != 0;
}

static void count_faces(const wmi_mdl_saved *s, const wm_kotor_mesh *m, uint32_t *planes,
                        uint32_t *adjacency)
{
    for (uint32_t i = 0; i < m->face_count; i++) {
        const wm_kotor_mdl_face *a = &s->faces[i], *b = &m->faces[i];
        *planes += differ(&a->normal, &b->normal, sizeof a->normal) ||
                   differ(&a->distance, &b->distance, sizeof a->distance);
        *adjacency += differ(a->adjacent, b->adjacent, sizeof a->adjacent);
    }
}

static bool same_bounds(const wm_kotor_mesh *a, const wm_kotor_mesh *b)
{
    return !differ(&a->min, &b->min, sizeof a->min) && !differ(&a->max, &b->max, sizeof a->max) &&
           !differ(&a->radius, &b->radius, sizeof a->radius) &&
           !differ(&a->average, &b->average, sizeof a->average) &&
           !differ(&a->area, &b->area, sizeof a->area);
}

static bool same_tree(const wm_kotor_mesh *a, const wm_kotor_mesh *b)
{
    return wmi_rows_apart(a->aabbs, a->aabb_count, b->aabbs, b->aabb_count, sizeof *a->aabbs) == 0;
}

/* Vertices whose row differs in a field of this size. */
static uint32_t rows_apart(const wmi_mdl_saved *s, const wm_kotor_mesh *m, int field, size_t size)
{
    int64_t at = m->row_offset[field];
    uint32_t count = 0;
    if (!m->rows || at < 0 || (uint64_t)at + size > m->row_size)
        return 0;
    for (size_t v = 0; v < m->vertex_count; v++)
        count += differ(s->rows + v * m->row_size + at, m->rows + v * m->row_size + at, size);
    return count;
}

wm_kotor_mdl_rebuild_result wmi_mdl_rebuilt(const wmi_mdl_undo *u)
{
    wm_kotor_mdl_rebuild_result r = {0};
    size_t direction = u->mdl->platform == WM_KOTOR_PLATFORM_XBOX ? 4 : 12;
    for (uint32_t i = 0; i < u->mdl->tree.count; i++) {
        const wmi_mdl_saved *s = &u->nodes[i];
        const wm_kotor_mesh *m = u->mdl->tree.nodes[i].mesh;
        if (!m)
            continue;
        count_faces(s, m, &r.planes, &r.adjacency);
        r.bounds += !same_bounds(&s->mesh, m);
        r.trees += !same_tree(&s->mesh, m);
        r.normals += rows_apart(s, m, WM_KOTOR_ROW_NORMAL, direction);
        r.tangents += rows_apart(s, m, WM_KOTOR_ROW_TANGENT0, 3 * direction);
    }
    return r;
}

static uint32_t nodes_apart(const wmi_mdl_saved *s, const wm_kotor_tree *tree)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        const wm_kotor_mdl_node *n = &tree->nodes[i];
        count += differ(&s[i].node.orientation, &n->orientation, sizeof n->orientation) ||
                 (n->data_count && differ(s[i].data, n->data, n->data_count * sizeof *n->data));
    }
    return count;
}

static bool same_skin(const wmi_mdl_saved *s, const wm_kotor_skin *now)
{
    return s->skin.bone_map == now->bone_map &&
           wmi_rows_apart(s->q, s->skin.q_count, now->q, now->q_count, sizeof *now->q) == 0 &&
           wmi_rows_apart(s->t, s->skin.t_count, now->t, now->t_count, sizeof *now->t) == 0;
}

static void count_tables(const wmi_mdl_saved *s, const wm_kotor_mesh *now,
                         wm_kotor_mdl_fix_result *r)
{
    bool table = s->mesh.vertices != now->vertices;
    bool cloth = now->dangly && s->cloth != now->dangly->vertices;
    r->sabers += now->saber && table;
    r->tables += !now->saber && (table || cloth);
    r->skins += now->skin && !same_skin(s, now->skin);
}

wm_kotor_mdl_fix_result wmi_mdl_fixed(const wmi_mdl_undo *u)
{
    const wm_kotor_mdl *m = u->mdl;
    wm_kotor_mdl_fix_result r = {.nodes = nodes_apart(u->nodes, &m->tree)};
    const wmi_mdl_saved *s = u->nodes + m->tree.count;
    for (uint32_t a = 0; a < m->animation_count; s += m->animations[a++].tree.count)
        r.nodes += nodes_apart(s, &m->animations[a].tree);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const wm_kotor_mesh *old = &u->nodes[i].mesh, *now = m->tree.nodes[i].mesh;
        if (!now)
            continue;
        count_faces(&u->nodes[i], now, &r.planes, &r.adjacency);
        r.trees += !same_tree(old, now);
        r.indices += old->indices != now->indices;
        count_tables(&u->nodes[i], now, &r);
    }
    r.words = u->was.odd_count != m->odd_count || u->was.fault_count != m->fault_count ||
              u->was.mdx_state != m->mdx_state || u->was.names_mdx_size != m->names_mdx_size ||
              u->was.geometry.node_count != m->geometry.node_count;
    return r;
}
