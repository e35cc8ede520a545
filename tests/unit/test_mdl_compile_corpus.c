/* Real models reduced to what their text shows, and compiled again. */
#include "angle.h"
#include "kotor/mdl/compile/compile.h"
#include "kotor/mdl/text/internal.h"
#include "support.h"

typedef struct model_case {
    const char *name;
    double normals, tangents; /* smallest shares that must be reproduced */
} model_case;

static const model_case cases[] = {
    {"kotor/models/vanilla/c_dewback", 0.98, 0}, {"kotor/models/vanilla/m02aa_09b", 0.99, 0.93},
    {"kotor/models/vanilla/dor_lhr02", 0.99, 0}, {"kotor/models/vanilla/m12aa_c03_char02", 0.98, 0},
    {"kotor/models/kotornet/file1", 0.98, 0},    {"kotor/models/kotornet/file2", 0.99, 0},
    {"kotor/models/kotornet/file3", 0.96, 0},    {"kotor/models/kotornet/file4", 0.99, 0},
    {"kotor/models/k2/dor_kor15", 0.99, 0},      {"kotor/models/k2/n_pox_alt", 0.98, 0},
    {"kotor/models/k2/745kora", 0.99, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static wm_kotor_mdl *load(const char *name)
{
    char path[256];
    wm_error error;
    snprintf(path, sizeof path, "%s.mdl", name);
    wm_buffer mdl = test_corpus_file(path);
    snprintf(path, sizeof path, "%s.mdx", name);
    wm_buffer mdx = test_corpus_file(path);
    wm_kotor_mdl *model = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
    assert_non_null(model);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return model;
}

/* Sources of all meshes as a plain text shows them. */
static wmi_source_mesh **sources_of(const wm_kotor_mdl *mdl, wmi_arena *scratch)
{
    uint32_t **groups;
    wmi_source_mesh **sources = wmi_arena_new(scratch, mdl->tree.count, sizeof *sources);
    uint16_t *names = wmi_arena_raw(scratch, mdl->name_count, sizeof *names);
    assert_true(sources && names);
    for (uint32_t i = 0; i < mdl->name_count; i++)
        names[i] = (uint16_t)i;
    assert_int_equal(wmi_mdl_smoothing(mdl, &groups, scratch, NULL), WM_OK);
    for (uint32_t i = 0; i < mdl->tree.count; i++) {
        const wm_kotor_mdl_node *node = &mdl->tree.nodes[i];
        if (!node->mesh)
            continue;
        if (!node->mesh->saber) {
            assert_non_null(groups[i]);
            sources[i] = wmi_mdl_visible_mesh(mdl, node, names, groups[i], scratch);
        } else {
            sources[i] = wmi_arena_new(scratch, 1, sizeof **sources);
            *sources[i] = (wmi_source_mesh){.vertex_count = WM_KOTOR_SABER_VERTICES,
                                            .vertices = node->mesh->saber->positions,
                                            .normals = node->mesh->saber->normals,
                                            .uv_count = {WM_KOTOR_SABER_VERTICES},
                                            .uvs = {node->mesh->saber->uvs}};
        }
        assert_non_null(sources[i]);
    }
    return sources;
}

static void forget(wm_kotor_mesh *mesh)
{
    mesh->vertex_count = 0;
    mesh->face_count = mesh->index_count = mesh->aabb_count = mesh->inverted_count = 0;
    mesh->vertices = NULL;
    mesh->rows = NULL;
    mesh->aabbs = NULL;
    mesh->skin = NULL;
}

static void compare_normals(const wm_kotor_mdl *a, const wm_kotor_mdl *b, uint32_t node,
                            uint32_t other, uint32_t normals[2], uint32_t tangents[2])
{
    const wm_kotor_mesh *x = a->tree.nodes[node].mesh, *y = b->tree.nodes[other].mesh;
    assert_non_null(y);
    assert_int_equal(x->vertex_count, y->vertex_count);
    for (uint32_t v = 0; v < x->vertex_count; v++) {
        wm_vec3 n[2], t[2][3];
        if (wm_kotor_mesh_normal(a, x, v, &n[0]) && wm_kotor_mesh_normal(b, y, v, &n[1])) {
            normals[0] += test_angle(n[0], n[1]) < 1e-3;
            normals[1]++;
        }
        if (wm_kotor_mesh_tangents(a, x, v, t[0]) && wm_kotor_mesh_tangents(b, y, v, t[1])) {
            tangents[0] +=
                test_angle(t[0][0], t[1][0]) < 2e-3 && test_angle(t[0][1], t[1][1]) < 2e-3;
            tangents[1]++;
        }
    }
}

static void compare_mesh(const wm_kotor_mdl *a, const wm_kotor_mdl *b, uint32_t node,
                         uint32_t normals[2], uint32_t tangents[2])
{
    const wm_kotor_mesh *x = a->tree.nodes[node].mesh, *y = b->tree.nodes[node].mesh;
    assert_int_equal(x->vertex_count, y->vertex_count);
    assert_int_equal(x->face_count, y->face_count);
    assert_int_equal(x->texture_count, y->texture_count);
    assert_int_equal(x->row_size, y->row_size);
    assert_int_equal(x->row_flags, y->row_flags);
    assert_memory_equal(x->row_offset, y->row_offset, sizeof x->row_offset);
    assert_memory_equal(x->function, y->function, sizeof x->function);
    assert_int_equal(x->aabb_count, y->aabb_count);
    assert_true((x->saber == NULL) == (y->saber == NULL));
    if (x->saber) {
        assert_memory_equal(x->saber->positions, y->saber->positions, 176 * 12);
        assert_memory_equal(x->saber->uvs, y->saber->uvs, 176 * 8);
        assert_memory_equal(x->saber->normals, y->saber->normals, 176 * 12);
        for (uint32_t f = 0; f < x->face_count; f++)
            assert_memory_equal(x->faces[f].vertex, y->faces[f].vertex, 6);
        return;
    }
    assert_memory_equal(x->vertices, y->vertices, 12u * x->vertex_count);
    assert_memory_equal(x->indices, y->indices, 2u * x->index_count);
    for (uint32_t f = 0; f < x->face_count; f++) {
        assert_memory_equal(x->faces[f].vertex, y->faces[f].vertex, 6);
        assert_int_equal(x->faces[f].material, y->faces[f].material);
    }
    for (uint32_t v = 0; v < x->vertex_count; v++) {
        float u[2], w[2], weight[2][4];
        int slot[2][4];
        for (unsigned set = 0; set < 4; set++)
            if (wm_kotor_mesh_uv(x, v, set, u) && wm_kotor_mesh_uv(y, v, set, w))
                assert_memory_equal(u, w, sizeof u);
        if (wm_kotor_mesh_weights(a, x, v, slot[0], weight[0])) {
            assert_true(wm_kotor_mesh_weights(b, y, v, slot[1], weight[1]));
            for (int i = 0; i < 4; i++) {
                assert_true(weight[0][i] == weight[1][i]);
                if (weight[0][i] > 0)
                    assert_int_equal(x->skin->slots[slot[0][i]], y->skin->slots[slot[1][i]]);
            }
        }
    }
    compare_normals(a, b, node, node, normals, tangents);
}

static void write_and_read(const wm_kotor_mdl *mdl)
{
    wm_buffer out, rows;
    wm_error error;
    assert_int_equal(wm_kotor_mdl_write(mdl, NULL, &out, &rows, &error), WM_OK);
    wm_kotor_mdl *again = wm_kotor_mdl_read(out.data, out.size, rows.data, rows.size, NULL, &error);
    if (!again)
        print_message("%s: %s\n", error.path, error.message);
    assert_non_null(again);
    assert_int_equal(again->mdx_state, WM_KOTOR_MDX_STATE_FINE);
    assert_int_equal(again->order, mdl->order);
    assert_int_equal(again->odd_count, 0);
    wm_buffer_free(&out);
    wm_buffer_free(&rows);
    wm_kotor_mdl_free(again);
}

static void recompile(const model_case *c)
{
    wmi_arena scratch;
    wm_error error;
    uint32_t normals[2] = {0, 0}, tangents[2] = {0, 0};
    wm_kotor_mdl *stored = load(c->name), *mdl = load(c->name);
    wmi_arena_init(&scratch, NULL, 0);
    wmi_source_mesh **sources = sources_of(stored, &scratch);
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].mesh)
            forget(mdl->tree.nodes[i].mesh);
    wm_status status = wmi_mdl_compile(mdl, sources, NULL, &error);
    if (status)
        print_message("%s: %s %s\n", c->name, error.path, error.message);
    assert_int_equal(status, WM_OK);
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (mdl->tree.nodes[i].mesh)
            compare_mesh(stored, mdl, i, normals, tangents);
    write_and_read(mdl);
    print_message("%s: %u of %u normals, %u of %u tangents\n", c->name, normals[0], normals[1],
                  tangents[0], tangents[1]);
    assert_true(normals[0] >= c->normals * normals[1]);
    assert_true(tangents[0] >= c->tangents * tangents[1]);
    assert_true(c->tangents == 0 || tangents[1] > 0);
    wmi_arena_free(&scratch);
    wm_kotor_mdl_free(stored);
    wm_kotor_mdl_free(mdl);
}

static void test_recompile(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (int i = 0; i < CASES; i++)
        recompile(&cases[i]);
}

/* A text of mdlops: vertices as they are stored, and groups that say nothing. */
static void test_decompiled(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const model_case listed[] = {{"kotor/models/vanilla/c_dewback", 0.95, 0},
                                        {"kotor/models/vanilla/m02aa_09b", 0.92, 0.85},
                                        {"kotor/models/kotornet/file3", 0.9, 0},
                                        {"kotor/models/k2/n_quarren02", 0.9, 0}};
    for (size_t c = 0; c < sizeof listed / sizeof *listed; c++) {
        wmi_arena scratch;
        uint32_t normals[2] = {0, 0}, tangents[2] = {0, 0};
        wm_kotor_mdl *stored = load(listed[c].name), *mdl = load(listed[c].name);
        wmi_arena_init(&scratch, NULL, 0);
        wmi_source_mesh **sources = sources_of(stored, &scratch);
        for (uint32_t i = 0; i < mdl->tree.count; i++) {
            if (mdl->tree.nodes[i].mesh)
                forget(mdl->tree.nodes[i].mesh);
            for (uint32_t f = 0; sources[i] && f < sources[i]->face_count; f++)
                sources[i]->faces[f].smoothing = (uint32_t)1 << f % 7;
        }
        assert_int_equal(
            wmi_mdl_compile(mdl, sources,
                            &(wmi_compile_opts){.smoothing = WM_KOTOR_SMOOTHING_ANGLES}, NULL),
            WM_OK);
        for (uint32_t i = 0; i < mdl->tree.count; i++)
            if (mdl->tree.nodes[i].mesh)
                compare_mesh(stored, mdl, i, normals, tangents);
        print_message("%s: %u of %u normals, %u of %u tangents\n", listed[c].name, normals[0],
                      normals[1], tangents[0], tangents[1]);
        assert_true(normals[0] >= listed[c].normals * normals[1]);
        assert_true(tangents[0] >= listed[c].tangents * tangents[1]);
        wmi_arena_free(&scratch);
        wm_kotor_mdl_free(stored);
        wm_kotor_mdl_free(mdl);
    }
}

static uint32_t node_named(const wm_kotor_mdl *mdl, const char *name)
{
    for (uint32_t i = 0; i < mdl->tree.count; i++)
        if (strcmp(mdl->names[mdl->tree.nodes[i].name], name) == 0)
            return i;
    print_message("no node %s\n", name);
    fail();
    return 0;
}

/* The real texts of mdlops against the binaries they came from, and our own plain text. */
static void test_texts(void **state)
{
    (void)state;
    NEED_CORPUS();
    static const struct {
        model_case c;
        const char *text;
    } texts[] = {{{"kotor/models/vanilla/c_dewback", 0.95, 0}, "c_dewback"},
                 {{"kotor/models/vanilla/m02aa_09b", 0.92, 0.85}, "m02aa_09b"},
                 {{"kotor/models/vanilla/dor_lhr02", 0.9, 0}, "dor_lhr02"},
                 {{"kotor/models/kotornet/file2", 0.9, 0}, "file2"},
                 {{"kotor/models/kotornet/file3", 0.9, 0}, "file3"},
                 {{"kotor/models/k2/n_quarren02", 0.9, 0}, "n_quarren02"},
                 {{"kotor/models/k1cp/plc_starmap", 0.86, 0}, "plc_starmap"}};
    for (size_t i = 0; i < 2 * sizeof texts / sizeof *texts; i++) {
        const model_case *c = &texts[i / 2].c;
        uint32_t normals[2] = {0, 0}, tangents[2] = {0, 0};
        wm_kotor_mdl *stored = load(c->name);
        wm_error error;
        wm_buffer text;
        if (i % 2) {
            char path[128];
            snprintf(path, sizeof path, "kotor/models/ascii-mdlops/%s-ascii.mdl",
                     texts[i / 2].text);
            text = test_corpus_file(path);
        } else {
            assert_int_equal(wm_kotor_mdl_text_write(stored,
                                                     &(wm_kotor_mdl_text_write_opts){.plain = true},
                                                     &text, &error),
                             WM_OK);
        }
        assert_int_equal(wmi_mdl_text_decompiled(text.data, text.size), i % 2);
        wm_kotor_mdl *mdl = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
        assert_non_null(mdl);
        for (uint32_t n = 0; n < stored->tree.count; n++) {
            const wm_kotor_mdl_node *node = &stored->tree.nodes[n];
            if (!node->mesh || node->mesh->saber)
                continue;
            uint32_t own = node_named(mdl, stored->names[node->name]);
            compare_normals(stored, mdl, n, own, normals, tangents);
        }
        print_message("%s %s: %u of %u normals, %u of %u tangents\n", texts[i / 2].text,
                      i % 2 ? "of mdlops" : "of our own", normals[0], normals[1], tangents[0],
                      tangents[1]);
        assert_true(normals[0] >= c->normals * normals[1]);
        assert_true(tangents[0] >= c->tangents * tangents[1]);
        wm_buffer_free(&text);
        wm_kotor_mdl_free(stored);
        wm_kotor_mdl_free(mdl);
    }
}

/* One game to the other and back, and to Xbox and back: what both have stays. */
static void test_variants(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (int i = 0; i < CASES; i++) {
        wm_kotor_mdl *stored = load(cases[i].name), *mdl = load(cases[i].name);
        wm_kotor_game other = mdl->game == WM_KOTOR_GAME_1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1;
        uint32_t normals[2] = {0, 0}, tangents[2] = {0, 0};
        assert_int_equal(wm_kotor_mdl_set_variant(mdl, other, WM_KOTOR_PLATFORM_PC, NULL), WM_OK);
        write_and_read(mdl);
        assert_int_equal(wm_kotor_mdl_set_variant(mdl, other, WM_KOTOR_PLATFORM_XBOX, NULL), WM_OK);
        write_and_read(mdl);
        assert_int_equal(wm_kotor_mdl_set_variant(mdl, stored->game, WM_KOTOR_PLATFORM_PC, NULL),
                         WM_OK);
        for (uint32_t n = 0; n < mdl->tree.count; n++)
            if (mdl->tree.nodes[n].mesh && !mdl->tree.nodes[n].mesh->saber)
                compare_mesh(stored, mdl, n, normals, tangents);
        print_message("%s: %u of %u normals\n", cases[i].name, normals[0], normals[1]);
        wm_kotor_mdl_free(stored);
        wm_kotor_mdl_free(mdl);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recompile),
        cmocka_unit_test(test_decompiled),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests_name("real models compiled again", tests, NULL, NULL);
}
