/* Real walkmeshes through text and back: the bytes are the same, or the losses that
 * were announced are all that differs. */
#include <dirent.h>

#include "support.h"

static bool lost(const wm_losses *l, const char *field)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (strcmp(l->item[i].field, field) == 0)
            return true;
    return false;
}

static void restore_nodes(const wm_kotor_bwm *was, wm_kotor_bwm *now, const wm_losses *l)
{
    for (uint32_t i = 0; i < was->aabb_count && now->aabb_count == was->aabb_count; i++) {
        wm_kotor_aabb *n = &now->aabbs[i];
        const wm_kotor_aabb *w = &was->aabbs[i];
        if (lost(l, "aabbs.box")) {
            n->min = w->min;
            n->max = w->max;
        }
        if (lost(l, "aabbs.face"))
            n->face = w->face;
        if (lost(l, "aabbs.unknown"))
            n->unknown = w->unknown;
        if (lost(l, "aabbs.plane"))
            n->plane = w->plane;
        if (lost(l, "aabbs.child")) {
            n->left = w->left;
            n->right = w->right;
        }
    }
}

/* Gives `now` the fields of `was` that were announced as lost, and no others. */
static void restore(const wm_kotor_bwm *was, wm_kotor_bwm *now, const wm_losses *l)
{
    if (lost(l, "type"))
        now->type = was->type;
    if (lost(l, "absolute_hook"))
        memcpy(now->absolute_hook, was->absolute_hook, sizeof was->absolute_hook);
    if (lost(l, "relative_hook"))
        memcpy(now->relative_hook, was->relative_hook, sizeof was->relative_hook);
    if (lost(l, "aabb_root"))
        now->aabb_root = was->aabb_root;
    if (lost(l, "faces"))
        now->faces = was->faces;
    if (lost(l, "materials"))
        now->materials = was->materials;
    if (lost(l, "normals"))
        now->normals = was->normals;
    if (lost(l, "distances"))
        now->distances = was->distances;
    if (lost(l, "adjacency")) {
        now->adjacency = was->adjacency;
        now->adjacency_count = was->adjacency_count;
    }
    if (lost(l, "edges")) {
        now->edges = was->edges;
        now->edge_count = was->edge_count;
    }
    if (lost(l, "perimeters")) {
        now->perimeters = was->perimeters;
        now->perimeter_count = was->perimeter_count;
    }
    restore_nodes(was, now, l);
    wm_kotor_bwm_pack(now);
}

typedef struct tally {
    unsigned files, identical, vanilla, vanilla_identical;
} tally;

static void through_text(const char *name, wm_kotor_dialect dialect, tally *t)
{
    wm_buffer bytes = test_corpus_file(name), text, again, out;
    wm_error error;
    wm_losses losses = {0};
    if (!wm_kotor_bwm_detect(bytes.data, bytes.size)) {
        wm_buffer_free(&bytes);
        return;
    }
    wm_kotor_bwm *was = wm_kotor_bwm_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(was);
    wm_kotor_bwm_text_mesh part = {.bwm = was, .state = WM_NO_INDEX};
    wm_kotor_bwm_text_write_opts opts = {.dialect = dialect, .model = "room"};
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             &opts, &text, &losses, &error),
                     WM_OK);
    assert_int_equal(wm_kotor_bwm_text_write(&(wm_kotor_bwm_text){.mesh_count = 1, .meshes = &part},
                                             &opts, &again, NULL, &error),
                     WM_OK);
    assert_int_equal(text.size, again.size);
    assert_memory_equal(text.data, again.data, text.size);
    wm_kotor_bwm_text *back = wm_kotor_bwm_text_read(text.data, text.size, NULL, &error);
    if (!back)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(back->mesh_count, 1);
    wm_kotor_bwm *now = back->meshes[0].bwm;
    for (uint32_t i = 0; getenv("WM_VERBOSE") && i < losses.count; i++)
        print_message("%s: %s: %s\n", name, losses.item[i].field, losses.item[i].message);
    restore(was, now, &losses);
    if (was->aabb_count == now->aabb_count || !lost(&losses, "aabbs.box")) {
        assert_int_equal(wm_kotor_bwm_write(now, NULL, &out, &error), WM_OK);
        if (out.size != bytes.size || memcmp(out.data, bytes.data, out.size) != 0)
            fail_msg("%s: differs in more than what was announced", name);
        wm_buffer_free(&out);
    }
    bool vanilla = wm_kotor_bwm_maker(was) == WM_KOTOR_MAKER_VANILLA;
    t->files++;
    t->identical += losses.count == 0;
    t->vanilla += vanilla;
    t->vanilla_identical += vanilla && losses.count == 0;
    /* A vanilla tree lacks only boxes that no float grows to. */
    for (uint32_t i = 0; vanilla && dialect == WM_KOTOR_DIALECT_ENGINE && i < losses.count; i++)
        assert_string_equal(losses.item[i].field, "aabbs.box");
    if (dialect == WM_KOTOR_DIALECT_ENGINE)
        assert_false(lost(&losses, "aabbs.plane") || lost(&losses, "aabbs.child") ||
                     lost(&losses, "aabbs.face"));
    /* The text carries these whatever it is that wrote the file. */
    assert_false(lost(&losses, "vertices") || lost(&losses, "faces") ||
                 lost(&losses, "materials") || lost(&losses, "position") ||
                 lost(&losses, "relative_hook") || lost(&losses, "edges.transition"));
    wm_kotor_bwm_text_free(back);
    wm_kotor_bwm_free(was);
    wm_buffer_free(&again);
    wm_buffer_free(&text);
    wm_buffer_free(&bytes);
}

static void each(const char *directory, wm_kotor_dialect dialect, tally *t)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", test_corpus(), directory);
    DIR *d = opendir(path);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || (strcmp(dot, ".wok") != 0 && strcmp(dot, ".pwk") != 0))
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
        through_text(path, dialect, t);
    }
    closedir(d);
}

static void losses_explain_everything(void **state)
{
    (void)state;
    NEED_CORPUS();
    for (int dialect = WM_KOTOR_DIALECT_ENGINE; dialect <= WM_KOTOR_DIALECT_MDLOPS; dialect++) {
        tally t = {0};
        each("kotor/walkmeshes", (wm_kotor_dialect)dialect, &t);
        each("kotor/walkmeshes/k2", (wm_kotor_dialect)dialect, &t);
        print_message("%s: %u of %u files identical, %u of %u vanilla ones\n",
                      dialect ? "mdlops" : "engine", t.identical, t.files, t.vanilla_identical,
                      t.vanilla);
        assert_true(t.files > 10);
        assert_true(dialect || t.vanilla_identical * 10 > t.vanilla * 9);
    }
}

/* The one real text: facts section 4, idea 7. */
static void nwmax_placeable(void **state)
{
    (void)state;
    NEED_CORPUS();
    wm_buffer bytes = test_corpus_file("kotor/walkmeshes/k2/plc_valstat02.pwk");
    wm_error error;
    wm_kotor_bwm_text *t = wm_kotor_bwm_text_read(bytes.data, bytes.size, NULL, &error);
    assert_non_null(t);
    assert_int_equal(t->mesh_count, 1);
    assert_string_equal(t->meshes[0].name, "PWK");
    assert_false(t->meshes[0].rotated);
    const wm_kotor_bwm *b = t->meshes[0].bwm;
    assert_int_equal(b->type, WM_KOTOR_BWM_TYPE_OBJECT);
    assert_int_equal(b->vertex_count, 4);
    assert_int_equal(b->face_count, 2);
    assert_int_equal(b->materials[0], 7);
    assert_int_equal(b->materials[1], 7);
    assert_int_equal(b->faces[1].vertex[2], 1);
    assert_true(b->position.x == -0.0548782f && b->position.y == 0.571951f &&
                b->position.z == -1.26935f);
    assert_true(b->normals[0].z == 1 && b->distances[0] == 0);
    wm_kotor_bwm_text_free(t);
    wm_buffer_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_explain_everything),
        cmocka_unit_test(nwmax_placeable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
