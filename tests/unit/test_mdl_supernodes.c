/* Super-node numbers of compiled models, from each source. */
#include "kotor/mdl/compile/stock.h"
#include "support.h"

/* A text whose supermodel is `super`; more nodes follow. */
#define BODY(super)                                                                                \
    "newmodel body\nsetsupermodel body " super "\nbeginmodelgeom body\n"                           \
    "node dummy body\nparent NULL\nendnode\nnode dummy cutscenedummy\nparent body\nendnode\n"      \
    "node dummy rootdummy\nparent cutscenedummy\nendnode\n"                                        \
    "node dummy Torso_g\nparent rootdummy\nendnode\nnode dummy torsoUpr_g\nparent torso_g\n"       \
    "endnode\n"
#define NODE(name, parent) "node dummy " name "\nparent " parent "\nendnode\n"
#define END "endmodelgeom body\ndonemodel body\n"

static wm_kotor_mdl *compile(const char *text, wm_kotor_mdl_text_read_opts opts,
                             wm_kotor_mdl_numbers *numbers)
{
    wm_error error;
    wm_kotor_mdl *mdl = wm_kotor_mdl_text_read(text, strlen(text), &opts, &error);
    if (!mdl)
        fail_msg("line %u: %s", (unsigned)error.line, error.message);
    if (numbers)
        *numbers = mdl->numbers;
    return mdl;
}

/* Compares the numbers of the nodes after the torso. */
static void expect(const wm_kotor_mdl *mdl, const uint16_t *numbers, uint32_t count)
{
    assert_int_equal(mdl->tree.count, 5 + count);
    for (uint32_t i = 0; i < count; i++)
        if (mdl->tree.nodes[5 + i].super_node != numbers[i])
            fail_msg("'%s' has number %u, not %u", mdl->names[mdl->tree.nodes[5 + i].name],
                     (unsigned)mdl->tree.nodes[5 + i].super_node, (unsigned)numbers[i]);
}

static void the_table_has_numbers_by_place(void **state)
{
    static const char text[] = BODY("s_female02") NODE("impact", "torsoUpr_g")
        NODE("headhook", "torsoupr_g") NODE("rhand_g", "body") NODE("hat", "body") END;
    wm_kotor_mdl_numbers n;
    (void)state;
    wm_kotor_mdl *m = compile(text, (wm_kotor_mdl_text_read_opts){0}, &n);
    expect(m, (uint16_t[]){42, 41, 88, 89}, 4);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_STOCK);
    assert_int_equal(n.unknown_count, 2); /* rhand_g is somewhere else in the supermodel */
    assert_true(n.unknown[0] == 7 && n.unknown[1] == 8);
    wm_kotor_mdl *copy = wm_kotor_mdl_copy(m, NULL, NULL);
    assert_true(copy && copy->numbers.unknown != n.unknown);
    assert_memory_equal(copy->numbers.unknown, n.unknown, 2 * sizeof *n.unknown);
    wm_kotor_mdl_free(copy);
    assert_int_equal(m->geometry.node_count, 9 + 333);
    wm_kotor_mdl_free(m);
    m = compile(text, (wm_kotor_mdl_text_read_opts){.game = WM_KOTOR_GAME_2}, &n);
    expect(m, (uint16_t[]){28, 27, 345, 346}, 4);
    assert_int_equal(m->geometry.node_count, 9 + 424);
    wm_kotor_mdl_free(m);
}

/* As in the bodies of players, whose neck hangs from the head's hook: the first node that the
 * supermodel has elsewhere gets the next number, and those below it are counted after all nodes. */
static void moved_branches_are_counted_last(void **state)
{
    static const char text[] =
        BODY("s_female03") NODE("headhook", "torsoupr_g") NODE("necklwr_g", "headhook")
            NODE("neck_g", "necklwr_g") NODE("scarf", "necklwr_g") NODE("hat", "body") END;
    wm_kotor_mdl_numbers n;
    (void)state;
    wm_kotor_mdl *m = compile(text, (wm_kotor_mdl_text_read_opts){0}, &n);
    expect(m, (uint16_t[]){41, 89, 417 + 7, 90, 91}, 5);
    assert_int_equal(m->geometry.node_count, 10 + 417);
    wm_kotor_mdl_text_read_opts opts = {.game = WM_KOTOR_GAME_1};
    wm_kotor_mdl *super =
        compile(BODY("NULL") NODE("headhook", "torsoupr_g") NODE("necklwr_g", "torsoupr_g")
                    NODE("neck_g", "necklwr_g") END,
                opts, NULL);
    opts.supermodel = super;
    wm_kotor_mdl *body = compile(text, opts, &n);
    expect(body, (uint16_t[]){5, 8, 9 + 7, 9, 10}, 5);
    wm_kotor_mdl_free(body);
    wm_kotor_mdl_free(super);
    wm_kotor_mdl_free(m);
}

static void other_supermodels_are_unknown(void **state)
{
    wm_kotor_mdl_numbers n;
    (void)state;
    wm_kotor_mdl *m = compile(BODY("custom") END, (wm_kotor_mdl_text_read_opts){0}, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_UNKNOWN);
    assert_int_equal(n.unknown_count, 4);
    assert_int_equal(m->geometry.node_count, 5);
    wm_kotor_mdl_free(m);
    m = compile(BODY("NULL") END, (wm_kotor_mdl_text_read_opts){0}, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_OWN);
    assert_int_equal(n.unknown_count, 0);
    wm_kotor_mdl_free(m);
}

static void an_older_binary_has_numbers(void **state)
{
    static const char text[] = BODY("custom") NODE("hat", "body") NODE("new", "hat") END;
    wm_kotor_mdl_numbers n;
    wm_kotor_mdl_text_read_opts opts = {0};
    (void)state;
    wm_kotor_mdl *old =
        compile(BODY("custom") NODE("hat", "body") NODE("gone", "body") END, opts, NULL);
    old->tree.nodes[0].super_node = 3;
    old->tree.nodes[1].super_node = 70;
    old->tree.nodes[5].super_node = 200;
    old->geometry.node_count = 107;
    opts.previous = old;
    wm_kotor_mdl *m = compile(text, opts, &n);
    assert_int_equal(m->tree.nodes[0].super_node, 3);
    assert_int_equal(m->tree.nodes[1].super_node, 70);
    expect(m, (uint16_t[]){200, 201}, 2);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_PREVIOUS);
    assert_true(n.unknown_count == 1 && n.unknown[0] == 6);
    assert_int_equal(m->geometry.node_count, 107);
    wm_kotor_mdl_free(m);
    opts.game = WM_KOTOR_GAME_2; /* numbers of the other game do not count */
    m = compile(text, opts, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_UNKNOWN);
    wm_kotor_mdl_free(m);
    m = compile(BODY("other") END, (wm_kotor_mdl_text_read_opts){.previous = old}, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_UNKNOWN);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(old);
}

static void wrong_older_numbers_do_not_count(void **state)
{
    static const char text[] = BODY("S_Female02") NODE("hat", "body") END;
    wm_kotor_mdl_numbers n;
    wm_kotor_mdl_text_read_opts opts = {0};
    (void)state;
    wm_kotor_mdl *old = compile(text, opts, NULL);
    opts.previous = old;
    old->tree.nodes[5].super_node = 200;
    wm_kotor_mdl *m = compile(text, opts, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_PREVIOUS);
    expect(m, (uint16_t[]){200}, 1);
    wm_kotor_mdl_free(m);
    old->tree.nodes[1].super_node = 4; /* cutscenedummy has 1 in S_Female02 */
    m = compile(text, opts, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_STOCK);
    expect(m, (uint16_t[]){88}, 1);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(old);
}

static void a_supermodel_counts_before_the_table(void **state)
{
    static const char text[] =
        BODY("S_Female02") NODE("hat", "body") NODE("impact", "torsoUpr_g") NODE("x", "hat") END;
    wm_kotor_mdl_numbers n;
    wm_kotor_mdl_text_read_opts opts = {0};
    (void)state;
    wm_kotor_mdl *super = compile(BODY("NULL") NODE("hat", "body") END, opts, NULL);
    super->tree.nodes[5].super_node = 30;
    super->geometry.node_count = 50;
    opts.supermodel = super;
    wm_kotor_mdl *m = compile(text, opts, &n);
    /* in tree order: torsoUpr_g's child comes before the hat */
    expect(m, (uint16_t[]){31, 30, 32}, 3);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_SUPERMODEL);
    assert_int_equal(n.unknown_count, 0);
    assert_int_equal(m->geometry.node_count, 8 + 51);
    wm_kotor_mdl_free(m);
    wm_kotor_mdl_free(super);
}

/* Notes have the numbers; new nodes come after the highest. */
static void notes_count_before_all(void **state)
{
    wm_kotor_mdl_numbers n;
    wm_kotor_mdl_text_read_opts opts = {0};
    wm_buffer text;
    (void)state;
    wm_kotor_mdl *m = compile(BODY("S_Female02") NODE("hat", "body") END, opts, NULL);
    m->tree.nodes[5].super_node = 300;
    assert_int_equal(wm_kotor_mdl_text_write(m, NULL, &text, NULL), WM_OK);
    wm_kotor_mdl_free(m);
    char *copy = calloc(1, text.size + 128);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    m = compile(copy, opts, &n);
    assert_int_equal(n.source, WM_KOTOR_NUMBER_SOURCE_TEXT);
    expect(m, (uint16_t[]){300}, 1);
    wm_kotor_mdl_free(m);
    char *end = strstr(copy, "endmodelgeom");
    static const char node[] = NODE("new", "hat");
    assert_non_null(end);
    memmove(end + sizeof node - 1, end, strlen(end) + 1);
    memcpy(end, node, sizeof node - 1);
    m = compile(copy, opts, &n);
    expect(m, (uint16_t[]){300, 301}, 2);
    assert_true(n.unknown_count == 1 && n.unknown[0] == 6);
    wm_kotor_mdl_free(m);
    free(copy);
    wm_buffer_free(&text);
}

/* ---- the table --------------------------------------------------------- */

static const struct row {
    int game;
    uint32_t parent, number;
    const char *name;
} rows[] = {
#define KOTOR_1_NODE(parent, number, name, in) {1, parent, number, name},
#define KOTOR_2_NODE(parent, number, name, in) {2, parent, number, name},
#include "kotor/mdl/compile/stock.def"
};

/* Each number has one node, and its parent is known too. */
static void check_stock(const wmi_stock *stock)
{
    bool used[512] = {true};
    uint32_t found = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        if (r->game != (int)stock->game || wmi_stock_number(stock, r->parent, r->name) != r->number)
            continue;
        assert_true(r->number < stock->next && r->number < sizeof used);
        assert_false(used[r->number]);
        used[r->number] = true;
        found++;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].game == (int)stock->game &&
            wmi_stock_number(stock, rows[i].parent, rows[i].name) == rows[i].number)
            assert_true(used[rows[i].parent]);
    assert_true(found > 10 && found < stock->node_count);
}

static void the_table_is_a_set_of_trees(void **state)
{
    static const char *const names[] = {"S_Male01",   "S_Male02",   "S_Female01",
                                        "S_Female02", "S_Female03", "N_CommKidF",
                                        "N_TwilekM",  "N_WookieM",  "P_T3M3"};
    uint32_t count = 0;
    (void)state;
    for (int game = WM_KOTOR_GAME_1; game <= WM_KOTOR_GAME_2; game++)
        for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
            const wmi_stock *stock = wmi_stock_find((wm_kotor_game)game, names[s]);
            if (!stock)
                continue;
            check_stock(stock);
            count++;
        }
    assert_int_equal(count, 14);
}

/* Models that somebody numbered by hand are not evidence. */
static void real_models_agree_with_the_table(void **state)
{
    static const char *const folders[] = {"vanilla", "kotornet", "k1cp", "k2"};
    uint32_t models = 0, known = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[64];
        snprintf(folder, sizeof folder, "kotor/models/%s", folders[i]);
        for (test_listing l = {0}; test_corpus_next(&l, folder, ".mdl");) {
            wm_buffer bytes = test_corpus_file(l.path);
            wm_kotor_mdl *m = wm_kotor_mdl_read(bytes.data, bytes.size, NULL, 0, NULL, NULL);
            assert_non_null(m);
            const wmi_stock *stock = wmi_stock_find(m->game, m->supermodel);
            models += stock != NULL;
            for (uint32_t k = 1; stock && k < m->tree.count; k++) {
                const wm_kotor_mdl_node *n = &m->tree.nodes[k];
                uint32_t number =
                    wmi_stock_number(stock, m->tree.nodes[n->parent].super_node, m->names[n->name]);
                known += number != WM_NO_INDEX;
                if (number != WM_NO_INDEX && number != n->super_node)
                    fail_msg("%s: '%s' has number %u, the table %u", l.path, m->names[n->name],
                             (unsigned)n->super_node, (unsigned)number);
            }
            wm_kotor_mdl_free(m);
            wm_buffer_free(&bytes);
        }
    }
    assert_true(models > 20 && known > 1000);
}

/* From a plain text alone. Those that differ were numbered by hand. */
static void real_texts_get_their_numbers(void **state)
{
    static const char *const folders[] = {"vanilla", "kotornet", "k1cp", "k2"};
    uint32_t nodes = 0, right = 0;
    (void)state;
    NEED_CORPUS();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[64];
        snprintf(folder, sizeof folder, "kotor/models/%s", folders[i]);
        for (test_listing l = {0}; test_corpus_next(&l, folder, ".mdl");) {
            wm_buffer text, bytes = test_corpus_file(l.path);
            wm_kotor_mdl *m = wm_kotor_mdl_read(bytes.data, bytes.size, NULL, 0, NULL, NULL);
            assert_non_null(m);
            if (wmi_stock_find(m->game, m->supermodel)) {
                const wm_kotor_mdl_text_write_opts plain = {.plain = true};
                assert_int_equal(wm_kotor_mdl_text_write(m, &plain, &text, NULL), WM_OK);
                const wm_kotor_mdl_text_read_opts opts = {.game = m->game};
                wm_kotor_mdl *again = wm_kotor_mdl_text_read(text.data, text.size, &opts, NULL);
                assert_non_null(again);
                assert_int_equal(again->tree.count, m->tree.count);
                for (uint32_t k = 0; k < m->tree.count; k++)
                    right += again->tree.nodes[k].super_node == m->tree.nodes[k].super_node;
                nodes += m->tree.count;
                wm_kotor_mdl_free(again);
                wm_buffer_free(&text);
            }
            wm_kotor_mdl_free(m);
            wm_buffer_free(&bytes);
        }
    }
    print_message("%u of %u nodes have their number\n", right, nodes);
    assert_true(nodes > 1900 && nodes - right <= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_numbers_by_place),
        cmocka_unit_test(moved_branches_are_counted_last),
        cmocka_unit_test(other_supermodels_are_unknown),
        cmocka_unit_test(an_older_binary_has_numbers),
        cmocka_unit_test(wrong_older_numbers_do_not_count),
        cmocka_unit_test(a_supermodel_counts_before_the_table),
        cmocka_unit_test(notes_count_before_all),
        cmocka_unit_test(the_table_is_a_set_of_trees),
        cmocka_unit_test(real_models_agree_with_the_table),
        cmocka_unit_test(real_texts_get_their_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
