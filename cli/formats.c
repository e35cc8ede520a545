/* The table of formats. */
#include "formats.h"

#include <stdlib.h>

#include "folder.h"
#include "kotor/area.h"

static const cli_format formats[] = {
    {WM_FORMAT_KOTOR_BWM, cli_bwm_info, cli_bwm_dump, cli_bwm_check, true},
    {WM_FORMAT_KOTOR_BWM_TEXT, cli_bwm_info, cli_bwm_dump, cli_bwm_text_check, true},
    {WM_FORMAT_KOTOR_LYT, cli_area_info, NULL, cli_area_check, true},
    {WM_FORMAT_KOTOR_MDL, cli_model_info, cli_model_dump, cli_model_check, true},
    {WM_FORMAT_KOTOR_MDL_TEXT, cli_model_info, cli_model_dump, cli_model_check, true},
    {WM_FORMAT_NWN2_TRN, cli_trn_info, cli_trn_dump, cli_trn_check, true},
    {WM_FORMAT_BW2_MODEL, cli_bw2_info, cli_bw2_dump, cli_bw2_check, true},
    {WM_FORMAT_2DA, NULL, NULL, cli_2da_check, false},
};

const cli_format *cli_format_of(wm_format format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

/* Is it an MDX, which is read together with the MDL beside it? Its bytes tell nothing. */
static bool belongs_to_model(const char *file, wm_format format)
{
    if ((format != WM_FORMAT_UNKNOWN && format != WM_FORMAT_ALL_ZERO) || !cli_ends(file, ".mdx"))
        return false;
    char *mdl = cli_beside(file, NULL, ".mdl");
    free(mdl);
    return mdl != NULL;
}

/* Zeros tell nothing, the name has to: a game file that was lost is worth a word. */
static bool was_lost(const char *file, wm_format format)
{
    static const char *const endings[] = {".bwm", ".wok", ".pwk", ".dwk", ".mdl", ".trn", ".trx"};
    for (size_t i = 0; format == WM_FORMAT_ALL_ZERO && i < sizeof endings / sizeof *endings; i++)
        if (cli_ends(file, endings[i]))
            return true;
    return false;
}

bool cli_skip(cli_out *out, wm_format format)
{
    const cli_format *f = cli_format_of(format);
    out->skipped = out->walked && !(f && f->walk) && !was_lost(out->file, format);
    out->companion = out->skipped && belongs_to_model(out->file, format);
    return out->skipped;
}
