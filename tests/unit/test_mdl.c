/* Binary models: the sample of every kind of node in all variants, and every real
 * file, read and written again. */
#include <dirent.h>

#include "kotor/mdl/internal.h"
#include "models.h"
#include "support.h"

static void assert_same(const char *what, const wm_buffer *made, const wm_buffer *file)
{
    if (made->size != file->size)
        fail_msg("%s: %zu bytes instead of %zu", what, made->size, file->size);
    for (size_t i = 0; i < file->size; i++)
        if (made->data[i] != file->data[i])
            fail_msg("%s: byte %zu is %02x instead of %02x", what, i, made->data[i], file->data[i]);
}

/* Reads and writes; the output must equal the input. */
static wm_kotor_mdl *round_trip(const char *what, const wm_buffer *mdl, const wm_buffer *mdx)
{
    wm_error error;
    wm_buffer out, rows;
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl->data, mdl->size, mdx->data, mdx->size, NULL, &error);
    if (!m)
        fail_msg("%s: %s: %s", what, error.path, error.message);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &out, &rows, &error), WM_OK);
    assert_same(what, &out, mdl);
    assert_same(what, &rows, mdx);
    wm_buffer_free(&out);
    wm_buffer_free(&rows);
    wm_kotor_mdl *copy = wm_kotor_mdl_copy(m, NULL, &error);
    wm_kotor_mdl_free(m);
    assert_non_null(copy);
    assert_int_equal(wm_kotor_mdl_write(copy, NULL, &out, &rows, &error), WM_OK);
    assert_same(what, &out, mdl);
    assert_same(what, &rows, mdx);
    wm_buffer_free(&out);
    wm_buffer_free(&rows);
    return copy;
}

static void sample_of_every_variant(void **state)
{
    static const char *const name[] = {"k1-pc", "k1-xbox", "k2-pc", "k2-xbox"};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int layout = 0; layout < 2; layout++) {
            wm_buffer mdl, mdx;
            wm_kotor_mdl *made =
                test_model_make(i < 2 ? WM_KOTOR_GAME_1 : WM_KOTOR_GAME_2,
                                i & 1 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
            assert_non_null(made);
            wm_kotor_mdl_pack(made, layout ? WM_KOTOR_MDL_ORDER_B : WM_KOTOR_MDL_ORDER_A);
            assert_int_equal(wm_kotor_mdl_write(made, NULL, &mdl, &mdx, NULL), WM_OK);
            assert_true(wm_kotor_mdl_detect(mdl.data, mdl.size));
            wm_kotor_mdl *m = round_trip(name[i], &mdl, &mdx);
            assert_string_equal(wm_kotor_mdl_variant(m), name[i]);
            assert_int_equal(m->order, layout ? WM_KOTOR_MDL_ORDER_B : WM_KOTOR_MDL_ORDER_A);
            assert_int_equal(m->slack_count, 0);
            assert_int_equal(m->odd_count, 0);
            assert_int_equal(m->tree.count, MODEL_NODES);
            assert_int_equal(m->tree.nodes[MODEL_ROOT].child_count, 7);
            assert_int_equal(m->tree.nodes[MODEL_CLOTH].parent, MODEL_TIP);
            assert_string_equal(m->names[MODEL_NODES], "no_node");
            assert_int_equal(m->animation_count, 2);
            assert_int_equal(m->animations[0].event_count, 2);
            assert_string_equal(m->tree.nodes[MODEL_LIGHT].light->textures[1], "flare_bb");
            wm_kotor_mdl_free(m);
            wm_kotor_mdl_free(made);
            wm_buffer_free(&mdl);
            wm_buffer_free(&mdx);
        }
}

static void rows_are_read_on_both_platforms(void **state)
{
    (void)state;
    for (int xbox = 0; xbox < 2; xbox++) {
        wm_buffer mdl, mdx;
        wm_vec3 v;
        float uv[2], weight[4];
        int slot[4];
        test_model_files(WM_KOTOR_GAME_1, xbox ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC,
                         &mdl, &mdx);
        wm_kotor_mdl *m = round_trip("sample", &mdl, &mdx);
        const wm_kotor_mesh *skin = m->tree.nodes[MODEL_SKIN].mesh;
        assert_true(wm_kotor_mesh_position(skin, 2, &v));
        assert_float_equal(v.x, 1, 0);
        assert_float_equal(v.y, 1, 0);
        assert_true(wm_kotor_mesh_normal(m, skin, 2, &v));
        assert_float_equal(v.z, 1, 0);
        assert_true(wm_kotor_mesh_uv(skin, 1, 0, uv));
        assert_float_equal(uv[0], 1, 0);
        assert_false(wm_kotor_mesh_uv(skin, 1, 1, uv));
        assert_true(wm_kotor_mesh_weights(m, skin, 2, slot, weight));
        assert_int_equal(slot[0], 1);
        assert_int_equal(slot[1], 0);
        assert_int_equal(slot[2], -1);
        assert_float_equal(weight[1], 0.25f, 0);
        assert_false(wm_kotor_mesh_position(skin, 4, &v));
        wm_kotor_mdl_free(m);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
}

/* The boxes of a tree are not one block: the second child begins one byte early. */
static void boxes_that_overlap(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(m);
    const wm_kotor_mdl_node *n = &m->tree.nodes[MODEL_FLOOR];
    uint32_t field = n->offset + wmi_mdl_pointer_field(m, n, WMI_BLOCK_AABBS);
    uint8_t *right = mdl.data + WMI_MDL_BASE + wmi_le32(mdl.data + field) + 28;
    wmi_put32(right, wmi_le32(right) - 1);
    wm_kotor_mdl_free(m);
    m = round_trip("overlapping boxes", &mdl, &mdx);
    assert_int_equal(m->order, WM_KOTOR_MDL_ORDER_STORED);
    assert_int_equal(m->tree.nodes[MODEL_FLOOR].mesh->aabb_count, 3);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* A tree whose boxes are not in the file's usual order, and blocks that lie
 * anywhere, must come back all the same. */
static void a_file_of_neither_layout(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    test_model_files(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, &mdl, &mdx);
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(m);
    /* Move the names after everything else, and leave the old ones as slack. */
    wm_buffer moved = {.size = mdl.size + 64};
    moved.data = calloc(1, moved.size);
    memcpy(moved.data, mdl.data, mdl.size);
    uint32_t table = 196 + 12;
    memcpy(moved.data + mdl.size, "renamed", 8);
    wmi_put32(moved.data + table + 4, (uint32_t)mdl.size - WMI_MDL_BASE);
    wm_kotor_mdl *odd = round_trip("moved", &moved, &mdx);
    assert_int_equal(odd->order, WM_KOTOR_MDL_ORDER_STORED);
    assert_string_equal(odd->names[1], "renamed");
    wm_kotor_mdl_free(odd);
    wm_kotor_mdl_free(m);
    free(moved.data);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* ---- real files -------------------------------------------------------- */

static bool beside(const char *mdl, wm_buffer *out)
{
    char name[1024];
    snprintf(name, sizeof name, "%s", mdl);
    name[strlen(name) - 1] = 'x';
    return wm_file_read(name, NULL, out, NULL) == WM_OK;
}

static uint32_t each_model(const char *directory, void (*look)(const char *, const wm_kotor_mdl *))
{
    char path[1024];
    uint32_t count = 0;
    snprintf(path, sizeof path, "%s/%s", test_corpus(), directory);
    DIR *dir = opendir(path);
    if (!dir)
        return 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".mdl") != 0)
            continue;
        wm_buffer mdl, mdx;
        snprintf(path, sizeof path, "%s/%s/%s", test_corpus(), directory, entry->d_name);
        if (wm_file_read(path, NULL, &mdl, NULL) != WM_OK || !beside(path, &mdx))
            fail_msg("cannot read %s", path);
        wm_kotor_mdl *m = round_trip(entry->d_name, &mdl, &mdx);
        look(entry->d_name, m);
        wm_kotor_mdl_free(m);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        count++;
    }
    closedir(dir);
    return count;
}

static void look_valid(const char *name, const wm_kotor_mdl *m)
{
    if (m->order == WM_KOTOR_MDL_ORDER_STORED || m->mdx_stored ||
        m->mdx_state != WM_KOTOR_MDX_STATE_FINE)
        fail_msg("%s is not laid out by rule", name);
}

static void every_real_model_comes_back(void **state)
{
    static const char *const directory[] = {"vanilla", "kotornet", "k1cp", "k2", "mods"};
    uint32_t count = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof directory / sizeof *directory; i++) {
        char path[64];
        snprintf(path, sizeof path, "kotor/models/%s", directory[i]);
        count += each_model(path, look_valid);
    }
    print_message("%u models\n", (unsigned)count);
    assert_true(count >= 50);
}

static void look_mangled(const char *name, const wm_kotor_mdl *m)
{
    if (m->mdx_state != WM_KOTOR_MDX_STATE_NEWLINES)
        fail_msg("%s: the MDX is not seen to be damaged", name);
}

static void mangled_mdx_is_told(void **state)
{
    (void)state;
    NEED_CORPUS();
    assert_int_equal(each_model("broken/kotor-mdx-newline-mangled", look_mangled), 3);
}

/* One vertex has the bytes 13 and 10, in MDL and MDX. */
static void few_line_ends_tell_too(void **state)
{
    (void)state;
    static const uint8_t place[4] = {'\r', 0x40, '\n', 0x3F};
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mesh *mesh = NULL;
    for (uint32_t i = 0; i < m->tree.count && !mesh; i++)
        if (m->tree.nodes[i].mesh && m->tree.nodes[i].mesh->rows)
            mesh = m->tree.nodes[i].mesh;
    assert_non_null(mesh);
    wmi_load32(&mesh->vertices[0].x, place, 1);
    memcpy(mesh->rows + mesh->row_offset[WM_KOTOR_ROW_POSITION], place, 4);
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    uint8_t *changed = malloc(2 * mdx.size);
    for (int way = 0; way < 3; way++) {
        size_t n = 0;
        for (size_t i = 0; i < mdx.size; i++) {
            if (way == 1 && mdx.data[i] == '\n')
                changed[n++] = '\r';
            changed[n++] = way == 2 && mdx.data[i] == '\r' ? '\n' : mdx.data[i];
        }
        wm_error error;
        m = wm_kotor_mdl_read(mdl.data, mdl.size, changed, n, NULL, &error);
        assert_non_null(m);
        assert_int_equal(m->mdx_state, way ? WM_KOTOR_MDX_STATE_NEWLINES : WM_KOTOR_MDX_STATE_FINE);
        wm_kotor_mdl_free(m);
    }
    free(changed);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_of_every_variant),
        cmocka_unit_test(rows_are_read_on_both_platforms),
        cmocka_unit_test(boxes_that_overlap),
        cmocka_unit_test(a_file_of_neither_layout),
        cmocka_unit_test(few_line_ends_tell_too),
        cmocka_unit_test(every_real_model_comes_back),
        cmocka_unit_test(mangled_mdx_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
