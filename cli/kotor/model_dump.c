/* waymark dump of models: every field under its name in docs/formats/kotor-mdl.md. */
#include <string.h>

#include "dump.h"
#include "formats.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

static cJSON *field_text(const char *field, size_t size)
{
    char text[WM_KOTOR_NAME_SIZE + 1];
    cli_fixed_text(field, size, text);
    return json_text(text);
}

static cJSON *quat_json(wm_kotor_quat q)
{
    return json_floats((const float[]){q.w, q.x, q.y, q.z}, 4);
}

static cJSON *ints(const int32_t *values, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, cJSON_CreateNumber(values[i]));
    return array;
}

static cJSON *shorts(const uint16_t *values, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, json_uint(values[i]));
    return array;
}

static cJSON *vectors(const wm_vec3 *values, uint32_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; values && i < count; i++)
        cJSON_AddItemToArray(array, json_vec3(values[i]));
    return array;
}

/* ---- parts ------------------------------------------------------------- */

static cJSON *light_json(const wm_kotor_light *l)
{
    cJSON *o = cJSON_CreateObject(), *textures = cJSON_CreateArray();
    json_add(o, "flare_radius", json_float(l->flare_radius));
    json_add(o, "sizes", json_floats(l->sizes, l->size_count));
    json_add(o, "positions", json_floats(l->positions, l->position_count));
    json_add(o, "colours", vectors(l->colours, l->colour_count));
    for (uint32_t i = 0; i < l->texture_count; i++)
        cJSON_AddItemToArray(textures, json_text(l->textures[i]));
    json_add(o, "textures", textures);
    json_add(o, "priority", json_uint(l->priority));
    json_add(o, "ambient_only", json_uint(l->ambient_only));
    json_add(o, "dynamic_type", json_uint(l->dynamic_type));
    json_add(o, "affect_dynamic", json_uint(l->affect_dynamic));
    json_add(o, "shadow", json_uint(l->shadow));
    json_add(o, "flare", json_uint(l->flare));
    json_add(o, "fading", json_uint(l->fading));
    return o;
}

static cJSON *emitter_json(const wm_kotor_emitter *e)
{
    cJSON *o = cJSON_CreateObject();
    json_add(o, "dead_space", json_float(e->dead_space));
    json_add(o, "blast_radius", json_float(e->blast_radius));
    json_add(o, "blast_length", json_float(e->blast_length));
    json_add(o, "branches", json_uint(e->branches));
    json_add(o, "control_point_smoothing", json_float(e->control_point_smoothing));
    json_add(o, "x_grid", json_uint(e->x_grid));
    json_add(o, "y_grid", json_uint(e->y_grid));
    json_add(o, "spawn_type", json_uint(e->spawn_type));
    json_add(o, "update", field_text(e->update, sizeof e->update));
    json_add(o, "render", field_text(e->render, sizeof e->render));
    json_add(o, "blend", field_text(e->blend, sizeof e->blend));
    json_add(o, "texture", field_text(e->texture, sizeof e->texture));
    json_add(o, "chunk", field_text(e->chunk, sizeof e->chunk));
    json_add(o, "two_sided", json_uint(e->two_sided));
    json_add(o, "loop", json_uint(e->loop));
    json_add(o, "render_order", json_uint(e->render_order));
    json_add(o, "frame_blending", json_uint(e->frame_blending));
    json_add(o, "depth_texture", field_text(e->depth_texture, sizeof e->depth_texture));
    json_add(o, "flags", json_uint(e->flags));
    return o;
}

static cJSON *skin_json(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m)
{
    const wm_kotor_skin *s = m->skin;
    cJSON *o = cJSON_CreateObject(), *q = cJSON_CreateArray(), *weights = cJSON_CreateArray();
    json_add(o, "weight_offset", cJSON_CreateNumber(s->weight_offset));
    json_add(o, "index_offset", cJSON_CreateNumber(s->index_offset));
    json_add(o, "bone_map", json_floats(s->bone_map, s->bone_count));
    for (uint32_t i = 0; i < s->q_count; i++)
        cJSON_AddItemToArray(q, quat_json(s->q[i]));
    json_add(o, "q", q);
    json_add(o, "t", vectors(s->t, s->t_count));
    json_add(o, "slots", shorts(s->slots, 18));
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        int slot[4];
        float weight[4];
        if (!wm_kotor_mesh_weights(mdl, m, v, slot, weight))
            break;
        cJSON *row = cJSON_CreateArray();
        for (int k = 0; k < 4; k++) {
            cJSON_AddItemToArray(row, cJSON_CreateNumber(slot[k]));
            cJSON_AddItemToArray(row, json_float(weight[k]));
        }
        cJSON_AddItemToArray(weights, row);
    }
    json_add(o, "weights", weights);
    return o;
}

static cJSON *boxes_json(const wm_kotor_mesh *m)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < m->aabb_count; i++) {
        const wm_kotor_mdl_aabb *b = &m->aabbs[i];
        cJSON *o = cJSON_CreateObject();
        json_add(o, "min", json_vec3(b->min));
        json_add(o, "max", json_vec3(b->max));
        json_add(o, "left", json_index(b->left));
        json_add(o, "right", json_index(b->right));
        json_add(o, "face", cJSON_CreateNumber(b->face));
        json_add(o, "plane", json_uint(b->plane));
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

static cJSON *faces_json(const wm_kotor_mesh *m)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < m->face_count; i++) {
        const wm_kotor_mdl_face *f = &m->faces[i];
        cJSON *o = cJSON_CreateObject(), *adjacent = cJSON_CreateArray();
        json_add(o, "vertex", shorts(f->vertex, 3));
        for (int k = 0; k < 3; k++)
            cJSON_AddItemToArray(adjacent, f->adjacent[k] == 0xFFFF ? cJSON_CreateNull()
                                                                    : json_uint(f->adjacent[k]));
        json_add(o, "adjacent", adjacent);
        json_add(o, "material", json_uint(f->material));
        json_add(o, "normal", json_vec3(f->normal));
        json_add(o, "distance", json_float(f->distance));
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

/* What the MDX row of each vertex says. */
static cJSON *rows_json(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m)
{
    static const char *const uvs[4] = {"uv0", "uv1", "uv2", "uv3"};
    cJSON *array = cJSON_CreateArray();
    for (uint32_t v = 0; m->rows && v < m->vertex_count; v++) {
        cJSON *o = cJSON_CreateObject();
        wm_vec3 at, frame[3];
        float uv[2];
        if (wm_kotor_mesh_position(m, v, &at))
            json_add(o, "position", json_vec3(at));
        if (wm_kotor_mesh_normal(mdl, m, v, &at))
            json_add(o, "normal", json_vec3(at));
        for (unsigned set = 0; set < 4; set++)
            if (wm_kotor_mesh_uv(m, v, set, uv))
                json_add(o, uvs[set], json_floats(uv, 2));
        if (wm_kotor_mesh_tangents(mdl, m, v, frame))
            json_add(o, "tangents", vectors(frame, 3));
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

static void add_mesh_header(cJSON *o, const wm_kotor_mesh *m)
{
    json_add(o, "min", json_vec3(m->min));
    json_add(o, "max", json_vec3(m->max));
    json_add(o, "radius", json_float(m->radius));
    json_add(o, "average", json_vec3(m->average));
    json_add(o, "diffuse", json_vec3(m->diffuse));
    json_add(o, "ambient", json_vec3(m->ambient));
    json_add(o, "transparency_hint", json_uint(m->transparency_hint));
    json_add(o, "texture", field_text(m->texture[0], WM_KOTOR_NAME_SIZE));
    json_add(o, "lightmap", field_text(m->texture[1], WM_KOTOR_NAME_SIZE));
    json_add(o, "animate_uv", json_uint(m->animate_uv));
    json_add(o, "row_size", json_uint(m->row_size));
    json_add(o, "row_flags", json_uint(m->row_flags));
    json_add(o, "row_offset", ints(m->row_offset, WM_KOTOR_ROW_FIELDS));
    json_add(o, "texture_count", json_uint(m->texture_count));
    json_add(o, "lightmapped", json_uint(m->lightmapped));
    json_add(o, "rotate_texture", json_uint(m->rotate_texture));
    json_add(o, "background", json_uint(m->background));
    json_add(o, "shadow", json_uint(m->shadow));
    json_add(o, "beaming", json_uint(m->beaming));
    json_add(o, "render", json_uint(m->render));
    json_add(o, "area", json_float(m->area));
    json_add(o, "inverted", json_indices(m->inverted, m->inverted_count));
    json_add(o, "mdx_offset", json_uint(m->mdx_offset));
}

static cJSON *mesh_json(const wm_kotor_mdl *mdl, const wm_kotor_mesh *m)
{
    cJSON *o = cJSON_CreateObject();
    add_mesh_header(o, m);
    json_add(o, "vertices", vectors(m->vertices, m->vertex_count));
    json_add(o, "rows", rows_json(mdl, m));
    json_add(o, "faces", faces_json(m));
    if (m->skin)
        json_add(o, "skin", skin_json(mdl, m));
    if (m->dangly) {
        cJSON *d = cJSON_CreateObject();
        json_add(d, "constraints",
                 json_floats(m->dangly->constraints, m->dangly->constraint_count));
        json_add(d, "displacement", json_float(m->dangly->displacement));
        json_add(d, "tightness", json_float(m->dangly->tightness));
        json_add(d, "period", json_float(m->dangly->period));
        json_add(o, "dangly", d);
    }
    if (m->aabb_count)
        json_add(o, "aabbs", boxes_json(m));
    if (m->saber) {
        cJSON *s = cJSON_CreateObject();
        json_add(s, "positions", vectors(m->saber->positions, WM_KOTOR_SABER_VERTICES));
        json_add(s, "normals", vectors(m->saber->normals, WM_KOTOR_SABER_VERTICES));
        json_add(s, "inverted", json_indices(m->saber->inverted, 2));
        json_add(o, "saber", s);
    }
    return o;
}

/* ---- nodes ------------------------------------------------------------- */

static cJSON *controllers_json(const wm_kotor_mdl_node *n)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < n->controller_count; i++) {
        const wm_kotor_controller *k = &n->controllers[i];
        uint32_t width = wm_kotor_controller_width(k);
        cJSON *o = cJSON_CreateObject(), *rows = cJSON_CreateArray();
        json_add(o, "type", json_uint(k->type));
        json_add(o, "unknown", json_uint(k->unknown));
        json_add(o, "columns", json_uint(k->columns));
        for (uint32_t r = 0; wm_kotor_controller_fits(k, n) && r < k->rows; r++) {
            const float *value = n->data + k->data_index + (size_t)r * width;
            float turn[4];
            cJSON *row = cJSON_CreateArray();
            cJSON_AddItemToArray(row, json_float(n->data[k->time_index + r]));
            if (k->type == WM_KOTOR_ORIENTATION && k->columns == 2) {
                uint32_t packed;
                memcpy(&packed, value, 4);
                wm_kotor_quat_unpack(packed, turn);
                value = turn;
            }
            uint32_t count = value == turn ? 4 : width;
            for (uint32_t v = 0; v < count; v++)
                cJSON_AddItemToArray(row, json_float(value[v]));
            cJSON_AddItemToArray(rows, row);
        }
        json_add(o, "rows", rows);
        cJSON_AddItemToArray(array, o);
    }
    return array;
}

static cJSON *node_json(const wm_kotor_mdl *mdl, const wm_kotor_tree *tree, uint32_t i)
{
    const wm_kotor_mdl_node *n = &tree->nodes[i];
    cJSON *o = cJSON_CreateObject();
    json_add(o, "name", json_text(n->name < mdl->name_count ? mdl->names[n->name] : ""));
    json_add(o, "number", json_uint(n->name));
    json_add(o, "super_node", json_uint(n->super_node));
    json_add(o, "parent", json_index(n->parent));
    json_add(o, "flags", json_uint(n->flags));
    json_add(o, "offset", json_uint(n->offset));
    json_add(o, "position", json_vec3(n->position));
    json_add(o, "orientation", quat_json(n->orientation));
    json_add(o, "controllers", controllers_json(n));
    if (n->light)
        json_add(o, "light", light_json(n->light));
    if (n->emitter)
        json_add(o, "emitter", emitter_json(n->emitter));
    if (n->reference) {
        cJSON *r = cJSON_CreateObject();
        json_add(r, "model", field_text(n->reference->model, WM_KOTOR_NAME_SIZE));
        json_add(r, "reattachable", json_uint(n->reference->reattachable));
        json_add(o, "reference", r);
    }
    if (n->mesh)
        json_add(o, "mesh", mesh_json(mdl, n->mesh));
    return o;
}

static cJSON *tree_row(const void *document, uint32_t i)
{
    const wm_kotor_mdl *mdl = document;
    return node_json(mdl, &mdl->tree, i);
}

static cJSON *name_row(const void *document, uint32_t i)
{
    return json_text(((const wm_kotor_mdl *)document)->names[i]);
}

static cJSON *animation_row(const void *document, uint32_t i)
{
    const wm_kotor_mdl *mdl = document;
    const wm_kotor_animation *a = &mdl->animations[i];
    cJSON *o = cJSON_CreateObject(), *events = cJSON_CreateArray(), *nodes = cJSON_CreateArray();
    json_add(o, "name", field_text(a->geometry.name, WM_KOTOR_NAME_SIZE));
    json_add(o, "length", json_float(a->length));
    json_add(o, "transition", json_float(a->transition));
    json_add(o, "root", field_text(a->root, WM_KOTOR_NAME_SIZE));
    for (uint32_t k = 0; k < a->event_count; k++) {
        cJSON *event = cJSON_CreateObject();
        json_add(event, "time", json_float(a->events[k].time));
        json_add(event, "name", field_text(a->events[k].name, WM_KOTOR_NAME_SIZE));
        cJSON_AddItemToArray(events, event);
    }
    json_add(o, "events", events);
    for (uint32_t k = 0; k < a->tree.count; k++)
        cJSON_AddItemToArray(nodes, node_json(mdl, &a->tree, k));
    json_add(o, "nodes", nodes);
    return o;
}

static const char *layout_name(const wm_kotor_mdl *mdl)
{
    return mdl->layout == WM_KOTOR_LAYOUT_A   ? "A"
           : mdl->layout == WM_KOTOR_LAYOUT_B ? "B"
                                              : "stored";
}

static void print_model(const cli *c, cli_out *out, const wm_kotor_mdl *m)
{
    dump d = {.to = out->data, .lines = !c->json};
    dump_open_object(&d);
    dump_member(&d, "file", json_text(out->file));
    dump_member(&d, "format", json_text("kotor-mdl"));
    dump_member(&d, "variant", json_text(wm_kotor_mdl_variant(m)));
    dump_member(&d, "name", field_text(m->geometry.name, WM_KOTOR_NAME_SIZE));
    dump_member(&d, "node_count", json_uint(m->geometry.node_count));
    dump_member(&d, "classification", json_uint(m->classification));
    dump_member(&d, "subclassification", json_uint(m->subclassification));
    dump_member(&d, "fog", json_uint(m->fog));
    dump_member(&d, "min", json_vec3(m->min));
    dump_member(&d, "max", json_vec3(m->max));
    dump_member(&d, "radius", json_float(m->radius));
    dump_member(&d, "scale", json_float(m->scale));
    dump_member(&d, "supermodel", field_text(m->supermodel, WM_KOTOR_NAME_SIZE));
    dump_member(&d, "head_link", json_uint(m->head_link));
    dump_member(&d, "mdx_size", json_uint(m->mdx_size));
    dump_member(&d, "mdx", json_text(wm_kotor_mdx_state_name(m->mdx_state)));
    dump_member(&d, "layout", json_text(layout_name(m)));
    dump_rows(&d, "names", m->name_count, name_row, m);
    dump_rows(&d, "nodes", m->tree.count, tree_row, m);
    dump_rows(&d, "animations", m->animation_count, animation_row, m);
    dump_close_object(&d);
    fputc('\n', d.to);
}

int cli_model_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    cli_model model;
    int code = EXIT_FINE;
    if (cli_has(c, "layout"))
        return cli_model_layout(c, out, bytes);
    if (cli_read_model(c, bytes, out->file, NULL, out->talk, &error, &model)) {
        print_model(c, out, model.mdl);
    } else {
        code = EXIT_INPUT;
        if (c->json)
            json_print_error(out->data, out->file, &error);
    }
    cli_free_model(&model);
    return code;
}
