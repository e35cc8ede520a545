/* Neutral walkmeshes for testing queries. */
#include "meshes.h"

#include <dirent.h>
#include <math.h>

#include "areas.h"
#include "samples.h"

static void run_bwm(const char *name, const wm_kotor_bwm *bwm, test_mesh_case run, void *user)
{
    wm_error error;
    wm_walkmesh *mesh = wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, &error);
    if (!mesh)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    run(name, mesh, user);
    wm_walkmesh_free(mesh);
}

static void run_area(test_mesh_case run, void *user)
{
    test_area *a = test_area_make(3, 2, 4, 4);
    wm_kotor_area *area =
        wm_kotor_area_new(a->lyt, (const wm_kotor_bwm *const *)a->rooms, NULL, NULL);
    wm_walkmesh *mesh = area ? wm_walkmesh_from_kotor_area(area, NULL, NULL) : NULL;
    assert_non_null(mesh);
    run("an area of 3 by 2 rooms", mesh, user);
    wm_walkmesh_free(mesh);
    wm_kotor_area_free(area);
    test_area_free(a);
}

static unsigned run_corpus(const char *place, test_mesh_case run, void *user)
{
    char path[4096];
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/%s", test_corpus(), place);
    DIR *d = opendir(path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || (strcmp(dot, ".wok") && strcmp(dot, ".pwk")))
            continue;
        snprintf(path, sizeof path, "%s/%.255s", place, e->d_name);
        wm_buffer bytes = test_corpus_file(path);
        if (wm_kotor_bwm_detect(bytes.data, bytes.size)) {
            wm_kotor_bwm *bwm = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, NULL);
            assert_non_null(bwm);
            run_bwm(path, bwm, run, user);
            wm_kotor_bwm_free(bwm);
            count++;
        }
        wm_buffer_free(&bytes);
    }
    closedir(d);
    return count;
}

unsigned test_each_mesh(test_mesh_case run, void *user)
{
    unsigned own = 0, real = 0;
    for (const test_sample *s = test_samples; s->name; s++, own++) {
        wm_kotor_bwm *bwm = s->make(NULL);
        assert_non_null(bwm);
        run_bwm(s->name, bwm, run, user);
        wm_kotor_bwm_free(bwm);
    }
    assert_true(own > 0);
    run_area(run, user);
    if (!test_corpus()) {
        print_message("skipped: the meshes of the corpus (set WAYMARK_CORPUS)\n");
        return 0;
    }
    real = run_corpus("kotor/walkmeshes", run, user) + run_corpus("kotor/walkmeshes/k2", run, user);
    assert_true(real > 0);
    return real;
}

wm_walkmesh *test_field(uint32_t nx, uint32_t ny, float size, wm_vec3 from)
{
    uint32_t vertices = (nx + 1) * (ny + 1), faces = 2 * nx * ny, n = 0;
    wm_vec3 *v = malloc(vertices * sizeof *v);
    wm_walk_face *f = malloc(faces * sizeof *f);
    assert_true(v && f);
    for (uint32_t j = 0; j <= ny; j++)
        for (uint32_t i = 0; i <= nx; i++)
            v[j * (nx + 1) + i] =
                (wm_vec3){from.x + (float)i * size, from.y + (float)j * size, from.z};
    for (uint32_t j = 0; j < ny; j++)
        for (uint32_t i = 0; i < nx; i++) {
            uint32_t a = j * (nx + 1) + i;
            f[n++] = (wm_walk_face){{a, a + 1, a + nx + 2}};
            f[n++] = (wm_walk_face){{a, a + nx + 2, a + nx + 1}};
        }
    wm_walkmesh_desc desc = {
        .vertex_count = vertices, .vertices = v, .face_count = faces, .faces = f};
    wm_walkmesh *mesh = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(mesh);
    free(v);
    free(f);
    return mesh;
}

double test_unit(test_random *r)
{
    r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(r->state >> 40) / 16777216.0;
}

double test_range(test_random *r, double low, double high)
{
    return low + (high - low) * test_unit(r);
}

static double turn(wm_vec3 a, wm_vec3 b, wm_vec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

bool test_place(test_random *r, const wm_walkmesh *m, wm_place *place)
{
    for (int tries = 0; tries < 1000 && m->face_count; tries++) {
        uint32_t face = (uint32_t)(test_unit(r) * m->face_count);
        const uint32_t *k = m->faces[face].vertex;
        wm_vec3 a = m->vertices[k[0]], b = m->vertices[k[1]], c = m->vertices[k[2]];
        double s = test_unit(r), t = test_unit(r);
        if (!m->walkable[face] || !(fabs(turn(a, b, c)) > 1e-4))
            continue;
        if (s + t > 1) {
            s = 1 - s;
            t = 1 - t;
        }
        wm_vec3 p = {(float)((double)a.x + s * ((double)b.x - (double)a.x) +
                             t * ((double)c.x - (double)a.x)),
                     (float)((double)a.y + s * ((double)b.y - (double)a.y) +
                             t * ((double)c.y - (double)a.y)),
                     0};
        if (test_outside(m, face, p) > 0)
            continue;
        p.z = (float)test_height(m, face, p);
        *place = (wm_place){face, p};
        return true;
    }
    return false;
}

double test_outside(const wm_walkmesh *m, uint32_t face, wm_vec3 p)
{
    const uint32_t *k = m->faces[face].vertex;
    double most = 0, area = turn(m->vertices[k[0]], m->vertices[k[1]], m->vertices[k[2]]);
    for (int i = 0; i < 3; i++) {
        wm_vec3 a = m->vertices[k[i]], b = m->vertices[k[(i + 1) % 3]];
        double size = hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
        double far = turn(a, b, p) * (area < 0 ? 1 : -1) / (size > 0 ? size : 1);
        most = far > most ? far : most;
    }
    return most;
}

double test_height(const wm_walkmesh *m, uint32_t face, wm_vec3 p)
{
    const uint32_t *k = m->faces[face].vertex;
    wm_vec3 a = m->vertices[k[0]], b = m->vertices[k[1]], c = m->vertices[k[2]];
    double area = turn(a, b, c);
    return (turn(b, c, p) * (double)a.z + turn(c, a, p) * (double)b.z +
            turn(a, b, p) * (double)c.z) /
           area;
}

wm_walkmesh *test_walkmesh_of(wm_vec3 *vertices, uint32_t vertex_count, wm_walk_face *faces,
                              uint32_t face_count, bool *walkable)
{
    wm_walkmesh_desc desc = {.vertex_count = vertex_count,
                             .vertices = vertices,
                             .face_count = face_count,
                             .faces = faces,
                             .walkable = walkable};
    wm_walkmesh *m = wm_walkmesh_new(&desc, NULL, NULL);
    assert_non_null(m);
    free(vertices);
    free(faces);
    free(walkable);
    return m;
}

wm_walkmesh *test_disc(uint32_t count)
{
    wm_vec3 *v = calloc((size_t)count + 1, sizeof *v);
    wm_walk_face *f = calloc(count, sizeof *f);
    bool *walkable = calloc(count, 1);
    assert_true(v && f && walkable);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2 * 3.14159265358979 * i / count;
        v[i + 1] = (wm_vec3){(float)(10 * cos(angle)), (float)(10 * sin(angle)), 0};
        f[i] = (wm_walk_face){{0, i + 1, (i + 1) % count + 1}};
        walkable[i] = true;
    }
    return test_walkmesh_of(v, count + 1, f, count, walkable);
}
