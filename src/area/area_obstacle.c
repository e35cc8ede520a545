/* Closed doors and placeables on a walkmesh. Their faces block sight; the outline of their
 * faces is cut out of the floor for paths. docs/queries.md, "Obstacles". */
#include "area/carve.h"
#include "base/sort.h"
#include "base/words.h"

enum { CORNERS = 1024 }; /* of an outline; real ones have a dozen */

/* An area may place one walkmesh thousands of times, and each placed face takes half a kilobyte in
 * the floor that is asked. Areas of the games place some thousand faces. */
enum { FACES_BASE = 1 << 16, FACES_FACTOR = 4 };

static const float above = 0.5f, below = 2.0f; /* metres added above and below an obstacle */
static const float half_width = 0.05f;         /* of an obstacle that is a line in plan view */

typedef struct placed {
    wm_vec3 *corners; /* three for each face that counts */
    uint32_t *materials;
    wm_vec3 *outline;
    uint32_t faces, count;
    float low, high;
} placed;

static wm_vec3 place(wm_vec3 v, const wm_kotor_obstacle *o, double c, double s)
{
    double x = (double)v.x, y = (double)v.y;
    return (wm_vec3){(float)(c * x - s * y + (double)o->position.x),
                     (float)(s * x + c * y + (double)o->position.y), v.z + o->position.z};
}

/* Multiples of 90 degrees are exact. */
static void cosine_and_sine(float degrees, double *c, double *s)
{
    double d = fmod((double)degrees, 360);
    d = d < 0 ? d + 360 : d;
    *c = d == 0                ? 1
         : d == 180            ? -1
         : d == 90 || d == 270 ? 0
                               : wmi_cos(d * 3.14159265358979323846 / 180);
    *s = d == 90              ? 1
         : d == 270           ? -1
         : d == 0 || d == 180 ? 0
                              : wmi_sin(d * 3.14159265358979323846 / 180);
}

/* The blocking faces of the obstacle, in world space. */
static bool put(const wm_kotor_obstacle *o, const wm_kotor_surfaces *surfaces, wmi_arena *arena,
                placed *p)
{
    const wm_kotor_bwm *b = o->mesh;
    double c, s;
    cosine_and_sine(o->degrees, &c, &s);
    p->corners = wmi_arena_raw(arena, b->face_count, 3 * sizeof *p->corners);
    p->materials = wmi_arena_raw(arena, b->face_count, sizeof *p->materials);
    p->outline = wmi_arena_raw(arena, 6 * (size_t)b->face_count + 4, sizeof *p->outline);
    if (!p->corners || !p->materials || !p->outline)
        return false;
    for (uint32_t f = 0; f < b->face_count; f++) {
        wm_vec3 *v = p->corners + 3 * (size_t)p->faces;
        bool counts = !wm_kotor_walkable(surfaces, b->materials[f]);
        for (int k = 0; k < 3; k++) {
            v[k] = place(b->vertices[b->faces[f].vertex[k]], o, c, s);
            counts = counts && wmi_finite(v[k]);
        }
        for (int k = 0; k < 3 && counts; k++) {
            bool first = p->faces == 0 && k == 0;
            p->low = first || v[k].z < p->low ? v[k].z : p->low;
            p->high = first || v[k].z > p->high ? v[k].z : p->high;
        }
        if (counts)
            p->materials[p->faces++] = b->materials[f];
    }
    return true;
}

static int by_place(const void *a, const void *b)
{
    const wm_vec3 *v = a, *w = b;
    if (v->x != w->x)
        return v->x < w->x ? -1 : 1;
    if (v->y != w->y)
        return v->y < w->y ? -1 : 1;
    return v->z < w->z ? -1 : v->z > w->z;
}

static double turn(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

/* Adds v to a chain that turns left. Nearly straight corners are dropped. */
static uint32_t chain(wm_vec3 *out, uint32_t n, uint32_t least, wm_vec3 v)
{
    while (n > least) {
        wm_vec3 a = out[n - 2], b = out[n - 1];
        double size = wmi_vec3_distance((wm_vec3){a.x, a.y, 0}, (wm_vec3){v.x, v.y, 0});
        if (turn(a, b, v) > 1e-6 * size)
            break;
        n--;
    }
    out[n] = v;
    return n + 1;
}

/* Gives an obstacle that is a line in plan view a small width, so that nothing slips through. */
static void widen(placed *p, wm_vec3 a, wm_vec3 b)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double size = sqrt(dx * dx + dy * dy);
    float ux = size > 0 ? (float)(dx / size) * half_width : half_width;
    float uy = size > 0 ? (float)(dy / size) * half_width : 0;
    p->outline[0] = (wm_vec3){a.x - ux + uy, a.y - uy - ux, 0};
    p->outline[1] = (wm_vec3){b.x + ux + uy, b.y + uy - ux, 0};
    p->outline[2] = (wm_vec3){b.x + ux - uy, b.y + uy + ux, 0};
    p->outline[3] = (wm_vec3){a.x - ux - uy, a.y - uy + ux, 0};
    p->count = 4;
}

/* The convex hull of the faces in plan view. */
static bool outline(placed *p, wmi_arena *arena)
{
    size_t n = 3 * (size_t)p->faces;
    wm_vec3 *points = wmi_arena_raw(arena, n, sizeof *points);
    if (!points)
        return false;
    if (n == 0)
        return true;
    memcpy(points, p->corners, n * sizeof *points);
    wmi_sort(points, n, sizeof *points, by_place);
    uint32_t count = 0, lower;
    for (size_t i = 0; i < n; i++)
        count = chain(p->outline, count, 1, points[i]);
    lower = count;
    for (size_t i = n - 1; i-- > 0;)
        count = chain(p->outline, count, lower, points[i]);
    p->count = count - 1; /* the first corner is repeated at the end */
    if (p->count < 3)
        widen(p, points[0], points[n - 1]);
    return true;
}

static int by_mesh(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (const wm_kotor_bwm *const *)a;
    uintptr_t y = (uintptr_t) * (const wm_kotor_bwm *const *)b;
    return x < y ? -1 : x > y;
}

/* All faces that are placed, against those of the walkmeshes, each counted once. */
static wm_status limit_faces(const wm_kotor_obstacle *obstacles, uint32_t count,
                             const wm_allocator *allocator, wm_error *error)
{
    uint64_t all = 0, own = 0;
    wmi_arena scratch;
    for (uint32_t i = 0; i < count; i++)
        all += obstacles[i].mesh->face_count;
    if (all <= FACES_BASE)
        return WM_OK;
    wmi_arena_init(&scratch, allocator, 0);
    const wm_kotor_bwm **meshes = wmi_arena_raw(&scratch, count, sizeof *meshes);
    if (!meshes)
        return wmi_arena_fail(&scratch, error, "obstacles");
    for (uint32_t i = 0; i < count; i++)
        meshes[i] = obstacles[i].mesh;
    wmi_sort(meshes, count, sizeof *meshes, by_mesh);
    for (uint32_t i = 0; i < count; i++)
        own += i == 0 || meshes[i] != meshes[i - 1] ? meshes[i]->face_count : 0;
    wmi_arena_free(&scratch);
    uint64_t most = FACES_BASE + FACES_FACTOR * own;
    if (all <= most)
        return WM_OK;
    return wmi_fail(error, WM_LIMIT, "obstacles",
                    "obstacles share their walkmeshes: together they have %s, but the walkmeshes "
                    "have %s; the limit for them is %s",
                    wmi_count(all, "face", "faces").text, wmi_number(own).text,
                    wmi_number(most).text);
}

static wm_status carve_out(wmi_carver *c, placed *p, wm_error *error)
{
    if (p->count > CORNERS)
        return wmi_fail(error, WM_LIMIT, "obstacles",
                        "the outline has %u corners, at most %u are allowed", (unsigned)p->count,
                        (unsigned)CORNERS);
    wmi_outline o = {p->outline, p->count, p->low - below, p->high + above};
    if (p->faces && !wmi_carve(c, &o)) {
        wmi_carver_fail(c, "obstacles", error);
        return c->too_much ? WM_LIMIT : WM_NO_MEMORY;
    }
    return WM_OK;
}

/* Cuts the outline of one obstacle out of the floor. */
static wm_status cut(wmi_carver *c, const wm_kotor_obstacle *o, const wm_kotor_surfaces *surfaces,
                     wm_error *error)
{
    wmi_arena scratch;
    placed p = {0};
    wmi_arena_init(&scratch, &c->allocator, 0);
    wm_status status = put(o, surfaces, &scratch, &p) && outline(&p, &scratch)
                           ? carve_out(c, &p, error)
                           : wmi_arena_fail(&scratch, error, "obstacles");
    wmi_arena_free(&scratch);
    return status;
}

static wm_status add_faces(wmi_carver *c, const wm_kotor_obstacle *o,
                           const wm_kotor_surfaces *surfaces, wm_error *error)
{
    wmi_arena scratch;
    placed p = {0};
    wmi_arena_init(&scratch, &c->allocator, 0);
    bool good = put(o, surfaces, &scratch, &p);
    for (uint32_t f = 0; f < p.faces && good; f++)
        good = wmi_carver_add(c, p.corners + 3 * (size_t)f, p.materials[f]);
    wmi_arena_free(&scratch);
    return good ? WM_OK : wmi_fail(error, WM_NO_MEMORY, "obstacles", "out of memory");
}

wm_walkmesh *wm_walkmesh_with_kotor_obstacles(const wm_walkmesh *mesh,
                                              const wm_kotor_obstacle *obstacles, uint32_t count,
                                              const wm_kotor_surfaces *surfaces,
                                              const wm_allocator *allocator, wm_error *error)
{
    wmi_carver c;
    wm_walkmesh *result = NULL;
    if (limit_faces(obstacles, count, allocator, error) != WM_OK)
        return NULL;
    wm_status status = wmi_carver_init(&c, mesh, allocator)
                           ? WM_OK
                           : wmi_fail(error, WM_NO_MEMORY, "obstacles", "out of memory");
    for (uint32_t i = 0; i < count && status == WM_OK; i++)
        status = cut(&c, &obstacles[i], surfaces, error);
    /* Obstacle faces come after all pieces of the floor. */
    for (uint32_t i = 0; i < count && status == WM_OK; i++)
        status = add_faces(&c, &obstacles[i], surfaces, error);
    if (status == WM_OK)
        result = wmi_carver_finish(&c, allocator, error);
    wmi_carver_release(&c);
    return result;
}
