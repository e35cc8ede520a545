/* What can be done with any document: check, info, walkmesh, scene. */
#include "areas.h"
#include "bw2_models.h"
#include "mdb_models.h"
#include "memory.h"
#include "models.h"
#include "samples.h"
#include "shelf.h"
#include "support.h"
#include "terrain.h"
#include "texts.h"

static test_shelf shelf;

static int leave(void **state)
{
    (void)state;
    bool balanced = shelf.found == shelf.releases;
    test_shelf_clear(&shelf);
    return !balanced;
}

static wm_open_opts opts_for(const char *file)
{
    return (wm_open_opts){.name = file, .finder = test_shelf_finder(&shelf)};
}

static void name_field(char field[WM_KOTOR_NAME_SIZE], const char *name)
{
    memset(field, 0, WM_KOTOR_NAME_SIZE);
    memcpy(field, name, strlen(name));
}

static void put_model(const char *name, const char *super)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    name_field(m->geometry.name, name);
    name_field(m->supermodel, super);
    test_shelf_put_model(&shelf, name, m);
}

static void put_area(void)
{
    test_area *area = test_area_make(2, 1, 3, 3);
    test_shelf_put(&shelf, "area", "lyt", area->text, strlen(area->text));
    for (uint32_t i = 0; i < 2; i++)
        test_shelf_put_walkmesh(&shelf, area->lyt->rooms[i].name, area->rooms[i]);
    put_model(area->lyt->rooms[1].name, "NULL");
    test_area_free(area);
}

static uint32_t count_code(const wm_report *report, wm_issue_code code)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < report->count; i++)
        n += report->issues[i].code == code;
    return n;
}

/* How many findings of a code checking these bytes makes. */
static uint32_t check(const void *data, size_t size, const wm_open_opts *opts, wm_issue_code code)
{
    wm_report report;
    wm_error error;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_check(data, size, opts, &report, &error), WM_OK);
    uint32_t n = count_code(&report, code);
    wm_report_free(&report);
    return n;
}

/* ---- check ---- */

static void models_are_checked_with_their_companions(void **state)
{
    wm_open_opts opts = opts_for("child.mdl");
    (void)state;
    put_model("child", "parent");
    const wm_buffer *b = test_shelf_get(&shelf, "child", "mdl");
    assert_int_equal(check(b->data, b->size, &opts, WM_KOTOR_MDL_SUPERMODEL_MISSING), 1);
    assert_int_equal(check(b->data, b->size, NULL, WM_KOTOR_MDL_SUPERMODEL_MISSING), 0);
    test_shelf_put_text(&shelf, "parent", "mdl", "whatever it is, it is there");
    shelf.loads = 0;
    assert_int_equal(check(b->data, b->size, &opts, WM_KOTOR_MDL_SUPERMODEL_MISSING), 0);
    assert_int_equal(shelf.loads, 1); /* the MDX, not the supermodel */
    wm_kotor_bwm *other = test_sample_make("room.wok");
    test_shelf_put_walkmesh(&shelf, "child", other);
    wm_kotor_bwm_free(other);
    assert_int_equal(check(b->data, b->size, &opts, WM_KOTOR_MDL_WALKMESH_DIFFERS), 1);
}

static void areas_are_checked_with_their_rooms(void **state)
{
    wm_open_opts opts = opts_for("area.lyt");
    (void)state;
    put_area();
    const wm_buffer *b = test_shelf_get(&shelf, "area", "lyt");
    assert_int_equal(check(b->data, b->size, &opts, WM_FILE_UNREADABLE), 0);
    test_shelf_put_text(&shelf, "area", "vis", "one 1\n  nobody\n");
    shelf.fail_load = WM_IO;
    assert_int_equal(check(b->data, b->size, &opts, WM_FILE_UNREADABLE), 3);
    shelf.fail_type = "vis";
    assert_int_equal(check(b->data, b->size, &opts, WM_FILE_UNREADABLE), 1);
}

static void what_cannot_be_read_is_a_finding(void **state)
{
    static const uint8_t zeros[64] = {0};
    uint8_t bad[64] = "LiOnHeAdMODEL";
    wm_report report;
    wm_error error;
    (void)state;
    assert_int_equal(check("what", 4, NULL, WM_FILE_UNKNOWN), 1);
    assert_int_equal(check(zeros, sizeof zeros, NULL, WM_FILE_ZERO), 1);
    assert_int_equal(check("BWM V1.0", 8, NULL, WM_FILE_UNREADABLE), 1);
    wm_report_init(&report, NULL);
    assert_int_equal(wm_check(bad, sizeof bad, NULL, &report, &error), WM_OK);
    assert_true(report.errors > 0);
    assert_int_equal(count_code(&report, WM_FILE_UNREADABLE), 0); /* it has codes of its own */
    wm_report_free(&report);
}

/* The same findings as the functions of the format. */
static void walkmeshes_are_checked_by_their_rules(void **state)
{
    wm_report one, two;
    wm_error error;
    wm_buffer bytes;
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    (void)state;
    bwm->faces[0].vertex[1] = bwm->faces[0].vertex[0];
    assert_int_equal(wm_kotor_bwm_write(bwm, NULL, &bytes, &error), WM_OK);
    wm_report_init(&one, NULL);
    wm_report_init(&two, NULL);
    assert_int_equal(wm_check(bytes.data, bytes.size, NULL, &one, &error), WM_OK);
    assert_int_equal(wm_kotor_bwm_check(bwm, NULL, &two, &error), WM_OK);
    assert_true(one.count > 0);
    assert_int_equal(one.count, two.count);
    /* Faces that point nowhere: only reading has something to say. */
    bwm->faces[0].vertex[1] = bwm->vertex_count;
    wm_buffer_free(&bytes);
    assert_int_equal(wm_kotor_bwm_write(bwm, NULL, &bytes, &error), WM_OK);
    wm_report_free(&one);
    wm_report_init(&one, NULL);
    assert_int_equal(wm_check(bytes.data, bytes.size, NULL, &one, &error), WM_OK);
    assert_int_equal(one.count, 1);
    wm_report_free(&one);
    wm_report_free(&two);
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(bwm);
}

static void texts_are_checked_by_lines(void **state)
{
    (void)state;
    for (const test_text *t = test_texts; t->name; t++) {
        wm_report one, two;
        wm_status a, b;
        wm_report_init(&one, NULL);
        wm_report_init(&two, NULL);
        a = wm_check(t->text, test_text_size(t), NULL, &one, NULL);
        wm_kotor_bwm_text_read_opts opts = {.base = {.report = &two}};
        wm_kotor_bwm_text *text = wm_kotor_bwm_text_read(t->text, test_text_size(t), &opts, NULL);
        b = text ? wm_kotor_bwm_text_check(text, NULL, &two, NULL) : WM_BAD_TEXT;
        wm_kotor_bwm_text_free(text);
        assert_int_equal(a, b);
        assert_int_equal(one.count, two.count);
        for (uint32_t i = 0; i < one.count; i++)
            assert_int_equal(one.issues[i].line, two.issues[i].line);
        wm_report_free(&one);
        wm_report_free(&two);
    }
}

/* ---- info, walkmesh, scene ---- */

typedef struct expectation {
    const char *name, *type;
    const char *json; /* in the object of info; NULL: there is none */
    bool walkmesh, scene;
} expectation;

static void put_everything(void)
{
    wm_buffer bytes;
    wm_kotor_bwm *room = test_sample_make("room.wok");
    wm_bw2_model *model = test_bw2_make((test_bw2_kind){.version = 6, .uv_sets = 1}, NULL);
    put_area();
    put_model("child", "parent");
    put_model("parent", "NULL");
    test_shelf_put_walkmesh(&shelf, "single", room);
    test_shelf_put_text(&shelf, "surfacemat", "2da", "2DA V2.0\n\n   Label Walk\n0 Mud 0\n");
    assert_int_equal(wm_bw2_model_write(model, NULL, &bytes, NULL), WM_OK);
    test_shelf_put(&shelf, "house", "bwm", bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    wm_bw2_model_free(model);
    wm_kotor_bwm_free(room);
    bytes.data = test_mdb_bytes("plc_stage.mdb", &bytes.size);
    test_shelf_put(&shelf, "stage", "mdb", bytes.data, bytes.size);
    free(bytes.data);
    bytes.data = test_terrain_bytes("closet.trx", &bytes.size);
    test_shelf_put(&shelf, "closet", "trx", bytes.data, bytes.size);
    free(bytes.data);
}

static const expectation expectations[] = {
    {"area", "lyt", "\"format\":\"kotor-lyt\"", true, true},
    {"child", "mdl", "\"format\":\"kotor-mdl\"", false, true},
    {"single", "wok", "\"format\":\"kotor-bwm\"", true, true},
    {"house", "bwm", "\"format\":\"bw2-model\"", false, true},
    {"stage", "mdb", "\"format\":\"nwn2-mdb\"", false, true},
    {"closet", "trx", "\"format\":\"nwn2-trn\"", true, true},
    {"surfacemat", "2da", "\"format\":\"2da\"", false, false},
};

static void judge(const expectation *e, wm_document *d)
{
    wm_error error;
    wm_buffer json;
    wm_status status = wm_document_info(d, NULL, &json, &error);
    assert_int_equal(status, WM_OK);
    char *text = calloc(json.size + 1, 1);
    assert_non_null(text);
    memcpy(text, json.data, json.size);
    assert_non_null(strstr(text, e->json));
    assert_non_null(strstr(text, d->name));
    free(text);
    wm_buffer_free(&json);
    wm_walkmesh *mesh = wm_document_walkmesh(d, NULL, &error);
    assert_int_equal(mesh != NULL, e->walkmesh);
    wm_walkmesh_free(mesh);
    for (int i = 0; i < 2; i++) { /* as often as one likes */
        wm_scene *scene = wm_document_scene(d, NULL, &error);
        assert_int_equal(scene != NULL, e->scene);
        if (!scene)
            assert_int_not_equal(error.code, WM_OK);
        wm_scene_free(scene);
    }
    if (!e->scene) /* without a place for the error */
        assert_null(wm_document_scene(d, NULL, NULL));
    if (!e->walkmesh)
        assert_null(wm_document_walkmesh(d, NULL, NULL));
}

static void every_format_answers(void **state)
{
    (void)state;
    put_everything();
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        const expectation *e = &expectations[i];
        char file[64];
        snprintf(file, sizeof file, "%s.%s", e->name, e->type);
        wm_open_opts opts = opts_for(file);
        const wm_buffer *b = test_shelf_get(&shelf, e->name, e->type);
        wm_document *d = wm_open(b->data, b->size, &opts, NULL);
        assert_non_null(d);
        judge(e, d);
        wm_document_free(d);
    }
}

static wm_document *open_one(const char *name, const char *type)
{
    char file[64];
    snprintf(file, sizeof file, "%s.%s", name, type);
    wm_open_opts opts = opts_for(file);
    const wm_buffer *b = test_shelf_get(&shelf, name, type);
    wm_document *d = wm_open(b->data, b->size, &opts, NULL);
    assert_non_null(d);
    return d;
}

/* 0: cannot be compared. */
static int kind_of(const wm_document *d)
{
    if (d->format == WM_FORMAT_KOTOR_LYT)
        return 6;
    return d->bwm ? 1 : d->mdl ? 2 : d->trn ? 3 : d->mdb ? 4 : d->bw2 ? 5 : 0;
}

static void documents_of_one_kind_are_compared(void **state)
{
    enum { N = sizeof expectations / sizeof *expectations };
    uint32_t compared = 0, refused = 0;
    wm_document *d[N];
    (void)state;
    put_everything();
    for (size_t i = 0; i < N; i++)
        d[i] = open_one(expectations[i].name, expectations[i].type);
    for (size_t i = 0; i < N * N; i++) {
        const wm_document *a = d[i / N], *b = d[i % N];
        wm_error error;
        wm_diff diff = {0};
        wm_status status = wm_document_diff(a, b, &diff, &error);
        bool same = kind_of(a) && kind_of(a) == kind_of(b);
        assert_int_equal(status == WM_OK, same);
        if (status != WM_OK)
            assert_int_equal(strncmp(error.message, "expected a", 10), 0);
        if (a == b)
            assert_int_equal(diff.count, 0);
        compared += same;
        refused += !same;
        wm_diff_free(&diff);
    }
    assert_true(compared >= 5 && refused > compared);
    for (size_t i = 0; i < N; i++)
        wm_document_free(d[i]);
}

static const wm_difference *difference_of(const wm_diff *diff, const char *field)
{
    for (uint32_t i = 0; i < diff->count; i++)
        if (strcmp(diff->items[i].field, field) == 0)
            return &diff->items[i];
    fail_msg("%s is not among %u differences", field, (unsigned)diff->count);
    return NULL;
}

static void differences_name_what_they_are_about(void **state)
{
    (void)state;
    put_everything();
    wm_document *a = open_one("house", "bwm"), *b = open_one("house", "bwm");
    wm_diff diff = {0}, back = {0};
    char name[WM_BW2_ENTITY_NAME + 1] = "";
    memcpy(name, a->bw2->entities[0].name, WM_BW2_ENTITY_NAME);
    assert_int_equal(wm_bw2_model_remove_entity(b->bw2, 0, NULL), WM_OK);
    assert_int_equal(wm_document_diff(a, b, &diff, NULL), WM_OK);
    assert_string_equal(difference_of(&diff, "entities.removed")->name, name);
    assert_int_equal(difference_of(&diff, "entities.removed")->side, WM_DIFF_SIDE_FIRST);
    assert_int_equal(wm_document_diff(b, a, &back, NULL), WM_OK);
    assert_string_equal(difference_of(&back, "entities.added")->name, name);
    assert_int_equal(difference_of(&back, "entities.added")->side, WM_DIFF_SIDE_SECOND);
    wm_diff_free(&diff);
    wm_diff_free(&back);
    wm_document_free(a);
    wm_document_free(b);
    a = open_one("child", "mdl"), b = open_one("child", "mdl");
    name_field(b->mdl->animations[0].geometry.name, "other");
    b->mdl->tree.nodes[1].position.x += 1;
    assert_int_equal(wm_document_diff(a, b, &diff, NULL), WM_OK);
    const wm_difference *moved = difference_of(&diff, "position");
    assert_string_equal(moved->name, b->mdl->names[b->mdl->tree.nodes[1].name]);
    assert_int_equal(moved->side, WM_DIFF_SIDE_BOTH);
    uint32_t sides[3] = {0, 0, 0};
    for (uint32_t i = 0; i < diff.count; i++)
        if (diff.items[i].side != WM_DIFF_SIDE_BOTH) {
            sides[diff.items[i].side]++;
            assert_string_equal(diff.items[i].name, diff.items[i].side == WM_DIFF_SIDE_SECOND
                                                        ? "other"
                                                        : a->mdl->animations[0].geometry.name);
        }
    assert_int_equal(sides[WM_DIFF_SIDE_FIRST], 1);
    assert_int_equal(sides[WM_DIFF_SIDE_SECOND], 1);
    wm_diff_free(&diff);
    wm_document_free(a);
    wm_document_free(b);
}

static void scenes_have_what_was_read(void **state)
{
    wm_open_opts opts = opts_for("child.mdl");
    wm_error error;
    (void)state;
    put_everything();
    const wm_buffer *b = test_shelf_get(&shelf, "child", "mdl");
    wm_document *d = wm_open(b->data, b->size, &opts, &error);
    wm_scene *scene = wm_document_scene(d, NULL, &error);
    assert_int_equal(scene->node_count, d->mdl->tree.count);
    wm_scene_free(scene);
    wm_document_free(d);
    opts = opts_for("area.lyt");
    b = test_shelf_get(&shelf, "area", "lyt");
    d = wm_open(b->data, b->size, &opts, &error);
    scene = wm_document_scene(d, NULL, &error);
    uint32_t without = scene->mesh_count;
    wm_scene_free(scene);
    wm_document_free(d);
    opts.room_models = WM_LOAD_READ;
    d = wm_open(b->data, b->size, &opts, &error);
    scene = wm_document_scene(d, NULL, &error);
    assert_true(scene->mesh_count > without);
    wm_scene_free(scene);
    wm_document_free(d);
    opts.finder.find = NULL; /* no room is found */
    d = wm_open(b->data, b->size, &opts, &error);
    assert_null(wm_document_scene(d, NULL, &error));
    assert_int_equal(error.code, WM_BAD_VALUE);
    wm_document_free(d);
}

/* Hooks, tracks and obstacles become empty nodes at their places. */
static void layouts_bring_their_hooks(void **state)
{
    static const char text[] = "beginlayout\n  roomcount 1\n    single 0 0 0\n"
                               "  trackcount 1\n    mgt01 1 2 3\n  obstaclecount 1\n"
                               "    mgo01 4 5 6\n  doorhookcount 1\n"
                               "    single door_01 0 7 8 9 -0.6 0 0.8 0\ndonelayout\n";
    static const struct {
        const char *name;
        wm_vec3 at;
    } hooks[] = {{"mgt01", {1, 2, 3}}, {"mgo01", {4, 5, 6}}, {"door_01", {7, 8, 9}}};
    wm_open_opts opts = opts_for("hooks.lyt");
    wm_error error;
    (void)state;
    put_everything();
    wm_document *d = wm_open(text, sizeof text - 1, &opts, &error);
    assert_non_null(d);
    wm_scene *scene = wm_document_scene(d, NULL, &error);
    assert_non_null(scene);
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        uint32_t n = wm_scene_find_node(scene, hooks[i].name);
        assert_int_not_equal(n, WM_NO_INDEX);
        assert_int_equal(scene->nodes[n].mesh, WM_NO_INDEX);
        assert_memory_equal(&scene->nodes[n].rest.translation, &hooks[i].at, sizeof hooks[i].at);
    }
    wm_quat turn = scene->nodes[wm_scene_find_node(scene, "door_01")].rest.rotation;
    assert_true(turn.w == -0.6f && turn.y == 0.8f); /* w comes first in the file */
    wm_scene_free(scene);
    wm_document_free(d);
}

/* A scene that was read is copied, so that each caller owns one. */
static void imported_scenes_are_copied(void **state)
{
    static const char text[] = "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    wm_error error;
    wm_document *d = wm_open(text, sizeof text - 1, NULL, &error);
    (void)state;
    assert_true(d && d->scene);
    wm_scene *copy = wm_document_scene(d, NULL, &error);
    assert_true(copy && copy != d->scene);
    assert_int_equal(copy->mesh_count, 1);
    assert_memory_equal(copy->meshes[0].positions, d->scene->meshes[0].positions,
                        3 * sizeof(wm_vec3));
    const wm_scene_opts small = {.memory_limit = 100};
    assert_null(wm_document_scene(d, &small, &error));
    assert_int_equal(error.code, WM_LIMIT);
    wm_document_free(d);
    assert_int_equal(copy->node_count, 1); /* it is still there */
    wm_scene_free(copy);
}

/* ---- memory ---- */

static bool try_all(const wm_buffer *b, const wm_open_opts *opts, wm_report *report)
{
    const wm_scene_opts scene_opts = {.allocator = opts->base.allocator, .details = true};
    wm_document *d = wm_open(b->data, b->size, opts, NULL);
    wm_walkmesh *mesh = d ? wm_document_walkmesh(d, opts->base.allocator, NULL) : NULL;
    wm_scene *scene = mesh ? wm_document_scene(d, &scene_opts, NULL) : NULL;
    bool good = scene && wm_document_check(d, NULL, report, NULL) == WM_OK;
    wm_scene_free(scene);
    wm_walkmesh_free(mesh);
    wm_document_free(d);
    return good;
}

static void refused_memory_is_survived(void **state)
{
    test_memory memory;
    wm_report report;
    wm_open_opts opts = opts_for("area.lyt");
    (void)state;
    put_area();
    const wm_buffer *b = test_shelf_get(&shelf, "area", "lyt");
    test_memory_init(&memory);
    opts.base.allocator = &memory.allocator;
    opts.room_models = WM_LOAD_READ;
    wm_report_init(&report, NULL);
    assert_true(try_all(b, &opts, &report));
    uint64_t calls = memory.calls;
    assert_true(calls > 20);
    for (uint64_t n = 1; n <= calls; n++) {
        memory.calls = 0;
        memory.fail_at = n;
        try_all(b, &opts, &report);
        test_memory_done(&memory, "area");
    }
    wm_report_free(&report);
}

int main(void)
{
#define DOCUMENT_TEST(f) cmocka_unit_test_teardown(f, leave)
    const struct CMUnitTest tests[] = {
        DOCUMENT_TEST(models_are_checked_with_their_companions),
        DOCUMENT_TEST(areas_are_checked_with_their_rooms),
        DOCUMENT_TEST(what_cannot_be_read_is_a_finding),
        DOCUMENT_TEST(walkmeshes_are_checked_by_their_rules),
        DOCUMENT_TEST(texts_are_checked_by_lines),
        DOCUMENT_TEST(every_format_answers),
        DOCUMENT_TEST(documents_of_one_kind_are_compared),
        DOCUMENT_TEST(differences_name_what_they_are_about),
        DOCUMENT_TEST(scenes_have_what_was_read),
        DOCUMENT_TEST(layouts_bring_their_hooks),
        DOCUMENT_TEST(imported_scenes_are_copied),
        DOCUMENT_TEST(refused_memory_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
