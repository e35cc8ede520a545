/* Reads and writes the records of a model file, field by field.
 * docs/formats/kotor-mdl.md, "Headers" and "Nodes". */
#include "kotor/mdl/internal.h"

static void u8(wmi_mdl_codec *c, uint8_t *v)
{
    if (c->put)
        *c->p = *v;
    else
        *v = *c->p;
    c->p++;
}

WMI_INLINE void u16(wmi_mdl_codec *c, uint16_t *v)
{
    if (c->put) {
        c->p[0] = (uint8_t)*v;
        c->p[1] = (uint8_t)(*v >> 8);
    } else {
        *v = wmi_le16(c->p);
    }
    c->p += 2;
}

_Static_assert(sizeof(wm_vec3) == 12, "as in the file");
_Static_assert(sizeof(wm_kotor_quat) == 16, "as in the file");

/* 32-bit values of any type; floats as raw bits. */
WMI_INLINE void words(wmi_mdl_codec *c, void *v, size_t count)
{
    if (c->put)
        wmi_store32(c->p, v, count);
    else
        wmi_load32(v, c->p, count);
    c->p += 4 * count;
}

WMI_INLINE void bytes(wmi_mdl_codec *c, void *v, size_t count)
{
    if (c->put)
        memcpy(c->p, v, count);
    else
        memcpy(v, c->p, count);
    c->p += count;
}

WMI_INLINE void pointer(wmi_mdl_codec *c, uint32_t *v)
{
    if (!c->put)
        *v = wmi_le32(c->p);
    else if (!c->keep)
        wmi_put32(c->p, 0);
    c->p += 4;
}

/* An array header: pointer, count, and the count again. */
WMI_INLINE void array(wmi_mdl_codec *c, uint32_t *start, uint32_t *count)
{
    pointer(c, start);
    words(c, count, 1);
    if (c->put)
        wmi_put32(c->p, *count);
    c->p += 4;
}

static void geometry(wmi_mdl_codec *c, wm_kotor_geometry *g)
{
    words(c, g->function, 2);
    bytes(c, g->name, 32);
    pointer(c, &c->root);
    words(c, &g->node_count, 1);
    words(c, g->unknown_48, 3);
    words(c, g->unknown_60, 3);
    words(c, &g->references, 1);
    u8(c, &g->type);
    bytes(c, g->pad, 3);
}

void wmi_mdl_code_header(wmi_mdl_codec *c, wm_kotor_mdl *m)
{
    words(c, &m->zero, 1);
    pointer(c, &c->size);
    words(c, &m->mdx_size, 1);
    geometry(c, &m->geometry);
    u8(c, &m->classification);
    u8(c, &m->subclassification);
    u8(c, &m->unknown_2);
    u8(c, &m->fog);
    words(c, &m->child_models, 1);
    array(c, &c->pointer[WMI_BLOCK_ANIMATION_TABLE], &m->animation_count);
    words(c, &m->super_pointer, 1);
    words(c, &m->min, 3);
    words(c, &m->max, 3);
    words(c, &m->radius, 1);
    words(c, &m->scale, 1);
    bytes(c, m->supermodel, 32);
    pointer(c, &c->head);
    words(c, &m->unknown_172, 1);
    words(c, &m->names_mdx_size, 1);
    words(c, &m->mdx_start, 1);
    array(c, &c->pointer[WMI_BLOCK_NAME_TABLE], &m->name_count);
}

void wmi_mdl_code_animation(wmi_mdl_codec *c, wm_kotor_animation *a)
{
    geometry(c, &a->geometry);
    words(c, &a->length, 1);
    words(c, &a->transition, 1);
    bytes(c, a->root, 32);
    array(c, &c->pointer[WMI_BLOCK_EVENTS], &a->event_count);
    words(c, &a->unknown, 1);
}

static void light(wmi_mdl_codec *c, wm_kotor_light *l)
{
    words(c, &l->flare_radius, 1);
    words(c, l->unknown, 3);
    array(c, &c->pointer[WMI_BLOCK_LIGHT_SIZES], &l->size_count);
    array(c, &c->pointer[WMI_BLOCK_LIGHT_POSITIONS], &l->position_count);
    array(c, &c->pointer[WMI_BLOCK_LIGHT_COLOURS], &l->colour_count);
    array(c, &c->pointer[WMI_BLOCK_LIGHT_TABLE], &l->texture_count);
    words(c, &l->priority, 1);
    words(c, &l->ambient_only, 1);
    words(c, &l->dynamic_type, 1);
    words(c, &l->affect_dynamic, 1);
    words(c, &l->shadow, 1);
    words(c, &l->flare, 1);
    words(c, &l->fading, 1);
}

static void emitter(wmi_mdl_codec *c, wm_kotor_emitter *e)
{
    words(c, &e->dead_space, 1);
    words(c, &e->blast_radius, 1);
    words(c, &e->blast_length, 1);
    words(c, &e->branches, 1);
    words(c, &e->control_point_smoothing, 1);
    words(c, &e->x_grid, 1);
    words(c, &e->y_grid, 1);
    words(c, &e->spawn_type, 1);
    bytes(c, e->update, 32);
    bytes(c, e->render, 32);
    bytes(c, e->blend, 32);
    bytes(c, e->texture, 32);
    bytes(c, e->chunk, 16);
    words(c, &e->two_sided, 1);
    words(c, &e->loop, 1);
    u16(c, &e->render_order);
    u8(c, &e->frame_blending);
    bytes(c, e->depth_texture, 32);
    u8(c, &e->pad);
    words(c, &e->flags, 1);
}

/* The part of a mesh after its vertex counts, which differs between the games. */
static void mesh_end(wmi_mdl_codec *c, const wm_kotor_mdl *mdl, wm_kotor_mesh *m)
{
    u8(c, &m->lightmapped);
    u8(c, &m->rotate_texture);
    u8(c, &m->background);
    u8(c, &m->shadow);
    u8(c, &m->beaming);
    u8(c, &m->render);
    u8(c, &m->dirt_enabled);
    u8(c, &m->pad_315);
    if (mdl->game == WM_KOTOR_GAME_2) {
        u16(c, &m->dirt_texture);
        u16(c, &m->dirt_space);
        u8(c, &m->hide_in_holograms);
        bytes(c, m->pad_321, 3);
    }
    words(c, &m->area, 1);
    words(c, &m->unknown_area, 1);
    words(c, &m->mdx_offset, 1);
    if (mdl->platform == WM_KOTOR_PLATFORM_PC)
        pointer(c, &c->pointer[WMI_BLOCK_VERTICES]);
}

static void mesh(wmi_mdl_codec *c, const wm_kotor_mdl *mdl, wm_kotor_mesh *m)
{
    words(c, m->function, 2);
    array(c, &c->pointer[WMI_BLOCK_FACES], &m->face_count);
    words(c, &m->min, 3);
    words(c, &m->max, 3);
    words(c, &m->radius, 1);
    words(c, &m->average, 3);
    words(c, &m->diffuse, 3);
    words(c, &m->ambient, 3);
    words(c, &m->transparency_hint, 1);
    bytes(c, m->texture, 64);
    bytes(c, m->texture2, 24);
    array(c, &c->pointer[WMI_BLOCK_INDEX_COUNTS], &m->index_count_count);
    array(c, &c->pointer[WMI_BLOCK_INDEX_OFFSETS], &m->index_offset_count);
    array(c, &c->pointer[WMI_BLOCK_INVERTED], &m->inverted_count);
    words(c, m->unknown_212, 3);
    bytes(c, m->unknown_224, 8);
    words(c, &m->animate_uv, 1);
    words(c, m->uv_direction, 2);
    words(c, &m->uv_jitter, 1);
    words(c, &m->uv_jitter_speed, 1);
    words(c, &m->row_size, 1);
    words(c, &m->row_flags, 1);
    words(c, m->row_offset, WM_KOTOR_ROW_FIELDS);
    u16(c, &m->vertex_count);
    u16(c, &m->texture_count);
    mesh_end(c, mdl, m);
}

static void skin(wmi_mdl_codec *c, wm_kotor_skin *s)
{
    words(c, s->unknown, 3);
    words(c, &s->weight_offset, 1);
    words(c, &s->index_offset, 1);
    pointer(c, &c->pointer[WMI_BLOCK_BONE_MAP]);
    words(c, &s->bone_count, 1);
    array(c, &c->pointer[WMI_BLOCK_BONE_Q], &s->q_count);
    array(c, &c->pointer[WMI_BLOCK_BONE_T], &s->t_count);
    array(c, &c->pointer[WMI_BLOCK_BONE_UNKNOWN], &s->unknown_count);
    for (int i = 0; i < 18; i++)
        u16(c, &s->slots[i]);
}

/* The part that every node has. Models have many nodes with nothing else, so this works on a
 * codec of its own: nothing else can change it, and its fields stay in registers. */
static void node(wmi_mdl_codec *all, wm_kotor_mdl_node *n)
{
    wmi_mdl_codec own, *c = &own;
    c->p = all->p;
    c->put = all->put;
    c->keep = all->keep;
    u16(c, &n->flags);
    u16(c, &n->super_node);
    u16(c, &n->name);
    u16(c, &n->pad_6);
    pointer(c, &all->owner);
    pointer(c, &all->parent);
    words(c, &n->position, 3);
    words(c, &n->orientation, 4);
    array(c, &all->pointer[WMI_BLOCK_CHILDREN], &n->child_count);
    array(c, &all->pointer[WMI_BLOCK_CONTROLLERS], &n->controller_count);
    array(c, &all->pointer[WMI_BLOCK_DATA], &n->data_count);
    all->p = c->p;
}

void wmi_mdl_code_node(wmi_mdl_codec *c, const wm_kotor_mdl *mdl, wm_kotor_mdl_node *n)
{
    node(c, n);
    if (n->light)
        light(c, n->light);
    if (n->emitter)
        emitter(c, n->emitter);
    if (n->reference) {
        bytes(c, n->reference->model, 32);
        words(c, &n->reference->reattachable, 1);
    }
    wm_kotor_mesh *m = n->mesh;
    if (!m)
        return;
    mesh(c, mdl, m);
    if (m->skin)
        skin(c, m->skin);
    if (m->anim)
        bytes(c, m->anim, WM_KOTOR_ANIM_SIZE);
    if (m->dangly) {
        array(c, &c->pointer[WMI_BLOCK_CONSTRAINTS], &m->dangly->constraint_count);
        words(c, &m->dangly->displacement, 1);
        words(c, &m->dangly->tightness, 1);
        words(c, &m->dangly->period, 1);
        pointer(c, &c->pointer[WMI_BLOCK_DANGLY_VERTICES]);
    }
    if (n->flags & WM_KOTOR_NODE_AABB)
        pointer(c, &c->pointer[WMI_BLOCK_AABBS]);
    if (m->saber) {
        pointer(c, &c->pointer[WMI_BLOCK_SABER_POSITIONS]);
        pointer(c, &c->pointer[WMI_BLOCK_SABER_UVS]);
        pointer(c, &c->pointer[WMI_BLOCK_SABER_NORMALS]);
        words(c, m->saber->inverted, 2);
    }
}
