/* waymark dump: the whole document as JSON. */
#include "dump.h"
#include "formats.h"
#include "open.h"

static void vertex_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    wm_json_add_vec3(j, NULL, b->vertices[i]);
}

static void face_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    wm_json_begin_object(j, NULL);
    wm_json_add_indices(j, "vertex", b->faces[i].vertex, 3);
    wm_json_add_uint(j, "material", b->materials[i]);
    wm_json_add_vec3(j, "normal", b->normals[i]);
    wm_json_add_float(j, "distance", b->distances[i]);
    wm_json_end(j);
}

static void node_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    const wm_kotor_aabb *n = &b->aabbs[i];
    wm_json_begin_object(j, NULL);
    wm_json_add_vec3(j, "min", n->min);
    wm_json_add_vec3(j, "max", n->max);
    wm_json_add_index(j, "face", n->face);
    wm_json_add_uint(j, "unknown", n->unknown);
    wm_json_add_uint(j, "plane", n->plane);
    wm_json_add_index(j, "left", n->left);
    wm_json_add_index(j, "right", n->right);
    wm_json_end(j);
}

static void adjacency_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    wm_json_add_indices(j, NULL, b->adjacency[i].edge, 3);
}

static void edge_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "edge", b->edges[i].edge);
    wm_json_add_index(j, "transition", b->edges[i].transition);
    wm_json_end(j);
}

static void perimeter_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    wm_json_add_uint(j, NULL, b->perimeters[i]);
}

static void gap_row(wm_json_writer *j, const void *document, uint32_t i)
{
    const wm_kotor_bwm *b = document;
    wm_json_begin_object(j, NULL);
    wm_json_add_uint(j, "offset", b->gaps[i].offset);
    wm_json_add_uint(j, "size", b->gaps[i].size);
    wm_json_end(j);
}

static void layout(wm_json_writer *j, const char *name, const wm_kotor_bwm *b)
{
    const wm_kotor_bwm_offsets *l = &b->offsets;
    wm_json_begin_object(j, name);
    wm_json_add_uint(j, "vertices", l->vertices);
    wm_json_add_uint(j, "faces", l->faces);
    wm_json_add_uint(j, "materials", l->materials);
    wm_json_add_uint(j, "normals", l->normals);
    wm_json_add_uint(j, "distances", l->distances);
    wm_json_add_uint(j, "aabbs", l->aabbs);
    wm_json_add_uint(j, "adjacency", l->adjacency);
    wm_json_add_uint(j, "edges", l->edges);
    wm_json_add_uint(j, "perimeters", l->perimeters);
    wm_json_end(j);
}

static void print_walkmesh(wm_json_writer *j, const wm_kotor_bwm *b)
{
    wm_json_add_uint(j, "type", b->type);
    json_vectors(j, "relative_hooks", b->relative_hook, 2);
    json_vectors(j, "absolute_hooks", b->absolute_hook, 2);
    wm_json_add_vec3(j, "position", b->position);
    dump_rows(j, "vertices", b->vertex_count, vertex_row, b);
    dump_rows(j, "faces", b->face_count, face_row, b);
    wm_json_add_uint(j, "aabb_root", b->aabb_root);
    dump_rows(j, "aabbs", b->aabb_count, node_row, b);
    dump_rows(j, "adjacency", b->adjacency_count, adjacency_row, b);
    dump_rows(j, "edges", b->edge_count, edge_row, b);
    dump_rows(j, "perimeters", b->perimeter_count, perimeter_row, b);
    layout(j, "layout", b);
    dump_rows(j, "gaps", b->gap_count, gap_row, b);
}

static void print_meshes(const cli *c, cli_out *out, const wm_document *d)
{
    wm_json_writer j;
    uint32_t count = d->text ? d->text->mesh_count : 1;
    bool several = count > 1;
    dump_begin(&j, c, out, "kotor-bwm");
    if (several)
        wm_json_begin_array(&j, "meshes");
    for (uint32_t i = 0; i < count; i++) {
        if (several) {
            wm_json_begin_object(&j, NULL);
            wm_json_spread(&j);
            wm_json_add_text(&j, "name", d->text->meshes[i].name);
            wm_json_add_text(&j, "state", wm_kotor_door_state_name(d->text->meshes[i].state));
        }
        print_walkmesh(&j, d->text ? d->text->meshes[i].bwm : d->bwm);
        if (several)
            wm_json_end(&j);
    }
    if (several)
        wm_json_end(&j);
    json_finish(&j);
}

int cli_bwm_dump(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    int code = EXIT_FINE;
    wm_document *d = cli_open_walkmesh(c, bytes, out->file, NULL, &error);
    if (d) {
        print_meshes(c, out, d);
    } else {
        code = cli_unreadable(c, out->file, &error);
    }
    wm_document_free(d);
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
        code = cli_wrong_format(c, out->file, &bytes, "a KotOR model for --layout");
    } else if (out->walked && f && (!f->dump || cli_has(c, "layout")) &&
               format != WM_FORMAT_KOTOR_MDL) {
        cli_skip(c, out, bytes.size, format); /* is it a companion? */
        out->skipped = true;                  /* layouts have no dump; their rooms do */
    } else if (!cli_skip(c, out, bytes.size, format)) {
        code = f && f->dump ? f->dump(c, out, &bytes)
                            : cli_wrong_format(c, out->file, &bytes,
                                               "a walkmesh, a model, a texture, a table or a tree");
    }
    wm_buffer_free(&bytes);
    return code;
}

static const cli_option options[] = {
    {"layout", NULL, "for KotOR models: list what each byte of MDL and MDX is, including gaps"},
    {0},
};

static int run(cli *c)
{
    return cli_each_file(c, dump_one);
}

const cli_verb cmd_dump = {
    .name = "dump",
    .synopsis = "[options] FILE...",
    .summary = "print a whole file as JSON",
    .details =
        "Fields have the names used in docs/formats or in the headers of the library. \"No "
        "index\"\n"
        "and numbers that are not finite are null. The output is indented; with --json each file\n"
        "is one line.\n\n"
        "--layout lists the byte ranges of a KotOR model instead: offset, size, what each range\n"
        "is, and the node it belongs to.\n\n"
        "  waymark dump room.wok | less\n"
        "  waymark dump --json room.wok | jq '.edges[] | select(.transition)'\n"
        "  waymark dump --layout c_dewback.mdl",
    .options = options,
    .min_files = 1,
    .run = run,
};
