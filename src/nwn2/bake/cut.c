/* Cuts polygons out of the walkable floor, and meshes along tile borders.
 * docs/formats/nwn2.md, "Cutters". */
#include "nwn2/bake/cut.h"
#include "base/side.h"
#include "base/vec.h"
#include "base/words.h"

/* Points closer than this are treated as equal: a millimetre. */
static const double snap = 0.001;

/* How often the outline winds round a point; positive if counter-clockwise. */
static int winding(const wm_vec3 *p, uint32_t count, wm_vec3 at)
{
    int turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 a = p[i], b = p[i + 1 == count ? 0 : i + 1];
        if (a.y <= at.y && b.y > at.y && wmi_side(a, b, at) > 0)
            turns++;
        else if (a.y > at.y && b.y <= at.y && wmi_side(a, b, at) < 0)
            turns--;
    }
    return turns;
}

/* Makes the pieces inside the outline not walkable. No piece crosses the outline any more. */
static uint32_t close_inside(wmi_cut_mesh *m, const wm_vec3 *p, uint32_t count)
{
    uint32_t closed = 0;
    for (size_t i = 0; i < m->piece_count; i++) {
        wmi_cut_piece *x = &m->pieces[i];
        wm_vec3 u = m->vertices[x->vertex[0]], v = m->vertices[x->vertex[1]],
                w = m->vertices[x->vertex[2]];
        if (!x->walkable || !wmi_finite(u) || !wmi_finite(v) || !wmi_finite(w))
            continue;
        wm_vec3 middle = {(float)(((double)u.x + (double)v.x + (double)w.x) / 3),
                          (float)(((double)u.y + (double)v.y + (double)w.y) / 3), 0};
        if (winding(p, count, middle)) {
            x->walkable = false;
            closed++;
        }
    }
    return closed;
}

/* Collects the points that differ from their neighbours; returns their count. */
static uint32_t clean(const wm_nwn2_polygon *polygon, wm_vec3 *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < polygon->count; i++) {
        wm_vec3 at = polygon->points[i];
        if (n == 0 || at.x != p[n - 1].x || at.y != p[n - 1].y)
            p[n++] = (wm_vec3){at.x, at.y, 0};
    }
    while (n > 1 && p[n - 1].x == p[0].x && p[n - 1].y == p[0].y)
        n--;
    return n;
}

static bool cut_polygon(wmi_cut_mesh *m, wm_vec3 *p, uint32_t count, wm_nwn2_trn_cut_result *result)
{
    for (uint32_t i = 0; i < count; i++)
        if (!wmi_cut_corner(m, &p[i], snap))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 a = p[i], b = p[i + 1 == count ? 0 : i + 1];
        if ((a.x != b.x || a.y != b.y) && !wmi_cut_line(m, a, b, true, snap))
            return false;
    }
    uint32_t closed = close_inside(m, p, count);
    result->closed += closed;
    result->polygons += closed > 0;
    return true;
}

static bool cut_all(wmi_cut_mesh *m, const wm_nwn2_polygon *polygons, uint32_t count,
                    wm_nwn2_trn_cut_result *result)
{
    wmi_arena scratch;
    bool good = true;
    wmi_arena_init(&scratch, &m->allocator, 0);
    for (uint32_t i = 0; i < count && good; i++) {
        wm_vec3 *p = wmi_arena_raw(&scratch, polygons[i].count, sizeof *p);
        uint32_t n = p ? clean(&polygons[i], p) : 0;
        result->skipped += p && n < 3;
        good = p && (n < 3 || cut_polygon(m, p, n, result));
    }
    wmi_arena_free(&scratch);
    return good;
}

wm_status wmi_cut_refuse(const wm_nwn2_trn *trn, wm_error *error)
{
    const wm_nwn2_aswm *a = trn->aswm;
    if (!a)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "there is no walkmesh (ASWM) to cut");
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (a->triangles[i].vertex[k] >= a->vertex_count)
                return wmi_fail(error, WM_BAD_VALUE, "ASWM.triangles",
                                "triangle %lu uses vertex %lu, but %s", (ul)i,
                                (ul)a->triangles[i].vertex[k],
                                wmi_only(a->vertex_count, "vertex", "vertices").text);
    return WM_OK;
}

wm_status wm_nwn2_trn_cut(wm_nwn2_trn *trn, const wm_nwn2_polygon *polygons, uint32_t count,
                          wm_nwn2_trn_cut_result *result, wm_error *error)
{
    wm_status status = wmi_cut_refuse(trn, error);
    if (status != WM_OK)
        return status;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < polygons[i].count; k++)
            if (!isfinite(polygons[i].points[k].x) || !isfinite(polygons[i].points[k].y))
                return wmi_fail(error, WM_BAD_ARGUMENT, "polygons",
                                "point %lu of polygon %lu is not finite", (ul)k, (ul)i);
    wmi_cut_mesh m;
    wm_nwn2_trn_cut_result made = {0};
    uint32_t before = trn->aswm->triangle_count;
    if (wmi_cut_init(&m, trn->aswm, &wmi_trn_of(trn)->arena.allocator) &&
        cut_all(&m, polygons, count, &made))
        status = wmi_cut_finish(&m, trn, error);
    else
        status = wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    made.added = trn->aswm->triangle_count - before;
    wmi_cut_release(&m);
    if (status == WM_OK && result)
        *result = made;
    return status;
}

/* Cuts along one border of tiles: a column's left or a row's lower one. */
static bool split_at(wmi_cut_mesh *m, const wm_nwn2_aswm *a, uint32_t border, bool column)
{
    const float far = 1e6f; /* outside every area */
    float at = (float)border * a->tile_width;
    wm_vec3 p = column ? (wm_vec3){at, -far, 0} : (wm_vec3){-far, at, 0};
    wm_vec3 q = column ? (wm_vec3){at, far, 0} : (wm_vec3){far, at, 0};
    return wmi_cut_line(m, p, q, false, 1e-5);
}

/* The middle border first, then the middles of the halves: cut from one end to the other,
 * a large triangle would become fans of slivers, each cut again by every further border. */
static bool split_all(wmi_cut_mesh *m, const wm_nwn2_aswm *a, size_t most)
{
    uint32_t step = 1;
    while (step < a->grid_width || step < a->grid_height)
        step *= 2;
    for (; step; step /= 2)
        for (uint32_t i = step; i < a->grid_width || i < a->grid_height; i += 2 * step) {
            if ((i < a->grid_width && !split_at(m, a, i, true)) ||
                (i < a->grid_height && !split_at(m, a, i, false)))
                return false;
            if (m->piece_count > most)
                return true;
        }
    return true;
}

wm_status wm_nwn2_trn_split_tiles(wm_nwn2_trn *trn, uint32_t *added, wm_error *error)
{
    wmi_cut_mesh m;
    wm_status status = wmi_cut_refuse(trn, error);
    if (status != WM_OK)
        return status;
    uint32_t before = trn->aswm->triangle_count;
    size_t most = WM_NWN2_SPLIT_BASE + (size_t)WM_NWN2_SPLIT_FACTOR * before;
    if (!wmi_cut_init(&m, trn->aswm, &wmi_trn_of(trn)->arena.allocator) ||
        !split_all(&m, trn->aswm, most))
        status = wmi_fail(error, WM_NO_MEMORY, "", "out of memory");
    else if (m.piece_count > most)
        status = wmi_fail(error, WM_LIMIT, "ASWM.triangles",
                          "cut at the borders of tiles, %s would become more than %lu: is the mesh "
                          "in metres?",
                          wmi_count(before, "triangle", "triangles").text, (ul)most);
    else
        status = wmi_cut_finish(&m, trn, error);
    wmi_cut_release(&m);
    if (status == WM_OK && added)
        *added = trn->aswm->triangle_count - before;
    return status;
}
