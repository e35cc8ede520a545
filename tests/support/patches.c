/* Faults that community patches found by hand. Each mesh is a floor of 4 x 4 metres and what is
 * wrong with it. */
#include "patches.h"

#include <stdlib.h>
#include <string.h>

#include "models.h"
#include "samples.h"
#include "shelf.h"

typedef struct triangle {
    uint32_t vertex[3];
    uint32_t material;
} triangle;

static void must(bool good)
{
    if (!good)
        abort();
}

static void make_wok(const wm_vec3 *vertices, uint32_t vertex_count, const triangle *faces,
                     uint32_t face_count, test_shelf *shelf)
{
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    must(b && wm_kotor_bwm_reserve(b, vertex_count, face_count, NULL) == WM_OK);
    memcpy(b->vertices, vertices, vertex_count * sizeof *vertices);
    for (uint32_t i = 0; i < face_count; i++) {
        memcpy(b->faces[i].vertex, faces[i].vertex, sizeof faces[i].vertex);
        b->materials[i] = faces[i].material;
    }
    must(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL) == WM_OK);
    test_shelf_put_walkmesh(shelf, "patch", b);
    wm_kotor_bwm_free(b);
}

#define MAKE(vertices, faces, shelf)                                                               \
    make_wok(vertices, sizeof(vertices) / sizeof *(vertices), faces,                               \
             sizeof(faces) / sizeof *(faces), shelf)

enum { FLOOR = SAMPLE_STONE, WALL = SAMPLE_NONWALK };

/* A wall whose left part is one quad and whose right part is two, one above the other. The vertex
 * between them misses the edge of the left part by 2 mm. Repaired: both parts use it. */
static void hole_in_sight(bool repaired, test_shelf *shelf)
{
    const wm_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 4, 0},      {0, 4, 0},
                         {0, 4, 3}, {2, 4, 3}, {4, 4, 3}, {2.002f, 4, 1}, {4, 4, 1}};
    const triangle bad[] = {
        {{0, 1, 3}, FLOOR}, {{1, 2, 3}, FLOOR}, {{0, 3, 4}, FLOOR},
        {{4, 3, 6}, WALL},  {{4, 6, 5}, WALL},  {{3, 2, 9}, WALL},
        {{3, 9, 8}, WALL},  {{8, 9, 7}, WALL},  {{8, 7, 6}, WALL},
    };
    const triangle good[] = {
        {{0, 1, 3}, FLOOR}, {{1, 2, 3}, FLOOR}, {{0, 3, 4}, FLOOR}, {{4, 3, 8}, WALL},
        {{4, 8, 5}, WALL},  {{8, 6, 5}, WALL},  {{3, 2, 9}, WALL},  {{3, 9, 8}, WALL},
        {{8, 9, 7}, WALL},  {{8, 7, 6}, WALL},
    };
    if (repaired)
        MAKE(v, good, shelf);
    else
        MAKE(v, bad, shelf);
}

/* A low wall with another one on top, whose foot bends away by 5 mm: the gap is level, so only a
 * steep line of sight passes. Repaired: the foot is straight. */
static void gap_between_walls(bool repaired, test_shelf *shelf)
{
    const float y = repaired ? 4 : 4.005f;
    const wm_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {4, 4, 1},
                         {0, 4, 1}, {2, y, 1}, {2, y, 3}, {4, 4, 3}, {0, 4, 3}};
    const triangle faces[] = {
        {{0, 1, 2}, FLOOR}, {{0, 2, 3}, FLOOR}, {{3, 2, 4}, WALL}, {{3, 4, 5}, WALL},
        {{5, 6, 7}, WALL},  {{5, 7, 9}, WALL},  {{6, 4, 8}, WALL}, {{6, 8, 7}, WALL},
    };
    MAKE(v, faces, shelf);
}

/* The floor is divided on the right of x = 2, but not on the left: the faces are not neighbours. */
static void corner_that_catches(bool repaired, test_shelf *shelf)
{
    const wm_vec3 v[] = {{0, 0, 0}, {2, 0, 0}, {2, 4, 0}, {0, 4, 0},
                         {2, 2, 0}, {4, 0, 0}, {4, 2, 0}, {4, 4, 0}};
    const triangle bad[] = {
        {{0, 1, 2}, FLOOR}, {{0, 2, 3}, FLOOR}, {{1, 5, 6}, FLOOR},
        {{1, 6, 4}, FLOOR}, {{4, 6, 7}, FLOOR}, {{4, 7, 2}, FLOOR},
    };
    const triangle good[] = {
        {{0, 1, 4}, FLOOR}, {{0, 4, 2}, FLOOR}, {{0, 2, 3}, FLOOR}, {{1, 5, 6}, FLOOR},
        {{1, 6, 4}, FLOOR}, {{4, 6, 7}, FLOOR}, {{4, 7, 2}, FLOOR},
    };
    if (repaired)
        MAKE(v, good, shelf);
    else
        MAKE(v, bad, shelf);
}

/* A hole of 0.3 x 0.3 metres in the middle of the floor, which nothing fills. */
static void hole_that_catches(bool repaired, test_shelf *shelf)
{
    const wm_vec3 v[] = {{0, 0, 0},         {4, 0, 0},         {4, 4, 0},
                         {0, 4, 0},         {1.85f, 1.85f, 0}, {2.15f, 1.85f, 0},
                         {2.15f, 2.15f, 0}, {1.85f, 2.15f, 0}};
    const triangle faces[] = {
        {{0, 1, 5}, FLOOR}, {{0, 5, 4}, FLOOR}, {{1, 2, 6}, FLOOR}, {{1, 6, 5}, FLOOR},
        {{2, 3, 7}, FLOOR}, {{2, 7, 6}, FLOOR}, {{3, 0, 4}, FLOOR}, {{3, 4, 7}, FLOOR},
        {{4, 5, 6}, FLOOR}, {{4, 6, 7}, FLOOR},
    };
    make_wok(v, 8, faces, repaired ? 10 : 8, shelf);
}

/* A fence across the floor. Repaired: the floor is divided along its foot. */
static void fence(bool repaired, test_shelf *shelf)
{
    const wm_vec3 loose[] = {{0, 0, 0}, {4, 0, 0},    {4, 4, 0},    {0, 4, 0},
                             {1, 2, 0}, {3.5f, 2, 0}, {3.5f, 2, 1}, {1, 2, 1}};
    const triangle bad[] = {
        {{0, 1, 2}, FLOOR}, {{0, 2, 3}, FLOOR}, {{4, 5, 6}, WALL}, {{4, 6, 7}, WALL}};
    const wm_vec3 joined[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                              {0, 2, 0}, {4, 2, 0}, {4, 2, 1}, {0, 2, 1}};
    const triangle good[] = {{{0, 1, 5}, FLOOR}, {{0, 5, 4}, FLOOR}, {{4, 5, 2}, FLOOR},
                             {{4, 2, 3}, FLOOR}, {{4, 5, 6}, WALL},  {{4, 6, 7}, WALL}};
    if (repaired)
        MAKE(joined, good, shelf);
    else
        MAKE(loose, bad, shelf);
}

/* A fence whose middle is on the edge between two faces of the floor, which it crosses. Repaired:
 * it is part of the wall at the end of the floor. */
static void fence_across_an_edge(bool repaired, test_shelf *shelf)
{
    const float a = repaired ? 0 : 1, b = repaired ? 4 : 3, y = repaired ? 4 : 2;
    const wm_vec3 v[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                         {a, y, 0}, {b, y, 0}, {b, y, 1}, {a, y, 1}};
    const triangle faces[] = {
        {{0, 1, 2}, FLOOR}, {{0, 2, 3}, FLOOR}, {{4, 5, 6}, WALL}, {{4, 6, 7}, WALL}};
    MAKE(v, faces, shelf);
}

/* A part of a roof, which hangs too low. */
static void roof(bool repaired, test_shelf *shelf)
{
    const float up = repaired ? 3 : 1.2f;
    const wm_vec3 v[] = {{0, 0, 0},  {4, 0, 0},  {4, 4, 0},  {0, 4, 0},
                         {2, 2, up}, {3, 2, up}, {3, 3, up}, {2, 3, up}};
    const triangle faces[] = {
        {{0, 1, 2}, FLOOR}, {{0, 2, 3}, FLOOR}, {{4, 5, 6}, WALL}, {{4, 6, 7}, WALL}};
    MAKE(v, faces, shelf);
}

/* The root of the tree inside a model encloses only half of the floor. */
static void broken_tree(bool repaired, test_shelf *shelf)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    must(m != NULL);
    wm_kotor_mesh *floor = m->tree.nodes[MODEL_FLOOR].mesh;
    if (!repaired)
        floor->aabbs[0].max.x = (floor->aabbs[0].min.x + floor->aabbs[0].max.x) / 2;
    test_shelf_put_model(shelf, "patch", m);
}

const test_patch test_patches[] = {
    {"a hole in sight", WM_KOTOR_SIGHT_LEAK, hole_in_sight},
    {"a gap between walls", WM_KOTOR_SIGHT_LEAK, gap_between_walls},
    {"a corner that catches", WM_KOTOR_FLOOR_UNJOINED, corner_that_catches},
    {"a hole that catches", WM_KOTOR_HOLE_SMALL, hole_that_catches},
    {"a fence that is not attached", WM_KOTOR_WALL_LOOSE, fence},
    {"a fence across an edge of the floor", WM_KOTOR_WALL_LOOSE, fence_across_an_edge},
    {"a roof that catches a character", WM_KOTOR_ROOF_LOW, roof},
    {"a broken tree inside a model", WM_KOTOR_MDL_AABB_INNER, broken_tree},
    {0},
};

void test_patch_check(const test_patch *patch, bool repaired, wm_report *report)
{
    test_shelf shelf = {0};
    patch->make(repaired, &shelf);
    bool model = strcmp(shelf.files[0].type, "mdl") == 0 || shelf.count > 1;
    const wm_buffer *file = test_shelf_get(&shelf, "patch", model ? "mdl" : "wok");
    const wm_open_opts opts = {.name = model ? "patch.mdl" : "patch.wok",
                               .finder = test_shelf_finder(&shelf)};
    must(wm_check(file->data, file->size, &opts, report, NULL) == WM_OK);
    test_shelf_clear(&shelf);
}
