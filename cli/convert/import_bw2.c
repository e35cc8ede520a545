/* waymark convert from glTF and OBJ to Black & White 2 models. */
#include <string.h>

#include "bw2/bw2.h"
#include "convert/import.h"
#include "convert/notes.h"

static void read_options(const cli *c, wm_bw2_model_import_opts *opts)
{
    const char *version = cli_get(c, "bw2-version"), *variant = cli_get(c, "variant");
    if (version)
        opts->version = version[0] == '5' ? 5 : 6;
    if (variant)
        opts->variant = strcmp(variant, "skin") == 0 ? WM_BW2_VARIANT_SKIN : WM_BW2_VARIANT_STATIC;
}

enum { NOTES = 17 };

/* What was changed or computed in the import. copied: nothing was. */
static void list_notes(const wm_bw2_model_import_result *r, const wm_bw2_model *m, bool copied,
                       cli_note notes[NOTES])
{
    const cli_note all[NOTES] = {
        {r->degenerate, "degenerate", "triangle with a repeated vertex dropped",
         "triangles with a repeated vertex dropped"},
        {r->no_normals, "no_normals", "mesh without normals: computed",
         "meshes without normals: computed"},
        {r->split, "split", "vertex added because materials cannot share one",
         "vertices added because materials cannot share them"},
        {r->more_uvs, "more_uvs", "uv set dropped: the format has only three",
         "uv sets dropped: the format has only three"},
        {r->no_uvs, "no_uvs", "visible mesh has no uvs: (0, 1) for all",
         "visible meshes have no uvs: (0, 1) for all"},
        {r->weights, "weights", "vertex had weights that do not add up to 1: corrected",
         "vertices had weights that do not add up to 1: corrected"},
        {r->posed, "posed", "skin imported in its rest pose", "skins imported in their rest pose"},
        {r->textures, "textures", "texture name shortened to the name of a .dds file",
         "texture names shortened to names of .dds files"},
        {r->addressing, "addressing", "part wraps or clamps its texture as its uvs require",
         "parts wrap or clamp their textures as their uvs require"},
        {r->frames, "frames", "bone or entity placed by its node",
         "bones and entities placed by their nodes"},
        {r->cleaves, "cleaves", "cleave vector computed; the rule is inferred",
         "cleave vectors computed; the rule is inferred"},
        {r->no_cleaves, "no_cleaves", "cleave vector of a skin is not known: 0",
         "cleave vectors of a skin are not known: 0"},
        {r->normals, "normals", "normal did not have the length 1: corrected",
         "normals did not have the length 1: corrected"},
        {r->footprint ? m->footprint_count : 0, "footprint", "point of the footprint computed",
         "points of the footprint computed"},
        {r->circles ? m->circle_count : 0, "circles", "circle on the ground computed",
         "circles on the ground computed"},
        {copied ? 0 : m->mesh_count + 1, "bounds", "block of bounds computed",
         "blocks of bounds computed"},
        {!copied && wm_bw2_model_is_skin(m) ? m->reference_count : 0, "strips", "strip built",
         "strips built"},
    };
    memcpy(notes, all, sizeof all);
}

static void say(const cli *c, const char *out, const wm_bw2_model_import_result *r,
                const wm_bw2_model *m, bool copied)
{
    const cli_note counts[] = {{m->vertex_count, "vertices", "vertex", "vertices"},
                               {r->triangles, "triangles", "triangle", "triangles"},
                               {m->mesh_count, "meshes", "mesh", "meshes"},
                               {m->entity_count, NULL, "entity", "entities"}};
    cli_note notes[NOTES];
    list_notes(r, m, copied, notes);
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", out);
        wm_json_add_uint(&j, "version", m->version);
        wm_json_add_text(&j, "variant", wm_bw2_model_is_skin(m) ? "skin" : "static");
        wm_json_add_bool(&j, "straight", r->straight);
        cli_add_notes(&j, counts, sizeof counts / sizeof *counts);
        wm_json_add_uint(&j, "lods", wm_bw2_model_lod_count(m));
        wm_json_add_uint(&j, "materials", m->material_count);
        wm_json_add_uint(&j, "bones", m->bone_count);
        wm_json_add_uint(&j, "entities", m->entity_count);
        wm_json_begin_object(&j, "computed");
        cli_add_notes(&j, notes, NOTES);
        wm_json_end(&j);
        json_finish(&j);
        return;
    }
    if (c->quiet)
        return;
    cli_say_wrote(out, counts, sizeof counts / sizeof *counts);
    cli_say_notes(out, notes, NOTES);
}

void cli_say_copied_bw2(const cli *c, const cli_conversion *v, const wm_bw2_model *model,
                        uint32_t triangles)
{
    const wm_bw2_model_import_result r = {.straight = true, .triangles = triangles};
    say(c, v->out, &r, model, true);
}

int cli_import_bw2(cli *c, const cli_conversion *v, const wm_scene *scene)
{
    wm_error error;
    wm_bw2_model_import_opts opts = {.allocator = cli_allocator(), .version = 0};
    wm_bw2_model_import_result result;
    read_options(c, &opts);
    wm_bw2_model *m = wm_bw2_model_from_scene(scene, &opts, &result, &error);
    if (!m)
        return cli_fail_on(CLI_READING, v->file, &error);
    int code = cli_save_bw2(c, m, v->out);
    if (code == EXIT_FINE)
        say(c, v->out, &result, m, false);
    wm_bw2_model_free(m);
    return code;
}
