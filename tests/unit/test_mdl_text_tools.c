/* Model texts that other programs read and write: what the games' files have where a
 * text says nothing, and what a text shows of fields that are not used. */
#include <math.h>

#include "models.h"
#include "support.h"

#define ROOT                                                                                       \
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
#define END "endmodelgeom m\ndonemodel m\n"
#define TRIANGLE "verts 3\n0 0 0\n4 0 0\n0 4 0\nfaces 1\n0 1 2 1 0 1 2 4\ntverts 3\n0 0\n1 0\n0 1\n"

static wm_kotor_mdl *read_text(const char *text)
{
    wm_error error;
    wm_kotor_mdl *mdl = wm_kotor_mdl_text_read(text, strlen(text), NULL, &error);
    if (!mdl)
        fail_msg("line %u column %u: %s", (unsigned)error.line, (unsigned)error.column,
                 error.message);
    return mdl;
}

/* The text of a model, with a terminator. */
static char *text_of(const wm_kotor_mdl *m, bool plain)
{
    wm_kotor_mdl_text_write_opts opts = {.plain = plain};
    wm_buffer text;
    wm_error error;
    if (wm_kotor_mdl_text_write(m, &opts, &text, &error) != WM_OK)
        fail_msg("write: %s", error.message);
    char *copy = malloc(text.size + 1);
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    wm_buffer_free(&text);
    return copy;
}

static void no_light_map_is_an_empty_field(void **state)
{
    static const char zeros[WM_KOTOR_NAME_SIZE];
    (void)state;
    wm_kotor_mdl *m =
        read_text(ROOT "node trimesh a\nparent m\nbitmap stone\n" TRIANGLE "endnode\n"
                       "node trimesh b\nparent m\nbitmap stone\nbitmap2 NULL\n" TRIANGLE "endnode\n"
                       "node trimesh c\nparent m\n" TRIANGLE "endnode\n" END);
    for (uint32_t i = 1; i < 4; i++)
        assert_memory_equal(m->tree.nodes[i].mesh->texture[1], zeros, sizeof zeros);
    assert_string_equal(m->tree.nodes[1].mesh->texture[0], "stone");
    assert_string_equal(m->tree.nodes[3].mesh->texture[0], "NULL");
    /* A file that has the name keeps it. */
    memcpy(m->tree.nodes[1].mesh->texture[1], "NULL", 5);
    memcpy(m->tree.nodes[2].mesh->texture[1], "\0junk", 5);
    memcpy(m->tree.nodes[3].mesh->texture[1], "light", 6);
    char *text = text_of(m, false);
    char *line = strstr(text, "  bitmap2 light\n");
    assert_non_null(line);
    wm_kotor_mdl *back = read_text(text);
    for (uint32_t i = 1; i < 4; i++)
        assert_memory_equal(back->tree.nodes[i].mesh->texture[1], m->tree.nodes[i].mesh->texture[1],
                            WM_KOTOR_NAME_SIZE);
    wm_kotor_mdl_free(back);
    memcpy(line, "# no map now  ", 14); /* the line is gone, the record has the name */
    back = read_text(text);
    assert_memory_equal(back->tree.nodes[3].mesh->texture[1], zeros, sizeof zeros);
    wm_kotor_mdl_free(back);
    free(text);
    wm_kotor_mdl_free(m);
}

static void set_garbage(wm_kotor_mesh *x)
{
    const uint32_t bits[4] = {UINT32_MAX, 0x0035ABCD, 0x3F000000, 0x80000000};
    memcpy(&x->uv_direction[0], &bits[0], 4);
    memcpy(&x->uv_direction[1], &bits[1], 4);
    memcpy(&x->uv_jitter, &bits[2], 4);
    memcpy(&x->uv_jitter_speed, &bits[3], 4);
}

static void unused_fields_are_shown_as_zeros(void **state)
{
    static const char shown[] = "  animateuv 0\n  uvdirectionx 0\n  uvdirectiony 0\n"
                                "  uvjitter 0\n  uvjitterspeed 0\n";
    (void)state;
    wm_kotor_mdl *m = read_text(ROOT "node trimesh a\nparent m\n" TRIANGLE "endnode\n" END);
    wm_kotor_mesh *x = m->tree.nodes[1].mesh;
    set_garbage(x);
    for (int plain = 0; plain < 2; plain++) {
        char *text = text_of(m, plain);
        char *at = strstr(text, shown);
        assert_non_null(at);
        wm_kotor_mdl *back = read_text(text);
        const wm_kotor_mesh *y = back->tree.nodes[1].mesh;
        const float zeros[2] = {0, 0};
        assert_memory_equal(y->uv_direction, plain ? zeros : x->uv_direction, 8);
        assert_memory_equal(&y->uv_jitter, plain ? zeros : &x->uv_jitter, 4);
        assert_memory_equal(&y->uv_jitter_speed, plain ? zeros : &x->uv_jitter_speed, 4);
        wm_kotor_mdl_free(back);
        at[strlen("  animateuv ")] = '1'; /* now they count, and the text says zero */
        back = read_text(text);
        y = back->tree.nodes[1].mesh;
        assert_int_equal(y->animate_uv, 1);
        assert_true(y->uv_direction[0] == 0 && y->uv_direction[1] == 0 && y->uv_jitter == 0);
        wm_kotor_mdl_free(back);
        free(text);
    }
    x->animate_uv = 1;
    char *text = text_of(m, true);
    assert_non_null(strstr(text, "  uvdirectionx nan(ffffffff)\n"));
    assert_non_null(strstr(text, "  uvjitter 0.5\n"));
    free(text);
    wm_kotor_mdl_free(m);
}

static void an_empty_depth_texture_has_no_line(void **state)
{
    (void)state;
    wm_kotor_mdl *m = read_text(ROOT "node emitter e\nparent m\nendnode\n" END);
    wm_kotor_emitter *e = m->tree.nodes[1].emitter;
    assert_string_equal(e->depth_texture, "NULL");
    char *text = text_of(m, true);
    assert_non_null(strstr(text, "  m_sDepthTextureName NULL\n"));
    free(text);
    memset(e->depth_texture, 0, sizeof e->depth_texture);
    text = text_of(m, true);
    assert_null(strstr(text, "m_sDepthTextureName"));
    free(text);
    text = text_of(m, false);
    assert_null(strstr(text, "m_sDepthTextureName"));
    wm_kotor_mdl *back = read_text(text);
    assert_int_equal(back->tree.nodes[1].emitter->depth_texture[0], 0);
    wm_kotor_mdl_free(back);
    free(text);
    wm_kotor_mdl_free(m);
}

static void smoothing_of_mdlops(void **state)
{
    static const char text[] =
        "# mdlops ver: 1.0.2 from KOTOR binary source\n" ROOT "node trimesh a\nparent m\n"
        "verts 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nfaces 2\n0 1 2 1 0 1 2 4\n"
        "0 2 3 2 0 2 3 4\ntverts 4\n0 0\n1 0\n1 1\n0 1\nendnode\n" END;
    static const struct {
        wm_kotor_smoothing smoothing;
        uint32_t vertices, findings;
    } runs[] = {{WM_KOTOR_SMOOTHING_AUTO, 4, 1},
                {WM_KOTOR_SMOOTHING_ANGLES, 4, 0},
                {WM_KOTOR_SMOOTHING_ALL, 4, 0},
                {WM_KOTOR_SMOOTHING_GROUPS, 6, 0}}; /* two groups: the edge is split */
    (void)state;
    for (int named = 1; named >= 0; named--)
        for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
            wm_report report;
            wm_report_init(&report, NULL);
            wm_kotor_mdl_text_read_opts opts = {.base = {.report = &report},
                                                .smoothing = runs[i].smoothing};
            const char *from = named ? text : strchr(text, '\n') + 1;
            wm_kotor_mdl *m = wm_kotor_mdl_text_read(from, strlen(from), &opts, NULL);
            assert_non_null(m);
            bool groups = !named && runs[i].smoothing == WM_KOTOR_SMOOTHING_AUTO;
            assert_int_equal(m->tree.nodes[1].mesh->vertex_count, groups ? 6 : runs[i].vertices);
            assert_int_equal(report.count, named ? runs[i].findings : 0);
            if (report.count)
                assert_int_equal(report.issues[0].code, WM_KOTOR_MDL_TEXT_SMOOTHING);
            wm_kotor_mdl_free(m);
            wm_report_free(&report);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_light_map_is_an_empty_field),
        cmocka_unit_test(unused_fields_are_shown_as_zeros),
        cmocka_unit_test(an_empty_depth_texture_has_no_line),
        cmocka_unit_test(smoothing_of_mdlops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
