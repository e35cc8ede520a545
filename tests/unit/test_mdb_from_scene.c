/* NWN2 models from scenes: of other programs, and every complaint. Scenes of models are in
 * tests/corpus/test_corpus_mdb_scene.c. */
#include <math.h>

#include "mdb_models.h"
#include "support.h"

/* ---- a model that went through another program ---- */

/* The same glTF, as if another program had written it. */
static wm_scene *by_other_hands(const wm_nwn2_mdb *m)
{
    wm_error error;
    wm_buffer bytes;
    const wm_gltf_write_opts opts = {.text = true, .all_lods = true};
    wm_scene *scene = wm_scene_from_nwn2_mdb(m, NULL, &error);
    assert_non_null(scene);
    assert_int_equal(wm_gltf_write(scene, &opts, &bytes, &error), WM_OK);
    wm_scene_free(scene);
    bool found = false;
    for (size_t i = 0; i + 8 < bytes.size && !found; i++)
        if (memcmp(bytes.data + i, "\"waymark ", 9) == 0) {
            memcpy(bytes.data + i, "\"another ", 9);
            found = true;
        }
    assert_true(found);
    scene = wm_gltf_read(bytes.data, bytes.size, NULL, &error);
    if (!scene)
        fail_msg("%s: %s", error.path, error.message);
    wm_buffer_free(&bytes);
    return scene;
}

static void near(wm_vec3 a, wm_vec3 b)
{
    double apart = fabs((double)a.x - (double)b.x) + fabs((double)a.y - (double)b.y) +
                   fabs((double)a.z - (double)b.z);
    if (!(apart < 1e-5))
        fail_msg("(%g, %g, %g) instead of (%g, %g, %g)", (double)b.x, (double)b.y, (double)b.z,
                 (double)a.x, (double)a.y, (double)a.z);
}

/* Vertices may have another order: those of each corner must be the same. */
static void compare_meshes(const wm_nwn2_mdb_packet *a, const wm_nwn2_mdb_packet *b)
{
    const wm_nwn2_mdb_mesh *x = a->mesh, *y = b->mesh;
    assert_int_equal(x->triangle_count, y->triangle_count);
    assert_int_equal(x->vertex_count, y->vertex_count);
    for (uint32_t i = 0; i < x->triangle_count; i++)
        for (int k = 0; k < 3 && a->kind != WM_NWN2_MDB_KIND_WALK; k++) {
            uint16_t v = x->triangles[i].vertex[k], w = y->triangles[i].vertex[k];
            near(wm_nwn2_mdb_position(x, v), wm_nwn2_mdb_position(y, w));
            if (a->kind == WM_NWN2_MDB_KIND_RIGD) {
                near(x->vertices[v].normal, y->vertices[w].normal);
                near(x->vertices[v].tangent, y->vertices[w].tangent);
                near(x->vertices[v].binormal, y->vertices[w].binormal);
                near(x->vertices[v].uvw, y->vertices[w].uvw);
            }
            if (a->kind == WM_NWN2_MDB_KIND_SKIN) {
                near(x->skin_vertices[v].tangent, y->skin_vertices[w].tangent);
                for (int n = 0; n < 3; n++)
                    assert_int_equal(x->skin_vertices[v].bone[n], y->skin_vertices[w].bone[n]);
            }
        }
    for (int i = 0; i < WM_NWN2_MDB_TEXTURES && a->kind <= WM_NWN2_MDB_KIND_SKIN; i++)
        assert_string_equal(x->material.texture[i], y->material.texture[i]);
    assert_int_equal(x->material.flags, y->material.flags);
    assert_string_equal(x->skeleton, y->skeleton);
}

static uint32_t count_flags(const wm_nwn2_mdb_mesh *m, uint32_t flags)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->triangle_count; i++)
        n += m->triangle_flags[i] == flags;
    return n;
}

static void other_programs_keep_what_matters(void **state)
{
    static const char *const names[] = {"plc_stage.mdb", "c_toy.mdb"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        wm_error error;
        wm_nwn2_mdb_import_result r;
        wm_nwn2_mdb *m = test_mdb_make(names[i]);
        wm_scene *scene = by_other_hands(m);
        wm_nwn2_mdb *back = wm_nwn2_mdb_from_scene(scene, NULL, &r, &error);
        if (!back)
            fail_msg("%s: %s: %s", names[i], error.path, error.message);
        assert_false(r.straight);
        assert_int_equal(r.ignored, 0);
        assert_int_equal(r.flipped, 0);
        assert_int_equal(r.dropped, i == 0 ? 2 : 0);
        assert_int_equal(back->packet_count, m->packet_count);
        for (uint32_t p = 0; p < m->packet_count; p++) {
            const wm_nwn2_mdb_packet *a = &m->packets[p], *b = &back->packets[p];
            assert_int_equal(a->kind, b->kind);
            if (wm_nwn2_mdb_packet_name(a))
                assert_string_equal(wm_nwn2_mdb_packet_name(a), wm_nwn2_mdb_packet_name(b));
            if (a->mesh)
                compare_meshes(a, b);
            if (a->point) /* to the bit: it did not move */
                assert_memory_equal(a->point, b->point, sizeof *a->point);
            if (a->spheres)
                assert_memory_equal(a->spheres->spheres, b->spheres->spheres,
                                    a->spheres->count * sizeof *a->spheres->spheres);
            if (a->kind == WM_NWN2_MDB_KIND_WALK) {
                assert_int_equal(count_flags(b->mesh, WM_NWN2_WALKABLE | WM_NWN2_WOOD), 1);
                assert_int_equal(count_flags(b->mesh, WM_NWN2_WALKABLE | WM_NWN2_STONE), 1);
                assert_int_equal(count_flags(b->mesh, 0), 2);
            }
        }
        wm_nwn2_mdb_free(back);
        wm_nwn2_mdb_free(m);
        wm_scene_free(scene);
    }
}

/* ---- scenes by hand: y up, as a glTF of another program ---- */

/* Two triangles of a square on the floor, with a material each; `down`: clockwise. */
static wm_scene *floor_scene(const char *name, const char *materials[2], bool down)
{
    static const uint32_t up[6] = {0, 1, 2, 0, 2, 3}, under[6] = {0, 2, 1, 0, 3, 2};
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    s->source = "gltf";
    s->v_down = true;
    s->nodes = wm_scene_alloc(s, 1, sizeof *s->nodes, NULL);
    s->meshes = wm_scene_alloc(s, 1, sizeof *s->meshes, NULL);
    s->materials = wm_scene_alloc(s, 2, sizeof *s->materials, NULL);
    wm_scene_mesh *m = s->meshes;
    m->positions = wm_scene_alloc(s, 4, sizeof *m->positions, NULL);
    m->indices = wm_scene_alloc(s, 6, sizeof *m->indices, NULL);
    m->parts = wm_scene_alloc(s, 2, sizeof *m->parts, NULL);
    for (int i = 0; i < 4; i++) /* (x, y) on the floor is (x, 0, -y) here */
        m->positions[i] = (wm_vec3){i == 1 || i == 2, 0, i >= 2 ? -1.0f : 0};
    memcpy(m->indices, down ? under : up, sizeof up);
    for (uint32_t i = 0; i < 2; i++) {
        m->parts[i] = (wm_scene_part){3 * i, 3, i};
        s->materials[i] = (wm_scene_material){.name = materials[i], .alpha = 1};
    }
    m->vertex_count = 4;
    m->index_count = 6;
    m->part_count = s->material_count = 2;
    s->mesh_count = s->node_count = 1;
    s->nodes[0] = (wm_scene_node){.name = name,
                                  .parent = WM_NO_INDEX,
                                  .kind = WM_NODE_KIND_MESH,
                                  .rest = {{0, 2, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                  .skin = WM_NO_INDEX,
                                  .light = WM_NO_INDEX,
                                  .source = WM_NO_INDEX};
    return s;
}

static wm_nwn2_mdb *import(wm_scene *s, const wm_nwn2_mdb_import_opts *opts,
                           wm_nwn2_mdb_import_result *r, wm_error *error)
{
    assert_int_equal(wm_scene_finish(s, error), WM_OK);
    wm_nwn2_mdb *m = wm_nwn2_mdb_from_scene(s, opts, r, error);
    wm_scene_free(s);
    return m;
}

static void a_mesh_is_split_by_material(void **state)
{
    const char *materials[2] = {"textures/wall.png", "Material.002"};
    wm_nwn2_mdb_import_result r;
    wm_error error;
    (void)state;
    wm_nwn2_mdb *m = import(floor_scene("crate.001", materials, false), NULL, &r, &error);
    assert_non_null(m);
    assert_int_equal(m->packet_count, 2);
    assert_int_equal(r.split, 1);
    assert_int_equal(r.no_normals, 2);
    assert_int_equal(r.no_uvs, 2);
    assert_string_equal(m->packets[0].mesh->name, "crate");
    assert_string_equal(m->packets[1].mesh->name, "crate_2");
    assert_string_equal(m->packets[0].mesh->material.texture[0], "wall");
    assert_string_equal(m->packets[1].mesh->material.texture[0], "");
    assert_int_equal(m->packets[0].mesh->vertex_count, 3);
    near((wm_vec3){1, 1, 2}, m->packets[0].mesh->vertices[2].position);
    near((wm_vec3){0, 0, 1}, m->packets[0].mesh->vertices[2].normal);
    wm_nwn2_mdb_free(m);
}

static void names_tell_what_a_mesh_is(void **state)
{
    static const struct {
        const char *name;
        wm_nwn2_mdb_kind kind;
    } cases[] = {{"crate_w.001", WM_NWN2_MDB_KIND_WALK},
                 {"crate_C2", WM_NWN2_MDB_KIND_COL2},
                 {"crate_c3", WM_NWN2_MDB_KIND_COL3},
                 {"crate_L01", WM_NWN2_MDB_KIND_RIGD}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *materials[2] = {"stone", "wood_not_walkable"};
        wm_nwn2_mdb_import_result r;
        wm_error error;
        wm_nwn2_mdb *m = import(floor_scene(cases[i].name, materials, true), NULL, &r, &error);
        assert_non_null(m);
        assert_int_equal(m->packets[0].kind, cases[i].kind);
        assert_int_equal(m->packet_count, cases[i].kind == WM_NWN2_MDB_KIND_RIGD ? 2 : 1);
        assert_int_equal(r.flipped, cases[i].kind == WM_NWN2_MDB_KIND_WALK ? 2 : 0);
        if (cases[i].kind == WM_NWN2_MDB_KIND_WALK) {
            assert_int_equal(m->packets[0].mesh->triangle_flags[0],
                             WM_NWN2_WALKABLE | WM_NWN2_STONE);
            assert_int_equal(m->packets[0].mesh->triangle_flags[1], WM_NWN2_WOOD);
        }
        wm_nwn2_mdb_free(m);
    }
}

/* A vertex that is far below drops to the ground. */
static void deep_vertices_drop(void **state)
{
    const char *materials[2] = {"stone", "stone"};
    wm_nwn2_mdb_import_result r;
    wm_error error;
    (void)state;
    wm_scene *s = floor_scene("deck_W", materials, false);
    s->meshes[0].positions[1].y = -1000002; /* the node adds 2 */
    s->meshes[0].positions[2].y = -500;     /* deep, but a place */
    wm_nwn2_mdb *m = import(s, NULL, &r, &error);
    assert_int_equal(r.dropped, 1);
    assert_true(m->packets[0].mesh->walk_vertices[1].z == WM_NWN2_MDB_DROPPED);
    assert_true(m->packets[0].mesh->walk_vertices[2].z == -498);
    wm_nwn2_mdb_free(m);
}

static void complaints_name_the_cause(void **state)
{
    const char *odd[2] = {"stone", "chocolate"}, *good[2] = {"stone", "wood"};
    const wm_nwn2_mdb_import_opts grass = {.material = "grass"}, none = {.material = "chocolate"};
    wm_nwn2_mdb_import_result r;
    wm_error error;
    (void)state;
    assert_null(import(floor_scene("a_W", odd, false), NULL, &r, &error));
    assert_non_null(strstr(error.message, "chocolate"));
    assert_null(import(floor_scene("a_W", odd, false), &none, &r, &error));
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    wm_nwn2_mdb *m = import(floor_scene("a_W", odd, false), &grass, &r, &error);
    assert_int_equal(m->packets[0].mesh->triangle_flags[1], WM_NWN2_WALKABLE | WM_NWN2_GRASS);
    wm_nwn2_mdb_free(m);
    assert_null(import(floor_scene("a_name_of_more_than_thirty-one_letters", good, false), NULL, &r,
                       &error));
    assert_int_equal(error.code, WM_NOT_REPRESENTABLE);
    wm_scene *s = floor_scene("a", good, false);
    s->meshes[0].positions[2].x = INFINITY;
    assert_null(import(s, NULL, &r, &error));
    assert_int_equal(error.code, WM_BAD_VALUE);
    s = floor_scene("a", good, false);
    s->node_count = s->mesh_count = 0;
    assert_null(import(s, NULL, &r, &error));
    assert_non_null(strstr(error.message, "no triangles"));
}

/* Frees the model. Through a glTF, its bytes come back. */
static void comes_back(wm_nwn2_mdb *mdb)
{
    wm_error error;
    wm_buffer before, after, gltf;
    wm_scene *scene = wm_scene_from_nwn2_mdb(mdb, NULL, &error);
    assert_non_null(scene);
    assert_int_equal(wm_gltf_write(scene, NULL, &gltf, &error), WM_OK);
    wm_scene_free(scene);
    scene = wm_gltf_read(gltf.data, gltf.size, NULL, &error);
    assert_non_null(scene);
    wm_nwn2_mdb *back = wm_nwn2_mdb_from_scene(scene, NULL, NULL, &error);
    if (!back)
        fail_msg("%s: %s", error.path, error.message);
    assert_int_equal(wm_nwn2_mdb_write(mdb, NULL, &before, &error), WM_OK);
    assert_int_equal(wm_nwn2_mdb_write(back, NULL, &after, &error), WM_OK);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    wm_buffer_free(&before);
    wm_buffer_free(&after);
    wm_buffer_free(&gltf);
    wm_scene_free(scene);
    wm_nwn2_mdb_free(mdb);
    wm_nwn2_mdb_free(back);
}

/* A mesh without triangles keeps its name and material, though a glTF has no place for it. */
static void empty_meshes_keep_their_material(void **state)
{
    (void)state;
    wm_error error;
    wm_nwn2_mdb *mdb = test_mdb_make("plc_stage.mdb");
    assert_non_null(mdb);
    wm_nwn2_mdb_packet *p =
        wm_nwn2_mdb_add_packet(mdb, WM_NWN2_MDB_KIND_RIGD, "nothing", 0, 0, &error);
    assert_non_null(p);
    p->mesh->material.flags = WM_NWN2_MDB_GLOWING;
    p->mesh->material.diffuse = (wm_vec3){0.25f, 0.5f, 0.75f};
    p->mesh->material.specular_level = 0.8f;
    for (uint32_t i = 0; i < WM_NWN2_MDB_TEXTURES; i++)
        assert_int_equal(
            wm_nwn2_mdb_set_texture(mdb, mdb->packet_count - 1, i, i ? "cloth_x" : "cloth", &error),
            WM_OK);
    comes_back(mdb);
}

/* All vertices of these are kept, though nothing shows them. */
static void vertices_without_triangles_stay(void **state)
{
    static const char *const names[] = {"plc_stage.mdb", "c_toy.mdb", "odd.mdb"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int every = 0; every < 2; every++) { /* all meshes, or only every other one */
            wm_nwn2_mdb *mdb = test_mdb_make(names[i]);
            uint32_t kept = 0;
            assert_non_null(mdb);
            for (uint32_t k = 0; k < mdb->packet_count; k += every ? 2 : 1)
                if (mdb->packets[k].mesh) {
                    mdb->packets[k].mesh->triangle_count = 0;
                    kept += mdb->packets[k].mesh->vertex_count;
                }
            assert_true(kept > 0);
            comes_back(mdb);
        }
}

static void a_model_without_packets_stays_one(void **state)
{
    wm_error error;
    (void)state;
    comes_back(wm_nwn2_mdb_new(NULL, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_programs_keep_what_matters),
        cmocka_unit_test(a_mesh_is_split_by_material),
        cmocka_unit_test(names_tell_what_a_mesh_is),
        cmocka_unit_test(deep_vertices_drop),
        cmocka_unit_test(complaints_name_the_cause),
        cmocka_unit_test(empty_meshes_keep_their_material),
        cmocka_unit_test(vertices_without_triangles_stay),
        cmocka_unit_test(a_model_without_packets_stays_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
