/* Walkmeshes of any spelling, for the verbs that take them. */
#include <string.h>

#include "cli.h"

bool cli_read_meshes(const cli *c, const wm_buffer *bytes, const char *file, FILE *talk,
                     wm_error *error, cli_meshes *meshes)
{
    wm_error local;
    wm_error *e = error ? error : &local;
    wm_kotor_bwm_text_read_opts opts = {.surfaces = &c->surfaces};
    *meshes = (cli_meshes){.format = wm_detect(bytes->data, bytes->size)};
    if (meshes->format == WM_FORMAT_KOTOR_BWM) {
        meshes->binary = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, e);
        meshes->count = meshes->binary != NULL;
    } else if (meshes->format == WM_FORMAT_KOTOR_BWM_TEXT) {
        meshes->text = wm_kotor_bwm_text_read(bytes->data, bytes->size, &opts, e);
        meshes->count = meshes->text ? meshes->text->mesh_count : 0;
    } else {
        wm_format_error(e, "a walkmesh", meshes->format, bytes->size);
        wm_format_hint_mdx(file, meshes->format, e);
    }
    if (meshes->count == 0 && talk)
        cli_say_error(talk, file, e);
    return meshes->count > 0;
}

wm_kotor_bwm *cli_mesh(const cli_meshes *meshes, uint32_t i)
{
    return meshes->text ? meshes->text->meshes[i].bwm : meshes->binary;
}

void cli_free_meshes(cli_meshes *meshes)
{
    wm_kotor_bwm_free(meshes->binary);
    wm_kotor_bwm_text_free(meshes->text);
}

wm_kotor_bwm *cli_read_walkmesh(const cli *c, const wm_buffer *bytes, const char *file, FILE *talk,
                                wm_error *error)
{
    wm_error local;
    wm_error *e = error ? error : &local;
    cli_meshes meshes;
    if (!cli_read_meshes(c, bytes, file, talk, e, &meshes))
        return NULL;
    wm_kotor_bwm *bwm = cli_mesh(&meshes, 0);
    if (meshes.count > 1) {
        *e = (wm_error){.code = WM_UNSUPPORTED, .offset = WM_NO_OFFSET, .column = 1};
        e->line = meshes.text->meshes[1].line;
        snprintf(
            e->message, sizeof e->message,
            "expected one walkmesh, found %u; 'waymark convert' writes a file for each state of a "
            "door",
            meshes.count);
        bwm = NULL;
        if (talk)
            cli_say_error(talk, file, e);
    } else if (meshes.text) {
        meshes.text->meshes[0].bwm = NULL; /* the caller's now */
    } else {
        meshes.binary = NULL;
    }
    cli_free_meshes(&meshes);
    return bwm;
}
