/* The index of a mesh in the plan: a uniform grid that leads to faces, and for each face
 * what a quick answer needs in one cache line. */
#include <math.h>

#include "nav/grid.h"

#define UNKNOWN 1e30f /* a doubt that settles nothing */

enum {
    CELLS_PER_FACE = 3,
    LISTED_PER_FACE = 32 /* cells that a box of a face may reach into, on average */
};

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

static inline plan_box box_of(const wm_walkmesh *m, uint32_t face)
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
static void shape(wmi_grid *g, double w, double h, double cells)
{
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
    g->per_x = w > 0 ? (float)(columns / w) : 0;
    g->per_y = h > 0 ? (float)(rows / h) : 0;
}

/* Long faces stand in many cells: coarsens until the lists stay in proportion to the
 * mesh. One cell always does, and is all there is where float fails. */
static void choose_shape(wmi_grid *g, const wm_walkmesh *m, const sizes *all)
{
    double w = (double)m->max.x - (double)m->min.x, h = (double)m->max.y - (double)m->min.y;
    double cells = CELLS_PER_FACE * all->count, most = 3 * cells;
    /* Where much of the plan is empty, more: a face has about half the area of its box. */
    if (all->area > 0)
        cells *= w * h / (0.5 * all->area);
    cells = cells > most                          ? most
            : cells > CELLS_PER_FACE * all->count ? cells
                                                  : CELLS_PER_FACE * all->count;
    for (; w < 1e30 && h < 1e30; cells /= 2) {
        shape(g, w, h, cells < 1 ? 1 : cells);
        double listed = all->area * (double)g->per_x * (double)g->per_y +
                        all->width * (double)g->per_x + all->height * (double)g->per_y + all->count;
        /* Lists have 32 bits, and at worst four entries more a face. */
        if (listed <= LISTED_PER_FACE * all->count && listed < 1e9 && isfinite(g->per_x) &&
            isfinite(g->per_y))
            return;
        if (g->columns * g->rows == 1)
            break;
    }
    g->columns = g->rows = 1;
    g->per_x = g->per_y = g->min_x = g->min_y = 0;
}

/* Slivers magnify rounding. All that can be said quickly is that a point is not near the
 * line of the longest edge: two shares are the distance to it, once with either sign,
 * so that one of them is below 0 and never both above the doubt. */
static wmi_patch sliver_of(wmi_patch patch, const wm_vec3 v[3], double cell_x, double cell_y)
{
    double longest = -1, dx = 0, dy = 0, far_x = 18 * cell_x, far_y = 18 * cell_y;
    for (int k = 0; k < 3; k++) {
        double x = (double)v[(k + 1) % 3].x - (double)v[k].x;
        double y = (double)v[(k + 1) % 3].y - (double)v[k].y, length = sqrt(x * x + y * y);
        if (length > longest) {
            longest = length;
            dx = x;
            dy = y;
            patch.x = v[k].x;
            patch.y = v[k].y;
        }
        far_x += fabs(x);
        far_y += fabs(y);
    }
    double ux = (double)v[1].x - (double)v[0].x, uy = (double)v[1].y - (double)v[0].y;
    double wx = (double)v[2].x - (double)v[0].x, wy = (double)v[2].y - (double)v[0].y;
    double thick = (fabs(ux * wy - uy * wx) + 1e-15 * (fabs(ux * wy) + fabs(uy * wx))) / longest;
    double doubt = 1.001 * thick + 16.0 / 16777216 * (far_x + far_y);
    patch.z = NAN;
    if (longest > 1e-15 && doubt < 1e18) {
        patch.along_x[0] = (float)(-dy / longest);
        patch.along_y[0] = (float)(dx / longest);
        patch.along_x[1] = -patch.along_x[0];
        patch.along_y[1] = -patch.along_y[0];
        patch.minus_doubt = -(float)doubt;
    }
    return patch;
}

static wmi_patch patch_of(const wmi_walkmesh *mesh, uint32_t face, double cell_x, double cell_y)
{
    const uint32_t *k = mesh->pub.faces[face].vertex;
    const wm_vec3 v[3] = {mesh->pub.vertices[k[0]], mesh->pub.vertices[k[1]],
                          mesh->pub.vertices[k[2]]};
    double ux = (double)v[1].x - (double)v[0].x, uy = (double)v[1].y - (double)v[0].y;
    double wx = (double)v[2].x - (double)v[0].x, wy = (double)v[2].y - (double)v[0].y;
    double dz1 = (double)v[1].z - (double)v[0].z, dz2 = (double)v[2].z - (double)v[0].z;
    double left = ux * wy, right = uy * wx, area = left - right;
    wmi_patch patch = {.x = v[0].x, .y = v[0].y, .z = v[0].z, .minus_doubt = -UNKNOWN};
    double per = 1 / area, p = wy * per, q = -wx * per, r = -uy * per, s = ux * per;
    double wide = fabs(ux) > fabs(wx) ? fabs(ux) : fabs(wx);
    double high = fabs(uy) > fabs(wy) ? fabs(uy) : fabs(wy);
    double far_x = 18 * cell_x + 4 * wide, far_y = 18 * cell_y + 4 * high;
    double sum = (fabs(p) + fabs(r)) * far_x + (fabs(q) + fabs(s)) * far_y + 1;
    double rise_x = p * dz1 + r * dz2, rise_y = q * dz1 + s * dz2;
    /* Eight roundings at most. */
    sum *= 8.0 / 16777216;
    if (!(fabs(area) > (fabs(left) + fabs(right)) * 1e-6) || !(sum < 0.01) ||
        !(far_x + far_y < 1e18 && fabs(p) + fabs(q) + fabs(r) + fabs(s) < 1e18) ||
        !(fabs(rise_x) * wide + fabs(rise_y) * high <= 16 * (fabs(dz1) + fabs(dz2))))
        return sliver_of(patch, v, cell_x, cell_y);
    patch.along_x[0] = (float)p;
    patch.along_x[1] = (float)r;
    patch.along_x[2] = -(float)(p + r);
    patch.along_x[3] = (float)rise_x;
    patch.along_y[0] = (float)q;
    patch.along_y[1] = (float)s;
    patch.along_y[2] = -(float)(q + s);
    patch.along_y[3] = (float)rise_y;
    patch.minus_doubt = -(float)sum - 1e-18f; /* more than enough for denormal numbers */
    return patch;
}

/* The cells of a box. */
static wmi_shadow range_of(const wmi_grid *g, plan_box b)
{
    uint32_t i0 = wmi_grid_slot(b.x0, g->min_x, g->per_x),
             j0 = wmi_grid_slot(b.y0, g->min_y, g->per_y);
    uint32_t i1 = wmi_grid_slot(b.x1, g->min_x, g->per_x),
             j1 = wmi_grid_slot(b.y1, g->min_y, g->per_y);
    uint32_t last = g->columns - 1, top = g->rows - 1;
    return (wmi_shadow){.i0 = i0 < last ? i0 : last,
                        .i1 = i1 < last ? i1 : last,
                        .j0 = j0 < top ? j0 : top,
                        .j1 = j1 < top ? j1 : top};
}

static void make_patches(const wmi_shadows *s)
{
    const wmi_walkmesh *mesh = s->mesh;
    const wmi_grid *g = &mesh->grid;
    uint32_t n = mesh->pub.face_count;
    for (uint32_t f = 0; f < n; f++)
        if (mesh->facing[f]) {
            g->patches[f] = patch_of(mesh, f, s->cell_x, s->cell_y);
            wmi_shadow range = range_of(g, box_of(&mesh->pub, f));
            wmi_shadow_cast(s, f, &range);
        }
    /* Every point is in it. */
    g->patches[n] = (wmi_patch){.minus_doubt = 1, .next = {n, n, n, n}};
}

bool wmi_grid_build(wmi_walkmesh *mesh, const wm_walk_edges *links)
{
    wmi_grid *g = &mesh->grid;
    wm_walkmesh *m = &mesh->pub;
    sizes all = survey(mesh);
    wmi_arena scratch;
    *g = (wmi_grid){.min_x = m->min.x, .min_y = m->min.y};
    choose_shape(g, m, &all);
    /* Points at the upper bounds. */
    g->columns++;
    g->rows++;
    g->stride = (g->columns + 7) & ~7u;
    size_t counts = wmi_counts(g);
    wmi_arena_init(&scratch, &mesh->arena.allocator, 0);
    wmi_shadows s = {.mesh = mesh,
                     .of = wmi_arena_raw(&scratch, m->face_count, sizeof *s.of),
                     .count = wmi_arena_new(&scratch, counts, sizeof *s.count),
                     .cell_x = g->per_x > 0 ? 1 / (double)g->per_x : INFINITY,
                     .cell_y = g->per_y > 0 ? 1 / (double)g->per_y : INFINITY};
    g->cells = wmi_arena_raw(&mesh->arena, counts, sizeof *g->cells);
    g->patches = wmi_arena_lines(&mesh->arena, (size_t)m->face_count + 1, sizeof *g->patches);
    bool good = s.of && s.count && g->cells && g->patches;
    if (good) {
        make_patches(&s);
        good = wmi_cells_fill(&s, links);
    }
    wmi_arena_free(&scratch);
    return good;
}
