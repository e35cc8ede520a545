/* waymark convert from glTF and OBJ to NWN2 models. */
#include <string.h>

#include "convert/import.h"
#include "convert/notes.h"
#include "nwn2/nwn2.h"

enum { NOTES = 8 };

/* What was changed or computed in the import. */
static void list_notes(const wm_nwn2_mdb_import_result *r, cli_note notes[NOTES])
{
    const cli_note all[NOTES] = {
        {r->no_normals, "no_normals", "mesh without normals: computed",
         "meshes without normals: computed"},
        {r->tangents, "tangents", "mesh got computed tangents", "meshes got computed tangents"},
        {r->no_uvs, "no_uvs", "visible mesh has no uvs: textures will not fit",
         "visible meshes have no uvs: textures will not fit"},
        {r->split, "split", "packet added: a packet has only one material",
         "packets added: a packet has only one material"},
        {r->flipped, "flipped", "walkmesh triangle flipped to face up",
         "walkmesh triangles flipped to face up"},
        {r->straight ? 0 : r->dropped, "dropped", "walkmesh vertex drops to the ground",
         "walkmesh vertices drop to the ground"},
        {r->ignored, "ignored", "node left out: neither a mesh nor a hook (hp_1)",
         "nodes left out: neither meshes nor hooks (hp_1)"},
        {r->weights, "weights", "vertex had no weights: the first bone moves it",
         "vertices had no weights: the first bone moves them"},
    };
    memcpy(notes, all, sizeof all);
}

static void say(const cli *c, const char *out, const wm_nwn2_mdb_import_result *r,
                const wm_nwn2_mdb *m)
{
    const cli_note counts[] = {{m->packet_count, "packets", "packet", "packets"},
                               {r->vertices, "vertices", "vertex", "vertices"},
                               {r->triangles, "triangles", "triangle", "triangles"}};
    cli_note notes[NOTES];
    list_notes(r, notes);
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", c->files[0]);
        wm_json_add_text(&j, "output", out);
        wm_json_add_bool(&j, "straight", r->straight);
        cli_add_notes(&j, counts, sizeof counts / sizeof *counts);
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

void cli_say_copied_mdb(const cli *c, const cli_conversion *v, const wm_nwn2_mdb *mdb,
                        uint32_t vertices, uint32_t triangles)
{
    const wm_nwn2_mdb_import_result r = {
        .straight = true, .vertices = vertices, .triangles = triangles};
    say(c, v->out, &r, mdb);
}

int cli_import_mdb(cli *c, const cli_conversion *v, const wm_scene *scene)
{
    wm_error error;
    wm_nwn2_mdb_import_opts opts = {.allocator = cli_allocator(),
                                    .material = cli_get(c, "material"),
                                    .skeleton = cli_get(c, "skeleton")};
    wm_nwn2_mdb_import_result result;
    wm_nwn2_mdb *m = wm_nwn2_mdb_from_scene(scene, &opts, &result, &error);
    if (!m)
        return cli_fail_on(CLI_READING, v->file, &error);
    int code = cli_save_mdb(c, m, v->out);
    if (code == EXIT_FINE)
        say(c, v->out, &result, m);
    wm_nwn2_mdb_free(m);
    return code;
}
