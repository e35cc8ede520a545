/* The check of an area: what keeps rooms from being crossed, and which rooms are cut off.
 * Every finding names the room, the edge, both end points and the fix. docs/areas.md */
#include <stdio.h>

#include "area/internal.h"

/* Welded by the game developers' tools; differences up to this are float noise. */
static const double loose = 0.001;

typedef struct checker {
    const wmi_area *area;
    wm_report *report;
} checker;

typedef struct edge_text {
    char text[160];
} edge_text;

static const char *name_of(const checker *c, uint32_t room)
{
    return c->area->pub.rooms[room].name;
}

/* "edge 19 (1.0000, 2.0000, 0.0000) to (3.0000, 2.0000, 0.0000)" */
static edge_text show(const wmi_area_edge *e)
{
    edge_text t;
    wmi_format(t.text, sizeof t.text, "edge %lu (%.4f, %.4f, %.4f) to (%.4f, %.4f, %.4f)",
               (ul)e->edge, (double)e->a.x, (double)e->a.y, (double)e->a.z, (double)e->b.x,
               (double)e->b.y, (double)e->b.z);
    return t;
}

static wmi_where at_edge(const checker *c, const wmi_area_edge *e)
{
    wmi_where where = wmi_at(WM_NO_OFFSET, "%.48s.edges[%lu]", name_of(c, e->room), (ul)e->slot);
    wmi_vec middle = wmi_scale(wmi_add(wmi_vec_of(e->a), wmi_vec_of(e->b)), 0.5);
    return wmi_placed(where, wmi_vec_float(middle));
}

/* The distance from a point to a box. */
static double box_distance(wmi_box box, wm_vec3 p)
{
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double v = (double)wmi_axis(p, axis), low = (double)wmi_axis(box.min, axis) - v;
        double high = v - (double)wmi_axis(box.max, axis);
        double d = low > 0 ? low : high > 0 ? high : 0;
        sum += d * d;
    }
    return sqrt(sum);
}

/* Suggests a target for a transition that leads nowhere: the room that touches, if any. */
static edge_text advice(const checker *c, const wmi_area_edge *e)
{
    edge_text t;
    if (e->partner == WM_NO_INDEX) {
        wmi_format(t.text, sizeof t.text, "no room touches it");
    } else {
        const wmi_area_edge *f = &c->area->edges[e->partner];
        wmi_format(t.text, sizeof t.text, "it touches edge %lu of room %lu (%.40s)", (ul)f->edge,
                   (ul)f->room, name_of(c, f->room));
    }
    return t;
}

/* Reports a transition with an invalid room index. Returns true if it was invalid. */
static bool check_target(checker *c, const wmi_area_edge *e)
{
    const wm_kotor_area *pub = &c->area->pub;
    uint32_t to = e->transition;
    edge_text edge = show(e), what = advice(c, e);
    if (to >= pub->room_count) {
        wmi_report(c->report, WM_AREA_TRANSITION_RANGE, at_edge(c, e),
                   "%s leads to room %lu, but the layout has only rooms 0 to %lu; %s", edge.text,
                   (ul)to, (ul)pub->room_count - 1, what.text);
    } else if (to == e->room) {
        wmi_report(c->report, WM_AREA_TRANSITION_SELF, at_edge(c, e),
                   "%s leads to its own room %lu; %s", edge.text, (ul)to, what.text);
    } else if (pub->rooms[to].placeholder) {
        wmi_report(c->report, WM_AREA_TRANSITION_PLACEHOLDER, at_edge(c, e),
                   "%s leads to room %lu, which is the empty slot '%.40s'; %s", edge.text, (ul)to,
                   pub->rooms[to].name, what.text);
    } else if (!pub->rooms[to].walkmesh) {
        wmi_report(c->report, WM_AREA_TRANSITION_NO_WALKMESH, at_edge(c, e),
                   "%s leads to room %lu (%.40s), which has no walkmesh; %s", edge.text, (ul)to,
                   pub->rooms[to].name, what.text);
    } else {
        return false;
    }
    return true;
}

/* A transition to a valid room where no edge of that room meets this one. */
static void check_unmatched(checker *c, const wmi_area_edge *e)
{
    const wm_kotor_area_room *to = &c->area->pub.rooms[e->transition];
    wm_vec3 middle = at_edge(c, e).place;
    edge_text edge = show(e);
    if (e->along != WM_NO_INDEX) {
        const wmi_area_edge *f = &c->area->edges[e->along];
        wmi_report(c->report, WM_AREA_SEAM_SPLIT, at_edge(c, e),
                   "%s leads to room %lu (%.40s), whose edges end at other points; they cover "
                   "%.0f%% of it, and the longest is %s%s",
                   edge.text, (ul)e->transition, to->name, 100 * (e->covered < 1 ? e->covered : 1),
                   show(f).text, f->transition == e->room ? "" : ", which does not lead back");
    } else if (e->same_way != WM_NO_INDEX && c->area->edges[e->same_way].room == e->transition) {
        wmi_report(c->report, WM_AREA_SEAM_DIRECTION, at_edge(c, e),
                   "%s and edge %lu of %.40s run the same way: one floor is upside down or lies on "
                   "the other",
                   edge.text, (ul)c->area->edges[e->same_way].edge, to->name);
    } else {
        double away = box_distance(c->area->room_box[e->transition], middle);
        wmi_report(c->report, WM_AREA_TRANSITION_FAR, at_edge(c, e),
                   "%s leads to room %lu (%.40s), which has no edge within %g m (its floor is at "
                   "least %.2f m away); no other room touches it",
                   edge.text, (ul)e->transition, to->name, c->area->reach, away);
    }
}

static void check_gap(checker *c, const wmi_area_edge *e, const wmi_area_edge *f)
{
    if (wmi_same_bits(e->a, f->b) && wmi_same_bits(e->b, f->a))
        return;
    /* -0 and 0 differ only in their bits. */
    if (e->gap == 0)
        return;
    wmi_report(c->report, e->gap <= loose ? WM_AREA_SEAM_LOOSE : WM_AREA_SEAM_GAP, at_edge(c, e),
               "%s misses %s of %.40s by %.6f m at its start and %.6f m at its end", show(e).text,
               show(f).text, name_of(c, f->room), wmi_vec3_distance(e->a, f->b),
               wmi_vec3_distance(e->b, f->a));
}

/* An edge with a transition to its partner. */
static void check_leading(checker *c, uint32_t at)
{
    const wmi_area_edge *e = &c->area->edges[at];
    if (check_target(c, e))
        return;
    if (e->partner == WM_NO_INDEX) {
        check_unmatched(c, e);
        return;
    }
    const wmi_area_edge *f = &c->area->edges[e->partner];
    if (f->room != e->transition) {
        wmi_report(c->report, WM_AREA_TRANSITION_WRONG_ROOM, at_edge(c, e),
                   "%s leads to room %lu (%.40s) but touches edge %lu of room %lu (%.40s)",
                   show(e).text, (ul)e->transition, name_of(c, e->transition), (ul)f->edge,
                   (ul)f->room, name_of(c, f->room));
        return;
    }
    if (f->transition == WM_NO_INDEX)
        wmi_report(c->report, WM_AREA_TRANSITION_ONE_SIDED, at_edge(c, f),
                   "%s has no transition, but edge %lu of room %lu (%.40s) leads here",
                   show(f).text, (ul)e->edge, (ul)e->room, name_of(c, e->room));
    /* One finding per gap: from the first side, or from the only side that leads across. */
    if (f->partner != at || f->transition != e->room || at < e->partner)
        check_gap(c, e, f);
}

/* An edge without a transition that meets another edge without one. */
static void check_bare(checker *c, uint32_t at)
{
    const wmi_area_edge *e = &c->area->edges[at];
    const wmi_area_edge *f = &c->area->edges[e->partner];
    if (f->transition != WM_NO_INDEX || (f->partner == at && e->partner < at))
        return;
    wmi_report(c->report, WM_AREA_TRANSITION_MISSING, at_edge(c, e),
               "%s meets edge %lu of room %lu (%.40s), and neither has a transition", show(e).text,
               (ul)f->edge, (ul)f->room, name_of(c, f->room));
    check_gap(c, e, f);
}

static void check_rival(checker *c, const wmi_area_edge *e)
{
    const wmi_area_edge *f = &c->area->edges[e->partner], *g = &c->area->edges[e->rival];
    wmi_report(c->report, WM_AREA_SEAM_AMBIGUOUS, at_edge(c, e),
               "%s meets both edge %lu of %.40s and edge %lu of %.40s", show(e).text, (ul)f->edge,
               name_of(c, f->room), (ul)g->edge, name_of(c, g->room));
}

static void check_edges(checker *c)
{
    for (uint32_t i = 0; i < c->area->edge_count; i++) {
        const wmi_area_edge *e = &c->area->edges[i];
        if (e->transition != WM_NO_INDEX)
            check_leading(c, i);
        else if (e->partner != WM_NO_INDEX)
            check_bare(c, i);
        if (e->partner != WM_NO_INDEX && e->rival != WM_NO_INDEX)
            check_rival(c, e);
    }
}

static void check_rooms(checker *c)
{
    for (uint32_t i = 0; i < c->area->pub.room_count; i++) {
        const wm_kotor_area_room *room = &c->area->pub.rooms[i];
        wmi_where where = wmi_at(WM_NO_OFFSET, "rooms[%lu]", (ul)i);
        if (!room->walkmesh && !room->placeholder && !room->duplicate)
            wmi_report(c->report, WM_AREA_ROOM_NO_WALKMESH, where,
                       "room %lu has no walkmesh: %.40s.wok is missing", (ul)i, room->name);
        wmi_box box = c->area->room_box[i];
        bool origin = room->position.x == 0 && room->position.y == 0 && room->position.z == 0;
        /* A room placed at the origin may have its model in world coordinates, as skies do. */
        if (box.min.x > box.max.x || !wmi_finite(room->position) || origin)
            continue;
        /* A model's origin may lie outside its floor, but not by over 100 m and twice its size. */
        double away = box_distance(box, room->position), size = wmi_vec3_distance(box.min, box.max);
        if (away > 100 && away > 2 * size)
            wmi_report(
                c->report, WM_AREA_ROOM_FAR, wmi_placed(where, room->position),
                "the layout places %.40s at (%.2f, %.2f, %.2f), but its floor is %.0f m away",
                room->name, (double)room->position.x, (double)room->position.y,
                (double)room->position.z, away);
    }
}

static void report_overlap(void *user, const wmi_overlap *o)
{
    checker *c = user;
    wmi_where where = wmi_at(WM_NO_OFFSET, "rooms[%lu]", (ul)o->room);
    wmi_report(c->report, WM_AREA_FLOORS_OVERLAP, wmi_placed(where, o->place),
               "the floors of room %lu (%.40s) and room %lu (%.40s) overlap by %.3f m2 around "
               "(%.3f, %.3f, %.3f)",
               (ul)o->room, name_of(c, o->room), (ul)o->other, name_of(c, o->other), o->area,
               (double)o->place.x, (double)o->place.y, (double)o->place.z);
}

/* One finding per cut-off component, naming as many rooms as fit. */
static void check_components(checker *c)
{
    const wm_kotor_area *pub = &c->area->pub;
    for (uint32_t k = 1; k < pub->component_count; k++) {
        char names[240] = "";
        size_t used = 0;
        uint32_t left = pub->components[k].rooms, first = WM_NO_INDEX;
        if (left == 0)
            continue; /* a side region of a room that is named elsewhere */
        for (uint32_t i = 0; i < pub->room_count && used < sizeof names - 64; i++)
            if (pub->rooms[i].component == k) {
                int n = wmi_format(names + used, sizeof names - used, "%s%.40s", used ? ", " : "",
                                   pub->rooms[i].name);
                used += n > 0 ? (size_t)n : 0;
                first = first == WM_NO_INDEX ? i : first;
                left--;
            }
        if (left)
            wmi_format(names + used, sizeof names - used, " and %lu more", (ul)left);
        wmi_report(c->report, WM_AREA_CUT_OFF, wmi_at(WM_NO_OFFSET, "rooms[%lu]", (ul)first),
                   "no path from the main part of the area to %s (%.2f m2 of floor)", names,
                   pub->components[k].walkable_m2);
    }
}

wm_status wm_kotor_area_check(const wm_kotor_area *area, const wm_check_opts *opts,
                              wm_report *report, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    uint32_t first = report->count;
    checker c = {wmi_area_of(area), report};
    check_rooms(&c);
    check_edges(&c);
    bool complete = true;
    wm_status status = wmi_area_overlaps(c.area, report_overlap, &c, &complete, error);
    if (status != WM_OK)
        return status;
    check_components(&c);
    if (!complete || c.area->cut_short)
        wmi_report(report, WM_AREA_CHECK_CUT_SHORT, wmi_nowhere(),
                   "edges or floors are too dense: not all of them were compared");
    return wmi_check_end(opts, report, first, false, error);
}
