/* Lines that meet only in spots: the lines of a plan are split wherever they cross or touch. */
#include "base/real.h"
#include "base/sort.h"
#include "nwn2/bake/plan.h"

/* Rounding a crossing bends the lines, and they may then cross others. Real cutters need two
 * rounds. */
enum { MOST_ROUNDS = 12 };

/* Of one plan, which is one triangle in one tile: crossings of lines are the square of the lines.
 */
enum { MOST_SPOTS = 1 << 17 };

/* What sorting a spot or a line costs, in pairs of lines that are tested. */
enum { SORT = 16 };

void wmi_plan_init(wmi_plan *p, const wm_allocator *allocator, uint64_t limit)
{
    *p = (wmi_plan){.allocator = *allocator, .limit = limit};
}

void wmi_plan_free(wmi_plan *p)
{
    wmi_release(&p->allocator, p->spots, p->spot_capacity, sizeof *p->spots);
    wmi_release(&p->allocator, p->lines, p->line_capacity, sizeof *p->lines);
    wmi_release(&p->allocator, p->spare, p->spare_capacity, sizeof *p->spare);
    wmi_release(&p->allocator, p->splits, p->split_capacity, sizeof *p->splits);
    wmi_release(&p->allocator, p->order, p->order_capacity, sizeof *p->order);
    wmi_release(&p->allocator, p->triangles, p->triangle_capacity, sizeof *p->triangles);
}

void wmi_plan_clear(wmi_plan *p)
{
    p->spot_count = p->line_count = p->triangle_count = 0;
}

wm_status wmi_plan_add_spot(wmi_plan *p, wmi_plan_spot spot, uint32_t *index)
{
    void *spots = p->spots;
    bool good = p->spot_count < WM_NO_INDEX / 8 &&
                wmi_grow(&p->allocator, &spots, &p->spot_capacity, p->spot_count + 1, sizeof spot);
    p->spots = spots;
    if (!good)
        return WM_NO_MEMORY;
    *index = (uint32_t)p->spot_count;
    p->spots[p->spot_count++] = spot;
    return WM_OK;
}

static bool put_line(const wm_allocator *allocator, wmi_plan_line **lines, size_t *count,
                     size_t *capacity, wmi_plan_line line)
{
    void *array = *lines;
    bool good = wmi_grow(allocator, &array, capacity, *count + 1, sizeof line);
    *lines = array;
    if (good)
        (*lines)[(*count)++] = line;
    return good;
}

wm_status wmi_plan_add_line(wmi_plan *p, uint32_t from, uint32_t to, bool outline)
{
    wmi_plan_line line = {from, to, outline};
    return put_line(&p->allocator, &p->lines, &p->line_count, &p->line_capacity, line)
               ? WM_OK
               : WM_NO_MEMORY;
}

/* ---- equal spots and lines ---- */

static int by_place(const void *context, uint32_t a, uint32_t b)
{
    const wmi_plan_spot *s = context;
    if (s[a].x != s[b].x)
        return s[a].x < s[b].x ? -1 : 1;
    if (s[a].y != s[b].y)
        return s[a].y < s[b].y ? -1 : 1;
    return a < b ? -1 : 1;
}

static int by_ends(const void *a, const void *b)
{
    const wmi_plan_line *p = a, *q = b;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    if (p->to != q->to)
        return p->to < q->to ? -1 : 1;
    return (int)q->outline - (int)p->outline;
}

/* Lets the lines use the first of equal spots, and removes lines that are equal. */
static wm_status join_equal(wmi_plan *p)
{
    void *order = p->order;
    p->work += SORT * (uint64_t)(p->spot_count + p->line_count);
    if (p->work > p->limit)
        return WM_LIMIT;
    bool good = wmi_grow(&p->allocator, &order, &p->order_capacity, 2 * p->spot_count + 1,
                         sizeof *p->order);
    p->order = order;
    if (!good)
        return WM_NO_MEMORY;
    uint32_t *same = p->order + p->spot_count;
    for (uint32_t i = 0; i < p->spot_count; i++)
        p->order[i] = i;
    wmi_sort_by(p->order, p->spot_count, by_place, p->spots);
    for (size_t i = 0; i < p->spot_count; i++) {
        uint32_t v = p->order[i], before = i ? p->order[i - 1] : v;
        bool equal =
            i && p->spots[v].x == p->spots[before].x && p->spots[v].y == p->spots[before].y;
        same[v] = equal ? same[before] : v;
    }
    size_t kept = 0;
    for (size_t i = 0; i < p->line_count; i++) {
        wmi_plan_line l = p->lines[i];
        uint32_t a = same[l.from], b = same[l.to];
        if (a != b)
            p->lines[kept++] = (wmi_plan_line){a < b ? a : b, a < b ? b : a, l.outline};
    }
    wmi_sort(p->lines, kept, sizeof *p->lines, by_ends);
    p->line_count = 0;
    for (size_t i = 0; i < kept; i++)
        if (i == 0 || p->lines[i].from != p->lines[i - 1].from ||
            p->lines[i].to != p->lines[i - 1].to)
            p->lines[p->line_count++] = p->lines[i];
    return WM_OK;
}

/* ---- where lines meet ---- */

static wm_status put_split(wmi_plan *p, uint32_t line, uint32_t spot)
{
    void *splits = p->splits;
    bool good =
        wmi_grow(&p->allocator, &splits, &p->split_capacity, p->split_count + 1, sizeof *p->splits);
    p->splits = splits;
    if (!good)
        return WM_NO_MEMORY;
    p->splits[p->split_count++] = (wmi_plan_split){line, spot};
    return WM_OK;
}

/* Whether a spot on the line through a and b lies between them. */
static bool is_between(const wmi_plan *p, uint32_t a, uint32_t b, uint32_t v)
{
    const wmi_plan_spot *s = p->spots;
    if (v == a || v == b)
        return false;
    int64_t x = (int64_t)s[b].x - s[a].x, y = (int64_t)s[b].y - s[a].y;
    int64_t along = ((int64_t)s[v].x - s[a].x) * x + ((int64_t)s[v].y - s[a].y) * y;
    return along > 0 && along < x * x + y * y;
}

/* The spot where line i crosses the other; the ends of i lie du and dv from it. */
static wm_status add_crossing(wmi_plan *p, uint32_t i, int64_t du, int64_t dv, uint32_t *spot)
{
    if (p->spot_count >= MOST_SPOTS)
        return WM_LIMIT;
    const wmi_plan_spot a = p->spots[p->lines[i].from], b = p->spots[p->lines[i].to];
    double t = (double)du / ((double)du - (double)dv);
    wmi_plan_spot at = {.vertex = WM_NO_INDEX, .triangle = WM_NO_INDEX};
    at.x = (int32_t)floor((double)a.x + t * ((double)b.x - (double)a.x) + 0.5);
    at.y = (int32_t)floor((double)a.y + t * ((double)b.y - (double)a.y) + 0.5);
    for (int k = 0; k < 2; k++)
        at.at[k] = a.at[k] + t * (b.at[k] - a.at[k]);
    return wmi_plan_add_spot(p, at, spot);
}

static bool same_place(const wmi_plan *p, uint32_t a, uint32_t b)
{
    return p->spots[a].x == p->spots[b].x && p->spots[a].y == p->spots[b].y;
}

static wm_status meet(wmi_plan *p, uint32_t i, uint32_t k)
{
    const wmi_plan_line l = p->lines[i], m = p->lines[k];
    int64_t from = wmi_plan_turn(p, l.from, l.to, m.from),
            to = wmi_plan_turn(p, l.from, l.to, m.to);
    int64_t u = wmi_plan_turn(p, m.from, m.to, l.from), v = wmi_plan_turn(p, m.from, m.to, l.to);
    wm_status status = WM_OK;
    if (from == 0 && is_between(p, l.from, l.to, m.from))
        status = put_split(p, i, m.from);
    if (status == WM_OK && to == 0 && is_between(p, l.from, l.to, m.to))
        status = put_split(p, i, m.to);
    if (status == WM_OK && u == 0 && is_between(p, m.from, m.to, l.from))
        status = put_split(p, k, l.from);
    if (status == WM_OK && v == 0 && is_between(p, m.from, m.to, l.to))
        status = put_split(p, k, l.to);
    if (status != WM_OK || !((from < 0 && to > 0) || (from > 0 && to < 0)) ||
        !((u < 0 && v > 0) || (u > 0 && v < 0)))
        return status;
    uint32_t at;
    status = add_crossing(p, i, u, v, &at);
    /* Rounded to an end of one line, only the other one is split. */
    if (status == WM_OK && !same_place(p, at, l.from) && !same_place(p, at, l.to))
        status = put_split(p, i, at);
    if (status == WM_OK && !same_place(p, at, m.from) && !same_place(p, at, m.to))
        status = put_split(p, k, at);
    return status;
}

typedef struct reach {
    int32_t x0, x1, y0, y1;
} reach;

static reach reach_of(const wmi_plan *p, uint32_t line)
{
    const wmi_plan_spot *a = &p->spots[p->lines[line].from], *b = &p->spots[p->lines[line].to];
    return (reach){a->x < b->x ? a->x : b->x, a->x < b->x ? b->x : a->x, a->y < b->y ? a->y : b->y,
                   a->y < b->y ? b->y : a->y};
}

static int by_left_end(const void *context, uint32_t a, uint32_t b)
{
    int32_t p = reach_of(context, a).x0, q = reach_of(context, b).x0;
    return p != q ? (p < q ? -1 : 1) : a < b ? -1 : 1;
}

/* Tests all pairs of lines whose boxes overlap. */
static wm_status find_splits(wmi_plan *p)
{
    void *array = p->order;
    bool good =
        wmi_grow(&p->allocator, &array, &p->order_capacity, p->line_count + 1, sizeof *p->order);
    p->order = array;
    if (!good)
        return WM_NO_MEMORY;
    uint32_t count = (uint32_t)p->line_count;
    p->split_count = 0;
    for (uint32_t i = 0; i < count; i++)
        p->order[i] = i;
    wmi_sort_by(p->order, count, by_left_end, p);
    for (uint32_t i = 0; i < count; i++) {
        reach r = reach_of(p, p->order[i]);
        for (uint32_t k = i + 1; k < count; k++) {
            reach s = reach_of(p, p->order[k]);
            if (p->work++ >= p->limit)
                return WM_LIMIT;
            if (s.x0 > r.x1)
                break;
            wm_status status =
                s.y0 > r.y1 || s.y1 < r.y0 ? WM_OK : meet(p, p->order[i], p->order[k]);
            if (status != WM_OK)
                return status;
        }
    }
    return WM_OK;
}

/* ---- splitting ---- */

/* Along the line, whose direction is the same for all that are compared. */
static int by_way(const void *context, uint32_t a, uint32_t b)
{
    const wmi_plan *p = context;
    const wmi_plan_split *s = &p->splits[a], *t = &p->splits[b];
    if (s->line != t->line)
        return s->line < t->line ? -1 : 1;
    const wmi_plan_spot *from = &p->spots[p->lines[s->line].from];
    const wmi_plan_spot *to = &p->spots[p->lines[s->line].to];
    int64_t x = (int64_t)to->x - from->x, y = (int64_t)to->y - from->y;
    int64_t u = p->spots[s->spot].x * x + p->spots[s->spot].y * y;
    int64_t v = p->spots[t->spot].x * x + p->spots[t->spot].y * y;
    return u != v ? (u < v ? -1 : 1) : a < b ? -1 : 1;
}

static wm_status split_lines(wmi_plan *p)
{
    void *array = p->order;
    bool good =
        wmi_grow(&p->allocator, &array, &p->order_capacity, p->split_count + 1, sizeof *p->order);
    p->order = array;
    if (!good)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < p->split_count; i++)
        p->order[i] = i;
    wmi_sort_by(p->order, p->split_count, by_way, p);
    size_t made = 0, next = 0;
    for (uint32_t i = 0; i < p->line_count && good; i++) {
        wmi_plan_line line = p->lines[i];
        for (; next < p->split_count && p->splits[p->order[next]].line == i && good; next++) {
            uint32_t spot = p->splits[p->order[next]].spot;
            wmi_plan_line part = {line.from, spot, line.outline};
            good = put_line(&p->allocator, &p->spare, &made, &p->spare_capacity, part);
            line.from = spot;
        }
        good = good && put_line(&p->allocator, &p->spare, &made, &p->spare_capacity, line);
    }
    if (!good)
        return WM_NO_MEMORY;
    wmi_plan_line *lines = p->lines;
    size_t capacity = p->line_capacity;
    p->lines = p->spare;
    p->line_capacity = p->spare_capacity;
    p->line_count = made;
    p->spare = lines;
    p->spare_capacity = capacity;
    return WM_OK;
}

wm_status wmi_plan_arrange(wmi_plan *p)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        wm_status status = join_equal(p);
        if (status == WM_OK)
            status = find_splits(p);
        if (status != WM_OK || p->split_count == 0)
            return status;
        status = split_lines(p);
        if (status != WM_OK)
            return status;
    }
    return join_equal(p);
}
