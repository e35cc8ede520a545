/* waymark convert --template for a scene in which nothing was edited: OUT is a copy of the
 * template, so that its bytes stay the same. */
#include "convert/import.h"
#include "kotor/model_text.h"

/* ---- is a copy right? ---- */

/* Options that ask for another file than the template. */
static bool asks_for_more(const cli *c)
{
    static const char *const options[] = {
        "game", "platform", "plain",       "supermodel", "material", "kind",     "rounding",
        "weld", "variant",  "bw2-version", "tile-width", "simplify", "skeleton", NULL};
    for (size_t i = 0; options[i]; i++)
        if (cli_has(c, options[i]))
            return true;
    return false;
}

/* A TRN has a walkmesh that is not baked, or none. */
static bool is_baked(const wm_nwn2_trn *trn)
{
    return trn->aswm && trn->aswm->tiles_flags != WM_NWN2_TRN_TILES;
}

bool cli_can_copy(const cli *c, const cli_conversion *v, const wm_document *file)
{
    if (asks_for_more(c))
        return false;
    switch (file->format) {
    case WM_FORMAT_KOTOR_BWM:
        return file->bwm->type == WM_KOTOR_BWM_TYPE_AREA
                   ? v->target == TO_WOK
                   : v->target == TO_PWK || v->target == TO_DWK;
    case WM_FORMAT_KOTOR_MDL:
    case WM_FORMAT_KOTOR_MDL_TEXT: return v->target == TO_MDL || v->target == TO_MDL_TEXT;
    case WM_FORMAT_NWN2_MDB: return v->target == TO_MDB;
    case WM_FORMAT_BW2_MODEL: return v->target == TO_BWM;
    case WM_FORMAT_NWN2_TRN: return v->target == (is_baked(file->trn) ? TO_TRX : TO_TRN);
    default: return false;
    }
}

bool cli_is_other_form(const cli_conversion *v, const wm_document *file)
{
    return (file->format == WM_FORMAT_KOTOR_MDL && v->target == TO_MDL_TEXT) ||
           (file->format == WM_FORMAT_KOTOR_MDL_TEXT && v->target == TO_MDL);
}

/* ---- the copy ---- */

static int save(cli *c, const cli_conversion *v, const cli_template *file)
{
    const wm_companion *mdx = file->document->mdx;
    if (cli_is_other_form(v, file->document))
        return cli_model_save(c, v, file->document->mdl);
    if (file->document->format != WM_FORMAT_KOTOR_MDL)
        return cli_save(c, v->out, file->bytes.data, file->bytes.size);
    const wm_found *found = mdx && mdx->found.where ? &mdx->found : NULL;
    return cli_model_write_bytes(c, v->out, &file->bytes, found ? found->data : NULL,
                                 found ? found->size : 0, found != NULL);
}

static void say(const cli *c, const cli_conversion *v, const wm_document *d, const wm_scene *scene)
{
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].primitive == WM_PRIMITIVE_TRIANGLES) {
            vertices += scene->meshes[i].vertex_count;
            triangles += scene->meshes[i].index_count / 3;
        }
    if (d->format == WM_FORMAT_KOTOR_MDL || d->format == WM_FORMAT_KOTOR_MDL_TEXT)
        cli_say_copied_model(c, v, d->mdl);
    else if (d->format == WM_FORMAT_KOTOR_BWM)
        cli_say_copied_bwm(c, v, d->bwm);
    else if (d->format == WM_FORMAT_NWN2_TRN)
        cli_say_copied_trn(c, v, d->trn);
    else if (d->format == WM_FORMAT_NWN2_MDB)
        cli_say_copied_mdb(c, v, d->mdb, vertices, triangles);
    else
        cli_say_copied_bw2(c, v, d->bw2, triangles);
}

int cli_copy_template(cli *c, const cli_conversion *v, const cli_template *file,
                      const wm_scene *scene)
{
    int code = save(c, v, file);
    if (code == EXIT_FINE)
        say(c, v, file->document, scene);
    return code;
}
