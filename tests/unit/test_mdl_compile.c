/* Compiling small meshes that are made here: welding, smoothing, limits, numbers. */
#include <math.h>

#include "angle.h"
#include "kotor/mdl/compile/compile.h"
#include "memory.h"
#include "support.h"

/* A model of a root and `meshes` meshes below it. */
static wm_kotor_mdl *model_of(uint32_t meshes, uint32_t flags, const wm_allocator *allocator)
{
    static const char *const names[] = {"root", "a", "b", "c"};
    wm_kotor_mdl *mdl = wm_kotor_mdl_new(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, allocator, NULL);
    if (!mdl)
        return NULL;
    mdl->tree.nodes = wm_kotor_mdl_alloc(mdl, meshes + 1, sizeof *mdl->tree.nodes, NULL);
    mdl->names = wm_kotor_mdl_alloc(mdl, meshes + 1, sizeof *mdl->names, NULL);
    bool full = mdl->tree.nodes && mdl->names;
    for (uint32_t i = 0; full && i <= meshes; i++) {
        wm_kotor_mdl_node *node = &mdl->tree.nodes[i];
        node->flags = WM_KOTOR_NODE_HEADER;
        node->name = (uint16_t)i;
        node->parent = i ? 0 : WM_NO_INDEX;
        node->orientation.w = 1;
        mdl->names[i] = names[i < 4 ? i : 3];
        if (i) {
            node->flags = (uint16_t)(WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH | flags);
            node->mesh = wm_kotor_mdl_alloc(mdl, 1, sizeof *node->mesh, NULL);
            full = node->mesh != NULL;
            if (full)
                node->mesh->render = 1;
        }
    }
    mdl->tree.count = mdl->name_count = meshes + 1;
    if (!full) {
        wm_kotor_mdl_free(mdl);
        return NULL;
    }
    return mdl;
}

/* ---- a cube -------------------------------------------------------------- */

typedef struct cube {
    wm_vec3 vertices[8];
    wmi_source_face faces[12];
    float uvs[4][2];
    wmi_source_mesh source;
} cube;

/* Eight corners; each side a smoothing group of its own, or all in one. */
static void make_cube(cube *c, bool smooth, bool mapped)
{
    static const uint32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    memset(c, 0, sizeof *c);
    for (uint32_t v = 0; v < 8; v++)
        c->vertices[v] =
            (wm_vec3){v & 1 ? 1.0f : -1.0f, v & 2 ? 1.0f : -1.0f, v & 4 ? 1.0f : -1.0f};
    for (uint32_t t = 0; t < 4; t++) {
        c->uvs[t][0] = t & 1 ? 1.0f : 0.0f;
        c->uvs[t][1] = t & 2 ? 1.0f : 0.0f;
    }
    for (uint32_t f = 0; f < 12; f++) {
        wmi_source_face *face = &c->faces[f];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t at = k == 0 ? 0 : k + f % 2;
            face->vertex[k] = sides[f / 2][at];
            for (int set = 0; set < 4; set++)
                face->uv[set][k] = WM_NO_INDEX;
            if (mapped)
                face->uv[0][k] = at == 0 ? 0 : at == 1 ? 1 : at == 2 ? 3 : 2;
            face->colour[k] = WM_NO_INDEX;
        }
        face->smoothing = smooth ? 1 : (uint32_t)1 << f / 2;
    }
    c->source = (wmi_source_mesh){.vertex_count = 8,
                                  .vertices = c->vertices,
                                  .face_count = 12,
                                  .faces = c->faces,
                                  .uv_count = {mapped ? 4 : 0},
                                  .uvs = {c->uvs}};
}

static void compile(wm_kotor_mdl *mdl, wmi_source_mesh *first, wmi_source_mesh *second)
{
    wmi_source_mesh *sources[32] = {NULL, first, second}; /* more than any model here has nodes */
    wm_error error;
    wm_status status = wmi_mdl_compile(mdl, sources, NULL, &error);
    if (status)
        print_message("%s: %s\n", error.path, error.message);
    assert_int_equal(status, WM_OK);
}

static wm_vec3 normal_of(const wm_kotor_mdl *mdl, uint32_t node, uint32_t vertex)
{
    wm_vec3 n = {0, 0, 0};
    assert_true(wm_kotor_mesh_normal(mdl, mdl->tree.nodes[node].mesh, vertex, &n));
    return n;
}

static void test_smooth_cube(void **state)
{
    (void)state;
    cube c;
    make_cube(&c, true, false);
    wm_kotor_mdl *mdl = model_of(1, 0, NULL);
    compile(mdl, &c.source, NULL);
    const wm_kotor_mesh *mesh = mdl->tree.nodes[1].mesh;
    assert_int_equal(mesh->vertex_count, 8);
    assert_int_equal(mesh->row_size, 24);
    assert_int_equal(mesh->row_flags, WM_KOTOR_MDX_POSITION | WM_KOTOR_MDX_NORMAL);
    assert_int_equal(mesh->index_count, 36);
    assert_int_equal(mesh->index_counts[0], 36);
    assert_int_equal(mesh->inverted[0], 98);
    assert_true(mesh->area == 24);
    assert_true(mesh->radius == sqrtf(3));
    for (uint32_t f = 0; f < 12; f++) /* closed: a neighbour at every edge */
        for (int k = 0; k < 3; k++)
            assert_int_not_equal(mesh->faces[f].adjacent[k], 0xFFFF);
    for (uint32_t v = 0; v < 8; v++) {
        /* Area alone counts: a side that touches a corner with two faces weighs twice. */
        wm_vec3 n = normal_of(mdl, 1, v);
        assert_true(n.x * c.vertices[v].x > 0.3f && n.y * c.vertices[v].y > 0.3f &&
                    n.z * c.vertices[v].z > 0.3f);
    }
    wm_kotor_mdl_free(mdl);
}

static void test_hard_cube(void **state)
{
    (void)state;
    cube c;
    make_cube(&c, false, true);
    wm_kotor_mdl *mdl = model_of(1, 0, NULL);
    c.source.tangents = true;
    compile(mdl, &c.source, NULL);
    const wm_kotor_mesh *mesh = mdl->tree.nodes[1].mesh;
    assert_int_equal(mesh->vertex_count, 24);
    assert_int_equal(mesh->texture_count, 1);
    assert_int_equal(mesh->row_size, 12 + 12 + 8 + 36);
    for (uint32_t f = 0; f < 12; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = mesh->faces[f].vertex[k];
            wm_vec3 frame[3];
            assert_true(test_angle(normal_of(mdl, 1, v), mesh->faces[f].normal) < 1e-6);
            assert_true(wm_kotor_mesh_tangents(mdl, mesh, v, frame));
            assert_true(test_angle(frame[2], mesh->faces[f].normal) < 1e-6);
            assert_true(fabs(test_angle(frame[0], frame[1]) - 1.5707963) < 1e-6);
        }
    for (uint32_t v = 1; v < 24; v++) { /* in the order of the text's vertices */
        wm_vec3 a = mesh->vertices[v - 1], b = mesh->vertices[v];
        assert_true(a.x + 2 * a.y + 4 * a.z <= b.x + 2 * b.y + 4 * b.z);
    }
    wm_kotor_mdl_free(mdl);
}

/* A face of two groups smooths with both sides, which do not smooth with each other. */
static void test_groups_are_not_transitive(void **state)
{
    (void)state;
    wm_vec3 v[4] = {{0, 0, 0}, {1, 0, 1}, {0, 1, 0}, {-1, 0, 1}};
    wm_vec3 tip = {0, -1, 0};
    wm_vec3 all[5] = {v[0], v[1], v[2], v[3], tip};
    wmi_source_face faces[3];
    memset(faces, 0xFF, sizeof faces);
    const uint32_t corners[3][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}};
    const uint32_t groups[3] = {1, 3, 2};
    for (int f = 0; f < 3; f++) {
        memcpy(faces[f].vertex, corners[f], sizeof corners[f]);
        faces[f].smoothing = groups[f];
        for (int k = 0; k < 3; k++) /* other numbers for the map: no listed vertices */
            faces[f].uv[0][k] = 0;
    }
    float uv[1][2] = {{0, 0}};
    wmi_source_mesh s = {.vertex_count = 5,
                         .vertices = all,
                         .face_count = 3,
                         .faces = faces,
                         .uv_count = {1},
                         .uvs = {uv}};
    wm_kotor_mdl *mdl = model_of(1, 0, NULL);
    compile(mdl, &s, NULL);
    const wm_kotor_mesh *mesh = mdl->tree.nodes[1].mesh;
    /* Vertex 0 becomes three; 2 and 3 stay one each. */
    assert_int_equal(mesh->vertex_count, 7);
    assert_int_not_equal(mesh->faces[0].vertex[0], mesh->faces[1].vertex[0]);
    assert_int_not_equal(mesh->faces[1].vertex[0], mesh->faces[2].vertex[0]);
    assert_int_equal(mesh->faces[0].vertex[2], mesh->faces[1].vertex[1]);
    wm_kotor_mdl_free(mdl);
}

/* Two sheets that share an edge in the model, although their nodes are rotated and moved. */
static void test_smooth_across_meshes(void **state)
{
    (void)state;
    wm_vec3 left[3] = {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
    wm_vec3 right[3] = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}; /* rotated by 90 degrees: upwards */
    wmi_source_face faces[2];
    memset(faces, 0xFF, sizeof faces);
    for (uint32_t k = 0; k < 3; k++) {
        faces[0].vertex[k] = k;
        faces[1].vertex[k] = k == 0 ? 0 : 3 - k;
    }
    faces[0].smoothing = faces[1].smoothing = 1;
    wmi_source_mesh a = {.vertex_count = 3, .vertices = left, .face_count = 1, .faces = &faces[0]};
    wmi_source_mesh b = {.vertex_count = 3, .vertices = right, .face_count = 1, .faces = &faces[1]};
    for (int mode = 0; mode < 3; mode++) {
        wm_kotor_mdl *mdl = model_of(2, 0, NULL);
        mdl->tree.nodes[1].position = (wm_vec3){5, 6, 7};
        mdl->tree.nodes[2].position = (wm_vec3){5, 6, 7};
        mdl->tree.nodes[2].orientation = (wm_kotor_quat){0.70710678f, 0, -0.70710678f, 0};
        mdl->tree.nodes[2].mesh->render = mode != 1; /* what is not drawn stays apart */
        faces[1].smoothing = mode == 2 ? 2 : 1;
        compile(mdl, &a, &b);
        wm_vec3 n = normal_of(mdl, 1, 0), m = normal_of(mdl, 2, 0);
        if (mode == 0) {
            assert_true(test_angle(n, (wm_vec3){-1, 0, 1}) < 1e-6);
            assert_true(test_angle(m, (wm_vec3){1, 0, 1}) < 1e-6); /* the same, rotated back */
        } else {
            assert_true(test_angle(n, (wm_vec3){0, 0, 1}) < 1e-6);
        }
        wm_kotor_mdl_free(mdl);
    }
}

/* A second vertex of the same place, map and weights is welded with the first, unless the
 * text lists compiled vertices. */
static void test_weld(void **state)
{
    (void)state;
    wm_vec3 v[6] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    float uv[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const uint32_t maps[6] = {0, 1, 2, 0, 2, 3};
    wmi_source_face faces[2];
    memset(faces, 0xFF, sizeof faces);
    for (uint32_t c = 0; c < 6; c++) {
        faces[c / 3].vertex[c % 3] = c;
        faces[c / 3].uv[0][c % 3] = maps[c];
        faces[c / 3].smoothing = 1;
    }
    wmi_source_mesh s = {.vertex_count = 6,
                         .vertices = v,
                         .face_count = 2,
                         .faces = faces,
                         .uv_count = {4},
                         .uvs = {uv}};
    wm_kotor_mdl *mdl = model_of(1, 0, NULL);
    compile(mdl, &s, NULL);
    assert_int_equal(mdl->tree.nodes[1].mesh->vertex_count, 4);
    assert_int_equal(mdl->tree.nodes[1].mesh->faces[1].vertex[0], 0);
    assert_int_equal(mdl->tree.nodes[1].mesh->faces[0].adjacent[2], 1);
    wm_kotor_mdl_free(mdl);

    float listed[6][2];
    for (uint32_t c = 0; c < 6; c++) {
        memcpy(listed[c], uv[maps[c]], sizeof listed[c]);
        faces[c / 3].uv[0][c % 3] = c;
    }
    s.uv_count[0] = 6;
    s.uvs[0] = listed;
    mdl = model_of(1, 0, NULL);
    compile(mdl, &s, NULL);
    assert_int_equal(mdl->tree.nodes[1].mesh->vertex_count, 6);
    wm_kotor_mdl_free(mdl);
}

/* ---- parts --------------------------------------------------------------- */

static void test_skin(void **state)
{
    (void)state;
    enum { NODES = 22 };
    cube c;
    make_cube(&c, true, false);
    wmi_source_weights weights[8] = {0};
    wm_kotor_mdl *mdl = wm_kotor_mdl_new(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL, NULL);
    mdl->tree.nodes = wm_kotor_mdl_alloc(mdl, NODES, sizeof *mdl->tree.nodes, NULL);
    mdl->names = wm_kotor_mdl_alloc(mdl, NODES, sizeof *mdl->names, NULL);
    mdl->tree.count = mdl->name_count = NODES;
    for (uint32_t i = 0; i < NODES; i++) {
        mdl->names[i] = i == 1 ? "body" : "bone";
        mdl->tree.nodes[i] = (wm_kotor_mdl_node){.flags = 1,
                                                 .name = (uint16_t)i,
                                                 .parent = i ? 0 : WM_NO_INDEX,
                                                 .orientation = {1, 0, 0, 0},
                                                 .position = {(float)i, 0, 0}};
    }
    mdl->tree.nodes[1].flags = 0x61;
    mdl->tree.nodes[1].mesh = wm_kotor_mdl_alloc(mdl, 1, sizeof(wm_kotor_mesh), NULL);
    for (uint32_t v = 0; v < 8; v++)
        weights[v] = (wmi_source_weights){
            2, {(uint16_t)(20 - 2 * v), (uint16_t)(21 - 2 * v)}, {0.75f, 0.25f}};
    c.source.weights = weights;
    weights[7].count = 1; /* fifteen bones */
    compile(mdl, &c.source, NULL);
    const wm_kotor_mesh *mesh = mdl->tree.nodes[1].mesh;
    int slot[4];
    float weight[4];
    assert_int_equal(mesh->row_size, 24 + 32);
    assert_int_equal(mesh->skin->weight_offset, 24);
    assert_int_equal(mesh->skin->slots[0], 20);
    assert_int_equal(mesh->skin->slots[1], 21);
    assert_true(mesh->area == 0);
    assert_true(wm_kotor_mesh_weights(mdl, mesh, 1, slot, weight));
    assert_int_equal(slot[0], 2);
    assert_int_equal(slot[2], -1);
    assert_true(weight[1] == 0.25f);
    /* from the space of the skin at x = 1 to that of bone 5 at x = 5 */
    assert_true(mesh->skin->t[5].x == -4 && mesh->skin->q[5].w == 1);

    wmi_source_mesh *sources[NODES] = {NULL, &c.source};
    wm_error error;
    weights[0].count = weights[1].count = 4;
    for (uint16_t i = 2; i < 4; i++) {
        weights[0].name[i] = i;
        weights[1].name[i] = (uint16_t)(i - 2);
    }
    assert_int_equal(wmi_mdl_compile(mdl, sources, NULL, &error), WM_NOT_REPRESENTABLE);
    assert_string_equal(error.path, "body");
    assert_non_null(strstr(error.message, "18"));
    wm_kotor_mdl_free(mdl);
}

static void test_walkmesh_and_dangly(void **state)
{
    (void)state;
    cube c;
    float constraints[8] = {0, 1, 2, 3, 4, 5, 6, 255};
    make_cube(&c, true, false);
    wm_kotor_mdl *mdl = model_of(1, WM_KOTOR_NODE_AABB, NULL);
    compile(mdl, &c.source, NULL);
    const wm_kotor_mesh *mesh = mdl->tree.nodes[1].mesh;
    bool seen[12] = {false};
    assert_int_equal(mesh->aabb_count, 23);
    for (uint32_t i = 0; i < 23; i++)
        if (mesh->aabbs[i].face >= 0) {
            assert_false(seen[mesh->aabbs[i].face]);
            seen[mesh->aabbs[i].face] = true;
        }
    assert_true(mesh->aabbs[0].min.x == -1 && mesh->aabbs[0].max.x == 1.0001f);
    wm_kotor_mdl_free(mdl);

    mdl = model_of(1, WM_KOTOR_NODE_DANGLY, NULL);
    c.source.constraints = constraints;
    compile(mdl, &c.source, NULL);
    mesh = mdl->tree.nodes[1].mesh;
    assert_int_equal(mesh->dangly->constraint_count, 8);
    assert_true(mesh->dangly->constraints[7] == 255);
    assert_memory_equal(mesh->dangly->vertices, mesh->vertices, 8 * 12);
    assert_true(mesh->area == 0);
    wm_kotor_mdl_free(mdl);
}

static void test_saber(void **state)
{
    (void)state;
    wm_vec3 v[16];
    float uv[16][2];
    wmi_source_mesh s = {.vertex_count = 16, .vertices = v, .uv_count = {16}, .uvs = {uv}};
    for (uint32_t i = 0; i < 16; i++) {
        v[i] = (wm_vec3){(float)i, 0, 0};
        uv[i][0] = (float)i;
        uv[i][1] = 0;
    }
    wm_kotor_mdl *mdl = model_of(1, WM_KOTOR_NODE_SABER, NULL);
    compile(mdl, &s, NULL);
    const wm_kotor_mesh *mesh = mdl->tree.nodes[1].mesh;
    assert_int_equal(mesh->vertex_count, 176);
    assert_int_equal(mesh->row_size, 0);
    assert_int_equal(mesh->face_count, 12);
    assert_true(mesh->saber->positions[5].x == 5 && mesh->saber->positions[9].x == 1);
    assert_true(mesh->saber->positions[88].x == 8 && mesh->saber->uvs[175][0] == 11);
    assert_int_equal(mesh->saber->inverted[0], 98);
    assert_int_equal(mesh->saber->inverted[1], 97);
    wmi_source_mesh *sources[2] = {NULL, &s};
    s.vertex_count = 15;
    assert_int_equal(wmi_mdl_compile(mdl, sources, NULL, NULL), WM_NOT_REPRESENTABLE);
    wm_kotor_mdl_free(mdl);
}

/* ---- limits and numbers --------------------------------------------------- */

static void test_limits(void **state)
{
    (void)state;
    enum { MANY = 22000 }; /* faces of their own: 66000 vertices */
    wm_vec3 *v = test_malloc(3 * MANY * sizeof *v);
    wmi_source_face *faces = test_malloc(66000 * sizeof *faces);
    memset(faces, 0xFF, 66000 * sizeof *faces);
    for (uint32_t i = 0; i < 3 * MANY; i++) {
        v[i] = (wm_vec3){(float)i, (float)(i % 3), 0};
        faces[i / 3].vertex[i % 3] = i;
    }
    wmi_source_mesh s = {
        .vertex_count = 3 * MANY, .vertices = v, .face_count = MANY, .faces = faces};
    wmi_source_mesh *sources[2] = {NULL, &s};
    wm_kotor_mdl *mdl = model_of(1, 0, NULL);
    wm_error error;
    assert_int_equal(wmi_mdl_compile(mdl, sources, NULL, &error), WM_NOT_REPRESENTABLE);
    assert_string_equal(error.path, "a");
    assert_non_null(strstr(error.message, "66,000"));
    assert_non_null(strstr(error.message, "65,535"));
    for (uint32_t f = MANY; f < 66000; f++)
        for (uint32_t k = 0; k < 3; k++)
            faces[f].vertex[k] = k;
    s.face_count = 66000;
    assert_int_equal(wmi_mdl_compile(mdl, sources, NULL, &error), WM_NOT_REPRESENTABLE);
    assert_non_null(strstr(error.message, "faces"));
    wm_kotor_mdl_free(mdl);
    test_free(faces);
    test_free(v);
}

static void test_inverted_counters(void **state)
{
    (void)state;
    const uint32_t pairs[][2] = {{1, 98},    {99, 0},    {100, 100}, {101, 199}, {199, 101},
                                 {200, 200}, {201, 399}, {399, 201}, {400, 400}, {401, 799}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_equal(wmi_inverted_counter(pairs[i][0]), pairs[i][1]);
}

static void test_supermodel_numbers(void **state)
{
    (void)state;
    wm_kotor_mdl *super = model_of(2, 0, NULL), *mdl = model_of(3, 0, NULL);
    super->names[2] = "B";
    super->tree.nodes[1].super_node = 7;
    super->tree.nodes[2].super_node = 40;
    super->geometry.node_count = 100;
    mdl->animations = wm_kotor_mdl_alloc(mdl, 1, sizeof *mdl->animations, NULL);
    mdl->animation_count = 1;
    wm_kotor_controller keys[2] = {{.type = 8}, {.type = 20}};
    wm_kotor_mdl_node moved = {
        .flags = 1, .name = 2, .parent = WM_NO_INDEX, .controllers = keys, .controller_count = 2};
    mdl->animations[0].tree = (wm_kotor_tree){1, &moved};
    wmi_source_mesh *none[4] = {NULL};
    assert_int_equal(wmi_mdl_compile(mdl, none, &(wmi_compile_opts){.supermodel = super}, NULL), 0);
    assert_int_equal(mdl->tree.nodes[0].super_node, 0);
    assert_int_equal(mdl->tree.nodes[1].super_node, 7);
    assert_int_equal(mdl->tree.nodes[2].super_node, 40);
    assert_int_equal(mdl->tree.nodes[3].super_node, 41); /* not in the supermodel */
    assert_int_equal(moved.super_node, 40);
    assert_int_equal(mdl->geometry.node_count, 4 + 100 + 1);
    assert_int_equal(mdl->animations[0].geometry.node_count, 4);
    assert_int_equal(keys[0].unknown, 16);
    assert_int_equal(keys[1].unknown, 28);
    assert_int_equal(mdl->tree.nodes[1].mesh->function[0], 4216656);
    assert_int_equal(wmi_mdl_compile(mdl, none, NULL, NULL), 0);
    assert_int_equal(mdl->tree.nodes[2].super_node, 2);
    assert_int_equal(mdl->geometry.node_count, 4);
    wm_kotor_mdl_free(super);
    wm_kotor_mdl_free(mdl);
}

/* NaNs, faces without area, faces that use a position twice. */
static void test_odd_geometry(void **state)
{
    (void)state;
    cube c;
    make_cube(&c, true, true);
    c.source.tangents = true;
    c.vertices[0] = (wm_vec3){NAN, INFINITY, -INFINITY};
    c.uvs[1][0] = NAN;
    for (int k = 0; k < 3; k++)
        c.faces[3].vertex[k] = 5;
    c.faces[4].smoothing = 0xFFFFFFFFu;
    wm_kotor_mdl *mdl = model_of(1, WM_KOTOR_NODE_AABB, NULL);
    mdl->tree.nodes[0].orientation = (wm_kotor_quat){NAN, 0, 0, 0};
    mdl->tree.nodes[1].position = (wm_vec3){INFINITY, NAN, 0};
    compile(mdl, &c.source, NULL);
    uint32_t **groups;
    wmi_arena memory;
    wmi_arena_init(&memory, NULL, 0);
    assert_int_equal(wmi_mdl_smoothing(mdl, &groups, &memory, NULL), WM_OK);
    assert_non_null(groups[1]);
    wmi_arena_free(&memory);
    wm_kotor_mdl_free(mdl);
}

/* ---- memory --------------------------------------------------------------- */

static wm_status compile_once(const wm_allocator *allocator, wm_kotor_smoothing smoothing)
{
    cube c, d;
    make_cube(&c, false, smoothing != WM_KOTOR_SMOOTHING_ANGLES);
    make_cube(&d, true, false);
    c.source.tangents = true;
    wmi_source_mesh *sources[3] = {NULL, &c.source, &d.source};
    wm_kotor_mdl *mdl = model_of(2, WM_KOTOR_NODE_AABB, allocator);
    if (!mdl)
        return WM_NO_MEMORY;
    wm_status status =
        wmi_mdl_compile(mdl, sources, &(wmi_compile_opts){.smoothing = smoothing}, NULL);
    if (!status) {
        uint32_t **groups;
        wmi_arena memory;
        wmi_arena_init(&memory, allocator, 0);
        status = wmi_mdl_smoothing(mdl, &groups, &memory, NULL);
        wmi_arena_free(&memory);
    }
    if (!status)
        status = wm_kotor_mdl_set_variant(mdl, WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_XBOX, NULL);
    wm_kotor_mdl_free(mdl);
    return status;
}

static void test_refused_memory(void **state)
{
    (void)state;
    uint64_t calls = 1;
    for (uint64_t fail = 0, how = WM_KOTOR_SMOOTHING_GROUPS; how <= WM_KOTOR_SMOOTHING_ALL;
         fail = fail < calls ? fail + 1 : 0, how += fail == 0) {
        test_memory memory;
        test_memory_init(&memory);
        memory.fail_at = fail;
        wm_status status = compile_once(&memory.allocator, (wm_kotor_smoothing)how);
        if (fail == 0) {
            assert_int_equal(status, WM_OK);
            calls = memory.calls;
        } else if (memory.refused) {
            assert_true(status == WM_NO_MEMORY || status == WM_OK); /* smaller blocks may do */
        }
        test_memory_done(&memory, "compile");
    }
    assert_true(calls > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smooth_cube),
        cmocka_unit_test(test_hard_cube),
        cmocka_unit_test(test_groups_are_not_transitive),
        cmocka_unit_test(test_smooth_across_meshes),
        cmocka_unit_test(test_weld),
        cmocka_unit_test(test_skin),
        cmocka_unit_test(test_walkmesh_and_dangly),
        cmocka_unit_test(test_saber),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_inverted_counters),
        cmocka_unit_test(test_supermodel_numbers),
        cmocka_unit_test(test_odd_geometry),
        cmocka_unit_test(test_refused_memory),
    };
    return cmocka_run_group_tests_name("compiling models", tests, NULL, NULL);
}
