/* wm_open: documents with their companions, through a finder over memory. */
#include "areas.h"
#include "memory.h"
#include "models.h"
#include "samples.h"
#include "shelf.h"
#include "support.h"
#include "texts.h"

static test_shelf shelf;

static int leave(void **state)
{
    (void)state;
    bool balanced = shelf.found == shelf.releases;
    test_shelf_clear(&shelf);
    return !balanced;
}

static wm_document *open_from_shelf(const char *name, const char *type, wm_open_opts opts,
                                    wm_error *error)
{
    char file[64];
    const wm_buffer *bytes = test_shelf_get(&shelf, name, type);
    snprintf(file, sizeof file, "some/folder/%s.%s", name, type);
    opts.name = file;
    opts.finder = test_shelf_finder(&shelf);
    return wm_open(bytes->data, bytes->size, &opts, error);
}

static wm_document *open_or_fail(const char *name, const char *type, wm_open_opts opts)
{
    wm_error error;
    wm_document *d = open_from_shelf(name, type, opts, &error);
    if (!d)
        fail_msg("%s.%s: %s", name, type, error.message);
    return d;
}

/* ---- models ---- */

static void name_field(char field[WM_KOTOR_NAME_SIZE], const char *name)
{
    memset(field, 0, WM_KOTOR_NAME_SIZE);
    memcpy(field, name, strlen(name));
}

/* A model whose file has another name than it has inside, if `inside` is not NULL. */
static void put_model(const char *name, const char *inside, const char *super)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    name_field(m->geometry.name, inside ? inside : name);
    name_field(m->supermodel, super);
    test_shelf_put_model(&shelf, name, m);
}

static void a_model_has_its_mdx_and_supermodels(void **state)
{
    (void)state;
    put_model("child", NULL, "PARENT");
    put_model("parent", NULL, "root");
    put_model("root", NULL, "NULL");
    wm_document *d = open_or_fail("child", "mdl", (wm_open_opts){0});
    assert_int_equal(d->format, WM_FORMAT_KOTOR_MDL);
    assert_string_equal(d->name, "some/folder/child.mdl");
    assert_int_equal(d->mdl->mdx_state, WM_KOTOR_MDX_STATE_FINE);
    assert_string_equal(d->mdx->found.where, "shelf:child.mdx");
    assert_int_equal(d->super_count, 2);
    assert_string_equal(d->supers[0]->geometry.name, "parent");
    assert_string_equal(d->supers[1]->geometry.name, "root");
    assert_int_equal(d->companion_count, 3);
    assert_null(wm_document_missing(d, NULL));
    assert_null(wm_document_unreadable(d, NULL));
    assert_true(d->searched);
    assert_null(d->walkmesh);
    assert_int_equal(shelf.loads, 3);
    wm_document_free(d);
}

static void without_a_finder_everything_is_missing(void **state)
{
    wm_error error;
    (void)state;
    put_model("child", NULL, "parent");
    const wm_buffer *bytes = test_shelf_get(&shelf, "child", "mdl");
    wm_document *d = wm_open(bytes->data, bytes->size, NULL, &error);
    assert_non_null(d);
    assert_int_equal(d->mdl->mdx_state, WM_KOTOR_MDX_STATE_MISSING);
    assert_false(d->searched);
    assert_string_equal(wm_document_missing(d, "mdx")->name, "");
    assert_string_equal(wm_document_missing(d, "mdl")->name, "parent");
    assert_null(wm_document_missing(d, "wok"));
    wm_document_free(d);
    wm_document_free(NULL);
}

static void chains_in_circles_end(void **state)
{
    (void)state;
    put_model("self", NULL, "self");
    put_model("a", NULL, "b");
    put_model("b", NULL, "A");
    put_model("x", "other", "y"); /* what they are called inside never repeats */
    put_model("y", "another", "x");
    wm_document *d = open_or_fail("self", "mdl", (wm_open_opts){0});
    assert_int_equal(d->super_count, 0);
    wm_document_free(d);
    d = open_or_fail("a", "mdl", (wm_open_opts){0});
    assert_int_equal(d->super_count, 1);
    assert_null(wm_document_missing(d, "mdl"));
    wm_document_free(d);
    d = open_or_fail("x", "mdl", (wm_open_opts){0});
    assert_int_equal(d->super_count, 2);
    wm_document_free(d);
}

static void chains_have_an_end(void **state)
{
    char name[16], next[16];
    wm_buffer mdl, mdx;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    (void)state;
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "m%d", i);
        snprintf(next, sizeof next, "m%d", i + 1);
        name_field(m->geometry.name, name);
        name_field(m->supermodel, next);
        assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
        test_shelf_put(&shelf, name, "mdl", mdl.data, mdl.size);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
    wm_kotor_mdl_free(m);
    wm_document *d = open_or_fail("m0", "mdl", (wm_open_opts){0});
    assert_int_equal(d->super_count, 16); /* further ones are not looked for */
    assert_null(wm_document_missing(d, "mdl"));
    wm_document_free(d);
    d = open_or_fail("m10", "mdl", (wm_open_opts){0});
    assert_int_equal(d->super_count, 9);
    assert_string_equal(wm_document_missing(d, "mdl")->name, "m20");
    wm_document_free(d);
}

static void supermodels_can_be_given(void **state)
{
    (void)state;
    put_model("child", NULL, "parent");
    put_model("parent", NULL, "NULL");
    wm_kotor_mdl *given = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    const wm_kotor_mdl *list[] = {given};
    wm_document *d = open_or_fail("child", "mdl", (wm_open_opts){.supers = list, .super_count = 1});
    assert_int_equal(d->super_count, 1);
    assert_ptr_equal(d->supers[0], given);
    assert_int_equal(d->companion_count, 1); /* the MDX */
    wm_document_free(d);
    wm_kotor_mdl_free(given);
}

static void finding_loads_nothing(void **state)
{
    wm_open_opts opts = {
        .mdx = WM_LOAD_FIND, .supermodels = WM_LOAD_FIND, .walkmesh = WM_LOAD_FIND};
    (void)state;
    put_model("child", NULL, "parent");
    put_model("parent", NULL, "root");
    wm_document *d = open_or_fail("child", "mdl", opts);
    assert_int_equal(shelf.loads, 0);
    assert_int_equal(d->mdl->mdx_state, WM_KOTOR_MDX_STATE_MISSING);
    assert_string_equal(d->mdx->found.where, "shelf:child.mdx");
    assert_int_equal(d->super_count, 0);
    assert_int_equal(d->companion_count, 3);
    assert_string_equal(d->companions[1].found.where, "shelf:parent.mdl");
    assert_string_equal(wm_document_missing(d, NULL)->type, "wok");
    wm_document_free(d);
    opts = (wm_open_opts){.mdx = WM_LOAD_SKIP, .supermodels = WM_LOAD_SKIP};
    d = open_or_fail("child", "mdl", opts);
    assert_int_equal(d->companion_count, 0);
    wm_document_free(d);
}

static void garbage_among_the_companions_fails_nothing(void **state)
{
    wm_open_opts opts = {.walkmesh = WM_LOAD_READ};
    (void)state;
    put_model("child", NULL, "parent");
    test_shelf_put_text(&shelf, "parent", "mdl", "this is no model");
    test_shelf_put(&shelf, "child", "wok", NULL, 0);
    wm_document *d = open_or_fail("child", "mdl", opts);
    assert_int_equal(d->super_count, 0);
    const wm_companion *bad = wm_document_unreadable(d, NULL);
    assert_string_equal(bad->found.where, "shelf:parent.mdl");
    assert_int_equal(bad->error->code, WM_BAD_MAGIC);
    assert_int_equal(wm_document_unreadable(d, "wok")->error->code, WM_TRUNCATED);
    assert_null(d->walkmesh);
    wm_document_free(d);
}

static void a_finder_that_fails_is_noted(void **state)
{
    wm_error error;
    (void)state;
    put_model("child", NULL, "parent");
    for (int silent = 0; silent < 2; silent++) {
        shelf.silent = silent;
        shelf.fail = WM_IO;
        wm_document *d = open_or_fail("child", "mdl", (wm_open_opts){0});
        assert_int_equal(d->mdl->mdx_state, WM_KOTOR_MDX_STATE_MISSING);
        assert_null(d->mdx->found.where);
        assert_int_equal(d->mdx->error->code, WM_IO);
        assert_null(wm_document_missing(d, NULL)); /* unknown */
        wm_document_free(d);
        shelf.fail = WM_OK;
        shelf.fail_load = WM_LIMIT;
        d = open_or_fail("child", "mdl", (wm_open_opts){0});
        assert_string_equal(d->mdx->found.where, "shelf:child.mdx");
        assert_int_equal(d->mdx->error->code, WM_LIMIT);
        wm_document_free(d);
        shelf.fail_load = WM_OK;
        shelf.fail = WM_NO_MEMORY;
        assert_null(open_from_shelf("child", "mdl", (wm_open_opts){0}, &error));
        assert_int_equal(error.code, WM_NO_MEMORY);
        shelf.fail = WM_OK;
        shelf.fail_load = WM_NO_MEMORY;
        assert_null(open_from_shelf("child", "mdl", (wm_open_opts){0}, NULL));
        shelf.fail_load = WM_OK;
    }
}

/* ---- areas ---- */

static const char layout[] = "beginlayout\n"
                             "   roomcount 5\n"
                             "      One 0 0 0\n"
                             "      two 10 0 0\n"
                             "      ONE 20 0 0\n"
                             "      **** 0 0 0\n"
                             "      three 30 0 0\n"
                             "   trackcount 0\n"
                             "   obstaclecount 0\n"
                             "   doorhookcount 0\n"
                             "donelayout\n";

static void put_area(void)
{
    test_area *area = test_area_make(2, 1, 3, 3);
    test_shelf_put_text(&shelf, "area", "lyt", layout);
    test_shelf_put_text(&shelf, "area", "vis", "one 1\n  two\n");
    test_shelf_put_walkmesh(&shelf, "one", area->rooms[0]);
    test_shelf_put_walkmesh(&shelf, "two", area->rooms[1]);
    test_area_free(area);
    put_model("two", NULL, "NULL");
}

static void a_layout_has_rooms(void **state)
{
    (void)state;
    put_area();
    wm_document *d = open_or_fail("area", "lyt", (wm_open_opts){0});
    assert_non_null(d->vis);
    assert_string_equal(d->vis_file->found.where, "shelf:area.vis");
    assert_non_null(d->rooms[0].bwm);
    assert_non_null(d->rooms[1].bwm);
    assert_null(d->rooms[1].mdl);
    assert_null(d->rooms[1].model);
    assert_null(d->rooms[2].walkmesh); /* listed before */
    assert_null(d->rooms[3].walkmesh); /* a placeholder */
    assert_ptr_equal(d->walkmeshes[1], d->rooms[1].bwm);
    assert_int_equal(d->area->room_count, 5);
    assert_ptr_equal(d->area->rooms[1].walkmesh, d->rooms[1].bwm);
    assert_string_equal(wm_document_missing(d, NULL)->name, "three");
    assert_string_equal(wm_document_missing(d, NULL)->type, "wok");
    wm_document_free(d);
}

static void room_models_are_read_when_asked_for(void **state)
{
    (void)state;
    put_area();
    test_shelf_put_text(&shelf, "one", "mdl", "no model");
    wm_document *d = open_or_fail("area", "lyt", (wm_open_opts){.room_models = WM_LOAD_READ});
    assert_int_equal(d->rooms[1].mdl->mdx_state, WM_KOTOR_MDX_STATE_FINE);
    assert_string_equal(d->rooms[1].mdx->found.where, "shelf:two.mdx");
    assert_null(d->rooms[0].mdl);
    assert_ptr_equal(wm_document_unreadable(d, NULL), d->rooms[0].model);
    assert_string_equal(wm_document_missing(d, "mdl")->name, "three");
    wm_document_free(d);
    shelf.loads = 0;
    d = open_or_fail("area", "lyt",
                     (wm_open_opts){.room_models = WM_LOAD_FIND,
                                    .room_walkmeshes = WM_LOAD_FIND,
                                    .vis = WM_LOAD_FIND});
    assert_int_equal(shelf.loads, 0);
    assert_null(d->area);
    assert_non_null(d->rooms[1].model->found.where);
    wm_document_free(d);
}

static void rooms_that_cannot_be_read_are_noted(void **state)
{
    wm_report report;
    (void)state;
    test_shelf_put_text(&shelf, "area", "lyt", layout);
    test_shelf_put_text(&shelf, "area", "vis", "   seen from nowhere\n");
    test_shelf_put_text(&shelf, "one", "wok", "BWM V1.0 and no more");
    test_shelf_put_text(&shelf, "two", "wok", "garbage");
    const test_text *text = test_text_find(test_texts, "engine.wok.ascii");
    test_shelf_put(&shelf, "three", "wok", text->text, test_text_size(text));
    wm_document *d = open_or_fail("area", "lyt", (wm_open_opts){0});
    assert_null(d->vis);
    assert_non_null(d->vis_file->error);
    assert_int_equal(d->rooms[0].walkmesh->error->code, WM_TRUNCATED);
    assert_int_equal(d->rooms[1].walkmesh->error->code, WM_BAD_MAGIC);
    assert_true(d->rooms[4].text);
    assert_int_equal(d->rooms[4].bwm->type, WM_KOTOR_BWM_TYPE_AREA);
    assert_non_null(d->area);
    wm_document_free(d);
    wm_report_init(&report, NULL); /* then faults of the VIS are findings */
    d = open_or_fail("area", "lyt", (wm_open_opts){.base = {.report = &report}});
    assert_non_null(d->vis);
    assert_true(report.count > 0);
    wm_document_free(d);
    wm_report_free(&report);
}

/* ---- walkmeshes ---- */

static void a_room_knows_its_layout(void **state)
{
    (void)state;
    put_area();
    test_shelf_put_text(&shelf, "broken", "lyt", "beginlayout\n roomcount 1\n one x y z\n");
    wm_document *d = open_or_fail("two", "wok", (wm_open_opts){.layout = WM_LOAD_READ});
    assert_int_equal(d->layout->room_count, 5);
    assert_int_equal(d->companion_count, 1);
    assert_string_equal(d->companions[0].found.where, "shelf:area.lyt");
    assert_null(d->lyt);
    wm_document_free(d);
    d = open_or_fail("two", "wok", (wm_open_opts){0});
    assert_null(d->layout);
    assert_int_equal(d->companion_count, 0);
    wm_document_free(d);
}

static void surfaces_come_from_a_table(void **state)
{
    static const char table[] = "2DA V2.0\n\n   Label Walk\n0 Mud 0\n1 Air 1\n";
    wm_kotor_bwm *room = test_sample_make("room.wok");
    (void)state;
    test_shelf_put_walkmesh(&shelf, "room", room);
    wm_kotor_bwm_free(room);
    test_shelf_put_text(&shelf, "SurfaceMat", "2da", table);
    wm_document *d = open_or_fail("room", "wok", (wm_open_opts){0});
    assert_string_equal(d->surfaces.row[1].name, "Air");
    assert_int_equal(d->companion_count, 1);
    wm_document_free(d);
    d = open_or_fail("room", "wok", (wm_open_opts){.surfaces = wm_kotor_surfaces_default()});
    assert_string_not_equal(d->surfaces.row[1].name, "Air");
    assert_int_equal(d->companion_count, 0);
    wm_document_free(d);
    d = open_or_fail("surfacemat", "2da", (wm_open_opts){0});
    assert_non_null(d->table);
    wm_document_free(d);
}

static void a_text_has_parts(void **state)
{
    wm_error error;
    wm_kotor_bwm *closed = test_sample_make("room.wok");
    wm_kotor_bwm_text_mesh meshes[] = {
        {.bwm = closed, .state = 0}, {.bwm = closed, .state = 1}, {.bwm = closed, .state = 2}};
    const wm_kotor_bwm_text door = {.mesh_count = 3, .meshes = meshes};
    wm_buffer bytes;
    (void)state;
    closed->type = WM_KOTOR_BWM_TYPE_OBJECT;
    assert_int_equal(wm_kotor_bwm_text_write(&door, NULL, &bytes, NULL, &error), WM_OK);
    wm_kotor_bwm_free(closed);
    test_shelf_put(&shelf, "door", "dwk", bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    for (uint32_t part = 0; part < 3; part++) {
        wm_document *d = open_or_fail("door", "dwk", (wm_open_opts){.text_mesh = part});
        assert_int_equal(d->text->mesh_count, 3);
        assert_ptr_equal(d->bwm, d->text->meshes[part].bwm);
        wm_document_free(d);
    }
    assert_null(open_from_shelf("door", "dwk", (wm_open_opts){.text_mesh = 3}, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
}

/* ---- all ---- */

static void what_is_unknown_is_an_error(void **state)
{
    static const uint8_t zeros[16] = {0};
    wm_error error;
    (void)state;
    assert_null(wm_open("what", 4, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
    assert_null(wm_open(zeros, sizeof zeros, &(wm_open_opts){.name = "x.mdx"}, &error));
    assert_non_null(strstr(error.message, "MDX"));
    assert_null(wm_open(NULL, 0, NULL, NULL));
    assert_null(wm_open("", 0, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
}

/* Each allocation fails once: NULL and "no memory", and nothing leaks. */
static void sweep(const char *name, const char *type, wm_open_opts opts)
{
    test_memory memory;
    wm_error error;
    uint64_t calls;
    test_memory_init(&memory);
    opts.base.allocator = &memory.allocator;
    wm_document_free(open_or_fail(name, type, opts));
    calls = memory.calls;
    assert_true(calls > 1);
    for (uint64_t n = 1; n <= calls; n++) {
        memory.calls = 0;
        memory.fail_at = n;
        wm_document *d = open_from_shelf(name, type, opts, &error);
        if (d || error.code != WM_NO_MEMORY)
            fail_msg("%s.%s: allocation %llu of %llu was refused and not reported", name, type,
                     (unsigned long long)n, (unsigned long long)calls);
        test_memory_done(&memory, name);
    }
}

static void refused_memory_fails_the_opening(void **state)
{
    (void)state;
    put_area();
    test_shelf_put_text(&shelf, "one", "mdl", "no model");
    sweep("area", "lyt", (wm_open_opts){.room_models = WM_LOAD_READ});
    sweep("two", "wok", (wm_open_opts){.layout = WM_LOAD_READ});
    put_model("child", NULL, "two");
    sweep("child", "mdl", (wm_open_opts){.walkmesh = WM_LOAD_READ});
    sweep("two", "mdl", (wm_open_opts){.walkmesh = WM_LOAD_READ});
}

int main(void)
{
#define OPEN_TEST(f) cmocka_unit_test_teardown(f, leave)
    const struct CMUnitTest tests[] = {
        OPEN_TEST(a_model_has_its_mdx_and_supermodels),
        OPEN_TEST(without_a_finder_everything_is_missing),
        OPEN_TEST(chains_in_circles_end),
        OPEN_TEST(chains_have_an_end),
        OPEN_TEST(supermodels_can_be_given),
        OPEN_TEST(finding_loads_nothing),
        OPEN_TEST(garbage_among_the_companions_fails_nothing),
        OPEN_TEST(a_finder_that_fails_is_noted),
        OPEN_TEST(a_layout_has_rooms),
        OPEN_TEST(room_models_are_read_when_asked_for),
        OPEN_TEST(rooms_that_cannot_be_read_are_noted),
        OPEN_TEST(a_room_knows_its_layout),
        OPEN_TEST(surfaces_come_from_a_table),
        OPEN_TEST(a_text_has_parts),
        OPEN_TEST(what_is_unknown_is_an_error),
        OPEN_TEST(refused_memory_fails_the_opening),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
