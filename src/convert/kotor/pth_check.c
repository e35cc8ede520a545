/* Checks and measures KotOR path points. docs/formats/kotor-pth-git.md, "PTH" */
#include "base/search.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "base/words.h"
#include "convert/kotor/pth.h"

/* A link between two different points that exist. */
typedef struct pair {
    uint32_t from, to;
} pair;

typedef struct checker {
    const wm_kotor_pth *pth;
    wm_report *report; /* NULL: only the pairs are needed */
    wmi_arena arena;
    bool *owned; /* by link: a point has it */
    uint32_t pair_count;
    pair *pairs;  /* sorted */
    bool *linked; /* by point: it is an end of a pair */
} checker;

static wmi_where at_point(const checker *c, uint32_t i)
{
    const wm_kotor_pth_point *p = &c->pth->points[i];
    wmi_where where = wmi_at(WM_NO_OFFSET, "points[%lu]", (ul)i);
    return wmi_placed(where, (wm_vec3){p->x, p->y, 0});
}

static int compare(const void *a, const void *b)
{
    const pair *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

static void add_link(checker *c, uint32_t point, uint32_t link)
{
    uint32_t to = c->pth->links[link];
    if (to >= c->pth->point_count) {
        wmi_report(c->report, WM_KOTOR_PTH_RANGE, at_point(c, point),
                   "a link leads to point %lu, but there %s only %s", (ul)to,
                   c->pth->point_count == 1 ? "is" : "are",
                   wmi_count(c->pth->point_count, "point", "points").text);
    } else if (to == point) {
        wmi_report(c->report, WM_KOTOR_PTH_SELF_LINK, at_point(c, point),
                   "a link leads from point %lu to itself", (ul)point);
    } else {
        c->pairs[c->pair_count++] = (pair){point, to};
        c->linked[point] = c->linked[to] = true;
    }
}

/* Each link belongs to one point; a range ends at a link that another point has. */
static void add_links(checker *c, uint32_t point)
{
    const wm_kotor_pth_point *p = &c->pth->points[point];
    uint32_t count;
    wm_kotor_pth_links(c->pth, point, &count);
    if (count < p->count)
        wmi_report(c->report, WM_KOTOR_PTH_RANGE, at_point(c, point),
                   "point %lu has %s from link %lu on, but there %s only %s", (ul)point,
                   wmi_count(p->count, "link", "links").text, (ul)p->first,
                   c->pth->link_count == 1 ? "is" : "are",
                   wmi_count(c->pth->link_count, "link", "links").text);
    for (uint32_t i = p->first; i < p->first + count; i++) {
        if (c->owned[i]) {
            wmi_report(c->report, WM_KOTOR_PTH_SHARED_LINK, at_point(c, point),
                       "link %lu of point %lu belongs to an earlier point", (ul)i, (ul)point);
            return;
        }
        c->owned[i] = true;
        add_link(c, point, i);
    }
}

static bool has_pair(const checker *c, pair wanted)
{
    wmi_search search = {.high = c->pair_count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, compare(&c->pairs[search.at], &wanted) < 0);
    return search.low < c->pair_count && compare(&c->pairs[search.low], &wanted) == 0;
}

/* False if memory runs out. */
static bool gather(checker *c, wm_report *report, wm_error *error)
{
    const wm_kotor_pth *pth = c->pth;
    c->report = report;
    wmi_arena_init(&c->arena, &wmi_pth_of(pth)->arena.allocator, 0);
    c->owned = wmi_arena_new(&c->arena, pth->link_count, sizeof *c->owned);
    c->pairs = wmi_arena_new(&c->arena, pth->link_count, sizeof *c->pairs);
    c->linked = wmi_arena_new(&c->arena, pth->point_count, sizeof *c->linked);
    if (!c->owned || !c->pairs || !c->linked) {
        wmi_arena_fail(&c->arena, error, "");
        return false;
    }
    for (uint32_t i = 0; i < pth->point_count; i++)
        add_links(c, i);
    wmi_sort(c->pairs, c->pair_count, sizeof *c->pairs, compare);
    return true;
}

static void check_point(checker *c, uint32_t i)
{
    const wm_kotor_pth_point *p = &c->pth->points[i];
    if (!isfinite(p->x) || !isfinite(p->y))
        wmi_report(c->report, WM_KOTOR_PTH_NOT_FINITE, wmi_at(WM_NO_OFFSET, "points[%lu]", (ul)i),
                   "point %lu is at (%g, %g)", (ul)i, (double)p->x, (double)p->y);
    if (!c->linked[i])
        wmi_report(c->report, WM_KOTOR_PTH_ISOLATED, at_point(c, i),
                   "point %lu at (%.2f, %.2f) has no link to another point", (ul)i, (double)p->x,
                   (double)p->y);
}

wm_status wm_kotor_pth_check(const wm_kotor_pth *pth, const wm_check_opts *opts, wm_report *report,
                             wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    checker c = {.pth = pth};
    uint32_t first = report->count;
    if (!gather(&c, report, error)) {
        wmi_arena_free(&c.arena);
        return WM_NO_MEMORY;
    }
    if (pth->missing)
        wmi_report(report, WM_KOTOR_PTH_FIELD_MISSING, wmi_nowhere(),
                   "%s missing, or of another type",
                   wmi_count(pth->missing, "field is", "fields are").text);
    for (uint32_t i = 0; i < pth->point_count; i++)
        check_point(&c, i);
    for (uint32_t i = 0; i < pth->link_count; i++)
        if (!c.owned[i])
            wmi_report(report, WM_KOTOR_PTH_UNUSED_LINK, wmi_at(WM_NO_OFFSET, "links[%lu]", (ul)i),
                       "link %lu belongs to no point", (ul)i);
    for (uint32_t i = 0; i < c.pair_count; i++)
        if (!has_pair(&c, (pair){c.pairs[i].to, c.pairs[i].from}))
            wmi_report(report, WM_KOTOR_PTH_ONE_WAY, at_point(&c, c.pairs[i].from),
                       "point %lu has a link to point %lu, which has none back",
                       (ul)c.pairs[i].from, (ul)c.pairs[i].to);
    wmi_arena_free(&c.arena);
    return wmi_check_end(opts, report, first, false, error);
}

/* ---- measuring ---- */

static void measure_bounds(const wm_kotor_pth *pth, wm_kotor_pth_stats *stats)
{
    bool any = false;
    for (uint32_t i = 0; i < pth->point_count; i++) {
        const float at[2] = {pth->points[i].x, pth->points[i].y};
        if (!isfinite(at[0]) || !isfinite(at[1]))
            continue;
        for (int k = 0; k < 2; k++) {
            stats->min[k] = !any || at[k] < stats->min[k] ? at[k] : stats->min[k];
            stats->max[k] = !any || at[k] > stats->max[k] ? at[k] : stats->max[k];
        }
        any = true;
    }
}

wm_status wm_kotor_pth_measure(const wm_kotor_pth *pth, wm_kotor_pth_stats *stats, wm_error *error)
{
    checker c = {.pth = pth};
    wm_kotor_pth_stats s = {.points = pth->point_count, .links = pth->link_count};
    uint32_t *part = NULL;
    if (gather(&c, NULL, error)) {
        part = wmi_arena_raw(&c.arena, pth->point_count, sizeof *part);
        if (!part)
            wmi_arena_fail(&c.arena, error, "");
    }
    if (part)
        wmi_union_init(part, pth->point_count);
    for (uint32_t i = 0; part && i < c.pair_count; i++)
        wmi_union_join(part, c.pairs[i].from, c.pairs[i].to);
    for (uint32_t i = 0; part && i < pth->point_count; i++) {
        s.parts += wmi_union_root(part, i) == i;
        s.isolated += !c.linked[i];
    }
    measure_bounds(pth, &s);
    wmi_arena_free(&c.arena);
    if (!part)
        return WM_NO_MEMORY;
    *stats = s;
    return WM_OK;
}
