/* glTF from other programs as KotOR models: the result is placed and moves as in the glTF and
 * has no errors. What cannot be converted is an error that names its node. */
#include <math.h>

#include "blender.h"
#include "memory.h"
#include "models.h"
#include "support.h"

static wm_scene *read_file(blender_fault fault)
{
    wm_error error;
    wm_buffer bytes = test_blender_file(fault);
    wm_scene *scene = wm_gltf_read(bytes.data, bytes.size, NULL, &error);
    if (!scene)
        fail_msg("%s: %s", error.path, error.message);
    wm_buffer_free(&bytes);
    return scene;
}

static wm_kotor_mdl *build(const wm_scene *scene, const wm_kotor_mdl_import_opts *opts,
                           wm_kotor_mdl_import_result *result)
{
    wm_error error;
    wm_kotor_mdl *mdl = wm_kotor_mdl_from_scene(scene, opts, result, &error);
    if (!mdl)
        fail_msg("%s: %s", error.path, error.message);
    return mdl;
}

/* ---- the vertices of a pose -------------------------------------------- */

typedef struct cloud {
    unsigned count;
    wm_vec3 *positions;
} cloud;

static cloud pose_of(const wm_scene *s, const char *animation, float time, bool y_up)
{
    wm_pose *pose = wm_pose_new(s, NULL, NULL);
    cloud c = {0};
    unsigned most = 0;
    assert_non_null(pose);
    for (uint32_t i = 0; i < s->node_count; i++)
        most += s->nodes[i].mesh == WM_NO_INDEX ? 0 : s->meshes[s->nodes[i].mesh].vertex_count;
    c.positions = calloc(most, sizeof *c.positions);
    assert_non_null(c.positions);
    wm_pose_sample(pose, animation ? wm_scene_find_animation(s, animation) : WM_NO_INDEX, time,
                   WM_PLAY_ONCE);
    wm_pose_update(pose);
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (s->nodes[i].mesh == WM_NO_INDEX)
            continue;
        wm_pose_mesh(pose, i, c.positions + c.count, NULL);
        c.count += s->meshes[s->nodes[i].mesh].vertex_count;
    }
    for (unsigned i = 0; i < c.count && y_up; i++)
        c.positions[i] = (wm_vec3){c.positions[i].x, -c.positions[i].z, c.positions[i].y};
    wm_pose_free(pose);
    return c;
}

static float apart(wm_vec3 a, wm_vec3 b)
{
    return fmaxf(fmaxf(fabsf(a.x - b.x), fabsf(a.y - b.y)), fabsf(a.z - b.z));
}

/* The largest distance of a vertex of one from the nearest vertex of the other. */
static float distance(const cloud *a, const cloud *b)
{
    float most = 0;
    for (unsigned i = 0; i < a->count; i++) {
        float least = INFINITY;
        for (unsigned k = 0; k < b->count; k++)
            least = fminf(least, apart(a->positions[i], b->positions[k]));
        most = fmaxf(most, least);
    }
    return most;
}

static void same_pose(const wm_scene *gltf, const wm_scene *mdl, const char *animation, float time,
                      float tolerance)
{
    cloud a = pose_of(gltf, animation, time, true), b = pose_of(mdl, animation, time, false);
    float there = distance(&a, &b), back = distance(&b, &a);
    if (!(there <= tolerance && back <= tolerance))
        fail_msg("%s at %g: %g and %g apart", animation ? animation : "rest", (double)time,
                 (double)there, (double)back);
    free(a.positions);
    free(b.positions);
}

/* ---- a scene from Blender ---------------------------------------------- */

static const wm_kotor_mdl_node *node_named(const wm_kotor_mdl *m, const char *name)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (strcmp(m->names[m->tree.nodes[i].name], name) == 0)
            return &m->tree.nodes[i];
    fail_msg("no node %s", name);
    return NULL;
}

/* Nothing worse than info, except `allowed`. */
static void without_findings(const wm_kotor_mdl *m, wm_issue_code allowed)
{
    wm_report report;
    wm_buffer mdl, mdx;
    wm_error error;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, &error), WM_OK);
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *back = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, &opts, &error);
    assert_non_null(back);
    assert_int_equal(wm_kotor_mdl_check(back, NULL, &report, &error), WM_OK);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].severity != WM_SEVERITY_INFO && report.issues[i].code != allowed)
            fail_msg("%s: %s", report.issues[i].path, report.issues[i].message);
    wm_report_free(&report);
    wm_kotor_mdl_free(back);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static void it_rests_and_moves_as_in_blender(void **state)
{
    (void)state;
    static const float times[] = {0, 0.2f, 0.5f, 0.83f, 1.1f, 1.25f};
    wm_scene *gltf = read_file(BLENDER_FINE);
    wm_kotor_mdl_import_result result;
    wm_kotor_mdl *mdl = build(gltf, &(wm_kotor_mdl_import_opts){.name = "n_snake"}, &result);
    wm_scene *scene = wm_scene_from_kotor_mdl(mdl, NULL, 0, NULL, NULL);
    assert_non_null(scene);
    without_findings(mdl, WM_KOTOR_MDL_BIND); /* bone 10 is posed */
    same_pose(gltf, scene, NULL, 0, 1e-5f);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        same_pose(gltf, scene, "walk", times[i], 1e-5f);
    /* a curve of rotations becomes linear keys: equal at the keys, close between them */
    same_pose(gltf, scene, "wave", 0.5f, 1e-5f);
    same_pose(gltf, scene, "wave", 0.33f, 1e-4f);
    same_pose(gltf, scene, "wave", 0.49f, 1e-4f);
    same_pose(gltf, scene, "wave", 1.2f, 1e-4f);
    wm_scene_free(gltf);
    wm_scene_free(scene);
    wm_kotor_mdl_free(mdl);
}

/* Faces of mirrored and sheared boxes face outwards, and so do their normals. */
static void boxes_look_outwards(const wm_kotor_mdl *m)
{
    static const char *const names[] = {"Lid", "Lid_2", "Lid.001", "Lid.001_2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const wm_kotor_mesh *mesh = node_named(m, names[i])->mesh;
        for (uint32_t f = 0; f < mesh->face_count; f++)
            for (int k = 0; k < 3; k++) {
                uint32_t v = mesh->faces[f].vertex[k];
                wm_vec3 n = mesh->faces[f].normal, p = mesh->vertices[v], own;
                assert_true(wm_kotor_mesh_normal(m, mesh, v, &own));
                assert_true(n.x * p.x + n.y * p.y + n.z * p.z > 0);
                assert_true(n.x * own.x + n.y * own.y + n.z * own.z > 0.9999f);
            }
    }
}

static void it_has_what_the_format_wants(void **state)
{
    (void)state;
    wm_scene *gltf = read_file(BLENDER_FINE);
    wm_kotor_mdl_import_result result;
    wm_kotor_mdl *m = build(gltf, &(wm_kotor_mdl_import_opts){.name = "n_snake"}, &result);
    assert_string_equal(m->names[m->tree.nodes[0].name], "n_snake");
    assert_string_equal(m->geometry.name, "n_snake");
    assert_int_equal(m->classification, 4); /* it has a skin */
    assert_false(result.straight);
    assert_int_equal(result.walkmeshes, 1);
    assert_int_equal(result.flipped, 1);
    assert_int_equal(result.scaled, 3);
    assert_int_equal(result.renamed, 1);  /* "hook point" */
    assert_int_equal(result.split, 3);    /* the second materials of Body and the two boxes */
    assert_int_equal(result.computed, 0); /* the walkmesh needs none */
    assert_int_equal(result.resampled, 2);
    assert_int_equal(result.left_out, 0);
    assert_int_equal(result.uneven, 0);
    assert_int_equal(m->animation_count, 2);
    const wm_kotor_mdl_node *body = node_named(m, "Body"), *more = node_named(m, "Body_2");
    assert_string_equal(body->mesh->texture[0], "n_body01");
    assert_string_equal(more->mesh->texture[0], "n_body02");
    assert_true(body->flags & more->flags & WM_KOTOR_NODE_SKIN);
    assert_true(node_named(m, "hook_point")->flags == WM_KOTOR_NODE_HEADER);
    const wm_kotor_mdl_node *walk = node_named(m, "room_walkmesh");
    assert_true(walk->flags & WM_KOTOR_NODE_AABB);
    assert_int_equal(walk->mesh->faces[0].material, 4); /* stone */
    assert_int_equal(walk->mesh->faces[1].material, 7); /* nonwalk */
    assert_int_equal(walk->mesh->render, 0);
    assert_true(walk->mesh->faces[0].normal.z > 0.99f);
    assert_int_equal(walk->mesh->aabb_count, 3);
    assert_true(node_named(m, "Lamp")->light != NULL);
    boxes_look_outwards(m);
    wm_kotor_mdl_free(m);
    wm_scene_free(gltf);
}

/* More bones than a skin has slots: the mesh is split. */
static void many_bones_are_split(void **state)
{
    (void)state;
    wm_scene *gltf = read_file(BLENDER_FINE);
    wm_kotor_mdl_import_result result;
    for (uint32_t i = 0; i < gltf->mesh_count; i++) /* one material for the whole body */
        for (uint32_t k = 0; k < gltf->meshes[i].part_count; k++)
            if (gltf->meshes[i].joints)
                gltf->meshes[i].parts[k].material = 0;
    wm_kotor_mdl *m = build(gltf, NULL, &result);
    wm_scene *scene = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, NULL);
    unsigned skins = 0;
    for (uint32_t i = 0; i < m->tree.count; i++)
        skins += (m->tree.nodes[i].flags & WM_KOTOR_NODE_SKIN) != 0;
    assert_int_equal(skins, 2);
    without_findings(m, WM_KOTOR_MDL_BIND);
    same_pose(gltf, scene, "walk", 0.9f, 1e-5f);
    wm_scene_free(scene);
    wm_scene_free(gltf);
    wm_kotor_mdl_free(m);
}

/* ---- errors ------------------------------------------------------------ */

static void fails(const wm_scene *scene, wm_status code, const char *path, const char *part)
{
    wm_error error;
    if (wm_kotor_mdl_from_scene(scene, NULL, NULL, &error))
        fail_msg("nothing is wrong with %s: %s", path, part);
    if (error.code != code || strcmp(error.path, path) != 0 || !strstr(error.message, part))
        fail_msg("%d %s: %s", error.code, error.path, error.message);
}

static void what_cannot_be_names_its_node(void **state)
{
    (void)state;
    static const struct {
        blender_fault fault;
        wm_status code;
        const char *path, *part;
    } cases[] = {
        {BLENDER_NOT_FINITE, WM_BAD_VALUE, "Pivot/Lid", "is not finite"},
        {BLENDER_NO_SURFACE, WM_NOT_REPRESENTABLE, "room_walkmesh",
         "'plc_box01', which is not a surface"},
        {BLENDER_EMPTY, WM_NOT_REPRESENTABLE, "", "no triangle mesh"},
        {BLENDER_FLAT, WM_NOT_REPRESENTABLE, "Pivot", "scale is 0 along"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_scene *scene = read_file(cases[i].fault);
        fails(scene, cases[i].code, cases[i].path, cases[i].part);
        wm_scene_free(scene);
    }
}

/* A texture on a mesh without uvs: they are all 0 then, and that is counted. */
static void missing_uvs_are_counted(void **state)
{
    (void)state;
    wm_scene *scene = read_file(BLENDER_NO_UV);
    wm_kotor_mdl_import_result result;
    wm_kotor_mdl *m = build(scene, NULL, &result);
    assert_true(result.no_uvs > 0);
    wm_kotor_mdl_free(m);
    wm_scene_free(scene);
}

/* A strip of so many vertices. */
static wm_scene *long_strip(uint32_t vertices)
{
    wm_scene *s = wm_scene_new(0, NULL, NULL);
    s->nodes = wm_scene_alloc(s, 1, sizeof *s->nodes, NULL);
    s->meshes = wm_scene_alloc(s, 1, sizeof *s->meshes, NULL);
    wm_scene_mesh *m = s->meshes;
    m->positions = wm_scene_alloc(s, vertices, sizeof *m->positions, NULL);
    m->normals = wm_scene_alloc(s, vertices, sizeof *m->normals, NULL);
    m->indices = wm_scene_alloc(s, vertices, sizeof *m->indices, NULL);
    for (uint32_t i = 0; i < vertices; i++) {
        m->positions[i] = (wm_vec3){(float)(i % 3 == 1), (float)(i % 3 == 2), (float)i};
        m->normals[i] = (wm_vec3){0, 0, 1};
        m->indices[i] = i;
    }
    m->vertex_count = m->index_count = vertices;
    s->mesh_count = s->node_count = 1;
    s->nodes[0] = (wm_scene_node){.name = "strip",
                                  .parent = WM_NO_INDEX,
                                  .kind = WM_NODE_KIND_MESH,
                                  .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                  .skin = WM_NO_INDEX,
                                  .light = WM_NO_INDEX};
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    return s;
}

static void too_many_vertices_are_counted(void **state)
{
    (void)state;
    wm_scene *s = long_strip(65535), *more = long_strip(65538);
    wm_kotor_mdl *m = build(s, NULL, NULL);
    wm_kotor_mdl_free(m);
    fails(more, WM_NOT_REPRESENTABLE, "strip", "65,538 vertices");
    wm_scene_free(s);
    wm_scene_free(more);
}

/* ---- older states ------------------------------------------------------ */

/* As if another program had written it, without extras and actions. */
static void forget_its_source(wm_scene *s)
{
    s->source = "gltf";
    s->extras.count = s->animation_count = 0;
    for (uint32_t i = 0; i < s->node_count; i++)
        s->nodes[i].extras.count = 0;
    for (uint32_t i = 0; i < s->mesh_count; i++)
        s->meshes[i].extras.count = 0;
    for (uint32_t i = 0; i < s->material_count; i++)
        s->materials[i].extras.count = 0;
}

/* What Blender cannot hold is taken from the original model. */
static void the_template_gives_what_is_missing(void **state)
{
    (void)state;
    wm_kotor_mdl *old = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *s = wm_scene_from_kotor_mdl(old, NULL, 0, NULL, NULL);
    wm_kotor_mdl_import_result result;
    assert_true(old && s);
    forget_its_source(s);
    wm_kotor_mdl *m =
        build(s, &(wm_kotor_mdl_import_opts){.template_mdl = old, .name = "sample"}, &result);
    assert_int_equal(m->game, WM_KOTOR_GAME_2);
    assert_int_equal(m->classification, old->classification);
    assert_memory_equal(&m->scale, &old->scale, 4);
    assert_int_equal(result.from_template, old->animation_count);
    assert_int_equal(m->animation_count, old->animation_count);
    const wm_kotor_mdl_node *was = &old->tree.nodes[MODEL_EMITTER];
    const wm_kotor_mdl_node *is = node_named(m, old->names[was->name]);
    assert_non_null(is->emitter);
    assert_string_equal(is->emitter->update, was->emitter->update);
    assert_int_equal(is->emitter->flags, was->emitter->flags);
    was = &old->tree.nodes[MODEL_CLOTH];
    is = node_named(m, old->names[was->name]);
    assert_non_null(is->mesh->dangly);
    assert_memory_equal(&is->mesh->dangly->period, &was->mesh->dangly->period, 4);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(old);
    wm_scene_free(s);
}

/* Other programs do not get meshes that are never drawn; a node of the same name keeps its own. */
static void the_template_gives_hidden_meshes(void **state)
{
    (void)state;
    wm_kotor_mdl *old = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *s = old ? wm_scene_from_kotor_mdl(old, NULL, 0, NULL, NULL) : NULL;
    wm_kotor_mdl_import_result result;
    assert_non_null(s);
    const wm_kotor_mdl_node *was = &old->tree.nodes[MODEL_BOX];
    uint32_t node = wm_scene_find_node(s, old->names[was->name]);
    assert_int_not_equal(node, WM_NO_INDEX);
    was->mesh->render = 0;
    forget_its_source(s);
    s->nodes[node].mesh = WM_NO_INDEX;
    s->nodes[node].kind = WM_NODE_KIND_EMPTY;
    const wm_kotor_mdl_import_opts opts = {.template_mdl = old, .name = "sample"};
    wm_kotor_mdl *m = build(s, &opts, &result);
    const wm_kotor_mesh *mesh = node_named(m, old->names[was->name])->mesh;
    assert_int_equal(result.hidden, 1);
    assert_non_null(mesh);
    assert_int_equal(mesh->render, 0);
    assert_int_equal(mesh->face_count, was->mesh->face_count);
    assert_int_equal(mesh->vertex_count, was->mesh->vertex_count);
    assert_memory_equal(mesh->vertices, was->mesh->vertices,
                        mesh->vertex_count * sizeof *mesh->vertices);
    assert_ptr_not_equal(mesh->vertices, was->mesh->vertices);
    wm_kotor_mdl_free(m);
    was->mesh->render = 1; /* one that is drawn is not taken */
    m = build(s, &opts, &result);
    assert_int_equal(result.hidden, 0);
    assert_null(node_named(m, old->names[was->name])->mesh);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(old);
    wm_scene_free(s);
}

/* ---- samples, platforms, memory ---------------------------------------- */

static void samples_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        wm_kotor_mdl *a =
            test_model_make(i & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1,
                            i & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
        wm_scene *s = wm_scene_from_kotor_mdl(a, NULL, 0, NULL, NULL);
        wm_kotor_mdl *b = build(s, NULL, NULL);
        wm_diff diff;
        wm_diff_init(&diff, NULL);
        assert_int_equal(wm_kotor_mdl_diff(a, b, &diff, NULL), WM_OK);
        /* the saber's faces and the numbers in the sample's animations mean nothing */
        for (uint32_t k = 0; k < diff.count; k++)
            if (strcmp(diff.items[k].field, "faces") != 0 &&
                strcmp(diff.items[k].field, "super_node") != 0)
                fail_msg("%s: %s: %s", wm_kotor_mdl_variant(a), diff.items[k].field,
                         diff.items[k].message);
        wm_diff_free(&diff);
        wm_kotor_mdl_free(a);
        wm_kotor_mdl_free(b);
        wm_scene_free(s);
    }
}

static void refused_memory_is_an_error(void **state)
{
    (void)state;
    wm_scene *gltf = read_file(BLENDER_FINE);
    wm_kotor_mdl *old = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_scene *own = wm_scene_from_kotor_mdl(old, NULL, 0, NULL, NULL);
    for (int which = 0; which < 2; which++)
        for (uint64_t at = 1;; at++) {
            test_memory memory;
            wm_error error;
            test_memory_init(&memory);
            memory.fail_at = at;
            const wm_kotor_mdl_import_opts opts = {.allocator = &memory.allocator,
                                                   .template_mdl = which ? NULL : old};
            wm_kotor_mdl *m = wm_kotor_mdl_from_scene(which ? own : gltf, &opts, NULL, &error);
            bool done = memory.refused == 0;
            /* an arena that is refused a large block tries a smaller one */
            if (!m && (done || error.code != WM_NO_MEMORY))
                fail_msg("call %llu: %s %s", (unsigned long long)at, error.path, error.message);
            wm_kotor_mdl_free(m);
            test_memory_done(&memory, "a model of a scene");
            if (done)
                break;
            assert_true(at < 100000);
        }
    wm_scene_free(gltf);
    wm_scene_free(own);
    wm_kotor_mdl_free(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_rests_and_moves_as_in_blender),
        cmocka_unit_test(it_has_what_the_format_wants),
        cmocka_unit_test(many_bones_are_split),
        cmocka_unit_test(what_cannot_be_names_its_node),
        cmocka_unit_test(missing_uvs_are_counted),
        cmocka_unit_test(too_many_vertices_are_counted),
        cmocka_unit_test(the_template_gives_what_is_missing),
        cmocka_unit_test(the_template_gives_hidden_meshes),
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(refused_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
