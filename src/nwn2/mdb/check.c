/* Checks models: the file, and the rules for each packet. docs/formats/nwn2-mdb.md, "What check
 * finds". */
#include "base/words.h"
#include "nwn2/mdb/internal.h"

static void check_file(const wm_nwn2_mdb *mdb, wm_report *report)
{
    if (mdb->major != WM_NWN2_MDB_MAJOR || mdb->minor != WM_NWN2_MDB_MINOR)
        wmi_report(report, WM_NWN2_MDB_VERSION, wmi_at(4, "version"),
                   "%u.%u is unknown, expected 1.12", (unsigned)mdb->major, (unsigned)mdb->minor);
    if (mdb->unclaimed)
        wmi_report(report, WM_NWN2_MDB_UNCLAIMED, wmi_nowhere(),
                   "%s to no packet and will be lost when the file is written",
                   wmi_count(mdb->unclaimed, "byte belongs", "bytes belong").text);
}

static void check_type(const wm_nwn2_mdb_packet *p, uint32_t i, wm_report *report)
{
    if (memcmp(p->type, p->stored_type, 4) != 0)
        wmi_report(report, WM_NWN2_MDB_PACKET_TYPE, wmi_at(p->offset, "packets[%lu].type", (ul)i),
                   "the type is \"%s\" in the table but \"%s\" in the packet", p->type,
                   p->stored_type);
    else if (p->kind == WM_NWN2_MDB_RAW && !wmi_mdb_form_named(p->type))
        wmi_report(report, WM_NWN2_MDB_UNKNOWN, wmi_at(p->offset, "packets[%lu].type", (ul)i),
                   "\"%s\" is unknown, %s", p->type, wmi_count(p->raw.size, "byte", "bytes").text);
}

wm_status wm_nwn2_mdb_check(const wm_nwn2_mdb *mdb, const wm_check_opts *opts, wm_report *report,
                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    check_file(mdb, report);
    for (uint32_t i = 0; i < mdb->packet_count; i++)
        check_type(&mdb->packets[i], i, report);
    return wmi_check_end(opts, report, first, false, error);
}
