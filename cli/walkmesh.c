/* Walkmeshes of any spelling, for the verbs that take them. */
#include "cli.h"

wm_kotor_bwm *cli_read_walkmesh(const cli *c, const wm_buffer *bytes, const char *file, FILE *talk,
                                wm_error *error)
{
    wm_error local;
    wm_error *e = error ? error : &local;
    wm_format format = wm_detect(bytes->data, bytes->size);
    wm_kotor_bwm *bwm = NULL;
    (void)c;
    if (format == WM_FORMAT_KOTOR_BWM)
        bwm = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, e);
    else {
        *e = (wm_error){.code = WM_BAD_MAGIC, .offset = 0};
        snprintf(e->message, sizeof e->message, "a walkmesh is wanted here, this is a %s",
                 wm_format_title(format));
    }
    if (!bwm && talk)
        cli_say_error(talk, file, e);
    return bwm;
}
