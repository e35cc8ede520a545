/* The full-walk checker: visits every field of a document, so that a count that does not fit
 * its array causes a crash or a sanitizer report here. */
#include "walk.h"

#include <string.h>

static uint64_t mix(uint64_t sum, uint64_t value)
{
    sum ^= value + 0x9E3779B97F4A7C15u + (sum << 6) + (sum >> 2);
    return sum * 0xFF51AFD7ED558CCDu;
}

uint64_t test_walk_bytes(uint64_t sum, const void *data, size_t size)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < size; i++)
        sum = mix(sum, p[i]);
    return sum;
}

uint64_t test_walk_bwm(const wm_kotor_bwm *b)
{
    uint64_t sum = mix(1, b->type);
    sum = test_walk_bytes(sum, b->relative_hook, sizeof b->relative_hook);
    sum = test_walk_bytes(sum, b->absolute_hook, sizeof b->absolute_hook);
    sum = test_walk_bytes(sum, &b->position, sizeof b->position);
    sum = test_walk_bytes(sum, &b->offsets, sizeof b->offsets);
    sum = mix(sum, b->aabb_root);
    sum = test_walk_bytes(sum, b->vertices, b->vertex_count * sizeof *b->vertices);
    sum = test_walk_bytes(sum, b->materials, b->face_count * sizeof *b->materials);
    sum = test_walk_bytes(sum, b->normals, b->face_count * sizeof *b->normals);
    sum = test_walk_bytes(sum, b->distances, b->face_count * sizeof *b->distances);
    sum = test_walk_bytes(sum, b->aabbs, b->aabb_count * sizeof *b->aabbs);
    sum = test_walk_bytes(sum, b->adjacency, b->adjacency_count * sizeof *b->adjacency);
    sum = test_walk_bytes(sum, b->edges, b->edge_count * sizeof *b->edges);
    sum = test_walk_bytes(sum, b->perimeters, b->perimeter_count * sizeof *b->perimeters);
    /* The header guarantees that geometry is safe to walk. */
    for (uint32_t i = 0; i < b->face_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = b->faces[i].vertex[k];
            if (v >= b->vertex_count)
                abort();
            sum = test_walk_bytes(sum, &b->vertices[v], sizeof b->vertices[v]);
        }
    for (uint32_t i = 0; i < b->gap_count; i++) {
        sum = mix(sum, b->gaps[i].offset);
        sum = test_walk_bytes(sum, b->gaps[i].data, b->gaps[i].size);
    }
    sum = test_walk_bytes(sum, b->odd, b->odd_count * sizeof *b->odd);
    return mix(sum, b->fault_count);
}

static uint64_t walk_short(uint64_t sum, const wm_nwn2_short_triangle *t, uint32_t count,
                           uint32_t vertices)
{
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            if (t[i].vertex[k] >= vertices)
                abort();
            sum = mix(sum, t[i].vertex[k]);
        }
    return sum;
}

static uint64_t walk_ground(uint64_t sum, const wm_nwn2_trrn *t)
{
    sum = test_walk_bytes(sum, t->name, sizeof t->name);
    sum = test_walk_bytes(sum, t->textures, sizeof t->textures);
    sum = test_walk_bytes(sum, t->colours, sizeof t->colours);
    sum = test_walk_bytes(sum, t->vertices, t->vertex_count * sizeof *t->vertices);
    sum = walk_short(sum, t->triangles, t->triangle_count, t->vertex_count);
    sum = test_walk_bytes(sum, t->dds[0].data, t->dds[0].size);
    sum = test_walk_bytes(sum, t->dds[1].data, t->dds[1].size);
    for (uint32_t i = 0; i < t->grass_count; i++) {
        const wm_nwn2_grass *g = &t->grass[i];
        sum = test_walk_bytes(sum, g->name, sizeof g->name);
        sum = test_walk_bytes(sum, g->texture, sizeof g->texture);
        sum = test_walk_bytes(sum, g->blades, g->blade_count * sizeof *g->blades);
    }
    return test_walk_bytes(sum, t->extra.data, t->extra.size);
}

static uint64_t walk_water(uint64_t sum, const wm_nwn2_watr *w)
{
    sum = test_walk_bytes(sum, w->name, sizeof w->name);
    sum = test_walk_bytes(sum, w->unknown, sizeof w->unknown);
    sum = test_walk_bytes(sum, w->textures, sizeof w->textures);
    sum = test_walk_bytes(sum, w->vertices, w->vertex_count * sizeof *w->vertices);
    sum = walk_short(sum, w->triangles, w->triangle_count, w->vertex_count);
    sum = test_walk_bytes(sum, w->triangle_flags, w->triangle_count * sizeof *w->triangle_flags);
    sum = test_walk_bytes(sum, w->dds.data, w->dds.size);
    return test_walk_bytes(mix(mix(sum, w->x), w->y), w->extra.data, w->extra.size);
}

static uint64_t walk_aswm(uint64_t sum, const wm_nwn2_aswm *a)
{
    size_t n = a->island_count;
    sum = test_walk_bytes(mix(sum, a->version), a->name, sizeof a->name);
    sum = test_walk_bytes(sum, a->vertices, a->vertex_count * sizeof *a->vertices);
    sum = test_walk_bytes(sum, a->edges, a->edge_count * sizeof *a->edges);
    sum = test_walk_bytes(sum, a->triangles, a->triangle_count * sizeof *a->triangles);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (a->triangles[i].vertex[k] >= a->vertex_count)
                abort();
    for (size_t i = 0; i < (size_t)a->grid_height * a->grid_width; i++) {
        const wm_nwn2_tile *t = &a->tiles[i];
        sum = mix(mix(sum, t->triangles_offset), t->triangles_count);
        sum = test_walk_bytes(sum, t->local_to_node, t->local_count);
        sum = test_walk_bytes(sum, t->node_to_local, t->node_count * sizeof *t->node_to_local);
        sum = test_walk_bytes(sum, t->table, (size_t)t->node_count * t->node_count);
    }
    for (size_t i = 0; i < n; i++) {
        const wm_nwn2_island *island = &a->islands[i];
        sum = test_walk_bytes(sum, &island->centre, sizeof island->centre);
        sum = test_walk_bytes(sum, island->links, island->link_count * sizeof *island->links);
    }
    sum = test_walk_bytes(sum, a->island_table, n * n * sizeof *a->island_table);
    return test_walk_bytes(sum, a->extra.data, a->extra.size);
}

uint64_t test_walk_trn(const wm_nwn2_trn *t)
{
    uint64_t sum = mix(mix(1, t->major), t->minor);
    for (uint32_t i = 0; i < t->packet_count; i++) {
        const wm_nwn2_packet *p = &t->packets[i];
        sum = test_walk_bytes(sum, p->type, sizeof p->type);
        sum = test_walk_bytes(sum, p->stored_type, sizeof p->stored_type);
        if (p->trwh)
            sum = test_walk_bytes(sum, p->trwh, sizeof *p->trwh);
        else if (p->trrn)
            sum = walk_ground(sum, p->trrn);
        else if (p->watr)
            sum = walk_water(sum, p->watr);
        else if (p->aswm)
            sum = walk_aswm(sum, p->aswm);
        else
            sum = test_walk_bytes(sum, p->raw.data, p->raw.size);
    }
    return sum;
}

/* ---- NWN2 models ------------------------------------------------------- */

static uint64_t walk_mdb_mesh(uint64_t sum, const wm_nwn2_mdb_packet *p)
{
    const wm_nwn2_mdb_mesh *m = p->mesh;
    sum = test_walk_bytes(sum, m->name, sizeof m->name);
    sum = test_walk_bytes(sum, &m->material, sizeof m->material);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        wm_vec3 at = wm_nwn2_mdb_position(m, i);
        sum = test_walk_bytes(sum, &at, sizeof at);
    }
    if (m->skin_vertices)
        sum = test_walk_bytes(sum, m->skin_vertices, m->vertex_count * sizeof *m->skin_vertices);
    for (uint32_t i = 0; i < m->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (m->triangles[i].vertex[k] >= m->vertex_count)
                abort();
    if ((p->kind == WM_NWN2_MDB_KIND_WALK) != (m->triangle_flags != NULL))
        abort();
    if (m->triangle_flags)
        sum = test_walk_bytes(sum, m->triangle_flags, 4 * (size_t)m->triangle_count);
    return sum;
}

uint64_t test_walk_mdb(const wm_nwn2_mdb *mdb)
{
    uint64_t sum = mix(mix(1, mdb->major), mdb->minor);
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        if ((p->mesh != NULL) + (p->point != NULL) + (p->spheres != NULL) !=
            (p->kind != WM_NWN2_MDB_KIND_RAW))
            abort();
        sum = test_walk_bytes(sum, p->type, sizeof p->type);
        sum = test_walk_bytes(sum, p->stored_type, sizeof p->stored_type);
        if (p->mesh)
            sum = walk_mdb_mesh(sum, p);
        else if (p->point)
            sum = test_walk_bytes(sum, p->point, sizeof *p->point);
        else if (p->spheres)
            sum = test_walk_bytes(sum, p->spheres->spheres,
                                  p->spheres->count * sizeof *p->spheres->spheres);
        else
            sum = test_walk_bytes(sum, p->raw.data, p->raw.size);
    }
    return sum;
}

/* ---- models ------------------------------------------------------------ */

static uint64_t walk_skin(uint64_t sum, const wm_kotor_skin *s)
{
    sum = test_walk_bytes(sum, s->bone_map, s->bone_count * sizeof *s->bone_map);
    sum = test_walk_bytes(sum, s->q, s->q_count * sizeof *s->q);
    sum = test_walk_bytes(sum, s->t, s->t_count * sizeof *s->t);
    return test_walk_bytes(sum, s->unknown_array, s->unknown_count * sizeof *s->unknown_array);
}

static uint64_t walk_parts(uint64_t sum, const wm_kotor_mesh *m)
{
    const size_t saber = WM_KOTOR_SABER_VERTICES;
    if (m->skin)
        sum = walk_skin(sum, m->skin);
    if (m->dangly) {
        sum = test_walk_bytes(sum, m->dangly->constraints, 4 * m->dangly->constraint_count);
        if (m->dangly->vertices)
            sum = test_walk_bytes(sum, m->dangly->vertices, 12u * m->vertex_count);
    }
    if (m->anim)
        sum = test_walk_bytes(sum, m->anim, WM_KOTOR_ANIM_SIZE);
    if (m->saber && m->saber->positions)
        sum = test_walk_bytes(sum, m->saber->positions, 12 * saber);
    if (m->saber && m->saber->normals)
        sum = test_walk_bytes(sum, m->saber->normals, 12 * saber);
    if (m->saber && m->saber->uvs)
        sum = test_walk_bytes(sum, m->saber->uvs, 8 * saber);
    for (uint32_t i = 0; i < m->aabb_count; i++) {
        const wm_kotor_mdl_aabb *b = &m->aabbs[i];
        if ((b->left != WM_NO_INDEX && b->left >= m->aabb_count) ||
            (b->right != WM_NO_INDEX && b->right >= m->aabb_count))
            abort();
        sum = test_walk_bytes(sum, b, sizeof *b);
    }
    return sum;
}

static uint64_t walk_mesh(uint64_t sum, const wm_kotor_mesh *m)
{
    sum = test_walk_bytes(sum, m->texture, sizeof m->texture);
    if (m->vertices)
        sum = test_walk_bytes(sum, m->vertices, 12u * m->vertex_count);
    if (m->rows)
        sum = test_walk_bytes(sum, m->rows, (size_t)m->vertex_count * m->row_size);
    sum = test_walk_bytes(sum, m->tail, m->tail ? m->tail_size : 0);
    sum = test_walk_bytes(sum, m->index_counts, 4 * (size_t)m->index_count_count);
    sum = test_walk_bytes(sum, m->inverted, 4 * (size_t)m->inverted_count);
    sum = test_walk_bytes(sum, m->indices, 2 * (size_t)m->index_count);
    for (uint32_t i = 0; i < m->face_count; i++) {
        sum = test_walk_bytes(sum, &m->faces[i], sizeof m->faces[i]);
        for (int k = 0; k < 3; k++)
            if (m->faces[i].vertex[k] >= m->vertex_count)
                abort();
    }
    return walk_parts(sum, m);
}

static uint64_t walk_text(uint64_t sum, const char *text)
{
    return test_walk_bytes(sum, text, strlen(text) + 1);
}

static uint64_t walk_tree(uint64_t sum, const wm_kotor_mdl *mdl, const wm_kotor_tree *tree)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        const wm_kotor_mdl_node *n = &tree->nodes[i];
        /* The guarantees of the header. */
        if ((i == 0) != (n->parent == WM_NO_INDEX) || (i > 0 && n->parent >= i) ||
            (mdl->name_count && n->name >= mdl->name_count))
            abort();
        sum = test_walk_bytes(sum, &n->position, sizeof n->position);
        sum = test_walk_bytes(sum, n->controllers, n->controller_count * sizeof *n->controllers);
        sum = test_walk_bytes(sum, n->data, n->data_count * sizeof *n->data);
        if (n->emitter)
            sum = test_walk_bytes(sum, n->emitter->update, sizeof n->emitter->update);
        if (n->reference)
            sum = test_walk_bytes(sum, n->reference->model, sizeof n->reference->model);
        if (n->light) {
            sum = test_walk_bytes(sum, n->light->sizes, 4 * (size_t)n->light->size_count);
            sum = test_walk_bytes(sum, n->light->positions, 4 * (size_t)n->light->position_count);
            sum = test_walk_bytes(sum, n->light->colours, 12 * (size_t)n->light->colour_count);
            for (uint32_t k = 0; k < n->light->texture_count; k++)
                sum = walk_text(sum, n->light->textures[k]);
        }
        if (n->mesh)
            sum = walk_mesh(sum, n->mesh);
    }
    return sum;
}

uint64_t test_walk_mdl(const wm_kotor_mdl *mdl)
{
    uint64_t sum = test_walk_bytes(2, &mdl->geometry, sizeof mdl->geometry);
    for (uint32_t i = 0; i < mdl->name_count; i++)
        sum = walk_text(sum, mdl->names[i]);
    sum = walk_tree(sum, mdl, &mdl->tree);
    for (uint32_t i = 0; i < mdl->animation_count; i++) {
        const wm_kotor_animation *a = &mdl->animations[i];
        sum = test_walk_bytes(sum, a->events, a->event_count * sizeof *a->events);
        sum = walk_tree(sum, mdl, &a->tree);
    }
    for (uint32_t i = 0; i < mdl->slack_count; i++)
        sum = test_walk_bytes(sum, mdl->slack[i].data, mdl->slack[i].size);
    sum = test_walk_bytes(sum, mdl->odd, mdl->odd_count * sizeof *mdl->odd);
    if (mdl->mdx_lead)
        sum = test_walk_bytes(sum, mdl->mdx_lead, mdl->mdx_lead_size);
    return test_walk_bytes(sum, mdl->block_offsets, mdl->block_count * sizeof *mdl->block_offsets);
}

wm_kotor_mdl *test_read_both(const void *data, size_t size, const wm_read_opts *opts,
                             wm_error *error, size_t *mdl_size)
{
    const uint8_t *p = data;
    size_t mdl = size;
    if (size >= 8) {
        uint64_t stated =
            (uint64_t)p[4] | (uint64_t)p[5] << 8 | (uint64_t)p[6] << 16 | (uint64_t)p[7] << 24;
        mdl = stated + 12 < size ? (size_t)stated + 12 : size;
    }
    *mdl_size = mdl;
    return wm_kotor_mdl_read(data, mdl, mdl < size ? p + mdl : NULL, size - mdl, opts, error);
}

/* ---- Black & White 2 models ---- */

static void must(bool condition)
{
    if (!condition)
        abort();
}

/* Ranges must lie within their tables. */
static void walk_ranges(const wm_bw2_model *m)
{
    uint64_t references = 0;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const wm_bw2_mesh *mesh = &m->meshes[i];
        must(mesh->reference == references);
        references += mesh->reference_count;
        must((uint64_t)mesh->first_vertex + mesh->vertex_count <= m->vertex_count);
        must((uint64_t)mesh->first_index + mesh->index_count <= m->index_count);
    }
    must(references == m->reference_count);
    for (uint32_t i = 0; i < m->reference_count; i++) {
        const wm_bw2_reference *r = &m->references[i];
        must(r->material < m->material_count);
        must((uint64_t)r->first_vertex + r->vertex_count <= m->vertex_count);
        must((uint64_t)r->first_index + r->index_count <= m->index_count);
    }
    for (uint32_t i = 0; i < m->index_count; i++)
        must(m->indices[i] < m->vertex_count);
}

uint64_t test_walk_bw2(const wm_bw2_model *m)
{
    uint64_t sum = test_walk_bytes(mix(1, m->version), &m->bounds, sizeof m->bounds);
    walk_ranges(m);
    sum = test_walk_bytes(sum, m->materials, m->material_count * sizeof *m->materials);
    sum = test_walk_bytes(sum, m->references, m->reference_count * sizeof *m->references);
    sum = test_walk_bytes(sum, m->bones, m->bone_count * sizeof *m->bones);
    sum = test_walk_bytes(sum, m->entities, m->entity_count * sizeof *m->entities);
    sum = test_walk_bytes(sum, m->circles, m->circle_count * sizeof *m->circles);
    sum = test_walk_bytes(sum, m->footprint, m->footprint_count * sizeof *m->footprint);
    sum = test_walk_bytes(sum, m->cleaves, m->cleave_count * sizeof *m->cleaves);
    sum = test_walk_bytes(sum, m->extra, m->extra_size);
    for (uint32_t i = 0; i < m->stream_count; i++) {
        const wm_bw2_stream *s = &m->streams[i];
        must(s->element_count <= WM_BW2_ELEMENTS);
        if (s->stride && m->vertex_count)
            sum = test_walk_bytes(sum, s->data, (size_t)m->vertex_count * s->stride);
    }
    if (m->vertex_count) {
        uint32_t format = 0;
        const uint8_t *last =
            wm_bw2_model_vertex(m, m->vertex_count - 1, WM_BW2_ELEMENT_POSITION, 0, &format);
        must(last && format == WM_BW2_FORMAT_FLOAT3);
        sum = test_walk_bytes(sum, last, 12);
    }
    return mix(mix(sum, wm_bw2_model_lod_count(m)), wm_bw2_model_uv_sets(m));
}

/* ---- JSON ---- */

static uint64_t walk_scalar(uint64_t sum, const wm_json_value *v)
{
    bool truth = false;
    uint64_t whole = 0;
    int64_t signed_whole = 0;
    double number = 0;
    float narrow = 0;
    size_t size = 0;
    const char *text = wm_json_as_text(v, &size);
    bool is_number = wm_json_kind_of(v) == WM_JSON_KIND_NUMBER;
    must(wm_json_as_bool(v, &truth) == (wm_json_kind_of(v) == WM_JSON_KIND_BOOL));
    must(wm_json_as_double(v, &number) == is_number && wm_json_as_float(v, &narrow) == is_number);
    must((text != NULL) == (wm_json_kind_of(v) == WM_JSON_KIND_TEXT) &&
         (!text || text[size] == '\0'));
    if (wm_json_as_uint(v, &whole))
        must(is_number && number == (double)whole);
    if (wm_json_as_int(v, &signed_whole))
        must(is_number && number == (double)signed_whole);
    sum = test_walk_bytes(sum, &number, sizeof number);
    sum = test_walk_bytes(sum, &narrow, sizeof narrow);
    return test_walk_bytes(mix(sum, truth), text ? text : "", size);
}

/* The reader limits the depth, and so this recursion. */
static uint64_t walk_value(uint64_t sum, const wm_json *json, const wm_json_value *v, int depth)
{
    char path[64];
    uint64_t before = wm_json_offset(v);
    uint32_t count = wm_json_count(v);
    bool object = wm_json_kind_of(v) == WM_JSON_KIND_OBJECT;
    must(depth <= WM_JSON_DEPTH_MAX && wm_json_kind_of(v) != WM_JSON_KIND_MISSING);
    must(strlen(wm_json_path(json, v, path, sizeof path)) < sizeof path);
    sum = walk_scalar(mix(sum, wm_json_kind_of(v)), v);
    for (uint32_t i = 0; i < count; i++) {
        const wm_json_value *item = wm_json_item(v, i);
        const char *name = wm_json_name(item);
        must(wm_json_offset(item) > before && object == (name != NULL));
        before = wm_json_offset(item);
        if (name) {
            const wm_json_value *found = wm_json_find(v, name);
            /* a name that contains a NUL must not be found by the part before it */
            must(!found || strcmp(wm_json_name(found), name) == 0);
            sum = test_walk_bytes(sum, name, strlen(name));
        }
        sum = walk_value(sum, json, item, depth + 1);
    }
    must(!wm_json_item(v, count));
    return sum;
}

uint64_t test_walk_json(const wm_json *json)
{
    return walk_value(1, json, wm_json_root(json), 0);
}

uint64_t test_walk_texture(const wm_texture *t)
{
    uint64_t sum = mix(t->kind, t->form);
    if (!t->width || !t->height || !t->layer_count || !t->level_count ||
        t->image_count < t->layer_count)
        abort();
    sum = test_walk_bytes(sum, &t->tpc, sizeof t->tpc);
    sum = test_walk_bytes(sum, &t->dds, sizeof t->dds);
    sum = test_walk_bytes(sum, &t->kotor_dds, sizeof t->kotor_dds);
    sum = test_walk_bytes(sum, t->tga.id, t->tga.id_size);
    sum = test_walk_bytes(sum, t->tga.map, t->tga.map_size);
    sum = test_walk_bytes(sum, t->data, t->data_size);
    sum = test_walk_bytes(sum, t->txi, t->txi_size);
    sum = test_walk_bytes(sum, t->extra, t->extra_size);
    for (uint32_t i = 0; i < t->image_count; i++) {
        const wm_texture_image *image = &t->images[i];
        if (image->data < t->data || image->size > t->data_size ||
            (size_t)(image->data - t->data) > t->data_size - image->size ||
            wm_texture_find(t, image->layer, image->level) != i)
            abort();
        sum = mix(sum, (uint64_t)image->width << 32 | image->height);
    }
    return sum;
}
