/* Identifies formats by content. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"
#include "bw2/internal.h"
#include "waymark/aurora.h"
#include "waymark/convert.h"
#include "waymark/kotor_layout.h"
#include "waymark/kotor_mdl.h"
#include "waymark/kotor_module.h"
#include "waymark/texture.h"

static bool all_zero(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i])
            return false;
    return size > 0;
}

/* `node` starts both a walkmesh and a fragment of a model. No reader exists for the fragment,
 * so it counts as a walkmesh. */
static wm_format detect_text(const uint8_t *data, size_t size)
{
    if (wm_kotor_lyt_detect(data, size))
        return WM_FORMAT_KOTOR_LYT;
    if (wm_kotor_bwm_text_detect(data, size))
        return WM_FORMAT_KOTOR_BWM_TEXT;
    if (wm_kotor_mdl_text_detect(data, size))
        return WM_FORMAT_KOTOR_MDL_TEXT;
    if (wm_obj_detect(data, size))
        return WM_FORMAT_OBJ;
    if (wm_kotor_vis_detect(data, size))
        return WM_FORMAT_KOTOR_VIS;
    return wm_txi_detect(data, size) ? WM_FORMAT_TXI : WM_FORMAT_UNKNOWN;
}

wm_format wm_detect(const void *bytes, size_t size)
{
    const uint8_t *data = bytes;
    if (wm_kotor_bwm_detect(data, size))
        return WM_FORMAT_KOTOR_BWM;
    if (wm_bw2_model_detect(data, size))
        return WM_FORMAT_BW2_MODEL;
    if (wm_nwn2_mdb_detect(data, size))
        return WM_FORMAT_NWN2_MDB;
    if (wm_nwn2_trn_detect(data, size))
        return WM_FORMAT_NWN2_TRN;
    if (wm_2da_detect(data, size))
        return WM_FORMAT_2DA;
    if (wm_kotor_pth_detect(data, size))
        return WM_FORMAT_KOTOR_PTH;
    if (wm_gff_detect(data, size))
        return WM_FORMAT_GFF;
    if (all_zero(data, size))
        return WM_FORMAT_ALL_ZERO;
    /* A model with a damaged signature still has the magic number; its reader reports the
     * details. */
    if (wmi_bw2_has_magic(data, size))
        return WM_FORMAT_BW2_MODEL;
    if (wm_kotor_mdl_detect(data, size))
        return WM_FORMAT_KOTOR_MDL;
    if (wm_gltf_detect(data, size))
        return WM_FORMAT_GLTF;
    if (wm_texture_detect(data, size)) /* after the others: most have no signature */
        return WM_FORMAT_TEXTURE;
    return detect_text(data, size);
}

const char *wm_format_name(wm_format format)
{
    switch (format) {
    case WM_FORMAT_KOTOR_BWM:
    case WM_FORMAT_KOTOR_BWM_TEXT: return "kotor-bwm";
    case WM_FORMAT_KOTOR_LYT: return "kotor-lyt";
    case WM_FORMAT_KOTOR_VIS: return "kotor-vis";
    case WM_FORMAT_KOTOR_PTH: return "kotor-pth";
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return "kotor-mdl";
    case WM_FORMAT_NWN2_TRN: return "nwn2-trn";
    case WM_FORMAT_NWN2_MDB: return "nwn2-mdb";
    case WM_FORMAT_BW2_MODEL: return "bw2-model";
    case WM_FORMAT_2DA: return "2da";
    case WM_FORMAT_GFF: return "gff";
    case WM_FORMAT_GLTF: return "gltf";
    case WM_FORMAT_OBJ: return "obj";
    case WM_FORMAT_TEXTURE: return "texture";
    case WM_FORMAT_TXI: return "txi";
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
    case WM_FORMAT_KOTOR_VIS: return "KotOR visibility list";
    case WM_FORMAT_KOTOR_PTH: return "KotOR path file";
    case WM_FORMAT_KOTOR_MDL: return "KotOR model";
    case WM_FORMAT_KOTOR_MDL_TEXT: return "KotOR model text";
    case WM_FORMAT_NWN2_TRN: return "Neverwinter Nights 2 terrain";
    case WM_FORMAT_NWN2_MDB: return "Neverwinter Nights 2 model";
    case WM_FORMAT_BW2_MODEL: return "Black & White 2 model";
    case WM_FORMAT_2DA: return "2DA table";
    case WM_FORMAT_GFF: return "GFF tree";
    case WM_FORMAT_GLTF: return "glTF";
    case WM_FORMAT_OBJ: return "Wavefront OBJ";
    case WM_FORMAT_TEXTURE: return "texture";
    case WM_FORMAT_TXI: return "TXI text";
    case WM_FORMAT_ALL_ZERO: return "file of zeros";
    case WM_FORMAT_UNKNOWN: break;
    }
    return "unknown file type";
}

static const char ZEROS[] = "the file is all zeros";

wm_status wm_format_error(wm_format format, size_t size, const char *expected, wm_error *error)
{
    wm_status status = size ? WM_BAD_MAGIC : WM_TRUNCATED;
    if (!error)
        return status;
    *error = (wm_error){.code = status, .offset = 0};
    char *text = error->message;
    const char *title = wm_format_title(format);
    const char *article = format == WM_FORMAT_UNKNOWN ? "an" : "a";
    if (format == WM_FORMAT_ALL_ZERO)
        wmi_format(text, sizeof error->message, "%s (%s): the content is lost, get another copy",
                   ZEROS, wmi_count(size, "byte", "bytes").text);
    else if (!size)
        wmi_format(text, sizeof error->message, "%s%s%sthe file is empty",
                   *expected ? "expected " : "", expected, *expected ? ", but " : "");
    else if (*expected)
        wmi_format(text, sizeof error->message, "expected %s, found %s %s", expected, article,
                   title);
    else if (format == WM_FORMAT_UNKNOWN)
        wmi_format(text, sizeof error->message, "%s", title);
    else
        wmi_format(text, sizeof error->message,
                   "expected a walkmesh, a layout or a model, found a %s", title);
    return status;
}

void wm_format_hint_mdx(const char *file, wm_format format, wm_error *error)
{
    size_t n = strlen(file);
    if (!error)
        return;
    size_t used = format == WM_FORMAT_ALL_ZERO ? sizeof ZEROS - 1 : strlen(error->message);
    if ((format == WM_FORMAT_UNKNOWN || format == WM_FORMAT_ALL_ZERO) && n >= 4 &&
        wmi_compare_names(file + n - 4, ".mdx") == 0)
        wmi_format(error->message + used, sizeof error->message - used,
                   "; an MDX holds only the vertices of a model: name its MDL instead, and the MDX "
                   "next to it is read too");
}
