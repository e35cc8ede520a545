/* Converts triangles to one strip, for the references of skins: greedy runs over shared
 * edges, joined by triangles without area. docs/formats/bw2-model.md, "Strips". */
#include "base/sort.h"
#include "bw2/build.h"

/* At most this many triangles with the same edge in the same direction are examined. More
 * than one occurs only in meshes folded onto themselves. */
enum { CROWD = 8 };

typedef struct entry {
    uint32_t triangle, below;
} entry;

typedef struct stripper {
    const uint16_t *triangles;
    uint32_t count;
    uint64_t *edges; /* from, to, 3 * triangle + corner; sorted */
    uint32_t *seen;  /* per triangle: the last walk that took it */
    uint32_t walk;
    uint8_t *degree; /* per triangle: free neighbours */
    entry *pool;     /* for the stacks of triangles by degree */
    uint32_t used, top[4];
    uint16_t *out;
    uint32_t size;
} stripper;

enum { TAKEN = UINT32_MAX >> 1 }; /* in `seen`: part of the strip */

static uint32_t edge_key(uint32_t from, uint32_t to)
{
    return from << 16 | to;
}

static bool list_edges(stripper *s, wmi_arena *arena)
{
    size_t n = 3 * (size_t)s->count;
    uint64_t *scratch = wmi_arena_raw(arena, n, sizeof *scratch);
    s->edges = wmi_arena_raw(arena, n, sizeof *s->edges);
    if (!scratch || !s->edges)
        return false;
    for (uint32_t t = 0; t < s->count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint16_t *v = s->triangles + 3 * (size_t)t;
            s->edges[3 * (size_t)t + k] =
                (uint64_t)edge_key(v[k], v[(k + 1) % 3]) << 32 | (3 * (uint64_t)t + k);
        }
    wmi_sort_high(s->edges, scratch, n);
    return true;
}

static bool is_free(const stripper *s, uint32_t triangle)
{
    return s->seen[triangle] != TAKEN && s->seen[triangle] != s->walk;
}

/* Finds a free triangle with the edge, and its third corner. */
static bool neighbour(const stripper *s, uint32_t from, uint32_t to, uint32_t *triangle,
                      uint16_t *third)
{
    uint32_t key = edge_key(from, to);
    size_t low = 0, high = 3 * (size_t)s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uint32_t)(s->edges[middle] >> 32) < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (int i = 0; i < CROWD && low < 3 * (size_t)s->count; i++, low++) {
        uint32_t corner = (uint32_t)s->edges[low];
        if ((uint32_t)(s->edges[low] >> 32) != key)
            return false;
        if (is_free(s, corner / 3)) {
            *triangle = corner / 3;
            *third = s->triangles[corner - corner % 3 + (corner + 2) % 3];
            return true;
        }
    }
    return false;
}

static void take(stripper *s, uint32_t triangle, bool for_good);

/* Follows triangles from one whose corner `k` comes first. With `to`, writes them there and
 * marks them as taken. The first is at an even index of the strip. If the strip cannot
 * continue across its last edge, the previous corner may be repeated, so that it continues
 * across the other edge. Returns the number of triangles; *size receives the number of
 * corners. */
static uint32_t follow(stripper *s, uint32_t triangle, uint32_t k, uint16_t *to, uint32_t *size)
{
    const uint16_t *v = s->triangles + 3 * (size_t)triangle;
    uint16_t third = v[k], before = v[(k + 1) % 3], last = v[(k + 2) % 3], next = 0;
    uint32_t length = 0, n = 3;
    s->walk++;
    if (to) {
        to[0] = third;
        to[1] = before;
        to[2] = last;
    }
    for (;;) {
        take(s, triangle, to != NULL);
        length++;
        bool odd = n & 1; /* index n - 2, where the next triangle begins */
        if (!neighbour(s, odd ? last : before, odd ? before : last, &triangle, &next)) {
            if (!neighbour(s, odd ? third : last, odd ? last : third, &triangle, &next))
                break;
            if (to) {
                to[n - 1] = third;
                to[n] = last;
            }
            n++;
            before = third;
        }
        if (to)
            to[n] = next;
        n++;
        third = before;
        before = last;
        last = next;
    }
    *size = n;
    return length;
}

/* ---- start triangles --------------------------------------------------- */

/* Starts with triangles that have few free neighbours, since isolated triangles cost most.
 * They are kept on four stacks and pushed again whenever they lose a neighbour. */
static void stack(stripper *s, uint32_t triangle)
{
    uint32_t free = s->degree[triangle];
    s->pool[s->used] = (entry){triangle, s->top[free]};
    s->top[free] = s->used++;
}

static void visit_neighbours(stripper *s, uint32_t triangle, bool first)
{
    const uint16_t *v = s->triangles + 3 * (size_t)triangle;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t other;
        uint16_t third;
        if (!neighbour(s, v[(k + 1) % 3], v[k], &other, &third) || other == triangle)
            continue;
        if (first) {
            s->degree[triangle]++;
        } else if (s->degree[other] > 0) {
            s->degree[other]--;
            stack(s, other);
        }
    }
}

static void take(stripper *s, uint32_t triangle, bool for_good)
{
    s->seen[triangle] = for_good ? TAKEN : s->walk;
    if (for_good)
        visit_neighbours(s, triangle, false);
}

static uint32_t next_start(stripper *s)
{
    for (uint32_t free = 0; free < 4; free++)
        while (s->top[free] != WM_NO_INDEX) {
            entry e = s->pool[s->top[free]];
            s->top[free] = e.below;
            if (s->seen[e.triangle] != TAKEN && s->degree[e.triangle] == free)
                return e.triangle;
        }
    return WM_NO_INDEX;
}

/* ---- the strip --------------------------------------------------------- */

/* Appends the best of the three runs that begin with a triangle. */
static void add_run(stripper *s, uint32_t triangle)
{
    uint32_t best = 0, most = 0, least = 0, size;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t length = follow(s, triangle, k, NULL, &size);
        if (length > most || (length == most && size < least)) {
            most = length;
            least = size;
            best = k;
        }
    }
    if (s->size) {
        uint16_t first = s->triangles[3 * (size_t)triangle + best];
        s->out[s->size] = s->out[s->size - 1];
        s->size++;
        s->out[s->size++] = first;
        if (s->size & 1)
            s->out[s->size++] = first;
    }
    follow(s, triangle, best, s->out + s->size, &size);
    s->size += size;
}

wm_status wmi_bw2_strip(const uint16_t *triangles, uint32_t triangle_count, wmi_arena *arena,
                        uint16_t **strip, uint32_t *count, wm_error *error)
{
    stripper s = {.triangles = triangles, .count = triangle_count};
    size_t n = triangle_count;
    s.seen = wmi_arena_new(arena, n, sizeof *s.seen);
    s.degree = wmi_arena_new(arena, n, sizeof *s.degree);
    s.pool = wmi_arena_raw(arena, 4 * n, sizeof *s.pool); /* one each, and one per lost neighbour */
    /* an isolated triangle takes three corners and three to join it; one in a run takes two */
    s.out = wmi_arena_raw(arena, 6 * n, sizeof *s.out);
    if (!s.seen || !s.degree || !s.pool || !s.out || !list_edges(&s, arena))
        return wmi_arena_fail(arena, error, "");
    for (uint32_t i = 0; i < 4; i++)
        s.top[i] = WM_NO_INDEX;
    s.walk = 1; /* all triangles are free */
    for (uint32_t t = 0; t < triangle_count; t++)
        visit_neighbours(&s, t, true);
    for (uint32_t t = triangle_count; t-- > 0;)
        stack(&s, t);
    for (uint32_t t; (t = next_start(&s)) != WM_NO_INDEX;)
        add_run(&s, t);
    *strip = s.out;
    *count = s.size;
    return WM_OK;
}
