/* waymark convert of a TRN, a TRX, an MDB or a Black & White 2 model into itself: it is read into a
 * document and written again. */
#include "bw2/bw2.h"
#include "convert/losses.h"
#include "convert/table.h"
#include "nwn2/nwn2.h"

/* Bytes between the packets of a file are not kept. */
static void unclaimed_loss(uint32_t unclaimed, wm_losses *losses)
{
    if (!unclaimed)
        return;
    wm_loss *loss = &losses->item[losses->count++];
    *loss = (wm_loss){.field = "unclaimed", .count = unclaimed};
    snprintf(loss->message, sizeof loss->message, "%u %s to no packet", (unsigned)unclaimed,
             cli_word(unclaimed, "byte belongs", "bytes belong"));
}

/* What writing a TRN or TRX changes in it. */
static void trn_losses(const wm_nwn2_trn *t, wm_losses *losses)
{
    if (t->aswm && t->aswm->version != WM_NWN2_ASWM_VERSION) {
        wm_loss *loss = &losses->item[losses->count++];
        *loss = (wm_loss){.field = "version", .count = 1};
        snprintf(loss->message, sizeof loss->message, "version 0x%x of the walkmesh becomes 0x%x",
                 (unsigned)t->aswm->version, (unsigned)WM_NWN2_ASWM_VERSION);
    }
    unclaimed_loss(t->unclaimed, losses);
}

static int write_trn(const cli *c, const cli_conversion *v, const wm_nwn2_trn *trn)
{
    wm_buffer bytes;
    wm_error error;
    wm_losses losses = {0};
    if (wm_nwn2_trn_write(trn, &(wm_nwn2_trn_write_opts){.base = {.allocator = cli_allocator()}},
                          &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, v->out, &error);
    int code = cli_save(c, v->out, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    trn_losses(trn, &losses);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, &losses, WM_NO_INDEX);
    return code;
}

int cli_convert_trn(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_nwn2_trn *trn = cli_read_trn(c, v->file, &v->bytes, &error);
    if (!trn)
        return cli_fail_on(CLI_READING, v->file, &error);
    int code = write_trn(c, v, trn);
    wm_nwn2_trn_free(trn);
    return code;
}

int cli_convert_mdb(cli *c, cli_conversion *v)
{
    wm_error error;
    wm_losses losses = {.count = 0};
    wm_nwn2_mdb *mdb = cli_read_mdb(c, v->file, &v->bytes, &error);
    if (!mdb)
        return cli_fail_on(CLI_READING, v->file, &error);
    unclaimed_loss(mdb->unclaimed, &losses);
    int code = cli_save_mdb(c, mdb, v->out);
    if (code == EXIT_FINE)
        cli_say_losses(c, v->file, v->out, NULL, &losses, WM_NO_INDEX);
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
