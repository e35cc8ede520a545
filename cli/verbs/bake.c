/* waymark bake: makes the TRX that the game needs from a TRN, or from a changed TRX. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "nwn2/area.h"
#include "nwn2/edit.h"
#include "nwn2/ground.h"

/* What was done to one file. */
typedef struct baking {
    const char *file; /* as the area was named */
    const char *output;
    cli_area area;
    char git[CLI_AREA_PATH];    /* of the area, if its cutters were used; otherwise empty */
    char backup[CLI_AREA_PATH]; /* of the TRX that was there; empty: none was made */
    wm_nwn2_trn_rebuild_result result;
    cli_ground ground;
    cli_cutters list;
    wm_nwn2_trn_simplify_result simplify;
    wm_nwn2_trn_footsteps_result footsteps;
    uint32_t opened; /* triangles that --force-walkable made walkable */
    uint32_t cutters;
    uint32_t split;
    size_t size;
} baking;

static void say_footsteps(const wm_nwn2_trn_footsteps_result *r)
{
    uint32_t left = r->outside + r->unknown + r->unreadable;
    if (r->megatiles == 0) {
        fputs("  there is no ground (TRRN): footsteps stay as they are\n", cli_messages());
        return;
    }
    cli_print(cli_messages(), "  %u %s footsteps from the ground", (unsigned)(r->set + r->same),
              cli_word(r->set + r->same, "triangle has", "triangles have"));
    if (left)
        cli_print(
            cli_messages(),
            "; %u keep theirs (%u without ground, %u on textures that the table does not have, "
            "%u on weights that cannot be read)",
            (unsigned)left, (unsigned)r->outside, (unsigned)r->unknown, (unsigned)r->unreadable);
    fputc('\n', cli_messages());
}

/* "  3 triangles were ..."; nothing for 0. */
static void say_count(uint32_t count, const char *one, const char *many)
{
    if (count)
        cli_print(cli_messages(), "  %u %s\n", (unsigned)count, cli_word(count, one, many));
}

static void print_json(const wm_nwn2_aswm *a, const wm_nwn2_aswm_stats *s, const baking *b)
{
    wm_json_writer j;
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", b->file);
    wm_json_add_text(&j, "output", b->output);
    wm_json_add_uint(&j, "bytes", b->size);
    wm_json_add_uint(&j, "triangles", a->triangle_count);
    wm_json_add_uint(&j, "walkable", s->walkable);
    wm_json_add_uint(&j, "islands", a->island_count);
    wm_json_add_uint(&j, "max_tile_nodes", s->max_tile_nodes);
    wm_json_add_uint(&j, "turned", b->result.flipped);
    wm_json_add_uint(&j, "outside", b->result.outside);
    wm_json_add_uint(&j, "degenerate", b->result.degenerate);
    wm_json_add_uint(&j, "sight_kept", b->result.sight_kept);
    wm_json_add_uint(&j, "cutters", b->cutters);
    wm_json_add_uint(&j, "closed", b->ground.cut.closed);
    wm_json_add_uint(&j, "split", b->ground.cut.added + b->split);
    wm_json_add_uint(&j, "merged", b->simplify.triangles);
    wm_json_add_uint(&j, "merged_walkable", b->simplify.walkable);
    wm_json_add_bool(&j, "assigned", b->result.assigned);
    wm_json_add_uint(&j, "opened", b->opened);
    wm_json_add_uint(&j, "footsteps", b->footsteps.set + b->footsteps.same);
    wm_json_add_text(&j, "terrain", b->area.terrain);
    cli_placeables_json(&b->list.placeables, &j);
    if (*b->git)
        wm_json_add_text(&j, "git", b->git);
    if (*b->backup)
        wm_json_add_text(&j, "backup", b->backup);
    json_finish(&j);
}

static void print_words(const cli *c, const wm_nwn2_aswm *a, const wm_nwn2_aswm_stats *s,
                        const baking *b)
{
    cli_print(cli_messages(),
              "waymark: %s: %u %s (%u walkable), %u %s; the fullest tile has %u of %d walkable "
              "triangles\n",
              b->output, (unsigned)a->triangle_count,
              cli_word(a->triangle_count, "triangle", "triangles"), (unsigned)s->walkable,
              (unsigned)a->island_count, cli_word(a->island_count, "island", "islands"),
              (unsigned)s->max_tile_nodes, WM_NWN2_TILE_NODES);
    if (strcmp(b->area.terrain, b->file) != 0)
        cli_print(cli_messages(), "  from %s\n", b->area.terrain);
    if (*b->backup)
        cli_print(cli_messages(), "  the TRX that was there is now %s\n", b->backup);
    if (b->cutters + b->ground.outlines)
        cli_print(
            cli_messages(), "  %u of %u %s%s%s%s removed %u walkable %s; splitting added %u\n",
            (unsigned)b->ground.cut.polygons, (unsigned)(b->cutters + b->ground.outlines),
            b->ground.outlines ? "polygons of cutters and placeables"
                               : cli_word(b->cutters, "cutter", "cutters"),
            *b->git ? " (" : "", b->git, *b->git ? ")" : "", (unsigned)b->ground.cut.closed,
            cli_word(b->ground.cut.closed, "triangle", "triangles"), (unsigned)b->ground.cut.added);
    cli_placeables_say(&b->list.placeables);
    if (b->simplify.triangles)
        cli_print(cli_messages(), "  merging removed %u %s, %u of them walkable\n",
                  (unsigned)b->simplify.triangles,
                  cli_word(b->simplify.triangles, "triangle", "triangles"),
                  (unsigned)b->simplify.walkable);
    say_count(b->result.outside, "triangle was dropped from the border",
              "triangles were dropped from the border");
    say_count(b->result.degenerate, "triangle was dropped for having no area",
              "triangles were dropped for having no area");
    say_count(b->opened, "triangle was made walkable", "triangles were made walkable");
    if (cli_has(c, "footsteps"))
        say_footsteps(&b->footsteps);
    if (b->result.assigned)
        fputs("  triangles were assigned to tiles by their centres\n", cli_messages());
}

static void say(const cli *c, const wm_nwn2_aswm *a, const baking *b)
{
    wm_nwn2_aswm_stats s;
    wm_nwn2_aswm_measure(a, &s, NULL);
    if (c->json)
        print_json(a, &s, b);
    else if (!c->quiet)
        print_words(c, a, &s, b);
}

static uint32_t open_all(wm_nwn2_aswm *a)
{
    uint32_t opened = 0;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        opened += !(a->triangles[i].flags & WM_NWN2_WALKABLE);
        a->triangles[i].flags |= WM_NWN2_WALKABLE;
    }
    return opened;
}

/* The table of --footsteps; NULL without it. EXIT_FINE, or another code, reported. */
static int load_footsteps(const cli *c, wm_2da **table)
{
    const char *file = cli_get(c, "footsteps");
    wm_buffer bytes;
    wm_error error;
    *table = NULL;
    if (!file)
        return EXIT_FINE;
    if (!cli_load(file, &bytes))
        return EXIT_INPUT;
    *table = wm_2da_read(bytes.data, bytes.size, CLI_READ_OPTS, &error);
    wm_buffer_free(&bytes);
    if (!*table)
        return cli_fail_on(CLI_READING, file, &error);
    if (wm_2da_column(*table, "Terrain") != WM_NO_INDEX &&
        wm_2da_column(*table, "Material") != WM_NO_INDEX)
        return EXIT_FINE;
    wm_2da_free(*table);
    return cli_fail(EXIT_INPUT, "%s: the table needs the columns Terrain and Material", file);
}

/* Tiles and tables, after the cut. Tiles of new ground that are too full would be an error, so
 * they are merged even if nobody asked. */
static bool finish(const cli *c, wm_nwn2_trn *trn, const wm_2da *footsteps, baking *b,
                   wm_error *error)
{
    bool fresh = trn->aswm->tiles_flags != WM_NWN2_TRX_TILES, assign = cli_has(c, "assign-tiles");
    wm_nwn2_trn_simplify_opts simplify = {
        .assign_tiles = assign, .above = cli_choice(c, "simplify") == 2 ? 0 : WM_NWN2_TILE_NODES};
    wm_nwn2_trn_rebuild_opts opts = {.assign_tiles = assign,
                                     .keep_border = cli_has(c, "keep-borders")};
    return (!assign || wm_nwn2_trn_split_tiles(trn, &b->split, error) == WM_OK) &&
           (!footsteps || wm_nwn2_trn_footsteps(trn, footsteps, &b->footsteps, error) == WM_OK) &&
           (!(fresh || cli_has(c, "simplify")) ||
            wm_nwn2_trn_simplify(trn, &simplify, &b->simplify, error) == WM_OK) &&
           wm_nwn2_trn_rebuild(trn, &opts, &b->result, error) == WM_OK;
}

/* A TRX has its cutters already. */
static bool is_trn(const wm_nwn2_trn *trn)
{
    return trn->aswm->tiles_flags == WM_NWN2_TRN_TILES;
}

/* Options about placeables, where none are baked. */
static int refuse_placeables(const cli *c, const char *why)
{
    static const char *const options[] = {"models", "missing", "keep-from"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (cli_has(c, options[i]))
            return cli_fail(EXIT_USAGE, "--%s has no effect: %s", options[i], why);
    return EXIT_FINE;
}

static int bake(const cli *c, wm_nwn2_trn *trn, baking *b)
{
    wm_error error;
    wm_2da *footsteps;
    int code =
        is_trn(trn) ? EXIT_FINE : refuse_placeables(c, "in a TRX, placeables are baked already");
    if (code == EXIT_FINE)
        code = load_footsteps(c, &footsteps);
    if (code != EXIT_FINE)
        return code;
    code = cli_cutters_load(c, &b->area, is_trn(trn), &b->list);
    if (code != EXIT_FINE) {
        wm_2da_free(footsteps);
        wm_error_set(&error, WM_BAD_ARGUMENT, "", "the cutters or placeables cannot be read");
        if (c->json)
            json_print_error(cli_data(), b->file, &error);
        return code;
    }
    b->cutters = (uint32_t)b->list.count;
    if (b->list.count || b->list.placeables.count)
        memcpy(b->git, b->list.git, sizeof b->git);
    if (cli_has(c, "force-walkable"))
        b->opened = open_all(trn->aswm);
    bool fresh = trn->aswm->tiles_flags != WM_NWN2_TRX_TILES;
    if (b->list.count || fresh)
        code = cli_ground_make(c, &b->area, &b->list, trn, &b->ground);
    if (code == EXIT_FINE && !finish(c, trn, footsteps, b, &error))
        code = cli_unreadable(c, b->area.terrain, &error);
    wm_2da_free(footsteps);
    return code;
}

/* ---- one area ---- */

/* Keeps the TRX that is there under another name, unless an older one was kept already: that is
 * the game's own. */
static int keep_old(const cli *c, baking *b)
{
    wm_buffer old;
    wm_error error;
    char to[CLI_AREA_PATH];
    if (platform_find(b->output) != PLATFORM_FILE)
        return EXIT_FINE;
    if ((size_t)snprintf(to, sizeof to, "%s.bak", b->output) >= sizeof to)
        return cli_fail(EXIT_OUTPUT, "%s: the path is too long", b->output);
    if (platform_exists(to))
        return EXIT_FINE;
    if (cli_read_file(b->output, &old, &error) != WM_OK)
        return cli_unreadable(c, b->output, &error);
    int code = cli_save(c, to, old.data, old.size);
    if (code == EXIT_FINE)
        memcpy(b->backup, to, sizeof b->backup);
    wm_buffer_free(&old);
    return code;
}

static int bake_found(cli *c, baking *b, bool in_place)
{
    wm_buffer bytes;
    wm_error error;
    const char *from = b->area.terrain;
    if (cli_read_file(from, &bytes, &error) != WM_OK)
        return cli_unreadable(c, from, &error);
    wm_nwn2_trn *trn = cli_read_trn_mesh(c, from, &bytes, &error);
    wm_buffer_free(&bytes);
    int code = trn ? bake(c, trn, b) : cli_unreadable(c, from, &error);
    if (code == EXIT_FINE && in_place)
        code = keep_old(c, b);
    cli saver = *c;
    saver.force = c->force || in_place;
    if (code == EXIT_FINE)
        code = cli_trn_save(&saver, trn, b->output,
                            cli_has(c, "zlib") ? CLI_PACK_AS_GAME : CLI_PACK_FAST, &b->size);
    if (code == EXIT_FINE) {
        say(c, trn->aswm, b);
        cli_area_compare(c, &b->area, trn);
    }
    cli_cutters_free(&b->list);
    wm_nwn2_trn_free(trn);
    return code;
}

/* output: NULL: beside the area's other files. A TRX with an output is baked itself. */
static int bake_area(cli *c, const char *file, const char *output, bool in_place)
{
    baking b = {.file = file, .output = output};
    bool reuse = cli_has(c, "reuse-trx") || (output && cli_ends(file, ".trx"));
    int code = cli_area_find(c, file, reuse, &b.area);
    if (!output)
        b.output = b.area.trx;
    if (code == EXIT_FINE)
        code = bake_found(c, &b, in_place);
    cli_area_close(&b.area);
    return code;
}

static int bake_file(cli *c)
{
    const char *output = c->files[1];
    if (c->json && strcmp(output, "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    return bake_area(c, c->files[0], output, false);
}

/* ---- many ---- */

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

static bool is_second(const cli *c, const char *file)
{
    return cli_area_is_second(c, file, cli_has(c, "reuse-trx"));
}

/* Was it found in a folder, and is it not for this verb? */
static bool is_skipped(const cli *c, cli_out *out)
{
    wm_buffer bytes;
    wm_error error;
    if (!out->walked)
        return false;
    out->companion = is_second(c, out->file);
    out->skipped = out->companion;
    if (!out->skipped && cli_read_file(out->file, &bytes, &error) == WM_OK) {
        out->skipped = !takes(c, NULL, &bytes);
        wm_buffer_free(&bytes);
    }
    return out->skipped;
}

static int bake_in_place(cli *c, cli_out *out)
{
    return is_skipped(c, out) ? EXIT_FINE : bake_area(c, out->file, NULL, true);
}

static int check_inputs(const cli *c)
{
    bool in_place = cli_has(c, "in-place");
    size_t inputs = c->file_count - (in_place || c->file_count == 1 ? 0 : 1);
    const char *last = c->files[c->file_count - 1];
    bool directory = false;
    for (size_t i = 0; i < inputs; i++)
        directory = directory || cli_is_directory(c->files[i]);
    if (in_place && cli_has(c, "output"))
        return cli_fail(EXIT_USAGE,
                        "--in-place writes each TRX next to its area: it cannot be used "
                        "with --output");
    if (cli_has(c, "git") && (inputs > 1 || directory))
        return cli_fail(EXIT_USAGE, "--git names the GIT of one area, but there are several "
                                    "inputs; without --git each area's own GIT is used");
    if (cli_has(c, "keep-from") && (inputs > 1 || directory) &&
        !cli_is_directory(cli_get(c, "keep-from")))
        return cli_fail(EXIT_USAGE, "--keep-from names the TRX of one area, but there are several "
                                    "inputs; name the folder that has their TRX files");
    if (cli_has(c, "no-placeables") && refuse_placeables(c, "--no-placeables bakes none"))
        return EXIT_USAGE;
    if (cli_has(c, "no-git") && !cli_has(c, "git") &&
        refuse_placeables(c, "--no-git finds no placeables"))
        return EXIT_USAGE;
    if (directory && c->file_count == 1 && !in_place)
        return cli_fail(EXIT_USAGE, "an input folder needs OUT, or --in-place");
    if (inputs < c->file_count &&
        (cli_ends(last, ".trn") || cli_ends(last, ".git") || cli_ends(last, ".are")))
        return cli_fail(EXIT_USAGE,
                        "OUT is '%s', which is an area's own file: give a TRX or a folder, or "
                        "use --in-place to write each TRX next to its area",
                        last);
    return EXIT_FINE;
}

static int run(cli *c)
{
    static const cli_writer writer = {"baked", bake_file, rename_output, takes,
                                      NULL,    is_second, NULL};
    int code = check_inputs(c);
    if (code != EXIT_FINE)
        return code;
    if (cli_has(c, "in-place"))
        return cli_each_file(c, bake_in_place);
    return c->file_count == 1 ? bake_area(c, c->files[0], NULL, false) : cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"git", "FILE.git", "cut out the walkmesh cutters (triggers of type 3) of this GIT"},
    {"no-git", NULL, "do not look for the area's GIT: leave its cutters uncut"},
    {"cut", "POLYGON.json", "cut out polygons: [[x,y],...], or a list of them; repeatable"},
    {"models", "DIR",
     "look for placeables.2da and models (MDB) of placeables here too, in a folder or an "
     "archive; "
     "repeatable"},
    {"missing", "ignore|hole|fail",
     "what to do about placeables without their models: leave the ground as it is, with a warning "
     "(ignore, the default), cut out a square, or refuse to bake"},
    {"keep-from", "OLD.trx",
     "take the outlines of placeables without their models from an earlier bake; if it is a "
     "folder, from the TRX in it that has the name of the area"},
    {"no-placeables", NULL, "do not bake the placeables of the GIT"},
    {"reuse-trx", NULL, "bake the area's TRX again, not its TRN"},
    {"in-place", NULL,
     "write each TRX next to its area and keep the previous one as .trx.bak; an existing "
     ".trx.bak is not replaced"},
    {"assign-tiles", NULL, "assign triangles to tiles by their centres, not as stored in the file"},
    {"simplify", "[full|all]",
     "merge walkable triangles that lie in one plane and have the same material and tile: in tiles "
     "with more than 127 walkable triangles (full, or the option alone) or in all tiles"},
    {"keep-borders", NULL, "keep the triangles in the border of an exterior"},
    {"force-walkable", NULL, "make all triangles walkable before cutters are cut out"},
    {"footsteps", "TABLE.2da",
     "take the sound of footsteps from the textures of the ground, by a table such as "
     "terrainmaterials.2da"},
    {"zlib", NULL, "compress as the game's tools do: the same bytes as theirs, but slower"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_bake = {
    .name = "bake",
    .synopsis = "[options] AREA... [OUT.trx|FOLDER]",
    .summary = "make a TRX from a TRN: links, path tables, islands",
    .details =
        "AREA is the name of an area, with its path, or any of its files (TRN, GIT, ARE, TRX).\n"
        "Its TRN is baked, or its TRX if there is no TRN. The walkmesh cutters of its GIT are\n"
        "cut out of a TRN; in a TRX they are cut out already. Without OUT the TRX is written\n"
        "next to these files. If AREA is a TRX and OUT is given, that TRX is baked, not the "
        "TRN.\n\n"
        "The triangles of a TRN get the winding and flags of a TRX, and those in the border of\n"
        "an exterior area are dropped. As in the game's bake, triangles are clipped to their\n"
        "tiles, and vertices closer than 0.1 m become one. Then everything that follows from\n"
        "triangles, materials and tiles is computed bit for bit as the game does. Sight bits\n"
        "(which triangles of a tile see each other) are kept in tiles that did not change. In\n"
        "other tiles a bit is set only where sight is certain; where it is not set, the game\n"
        "tests at run time.\n\n"
        "In a tile of a TRN with more than 127 walkable triangles, those of one plane are merged;\n"
        "in a TRX only with --simplify. A tile that is still too full is an error. 'waymark\n"
        "budget' shows how full the tiles are.\n\n"
        "Cutters are polygons in plan view, which may be concave. Everything inside them, on\n"
        "every floor, is removed.\n\n"
        "Placeables of the GIT with Static 1 and IsWalkable 0 are baked: the walkmesh of a\n"
        "model (WALK) replaces the ground, and a model without one leaves a hole. placeables.2da\n"
        "and the models are looked for next to the area, then in the folders and archives (HAK,\n"
        "ERF, ZIP and others) of --models. Models that are missing are listed. For their\n"
        "placeables, --keep-from takes the holes and floors from an earlier bake. --missing\n"
        "decides about the rest. In a TRX, placeables are baked already.\n\n"
        "With several areas, or a folder, the last argument is the folder OUT, and files\n"
        "keep their paths relative to the folder given; with --in-place there is no OUT. Files\n"
        "that are not areas are skipped. A file that fails does not stop the others; a summary on\n"
        "standard error names it.\n\n"
        "  waymark bake area\n"
        "  waymark bake area.trn area.trx\n"
        "  waymark bake --git other.git area.trn area.trx\n"
        "  waymark bake --models hak/ --models override/ area\n"
        "  waymark bake --models buildings.hak --keep-from old/area.trx area\n"
        "  waymark bake --in-place module/\n"
        "  waymark bake --zlib *.trn baked/",
    .options = options,
    .min_files = 1,
    .output_last = true,
    .like_input = true,
    .run = run,
};
