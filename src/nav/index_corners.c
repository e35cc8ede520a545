/* The corners of a path index, its folds and its points. */
#include "nav/index.h"

/* The vertex at the other end of an edge that ends in `corner`. */
static uint32_t far_end(uint32_t corner, uint32_t edge)
{
    return edge == corner ? (corner + 1) % 3 : (corner + 2) % 3;
}

/* The edge at this corner other than the one it was entered by. */
static uint32_t other_edge(wmi_walk_turn t)
{
    return t.edge == t.corner ? (t.corner + 2) % 3 : t.corner;
}

static wmi_point direction(const wmi_walk_face *f, uint32_t from, uint32_t to)
{
    return (wmi_point){(double)f->x[to] - (double)f->x[from],
                       (double)f->y[to] - (double)f->y[from]};
}

/* Moves to one rim of the fan. Returns false if the fan is closed. */
static bool seek_rim(const wmi_walk *walk, wmi_walk_turn *t)
{
    uint32_t face = t->face, corner = t->corner;
    for (wmi_walk_turn next = *t; wmi_walk_step(walk, &next);) {
        *t = next;
        if (t->face == face && t->corner == corner)
            return false;
    }
    return true;
}

bool wmi_index_to_rim(const wmi_walk *walk, wmi_walk_turn *t)
{
    bool open = seek_rim(walk, t);
    if (open)
        t->edge = other_edge(*t); /* the rim becomes the entry edge */
    return open;
}

static bool is_odd(const wmi_walk_face *f, uint32_t edge)
{
    return (f->flags & WMI_WALK_FLAT) || (f->flags >> edge & WMI_WALK_FOLD);
}

/* Numbers every corner of the fan and finds its borders. */
static void describe(wm_path_index *index, const wmi_walk *walk, uint32_t face, uint32_t corner,
                     uint32_t number)
{
    wmi_walk_turn t = {face, corner, corner};
    bool open = wmi_index_to_rim(walk, &t), odd = !open;
    const wmi_walk_face *f = &walk->faces[t.face];
    wmi_index_corner *c = &index->corners[number];
    *c = (wmi_index_corner){.at = wmi_corner(f, t.corner), .face = face};
    c->vertex = index->mesh->faces[f->face].vertex[t.corner];
    wmi_walk_turn from = t;
    wmi_point first = direction(f, t.corner, far_end(t.corner, t.edge)), last;
    bool ccw = (t.edge == t.corner) == !(f->flags & WMI_WALK_FLIPPED);
    double turn = 0;
    do {
        f = &walk->faces[t.face];
        uint32_t out = other_edge(t);
        turn += wmi_walk_angle(f, t.corner);
        index->corner_of[3 * t.face + t.corner] = number;
        odd |= is_odd(f, out);
        last = direction(f, t.corner, far_end(t.corner, out));
    } while (wmi_walk_step(walk, &t) && !(t.face == from.face && t.corner == from.corner));
    /* On a ramp that winds around the corner, a direction does not identify the turn. */
    if (!odd && turn < 6.28) {
        c->first = ccw ? first : last;
        c->last = ccw ? last : first;
    }
}

/* A region is covered unless it has too many folds, or torn links: what is seen across
 * those means nothing. */
static bool find_folds(wm_path_index *index, const wmi_walk *walk)
{
    uint32_t *in_region = wmi_arena_new(&index->arena, walk->region_count, sizeof *in_region),
             most = 0;
    index->served = wmi_arena_new(&index->arena, walk->region_count, 1);
    if (!in_region || !index->served)
        return false;
    for (uint32_t i = 0; i < walk->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            in_region[walk->region[i]] += walk->faces[i].flags >> k & WMI_WALK_FOLD ? 1 : 0;
    for (uint32_t r = 0; r < walk->region_count; r++) {
        index->served[r] = in_region[r] <= WMI_INDEX_FOLDS && !walk->region_torn[r];
        most += index->served[r] ? in_region[r] : 0;
    }
    index->folds = wmi_arena_raw(&index->arena, most, sizeof *index->folds);
    for (uint32_t i = 0; index->folds && i < walk->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            if (walk->faces[i].flags >> k & WMI_WALK_FOLD && index->served[walk->region[i]])
                index->folds[index->fold_count++] = 3 * i + k;
    return index->folds != NULL;
}

bool wmi_index_make_points(wm_path_index *index, uint32_t extra_count)
{
    const wm_walkmesh *m = index->mesh;
    index->extra_count = extra_count;
    index->points =
        wmi_arena_raw(&index->arena, (size_t)m->vertex_count + extra_count, sizeof *index->points);
    for (uint32_t v = 0; index->points && v < m->vertex_count; v++)
        index->points[v] = (wmi_point){(double)m->vertices[v].x, (double)m->vertices[v].y};
    return index->points != NULL;
}

bool wmi_index_find_corners(wm_path_index *index, const wmi_walk *walk)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            most += walk->faces[i].flags >> k & WMI_WALK_TURN ? 1 : 0;
    index->corner_of =
        wmi_arena_raw(&index->arena, (size_t)walk->count * 3, sizeof *index->corner_of);
    index->corners = wmi_arena_raw(&index->arena, most, sizeof *index->corners);
    if (!index->corner_of || !index->corners || !find_folds(index, walk))
        return false;
    memset(index->corner_of, 0xFF, (size_t)walk->count * 3 * sizeof *index->corner_of);
    for (uint32_t i = 0; i < walk->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            if (walk->faces[i].flags >> k & WMI_WALK_TURN && index->served[walk->region[i]] &&
                index->corner_of[3 * i + k] == WM_NO_INDEX)
                describe(index, walk, i, k, index->corner_count++);
    return true;
}
