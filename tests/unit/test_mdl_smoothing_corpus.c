/* Normals and tangents of the games' own models after a detour through a text: our own,
 * with smoothing groups, and one as mdlops writes it, whose groups say nothing. */
#include "angle.h"
#include "kotor/mdl/compile/compile.h"
#include "mdlops.h"
#include "support.h"

enum { TRIMESH, SKIN, DANGLY, WALKMESH, HIDDEN, KINDS };
static const char *const kind_names[KINDS] = {"trimesh", "skin", "danglymesh", "aabb", "hidden"};

typedef struct tally {
    uint32_t right, count;
} tally;

typedef struct result {
    tally kinds[KINDS], normals, tangents;
} result;

static int kind_of(const wm_kotor_mdl_node *node)
{
    return node->flags & WM_KOTOR_NODE_AABB     ? WALKMESH
           : !node->mesh->render                ? HIDDEN
           : node->flags & WM_KOTOR_NODE_SKIN   ? SKIN
           : node->flags & WM_KOTOR_NODE_DANGLY ? DANGLY
                                                : TRIMESH;
}

static double percent(tally t)
{
    return t.count ? 100.0 * t.right / t.count : 100;
}

static void note(tally *t, bool right)
{
    t->right += right;
    t->count++;
}

/* Directions within 1e-3 rad. The games have normals without length. */
static bool equal(wm_vec3 a, wm_vec3 b)
{
    bool none = wmi_length(wmi_vec_of(a)) == 0 && wmi_length(wmi_vec_of(b)) == 0;
    return none || test_angle(a, b) < 1e-3;
}

static void compare(const wm_kotor_mdl *a, const wm_kotor_mdl *b, result *r)
{
    assert_int_equal(a->tree.count, b->tree.count);
    for (uint32_t i = 0; i < a->tree.count; i++) {
        const wm_kotor_mesh *x = a->tree.nodes[i].mesh, *y = b->tree.nodes[i].mesh;
        if (!x || x->saber)
            continue;
        assert_int_equal(x->vertex_count, y->vertex_count);
        for (uint32_t v = 0; v < x->vertex_count; v++) {
            wm_vec3 n[2], t[2][3];
            if (wm_kotor_mesh_normal(a, x, v, &n[0]) && wm_kotor_mesh_normal(b, y, v, &n[1])) {
                note(&r->kinds[kind_of(&a->tree.nodes[i])], equal(n[0], n[1]));
                note(&r->normals, equal(n[0], n[1]));
            }
            if (wm_kotor_mesh_tangents(a, x, v, t[0]) && wm_kotor_mesh_tangents(b, y, v, t[1]))
                note(&r->tangents,
                     test_angle(t[0][0], t[1][0]) < 2e-3 && test_angle(t[0][1], t[1][1]) < 2e-3);
        }
    }
}

static char *text_of(const wm_kotor_mdl *stored, bool decompiled, size_t *size)
{
    const wm_kotor_mdl_text_write_opts plain = {.plain = true};
    wm_buffer own;
    if (decompiled)
        return test_mdlops_text(stored, size);
    assert_int_equal(wm_kotor_mdl_text_write(stored, &plain, &own, NULL), WM_OK);
    char *text = malloc(own.size);
    assert_non_null(text);
    memcpy(text, own.data, own.size);
    *size = own.size;
    wm_buffer_free(&own);
    return text;
}

static void compile_text(const wm_kotor_mdl *stored, bool decompiled, wm_kotor_smoothing smoothing,
                         result *r)
{
    wm_error error;
    size_t size;
    char *text = text_of(stored, decompiled, &size);
    assert_non_null(text);
    assert_int_equal(wmi_mdl_text_decompiled(text, size), decompiled);
    const wm_kotor_mdl_text_read_opts opts = {.game = stored->game, .smoothing = smoothing};
    wm_kotor_mdl *mdl = wm_kotor_mdl_text_read(text, size, &opts, &error);
    if (!mdl)
        fail_msg("line %u: %s: %s", (unsigned)error.line, error.path, error.message);
    compare(stored, mdl, r);
    wm_kotor_mdl_free(mdl);
    free(text);
}

static wm_kotor_mdl *load(const char *path)
{
    char other[4096];
    wm_error error;
    snprintf(other, sizeof other, "%s", path);
    other[strlen(other) - 1] = 'x';
    wm_buffer mdl = test_corpus_file(path), mdx = test_corpus_file(other);
    wm_kotor_mdl *model = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
    if (!model)
        fail_msg("%s: %s", path, error.message);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    return model;
}

static void add(result *to, const result *from)
{
    const tally *f = (const tally *)from;
    tally *t = (tally *)to;
    for (size_t i = 0; i < sizeof *to / sizeof *t; i++) {
        t[i].right += f[i].right;
        t[i].count += f[i].count;
    }
}

typedef struct sample {
    wm_kotor_compiler compiler;
    uint32_t least; /* number of models */
    const char *folders[4];
} sample;

/* Models that the games' own compiler made; the weights of compile/guess.c come from them. */
static const sample games = {
    WM_KOTOR_COMPILER_BIOWARE,
    25,
    {"kotor/models/vanilla", "kotor/models/kotornet", "kotor/models/k1cp", "kotor/models/k2"}};
/* Rooms of the games that kotorblender wrote with the stored normals. They taught nothing. */
static const sample unseen = {
    WM_KOTOR_COMPILER_KOTORBLENDER, 5, {"areas/k1_sithbase", "areas/k1_endarspire", NULL, NULL}};

/* Returns the worst share of normals. */
static double try_models(const sample *of, bool decompiled, result *all)
{
    double worst = 100;
    uint32_t models = 0;
    for (size_t i = 0; i < 4 && of->folders[i]; i++)
        for (test_listing l = {0}; test_corpus_next(&l, of->folders[i], ".mdl");) {
            wm_kotor_mdl *stored = load(l.path);
            result own = {0};
            if (wm_kotor_mdl_compiler(stored) == of->compiler) {
                compile_text(stored, decompiled, WM_KOTOR_SMOOTHING_AUTO, &own);
                print_message("%s: %.1f %% of %u normals\n", l.name, percent(own.normals),
                              own.normals.count);
                add(all, &own);
                worst = percent(own.normals) < worst ? percent(own.normals) : worst;
                models++;
            }
            wm_kotor_mdl_free(stored);
        }
    assert_true(models >= of->least);
    for (int k = 0; k < KINDS; k++)
        print_message("%s: %.2f %% of %u\n", kind_names[k], percent(all->kinds[k]),
                      all->kinds[k].count);
    print_message("all: %.2f %% of %u normals, %.2f %% of %u tangents\n", percent(all->normals),
                  all->normals.count, percent(all->tangents), all->tangents.count);
    return worst;
}

static void test_own_text(void **state)
{
    (void)state;
    NEED_CORPUS();
    result all = {0};
    try_models(&games, false, &all);
    assert_true(percent(all.normals) >= 99.4);
    assert_true(percent(all.kinds[SKIN]) >= 96.5);
    assert_true(percent(all.kinds[DANGLY]) >= 92);
    assert_true(percent(all.tangents) >= 94);
}

static void test_text_of_mdlops(void **state)
{
    (void)state;
    NEED_CORPUS();
    result all = {0};
    assert_true(try_models(&games, true, &all) >= 74);
    assert_true(percent(all.normals) >= 91);
    assert_true(percent(all.kinds[TRIMESH]) >= 89);
    assert_true(percent(all.kinds[SKIN]) >= 87);
    assert_true(percent(all.kinds[DANGLY]) >= 88);
    assert_true(percent(all.kinds[WALKMESH]) >= 76);
    assert_true(percent(all.kinds[HIDDEN]) >= 99);
    assert_true(percent(all.tangents) >= 85);
}

static void test_unseen_text_of_mdlops(void **state)
{
    (void)state;
    NEED_CORPUS();
    result all = {0};
    assert_true(try_models(&unseen, true, &all) >= 85);
    assert_true(percent(all.normals) >= 90);
}

/* ---- everything smooth --------------------------------------------------- */

/* Models that were compiled again with everything smooth, whatever their vertices say. */
static const struct {
    const char *name;
    double least; /* percent of normals */
} all_smooth[] = {{"m12aa_01k.mdl", 90}, {"n_yoda.mdl", 99}, {"n_commkidfd.mdl", 99}};

enum { ALL_SMOOTH = sizeof all_smooth / sizeof *all_smooth, LOW = 65 };

typedef struct choice {
    uint32_t models, low; /* low: models with less than LOW percent either way */
    uint32_t all_smooth;  /* models of the list above */
    double worst;
    result automatic, all, better; /* of models that were compiled again */
} choice;

static void try_both(const char *name, const wm_kotor_mdl *stored, choice *c)
{
    result automatic = {0}, all = {0};
    compile_text(stored, true, WM_KOTOR_SMOOTHING_AUTO, &automatic);
    compile_text(stored, true, WM_KOTOR_SMOOTHING_ALL, &all);
    if (!all.normals.count)
        return;
    double a = percent(automatic.normals), b = percent(all.normals), better = a > b ? a : b;
    print_message("%s: auto %.1f %%, all %.1f %% of %u normals\n", name, a, b, all.normals.count);
    c->models++;
    c->low += better < LOW;
    c->worst = better < c->worst ? better : c->worst;
    if (wm_kotor_mdl_compiler(stored) != WM_KOTOR_COMPILER_BIOWARE) {
        add(&c->automatic, &automatic);
        add(&c->all, &all);
        add(&c->better, a > b ? &automatic : &all);
    }
    for (size_t i = 0; i < ALL_SMOOTH; i++)
        if (strcmp(name, all_smooth[i].name) == 0) {
            assert_true(b >= all_smooth[i].least);
            c->all_smooth++;
        }
}

/* For nearly every model, one of two choices is right for most of its normals. */
static void test_all_smooth(void **state)
{
    static const char *const folders[] = {"kotor/models/vanilla", "kotor/models/kotornet",
                                          "kotor/models/k1cp",    "kotor/models/k2",
                                          "kotor/models/mods",    "areas/k1_dantooine",
                                          "areas/k1_endarspire",  "areas/k1_sithbase"};
    (void)state;
    NEED_CORPUS();
    choice c = {.worst = 100};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (test_listing l = {0}; test_corpus_next(&l, folders[i], ".mdl");) {
            wm_kotor_mdl *stored = load(l.path);
            try_both(l.name, stored, &c);
            wm_kotor_mdl_free(stored);
        }
    print_message("%u models, %u of them below %d %% either way, the worst %.1f %%\n", c.models,
                  c.low, LOW, c.worst);
    print_message(
        "compiled again: auto %.2f %%, all %.2f %%, the better for each model %.2f %% of %u "
        "normals\n",
        percent(c.automatic.normals), percent(c.all.normals), percent(c.better.normals),
        c.all.normals.count);
    assert_true(c.models >= 80);
    assert_int_equal(c.all_smooth, ALL_SMOOTH);
    assert_true(c.low <= 4);
    assert_true(c.worst >= 55);
    assert_true(percent(c.better.normals) >= 81);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_text),
        cmocka_unit_test(test_text_of_mdlops),
        cmocka_unit_test(test_unseen_text_of_mdlops),
        cmocka_unit_test(test_all_smooth),
    };
    return cmocka_run_group_tests_name("smoothing of real models", tests, NULL, NULL);
}
