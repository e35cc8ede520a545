/* Shortest paths on real NWN2 meshes against the slow reference. */
#include "path_court.h"
#include "support.h"

static wm_walkmesh *terrain_mesh(const char *name)
{
    char path[256];
    wm_error error;
    snprintf(path, sizeof path, "nwn2/%s", name);
    wm_buffer bytes = test_corpus_file(path);
    wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, &error);
    wm_walkmesh *mesh = trn ? wm_walkmesh_from_nwn2_aswm(trn->aswm, NULL, &error) : NULL;
    if (!mesh)
        fail_msg("%s: %s", name, error.message);
    wm_nwn2_trn_free(trn);
    wm_buffer_free(&bytes);
    return mesh;
}

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
    static const char *const names[] = {"ironhouse_halls.trx",         "mdl_tunnel_maze.trx",
                                        "black_hounds_compound.trx",   "castle_krag_temple.trx",
                                        "shadow_castle_-_floor_1.trx", "ud_stone_giants.trx"};
    unsigned found = 0, wrong = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wm_walkmesh *mesh = terrain_mesh(names[i]);
        test_court c = test_court_open(names[i], mesh, NULL);
        c.index = wm_path_index_build(mesh, 0, NULL, NULL);
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
