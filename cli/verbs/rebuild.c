/* waymark rebuild: computes everything that follows from the geometry again. */
#include <string.h>

#include "batch.h"
#include "bw2/bw2.h"
#include "kotor/edit.h"
#include "kotor/model_edit.h"
#include "nwn2/edit.h"
#include "nwn2/nwn2.h"

static int edit(cli *c, wm_kotor_bwm *bwm)
{
    wm_error error;
    wm_kotor_bwm_rebuild_opts opts = {.surfaces = cli_kotor_surfaces(c),
                                      .keep_tree = cli_has(c, "keep-tree")};
    const char *rounding = cli_get(c, "rounding");
    if (rounding && strcmp(rounding, "k1") == 0)
        opts.rounding = WM_KOTOR_ROUNDING_K1;
    else if (rounding && strcmp(rounding, "k2") == 0)
        opts.rounding = WM_KOTOR_ROUNDING_K2;
    if (wm_kotor_bwm_rebuild(bwm, &opts, NULL, &error) == WM_OK)
        return EXIT_FINE;
    return cli_fail_on(CLI_READING, c->files[0], &error);
}

/* The parts of --parts; all that a list names. */
static bool parse_parts(const char *text, wm_kotor_mdl_rebuild_opts *o)
{
    const struct {
        const char *name;
        bool *part;
    } parts[] = {{"planes", &o->planes}, {"adjacency", &o->adjacency}, {"bounds", &o->bounds},
                 {"tree", &o->tree},     {"normals", &o->normals},     {"tangents", &o->tangents}};
    for (const char *p = text; p;) {
        size_t n = strcspn(p, ","), i = 0, count = sizeof parts / sizeof *parts;
        while (i < count && (strlen(parts[i].name) != n || strncmp(parts[i].name, p, n) != 0))
            i++;
        if (i == count) {
            cli_fail(EXIT_USAGE,
                     "--parts takes a list of planes, adjacency, bounds, tree, normals and "
                     "tangents, not '%s'",
                     text);
            return false;
        }
        *parts[i].part = true;
        p = p[n] ? p + n + 1 : NULL;
    }
    return true;
}

/* Meshes whose normals or tangents were asked for, but whose rows are not in the MDX. */
static uint32_t meshes_without(const wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *o)
{
    uint32_t flags =
        (o->normals ? WM_KOTOR_MDX_NORMAL : 0u) | (o->tangents ? WM_KOTOR_MDX_TANGENT : 0u);
    uint32_t n = 0;
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        n += m && !m->saber && m->vertex_count && m->row_flags & flags && !m->rows;
    }
    return n;
}

/* Reports them: an error if nothing else is to be computed and the MDX is missing. */
static int need_rows(cli *c, const wm_kotor_mdl *mdl, const wm_kotor_mdl_rebuild_opts *o,
                     cli_lost *lost)
{
    bool others = o->planes || o->adjacency || o->bounds || o->tree;
    wm_losses losses = {.count = 1};
    wm_loss *loss = &losses.item[0];
    loss->count = meshes_without(mdl, o);
    if (!loss->count)
        return EXIT_FINE;
    if (!others && mdl->mdx_state == WM_KOTOR_MDX_STATE_MISSING)
        return cli_fail(EXIT_INPUT,
                        "%s: the MDX, which holds normals and tangents, is missing: they cannot be "
                        "computed; put it next to the MDL",
                        c->files[0]);
    snprintf(loss->field, sizeof loss->field, "mdx");
    snprintf(loss->message, sizeof loss->message,
             "the %s of %u %s are not computed: the MDX does not have %s vertices",
             !o->tangents ? "normals"
             : o->normals ? "normals and tangents"
                          : "tangents",
             (unsigned)loss->count, cli_word(loss->count, "mesh", "meshes"),
             cli_word(loss->count, "its", "their"));
    cli_add_lost(lost, c, "", &losses);
    return EXIT_FINE;
}

static int edit_model(cli *c, wm_kotor_mdl *mdl, cli_lost *lost)
{
    wm_error error;
    wm_kotor_mdl_rebuild_opts opts = {.planes = false};
    if (!parse_parts(cli_get(c, "parts"), &opts))
        return EXIT_USAGE;
    int code = need_rows(c, mdl, &opts, lost);
    if (code != EXIT_FINE)
        return code;
    if (wm_kotor_mdl_rebuild(mdl, &opts, NULL, &error) == WM_OK)
        return EXIT_FINE;
    return cli_fail_on(CLI_READING, c->files[0], &error);
}

/* The options of each format. */
static int check_options(const cli *c, wm_format format)
{
    switch (format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT:
        return cli_allow_options(c, "keep-tree|rounding", "on a KotOR walkmesh");
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return cli_allow_options(c, "parts", "on a KotOR model");
    case WM_FORMAT_NWN2_MDB: return cli_allow_options(c, "parts", "on an NWN2 model");
    case WM_FORMAT_NWN2_TRN: return cli_allow_options(c, "keep-valid", "on a TRN or TRX");
    case WM_FORMAT_BW2_MODEL: return cli_allow_options(c, "tight", "on a Black & White 2 model");
    default: return EXIT_FINE; /* the format is refused */
    }
}

static int rebuild(cli *c)
{
    wm_buffer bytes;
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    bool bw2 = format == WM_FORMAT_BW2_MODEL, model = cli_is_model(&bytes);
    bool mdb = format == WM_FORMAT_NWN2_MDB;
    bool walkmesh = format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT;
    int code = check_options(c, format);
    if (code == EXIT_FINE && walkmesh)
        return cli_edit_bytes(c, &bytes, edit);
    if (code == EXIT_FINE && !bw2 && !mdb && !model && format != WM_FORMAT_NWN2_TRN)
        code = cli_wrong_format(c, c->files[0], &bytes, "a walkmesh or a model");
    if (code == EXIT_FINE)
        code = bw2     ? cli_bw2_rebuild(c, &bytes)
               : mdb   ? cli_mdb_rebuild(c, &bytes)
               : model ? cli_edit_model(c, &bytes, edit_model)
                       : cli_trn_rebuild(c, &bytes);
    wm_buffer_free(&bytes);
    return code;
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    if (format == WM_FORMAT_NWN2_TRN && output && cli_ends(output, ".trn"))
        return false; /* it would become a TRX: that is for bake */
    /* who rebuilds the walkmeshes of a module may not mean its models */
    if (format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_NWN2_MDB)
        return cli_has(c, "parts");
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT ||
           format == WM_FORMAT_NWN2_TRN || format == WM_FORMAT_BW2_MODEL;
}

static int run(cli *c)
{
    static const cli_writer writer = {"rebuilt", rebuild, cli_binary_name, takes, NULL, NULL, NULL};
    return cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"keep-tree", NULL,
     "keep the AABB tree if it is valid and the order of the faces does not change"},
    {"rounding", "auto|k1|k2",
     "round normals as KotOR 1 or 2 does (default: auto, as in the file)"},
    {"keep-valid", NULL,
     "for a TRX: keep what is stored if 'check' finds no fault in it, and only list what would "
     "change"},
    {"tight", NULL,
     "for Black & White 2 models: compute the smallest bounds even if the stored ones fit"},
    {"parts", "LIST",
     "for KotOR models: compute only these: planes, adjacency, bounds, tree, normals, tangents "
     "(default: planes,adjacency,bounds,tree); for an MDB: normals, tangents"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_rebuild = {
    .name = "rebuild",
    .synopsis = "[options] IN... OUT|FOLDER",
    .summary = "compute the derived data of a walkmesh or model again",
    .details =
        "KotOR walkmeshes: vertices, faces, materials, transitions, hooks and position are\n"
        "kept. Walkable faces are sorted to the front; normals, distances, the AABB tree,\n"
        "adjacency, edges and perimeters are computed as in the games' own files.\n\n"
        "KotOR models: planes and neighbours of faces, bounds of meshes and AABB trees are\n"
        "computed as 'convert' does when it compiles a text. Normals and tangents are computed\n"
        "only if --parts names them, with the smoothing taken from the stored normals. Everything\n"
        "else is kept byte for byte. In a folder, models are rebuilt only with --parts.\n\n"
        "TRX: triangles, materials and tiles are kept; links, path tables and islands are\n"
        "computed as the game does. With --keep-valid they are kept if 'check' finds no fault in\n"
        "them: those of other tools, which round differently or choose other paths, may be valid\n"
        "too. A TRN becomes a TRX, so OUT must be a .trx; in a folder, TRN files are skipped.\n"
        "'waymark bake' can do more.\n\n"
        "MDB: there are no bounds to compute. Normals that are zero or not numbers are computed;\n"
        "with --parts normals, all normals are computed; with --parts tangents, all tangents and\n"
        "binormals. In a folder, models are rebuilt only with --parts.\n\n"
        "Black & White 2 models: vertices, indices and names are kept; bounds, counts, ranges\n"
        "and sizes are computed. The games' spheres and cylinders are not always the smallest\n"
        "possible; those that fit are kept.\n\n"
        "The changes are listed on standard error, or with --json printed as one object on\n"
        "standard output.\n\n" CLI_DIRECTORY_HELP "  waymark rebuild broken.wok good.wok\n"
        "  waymark rebuild area.trx again.trx\n"
        "  waymark rebuild m_hut.bwm again.bwm\n"
        "  waymark rebuild --parts tree,adjacency room.mdl again.mdl\n"
        "  waymark rebuild --force room.wok room.wok\n"
        "  waymark rebuild module/ -o rebuilt/",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .like_input = true,
    .run = run,
};
