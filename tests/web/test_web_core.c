/* The core of the viewer, built natively, so that sanitizers watch it: every question to
 * every document, any bytes, and memory that runs out at each allocation. What it
 * answers is compared with the command's in web/test/core.test.mjs. */
#include "archives.h"
#include "areas.h"
#include "bw2_models.h"
#include "exports.h"
#include "mdb_models.h"
#include "models.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"
#include "texts.h"

/* ---- memory that runs out (the linker leads malloc and its kin here) ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static long left = -1; /* allocations until one is refused; below 0: none is */
static bool refused;

static bool refuse(void)
{
    if (left < 0)
        return false;
    if (left > 0) {
        left--;
        return false;
    }
    refused = true;
    left = -1; /* one only: what goes on afterwards needs memory too */
    return true;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return refuse() ? NULL : __real_realloc(old, size);
}

/* ---- files ---- */

typedef struct file {
    char name[64];
    uint8_t *data;
    size_t size;
} file;

enum { FILES = 64 };
static file files[FILES];
static size_t file_count;

static void keep(const char *name, const void *data, size_t size)
{
    file *f = &files[file_count++];
    assert_true(file_count <= FILES);
    snprintf(f->name, sizeof f->name, "%s", name);
    f->data = malloc(size + 1);
    assert_non_null(f->data);
    memcpy(f->data, data, size);
    f->size = size;
}

static void keep_buffer(const char *name, wm_buffer *b)
{
    keep(name, b->data, b->size);
    wm_buffer_free(b);
}

static void keep_walkmesh(const char *name, const wm_kotor_bwm *bwm)
{
    wm_buffer b;
    assert_int_equal(wm_kotor_bwm_write(bwm, NULL, &b, NULL), WM_OK);
    keep_buffer(name, &b);
}

static void keep_area(void)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    keep("area/grid.lyt", a->text, strlen(a->text));
    keep("area/grid.vis", "Grid_00_00 1\n  Grid_01_00\n", 26);
    keep_walkmesh("area/grid_00_00.wok", a->rooms[0]);
    keep_walkmesh("area/GRID_01_00.WOK", a->rooms[1]);
    test_area_free(a);
}

/* A module with a layout and its two rooms. */
static uint8_t *module_bytes(size_t *size)
{
    test_area *a = test_area_make(2, 1, 3, 3);
    wm_buffer rooms[2];
    assert_int_equal(wm_kotor_bwm_write(a->rooms[0], NULL, &rooms[0], NULL), WM_OK);
    assert_int_equal(wm_kotor_bwm_write(a->rooms[1], NULL, &rooms[1], NULL), WM_OK);
    const test_entry entries[] = {
        {.name = "grid", .type = 3000, .data = a->text, .size = strlen(a->text)},
        {.name = "grid_00_00", .type = 2016, .data = rooms[0].data, .size = rooms[0].size},
        {.name = "grid_01_00", .type = 2016, .data = rooms[1].data, .size = rooms[1].size},
    };
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ERF, "V1.0", entries, 3, size);
    wm_buffer_free(&rooms[0]);
    wm_buffer_free(&rooms[1]);
    test_area_free(a);
    return bytes;
}

static void keep_module(void)
{
    size_t size;
    uint8_t *bytes = module_bytes(&size);
    keep("grid.mod", bytes, size);
    free(bytes);
}

/* Texts that can be repaired. */
static void keep_texts(void)
{
    char *room = test_text_small_box();
    wm_buffer model = test_model_swapped_keys();
    keep("text.wok.ascii", room, strlen(room));
    keep_buffer("models/sample-ascii.mdl", &model);
    free(room);
}

static int make_files(void **state)
{
    wm_buffer mdl, mdx;
    size_t size;
    (void)state;
    wm_kotor_bwm *room = test_sample_make("room.wok"), *crate = test_sample_make("crate.pwk");
    keep_walkmesh("room.wok", room);
    keep_walkmesh("door0.dwk", crate);
    wm_kotor_bwm_free(room);
    wm_kotor_bwm_free(crate);
    keep_area();
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    keep_buffer("models/sample.mdl", &mdl);
    keep_buffer("models/SAMPLE.MDX", &mdx);
    wm_kotor_mdl *child = test_model_child(NULL);
    assert_int_equal(wm_kotor_mdl_write(child, NULL, &mdl, &mdx, NULL), WM_OK);
    keep_buffer("models/child.mdl", &mdl);
    keep_buffer("models/child.mdx", &mdx);
    wm_kotor_mdl_free(child);
    uint8_t *bytes = test_terrain_bytes("closet.trx", &size);
    keep("closet.trx", bytes, size);
    free(bytes);
    bytes = test_bw2_bytes((test_bw2_kind){.version = 6, .skin = true, .uv_sets = 1}, &size);
    keep("skin.bwm", bytes, size);
    free(bytes);
    bytes = test_mdb_bytes("plc_stage.mdb", &size);
    keep("stage.mdb", bytes, size);
    free(bytes);
    keep_module();
    keep_texts();
    const test_text *door = test_text_find(test_texts, "door.dwk.ascii");
    keep("door.dwk.ascii", door->text, test_text_size(door));
    const test_text *table = test_text_find(test_tables, "surfacemat.2da");
    keep("surfacemat.2da", table->text, test_text_size(table));
    keep("other/grid.lyt", "beginlayout\nroomcount 1\nnoise 0 0 0\ndonelayout\n", 47);
    keep("other/noise.wok", "\1\2\3nothing", 10);
    keep("empty.wok", "", 0);
    keep("noise.bin", "\1\2\3nothing", 10);
    return 0;
}

static int free_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < file_count; i++)
        free(files[i].data);
    file_count = 0;
    return 0;
}

/* As JavaScript gives it; false when memory ran out. */
static bool give(core *c, const char *name, const uint8_t *data, size_t size)
{
    char *own_name = export_alloc(strlen(name) + 1);
    uint8_t *own = export_alloc(size);
    if (!own_name || !own) {
        export_release(own_name);
        export_release(own);
        return false;
    }
    memcpy(own_name, name, strlen(name) + 1);
    if (size)
        memcpy(own, data, size);
    return export_add(c, own_name, own, size) != 1;
}

/* ---- questions ---- */

static const char *const kinds[] = {"glb", "gltf", "obj", "ascii", "binary", "nothing"};

/* How many questions were answered. */
static unsigned ask_all(core *c, uint32_t id)
{
    unsigned answered = 0;
    answered += export_info(c, id) == 0;
    answered += export_check(c, id) == 0;
    answered += export_walkmesh(c, id) == 0;
    answered += export_overlays(c, id) == 0;
    answered += export_glb(c, id, 1) == 0;
    answered += export_images(c, id) == 0;
    answered += export_picture(c, id) == 0;
    answered += export_entries(c, id) == 0;
    answered += export_extract(c, id, 0) == 0;
    answered += export_fix(c, id, 0, 0) == 0;
    answered += export_fix(c, id, 0.5f, 1) == 0;
    answered += export_edit(c, id, "{\"faces\": [0, 2], \"material\": 7}") == 0;
    answered += export_edit(c, id, "{\"hook\": 0, \"at\": [1, 2, 3]}") == 0;
    answered += export_edit(c, id, "{\"texture\": \"skin\", \"name\": \"fur\"}") == 0;
    answered += export_edit(c, id, "{\"row\": 1, \"column\": 1, \"text\": \"two words\"}") == 0;
    answered += export_table(c, id) == 0;
    answered += export_compare(c, id, id) == 0;
    answered += export_compare(c, id, 512) == 0;
    answered += export_pick(c, id, 1, 1, 0) == 0;
    answered += export_ray(c, id, 1, 1, 9, 0, 0, -1) == 0;
    answered += export_path(c, id, 0.5f, 0.5f, 0, 2.5f, 1.5f, 0, 0, 0) == 0;
    answered += export_path(c, id, 0.5f, 0.5f, 0, 2.5f, 1.5f, 0, 0.1f, 1) == 0;
    answered += export_game_path(c, id, 0.5f, 0.5f, 0, 2.5f, 1.5f, 0) == 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        answered += export_export(c, id, kinds[i]) == 0;
    return answered;
}

static void every_question_to_every_document(void **state)
{
    core *c = export_create();
    unsigned answered = 0;
    (void)state;
    for (size_t i = 0; i < file_count; i++)
        assert_true(give(c, files[i].name, files[i].data, files[i].size));
    assert_int_equal(export_documents(c), 0);
    assert_true(export_text_size(c) > 1000);
    assert_int_equal(export_file_count(c), file_count + 3); /* those in the module */
    for (uint32_t id = 256; id <= 256 * (uint32_t)export_file_count(c); id += 256)
        answered += ask_all(c, id);
    assert_true(answered > 60);
    assert_int_equal(export_info(c, 256 * ((uint32_t)export_file_count(c) + 1)), 1);
    export_remove(c, "room.wok");
    assert_int_equal(export_info(c, 256), 1);
    assert_int_equal(export_documents(c), 0);
    export_destroy(c);
}

/* The answer {files, changes} of an edit has the bytes that the library writes. */
static void cells_of_tables_change(void **state)
{
    core *c = export_create();
    const test_text *table = test_text_find(test_tables, "surfacemat.2da");
    wm_buffer expected;
    (void)state;
    assert_true(give(c, "surfacemat.2da", (const uint8_t *)table->text, test_text_size(table)));
    assert_int_equal(export_table(c, 256), 0);
    assert_non_null(strstr((const char *)export_text(c), "\"Tall grass\""));
    assert_int_equal(export_edit(c, 256, "{\"row\": 3, \"column\": 0, \"text\": \"x\"}"), 0);
    assert_int_equal(
        wm_2da_set_cell(table->text, test_text_size(table), 3, 0, "x", NULL, &expected, NULL),
        WM_OK);
    assert_int_equal(export_blob_size(c, 0), expected.size);
    assert_memory_equal(export_blob(c, 0), expected.data, expected.size);
    wm_buffer_free(&expected);
    assert_int_equal(export_edit(c, 256, "{\"row\": 99, \"column\": 0, \"text\": \"x\"}"), 1);
    assert_int_equal(export_edit(c, 256, "{\"row\": 3, \"text\": \"x\"}"), 1);
    assert_int_equal(export_edit(c, 256, "{\"row\": 3, \"column\": 0, \"text\": \"\\n\"}"), 1);
    export_destroy(c);
}

static void any_bytes_are_safe(void **state)
{
    core *c = export_create();
    uint32_t random = 7;
    (void)state;
    for (unsigned round = 0; round < 300; round++) {
        const file *f = &files[round % file_count];
        uint8_t *copy = malloc(f->size + 1);
        assert_non_null(copy);
        memcpy(copy, f->data, f->size);
        for (int k = 0; k < 5 && f->size; k++) {
            random = random * 1664525 + 1013904223;
            copy[(random >> 8) % f->size] = (uint8_t)random;
        }
        export_clear(c);
        for (size_t i = 0; i < file_count && round % 3 == 0; i++)
            (void)give(c, files[i].name, files[i].data, files[i].size);
        assert_true(give(c, f->name, copy, round % 4 ? f->size : f->size / 2));
        assert_int_equal(export_documents(c), 0);
        (void)ask_all(c, 256);
        free(copy);
    }
    export_destroy(c);
}

/* One allocation after the other is refused; the core says so or does without. */
static void memory_that_runs_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < file_count; i++) {
        const file *f = &files[i];
        long step = f->size > 20000 ? 29 : 5;
        for (long n = (long)(i % 5); n < 6000; n += step) {
            refused = false;
            left = n;
            core *c = export_create();
            for (size_t k = 0; c && k < file_count; k++)
                if (k == i || strncmp(files[k].name, f->name, 5) == 0)
                    (void)give(c, files[k].name, files[k].data, files[k].size);
            (void)(c && export_documents(c));
            if (c)
                (void)ask_all(c, 256);
            export_destroy(c);
            left = -1;
            if (!refused)
                break;
        }
    }
}

/* ---- large archives ---- */

/* The page's part: gives each range that the core asks for. Returns how many. */
static size_t feed_all(core *c, const uint8_t *bytes, size_t size)
{
    size_t count = c->need_count;
    assert_int_equal(export_needs(c), 0);
    assert_true(export_text_size(c) > 2);
    for (size_t i = 0; i < count; i++) {
        core_need need = c->needs[i];
        assert_true(need.offset <= size && need.size <= size - need.offset);
        uint8_t *own = export_alloc((size_t)need.size);
        assert_non_null(own);
        memcpy(own, bytes + need.offset, (size_t)need.size);
        assert_int_equal(export_feed(c, need.file, (double)need.offset, own, (size_t)need.size), 0);
    }
    return count;
}

static core *remote_module(const uint8_t *bytes, size_t size)
{
    core *c = export_create();
    char *name = export_alloc(16);
    assert_non_null(name);
    strcpy(name, "big/grid.mod");
    assert_int_equal(export_add_remote(c, name, (double)size), 0);
    while (export_detect(c, "big/grid.mod") == 2)
        assert_true(feed_all(c, bytes, size) > 0);
    return c;
}

/* Only the bytes that are needed are asked for, and what needs them fails until then. */
static void a_large_archive_is_read_in_ranges(void **state)
{
    size_t size;
    uint8_t *bytes = module_bytes(&size);
    core *c = remote_module(bytes, size);
    (void)state;
    assert_int_equal(export_detect(c, "big/grid.mod"), 1);
    while (export_mount(c))
        assert_true(feed_all(c, bytes, size) > 0);
    assert_int_equal(export_file_count(c), 4);
    assert_int_equal(export_documents(c), 0);
    assert_int_equal(export_walkmesh(c, 512), 1); /* the layout: its bytes are missing */
    unsigned rounds = 0;
    while (export_prepare(c, 512)) {
        assert_true(feed_all(c, bytes, size) > 0);
        assert_true(++rounds < 8);
    }
    assert_true(rounds >= 2); /* the layout names its rooms */
    assert_int_equal(export_walkmesh(c, 512), 0);
    assert_int_equal(export_check(c, 512), 0);
    export_remove(c, "big/grid.mod");
    assert_int_equal(export_walkmesh(c, 512), 1);
    export_destroy(c);
    free(bytes);
}

static void a_large_file_that_is_no_archive(void **state)
{
    static const uint8_t zeros[4096];
    core *c = remote_module(zeros, sizeof zeros);
    (void)state;
    assert_int_equal(export_detect(c, "big/grid.mod"), 0);
    assert_int_equal(export_mount(c), 0);
    assert_int_equal(export_detect(c, "nothing"), 0);
    assert_int_equal(export_feed(c, 99, 0, export_alloc(1), 1), 1);
    assert_int_equal(export_prepare(c, 99), 0);
    export_destroy(c);
}

/* A KEY finds its BIF among the files, and the BIF is not shown on its own. */
static void a_key_uses_its_bif(void **state)
{
    size_t size;
    const file *room = &files[0];
    const test_entry entry = {.name = "room", .type = 2016, .data = room->data, .size = room->size};
    core *c = export_create();
    (void)state;
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_BIF, "V1.0", &entry, 1, &size);
    assert_true(give(c, "game/data/test.BIF", bytes, size));
    free(bytes);
    bytes = test_archive(WM_ARCHIVE_KIND_KEY, "V1.0", &entry, 1, &size);
    assert_true(give(c, "game/chitin.key", bytes, size));
    free(bytes);
    assert_int_equal(export_documents(c), 0);
    assert_int_equal(export_file_count(c), 3);
    assert_int_equal(export_prepare(c, 3 * 256), 0);
    assert_int_equal(export_walkmesh(c, 3 * 256), 0);
    export_remove(c, "game/data/test.BIF"); /* its bytes are gone, so are the entries */
    assert_int_equal(export_walkmesh(c, 3 * 256), 1);
    assert_int_equal(export_documents(c), 0);
    assert_int_equal(export_prepare(c, 4 * 256), 0);
    assert_int_equal(export_walkmesh(c, 4 * 256), 1); /* the KEY is read again, without its BIF */
    bytes = test_archive(WM_ARCHIVE_KIND_BIF, "V1.0", &entry, 1, &size);
    assert_true(give(c, "game/data/test.bif", bytes, size)); /* and it comes back */
    free(bytes);
    assert_int_equal(export_documents(c), 0);
    assert_int_equal(export_walkmesh(c, 6 * 256), 0);
    export_destroy(c);
}

/* The BIF is large: its table is asked for when an entry is first needed. */
static void a_key_waits_for_its_bif(void **state)
{
    size_t size, key_size;
    const file *room = &files[0];
    const test_entry entry = {.name = "room", .type = 2016, .data = room->data, .size = room->size};
    (void)state;
    uint8_t *bif = test_archive(WM_ARCHIVE_KIND_BIF, "V1.0", &entry, 1, &size);
    uint8_t *key = test_archive(WM_ARCHIVE_KIND_KEY, "V1.0", &entry, 1, &key_size);
    core *c = export_create();
    char *name = export_alloc(32);
    assert_non_null(name);
    strcpy(name, "data/test.bif");
    assert_int_equal(export_add_remote(c, name, (double)size), 0);
    while (export_detect(c, "data/test.bif") == 2)
        assert_true(feed_all(c, bif, size) > 0);
    assert_true(give(c, "chitin.key", key, key_size));
    assert_int_equal(export_mount(c), 0);
    core_settle(c); /* as after another document was shown */
    unsigned rounds = 0;
    while (export_prepare(c, 3 * 256)) {
        assert_true(feed_all(c, bif, size) > 0);
        assert_true(++rounds < 8);
    }
    assert_true(rounds >= 2);
    assert_int_equal(export_walkmesh(c, 3 * 256), 0);
    export_destroy(c);
    free(bif);
    free(key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_to_every_document),
        cmocka_unit_test(cells_of_tables_change),
        cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(memory_that_runs_out),
        cmocka_unit_test(a_large_archive_is_read_in_ranges),
        cmocka_unit_test(a_large_file_that_is_no_archive),
        cmocka_unit_test(a_key_uses_its_bif),
        cmocka_unit_test(a_key_waits_for_its_bif),
    };
    return cmocka_run_group_tests(tests, make_files, free_files);
}
