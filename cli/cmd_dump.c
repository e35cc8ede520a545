/* waymark dump: the whole document as JSON. */
#include "cli.h"

static cJSON *index_or_null(uint32_t value)
{
    return value == WM_NO_INDEX ? cJSON_CreateNull() : json_uint(value);
}

static cJSON *three(const uint32_t *v)
{
    cJSON *array = cJSON_CreateArray();
    for (int k = 0; k < 3; k++)
        cJSON_AddItemToArray(array, index_or_null(v[k]));
    return array;
}

static cJSON *hooks(const wm_vec3 *hook)
{
    cJSON *array = cJSON_CreateArray();
    cJSON_AddItemToArray(array, json_vec3(hook[0]));
    cJSON_AddItemToArray(array, json_vec3(hook[1]));
    return array;
}

static void add_geometry(cJSON *o, const wm_kotor_bwm *b)
{
    cJSON *vertices = cJSON_CreateArray(), *faces = cJSON_CreateArray();
    for (uint32_t i = 0; i < b->vertex_count; i++)
        cJSON_AddItemToArray(vertices, json_vec3(b->vertices[i]));
    for (uint32_t i = 0; i < b->face_count; i++) {
        cJSON *f = cJSON_CreateObject();
        json_add(f, "vertex", three(b->faces[i].vertex));
        json_add(f, "material", json_uint(b->materials[i]));
        json_add(f, "normal", json_vec3(b->normals[i]));
        json_add(f, "distance", json_float(b->distances[i]));
        cJSON_AddItemToArray(faces, f);
    }
    json_add(o, "vertices", vertices);
    json_add(o, "faces", faces);
}

static void add_tree(cJSON *o, const wm_kotor_bwm *b)
{
    cJSON *nodes = cJSON_CreateArray();
    for (uint32_t i = 0; i < b->aabb_count; i++) {
        const wm_kotor_aabb *n = &b->aabbs[i];
        cJSON *node = cJSON_CreateObject();
        json_add(node, "min", json_vec3(n->min));
        json_add(node, "max", json_vec3(n->max));
        json_add(node, "face", index_or_null(n->face));
        json_add(node, "unknown", json_uint(n->unknown));
        json_add(node, "plane", json_uint(n->plane));
        json_add(node, "left", index_or_null(n->left));
        json_add(node, "right", index_or_null(n->right));
        cJSON_AddItemToArray(nodes, node);
    }
    json_add(o, "aabb_root", json_uint(b->aabb_root));
    json_add(o, "aabbs", nodes);
}

static void add_topology(cJSON *o, const wm_kotor_bwm *b)
{
    cJSON *adjacency = cJSON_CreateArray(), *edges = cJSON_CreateArray(),
          *perimeters = cJSON_CreateArray();
    for (uint32_t i = 0; i < b->adjacency_count; i++)
        cJSON_AddItemToArray(adjacency, three(b->adjacency[i].edge));
    for (uint32_t i = 0; i < b->edge_count; i++) {
        cJSON *e = cJSON_CreateObject();
        json_add(e, "edge", json_uint(b->edges[i].edge));
        json_add(e, "transition", index_or_null(b->edges[i].transition));
        cJSON_AddItemToArray(edges, e);
    }
    for (uint32_t i = 0; i < b->perimeter_count; i++)
        cJSON_AddItemToArray(perimeters, json_uint(b->perimeters[i]));
    json_add(o, "adjacency", adjacency);
    json_add(o, "edges", edges);
    json_add(o, "perimeters", perimeters);
}

static void add_layout(cJSON *o, const wm_kotor_bwm *b)
{
    const wm_kotor_bwm_layout *l = &b->layout;
    cJSON *layout = cJSON_CreateObject(), *gaps = cJSON_CreateArray();
    json_add(layout, "vertices", json_uint(l->vertices));
    json_add(layout, "faces", json_uint(l->faces));
    json_add(layout, "materials", json_uint(l->materials));
    json_add(layout, "normals", json_uint(l->normals));
    json_add(layout, "distances", json_uint(l->distances));
    json_add(layout, "aabbs", json_uint(l->aabbs));
    json_add(layout, "adjacency", json_uint(l->adjacency));
    json_add(layout, "edges", json_uint(l->edges));
    json_add(layout, "perimeters", json_uint(l->perimeters));
    for (uint32_t i = 0; i < b->gap_count; i++) {
        cJSON *gap = cJSON_CreateObject();
        json_add(gap, "offset", json_uint(b->gaps[i].offset));
        json_add(gap, "size", json_uint(b->gaps[i].size));
        cJSON_AddItemToArray(gaps, gap);
    }
    json_add(o, "layout", layout);
    json_add(o, "gaps", gaps);
}

static void add_walkmesh(cJSON *o, const wm_kotor_bwm *b)
{
    json_add(o, "type", json_uint(b->type));
    json_add(o, "relative_hooks", hooks(b->relative_hook));
    json_add(o, "absolute_hooks", hooks(b->absolute_hook));
    json_add(o, "position", json_vec3(b->position));
    add_geometry(o, b);
    add_tree(o, b);
    add_topology(o, b);
    add_layout(o, b);
}

static void print_meshes(const cli *c, cli_out *out, const cli_meshes *meshes)
{
    cJSON *o = cJSON_CreateObject(), *list = NULL;
    json_add(o, "file", json_text(out->file));
    json_add(o, "format", json_text("kotor-bwm"));
    if (meshes->count > 1)
        list = cJSON_AddArrayToObject(o, "meshes");
    for (uint32_t i = 0; i < meshes->count; i++) {
        cJSON *mesh = list ? cJSON_CreateObject() : o;
        if (list) {
            json_add(mesh, "name", json_text(meshes->text->meshes[i].name));
            json_add(mesh, "state", json_text(wm_door_state_name(meshes->text->meshes[i].state)));
            cJSON_AddItemToArray(list, mesh);
        }
        add_walkmesh(mesh, cli_mesh(meshes, i));
    }
    if (c->json) {
        json_print(o, out->data);
        return;
    }
    char *text = cJSON_Print(o); /* for reading by eye */
    if (text)
        fprintf(out->data, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(o);
}

static int dump_one(cli *c, cli_out *out)
{
    wm_buffer bytes;
    wm_error error;
    cli_meshes meshes;
    int code = EXIT_FINE;
    if (cli_read_file(out->file, &bytes, &error) != WM_OK) {
        cli_say_error(out->talk, out->file, &error);
        if (c->json)
            json_print_error(out->data, out->file, &error);
        return EXIT_INPUT;
    }
    if (out->walked && wm_detect(bytes.data, bytes.size) == WM_FORMAT_KOTOR_LYT)
        out->skipped = true; /* a layout has no document of its own here: its rooms do */
    else if (!cli_skip(out, wm_detect(bytes.data, bytes.size))) {
        if (cli_read_meshes(c, &bytes, out->file, out->talk, &error, &meshes)) {
            print_meshes(c, out, &meshes);
        } else {
            code = EXIT_INPUT;
            if (c->json)
                json_print_error(out->data, out->file, &error);
        }
        cli_free_meshes(&meshes);
    }
    wm_buffer_free(&bytes);
    return code;
}

static int run(cli *c)
{
    return cli_each_file(c, dump_one);
}

const cli_verb cmd_dump = {
    .name = "dump",
    .synopsis = "[options] FILE...",
    .summary = "print the whole document as JSON",
    .details = "Every field under the name that docs/formats gives it. \"No index\" is null, and so\n"
               "are numbers that are not finite. With --json each file is one line.\n\n"
               "  waymark dump room.wok | less\n"
               "  waymark dump --json room.wok | jq '.edges[] | select(.transition)'",
    .min_files = 1,
    .run = run,
};
