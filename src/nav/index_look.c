/* What each corner of a path index sees. A cone of sight spreads from the corner face by
 * face. In each face it leaves an entry with its two rims, which are lines from the corner
 * through vertices. Across a fold the corner and the rims are mirrored. */
#include "base/search.h"
#include "base/sort.h"
#include "base/words.h"
#include "nav/index.h"

typedef struct glance {
    wmi_view view;
    uint32_t edge;
    uint32_t place, left, right; /* points: the root, and one on each rim */
} glance;

/* An entry before the entries are sorted by face. */
typedef struct sighting {
    uint32_t face;
    wmi_index_entry entry;
} sighting;

typedef struct looker {
    wm_path_index *index;
    const wmi_walk *walk;
    const wm_allocator *allocator;
    wmi_index_links *links;
    glance *stack;
    size_t depth, stack_capacity;
    sighting *sightings;
    size_t sighting_count, sighting_capacity;
    wmi_point *extras;
    size_t extra_count, extra_capacity;
    wmi_index_hinge *hinges;
    double *hinge_lengths;
    size_t hinge_count, hinge_capacity, length_capacity;
    uint32_t *seen_by; /* per face: the corner that was entered last, */
    uint32_t *seen_at; /* and the index of its sighting */
    uint32_t corner;
    uint32_t budget; /* looks across folds left for this corner */
    uint64_t steps;  /* of all corners: faces looked into, and four for each link */
    uint64_t limit;
    bool too_much, out_of_memory;
} looker;

static bool is_spent(const looker *l)
{
    return l->steps > wmi_index_most_looks(l->walk->count);
}

static wmi_point point(const looker *l, uint32_t id)
{
    const wm_walkmesh *m = l->index->mesh;
    if (id >= m->vertex_count)
        return l->extras[id - m->vertex_count];
    return (wmi_point){(double)m->vertices[id].x, (double)m->vertices[id].y};
}

static uint32_t add_point(looker *l, wmi_point p)
{
    void *extras = l->extras;
    uint32_t first = l->index->mesh->vertex_count;
    if (l->extra_count && wmi_same(l->extras[l->extra_count - 1], p))
        return first + (uint32_t)l->extra_count - 1;
    if (first + l->extra_count >= WM_NO_INDEX - 1 ||
        !wmi_grow(l->allocator, &extras, &l->extra_capacity, l->extra_count + 1,
                  sizeof *l->extras)) {
        l->out_of_memory = true;
        return 0;
    }
    l->extras = extras;
    l->extras[l->extra_count] = p;
    return first + (uint32_t)l->extra_count++;
}

/* Records that the corner sees a face: through the visible part of an edge, or because the
 * face is one of the corner's own. */
static void sight(looker *l, uint32_t face, const glance *g)
{
    const wmi_walk_face *f = &l->walk->faces[face];
    wmi_index_entry e = {l->corner, g->place, g->left, g->right}, *old = NULL;
    wmi_point root = point(l, e.place);
    if (f->flags & WMI_WALK_FLAT)
        return; /* paths do not begin inside it */
    if (l->seen_by[face] == l->corner) {
        old = &l->sightings[l->seen_at[face]].entry;
        if (!wmi_same(point(l, old->place), root))
            old = NULL;
        else if (old->left == WM_NO_INDEX)
            return;
    }
    /* Adjacent cones are merged; the rim between them is bitwise equal. */
    if (old && wmi_same(point(l, old->left), point(l, e.right)))
        e.right = old->right;
    else if (old && wmi_same(point(l, old->right), point(l, e.left)))
        e.left = old->left;
    else
        old = NULL;
    bool whole = true;
    for (uint32_t k = 0; k < 3; k++)
        whole =
            whole && wmi_index_in_cone(root, point(l, e.left), point(l, e.right), wmi_corner(f, k));
    if (whole)
        e.left = e.right = WM_NO_INDEX;
    if (old) {
        *old = e;
        return;
    }
    void *list = l->sightings;
    l->too_much |= (l->sighting_count + 1) * sizeof *l->sightings > l->limit;
    if (l->too_much || !wmi_grow(l->allocator, &list, &l->sighting_capacity, l->sighting_count + 1,
                                 sizeof *l->sightings)) {
        l->out_of_memory = true;
        return;
    }
    l->sightings = list;
    l->seen_by[face] = l->corner;
    l->seen_at[face] = (uint32_t)l->sighting_count;
    l->sightings[l->sighting_count++] = (sighting){face, e};
}

static void add_hinge(looker *l, wmi_index_hinge hinge, double length)
{
    void *hinges = l->hinges, *lengths = l->hinge_lengths;
    bool good =
        wmi_grow(l->allocator, &hinges, &l->hinge_capacity, l->hinge_count + 1, sizeof *l->hinges);
    l->hinges = hinges;
    good = good &&
           wmi_grow(l->allocator, &lengths, &l->length_capacity, l->hinge_count + 1, sizeof length);
    l->hinge_lengths = lengths;
    if (!good) {
        l->out_of_memory = true;
        return;
    }
    l->hinges[l->hinge_count] = hinge;
    l->hinge_lengths[l->hinge_count++] = length;
}

/* The corner sees corner k of a face. Adds a link if a path can bend at both. */
static void link(looker *l, uint32_t face, uint32_t k, uint32_t place)
{
    uint32_t to = l->index->corner_of[3 * face + k];
    const wmi_index_corner *a = &l->index->corners[l->corner], *b;
    if (to == WM_NO_INDEX || to == l->corner)
        return;
    b = &l->index->corners[to];
    wmi_point root = point(l, place), at = wmi_corner(&l->walk->faces[face], k);
    bool plain = wmi_same(root, a->at);
    if ((plain && !wmi_index_touches(a, at)) || !wmi_index_touches(b, root))
        return;
    double length = wmi_distance(root, at);
    if (!plain)
        add_hinge(l, (wmi_index_hinge){to, l->corner, face, place}, length);
    void *list = l->links->list;
    if (!wmi_grow(l->allocator, &list, &l->links->capacity, l->links->count + 1,
                  sizeof *l->links->list)) {
        l->out_of_memory = true;
        return;
    }
    l->steps += 4;
    l->links->list = list;
    l->links->list[l->links->count++] = (wmi_index_link){l->corner, to, length};
}

static void go_on(looker *l, const glance *from, const wmi_walk_face *f, uint32_t k, wmi_view view,
                  uint32_t left, uint32_t right)
{
    if (f->to[k] == WM_NO_INDEX || !(wmi_turn(view.root, view.right, view.left) > 0))
        return;
    glance g = {wmi_view_across(f, k, view), f->to[k], from->place, left, right};
    if (f->flags >> k & WMI_WALK_FOLD) {
        wmi_point a = wmi_corner(f, k), b = wmi_corner(f, (k + 1) % 3);
        g.place = add_point(l, g.view.root);
        g.left = add_point(l, wmi_mirror(point(l, right), a, b));
        g.right = add_point(l, wmi_mirror(point(l, left), a, b));
    }
    /* Between folds a look may go back and forth almost endlessly. */
    bool folded = g.place >= l->index->mesh->vertex_count;
    if (folded && l->budget == 0) {
        l->index->served[l->walk->region[from->edge / 3]] = 0;
        l->depth = 0;
        return;
    }
    l->budget -= folded;
    void *stack = l->stack;
    if (!wmi_grow(l->allocator, &stack, &l->stack_capacity, l->depth + 1, sizeof *l->stack)) {
        l->out_of_memory = true;
        return;
    }
    l->stack = stack;
    l->stack[l->depth++] = g;
}

static uint32_t vertex_of(const looker *l, const wmi_walk_face *f, uint32_t k)
{
    return l->index->mesh->faces[f->face].vertex[k];
}

/* Keeps the part of a look on one side of the line to `rim`. Returns false if nothing is
 * left. */
static bool keep_side(looker *l, glance *g, wmi_point rim, bool right_of_it)
{
    uint32_t cut;
    if (!wmi_view_keep(&g->view, rim, right_of_it, &cut))
        return false;
    if (cut & 1)
        g->left = add_point(l, rim);
    else if (cut)
        g->right = add_point(l, rim);
    return true;
}

static void look_over(looker *l, const glance *g, const wmi_walk_face *f, uint32_t k)
{
    sight(l, g->edge / 3, g);
    go_on(l, g, f, k, g->view, g->left, g->right);
}

/* On the line of a face without area: is p between two of its corners? */
static bool is_between(wmi_point a, wmi_point b, wmi_point p)
{
    return (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y) < 0;
}

/* The corner lies on an edge, across a face without area, and looks into the face beyond.
 * It sees all of that face, folded or not. */
static void look_from_edge(looker *l, uint32_t edge)
{
    const wmi_index_corner *c = &l->index->corners[l->corner];
    uint64_t end = l->steps + l->walk->count;
    for (; edge != WM_NO_INDEX && l->steps <= end && !is_spent(l); l->steps++) {
        wmi_entry e = wmi_enter(l->walk, edge);
        uint32_t p = vertex_of(l, e.f, e.p), q = vertex_of(l, e.f, e.q),
                 apex = vertex_of(l, e.f, e.c);
        glance g = {{c->at, e.at_p, e.at_q, 3}, edge, c->vertex, p, q};
        link(l, e.face, e.c, c->vertex);
        if (!(e.f->flags & WMI_WALK_FLAT)) {
            sight(l, e.face, &g);
            go_on(l, &g, e.f, e.pc, (wmi_view){c->at, e.at_p, e.at_c, 3}, p, apex);
            go_on(l, &g, e.f, e.cq, (wmi_view){c->at, e.at_c, e.at_q, 3}, apex, q);
            return;
        }
        edge = is_between(e.at_p, e.at_c, c->at)   ? e.f->to[e.pc]
               : is_between(e.at_c, e.at_q, c->at) ? e.f->to[e.cq]
                                                   : WM_NO_INDEX;
    }
}

/* Looks through a face of the corner's own fan, across the opposite edge. Directions from
 * which no path bends at the corner are cut out: they lie between the continuations of the
 * borders. */
static void look_near(looker *l, uint32_t face, uint32_t k)
{
    const wmi_index_corner *c = &l->index->corners[l->corner];
    const wmi_walk_face *f = &l->walk->faces[face];
    uint32_t i = (k + 1) % 3, j = (k + 2) % 3, left = wmi_walk_left(f, i),
             right = wmi_walk_right(f, i);
    glance g = {{c->at, wmi_corner(f, left), wmi_corner(f, right), 3},
                3 * face + i,
                c->vertex,
                vertex_of(l, f, left),
                vertex_of(l, f, right)};
    link(l, face, i, c->vertex);
    link(l, face, j, c->vertex);
    if (f->flags & WMI_WALK_FLAT) {
        if (is_between(g.view.left, g.view.right, c->at))
            look_from_edge(l, f->to[i]);
        return;
    }
    wmi_point last = {c->at.x - c->last.x, c->at.y - c->last.y};
    wmi_point first = {c->at.x - c->first.x, c->at.y - c->first.y};
    bool any = wmi_same(c->first, c->last);
    if (any ||
        (wmi_turn(c->at, last, g.view.left) <= 0 && wmi_turn(c->at, last, g.view.right) <= 0) ||
        (wmi_turn(c->at, first, g.view.left) >= 0 && wmi_turn(c->at, first, g.view.right) >= 0)) {
        look_over(l, &g, f, i);
        return;
    }
    glance one = g, two = g;
    if (keep_side(l, &one, last, true))
        look_over(l, &one, f, i);
    if (keep_side(l, &two, first, false))
        look_over(l, &two, f, i);
}

static void look_far(looker *l)
{
    for (; l->depth && !l->out_of_memory && !is_spent(l); l->steps++) {
        glance g = l->stack[--l->depth];
        wmi_entry e = wmi_enter(l->walk, g.edge);
        wmi_seen seen = wmi_see(&e, &g.view);
        uint32_t apex = vertex_of(l, e.f, e.c);
        sight(l, e.face, &g);
        if (seen.apex)
            link(l, e.face, e.c, g.place);
        if (seen.pc)
            go_on(l, &g, e.f, e.pc, seen.over_pc, g.left, seen.over_pc.ends & 2 ? apex : g.right);
        if (seen.cq)
            go_on(l, &g, e.f, e.cq, seen.over_cq, seen.over_cq.ends & 1 ? apex : g.left, g.right);
    }
}

static void look_from(looker *l, uint32_t face, uint32_t k)
{
    wmi_walk_turn t = {face, k, k}, from;
    wmi_index_to_rim(l->walk, &t);
    from = t;
    l->budget = 8 * l->walk->count + 1000;
    do
        look_near(l, t.face, t.corner);
    while (wmi_walk_step(l->walk, &t) && !(t.face == from.face && t.corner == from.corner));
    look_far(l);
    l->depth = 0;
}

/* ---- storing ----------------------------------------------------------- */

wmi_index_hinge *wmi_index_find_hinge(const wm_path_index *x, uint32_t from, uint32_t to)
{
    wmi_search search = {.high = x->hinge_count};
    while (wmi_search_next(&search)) {
        const wmi_index_hinge *h = &x->hinges[search.at];
        wmi_search_narrow(&search, h->from < from || (h->from == from && h->to < to));
    }
    uint32_t low = search.low;
    bool found = low < x->hinge_count && x->hinges[low].from == from && x->hinges[low].to == to;
    return found ? &x->hinges[low] : NULL;
}

static bool is_served(const looker *l, const sighting *s)
{
    return l->index->served[l->walk->region[s->face]];
}

/* Sorts the sightings by face and stores them in the index. */
static bool store_entries(looker *l)
{
    wm_path_index *x = l->index;
    uint32_t n = l->walk->count, count = 0;
    for (size_t i = 0; i < l->sighting_count; i++)
        count += is_served(l, &l->sightings[i]);
    x->entry_first = wmi_arena_new(&x->arena, (size_t)n + 1, sizeof *x->entry_first);
    x->entries = wmi_arena_raw(&x->arena, count, sizeof *x->entries);
    if (!x->entry_first || !x->entries)
        return false;
    for (size_t i = 0; i < l->sighting_count; i++)
        if (is_served(l, &l->sightings[i]))
            x->entry_first[l->sightings[i].face + 1]++;
    for (uint32_t f = 0; f < n; f++)
        x->entry_first[f + 1] += x->entry_first[f];
    for (size_t i = l->sighting_count; i-- > 0;)
        if (is_served(l, &l->sightings[i]))
            x->entries[--x->entry_first[l->sightings[i].face + 1]] = l->sightings[i].entry;
    /* Each start has moved down to its own position: shift the array back by one. */
    for (uint32_t f = 0; f < n; f++)
        x->entry_first[f] = x->entry_first[f + 1];
    x->entry_first[n] = count;
    return true;
}

static bool store_points(looker *l)
{
    wm_path_index *x = l->index;
    if (!wmi_index_make_points(x, (uint32_t)l->extra_count))
        return false;
    if (l->extra_count)
        memcpy(x->points + x->mesh->vertex_count, l->extras, l->extra_count * sizeof *l->extras);
    return true;
}

/* If two corners see each other without a fold in between, that is the shorter way: no way
 * across folds is shorter than the straight distance in plan view. */
static void drop_hinges(const looker *l)
{
    wm_path_index *x = l->index;
    uint32_t kept = 0;
    for (size_t i = 0; x->hinge_count && i < l->links->count; i++) {
        const wmi_index_link *k = &l->links->list[i];
        if (k->length > wmi_distance(x->corners[k->from].at, x->corners[k->to].at))
            continue;
        wmi_index_hinge *there = wmi_index_find_hinge(x, k->from, k->to);
        wmi_index_hinge *back = wmi_index_find_hinge(x, k->to, k->from);
        if (there)
            there->face = WM_NO_INDEX;
        if (back)
            back->face = WM_NO_INDEX;
    }
    for (uint32_t i = 0; i < x->hinge_count; i++)
        if (x->hinges[i].face != WM_NO_INDEX)
            x->hinges[kept++] = x->hinges[i];
    x->hinge_count = kept;
}

static bool same_corners(const wmi_index_hinge *a, const wmi_index_hinge *b)
{
    return a->from == b->from && a->to == b->to;
}

/* Sorts the hinges and keeps the shortest one of each pair of corners. */
static bool store_hinges(looker *l)
{
    wm_path_index *x = l->index;
    size_t n = l->hinge_count, kept = 0;
    if (n >= UINT32_MAX)
        return false;
    uint64_t *order = wmi_arena_raw(&x->arena, 2 * n, sizeof *order);
    x->hinges = wmi_arena_raw(&x->arena, n, sizeof *x->hinges);
    if (!order || !x->hinges)
        return false;
    /* Sorts by `to`, then stably by `from`. */
    for (size_t i = 0; i < n; i++)
        order[i] = (uint64_t)l->hinges[i].to << 32 | i;
    wmi_sort_high(order, order + n, n);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint64_t)l->hinges[(uint32_t)order[i]].from << 32 | (uint32_t)order[i];
    wmi_sort_high(order, order + n, n);
    double best = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t at = (uint32_t)order[i];
        bool again = kept && same_corners(&x->hinges[kept - 1], &l->hinges[at]);
        if (again && l->hinge_lengths[at] >= best)
            continue;
        best = l->hinge_lengths[at];
        x->hinges[again ? kept - 1 : kept] = l->hinges[at];
        kept += !again;
    }
    x->hinge_count = (uint32_t)kept;
    drop_hinges(l);
    return true;
}

wm_status wmi_index_look_around(wm_path_index *index, const wmi_walk *walk, wmi_index_links *links,
                                uint64_t limit, wm_error *error)
{
    looker l = {.index = index, .walk = walk, .links = links, .limit = limit};
    l.allocator = &index->arena.allocator;
    l.seen_by = l.allocator->resize(l.allocator->user, NULL, 0, ((size_t)walk->count + 1) * 8);
    l.out_of_memory = !l.seen_by;
    if (l.seen_by) {
        memset(l.seen_by, 0xFF, ((size_t)walk->count + 1) * 4);
        l.seen_at = l.seen_by + walk->count + 1;
    }
    for (uint32_t face = 0; face < walk->count && !l.out_of_memory; face++)
        for (uint32_t k = 0; k < 3; k++) {
            l.corner = index->corner_of[3 * face + k];
            if (l.corner == WM_NO_INDEX || index->corners[l.corner].face != face ||
                !index->served[walk->region[face]])
                continue;
            if (!is_spent(&l))
                look_from(&l, face, k);
            if (is_spent(&l))
                index->served[walk->region[face]] = 0;
        }
    bool good = !l.out_of_memory && l.sighting_count < UINT32_MAX && store_entries(&l) &&
                store_points(&l) && store_hinges(&l);
    wmi_release(l.allocator, l.stack, l.stack_capacity, sizeof *l.stack);
    wmi_release(l.allocator, l.sightings, l.sighting_capacity, sizeof *l.sightings);
    wmi_release(l.allocator, l.extras, l.extra_capacity, sizeof *l.extras);
    wmi_release(l.allocator, l.hinges, l.hinge_capacity, sizeof *l.hinges);
    wmi_release(l.allocator, l.hinge_lengths, l.length_capacity, sizeof *l.hinge_lengths);
    wmi_release(l.allocator, l.seen_by, (size_t)walk->count + 1, 8);
    if (l.too_much)
        return wmi_fail(error, WM_LIMIT, "index",
                        "the index needs more memory than the limit of %s bytes",
                        wmi_number(limit).text);
    return good ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "index", "out of memory");
}
