/* Welds seams. End points that belong together form clusters across rooms, and each cluster
 * moves to the position most of its members already have. A vertex is identified by its room
 * and position, so duplicate vertices move together. docs/areas.md, "What fix does". */
#include "area/fix.h"
#include "base/search.h"
#include "base/sort.h"
#include "base/union_find.h"

/* One end of an edge of a certain seam. */
typedef struct end {
    wm_vec3 at;
    uint32_t room, place; /* place: index among the 2 * n edge ends */
    uint32_t node;
} end;

/* All edge ends of a room that share a position. */
typedef struct node {
    wm_vec3 from, to;
    uint32_t room;
    bool blocked; /* its cluster cannot be moved together */
} node;

typedef struct welder {
    wmi_fixer *f;
    end *ends;
    uint32_t end_count;
    node *nodes;
    uint32_t node_count;
    uint32_t *node_of; /* by edge end: [2 * edge + which] */
    uint32_t *cluster; /* parents of the nodes, for union-find */
    uint32_t *order;   /* nodes by cluster */
} welder;

static int by_room_and_place(const void *a, const void *b)
{
    const end *x = a, *y = b;
    if (x->room != y->room)
        return x->room < y->room ? -1 : 1;
    int order = memcmp(&x->at, &y->at, sizeof x->at); /* any order will do */
    return order ? order : x->place < y->place ? -1 : x->place > y->place;
}

static bool list_ends(welder *w, wm_error *error)
{
    const wmi_area *area = w->f->area;
    wmi_arena *scratch = &w->f->scratch;
    size_t count = 0;
    for (uint32_t i = 0; i < area->edge_count; i++)
        count += w->f->sure[i] && w->f->sure[area->edges[i].partner] ? 2 : 0;
    w->ends = wmi_arena_raw(scratch, count, sizeof *w->ends);
    w->nodes = wmi_arena_raw(scratch, count, sizeof *w->nodes);
    w->cluster = wmi_arena_raw(scratch, count, sizeof *w->cluster);
    w->order = wmi_arena_raw(scratch, count, sizeof *w->order);
    w->node_of = wmi_arena_raw(scratch, (size_t)area->edge_count * 2, sizeof *w->node_of);
    if (!w->ends || !w->nodes || !w->cluster || !w->order || !w->node_of) {
        wmi_arena_fail(scratch, error, "seams");
        return false;
    }
    for (uint32_t i = 0; i < area->edge_count; i++) {
        const wmi_area_edge *e = &area->edges[i];
        if (!w->f->sure[i] || !w->f->sure[e->partner])
            continue;
        w->ends[w->end_count++] = (end){e->a, e->room, 2 * i, 0};
        w->ends[w->end_count++] = (end){e->b, e->room, 2 * i + 1, 0};
    }
    if (w->end_count)
        wmi_sort(w->ends, w->end_count, sizeof *w->ends, by_room_and_place);
    for (uint32_t i = 0; i < w->end_count; i++) {
        const end *e = &w->ends[i], *last = i ? e - 1 : NULL;
        if (!last || last->room != e->room || !wmi_same_bits(last->at, e->at)) {
            w->nodes[w->node_count] = (node){e->at, e->at, e->room, false};
            w->node_count++;
        }
        w->node_of[e->place] = w->node_count - 1;
    }
    return true;
}

static void join_seams(welder *w)
{
    const wmi_area *area = w->f->area;
    wmi_union_init(w->cluster, w->node_count);
    for (uint32_t i = 0; i < area->edge_count; i++) {
        uint32_t partner = area->edges[i].partner;
        if (!w->f->sure[i] || !w->f->sure[partner])
            continue;
        wmi_union_join(w->cluster, w->node_of[2 * i], w->node_of[2 * partner + 1]);
        wmi_union_join(w->cluster, w->node_of[2 * i + 1], w->node_of[2 * partner]);
    }
}

/* Stable counting sort of nodes by cluster, so that order holds each cluster's nodes together. */
static wm_status sort_by_cluster(welder *w, wm_error *error)
{
    uint32_t *start = wmi_arena_new(&w->f->scratch, (size_t)w->node_count + 1, sizeof *start);
    if (!start)
        return wmi_arena_fail(&w->f->scratch, error, "seams");
    for (uint32_t i = 0; i < w->node_count; i++)
        start[wmi_union_root(w->cluster, i) + 1]++;
    for (uint32_t i = 0; i < w->node_count; i++)
        start[i + 1] += start[i];
    for (uint32_t i = 0; i < w->node_count; i++)
        w->order[start[wmi_union_root(w->cluster, i)]++] = i;
    return WM_OK;
}

/* Decides where the nodes order[0 .. n) meet: where most of them are; in a tie, the position
 * of the lowest room. A cluster is as large as the number of rooms that meet at a point.
 * Larger ones come from hostile files and are left unchanged. */
static void settle(welder *w, const uint32_t *order, uint32_t n)
{
    enum { MOST = 64 };
    uint32_t best = 0, best_votes = 0;
    bool blocked = n > MOST;
    for (uint32_t i = 0; i < n && !blocked; i++) {
        uint32_t votes = 0;
        for (uint32_t k = 0; k < n; k++) {
            votes += wmi_same_bits(w->nodes[order[i]].from, w->nodes[order[k]].from);
            /* Two corners of one room must not merge. */
            blocked |= k != i && w->nodes[order[i]].room == w->nodes[order[k]].room;
        }
        if (votes > best_votes) {
            best = order[i];
            best_votes = votes;
        }
    }
    for (uint32_t i = 0; i < n && !blocked; i++)
        blocked =
            wmi_vec3_distance(w->nodes[order[i]].from, w->nodes[best].from) > w->f->area->tolerance;
    for (uint32_t i = 0; i < n; i++) {
        w->nodes[order[i]].blocked = blocked;
        if (!blocked)
            w->nodes[order[i]].to = w->nodes[best].from;
    }
}

static void settle_all(welder *w)
{
    for (uint32_t first = 0, i = 1; i <= w->node_count; i++)
        if (i == w->node_count || wmi_union_root(w->cluster, w->order[i]) !=
                                      wmi_union_root(w->cluster, w->order[first])) {
            settle(w, w->order + first, i - first);
            first = i;
        }
}

static void list_changes(welder *w)
{
    const wmi_area *area = w->f->area;
    for (uint32_t i = 0; i < area->edge_count; i++) {
        const wmi_area_edge *e = &area->edges[i];
        if (!w->f->sure[i] || !w->f->sure[e->partner])
            continue;
        const node *a = &w->nodes[w->node_of[2 * i]], *b = &w->nodes[w->node_of[2 * i + 1]];
        const wmi_area_edge *p = &area->edges[e->partner];
        bool exact = wmi_same_bits(e->a, p->b) && wmi_same_bits(e->b, p->a);
        bool moved = !wmi_same_bits(a->from, a->to) || !wmi_same_bits(b->from, b->to);
        bool kept = !exact && (a->blocked || b->blocked) && i < e->partner;
        if (!moved && !kept)
            continue;
        wm_kotor_room_change *change = wmi_fix_add(
            w->f,
            moved ? WM_KOTOR_ROOM_CHANGE_KIND_SEAM_WELDED : WM_KOTOR_ROOM_CHANGE_KIND_SEAM_KEPT, e);
        double da = wmi_vec3_distance(a->from, a->to), db = wmi_vec3_distance(b->from, b->to);
        change->other = p->room;
        change->other_edge = p->edge;
        change->from = change->to = p->room;
        change->distance = moved ? (da > db ? da : db) : e->gap;
        change->a = a->to;
        change->b = b->to;
    }
}

/* The node with this position among those of one room, which are sorted. */
static const node *find(const node *nodes, uint32_t count, wm_vec3 at)
{
    wmi_search search = {.high = count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, memcmp(&nodes[search.at].from, &at, sizeof at) < 0);
    uint32_t low = search.low;
    return low < count && wmi_same_bits(nodes[low].from, at) ? &nodes[low] : NULL;
}

static wm_status move_vertices(welder *w, wm_error *error)
{
    wm_status status = WM_OK;
    for (uint32_t first = 0, i = 1; i <= w->node_count && status == WM_OK; i++) {
        if (i < w->node_count && w->nodes[i].room == w->nodes[first].room)
            continue;
        uint32_t room = w->nodes[first].room;
        const wm_kotor_bwm *b = w->f->walkmeshes[room];
        wm_kotor_bwm *draft = NULL;
        wm_kotor_bwm_rebuild_opts opts = {.surfaces = w->f->area->surfaces};
        for (uint32_t v = 0; v < b->vertex_count; v++) {
            const node *n = find(w->nodes + first, i - first, b->vertices[v]);
            if (!n || wmi_same_bits(n->from, n->to))
                continue;
            draft = wmi_fix_draft(w->f, room, error);
            if (!draft)
                return WM_NO_MEMORY;
            draft->vertices[v] = n->to;
        }
        if (draft)
            status = wmi_bwm_rebuild(draft, &opts, NULL, error);
        first = i;
    }
    return status;
}

wm_status wmi_fix_weld(wmi_fixer *fixer, wm_error *error)
{
    welder w = {.f = fixer};
    if (!list_ends(&w, error))
        return WM_NO_MEMORY;
    join_seams(&w);
    wm_status status = sort_by_cluster(&w, error);
    if (status != WM_OK)
        return status;
    settle_all(&w);
    list_changes(&w);
    return move_vertices(&w, error);
}
