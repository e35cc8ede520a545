/* Shortest paths against the slow reference, on real meshes and on ones made to be
 * hard; each path is also walked face by face. */
#include <math.h>

#include "path_court.h"
#include "support.h"

/* ---- made meshes ---- */

static void made_meshes(void **state)
{
    const char *only = getenv("WAYMARK_PATH_MESH"), *more = getenv("WAYMARK_PATH_SEEDS");
    uint64_t seeds = more ? strtoull(more, NULL, 10) : 6;
    unsigned meshes = 0, found = 0, apart = 0, wrong = 0;
    (void)state;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++) {
        test_court total = {.name = kind->name};
        if (only && strcmp(only, kind->name) != 0)
            continue;
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            test_mesh made = test_mesh_new(seed);
            wm_error error;
            char name[64];
            kind->make(&made);
            snprintf(name, sizeof name, "%s %u", kind->name, (unsigned)seed);
            wm_walkmesh *mesh = test_mesh_build(&made, &error);
            if (!mesh)
                fail_msg("%s: %s", name, error.message);
            test_court c = test_court_open(name, mesh, NULL);
            c.index = wm_path_index_new(mesh, 0, NULL, NULL);
            assert_non_null(c.index);
            test_court_judge(&c, 60);
            total.found += c.found;
            total.apart += c.apart;
            total.worst = fmax(total.worst, c.worst);
            wrong += c.wrong;
            test_court_close(&c);
            wm_walkmesh_free(mesh);
            test_mesh_free(&made);
        }
        test_court_report(&total);
        meshes++;
        found += total.found;
        apart += total.apart;
    }
    assert_int_equal(wrong, 0);
    if (!only) {
        assert_true(meshes >= 10);
        assert_true(found >= 3000 && apart > 100);
    }
}

/* ---- filters ---- */

/* Some faces of another material, which the reference leaves out. */
static void filters_leave_faces_out(void **state)
{
    static const char *const names[] = {"open field", "chessboard", "folds", "wild", "stairs"};
    unsigned found = 0, apart = 0, wrong = 0;
    (void)state;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++) {
        bool wanted = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            wanted = wanted || strcmp(names[i], kind->name) == 0;
        for (uint64_t seed = 1; wanted && seed <= 4; seed++) {
            const wm_query_filter filter = {.materials = UINT64_C(1) << 4 | UINT64_C(1) << 63};
            test_mesh made = test_mesh_new(seed);
            kind->make(&made);
            for (uint32_t f = 0; f < made.face_count; f++)
                made.materials[f] = test_mesh_random(&made) < 0.15 ? 7 : f % 2 ? 4 : 63;
            bool *allowed = malloc(made.face_count);
            wm_walkmesh *mesh = test_mesh_build(&made, NULL);
            assert_true(mesh && allowed);
            for (uint32_t f = 0; f < made.face_count; f++)
                allowed[f] = made.materials[f] != 7;
            test_court c = test_court_open(kind->name, mesh, allowed);
            c.filter = &filter;
            test_court_judge(&c, 60);
            found += c.found;
            apart += c.apart;
            wrong += c.wrong;
            test_court_close(&c);
            wm_walkmesh_free(mesh);
            free(allowed);
            test_mesh_free(&made);
        }
    }
    print_message("  %u pairs joined, %u apart\n", found, apart);
    assert_int_equal(wrong, 0);
    assert_true(found > 300 && apart > 300);
}

/* ---- real meshes ---- */

static wm_walkmesh *corpus_mesh(const char *name)
{
    char path[256];
    wm_error error;
    snprintf(path, sizeof path, "kotor/walkmeshes/%s", name);
    wm_buffer bytes = test_corpus_file(path);
    wm_kotor_bwm *bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    wm_walkmesh *mesh = bwm ? wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, &error) : NULL;
    if (!mesh)
        fail_msg("%s: %s", name, error.message);
    wm_kotor_bwm_free(bwm);
    wm_buffer_free(&bytes);
    return mesh;
}

static void real_meshes(void **state)
{
    static const char *const names[] = {
        "203tell.wok",   "test.wok",      "zio006j.wok",    "m10aa_01c.wok",  "m10aa_03a.wok",
        "m10aa_05a.wok", "m10aa_08a.wok", "m10aa_08b.wok",  "m10ac_30a.wok",  "m13aa_04a.wok",
        "m26ae_01e.wok", "m44aa_23a.wok", "k2/745kord.wok", "k2/745koru.wok", "k2/745korc.wok"};
    unsigned found = 0, wrong = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wm_walkmesh *mesh = corpus_mesh(names[i]);
        test_court c = test_court_open(names[i], mesh, NULL);
        c.index = wm_path_index_new(mesh, 0, NULL, NULL);
        assert_non_null(c.index);
        test_court_judge(&c, 250);
        test_court_report(&c);
        found += c.found;
        wrong += c.wrong;
        if (i == 0)
            assert_int_equal(wm_walkmesh_region_count(mesh), 3);
        test_court_close(&c);
        wm_walkmesh_free(mesh);
    }
    assert_int_equal(wrong, 0);
    assert_true(found >= 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_meshes),
        cmocka_unit_test(filters_leave_faces_out),
        cmocka_unit_test(real_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
