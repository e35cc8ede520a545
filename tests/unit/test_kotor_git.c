/* The objects of KotOR areas, and what doors and placeables need. */
#include <math.h>

#include "gits.h"
#include "memory.h"
#include "samples.h"
#include "shelf.h"
#include "support.h"
#include "waymark/game.h"

static const test_object objects[] = {
    {'d', "dr_one", {1, 2, 0}, 1.5707964f, 0, 0},
    {'d', NULL, {3, 2, 0}, 0, 1, 0},
    {'p', "chest", {5, 5, 1}, 0, 0, 0},
    {'p', "nothing", {6, 5, 1}, 0, 0, 0},
    {'t', "trap", {7, 7, 0}, 0, 0, 4},
};
enum { OBJECTS = sizeof objects / sizeof *objects };

static wm_kotor_git *read_git(void)
{
    size_t size;
    uint8_t *bytes = test_kotor_git(objects, OBJECTS, &size);
    wm_kotor_git *git = wm_kotor_git_read(bytes, size, NULL, NULL);
    assert_non_null(git);
    free(bytes);
    return git;
}

static void objects_are_found(void **state)
{
    (void)state;
    wm_kotor_git *git = read_git();
    assert_int_equal(git->object_count, OBJECTS);
    assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_DOOR], 2);
    assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_PLACEABLE], 2);
    assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_TRIGGER], 1);
    const wm_kotor_object *door = &git->objects[0], *trap = &git->objects[4];
    assert_string_equal(door->resource, "dr_one");
    assert_true(door->position.y == 2 && door->bearing == 1.5707964f);
    assert_int_equal(door->appearance, WM_NO_INDEX);
    assert_string_equal(git->objects[1].resource, "");
    assert_int_equal(git->objects[1].appearance, 1);
    assert_int_equal(trap->point_count, 4);
    assert_true(trap->points[2].x == 9 && trap->points[2].y == 9);
    wm_kotor_git_free(git);
}

/* ---- what they need ---- */

static test_shelf shelf;

static void put_template(const char *name, const char *type, const char *tag, const char *field,
                         uint32_t row)
{
    size_t size;
    uint8_t *bytes = test_template(tag, field, row, NULL, &size);
    test_shelf_put(&shelf, name, type, bytes, size);
    free(bytes);
}

static void put_text(const char *name, const char *type, const char *text)
{
    test_shelf_put_text(&shelf, name, type, text);
}

static void put_walkmesh(const char *name, const char *type)
{
    wm_buffer bytes;
    wm_kotor_bwm *bwm = test_sample_make("crate.pwk");
    bwm->position = (wm_vec3){0.5f, 0, 0};
    assert_int_equal(wm_kotor_bwm_write(bwm, NULL, &bytes, NULL), WM_OK);
    test_shelf_put(&shelf, name, type, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    wm_kotor_bwm_free(bwm);
}

static void walkmeshes_are_found(void **state)
{
    (void)state;
    test_shelf_clear(&shelf);
    put_template("dr_one", "utd", "UTD ", "GenericType", 0);
    put_template("chest", "utp", "UTP ", "Appearance", 1);
    put_text("genericdoors", "2da", "2DA V2.0\n\n modelname\n0 DOR_ONE\n1 DOR_TWO\n");
    put_text("placeables", "2da", "2DA V2.0\n\n modelname\n0 ****\n1 plc_chest\n");
    put_text("dor_one", "mdl", "");
    put_text("plc_chest", "mdl", "");
    put_walkmesh("dor_one0", "dwk");
    put_walkmesh("plc_chest", "pwk");
    wm_kotor_git *git = read_git();
    wm_finder finder = test_shelf_finder(&shelf);
    wm_kotor_objects *o = wm_kotor_objects_new(git, &finder, NULL, NULL);
    assert_non_null(o);
    assert_true(o->tables);
    assert_int_equal(o->count, 4);
    assert_string_equal(o->items[0].model, "DOR_ONE");
    assert_non_null(o->items[0].walkmesh);
    assert_false(o->items[0].template_missing || o->items[0].model_missing);
    assert_int_equal(o->items[1].row, 1); /* of a saved game: its own */
    assert_true(o->items[1].model_missing);
    assert_non_null(o->items[2].walkmesh);
    assert_true(o->items[3].template_missing);
    assert_false(o->items[0].walkmesh_unknown || o->items[2].walkmesh_unknown);
    assert_true(o->items[1].walkmesh_unknown && o->items[3].walkmesh_unknown);
    assert_int_equal(o->obstacle_count, 2);
    assert_int_equal(o->door_obstacles, 1);
    /* half a metre along x, turned by 90 degrees */
    assert_true(fabsf(o->obstacles[0].position.x - 1) < 1e-5f);
    assert_true(fabsf(o->obstacles[0].position.y - 2.5f) < 1e-5f);
    assert_true(fabsf(o->obstacles[0].degrees - 90) < 1e-3f);
    wm_kotor_objects_free(o);
    wm_kotor_git_free(git);
}

/* A door has a walkmesh; a placeable whose model is found need not have one, unless there is one
 * that cannot be read. */
static void unknown_walkmeshes_are_marked(void **state)
{
    static const char *const doors = "2DA V2.0\n\n modelname\n0 DOR_ONE\n1 ****\n";
    (void)state;
    test_shelf_clear(&shelf);
    put_template("dr_one", "utd", "UTD ", "GenericType", 0);
    put_template("chest", "utp", "UTP ", "Appearance", 1);
    put_text("genericdoors", "2da", doors);
    put_text("placeables", "2da", "2DA V2.0\n\n modelname\n0 ****\n1 plc_chest\n");
    put_text("dor_one", "mdl", "");
    put_text("plc_chest", "mdl", "");
    wm_kotor_git *git = read_git();
    wm_finder finder = test_shelf_finder(&shelf);
    wm_kotor_objects *o = wm_kotor_objects_new(git, &finder, NULL, NULL);
    assert_non_null(o);
    assert_true(o->items[0].walkmesh_unknown);
    assert_false(o->items[1].walkmesh_unknown); /* its row names no model */
    assert_false(o->items[2].walkmesh_unknown);
    wm_kotor_objects_free(o);
    put_text("plc_chest", "pwk", "damaged");
    o = wm_kotor_objects_new(git, &finder, NULL, NULL);
    assert_non_null(o);
    assert_true(o->items[2].walkmesh_unknown && !o->items[2].walkmesh);
    wm_kotor_objects_free(o);
    test_shelf_clear(&shelf); /* no tables */
    o = wm_kotor_objects_new(git, &finder, NULL, NULL);
    assert_non_null(o);
    for (uint32_t i = 0; i < o->count; i++)
        assert_true(o->items[i].walkmesh_unknown);
    wm_kotor_objects_free(o);
    wm_kotor_git_free(git);
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    wm_kotor_git *git = read_git();
    wm_finder finder = test_shelf_finder(&shelf);
    wm_kotor_objects *o = NULL;
    uint32_t tries = 0;
    for (; !o && tries < 1000; tries++) {
        test_memory memory;
        wm_error error = {0};
        test_memory_init(&memory);
        memory.fail_at = tries + 1;
        o = wm_kotor_objects_new(git, &finder, &memory.allocator, &error);
        if (!o)
            assert_int_equal(error.code, WM_NO_MEMORY);
        wm_kotor_objects_free(o);
        test_memory_done(&memory, "objects");
    }
    assert_in_range(tries, 3, 999);
    wm_kotor_git_free(git);
}

static void a_module_names_its_area(void **state)
{
    (void)state;
    char area[33];
    size_t size;
    uint8_t *ifo = test_template("IFO ", "Mod_Entry_Area", 0, "m01aa", &size);
    wm_finder finder = test_shelf_finder(&shelf);
    test_shelf_clear(&shelf);
    assert_int_equal(wm_module_area(&finder, NULL, area, NULL), WM_OK);
    assert_string_equal(area, "");
    test_shelf_put(&shelf, "module", "ifo", ifo, size);
    assert_int_equal(wm_module_area(&finder, NULL, area, NULL), WM_OK);
    assert_string_equal(area, "m01aa");
    test_shelf_clear(&shelf);
    free(ifo);
}

/* ---- real files ---- */

static const struct {
    const char *file, *inner, *area;
    uint32_t doors, placeables, triggers, waypoints, creatures;
} real[] = {
    {"mod/745KOR.mod", NULL, "745KOR", 17, 132, 11, 36, 64},
    {"mod/701KOR.mod", NULL, "701kor", 6, 33, 21, 38, 6},
    {"k2/modules/001EBO.rim", NULL, "001ebo", 11, 43, 17, 24, 2},
    {"mod/k1r_paztourney.mod", NULL, "k1r_pazak", 5, 45, 0, 0, 14},
    {"mod/manm26ae_dup.mod", NULL, "m26ae", 17, 47, 7, 101, 31},
    {"sav/SAVEGAME.sav", "101per", "101per", 22, 72, 14, 67, 12},
};

static wm_archive *open_bytes(const wm_buffer *bytes)
{
    wm_source source = {.size = bytes->size, .data = bytes->data};
    wm_archive *a = wm_archive_new(&source, NULL, NULL);
    assert_non_null(a);
    return a;
}

static wm_buffer extract(wm_archive *a, const char *name, const char *type)
{
    wm_buffer bytes;
    uint32_t i = wm_archive_find(a, name, type);
    assert_int_not_equal(i, WM_NO_INDEX);
    assert_int_equal(wm_archive_extract(a, i, NULL, &bytes, NULL), WM_OK);
    return bytes;
}

static void real_areas_have_their_objects(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        char path[256];
        snprintf(path, sizeof path, "archives/%s", real[i].file);
        wm_buffer file = test_corpus_file(path), inner = {0};
        wm_archive *outer = open_bytes(&file), *a = outer;
        if (real[i].inner) {
            inner = extract(outer, real[i].inner, "sav");
            a = open_bytes(&inner);
        }
        wm_buffer bytes = extract(a, real[i].area, "git");
        wm_kotor_git *git = wm_kotor_git_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(git);
        assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_DOOR], real[i].doors);
        assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_PLACEABLE], real[i].placeables);
        assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_TRIGGER], real[i].triggers);
        assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_WAYPOINT], real[i].waypoints);
        assert_int_equal(git->count[WM_KOTOR_OBJECT_KIND_CREATURE], real[i].creatures);
        wm_kotor_git_free(git);
        wm_buffer_free(&bytes);
        if (a != outer)
            wm_archive_free(a);
        wm_archive_free(outer);
        wm_buffer_free(&inner);
        wm_buffer_free(&file);
    }
}

/* The doors of 745KOR: from the templates of the module to the models of the game's table. */
static void real_doors_have_their_models(void **state)
{
    (void)state;
    NEED_CORPUS();
    char path[1100];
    snprintf(path, sizeof path, "%s/archives/k2", test_corpus());
    wm_game *game = wm_game_new(path, NULL, NULL);
    wm_buffer file = test_corpus_file("archives/mod/745KOR.mod");
    wm_archive *a = open_bytes(&file);
    assert_non_null(game);
    const wm_finder both[2] = {wm_archive_finder(a), wm_game_finder(game)};
    wm_chain *chain = wm_chain_new(both, 2, NULL, NULL);
    wm_finder finder = wm_chain_finder(chain);
    wm_buffer bytes = extract(a, "745kor", "git");
    wm_kotor_git *git = wm_kotor_git_read(bytes.data, bytes.size, NULL, NULL);
    wm_kotor_objects *o = wm_kotor_objects_new(git, &finder, NULL, NULL);
    uint32_t stone = 0, lift = 0;
    assert_non_null(o);
    for (uint32_t i = 0; i < 17; i++) {
        stone += o->items[i].row == 16 && strcmp(o->items[i].model, "DOR_LKO02") == 0;
        lift += o->items[i].row == 97 && strcmp(o->items[i].model, "DOR_TEL05") == 0;
    }
    assert_int_equal(stone, 15);
    assert_int_equal(lift, 1);
    wm_kotor_objects_free(o);
    wm_kotor_git_free(git);
    wm_buffer_free(&bytes);
    wm_chain_free(chain);
    wm_archive_free(a);
    wm_buffer_free(&file);
    wm_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_found),
        cmocka_unit_test(unknown_walkmeshes_are_marked),
        cmocka_unit_test(walkmeshes_are_found),
        cmocka_unit_test(refused_memory_is_reported),
        cmocka_unit_test(a_module_names_its_area),
        cmocka_unit_test(real_areas_have_their_objects),
        cmocka_unit_test(real_doors_have_their_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
