/* NWN2 models: reading and writing them. */
#include "nwn2/nwn2.h"

#include "kotor/edit.h"
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

/* ---- transform ---- */

/* What does not follow the transform. */
static void say_left(const cli *c, const wm_nwn2_mdb *mdb)
{
    const wm_nwn2_mdb_packet *skin = wm_nwn2_mdb_find(mdb, WM_NWN2_MDB_KIND_SKIN);
    uint32_t raw = 0;
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        raw += mdb->packets[i].kind == WM_NWN2_MDB_KIND_RAW;
    if (skin && !c->quiet)
        cli_print(cli_messages(),
                  "waymark: %s: the skeleton (%.32s.gr2) is another file and stays as it is\n",
                  c->files[1], skin->mesh->skeleton);
    if (raw && !c->quiet)
        cli_print(cli_messages(), "waymark: %s: %u unknown %s as %s\n", c->files[1], (unsigned)raw,
                  cli_word(raw, "packet stays", "packets stay"),
                  cli_word(raw, "it is", "they are"));
}

int cli_mdb_transform(cli *c, const wm_buffer *bytes, const wm_nwn2_transform *transform)
{
    wm_error error;
    wm_diff diff;
    wm_nwn2_mdb *before = cli_read_mdb(c, c->files[0], bytes, &error);
    wm_nwn2_mdb *after = before ? wm_nwn2_mdb_copy(before, cli_allocator(), &error) : NULL;
    if (!after || wm_nwn2_mdb_transform(after, transform, &error) != WM_OK) {
        wm_nwn2_mdb_free(before);
        wm_nwn2_mdb_free(after);
        return cli_fail_on(CLI_READING, c->files[0], &error);
    }
    int code = cli_save_mdb(c, after, c->files[1]);
    if (code == EXIT_FINE) {
        wm_diff_init(&diff, cli_allocator());
        cli_say_diff(c, wm_nwn2_mdb_diff(before, after, &diff, &error), &diff, &error);
        say_left(c, after);
    }
    wm_nwn2_mdb_free(before);
    wm_nwn2_mdb_free(after);
    return code;
}
