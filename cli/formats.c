/* The table of formats. */
#include "formats.h"

#include "aurora/aurora.h"
#include "kotor/area.h"
#include "open.h"

static const cli_format formats[] = {
    {WM_FORMAT_KOTOR_BWM, cli_bwm_info, cli_bwm_dump},
    {WM_FORMAT_KOTOR_BWM_TEXT, cli_bwm_info, cli_bwm_dump},
    {WM_FORMAT_KOTOR_LYT, cli_area_info, NULL},
    {WM_FORMAT_KOTOR_VIS, cli_vis_info, NULL},
    {WM_FORMAT_KOTOR_PTH, cli_pth_info, cli_pth_dump},
    {WM_FORMAT_KOTOR_MDL, cli_model_info, cli_model_dump},
    {WM_FORMAT_KOTOR_MDL_TEXT, cli_model_info, cli_model_dump},
    {WM_FORMAT_NWN2_TRN, cli_trn_info, cli_trn_dump},
    {WM_FORMAT_NWN2_MDB, cli_mdb_info, cli_mdb_dump},
    {WM_FORMAT_BW2_MODEL, cli_bw2_info, cli_bw2_dump},
    {WM_FORMAT_2DA, cli_2da_info, cli_2da_dump},
    {WM_FORMAT_GFF, cli_gff_info, cli_gff_dump},
    {WM_FORMAT_GLTF, cli_scene_info, NULL},
    {WM_FORMAT_OBJ, cli_scene_info, NULL},
    {WM_FORMAT_TEXTURE, cli_texture_info, cli_texture_dump},
    {WM_FORMAT_TXI, cli_txi_info, NULL},
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

/* Endings that promise a format, each with the one or two that it may have. Those that only these
 * games use are `own`; other programs have files named .mdl or .mdb, too. */
static const struct ending {
    const char *ending;
    wm_format formats[2];
    bool own;
} endings[] = {
    {".wok", {WM_FORMAT_KOTOR_BWM, WM_FORMAT_KOTOR_BWM_TEXT}, true},
    {".pwk", {WM_FORMAT_KOTOR_BWM, WM_FORMAT_KOTOR_BWM_TEXT}, true},
    {".dwk", {WM_FORMAT_KOTOR_BWM, WM_FORMAT_KOTOR_BWM_TEXT}, true},
    {".mdl", {WM_FORMAT_KOTOR_MDL, WM_FORMAT_KOTOR_MDL_TEXT}, false},
    {".lyt", {WM_FORMAT_KOTOR_LYT, WM_FORMAT_KOTOR_LYT}, false},
    {".vis", {WM_FORMAT_KOTOR_VIS, WM_FORMAT_KOTOR_VIS}, false},
    {".pth", {WM_FORMAT_KOTOR_PTH, WM_FORMAT_KOTOR_PTH}, false},
    {".trn", {WM_FORMAT_NWN2_TRN, WM_FORMAT_NWN2_TRN}, false},
    {".trx", {WM_FORMAT_NWN2_TRN, WM_FORMAT_NWN2_TRN}, true},
    {".mdb", {WM_FORMAT_NWN2_MDB, WM_FORMAT_NWN2_MDB}, false},
    {".bwm", {WM_FORMAT_BW2_MODEL, WM_FORMAT_KOTOR_BWM}, false},
    {".glb", {WM_FORMAT_GLTF, WM_FORMAT_GLTF}, false},
    {".gltf", {WM_FORMAT_GLTF, WM_FORMAT_GLTF}, false},
    {".obj", {WM_FORMAT_OBJ, WM_FORMAT_OBJ}, false},
};

/* More endings that promise a format, which the game does not confuse with another. */
static const struct ending more[] = {
    {".2da", {WM_FORMAT_2DA, WM_FORMAT_2DA}, false},
    {".tpc", {WM_FORMAT_TEXTURE, WM_FORMAT_TEXTURE}, false},
    {".tga", {WM_FORMAT_TEXTURE, WM_FORMAT_TEXTURE}, false},
    {".dds", {WM_FORMAT_TEXTURE, WM_FORMAT_TEXTURE}, false},
    {".git", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".are", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".ifo", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".dlg", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".utc", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".utd", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".ute", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".uti", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".utm", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".utp", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".uts", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".utt", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
    {".utw", {WM_FORMAT_GFF, WM_FORMAT_GFF}, false},
};

static const struct ending *find_ending(const char *file)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (cli_ends(file, endings[i].ending))
            return &endings[i];
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (cli_ends(file, more[i].ending))
            return &more[i];
    return NULL;
}

static bool is_geometry(wm_format format)
{
    return format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_MDL ||
           format == WM_FORMAT_NWN2_TRN || format == WM_FORMAT_NWN2_MDB ||
           format == WM_FORMAT_BW2_MODEL;
}

/* No file of these formats is shorter, except texts. All can be identified from so many bytes. */
enum { SHORTEST = 256 };

bool cli_is_lost(const char *file, size_t size, wm_format format, bool geometry)
{
    const struct ending *e = find_ending(file);
    if (!e || (geometry && !is_geometry(e->formats[0])) || e->formats[0] == WM_FORMAT_KOTOR_VIS)
        return false; /* nothing identifies a VIS for certain */
    return format == WM_FORMAT_ALL_ZERO ||
           (format == WM_FORMAT_UNKNOWN && (e->own || size < SHORTEST));
}

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

bool cli_skip(const cli *c, cli_out *out, size_t size, wm_format format)
{
    bool known = cli_format_of(format) != NULL;
    out->companion = out->walked && is_companion(c, out->file, format);
    out->skipped =
        out->companion || (out->walked && !known && !cli_is_lost(out->file, size, format, false));
    out->other = out->skipped && !out->companion && !known && find_ending(out->file);
    return out->skipped;
}
