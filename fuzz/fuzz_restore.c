/* A scene that another program saved, applied to its original. The input is two scenes, glTF or any
 * model, separated by a line "next"; a single one is its own original. The result must be a scene
 * that can be written and read again. */
#include "fuzz.h"
#include "pieces.h"

static wm_scene *open_scene(const uint8_t *data, size_t size)
{
    wm_document *d = wm_open(data, size, NULL, NULL);
    wm_scene *scene = d ? wm_document_scene(d, NULL, NULL) : NULL;
    wm_buffer glb;
    wm_status status = scene ? wm_gltf_write(scene, NULL, &glb, NULL) : WM_BAD_MAGIC;
    wm_scene_free(scene);
    wm_document_free(d);
    if (status != WM_OK)
        return NULL;
    wm_scene *own = wm_gltf_read(glb.data, glb.size, NULL, NULL); /* shares nothing */
    wm_buffer_free(&glb);
    return own;
}

static void read_back(const wm_scene *scene)
{
    wm_buffer glb;
    if (wm_gltf_write(scene, NULL, &glb, NULL) != WM_OK)
        return;
    wm_scene *again = wm_gltf_read(glb.data, glb.size, NULL, NULL);
    FUZZ_CHECK(again);
    wm_scene_free(again);
    wm_buffer_free(&glb);
}

static void restore(wm_scene *original, wm_scene *edited)
{
    wm_error error = {.code = WM_OK};
    wm_scene_restore_result result;
    wm_report report;
    wm_report_init(&report, NULL);
    const wm_scene_restore_opts opts = {.report = &report};
    wm_status status = wm_scene_restore(original, edited, &opts, &result, &error);
    FUZZ_CHECK(status == WM_OK || error.code == status);
    wm_report_free(&report);
    if (status == WM_OK)
        read_back(original);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    fuzz_pieces p = fuzz_cut(data, size);
    wm_scene *original = open_scene(p.data[0], p.size[0]);
    size_t last = p.count > 1 ? 1 : 0;
    wm_scene *edited = original ? wm_gltf_read(p.data[last], p.size[last], NULL, NULL) : NULL;
    if (original && !edited)
        edited = open_scene(p.data[last], p.size[last]);
    if (edited)
        restore(original, edited);
    if (original && wm_scene_reduce_keys(original, data[size / 2] & 1, NULL, NULL) == WM_OK)
        read_back(original);
    wm_scene_free(original);
    wm_scene_free(edited);
}
