/* waymark convert to glTF and OBJ: walkmeshes and models. */
#include <stdlib.h>
#include <string.h>

#include "bw2/bw2.h"
#include "convert/export.h"
#include "convert/losses.h"
#include "convert/notes.h"
#include "convert/obj_losses.h"
#include "kotor/model.h"
#include "kotor/model_text.h"
#include "nwn2/nwn2.h"
#include "texture/texture.h"

/* ---- files ---- */

/* The materials of room.obj are written to room.mtl. */
char *cli_material_path(const char *out)
{
    const char *base = cli_basename(out), *dot = strrchr(base, '.');
    size_t stem = dot ? (size_t)(dot - out) : strlen(out);
    char *path = strcmp(out, "-") == 0 ? NULL : malloc(stem + 5);
    if (path)
        snprintf(path, stem + 5, "%.*s.mtl", (int)stem, out);
    return path;
}

int cli_save_obj(const cli *c, const char *out, const wm_buffer *text, const char *path,
                 const wm_buffer *materials)
{
    const wm_file_output files[2] = {{out, text->data, text->size},
                                     {path, materials->data, materials->size}};
    if (!path)
        return cli_save(c, out, text->data, text->size);
    return cli_save_all(c, files, 2);
}

static wm_status make_obj(const wm_scene *scene, bool walkmesh, const char *materials,
                          wm_buffer *text, wm_error *error)
{
    wm_obj_write_opts opts = {
        .base = {.allocator = cli_allocator()}, .material_file = materials, .y_up = true};
    if (walkmesh)
        return wm_obj_write_walkmesh(scene, &opts, text, error);
    wm_pose *pose = wm_pose_new(scene, cli_allocator(), error);
    wm_status status = pose ? wm_obj_write(pose, &opts, text, error) : WM_NO_MEMORY;
    wm_pose_free(pose);
    return status;
}

/* What --textures asks for. */
typedef enum textures { TEXTURES_NONE, TEXTURES_EMBED, TEXTURES_LINK } textures;

static textures textures_of(const cli *c, const cli_conversion *v)
{
    switch (cli_choice(c, "textures")) { /* embed, link, none */
    case 0: return v->target == TO_OBJ ? TEXTURES_NONE : TEXTURES_EMBED;
    case 1: return TEXTURES_EMBED;
    case 2: return TEXTURES_LINK;
    default: return TEXTURES_NONE;
    }
}

/* The images of the scene, and for links their files. */
static wm_status make_images(const cli *c, const cli_conversion *v, wm_scene *scene,
                             cli_links *links, wm_error *error)
{
    textures wish = textures_of(c, v);
    if (wish == TEXTURES_NONE)
        return WM_OK;
    wm_status status = cli_load_images(c, v->file, scene, error);
    if (status == WM_OK && wish == TEXTURES_LINK)
        status = cli_links_make(links, v->out, scene, error);
    if (status == WM_OK)
        cli_say_images(c, v->file, scene, wish == TEXTURES_LINK ? "linked" : "embedded");
    return status;
}

static int write_obj(const cli *c, const cli_conversion *v, wm_scene *scene, bool walkmesh)
{
    wm_error error;
    wm_buffer text = {0}, materials = {0};
    cli_links links = {0};
    const char *out = v->out;
    char *path = cli_material_path(out);
    int code;
    wm_status status = make_images(c, v, scene, &links, &error);
    const wm_obj_write_opts opts = {.base = {.allocator = cli_allocator()},
                                    .image_files = links.names};
    if (status != WM_OK ||
        make_obj(scene, walkmesh, path ? cli_basename(path) : NULL, &text, &error) != WM_OK ||
        wm_obj_write_mtl(scene, &opts, &materials, &error) != WM_OK) {
        code = cli_fail_on(CLI_WRITING, out, &error);
    } else if (path && links.count) {
        const wm_file_output files[2] = {{out, text.data, text.size},
                                         {path, materials.data, materials.size}};
        code = cli_links_save(c, &links, files, 2);
    } else {
        code = cli_save_obj(c, out, &text, path, &materials);
    }
    cli_links_free(&links);
    wm_buffer_free(&text);
    wm_buffer_free(&materials);
    free(path);
    return code;
}

static int write_gltf(const cli *c, const cli_conversion *v, wm_scene *scene)
{
    wm_error error;
    wm_buffer bytes = {0};
    cli_links links = {0};
    int code;
    wm_status status = make_images(c, v, scene, &links, &error);
    const wm_gltf_write_opts opts = {.base = {.allocator = cli_allocator()},
                                     .image_files = links.names,
                                     .text = v->target == TO_GLTF,
                                     .all_lods = cli_has(c, "all-levels")};
    if (status == WM_OK)
        status = wm_gltf_write(scene, &opts, &bytes, &error);
    const wm_file_output file = {v->out, bytes.data, bytes.size};
    if (status != WM_OK)
        code = cli_fail_on(CLI_WRITING, v->out, &error);
    else if (links.count)
        code = cli_links_save(c, &links, &file, 1);
    else
        code = cli_save(c, v->out, bytes.data, bytes.size);
    cli_links_free(&links);
    wm_buffer_free(&bytes);
    return code;
}

/* Options that do not fit OUT. */
static int check_textures(const cli *c, const cli_conversion *v)
{
    if (textures_of(c, v) == TEXTURES_EMBED && v->target == TO_OBJ)
        return cli_fail(EXIT_USAGE, "--textures embed: an OBJ cannot hold images; use link");
    if (textures_of(c, v) == TEXTURES_LINK && strcmp(v->out, "-") == 0)
        return cli_fail(EXIT_USAGE, "--textures link: images are written next to OUT, which is "
                                    "standard output");
    return EXIT_FINE;
}

/* ---- inputs ---- */

/* `models_obj`: it is an OBJ, and not of a walkmesh, whose OBJ has the rest in comments. */
static void say_counts(const cli *c, const cli_conversion *v, const wm_scene *scene,
                       bool models_obj)
{
    uint64_t vertices = 0, triangles = 0;
    cli_obj_loss losses[CLI_OBJ_LOSSES];
    uint32_t lost = models_obj ? cli_obj_losses(scene, losses) : 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        vertices += scene->meshes[i].vertex_count;
        triangles += scene->meshes[i].primitive == WM_PRIMITIVE_TRIANGLES
                         ? scene->meshes[i].index_count / 3
                         : 0;
    }
    const cli_note counts[] = {{scene->node_count, "nodes", "node", "nodes"},
                               {scene->mesh_count, "meshes", "mesh", "meshes"},
                               {vertices, "vertices", "vertex", "vertices"},
                               {triangles, "triangles", "triangle", "triangles"}};
    if (c->json) {
        wm_json_writer j;
        json_begin(&j, cli_data());
        wm_json_add_text(&j, "file", v->file);
        wm_json_add_text(&j, "output", v->out);
        cli_add_notes(&j, counts, sizeof counts / sizeof *counts);
        wm_json_add_uint(&j, "materials", scene->material_count);
        wm_json_add_uint(&j, "animations", scene->animation_count);
        wm_json_begin_array(&j, "losses");
        if (v->loss)
            cli_add_loss(&j, v->loss_field ? v->loss_field : "mdx", v->loss);
        for (uint32_t i = 0; i < lost; i++)
            cli_add_obj_loss(&j, &losses[i]);
        wm_json_end(&j);
        json_finish(&j);
    } else if (!c->quiet) {
        cli_say_wrote(v->out, counts, sizeof counts / sizeof *counts);
        if (v->loss)
            cli_print(cli_messages(), "waymark: loss: %s: %s\n", v->out, v->loss);
        for (uint32_t i = 0; i < lost; i++)
            cli_print(cli_messages(), "waymark: loss: %s: %s (%u)\n", v->out, losses[i].message,
                      (unsigned)losses[i].count);
    }
}

static int write_scene(const cli *c, const cli_conversion *v, wm_scene *scene, bool walkmesh,
                       const wm_error *error)
{
    if (!scene)
        return cli_fail_on(CLI_READING, v->file, error);
    int code = check_textures(c, v);
    if (code == EXIT_FINE)
        code = v->target == TO_OBJ ? write_obj(c, v, scene, walkmesh) : write_gltf(c, v, scene);
    if (code == EXIT_FINE)
        say_counts(c, v, scene, v->target == TO_OBJ && !walkmesh);
    wm_scene_free(scene);
    return code;
}

/* OBJ holds only the triangles. */
static wm_scene_opts scene_opts(const cli *c, const cli_conversion *v)
{
    return (wm_scene_opts){.allocator = cli_allocator(),
                           .details = v->target != TO_OBJ && !cli_has(c, "plain")};
}

int cli_export_trn(cli *c, cli_conversion *v)
{
    wm_error error;
    const wm_scene_opts opts = scene_opts(c, v);
    wm_nwn2_trn *trn = cli_read_trn(c, v->file, &v->bytes, &error);
    wm_scene *scene = trn ? wm_scene_from_nwn2_trn(trn, &opts, &error) : NULL;
    wm_nwn2_trn_free(trn);
    return write_scene(c, v, scene, true, &error);
}

int cli_export_bwm(cli *c, const cli_conversion *v, const wm_kotor_bwm *bwm)
{
    wm_error error;
    const wm_scene_opts opts = scene_opts(c, v);
    wm_scene *scene = wm_scene_from_kotor_bwm(bwm, cli_kotor_surfaces(c), &opts, &error);
    return write_scene(c, v, scene, true, &error);
}

/* A model names its skeleton, which is another file of a format that is not read. */
static void note_skeleton(const wm_scene *scene, char text[160], cli_conversion *v)
{
    if (scene->skin_count == 0 || v->target == TO_OBJ)
        return;
    snprintf(text, 160,
             "the skeleton %.40s (GR2) is not read: bones are called by index and have no place",
             scene->skins[0].name);
    v->loss = text;
    v->loss_field = "skeleton";
}

int cli_export_mdb(cli *c, cli_conversion *v)
{
    wm_error error;
    char text[160];
    const wm_scene_opts opts = {.allocator = cli_allocator()};
    wm_nwn2_mdb *mdb = cli_read_mdb(c, v->file, &v->bytes, &error);
    wm_scene *scene = mdb ? wm_scene_from_nwn2_mdb(mdb, &opts, &error) : NULL;
    if (scene)
        note_skeleton(scene, text, v);
    wm_nwn2_mdb_free(mdb);
    return write_scene(c, v, scene, false, &error);
}

int cli_export_bw2(cli *c, cli_conversion *v)
{
    wm_error error;
    const wm_scene_opts opts = {.allocator = cli_allocator(), .no_outlines = cli_has(c, "plain")};
    wm_bw2_model *model = cli_read_bw2(c, v->file, &v->bytes, &error);
    wm_scene *scene = model ? wm_scene_from_bw2_model(model, &opts, &error) : NULL;
    wm_bw2_model_free(model);
    return write_scene(c, v, scene, false, &error);
}

int cli_export_door(cli *c, const cli_conversion *v, const wm_kotor_bwm_text_mesh *parts,
                    uint32_t count)
{
    enum { STATES = 3 };
    wm_error error;
    wm_scene *scenes[STATES] = {NULL}, *joined = NULL;
    wm_scene_piece pieces[STATES];
    wm_scene_opts opts = scene_opts(c, v);
    uint32_t n = 0;
    for (; n < count && n < STATES; n++) {
        opts.name = wm_kotor_door_state_name(parts[n].state);
        scenes[n] = wm_scene_from_kotor_bwm(parts[n].bwm, cli_kotor_surfaces(c), &opts, &error);
        if (!scenes[n])
            break;
        pieces[n] =
            (wm_scene_piece){scenes[n]->name, scenes[n], {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    }
    if (n == count)
        joined = wm_scene_join("door", pieces, n, CLI_SCENE_OPTS, &error);
    int code = write_scene(c, v, joined, false, &error);
    for (uint32_t i = 0; i < STATES; i++)
        wm_scene_free(scenes[i]);
    return code;
}

int cli_export_scene(cli *c, const cli_conversion *v, wm_scene *scene, const wm_error *error)
{
    return write_scene(c, v, scene, false, error);
}

int cli_export_model(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_document *model;
    cli_supers supers;
    int code = cli_open_rigged(c, &v->bytes, v->file, &model, &supers, &error);
    if (code == EXIT_FINE && v->source == FROM_MDL)
        code = cli_need_mdx(c, v->file, model->mdl, &v->loss);
    if (code == EXIT_FINE && !v->loss && model->mdl->fault_count) {
        v->loss_field = "faults";
        v->loss = CLI_FAULTS_LOST;
    }
    if (code != EXIT_FINE && error.code != WM_OK)
        cli_fail_on(CLI_READING, v->file, &error);
    if (code == EXIT_FINE)
        code = write_scene(c, v, wm_document_scene(model, CLI_SCENE_OPTS, &error), false, &error);
    wm_document_free(model);
    cli_free_supers(&supers);
    return code;
}
