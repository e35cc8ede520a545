/* Finds which perimeter edges of different rooms meet. docs/areas.md, "Seams". */
#include "area/internal.h"

enum {
    CANDIDATES = 256 /* edges examined around one point; real rooms have a handful */
};

/* How far apart the ends of two edges are if they run in opposite directions, and if they run
 * in the same direction. */
static double gap_against(const wmi_area_edge *e, const wmi_area_edge *f)
{
    double p = wmi_vec3_distance(e->a, f->b), q = wmi_vec3_distance(e->b, f->a);
    return p > q ? p : q;
}

static double gap_along(const wmi_area_edge *e, const wmi_area_edge *f)
{
    double p = wmi_vec3_distance(e->a, f->a), q = wmi_vec3_distance(e->b, f->b);
    return p > q ? p : q;
}

typedef struct best {
    uint32_t edge;
    double gap;
} best;

/* The nearer edge wins; if equal, the one that leads back, then the first. */
static void keep_best(const wmi_area *area, const wmi_area_edge *e, uint32_t at, double gap,
                      best *b)
{
    if (b->edge != WM_NO_INDEX) {
        bool back = area->edges[at].transition == e->room;
        bool had_back = area->edges[b->edge].transition == e->room;
        if (gap > b->gap ||
            (gap == b->gap && (back < had_back || (back == had_back && at > b->edge))))
            return;
    }
    *b = (best){at, gap};
}

static void match_edge(wmi_area *area, const wmi_boxes *boxes, wmi_area_edge *e)
{
    bool leads = wmi_leads_somewhere(area, e);
    double half = wmi_vec3_distance(e->a, e->b) / 2;
    double reach = leads ? area->reach : area->tolerance;
    best target = {WM_NO_INDEX, 0}, any = {WM_NO_INDEX, 0}, third = {WM_NO_INDEX, 0};
    wmi_boxes_walk walk;
    /* Any edge that meets e has an end near e->a. */
    wmi_boxes_start(&walk, boxes, wmi_box_grown((wmi_box){e->a, e->a}, (float)reach), CANDIDATES);
    for (uint32_t at; (at = wmi_boxes_next(&walk)) != WM_NO_INDEX;) {
        const wmi_area_edge *f = &area->edges[at];
        if (f->room == e->room)
            continue;
        double gap = gap_against(e, f);
        if (gap <= reach && gap < half) {
            if (leads && f->room == e->transition)
                keep_best(area, e, at, gap, &target);
            if (gap <= area->tolerance)
                keep_best(area, e, at, gap, &any);
        } else if (gap_along(e, f) <= area->tolerance && half > area->tolerance &&
                   at < e->same_way) {
            e->same_way = at;
        }
    }
    best chosen = target;
    if (target.edge == WM_NO_INDEX || (target.gap > area->tolerance && any.edge != WM_NO_INDEX))
        chosen = any;
    e->partner = chosen.edge;
    e->gap = chosen.gap;
    if (any.edge == WM_NO_INDEX)
        return;
    wmi_boxes_start(&walk, boxes, wmi_box_grown((wmi_box){e->a, e->a}, (float)area->tolerance),
                    CANDIDATES);
    for (uint32_t at; (at = wmi_boxes_next(&walk)) != WM_NO_INDEX;) {
        const wmi_area_edge *f = &area->edges[at];
        double gap = gap_against(e, f);
        if (f->room != e->room && f->room != area->edges[chosen.edge].room &&
            gap <= area->tolerance && gap < half)
            keep_best(area, e, at, gap, &third);
    }
    e->rival = third.edge;
}

/* The fraction of e that f covers if both lie on one line and run in opposite directions,
 * else 0. The line is that of the longer edge. */
static double covered_part(const wmi_area_edge *e, const wmi_area_edge *f, double tolerance)
{
    wmi_vec a = wmi_vec_of(e->a), b = wmi_vec_of(e->b), c = wmi_vec_of(f->a), d = wmi_vec_of(f->b);
    wmi_vec along = wmi_sub(b, a);
    double length = wmi_length(along), other = wmi_length(wmi_sub(d, c));
    if (!(length > tolerance) || !(other > tolerance))
        return 0;
    bool swap = other > length;
    wmi_vec from = swap ? c : a, ruler = swap ? wmi_sub(d, c) : along;
    double size = swap ? other : length;
    if (wmi_length(wmi_cross(wmi_sub(swap ? a : c, from), ruler)) / size > tolerance ||
        wmi_length(wmi_cross(wmi_sub(swap ? b : d, from), ruler)) / size > tolerance)
        return 0;
    double start = wmi_dot(wmi_sub(d, a), along) / (length * length);
    double end = wmi_dot(wmi_sub(c, a), along) / (length * length);
    start = start > 0 ? start : 0;
    end = end < 1 ? end : 1;
    return (end - start) * length > tolerance ? end - start : 0;
}

/* For an edge whose partner is divided differently. *budget limits the work of all such
 * searches together, so that many long edges cannot stall the program. */
static void match_parts(wmi_area *area, const wmi_boxes *boxes, wmi_area_edge *e, uint64_t *budget)
{
    wmi_boxes_walk walk;
    double best_part = 0;
    wmi_box box = wmi_box_grown(wmi_box_of(e->a, e->b), (float)area->tolerance);
    uint32_t most = *budget < UINT32_MAX ? (uint32_t)*budget : UINT32_MAX;
    wmi_boxes_start(&walk, boxes, box, most);
    for (uint32_t at; (at = wmi_boxes_next(&walk)) != WM_NO_INDEX;) {
        const wmi_area_edge *f = &area->edges[at];
        double part = f->room == e->transition ? covered_part(e, f, area->tolerance) : 0;
        e->covered += part;
        if (part > best_part) {
            best_part = part;
            e->along = at;
        }
    }
    *budget -= most - walk.left;
}

wm_status wmi_area_match(wmi_area *area, wm_error *error)
{
    wmi_arena scratch;
    wmi_boxes boxes;
    uint32_t n = area->edge_count;
    uint64_t budget = (uint64_t)n * 32 + (1u << 22);
    wmi_arena_init(&scratch, &area->arena.allocator, 0);
    wmi_box *input = wmi_arena_raw(&scratch, n, sizeof *input);
    if (!input) {
        wm_status status = wmi_arena_fail(&scratch, error, "");
        wmi_arena_free(&scratch);
        return status;
    }
    for (uint32_t i = 0; i < n; i++)
        input[i] = wmi_box_of(area->edges[i].a, area->edges[i].b);
    wm_status status = wmi_boxes_build(&boxes, input, n, &scratch, error);
    for (uint32_t i = 0; i < n && status == WM_OK; i++) {
        wmi_area_edge *e = &area->edges[i];
        match_edge(area, &boxes, e);
        if (e->partner == WM_NO_INDEX && wmi_leads_somewhere(area, e))
            match_parts(area, &boxes, e, &budget);
        area->cut_short = budget == 0;
    }
    wmi_arena_free(&scratch);
    return status;
}
