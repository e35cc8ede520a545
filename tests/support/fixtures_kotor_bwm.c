/* One planted fault per finding of the KotOR walkmesh checker. Each starts from a
 * sound sample, which test_bwm_check.c proves free of findings. */
#include <math.h>

#include "fixtures.h"
#include "samples.h"
#include "support.h"

/* Checks a document the way `waymark check` does, and frees it. */
static void check(wm_kotor_bwm *b, wm_report *report)
{
    wm_error error;
    if (wm_kotor_bwm_check(b, NULL, report, &error) != WM_OK)
        fail_msg("check: %s", error.message);
    wm_kotor_bwm_free(b);
}

/* Rebuilds after a change of the geometry, then checks. */
static void rebuild_and_check(wm_kotor_bwm *b, wm_report *report)
{
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL), WM_OK);
    check(b, report);
}

static wm_kotor_bwm *room(void)
{
    return test_sample_make("room.wok");
}

static wm_buffer bytes_of(wm_kotor_bwm *b)
{
    wm_buffer bytes;
    assert_int_equal(wm_kotor_bwm_write(b, NULL, &bytes, NULL), WM_OK);
    wm_kotor_bwm_free(b);
    return bytes;
}

static void patch(wm_buffer *bytes, uint32_t offset, uint32_t value)
{
    for (uint32_t i = 0; i < 4; i++)
        bytes->data[offset + i] = (uint8_t)(value >> 8 * i);
}

static void read_and_check(wm_buffer *bytes, wm_report *report)
{
    wm_read_opts opts = {.report = report};
    wm_error error;
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes->data, bytes->size, &opts, &error);
    if (!b)
        fail_msg("read: %s", error.message);
    wm_buffer_free(bytes);
    check(b, report);
}

/* ---- file and geometry ---- */

static void vertex_index(wm_report *report)
{
    wm_kotor_bwm *b = room();
    uint32_t at = b->layout.faces + 12 * 5 + 4, count = b->vertex_count;
    wm_buffer bytes = bytes_of(b);
    patch(&bytes, at, count);
    read_and_check(&bytes, report);
}

static void type_unknown(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->type = 2;
    check(b, report);
}

static void layout_gap(wm_report *report)
{
    static const uint8_t extra[] = {1, 2, 3};
    wm_buffer bytes = bytes_of(room());
    uint8_t *longer = malloc(bytes.size + sizeof extra);
    assert_non_null(longer);
    memcpy(longer, bytes.data, bytes.size);
    memcpy(longer + bytes.size, extra, sizeof extra);
    wm_kotor_bwm *b = wm_kotor_bwm_read(longer, bytes.size + sizeof extra, NULL, NULL);
    assert_non_null(b);
    free(longer);
    wm_buffer_free(&bytes);
    check(b, report);
}

static void layout_overlap(wm_report *report)
{
    wm_kotor_bwm *b = room();
    uint32_t normals = b->layout.normals;
    wm_buffer bytes = bytes_of(b);
    patch(&bytes, 0x60, normals); /* the distances now start on the normals */
    read_and_check(&bytes, report);
}

static void no_faces(wm_report *report)
{
    check(test_sample_make("no-faces.wok"), report);
}

static void nothing_walkable(wm_report *report)
{
    check(test_sample_make("scenery.wok"), report);
}

static void not_finite(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->vertices[3].y = NAN;
    check(b, report);
}

static void vertex_unused(wm_report *report)
{
    wm_kotor_bwm *b = room(), *more = wm_kotor_bwm_new(WM_KOTOR_AREA, NULL, NULL);
    assert_int_equal(wm_kotor_bwm_reserve(more, b->vertex_count + 1, b->face_count, NULL), WM_OK);
    memcpy(more->vertices, b->vertices, b->vertex_count * sizeof *b->vertices);
    memcpy(more->faces, b->faces, b->face_count * sizeof *b->faces);
    memcpy(more->materials, b->materials, b->face_count * sizeof *b->materials);
    more->vertices[b->vertex_count] = (wm_vec3){50, 50, 50};
    wm_kotor_bwm_free(b);
    rebuild_and_check(more, report);
}

static void vertex_doubled(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->vertices[0] = b->vertices[1];
    rebuild_and_check(b, report);
}

static void face_degenerate(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->faces[0].vertex[1] = b->faces[0].vertex[0];
    rebuild_and_check(b, report);
}

static void face_duplicate(wm_report *report)
{
    wm_kotor_bwm *b = room();
    const uint32_t *v = b->faces[0].vertex;
    b->faces[7] = (wm_kotor_face){{v[1], v[2], v[0]}};
    rebuild_and_check(b, report);
}

static void face_down(wm_report *report)
{
    wm_kotor_bwm *b = room();
    uint32_t *v = b->faces[4].vertex, swap = v[1];
    v[1] = v[2];
    v[2] = swap;
    rebuild_and_check(b, report);
}

static void material_range(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->materials[b->face_count - 1] = 32;
    check(b, report);
}

static void material_unknown(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->materials[b->face_count - 1] = 25;
    check(b, report);
}

static void face_order(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->materials[0] = SAMPLE_NONWALK;
    check(b, report);
}

static void object_position(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("crate.pwk");
    b->position = (wm_vec3){9, -2, -4};
    check(b, report);
}

static void object_tables(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->type = WM_KOTOR_OBJECT;
    check(b, report);
}

static void normal_zero(wm_report *report)
{
    wm_kotor_bwm *b = room();
    memset(b->normals, 0, b->face_count * sizeof *b->normals);
    check(b, report);
}

static void normal_not_unit(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->normals[2].z = 2;
    check(b, report);
}

static void normal_wrong(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->normals[2] = (wm_vec3){0, 0, -1};
    check(b, report);
}

static void distance_wrong(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->distances[2] += 1;
    check(b, report);
}

/* ---- adjacency, edges, perimeters ---- */

/* The first edge with a neighbour. */
static uint32_t inner_edge(const wm_kotor_bwm *b)
{
    uint32_t e = 0;
    while (b->adjacency[e / 3].edge[e % 3] == WM_NO_INDEX)
        e++;
    return e;
}

static void adjacency_count(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->adjacency_count--;
    check(b, report);
}

static void adjacency_range(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->adjacency[0].edge[0] = b->adjacency_count * 3;
    check(b, report);
}

static void adjacency_one_way(wm_report *report)
{
    wm_kotor_bwm *b = room();
    uint32_t e = inner_edge(b);
    b->adjacency[e / 3].edge[e % 3] = WM_NO_INDEX;
    check(b, report);
}

static void adjacency_missing(wm_report *report)
{
    wm_kotor_bwm *b = room();
    uint32_t e = inner_edge(b), o = b->adjacency[e / 3].edge[e % 3];
    b->adjacency[e / 3].edge[e % 3] = b->adjacency[o / 3].edge[o % 3] = WM_NO_INDEX;
    check(b, report);
}

static void link(wm_kotor_bwm *b, uint32_t e, uint32_t o)
{
    b->adjacency[e / 3].edge[e % 3] = o;
    b->adjacency[o / 3].edge[o % 3] = e;
}

static void adjacency_mismatch(wm_report *report)
{
    wm_kotor_bwm *b = room();
    link(b, b->edges[0].edge, b->edges[4].edge);
    check(b, report);
}

/* Two triangles side by side; the second has vertices of its own when `apart`, and
 * lies over the first instead of beside it when `folded`. */
static wm_kotor_bwm *pair(bool apart, bool folded)
{
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_AREA, NULL, NULL);
    assert_int_equal(wm_kotor_bwm_reserve(b, 6, 2, NULL), WM_OK);
    const wm_vec3 v[6] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}};
    memcpy(b->vertices, v, sizeof v);
    if (folded)
        b->vertices[5] = (wm_vec3){-1, -1, 0};
    b->faces[0] = (wm_kotor_face){{0, 1, 2}};
    b->faces[1] = (wm_kotor_face){{apart ? 4u : 2u, apart ? 3u : 1u, 5}};
    if (folded)
        b->faces[1] = (wm_kotor_face){{1, 2, 5}};
    b->materials[0] = b->materials[1] = SAMPLE_STONE;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL), WM_OK);
    return b;
}

static void adjacency_direction(wm_report *report)
{
    wm_kotor_bwm *b = pair(false, true);
    link(b, 1, 3);
    check(b, report);
}

static void adjacency_by_position(wm_report *report)
{
    wm_kotor_bwm *b = pair(true, false);
    link(b, 1, 3);
    check(b, report);
}

static void edge_non_manifold(wm_report *report)
{
    wm_kotor_bwm *b = pair(false, false), *three = wm_kotor_bwm_new(WM_KOTOR_AREA, NULL, NULL);
    assert_int_equal(wm_kotor_bwm_reserve(three, 7, 3, NULL), WM_OK);
    memcpy(three->vertices, b->vertices, 6 * sizeof *b->vertices);
    three->vertices[6] = (wm_vec3){2, 2, 1};
    memcpy(three->faces, b->faces, 2 * sizeof *b->faces);
    three->faces[2] = (wm_kotor_face){{2, 1, 6}};
    for (int i = 0; i < 3; i++)
        three->materials[i] = SAMPLE_STONE;
    wm_kotor_bwm_free(b);
    rebuild_and_check(three, report);
}

static void edge_range(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->edges[3].edge = b->adjacency_count * 3 + 1;
    check(b, report);
}

static void edge_doubled(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->edges[3] = b->edges[2];
    check(b, report);
}

static void edge_missing(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->edge_count--;
    b->perimeters[b->perimeter_count - 1]--;
    check(b, report);
}

static void edge_inner(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->edges[0] = (wm_kotor_edge){inner_edge(b), WM_NO_INDEX};
    check(b, report);
}

static void transition_inner(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->edges[0] = (wm_kotor_edge){inner_edge(b), 2};
    check(b, report);
}

static void perimeter_missing(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->perimeter_count = 0;
    check(b, report);
}

static void perimeter_range(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->perimeters[b->perimeter_count - 1]++;
    check(b, report);
}

static void perimeter_open(wm_report *report)
{
    wm_kotor_bwm *b = room();
    wm_kotor_edge swap = b->edges[1];
    b->edges[1] = b->edges[2];
    b->edges[2] = swap;
    check(b, report);
}

/* ---- tree ---- */

static void aabb_missing(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabb_count = 0;
    check(b, report);
}

static void aabb_root(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabb_root = b->aabb_count;
    check(b, report);
}

static void aabb_child(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabbs[0].right = b->aabb_count + 7;
    check(b, report);
}

static void aabb_one_based(wm_report *report)
{
    wm_kotor_bwm *b = room();
    for (uint32_t i = 0; i < b->aabb_count; i++)
        if (b->aabbs[i].face == WM_NO_INDEX) {
            b->aabbs[i].left++;
            b->aabbs[i].right++;
        }
    check(b, report);
}

static void aabb_cycle(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabbs[1].left = 0;
    check(b, report);
}

static void aabb_unreached(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabbs[0].right = b->aabbs[0].left;
    check(b, report);
}

static wm_kotor_aabb *leaf(wm_kotor_bwm *b)
{
    wm_kotor_aabb *n = b->aabbs;
    while (n->face == WM_NO_INDEX)
        n++;
    return n;
}

static void aabb_leaf(wm_report *report)
{
    wm_kotor_bwm *b = room();
    leaf(b)->left = 2;
    check(b, report);
}

static void aabb_face(wm_report *report)
{
    wm_kotor_bwm *b = room();
    leaf(b)->face = b->face_count;
    check(b, report);
}

static void aabb_face_twice(wm_report *report)
{
    wm_kotor_bwm *b = room();
    leaf(b)->face = b->aabbs[b->aabb_count - 1].face;
    check(b, report);
}

static void aabb_box(wm_report *report)
{
    wm_kotor_bwm *b = room();
    leaf(b)->max.x -= 0.5f;
    check(b, report);
}

static void aabb_box_inverted(wm_report *report)
{
    wm_kotor_bwm *b = room(); /* what PyKotor wrote: z grown the wrong way */
    for (uint32_t i = 0; i < b->aabb_count; i++) {
        b->aabbs[i].min.z += 10;
        b->aabbs[i].max.z -= 10;
    }
    check(b, report);
}

static void aabb_plane(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabbs[0].plane = 3;
    check(b, report);
}

static void aabb_plane_zero(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabbs[0].plane = 0;
    check(b, report);
}

static void aabb_unknown(wm_report *report)
{
    wm_kotor_bwm *b = room();
    b->aabbs[5].unknown = 1;
    check(b, report);
}

/* ---- regions ---- */

static void region_tiny(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("one-face.wok");
    wm_kotor_transform t = {.scale = {0.1f, 0.1f, 0.1f}};
    assert_int_equal(wm_kotor_bwm_transform(b, &t, NULL, NULL), WM_OK);
    check(b, report);
}

static void region_cut_off(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("islands.wok");
    for (uint32_t i = 0; i < b->edge_count; i++)
        b->edges[i].transition = WM_NO_INDEX;
    check(b, report);
}

const test_fixture fixtures_kotor_bwm[] = {
    {WM_KOTOR_VERTEX_INDEX, "a vertex number equal to the count", vertex_index},
    {WM_KOTOR_TYPE_UNKNOWN, "type 2", type_unknown},
    {WM_KOTOR_LAYOUT_GAP, "three bytes behind the last table", layout_gap},
    {WM_KOTOR_LAYOUT_OVERLAP, "distances on top of normals", layout_overlap},
    {WM_KOTOR_NO_FACES, "an empty mesh", no_faces},
    {WM_KOTOR_NOTHING_WALKABLE, "only non-walkable faces", nothing_walkable},
    {WM_KOTOR_NOT_FINITE, "a NaN coordinate", not_finite},
    {WM_KOTOR_VERTEX_UNUSED, "a vertex beside the mesh", vertex_unused},
    {WM_KOTOR_VERTEX_DOUBLED, "one vertex moved onto another", vertex_doubled},
    {WM_KOTOR_FACE_DEGENERATE, "a face with a vertex twice", face_degenerate},
    {WM_KOTOR_FACE_DUPLICATE, "a face again, turned", face_duplicate},
    {WM_KOTOR_FACE_DOWN, "a floor face turned over", face_down},
    {WM_KOTOR_MATERIAL_RANGE, "material 32", material_range},
    {WM_KOTOR_MATERIAL_UNKNOWN, "material 25", material_unknown},
    {WM_KOTOR_FACE_ORDER, "face 0 made non-walkable without sorting", face_order},
    {WM_KOTOR_OBJECT_POSITION, "a placeable whose vertices lack the position", object_position},
    {WM_KOTOR_OBJECT_TABLES, "an area called an object", object_tables},
    {WM_KOTOR_NORMAL_ZERO, "all normals zero", normal_zero},
    {WM_KOTOR_NORMAL_NOT_UNIT, "a normal of length two", normal_not_unit},
    {WM_KOTOR_NORMAL_WRONG, "a floor normal pointing down", normal_wrong},
    {WM_KOTOR_DISTANCE_WRONG, "a distance off by a metre", distance_wrong},
    {WM_KOTOR_ADJACENCY_COUNT, "one row too few", adjacency_count},
    {WM_KOTOR_ADJACENCY_RANGE, "a neighbour behind the last row", adjacency_range},
    {WM_KOTOR_ADJACENCY_ONE_WAY, "one half of a link cut", adjacency_one_way},
    {WM_KOTOR_ADJACENCY_MISSING, "both halves of a link cut", adjacency_missing},
    {WM_KOTOR_ADJACENCY_MISMATCH, "two far edges linked", adjacency_mismatch},
    {WM_KOTOR_ADJACENCY_DIRECTION, "a link between edges of one direction", adjacency_direction},
    {WM_KOTOR_ADJACENCY_BY_POSITION, "a link across doubled vertices", adjacency_by_position},
    {WM_KOTOR_EDGE_NON_MANIFOLD, "three faces on one edge", edge_non_manifold},
    {WM_KOTOR_EDGE_RANGE, "an edge of a wall", edge_range},
    {WM_KOTOR_EDGE_DOUBLED, "an edge twice", edge_doubled},
    {WM_KOTOR_EDGE_MISSING, "the last edge left out", edge_missing},
    {WM_KOTOR_EDGE_INNER, "an inner edge in the table", edge_inner},
    {WM_KOTOR_TRANSITION_INNER, "a transition on an inner edge", transition_inner},
    {WM_KOTOR_PERIMETER_MISSING, "no perimeters", perimeter_missing},
    {WM_KOTOR_PERIMETER_RANGE, "the last loop one too long", perimeter_range},
    {WM_KOTOR_PERIMETER_OPEN, "two edges of a loop swapped", perimeter_open},
    {WM_KOTOR_AABB_MISSING, "no tree", aabb_missing},
    {WM_KOTOR_AABB_ROOT, "a root behind the last node", aabb_root},
    {WM_KOTOR_AABB_CHILD, "a child behind the last node", aabb_child},
    {WM_KOTOR_AABB_ONE_BASED, "every child one too high", aabb_one_based},
    {WM_KOTOR_AABB_CYCLE, "a child that is the root", aabb_cycle},
    {WM_KOTOR_AABB_UNREACHED, "the left half of the tree twice", aabb_unreached},
    {WM_KOTOR_AABB_LEAF, "a leaf with a child", aabb_leaf},
    {WM_KOTOR_AABB_FACE, "a leaf of no face", aabb_face},
    {WM_KOTOR_AABB_FACE_TWICE, "a face in two leaves", aabb_face_twice},
    {WM_KOTOR_AABB_FACE_MISSING, "a face in no leaf", aabb_face_twice},
    {WM_KOTOR_AABB_BOX, "a leaf's box half a metre short", aabb_box},
    {WM_KOTOR_AABB_BOX_INVERTED, "boxes with z inside out", aabb_box_inverted},
    {WM_KOTOR_AABB_PLANE, "plane 3", aabb_plane},
    {WM_KOTOR_AABB_PLANE_ZERO, "plane 0 in the root", aabb_plane_zero},
    {WM_KOTOR_AABB_UNKNOWN, "1 where 4 stands in all files", aabb_unknown},
    {WM_KOTOR_REGION_TINY, "a floor of ten centimetres", region_tiny},
    {WM_KOTOR_REGION_CUT_OFF, "an island without a transition", region_cut_off},
    {0},
};
