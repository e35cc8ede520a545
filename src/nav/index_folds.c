/* Paths of the index across folds: straight from start to goal, and laid out with a point
 * at every fold. There they turn in plan view although they are straight on the floor. */
#include "nav/index.h"
#include "nav/straight.h"

/* ---- straight over folds ----------------------------------------------- */

typedef struct looker {
    const wmi_walk *walk;
    wmi_index_scratch *s;
    const wm_allocator *allocator;
    wmi_index_end goal;
    double *length; /* of the best path so far */
    uint32_t fold;  /* the first fold to cross */
    size_t depth;
    uint32_t budget;
    bool out_of_memory;
} looker;

/* Can a path through the view still be shorter than the best? */
static bool hopeful(const looker *l, const wmi_view *v)
{
    wmi_point near = wmi_nearest_on(v->left, v->right, v->root);
    wmi_point far = wmi_nearest_on(v->left, v->right, l->goal.at);
    return wmi_distance(v->root, near) + wmi_distance(far, l->goal.at) < *l->length;
}

static void go_on(looker *l, uint32_t edge, bool folded, wmi_view view)
{
    const wmi_walk_face *f = &l->walk->faces[edge / 3];
    uint32_t k = edge % 3;
    bool fold = f->flags >> k & WMI_WALK_FOLD;
    if (f->to[k] == WM_NO_INDEX || !(wmi_turn(view.root, view.right, view.left) > 0) ||
        (fold && !folded && edge != l->fold) || (folded && !hopeful(l, &view)))
        return;
    void *glances = l->s->glances;
    if (l->budget == 0 || !wmi_grow(l->allocator, &glances, &l->s->glance_capacity, l->depth + 1,
                                    sizeof *l->s->glances)) {
        l->out_of_memory = l->budget > 0;
        l->s->unsure = true;
        l->depth = 0;
        return;
    }
    l->s->glances = glances;
    l->budget--;
    l->s->glances[l->depth++] =
        (wmi_index_glance){wmi_view_across(f, k, view), f->to[k], folded || fold};
}

static void look(looker *l)
{
    while (l->depth) {
        wmi_index_glance g = l->s->glances[--l->depth];
        const wmi_view *v = &g.view;
        wmi_entry e = wmi_enter(l->walk, g.edge);
        double way = wmi_distance(v->root, l->goal.at);
        if (g.folded && e.face == l->goal.face && way < *l->length &&
            wmi_index_in_cone(v->root, v->left, v->right, l->goal.at)) {
            *l->length = way;
            l->s->through = true;
            l->s->image = v->root;
        }
        wmi_seen seen = wmi_see(&e, v);
        if (seen.pc)
            go_on(l, 3 * e.face + e.pc, g.folded, seen.over_pc);
        if (seen.cq)
            go_on(l, 3 * e.face + e.cq, g.folded, seen.over_cq);
    }
}

/* Looks from the start towards one fold and beyond it. */
static void look_over(looker *l, wmi_index_end start, uint32_t fold)
{
    const wmi_walk_face *f = &l->walk->faces[fold / 3], *own = &l->walk->faces[start.face];
    wmi_view over = {start.at, wmi_corner(f, wmi_walk_left(f, fold % 3)),
                     wmi_corner(f, wmi_walk_right(f, fold % 3)), 3};
    if (!(wmi_turn(over.root, over.right, over.left) > 0) || !hopeful(l, &over))
        return;
    l->fold = fold;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t cut;
        wmi_view view = {start.at, wmi_corner(own, wmi_walk_left(own, k)),
                         wmi_corner(own, wmi_walk_right(own, k)), 3};
        if (wmi_view_keep(&view, over.left, true, &cut) &&
            wmi_view_keep(&view, over.right, false, &cut))
            go_on(l, 3 * start.face + k, false, view);
    }
    look(l);
}

bool wmi_index_look_through(const wm_path_index *x, const wmi_walk *walk, wmi_index_scratch *s,
                            const wm_allocator *allocator, wmi_index_end start, wmi_index_end goal,
                            double *length)
{
    looker l = {.walk = walk,
                .s = s,
                .allocator = allocator,
                .goal = goal,
                .length = length,
                .budget = 4 * walk->count + 1000};
    uint32_t region = walk->region[start.face];
    /* No path across folds is shorter than the straight distance in plan view. */
    if (*length <= wmi_distance(start.at, goal.at))
        return true;
    for (uint32_t i = 0; i < x->fold_count && !s->unsure; i++)
        if (walk->region[x->folds[i] / 3] == region)
            look_over(&l, start, x->folds[i]);
    return !l.out_of_memory;
}

/* ---- laying out -------------------------------------------------------- */

enum { MOST = 64 }; /* folds on one leg */

typedef struct layer {
    const wm_path_index *x;
    const wmi_walk *walk;
    wm_path *path;
    wmi_point last;
    double sum; /* of the legs in plan view */
} layer;

static void put(layer *l, wm_path_point p, wmi_point at)
{
    if (l->path->point_count)
        l->sum += wmi_distance(l->last, at);
    l->last = at;
    if (l->path->points && l->path->point_count < l->path->point_capacity)
        l->path->points[l->path->point_count] = p;
    l->path->point_count++;
}

static void put_corner(layer *l, uint32_t corner)
{
    const wmi_index_corner *c = &l->x->corners[corner];
    put(l, (wm_path_point){l->x->mesh->vertices[c->vertex], l->walk->faces[c->face].face, true},
        c->at);
}

/* A crossing belongs to the face that the path enters there. */
static void put_crossing(layer *l, wmi_fold_crossing c, bool backwards)
{
    const wmi_walk_face *f = &l->walk->faces[c.edge / 3];
    uint32_t k = c.edge % 3, face = backwards ? c.edge / 3 : f->to[k] / 3;
    const uint32_t *v = l->x->mesh->faces[f->face].vertex;
    wmi_point a = wmi_corner(f, k), b = wmi_corner(f, (k + 1) % 3);
    wmi_point at = {a.x + c.share * (b.x - a.x), a.y + c.share * (b.y - a.y)};
    double za = (double)l->x->mesh->vertices[v[k]].z,
           zb = (double)l->x->mesh->vertices[v[(k + 1) % 3]].z;
    put(l,
        (wm_path_point){{(float)at.x, (float)at.y, (float)(za + c.share * (zb - za))},
                        l->walk->faces[face].face,
                        true},
        at);
}

static uint32_t fan_of(const layer *l, uint32_t corner)
{
    uint32_t face = l->x->corners[corner].face, k = 0;
    while (k < 2 && l->x->corner_of[3 * face + k] != corner)
        k++;
    return l->walk->faces[face].fan[k];
}

/* The folds between a point of `face` and the point that appears at `to`. */
static bool put_folds(layer *l, wmi_index_end from, wmi_point to, uint32_t goal_face,
                      uint32_t goal_fan, bool backwards)
{
    wmi_fold_crossing list[MOST];
    uint32_t count;
    if (!wmi_walk_folds(l->walk, from.face, from.at, to, goal_face, goal_fan, list, MOST, &count) ||
        count > MOST)
        return false;
    for (uint32_t i = 0; i < count; i++)
        put_crossing(l, list[backwards ? count - 1 - i : i], backwards);
    return true;
}

/* Between the start or the goal and a corner. */
static bool put_end(layer *l, wmi_index_end end, uint32_t entry, bool backwards)
{
    const wmi_index_entry *e = &l->x->entries[entry];
    wmi_point place = l->x->points[e->place];
    return wmi_same(place, l->x->corners[e->corner].at) ||
           put_folds(l, end, place, WM_NO_INDEX, fan_of(l, e->corner), backwards);
}

/* Between two corners. */
static bool put_between(layer *l, uint32_t from, uint32_t to)
{
    for (int backwards = 0; backwards < 2; backwards++) {
        uint32_t a = backwards ? to : from, b = backwards ? from : to;
        const wmi_index_hinge *h = wmi_index_find_hinge(l->x, a, b);
        wmi_index_end end = {h ? h->face : 0, l->x->corners[a].at};
        if (h)
            return put_folds(l, end, l->x->points[h->place], WM_NO_INDEX, fan_of(l, b), backwards);
    }
    return true;
}

bool wmi_index_lay_out(const wm_path_index *x, const wmi_walk *walk, const wmi_index_scratch *s,
                       const wm_path_point ends[2], wmi_index_end start, wmi_index_end goal,
                       wm_path *path)
{
    layer l = {.x = x, .walk = walk, .path = path};
    bool odd = walk->region_odd[walk->region[start.face]];
    path->point_count = 0;
    put(&l, ends[0], start.at);
    if (odd && s->through && !put_folds(&l, goal, s->image, start.face, 0, true))
        return false;
    for (uint32_t i = 0; i < s->way_count; i++) {
        if (odd && !(i ? put_between(&l, s->way[i - 1], s->way[i])
                       : put_end(&l, start, s->first_entry, false)))
            return false;
        put_corner(&l, s->way[i]);
    }
    if (odd && s->way_count && !put_end(&l, goal, s->last_entry, true))
        return false;
    put(&l, ends[1], goal.at);
    return !odd || fabs(l.sum - path->length) <= 1e-9 * (path->length + 1);
}
