/* Real models through text: byte for byte with notes, in everything that counts without,
 * and the texts of mdlops against the binaries that they came from. */
#include <dirent.h>
#include <math.h>

#include "support.h"

typedef struct model {
    wm_buffer mdl, mdx;
    wm_kotor_mdl *doc;
} model;

static model load(const char *name)
{
    char path[512];
    wm_error error;
    wm_report report;
    model m;
    snprintf(path, sizeof path, "%.500s", name);
    m.mdl = test_corpus_file(path);
    path[strlen(path) - 1] = 'x';
    m.mdx = test_corpus_file(path);
    wm_report_init(&report, NULL);
    wm_read_opts opts = {.report = &report};
    m.doc = wm_kotor_mdl_read(m.mdl.data, m.mdl.size, m.mdx.data, m.mdx.size, &opts, &error);
    if (!m.doc)
        fail_msg("%s: %s", name, error.message);
    wm_report_free(&report);
    return m;
}

static void unload(model *m)
{
    wm_buffer_free(&m->mdl);
    wm_buffer_free(&m->mdx);
    wm_kotor_mdl_free(m->doc);
}

static wm_kotor_mdl *parse(const char *name, const wm_buffer *text, wm_kotor_game game)
{
    wm_error error;
    wm_kotor_mdl_text_read_opts opts = {.game = game};
    wm_kotor_mdl *doc = wm_kotor_mdl_text_read(text->data, text->size, &opts, &error);
    if (!doc)
        fail_msg("%s: line %u column %u: %s", name, (unsigned)error.line, (unsigned)error.column,
                 error.message);
    return doc;
}

/* ---- each model of the corpus ------------------------------------------ */

static unsigned each_model(void (*run)(const char *name))
{
    static const char *const folders[] = {"vanilla", "kotornet", "k1cp", "k2", "mods"};
    unsigned count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/kotor/models/%s", test_corpus(), folders[i]);
        DIR *dir = opendir(path);
        assert_non_null(dir);
        for (const struct dirent *e = readdir(dir); e; e = readdir(dir)) {
            size_t n = strlen(e->d_name);
            if (n < 4 || strcmp(e->d_name + n - 4, ".mdl") != 0)
                continue;
            snprintf(path, sizeof path, "kotor/models/%s/%.300s", folders[i], e->d_name);
            run(path);
            count++;
        }
        closedir(dir);
    }
    return count;
}

static void round_trip(const char *name)
{
    model m = load(name);
    wm_buffer text, mdl, mdx;
    wm_error error;
    assert_int_equal(wm_kotor_mdl_text_write(m.doc, NULL, &text, &error), WM_OK);
    wm_kotor_mdl *back = parse(name, &text, 0);
    assert_int_equal(wm_kotor_mdl_write(back, NULL, &mdl, &mdx, &error), WM_OK);
    if (mdl.size != m.mdl.size || memcmp(mdl.data, m.mdl.data, mdl.size) != 0)
        fail_msg("%s: the MDL differs", name);
    if (mdx.size != m.mdx.size || (mdx.size && memcmp(mdx.data, m.mdx.data, mdx.size) != 0))
        fail_msg("%s: the MDX differs", name);
    wm_buffer_free(&text);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(back);
    unload(&m);
}

static void notes_bring_back_every_byte(void **state)
{
    (void)state;
    NEED_CORPUS();
    unsigned count = each_model(round_trip);
    print_message("%u models\n", count);
    assert_true(count > 0);
}

/* ---- what counts ------------------------------------------------------- */

typedef struct tally {
    unsigned meshes, split, vertices, uvs, weights, keys, key_bits;
} tally;

static tally sums;

static const char *name_of(const wm_kotor_mdl *m, const wm_kotor_mdl_node *n)
{
    return m->names[n->name];
}

static bool near(float a, float b, float tolerance)
{
    return memcmp(&a, &b, 4) == 0 || fabsf(a - b) <= tolerance * (1 + fabsf(a));
}

static void same_vertex(const char *what, const wm_kotor_mdl *a, const wm_kotor_mesh *x, uint32_t v,
                        const wm_kotor_mdl *b, const wm_kotor_mesh *y, uint32_t w)
{
    wm_vec3 p, q;
    float u[2], t[2], weight[2][4];
    int slot[2][4];
    bool has = wm_kotor_mesh_position(x, v, &p);
    if (has != wm_kotor_mesh_position(y, w, &q) || (has && memcmp(&p, &q, sizeof p) != 0))
        fail_msg("%s: position %u", what, (unsigned)v);
    sums.vertices++;
    for (unsigned set = 0; set < 4; set++) {
        has = wm_kotor_mesh_uv(x, v, set, u);
        if (has != wm_kotor_mesh_uv(y, w, set, t) || (has && memcmp(u, t, sizeof u) != 0))
            fail_msg("%s: uv %u of set %u", what, (unsigned)v, set);
        sums.uvs += has;
    }
    has = wm_kotor_mesh_weights(a, x, v, slot[0], weight[0]);
    if (has != wm_kotor_mesh_weights(b, y, w, slot[1], weight[1]))
        fail_msg("%s: weights", what);
    for (int i = 0; i < 4 && has; i++) {
        if (slot[0][i] < 0)
            continue;
        sums.weights++;
        int k = 0; /* they are sorted in reading */
        while (k < 4 && (slot[1][k] < 0 ||
                         strcmp(a->names[x->skin->slots[slot[0][i]]],
                                b->names[y->skin->slots[slot[1][k]]]) != 0 ||
                         memcmp(&weight[0][i], &weight[1][k], 4) != 0))
            k++;
        if (k == 4)
            fail_msg("%s: weight %d of %u", what, i, (unsigned)v);
    }
}

static void same_mesh(const char *name, const wm_kotor_mdl *a, const wm_kotor_mdl_node *na,
                      const wm_kotor_mdl *b, const wm_kotor_mdl_node *nb)
{
    const wm_kotor_mesh *x = na->mesh, *y = nb->mesh;
    char what[256];
    snprintf(what, sizeof what, "%s: %s", name, name_of(a, na));
    sums.meshes++;
    if (x->face_count != y->face_count)
        fail_msg("%s: %u faces became %u", what, (unsigned)x->face_count, (unsigned)y->face_count);
    if (x->saber) {
        assert_memory_equal(x->saber->positions, y->saber->positions,
                            WM_KOTOR_SABER_VERTICES * sizeof *x->saber->positions);
        assert_memory_equal(x->saber->uvs, y->saber->uvs,
                            WM_KOTOR_SABER_VERTICES * sizeof *x->saber->uvs);
        return;
    }
    /* Where faces of one vertex cannot share a smoothing group, it is split. */
    bool split = x->vertex_count != y->vertex_count;
    sums.split += split;
    assert_true(y->vertex_count >= x->vertex_count);
    for (uint32_t v = 0; v < x->vertex_count && !split; v++)
        same_vertex(what, a, x, v, b, y, v);
    for (uint32_t f = 0; f < x->face_count; f++) {
        if (x->faces[f].material != y->faces[f].material)
            fail_msg("%s: material of face %u", what, (unsigned)f);
        for (int k = 0; k < 3; k++) {
            uint32_t v = x->faces[f].vertex[k], w = y->faces[f].vertex[k];
            if (v != w && !split)
                fail_msg("%s: face %u", what, (unsigned)f);
            if (split)
                same_vertex(what, a, x, v, b, y, w);
        }
    }
}

/* The n-th controller of a type. */
static const wm_kotor_controller *controller(const wm_kotor_mdl_node *n, uint32_t type,
                                             uint32_t which)
{
    for (uint32_t i = 0; i < n->controller_count; i++)
        if (n->controllers[i].type == type && which-- == 0)
            return &n->controllers[i];
    return NULL;
}

static void same_keys(const char *name, const wm_kotor_mdl *a, const wm_kotor_mdl_node *na,
                      const wm_kotor_mdl_node *nb)
{
    for (uint32_t i = 0; i < na->controller_count; i++) {
        const wm_kotor_controller *x = &na->controllers[i], *y;
        uint32_t which = 0;
        for (uint32_t k = 0; k < i; k++)
            which += na->controllers[k].type == x->type;
        if (!wm_kotor_controller_fits(x, na))
            continue;
        y = controller(nb, x->type, which);
        if (!y || y->rows != x->rows || y->columns != x->columns)
            fail_msg("%s: %s: controller %u", name, name_of(a, na), (unsigned)x->type);
        uint32_t width = wm_kotor_controller_width(x);
        for (uint32_t r = 0; r < x->rows; r++) {
            const float *v = na->data + x->data_index + (size_t)r * width;
            const float *w = nb->data + y->data_index + (size_t)r * width;
            if (memcmp(&na->data[x->time_index + r], &nb->data[y->time_index + r], 4) != 0)
                fail_msg("%s: %s: time %u", name, name_of(a, na), (unsigned)r);
            sums.keys++;
            sums.key_bits += memcmp(v, w, width * sizeof *v) == 0;
            for (uint32_t k = 0; k < width; k++)
                if (!near(v[k], w[k], 1e-7f))
                    fail_msg("%s: %s: controller %u row %u: %.9g became %.9g", name, name_of(a, na),
                             (unsigned)x->type, (unsigned)r, (double)v[k], (double)w[k]);
        }
    }
}

static void same_tree(const char *name, const wm_kotor_mdl *a, const wm_kotor_tree *ta,
                      const wm_kotor_mdl *b, const wm_kotor_tree *tb)
{
    assert_int_equal(ta->count, tb->count);
    for (uint32_t i = 0; i < ta->count; i++) {
        const wm_kotor_mdl_node *x = &ta->nodes[i], *y = &tb->nodes[i];
        if (strcmp(name_of(a, x), name_of(b, y)) != 0 || x->parent != y->parent ||
            x->flags != y->flags)
            fail_msg("%s: node %u %s became %s", name, (unsigned)i, name_of(a, x), name_of(b, y));
        if (memcmp(&x->position, &y->position, sizeof x->position) != 0)
            fail_msg("%s: %s: position", name, name_of(a, x));
        same_keys(name, a, x, y);
        if (x->mesh)
            same_mesh(name, a, x, b, y);
    }
}

/* Parents by name are not enough for nodes that share one. */
static bool doubled_names(const wm_kotor_mdl *m)
{
    for (uint32_t i = 0; i < m->name_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(m->names[i], m->names[k]) == 0)
                return true;
    return false;
}

static void through_plain(const char *name)
{
    model m = load(name);
    wm_kotor_mdl_text_write_opts opts = {.plain = true};
    wm_buffer text;
    wm_error error;
    assert_int_equal(wm_kotor_mdl_text_write(m.doc, &opts, &text, &error), WM_OK);
    for (size_t i = 0; i + 4 <= text.size; i++)
        if (memcmp(text.data + i, "#wm ", 4) == 0)
            fail_msg("%s: a note in a plain text", name);
    wm_kotor_mdl *back = parse(name, &text, m.doc->game);
    if (!doubled_names(m.doc)) {
        same_tree(name, m.doc, &m.doc->tree, back, &back->tree);
        assert_int_equal(m.doc->animation_count, back->animation_count);
        for (uint32_t i = 0; i < m.doc->animation_count; i++) {
            const wm_kotor_animation *x = &m.doc->animations[i], *y = &back->animations[i];
            assert_memory_equal(&x->length, &y->length, 4);
            assert_memory_equal(&x->transition, &y->transition, 4);
            assert_int_equal(x->event_count, y->event_count);
            same_tree(name, m.doc, &x->tree, back, &y->tree);
        }
    }
    wm_buffer_free(&text);
    wm_kotor_mdl_free(back);
    unload(&m);
}

static void plain_texts_keep_what_counts(void **state)
{
    (void)state;
    NEED_CORPUS();
    sums = (tally){0};
    unsigned count = each_model(through_plain);
    print_message("%u models: %u meshes (%u with split vertices), %u vertices, %u uvs, %u weights, "
                  "%u of %u keys with all "
                  "their bits\n",
                  count, sums.meshes, sums.split, sums.vertices, sums.uvs, sums.weights,
                  sums.key_bits, sums.keys);
    assert_true(count > 0 && sums.keys > 0);
    assert_true(sums.key_bits >= sums.keys - sums.keys / 10000);
    assert_int_equal(sums.split, 0);
}

/* ---- the texts of mdlops ----------------------------------------------- */

static const wm_kotor_mdl_node *find_node(const wm_kotor_mdl *m, const wm_kotor_tree *t,
                                          const char *name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (strcmp(m->names[t->nodes[i].name], name) == 0)
            return &t->nodes[i];
    return NULL;
}

static void close_enough(const char *what, const float *a, const float *b, int count,
                         float tolerance)
{
    for (int i = 0; i < count; i++)
        if (!near(a[i], b[i], tolerance))
            fail_msg("%s: %.9g became %.9g", what, (double)a[i], (double)b[i]);
}

static float weight_of(const wm_kotor_mdl *m, const wm_kotor_mesh *mesh, const int slot[4],
                       const float weight[4], const char *bone)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        if (slot[i] >= 0 && strcmp(m->names[mesh->skin->slots[slot[i]]], bone) == 0)
            sum += weight[i];
    return sum;
}

/* Corner by corner: vertices may be welded otherwise. */
static void close_mesh(const char *what, const wm_kotor_mdl *a, const wm_kotor_mesh *x,
                       const wm_kotor_mdl *b, const wm_kotor_mesh *y)
{
    assert_int_equal(x->face_count, y->face_count);
    for (uint32_t i = 0; i < 3 * x->face_count; i++) {
        uint32_t v = x->faces[i / 3].vertex[i % 3], w = y->faces[i / 3].vertex[i % 3];
        wm_vec3 p, q;
        float u[2], t[2], weight[2][4];
        int slot[2][4];
        assert_true(wm_kotor_mesh_position(x, v, &p) && wm_kotor_mesh_position(y, w, &q));
        close_enough(what, &p.x, &q.x, 3, 1e-5f);
        for (unsigned set = 0; set < 2; set++) {
            bool has = wm_kotor_mesh_uv(x, v, set, u);
            assert_int_equal(has, wm_kotor_mesh_uv(y, w, set, t));
            if (has)
                close_enough(what, u, t, 2, 1e-5f);
        }
        if (!wm_kotor_mesh_weights(a, x, v, slot[0], weight[0]))
            continue;
        assert_true(wm_kotor_mesh_weights(b, y, w, slot[1], weight[1]));
        for (int k = 0; k < 4; k++)
            if (slot[0][k] >= 0) {
                const char *bone = a->names[x->skin->slots[slot[0][k]]];
                float had = weight_of(a, x, slot[0], weight[0], bone);
                float has = weight_of(b, y, slot[1], weight[1], bone);
                close_enough(what, &had, &has, 1, 1e-5f);
                sums.weights++;
            }
    }
    sums.vertices += 3 * x->face_count;
    sums.meshes++;
}

static void unit(const float *v, uint32_t width, float q[4])
{
    uint32_t word;
    memcpy(&word, v, 4);
    if (width == 1)
        wm_kotor_quat_unpack(word, q);
    else
        memcpy(q, v, 4 * sizeof *q);
}

static void close_keys(const char *what, const wm_kotor_mdl_node *x, const wm_kotor_mdl_node *y)
{
    for (uint32_t i = 0; i < x->controller_count; i++) {
        const wm_kotor_controller *c = &x->controllers[i], *d = controller(y, c->type, 0);
        if (!d || c->rows != d->rows)
            fail_msg("%s: controller %u", what, (unsigned)c->type);
        uint32_t width = wm_kotor_controller_width(c), other = wm_kotor_controller_width(d);
        for (uint32_t r = 0; r < c->rows; r++) {
            const float *v = x->data + c->data_index + (size_t)r * width;
            const float *w = y->data + d->data_index + (size_t)r * other;
            close_enough(what, &x->data[c->time_index + r], &y->data[d->time_index + r], 1, 1e-5f);
            sums.keys++;
            if (c->type != WM_KOTOR_CONTROLLER_ORIENTATION) {
                assert_int_equal(width, other);
                close_enough(what, v, w, (int)width, 1e-4f);
                continue;
            }
            float q[4], p[4], dot = 0, length = 0;
            unit(v, width, q);
            unit(w, other, p);
            for (int k = 0; k < 4; k++) {
                dot += q[k] * p[k];
                length += q[k] * q[k];
            }
            if (fabsf(dot) < length - 1e-4f)
                fail_msg("%s: orientation %u: %g", what, (unsigned)r, (double)dot);
        }
    }
}

static void close_tree(const char *name, const wm_kotor_mdl *a, const wm_kotor_tree *x,
                       const wm_kotor_mdl *b, const wm_kotor_tree *y)
{
    for (uint32_t i = 0; i < x->count; i++) {
        const wm_kotor_mdl_node *n = &x->nodes[i], *m = find_node(b, y, name_of(a, n));
        char what[256];
        snprintf(what, sizeof what, "%s: %s", name, name_of(a, n));
        if (!m || m->flags != n->flags)
            fail_msg("%s: not there", what);
        if (n->parent != WM_NO_INDEX)
            assert_string_equal(name_of(a, &x->nodes[n->parent]), name_of(b, &y->nodes[m->parent]));
        close_enough(what, &n->position.x, &m->position.x, 3, 1e-5f);
        close_keys(what, n, m);
        if (n->mesh)
            close_mesh(what, a, n->mesh, b, m->mesh);
    }
}

static void texts_of_mdlops_agree_with_their_binaries(void **state)
{
    static const char *const names[][2] = {
        {"c_dewback", "vanilla/c_dewback"},  {"dor_lhr02", "vanilla/dor_lhr02"},
        {"m02aa_09b", "vanilla/m02aa_09b"},  {"file2", "kotornet/file2"},
        {"file3", "kotornet/file3"},         {"n_quarren02", "k2/n_quarren02"},
        {"plc_starmap", "k1cp/plc_starmap"},
    };
    (void)state;
    NEED_CORPUS();
    sums = (tally){0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[256];
        snprintf(path, sizeof path, "kotor/models/%s.mdl", names[i][1]);
        model m = load(path);
        snprintf(path, sizeof path, "kotor/models/ascii-mdlops/%s-ascii.mdl", names[i][0]);
        wm_buffer text = test_corpus_file(path), mdl, mdx;
        assert_true(wm_kotor_mdl_text_detect(text.data, text.size));
        wm_error error;
        wm_kotor_mdl *doc = parse(path, &text, 0);
        assert_int_equal(doc->game, m.doc->game);
        close_tree(path, m.doc, &m.doc->tree, doc, &doc->tree);
        assert_int_equal(doc->animation_count, m.doc->animation_count);
        for (uint32_t a = 0; a < doc->animation_count; a++) {
            const wm_kotor_animation *x = &m.doc->animations[a], *y = &doc->animations[a];
            assert_string_equal(x->geometry.name, y->geometry.name);
            close_enough(path, &x->length, &y->length, 1, 1e-5f);
            assert_int_equal(x->event_count, y->event_count);
            close_tree(path, m.doc, &x->tree, doc, &y->tree);
        }
        assert_int_equal(wm_kotor_mdl_write(doc, NULL, &mdl, &mdx, &error), WM_OK);
        wm_kotor_mdl *again =
            wm_kotor_mdl_read(mdl.data, mdl.size, mdx.data, mdx.size, NULL, &error);
        if (!again)
            fail_msg("%s: compiled: %s", path, error.message);
        wm_kotor_mdl_free(again);
        wm_buffer_free(&mdl);
        wm_buffer_free(&mdx);
        wm_buffer_free(&text);
        wm_kotor_mdl_free(doc);
        unload(&m);
    }
    print_message("7 texts: %u meshes, %u corners, %u weights, %u keys\n", sums.meshes,
                  sums.vertices, sums.weights, sums.keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_bring_back_every_byte),
        cmocka_unit_test(plain_texts_keep_what_counts),
        cmocka_unit_test(texts_of_mdlops_agree_with_their_binaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
