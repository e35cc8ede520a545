/* waymark transform: moves, rotates, mirrors and scales a KotOR walkmesh, or a model of KotOR or
 * NWN2. */
#include <string.h>

#include "batch.h"
#include "kotor/edit.h"
#include "kotor/model_edit.h"
#include "nwn2/nwn2.h"

static bool parse_scale_numbers(const char *text, wm_vec3 *scale)
{
    if (strchr(text, ','))
        return cli_vec3("scale", text, scale);
    if (!cli_number("scale", text, &scale->x))
        return false;
    scale->y = scale->z = scale->x;
    return true;
}

static bool parse_scale(const char *text, wm_vec3 *scale)
{
    if (!parse_scale_numbers(text, scale))
        return false;
    /* To the library 0 means "not given". */
    if (scale->x > 0 && scale->y > 0 && scale->z > 0)
        return true;
    cli_fail(EXIT_USAGE, "--scale takes numbers above 0, not '%s'; use --flip to mirror", text);
    return false;
}

/* The transform of the options. EXIT_FINE, or EXIT_USAGE with a message. */
static int parse_transform(const cli *c, wm_kotor_transform *t)
{
    const char *move = cli_get(c, "move"), *rotate = cli_get(c, "rotate"),
               *scale = cli_get(c, "scale"), *flip = cli_get(c, "flip");
    float degrees = 0;
    *t = (wm_kotor_transform){.scale = {1, 1, 1}};
    if (!move && !rotate && !scale && !flip)
        return cli_fail(EXIT_USAGE, "nothing to do; use --move, --rotate, --scale or --flip");
    if ((move && !cli_vec3("move", move, &t->move)) ||
        (rotate && !cli_number("rotate", rotate, &degrees)) ||
        (scale && !parse_scale(scale, &t->scale)))
        return EXIT_USAGE;
    t->degrees = (double)degrees;
    t->flip_x = flip && strchr(flip, 'x');
    t->flip_y = flip && strchr(flip, 'y');
    return EXIT_FINE;
}

static int check(const cli *c)
{
    wm_kotor_transform t;
    return parse_transform(c, &t);
}

static int edit(cli *c, wm_kotor_bwm *bwm)
{
    wm_error error;
    wm_kotor_transform t;
    wm_kotor_bwm_rebuild_opts opts = {.surfaces = cli_kotor_surfaces(c)};
    int code = parse_transform(c, &t);
    if (code != EXIT_FINE || wm_kotor_bwm_transform(bwm, &t, &opts, &error) == WM_OK)
        return code;
    return cli_fail_on(CLI_READING, c->files[0], &error);
}

static int edit_model(cli *c, wm_kotor_mdl *mdl, cli_lost *lost)
{
    (void)lost;
    wm_error error;
    wm_kotor_transform t;
    int code = parse_transform(c, &t);
    if (code != EXIT_FINE || wm_kotor_mdl_transform(mdl, &t, &error) == WM_OK)
        return code;
    return cli_fail_on(CLI_READING, c->files[0], &error);
}

static int edit_mdb(cli *c, const wm_buffer *bytes)
{
    wm_kotor_transform t;
    int code = parse_transform(c, &t);
    const wm_nwn2_transform same = {t.move, t.degrees, t.scale, t.flip_x, t.flip_y};
    return code == EXIT_FINE ? cli_mdb_transform(c, bytes, &same) : code;
}

static int transform(cli *c)
{
    wm_buffer bytes;
    if (!cli_load(c->files[0], &bytes))
        return EXIT_INPUT;
    wm_format format = wm_detect(bytes.data, bytes.size);
    if (format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT)
        return cli_edit_bytes(c, &bytes, edit);
    int code = format == WM_FORMAT_NWN2_MDB ? edit_mdb(c, &bytes)
               : cli_is_model(&bytes)
                   ? cli_edit_model(c, &bytes, edit_model)
                   : cli_wrong_format(c, c->files[0], &bytes,
                                      "a KotOR walkmesh, or a model of KotOR or NWN2");
    wm_buffer_free(&bytes);
    return code;
}

static bool takes(const cli *c, const char *output, const wm_buffer *bytes)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    (void)c;
    (void)output;
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT ||
           format == WM_FORMAT_KOTOR_MDL || format == WM_FORMAT_NWN2_MDB;
}

static int run(cli *c)
{
    static const cli_writer writer = {"transformed", transform, cli_binary_name, takes, check,
                                      NULL,          NULL};
    return cli_write_each(c, &writer);
}

static const cli_option options[] = {
    {"move", "X,Y,Z", "move by this vector, in metres"},
    {"rotate", "DEGREES", "rotate counter-clockwise about the z axis; multiples of 90 are exact"},
    {"scale", "FACTORS",
     "scale about the origin by one factor (2), or by one for each axis (1,1,0.5)"},
    {"flip", "x|y|xy", "mirror these axes; faces keep facing up"},
    CLI_OUTPUT_OPTION,
    {0},
};

const cli_verb cmd_transform = {
    .name = "transform",
    .synopsis = "[options] IN... OUT|FOLDER",
    .summary = "move, rotate, mirror or scale a KotOR walkmesh, or a KotOR or NWN2 model",
    .details =
        "Mirrors first, then scales, rotates about the world's z axis, and moves.\n\n"
        "KotOR walkmeshes: materials and transitions stay with their faces and edges; derived\n"
        "data is rebuilt. The position stored in a room's walkmesh is that of a node in its\n"
        "model: it is mirrored, scaled and rotated, but --move does not change it.\n\n"
        "KotOR models: nodes, vertices, normals, bones, keys of animations, lights, emitters,\n"
        "bounds and AABB trees follow. The rotation and the move are applied to the root node.\n"
        "All axes must have the same scale. The MDX is written next to OUT.\n\n"
        "MDB: all meshes, hulls, walkmeshes and hooks follow; the skeleton of a skin, which is\n"
        "another file, does not.\n\n" CLI_DIRECTORY_HELP
        "  waymark transform --rotate 90 --move 10,0,0 room.wok rotated.wok\n"
        "  waymark transform --flip x room.wok mirrored.wok\n"
        "  waymark transform --scale 1.5 c_rancor.mdl c_rancor_big.mdl\n"
        "  waymark transform --flip x --scale 1,1,0.5 plc_stage.mdb low.mdb",
    .options = options,
    .min_files = 2,
    .output_last = true,
    .like_input = true,
    .run = run,
};
