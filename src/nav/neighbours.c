/* Neighbours by vertex number, as the games' own files have them: two walkable faces
 * are joined where they use the same two vertices in opposite directions. Vertices
 * that only stand at the same place do not join. */
#include "nav/internal.h"

/* A directed edge, told by its vertices in rising order. */
typedef struct half_edge {
    uint32_t low, high;
    uint32_t edge; /* 3 * face + k */
    bool falling;  /* it runs from high to low */
} half_edge;

/* One stable pass of a counting sort; count has vertex_count + 1 elements. */
static void sort_pass(const half_edge *from, half_edge *to, size_t n, uint32_t *count,
                      uint32_t vertex_count, bool by_low)
{
    memset(count, 0, ((size_t)vertex_count + 1) * sizeof *count);
    for (size_t i = 0; i < n; i++)
        count[(by_low ? from[i].low : from[i].high) + 1]++;
    for (uint32_t v = 0; v < vertex_count; v++)
        count[v + 1] += count[v];
    for (size_t i = 0; i < n; i++)
        to[count[by_low ? from[i].low : from[i].high]++] = from[i];
}

static size_t collect(const wm_walkmesh *mesh, half_edge *list)
{
    size_t n = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (uint32_t k = 0; mesh->walkable[f] && k < 3; k++) {
            uint32_t a = mesh->faces[f].vertex[k], b = mesh->faces[f].vertex[(k + 1) % 3];
            if (a != b)
                list[n++] = a < b ? (half_edge){a, b, 3 * f + k, false}
                                  : (half_edge){b, a, 3 * f + k, true};
        }
    return n;
}

/* Joins the edges of one run: all use the same two vertices. */
static void pair_up(const half_edge *run, size_t n, wm_walk_edges *neighbours)
{
    size_t rising = 0, falling = 0;
    for (;;) {
        while (rising < n && run[rising].falling)
            rising++;
        while (falling < n && !run[falling].falling)
            falling++;
        if (rising == n || falling == n)
            return;
        uint32_t a = run[rising++].edge, b = run[falling++].edge;
        if (a / 3 == b / 3)
            continue; /* a face folded onto itself is no neighbour of its own */
        neighbours[a / 3].edge[a % 3] = b;
        neighbours[b / 3].edge[b % 3] = a;
    }
}

bool wmi_find_neighbours(const wm_walkmesh *mesh, const wm_allocator *allocator,
                         wm_walk_edges *neighbours)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, allocator, 0);
    size_t room = 3 * (size_t)mesh->walkable_count;
    half_edge *list = wmi_arena_raw(&scratch, room, sizeof *list);
    half_edge *other = wmi_arena_raw(&scratch, room, sizeof *other);
    uint32_t *count = wmi_arena_raw(&scratch, (size_t)mesh->vertex_count + 1, sizeof *count);
    bool good = list && other && count;
    if (good) {
        size_t n = collect(mesh, list);
        sort_pass(list, other, n, count, mesh->vertex_count, false);
        sort_pass(other, list, n, count, mesh->vertex_count, true);
        for (size_t i = 0, end; i < n; i = end) {
            for (end = i + 1;
                 end < n && list[end].low == list[i].low && list[end].high == list[i].high;)
                end++;
            pair_up(list + i, end - i, neighbours);
        }
    }
    wmi_arena_free(&scratch);
    return good;
}
