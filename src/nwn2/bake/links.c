/* Derived numbers of triangles, edges in canonical order, and the links across them.
 * docs/formats/nwn2.md, "Edges" and "Derived numbers". */
#include "base/sort.h"
#include "base/words.h"
#include "nwn2/bake/bake.h"
#include "nwn2/numbers.h"

/* Where the limit for normals decides, and is not known exactly, either answer may be the game's:
 * then a stored one stays. */
static wm_vec3 normal_of(const wm_nwn2_triangle *t, wm_vec3 v, wm_vec3 w, wm_vec3 u)
{
    wm_vec3 cross = wmi_aswm_cross(v, w, u, t->flags & WM_NWN2_CLOCKWISE);
    float length = wmi_aswm_length(cross);
    if (length > WMI_ASWM_LIMIT_LOW && length < WMI_ASWM_LIMIT_HIGH) {
        wm_vec3 low = wmi_aswm_unit(cross, 0), high = wmi_aswm_unit(cross, INFINITY);
        if (memcmp(&low, &t->normal, sizeof low) == 0 ||
            memcmp(&high, &t->normal, sizeof high) == 0)
            return t->normal;
    }
    return wmi_aswm_unit(cross, WMI_ASWM_LIMIT);
}

/* Are two numbers the same but for rounding, in a triangle this far from the origin? */
static bool close_to(float a, float b, double size)
{
    return fabs((double)a - (double)b) <= 1e-6 * size;
}

/* Are the stored numbers those of these vertices? Other tools round differently. */
static bool is_same(const wm_nwn2_triangle *t, wm_vec3 v, wmi_centre c, wm_vec3 normal, float dot)
{
    double size = 1 + fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z);
    return close_to(t->centre[0], c.x, size) && close_to(t->centre[1], c.y, size) &&
           close_to(t->normal.x, normal.x, 10) && close_to(t->normal.y, normal.y, 10) &&
           close_to(t->normal.z, normal.z, 10) && close_to(t->dot, dot, 10 * size);
}

wm_status wmi_bake_numbers(wmi_baker *b)
{
    const wm_nwn2_aswm *a = &b->a;
    /* The toolset winds its triangles the other way. A few slivers in the game's own files
     * are not flagged. */
    bool flip = b->old->tiles_flags != WM_NWN2_TRX_TILES;
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        wm_nwn2_triangle *t = &a->triangles[i];
        if (flip && !(t->flags & WM_NWN2_CLOCKWISE)) {
            uint32_t first = t->vertex[0];
            t->vertex[0] = t->vertex[2];
            t->vertex[2] = first;
            t->flags |= WM_NWN2_CLOCKWISE;
            b->result.flipped++;
        }
        const wm_vec3 *p = a->vertices;
        wm_vec3 v = p[t->vertex[0]], w = p[t->vertex[1]], u = p[t->vertex[2]];
        wmi_centre c = wmi_aswm_centre(v, w, u);
        wm_vec3 normal = normal_of(t, v, w, u);
        float dot = wmi_aswm_dot(normal, v), centre[2] = {c.x, c.y};
        b->same[i] = is_same(t, v, c, normal, dot);
        memcpy(t->centre, centre, sizeof centre);
        t->normal = normal;
        t->dot = dot;
    }
    return WM_OK;
}

/* ---- edges ---- */

typedef struct edge_maker {
    wm_nwn2_aswm *a;
    const wm_nwn2_edge *old, *old_end; /* those not visited yet */
    uint8_t *slots;                    /* per triangle: number of filled slots */
    uint32_t *order;                   /* scratch: triangles of an edge shared by three or more */
} edge_maker;

static void link(edge_maker *m, uint32_t triangle, uint32_t edge, uint32_t to)
{
    wm_nwn2_triangle *t = &m->a->triangles[triangle];
    t->linked_edges[m->slots[triangle]] = edge;
    t->linked_triangles[m->slots[triangle]++] = to;
}

static void put(edge_maker *m, uint32_t low, uint32_t high, uint32_t first, uint32_t second)
{
    uint32_t number = m->a->edge_count++;
    m->a->edges[number] = (wm_nwn2_edge){{low, high}, {first, second}};
    link(m, first, number, second);
    if (second != WM_NO_INDEX)
        link(m, second, number, first);
}

/* The old edges between two vertices; sets *count. */
static const wm_nwn2_edge *old_edges(edge_maker *m, uint32_t low, uint32_t high, size_t *count)
{
    while (m->old < m->old_end &&
           (m->old->vertex[0] < low || (m->old->vertex[0] == low && m->old->vertex[1] < high)))
        m->old++;
    const wm_nwn2_edge *end = m->old;
    while (end < m->old_end && end->vertex[0] == low && end->vertex[1] == high)
        end++;
    *count = (size_t)(end - m->old);
    return m->old;
}

static bool contains(const uint64_t *run, size_t count, uint32_t triangle)
{
    for (size_t i = 0; i < count; i++)
        if ((uint32_t)run[i] / 3 == triangle)
            return true;
    return false;
}

/* Restores the old pairs if the old edges hold exactly the triangles of the run. Each
 * triangle must occur once, since no two of its sides join the same vertices. */
static bool put_as_before(edge_maker *m, const uint64_t *run, size_t count, uint32_t low)
{
    enum { MOST = 64 }; /* quadratic from here on, and no real edge has more than 10 */
    uint32_t high = (uint32_t)(run[0] >> 32), seen[MOST];
    size_t old_count, n = 0;
    bool alone = false;
    const wm_nwn2_edge *old = old_edges(m, low, high, &old_count);
    if (old_count != (count + 1) / 2 || count > MOST)
        return false;
    for (size_t i = 0; i < 2 * old_count; i++) {
        uint32_t t = old[i / 2].triangle[i % 2];
        if (t == WM_NO_INDEX && i % 2 && count % 2 && !alone) {
            alone = true; /* the odd one left over, from any of the edges */
            continue;
        }
        if (n == count || !contains(run, count, t))
            return false;
        for (size_t k = 0; k < n; k++)
            if (seen[k] == t)
                return false;
        seen[n++] = t;
    }
    for (size_t i = 0; i < old_count; i++)
        put(m, low, high, old[i].triangle[0], old[i].triangle[1]);
    return true;
}

/* How the game pairs three or more triangles is an accident of its sort. New pairs join what
 * can be walked across: first walkable triangles that run along the edge in opposite
 * directions, then walkable ones with others. So floor is not joined to floor that is folded
 * over it. */
static void put_crowded(edge_maker *m, const uint64_t *run, size_t count, uint32_t low)
{
    const wm_nwn2_triangle *t = m->a->triangles;
    uint32_t high = (uint32_t)(run[0] >> 32), *order = m->order;
    size_t start[4] = {0}, end[4], n = 0;
    /* Sort by kind: walkable rising, walkable falling, others. */
    for (int kind = 0; kind < 3; kind++) {
        start[kind] = n;
        for (size_t i = 0; i < count; i++) {
            uint32_t side = (uint32_t)run[i];
            bool walkable = t[side / 3].flags & WM_NWN2_WALKABLE;
            bool rises = t[side / 3].vertex[side % 3] == low;
            if ((walkable ? rises ? 0 : 1 : 2) == kind)
                order[n++] = side / 3;
        }
        end[kind] = n;
    }
    while (start[0] < end[0] && start[1] < end[1])
        put(m, low, high, order[start[0]++], order[start[1]++]);
    int left = start[0] < end[0] ? 0 : 1;
    while (start[left] < end[left] && start[2] < end[2])
        put(m, low, high, order[start[left]++], order[start[2]++]);
    if (start[left] == end[left])
        left = 2;
    while (start[left] < end[left]) {
        uint32_t first = order[start[left]++];
        put(m, low, high, first, start[left] < end[left] ? order[start[left]++] : WM_NO_INDEX);
    }
}

/* Handles the sides between the same two vertices. */
static void put_run(edge_maker *m, const uint64_t *run, size_t count, uint32_t low)
{
    uint32_t high = (uint32_t)(run[0] >> 32), t = (uint32_t)run[0] / 3;
    if (count == 1) {
        put(m, low, high, t, WM_NO_INDEX);
    } else if (put_as_before(m, run, count, low)) {
        return;
    } else if (count == 2) {
        put(m, low, high, t, (uint32_t)run[1] / 3);
    } else {
        put_crowded(m, run, count, low);
    }
}

/* Sorts sides by their lower vertex: those of v are [end[v - 1], end[v]). Each holds the
 * higher vertex in the high bits and 3 * triangle + side in the low bits. */
static void bucket_sides(const wm_nwn2_aswm *a, uint32_t *end, uint64_t *sides)
{
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        for (int k = 0; k < 3; k++) {
            uint32_t p = v[k], q = v[k == 2 ? 0 : k + 1];
            end[(p < q ? p : q) + 1]++;
        }
    }
    for (uint32_t v = 0; v < a->vertex_count; v++)
        end[v + 1] += end[v];
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        const uint32_t *v = a->triangles[i].vertex;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t p = v[k], q = v[k == 2 ? 0 : k + 1];
            sides[end[p < q ? p : q]++] = (uint64_t)(p < q ? q : p) << 32 | (3 * i + k);
        }
    }
}

wm_status wmi_bake_links(wmi_baker *b)
{
    wm_nwn2_aswm *a = &b->a;
    size_t count = 3 * (size_t)a->triangle_count;
    if (count > UINT32_MAX)
        return wmi_fail(b->error, WM_LIMIT, "ASWM.triangles", "%s too many",
                        wmi_count(a->triangle_count, "triangle is", "triangles are").text);
    uint32_t *end = wmi_bake_new(b, (size_t)a->vertex_count + 1, sizeof *end);
    uint64_t *sides = wmi_bake_new(b, count, sizeof *sides);
    uint64_t *spare = wmi_bake_new(b, count, sizeof *spare);
    edge_maker m = {.a = a,
                    .old = b->old_edges,
                    .old_end = b->old_edge_count ? b->old_edges + b->old_edge_count : b->old_edges,
                    .slots = wmi_bake_new(b, a->triangle_count, 1),
                    .order = wmi_bake_new(b, count, sizeof *m.order)};
    a->edges = wmi_bake_keep(b, count, sizeof *a->edges);
    if (!end || !sides || !spare || !m.slots || !m.order || !a->edges)
        return WM_NO_MEMORY;
    bucket_sides(a, end, sides);
    a->edge_count = 0;
    for (uint32_t v = 0; v < a->vertex_count; v++) {
        size_t first = v ? end[v - 1] : 0, n = end[v] - first;
        uint64_t *bucket = sides + first;
        wmi_sort_high(bucket, spare, n);
        for (size_t i = 0, next; i < n; i = next) {
            for (next = i + 1; next < n && bucket[next] >> 32 == bucket[i] >> 32;)
                next++;
            put_run(&m, bucket + i, next - i, v);
        }
    }
    return WM_OK;
}
