/* Asks for paths between random pairs and judges the results. */
#include "path_court.h"

#include <math.h>

#include "support.h"

test_court test_court_open(const char *name, const wm_walkmesh *mesh, const bool *allowed)
{
    test_court c = {.name = name, .mesh = mesh, .dice = test_mesh_new(7)};
    c.query = wm_query_new(mesh, NULL, NULL);
    c.reference = test_reference_create(mesh, allowed);
    assert_non_null(c.query);
    return c;
}

void test_court_close(test_court *c)
{
    wm_path_index_free(c->index);
    wm_query_free(c->query);
    test_reference_free(c->reference);
    test_trip_free(&c->trip);
}

static void complain(test_court *c, test_end a, test_end b, double expected)
{
    c->wrong++;
    print_error("%s: face %u (%.9g, %.9g) to face %u (%.9g, %.9g): %.12g, should be %.12g; %s\n",
                c->name, a.face, (double)a.at.x, (double)a.at.y, b.face, (double)b.at.x,
                (double)b.at.y, c->trip.path.found ? c->trip.path.length : (double)INFINITY,
                expected, c->trip.why);
}

static bool equal(test_court *c, double expected, double got, double size)
{
    double off = fabs(got - expected);
    if (expected > 1e-3 * size && off / expected > c->worst)
        c->worst = off / expected;
    return off <= 1e-6 * expected + 1e-9 * size;
}

/* The prepared index must give the same length; it returns only the bends. */
static bool index_agrees(test_court *c, test_end a, test_end b, bool joined, double expected,
                         double size)
{
    const wm_path_opts opts = {.index = c->index};
    wm_path path = {0};
    if (!c->index)
        return true;
    assert_int_equal(
        wm_query_path_between_faces(c->query, a.face, a.at, b.face, b.at, &opts, &path, NULL),
        WM_OK);
    if (path.found == joined && (!joined || equal(c, expected, path.length, size)))
        return true;
    snprintf(c->trip.why, sizeof c->trip.why, "the index says %.12g",
             path.found ? path.length : (double)INFINITY);
    return false;
}

/* Judges both directions; returns true if they are right. */
static bool judge(test_court *c, test_end a, test_end b)
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

static test_end some_end(test_court *c, const uint32_t *faces, uint32_t count)
{
    double random[4];
    uint32_t face = faces[(uint32_t)(test_mesh_random(&c->dice) * count)];
    for (int i = 0; i < 4; i++)
        random[i] = test_mesh_random(&c->dice);
    return test_end_in(c->mesh, face, random);
}

void test_court_judge_in(test_court *c, uint32_t region, uint32_t pairs)
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

void test_court_judge(test_court *c, uint32_t pairs)
{
    test_court_judge_in(c, WM_NO_INDEX, pairs);
}

void test_court_report(const test_court *c)
{
    print_message("  %-24s %5u pairs joined, %4u apart, worst difference %.1e\n", c->name, c->found,
                  c->apart, c->worst);
}
