/* The ground that a model covers: the footprint, and circles over the squares of a grid.
 * docs/formats/bw2-model.md, "Footprint and circles". */
#include <math.h>

#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "bw2/build.h"

/* ---- footprint --------------------------------------------------------- */

/* Sorts by z, x, y: of points at the same x and z, the lowest comes first. */
static int compare_points(const void *context, uint32_t a, uint32_t b)
{
    static const int axes[] = {2, 0, 1};
    wm_vec3 p = wmi_bw2_vec3(context, a), q = wmi_bw2_vec3(context, b);
    for (int i = 0; i < 3; i++) {
        float x = wmi_axis(p, axes[i]), y = wmi_axis(q, axes[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return a < b ? -1 : 1;
}

/* Returns true if a, b, c turn left, seen with x to the right and z up. */
static bool turns_left(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.z - (double)a.z) -
               ((double)b.z - (double)a.z) * ((double)c.x - (double)a.x) >
           0;
}

static uint32_t add_corner(wm_vec3 *hull, uint32_t n, uint32_t least, wm_vec3 p)
{
    while (n >= least + 2 && !turns_left(hull[n - 2], hull[n - 1], p))
        n--;
    hull[n] = p;
    return n + 1;
}

/* Finds the convex hull, counter-clockwise, ending with the corner of least z. */
static uint32_t find_hull(const wmi_bw2_column *c, const uint32_t *order, uint32_t count,
                          wm_vec3 *hull)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n = add_corner(hull, n, 0, wmi_bw2_vec3(c, order[i]));
    uint32_t first_back = n - 1;
    for (uint32_t i = count - 1; i-- > 0;)
        n = add_corner(hull, n, first_back, wmi_bw2_vec3(c, order[i]));
    n -= n > 1; /* the first corner is repeated */
    wm_vec3 first = hull[0];
    memmove(hull, hull + 1, (n - 1) * sizeof *hull);
    hull[n - 1] = first;
    return n;
}

/* Keeps only the lowest of the vertices at the same x and z. */
static uint32_t drop_doubles(const wmi_bw2_column *c, uint32_t *order, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        wm_vec3 p = wmi_bw2_vec3(c, order[i]);
        wm_vec3 q = wmi_bw2_vec3(c, order[kept ? kept - 1 : 0]);
        if (kept == 0 || p.x != q.x || p.z != q.z)
            order[kept++] = order[i];
    }
    return kept;
}

wm_status wmi_bw2_make_footprint(wm_bw2_model *m, wm_error *error)
{
    wmi_bw2_column c;
    wmi_arena arena;
    wm_status status = wmi_bw2_positions(m, &c, error);
    m->footprint_count = 0;
    if (status != WM_OK || m->vertex_count == 0)
        return status;
    wmi_arena_init(&arena, &wmi_bw2_arena(m)->allocator, 0);
    uint32_t *order = wmi_arena_raw(&arena, m->vertex_count, sizeof *order), n = m->vertex_count;
    wm_vec3 *hull = wmi_arena_raw(&arena, 2 * (size_t)n, sizeof *hull);
    if (order && hull) {
        for (uint32_t i = 0; i < n; i++)
            order[i] = i;
        wmi_sort_by(order, n, compare_points, &c);
        n = find_hull(&c, order, drop_doubles(&c, order, n), hull);
        m->footprint = wm_bw2_model_alloc(m, n, sizeof *hull, NULL);
    }
    if (order && hull && m->footprint) {
        memcpy(m->footprint, hull, n * sizeof *hull);
        m->footprint_count = n;
        wmi_bw2_measure_footprint(m);
    } else {
        status = wmi_arena_fail(order && hull ? wmi_bw2_arena(m) : &arena, error, "footprint");
    }
    wmi_arena_free(&arena);
    return status;
}

/* ---- circles ----------------------------------------------------------- */

/* Samples per side of a cell; a quarter of them covered makes the cell count. Models larger
 * than any known get larger cells. */
enum { SAMPLES = 10, ENOUGH = SAMPLES * SAMPLES / 4, CELLS_MAX = 64 };

typedef struct grid {
    double x, z;           /* origin corner */
    double step, side;     /* cell size; side of the square that a circle encloses */
    uint32_t cells, width; /* cells per row; samples per row */
    uint16_t *next;        /* (width + 1) per row: the next sample still free */
    uint16_t *covered;     /* per cell: covered samples, later 1 or 0 */
} grid;

static uint16_t next_free(uint16_t *row, uint32_t at)
{
    while (row[at] != at)
        at = row[at] = row[row[at]];
    return (uint16_t)at;
}

static void cover(grid *g, uint32_t row, double from, double to)
{
    double f = g->step / SAMPLES;
    double low = ceil((from - g->x) / f - 0.5), high = floor((to - g->x) / f - 0.5);
    uint16_t *next = g->next + (size_t)row * (g->width + 1);
    uint32_t first = low > 0 ? (uint32_t)wmi_min(low, g->width) : 0;
    double last = wmi_min(high, (double)g->width - 1);
    for (uint32_t i = next_free(next, first); (double)i <= last; i = next_free(next, i)) {
        g->covered[(size_t)(row / SAMPLES) * g->cells + i / SAMPLES]++;
        next[i] = (uint16_t)(i + 1);
    }
}

/* Goes row by row and marks the samples that the triangle covers. */
static void cover_triangle(grid *g, const wmi_vec p[3])
{
    double f = g->step / SAMPLES, low = wmi_min(p[0].z, wmi_min(p[1].z, p[2].z)),
           high = wmi_max(p[0].z, wmi_max(p[1].z, p[2].z));
    double first = wmi_max(ceil((low - g->z) / f - 0.5), 0), last = (high - g->z) / f - 0.5;
    for (double r = first; r <= last && r < (double)g->width; r++) {
        double z = g->z + (r + 0.5) * f, from = (double)INFINITY, to = -(double)INFINITY;
        for (int k = 0; k < 3; k++) {
            wmi_vec a = p[k], b = p[(k + 1) % 3];
            if ((a.z < z && b.z < z) || (a.z > z && b.z > z))
                continue;
            double share = a.z == b.z ? 0 : (z - a.z) / (b.z - a.z);
            double x = a.x + share * (b.x - a.x);
            from = wmi_min(from, a.z == b.z ? wmi_min(a.x, b.x) : x);
            to = wmi_max(to, a.z == b.z ? wmi_max(a.x, b.x) : x);
        }
        if (from <= to)
            cover(g, (uint32_t)r, from, to);
    }
}

static bool is_hull(const wm_bw2_model *m, uint32_t material)
{
    char name[WM_BW2_NAME + 1] = {0};
    memcpy(name, m->materials[material].name, WM_BW2_NAME);
    return wmi_compare_names(name, "lh_phys") == 0;
}

/* Lists only: skins have no circles. */
static void cover_model(grid *g, const wm_bw2_model *m, const wmi_bw2_column *c)
{
    uint32_t finest = UINT32_MAX;
    for (uint32_t i = 0; i < m->mesh_count; i++)
        finest = m->meshes[i].lod < finest ? m->meshes[i].lod : finest;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        if (m->meshes[i].lod != finest || m->meshes[i].reference_count == 0)
            continue;
        const wm_bw2_reference *r = m->references + m->meshes[i].reference;
        for (uint32_t k = 0; k < m->meshes[i].reference_count; k++) {
            if (r[k].index_count < 3 || is_hull(m, r[k].material))
                continue; /* there may be no indices at all */
            const uint16_t *v = m->indices + r[k].first_index;
            for (uint32_t t = 0; t + 2 < r[k].index_count; t += 3) {
                const wmi_vec p[3] = {wmi_vec_of(wmi_bw2_vec3(c, v[t])),
                                      wmi_vec_of(wmi_bw2_vec3(c, v[t + 1])),
                                      wmi_vec_of(wmi_bw2_vec3(c, v[t + 2]))};
                cover_triangle(g, p);
            }
        }
    }
}

static bool is_full(const grid *g, uint32_t x, uint32_t z, uint32_t size)
{
    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = 0; i < size; i++)
            if (!g->covered[(size_t)(z + j) * g->cells + x + i])
                return false;
    return true;
}

/* Takes the largest squares first, row by row. A cell belongs to only one of them. */
static uint32_t take_squares(grid *g, wm_bw2_circle *to)
{
    uint32_t n = 0;
    for (uint32_t size = g->cells; size > 0; size--)
        for (uint32_t z = 0; z + size <= g->cells; z++)
            for (uint32_t x = 0; x + size <= g->cells; x++) {
                if (!is_full(g, x, z, size))
                    continue;
                for (uint32_t j = 0; j < size; j++)
                    memset(&g->covered[(size_t)(z + j) * g->cells + x], 0,
                           size * sizeof *g->covered);
                double half = size * g->side / 2;
                to[n++] =
                    (wm_bw2_circle){(float)(g->x + x * g->step + half),
                                    (float)(g->z + z * g->step + half), (float)(half * sqrt(2.0))};
            }
    return n;
}

/* The grid covers the longer side of the box. Its cells are slightly smaller than the
 * squares, so that a whole number fits. */
static bool open_grid(grid *g, wmi_arena *arena, const wm_bw2_bounds *b)
{
    double wide = (double)b->max.x - (double)b->min.x, deep = (double)b->max.z - (double)b->min.z;
    double longer = wide > deep ? wide : deep;
    g->side = wmi_max(wmi_min(2.5, longer / 2), longer / CELLS_MAX);
    g->cells = (uint32_t)ceil(longer / g->side - 1e-6);
    g->width = g->cells * SAMPLES;
    g->step = longer / g->cells;
    g->x = (double)b->min.x;
    g->z = (double)b->min.z;
    g->next = wmi_arena_raw(arena, (size_t)g->width * (g->width + 1), sizeof *g->next);
    g->covered = wmi_arena_new(arena, (size_t)g->cells * g->cells, sizeof *g->covered);
    if (!g->next || !g->covered)
        return false;
    for (uint32_t r = 0; r < g->width; r++)
        for (uint32_t i = 0; i <= g->width; i++)
            g->next[(size_t)r * (g->width + 1) + i] = (uint16_t)i;
    return true;
}

wm_status wmi_bw2_make_circles(wm_bw2_model *m, wm_error *error)
{
    grid g;
    wmi_arena arena;
    wmi_bw2_column c;
    const wm_bw2_bounds *b = &m->bounds;
    wm_status status = wmi_bw2_positions(m, &c, error);
    m->circle_count = 0;
    if (status != WM_OK || wmi_maxf(b->max.x - b->min.x, b->max.z - b->min.z) < 1e-3f)
        return status;
    wmi_arena_init(&arena, &wmi_bw2_arena(m)->allocator, 0);
    wm_bw2_circle *list = NULL;
    if (open_grid(&g, &arena, b))
        list = wmi_arena_raw(&arena, (size_t)g.cells * g.cells, sizeof *list);
    if (list) {
        cover_model(&g, m, &c);
        for (uint32_t i = 0; i < g.cells * g.cells; i++)
            g.covered[i] = g.covered[i] > ENOUGH;
        m->circle_count = take_squares(&g, list);
        m->circles = wm_bw2_model_alloc(m, m->circle_count, sizeof *list, NULL);
    }
    if (list && m->circles)
        memcpy(m->circles, list, m->circle_count * sizeof *list);
    else
        status = wmi_arena_fail(list ? wmi_bw2_arena(m) : &arena, error, "circles");
    wmi_arena_free(&arena);
    return status;
}
