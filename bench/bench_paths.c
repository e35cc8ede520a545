/* Shortest paths against Detour (findPath and findStraightPath), with and without a
 * prepared index, and how cost grows with the mesh. Without Detour only our own figures
 * are shown. */
#include "bench.h"

#include <math.h>

#if defined(WM_BENCH_DETOUR)
#include "detour_peer.h"
#else
typedef struct detour_peer detour_peer;
#endif

enum { PAIRS = 1000, BATCH = 25, PATH_ROUNDS = 7 };

typedef struct end {
    uint32_t face;
    wm_vec3 at;
} end;

typedef struct course {
    bench_mesh mesh;
    wm_walkmesh *walk;
    wm_query *query;
    wm_path_index *index; /* NULL while measuring without */
    detour_peer *peer;    /* NULL: none, or it refused the mesh */
    uint32_t pairs;
    end *ends; /* two for each pair */
    double *ours, *theirs;
    uint32_t *bends;
} course;

static double random_unit(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) * (1.0 / 9007199254740992.0);
}

static double plan_area(const wm_walkmesh *m, uint32_t f)
{
    const uint32_t *v = m->faces[f].vertex;
    wm_vec3 a = m->vertices[v[0]], b = m->vertices[v[1]], c = m->vertices[v[2]];
    return fabs(((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x));
}

static uint32_t largest_region(const wm_walkmesh *m)
{
    uint32_t count = wm_walkmesh_region_count(m), best = 0;
    uint32_t *faces = calloc((size_t)count + 1, sizeof *faces);
    BENCH_CHECK(faces && count);
    for (uint32_t f = 0; f < m->face_count; f++)
        if (m->walkable[f])
            faces[wm_walkmesh_region(m, f)]++;
    for (uint32_t r = 1; r < count; r++)
        if (faces[r] > faces[best])
            best = r;
    free(faces);
    return best;
}

/* Random points of the largest region, evenly over its area. */
static void choose_ends(course *c)
{
    const wm_walkmesh *m = c->walk;
    uint32_t region = largest_region(m), count = 0;
    double *sum = malloc(m->face_count * sizeof *sum), total = 0;
    uint32_t *faces = malloc(m->face_count * sizeof *faces);
    uint64_t random = 88172645463325252u;
    BENCH_CHECK(sum && faces);
    for (uint32_t f = 0; f < m->face_count; f++)
        if (wm_walkmesh_region(m, f) == region) {
            faces[count] = f;
            sum[count++] = total += plan_area(m, f);
        }
    for (uint32_t i = 0; i < 2 * c->pairs; i++) {
        double place = random_unit(&random) * total, u = random_unit(&random),
               v = random_unit(&random);
        uint32_t low = 0, high = count - 1;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (sum[middle] > place)
                high = middle;
            else
                low = middle + 1;
        }
        const uint32_t *w = m->faces[faces[low]].vertex;
        wm_vec3 p = m->vertices[w[0]], q = m->vertices[w[1]], r = m->vertices[w[2]];
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        c->ends[i] = (end){faces[low],
                           {(float)((double)p.x + u * ((double)q.x - (double)p.x) +
                                    v * ((double)r.x - (double)p.x)),
                            (float)((double)p.y + u * ((double)q.y - (double)p.y) +
                                    v * ((double)r.y - (double)p.y)),
                            (float)((double)p.z + u * ((double)q.z - (double)p.z) +
                                    v * ((double)r.z - (double)p.z))}};
    }
    free(sum);
    free(faces);
}

static course open_course(bench_mesh mesh, uint32_t pairs, bool with_peer)
{
    course c = {.mesh = mesh, .pairs = pairs};
    c.walk = wm_walkmesh_new(&mesh.desc, NULL, NULL);
    c.query = c.walk ? wm_query_new(c.walk, NULL, NULL) : NULL;
    c.ends = malloc(2 * (size_t)pairs * sizeof *c.ends);
    c.ours = malloc(pairs * sizeof *c.ours);
    c.theirs = malloc(pairs * sizeof *c.theirs);
    c.bends = malloc(pairs * sizeof *c.bends);
    BENCH_CHECK(c.query && c.ends && c.ours && c.theirs && c.bends);
    choose_ends(&c);
#if defined(WM_BENCH_DETOUR)
    if (with_peer)
        c.peer = detour_peer_create(c.walk);
#else
    (void)with_peer;
#endif
    return c;
}

static void close_course(course *c)
{
#if defined(WM_BENCH_DETOUR)
    detour_peer_free(c->peer);
#endif
    wm_path_index_free(c->index);
    wm_query_free(c->query);
    wm_walkmesh_free(c->walk);
    bench_mesh_free(&c->mesh);
    free(c->ends);
    free(c->ours);
    free(c->theirs);
    free(c->bends);
}

/* Both give the points of the path, as someone who walks it needs them. */
static void run_ours(course *c, uint32_t from, uint32_t to)
{
    static wm_path_point points[4096];
    const wm_path_opts opts = {.index = c->index};
    for (uint32_t i = from; i < to; i++) {
        wm_path path = {.points = points, .point_capacity = 4096};
        end a = c->ends[2 * i], b = c->ends[2 * i + 1];
        wm_query_path_between_faces(c->query, a.face, a.at, b.face, b.at, &opts, &path, NULL);
        c->ours[i] = path.found ? path.length : -1;
        c->bends[i] = path.point_count;
    }
}

static void run_theirs(course *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
#if defined(WM_BENCH_DETOUR)
        end a = c->ends[2 * i], b = c->ends[2 * i + 1];
        c->theirs[i] = detour_peer_path(c->peer, a.face, a.at, b.face, b.at);
#else
        c->theirs[i] = -1;
#endif
    }
}

/* Seconds for all pairs on each side, and their ratio: medians of rounds in which the
 * sides alternate every few pairs. */
static bench_pair measure(course *c)
{
    double ours[PATH_ROUNDS], theirs[PATH_ROUNDS], ratio[PATH_ROUNDS];
    run_ours(c, 0, c->pairs); /* warm */
    for (int r = 0; r < PATH_ROUNDS; r++) {
        ours[r] = theirs[r] = 0;
        for (uint32_t i = 0; i < c->pairs; i += BATCH) {
            uint32_t last = i + BATCH < c->pairs ? i + BATCH : c->pairs;
            double start = bench_seconds();
            run_ours(c, i, last);
            double middle = bench_seconds();
            if (c->peer)
                run_theirs(c, i, last);
            ours[r] += middle - start;
            theirs[r] += bench_seconds() - middle;
        }
        ratio[r] = theirs[r] / ours[r];
    }
    return (bench_pair){bench_middle(ours, PATH_ROUNDS), bench_middle(theirs, PATH_ROUNDS),
                        bench_middle(ratio, PATH_ROUNDS)};
}

/* Does the floor fold over the edge between two neighbours? */
static bool folds_between(const wm_walkmesh *m, uint32_t f, uint32_t g)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t to = m->neighbours[f].edge[k];
        if (to == WM_NO_INDEX || to / 3 != g)
            continue;
        wm_vec3 a = m->vertices[m->faces[f].vertex[k]];
        wm_vec3 b = m->vertices[m->faces[f].vertex[(k + 1) % 3]];
        const wm_vec3 ends[2] = {m->vertices[m->faces[f].vertex[(k + 2) % 3]],
                                 m->vertices[m->faces[g].vertex[(to + 2) % 3]]};
        double side[2];
        for (int i = 0; i < 2; i++)
            side[i] = ((double)b.x - (double)a.x) * ((double)ends[i].y - (double)a.y) -
                      ((double)b.y - (double)a.y) * ((double)ends[i].x - (double)a.x);
        return side[0] * side[1] > 0;
    }
    return false;
}

/* Detour draws straight lines over folded floor, as if the folded faces were not there:
 * such a line is on none of the faces it names, and may be shorter than any path over them. */
static bool cuts_across_a_fold(const course *c, uint32_t pair)
{
#if defined(WM_BENCH_DETOUR)
    end a = c->ends[2 * pair], b = c->ends[2 * pair + 1];
    detour_peer_path(c->peer, a.face, a.at, b.face, b.at);
    uint32_t face = detour_peer_corridor(c->peer, 0), next;
    for (uint32_t i = 1; (next = detour_peer_corridor(c->peer, i)) != WM_NO_INDEX; i++) {
        if (folds_between(c->walk, face, next))
            return true;
        face = next;
    }
#else
    (void)c, (void)pair;
#endif
    return false;
}

/* Every pair has a path, and none of Detour's that stays on the floor is shorter than
 * ours. It keeps vertices in steps of 1/65000 of the mesh's size, so each corner may be
 * moved by most of a step, and a path that passes it may be shorter by twice that. The
 * mean excess of its lengths, and how many cut across folds. */
static double judge(const course *c, uint32_t *cut)
{
    const wm_walkmesh *m = c->walk;
    double size =
        fmax((double)m->max.x - (double)m->min.x,
             fmax((double)m->max.y - (double)m->min.y, (double)m->max.z - (double)m->min.z));
    double step = size / 65000, excess = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->pairs; i++) {
        BENCH_CHECK(c->ours[i] >= 0);
        if (!c->peer || c->theirs[i] < 0)
            continue; /* its search is limited to 65535 nodes */
        if (c->ours[i] > c->theirs[i] * (1 + 1e-6) + 2 * step * c->bends[i]) {
            BENCH_CHECK(cuts_across_a_fold(c, i));
            ++*cut;
        }
        if (c->ours[i] > 100 * step) {
            excess += c->theirs[i] / c->ours[i] - 1;
            count++;
        }
    }
    return count ? excess / count : 0;
}

static void show(course *c, const char *what, const char *note)
{
    char name[96], cuts[64] = "";
    bench_pair t = measure(c);
    uint32_t cut = 0;
    double excess = judge(c, &cut);
    if (cut)
        snprintf(cuts, sizeof cuts, ", %u cut across folds", (unsigned)cut);
    snprintf(name, sizeof name, "%s%s", c->mesh.name, what);
    bench_row(name, c->pairs / t.first * 1e-3, "k/s", "%s", note);
    if (!c->peer)
        return;
    snprintf(name, sizeof name, "%s%s, Detour / ours", c->mesh.name, what);
    bench_row(name, t.ratio, "x", "Detour %.2f k/s, its paths %.2f %% longer%s",
              c->pairs / t.second * 1e-3, 100 * excess, cuts);
}

/* The index must give the lengths of the search. */
static void with_index(course *c)
{
    double *exact = malloc(c->pairs * sizeof *exact);
    char note[96];
    BENCH_CHECK(exact);
    memcpy(exact, c->ours, c->pairs * sizeof *exact);
    double start = bench_seconds();
    c->index = wm_path_index_new(c->walk, 0, NULL, NULL);
    double took = bench_seconds() - start;
    BENCH_CHECK(c->index);
    wm_path_index_stats stats;
    wm_path_index_measure(c->index, &stats, NULL);
    snprintf(note, sizeof note, "built in %.0f ms, %.2f MB", took * 1e3,
             (double)stats.bytes * 1e-6);
    show(c, ", index", note);
    for (uint32_t i = 0; i < c->pairs; i++)
        BENCH_CHECK(fabs(c->ours[i] - exact[i]) <= 1e-9 * (1 + exact[i]));
    free(exact);
}

/* ---- growth ------------------------------------------------------------- */

static void build_mesh(void *context, unsigned times)
{
    const bench_mesh *m = context;
    while (times--) {
        wm_walkmesh *walk = wm_walkmesh_new(&m->desc, NULL, NULL);
        BENCH_CHECK(walk);
        bench_use(walk);
        wm_walkmesh_free(walk);
    }
}

static void grow(bench_mesh (*make)(uint32_t))
{
    static const uint32_t sizes[] = {1000, 10000, 100000, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bench_mesh mesh = make(sizes[i]);
        char name[96];
        double build = bench_median(build_mesh, &mesh, sizes[i] < 1000000 ? 7 : 3);
        course c = open_course(mesh, sizes[i] < 100000 ? 500 : 50, false);
        bench_pair t = measure(&c);
        judge(&c, &(uint32_t){0});
        snprintf(name, sizeof name, "%s of %u faces, a path", mesh.name, (unsigned)sizes[i]);
        bench_row(name, t.first / c.pairs * 1e6, "us", "building %.0f ns a face",
                  build / mesh.desc.face_count * 1e9);
        close_course(&c);
    }
}

void bench_paths(void)
{
    bench_mesh meshes[6] = {bench_mesh_room(), bench_mesh_loops(30000), bench_mesh_field(30000)};
    unsigned count = 3;
    while (count < 6 && bench_mesh_terrain(count - 3, &meshes[count]))
        count++;
    bench_heading("paths, 1000 random pairs in the largest region");
#if !defined(WM_BENCH_DETOUR)
    bench_row("Detour", 0, "", "skipped: not installed (librecast-dev, g++)");
#endif
    for (unsigned i = 0; i < count; i++) {
        course c = open_course(meshes[i], PAIRS, true);
        show(&c, "", "");
        with_index(&c);
        close_course(&c);
    }
    if (count == 3)
        bench_row("NWN2 meshes", 0, "", "skipped: no corpus");
    bench_heading("how paths and building grow");
    grow(bench_mesh_field);
    grow(bench_mesh_loops);
}
