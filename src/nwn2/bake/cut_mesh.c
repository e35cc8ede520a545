/* The pieces of a walkmesh being cut: splits them, and converts them back into a document. */
#include "base/side.h"
#include "base/sort.h"
#include "base/vec.h"
#include "nwn2/bake/bake.h"
#include "nwn2/bake/cut.h"

static bool room_for_vertex(wmi_cut_mesh *m, size_t count)
{
    void *v = m->vertices, *f = m->first, *c = m->count, *s = m->side;
    bool good = wmi_grow(&m->allocator, &v, &m->vertex_capacity, count, sizeof *m->vertices);
    good = wmi_grow(&m->allocator, &f, &m->first_capacity, count, sizeof *m->first) && good;
    good = wmi_grow(&m->allocator, &c, &m->count_capacity, count, sizeof *m->count) && good;
    good = wmi_grow(&m->allocator, &s, &m->side_capacity, count, sizeof *m->side) && good;
    m->vertices = v;
    m->first = f;
    m->count = c;
    m->side = s;
    return good;
}

static bool room_for_pieces(wmi_cut_mesh *m, size_t count)
{
    void *p = m->pieces;
    bool good = count < WM_NO_INDEX / 3 &&
                wmi_grow(&m->allocator, &p, &m->piece_capacity, count, sizeof *m->pieces);
    m->pieces = p;
    return good;
}

/* ---- corners by vertex ---- */

static uint32_t *next_of(const wmi_cut_mesh *m, uint32_t corner)
{
    return &m->pieces[corner / 3].next[corner % 3];
}

static uint32_t *last_of(const wmi_cut_mesh *m, uint32_t corner)
{
    return &m->pieces[corner / 3].last[corner % 3];
}

/* Moves corner k of a piece to vertex v. */
static void stand(wmi_cut_mesh *m, uint32_t piece, uint32_t k, uint32_t v)
{
    wmi_cut_piece *p = &m->pieces[piece];
    uint32_t corner = 3 * piece + k, next = m->first[v];
    p->vertex[k] = v;
    p->next[k] = next;
    p->last[k] = WM_NO_INDEX;
    p->time[k] = m->now++;
    if (next != WM_NO_INDEX)
        *last_of(m, next) = corner;
    m->first[v] = corner;
    m->count[v]++;
}

/* A vertex may have as many corners as there are pieces, so nothing here walks its list. */
static void leave(wmi_cut_mesh *m, uint32_t piece, uint32_t k)
{
    const wmi_cut_piece *p = &m->pieces[piece];
    if (p->last[k] == WM_NO_INDEX)
        m->first[p->vertex[k]] = p->next[k];
    else
        *next_of(m, p->last[k]) = p->next[k];
    if (p->next[k] != WM_NO_INDEX)
        *last_of(m, p->next[k]) = p->last[k];
    m->count[p->vertex[k]]--;
}

bool wmi_cut_init(wmi_cut_mesh *m, const wm_nwn2_aswm *a, const wm_allocator *allocator)
{
    *m = (wmi_cut_mesh){.allocator = *allocator};
    if (!room_for_vertex(m, (size_t)a->vertex_count + 1) ||
        !room_for_pieces(m, (size_t)a->triangle_count + 1))
        return false;
    if (a->vertex_count)
        memcpy(m->vertices, a->vertices, a->vertex_count * sizeof *m->vertices);
    m->vertex_count = a->vertex_count;
    m->piece_count = a->triangle_count;
    memset(m->first, 0xFF, a->vertex_count * sizeof *m->first);
    memset(m->count, 0, a->vertex_count * sizeof *m->count);
    memset(m->side, 0, a->vertex_count * sizeof *m->side); /* of no line: they count from 1 */
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const wm_nwn2_triangle *t = &a->triangles[i];
        m->pieces[i] = (wmi_cut_piece){.origin = i, .walkable = t->flags & WM_NWN2_WALKABLE};
        for (uint32_t k = 0; k < 3; k++)
            stand(m, i, k, t->vertex[k]);
    }
    return true;
}

void wmi_cut_release(wmi_cut_mesh *m)
{
    wmi_release(&m->allocator, m->vertices, m->vertex_capacity, sizeof *m->vertices);
    wmi_release(&m->allocator, m->first, m->first_capacity, sizeof *m->first);
    wmi_release(&m->allocator, m->count, m->count_capacity, sizeof *m->count);
    wmi_release(&m->allocator, m->side, m->side_capacity, sizeof *m->side);
    wmi_release(&m->allocator, m->pieces, m->piece_capacity, sizeof *m->pieces);
    wmi_release(&m->allocator, m->shared, m->shared_capacity, sizeof *m->shared);
}

/* ---- splitting ---- */

static bool add_vertex(wmi_cut_mesh *m, wm_vec3 at)
{
    if (m->vertex_count >= WM_NO_INDEX - 1 || !room_for_vertex(m, m->vertex_count + 1))
        return false;
    m->vertices[m->vertex_count] = at;
    m->first[m->vertex_count] = WM_NO_INDEX;
    m->count[m->vertex_count] = 0;
    wmi_cut_set_side(m, (uint32_t)m->vertex_count++, 0); /* it lies on the line being cut */
    return true;
}

static uint32_t corner_at(const wmi_cut_piece *p, uint32_t vertex)
{
    return p->vertex[0] == vertex ? 0 : p->vertex[1] == vertex ? 1 : p->vertex[2] == vertex ? 2 : 3;
}

static int newest_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Lists the corners at vertex a of the pieces that also have vertex b, in the order in which they
 * are linked at a: the low half of each entry. */
static bool find_shared(wmi_cut_mesh *m, uint32_t a, uint32_t b, size_t *count)
{
    uint32_t at = wmi_cut_fewer(m, a, b);
    void *shared = m->shared;
    bool good = wmi_grow(&m->allocator, &shared, &m->shared_capacity, (size_t)m->count[at] + 1,
                         sizeof *m->shared);
    m->shared = shared;
    *count = 0;
    for (uint32_t c = m->first[at]; good && c != WM_NO_INDEX; c = *next_of(m, c)) {
        const wmi_cut_piece *p = &m->pieces[c / 3];
        uint32_t ka = corner_at(p, a), kb = corner_at(p, b);
        if (ka < 3 && kb < 3)
            m->shared[(*count)++] = (uint64_t)p->time[ka] << 32 | (c - c % 3 + ka);
    }
    if (good)
        wmi_sort(m->shared, *count, sizeof *m->shared, newest_first);
    return good;
}

bool wmi_cut_edge(wmi_cut_mesh *m, uint32_t a, uint32_t b, wm_vec3 at)
{
    size_t shared;
    if (!find_shared(m, a, b, &shared) || !room_for_pieces(m, m->piece_count + shared) ||
        !add_vertex(m, at))
        return false;
    uint32_t v = (uint32_t)m->vertex_count - 1;
    for (size_t i = 0; i < shared; i++) {
        uint32_t c = (uint32_t)m->shared[i], piece = c / 3, ka = c % 3;
        uint32_t kb = corner_at(&m->pieces[piece], b);
        /* The piece keeps the half at a; the new piece gets the half at b. */
        uint32_t half = (uint32_t)m->piece_count++;
        m->pieces[half] = m->pieces[piece];
        leave(m, piece, kb);
        stand(m, piece, kb, v);
        stand(m, half, ka, v);
        stand(m, half, kb, b);
        stand(m, half, 3 - ka - kb, m->pieces[half].vertex[3 - ka - kb]);
    }
    return true;
}

bool wmi_cut_edge_fits(const wmi_cut_mesh *m, uint32_t a, uint32_t b, wm_vec3 at)
{
    wm_vec3 p = m->vertices[a], q = m->vertices[b];
    for (uint32_t c = m->first[wmi_cut_fewer(m, a, b)]; c != WM_NO_INDEX; c = *next_of(m, c)) {
        const wmi_cut_piece *piece = &m->pieces[c / 3];
        uint32_t ka = corner_at(piece, a), kb = corner_at(piece, b);
        if (ka == 3 || kb == 3)
            continue;
        wm_vec3 far = m->vertices[piece->vertex[3 - ka - kb]];
        int turn = wmi_side(p, q, far);
        if (wmi_side(p, at, far) != turn || wmi_side(at, q, far) != turn)
            return false;
    }
    return true;
}

void wmi_cut_move(wmi_cut_mesh *m, uint32_t piece, const uint32_t vertex[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        leave(m, piece, k);
        stand(m, piece, k, vertex[k]);
    }
}

void wmi_cut_remove(wmi_cut_mesh *m, uint32_t piece)
{
    for (uint32_t k = 0; k < 3; k++)
        leave(m, piece, k);
    m->pieces[piece].dead = true;
    m->pieces[piece].walkable = false;
}

/* ---- back to a document ---- */

/* Renumbers the triangles of the edges, so that the bake knows which were paired. */
static wm_status follow_edges(wm_nwn2_trn *trn, wm_nwn2_aswm *a, const uint32_t *number,
                              uint32_t before, wm_error *error)
{
    wm_nwn2_edge *edges = wm_nwn2_trn_alloc(trn, a->edge_count, sizeof *edges, error);
    if (!edges)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < a->edge_count; i++) {
        edges[i] = a->edges[i];
        for (int k = 0; k < 2; k++) {
            uint32_t *t = &edges[i].triangle[k];
            *t = *t < before ? number[*t] : WM_NO_INDEX;
        }
    }
    a->edges = edges;
    return WM_OK;
}

static void fill(const wmi_cut_mesh *m, const wm_nwn2_aswm *old, wm_nwn2_triangle *to)
{
    for (size_t i = 0; i < m->piece_count; i++) {
        const wmi_cut_piece *p = &m->pieces[i];
        to[i] = old->triangles[p->origin];
        memcpy(to[i].vertex, p->vertex, sizeof p->vertex);
    }
}

static wm_status finish(const wmi_cut_mesh *m, wm_nwn2_trn *trn, wmi_arena *scratch,
                        wm_error *error)
{
    wm_nwn2_aswm a = *trn->aswm;
    size_t tiles = (size_t)a.grid_height * a.grid_width;
    uint32_t before = a.triangle_count;
    uint32_t *owner = wmi_arena_raw(scratch, m->piece_count, sizeof *owner);
    uint32_t *number = wmi_arena_raw(scratch, m->piece_count, sizeof *number);
    wm_nwn2_triangle *pieces = wmi_arena_raw(scratch, m->piece_count, sizeof *pieces);
    if (!owner || !number || !pieces)
        return wmi_arena_fail(scratch, error, "");
    wm_nwn2_triangle *sorted = wm_nwn2_trn_alloc(trn, m->piece_count, sizeof *sorted, error);
    wm_vec3 *vertices = wm_nwn2_trn_alloc(trn, m->vertex_count, sizeof *vertices, error);
    wm_nwn2_tile *grid = wm_nwn2_trn_alloc(trn, tiles, sizeof *grid, error);
    if (!sorted || !vertices || !grid)
        return WM_NO_MEMORY;
    if (m->vertex_count)
        memcpy(vertices, m->vertices, m->vertex_count * sizeof *vertices);
    if (tiles)
        memcpy(grid, a.tiles, tiles * sizeof *grid);
    fill(m, trn->aswm, pieces);
    bool owned = wmi_aswm_ranges(&a); /* else all go into the first for now */
    memset(owner, 0, m->piece_count * sizeof *owner);
    for (size_t i = 0; owned && i < tiles; i++)
        for (uint32_t k = 0; k < a.tiles[i].triangles_count; k++)
            owner[a.tiles[i].triangles_offset + k] = (uint32_t)i;
    for (size_t i = before; i < m->piece_count; i++)
        owner[i] = owner[m->pieces[i].origin];
    for (size_t i = 0; i < m->piece_count; i++)
        if (m->pieces[i].dead)
            owner[i] = WM_NO_INDEX;
    a.triangles = pieces;
    a.triangle_count = (uint32_t)m->piece_count;
    a.tiles = grid;
    a.vertices = vertices;
    a.vertex_count = (uint32_t)m->vertex_count;
    wm_status status = wmi_aswm_regroup(&a, sorted, owner, number, scratch, error);
    for (size_t i = 0; !owned && i < tiles; i++)
        grid[i].triangles_count = 0;
    if (status == WM_OK)
        status = follow_edges(trn, &a, number, before, error);
    if (status == WM_OK)
        *trn->aswm = a;
    return status;
}

wm_status wmi_cut_finish(const wmi_cut_mesh *m, wm_nwn2_trn *trn, wm_error *error)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, &m->allocator, 0);
    wm_status status = finish(m, trn, &scratch, error);
    wmi_arena_free(&scratch);
    return status;
}
