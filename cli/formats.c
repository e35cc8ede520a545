/* The table of formats. */
#include "formats.h"

#include "aurora/aurora.h"
#include "kotor/area.h"
#include "open.h"

static const cli_format formats[] = {
    {WM_FORMAT_KOTOR_BWM, cli_bwm_info, cli_bwm_dump, true},
    {WM_FORMAT_KOTOR_BWM_TEXT, cli_bwm_info, cli_bwm_dump, true},
    {WM_FORMAT_KOTOR_LYT, cli_area_info, NULL, true},
    {WM_FORMAT_KOTOR_VIS, cli_vis_info, NULL, true},
    {WM_FORMAT_KOTOR_PTH, cli_pth_info, cli_pth_dump, true},
    {WM_FORMAT_KOTOR_MDL, cli_model_info, cli_model_dump, true},
    {WM_FORMAT_KOTOR_MDL_TEXT, cli_model_info, cli_model_dump, true},
    {WM_FORMAT_NWN2_TRN, cli_trn_info, cli_trn_dump, true},
    {WM_FORMAT_NWN2_MDB, cli_mdb_info, cli_mdb_dump, true},
    {WM_FORMAT_BW2_MODEL, cli_bw2_info, cli_bw2_dump, true},
    {WM_FORMAT_2DA, cli_2da_info, cli_2da_dump, false},
    {WM_FORMAT_GFF, cli_gff_info, cli_gff_dump, false},
    {WM_FORMAT_GLTF, cli_scene_info, NULL, true},
    {WM_FORMAT_OBJ, cli_scene_info, NULL, true},
    {WM_FORMAT_TEXTURE, cli_texture_info, cli_texture_dump, true},
    {WM_FORMAT_TXI, cli_txi_info, NULL, true},
};

const cli_format *cli_format_of(wm_format format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

/* Is it read together with another file: an MDX with the MDL, a VIS or PTH with the layout? The
 * content does not identify an MDX, nor every VIS. */
static bool is_companion(const cli *c, const char *file, wm_format format)
{
    if (format != WM_FORMAT_UNKNOWN && format != WM_FORMAT_ALL_ZERO &&
        format != WM_FORMAT_KOTOR_VIS && format != WM_FORMAT_KOTOR_PTH)
        return false;
    return (cli_ends(file, ".mdx") && cli_has_companion(c, file, "mdl")) ||
           (cli_ends(file, ".vis") && cli_has_companion(c, file, "lyt")) ||
           (cli_ends(file, ".pth") && cli_has_companion(c, file, "lyt"));
}

/* A file of zeros has no content to identify it. If the name is that of a game file, its
 * content was lost, which is worth reporting. */
static bool was_lost(const char *file, wm_format format)
{
    static const char *const endings[] = {".bwm", ".wok", ".pwk", ".dwk",
                                          ".mdl", ".trn", ".trx", ".mdb"};
    for (size_t i = 0; format == WM_FORMAT_ALL_ZERO && i < sizeof endings / sizeof *endings; i++)
        if (cli_ends(file, endings[i]))
            return true;
    return false;
}

/* Endings that promise a format, each with the one or two that it may have. */
static const struct {
    const char *ending;
    wm_format formats[2];
} endings[] = {
    {".wok", {WM_FORMAT_KOTOR_BWM, WM_FORMAT_KOTOR_BWM_TEXT}},
    {".pwk", {WM_FORMAT_KOTOR_BWM, WM_FORMAT_KOTOR_BWM_TEXT}},
    {".dwk", {WM_FORMAT_KOTOR_BWM, WM_FORMAT_KOTOR_BWM_TEXT}},
    {".mdl", {WM_FORMAT_KOTOR_MDL, WM_FORMAT_KOTOR_MDL_TEXT}},
    {".lyt", {WM_FORMAT_KOTOR_LYT, WM_FORMAT_KOTOR_LYT}},
    {".vis", {WM_FORMAT_KOTOR_VIS, WM_FORMAT_KOTOR_VIS}},
    {".pth", {WM_FORMAT_KOTOR_PTH, WM_FORMAT_KOTOR_PTH}},
    {".trn", {WM_FORMAT_NWN2_TRN, WM_FORMAT_NWN2_TRN}},
    {".trx", {WM_FORMAT_NWN2_TRN, WM_FORMAT_NWN2_TRN}},
    {".mdb", {WM_FORMAT_NWN2_MDB, WM_FORMAT_NWN2_MDB}},
    {".bwm", {WM_FORMAT_BW2_MODEL, WM_FORMAT_KOTOR_BWM}},
    {".glb", {WM_FORMAT_GLTF, WM_FORMAT_GLTF}},
    {".gltf", {WM_FORMAT_GLTF, WM_FORMAT_GLTF}},
    {".obj", {WM_FORMAT_OBJ, WM_FORMAT_OBJ}},
};

bool cli_ending_fits(const char *file, const void *data, size_t size, wm_error *error)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (!cli_ends(file, endings[i].ending))
            continue;
        wm_format format = wm_detect(data, size);
        if (format == endings[i].formats[0] || format == endings[i].formats[1] ||
            !cli_format_of(format))
            return true;
        wm_error_set(error, WM_BAD_ARGUMENT, "", "the name ends in %s, but this would be a %s",
                     endings[i].ending, wm_format_title(format));
        return false;
    }
    return true;
}

bool cli_skip_import(cli_out *out, wm_format format)
{
    out->skipped = out->walked && (format == WM_FORMAT_GLTF || format == WM_FORMAT_OBJ);
    return out->skipped;
}

bool cli_skip(const cli *c, cli_out *out, wm_format format)
{
    const cli_format *f = cli_format_of(format);
    out->companion = out->walked && is_companion(c, out->file, format);
    out->skipped =
        out->companion || (out->walked && !(f && f->walk) && !was_lost(out->file, format));
    return out->skipped;
}
