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

/* Up to eight rows of four columns, starting at (i0 + column, j0 + row). A NaN counts as
 * inside. */
static inline uint64_t cast_columns(const wmi_shadows *s, const wmi_shadow *of, const reach *r,
                                    uint32_t column, uint32_t row)
{
    const float steps[4] = {0, 1, 2, 3};
    uint32_t stride = s->mesh->grid.stride, rows = of->j1 - of->j0 - row + 1;
    uint8_t *count = s->count + (size_t)(of->j0 + row) * stride + of->i0 + column;
    wmi_f4 at = f4_add(f4_all((float)column), f4_load(steps)), top = f4_all((float)row);
    wmi_f4 a = DISTANCE(r, 0, top, at), b = DISTANCE(r, 1, top, at), c = DISTANCE(r, 2, top, at);
    wmi_f4 a1 = f4_pick(r->per_row, 0, 0, 0, 0), b1 = f4_pick(r->per_row, 1, 1, 1, 1);
    wmi_f4 c1 = f4_pick(r->per_row, 2, 2, 2, 2);
    uint64_t bits = 0;
    for (uint32_t k = 0; k < rows && k < 8; k++, count += stride) {
        bits |= (uint64_t)f4_tally(f4_min(f4_min(a, b), c), count) << 8 * k;
        a = f4_add(a, a1);
        b = f4_add(b, b1);
        c = f4_add(c, c1);
    }
    return bits;
}

static inline uint64_t cast_block(const wmi_shadows *s, const wmi_shadow *of, const reach *r,
                                  uint32_t column, uint32_t row)
{
    uint64_t bits = cast_columns(s, of, r, column, row);
    if (of->i1 - of->i0 - column > 3)
        bits |= cast_columns(s, of, r, column + 4, row) << 4;
    return bits;
}

void wmi_shadow_cast(const wmi_shadows *s, uint32_t face)
{
    wmi_shadow *of = &s->of[face];
    reach r = reach_of(s, &s->mesh->grid.patches[face + 1], of);
    if (!wmi_shadow_large(of)) {
        of->bits = cast_block(s, of, &r, 0, 0);
        return;
    }
    uint64_t *block = &s->blocks[of->first];
    for (uint32_t row = 0; row <= of->j1 - of->j0; row += 8)
        for (uint32_t column = 0; column <= of->i1 - of->i0; column += 8)
            *block++ = cast_block(s, of, &r, column, row);
}
