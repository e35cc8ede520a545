/* waymark rebuild: computes everything that follows from the geometry again. */
#include <string.h>

#include "batch.h"
#include "bw2/bw2.h"
#include "kotor/edit.h"
#include "nwn2/edit.h"

static int edit(cli *c, wm_kotor_bwm *bwm)
{
    wm_error error;
    wm_kotor_bwm_rebuild_opts opts = {.surfaces = &c->surfaces,
                                      .keep_tree = cli_has(c, "keep-tree")};
    const char *rounding = cli_get(c, "rounding");
    if (rounding && strcmp(rounding, "k1") == 0)
        opts.rounding = WM_KOTOR_ROUNDING_K1;
    else if (rounding && strcmp(rounding, "k2") == 0)
        opts.rounding = WM_KOTOR_ROUNDING_K2;
    if (wm_kotor_bwm_rebuild(bwm, &opts, &error) == WM_OK)
        return EXIT_FINE;
    return cli_fail_on(CLI_READING, c->files[0], &error);
}

static int rebuild(cli *c)
{
    wm_buffer bytes;
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    bool model = wm_detect(bytes.data, bytes.size) == WM_FORMAT_BW2_MODEL;
    if (cli_has(c, "tight") && !model) {
        wm_buffer_free(&bytes);
        return cli_fail(EXIT_USAGE, "--tight works only for Black & White 2 models");
    }
    if (model || wm_nwn2_trn_detect(bytes.data, bytes.size)) {
        int code = model ? cli_bw2_rebuild(c, &bytes) : cli_trn_rebuild(c, &bytes);
        wm_buffer_free(&bytes);
        return code;
    }
    return cli_edit_bytes(c, &bytes, edit);
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    (void)c;
    (void)output;
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT ||
           format == WM_FORMAT_NWN2_TRN || format == WM_FORMAT_BW2_MODEL;
}

static int run(cli *c)
{
    static const cli_writer writer = {"rebuilt", rebuild, cli_binary_name, takes, NULL};
    return cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"keep-tree", NULL,
     "keep the AABB tree if it is valid and the order of the faces does not change"},
    {"rounding", "auto|k1|k2",
     "round normals as KotOR 1 or 2 does (default: auto, as in the file)"},
    {"tight", NULL,
     "for Black & White 2 models: compute the smallest bounds even if the stored ones fit"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_rebuild = {
    .name = "rebuild",
    .synopsis = "[options] IN... OUT|DIRECTORY",
    .summary = "compute the derived data of a walkmesh or model again",
    .details =
        "KotOR walkmeshes: vertices, faces, materials, transitions, hooks and position are\n"
        "kept. Walkable faces are sorted to the front; normals, distances, the AABB tree,\n"
        "adjacency, edges and perimeters are computed as in the games' own files.\n\n"
        "TRX: triangles, materials and tiles are kept; links, path tables and islands are\n"
        "computed as the game does. 'waymark bake' can do more.\n\n"
        "Black & White 2 models: vertices, indices and names are kept; bounds, counts, ranges\n"
        "and sizes are computed. The games' spheres and cylinders are not always the smallest\n"
        "possible; those that fit are kept.\n\n"
        "The changes are listed on standard error, or with --json printed as one object on\n"
        "standard output.\n\n" CLI_DIRECTORY_HELP "  waymark rebuild broken.wok good.wok\n"
        "  waymark rebuild area.trx again.trx\n"
        "  waymark rebuild m_hut.bwm again.bwm\n"
        "  waymark rebuild --force room.wok room.wok\n"
        "  waymark rebuild module/ -o rebuilt/",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .run = run,
};
