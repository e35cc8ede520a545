/* Damaged models: each kind of fault is planted in the sample. What leaves the rest readable is
 * read, reported, converted, and written back byte for byte; the rest is refused with a reason.
 * docs/formats/kotor-mdl.md, "Faults and what happens". */
#include "fixtures.h"
#include "kotor/mdl/internal.h"
#include "mdl_faults.h"
#include "models.h"
#include "support.h"
#include "walk.h"

/* ---- what is left ------------------------------------------------------ */

static void node_is_named(const wm_kotor_mdl *m)
{
    assert_int_equal(m->tree.nodes[MODEL_BOX].name, MODEL_BOX);
}

static void face_is_a_point(const wm_kotor_mdl *m)
{
    const wm_kotor_mesh *box = m->tree.nodes[MODEL_BOX].mesh;
    assert_int_equal(box->face_count, 2);
    assert_int_equal(box->faces[0].vertex[1], 1);
    for (int k = 0; k < 3; k++)
        assert_int_equal(box->faces[1].vertex[k], 0);
}

static void mesh_is_there(const wm_kotor_mdl *m)
{
    const wm_kotor_mdl_node *box = &m->tree.nodes[MODEL_BOX];
    assert_int_equal(box->flags, WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH);
    assert_int_equal(box->mesh->face_count, 2);
}

static void positions_come_from_rows(const wm_kotor_mdl *m)
{
    wm_vec3 p;
    const wm_kotor_mesh *box = m->tree.nodes[MODEL_BOX].mesh;
    assert_null(box->vertices);
    assert_true(wm_kotor_mesh_position(box, 2, &p));
    assert_float_equal(p.x, 1, 0);
}

static void all_children_are_there(const wm_kotor_mdl *m)
{
    assert_int_equal(m->tree.nodes[MODEL_ROOT].child_count, 7);
}

static void other_events_are_there(const wm_kotor_mdl *m)
{
    assert_int_equal(m->animations[0].event_count, 0);
    assert_int_equal(m->animations[0].tree.count, 3);
}

static void other_flares_are_there(const wm_kotor_mdl *m)
{
    const wm_kotor_light *l = m->tree.nodes[MODEL_LIGHT].light;
    assert_int_equal(l->size_count, 0);
    assert_int_equal(l->texture_count, 0);
    assert_int_equal(l->position_count, 2);
    assert_int_equal(l->priority, 5);
}

static void animation_has_its_root(const wm_kotor_mdl *m)
{
    assert_int_equal(m->animations[0].tree.nodes[0].name, MODEL_ROOT);
}

/* ---- the matrix -------------------------------------------------------- */

/* What the sample has after each fault: rows of test_mdl_faults, in the same order. */
typedef struct row {
    const char *name;
    uint32_t lost;   /* nodes of the model */
    uint32_t faults; /* wm_kotor_mdl.fault_count; 0 for those that the reader need not skip */
    void (*expect)(const wm_kotor_mdl *m);
} row;

static const row matrix[TEST_MDL_FAULTS] = {
    {"wrong MDL size", 0, 0, NULL},
    {"wrong MDX size", 0, 0, NULL},
    {"null child", 1, 1, NULL},
    {"two null children", 0, 2, all_children_are_there},
    {"shared child", 1, 1, NULL},
    {"inverted counter outside", 0, 1, mesh_is_there},
    {"fourth skin array outside", 0, 1, NULL},
    {"bone map count", 0, 1, NULL},
    {"events outside", 0, 1, other_events_are_there},
    {"dangly copy outside", 0, 1, NULL},
    {"vertex table outside", 0, 1, positions_come_from_rows},
    {"light flares outside", 0, 2, other_flares_are_there},
    {"face vertex out of range", 0, 1, face_is_a_point},
    {"name index out of range", 0, 1, node_is_named},
    {"unknown node flag", 0, 1, mesh_is_there},
    {"cut MDL", 0, 1, NULL},
    {"cut MDX", 0, 0, NULL},
    {"a node that is its own ancestor", 1, 1, NULL},
    {"child in the header", 1, 1, NULL},
    {"faces in the header", 0, 1, NULL},
    {"second count", 0, 0, NULL},
    {"names outside", 0, 2, NULL},
    {"animation outside", 0, 1, NULL},
    {"name of an animation's node", 0, 1, animation_has_its_root},
    {"skin that is no mesh", 0, 1, NULL},
    {"controller count", 0, 1, mesh_is_there},
};

static test_mdl_files make_files(int variant)
{
    wm_buffer mdl, mdx;
    wm_kotor_mdl *made = test_model_make(variant & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1,
                                         WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(made);
    wm_kotor_mdl_pack(made, variant & 2 ? WM_KOTOR_MDL_ORDER_B : WM_KOTOR_MDL_ORDER_A);
    assert_int_equal(wm_kotor_mdl_write(made, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(made);
    test_mdl_files f = test_mdl_files_make(mdl.data, mdl.size, mdx.data, mdx.size);
    assert_int_equal(f.valid->fault_count, 0);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return f;
}

static void expect_same_bytes(const row *r, const wm_kotor_mdl *m, const test_mdl_files *f)
{
    wm_buffer mdl, mdx;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    if (mdl.size != f->mdl_size || memcmp(mdl.data, f->mdl, mdl.size) != 0)
        fail_msg("%s: the MDL came back changed", r->name);
    if (mdx.size != f->mdx_size || memcmp(mdx.data, f->mdx, mdx.size) != 0)
        fail_msg("%s: the MDX came back changed", r->name);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* No node was read from outside the file or from its header. */
static void expect_inside(const wm_kotor_tree *tree, size_t size)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        assert_in_range(tree->nodes[i].offset, WMI_MDL_HEADER, size - WMI_MDL_NODE);
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(tree->nodes[i].offset, tree->nodes[k].offset);
    }
}

static void expect_finding(wm_issue_code code, const test_mdl_files *f)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(f->mdl, f->mdl_size, f->mdx, f->mdx_size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    test_expect_issue(&report, code);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].code == code) {
            assert_true(report.issues[i].offset != WM_NO_OFFSET);
            assert_true(*report.issues[i].path);
        }
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
}

/* A scene and a text can be made of what is left. The text brings the same files back. */
static void expect_conversions(const row *r, const wm_kotor_mdl *m, const test_mdl_files *f)
{
    wm_error error;
    wm_buffer text, glb;
    wm_scene *scene = wm_scene_from_kotor_mdl(m, NULL, 0, NULL, &error);
    if (!scene)
        fail_msg("%s: no scene: %s", r->name, error.message);
    assert_int_equal(scene->node_count, MODEL_NODES - r->lost);
    assert_int_equal(wm_gltf_write(scene, NULL, &glb, &error), WM_OK);
    wm_buffer_free(&glb);
    wm_scene_free(scene);
    wm_status status = wm_kotor_mdl_text_write(m, NULL, &text, &error);
    if (m->name_count == 0) { /* texts need names */
        assert_int_equal(status, WM_BAD_VALUE);
        return;
    }
    if (status != WM_OK)
        fail_msg("%s: no text: %s", r->name, error.message);
    wm_kotor_mdl *again = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
    if (!again)
        fail_msg("%s: the text cannot be read: line %u: %s", r->name, error.line, error.message);
    expect_same_bytes(r, again, f);
    wm_kotor_mdl_free(again);
    wm_buffer_free(&text);
}

static void try_row(int i, int variant)
{
    const row *r = &matrix[i];
    wm_error error;
    test_mdl_files f = make_files(variant);
    assert_string_equal(r->name, test_mdl_faults[i].name);
    assert_true(test_mdl_faults[i].plant(&f));
    test_mdl_files_trim(&f);
    wm_kotor_mdl *m = wm_kotor_mdl_read(f.mdl, f.mdl_size, f.mdx, f.mdx_size, NULL, &error);
    if (!m)
        fail_msg("%s: refused: %s: %s", r->name, error.path, error.message);
    if (m->fault_count != r->faults)
        fail_msg("%s: %u faults: %s: %s", r->name, (unsigned)m->fault_count, m->first_fault.path,
                 m->first_fault.message);
    assert_int_equal(m->tree.count, MODEL_NODES - r->lost);
    test_walk_mdl(m);
    expect_inside(&m->tree, f.mdl_size);
    if (r->expect)
        r->expect(m);
    expect_same_bytes(r, m, &f);
    wm_kotor_mdl *copy = wm_kotor_mdl_copy(m, NULL, NULL);
    assert_non_null(copy);
    expect_same_bytes(r, copy, &f);
    wm_kotor_mdl_free(copy);
    expect_finding(test_mdl_faults[i].code, &f);
    expect_conversions(r, m, &f);
    wm_kotor_mdl_free(m);
    test_mdl_files_free(&f);
}

static void each_fault_leaves_the_rest(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; variant++)
        for (int i = 0; i < TEST_MDL_FAULTS; i++)
            try_row(i, variant);
}

/* ---- refusals ---------------------------------------------------------- */

static void plant_magic(test_mdl_files *f)
{
    wmi_put32(f->mdl, 1);
}

static void plant_no_header(test_mdl_files *f)
{
    f->mdl_size = WMI_MDL_HEADER - 1;
}

static void plant_no_root(test_mdl_files *f)
{
    wmi_put32(f->mdl + WMI_MDL_BASE + 40, 0);
}

static void plant_root_outside(test_mdl_files *f)
{
    wmi_put32(f->mdl + WMI_MDL_BASE + 40, 0xFFFFFF);
}

static void what_cannot_be_read_is_refused(void **state)
{
    static const struct {
        void (*plant)(test_mdl_files *f);
        wm_status code;
        const char *path;
    } rows[] = {
        {plant_magic, WM_BAD_MAGIC, "zero"},
        {plant_no_header, WM_TRUNCATED, "header"},
        {plant_no_root, WM_BAD_OFFSET, "root"},
        {plant_root_outside, WM_TRUNCATED, "root"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wm_error error;
        test_mdl_files f = make_files(0);
        rows[i].plant(&f);
        test_mdl_files_trim(&f);
        assert_null(wm_kotor_mdl_read(f.mdl, f.mdl_size, f.mdx, f.mdx_size, NULL, &error));
        assert_int_equal(error.code, rows[i].code);
        assert_string_equal(error.path, rows[i].path);
        assert_true(strlen(error.message) > 10);
        test_mdl_files_free(&f);
    }
}

/* ---- edits ------------------------------------------------------------- */

/* An edit that changes no size keeps the faults; one that does drops them, because pointers in
 * them would be wrong. */
static void edits_of_a_damaged_model(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        test_mdl_files f = make_files(variant);
        uint32_t children = wmi_le32(f.mdl + f.valid->tree.nodes[MODEL_ROOT].offset + 44);
        /* the second child: pointers after it move up one slot */
        wmi_put32(f.mdl + WMI_MDL_BASE + children + 4, 0);
        test_mdl_files_trim(&f);
        wm_kotor_mdl *m = wm_kotor_mdl_read(f.mdl, f.mdl_size, f.mdx, f.mdx_size, NULL, NULL);
        assert_non_null(m);
        assert_int_equal(m->tree.count, MODEL_NODES - 1);
        assert_int_equal(wm_kotor_mdl_set_field(m, WM_NO_INDEX, "fog", "0", NULL), WM_OK);
        assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
        assert_int_equal(mdl.size, f.mdl_size);
        size_t differ = 0;
        for (size_t i = 0; i < mdl.size; i++)
            differ += mdl.data[i] != f.mdl[i];
        assert_int_equal(differ, 1);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_BOX, "name", "a_longer_name", NULL),
                         WM_OK);
        assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
        wm_kotor_mdl_free(m);
        m = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
        assert_non_null(m);
        assert_int_equal(m->fault_count, 0);
        assert_int_equal(m->tree.count, MODEL_NODES - 1);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        wm_kotor_mdl_free(m);
        test_mdl_files_free(&f);
    }
}

/* Without its rows a model stays one without an MDX, and the writer makes no rows up. */
static void packing_without_an_mdx(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    test_mdl_files f = make_files(0);
    wm_kotor_mdl *m = wm_kotor_mdl_read(f.mdl, f.mdl_size, NULL, 0, NULL, NULL);
    assert_non_null(m);
    assert_int_equal(m->mdx_state, WM_KOTOR_MDX_STATE_MISSING);
    wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
    assert_int_equal(m->mdx_state, WM_KOTOR_MDX_STATE_MISSING);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    assert_int_equal(mdx.size, 0);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(m);
    test_mdl_files_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_leaves_the_rest),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(edits_of_a_damaged_model),
        cmocka_unit_test(packing_without_an_mdx),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
