/* Archives and folders of the command that stay open (cli/kept.h). What a file of a large place
 * costs is counted in bytes that are allocated, because tables of n rows need n rows of memory: it
 * must not depend on how much the place holds. */
#include <unistd.h>

#include "archive.h"
#include "archives.h"
#include "kept.h"
#include "open.h"
#include "support.h"
#include "system.h"

enum { ROOM = TEST_FOLDER + 80, FEW = 10, MANY = 1000 };

/* ---- the rest of the command, as far as it is needed ---- */

static uint64_t allocated;

static void *count(void *user, void *block, size_t old, size_t size)
{
    (void)user;
    (void)old;
    allocated += size;
    if (size)
        return realloc(block, size);
    free(block);
    return NULL;
}

const wm_allocator *cli_allocator(void)
{
    static const wm_allocator allocator = {.resize = count};
    return &allocator;
}

char *cli_copy_text(const char *text, size_t size)
{
    char *copy = calloc(size + 1, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

platform_kind platform_find(const char *path)
{
    wm_source source;
    if (wm_file_source(path, NULL, &source, NULL) != WM_OK)
        return PLATFORM_NOTHING;
    source.close(source.user);
    return PLATFORM_FILE;
}

bool platform_exists(const char *path)
{
    return platform_find(path) != PLATFORM_NOTHING;
}

size_t platform_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* ---- the store ---- */

static unsigned closed;

static void close_number(void *thing)
{
    (void)thing;
    closed++;
}

static void give(const char *path, int *number)
{
    cli_kept_give(CLI_KEPT_FOLDER, path, strlen(path), number, close_number);
}

static void test_two_places_are_kept(void **state)
{
    int n[6];
    (void)state;
    closed = 0;
    assert_null(cli_kept_take(CLI_KEPT_FOLDER, "a", 1));
    give("a", &n[0]);
    give("a", &n[1]);
    give("b", &n[2]);
    assert_int_equal(closed, 0);
    assert_null(cli_kept_take(CLI_KEPT_ARCHIVE, "a", 1));
    assert_null(cli_kept_take(CLI_KEPT_FOLDER, "ab", 2));
    assert_ptr_equal(cli_kept_take(CLI_KEPT_FOLDER, "another", 1), &n[1]);
    give("a", &n[1]);
    give("c", &n[3]); /* b is the oldest place now */
    assert_int_equal(closed, 1);
    assert_null(cli_kept_take(CLI_KEPT_FOLDER, "b", 1));
    cli_kept_drop(CLI_KEPT_FOLDER, "a");
    assert_int_equal(closed, 3);
    assert_null(cli_kept_take(CLI_KEPT_FOLDER, "a", 1));
    cli_kept_clear();
    assert_int_equal(closed, 4);
    assert_null(cli_kept_take(CLI_KEPT_FOLDER, "c", 1));
}

/* ---- archives ---- */

static void write_archive(const char *path, const char *version, size_t entries)
{
    static char names[MANY][16];
    static test_entry list[MANY];
    size_t size;
    for (size_t i = 0; i < entries; i++) {
        snprintf(names[i], sizeof names[i], "f%04zu%s", i, version ? "" : ".lyt");
        list[i] = (test_entry){.name = names[i], .type = 3000, .data = names[i], .size = 5};
    }
    uint8_t *bytes = test_archive(version ? WM_ARCHIVE_KIND_ERF : WM_ARCHIVE_KIND_ZIP,
                                  version ? version : "", list, entries, &size);
    assert_non_null(bytes);
    assert_int_equal(wm_file_write(path, bytes, size, true, NULL), WM_OK);
    free(bytes);
}

/* Reads an entry of an archive; WM_IO if there is none. */
static wm_status read_entry(const char *archive, size_t i)
{
    char file[ROOM + 16];
    wm_buffer bytes;
    snprintf(file, sizeof file, "%s:f%04zu.lyt", archive, i);
    wm_status status = cli_archive_read(file, &bytes, NULL);
    if (status == WM_OK) {
        assert_int_equal(bytes.size, 5);
        assert_memory_equal(bytes.data, strrchr(file, 'f'), 5);
    }
    wm_buffer_free(&bytes);
    return status;
}

/* What FEW entries of an open archive cost. */
static uint64_t cost_of_entries(const char *path, const char *version, size_t entries)
{
    write_archive(path, version, entries);
    assert_int_equal(read_entry(path, 0), WM_OK); /* opens it */
    allocated = 0;
    for (size_t i = 0; i < FEW; i++)
        assert_int_equal(read_entry(path, i), WM_OK);
    return allocated;
}

static void check_archive(const char *version)
{
    char folder[TEST_FOLDER], path[ROOM];
    assert_true(test_new_folder(folder));
    snprintf(path, sizeof path, "%s/many.mod", folder);
    uint64_t few = cost_of_entries(path, version, FEW);
    assert_int_equal(read_entry(path, FEW), WM_IO);
    assert_true(few > 0);
    cli_kept_drop(CLI_KEPT_ARCHIVE, path); /* one that is replaced is read again */
    assert_int_equal(cost_of_entries(path, version, MANY), few);
    assert_int_equal(read_entry(path, MANY - 1), WM_OK);
    cli_kept_clear();
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

static void test_entries_of_an_erf(void **state)
{
    (void)state;
    check_archive("V1.0");
}

static void test_entries_of_a_zip(void **state)
{
    (void)state;
    check_archive(NULL);
}

/* ---- folders ---- */

static void look_beside(const char *file)
{
    cli_folder f;
    wm_found found = {0};
    assert_true(cli_folder_open(&f, file, NULL));
    wm_finder finder = wm_folder_finder(f.folder);
    assert_int_equal(finder.find(finder.user, "none", "wok", &found, NULL), WM_OK);
    assert_null(found.where);
    assert_int_equal(finder.find(finder.user, "rooms/none", "wok", &found, NULL), WM_OK);
    assert_null(found.where);
    cli_folder_close(&f);
}

static const char *path_in(const char *folder, size_t i, char path[ROOM])
{
    snprintf(path, ROOM, "%s/f%04zu.lyt", folder, i);
    return path;
}

/* What looking for companions of FEW files costs in a folder that is listed. */
static uint64_t cost_of_files(const char *folder, size_t had, size_t files)
{
    char path[ROOM];
    for (size_t i = had; i < files; i++)
        assert_int_equal(wm_file_write(path_in(folder, i, path), "x", 1, true, NULL), WM_OK);
    look_beside(path); /* lists it */
    allocated = 0;
    for (size_t i = 0; i < FEW; i++)
        look_beside(path_in(folder, i, path));
    return allocated;
}

static void test_files_of_a_folder(void **state)
{
    enum { FILES = 20 * FEW };
    char folder[TEST_FOLDER], path[ROOM];
    (void)state;
    assert_true(test_new_folder(folder));
    uint64_t few = cost_of_files(folder, 0, FEW);
    assert_true(few > 0);
    cli_kept_clear();
    assert_int_equal(cost_of_files(folder, FEW, FILES), few);
    cli_kept_clear();
    for (size_t i = 0; i < FILES; i++)
        unlink(path_in(folder, i, path));
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_places_are_kept),
        cmocka_unit_test(test_entries_of_an_erf),
        cmocka_unit_test(test_entries_of_a_zip),
        cmocka_unit_test(test_files_of_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
