/* The table of formats. */
#include "formats.h"

#include "area.h"

static const cli_format formats[] = {
    {WM_FORMAT_KOTOR_BWM, cli_bwm_info, cli_bwm_dump, cli_bwm_check, true},
    {WM_FORMAT_KOTOR_BWM_ASCII, cli_bwm_info, cli_bwm_dump, cli_bwm_text_check, true},
    {WM_FORMAT_KOTOR_LYT, cli_area_info, NULL, cli_area_check, true},
    {WM_FORMAT_NWN2_TRN, cli_trn_info, cli_trn_dump, cli_trn_check, true},
    {WM_FORMAT_2DA, NULL, NULL, cli_2da_check, false},
};

const cli_format *cli_format_of(wm_format format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

bool cli_skip(cli_out *out, wm_format format)
{
    const cli_format *f = cli_format_of(format);
    out->skipped = out->walked && !(f && f->walk);
    return out->skipped;
}
