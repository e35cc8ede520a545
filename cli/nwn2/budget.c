/* Counts what fills the tiles of a walkmesh: slivers, nooks, tiny regions. */
#include "nwn2/budget.h"

#include <stdlib.h>

#include "real.h"

/* Metres: a creature of the game is about half a metre wide. */
static const double thin = 0.05, small_nook = 0.1, small_floor = 0.25;

const char *budget_kind_name(budget_kind kind)
{
    static const char *const names[BUDGET_KINDS] = {"plain", "sliver", "nook", "in tiny regions"};
    return names[kind];
}

typedef struct shape {
    double area, width; /* width: the smallest height over a side */
} shape;

static shape shape_of(const wm_nwn2_aswm *a, const wm_nwn2_triangle *t)
{
    double longest = 0, area = 0;
    const wm_vec3 *p = a->vertices;
    for (int k = 0; k < 3; k++) {
        wm_vec3 u = p[t->vertex[k]], v = p[t->vertex[(k + 1) % 3]];
        double side = cli_hypot((double)v.x - (double)u.x, (double)v.y - (double)u.y);
        longest = side > longest ? side : longest;
        area += (double)u.x * (double)v.y - (double)u.y * (double)v.x;
    }
    area = fabs(area) / 2;
    return (shape){area, longest > 0 ? 2 * area / longest : 0};
}

/* Every look at a triangle begins here. */
static bool walkable(budget *b, uint32_t triangle)
{
    const wm_nwn2_aswm *a = b->a;
    b->steps++;
    return triangle < a->triangle_count && a->triangles[triangle].flags & WM_NWN2_WALKABLE;
}

/* Finds connected floors over all tiles, by the links of the file, and marks tiny ones. */
static bool find_tiny(budget *b)
{
    const wm_nwn2_aswm *a = b->a;
    size_t n = (size_t)a->triangle_count + 1;
    uint32_t *stack = malloc(n * sizeof *stack);
    uint8_t *seen = calloc(n, 1);
    bool good = stack && seen;
    for (uint32_t i = 0; good && i < a->triangle_count; i++) {
        uint32_t depth = 0, done = 0;
        double area = 0;
        if (seen[i] || !walkable(b, i))
            continue;
        seen[i] = 1;
        stack[depth++] = i;
        while (done < depth) { /* all of them stay in the list */
            const wm_nwn2_triangle *t = &a->triangles[stack[done++]];
            area += shape_of(a, t).area;
            for (int k = 0; k < 3; k++) {
                uint32_t to = t->linked_triangles[k];
                if (walkable(b, to) && !seen[to]) {
                    seen[to] = 1;
                    stack[depth++] = to;
                }
            }
        }
        b->tiny_floors += area < small_floor;
        for (uint32_t k = 0; area < small_floor && k < depth; k++)
            b->kind[stack[k]] = BUDGET_TINY;
    }
    free(stack);
    free(seen);
    return good;
}

static budget_kind judge(budget *b, uint32_t i)
{
    const wm_nwn2_aswm *a = b->a;
    const wm_nwn2_triangle *t = &a->triangles[i];
    shape s = shape_of(a, t);
    int open = 0;
    for (int k = 0; k < 3; k++)
        open += walkable(b, t->linked_triangles[k]);
    if (s.width < thin)
        return BUDGET_SLIVER;
    return open <= 1 && s.area < small_nook ? BUDGET_NOOK : BUDGET_PLAIN;
}

static int by_use(const void *x, const void *y)
{
    const budget_tile *a = x, *b = y;
    if (a->walkable != b->walkable)
        return a->walkable > b->walkable ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Triangles of each kind before a triangle: tiles of a damaged file may all state the same range,
 * so their triangles are not counted one by one. */
typedef struct counts {
    uint32_t kinds[BUDGET_KINDS];
} counts;

static counts *count_kinds(budget *b)
{
    const wm_nwn2_aswm *a = b->a;
    counts *before = calloc((size_t)a->triangle_count + 1, sizeof *before);
    for (uint32_t i = 0; before && i < a->triangle_count; i++) {
        before[i + 1] = before[i];
        before[i + 1].kinds[b->kind[i]] += walkable(b, i);
    }
    return before;
}

static void count_tile(budget *b, const counts *before, uint32_t index)
{
    const wm_nwn2_aswm *a = b->a;
    const wm_nwn2_tile *t = &a->tiles[index];
    budget_tile *x = &b->tiles[index];
    uint32_t from = t->triangles_offset, most = a->triangle_count;
    from = from < most ? from : most;
    b->steps++;
    x->index = index;
    x->triangles = t->triangles_count < most - from ? t->triangles_count : most - from;
    for (int k = 0; k < BUDGET_KINDS; k++) {
        x->kinds[k] = before[from + x->triangles].kinds[k] - before[from].kinds[k];
        x->walkable += x->kinds[k];
    }
    b->used += x->walkable > 0;
    b->over += x->walkable > WM_NWN2_TILE_NODES;
}

bool budget_make(const wm_nwn2_aswm *a, budget *b)
{
    *b = (budget){.a = a, .tile_count = (size_t)a->grid_height * a->grid_width};
    b->tiles = calloc(b->tile_count + 1, sizeof *b->tiles);
    b->kind = calloc((size_t)a->triangle_count + 1, 1);
    if (!b->tiles || !b->kind || !find_tiny(b))
        return false;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        if (!walkable(b, i))
            continue;
        if (b->kind[i] == BUDGET_PLAIN)
            b->kind[i] = (uint8_t)judge(b, i);
        b->kinds[b->kind[i]]++;
    }
    counts *before = count_kinds(b);
    for (uint32_t i = 0; before && i < b->tile_count; i++)
        count_tile(b, before, i);
    bool good = before != NULL;
    free(before);
    qsort(b->tiles, b->tile_count, sizeof *b->tiles, by_use);
    return good;
}

void budget_free(budget *b)
{
    free(b->tiles);
    free(b->kind);
}
