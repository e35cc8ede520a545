/* The core of the viewer, called in orders that no page has a reason for: documents that are gone,
 * numbers that are none, files that replace others while they are open. Whatever comes, the answer
 * is JSON and the sanitizers are silent. The orders follow from a number, so they are always the
 * same. With arguments, files are dropped instead of samples: test_web_orders FIRST COUNT FILE...
 */
#include <math.h>
#include <stdlib.h>

#include "archives.h"
#include "bw2_models.h"
#include "exports.h"
#include "mdb_models.h"
#include "models.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"
#include "texts.h"
#include "textures.h"
#include "waymark/file.h"

enum { POOL = 64, CALLS = 40 };

typedef struct piece {
    const char *name;
    uint8_t *data;
    size_t size;
} piece;

static piece pool[POOL];
static size_t pool_count;

static void pool_add(const char *name, uint8_t *data, size_t size)
{
    assert_true(pool_count < POOL && data);
    pool[pool_count++] = (piece){name, data, size};
}

static void pool_buffer(const char *name, wm_status status, wm_buffer *bytes)
{
    assert_int_equal(status, WM_OK);
    uint8_t *copy = malloc(bytes->size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes->data, bytes->size);
    pool_add(name, copy, bytes->size);
    wm_buffer_free(bytes);
}

static void pool_text(const char *name, const char *text)
{
    size_t size = strlen(text);
    uint8_t *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, text, size + 1);
    pool_add(name, copy, size);
}

static void fill_walkmeshes(void)
{
    static const char *const names[] = {"room.wok", "steps.wok", "a/room.wok"};
    for (size_t i = 0; i < sizeof names / sizeof *names && test_samples[i].name; i++) {
        wm_buffer bytes;
        wm_kotor_bwm *bwm = test_samples[i].make(NULL);
        assert_non_null(bwm);
        pool_buffer(names[i], wm_kotor_bwm_write(bwm, NULL, &bytes, NULL), &bytes);
        wm_kotor_bwm_free(bwm);
    }
    char *text = test_text_small_box();
    pool_text("room.wok.ascii", text);
    pool_text("door.dwk", text);
    free(text);
}

static void fill_archives(void)
{
    static const char *const names[] = {"a.mod", "b.rim",   "c.key",        "d.bif",
                                        "e.zip", "f.stuff", "data/Test.bif"};
    for (size_t i = 0; i < TEST_ARCHIVE_KINDS; i++) {
        wm_archive_kind kind;
        size_t size;
        uint8_t *bytes = test_archive_sample(i, &kind, &size);
        pool_add(names[i], bytes, size);
    }
    test_entry entries[] = {
        {"room.wok", 0, pool[0].data, pool[0].size, false},
        {"room.lyt", 0, "beginlayout\nroomcount 1\n room 0 0 0\ndonelayout\n", 49, true}};
    size_t size;
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, entries, 2, &size);
    pool_add("area.zip", bytes, size);
    test_entry inner[] = {{"mods/area.zip", 0, bytes, size, true},
                          {"mods/cut.mod", 0, pool[pool_count - 2].data, 30, false}};
    bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, inner, 2, &size);
    pool_add("mods.zip", bytes, size);
}

static void fill_pool(void)
{
    size_t size;
    fill_walkmeshes();
    pool_text("area.lyt", "beginlayout\nroomcount 2\n room 0 0 0\n steps 9 0 0\ndonelayout\n");
    pool_text("area.vis", "room 1\n steps\nsteps 1\n room\n");
    pool_text("", "nothing");
    pool_text("o.obj", "v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n");
    for (size_t i = 0; i < 4 && test_terrains[i].name; i++) {
        uint8_t *bytes = test_terrains[i].make(&size);
        pool_add(test_terrains[i].name, bytes, size);
    }
    for (size_t i = 0; i < 2 && test_mdb_samples[i].name; i++) {
        uint8_t *bytes = test_mdb_bytes(test_mdb_samples[i].name, &size);
        pool_add(test_mdb_samples[i].name, bytes, size);
    }
    for (size_t i = 0; i < 3 && test_textures[i].name; i++) {
        uint8_t *bytes = test_texture_bytes(test_textures[i].name, &size);
        pool_add(test_textures[i].name, bytes, size);
    }
    fill_archives();
}

/* ---- random numbers ---- */

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static uint32_t below(uint64_t *seed, uint32_t count)
{
    return (uint32_t)(next(seed) >> 11) % count;
}

static float some_float(uint64_t *seed)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, -0.0f, 0.5f};
    return below(seed, 4) ? (float)below(seed, 2000) / 100 - 5 : odd[below(seed, 8)];
}

static uint32_t some_id(const core *c, uint64_t *seed)
{
    static const uint32_t odd[] = {0, 1, 255, UINT32_MAX, UINT32_MAX - 255, 256u * 1000, 1u << 31};
    uint32_t files = (uint32_t)export_file_count(c);
    if (!files || below(seed, 12) == 0)
        return odd[below(seed, sizeof odd / sizeof *odd)] + below(seed, 3);
    return 256 * (below(seed, files) + 1) + (below(seed, 8) ? 0 : below(seed, 256));
}

/* ---- calls ---- */

static char *own(const char *text)
{
    char *copy = export_alloc(strlen(text) + 1);
    assert_non_null(copy);
    memcpy(copy, text, strlen(text) + 1);
    return copy;
}

/* A name of the pool, one that is already there, or a strange one. */
static char *some_name(const core *c, uint64_t *seed, const char *name)
{
    static const char *const odd[] = {"",  "/",   "..", "a//b",     ".wok", "\xff\xfe\n.mdl",
                                      "%", "con", "\"", "</script>"};
    size_t files = export_file_count(c);
    switch (below(seed, 10)) {
    case 0: return own(odd[below(seed, sizeof odd / sizeof *odd)]);
    case 1: {
        core_file *f = files ? c->files[below(seed, (uint32_t)files)] : NULL;
        return own(f ? f->name : "x");
    }
    case 2: {
        size_t size = 1 + below(seed, 5000);
        char *long_name = export_alloc(size + 1);
        assert_non_null(long_name);
        memset(long_name, below(seed, 3) ? 'n' : '/', size);
        long_name[size] = '\0';
        return long_name;
    }
    default: return own(name);
    }
}

static void drop(core *c, uint64_t *seed)
{
    const piece *p = &pool[below(seed, (uint32_t)pool_count)];
    size_t size = below(seed, 6) ? p->size : below(seed, (uint32_t)p->size + 1);
    uint8_t *data = export_alloc(size);
    assert_non_null(data);
    memcpy(data, p->data, size);
    for (uint32_t i = below(seed, 3) ? 0 : below(seed, 4); size && i > 0; i--)
        data[below(seed, (uint32_t)size)] = (uint8_t)next(seed);
    int code = export_add(c, some_name(c, seed, p->name), data, size);
    assert_true(code == 0 || code == 2);
}

static void prove(const core *c, int code)
{
    wm_json *json = wm_json_read(export_text(c), export_text_size(c), NULL, NULL);
    assert_true(code == 0 || code == 1);
    assert_non_null(json);
    wm_json_free(json);
    for (size_t i = 0; i < c->blob_count; i++) {
        volatile uint8_t sum = 0;
        for (size_t k = 0; k < export_blob_size(c, i); k++)
            sum = (uint8_t)(sum + ((const uint8_t *)export_blob(c, i))[k]);
    }
}

static void edit(core *c, uint64_t *seed)
{
    static const char *const edits[] = {
        "{\"faces\": [0, 4294967295, -1], \"material\": 7}",
        "{\"faces\": [0, 0, 0, 0.5, null], \"material\": 255}",
        "{\"faces\": {}, \"material\": 3}",
        "{\"faces\": [], \"material\": 3}",
        "{\"edges\": [0, 1e300], \"room\": 99999999999}",
        "{\"edges\": [2, 2], \"room\": null}",
        "{\"hook\": 3, \"at\": [1e999, null, 0]}",
        "{\"hook\": 1, \"at\": []}",
        "{\"hook\": -1, \"at\": [0, 0, 0]}",
        "{\"hook\": 0, \"at\": [1e38, 1e38, 1e38]}",
        "{\"texture\": \"\", \"name\": \"\"}",
        "{\"texture\": \"a\", \"name\": \"01234567890123456789012345678901234567890\"}",
        "{\"row\": 0, \"column\": 4294967295, \"text\": \"\"}",
        "{\"row\": 1, \"column\": 0, \"text\": \"a b\"}",
        "[]",
        "",
        "{\"faces\": [[[[[[[[[[]]]]]]]]]], \"material\": 1}"};
    uint32_t id = some_id(c, seed);
    if (below(seed, 20) == 0) { /* far more faces than there are */
        enum { MANY = 20000 };
        char *text = malloc(12 * MANY), *at = text;
        assert_non_null(text);
        at += sprintf(at, "{\"faces\": [0");
        for (uint32_t i = 1; i < MANY; i++)
            at += sprintf(at, ",%u", (unsigned)below(seed, 30));
        sprintf(at, "], \"material\": %u}", (unsigned)below(seed, 24));
        prove(c, export_edit(c, id, text));
        free(text);
        return;
    }
    prove(c, export_edit(c, id, edits[below(seed, sizeof edits / sizeof *edits)]));
}

static void feed(core *c, uint64_t *seed)
{
    size_t size = below(seed, 3000);
    uint8_t *data = export_alloc(size);
    assert_non_null(data);
    memset(data, (int)below(seed, 256), size);
    const piece *p = &pool[below(seed, (uint32_t)pool_count)];
    memcpy(data, p->data, size < p->size ? size : p->size);
    double offset = below(seed, 5) ? below(seed, 9) : (double)some_float(seed);
    uint32_t file = below(seed, (uint32_t)export_file_count(c) + 2);
    (void)export_feed(c, below(seed, 9) ? file : UINT32_MAX, offset, data, size);
}

static void ask(core *c, uint64_t *seed, uint32_t what)
{
    static const char *const kinds[] = {"glb",  "obj",   "gltf", "svg",
                                        "json", "ascii", "",     "nothing"};
    uint32_t id = some_id(c, seed);
    float x = some_float(seed), y = some_float(seed), z = some_float(seed);
    float tx = some_float(seed), ty = some_float(seed), tz = some_float(seed);
    switch (what) {
    case 0: prove(c, export_info(c, id)); break;
    case 1: prove(c, export_check(c, id)); break;
    case 2: prove(c, export_walkmesh(c, id)); break;
    case 3: prove(c, export_overlays(c, id)); break;
    case 4: prove(c, export_glb(c, id, (int)below(seed, 2))); break;
    case 5: prove(c, export_images(c, id)); break;
    case 6: prove(c, export_picture(c, id)); break;
    case 7: prove(c, export_entries(c, id)); break;
    case 8: prove(c, export_extract(c, id, below(seed, 5) ? below(seed, 4) : UINT32_MAX)); break;
    case 9: prove(c, export_bytes(c, id)); break;
    case 10: prove(c, export_export(c, id, kinds[below(seed, 8)])); break;
    case 11: prove(c, export_fix(c, id, 0, 0)); break;
    case 12: prove(c, export_compare(c, id, some_id(c, seed))); break;
    case 13: prove(c, export_pick(c, id, x, y, z)); break;
    case 14: prove(c, export_ray(c, id, x, y, z, tx, ty, tz)); break;
    case 15:
        prove(c, export_path(c, id, x, y, z, tx, ty, tz, below(seed, 2) ? 0 : some_float(seed),
                             (int)below(seed, 3) - 1));
        break;
    case 16: prove(c, export_game_path(c, id, x, y, z, tx, ty, tz)); break;
    case 17: prove(c, export_documents(c)); break;
    case 18: prove(c, export_needs(c)); break;
    default: edit(c, seed); break;
    }
}

static void change(core *c, uint64_t *seed, uint32_t what)
{
    char *name;
    switch (what) {
    case 0: export_close(c, some_id(c, seed)); break;
    case 1: export_scan(c, some_id(c, seed)); break;
    case 2: export_spoil(c, some_id(c, seed)); break;
    case 3: (void)export_prepare(c, some_id(c, seed)); break;
    case 4: (void)export_mount(c); break;
    case 5:
        name = some_name(c, seed, "room.wok");
        export_remove(c, name);
        export_release(name);
        break;
    case 6: export_forget(c); break;
    case 7:
        if (below(seed, 8) == 0)
            export_clear(c);
        break;
    case 8: feed(c, seed); break;
    case 9:
        (void)export_add_remote(c, some_name(c, seed, "big.mod"),
                                below(seed, 2) ? below(seed, 4000) : (double)some_float(seed));
        break;
    default:
        name = some_name(c, seed, "big.mod");
        (void)export_detect(c, name);
        export_release(name);
        break;
    }
}

static void one_order(uint64_t number)
{
    uint64_t seed = 0x9E3779B97F4A7C15u * (number + 1);
    core *c = export_create();
    assert_non_null(c);
    for (int i = 0; i < 4; i++)
        drop(c, &seed);
    for (int i = 0; i < CALLS; i++) {
        uint32_t kind = below(&seed, 10);
        if (kind == 0)
            drop(c, &seed);
        else if (kind < 4)
            change(c, &seed, below(&seed, 11));
        else
            ask(c, &seed, below(&seed, 22));
    }
    export_destroy(c);
}

static void any_order(void **state)
{
    (void)state;
    fill_pool();
    for (uint64_t i = 0; i < 300; i++)
        one_order(i);
    while (pool_count)
        free(pool[--pool_count].data);
}

static int with_files(int argc, char **argv)
{
    uint64_t first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
    if (argc == 3)
        fill_pool();
    for (int i = 3; i < argc && pool_count < POOL; i++) {
        wm_buffer bytes;
        if (wm_file_read(argv[i], NULL, &bytes, NULL) == WM_OK)
            pool_buffer(strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i], WM_OK, &bytes);
    }
    for (uint64_t i = first; i < first + count; i++) {
        if (i % 1000 == 0)
            print_message("order %llu\n", (unsigned long long)i);
        one_order(i);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_order)};
    if (argc > 2)
        return with_files(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
