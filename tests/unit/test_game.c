/* Installed games: which copy of a resource wins, and what is mounted. */
#include "archives.h"
#include "base/words.h"
#include "memory.h"
#include "support.h"
#include "system.h"
#include "waymark/file.h"
#include "waymark/folder.h"
#include "waymark/game.h"

static char root[TEST_FOLDER];
enum { ROOM = TEST_FOLDER + 80, MDL = 2002, IFO = 2014 };

static int enter(void **state)
{
    (void)state;
    return test_new_folder(root) ? 0 : 1;
}

static int leave(void **state)
{
    (void)state;
    return test_remove_directory(root) ? 0 : 1;
}

static void put(const char *name, const void *data, size_t size)
{
    char path[ROOM];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        test_make_directory(path);
        *slash = '/';
    }
    assert_int_equal(wm_file_write(path, data, size, true, NULL), WM_OK);
}

/* An archive with one model, thing.mdl, that contains its own name. */
static void put_archive(const char *name, wm_archive_kind kind, const char *version)
{
    bool paths = kind == WM_ARCHIVE_KIND_ZIP || kind == WM_ARCHIVE_KIND_STUFF;
    test_entry e = {.name = paths ? "models/Thing.mdl" : "Thing",
                    .type = MDL,
                    .data = name,
                    .size = strlen(name)};
    size_t size;
    uint8_t *bytes = test_archive(kind, version, &e, 1, &size);
    put(name, bytes, size);
    free(bytes);
}

/* Does the game find this copy of thing.mdl? */
static void wins(wm_game *g, const char *name)
{
    wm_finder f = wm_game_finder(g);
    wm_found found = {0};
    assert_int_equal(f.find(f.user, "THING", "mdl", &found, NULL), WM_OK);
    assert_non_null(found.where);
    if (!found.data)
        assert_int_equal(found.load(&found, NULL), WM_OK);
    assert_int_equal(found.size, strlen(name));
    assert_memory_equal(found.data, name, found.size);
    found.release(&found);
}

typedef struct copies {
    size_t count;
    char where[16][ROOM];
} copies;

static bool note(void *user, const char *name, const char *type, const char *where)
{
    copies *c = user;
    (void)name, (void)type;
    assert_true(c->count < 16);
    snprintf(c->where[c->count++], ROOM, "%s", where);
    return true;
}

/* All copies of thing.mdl, in the order of the search. */
static void lists(wm_game *g, const char *const *names, size_t count)
{
    wm_finder f = wm_game_finder(g);
    copies c = {0};
    assert_int_equal(f.list(f.user, "thing", "mdl", note, &c, NULL), WM_OK);
    assert_int_equal(c.count, count);
    for (size_t i = 0; i < count; i++)
        assert_non_null(strstr(c.where[i], names[i]));
}

static wm_game *open_game(const char *path, const wm_game_opts *opts)
{
    wm_error error = {0};
    wm_game *g = wm_game_new(path, opts, &error);
    assert_string_equal(error.message, "");
    assert_non_null(g);
    return g;
}

static void put_kotor(void)
{
    put_archive("Chitin.key", WM_ARCHIVE_KIND_KEY, NULL);
    put_archive("data/test.BIF", WM_ARCHIVE_KIND_BIF, NULL);
    put_archive("PATCH.ERF", WM_ARCHIVE_KIND_ERF, "V1.0");
    put_archive("Modules/hall.RIM", WM_ARCHIVE_KIND_RIM, NULL);
    put_archive("Modules/hall_s.rim", WM_ARCHIVE_KIND_RIM, NULL);
    put_archive("rims/Global.rim", WM_ARCHIVE_KIND_RIM, NULL);
    put_archive("lips/hall_loc.mod", WM_ARCHIVE_KIND_ERF, "V1.0");
    put_archive("TexturePacks/swpc_tex_gui.erf", WM_ARCHIVE_KIND_ERF, "V1.0");
    put_archive("TexturePacks/swpc_tex_tpa.erf", WM_ARCHIVE_KIND_ERF, "V1.0");
    put("Override/thing.MDL", "override", 8);
    put("Override/deeper/thing.mdl", "deeper", 6);
}

static void kotor_has_an_order(void **state)
{
    static const char *const with_rims[] = {"Override", "PATCH",        "hall.RIM",
                                            "hall_s",   "Global",       "hall_loc",
                                            "tex_gui",  "swpc_tex_tpa", "Chitin.key"};
    static const char *const with_mod[] = {"Override", "PATCH",   "Global",       "HALL.mod",
                                           "hall_loc", "tex_gui", "swpc_tex_tpa", "Chitin.key"};
    (void)state;
    put_kotor();
    wm_game *g = open_game(root, NULL);
    assert_int_equal(g->kind, WM_GAME_KIND_KOTOR1);
    assert_string_equal(wm_game_kind_name(g->kind), "kotor1");
    assert_null(g->module);
    wins(g, "override");
    wm_game_free(g);
    const wm_game_opts opts = {.module = "HALL"};
    g = open_game(root, &opts);
    assert_int_equal(g->source_count, 9);
    lists(g, with_rims, 9);
    for (uint32_t i = 0; i < g->source_count; i++)
        assert_true(!g->sources[i].error);
    wm_game_free(g);
    put_archive("Modules/HALL.mod", WM_ARCHIVE_KIND_ERF, "V1.0");
    g = open_game(root, &opts);
    lists(g, with_mod, 8);
    wm_game_free(g);
}

/* A KEY with a BIF of the second game and no entries. */
static void put_second_key(void)
{
    static const char name[] = "data\\dialogs.bif";
    uint8_t key[76 + sizeof name] = "KEY V1  ";
    wmi_put32(key + 8, 1);
    wmi_put32(key + 16, 64);
    wmi_put32(key + 20, sizeof key);
    wmi_put32(key + 68, 76);
    wmi_put16(key + 72, sizeof name);
    memcpy(key + 76, name, sizeof name);
    put("chitin.key", key, sizeof key);
}

static void the_second_game_looks_below_its_override(void **state)
{
    static const char *const names[] = {"override/thing", "override/a/Thing", "override/b/thing"};
    (void)state;
    put_second_key();
    put("override/b/thing.mdl", "b", 1);
    put("override/a/Thing.mdl", "a", 1);
    put("override/thing.mdl", "top", 3);
    wm_game *g = open_game(root, NULL);
    assert_int_equal(g->kind, WM_GAME_KIND_KOTOR2);
    lists(g, names, 3);
    wins(g, "top");
    wm_game_free(g);
}

/* module.ifo with two haks: a GFF of three structs. */
static size_t make_ifo(uint8_t *out, const char *const haks[2])
{
    uint8_t *p = out + 56;
    memset(out, 0, 56);
    memcpy(out, "IFO V3.2", 8);
    const uint32_t counts[6] = {3, 3, 2, 0, 0, 12}, strides[4] = {12, 12, 16, 1};
    uint32_t at[6], data = 0;
    for (int i = 0; i < 2; i++)
        data += 4 + (uint32_t)strlen(haks[i]);
    at[0] = 56;
    for (int i = 1; i < 4; i++)
        at[i] = at[i - 1] + counts[i - 1] * strides[i - 1];
    at[4] = at[5] = at[3] + data;
    for (int i = 0; i < 6; i++) {
        wmi_put32(out + 8 + 8 * i, at[i]);
        wmi_put32(out + 12 + 8 * i, i == 3 ? data : counts[i]);
    }
    for (uint32_t i = 0; i < 3; i++, p += 12) { /* one field each */
        wmi_put32(p, i ? 8 : UINT32_MAX);
        wmi_put32(p + 4, i);
        wmi_put32(p + 8, 1);
    }
    for (uint32_t i = 0, text = 0; i < 3; i++, p += 12) {
        wmi_put32(p, i ? WM_GFF_KIND_STRING : WM_GFF_KIND_LIST);
        wmi_put32(p + 4, i ? 1 : 0);
        wmi_put32(p + 8, i ? text : 0);
        text += i ? 4 + (uint32_t)strlen(haks[i - 1]) : 0;
    }
    memset(p, 0, 32);
    memcpy(p, "Mod_HakList", 11);
    memcpy(p + 16, "Mod_Hak", 7);
    p += 32;
    for (int i = 0; i < 2; i++) {
        wmi_put32(p, (uint32_t)strlen(haks[i]));
        memcpy(p + 4, haks[i], strlen(haks[i]));
        p += 4 + strlen(haks[i]);
    }
    wmi_put32(p, 2);
    wmi_put32(p + 4, 1);
    wmi_put32(p + 8, 2);
    return (size_t)(p + 12 - out);
}

static void put_nwn2(void)
{
    static const char *const haks[2] = {"Second", "first"};
    uint8_t ifo[512];
    test_entry e[2] = {{.name = "Thing", .type = MDL, .data = "module", .size = 6},
                       {.name = "module", .type = IFO, .data = ifo}};
    e[1].size = make_ifo(ifo, haks);
    size_t size;
    uint8_t *mod = test_archive(WM_ARCHIVE_KIND_ERF, "V1.1", e, 2, &size);
    put("user/modules/town.mod", mod, size);
    free(mod);
    put_archive("user/hak/first.HAK", WM_ARCHIVE_KIND_ERF, "V1.1");
    put_archive("game/hak/second.hak", WM_ARCHIVE_KIND_ERF, "V1.1");
    put_archive("game/Data/NWN2_Models.zip", WM_ARCHIVE_KIND_ZIP, NULL);
    put_archive("game/Data/nwn2_models_X1.zip", WM_ARCHIVE_KIND_ZIP, NULL);
    put_archive("game/Data/NWN2_Models_v121.zip", WM_ARCHIVE_KIND_ZIP, NULL);
    put("game/Override/thing.mdl", "game", 4);
    put("user/override/sub/thing.mdl", "user", 4);
}

static void nwn2_has_an_order(void **state)
{
    static const char *const all[] = {"second",   "first",     "user/override", "game/Override",
                                      "town.mod", "models_X1", "Models_v121",   "NWN2_Models.zip"};
    char game[ROOM], user[ROOM];
    (void)state;
    put_nwn2();
    snprintf(game, sizeof game, "%s/game", root);
    snprintf(user, sizeof user, "%s/user", root);
    const wm_game_opts opts = {.module = "Town", .user_folder = user};
    wm_game *g = open_game(game, &opts);
    assert_int_equal(g->kind, WM_GAME_KIND_NWN2);
    lists(g, all, 8);
    wins(g, "game/hak/second.hak");
    wm_game_free(g);
    g = open_game(game, NULL);
    wins(g, "game");
    wm_game_free(g);
}

static void black_and_white_takes_files_first(void **state)
{
    (void)state;
    put_archive("Data/all.stuff", WM_ARCHIVE_KIND_STUFF, NULL);
    wm_game *g = open_game(root, NULL);
    assert_int_equal(g->kind, WM_GAME_KIND_BW2);
    wins(g, "Data/all.stuff");
    wm_game_free(g);
    put("Data/Art/thing.mdl", "loose", 5);
    g = open_game(root, NULL);
    wins(g, "loose");
    wm_game_free(g);
}

static void faults_are_named(void **state)
{
    (void)state;
    wm_error error;
    char path[ROOM];
    assert_null(wm_game_new(root, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
    snprintf(path, sizeof path, "%s/nowhere", root);
    assert_null(wm_game_new(path, NULL, &error));
    assert_int_equal(error.code, WM_IO);
    put_kotor();
    const wm_game_opts opts = {.module = "cellar"};
    assert_null(wm_game_new(root, &opts, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    put("Chitin.key", "KEY V1  and nothing", 19);
    assert_null(wm_game_new(root, NULL, &error));
    assert_non_null(strstr(error.message, "hitin.key"));
}

/* An archive that is damaged is a source with an error; the others are searched. */
static void damaged_archives_are_listed(void **state)
{
    (void)state;
    put_second_key();
    put("patch.erf", "not an archive", 14);
    put("override/thing.mdl", "top", 3);
    wm_game *g = open_game(root, NULL);
    assert_int_equal(g->source_count, 3);
    assert_string_equal(g->sources[1].role, "patch");
    assert_null(g->sources[1].archive);
    assert_non_null(g->sources[1].error);
    wins(g, "top");
    wm_game_free(g);
}

static void try_game(const wm_allocator *a)
{
    char game[ROOM], user[ROOM];
    snprintf(game, sizeof game, "%s/game", root);
    snprintf(user, sizeof user, "%s/user", root);
    const wm_game_opts opts = {.allocator = a, .module = "Town", .user_folder = user};
    wm_game_free(wm_game_new(game, &opts, NULL));
}

static void lack_of_memory_leaks_nothing(void **state)
{
    (void)state;
    put_nwn2();
    for (uint64_t call = 1; call < 10000; call++) {
        test_memory memory;
        test_memory_init(&memory);
        memory.fail_at = call;
        try_game(&memory.allocator);
        test_memory_done(&memory, "a game");
        if (!memory.refused)
            return;
    }
    fail();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kotor_has_an_order, enter, leave),
        cmocka_unit_test_setup_teardown(the_second_game_looks_below_its_override, enter, leave),
        cmocka_unit_test_setup_teardown(nwn2_has_an_order, enter, leave),
        cmocka_unit_test_setup_teardown(black_and_white_takes_files_first, enter, leave),
        cmocka_unit_test_setup_teardown(faults_are_named, enter, leave),
        cmocka_unit_test_setup_teardown(damaged_archives_are_listed, enter, leave),
        cmocka_unit_test_setup_teardown(lack_of_memory_leaks_nothing, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
