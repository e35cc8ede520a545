/* Reading and writing NWN2 models against a plain copy of their bytes. */
#include "format.h"
#include "mdb_models.h"

static wm_status make(wm_buffer *out)
{
    wm_nwn2_mdb *toy = test_mdb_make("c_toy.mdb");
    wm_status status = toy ? wm_nwn2_mdb_write(toy, NULL, out, NULL) : WM_NO_MEMORY;
    wm_nwn2_mdb_free(toy);
    return status;
}

static void *read_model(const void *data, size_t size)
{
    wm_nwn2_mdb *m = wm_nwn2_mdb_read(data, size, NULL, NULL);
    BENCH_CHECK(m && m->packet_count && m->fault_count == 0);
    return m;
}

static wm_status write_model(const void *document, wm_buffer *out)
{
    return wm_nwn2_mdb_write(document, NULL, out, NULL);
}

static wm_status check_model(const void *document, wm_report *report)
{
    return wm_nwn2_mdb_check(document, NULL, report, NULL);
}

static void free_model(void *document)
{
    wm_nwn2_mdb_free(document);
}

void bench_mdb(void)
{
    static const char *const files[] = {"nwn2-mdb/plc_mc_balcony3.mdb",
                                        "nwn2-mdb/c_troll_cl_body01.mdb",
                                        "nwn2-mdb/p_hhf_hair17.mdb", NULL};
    static const bench_format format = {
        .heading = "NWN2 models (MDB) against a plain memcpy of their bytes",
        .files = files,
        .target = "; target: at most 3",
        .made = "a small made model (no corpus)",
        .make = make,
        .read = read_model,
        .write = write_model,
        .check = check_model,
        .free = free_model,
    };
    bench_measure_format(&format);
}
