/* There is a path between two faces if, and only if, they are in one region: with an index
 * and without, on floors whose links join edges in different places, and with coordinates
 * that leave nothing but rounding errors. */
#include <math.h>

#include "path_meshes.h"
#include "support.h"

enum { SQUARES = 8, SHUFFLED = 60, STRETCHED = 120, PAIRS = 10 };

/* A row of squares, each of two faces. */
static test_mesh make_row(uint64_t seed)
{
    test_mesh m = test_mesh_new(seed);
    for (int i = 0; i <= SQUARES; i++) {
        test_mesh_vertex(&m, i, 1, 0);
        test_mesh_vertex(&m, i, 2, 0);
    }
    for (uint32_t i = 0; i < SQUARES; i++) {
        test_mesh_face(&m, 2 * i, 2 * i + 2, 2 * i + 3);
        test_mesh_face(&m, 2 * i, 2 * i + 3, 2 * i + 1);
    }
    test_mesh_link(&m);
    return m;
}

static wm_vec3 inside(const wm_walkmesh *m, uint32_t face, float share)
{
    const uint32_t *v = m->faces[face].vertex;
    wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
    float rest = (1 - share) / 2;
    return (wm_vec3){share * a.x + rest * b.x + rest * c.x, share * a.y + rest * b.y + rest * c.y,
                     share * a.z + rest * b.z + rest * c.z};
}

typedef struct tally {
    unsigned found, apart;
} tally;

/* Asks for one path in every way. */
static void ask(wm_query *q, const wm_walkmesh *m, const wm_path_index *index, uint32_t a,
                uint32_t b, float share, tally *sum)
{
    float costs[64];
    for (int i = 0; i < 64; i++)
        costs[i] = 1 + (float)(i % 3);
    const wm_path_opts ways[] = {{.filter = NULL},
                                 {.index = index},
                                 {.crossings = true},
                                 {.costs = costs},
                                 {.index = index, .partial = true}};
    wm_vec3 from = inside(m, a, share), to = inside(m, b, share);
    bool joined = wm_walkmesh_region(m, a) == wm_walkmesh_region(m, b);
    *(joined ? &sum->found : &sum->apart) += 1;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        wm_path_point points[200];
        uint32_t faces[200];
        wm_path path = {.points = points, .point_capacity = 200, .faces = faces};
        path.face_capacity = ways[i].index ? 0 : 200;
        assert_int_equal(wm_query_path_between_faces(q, a, from, b, to, &ways[i], &path, NULL),
                         WM_OK);
        if (path.found != (joined || ways[i].partial))
            fail_msg("way %u: %d from face %u to %u", (unsigned)i, path.found, (unsigned)a,
                     (unsigned)b);
        assert_true(isfinite(path.length) && path.length >= 0);
        assert_true(path.found == (path.point_count > 0) && path.point_count <= 200);
        for (uint32_t k = 0; k < path.point_count; k++)
            assert_true(points[k].face < m->face_count);
        for (uint32_t k = 0; k + 1 < path.face_count && k + 1 < path.face_capacity; k++)
            assert_true(m->neighbours[faces[k]].edge[0] / 3 == faces[k + 1] ||
                        m->neighbours[faces[k]].edge[1] / 3 == faces[k + 1] ||
                        m->neighbours[faces[k]].edge[2] / 3 == faces[k + 1]);
    }
}

static tally ask_all(test_mesh *made)
{
    tally sum = {0};
    wm_walkmesh *m = test_mesh_build(made, NULL);
    assert_non_null(m);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path_index *index = wm_path_index_new(m, 0, NULL, NULL);
    assert_true(q && index);
    for (int i = 0; i < PAIRS; i++) {
        uint32_t a = (uint32_t)(test_mesh_random(made) * m->face_count);
        uint32_t b = (uint32_t)(test_mesh_random(made) * m->face_count);
        ask(q, m, index, a, b, (float)test_mesh_random(made), &sum);
    }
    wm_path_index_free(index);
    wm_query_free(q);
    wm_walkmesh_free(m);
    test_mesh_free(made);
    return sum;
}

/* What a fuzzer found: two faces are linked by edges that share one vertex only, and a
 * vertex is far from its place. The search without an index found no path. */
static void a_fold_with_a_torn_link(void **state)
{
    test_mesh made = make_row(1);
    (void)state;
    made.vertices[5].x = 1e-10f;
    made.faces[6].vertex[0] = 7;
    made.faces[7].vertex[0] = 6;
    tally sum = ask_all(&made);
    assert_true(sum.found == PAIRS && sum.apart == 0);
}

/* Edges are joined at random, so that most links lead somewhere else. */
static void shuffle(test_mesh *m)
{
    uint32_t edges = 3 * m->face_count;
    memset(m->links, 0xFF, m->face_count * sizeof *m->links);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t a = (uint32_t)(test_mesh_random(m) * edges);
        uint32_t b = (uint32_t)(test_mesh_random(m) * edges);
        if (a / 3 == b / 3 || m->links[a / 3].edge[a % 3] != WM_NO_INDEX ||
            m->links[b / 3].edge[b % 3] != WM_NO_INDEX)
            continue;
        m->links[a / 3].edge[a % 3] = b;
        m->links[b / 3].edge[b % 3] = a;
    }
}

static void any_links(void **state)
{
    tally sum = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= SHUFFLED; seed++) {
        test_mesh made = make_row(seed);
        shuffle(&made);
        tally one = ask_all(&made);
        sum.found += one.found;
        sum.apart += one.apart;
    }
    print_message("%u paths, %u pairs apart\n", sum.found, sum.apart);
    assert_true(sum.found > SHUFFLED && sum.apart > SHUFFLED);
}

/* Coordinates from 1e-45 to 1e38, links that are right. */
static void any_coordinates(void **state)
{
    static const float odd[] = {0, 1e-45f, -1e-10f, 1e10f, -1e20f, 1e30f, 3e38f, -3e38f, 16777216};
    tally sum = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= STRETCHED; seed++) {
        test_mesh made = make_row(seed);
        for (uint64_t i = 0; i < 1 + seed % 6; i++) {
            wm_vec3 *v = &made.vertices[(uint32_t)(test_mesh_random(&made) * made.vertex_count)];
            float value = odd[(uint32_t)(test_mesh_random(&made) * (sizeof odd / sizeof *odd))];
            *(test_mesh_random(&made) < 0.5 ? &v->x : &v->y) = value;
        }
        tally one = ask_all(&made);
        sum.found += one.found;
        assert_true(one.apart == 0);
    }
    assert_true(sum.found == STRETCHED * PAIRS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fold_with_a_torn_link),
        cmocka_unit_test(any_links),
        cmocka_unit_test(any_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
