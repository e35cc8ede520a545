/* NWN2 models: reading and writing them. */
#include "nwn2/nwn2.h"

#include "open.h"

wm_nwn2_mdb *cli_read_mdb(const cli *c, const char *file, const wm_buffer *bytes, wm_error *error)
{
    wm_format format = wm_detect(bytes->data, bytes->size);
    if (format != WM_FORMAT_NWN2_MDB) {
        wm_format_error(format, bytes->size, "an NWN2 model", error);
        return NULL;
    }
    wm_nwn2_mdb *mdb = wm_nwn2_mdb_read(bytes->data, bytes->size, CLI_READ_OPTS, error);
    if (mdb)
        cli_say_faults(c, file, mdb->fault_count, &mdb->first_fault);
    return mdb;
}

int cli_save_mdb(const cli *c, const wm_nwn2_mdb *mdb, const char *to)
{
    wm_buffer bytes;
    wm_error error;
    if (wm_nwn2_mdb_write(mdb, CLI_WRITE_OPTS, &bytes, &error) != WM_OK)
        return cli_fail_on(CLI_WRITING, to, &error);
    int code = cli_save(c, to, bytes.data, bytes.size);
    wm_buffer_free(&bytes);
    return code;
}
