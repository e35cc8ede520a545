/* Whose the holes and floors of an earlier bake are. docs/formats/nwn2.md, "Placeables". */
#include "base/union_find.h"
#include "base/vec.h"
#include "nwn2/bake/keep.h"
#include "nwn2/bake/weld.h"

/* How far a hole or a floor may be from its placeable in plan view, in metres. */
static const double reach = 2;
/* ---- groups ---- */

/* Numbers the corners, and joins parts of the same kind with a corner in common. */
static wm_status group_parts(wmi_keeper *k)
{
    wmi_weld weld[2];
    bool good = true;
    for (int m = 0; m < 2; m++)
        good = wmi_weld_init(&weld[m], &k->arena.allocator, k->part_count) && good;
    for (uint32_t i = 0; i < k->part_count && good; i++)
        for (int n = 0; n < 3 && good; n++) {
            wm_vec3 at = {k->parts[i].corner[n].x, k->parts[i].corner[n].y, 0};
            k->parts[i].spot[n] = wmi_weld_join(&weld[k->parts[i].floor], at);
            good = k->parts[i].spot[n] != WM_NO_INDEX;
        }
    size_t spots[2] = {weld[0].count, weld[1].count};
    for (int m = 0; m < 2; m++)
        wmi_weld_free(&weld[m]);
    /* Spots of holes, then those of floors. */
    uint32_t total = (uint32_t)(spots[0] + spots[1]);
    uint32_t *parent = good ? wmi_arena_raw(&k->scratch, total, sizeof *parent) : NULL;
    k->group = wmi_arena_raw(&k->scratch, k->part_count, sizeof *k->group);
    k->kept = wmi_arena_new(&k->scratch, total, sizeof *k->kept);
    if (!parent || !k->group || !k->kept)
        return wmi_keep_no_memory(k);
    wmi_union_init(parent, total);
    for (uint32_t i = 0; i < k->part_count; i++) {
        wmi_keep_part *p = &k->parts[i];
        for (int n = 0; n < 3; n++)
            p->spot[n] += p->floor ? (uint32_t)spots[0] : 0;
        for (int n = 1; n < 3 && !p->seam; n++)
            wmi_union_join(parent, p->spot[0], p->spot[n]);
    }
    for (uint32_t i = 0; i < k->part_count; i++) {
        for (int n = 0; n < 3; n++)
            k->parts[i].spot[n] = wmi_union_root(parent, k->parts[i].spot[n]);
        k->group[i] = k->parts[i].spot[0];
    }
    return WM_OK;
}

/* The distance of a place from a part in plan view. */
static double distance(const wmi_keep_part *p, wm_vec3 place)
{
    double best = INFINITY, x = (double)place.x, y = (double)place.y;
    int left = 0, right = 0;
    for (int k = 0; k < 3; k++) {
        double ax = (double)p->corner[k].x, ay = (double)p->corner[k].y;
        double dx = (double)p->corner[(k + 1) % 3].x - ax;
        double dy = (double)p->corner[(k + 1) % 3].y - ay, square = dx * dx + dy * dy;
        double turn = dx * (y - ay) - dy * (x - ax);
        double t = square > 0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        left += turn >= 0;
        right += turn <= 0;
        best = wmi_min(best, wmi_hypot(ax + t * dx - x, ay + t * dy - y));
    }
    return left == 3 || right == 3 ? 0 : best;
}

/* ---- tiles that the game lost ---- */

/* The game's bake fails in some tiles and leaves them empty. Such a hole is no placeable's: a
 * large placeable would reach over the border of the tile. */
static wm_status find_lost(wmi_keeper *k)
{
    size_t tiles = (size_t)k->now->grid_height * k->now->grid_width, n = k->part_count;
    double *inside = wmi_arena_new(&k->scratch, 3 * n, sizeof *inside);
    double *outside = wmi_arena_new(&k->scratch, 3 * n, sizeof *outside);
    k->empty = wmi_arena_new(&k->scratch, tiles, sizeof *k->empty);
    k->lost = wmi_arena_new(&k->scratch, 3 * n, sizeof *k->lost);
    bool *counted = wmi_arena_new(&k->scratch, tiles, sizeof *counted);
    if (!inside || !outside || !k->empty || !k->lost || !counted)
        return wmi_keep_no_memory(k);
    memset(k->empty, true, tiles * sizeof *k->empty);
    for (uint32_t i = 0; i < k->old->triangle_count; i++) {
        wm_vec3 c[3];
        wmi_keep_corners(k->old, i, c);
        k->empty[wmi_keep_tile(k, c)] = false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const wmi_keep_part *p = &k->parts[i];
        if (!p->floor && !p->seam)
            *(k->empty[wmi_keep_tile(k, p->corner)] ? &inside[k->group[i]]
                                                    : &outside[k->group[i]]) +=
                wmi_keep_area(p->corner);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t tile = wmi_keep_tile(k, k->parts[i].corner), g = k->group[i];
        k->lost[g] = inside[g] > 0 && outside[g] < inside[g] / 10;
        if (k->lost[g] && k->empty[tile] && !counted[tile]) {
            counted[tile] = true;
            k->pub.lost_tiles++;
        }
    }
    return WM_OK;
}

static wm_status find_kept(wmi_keeper *k)
{
    for (uint32_t i = 0; i < k->place_count; i++) {
        wm_status status = wmi_keep_work(k, k->part_count);
        if (status != WM_OK)
            return status;
        for (uint32_t n = 0; n < k->part_count; n++)
            if (!k->parts[n].seam && !k->lost[k->group[n]] &&
                distance(&k->parts[n], k->places[i]) <= reach)
                k->pub.found[i] = k->kept[k->group[n]] = true;
    }
    return WM_OK;
}

bool wmi_keep_is_kept(const wmi_keeper *k, uint32_t i)
{
    const wmi_keep_part *p = &k->parts[i];
    return k->kept[p->spot[0]] || k->kept[p->spot[1]] || k->kept[p->spot[2]];
}

wm_status wmi_keep_find_owners(wmi_keeper *k)
{
    wm_status status = group_parts(k);
    if (status == WM_OK)
        status = find_lost(k);
    return status == WM_OK ? find_kept(k) : status;
}
