/* End to end: any file that is read is checked, rebuilt and written, and what was written is
 * read again. Models are an MDL followed by its MDX. */
#include <string.h>

#include "fuzz.h"
#include "walk.h"

static bool same(const wm_buffer *a, const wm_buffer *b)
{
    return a->size == b->size && (!a->size || memcmp(a->data, b->data, a->size) == 0);
}

/* A rebuilt walkmesh reads back, and a second rebuild changes nothing. */
static void walkmesh(wm_kotor_bwm *b, wm_report *report)
{
    wm_buffer once, twice;
    FUZZ_CHECK(wm_kotor_bwm_check(b, NULL, report, NULL) == WM_OK);
    if (wm_kotor_bwm_rebuild(b, NULL, NULL, NULL) != WM_OK)
        return;
    FUZZ_CHECK(wm_kotor_bwm_write(b, NULL, &once, NULL) == WM_OK);
    wm_kotor_bwm *again = wm_kotor_bwm_read(once.data, once.size, NULL, NULL);
    FUZZ_CHECK(again);
    test_walk_bwm(again);
    FUZZ_CHECK(wm_kotor_bwm_rebuild(again, NULL, NULL, NULL) == WM_OK);
    FUZZ_CHECK(wm_kotor_bwm_write(again, NULL, &twice, NULL) == WM_OK);
    FUZZ_CHECK(same(&once, &twice));
    wm_buffer_free(&once);
    wm_buffer_free(&twice);
    wm_kotor_bwm_free(again);
}

/* A model needs a second rebuild no more than a walkmesh does. */
static void model(wm_kotor_mdl *m, wm_report *report)
{
    wm_buffer mdl[2], mdx[2];
    wm_read_opts opts = {.report = report};
    FUZZ_CHECK(wm_kotor_mdl_check(m, NULL, report, NULL) == WM_OK);
    if (wm_kotor_mdl_rebuild(m, NULL, NULL, NULL) != WM_OK ||
        wm_kotor_mdl_write(m, NULL, &mdl[0], &mdx[0], NULL) != WM_OK)
        return;
    wm_kotor_mdl *again =
        wm_kotor_mdl_read(mdl[0].data, mdl[0].size, mdx[0].data, mdx[0].size, &opts, NULL);
    FUZZ_CHECK(again);
    test_walk_mdl(again);
    FUZZ_CHECK(wm_kotor_mdl_write(again, NULL, &mdl[1], &mdx[1], NULL) == WM_OK);
    FUZZ_CHECK(same(&mdl[0], &mdl[1]) && same(&mdx[0], &mdx[1]));
    for (int i = 0; i < 2; i++) {
        wm_buffer_free(&mdl[i]);
        wm_buffer_free(&mdx[i]);
    }
    wm_kotor_mdl_free(again);
}

static void terrain(wm_nwn2_trn *t, wm_report *report)
{
    const wm_nwn2_trn_write_opts fast = {.fast = true};
    wm_buffer out;
    wm_diff diff;
    FUZZ_CHECK(wm_nwn2_trn_check(t, NULL, report, NULL) == WM_OK);
    if (t->aswm)
        (void)wm_nwn2_trn_rebuild(t, NULL, NULL, NULL);
    if (wm_nwn2_trn_write(t, &fast, &out, NULL) != WM_OK)
        return;
    const wm_nwn2_trn_read_opts opts = {.base = {.report = report}};
    wm_nwn2_trn *again = wm_nwn2_trn_read(out.data, out.size, &opts, NULL);
    FUZZ_CHECK(again);
    test_walk_trn(again);
    wm_diff_init(&diff, NULL);
    if (wm_nwn2_trn_diff(t, again, &diff, NULL) == WM_OK)
        FUZZ_CHECK(diff.count == 0);
    wm_diff_free(&diff);
    wm_buffer_free(&out);
    wm_nwn2_trn_free(again);
}

static void statue(wm_bw2_model *m, wm_report *report)
{
    wm_buffer out;
    FUZZ_CHECK(wm_bw2_model_check(m, NULL, report, NULL) == WM_OK);
    (void)wm_bw2_model_rebuild(m, NULL, NULL, NULL);
    if (wm_bw2_model_write(m, NULL, &out, NULL) != WM_OK)
        return;
    wm_bw2_model *again = wm_bw2_model_read(out.data, out.size, NULL, NULL);
    FUZZ_CHECK(again);
    test_walk_bw2(again);
    wm_bw2_model_free(again);
    wm_buffer_free(&out);
}

static void texts(const uint8_t *data, size_t size, wm_report *report)
{
    const wm_kotor_bwm_text_read_opts floors = {.base = {.report = report}};
    const wm_kotor_mdl_text_read_opts models = {.base = {.report = report}};
    wm_kotor_bwm_text *t = wm_kotor_bwm_text_read(data, size, &floors, NULL);
    for (uint32_t i = 0; t && i < t->mesh_count; i++)
        walkmesh(t->meshes[i].bwm, report);
    wm_kotor_bwm_text_free(t);
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(data, size, &models, NULL);
    if (m)
        model(m, report);
    wm_kotor_mdl_free(m);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    wm_report report;
    size_t mdl_size;
    wm_report_init(&report, NULL);
    const wm_read_opts opts = {.report = &report};
    const wm_nwn2_trn_read_opts trn_opts = {.base = opts};
    wm_kotor_bwm *b = wm_kotor_bwm_read(data, size, &opts, NULL);
    wm_kotor_mdl *m = test_read_both(data, size, &opts, NULL, &mdl_size);
    wm_nwn2_trn *t = wm_nwn2_trn_read(data, size, &trn_opts, NULL);
    wm_bw2_model *s = wm_bw2_model_read(data, size, &opts, NULL);
    if (b)
        walkmesh(b, &report);
    if (m)
        model(m, &report);
    if (t)
        terrain(t, &report);
    if (s)
        statue(s, &report);
    if (!b && !m && !t && !s)
        texts(data, size, &report);
    wm_kotor_bwm_free(b);
    wm_kotor_mdl_free(m);
    wm_nwn2_trn_free(t);
    wm_bw2_model_free(s);
    wm_report_finish(&report);
    wm_report_free(&report);
}
