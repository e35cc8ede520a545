/* Shortest paths on real NWN2 meshes against the slow reference. */
#include "path_court.h"
#include "support.h"

static uint32_t largest_region(const wm_walkmesh *m)
{
    uint32_t count = wm_walkmesh_region_count(m), best = 0;
    uint32_t *faces = calloc((size_t)count + 1, sizeof *faces);
    assert_true(faces && count);
    for (uint32_t f = 0; f < m->face_count; f++)
        if (m->walkable[f] && ++faces[wm_walkmesh_region(m, f)] > faces[best])
            best = wm_walkmesh_region(m, f);
    free(faces);
    return best;
}

/* The three largest NWN2 meshes of the corpus, and the three with the most folds, slivers
 * and faces without area. */
static void real_terrain(void **state)
{
    unsigned found = 0, wrong = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < TEST_HARD_TERRAINS; i++) {
        wm_walkmesh *mesh = test_corpus_terrain(test_hard_terrains[i]);
        test_court c = test_court_open(test_hard_terrains[i], mesh, NULL);
        c.index = wm_path_index_new(mesh, 0, NULL, NULL);
        assert_non_null(c.index);
        test_court_judge(&c, 10);
        test_court_judge_in(&c, largest_region(mesh), 40);
        test_court_report(&c);
        found += c.found;
        wrong += c.wrong;
        test_court_close(&c);
        wm_walkmesh_free(mesh);
    }
    assert_int_equal(wrong, 0);
    assert_true(found >= 240);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_terrain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
