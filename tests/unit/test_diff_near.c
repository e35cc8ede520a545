/* Differences with a tolerance, in all families. */
#include <math.h>

#include "bw2_models.h"
#include "mdb_models.h"
#include "memory.h"
#include "models.h"
#include "samples.h"
#include "support.h"
#include "terrain.h"

/* How many differences there are; `field` must be among them, unless it is NULL. */
static uint32_t counted(wm_diff *diff, wm_status status, const char *field)
{
    assert_int_equal(status, WM_OK);
    uint32_t count = diff->count;
    bool found = !field;
    for (uint32_t i = 0; i < count; i++)
        found = found || strcmp(diff->items[i].field, field) == 0;
    for (uint32_t i = 0; !field && i < count; i++)
        print_message("%s: %s\n", diff->items[i].field, diff->items[i].message);
    if (!found)
        fail_msg("%s is not among %u differences", field, (unsigned)count);
    wm_diff_free(diff);
    return count;
}

static wm_diff within(double tolerance)
{
    wm_diff diff;
    wm_diff_init(&diff, NULL);
    diff.tolerance = tolerance;
    return diff;
}

/* ---- KotOR walkmeshes ---- */

static uint32_t bwm_apart(const wm_kotor_bwm *a, const wm_kotor_bwm *b, double tolerance,
                          const char *field)
{
    wm_diff diff = within(tolerance);
    return counted(&diff, wm_kotor_bwm_diff(a, b, &diff, NULL), field);
}

/* The same faces in the opposite order, each beginning with another corner. Walkable ones stay
 * first. */
static wm_kotor_bwm *reordered(const wm_kotor_bwm *b, float move)
{
    wm_error error;
    wm_kotor_bwm *c = wm_kotor_bwm_copy(b, NULL, &error);
    assert_non_null(c);
    uint32_t n = c->face_count, walkable = c->adjacency_count;
    wm_kotor_edge *links = calloc(c->edge_count, sizeof *links);
    uint32_t link_count = 0;
    for (uint32_t i = 0; i < c->edge_count; i++)
        if (b->edges[i].transition != WM_NO_INDEX)
            links[link_count++] = b->edges[i];
    for (uint32_t f = 0; f < n; f++) {
        uint32_t to = f < walkable ? walkable - 1 - f : n - 1 - (f - walkable);
        for (uint32_t k = 0; k < 3; k++)
            c->faces[to].vertex[k] = b->faces[f].vertex[(k + 1) % 3];
        c->materials[to] = b->materials[f];
        for (uint32_t i = 0; i < link_count; i++)
            if (links[i].edge / 3 == f && !(links[i].transition & 0x80000000u))
                links[i] = (wm_kotor_edge){3 * to + (links[i].edge + 2 - 3 * f) % 3,
                                           links[i].transition | 0x80000000u};
    }
    for (uint32_t i = 0; i < link_count; i++)
        c->edges[i] = (wm_kotor_edge){links[i].edge, links[i].transition & 0x7FFFFFFFu};
    c->edge_count = link_count;
    for (uint32_t i = 0; i < c->vertex_count; i++)
        c->vertices[i].x += i & 1 ? move : -move;
    assert_int_equal(wm_kotor_bwm_rebuild(c, NULL, NULL, &error), WM_OK);
    free(links);
    return c;
}

static void walkmeshes_in_another_order(void **state)
{
    (void)state;
    for (const test_sample *s = test_samples; s->name; s++) {
        if (strcmp(s->name, "degenerate.wok") == 0)
            continue; /* where three faces share an edge, their order decides who are neighbours */
        wm_kotor_bwm *b = s->make(NULL);
        wm_kotor_bwm *c = reordered(b, 0), *moved = reordered(b, 0.0004f);
        assert_int_equal(bwm_apart(b, c, 0.001, NULL), 0);
        if (b->face_count > 2)
            assert_true(bwm_apart(b, c, 0, "face_order") > 0);
        assert_int_equal(bwm_apart(b, moved, 0.001, NULL), 0);
        if (b->face_count)
            assert_true(bwm_apart(b, moved, 0.0001, "faces") > 0);
        wm_kotor_bwm_free(moved);
        wm_kotor_bwm_free(c);
        wm_kotor_bwm_free(b);
    }
}

/* What differs is still reported, whatever the tolerance. */
static void walkmeshes_that_differ(void **state)
{
    wm_kotor_bwm *room = test_sample_make("room.wok"), *other = test_sample_make("corridor.wok");
    wm_kotor_bwm *copy = wm_kotor_bwm_copy(room, NULL, NULL);
    (void)state;
    assert_true(bwm_apart(room, other, 100, NULL) > 0);
    assert_int_equal(bwm_apart(room, room, 1000, NULL), 0);
    copy->materials[0] = SAMPLE_STONE + SAMPLE_METAL - copy->materials[0];
    assert_int_equal(bwm_apart(room, copy, 0.001, "materials"), 1);
    copy->materials[0] = room->materials[0];
    copy->edges[0].transition = copy->edges[0].transition == 9 ? 8 : 9;
    assert_int_equal(bwm_apart(room, copy, 0.001, "transitions"), 1);
    copy->edges[0].transition = room->edges[0].transition;
    copy->position.y += 0.002f;
    assert_int_equal(bwm_apart(room, copy, 0.001, "position"), 1);
    assert_int_equal(bwm_apart(room, copy, 0.003, NULL), 0);
    copy->position = room->position;
    copy->normals[0].x += 0.5f;
    assert_int_equal(bwm_apart(room, copy, 0.001, "normals"), 1);
    copy->normals[0] = room->normals[0];
    copy->vertices[copy->faces[0].vertex[0]].z = NAN;
    assert_true(bwm_apart(room, copy, 0.001, "faces") > 0);
    wm_kotor_bwm_free(copy);
    wm_kotor_bwm_free(other);
    wm_kotor_bwm_free(room);
}

/* All triangles are within the tolerance of each other: no match that exists may be lost where
 * nothing moved, and it may not take long. */
static void crowds(void **state)
{
    wm_kotor_bwm *hills = test_sample_hills(30000, true, NULL);
    (void)state;
    assert_int_equal(bwm_apart(hills, hills, 1e-3, NULL), 0);
    assert_int_equal(bwm_apart(hills, hills, 1e6, NULL), 0);
    for (uint32_t i = 0; i < hills->vertex_count; i++) /* all in one place */
        hills->vertices[i] = (wm_vec3){1, 2, 3};
    assert_int_equal(bwm_apart(hills, hills, 1, NULL), 0);
    wm_kotor_bwm_free(hills);
}

/* ---- NWN2 ---- */

static uint32_t trn_apart(const wm_nwn2_trn *a, const wm_nwn2_trn *b, double tolerance,
                          const char *field)
{
    wm_diff diff = within(tolerance);
    return counted(&diff, wm_nwn2_trn_diff(a, b, &diff, NULL), field);
}

static void terrain(void **state)
{
    wm_nwn2_trn *hall = test_terrain_make("hall.trx");
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(hall, NULL, NULL);
    wm_nwn2_aswm *a = copy->aswm;
    (void)state;
    assert_int_equal(trn_apart(hall, copy, 0.001, NULL), 0);
    for (uint32_t i = 0; i < a->vertex_count; i++)
        a->vertices[i].z += i & 1 ? 0.0004f : -0.0004f;
    assert_true(trn_apart(hall, copy, 0, "vertices") > 0);
    assert_int_equal(trn_apart(hall, copy, 0.001, NULL), 0);
    assert_true(trn_apart(hall, copy, 0.0001, "triangles") > 0);
    a->triangles[0].flags ^= WM_NWN2_WALKABLE;
    assert_int_equal(trn_apart(hall, copy, 0.001, "triangles.flags"), 1);
    a->triangles[0].flags ^= WM_NWN2_WALKABLE;
    a->triangles[1].centre[0] += 1;
    assert_int_equal(trn_apart(hall, copy, 0.001, "triangles.numbers"), 1);
    a->triangles[1].centre[0] = hall->aswm->triangles[1].centre[0];
    a->triangles[2].linked_triangles[0] = 0;
    a->triangles[2].linked_triangles[1] = 0;
    assert_int_equal(trn_apart(hall, copy, 0.001, "triangles.links"), 1);
    memcpy(a->triangles[2].linked_triangles, hall->aswm->triangles[2].linked_triangles,
           sizeof a->triangles[2].linked_triangles);
    a->islands[0].centre.x += 0.01f;
    assert_int_equal(trn_apart(hall, copy, 0.001, "islands"), 1);
    assert_int_equal(trn_apart(hall, copy, 0.02, NULL), 0);
    a->islands[0].centre = hall->aswm->islands[0].centre;
    a->islands[0].links[0].exit ^= 1;
    assert_int_equal(trn_apart(hall, copy, 0.001, "islands.exits"), 1);
    a->islands[0].links[0].exit ^= 1;
    for (uint32_t i = 0; i < a->grid_width * a->grid_height; i++)
        if (a->tiles[i].node_count > 1) {
            a->tiles[i].table[1] ^= WM_NWN2_SIGHT;
            assert_int_equal(trn_apart(hall, copy, 0.001, "tiles.sight"), 1);
            a->tiles[i].table[1] ^= WM_NWN2_SIGHT;
            a->tiles[i].node_to_local[0] = 99999;
            assert_int_equal(trn_apart(copy, hall, 0.001, "tiles.nodes"), 1);
            break;
        }
    wm_nwn2_trn_free(copy);
    wm_nwn2_trn_free(hall);
}

static void ground_and_water(void **state)
{
    wm_nwn2_trn *field = test_terrain_make("field.trx");
    wm_nwn2_trn *copy = wm_nwn2_trn_copy(field, NULL, NULL);
    uint32_t seen = 0;
    (void)state;
    for (uint32_t i = 0; i < copy->packet_count; i++) {
        wm_nwn2_packet *p = &copy->packets[i];
        if (p->trrn && p->trrn->vertex_count)
            p->trrn->vertices[0].position.z += 0.0004f;
        else if (p->watr && p->watr->vertex_count)
            p->watr->vertices[0].uv[0] += 0.0004f;
        else
            continue;
        seen++;
        assert_true(trn_apart(field, copy, 0, "packets") > 0);
        assert_int_equal(trn_apart(field, copy, 0.001, NULL), 0);
        assert_true(trn_apart(field, copy, 0.0001, "packets") > 0);
        if (p->trrn)
            p->trrn->vertices[0].position.z = field->packets[i].trrn->vertices[0].position.z;
        else
            p->watr->vertices[0].uv[0] = field->packets[i].watr->vertices[0].uv[0];
    }
    assert_true(seen > 0);
    wm_nwn2_trn_free(copy);
    wm_nwn2_trn_free(field);
}

static void models_of_nwn2(void **state)
{
    wm_nwn2_mdb *m = test_mdb_make("c_toy.mdb"), *copy = wm_nwn2_mdb_copy(m, NULL, NULL);
    (void)state;
    for (uint32_t i = 0; i < copy->packet_count; i++) {
        wm_nwn2_mdb_mesh *mesh = copy->packets[i].mesh;
        if (!mesh || !mesh->skin_vertices)
            continue;
        mesh->skin_vertices[0].uvw.y += 0.0004f;
        mesh->material.diffuse.x += 0.0004f;
    }
    wm_diff diff = within(0);
    assert_true(counted(&diff, wm_nwn2_mdb_diff(m, copy, &diff, NULL), "vertices") > 0);
    diff = within(0.001);
    assert_int_equal(counted(&diff, wm_nwn2_mdb_diff(m, copy, &diff, NULL), NULL), 0);
    for (uint32_t i = 0; i < copy->packet_count; i++)
        if (copy->packets[i].mesh && copy->packets[i].mesh->skin_vertices)
            copy->packets[i].mesh->skin_vertices[0].bone[0] ^= 1;
    diff = within(0.001);
    assert_true(counted(&diff, wm_nwn2_mdb_diff(m, copy, &diff, NULL), "vertices") > 0);
    wm_nwn2_mdb_free(copy);
    wm_nwn2_mdb_free(m);
}

/* ---- models of the others ---- */

static void models_of_kotor(void **state)
{
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl *copy = wm_kotor_mdl_copy(m, NULL, NULL);
    (void)state;
    for (uint32_t i = 0; i < copy->tree.count; i++) {
        wm_kotor_mdl_node *n = &copy->tree.nodes[i];
        n->position.x += 0.0004f;
        n->orientation.x = -n->orientation.x; /* the same rotation */
        n->orientation.y = -n->orientation.y;
        n->orientation.z = -n->orientation.z;
        n->orientation.w = -n->orientation.w;
        for (uint32_t k = 0; k < n->controller_count; k++)
            if (wm_kotor_controller_fits(&n->controllers[k], n) && n->controllers[k].rows)
                n->data[n->controllers[k].time_index] += 0.0004f;
    }
    wm_diff diff = within(0);
    assert_true(counted(&diff, wm_kotor_mdl_diff(m, copy, &diff, NULL), "controllers") > 0);
    diff = within(0.001);
    assert_int_equal(counted(&diff, wm_kotor_mdl_diff(m, copy, &diff, NULL), NULL), 0);
    copy->scale += 0.1f;
    diff = within(0.001);
    assert_int_equal(counted(&diff, wm_kotor_mdl_diff(m, copy, &diff, NULL), "scale"), 1);
    wm_kotor_mdl_free(copy);
    wm_kotor_mdl_free(m);
}

static void models_of_bw2(void **state)
{
    const test_bw2_kind kind = {.version = 6, .uv_sets = 1};
    wm_bw2_model *m = test_bw2_make(kind, NULL), *copy = wm_bw2_model_copy(m, NULL, NULL);
    (void)state;
    for (uint32_t i = 0; i < copy->vertex_count; i++) {
        float x;
        uint8_t *at = copy->streams[0].data + (size_t)i * copy->streams[0].stride;
        memcpy(&x, at, sizeof x);
        x += 0.0004f;
        memcpy(at, &x, sizeof x);
    }
    copy->bounds.max.x += 0.0004f;
    wm_diff diff = within(0);
    assert_true(counted(&diff, wm_bw2_model_diff(m, copy, &diff, NULL), "vertices.position") > 0);
    diff = within(0.001);
    assert_int_equal(counted(&diff, wm_bw2_model_diff(m, copy, &diff, NULL), NULL), 0);
    copy->indices[0] ^= 1;
    diff = within(0.001);
    assert_int_equal(counted(&diff, wm_bw2_model_diff(m, copy, &diff, NULL), "indices"), 1);
    wm_bw2_model_free(copy);
    wm_bw2_model_free(m);
}

/* ---- memory ---- */

static void memory_runs_out(void **state)
{
    wm_nwn2_trn *hall = test_terrain_make("hall.trx");
    wm_kotor_bwm *room = test_sample_make("room.wok");
    bool done = false;
    (void)state;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        test_memory memory;
        wm_error error = {.code = WM_OK};
        wm_diff diff = within(0.01);
        test_memory_init(&memory);
        wm_nwn2_trn *a = wm_nwn2_trn_copy(hall, &memory.allocator, &error);
        wm_kotor_bwm *b = wm_kotor_bwm_copy(room, &memory.allocator, &error);
        assert_true(a && b);
        memory.fail_at = memory.calls + fail_at;
        done = wm_nwn2_trn_diff(a, hall, &diff, &error) == WM_OK &&
               wm_kotor_bwm_diff(b, room, &diff, &error) == WM_OK;
        if (!done)
            assert_int_equal(error.code, WM_NO_MEMORY);
        wm_diff_free(&diff);
        wm_nwn2_trn_free(a);
        wm_kotor_bwm_free(b);
        test_memory_done(&memory, "differences with a tolerance");
        assert_true(fail_at < 1000);
    }
    wm_kotor_bwm_free(room);
    wm_nwn2_trn_free(hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walkmeshes_in_another_order),
        cmocka_unit_test(walkmeshes_that_differ),
        cmocka_unit_test(crowds),
        cmocka_unit_test(terrain),
        cmocka_unit_test(ground_and_water),
        cmocka_unit_test(models_of_nwn2),
        cmocka_unit_test(models_of_kotor),
        cmocka_unit_test(models_of_bw2),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
