/* waymark convert of a TRN, a TRX, an MDB, a PTH or a Black & White 2 model into itself: it is read
 * into a document and written again. */
#include "bw2/bw2.h"
#include "convert/losses.h"
#include "convert/table.h"
#include "nwn2/edit.h"
#include "nwn2/nwn2.h"

/* A walkmesh of an old version becomes one of the newest. */
static void take_newest(wm_nwn2_trn *t, wm_losses *losses)
{
    if (!t->aswm || t->aswm->version == WM_NWN2_ASWM_VERSION)
        return;
    wm_loss *loss = &losses->item[losses->count++];
    *loss = (wm_loss){.field = "version", .count = 1};
    snprintf(loss->message, sizeof loss->message, "version 0x%x of the walkmesh becomes 0x%x",
             (unsigned)t->aswm->version, (unsigned)WM_NWN2_ASWM_VERSION);
    t->aswm->version = WM_NWN2_ASWM_VERSION;
}

static int write_trn(const cli *c, const cli_conversion *v, wm_nwn2_trn *trn)
{
    wm_losses losses = {0};
    take_newest(trn, &losses);
    int code = cli_trn_save(c, trn, v->out, CLI_PACK_AS_GAME, NULL);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, &losses, WM_NO_INDEX);
    return code;
}

/* The game needs a baked walkmesh in a TRX. A baked one is copied, whatever the file is called. */
static int must_bake(const cli_conversion *v)
{
    return cli_fail(
        EXIT_USAGE,
        "%s: the walkmesh is not baked, so it cannot be written as '%s'; 'waymark bake' "
        "bakes it",
        v->file, v->out);
}

int cli_convert_trn(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_nwn2_trn *trn = cli_read_trn(c, v->file, &v->bytes, &error);
    if (!trn)
        return cli_fail_on(CLI_READING, v->file, &error);
    bool baked = !trn->aswm || trn->aswm->tiles_flags != WM_NWN2_TRN_TILES;
    int code = v->target == TO_TRX && !baked ? must_bake(v) : write_trn(c, v, trn);
    wm_nwn2_trn_free(trn);
    return code;
}

int cli_convert_mdb(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_nwn2_mdb *mdb = cli_read_mdb(c, v->file, &v->bytes, &error);
    if (!mdb)
        return cli_fail_on(CLI_READING, v->file, &error);
    int code = cli_save_mdb(c, mdb, v->out);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, NULL, WM_NO_INDEX);
    wm_nwn2_mdb_free(mdb);
    return code;
}

int cli_convert_bw2(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_bw2_model *model = cli_read_bw2(c, v->file, &v->bytes, &error);
    if (!model)
        return cli_fail_on(CLI_READING, v->file, &error);
    int code = cli_save_bw2(c, model, v->out);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, NULL, WM_NO_INDEX);
    wm_bw2_model_free(model);
    return code;
}

int cli_convert_pth(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_buffer bytes = {0};
    wm_kotor_pth *pth = wm_kotor_pth_read(v->bytes.data, v->bytes.size, CLI_READ_OPTS, &error);
    if (!pth)
        return cli_fail_on(CLI_READING, v->file, &error);
    wm_losses losses = {.count = 0};
    int code = wm_kotor_pth_write(pth, CLI_WRITE_OPTS, &bytes, &error) == WM_OK
                   ? cli_save(c, v->out, bytes.data, bytes.size)
                   : cli_fail_on(CLI_WRITING, v->out, &error);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, &losses, WM_NO_INDEX);
    wm_buffer_free(&bytes);
    wm_kotor_pth_free(pth);
    return code;
}
