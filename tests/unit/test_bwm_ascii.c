/* Walkmesh texts: every dialect, read as the engine loads it; doors; what is written. */
#include <math.h>

#include "support.h"
#include "texts.h"

static wm_kotor_bwm_text *read_with(const char *text, const wm_kotor_bwm_text_read_opts *opts)
{
    wm_error error;
    wm_kotor_bwm_text *t = wm_kotor_bwm_text_read(text, strlen(text), opts, &error);
    if (!t)
        fail_msg("line %u, column %u, %s: %s", (unsigned)error.line, (unsigned)error.column,
                 error.path, error.message);
    return t;
}

static wm_kotor_bwm_text *read_sample(const char *name)
{
    return read_with(test_text_find(test_texts, name)->text, NULL);
}

static bool same(wm_vec3 v, float x, float y, float z)
{
    return v.x == x && v.y == y && v.z == z;
}

static void engine_grammar(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("engine.wok.ascii");
    const wm_kotor_bwm *b = t->meshes[0].bwm;
    assert_int_equal(t->mesh_count, 1);
    assert_false(t->meshes[0].rotated); /* 0 0 0 1 is no rotation */
    assert_true(t->meshes[0].has_tree);
    assert_int_equal(b->type, WM_KOTOR_BWM_TYPE_AREA);
    assert_true(same(b->position, 0.5f, 0.25f, -1));
    assert_int_equal(b->vertex_count, 6);
    assert_true(same(b->vertices[5], 4, 2, 0)); /* the position is not added */
    /* Text faces 1, 2, 3 are walkable and come first; 0 comes last. */
    static const uint32_t order[4][3] = {{0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {0, 1, 4}};
    assert_int_equal(b->face_count, 4);
    assert_memory_equal(b->faces, order, sizeof order);
    assert_int_equal(b->materials[0], 4);
    assert_int_equal(b->materials[1], 10);
    assert_int_equal(b->materials[3], 7);
    assert_int_equal(b->adjacency_count, 3);
    wm_kotor_bwm_text_free(t);
}

static void engine_tree(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("engine.wok.ascii");
    const wm_kotor_bwm *b = t->meshes[0].bwm;
    const wm_kotor_aabb *n = b->aabbs;
    assert_int_equal(b->aabb_count, 7);
    static const uint32_t faces[7] = {WM_NO_INDEX, WM_NO_INDEX, 3, 0, WM_NO_INDEX, 1, 2};
    for (int i = 0; i < 7; i++) {
        assert_int_equal(n[i].face, faces[i]);
        assert_int_equal(n[i].unknown, 4);
    }
    assert_int_equal(n[0].left, 1);
    assert_int_equal(n[0].right, 4);
    assert_int_equal(n[1].left, 2);
    assert_int_equal(n[1].right, 3);
    assert_int_equal(n[2].left, WM_NO_INDEX);
    assert_int_equal(n[4].right, 6);
    /* Grown in float arithmetic; swapped before that. */
    assert_true(same(n[0].min, 0 - 0.01f, 0 - 0.01f, 0 - 0.01f));
    assert_true(same(n[0].max, 4 + 0.01f, 2 + 0.01f, 0 + 0.01f));
    assert_true(same(n[1].min, 0 - 0.01f, 0 - 0.01f, 0 - 0.01f));
    assert_true(same(n[1].max, 2 + 0.01f, 2 + 0.01f, 0 + 0.01f));
    assert_int_equal(n[0].plane, 1);  /* right lies towards +x */
    assert_int_equal(n[1].plane, 32); /* same boxes: what the engine's tests come to */
    assert_int_equal(n[2].plane, 0);
    wm_kotor_bwm_text_free(t);
}

/* Text edges 6 and 7 (sides 0, 1 of face 2) become 3 and 4 when face 0 comes last. */
static void links_follow_their_faces(void **state)
{
    static const char *const names[] = {"mdlops.wok.ascii", "mdledit.wok.ascii",
                                        "endlist.wok.ascii"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wm_kotor_bwm_text *t = read_sample(names[i]);
        const wm_kotor_bwm *b = t->meshes[0].bwm;
        unsigned links = 0;
        assert_int_equal(b->type, WM_KOTOR_BWM_TYPE_AREA);
        for (uint32_t e = 0; e < b->edge_count; e++) {
            uint32_t room = b->edges[e].transition;
            links += room != WM_NO_INDEX;
            if (b->edges[e].edge == 3)
                assert_int_equal(room, 3);
            else if (b->edges[e].edge == 4)
                assert_int_equal(room, 5);
            else
                assert_int_equal(room, WM_NO_INDEX);
        }
        assert_int_equal(links, 2);
        assert_int_equal(b->aabb_count, 7); /* read, or built */
        assert_int_equal(t->meshes[0].has_tree, i == 0);
        assert_int_equal(b->aabbs[0].face, WM_NO_INDEX);
        wm_kotor_bwm_text_free(t);
    }
}

static void hooks_of_a_placeable(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("placeable.pwk.ascii");
    const wm_kotor_bwm *b = t->meshes[0].bwm;
    assert_int_equal(b->type, WM_KOTOR_BWM_TYPE_OBJECT);
    assert_int_equal(t->meshes[0].state, WM_NO_INDEX);
    assert_true(same(b->relative_hook[0], 0, -1, 0));
    assert_true(same(b->relative_hook[1], 0, 1.5f, 0));
    assert_true(same(b->absolute_hook[0], 0, 0, 0));
    assert_true(same(b->position, 0.5f, -0.25f, 0));
    assert_int_equal(b->offsets.aabbs, 0);
    wm_kotor_bwm_text_free(t);
}

static const wm_kotor_bwm_text_mesh *state_mesh(const wm_kotor_bwm_text *t, uint32_t state)
{
    for (uint32_t i = 0; i < t->mesh_count; i++)
        if (t->meshes[i].state == state)
            return &t->meshes[i];
    fail_msg("the door lacks a state");
    return NULL;
}

static void door_has_three_states(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("door.dwk.ascii");
    assert_int_equal(t->mesh_count, 3);
    const wm_kotor_bwm *closed = state_mesh(t, WM_KOTOR_DOOR_CLOSED)->bwm;
    const wm_kotor_bwm *open1 = state_mesh(t, WM_KOTOR_DOOR_OPEN1)->bwm;
    const wm_kotor_bwm *open2 = state_mesh(t, WM_KOTOR_DOOR_OPEN2)->bwm;
    assert_true(same(closed->relative_hook[0], 0, -1, 0));
    assert_true(same(closed->relative_hook[1], 0, 1, 0));
    assert_true(same(closed->absolute_hook[1], 0.125f, 1.25f, 0));
    assert_true(same(open1->relative_hook[0], 0.5f, -2, 0));
    assert_true(same(open1->absolute_hook[0], -0.5f, -2, 0));
    assert_true(same(open1->absolute_hook[1], -1, 0, 0)); /* no hook: the position */
    assert_true(same(open2->relative_hook[0], 0.5f, 2, 0));
    wm_kotor_bwm_text_free(t);
}

/* Three binaries to a text and back: nothing is lost. */
static void door_round_trip(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("door.dwk.ascii");
    wm_kotor_bwm_text_mesh parts[3];
    wm_losses losses = {0};
    wm_buffer text;
    wm_error error;
    for (uint32_t i = 0; i < 3; i++)
        parts[i] = (wm_kotor_bwm_text_mesh){.bwm = state_mesh(t, i)->bwm, .state = i};
    wm_kotor_bwm_text_write_opts opts = {.model = "door with blanks"};
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 3, .meshes = parts},
                                             &opts, &text, &losses, &error),
                     WM_OK);
    assert_int_equal(losses.count, 0);
    wm_kotor_bwm_text *back = wm_kotor_bwm_text_read(text.data, text.size, NULL, &error);
    assert_non_null(back);
    assert_int_equal(back->mesh_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        wm_buffer was, now;
        assert_int_equal(wm_kotor_bwm_write(parts[i].bwm, NULL, &was, &error), WM_OK);
        assert_int_equal(wm_kotor_bwm_write(state_mesh(back, i)->bwm, NULL, &now, &error), WM_OK);
        assert_int_equal(was.size, now.size);
        assert_memory_equal(was.data, now.data, was.size);
        wm_buffer_free(&was);
        wm_buffer_free(&now);
    }
    parts[1].state = WM_KOTOR_DOOR_CLOSED;
    wm_buffer none;
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 2, .meshes = parts},
                                             NULL, &none, NULL, &error),
                     WM_BAD_ARGUMENT);
    parts[1].state = WM_NO_INDEX;
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 2, .meshes = parts},
                                             NULL, &none, NULL, &error),
                     WM_BAD_ARGUMENT);
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 0, .meshes = parts},
                                             NULL, &none, NULL, &error),
                     WM_BAD_ARGUMENT);
    wm_kotor_bwm_text_free(back);
    wm_kotor_bwm_text_free(t);
    wm_buffer_free(&text);
}

#define SOLID "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 7\nendnode\n"
#define FLOOR "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 0 0 4\nendnode\n"

static void kinds(void **state)
{
    static const struct {
        const char *text;
        wm_kotor_bwm_kind kind;
        uint32_t type;
    } cases[] = {
        {"node aabb\n" SOLID, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_AREA},
        {"node trimesh X\n" SOLID, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_OBJECT},
        {"node trimesh X\n" FLOOR, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_AREA},
        {"node trimesh X\nroomlinks 0\n" SOLID, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_AREA},
        {"node trimesh x_wg\n" FLOOR, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_OBJECT},
        {"node trimesh x_PWK\n" FLOOR, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_OBJECT},
        {"node trimesh x_DWK_wg_open1\n" FLOOR, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_OBJECT},
        {"node trimesh x_wok_wg\n" SOLID, WM_KOTOR_BWM_KIND_AUTO, WM_KOTOR_BWM_TYPE_AREA},
        {"node trimesh X\n" SOLID, WM_KOTOR_BWM_KIND_AREA, WM_KOTOR_BWM_TYPE_AREA},
        {"node aabb\n" FLOOR, WM_KOTOR_BWM_KIND_OBJECT, WM_KOTOR_BWM_TYPE_OBJECT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_kotor_bwm_text_read_opts opts = {.kind = cases[i].kind};
        wm_kotor_bwm_text *t = read_with(cases[i].text, &opts);
        assert_int_equal(t->meshes[0].bwm->type, cases[i].type);
        wm_kotor_bwm_text_free(t);
    }
}

/* Another table of materials sorts the faces another way. */
static void surfaces_decide_the_order(void **state)
{
    (void)state;
    wm_kotor_surfaces only = {.row = {[7] = {.known = true, .walk = true}}};
    wm_kotor_bwm_text_read_opts opts = {.surfaces = &only};
    wm_kotor_bwm_text *t = read_with(test_text_find(test_texts, "engine.wok.ascii")->text, &opts);
    const wm_kotor_bwm *b = t->meshes[0].bwm;
    static const uint32_t materials[4] = {7, 4, 10, 4};
    assert_memory_equal(b->materials, materials, sizeof materials);
    assert_int_equal(b->adjacency_count, 1);
    assert_int_equal(b->aabbs[2].face, 0);
    assert_int_equal(b->aabbs[3].face, 1);
    wm_kotor_bwm_text_free(t);
}

static void orientations(void **state)
{
    static const struct {
        const char *text;
        bool rotated;
    } cases[] = {
        {"0 0 0 1", false}, {"1 0 0 0", false}, {"0 0 0 0", false}, {"0 0 1 1.5707964", true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        wm_kotor_bwm_text_read_opts opts = {.apply_orientation = true};
        snprintf(text, sizeof text, "node trimesh x_wg\norientation %s\n" SOLID, cases[i].text);
        wm_kotor_bwm_text *kept = read_with(text, NULL), *rotated = read_with(text, &opts);
        assert_int_equal(kept->meshes[0].rotated, cases[i].rotated);
        assert_true(same(kept->meshes[0].bwm->vertices[1], 4, 0, 0));
        wm_vec3 v = rotated->meshes[0].bwm->vertices[1];
        if (cases[i].rotated)
            assert_true(fabsf(v.x) < 1e-6f && fabsf(v.y - 4) < 1e-6f);
        else
            assert_true(same(v, 4, 0, 0));
        wm_kotor_bwm_text_free(kept);
        wm_kotor_bwm_text_free(rotated);
    }
}

/* The engine's buffer holds 255 bytes of a line. */
static void long_lines(void **state)
{
    (void)state;
    for (int length = 254; length <= 257; length++) {
        char text[1024];
        wm_report report;
        wm_report_init(&report, NULL);
        wm_kotor_bwm_text_read_opts opts = {.base = {.report = &report}};
        int n = snprintf(text, sizeof text, "%*s\n", length, "node trimesh x_wg");
        snprintf(text + n, sizeof text - (size_t)n, "%s", SOLID);
        wm_kotor_bwm_text *t = read_with(text, &opts);
        assert_int_equal(t->meshes[0].bwm->face_count, 1);
        assert_int_equal(report.count, length > 255);
        if (report.count) {
            assert_int_equal(report.issues[0].code, WM_KOTOR_TEXT_LONG_LINE);
            assert_int_equal(report.issues[0].line, 1);
        }
        wm_kotor_bwm_text_free(t);
        wm_report_free(&report);
    }
}

/* A plane that does not follow from the boxes is in the eighth column. */
static void planes_are_carried(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("engine.wok.ascii");
    wm_kotor_bwm *b = t->meshes[0].bwm;
    wm_kotor_bwm_text_mesh part = {.bwm = b, .state = WM_NO_INDEX};
    wm_losses losses = {0};
    wm_buffer text;
    wm_error error;
    b->aabbs[1].plane = 16;
    b->aabbs[4].plane = 0;
    b->aabbs[5].plane = 3;
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             NULL, &text, &losses, &error),
                     WM_OK);
    assert_int_equal(losses.count, 0);
    wm_buffer_free(&text);
    wm_kotor_bwm_text_free(t);
}

static void what_cannot_be_carried_is_reported(void **state)
{
    (void)state;
    wm_kotor_bwm_text *t = read_sample("engine.wok.ascii");
    wm_kotor_bwm *b = t->meshes[0].bwm;
    wm_kotor_bwm_text_mesh part = {.bwm = b, .state = WM_NO_INDEX};
    wm_losses losses = {0};
    wm_buffer text;
    wm_error error;
    b->aabbs[0].unknown = 5;
    b->normals[2].x = 7;
    b->distances[1] = 7;
    b->absolute_hook[1].y = 1;
    b->perimeter_count = 0;
    b->adjacency[0].edge[0] = 77;
    b->aabbs[2].min.z = b->aabbs[2].max.z = 0; /* thinner than what it grows by */
    wm_kotor_bwm_pack(b);
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             NULL, &text, &losses, &error),
                     WM_OK);
    static const struct {
        const char *field;
        uint32_t count;
    } expected[] = {{"absolute_hook", 1}, {"normals", 1},   {"distances", 1}, {"aabbs.box", 1},
                    {"aabbs.unknown", 1}, {"adjacency", 1}, {"perimeters", 2}};
    assert_int_equal(losses.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_string_equal(losses.item[i].field, expected[i].field);
        assert_int_equal(losses.item[i].count, expected[i].count);
    }
    wm_buffer_free(&text);
    /* A second call adds to the list. */
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             NULL, &text, &losses, &error),
                     WM_OK);
    assert_int_equal(losses.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < losses.count; i++)
        assert_int_equal(losses.item[i].count, 2 * expected[i].count);
    wm_buffer_free(&text);
    /* An invalid tree is left out, and a new one is built. */
    b->aabbs[4].right = 1;
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             NULL, &text, &losses, &error),
                     WM_OK);
    for (size_t i = 0; i + 7 <= text.size; i++)
        assert_memory_not_equal(text.data + i, "  aabb\n", 7);
    wm_buffer_free(&text);
    wm_kotor_bwm_text_free(t);
}

/* Odd floats, long names: lines stay short and floats keep their bits. */
static void lines_and_floats(void **state)
{
    (void)state;
    wm_error error;
    wm_buffer text;
    wm_losses losses = {0};
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, &error);
    assert_int_equal(wm_kotor_bwm_reserve(b, 3, 1, &error), WM_OK);
    b->vertices[0] = (wm_vec3){-0.0f, 1.17549435e-38f, -3.4028235e38f};
    b->vertices[1] = (wm_vec3){1e-45f, 16777217.0f, 0.1f};
    b->vertices[2] = (wm_vec3){-1.1754942e-38f, -123456.789f, 3.0f};
    b->faces[0] = (wm_kotor_face){{0, 1, 2}};
    b->materials[0] = 4000000000u;
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, &error), WM_OK);
    wm_kotor_bwm_text_mesh part = {.bwm = b, .state = WM_NO_INDEX};
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    wm_kotor_bwm_text_write_opts opts = {.model = name};
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             &opts, &text, &losses, &error),
                     WM_OK);
    for (size_t i = 0; i < losses.count; i++)
        assert_string_not_equal(losses.item[i].field, "vertices");
    size_t length = 0;
    for (size_t i = 0; i < text.size; i++) {
        length = text.data[i] == '\n' ? 0 : length + 1;
        assert_true(length < 255);
    }
    wm_buffer_free(&text);
    /* Of values that are not numbers only that is kept. */
    uint32_t bits = 0x7FC12345;
    memcpy(&b->vertices[1].x, &bits, sizeof bits);
    losses = (wm_losses){0};
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             &opts, &text, &losses, &error),
                     WM_OK);
    assert_true(losses.count > 0);
    assert_string_equal(losses.item[0].field, "vertices");
    wm_buffer_free(&text);
    wm_kotor_bwm_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_grammar),
        cmocka_unit_test(engine_tree),
        cmocka_unit_test(links_follow_their_faces),
        cmocka_unit_test(hooks_of_a_placeable),
        cmocka_unit_test(door_has_three_states),
        cmocka_unit_test(door_round_trip),
        cmocka_unit_test(kinds),
        cmocka_unit_test(surfaces_decide_the_order),
        cmocka_unit_test(orientations),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(planes_are_carried),
        cmocka_unit_test(what_cannot_be_carried_is_reported),
        cmocka_unit_test(lines_and_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
