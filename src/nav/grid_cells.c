/* Fills the cells from the shadows. A cell leads to a face if only that face and its
 * neighbours may overlap the cell; other cells get lists. */
#include "nav/grid.h"
#include "nav/simd.h"

/* The patch beyond an edge of a face. A linked face that faces up or down like this one
 * lies on the other side of their shared edge. */
static inline uint32_t beyond_edge(const wmi_walkmesh *mesh, uint32_t face, uint32_t edge)
{
    uint32_t other = edge / 3;
    bool good = edge != WM_NO_INDEX && mesh->facing[other] == mesh->facing[face] &&
                face < WMI_PATCH_MOST && other < WMI_PATCH_MOST;
    return good ? other + 1 : 0;
}

static inline void find_next(const wmi_walkmesh *mesh, const wm_walk_edges *links, uint32_t face)
{
    uint64_t next = 0;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t other = beyond_edge(mesh, face, links[face].edge[k]);
        next |= (uint64_t)((other ^ (face + 1)) & WMI_PATCH_MOST) << WMI_NEXT_BITS * k;
    }
    mesh->grid.patches[face + 1].next = next;
}

/* Rows that remain filled after a shift by y - 7 rows. */
static const uint64_t rows_left[15] = {
    0xFF,
    0xFFFF,
    0xFFFFFF,
    0xFFFFFFFF,
    0xFFFFFFFFFF,
    0xFFFFFFFFFFFF,
    0xFFFFFFFFFFFFFF,
    0xFFFFFFFFFFFFFFFF,
    0xFFFFFFFFFFFFFF00,
    0xFFFFFFFFFFFF0000,
    0xFFFFFFFFFF000000,
    0xFFFFFFFF00000000,
    0xFFFFFF0000000000,
    0xFFFF000000000000,
    0xFF00000000000000,
};

/* The part of a block that lies in the eight by eight cells that start 7 - x columns and 7 - y
 * rows after it; x and y are at most 14. */
static inline uint64_t moved(uint64_t block, uint32_t x, uint32_t y)
{
    /* Shifts columns and rows in one rotation and cuts off what wraps around. */
    unsigned shift = (x - 7 + 8 * (y - 7)) & 63;
    uint64_t bits = block << shift | block >> (-shift & 63);
    return bits & rows_left[y] &
           (UINT64_C(0x0101010101010101) * (0xFF0000u >> (15 - x) >> 8 & 0xFF));
}

/* The part of a shadow of several blocks in the eight by eight cells that start at (i, j). */
static uint64_t large_at(const wmi_shadows *s, const wmi_shadow *of, uint32_t i, uint32_t j)
{
    uint64_t bits = 0;
    if (i > of->i1 || j > of->j1 || i + 7 < of->i0 || j + 7 < of->j0)
        return 0;
    uint32_t right = (i + 7 < of->i1 ? i + 7 : of->i1) - of->i0;
    uint32_t bottom = (j + 7 < of->j1 ? j + 7 : of->j1) - of->j0;
    for (uint32_t y = j > of->j0 ? (j - of->j0) / 8 : 0; y <= bottom / 8; y++)
        for (uint32_t x = i > of->i0 ? (i - of->i0) / 8 : 0; x <= right / 8; x++)
            bits |= moved(wmi_shadow_block(s, of, x, y), of->i0 + 8 * x - i + 7,
                          of->j0 + 8 * y - j + 7);
    return bits;
}

/* The same for any shadow. */
static inline uint64_t shadow_at(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    const wmi_shadow *of = &s->of[face];
    if (wmi_shadow_large(of))
        return large_at(s, of, i, j);
    uint32_t x = of->i0 - i + 7, y = of->j0 - j + 7;
    return ((x > 14) | (y > 14)) ? 0 : moved(of->bits, x, y);
}

/* The same, where (i, j) is the start of one of the shadow's own blocks. */
static inline uint64_t own_shadow(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    const wmi_shadow *of = &s->of[face];
    return wmi_shadow_block(s, of, (i - of->i0) / 8, (j - of->j0) / 8);
}

/* Returns, as bits, the cells whose count is 1 (for the face's own shadow, taken as set
 * everywhere) plus the number of the three other shadows that cover the cell. */
static inline uint64_t equal_counts(const uint8_t *count, size_t stride, uint32_t rows,
                                    const uint64_t of[3])
{
    uint64_t odd = of[0] ^ of[1] ^ of[2];
    uint64_t pair = (of[0] & of[1]) | (of[1] & of[2]) | (of[2] & of[0]), other = 0;
    for (uint32_t row = 0; row < rows; row += 2, count += 2 * stride) {
        wmi_digits d = b16_digits(count, count + stride);
        unsigned o = odd >> 8 * row & 0xFFFF, p = pair >> 8 * row & 0xFFFF;
        other |= (uint64_t)(((d.one ^ o ^ 0xFFFF) | (d.two ^ p ^ o) | (d.four ^ (p & o)) | d.rest))
                 << 8 * row;
    }
    return ~other;
}

/* Of eight by eight cells, assigns to a face those that only it and its neighbours may
 * overlap. */
static inline void take_cells(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    const wmi_grid *g = &s->mesh->grid;
    const wmi_patch *patch = &g->patches[face + 1];
    size_t first = (size_t)j * g->stride + i;
    uint32_t rows = s->of[face].j1 - j + 1;
    uint64_t own = own_shadow(s, face, i, j), of[3];
    for (unsigned k = 0; k < 3; k++) {
        uint32_t next = wmi_patch_next(patch, face + 1, k);
        of[k] = next ? shadow_at(s, next - 1, i, j) : 0;
    }
    own &= equal_counts(s->count + first, g->stride, rows < 8 ? rows : 8, of);
    for (; own; own &= own - 1) {
        unsigned bit = wmi_lowest64(own);
        size_t cell = first + (bit >> 3) * g->stride + (bit & 7);
        g->cells[cell] = face + 1;
        s->count[cell] = WMI_COUNT_DONE;
    }
}

/* Of eight by eight cells, adds a face to the lists of those that have one. */
static inline void list_cells(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    const wmi_grid *g = &s->mesh->grid;
    size_t first = (size_t)j * g->stride + i;
    uint32_t rows = s->of[face].j1 - j + 1;
    const uint8_t *count = s->count + first;
    uint64_t some = 0;
    for (uint32_t row = 0; row < rows && row < 8; row += 2, count += 2 * g->stride)
        some |= (uint64_t)b16_some(count, count + g->stride) << 8 * row;
    for (some &= own_shadow(s, face, i, j); some; some &= some - 1) {
        unsigned bit = wmi_lowest64(some);
        size_t cell = first + (bit >> 3) * g->stride + (bit & 7);
        uint32_t *list = g->lists + (size_t)(g->cells[cell] & ~WMI_CELL_LIST) * WMI_LIST_ROW;
        list[++list[0]] = face;
    }
}

/* Counts again where the counts have saturated. */
static void count_most(const wmi_shadows *s)
{
    const wmi_walkmesh *mesh = s->mesh;
    const wmi_grid *g = &mesh->grid;
    for (uint32_t f = 0; f < mesh->pub.face_count; f++) {
        const wmi_shadow *of = &s->of[f];
        for (uint32_t j = of->j0; mesh->facing[f] && j <= of->j1; j += 8)
            for (uint32_t i = of->i0; i <= of->i1; i += 8)
                for (uint64_t bits = own_shadow(s, f, i, j); bits; bits &= bits - 1) {
                    unsigned bit = wmi_lowest64(bits);
                    size_t cell = (size_t)(j + (bit >> 3)) * g->stride + i + (bit & 7);
                    g->cells[cell] += s->count[cell] == WMI_COUNT_MOST;
                }
    }
}

/* Allocates the lists and sets the number of rows. Returns false when out of memory. */
static bool place_lists(const wmi_shadows *s, uint32_t *rows)
{
    wmi_grid *g = &s->mesh->grid;
    size_t cells = wmi_counts(g) - 16; /* shadows extend a few cells beyond the last row */
    *rows = 0;
    bool most = false;
    for (size_t c = 0; c < cells; c += 16)
        for (unsigned some = b16_some(s->count + c, s->count + c + 8); some; some &= some - 1) {
            size_t cell = c + wmi_lowest(some);
            most = most || s->count[cell] == WMI_COUNT_MOST;
            g->cells[cell] = s->count[cell] == WMI_COUNT_MOST ? 0 : s->count[cell];
        }
    if (most)
        count_most(s);
    for (size_t c = 0; c < cells; c += 16)
        for (unsigned some = b16_some(s->count + c, s->count + c + 8); some; some &= some - 1) {
            uint32_t *cell = &g->cells[c + wmi_lowest(some)], count = *cell;
            *cell = WMI_CELL_LIST | *rows;
            *rows += count / WMI_LIST_ROW + 1;
        }
    /* One more row, because a row is read from its second element on. */
    size_t size = ((size_t)*rows + 1) * WMI_LIST_ROW;
    g->lists = wmi_arena_lines(&s->mesh->arena, size, sizeof *g->lists);
    if (g->lists)
        memset(g->lists, 0, size * sizeof *g->lists);
    return g->lists != NULL;
}

/* Halves the memory, and so the cache misses, if the indices are small enough. */
static bool pack_cells(wmi_walkmesh *mesh, size_t cells, uint32_t rows)
{
    wmi_grid *g = &mesh->grid;
    if (mesh->pub.face_count > 0x7FFF || rows > 0x8000)
        return true;
    int16_t *small = wmi_arena_raw(&mesh->arena, cells, sizeof *small);
    if (!small)
        return false;
    /* The highest bit, and the lowest fifteen. */
    for (size_t c = 0; c < cells; c++)
        small[c] = (int16_t)((g->cells[c] & WMI_CELL_LIST) >> 16 | (g->cells[c] & 0x7FFF));
    g->small_cells = small;
    return true;
}

bool wmi_cells_fill(const wmi_shadows *s, const wm_walk_edges *links)
{
    const wmi_walkmesh *mesh = s->mesh;
    const wmi_grid *g = &mesh->grid;
    uint32_t n = mesh->pub.face_count, rows;
    size_t cells = wmi_counts(g);
    memset(g->cells, 0, cells * sizeof *g->cells);
    for (uint32_t f = 0; f < n; f++) {
        if (!mesh->facing[f])
            continue;
        find_next(mesh, links, f);
        const wmi_shadow *of = &s->of[f];
        bool alone = f >= WMI_PATCH_MOST || wmi_patch_sliver(&g->patches[f + 1]);
        for (uint32_t j = of->j0; !alone && j <= of->j1; j += 8)
            for (uint32_t i = of->i0; i <= of->i1; i += 8)
                take_cells(s, f, i, j);
    }
    if (!place_lists(s, &rows))
        return false;
    for (uint32_t f = 0; f < n; f++) {
        const wmi_shadow *of = &s->of[f];
        for (uint32_t j = of->j0; mesh->facing[f] && j <= of->j1; j += 8)
            for (uint32_t i = of->i0; i <= of->i1; i += 8)
                list_cells(s, f, i, j);
    }
    return pack_cells(s->mesh, cells, rows);
}
