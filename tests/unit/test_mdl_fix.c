/* What `fix` repairs: each finding whose remedy names it, and nothing else. Every fault is planted
 * into a model without findings, and the repaired files must be the old ones, byte for byte. */
#include "fixtures.h"
#include "kotor/mdl/internal.h"
#include "mdl_faults.h"
#include "memory.h"
#include "model_pair.h"
#include "models.h"
#include "support.h"

/* The sample, compiled from its text, so that everything derived is the compiler's. */
static test_model_pair good_files(wm_kotor_game game)
{
    wm_buffer text;
    wm_kotor_mdl *made = test_model_make(game, WM_KOTOR_PLATFORM_PC, NULL);
    const wm_kotor_mdl_text_write_opts plain = {.plain = true};
    assert_int_equal(wm_kotor_mdl_text_write(made, &plain, &text, NULL), WM_OK);
    const wm_kotor_mdl_text_read_opts opts = {.game = game};
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(text.data, text.size, &opts, NULL);
    assert_non_null(m);
    const wm_kotor_mdl_rebuild_opts tree = {.tree = true};
    assert_int_equal(wm_kotor_mdl_rebuild(m, &tree, NULL, NULL), WM_OK);
    test_model_pair f = test_model_pair_of(m);
    wm_buffer_free(&text);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(made);
    return f;
}

/* Reads and checks. Free the model and the report. */
static wm_kotor_mdl *check_files(const uint8_t *mdl, size_t mdl_size, const uint8_t *mdx,
                                 size_t mdx_size, wm_report *report)
{
    wm_report_init(report, NULL);
    const wm_read_opts opts = {.report = report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl, mdl_size, mdx, mdx_size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, report, NULL), WM_OK);
    return m;
}

/* ---- faults of the contents ----------------------------------------------- */

static void spoil_plane(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_BOX].mesh->faces[0].normal.x = 7;
}

static void spoil_neighbour(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_BOX].mesh->faces[0].adjacent[0] = 99;
}

static void remove_neighbours(wm_kotor_mdl *m)
{
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_BOX].mesh;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (int k = 0; k < 3; k++)
            mesh->faces[i].adjacent[k] = 0xFFFF;
}

static void link_border(wm_kotor_mdl *m)
{
    wm_kotor_mdl_face *face = &m->tree.nodes[MODEL_BOX].mesh->faces[0];
    for (int k = 0; k < 3; k++)
        if (face->adjacent[k] == 0xFFFF)
            face->adjacent[k] = 1;
}

static void shorten_indices(wm_kotor_mdl *m)
{
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_CLOTH].mesh;
    mesh->index_count = mesh->index_counts[0] = 3;
}

static void spoil_index(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_BOX].mesh->indices[1] = 999;
}

static void spoil_leaf(wm_kotor_mdl *m)
{
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_FLOOR].mesh;
    for (uint32_t i = 0; i < mesh->aabb_count; i++)
        if (mesh->aabbs[i].face >= 0)
            mesh->aabbs[i].face = 9999;
}

static void repeat_leaf(wm_kotor_mdl *m)
{
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_FLOOR].mesh;
    for (uint32_t i = 0; i < mesh->aabb_count; i++)
        if (mesh->aabbs[i].face > 0)
            mesh->aabbs[i].face = 0;
}

static void shrink_boxes(wm_kotor_mdl *m)
{
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_FLOOR].mesh;
    for (uint32_t i = 0; i < mesh->aabb_count; i++)
        if (mesh->aabbs[i].face >= 0)
            mesh->aabbs[i].max.x -= 0.25f;
}

static void shrink_root(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_FLOOR].mesh->aabbs[0].max.x -= 0.25f;
}

static void scale_orientation(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_ROOT].orientation.w = 2;
}

static void remove_orientation(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_ROOT].orientation = (wm_kotor_quat){0, 0, 0, 0};
}

static void swap_floats(float *a, float *b)
{
    float old = *a;
    *a = *b;
    *b = old;
}

static void swap_keys(wm_kotor_mdl *m)
{
    for (uint32_t i = 0; i < m->animations[0].tree.count; i++) {
        wm_kotor_mdl_node *n = &m->animations[0].tree.nodes[i];
        for (uint32_t c = 0; c < n->controller_count; c++) {
            const wm_kotor_controller *k = &n->controllers[c];
            uint32_t width = wm_kotor_controller_width(k);
            if (k->rows < 2)
                continue;
            swap_floats(&n->data[k->time_index], &n->data[k->time_index + 1]);
            for (uint32_t x = 0; x < width; x++)
                swap_floats(&n->data[k->data_index + x], &n->data[k->data_index + width + x]);
        }
    }
}

static void lower_node_count(wm_kotor_mdl *m)
{
    m->geometry.node_count = 1;
}

static void remove_saber_table(wm_kotor_mdl *m)
{
    m->tree.nodes[MODEL_SABER].mesh->vertices = NULL;
}

static void move_bone(wm_kotor_mdl *m)
{
    wm_kotor_skin *s = m->tree.nodes[MODEL_SKIN].mesh->skin;
    for (uint32_t i = 0; i < s->bone_count; i++)
        if (s->bone_map[i] >= 0) {
            s->t[i].x += 4;
            s->q[i] = (wm_kotor_quat){0, 1, 0, 0};
        }
}

static void remove_bones(wm_kotor_mdl *m)
{
    wm_kotor_skin *s = m->tree.nodes[MODEL_SKIN].mesh->skin;
    assert_true(s->bone_count > MODEL_TIP + 1);
    s->bone_count = MODEL_TIP + 1; /* the other names have no slot */
    s->q_count = MODEL_TIP;
    s->t_count = MODEL_TIP;
}

/* ---- faults of the bytes --------------------------------------------------- */

static bool spoil_parent(test_mdl_files *f)
{
    wmi_put32(f->mdl + f->valid->tree.nodes[MODEL_TIP].offset + 12, 0);
    return true;
}

/* A child of the root box is replaced by that box. */
static bool spoil_box_link(test_mdl_files *f)
{
    const wm_kotor_mdl_node *n = &f->valid->tree.nodes[MODEL_FLOOR];
    uint8_t *pointer = f->mdl + n->offset + wmi_mdl_pointer_field(f->valid, n, WMI_BLOCK_AABBS);
    uint32_t root = wmi_le32(pointer);
    wmi_put32(f->mdl + WMI_MDL_BASE + root + 24, root);
    return true;
}

static bool plant_named(test_mdl_files *f, const char *name)
{
    for (int i = 0; i < TEST_MDL_FAULTS; i++)
        if (strcmp(test_mdl_faults[i].name, name) == 0)
            return test_mdl_faults[i].plant(f);
    fail_msg("there is no fault '%s'", name);
    return false;
}

static bool add_empty_slots(test_mdl_files *f)
{
    return plant_named(f, "two null children");
}

static bool spoil_vertex_table(test_mdl_files *f)
{
    return plant_named(f, "vertex table outside");
}

static bool spoil_cloth(test_mdl_files *f)
{
    return plant_named(f, "dangly copy outside");
}

static bool spoil_size(test_mdl_files *f)
{
    return plant_named(f, "wrong MDL size");
}

static bool spoil_mdx_size(test_mdl_files *f)
{
    return plant_named(f, "wrong MDX size");
}

static bool spoil_count(test_mdl_files *f)
{
    return plant_named(f, "second count");
}

/* ---- each of them is repaired ---------------------------------------------- */

static const struct {
    wm_issue_code code;
    void (*spoil)(wm_kotor_mdl *m);
    bool (*plant)(test_mdl_files *f);
} repaired[] = {
    {WM_KOTOR_MDL_PLANE, spoil_plane, NULL},
    {WM_KOTOR_MDL_ADJACENCY_RANGE, spoil_neighbour, NULL},
    {WM_KOTOR_MDL_ADJACENCY_MISSING, remove_neighbours, NULL},
    {WM_KOTOR_MDL_ADJACENCY_WRONG, link_border, NULL},
    {WM_KOTOR_MDL_INDICES, shorten_indices, NULL},
    {WM_KOTOR_MDL_INDEX_RANGE, spoil_index, NULL},
    {WM_KOTOR_MDL_AABB_FACE, spoil_leaf, NULL},
    {WM_KOTOR_MDL_AABB_FACE_MISSING, repeat_leaf, NULL},
    {WM_KOTOR_MDL_AABB_BOX, shrink_boxes, NULL},
    {WM_KOTOR_MDL_AABB_INNER, shrink_root, NULL},
    {WM_KOTOR_MDL_QUATERNION, scale_orientation, NULL},
    {WM_KOTOR_MDL_QUATERNION, remove_orientation, NULL},
    {WM_KOTOR_MDL_KEY_ORDER, swap_keys, NULL},
    {WM_KOTOR_MDL_NODE_COUNT, lower_node_count, NULL},
    {WM_KOTOR_MDL_SABER_TABLE, remove_saber_table, NULL},
    {WM_KOTOR_MDL_BIND, move_bone, NULL},
    {WM_KOTOR_MDL_BONE_COUNT, remove_bones, NULL},
    {WM_KOTOR_MDL_LINK, NULL, spoil_parent},
    {WM_KOTOR_MDL_AABB_LINK, NULL, spoil_box_link},
    {WM_KOTOR_MDL_CHILD_EMPTY, NULL, add_empty_slots},
    {WM_KOTOR_MDL_POINTER, NULL, spoil_vertex_table},
    {WM_KOTOR_MDL_POINTER, NULL, spoil_cloth},
    {WM_KOTOR_MDL_SIZE, NULL, spoil_size},
    {WM_KOTOR_MDX_SIZE, NULL, spoil_mdx_size},
    {WM_KOTOR_MDL_COUNT, NULL, spoil_count},
};
enum { ROWS = sizeof repaired / sizeof *repaired };

/* The good files with fault number i. */
static test_mdl_files damaged(const test_model_pair *good, int i)
{
    test_mdl_files f =
        test_mdl_files_make(good->mdl.data, good->mdl.size, good->mdx.data, good->mdx.size);
    if (repaired[i].plant) {
        assert_true(repaired[i].plant(&f));
        return f;
    }
    repaired[i].spoil(f.valid);
    wm_kotor_mdl_pack(f.valid, WM_KOTOR_MDL_ORDER_A);
    test_model_pair bad = test_model_pair_of(f.valid);
    test_mdl_files_free(&f);
    f = test_mdl_files_make(bad.mdl.data, bad.mdl.size, bad.mdx.data, bad.mdx.size);
    test_model_pair_free(&bad);
    return f;
}

static void repair(const test_model_pair *good, int i)
{
    wm_report report;
    const char *name = wm_issue_describe(repaired[i].code)->name;
    test_mdl_files f = damaged(good, i);
    wm_kotor_mdl *m = check_files(f.mdl, f.mdl_size, f.mdx, f.mdx_size, &report);
    test_expect_issue(&report, repaired[i].code);
    wm_report_free(&report);
    wm_kotor_mdl_fix_result result;
    assert_int_equal(wm_kotor_mdl_fix(m, &result, NULL), WM_OK);
    assert_true(result.planes || result.adjacency || result.trees || result.indices ||
                result.sabers || result.tables || result.skins || result.nodes || result.words);
    test_model_pair now = test_model_pair_of(m);
    if (now.mdl.size != good->mdl.size || memcmp(now.mdl.data, good->mdl.data, now.mdl.size) != 0)
        fail_msg("%s (row %d): the MDL is not as it was", name, i);
    if (now.mdx.size != good->mdx.size || memcmp(now.mdx.data, good->mdx.data, now.mdx.size) != 0)
        fail_msg("%s (row %d): the MDX is not as it was", name, i);
    test_model_pair_free(&now);
    wm_kotor_mdl_free(m);
    test_mdl_files_free(&f);
}

static void each_fault_is_repaired(void **state)
{
    (void)state;
    for (int game = WM_KOTOR_GAME_1; game <= WM_KOTOR_GAME_2; game++) {
        test_model_pair good = good_files((wm_kotor_game)game);
        for (int i = 0; i < ROWS; i++)
            repair(&good, i);
        test_model_pair_free(&good);
    }
}

/* No remedy names `fix` for a finding that the table above lacks. */
static void remedies_are_true(void **state)
{
    (void)state;
    uint32_t advised = 0;
    for (int code = 0; code < WM_ISSUE_CODE_COUNT; code++) {
        const wm_issue_info *info = wm_issue_describe((wm_issue_code)code);
        bool found = false;
        if (strncmp(info->name, "KOTOR_MD", 8) != 0)
            continue;
        for (int i = 0; i < ROWS; i++)
            found = found || (int)repaired[i].code == code;
        bool advises = strstr(info->remedy, "waymark fix") != NULL;
        if (found != advises)
            fail_msg("%s: the remedy %s 'waymark fix'", info->name,
                     advises ? "should not name" : "should name");
        advised += advises;
    }
    assert_true(advised > 20);
}

/* ---- what has more than one answer stays ------------------------------------ */

/* A part that could not be read keeps its bytes, with another fault that could be repaired too. */
static void lost_parts_stay(void **state)
{
    (void)state;
    uint32_t count = 0;
    test_model_pair good = good_files(WM_KOTOR_GAME_1);
    for (int i = 0; i < TEST_MDL_FAULTS; i++) {
        wm_report report;
        test_mdl_files f =
            test_mdl_files_make(good.mdl.data, good.mdl.size, good.mdx.data, good.mdx.size);
        assert_true(test_mdl_faults[i].plant(&f));
        wm_kotor_mdl *m = check_files(f.mdl, f.mdl_size, f.mdx, f.mdx_size, &report);
        bool advised = true;
        for (uint32_t k = 0; k < report.count; k++)
            if (report.issues[k].severity == WM_SEVERITY_ERROR &&
                report.issues[k].code != WM_KOTOR_MDL_AABB_LINK)
                advised = false; /* something is lost */
        if (strstr(test_mdl_faults[i].name, "vertex table") ||
            strstr(test_mdl_faults[i].name, "dangly copy"))
            advised = true;
        assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
        test_model_pair now = test_model_pair_of(m);
        if (!advised) {
            if (now.mdl.size != f.mdl_size || memcmp(now.mdl.data, f.mdl, f.mdl_size) != 0)
                fail_msg("%s: the MDL was changed", test_mdl_faults[i].name);
            assert_int_equal(now.mdx.size, f.mdx_size);
            assert_memory_equal(now.mdx.data, f.mdx, f.mdx_size);
            count++;
        }
        test_model_pair_free(&now);
        wm_report_free(&report);
        wm_kotor_mdl_free(m);
        test_mdl_files_free(&f);
    }
    assert_true(count > 12);
    test_model_pair_free(&good);
}

/* Without the MDX, a vertex table that could not be read does not follow from anything. */
static void copies_need_the_mdx(void **state)
{
    (void)state;
    wm_report report;
    test_model_pair good = good_files(WM_KOTOR_GAME_1);
    test_mdl_files f = test_mdl_files_make(good.mdl.data, good.mdl.size, NULL, 0);
    assert_true(spoil_vertex_table(&f));
    wm_kotor_mdl *m = check_files(f.mdl, f.mdl_size, NULL, 0, &report);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    test_model_pair now = test_model_pair_of(m);
    assert_int_equal(now.mdl.size, f.mdl_size);
    assert_memory_equal(now.mdl.data, f.mdl, f.mdl_size);
    test_model_pair_free(&now);
    wm_report_free(&report);
    wm_kotor_mdl_free(m);
    test_mdl_files_free(&f);
    test_model_pair_free(&good);
}

/* The first node of an animation that has a controller with keys. */
static wm_kotor_mdl_node *moving_node(wm_kotor_mdl *m)
{
    for (uint32_t i = 0; i < m->animations[0].tree.count; i++) {
        wm_kotor_mdl_node *n = &m->animations[0].tree.nodes[i];
        if (n->controller_count && n->controllers[0].rows > 1)
            return n;
    }
    fail_msg("nothing moves");
    return NULL;
}

/* Controllers that share their keys stay: to sort one would spoil the other. */
static void shared_keys_stay(void **state)
{
    (void)state;
    test_model_pair good = good_files(WM_KOTOR_GAME_1);
    wm_kotor_mdl *m =
        wm_kotor_mdl_read(good.mdl.data, good.mdl.size, good.mdx.data, good.mdx.size, NULL, NULL);
    assert_non_null(m);
    wm_kotor_mdl_node *n = moving_node(m);
    wm_kotor_controller *two = wm_kotor_mdl_alloc(m, 2, sizeof *two, NULL);
    assert_non_null(two);
    two[0] = two[1] = n->controllers[0];
    n->controllers = two;
    n->controller_count = 2;
    wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
    uint32_t time = two->time_index;
    swap_floats(&n->data[time], &n->data[time + 1]);
    float first = n->data[time];
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    n = moving_node(m);
    assert_true(n->data[time] == first);
    n->controller_count = 1; /* now they are its own */
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    assert_true(moving_node(m)->data[time] < first);
    wm_kotor_mdl_free(m);
    test_model_pair_free(&good);
}

/* Entries of bones without a name stay if they have a slot. */
static void bones_without_names_stay(void **state)
{
    (void)state;
    test_model_pair good = good_files(WM_KOTOR_GAME_1);
    wm_kotor_mdl *m =
        wm_kotor_mdl_read(good.mdl.data, good.mdl.size, good.mdx.data, good.mdx.size, NULL, NULL);
    assert_non_null(m);
    wm_kotor_skin *s = m->tree.nodes[MODEL_SKIN].mesh->skin;
    uint32_t bones = s->bone_count, names = m->name_count;
    float slot = s->bone_map[names - 1];
    m->name_count = m->tree.count = names - 1;
    m->animation_count = 0;
    s->bone_map[names - 1] = 5;
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    s = m->tree.nodes[MODEL_SKIN].mesh->skin;
    assert_int_equal(s->bone_count, bones);
    s->bone_map[names - 1] = slot;
    assert_true(slot < 0);
    assert_int_equal(wm_kotor_mdl_fix(m, NULL, NULL), WM_OK);
    assert_int_equal(m->tree.nodes[MODEL_SKIN].mesh->skin->bone_count, names - 1);
    wm_kotor_mdl_free(m);
    test_model_pair_free(&good);
}

/* ---- memory ------------------------------------------------------------------ */

static void refuse_memory(int i, const test_model_pair *good)
{
    test_mdl_files f = damaged(good, i);
    for (uint64_t n = 1;; n++) {
        test_memory memory;
        test_memory_init(&memory);
        const wm_read_opts opts = {.allocator = &memory.allocator};
        wm_kotor_mdl *m = wm_kotor_mdl_read(f.mdl, f.mdl_size, f.mdx, f.mdx_size, &opts, NULL);
        assert_non_null(m);
        memory.fail_at = memory.calls + n;
        wm_status status = wm_kotor_mdl_fix(m, NULL, NULL);
        bool refused = memory.refused > 0;
        memory.fail_at = 0;
        assert_true(status == WM_OK || (refused && status == WM_NO_MEMORY));
        test_model_pair now = test_model_pair_of(m);
        bool same = now.mdl.size == f.mdl_size && memcmp(now.mdl.data, f.mdl, f.mdl_size) == 0;
        assert_true(same == (status != WM_OK)); /* all or nothing */
        test_model_pair_free(&now);
        wm_kotor_mdl_free(m);
        test_memory_done(&memory, "fix");
        if (!refused)
            break;
    }
    test_mdl_files_free(&f);
}

static void failed_allocations_are_reported(void **state)
{
    (void)state;
    test_model_pair good = good_files(WM_KOTOR_GAME_1);
    for (int i = 0; i < ROWS; i++)
        refuse_memory(i, &good);
    test_model_pair_free(&good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_repaired),
        cmocka_unit_test(remedies_are_true),
        cmocka_unit_test(lost_parts_stay),
        cmocka_unit_test(copies_need_the_mdx),
        cmocka_unit_test(shared_keys_stay),
        cmocka_unit_test(bones_without_names_stay),
        cmocka_unit_test(failed_allocations_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
