/* Meshes of a scene that another program saved: what is an edit of triangles, vertices and
 * normals, and what an edited mesh keeps. */
#include <math.h>

#include "saved_scene.h"
#include "support.h"
#include "waymark/import.h"

/* A mesh with at least two triangles, and its node. */
static uint32_t some_mesh(const wm_scene *s)
{
    for (uint32_t i = 0; i < s->mesh_count; i++)
        if (s->meshes[i].primitive == WM_PRIMITIVE_TRIANGLES && s->meshes[i].index_count >= 6)
            return i;
    fail_msg("no mesh with two triangles");
    return 0;
}

static void drop_last_triangle(wm_scene_mesh *m)
{
    m->index_count -= 3;
    m->parts[m->part_count - 1].count -= 3;
}

static void a_deleted_triangle_is_an_edit(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original), before = original->meshes[k].index_count;
    (void)state;
    assert_true(some_mesh(edited) == k && edited->meshes[k].part_count > 0);
    drop_last_triangle(&edited->meshes[k]);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(original->meshes[k].index_count, before - 3);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* Programs drop one of two triangles at the same places. */
static void a_double_that_is_missing_is_no_edit(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    for (int side = 0; side < 2; side++) {
        wm_scene_mesh *m = &(side ? edited : original)->meshes[k];
        uint32_t *last = m->indices + m->index_count - 3;
        memcpy(last, last - 3, 3 * sizeof *last);
    }
    drop_last_triangle(&edited->meshes[k]);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

static void a_vertex_moved(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t node = wm_scene_find_node(edited, "box");
    (void)state;
    assert_int_not_equal(node, WM_NO_INDEX);
    edited->meshes[edited->nodes[node].mesh].positions[0].z += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(result.moved + result.missing + result.added + result.channels, 0);
    assert_string_equal(original->source, "gltf");
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* Gives the original a flat mesh of 98 triangles, so that one corner is less than a fiftieth. */
static void make_grid(wm_scene *s, wm_scene_mesh *m)
{
    enum { SIDE = 8 };
    uint32_t count = 0;
    wm_vec3 *positions = wm_scene_alloc(s, SIDE * SIDE, sizeof *positions, NULL);
    wm_vec3 *normals = wm_scene_alloc(s, SIDE * SIDE, sizeof *normals, NULL);
    uint32_t *indices =
        wm_scene_alloc(s, (size_t)6 * (SIDE - 1) * (SIDE - 1), sizeof *indices, NULL);
    wm_scene_part *part = wm_scene_alloc(s, 1, sizeof *part, NULL);
    assert_true(positions && normals && indices && part);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        positions[i] = (wm_vec3){(float)(i % SIDE), (float)(i / SIDE), 0};
        normals[i] = (wm_vec3){0, 0, 1};
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t corners[6] = {i, i + 1, i + SIDE + 1, i, i + SIDE + 1, i + SIDE};
        for (int k = 0; i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1 && k < 6; k++)
            indices[count++] = corners[k];
    }
    *part = (wm_scene_part){.count = count, .material = m->parts[0].material};
    *m = (wm_scene_mesh){.name = m->name,
                         .primitive = WM_PRIMITIVE_TRIANGLES,
                         .vertex_count = SIDE * SIDE,
                         .positions = positions,
                         .normals = normals,
                         .index_count = count,
                         .indices = indices,
                         .part_count = 1,
                         .parts = part};
}

/* Tilts the normals at a corner of the grid.
 *
 * against: it points against the triangles there in the original, which programs cannot keep. */
static wm_scene_restore_result with_tilted_normal(bool against)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original), found = 0;
    make_grid(original, &original->meshes[k]);
    if (against)
        original->meshes[k].normals[0] = (wm_vec3){0, 0, -1};
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < edited->meshes[k].vertex_count; i++) {
        wm_vec3 at = edited->meshes[k].positions[i];
        if (at.x != 0 || at.y != 0)
            continue;
        edited->meshes[k].normals[i] = (wm_vec3){0.6f, 0, 0.8f};
        found++;
    }
    assert_true(found > 0);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    wm_scene_free(original);
    wm_scene_free(edited);
    return result;
}

static void one_edited_normal_is_an_edit(void **state)
{
    (void)state;
    assert_int_equal(with_tilted_normal(false).meshes, 1);
    assert_true(with_tilted_normal(true).same);
}

/* All normals of a mesh point against its triangles, as on the one side of a leaf: whatever a
 * program makes of them is no edit. They were one if they were more than a quarter of the mesh. */
static void normals_against_their_triangles_are_no_edit(void **state)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    make_grid(original, &original->meshes[k]);
    for (uint32_t i = 0; i < original->meshes[k].vertex_count; i++)
        original->meshes[k].normals[i].z = -1;
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < edited->meshes[k].vertex_count; i++)
        edited->meshes[k].normals[i].z = 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* Blender itself changes normals by up to 0.01414. */
static void small_edits_of_normals_count(void **state)
{
    static const float tilts[] = {0.0142f, 0.02f};
    (void)state;
    for (int i = 0; i < 2; i++) {
        wm_scene *original = test_sample_scene();
        wm_scene_restore_result result;
        uint32_t k = some_mesh(original);
        make_grid(original, &original->meshes[k]);
        wm_scene *edited = test_saved_scene(original);
        edited->meshes[k].normals[0].x += tilts[i];
        assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
        assert_int_equal(result.meshes, i);
        wm_scene_free(original);
        wm_scene_free(edited);
    }
}

/* Real files have normals that are not 1 long. Programs store their direction. */
static void normals_of_another_length_are_no_edit(void **state)
{
    wm_scene *original = test_sample_scene();
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    make_grid(original, &original->meshes[k]);
    wm_scene *edited = test_saved_scene(original);
    for (uint32_t i = 0; i < original->meshes[k].vertex_count; i++)
        original->meshes[k].normals[i].z = 1.3f;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_true(result.same);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* The numbers of faces of meshes that are drawn, of the moved one and of all others. */
static void faces_keep_their_numbers(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_kotor_mdl_import_opts opts = {.game = WM_KOTOR_GAME_1};
    (void)state;
    edited->meshes[edited->nodes[wm_scene_find_node(edited, "box")].mesh].positions[0].z += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, NULL, NULL), WM_OK);
    wm_kotor_mdl *made = wm_kotor_mdl_from_scene(original, &opts, NULL, NULL);
    assert_non_null(made);
    uint32_t meshes = 0;
    for (uint32_t i = 0; i < made->tree.count; i++) {
        const wm_kotor_mdl_node *n = &made->tree.nodes[i];
        if (!n->mesh || strcmp(made->names[n->name], "saber") == 0)
            continue;
        for (uint32_t k = 0; k < n->mesh->face_count; k++)
            assert_int_equal(n->mesh->faces[k].material, 4);
        meshes++;
    }
    assert_int_equal(meshes, 4);
    wm_kotor_mdl_free(made);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- materials --------------------------------------------------------- */

/* A mesh without materials keeps those that it had, triangle by triangle. */
static void a_mesh_without_materials_keeps_them(void **state)
{
    wm_scene *original = test_sample_scene(), *edited = test_saved_scene(original);
    wm_scene_restore_result result;
    uint32_t k = some_mesh(original);
    (void)state;
    for (uint32_t p = 0; p < edited->meshes[k].part_count; p++)
        edited->meshes[k].parts[p].material = WM_NO_INDEX;
    drop_last_triangle(&edited->meshes[k]);
    uint32_t material = original->meshes[k].parts[0].material;
    assert_int_not_equal(material, WM_NO_INDEX);
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_int_equal(result.bare_meshes, 1);
    assert_int_equal(result.meshes, 1);
    assert_int_equal(original->meshes[k].parts[0].material, material);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- skins ------------------------------------------------------------- */

/* A model whose first vertex depends more on the second slot of its skin. */
static wm_kotor_mdl *two_bones(const char **skin, const char *bones[2])
{
    wm_scene *s = test_sample_scene();
    uint32_t node = 0, joints[2];
    wm_matrix binds[2];
    while (node < s->node_count && s->nodes[node].skin == WM_NO_INDEX)
        node++;
    assert_true(node < s->node_count);
    wm_scene_skin *k = &s->skins[s->nodes[node].skin];
    wm_scene_mesh *m = &s->meshes[s->nodes[node].mesh];
    joints[1] = k->joints[0];
    joints[0] = s->nodes[joints[1]].parent;
    assert_true(joints[0] != WM_NO_INDEX && joints[1] != node);
    binds[0] = binds[1] = k->inverse_bind[0];
    k->joints = joints;
    k->inverse_bind = binds;
    k->joint_count = 2;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        for (int c = 0; c < 4; c++) {
            m->joints[v][c] = c == 1;
            m->weights[v][c] = c == 0 ? 0.25f : c == 1 ? 0.75f : 0;
        }
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(s, NULL, NULL, NULL);
    assert_non_null(mdl);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const char *name = mdl->names[mdl->tree.nodes[i].name];
        *skin = strcmp(name, s->nodes[node].name) == 0 ? name : *skin;
        for (int b = 0; b < 2; b++)
            bones[b] = strcmp(name, s->nodes[joints[b]].name) == 0 ? name : bones[b];
    }
    wm_scene_free(s);
    return mdl;
}

static const wm_kotor_skin *skin_named(const wm_kotor_mdl *m, const char *name)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (strcmp(m->names[m->tree.nodes[i].name], name) == 0)
            return m->tree.nodes[i].mesh->skin;
    fail_msg("no node %s", name);
    return NULL;
}

/* Skins that nobody edited got their bones in the order of their first use if anything else was
 * edited. */
static void other_skins_keep_their_slots(void **state)
{
    const char *name = NULL, *bones[2] = {NULL, NULL};
    wm_kotor_mdl *template = two_bones(&name, bones);
    wm_scene *original = wm_scene_from_kotor_mdl(template, NULL, 0, NULL, NULL);
    wm_scene_restore_result result;
    (void)state;
    assert_non_null(original);
    assert_true(original->node_count > 1);
    wm_scene *edited = test_saved_scene(original);
    edited->nodes[1].rest.translation.x += 1;
    assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
    assert_false(result.same);
    assert_int_equal(result.meshes, 0);
    wm_kotor_mdl *m = wm_kotor_mdl_from_scene(original, NULL, NULL, NULL);
    assert_non_null(m);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(template->names[skin_named(template, name)->slots[i]], bones[i]);
        assert_string_equal(m->names[skin_named(m, name)->slots[i]], bones[i]);
    }
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(template);
    wm_scene_free(original);
    wm_scene_free(edited);
}

/* ---- walkmeshes -------------------------------------------------------- */

/* Two squares that touch in a corner, where each has a vertex of its own. */
static wm_scene *two_sheets(void)
{
    static const wm_vec3 vertices[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    static const wm_kotor_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{4, 5, 6}}, {{4, 6, 7}}};
    wm_kotor_bwm *b = wm_kotor_bwm_new(WM_KOTOR_BWM_TYPE_AREA, NULL, NULL);
    assert_non_null(b);
    assert_int_equal(wm_kotor_bwm_reserve(b, 8, 4, NULL), WM_OK);
    memcpy(b->vertices, vertices, sizeof vertices);
    memcpy(b->faces, faces, sizeof faces);
    for (int i = 0; i < 4; i++)
        b->materials[i] = 4; /* stone */
    assert_int_equal(wm_kotor_bwm_rebuild(b, NULL, NULL, NULL), WM_OK);
    wm_scene *s = wm_scene_from_kotor_bwm(b, NULL, NULL, NULL);
    assert_non_null(s);
    wm_kotor_bwm_free(b);
    return s;
}

/* As programs save flat triangles: each has three vertices of its own. */
static void split_vertices(wm_scene_mesh *m, wm_vec3 *places, uint32_t *indices)
{
    for (uint32_t i = 0; i < m->index_count; i++) {
        places[i] = m->positions[m->indices[i]];
        indices[i] = i;
    }
    m->positions = places;
    m->indices = indices;
    m->vertex_count = m->index_count;
    m->normals = NULL;
}

/* Sheets of a walkmesh that only touch were joined by every edit, so that the floor had new edges
 * with more than two faces. New vertices are joined with those of one sheet only. */
static void touching_sheets_stay_apart(void **state)
{
    enum { NODE_MOVED, VERTEX_MOVED, TRIANGLE_DELETED, UVS_ADDED, EDITS };
    static const uint32_t counts[EDITS] = {8, 8, 7, 8};
    (void)state;
    for (int edit = 0; edit < EDITS; edit++) {
        wm_scene *original = two_sheets(), *edited = test_saved_scene(original);
        wm_scene_restore_result result;
        wm_vec3 places[12];
        uint32_t indices[12];
        float uvs[12][2] = {{0, 0}};
        wm_scene_mesh *m = edited->meshes;
        assert_int_equal(m->index_count, 12);
        split_vertices(m, places, indices);
        if (edit == NODE_MOVED)
            edited->nodes[0].rest.translation.x += 1;
        for (uint32_t i = 0; edit == VERTEX_MOVED && i < 12; i++)
            if (places[i].x == 0 && places[i].y == 0)
                places[i].x = -1;
        if (edit == TRIANGLE_DELETED) {
            drop_last_triangle(m);
            m->vertex_count = m->index_count;
        }
        if (edit == UVS_ADDED) {
            m->uvs[0] = uvs;
            places[0].z = places[3].z = 0.5f;
        }
        assert_int_equal(wm_scene_restore(original, edited, NULL, &result, NULL), WM_OK);
        assert_false(result.same);
        wm_kotor_bwm *b = wm_kotor_bwm_from_scene(original, NULL, NULL, NULL);
        assert_non_null(b);
        assert_int_equal(b->vertex_count, counts[edit]);
        wm_kotor_bwm_free(b);
        wm_scene_free(original);
        wm_scene_free(edited);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deleted_triangle_is_an_edit),
        cmocka_unit_test(a_double_that_is_missing_is_no_edit),
        cmocka_unit_test(other_skins_keep_their_slots),
        cmocka_unit_test(touching_sheets_stay_apart),
        cmocka_unit_test(a_vertex_moved),
        cmocka_unit_test(one_edited_normal_is_an_edit),
        cmocka_unit_test(normals_against_their_triangles_are_no_edit),
        cmocka_unit_test(small_edits_of_normals_count),
        cmocka_unit_test(normals_of_another_length_are_no_edit),
        cmocka_unit_test(faces_keep_their_numbers),
        cmocka_unit_test(a_mesh_without_materials_keeps_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
