/* The index of a mesh in the plan: a uniform grid of lists of faces, and for each face
 * what a quick answer needs in one cache line. */
#include <math.h>

#include "nav/internal.h"
#include "nav/simd.h"

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
    double cells = CELLS_PER_FACE * all->count;
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
 * line of the longest edge: the two shares are the distance to it, once with either
 * sign, so that one of them is below 0 and never both above the doubt. */
static wmi_patch sliver_of(wmi_patch patch, const wm_vec3 v[3], double cell_x, double cell_y)
{
    double longest = -1, dx = 0, dy = 0, far_x = 2 * cell_x, far_y = 2 * cell_y;
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
    patch.sliver = true;
    if (longest > 1e-15 && doubt < 1e18) {
        patch.p = (float)(-dy / longest);
        patch.q = (float)(dx / longest);
        patch.r = -patch.p;
        patch.s = -patch.q;
        patch.doubt = (float)doubt;
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
    wmi_patch patch = {.x = v[0].x, .y = v[0].y, .z = v[0].z, .doubt = INFINITY, .face = face};
    double per = 1 / area, p = wy * per, q = -wx * per, r = -uy * per, s = ux * per;
    double far_x = 2 * cell_x + (fabs(ux) > fabs(wx) ? fabs(ux) : fabs(wx));
    double far_y = 2 * cell_y + (fabs(uy) > fabs(wy) ? fabs(uy) : fabs(wy));
    double sum = (fabs(p) + fabs(r)) * far_x + (fabs(q) + fabs(s)) * far_y + 1;
    /* Eight roundings at most. */
    sum *= 8.0 / 16777216;
    if (!(fabs(area) > (fabs(left) + fabs(right)) * 1e-6) || !(sum < 0.01) ||
        !(far_x + far_y < 1e18 && fabs(p) + fabs(q) + fabs(r) + fabs(s) < 1e18))
        return sliver_of(patch, v, cell_x, cell_y);
    patch.rise_x = p * dz1 + r * dz2;
    patch.rise_y = q * dz1 + s * dz2;
    patch.p = (float)p;
    patch.q = (float)q;
    patch.r = (float)r;
    patch.s = (float)s;
    patch.doubt = (float)sum + 1e-18f; /* more than enough for denormal numbers */
    return patch;
}

static cell_range cells_of(const wmi_grid *g, plan_box b)
{
    uint32_t i0 = wmi_grid_slot(b.x0, g->min_x, g->per_x),
             j0 = wmi_grid_slot(b.y0, g->min_y, g->per_y);
    uint32_t i1 = wmi_grid_slot(b.x1, g->min_x, g->per_x),
             j1 = wmi_grid_slot(b.y1, g->min_y, g->per_y);
    uint32_t last = g->columns - 1, top = g->rows - 1;
    return (cell_range){i0 < last ? i0 : last, i1 < last ? i1 : last, j0 < top ? j0 : top,
                        j1 < top ? j1 : top};
}

/* The cells that a face may reach into: those in its box that no edge leaves outside.
 * Shares are linear, so over a cell a share is at most its value in the middle and
 * half its change across the cell more; the sum of both is kept, for cell (i0, j0). */
typedef struct reach {
    cell_range range;
    float most[3], per_column[3], per_row[3];
} reach;

/* Nothing is left out within a hair's breadth: shares are off by `doubt` at most, the
 * bounds of cells by four roundings of their number. */
static inline reach reach_of(const wmi_grid *g, const wmi_patch *patch, cell_range range,
                             double cell_x, double cell_y)
{
    reach r = {.range = range};
    if (patch->sliver) {
        r.most[0] = r.most[1] = r.most[2] = INFINITY;
        return r;
    }
    float x = (float)((double)g->min_x + (range.i0 + 0.5) * cell_x - (double)patch->x);
    float y = (float)((double)g->min_y + (range.j0 + 0.5) * cell_y - (double)patch->y);
    float w = (float)cell_x, h = (float)cell_y, slack = 4 * patch->doubt;
    float half = 0.50001f + 4.0f / 16777216 * ((float)g->columns + (float)g->rows);
    float b = patch->p * x + patch->q * y, c = patch->r * x + patch->s * y;
    r.per_column[1] = patch->p * w;
    r.per_column[2] = patch->r * w;
    r.per_column[0] = -(r.per_column[1] + r.per_column[2]);
    r.per_row[1] = patch->q * h;
    r.per_row[2] = patch->s * h;
    r.per_row[0] = -(r.per_row[1] + r.per_row[2]);
    r.most[0] = 1 - b - c + half * (fabsf(r.per_column[0]) + fabsf(r.per_row[0])) + slack;
    r.most[1] = b + half * (fabsf(r.per_column[1]) + fabsf(r.per_row[1])) + slack;
    r.most[2] = c + half * (fabsf(r.per_column[2]) + fabsf(r.per_row[2])) + slack;
    return r;
}

/* `count` cells of row j from column `start` on, at most 64, as bits: four at once. */
static inline uint64_t row_bits(const reach *r, uint32_t j, uint32_t start, uint32_t count)
{
    const float steps[4] = {0, 1, 2, 3};
    float row = (float)(j - r->range.j0);
    wmi_f4 column = f4_add(f4_all((float)(start - r->range.i0)), f4_load(steps));
    wmi_f4 most[3], per[3];
    uint64_t bits = 0;
    for (int k = 0; k < 3; k++) {
        most[k] = f4_all(r->most[k] + row * r->per_row[k]);
        per[k] = f4_all(r->per_column[k]);
    }
    for (uint32_t i = 0; i < count; i += 4, column = f4_add(column, f4_all(4))) {
        wmi_f4 least = f4_add(most[0], f4_mul(column, per[0]));
        least = f4_min(least, f4_add(most[1], f4_mul(column, per[1])));
        least = f4_min(least, f4_add(most[2], f4_mul(column, per[2])));
        bits |= (uint64_t)(~f4_above(f4_all(0), least) & 15) << i;
    }
    return count < 64 ? bits & ((UINT64_C(1) << count) - 1) : bits;
}

/* What a face lists itself in. Up to 64 cells are kept as bits, row by row; if there
 * are more, they are found anew. */
typedef struct listed {
    cell_range range;
    uint64_t bits;
} listed;

typedef struct lists {
    wmi_grid *grid;
    uint32_t *count; /* by cell, and three to spare behind the last */
    listed *faces;
    double cell_x, cell_y;
} lists;

/* Puts a face into some cells of a row; when only counting, its number is NO_INDEX. */
static inline void put(const lists *l, uint32_t j, uint32_t start, uint64_t bits, uint32_t face)
{
    size_t cell = (size_t)j * l->grid->columns + start;
    uint32_t *count = l->count + cell;
    const uint32_t *first = l->grid->first + cell;
    uint32_t(*blocks)[4] = l->grid->blocks;
    if (face == WM_NO_INDEX) {
        for (; bits; bits >>= 1, count++)
            *count += bits & 1;
        return;
    }
    for (; bits; bits &= bits - 1) {
        unsigned i = wmi_lowest64(bits);
        uint32_t at = --count[i];
        blocks[first[i] + at / 4][at % 4] = face;
    }
}

static void put_many(const lists *l, const reach *r, uint32_t face)
{
    for (uint32_t j = r->range.j0; j <= r->range.j1; j++)
        for (uint32_t i = r->range.i0; i <= r->range.i1; i += 64) {
            uint32_t n = r->range.i1 - i + 1;
            put(l, j, i, row_bits(r, j, i, n < 64 ? n : 64), face);
        }
}

/* Counts a face in a range of cells that is at most four wide and returns them as bits,
 * row by row: as row_bits tells, but without a branch for the cells of a row. */
static inline uint64_t count_narrow(const lists *l, const reach *r, uint32_t w, uint32_t h)
{
    const float steps[4] = {0, 1, 2, 3};
    wmi_f4 column = f4_load(steps);
    wmi_f4 a = f4_mul(column, f4_all(r->per_column[0])), a1 = f4_all(r->per_row[0]);
    wmi_f4 b = f4_mul(column, f4_all(r->per_column[1])), b1 = f4_all(r->per_row[1]);
    wmi_f4 c = f4_mul(column, f4_all(r->per_column[2])), c1 = f4_all(r->per_row[2]);
    wmi_f4 a0 = f4_all(r->most[0]), b0 = f4_all(r->most[1]), c0 = f4_all(r->most[2]);
    uint32_t *count = l->count + (size_t)r->range.j0 * l->grid->columns + r->range.i0;
    uint64_t all = 0;
    for (uint32_t j = 0; j < h; j++, count += l->grid->columns) {
        wmi_f4 row = f4_all((float)j);
        wmi_f4 least = f4_min(
            f4_add(f4_add(a0, f4_mul(row, a1)), a),
            f4_min(f4_add(f4_add(b0, f4_mul(row, b1)), b), f4_add(f4_add(c0, f4_mul(row, c1)), c)));
        unsigned bits = ~f4_above(f4_all(0), least) & ((1u << w) - 1);
        count[0] += bits & 1;
        count[1] += bits >> 1 & 1;
        count[2] += bits >> 2 & 1;
        count[3] += bits >> 3;
        all |= (uint64_t)bits << (j * w);
    }
    return all;
}

/* Makes the patches, and counts the faces of each cell. */
static void count_all(const wmi_walkmesh *mesh, const lists *l)
{
    wmi_grid *g = l->grid;
    uint32_t n = mesh->pub.face_count;
    for (uint32_t f = 0; f < n; f++) {
        if (!mesh->facing[f])
            continue;
        g->patches[f] = patch_of(mesh, f, l->cell_x, l->cell_y);
        cell_range range = cells_of(g, box_of(&mesh->pub, f));
        reach r = reach_of(g, &g->patches[f], range, l->cell_x, l->cell_y);
        uint32_t w = range.i1 - range.i0 + 1, h = range.j1 - range.j0 + 1;
        uint64_t all = 0;
        if ((uint64_t)w * h > 64) {
            put_many(l, &r, WM_NO_INDEX);
        } else if (w <= 4) {
            all = count_narrow(l, &r, w, h);
        } else {
            for (uint32_t j = 0; j < h; j++) {
                uint64_t bits = row_bits(&r, range.j0 + j, range.i0, w);
                put(l, range.j0 + j, range.i0, bits, WM_NO_INDEX);
                all |= bits << (j * w);
            }
        }
        l->faces[f] = (listed){range, all};
    }
    /* Far away and turned away: no point is near it. */
    g->patches[n] = (wmi_patch){.x = -1e30f, .p = -1, .r = -1, .face = WM_NO_INDEX};
}

/* Counting sort of faces into cells, from the last face down. */
static void fill(const wmi_walkmesh *mesh, const lists *l)
{
    for (uint32_t f = mesh->pub.face_count; f-- > 0;) {
        if (!mesh->facing[f])
            continue;
        listed at = l->faces[f];
        uint32_t w = at.range.i1 - at.range.i0 + 1, h = at.range.j1 - at.range.j0 + 1;
        if ((uint64_t)w * h > 64) {
            reach r = reach_of(l->grid, &l->grid->patches[f], at.range, l->cell_x, l->cell_y);
            put_many(l, &r, f);
            continue;
        }
        uint64_t row = w < 64 ? (UINT64_C(1) << w) - 1 : ~UINT64_C(0);
        for (uint32_t j = at.range.j0; at.bits; j++) {
            put(l, j, at.range.i0, at.bits & row, f);
            at.bits = w < 64 ? at.bits >> w : 0;
        }
    }
}

/* Counts become the numbers of blocks; true when memory is there for them. */
static bool make_lists(wmi_walkmesh *mesh, const uint32_t *count, size_t cells)
{
    wmi_grid *g = &mesh->grid;
    uint32_t blocks = 1;
    for (size_t c = 0; c < cells; c++) {
        g->first[c] = blocks;
        blocks += (count[c] + 3) / 4;
    }
    g->first[cells] = blocks;
    g->blocks = wmi_arena_raw(&mesh->arena, blocks, sizeof *g->blocks);
    uint32_t none = mesh->pub.face_count, empty[4] = {none, none, none, none};
    for (size_t b = 0; g->blocks && b < blocks; b++)
        memcpy(g->blocks[b], empty, sizeof empty);
    return g->blocks != NULL;
}

bool wmi_grid_build(wmi_walkmesh *mesh)
{
    wmi_grid *g = &mesh->grid;
    wm_walkmesh *m = &mesh->pub;
    sizes all = survey(mesh);
    wmi_arena scratch;
    *g = (wmi_grid){.min_x = m->min.x, .min_y = m->min.y};
    choose_shape(g, m, &all);
    size_t cells = (size_t)g->columns * g->rows;
    wmi_arena_init(&scratch, &mesh->arena.allocator, 0);
    lists l = {.grid = g,
               .count = wmi_arena_new(&scratch, cells + 3, sizeof *l.count),
               .faces = wmi_arena_raw(&scratch, m->face_count, sizeof *l.faces),
               .cell_x = g->per_x > 0 ? 1 / (double)g->per_x : INFINITY,
               .cell_y = g->per_y > 0 ? 1 / (double)g->per_y : INFINITY};
    g->first = wmi_arena_raw(&mesh->arena, cells + 1, sizeof *g->first);
    g->patches = wmi_arena_lines(&mesh->arena, (size_t)m->face_count + 1, sizeof *g->patches);
    bool good = l.count && l.faces && g->first && g->patches;
    if (good)
        count_all(mesh, &l);
    good = good && make_lists(mesh, l.count, cells);
    if (good)
        fill(mesh, &l);
    wmi_arena_free(&scratch);
    return good;
}
