/* A model to take a mesh from: an MDL, or what a glTF or OBJ becomes. */
#include <string.h>

#include "convert/import.h"
#include "kotor/model.h"
#include "kotor/model_edit.h"

/* Models of other programs are built for the game and platform of the model that is edited. */
static wm_kotor_mdl *import(const cli *c, const wm_buffer *bytes, const char *file,
                            const wm_kotor_mdl *target)
{
    wm_error error;
    wm_kotor_mdl_import_opts opts = {.allocator = cli_allocator(),
                                     .game = target->game,
                                     .platform = target->platform,
                                     .name = "import",
                                     .surfaces = cli_kotor_surfaces(c)};
    wm_scene *scene = cli_read_scene(c, bytes, file, NULL, &error);
    wm_kotor_mdl *mdl = scene ? wm_kotor_mdl_from_scene(scene, &opts, NULL, &error) : NULL;
    if (!mdl)
        cli_fail_on(CLI_READING, file, &error);
    wm_scene_free(scene);
    return mdl;
}

wm_kotor_mdl *cli_read_source(const cli *c, const char *file, const wm_kotor_mdl *target)
{
    wm_buffer bytes;
    wm_kotor_mdl *mdl = NULL;
    if (!cli_load(file, &bytes))
        return NULL;
    wm_format format = wm_detect(bytes.data, bytes.size);
    if (format == WM_FORMAT_GLTF || format == WM_FORMAT_OBJ) {
        mdl = import(c, &bytes, file, target);
    } else {
        wm_document *d = cli_open_model(c, &bytes, file, NULL, NULL);
        if (d) {
            mdl = d->mdl; /* the caller's now */
            d->mdl = NULL;
        }
        wm_document_free(d);
    }
    wm_buffer_free(&bytes);
    return mdl;
}
