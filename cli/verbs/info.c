/* waymark info: what a file is and what it contains. */
#include "formats.h"
#include "open.h"

/* The name as part of a sentence. */
static const char *maker_words(wm_kotor_maker maker)
{
    return maker == WM_KOTOR_MAKER_VANILLA ? "the game's own tools" : wm_kotor_maker_name(maker);
}

static void print_words(cli *c, cli_out *out, const wm_document *d, const wm_kotor_bwm_stats *s)
{
    char name[24];
    FILE *to = out->data;
    wm_kotor_maker maker = d->text ? wm_kotor_bwm_text_maker(d->text) : wm_kotor_bwm_maker(d->bwm);
    cli_print(to, "%s: %s walkmesh, %s, %zu bytes", out->file,
              d->nwn1 ? "Neverwinter Nights 1" : "KotOR",
              d->text ? "ascii" : wm_kotor_bwm_variant(d->bwm), d->size);
    if (maker != WM_KOTOR_MAKER_UNKNOWN)
        cli_print(to, ", made by %s", maker_words(maker));
    fputc('\n', to);
    for (uint32_t i = 0; d->text && i < d->text->mesh_count && d->text->mesh_count > 1; i++) {
        const wm_kotor_bwm_text_mesh *m = &d->text->meshes[i];
        fputs("  mesh ", to);
        cli_put_name(to, m->name);
        cli_print(to, " %s", wm_kotor_door_state_name(m->state));
        cli_put_item(to, ": ", m->bwm->vertex_count, "vertex", "vertices");
        cli_put_item(to, ", ", m->bwm->face_count, "face", "faces");
        fputc('\n', to);
    }
    cli_put_item(to, "  ", s->vertices, "vertex", "vertices");
    cli_put_item(to, ", ", s->faces, "face", "faces");
    cli_print(to, ", %u walkable (%.2f m2)", s->walkable, s->walkable_m2);
    cli_put_item(to, " in ", s->regions, "region", "regions");
    cli_put_item(to, "\n  ", s->aabbs, "AABB node", "AABB nodes");
    if (s->aabbs && s->tree_depth)
        cli_put_item(to, " in ", s->tree_depth, "level", "levels");
    else if (s->aabbs)
        fputs(" that do not form a tree", to);
    cli_put_item(to, ", ", s->edges, "edge", "edges");
    cli_put_item(to, ", ", s->perimeters, "perimeter", "perimeters");
    cli_put_item(to, ", ", s->transitions, "transition", "transitions");
    fputc('\n', to);
    cli_print(to, "  bounds (%g, %g, %g) to (%g, %g, %g)\n", (double)s->min.x, (double)s->min.y,
              (double)s->min.z, (double)s->max.x, (double)s->max.y, (double)s->max.z);
    fputs("  materials:", to);
    for (uint32_t i = 0; i < WM_KOTOR_SURFACES; i++)
        if (s->material[i])
            cli_print(to, " %s %u", wm_kotor_surface_name(cli_kotor_surfaces(c), i, name),
                      s->material[i]);
    if (s->other)
        cli_print(to, " unknown %u", s->other);
    fputc('\n', to);
    const wm_kotor_bwm *b = d->text ? d->text->meshes[0].bwm : d->bwm;
    for (uint32_t i = 0; i < b->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            cli_print(to, "  edge %u leads to room %u\n", b->edges[i].edge, b->edges[i].transition);
}

int cli_bwm_info(cli *c, cli_out *out, const wm_buffer *bytes)
{
    wm_error error;
    wm_buffer json;
    wm_kotor_bwm_stats s;
    int code = EXIT_INPUT;
    wm_document *d = cli_open_walkmesh(c, bytes, out->file, NULL, &error);
    if (!d) {
        code = cli_unreadable(c, out->file, &error);
    } else if (c->json) {
        wm_status status = wm_document_info(d, CLI_INFO_OPTS, &json, &error);
        code = json_print_made(status, &json, &error, out->data);
    } else if ((d->text
                    ? wm_kotor_bwm_text_measure(d->text, cli_kotor_surfaces(c), &s, &error)
                    : wm_kotor_bwm_measure(d->bwm, cli_kotor_surfaces(c), &s, &error)) != WM_OK) {
        code = cli_fail_on(CLI_READING, out->file, &error);
    } else {
        print_words(c, out, d, &s);
        code = EXIT_FINE;
    }
    wm_document_free(d);
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
    if (f && f->info)
        code = f->info(c, out, &bytes);
    else if (!cli_skip(c, out, bytes.size, format))
        code = cli_wrong_format(c, out->file, &bytes, "");
    wm_buffer_free(&bytes);
    return code;
}

static const cli_option options[] = {
    {"game", "kotor|nwn1", "read walkmesh texts as those of this game (default: kotor)"},
    {0},
};

static int run(cli *c)
{
    cli_choose_game(c);
    return cli_each_file(c, info_one);
}

const cli_verb cmd_info = {
    .name = "info",
    .synopsis = "[options] FILE...",
    .summary = "describe a file: what it is and what it contains",
    .details =
        "Identifies the format by content, counts what the file contains, and names the tool\n"
        "that made it if the file shows it. Folders are searched for files.\n\n"
        "  waymark info room.wok\n"
        "  waymark info --json module/ | jq .faces",
    .options = options,
    .min_files = 1,
    .run = run,
};
