/* The plan-view index of a mesh: a uniform grid that leads to faces, and for each face one
 * cache line with all that a quick answer needs. */
#include <math.h>

#include "nav/grid.h"
#include "nav/simd.h"

enum {
    CELLS_PER_FACE = 3,
    LISTED_PER_FACE = 32, /* cells that the box of a face may overlap, on average */
    MOST_ALONG = 1 << 22  /* columns or rows that float can distinguish */
};

/* Totals over the boxes of all faces, used to choose the cell size. */
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

/* Sets columns and rows for about `cells` square cells. */
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
    /* A long strip has only one row, and then no more columns than cells. */
    double most = cells < MOST_ALONG ? cells : MOST_ALONG;
    columns = floor(columns < 1 ? 1 : columns > most ? most : columns);
    rows = floor(rows < 1 ? 1 : rows > most ? most : rows);
    g->columns = (uint32_t)columns;
    g->rows = (uint32_t)rows;
    g->per_x = w > 0 ? (float)(columns / w) : 0;
    g->per_y = h > 0 ? (float)(rows / h) : 0;
}

/* Long faces overlap many cells, so this makes the grid coarser until the lists stay in
 * proportion to the mesh. One cell always works, and is used where float fails. */
static void choose_shape(wmi_grid *g, const wm_walkmesh *m, const sizes *all)
{
    double w = (double)m->max.x - (double)m->min.x, h = (double)m->max.y - (double)m->min.y;
    double cells = CELLS_PER_FACE * all->count, most = 3 * cells;
    /* More cells where much of the plan is empty: a face has about half the area of its
     * box. */
    if (all->area > 0)
        cells *= w * h / (0.5 * all->area);
    cells = cells > most                          ? most
            : cells > CELLS_PER_FACE * all->count ? cells
                                                  : CELLS_PER_FACE * all->count;
    for (; w < 1e30 && h < 1e30; cells /= 2) {
        shape(g, w, h, cells < 1 ? 1 : cells);
        double listed = all->area * (double)g->per_x * (double)g->per_y +
                        all->width * (double)g->per_x + all->height * (double)g->per_y + all->count;
        /* List offsets have 32 bits, and a face has at most four extra entries. */
        if (listed <= LISTED_PER_FACE * all->count && listed < 1e9 && cells < 1e9 &&
            isfinite(g->per_x) && isfinite(g->per_y))
            return;
        if (g->columns * g->rows == 1)
            break;
    }
    g->columns = g->rows = 1;
    g->per_x = g->per_y = g->min_x = g->min_y = 0;
}

/* Computes how far a point is inside each edge. Returns false where float is not precise
 * enough. */
static inline bool find_edges(wmi_patch *patch, const wmi_grid *g, const wm_vec3 v[3], float facing)
{
    const float last[4] = {0, 0, 0, 1};
    wmi_f4 x = f4_sub(f4_of(v[0].x, v[1].x, v[2].x), f4_all(g->min_x));
    wmi_f4 y = f4_sub(f4_of(v[0].y, v[1].y, v[2].y), f4_all(g->min_y));
    wmi_f4 dx = f4_sub(f4_of(v[1].x, v[2].x, v[0].x), f4_of(v[0].x, v[1].x, v[2].x));
    wmi_f4 dy = f4_sub(f4_of(v[1].y, v[2].y, v[0].y), f4_of(v[0].y, v[1].y, v[2].y));
    wmi_f4 squared = f4_add(f4_add(f4_mul(dx, dx), f4_mul(dy, dy)), f4_load(last));
    wmi_f4 per = f4_div(f4_all(facing), f4_sqrt(squared));
    wmi_f4 along_x = f4_sub(f4_all(0), f4_mul(dy, per)), along_y = f4_mul(dx, per);
    wmi_f4 off = f4_add(f4_mul(along_x, x), f4_mul(along_y, y));
    f4_store(patch->is + WMI_ALONG_X, along_x); /* each store overwrites a fourth element */
    f4_store(patch->is + WMI_ALONG_Y, along_y);
    f4_store(patch->is + WMI_OFF, f4_sub(f4_all(-wmi_grid_doubt(g)), off));
    return (f4_above(squared, f4_all(1e-30f)) & f4_above(f4_all(1e30f), squared)) == 15;
}

/* Makes the quick tests leave a face undecided, never accept it: everywhere if `all`. Then
 * every distance is always just below 0; otherwise only the distance from the shortest edge
 * is. */
static void leave_open(wmi_patch *patch, const wmi_grid *g, const wm_vec3 v[3], bool all)
{
    double least = INFINITY;
    int shortest = 0;
    for (int k = 0; k < 3; k++) {
        double x = (double)v[(k + 1) % 3].x - (double)v[k].x;
        double y = (double)v[(k + 1) % 3].y - (double)v[k].y;
        if (x * x + y * y < least) {
            least = x * x + y * y;
            shortest = k;
        }
    }
    for (int k = 0; k < 3; k++)
        if (all || k == shortest) {
            patch->is[WMI_ALONG_X + k] = patch->is[WMI_ALONG_Y + k] = 0;
            patch->is[WMI_OFF + k] = -wmi_grid_doubt(g);
        }
    patch->is[WMI_Z] = NAN;
}

/* Slivers magnify rounding, and faces that are too steep exceed the range of float. The
 * slope of both is left undecided. */
static inline void patch_of(const wmi_walkmesh *mesh, uint32_t face, bool tame)
{
    const wmi_grid *g = &mesh->grid;
    wmi_patch *patch = &g->patches[face + 1];
    const uint32_t *k = mesh->pub.faces[face].vertex;
    const wm_vec3 v[3] = {mesh->pub.vertices[k[0]], mesh->pub.vertices[k[1]],
                          mesh->pub.vertices[k[2]]};
    double ux = (double)v[1].x - (double)v[0].x, uy = (double)v[1].y - (double)v[0].y;
    double wx = (double)v[2].x - (double)v[0].x, wy = (double)v[2].y - (double)v[0].y;
    double dz1 = (double)v[1].z - (double)v[0].z, dz2 = (double)v[2].z - (double)v[0].z;
    double left = ux * wy, right = uy * wx, area = left - right, per = 1 / area;
    double wide = fabs(ux) > fabs(wx) ? fabs(ux) : fabs(wx);
    double high = fabs(uy) > fabs(wy) ? fabs(uy) : fabs(wy);
    double rise_x = (wy * dz1 - uy * dz2) * per, rise_y = (ux * dz2 - wx * dz1) * per;
    bool known = find_edges(patch, g, v, mesh->facing[face]) && tame;
    float *is = patch->is;
    is[WMI_Z] = v[0].z;
    is[WMI_RISE] = (float)rise_x;
    is[WMI_RISE + 1] = (float)rise_y;
    is[WMI_CORNER] = v[0].x;
    is[WMI_CORNER + 1] = v[0].y;
    bool steep = !(fabs(rise_x) + fabs(rise_y) < 1e37 && fabs(dz1) + fabs(dz2) < 1e37);
    if (!known || steep || !(fabs(area) > (fabs(left) + fabs(right)) * 1e-6) ||
        !(fabs(rise_x) * wide + fabs(rise_y) * high <= 16 * (fabs(dz1) + fabs(dz2))))
        leave_open(patch, g, v, !known);
}

/* The cells that a box overlaps. */
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

/* Makes the patches and finds the range of each shadow. Returns how many blocks the large
 * ones have. */
static size_t make_patches(const wmi_shadows *s)
{
    const wmi_walkmesh *mesh = s->mesh;
    const wmi_grid *g = &mesh->grid;
    size_t blocks = 0;
    for (uint32_t f = 0; f < mesh->pub.face_count; f++)
        if (mesh->facing[f]) {
            wmi_shadow *of = &s->of[f];
            patch_of(mesh, f, s->tame);
            *of = range_of(g, box_of(&mesh->pub, f));
            if (wmi_shadow_large(of)) {
                of->first = blocks;
                blocks += wmi_shadow_blocks(of);
            }
        }
    g->patches[0] = (wmi_patch){.is = {[WMI_OFF] = 1, 1, 1}}; /* contains every point */
    /* A list's face count may be read as a face index; the result is then discarded. */
    g->patches[mesh->pub.face_count + 1] = g->patches[0];
    return blocks;
}

/* Computes all shadows. Returns false when out of memory. A pass of its own: patches that
 * were just stored cannot be loaded quickly. */
static bool cast_shadows(wmi_shadows *s, size_t blocks, wmi_arena *scratch)
{
    s->blocks = wmi_arena_raw(scratch, blocks, sizeof *s->blocks);
    if (!s->blocks)
        return false;
    for (uint32_t f = 0; f < s->mesh->pub.face_count; f++)
        if (s->mesh->facing[f])
            wmi_shadow_cast(s, f);
    return true;
}

/* The distance of a point inside an edge has an error of less than 15 roundings of a value
 * no larger than the grid: 3 for the edge's direction, 6 for `off` and 6 for the position
 * of the point. */
static bool find_doubt(const wmi_shadows *s, wmi_grid *g)
{
    double wide = s->cell_x * g->columns, high = s->cell_y * g->rows;
    double size = wide > high ? wide : high;
    bool tame = size > 1e-12 && size < 1e12;
    g->clear = tame ? -(float)(size * (2 * 24.0 / 16777216)) : -2;
    return tame;
}

bool wmi_grid_build(wmi_walkmesh *mesh, const wm_walk_edges *links)
{
    wmi_grid *g = &mesh->grid;
    wm_walkmesh *m = &mesh->pub;
    sizes all = survey(mesh);
    wmi_arena scratch;
    *g = (wmi_grid){.min_x = m->min.x, .min_y = m->min.y};
    choose_shape(g, m, &all);
    /* Room for points at the upper bounds. */
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
    g->patches = wmi_arena_lines(&mesh->arena, (size_t)m->face_count + 2, sizeof *g->patches);
    bool good = s.of && s.count && g->cells && g->patches;
    s.tame = find_doubt(&s, g);
    if (good)
        good = cast_shadows(&s, make_patches(&s), &scratch) && wmi_cells_fill(&s, links);
    wmi_arena_free(&scratch);
    return good;
}
