/* The index of a mesh: a uniform grid over the plan, about one cell a face. */
#include <math.h>

#include "nav/internal.h"

/* Cell numbers rise with the coordinate, rounding included, so a point inside the box
 * of a face always falls into a cell that lists the face. */
static uint32_t slot(double value, double min, double per_metre, uint32_t count)
{
    double at = (value - min) * per_metre;
    if (!(at > 0))
        return 0;
    return at >= (double)count ? count - 1 : (uint32_t)at;
}

uint32_t wmi_grid_cell(const wmi_grid *grid, float x, float y)
{
    uint32_t i = slot((double)x, grid->min_x, grid->per_x, grid->columns);
    uint32_t j = slot((double)y, grid->min_y, grid->per_y, grid->rows);
    return j * grid->columns + i;
}

typedef struct range {
    uint32_t i0, i1, j0, j1;
} range;

static range cells_of(const wmi_walkmesh *mesh, uint32_t face)
{
    const wmi_grid *g = &mesh->grid;
    const wm_walk_face *f = &mesh->pub.faces[face];
    wm_vec3 v = mesh->pub.vertices[f->vertex[0]];
    float x0 = v.x, x1 = v.x, y0 = v.y, y1 = v.y;
    for (int k = 1; k < 3; k++) {
        v = mesh->pub.vertices[f->vertex[k]];
        x0 = v.x < x0 ? v.x : x0;
        x1 = v.x > x1 ? v.x : x1;
        y0 = v.y < y0 ? v.y : y0;
        y1 = v.y > y1 ? v.y : y1;
    }
    return (range){slot((double)x0, g->min_x, g->per_x, g->columns),
                   slot((double)x1, g->min_x, g->per_x, g->columns),
                   slot((double)y0, g->min_y, g->per_y, g->rows),
                   slot((double)y1, g->min_y, g->per_y, g->rows)};
}

/* Sets columns and rows for about `cells` cells of a square shape. */
static void shape(wmi_grid *g, double cells)
{
    double w = g->max_x - g->min_x, h = g->max_y - g->min_y;
    double columns = 1, rows = 1;
    if (w > 0 && h > 0) {
        columns = sqrt(cells) * sqrt(w / h);
        rows = sqrt(cells) * sqrt(h / w);
    } else if (w > 0) {
        columns = cells;
    } else if (h > 0) {
        rows = cells;
    }
    /* A long strip has one row only, and then no more columns than cells. */
    columns = columns < 1 ? 1 : columns > cells ? cells : floor(columns);
    rows = rows < 1 ? 1 : rows > cells ? cells : floor(rows);
    g->columns = (uint32_t)columns;
    g->rows = (uint32_t)rows;
    g->per_x = w > 0 ? columns / w : 0;
    g->per_y = h > 0 ? rows / h : 0;
}

/* How many entries the cell lists would have. */
static uint64_t entries(const wmi_walkmesh *mesh)
{
    uint64_t sum = 0;
    for (uint32_t f = 0; f < mesh->pub.face_count; f++)
        if (mesh->facing[f]) {
            range r = cells_of(mesh, f);
            sum += (uint64_t)(r.i1 - r.i0 + 1) * (r.j1 - r.j0 + 1);
        }
    return sum;
}

/* Counting sort of faces into cells: counts become ends, then filling from the
 * last face down turns ends into starts. */
static void fill(wmi_walkmesh *mesh, size_t cells)
{
    wmi_grid *g = &mesh->grid;
    for (uint32_t f = 0; f < mesh->pub.face_count; f++)
        if (mesh->facing[f]) {
            range r = cells_of(mesh, f);
            for (uint32_t j = r.j0; j <= r.j1; j++)
                for (uint32_t i = r.i0; i <= r.i1; i++)
                    g->first[j * g->columns + i]++;
        }
    for (size_t c = 1; c <= cells; c++)
        g->first[c] += g->first[c - 1];
    for (uint32_t f = mesh->pub.face_count; f-- > 0;)
        if (mesh->facing[f]) {
            range r = cells_of(mesh, f);
            for (uint32_t j = r.j0; j <= r.j1; j++)
                for (uint32_t i = r.i0; i <= r.i1; i++)
                    g->faces[--g->first[j * g->columns + i]] = f;
        }
}

bool wmi_grid_build(wmi_walkmesh *mesh)
{
    wmi_grid *g = &mesh->grid;
    uint64_t need = 0;
    uint32_t usable = 0;
    for (uint32_t f = 0; f < mesh->pub.face_count; f++)
        usable += mesh->facing[f] != 0;
    *g = (wmi_grid){.min_x = (double)mesh->pub.min.x,
                    .min_y = (double)mesh->pub.min.y,
                    .max_x = (double)mesh->pub.max.x,
                    .max_y = (double)mesh->pub.max.y};
    if (usable == 0)
        return true;
    /* Long faces stand in many cells; coarsen until the lists stay in proportion to
     * the mesh. One cell always does. */
    for (double cells = (double)usable;; cells /= 4) {
        shape(g, cells < 1 ? 1 : cells);
        need = entries(mesh);
        if ((need <= 8 * (uint64_t)usable && need < UINT32_MAX) || g->columns * g->rows == 1)
            break;
    }
    size_t cells = (size_t)g->columns * g->rows;
    g->first = wmi_arena_new(&mesh->arena, cells + 1, sizeof *g->first);
    g->faces = wmi_arena_raw(&mesh->arena, (size_t)need, sizeof *g->faces);
    if (!g->first || !g->faces)
        return false;
    fill(mesh, cells);
    return true;
}
