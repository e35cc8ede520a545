/* Telling the formats apart by their bytes. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"
#include "waymark/aurora.h"
#include "waymark/convert.h"
#include "waymark/kotor_mdl.h"

static bool starts(const uint8_t *data, size_t size, const char *magic)
{
    size_t n = strlen(magic);
    return size >= n && memcmp(data, magic, n) == 0;
}

static bool all_zero(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i])
            return false;
    return size > 0;
}

/* The first line that is neither blank nor a comment decides, except that `node`
 * starts both a walkmesh and a piece of a model. */
static wm_format detect_text(const uint8_t *data, size_t size)
{
    wmi_text text = wmi_text_open(data, size);
    wmi_line line;
    while (wmi_next_line(&text, &line)) {
        wmi_word word = wmi_next_word(&line);
        if (word.size == 0)
            continue;
        if (word.text[0] == '#') {
            if (word.size == 10 && memcmp(word.text, "#MAXLAYOUT", 10) == 0)
                return WM_FORMAT_KOTOR_LYT;
            continue;
        }
        if (wmi_word_is(word, "node") || wmi_word_is(word, "beginwalkmeshgeom"))
            return WM_FORMAT_KOTOR_BWM_TEXT;
        if (wmi_word_is(word, "beginlayout"))
            return WM_FORMAT_KOTOR_LYT;
        if (wmi_word_is(word, "newmodel") || wmi_word_is(word, "filedependancy") ||
            wmi_word_is(word, "filedependency") || wmi_word_is(word, "beginmodelgeom")) {
            /* A layout has a filedependancy too: look on. */
            if (word.size == 14)
                continue;
            return WM_FORMAT_KOTOR_MDL_TEXT;
        }
        return WM_FORMAT_UNKNOWN;
    }
    return WM_FORMAT_UNKNOWN;
}

wm_format wm_detect(const void *bytes, size_t size)
{
    const uint8_t *data = bytes;
    if (starts(data, size, "BWM V1.0"))
        return WM_FORMAT_KOTOR_BWM;
    if (starts(data, size, "LiOnHeAdMODEL"))
        return WM_FORMAT_BW2_MODEL;
    if (starts(data, size, "NWN2"))
        return WM_FORMAT_NWN2_TRN;
    if (wm_2da_detect(data, size))
        return WM_FORMAT_2DA;
    if (all_zero(data, size))
        return WM_FORMAT_ALL_ZERO;
    /* A model whose signature was damaged still has the magic number: its reader tells more. */
    if (size >= 0xB8 && memcmp(data + 0x2C, "\xE5\xB1\x00\x2B", 4) == 0)
        return WM_FORMAT_BW2_MODEL;
    if (wm_kotor_mdl_detect(data, size))
        return WM_FORMAT_KOTOR_MDL;
    return detect_text(data, size);
}

const char *wm_format_name(wm_format format)
{
    switch (format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT: return "kotor-bwm";
    case WM_FORMAT_KOTOR_LYT: return "kotor-lyt";
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return "kotor-mdl";
    case WM_FORMAT_NWN2_TRN: return "nwn2-trn";
    case WM_FORMAT_BW2_MODEL: return "bw2-model";
    case WM_FORMAT_2DA: return "2da";
    case WM_FORMAT_ALL_ZERO:
    case WM_FORMAT_UNKNOWN: break;
    }
    return "unknown";
}

const char *wm_format_title(wm_format format)
{
    switch (format) {
    case WM_FORMAT_KOTOR_BWM: return "KotOR walkmesh";
    case WM_FORMAT_KOTOR_BWM_TEXT: return "KotOR walkmesh text";
    case WM_FORMAT_KOTOR_LYT: return "KotOR area layout";
    case WM_FORMAT_KOTOR_MDL: return "KotOR model";
    case WM_FORMAT_KOTOR_MDL_TEXT: return "KotOR model text";
    case WM_FORMAT_NWN2_TRN: return "Neverwinter Nights 2 terrain";
    case WM_FORMAT_BW2_MODEL: return "Black & White 2 model";
    case WM_FORMAT_2DA: return "2DA table";
    case WM_FORMAT_ALL_ZERO: return "file of zeros";
    case WM_FORMAT_UNKNOWN: break;
    }
    return "unknown file type";
}

static const char ZEROS[] = "the file is all zeros";

void wm_format_error(wm_error *error, const char *expected, wm_format format, size_t size)
{
    if (!error)
        return;
    *error = (wm_error){.code = size ? WM_BAD_MAGIC : WM_TRUNCATED, .offset = 0};
    char *text = error->message;
    const char *title = wm_format_title(format);
    const char *article = format == WM_FORMAT_UNKNOWN ? "an" : "a";
    if (format == WM_FORMAT_ALL_ZERO)
        snprintf(text, sizeof error->message, "%s (%s): the content is lost, get another copy",
                 ZEROS, wmi_count(size, "byte", "bytes").text);
    else if (!size)
        snprintf(text, sizeof error->message, "%s%s%sthe file is empty",
                 *expected ? "expected " : "", expected, *expected ? ", but " : "");
    else if (*expected)
        snprintf(text, sizeof error->message, "expected %s, found %s %s", expected, article, title);
    else if (format == WM_FORMAT_UNKNOWN)
        snprintf(text, sizeof error->message, "%s", title);
    else
        snprintf(text, sizeof error->message, "a %s cannot be used here", title);
}

void wm_format_hint_mdx(const char *file, wm_format format, wm_error *error)
{
    size_t n = strlen(file);
    if (!error)
        return;
    size_t used = format == WM_FORMAT_ALL_ZERO ? sizeof ZEROS - 1 : strlen(error->message);
    if ((format == WM_FORMAT_UNKNOWN || format == WM_FORMAT_ALL_ZERO) && n >= 4 &&
        wmi_compare_names(file + n - 4, ".mdx") == 0)
        snprintf(error->message + used, sizeof error->message - used,
                 "; an MDX holds only the vertices of a model: name its MDL instead, and the MDX "
                 "next to it is read too");
}
