/* Fuzzes models as scenes: reads an MDL followed by its MDX, converts it to a scene (also as
 * its own supermodel), poses, skins and writes it as OBJ. */
#include <stdlib.h>

#include "fuzz.h"
#include "waymark/waymark.h"

/* The MDL stores its own length; what follows is the MDX. */
static wm_kotor_mdl *read_both(const uint8_t *data, size_t size, wm_report *report)
{
    wm_read_opts opts = {.report = report};
    size_t mdl = size;
    if (size >= 8) {
        uint64_t stated = (uint64_t)data[4] | (uint64_t)data[5] << 8 | (uint64_t)data[6] << 16 |
                          (uint64_t)data[7] << 24;
        if (stated + 12 < size)
            mdl = (size_t)stated + 12;
    }
    return wm_kotor_mdl_read(data, mdl, data + mdl, size - mdl, &opts, NULL);
}

static void pose_all(const wm_scene *scene)
{
    wm_buffer out;
    wm_pose *pose = wm_pose_new(scene, NULL, NULL);
    FUZZ_CHECK(pose);
    for (uint32_t a = 0; a < scene->animation_count && a < 8; a++) {
        uint32_t events[8], count;
        wm_pose_sample(pose, a, 0.4f, WM_PLAY_LOOP);
        wm_pose_transition(pose, a, 0.6f, 0, 0.1f, WM_PLAY_ONCE);
        wm_animation_events(&scene->animations[a], 0.5f, 7, WM_PLAY_LOOP, events, 8, &count);
        for (uint32_t i = 0; i < count && i < 8; i++)
            FUZZ_CHECK(events[i] < scene->animations[a].event_count);
    }
    wm_pose_update(pose);
    if (wm_obj_write(pose, NULL, &out, NULL) == WM_OK)
        wm_buffer_free(&out);
    wm_pose_free(pose);
}

/* The conversion back may reject invalid input, but its result must be writable. */
static void come_back(const wm_scene *scene)
{
    wm_error error = {.code = WM_OK};
    wm_buffer out, beside;
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(scene, NULL, NULL, &error);
    FUZZ_CHECK(mdl || error.code != WM_OK);
    if (mdl && wm_kotor_mdl_write(mdl, NULL, &out, &beside, NULL) == WM_OK) {
        wm_buffer_free(&out);
        wm_buffer_free(&beside);
    }
    wm_kotor_mdl_free(mdl);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_kotor_mdl *mdl = read_both(data, size, &report);
    if (mdl) {
        const wm_kotor_mdl *self = mdl;
        wm_error error;
        wm_scene *scene = wm_scene_from_kotor_mdl(mdl, &self, 1, NULL, &error);
        /* A model that was read always gives a valid scene. */
        FUZZ_CHECK(scene || error.code == WM_NO_MEMORY);
        if (scene) {
            pose_all(scene);
            come_back(scene);
        }
        wm_scene_free(scene);
    }
    wm_kotor_mdl_free(mdl);
    wm_report_free(&report);
}
