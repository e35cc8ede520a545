/* Heights, sight and rays against Embree 3 (robust mode, one ray at a time), and what
 * building costs. Without Embree only our own figures are shown.
 *
 * Embree has a variant for each instruction set and picks the widest, which is not always its
 * fastest. So each mesh is measured against all of them: the result that counts is the one
 * against the fastest. Our variant without AVX2 is measured against the one for SSE4.2. */
#include "bench.h"
#include "nav/height.h"
#include "nav/query.h"

#include <math.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(WM_BENCH_EMBREE)
#include <embree3/rtcore.h>
#endif

enum { RAYS = 65536 };

typedef struct line {
    wm_vec3 from, to;
} line;

/* Kept as it comes, so that neither side pays for a branch of ours. */
typedef struct answer {
    uint32_t face; /* WM_NO_INDEX: nothing; Embree's geometry has the same number then */
    float value;   /* distance or height */
} answer;

typedef struct race {
    bench_mesh mesh;
    wm_walkmesh *walk;
    wm_query *query;
    line *lines;
    wm_vec3 *points; /* where the lines begin */
    wm_hit *hits;
    answer *ours, *theirs;
    unsigned blocked_ours, blocked_theirs;
#if defined(WM_BENCH_EMBREE)
    RTCDevice device;
    RTCScene scene;
#endif
} race;

static double random_unit(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) * (1.0 / 9007199254740992.0);
}

static wm_vec3 random_point(const wm_walkmesh *m, uint64_t *state)
{
    double x = random_unit(state), y = random_unit(state), z = random_unit(state);
    return (wm_vec3){(float)((double)m->min.x + x * ((double)m->max.x - (double)m->min.x)),
                     (float)((double)m->min.y + y * ((double)m->max.y - (double)m->min.y)),
                     (float)((double)m->min.z + z * ((double)m->max.z - (double)m->min.z))};
}

/* A place 1.7 m above some walkable face. */
static wm_vec3 random_eye(const wm_walkmesh *m, uint64_t *state)
{
    for (;;) {
        uint32_t f = (uint32_t)(random_unit(state) * m->face_count);
        if (!m->walkable[f])
            continue;
        const wm_vec3 *v = m->vertices;
        wm_vec3 a = v[m->faces[f].vertex[0]], b = v[m->faces[f].vertex[1]];
        wm_vec3 c = v[m->faces[f].vertex[2]];
        return (wm_vec3){(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3,
                         (a.z + b.z + c.z) / 3 + 1.7f};
    }
}

static void fill_lines(race *r, bool eyes)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < RAYS; i++)
        r->lines[i] = eyes ? (line){random_eye(r->walk, &state), random_eye(r->walk, &state)}
                           : (line){random_point(r->walk, &state), random_point(r->walk, &state)};
    for (int i = 0; i < RAYS; i++)
        r->points[i] = r->lines[i].from;
}

static wm_vec3 along(line l)
{
    return (wm_vec3){l.to.x - l.from.x, l.to.y - l.from.y, l.to.z - l.from.z};
}

/* ---- ours ---- */

static void our_build(void *context, unsigned times)
{
    race *r = context;
    for (unsigned k = 0; k < times; k++) {
        wm_walkmesh *m = wm_walkmesh_new(&r->mesh.desc, NULL, NULL);
        BENCH_CHECK(m);
        wm_walkmesh_free(m);
    }
}

static void our_height(void *context, unsigned times)
{
    race *r = context;
    for (unsigned k = 0; k < times; k++)
        for (int i = 0; i < RAYS; i++) {
            wm_hit hit;
            wm_query_height(r->query, r->lines[i].from, WM_LOCATE_ALL, NULL, &hit);
            r->ours[i] = (answer){hit.face, hit.z};
        }
}

/* The same points in one call. */
static void our_heights(void *context, unsigned times)
{
    race *r = context;
    for (unsigned k = 0; k < times; k++)
        wm_query_heights(r->query, r->points, RAYS, WM_LOCATE_ALL, NULL, r->hits);
    for (int i = 0; i < RAYS; i++)
        r->ours[i] = (answer){r->hits[i].face, r->hits[i].z};
}

static void our_sight(void *context, unsigned times)
{
    race *r = context;
    for (unsigned k = 0; k < times; k++) {
        r->blocked_ours = 0;
        for (int i = 0; i < RAYS; i++)
            r->blocked_ours +=
                !wm_query_sight(r->query, r->lines[i].from, r->lines[i].to, NULL, NULL);
    }
}

static void our_rays(void *context, unsigned times)
{
    race *r = context;
    for (unsigned k = 0; k < times; k++)
        for (int i = 0; i < RAYS; i++) {
            wm_ray_hit hit;
            wm_query_raycast(r->query, r->lines[i].from, along(r->lines[i]), INFINITY, NULL, &hit);
            r->ours[i] = (answer){hit.face, hit.distance};
        }
}

/* ---- Embree's ---- */

#if defined(WM_BENCH_EMBREE)
static void their_build(void *context, unsigned times)
{
    race *r = context;
    const wm_walkmesh_desc *d = &r->mesh.desc;
    for (unsigned k = 0; k < times; k++) {
        if (r->scene)
            rtcReleaseScene(r->scene);
        r->scene = rtcNewScene(r->device);
        rtcSetSceneFlags(r->scene, RTC_SCENE_FLAG_ROBUST);
        rtcSetSceneBuildQuality(r->scene, RTC_BUILD_QUALITY_MEDIUM);
        RTCGeometry g = rtcNewGeometry(r->device, RTC_GEOMETRY_TYPE_TRIANGLE);
        void *v = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12,
                                          d->vertex_count);
        memcpy(v, d->vertices, (size_t)d->vertex_count * 12);
        void *f = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12,
                                          d->face_count);
        memcpy(f, d->faces, (size_t)d->face_count * 12);
        rtcCommitGeometry(g);
        rtcAttachGeometry(r->scene, g);
        rtcReleaseGeometry(g);
        rtcCommitScene(r->scene);
    }
}

static struct RTCRay their_ray(wm_vec3 from, wm_vec3 d, float end)
{
    return (struct RTCRay){.org_x = from.x,
                           .org_y = from.y,
                           .org_z = from.z,
                           .dir_x = d.x,
                           .dir_y = d.y,
                           .dir_z = d.z,
                           .tfar = end,
                           .mask = 0xFFFFFFFFu};
}

static answer their_first(race *r, struct RTCIntersectContext *c, wm_vec3 from, wm_vec3 d)
{
    struct RTCRayHit h = {.ray = their_ray(from, d, INFINITY)};
    h.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    h.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(r->scene, c, &h);
    return (answer){h.hit.geomID, h.ray.tfar};
}

static void their_height(void *context, unsigned times)
{
    race *r = context;
    struct RTCIntersectContext c;
    rtcInitIntersectContext(&c);
    float top = r->walk->max.z + 1;
    for (unsigned k = 0; k < times; k++)
        for (int i = 0; i < RAYS; i++) {
            wm_vec3 from = {r->lines[i].from.x, r->lines[i].from.y, top};
            answer a = their_first(r, &c, from, (wm_vec3){0, 0, -1});
            r->theirs[i] = (answer){a.face, top - a.value};
        }
}

static void their_sight(void *context, unsigned times)
{
    race *r = context;
    struct RTCIntersectContext c;
    rtcInitIntersectContext(&c);
    for (unsigned k = 0; k < times; k++) {
        r->blocked_theirs = 0;
        for (int i = 0; i < RAYS; i++) {
            struct RTCRay ray = their_ray(r->lines[i].from, along(r->lines[i]), 1);
            rtcOccluded1(r->scene, &c, &ray);
            r->blocked_theirs += ray.tfar < 0;
        }
    }
}

static void their_rays(void *context, unsigned times)
{
    race *r = context;
    struct RTCIntersectContext c;
    rtcInitIntersectContext(&c);
    for (unsigned k = 0; k < times; k++)
        for (int i = 0; i < RAYS; i++)
            r->theirs[i] = their_first(r, &c, r->lines[i].from, along(r->lines[i]));
}

/* Answers may differ where a float decides at an edge: for one ray in a thousand. */
static void check_equal(const race *r, bool lengths)
{
    unsigned other = 0;
    for (int i = 0; i < RAYS; i++) {
        wm_vec3 d = along(r->lines[i]);
        double theirs = (double)r->theirs[i].value, ours = (double)r->ours[i].value;
        bool found = r->ours[i].face != WM_NO_INDEX;
        if (lengths)
            theirs *= sqrt((double)d.x * (double)d.x + (double)d.y * (double)d.y +
                           (double)d.z * (double)d.z);
        other += found != (r->theirs[i].face != RTC_INVALID_GEOMETRY_ID) ||
                 (found && fabs(ours - theirs) > 1e-3 + 1e-4 * fabs(theirs));
    }
    BENCH_CHECK(other <= RAYS / 1000);
}
#endif

/* ---- one mesh ---- */

#if defined(WM_BENCH_EMBREE)
typedef struct variant {
    const char *name;   /* instruction set of Embree */
    const char *config; /* for rtcNewDevice */
    bool baseline;      /* of ours: without AVX2 */
} variant;

static const variant variants[] = {
    {"AVX-512", "threads=1,isa=avx512", false},
    {"AVX2", "threads=1,isa=avx2", false},
    {"SSE4.2, ours SSE2", "threads=1,isa=sse4.2", true},
};
#endif

/* The kind of measurement: work per run, or the time of one run if it is not a rate. */
typedef struct contest {
    const char *what;
    bench_work ours, theirs;
    bool rate;
    double per;
    const char *unit;
} contest;

static double figure(const contest *c, double seconds)
{
    return c->rate ? c->per / seconds : c->per * seconds;
}

static void show(const race *r, const contest *c, const char *against)
{
    char name[96];
    snprintf(name, sizeof name, "%s, %s", r->mesh.name, c->what);
#if defined(WM_BENCH_EMBREE)
    bench_pair p = c->rate ? bench_race(c->ours, (void *)r, c->theirs, (void *)r)
                           : bench_compare(c->ours, (void *)r, c->theirs, (void *)r);
    bench_row(name, p.ratio, "x", "%.1f %s, Embree %.1f (%s)", figure(c, p.first), c->unit,
              figure(c, p.second), against);
#else
    double s = bench_median(c->ours, (void *)r, BENCH_ROUNDS);
    bench_row(name, figure(c, s), c->unit, "no Embree here to compare with%s", against);
#endif
}

#if !defined(WM_BENCH_EMBREE)
#define their_build NULL
#define their_height NULL
#define their_sight NULL
#define their_rays NULL
#define check_equal(r, lengths) (void)0
#endif

static void contests(race *r, const char *against)
{
    contest build = {"build",    our_build, their_build, false, 1e9 / r->mesh.desc.face_count,
                     "ns a face"};
    contest height = {"height", our_height, their_height, true, RAYS * 1e-6, "M/s"};
    contest many = {"heights in one call", our_heights, their_height, true, RAYS * 1e-6, "M/s"};
    contest sight = {"sight, random", our_sight, their_sight, true, RAYS * 1e-6, "M/s"};
    contest nearest = {"nearest hit", our_rays, their_rays, true, RAYS * 1e-6, "M/s"};
    contest eyes = {"sight, eye to eye", our_sight, their_sight, true, RAYS * 1e-6, "M/s"};
    fill_lines(r, false);
    show(r, &build, against);
    show(r, &height, against);
    check_equal(r, false);
    show(r, &many, against);
    check_equal(r, false);
    show(r, &sight, against);
    show(r, &nearest, against);
    check_equal(r, true);
    fill_lines(r, true);
    show(r, &eyes, against);
}

#if defined(WM_BENCH_EMBREE)
static void run_variant(race *r, const variant *v)
{
    r->device = rtcNewDevice(v->config);
    if (!r->device) {
        char note[96];
        snprintf(note, sizeof note, "skipped: Embree cannot use %s on this processor", v->name);
        bench_note(note);
        return;
    }
    wm_query ours = *r->query;
    if (v->baseline) {
        r->query->wide = false;
        r->query->height = wmi_height;
        r->query->heights = wmi_heights;
    }
    their_build(r, 1);
    contests(r, v->name);
    rtcReleaseScene(r->scene);
    rtcReleaseDevice(r->device);
    r->scene = NULL;
    r->query->wide = ours.wide;
    r->query->height = ours.height;
    r->query->heights = ours.heights;
}
#endif

static void run(bench_mesh mesh)
{
    race r = {.mesh = mesh, .walk = wm_walkmesh_new(&mesh.desc, NULL, NULL)};
    BENCH_CHECK(r.walk);
    r.query = wm_query_new(r.walk, NULL, NULL);
    r.lines = malloc(RAYS * sizeof *r.lines);
    r.points = malloc(RAYS * sizeof *r.points);
    r.hits = malloc(RAYS * sizeof *r.hits);
    r.ours = malloc(RAYS * sizeof *r.ours);
    r.theirs = malloc(RAYS * sizeof *r.theirs);
    BENCH_CHECK(r.query && r.lines && r.points && r.hits && r.ours && r.theirs);
#if defined(WM_BENCH_EMBREE)
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        run_variant(&r, &variants[i]);
#else
    contests(&r, "");
#endif
    free(r.lines);
    free(r.points);
    free(r.hits);
    free(r.ours);
    free(r.theirs);
    wm_query_free(r.query);
    wm_walkmesh_free(r.walk);
    bench_mesh_free(&r.mesh);
}

/* Embree keeps its memory from one build to the next. Let malloc do the same for ours, which
 * would else return it to the system and get it back page by page. */
static void keep_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

void bench_rays(void)
{
    keep_memory();
    bench_heading("heights and rays: how many times Embree's speed (building: at most 1/1.5)");
    run(bench_mesh_room());
    run(bench_mesh_field(30000));
    run(bench_mesh_maze(30000));
    bench_mesh mesh;
    for (unsigned i = 0; bench_mesh_terrain(i, &mesh); i++)
        run(mesh);
}
