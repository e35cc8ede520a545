/* Walkmeshes of any spelling, for the verbs that take them. */
#include <string.h>

#include "cli.h"

void cli_wrong_format(wm_error *error, const char *wanted, wm_format format, size_t size)
{
    *error = (wm_error){.code = size ? WM_BAD_MAGIC : WM_TRUNCATED, .offset = 0};
    if (format == WM_FORMAT_ALL_ZERO)
        snprintf(error->message, sizeof error->message,
                 "nothing but zeros (%zu bytes): what was in it is lost, get the file again; two "
                 "models of Black & White 2 shipped so",
                 size);
    else if (size)
        snprintf(error->message, sizeof error->message, "%sthis is a %s", wanted,
                 wm_format_title(format));
    else
        snprintf(error->message, sizeof error->message, "%sthis file is empty", wanted);
}

void cli_hint_mdx(const char *file, wm_format format, wm_error *error)
{
    size_t used =
        format == WM_FORMAT_ALL_ZERO ? 17 : strlen(error->message); /* "nothing ... zeros" */
    if ((format == WM_FORMAT_UNKNOWN || format == WM_FORMAT_ALL_ZERO) && cli_ends(file, ".mdx"))
        snprintf(error->message + used, sizeof error->message - used,
                 "; an MDX holds the vertices of a model and tells nothing without its MDL: name "
                 "the MDL, and the MDX beside it is read with it");
}

bool cli_read_meshes(const cli *c, const wm_buffer *bytes, const char *file, FILE *talk,
                     wm_error *error, cli_meshes *meshes)
{
    wm_error local;
    wm_error *e = error ? error : &local;
    wm_kotor_text_opts opts = {.surfaces = &c->surfaces};
    *meshes = (cli_meshes){.format = wm_detect(bytes->data, bytes->size)};
    if (meshes->format == WM_FORMAT_KOTOR_BWM) {
        meshes->binary = wm_kotor_bwm_read(bytes->data, bytes->size, NULL, e);
        meshes->count = meshes->binary != NULL;
    } else if (meshes->format == WM_FORMAT_KOTOR_BWM_ASCII) {
        meshes->text = wm_kotor_text_read(bytes->data, bytes->size, &opts, e);
        meshes->count = meshes->text ? meshes->text->mesh_count : 0;
    } else {
        cli_wrong_format(e, "a walkmesh is wanted here, ", meshes->format, bytes->size);
        cli_hint_mdx(file, meshes->format, e);
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
    wm_kotor_text_free(meshes->text);
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
        snprintf(e->message, sizeof e->message,
                 "one walkmesh is wanted here, the text holds %u; 'waymark convert' makes a file "
                 "of each state of a door",
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
