/* Checks islands: their triangles, their links, and the table of steps between them.
 * docs/formats/nwn2.md, "Islands". */
#include "base/words.h"
#include "nwn2/aswm/check.h"

static wmi_where at_island(const wm_nwn2_aswm *a, uint32_t i, const char *field)
{
    wmi_where where = wmi_at(WM_NO_OFFSET, "ASWM.islands[%lu].%s", (ul)i, field);
    return wmi_finite(a->islands[i].centre) ? wmi_placed(where, a->islands[i].centre) : where;
}

/* ---- members ---- */

/* Every connected part of a tile must be one island, and every island one such part. */
static void check_members(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    uint32_t *part_of = wmi_aswm_check_new(c, a->island_count, sizeof *part_of);
    uint32_t *island_of = wmi_aswm_check_new(c, c->part_count, sizeof *island_of);
    uint32_t shuffled = 0, wrong = 0;
    if (c->out_of_memory)
        return;
    memset(part_of, 0xFF, a->island_count * sizeof *part_of);
    memset(island_of, 0xFF, c->part_count * sizeof *island_of);
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        uint32_t island = a->triangles[i].island, part = c->part[i];
        if (part == WM_NO_INDEX || island == WM_NWN2_NO_ISLAND)
            continue; /* not walkable, or already reported */
        if (island >= a->island_count) {
            wmi_report(c->report, WM_NWN2_ISLAND_RANGE, wmi_aswm_at(a, i, "island"),
                       "triangle %lu belongs to island %lu, but %s", (ul)i, (ul)island,
                       wmi_only(a->island_count, "island", "islands").text);
            continue;
        }
        if (part_of[island] == WM_NO_INDEX && island_of[part] == WM_NO_INDEX) {
            part_of[island] = part;
            island_of[part] = island;
            shuffled += island != part;
        } else if (part_of[island] != part || island_of[part] != island) {
            wrong++;
            wmi_report(
                c->report, WM_NWN2_ISLAND_WRONG, wmi_aswm_at(a, i, "island"),
                island_of[part] == WM_NO_INDEX || island_of[part] == island
                    ? "triangle %lu belongs to island %lu but is not connected to it"
                    : "triangle %lu belongs to island %lu, but its neighbours belong to another",
                (ul)i, (ul)island);
        }
    }
    if (shuffled && !wrong)
        wmi_report(c->report, WM_NWN2_ISLAND_ORDER, wmi_at(WM_NO_OFFSET, "ASWM.islands"),
                   "%s not numbered by their first triangles",
                   wmi_count(shuffled, "island is", "islands are").text);
}

static void check_headers(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    struct sum {
        float x, y;
        uint32_t count;
    } *sum = wmi_aswm_check_new(c, a->island_count, sizeof *sum);
    if (!sum)
        return;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        if (t->island >= a->island_count)
            continue;
        sum[t->island].x += t->centre[0];
        sum[t->island].y += t->centre[1];
        sum[t->island].count++;
    }
    for (uint32_t i = 0; i < a->island_count; i++) {
        const wm_nwn2_island *island = &a->islands[i];
        if (island->index != i)
            wmi_report(c->report, WM_NWN2_ISLAND_INDEX, at_island(a, i, "index"),
                       "island %lu stores index %lu", (ul)i, (ul)island->index);
        if (island->triangles_count != sum[i].count)
            wmi_report(c->report, WM_NWN2_ISLAND_COUNT, at_island(a, i, "triangles_count"),
                       "the stored count is %lu, but %s to the island", (ul)island->triangles_count,
                       wmi_count(sum[i].count, "triangle belongs", "triangles belong").text);
        float scale = 1.0f / (float)sum[i].count;
        float centre[3] = {sum[i].x * scale, sum[i].y * scale, 0};
        if (sum[i].count && wmi_aswm_differs(c, &island->centre.x, centre, 3, 0.01))
            wmi_report(c->report, WM_NWN2_ISLAND_CENTRE, at_island(a, i, "centre"),
                       "the stored centre is (%g, %g, %g), expected (%g, %g, 0)",
                       (double)island->centre.x, (double)island->centre.y, (double)island->centre.z,
                       (double)centre[0], (double)centre[1]);
    }
}

/* ---- links ---- */

/* A slot where two islands touch. */
typedef struct touch {
    uint32_t to, exit;
} touch;

/* The touches of island i are [start[i], start[i + 1]), ordered by triangle and slot.
 * Returns NULL if allocation fails. */
static touch *find_touches(wmi_aswm_checker *c, uint32_t *start)
{
    const wm_nwn2_aswm *a = c->a;
    touch *list = NULL;
    for (int round = 0; round < 2; round++) { /* count, then fill */
        for (uint32_t i = 0; i < a->triangle_count; i++)
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t to = wmi_aswm_neighbour(a, i, k), from = a->triangles[i].island;
                if (to == WM_NO_INDEX || from >= a->island_count ||
                    a->triangles[to].island >= a->island_count || a->triangles[to].island == from)
                    continue;
                if (list)
                    list[start[from]] = (touch){a->triangles[to].island, i};
                start[from + (list ? 0 : 1)]++;
            }
        if (list)
            break;
        for (uint32_t i = 0; i < a->island_count; i++)
            start[i + 1] += start[i];
        list = wmi_aswm_check_new(c, start[a->island_count], sizeof *list);
        if (!list)
            return NULL;
    }
    for (uint32_t i = a->island_count; i > 0; i--) /* filling advanced each start by one entry */
        start[i] = start[i - 1];
    start[0] = 0;
    return list;
}

static bool touches(const wm_nwn2_aswm *a, uint32_t triangle, uint32_t island)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t to = wmi_aswm_neighbour(a, triangle, k);
        if (to != WM_NO_INDEX && a->triangles[to].island == island)
            return true;
    }
    return false;
}

static void check_link(wmi_aswm_checker *c, uint32_t i, const wm_nwn2_island_link *link,
                       uint32_t lowest)
{
    const wm_nwn2_aswm *a = c->a;
    float right = wmi_aswm_distance(a->islands[i].centre, a->islands[link->island].centre);
    if (wmi_aswm_differs(c, &link->distance, &right, 1, 0.01))
        wmi_report(c->report, WM_NWN2_ISLAND_DISTANCE, at_island(a, i, "linked_islands_dist"),
                   "the stored distance is %g to island %lu, expected %g", (double)link->distance,
                   (ul)link->island, (double)right);
    if (link->exit >= a->triangle_count || a->triangles[link->exit].island != i ||
        !touches(a, link->exit, link->island))
        wmi_report(c->report, WM_NWN2_ISLAND_EXIT, at_island(a, i, "linked_islands_exit"),
                   "the exit to island %lu is triangle %lu, which %s", (ul)link->island,
                   (ul)link->exit,
                   link->exit >= a->triangle_count        ? "does not exist"
                   : a->triangles[link->exit].island != i ? "belongs to another island"
                                                          : "does not touch it");
    else if (link->exit != lowest)
        wmi_report(c->report, WM_NWN2_ISLAND_EXIT_ORDER, at_island(a, i, "linked_islands_exit"),
                   "the exit to island %lu is triangle %lu, the game uses the lowest, %lu",
                   (ul)link->island, (ul)link->exit, (ul)lowest);
}

/* Used to compare the links of island i with its touches. For each other island that it
 * touches: the exit of the first touch, its position in the order of first touches, and
 * whether a link names it. */
typedef struct seen {
    uint32_t stamp, exit, place, named;
} seen;

static void check_links_of(wmi_aswm_checker *c, uint32_t i, const touch *list, uint32_t count,
                           seen *s)
{
    const wm_nwn2_island *island = &c->a->islands[i];
    uint32_t others = 0, named = 0, shuffled = 0;
    for (uint32_t k = 0; k < count; k++)
        if (s[list[k].to].stamp != i + 1)
            s[list[k].to] = (seen){i + 1, list[k].exit, others++, 0};
    for (uint32_t k = 0; k < island->link_count; k++) {
        const wm_nwn2_island_link *link = &island->links[k];
        uint32_t to = link->island;
        const char *why = to >= c->a->island_count ? "does not exist"
                          : s[to].stamp != i + 1   ? "does not touch it"
                          : s[to].named            ? "is listed twice"
                                                   : NULL;
        if (why) {
            wmi_report(c->report, WM_NWN2_ISLAND_LINK, at_island(c->a, i, "linked_islands"),
                       "the island is linked to island %lu, which %s", (ul)to, why);
            continue;
        }
        s[to].named = 1;
        shuffled += s[to].place != named++;
        check_link(c, i, link, s[to].exit);
    }
    for (uint32_t k = 0; k < count && named < others; k++)
        if (!s[list[k].to].named) {
            s[list[k].to].named = 1;
            named++;
            wmi_report(c->report, WM_NWN2_ISLAND_LINK, at_island(c->a, i, "linked_islands"),
                       "the island touches island %lu at triangle %lu but is not linked to it",
                       (ul)list[k].to, (ul)list[k].exit);
        }
    if (shuffled)
        wmi_report(c->report, WM_NWN2_ISLAND_LINK_ORDER, at_island(c->a, i, "linked_islands"),
                   "%s not in the order of the first triangles that touch",
                   wmi_count(shuffled, "link is", "links are").text);
}

void wmi_aswm_check_islands(wmi_aswm_checker *c)
{
    const wm_nwn2_aswm *a = c->a;
    if (a->triangle_count)
        check_members(c);
    check_headers(c);
    uint32_t *start = wmi_aswm_check_new(c, (size_t)a->island_count + 1, sizeof *start);
    seen *s = wmi_aswm_check_new(c, a->island_count, sizeof *s);
    if (c->out_of_memory)
        return;
    touch *list = find_touches(c, start);
    for (uint32_t i = 0; list && i < a->island_count; i++)
        check_links_of(c, i, list + start[i], start[i + 1] - start[i], s);
}
