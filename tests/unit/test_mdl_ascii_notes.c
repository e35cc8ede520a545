/* Model texts with notes: what comes back byte for byte, and edits that win over them. */
#include <math.h>

#include "mdl_ascii.h"

/* Binary, text and binary again. */
static void comes_back(const wm_kotor_mdl *m)
{
    wm_buffer text = text_of(m), mdl[2], mdx[2];
    wm_error error;
    wm_kotor_mdl *back = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
    if (!back)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl[0], &mdx[0], &error), WM_OK);
    assert_int_equal(wm_kotor_mdl_write(back, NULL, &mdl[1], &mdx[1], &error), WM_OK);
    assert_int_equal(mdl[0].size, mdl[1].size);
    assert_memory_equal(mdl[0].data, mdl[1].data, mdl[0].size);
    assert_int_equal(mdx[0].size, mdx[1].size);
    if (mdx[0].size)
        assert_memory_equal(mdx[0].data, mdx[1].data, mdx[0].size);
    for (int i = 0; i < 2; i++) {
        wm_buffer_free(&mdl[i]);
        wm_buffer_free(&mdx[i]);
    }
    wm_buffer_free(&text);
    wm_kotor_mdl_free(back);
}

/* Names that are duplicate, empty, odd; lists without rows; odd columns; nodes of one name. */
static void odd_models_come_back(void **state)
{
    static const char *const texts[] = {
        ROOT "node dummy a\nparent m\nendnode\nnode dummy b\nparent a\nendnode\n"
             "node dummy a\nparent b\nendnode\nnode dummy c\nparent a\nendnode\n" END,
        ROOT "node dummy \"\"\nparent m\nendnode\nnode dummy c\nparent \"\"\nendnode\n"
             "node dummy \"2081__x y\\x22\"\nparent c\nendnode\nname \"#\"\n" END,
        ROOT "node dummy a\nparent m\ncontroller9key\nendlist\nalphakey\nendlist\n"
             "controller7 1 2 3 4 5\ncontroller20bezierkey\n0 1 2 3 4 5 6 7 8 9 10 11 12\nendlist\n"
             "position nan(7f812345) -0 inf\nendnode\n" END,
        ROOT "node trimesh s\nparent m\n" TRIANGLE "endnode\nnode lightsaber s\nparent m\n"
             "verts 16\n0 0 0\n1 0 0\n2 0 0\n3 0 0\n0 1 0\n1 1 0\n2 1 0\n3 1 0\n0 0 1\n1 0 1\n"
             "2 0 1\n3 0 1\n0 1 1\n1 1 1\n2 1 1\n3 1 1\nendnode\n" END,
        ROOT "node dummy Box\nparent m\nendnode\nnode dummy box\nparent Box\nendnode\n"
             "endmodelgeom m\nnewanim a m\nnode dummy box\nparent NULL\nendnode\n"
             "node dummy Box\nparent box\nendnode\ndoneanim a m\n",
        /* words that mean something where a name is expected */
        ROOT
        "node dummy \"NULL\"\nparent m\nendnode\nnode dummy endnode\nparent \"NULL\"\nendnode\n"
        "node skin s\nparent endnode\n" TRIANGLE "weights 3\n\"NULL\" 1\n\"endnode\" 1\n"
        "m 0.5 \"NULL\" 0.5\nendnode\nnode light l\nparent m\ntexturenames 2\n\"endnode\"\nNULL\n"
        "endnode\n" END,
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        wm_kotor_mdl *m = read_text(texts[i]);
        comes_back(m);
        if (i == 2) /* columns with unknown bits */
            m->tree.nodes[1].controllers[2].columns |= 0xE0;
        comes_back(m);
        wm_kotor_mdl_free(m);
    }
}

/* Nodes that are several things at once. Parts share the keywords `shadow` and `render`, and
 * controllers have other names in each. */
static void nodes_of_many_parts_come_back(void **state)
{
    static const uint16_t parts[] = {WM_KOTOR_NODE_LIGHT, WM_KOTOR_NODE_EMITTER,
                                     WM_KOTOR_NODE_REFERENCE};
    (void)state;
    for (unsigned pick = 0; pick < 16; pick++) {
        wm_kotor_mdl *m = read_text(
            ROOT "node trimesh a\nparent m\nshadow 1\nrender 0\nalpha 0.5\nselfillumcolor 1 0 0\n"
                 "controller88 3\n" TRIANGLE "endnode\nnode dummy b\nparent m\nalpha 0.5\n"
                 "controller88 3\ncontroller100 1 2 3\ncontroller96 4\nendnode\n"
                 "endmodelgeom m\nnewanim w m\nnode dummy m\nparent NULL\nendnode\n"
                 "node dummy a\nparent m\nalphakey\n0 1\nendlist\ncontroller88key\n0 1\nendlist\n"
                 "endnode\nnode dummy b\nparent m\ncontroller132key\n0 1\nendlist\n"
                 "controller88key\n0 1\nendlist\nendnode\ndoneanim w m\n");
        wm_kotor_mdl_node *n = &m->tree.nodes[pick < 8 ? 1 : 2];
        for (int i = 0; i < 3; i++)
            n->flags = pick >> i & 1 ? n->flags | parts[i] : n->flags;
        if (n->flags & WM_KOTOR_NODE_LIGHT) {
            n->light = wm_kotor_mdl_alloc(m, 1, sizeof *n->light, NULL);
            n->light->shadow = 77;
        }
        if (n->flags & WM_KOTOR_NODE_EMITTER) {
            n->emitter = wm_kotor_mdl_alloc(m, 1, sizeof *n->emitter, NULL);
            memcpy(n->emitter->render, "Linked", 7);
        }
        if (n->flags & WM_KOTOR_NODE_REFERENCE)
            n->reference = wm_kotor_mdl_alloc(m, 1, sizeof *n->reference, NULL);
        wm_kotor_mdl_pack(m, WM_KOTOR_MDL_ORDER_A);
        comes_back(m);
        wm_kotor_mdl_free(m);
    }
}

/* The size of a node follows from its flags. A record with fewer parts than an earlier one takes
 * them away; one with parts that no node has is not used. */
static void records_decide_the_parts(void **state)
{
    static const struct {
        const char *records;
        uint16_t flags;
    } cases[] = {
        {"", 3},
        {"#wm record : Ew\n", 0x13},               /* a light with a reference */
        {"#wm record : Ew\n#wm record : Aw\n", 3}, /* then without */
        {"#wm record : AwE\n", 3},                 /* 0x103: the part of a mesh */
        {"#wm record : Qw\n", 3},                  /* 0x43: a skin without a mesh */
        {"#wm record : gw\n", 3},                  /* 0x83: an unknown flag */
        {"#wm record : Bw\n", 3},                  /* 7: an emitter, which is another type */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "#wm text 1 k1-pc 2 2\n" ROOT "node light a\nparent m\n%sendnode\n" END,
                 cases[i].records);
        wm_kotor_mdl *m = read_text(text);
        const wm_kotor_mdl_node *n = node(m, 1);
        assert_int_equal(n->flags, cases[i].flags);
        assert_true(n->light && !n->emitter && !n->mesh);
        assert_true((n->reference != NULL) == ((n->flags & WM_KOTOR_NODE_REFERENCE) != 0));
        comes_back(m);
        wm_kotor_mdl_free(m);
    }
}

/* Controllers without keys need no data, and a binary then has none. */
static void controllers_without_keys(void **state)
{
    wm_buffer mdl, mdx;
    (void)state;
    wm_kotor_mdl *m = read_text(ROOT "node dummy a\nparent m\nalphakey\nendlist\nendnode\n" END);
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_kotor_mdl *binary = wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, NULL);
    assert_non_null(binary);
    assert_int_equal(node(binary, 1)->controller_count, 1);
    assert_int_equal(node(binary, 1)->data_count, 0);
    comes_back(binary);
    wm_kotor_mdl_free(binary);
    wm_kotor_mdl_free(m);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
}

/* A model without a node cannot be read, so a text without one is refused. */
static void texts_without_nodes(void **state)
{
    static const char text[] = "#wm text 1 k1-pc 0 0\n#wm record :\nnewmodel m\n"
                               "beginmodelgeom m\nendmodelgeom m\ndonemodel m\n";
    wm_error error;
    (void)state;
    assert_null(wm_kotor_mdl_text_read(text, sizeof text - 1, NULL, &error));
    assert_string_equal(error.message, "the text has no nodes");
}

static void samples_come_back(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        wm_kotor_mdl *m =
            test_model_make(variant % 2 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1,
                            variant / 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
        comes_back(m);
        wm_kotor_mdl_free(m);
    }
}

/* What the lenient reader makes of a saber whose pointers lead nowhere. */
static void sabers_without_blades_come_back(void **state)
{
    (void)state;
    const wm_kotor_mdl_text_write_opts plain = {.plain = true};
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    wm_buffer text;
    wm_error error;
    bool found = false;
    for (uint32_t i = 0; i < m->tree.count; i++) {
        wm_kotor_mesh *mesh = m->tree.nodes[i].mesh;
        found = found || (mesh && mesh->saber);
        if (mesh && mesh->saber)
            *mesh->saber = (wm_kotor_saber){.inverted = {1, 2}};
    }
    assert_true(found);
    comes_back(m);
    assert_int_equal(wm_kotor_mdl_text_write(m, &plain, &text, NULL), WM_OK);
    wm_kotor_mdl *back = wm_kotor_mdl_text_read(text.data, text.size, NULL, &error);
    if (!back)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    wm_kotor_mdl_free(back);
    wm_buffer_free(&text);
    wm_kotor_mdl_free(m);
}

/* Replaces the first `from` after `after` by `to`, which is as long. */
static char *edited(const wm_buffer *text, const char *after, const char *from, const char *to)
{
    char *copy = malloc(text->size + 1);
    assert_non_null(copy);
    memcpy(copy, text->data, text->size);
    copy[text->size] = '\0';
    char *at = strstr(copy, after);
    at = at ? strstr(at, from) : NULL;
    if (!at)
        fail_msg("no '%s' after '%s'", from, after);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    return copy;
}

static uint32_t stale(const wm_report *report)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < report->count; i++)
        n += report->issues[i].code == WM_KOTOR_MDL_TEXT_STALE;
    return n;
}

static void edits_win_over_notes(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(
        ROOT "node trimesh box\nparent m\nposition 1 2 3\nbitmap stone\n" TRIANGLE "endnode\n"
             "node trimesh far\nparent m\nbitmap stone\n" TRIANGLE "endnode\n" END);
    /* Normals that no compiler makes, to see which survive. */
    wm_kotor_mesh *box = m->tree.nodes[1].mesh, *far_off = m->tree.nodes[2].mesh;
    for (uint32_t v = 0; v < 3; v++) {
        box->rows[v * box->row_size + 12 + 3] = 0x3D;
        far_off->rows[v * far_off->row_size + 12 + 3] = 0x3D;
    }
    box->texture[0][10] = 'x';
    wm_buffer text = text_of(m);
    static const struct {
        const char *after, *from, *to;
        bool box_kept;
        uint32_t notes;
    } edits[] = {
        {"node", "node", "node", true, 0},
        {"box", "position 1", "position 7", true, 0},
        {"box", "\n    4 0 0", "\n    5 0 0", false, 2},
        {"box", "bitmap stone", "bitmap brick", true, 0},
        {"box", "\n    1 0\n", "\n    2 0\n", true, 1}, /* a texture vertex: normals hold */
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *copy = edited(&text, edits[i].after, edits[i].from, edits[i].to);
        wm_report report;
        wm_report_init(&report, NULL);
        wm_kotor_mdl_text_read_opts opts = {.base = {.report = &report}};
        wm_kotor_mdl *back = read_as(copy, &opts);
        const wm_kotor_mesh *b = back->tree.nodes[1].mesh, *f = back->tree.nodes[2].mesh;
        wm_vec3 normal;
        assert_true(wm_kotor_mesh_normal(back, f, 0, &normal) && normal.x != 0);
        assert_true(wm_kotor_mesh_normal(back, b, 0, &normal));
        if ((normal.x != 0) != edits[i].box_kept || stale(&report) != edits[i].notes)
            fail_msg("edit %zu: normal %g %g %g, %u notes", i, (double)normal.x, (double)normal.y,
                     (double)normal.z, (unsigned)stale(&report));
        assert_true((b->texture[0][10] == 'x') == (i != 3));
        assert_true((back->tree.nodes[1].position.x == 7) == (i == 1));
        wm_buffer mdl, mdx;
        assert_int_equal(wm_kotor_mdl_write(back, NULL, &mdl, &mdx, NULL), WM_OK);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        wm_report_free(&report);
        wm_kotor_mdl_free(back);
        free(copy);
    }
    wm_buffer_free(&text);
    wm_kotor_mdl_free(m);
}

static uint32_t found(const char *text, wm_issue_code code, wm_kotor_mdl **mdl)
{
    wm_report report;
    uint32_t n = 0;
    wm_report_init(&report, NULL);
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = &report}};
    *mdl = read_as(text, &opts);
    for (uint32_t i = 0; i < report.count; i++)
        n += report.issues[i].code == code;
    wm_report_free(&report);
    return n;
}

/* Trees whose records no longer fit the faces, or lack one, are built again. */
static void trees_follow_the_faces(void **state)
{
#define FLOOR(x, boxes)                                                                            \
    ROOT "node aabb w\nparent m\nverts 4\n0 0 0\n" x " 0 0\n1 1 0\n0 1 0\nfaces 2\n"               \
         "0 1 2 1 0 0 0 4\n0 2 3 1 0 0 0 4\naabb " boxes "endnode\n" END
#define BOXES "0 0 0 1 1 0 -1\n0 0 0 1 1 0 0\n0 0 0 1 1 0 1\n"
    static const struct {
        const char *text;
        uint32_t built;
    } cases[] = {{FLOOR("1", BOXES), 0},
                 {FLOOR("1.5", BOXES), 1},
                 {FLOOR("1", "0 0 0 1 1 0 0\n"), 1},
                 {FLOOR("1", "0 0 0 1 1 0 -1\n0 0 0 1 1 0 0\n0 0 0 1 1 0 7\n"), 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_kotor_mdl *m;
        assert_int_equal(found(cases[i].text, WM_KOTOR_MDL_TEXT_TREE, &m), cases[i].built);
        const wm_kotor_mesh *w = node(m, 1)->mesh;
        assert_int_equal(w->aabb_count, 3);
        assert_true(fabsf(w->aabbs[0].max.x - w->max.x) < 1e-3f);
        wm_kotor_mdl_free(m);
    }
}

static void damaged_notes_are_named(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(ROOT "node trimesh box\nparent m\n" TRIANGLE "endnode\n" END);
    m->tree.nodes[1].mesh->rows[12 + 3] = 0x3D; /* a normal that needs its note */
    wm_buffer text = text_of(m);
    char *copy = edited(&text, "box", "#wm normals", "#wm normals");
    char *end = strchr(strstr(copy, "#wm normals"), '\n');
    wm_kotor_mdl *back;
    end[-2] = '!';
    assert_int_equal(found(copy, WM_KOTOR_MDL_TEXT_STALE, &back), 1);
    wm_kotor_mdl_free(back);
    free(copy);
    wm_buffer_free(&text);
    wm_kotor_mdl_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controllers_without_keys),
        cmocka_unit_test(texts_without_nodes),
        cmocka_unit_test(odd_models_come_back),
        cmocka_unit_test(nodes_of_many_parts_come_back),
        cmocka_unit_test(records_decide_the_parts),
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(edits_win_over_notes),
        cmocka_unit_test(trees_follow_the_faces),
        cmocka_unit_test(damaged_notes_are_named),
        cmocka_unit_test(sabers_without_blades_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
