/* The sight bits of a tile's table: a straight path certainly exists between two triangles.
 * docs/formats/nwn2.md, "Sight".
 *
 * The game's own rule is not known. A bit is set here if the convex hull of both triangles
 * touches no edge with nothing walkable across it, so that the floor continues under the
 * whole hull. It is also set if the two are neighbours and form a strictly convex shape. All
 * tests are exact. In unusual cases (folds, triangles without area, one floor over another)
 * the bit stays clear, and the game tests at run time. */
#include "base/side.h"
#include "nwn2/bake/bake.h"

enum { MOST = WM_NWN2_TILE_NODES };

/* A side of a walkable triangle that bounds the floor of its island. */
typedef struct rim {
    wm_vec3 a, b;
    uint32_t vertex[2];
    uint32_t node;
    bool open; /* the floor continues in another tile: it may be touched, but not crossed */
} rim;

typedef struct tile_view {
    const wm_nwn2_aswm *a;
    wm_nwn2_tile *t;
    uint32_t count, rim_count;
    const wm_nwn2_triangle *node[MOST];
    wm_vec3 corner[MOST][3];
    int turn[MOST];     /* 1 or -1; 0: no area in plan view */
    float box[MOST][4]; /* min x, min y, max x, max y */
    bool clear[MOST];   /* no corner is an end of a closed rim */
    bool stacked[MOST]; /* another triangle lies above or below it */
    rim rims[3 * MOST];
} tile_view;

typedef struct hull {
    wm_vec3 p[6]; /* counter-clockwise, no three collinear */
    int count;
    float x0, y0, x1, y1;
} hull;

/* ---- convex shapes ---- */

static bool before(wm_vec3 a, wm_vec3 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static void make_hull(const wm_vec3 *a, const wm_vec3 *b, hull *h)
{
    wm_vec3 p[6] = {a[0], a[1], a[2], b[0], b[1], b[2]}, chain[14];
    int n = 0;
    for (int i = 1; i < 6; i++)
        for (int k = i; k > 0 && before(p[k], p[k - 1]); k--) {
            wm_vec3 swap = p[k];
            p[k] = p[k - 1];
            p[k - 1] = swap;
        }
    for (int i = 0; i < 6; i++) {
        while (n >= 2 && wmi_side(chain[n - 2], chain[n - 1], p[i]) <= 0)
            n--;
        chain[n++] = p[i];
    }
    for (int i = 4, low = n + 1; i >= 0; i--) {
        while (n >= low && wmi_side(chain[n - 2], chain[n - 1], p[i]) <= 0)
            n--;
        chain[n++] = p[i];
    }
    h->count = n - 1;
    h->x0 = p[0].x;
    h->x1 = p[5].x;
    h->y0 = h->y1 = p[0].y;
    for (int i = 0; i < h->count; i++) {
        h->p[i] = chain[i];
        h->y0 = chain[i].y < h->y0 ? chain[i].y : h->y0;
        h->y1 = chain[i].y > h->y1 ? chain[i].y : h->y1;
    }
}

/* Returns true if a line separates the segment from the hull. Shapes that touch count as
 * separated if `open`. */
static bool parted(const hull *h, const rim *r)
{
    int limit = r->open ? 0 : -1, left = 0, right = 0, on = 0;
    for (int i = 0; i < h->count; i++) {
        wm_vec3 p = h->p[i], q = h->p[i + 1 == h->count ? 0 : i + 1];
        if (wmi_side(p, q, r->a) <= limit && wmi_side(p, q, r->b) <= limit)
            return true;
        int side = wmi_side(r->a, r->b, p);
        left += side > 0;
        right += side < 0;
        on += side == 0;
    }
    return (left == 0 || right == 0) && (r->open || on == 0);
}

static bool box_meets(const hull *h, const rim *r)
{
    return !((r->a.x < h->x0 && r->b.x < h->x0) || (r->a.x > h->x1 && r->b.x > h->x1) ||
             (r->a.y < h->y0 && r->b.y < h->y0) || (r->a.y > h->y1 && r->b.y > h->y1));
}

/* Returns true if the interiors of two triangles overlap in plan view. */
static bool overlap(const wm_vec3 *a, int turn_a, const wm_vec3 *b, int turn_b)
{
    for (int round = 0; round < 2; round++) {
        const wm_vec3 *x = round ? b : a, *y = round ? a : b;
        int turn = round ? turn_b : turn_a;
        for (int k = 0; k < 3; k++) {
            wm_vec3 p = x[k], q = x[k == 2 ? 0 : k + 1];
            if (turn * wmi_side(p, q, y[0]) <= 0 && turn * wmi_side(p, q, y[1]) <= 0 &&
                turn * wmi_side(p, q, y[2]) <= 0)
                return false;
        }
    }
    return true;
}

/* ---- the tile ---- */

/* The triangle across a side, or WM_NO_INDEX. */
static uint32_t across(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t, uint32_t p, uint32_t q)
{
    for (int k = 0; k < 3; k++) {
        const uint32_t *v = a->edges[t->linked_edges[k]].vertex;
        if ((v[0] == p && v[1] == q) || (v[0] == q && v[1] == p))
            return t->linked_triangles[k];
    }
    return WM_NO_INDEX;
}

static void add_rim(tile_view *v, uint32_t node, int k)
{
    const wm_nwn2_triangle *x = v->node[node];
    uint32_t p = x->vertex[k], q = x->vertex[k == 2 ? 0 : k + 1], to = across(v->a, x, p, q);
    bool open = false;
    if (to != WM_NO_INDEX && v->a->triangles[to].flags & WM_NWN2_WALKABLE) {
        uint32_t local = to - v->t->triangles_offset;
        open = local >= v->t->triangles_count;
        int turn = open ? 0 : v->turn[v->t->local_to_node[local]];
        if (!open && turn && turn == v->turn[node])
            return;
    }
    v->rims[v->rim_count++] =
        (rim){v->corner[node][k], v->corner[node][k == 2 ? 0 : k + 1], {p, q}, node, open};
}

static void measure_box(const wm_vec3 *p, float *box)
{
    box[0] = box[2] = p[0].x;
    box[1] = box[3] = p[0].y;
    for (int k = 1; k < 3; k++) {
        box[0] = p[k].x < box[0] ? p[k].x : box[0];
        box[1] = p[k].y < box[1] ? p[k].y : box[1];
        box[2] = p[k].x > box[2] ? p[k].x : box[2];
        box[3] = p[k].y > box[3] ? p[k].y : box[3];
    }
}

static bool boxes_meet(const float *a, const float *b)
{
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

static void look_at(tile_view *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        v->node[i] = &v->a->triangles[v->t->triangles_offset + v->t->node_to_local[i]];
        for (int k = 0; k < 3; k++)
            v->corner[i][k] = v->a->vertices[v->node[i]->vertex[k]];
        v->turn[i] = wmi_side(v->corner[i][0], v->corner[i][1], v->corner[i][2]);
        v->stacked[i] = false;
        measure_box(v->corner[i], v->box[i]);
    }
    for (uint32_t i = 0; i < v->count; i++)
        for (int k = 0; k < 3; k++)
            add_rim(v, i, k);
    for (uint32_t i = 0; i < v->count; i++) {
        v->clear[i] = v->turn[i] != 0;
        for (uint32_t r = 0; r < v->rim_count && v->clear[i]; r++)
            for (int k = 0; k < 3 && !v->rims[r].open; k++)
                v->clear[i] &= v->node[i]->vertex[k] != v->rims[r].vertex[0] &&
                               v->node[i]->vertex[k] != v->rims[r].vertex[1];
        for (uint32_t k = 0; k < i; k++)
            if (v->turn[i] && v->turn[k] && boxes_meet(v->box[i], v->box[k]) &&
                overlap(v->corner[i], v->turn[i], v->corner[k], v->turn[k]))
                v->stacked[i] = v->stacked[k] = true;
    }
}

static bool same_island(const tile_view *v, uint32_t i, uint32_t j)
{
    return i == j || v->t->table[i * v->count + j] != WM_NWN2_NO_NODE;
}

/* Returns true if no floor ends under the hull. Then the floor that begins in one triangle
 * continues under the whole hull, and contains the other triangle unless that one has
 * another floor above or below it. */
static bool open_between(const tile_view *v, uint32_t i, uint32_t j)
{
    hull h;
    if (!v->clear[i] || !v->clear[j] || (v->stacked[i] && v->stacked[j]))
        return false;
    make_hull(v->corner[i], v->corner[j], &h);
    for (uint32_t r = 0; r < v->rim_count; r++)
        if (same_island(v, i, v->rims[r].node) && box_meets(&h, &v->rims[r]) &&
            !parted(&h, &v->rims[r]))
            return false;
    return true;
}

/* Returns true for neighbours that form a strictly convex shape: the line between their far
 * corners passes through the inside of the shared side. */
static bool convex_pair(const tile_view *v, uint32_t i, uint32_t j)
{
    const uint32_t *x = v->node[i]->vertex, *y = v->node[j]->vertex;
    int alone_i = -1, alone_j = -1, shared = 0;
    if (v->turn[i] == 0 || v->turn[i] != v->turn[j])
        return false;
    for (int k = 0; k < 3; k++) {
        bool common = x[k] == y[0] || x[k] == y[1] || x[k] == y[2];
        shared += common;
        alone_i = common ? alone_i : k;
        if (y[k] != x[0] && y[k] != x[1] && y[k] != x[2])
            alone_j = k;
    }
    if (shared != 2)
        return false;
    wm_vec3 p = v->corner[i][alone_i], q = v->corner[j][alone_j];
    wm_vec3 a = v->corner[i][(alone_i + 1) % 3], b = v->corner[i][(alone_i + 2) % 3];
    return wmi_side(a, b, p) * wmi_side(a, b, q) < 0 && wmi_side(p, q, a) * wmi_side(p, q, b) < 0;
}

static bool adjacent(const tile_view *v, uint32_t i, uint32_t j)
{
    uint32_t other = v->t->triangles_offset + v->t->node_to_local[j];
    const uint32_t *to = v->node[i]->linked_triangles;
    return to[0] == other || to[1] == other || to[2] == other;
}

wm_status wmi_bake_sight(wmi_baker *b, wm_nwn2_tile *t)
{
    if (!b->view)
        b->view = wmi_bake_new(b, 1, sizeof(tile_view));
    tile_view *v = b->view;
    uint32_t n = t->node_count;
    if (!v)
        return WM_NO_MEMORY;
    v->a = &b->a;
    v->t = t;
    v->count = n;
    v->rim_count = 0;
    look_at(v);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (same_island(v, i, j) &&
                ((adjacent(v, i, j) && convex_pair(v, i, j)) || open_between(v, i, j))) {
                t->table[i * n + j] |= WM_NWN2_SIGHT;
                t->table[j * n + i] |= WM_NWN2_SIGHT;
            }
    return WM_OK;
}
