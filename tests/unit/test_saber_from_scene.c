/* Lightsabers that another program saved: it splits vertices, writes them in another order and may
 * cut quads along the other diagonal. The 16 vertices of the file come back. */
#include <math.h>

#include "support.h"
#include "waymark/convert.h"

enum { ROWS = 4, BLADE = 8, SHOWN = 16, FACES = 12, HALF = WM_KOTOR_SABER_VERTICES / 2 };

/* Vertex i of the 16: the centre line of a blade, then its edge. apart: how far the second blade is
 * from the first. */
static wm_vec3 place(uint32_t i, float apart)
{
    float height = (float)(i % ROWS), blade = (float)(i / BLADE);
    float side = i % BLADE < ROWS ? 0 : i < BLADE ? 0.1f : -0.1f;
    return (wm_vec3){side, apart * blade, height * (1 + 0.01f * height)};
}

typedef struct shape {
    bool flipped;    /* quads are cut along the other diagonal */
    uint32_t faces;  /* 12 for two blades */
    float apart;     /* between the blades */
    bool scrambled;  /* vertices are in reverse order */
    bool no_normals; /* and no uvs */
} shape;

/* Each corner of a triangle is a vertex. */
static wm_scene *split(const shape *how)
{
    static const uint32_t cuts[2][6] = {{4, 0, 1, 1, 5, 4}, {0, 5, 4, 5, 0, 1}};
    static const char *const lightsaber = "lightsaber";
    static wm_extra type = {.name = "type", .count = 1, .texts = &lightsaber};
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    s->nodes = wm_scene_alloc(s, 1, sizeof *s->nodes, NULL);
    s->meshes = wm_scene_alloc(s, 1, sizeof *s->meshes, NULL);
    wm_scene_mesh *m = s->meshes;
    uint32_t n = m->vertex_count = m->index_count = 3 * how->faces;
    m->positions = wm_scene_alloc(s, n, sizeof *m->positions, NULL);
    m->indices = wm_scene_alloc(s, n, sizeof *m->indices, NULL);
    m->normals = how->no_normals ? NULL : wm_scene_alloc(s, n, sizeof *m->normals, NULL);
    m->uvs[0] = how->no_normals ? NULL : wm_scene_alloc(s, n, sizeof *m->uvs[0], NULL);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t quad = i / 6, first = quad / 3 * BLADE + quad % 3;
        uint32_t from = first + cuts[how->flipped][i % 6], v = how->scrambled ? n - 1 - i : i;
        m->indices[i] = v;
        m->positions[v] = place(from, how->apart);
        if (how->no_normals)
            continue;
        m->normals[v] = (wm_vec3){0, i % 2 ? 0.8f : 1.0f, i % 2 ? 0.6f : 0};
        m->uvs[0][v][0] = (float)(from % BLADE) / 16;
        m->uvs[0][v][1] = (float)(from % ROWS) / 4;
    }
    s->mesh_count = s->node_count = 1;
    s->source = "gltf";
    s->up = WM_UP_Z;
    m->extras = (wm_extras){1, &type};
    s->nodes[0] = (wm_scene_node){.name = "blade",
                                  .parent = WM_NO_INDEX,
                                  .kind = WM_NODE_KIND_MESH,
                                  .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                  .skin = WM_NO_INDEX,
                                  .light = WM_NO_INDEX};
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    return s;
}

static const wm_kotor_mesh *mesh_of(const wm_kotor_mdl *mdl)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].mesh)
            return mdl->tree.nodes[i].mesh;
    fail_msg("there is no mesh");
    return NULL;
}

static void is_restored(const shape *how)
{
    wm_scene *s = split(how);
    wm_kotor_mdl_import_result result;
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(s, NULL, &result, NULL);
    assert_non_null(mdl);
    assert_int_equal(result.sabers, 1);
    assert_int_equal(result.no_sabers, 0);
    const wm_kotor_saber *saber = mesh_of(mdl)->saber;
    assert_non_null(saber);
    for (uint32_t v = 0; v < WM_KOTOR_SABER_VERTICES; v++) {
        uint32_t at = v % HALF, i = v / HALF * BLADE + (at < BLADE ? at : at % ROWS);
        wm_vec3 wanted = place(i, how->apart);
        assert_memory_equal(&saber->positions[v], &wanted, sizeof wanted);
        if (how->no_normals)
            continue;
        assert_true(saber->uvs[v][0] == (float)(i % BLADE) / 16);
        wm_vec3 n = saber->normals[v];
        assert_true(n.y > 0.79f && fabsf(n.y * n.y + n.z * n.z - 1) < 1e-5f);
    }
    wm_kotor_mdl_free(mdl);
    wm_scene_free(s);
}

static void split_vertices_are_merged(void **state)
{
    (void)state;
    is_restored(&(shape){.faces = FACES});
    is_restored(&(shape){.faces = FACES, .scrambled = true});
    is_restored(&(shape){.faces = FACES, .no_normals = true});
}

static void blades_may_be_apart(void **state)
{
    (void)state;
    is_restored(&(shape){.faces = FACES, .apart = 2});
    is_restored(&(shape){.faces = FACES, .apart = 2, .scrambled = true});
}

static void quads_may_be_cut_the_other_way(void **state)
{
    (void)state;
    is_restored(&(shape){.faces = FACES, .flipped = true});
}

/* Somebody deleted a triangle: nothing says what the blade should be. */
static void another_shape_becomes_a_mesh(void **state)
{
    wm_scene *s = split(&(shape){.faces = FACES - 1});
    wm_kotor_mdl_import_result result;
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(s, NULL, &result, NULL);
    (void)state;
    assert_non_null(mdl);
    assert_int_equal(result.sabers, 0);
    assert_int_equal(result.no_sabers, 1);
    assert_null(mesh_of(mdl)->saber);
    assert_int_equal(mesh_of(mdl)->face_count, FACES - 1);
    wm_kotor_mdl_free(mdl);
    wm_scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_vertices_are_merged),
        cmocka_unit_test(blades_may_be_apart),
        cmocka_unit_test(quads_may_be_cut_the_other_way),
        cmocka_unit_test(another_shape_becomes_a_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
