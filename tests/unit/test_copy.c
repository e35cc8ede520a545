/* A copy of a document has everything of its own: the original is freed and its memory
 * overwritten, and the copy still writes the same bytes. */
#include "bw2_models.h"
#include "mdb_models.h"
#include "memory.h"
#include "models.h"
#include "modules.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"

typedef struct kind {
    const char *name;
    void *(*make)(size_t i); /* the i-th sample, or NULL past the last */
    void *(*copy)(const void *document, const wm_allocator *allocator, wm_error *error);
    wm_status (*write)(const void *document, wm_buffer out[2]);
    void (*free)(void *document);
} kind;

/* ---- the documents ---- */

#define KIND(x)                                                                                    \
    static void *copy_##x(const void *document, const wm_allocator *allocator, wm_error *error)    \
    {                                                                                              \
        return wm_##x##_copy(document, allocator, error);                                          \
    }                                                                                              \
    static void free_##x(void *document)                                                           \
    {                                                                                              \
        wm_##x##_free(document);                                                                   \
    }
#define WRITE(x)                                                                                   \
    static wm_status write_##x(const void *document, wm_buffer out[2])                             \
    {                                                                                              \
        return wm_##x##_write(document, NULL, &out[0], NULL);                                      \
    }
KIND(kotor_bwm)
WRITE(kotor_bwm)
KIND(kotor_mdl)
KIND(kotor_lyt)
WRITE(kotor_lyt)
KIND(kotor_vis)
WRITE(kotor_vis)
KIND(kotor_pth)
WRITE(kotor_pth)
KIND(nwn2_trn)
WRITE(nwn2_trn)
KIND(nwn2_mdb)
WRITE(nwn2_mdb)
KIND(bw2_model)
WRITE(bw2_model)

static wm_status write_kotor_mdl(const void *document, wm_buffer out[2])
{
    return wm_kotor_mdl_write(document, NULL, &out[0], &out[1], NULL);
}

static void *make_bwm(size_t i)
{
    return test_samples[i].name ? test_samples[i].make(NULL) : NULL;
}

static void *make_mdl(size_t i)
{
    if (i >= 4)
        return NULL;
    return test_model_make(i & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1,
                           i & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
}

/* The second has a fault that only a read with a report passes over. */
static void *make_lyt(size_t i)
{
    static const char *const texts[] = {
        "#MAXLAYOUT ASCII\nfiledependancy a.max\nbeginlayout\n  roomcount 2\n    a 1 2 3\n"
        "    b 4 5 6\n  trackcount 0\n  obstaclecount 0\n  doorhookcount 1\n"
        "    a door 0 1 2 3 1 0 0 0\ndonelayout\n",
        "beginlayout\nroomcount 1\n  a 1 2\ndonelayout\n"};
    wm_report report = {0};
    wm_read_opts opts = {.report = &report};
    void *lyt = i < 2 ? wm_kotor_lyt_read(texts[i], strlen(texts[i]), &opts, NULL) : NULL;
    wm_report_free(&report);
    return lyt;
}

static void *make_pth(size_t i)
{
    size_t size;
    if (i > 1)
        return NULL;
    wm_kotor_pth *made = test_pth_square();
    if (i == 0)
        return made;
    uint8_t *bytes = test_pth_bytes(made, &size);
    wm_kotor_pth *pth = wm_kotor_pth_read(bytes, size, NULL, NULL);
    wm_kotor_pth_free(made);
    free(bytes);
    return pth;
}

static void *make_vis(size_t i)
{
    static const char *const texts[] = {"a 2\n  b\n  c\nb 1\n  a\n", "  orphan\na 0\n"};
    wm_report report = {0};
    wm_read_opts opts = {.report = &report};
    void *vis = i < 2 ? wm_kotor_vis_read(texts[i], strlen(texts[i]), &opts, NULL) : NULL;
    wm_report_free(&report);
    return vis;
}

static void *make_trn(size_t i)
{
    return test_terrains[i].name ? test_terrain_make(test_terrains[i].name) : NULL;
}

static void *make_bw2(size_t i)
{
    return test_bw2_samples[i].name ? test_bw2_make(test_bw2_samples[i].kind, NULL) : NULL;
}

static void *make_mdb(size_t i)
{
    return test_mdb_samples[i].name ? test_mdb_samples[i].make(NULL) : NULL;
}

static const kind kinds[] = {
    {"kotor_bwm", make_bwm, copy_kotor_bwm, write_kotor_bwm, free_kotor_bwm},
    {"kotor_mdl", make_mdl, copy_kotor_mdl, write_kotor_mdl, free_kotor_mdl},
    {"kotor_lyt", make_lyt, copy_kotor_lyt, write_kotor_lyt, free_kotor_lyt},
    {"kotor_vis", make_vis, copy_kotor_vis, write_kotor_vis, free_kotor_vis},
    {"kotor_pth", make_pth, copy_kotor_pth, write_kotor_pth, free_kotor_pth},
    {"nwn2_trn", make_trn, copy_nwn2_trn, write_nwn2_trn, free_nwn2_trn},
    {"nwn2_mdb", make_mdb, copy_nwn2_mdb, write_nwn2_mdb, free_nwn2_mdb},
    {"bw2_model", make_bw2, copy_bw2_model, write_bw2_model, free_bw2_model},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- the tests ---- */

static void same(const char *what, const wm_buffer *a, const wm_buffer *b)
{
    if (a->size != b->size || (a->size && memcmp(a->data, b->data, a->size) != 0))
        fail_msg("%s: the copy is written differently", what);
}

static void the_copy_outlives_the_original(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        size_t i = 0;
        for (void *document; (document = kinds[k].make(i)) != NULL; i++) {
            wm_buffer was[2] = {{0}}, now[2] = {{0}};
            wm_error error;
            assert_int_equal(kinds[k].write(document, was), WM_OK);
            void *copy = kinds[k].copy(document, NULL, &error);
            assert_non_null(copy);
            kinds[k].free(document);
            assert_int_equal(kinds[k].write(copy, now), WM_OK);
            for (int n = 0; n < 2; n++) {
                same(kinds[k].name, &was[n], &now[n]);
                wm_buffer_free(&was[n]);
                wm_buffer_free(&now[n]);
            }
            kinds[k].free(copy);
        }
        assert_true(i >= 2);
    }
}

/* Nothing of the copy lies in the memory of the original: the copy's allocator counts all. */
static void memory_runs_out(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        void *document = kinds[k].make(0), *copy = NULL;
        for (uint64_t fail_at = 1; !copy; fail_at++) {
            test_memory memory;
            wm_error error = {0};
            test_memory_init(&memory);
            memory.fail_at = fail_at;
            copy = kinds[k].copy(document, &memory.allocator, &error);
            if (!copy)
                assert_int_equal(error.code, WM_NO_MEMORY);
            kinds[k].free(copy);
            test_memory_done(&memory, kinds[k].name);
            assert_true(fail_at < 10000);
        }
        kinds[k].free(document);
    }
}

static void nothing_can_be_freed(void **state)
{
    (void)state;
    for (int k = 0; k < KINDS; k++)
        kinds[k].free(NULL);
}

/* ---- wm_X_alloc ---- */

static void refusals_are_reported(void **state)
{
    (void)state;
    wm_error error = {0};
    wm_kotor_bwm *bwm = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    wm_kotor_mdl *mdl = wm_kotor_mdl_new(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL, NULL);
    wm_nwn2_trn *trn = wm_nwn2_trn_new(NULL, NULL);
    wm_nwn2_mdb *mdb = wm_nwn2_mdb_new(NULL, NULL);
    wm_bw2_model *bw2 = wm_bw2_model_new(NULL, NULL);
    wm_scene *scene = wm_scene_new(1 << 16, NULL, NULL);
    uint32_t *numbers = wm_kotor_bwm_alloc(bwm, 3, sizeof *numbers, &error);
    assert_non_null(numbers);
    assert_int_equal(numbers[2], 0);
    assert_null(wm_kotor_bwm_alloc(bwm, SIZE_MAX, 4, &error));
    assert_int_equal(error.code, WM_NO_MEMORY);
    error.code = WM_OK;
    assert_null(wm_kotor_mdl_alloc(mdl, SIZE_MAX, 4, &error));
    assert_int_equal(error.code, WM_NO_MEMORY);
    error.code = WM_OK;
    assert_null(wm_nwn2_trn_alloc(trn, SIZE_MAX, 4, &error));
    assert_int_equal(error.code, WM_NO_MEMORY);
    error.code = WM_OK;
    assert_null(wm_nwn2_mdb_alloc(mdb, SIZE_MAX, 4, &error));
    assert_int_equal(error.code, WM_NO_MEMORY);
    error.code = WM_OK;
    assert_null(wm_bw2_model_alloc(bw2, SIZE_MAX, 4, &error));
    assert_int_equal(error.code, WM_NO_MEMORY);
    error.code = WM_OK;
    assert_null(wm_scene_alloc(scene, 1 << 20, 1, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_kotor_bwm_free(bwm);
    wm_kotor_mdl_free(mdl);
    wm_nwn2_trn_free(trn);
    wm_nwn2_mdb_free(mdb);
    wm_bw2_model_free(bw2);
    wm_scene_free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_copy_outlives_the_original),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(nothing_can_be_freed),
        cmocka_unit_test(refusals_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
