/* waymark strip: drop what the game does not need of a TRX. */
#include <string.h>

#include "batch.h"
#include "nwn2/edit.h"

static void print_json(const cli *c, const wm_nwn2_trn_strip_result *r, size_t before, size_t after)
{
    wm_json_writer j;
    json_begin(&j, cli_data());
    wm_json_add_text(&j, "file", c->files[0]);
    wm_json_add_text(&j, "output", c->files[1]);
    wm_json_add_uint(&j, "bytes_before", before);
    wm_json_add_uint(&j, "bytes", after);
    wm_json_add_uint(&j, "triangles", r->triangles);
    wm_json_add_uint(&j, "vertices", r->vertices);
    wm_json_add_uint(&j, "packets", r->packets);
    wm_json_add_uint(&j, "garbage", r->garbage);
    wm_json_add_uint(&j, "water", r->water);
    json_finish(&j);
}

static void print_words(const cli *c, const wm_nwn2_trn_strip_result *r, size_t before,
                        size_t after)
{
    FILE *to = cli_messages();
    cli_print(to, "waymark: wrote %s: %zu bytes became %zu (%.1f %%); removed ", c->files[1],
              before, after, 100.0 * (double)after / (double)before);
    cli_put_count(to, r->triangles, "triangle, ", "triangles, ");
    cli_put_count(to, r->vertices, "vertex, ", "vertices, ");
    cli_put_count(to, r->packets, "packet and ", "packets and ");
    cli_put_count(to, r->garbage, "unused byte", "unused bytes");
    if (r->water) {
        fputs("; the water of ", to);
        cli_put_count(to, r->water, "tile became a rectangle", "tiles became rectangles");
    }
    fputc('\n', to);
}

static int strip(cli *c)
{
    wm_buffer bytes;
    wm_error error;
    wm_nwn2_trn_strip_result r = {0};
    wm_nwn2_trn_strip_opts opts = {.packets = cli_has(c, "server"),
                                   .keep_water = cli_has(c, "keep-water")};
    int code = EXIT_INPUT;
    size_t size = 0;
    if (opts.packets && opts.keep_water)
        return cli_fail(EXIT_USAGE,
                        "--keep-water has no effect with --server, which removes water");
    if (c->json && strcmp(c->files[1], "-") == 0)
        return cli_fail(EXIT_USAGE,
                        "--json cannot be used with output '-': both would go to standard output");
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    wm_nwn2_trn *trn = cli_read_trn_mesh(c, c->files[0], &bytes, &error);
    if (trn && trn->aswm->tiles_flags == WM_NWN2_TRN_TILES) /* its cutters would be left uncut */
        code = cli_fail(EXIT_INPUT, "%s: the walkmesh is not baked: 'waymark bake' makes a TRX",
                        c->files[0]);
    else if (trn && wm_nwn2_trn_strip(trn, &opts, &r, &error) == WM_OK)
        code = cli_trn_save(c, trn, c->files[1],
                            cli_has(c, "fast") ? CLI_PACK_FAST : CLI_PACK_SMALL, &size);
    else
        code = cli_fail_on(CLI_READING, c->files[0], &error);
    if (code == EXIT_FINE && c->json)
        print_json(c, &r, bytes.size, size);
    else if (code == EXIT_FINE && !c->quiet)
        print_words(c, &r, bytes.size, size);
    wm_nwn2_trn_free(trn);
    wm_buffer_free(&bytes);
    return code;
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    (void)c;
    (void)output;
    return wm_nwn2_trn_detect(bytes->data, bytes->size);
}

static int run(cli *c)
{
    static const cli_writer writer = {"stripped", strip, NULL, takes, NULL, NULL, NULL};
    return cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"server", NULL, "also remove ground and water, which a server does not need"},
    {"keep-water", NULL,
     "leave water as it is; otherwise flat water becomes one rectangle per tile"},
    {"fast", NULL, "compress faster, but not as well"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_strip = {
    .name = "strip",
    .synopsis = "[options] IN.trx... OUT.trx|FOLDER",
    .summary = "remove what the game does not need from a TRX",
    .details =
        "Removes triangles that are not walkable, vertices that no triangle uses and bytes\n"
        "without meaning, and rebuilds the tables. Flat water becomes one rectangle for each\n"
        "tile, which looks the same. The sizes before and after are printed on\n"
        "standard error, or with --json as an object on standard output.\n\n" CLI_DIRECTORY_HELP
        "  waymark strip area.trx small.trx\n"
        "  waymark strip --server area.trx server.trx\n"
        "  waymark strip --server areas/ -o server/",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .like_input = true,
    .run = run,
};
