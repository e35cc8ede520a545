/* The index of a mesh in the plan: a uniform grid of lists of faces, and for each face
 * what a quick answer needs in one cache line. */
#include <math.h>

#include "nav/internal.h"

enum {
    CELLS_PER_FACE = 2,
    LISTED_PER_FACE = 8 /* entries of the lists that are wanted, at most */
};

typedef struct cell_range {
    uint32_t i0, i1, j0, j1;
} cell_range;

/* What choosing the size of cells needs to know of the boxes of all faces. */
typedef struct sizes {
    double count, width, height, area;
} sizes;

static float lower(float a, float b)
{
    return b < a ? b : a;
}

static float upper(float a, float b)
{
    return b > a ? b : a;
}

typedef struct plan_box {
    float x0, x1, y0, y1;
} plan_box;

static plan_box box_of(const wm_walkmesh *m, uint32_t face)
{
    const uint32_t *k = m->faces[face].vertex;
    wm_vec3 a = m->vertices[k[0]], b = m->vertices[k[1]], c = m->vertices[k[2]];
    return (plan_box){lower(a.x, lower(b.x, c.x)), upper(a.x, upper(b.x, c.x)),
                      lower(a.y, lower(b.y, c.y)), upper(a.y, upper(b.y, c.y))};
}

static sizes survey(const wmi_walkmesh *mesh)
{
    sizes all = {0, 0, 0, 0};
    for (uint32_t f = 0; f < mesh->pub.face_count; f++)
        if (mesh->facing[f]) {
            plan_box b = box_of(&mesh->pub, f);
            double w = (double)b.x1 - (double)b.x0, h = (double)b.y1 - (double)b.y0;
            all.count++;
            all.width += w;
            all.height += h;
            all.area += w * h;
        }
    return all;
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

/* Long faces stand in many cells: coarsens until the lists stay in proportion to the
 * mesh. One cell always does. */
static void choose_shape(wmi_grid *g, const sizes *all)
{
    for (double cells = CELLS_PER_FACE * all->count;; cells /= 2) {
        shape(g, cells < 1 ? 1 : cells);
        double listed = all->area * g->per_x * g->per_y + all->width * g->per_x +
                        all->height * g->per_y + all->count;
        /* An overflow of the sums is no reason to stop. */
        if (listed <= LISTED_PER_FACE * all->count || g->columns * g->rows == 1)
            return;
    }
}

static wmi_patch patch_of(const wmi_walkmesh *mesh, uint32_t face, double cell_x, double cell_y)
{
    const uint32_t *k = mesh->pub.faces[face].vertex;
    wm_vec3 a = mesh->pub.vertices[k[0]], b = mesh->pub.vertices[k[1]];
    wm_vec3 c = mesh->pub.vertices[k[2]];
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double wx = (double)c.x - (double)a.x, wy = (double)c.y - (double)a.y;
    double dz1 = (double)b.z - (double)a.z, dz2 = (double)c.z - (double)a.z;
    double left = ux * wy, right = uy * wx, area = left - right;
    wmi_patch patch = {.x = a.x, .y = a.y, .z = a.z, .doubt = INFINITY, .face = face};
    /* Slivers magnify rounding: they keep the doubt. */
    if (!(fabs(area) > (fabs(left) + fabs(right)) * 1e-6))
        return patch;
    double per = 1 / area, p = wy * per, q = -wx * per, r = -uy * per, s = ux * per;
    double far_x = cell_x + (fabs(ux) > fabs(wx) ? fabs(ux) : fabs(wx));
    double far_y = cell_y + (fabs(uy) > fabs(wy) ? fabs(uy) : fabs(wy));
    double sum = (fabs(p) + fabs(r)) * far_x + (fabs(q) + fabs(s)) * far_y + 1;
    patch.rise_x = p * dz1 + r * dz2;
    patch.rise_y = q * dz1 + s * dz2;
    patch.p = (float)p;
    patch.q = (float)q;
    patch.r = (float)r;
    patch.s = (float)s;
    /* Eight roundings at most, and more than enough for denormal numbers. */
    sum *= 8.0 / 16777216;
    if (sum < 0.5 && far_x + far_y < 1e18 && fabs(p) + fabs(q) + fabs(r) + fabs(s) < 1e18)
        patch.doubt = (float)sum + 1e-18f;
    return patch;
}

static cell_range cells_of(const wmi_grid *g, plan_box b)
{
    return (cell_range){wmi_grid_slot((double)b.x0, g->min_x, g->per_x, g->columns),
                        wmi_grid_slot((double)b.x1, g->min_x, g->per_x, g->columns),
                        wmi_grid_slot((double)b.y0, g->min_y, g->per_y, g->rows),
                        wmi_grid_slot((double)b.y1, g->min_y, g->per_y, g->rows)};
}

/* Makes the patches and counts the entries of each cell one place further on. */
static void prepare(wmi_walkmesh *mesh, cell_range *ranges)
{
    wmi_grid *g = &mesh->grid;
    double cell_x = g->per_x > 0 ? 1 / g->per_x : 0, cell_y = g->per_y > 0 ? 1 / g->per_y : 0;
    uint32_t n = mesh->pub.face_count;
    for (uint32_t f = 0; f < n; f++) {
        if (!mesh->facing[f]) {
            g->patches[f] = (wmi_patch){.doubt = INFINITY, .face = f};
            continue;
        }
        g->patches[f] = patch_of(mesh, f, cell_x, cell_y);
        cell_range r = ranges[f] = cells_of(g, box_of(&mesh->pub, f));
        for (uint32_t j = r.j0; j <= r.j1; j++)
            for (uint32_t i = r.i0; i <= r.i1; i++)
                g->first[j * g->columns + i]++;
    }
    g->patches[n] = (wmi_patch){.face = WM_NO_INDEX};
}

/* Counting sort of faces into cells: counts have become ends, and filling from the last
 * face down turns ends into starts. */
static void fill(wmi_walkmesh *mesh, const cell_range *ranges)
{
    wmi_grid *g = &mesh->grid;
    for (uint32_t f = mesh->pub.face_count; f-- > 0;) {
        if (!mesh->facing[f])
            continue;
        cell_range r = ranges[f];
        for (uint32_t j = r.j0; j <= r.j1; j++)
            for (uint32_t i = r.i0; i <= r.i1; i++)
                g->faces[--g->first[j * g->columns + i]] = f;
    }
}

bool wmi_grid_build(wmi_walkmesh *mesh)
{
    wmi_grid *g = &mesh->grid;
    wm_walkmesh *m = &mesh->pub;
    sizes all = survey(mesh);
    wmi_arena scratch;
    *g = (wmi_grid){.min_x = (double)m->min.x, .min_y = (double)m->min.y,
                    .max_x = (double)m->max.x, .max_y = (double)m->max.y};
    if (all.count == 0)
        return true;
    choose_shape(g, &all);
    size_t cells = (size_t)g->columns * g->rows;
    wmi_arena_init(&scratch, &mesh->arena.allocator, 0);
    cell_range *ranges = wmi_arena_raw(&scratch, m->face_count, sizeof *ranges);
    g->first = wmi_arena_new(&mesh->arena, cells + 1, sizeof *g->first);
    g->patches = wmi_arena_lines(&mesh->arena, (size_t)m->face_count + 1, sizeof *g->patches);
    bool good = ranges && g->first && g->patches;
    if (good) {
        prepare(mesh, ranges);
        for (size_t c = 1; c <= cells; c++)
            g->first[c] += g->first[c - 1];
        g->faces = wmi_arena_raw(&mesh->arena, g->first[cells], sizeof *g->faces);
        good = g->faces != NULL;
    }
    if (good)
        fill(mesh, ranges);
    wmi_arena_free(&scratch);
    return good;
}
