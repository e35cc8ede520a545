/* KotOR walkmeshes, binary or text, for the verbs that take them. */
#include "open.h"

wm_document *cli_open_walkmesh(const cli *c, const wm_buffer *bytes, const char *file,
                               const wm_open_opts *opts, wm_error *error)
{
    wm_error local, *e = error ? error : &local;
    wm_format format = wm_detect(bytes->data, bytes->size);
    wm_document *document = NULL;
    if (format == WM_FORMAT_KOTOR_BWM || format == WM_FORMAT_KOTOR_BWM_TEXT) {
        document = cli_open(c, bytes, file, opts, e);
    } else {
        wm_format_error(format, bytes->size, "a walkmesh", e);
        wm_format_hint_mdx(file, format, e);
    }
    return document;
}

bool cli_is_one_walkmesh(const wm_document *document, wm_error *error)
{
    const wm_kotor_bwm_text *text = document->text;
    if (!text || text->mesh_count == 1)
        return true;
    wm_error_set(error, WM_UNSUPPORTED, "",
                 "expected one walkmesh, found %u; 'waymark convert' writes a file for each state "
                 "of a door",
                 (unsigned)text->mesh_count);
    error->line = text->meshes[1].line;
    error->column = 1;
    return false;
}

wm_kotor_bwm *cli_read_walkmesh(const cli *c, const wm_buffer *bytes, const char *file,
                                wm_error *error)
{
    wm_error local, *e = error ? error : &local;
    wm_kotor_bwm *bwm = NULL;
    wm_document *document = cli_open_walkmesh(c, bytes, file, NULL, e);
    if (document && cli_is_one_walkmesh(document, e)) {
        bwm = document->bwm; /* the caller's now */
        document->bwm = NULL;
        if (document->text)
            document->text->meshes[0].bwm = NULL;
    } else if (!error) {
        cli_fail_on(CLI_READING, file, e);
    }
    wm_document_free(document);
    return bwm;
}
