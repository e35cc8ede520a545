/* Every function that frees an object accepts NULL, as waymark/base.h promises. */
#include "support.h"
#include "waymark/folder.h"

static void null_is_allowed(void **state)
{
    (void)state;
    wm_2da_free(NULL);
    wm_buffer_free(NULL);
    wm_bw2_model_free(NULL);
    wm_diff_free(NULL);
    wm_document_free(NULL);
    wm_folder_free(NULL);
    wm_gff_free(NULL);
    wm_json_free(NULL);
    wm_kotor_room_fixes_free(NULL);
    wm_kotor_area_free(NULL);
    wm_kotor_bwm_free(NULL);
    wm_kotor_bwm_text_free(NULL);
    wm_kotor_coverage_free(NULL);
    wm_kotor_lyt_free(NULL);
    wm_kotor_mdl_free(NULL);
    wm_kotor_textures_free(NULL);
    wm_kotor_vis_free(NULL);
    wm_kotor_pth_free(NULL);
    wm_kotor_git_free(NULL);
    wm_kotor_objects_free(NULL);
    wm_nwn2_cutters_free(NULL);
    wm_nwn2_mdb_free(NULL);
    wm_nwn2_trn_free(NULL);
    wm_path_index_free(NULL);
    wm_pose_free(NULL);
    wm_query_free(NULL);
    wm_report_free(NULL);
    wm_scene_free(NULL);
    wm_walkmesh_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(null_is_allowed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
