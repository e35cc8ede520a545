/* Normals of small meshes that are made here: seams between skins, faces that cancel. */
#include <math.h>

#include "kotor/mdl/compile/compile.h"
#include "support.h"

enum { MESHES = 3, MOST = 600 };

typedef struct part {
    wm_vec3 vertices[MOST];
    wmi_source_face faces[MOST / 3];
    wmi_source_mesh source;
} part;

typedef struct scene {
    wm_kotor_mdl *mdl;
    part parts[MESHES];
} scene;

/* A root and three meshes without faces. */
static void make_scene(scene *s, uint32_t flags)
{
    static const char *const names[] = {"root", "a", "b", "c"};
    memset(s, 0, sizeof *s);
    wm_kotor_mdl *mdl = wm_kotor_mdl_new(WM_KOTOR_1, WM_KOTOR_PC, NULL, NULL);
    assert_non_null(mdl);
    mdl->tree.nodes = wm_kotor_mdl_alloc(mdl, MESHES + 1, sizeof *mdl->tree.nodes, NULL);
    mdl->names = wm_kotor_mdl_alloc(mdl, MESHES + 1, sizeof *mdl->names, NULL);
    assert_true(mdl->tree.nodes && mdl->names);
    for (uint32_t i = 0; i <= MESHES; i++) {
        wm_kotor_mdl_node *node = &mdl->tree.nodes[i];
        node->flags = WM_KOTOR_NODE_HEADER;
        node->name = (uint16_t)i;
        node->parent = i ? 0 : WM_NO_INDEX;
        node->orientation.w = 1;
        mdl->names[i] = names[i];
        if (!i)
            continue;
        node->flags = (uint16_t)(WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | flags);
        node->mesh = wm_kotor_mdl_alloc(mdl, 1, sizeof *node->mesh, NULL);
        assert_non_null(node->mesh);
        node->mesh->render = 1;
        part *p = &s->parts[i - 1];
        p->source = (wmi_source_mesh){.vertices = p->vertices, .faces = p->faces};
    }
    mdl->tree.count = mdl->name_count = MESHES + 1;
    s->mdl = mdl;
}

/* Adds a triangle with vertices of its own. Faces of one group are smooth together. */
static void add_triangle(part *p, wm_vec3 a, wm_vec3 b, wm_vec3 c, uint32_t group)
{
    wmi_source_face *face = &p->faces[p->source.face_count++];
    memset(face, 0xFF, sizeof *face);
    face->smoothing = group;
    face->material = 0;
    wm_vec3 at[3] = {a, b, c};
    for (uint32_t k = 0; k < 3; k++) {
        face->vertex[k] = p->source.vertex_count;
        p->vertices[p->source.vertex_count++] = at[k];
    }
}

static void compile(scene *s)
{
    wmi_source_mesh *sources[MESHES + 1] = {NULL};
    wm_error error;
    for (uint32_t i = 0; i < MESHES; i++)
        sources[i + 1] = &s->parts[i].source;
    wm_status status = wmi_mdl_compile(s->mdl, sources, NULL, &error);
    if (status)
        print_message("%s: %s\n", error.path, error.message);
    assert_int_equal(status, WM_OK);
}

static void expect_normal(const scene *s, uint32_t mesh, uint32_t vertex, wmi_vec n)
{
    wm_vec3 found;
    double length = wmi_length(n);
    assert_true(wm_kotor_mesh_normal(s->mdl, s->mdl->tree.nodes[mesh + 1].mesh, vertex, &found));
    wmi_vec wanted = length > 0 ? wmi_scale(n, 1 / length) : n;
    wmi_vec off = wmi_sub(wmi_vec_of(found), wanted);
    if (!(wmi_length(off) < 1e-6))
        fail_msg("vertex %u of mesh %u: %g %g %g, not %g %g %g", vertex, mesh, (double)found.x,
                 (double)found.y, (double)found.z, wanted.x, wanted.y, wanted.z);
}

static const wm_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
static const wm_vec3 far = {50, 0, 0}, farther = {51, 0, 0}, farthest = {50, 1, 0};
static const wmi_vec along_x = {1, 0, 0}, along_z = {0, 0, 1};

/* Mesh a faces up and has its corner at the origin twice; mesh b faces along x. */
static void make_seam(scene *s, uint32_t flags)
{
    wm_vec3 low = {0, -1, 0};
    make_scene(s, flags);
    add_triangle(&s->parts[0], o, x, y, 1);
    add_triangle(&s->parts[0], o, low, x, 1);
    add_triangle(&s->parts[1], o, y, z, 2);
    add_triangle(&s->parts[2], far, farther, farthest, 1);
}

static void test_seam(void **state)
{
    (void)state;
    scene s;
    make_seam(&s, WM_KOTOR_NODE_SKIN);
    compile(&s);
    /* Both vertices of a in turn, then b, which finds all of them equal or nearly so. */
    wmi_vec first = wmi_scale(wmi_add(along_z, along_x), 1 / sqrt(2));
    wmi_vec second = wmi_add(along_z, first);
    second = wmi_scale(second, 1 / wmi_length(second));
    wmi_vec third = wmi_add(wmi_scale(second, 2), first);
    expect_normal(&s, 0, 0, third);
    expect_normal(&s, 0, 3, third);
    expect_normal(&s, 1, 0, third);
    expect_normal(&s, 0, 4, along_z); /* not on the seam */
    expect_normal(&s, 1, 2, along_x);
    wm_kotor_mdl_free(s.mdl);
}

/* The last mesh of the model has no turn. */
static void test_last_mesh(void **state)
{
    (void)state;
    scene s;
    make_seam(&s, WM_KOTOR_NODE_SKIN);
    part last = s.parts[1];
    s.parts[1].source.face_count = s.parts[1].source.vertex_count = 0;
    add_triangle(&s.parts[1], far, farther, farthest, 1);
    s.parts[2].source.face_count = s.parts[2].source.vertex_count = 0;
    add_triangle(&s.parts[2], last.vertices[0], last.vertices[1], last.vertices[2], 2);
    compile(&s);
    wmi_vec first = wmi_scale(wmi_add(along_z, along_x), 1 / sqrt(2));
    expect_normal(&s, 0, 0, first);
    expect_normal(&s, 0, 3, wmi_add(along_z, first));
    expect_normal(&s, 2, 0, wmi_add(along_z, first));
    wm_kotor_mdl_free(s.mdl);
}

static void test_no_seam(void **state)
{
    (void)state;
    scene s;
    wm_vec3 given[6] = {z, z, z, z, z, z};
    make_seam(&s, 0); /* rigid meshes */
    compile(&s);
    expect_normal(&s, 0, 0, along_z);
    expect_normal(&s, 1, 0, along_x);
    wm_kotor_mdl_free(s.mdl);
    make_seam(&s, WM_KOTOR_NODE_SKIN); /* given normals are kept */
    s.parts[0].source.normals = given;
    compile(&s);
    expect_normal(&s, 0, 0, along_z);
    expect_normal(&s, 1, 0, along_x);
    wm_kotor_mdl_free(s.mdl);
}

/* A site with more vertices than any real one is left alone. */
static void test_crowded_seam(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, WM_KOTOR_NODE_SKIN);
    for (uint32_t i = 0; i < MOST / 3; i++) {
        wm_vec3 b = {1, (float)i, 0}, c = {1, (float)(i + 1), 0};
        add_triangle(&s.parts[0], o, b, c, 1);
    }
    add_triangle(&s.parts[1], o, y, z, 2);
    add_triangle(&s.parts[2], far, farther, farthest, 1);
    compile(&s);
    expect_normal(&s, 0, 0, along_z);
    expect_normal(&s, 1, 0, along_x);
    wm_kotor_mdl_free(s.mdl);
}

/* Front and back cancel, and a face without area has no direction. */
static void test_no_direction(void **state)
{
    (void)state;
    scene s;
    wm_vec3 half = {0.5f, 0, 0};
    make_scene(&s, 0);
    add_triangle(&s.parts[0], o, x, y, 1);
    add_triangle(&s.parts[0], o, y, x, 1);
    add_triangle(&s.parts[1], far, farther, far, 1);
    add_triangle(&s.parts[2], o, x, half, 0);
    compile(&s);
    for (uint32_t v = 0; v < 6; v++)
        expect_normal(&s, 0, v, (wmi_vec){0, 0, 0});
    expect_normal(&s, 1, 0, (wmi_vec){0, 0, 0});
    expect_normal(&s, 2, 0, (wmi_vec){0, 0, 0});
    wm_kotor_mdl_free(s.mdl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seam),         cmocka_unit_test(test_last_mesh),
        cmocka_unit_test(test_no_seam),      cmocka_unit_test(test_crowded_seam),
        cmocka_unit_test(test_no_direction),
    };
    return cmocka_run_group_tests_name("smoothing", tests, NULL, NULL);
}
