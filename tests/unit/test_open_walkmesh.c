/* Walkmeshes out and back in by way of the scene and of OBJ: nothing may change. The way through
 * glTF is tested with the command (tests/cli/open.sh), which has the reader. */
#include <dirent.h>

#include "memory.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"

static wm_scene *through_obj(const wm_scene *scene)
{
    wm_error error;
    wm_buffer text;
    const wm_obj_read_opts opts = {.positions_only = true};
    assert_int_equal(wm_obj_write_walkmesh(scene, NULL, &text, &error), WM_OK);
    wm_scene *back = wm_obj_read(text.data, text.size, &opts, &error);
    if (!back)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    wm_buffer_free(&text);
    return back;
}

/* ---- NWN2 -------------------------------------------------------------- */

/* What a bake cannot know and OBJ does not keep: sight, and the counts that the game itself
 * has wrong. */
static void forget(wm_nwn2_trn *trn)
{
    wm_nwn2_aswm *a = trn->aswm;
    for (size_t i = 0; i < (size_t)a->grid_width * a->grid_height; i++) {
        wm_nwn2_tile *t = &a->tiles[i];
        t->vertices_count = t->edges_count = 0;
        for (uint32_t k = 0; k < (uint32_t)t->node_count * t->node_count; k++)
            if (t->table[k] != 255)
                t->table[k] &= (uint8_t)~WM_NWN2_SIGHT;
    }
}

static void same_trn(const char *name, wm_nwn2_trn *wanted, wm_nwn2_trn *got, bool kept)
{
    wm_diff diff;
    wm_error error;
    const wm_nwn2_aswm *a = wanted->aswm, *b = got->aswm;
    wm_diff_init(&diff, NULL);
    if (!kept) {
        forget(wanted);
        forget(got);
    }
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices);
    assert_int_equal(a->edge_count, b->edge_count);
    assert_int_equal(wm_nwn2_trn_diff(wanted, got, &diff, &error), WM_OK);
    for (uint32_t i = 0; i < diff.count; i++)
        print_message("%s: %s: %s\n", name, diff.items[i].field, diff.items[i].message);
    assert_int_equal(diff.count, 0);
    wm_diff_free(&diff);
}

/* Straight from scene to scene, and over the text. */
static void trn_round_trip(const char *name, const void *data, size_t size)
{
    wm_error error;
    for (int text = 0; text < 2; text++) {
        wm_nwn2_trn *trn = wm_nwn2_trn_read(data, size, NULL, &error);
        assert_non_null(trn);
        const wm_scene_opts out = {.details = !text};
        wm_scene *scene = wm_scene_from_nwn2_trn(trn, &out, &error);
        assert_non_null(scene);
        wm_scene *back = text ? through_obj(scene) : NULL;
        const wm_walkmesh_import_opts opts = {.template_trn = trn};
        wm_walkmesh_import_result result;
        wm_nwn2_trn *made = wm_nwn2_trn_from_scene(back ? back : scene, &opts, &result, &error);
        if (!made)
            fail_msg("%s: %s: %s", name, error.path, error.message);
        assert_true(result.straight);
        bool baked = trn->aswm->tiles_flags == WM_NWN2_TRX_TILES;
        if (wm_nwn2_trn_rebuild(trn, NULL, NULL, &error) != WM_OK)
            fail_msg("%s: %s", name, error.message);
        same_trn(name, trn, made, baked && !text);
        wm_nwn2_trn_free(made);
        wm_scene_free(back);
        wm_scene_free(scene);
        wm_nwn2_trn_free(trn);
    }
}

static void own_terrain_comes_back(void **state)
{
    uint32_t seen = 0;
    (void)state;
    for (const test_terrain *t = test_terrains; t->name; t++) {
        size_t size;
        uint8_t *bytes = t->make(&size);
        wm_nwn2_trn *trn = wm_nwn2_trn_read(bytes, size, NULL, NULL);
        if (trn && trn->aswm && trn->aswm->triangle_count) {
            trn_round_trip(t->name, bytes, size);
            seen++;
        }
        wm_nwn2_trn_free(trn);
        free(bytes);
    }
    assert_true(seen >= 2);
}

/* Calls `each` on the files of a folder of the corpus with one of the endings. */
static uint32_t for_each(const char *folder, const char *const *endings,
                         void (*each)(const char *name, const void *data, size_t size))
{
    char path[4096];
    uint32_t seen = 0;
    snprintf(path, sizeof path, "%s/%s", test_corpus(), folder);
    DIR *d = opendir(path);
    if (!d)
        return 0;
    for (struct dirent *e; (e = readdir(d));) {
        const char *dot = strrchr(e->d_name, '.');
        bool wanted = false;
        for (int i = 0; dot && endings[i]; i++)
            wanted = wanted || strcmp(dot, endings[i]) == 0;
        if (!wanted)
            continue;
        snprintf(path, sizeof path, "%s/%.255s", folder, e->d_name);
        wm_buffer bytes = test_corpus_file(path);
        each(e->d_name, bytes.data, bytes.size);
        wm_buffer_free(&bytes);
        seen++;
    }
    closedir(d);
    return seen;
}

static void real_terrain_comes_back(void **state)
{
    static const char *const endings[] = {".trx", ".trn", NULL};
    (void)state;
    NEED_CORPUS();
    uint32_t seen = for_each("nwn2", endings, trn_round_trip);
    print_message("%u files\n", (unsigned)seen);
    assert_true(seen >= 48);
}

/* ---- KotOR ------------------------------------------------------------- */

static wm_buffer written(const wm_kotor_bwm *bwm, bool rebuild)
{
    wm_buffer bytes;
    wm_error error;
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(bwm, NULL, NULL);
    wm_kotor_bwm_pack(copy);
    if (rebuild)
        assert_int_equal(wm_kotor_bwm_rebuild(copy, NULL, NULL, &error), WM_OK);
    assert_int_equal(wm_kotor_bwm_write(copy, NULL, &bytes, &error), WM_OK);
    wm_kotor_bwm_free(copy);
    return bytes;
}

static bool same_bytes(const wm_kotor_bwm *a, const wm_kotor_bwm *b, bool rebuild)
{
    wm_buffer one = written(a, rebuild), two = written(b, rebuild);
    bool same = one.size == two.size && memcmp(one.data, two.data, one.size) == 0;
    wm_buffer_free(&one);
    wm_buffer_free(&two);
    return same;
}

static uint32_t whole; /* walkmeshes that came back to the bit, tree and all */

/* An OBJ gives what a rebuild gives; a glTF also knows the tree and normals of the file. */
static void bwm_round_trip(const char *name, const wm_kotor_bwm *bwm)
{
    wm_error error;
    for (int text = 0; text < 2; text++) {
        const wm_scene_opts out = {.details = !text};
        wm_scene *scene = wm_scene_from_kotor_bwm(bwm, NULL, &out, &error);
        assert_non_null(scene);
        wm_scene *back = text ? through_obj(scene) : NULL;
        const wm_walkmesh_import_opts opts = {.type = bwm->type};
        wm_walkmesh_import_result result;
        wm_kotor_bwm *made = wm_kotor_bwm_from_scene(back ? back : scene, &opts, &result, &error);
        if (!made)
            fail_msg("%s: %s: %s", name, error.path, error.message);
        assert_true(result.straight);
        if (!same_bytes(bwm, made, true))
            fail_msg("%s: it came back as other bytes", name);
        whole += !text && same_bytes(bwm, made, false);
        wm_kotor_bwm_free(made);
        wm_scene_free(back);
        wm_scene_free(scene);
    }
}

static void real_bwm(const char *name, const void *data, size_t size)
{
    wm_kotor_bwm *bwm = wm_kotor_bwm_read(data, size, NULL, NULL);
    if (bwm && bwm->face_count)
        bwm_round_trip(name, bwm);
    wm_kotor_bwm_free(bwm);
}

static void own_walkmeshes_come_back(void **state)
{
    uint32_t seen = 0;
    (void)state;
    for (const test_sample *t = test_samples; t->name; t++) {
        wm_kotor_bwm *bwm = t->make(NULL);
        if (bwm->face_count) {
            bwm_round_trip(t->name, bwm);
            seen++;
        }
        wm_kotor_bwm_free(bwm);
    }
    assert_true(seen >= 2);
}

static void real_walkmeshes_come_back(void **state)
{
    static const char *const folders[] = {"kotor/walkmeshes", "kotor/walkmeshes/k2", NULL};
    static const char *const endings[] = {".wok", ".pwk", ".dwk", NULL};
    uint32_t seen = 0;
    (void)state;
    NEED_CORPUS();
    whole = 0;
    for (int i = 0; folders[i]; i++)
        seen += for_each(folders[i], endings, real_bwm);
    print_message("%u files, %u to the bit\n", (unsigned)seen, (unsigned)whole);
    assert_true(seen >= 40 && whole >= 40);
}

/* After a vertex is moved, the tree contains it. */
static void moved_vertices_get_a_new_tree(void **state)
{
    const wm_scene_opts out = {.details = true};
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    (void)state;
    wm_scene *scene = wm_scene_from_kotor_bwm(bwm, NULL, &out, NULL);
    assert_non_null(wm_extras_find(&scene->meshes[0].extras, "aabb_boxes"));
    for (uint32_t i = 0; i < scene->meshes[0].vertex_count; i++)
        scene->meshes[0].positions[i].x += 3;
    const wm_walkmesh_import_opts opts = {.type = bwm->type};
    wm_kotor_bwm *made = wm_kotor_bwm_from_scene(scene, &opts, NULL, NULL);
    assert_non_null(made);
    assert_int_equal(made->aabb_count, bwm->aabb_count);
    wm_kotor_bwm *rebuilt = wm_kotor_bwm_copy(made, NULL, NULL);
    assert_int_equal(wm_kotor_bwm_rebuild(rebuilt, NULL, NULL, NULL), WM_OK);
    assert_memory_equal(made->aabbs, rebuilt->aabbs, made->aabb_count * sizeof *made->aabbs);
    wm_kotor_bwm_free(rebuilt);
    wm_kotor_bwm_free(made);
    wm_kotor_bwm_free(bwm);
    wm_scene_free(scene);
}

/* ---- details ----------------------------------------------------------- */

static double number(const wm_scene_node *n, const char *name)
{
    const wm_extra *e = wm_extras_find(&n->extras, name);
    assert_true(e && e->numbers && e->count);
    return e->numbers[0];
}

/* How many nodes have the name PREFIX_..., and the sum of one of their extras. */
static uint32_t count_named(const wm_scene *s, const char *prefix, const char *extra, double *sum)
{
    uint32_t count = 0;
    *sum = 0;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const wm_scene_node *n = &s->nodes[i];
        if (strncmp(n->name, prefix, strlen(prefix)) != 0 || !strchr(n->name, '_'))
            continue;
        count++;
        *sum += extra ? number(n, extra) : s->meshes[n->mesh].index_count / 2;
        assert_true(n->role == WM_NODE_ROLE_OUTLINE && n->parent != WM_NO_INDEX);
    }
    return count;
}

static uint32_t count_walls(const wm_walkmesh *m)
{
    uint32_t walls = 0;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++)
            walls += m->walkable[f] && m->neighbours[f].edge[k] == WM_NO_INDEX;
    return walls;
}

static void details_of_terrain(void **state)
{
    static const wm_scene_opts opts = {.details = true};
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    wm_scene *s = wm_scene_from_nwn2_trn(trn, &opts, NULL);
    wm_walkmesh *m = wm_walkmesh_from_nwn2_aswm(trn->aswm, NULL, NULL);
    double sum;
    uint32_t ground = 0;
    (void)state;
    assert_true(s && m);
    assert_int_equal(count_named(s, "region", "faces", &sum), wm_walkmesh_region_count(m));
    assert_true(sum == m->walkable_count);
    assert_true(count_named(s, "perimeter", NULL, &sum) > 0 && sum == count_walls(m));
    assert_true(count_named(s, "tile", "triangles", &sum) > 0 && sum == trn->aswm->triangle_count);
    count_named(s, "tile", "walkable", &sum);
    assert_true(sum == m->walkable_count);
    assert_int_equal(count_named(s, "island", "triangles", &sum), trn->aswm->island_count);
    assert_true(sum == m->walkable_count);
    for (uint32_t i = 0; i < trn->packet_count; i++) {
        ground += trn->packets[i].trrn != NULL;
    }
    uint32_t at = wm_scene_find_node(s, "ground_0");
    assert_true((at != WM_NO_INDEX) == (ground > 0));
    if (at != WM_NO_INDEX) {
        const wm_scene_mesh *g = &s->meshes[s->nodes[at].mesh];
        assert_true(g->normals && g->colours && g->uvs[1] && g->parts[0].material != WM_NO_INDEX);
    }
    wm_walkmesh_free(m);
    wm_scene_free(s);
    wm_nwn2_trn_free(trn);
}

/* The middle of a region lies on one of its faces. */
static void details_of_a_room(void **state)
{
    static const wm_scene_opts opts = {.details = true};
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    wm_scene *s = wm_scene_from_kotor_bwm(bwm, NULL, &opts, NULL);
    wm_walkmesh *m = wm_walkmesh_from_kotor_bwm(bwm, NULL, NULL, NULL);
    wm_query *query = wm_query_new(m, NULL, NULL);
    double sum;
    (void)state;
    assert_true(s && m && query);
    assert_int_equal(count_named(s, "perimeter", "edges", &sum), bwm->perimeter_count);
    assert_true(sum == bwm->edge_count);
    assert_int_equal(count_named(s, "region", "faces", &sum), wm_walkmesh_region_count(m));
    assert_true(sum == m->walkable_count);
    for (uint32_t i = 0; i < s->node_count; i++) {
        wm_hit hit;
        if (strncmp(s->nodes[i].name, "region_", 7) != 0)
            continue;
        wm_vec3 at = s->nodes[i].rest.translation;
        at.z += 0.01f;
        assert_true(wm_query_height(query, at, WM_LOCATE_NEAREST, NULL, &hit));
        char name[24];
        snprintf(name, sizeof name, "region_%u", (unsigned)wm_walkmesh_region(m, hit.face));
        assert_string_equal(s->nodes[i].name, name);
    }
    wm_query_free(query);
    wm_walkmesh_free(m);
    wm_scene_free(s);
    wm_kotor_bwm_free(bwm);
}

/* ---- memory ------------------------------------------------------------ */

/* With ground, water, tiles and everything else besides the triangles. */
static void memory_runs_out_for_details(void **state)
{
    static const char *const names[] = {"hall.trx", "hall.trn"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        wm_nwn2_trn *trn = i < 2 ? test_terrain_make(names[i]) : NULL;
        wm_kotor_bwm *bwm = i == 2 ? test_sample_make("room.wok") : NULL;
        bool done = false;
        for (uint64_t fail_at = 1; !done; fail_at++) {
            test_memory memory;
            wm_error error = {.code = WM_OK};
            test_memory_init(&memory);
            memory.fail_at = fail_at;
            const wm_scene_opts out = {.allocator = &memory.allocator, .details = true};
            wm_scene *scene = trn ? wm_scene_from_nwn2_trn(trn, &out, &error)
                                  : wm_scene_from_kotor_bwm(bwm, NULL, &out, &error);
            done = scene != NULL;
            if (!done)
                assert_int_equal(error.code, WM_NO_MEMORY);
            else
                assert_true(scene->node_count > 4);
            wm_scene_free(scene);
            test_memory_done(&memory, "details");
            assert_true(fail_at < 10000);
        }
        wm_nwn2_trn_free(trn);
        wm_kotor_bwm_free(bwm);
    }
}

/* Two rooms as one scene: equal materials are one, numbers lead to the right things. */
static void scenes_are_joined(void **state)
{
    wm_kotor_bwm *bwm = test_sample_make("room.wok");
    wm_scene *room = wm_scene_from_kotor_bwm(bwm, NULL, NULL, NULL), *joined = NULL;
    const wm_transform place = {{1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1}};
    const wm_scene_piece pieces[] = {{"a", room, place}, {"hook", NULL, place}, {"b", room, place}};
    (void)state;
    assert_non_null(room);
    for (uint64_t fail_at = 1; !joined; fail_at++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        test_memory_init(&memory);
        memory.fail_at = fail_at;
        const wm_scene_opts opts = {.allocator = &memory.allocator};
        joined = wm_scene_join("both", pieces, 3, &opts, &error);
        if (joined) {
            uint32_t n = room->node_count;
            assert_int_equal(joined->node_count, 2 * n + 3);
            assert_int_equal(joined->mesh_count, 2);
            assert_int_equal(joined->material_count, room->material_count);
            assert_string_equal(joined->nodes[n + 1].name, "hook");
            assert_int_equal(joined->nodes[n + 3].mesh, 1);
            assert_int_equal(joined->nodes[n + 3].parent, n + 2);
            assert_true(joined->nodes[n + 2].rest.translation.z == 3);
            assert_int_equal(joined->nodes[0].extras.count, room->extras.count);
        } else {
            assert_int_equal(error.code, WM_NO_MEMORY);
        }
        wm_scene_free(joined);
        test_memory_done(&memory, "join");
        assert_true(fail_at < 1000);
    }
    wm_scene_free(room);
    wm_kotor_bwm_free(bwm);
}

static void memory_runs_out(void **state)
{
    wm_nwn2_trn *trn = test_terrain_make("hall.trx");
    bool done = false;
    (void)state;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        wm_buffer text = {0};
        test_memory_init(&memory);
        memory.fail_at = fail_at;
        const wm_scene_opts out = {.allocator = &memory.allocator};
        const wm_obj_write_opts obj = {.base = {.allocator = &memory.allocator}};
        const wm_obj_read_opts in = {.base = {.allocator = &memory.allocator}};
        const wm_walkmesh_import_opts import = {.allocator = &memory.allocator};
        wm_scene *scene = wm_scene_from_nwn2_trn(trn, &out, &error), *back = NULL;
        wm_nwn2_trn *made = NULL;
        if (scene && wm_obj_write_walkmesh(scene, &obj, &text, &error) == WM_OK)
            back = wm_obj_read(text.data, text.size, &in, &error);
        if (back)
            made = wm_nwn2_trn_from_scene(back, &import, NULL, &error);
        done = made != NULL;
        if (!done)
            assert_int_equal(error.code, WM_NO_MEMORY);
        wm_nwn2_trn_free(made);
        wm_scene_free(back);
        wm_buffer_free(&text);
        wm_scene_free(scene);
        test_memory_done(&memory, "walkmesh as OBJ and back");
        assert_true(fail_at < 10000);
    }
    wm_nwn2_trn_free(trn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_terrain_comes_back),   cmocka_unit_test(real_terrain_comes_back),
        cmocka_unit_test(own_walkmeshes_come_back), cmocka_unit_test(real_walkmeshes_come_back),
        cmocka_unit_test(details_of_terrain),       cmocka_unit_test(details_of_a_room),
        cmocka_unit_test(scenes_are_joined),        cmocka_unit_test(moved_vertices_get_a_new_tree),
        cmocka_unit_test(memory_runs_out),          cmocka_unit_test(memory_runs_out_for_details),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
