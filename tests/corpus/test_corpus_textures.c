/* Real textures: each is written back byte for byte, and the pixels have the checksums that other
 * decoders found. */
#include "base/deflate.h"
#include "support.h"

typedef struct picture {
    const char *file;
    uint32_t layer, crc; /* of RGBA, the top row first */
} picture;

static const picture pictures[] = {
    {"tpc/file1.tpc", 0, 0x1ca22fa6},
    {"tpc/lmg_blaster02.tpc", 0, 0x5d5b5838},
    {"tpc/lts_glass01.tpc", 0, 0xfd3740ef},
    {"tpc/lka_leaf01.tpc", 0, 0x364cee0d},
    {"tpc/pfha04d.tpc", 0, 0x6981bd2c},
    {"tpc/twilek_m05.tpc", 0, 0x867cda82},
    {"tpc/n_commm08.tpc", 0, 0xb57624e7},
    {"tpc/n_commm08.tga", 0, 0xdc6faaf5},
    {"tpc/logo_sw_02.tpc", 0, 0xfc94896b},
    {"tpc/104pera_lm0.tpc", 0, 0xc039b7ac},
    {"tpc/m50aa_01a_a000aj.tpc", 0, 0x5a0aac5b},
    {"tpc/ireb_apallblade.tpc", 0, 0x841c9884},
    {"tpc/lbl_qorcpnl.tpc", 0, 0x807f9e83},
    {"tpc/lbl_alignarr.tpc", 0, 0xff51eeb9},
    {"tpc/lbl_c_topm.tpc", 0, 0x7b294a96},
    {"tpc/lbl_cg_mcgtopl.tpc", 0, 0xa7b48626},
    {"tpc/lbl_cg_mcgtopm.tpc", 0, 0x955cd452},
    {"tpc/tmp_ndix_8x8.tpc", 0, 0x3787182d},
    {"tpc/file2.tpc", 0, 0x622029ae},
    {"tpc/file2.tpc", 1, 0xcc8c93c1},
    {"tpc/file2.tpc", 2, 0xfb90daf5},
    {"tpc/file2.tpc", 3, 0x04e23b65},
    {"tpc/file2.tpc", 4, 0xc65aa88d},
    {"tpc/file2.tpc", 5, 0x2676a68e},
    {"tpc/dp_cm_tnkglass.tpc", 0, 0x414258a1},
    {"tpc/dp_cm_tnkglass.tpc", 1, 0x2e50d1b9},
    {"tpc/dp_cm_tnkglass.tpc", 2, 0x4cdd914a},
    {"tpc/dp_cm_tnkglass.tpc", 3, 0x6305de51},
    {"tpc/dp_cm_tnkglass.tpc", 4, 0x1c8373ee},
    {"tpc/dp_cm_tnkglass.tpc", 5, 0x6b09fab3},
    {"tpc/dp_holoinsta.tpc", 0, 0x76b2dc2b},
    {"tpc/dp_holoinsta.tpc", 1, 0x77aea413},
    {"tpc/dp_holoinsta.tpc", 2, 0xffede618},
    {"tpc/dp_holoinsta.tpc", 3, 0x77aea413},
    {"tpc/ireb_apb_glow01.tpc", 0, 0xa8ff561f},
    {"tpc/ireb_apb_glow01.tpc", 1, 0xc9236c25},
    {"tpc/ireb_apb_glow01.tpc", 2, 0xafe00cb3},
    {"tpc/ireb_apb_glow01.tpc", 3, 0x343d45a7},
    {"tga/specatk_gradient.tga", 0, 0x47b77ecb},
    {"tga/eye.tga", 0, 0xdfe9bc05},
    {"tga/it_rural_halberd.tga", 0, 0x3faaf04d},
    {"tga/nuees_sol.tga", 0, 0x97b111b2},
    {"tga/kor_cdr.tga", 0, 0x213a5004},
    {"tga/file2.tga", 0, 0xfadee056},
    {"tga/po_pjolee.tga", 0, 0xbb4dd6dd},
    {"tga/a_hip150.tga", 0, 0xe531f043},
    {"tga/m09zz_01a_lm050.tga", 0, 0x4a115e68},
    {"tga/m01aa_07a_lm7.tga", 0, 0xca6110bd},
    {"tga/star.tga", 0, 0x921901b7},
    {"tga/sb_handle.tga", 0, 0x3a6efe67},
    {"dds/1a.dds", 0, 0xcd021114},
    {"dds/p_def_eye01.dds", 0, 0xf79376ae},
    {"dds/gp_dust_tex.dds", 0, 0xfca0621c},
    {"dds/helmettest01_t.dds", 0, 0x2206dc8a},
    {"dds/rainbow.dds", 0, 0xc75310b2},
    {"dds/t_caustics.dds", 0, 0x24aae875},
    {"dds/visualeffecttexture.dds", 0, 0xb9d52cc1},
    {"dds/skyscraper.dds", 0, 0x2c9f0863},
    {"dds/w_club13.dds", 0, 0xa56f81c4},
    {"dds/p_hhf_cl_body89_t.dds", 0, 0xc83b03c7},
    {"dds/w_club18.dds", 0, 0xbe8df603},
    {"dds/w_scimt19.dds", 0, 0x2bc02654},
    {"dds/dds_test_grayscale.dds", 0, 0xcac0059b},
    {"dds/dds_test_rgba.dds", 0, 0xee75dcb9},
    {"dds/temple-shrine.dds", 0, 0xc78f6bad},
    {"dds/fx_bth_null.dds", 0, 0x6b3fe5f6},
    {"dds/z_fx_bats.dds", 0, 0x6e1cc5d1},
    {"dds/fx_firegenasi_hair.dds", 0, 0x82a96153},
    {"dds/buildmenu_icons002.dds", 0, 0x08a2ce56},
};

static wm_texture *open_texture(const char *name, wm_buffer *bytes)
{
    char path[512];
    wm_error error;
    snprintf(path, sizeof path, "textures/%s", name);
    *bytes = test_corpus_file(path);
    wm_texture *t = wm_texture_read(bytes->data, bytes->size, NULL, &error);
    if (!t)
        fail_msg("%s: %s", name, error.message);
    return t;
}

static void pixels_have_their_checksums(void **state)
{
    (void)state;
    NEED_CORPUS();
    int wrong = 0;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        const picture *p = &pictures[i];
        wm_buffer bytes;
        wm_texture *t = open_texture(p->file, &bytes);
        wm_image *image = wm_texture_decode(t, p->layer, 0, NULL, NULL);
        assert_non_null(image);
        uint32_t crc = wmi_crc32(image->rgba, 4 * (size_t)image->width * image->height);
        if (crc != p->crc) {
            print_error("%s, layer %u: %08x, expected %08x\n", p->file, (unsigned)p->layer,
                        (unsigned)crc, (unsigned)p->crc);
            wrong++;
        }
        wm_image_free(image);
        wm_texture_free(t);
        wm_buffer_free(&bytes);
    }
    assert_int_equal(wrong, 0);
}

/* Every level of every layer decodes, and the file is written back byte for byte. */
static void read_all(const char *folder, const char *ending, uint32_t expected)
{
    char path[64];
    test_listing list = {0};
    uint32_t count = 0;
    snprintf(path, sizeof path, "textures/%s", folder);
    for (; test_corpus_next(&list, path, ending); count++) {
        wm_buffer bytes, again;
        char name[300];
        snprintf(name, sizeof name, "%s/%s", folder, list.name);
        wm_texture *t = open_texture(name, &bytes);
        assert_int_equal(wm_detect(bytes.data, bytes.size), WM_FORMAT_TEXTURE);
        assert_int_equal(wm_texture_write(t, NULL, &again, NULL), WM_OK);
        if (bytes.size != again.size || memcmp(bytes.data, again.data, bytes.size) != 0)
            fail_msg("%s is not written as it was read", name);
        for (uint32_t i = 0; i < t->image_count; i++) {
            const wm_texture_image *image = &t->images[i];
            assert_int_equal(wm_texture_find(t, image->layer, image->level), i);
            wm_image *made = wm_texture_decode(t, image->layer, image->level, NULL, NULL);
            assert_non_null(made);
            wm_image_free(made);
        }
        wm_image *sheet = wm_texture_decode_sheet(t, NULL, NULL);
        assert_non_null(sheet);
        wm_image_free(sheet);
        wm_buffer_free(&again);
        wm_buffer_free(&bytes);
        wm_texture_free(t);
    }
    assert_int_equal(count, expected);
}

static void files_come_back(void **state)
{
    (void)state;
    NEED_CORPUS();
    read_all("tpc", ".tpc", 23);
    read_all("tpc", ".tga", 1);
    read_all("tga", ".tga", 37);
    read_all("dds", ".dds", 42);
}

typedef struct shape {
    const char *file, *txi; /* NULL: not looked at */
    wm_texture_form form;
    uint32_t width, height, layers, levels;
} shape;

static const shape shapes[] = {
    {"tpc/ireb_apallblade.tpc", "envmaptexture CM_Baremetal\r\n", WM_TEXTURE_FORM_PICTURE, 1024,
     512, 1, 10},
    {"tpc/lbl_qorcpnl.tpc", "clamp 3\r\n", WM_TEXTURE_FORM_PICTURE, 1024, 512, 1, 10},
    {"tpc/lbl_alignarr.tpc", "", WM_TEXTURE_FORM_PICTURE, 256, 32, 1, 6},
    {"tpc/lbl_c_topm.tpc", "clamp 3\r\n", WM_TEXTURE_FORM_PICTURE, 1024, 128, 1, 8},
    {"tpc/lbl_cg_mcgtopm.tpc", "clamp 3\r\n", WM_TEXTURE_FORM_PICTURE, 8, 32, 1, 4},
    {"tpc/104pera_lm0.tpc", NULL, WM_TEXTURE_FORM_PICTURE, 512, 512, 1, 10},
    {"tpc/file2.tpc", "cube 1\r\n", WM_TEXTURE_FORM_CUBE, 32, 32, 6, 6},
    {"tpc/dp_holoinsta.tpc", NULL, WM_TEXTURE_FORM_FLIP_BOOK, 128, 128, 4, 8},
    {"tpc/ireb_apb_glow01.tpc", NULL, WM_TEXTURE_FORM_FLIP_BOOK, 256, 256, 4, 9},
    {"dds/1a.dds", NULL, WM_TEXTURE_FORM_PICTURE, 512, 512, 1, 10},
    {"dds/z_fx_bats.dds", NULL, WM_TEXTURE_FORM_VOLUME, 32, 32, 8, 1},
    {"dds/darkbrick.dds", NULL, WM_TEXTURE_FORM_PICTURE, 512, 512, 1, 8},
};

static void files_have_their_shapes(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const shape *s = &shapes[i];
        wm_buffer bytes;
        wm_texture *t = open_texture(s->file, &bytes);
        if (t->form != s->form || t->width != s->width || t->height != s->height ||
            t->layer_count != s->layers || t->level_count != s->levels)
            fail_msg("%s: %s of %u x %u, %u layers, %u levels", s->file,
                     wm_texture_form_name(t->form), (unsigned)t->width, (unsigned)t->height,
                     (unsigned)t->layer_count, (unsigned)t->level_count);
        if (s->txi && (t->txi_size != strlen(s->txi) || memcmp(t->txi, s->txi, t->txi_size) != 0))
            fail_msg("%s: TXI \"%.*s\"", s->file, (int)t->txi_size, t->txi);
        wm_buffer_free(&bytes);
        wm_texture_free(t);
    }
}

/* Nothing else in the corpus is taken for a texture: headers without a signature must be sure. */
static void nothing_else_is_a_texture(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const struct {
        const char *folder, *ending;
    } others[] = {{"kotor/models", ".mdx"},  {"kotor/models", ".mdl"}, {"kotor/walkmeshes", ".wok"},
                  {"bw2", ".bwm"},           {"nwn2", ".trx"},         {"nwn2-mdb", ".mdb"},
                  {"kotor/layouts", ".lyt"}, {"kotor/layouts", ".vis"}};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        test_listing list = {0};
        while (test_corpus_next(&list, others[i].folder, others[i].ending)) {
            wm_buffer bytes = test_corpus_file(list.path);
            if (wm_texture_detect(bytes.data, bytes.size))
                fail_msg("%s is taken for a texture", list.path);
            wm_buffer_free(&bytes);
            count++;
        }
    }
    assert_true(count > 100);
}

static void texts_are_read(void **state)
{
    (void)state;
    NEED_CORPUS();
    test_listing list = {0};
    uint32_t count = 0;
    for (; test_corpus_next(&list, "textures/txi", ".txi"); count++) {
        wm_buffer bytes = test_corpus_file(list.path);
        wm_txi *txi = wm_txi_read(bytes.data, bytes.size, NULL, NULL);
        assert_non_null(txi);
        if (strcmp(list.name, "dp_holorakata.txi") == 0) {
            assert_int_equal(txi->columns * txi->rows, 4);
            assert_string_equal(txi->procedure, "cycle");
            assert_true(txi->fps == 15);
        } else if (strcmp(list.name, "lts_signs.txi") == 0) {
            assert_true(txi->fps == 0.5f && txi->columns == 4 && !txi->decal);
        } else if (strcmp(list.name, "test_font.txi") == 0) {
            assert_true(txi->nearest && txi->no_mipmaps && txi->line_count < 20);
        } else if (strcmp(list.name, "pheyea.txi") == 0) {
            assert_int_equal(txi->line_count, 0);
        }
        for (uint32_t i = 0; i < txi->line_count; i++)
            if (!txi->lines[i].known)
                fail_msg("%s: unknown \"%s\"", list.name, txi->lines[i].key);
        wm_txi_free(txi);
        wm_buffer_free(&bytes);
    }
    assert_int_equal(count, 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_have_their_checksums),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(files_have_their_shapes),
        cmocka_unit_test(nothing_else_is_a_texture),
        cmocka_unit_test(texts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
