/* Makes the ground of an area from that of a TRN: every triangle in its tile, close vertices
 * joined, holes cut out. docs/formats/nwn2.md, "Cutters". */
#include "base/side.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/words.h"
#include "nwn2/bake/bake.h"
#include "nwn2/bake/ground.h"

/* Steps that cutting may take, so that a small file cannot take longer than its size allows: its
 * lines may cross each other everywhere. Steps take about ten nanoseconds. Real areas need up to
 * 5.5 million, a fifth of this. */
static uint64_t work_limit(const wm_nwn2_aswm *a, const wm_nwn2_polygon *polygons, uint32_t count)
{
    uint64_t corners = 3 * (uint64_t)a->triangle_count;
    for (uint32_t i = 0; i < count; i++)
        corners += polygons[i].count;
    return ((uint64_t)1 << 24) + 2048 * corners;
}

typedef struct cutter {
    wm_nwn2_trn *trn;
    const wmi_floors *floors;
    wmi_ground g;
    wmi_arena scratch;
    uint32_t *owner; /* per triangle: its tile */
    uint64_t *order; /* tile << 32 | triangle */
    uint32_t skipped;
    wm_error *error;
} cutter;

/* ---- what cannot be cut ---- */

static wm_status refuse(const wmi_floors *floors, const wm_nwn2_polygon *polygons, uint32_t count,
                        wm_error *error)
{
    wm_status status = wmi_aswm_refuse(floors->all, error); /* floors need tiles, too */
    for (uint32_t i = 0; i < count && status == WM_OK; i++)
        for (uint32_t k = 0; k < polygons[i].count; k++)
            if (!isfinite(polygons[i].points[k].x) || !isfinite(polygons[i].points[k].y))
                return wmi_fail(error, WM_BAD_ARGUMENT, "polygons",
                                "point %lu of polygon %lu is not finite", (ul)k, (ul)i);
    return status;
}

static wm_status fail(const cutter *c, wm_status status)
{
    if (status == WM_NO_MEMORY)
        return wmi_fail(c->error, status, "", "out of memory");
    if (status == WM_LIMIT && c->g.piece_count >= c->g.most_pieces)
        return wmi_fail(c->error, status, "ASWM.triangles",
                        "cut at the borders of tiles, %s would become more than %lu: is the mesh "
                        "in metres?",
                        wmi_count(c->g.a->triangle_count, "triangle", "triangles").text,
                        (ul)c->g.most_pieces);
    if (status == WM_LIMIT)
        return wmi_fail(c->error, status, "polygons",
                        "%s with that many corners over each other take too long to cut out",
                        wmi_count(c->g.hole_count, "polygon", "polygons").text);
    return status;
}

/* ---- holes ---- */

/* Collects the points that differ from their neighbours. */
static bool make_hole(cutter *c, const wm_nwn2_polygon *polygon, wmi_hole *h)
{
    wm_vec3 *p = wmi_arena_raw(&c->scratch, polygon->count, sizeof *p);
    uint32_t n = 0;
    if (!p)
        return false;
    for (uint32_t i = 0; i < polygon->count; i++) {
        wm_vec3 at = polygon->points[i];
        if (n == 0 || at.x != p[n - 1].x || at.y != p[n - 1].y)
            p[n++] = (wm_vec3){at.x, at.y, 0};
    }
    while (n > 1 && p[n - 1].x == p[0].x && p[n - 1].y == p[0].y)
        n--;
    *h = (wmi_hole){
        .points = p, .count = n, .x0 = INFINITY, .y0 = INFINITY, .x1 = -INFINITY, .y1 = -INFINITY};
    for (uint32_t i = 0; i < n; i++) {
        h->x0 = wmi_minf(h->x0, p[i].x);
        h->y0 = wmi_minf(h->y0, p[i].y);
        h->x1 = wmi_maxf(h->x1, p[i].x);
        h->y1 = wmi_maxf(h->y1, p[i].y);
    }
    return true;
}

/* The triangles of floors, which take the place of what is under them. */
static wm_status add_floors(cutter *c)
{
    wmi_ground *g = &c->g;
    const wm_vec3 *p = g->a->vertices;
    for (uint32_t i = c->floors->ground; i < g->a->triangle_count; i++) {
        const uint32_t *v = g->a->triangles[i].vertex;
        wm_vec3 corners[3] = {p[v[0]], p[v[1]], p[v[2]]};
        wmi_hole *h = &g->holes[g->hole_count];
        if (wmi_side(corners[0], corners[1], corners[2]) == 0)
            continue;
        if (!make_hole(c, &(wm_nwn2_polygon){corners, 3}, h))
            return WM_NO_MEMORY;
        memcpy(h->points, corners, sizeof corners); /* with their heights */
        h->layer = c->floors->layers[i];
        g->hole_count++;
    }
    return WM_OK;
}

static wm_status make_holes(cutter *c, const wm_nwn2_polygon *polygons, uint32_t count)
{
    wmi_ground *g = &c->g;
    size_t most = (size_t)count + g->a->triangle_count - c->floors->ground;
    g->holes = wmi_arena_raw(&c->scratch, most, sizeof *g->holes);
    g->near = wmi_arena_raw(&c->scratch, most, sizeof *g->near);
    if (!g->holes || !g->near)
        return WM_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        if (!make_hole(c, &polygons[i], &g->holes[g->hole_count]))
            return WM_NO_MEMORY;
        if (g->holes[g->hole_count].count < 3)
            c->skipped++;
        else
            g->hole_count++;
    }
    return add_floors(c);
}

/* ---- triangles in tiles ---- */

static uint32_t cell_at(double at, uint32_t cells)
{
    return at <= 0 ? 0 : at < (double)cells ? (uint32_t)at : cells - 1;
}

/* By the ranges of the tiles; if these are not known, and for floors, by the centre. */
static void find_owners(const cutter *c)
{
    const wm_nwn2_aswm *a = c->g.a;
    double width = (double)a->tile_width;
    size_t tiles = (size_t)a->grid_height * a->grid_width;
    bool owned = wmi_aswm_ranges(c->trn->aswm);
    for (size_t i = 0; owned && i < tiles; i++)
        for (uint32_t k = 0; k < a->tiles[i].triangles_count; k++)
            c->owner[a->tiles[i].triangles_offset + k] = (uint32_t)i;
    for (uint32_t i = owned ? c->floors->ground : 0; i < a->triangle_count; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        const wm_vec3 *p = a->vertices;
        double x = ((double)p[v[0]].x + (double)p[v[1]].x + (double)p[v[2]].x) / 3;
        double y = ((double)p[v[0]].y + (double)p[v[1]].y + (double)p[v[2]].y) / 3;
        c->owner[i] =
            cell_at(y / width, a->grid_height) * a->grid_width + cell_at(x / width, a->grid_width);
    }
}

static wm_status make_room(cutter *c)
{
    wmi_ground *g = &c->g;
    const wm_nwn2_aswm *a = g->a;
    c->owner = wmi_arena_new(&c->scratch, a->triangle_count, sizeof *c->owner);
    c->order = wmi_arena_raw(&c->scratch, 2 * (size_t)a->triangle_count, sizeof *c->order);
    g->vertex = wmi_arena_raw(&c->scratch, a->vertex_count, sizeof *g->vertex);
    if (!c->owner || !c->order || !g->vertex ||
        !wmi_weld_init(&g->weld, &g->allocator, a->vertex_count))
        return WM_NO_MEMORY;
    g->weld.apart = c->floors->apart;
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        g->vertex[i] = WM_NO_INDEX;
        if (!g->fresh && (g->vertex[i] = wmi_weld_add(&g->weld, a->vertices[i])) == WM_NO_INDEX)
            return WM_NO_MEMORY;
    }
    find_owners(c);
    for (uint32_t i = 0; i < a->triangle_count; i++)
        c->order[i] = (uint64_t)c->owner[i] << 32 | i;
    wmi_sort_high(c->order, c->order + a->triangle_count, a->triangle_count);
    return WM_OK;
}

static wm_status take_own(cutter *c)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; i < c->g.a->triangle_count && status == WM_OK; i++) {
        uint32_t tile = (uint32_t)(c->order[i] >> 32);
        if (i == 0 || tile != c->g.tile)
            status = wmi_ground_enter(&c->g, tile);
        if (status == WM_OK)
            status = wmi_ground_take(&c->g, (uint32_t)c->order[i], false);
    }
    return status;
}

/* The columns or rows that a triangle reaches into by more than the reach of joining. */
static void span(double low, double high, double width, uint32_t cells, uint32_t reach[2])
{
    reach[0] = cell_at((low + WMI_WELD_REACH) / width, cells);
    reach[1] = cell_at((high - WMI_WELD_REACH) / width, cells);
}

/* Parts of triangles in other tiles than their own. */
static wm_status take_foreign(cutter *c)
{
    const wm_nwn2_aswm *a = c->g.a;
    double width = (double)a->tile_width;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        wm_vec3 p = a->vertices[v[0]], q = a->vertices[v[1]], r = a->vertices[v[2]];
        uint32_t x[2], y[2];
        span((double)wmi_minf(p.x, wmi_minf(q.x, r.x)), (double)wmi_maxf(p.x, wmi_maxf(q.x, r.x)),
             width, a->grid_width, x);
        span((double)wmi_minf(p.y, wmi_minf(q.y, r.y)), (double)wmi_maxf(p.y, wmi_maxf(q.y, r.y)),
             width, a->grid_height, y);
        for (uint32_t row = y[0]; row <= y[1]; row++)
            for (uint32_t column = x[0]; column <= x[1]; column++) {
                uint32_t tile = row * a->grid_width + column;
                wm_status status = tile == c->owner[i] ? WM_OK : wmi_ground_enter(&c->g, tile);
                if (status == WM_OK && tile != c->owner[i])
                    status = wmi_ground_take(&c->g, i, true);
                if (status == WM_OK && c->g.plan.work++ > c->g.plan.limit)
                    status = WM_LIMIT;
                if (status != WM_OK)
                    return status;
            }
    }
    return WM_OK;
}

/* ---- back to a document ---- */

/* Renumbers the triangles of the edges, so that the bake knows which were paired. */
static wm_status follow_edges(cutter *c, wm_nwn2_aswm *a, const uint32_t *number)
{
    const wm_nwn2_aswm *old = c->g.a;
    uint32_t *now = wmi_arena_raw(&c->scratch, old->triangle_count, sizeof *now);
    wm_nwn2_edge *edges = wm_nwn2_trn_alloc(c->trn, old->edge_count, sizeof *edges, c->error);
    if (!now || !edges)
        return WM_NO_MEMORY;
    memset(now, 0xFF, old->triangle_count * sizeof *now);
    for (size_t i = 0; i < c->g.piece_count; i++) {
        const wmi_ground_piece *p = &c->g.pieces[i];
        if (memcmp(p->vertex, old->triangles[p->origin].vertex, sizeof p->vertex) == 0)
            now[p->origin] = number[i];
    }
    for (uint32_t i = 0; i < old->edge_count; i++) {
        edges[i] = old->edges[i];
        for (int k = 0; k < 2; k++) {
            uint32_t *t = &edges[i].triangle[k];
            *t = *t < old->triangle_count ? now[*t] : WM_NO_INDEX;
        }
    }
    a->edges = edges;
    return WM_OK;
}

static wm_status finish(cutter *c)
{
    const wmi_ground *g = &c->g;
    wm_nwn2_aswm a = *g->a;
    size_t tiles = (size_t)a.grid_height * a.grid_width, count = g->piece_count;
    uint32_t *owner = wmi_arena_raw(&c->scratch, count, sizeof *owner);
    uint32_t *number = wmi_arena_raw(&c->scratch, count, sizeof *number);
    wm_nwn2_triangle *pieces = wmi_arena_raw(&c->scratch, count, sizeof *pieces);
    if (!owner || !number || !pieces)
        return WM_NO_MEMORY;
    wm_nwn2_triangle *sorted = wm_nwn2_trn_alloc(c->trn, count, sizeof *sorted, c->error);
    wm_vec3 *vertices = wm_nwn2_trn_alloc(c->trn, g->weld.count, sizeof *vertices, c->error);
    wm_nwn2_tile *grid = wm_nwn2_trn_alloc(c->trn, tiles, sizeof *grid, c->error);
    if (!sorted || !vertices || !grid)
        return WM_NO_MEMORY;
    if (g->weld.count)
        memcpy(vertices, g->weld.vertices, g->weld.count * sizeof *vertices);
    if (tiles)
        memcpy(grid, a.tiles, tiles * sizeof *grid);
    for (size_t i = 0; i < count; i++) {
        pieces[i] = g->a->triangles[g->pieces[i].origin];
        memcpy(pieces[i].vertex, g->pieces[i].vertex, sizeof pieces[i].vertex);
        owner[i] = g->pieces[i].tile;
    }
    a.triangles = pieces;
    a.triangle_count = (uint32_t)count;
    a.tiles = grid;
    a.vertices = vertices;
    a.vertex_count = (uint32_t)g->weld.count;
    wm_status status = wmi_aswm_regroup(&a, sorted, owner, number, &c->scratch, c->error);
    if (status == WM_OK && g->fresh)
        a.edge_count = 0; /* all vertices have new numbers */
    else if (status == WM_OK)
        status = follow_edges(c, &a, number);
    if (status == WM_OK)
        status = wmi_aswm_drop_unused(&a, &c->scratch);
    if (status == WM_OK)
        *c->trn->aswm = a;
    return status;
}

static wm_status cut(cutter *c, const wm_nwn2_polygon *polygons, uint32_t count)
{
    wm_status status = make_holes(c, polygons, count);
    if (status == WM_OK)
        status = make_room(c);
    if (status == WM_OK)
        status = take_own(c);
    if (status == WM_OK && c->g.fresh)
        status = take_foreign(c);
    if (status == WM_OK && c->floors->layers)
        status = wmi_ground_join(&c->g);
    if (status == WM_OK)
        status = finish(c);
    return status == WM_OK ? WM_OK : fail(c, status);
}

wm_status wmi_trn_cut(wm_nwn2_trn *trn, wmi_floors *floors, const wm_nwn2_polygon *polygons,
                      uint32_t count, wm_nwn2_trn_cut_result *result, wm_error *error)
{
    wm_status status = refuse(floors, polygons, count, error);
    if (status != WM_OK)
        return status;
    const wm_nwn2_aswm *a = floors->all;
    cutter c = {.trn = trn, .floors = floors, .error = error};
    c.g.a = a;
    c.g.layers = floors->layers;
    c.g.allocator = wmi_trn_of(trn)->arena.allocator;
    c.g.fresh = a->tiles_flags != WM_NWN2_TRX_TILES;
    c.g.most_pieces = WM_NWN2_SPLIT_BASE + (size_t)WM_NWN2_SPLIT_FACTOR * a->triangle_count;
    for (uint32_t i = 0; i < count; i++)
        c.g.most_pieces += (size_t)WM_NWN2_SPLIT_FACTOR * polygons[i].count;
    c.g.most_pieces += (size_t)3 * WM_NWN2_SPLIT_FACTOR * (a->triangle_count - floors->ground);
    wmi_arena_init(&c.scratch, &c.g.allocator, 0);
    wmi_plan_init(&c.g.plan, &c.g.allocator, work_limit(a, polygons, count));
    status = cut(&c, polygons, count);
    wm_nwn2_trn_cut_result made = {.skipped = c.skipped, .added = c.g.added, .closed = c.g.removed};
    floors->over = 0;
    for (uint32_t i = 0; i < c.g.hole_count; i++)
        *(c.g.holes[i].layer ? &floors->over : &made.polygons) += c.g.holes[i].cut;
    wmi_plan_free(&c.g.plan);
    wmi_weld_free(&c.g.weld);
    wmi_release(&c.g.allocator, c.g.pieces, c.g.piece_capacity, sizeof *c.g.pieces);
    wmi_release(&c.g.allocator, c.g.sides, c.g.side_capacity, sizeof *c.g.sides);
    wmi_arena_free(&c.scratch);
    if (status == WM_OK && result)
        *result = made;
    return status;
}

wm_status wm_nwn2_trn_cut(wm_nwn2_trn *trn, const wm_nwn2_polygon *polygons, uint32_t count,
                          wm_nwn2_trn_cut_result *result, wm_error *error)
{
    if (!trn->aswm)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "there is no walkmesh (ASWM) to cut");
    wmi_floors none = {.all = trn->aswm, .ground = trn->aswm->triangle_count};
    wm_status status = wmi_trn_cut(trn, &none, polygons, count, result, error);
    if (status == WM_OK)
        wmi_trn_tidy(trn);
    return status;
}
