/* Walkmesh texts: reads strictly and leniently, walks, checks, writes each mesh, reads it
 * back and writes it again: both texts must be equal. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"

static void write_twice(const wm_kotor_bwm_text_mesh *mesh, wm_kotor_dialect dialect)
{
    wm_kotor_bwm_text_mesh part = {.bwm = mesh->bwm, .state = mesh->state};
    wm_kotor_bwm_text_write_opts opts = {.dialect = dialect};
    wm_buffer once, twice;
    wm_losses losses = {0};
    FUZZ_CHECK(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                       &opts, &once, &losses, NULL) == WM_OK);
    wm_kotor_bwm_text *back = wm_kotor_bwm_text_read(once.data, once.size, NULL, NULL);
    FUZZ_CHECK(back && back->mesh_count == 1 && back->meshes[0].state == mesh->state);
    part.bwm = back->meshes[0].bwm;
    test_walk_bwm(part.bwm);
    FUZZ_CHECK(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                       &opts, &twice, NULL, NULL) == WM_OK);
    /* Boxes that no text can hold may change once more; everything else must stay. */
    bool boxes = false;
    for (uint32_t i = 0; i < losses.count; i++)
        boxes = boxes || strncmp(losses.item[i].field, "aabbs", 5) == 0;
    FUZZ_CHECK(boxes || (once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0));
    wm_kotor_bwm_text_free(back);
    wm_buffer_free(&once);
    wm_buffer_free(&twice);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    wm_error error;
    wm_report_init(&report, NULL);
    wm_kotor_bwm_text_read_opts lenient = {.base = {.report = &report}};
    wm_kotor_bwm_text *loose = wm_kotor_bwm_text_read(data, size, &lenient, &error);
    wm_kotor_bwm_text *t = wm_kotor_bwm_text_read(data, size, NULL, &error);
    FUZZ_CHECK(loose || !t); /* what reads strictly also reads leniently */
    for (uint32_t i = 0; loose && i < loose->mesh_count; i++)
        test_walk_bwm(loose->meshes[i].bwm);
    if (loose)
        wm_kotor_bwm_text_check(loose, NULL, &report, &error);
    for (uint32_t i = 0; t && i < t->mesh_count; i++) {
        test_walk_bwm(t->meshes[i].bwm);
        write_twice(&t->meshes[i], WM_KOTOR_DIALECT_ENGINE);
        write_twice(&t->meshes[i], WM_KOTOR_DIALECT_MDLOPS);
    }
    wm_kotor_bwm_text_free(t);
    wm_kotor_bwm_text_free(loose);
    wm_report_free(&report);
}
