/* Splits a mesh along the borders of tiles. docs/formats/nwn2.md, "Baking". */
#include "base/sort.h"
#include "base/vec.h"
#include "base/words.h"
#include "nwn2/bake/cut.h"

wm_status wmi_cut_refuse(const wm_nwn2_trn *trn, wm_error *error)
{
    const wm_nwn2_aswm *a = trn->aswm;
    if (!a)
        return wmi_fail(error, WM_BAD_ARGUMENT, "packets", "there is no walkmesh (ASWM) to cut");
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (a->triangles[i].vertex[k] >= a->vertex_count)
                return wmi_fail(error, WM_BAD_VALUE, "ASWM.triangles",
                                "triangle %lu uses vertex %lu, but %s", (ul)i,
                                (ul)a->triangles[i].vertex[k],
                                wmi_only(a->vertex_count, "vertex", "vertices").text);
    return WM_OK;
}

/* ---- borders ---- */

/* Borders from this one on are beyond the mesh: a grid may be far larger. */
static uint32_t borders_end(double most, double width, uint32_t cells)
{
    double end = wmi_min(most / width + 2, cells);
    return end > 1 ? (uint32_t)end : 1;
}

/* For columns and rows. A grid that has rows without columns has no tiles at all. */
static void find_borders(const wm_nwn2_aswm *a, uint32_t *columns, uint32_t *rows)
{
    double x = 0, y = 0, width = (double)a->tile_width;
    *columns = *rows = 1;
    if (!a->grid_width || !a->grid_height || !(width > 0))
        return;
    for (uint32_t i = 0; i < a->vertex_count; i++)
        if (wmi_finite(a->vertices[i])) {
            x = wmi_max(x, (double)a->vertices[i].x);
            y = wmi_max(y, (double)a->vertices[i].y);
        }
    *columns = borders_end(x, width, a->grid_width);
    *rows = borders_end(y, width, a->grid_height);
}

/* The middle border first, then the middles of the halves: cut from one end to the other,
 * a large triangle would become fans of slivers, each cut again by every further border. So borders
 * with more zeros at the end of their binary number come first, and among those the lower ones.
 * Returns the first one in this order from lo to hi, after a given one (0: none); 0 if there is
 * none. */
static uint32_t next_border(uint32_t lo, uint32_t hi, uint32_t after)
{
    uint64_t step = UINT64_C(1) << 31, from = lo;
    if (after) {
        step = after & (0 - after);
        from = after >= lo ? (uint64_t)after + 1 : lo;
    }
    for (; step; step /= 2, from = lo) {
        uint64_t i = from <= step ? step : (from + step - 1) / (2 * step) * 2 * step + step;
        if (i <= hi)
            return (uint32_t)i;
    }
    return 0;
}

/* ---- which pieces a border crosses ---- */

/* The borders between columns, or between rows. Each piece is filed under the next border that it
 * touches, in the order in which borders are cut. Pieces only become smaller, so the borders that
 * they touch only become fewer. */
typedef struct axis {
    uint32_t count;  /* borders from 1 on, below this */
    uint32_t done;   /* the last one that was cut; 0: none */
    uint32_t *first; /* by border: a piece filed there, or WM_NO_INDEX */
    uint32_t *next;  /* by piece: another one filed there */
    size_t next_capacity;
} axis;

typedef struct splitting {
    wmi_cut_mesh m;
    float tile_width;
    axis axes[2]; /* columns, rows */
    wmi_arena scratch;
    uint32_t *list; /* the pieces at the current border */
    size_t list_capacity;
    uint64_t steps;
} splitting;

static float place_of(const splitting *s, uint32_t border)
{
    return (float)border * s->tile_width;
}

/* The first border at or after a place, at most count. */
static uint32_t border_from(const splitting *s, float place, uint32_t count)
{
    double guess = (double)place / (double)s->tile_width;
    uint32_t i = guess >= count ? count : guess > 1 ? (uint32_t)guess : 1;
    while (i > 1 && place_of(s, i - 1) >= place)
        i--;
    while (i < count && place_of(s, i) < place)
        i++;
    return i;
}

/* Files a piece under the next border that it touches. */
static void file_piece(splitting *s, uint32_t piece, int k)
{
    axis *x = &s->axes[k];
    float low = 0, high = 0;
    for (int i = 0; i < 3; i++) {
        wm_vec3 v = s->m.vertices[s->m.pieces[piece].vertex[i]];
        float at = k ? v.y : v.x;
        if (!wmi_finite(v))
            return;
        low = i == 0 || at < low ? at : low;
        high = i == 0 || at > high ? at : high;
    }
    uint32_t from = border_from(s, low, x->count), end = border_from(s, high, x->count);
    bool last = end < x->count && place_of(s, end) <= high;
    uint32_t border = next_border(from, last ? end : end - 1, x->done);
    if (!border)
        return;
    x->next[piece] = x->first[border];
    x->first[border] = piece;
}

static bool room_for_next(splitting *s)
{
    bool good = true;
    for (int k = 0; k < 2; k++) {
        void *next = s->axes[k].next;
        good = wmi_grow(&s->m.allocator, &next, &s->axes[k].next_capacity, s->m.piece_count,
                        sizeof *s->axes[k].next) &&
               good;
        s->axes[k].next = next;
    }
    return good;
}

static bool file_all(splitting *s)
{
    for (int k = 0; k < 2; k++) {
        axis *x = &s->axes[k];
        x->first = wmi_arena_raw(&s->scratch, x->count, sizeof *x->first);
        if (!x->first)
            return false;
        memset(x->first, 0xFF, x->count * sizeof *x->first);
    }
    if (!room_for_next(s))
        return false;
    for (uint32_t i = 0; i < s->m.piece_count; i++)
        for (int k = 0; k < 2; k++)
            file_piece(s, i, k);
    s->steps += s->m.piece_count;
    return true;
}

/* ---- cutting ---- */

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

/* Lists the pieces filed under a border, in ascending order. */
static bool take_list(splitting *s, const axis *x, uint32_t border, size_t *count)
{
    *count = 0;
    for (uint32_t i = x->first[border]; i != WM_NO_INDEX; i = x->next[i]) {
        void *list = s->list;
        if (!wmi_grow(&s->m.allocator, &list, &s->list_capacity, *count + 1, sizeof *s->list))
            return false;
        s->list = list;
        s->list[(*count)++] = i;
    }
    if (*count)
        wmi_sort(s->list, *count, sizeof *s->list, compare_numbers);
    return true;
}

/* Cuts along one border: a column's left (k = 0) or a row's lower one. */
static bool split_at(splitting *s, uint32_t border, int k)
{
    const float far = 1e6f; /* outside every area */
    float at = place_of(s, border);
    wm_vec3 p = k ? (wm_vec3){-far, at, 0} : (wm_vec3){at, -far, 0};
    wm_vec3 q = k ? (wm_vec3){far, at, 0} : (wm_vec3){at, far, 0};
    size_t count, before = s->m.piece_count;
    if (!take_list(s, &s->axes[k], border, &count) ||
        !wmi_cut_line(&s->m, p, q, 1e-5, s->list, count) || !room_for_next(s))
        return false;
    s->axes[k].done = border;
    for (size_t i = 0; i < count; i++)
        file_piece(s, s->list[i], k);
    for (size_t i = before; i < s->m.piece_count; i++) {
        file_piece(s, (uint32_t)i, 0);
        file_piece(s, (uint32_t)i, 1);
    }
    s->steps += 1 + count + (s->m.piece_count - before);
    return true;
}

static bool split_all(splitting *s, size_t most)
{
    uint32_t columns = s->axes[0].count, rows = s->axes[1].count;
    uint64_t step = 1;
    while (step < columns || step < rows)
        step *= 2;
    for (; step; step /= 2)
        for (uint64_t i = step; i < columns || i < rows; i += 2 * step) {
            if ((i < columns && !split_at(s, (uint32_t)i, 0)) ||
                (i < rows && !split_at(s, (uint32_t)i, 1)))
                return false;
            if (s->m.piece_count > most)
                return true;
        }
    return true;
}

static void release(splitting *s)
{
    wmi_release(&s->m.allocator, s->list, s->list_capacity, sizeof *s->list);
    for (int k = 0; k < 2; k++)
        wmi_release(&s->m.allocator, s->axes[k].next, s->axes[k].next_capacity,
                    sizeof *s->axes[k].next);
    wmi_arena_free(&s->scratch);
    wmi_cut_release(&s->m);
}

wm_status wmi_split_tiles(wm_nwn2_trn *trn, uint32_t *added, uint64_t *steps, wm_error *error)
{
    const wm_allocator *allocator = &wmi_trn_of(trn)->arena.allocator;
    wm_status status = wmi_cut_refuse(trn, error);
    if (status != WM_OK)
        return status;
    uint32_t before = trn->aswm->triangle_count;
    size_t most = WM_NWN2_SPLIT_BASE + (size_t)WM_NWN2_SPLIT_FACTOR * before;
    splitting s = {.tile_width = trn->aswm->tile_width};
    wmi_arena_init(&s.scratch, allocator, 0);
    find_borders(trn->aswm, &s.axes[0].count, &s.axes[1].count);
    if ((uint64_t)s.axes[0].count + s.axes[1].count >= WMI_CUT_LINES)
        status = wmi_fail(error, WM_LIMIT, "ASWM.grid_width", "too many tiles");
    else if (!wmi_cut_init(&s.m, trn->aswm, allocator) || !file_all(&s) || !split_all(&s, most))
        status = wmi_no_memory(error);
    else if (s.m.piece_count > most)
        status = wmi_fail(error, WM_LIMIT, "ASWM.triangles",
                          "cut at the borders of tiles, %s would become more than %lu: is the mesh "
                          "in metres?",
                          wmi_count(before, "triangle", "triangles").text, (ul)most);
    else
        status = wmi_cut_finish(&s.m, trn, error);
    *steps = s.steps;
    release(&s);
    if (status == WM_OK && added)
        *added = trn->aswm->triangle_count - before;
    if (status == WM_OK)
        wmi_trn_tidy(trn);
    return status;
}

wm_status wm_nwn2_trn_split_tiles(wm_nwn2_trn *trn, uint32_t *added, wm_error *error)
{
    uint64_t steps;
    return wmi_split_tiles(trn, added, &steps, error);
}
