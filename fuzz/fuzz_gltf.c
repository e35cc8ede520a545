/* glTF, binary and text: reads, poses, writes again, and converts to each kind of walkmesh. */
#include "fuzz.h"

/* If the scene converts to a model, the model must be writable and readable. */
static void make_model(const wm_scene *scene)
{
    const wm_kotor_mdl_import_opts opts = {.material = "Dirt"};
    wm_error error = {.code = WM_OK};
    wm_buffer mdl, mdx;
    wm_kotor_mdl *model = wm_kotor_mdl_from_scene(scene, &opts, NULL, &error);
    FUZZ_CHECK(model || error.code != WM_OK);
    if (!model)
        return;
    if (wm_kotor_mdl_write(model, NULL, &mdl, &mdx, NULL) == WM_OK) {
        wm_kotor_mdl *back =
            wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
        FUZZ_CHECK(back);
        wm_kotor_mdl_free(back);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
    wm_kotor_mdl_free(model);
}

static void use(const wm_scene *scene)
{
    wm_buffer out;
    wm_walkmesh_import_result result;
    const wm_walkmesh_import_opts opts = {
        .material = "stone", .weld = WM_WELD_ON, .type = WM_KOTOR_BWM_TYPE_AREA};
    wm_pose *pose = wm_pose_new(scene, NULL, NULL);
    FUZZ_CHECK(pose);
    for (uint32_t i = 0; i < scene->animation_count && i < 4; i++)
        wm_pose_sample(pose, i, scene->animations[i].length / 2, WM_PLAY_LOOP);
    wm_pose_update(pose);
    if (wm_obj_write(pose, NULL, &out, NULL) == WM_OK)
        wm_buffer_free(&out);
    wm_pose_free(pose);
    if (wm_gltf_write(scene, NULL, &out, NULL) == WM_OK)
        wm_buffer_free(&out);
    wm_kotor_bwm_free(wm_kotor_bwm_from_scene(scene, &opts, &result, NULL));
    wm_nwn2_trn_free(wm_nwn2_trn_from_scene(scene, NULL, &result, NULL));
    make_model(scene);
}

/* The file is also its own buffer. */
typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static wm_status load(void *user, const char *name, const void **data, size_t *size,
                      wm_error *error)
{
    const input *in = user;
    if (*name == 'y')
        return wm_error_set(error, WM_IO, "", "no such luck");
    if (*name != 'x') {
        *data = in->data;
        *size = in->size;
    }
    return WM_OK;
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_error error = {.code = WM_OK};
    wm_report report;
    input in = {data, size};
    wm_report_init(&report, NULL);
    const wm_gltf_read_opts opts = {.base = {.report = &report}, .load = load, .user = &in};
    wm_scene *scene = wm_gltf_read(data, size, &opts, &error);
    FUZZ_CHECK(scene || error.code != WM_OK);
    if (scene)
        use(scene);
    wm_scene_free(scene);
    wm_report_free(&report);
}
