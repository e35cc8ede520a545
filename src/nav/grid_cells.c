/* From shadows to cells: a cell leads to a face when no face but that one and those next
 * to it may reach into the cell; the others get lists. */
#include "nav/grid.h"
#include "nav/simd.h"

/* Whether points in the cells of face a are near enough to face b, its neighbour, for
 * the doubt of b to hold there: see patch_of in grid.c. */
static inline bool near_enough(const wmi_shadow *a, const wmi_shadow *b)
{
    return !wmi_shadow_large(a) ||
           (a->i1 - a->i0 <= b->i1 - b->i0 + 14 && a->j1 - a->j0 <= b->j1 - b->j0 + 14);
}

/* What lies beyond the edges of a face. A linked face that looks up as this one does, or
 * down as this one does, lies on the other side of the edge between them. */
static inline void find_next(const wmi_shadows *s, const wm_walk_edges *links, uint32_t face,
                             bool tame)
{
    const wmi_walkmesh *mesh = s->mesh;
    uint32_t *next = mesh->grid.patches[face].next, none = mesh->pub.face_count;
    next[0] = face;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = links[face].edge[k], other = edge / 3;
        bool good = tame && edge != WM_NO_INDEX && mesh->facing[other] == mesh->facing[face] &&
                    near_enough(&s->of[face], &s->of[other]);
        next[1 + (k + 1) % 3] = good ? other : none;
    }
}

/* Rows that are filled after a move by y - 7 rows. */
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

/* The part of a shadow in eight by eight cells from (i, j) on. */
static inline uint64_t shadow_at(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    const wmi_shadow *of = &s->of[face];
    if (wmi_shadow_large(of))
        return wmi_shadow_part(s, face, i, j);
    uint32_t x = of->i0 - i + 7, y = of->j0 - j + 7;
    if ((x > 14) | (y > 14))
        return 0;
    /* Moved by columns and rows in one turn; what comes round is cut off. */
    unsigned turn = (x - 7 + 8 * (y - 7)) & 63;
    uint64_t bits = of->bits << turn | of->bits >> (-turn & 63);
    return bits & rows_left[y] &
           (UINT64_C(0x0101010101010101) * (0xFF0000u >> (15 - x) >> 8 & 0xFF));
}

/* The same from its own first cell on, or any if it is large. */
static inline uint64_t own_shadow(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    return wmi_shadow_large(&s->of[face]) ? wmi_shadow_part(s, face, i, j) : s->of[face].bits;
}

/* Cells as bits in which there are as many shadows as `own`, all of which are set, and
 * three others have together. */
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

/* Gives a face those of eight by eight cells that only it and the next faces may reach
 * into. */
static inline void take_cells(const wmi_shadows *s, uint32_t face, uint32_t i, uint32_t j)
{
    const wmi_grid *g = &s->mesh->grid;
    const uint32_t *next = g->patches[face].next, none = s->mesh->pub.face_count;
    size_t first = (size_t)j * g->stride + i;
    uint32_t rows = s->of[face].j1 - j + 1;
    uint64_t own = own_shadow(s, face, i, j), of[3];
    for (int k = 0; k < 3; k++)
        of[k] = next[k + 1] == none ? 0 : shadow_at(s, next[k + 1], i, j);
    own &= equal_counts(s->count + first, g->stride, rows < 8 ? rows : 8, of);
    for (; own; own &= own - 1) {
        unsigned bit = wmi_lowest64(own);
        size_t cell = first + (bit >> 3) * g->stride + (bit & 7);
        g->cells[cell] = face;
        s->count[cell] = WMI_COUNT_DONE;
    }
}

/* Puts a face into the lists of those of eight by eight cells that have one. */
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
        uint32_t *list = g->lists + (g->cells[cell] & ~WMI_CELL_LIST);
        list[++list[0]] = face;
    }
}

/* Counts again where there are more than the counts can tell. */
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

/* Makes room for the lists; false when memory is refused. */
static bool place_lists(const wmi_shadows *s)
{
    wmi_grid *g = &s->mesh->grid;
    size_t cells = (size_t)g->stride * g->rows;
    uint32_t size = 0;
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
            *cell = WMI_CELL_LIST | size;
            size += 1 + count;
        }
    g->lists = wmi_arena_new(&s->mesh->arena, size, sizeof *g->lists);
    return g->lists != NULL;
}

bool wmi_cells_fill(const wmi_shadows *s, const wm_walk_edges *links)
{
    const wmi_walkmesh *mesh = s->mesh;
    const wmi_grid *g = &mesh->grid;
    uint32_t n = mesh->pub.face_count;
    size_t cells = wmi_counts(g);
    /* Else distances might overflow. */
    bool tame = s->cell_x * g->columns < 1e18 && s->cell_y * g->rows < 1e18;
    for (size_t c = 0; c < cells; c++)
        g->cells[c] = n;
    for (uint32_t f = 0; f < n; f++) {
        if (!mesh->facing[f])
            continue;
        find_next(s, links, f, tame);
        const wmi_shadow *of = &s->of[f];
        for (uint32_t j = of->j0; !wmi_patch_sliver(&g->patches[f]) && j <= of->j1; j += 8)
            for (uint32_t i = of->i0; i <= of->i1; i += 8)
                take_cells(s, f, i, j);
    }
    if (!place_lists(s))
        return false;
    for (uint32_t f = 0; f < n; f++) {
        const wmi_shadow *of = &s->of[f];
        for (uint32_t j = of->j0; mesh->facing[f] && j <= of->j1; j += 8)
            for (uint32_t i = of->i0; i <= of->i1; i += 8)
                list_cells(s, f, i, j);
    }
    return true;
}
