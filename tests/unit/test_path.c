/* Shortest paths against the slow reference, on real meshes and on ones made to be
 * hard; each path is also walked face by face. */
#include <math.h>

#include "path_check.h"
#include "path_meshes.h"
#include "path_reference.h"
#include "support.h"

/* One mesh, the engine's query and the judge of its answers. */
typedef struct court {
    const char *name;
    const wm_walkmesh *mesh;
    wm_query *query;
    test_reference *reference;
    wm_path_index *index; /* NULL: not asked */
    test_trip trip;
    test_mesh dice; /* for its random numbers */
    const wm_query_filter *filter;
    unsigned found, apart, wrong;
    double worst; /* relative difference in length */
} court;

static court open_court(const char *name, const wm_walkmesh *mesh, const bool *allowed)
{
    court c = {.name = name, .mesh = mesh, .dice = test_mesh_new(7)};
    c.query = wm_query_create(mesh, NULL, NULL);
    c.reference = test_reference_create(mesh, allowed);
    assert_non_null(c.query);
    return c;
}

static void close_court(court *c)
{
    wm_path_index_free(c->index);
    wm_query_free(c->query);
    test_reference_free(c->reference);
    test_trip_free(&c->trip);
}

static void complain(court *c, test_end a, test_end b, double expected)
{
    c->wrong++;
    print_error("%s: face %u (%.9g, %.9g) to face %u (%.9g, %.9g): %.12g, should be %.12g; %s\n",
                c->name, a.face, (double)a.at.x, (double)a.at.y, b.face, (double)b.at.x,
                (double)b.at.y, c->trip.path.found ? c->trip.path.length : (double)INFINITY,
                expected, c->trip.why);
}

static bool equal(court *c, double expected, double got, double size)
{
    double off = fabs(got - expected);
    if (expected > 1e-3 * size && off / expected > c->worst)
        c->worst = off / expected;
    return off <= 1e-6 * expected + 1e-9 * size;
}

/* The prepared index must find the same; it only gives the bends. */
static bool index_agrees(court *c, test_end a, test_end b, bool joined, double expected,
                         double size)
{
    const wm_path_opts opts = {.index = c->index};
    wm_path path = {0};
    if (!c->index)
        return true;
    assert_int_equal(wm_query_path(c->query, a.face, a.at, b.face, b.at, &opts, &path, NULL),
                     WM_OK);
    if (path.found == joined && (!joined || equal(c, expected, path.length, size)))
        return true;
    snprintf(c->trip.why, sizeof c->trip.why, "the index says %.12g",
             path.found ? path.length : (double)INFINITY);
    return false;
}

/* Both ways; true if they are right. */
static bool judge(court *c, test_end a, test_end b)
{
    double expected = test_reference_length(c->reference, a.face, a.at, b.face, b.at);
    const wm_walkmesh *m = c->mesh;
    double size = fabs((double)m->max.x) + fabs((double)m->min.x) + fabs((double)m->max.y) +
                  fabs((double)m->min.y);
    bool joined = test_reference_joined(c->reference, a.face, b.face);
    assert_true(joined == (expected < INFINITY));
    if (joined)
        c->found++;
    else
        c->apart++;
    for (int way = 0; way < 2; way++) {
        test_end from = way ? b : a, to = way ? a : b;
        bool good = test_trip_ask(&c->trip, c->query, m, from, to, c->filter);
        if (good && c->trip.path.found == joined &&
            (!joined || equal(c, expected, c->trip.path.length, size)) &&
            index_agrees(c, from, to, joined, expected, size))
            continue;
        complain(c, from, to, expected);
        return false;
    }
    return true;
}

static test_end some_end(court *c, const uint32_t *faces, uint32_t count)
{
    double random[4];
    uint32_t face = faces[(uint32_t)(test_mesh_random(&c->dice) * count)];
    for (int i = 0; i < 4; i++)
        random[i] = test_mesh_random(&c->dice);
    return test_end_in(c->mesh, face, random);
}

/* Random pairs of points of walkable faces, a fifth of them on corners and edges; in one
 * region, or anywhere (WM_NO_INDEX). */
static void judge_pairs_in(court *c, uint32_t region, uint32_t pairs)
{
    uint32_t *faces = malloc((c->mesh->face_count + 1) * sizeof *faces), count = 0;
    assert_non_null(faces);
    for (uint32_t f = 0; f < c->mesh->face_count; f++)
        if (c->mesh->walkable[f] &&
            (region == WM_NO_INDEX || wm_walkmesh_region(c->mesh, f) == region))
            faces[count++] = f;
    assert_true(count > 0);
    for (uint32_t i = 0; i < pairs && c->wrong < 1; i++) {
        test_end a = some_end(c, faces, count), b = some_end(c, faces, count);
        judge(c, a, b);
    }
    free(faces);
}

static void judge_pairs(court *c, uint32_t pairs)
{
    judge_pairs_in(c, WM_NO_INDEX, pairs);
}

static void report(const court *c)
{
    print_message("  %-24s %5u pairs joined, %4u apart, worst difference %.1e\n", c->name, c->found,
                  c->apart, c->worst);
}

/* ---- made meshes ---- */

static void made_meshes(void **state)
{
    const char *only = getenv("WAYMARK_PATH_MESH"), *more = getenv("WAYMARK_PATH_SEEDS");
    uint64_t seeds = more ? strtoull(more, NULL, 10) : 6;
    unsigned meshes = 0, found = 0, apart = 0, wrong = 0;
    (void)state;
    for (const test_path_mesh *kind = test_path_meshes; kind->name; kind++) {
        court total = {.name = kind->name};
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
            court c = open_court(name, mesh, NULL);
            c.index = wm_path_index_build(mesh, 0, NULL, NULL);
            assert_non_null(c.index);
            judge_pairs(&c, 60);
            total.found += c.found;
            total.apart += c.apart;
            total.worst = fmax(total.worst, c.worst);
            wrong += c.wrong;
            close_court(&c);
            wm_walkmesh_free(mesh);
            test_mesh_free(&made);
        }
        report(&total);
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

/* Some faces of another material, and the reference told to leave them out. */
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
            court c = open_court(kind->name, mesh, allowed);
            c.filter = &filter;
            judge_pairs(&c, 60);
            found += c.found;
            apart += c.apart;
            wrong += c.wrong;
            close_court(&c);
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
        court c = open_court(names[i], mesh, NULL);
        c.index = wm_path_index_build(mesh, 0, NULL, NULL);
        assert_non_null(c.index);
        judge_pairs(&c, 250);
        report(&c);
        found += c.found;
        wrong += c.wrong;
        if (i == 0)
            assert_int_equal(wm_walkmesh_region_count(mesh), 3);
        close_court(&c);
        wm_walkmesh_free(mesh);
    }
    assert_int_equal(wrong, 0);
    assert_true(found >= 3000);
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

static void real_terrain(void **state)
{
    unsigned found = 0, wrong = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < TEST_HARD_TERRAINS; i++) {
        wm_walkmesh *mesh = test_corpus_terrain(test_hard_terrains[i]);
        court c = open_court(test_hard_terrains[i], mesh, NULL);
        c.index = wm_path_index_build(mesh, 0, NULL, NULL);
        assert_non_null(c.index);
        judge_pairs(&c, 10);
        judge_pairs_in(&c, largest_region(mesh), 40);
        report(&c);
        found += c.found;
        wrong += c.wrong;
        close_court(&c);
        wm_walkmesh_free(mesh);
    }
    assert_int_equal(wrong, 0);
    assert_true(found >= 240);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_meshes),
        cmocka_unit_test(filters_leave_faces_out),
        cmocka_unit_test(real_meshes),
        cmocka_unit_test(real_terrain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
