/* Real areas. Their layouts are missing, so the order of the rooms is derived:
 * for 745KOR from the transitions and the edges that coincide, for m10aa from its
 * visibility list, which has the rooms in that order. */
#include <math.h>

#include "fixtures.h"
#include "path_check.h"
#include "path_meshes.h"
#include "path_reference.h"
#include "support.h"

enum { ROOMS_MAX = 64 };

typedef struct real_area {
    uint32_t count;
    char name[ROOMS_MAX][40];
    wm_kotor_bwm *room[ROOMS_MAX]; /* NULL: not in the corpus */
    wm_kotor_lyt *lyt;
} real_area;

static wm_kotor_bwm *read_room(const char *directory, const char *name)
{
    char path[256];
    wm_error error = {0};
    snprintf(path, sizeof path, "%s/%s.wok", directory, name);
    wm_buffer bytes = test_corpus_file(path);
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    if (!b)
        fail_msg("%s: %s", path, error.message);
    wm_buffer_free(&bytes);
    return b;
}

static void ends(const wm_kotor_bwm *b, uint32_t slot, wm_vec3 *from, wm_vec3 *to)
{
    uint32_t e = b->edges[slot].edge;
    *from = b->vertices[b->faces[e / 3].vertex[e % 3]];
    *to = b->vertices[b->faces[e / 3].vertex[(e % 3 + 1) % 3]];
}

/* The room that has exactly this edge in the opposite direction. */
static uint32_t room_across(const real_area *a, uint32_t room, uint32_t slot)
{
    wm_vec3 p, q, r, s;
    ends(a->room[room], slot, &p, &q);
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; i != room && k < a->room[i]->edge_count; k++) {
            ends(a->room[i], k, &r, &s);
            if (memcmp(&p, &s, sizeof p) == 0 && memcmp(&q, &r, sizeof q) == 0)
                return i;
        }
    return WM_NO_INDEX;
}

/* Sorts the rooms so that each transition names the room on the other side of its edge.
 * Rooms that no transition leads to come last. */
static void derive_order(real_area *a)
{
    uint32_t at[ROOMS_MAX], used = 0;
    real_area sorted = {.count = a->count};
    for (uint32_t i = 0; i < ROOMS_MAX; i++)
        at[i] = WM_NO_INDEX;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < a->room[i]->edge_count; k++) {
            uint32_t t = a->room[i]->edges[k].transition;
            if (t == WM_NO_INDEX)
                continue;
            uint32_t across = room_across(a, i, k);
            assert_true(t < a->count && across != WM_NO_INDEX);
            assert_true(at[t] == WM_NO_INDEX || at[t] == across); /* one room per number */
            at[t] = across;
        }
    while (used < a->count && at[used] != WM_NO_INDEX)
        used++;
    for (uint32_t i = 0; i < a->count; i++) {
        bool listed = false;
        for (uint32_t k = 0; k < used; k++)
            listed |= at[k] == i;
        if (!listed)
            at[used++] = i;
    }
    assert_int_equal(used, a->count);
    for (uint32_t i = 0; i < a->count; i++) {
        memcpy(sorted.name[i], a->name[at[i]], sizeof sorted.name[i]);
        sorted.room[i] = a->room[at[i]];
    }
    *a = sorted;
}

static void make_layout(real_area *a)
{
    char text[8192];
    int used = snprintf(text, sizeof text, "beginlayout\n   roomcount %u\n", (unsigned)a->count);
    for (uint32_t i = 0; i < a->count; i++) {
        wm_vec3 at = {0, 0, 0};
        if (a->room[i] && a->room[i]->vertex_count)
            at = a->room[i]->vertices[0];
        used += snprintf(text + used, sizeof text - (size_t)used, "      %s %f %f %f\n", a->name[i],
                         (double)at.x, (double)at.y, (double)at.z);
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "donelayout\n");
    wm_kotor_lyt_free(a->lyt);
    a->lyt = wm_kotor_lyt_read(text, (size_t)used, NULL, NULL);
    assert_non_null(a->lyt);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void load_745(real_area *a)
{
    *a = (real_area){0};
    for (test_listing l = {0}; test_corpus_next(&l, "kotor/walkmeshes/k2", ".wok");)
        if (strncmp(l.name, "745kor", 6) == 0) {
            assert_true(a->count < 27);
            snprintf(a->name[a->count++], sizeof *a->name, "%.*s", (int)strcspn(l.name, "."),
                     l.name);
        }
    assert_true(a->count == 27);
    qsort(a->name, a->count, sizeof *a->name, by_text);
    for (uint32_t i = 0; i < a->count; i++)
        a->room[i] = read_room("kotor/walkmeshes/k2", a->name[i]);
    derive_order(a);
    make_layout(a);
}

static void release(real_area *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        wm_kotor_bwm_free(a->room[i]);
    wm_kotor_lyt_free(a->lyt);
}

static wm_kotor_area *join(const real_area *a)
{
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->room, NULL, NULL);
    assert_non_null(area);
    return area;
}

/* As one floor: every crossable seam is crossed, nothing else is, and the regions are
 * those that the area's seams join. Returns how many regions there are. */
static uint32_t one_floor(const wm_kotor_area *area)
{
    wm_walkmesh *m = wm_walkmesh_from_kotor_area(area, NULL, NULL);
    uint32_t crossable = 0, crossed = 0, regions = 0, joins = 0;
    assert_non_null(m);
    for (uint32_t i = 0; i < area->seam_count; i++)
        crossable += area->seams[i].crossable;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t to = m->neighbours[f].edge[k];
            crossed += to != WM_NO_INDEX && m->rooms[to / 3] != m->rooms[f];
        }
    for (uint32_t i = 0; i < area->room_count; i++)
        regions += area->rooms[i].regions;
    joins = regions - wm_walkmesh_region_count(m);
    assert_int_equal(crossed, 2 * crossable);
    assert_true(joins > 0 && joins <= crossable);
    regions = wm_walkmesh_region_count(m);
    print_message("%u seam edges crossed, %u regions\n", (unsigned)crossed, (unsigned)regions);
    wm_walkmesh_free(m);
    return regions;
}

static void check(const real_area *a, wm_report *report)
{
    wm_kotor_area *area = join(a);
    wm_report_init(report, NULL);
    assert_int_equal(wm_kotor_area_check(area, NULL, report, NULL), WM_OK);
    wm_kotor_area_free(area);
}

static void the_k2_area_is_whole(void **state)
{
    real_area a;
    wm_report report;
    uint32_t exact = 0;
    (void)state;
    NEED_CORPUS();
    load_745(&a);
    assert_string_equal(a.name[5], "745korf");
    assert_string_equal(a.name[6], "745korh"); /* g has no floor and no number */
    assert_string_equal(a.name[26], "745korg");
    wm_kotor_area *area = join(&a);
    assert_int_equal(one_floor(area), 1);
    assert_int_equal(area->transitions, 52);
    assert_int_equal(area->matched, 52);
    assert_int_equal(area->seam_count, 26);
    for (uint32_t i = 0; i < area->seam_count; i++)
        exact += area->seams[i].exact && area->seams[i].crossable;
    assert_int_equal(exact, 26);
    assert_int_equal(area->component_count, 1);
    assert_int_equal(area->components[0].rooms, 26);
    wm_kotor_area_free(area);
    check(&a, &report);
    assert_int_equal(report.count, 0);
    wm_report_free(&report);
    release(&a);
}

/* The usual mistake: the layout is reordered and the WOKs are not. */
static void a_reordered_layout_is_fixed(void **state)
{
    real_area a;
    wm_report report;
    (void)state;
    NEED_CORPUS();
    load_745(&a);
    for (uint32_t i = 0; i < a.count / 2; i++) {
        char name[40];
        uint32_t other = a.count - 1 - i;
        wm_kotor_bwm *room = a.room[i];
        a.room[i] = a.room[other];
        a.room[other] = room;
        memcpy(name, a.name[i], sizeof name);
        memcpy(a.name[i], a.name[other], sizeof name);
        memcpy(a.name[other], name, sizeof name);
    }
    make_layout(&a);
    check(&a, &report);
    assert_true(report.errors > 40);
    wm_report_free(&report);
    wm_kotor_room_fixes *fixes = wm_kotor_lyt_fix_rooms(a.lyt, a.room, NULL, NULL);
    assert_non_null(fixes);
    for (uint32_t i = 0; i < fixes->count; i++) {
        assert_int_equal(fixes->changes[i].kind, WM_KOTOR_ROOM_CHANGE_KIND_TRANSITION_SET);
        assert_int_equal(fixes->changes[i].to, 26 - fixes->changes[i].from);
    }
    wm_kotor_room_fixes_free(fixes);
    check(&a, &report);
    assert_int_equal(report.count, 0);
    wm_report_free(&report);
    release(&a);
}

static void load_m10aa(real_area *a)
{
    static const char *const present[] = {"M10aa_01c", "M10aa_03a", "M10aa_05a", "M10aa_08a",
                                          "M10aa_08b"};
    static const char *const files[] = {"m10aa_01c", "m10aa_03a", "m10aa_05a", "m10aa_08a",
                                        "m10aa_08b"};
    wm_buffer bytes = test_corpus_file("kotor/layouts/m10aa.vis");
    wm_kotor_vis *vis = wm_kotor_vis_read(bytes.data, bytes.size, NULL, NULL);
    assert_non_null(vis);
    *a = (real_area){.count = vis->room_count};
    assert_int_equal(a->count, 17);
    for (uint32_t i = 0; i < a->count; i++) {
        snprintf(a->name[i], sizeof a->name[i], "%s", vis->rooms[i].name);
        for (size_t k = 0; k < 5; k++)
            if (strcmp(a->name[i], present[k]) == 0)
                a->room[i] = read_room("kotor/walkmeshes", files[k]);
    }
    make_layout(a);
    wm_kotor_vis_free(vis);
    wm_buffer_free(&bytes);
}

/* Of the 17 transitions of the five rooms 10 lead to one of the five, all of them
 * exactly; the others are the ones that miss a walkmesh. */
static void five_k1_rooms_meet_exactly(void **state)
{
    real_area a;
    wm_report report;
    (void)state;
    NEED_CORPUS();
    load_m10aa(&a);
    wm_kotor_area *area = join(&a);
    assert_int_equal(area->transitions, 17);
    assert_int_equal(area->matched, 10);
    assert_int_equal(area->seam_count, 5);
    for (uint32_t i = 0; i < area->seam_count; i++)
        assert_true(area->seams[i].exact && area->seams[i].crossable);
    assert_int_equal(area->component_count, 1);
    wm_kotor_area_free(area);
    check(&a, &report);
    assert_int_equal(report.errors, 7);
    assert_int_equal(test_count_issues(&report, WM_AREA_TRANSITION_NO_WALKMESH), 7);
    assert_int_equal(test_count_issues(&report, WM_AREA_ROOM_NO_WALKMESH), 12);
    assert_int_equal(report.count, 19);
    wm_report_free(&report);
    release(&a);
}

static test_end some_end(test_mesh *dice, const wm_walkmesh *m)
{
    double random[4];
    uint32_t face;
    do
        face = (uint32_t)(test_mesh_random(dice) * m->face_count);
    while (!m->walkable[face]);
    for (int i = 0; i < 4; i++)
        random[i] = test_mesh_random(dice);
    return test_end_in(m, face, random);
}

/* Through all rooms, both ways, by the search and by the index. */
static void paths_through_the_k2_area_are_shortest(void **state)
{
    real_area a = {0};
    unsigned joined = 0, rooms = 0;
    (void)state;
    NEED_CORPUS();
    load_745(&a);
    wm_kotor_area *area = join(&a);
    wm_walkmesh *m = wm_walkmesh_from_kotor_area(area, NULL, NULL);
    wm_query *q = wm_query_new(m, NULL, NULL);
    wm_path_index *index = wm_path_index_new(m, 0, NULL, NULL);
    test_reference *r = test_reference_create(m, NULL);
    test_mesh dice = test_mesh_new(745);
    test_trip trip = {0};
    assert_true(m && q && index);
    for (int i = 0; i < 200; i++) {
        test_end ends[2] = {some_end(&dice, m), some_end(&dice, m)};
        double length =
            test_reference_length(r, ends[0].face, ends[0].at, ends[1].face, ends[1].at);
        for (int way = 0; way < 2; way++) {
            const wm_path_opts opts = {.index = index};
            wm_path path = {0};
            test_end from = ends[way], to = ends[!way];
            if (!test_trip_ask(&trip, q, m, from, to, NULL))
                fail_msg("%s", trip.why);
            assert_int_equal(wm_query_path_between_faces(q, from.face, from.at, to.face, to.at,
                                                         &opts, &path, NULL),
                             WM_OK);
            assert_true(path.found == (length < INFINITY) && trip.path.found == path.found);
            if (!path.found)
                continue;
            assert_true(fabs(path.length - length) <= 1e-6 * length + 1e-6);
            assert_true(fabs(trip.path.length - length) <= 1e-6 * length + 1e-6);
        }
        joined += length < INFINITY;
        rooms += length < INFINITY && m->rooms[ends[0].face] != m->rooms[ends[1].face];
    }
    print_message("%u pairs joined, %u of them in different rooms\n", joined, rooms);
    assert_true(joined > 100 && rooms > 50);
    test_trip_free(&trip);
    test_mesh_free(&dice);
    test_reference_free(r);
    wm_path_index_free(index);
    wm_query_free(q);
    wm_walkmesh_free(m);
    wm_kotor_area_free(area);
    release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_k2_area_is_whole),
        cmocka_unit_test(a_reordered_layout_is_fixed),
        cmocka_unit_test(five_k1_rooms_meet_exactly),
        cmocka_unit_test(paths_through_the_k2_area_are_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
