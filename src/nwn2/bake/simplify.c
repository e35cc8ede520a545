/* Fewer triangles for the same floor: removes vertices that a flat face does not need.
 * docs/formats/nwn2.md, "Baking". */
#include "base/side.h"
#include "base/vec.h"
#include "nwn2/bake/bake.h"
#include "nwn2/bake/cut.h"

enum { MOST = 48 }; /* triangles round a vertex; a vertex with more stays */

static const double flat = 1e-3, straight = 1e-4; /* metres */

/* The triangles round a vertex, in order. Each has `from` and `to` next to the vertex, and
 * its `to` is the `from` of the next. */
typedef struct ring {
    uint32_t vertex, count;
    bool closed;
    int turn;
    uint32_t piece[MOST], from[MOST], to[MOST];
} ring;

/* A run of the ring that becomes one face. */
typedef struct sector {
    uint32_t first, count; /* pieces */
    uint32_t size;         /* corners of the polygon to fill */
    uint32_t corner[MOST + 1];
    uint32_t made; /* triangles in fill[] */
    uint32_t fill[MOST][3];
} sector;

typedef struct simplifier {
    wmi_cut_mesh m;
    const wm_nwn2_aswm *a;
    uint32_t *owner; /* per triangle: its tile */
    bool *full;      /* per tile: its triangles may be merged */
} simplifier;

/* ---- the ring ---- */

static bool gather(const simplifier *s, uint32_t vertex, ring *r)
{
    const wmi_cut_mesh *m = &s->m;
    r->vertex = vertex;
    r->count = 0;
    for (uint32_t c = m->first[vertex]; c != WM_NO_INDEX; c = wmi_cut_next(m, c)) {
        const uint32_t *v = m->pieces[c / 3].vertex;
        wm_vec3 p = m->vertices[v[0]], q = m->vertices[v[1]], u = m->vertices[v[2]];
        if (!s->full[s->owner[m->pieces[c / 3].origin]])
            return false;
        if (r->count == MOST || !wmi_finite(p) || !wmi_finite(q) || !wmi_finite(u))
            return false;
        int turn = wmi_side(p, q, u);
        if (turn == 0 || (r->count && turn != r->turn))
            return false;
        r->turn = turn;
        r->piece[r->count] = c / 3;
        r->from[r->count] = v[(c % 3 + 1) % 3];
        r->to[r->count++] = v[(c % 3 + 2) % 3];
    }
    return r->count >= 2;
}

static void swap_places(ring *r, uint32_t i, uint32_t k)
{
    uint32_t piece = r->piece[i], from = r->from[i], to = r->to[i];
    r->piece[i] = r->piece[k];
    r->from[i] = r->from[k];
    r->to[i] = r->to[k];
    r->piece[k] = piece;
    r->from[k] = from;
    r->to[k] = to;
}

/* Returns false if the triangles do not form a single fan. */
static bool order(ring *r)
{
    for (uint32_t i = 0; i < r->count; i++) { /* an open fan starts where no other triangle ends */
        bool first = true;
        for (uint32_t k = 0; k < r->count; k++) {
            first = first && r->to[k] != r->from[i];
            if (k != i && (r->from[k] == r->from[i] || r->to[k] == r->to[i]))
                return false;
        }
        if (first) {
            swap_places(r, 0, i);
            break;
        }
    }
    for (uint32_t i = 1; i < r->count; i++) {
        uint32_t k = i;
        while (k < r->count && r->from[k] != r->to[i - 1])
            k++;
        if (k == r->count)
            return false;
        swap_places(r, i, k);
    }
    r->closed = r->to[r->count - 1] == r->from[0];
    return true;
}

/* Returns true if three or more triangles share an edge of the ring. How these are paired is
 * known only for the present triangles. */
static bool crowded(const simplifier *s, const ring *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t sharing = 0, at = wmi_cut_fewer(&s->m, r->from[i], r->to[i]);
        uint32_t other = at == r->from[i] ? r->to[i] : r->from[i];
        for (uint32_t c = s->m.first[at]; c != WM_NO_INDEX; c = wmi_cut_next(&s->m, c)) {
            const uint32_t *v = s->m.pieces[c / 3].vertex;
            sharing += v[0] == other || v[1] == other || v[2] == other;
        }
        if (sharing > 2)
            return true;
    }
    return false;
}

static bool same_face(const simplifier *s, uint32_t p, uint32_t q)
{
    uint32_t a = s->m.pieces[p].origin, b = s->m.pieces[q].origin;
    return s->owner[a] == s->owner[b] && s->a->triangles[a].flags == s->a->triangles[b].flags;
}

static void rotate_ring(ring *r, uint32_t first)
{
    ring old = *r;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t k = (i + first) % r->count;
        r->piece[i] = old.piece[k];
        r->from[i] = old.from[k];
        r->to[i] = old.to[k];
    }
}

/* Returns true if vertex v lies on the straight line between two others. */
static bool between(const simplifier *s, uint32_t v, uint32_t p, uint32_t q)
{
    wmi_vec a = wmi_vec_of(s->m.vertices[p]), b = wmi_vec_of(s->m.vertices[q]);
    wmi_vec at = wmi_vec_of(s->m.vertices[v]), way = wmi_sub(b, a);
    double l = wmi_length(way), t = l > 0 ? wmi_dot(wmi_sub(at, a), way) / (l * l) : -1;
    return t > 0 && t < 1 && wmi_length(wmi_sub(at, wmi_add(a, wmi_scale(way, t)))) <= straight;
}

/* Splits the ring into one or two faces. Returns 0 if it must stay as it is. */
static uint32_t split(const simplifier *s, ring *r, sector out[2])
{
    uint32_t change[2] = {0, 0}, changes = 0;
    bool walkable = false;
    for (uint32_t i = 0; i < r->count; i++) {
        walkable |= s->m.pieces[r->piece[i]].walkable;
        if (i == 0 && !r->closed)
            continue;
        if (same_face(s, r->piece[i], r->piece[i ? i - 1 : r->count - 1]))
            continue;
        if (changes == 2)
            return 0;
        change[changes++] = i;
    }
    if (!walkable || changes == 1 || (changes && !r->closed))
        return 0;
    if (changes == 2)
        rotate_ring(r, change[0]);
    uint32_t cut = changes == 2 ? change[1] - change[0] : r->count;
    if ((changes == 2 || !r->closed) && !between(s, r->vertex, r->from[0], r->to[cut - 1]))
        return 0;
    out[0].first = 0;
    out[0].count = cut;
    out[1].first = cut;
    out[1].count = r->count - cut;
    return changes == 2 ? 2 : 1;
}

/* ---- one face ---- */

/* Returns true if every corner is near the plane that fits them best. */
static bool is_flat(const simplifier *s, const ring *r, const sector *x)
{
    wmi_vec normal = {0, 0, 0}, o = wmi_vec_of(s->m.vertices[r->vertex]);
    for (uint32_t i = x->first; i < x->first + x->count; i++)
        normal = wmi_add(normal, wmi_cross(wmi_sub(wmi_vec_of(s->m.vertices[r->from[i]]), o),
                                           wmi_sub(wmi_vec_of(s->m.vertices[r->to[i]]), o)));
    double length = wmi_length(normal);
    for (uint32_t i = 0; i < x->size; i++) {
        wmi_vec v = wmi_sub(wmi_vec_of(s->m.vertices[x->corner[i]]), o);
        if (!(fabs(wmi_dot(v, normal)) <= flat * length))
            return false;
    }
    return length > 0;
}

static bool in_ring(const ring *r, uint32_t piece)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->piece[i] == piece)
            return true;
    return false;
}

/* Returns true if other triangles already use the edge: it must not get more. */
static bool taken(const simplifier *s, const ring *r, uint32_t p, uint32_t q)
{
    uint32_t at = wmi_cut_fewer(&s->m, p, q), other = at == p ? q : p;
    for (uint32_t c = s->m.first[at]; c != WM_NO_INDEX; c = wmi_cut_next(&s->m, c)) {
        const uint32_t *v = s->m.pieces[c / 3].vertex;
        if ((v[0] == other || v[1] == other || v[2] == other) && !in_ring(r, c / 3))
            return true;
    }
    return false;
}

/* The quality of an ear's shape; 0 if it is not an ear. */
static double ear(const simplifier *s, const ring *r, const uint32_t *left, uint32_t n, uint32_t i)
{
    uint32_t p = left[i ? i - 1 : n - 1], q = left[i], u = left[i + 1 == n ? 0 : i + 1];
    const wm_vec3 *v = s->m.vertices;
    if (wmi_side(v[p], v[q], v[u]) != r->turn)
        return 0;
    for (uint32_t k = 0; k < n; k++)
        if (left[k] != p && left[k] != q && left[k] != u &&
            wmi_side(v[p], v[q], v[left[k]]) * r->turn >= 0 &&
            wmi_side(v[q], v[u], v[left[k]]) * r->turn >= 0 &&
            wmi_side(v[u], v[p], v[left[k]]) * r->turn >= 0)
            return 0;
    if (n > 3 && taken(s, r, p, u))
        return 0;
    wmi_vec a = wmi_sub(wmi_vec_of(v[q]), wmi_vec_of(v[p]));
    wmi_vec b = wmi_sub(wmi_vec_of(v[u]), wmi_vec_of(v[q]));
    wmi_vec c = wmi_sub(wmi_vec_of(v[p]), wmi_vec_of(v[u]));
    double area = wmi_length(wmi_cross(a, b));
    return area / (wmi_dot(a, a) + wmi_dot(b, b) + wmi_dot(c, c));
}

/* Triangulates the polygon, best ear first. */
static bool fill(const simplifier *s, const ring *r, sector *x)
{
    uint32_t left[MOST + 1], n = x->size;
    memcpy(left, x->corner, n * sizeof *left);
    x->made = 0;
    while (n >= 3) {
        double best = 1e-9; /* thinner ones are rejected */
        uint32_t at = n;
        for (uint32_t i = 0; i < n; i++) {
            double shape = ear(s, r, left, n, i);
            if (shape > best) {
                best = shape;
                at = i;
            }
        }
        if (at == n)
            return false;
        uint32_t *t = x->fill[x->made++];
        t[0] = left[at ? at - 1 : n - 1];
        t[1] = left[at];
        t[2] = left[at + 1 == n ? 0 : at + 1];
        memmove(left + at, left + at + 1, (n - at - 1) * sizeof *left);
        n--;
    }
    return true;
}

static bool plan_sector(const simplifier *s, const ring *r, sector *x, bool whole)
{
    x->size = 0;
    if (!whole)
        x->corner[x->size++] = r->from[x->first];
    for (uint32_t i = x->first; i < x->first + x->count; i++)
        x->corner[x->size++] = r->to[i];
    if (x->size < 3)
        return false;
    if (!whole && taken(s, r, r->from[x->first], r->to[x->first + x->count - 1]))
        return false;
    return is_flat(s, r, x) && fill(s, r, x);
}

/* Removes a vertex, if possible. */
static bool take_out(simplifier *s, uint32_t vertex, sector faces[2],
                     wm_nwn2_trn_simplify_result *sum)
{
    ring r;
    if (!gather(s, vertex, &r) || !order(&r) || crowded(s, &r))
        return false;
    uint32_t count = split(s, &r, faces);
    for (uint32_t i = 0; i < count; i++)
        if (!plan_sector(s, &r, &faces[i], count == 1 && r.closed))
            return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < faces[i].count; k++) {
            uint32_t piece = r.piece[faces[i].first + k];
            if (k < faces[i].made) {
                wmi_cut_move(&s->m, piece, faces[i].fill[k]);
                continue;
            }
            sum->triangles++;
            sum->walkable += s->m.pieces[piece].walkable;
            wmi_cut_remove(&s->m, piece);
        }
    sum->vertices += count > 0;
    return count > 0;
}

/* By the ranges of the tiles or, where these own nothing yet, by the centres as in a bake. */
static void find_owners(simplifier *s, bool assign)
{
    const wm_nwn2_aswm *a = s->a;
    bool owned = !assign && wmi_aswm_ranges(a);
    for (size_t i = 0; owned && i < (size_t)a->grid_height * a->grid_width; i++)
        for (uint32_t k = 0; k < a->tiles[i].triangles_count; k++)
            s->owner[a->tiles[i].triangles_offset + k] = (uint32_t)i;
    for (uint32_t i = 0; !owned && i < a->triangle_count; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        wm_vec3 p = a->vertices[v[0]], q = a->vertices[v[1]], r = a->vertices[v[2]];
        float centre[2] = {(p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3};
        s->owner[i] = wmi_aswm_tile_at(a, centre);
    }
}

static bool find_full(simplifier *s, const wm_nwn2_trn_simplify_opts *opts, wmi_arena *scratch)
{
    size_t tiles = (size_t)s->a->grid_height * s->a->grid_width + 1; /* a grid may have none */
    uint32_t *walkable = wmi_arena_new(scratch, tiles, sizeof *walkable);
    s->owner = wmi_arena_new(scratch, s->a->triangle_count, sizeof *s->owner);
    s->full = wmi_arena_new(scratch, tiles, sizeof *s->full);
    if (!walkable || !s->owner || !s->full)
        return false;
    if (tiles > 1)
        find_owners(s, opts && opts->assign_tiles);
    for (uint32_t i = 0; i < s->a->triangle_count; i++)
        walkable[s->owner[i]] += s->a->triangles[i].flags & WM_NWN2_WALKABLE;
    for (size_t i = 0; i < tiles; i++)
        s->full[i] = !opts || opts->above == 0 || walkable[i] > opts->above;
    return true;
}

static bool simplify(simplifier *s, const wm_nwn2_trn_simplify_opts *opts, wmi_arena *scratch,
                     wm_nwn2_trn_simplify_result *sum)
{
    sector *faces = wmi_arena_raw(scratch, 2, sizeof *faces);
    if (!faces || !find_full(s, opts, scratch))
        return false;
    for (bool again = true; again;) { /* each round removes at least one vertex */
        again = false;
        for (uint32_t v = 0; v < s->m.vertex_count; v++)
            again |= take_out(s, v, faces, sum);
    }
    return true;
}

wm_status wm_nwn2_trn_simplify(wm_nwn2_trn *trn, const wm_nwn2_trn_simplify_opts *opts,
                               wm_nwn2_trn_simplify_result *result, wm_error *error)
{
    if (WMI_BAD_OPTS(opts, error))
        return WM_BAD_ARGUMENT;
    simplifier s = {.a = trn->aswm};
    wm_nwn2_trn_simplify_result sum = {0};
    wm_status status = wmi_cut_refuse(trn, error);
    wmi_arena scratch;
    if (status != WM_OK)
        return status;
    wmi_arena_init(&scratch, &wmi_trn_of(trn)->arena.allocator, 0);
    if (wmi_cut_init(&s.m, trn->aswm, &scratch.allocator) && simplify(&s, opts, &scratch, &sum))
        status = wmi_cut_finish(&s.m, trn, error);
    else
        status = wmi_no_memory(error);
    wmi_cut_release(&s.m);
    wmi_arena_free(&scratch);
    if (status == WM_OK && result)
        *result = sum;
    if (status == WM_OK)
        wmi_trn_tidy(trn);
    return status;
}
