/* Checks models: the file, and packets without a mesh. docs/formats/nwn2-mdb.md, "What check
 * finds". */
#include "nwn2/mdb/check.h"

#include "base/vec.h"
#include "base/words.h"

wmi_where wmi_mdb_at(const wmi_mdb_checker *c, uint32_t i, const char *field)
{
    uint32_t offset = c->mdb->packets[i].offset;
    return wmi_at(offset ? offset : WM_NO_OFFSET, "packets[%lu].%s", (ul)i, field);
}

static void check_file(wmi_mdb_checker *c)
{
    const wm_nwn2_mdb *mdb = c->mdb;
    if (mdb->major != WM_NWN2_MDB_MAJOR || mdb->minor != WM_NWN2_MDB_MINOR)
        wmi_report(c->report, WM_NWN2_MDB_VERSION, wmi_at(4, "version"),
                   "%u.%u is unknown, expected 1.12", (unsigned)mdb->major, (unsigned)mdb->minor);
    if (mdb->unclaimed)
        wmi_report(c->report, WM_NWN2_MDB_UNCLAIMED, wmi_nowhere(), "%s to no packet",
                   wmi_count(mdb->unclaimed, "byte belongs", "bytes belong").text);
}

static void check_type(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_packet *p = &c->mdb->packets[i];
    if (memcmp(p->type, p->stored_type, 4) != 0)
        wmi_report(c->report, WM_NWN2_MDB_PACKET_TYPE, wmi_mdb_at(c, i, "type"),
                   "the type is \"%s\" in the table but \"%s\" in the packet", p->type,
                   p->stored_type);
    else if (p->kind == WM_NWN2_MDB_KIND_RAW && !wmi_mdb_form_named(p->type))
        wmi_report(c->report, WM_NWN2_MDB_UNKNOWN, wmi_mdb_at(c, i, "type"),
                   "\"%s\" is unknown, %s", p->type, wmi_count(p->raw.size, "byte", "bytes").text);
}

/* ---- points ---- */

/* Do the rows have length 1? */
static bool is_unit(const wm_nwn2_mdb_point *t)
{
    for (int k = 0; k < 3; k++)
        if (!(fabs(wmi_length(wmi_vec_of(t->axis[k])) - 1) <= 1e-3))
            return false;
    return true;
}

static void check_point(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_packet *p = &c->mdb->packets[i];
    const wm_nwn2_mdb_point *t = p->point;
    if (p->kind == WM_NWN2_MDB_KIND_HAIR && t->value > WM_NWN2_MDB_HAIR_PONYTAIL)
        wmi_report(c->report, WM_NWN2_MDB_HAIR_VALUE, wmi_mdb_at(c, i, "value"),
                   "%lu is unknown, expected 0 to 2", (ul)t->value);
    if (p->kind == WM_NWN2_MDB_KIND_HELM && t->value > WM_NWN2_MDB_HELM_HEAD_HIDDEN)
        wmi_report(c->report, WM_NWN2_MDB_HELM_VALUE, wmi_mdb_at(c, i, "value"),
                   "%lu is unknown, expected 0 to 3", (ul)t->value);
    bool finite = wmi_finite(t->position);
    for (int k = 0; k < 3; k++)
        finite &= wmi_finite(t->axis[k]);
    if (!finite)
        wmi_report(c->report, WM_NWN2_MDB_NOT_FINITE, wmi_mdb_at(c, i, "position"),
                   "the place of \"%.32s\" is not finite", t->name);
    else if (p->kind == WM_NWN2_MDB_KIND_HOOK && !is_unit(t))
        wmi_report(c->report, WM_NWN2_MDB_HOOK_SCALED,
                   wmi_placed(wmi_mdb_at(c, i, "axis"), t->position),
                   "the axes of \"%.32s\" are %g, %g and %g long", t->name,
                   wmi_length(wmi_vec_of(t->axis[0])), wmi_length(wmi_vec_of(t->axis[1])),
                   wmi_length(wmi_vec_of(t->axis[2])));
}

static void check_spheres(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_spheres *s = c->mdb->packets[i].spheres;
    for (uint32_t k = 0; k < s->count; k++)
        if (!(s->spheres[k].radius > 0) || !isfinite(s->spheres[k].radius)) {
            wmi_report(c->report, WM_NWN2_MDB_SPHERE, wmi_mdb_at(c, i, "spheres"),
                       "the radius of sphere %lu is %g", (ul)k, (double)s->spheres[k].radius);
            return;
        }
}

wm_status wm_nwn2_mdb_check(const wm_nwn2_mdb *mdb, const wm_check_opts *opts, wm_report *report,
                            wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    wmi_arena scratch;
    wmi_arena_init(&scratch, &wmi_mdb_of(mdb)->arena.allocator, 0);
    wmi_mdb_checker c = {.mdb = mdb, .report = report, .scratch = &scratch};
    check_file(&c);
    for (uint32_t i = 0; i < mdb->packet_count; i++) {
        const wm_nwn2_mdb_packet *p = &mdb->packets[i];
        check_type(&c, i);
        if (p->mesh)
            wmi_mdb_check_mesh(&c, i);
        if (p->mesh && p->kind == WM_NWN2_MDB_KIND_WALK)
            wmi_mdb_check_walk(&c, i);
        if (p->point)
            check_point(&c, i);
        if (p->spheres)
            check_spheres(&c, i);
    }
    wmi_mdb_check_names(&c);
    wmi_arena_free(&scratch);
    return wmi_check_end(opts, report, first, c.out_of_memory, error);
}
