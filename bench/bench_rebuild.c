/* Rebuilding everything that follows from geometry, and how its cost grows. */
#include "bench.h"

#include <math.h>

#include "samples.h"

typedef struct job {
    const wm_kotor_bwm *source;
    double spent; /* seconds in the rebuild itself */
    uint32_t edges, nodes, perimeters;
} job;

/* Each time starts from a fresh copy; only the rebuild is timed. */
static void rebuild(job *j)
{
    wm_kotor_bwm *b = wm_kotor_bwm_copy(j->source, NULL, NULL);
    BENCH_CHECK(b);
    double start = bench_seconds();
    BENCH_CHECK(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL) == WM_OK);
    j->spent = bench_seconds() - start;
    BENCH_CHECK(b->aabb_count == 2 * b->face_count - 1);
    BENCH_CHECK(b->face_count == j->source->face_count);
    BENCH_CHECK(!j->nodes || (b->edge_count == j->edges && b->perimeter_count == j->perimeters));
    j->edges = b->edge_count;
    j->nodes = b->aabb_count;
    j->perimeters = b->perimeter_count;
    wm_kotor_bwm_free(b);
}

static double median_rebuild(const wm_kotor_bwm *source, unsigned rounds)
{
    double spent[64];
    job j = {.source = source};
    rebuild(&j);
    for (unsigned i = 0; i < rounds; i++) {
        rebuild(&j);
        spent[i] = j.spent;
    }
    return bench_middle(spent, rounds);
}

void bench_rebuild(void)
{
    const char *name;
    wm_buffer bytes = bench_room(&name);
    wm_kotor_bwm *b = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
    BENCH_CHECK(b);
    wm_buffer_free(&bytes);
    bench_heading("full rebuild: normals, adjacency, edges, perimeters, AABB tree");
    double seconds = median_rebuild(b, 51);
    bench_row("rebuild a room", seconds * 1e3, "ms", "%s: %u faces, %.0f ns per face", name,
              (unsigned)b->face_count, seconds * 1e9 / b->face_count);
    wm_kotor_bwm_free(b);

    static const struct {
        uint32_t faces;
        unsigned rounds;
        const char *name;
    } sizes[] = {{2000, 31, "2k faces"}, {20000, 15, "20k faces"}, {200000, 7, "200k faces"}};
    double first = 0;
    for (int i = 0; i < 3; i++) {
        wm_kotor_bwm *mesh = test_sample_hills(sizes[i].faces, false, NULL);
        BENCH_CHECK(mesh);
        double each = median_rebuild(mesh, sizes[i].rounds) * 1e9 / mesh->face_count;
        first = i ? first : each;
        bench_row(sizes[i].name, each, "ns/face",
                  "%.2f times the cost per face at 2k; n log n gives %.2f", each / first,
                  log((double)sizes[i].faces) / log(2000.0));
        wm_kotor_bwm_free(mesh);
    }
}
