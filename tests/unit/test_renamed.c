/* Nodes that somebody renamed in another program keep what the template has for them, if it is
 * clear which they are. tests/blender/edits does so in Blender. */
#include "models.h"
#include "saved_scene.h"
#include "support.h"
#include "waymark/convert.h"

/* The model twice: as it was, and for edits. */
typedef struct pair {
    wm_scene *original, *edited;
    wm_report report;
    wm_scene_restore_result result;
} pair;

static pair open_pair(void)
{
    pair p = {.original = test_sample_scene(), .edited = test_sample_scene()};
    wm_report_init(&p.report, NULL);
    return p;
}

static void restore(pair *p)
{
    const wm_scene_restore_opts opts = {.report = &p->report};
    assert_int_equal(wm_scene_restore(p->original, p->edited, &opts, &p->result, NULL), WM_OK);
}

static void close_pair(pair *p)
{
    wm_report_free(&p->report);
    wm_scene_free(p->original);
    wm_scene_free(p->edited);
}

static uint32_t node_named(const wm_scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (strcmp(s->nodes[i].name, name) == 0)
            return i;
    return WM_NO_INDEX;
}

/* A node with a mesh (or without), that no other node hangs on. */
static uint32_t some_leaf(const wm_scene *s, bool mesh)
{
    for (uint32_t i = s->node_count; i-- > 1;) {
        bool leaf = s->nodes[i].light == WM_NO_INDEX && (s->nodes[i].mesh != WM_NO_INDEX) == mesh &&
                    !strstr(s->nodes[i].name, "aabb") && s->nodes[i].role == WM_NODE_ROLE_SHOWN;
        if (leaf && mesh)
            leaf = s->nodes[i].skin == WM_NO_INDEX && s->meshes[s->nodes[i].mesh].index_count >= 3;
        for (uint32_t k = 0; k < s->node_count; k++)
            leaf = leaf && s->nodes[k].parent != i;
        if (leaf)
            return i;
    }
    fail_msg("the sample has no such node");
    return 0;
}

static void expect_renamed(const pair *p, uint32_t node, const char *name)
{
    assert_int_equal(p->result.renamed_nodes, 1);
    assert_int_equal(p->result.missing + p->result.added + p->result.meshes, 0);
    assert_false(p->result.same);
    assert_string_equal(p->original->nodes[node].name, name);
    assert_int_equal(p->report.count, 1);
    assert_int_equal(p->report.issues[0].code, WM_SCENE_NODE_RENAMED);
}

static void expect_new(const pair *p, const char *name)
{
    assert_int_equal(p->result.renamed_nodes, 0);
    assert_int_equal(p->result.missing, 1);
    assert_int_equal(p->result.added, 1);
    assert_int_not_equal(node_named(p->original, name), WM_NO_INDEX);
}

static void a_renamed_mesh_keeps_everything(void **state)
{
    pair p = open_pair();
    uint32_t node = some_leaf(p.edited, true);
    uint32_t extras = p.original->nodes[node].extras.count;
    (void)state;
    p.edited->nodes[node].name = "cover";
    p.edited->nodes[node].extras.count = 0; /* lost */
    p.edited->meshes[p.edited->nodes[node].mesh].uvs[1] = NULL;
    restore(&p);
    expect_renamed(&p, node, "cover");
    assert_int_equal(p.original->nodes[node].extras.count, extras);
    assert_true(extras > 0);
    close_pair(&p);
}

/* It is known by its mesh, wherever it is. */
static void a_mesh_may_be_renamed_and_moved(void **state)
{
    pair p = open_pair();
    uint32_t node = some_leaf(p.edited, true);
    (void)state;
    p.edited->nodes[node].name = "cover";
    p.edited->nodes[node].rest.translation.x += 1;
    restore(&p);
    expect_renamed(&p, node, "cover");
    assert_int_equal(p.result.moved, 1);
    close_pair(&p);
}

static void a_renamed_dummy_is_known_by_its_place(void **state)
{
    pair p = open_pair();
    uint32_t node = some_leaf(p.edited, false);
    (void)state;
    p.edited->nodes[node].name = "hook";
    restore(&p);
    expect_renamed(&p, node, "hook");
    close_pair(&p);
}

static void a_dummy_elsewhere_is_a_new_one(void **state)
{
    pair p = open_pair();
    uint32_t node = some_leaf(p.edited, false);
    (void)state;
    p.edited->nodes[node].name = "hook";
    p.edited->nodes[node].rest.translation.x += 1;
    restore(&p);
    expect_new(&p, "hook");
    close_pair(&p);
}

/* A node with others below it is known by them, and so is one whose parent was renamed as well. */
static void parents_are_known_by_their_children(void **state)
{
    pair p = open_pair();
    uint32_t leaf = WM_NO_INDEX, parent = WM_NO_INDEX;
    (void)state;
    for (uint32_t i = 1; i < p.edited->node_count && leaf == WM_NO_INDEX; i++) {
        parent = p.edited->nodes[i].parent;
        if (parent != WM_NO_INDEX && parent > 0 && p.edited->nodes[parent].mesh == WM_NO_INDEX &&
            p.edited->nodes[parent].light == WM_NO_INDEX)
            leaf = i;
    }
    assert_int_not_equal(leaf, WM_NO_INDEX);
    p.edited->nodes[parent].name = "upper";
    p.edited->nodes[parent].rest.translation.x += 1;
    restore(&p);
    assert_int_equal(p.result.renamed_nodes, 1);
    assert_int_equal(p.result.missing + p.result.added, 0);
    assert_string_equal(p.original->nodes[parent].name, "upper");
    close_pair(&p);
}

/* Somebody deleted one mesh and added another one at the same place. */
static void another_mesh_is_a_new_one(void **state)
{
    pair p = open_pair();
    uint32_t node = some_leaf(p.edited, true);
    (void)state;
    p.edited->nodes[node].name = "cover";
    p.edited->meshes[p.edited->nodes[node].mesh].positions[0].x += 0.5f;
    restore(&p);
    expect_new(&p, "cover");
    close_pair(&p);
}

/* The walkmesh of a room goes by its name. */
static void another_meaning_is_a_new_node(void **state)
{
    static const char *const names[] = {"cover_wok", "aabb_cover", "bone_3", "pwk_use01"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pair p = open_pair();
        uint32_t node = some_leaf(p.edited, true);
        p.edited->nodes[node].name = names[i];
        restore(&p);
        expect_new(&p, names[i]);
        close_pair(&p);
    }
}

/* Two dummies at one place: nobody knows which is which. */
static void two_that_fit_are_not_paired(void **state)
{
    pair p = open_pair();
    uint32_t a = some_leaf(p.edited, false), b = WM_NO_INDEX;
    (void)state;
    for (uint32_t i = 1; i < p.edited->node_count; i++) {
        bool leaf = i != a && p.edited->nodes[i].mesh == WM_NO_INDEX &&
                    p.edited->nodes[i].light == WM_NO_INDEX && i != p.edited->nodes[a].parent;
        for (uint32_t k = 0; k < p.edited->node_count; k++)
            leaf = leaf && p.edited->nodes[k].parent != i;
        b = leaf ? i : b;
    }
    assert_int_not_equal(b, WM_NO_INDEX);
    for (int side = 0; side < 2; side++) {
        wm_scene *s = side ? p.edited : p.original;
        s->nodes[b].parent = s->nodes[a].parent;
        s->nodes[b].rest = s->nodes[a].rest;
        assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    }
    p.edited->nodes[a].name = "one";
    p.edited->nodes[b].name = "two";
    restore(&p);
    assert_int_equal(p.result.renamed_nodes, 0);
    assert_int_equal(p.result.missing, 2);
    assert_int_equal(p.result.added, 2);
    close_pair(&p);
}

/* Blender makes a bone and an object of a node. If only one of them is renamed, the node is.
 *
 * object: the object has the new name, not the bone. */
static void rename_half(bool object)
{
    pair p = open_pair();
    wm_scene *s = p.edited;
    uint32_t node = some_leaf(s, true);
    wm_scene_node *nodes = wm_scene_alloc(s, (size_t)s->node_count + 1, sizeof *nodes, NULL);
    assert_non_null(nodes);
    memcpy(nodes, s->nodes, s->node_count * sizeof *nodes);
    wm_scene_node *half = &nodes[s->node_count++];
    *half = nodes[node];
    half->parent = node;
    half->kind = WM_NODE_KIND_MESH;
    half->rest = (wm_transform){{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    half->extras.count = 0;
    nodes[node].mesh = WM_NO_INDEX;
    nodes[node].kind = WM_NODE_KIND_BONE;
    *(object ? &half->name : &nodes[node].name) = "cover";
    s->nodes = nodes;
    assert_int_equal(wm_scene_finish(s, NULL), WM_OK);
    restore(&p);
    expect_renamed(&p, node, "cover");
    close_pair(&p);
}

static void an_object_renamed_without_its_bone(void **state)
{
    (void)state;
    rename_half(true);
}

static void a_bone_renamed_without_its_object(void **state)
{
    (void)state;
    rename_half(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_renamed_mesh_keeps_everything),
        cmocka_unit_test(a_mesh_may_be_renamed_and_moved),
        cmocka_unit_test(a_renamed_dummy_is_known_by_its_place),
        cmocka_unit_test(a_dummy_elsewhere_is_a_new_one),
        cmocka_unit_test(parents_are_known_by_their_children),
        cmocka_unit_test(another_mesh_is_a_new_one),
        cmocka_unit_test(another_meaning_is_a_new_node),
        cmocka_unit_test(two_that_fit_are_not_paired),
        cmocka_unit_test(an_object_renamed_without_its_bone),
        cmocka_unit_test(a_bone_renamed_without_its_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
