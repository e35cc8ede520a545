#include "saved_scene.h"

#include "models.h"
#include "support.h"
#include "waymark/convert.h"

wm_scene *test_sample_scene(void)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *s = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    assert_non_null(s);
    wm_kotor_mdl_free(m);
    return s;
}

wm_scene *test_saved_scene(const wm_scene *scene)
{
    static const char ours[] = "\"generator\":\"waymark ", other[] = "\"generator\":\"another ";
    const wm_gltf_write_opts opts = {.text = true, .all = true};
    wm_buffer text;
    assert_int_equal(wm_gltf_write(scene, &opts, &text, NULL), WM_OK);
    size_t at = 0;
    while (at + sizeof ours < text.size && memcmp(text.data + at, ours, sizeof ours - 1) != 0)
        at++;
    assert_memory_equal(text.data + at, ours, sizeof ours - 1);
    memcpy(text.data + at, other, sizeof other - 1);
    wm_scene *back = wm_gltf_read(text.data, text.size, NULL, NULL);
    wm_buffer_free(&text);
    assert_non_null(back);
    assert_true(back->returned);
    return back;
}
