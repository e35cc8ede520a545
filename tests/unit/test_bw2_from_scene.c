/* Black & White 2 models from scenes: all real models there and back, scenes of other
 * programs, and every complaint. */
#include <math.h>

#include "bw2/internal.h"
#include "bw2_compare.h"
#include "bw2_models.h"
#include "bw2_scenes.h"
#include "memory.h"
#include "support.h"

static wm_bw2_model *there_and_back(const wm_bw2_model *m, const char *what)
{
    wm_error error = {0};
    wm_bw2_model_import_result result;
    wm_scene *s = wm_scene_from_bw2_model(m, NULL, &error);
    assert_non_null(s);
    wm_bw2_model *back = wm_bw2_model_from_scene(s, NULL, &result, &error);
    if (!back)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_true(result.straight && !result.footprint && !result.circles && !result.frames &&
                !result.cleaves && !result.addressing && !result.textures && !result.split);
    wm_scene_free(s);
    test_bw2_expect_valid(back, what);
    return back;
}

static void real_models(void **state)
{
    uint32_t count = 0, to_the_byte = 0;
    (void)state;
    NEED_CORPUS();
    for (test_listing l = {0}; test_corpus_next(&l, "bw2", ".bwm");) {
        wm_buffer bytes = test_corpus_file(l.path);
        wm_bw2_model *m = wm_bw2_model_read(bytes.data, bytes.size, NULL, NULL);
        wm_bw2_model *back = there_and_back(m, l.name);
        const char *lost = test_bw2_lost(m, back);
        if (lost)
            fail_msg("%s: %s do not come back", l.name, lost);
        test_bw2_forget(back, m);
        wm_buffer again = test_bw2_written(back);
        bool same = again.size == bytes.size && memcmp(again.data, bytes.data, bytes.size) == 0;
        /* strips are built again; two files were edited in other programs */
        if (!same && !wm_bw2_model_is_skin(m) && m->version == 6 &&
            strncmp(m->meshes[0].name, "m_norse_chieftain", 17) != 0)
            fail_msg("%s: more is lost than is reported", l.name);
        to_the_byte += same;
        count++;
        wm_buffer_free(&again);
        wm_bw2_model_free(back);
        wm_bw2_model_free(m);
        wm_buffer_free(&bytes);
    }
    print_message("%u models come back through a scene, %u of them to the byte but for what is "
                  "listed\n",
                  (unsigned)count, (unsigned)to_the_byte);
    assert_true(count > 0);
}

static void samples(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        const test_bw2_kind kind = {5 + i % 2, i / 2 % 2, 1 + i / 4 % 3, false};
        wm_bw2_model *m = test_bw2_make(kind, NULL);
        if (i >= 12) { /* names that fill their fields */
            memset(m->materials[1].texture[5], 'x', WM_BW2_NAME);
            memset(m->meshes[0].name, 'z', WM_BW2_NAME);
            memset(m->entities[0].name, 'w', WM_BW2_ENTITY_NAME);
        }
        wm_bw2_model *back = there_and_back(m, "sample");
        const char *lost = test_bw2_lost(m, back);
        if (lost)
            fail_msg("sample %u: %s", i, lost);
        wm_bw2_model_free(back);
        wm_bw2_model_free(m);
    }
}

/* ---- scenes of other programs ------------------------------------------ */

static wm_vec3 vec(const wm_bw2_model *m, uint32_t v, uint32_t id)
{
    wm_vec3 p;
    wmi_load32(&p, wm_bw2_model_vertex(m, v, id, 0, NULL), 3);
    return p;
}

/* Do faces and normals point the same way, and is every normal one of a box? */
static void prove_outward(const wm_bw2_model *m, wm_vec3 centre)
{
    for (uint32_t i = 0; i + 2 < m->index_count; i += 3) {
        wm_vec3 a = vec(m, m->indices[i], 0), b = vec(m, m->indices[i + 1], 0),
                c = vec(m, m->indices[i + 2], 0), n = vec(m, m->indices[i], WM_BW2_ELEMENT_NORMAL);
        wm_vec3 p = {b.x - a.x, b.y - a.y, b.z - a.z}, q = {c.x - a.x, c.y - a.y, c.z - a.z};
        wm_vec3 f = {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
        wm_vec3 d = {a.x - centre.x, a.y - centre.y, a.z - centre.z};
        assert_true(f.x * d.x + f.y * d.y + f.z * d.z > 0);
        assert_true(n.x * d.x + n.y * d.y + n.z * d.z > 0);
    }
}

static void a_scene_of_blender(void **state)
{
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_true(!r.straight && r.footprint && r.circles && r.no_normals == 1 && r.cleaves == 16 &&
                r.split == 8 && r.textures == 1 && r.addressing == 2 && r.frames == 1);
    assert_int_equal(r.triangles, 12);
    assert_int_equal(m->version, 6);
    assert_false(wm_bw2_model_is_skin(m));
    assert_int_equal(m->vertex_count, 16);
    assert_int_equal(m->cleave_count, 16);
    assert_int_equal(m->mesh_count, 1);
    assert_int_equal(m->meshes[0].lod, 1);
    assert_string_equal(m->meshes[0].name, "hut");
    assert_int_equal(m->reference_count, 2);
    assert_int_equal(m->material_count, 2);
    assert_string_equal(m->materials[0].name, "_roof_");
    assert_string_equal(m->materials[0].texture[0], "roof.dds");
    assert_string_equal(m->materials[1].texture[0], "walls.dds");
    assert_int_equal(m->references[0].addressing, 1 | 3 << 2); /* u leaves, v does not */
    assert_int_equal(m->entity_count, 1);
    assert_string_equal(m->entities[0].name, "bws_ep_door");
    const float frame[12] = {1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 2, -3};
    assert_memory_equal(&m->entities[0].frame, frame, sizeof frame);
    assert_int_equal(m->footprint_count, 4);
    assert_true(m->circle_count > 0 && m->bounds.tightest == WM_BW2_SHAPE_BOX &&
                m->bounds.volume == 8);
    prove_outward(m, (wm_vec3){0, 2, 0});
    /* into the solid */
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        wm_vec3 p = vec(m, v, 0), c = m->cleaves[v];
        assert_true(c.x * p.x + c.y * (p.y - 2) + c.z * p.z < 0);
    }
    wm_bw2_model_free(m);
    const wm_bw2_model_import_opts old = {.version = 5};
    m = test_bw2_build(s, &old, &r);
    assert_true(m->version == 5 && m->cleave_count == 0 && r.cleaves == 0);
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* The same box from all four spaces, moved, scaled and mirrored by its node. */
static void spaces_and_transforms(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        wm_bw2_model_import_result r;
        wm_scene *s = test_bw2_box(NULL);
        bool z_up = i & 1, left = i & 2, moved = i & 4, mirror = i & 8;
        s->up = z_up ? WM_UP_Z : WM_UP_Y;
        s->left_handed = left;
        for (int k = 0; k < 8; k++) {
            wm_vec3 *p = &s->meshes[0].positions[k];
            if (z_up)
                *p = (wm_vec3){p->x, -p->z, p->y};
            if (left)
                p->x = -p->x;
        }
        for (uint32_t k = 0; left && k < 36; k += 3) {
            uint32_t *v = s->meshes[0].indices + k, swap = v[1];
            v[1] = v[2];
            v[2] = swap;
        }
        wm_transform *t = &s->nodes[TEST_BW2_BOX].rest;
        if (moved)
            t->translation = (wm_vec3){5, 6, 7};
        t->scale = (wm_vec3){mirror ? -2.0f : 2.0f, 2, 2};
        wm_bw2_model *m = test_bw2_build(s, NULL, &r);
        float up = z_up ? 7 : 6;
        assert_true(m->bounds.min.y == (moved ? up : 0) && m->bounds.height == 8);
        assert_true(m->bounds.max.x - m->bounds.min.x == 4);
        assert_true(m->bounds.max.z - m->bounds.min.z == 2);
        wm_bw2_bounds *b = &m->bounds;
        prove_outward(m, (wm_vec3){(b->min.x + b->max.x) / 2, (b->min.y + b->max.y) / 2,
                                   (b->min.z + b->max.z) / 2});
        wm_bw2_model_free(m);
        wm_scene_free(s);
    }
}

static void levels_of_detail(void **state)
{
    static const char *const names[] = {"lh_phys", "hut_lod3", "hut.Lod2.001", "shed",
                                        "sails_LOD1"};
    static const char *const right[] = {"shed", "sails", "hut.", "hut", "lh_phys"};
    static const uint32_t levels[] = {1, 1, 2, 3, 4};
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    s->node_count = 5;
    for (uint32_t i = 0; i < 5; i++)
        s->nodes[i] = test_bw2_node(names[i], 0);
    s->nodes[2].name = "hut_Lod2.001";
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_int_equal(m->mesh_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(m->meshes[i].lod, levels[i]);
        assert_string_equal(m->meshes[i].name, i == 2 ? "hut" : right[i]);
    }
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* Blender numbers names that are there already; the game has many of one name. */
static void numbered_names(void **state)
{
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    s->node_count = 7;
    s->nodes[2] = test_bw2_node("hut.002", 0);
    s->nodes[3] = test_bw2_node("bws_ep_door.001", WM_NO_INDEX);
    s->nodes[4] = test_bw2_node("lamp v1.5", WM_NO_INDEX);
    s->nodes[5] = test_bw2_node("lh_phys.003", 1);
    s->nodes[6] = test_bw2_node("Cube.001", 2);
    s->mesh_count = 3;
    s->meshes[1] = s->meshes[2] = s->meshes[0]; /* hulls, by the node and by the material */
    s->meshes[1].uvs[0] = s->meshes[2].uvs[0] = NULL;
    wm_scene_part *parts = s->meshes[2].parts = wm_scene_alloc(s, 1, sizeof *parts, NULL);
    s->meshes[2].part_count = 1;
    *parts = (wm_scene_part){0, 36, 2};
    s->materials[0].name = "_roof_.001";
    s->materials[2].name = "lh_phys.001";
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    static const char *const names[] = {"hut", "hut", "lh_phys", "Cube"};
    static const uint32_t levels[] = {1, 1, 2, 2};
    assert_int_equal(m->mesh_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(m->meshes[i].name, names[i]);
        assert_int_equal(m->meshes[i].lod, levels[i]);
    }
    assert_string_equal(m->materials[0].name, "_roof_");
    assert_string_equal(m->materials[2].name, "lh_phys");
    assert_int_equal(m->entity_count, 3);
    assert_string_equal(m->entities[1].name, "bws_ep_door");
    assert_string_equal(m->entities[2].name, "lamp v1.5");
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

static void expect_uv(const wm_bw2_model *m, uint32_t vertex, uint32_t set, float u, float v)
{
    float uv[2] = {NAN, NAN};
    memcpy(uv, m->streams[0].data + (size_t)vertex * m->streams[0].stride + 24 + 8 * (size_t)set,
           sizeof uv);
    assert_true(uv[0] == u && uv[1] == v);
}

/* A mesh that was never unwrapped gets the uvs that such meshes have in the game. Hulls need none,
 * so they are not counted. */
static void no_uvs(void **state)
{
    wm_bw2_model_import_result r;
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    s->node_count = 3;
    s->nodes[2] = test_bw2_node("shed", 1);
    s->mesh_count = 2;
    s->meshes[1] = s->meshes[0];
    s->meshes[1].uvs[0] = NULL;
    s->meshes[0].uvs[1] = s->meshes[0].uvs[0];
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    uint32_t first = m->meshes[0].vertex_count;
    assert_int_equal(r.no_uvs, 1);
    assert_int_equal(m->mesh_count, 2);
    assert_int_equal(wm_bw2_model_uv_sets(m), 2);
    assert_true(m->meshes[1].vertex_count > 0);
    for (uint32_t i = 0; i < m->meshes[1].vertex_count; i++) {
        expect_uv(m, first + i, 0, 0, 1);
        expect_uv(m, first + i, 1, 0, 1);
    }
    expect_uv(m, 0, 0, 0, 0);
    wm_bw2_model_free(m);
    s->nodes[2].name = "lh_phys";
    m = test_bw2_build(s, NULL, &r);
    assert_int_equal(r.no_uvs, 0);
    wm_bw2_model_free(m);
    s->nodes[2].name = "shed";
    s->meshes[0].uvs[0] = s->meshes[0].uvs[1] = NULL;
    m = test_bw2_build(s, NULL, &r);
    assert_int_equal(r.no_uvs, 2);
    assert_int_equal(wm_bw2_model_uv_sets(m), 1);
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* ---- outlines ---------------------------------------------------------- */

static void add_lines(wm_scene *s, const char *name, uint32_t count, const float (*at)[3],
                      const uint32_t *lines, uint32_t line_count)
{
    wm_scene_mesh *m = &s->meshes[s->mesh_count];
    *m = (wm_scene_mesh){.name = name, .primitive = WM_PRIMITIVE_LINES, .vertex_count = count};
    m->positions = wm_scene_alloc(s, count, sizeof *m->positions, NULL);
    m->indices = wm_scene_alloc(s, 2 * (size_t)line_count, sizeof *m->indices, NULL);
    memcpy(m->positions, at, count * sizeof *at);
    memcpy(m->indices, lines, 2 * line_count * sizeof *lines);
    m->index_count = 2 * line_count;
    s->nodes[s->node_count++] = test_bw2_node(name, s->mesh_count++);
}

static void outlines_by_name(void **state)
{
    static const float square[4][3] = {{0, 1, 0}, {4, 2, 0}, {4, 3, 4}, {0, 4, 4}};
    static const uint32_t any_order[8] = {2, 3, 0, 1, 3, 0, 2, 1}, open[6] = {0, 1, 1, 2, 2, 3};
    static const uint32_t forked[8] = {0, 1, 0, 2, 0, 3, 1, 2};
    wm_bw2_model_import_result r;
    wm_error error = {0};
    (void)state;
    wm_scene *s = test_bw2_box(NULL);
    add_lines(s, "Footprint", 4, square, any_order, 4);
    add_lines(s, "circles", 4, square, any_order, 4);
    wm_bw2_model *m = test_bw2_build(s, NULL, &r);
    assert_true(!r.footprint && !r.circles);
    assert_int_equal(m->footprint_count, 4);
    double area = 0; /* counter-clockwise in the game's space */
    for (uint32_t i = 0; i < 4; i++) {
        wm_vec3 a = m->footprint[i], b = m->footprint[(i + 1) % 4];
        area += (double)(a.x * b.z - b.x * a.z);
    }
    assert_true(area == 32);
    assert_int_equal(m->circle_count, 1);
    assert_true(m->circles[0].x == 2 && m->circles[0].z == -2 &&
                fabsf(m->circles[0].radius - 2.828427f) < 1e-5f);
    wm_bw2_model_free(m);
    wm_scene_free(s);
    s = test_bw2_box(NULL);
    add_lines(s, "footprint", 4, square, forked, 4);
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    assert_null(wm_bw2_model_from_scene(s, NULL, NULL, &error));
    assert_int_equal(error.code, WM_BAD_VALUE);
    wm_scene_free(s);
    s = test_bw2_box(NULL);
    add_lines(s, "footprint", 4, square, open, 3);
    m = test_bw2_build(s, NULL, &r);
    assert_int_equal(m->footprint_count, 4);
    wm_bw2_model_free(m);
    wm_scene_free(s);
}

/* ---- complaints -------------------------------------------------------- */

static void complain(wm_scene *s, const wm_bw2_model_import_opts *opts, wm_status code,
                     const char *word)
{
    wm_error error = {0};
    if (!s->finished)
        assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    assert_null(wm_bw2_model_from_scene(s, opts, NULL, &error));
    if (error.code != code || !strstr(error.message, word))
        fail_msg("%d: %s: %s", (int)error.code, error.path, error.message);
    wm_scene_free(s);
}

static void complaints(void **state)
{
    char name[300];
    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    wm_scene *s = test_bw2_box(NULL);
    s->meshes[0].index_count = s->meshes[0].part_count = 0;
    complain(s, NULL, WM_BAD_VALUE, "no triangles");
    s = test_bw2_box(NULL);
    s->nodes[TEST_BW2_BOX].name = name;
    complain(s, NULL, WM_NOT_REPRESENTABLE, "at most 63 are");
    s = test_bw2_box(NULL);
    s->nodes[TEST_BW2_DOOR].name = name;
    complain(s, NULL, WM_NOT_REPRESENTABLE, "at most 255 are");
    s = test_bw2_box(NULL);
    s->materials[0].name = name;
    complain(s, NULL, WM_NOT_REPRESENTABLE, "at most 63 are");
    s = test_bw2_box(NULL);
    s->materials[0].textures[WM_TEXTURE_SLOT_NORMAL].name = name;
    complain(s, NULL, WM_NOT_REPRESENTABLE, "at most 63 are");
    s = test_bw2_box(NULL);
    s->meshes[0].positions[3].x = NAN;
    complain(s, NULL, WM_BAD_VALUE, "finite");
    s = test_bw2_box(NULL);
    test_bw2_add_skin(s, 257);
    complain(s, NULL, WM_NOT_REPRESENTABLE, "at most 256 are");
    const wm_bw2_model_import_opts seven = {.version = 7}, skin = {.variant = WM_BW2_VARIANT_SKIN};
    complain(test_bw2_box(NULL), &seven, WM_BAD_ARGUMENT, "5 or 6");
    complain(test_bw2_box(NULL), &skin, WM_BAD_VALUE, "joints");
    s = test_bw2_box(NULL);
    s->meshes[0].part_count = 0;
    s->meshes[0].vertex_count = 65536;
    s->meshes[0].positions = wm_scene_alloc(s, 65536, sizeof(wm_vec3), NULL);
    s->meshes[0].uvs[0] = wm_scene_alloc(s, 65536, 8, NULL);
    complain(s, NULL, WM_NOT_REPRESENTABLE, "65,536 vertices");
    s = test_bw2_box(NULL);
    wm_error error = {0};
    assert_null(wm_bw2_model_from_scene(s, NULL, NULL, &error)); /* not finished */
    assert_int_equal(error.code, WM_BAD_ARGUMENT);
    wm_scene_free(s);
}

/* Whatever can be read can be rebuilt and sent through a scene, or is refused with a message. */
static void damage_is_safe(void **state)
{
    static const uint32_t values[] = {0, 1, 3, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FC00000};
    uint32_t read = 0, rebuilt = 0, back = 0;
    (void)state;
    for (int skin = 0; skin < 2; skin++) {
        size_t size = 0;
        uint8_t *bytes = test_bw2_bytes((test_bw2_kind){6, skin, 2, false}, &size);
        assert_non_null(bytes);
        for (size_t at = 0x30; at + 4 <= size; at += 4)
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                uint8_t old[4];
                wm_error error = {0};
                memcpy(old, bytes + at, 4);
                wmi_put32(bytes + at, values[i]);
                wm_bw2_model *m = wm_bw2_model_read(bytes, size, NULL, NULL);
                wm_scene *s = m ? wm_scene_from_bw2_model(m, NULL, NULL) : NULL;
                wm_bw2_model *b = s ? wm_bw2_model_from_scene(s, NULL, NULL, &error) : NULL;
                assert_true(!s || b || error.message[0]);
                read += m != NULL;
                rebuilt += m && wm_bw2_model_rebuild(m, NULL, NULL, &error) == WM_OK;
                back += b != NULL;
                if (b)
                    test_bw2_expect_valid(b, "damaged");
                wm_bw2_model_free(b);
                wm_scene_free(s);
                wm_bw2_model_free(m);
                memcpy(bytes + at, old, 4);
            }
        free(bytes);
    }
    print_message("%u damaged models read, %u rebuilt, %u made again\n", (unsigned)read,
                  (unsigned)rebuilt, (unsigned)back);
    assert_true(read > 1000 && rebuilt > 1000 && back > 1000);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        wm_scene *s = NULL;
        wm_bw2_model *from = NULL;
        if (round == 0) {
            from = test_bw2_make((test_bw2_kind){6, true, 3, false}, NULL);
            s = wm_scene_from_bw2_model(from, NULL, NULL);
        } else {
            s = test_bw2_box(NULL);
            if (round == 2)
                test_bw2_add_skin(s, 5);
            assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
        }
        for (uint64_t at = 1, refused = 1; refused; at++) {
            test_memory memory;
            test_memory_init(&memory);
            memory.fail_at = at;
            const wm_bw2_model_import_opts opts = {.allocator = &memory.allocator};
            wm_error error = {0};
            wm_bw2_model *m = wm_bw2_model_from_scene(s, &opts, NULL, &error);
            refused = memory.refused;
            assert_true(m ? true : refused && error.code == WM_NO_MEMORY);
            wm_bw2_model_free(m);
            test_memory_done(&memory, "model from scene");
        }
        wm_scene_free(s);
        wm_bw2_model_free(from);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples),
        cmocka_unit_test(real_models),
        cmocka_unit_test(a_scene_of_blender),
        cmocka_unit_test(spaces_and_transforms),
        cmocka_unit_test(levels_of_detail),
        cmocka_unit_test(numbered_names),
        cmocka_unit_test(no_uvs),
        cmocka_unit_test(outlines_by_name),
        cmocka_unit_test(complaints),
        cmocka_unit_test(damage_is_safe),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
