/* Plans of NWN2 terrain. */
#include "draw/plan.h"
#include "nwn2/nwn2.h"

#include <string.h>

static void describe(plan *p)
{
    const wm_nwn2_aswm *a = p->trn->aswm;
    wm_nwn2_aswm_stats s;
    char extent[PLAN_EXTENT];
    wm_nwn2_aswm_measure(a, &s, NULL);
    plan_extent(s.min, s.max, extent);
    snprintf(p->job.subtitle, sizeof p->job.subtitle,
             "NWN2 walkmesh, %s: %u %s, %u walkable (%.0f m2), %u x %u tiles of %g m, %u %s, %s",
             strcmp(wm_nwn2_trn_variant(p->trn), "trx") == 0 ? "baked" : "not baked",
             (unsigned)a->triangle_count, cli_word(a->triangle_count, "triangle", "triangles"),
             (unsigned)s.walkable, s.walkable_m2, (unsigned)a->grid_width, (unsigned)a->grid_height,
             (double)a->tile_width, (unsigned)a->island_count,
             cli_word(a->island_count, "island", "islands"), extent);
}

bool plan_nwn2(cli *c, const wm_buffer *bytes, bool findings, plan *p, wm_error *error)
{
    p->trn = cli_read_trn_mesh(c, p->file, bytes, error);
    if (!p->trn)
        return false;
    p->ground.mesh = wm_walkmesh_from_nwn2_aswm(p->trn->aswm, cli_allocator(), error);
    if (!p->ground.mesh)
        return false;
    if (!budget_make(p->trn->aswm, &p->budget))
        return plan_no_memory(error);
    p->job.budget = &p->budget;
    describe(p);
    return !findings || wm_nwn2_trn_check(p->trn, NULL, &p->report, error) == WM_OK;
}
