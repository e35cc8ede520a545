/* waymark convert from glTF and OBJ: a mesh becomes a baked TRX. KotOR walkmeshes are in
 * convert/import_bwm.c, models in convert/import_model.c and its neighbours. */
#include "convert/import.h"

#include <string.h>

#include "convert/notes.h"
#include "nwn2/edit.h"
#include "nwn2/nwn2.h"

typedef struct source {
    const char *file, *out;
    const wm_buffer *bytes;
    wm_scene *scene;
    wm_walkmesh_import_opts opts;
    wm_walkmesh_import_result result;
    const char *missing; /* packets that a template would give, or NULL */
    bool kept;           /* the walkmesh of the scene cannot be in the file */
} source;

/* ---- options ---- */

static int parse_tile_width(const cli *c, float *metres)
{
    const char *width = cli_get(c, "tile-width");
    if (width && !cli_number("tile-width", width, metres))
        return EXIT_USAGE;
    if (width && !(*metres > 0))
        return cli_fail(EXIT_USAGE, "--tile-width takes metres above 0, not '%s'", width);
    return EXIT_FINE;
}

int cli_fail_import(const cli *c, const char *file, const wm_error *error)
{
    int code = cli_fail_on(CLI_READING, file, error);
    bool material = error->code == WM_BAD_VALUE && strcmp(error->path, "materials") == 0;
    if (material && !cli_get(c, "material") && !c->quiet)
        cli_print(cli_messages(), "waymark: note: --material NAME gives a surface to all triangles "
                                  "without one of these\n");
    return code;
}

int cli_check_import(const cli *c)
{
    float metres;
    return parse_tile_width(c, &metres);
}

static int read_options(const cli *c, source *s, bool gltf, bool *z_up)
{
    const char *weld = cli_get(c, "weld"), *up = cli_get(c, "up");
    if (up && gltf)
        return cli_fail(EXIT_USAGE, "%s: --up works only for an OBJ; in glTF, y always points up",
                        s->file);
    s->opts.allocator = cli_allocator();
    s->opts.material = cli_get(c, "material");
    s->opts.simplify = (wm_simplify)cli_choice(c, "simplify");
    *z_up = up && strcmp(up, "z") == 0;
    if (weld)
        s->opts.weld = strcmp(weld, "yes") == 0 ? WM_WELD_ON : WM_WELD_OFF;
    return parse_tile_width(c, &s->opts.tile_width);
}

/* ---- what was done ---- */

static void say_result(const cli *c, const source *s, uint32_t vertices, uint32_t triangles)
{
    const wm_walkmesh_import_result *r = &s->result;
    const cli_note counts[] = {{vertices, "vertices", "vertex", "vertices"},
                               {triangles, "triangles", "triangle", "triangles"}};
    const cli_note notes[] = {
        {r->left_out, "left_out", NULL, NULL}, /* of KotOR */
        {r->bare, "without_material", "triangle has no material: it became stone",
         "triangles have no material: they became stone"},
        {r->welded, "welded", "vertex merged", "vertices merged"},
        {r->flipped, "turned", "triangle flipped to face up", "triangles flipped to face up"},
        {r->split, "split", "triangle added at tile borders", "triangles added at tile borders"},
        {r->simplify.triangles, "merged", "triangle merged into others",
         "triangles merged into others"},
        {r->ground, "ground", "megatile of ground imported", "megatiles of ground imported"},
        {r->water, "water", "tile with water imported", "tiles with water imported"},
        {r->dry, "dry", "triangle without water dropped from the water: --template keeps it",
         "triangles without water dropped from the water: --template keeps them"},
        {r->bake.degenerate, "degenerate", "triangle with a repeated vertex dropped",
         "triangles with a repeated vertex dropped"},
        {r->bake.outside, "outside", "triangle in the map's border dropped",
         "triangles in the map's border dropped"},
        {r->lost, "lost_transitions", NULL, NULL},
    };
    enum { NOTES = sizeof notes / sizeof *notes };
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", s->file);
        wm_json_add_text(&j, "output", s->out);
        cli_add_notes(&j, counts, 2);
        wm_json_add_bool(&j, "straight", r->straight);
        cli_add_notes(&j, notes, NOTES);
        if (s->missing)
            wm_json_add_text(&j, "missing_packets", s->missing);
        json_finish(&j);
        return;
    }
    if (c->quiet)
        return;
    cli_say_wrote(s->out, counts, 2);
    cli_say_notes(s->out, notes, NOTES);
    if (s->missing)
        cli_print(cli_messages(),
                  "waymark: %s: other packets of the source (%s) are missing; --template OLD.trx "
                  "copies them\n",
                  s->out, s->missing);
}

void cli_say_copied_trn(const cli *c, const cli_conversion *v, const wm_nwn2_trn *trn)
{
    const source s = {.file = v->file, .out = v->out, .result = {.straight = true}};
    say_result(c, &s, trn->aswm ? trn->aswm->vertex_count : 0,
               trn->aswm ? trn->aswm->triangle_count : 0);
}

static int save(const cli *c, const source *s, wm_buffer *bytes, uint32_t vertices,
                uint32_t triangles)
{
    int code = cli_save(c, s->out, bytes->data, bytes->size);
    wm_buffer_free(bytes);
    if (code == EXIT_FINE)
        say_result(c, s, vertices, triangles);
    return code;
}

/* ---- output ---- */

/* Those of the TRX that the mesh came from, which no mesh holds; or NULL. */
static const char *packets_of(const wm_scene *scene)
{
    const wm_extra *e = wm_extras_find(&scene->extras, "packets");
    return e && e->texts && e->count == 1 ? e->texts[0] : NULL;
}

static int make_trx(const cli *c, source *s, bool keep)
{
    wm_error error;
    wm_buffer bytes, old = {0};
    wm_nwn2_trn *from = NULL;
    const char *template = cli_get(c, "template");
    if (keep && !template)
        return cli_fail(EXIT_USAGE,
                        "%s: %s keeps the walkmesh of an older file: name that file with "
                        "--template",
                        s->out, cli_ends(s->out, ".trn") ? "a TRN" : "--keep-walkmesh");
    if (keep && cli_allow_with(c, "keep-walkmesh", "template|up"))
        return EXIT_USAGE;
    s->opts.keep_walkmesh = keep;
    if (template) {
        if (!cli_load(template, &old))
            return EXIT_INPUT;
        from = keep ? cli_read_trn_mesh(c, template, &old, &error)
                    : cli_read_trn(c, template, &old, &error);
        wm_buffer_free(&old);
        if (!from)
            return cli_fail_on(CLI_READING, template, &error);
    }
    s->opts.template_trn = from;
    s->missing = from ? NULL : packets_of(s->scene);
    wm_nwn2_trn *trn = wm_nwn2_trn_from_scene(s->scene, &s->opts, &s->result, &error);
    if (trn && s->result.ground + s->result.water) /* the scene had them */
        s->missing = NULL;
    int code = trn ? EXIT_FINE : cli_fail_import(c, s->file, &error);
    uint32_t dropped = 0;
    const wm_nwn2_trn_write_opts writing = {.base = {.allocator = cli_allocator()},
                                            .dropped = &dropped};
    if (trn && wm_nwn2_trn_write(trn, &writing, &bytes, &error) != WM_OK) {
        code = cli_fail_on(CLI_WRITING, s->out, &error);
    } else if (trn) {
        code = save(c, s, &bytes, trn->aswm->vertex_count, trn->aswm->triangle_count);
        if (code == EXIT_FINE)
            cli_say_dropped(c, s->out, dropped);
        if (code == EXIT_FINE && s->kept)
            cli_say_kept(c, s->out, from, s->scene);
    }
    wm_nwn2_trn_free(trn);
    wm_nwn2_trn_free(from);
    return code;
}

/* For a walkmesh, the vertices of an OBJ stay as they are, whatever object they are in. Its objects
 * matter only if some are not the walkmesh, or are other states of a door. */
static void part_objects(const cli *c, const cli_conversion *v, source *s, bool z_up)
{
    wm_error error;
    uint32_t states = 0;
    const wm_obj_read_opts opts = {.z_up = z_up};
    wm_scene *scene = cli_read_scene(c, s->bytes, s->file, &opts, &error);
    wm_walkmesh_import_opts trial = s->opts;
    wm_walkmesh_import_result result = {0};
    trial.surfaces = cli_kotor_surfaces(c);
    if (scene && v->target == TO_DWK)
        (void)wm_kotor_door_states(scene, trial.surfaces, &states, &error);
    if (scene && !(states & (states - 1)))
        wm_kotor_bwm_free(wm_kotor_bwm_from_scene(scene, &trial, &result, &error));
    if (!(states & (states - 1)) && result.left_out == 0) {
        wm_scene_free(scene);
        return;
    }
    wm_scene_free(s->scene);
    s->scene = scene;
    if (s->opts.weld == WM_WELD_AUTO) /* corners of an object are vertices of their own */
        s->opts.weld = WM_WELD_ON;
}

int cli_import(cli *c, cli_conversion *v)
{
    wm_error error;
    bool z_up = false;
    source s = {.file = v->file, .out = v->out, .bytes = &v->bytes};
    bool bw2 = v->target == TO_BWM, mdb = v->target == TO_MDB;
    bool mdl = v->target == TO_MDL || v->target == TO_MDL_TEXT;
    bool gltf = wm_gltf_detect(s.bytes->data, s.bytes->size);
    int code = read_options(c, &s, gltf, &z_up);
    if (code != EXIT_FINE)
        return code;
    const wm_obj_read_opts opts = {.z_up = z_up, .positions_only = !bw2 && !mdl && !mdb};
    s.scene = cli_read_scene(c, s.bytes, s.file, &opts, &error);
    if (!s.scene)
        return cli_fail_on(CLI_READING, s.file, &error);
    bool kotor = v->target == TO_WOK || v->target == TO_PWK || v->target == TO_DWK;
    if (kotor && !gltf)
        part_objects(c, v, &s, z_up);
    wm_scene *edited = NULL, *original = NULL;
    cli_template template = {.document = NULL};
    code = v->target == TO_DWK && cli_has(c, "template") && !cli_is_one_state(c, v, s.scene)
               ? EXIT_USAGE
               : cli_restore(c, v, s.scene, &original, &template);
    if (original) {
        edited = s.scene;
        s.scene = original;
        s.kept = v->target == TO_TRN;
        v->restored = true;
    } else if (code == EXIT_FINE && mdl) {
        cli_reduce_keys(c, s.file, s.scene);
    }
    code = code != EXIT_FINE     ? code
           : template.document   ? cli_copy_template(c, v, &template, s.scene)
           : bw2                 ? cli_import_bw2(c, v, s.scene)
           : mdb                 ? cli_import_mdb(c, v, s.scene)
           : mdl                 ? cli_import_model(c, v, s.scene)
           : v->target == TO_TRX ? make_trx(c, &s, cli_has(c, "keep-walkmesh"))
           : v->target == TO_TRN ? make_trx(c, &s, true)
                                 : cli_import_bwm(c, v, s.scene, &s.opts);
    if (code == EXIT_FINE && cli_has(c, "write-textures"))
        code = cli_write_textures(c, v->out, edited ? edited : s.scene); /* it has the images */
    wm_scene_free(s.scene);
    wm_scene_free(edited);
    cli_template_free(&template);
    return code;
}
