/* waymark check of models, with the MDX, the supermodel and the WOK beside them. */
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "formats.h"
#include "kotor/model.h"
#include "kotor/model_text.h"

/* The WOK of the same room, if there is a sound one. */
static wm_kotor_bwm *walkmesh_beside(const cli *c, const char *file)
{
    wm_buffer bytes;
    wm_kotor_bwm *walkmesh = NULL;
    char *path = strcmp(file, "-") == 0 ? NULL : cli_beside(file, NULL, ".wok");
    if (path && cli_load(path, NULL, &bytes)) {
        walkmesh = cli_read_walkmesh(c, &bytes, path, NULL, NULL);
        wm_buffer_free(&bytes);
    }
    free(path);
    return walkmesh;
}

static bool has_supermodel(const char *file, const wm_kotor_mdl *mdl)
{
    char name[WM_KOTOR_NAME_SIZE + 1];
    cli_fixed_text(mdl->supermodel, sizeof mdl->supermodel, name);
    if (cli_is_null(name) || strcmp(file, "-") == 0)
        return true;
    char *path = cli_beside(file, name, ".mdl");
    free(path);
    return path != NULL;
}

void cli_model_check(cli *c, cli_out *out, const wm_buffer *bytes, wm_report *report)
{
    wm_error error;
    cli_model model;
    wm_read_opts opts = {.report = report};
    if (cli_read_model(c, bytes, out->file, &opts, NULL, &error, &model)) {
        wm_kotor_bwm *walkmesh = walkmesh_beside(c, out->file);
        wm_kotor_mdl_check_opts check = {.walkmesh = walkmesh};
        check.supermodel_missing = !has_supermodel(out->file, model.mdl);
        if (wm_kotor_mdl_check(model.mdl, &check, report, &error) != WM_OK)
            wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
        wm_kotor_bwm_free(walkmesh);
    } else {
        wm_report_add_error(report, WM_FILE_UNREADABLE, &error);
    }
    cli_free_model(&model);
}
