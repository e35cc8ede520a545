/* Models that no modeller makes: trees as deep as they are large, tables that everybody
 * shares, trees that go round. Time and memory stay in proportion to the file. */
#include "kotor/mdl/internal.h"
#include "memory.h"
#include "models.h"
#include "support.h"
#include "walk.h"

enum { DEEP = 100000 };

/* A chain of nodes; each name is that of many nodes. */
static wm_kotor_mdl *make_chain(uint32_t count)
{
    static const char *const names[] = {"root", "link"};
    wm_kotor_mdl *m = wm_kotor_mdl_new(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL, NULL);
    assert_non_null(m);
    m->names = wm_kotor_mdl_alloc(m, 2, sizeof *m->names, NULL);
    m->tree.nodes = wm_kotor_mdl_alloc(m, count, sizeof *m->tree.nodes, NULL);
    assert_non_null(m->names);
    assert_non_null(m->tree.nodes);
    memcpy(m->names, names, sizeof names);
    m->name_count = 2;
    m->tree.count = m->geometry.node_count = count;
    for (uint32_t i = 0; i < count; i++) {
        m->tree.nodes[i] = (wm_kotor_mdl_node){
            .flags = WM_KOTOR_NODE_HEADER, .name = i > 0, .parent = i - 1, .orientation.w = 1};
    }
    wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
    return m;
}

/* Everything that can be done to a model, to this one. */
static void use(const uint8_t *mdl, size_t size, const uint8_t *mdx, size_t mdx_size)
{
    wm_report report;
    wm_diff diff;
    wm_buffer out, rows;
    wm_error error;
    wm_report_init(&report, NULL);
    wm_diff_init(&diff, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl, size, mdx, mdx_size, &opts, &error);
    if (!m)
        fail_msg("%s: %s", error.path, error.message);
    test_walk_mdl(m);
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_diff(m, m, &diff, NULL), WM_OK);
    wm_kotor_coverage *v = wm_kotor_mdl_cover(m, NULL, NULL);
    assert_non_null(v);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &out, &rows, NULL), WM_OK);
    wm_buffer_free(&out);
    wm_buffer_free(&rows);
    wm_kotor_coverage_free(v);
    wm_diff_free(&diff);
    wm_report_free(&report);
    wm_kotor_mdl_free(m);
}

static void a_chain_of_nodes(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    wm_kotor_mdl *m = make_chain(DEEP);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    double start = test_cpu_seconds();
    use(mdl.data, mdl.size, mdx.data, mdx.size);
    double took = test_cpu_seconds() - start;
    print_message("a chain of %d nodes: %.2f s\n", DEEP, took);
    assert_true(took < 20);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* The last link leads back to the first. */
static void a_chain_that_goes_round(void **state)
{
    wm_buffer mdl, mdx;
    wm_report report;
    (void)state;
    wm_kotor_mdl *m = make_chain(1000);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    m = wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, NULL, NULL);
    assert_non_null(m);
    uint32_t parent = m->tree.nodes[998].offset;
    uint32_t table = wmi_le32(mdl.data + parent + 44) + WMI_MDL_BASE;
    wmi_put32(mdl.data + table, m->tree.nodes[0].offset - WMI_MDL_BASE);
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    wm_kotor_mdl *round = wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, &opts, NULL);
    assert_non_null(round);
    assert_int_equal(round->tree.count, 999);
    assert_int_equal(report.issues[0].code, WM_KOTOR_MDL_LOOP);
    wm_report_free(&report);
    wm_kotor_mdl_free(round);
    wm_kotor_mdl_free(m);
    use(mdl.data, mdl.size, NULL, 0);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* A tree of boxes that is a chain. */
static void a_chain_of_boxes(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(m);
    wm_kotor_mesh *floor = m->tree.nodes[MODEL_FLOOR].mesh;
    floor->aabbs = wm_kotor_mdl_alloc(m, DEEP, sizeof *floor->aabbs, NULL);
    assert_non_null(floor->aabbs);
    floor->aabb_count = DEEP;
    for (uint32_t i = 0; i < DEEP; i++)
        floor->aabbs[i] = (wm_kotor_mdl_aabb){.left = i + 1 < DEEP ? i + 1 : WM_NO_INDEX,
                                              .right = WM_NO_INDEX,
                                              .face = i + 1 < DEEP ? -1 : 0};
    wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    use(mdl.data, mdl.size, mdx.data, mdx.size);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* Many nodes whose controllers are one table: the document would be far larger than
 * the file, so reading it is refused before memory runs out. */
static void share_table(uint32_t words)
{
    enum { NODES = 2000 };
    wm_buffer mdl, mdx;
    wm_error error;
    test_memory memory;
    wm_kotor_mdl *m = make_chain(NODES);
    m->tree.nodes[0].data = wm_kotor_mdl_alloc(m, words, sizeof(float), NULL);
    assert_non_null(m->tree.nodes[0].data);
    m->tree.nodes[0].data_count = words;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    m = wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, NULL, NULL);
    assert_non_null(m);
    for (uint32_t i = 1; i < NODES; i++)
        memcpy(mdl.data + m->tree.nodes[i].offset + 68, mdl.data + m->tree.nodes[0].offset + 68,
               12);
    test_memory_init(&memory);
    wm_read_opts opts = {.allocator = &memory.allocator};
    assert_null(wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, &opts, &error));
    assert_int_equal(error.code, WM_LIMIT);
    assert_true(memory.peak < (17u << 20) + 40 * (uint64_t)mdl.size);
    test_memory_done(&memory, "one table for everybody");
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

static void one_table_for_everybody(void **state)
{
    (void)state;
    share_table(100000); /* beyond the memory limit */
    share_table(1000);   /* below it, but 40 times the file */
}

/* Meshes of an Xbox model have their vertices in the MDX alone. Here they share them, as rows of
 * one byte, or state vertices but no rows: 300 meshes in 192 kB took 1.2 GB to check. */
static void meshes_that_share_rows(void **state)
{
    enum { MESHES = 300, VERTICES = 65535 };
    (void)state;
    for (uint32_t row = 0; row < 2; row++) {
        wm_buffer mdl, mdx;
        wm_error error;
        wm_kotor_mdl *m = make_chain(MESHES);
        assert_int_equal(wm_kotor_mdl_set_variant(m, WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_XBOX, NULL),
                         WM_OK);
        for (uint32_t i = 0; i < MESHES; i++) {
            m->tree.nodes[i].flags |= WM_KOTOR_NODE_MESH;
            m->tree.nodes[i].mesh = wm_kotor_mdl_alloc(m, 1, sizeof(wm_kotor_mesh), NULL);
            assert_non_null(m->tree.nodes[i].mesh);
        }
        wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
        assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
        wm_kotor_mdl_free(m);
        m = wm_kotor_mdl_read(mdl.data, mdl.size, NULL, 0, NULL, &error);
        assert_non_null(m);
        assert_int_equal(m->platform, WM_KOTOR_PLATFORM_XBOX);
        for (uint32_t i = 0; i < MESHES; i++) {
            uint8_t *mesh = mdl.data + m->tree.nodes[i].offset + WMI_MDL_NODE;
            wmi_put32(mesh + 252, row);
            wmi_put16(mesh + 304, VERTICES);
        }
        uint8_t *rows = calloc(VERTICES, 1);
        assert_non_null(rows);
        assert_null(wm_kotor_mdl_read(mdl.data, mdl.size, rows, VERTICES, NULL, &error));
        assert_int_equal(error.code, WM_LIMIT);
        assert_string_equal(error.path, "nodes");
        free(rows);
        wm_kotor_mdl_free(m);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
    }
}

/* A small model with `more` bytes after it; sets *root to the offset of its root node. */
static uint8_t *make_longer(size_t more, size_t *size, uint32_t *root)
{
    wm_buffer mdl, mdx;
    wm_kotor_mdl *m = make_chain(1);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    *size = mdl.size + more;
    *root = wmi_le32(mdl.data + 52) + WMI_MDL_BASE;
    uint8_t *bytes = calloc(*size, 1);
    assert_non_null(bytes);
    memcpy(bytes, mdl.data, mdl.size);
    wmi_put32(bytes + 4, (uint32_t)*size - WMI_MDL_BASE);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return bytes;
}

static void put_table(uint8_t *at, size_t offset, uint32_t count)
{
    wmi_put32(at, (uint32_t)offset - WMI_MDL_BASE);
    wmi_put32(at + 4, count);
    wmi_put32(at + 8, count);
}

/* A great many controllers that share one block of data: refused, where a dump had 2 GB. A few
 * that share it are read. */
static void controllers_that_share_data(void **state)
{
    enum { MANY = 10000, FEW = 10, ROWS = 7800, VALUES = 4 * ROWS };
    (void)state;
    for (int few = 0; few < 2; few++) {
        size_t size;
        uint32_t root, count = few ? FEW : MANY;
        wm_error error;
        uint8_t *mdl = make_longer(4u * VALUES + 16u * count, &size, &root);
        uint8_t *data = mdl + size - 4u * VALUES - 16u * count, *list = data + 4 * VALUES;
        for (uint32_t i = 0; i < count; i++) {
            wmi_put32(list + 16 * i, WM_KOTOR_CONTROLLER_POSITION);
            wmi_put16(list + 16 * i + 6, ROWS);
            wmi_put16(list + 16 * i + 10, ROWS);
            list[16 * i + 12] = 3;
        }
        put_table(mdl + root + 56, (size_t)(list - mdl), count);
        put_table(mdl + root + 68, (size_t)(data - mdl), VALUES);
        wm_kotor_mdl *m = wm_kotor_mdl_read(mdl, size, NULL, 0, NULL, &error);
        assert_true(few ? m != NULL : !m && error.code == WM_LIMIT);
        if (m)
            assert_int_equal(m->tree.nodes[0].controller_count, FEW);
        wm_kotor_mdl_free(m);
        free(mdl);
    }
}

/* Each of 400,000 names starts before the last megabyte, in which no text ends. */
static void names_without_end(void **state)
{
    enum { NAMES = 400000, TAIL = 1 << 20 };
    size_t size;
    uint32_t root;
    (void)state;
    uint8_t *mdl = make_longer(4u * NAMES + TAIL, &size, &root);
    size_t table = size - 4u * NAMES - TAIL;
    memset(mdl + size - TAIL, 'x', TAIL);
    for (uint32_t i = 0; i < NAMES; i++)
        wmi_put32(mdl + table + 4 * i, (uint32_t)(size - TAIL + i % 100) - WMI_MDL_BASE);
    put_table(mdl + WMI_MDL_BASE + 184, table, NAMES);
    double start = test_cpu_seconds();
    wm_kotor_mdl *m = wm_kotor_mdl_read(mdl, size, NULL, 0, NULL, NULL);
    double took = test_cpu_seconds() - start;
    assert_non_null(m);
    assert_int_equal(m->name_count, NAMES);
    assert_int_equal(m->fault_count, NAMES);
    print_message("%d names without end: %.2f s\n", NAMES, took);
    assert_true(took < 5);
    wm_kotor_mdl_free(m);
    free(mdl);
}

/* As many corners as a mesh can have, all in one place (with `spread`: around one edge),
 * each with a normal of its own. */
static void crowd(bool spread)
{
    enum { FACES = 21845, VERTICES = 3 * FACES };
    wm_report report;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    assert_non_null(m);
    wm_kotor_mesh *mesh = m->tree.nodes[MODEL_BOX].mesh;
    mesh->vertex_count = VERTICES;
    mesh->face_count = FACES;
    mesh->faces = wm_kotor_mdl_alloc(m, FACES, sizeof *mesh->faces, NULL);
    mesh->vertices = wm_kotor_mdl_alloc(m, VERTICES, sizeof *mesh->vertices, NULL);
    mesh->rows = wm_kotor_mdl_alloc(m, VERTICES, mesh->row_size, NULL);
    mesh->indices = wm_kotor_mdl_alloc(m, VERTICES, 2, NULL);
    mesh->index_count = mesh->index_counts[0] = VERTICES;
    assert_true(mesh->faces && mesh->vertices && mesh->rows && mesh->indices);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float normal[3] = {(float)v, 1, (float)(v % 77)};
        if (spread)
            mesh->vertices[v] = (wm_vec3){v % 3 == 1, v % 3 == 2, v % 3 == 2 ? (float)v : 0};
        wmi_store32(mesh->rows + (size_t)v * mesh->row_size, &mesh->vertices[v], 3);
        wmi_store32(mesh->rows + (size_t)v * mesh->row_size + 12, normal, 3);
        mesh->indices[v] = mesh->faces[v / 3].vertex[v % 3] = (uint16_t)v;
    }
    wm_report_init(&report, NULL);
    double start = test_cpu_seconds();
    assert_int_equal(wm_kotor_mdl_check(m, NULL, &report, NULL), WM_OK);
    print_message("%d corners %s: %.2f s\n", VERTICES, spread ? "around one edge" : "in one place",
                  test_cpu_seconds() - start);
    assert_true(test_cpu_seconds() - start < 20);
    wm_report_free(&report);
    wm_kotor_mdl_free(m);
}

static void all_corners_in_one_place(void **state)
{
    (void)state;
    crowd(false);
}

static void all_faces_on_one_edge(void **state)
{
    (void)state;
    crowd(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_nodes),       cmocka_unit_test(a_chain_that_goes_round),
        cmocka_unit_test(a_chain_of_boxes),       cmocka_unit_test(one_table_for_everybody),
        cmocka_unit_test(meshes_that_share_rows), cmocka_unit_test(controllers_that_share_data),
        cmocka_unit_test(names_without_end),      cmocka_unit_test(all_corners_in_one_place),
        cmocka_unit_test(all_faces_on_one_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
