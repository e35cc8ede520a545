/* A path between rooms that fails names the transition that is missing or wrong. */
#include "areas.h"
#include "core_files.h"

static core *core_of(const test_area *a)
{
    core *c = export_create();
    test_give(c, "grid.lyt", a->text, strlen(a->text));
    for (uint32_t i = 0; i < a->count; i++) {
        char name[32];
        wm_buffer b;
        snprintf(name, sizeof name, "grid_%02u_00.wok", (unsigned)i);
        assert_int_equal(wm_kotor_bwm_write(a->rooms[i], NULL, &b, NULL), WM_OK);
        test_give(c, name, b.data, b.size);
        wm_buffer_free(&b);
    }
    return c;
}

static wm_vec3 middle(const wm_kotor_bwm *b)
{
    const uint32_t *v = b->faces[0].vertex;
    wm_vec3 p = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        p.x += b->vertices[v[k]].x / 3;
        p.y += b->vertices[v[k]].y / 3;
    }
    return p;
}

/* Asks for a path from the first room to the last. */
static char *ask(const test_area *a, core *c)
{
    wm_vec3 p = middle(a->rooms[0]), q = middle(a->rooms[a->count - 1]);
    assert_int_equal(export_path(c, 256, p.x, p.y, 0, q.x, q.y, 0, 0, 0), 0);
    char *text = malloc(export_text_size(c) + 1);
    assert_non_null(text);
    memcpy(text, export_text(c), export_text_size(c));
    text[export_text_size(c)] = '\0';
    return text;
}

static unsigned count(const char *text, const char *words)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        n++;
    return n;
}

static void expect(test_area *a, unsigned seams, const char *words)
{
    core *c = core_of(a);
    char *text = ask(a, c);
    assert_int_equal(count(text, "\"edges\""), seams);
    if (!strstr(text, words))
        print_error("no %s in %s\n", words, text);
    assert_non_null(strstr(text, words));
    free(text);
    export_destroy(c);
    test_area_free(a);
}

static void rooms_that_are_linked(void **state)
{
    (void)state;
    expect(test_area_make(2, 1, 3, 3), 0, "\"found\":true");
}

static void rooms_without_a_transition(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    (void)state;
    test_area_door(a, 0, 1)->transition = WM_NO_INDEX;
    test_area_door(a, 1, 0)->transition = WM_NO_INDEX;
    expect(a, 1, "\"rooms\":[0,1]");
}

static void a_transition_to_another_room(void **state)
{
    test_area *a = test_area_make(3, 1, 3, 3);
    (void)state;
    test_area_door(a, 1, 2)->transition = 0;
    expect(a, 1, "\"leadsTo\":[0,1]");
}

static void a_transition_that_does_not_lead_back(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    (void)state;
    test_area_door(a, 1, 0)->transition = WM_NO_INDEX;
    expect(a, 1, "\"leadsTo\":[1,null]");
}

/* Both places between three rooms, the last one first. */
static void two_in_a_row(void **state)
{
    test_area *a = test_area_make(3, 1, 3, 3);
    (void)state;
    test_area_door(a, 0, 1)->transition = WM_NO_INDEX;
    test_area_door(a, 2, 1)->transition = 77;
    expect(a, 2, "\"leadsTo\":[2,77]");
}

static void edges_that_miss(void **state)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    (void)state;
    uint32_t edge = test_area_door(a, 1, 0)->edge;
    for (int end = 0; end < 2; end++)
        test_area_corner(a, 1, edge, end)->x += 0.05f;
    expect(a, 1, "\"leadsTo\":[1,0]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_that_are_linked),
        cmocka_unit_test(rooms_without_a_transition),
        cmocka_unit_test(a_transition_to_another_room),
        cmocka_unit_test(a_transition_that_does_not_lead_back),
        cmocka_unit_test(two_in_a_row),
        cmocka_unit_test(edges_that_miss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
