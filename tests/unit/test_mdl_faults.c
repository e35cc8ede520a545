/* Damaged models: each kind of fault is planted in the sample. What leaves the rest readable is
 * read, reported, converted, and written back byte for byte; the rest is refused with a reason.
 * docs/formats/kotor-mdl.md, "Faults and what happens". */
#include "fixtures.h"
#include "kotor/mdl/internal.h"
#include "models.h"
#include "support.h"
#include "walk.h"

/* The files to damage, and the model as it was. */
typedef struct files {
    uint8_t *mdl, *mdx; /* mdl has ROOM bytes more */
    size_t mdl_size, mdx_size;
    const wm_kotor_mdl *valid;
} files;

enum { ROOM = 256, FAR_AWAY = 0xFFFFFF };

static uint32_t pointer_to(size_t offset)
{
    return (uint32_t)offset - WMI_MDL_BASE;
}

static uint8_t *node_at(files *f, uint32_t node)
{
    return f->mdl + f->valid->tree.nodes[node].offset;
}

/* The pointer to an array of a node. Its two counts come next. */
static uint8_t *array_of(files *f, uint32_t node, wmi_mdl_kind kind)
{
    return node_at(f, node) + wmi_mdl_pointer_field(f->valid, &f->valid->tree.nodes[node], kind);
}

/* The slot of the child with this index. */
static uint8_t *child_slot(files *f, uint32_t node, uint32_t index)
{
    uint32_t table = wmi_le32(array_of(f, node, WMI_BLOCK_CHILDREN));
    return f->mdl + WMI_MDL_BASE + table + 4 * (size_t)index;
}

/* The last child of the root is the reference node, which has no children. */
static uint8_t *last_slot(files *f)
{
    return child_slot(f, MODEL_ROOT, f->valid->tree.nodes[MODEL_ROOT].child_count - 1);
}

/* ---- the 17 kinds ------------------------------------------------------ */

static void plant_mdl_size(files *f)
{
    wmi_put32(f->mdl + 4, wmi_le32(f->mdl + 4) + 100);
}

static void plant_mdx_size(files *f)
{
    wmi_put32(f->mdl + 8, wmi_le32(f->mdl + 8) + 64);
}

static void plant_null_child(files *f)
{
    wmi_put32(last_slot(f), 0);
}

/* As in five models of a mod: no child is missing, but the list has two slots more. The new
 * list lies at the end of the file. */
static void plant_two_null_children(files *f)
{
    uint8_t *array = array_of(f, MODEL_ROOT, WMI_BLOCK_CHILDREN);
    uint32_t count = wmi_le32(array + 4);
    uint8_t *table = f->mdl + f->mdl_size;
    memset(table, 0, 4 * (count + 2));
    memcpy(table + 4, child_slot(f, MODEL_ROOT, 0), 4 * (size_t)count);
    wmi_put32(array, pointer_to(f->mdl_size));
    wmi_put32(array + 4, count + 2);
    wmi_put32(array + 8, count + 2);
    f->mdl_size += 4 * (count + 2);
    wmi_put32(f->mdl + 4, pointer_to(f->mdl_size));
}

static void plant_shared_child(files *f)
{
    wmi_put32(last_slot(f), pointer_to(f->valid->tree.nodes[MODEL_BOX].offset));
}

static void plant_inverted(files *f)
{
    wmi_put32(array_of(f, MODEL_BOX, WMI_BLOCK_INVERTED), FAR_AWAY);
}

static void plant_skin_array(files *f)
{
    wmi_put32(array_of(f, MODEL_SKIN, WMI_BLOCK_BONE_UNKNOWN), FAR_AWAY);
}

static void plant_bone_count(files *f)
{
    wmi_put32(array_of(f, MODEL_SKIN, WMI_BLOCK_BONE_MAP) + 4, 0x10000000);
}

static void plant_events(files *f)
{
    wmi_put32(f->mdl + f->valid->animations[0].offset + 120, FAR_AWAY);
}

static void plant_dangly_copy(files *f)
{
    wmi_put32(array_of(f, MODEL_CLOTH, WMI_BLOCK_DANGLY_VERTICES), FAR_AWAY);
}

static void plant_vertices(files *f)
{
    wmi_put32(array_of(f, MODEL_BOX, WMI_BLOCK_VERTICES), FAR_AWAY);
}

static void plant_flares(files *f)
{
    wmi_put32(array_of(f, MODEL_LIGHT, WMI_BLOCK_LIGHT_SIZES), FAR_AWAY);
    wmi_put32(array_of(f, MODEL_LIGHT, WMI_BLOCK_LIGHT_TABLE), FAR_AWAY);
}

static void plant_vertex_index(files *f)
{
    uint32_t faces = wmi_le32(array_of(f, MODEL_BOX, WMI_BLOCK_FACES));
    wmi_put16(f->mdl + WMI_MDL_BASE + faces + 32 + 28, 4);
}

static void plant_name_index(files *f)
{
    wmi_put16(node_at(f, MODEL_BOX) + 4, 9999);
}

static void plant_flag(files *f)
{
    wmi_put16(node_at(f, MODEL_BOX), 0x1000 | WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_MESH);
}

static void plant_mdl_cut(files *f)
{
    f->mdl_size -= 14;
}

static void plant_mdx_cut(files *f)
{
    f->mdx_size /= 2;
}

/* ---- more of their kin ------------------------------------------------- */

static void plant_cycle(files *f)
{
    wmi_put32(child_slot(f, MODEL_TIP, 0), pointer_to(f->valid->tree.nodes[MODEL_BONE].offset));
}

static void plant_child_in_header(files *f)
{
    wmi_put32(last_slot(f), 40);
}

static void plant_array_in_header(files *f)
{
    wmi_put32(array_of(f, MODEL_BOX, WMI_BLOCK_FACES), 0);
}

static void plant_second_count(files *f)
{
    wmi_put32(array_of(f, MODEL_BOX, WMI_BLOCK_INVERTED) + 8, 0x300);
}

static void plant_names(files *f)
{
    wmi_put32(f->mdl + WMI_MDL_HEADER - 12, FAR_AWAY);
}

static void plant_animation(files *f)
{
    uint32_t table = wmi_le32(f->mdl + WMI_MDL_BASE + WMI_MDL_GEOMETRY + 8);
    wmi_put32(f->mdl + WMI_MDL_BASE + table + 4, FAR_AWAY);
}

static void plant_animation_name(files *f)
{
    wmi_put16(f->mdl + f->valid->animations[0].tree.nodes[0].offset + 4, 9999);
}

static void plant_skin_alone(files *f)
{
    wmi_put16(node_at(f, MODEL_BOX), WM_KOTOR_NODE_HEADER | WM_KOTOR_NODE_SKIN);
}

static void plant_controllers(files *f)
{
    wmi_put32(node_at(f, MODEL_BOX) + 60, 0x7FFFFFFF);
}

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

typedef struct row {
    const char *name;
    void (*plant)(files *f);
    wm_issue_code code;
    uint32_t lost;   /* nodes of the model */
    uint32_t faults; /* wm_kotor_mdl.fault_count; 0 for those that the reader need not skip */
    void (*expect)(const wm_kotor_mdl *m);
} row;

static const row matrix[] = {
    {"wrong MDL size", plant_mdl_size, WM_KOTOR_MDL_SIZE, 0, 0, NULL},
    {"wrong MDX size", plant_mdx_size, WM_KOTOR_MDX_SIZE, 0, 0, NULL},
    {"null child", plant_null_child, WM_KOTOR_MDL_CHILD_EMPTY, 1, 1, NULL},
    {"two null children", plant_two_null_children, WM_KOTOR_MDL_CHILD_EMPTY, 0, 2,
     all_children_are_there},
    {"shared child", plant_shared_child, WM_KOTOR_MDL_LOOP, 1, 1, NULL},
    {"inverted counter outside", plant_inverted, WM_KOTOR_MDL_POINTER, 0, 1, mesh_is_there},
    {"fourth skin array outside", plant_skin_array, WM_KOTOR_MDL_POINTER, 0, 1, NULL},
    {"bone map count", plant_bone_count, WM_KOTOR_MDL_POINTER, 0, 1, NULL},
    {"events outside", plant_events, WM_KOTOR_MDL_POINTER, 0, 1, other_events_are_there},
    {"dangly copy outside", plant_dangly_copy, WM_KOTOR_MDL_POINTER, 0, 1, NULL},
    {"vertex table outside", plant_vertices, WM_KOTOR_MDL_POINTER, 0, 1, positions_come_from_rows},
    {"light flares outside", plant_flares, WM_KOTOR_MDL_POINTER, 0, 2, other_flares_are_there},
    {"face vertex out of range", plant_vertex_index, WM_KOTOR_MDL_VERTEX_INDEX, 0, 1,
     face_is_a_point},
    {"name index out of range", plant_name_index, WM_KOTOR_MDL_NAME_INDEX, 0, 1, node_is_named},
    {"unknown node flag", plant_flag, WM_KOTOR_MDL_FLAGS, 0, 1, mesh_is_there},
    {"cut MDL", plant_mdl_cut, WM_KOTOR_MDL_POINTER, 0, 1, NULL},
    {"cut MDX", plant_mdx_cut, WM_KOTOR_MDX_SHORT, 0, 0, NULL},
    /* further than the matrix */
    {"a node that is its own ancestor", plant_cycle, WM_KOTOR_MDL_LOOP, 1, 1, NULL},
    {"child in the header", plant_child_in_header, WM_KOTOR_MDL_POINTER, 1, 1, NULL},
    {"faces in the header", plant_array_in_header, WM_KOTOR_MDL_POINTER, 0, 1, NULL},
    {"second count", plant_second_count, WM_KOTOR_MDL_COUNT, 0, 0, NULL},
    {"names outside", plant_names, WM_KOTOR_MDL_POINTER, 0, 2, NULL},
    {"animation outside", plant_animation, WM_KOTOR_MDL_POINTER, 0, 1, NULL},
    {"name of an animation's node", plant_animation_name, WM_KOTOR_MDL_NAME_INDEX, 0, 1,
     animation_has_its_root},
    {"skin that is no mesh", plant_skin_alone, WM_KOTOR_MDL_FLAGS, 0, 1, NULL},
    {"controller count", plant_controllers, WM_KOTOR_MDL_POINTER, 0, 1, mesh_is_there},
};
enum { ROWS = sizeof matrix / sizeof *matrix, PEERS = 17 };

/* The sample in memory of its own, exactly as large as it is. */
static files make_files(int variant, wm_kotor_mdl **valid)
{
    wm_buffer mdl, mdx;
    wm_kotor_mdl *made = test_model_make(variant & 1 ? WM_KOTOR_2 : WM_KOTOR_1, WM_KOTOR_PC, NULL);
    assert_non_null(made);
    wm_kotor_mdl_pack(made, variant & 2 ? WM_KOTOR_LAYOUT_B : WM_KOTOR_LAYOUT_A);
    assert_int_equal(wm_kotor_mdl_write(made, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(made);
    *valid = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(*valid);
    assert_int_equal((*valid)->fault_count, 0);
    files f = {.mdl_size = mdl.size, .mdx_size = mdx.size, .valid = *valid};
    f.mdl = calloc(1, mdl.size + ROOM);
    f.mdx = malloc(mdx.size);
    assert_non_null(f.mdl);
    assert_non_null(f.mdx);
    memcpy(f.mdl, mdl.data, mdl.size);
    memcpy(f.mdx, mdx.data, mdx.size);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return f;
}

/* Moves both files into blocks without spare bytes, so that sanitizers see every byte that is
 * read outside. */
static void trim(files *f)
{
    uint8_t *mdl = malloc(f->mdl_size), *mdx = malloc(f->mdx_size);
    assert_non_null(mdl);
    assert_non_null(mdx);
    memcpy(mdl, f->mdl, f->mdl_size);
    memcpy(mdx, f->mdx, f->mdx_size);
    free(f->mdl);
    free(f->mdx);
    f->mdl = mdl;
    f->mdx = mdx;
}

static void free_files(files *f, wm_kotor_mdl *valid)
{
    wm_kotor_mdl_free(valid);
    free(f->mdl);
    free(f->mdx);
}

static void expect_same_bytes(const row *r, const wm_kotor_mdl *m, const files *f)
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

static void expect_finding(const row *r, const files *f)
{
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(f->mdl, f->mdl_size, f->mdx, f->mdx_size, &opts, NULL);
    assert_non_null(m);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    test_expect_issue(&report, r->code);
    for (uint32_t i = 0; i < report.count; i++)
        if (report.issues[i].code == r->code) {
            assert_true(report.issues[i].offset != WM_NO_OFFSET);
            assert_true(*report.issues[i].path);
        }
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
}

/* A scene and a text can be made of what is left. The text brings the same files back. */
static void expect_conversions(const row *r, const wm_kotor_mdl *m, const files *f)
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

static void try_row(const row *r, int variant)
{
    wm_kotor_mdl *valid;
    wm_error error;
    files f = make_files(variant, &valid);
    r->plant(&f);
    trim(&f);
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
    expect_finding(r, &f);
    expect_conversions(r, m, &f);
    wm_kotor_mdl_free(m);
    free_files(&f, valid);
}

static void each_fault_leaves_the_rest(void **state)
{
    (void)state;
    assert_true(ROWS > PEERS);
    for (int variant = 0; variant < 4; variant++)
        for (int i = 0; i < ROWS; i++)
            try_row(&matrix[i], variant);
}

/* ---- refusals ---------------------------------------------------------- */

static void plant_magic(files *f)
{
    wmi_put32(f->mdl, 1);
}

static void plant_no_header(files *f)
{
    f->mdl_size = WMI_MDL_HEADER - 1;
}

static void plant_no_root(files *f)
{
    wmi_put32(f->mdl + WMI_MDL_BASE + 40, 0);
}

static void plant_root_outside(files *f)
{
    wmi_put32(f->mdl + WMI_MDL_BASE + 40, FAR_AWAY);
}

static void what_cannot_be_read_is_refused(void **state)
{
    static const struct {
        void (*plant)(files *f);
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
        wm_kotor_mdl *valid;
        wm_error error;
        files f = make_files(0, &valid);
        rows[i].plant(&f);
        trim(&f);
        assert_null(wm_kotor_mdl_read(f.mdl, f.mdl_size, f.mdx, f.mdx_size, NULL, &error));
        assert_int_equal(error.code, rows[i].code);
        assert_string_equal(error.path, rows[i].path);
        assert_true(strlen(error.message) > 10);
        free_files(&f, valid);
    }
}

/* ---- edits ------------------------------------------------------------- */

/* An edit that changes no size keeps the faults; one that does drops them, because pointers in
 * them would be wrong. */
static void edits_of_a_damaged_model(void **state)
{
    wm_kotor_mdl *valid;
    wm_buffer mdl, mdx;
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        files f = make_files(variant, &valid);
        wmi_put32(child_slot(&f, MODEL_ROOT, 1), 0); /* pointers after it move up one slot */
        trim(&f);
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
        free_files(&f, valid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_leaves_the_rest),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(edits_of_a_damaged_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
