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

/* Documents can be large, so they are printed member by member and row by row. */
typedef struct printer {
    FILE *to;
    bool lines; /* a line for each member and row, for reading by eye */
    int depth;
    bool first; /* nothing stands before this member in its object */
} printer;

static void new_line(const printer *p)
{
    if (p->lines)
        fprintf(p->to, "\n%*s", 2 * p->depth, "");
}

static void put(const printer *p, cJSON *value)
{
    char *text = cJSON_PrintUnformatted(value);
    fputs(text ? text : "null", p->to);
    cJSON_free(text);
    cJSON_Delete(value);
}

static void open_member(printer *p, const char *name)
{
    if (!p->first)
        fputc(',', p->to);
    p->first = false;
    new_line(p);
    fprintf(p->to, "\"%s\":%s", name, p->lines ? " " : "");
}

static void member(printer *p, const char *name, cJSON *value)
{
    open_member(p, name);
    put(p, value);
}

static void open_object(printer *p)
{
    fputc('{', p->to);
    p->depth++;
    p->first = true;
}

static void close_object(printer *p)
{
    p->depth--;
    p->first = false;
    new_line(p);
    fputc('}', p->to);
}

typedef cJSON *(*row_maker)(const wm_kotor_bwm *b, uint32_t i);

static void rows(printer *p, const char *name, uint32_t count, row_maker row, const wm_kotor_bwm *b)
{
    open_member(p, name);
    fputc('[', p->to);
    p->depth++;
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            fputc(',', p->to);
        new_line(p);
        put(p, row(b, i));
    }
    p->depth--;
    if (count)
        new_line(p);
    fputc(']', p->to);
}

static cJSON *vertex_row(const wm_kotor_bwm *b, uint32_t i)
{
    return json_vec3(b->vertices[i]);
}

static cJSON *face_row(const wm_kotor_bwm *b, uint32_t i)
{
    cJSON *f = cJSON_CreateObject();
    json_add(f, "vertex", three(b->faces[i].vertex));
    json_add(f, "material", json_uint(b->materials[i]));
    json_add(f, "normal", json_vec3(b->normals[i]));
    json_add(f, "distance", json_float(b->distances[i]));
    return f;
}

static cJSON *node_row(const wm_kotor_bwm *b, uint32_t i)
{
    const wm_kotor_aabb *n = &b->aabbs[i];
    cJSON *node = cJSON_CreateObject();
    json_add(node, "min", json_vec3(n->min));
    json_add(node, "max", json_vec3(n->max));
    json_add(node, "face", index_or_null(n->face));
    json_add(node, "unknown", json_uint(n->unknown));
    json_add(node, "plane", json_uint(n->plane));
    json_add(node, "left", index_or_null(n->left));
    json_add(node, "right", index_or_null(n->right));
    return node;
}

static cJSON *adjacency_row(const wm_kotor_bwm *b, uint32_t i)
{
    return three(b->adjacency[i].edge);
}

static cJSON *edge_row(const wm_kotor_bwm *b, uint32_t i)
{
    cJSON *e = cJSON_CreateObject();
    json_add(e, "edge", json_uint(b->edges[i].edge));
    json_add(e, "transition", index_or_null(b->edges[i].transition));
    return e;
}

static cJSON *perimeter_row(const wm_kotor_bwm *b, uint32_t i)
{
    return json_uint(b->perimeters[i]);
}

static cJSON *gap_row(const wm_kotor_bwm *b, uint32_t i)
{
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

static void print_walkmesh(printer *p, const wm_kotor_bwm *b)
{
    member(p, "type", json_uint(b->type));
    member(p, "relative_hooks", hooks(b->relative_hook));
    member(p, "absolute_hooks", hooks(b->absolute_hook));
    member(p, "position", json_vec3(b->position));
    rows(p, "vertices", b->vertex_count, vertex_row, b);
    rows(p, "faces", b->face_count, face_row, b);
    member(p, "aabb_root", json_uint(b->aabb_root));
    rows(p, "aabbs", b->aabb_count, node_row, b);
    rows(p, "adjacency", b->adjacency_count, adjacency_row, b);
    rows(p, "edges", b->edge_count, edge_row, b);
    rows(p, "perimeters", b->perimeter_count, perimeter_row, b);
    member(p, "layout", layout(b));
    rows(p, "gaps", b->gap_count, gap_row, b);
}

static void print_meshes(const cli *c, cli_out *out, const cli_meshes *meshes)
{
    printer p = {.to = out->data, .lines = !c->json};
    bool several = meshes->count > 1;
    open_object(&p);
    member(&p, "file", json_text(out->file));
    member(&p, "format", json_text("kotor-bwm"));
    if (several) {
        open_member(&p, "meshes");
        fputc('[', p.to);
    }
    for (uint32_t i = 0; i < meshes->count; i++) {
        if (several) {
            fputs(i ? "," : "", p.to);
            open_object(&p);
            member(&p, "name", json_text(meshes->text->meshes[i].name));
            member(&p, "state", json_text(wm_door_state_name(meshes->text->meshes[i].state)));
        }
        print_walkmesh(&p, cli_mesh(meshes, i));
        if (several)
            close_object(&p);
    }
    if (several)
        fputc(']', p.to);
    close_object(&p);
    fputc('\n', p.to);
}

static int dump_one(cli *c, cli_out *out)
{
    wm_buffer bytes;
    wm_error error;
    cli_meshes meshes;
    int code = EXIT_FINE;
    if (!cli_load_for(c, out, &bytes))
        return EXIT_INPUT;
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
    .details =
        "Every field under the name that docs/formats gives it. \"No index\" is null, and so\n"
        "are numbers that are not finite. With --json each file is one line.\n\n"
        "  waymark dump room.wok | less\n"
        "  waymark dump --json room.wok | jq '.edges[] | select(.transition)'",
    .min_files = 1,
    .run = run,
};
