/* Options that were not zero-initialised are refused by every function that takes some.
 * tests/consumer/test_api_shape.sh holds that no options struct is missing here. */
#include "areas.h"
#include "bw2_models.h"
#include "gits.h"
#include "mdb_models.h"
#include "models.h"
#include "modules.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"
#include "textures.h"
#include "waymark/folder.h"
#include "waymark/game.h"

static void refused(const char *call, const wm_error *error)
{
    if (error->code != WM_BAD_ARGUMENT ||
        strcmp(error->message, "the options were not zero-initialised") != 0)
        fail_msg("%s: %s", call, error->code ? error->message : "went through");
}

/* Once filled with garbage, once with garbage at the end only. The call uses o and e. */
#define REFUSES(type, call)                                                                        \
    do {                                                                                           \
        type garbage;                                                                              \
        const type *o = &garbage;                                                                  \
        wm_error error = {0}, *e = &error;                                                         \
        memset(&garbage, 0xFF, sizeof garbage);                                                    \
        (void)(call);                                                                              \
        refused(#call, e);                                                                         \
        error = (wm_error){0};                                                                     \
        memset(&garbage, 0, sizeof garbage);                                                       \
        garbage.end_zero = 1;                                                                      \
        (void)(call);                                                                              \
        refused(#call, e);                                                                         \
    } while (0)

static wm_buffer out, beside;
static wm_report report;

static void kotor_walkmeshes(void **state)
{
    (void)state;
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    wm_kotor_bwm_text_mesh mesh = {.state = WM_NO_INDEX, .bwm = bwm};
    wm_kotor_bwm_text text = {.mesh_count = 1, .meshes = &mesh};
    wm_kotor_transform move = {.move = {1, 0, 0}};
    REFUSES(wm_read_opts, wm_kotor_bwm_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_kotor_bwm_write(bwm, o, &out, e));
    REFUSES(wm_kotor_bwm_check_opts, wm_kotor_bwm_check(bwm, o, &report, e));
    REFUSES(wm_kotor_bwm_rebuild_opts, wm_kotor_bwm_rebuild(bwm, o, NULL, e));
    REFUSES(wm_kotor_bwm_rebuild_opts, wm_kotor_bwm_transform(bwm, &move, o, e));
    REFUSES(wm_kotor_bwm_text_read_opts, wm_kotor_bwm_text_read("", 0, o, e));
    REFUSES(wm_kotor_bwm_check_opts, wm_kotor_bwm_text_check(&text, o, &report, e));
    REFUSES(wm_kotor_bwm_text_write_opts, wm_kotor_bwm_text_write(&text, o, &out, NULL, e));
    REFUSES(wm_kotor_bwm_info_opts, wm_kotor_bwm_info(bwm, o, &out, e));
    REFUSES(wm_kotor_bwm_info_opts, wm_kotor_bwm_text_info(&text, o, &out, e));
    wm_kotor_bwm_free(bwm);
}

static void kotor_areas(void **state)
{
    (void)state;
    static const char visible[] = "a 0\n";
    test_area *a = test_area_make(2, 1, 3, 3);
    const wm_kotor_bwm *const *rooms = (const wm_kotor_bwm *const *)a->rooms;
    wm_kotor_area *area = wm_kotor_area_new(a->lyt, rooms, NULL, NULL);
    wm_kotor_vis *vis = wm_kotor_vis_read(visible, sizeof visible - 1, NULL, NULL);
    REFUSES(wm_read_opts, wm_kotor_lyt_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_kotor_lyt_write(a->lyt, o, &out, e));
    REFUSES(wm_check_opts, wm_kotor_lyt_check(a->lyt, o, &report, e));
    REFUSES(wm_read_opts, wm_kotor_vis_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_kotor_vis_write(vis, o, &out, e));
    REFUSES(wm_kotor_vis_check_opts, wm_kotor_vis_check(vis, o, &report, e));
    REFUSES(wm_kotor_area_opts, wm_kotor_area_new(a->lyt, rooms, o, e));
    REFUSES(wm_check_opts, wm_kotor_area_check(area, o, &report, e));
    REFUSES(wm_kotor_area_info_opts, wm_kotor_area_info(area, o, &out, e));
    REFUSES(wm_kotor_lyt_fix_rooms_opts, wm_kotor_lyt_fix_rooms(a->lyt, a->rooms, o, e));
    wm_kotor_pth *pth = test_pth_square();
    REFUSES(wm_read_opts, wm_kotor_pth_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_kotor_pth_write(pth, o, &out, e));
    REFUSES(wm_check_opts, wm_kotor_pth_check(pth, o, &report, e));
    REFUSES(wm_info_opts, wm_kotor_pth_info(pth, o, &out, e));
    size_t git_size;
    uint8_t *git_bytes = test_kotor_git(NULL, 0, &git_size);
    wm_kotor_git *git = wm_kotor_git_read(git_bytes, git_size, NULL, NULL);
    REFUSES(wm_read_opts, wm_kotor_git_read("", 0, o, e));
    REFUSES(wm_check_opts, wm_kotor_git_check(git, o, &report, e));
    wm_kotor_git_free(git);
    free(git_bytes);
    wm_walkmesh *floor = wm_walkmesh_from_kotor_area(area, NULL, NULL);
    REFUSES(wm_kotor_pth_make_opts, wm_kotor_pth_from_walkmesh(floor, o, e));
    wm_walkmesh_free(floor);
    wm_kotor_pth_free(pth);
    wm_kotor_vis_free(vis);
    wm_kotor_area_free(area);
    test_area_free(a);
}

static void kotor_models(void **state)
{
    (void)state;
    wm_kotor_mdl *mdl = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    REFUSES(wm_read_opts, wm_kotor_mdl_read("", 0, NULL, 0, o, e));
    REFUSES(wm_write_opts, wm_kotor_mdl_write(mdl, o, &out, &beside, e));
    REFUSES(wm_kotor_mdl_rebuild_opts, wm_kotor_mdl_rebuild(mdl, o, NULL, e));
    REFUSES(wm_kotor_mdl_check_opts, wm_kotor_mdl_check(mdl, o, &report, e));
    REFUSES(wm_kotor_mdl_info_opts, wm_kotor_mdl_info(mdl, o, &out, e));
    REFUSES(wm_kotor_mdl_text_read_opts, wm_kotor_mdl_text_read("", 0, o, e));
    REFUSES(wm_kotor_mdl_text_write_opts, wm_kotor_mdl_text_write(mdl, o, &out, e));
    REFUSES(wm_scene_opts, wm_scene_from_kotor_mdl(mdl, NULL, 0, o, e));
    wm_kotor_mdl_free(mdl);
}

static void terrain(void **state)
{
    (void)state;
    wm_nwn2_trn *trn = test_terrain_make(test_terrains[0].name);
    REFUSES(wm_nwn2_trn_read_opts, wm_nwn2_trn_read("", 0, o, e));
    REFUSES(wm_nwn2_trn_write_opts, wm_nwn2_trn_write(trn, o, &out, e));
    REFUSES(wm_nwn2_trn_write_opts, wm_nwn2_packet_write(&trn->packets[0], o, &out, e));
    REFUSES(wm_write_opts, wm_nwn2_aswm_write(trn->aswm, o, &out, e));
    REFUSES(wm_check_opts, wm_nwn2_trn_check(trn, o, &report, e));
    REFUSES(wm_info_opts, wm_nwn2_trn_info(trn, o, &out, e));
    REFUSES(wm_nwn2_trn_rebuild_opts, wm_nwn2_trn_rebuild(trn, o, NULL, e));
    REFUSES(wm_nwn2_trn_simplify_opts, wm_nwn2_trn_simplify(trn, o, NULL, e));
    REFUSES(wm_nwn2_trn_strip_opts, wm_nwn2_trn_strip(trn, o, NULL, e));
    REFUSES(wm_read_opts, wm_nwn2_cutters_read("", 0, o, e));
    REFUSES(wm_read_opts, wm_nwn2_placeables_read("", 0, o, e));
    REFUSES(wm_scene_opts, wm_scene_from_nwn2_trn(trn, o, e));
    wm_nwn2_trn_free(trn);
}

static void nwn2_models(void **state)
{
    (void)state;
    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    REFUSES(wm_read_opts, wm_nwn2_mdb_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_nwn2_mdb_write(mdb, o, &out, e));
    REFUSES(wm_check_opts, wm_nwn2_mdb_check(mdb, o, &report, e));
    REFUSES(wm_info_opts, wm_nwn2_mdb_info(mdb, o, &out, e));
    REFUSES(wm_nwn2_mdb_rebuild_opts, wm_nwn2_mdb_rebuild(mdb, o, NULL, e));
    REFUSES(wm_scene_opts, wm_scene_from_nwn2_mdb(mdb, o, e));
    wm_nwn2_mdb_free(mdb);
}

static void lionhead_and_aurora(void **state)
{
    (void)state;
    wm_bw2_model *model = test_bw2_make(test_bw2_samples[0].kind, NULL);
    REFUSES(wm_read_opts, wm_bw2_model_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_bw2_model_write(model, o, &out, e));
    REFUSES(wm_check_opts, wm_bw2_model_check(model, o, &report, e));
    REFUSES(wm_info_opts, wm_bw2_model_info(model, o, &out, e));
    REFUSES(wm_bw2_model_rebuild_opts, wm_bw2_model_rebuild(model, o, NULL, e));
    REFUSES(wm_scene_opts, wm_scene_from_bw2_model(model, o, e));
    REFUSES(wm_read_opts, wm_2da_read("", 0, o, e));
    REFUSES(wm_read_opts, wm_gff_read("", 0, o, e));
    static const char text[] = "2DA V2.0\n\n  Name\n0 a\n";
    wm_2da *table = wm_2da_read(text, sizeof text - 1, NULL, NULL);
    REFUSES(wm_info_opts, wm_2da_info(table, o, &out, e));
    wm_2da_free(table);
    size_t size;
    uint8_t *git = test_git_hall(&size);
    wm_gff *gff = wm_gff_read(git, size, NULL, NULL);
    REFUSES(wm_info_opts, wm_gff_info(gff, o, &out, e));
    REFUSES(wm_check_opts, wm_gff_check(gff, o, &report, e));
    wm_gff_free(gff);
    free(git);
    REFUSES(wm_open_opts, wm_open("", 0, o, e));
    REFUSES(wm_open_opts, wm_open_file("", o, e));
    REFUSES(wm_file_read_opts, wm_file_read("", o, &out, e));
    REFUSES(wm_file_read_opts, wm_file_read_open(0, o, &out, e));
    wm_source source = {.size = 0, .data = ""};
    REFUSES(wm_archive_opts, wm_archive_new(&source, o, e));
    REFUSES(wm_archive_opts, wm_archive_open_file("", o, e));
    REFUSES(wm_game_opts, wm_game_new("", o, e));
    REFUSES(wm_open_opts, wm_check("", 0, o, &report, e));
    wm_buffer bytes;
    assert_int_equal(wm_bw2_model_write(model, NULL, &bytes, NULL), WM_OK);
    wm_document *document = wm_open(bytes.data, bytes.size, NULL, NULL);
    assert_non_null(document);
    REFUSES(wm_check_opts, wm_document_check(document, o, &report, e));
    REFUSES(wm_scene_opts, wm_document_scene(document, o, e));
    wm_scene *scene = wm_document_scene(document, NULL, NULL);
    REFUSES(wm_scene_images_opts, wm_scene_load_images(scene, o, e));
    wm_scene_free(scene);
    wm_document_free(document);
    wm_buffer_free(&bytes);
    REFUSES(wm_read_opts, wm_json_read("", 0, o, e));
    wm_json_writer json;
    REFUSES(wm_json_write_opts,
            (wm_json_writer_init(&json, o), wm_json_writer_finish(&json, &out, e)));
    wm_bw2_model_free(model);
}

static void scenes(void **state)
{
    (void)state;
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    wm_scene *scene = wm_scene_from_kotor_bwm(bwm, NULL, NULL, NULL);
    wm_pose *pose = wm_pose_new(scene, NULL, NULL);
    wm_scene_piece piece = {.name = "a", .scene = scene};
    REFUSES(wm_scene_opts, wm_scene_from_kotor_bwm(bwm, NULL, o, e));
    REFUSES(wm_scene_opts, wm_scene_join("all", &piece, 1, o, e));
    REFUSES(wm_scene_restore_opts, wm_scene_restore(scene, scene, o, NULL, e));
    REFUSES(wm_nwn2_mdb_import_opts, wm_nwn2_mdb_from_scene(scene, o, NULL, e));
    REFUSES(wm_bw2_model_import_opts, wm_bw2_model_from_scene(scene, o, NULL, e));
    REFUSES(wm_kotor_mdl_import_opts, wm_kotor_mdl_from_scene(scene, o, NULL, e));
    REFUSES(wm_walkmesh_import_opts, wm_kotor_bwm_from_scene(scene, o, NULL, e));
    REFUSES(wm_walkmesh_import_opts, wm_nwn2_trn_from_scene(scene, o, NULL, e));
    REFUSES(wm_obj_write_opts, wm_obj_write(pose, o, &out, e));
    REFUSES(wm_obj_write_opts, wm_obj_write_mtl(scene, o, &out, e));
    REFUSES(wm_obj_write_opts, wm_obj_write_walkmesh(scene, o, &out, e));
    REFUSES(wm_obj_read_opts, wm_obj_read("", 0, o, e));
    REFUSES(wm_check_opts, wm_scene_check(scene, o, &report, e));
    REFUSES(wm_scene_info_opts, wm_scene_info(scene, o, &out, e));
    REFUSES(wm_gltf_read_opts, wm_gltf_read("", 0, o, e));
    REFUSES(wm_gltf_write_opts, wm_gltf_write(scene, o, &out, e));
    wm_pose_free(pose);
    wm_scene_free(scene);
    wm_kotor_bwm_free(bwm);
}

static void textures(void **state)
{
    (void)state;
    wm_texture *texture = test_texture_make("dxt5.tpc");
    wm_txi *txi = wm_txi_read("", 0, NULL, NULL);
    wm_image *image = test_image_make(4, 4, true);
    REFUSES(wm_read_opts, wm_texture_read("", 0, o, e));
    REFUSES(wm_write_opts, wm_texture_write(texture, o, &out, e));
    REFUSES(wm_check_opts, wm_texture_check(texture, o, &report, e));
    REFUSES(wm_info_opts, wm_texture_info(texture, o, &out, e));
    REFUSES(wm_texture_from_image_opts, wm_texture_from_image(image, o, e));
    REFUSES(wm_read_opts, wm_txi_read("", 0, o, e));
    REFUSES(wm_check_opts, wm_txi_check(txi, o, &report, e));
    REFUSES(wm_info_opts, wm_txi_info(txi, o, &out, e));
    REFUSES(wm_write_opts, wm_png_write(image, o, &out, e));
    wm_image_free(image);
    wm_txi_free(txi);
    wm_texture_free(texture);
}

static void queries(void **state)
{
    (void)state;
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, NULL);
    wm_query *query = wm_query_new(mesh, NULL, NULL);
    wm_path_index *index = wm_path_index_new(mesh, 0, NULL, NULL);
    wm_vec3 at = mesh->vertices[mesh->faces[0].vertex[0]];
    wm_path path = {0};
    wm_slide slide;
    wm_nearest nearest;
    wm_nearest_opts wrong;
    REFUSES(wm_path_opts, wm_query_path(query, at, at, o, &path, e));
    REFUSES(wm_path_opts, wm_query_path_between_faces(query, 0, at, 0, at, o, &path, e));
    REFUSES(wm_slide_opts, wm_query_slide(query, 0, at, at, o, &slide, e));
    REFUSES(wm_write_opts, wm_path_index_write(index, o, &out, e));
    REFUSES(wm_read_opts, wm_path_index_read("", 0, mesh, o, e));
    /* It has no error: it finds nothing. */
    assert_true(wm_query_nearest(query, at, 1, NULL, &nearest));
    memset(&wrong, 0xFF, sizeof wrong);
    assert_false(wm_query_nearest(query, at, 1, &wrong, &nearest));
    assert_int_equal(nearest.place.face, WM_NO_INDEX);
    wm_path_index_free(index);
    wm_query_free(query);
    wm_walkmesh_free(mesh);
    wm_kotor_bwm_free(bwm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kotor_walkmeshes), cmocka_unit_test(kotor_areas),
        cmocka_unit_test(kotor_models),     cmocka_unit_test(terrain),
        cmocka_unit_test(nwn2_models),      cmocka_unit_test(lionhead_and_aurora),
        cmocka_unit_test(scenes),           cmocka_unit_test(textures),
        cmocka_unit_test(queries),
    };
    wm_report_init(&report, NULL);
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    wm_report_free(&report);
    return result;
}
