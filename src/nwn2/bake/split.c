/* Splits a mesh along the borders of tiles. docs/formats/nwn2.md, "Baking". */
#include "base/vec.h"
#include "base/words.h"
#include "nwn2/bake/cut.h"

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

/* Cuts along one border of tiles: a column's left or a row's lower one. */
static bool split_at(wmi_cut_mesh *m, const wm_nwn2_aswm *a, uint32_t border, bool column)
{
    const float far = 1e6f; /* outside every area */
    float at = (float)border * a->tile_width;
    wm_vec3 p = column ? (wm_vec3){at, -far, 0} : (wm_vec3){-far, at, 0};
    wm_vec3 q = column ? (wm_vec3){at, far, 0} : (wm_vec3){far, at, 0};
    return wmi_cut_line(m, p, q, 1e-5);
}

/* Borders from this one on are beyond the mesh: a grid may be far larger. */
static uint32_t borders_end(double most, double width, uint32_t cells)
{
    double end = wmi_min(most / width + 2, cells);
    return end > 1 ? (uint32_t)end : 1;
}

/* For columns and rows. A grid that has rows without columns has no tiles at all. */
static void find_borders(const wm_nwn2_aswm *a, uint32_t *columns, uint32_t *rows)
{
    double x = 0, y = 0, width = (double)a->tile_width;
    *columns = *rows = 1;
    if (!a->grid_width || !a->grid_height || !(width > 0))
        return;
    for (uint32_t i = 0; i < a->vertex_count; i++)
        if (wmi_finite(a->vertices[i])) {
            x = wmi_max(x, (double)a->vertices[i].x);
            y = wmi_max(y, (double)a->vertices[i].y);
        }
    *columns = borders_end(x, width, a->grid_width);
    *rows = borders_end(y, width, a->grid_height);
}

/* The middle border first, then the middles of the halves: cut from one end to the other,
 * a large triangle would become fans of slivers, each cut again by every further border. */
static bool split_all(wmi_cut_mesh *m, const wm_nwn2_aswm *a, size_t most)
{
    uint32_t columns, rows;
    uint64_t step = 1;
    find_borders(a, &columns, &rows);
    while (step < columns || step < rows)
        step *= 2;
    for (; step; step /= 2)
        for (uint64_t i = step; i < columns || i < rows; i += 2 * step) {
            if ((i < columns && !split_at(m, a, (uint32_t)i, true)) ||
                (i < rows && !split_at(m, a, (uint32_t)i, false)))
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
    if (status == WM_OK)
        wmi_trn_tidy(trn);
    return status;
}
