/* The cells of the grid that a face may overlap: those in its box that are not entirely
 * outside one of its edges. */
#include <math.h>

#include "nav/grid.h"
#include "nav/simd.h"

/* Distances are linear, so the maximum over a cell is the value at its centre plus half the
 * change across the cell. That sum is stored for cell (i0, j0). */
typedef struct reach {
    wmi_f4 most, per_column, per_row; /* one lane for each edge */
} reach;

/* Keeps every cell that is within the error bounds. Distances have an error of at most the
 * doubt, which has already been subtracted once. The bounds of a cell have an error of four
 * roundings of its index. */
static inline reach reach_of(const wmi_shadows *s, const wmi_patch *patch, const wmi_shadow *of)
{
    const wmi_grid *g = &s->mesh->grid;
    float x = (float)((of->i0 + 0.5) * s->cell_x), y = (float)((of->j0 + 0.5) * s->cell_y);
    float half = 0.50001f + 4.0f / 16777216 * ((float)g->columns + (float)g->rows);
    wmi_f4 along_x = f4_load(patch->is + WMI_ALONG_X), along_y = f4_load(patch->is + WMI_ALONG_Y);
    wmi_f4 column = f4_mul(along_x, f4_all((float)s->cell_x));
    wmi_f4 row = f4_mul(along_y, f4_all((float)s->cell_y));
    wmi_f4 middle = f4_add(f4_mul(along_x, f4_all(x)), f4_mul(along_y, f4_all(y)));
    wmi_f4 more = f4_mul(f4_all(half), f4_add(f4_abs(column), f4_abs(row)));
    wmi_f4 slack = f4_add(f4_load(patch->is + WMI_OFF), f4_all(4 * wmi_grid_doubt(g)));
    return (reach){f4_add(f4_add(middle, more), slack), column, row};
}

/* Distance k of four cells of a row, relative to (i0, j0). */
#define DISTANCE(r, k, row, at)                                                                    \
    f4_add(f4_add(f4_pick((r)->most, k, k, k, k), f4_mul(row, f4_pick((r)->per_row, k, k, k, k))), \
           f4_mul(at, f4_pick((r)->per_column, k, k, k, k)))

/* Eight cells of a row, starting at `column`. A NaN counts as inside. */
static inline unsigned row_bits(const reach *r, float row, float column)
{
    const float steps[4] = {0, 1, 2, 3};
    unsigned bits = 0;
    wmi_f4 at = f4_add(f4_all(column), f4_load(steps)), down = f4_all(row);
    for (unsigned n = 0; n < 8; n += 4, at = f4_add(at, f4_all(4))) {
        wmi_f4 least = f4_min(f4_min(DISTANCE(r, 0, down, at), DISTANCE(r, 1, down, at)),
                              DISTANCE(r, 2, down, at));
        bits |= (~f4_above(f4_all(0), least) & 15u) << n;
    }
    return bits;
}

/* Every cell is decided by the same sums, wherever the part starts. */
static uint64_t part_of(const wmi_shadow *of, const reach *r, uint32_t i, uint32_t j)
{
    unsigned mask = 0xFF;
    uint64_t bits = 0;
    if (i > of->i1 || j > of->j1 || i + 7 < of->i0 || j + 7 < of->j0)
        return 0;
    if (of->i0 > i)
        mask = mask << (of->i0 - i) & 0xFF;
    if (of->i1 < i + 7)
        mask &= 0xFFu >> (i + 7 - of->i1);
    for (uint32_t row = 0; row < 8; row++)
        if (j + row >= of->j0 && j + row <= of->j1)
            bits |=
                (uint64_t)(mask & row_bits(r, (float)(j + row - of->j0), (float)i - (float)of->i0))
                << 8 * row;
    return bits;
}

uint64_t wmi_shadow_part(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    reach r = reach_of(s, &s->mesh->grid.patches[face + 1], &s->of[face]);
    return part_of(&s->of[face], &r, i, j);
}

static void cast_large(const wmi_shadows *s, const wmi_shadow *of, const reach *r)
{
    uint32_t stride = s->mesh->grid.stride;
    for (uint32_t j = of->j0; j <= of->j1; j += 8)
        for (uint32_t i = of->i0; i <= of->i1; i += 8)
            for (uint64_t bits = part_of(of, r, i, j); bits; bits &= bits - 1) {
                unsigned bit = wmi_lowest64(bits);
                uint8_t *count = &s->count[(size_t)(j + bit / 8) * stride + i + bit % 8];
                *count = (uint8_t)(*count + (*count < WMI_COUNT_MOST));
            }
}

/* Up to eight rows of four columns, starting at (i0 + column, j0). */
static inline uint64_t cast_small(const wmi_shadows *s, const wmi_shadow *of, const reach *r,
                                  unsigned column)
{
    const float steps[4] = {0, 1, 2, 3};
    uint32_t stride = s->mesh->grid.stride, rows = of->j1 - of->j0 + 1;
    uint8_t *count = s->count + (size_t)of->j0 * stride + of->i0 + column;
    wmi_f4 at = f4_add(f4_all((float)column), f4_load(steps));
    wmi_f4 top = f4_all(0), a = DISTANCE(r, 0, top, at), b = DISTANCE(r, 1, top, at);
    wmi_f4 c = DISTANCE(r, 2, top, at), a1 = f4_pick(r->per_row, 0, 0, 0, 0);
    wmi_f4 b1 = f4_pick(r->per_row, 1, 1, 1, 1), c1 = f4_pick(r->per_row, 2, 2, 2, 2);
    uint64_t bits = 0;
    for (uint32_t row = 0; row < rows; row++, count += stride) {
        bits |= (uint64_t)f4_tally(f4_min(f4_min(a, b), c), count) << (8 * row + column);
        a = f4_add(a, a1);
        b = f4_add(b, b1);
        c = f4_add(c, c1);
    }
    return bits;
}

void wmi_shadow_cast(const wmi_shadows *s, uint32_t face, const wmi_shadow *range)
{
    wmi_shadow *to = &s->of[face];
    *to = *range;
    reach r = reach_of(s, &s->mesh->grid.patches[face + 1], to);
    if (wmi_shadow_large(to)) {
        cast_large(s, to, &r);
        return;
    }
    to->bits = cast_small(s, to, &r, 0);
    if (to->i1 - to->i0 > 3)
        to->bits |= cast_small(s, to, &r, 4);
}
