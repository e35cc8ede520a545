/* Wavefront OBJ: reads in both ways, converts to each kind of walkmesh, and writes again
 * where possible. */
#include "fuzz.h"

static void use(const wm_scene *scene)
{
    wm_buffer out;
    wm_walkmesh_import_result result;
    const wm_walkmesh_import_opts opts = {
        .material = "stone", .weld = WM_WELD_ON, .type = WM_KOTOR_BWM_TYPE_AREA};
    wm_pose *pose = wm_pose_new(scene, NULL, NULL);
    FUZZ_CHECK(pose);
    if (wm_obj_write(pose, NULL, &out, NULL) == WM_OK)
        wm_buffer_free(&out);
    if (wm_gltf_write(scene, NULL, &out, NULL) == WM_OK)
        wm_buffer_free(&out);
    wm_pose_free(pose);
    wm_kotor_bwm_free(wm_kotor_bwm_from_scene(scene, &opts, &result, NULL));
    wm_nwn2_trn_free(wm_nwn2_trn_from_scene(scene, NULL, &result, NULL));
}

/* The text is also its own material file. */
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
    for (int i = 0; i < 2; i++) {
        wm_error error = {.code = WM_OK};
        input in = {data, size};
        const wm_obj_read_opts opts = {
            .z_up = i == 1, .positions_only = i == 1, .load = load, .user = &in};
        wm_scene *scene = wm_obj_read(data, size, &opts, &error);
        FUZZ_CHECK(scene || error.code != WM_OK);
        if (scene)
            use(scene);
        wm_scene_free(scene);
    }
}
