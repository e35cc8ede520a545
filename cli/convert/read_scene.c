/* OBJ and glTF files with the files that they name. */
#include "convert/import.h"
#include "open.h"

/* Does the template, if there is one, bring back what the finding misses? */
static bool template_helps(const cli *c, const wm_issue *issue)
{
    return cli_get(c, "template") &&
           (issue->code == WM_GLTF_EXTRAS_LOST || issue->code == WM_GLTF_AXES_UNKNOWN ||
            issue->code == WM_GLTF_LENGTHS || issue->code == WM_GLTF_HIDDEN_LOST ||
            issue->code == WM_GLTF_CURVES || issue->code == WM_GLTF_DOUBLES_LOST ||
            issue->code == WM_GLTF_ADDED_KEYS || issue->code == WM_GLTF_FAR_KEYS ||
            issue->code == WM_GLTF_WEIGHTS_LOST);
}

wm_scene *cli_read_scene(const cli *c, const wm_buffer *bytes, const char *file,
                         const wm_obj_read_opts *obj, wm_error *error)
{
    wm_report report;
    wm_scene *scene = NULL;
    const wm_open_opts opts = {.base = {.report = &report}, .obj = obj};
    wm_report_init(&report, cli_allocator());
    wm_document *document = cli_open(c, bytes, file, &opts, error);
    if (document) {
        scene = document->scene; /* the caller's now */
        document->scene = NULL;
    }
    bool gltf = document && document->format == WM_FORMAT_GLTF;
    for (uint32_t i = 0; gltf && !c->quiet && i < report.count; i++)
        if (!template_helps(c, &report.issues[i]))
            cli_print(cli_messages(), "waymark: %s: %s\n", file, report.issues[i].message);
    wm_document_free(document);
    wm_report_free(&report);
    return scene;
}
