/* Editing models in place: what was named changes, every other byte stays, and the inverse edit
 * gives the original file. */
#include "base/internal.h"
#include "model_pair.h"
#include "models.h"
#include "support.h"

/* Only bytes in [from, to) of the MDL differ, and at least one does. */
static void only_there(const test_model_pair *a, const test_model_pair *b, size_t from, size_t to)
{
    assert_int_equal(a->mdl.size, b->mdl.size);
    assert_true(test_same_buffer(&a->mdx, &b->mdx));
    for (size_t i = 0; i < a->mdl.size; i++)
        if (a->mdl.data[i] != b->mdl.data[i] && (i < from || i >= to))
            fail_msg("byte 0x%zx changed", i);
    assert_false(test_same_buffer(&a->mdl, &b->mdl));
}

/* ---- fields of fixed size ---------------------------------------------- */

typedef struct fixed {
    uint32_t node;
    const char *keyword, *value;
    size_t from, size; /* in the node record, or in the file */
} fixed;

enum { NODE = 80, MESH_TEXTURE = 88, FLAGS_AT = 308 };

static const fixed cases[] = {
    {WM_NO_INDEX, "supermodel", "S_Female02", 12 + 80 + 56, 32},
    {WM_NO_INDEX, "classification", "door", 12 + 80, 1},
    {WM_NO_INDEX, "classification", "32", 12 + 80, 1},
    {WM_NO_INDEX, "subclassification", "4", 12 + 80 + 1, 1},
    {WM_NO_INDEX, "fog", "0", 12 + 80 + 3, 1},
    {WM_NO_INDEX, "ignorefog", "1", 12 + 80 + 3, 1},
    {WM_NO_INDEX, "animationscale", "0.971", 12 + 80 + 52, 4},
    {WM_NO_INDEX, "bmin", "-1,-2,-3", 12 + 80 + 24, 12},
    {WM_NO_INDEX, "radius", "12.5", 12 + 80 + 48, 4},
    {MODEL_BOX, "bitmap", "another", NODE + MESH_TEXTURE, 32},
    {MODEL_BOX, "lightmap", "another_lm", NODE + MESH_TEXTURE + 32, 32},
    {MODEL_SKIN, "BITMAP2", "another_lm", NODE + MESH_TEXTURE + 32, 32},
    {MODEL_BOX, "diffuse", "0.25 0.5 0.75", NODE + 60, 12},
    {MODEL_BOX, "shadow", "0", NODE + FLAGS_AT + 3, 1},
    {MODEL_BOX, "beaming", "1", NODE + FLAGS_AT + 4, 1},
    {MODEL_BOX, "render", "0", NODE + FLAGS_AT + 5, 1},
    {MODEL_LIGHT, "shadow", "1", NODE + 60, 32},
    {MODEL_LIGHT, "flareradius", "7", NODE, 4},
    {MODEL_EMITTER, "update", "Explosion", NODE + 32, 32},
    {MODEL_EMITTER, "texture", "fx_fire", NODE + 32 + 96, 32},
    {MODEL_EMITTER, "xgrid", "4", NODE + 20, 4},
    {MODEL_EMITTER, "splat", "1", NODE + 220, 4},
    {MODEL_REFERENCE, "refmodel", "fx_other", NODE, 32},
};

static void fields_change_only_their_bytes(void **state)
{
    (void)state;
    wm_error error;
    for (int v = 0; v < 4; v++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const fixed *f = &cases[i];
            wm_kotor_mdl *made =
                test_model_make(v & 1 ? WM_KOTOR_GAME_2 : WM_KOTOR_GAME_1,
                                v & 2 ? WM_KOTOR_PLATFORM_XBOX : WM_KOTOR_PLATFORM_PC, NULL);
            test_model_pair before = test_model_pair_of(made);
            wm_kotor_mdl *m = test_model_pair_read(&before);
            size_t base = f->node == WM_NO_INDEX ? 0 : m->tree.nodes[f->node].offset;
            if (wm_kotor_mdl_set_field(m, f->node, f->keyword, f->value, &error) != WM_OK)
                fail_msg("%s=%s: %s", f->keyword, f->value, error.message);
            test_model_pair after = test_model_pair_of(m);
            if (test_same_buffer(&before.mdl, &after.mdl))
                fail_msg("%s=%s changed nothing", f->keyword, f->value);
            only_there(&before, &after, base + f->from, base + f->from + f->size);
            wm_kotor_mdl_free(test_model_pair_read(&after));
            /* The same value again changes nothing. */
            assert_int_equal(wm_kotor_mdl_set_field(m, f->node, f->keyword, f->value, NULL), WM_OK);
            test_is_again(m, &after, f->keyword);
            test_model_pair_free(&after);
            test_model_pair_free(&before);
            wm_kotor_mdl_free(m);
            wm_kotor_mdl_free(made);
        }
}

/* Bytes after the text are garbage of a compiler, and stay. */
static void text_keeps_the_bytes_after_it(void **state)
{
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    memcpy(m->tree.nodes[MODEL_BOX].mesh->texture[0], "old_texture\0garbage", 20);
    test_model_pair before = test_model_pair_of(m);
    assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_BOX, "bitmap", "new", NULL), WM_OK);
    assert_memory_equal(m->tree.nodes[MODEL_BOX].mesh->texture[0], "new\0\0\0\0\0\0\0\0\0garbage",
                        20);
    assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_BOX, "bitmap", "old_texture", NULL), WM_OK);
    test_is_again(m, &before, "bitmap");
    memset(m->tree.nodes[MODEL_BOX].mesh->texture[0], 'x', 32); /* no terminator */
    assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_BOX, "bitmap", "y", NULL), WM_OK);
    const char *field = m->tree.nodes[MODEL_BOX].mesh->texture[0];
    assert_string_equal(field, "y");
    assert_int_equal(field[31], 0);
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
}

/* ---- controllers ------------------------------------------------------- */

static float value_of(const wm_kotor_mdl_node *n, uint32_t type, uint32_t column)
{
    for (uint32_t i = 0; i < n->controller_count; i++)
        if (n->controllers[i].type == type)
            return n->data[n->controllers[i].data_index + column];
    fail_msg("controller %u is missing", (unsigned)type);
    return 0;
}

static void controllers_are_set_and_added(void **state)
{
    (void)state;
    enum { RADIUS = 88, COLOUR = 76, MULTIPLIER = 140 };
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
    wm_kotor_mdl_node *light = &m->tree.nodes[MODEL_LIGHT];
    uint32_t count = light->controller_count;
    bool had = wm_kotor_mdl_has_field(m, MODEL_LIGHT, "multiplier");
    assert_false(wm_kotor_mdl_has_field(m, MODEL_BOX, "multiplier"));
    assert_true(wm_kotor_mdl_has_field(m, MODEL_BOX, "lightmap"));
    assert_false(wm_kotor_mdl_has_field(m, MODEL_NODES, "name"));
    assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_LIGHT, "radius", "8", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_LIGHT, "color", "1, 0.5 ,0.25", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_set_field(m, MODEL_LIGHT, "multiplier", "2", NULL), WM_OK);
    test_model_pair after = test_model_pair_of(m);
    wm_kotor_mdl *again = test_model_pair_read(&after);
    light = &again->tree.nodes[MODEL_LIGHT];
    assert_true(light->controller_count >= count + !had);
    assert_true(value_of(light, RADIUS, 0) == 8);
    assert_true(value_of(light, COLOUR, 1) == 0.5f && value_of(light, COLOUR, 2) == 0.25f);
    assert_true(value_of(light, MULTIPLIER, 0) == 2);
    /* A pose is in the header of the node and in a controller. */
    assert_int_equal(wm_kotor_mdl_set_field(again, MODEL_BOX, "position", "1,2,3", NULL), WM_OK);
    assert_int_equal(
        wm_kotor_mdl_set_field(again, MODEL_BOX, "orientation", "0 0 1 3.14159265", NULL), WM_OK);
    const wm_kotor_mdl_node *box = &again->tree.nodes[MODEL_BOX];
    assert_true(box->position.y == 2 && value_of(box, WM_KOTOR_CONTROLLER_POSITION, 2) == 3);
    assert_true(box->orientation.z > 0.999f &&
                value_of(box, WM_KOTOR_CONTROLLER_ORIENTATION, 2) > 0.999f);
    test_model_pair_free(&after);
    wm_kotor_mdl_free(again);
    wm_kotor_mdl_free(m);
}

/* ---- names, events, animations: blocks of other sizes ------------------ */

static void names_follow(void **state)
{
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(m);
    char old[64];
    snprintf(old, sizeof old, "%s", m->names[m->tree.nodes[MODEL_BONE].name]);
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_BONE, "a_much_longer_name", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_find_node(m, "A_MUCH_longer_name"), MODEL_BONE);
    assert_int_equal(wm_kotor_mdl_find_node(m, old), WM_NO_INDEX);
    test_model_pair after = test_model_pair_of(m);
    wm_kotor_mdl *again = test_model_pair_read(&after);
    uint32_t moving = 0;
    for (uint32_t a = 0; a < again->animation_count; a++)
        for (uint32_t i = 0; i < again->animations[a].tree.count; i++)
            moving += strcmp(again->names[again->animations[a].tree.nodes[i].name],
                             "a_much_longer_name") == 0;
    assert_true(moving > 0);
    wm_kotor_mdl_free(again);
    test_model_pair_free(&after);
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_BONE, old, NULL), WM_OK);
    test_is_again(m, &before, "rename-node");
    /* The root node and the roots of animations have the name of the model. */
    assert_int_equal(wm_kotor_mdl_set_field(m, WM_NO_INDEX, "name", "other_name", NULL), WM_OK);
    assert_string_equal(m->names[m->tree.nodes[0].name], "other_name");
    assert_string_equal(m->geometry.name, "other_name");
    assert_string_equal(m->animations[0].root, "other_name");
    assert_int_equal(wm_kotor_mdl_set_field(m, WM_NO_INDEX, "name", "sample", NULL), WM_OK);
    test_is_again(m, &before, "name");
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
}

static void events_come_and_go(void **state)
{
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(m);
    for (uint32_t a = 0; a < m->animation_count; a++) {
        uint32_t count = m->animations[a].event_count;
        assert_int_equal(wm_kotor_mdl_add_event(m, a, 0.51f, "snd_new", NULL), WM_OK);
        const wm_kotor_animation *of = &m->animations[a];
        assert_int_equal(of->event_count, count + 1);
        uint32_t at = 0;
        while (strcmp(of->events[at].name, "snd_new") != 0)
            at++;
        assert_true(at == 0 || of->events[at - 1].time <= 0.51f);
        assert_true(at == count || of->events[at + 1].time > 0.51f);
        assert_int_equal(wm_kotor_mdl_set_event(m, a, at, 0.25f, "snd_other", NULL), WM_OK);
        assert_string_equal(m->animations[a].events[at].name, "snd_other");
        test_model_pair after = test_model_pair_of(m);
        assert_int_equal(after.mdl.size, before.mdl.size + 36);
        wm_kotor_mdl_free(test_model_pair_read(&after));
        test_model_pair_free(&after);
        assert_int_equal(wm_kotor_mdl_remove_event(m, a, at, NULL), WM_OK);
        test_is_again(m, &before, "events");
    }
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "transtime", "0.75", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "length", "3", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "name", "march", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_set_animation_field(m, 0, "animroot", "bone", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_find_animation(m, "MARCH"), 0);
    assert_int_equal(wm_kotor_mdl_find_animation(m, "walk"), WM_NO_INDEX);
    assert_true(m->animations[0].transition == 0.75f && m->animations[0].length == 3);
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
}

static void leftovers_follow_their_blocks(void **state)
{
    (void)state;
    wm_report report;
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    test_model_pair before = test_model_with_leftovers();
    wm_kotor_mdl *m = wm_kotor_mdl_read(before.mdl.data, before.mdl.size, before.mdx.data,
                                        before.mdx.size, &opts, NULL);
    assert_non_null(m);
    uint32_t odd = m->odd_count;
    assert_true(odd >= 6 && m->slack_count == 2);
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_TIP, "tip_with_a_longer_name", NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_add_event(m, 0, 0.5f, "snd", NULL), WM_OK);
    test_model_pair after = test_model_pair_of(m);
    wm_kotor_mdl *again = wm_kotor_mdl_read(after.mdl.data, after.mdl.size, after.mdx.data,
                                            after.mdx.size, &opts, NULL);
    assert_non_null(again);
    assert_int_equal(again->odd_count, odd);
    assert_int_equal(again->slack_count, 2);
    for (uint32_t i = 1; i < again->tree.count; i += 2)
        assert_memory_equal(after.mdl.data + again->tree.nodes[i].offset + 12, "\0\0\0\0", 4);
    wm_kotor_mdl_free(again);
    test_model_pair_free(&after);
    uint32_t event = 0;
    while (strcmp(m->animations[0].events[event].name, "snd") != 0)
        event++;
    assert_int_equal(wm_kotor_mdl_remove_event(m, 0, event, NULL), WM_OK);
    assert_int_equal(wm_kotor_mdl_rename_node(m, MODEL_TIP, "tip", NULL), WM_OK);
    test_is_again(m, &before, "leftovers");
    /* What belongs to a removed animation goes with it; the rest stays. */
    assert_int_equal(wm_kotor_mdl_remove_animation(m, 1, NULL), WM_OK);
    assert_int_equal(m->odd_count, odd - 1);
    after = test_model_pair_of(m);
    again = wm_kotor_mdl_read(after.mdl.data, after.mdl.size, after.mdx.data, after.mdx.size, &opts,
                              NULL);
    assert_non_null(again);
    assert_int_equal(again->odd_count, odd - 1);
    assert_int_equal(again->animation_count, 1);
    test_model_pair_free(&after);
    test_model_pair_free(&before);
    wm_kotor_mdl_free(again);
    wm_kotor_mdl_free(m);
    wm_report_free(&report);
}

static void animations_are_removed(void **state)
{
    (void)state;
    for (uint32_t a = 0; a < 2; a++) {
        wm_diff diff;
        wm_kotor_mdl *whole = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
        wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_2, WM_KOTOR_PLATFORM_PC, NULL);
        assert_int_equal(wm_kotor_mdl_remove_animation(m, a, NULL), WM_OK);
        test_model_pair after = test_model_pair_of(m);
        wm_kotor_mdl *again = test_model_pair_read(&after);
        wm_diff_init(&diff, NULL);
        assert_int_equal(wm_kotor_mdl_diff(whole, again, &diff, NULL), WM_OK);
        assert_int_equal(diff.count, 1);
        assert_non_null(strstr(diff.items[0].message, "is gone"));
        wm_diff_free(&diff);
        test_model_pair_free(&after);
        wm_kotor_mdl_free(again);
        wm_kotor_mdl_free(m);
        wm_kotor_mdl_free(whole);
    }
}

static void textures_are_listed(void **state)
{
    static const char *const expected[] = {
        "a_flare_whose_name_is_longer_than_any_field_of_the_file",
        "deep",
        "flare_bb",
        "fx_smoke",
        "light_of_dawn",
        "sample01"};
    enum { EXPECTED = sizeof expected / sizeof *expected };
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    m->tree.nodes[MODEL_LIGHT].light->textures[0] = expected[0];
    memcpy(m->tree.nodes[MODEL_EMITTER].emitter->depth_texture, "DEEP", 5);
    memcpy(m->tree.nodes[MODEL_BOX].mesh->texture[1], "light_of_dawn", 14);
    wm_kotor_textures *t = wm_kotor_mdl_textures(m, NULL, NULL);
    wm_kotor_mdl_free(m);
    assert_non_null(t);
    assert_int_equal(t->count, EXPECTED);
    for (uint32_t i = 0; i < t->count; i++)
        assert_string_equal(t->names[i], i == 1 ? "DEEP" : expected[i]);
    wm_kotor_textures_free(t);
}

static void textures_are_replaced(void **state)
{
    (void)state;
    wm_kotor_mdl *m = test_model_make(WM_KOTOR_GAME_1, WM_KOTOR_PLATFORM_PC, NULL);
    test_model_pair before = test_model_pair_of(m);
    uint32_t count, back;
    assert_int_equal(wm_kotor_mdl_replace_texture(m, "SAMPLE01", "a_new_texture", &count, NULL),
                     WM_OK);
    assert_true(count >= 1);
    test_model_pair after = test_model_pair_of(m);
    assert_int_equal(after.mdl.size, before.mdl.size);
    test_model_pair_free(&after);
    assert_int_equal(wm_kotor_mdl_replace_texture(m, "a_new_texture", "sample01", &back, NULL),
                     WM_OK);
    assert_int_equal(back, count);
    test_is_again(m, &before, "replace-texture");
    wm_kotor_light *light = m->tree.nodes[MODEL_LIGHT].light;
    assert_true(light->texture_count > 0);
    char old[64];
    snprintf(old, sizeof old, "%s", light->textures[0]);
    assert_int_equal(
        wm_kotor_mdl_replace_texture(m, old, "a_flare_of_another_length", &count, NULL), WM_OK);
    after = test_model_pair_of(m);
    assert_true(after.mdl.size != before.mdl.size);
    wm_kotor_mdl_free(test_model_pair_read(&after));
    test_model_pair_free(&after);
    assert_int_equal(
        wm_kotor_mdl_replace_texture(m, "a_flare_of_another_length", old, &count, NULL), WM_OK);
    test_is_again(m, &before, "flares");
    test_model_pair_free(&before);
    wm_kotor_mdl_free(m);
}

/* ---- real files -------------------------------------------------------- */

/* The offset of the texture field, by the parts before the mesh. */
static size_t texture_at(const wm_kotor_mdl_node *n)
{
    return n->offset + NODE + (n->flags & WM_KOTOR_NODE_LIGHT ? 92u : 0u) +
           (n->flags & WM_KOTOR_NODE_EMITTER ? 224u : 0u) +
           (n->flags & WM_KOTOR_NODE_REFERENCE ? 36u : 0u) + MESH_TEXTURE;
}

static void edit_real(const char *name, wm_kotor_mdl *m, const test_model_pair *file)
{
    char old[64];
    for (uint32_t i = 0; i < m->tree.count; i++) {
        wm_kotor_mesh *mesh = m->tree.nodes[i].mesh;
        if (!mesh || memchr(mesh->texture[0], 0, 32) == NULL)
            continue;
        char was[32];
        memcpy(was, mesh->texture[0], 32);
        assert_int_equal(wm_kotor_mdl_set_field(m, i, "bitmap", "zz", NULL), WM_OK);
        test_model_pair after = test_model_pair_of(m);
        only_there(file, &after, texture_at(&m->tree.nodes[i]), texture_at(&m->tree.nodes[i]) + 32);
        test_model_pair_free(&after);
        memcpy(m->tree.nodes[i].mesh->texture[0], was, 32);
        break;
    }
    wm_kotor_mdl *same = test_model_pair_read(file);
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh && !m->tree.nodes[i].mesh->saber)
            assert_int_equal(wm_kotor_mdl_replace_mesh(m, i, same, i, NULL, NULL), WM_OK);
    test_is_again(m, file, name);
    wm_kotor_mdl_free(same);
    uint32_t last = m->tree.count - 1;
    snprintf(old, sizeof old, "%s", m->names[m->tree.nodes[last].name]);
    assert_int_equal(wm_kotor_mdl_rename_node(m, last, "renamed_by_a_test", NULL), WM_OK);
    test_model_pair after = test_model_pair_of(m);
    assert_int_equal(after.mdl.size, file->mdl.size + 17 - strlen(old));
    assert_true(test_same_buffer(&after.mdx, &file->mdx));
    wm_kotor_mdl_free(test_model_pair_read(&after));
    test_model_pair_free(&after);
    if (strlen(old) < 32)
        assert_int_equal(wm_kotor_mdl_rename_node(m, last, old, NULL), WM_OK);
    test_is_again(m, file, name);
    if (m->animation_count) {
        assert_int_equal(wm_kotor_mdl_add_event(m, 0, 0.5f, "zz", NULL), WM_OK);
        after = test_model_pair_of(m);
        wm_kotor_mdl_free(test_model_pair_read(&after));
        test_model_pair_free(&after);
        for (uint32_t e = 0; e < m->animations[0].event_count; e++)
            if (strcmp(m->animations[0].events[e].name, "zz") == 0)
                assert_int_equal(wm_kotor_mdl_remove_event(m, 0, e, NULL), WM_OK);
        test_is_again(m, file, name);
        wm_losses losses = {0};
        wm_kotor_mdl *whole = test_model_pair_read(file);
        uint32_t end = m->animation_count - 1;
        assert_int_equal(wm_kotor_mdl_remove_animation(m, end, NULL), WM_OK);
        assert_int_equal(wm_kotor_mdl_copy_animation(m, whole, end, NULL, &losses, NULL), WM_OK);
        assert_int_equal(losses.count, 0);
        if (!m->slack_count) /* slack inside an animation goes with it */
            test_is_again(m, file, name);
        wm_kotor_mdl_free(whole);
    }
}

static void real_files_keep_their_bytes(void **state)
{
    (void)state;
    static const char *const folders[] = {"kotor/models/k1cp", "kotor/models/k2",
                                          "kotor/models/kotornet", "kotor/models/mods",
                                          "kotor/models/vanilla"};
    uint32_t count = 0;
    NEED_CORPUS();
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        for (test_listing l = {0}; test_corpus_next(&l, folders[f], ".mdl");) {
            char path[1024];
            test_model_pair file = {.mdl = test_corpus_file(l.path)};
            snprintf(path, sizeof path, "%s", l.path);
            path[strlen(path) - 1] = 'x';
            file.mdx = test_corpus_file(path);
            wm_kotor_mdl *m = test_model_pair_read(&file);
            edit_real(l.path, m, &file);
            count++;
            wm_kotor_mdl_free(m);
            test_model_pair_free(&file);
        }
    assert_true(count >= 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_change_only_their_bytes),
        cmocka_unit_test(text_keeps_the_bytes_after_it),
        cmocka_unit_test(controllers_are_set_and_added),
        cmocka_unit_test(names_follow),
        cmocka_unit_test(events_come_and_go),
        cmocka_unit_test(leftovers_follow_their_blocks),
        cmocka_unit_test(animations_are_removed),
        cmocka_unit_test(textures_are_listed),
        cmocka_unit_test(textures_are_replaced),
        cmocka_unit_test(real_files_keep_their_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
