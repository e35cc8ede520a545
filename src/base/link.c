/* Linking triangles at shared edges. Edges are put into buckets by their lower vertex and
 * sorted there by the upper one, so that equal edges are adjacent. */
#include "base/link.h"

#include "base/sort.h"

/* Faces and links by edge index: 3 * face + k. */
typedef struct linker {
    const uint32_t *from;
    uint32_t *links;
    uint8_t *crowded;
} linker;

static void join(const linker *l, uint32_t a, uint32_t b)
{
    if (a / 3 == b / 3)
        return; /* a folded face must not become its own neighbour */
    l->links[a] = b;
    l->links[b] = a;
}

/* Does the edge start at vertex v, the lower of its two? */
static bool rises(const linker *l, uint32_t edge, uint32_t v)
{
    return l->from[edge] == v;
}

/* Links a run of edges between the same two vertices, the lower being v. Rising edges are
 * paired with falling ones, in order. Edges left over have no neighbour. */
static void link_run(const linker *l, const uint64_t *run, size_t count, uint32_t v)
{
    size_t up = 0, down = 0;
    if (count == 2) { /* the usual case */
        if (rises(l, (uint32_t)run[0], v) != rises(l, (uint32_t)run[1], v))
            join(l, (uint32_t)run[0], (uint32_t)run[1]);
        if (l->crowded)
            l->crowded[(uint32_t)run[0]] = l->crowded[(uint32_t)run[1]] = 0;
        return;
    }
    for (;;) {
        while (up < count && !rises(l, (uint32_t)run[up], v))
            up++;
        while (down < count && rises(l, (uint32_t)run[down], v))
            down++;
        if (up == count || down == count)
            break;
        join(l, (uint32_t)run[up++], (uint32_t)run[down++]);
    }
    for (size_t i = 0; l->crowded && i < count; i++)
        l->crowded[(uint32_t)run[i]] = count > 2;
}

static void link_bucket(const linker *l, const uint64_t *bucket, size_t count, uint32_t v)
{
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && bucket[next] >> 32 == bucket[i] >> 32;)
            next++;
        if (next - i > 1)
            link_run(l, bucket + i, next - i, v);
        else if (l->crowded)
            l->crowded[(uint32_t)bucket[i]] = 0;
    }
}

bool wmi_link_faces(const uint32_t (*faces)[3], const bool *use, uint32_t count,
                    uint32_t vertex_count, uint32_t (*links)[3], uint8_t *crowded,
                    wmi_arena *scratch)
{
    const linker l = {(const uint32_t *)faces, (uint32_t *)links, crowded};
    uint32_t *end = wmi_arena_new(scratch, (size_t)vertex_count + 1, sizeof *end);
    uint64_t *sorted = wmi_arena_raw(scratch, count, 3 * sizeof *sorted);
    uint64_t *spare = wmi_arena_raw(scratch, count, 3 * sizeof *spare);
    if (!end || !sorted || !spare)
        return false;
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t from = faces[f][k], to = faces[f][k == 2 ? 0 : k + 1];
            links[f][k] = WM_NO_INDEX;
            if (!use || use[f])
                end[(from < to ? from : to) + 1]++;
        }
    for (uint32_t v = 0; v < vertex_count; v++)
        end[v + 1] += end[v]; /* bucket starts; filling the buckets moves them to the ends */
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t k = 0; (!use || use[f]) && k < 3; k++) {
            uint32_t from = faces[f][k], to = faces[f][k == 2 ? 0 : k + 1];
            uint32_t low = from < to ? from : to, high = from < to ? to : from;
            sorted[end[low]++] = (uint64_t)high << 32 | (3 * f + k);
        }
    for (uint32_t v = 0; v < vertex_count; v++) {
        size_t first = v ? end[v - 1] : 0;
        wmi_sort_high(sorted + first, spare, end[v] - first);
        link_bucket(&l, sorted + first, end[v] - first, v);
    }
    return true;
}
