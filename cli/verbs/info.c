/* waymark info: what a file is and what is in it. */
#include "formats.h"

static void put_count(FILE *to, const char *before, uint32_t count, const char *one,
                      const char *many)
{
    fprintf(to, "%s%u %s", before, count, count == 1 ? one : many);
}

static void print_words(cli *c, cli_out *out, size_t bytes, const cli_meshes *meshes,
                        const wm_kotor_bwm_summary *s)
{
    char name[24];
    FILE *to = out->data;
    const wm_kotor_bwm_stats *t = &s->stats;
    fprintf(to, "%s: KotOR walkmesh, %s, %zu bytes, made by %s\n", out->file, s->variant, bytes,
            wm_kotor_maker_name(s->maker));
    for (uint32_t i = 0; i < meshes->count && meshes->count > 1; i++) {
        fputs("  mesh ", to);
        cli_put_name(to, meshes->text->meshes[i].name);
        fprintf(to, " %s: %u vertices, %u faces\n",
                wm_kotor_door_state_name(meshes->text->meshes[i].state),
                cli_mesh(meshes, i)->vertex_count, cli_mesh(meshes, i)->face_count);
    }
    put_count(to, "  ", s->vertices, "vertex", "vertices");
    put_count(to, ", ", s->faces, "face", "faces");
    fprintf(to, ", %u walkable (%.2f m2)", t->walkable, t->walkable_area);
    put_count(to, " in ", t->regions, "region", "regions");
    put_count(to, "\n  ", s->aabbs, "AABB node", "AABB nodes");
    if (s->aabbs && t->tree_depth)
        put_count(to, " in ", t->tree_depth, "level", "levels");
    else if (s->aabbs)
        fputs(" that are no tree", to);
    put_count(to, ", ", s->edges, "edge", "edges");
    put_count(to, ", ", s->perimeters, "perimeter", "perimeters");
    put_count(to, ", ", t->transitions, "transition", "transitions");
    fputc('\n', to);
    fprintf(to, "  bounds (%g, %g, %g) to (%g, %g, %g)\n", (double)t->min.x, (double)t->min.y,
            (double)t->min.z, (double)t->max.x, (double)t->max.y, (double)t->max.z);
    fputs("  materials:", to);
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (s->material[i])
            fprintf(to, " %s %u", wm_kotor_surface_name(&c->surfaces, i, name), s->material[i]);
    if (s->other)
        fprintf(to, " unknown %u", s->other);
    fputc('\n', to);
    const wm_kotor_bwm *b = s->first;
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            fprintf(to, "  edge %u leads to room %u\n", b->edges[i].edge, b->edges[i].transition);
}

int cli_bwm_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    cli_meshes meshes;
    wm_kotor_bwm_summary s;
    int code = EXIT_INPUT;
    if (!cli_read_meshes(c, bytes, out->file, out->talk, &error, &meshes)) {
        if (c->json)
            json_print_error(out->data, out->file, &error);
    } else if (c->json) {
        const wm_kotor_bwm_info_opts opts = {.base = {.file = out->file, .bytes = bytes->size},
                                             .surfaces = &c->surfaces};
        wm_status status = meshes.text ? wm_kotor_bwm_text_info(meshes.text, &opts, &json, &error)
                                       : wm_kotor_bwm_info(meshes.binary, &opts, &json, &error);
        code = json_print_made(status, &json, &error, out->data);
    } else if (wm_kotor_bwm_summarise(meshes.binary, meshes.text, &c->surfaces, &s, &error) !=
               WM_OK) {
        cli_say_error(out->talk, out->file, &error);
    } else {
        print_words(c, out, bytes->size, &meshes, &s);
        code = EXIT_FINE;
    }
    cli_free_meshes(&meshes);
    return code;
}

static int info_one(cli *c, cli_out *out)
{
    wm_buffer bytes;
    int code = EXIT_FINE;
    if (!cli_load_for(c, out, &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    const cli_format *f = cli_format_of(format);
    if (!cli_skip(c, out, format)) /* the reader of walkmeshes says what else it is */
        code = (f && f->info ? f->info : cli_bwm_info)(c, out, &bytes);
    wm_buffer_free(&bytes);
    return code;
}

static int run(cli *c)
{
    return cli_each_file(c, info_one);
}

const cli_verb cmd_info = {
    .name = "info",
    .synopsis = "[options] FILE...",
    .summary = "say what a file is and what is in it",
    .details = "Tells formats by their bytes, counts what is in them, and names the tool that\n"
               "made them where it left a fingerprint. Directories are walked.\n\n"
               "  waymark info room.wok\n"
               "  waymark info --json module/ | jq .faces",
    .min_files = 1,
    .run = run,
};
