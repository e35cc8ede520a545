/* waymark dump of models: every field under its name in docs/formats/kotor-mdl.md. */
#include <string.h>

#include "dump.h"
#include "formats.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

static void quat_json(wm_json_writer *j, const char *name, wm_kotor_quat q)
{
    wm_json_add_floats(j, name, (const float[]){q.w, q.x, q.y, q.z}, 4);
}

static void ints(wm_json_writer *j, const char *name, const int32_t *values, uint32_t count)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++)
        wm_json_add_int(j, NULL, values[i]);
    wm_json_end(j);
}

static void shorts(wm_json_writer *j, const char *name, const uint16_t *values, uint32_t count)
{
    wm_json_begin_array(j, name);
    for (uint32_t i = 0; i < count; i++)
        wm_json_add_uint(j, NULL, values[i]);
    wm_json_end(j);
}

/* ---- parts ------------------------------------------------------------- */

static void texture_row(wm_json_writer *j, const void *light, uint32_t i)
{
    wm_json_add_text(j, NULL, ((const wm_kotor_light *)light)->textures[i]);
}

static void light_json(wm_json_writer *j, const wm_kotor_light *l)
{
    wm_json_begin_object(j, "light");
    wm_json_add_float(j, "flare_radius", l->flare_radius);
    wm_json_add_floats(j, "sizes", l->sizes, l->size_count);
    wm_json_add_floats(j, "positions", l->positions, l->position_count);
    json_vectors(j, "colours", l->colours, l->colour_count);
    dump_list(j, "textures", l->texture_count, texture_row, l);
    wm_json_add_uint(j, "priority", l->priority);
    wm_json_add_uint(j, "ambient_only", l->ambient_only);
    wm_json_add_uint(j, "dynamic_type", l->dynamic_type);
    wm_json_add_uint(j, "affect_dynamic", l->affect_dynamic);
    wm_json_add_uint(j, "shadow", l->shadow);
    wm_json_add_uint(j, "flare", l->flare);
    wm_json_add_uint(j, "fading", l->fading);
    wm_json_end(j);
}

static void emitter_json(wm_json_writer *j, const wm_kotor_emitter *e)
{
    wm_json_begin_object(j, "emitter");
    wm_json_add_float(j, "dead_space", e->dead_space);
    wm_json_add_float(j, "blast_radius", e->blast_radius);
    wm_json_add_float(j, "blast_length", e->blast_length);
    wm_json_add_uint(j, "branches", e->branches);
    wm_json_add_float(j, "control_point_smoothing", e->control_point_smoothing);
    wm_json_add_uint(j, "x_grid", e->x_grid);
    wm_json_add_uint(j, "y_grid", e->y_grid);
    wm_json_add_uint(j, "spawn_type", e->spawn_type);
    wm_json_add_field(j, "update", e->update, sizeof e->update);
    wm_json_add_field(j, "render", e->render, sizeof e->render);
    wm_json_add_field(j, "blend", e->blend, sizeof e->blend);
    wm_json_add_field(j, "texture", e->texture, sizeof e->texture);
    wm_json_add_field(j, "chunk", e->chunk, sizeof e->chunk);
    wm_json_add_uint(j, "two_sided", e->two_sided);
    wm_json_add_uint(j, "loop", e->loop);
    wm_json_add_uint(j, "render_order", e->render_order);
    wm_json_add_uint(j, "frame_blending", e->frame_blending);
    wm_json_add_field(j, "depth_texture", e->depth_texture, sizeof e->depth_texture);
    wm_json_add_uint(j, "flags", e->flags);
    wm_json_end(j);
}

static void bone_rotation_row(wm_json_writer *j, const void *skin, uint32_t i)
{
    quat_json(j, NULL, ((const wm_kotor_skin *)skin)->q[i]);
}

static void skin_json(wm_json_writer *j, const wm_kotor_mdl *mdl, const wm_kotor_mesh *m)
{
    const wm_kotor_skin *s = m->skin;
    wm_json_begin_object(j, "skin");
    wm_json_add_int(j, "weight_offset", s->weight_offset);
    wm_json_add_int(j, "index_offset", s->index_offset);
    wm_json_add_floats(j, "bone_map", s->bone_map, s->bone_count);
    dump_list(j, "q", s->q_count, bone_rotation_row, s);
    json_vectors(j, "t", s->t, s->t_count);
    shorts(j, "slots", s->slots, 18);
    wm_json_begin_array(j, "weights");
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        int slot[4];
        float weight[4];
        if (!wm_kotor_mesh_weights(mdl, m, v, slot, weight))
            break;
        wm_json_begin_array(j, NULL);
        for (int k = 0; k < 4; k++) {
            wm_json_add_int(j, NULL, slot[k]);
            wm_json_add_float(j, NULL, weight[k]);
        }
        wm_json_end(j);
    }
    wm_json_end(j);
    wm_json_end(j);
}

static void aabb_row(wm_json_writer *j, const void *mesh, uint32_t i)
{
    const wm_kotor_mdl_aabb *b = &((const wm_kotor_mesh *)mesh)->aabbs[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_vec3(j, "min", b->min);
    wm_json_add_vec3(j, "max", b->max);
    wm_json_add_index(j, "left", b->left);
    wm_json_add_index(j, "right", b->right);
    wm_json_add_int(j, "face", b->face);
    wm_json_add_uint(j, "plane", b->plane);
    wm_json_end(j);
}

static void face_row(wm_json_writer *j, const void *mesh, uint32_t i)
{
    const wm_kotor_mdl_face *f = &((const wm_kotor_mesh *)mesh)->faces[i];
    wm_json_begin_object(j, NULL);
    shorts(j, "vertex", f->vertex, 3);
    wm_json_begin_array(j, "adjacent");
    for (int k = 0; k < 3; k++)
        wm_json_add_index(j, NULL, f->adjacent[k] == 0xFFFF ? WM_NO_INDEX : f->adjacent[k]);
    wm_json_end(j);
    wm_json_add_uint(j, "material", f->material);
    wm_json_add_vec3(j, "normal", f->normal);
    wm_json_add_float(j, "distance", f->distance);
    wm_json_end(j);
}

/* The MDX row of each vertex. */
static void rows_json(wm_json_writer *j, const wm_kotor_mdl *mdl, const wm_kotor_mesh *m)
{
    static const char *const uvs[4] = {"uv0", "uv1", "uv2", "uv3"};
    wm_json_begin_array(j, "rows");
    for (uint32_t v = 0; m->rows && v < m->vertex_count; v++) {
        wm_vec3 at, frame[3];
        float uv[2];
        wm_json_begin_object(j, NULL);
        if (wm_kotor_mesh_position(m, v, &at))
            wm_json_add_vec3(j, "position", at);
        if (wm_kotor_mesh_normal(mdl, m, v, &at))
            wm_json_add_vec3(j, "normal", at);
        for (unsigned set = 0; set < 4; set++)
            if (wm_kotor_mesh_uv(m, v, set, uv))
                wm_json_add_floats(j, uvs[set], uv, 2);
        if (wm_kotor_mesh_tangents(mdl, m, v, frame))
            json_vectors(j, "tangents", frame, 3);
        wm_json_end(j);
    }
    wm_json_end(j);
}

static void add_mesh_header(wm_json_writer *j, const wm_kotor_mesh *m)
{
    wm_json_add_vec3(j, "min", m->min);
    wm_json_add_vec3(j, "max", m->max);
    wm_json_add_float(j, "radius", m->radius);
    wm_json_add_vec3(j, "average", m->average);
    wm_json_add_vec3(j, "diffuse", m->diffuse);
    wm_json_add_vec3(j, "ambient", m->ambient);
    wm_json_add_uint(j, "transparency_hint", m->transparency_hint);
    wm_json_add_field(j, "texture", m->texture[0], WM_KOTOR_NAME_SIZE);
    wm_json_add_field(j, "lightmap", m->texture[1], WM_KOTOR_NAME_SIZE);
    wm_json_add_uint(j, "animate_uv", m->animate_uv);
    wm_json_add_uint(j, "row_size", m->row_size);
    wm_json_add_uint(j, "row_flags", m->row_flags);
    ints(j, "row_offset", m->row_offset, WM_KOTOR_ROW_FIELDS);
    wm_json_add_uint(j, "texture_count", m->texture_count);
    wm_json_add_uint(j, "lightmapped", m->lightmapped);
    wm_json_add_uint(j, "rotate_texture", m->rotate_texture);
    wm_json_add_uint(j, "background", m->background);
    wm_json_add_uint(j, "shadow", m->shadow);
    wm_json_add_uint(j, "beaming", m->beaming);
    wm_json_add_uint(j, "render", m->render);
    wm_json_add_float(j, "area", m->area);
    wm_json_add_indices(j, "inverted", m->inverted, m->inverted_count);
    wm_json_add_uint(j, "mdx_offset", m->mdx_offset);
}

static void mesh_json(wm_json_writer *j, const wm_kotor_mdl *mdl, const wm_kotor_mesh *m)
{
    wm_json_begin_object(j, "mesh");
    add_mesh_header(j, m);
    json_vectors(j, "vertices", m->vertices, m->vertex_count);
    rows_json(j, mdl, m);
    dump_list(j, "faces", m->face_count, face_row, m);
    if (m->skin)
        skin_json(j, mdl, m);
    if (m->dangly) {
        wm_json_begin_object(j, "dangly");
        wm_json_add_floats(j, "constraints", m->dangly->constraints, m->dangly->constraint_count);
        wm_json_add_float(j, "displacement", m->dangly->displacement);
        wm_json_add_float(j, "tightness", m->dangly->tightness);
        wm_json_add_float(j, "period", m->dangly->period);
        wm_json_end(j);
    }
    if (m->aabb_count)
        dump_list(j, "aabbs", m->aabb_count, aabb_row, m);
    if (m->saber) {
        wm_json_begin_object(j, "saber");
        json_vectors(j, "positions", m->saber->positions, WM_KOTOR_SABER_VERTICES);
        json_vectors(j, "normals", m->saber->normals, WM_KOTOR_SABER_VERTICES);
        wm_json_add_indices(j, "inverted", m->saber->inverted, 2);
        wm_json_end(j);
    }
    wm_json_end(j);
}

/* ---- nodes ------------------------------------------------------------- */

/* Key r: its time and its values. */
static void key_json(wm_json_writer *j, const wm_kotor_mdl_node *n, const wm_kotor_controller *k,
                     uint32_t r)
{
    uint32_t width = wm_kotor_controller_width(k), count = width;
    const float *value = n->data + k->data_index + (size_t)r * width;
    float rotation[4];
    if (k->type == WM_KOTOR_CONTROLLER_ORIENTATION && k->columns == 2) {
        uint32_t packed;
        memcpy(&packed, value, 4);
        wm_kotor_quat_unpack(packed, rotation);
        value = rotation;
        count = 4;
    }
    wm_json_begin_array(j, NULL);
    wm_json_add_float(j, NULL, n->data[k->time_index + r]);
    for (uint32_t v = 0; v < count; v++)
        wm_json_add_float(j, NULL, value[v]);
    wm_json_end(j);
}

static void controller_row(wm_json_writer *j, const void *node, uint32_t i)
{
    const wm_kotor_mdl_node *n = node;
    const wm_kotor_controller *k = &n->controllers[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "type", k->type);
    wm_json_add_uint(j, "unknown", k->unknown);
    wm_json_add_uint(j, "columns", k->columns);
    wm_json_begin_array(j, "rows");
    for (uint32_t r = 0; wm_kotor_controller_fits(k, n) && r < k->rows; r++)
        key_json(j, n, k, r);
    wm_json_end(j);
    wm_json_end(j);
}

static void node_json(wm_json_writer *j, const wm_kotor_mdl *mdl, const wm_kotor_tree *tree,
                      uint32_t i)
{
    const wm_kotor_mdl_node *n = &tree->nodes[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_text(j, "name", n->name < mdl->name_count ? mdl->names[n->name] : "");
    wm_json_add_uint(j, "number", n->name);
    wm_json_add_uint(j, "super_node", n->super_node);
    wm_json_add_index(j, "parent", n->parent);
    wm_json_add_uint(j, "flags", n->flags);
    wm_json_add_uint(j, "offset", n->offset);
    wm_json_add_vec3(j, "position", n->position);
    quat_json(j, "orientation", n->orientation);
    dump_list(j, "controllers", n->controller_count, controller_row, n);
    if (n->light)
        light_json(j, n->light);
    if (n->emitter)
        emitter_json(j, n->emitter);
    if (n->reference) {
        wm_json_begin_object(j, "reference");
        wm_json_add_field(j, "model", n->reference->model, WM_KOTOR_NAME_SIZE);
        wm_json_add_uint(j, "reattachable", n->reference->reattachable);
        wm_json_end(j);
    }
    if (n->mesh)
        mesh_json(j, mdl, n->mesh);
    wm_json_end(j);
}

static void tree_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_mdl *mdl = document;
    node_json(j, mdl, &mdl->tree, i);
}

static void name_row(wm_json_writer *j, const void *document, uint32_t i)
{
    wm_json_add_text(j, NULL, ((const wm_kotor_mdl *)document)->names[i]);
}

static void event_row(wm_json_writer *j, const void *animation, uint32_t i)
{
    const wm_kotor_event *e = &((const wm_kotor_animation *)animation)->events[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_float(j, "time", e->time);
    wm_json_add_field(j, "name", e->name, WM_KOTOR_NAME_SIZE);
    wm_json_end(j);
}

static void animation_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_mdl *mdl = document;
    const wm_kotor_animation *a = &mdl->animations[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_field(j, "name", a->geometry.name, WM_KOTOR_NAME_SIZE);
    wm_json_add_float(j, "length", a->length);
    wm_json_add_float(j, "transition", a->transition);
    wm_json_add_field(j, "root", a->root, WM_KOTOR_NAME_SIZE);
    dump_list(j, "events", a->event_count, event_row, a);
    wm_json_begin_array(j, "nodes");
    for (uint32_t k = 0; k < a->tree.count; k++)
        node_json(j, mdl, &a->tree, k);
    wm_json_end(j);
    wm_json_end(j);
}

static const char *layout_name(const wm_kotor_mdl *mdl)
{
    return mdl->order == WM_KOTOR_MDL_ORDER_A   ? "A"
           : mdl->order == WM_KOTOR_MDL_ORDER_B ? "B"
                                                : "stored";
}

static void print_model(const cli *c, cli_out *out, const wm_kotor_mdl *m)
{
    wm_json_writer j;
    dump_begin(&j, c, out, "kotor-mdl");
    wm_json_add_text(&j, "variant", wm_kotor_mdl_variant(m));
    wm_json_add_field(&j, "name", m->geometry.name, WM_KOTOR_NAME_SIZE);
    wm_json_add_uint(&j, "node_count", m->geometry.node_count);
    wm_json_add_uint(&j, "classification", m->classification);
    wm_json_add_uint(&j, "subclassification", m->subclassification);
    wm_json_add_uint(&j, "fog", m->fog);
    wm_json_add_vec3(&j, "min", m->min);
    wm_json_add_vec3(&j, "max", m->max);
    wm_json_add_float(&j, "radius", m->radius);
    wm_json_add_float(&j, "scale", m->scale);
    wm_json_add_field(&j, "supermodel", m->supermodel, WM_KOTOR_NAME_SIZE);
    wm_json_add_uint(&j, "head_link", m->head_link);
    wm_json_add_uint(&j, "mdx_size", m->mdx_size);
    wm_json_add_text(&j, "mdx", wm_kotor_mdx_state_name(m->mdx_state));
    wm_json_add_text(&j, "layout", layout_name(m));
    dump_rows(&j, "names", m->name_count, name_row, m);
    dump_rows(&j, "nodes", m->tree.count, tree_row, m);
    dump_rows(&j, "animations", m->animation_count, animation_row, m);
    json_finish(&j);
}

int cli_model_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    int code = EXIT_FINE;
    if (cli_has(c, "layout"))
        return cli_model_layout(c, out, bytes);
    wm_document *model = cli_open_model(c, bytes, out->file, NULL, &error);
    if (model) {
        cli_say_unreadable(model, "mdx");
        print_model(c, out, model->mdl);
    } else {
        code = cli_unreadable(c, out->file, &error);
    }
    wm_document_free(model);
    return code;
}
