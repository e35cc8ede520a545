/* waymark convert for scenes of other programs that become Black & White 2 models. */
#include <string.h>

#include "bw2/bw2.h"
#include "convert/import.h"

static void read_options(const cli *c, wm_bw2_model_import_opts *opts)
{
    const char *version = cli_get(c, "bw2-version"), *variant = cli_get(c, "variant");
    if (version)
        opts->version = version[0] == '5' ? 5 : 6;
    if (variant)
        opts->variant = strcmp(variant, "skin") == 0 ? WM_BW2_SKIN : WM_BW2_STATIC;
}

typedef struct note {
    uint32_t count;
    const char *name, *text;
} note;

enum { NOTES = 14 };

/* What the model did not take from the scene as it was. */
static void list_notes(const wm_bw2_model_import_result *r, const wm_bw2_model *m,
                       note notes[NOTES])
{
    const note all[NOTES] = {
        {r->degenerate, "degenerate", "triangles dropped that name a vertex twice"},
        {r->no_normals, "no_normals", "meshes without normals: computed"},
        {r->split, "split", "vertices more, so that no two materials share one"},
        {r->more_uvs, "more_uvs", "uv sets dropped, there is room for three"},
        {r->weights, "weights", "vertices whose weights did not add up to 1: mended"},
        {r->posed, "posed", "skins taken in the pose in which they rest"},
        {r->textures, "textures", "texture names made bare names of .dds files"},
        {r->addressing, "addressing", "parts wrap or clamp their textures as their uvs ask for"},
        {r->frames, "frames", "bones and entities placed by their nodes"},
        {r->cleaves, "cleaves", "cleave vectors computed; their rule is inferred"},
        {r->footprint ? m->footprint_count : 0, "footprint", "points of the footprint computed"},
        {r->circles ? m->circle_count : 0, "circles", "circles on the ground computed"},
        {m->mesh_count + 1, "bounds", "bounds blocks computed"},
        {wm_bw2_is_skin(m) ? m->reference_count : 0, "strips", "strips made"},
    };
    memcpy(notes, all, sizeof all);
}

static void say(const cli *c, const char *out, const wm_bw2_model_import_result *r,
                const wm_bw2_model *m)
{
    note notes[NOTES];
    list_notes(r, m, notes);
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", out);
        wm_json_add_uint(&j, "version", m->version);
        wm_json_add_text(&j, "variant", wm_bw2_is_skin(m) ? "skin" : "static");
        wm_json_add_bool(&j, "straight", r->straight);
        wm_json_add_uint(&j, "vertices", m->vertex_count);
        wm_json_add_uint(&j, "triangles", r->triangles);
        wm_json_add_uint(&j, "meshes", m->mesh_count);
        wm_json_add_uint(&j, "lods", wm_bw2_lod_count(m));
        wm_json_add_uint(&j, "materials", m->material_count);
        wm_json_add_uint(&j, "bones", m->bone_count);
        wm_json_add_uint(&j, "entities", m->entity_count);
        wm_json_begin_object(&j, "computed");
        for (int i = 0; i < NOTES; i++)
            wm_json_add_uint(&j, notes[i].name, notes[i].count);
        wm_json_end(&j);
        json_finish(&j);
        return;
    }
    if (c->quiet)
        return;
    fprintf(cli_messages(), "waymark: %s: %u vertices, %u triangles, %u meshes, %u entities\n", out,
            (unsigned)m->vertex_count, (unsigned)r->triangles, (unsigned)m->mesh_count,
            (unsigned)m->entity_count);
    for (int i = 0; i < NOTES; i++)
        if (notes[i].count)
            fprintf(cli_messages(), "waymark: %s: %u %s\n", out, (unsigned)notes[i].count,
                    notes[i].text);
}

int cli_import_bw2(cli *c, const wm_scene *scene)
{
    wm_error error;
    wm_bw2_model_import_opts opts = {.version = 0};
    wm_bw2_model_import_result result;
    const char *out = c->files[c->file_count - 1];
    static const char *const others[] = {"template", "tile-width", "material", "weld", "rounding"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cli_has(c, others[i]))
            return cli_fail(EXIT_USAGE, "--%s is for walkmeshes, %s will be a model", others[i],
                            out);
    read_options(c, &opts);
    wm_bw2_model *m = wm_bw2_model_from_scene(scene, &opts, &result, &error);
    if (!m) {
        cli_say_error(cli_messages(), c->files[0], &error);
        return EXIT_INPUT;
    }
    int code = cli_save_bw2(c, m, out);
    if (code == EXIT_FINE)
        say(c, out, &result, m);
    wm_bw2_model_free(m);
    return code;
}
