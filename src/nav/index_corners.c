/* The corners of a path index, and what each of them sees. */
#include "nav/index.h"

/* The vertex at the other end of an edge that ends in `corner`. */
static uint32_t far_end(uint32_t corner, uint32_t edge)
{
    return edge == corner ? (corner + 1) % 3 : (corner + 2) % 3;
}

/* The edge at this corner that was not entered by. */
static uint32_t other_edge(wmi_walk_turn t)
{
    return t.edge == t.corner ? (t.corner + 2) % 3 : t.corner;
}

static wmi_point direction(const wmi_walk_face *f, uint32_t from, uint32_t to)
{
    return (wmi_point){(double)f->x[to] - (double)f->x[from], (double)f->y[to] - (double)f->y[from]};
}

/* Goes to one rim of the fan. False if it closes. */
static bool to_rim(const wmi_walk *walk, wmi_walk_turn *t)
{
    uint32_t face = t->face, corner = t->corner;
    for (wmi_walk_turn next = *t; wmi_walk_step(walk, &next);) {
        *t = next;
        if (t->face == face && t->corner == corner)
            return false;
    }
    return true;
}

static bool is_odd(const wmi_walk_face *f, uint32_t edge)
{
    return (f->flags & WMI_WALK_FLAT) || (f->flags >> edge & WMI_WALK_FOLD);
}

/* Numbers every corner of the fan and learns its borders. */
static void describe(wm_path_index *index, const wmi_walk *walk, uint32_t face, uint32_t corner,
                     uint32_t number)
{
    wmi_walk_turn t = {face, corner, corner};
    bool open = to_rim(walk, &t), odd = !open;
    const wmi_walk_face *f = &walk->faces[t.face];
    wmi_index_corner *c = &index->corners[number];
    *c = (wmi_index_corner){.at = wmi_corner(f, t.corner), .face = face};
    c->vertex = index->mesh->faces[f->face].vertex[t.corner];
    /* Turn round: the rim becomes the edge it was entered by. */
    uint32_t rim = open ? other_edge(t) : t.edge;
    wmi_walk_turn from = {t.face, t.corner, rim};
    wmi_point first = direction(f, t.corner, far_end(t.corner, rim)), last;
    bool ccw = (rim == t.corner) == !(f->flags & WMI_WALK_FLIPPED);
    t = from;
    double turn = 0;
    do {
        f = &walk->faces[t.face];
        uint32_t out = other_edge(t);
        turn += wmi_walk_angle(f, t.corner);
        index->corner_of[3 * t.face + t.corner] = number;
        odd |= is_odd(f, out);
        last = direction(f, t.corner, far_end(t.corner, out));
    } while (wmi_walk_step(walk, &t) && !(t.face == from.face && t.corner == from.corner));
    /* On a ramp that winds round the corner, directions do not tell turns apart. */
    if (!odd && turn < 6.28) {
        c->first = ccw ? first : last;
        c->last = ccw ? last : first;
    }
}

bool wmi_index_find_corners(wm_path_index *index, const wmi_walk *walk)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            most += walk->faces[i].flags >> k & WMI_WALK_TURN ? 1 : 0;
    index->corner_of = wmi_arena_raw(&index->arena, (size_t)walk->count * 3, sizeof *index->corner_of);
    index->corners = wmi_arena_raw(&index->arena, most, sizeof *index->corners);
    if (!index->corner_of || !index->corners)
        return false;
    memset(index->corner_of, 0xFF, (size_t)walk->count * 3 * sizeof *index->corner_of);
    for (uint32_t i = 0; i < walk->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            if (walk->faces[i].flags >> k & WMI_WALK_TURN &&
                !walk->region_odd[walk->region[i]] && index->corner_of[3 * i + k] == WM_NO_INDEX)
                describe(index, walk, i, k, index->corner_count++);
    return true;
}

/* ---- looking around ---------------------------------------------------- */

typedef struct glance {
    wmi_view view;
    uint32_t edge;
} glance;

/* An entry before they are sorted by face. */
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
    wmi_point *images;
    size_t image_count, image_capacity;
    uint32_t *seen_by; /* the corner that was last entered for each face, */
    uint32_t *seen_at; /* and as which sighting */
    uint32_t corner;
    uint64_t limit;
    bool too_much, out_of_memory;
} looker;

static void push(looker *l, uint32_t edge, wmi_view view)
{
    void *stack = l->stack;
    if (!wmi_grow(l->allocator, &stack, &l->stack_capacity, l->depth + 1, sizeof *l->stack)) {
        l->out_of_memory = true;
        return;
    }
    l->stack = stack;
    l->stack[l->depth++] = (glance){view, edge};
}

static uint32_t image_of(looker *l, wmi_point root)
{
    void *images = l->images;
    if (wmi_same(root, l->index->corners[l->corner].at))
        return WMI_INDEX_MAYBE;
    if (l->image_count && wmi_same(l->images[l->image_count - 1], root))
        return (uint32_t)l->image_count - 1;
    if (!wmi_grow(l->allocator, &images, &l->image_capacity, l->image_count + 1, sizeof *l->images)) {
        l->out_of_memory = true;
        return WMI_INDEX_MAYBE;
    }
    l->images = images;
    l->images[l->image_count] = root;
    return (uint32_t)l->image_count++;
}

static void sight(looker *l, uint32_t face, wmi_point root, bool whole)
{
    uint32_t image = image_of(l, root);
    if (image == WMI_INDEX_MAYBE) {
        image = whole ? WMI_INDEX_SURELY : WMI_INDEX_MAYBE;
        if (l->seen_by[face] == l->corner) {
            if (whole)
                l->sightings[l->seen_at[face]].entry.image = image;
            return;
        }
        l->seen_by[face] = l->corner;
        l->seen_at[face] = (uint32_t)l->sighting_count;
    }
    void *list = l->sightings;
    l->too_much |= (l->sighting_count + 1) * sizeof *l->sightings > l->limit;
    if (l->too_much || !wmi_grow(l->allocator, &list, &l->sighting_capacity, l->sighting_count + 1,
                                 sizeof *l->sightings)) {
        l->out_of_memory = true;
        return;
    }
    l->sightings = list;
    l->sightings[l->sighting_count++] = (sighting){face, {l->corner, image}};
}

/* The corner sees another: a link, if a path can bend at both ends. */
static void link(looker *l, uint32_t to, wmi_point root, wmi_point at)
{
    const wmi_index_corner *a = &l->index->corners[l->corner], *b;
    if (to == WM_NO_INDEX || to == l->corner)
        return;
    b = &l->index->corners[to];
    bool plain = wmi_same(root, a->at);
    if ((plain && !wmi_index_touches(a, at)) || !wmi_index_touches(b, root))
        return;
    void *list = l->links->list;
    if (!wmi_grow(l->allocator, &list, &l->links->capacity, l->links->count + 1, sizeof *l->links->list)) {
        l->out_of_memory = true;
        return;
    }
    l->links->list = list;
    l->links->list[l->links->count++] = (wmi_index_link){l->corner, to, wmi_distance(root, at)};
}

/* Is all that is seen in directions in which no path bends at the corner? */
static bool useless(const looker *l, const wmi_view *v)
{
    const wmi_index_corner *c = &l->index->corners[l->corner];
    return wmi_same(v->root, c->at) && !wmi_index_touches(c, v->left) &&
           !wmi_index_touches(c, v->right);
}

static void go_on(looker *l, const wmi_walk_face *f, uint32_t k, wmi_view view)
{
    if (f->to[k] != WM_NO_INDEX && wmi_turn(view.root, view.right, view.left) > 0 && !useless(l, &view))
        push(l, f->to[k], wmi_view_across(f, k, view));
}

/* The faces of the corner's own fan. */
static void look_near(looker *l, uint32_t face, uint32_t k)
{
    const wmi_walk_face *f = &l->walk->faces[face];
    uint32_t i = (k + 1) % 3, j = (k + 2) % 3;
    wmi_point at = l->index->corners[l->corner].at;
    wmi_view view = {at, wmi_corner(f, wmi_walk_left(f, i)), wmi_corner(f, wmi_walk_right(f, i)), 3};
    link(l, l->index->corner_of[3 * face + i], at, wmi_corner(f, i));
    link(l, l->index->corner_of[3 * face + j], at, wmi_corner(f, j));
    sight(l, face, at, true);
    go_on(l, f, i, view);
}

static void look_far(looker *l)
{
    while (l->depth && !l->out_of_memory) {
        glance g = l->stack[--l->depth];
        wmi_entry e = wmi_enter(l->walk, g.edge);
        wmi_seen seen = wmi_see(&e, &g.view);
        /* Seen over all of the edge and up to the corner ahead: all of the face is. */
        sight(l, e.face, g.view.root, g.view.ends == 3 && seen.pc && seen.cq);
        if (seen.apex)
            link(l, l->index->corner_of[3 * e.face + e.c], g.view.root, e.at_c);
        if (seen.pc)
            go_on(l, e.f, e.pc, seen.over_pc);
        if (seen.cq)
            go_on(l, e.f, e.cq, seen.over_cq);
    }
}

/* Sorts the sightings by face into the index. */
static bool store(looker *l)
{
    wm_path_index *x = l->index;
    uint32_t n = l->walk->count;
    x->entry_first = wmi_arena_new(&x->arena, (size_t)n + 1, sizeof *x->entry_first);
    x->entries = wmi_arena_raw(&x->arena, l->sighting_count, sizeof *x->entries);
    x->images = wmi_arena_raw(&x->arena, l->image_count, sizeof *x->images);
    if (!x->entry_first || !x->entries || !x->images)
        return false;
    x->image_count = (uint32_t)l->image_count;
    if (l->image_count)
        memcpy(x->images, l->images, l->image_count * sizeof *l->images);
    for (size_t i = 0; i < l->sighting_count; i++)
        x->entry_first[l->sightings[i].face + 1]++;
    for (uint32_t f = 0; f < n; f++)
        x->entry_first[f + 1] += x->entry_first[f];
    for (size_t i = l->sighting_count; i-- > 0;)
        x->entries[--x->entry_first[l->sightings[i].face + 1]] = l->sightings[i].entry;
    /* Each start has slid down to its own place: shift the row back by one. */
    for (uint32_t f = 0; f < n; f++)
        x->entry_first[f] = x->entry_first[f + 1];
    x->entry_first[n] = (uint32_t)l->sighting_count;
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
            if (l.corner == WM_NO_INDEX || index->corners[l.corner].face != face)
                continue;
            /* All of the fan: from one rim, or once round. */
            wmi_walk_turn t = {face, k, k}, from;
            bool open = to_rim(walk, &t);
            from = (wmi_walk_turn){t.face, t.corner, open ? other_edge(t) : t.edge};
            t = from;
            do
                look_near(&l, t.face, t.corner);
            while (wmi_walk_step(walk, &t) && !(t.face == from.face && t.corner == from.corner));
            look_far(&l);
        }
    bool good = !l.out_of_memory && l.sighting_count < UINT32_MAX && store(&l);
    wmi_release(l.allocator, l.stack, l.stack_capacity, sizeof *l.stack);
    wmi_release(l.allocator, l.sightings, l.sighting_capacity, sizeof *l.sightings);
    wmi_release(l.allocator, l.images, l.image_capacity, sizeof *l.images);
    wmi_release(l.allocator, l.seen_by, (size_t)walk->count + 1, 8);
    if (l.too_much)
        return wmi_fail(error, WM_LIMIT, "index", "needs more than the limit of %llu bytes",
                        (unsigned long long)limit);
    return good ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "index", "out of memory");
}
