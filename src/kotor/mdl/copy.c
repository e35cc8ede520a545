/* Deep copies of models. */
#include "kotor/mdl/internal.h"

static wm_kotor_light *copy_light(wmi_copier *c, const wm_kotor_light *from)
{
    wm_kotor_light *l = wmi_copy(c, from, 1, sizeof *l);
    if (!l)
        return NULL;
    l->sizes = wmi_copy(c, from->sizes, l->size_count, sizeof *l->sizes);
    l->positions = wmi_copy(c, from->positions, l->position_count, sizeof *l->positions);
    l->colours = wmi_copy(c, from->colours, l->colour_count, sizeof *l->colours);
    l->textures = wmi_copy_texts(c, from->textures, l->texture_count);
    return l;
}

static wm_kotor_skin *copy_skin(wmi_copier *c, const wm_kotor_skin *from)
{
    wm_kotor_skin *s = wmi_copy(c, from, 1, sizeof *s);
    if (!s)
        return NULL;
    s->bone_map = wmi_copy(c, from->bone_map, s->bone_count, sizeof *s->bone_map);
    s->q = wmi_copy(c, from->q, s->q_count, sizeof *s->q);
    s->t = wmi_copy(c, from->t, s->t_count, sizeof *s->t);
    s->unknown_array = wmi_copy(c, from->unknown_array, s->unknown_count, sizeof *s->unknown_array);
    return s;
}

static wm_kotor_dangly *copy_dangly(wmi_copier *c, const wm_kotor_dangly *from, uint32_t vertices)
{
    wm_kotor_dangly *d = wmi_copy(c, from, 1, sizeof *d);
    if (!d)
        return NULL;
    d->constraints = wmi_copy(c, from->constraints, d->constraint_count, sizeof *d->constraints);
    d->vertices = wmi_copy(c, from->vertices, vertices, sizeof *d->vertices);
    return d;
}

static wm_kotor_saber *copy_saber(wmi_copier *c, const wm_kotor_saber *from)
{
    wm_kotor_saber *s = wmi_copy(c, from, 1, sizeof *s);
    if (!s)
        return NULL;
    s->positions = wmi_copy(c, from->positions, WM_KOTOR_SABER_VERTICES, sizeof *s->positions);
    s->uvs = wmi_copy(c, from->uvs, WM_KOTOR_SABER_VERTICES, sizeof *s->uvs);
    s->normals = wmi_copy(c, from->normals, WM_KOTOR_SABER_VERTICES, sizeof *s->normals);
    return s;
}

static wm_kotor_mesh *copy_mesh(wmi_copier *c, const wm_kotor_mesh *from)
{
    wm_kotor_mesh *m = wmi_copy(c, from, 1, sizeof *m);
    if (!m)
        return NULL;
    m->faces = wmi_copy(c, from->faces, m->face_count, sizeof *m->faces);
    m->vertices = wmi_copy(c, from->vertices, m->vertex_count, sizeof *m->vertices);
    m->index_counts =
        wmi_copy(c, from->index_counts, m->index_count_count, sizeof *m->index_counts);
    m->inverted = wmi_copy(c, from->inverted, m->inverted_count, sizeof *m->inverted);
    m->indices = wmi_copy(c, from->indices, m->index_count, sizeof *m->indices);
    m->rows = wmi_copy(c, from->rows, m->vertex_count, m->row_size);
    m->tail = wmi_copy(c, from->tail, m->tail_size, 1);
    m->skin = copy_skin(c, from->skin);
    m->dangly = copy_dangly(c, from->dangly, m->vertex_count);
    m->anim = wmi_copy(c, from->anim, WM_KOTOR_ANIM_SIZE, 1);
    m->aabbs = wmi_copy(c, from->aabbs, m->aabb_count, sizeof *m->aabbs);
    m->saber = copy_saber(c, from->saber);
    return m;
}

static void copy_tree(wmi_copier *c, wm_kotor_tree *tree)
{
    tree->nodes = wmi_copy(c, tree->nodes, tree->count, sizeof *tree->nodes);
    for (uint32_t i = 0; tree->nodes && i < tree->count; i++) {
        wm_kotor_mdl_node *n = &tree->nodes[i];
        n->controllers = wmi_copy(c, n->controllers, n->controller_count, sizeof *n->controllers);
        n->data = wmi_copy(c, n->data, n->data_count, sizeof *n->data);
        n->light = copy_light(c, n->light);
        n->emitter = wmi_copy(c, n->emitter, 1, sizeof *n->emitter);
        n->reference = wmi_copy(c, n->reference, 1, sizeof *n->reference);
        n->mesh = copy_mesh(c, n->mesh);
    }
}

static void copy_animations(wmi_copier *c, wm_kotor_mdl *m)
{
    m->animations = wmi_copy(c, m->animations, m->animation_count, sizeof *m->animations);
    for (uint32_t i = 0; m->animations && i < m->animation_count; i++) {
        wm_kotor_animation *a = &m->animations[i];
        a->events = wmi_copy(c, a->events, a->event_count, sizeof *a->events);
        copy_tree(c, &a->tree);
    }
}

wm_kotor_mdl *wm_kotor_mdl_copy(const wm_kotor_mdl *mdl, const wm_allocator *allocator,
                                wm_error *error)
{
    wm_kotor_mdl *m = wmi_mdl_create(allocator, 0, 0, error);
    if (!m)
        return NULL;
    wmi_copier c = {.arena = wmi_mdl_arena(m)};
    *m = *mdl;
    m->memory = c.arena;
    m->names = wmi_copy_texts(&c, mdl->names, m->name_count);
    copy_tree(&c, &m->tree);
    copy_animations(&c, m);
    m->slack = wmi_copy(&c, mdl->slack, m->slack_count, sizeof *m->slack);
    for (uint32_t i = 0; m->slack && i < m->slack_count; i++)
        m->slack[i].data = wmi_copy(&c, m->slack[i].data, m->slack[i].size, 1);
    m->odd = wmi_copy(&c, mdl->odd, m->odd_count, sizeof *m->odd);
    m->block_offsets = wmi_copy(&c, mdl->block_offsets, m->block_count, sizeof *m->block_offsets);
    m->numbers.unknown =
        wmi_copy(&c, mdl->numbers.unknown, m->numbers.unknown_count, sizeof *m->numbers.unknown);
    m->mdx_lead = wmi_copy(&c, mdl->mdx_lead, m->mdx_lead_size, 1);
    if (!c.failed)
        return m;
    wmi_arena_fail(c.arena, error, "");
    wm_kotor_mdl_free(m);
    return NULL;
}

void wmi_mdl_tidy(wm_kotor_mdl *mdl)
{
    wmi_arena *arena = wmi_mdl_arena(mdl);
    if (!wmi_arena_crowded(arena))
        return;
    wm_kotor_mdl *copy = wm_kotor_mdl_copy(mdl, &arena->allocator, NULL);
    if (!copy)
        return;
    if (wmi_arena_move(arena, wmi_mdl_arena(copy), sizeof(wmi_mdl))) {
        *mdl = *copy;
        mdl->memory = arena;
    } else {
        wm_kotor_mdl_free(copy);
    }
}
