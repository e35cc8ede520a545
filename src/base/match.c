/* Matches the triangles of two meshes by position: their centres are put into cells, and the
 * neighbouring cells are searched, first with small cells, then with those of the tolerance. */
#include "base/match.h"

#include <math.h>

#include "base/search.h"
#include "base/sort.h"

enum { VISITS = 64 };

typedef struct cells {
    uint32_t count;
    uint64_t *keys; /* hash of the cell and triangle, sorted */
    uint32_t *next; /* by place in keys: itself, or a place after it if the triangle is matched */
} cells;

bool wmi_match_open(wmi_match_side *side, uint32_t count, const wm_vec3 *vertices,
                    const uint32_t *kind, wmi_arena *arena)
{
    *side = (wmi_match_side){.count = count,
                             .vertices = vertices,
                             .kind = kind,
                             .corner = wmi_arena_raw(arena, count, sizeof *side->corner),
                             .partner = wmi_arena_raw(arena, count, sizeof *side->partner),
                             .shift = wmi_arena_new(arena, count, sizeof *side->shift)};
    for (uint32_t i = 0; side->partner && i < count; i++)
        side->partner[i] = WM_NO_INDEX;
    return side->corner && side->partner && side->shift;
}

/* ---- cells ---- */

/* Where the centre of a triangle is, in cells; false if it is too far away for such cells. */
static bool locate(const wmi_match_side *s, uint32_t triangle, double size, double at[3])
{
    const uint32_t *c = s->corner[triangle];
    wm_vec3 p = s->vertices[c[0]], q = s->vertices[c[1]], r = s->vertices[c[2]];
    at[0] = ((double)p.x + (double)q.x + (double)r.x) / 3 / size;
    at[1] = ((double)p.y + (double)q.y + (double)r.y) / 3 / size;
    at[2] = ((double)p.z + (double)q.z + (double)r.z) / 3 / size;
    for (int k = 0; k < 3; k++)
        if (!(fabs(at[k]) < 4503599627370496.0)) /* 2^52: still whole numbers; not for NaN */
            return false;
    return true;
}

static uint32_t hash_of(const int64_t cell[3])
{
    uint64_t h = 0;
    for (int k = 0; k < 3; k++) {
        h = (h ^ (uint64_t)cell[k]) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 32);
}

static bool fill_cells(cells *c, const wmi_match_side *s, double size, wmi_arena *scratch)
{
    uint64_t *spare = wmi_arena_raw(scratch, s->count, sizeof *spare);
    *c = (cells){.keys = wmi_arena_raw(scratch, s->count, sizeof *c->keys),
                 .next = wmi_arena_raw(scratch, (size_t)s->count + 1, sizeof *c->next)};
    if (!spare || !c->keys || !c->next)
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        double at[3];
        if (s->partner[i] != WM_NO_INDEX || !locate(s, i, size, at))
            continue;
        const int64_t cell[3] = {(int64_t)floor(at[0]), (int64_t)floor(at[1]),
                                 (int64_t)floor(at[2])};
        c->keys[c->count++] = (uint64_t)hash_of(cell) << 32 | i;
    }
    wmi_sort_high(c->keys, spare, c->count);
    for (uint32_t i = 0; i <= c->count; i++)
        c->next[i] = i;
    return true;
}

/* The first place from `at` on whose triangle is not matched yet. */
static uint32_t find_free(const cells *c, uint32_t at)
{
    while (c->next[at] != at) {
        c->next[at] = c->next[c->next[at]];
        at = c->next[at];
    }
    return at;
}

static uint32_t first_of(const cells *c, uint32_t hash)
{
    wmi_search search = {.high = c->count};
    while (wmi_search_next(&search))
        wmi_search_narrow(&search, c->keys[search.at] >> 32 < hash);
    return search.low;
}

/* ---- candidates ---- */

typedef struct best {
    uint32_t place; /* in the cells, or WM_NO_INDEX */
    uint8_t shift;
    bool same_kind;
    double distance;
} best;

/* The largest difference of a coordinate. */
static double distance(const wmi_match_side s[2], uint32_t a, uint32_t b, uint32_t shift)
{
    double most = 0;
    for (uint32_t k = 0; k < 3; k++) {
        wm_vec3 p = s[0].vertices[s[0].corner[a][k]];
        wm_vec3 q = s[1].vertices[s[1].corner[b][(k + shift) % 3]];
        const double d[3] = {fabs((double)p.x - (double)q.x), fabs((double)p.y - (double)q.y),
                             fabs((double)p.z - (double)q.z)};
        for (int axis = 0; axis < 3; axis++)
            if (!(d[axis] <= most))
                most = d[axis];
    }
    return most;
}

static void try_candidate(const wmi_match_side s[2], uint32_t a, uint32_t b, uint32_t place,
                          double tolerance, best *found)
{
    bool same = !s[0].kind || !s[1].kind || s[0].kind[a] == s[1].kind[b];
    for (uint8_t shift = 0; shift < 3; shift++) {
        double d = distance(s, a, b, shift);
        bool better = found->place == WM_NO_INDEX || (same && !found->same_kind) ||
                      (same == found->same_kind && d < found->distance);
        if (d <= tolerance && better)
            *found = (best){place, shift, same, d};
    }
}

/* A cell is twice as wide as the tolerance, so a partner is in the same cell or in the one on the
 * nearer side, along each axis. */
static void search(const wmi_match_side s[2], const cells *c, uint32_t a, double tolerance,
                   best *found)
{
    double at[3];
    int64_t cell[3], other[3];
    if (!locate(&s[0], a, 2 * tolerance, at))
        return;
    for (int k = 0; k < 3; k++) {
        cell[k] = (int64_t)floor(at[k]);
        other[k] = cell[k] + (at[k] - floor(at[k]) < 0.5 ? -1 : 1);
    }
    for (unsigned corner = 0; corner < 8; corner++) {
        const int64_t near[3] = {corner & 1 ? other[0] : cell[0], corner & 2 ? other[1] : cell[1],
                                 corner & 4 ? other[2] : cell[2]};
        uint32_t hash = hash_of(near), visits = 0;
        for (uint32_t i = find_free(c, first_of(c, hash));
             i < c->count && c->keys[i] >> 32 == hash && visits < VISITS; visits++) {
            try_candidate(s, a, (uint32_t)c->keys[i], i, tolerance, found);
            i = find_free(c, i + 1);
        }
    }
}

bool wmi_match_triangles(wmi_match_side s[2], double tolerance, wmi_arena *scratch)
{
    static const double levels[] = {65536, 256, 16, 1};
    for (size_t l = 0; l < sizeof levels / sizeof *levels; l++) {
        double reach = tolerance / levels[l];
        cells c;
        if (!fill_cells(&c, &s[1], 2 * reach, scratch))
            return false;
        for (uint32_t a = 0; a < s[0].count; a++) {
            best found = {.place = WM_NO_INDEX};
            if (s[0].partner[a] == WM_NO_INDEX)
                search(s, &c, a, reach, &found);
            if (found.place == WM_NO_INDEX)
                continue;
            uint32_t b = (uint32_t)c.keys[found.place];
            s[0].partner[a] = b;
            s[0].shift[a] = found.shift;
            s[1].partner[b] = a;
            s[1].shift[b] = (uint8_t)((3 - found.shift) % 3);
            c.next[found.place] = found.place + 1;
        }
    }
    return true;
}
