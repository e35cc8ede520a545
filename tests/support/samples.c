/* Walkmeshes built from quads on a lattice; quads share vertices at the same position. */
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct mesh {
    wm_vec3 vertex[1024];
    uint32_t vertices;
    wm_kotor_face face[2048];
    uint32_t material[2048];
    uint32_t faces;
} mesh;

static uint32_t vertex(mesh *m, float x, float y, float z)
{
    for (uint32_t i = 0; i < m->vertices; i++)
        if (m->vertex[i].x == x && m->vertex[i].y == y && m->vertex[i].z == z)
            return i;
    if (m->vertices == sizeof m->vertex / sizeof *m->vertex)
        abort();
    m->vertex[m->vertices] = (wm_vec3){x, y, z};
    return m->vertices++;
}

static void face(mesh *m, uint32_t a, uint32_t b, uint32_t c, uint32_t material)
{
    if (m->faces == sizeof m->face / sizeof *m->face)
        abort();
    m->face[m->faces] = (wm_kotor_face){{a, b, c}};
    m->material[m->faces++] = material;
}

/* Corners are counter-clockwise seen from the front. */
static void quad(mesh *m, const float p[4][3], uint32_t material)
{
    uint32_t v[4];
    for (int i = 0; i < 4; i++)
        v[i] = vertex(m, p[i][0], p[i][1], p[i][2]);
    face(m, v[0], v[1], v[2], material);
    face(m, v[0], v[2], v[3], material);
}

/* A level floor of unit squares from (x0, y0) to (x1, y1). `hole` is NULL, or a string with
 * a '#' for each square to leave out, row by row. */
static void floor_of(mesh *m, int x0, int y0, int x1, int y1, float z, uint32_t material,
                     const char *hole)
{
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            float l = (float)x, r = l + 1, n = (float)y, f = n + 1;
            if (hole && hole[(y - y0) * (x1 - x0) + x - x0] == '#')
                continue;
            quad(m, (const float[4][3]){{l, n, z}, {r, n, z}, {r, f, z}, {l, f, z}}, material);
        }
}

/* A vertical wall above the line a-b, facing to its left. */
static void wall(mesh *m, float ax, float ay, float bx, float by, float low, float high)
{
    quad(m, (const float[4][3]){{bx, by, low}, {ax, ay, low}, {ax, ay, high}, {bx, by, high}},
         SAMPLE_NONWALK);
}

static wm_kotor_bwm *finish_raw(mesh *m, uint32_t type, const wm_allocator *allocator)
{
    wm_kotor_bwm *b = wm_kotor_bwm_new(type, allocator, NULL);
    if (b && wm_kotor_bwm_reserve(b, m->vertices, m->faces, NULL) == WM_OK) {
        if (m->vertices)
            memcpy(b->vertices, m->vertex, m->vertices * sizeof *m->vertex);
        if (m->faces) {
            memcpy(b->faces, m->face, m->faces * sizeof *m->face);
            memcpy(b->materials, m->material, m->faces * sizeof *m->material);
        }
    } else {
        wm_kotor_bwm_free(b);
        b = NULL;
    }
    free(m);
    return b;
}

static wm_kotor_bwm *finish(mesh *m, uint32_t type, const wm_allocator *allocator)
{
    wm_kotor_bwm *b = finish_raw(m, type, allocator);
    if (b && wm_kotor_bwm_rebuild(b, NULL, NULL, NULL) == WM_OK)
        return b;
    wm_kotor_bwm_free(b);
    return NULL;
}

static mesh *begin(void)
{
    mesh *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    return m;
}

void test_sample_door(wm_kotor_bwm *b, wm_vec3 place, uint32_t room)
{
    uint32_t best = WM_NO_INDEX;
    float nearest = INFINITY;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        uint32_t e = b->edges[i].edge;
        wm_vec3 p = b->vertices[b->faces[e / 3].vertex[e % 3]];
        wm_vec3 q = b->vertices[b->faces[e / 3].vertex[(e % 3 + 1) % 3]];
        float x = (p.x + q.x) / 2 - place.x, y = (p.y + q.y) / 2 - place.y,
              z = (p.z + q.z) / 2 - place.z, d = x * x + y * y + z * z;
        if (d < nearest) {
            nearest = d;
            best = i;
        }
    }
    if (best == WM_NO_INDEX)
        abort();
    b->edges[best].transition = room;
}

/* Two levels joined by a ramp, walls round the lower one, doors in both. */
static wm_kotor_bwm *room(const wm_allocator *allocator)
{
    mesh *m = begin();
    floor_of(m, 0, 0, 6, 4, 0, SAMPLE_STONE, NULL);
    quad(m, (const float[4][3]){{6, 1, 0}, {10, 1, 3}, {10, 2, 3}, {6, 2, 0}}, SAMPLE_METAL);
    floor_of(m, 10, 0, 13, 3, 3, SAMPLE_METAL, NULL);
    wall(m, 0, 0, 6, 0, 0, 3);
    wall(m, 6, 4, 0, 4, 0, 3);
    wall(m, 0, 4, 0, 2, 0, 3);
    wm_kotor_bwm *b = finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
    if (b) {
        test_sample_door(b, (wm_vec3){0, 1.5f, 0}, 1);
        test_sample_door(b, (wm_vec3){13, 1.5f, 3}, 2);
    }
    return b;
}

static wm_kotor_bwm *corridor(const wm_allocator *allocator)
{
    mesh *m = begin();
    floor_of(m, -8, 1, 0, 2, 0, SAMPLE_STONE, NULL);
    wm_kotor_bwm *b = finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
    if (b) {
        b->position = (wm_vec3){-4, 1.5f, 0};
        test_sample_door(b, (wm_vec3){0, 1.5f, 0}, 0);
        test_sample_door(b, (wm_vec3){-8, 1.5f, 0}, 3);
    }
    return b;
}

/* Three holes: four perimeter loops. */
static wm_kotor_bwm *courtyard(const wm_allocator *allocator)
{
    mesh *m = begin();
    floor_of(m, 0, 0, 7, 5, 1.25f, SAMPLE_STONE,
             "......."
             ".#..##."
             ".#....."
             "...#..."
             ".......");
    return finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
}

/* Two floors that are not connected. */
static wm_kotor_bwm *islands(const wm_allocator *allocator)
{
    mesh *m = begin();
    floor_of(m, 0, 0, 3, 3, 0, SAMPLE_STONE, NULL);
    floor_of(m, 5, 0, 8, 3, 0.5f, SAMPLE_METAL, NULL);
    wm_kotor_bwm *b = finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
    if (b) {
        test_sample_door(b, (wm_vec3){0, 1.5f, 0}, 1);
        test_sample_door(b, (wm_vec3){8, 1.5f, 0.5f}, 2);
    }
    return b;
}

static wm_kotor_bwm *scenery(const wm_allocator *allocator)
{
    mesh *m = begin();
    floor_of(m, 0, 0, 4, 3, -2, SAMPLE_NONWALK, NULL);
    wall(m, 0, 0, 4, 0, -2, 6);
    return finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
}

/* A sliver without area, a duplicate vertex and a duplicate face. */
static wm_kotor_bwm *degenerate(const wm_allocator *allocator)
{
    mesh *m = begin();
    floor_of(m, 0, 0, 2, 2, 0, SAMPLE_STONE, NULL);
    uint32_t a = vertex(m, 0, 0, 0), b = vertex(m, 1, 0, 0), c = vertex(m, 2, 0, 0);
    face(m, a, b, c, SAMPLE_STONE);
    face(m, a, a, b, SAMPLE_STONE);
    face(m, m->face[0].vertex[0], m->face[0].vertex[1], m->face[0].vertex[2], SAMPLE_METAL);
    uint32_t twin = m->vertices++, below = vertex(m, 1, -1, 0);
    m->vertex[twin] = m->vertex[a];
    face(m, twin, below, c, SAMPLE_NONWALK);
    return finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
}

static wm_kotor_bwm *one_face(const wm_allocator *allocator)
{
    mesh *m = begin();
    uint32_t a = vertex(m, 0, 0, 0), b = vertex(m, 1, 0, 0), c = vertex(m, 0, 1, 0);
    face(m, a, b, c, SAMPLE_STONE);
    return finish(m, WM_KOTOR_BWM_TYPE_AREA, allocator);
}

static wm_kotor_bwm *no_faces(const wm_allocator *allocator)
{
    return finish(begin(), WM_KOTOR_BWM_TYPE_AREA, allocator);
}

/* A box without a floor, like those of placeables. */
static wm_kotor_bwm *crate(const wm_allocator *allocator)
{
    mesh *m = begin();
    const float x[5] = {-0.5f, 0.5f, 0.5f, -0.5f, -0.5f}, y[5] = {-0.5f, -0.5f, 0.5f, 0.5f, -0.5f};
    for (int i = 0; i < 4; i++)
        wall(m, x[i + 1], y[i + 1], x[i], y[i], 0, 1.1f);
    wm_kotor_bwm *b = finish(m, WM_KOTOR_BWM_TYPE_OBJECT, allocator);
    if (b) {
        b->relative_hook[0] = b->absolute_hook[0] = (wm_vec3){0, -1, 0};
        b->relative_hook[1] = b->absolute_hook[1] = (wm_vec3){0, 1, 0};
    }
    return b;
}

/* One leaf of a door: a thin plate with a front and a back. */
static wm_kotor_bwm *door(const wm_allocator *allocator)
{
    mesh *m = begin();
    wall(m, -1, 0.1f, 1, 0.1f, 0, 2.5f);
    wall(m, 1, -0.1f, -1, -0.1f, 0, 2.5f);
    wm_kotor_bwm *b = finish(m, WM_KOTOR_BWM_TYPE_OBJECT, allocator);
    if (b) {
        b->relative_hook[0] = (wm_vec3){0, -0.75f, 0};
        b->relative_hook[1] = (wm_vec3){0, 0.75f, 0};
    }
    return b;
}

static wm_kotor_bwm *hills(const wm_allocator *allocator)
{
    return test_sample_hills(130, true, allocator);
}

wm_kotor_bwm *test_sample_hills(uint32_t faces, bool rebuilt, const wm_allocator *allocator)
{
    uint32_t side = (uint32_t)(sqrt((double)faces / 2) + 0.5), at = 0;
    side = side ? side : 1;
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, allocator, NULL);
    if (!b || wm_kotor_bwm_reserve(b, (side + 1) * (side + 1), 2 * side * side, NULL) != WM_OK) {
        wm_kotor_bwm_free(b);
        return NULL;
    }
    for (uint32_t y = 0; y <= side; y++)
        for (uint32_t x = 0; x <= side; x++) /* steps of 1/64: exact on every machine */
            b->vertices[y * (side + 1) + x] =
                (wm_vec3){(float)x, (float)y, (float)((x * 7 + y * 13 + x * y) % 29) / 64};
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            uint32_t v = y * (side + 1) + x, w = v + side + 1;
            uint32_t material = (x * 5 + y * 3) % 8 == 0 ? SAMPLE_NONWALK : SAMPLE_STONE;
            b->faces[at] = (wm_kotor_face){{v, v + 1, w + 1}};
            b->materials[at++] = material;
            b->faces[at] = (wm_kotor_face){{v, w + 1, w}};
            b->materials[at++] = material;
        }
    if (rebuilt && wm_kotor_bwm_rebuild(b, NULL, NULL, NULL) != WM_OK) {
        wm_kotor_bwm_free(b);
        return NULL;
    }
    return b;
}

const test_sample test_samples[] = {
    {"room.wok", "two storeys, a ramp, walls and two doors", room},
    {"corridor.wok", "a corridor with a door at each end", corridor},
    {"courtyard.wok", "a floor with three holes", courtyard},
    {"islands.wok", "two floors that nothing joins", islands},
    {"hills.wok", "uneven ground with unwalkable patches", hills},
    {"scenery.wok", "nothing walkable", scenery},
    {"degenerate.wok", "faces without area, doubled vertices and faces", degenerate},
    {"one-face.wok", "the smallest floor", one_face},
    {"no-faces.wok", "nothing at all", no_faces},
    {"crate.pwk", "a placeable", crate},
    {"door0.dwk", "a door", door},
    {0},
};

wm_kotor_bwm *test_sample_make(const char *name)
{
    for (const test_sample *s = test_samples; s->name; s++)
        if (strcmp(s->name, name) == 0) {
            wm_kotor_bwm *b = s->make(NULL);
            if (b)
                return b;
        }
    abort();
}
