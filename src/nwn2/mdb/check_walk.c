/* Walkmeshes of models: surfaces, and triangles that a bake leaves out. */
#include "base/vec.h"
#include "base/words.h"
#include "nwn2/mdb/check.h"

static void check_flags(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    const uint32_t known = WM_NWN2_WALKABLE | WM_NWN2_MATERIALS;
    uint32_t odd = 0, first = 0, walkable = 0;
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        walkable += m->triangle_flags[t] & WM_NWN2_WALKABLE;
        if ((m->triangle_flags[t] & ~known) && odd++ == 0)
            first = t;
    }
    if (odd)
        wmi_report(c->report, WM_NWN2_MDB_WALK_FLAGS, wmi_mdb_at(c, i, "triangle_flags"),
                   "%s unknown flags; the first is triangle %lu with 0x%lx",
                   wmi_part(odd, m->triangle_count, "triangle has", "triangles have").text,
                   (ul)first, (ul)m->triangle_flags[first]);
    if (m->triangle_count && !walkable)
        wmi_report(c->report, WM_NWN2_MDB_WALK_OBSTACLE, wmi_mdb_at(c, i, "triangle_flags"),
                   "none of %s is walkable",
                   wmi_count(m->triangle_count, "triangle", "triangles").text);
}

void wmi_mdb_check_walk(wmi_mdb_checker *c, uint32_t i)
{
    const wm_nwn2_mdb_mesh *m = c->mdb->packets[i].mesh;
    uint32_t wrong = 0, first = 0;
    check_flags(c, i);
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        wmi_vec v[3];
        for (int k = 0; k < 3; k++)
            v[k] = wmi_vec_of(m->walk_vertices[m->triangles[t].vertex[k]]);
        /* In plan view, so that dropped vertices do not matter. */
        double area = wmi_cross(wmi_sub(v[1], v[0]), wmi_sub(v[2], v[0])).z / 2;
        if (!(area > 1e-9) && wrong++ == 0)
            first = t;
    }
    if (wrong)
        wmi_report(c->report, WM_NWN2_MDB_WALK_WINDING, wmi_mdb_at(c, i, "triangles"),
                   "%s clockwise seen from above, or without area; the first is triangle %lu",
                   wmi_part(wrong, m->triangle_count, "triangle is", "triangles are").text,
                   (ul)first);
}
