/* What looks at bytes without reading a document: detection of formats, decimal numbers (which
 * must be those of the C library), and the page with the viewer, whose files and names come from
 * anywhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "waymark/view.h"

/* ---- formats ----------------------------------------------------------- */

static const struct {
    wm_format format;
    bool (*detect)(const void *data, size_t size);
} formats[] = {
    {WM_FORMAT_KOTOR_BWM, wm_kotor_bwm_detect},
    {WM_FORMAT_KOTOR_BWM_TEXT, wm_kotor_bwm_text_detect},
    {WM_FORMAT_KOTOR_LYT, wm_kotor_lyt_detect},
    {WM_FORMAT_KOTOR_VIS, wm_kotor_vis_detect},
    {WM_FORMAT_KOTOR_MDL, wm_kotor_mdl_detect},
    {WM_FORMAT_KOTOR_MDL_TEXT, wm_kotor_mdl_text_detect},
    {WM_FORMAT_NWN2_TRN, wm_nwn2_trn_detect},
    {WM_FORMAT_NWN2_MDB, wm_nwn2_mdb_detect},
    {WM_FORMAT_2DA, wm_2da_detect},
    {WM_FORMAT_GLTF, wm_gltf_detect},
    {WM_FORMAT_OBJ, wm_obj_detect},
};

/* The format that is found says so itself. A Black & White 2 model is recognised by its magic
 * number too, even if its signature is damaged. */
static void formats_agree(const uint8_t *data, size_t size)
{
    wm_format found = wm_detect(data, size);
    bool any = wm_bw2_model_detect(data, size);
    FUZZ_CHECK(!any || found != WM_FORMAT_UNKNOWN);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        bool is = formats[i].detect(data, size);
        FUZZ_CHECK(is || found != formats[i].format);
        FUZZ_CHECK(!is || found != WM_FORMAT_UNKNOWN);
    }
    FUZZ_CHECK(*wm_format_name(found) && *wm_format_title(found));
    wm_error error;
    FUZZ_CHECK(wm_format_error(found, size, "a model", &error) == error.code);
    FUZZ_CHECK(error.code != WM_OK && *error.message);
    if (wm_gff_detect(data, size))
        FUZZ_CHECK(size >= 8);
}

/* ---- numbers ----------------------------------------------------------- */

static bool same_float(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* strtof also accepts white space, hexadecimal numbers and "nan(...)". */
static bool comparable(const char *text)
{
    size_t sign = *text == '-' || *text == '+';
    return !strchr(" \t\n\v\f\r", *text) &&
           !(text[sign] == '0' && (text[sign + 1] | 0x20) == 'x') && !strchr(text, '(');
}

static void number(const uint8_t *data, size_t size)
{
    char text[256], back[WM_FLOAT_TEXT];
    size_t n = size < sizeof text - 1 ? size : sizeof text - 1;
    float value = 7, again = 7;
    if (n)
        memcpy(text, data, n);
    text[n] = '\0';
    n = strlen(text);
    size_t used = wm_float_parse(text, n, &value);
    FUZZ_CHECK(used <= n && (used || value == 7));
    if (comparable(text)) {
        char *end;
        float expected = strtof(text, &end);
        FUZZ_CHECK((size_t)(end - text) == used);
        FUZZ_CHECK(!used || same_float(value, expected));
    }
    if (!used)
        return;
    size_t length = wm_float_format(value, back);
    FUZZ_CHECK(length == strlen(back) && wm_float_parse(back, length, &again) == length);
    FUZZ_CHECK(same_float(value, again));
}

static void numbers(const uint8_t *data, size_t size)
{
    number(data, size);
    for (size_t at = 0, words = 0; at < size && words < 32; at++)
        if (data[at] == ' ' || data[at] == '\n') {
            number(data + at + 1, size - at - 1);
            words++;
        }
}

/* ---- the page ---------------------------------------------------------- */

#define LIST "<script id=\"waymark-files\" type=\"application/json\">"

/* The input is a file, and its beginning the name: neither ends the element early, and the list
 * is JSON. */
static void page(const uint8_t *data, size_t size)
{
    static const char viewer[] = "<p>" LIST "[]</script></p>";
    const size_t before = sizeof "<p>" LIST - 1, after = sizeof "</script></p>" - 1;
    char name[64];
    wm_buffer out;
    size_t n = size < sizeof name - 1 ? size : sizeof name - 1;
    if (n)
        memcpy(name, data, n);
    name[n] = '\0';
    const wm_view_file files[] = {{name, data, size}, {"b", NULL, 0}};
    FUZZ_CHECK(wm_view_page(viewer, sizeof viewer - 1, files, 2, NULL, &out, NULL) == WM_OK);
    FUZZ_CHECK(out.size > before + after);
    size_t list = out.size - before - after;
    FUZZ_CHECK(!memchr(out.data + before, '<', list));
    wm_json *json = wm_json_read(out.data + before, list, NULL, NULL);
    FUZZ_CHECK(json);
    wm_json_free(json);
    wm_buffer twice;
    FUZZ_CHECK(wm_view_page(out.data, out.size, files, 2, NULL, &twice, NULL) == WM_BAD_VALUE);
    wm_buffer_free(&out);
}

static void other_page(const uint8_t *data, size_t size)
{
    wm_buffer out;
    if (wm_view_page(data, size, NULL, 0, NULL, &out, NULL) == WM_OK) {
        FUZZ_CHECK(out.size == size);
        wm_buffer_free(&out);
    }
}

void fuzz_one(const uint8_t *data, size_t size)
{
    formats_agree(data, size);
    numbers(data, size);
    page(data, size);
    other_page(data, size);
}
