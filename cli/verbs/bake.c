/* waymark bake: makes the TRX that the game needs from a TRN, or from a changed TRX. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "nwn2/cutters.h"
#include "nwn2/edit.h"

/* What was done to one file. */
typedef struct baking {
    const char *file;
    const char *output;
    wm_nwn2_trn_rebuild_result result;
    wm_nwn2_trn_cut_result cut;
    wm_nwn2_trn_simplify_result simplify;
    uint32_t cutters, split;
    size_t size;
} baking;

static void say(const cli *c, const wm_nwn2_aswm *a, const baking *b)
{
    wm_nwn2_aswm_stats s;
    wm_nwn2_aswm_measure(a, &s, NULL);
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", b->file);
        wm_json_add_text(&j, "output", b->output);
        wm_json_add_uint(&j, "bytes", b->size);
        wm_json_add_uint(&j, "triangles", a->triangle_count);
        wm_json_add_uint(&j, "walkable", s.walkable);
        wm_json_add_uint(&j, "islands", a->island_count);
        wm_json_add_uint(&j, "max_tile_nodes", s.max_tile_nodes);
        wm_json_add_uint(&j, "turned", b->result.flipped);
        wm_json_add_uint(&j, "outside", b->result.outside);
        wm_json_add_uint(&j, "degenerate", b->result.degenerate);
        wm_json_add_uint(&j, "sight_kept", b->result.sight_kept);
        wm_json_add_uint(&j, "cutters", b->cutters);
        wm_json_add_uint(&j, "closed", b->cut.closed);
        wm_json_add_uint(&j, "split", b->cut.added + b->split);
        wm_json_add_uint(&j, "merged", b->simplify.triangles);
        wm_json_add_uint(&j, "merged_walkable", b->simplify.walkable);
        wm_json_add_bool(&j, "assigned", b->result.assigned);
        json_finish(&j);
        return;
    }
    if (c->quiet)
        return;
    fprintf(cli_messages(),
            "waymark: %s: %u %s (%u walkable), %u %s; the fullest tile has %u of %d walkable "
            "triangles\n",
            b->output, (unsigned)a->triangle_count,
            cli_word(a->triangle_count, "triangle", "triangles"), (unsigned)s.walkable,
            (unsigned)a->island_count, cli_word(a->island_count, "island", "islands"),
            (unsigned)s.max_tile_nodes, WM_NWN2_TILE_NODES);
    if (b->cutters)
        fprintf(cli_messages(), "  %u of %u %s made %u %s not walkable; %u %s added\n",
                (unsigned)b->cut.polygons, (unsigned)b->cutters,
                cli_word(b->cutters, "cutter", "cutters"), (unsigned)b->cut.closed,
                cli_word(b->cut.closed, "triangle", "triangles"), (unsigned)b->cut.added,
                cli_word(b->cut.added, "triangle was", "triangles were"));
    if (b->simplify.triangles)
        fprintf(cli_messages(), "  merging removed %u %s, %u of them walkable\n",
                (unsigned)b->simplify.triangles,
                cli_word(b->simplify.triangles, "triangle", "triangles"),
                (unsigned)b->simplify.walkable);
    if (b->result.outside)
        fprintf(cli_messages(), "  %u %s dropped from the border\n", (unsigned)b->result.outside,
                cli_word(b->result.outside, "triangle was", "triangles were"));
    if (b->result.degenerate)
        fprintf(cli_messages(), "  %u %s dropped for having no area\n",
                (unsigned)b->result.degenerate,
                cli_word(b->result.degenerate, "triangle was", "triangles were"));
    if (b->result.assigned)
        fputs("  triangles were assigned to tiles by their centres\n", cli_messages());
}

/* Cutters, tiles, tables. */
static int bake(const cli *c, wm_nwn2_trn *trn, baking *b)
{
    cli_cutters list;
    wm_error error;
    wm_nwn2_trn_rebuild_opts opts = {.assign_tiles = cli_has(c, "assign-tiles")};
    int code = cli_cutters_load(c, &list);
    if (code != EXIT_FINE) {
        wm_error_set(&error, WM_BAD_ARGUMENT, "", "the cutters cannot be read");
        if (c->json)
            json_print_error(cli_data(), b->file, &error);
        return code;
    }
    b->cutters = (uint32_t)list.count;
    bool good = list.count == 0 ||
                wm_nwn2_trn_cut(trn, list.polygons, (uint32_t)list.count, &b->cut, &error) == WM_OK;
    good = good && (!opts.assign_tiles || wm_nwn2_trn_split_tiles(trn, &b->split, &error) == WM_OK);
    good = good &&
           (!cli_has(c, "simplify") || wm_nwn2_trn_simplify(trn, &b->simplify, &error) == WM_OK);
    good = good && wm_nwn2_trn_rebuild(trn, &opts, &b->result, &error) == WM_OK;
    cli_cutters_free(&list);
    return good ? EXIT_FINE : cli_unreadable(c, b->file, &error);
}

static int bake_file(cli *c)
{
    wm_buffer bytes;
    wm_error error;
    baking b = {.file = c->files[0], .output = c->files[1]};
    if (c->json && strcmp(b.output, "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    if (cli_read_file(b.file, &bytes, &error) != WM_OK)
        return cli_unreadable(c, b.file, &error);
    wm_nwn2_trn *trn = cli_read_trn_mesh(c, b.file, &bytes, &error);
    wm_buffer_free(&bytes);
    int code = trn ? bake(c, trn, &b) : cli_unreadable(c, b.file, &error);
    if (code == EXIT_FINE)
        code = cli_trn_save(c, trn, b.output, &b.size);
    if (code == EXIT_FINE)
        say(c, trn->aswm, &b);
    wm_nwn2_trn_free(trn);
    return code;
}

static bool rename_output(const cli *c, const char *file, char *to, size_t size)
{
    (void)c;
    return cli_replace_ending(file, ".trx", to, size);
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    (void)c;
    (void)output;
    return wm_nwn2_trn_detect(bytes->data, bytes->size);
}

static int run(cli *c)
{
    static const cli_writer writer = {"baked", bake_file, rename_output, takes, NULL};
    return cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"git", "FILE.git", "cut out the area's walkmesh cutters (triggers of type 3)"},
    {"cut", "POLYGON.json", "cut out polygons: [[x,y],...], or a list of them; repeatable"},
    {"assign-tiles", NULL, "assign triangles to tiles by their centres, not as stored in the file"},
    {"simplify", NULL,
     "merge walkable triangles that lie in one plane and have the same material and tile"},
    {"fast", NULL, "compress faster; the bytes differ from those of the game's tools"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_bake = {
    .name = "bake",
    .synopsis = "[options] IN... OUT.trx|DIRECTORY",
    .summary = "make a TRX from a TRN: links, path tables, islands",
    .details =
        "The triangles of a TRN get the winding and flags of a TRX, and those in the border of\n"
        "an exterior area are dropped. Then everything that follows from triangles, materials\n"
        "and tiles is computed bit for bit as the game does. Sight bits are kept in tiles that\n"
        "did not change. In other tiles a bit is set only where sight is certain; where it is\n"
        "not set, the game tests at run time.\n\n"
        "A tile with more than 127 walkable triangles is an error. 'waymark budget' shows how\n"
        "full the tiles are, and --simplify merges triangles.\n\n"
        "Cutters are polygons in plan view, which may be concave. Everything inside them, on\n"
        "every floor, is no longer walkable.\n\n" CLI_DIRECTORY_HELP
        "  waymark bake area.trn area.trx\n"
        "  waymark bake --git area.git area.trn area.trx\n"
        "  waymark bake --fast *.trn baked/",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .run = run,
};
