/* Real archives: the number of entries and the checksums of their bytes, as an independent reader
 * found them. */
#include "base/deflate.h"
#include "support.h"
#include "waymark/folder.h"

typedef struct whole {
    const char *file;
    uint32_t entries;
    uint32_t crc; /* of all bytes, in the order of the entries; 0 if it was not measured */
} whole;

static const whole wholes[] = {
    {"k1/chitin.key", 25836, 0},
    {"k2/chitin.key", 18439, 0},
    {"k2/data/2DA.bif", 424, 0},
    {"k2/modules/001EBO.rim", 3, 0},
    {"k2/modules/001EBO_dlg.erf", 47, 0x0b32d902},
    {"k2/lips/220TEL_loc.mod", 8, 0xf2fda3d7},
    {"k2/lips/152HAR_loc.mod", 13, 0x6c0caf3a},
    {"k2/lips/604DAN_loc.mod", 121, 0x2d614161},
    {"k2/lips/404DXN_loc.mod", 0, 0},
    {"mod/ebo_m40aa.mod", 45, 0},
    {"mod/k1r_paztourney.mod", 218, 0},
    {"mod/701KOR.mod", 78, 0xe4217e45},
    {"mod/745KOR.mod", 279, 0x948632c9},
    {"mod/STUNT_50a.mod", 13, 0x2835f82f},
    {"mod/manm26ae_dup.mod", 387, 0},
    {"sav/SAVEGAME.sav", 5, 0},
    {"nwn2/module.mod", 8, 0xdd849c56},
    {"nwn2/test.hak", 2, 0x224fd1d7},
    {"nwn2/vhc.hak", 12, 0xe84a3cd1},
    {"erf/shaders.erf", 56, 0x934e3ae0},
    {"erf/file1.erf", 2, 0xa043289a},
    {"rim/file1.rim", 2, 0xa043289a},
    {"rim/test.rim", 3, 0x8da988af},
    {"rim/erf_inside.rim", 3, 0x996d33cc},
    {"zip/juhaniCathar_head.zip", 5, 0},
    {"zip/HD_Pazaak_Cards.zip", 22, 0},
};

typedef struct single {
    const char *file, *name, *type;
    size_t size; /* 0: not measured */
    uint32_t crc;
} single;

static const single singles[] = {
    {"k1/chitin.key", "global", "jrl", 77301, 0x270f0bc2},
    {"k2/chitin.key", "genericdoors", "2da", 6543, 0xd6efb7f3},
    {"k2/chitin.key", "placeables", "2da", 25836, 0x28952d0c},
    {"k2/chitin.key", "surfacemat", "2da", 779, 0x65ecbfad},
    {"k2/chitin.key", "texpacks", "2da", 240, 0xf06f1f4c},
    {"k2/chitin.key", "appearance", "2da", 148884, 0x9ee933c5},
    {"k2/modules/001EBO.rim", "001EBO", "are", 4865, 0x618a1001},
    {"k2/modules/001EBO.rim", "001ebo", "git", 42409, 0x7e5a97c4},
    {"k2/modules/001EBO.rim", "module", "ifo", 1657, 0x334409f4},
    {"mod/ebo_m40aa.mod", "m12aa_42a", "mdl", 886927, 0x5835eeac},
    {"mod/ebo_m40aa.mod", "m12aa_42a", "mdx", 1230536, 0xf2ceb40c},
    {"mod/ebo_m40aa.mod", "m12aa_42a", "wok", 1448, 0x15b85a78},
    {"mod/ebo_m40aa.mod", "m12ac", "lyt", 0, 0xf8db190d},
    {"mod/k1r_paztourney.mod", "paz_holo", "pwk", 1380, 0x06e7b6d5},
    {"mod/k1r_paztourney.mod", "lbl_mapk1r_pazak", "tga", 0, 0x4c1815ed},
    {"mod/manm26ae_dup.mod", "smre_closesunryd", "ncs", 112, 0x3eedaee7},
    {"sav/SAVEGAME.sav", "101per", "sav", 809311, 0xc99de7c9},
    {"zip/juhaniCathar_head.zip", "p_juhanih", "mdl", 108926, 0x2e6c2d7c},
    {"zip/juhaniCathar_head.zip", "p_juhanih", "mdx", 0, 0x379b3441},
    {"zip/juhaniCathar_head.zip", "p_juhanih01", "tga", 0, 0x8ded0a57},
};

static wm_archive *open_archive(const char *name)
{
    char path[2048];
    wm_error error;
    snprintf(path, sizeof path, "%s/archives/%s", test_corpus(), name);
    wm_archive *a = wm_archive_open_file(path, NULL, &error);
    if (!a)
        print_error("%s: %s\n", path, error.message);
    assert_non_null(a);
    return a;
}

static void archives_have_their_entries(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        wm_archive *a = open_archive(wholes[i].file);
        wm_buffer all = {0};
        size_t size = 0;
        assert_int_equal(a->entry_count, wholes[i].entries);
        for (uint32_t k = 0; wholes[i].crc && k < a->entry_count; k++) {
            wm_buffer one;
            assert_int_equal(wm_archive_extract(a, k, NULL, &one, NULL), WM_OK);
            all.data = realloc(all.data, size + one.size + 1);
            assert_non_null(all.data);
            if (one.size)
                memcpy((uint8_t *)all.data + size, one.data, one.size);
            size += one.size;
            wm_buffer_free(&one);
        }
        if (wholes[i].crc && wmi_crc32(all.data, size) != wholes[i].crc)
            fail_msg("%s: %08x", wholes[i].file, (unsigned)wmi_crc32(all.data, size));
        free(all.data);
        wm_archive_free(a);
    }
}

static void entries_have_their_bytes(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        const single *s = &singles[i];
        wm_archive *a = open_archive(s->file);
        uint32_t at = wm_archive_find(a, s->name, s->type);
        wm_buffer bytes;
        if (at == WM_NO_INDEX)
            fail_msg("%s has no %s.%s", s->file, s->name, s->type);
        assert_int_equal(wm_archive_extract(a, at, NULL, &bytes, NULL), WM_OK);
        if (s->size)
            assert_int_equal(bytes.size, s->size);
        if (wmi_crc32(bytes.data, bytes.size) != s->crc)
            fail_msg("%s: %s.%s has other bytes", s->file, s->name, s->type);
        wm_buffer_free(&bytes);
        wm_archive_free(a);
    }
}

/* Every entry of every archive that lies in the corpus with its files. */
static void every_entry_can_be_read(void **state)
{
    (void)state;
    static const char *const folders[][2] = {{"archives/mod", ".mod"}, {"archives/nwn2", ".erf"},
                                             {"archives/zip", ".zip"}, {"archives/erf", ".erf"},
                                             {"archives/erf", ".hak"}, {"archives/rim", ".rim"}};
    uint32_t archives = 0;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (test_listing l = {0}; test_corpus_next(&l, folders[i][0], folders[i][1]);) {
            wm_archive *a = open_archive(l.path + strlen("archives/"));
            for (uint32_t k = 0; k < a->entry_count; k++) {
                wm_buffer bytes;
                assert_int_equal(wm_archive_extract(a, k, NULL, &bytes, NULL), WM_OK);
                wm_buffer_free(&bytes);
            }
            wm_archive_free(a);
            archives++;
        }
    assert_true(archives > 10);
}

static void broken_archives_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        wm_status status;
    } broken[] = {{"test_corrupted.erf", WM_TRUNCATED},
                  {"test_corrupted.rim", WM_TRUNCATED},
                  {"text_named.nwm", WM_BAD_MAGIC},
                  {"_plc_pazaak.tga", WM_BAD_MAGIC}};
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        char path[2048];
        wm_error error;
        snprintf(path, sizeof path, "%s/archives/broken/%s", test_corpus(), broken[i].name);
        assert_null(wm_archive_open_file(path, NULL, &error));
        assert_int_equal(error.code, broken[i].status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archives_have_their_entries),
        cmocka_unit_test(entries_have_their_bytes),
        cmocka_unit_test(every_entry_can_be_read),
        cmocka_unit_test(broken_archives_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
