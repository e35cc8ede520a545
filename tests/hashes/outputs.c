/* Everything the library makes of one file. The order is part of the hashes. */
#include "outputs.h"

#include <string.h>

/* The command rotates by any angle; this one is no simple fraction of a turn. */
static const wm_kotor_transform turn = {.move = {1.25f, -3, 0.1f}, .degrees = 33.7};

static void put_bwm(hashes *h, output which, wm_status status, const wm_kotor_bwm *bwm,
                    wm_error *error)
{
    wm_buffer bytes = {0};
    if (status == WM_OK)
        status = wm_kotor_bwm_write(bwm, NULL, &bytes, error);
    hash_result(h, which, status, &bytes, error);
}

static void put_mdl(hashes *h, output which, wm_status status, const wm_kotor_mdl *mdl,
                    wm_error *error)
{
    wm_buffer bytes = {0}, mdx = {0};
    if (status == WM_OK)
        status = wm_kotor_mdl_write(mdl, NULL, &bytes, &mdx, error);
    hash_result(h, which, status, &bytes, error);
    if (status == WM_OK)
        hash_result(h, which, status, &mdx, error);
}

static void put_trn(hashes *h, output which, wm_status status, const wm_nwn2_trn *trn,
                    wm_error *error)
{
    wm_buffer bytes = {0};
    if (status == WM_OK)
        status = wm_nwn2_trn_write(trn, NULL, &bytes, error);
    hash_result(h, which, status, &bytes, error);
}

static void put_bw2(hashes *h, output which, wm_status status, const wm_bw2_model *model,
                    wm_error *error)
{
    wm_buffer bytes = {0};
    if (status == WM_OK)
        status = wm_bw2_model_write(model, NULL, &bytes, error);
    hash_result(h, which, status, &bytes, error);
}

static void put_mdb(hashes *h, output which, wm_status status, const wm_nwn2_mdb *mdb,
                    wm_error *error)
{
    wm_buffer bytes = {0};
    if (status == WM_OK)
        status = wm_nwn2_mdb_write(mdb, NULL, &bytes, error);
    hash_result(h, which, status, &bytes, error);
}

static wm_status status_of(const void *made, const wm_error *error)
{
    return made ? WM_OK : error->code;
}

/* ---- each kind of document ---- */

static void put_walkmesh(hashes *h, const wm_document *d)
{
    wm_error error;
    put_bwm(h, OUTPUT_BYTES, WM_OK, d->bwm, &error);
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(d->bwm, NULL, &error);
    wm_status status = copy ? wm_kotor_bwm_rebuild(copy, NULL, NULL, &error) : error.code;
    put_bwm(h, OUTPUT_REBUILT, status, copy, &error);
    wm_kotor_bwm_free(copy);
    copy = wm_kotor_bwm_copy(d->bwm, NULL, &error);
    status = copy ? wm_kotor_bwm_transform(copy, &turn, NULL, &error) : error.code;
    put_bwm(h, OUTPUT_TURNED, status, copy, &error);
    wm_kotor_bwm_free(copy);

    wm_kotor_bwm_text_mesh mesh = {.bwm = d->bwm};
    wm_kotor_bwm_text one = {.mesh_count = 1, .meshes = &mesh};
    wm_buffer text = {0};
    status = wm_kotor_bwm_text_write(d->text ? d->text : &one, NULL, &text, NULL, &error);
    wm_kotor_bwm_text *back =
        status == WM_OK ? wm_kotor_bwm_text_read(text.data, text.size, NULL, &error) : NULL;
    hash_result(h, OUTPUT_TEXT, status, &text, &error);
    if (back)
        put_bwm(h, OUTPUT_TEXT, WM_OK, back->meshes[0].bwm, &error);
    wm_kotor_bwm_text_free(back);
}

static void put_model_text(hashes *h, const wm_kotor_mdl *mdl, bool plain)
{
    wm_error error;
    wm_buffer text = {0};
    wm_kotor_mdl_text_write_opts opts = {.plain = plain};
    wm_kotor_mdl_text_read_opts read = {.plain = plain};
    wm_status status = wm_kotor_mdl_text_write(mdl, &opts, &text, &error);
    wm_kotor_mdl *back =
        status == WM_OK ? wm_kotor_mdl_text_read(text.data, text.size, &read, &error) : NULL;
    hash_result(h, OUTPUT_TEXT, status, &text, &error);
    if (status == WM_OK)
        put_mdl(h, OUTPUT_TEXT, status_of(back, &error), back, &error);
    wm_kotor_mdl_free(back);
}

static void put_model(hashes *h, const wm_kotor_mdl *mdl)
{
    wm_error error;
    put_mdl(h, OUTPUT_BYTES, WM_OK, mdl, &error);
    wm_kotor_mdl *copy = wm_kotor_mdl_copy(mdl, NULL, &error);
    wm_kotor_mdl_rebuild_opts all = {.planes = true,
                                     .adjacency = true,
                                     .bounds = true,
                                     .tree = true,
                                     .normals = true,
                                     .tangents = true};
    wm_status status = copy ? wm_kotor_mdl_rebuild(copy, &all, NULL, &error) : error.code;
    put_mdl(h, OUTPUT_REBUILT, status, copy, &error);
    wm_kotor_mdl_free(copy);
    copy = wm_kotor_mdl_copy(mdl, NULL, &error);
    status = copy ? wm_kotor_mdl_transform(copy, &turn, &error) : error.code;
    put_mdl(h, OUTPUT_TURNED, status, copy, &error);
    wm_kotor_mdl_free(copy);
    put_model_text(h, mdl, false);
    put_model_text(h, mdl, true);
}

static void put_terrain(hashes *h, const wm_nwn2_trn *trn)
{
    wm_error error;
    put_trn(h, OUTPUT_BYTES, WM_OK, trn, &error);
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(trn, NULL, &error);
    wm_nwn2_trn_rebuild_opts opts = {.assign_tiles = true};
    wm_status status = copy ? wm_nwn2_trn_rebuild(copy, &opts, NULL, &error) : error.code;
    put_trn(h, OUTPUT_REBUILT, status, copy, &error);
    wm_nwn2_trn_free(copy);
}

static void put_bw2_model(hashes *h, const wm_bw2_model *model)
{
    wm_error error;
    put_bw2(h, OUTPUT_BYTES, WM_OK, model, &error);
    wm_bw2_model *copy = wm_bw2_model_copy(model, NULL, &error);
    wm_bw2_model_rebuild_opts opts = {.tight = true};
    wm_status status = copy ? wm_bw2_model_rebuild(copy, &opts, NULL, &error) : error.code;
    put_bw2(h, OUTPUT_REBUILT, status, copy, &error);
    wm_bw2_model_free(copy);
}

static void put_placeable(hashes *h, const wm_nwn2_mdb *mdb)
{
    wm_error error;
    put_mdb(h, OUTPUT_BYTES, WM_OK, mdb, &error);
    wm_nwn2_mdb *copy = wm_nwn2_mdb_copy(mdb, NULL, &error);
    wm_nwn2_mdb_rebuild_opts opts = {.normals = true, .tangents = true};
    wm_status status = copy ? wm_nwn2_mdb_rebuild(copy, &opts, NULL, &error) : error.code;
    put_mdb(h, OUTPUT_REBUILT, status, copy, &error);
    wm_nwn2_mdb_free(copy);
}

/* ---- scenes ---- */

static void put_poses(hashes *h, const wm_scene *scene)
{
    wm_error error;
    wm_pose *pose = wm_pose_new(scene, NULL, &error);
    for (uint32_t a = 0; pose && a < scene->animation_count && a < 4; a++) {
        wm_pose_sample(pose, a, scene->animations[a].length * 0.37f, WM_PLAY_LOOP);
        wm_pose_update(pose);
        for (uint32_t n = 0; n < scene->node_count; n++) {
            const float *m = &pose->world[n].m[0][0];
            for (size_t i = 0; i < sizeof pose->world[n].m / sizeof(float); i++)
                hash_float(h, OUTPUT_GLTF, m[i]);
        }
    }
    wm_pose_free(pose);
}

static void put_obj(hashes *h, const wm_scene *scene)
{
    wm_error error;
    wm_buffer bytes = {0};
    wm_pose *pose = wm_pose_new(scene, NULL, &error);
    wm_obj_write_opts opts = {.all = true, .material_file = "file.mtl"};
    wm_status status = pose ? wm_obj_write(pose, &opts, &bytes, &error) : error.code;
    hash_result(h, OUTPUT_OBJ, status, &bytes, &error);
    wm_pose_free(pose);
    status = wm_obj_write_mtl(scene, NULL, &bytes, &error);
    hash_result(h, OUTPUT_OBJ, status, &bytes, &error);
}

/* The files of each game that come from a scene. Those that cannot be made are errors, which
 * are hashed too. */
static void put_back(hashes *h, const wm_scene *scene)
{
    wm_error error;
    wm_kotor_mdl_import_opts as_model = {.material = "stone"};
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(scene, &as_model, NULL, &error);
    put_mdl(h, OUTPUT_BACK, status_of(mdl, &error), mdl, &error);
    wm_kotor_mdl_free(mdl);
    wm_walkmesh_import_opts as_floor = {.material = "stone", .type = WM_KOTOR_BWM_TYPE_AREA};
    wm_kotor_bwm *bwm = wm_kotor_bwm_from_scene(scene, &as_floor, NULL, &error);
    put_bwm(h, OUTPUT_BACK, status_of(bwm, &error), bwm, &error);
    wm_kotor_bwm_free(bwm);
    as_floor.material = "grass";
    wm_nwn2_trn *trn = wm_nwn2_trn_from_scene(scene, &as_floor, NULL, &error);
    put_trn(h, OUTPUT_BACK, status_of(trn, &error), trn, &error);
    wm_nwn2_trn_free(trn);
    wm_bw2_model *bw2 = wm_bw2_model_from_scene(scene, NULL, NULL, &error);
    put_bw2(h, OUTPUT_BACK, status_of(bw2, &error), bw2, &error);
    wm_bw2_model_free(bw2);
    if (!scene->source || strcmp(scene->source, "nwn2-mdb") != 0)
        return;
    wm_nwn2_mdb *mdb = wm_nwn2_mdb_from_scene(scene, NULL, NULL, &error);
    put_mdb(h, OUTPUT_BACK, status_of(mdb, &error), mdb, &error);
    wm_nwn2_mdb_free(mdb);
}

static void put_scene(hashes *h, const wm_scene *scene)
{
    wm_error error;
    for (int text = 0; text < 2; text++) {
        wm_buffer bytes = {0};
        wm_gltf_write_opts opts = {.text = text, .all = true};
        wm_status status = wm_gltf_write(scene, &opts, &bytes, &error);
        wm_scene *back =
            status == WM_OK && !text ? wm_gltf_read(bytes.data, bytes.size, NULL, &error) : NULL;
        hash_result(h, OUTPUT_GLTF, status, &bytes, &error);
        if (back)
            put_back(h, back);
        wm_scene_free(back);
    }
    put_poses(h, scene);
    put_obj(h, scene);
}

/* ---- everything ---- */

/* ---- textures ---- */

/* Its bytes, the pixels of all images, and a TPC that is compressed again. */
static void put_texture(hashes *h, const wm_texture *t)
{
    wm_error error;
    wm_buffer bytes = {0};
    hash_result(h, OUTPUT_BYTES, wm_texture_write(t, NULL, &bytes, &error), &bytes, &error);
    for (uint32_t i = 0; i < t->image_count && i < 64; i++) {
        wm_image *image =
            wm_texture_decode(t, t->images[i].layer, t->images[i].level, NULL, &error);
        if (image)
            hash_bytes(h, OUTPUT_TEXT, image->rgba, 4 * (size_t)image->width * image->height);
        wm_image_free(image);
    }
    wm_image *sheet = wm_texture_decode_sheet(t, NULL, &error);
    const wm_texture_from_image_opts opts = {.pixels = WM_TEXTURE_PIXELS_DXT5};
    bool small = sheet && (uint64_t)sheet->width * sheet->height < 1 << 18;
    wm_texture *made = small ? wm_texture_from_image(sheet, &opts, &error) : NULL;
    if (made)
        hash_result(h, OUTPUT_REBUILT, wm_texture_write(made, NULL, &bytes, &error), &bytes,
                    &error);
    wm_texture_free(made);
    wm_image_free(sheet);
}

static void put_report(hashes *h, wm_report *report, const char *format)
{
    wm_error error;
    wm_buffer json = {0};
    wm_status status = wm_report_json("file", format, report, NULL, &json, &error);
    hash_result(h, OUTPUT_CHECK, status, &json, &error);
}

static void put_document(hashes *h, wm_document *d, wm_report *report)
{
    wm_error error;
    wm_buffer json = {0};
    wm_info_opts named = {.file = "file", .bytes = d->size};
    wm_status status = wm_document_info(d, &named, &json, &error);
    hash_result(h, OUTPUT_INFO, status, &json, &error);
    if (wm_document_check(d, NULL, report, &error) == WM_OK)
        put_report(h, report, wm_format_name(d->format));
    if (d->bwm)
        put_walkmesh(h, d);
    if (d->mdl)
        put_model(h, d->mdl);
    if (d->trn)
        put_terrain(h, d->trn);
    if (d->mdb)
        put_placeable(h, d->mdb);
    if (d->bw2)
        put_bw2_model(h, d->bw2);
    if (d->texture)
        put_texture(h, d->texture);
    wm_buffer bytes = {0};
    if (d->lyt)
        hash_result(h, OUTPUT_BYTES, wm_kotor_lyt_write(d->lyt, NULL, &bytes, &error), &bytes,
                    &error);
    wm_walkmesh *mesh = wm_document_walkmesh(d, NULL, &error);
    if (mesh)
        hash_queries(h, mesh);
    wm_walkmesh_free(mesh);
    wm_scene *scene = wm_document_scene(d, NULL, &error);
    if (scene)
        put_scene(h, scene);
    wm_scene_free(scene);
}

void hash_outputs(hashes *h, const void *data, size_t size, const char *name, wm_finder finder)
{
    wm_report report;
    wm_error error;
    /* The default limit counts bytes, which are more where pointers are larger. */
    wm_open_opts opts = {.base = {.memory_limit = UINT64_C(1) << 30, .report = &report},
                         .name = name,
                         .finder = finder};
    wm_report_init(&report, NULL);
    wm_document *d = wm_open(data, size, &opts, &error);
    if (d)
        put_document(h, d, &report);
    else
        hash_result(h, OUTPUT_CHECK, error.code, NULL, &error);
    wm_document_free(d);
    wm_report_free(&report);
}
