/* Walkmeshes of any spelling, for the verbs that take them. */
#include "cli.h"

static wm_kotor_bwm *read_text(const cli *c, const wm_buffer *bytes, wm_error *error)
{
    wm_kotor_text_opts opts = {.surfaces = &c->surfaces};
    wm_kotor_text *text = wm_kotor_text_read(bytes->data, bytes->size, &opts, error);
    wm_kotor_bwm *bwm = NULL;
    if (!text)
        return NULL;
    if (text->mesh_count == 1) {
        bwm = text->meshes[0].bwm;
        text->meshes[0].bwm = NULL; /* ours now */
    } else {
        *error = (wm_error){.code = WM_UNSUPPORTED, .offset = WM_NO_OFFSET};
        error->line = text->meshes[1].line;
        error->column = 1;
        snprintf(error->message, sizeof error->message,
                 "one walkmesh is wanted here, the text holds %u; 'waymark convert' makes a file "
                 "of each state of a door",
                 text->mesh_count);
    }
    wm_kotor_text_free(text);
    return bwm;
}

wm_kotor_bwm *cli_read_walkmesh(const cli *c, const wm_buffer *bytes, const char *file, FILE *talk,
                                wm_error *error)
{
    wm_error local;
    wm_error *e = error ? error : &local;
    wm_format format = wm_detect(bytes->data, bytes->size);
    wm_kotor_bwm *bwm = NULL;
    if (format == WM_FORMAT_KOTOR_BWM)
        bwm = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, e);
    else if (format == WM_FORMAT_KOTOR_BWM_ASCII)
        bwm = read_text(c, bytes, e);
    else {
        *e = (wm_error){.code = WM_BAD_MAGIC, .offset = 0};
        snprintf(e->message, sizeof e->message, "a walkmesh is wanted here, this is a %s",
                 wm_format_title(format));
    }
    if (!bwm && talk)
        cli_say_error(talk, file, e);
    return bwm;
}
