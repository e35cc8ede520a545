/* Model texts whose lists have different lengths, in any order. Whatever a mesh lists, each
 * list that is used has one row per vertex or face; the others are reported. */
#include "support.h"

enum { TEXTS = 600, ROOM = 1 << 20 };

typedef struct list {
    const char *keyword;
    const char *row;
} list;

static const list lists[] = {
    {"verts", "1 2 3"},
    {"faces", "0 1 2 1 0 1 2 4"},
    {"faces", "0 1 2 1 0 1 2 0 1 2 4"},
    {"tverts", "0.5 0.5"},
    {"tverts1", "0.5 0.5"},
    {"tverts2", "0.5 0.5"},
    {"tverts3", "0.5 0.5"},
    {"texindices1", "0 1 2"},
    {"texindices2", "0 1 2"},
    {"texindices3", "0 1 2"},
    {"colors", "1 0 0"},
    {"colorindices", "0 1 2"},
    {"weights", "root 1"},
    {"constraints", "1"},
    {"normals", "0 0 1"},
    {"normalindices", "0 1 2"},
    {"tangentbasis", "1 0 0 0 1 0 0 0 1"},
    {"faceextra", "0 0 1 0 0 0 0"},
    {"saberdata", "1 2 3 0 0 0 0 1"},
    {"saber_verts", "1 2 3"},
    {"saber_norms", "0 0 1"},
    {"aabb", "0 0 0 1 1 1 0"},
};

enum { LISTS = sizeof lists / sizeof *lists };

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

static size_t add_list(char *text, size_t at, const list *l, uint32_t rows)
{
    at += (size_t)snprintf(text + at, ROOM - at, "%s %u\n", l->keyword, (unsigned)rows);
    for (uint32_t i = 0; i < rows; i++)
        at += (size_t)snprintf(text + at, ROOM - at, "%s\n", l->row);
    return at;
}

/* One mesh with a few of the lists. */
static size_t make_text(char *text, uint32_t *state)
{
    static const char *const kinds[] = {"trimesh", "skin", "danglymesh", "lightsaber", "aabb"};
    static const uint32_t lengths[] = {0, 1, 2, 3, 3, 3, 16, 176, 176, 2000};
    uint32_t count = 2 + next(state) % 10;
    size_t at = (size_t)snprintf(text, ROOM,
                                 "newmodel m\nbeginmodelgeom m\nnode dummy root\nparent NULL\n"
                                 "endnode\nnode %s mesh\nparent root\n",
                                 kinds[next(state) % 5]);
    for (uint32_t i = 0; i < count; i++) {
        const list *l = &lists[i < 2 ? i : next(state) % LISTS];
        at = add_list(text, at, l, lengths[next(state) % (sizeof lengths / sizeof *lengths)]);
    }
    return at + (size_t)snprintf(text + at, ROOM - at, "endnode\nendmodelgeom m\ndonemodel m\n");
}

static void use(const char *text, size_t size, wm_report *report, unsigned *read)
{
    wm_buffer mdl, mdx;
    wm_kotor_mdl_text_read_opts opts = {.base = {.report = report}};
    wm_kotor_mdl *m = wm_kotor_mdl_text_read(text, size, &opts, NULL);
    if (!m)
        return;
    ++*read;
    assert_int_equal(wm_kotor_mdl_write(m, NULL, &mdl, &mdx, NULL), WM_OK);
    wm_buffer_free(&mdl);
    wm_buffer_free(&mdx);
    wm_kotor_mdl_free(m);
}

static void lists_of_different_lengths(void **state)
{
    char *text = malloc(ROOM);
    uint32_t seed = 15;
    unsigned strict = 0, lenient = 0;
    (void)state;
    for (int i = 0; i < TEXTS; i++) {
        wm_report report;
        size_t size = make_text(text, &seed);
        wm_report_init(&report, NULL);
        use(text, size, NULL, &strict);
        use(text, size, &report, &lenient);
        wm_report_free(&report);
    }
    print_message("of %d texts, %u can be read, %u leniently\n", TEXTS, strict, lenient);
    assert_true(strict > 10 && lenient > TEXTS / 2);
    free(text);
}

/* More faces than indices, after them and before them. */
static void a_short_list_of_texture_indices(void **state)
{
    enum { FACES = 20000 };
    char *text = malloc(ROOM);
    (void)state;
    for (int order = 0; order < 2; order++) {
        size_t at = (size_t)snprintf(text, ROOM, "newmodel m\nbeginmodelgeom m\nnode trimesh m\n");
        at = add_list(text, at, &lists[0], 3);
        at = add_list(text, at, &lists[order ? 7 : 1], order ? 1 : FACES);
        at = add_list(text, at, &lists[order ? 1 : 7], order ? FACES : 1);
        at += (size_t)snprintf(text + at, ROOM - at, "endnode\nendmodelgeom m\ndonemodel m\n");
        wm_kotor_mdl *m = wm_kotor_mdl_text_read(text, at, NULL, NULL);
        assert_non_null(m);
        assert_int_equal(m->tree.nodes[0].mesh->face_count, FACES);
        wm_kotor_mdl_free(m);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_different_lengths),
        cmocka_unit_test(a_short_list_of_texture_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
