/* All rooms of an area as one walkmesh, and doors and placeables on it. */
#include <math.h>

#include "areas.h"
#include "memory.h"
#include "meshes.h"
#include "samples.h"

static wm_walkmesh *joined(const test_area *a, const wm_allocator *allocator, wm_error *error)
{
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, NULL, NULL);
    assert_non_null(area);
    wm_walkmesh *m = wm_walkmesh_from_kotor_area(area, allocator, error);
    wm_kotor_area_free(area);
    return m;
}

static double walkable_area(const wm_walkmesh *m)
{
    double sum = 0;
    for (uint32_t f = 0; f < m->face_count; f++) {
        const uint32_t *k = m->faces[f].vertex;
        wm_vec3 a = m->vertices[k[0]], b = m->vertices[k[1]], c = m->vertices[k[2]];
        if (m->walkable[f])
            sum += fabs(((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                        ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x)) /
                   2;
    }
    return sum;
}

/* Neighbours lead back, and their edges are the same two vertices. */
static void check_links(const wm_walkmesh *m, bool by_vertex)
{
    for (uint32_t f = 0; f < m->face_count; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f].edge[k];
            if (to == WM_NO_INDEX)
                continue;
            assert_true(m->walkable[f] && m->walkable[to / 3]);
            assert_int_equal(m->neighbours[to / 3].edge[to % 3], 3 * f + k);
            if (!by_vertex)
                continue;
            assert_int_equal(m->faces[f].vertex[k], m->faces[to / 3].vertex[(to % 3 + 1) % 3]);
            assert_int_equal(m->faces[f].vertex[(k + 1) % 3], m->faces[to / 3].vertex[to % 3]);
        }
}

static void rooms_are_joined(void **state)
{
    test_area *a = test_area_make(3, 2, 4, 4);
    wm_walkmesh *m = joined(a, NULL, NULL);
    uint32_t faces = 0;
    (void)state;
    assert_non_null(m);
    assert_int_equal(wm_walkmesh_region_count(m), 1);
    check_links(m, true);
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t f = 0; f < a->rooms[i]->face_count; f++)
            assert_int_equal(m->rooms[faces + f], i);
        faces += a->rooms[i]->face_count;
    }
    assert_int_equal(m->face_count, faces);
    /* one path from the first room to the last, through rooms that are neighbours */
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_vec3 from = {1, 1, 0}, to = {15, 9, 0};
    wm_place start, goal;
    uint32_t region, corridor[512];
    assert_true(wm_query_region(q, from, NULL, &region, &start));
    assert_true(wm_query_region(q, to, NULL, &region, &goal));
    assert_int_equal(m->rooms[start.face], 0);
    assert_int_equal(m->rooms[goal.face], 5);
    wm_path path = {.faces = corridor, .face_capacity = 512};
    assert_int_equal(
        wm_query_path_between_faces(q, start.face, from, goal.face, to, NULL, &path, NULL), WM_OK);
    assert_true(path.found && path.face_count <= 512);
    assert_true(path.length >= hypot(14, 8) && path.length < 30);
    for (uint32_t i = 1; i < path.face_count; i++) {
        uint32_t r = m->rooms[corridor[i - 1]], s = m->rooms[corridor[i]];
        assert_true(r == s || r + 1 == s || s + 1 == r || r + 3 == s || s + 3 == r);
    }
    /* and a character walks through a door */
    wm_slide s;
    assert_true(wm_query_region(q, (wm_vec3){1, 2.5f, 0}, NULL, &region, &start));
    assert_int_equal(wm_query_slide(q, start.face, (wm_vec3){1, 2.5f, 0}, (wm_vec3){9, 2.5f, 0},
                                    &(wm_slide_opts){.radius = 0.3f}, &s, NULL),
                     WM_OK);
    assert_true(s.arrived);
    assert_int_equal(m->rooms[s.place.face], 1);
    wm_query_free(q);
    wm_walkmesh_free(m);
    test_area_free(a);
}

/* Linked one way or not at all: a wall. Off by a rounding error: welded. */
static void only_mutual_transitions_join(void **state)
{
    test_area *a = test_area_make(2, 1, 4, 4);
    (void)state;
    test_area_door(a, 0, 1)->transition = WM_NO_INDEX;
    wm_walkmesh *m = joined(a, NULL, NULL);
    assert_int_equal(wm_walkmesh_region_count(m), 2);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_region_distance gap;
    assert_int_equal(wm_query_region_distance(q, 0, 1, false, &gap, NULL), WM_OK);
    assert_true(gap.found && gap.distance == 0);
    wm_query_free(q);
    wm_walkmesh_free(m);
    test_area_free(a);

    a = test_area_make(2, 1, 4, 4);
    test_area_corner(a, 1, test_area_door(a, 1, 0)->edge, 0)->y += 0.004f;
    assert_int_equal(wm_kotor_bwm_rebuild(a->rooms[1], NULL, NULL, NULL), WM_OK);
    m = joined(a, NULL, NULL);
    assert_int_equal(wm_walkmesh_region_count(m), 1);
    check_links(m, true);
    wm_walkmesh_free(m);
    test_area_free(a);
}

/* A seam that one room divides and the other does not is joined part by part. */
static void divided_seams_are_joined(void **state)
{
    for (uint32_t room = 0; room < 4; room++) {
        test_area *a = test_area_make_split(2, 2, 4, room);
        wm_walkmesh *m = joined(a, NULL, NULL);
        uint32_t faces = 0;
        (void)state;
        assert_non_null(m);
        for (uint32_t i = 0; i < a->count; i++)
            faces += a->rooms[i]->face_count;
        assert_int_equal(m->face_count, faces + 2); /* two steps of two neighbours */
        assert_int_equal(wm_walkmesh_region_count(m), 1);
        check_links(m, true);
        assert_true(fabs(walkable_area(m) - (4 * 16 + 8)) < 1e-5);
        /* through the divided door in each half */
        wm_query *q = wm_query_new(m, NULL, NULL);
        for (int half = 0; half < 2; half++) {
            float y = half ? 2.75f : 2.25f;
            wm_place from;
            uint32_t region;
            wm_slide s;
            assert_true(wm_query_region(q, (wm_vec3){1, y, 0}, NULL, &region, &from));
            assert_int_equal(
                wm_query_slide(q, from.face, from.position, (wm_vec3){9, y, 0}, NULL, &s, NULL),
                WM_OK);
            assert_true(s.arrived);
        }
        wm_query_free(q);
        wm_walkmesh_free(m);
        test_area_free(a);
    }
}

static void refuse_memory(const test_area *a)
{
    wm_walkmesh *m = NULL;
    for (uint64_t n = 1; !m; n++) {
        test_memory memory;
        wm_error error = {0};
        test_memory_init(&memory);
        memory.fail_at = n;
        m = joined(a, &memory.allocator, &error);
        assert_true(m || error.code == WM_NO_MEMORY);
        wm_walkmesh_free(m);
        test_memory_done(&memory, "wm_walkmesh_from_kotor_area");
        if (memory.refused)
            m = NULL;
        assert_true(n < 500);
    }
}

static void area_survives_refused_memory(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3), *split = test_area_make_split(2, 1, 3, 0);
    (void)state;
    refuse_memory(a);
    refuse_memory(split);
    test_area_free(a);
    test_area_free(split);
}

/* ---- obstacles ---- */

/* A box with vertical sides; none of its faces is walkable. */
static wm_kotor_bwm *box(float x, float y, float z)
{
    static const uint32_t side[8][3] = {{0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                        {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_OBJECT, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, 8, 8, NULL), WM_OK);
    for (uint32_t i = 0; i < 8; i++)
        b->vertices[i] =
            (wm_vec3){i % 4 == 1 || i % 4 == 2 ? x : -x, i % 4 >= 2 ? y : -y, i >= 4 ? z : 0};
    for (uint32_t i = 0; i < 8; i++) {
        memcpy(b->faces[i].vertex, side[i], sizeof side[i]);
        b->materials[i] = SAMPLE_NONWALK;
    }
    return b;
}

static wm_walkmesh *with(const wm_walkmesh *m, const wm_kotor_obstacle *list, uint32_t count)
{
    wm_error error;
    wm_walkmesh *out = wm_walkmesh_with_kotor_obstacles(m, list, count, NULL, NULL, &error);
    if (!out)
        fail_msg("%s", error.message);
    return out;
}

static void a_box_in_a_field(void **state)
{
    wm_walkmesh *m = test_field(10, 10, 1, (wm_vec3){0, 0, 0});
    wm_kotor_bwm *b = box(1.5f, 0.5f, 1);
    (void)state;
    for (int i = 0; i < 40; i++) {
        wm_kotor_obstacle o = {b, {4.7f, 5.3f, 0.1f}, (float)i * 22.5f};
        wm_walkmesh *cut = with(m, &o, 1);
        if (fabs(walkable_area(cut) - 97) > 1e-4)
            fail_msg("rotated by %d: %.9g m2 are left", i, walkable_area(cut));
        check_links(cut, true);
        assert_int_equal(wm_walkmesh_region_count(cut), 1);
        assert_int_equal(cut->walkable[cut->face_count - 8], false);
        assert_int_equal(cut->materials[cut->face_count - 1], SAMPLE_NONWALK);
        wm_query *q = wm_query_new(cut, NULL, NULL);
        uint32_t region;
        assert_false(wm_query_region(q, o.position, NULL, &region, NULL));
        /* a path avoids it */
        wm_place from, to;
        wm_path path = {0};
        assert_true(wm_query_region(q, (wm_vec3){4.7f, 0.5f, 0}, NULL, &region, &from));
        assert_true(wm_query_region(q, (wm_vec3){4.7f, 9.5f, 0}, NULL, &region, &to));
        assert_int_equal(wm_query_path_between_faces(q, from.face, from.position, to.face,
                                                     to.position, NULL, &path, NULL),
                         WM_OK);
        assert_true(path.found && path.length > 9.01 && path.length < 11);
        wm_query_free(q);
        wm_walkmesh_free(cut);
    }
    wm_kotor_bwm_free(b);
    wm_walkmesh_free(m);
}

/* A closed door across a corridor divides it. Above, below or next to the floor it does
 * nothing. Two that overlap are cut one after the other. */
static void doors_close(void **state)
{
    wm_walkmesh *m = test_field(8, 2, 1, (wm_vec3){0, 0, 0}), *cut;
    wm_kotor_bwm *door = box(0.1f, 1.5f, 2.5f), *line = box(0, 1.5f, 2.5f);
    wm_kotor_obstacle o = {door, {4.3f, 1, 0}, 0};
    (void)state;
    cut = with(m, &o, 1);
    assert_int_equal(wm_walkmesh_region_count(cut), 2);
    assert_true(fabs(walkable_area(cut) - 15.6) < 1e-5);
    check_links(cut, true);
    wm_query *q = wm_query_new(cut, NULL, NULL);
    wm_region_distance gap;
    assert_int_equal(wm_query_region_distance(q, 0, 1, false, &gap, NULL), WM_OK);
    assert_true(gap.found && fabs(gap.distance - 0.2) < 1e-5);
    wm_query_free(q);
    wm_walkmesh_free(cut);

    o.mesh = line; /* thin as a line: it still closes */
    cut = with(m, &o, 1);
    assert_int_equal(wm_walkmesh_region_count(cut), 2);
    wm_walkmesh_free(cut);

    o.mesh = door;
    o.degrees = 90; /* open, along the corridor: reaches over the rim */
    o.position.y = 0;
    cut = with(m, &o, 1);
    assert_int_equal(wm_walkmesh_region_count(cut), 1);
    assert_true(fabs(walkable_area(cut) - (16 - 0.3)) < 1e-5);
    wm_walkmesh_free(cut);

    const wm_vec3 away[] = {{4, 1, 2.1f}, {4, 1, -3.1f}, {4, 9, 0}, {NAN, 0, 0}, {1e30f, 0, 0}};
    for (size_t i = 0; i < 5; i++) {
        o = (wm_kotor_obstacle){door, away[i], 0};
        cut = with(m, &o, 1);
        assert_true(walkable_area(cut) == walkable_area(m));
        wm_walkmesh_free(cut);
    }
    wm_kotor_obstacle two[] = {{door, {4, 1, 0}, 0}, {door, {4, 1, 0}, 90}};
    cut = with(m, two, 2);
    assert_true(fabs(walkable_area(cut) - (16 - 0.4 - 0.6 + 0.04)) < 1e-5);
    check_links(cut, true);
    wm_walkmesh_free(cut);
    cut = with(m, NULL, 0);
    assert_int_equal(cut->face_count, m->face_count);
    wm_walkmesh_free(cut);
    wm_kotor_bwm_free(door);
    wm_kotor_bwm_free(line);
    wm_walkmesh_free(m);
}

/* The cut removes exactly the floor inside, measured independently with a grid of points.
 * Neighbours stay valid on every mesh. */
static void on_a_mesh(const char *name, const wm_walkmesh *m, void *user)
{
    test_random r = {9};
    uint32_t *cuts = user;
    wm_kotor_bwm *b = box(0.7f, 0.4f, 1);
    for (int i = 0; i < 5; i++) {
        wm_place at;
        if (!test_place(&r, m, &at))
            break;
        wm_kotor_obstacle o = {b, at.position, (float)(i * 33)};
        wm_walkmesh *cut = with(m, &o, 1);
        double lost = walkable_area(m) - walkable_area(cut);
        check_links(cut, false);
        if (lost < 0.001 || lost > 5 * 4 * 0.7 * 0.4)
            fail_msg("%s: an obstacle of 1.12 m2 takes away %.9g", name, lost);
        wm_query *q = wm_query_new(cut, NULL, NULL), *p = wm_query_new(m, NULL, NULL);
        double c = cos(i * 33 * 3.14159265358979 / 180), s = sin(i * 33 * 3.14159265358979 / 180);
        const wm_query_filter walk = {.walkable_only = true};
        for (int k = 0; k < 200; k++) {
            double x = test_range(&r, -1.2, 1.2), y = test_range(&r, -1.2, 1.2);
            wm_vec3 v = {(float)((double)at.position.x + c * x - s * y),
                         (float)((double)at.position.y + s * x + c * y), at.position.z};
            bool in = fabs(x) < 0.7 - 1e-4 && fabs(y) < 0.4 - 1e-4;
            bool out = fabs(x) > 0.7 + 1e-4 || fabs(y) > 0.4 + 1e-4;
            uint32_t before, after;
            wm_hit hits[32], now[32];
            assert_int_equal(wm_query_locate(p, v, WM_LOCATE_ALL, &walk, hits, 32, &before, NULL),
                             WM_OK);
            assert_int_equal(wm_query_locate(q, v, WM_LOCATE_ALL, &walk, now, 32, &after, NULL),
                             WM_OK);
            if (out && before != after && before < 32)
                fail_msg("%s: floor is lost at (%.9g %.9g), outside of the obstacle", name,
                         (double)v.x, (double)v.y);
            for (uint32_t h = 0; in && h < after && h < 32; h++)
                if (fabs((double)now[h].z - (double)at.position.z) < 0.25)
                    fail_msg("%s: floor is left at (%.9g %.9g), inside the obstacle", name,
                             (double)v.x, (double)v.y);
        }
        wm_query_free(p);
        wm_query_free(q);
        wm_walkmesh_free(cut);
        ++*cuts;
    }
    wm_kotor_bwm_free(b);
}

static void obstacles_on_every_mesh(void **state)
{
    uint32_t cuts = 0;
    (void)state;
    test_each_mesh(on_a_mesh, &cuts);
    print_message("%u obstacles\n", (unsigned)cuts);
    assert_true(cuts > 20);
}

static void obstacles_survive_refused_memory(void **state)
{
    wm_walkmesh *m = test_field(3, 3, 1, (wm_vec3){0, 0, 0}), *cut = NULL;
    wm_kotor_bwm *b = box(0.5f, 0.6f, 1);
    wm_kotor_obstacle o = {b, {1.2f, 1.4f, 0}, 12};
    (void)state;
    for (uint64_t n = 1; !cut; n++) {
        test_memory memory;
        wm_error error = {0};
        test_memory_init(&memory);
        memory.fail_at = n;
        cut = wm_walkmesh_with_kotor_obstacles(m, &o, 1, NULL, &memory.allocator, &error);
        assert_true(cut || error.code == WM_NO_MEMORY);
        wm_walkmesh_free(cut);
        test_memory_done(&memory, "wm_walkmesh_with_kotor_obstacles");
        if (memory.refused)
            cut = NULL;
        assert_true(n < 500);
    }
    wm_kotor_bwm_free(b);
    wm_walkmesh_free(m);
}

/* One walkmesh in thousands of places: 4,000 of 3,200 faces each took 7 GB. */
static void shared_walkmeshes_have_a_limit(void **state)
{
    enum { MOST = (65536 + 4 * 8) / 8 };
    wm_walkmesh *m = test_field(3, 3, 1, (wm_vec3){0, 0, 0}), *cut;
    wm_kotor_bwm *b = box(0.5f, 0.6f, 1);
    wm_kotor_obstacle *list = calloc(MOST + 1, sizeof *list);
    wm_error error;
    (void)state;
    assert_non_null(list);
    for (int i = 0; i <= MOST; i++)
        list[i] = (wm_kotor_obstacle){b, {1000, 1000, 0}, 0};
    cut = with(m, list, MOST);
    assert_int_equal(cut->face_count, m->face_count + 8 * MOST);
    wm_walkmesh_free(cut);
    assert_null(wm_walkmesh_with_kotor_obstacles(m, list, MOST + 1, NULL, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.message,
                        "obstacles share their walkmeshes: together they have 65,576 faces, but "
                        "the walkmeshes have 8; the limit for them is 65,568");
    free(list);
    wm_kotor_bwm_free(b);
    wm_walkmesh_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_walkmeshes_have_a_limit),
        cmocka_unit_test(rooms_are_joined),
        cmocka_unit_test(only_mutual_transitions_join),
        cmocka_unit_test(divided_seams_are_joined),
        cmocka_unit_test(area_survives_refused_memory),
        cmocka_unit_test(a_box_in_a_field),
        cmocka_unit_test(doors_close),
        cmocka_unit_test(obstacles_on_every_mesh),
        cmocka_unit_test(obstacles_survive_refused_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
