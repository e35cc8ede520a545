/* Planted faults in the derived tables of KotOR walkmeshes: adjacency, edges,
 * perimeters, AABB tree. */
#include "fixtures.h"
#include "samples.h"
#include "support.h"

/* The first edge index of the floor that has a neighbour, or has none. */
static uint32_t edge_with(const wm_kotor_bwm *b, bool neighbour)
{
    for (uint32_t e = 0; e < 3 * b->adjacency_count; e++)
        if ((b->adjacency[e / 3].edge[e % 3] != WM_NO_INDEX) == neighbour)
            return e;
    abort();
}

static uint32_t *slot(wm_kotor_bwm *b, uint32_t edge)
{
    return &b->adjacency[edge / 3].edge[edge % 3];
}

static wm_kotor_aabb *node_of(wm_kotor_bwm *b, bool leaf)
{
    for (uint32_t i = 0; i < b->aabb_count; i++)
        if ((b->aabbs[i].face != WM_NO_INDEX) == leaf)
            return &b->aabbs[i];
    abort();
}

static void adjacency_count(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->adjacency_count--;
    test_check_bwm(b, report);
}

static void adjacency_range(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    *slot(b, edge_with(b, true)) = 3 * b->adjacency_count;
    test_check_bwm(b, report);
}

static void adjacency_one_way(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    *slot(b, *slot(b, edge_with(b, true))) = WM_NO_INDEX;
    test_check_bwm(b, report);
}

static void adjacency_mismatch(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("corridor.wok");
    uint32_t one = b->edges[0].edge, two = b->edges[b->edge_count / 2].edge;
    *slot(b, one) = two;
    *slot(b, two) = one;
    test_check_bwm(b, report);
}

/* Two faces at the same three positions, each with its own vertices; the second faces
 * the other way if `flipped`. */
static wm_kotor_bwm *two_sheets(bool flipped)
{
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_int_equal(wm_kotor_bwm_reserve(b, 6, 2, NULL), WM_OK);
    b->vertices[1].x = b->vertices[2].y = b->vertices[4].x = b->vertices[5].y = 1;
    b->faces[0] = (wm_kotor_face){{0, 1, 2}};
    b->faces[1] = flipped ? (wm_kotor_face){{4, 3, 5}} : (wm_kotor_face){{3, 4, 5}};
    b->materials[0] = b->materials[1] = SAMPLE_STONE;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    b->adjacency[0].edge[0] = 3; /* by position only */
    b->adjacency[1].edge[0] = 0;
    return b;
}

static void adjacency_direction(wm_report *report)
{
    test_check_bwm(two_sheets(false), report);
}

static void adjacency_by_position(wm_report *report)
{
    test_check_bwm(two_sheets(true), report);
}

static void adjacency_missing(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    uint32_t e = edge_with(b, true), other = *slot(b, e);
    *slot(b, e) = *slot(b, other) = WM_NO_INDEX;
    test_check_bwm(b, report);
}

static void non_manifold(wm_report *report)
{
    test_check_bwm(test_sample_make("degenerate.wok"), report);
}

static void edge_range(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->edges[2].edge = 3 * b->adjacency_count;
    test_check_bwm(b, report);
}

static void edge_doubled(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->edges[2] = b->edges[1];
    test_check_bwm(b, report);
}

static void edge_missing(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->edge_count--;
    b->perimeters[b->perimeter_count - 1]--;
    test_check_bwm(b, report);
}

static void edge_inner(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->edges[2] = (wm_kotor_edge){edge_with(b, true), WM_NO_INDEX};
    test_check_bwm(b, report);
}

static void transition_inner(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->edges[2] = (wm_kotor_edge){edge_with(b, true), 4};
    test_check_bwm(b, report);
}

static void perimeter_missing(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->perimeter_count = 0;
    test_check_bwm(b, report);
}

static void perimeter_range(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("courtyard.wok");
    b->perimeters[1] = b->perimeters[0];
    test_check_bwm(b, report);
}

static void perimeter_open(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("courtyard.wok");
    b->perimeters[0]--;
    test_check_bwm(b, report);
}

static void aabb_missing(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabb_count = 0;
    test_check_bwm(b, report);
}

static void aabb_root(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabb_root = b->aabb_count;
    test_check_bwm(b, report);
}

static void aabb_child(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    node_of(b, false)->right = b->aabb_count;
    test_check_bwm(b, report);
}

static void aabb_one_based(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    for (uint32_t i = 0; i < b->aabb_count; i++)
        if (b->aabbs[i].face == WM_NO_INDEX) {
            b->aabbs[i].left++;
            b->aabbs[i].right++;
        }
    test_check_bwm(b, report);
}

static void aabb_cycle(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabbs[b->aabbs[b->aabb_root].left].left = b->aabb_root;
    test_check_bwm(b, report);
}

/* The root becomes the leaf of the first face. */
static void aabb_unreached(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_kotor_aabb *root = &b->aabbs[b->aabb_root];
    root->face = 0;
    root->left = root->right = WM_NO_INDEX;
    root->plane = 0;
    test_check_bwm(b, report);
}

static void aabb_leaf(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    node_of(b, true)->left = 1;
    test_check_bwm(b, report);
}

static void aabb_face(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    node_of(b, true)->face = b->face_count;
    test_check_bwm(b, report);
}

/* One leaf gets the face of another. */
static void aabb_face_twice(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_kotor_aabb *leaf = node_of(b, true);
    leaf->face = leaf->face ? 0 : 1;
    test_check_bwm(b, report);
}

static void aabb_box(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabbs[b->aabb_root].max.x -= 1;
    test_check_bwm(b, report);
}

static void aabb_box_inverted(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    wm_kotor_aabb *leaf = node_of(b, true);
    wm_vec3 swap = leaf->min;
    leaf->min = leaf->max;
    leaf->max = swap;
    test_check_bwm(b, report);
}

static void aabb_plane(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabbs[b->aabb_root].plane = 3;
    test_check_bwm(b, report);
}

static void aabb_plane_zero(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabbs[b->aabb_root].plane = 0;
    test_check_bwm(b, report);
}

static void aabb_unknown(wm_report *report)
{
    wm_kotor_bwm *b = test_sample_make("room.wok");
    b->aabbs[b->aabb_root].unknown = 0;
    test_check_bwm(b, report);
}

const test_fixture fixtures_kotor_links[] = {
    {WM_KOTOR_ADJACENCY_COUNT, "one row too few", adjacency_count},
    {WM_KOTOR_ADJACENCY_RANGE, "a neighbour after the last walkable face", adjacency_range},
    {WM_KOTOR_ADJACENCY_ONE_WAY, "a link without its way back", adjacency_one_way},
    {WM_KOTOR_ADJACENCY_MISMATCH, "two far edges linked", adjacency_mismatch},
    {WM_KOTOR_ADJACENCY_DIRECTION, "two sheets linked that lie the same way", adjacency_direction},
    {WM_KOTOR_ADJACENCY_BY_POSITION, "two sheets linked by place alone", adjacency_by_position},
    {WM_KOTOR_ADJACENCY_MISSING, "a link taken away on both sides", adjacency_missing},
    {WM_KOTOR_EDGE_NON_MANIFOLD, "three faces on one edge", non_manifold},
    {WM_KOTOR_EDGE_RANGE, "an edge after the last walkable face", edge_range},
    {WM_KOTOR_EDGE_DOUBLED, "one edge in two rows", edge_doubled},
    {WM_KOTOR_EDGE_MISSING, "the last row taken away", edge_missing},
    {WM_KOTOR_EDGE_INNER, "an inner edge in the table", edge_inner},
    {WM_KOTOR_TRANSITION_INNER, "a door on an inner edge", transition_inner},
    {WM_KOTOR_PERIMETER_MISSING, "no perimeters", perimeter_missing},
    {WM_KOTOR_PERIMETER_RANGE, "a loop without edges", perimeter_range},
    {WM_KOTOR_PERIMETER_OPEN, "a loop that ends one edge early", perimeter_open},
    {WM_KOTOR_AABB_MISSING, "no tree", aabb_missing},
    {WM_KOTOR_AABB_ROOT, "a root after the last node", aabb_root},
    {WM_KOTOR_AABB_CHILD, "a child after the last node", aabb_child},
    {WM_KOTOR_AABB_ONE_BASED, "children counted from one", aabb_one_based},
    {WM_KOTOR_AABB_CYCLE, "a node that leads back to the root", aabb_cycle},
    {WM_KOTOR_AABB_UNREACHED, "a root that is a leaf", aabb_unreached},
    {WM_KOTOR_AABB_LEAF, "a leaf with a child", aabb_leaf},
    {WM_KOTOR_AABB_FACE, "a leaf of a face that is not there", aabb_face},
    {WM_KOTOR_AABB_FACE_MISSING, "a face without a leaf", aabb_face_twice},
    {WM_KOTOR_AABB_FACE_TWICE, "a face with two leaves", aabb_face_twice},
    {WM_KOTOR_AABB_BOX, "a root a metre too small", aabb_box},
    {WM_KOTOR_AABB_BOX_INVERTED, "a box with its corners swapped", aabb_box_inverted},
    {WM_KOTOR_AABB_PLANE, "split plane 3", aabb_plane},
    {WM_KOTOR_AABB_PLANE_ZERO, "an inner node with split plane 0", aabb_plane_zero},
    {WM_KOTOR_AABB_UNKNOWN, "the 4 made a 0", aabb_unknown},
    {0},
};
