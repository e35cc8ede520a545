/* Real models as scenes and back: nodes, vertices, keys and all that cannot be computed to the
 * bit, derived data as near as compiled texts have it, and nothing that `check` calls an
 * error. By way of glTF: tests/gltf/test_gltf_scene.c and tests/cli/open-models.sh. */
#include <dirent.h>
#include <math.h>

#include "support.h"

typedef struct tally {
    unsigned models, nodes, meshes, vertices, keys, unsorted, faces, planes, edges, neighbours;
    unsigned binds;
    double bind; /* the largest difference of an inverse bind pose */
} tally;

static tally sums;

static wm_kotor_mdl *load(const char *name)
{
    char path[512];
    wm_error error;
    wm_report report;
    snprintf(path, sizeof path, "%.500s", name);
    wm_buffer mdl = test_corpus_file(path);
    path[strlen(path) - 1] = 'x';
    wm_buffer mdx = test_corpus_file(path);
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, &error);
    if (!m)
        fail_msg("%s: %s", name, error.message);
    wm_report_free(&report);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return m;
}

static bool same_text(const char *a, const char *b)
{
    return strncmp(a, b, 32) == 0;
}

/* ---- controllers ------------------------------------------------------- */

static bool is_sorted(const wm_kotor_mdl_node *n, const wm_kotor_controller *c)
{
    for (uint32_t i = 1; i < c->rows; i++)
        if (n->data[c->time_index + i] < n->data[c->time_index + i - 1])
            return false;
    return true;
}

static void same_keys(const char *what, const wm_kotor_mdl_node *a, const wm_kotor_mdl_node *b)
{
    if (a->controller_count != b->controller_count)
        fail_msg("%s: %u controllers became %u", what, (unsigned)a->controller_count,
                 (unsigned)b->controller_count);
    for (uint32_t i = 0; i < a->controller_count; i++) {
        const wm_kotor_controller *x = &a->controllers[i], *y = &b->controllers[i];
        uint32_t width = wm_kotor_controller_width(x);
        if (x->type != y->type || x->rows != y->rows || x->columns != y->columns ||
            x->unknown != y->unknown)
            fail_msg("%s: controller %u", what, (unsigned)x->type);
        sums.keys += x->rows;
        if (!is_sorted(a, x)) { /* the only thing that a scene changes */
            sums.unsorted++;
            continue;
        }
        if (memcmp(a->data + x->time_index, b->data + y->time_index, 4u * x->rows) != 0 ||
            memcmp(a->data + x->data_index, b->data + y->data_index, 4u * x->rows * width) != 0)
            fail_msg("%s: keys of controller %u", what, (unsigned)x->type);
    }
}

/* ---- meshes ------------------------------------------------------------ */

static void same_rows(const char *what, const wm_kotor_mesh *x, const wm_kotor_mesh *y)
{
    static const uint32_t size[WM_KOTOR_ROW_FIELDS] = {12, 12, 12, 8, 8, 8, 8, 36, 36, 36, 36};
    if (x->row_size != y->row_size || x->row_flags != y->row_flags)
        fail_msg("%s: rows of %u bytes became %u", what, (unsigned)x->row_size,
                 (unsigned)y->row_size);
    for (uint32_t v = 0; v < x->vertex_count && x->rows; v++) {
        const uint8_t *p = x->rows + (size_t)v * x->row_size;
        const uint8_t *q = y->rows + (size_t)v * y->row_size;
        for (int f = 0; f < WM_KOTOR_ROW_FIELDS; f++) {
            if ((x->row_offset[f] < 0) != (y->row_offset[f] < 0))
                fail_msg("%s: field %d of the rows", what, f);
            if (x->row_offset[f] >= 0 &&
                memcmp(p + x->row_offset[f], q + y->row_offset[f], size[f]) != 0)
                fail_msg("%s: field %d of vertex %u", what, f, (unsigned)v);
        }
        sums.vertices++;
    }
}

/* gcc 12 for arm64 stops with an internal error at a loop of fmax. */
static void note_largest(double *largest, double value)
{
    if (value > *largest)
        *largest = value;
}

static void same_skin(const char *what, const wm_kotor_mdl *a, const wm_kotor_mesh *x,
                      const wm_kotor_mdl *b, const wm_kotor_mesh *y)
{
    for (uint32_t v = 0; v < x->vertex_count; v++) {
        int s[4], t[4];
        float w[4], u[4];
        bool has = wm_kotor_mesh_weights(a, x, v, s, w);
        if (has != wm_kotor_mesh_weights(b, y, v, t, u))
            fail_msg("%s: weights", what);
        for (int k = 0; has && k < 4; k++) /* a slot without weight means nothing */
            if (memcmp(&w[k], &u[k], 4) != 0 || (w[k] != 0 && s[k] != t[k]))
                fail_msg("%s: weight %d of vertex %u", what, k, (unsigned)v);
    }
    assert_int_equal(x->skin->bone_count, y->skin->bone_count);
    for (uint32_t i = 0; i < x->skin->bone_count; i++) {
        if (x->skin->bone_map[i] != y->skin->bone_map[i])
            fail_msg("%s: bone %u", what, (unsigned)i);
        if (x->skin->bone_map[i] < 0)
            continue;
        const float *p = &x->skin->q[i].w, *q = &y->skin->q[i].w;
        const float *m = &x->skin->t[i].x, *n = &y->skin->t[i].x;
        double sign = (double)p[0] * (double)q[0] + (double)p[1] * (double)q[1] +
                                  (double)p[2] * (double)q[2] + (double)p[3] * (double)q[3] <
                              0
                          ? -1
                          : 1; /* -q is the same rotation */
        for (int k = 0; k < 4; k++)
            note_largest(&sums.bind, fabs((double)p[k] - sign * (double)q[k]));
        for (int k = 0; k < 3; k++)
            note_largest(&sums.bind, fabs((double)m[k] - (double)n[k]));
        sums.binds++;
    }
}

static void derived(const wm_kotor_mesh *x, const wm_kotor_mesh *y)
{
    for (uint32_t f = 0; f < x->face_count; f++) {
        const wm_kotor_mdl_face *p = &x->faces[f], *q = &y->faces[f];
        double dot = (double)p->normal.x * (double)q->normal.x +
                     (double)p->normal.y * (double)q->normal.y +
                     (double)p->normal.z * (double)q->normal.z;
        sums.planes += dot > 1 - 1e-6;
        for (int k = 0; k < 3; k++)
            sums.neighbours += p->adjacent[k] == q->adjacent[k];
    }
    sums.faces += x->face_count;
    sums.edges += 3 * x->face_count;
}

static void same_mesh(const char *what, const wm_kotor_mdl *a, const wm_kotor_mesh *x,
                      const wm_kotor_mdl *b, const wm_kotor_mesh *y)
{
    sums.meshes++;
    for (int i = 0; i < 2; i++)
        if (!same_text(x->texture[i], y->texture[i]))
            fail_msg("%s: texture '%.32s' became '%.32s'", what, x->texture[i], y->texture[i]);
    if (memcmp(&x->lightmapped, &y->lightmapped, 6) != 0 || /* up to render */
        memcmp(&x->diffuse, &y->diffuse, 24) != 0 || x->transparency_hint != y->transparency_hint)
        fail_msg("%s: flags or colours", what);
    if (memcmp(&x->min, &y->min, 40) != 0) /* up to average */
        fail_msg("%s: bounds", what);
    if (x->vertex_count != y->vertex_count || x->face_count != y->face_count ||
        x->texture_count != y->texture_count)
        fail_msg("%s: counts", what);
    if (!x->vertices != !y->vertices ||
        (x->vertices && memcmp(x->vertices, y->vertices, 12u * x->vertex_count) != 0))
        fail_msg("%s: table of vertices", what);
    for (uint32_t f = 0; f < x->face_count; f++)
        if (memcmp(x->faces[f].vertex, y->faces[f].vertex, 6) != 0 ||
            x->faces[f].material != y->faces[f].material)
            fail_msg("%s: face %u", what, (unsigned)f);
    if (x->inverted_count == 1 && x->inverted[0] != y->inverted[0])
        fail_msg("%s: inverted counter", what);
    assert_int_equal(x->aabb_count, y->aabb_count);
    if (x->aabb_count && memcmp(x->aabbs, y->aabbs, x->aabb_count * sizeof *x->aabbs) != 0)
        fail_msg("%s: tree", what);
    if (x->saber) {
        assert_memory_equal(x->saber->positions, y->saber->positions, 12 * WM_KOTOR_SABER_VERTICES);
        assert_memory_equal(x->saber->normals, y->saber->normals, 12 * WM_KOTOR_SABER_VERTICES);
        assert_memory_equal(x->saber->uvs, y->saber->uvs, 8 * WM_KOTOR_SABER_VERTICES);
        assert_memory_equal(x->saber->inverted, y->saber->inverted, 8);
        return;
    }
    same_rows(what, x, y);
    if (x->skin)
        same_skin(what, a, x, b, y);
    derived(x, y);
}

/* ---- trees ------------------------------------------------------------- */

static void same_tree(const char *name, const wm_kotor_mdl *a, const wm_kotor_tree *s,
                      const wm_kotor_mdl *b, const wm_kotor_tree *t)
{
    if (s->count != t->count)
        fail_msg("%s: %u nodes became %u", name, (unsigned)s->count, (unsigned)t->count);
    for (uint32_t i = 0; i < s->count; i++) {
        const wm_kotor_mdl_node *x = &s->nodes[i], *y = &t->nodes[i];
        char what[256];
        snprintf(what, sizeof what, "%s: %s", name, a->names[x->name]);
        sums.nodes++;
        if (x->name != y->name || x->parent != y->parent || x->flags != y->flags ||
            x->super_node != y->super_node)
            fail_msg("%s: node %u", what, (unsigned)i);
        if (memcmp(&x->position, &y->position, 28) != 0)
            fail_msg("%s: place", what);
        same_keys(what, x, y);
        if (x->mesh)
            same_mesh(what, a, x->mesh, b, y->mesh);
    }
}

static void same_header(const char *name, const wm_kotor_mdl *a, const wm_kotor_mdl *b)
{
    if (a->game != b->game || a->platform != b->platform ||
        !same_text(a->geometry.name, b->geometry.name) ||
        !same_text(a->supermodel, b->supermodel) || a->classification != b->classification ||
        a->subclassification != b->subclassification || a->fog != b->fog ||
        memcmp(&a->min, &b->min, 32) != 0 || a->head_link != b->head_link ||
        a->geometry.node_count != b->geometry.node_count)
        fail_msg("%s: header", name);
    assert_int_equal(a->name_count, b->name_count);
    for (uint32_t i = 0; i < a->name_count; i++)
        assert_string_equal(a->names[i], b->names[i]);
}

/* Lights, emitters, cloth and everything else. */
static void same_to_diff(const char *name, const wm_kotor_mdl *a, const wm_kotor_mdl *b,
                         bool unsorted)
{
    wm_diff diff;
    wm_diff_init(&diff, NULL);
    assert_int_equal(wm_kotor_mdl_diff(a, b, &diff, NULL), WM_OK);
    for (uint32_t i = 0; i < diff.count; i++)
        if (!unsorted || strcmp(diff.items[i].field, "controllers") != 0)
            fail_msg("%s: %s: %s", name, diff.items[i].field, diff.items[i].message);
    wm_diff_free(&diff);
}

static void without_errors(const char *name, const wm_kotor_mdl *m)
{
    wm_report report;
    wm_report_init(&report, NULL);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].severity == WM_SEVERITY_ERROR)
            fail_msg("%s: %s: %s", name, report.issues[i].path, report.issues[i].message);
    wm_report_free(&report);
}

static void through_scene(const char *name)
{
    wm_kotor_mdl *a = load(name);
    wm_error error;
    wm_kotor_mdl_import_result result;
    wm_scene *scene = wm_scene_from_kotor_mdl(a, NULL, 0, NULL, &error);
    assert_non_null(scene);
    wm_kotor_mdl *b = wm_kotor_mdl_from_scene(scene, NULL, &result, &error);
    if (!b)
        fail_msg("%s: %s: %s", name, error.path, error.message);
    assert_true(result.straight);
    unsigned before = sums.unsorted;
    same_header(name, a, b);
    same_tree(name, a, &a->tree, b, &b->tree);
    assert_int_equal(a->animation_count, b->animation_count);
    for (uint32_t i = 0; i < a->animation_count; i++) {
        const wm_kotor_animation *x = &a->animations[i], *y = &b->animations[i];
        assert_true(same_text(x->geometry.name, y->geometry.name) && same_text(x->root, y->root));
        assert_memory_equal(&x->length, &y->length, 8);
        assert_int_equal(x->event_count, y->event_count);
        same_tree(name, a, &x->tree, b, &y->tree);
    }
    same_to_diff(name, a, b, sums.unsorted > before);
    without_errors(name, b);
    sums.models++;
    wm_kotor_mdl_free(a);
    wm_kotor_mdl_free(b);
    wm_scene_free(scene);
}

static void models_come_back(void **state)
{
    static const char *const folders[] = {"vanilla", "kotornet", "k1cp", "k2", "mods"};
    (void)state;
    NEED_CORPUS();
    sums = (tally){0};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/kotor/models/%s", test_corpus(), folders[i]);
        DIR *dir = opendir(path);
        assert_non_null(dir);
        for (const struct dirent *e = readdir(dir); e; e = readdir(dir)) {
            size_t n = strlen(e->d_name);
            if (n < 4 || strcmp(e->d_name + n - 4, ".mdl") != 0)
                continue;
            snprintf(path, sizeof path, "kotor/models/%s/%.300s", folders[i], e->d_name);
            through_scene(path);
        }
        closedir(dir);
    }
    print_message("%u models, %u nodes, %u meshes, %u vertices, %u keys to the bit (%u controllers "
                  "are not in order); planes %u of %u, neighbours %u of %u, %u bones "
                  "within %.2g\n",
                  sums.models, sums.nodes, sums.meshes, sums.vertices, sums.keys, sums.unsorted,
                  sums.planes, sums.faces, sums.neighbours, sums.edges, sums.binds, sums.bind);
    assert_true(sums.models > 0 && sums.keys > 0 && sums.vertices > 0);
    assert_true(sums.unsorted <= sums.models / 20);
    assert_true(sums.planes >= sums.faces - sums.faces / 100);
    assert_true(sums.neighbours >= sums.edges - sums.edges / 10);
    assert_true(sums.bind < 2e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(models_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
