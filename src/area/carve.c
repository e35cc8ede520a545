/* Cuts a walkmesh along convex outlines. Every cut splits edges: the new vertex belongs to
 * the faces on both sides, so neighbours stay neighbours and no vertex ends up in the middle
 * of an edge. A face that a line crosses has two edges split, and the second split connects
 * the two new vertices. */
#include "area/carve.h"
#include "base/words.h"

enum { NOT_KNOWN = 2 };

/* n outlines that all overlap cut a mesh into n * n pieces. With radii from 0.3 to 1.5 m, floors of
 * the games make up to 58 pieces and 545 steps per face, and small ones up to 72 pieces. */
static uint64_t most_pieces(const wmi_carver *c)
{
    return 150000 + 64 * (uint64_t)c->counted;
}

static uint64_t most_steps(const wmi_carver *c)
{
    return 20000000 + 2000 * (uint64_t)c->counted;
}

/* Exact enough here: in doubtful cases the point may as well be on the line. */
static int8_t side_of(wm_vec3 a, wm_vec3 b, wm_vec3 p, double *far)
{
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double left = ux * py, right = uy * px, turn = left - right;
    double doubt = (fabs(left) + fabs(right)) * 1e-15;
    *far = turn;
    return turn > doubt ? 1 : turn < -doubt ? -1 : 0;
}

bool wmi_carver_init(wmi_carver *c, const wm_walkmesh *m, const wm_allocator *allocator)
{
    *c = (wmi_carver){.allocator = allocator ? *allocator : *wmi_default_allocator(),
                      .spare = WM_NO_INDEX};
    wmi_arena_init(&c->arena, &c->allocator, 0);
    void *vertices = NULL, *pieces = NULL;
    bool good =
        wmi_grow(&c->allocator, &vertices, &c->vertex_capacity, m->vertex_count,
                 sizeof *c->vertices) &&
        wmi_grow(&c->allocator, &pieces, &c->piece_capacity, m->face_count, sizeof *c->pieces);
    c->vertices = vertices;
    c->pieces = pieces;
    if (!good)
        return false;
    c->vertex_count = m->vertex_count;
    c->piece_count = c->origin_count = m->face_count;
    c->counted = m->vertex_count < m->face_count / 4 ? 4 * m->vertex_count : m->face_count;
    if (m->vertex_count)
        memcpy(c->vertices, m->vertices, m->vertex_count * sizeof *c->vertices);
    for (uint32_t f = 0; f < m->face_count; f++) {
        wmi_piece *p = &c->pieces[f];
        *p = (wmi_piece){.material = m->materials[f],
                         .room = m->rooms[f],
                         .walkable = m->walkable[f],
                         .origin = f,
                         .next = WM_NO_INDEX};
        memcpy(p->vertex, m->faces[f].vertex, sizeof p->vertex);
        memcpy(p->to, m->neighbours[f].edge, sizeof p->to);
        memcpy(p->leads, m->transitions[f].edge, sizeof p->leads);
    }
    return true;
}

/* All but the vertices. */
static void release_pieces(wmi_carver *c)
{
    wmi_arena_free(&c->arena);
    wmi_arena_init(&c->arena, &c->allocator, 0);
    wmi_release(&c->allocator, c->side, c->side_capacity, sizeof *c->side);
    wmi_release(&c->allocator, c->pieces, c->piece_capacity, sizeof *c->pieces);
    wmi_release(&c->allocator, c->inside, c->inside_capacity, sizeof *c->inside);
    c->side = NULL;
    c->pieces = NULL;
    c->inside = NULL;
    c->side_capacity = c->piece_capacity = c->inside_capacity = 0;
}

void wmi_carver_release(wmi_carver *c)
{
    release_pieces(c);
    wmi_release(&c->allocator, c->vertices, c->vertex_capacity, sizeof *c->vertices);
}

static bool add_vertex(wmi_carver *c, wm_vec3 at)
{
    void *vertices = c->vertices, *side = c->side;
    bool good = wmi_grow(&c->allocator, &vertices, &c->vertex_capacity, c->vertex_count + 1,
                         sizeof *c->vertices);
    c->vertices = vertices;
    good = good && wmi_grow(&c->allocator, &side, &c->side_capacity, c->vertex_count + 1, 1);
    c->side = side;
    if (good) {
        c->vertices[c->vertex_count] = at;
        c->side[c->vertex_count++] = 0;
    }
    return good;
}

static bool add_piece(wmi_carver *c, wmi_piece piece, uint32_t *at)
{
    void *pieces = c->pieces;
    if (c->spare != WM_NO_INDEX) {
        *at = c->spare;
        c->spare = c->pieces[*at].next;
        c->pieces[*at] = piece;
        return true;
    }
    bool good =
        c->piece_count < WM_NO_INDEX / 4 &&
        wmi_grow(&c->allocator, &pieces, &c->piece_capacity, c->piece_count + 1, sizeof *c->pieces);
    c->pieces = pieces;
    if (good)
        c->pieces[ *at = (uint32_t)c->piece_count++] = piece;
    return good;
}

static bool add_inside(wmi_carver *c, uint32_t piece)
{
    void *inside = c->inside;
    bool good = wmi_grow(&c->allocator, &inside, &c->inside_capacity, c->inside_count + 1,
                         sizeof *c->inside);
    c->inside = inside;
    if (good)
        c->inside[c->inside_count++] = piece;
    return good;
}

/* Splits piece f at vertex v on its edge k; f keeps the first half, the second is a new piece. The
 * caller sets the links across the edge itself. */
static bool halve(wmi_carver *c, uint32_t f, uint32_t k, uint32_t v, uint32_t *second)
{
    uint32_t next = (k + 1) % 3, last = (k + 2) % 3, half;
    wmi_piece other = c->pieces[f];
    other.vertex[k] = v;
    other.to[last] = 3 * f + next;
    other.leads[last] = WM_NO_INDEX;
    if (other.origin != WM_NO_INDEX)
        other.next = c->pieces[other.origin].next;
    if (!add_piece(c, other, &half))
        return false;
    c->made[c->made_count++] = *second = half;
    if (other.origin != WM_NO_INDEX)
        c->pieces[other.origin].next = half;
    wmi_piece *p = &c->pieces[f];
    if (p->to[next] != WM_NO_INDEX)
        c->pieces[p->to[next] / 3].to[p->to[next] % 3] = 3 * half + next;
    p->vertex[next] = v;
    p->to[next] = 3 * half + last;
    p->leads[next] = WM_NO_INDEX;
    return true;
}

static double between(const wmi_carver *c, uint32_t a, uint32_t b)
{
    return a == b ? 0 : wmi_vec3_distance(c->vertices[a], c->vertices[b]);
}

void wmi_carver_link(wmi_carver *c, uint32_t a, uint32_t b)
{
    c->pieces[a / 3].to[a % 3] = b;
    c->pieces[b / 3].to[b % 3] = a;
}

/* Inserts vertex v into edge k of piece f and of its neighbour. */
static bool split(wmi_carver *c, uint32_t f, uint32_t k, uint32_t v)
{
    uint32_t a = c->pieces[f].vertex[k], b = c->pieces[f].vertex[(k + 1) % 3];
    uint32_t other = c->pieces[f].to[k], f2, g2;
    c->made_count = 0;
    if (!halve(c, f, k, v, &f2))
        return false;
    if (other == WM_NO_INDEX)
        return true;
    uint32_t g = other / 3, l = other % 3;
    uint32_t p = c->pieces[g].vertex[l], q = c->pieces[g].vertex[(l + 1) % 3];
    if (!halve(c, g, l, v, &g2))
        return false;
    /* Neighbours may run in the same direction along an edge. */
    bool against = between(c, p, b) + between(c, q, a) <= between(c, p, a) + between(c, q, b);
    wmi_carver_link(c, 3 * f + k, 3 * (against ? g2 : g) + l);
    wmi_carver_link(c, 3 * f2 + k, 3 * (against ? g : g2) + l);
    return true;
}

bool wmi_carver_split(wmi_carver *c, uint32_t f, uint32_t k, wm_vec3 at)
{
    return add_vertex(c, at) && split(c, f, k, (uint32_t)c->vertex_count - 1);
}

static int8_t side(wmi_carver *c, uint32_t v, wm_vec3 a, wm_vec3 b)
{
    double far;
    if (c->side[v] == NOT_KNOWN)
        c->side[v] = side_of(a, b, c->vertices[v], &far);
    return c->side[v];
}

/* Splits the first edge of a piece that crosses the line. Sets *done if there is none. */
static bool cut_piece(wmi_carver *c, uint32_t f, wm_vec3 a, wm_vec3 b, bool *done)
{
    *done = false;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t v = c->pieces[f].vertex[k], w = c->pieces[f].vertex[(k + 1) % 3];
        if (side(c, v, a, b) * side(c, w, a, b) >= 0)
            continue;
        double dv, dw;
        wm_vec3 p = c->vertices[v], q = c->vertices[w];
        side_of(a, b, p, &dv);
        side_of(a, b, q, &dw);
        double t = dv / (dv - dw);
        wmi_vec d = wmi_sub(wmi_vec_of(q), wmi_vec_of(p));
        wm_vec3 at = wmi_vec_float(wmi_add(wmi_vec_of(p), wmi_scale(d, t)));
        /* An end that rounding makes equal to the new vertex lies on the line. */
        if (at.x == p.x && at.y == p.y) {
            c->side[v] = 0;
        } else if (at.x == q.x && at.y == q.y) {
            c->side[w] = 0;
        } else {
            if (!add_vertex(c, at) || !split(c, f, k, (uint32_t)c->vertex_count - 1))
                return false;
        }
        return true;
    }
    *done = true;
    return true;
}

/* Cuts the pieces inside along one line and keeps those to the left of it. */
static bool cut_line(wmi_carver *c, wm_vec3 a, wm_vec3 b)
{
    void *known = c->side;
    bool good = wmi_grow(&c->allocator, &known, &c->side_capacity, c->vertex_count, 1);
    c->side = known;
    if (!good)
        return false;
    /* Only these vertices are tested; pieces split off share them or have new ones on the line. */
    for (size_t i = 0; i < c->inside_count; i++)
        for (int k = 0; k < 3; k++)
            c->side[c->pieces[c->inside[i]].vertex[k]] = NOT_KNOWN;
    for (size_t i = 0; i < c->inside_count; i++)
        for (bool done = false; !done;) {
            c->made_count = 0;
            if (!cut_piece(c, c->inside[i], a, b, &done))
                return false;
            c->too_much |= c->piece_count > most_pieces(c);
            if (c->too_much)
                return false;
            for (uint32_t m = 0; m < c->made_count; m++)
                if (c->pieces[c->made[m]].inside && !add_inside(c, c->made[m]))
                    return false;
        }
    size_t kept = 0;
    for (size_t i = 0; i < c->inside_count; i++) {
        wmi_piece *p = &c->pieces[c->inside[i]];
        bool left = false, right = false;
        for (int k = 0; k < 3; k++) {
            left |= side(c, p->vertex[k], a, b) > 0;
            right |= side(c, p->vertex[k], a, b) < 0;
        }
        p->inside = left && !right;
        if (p->inside)
            c->inside[kept++] = c->inside[i];
    }
    c->inside_count = kept;
    return true;
}

/* Does the height range of a piece overlap that of the outline? False if a value is not finite. */
static bool meets_heights(const wmi_carver *c, const wmi_piece *p, const wmi_outline *o)
{
    bool above = false, below = false;
    for (int k = 0; k < 3; k++) {
        wm_vec3 v = c->vertices[p->vertex[k]];
        if (!wmi_finite(v))
            return false;
        above |= v.z >= o->low;
        below |= v.z <= o->high;
    }
    return above && below;
}

/* Does a side of the outline separate it from the whole piece, or a side of the piece
 * separate it from the whole outline? */
static bool apart(const wmi_carver *c, const wmi_piece *p, const wmi_outline *o)
{
    double far;
    wm_vec3 v[3];
    for (int k = 0; k < 3; k++)
        v[k] = c->vertices[p->vertex[k]];
    for (uint32_t i = 0; i < o->count; i++) {
        wm_vec3 a = o->corners[i], b = o->corners[(i + 1) % o->count];
        if (side_of(a, b, v[0], &far) <= 0 && side_of(a, b, v[1], &far) <= 0 &&
            side_of(a, b, v[2], &far) <= 0)
            return true;
    }
    for (int k = 0; k < 3; k++) {
        wm_vec3 a = v[k], b = v[(k + 1) % 3];
        int8_t mine = side_of(a, b, v[(k + 2) % 3], &far);
        bool all = true;
        for (uint32_t i = 0; i < o->count && all; i++)
            all = side_of(a, b, o->corners[i], &far) * mine <= 0;
        if (mine && all)
            return true;
    }
    return false;
}

static bool boxes_meet(const wmi_carver *c, const wmi_piece *p, wmi_box box)
{
    const uint32_t *v = p->vertex;
    wmi_box own = wmi_box_of(c->vertices[v[0]], c->vertices[v[1]]);
    own = wmi_box_union(own, wmi_box_of(c->vertices[v[2]], c->vertices[v[2]]));
    own.min.z = box.min.z;
    own.max.z = box.max.z;
    return wmi_box_meets(own, box);
}

static void close_off(wmi_carver *c, uint32_t f)
{
    wmi_piece *p = &c->pieces[f];
    p->walkable = false;
    for (int k = 0; k < 3; k++) {
        if (p->to[k] != WM_NO_INDEX)
            c->pieces[p->to[k] / 3].to[p->to[k] % 3] = WM_NO_INDEX;
        p->to[k] = WM_NO_INDEX;
    }
}

/* The bounding box of a mesh face in plan view, with unlimited height. */
static wmi_box origin_box(const wmi_carver *c, const wmi_piece *p)
{
    const uint32_t *v = p->vertex;
    wmi_box own = wmi_box_of(c->vertices[v[0]], c->vertices[v[1]]);
    own = wmi_box_union(own, wmi_box_of(c->vertices[v[2]], c->vertices[v[2]]));
    own.min.z = own.max.z = 0;
    for (int k = 0; k < 3; k++)
        if (!wmi_finite(c->vertices[v[k]]))
            return (wmi_box){{0, 0, 0}, {0, 0, 0}}; /* never cut */
    return own;
}

/* Built before the first cut, while each face of the mesh is one piece. */
static bool build_boxes(wmi_carver *c)
{
    wmi_box *all = wmi_arena_raw(&c->arena, c->origin_count, sizeof *all);
    for (uint32_t f = 0; all && f < c->origin_count; f++)
        all[f] = origin_box(c, &c->pieces[f]);
    c->has_boxes =
        all && wmi_boxes_build(&c->boxes, all, c->origin_count, &c->arena, NULL) == WM_OK;
    return c->has_boxes;
}

/* Is it left out of the result? The first piece of each mesh face stays. */
static bool is_dropped(const wmi_carver *c, uint32_t f)
{
    return c->drops && f >= c->origin_count && !c->pieces[f].walkable;
}

/* Lists the pieces of one mesh face that the outline touches, and makes room of those that are
 * left out. */
static bool list_pieces(wmi_carver *c, uint32_t origin, const wmi_outline *o, wmi_box box)
{
    for (uint32_t f = origin, before = origin, next; f != WM_NO_INDEX; f = next) {
        wmi_piece *p = &c->pieces[f];
        next = p->next;
        c->steps++;
        if (is_dropped(c, f)) {
            c->pieces[before].next = next;
            p->next = c->spare;
            c->spare = f;
            continue;
        }
        before = f;
        p->inside =
            p->walkable && meets_heights(c, p, o) && boxes_meet(c, p, box) && !apart(c, p, o);
        if (p->inside && !add_inside(c, f))
            return false;
    }
    c->too_much |= c->steps > most_steps(c);
    return !c->too_much;
}

bool wmi_carve(wmi_carver *c, const wmi_outline *o)
{
    wmi_box box = {o->corners[0], o->corners[0]};
    for (uint32_t i = 1; i < o->count; i++)
        box = wmi_box_union(box, (wmi_box){o->corners[i], o->corners[i]});
    if (!c->has_boxes && !build_boxes(c))
        return false;
    c->inside_count = 0;
    wmi_box found = box;
    wmi_boxes_walk walk;
    found.min.z = found.max.z = 0;
    wmi_boxes_start(&walk, &c->boxes, found, c->origin_count);
    for (uint32_t f; (f = wmi_boxes_next(&walk)) != WM_NO_INDEX;)
        if (!list_pieces(c, f, o, box))
            return false;
    for (uint32_t i = 0; i < o->count && c->inside_count; i++)
        if (!cut_line(c, o->corners[i], o->corners[(i + 1) % o->count]))
            return false;
    for (size_t i = 0; i < c->inside_count; i++)
        if (meets_heights(c, &c->pieces[c->inside[i]], o))
            close_off(c, c->inside[i]);
    return true;
}

void wmi_carver_fail(const wmi_carver *c, const char *path, wm_error *error)
{
    wmi_phrase faces = c->counted < c->origin_count
                           ? wmi_count(c->counted / 4, "vertex", "vertices")
                           : wmi_count(c->origin_count, "face", "faces");
    if (!c->too_much)
        wmi_fail(error, WM_NO_MEMORY, path, "out of memory");
    else if (c->steps > most_steps(c))
        wmi_fail(error, WM_LIMIT, path,
                 "walls and obstacles are too close together: cutting out what is near them "
                 "takes more than %s steps, the limit for %s",
                 wmi_number(most_steps(c)).text, faces.text);
    else
        wmi_fail(error, WM_LIMIT, path,
                 "walls and obstacles are too close together: cutting out what is near them "
                 "makes more than %s pieces, the limit for %s",
                 wmi_number(most_pieces(c)).text, faces.text);
}

bool wmi_carver_add(wmi_carver *c, const wm_vec3 corners[3], uint32_t material)
{
    wmi_piece p = {.to = {WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX},
                   .leads = {WM_NO_INDEX, WM_NO_INDEX, WM_NO_INDEX},
                   .material = material,
                   .room = WM_NO_INDEX};
    uint32_t at;
    for (int k = 0; k < 3; k++) {
        p.vertex[k] = (uint32_t)c->vertex_count;
        if (!add_vertex(c, corners[k]))
            return false;
    }
    return add_piece(c, p, &at);
}

/* Gives the pieces of the result their numbers; returns how many there are. */
static uint32_t number_pieces(const wmi_carver *c, uint32_t *number)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < c->piece_count; f++)
        number[f] = is_dropped(c, f) ? WM_NO_INDEX : count++;
    return count;
}

wm_walkmesh *wmi_carver_finish(wmi_carver *c, const wm_allocator *allocator, wm_error *error)
{
    wmi_arena scratch;
    size_t n = c->piece_count;
    wm_walkmesh *mesh = NULL;
    wmi_arena_init(&scratch, allocator, 0);
    uint32_t *number = wmi_arena_raw(&scratch, n, sizeof *number);
    n = number ? number_pieces(c, number) : 0;
    wm_walk_face *faces = wmi_arena_raw(&scratch, n, sizeof *faces);
    wm_walk_edges *to = wmi_arena_raw(&scratch, n, sizeof *to);
    wm_walk_edges *leads = wmi_arena_raw(&scratch, n, sizeof *leads);
    uint32_t *materials = wmi_arena_raw(&scratch, n, sizeof *materials);
    uint32_t *rooms = wmi_arena_raw(&scratch, n, sizeof *rooms);
    bool *walkable = wmi_arena_raw(&scratch, n, sizeof *walkable);
    if (number && faces && to && leads && materials && rooms && walkable) {
        for (size_t i = 0; i < c->piece_count; i++) {
            const wmi_piece *p = &c->pieces[i];
            uint32_t f = number[i];
            if (f == WM_NO_INDEX)
                continue;
            memcpy(faces[f].vertex, p->vertex, sizeof p->vertex);
            memcpy(leads[f].edge, p->leads, sizeof p->leads);
            for (int k = 0; k < 3; k++)
                to[f].edge[k] =
                    p->to[k] == WM_NO_INDEX ? WM_NO_INDEX : 3 * number[p->to[k] / 3] + p->to[k] % 3;
            materials[f] = p->material;
            rooms[f] = p->room;
            walkable[f] = p->walkable;
        }
        release_pieces(c); /* the mesh takes as much room again */
        wm_walkmesh_desc desc = {.vertex_count = (uint32_t)c->vertex_count,
                                 .vertices = c->vertices,
                                 .face_count = (uint32_t)n,
                                 .faces = faces,
                                 .materials = materials,
                                 .walkable = walkable,
                                 .neighbours = to,
                                 .transitions = leads,
                                 .rooms = rooms};
        mesh = wm_walkmesh_new(&desc, allocator, error);
    } else {
        wmi_arena_fail(&scratch, error, "faces");
    }
    wmi_arena_free(&scratch);
    return mesh;
}
