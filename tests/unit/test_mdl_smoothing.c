/* Normals of small meshes that are made here: seams between skins, faces that cancel, and
 * texts whose groups say nothing. */
#include <math.h>

#include "angle.h"
#include "kotor/mdl/compile/compile.h"
#include "support.h"

enum { MESHES = 3, MOST = 600 };

typedef struct part {
    wm_vec3 vertices[MOST];
    float uvs[MOST][2];
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
    wm_kotor_mdl *mdl = wm_kotor_mdl_new(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL, NULL);
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

static void compile_with(scene *s, const wmi_compile_opts *opts)
{
    wmi_source_mesh *sources[MESHES + 1] = {NULL};
    wm_error error;
    for (uint32_t i = 0; i < MESHES; i++)
        sources[i + 1] = &s->parts[i].source;
    wm_status status = wmi_mdl_compile(s->mdl, sources, opts, &error);
    if (status)
        print_message("%s: %s\n", error.path, error.message);
    assert_int_equal(status, WM_OK);
}

static void compile(scene *s)
{
    compile_with(s, NULL);
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

/* ---- groups that say nothing ---------------------------------------------- */

/* A quad as two triangles with four vertices of its own. Its maps differ from all others
 * by `chart`. */
static void add_quad(part *p, wm_vec3 a, wm_vec3 b, wm_vec3 c, wm_vec3 d, uint32_t chart)
{
    static const uint32_t corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
    uint32_t first = p->source.vertex_count;
    wm_vec3 at[4] = {a, b, c, d};
    for (uint32_t v = 0; v < 4; v++) {
        p->vertices[first + v] = at[v];
        p->uvs[first + v][0] = (float)(chart + v);
        p->uvs[first + v][1] = (float)chart;
    }
    for (uint32_t f = 0; f < 2; f++) {
        wmi_source_face *face = &p->faces[p->source.face_count++];
        memset(face, 0xFF, sizeof *face);
        face->smoothing = 1;
        face->material = 0;
        for (uint32_t k = 0; k < 3; k++)
            face->vertex[k] = face->uv[0][k] = first + corners[f][k];
    }
    p->source.vertex_count = p->source.uv_count[0] = first + 4;
    p->source.uvs[0] = p->uvs;
}

/* A prism of `sides` quads along z, without ends. */
static void add_prism(part *p, uint32_t sides)
{
    for (uint32_t i = 0; i < sides; i++) {
        wm_vec3 at[2];
        for (uint32_t k = 0; k < 2; k++) {
            double angle = 2 * 3.14159265358979323846 * ((i + k) % sides) / sides;
            at[k] = (wm_vec3){(float)cos(angle), (float)sin(angle), 0};
        }
        wm_vec3 up[2] = {{at[0].x, at[0].y, 1}, {at[1].x, at[1].y, 1}};
        add_quad(p, at[0], at[1], up[1], up[0], 10 * i);
    }
}

static wmi_vec middle(const part *p, uint32_t side)
{
    wmi_vec a = wmi_vec_of(p->vertices[4 * side]), b = wmi_vec_of(p->vertices[4 * side + 1]);
    return wmi_add(a, b);
}

/* Sides after the first share the vertices of the side before, so only the seam between
 * the last and the first is open. */
static void share_vertices(part *p)
{
    for (uint32_t f = 2; f < p->source.face_count; f++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t side = f / 2, v = p->faces[f].vertex[k] - 4 * side;
            if (v == 0 || v == 3)
                p->faces[f].vertex[k] = p->faces[f].uv[0][k] = 4 * (side - 1) + (v ? 2 : 1);
        }
}

static bool smooth_between(const scene *s, uint32_t a, uint32_t b)
{
    wm_vec3 first, second;
    const wm_kotor_mesh *mesh = s->mdl->tree.nodes[1].mesh;
    assert_true(wm_kotor_mesh_normal(s->mdl, mesh, a, &first));
    assert_true(wm_kotor_mesh_normal(s->mdl, mesh, b, &second));
    return test_angle(first, second) < 1e-6;
}

/* Every edge has different maps, so the shape decides: right angles are hard, flat ones
 * smooth. */
static void test_guesses(void **state)
{
    (void)state;
    for (uint32_t sides = 4; sides <= 24; sides += 20) {
        scene s;
        make_scene(&s, 0);
        add_prism(&s.parts[0], sides);
        compile_with(&s, &(wmi_compile_opts){.smoothing = WM_KOTOR_SMOOTHING_ANGLES});
        assert_int_equal(s.mdl->tree.nodes[1].mesh->vertex_count, 4 * sides);
        assert_int_equal(smooth_between(&s, 1, 4), sides == 24);
        if (sides == 4)
            expect_normal(&s, 0, 1, middle(&s.parts[0], 0));
        wm_kotor_mdl_free(s.mdl);
    }
}

/* The faces along the seam are connected by smooth edges around the prism. */
static void test_open_seam(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, WM_KOTOR_NODE_SKIN);
    add_prism(&s.parts[0], 4);
    share_vertices(&s.parts[0]);
    compile_with(&s, &(wmi_compile_opts){.smoothing = WM_KOTOR_SMOOTHING_ANGLES});
    assert_true(smooth_between(&s, 0, 13));
    assert_false(smooth_between(&s, 0, 1));
    wm_kotor_mdl_free(s.mdl);
}

/* A vertex that was split although its maps are equal has two normals, also in a skin. */
static void test_proven_hard(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, WM_KOTOR_NODE_SKIN);
    add_prism(&s.parts[0], 4);
    share_vertices(&s.parts[0]);
    memcpy(s.parts[0].uvs[13], s.parts[0].uvs[0], sizeof s.parts[0].uvs[0]);
    compile_with(&s, &(wmi_compile_opts){.smoothing = WM_KOTOR_SMOOTHING_ANGLES});
    assert_false(smooth_between(&s, 0, 13));
    wm_kotor_mdl_free(s.mdl);
}

/* Faces of different groups, with vertices and maps of their own, at a right angle. Another
 * mesh at the same positions does not count. */
static void test_all_smooth(void **state)
{
    static const wm_kotor_smoothing how[] = {WM_KOTOR_SMOOTHING_ALL, WM_KOTOR_SMOOTHING_GROUPS,
                                             WM_KOTOR_SMOOTHING_ANGLES};
    (void)state;
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        scene s;
        make_scene(&s, 0);
        wm_vec3 up = {0, 1, 1}, wide = {3, 0, 0}, widest = {3, 1, 0};
        add_quad(&s.parts[0], o, wide, widest, y, 0); /* up, area 3 */
        add_quad(&s.parts[0], o, y, up, z, 100);      /* along x, area 1 */
        for (uint32_t f = 2; f < 4; f++)
            s.parts[0].faces[f].smoothing = 2;
        add_quad(&s.parts[1], o, x, (wm_vec3){1, 0, 1}, z, 0);
        compile_with(&s, &(wmi_compile_opts){.smoothing = how[i]});
        assert_int_equal(s.mdl->tree.nodes[1].mesh->vertex_count, 8);
        assert_int_equal(smooth_between(&s, 0, 4), i == 0);
        assert_int_equal(smooth_between(&s, 3, 5), i == 0);
        if (i == 0) {
            /* Both triangles of each quad meet at the origin, and one of each at y. */
            expect_normal(&s, 0, 0, (wmi_vec){1, 0, 3});
            expect_normal(&s, 0, 4, (wmi_vec){1, 0, 3});
            expect_normal(&s, 0, 3, (wmi_vec){1, 0, 3});
            expect_normal(&s, 0, 1, along_z);
            expect_normal(&s, 0, 6, along_x);
            expect_normal(&s, 1, 0, (wmi_vec){0, -1, 0});
        }
        wm_kotor_mdl_free(s.mdl);
    }
}

/* A vertex whose faces are in different groups stays one vertex. */
static void test_all_smooth_splits_nothing(void **state)
{
    (void)state;
    scene s;
    make_scene(&s, 0);
    add_triangle(&s.parts[0], o, x, y, 1);
    add_triangle(&s.parts[0], o, y, z, 2);
    s.parts[0].faces[1].vertex[0] = 0; /* one vertex, two groups */
    s.parts[0].faces[1].vertex[1] = 2;
    compile_with(&s, &(wmi_compile_opts){.smoothing = WM_KOTOR_SMOOTHING_ALL});
    assert_int_equal(s.mdl->tree.nodes[1].mesh->vertex_count, s.parts[0].source.vertex_count);
    expect_normal(&s, 0, 0, (wmi_vec){1, 0, 1});
    expect_normal(&s, 0, 2, (wmi_vec){1, 0, 1});
    wm_kotor_mdl_free(s.mdl);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seam),         cmocka_unit_test(test_last_mesh),
        cmocka_unit_test(test_no_seam),      cmocka_unit_test(test_crowded_seam),
        cmocka_unit_test(test_no_direction), cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_open_seam),    cmocka_unit_test(test_proven_hard),
        cmocka_unit_test(test_all_smooth),   cmocka_unit_test(test_all_smooth_splits_nothing),
    };
    return cmocka_run_group_tests_name("smoothing", tests, NULL, NULL);
}
