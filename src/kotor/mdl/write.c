/* Binary model writer: lays out the blocks of a document and fills in pointers as they
 * become known. docs/formats/kotor-mdl.md, "Layout". */
#include "kotor/mdl/internal.h"

typedef struct writing {
    const wm_kotor_mdl *mdl;
    uint8_t *data; /* NULL during the counting pass */
    uint64_t size;
    uint64_t at;        /* offset of the next block */
    uint64_t most;      /* end of the last block */
    uint32_t slack;     /* next entry of mdl->slack */
    uint32_t *node_at;  /* offsets of the nodes of the current tree */
    uint32_t *child_at; /* where to write the pointer to each node's next child */
    uint64_t name_table, animation_table, animation, light_table, index_offsets;
    uint32_t *rows_at; /* by model node: offset of its rows in the MDX */
} writing;

static void put_pointer(writing *w, uint64_t field, uint64_t target)
{
    wmi_put32(w->data + field, (uint32_t)(target - WMI_MDL_BASE));
}

/* ---- block offsets ----------------------------------------------------- */

static void place(writing *w, const wmi_mdl_block *b)
{
    const wm_kotor_mdl *m = w->mdl;
    if (m->order == WM_KOTOR_MDL_ORDER_STORED) {
        w->at = b->ordinal < m->block_count ? m->block_offsets[b->ordinal] : w->most;
        return;
    }
    for (; w->slack < m->slack_count && m->slack[w->slack].block == b->ordinal; w->slack++) {
        const wm_kotor_slack *s = &m->slack[w->slack];
        if (w->data)
            memcpy(w->data + w->at, s->data, s->size);
        w->at += s->size;
    }
}

static bool count_block(void *user, const wmi_mdl_block *b)
{
    writing *w = user;
    place(w, b);
    w->at += b->size;
    w->most = w->at > w->most ? w->at : w->most;
    return true;
}

/* ---- contents ---------------------------------------------------------- */

/* In `put` mode the codec does not change the document, so the cast is safe. */
static void put_header(writing *w)
{
    wmi_mdl_codec c = {.p = w->data, .put = true};
    wmi_mdl_code_header(&c, (wm_kotor_mdl *)(uintptr_t)w->mdl);
}

static void put_animation(writing *w, const wmi_mdl_block *b)
{
    wmi_mdl_codec c = {.p = w->data + w->at, .put = true};
    w->animation = w->at;
    wmi_mdl_code_animation(&c, &w->mdl->animations[b->animation]);
    put_pointer(w, w->animation_table + 4ull * b->animation, w->at);
}

static void put_events(writing *w, const wm_kotor_animation *a)
{
    uint8_t *p = w->data + w->at;
    for (uint32_t i = 0; i < a->event_count; i++, p += WMI_MDL_EVENT) {
        wmi_store32(p, &a->events[i].time, 1);
        memcpy(p + 4, a->events[i].name, 32);
    }
}

static void put_node(writing *w, const wmi_mdl_block *b)
{
    const wm_kotor_mdl *m = w->mdl;
    wm_kotor_mdl_node *n = &b->tree->nodes[b->node];
    wmi_mdl_codec c = {.p = w->data + w->at, .put = true};
    wmi_mdl_code_node(&c, m, n);
    w->node_at[b->node] = (uint32_t)w->at;
    bool of_model = b->animation == WM_NO_INDEX;
    if (!of_model)
        put_pointer(w, w->at + 8, w->animation);
    if (n->parent != WM_NO_INDEX) {
        put_pointer(w, w->at + 12, w->node_at[n->parent]);
        put_pointer(w, w->child_at[n->parent], w->at);
        w->child_at[n->parent] += 4;
    } else {
        put_pointer(w, (of_model ? WMI_MDL_BASE : w->animation) + 40, w->at);
    }
    if (of_model && m->head_link == b->node)
        put_pointer(w, WMI_MDL_HEADER - 28, w->at);
    if (of_model && n->mesh && n->mesh->rows) {
        uint32_t end = wmi_mdl_node_size(m, n->flags & (2u * WM_KOTOR_NODE_MESH - 1u));
        wmi_put32(w->data + w->at + end - (m->platform == WM_KOTOR_PLATFORM_PC ? 8 : 4),
                  w->rows_at[b->node]);
    }
}

static void put_faces(uint8_t *p, const wm_kotor_mesh *m)
{
    wmi_store32(p, m->faces, (size_t)m->face_count * (WMI_MDL_FACE / 4));
    wmi_mdl_swap_halves(p, m->face_count);
}

static void put_boxes(const writing *w, const wm_kotor_mesh *m)
{
    uint8_t *p = w->data + w->at;
    for (uint32_t i = 0; i < m->aabb_count; i++, p += WMI_MDL_AABB_NODE) {
        const wm_kotor_mdl_aabb *box = &m->aabbs[i];
        uint32_t base = (uint32_t)(w->at - WMI_MDL_BASE), child[2] = {box->left, box->right};
        wmi_store32(p, &box->min, 3);
        wmi_store32(p + 12, &box->max, 3);
        for (int k = 0; k < 2; k++)
            wmi_put32(p + 24 + 4 * k,
                      child[k] == WM_NO_INDEX ? 0 : base + child[k] * WMI_MDL_AABB_NODE);
        wmi_store32(p + 32, &box->face, 1);
        wmi_put32(p + 36, box->plane);
    }
}

static void put_controllers(uint8_t *p, const wm_kotor_mdl_node *n)
{
    for (uint32_t i = 0; i < n->controller_count; i++, p += 16) {
        const wm_kotor_controller *k = &n->controllers[i];
        wmi_put32(p, k->type);
        wmi_put16(p + 4, k->unknown);
        wmi_put16(p + 6, k->rows);
        wmi_put16(p + 8, k->time_index);
        wmi_put16(p + 10, k->data_index);
        p[12] = k->columns;
        memcpy(p + 13, k->pad, 3);
    }
}

static void put_bone_map(const wm_kotor_mdl *mdl, uint8_t *p, const wm_kotor_skin *s)
{
    if (mdl->platform == WM_KOTOR_PLATFORM_PC) {
        wmi_store32(p, s->bone_map, s->bone_count);
        return;
    }
    for (uint32_t i = 0; i < s->bone_count; i++)
        wmi_put16(p + 2 * (size_t)i, (uint16_t)(int16_t)s->bone_map[i]);
}

/* Arrays of 32-bit values that are written unchanged; NULL for other kinds. */
static const void *plain_array(const wmi_mdl_block *b)
{
    const wm_kotor_mdl_node *n = &b->tree->nodes[b->node];
    switch (b->kind) {
    case WMI_BLOCK_LIGHT_SIZES: return n->light->sizes;
    case WMI_BLOCK_LIGHT_POSITIONS: return n->light->positions;
    case WMI_BLOCK_LIGHT_COLOURS: return n->light->colours;
    case WMI_BLOCK_BONE_Q: return n->mesh->skin->q;
    case WMI_BLOCK_BONE_T: return n->mesh->skin->t;
    case WMI_BLOCK_BONE_UNKNOWN: return n->mesh->skin->unknown_array;
    case WMI_BLOCK_CONSTRAINTS: return n->mesh->dangly->constraints;
    case WMI_BLOCK_DANGLY_VERTICES: return n->mesh->dangly->vertices;
    case WMI_BLOCK_SABER_POSITIONS: return n->mesh->saber->positions;
    case WMI_BLOCK_SABER_NORMALS: return n->mesh->saber->normals;
    case WMI_BLOCK_SABER_UVS: return n->mesh->saber->uvs;
    case WMI_BLOCK_INDEX_COUNTS: return n->mesh->index_counts;
    case WMI_BLOCK_VERTICES: return n->mesh->vertices;
    case WMI_BLOCK_INVERTED: return n->mesh->inverted;
    case WMI_BLOCK_DATA: return n->data;
    default: return NULL;
    }
}

static void put_node_block(writing *w, const wmi_mdl_block *b)
{
    const wm_kotor_mdl_node *n = &b->tree->nodes[b->node];
    uint8_t *p = w->data + w->at;
    const void *plain = plain_array(b);
    if (plain) {
        wmi_store32(p, plain, (size_t)(b->size / 4));
        return;
    }
    switch (b->kind) {
    case WMI_BLOCK_NODE: put_node(w, b); break;
    case WMI_BLOCK_LIGHT_TABLE: w->light_table = w->at; break;
    case WMI_BLOCK_LIGHT_TEXTURE:
        put_pointer(w, w->light_table + 4ull * b->index, w->at);
        memcpy(p, n->light->textures[b->index], (size_t)b->size);
        break;
    case WMI_BLOCK_BONE_MAP: put_bone_map(w->mdl, p, n->mesh->skin); break;
    case WMI_BLOCK_AABBS: put_boxes(w, n->mesh); break;
    case WMI_BLOCK_FACES: put_faces(p, n->mesh); break;
    case WMI_BLOCK_INDEX_OFFSETS: w->index_offsets = w->at; break;
    case WMI_BLOCK_INDICES:
        for (uint32_t i = 0; i < n->mesh->index_count; i++)
            wmi_put16(p + 2 * (size_t)i, n->mesh->indices[i]);
        break;
    case WMI_BLOCK_CHILDREN: w->child_at[b->node] = (uint32_t)w->at; break;
    case WMI_BLOCK_CONTROLLERS: put_controllers(p, n); break;
    default: break;
    }
}

static void put_block(writing *w, const wmi_mdl_block *b)
{
    uint8_t *p = w->data + w->at;
    switch (b->kind) {
    case WMI_BLOCK_HEADER: put_header(w); break;
    case WMI_BLOCK_NAME_TABLE: w->name_table = w->at; break;
    case WMI_BLOCK_NAME:
        put_pointer(w, w->name_table + 4ull * b->index, w->at);
        memcpy(p, w->mdl->names[b->index], (size_t)b->size);
        break;
    case WMI_BLOCK_ANIMATION_TABLE: w->animation_table = w->at; break;
    case WMI_BLOCK_ANIMATION: put_animation(w, b); break;
    case WMI_BLOCK_EVENTS: put_events(w, &w->mdl->animations[b->animation]); break;
    default: put_node_block(w, b); break;
    }
}

/* File offset of the pointer to this block. 0 if it has none, or if the block's contents
 * set it. */
static uint64_t pointer_place(const writing *w, const wmi_mdl_block *b)
{
    switch (b->kind) {
    case WMI_BLOCK_NAME_TABLE: return WMI_MDL_HEADER - 12;
    case WMI_BLOCK_ANIMATION_TABLE: return WMI_MDL_BASE + WMI_MDL_GEOMETRY + 8;
    case WMI_BLOCK_EVENTS: return w->animation + 120;
    case WMI_BLOCK_INDICES:
        return b->tree->nodes[b->node].mesh->index_offset_count ? w->index_offsets : 0;
    default: break;
    }
    if (b->node == WM_NO_INDEX)
        return 0;
    uint32_t field = wmi_mdl_pointer_field(w->mdl, &b->tree->nodes[b->node], b->kind);
    return field == WM_NO_INDEX ? 0 : w->node_at[b->node] + field;
}

static bool write_block(void *user, const wmi_mdl_block *b)
{
    writing *w = user;
    uint64_t before = w->at;
    if (b->size)
        place(w, b);
    uint64_t field = pointer_place(w, b);
    if (b->size == 0) {
        if (field && wmi_mdl_empty_points(w->mdl->order, b))
            put_pointer(w, field, before);
        return true;
    }
    put_block(w, b);
    if (field)
        put_pointer(w, field, w->at);
    w->at += b->size;
    w->most = w->at > w->most ? w->at : w->most;
    return true;
}

/* ---- all --------------------------------------------------------------- */

static uint32_t largest_tree(const wm_kotor_mdl *m)
{
    uint32_t most = m->tree.count;
    for (uint32_t i = 0; i < m->animation_count; i++)
        most = m->animations[i].tree.count > most ? m->animations[i].tree.count : most;
    return most;
}

static wm_status measure(writing *w, wm_error *error)
{
    const wm_kotor_mdl *m = w->mdl;
    if (!wmi_mdl_walk(m, m->order, count_block, w))
        return wmi_fail(error, WM_BAD_ARGUMENT, "nodes", "the nodes are not in depth-first order");
    for (uint32_t i = 0; i < m->slack_count; i++) {
        uint64_t end = (uint64_t)m->slack[i].block + m->slack[i].size;
        if (m->order == WM_KOTOR_MDL_ORDER_STORED)
            w->most = end > w->most ? end : w->most;
        else if (i >= w->slack) /* after the last block */
            w->most += m->slack[i].size;
    }
    if (w->most > UINT32_MAX)
        return wmi_fail(error, WM_NOT_REPRESENTABLE, "", "the model needs more than 4 GiB");
    w->size = w->most;
    w->at = w->most = 0;
    w->slack = 0;
    return WM_OK;
}

static void finish(writing *w, uint64_t mdx_size)
{
    const wm_kotor_mdl *m = w->mdl;
    bool stored = m->order == WM_KOTOR_MDL_ORDER_STORED;
    wmi_put32(w->data + 4, (uint32_t)(w->size - WMI_MDL_BASE)); /* stored blocks may overlap it */
    if (m->mdx_state == WM_KOTOR_MDX_STATE_FINE) {
        wmi_put32(w->data + 8, (uint32_t)mdx_size);
        wmi_put32(w->data + WMI_MDL_HEADER - 20, (uint32_t)mdx_size);
    }
    for (uint32_t i = stored ? 0 : w->slack; i < m->slack_count; i++) {
        const wm_kotor_slack *s = &m->slack[i];
        memcpy(w->data + (stored ? s->block : w->at), s->data, s->size);
        w->at += s->size;
    }
    for (uint32_t i = 0; i < m->odd_count; i++)
        if ((uint64_t)m->odd[i].offset + 4 <= w->size)
            wmi_put32(w->data + m->odd[i].offset, m->odd[i].value);
}

static wm_status write_mdl(const wm_kotor_mdl *mdl, const wm_allocator *a,
                           const wmi_mdl_places *places, uint64_t mdx_size, wm_buffer *out,
                           wm_error *error)
{
    writing w = {.mdl = mdl};
    wm_status status = measure(&w, error);
    if (status)
        return status;
    size_t nodes = largest_tree(mdl), scratch = (2 * nodes + mdl->tree.count + 1) * 4;
    uint32_t *numbers = a->resize(a->user, NULL, 0, scratch);
    w.data = a->resize(a->user, NULL, 0, (size_t)w.size);
    if (!numbers || !w.data) {
        wmi_release(a, numbers, numbers ? scratch : 0, 1);
        wmi_release(a, w.data, w.data ? (size_t)w.size : 0, 1);
        return wmi_no_memory(error);
    }
    memset(numbers, 0, scratch);
    memset(w.data, 0, (size_t)w.size);
    w.node_at = numbers;
    w.child_at = numbers + nodes;
    w.rows_at = numbers + 2 * nodes;
    for (size_t i = 0; i < places->count; i++)
        w.rows_at[places->items[i].node] = places->items[i].offset;
    wmi_mdl_walk(mdl, mdl->order, write_block, &w);
    finish(&w, mdx_size);
    wmi_release(a, numbers, scratch, 1);
    *out = (wm_buffer){w.data, (size_t)w.size, *a};
    return WM_OK;
}

wm_status wm_kotor_mdl_write(const wm_kotor_mdl *mdl, const wm_write_opts *opts, wm_buffer *mdl_out,
                             wm_buffer *mdx_out, wm_error *error)
{
    *mdl_out = (wm_buffer){0};
    *mdx_out = (wm_buffer){0};
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    const wm_allocator *given = wmi_write_allocator(opts);
    const wm_allocator *a = given ? given : wmi_default_allocator();
    wmi_mdl_places places;
    uint64_t mdx_size = 0;
    wm_status status = wmi_mdl_place_rows(mdl, a, &places, &mdx_size, error);
    if (status)
        return status;
    status = write_mdl(mdl, a, &places, mdx_size, mdl_out, error);
    if (!status && mdx_size) {
        uint8_t *mdx = a->resize(a->user, NULL, 0, (size_t)mdx_size);
        if (mdx) {
            memset(mdx, 0, (size_t)mdx_size);
            wmi_mdl_write_rows(mdl, &places, mdx, mdx_size);
            *mdx_out = (wm_buffer){mdx, (size_t)mdx_size, *a};
        } else {
            status = wmi_no_memory(error);
            wm_buffer_free(mdl_out);
        }
    }
    wmi_release(a, places.items, places.capacity, sizeof *places.items);
    return status;
}
