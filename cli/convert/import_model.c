/* waymark convert from glTF and OBJ to KotOR models. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "convert/import.h"
#include "convert/notes.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

typedef struct build {
    const char *file, *out;
    const wm_scene *scene;
    wm_kotor_mdl_import_opts opts;
    wm_kotor_mdl_import_result result;
    bool restored; /* the scene has all of the template */
    wm_document *template;
    cli_supers supers;
    char name[WM_KOTOR_NAME_SIZE];
} build;

/* ---- what was done ---- */

enum { NOTES = 24 };

static size_t list_notes(const wm_kotor_mdl_import_result *r, cli_note list[NOTES])
{
    const cli_note all[] = {
        {r->renamed, "renamed",
         "node was renamed: names must be unique, with at most 31 plain characters",
         "nodes were renamed: names must be unique, with at most 31 plain characters"},
        {r->split, "split", "mesh was added: each has one material and at most 17 bones",
         "meshes were added: each has one material and at most 17 bones"},
        {r->scaled, "scaled", "node had a scale, which was applied to the vertices",
         "nodes had scales, which were applied to the vertices"},
        {r->computed, "computed", "mesh had no normals: they were computed",
         "meshes had no normals: they were computed"},
        {r->no_uvs, "no_uvs", "texture or light map is on a mesh without uvs for it: 0 for all",
         "textures and light maps are on meshes without uvs for them: 0 for all"},
        {r->weighted, "weighted",
         "vertex had no weights, or weights that do not add up to 1: corrected",
         "vertices had no weights, or weights that do not add up to 1: corrected"},
        {r->walkmeshes, "walkmeshes", "mesh became a walkmesh", "meshes became walkmeshes"},
        {r->flipped, "turned", "walkable triangle was flipped to face up",
         "walkable triangles were flipped to face up"},
        {r->resampled, "resampled", "channel had curves or steps and now has linear keys",
         "channels had curves or steps and now have linear keys"},
        {r->uneven, "uneven",
         "channel rotates a node below a non-uniform scale: apply that scale first",
         "channels rotate nodes below non-uniform scales: apply these scales first"},
        {r->left_out, "left_out", "channel was dropped: the format cannot hold it",
         "channels were dropped: the format cannot hold them"},
        {r->long_textures, "long_textures", "texture has a name of more than 16 characters",
         "textures have names of more than 16 characters"},
        {r->hidden, "hidden", "mesh that is never drawn was copied from the template",
         "meshes that are never drawn were copied from the template"},
        {r->tangents, "tangents", "mesh has tangent frames, which were computed",
         "meshes have tangent frames, which were computed"},
        {r->sabers, "sabers",
         "lightsaber had split or reordered vertices: its 16 vertices were restored",
         "lightsabers had split or reordered vertices: their 16 vertices were restored"},
        {r->no_sabers, "no_sabers",
         "lightsaber does not have two blades of six triangles: it became a plain mesh",
         "lightsabers do not have two blades of six triangles: they became plain meshes"},
        {r->no_constraints, "no_constraints",
         "danglymesh has no constraints: they are 0, so that it does not move",
         "danglymeshes have no constraints: they are 0, so that they do not move"},
        {r->from_template, "from_template", "animation was copied from the template",
         "animations were copied from the template"},
    };
    memcpy(list, all, sizeof all);
    return sizeof all / sizeof *all;
}

static void count_meshes(const wm_kotor_mdl *mdl, uint32_t *meshes, uint64_t *vertices,
                         uint64_t *faces)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *m = mdl->tree.nodes[i].mesh;
        *meshes += m != NULL;
        *vertices += m ? m->vertex_count : 0;
        *faces += m ? m->face_count : 0;
    }
}

static void say_result(const cli *c, const build *b, const wm_kotor_mdl *mdl)
{
    cli_note list[NOTES];
    size_t count = list_notes(&b->result, list);
    uint32_t meshes = 0;
    uint64_t vertices = 0, faces = 0;
    count_meshes(mdl, &meshes, &vertices, &faces);
    const cli_note counts[] = {{mdl->tree.count, "nodes", "node", "nodes"},
                               {meshes, "meshes", "mesh", "meshes"},
                               {vertices, "vertices", "vertex", "vertices"},
                               {faces, "faces", "face", "faces"},
                               {mdl->animation_count, "animations", "animation", "animations"}};
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", b->file);
        wm_json_add_text(&j, "output", b->out);
        wm_json_add_text(&j, "variant", wm_kotor_mdl_variant(mdl));
        wm_json_add_bool(&j, "straight", b->result.straight);
        cli_add_notes(&j, counts, sizeof counts / sizeof *counts);
        cli_add_notes(&j, list, count);
        json_finish(&j);
        return;
    }
    if (c->quiet)
        return;
    cli_say_wrote(b->out, counts, sizeof counts / sizeof *counts);
    cli_say_notes(b->out, list, count);
}

void cli_say_copied_model(const cli *c, const cli_conversion *v, const wm_kotor_mdl *mdl)
{
    const build b = {.file = v->file, .out = v->out, .result = {.straight = true}};
    say_result(c, &b, mdl);
}

/* ---- what goes in ---- */

static bool read_template(const cli *c, build *b)
{
    const char *file = cli_get(c, "template");
    wm_buffer bytes;
    if (!file || b->restored)
        return true;
    if (!cli_load(file, &bytes))
        return false;
    b->template = cli_open_model(c, &bytes, file, NULL, NULL);
    wm_buffer_free(&bytes);
    if (b->template)
        cli_say_unreadable(b->template, "mdx");
    b->opts.template_mdl = b->template ? b->template->mdl : NULL;
    return b->template != NULL;
}

/* "room.mdl", "room-ascii.mdl" and "room.mdl.ascii" are models with the name room. A scene of that
 * name keeps its upper and lower case, which names of files often do not have. */
static void name_model(build *b)
{
    static const char *const endings[] = {".ascii", ".txt", ".mdl", "-ascii"};
    snprintf(b->name, sizeof b->name, "%.31s", cli_basename(b->out));
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(b->name), end = strlen(endings[i]);
        if (n > end && cli_ends(b->name, endings[i]))
            b->name[n - end] = '\0';
    }
    bool same = b->scene->name && strcasecmp(b->scene->name, b->name) == 0;
    b->opts.name = same ? b->scene->name : b->name;
}

static int make_once(build *b, wm_kotor_mdl **mdl)
{
    wm_error error;
    *mdl = wm_kotor_mdl_from_scene(b->scene, &b->opts, &b->result, &error);
    return *mdl ? EXIT_FINE : cli_fail_on(CLI_READING, b->file, &error);
}

/* Node numbers come from the supermodel, if one is given or next to the input. A scene exported
 * from a KotOR model already has them. */
static int make(const cli *c, build *b, wm_kotor_mdl **mdl)
{
    int code = make_once(b, mdl);
    if (code != EXIT_FINE || (b->result.straight && !cli_has(c, "supermodel")))
        return code;
    code = cli_find_super(c, b->file, *mdl, &b->supers);
    if (code != EXIT_FINE || b->supers.count == 0)
        return code;
    wm_kotor_mdl_free(*mdl);
    b->opts.supermodel = b->supers.list[0];
    return make_once(b, mdl);
}

int cli_import_model(cli *c, const cli_conversion *v, const wm_scene *scene)
{
    build b = {.file = v->file, .out = v->out, .scene = scene};
    b.opts.allocator = cli_allocator();
    b.restored = v->restored;
    b.opts.material = cli_get(c, "material");
    b.opts.surfaces = cli_kotor_surfaces(c);
    name_model(&b);
    wm_kotor_mdl *mdl = NULL;
    int code = read_template(c, &b) ? make(c, &b, &mdl) : EXIT_INPUT;
    if (code == EXIT_FINE)
        code = cli_model_save(c, v, mdl);
    if (code == EXIT_FINE)
        say_result(c, &b, mdl);
    wm_kotor_mdl_free(mdl);
    cli_free_supers(&b.supers);
    wm_document_free(b.template);
    return code;
}
