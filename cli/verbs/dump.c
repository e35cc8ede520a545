/* waymark dump: the whole document as JSON. */
#include "dump.h"
#include "formats.h"

static cJSON *hooks(const wm_vec3 *hook)
{
    cJSON *array = cJSON_CreateArray();
    cJSON_AddItemToArray(array, json_vec3(hook[0]));
    cJSON_AddItemToArray(array, json_vec3(hook[1]));
    return array;
}

static cJSON *vertex_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    return json_vec3(b->vertices[i]);
}

static cJSON *face_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    cJSON *f = cJSON_CreateObject();
    json_add(f, "vertex", json_indices(b->faces[i].vertex, 3));
    json_add(f, "material", json_uint(b->materials[i]));
    json_add(f, "normal", json_vec3(b->normals[i]));
    json_add(f, "distance", json_float(b->distances[i]));
    return f;
}

static cJSON *node_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    const wm_kotor_aabb *n = &b->aabbs[i];
    cJSON *node = cJSON_CreateObject();
    json_add(node, "min", json_vec3(n->min));
    json_add(node, "max", json_vec3(n->max));
    json_add(node, "face", json_index(n->face));
    json_add(node, "unknown", json_uint(n->unknown));
    json_add(node, "plane", json_uint(n->plane));
    json_add(node, "left", json_index(n->left));
    json_add(node, "right", json_index(n->right));
    return node;
}

static cJSON *adjacency_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    return json_indices(b->adjacency[i].edge, 3);
}

static cJSON *edge_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    cJSON *e = cJSON_CreateObject();
    json_add(e, "edge", json_uint(b->edges[i].edge));
    json_add(e, "transition", json_index(b->edges[i].transition));
    return e;
}

static cJSON *perimeter_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    return json_uint(b->perimeters[i]);
}

static cJSON *gap_row(const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    cJSON *gap = cJSON_CreateObject();
    json_add(gap, "offset", json_uint(b->gaps[i].offset));
    json_add(gap, "size", json_uint(b->gaps[i].size));
    return gap;
}

static cJSON *layout(const wm_kotor_bwm *b)
{
    const wm_kotor_bwm_layout *l = &b->layout;
    cJSON *o = cJSON_CreateObject();
    json_add(o, "vertices", json_uint(l->vertices));
    json_add(o, "faces", json_uint(l->faces));
    json_add(o, "materials", json_uint(l->materials));
    json_add(o, "normals", json_uint(l->normals));
    json_add(o, "distances", json_uint(l->distances));
    json_add(o, "aabbs", json_uint(l->aabbs));
    json_add(o, "adjacency", json_uint(l->adjacency));
    json_add(o, "edges", json_uint(l->edges));
    json_add(o, "perimeters", json_uint(l->perimeters));
    return o;
}

static void print_walkmesh(dump *p, const wm_kotor_bwm *b)
{
    dump_member(p, "type", json_uint(b->type));
    dump_member(p, "relative_hooks", hooks(b->relative_hook));
    dump_member(p, "absolute_hooks", hooks(b->absolute_hook));
    dump_member(p, "position", json_vec3(b->position));
    dump_rows(p, "vertices", b->vertex_count, vertex_row, b);
    dump_rows(p, "faces", b->face_count, face_row, b);
    dump_member(p, "aabb_root", json_uint(b->aabb_root));
    dump_rows(p, "aabbs", b->aabb_count, node_row, b);
    dump_rows(p, "adjacency", b->adjacency_count, adjacency_row, b);
    dump_rows(p, "edges", b->edge_count, edge_row, b);
    dump_rows(p, "perimeters", b->perimeter_count, perimeter_row, b);
    dump_member(p, "layout", layout(b));
    dump_rows(p, "gaps", b->gap_count, gap_row, b);
}

static void print_meshes(const cli *c, cli_out *out, const cli_meshes *meshes)
{
    dump p = {.to = out->data, .lines = !c->json};
    bool several = meshes->count > 1;
    dump_open_object(&p);
    dump_member(&p, "file", json_text(out->file));
    dump_member(&p, "format", json_text("kotor-bwm"));
    if (several) {
        dump_name(&p, "meshes");
        fputc('[', p.to);
    }
    for (uint32_t i = 0; i < meshes->count; i++) {
        if (several) {
            fputs(i ? "," : "", p.to);
            dump_open_object(&p);
            dump_member(&p, "name", json_text(meshes->text->meshes[i].name));
            dump_member(&p, "state",
                        json_text(wm_kotor_door_state_name(meshes->text->meshes[i].state)));
        }
        print_walkmesh(&p, cli_mesh(meshes, i));
        if (several)
            dump_close_object(&p);
    }
    if (several)
        fputc(']', p.to);
    dump_close_object(&p);
    fputc('\n', p.to);
}

int cli_bwm_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    cli_meshes meshes;
    int code = EXIT_FINE;
    if (cli_read_meshes(c, bytes, out->file, out->talk, &error, &meshes)) {
        print_meshes(c, out, &meshes);
    } else {
        code = EXIT_INPUT;
        if (c->json)
            json_print_error(out->data, out->file, &error);
    }
    cli_free_meshes(&meshes);
    return code;
}

static int dump_one(cli *c, cli_out *out)
{
    wm_buffer bytes;
    int code = EXIT_FINE;
    if (!cli_load_for(c, out, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    const cli_format *f = cli_format_of(format);
    if (cli_has(c, "layout") && format != WM_FORMAT_KOTOR_MDL && !out->walked) {
        wm_error error;
        wm_format_error(&error, "a KotOR model for --layout", format, bytes.size);
        cli_say_error(out->talk, out->file, &error);
        code = EXIT_INPUT;
    } else if (out->walked && f && (!f->dump || cli_has(c, "layout")) &&
               format != WM_FORMAT_KOTOR_MDL)
        out->skipped = true;         /* a layout has no document of its own here: its rooms do */
    else if (!cli_skip(out, format)) /* the reader of walkmeshes says what else it is */
        code = (f && f->dump ? f->dump : cli_bwm_dump)(c, out, &bytes);
    wm_buffer_free(&bytes);
    return code;
}

static const cli_option options[] = {
    {"layout", NULL, "of KotOR models: what every byte of MDL and MDX is, gaps included"},
    {0},
};

static int run(cli *c)
{
    return cli_each_file(c, dump_one);
}

const cli_verb cmd_dump = {
    .name = "dump",
    .synopsis = "[options] FILE...",
    .summary = "print the whole document as JSON",
    .details =
        "Every field under the name that docs/formats gives it. \"No index\" is null, and so\n"
        "are numbers that are not finite. With --json each file is one line. --layout lists\n"
        "the byte ranges of a model instead: offset, size, what it is, and of which node.\n\n"
        "  waymark dump room.wok | less\n"
        "  waymark dump --json room.wok | jq '.edges[] | select(.transition)'\n"
        "  waymark dump --layout c_dewback.mdl",
    .options = options,
    .min_files = 1,
    .run = run,
};
