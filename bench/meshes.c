/* Walkmeshes for the benchmarks: an open field and a maze, generated; real ones from the corpus. */
#include "bench.h"

#include <math.h>

static wm_vec3 *vertex_room(bench_mesh *m, size_t count)
{
    m->vertices = malloc(count * sizeof *m->vertices);
    BENCH_CHECK(m->vertices);
    return m->vertices;
}

static void face_room(bench_mesh *m, size_t count)
{
    m->faces = malloc(count * sizeof *m->faces);
    m->walkable = malloc(count * sizeof *m->walkable);
    m->materials = malloc(count * sizeof *m->materials);
    BENCH_CHECK(m->faces && m->walkable && m->materials);
}

static void add_quad(bench_mesh *m, uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool walkable)
{
    for (int i = 0; i < 2; i++) {
        uint32_t f = m->desc.face_count++;
        m->faces[f] = i ? (wm_walk_face){{a, c, d}} : (wm_walk_face){{a, b, c}};
        m->walkable[f] = walkable;
        m->materials[f] = walkable ? 4 : 7;
    }
}

static void describe(bench_mesh *m)
{
    m->desc.vertices = m->vertices;
    m->desc.faces = m->faces;
    m->desc.walkable = m->walkable;
    m->desc.materials = m->materials;
}

bench_mesh bench_mesh_field(uint32_t faces)
{
    bench_mesh m = {.name = "open field"};
    uint32_t n = (uint32_t)sqrt(faces / 2.0), random = 1;
    wm_vec3 *v = vertex_room(&m, (size_t)(n + 1) * (n + 1));
    face_room(&m, (size_t)n * n * 2);
    for (uint32_t j = 0; j <= n; j++)
        for (uint32_t i = 0; i <= n; i++) {
            float a, b;
            random = random * 1664525u + 1013904223u;
            a = (float)(random >> 16 & 255) / 512, b = (float)(random >> 24) / 512;
            *v++ = (wm_vec3){(float)i + a, (float)j + b,
                             3 * sinf((float)i * 0.11f) * cosf((float)j * 0.07f) + a * b};
        }
    m.desc.vertex_count = (n + 1) * (n + 1);
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t a = j * (n + 1) + i;
            add_quad(&m, a, a + 1, a + n + 2, a + n + 1, true);
        }
    describe(&m);
    return m;
}

/* Carves passages between the odd cells of a square of n x n cells; 1 is open. */
static uint8_t *carve(uint32_t n)
{
    uint8_t *open = calloc((size_t)n * n, 1);
    uint32_t *stack = malloc((size_t)n * n * sizeof *stack), depth = 0, random = 12345;
    BENCH_CHECK(open && stack);
    stack[depth++] = n + 1;
    open[n + 1] = 1;
    while (depth) {
        uint32_t at = stack[depth - 1], i = at % n, j = at / n, ways[4], count = 0;
        if (i > 2 && !open[at - 2])
            ways[count++] = at - 2;
        if (i + 3 < n && !open[at + 2])
            ways[count++] = at + 2;
        if (j > 2 && !open[at - 2 * n])
            ways[count++] = at - 2 * n;
        if (j + 3 < n && !open[at + 2 * n])
            ways[count++] = at + 2 * n;
        if (!count) {
            depth--;
            continue;
        }
        random = random * 1664525u + 1013904223u;
        uint32_t to = ways[(random >> 16) % count];
        open[to] = open[(at + to) / 2] = 1;
        stack[depth++] = to;
    }
    free(stack);
    return open;
}

/* Opens walls between passages, one in `share`, so that there are loops. */
static void open_walls(uint8_t *open, uint32_t n, uint32_t share)
{
    uint32_t random = 777;
    for (uint32_t at = 0; at < n * n; at++) {
        uint32_t i = at % n, j = at / n;
        if (i == 0 || j == 0 || i == n - 1 || j == n - 1 || i % 2 == j % 2)
            continue;
        random = random * 1664525u + 1013904223u;
        if ((random >> 16) % share == 0)
            open[at] = 1;
    }
}

/* Floors in the open cells; vertical walls, 3 m high, next to the others. */
static bench_mesh build_maze(const char *name, uint32_t faces, uint32_t share)
{
    bench_mesh m = {.name = name};
    uint32_t n = 2 * (uint32_t)(sqrt(faces / 3.0) / 2) + 1, layer = (n + 1) * (n + 1);
    uint8_t *open = carve(n);
    if (share)
        open_walls(open, n, share);
    wm_vec3 *v = vertex_room(&m, 2 * (size_t)layer);
    face_room(&m, (size_t)n * n * 10);
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < layer; i++)
            *v++ = (wm_vec3){2 * (float)(i % (n + 1)), 2 * (float)(i / (n + 1)), 3 * (float)k};
    m.desc.vertex_count = 2 * layer;
    for (uint32_t at = 0; at < n * n; at++) {
        uint32_t a = at / n * (n + 1) + at % n, b = a + 1, d = a + n + 1, c = d + 1;
        if (!open[at])
            continue;
        add_quad(&m, a, b, c, d, true);
        if (!open[at - n])
            add_quad(&m, b, a, a + layer, b + layer, false);
        if (!open[at + n])
            add_quad(&m, d, c, c + layer, d + layer, false);
        if (!open[at - 1])
            add_quad(&m, a, d, d + layer, a + layer, false);
        if (!open[at + 1])
            add_quad(&m, c, b, b + layer, c + layer, false);
    }
    free(open);
    describe(&m);
    return m;
}

bench_mesh bench_mesh_maze(uint32_t faces)
{
    return build_maze("maze", faces, 0);
}

bench_mesh bench_mesh_loops(uint32_t faces)
{
    return build_maze("maze with loops", faces, 6);
}

static bench_mesh copy_mesh(const char *name, const wm_walkmesh *w)
{
    bench_mesh m = {.name = name};
    memcpy(vertex_room(&m, w->vertex_count), w->vertices, w->vertex_count * sizeof *w->vertices);
    face_room(&m, w->face_count);
    memcpy(m.faces, w->faces, w->face_count * sizeof *w->faces);
    memcpy(m.walkable, w->walkable, w->face_count * sizeof *w->walkable);
    memcpy(m.materials, w->materials, w->face_count * sizeof *w->materials);
    m.desc.vertex_count = w->vertex_count;
    m.desc.face_count = w->face_count;
    describe(&m);
    return m;
}

bench_mesh bench_mesh_room(void)
{
    const char *name;
    wm_buffer bytes = bench_room(&name);
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
    wm_walkmesh *w = b ? wm_walkmesh_from_kotor_bwm(b, NULL, NULL, NULL) : NULL;
    BENCH_CHECK(w);
    bench_mesh m = copy_mesh(name, w);
    wm_walkmesh_free(w);
    wm_kotor_bwm_free(b);
    wm_buffer_free(&bytes);
    return m;
}

bool bench_mesh_terrain(unsigned i, bench_mesh *mesh)
{
    static const char *const names[] = {"ironhouse_halls.trx", "mdl_tunnel_maze.trx",
                                        "black_hounds_compound.trx"};
    char file[64];
    wm_buffer bytes;
    if (i >= sizeof names / sizeof *names)
        return false;
    snprintf(file, sizeof file, "nwn2/%s", names[i]);
    if (!bench_corpus(file, &bytes))
        return false;
    wm_nwn2_trn *t = wm_nwn2_trn_read(bytes.data, bytes.size, NULL, NULL);
    wm_walkmesh *w = t && t->aswm ? wm_walkmesh_from_nwn2_aswm(t->aswm, NULL, NULL) : NULL;
    BENCH_CHECK(w);
    *mesh = copy_mesh(names[i], w);
    mesh->neighbours = malloc(w->face_count * sizeof *mesh->neighbours);
    BENCH_CHECK(mesh->neighbours);
    memcpy(mesh->neighbours, w->neighbours, w->face_count * sizeof *mesh->neighbours);
    mesh->desc.neighbours = mesh->neighbours;
    wm_walkmesh_free(w);
    wm_nwn2_trn_free(t);
    wm_buffer_free(&bytes);
    return true;
}

void bench_mesh_free(bench_mesh *m)
{
    free(m->vertices);
    free(m->faces);
    free(m->walkable);
    free(m->materials);
    free(m->neighbours);
}
