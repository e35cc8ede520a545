/* Derived data of real models computed again: what the games' own tools stored is the
 * judge. Figures next to the limits are those of docs/formats/kotor-mdl.md. */
#include <math.h>

#include "angle.h"
#include "kotor/mdl/compile/compile.h"
#include "support.h"

static const char *const vanilla[] = {
    "kotor/models/vanilla/c_dewback",     "kotor/models/vanilla/dor_lhr02",
    "kotor/models/vanilla/m02aa_09b",     "kotor/models/vanilla/m12aa_c03_char02",
    "kotor/models/kotornet/file1",        "kotor/models/kotornet/file2",
    "kotor/models/kotornet/file3",        "kotor/models/kotornet/file4",
    "kotor/models/kotornet/plc_jnkspdr1", "kotor/models/k2/dor_kor15",
    "kotor/models/k2/n_pox_alt",
};
enum { MODELS = sizeof vanilla / sizeof *vanilla };

static wm_kotor_mdl *load(const char *name)
{
    char path[256];
    wm_error error;
    snprintf(path, sizeof path, "%s.mdl", name);
    wm_buffer mdl = test_corpus_file(path);
    snprintf(path, sizeof path, "%s.mdx", name);
    wm_buffer mdx = test_corpus_file(path);
    wm_kotor_mdl *model = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
    if (!model)
        print_message("%s: %s %s\n", name, error.path, error.message);
    assert_non_null(model);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return model;
}

/* How many of how many. */
typedef struct share {
    uint64_t good, all;
} share;

static void count(share *s, bool good)
{
    s->all++;
    s->good += good;
}

static void expect(const char *what, share s, double least)
{
    double part = s.all ? (double)s.good / (double)s.all : 0;
    print_message("%s: %.5f of %llu\n", what, part, (unsigned long long)s.all);
    assert_true(s.all > 0);
    assert_true(part >= least);
}

typedef struct figures {
    share normals, tangents, frame_normals, planes, distances, adjacency, boxes, averages, radii,
        areas, rotations, moves, boxes_of_trees, leaves, tree_planes;
} figures;

static bool same(wm_vec3 a, wm_vec3 b, float near)
{
    return fabsf(a.x - b.x) <= near && fabsf(a.y - b.y) <= near && fabsf(a.z - b.z) <= near;
}

/* ---- per mesh ------------------------------------------------------------ */

static void measure_faces(const wm_kotor_mesh *mesh, figures *f, wmi_arena *scratch)
{
    uint16_t(*adjacent)[3] = wmi_arena_raw(scratch, mesh->face_count, sizeof *adjacent);
    assert_non_null(adjacent);
    assert_true(wmi_mesh_adjacency(mesh->faces, mesh->face_count, mesh->vertices,
                                   mesh->vertex_count, adjacent, scratch));
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const wm_kotor_mdl_face *face = &mesh->faces[i];
        wm_vec3 position[3], normal;
        float distance;
        for (int k = 0; k < 3; k++) {
            position[k] = mesh->vertices[face->vertex[k]];
            count(&f->adjacency, adjacent[i][k] == face->adjacent[k]);
        }
        wmi_face_plane(position, &normal, &distance);
        count(&f->planes, same(normal, face->normal, 2e-6f));
        count(&f->distances, fabsf(distance - face->distance) < 1e-5f);
    }
}

static void measure_bounds(const wm_kotor_mdl_node *node, figures *f, wmi_arena *scratch)
{
    const wm_kotor_mesh *mesh = node->mesh;
    wm_kotor_mesh own = {0};
    assert_true(wmi_mesh_bounds(&own, mesh->vertices, mesh->vertex_count, scratch));
    count(&f->boxes, same(own.min, mesh->min, 0) && same(own.max, mesh->max, 0));
    bool average = same(own.average, mesh->average, 1e-5f * (1 + own.radius));
    count(&f->averages, average);
    if (average) /* around the stored average */
        count(&f->radii, fabsf(own.radius - mesh->radius) <= 2e-5f * (1 + own.radius));
    bool moves = node->flags & (WM_KOTOR_NODE_SKIN | WM_KOTOR_NODE_DANGLY);
    float area = moves ? 0 : wmi_mesh_area(mesh->faces, mesh->face_count, mesh->vertices);
    count(&f->areas, fabsf(area - mesh->area) <= 2e-6f * area);
}

static void measure_tree(const wm_kotor_mesh *mesh, figures *f, wmi_arena *scratch)
{
    uint32_t n = 2 * mesh->face_count - 1;
    wm_kotor_mdl_aabb *own = wmi_arena_raw(scratch, n, sizeof *own);
    assert_non_null(own);
    assert_true(wmi_mdl_tree(mesh->faces, mesh->face_count, mesh->vertices, own, scratch));
    assert_int_equal(n, mesh->aabb_count);
    for (uint32_t i = 0; i < n; i++) {
        /* Their boxes went through a text of four decimals, their positions of six digits. */
        count(&f->boxes_of_trees, same(own[i].min, mesh->aabbs[i].min, 6e-4f) &&
                                      same(own[i].max, mesh->aabbs[i].max, 6e-4f));
        count(&f->leaves, own[i].face == mesh->aabbs[i].face);
        count(&f->tree_planes, own[i].plane == mesh->aabbs[i].plane);
    }
}

static void measure_skin(const wm_kotor_mdl *mdl, uint32_t node, const wmi_mdl_pose *poses,
                         figures *f, wmi_arena *scratch)
{
    const wm_kotor_skin *skin = mdl->tree.nodes[node].mesh->skin;
    wm_kotor_quat *q = wmi_arena_raw(scratch, mdl->name_count, sizeof *q);
    wm_vec3 *t = wmi_arena_raw(scratch, mdl->name_count, sizeof *t);
    assert_true(q && t);
    wmi_mdl_bind(mdl, poses, node, q, t);
    assert_int_equal(skin->q_count, mdl->name_count);
    for (uint32_t i = 0; i < mdl->name_count; i++) {
        const wm_kotor_quat *s = &skin->q[i];
        double dot = (double)q[i].w * (double)s->w + (double)q[i].x * (double)s->x +
                     (double)q[i].y * (double)s->y + (double)q[i].z * (double)s->z;
        count(&f->rotations, 1 - fabs(dot) <= 2.5e-6);
        count(&f->moves, same(t[i], skin->t[i], 6.2e-6f));
    }
}

static void measure_vertices(const wm_kotor_mdl *mdl, figures *f, wmi_arena *scratch)
{
    wmi_recomputed *list;
    uint32_t n;
    assert_true(wmi_mdl_recompute(mdl, &list, &n, scratch));
    for (uint32_t m = 0; m < n; m++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[list[m].node].mesh;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            wm_vec3 normal, frame[3];
            if (wm_kotor_mesh_normal(mdl, mesh, v, &normal))
                count(&f->normals, test_angle(normal, list[m].normals[v]) < 1e-3);
            if (!wm_kotor_mesh_tangents(mdl, mesh, v, frame))
                continue;
            count(&f->tangents, test_angle(frame[0], list[m].frames[v][0]) < 2e-3 &&
                                    test_angle(frame[1], list[m].frames[v][1]) < 2e-3);
            count(&f->frame_normals, test_angle(frame[2], list[m].frames[v][2]) < 1e-3);
        }
    }
}

static void measure(const wm_kotor_mdl *mdl, figures *f)
{
    wmi_arena scratch;
    wmi_arena_init(&scratch, NULL, 0);
    wmi_mdl_pose *poses = wmi_arena_raw(&scratch, mdl->tree.count, sizeof *poses);
    assert_non_null(poses);
    wmi_mdl_poses(mdl, poses);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mesh *mesh = mdl->tree.nodes[i].mesh;
        if (!mesh || mesh->saber)
            continue;
        measure_faces(mesh, f, &scratch);
        measure_bounds(&mdl->tree.nodes[i], f, &scratch);
        if (mesh->aabb_count)
            measure_tree(mesh, f, &scratch);
        if (mesh->skin)
            measure_skin(mdl, i, poses, f, &scratch);
    }
    measure_vertices(mdl, f, &scratch);
    wmi_arena_free(&scratch);
}

static void test_vanilla(void **state)
{
    (void)state;
    NEED_CORPUS();
    figures f = {0};
    for (int i = 0; i < MODELS; i++) {
        wm_kotor_mdl *mdl = load(vanilla[i]);
        measure(mdl, &f);
        wm_kotor_mdl_free(mdl);
    }
    expect("vertex normals", f.normals, 0.985);
    expect("tangents", f.tangents, 0.93);
    expect("normals of frames", f.frame_normals, 0.95);
    expect("face normals", f.planes, 0.999);
    expect("plane distances", f.distances, 0.997);
    expect("neighbours", f.adjacency, 0.997);
    expect("boxes", f.boxes, 0.997);
    expect("averages", f.averages, 0.95);
    expect("radii", f.radii, 0.999);
    expect("areas", f.areas, 0.999);
    expect("rotations of bones", f.rotations, 1);
    expect("moves of bones", f.moves, 1);
    expect("boxes of trees", f.boxes_of_trees, 0.98);
    expect("faces of trees", f.leaves, 0.985);
    expect("planes of trees", f.tree_planes, 0.985);
}

/* ---- packed orientations ------------------------------------------------- */

/* The first keys of animations that start in the rest pose: packing the header's
 * orientation gives the stored word. */
static void test_packed_orientations(void **state)
{
    (void)state;
    NEED_CORPUS();
    share words = {0}, again = {0}, parts = {0};
    for (int i = 0; i < MODELS; i++) {
        wm_kotor_mdl *mdl = load(vanilla[i]);
        for (uint32_t a = 0; a < mdl->animation_count; a++) {
            const wm_kotor_tree *tree = &mdl->animations[a].tree;
            for (uint32_t n = 0; n < tree->count; n++)
                for (uint32_t c = 0; c < tree->nodes[n].controller_count; c++) {
                    const wm_kotor_controller *k = &tree->nodes[n].controllers[c];
                    if (k->type != WM_KOTOR_CONTROLLER_ORIENTATION || k->columns != 2)
                        continue;
                    for (uint32_t r = 0; r < k->rows; r++) {
                        uint32_t word, own;
                        float q[4];
                        memcpy(&word, &tree->nodes[n].data[k->data_index + r], 4);
                        wm_kotor_quat_unpack(word, q);
                        own = wm_kotor_quat_pack(q);
                        count(&again, own == word);
                        if (r)
                            continue;
                        const wm_kotor_mdl_node *rest = NULL;
                        for (uint32_t g = 0; g < mdl->tree.count && !rest; g++)
                            if (mdl->tree.nodes[g].name == tree->nodes[n].name)
                                rest = &mdl->tree.nodes[g];
                        assert_non_null(rest);
                        const wm_kotor_quat *o = &rest->orientation;
                        float from[4] = {o->x, o->y, o->z, o->w};
                        double dot =
                            fabs((double)q[0] * (double)o->x + (double)q[1] * (double)o->y +
                                 (double)q[2] * (double)o->z + (double)q[3] * (double)o->w);
                        if (1 - dot > 1e-6)
                            continue; /* starts in another pose */
                        own = wm_kotor_quat_pack(from);
                        count(&words, own == word);
                        count(&parts, (own & 2047) == (word & 2047));
                        count(&parts, (own >> 11 & 2047) == (word >> 11 & 2047));
                        count(&parts, own >> 22 == word >> 22);
                    }
                }
        }
        wm_kotor_mdl_free(mdl);
    }
    expect("words that unpack and pack to themselves", again, 1);
    expect("words packed from rest poses", words, 0.98);
    expect("parts of words packed from rest poses", parts, 0.99);
}

static void test_quaternion_limits(void **state)
{
    (void)state;
    const float nothing[4] = {0, 0, 0, 1}, odd[4] = {NAN, INFINITY, -INFINITY, -1};
    const float ends[4] = {1, -1, 1, 0}, back[4] = {0.5f, 0.5f, 0.5f, -0.5f};
    float q[4];
    assert_int_equal(wm_kotor_quat_pack(nothing), 1023u | 1023u << 11 | 511u << 22);
    wm_kotor_quat_unpack(wm_kotor_quat_pack(nothing), q);
    assert_memory_equal(q, nothing, sizeof q);
    assert_int_equal(wm_kotor_quat_pack(ends), 2046u | 0u << 11 | 1022u << 22);
    wm_kotor_quat_pack(odd); /* any word, but one */
    wm_kotor_quat_unpack(wm_kotor_quat_pack(back), q);
    for (int i = 0; i < 3; i++)
        assert_true(fabsf(q[i] + 0.5f) < 1e-3f);
    wm_kotor_quat_unpack(0xFFFFFFFFu, q);
    assert_true(q[3] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vanilla),
        cmocka_unit_test(test_packed_orientations),
        cmocka_unit_test(test_quaternion_limits),
    };
    return cmocka_run_group_tests_name("derived data of models", tests, NULL, NULL);
}
