/* The height of the floor at a point, quickly. */
#include <math.h>

#include "nav/query.h"
#include "nav/internal.h"
#include "nav/simd.h"

/* Which of four faces hold (x, y), and in *sure those of which it is certain whether
 * they do. */
static inline unsigned quick(const wmi_grid *g, const uint32_t block[4], float x, float y,
                             unsigned *sure)
{
    const wmi_patch *a = &g->patches[block[0]], *b = &g->patches[block[1]];
    const wmi_patch *c = &g->patches[block[2]], *d = &g->patches[block[3]];
    wmi_f4 px = f4_load(&a->x), py = f4_load(&b->x), pz = f4_load(&c->x), doubt = f4_load(&d->x);
    wmi_f4 p = f4_load(&a->p), q = f4_load(&b->p), r = f4_load(&c->p), s = f4_load(&d->p);
    f4_turn(&px, &py, &pz, &doubt);
    f4_turn(&p, &q, &r, &s);
    wmi_f4 dx = f4_sub(f4_all(x), px), dy = f4_sub(f4_all(y), py);
    wmi_f4 second = f4_add(f4_mul(p, dx), f4_mul(q, dy));
    wmi_f4 third = f4_add(f4_mul(r, dx), f4_mul(s, dy));
    wmi_f4 first = f4_sub(f4_all(1), f4_add(second, third));
    wmi_f4 least = f4_min(f4_min(second, third), first);
    *sure = f4_above(f4_abs(least), doubt);
    return f4_above(least, doubt);
}

/* Most points lie clearly inside one face or none of their cell, which is told in
 * float, four faces at a time and with few branches that could be guessed wrong. */
bool wm_query_height(wm_query *query, wm_vec3 point, wm_locate what, const wm_query_filter *filter,
                     wm_hit *hit)
{
    enum { CROWD = 16 }; /* blocks that one mask can tell of; beyond, the tree is asked */
    const wmi_walkmesh *mesh = query->mesh;
    const wmi_grid *g = &mesh->grid;
    uint32_t cell;
    if (!wmi_grid_cell(g, point.x, point.y, &cell) ||
        (what != WM_LOCATE_ALL && !isfinite(point.z))) {
        *hit = (wm_hit){WM_NO_INDEX, 0};
        return false;
    }
    uint32_t at = g->first[cell], count = g->first[cell + 1] - at;
    at &= 0u - (uint32_t)(count != 0); /* an empty cell looks into the block of no faces */
    const uint32_t *list = g->blocks[at];
    unsigned sure;
    uint64_t held = quick(g, list, point.x, point.y, &sure);
    for (uint32_t k = 1; k < count && k < CROWD; k++) {
        unsigned here;
        held |= (uint64_t)quick(g, list + 4 * k, point.x, point.y, &here) << 4 * k;
        sure &= here;
    }
    if (sure != 0xF || count > CROWD)
        return wmi_height_exactly(mesh, cell, point, what, filter, hit);
    if (filter || what == WM_LOCATE_BELOW || (held & (held - 1)))
        return wmi_height_among(mesh, list, held, point, what, filter, hit);
    /* One face or none, the patch of which stands behind the last. */
    uint32_t some = 0u - (uint32_t)(held != 0), none = mesh->pub.face_count;
    uint32_t chosen = (list[wmi_lowest64(held + (held == 0))] & some) | (none & ~some);
    const wmi_patch *patch = &g->patches[chosen];
    hit->face = patch->face;
    hit->z = wmi_patch_height(patch, point);
    return held != 0;
}
