/* Fuzzes Black & White 2 models: reader, checker, comparison, conversion to a scene and
 * back, editing, rebuild, writer. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"
#include "waymark/waymark.h"

/* A model must be written as the same bytes that were read. */
static void round_trip(const wm_bw2_model *m, const uint8_t *data, size_t size)
{
    wm_buffer out;
    if (wm_bw2_model_write(m, NULL, &out, NULL) != WM_OK)
        return; /* out of memory */
    FUZZ_CHECK(out.size == size && memcmp(out.data, data, size) == 0);
    wm_buffer_free(&out);
}

/* Adds an entity and changes the footprint: only those differ, and the file reads back. A damaged
 * model keeps the size that it states. */
static void edit(wm_bw2_model *m, bool whole)
{
    static const wm_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}};
    const wm_bw2_frame frame = {{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, {1, 2, 3}};
    wm_buffer out;
    uint32_t entities = m->entity_count;
    if (wm_bw2_model_add_entity(m, "bws_ep_fuzz", &frame, NULL) != WM_OK ||
        wm_bw2_model_set_footprint(m, points, 3, NULL) != WM_OK ||
        wm_bw2_model_write(m, NULL, &out, NULL) != WM_OK)
        return;
    wm_bw2_model *again = wm_bw2_model_read(out.data, out.size, NULL, NULL);
    FUZZ_CHECK(again && again->entity_count == entities + 1 && again->footprint_count == 3);
    FUZZ_CHECK(!whole || again->size == out.size - 44);
    test_walk_bw2(again);
    wm_bw2_model_free(again);
    wm_buffer_free(&out);
}

/* Converts to a scene and back: the result must be readable, and a rebuild must not change it. */
static void through_scene(const wm_bw2_model *m)
{
    wm_buffer out;
    wm_error error = {0};
    wm_scene *s = wm_scene_from_bw2_model(m, NULL, NULL);
    wm_bw2_model *back = s ? wm_bw2_model_from_scene(s, NULL, NULL, &error) : NULL;
    FUZZ_CHECK(!s || back || error.code != WM_OK);
    wm_scene_free(s);
    if (!back)
        return;
    test_walk_bw2(back);
    FUZZ_CHECK(back->mesh_count <= m->mesh_count && back->entity_count == m->entity_count);
    if (wm_bw2_model_write(back, NULL, &out, NULL) == WM_OK) {
        wm_bw2_model *again = wm_bw2_model_read(out.data, out.size, NULL, NULL);
        FUZZ_CHECK(again && again->size == out.size - 44);
        wm_bw2_model_free(again);
        wm_buffer_free(&out);
    }
    wm_bw2_model_free(back);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_error error = {0};
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_bw2_model *m = wm_bw2_model_read(data, size, &opts, &error);
    FUZZ_CHECK(m || error.code != WM_OK);
    FUZZ_CHECK(m || report.errors > 0 || error.code == WM_NO_MEMORY);
    if (m) {
        bool whole = report.count == 0;
        wm_diff diff;
        test_walk_bw2(m);
        round_trip(m, data, size);
        if (wm_bw2_model_check(m, NULL, &report, &error) != WM_OK)
            FUZZ_CHECK(error.code == WM_NO_MEMORY);
        wm_diff_init(&diff, NULL);
        if (wm_bw2_model_diff(m, m, &diff, NULL) == WM_OK)
            FUZZ_CHECK(diff.count == 0);
        wm_diff_free(&diff);
        through_scene(m);
        if (wm_bw2_model_rebuild(m, NULL, NULL, NULL) == WM_OK)
            test_walk_bw2(m);
        edit(m, whole);
    }
    wm_report_finish(&report);
    wm_report_free(&report);
    wm_bw2_model_free(m);
}
