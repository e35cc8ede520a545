/* Archives of every kind: entries, names, bytes, and what is refused. */
#include "archives.h"
#include "memory.h"
#include "support.h"

#include "base/internal.h"

static wm_archive *open_bytes(const uint8_t *bytes, size_t size, const wm_archive_opts *opts,
                              wm_error *error)
{
    wm_source source = test_source(bytes, size);
    return wm_archive_new(&source, opts, error);
}

/* The BIF of a KEY. */
typedef struct bif {
    uint8_t *bytes;
    size_t size;
    int opened;
} bif;

static wm_status open_bif(void *user, const char *name, wm_source *out, wm_error *error)
{
    bif *b = user;
    assert_string_equal(name, "data/Test.bif");
    b->opened++;
    if (!b->bytes)
        return wm_error_set(error, WM_IO, "", "there is no such file");
    *out = test_source(b->bytes, b->size);
    return WM_OK;
}

static void expect_bytes(wm_archive *a, const char *name, const char *type, const char *text)
{
    wm_buffer out;
    uint32_t i = wm_archive_find(a, name, type);
    assert_int_not_equal(i, WM_NO_INDEX);
    assert_int_equal(wm_archive_extract(a, i, NULL, &out, NULL), WM_OK);
    assert_int_equal(out.size, strlen(text));
    if (out.size)
        assert_memory_equal(out.data, text, out.size);
    wm_buffer_free(&out);
}

static void entries_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_ARCHIVE_KINDS; i++) {
        wm_archive_kind kind, found;
        size_t size, bif_size;
        wm_archive_kind bif_kind;
        uint8_t *bytes = test_archive_sample(i, &kind, &size);
        bif b = {test_archive_sample(4, &bif_kind, &bif_size), bif_size, 0};
        b.size = bif_size;
        wm_archive_opts opts = {.open = open_bif, .user = &b};
        wm_source source = test_source(bytes, size);
        assert_true(wm_archive_detect(&source, &found));
        assert_int_equal(found, kind);
        wm_archive *a = open_bytes(bytes, size, &opts, NULL);
        assert_non_null(a);
        assert_int_equal(a->entry_count, 3);
        if (kind == WM_ARCHIVE_KIND_BIF) {
            expect_bytes(a, "2", "ifo", "information");
        } else if (kind == WM_ARCHIVE_KIND_ZIP || kind == WM_ARCHIVE_KIND_STUFF) {
            expect_bytes(a, "B_HUT", "bwm", "LiOnHeAd LiOnHeAd LiOnHeAd LiOnHeAd");
            expect_bytes(a, "art/hut/b_hut", "bwm", "LiOnHeAd LiOnHeAd LiOnHeAd LiOnHeAd");
            expect_bytes(a, "readme", "txt", "");
            assert_int_equal(wm_archive_find(a, "hut/b_hut", "bwm"), WM_NO_INDEX);
        } else {
            expect_bytes(a, "M01AA_Hallway_01", "mdl", "model");
            expect_bytes(a, "module", "ifo", "information");
            expect_bytes(a, "empty", "txt", "");
            assert_int_equal(wm_archive_find(a, "module", "mdl"), WM_NO_INDEX);
            assert_int_equal(wm_archive_find(a, "m01aa_hallway_011", "mdl"), WM_NO_INDEX);
        }
        assert_int_equal(b.opened, kind == WM_ARCHIVE_KIND_KEY);
        wm_archive_free(a);
        free(b.bytes);
        free(bytes);
    }
}

static void types_depend_on_the_game(void **state)
{
    (void)state;
    static const test_entry entries[] = {{"a", 3002, "", 0, false}, {"b", 4097, "", 0, false}};
    size_t size;
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ERF, "V1.0", entries, 2, &size);
    wm_archive *a = open_bytes(bytes, size, NULL, NULL);
    assert_string_equal(a->entries[0].type, "rim");
    assert_string_equal(a->entries[1].type, "4097");
    wm_archive_free(a);
    free(bytes);
    bytes = test_archive(WM_ARCHIVE_KIND_ERF, "V1.1", entries, 2, &size);
    a = open_bytes(bytes, size, NULL, NULL);
    assert_string_equal(a->entries[0].type, "trn");
    wm_archive_free(a);
    free(bytes);
}

typedef struct visited {
    char text[100];
    bool only_one;
} visited;

static bool note(void *user, const char *name, const char *type, const char *where)
{
    visited *v = user;
    size_t used = strlen(v->text);
    snprintf(v->text + used, sizeof v->text - used, "%s.%s ", name, type);
    assert_memory_equal(strrchr(where, ':') + 1, v->text + used, strlen(v->text + used) - 1);
    return !v->only_one;
}

static void lists(wm_archive *a, const char *name, const char *type, bool only_one,
                  const char *expected)
{
    wm_finder finder = wm_archive_finder(a);
    visited v = {.only_one = only_one};
    assert_int_equal(finder.list(finder.user, name, type, note, &v, NULL), WM_OK);
    assert_string_equal(v.text, expected);
}

static void of_several_the_given_case_wins(void **state)
{
    (void)state;
    static const test_entry entries[] = {
        {"same", 10, "first", 5, false},  {"other", 10, "", 0, false},
        {"SAME", 10, "second", 6, false}, {"same", 10, "third", 5, false},
        {"Same", 10, "fourth", 6, false}, {"same", 2002, "model", 5, false},
    };
    size_t size;
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_RIM, NULL, entries, 6, &size);
    wm_archive *a = open_bytes(bytes, size, NULL, NULL);
    expect_bytes(a, "same", "txt", "first");
    expect_bytes(a, "SAME", "txt", "second");
    expect_bytes(a, "Same", "txt", "fourth");
    expect_bytes(a, "sAME", "txt", "second"); /* the first of the sorted list */
    assert_int_equal(wm_archive_next(a, 2), 4);
    assert_int_equal(wm_archive_next(a, 4), 0);
    assert_int_equal(wm_archive_next(a, 0), 3);
    assert_int_equal(wm_archive_next(a, 3), WM_NO_INDEX);
    assert_int_equal(wm_archive_next(a, 1), WM_NO_INDEX);
    lists(a, "Same", "txt", false, "Same.txt SAME.txt same.txt same.txt ");
    lists(a, "Same", "txt", true, "Same.txt ");
    lists(a, "SAME", NULL, false, "same.mdl SAME.txt Same.txt same.txt same.txt ");
    lists(a, NULL, "mdl", false, "same.mdl ");
    lists(a, "sam", NULL, false, "");
    wm_archive_free(a);
    free(bytes);
}

static void of_several_paths_the_given_case_wins(void **state)
{
    (void)state;
    static const test_entry entries[] = {{"ART/hut/x.txt", 0, "first", 5, false},
                                         {"art/hut/x.txt", 0, "second", 6, false},
                                         {"other/x.txt", 0, "third", 5, false}};
    size_t size;
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, entries, 3, &size);
    wm_archive *a = open_bytes(bytes, size, NULL, NULL);
    expect_bytes(a, "art/hut/x", "txt", "second");
    expect_bytes(a, "Art/Hut/X", "txt", "first");
    expect_bytes(a, "x", "txt", "first");
    lists(a, "art/hut/x", "txt", false, "x.txt ");
    lists(a, "x", "txt", false, "x.txt x.txt x.txt ");
    wm_archive_free(a);
    free(bytes);
}

/* An ERF has no folders, so a slash is a letter of the name like any other. */
/* One name in many folders: 8,000 took 0.8 s to check, 32,000 took 10 s. */
static void one_name_in_many_folders(void **state)
{
    (void)state;
    enum { N = 3000 };
    static char names[N][24];
    test_entry *entries = calloc(N, sizeof *entries);
    size_t size;
    assert_non_null(entries);
    for (int i = 0; i < N; i++) { /* each folder twice, in two cases */
        snprintf(names[i], sizeof names[i], i % 2 ? "F%04d/tree.MDL" : "f%04d/Tree.mdl", i / 2);
        entries[i] = (test_entry){.name = names[i]};
    }
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, entries, N, &size);
    wm_archive *a = open_bytes(bytes, size, NULL, NULL);
    assert_non_null(a);
    for (uint32_t i = 0; i < N / 2; i++) {
        char name[24];
        snprintf(name, sizeof name, "f%04u/Tree", (unsigned)i);
        assert_int_equal(wm_archive_find(a, name, "mdl"), 2 * i);
        snprintf(name, sizeof name, "F%04u/tree", (unsigned)i);
        assert_int_equal(wm_archive_find(a, name, "Mdl"), 2 * i + 1);
        snprintf(name, sizeof name, "f%04u/TREE", (unsigned)i);
        assert_int_equal(wm_archive_find(a, name, "mdl"), 2 * i + 1); /* 'F' is before 'f' */
        assert_int_equal(wm_archive_find(a, name, "md"), WM_NO_INDEX);
        assert_int_equal(wm_archive_find(a, name, ""), WM_NO_INDEX);
    }
    wm_archive_free(a);
    free(bytes);
    free(entries);
}

/* ---- entries that share bytes ---- */

static void expect_limit(const uint8_t *bytes, size_t size, const char *message)
{
    wm_error error = {.code = WM_OK};
    wm_archive *a = open_bytes(bytes, size, NULL, &error);
    if (!message) {
        assert_non_null(a);
        wm_archive_free(a);
        return;
    }
    assert_null(a);
    assert_int_equal(error.code, WM_LIMIT);
    assert_string_equal(error.message, message);
}

/* Each of 100 entries is made to have all bytes of the first. */
static void entries_that_share_their_bytes(void **state)
{
    (void)state;
    enum { N = 100, BIG = 100000 };
    uint8_t *data = calloc(BIG, 1);
    test_entry entries[N];
    size_t size;
    assert_non_null(data);
    for (int i = 0; i < N; i++)
        entries[i] = (test_entry){"a", 2002, data, i ? 0 : BIG, false};
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ERF, "V1.0", entries, N, &size);
    uint8_t *resources = bytes + 160 + N * 24;
    for (int i = 1; i < 4; i++)
        memcpy(resources + 8 * i, resources, 8);
    expect_limit(bytes, size, NULL);
    for (int i = 4; i < N; i++)
        memcpy(resources + 8 * i, resources, 8);
    expect_limit(
        bytes, size,
        "the entries have 10,000,000 bytes, but share them; the limit for 103,360 bytes is "
        "468,864");
    for (int i = 0; i < N; i++) /* beyond the end: each fails when it is extracted */
        wmi_put32(resources + 8 * i + 4, 0x7FFFFFFF);
    expect_limit(bytes, size, NULL);
    free(bytes);
    free(data);
}

static void zips_that_expand_too_far(void **state)
{
    (void)state;
    enum { N = 12, BIG = 6000000 };
    uint8_t *data = calloc(BIG, 1);
    test_entry entries[N];
    size_t size;
    assert_non_null(data);
    for (int i = 0; i < N; i++)
        entries[i] = (test_entry){"a/b.wok", 0, data, BIG, true};
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, entries, 2, &size);
    expect_limit(bytes, size, NULL);
    free(bytes);
    wm_error error;
    bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, entries, N, &size);
    assert_null(open_bytes(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_non_null(strstr(error.message, "the entries have 72,000,000 bytes when they are not "));
    free(bytes);
    free(data);
}

/* A table of 40 MB in a ZIP of 39 kB took 464 MB to read. */
static void entries_that_expand_too_far(void **state)
{
    (void)state;
    enum { BIG = 6000000 };
    uint8_t *data = calloc(BIG, 1);
    size_t size;
    wm_buffer out;
    wm_error error;
    assert_non_null(data);
    const test_entry entry = {"a/b.wok", 0, data, BIG, true};
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ZIP, NULL, &entry, 1, &size);
    for (int raised = 0; raised < 2; raised++) {
        const wm_archive_opts opts = {.entry_limit = raised ? BIG : 0};
        const wm_source source = {.data = bytes, .size = size};
        wm_archive *a = wm_archive_new(&source, &opts, &error);
        assert_non_null(a);
        wm_status status = wm_archive_extract(a, 0, NULL, &out, &error);
        assert_int_equal(status, raised ? WM_OK : WM_LIMIT);
        wm_buffer_free(&out);
        wm_archive_free(a);
    }
    free(bytes);
    free(data);
}

static void keys_that_name_a_row_too_often(void **state)
{
    (void)state;
    enum { N = 17 };
    test_entry entries[N];
    size_t size;
    for (int i = 0; i < N; i++)
        entries[i] = (test_entry){"a", 2002, "x", 1, false};
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_KEY, NULL, entries, N, &size);
    uint8_t *rows = bytes + wmi_le32(bytes + 20);
    expect_limit(bytes, size, NULL);
    for (int i = 1; i < N - 1; i++)
        memcpy(rows + 22 * i + 18, rows + 18, 4);
    expect_limit(bytes, size, NULL);
    memcpy(rows + 22 * (N - 1) + 18, rows + 18, 4);
    expect_limit(bytes, size, "17 entries are the same row of a BIF; the limit is 16");
    free(bytes);
}

/* Each name takes 22 bytes, but may be opened as a file of its own. */
static void keys_that_name_many_rows_twice(void **state)
{
    (void)state;
    enum { N = 3000 };
    test_entry *entries = calloc(N, sizeof *entries);
    size_t size;
    assert_non_null(entries);
    for (int i = 0; i < N; i++)
        entries[i] = (test_entry){"a", 2002, "x", 1, false};
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_KEY, NULL, entries, N, &size);
    uint8_t *rows = bytes + wmi_le32(bytes + 20);
    for (int i = 1; i < N - 250; i += 2)
        memcpy(rows + 22 * i + 18, rows + 22 * (i - 1) + 18, 4);
    expect_limit(bytes, size, NULL);
    for (int i = N - 249; i < N; i += 2)
        memcpy(rows + 22 * i + 18, rows + 22 * (i - 1) + 18, 4);
    expect_limit(
        bytes, size,
        "1,500 of 3,000 entries name a row of a BIF that another names, too; the limit is 1,375");
    free(bytes);
    free(entries);
}

static void put(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

/* Eight BIFs, which are all the same large one, and a key for each: no more tables are kept than
 * the keys are worth. */
static void keys_that_name_a_bif_too_often(void **state)
{
    (void)state;
    enum { BIFS = 8, ROWS = 30000, NAME = 14, FILES = 64, NAMES = FILES + 12 * BIFS };
    enum { KEYS = NAMES + NAME, SIZE = KEYS + 22 * BIFS };
    uint8_t key[SIZE] = "KEY V1  ";
    test_entry *entries = calloc(ROWS, sizeof *entries);
    bif b = {0};
    assert_non_null(entries);
    for (int i = 0; i < ROWS; i++)
        entries[i] = (test_entry){"a", 2002, "x", 1, false};
    b.bytes = test_archive(WM_ARCHIVE_KIND_BIF, NULL, entries, ROWS, &b.size);
    free(entries);
    put(key + 8, BIFS);
    put(key + 12, BIFS);
    put(key + 16, FILES);
    put(key + 20, KEYS);
    memcpy(key + NAMES, "data\\Test.bif", NAME);
    for (uint32_t i = 0; i < BIFS; i++) {
        put(key + FILES + 12 * i + 4, NAMES);
        key[FILES + 12 * i + 8] = NAME;
        key[KEYS + 22 * i] = (uint8_t)('a' + i);
        put(key + KEYS + 22 * i + 18, i << 20);
    }
    wm_archive_opts opts = {.open = open_bif, .user = &b};
    wm_archive *a = open_bytes(key, SIZE, &opts, NULL);
    assert_non_null(a);
    for (uint32_t i = 0; i < BIFS; i++) {
        wm_buffer out;
        wm_error error;
        wm_status status = wm_archive_extract(a, i, NULL, &out, &error);
        assert_int_equal(status, i < 3 ? WM_OK : WM_LIMIT);
        if (status == WM_OK)
            wm_buffer_free(&out);
        else
            assert_string_equal(error.message, "the BIFs have more than 65,568 rows together, the "
                                               "limit for 8 keys");
    }
    assert_int_equal(b.opened, 3);
    wm_archive_free(a);
    free(b.bytes);
}

static void names_may_have_a_slash(void **state)
{
    (void)state;
    const test_entry entries[] = {{"ls/a.mdlP", 2002, "model", 5, false},
                                  {"a.mdlP", 2002, "other", 5, false}};
    size_t size;
    uint8_t *bytes = test_archive(WM_ARCHIVE_KIND_ERF, "V1.0", entries, 2, &size);
    wm_archive *a = open_bytes(bytes, size, NULL, NULL);
    assert_non_null(a);
    expect_bytes(a, "LS/a.mdlp", "mdl", "model");
    expect_bytes(a, "a.mdlP", "mdl", "other");
    assert_int_equal(wm_archive_find(a, "x/a.mdlP", "mdl"), WM_NO_INDEX);
    wm_archive_free(a);
    free(bytes);
}

static void a_key_needs_its_bif(void **state)
{
    (void)state;
    wm_archive_kind kind;
    size_t size;
    wm_error error;
    wm_buffer out;
    uint8_t *bytes = test_archive_sample(3, &kind, &size);
    bif b = {0};
    wm_archive_opts opts = {.open = open_bif, .user = &b};
    wm_archive *a = open_bytes(bytes, size, &opts, NULL);
    assert_int_equal(wm_archive_extract(a, 0, NULL, &out, &error), WM_IO);
    assert_string_equal(error.message, "there is no such file");
    assert_int_equal(wm_archive_extract(a, 1, NULL, &out, &error), WM_IO);
    assert_int_equal(b.opened, 1);
    wm_archive_free(a);
    a = open_bytes(bytes, size, NULL, NULL); /* nothing to open it with */
    assert_int_equal(wm_archive_extract(a, 0, NULL, &out, &error), WM_IO);
    wm_archive_free(a);
    bytes[size - 1] = 0x10; /* the last entry is in BIF 256 */
    a = open_bytes(bytes, size, &opts, NULL);
    assert_int_equal(wm_archive_extract(a, 2, NULL, &out, &error), WM_BAD_OFFSET);
    wm_archive_free(a);
    free(bytes);
}

/* Paths that lead out of the folder of the KEY. */
static void paths_of_bifs_stay_inside(void **state)
{
    (void)state;
    static const char *const bad[] = {"..\\x\\Test.bif",   "\\data\\te.bif",  "C:\\data\\t.bif",
                                      "data\\..\\..\\t.b", "data\\\\Tes.bif", "data\\Test.b/"};
    wm_archive_kind kind;
    size_t size;
    wm_error error;
    uint8_t *bytes = test_archive_sample(3, &kind, &size);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memset(bytes + 76, 0, 14);
        memcpy(bytes + 76, bad[i], strlen(bad[i]) < 14 ? strlen(bad[i]) : 14);
        assert_null(open_bytes(bytes, size, NULL, &error));
        assert_int_equal(error.code, WM_BAD_VALUE);
        assert_string_equal(error.path, "files[0].name");
    }
    free(bytes);
}

static void refusals_are_named(void **state)
{
    (void)state;
    wm_archive_kind kind;
    size_t size;
    wm_error error;
    uint8_t *bytes = test_archive_sample(0, &kind, &size);
    bytes[19] = 0x7F; /* the number of entries */
    assert_null(open_bytes(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
    assert_string_equal(error.path, "keys");
    bytes[19] = 0;
    bytes[28]++; /* the resources */
    assert_null(open_bytes(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_BAD_VALUE);
    free(bytes);
    bytes = test_archive_sample(4, &kind, &size);
    bytes[12] = 1; /* fixed resources */
    assert_null(open_bytes(bytes, size, NULL, &error));
    assert_int_equal(error.code, WM_UNSUPPORTED);
    free(bytes);
    assert_null(open_bytes((const uint8_t *)"KEY V1.1", 8, NULL, &error));
    assert_int_equal(error.code, WM_TRUNCATED);
    assert_null(open_bytes((const uint8_t *)"hello", 5, NULL, &error));
    assert_int_equal(error.code, WM_BAD_MAGIC);
}

/* One entry that is wrong leaves the others readable. */
static void bad_entries_fail_alone(void **state)
{
    (void)state;
    wm_archive_kind kind;
    size_t size;
    wm_error error;
    wm_buffer out;
    uint8_t *bytes = test_archive_sample(2, &kind, &size);
    wmi_put32(bytes + 120 + 24, 0xFFFFFFF0u);
    wm_archive *a = open_bytes(bytes, size, NULL, NULL);
    assert_int_equal(wm_archive_extract(a, 0, NULL, &out, &error), WM_TRUNCATED);
    assert_int_equal(wm_archive_extract(a, 3, NULL, &out, &error), WM_BAD_ARGUMENT);
    expect_bytes(a, "module", "ifo", "information");
    wm_archive_free(a);
    wm_archive_opts opts = {.entry_limit = 4};
    a = open_bytes(bytes, size, &opts, NULL);
    assert_int_equal(wm_archive_extract(a, 2, NULL, &out, &error), WM_LIMIT);
    wm_archive_free(a);
    free(bytes);
}

/* A ZIP whose checksum, sizes, method or flags are wrong. */
static void damaged_zips_are_noticed(void **state)
{
    (void)state;
    wm_archive_kind kind;
    size_t size;
    wm_error error;
    wm_buffer out;
    uint8_t *bytes = test_archive_sample(5, &kind, &size);
    size_t row = wmi_le32(bytes + size - 6);
    static const struct {
        size_t at;
        uint8_t value;
        wm_status status;
    } faults[] = {{16, 0x55, WM_BAD_VALUE}, /* checksum */
                  {24, 36, WM_BAD_VALUE},   /* one byte more than there is */
                  {24, 20, WM_BAD_VALUE},   /* fewer */
                  {26, 0x10, WM_BAD_VALUE}, /* a bomb */
                  {27, 0x01, WM_LIMIT},     /* a larger one */
                  {23, 0x40, WM_TRUNCATED}, /* more is stored than the file has */
                  {10, 12, WM_UNSUPPORTED}, /* bzip2 */
                  {8, 9, WM_UNSUPPORTED},   /* encrypted */
                  {42, 1, WM_BAD_VALUE}};   /* no header there */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        uint8_t before = bytes[row + faults[i].at];
        bytes[row + faults[i].at] = faults[i].value;
        wm_archive *a = open_bytes(bytes, size, NULL, NULL);
        assert_non_null(a);
        assert_int_equal(wm_archive_extract(a, 0, NULL, &out, &error), faults[i].status);
        expect_bytes(a, "b_tree", "bwm", "tree");
        wm_archive_free(a);
        bytes[row + faults[i].at] = before;
    }
    free(bytes);
}

/* Sources that count and fail. */
typedef struct disk {
    const uint8_t *bytes;
    int reads, fail_at, closed;
} disk;

static wm_status read_disk(void *user, uint64_t offset, void *out, size_t size, wm_error *error)
{
    disk *d = user;
    if (++d->reads == d->fail_at)
        return wm_error_set(error, WM_IO, "", "the disk is broken");
    memcpy(out, d->bytes + offset, size);
    return WM_OK;
}

static void close_disk(void *user)
{
    ((disk *)user)->closed++;
}

static void every_read_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_ARCHIVE_KINDS; i++) {
        wm_archive_kind kind;
        size_t size;
        uint8_t *bytes = test_archive_sample(i, &kind, &size);
        for (int fail_at = 1;; fail_at++) {
            disk d = {bytes, 0, fail_at, 0};
            wm_source source = {.size = size, .read = read_disk, .close = close_disk, .user = &d};
            wm_archive *a = wm_archive_new(&source, NULL, NULL);
            for (uint32_t k = 0; a && k < a->entry_count; k++) {
                wm_buffer out;
                (void)wm_archive_extract(a, k, NULL, &out, NULL);
                wm_buffer_free(&out);
            }
            wm_archive_free(a);
            assert_int_equal(d.closed, 1);
            if (d.reads < fail_at)
                break;
        }
        free(bytes);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_ARCHIVE_KINDS; i++) {
        wm_archive_kind kind;
        size_t size;
        uint8_t *bytes = test_archive_sample(i, &kind, &size);
        bool done = false;
        for (uint64_t n = 1; !done; n++) {
            test_memory memory;
            wm_error error;
            wm_buffer out = {0};
            disk d = {bytes, 0, 0, 0};
            test_memory_init(&memory);
            memory.fail_at = n;
            wm_archive_opts opts = {.base = {.allocator = &memory.allocator}};
            wm_source source = {.size = size, .read = read_disk, .close = close_disk, .user = &d};
            wm_archive *a = wm_archive_new(&source, &opts, &error);
            if (a && kind != WM_ARCHIVE_KIND_KEY)
                (void)wm_archive_extract(a, 0, &(wm_write_opts){.allocator = &memory.allocator},
                                         &out, &error);
            if (memory.refused)
                assert_int_equal(error.code, WM_NO_MEMORY);
            done = memory.refused == 0;
            wm_buffer_free(&out);
            wm_archive_free(a);
            test_memory_done(&memory, wm_archive_kind_name(kind));
        }
        free(bytes);
    }
}

/* Many files end with zeros, which would be a directory at offset 0. */
static void zeros_at_the_end_are_no_directory(void **state)
{
    uint8_t bytes[268 + 4] = "LiOnHeAdMODEL";
    wm_source source = test_source(bytes, sizeof bytes);
    (void)state;
    assert_false(wm_archive_detect(&source, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found),
        cmocka_unit_test(types_depend_on_the_game),
        cmocka_unit_test(of_several_the_given_case_wins),
        cmocka_unit_test(of_several_paths_the_given_case_wins),
        cmocka_unit_test(a_key_needs_its_bif),
        cmocka_unit_test(one_name_in_many_folders),
        cmocka_unit_test(names_may_have_a_slash),
        cmocka_unit_test(entries_that_share_their_bytes),
        cmocka_unit_test(zips_that_expand_too_far),
        cmocka_unit_test(entries_that_expand_too_far),
        cmocka_unit_test(keys_that_name_a_row_too_often),
        cmocka_unit_test(keys_that_name_many_rows_twice),
        cmocka_unit_test(keys_that_name_a_bif_too_often),
        cmocka_unit_test(paths_of_bifs_stay_inside),
        cmocka_unit_test(refusals_are_named),
        cmocka_unit_test(bad_entries_fail_alone),
        cmocka_unit_test(damaged_zips_are_noticed),
        cmocka_unit_test(every_read_may_fail),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(zeros_at_the_end_are_no_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
