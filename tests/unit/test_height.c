/* wm_query_height against brute force on meshes that are folded, stacked, full of holes
 * and of faces between far corners, made ones and the worst of NWN2: at random points,
 * corners and middles of edges. */
#include <math.h>

#include "nav/height.h"
#include "nav/query.h"
#include "support.h"

enum { SIDE = 24, LAYERS = 3, STRAY = 20 };
enum { CORNERS = (SIDE + 1) * (SIDE + 1) * LAYERS, FACES = 2 * SIDE * SIDE * LAYERS + STRAY };

typedef struct dirty {
    wm_vec3 vertices[CORNERS];
    wm_walk_face faces[FACES];
    bool walkable[FACES];
    uint32_t seed, side, layers, face_count;
} dirty;

static double chance(dirty *d)
{
    d->seed = d->seed * 1664525u + 1013904223u;
    return (double)(d->seed >> 8) / 16777216.0;
}

static uint32_t any_corner(dirty *d)
{
    return (uint32_t)(chance(d) * (d->side + 1) * (d->side + 1) * d->layers);
}

static void add(dirty *d, uint32_t a, uint32_t b, uint32_t c)
{
    d->walkable[d->face_count] = chance(d) < 0.7;
    d->faces[d->face_count++] = (wm_walk_face){{a, b, c}};
}

static void fill(dirty *d, double jitter, double offset, double scale)
{
    uint32_t row = d->side + 1, layer = row * row;
    d->face_count = 0;
    for (uint32_t i = 0; i < layer * d->layers; i++) {
        double x = i % row + jitter * chance(d), y = i % layer / row + jitter * chance(d);
        d->vertices[i] = (wm_vec3){(float)(offset + scale * x), (float)(offset / 2 + scale * y),
                                   (float)(scale * (i / layer * 3 + chance(d)))};
    }
    for (uint32_t i = 0; i < layer * d->layers; i++) {
        if (i % row == d->side || i % layer / row == d->side || chance(d) < 0.1)
            continue;
        add(d, i, i + 1, i + row + 1);
        if (chance(d) < 0.1)
            add(d, i, i + row, i + row + 1); /* flipped */
        else
            add(d, i, i + row + 1, i + row);
    }
    for (int i = 0; i < STRAY; i++)
        add(d, any_corner(d), any_corner(d), any_corner(d));
}

/* Written independently of the library: long double holds the products of floats whole. */
static bool brute_holds(const wm_walkmesh *m, uint32_t face, wm_vec3 p, double *z)
{
    long double s[3], area;
    wm_vec3 v[3];
    for (int k = 0; k < 3; k++)
        v[k] = m->vertices[m->faces[face].vertex[k]];
    for (int k = 0; k < 3; k++) {
        wm_vec3 a = v[(k + 1) % 3], b = v[(k + 2) % 3];
        s[k] = ((long double)a.x - p.x) * ((long double)b.y - p.y) -
               ((long double)a.y - p.y) * ((long double)b.x - p.x);
    }
    area = ((long double)v[1].x - v[0].x) * ((long double)v[2].y - v[0].y) -
           ((long double)v[1].y - v[0].y) * ((long double)v[2].x - v[0].x);
    for (int k = 0; k < 3; k++)
        if (area > 0 ? s[k] < 0 : s[k] > 0)
            return false;
    if (area != 0)
        *z = (double)((s[0] * v[0].z + s[1] * v[1].z + s[2] * v[2].z) / area);
    return area != 0;
}

static void compare(wm_query *q, const wm_walkmesh *m, wm_vec3 p, double size, unsigned *found)
{
    double highest = -INFINITY, z;
    for (uint32_t f = 0; f < m->face_count; f++)
        if (brute_holds(m, f, p, &z) && z > highest)
            highest = z;
    wm_hit hit, plain;
    bool is = wm_query_height(q, p, WM_LOCATE_ALL, NULL, &hit);
    /* The same in every variant, to the last bit. */
    assert_int_equal(wmi_height(q, p, WM_LOCATE_ALL, NULL, &plain), is);
    assert_int_equal(plain.face, hit.face);
    assert_memory_equal(&plain.z, &hit.z, sizeof hit.z);
    if (is != isfinite(highest) || (is && fabs((double)hit.z - highest) > 2e-6 * size))
        fail_msg("at (%.9g, %.9g) face %u, %.9g, brute force %.9g", (double)p.x, (double)p.y,
                 hit.face, (double)hit.z, highest);
    *found += is;
}

static void heights_of_dirty_meshes(void **state)
{
    static const double offsets[] = {0, 1000, -30000}, scales[] = {1, 0.01, 100};
    static dirty d = {.seed = 1};
    unsigned found = 0;
    (void)state;
    for (unsigned run = 0; run < 36; run++) {
        double scale = scales[run / 3 % 3];
        d.side = 3 + (uint32_t)(chance(&d) * (SIDE - 2));
        d.layers = 1 + run / 12;
        fill(&d, 0.35 * (run % 4), offsets[run % 3], scale);
        wm_walkmesh_desc desc = {.vertex_count = (d.side + 1) * (d.side + 1) * d.layers,
                                 .vertices = d.vertices,
                                 .face_count = d.face_count,
                                 .faces = d.faces,
                                 .walkable = d.walkable};
        wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
        wm_query *q = wm_query_new(m, NULL, NULL);
        assert_non_null(q);
        for (int i = 0; i < 600; i++) {
            wm_vec3 a = d.vertices[any_corner(&d)], b = d.vertices[any_corner(&d)], p = a;
            if (i % 3 == 0) /* else a corner, or the middle of what may be an edge */
                p = (wm_vec3){
                    (float)((double)m->min.x + chance(&d) * ((double)m->max.x - (double)m->min.x)),
                    (float)((double)m->min.y + chance(&d) * ((double)m->max.y - (double)m->min.y)),
                    0};
            else if (i % 3 == 1)
                p = (wm_vec3){a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2, 0};
            compare(q, m, p, 12 * scale, &found);
        }
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    assert_true(found > 10000);
}

/* Many points at once: the same bits as one by one, and zeroes where there is no floor. */
static void many_heights(void **state)
{
    enum { POINTS = 500 };
    static dirty d = {.seed = 7, .side = 9, .layers = 2};
    static wm_vec3 points[POINTS];
    wm_hit hits[POINTS], one;
    (void)state;
    fill(&d, 0.3, 0, 1);
    wm_walkmesh_desc desc = {.vertex_count = (d.side + 1) * (d.side + 1) * d.layers,
                             .vertices = d.vertices,
                             .face_count = d.face_count,
                             .faces = d.faces,
                             .walkable = d.walkable};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    assert_non_null(q);
    for (size_t i = 0; i < POINTS; i++)
        points[i] = (wm_vec3){(float)(chance(&d) * 12 - 1), (float)(chance(&d) * 12 - 1),
                              (float)(chance(&d) * 6)};
    points[3].x = NAN;
    const wm_query_filter walkable = {.walkable_only = true};
    /* Without a filter, faces of all kinds are looked up in groups. */
    for (int way = 0; way < 8; way++) {
        wm_locate what = (wm_locate)(way % 4 == 3 ? 0 : way % 4);
        const wm_query_filter *filter = way < 4 ? &walkable : NULL;
        size_t asked = way % 4 == 3 ? POINTS - 7 : POINTS, found = 0;
        memset(hits, 0xA5, sizeof hits);
        size_t count = wm_query_heights(q, points, asked, what, filter, hits);
        for (size_t i = 0; i < asked; i++) {
            bool is = wm_query_height(q, points[i], what, filter, &one);
            if (!is)
                one = (wm_hit){.face = WM_NO_INDEX};
            assert_memory_equal(&one, &hits[i], sizeof one);
            found += is;
        }
        assert_int_equal(count, found);
        assert_in_range(count, 50, POINTS - 50);
    }
    assert_int_equal(wm_query_heights(q, NULL, 0, WM_LOCATE_ALL, NULL, NULL), 0);
    wm_query_free(q);
    wm_walkmesh_free(m);
}

/* Cells of 16 bits are too small for so many faces, and far from 0 floats are too coarse to
 * distinguish all of them. */
static void heights_of_many_faces(void **state)
{
    enum { N = 150 };
    const float starts[] = {0, -300, 70000};
    const uint32_t row = N + 1;
    wm_vec3 *v = calloc((size_t)row * row, sizeof *v);
    wm_walk_face *f = calloc(2 * N * N, sizeof *f);
    (void)state;
    assert_true(v && f);
    for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
        uint32_t n = 0, seed = 3;
        for (uint32_t i = 0; i < row * row; i++)
            v[i] = (wm_vec3){starts[s] + (float)(i % row), starts[s] + (float)(i / row),
                             (float)(i * 2654435761u >> 28) * 0.25f};
        for (uint32_t i = 0; i < N * row; i++) {
            if (i % row == N)
                continue;
            f[n++] = (wm_walk_face){{i, i + 1, i + row + 1}};
            f[n++] = (wm_walk_face){{i, i + row + 1, i + row}};
        }
        wm_walkmesh_desc desc = {
            .vertex_count = row * row, .vertices = v, .face_count = n, .faces = f};
        wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
        wm_query *q = wm_query_new(m, NULL, NULL);
        assert_non_null(q);
        assert_true(n > 0x7FFF && !q->mesh->grid.small_cells);
        for (int i = 0; i < 20000; i++) {
            seed = seed * 1664525u + 1013904223u;
            double x = (seed >> 8) / 16777216.0 * N, y = (seed * 69069u >> 8) / 16777216.0 * N;
            wm_vec3 p = {starts[s] + (float)x, starts[s] + (float)y, 0};
            wm_hit hit, plain;
            assert_true(wm_query_height(q, p, WM_LOCATE_ALL, NULL, &hit));
            assert_true(wmi_height(q, p, WM_LOCATE_ALL, NULL, &plain));
            assert_memory_equal(&plain, &hit, sizeof hit);
            double z;
            assert_true(brute_holds(m, hit.face, p, &z));
            assert_true(fabs(z - (double)hit.z) < 2e-6);
        }
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    free(v);
    free(f);
}

/* A mesh of triangles that share nothing. */
typedef struct shards {
    wm_vec3 vertices[600];
    wm_walk_face faces[200];
    uint32_t count;
} shards;

static void add_shard(shards *s, wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    uint32_t n = 3 * s->count;
    s->vertices[n] = a;
    s->vertices[n + 1] = b;
    s->vertices[n + 2] = c;
    s->faces[s->count++] = (wm_walk_face){{n, n + 1, n + 2}};
}

static wm_walkmesh *mesh_of(const shards *s)
{
    wm_walkmesh_desc desc = {.vertex_count = 3 * s->count,
                             .vertices = s->vertices,
                             .face_count = s->count,
                             .faces = s->faces};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(m);
    return m;
}

/* Spikes in the last corner of the grid are counted beyond its last row, too; their lists
 * must not run into those of others. */
static void lists_at_the_rim(void **state)
{
    static dirty d = {.seed = 5};
    unsigned found = 0;
    (void)state;
    for (int run = 0; run < 3000; run++) {
        shards s = {.count = 0};
        uint32_t stacked = 3 + (uint32_t)(chance(&d) * 10),
                 spikes = 1 + (uint32_t)(chance(&d) * 12);
        uint32_t fillers = (uint32_t)(chance(&d) * 60);
        for (uint32_t i = 0; i < stacked; i++)
            add_shard(&s, (wm_vec3){0, 0, (float)i}, (wm_vec3){1.5f, 0, (float)i},
                      (wm_vec3){0, 1.5f, (float)i});
        for (uint32_t i = 0; i < fillers; i++) {
            float x = (float)(2 + 27 * chance(&d)), y = (float)(2 + 27 * chance(&d));
            add_shard(&s, (wm_vec3){x, y, 0}, (wm_vec3){x + 1, y, 0}, (wm_vec3){x, y + 1, 0});
        }
        for (uint32_t i = 0; i < spikes; i++) {
            float a = (float)(2 + 4 * chance(&d));
            add_shard(&s, (wm_vec3){32, 32, 0}, (wm_vec3){32 - a, 32 - a * 0.7f, 0},
                      (wm_vec3){32 - a, 32 - a * 0.9f, 0});
        }
        wm_walkmesh *m = mesh_of(&s);
        wm_query *q = wm_query_new(m, NULL, NULL);
        const wmi_grid *g = &q->mesh->grid;
        for (uint32_t c = 0; c < g->rows * g->stride; c++) {
            uint32_t own[4], count;
            const uint32_t *list = wmi_grid_faces(g, g->cells[c], own, &count);
            assert_true(count <= s.count || count == 4);
            for (uint32_t k = 1; g->cells[c] & WMI_CELL_LIST && k < count; k++)
                assert_true(list[k] > list[k - 1] && list[k] < s.count);
        }
        for (int i = 0; i < 4; i++)
            compare(q, m, (wm_vec3){(float)(32 * chance(&d)), (float)(32 * chance(&d)), 0}, 12,
                    &found);
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    assert_true(found > 100);
}

/* Splits random faces near a corner, so that linked faces are of very different sizes: some
 * overlap several blocks of cells in both directions, others only one cell. */
static uint32_t split_faces(dirty *d, wm_vec3 *vertices, wm_walk_face *faces, uint32_t splits)
{
    const wm_vec3 corners[4] = {{0, 0, 0}, {40, 0, 3}, {40, 30, 1}, {0, 30, 5}};
    memcpy(vertices, corners, sizeof corners);
    faces[0] = (wm_walk_face){{0, 1, 2}};
    faces[1] = (wm_walk_face){{0, 2, 3}};
    uint32_t count = 2;
    for (uint32_t i = 0; i < splits; i++) {
        wm_walk_face *f = &faces[(uint32_t)(chance(d) * count)], whole = *f;
        wm_vec3 a = vertices[whole.vertex[0]], b = vertices[whole.vertex[1]];
        wm_vec3 c = vertices[whole.vertex[2]];
        float u = (float)(0.02 + 0.3 * chance(d)), v = (float)(0.02 + 0.3 * chance(d));
        vertices[4 + i] = (wm_vec3){a.x + u * (b.x - a.x) + v * (c.x - a.x),
                                    a.y + u * (b.y - a.y) + v * (c.y - a.y), (float)chance(d)};
        *f = (wm_walk_face){{whole.vertex[0], whole.vertex[1], 4 + i}};
        faces[count++] = (wm_walk_face){{whole.vertex[1], whole.vertex[2], 4 + i}};
        faces[count++] = (wm_walk_face){{whole.vertex[2], whole.vertex[0], 4 + i}};
    }
    return count;
}

static void heights_of_mixed_sizes(void **state)
{
    enum { SPLITS = 200 };
    static dirty d = {.seed = 11};
    unsigned found = 0;
    (void)state;
    for (uint32_t run = 0; run < 40; run++) {
        wm_vec3 vertices[4 + SPLITS];
        wm_walk_face faces[2 + 2 * SPLITS];
        uint32_t splits = SPLITS - 4 * run;
        wm_walkmesh_desc desc = {.vertex_count = 4 + splits,
                                 .vertices = vertices,
                                 .face_count = split_faces(&d, vertices, faces, splits),
                                 .faces = faces};
        wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
        wm_query *q = wm_query_new(m, NULL, NULL);
        assert_non_null(q);
        for (int i = 0; i < 500; i++)
            compare(q, m, (wm_vec3){(float)(chance(&d) * 40), (float)(chance(&d) * 30), 0}, 12,
                    &found);
        for (uint32_t i = 0; i < desc.vertex_count; i++)
            compare(q, m, vertices[i], 12, &found);
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    assert_true(found > 20000);
}

/* Strips so narrow that there is one row of cells: the last corner is in the last one. */
static void heights_of_strips(void **state)
{
    static dirty d = {.seed = 9};
    (void)state;
    for (int run = 0; run < 2000; run++) {
        shards s = {.count = 0};
        unsigned found = 0, n = 2 + (unsigned)(chance(&d) * 150);
        float wide = (float)(1e-6 * chance(&d)), step = (float)(0.1 + chance(&d));
        bool up = run % 2;
        for (unsigned i = 0; i <= n; i++) {
            float x = (float)i * step, end = (float)(i + 1) * step;
            add_shard(&s, up ? (wm_vec3){0, x, 0} : (wm_vec3){x, 0, 0},
                      up ? (wm_vec3){0, end, 0} : (wm_vec3){end, 0, 0},
                      up ? (wm_vec3){-wide, end, 0} : (wm_vec3){end, wide, 0});
        }
        wm_walkmesh *m = mesh_of(&s);
        wm_query *q = wm_query_new(m, NULL, NULL);
        for (uint32_t i = 0; wide > 0 && i < m->vertex_count; i++)
            compare(q, m, m->vertices[i], 1, &found);
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
}

/* What float cannot hold in between: slopes, and how many tiles there are in a metre. */
static void heights_at_the_rim_of_float(void **state)
{
    shards s = {.count = 0};
    unsigned found = 0;
    (void)state;
    add_shard(&s, (wm_vec3){0, 0, 0}, (wm_vec3){1e-3f, 0, 3e37f}, (wm_vec3){0, 1, 0});
    wm_walkmesh *m = mesh_of(&s);
    wm_query *q = wm_query_new(m, NULL, NULL);
    for (int i = 1; i < 9; i++)
        compare(q, m, (wm_vec3){5e-4f, 0.05f * (float)i, 0}, 3e37, &found);
    assert_int_equal(found, 8);
    wm_query_free(q);
    wm_walkmesh_free(m);
    for (int scale = 1; scale < 60; scale++) {
        enum { N = 16 };
        static wm_vec3 v[(N + 1) * (N + 1)];
        static wm_walk_face f[2 * N * N];
        uint32_t n = 0;
        for (uint32_t i = 0; i < (N + 1) * (N + 1); i++)
            v[i] = (wm_vec3){(float)(i % (N + 1)) * 1e-40f * (float)scale,
                             (float)(i / (N + 1)) * 1e-40f * (float)scale, 0};
        for (uint32_t i = 0; i < N * (N + 1); i++)
            if (i % (N + 1) < N) {
                f[n++] = (wm_walk_face){{i, i + 1, i + N + 2}};
                f[n++] = (wm_walk_face){{i, i + N + 2, i + N + 1}};
            }
        wm_walkmesh_desc desc = {
            .vertex_count = (N + 1) * (N + 1), .vertices = v, .face_count = n, .faces = f};
        m = wm_walkmesh_new(&desc, NULL, NULL);
        q = wm_query_new(m, NULL, NULL);
        assert_non_null(q);
        found = 0;
        for (uint32_t i = 0; i < (N + 1) * (N + 1); i++)
            compare(q, m, v[i], 1, &found);
        assert_int_equal(found, (N + 1) * (N + 1));
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
}

static void heights_of_terrain(void **state)
{
    static dirty d = {.seed = 7};
    unsigned found = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t t = 0; t < TEST_HARD_TERRAINS; t++) {
        wm_walkmesh *m = test_corpus_terrain(test_hard_terrains[t]);
        wm_query *q = wm_query_new(m, NULL, NULL);
        assert_non_null(q);
        for (int i = 0; i < 1800; i++) {
            uint32_t e = (uint32_t)(chance(&d) * 3 * m->face_count);
            wm_vec3 a = m->vertices[m->faces[e / 3].vertex[e % 3]], p = a;
            wm_vec3 b = m->vertices[m->faces[e / 3].vertex[(e + 1) % 3]];
            double wide = (double)m->max.x - (double)m->min.x;
            double deep = (double)m->max.y - (double)m->min.y;
            if (i % 3 == 0)
                p = (wm_vec3){(float)((double)m->min.x + chance(&d) * wide),
                              (float)((double)m->min.y + chance(&d) * deep), 0};
            else if (i % 3 == 1)
                p = (wm_vec3){a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2, 0};
            compare(q, m, p, 12, &found);
        }
        wm_query_free(q);
        wm_walkmesh_free(m);
    }
    print_message("%u of %u points have ground\n", found, 1800u * TEST_HARD_TERRAINS);
    assert_true(found > 7200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_of_dirty_meshes),     cmocka_unit_test(many_heights),
        cmocka_unit_test(heights_of_many_faces),       cmocka_unit_test(lists_at_the_rim),
        cmocka_unit_test(heights_of_mixed_sizes),      cmocka_unit_test(heights_of_strips),
        cmocka_unit_test(heights_at_the_rim_of_float), cmocka_unit_test(heights_of_terrain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
