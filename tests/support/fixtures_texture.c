/* Planted faults in textures and TXI texts. */
#include "base/text.h"
#include "fixtures.h"
#include "models.h"
#include "support.h"
#include "textures.h"

/* Reads the sample after one byte was changed, and checks it. */
static void check_patched(const char *name, size_t at, uint8_t value, wm_report *report)
{
    size_t size;
    wm_error error;
    uint8_t *bytes = test_texture_bytes(name, &size);
    assert_non_null(bytes);
    bytes[at] = value;
    wm_texture *texture = wm_texture_read(bytes, size, NULL, &error);
    if (!texture)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(wm_texture_check(texture, NULL, report, NULL), WM_OK);
    wm_texture_free(texture);
    free(bytes);
}

/* Checks the image after it became a TPC or TGA with this text. */
static void check_image(wm_image *image, wm_texture_kind kind, const char *txi, wm_report *report)
{
    const wm_texture_from_image_opts opts = {
        .kind = kind, .pixels = WM_TEXTURE_PIXELS_RGBA, .txi = txi};
    wm_texture *texture = wm_texture_from_image(image, &opts, NULL);
    assert_non_null(texture);
    assert_int_equal(wm_texture_check(texture, NULL, report, NULL), WM_OK);
    wm_texture_free(texture);
    wm_image_free(image);
}

static void check_text(const char *text, wm_report *report)
{
    wm_txi *txi = wm_txi_read(text, strlen(text), NULL, NULL);
    assert_non_null(txi);
    assert_int_equal(wm_txi_check(txi, NULL, report, NULL), WM_OK);
    wm_txi_free(txi);
}

static void levels(wm_report *report)
{
    check_patched("short.tpc", 13, 5, report); /* as it is: the header counts 5, 3 are stored */
}

static void no_mipmaps(wm_report *report)
{
    check_patched("dxt3.dds", 28, 2, report);
}

static void sides(wm_report *report)
{
    check_patched("rgb.tga", 17, 0, report); /* as it is: 5 x 3 */
}

static void blocks(wm_report *report)
{
    check_patched("dxt1.dds", 4, 124, report); /* as it is: 6 x 5 */
}

static void size(wm_report *report)
{
    check_patched("dxt1.tpc", 0, 127, report);
}

static void extra(wm_report *report)
{
    check_patched("dxt5.dds", 28, 3, report);
}

static void opaque(wm_report *report)
{
    check_image(test_image_make(4, 4, true), WM_TEXTURE_KIND_TPC, NULL, report);
}

static void alpha_zero(wm_report *report)
{
    check_image(wm_image_new(4, 4, NULL, NULL), WM_TEXTURE_KIND_TGA, NULL, report);
}

static void cube_text(wm_report *report)
{
    check_image(test_image_make(4, 4, false), WM_TEXTURE_KIND_TPC, "cube 1", report);
}

static void frames(wm_report *report)
{
    check_patched("book.tpc", 128 + 240 + 26, '4', report); /* numx */
}

static void unknown(wm_report *report)
{
    check_text("mipmap 0\nbumpyshiny CM_Bright\n", report);
}

static void value(wm_report *report)
{
    check_text("blending subtractive\n", report);
}

static void frames_missing(wm_report *report)
{
    check_text("proceduretype cycle\nnumx 2\n", report);
}

/* ---- textures of models ---- */

/* A finder with one texture, whatever its name may be. */
static wm_status find_one(void *user, const char *name, const char *type, wm_found *out,
                          wm_error *error)
{
    (void)error;
    if (user && wmi_compare_names(name, user) == 0 && strcmp(type, "tga") == 0)
        out->where = "a.tga";
    return WM_OK;
}

static wm_status list_one(void *user, const char *name, const char *type, wm_list_visitor visit,
                          void *visit_user, wm_error *error)
{
    (void)error;
    if (!name || (user && wmi_compare_names(name, user) == 0 && strcmp(type, "tga") == 0))
        (void)visit(visit_user, "a", type, "a.tga");
    return WM_OK;
}

/* A model of which only one texture, if any, is found. */
static void check_model(const char *found, bool complete, wm_report *report)
{
    wm_kotor_mdl *mdl = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_buffer bytes, mdx;
    wm_kotor_mesh *box = mdl->tree.nodes[MODEL_BOX].mesh;
    memcpy(box->texture[1], "box_lm0", 8);
    box->lightmapped = 1;
    if (wm_kotor_mdl_write(mdl, NULL, &bytes, &mdx, NULL) != WM_OK)
        abort();
    const wm_open_opts opts = {
        .finder = {.find = find_one, .list = list_one, .user = (void *)found},
        .complete = complete};
    if (wm_check(bytes.data, bytes.size, &opts, report, NULL) != WM_OK)
        abort();
    wm_buffer_free(&bytes);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(mdl);
}

static void texture_missing(wm_report *report)
{
    check_model(NULL, true, report);
}

static void lightmap_missing(wm_report *report)
{
    check_model("sample01", true, report);
}

static void texture_not_beside(wm_report *report)
{
    check_model("sample01", false, report);
}

const test_fixture fixtures_texture[] = {
    {WM_TEXTURE_LEVELS, "two levels less than the header counts", levels},
    {WM_TEXTURE_NO_MIPMAPS, "two of four levels", no_mipmaps},
    {WM_TEXTURE_SIDES, "5 x 3 pixels", sides},
    {WM_TEXTURE_BLOCKS, "6 x 5 pixels in blocks", blocks},
    {WM_TEXTURE_SIZE, "a size of 127 bytes instead of 128", size},
    {WM_TEXTURE_EXTRA, "a level that the header does not count", extra},
    {WM_TEXTURE_OPAQUE, "an alpha of 255 everywhere", opaque},
    {WM_TEXTURE_ALPHA_ZERO, "an alpha of 0 everywhere", alpha_zero},
    {WM_TEXTURE_CUBE_TEXT, "'cube 1' for a square", cube_text},
    {WM_TEXTURE_FRAMES, "four columns of frames instead of three", frames},
    {WM_TEXTURE_MISSING, "a game without any texture of the model", texture_missing},
    {WM_LIGHTMAP_MISSING, "a game that has the texture but not the light map", lightmap_missing},
    {WM_TEXTURE_NOT_BESIDE, "a folder with one of two textures", texture_not_beside},
    {WM_TXI_UNKNOWN, "a keyword that does not exist", unknown},
    {WM_TXI_VALUE, "a blending that does not exist", value},
    {WM_TXI_FRAMES, "an animation without numy", frames_missing},
    {0},
};
